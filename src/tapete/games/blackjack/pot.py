"""The pot of the accumulated bet on sevens: shown before the bets, fed by a share of them, paid to a winner."""

from collections.abc import Iterable

from tapete.engine.meter import standing
from tapete.engine.places import BANK, Stake, chips
from tapete.engine.requests import Announce, Move
from tapete.engine.settlement import cover
from tapete.engine.table import Table
from tapete.games.blackjack.rules import METER, POT, SEVENS, SEVENS_PRIZES, Rules, pot_share, prize_pays
from tapete.games.blackjack.sabot import Carry
from tapete.money import format_cents


class Pot:
    """An account of the house, which other tables may feed and be paid from: what it stands at is read each time."""

    place = METER

    def __init__(self, rules: Rules, table: Table[Carry]) -> None:
        self.rules, self.table = rules, table
        self.share = pot_share(rules, table.settings)

    async def begin(self) -> None:
        """What lay at the table under the first procedure joins the account; what has accumulated is shown."""
        own = self.table.places.get(POT, 0)
        if own and self.place != POT:
            await Move(POT, self.place, own, self.rules.options["bote"].article)
        if self.share:
            await Announce("pot", (str(format_cents(await self.stands())),))

    async def feed(self, staked: Iterable[Stake]) -> None:
        """Of every stake on the bet the house adds its share."""
        for stake in staked:
            cents = int(stake.cents * self.share)
            if cents:
                await self._house_pays(self.place, cents, self.rules.options["bote"].article)

    async def pay(self, stake: Stake) -> None:
        """All that has accumulated, or the prize where that is more; the house pays what the pot lacks."""
        own, pot, article = chips(stake.who), await self.stands(), self.article
        lacks = prize_pays(self.rules, self.table.settings, SEVENS, SEVENS_PRIZES[-1]).pay(stake.cents) - pot
        if pot:
            await Move(self.place, own, pot, article)
        if lacks > 0:
            await self._house_pays(own, lacks, article)
        await Move(stake.place, own, stake.cents, article)

    @property
    def article(self) -> str:
        """By which it is won."""
        return self.rules.bets[SEVENS].prizes[SEVENS_PRIZES[-1]].article

    async def stands(self) -> int:
        """What has accumulated."""
        return await standing(SEVENS, self.article)

    async def _house_pays(self, to: str, cents: int, article: str) -> None:
        """The house pays into a place, the cage completing the float where it is short."""
        for move in cover(self.table, cents, self.rules.settlement.article):
            await move
        await Move(BANK, to, cents, article)


class OwnPot(Pot):
    """The first procedure's: a place of the table, which no other feeds."""

    place = POT

    async def stands(self) -> int:
        return self.table.places.get(POT, 0)
