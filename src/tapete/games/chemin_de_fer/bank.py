"""The bank: who has it, to whom it is offered, how it is sold, what it holds and what lies in its garage."""

from collections.abc import Sequence
from typing import Any

import msgspec

from tapete.engine.places import banca, chips, garage
from tapete.engine.requests import Announce, Move
from tapete.engine.table import Table
from tapete.engine.window import Choose, Closing, Window, take
from tapete.games.chemin_de_fer.offers import Bids, Holding, Offered, Partnering
from tapete.games.chemin_de_fer.office import Office
from tapete.games.chemin_de_fer.rules import BANCA, Rules, most
from tapete.games.chemin_de_fer.seats import Seats
from tapete.games.chemin_de_fer.settle import given, shares
from tapete.games.shared.bacara.taking import Taking
from tapete.law.rulebook import Section
from tapete.money import Range, format_cents

ACCEPTS, CEDES = "aceptar", "ceder-la-plaza"


class Bank:
    """The bank during a coup."""

    def __init__(self, rules: Rules, table: Table[Any], seats: Seats, held: Office) -> None:
        self.rules, self.table, self.seats = rules, table, seats
        self.who, self.partners = held.who, [who for who in held.partners if who in table.players]
        self.dealt, self.won = held.dealt, held.won
        self.before = held
        self.bought, self.last_seated = held.bought, held.seated
        self.waived = False

    # What it holds

    @property
    def members(self) -> list[str]:
        """The banker and his partners."""
        return [self.who, *self.partners]

    @property
    def amount(self) -> int:
        """What the bank plays."""
        return sum(self.table.places.get(banca(who), 0) for who in self.members)

    @property
    def least(self) -> int:
        """The least that a bank may be."""
        return self.table.settings.least(BANCA)

    @property
    def lowest(self) -> int:
        """The least that the banker leaves in it: all, if he keeps it in a new shoe for what it was."""
        return self.amount if self.seats.new_shoe and self.dealt else self.least

    @property
    def cap(self) -> int | None:
        """The most that it may be."""
        return most(self.rules, self.table.settings)

    @property
    def put_away(self) -> int:
        """What lies in its garage."""
        return sum(self.table.places.get(garage(who), 0) for who in self.members)

    @property
    def former(self) -> str:
        """Who made banco against the banker who passed the hand, if this bank is higher and has not yet been dealt."""
        before = self.before
        higher = before.passed and not self.dealt and self.amount > before.amount
        return before.bancos[0] if higher and before.bancos else ""

    def purse(self, who: str) -> int:
        """What somebody has to put up."""
        return self.table.places.get(chips(who), 0)

    def room(self, who: str, least: int) -> Range | None:
        """What somebody may put up from some least on; nothing where it is out of reach."""
        step = self.table.settings.chip
        hi = self.purse(who) if self.cap is None else min(self.purse(who), max(self.cap, least))
        return Range(least, hi, step).floor() if hi >= least else None

    # Whose it is

    async def adjudicate(self) -> None:
        """The banker goes on, or another takes the bank; in the end nobody may have it."""
        if self.who and self.who not in self.table.players:
            await self.leave(passed=True, amount=self.taken_along)
        elif self.who and not await self.goes_on():
            await self.leave(passed=True)
        if self.seats.new_shoe and not self.who:
            self.before = Office()
        barred = list(self.before.barred)
        to_all = True
        while not self.who:
            if not await (self.offer(barred) if to_all else self.auction(barred, barred)):
                await Announce("nobody")
                return
            if not await self.goes_on():
                barred.append(self.who)
                await self.give_back(self.rules.bank.once.article)
                self.who, to_all = "", False

    async def goes_on(self) -> bool:
        """Whether the banker deals; first he may raise the bank, put winnings away, take partners."""
        holding = Holding(self)
        window = Window("banker", self.rules.bank.raised.article, holding, Partnering(self, holding))
        while True:
            await self.improper()
            who, act = await window
            if act.do in ("go-on", "pass"):
                return act.do == "go-on"
            for effect in window.perform(who, act):
                await effect

    async def offer(self, barred: Sequence[str]) -> bool:
        """Offers the bank by turn, to who stands, to who left it; then it is sold. Whether anybody has it."""
        before, seats, article = self.before, self.seats, self.turn.article
        least = max(self.least, before.amount if before.passed else 0)
        standing = [who for who in seats.order(before.origin) if who in seats.standing and who != before.left]
        for who in seats.right_of(before.origin):
            if who in seats.bound:
                seats.bound.remove(who)
            elif who != self.ceding and who in seats.seated and await self.offered(who, least, article):
                return True
        for who in standing:
            if self.stands(who) and await self.offered(who, least, self.rules.bank.standing.article):
                return True
        if before.left in self.table.players and await self.retaken():
            return True
        return await self.auction(barred, [*barred, before.left])

    @property
    def taken_along(self) -> int:
        """What a banker left the bank with who left the table: as who passes the hand, he abandoned so much."""
        return self.before.holds

    def stands(self, who: str) -> bool:
        """Whether somebody who stood when the bank was first offered still does: a seat may have fallen to them."""
        return who in self.seats.standing

    @property
    def ceding(self) -> str:
        """Who left the bank and has no turn of his own; who lost a bought one has, where the shoe is back with him."""
        return self.before.left if self.before.left == self.before.origin else ""

    @property
    def turn(self) -> Section:
        """Why the bank is offered to whom it is offered first."""
        before, rule = self.before, self.rules.bank
        elsewhere = rule.after if before.passed else rule.returns
        return rule.first if not before.left else rule.ceded if before.origin == before.left else elsewhere

    async def offered(self, who: str, least: int, article: str) -> bool:
        """One person is offered the bank; who sits and refuses it may lose the seat. Whether they take it."""
        room = self.room(who, least)
        if room is None:
            return False
        await Announce("offer", (who, str(format_cents(least))))
        _, act = await Window("offer", article, Offered(self, who, room, article))
        if act.do == "take":
            await self.take(who, act.cents, article)
            return True
        if act.do == "absent":
            self.seats.lose(who)
            await Announce("seat", (who,))
        elif who in self.seats.seated and self.seats.refuse(who):
            await Announce("seat", (who,))
        return False

    async def retaken(self) -> bool:
        """Who left the bank may take it again for the same amount."""
        who, article = self.before.left, self.rules.bank.standing.article
        amount = max(self.least, self.before.amount)
        if self.purse(who) < amount:
            return False
        await Announce("offer", (who, str(format_cents(amount))))
        _, act = await Window("offer", article, self.again(who, Range(amount, amount, 1), article))
        if act.do == "take":
            await self.take(who, amount, article)
        return act.do == "take"

    def again(self, who: str, room: Range, article: str) -> Taking:
        """The bank is offered to who left it: it is nobody's turn, which could be missed by being away."""
        return Taking(who, room, article)

    async def auction(self, barred: Sequence[str], out: Sequence[str]) -> bool:
        """Sells the bank to who bids most; if nobody does, the neighbour must have it. Whether anybody has it.

        Out of it is the banker whose bank it was; where the next one would not deal, only one who had passed the hand.
        """
        article = self.rules.bank.auction.article
        await Announce("auction")
        bids = Bids(self, self.bidders(out), barred)
        await take(Window("auction", article, bids, Closing(article)))
        if bids.best:
            await self.take(bids.best, bids.amount, article)
            return True
        return await self.forced()

    def bidders(self, out: Sequence[str]) -> list[str]:
        """Who may bid, by priority: who left the bank comes last."""
        origin = self.before.origin
        return [who for who in (*self.seats.order(origin), origin) if who in self.table.players and who not in out]

    async def forced(self) -> bool:
        """Who sits to the right takes the bank for the minimum, or gives the seat up."""
        article = self.rules.bank.forced.article
        for who in self.seats.right_of(self.before.origin):
            if who == self.ceding or self.purse(who) < self.least or who not in self.seats.seated:
                continue
            _, act = await Choose(who, BANCA, (ACCEPTS, CEDES), ACCEPTS, article)
            if act.on == ACCEPTS:
                await self.take(who, self.least, article)
                return True
            self.seats.lose(who)
            await Announce("seat", (who,))
        return False

    async def take(self, who: str, cents: int, article: str) -> None:
        """Somebody becomes the bank."""
        before = self.before
        self.who, self.partners, self.dealt, self.won = who, [], False, 0
        sat = before.left if before.left in self.seats.seated else self.last_seated
        self.bought = sat if before.passed else ""
        if who in self.seats.seated:
            self.last_seated = who
            self.seats.refused.pop(who, None)
        await Move(chips(who), banca(who), cents, article)
        await Announce("banker", (who, str(format_cents(cents))))

    async def leave(self, *, passed: bool, bancos: Sequence[str] = (), amount: int | None = None) -> None:
        """The banker leaves the bank, freely or for having lost: all that is his and his partners' goes back."""
        held = self.amount if amount is None else amount
        await self.give_back(self.rules.bank.ceded.article)
        self._vacate(passed=passed, amount=held, bancos=bancos or (self.before.bancos if passed else ()))

    async def give_back(self, article: str) -> None:
        """What lies in the bank and its garage goes back to whose it is."""
        for who in self.members if self.who else ():
            for place in (banca(who), garage(who)):
                if cents := self.table.places.get(place, 0):
                    await Move(place, chips(who), cents, article)

    def _vacate(self, *, passed: bool, amount: int, bancos: Sequence[str] = ()) -> None:
        """Nobody has the bank: right of whom it is offered goes by how it was had and left."""
        own = self.who if self.who in self.seats.seated else self.last_seated
        origin = own if passed or not self.bought else self.bought
        barred = self.members if passed and self.who else []
        self.before = Office(
            left=self.who,
            origin=origin,
            amount=amount,
            passed=passed and bool(self.who),
            barred=barred,
            bancos=[*bancos],
        )
        self.who, self.partners, self.dealt, self.won, self.bought = "", [], False, 0, ""

    # The garage

    async def improper(self) -> None:
        """What is above the most that a bank may be is put away."""
        article = self.rules.garage.improper.article
        if self.cap is not None and self.amount > self.cap:
            await self.put(self.amount - self.cap, article)

    async def obligatory(self, staked: int) -> None:
        """What nobody plays against is put away, unless the banker plays all he has."""
        article = self.rules.garage.obligatory.article
        if not self.waived and self.amount > staked:
            await self.put(self.amount - staked, article)

    async def put(self, cents: int, article: str) -> None:
        """So much goes into the garage, of each member in proportion."""
        for move in self.putting(cents, article):
            await move

    def putting(self, cents: int, article: str) -> list[Move]:
        """The moves of that."""
        parts = [self.table.places.get(banca(who), 0) for who in self.members]
        each = zip(self.members, given(cents, parts), strict=True)
        return [Move(banca(who), garage(who), share, article) for who, share in each if share]

    def all_goes(self) -> list[Move]:
        """Everything in the garage is played."""
        article = self.rules.garage.waived.article
        garages = [(who, self.table.places.get(garage(who), 0)) for who in self.members]
        return [Move(garage(who), banca(who), cents, article) for who, cents in garages if cents]

    # The coup

    async def pool(self) -> list[int]:
        """The partners' money is the banker's for a coup: what each put up."""
        parts = [self.table.places.get(banca(who), 0) for who in self.members]
        for who, cents in zip(self.partners, parts[1:], strict=True):
            if cents:
                await Move(banca(who), banca(self.who), cents, self.rules.bank.partner.article)
        return parts

    async def share_out(self, parts: Sequence[int]) -> None:
        """What the coup left is everybody's in proportion to what they put up."""
        left = self.table.places.get(banca(self.who), 0)
        for who, cents in zip(self.partners, shares(left, parts)[1:], strict=True):
            if cents:
                await Move(banca(self.who), banca(who), cents, self.rules.bank.partner.article)

    @property
    def held(self) -> Office:
        """What to hand on."""
        if not self.who:
            return msgspec.structs.replace(self.before, seated=self.last_seated)
        return msgspec.structs.replace(
            self.before,
            who=self.who,
            partners=self.partners,
            dealt=self.dealt,
            won=self.won,
            bought=self.bought,
            seated=self.last_seated,
            holds=self.holds,
        )

    @property
    def holds(self) -> int:
        """What lies in the bank that is handed on."""
        return self.amount
