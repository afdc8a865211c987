"""Staking: players put chips on the felt and take them back, until the croupier closes the bets."""

from collections.abc import Callable, Coroutine, Iterable, Mapping
from typing import Any, NamedTuple

from tapete.engine.carry import Carry
from tapete.engine.places import called, chips, felt, stakes
from tapete.engine.requests import Act, Announce, Move
from tapete.engine.table import Table
from tapete.engine.window import Closing, Effect, Offer, Option, Refusal, Window, take
from tapete.errors import Said, UnknownError
from tapete.law.sections import StakedRulebook
from tapete.money import Range, format_cents

MOST = 10**15  # cents: more than any spot takes


class Spot(NamedTuple):
    """A place on the felt that takes chips: `caballo:4-7` is a spot of the bet `caballo`.

    `parts` are the spots over which an announced bet spreads its chips, each with how many of them. `pays` is what it
    pays at this table where the house keeps part of a gain: a ratio, or several between bars.
    """

    id: str
    bet: str
    limits: Range
    article: str
    parts: tuple[tuple[str, int], ...] = ()
    pays: str = ""


class Done(NamedTuple):
    """What somebody did; `again` is the spot from which they took back what lay there, and `room` what it took then.

    What they had laid since the bets opened needs all its room again. What lay there before may lawfully be more than
    a spot takes now, but not where others have come meanwhile.
    """

    moves: list[Move]
    again: Spot | None = None
    room: int = MOST


Layout = Mapping[str, Spot]
Limits = Callable[[str, Spot], Range | Refusal]
Kept = Callable[[str, str], Refusal | None]


def too_little(who: str, have: int, on: str, least: int, article: str) -> Refusal:
    """Whoever has fewer chips than a bet takes at least."""
    return Refusal(
        "{who} has {chips} in chips and {bet} takes {least} at least",
        article,
        who=who,
        chips=format_cents(have),
        bet=on,
        least=format_cents(least),
    )


