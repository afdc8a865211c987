"""The stakes on squares: one's own, vacant ones played blind, others' hands, and bets on the cards beside one's own."""

from collections.abc import Iterable
from itertools import chain

import msgspec

from tapete.engine import carry
from tapete.engine.requests import Act
from tapete.engine.stakes import Layout, Spot, Staking, take_stakes
from tapete.engine.table import Table
from tapete.engine.window import Closing, Effect, Offer, Refusal
from tapete.games.poker_sin_descarte.rules import FIRST, Rules, admitted, layout, place_of, spot_of, squares
from tapete.games.shared.consent import Consent, parted, role
from tapete.games.shared.mano.lying import lying
from tapete.money import Range


class Carry(carry.Carry, frozen=True, omit_defaults=True):
    """What outlives a hand: whom each player lets stake on his squares."""

    guests: dict[str, list[str]] = msgspec.field(default_factory=dict)

    def people(self) -> Iterable[str]:
        return (*self.guests, *chain.from_iterable(self.guests.values()))


class Squares:
    """Who may stake where. Players sit in their order, the first at the croupier's left; others stand.

    A square's holder commands its hand: who sits there or, on a vacant one, the first of those whose stakes lie there.
    """

    def __init__(self, rules: Rules, table: Table[Carry]) -> None:
        self.rules, self.table = rules, table
        self.number = squares(rules, table.settings)
        here = set(table.players)
        self.guests = {
            host: [guest for guest in guests if guest in here]
            for host, guests in table.carry.guests.items()
            if host in here
        }
        self.leave: dict[str, set[str]] = {}
        self.blind: dict[int, list[str]] = {}

    async def take_stakes(self, last: Offer) -> None:
        """The bets are open until the croupier closes them; players let others stake on their squares meanwhile."""
        rules, spots = self.rules, layout(self.rules, self.table.settings)
        staking = Laying(self, rules, self.table, spots)
        consent = [Leave(self)] if rules.players.behind.consent else []
        closing = Closing(rules.calls["close"].article, self.hindered)
        await take_stakes(rules, staking, last, *consent, closing=closing)

    # Whose a square is

    def seated(self, number: int) -> str:
        """Who sits at a square, if anybody does."""
        return self.table.players[number - 1] if number <= len(self.table.players) else ""

    def holder(self, number: int) -> str:
        """Who commands a square's hand; of a vacant one, once somebody has staked on it."""
        still = [who for who in self.blind.get(number, ()) if lying(self.table, who, spot_of(FIRST, number))]
        return self.seated(number) or next(iter(still), "")

    def came(self, who: str, number: int) -> None:
        """Somebody is about to stake on a square: in which order they did says who commands one that is vacant."""
        if not lying(self.table, who, spot_of(FIRST, number)):
            self.blind[number] = [*(other for other in self.blind.get(number, ()) if other != who), who]

    def playing(self) -> list[int]:
        """The squares that are dealt cards, from the croupier's left."""
        numbers = range(1, self.number + 1)
        return [number for number in numbers if lying(self.table, self.holder(number), spot_of(FIRST, number))]

    def owners(self, number: int) -> list[str]:
        """All who have a first stake on a square, its holder first."""
        holder, spot = self.holder(number), spot_of(FIRST, number)
        others = [who for who in self.table.players if who != holder and lying(self.table, who, spot)]
        return [holder, *others]

    # What may be staked

    def limits(self, who: str, spot: Spot) -> Range | Refusal:
        """What a spot takes of somebody's chips, beside what others have there."""
        number = place_of(spot.id)
        holder = self.holder(number)
        if spot.bet != FIRST:
            return self._beside(who, spot, holder) or spot.limits
        refusal = self._vacant(number) if holder in ("", who) else self._behind(who, number, holder)
        return refusal or self._shared(who, spot)

    def kept(self, who: str, spot: str) -> Refusal | None:
        """A first stake is taken back after those beside it and behind it."""
        bet, _, square = spot.partition(":")
        if bet != FIRST or self.holder(int(square)) != who:
            return None
        for name, side in self.rules.side.items():
            if lying(self.table, who, f"{name}:{square}"):
                return Refusal("the stake on {bet} is taken back first", side.article, bet=f"{name}:{square}")
        for guest in self.owners(int(square))[1:]:
            article = self.rules.players.behind.article
            return Refusal("the stake of {who} behind it is taken back first", article, who=guest)
        return None

    def hindered(self) -> Refusal | None:
        """Why the bets cannot be closed yet: an act that was undone may have taken away what another's stake needs."""
        for who in self.table.players:
            for spot in layout(self.rules, self.table.settings).values():
                if lying(self.table, who, spot.id):
                    hindered = self.limits(who, spot)
                    if isinstance(hindered, Refusal):
                        return hindered
        return None

    def _vacant(self, number: int) -> Refusal | None:
        if self.seated(number) or self.rules.players.vacant is not None:
            return None
        return Refusal("nobody sits at {square}, and vacant squares are not played", self._players, square=number)

    def _behind(self, who: str, number: int, holder: str) -> Refusal | None:
        """Why somebody cannot stake on another's hand."""
        rule, spot = self.rules.players.behind, spot_of(FIRST, number)
        if not admitted(self.rules, self.table.settings, rule.option):
            return Refusal("{host} holds that square, and stakes of others are not admitted", rule.article, host=holder)
        if rule.consent and who not in self.guests.get(holder, ()):
            reason = "{host} sits there and has not consented to stakes of {who}'s"
            return Refusal(reason, rule.article, host=holder, who=who)
        if not lying(self.table, holder, spot):
            reason = "{host} has no stake on {bet} behind which {who} could play"
            return Refusal(reason, rule.article, host=holder, bet=spot, who=who)
        if len([owner for owner in self.owners(number) if owner != who]) >= rule.most:
            return Refusal("{bet} has the {most} stakes that a square takes", rule.article, bet=spot, most=rule.most)
        return None

    def _beside(self, who: str, spot: Spot, holder: str) -> Refusal | None:
        if holder == who and lying(self.table, who, spot_of(FIRST, place_of(spot.id))):
            return None
        return Refusal("{who} has no stake on the square beside which {bet} lies", spot.article, who=who, bet=spot.id)

    def _shared(self, who: str, spot: Spot) -> Range | Refusal:
        """What is left of the maximum, where all who stake on a square share it."""
        rule = self.rules.limits[self.rules.bets[FIRST].limit]
        lo, hi, step = spot.limits
        others = sum(lying(self.table, other, spot.id) for other in self.table.players if other != who)
        if not rule.shared or not others:
            return spot.limits
        if hi - others < lo:
            return Refusal("the stakes of others leave no room on {bet}", rule.article, bet=spot.id)
        return Range(lo, hi - others, step)

    @property
    def _players(self) -> str:
        return self.rules.players.article


