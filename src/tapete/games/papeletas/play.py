"""Tickets at one price: sold and opened one after another, or sold, numbered and then drawn on the announced dates."""

from typing import NamedTuple

import msgspec

from tapete.engine.places import BANK, chips, stakes
from tapete.engine.requests import Announce, Drum, Move
from tapete.engine.round import Play
from tapete.engine.settlement import cover
from tapete.engine.stakes import Spot, Staking, take_stakes
from tapete.engine.table import Table
from tapete.engine.window import Closing, Refusal, Window
from tapete.games.papeletas.carry import OpenedLot
from tapete.games.papeletas.codes import Code
from tapete.games.papeletas.counter import Counter, Winning
from tapete.games.papeletas.rules import Rules, layout, programme
from tapete.games.papeletas.settle import kind_of
from tapete.money import Range


async def play(rules: Rules, table: Table[OpenedLot]) -> OpenedLot:
    """A sale of tickets, and what they win."""
    if rules.drawing.at_once:
        return await AtOnce(rules, table).play()
    return await Drawn(rules, table).play()


class Ticket(NamedTuple):
    """A ticket: whose it is, and its number."""

    who: str
    number: int


class Drawn:
    """Tickets with consecutive numbers, drawn after the sale on one date or on several."""

    def __init__(self, rules: Rules, table: Table[OpenedLot]) -> None:
        self.rules, self.table = rules, table
        self.programme = programme(rules, table.settings)
        self.tickets: list[Ticket] = []

    async def play(self) -> OpenedLot:
        """Every date of the programme; the tickets of earlier ones take part in later ones too."""
        for _ in range(self.programme.dates):
            await Announce("open")
            felt = layout(self.rules, self.table.settings)
            await take_stakes(self.rules, Staking(self.rules, self.table, felt, limits=self._room))
            await Announce("close")
            await self._number()
            if self.tickets:
                await self._draw()
            else:
                await Announce("empty")
        return self.table.carry

    def _room(self, who: str, spot: Spot) -> Range | Refusal:
        """What somebody may have in all: no more than is left of the tickets that were announced."""
        others = sum(stake.cents for stake in stakes(self.table.places) if stake.who != who)
        left = (self.programme.tickets - len(self.tickets)) * spot.limits.step - others
        if left < spot.limits.lo:
            return Refusal("all {count} tickets are sold", self.programme.article, count=self.programme.tickets)
        return spot.limits._replace(hi=min(spot.limits.hi, left))

    async def _number(self) -> None:
        """What was bought is paid for and numbered, one ticket after another."""
        for stake in list(stakes(self.table.places)):
            first, count = len(self.tickets) + 1, stake.cents // self.table.settings.minimum
            await Move(stake.place, BANK, stake.cents, self.rules.bets[stake.bet].article)
            self.tickets += [Ticket(stake.who, number) for number in range(first, first + count)]
            numbers = str(first) if count == 1 else f"{first}-{first + count - 1}"
            await Announce("sold", (stake.who, str(count), numbers))

    async def _draw(self) -> None:
        """A number for each prize, each number once."""
        out: list[int] = []
        for name, lot in self.programme.ranked:
            for _ in range(min(lot.count, len(self.tickets) - len(out))):
                number = int(await Drum(range(1, len(self.tickets) + 1), out, self.rules.drawing.article))
                out.append(number)
                who = self.tickets[number - 1].who
                await Announce("drawn", (name, str(number), who))
                if lot.cash:
                    await pay(self.table, who, lot.worth * self.table.settings.minimum, lot.article)


class AtOnce:
    """Tickets of a lot, each opened as it is bought."""

    def __init__(self, rules: Rules, table: Table[OpenedLot]) -> None:
        self.rules, self.table = rules, table
        self.programme = programme(rules, table.settings)
        whole = (
            len(table.carry.out) >= self.programme.tickets or max(table.carry.out, default=0) > self.programme.tickets
        )
        self.out = [] if whole else list(table.carry.out)
        self.points = dict(table.carry.points)
        self.counter = Counter(rules, table, self.programme.tickets - len(self.out))

    async def play(self) -> OpenedLot:
        """One act after another, until the counter closes; winning tickets that nobody brought are paid then."""
        rules = self.rules
        await Announce("open")
        window = Window("stakes", rules.article, self.counter, Closing(rules.calls["close"].article))
        while True:
            who, act = await window
            if act.do == "close":
                break
            if act.do == "validate":
                await self._validate(act.on)
            else:
                await Move(chips(who), BANK, act.cents, rules.bets[act.on].article)
                await self._open(who, act.cents // self.table.settings.minimum)
        for code in list(self.counter.waiting):
            await self._validate(code)
        await Announce("close")
        return msgspec.structs.replace(self.table.carry, out=tuple(self.out), points=self.points)

    async def _open(self, who: str, count: int) -> None:
        """Tickets are opened, one after another."""
        self.counter.sold(count)
        for _ in range(count):
            number = int(await Drum(range(1, self.programme.tickets + 1), self.out, self.rules.drawing.article))
            self.out.append(number)
            kind = kind_of(number, self.programme.counts)
            if kind < 0:
                await self._blank(who, number)
                continue
            name, lot = self.programme.ranked[kind]
            await Announce("drawn", (name, str(number), who))
            if lot.cash:
                await self._won(Winning(who, number, lot.worth * self.table.settings.minimum, lot.article))

    async def _won(self, winning: Winning) -> None:
        """A prize in money: paid at once, or once its code is validated."""
        if self.rules.codes is None:
            await pay(self.table, winning.who, winning.cents, winning.article)
            return
        check = await Code(self.rules.codes.digits, self.rules.codes.article)
        code = f"{winning.number}-{check}"
        self.counter.waiting[code] = winning
        await Announce("code", (winning.who, code))

    async def _validate(self, code: str) -> None:
        winning = self.counter.take(code)
        await Announce("validated", (code, winning.who))
        await pay(self.table, winning.who, winning.cents, winning.article)

    async def _blank(self, who: str, number: int) -> None:
        """A ticket without a prize, or with points towards one."""
        if self.rules.points is None:
            await Announce("sold", (who, "1", str(number)))
            return
        each, figure = self.rules.points.each, self.rules.points.figure
        has = self.points.get(who, 0) + each[number % len(each)]
        await Announce("points", (who, str(each[number % len(each)]), str(has)))
        if has >= figure:
            await Announce("reached", (who, str(figure)))
            has -= figure
        self.points[who] = has
        if not has:
            del self.points[who]


async def pay(table: Table[OpenedLot], who: str, cents: int, article: str) -> None:
    """A prize in money."""
    for move in cover(table, cents, article):
        await move
    await Move(BANK, chips(who), cents, article)


PLAY = Play(1, play, OpenedLot)
