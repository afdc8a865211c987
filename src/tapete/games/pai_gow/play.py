"""Pai gow: one hand, from the offer of the bank to the last payment."""

from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple, TypeVar

from tapete.engine.carry import Carry as EveryCarry
from tapete.engine.last import LastHands
from tapete.engine.places import BANK, COMMISSION, Stake, banca, chips, felt
from tapete.engine.requests import Announce, Move, Roll, Shift
from tapete.engine.round import Play, Reported
from tapete.engine.sealed import Stock
from tapete.engine.settings import Settings
from tapete.engine.settlement import HOUSE, Banker, Due, cover, player_bank, settle
from tapete.engine.stakes import take_stakes
from tapete.engine.table import Table
from tapete.engine.window import Window
from tapete.games.pai_gow.hands import Parted, bank_part, part
from tapete.games.pai_gow.offers import Boxes, Setting, TakingTheBank
from tapete.games.pai_gow.rules import (
    BET,
    COUNTED,
    COVERED,
    FUND_ALONE,
    HAND,
    HOUSE_STAKE,
    LEAST,
    LOSES,
    OCCUPIED,
    REACH,
    RECTIFIED,
    Rules,
    most_cards,
    share,
    unit,
)
from tapete.games.pai_gow.settle import LOST, NULL, WON, commission, stand
from tapete.games.shared.mano.asking import asked, noted
from tapete.games.shared.mano.lying import lying
from tapete.money import format_cents

CROUPIER = "crupier"
CALLED = {LOST: "pérdida", NULL: "partida nula", WON: "ganancia"}

A = TypeVar("A")


class Carry(EveryCarry, frozen=True, omit_defaults=True):
    """What outlives a hand: who was the bank or passed since the croupier had it."""

    had: tuple[str, ...] = ()

    def people(self) -> Sequence[str]:
        return self.had


class Ended(NamedTuple):
    """What comes of a hand, and the article of its case."""

    end: int
    article: str


async def play(rules: Rules, table: Table[Carry]) -> Carry:
    """One hand."""
    return await one_hand(rules, table, Coup)


async def one_hand(rules: Rules, table: Table[Carry], counted: type["Coup"]) -> Carry:
    """One hand, with the places counted as this procedure does or an earlier one."""
    last = LastHands(rules, table.carry)
    banker, had = await offer_bank(rules, table)
    await Announce("bank", (banker or CROUPIER,))
    await Announce("open")
    boxes = Boxes(rules, table, banker)
    await take_stakes(rules, boxes, last)
    await Announce("close")
    coup = counted(rules, table, banker, boxes.playing())
    if coup.players or (banker and coup.house_stake):
        await coup.throw()
        await coup.cover()
        await coup.deal()
        await coup.part()
        await coup.show()
        await coup.settle()
    await coup.end_bank()
    return Carry(table.carry.after(last.announced), had)


async def offer_bank(rules: Rules, table: Table[Carry]) -> tuple[str, tuple[str, ...]]:
    """The bank goes to the first who takes it of those whose turn it still is, or else to the croupier.

    With it comes who has had their turn, nobody once the croupier has the bank.
    """
    had = list(table.carry.had)
    for who in round_the_table(rules, table.players):
        offer = TakingTheBank(rules, table, who)
        if who in had or table.places.get(chips(who), 0) < offer.least:
            continue
        had.append(who)
        window = Window(f"choose:{who}:banca", offer.article, offer)
        _, act = await window
        for move in window.perform(who, act):
            await move
        if act.do == "bank":
            return who, tuple(had)
    return "", ()


def round_the_table(rules: Rules, players: Sequence[str]) -> list[str]:
    """The players the way of the deal; as they sit from the croupier's left it goes with the clock."""
    return list(players) if rules.dealing.clockwise else list(reversed(players))


def from_the_dice(places: Sequence[str], occupied: Sequence[str], banker: str, total: int) -> list[str]:
    """Those with a hand, beginning where the count ends: the banker is one, and an empty place passes to the next.

    >>> from_the_dice(["crupier", "ana", "luis"], ["crupier", "luis"], "crupier", 5)
    ['luis', 'crupier']
    """
    at = (places.index(banker) + total - 1) % len(places)
    return [place for place in (*places[at:], *places[:at]) if place in occupied]


