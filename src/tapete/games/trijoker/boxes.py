"""Staking: the three stakes of a player are equal, so they are laid, and taken back, together."""

from collections.abc import Iterable
from typing import Any

from tapete.engine.places import chips, felt
from tapete.engine.requests import Act, Move
from tapete.engine.stakes import Done, Spot, Staking
from tapete.engine.table import Table
from tapete.engine.window import Effect, Refusal
from tapete.games.shared.mano.seats import too_many
from tapete.games.trijoker.rules import BOXES, Rules, layout
from tapete.games.trijoker.settle import STAKES
from tapete.money import Range, format_cents


class Boxes(Staking):
    """Chips on a box go on all three of a player's: an amount is that of each stake."""

    __slots__ = ()

    def __init__(self, rules: Rules, table: Table[Any]) -> None:
        article = rules.bets[layout(rules, table.settings)[BOXES[0]].bet].article
        super().__init__(rules, table, layout(rules, table.settings), limits=self._limits, back=lambda spot: article)

    def perform(self, who: str, act: Act) -> Iterable[Effect]:
        if act.do == "undo":
            return super().perform(who, act)
        if act.do == "stake":
            done = Done([Move(chips(who), felt(who, box), act.cents, self.layout[box].article) for box in BOXES])
        else:
            places = self.table.places
            moves = [Move(felt(who, box), chips(who), places[felt(who, box)], self.back(box)) for box in BOXES]
            done = Done(moves, self.layout[BOXES[0]])
        self.done.setdefault(who, []).append(done)
        return done.moves

    def _limits(self, who: str, spot: Spot) -> Range | Refusal:
        """The limits of a box, as far as the player's chips reach for all three."""
        lying, have = self.table.places.get(felt(who, spot.id), 0), self.table.places.get(chips(who), 0)
        staked = in_play(self.table)
        if who not in staked and (refused := too_many(self.rules, len(staked) + 1)):
            return refused
        lo, hi, step = spot.limits
        least = step if lying else lo
        if have < STAKES * least:
            return Refusal(
                "{who} has {chips} in chips, and {count} stakes of {least} are needed",
                spot.article,
                who=who,
                chips=format_cents(have),
                count=STAKES,
                least=format_cents(least),
            )
        return Range(lo, min(hi, lying + have // STAKES), step)


def in_play(table: Table[Any]) -> list[str]:
    """Who has stakes on the felt, in the order of their places."""
    return [who for who in table.players if table.places.get(felt(who, BOXES[-1]))]
