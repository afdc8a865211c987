"""One hand under several rules, side by side: where they part, and what it cost whom.

Beside the texts of regions there are the usual rules of tournaments, by the numbers of the Tournament Directors
Association: a raise is at least as large as the last one, and less does not open the betting again (43, 47), nobody
acts out of turn (53), and a chip that cannot be shared is the first player's after the button (20).
"""

from collections.abc import Mapping
from typing import Any

from tapete.engine.requests import Move
from tapete.games.circulo.hand import Seat
from tapete.games.circulo.limits import FREE, POT
from tapete.games.circulo.phh import Written
from tapete.games.circulo.played import Played
from tapete.games.circulo.replaying import SETUP, Replayed, Script, settings_of
from tapete.games.circulo.rules import Rules
from tapete.money import Ratio

USUAL = "torneo"
RAISING, SPEAKING = "TDA 43", "TDA 53"
NEVER = Ratio(10**9, 1)


class UsualInterval(Played):
    """Betting as in tournaments: a raise is at least the last one."""

    last_raise = 0

    def least(self) -> int:
        if self.kind not in (FREE, POT) or not self.hand.level:
            return super().least()
        return self.hand.level + max(self.last_raise, self.hand.settings.minimum)

    def lift(self, seat: Seat, cents: int) -> Move | None:
        before = self.hand.level
        move = super().lift(seat, cents)
        self.last_raise = max(self.last_raise, self.hand.level - before)
        return move


class Usual(Script):
    """A hand by the rules of tournaments; of the text it has the cards and the order of hands."""

    interval = UsualInterval

    def before(self) -> None:
        """Whatever stakes a tournament has are its own."""

    def over(self) -> None:
        """A chip over is the first player's after the button."""
        self.hand.last = [seat.who for seat in self.hand.seats].index(self.names[0])


def usual(rules: Rules) -> Rules:
    """A text's game with the order of speaking and the raises of tournaments."""
    streets = {}
    for number, (name, street) in enumerate(rules.streets.items()):
        who = {"tras-la-mano": "tras-las-ciegas", "mano": "tras-las-ciegas"}.get(street.speaks.who, street.speaks.who)
        speaks = {"who": street.speaks.who if number else who, "must_bet": False, "must_stay": False}
        changed = street.speaks.model_copy(update={**speaks, "article": SPEAKING})
        streets[name] = street.model_copy(update={"speaks": changed})
    raises = rules.raises.model_copy(update={"least": "minimo", "reopens": NEVER, "article": RAISING})
    showdown = rules.showdown.model_copy(update={"muck": rules.showdown.order})
    return rules.model_copy(update={"streets": streets, "raises": raises, "showdown": showdown})


def beside(written: Written, texts: Mapping[str, tuple[Rules, Mapping[str, str]]]) -> dict[str, Any]:
    """A hand under each of some rules and options: what some forbid and others do not, and what each is left with.

    `cost` is what a player has more or less than under the first.
    """
    replays = {name: _played(name, rules, written, options) for name, (rules, options) in texts.items()}
    steps = sorted({breach.step for each in replays.values() for breach in each.breaches})
    forbidden = {step: _at(replays, step) for step in steps}
    stacks = {name: each.finishing_stacks for name, each in replays.items()}
    first = next(iter(replays.values())).stacks
    cost = {
        name: [written.told(now) if now >= 0 else -written.told(-now) for now in _less(each.stacks, first)]
        for name, each in replays.items()
    }
    parts = [{"step": step, "breaches": told} for step, told in forbidden.items() if told]
    return {"parts": parts, "finishing_stacks": stacks, "cost": cost}


def _less(one: tuple[int, ...], other: tuple[int, ...]) -> list[int]:
    return [a - b for a, b in zip(one, other, strict=True)]


def _at(replays: Mapping[str, Replayed], step: int) -> dict[str, list[dict[str, str]]]:
    """What each forbids of an action; nothing where all do. Before the first there are several things to forbid."""
    breaches = {name: [breach for breach in each.breaches if breach.step == step] for name, each in replays.items()}
    if step == SETUP:
        by_all = set.intersection(*({breach.what for breach in each} for each in breaches.values()))
        breaches = {name: [breach for breach in each if breach.what not in by_all] for name, each in breaches.items()}
    elif all(breaches.values()):
        return {}
    return {
        name: [{"what": breach.what, "article": breach.article} for breach in each]
        for name, each in breaches.items()
        if each
    }


def _played(name: str, rules: Rules, written: Written, options: Mapping[str, str]) -> Replayed:
    kind, by = (Usual, usual(rules)) if name == USUAL else (Script, rules)
    return kind(by, written, settings_of(by, written, options)).play()
