"""What earlier versions of the procedure did otherwise, so that what was played under them is played again alike."""

from collections.abc import Sequence

from tapete.engine.requests import Announce
from tapete.engine.round import Reported
from tapete.engine.table import Table
from tapete.engine.window import Offer
from tapete.games.circulo.cuts import WHOLE, session_fee
from tapete.games.circulo.draw import Change
from tapete.games.circulo.hand import BURNT, DEAD, DISCARDS, Hand, Seat, noted
from tapete.games.circulo.rules import BURN, BURN_ONE, NO_BETS, REPLACE, Rules
from tapete.games.circulo.seats import IN_A_ROW, Between, Carry, Ring, Seating
from tapete.games.circulo.showdown import Asking, Showdown


class Change3(Change):
    """The third version's: the last card of a pack that was not enough was dealt as it lay."""

    def mixes(self) -> bool:
        return False


class Change1(Change3):
    """The first version's: the hands of those who gave up did not serve again."""

    def discards(self) -> dict[str, str]:
        return {}


class Hand6(Hand):
    """The sixth version's: the croupier warned nobody who was slow; a hand that nobody had chips to open was blank.

    Whose turn was announced at stud had perhaps no chips left to speak with.
    """

    __slots__ = ()
    warns = False

    def opens(self, start: int) -> Seat | None:
        return self.seats[start]

    def unopened(self, asked: bool) -> bool:  # noqa: ARG002
        return super().unopened(asked=True)


class Hand5(Hand6):
    """The fifth version's: who opened falsely added what nobody matched of one who had lost his hand before.

    A high limit that is no whole number of chips was staked all the same.
    """

    __slots__ = ()
    unmatched_back = in_chips = False


class Hand4(Hand5):
    """The fourth version's: what went back to somebody out of a pot counted for the house's part all the same."""

    __slots__ = ()
    returns_whole = False


class Hand3(Hand4):
    """The third version's: no limit bounded what was staked before the cards, and none of it counted as a raise.

    A mano who had no more than the minimum did not open, and who spoke in place of him who was to open could not give
    up either; after a blank hand side pots of short antes stayed apart.
    """

    __slots__ = ()
    short_opens = straddles_raise = stays_himself = False

    def most_before(self, seat: Seat, least: int) -> int:  # noqa: ARG002
        return self.stack(seat)

    async def blank(self) -> None:
        await Announce("blank")


class Hand2(Hand3):
    """The second version's: cards thrown away were mixed with those set apart also where these were enough.

    Of what was reported of a change of cards only note was taken; cards to be put away went at once.
    """

    __slots__ = ()

    def again(self, count: int) -> list[tuple[str, str]]:  # noqa: ARG002
        folded = self.folded if self.serves_again else []
        return [*((slot, DEAD) for slot in self.dead), *((slot, DISCARDS) for slot in folded)]

    async def remedy(self, report: Reported, name: str) -> None:
        await noted(report)
        if name not in self.terms.streets:
            return
        remedy, article = report.rule.remedy, report.rule.article
        self.quiet = self.quiet or remedy == NO_BETS
        count = {BURN: 1 + len(self.live()), BURN_ONE: 1, REPLACE: 1}.get(remedy, 0)
        if self.deck.rest - count < self.wanted(name) and remedy == REPLACE:
            raise report
        self.burning = report if count else self.burning
        for _ in range(min(count, self.deck.rest)):
            slot = await self.deck.down(BURNT, article=article)
            if remedy == REPLACE:
                await self.deck.show(slot, article)


class Showdown3(Showdown):
    """The third version's: nobody asked to see cards that were about to be thrown away."""

    def others_say(self, asking: Asking) -> tuple[Offer, ...]:  # noqa: ARG002
        return ()


class Showdown2(Showdown3):
    """The second version's: what one who lost his hand had staked above all others was played for by all of them."""

    def nearest(self, shown: Sequence[int]) -> list[int]:
        return list(shown)


class Seating5(Seating):
    """The fifth version's: what a session costs was taken of all at once."""

    __slots__ = ()
    of_one = False


class Seating3(Seating5):
    """The third version's: who came back while too few were there to play might rest again as if he had played."""

    __slots__ = ()

    def after(self, dealt: bool) -> dict[str, int]:
        if not dealt and self.rules.resting.counted == IN_A_ROW:
            return {who: hands for who, hands in self.rested.items() if who in self.away}
        return super().after(dealt)


class Seating2(Seating3):
    """The second version's: half of what a session costs was no whole number of chips."""

    def due(self, on: str) -> tuple[int, str]:
        cents, article = session_fee(self.rules, self.table.settings)
        return cents if on == WHOLE else cents // 2, article


class Between5(Between):
    """The fifth version's."""

    offers = Seating5


class Between3(Between5):
    """The third version's: who came in waited also while the mano passed him, but one hand and no more.

    He owed nothing after a pause, and one alone was dealt in where all others had to wait.
    """

    offers = Seating3

    def __init__(self, rules: Rules, table: Table[Carry]) -> None:
        super().__init__(rules, table)
        self.barred = [who for who in self.barred if who in self.new]

    def ring(self) -> Ring:
        start = self.start()
        turn = [*self.in_order[start:], *self.in_order[:start]]
        mano = self._comes(turn, self.playing)
        return self._around(mano, set(turn[: turn.index(mano)]))

    def waits(self) -> Carry:
        self.owes = {who: post for who, post in self.owes.items() if who not in self.new}
        return super().waits()


class Between2(Between3):
    """The second version's: after somebody who left with the mano, the first seat had it."""

    offers = Seating2

    @property
    def seated(self) -> bool:
        return bool(self.carry.seats)

    def start(self) -> int:
        order, carry = self.in_order, self.carry
        return order.index(carry.mano) + (not carry.drawn) if carry.mano in order else 0

    def waits(self) -> Carry:
        self.owes = {who: post for who, post in self.owes.items() if who not in self.new}
        return self.hand_on(self.carry.mano, drawn=self.carry.drawn, blank=self.carry.blank)
