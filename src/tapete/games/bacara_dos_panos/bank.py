"""The bank: named, sold or offered, left, broken; what lies in it and what it answers for."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from tapete.engine.places import banca, chips
from tapete.engine.requests import Announce, Lots, Move, Spin
from tapete.engine.table import Table
from tapete.engine.window import Closing, Window
from tapete.errors import Said
from tapete.games.bacara_dos_panos.offers import Bids, Broken, Holding, Naming
from tapete.games.bacara_dos_panos.rules import BANCA, Rules, is_open, term
from tapete.games.bacara_dos_panos.seats import Seats
from tapete.games.shared.bacara.taking import Taking
from tapete.money import Range, format_cents

Draw = Callable[[Sequence[str], str], Spin]


class Office(msgspec.Struct, frozen=True, omit_defaults=True):
    """What outlives a coup: who is the bank, or who left it.

    `deposit` is what was put up at first, `put` what was in all, `dealt` whether a coup was dealt, `shoes` from how
    many this banker dealt. `barred` are those who won and withdrew from this shoe. `holds` is what lay in the bank when
    the last coup was over: who leaves the table takes it along.
    """

    who: str = ""
    deposit: int = 0
    put: int = 0
    dealt: bool = False
    shoes: int = 0
    left: str = ""
    barred: list[str] = msgspec.field(default_factory=list)
    holds: int = 0

    def people(self) -> Iterator[str]:
        """The players that it names."""
        yield from filter(None, (self.who, self.left, *self.barred))

    def impossible(self) -> str | None:
        """Why no coup can have handed this on, if none can."""
        below = min(self.deposit, self.put, self.shoes, self.holds) < 0
        free = not self.who and (self.dealt or self.shoes or self.holds)
        had = bool(self.who or self.left)
        if below or free or (self.who and self.left) or had != (self.deposit > 0) or self.put < self.deposit:
            return Said("nobody can have left such a bank")
        return None

    def beside(self, places: Mapping[str, int], players: Sequence[str]) -> str | None:
        """Why it cannot have held so much beside what lies there; who has left the table has taken it along."""
        if self.holds and self.who in players and places.get(banca(self.who), 0) != self.holds:
            return Said("nobody can have left such a bank")
        return None


class Bank:
    """The bank during a coup. `fresh`: a new shoe begins before the next one is dealt."""

    def __init__(
        self, rules: Rules, table: Table[Any], seats: Seats, held: Office, *, new_shoe: bool, lots: Draw = Lots
    ) -> None:
        self.rules, self.table, self.seats, self.new_shoe, self.lots = rules, table, seats, new_shoe, lots
        self.who, self.dealt, self.shoes = held.who, held.dealt, held.shoes
        self.deposit, self.put = held.deposit, held.put
        self.left, self.barred = held.left, [] if new_shoe else list(held.barred)
        self.taken_along = held.holds
        self.open = is_open(rules, table.settings)
        self.fresh = False

    # What it holds

    @property
    def amount(self) -> int:
        """What lies in the bank."""
        return self.table.places.get(banca(self.who), 0)

    @property
    def least(self) -> int:
        """The least that may be put up."""
        return self.table.settings.least(BANCA)

    @property
    def cap(self) -> int | None:
        """The most that may be put up; winnings may take it beyond."""
        return None if self.open else self.table.settings.maximum[BANCA]

    def purse(self, who: str) -> int:
        """What somebody has to put up."""
        return self.table.places.get(chips(who), 0)

    def room(self, who: str, least: int) -> Range | None:
        """What somebody may put up from some least on; nothing where it is out of reach."""
        hi = self.purse(who) if self.cap is None else min(self.purse(who), self.cap)
        return Range(least, hi, self.table.settings.chip).floor() if hi >= least else None

    # Whose it is

    async def adjudicate(self) -> bool:
        """Whether somebody deals a coup: the banker, or who takes the bank after him. Else the round is over."""
        if self.who and self.who not in self.table.players:
            await self.leave()
        elif self.who and not self.amount:
            await self.broken()
        elif self.who and not await self.goes_on():
            await self.leave()
        if not self.who:
            await self.find()
        deals = bool(self.who) and (self.new_shoe or not self.fresh)
        if deals and (self.new_shoe or not self.shoes):
            self.shoes += 1
        return deals

    async def find(self) -> None:
        """Offers a bank that was left for what was put up at first; then, or where there was none, it is sold."""
        if self.left and await self.offer():
            return
        await self.auction()
        if not self.who:
            await Announce("nobody")
            self.left, self.deposit, self.put = "", 0, 0
        self.fresh = True

    async def goes_on(self) -> bool:
        """Whether the banker deals on."""
        window = Window("banker", self.rules.bank.left.article, Holding(self))
        while True:
            who, act = await window
            if act.do in ("go-on", "leave"):
                return act.do == "go-on"
            for effect in window.perform(who, act):
                await effect

    async def broken(self) -> None:
        """Nothing is left: the banker puts up as much again or more, with a new shoe if he likes, or leaves."""
        await Announce("broken")
        who, act = await Window("broken", self.rules.bank.broken.article, Broken(self))
        if act.do == "leave":
            await self.leave()
            return
        self.fresh = act.do == "deposit-new-shoe" and not self.new_shoe
        await self.puts(who, act.cents, self.rules.bank.broken.article)
        await Announce("banker", (who, str(format_cents(act.cents))))

    async def offer(self) -> bool:
        """Offers the bank to all others by their numbers, for what was put up at first. Whether anybody takes it."""
        article, amount = self.rules.bank.offered.article, self.deposit
        for who in self.seats.everybody:
            if who == self.left or who in self.barred or self.purse(who) < amount:
                continue
            await Announce("offer", (who, str(format_cents(amount))))
            _, act = await Window("offer", article, Taking(who, Range(amount, amount, 1), article))
            if act.do == "take":
                await self.take(who, amount, article)
                return True
        return False

    async def auction(self) -> None:
        """Sells the bank to who bids most, by lot between equals; the inspector may name who has it already."""
        article = self.rules.bank.auction.article
        await Announce("auction")
        bids = Bids(self)
        window = Window("auction", article, bids, Naming(self, bids), Closing(article))
        while True:
            who, act = await window
            if act.do == "close":
                break
            if act.do == "name":
                if await self.named(act.on):
                    return
                continue
            for effect in window.perform(who, act):
                await effect
        if bids.best:
            await self.take(await self.drawn(bids.best), bids.amount, article)

    async def named(self, who: str) -> bool:
        """The bank was adjudicated to somebody before: whether they take it."""
        article, room = self.rules.bank.announced.article, self.room(who, self.least)
        assert room is not None
        await Announce("offer", (who, str(format_cents(room.lo))))
        _, act = await Window("offer", article, Taking(who, room, article))
        if act.do == "take":
            await self.take(who, act.cents, article)
        return act.do == "take"

    async def drawn(self, names: Sequence[str]) -> str:
        """One of several, by lot."""
        if len(names) == 1:
            return names[0]
        drawn = await self.lots(names, self.rules.bank.lots.article)
        await Announce("lots", (drawn,))
        return drawn

    async def take(self, who: str, cents: int, article: str) -> None:
        """Somebody becomes the bank, and sits between both cloths."""
        self.who, self.deposit, self.put, self.dealt, self.shoes, self.left = who, cents, 0, False, 0, ""
        self.seats.leaves(who)
        await self.puts(who, cents, article)
        await Announce("banker", (who, str(format_cents(cents))))

    async def puts(self, who: str, cents: int, article: str) -> None:
        """The banker puts chips up."""
        self.put += cents
        await Move(chips(who), banca(who), cents, article)

    async def leave(self) -> None:
        """The banker leaves the bank, says what he takes with him, and sits down; who has won is barred from it."""
        who = self.who
        amount = self.amount if who in self.table.players else self.taken_along
        await Announce("leaves", (who, str(format_cents(amount))))
        await self.give_back(self.rules.bank.left.article)
        if amount > self.put:
            self.barred.append(who)
        self.who, self.dealt, self.shoes, self.left = "", False, 0, who
        if who in self.table.players:
            self.seats.arrives(who)

    async def give_back(self, article: str) -> None:
        """What lies in the bank goes back to whose it is."""
        if self.who and self.amount:
            await Move(banca(self.who), chips(self.who), self.amount, article)

    @property
    def over(self) -> bool:
        """Whether the shoes for which the bank was adjudicated have been dealt."""
        return self.shoes >= term(self.rules, self.table.settings)

    @property
    def held(self) -> Office:
        """What to hand on."""
        return Office(
            self.who, self.deposit, self.put, self.dealt, self.shoes, self.left, self.barred, holds=self.holds
        )

    @property
    def holds(self) -> int:
        """What lies in the bank that is handed on."""
        return self.amount if self.who else 0