class Squares2(Squares):
    """By the first two procedures: where who held a vacant square undid the stake, nobody commanded the others'."""

    def came(self, who: str, number: int) -> None:
        if not self.holder(number):
            self.blind[number] = [who]


class Laying(Staking):
    """Staking where others may take the room: a stake taken back is put down anew, not undone."""

    __slots__ = ("squares",)

    def __init__(self, squares: Squares, rules: Rules, table: Table[Carry], spots: Layout) -> None:
        self.squares = squares
        back = rules.calls["close"].article
        super().__init__(rules, table, spots, limits=squares.limits, kept=squares.kept, back=lambda spot: back)

    def perform(self, who: str, act: Act) -> Iterable[Effect]:
        if act.do == "stake":
            self.squares.came(who, place_of(act.on))
        moves = super().perform(who, act)
        if act.do == "withdraw":
            self.forget(who)
        return moves


class Leave(Consent):
    """A square's holder and, where the text asks for it, the chief of table let somebody stake there, or no longer."""

    __slots__ = ("squares",)

    def __init__(self, squares: Squares) -> None:
        super().__init__(squares.table, squares.rules.players.behind)
        self.squares = squares

    def admits(self, who: str, guest: str, host: str) -> Refusal | None:
        given = self.squares.leave.get(f"{guest}@{host}", ())
        admitted = guest in self.squares.guests.get(host, ()) or role(who, host) in given
        return self.stakes_already(guest, host) if admitted else None

    def dismisses(self, guest: str, host: str) -> Refusal | None:
        squares = self.squares
        if guest not in squares.guests.get(host, ()):
            return self.no_guest(guest, host)
        held = [number for number in squares.playing() if squares.holder(number) == host]
        return self.has_stake(guest, host) if any(guest in squares.owners(number) for number in held) else None

    def perform(self, who: str, act: Act) -> Iterable[Effect]:
        guest, host = parted(act.on)
        squares = self.squares
        if act.do == "dismiss":
            squares.guests[host].remove(guest)
            return ()
        leave = squares.leave.setdefault(act.on, set())
        leave.add(role(who, host))
        if leave.issuperset(self.rule.consent):
            squares.guests.setdefault(host, []).append(guest)
            del squares.leave[act.on]
        return ()
