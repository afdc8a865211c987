"""What earlier versions of the procedure did otherwise, so that what was played under them is played again alike."""

from collections.abc import Sequence

from tapete.engine.round import Reported
from tapete.games.circulo.cuts import session_fee
from tapete.games.circulo.draw import Change
from tapete.games.circulo.hand import BURNT, DEAD, DISCARDS, Hand, noted
from tapete.games.circulo.rules import BURN, BURN_ONE, NO_BETS, REPLACE
from tapete.games.circulo.seats import WHOLE, Between, Carry, Seating
from tapete.games.circulo.showdown import Showdown


class Change1(Change):
    """The first version's: the hands of those who gave up did not serve again."""

    def discards(self) -> dict[str, str]:
        return {}


class Hand2(Hand):
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
        for _ in range(min(count, self.deck.rest)):
            slot = await self.deck.down(BURNT, article=article)
            if remedy == REPLACE:
                await self.deck.show(slot, article)


class Showdown2(Showdown):
    """The second version's: what one who lost his hand had staked above all others was played for by all of them."""

    def nearest(self, shown: Sequence[int]) -> list[int]:
        return list(shown)


class Seating2(Seating):
    """The second version's: half of what a session costs was no whole number of chips."""

    def due(self, on: str) -> tuple[int, str]:
        cents, article = session_fee(self.rules, self.table.settings)
        return cents if on == WHOLE else cents // 2, article


class Between2(Between):
    """The second version's: after somebody who left with the mano, the first seat had it."""

    offers = Seating2

    @property
    def seated(self) -> bool:
        return bool(self.carry.seats)

    def start(self) -> int:
        order, carry = self.in_order, self.carry
        return order.index(carry.mano) + (not carry.drawn) if carry.mano in order else 0

    def waits(self) -> Carry:
        return self.hand_on(self.carry.mano, drawn=self.carry.drawn, blank=self.carry.blank)