class Coup:
    """What the steps of a hand share: who is the bank, who plays, the cards."""

    def __init__(self, rules: Rules, table: Table[Carry], banker: str, players: Sequence[str]) -> None:
        self.rules, self.table, self.banker, self.players = rules, table, banker, players
        self.order: list[str] = []
        self.slots: dict[str, list[str]] = {}
        self.low: dict[str, tuple[str, ...]] = {}
        self.hands: dict[str, Parted] = {}
        self.house_foul = False
        self.net = 0

    @property
    def house_stake(self) -> int:
        """What the croupier's hand stakes against a player who is the bank."""
        staked = self.rules.option(self.table.settings, HOUSE_STAKE) == LEAST
        return self.table.settings.minimum if staked else 0

    # Dice and cards

    async def throw(self) -> None:
        """Three dice decide who gets the first hand."""
        rules = self.rules
        dice = await Roll(rules.dice, rules.equipment.dice.article)
        occupied = [*self.players, *([self.banker] if self.banker else []), CROUPIER]
        places = [CROUPIER, *self.places()]
        if rules.option(self.table.settings, COUNTED) == OCCUPIED:
            places = [place for place in places if place in occupied]
        self.order = from_the_dice(places, occupied, self.banker or CROUPIER, sum(dice))
        await Announce("dice", (str(sum(dice)), self.order[0]))

    def places(self) -> list[str]:
        """The players' places the way of the deal; those that nobody has are the last from the croupier's left."""
        return round_the_table(self.rules, [*self.table.players, *self.empty])

    @property
    def empty(self) -> list[str]:
        """The places that nobody has."""
        return [""] * ((self.rules.players.seats or 0) - len(self.table.players))

    async def cover(self) -> None:
        """Where a player's bank covers stakes beforehand, from the dice on: what it does not reach is not in play."""
        if not self.banker or self.rules.option(self.table.settings, REACH) != COVERED:
            return
        article, left = self.rules.options[REACH].article, self.table.places[banca(self.banker)] - self.house_stake
        for who in [who for who in self.order if who in self.players]:
            staked = lying(self.table, who, BET)
            over = max(staked - left, 0)
            left -= staked - over
            if over:
                await Move(felt(who, BET), chips(who), over, article)
                await Announce("short", (who, str(format_cents(over))))
        self.players = [who for who in self.players if lying(self.table, who, BET)]
        self.order = [who for who in self.order if who in (*self.players, self.banker, CROUPIER)]

    async def deal(self) -> None:
        """Hands of seven cards, face down; what is left over is counted."""
        for who in self.order:
            looks, by = "" if who == CROUPIER else who, self.rules.dealing.made.article
            self.slots[who] = [await self.table.deck.down(f"mano/{who}", looks, by) for _ in range(HAND)]
        await Announce("left", (str(self.table.deck.left.total - HAND * len(self.order)),))

    async def part(self) -> None:
        """All players part their cards, the bank among them, before the croupier sees his."""
        left = {who: slots for who, slots in self.slots.items() if who != CROUPIER}
        article = self.rules.hands.above.article
        while left:
            who, act = await self.heed(lambda: Window("manos", article, Setting(left, article)))
            await self.lay(who, act.slots)
            del left[who]

    async def lay(self, who: str, low: Sequence[str]) -> None:
        """Two cards as the low hand, the others as the high one."""
        self.low[who] = tuple(low)
        for slot in self.slots[who]:
            await Shift(slot, f"mano/{who}", f"baja/{who}" if slot in low else f"alta/{who}")

    async def show(self) -> None:
        """The croupier's cards are turned over and set; then the bank's, then everybody's from the dice on."""
        slots = self.slots[CROUPIER]
        cards = [await self.turn(slot, self.rules.bank.sees.article) for slot in slots]
        await self.lay(CROUPIER, [slots[at] for at in bank_part(self.rules, cards)])
        first = [CROUPIER, *([self.banker] if self.banker else [])]
        for who in (*first, *(who for who in self.order if who not in first)):
            faces = [await self.turn(slot, self.rules.bank.next.article) for slot in self.slots[who]]
            low = [at for at, slot in enumerate(self.slots[who]) if slot in self.low[who]]
            self.hands[who] = part(self.rules, faces, low)
            await self.call(who)

    async def turn(self, slot: str, article: str) -> int:
        """Turns a card over."""
        return await self.heed(lambda: self.table.deck.show(slot, article))

    async def call(self, who: str) -> None:
        """Somebody's two hands are called."""
        hand, text = self.hands[who], self.table.deck.text
        await Announce("hands", (who, *map(text, hand.high_cards), *map(text, hand.low_cards)))

    # What goes wrong

    async def heed(self, wanted: Callable[[], Awaitable[A]]) -> A:
        """Asks until there is an answer; what is reported meanwhile is seen to, or voids the hand."""
        return await asked(wanted, self.remedy)

    async def remedy(self, report: Reported) -> None:
        """A house's hand that is badly made loses, or is put right; other breaches void the hand or are noted."""
        if report.rule.remedy not in (LOSES, RECTIFIED):
            await noted(report)
            return
        self.house_foul = report.rule.remedy == LOSES and self.rules.foul.croupier_too
        await Announce("house")

    # The payments

    async def settle(self) -> None:
        """Against a player who is the bank the croupier's hand is compared first; then one client after another."""
        if self.banker:
            await self.settle_house()
        for who in self.order:
            if who in self.players:
                await self.pay(who, self.compare(who, self.banker or CROUPIER))

    def foul(self, who: str) -> bool:
        """Whether somebody's hands are badly made."""
        return self.hands[who].foul or (who == CROUPIER and self.house_foul)

    def compare(self, who: str, banker: str) -> Ended:
        """What comes of somebody's hands against the banker's; no foul hand wins."""
        if self.foul(who):
            return Ended(LOST, self.rules.foul.article)
        if self.foul(banker):
            return Ended(WON, self.rules.foul.article)
        mine, bank = self.hands[who], self.hands[banker]
        at = 3 * stand(mine.high, bank.high) + stand(mine.low, bank.low)
        return Ended(self.rules.table[at], self.rules.by_stand[at].article)

    async def pay(self, who: str, ended: Ended) -> None:
        """A stake is taken, goes back, or is paid its gain less the commission."""
        await Announce("result", (who, CALLED[ended.end]))
        stake = Stake(who, BET, lying(self.table, who, BET), felt(who, BET))
        if ended.end == LOST:
            self.net += stake.cents
            await self.move(Due(stake, BET, ended.article, taken=stake.cents), self.taker)
            return
        gain = self.reached(stake.cents) if ended.end == WON else 0
        fee = self.fee(gain)
        await self.move(Due(stake, BET, ended.article, won=gain - fee, returned=True), self.payer)
        if self.banker:
            await self.owe(fee)
            self.net -= gain
            if ended.end == WON and gain < stake.cents:
                await Announce("short", (who, str(format_cents(stake.cents - gain))))

    async def settle_house(self) -> None:
        """What the croupier's hand has staked against a player's bank, without commission."""
        ended, cents = self.compare(CROUPIER, self.banker), self.house_stake
        await Announce("result", (CROUPIER, CALLED[ended.end]))
        gain = self.reached(cents)
        if ended.end == LOST and cents:
            for move in (*cover(self.table, cents, ended.article), Move(BANK, self.taker.place, cents, ended.article)):
                await move
            self.net += cents
        elif ended.end == WON and gain:
            await Move(self.payer.place, BANK, gain, ended.article)
            self.net -= gain

    @property
    def payer(self) -> Banker:
        """Who pays: the house, or a player as far as his bank reaches."""
        return player_bank(self.banker) if self.banker else HOUSE

    @property
    def taker(self) -> Banker:
        """Who takes lost stakes: they are a player's bank's, to be paid out again, or else his own."""
        apart = self.rules.option(self.table.settings, REACH) == FUND_ALONE
        return Banker(chips(self.banker), limited=True) if self.banker and apart else self.payer

    def reached(self, gain: int) -> int:
        """As much of a gain as the bank can pay."""
        return min(gain, self.table.places.get(banca(self.banker), 0)) if self.banker else gain

    async def move(self, due: Due, banker: Banker) -> None:
        await settle(self.table, self.rules.settlement, [due], banker=banker)

    def fee(self, gain: int) -> int:
        """What the house keeps of a gain."""
        part = share(self.rules, self.table.settings)
        return commission(gain, part.numerator, part.denominator, unit(self.rules, self.table.settings))

    async def owe(self, fee: int) -> None:
        """What the house keeps of a gain in a player's bank."""
        if fee:
            await Move(banca(self.banker), COMMISSION, fee, self.rules.commission.article)

    async def end_bank(self) -> None:
        """A player's bank is over: the commission on what it won in all, and the rest is the player's again."""
        if not self.banker:
            return
        fee = self.fee(max(self.net, 0))
        if fee:
            await Move(self.taker.place, COMMISSION, fee, self.rules.commission.article)
        if left := self.table.places.get(banca(self.banker), 0):
            await Move(banca(self.banker), chips(self.banker), left, self.rules.bank.article)


class Coup1(Coup):
    """A hand by the first procedure: empty places came after all players, whichever way the deal went."""

    def places(self) -> list[str]:
        return [*round_the_table(self.rules, self.table.players), *self.empty]


def stock(rules: Rules, settings: Settings, carry: Carry) -> Stock:  # noqa: ARG001
    """The pack that a hand is dealt from."""
    return Stock(rules.equipment.cards.pack, most=most_cards(rules))


async def play_1(rules: Rules, table: Table[Carry]) -> Carry:
    """The first procedure."""
    return await one_hand(rules, table, Coup1)


PLAY = Play(2, play, Carry, stock, earlier=(Play(1, play_1, Carry, stock),))
