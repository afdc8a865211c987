"""Staking: a window in which players put chips on the felt and take them back, until the croupier closes it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from tapete.engine.places import ROLES, called, chips, felt, stakes
from tapete.engine.requests import Act, Announce, Decision, Move, Opening, Refusal
from tapete.engine.round import Table
from tapete.errors import Said, UnknownError
from tapete.law.sections import BankRulebook
from tapete.money import Range, format_cents


class Spot(NamedTuple):
    """A place on the felt that takes chips: `caballo:4-7` is a spot of the bet `caballo`.

    `parts` are the spots over which an announced bet spreads its chips, each with how many of them.
    """

    id: str
    bet: str
    limits: Range
    article: str
    parts: tuple[tuple[str, int], ...] = ()


Layout = Mapping[str, Spot]


class Stakes(Decision):
    """The window of stakes. A game with more to do in it than staking extends it."""

    __slots__ = ("_done", "announced_last", "layout", "rules", "table")

    def __init__(self, rules: BankRulebook, table: Table[Any], layout: Layout) -> None:
        super().__init__("stakes", rules.calls["close"].article)
        self.rules = rules
        self.table = table
        self.layout = layout
        self.announced_last = False
        self._done: list[tuple[str, list[Move]]] = []

    def actors(self) -> Sequence[str]:
        return (*self.table.players, *ROLES)

    def candidates(self, who: str) -> Iterable[tuple[str, str]]:
        if who in self.table.players:
            yield from (("stake", spot) for spot in self.layout)
            yield from (("withdraw", stake.bet) for stake in stakes(self.table.places) if stake.who == who)
            yield "undo", ""
        yield "close", ""
        yield "last", ""

    def opening(self, who: str, do: str, on: str) -> Opening | Refusal:
        if who in self.table.players:
            if do == "stake":
                return self._stake(who, on)
            if do == "withdraw":
                return self._withdraw(who, on)
            if do == "undo":
                return self._undo(who)
            return Refusal("{who} cannot '{do}' now", self.article, who=who, do=Said(do))
        if do == "close" and who == "croupier":
            return self.closing()
        if do == "last" and who == "director":
            return self._last()
        return Refusal("{who} cannot '{do}' now", self.article, who=called(who), do=Said(do))

    def perform(self, who: str, act: Act) -> list[Move]:
        """What an act brings about: the chips it moves, which the procedure awaits."""
        if act.do == "undo":
            i = max(i for i, (name, _) in enumerate(self._done) if name == who)
            _, done = self._done.pop(i)
            return [Move(move.dst, move.src, move.cents, move.article) for move in reversed(done)]
        if act.do == "stake":
            moves = self._placing(who, self.layout[act.on], act.cents)
        elif act.do == "withdraw":
            place = felt(who, act.on)
            moves = [Move(place, chips(who), self.table.places[place], self.withdrawal_article(act.on))]
        else:
            self.announced_last = self.announced_last or act.do == "last"
            return []
        self._done.append((who, moves))
        return moves

    # What a game may say otherwise

    def limits(self, who: str, spot: Spot) -> Range | Refusal:  # noqa: ARG002
        """The least and most a person may have on a spot in all, or why they may have nothing there."""
        return spot.limits

    def kept(self, who: str, spot: str) -> Refusal | None:  # noqa: ARG002
        """Why a stake may not be taken back, or None if it may."""
        return None

    def withdrawal_article(self, spot: str) -> str:  # noqa: ARG002
        """The article by which a stake is taken back."""
        return self.rules.settlement.article

    def closing(self) -> Opening | Refusal:
        """Whether the croupier may close the window."""
        return Opening("close", "", self.article)

    def last_call(self) -> Announce:
        """What is called when the last rounds are announced."""
        return Announce("last", (str(self.rules.minimum.announced_rounds),))

    # What is open

    def _stake(self, who: str, on: str) -> Opening | Refusal:
        spot = self.layout.get(on)
        if spot is None:
            return Refusal(UnknownError("bet", on, list(self.layout)).text, self.rules.article)
        room = self._announced(who, spot) if spot.parts else self._room(who, spot)
        if isinstance(room, Refusal):
            return room
        lo, hi, step = room
        article = self.rules.limits[self.rules.bets[spot.bet].limit].article
        if hi < lo:
            return Refusal("{who} already has the most that {bet} takes", article, who=who, bet=on)
        have = self.table.places.get(chips(who), 0)
        if have < lo:
            return Refusal(
                "{who} has {chips} in chips and {bet} takes {least} at least",
                article,
                who=who,
                chips=format_cents(have),
                bet=on,
                least=format_cents(lo),
            )
        if hi > have:
            hi = have
        return Opening("stake", on, article, Range(lo, hi - (hi - lo) % step, step))

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

    def _withdraw(self, who: str, on: str) -> Opening | Refusal:
        if not self.table.places.get(felt(who, on)):
            return Refusal("{who} has no chips on '{bet}'", self.rules.settlement.article, who=who, bet=on)
        return self.kept(who, on) or Opening("withdraw", on, self.withdrawal_article(on))

    def _undo(self, who: str) -> Opening | Refusal:
        if any(name == who for name, _ in self._done):
            return Opening("undo", "", self.article)
        return Refusal("{who} has done nothing since the bets opened that could be undone", self.article, who=who)

    def _last(self) -> Opening | Refusal:
        rule = self.rules.minimum
        if not rule.announced_rounds:
            return Refusal("this text announces no last rounds", rule.article)
        if self.announced_last or self.table.carry.remaining >= 0:
            return Refusal("the last rounds are announced already", rule.article)
        return Opening("last", "", rule.article)

    def _placing(self, who: str, spot: Spot, cents: int) -> list[Move]:
        parts = spot.parts or ((spot.id, 1),)
        unit = cents // sum(count for _, count in parts)
        return [Move(chips(who), felt(who, part), unit * count, spot.article) for part, count in parts]


async def take_stakes(window: Stakes) -> None:
    """The bets are open: one act after another, until the croupier closes them."""
    while True:
        who, act = await window
        if act.do == "close":
            return
        for move in window.perform(who, act):
            await move
        if act.do == "last":
            await window.last_call()
