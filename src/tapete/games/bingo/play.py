"""Bingo: cards are sold, balls come out one after another, the first line is paid and then the first full card."""

from collections import Counter
from collections.abc import Sequence

import msgspec

from tapete.engine.meter import standing
from tapete.engine.places import BANK, chips, meter, stakes
from tapete.engine.requests import Announce, Drum, Move
from tapete.engine.round import Play
from tapete.engine.settlement import cover
from tapete.engine.stakes import Spot, Staking, take_stakes
from tapete.engine.table import Table
from tapete.engine.window import Refusal, Window
from tapete.games.bingo.carry import Room
from tapete.games.bingo.hall import Hall, Held
from tapete.games.bingo.rules import (
    ADDED,
    BALL,
    BY_HAND,
    CATEGORY,
    MACHINE,
    SINGING,
    Rules,
    cards_in_book,
    layout,
    split,
)
from tapete.games.bingo.settle import BINGO, LINE, prize, shared
from tapete.games.bingo.singing import Caller, Singing, sung
from tapete.money import Range, format_cents


async def play(rules: Rules, table: Table[Room]) -> Room:
    """One game; what has accumulated is won whether or not more is set aside now."""
    return await play_as(Game, rules, table)


async def play_1(rules: Rules, table: Table[Room]) -> Room:
    """One game, as it was played when nobody won what had accumulated once nothing more was set aside."""
    return await play_as(FirstGame, rules, table)


async def play_as(kind: "type[Game]", rules: Rules, table: Table[Room]) -> Room:
    """One game: from the sale of the cards to the bingo."""
    await Announce("open")
    await take_stakes(rules, Staking(rules, table, layout(rules, table.settings), limits=Counters(rules, table).room))
    await Announce("close")
    hall = Hall(rules, table)
    if not hall.cards:
        await Announce("empty")
        return table.carry
    game = kind(rules, table, hall)
    await game.sell()
    while not await game.ball():
        pass
    return msgspec.structs.replace(table.carry, next=hall.next)


class Counters:
    """What is left to sell: cards of the book, and auxiliary machines of a room of this category."""

    def __init__(self, rules: Rules, table: Table[Room]) -> None:
        self.rules, self.table = rules, table

    def room(self, who: str, spot: Spot) -> Range | Refusal:
        """What somebody may have on a spot in all."""
        lying = list(stakes(self.table.places))
        players = {stake.who for stake in lying if stake.bet == MACHINE}
        machines = self.rules.machines[self.rules.option(self.table.settings, CATEGORY)]
        if spot.id == MACHINE and who not in players and len(players) >= machines.most:
            return Refusal("the room has {most} machines, and all are played", machines.article, most=machines.most)
        others = sum(stake.cents for stake in lying if (stake.who, stake.bet) != (who, spot.id))
        left = cards_in_book(self.rules) * self.table.settings.minimum - others
        if left < spot.limits.lo:
            return Refusal("every card of the book is sold", self.rules.equipment.book.article)
        return spot.limits._replace(hi=min(spot.limits.hi, left))