class Staking(Offer):
    """Chips on spots of a felt, taken back, undone. What a game says otherwise, it says with functions.

    `limits` is the least and most a person may have on a spot in all, or why they may have nothing there; `kept` why a
    stake may not be taken back; `back` the article by which it is; `laid` is told who has put chips down.
    """

    __slots__ = ("back", "before", "done", "kept", "laid", "layout", "limits", "rules", "table")
    verbs = ("stake", "withdraw", "undo")

    def __init__(
        self,
        rules: StakedRulebook,
        table: Table[Any],
        layout: Layout,
        *,
        limits: Limits = lambda who, spot: spot.limits,
        kept: Kept = lambda who, spot: None,
        back: Callable[[str], str] | None = None,
        laid: Callable[[str], None] = lambda who: None,
    ) -> None:
        self.rules = rules
        self.table = table
        self.layout = layout
        self.limits = limits
        self.kept = kept
        self.back = back or (lambda spot: rules.settlement.article)
        self.laid = laid
        self.before = {stake.place for stake in stakes(table.places)}
        self.done: dict[str, list[Done]] = {}

    def actors(self) -> Iterable[str]:
        return self.table.players

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        if who in self.table.players:
            yield from (("stake", spot) for spot in self.layout)
            yield from (("withdraw", stake.bet) for stake in stakes(self.table.places) if stake.who == who)
            yield "undo", ""

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        if who not in self.table.players:
            article = self.rules.calls["close"].article
            return Refusal("{who} cannot '{do}' now", article, who=called(who), do=Said(do))
        if do == "stake":
            return self._stake(who, on)
        return self._withdraw(who, on) if do == "withdraw" else self._undo(who, on)

    def perform(self, who: str, act: Act) -> Iterable[Effect]:
        if act.do == "undo":
            moves = self.done[who].pop().moves
            return [Move(move.dst, move.src, move.cents, move.article) for move in reversed(moves)]
        if act.do == "stake":
            done = Done(self._placing(who, self.layout[act.on], act.cents))
            self.laid(who)
        else:
            place, spot = felt(who, act.on), self.layout.get(act.on)
            room = _most(self.limits(who, spot)) if spot and place in self.before else MOST
            done = Done([Move(place, chips(who), self.table.places[place], self.back(act.on))], spot, room)
        self.done.setdefault(who, []).append(done)
        return done.moves

    def forget(self, who: str) -> None:
        """What somebody did so far can no longer be undone, only taken back."""
        self.done.pop(who, None)

    # What is open

    def _stake(self, who: str, on: str) -> Option | Refusal:
        spot = self.layout.get(on)
        if spot is None:
            return Refusal(UnknownError("bet", on, list(self.layout)).text, self.rules.article)
        room = self._announced(who, spot) if spot.parts else self._room(who, spot)
        if type(room) is not Range:
            assert isinstance(room, Refusal)
            return room
        lo, hi, step = room
        article = self.rules.limits[self.rules.bets[spot.bet].limit].article
        if hi < lo:
            return Refusal("{who} already has the most that {bet} takes", article, who=who, bet=on)
        have = self.table.places.get(chips(who), 0)
        if have < lo:
            return too_little(who, have, on, lo, article)
        if hi > have:
            hi = have
        return Option(who, "stake", on, article, lo, hi - (hi - lo) % step, step)

    def _room(self, who: str, spot: Spot) -> Range | Refusal:
        """What may still be put on a spot, with what lies there already."""
        limits = self.limits(who, spot)
        lying = self.table.places.get(felt(who, spot.id), 0)
        if lying and type(limits) is Range:
            return Range(limits.step, limits.hi - lying, limits.step)
        return limits

    def _announced(self, who: str, spot: Spot) -> Range | Refusal:
        """What may be put on an announced bet: every part must take its share."""
        count, least, step = 0, 0, 0
        most = []
        for part, share in spot.parts:
            room = self._room(who, self.layout[part])
            if isinstance(room, Refusal):
                return room
            lo, hi, step = room
            least = max(least, -(-lo // (share * step)) * step)
            most.append(hi // (share * step) * step)
            count += share
        return Range(count * least, count * min(most), count * step)

    def _withdraw(self, who: str, on: str) -> Option | Refusal:
        if not self.table.places.get(felt(who, on)):
            return Refusal("{who} has no chips on '{bet}'", self.rules.settlement.article, who=who, bet=on)
        return self.kept(who, on) or Option(who, "withdraw", on, self.back(on))

    def _undo(self, who: str, on: str) -> Option | Refusal:
        article = self.rules.calls["close"].article
        if on:
            return Refusal("{who} cannot '{do}' now", article, who=called(who), do=Act("undo", on).said)
        if not self.done.get(who):
            return Refusal("{who} has done nothing since the bets opened that could be undone", article, who=who)
        moves, again, room = self.done[who][-1]
        taken = None if again is None else self._refuses(who, again, moves[0].cents, room)
        return taken or Option(who, "undo", "", article)

    def _refuses(self, who: str, spot: Spot, cents: int, room: int) -> Refusal | None:
        """Why a spot does not take so much of somebody's in all, unless it takes as much as it did before."""
        limits = self.limits(who, spot)
        if _most(limits) >= room:
            return None
        if isinstance(limits, Refusal):
            return limits
        if limits.admits(cents):
            return None
        article = self.rules.limits[self.rules.bets[spot.bet].limit].article
        return Refusal("the stakes of others leave no room on {bet}", article, bet=spot.id)

    def _placing(self, who: str, spot: Spot, cents: int) -> list[Move]:
        parts = spot.parts or ((spot.id, 1),)
        unit = cents // sum(count for _, count in parts)
        return [Move(chips(who), felt(who, part), unit * count, spot.article) for part, count in parts]


def _most(limits: Range | Refusal) -> int:
    return 0 if isinstance(limits, Refusal) else limits.hi


class LastRounds(Offer):
    """The director announces the last rounds, `already` unless not yet; or the text has `none` to announce."""

    __slots__ = ("already", "announced", "call", "carry", "none")
    verbs = ("last",)

    def __init__(
        self, carry: Carry, call: Callable[[], Announce], already: Refusal, none: Refusal | None = None
    ) -> None:
        self.carry = carry
        self.call = call
        self.already = already
        self.none = none
        self.announced = False

    @classmethod
    def of_minimum(cls, rules: StakedRulebook, carry: Carry) -> "LastRounds":
        """Those that a text has announced before the minimum changes."""
        rule = rules.minimum
        return cls(
            carry,
            lambda: Announce("last", (str(rule.announced_rounds),)),
            Refusal("the last rounds are announced already", rule.article),
            None if rule.announced_rounds else Refusal("this text announces no last rounds", rule.article),
        )

    def actors(self) -> Iterable[str]:
        return ("director",)

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        return [("last", "")] if who == "director" else []

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        article = self.already.article
        if who != "director" or on:
            return Refusal("{who} cannot '{do}' now", article, who=called(who), do=Act(do, on).said)
        if self.none is not None:
            return self.none
        if self.announced or self.carry.remaining >= 0:
            return self.already
        return Option(who, do, on, article)

    def perform(self, who: str, act: Act) -> Iterable[Effect]:  # noqa: ARG002
        self.announced = True
        return (self.call(),)

    def rounds(self, count: int) -> int:
        """How many last rounds start to be counted with this one: none unless they were announced in it."""
        return count if self.announced else 0


def take_stakes(rules: StakedRulebook, *offers: Offer, closing: Closing | None = None) -> Coroutine[Any, Any, None]:
    """The bets are open: one act after another, until the croupier closes them."""
    article = rules.calls["close"].article
    return take(Window("stakes", article, *offers, closing or Closing(article)))