class Game:
    """A game under way: the prizes, and whether the line is still open."""

    def __init__(self, rules: Rules, table: Table[Room], hall: Hall) -> None:
        self.rules, self.table, self.hall = rules, table, hall
        shares = split(rules, table.settings)
        self.prizes = {what: prize(hall.sales, share) for what, share in zip((LINE, BINGO), shares, strict=True)}
        self.line_open = True
        self.by_hand = rules.option(table.settings, SINGING) == BY_HAND

    async def sell(self) -> None:
        """The cards are paid for and identified, and what they are played for is announced."""
        for sale in self.hall.sold:
            article = self.rules.bets[sale.spot].article
            await Move(f"felt/{sale.who}/{sale.spot}", BANK, sale.cents, article)
            await Announce("sold", (sale.who, str(sale.cards), self.hall.identified(sale)))
        await Announce("prizes", tuple(str(format_cents(cents)) for cents in self.prizes.values()))
        if self.rules.accumulated:
            fed = prize(self.hall.sales, int(self.rules.option(self.table.settings, ADDED)))
            if fed:
                await Move(BANK, meter(ADDED), fed, self.rules.accumulated.article)

    async def ball(self) -> bool:
        """The next ball, what is sung at it and what is paid for it; whether the game is over."""
        drum = self.rules.equipment
        ball = await Drum(range(1, drum.balls + 1), self.hall.out, drum.article)
        self.hall.call(int(ball))
        await Announce("ball", (ball, str(len(self.hall.out))))
        claims = await (self._sung_by_hand() if self.by_hand else self._sing_themselves())
        if claims[BINGO] and self.line_open and not claims[LINE]:
            claims[LINE] = [held for held in claims[BINGO] for _ in held.lines]
        if self.line_open and claims[LINE]:
            self.line_open = False
            await self._pay(LINE, claims[LINE])
        if not claims[BINGO]:
            if not self.by_hand:
                await self._pause()
            return False
        await self._pay(BINGO, claims[BINGO])
        await self._accumulated(claims[BINGO])
        return True

    async def _sing_themselves(self) -> dict[str, list[Held]]:
        """Cards on screens sing what is complete."""
        claims = {what: self.hall.complete(what) for what in (LINE, BINGO)}
        if not self.line_open:
            claims[LINE] = []
        for what in (LINE, BINGO):
            for held in dict.fromkeys(claims[what]):
                await sung(self.hall, what, held)
        return claims

    async def _pause(self) -> None:
        """Until the caller takes the next ball."""
        await Window("sing", self.rules.equipment.article, Caller(self.rules.equipment.article))

    async def _sung_by_hand(self) -> dict[str, list[Held]]:
        """Players sing until the caller goes on; once every ball is out, the control table sings for all."""
        singing = Singing(self.hall, self.line_open)
        window = Window("sing", self.rules.equipment.article, singing, Caller(self.rules.equipment.article))
        while True:
            who, act = await window
            if act.do == "next":
                break
            for effect in window.perform(who, act):
                await effect
        if len(self.hall.out) == self.rules.equipment.balls and not singing.claims[BINGO]:
            singing.claims[BINGO] = self.hall.complete(BINGO)
        return singing.claims

    async def _pay(self, what: str, winners: Sequence[Held]) -> None:
        """A prize is parted among the combinations that win it."""
        each, rest = shared(self.prizes[what], len(winners))
        article = self.rules.prizes[what].article if len(winners) == 1 else self.rules.sharing.article
        noted = f"{rest}/{len(winners)}" if rest else ""
        for who, count in Counter(held.who for held in winners).items():
            for move in cover(self.table, each * count, article):
                await move
            if each:
                await Move(BANK, chips(who), each * count, article, noted)

    async def _offered(self, article: str) -> int | None:
        """What has accumulated, if there is anything to be won."""
        return await standing(ADDED, article) or None

    async def _accumulated(self, winners: Sequence[Held]) -> None:
        """Bingo by the ball that the house has announced wins what has accumulated."""
        rule = self.rules.accumulated
        if rule is None:
            return
        last, article = int(self.rules.option(self.table.settings, BALL)), rule.linked.article
        if len(self.hall.out) > last:
            return
        stands = await self._offered(article)
        if stands is None:
            return
        each, rest = shared(stands, len(winners))
        noted = f"{rest}/{len(winners)}" if rest else ""
        for who, count in Counter(held.who for held in winners).items():
            await Announce("accumulated", (who, str(len(self.hall.out))))
            if each:
                await Move(meter(ADDED), chips(who), each * count, rule.article, noted)


class FirstGame(Game):
    """The first procedure's: what stands at nothing is announced too, and nothing once no more is set aside."""

    async def _offered(self, article: str) -> int | None:
        return await standing(ADDED, article) if int(self.rules.option(self.table.settings, ADDED)) else None


PLAY = Play(2, play, Room, earlier=(Play(1, play_1, Room),))
