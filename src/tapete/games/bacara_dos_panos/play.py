"""Baccarat at two cloths: one coup, from the bank to the last payment. Seats, turns, bank and shoe go on."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from tapete.cards.card import pack
from tapete.engine.carry import Carry as EveryCarry
from tapete.engine.last import LastHands
from tapete.engine.places import BANCA as BANK_OF
from tapete.engine.places import COMMISSION, banca, place, stakes
from tapete.engine.requests import Announce, Lots, Move, Spin
from tapete.engine.round import Play
from tapete.engine.sealed import Stock
from tapete.engine.settings import Settings
from tapete.engine.settlement import due, player_bank, settle
from tapete.engine.shoe import Gone
from tapete.engine.table import Table
from tapete.engine.window import Closing, Window
from tapete.errors import Said
from tapete.games.bacara_dos_panos.bank import Bank, Draw, Office
from tapete.games.bacara_dos_panos.bets import Bets
from tapete.games.bacara_dos_panos.coup import Coup
from tapete.games.bacara_dos_panos.earlier import Bank4
from tapete.games.bacara_dos_panos.faults import remedy
from tapete.games.bacara_dos_panos.rules import BANCA, CHIP, CLOTHS, MODE, ROUNDING, Rules, deduction, is_open, seats
from tapete.games.bacara_dos_panos.seats import Held, Seats
from tapete.games.bacara_dos_panos.settle import LOST, TIED, WON, gain
from tapete.games.shared.bacara import shoe
from tapete.games.shared.bacara.checking import end_shoe
from tapete.games.shared.bacara.money import cagnotte
from tapete.games.shared.bacara.shoe import open_shoe, room, spent
from tapete.money import format_cents

MOST = 16  # cards that a coup may take out of the shoe, whatever goes wrong
COUP = 9  # and if nothing does
ENDS = ("gana-pano", "empate", "gana-banca")
BACK = {WON: (2, 1), TIED: (1, 1), LOST: (0, 1)}


class Called(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who called the bank and had a null coup, and how often he may repeat it."""

    who: str = ""
    left: int = 0


class Carry(EveryCarry, frozen=True, omit_defaults=True):
    """What outlives a coup: the shoe, untouched once the stop card is out; seats, turns, bank, shoes of the session."""

    shoe: Gone = Gone()
    seats: Held = Held()
    office: Office = Office()
    banco: Called = Called()
    shoes: int = 0

    def over(self, rules: Any, settings: Settings) -> bool:
        """An open bank has had its shoes of this session."""
        return self.shoe == Gone() and is_open(rules, settings) and self.shoes >= rules.bank.sessions.shoes

    def people(self) -> Iterable[str]:
        return (*self.seats.people(), *self.office.people(), *filter(None, (self.banco.who,)))

    def impossible(self, rules: Any, settings: Settings) -> str | None:
        cards = rules.equipment.cards
        impossible = self.shoe.impossible(pack(cards.pack), cards.packs)
        impossible = impossible or self.seats.impossible(2 * seats(rules, settings)) or self.office.impossible()
        most = rules.banco.repeats - 1 if self.banco.who else 0
        if not 0 <= self.banco.left <= most or self.shoes < 0:
            impossible = impossible or Said("no bank is repeated so often, and no session has so many shoes")
        return impossible or super().impossible(rules, settings)

    def lying(self, path: str, rules: Any) -> bool:
        lies = place(path)
        return (lies.zone.name == BANK_OF and lies.who == self.office.who) or super().lying(path, rules)

    def beside(self, places: Mapping[str, int], players: Sequence[str]) -> str | None:
        return self.office.beside(places, players)


async def play(
    rules: Rules, table: Table[Carry], lots: Draw = Lots, most: int = MOST, kind: type[Bank] = Bank
) -> Carry:
    """One coup; none where nobody has the bank or stakes against it. `most`: cards that may be discarded before it."""
    carry, new_shoe = table.carry, table.carry.shoe == Gone()
    held = carry.office.who if carry.office.who in table.players else ""
    chairs = Seats(rules, seats(rules, table.settings), table.players, carry.seats, held)
    bank = kind(rules, table, chairs, carry.office, new_shoe=new_shoe, lots=lots)
    if len(table.players) < rules.players.needed.people:
        return await stop(rules, table, bank)
    if carry.over(rules, table.settings):
        return await session_over(rules, table, bank)
    last = LastHands(rules, carry)
    if not await bank.adjudicate():
        if bank.fresh:
            await end_shoe(rules, table, carry.shoe)
        shoe_left = Gone() if bank.fresh else carry.shoe
        return Carry(carry.after(0), shoe_left, chairs.held, bank.held, shoes=carry.shoes)
    await even_out(chairs)
    if not chairs.enough:
        return await stop(rules, table, bank)
    if new_shoe:
        await open_shoe(rules)
    await Announce("amount", (str(format_cents(bank.amount)),))
    await Announce("open")
    again = carry.banco.who if bank.who == carry.office.who else ""
    bets = Bets(rules, table, bank, chairs, free=new_shoe, again=again)
    await bets.take(last, min(most, room(rules, carry.shoe, MOST) - COUP))
    await Announce("close")
    await even_out(chairs)
    await bets.admit()
    called = await one_coup(rules, table, bank, bets) if any(True for _ in stakes(table.places)) else Called()
    return await hand_on(rules, table, bank, called, carry.after(last.announced))


async def even_out(chairs: Seats) -> None:
    """Where a cloth lacks players that the other can spare, they move over."""
    for who in chairs.even_out():
        await Announce("moved", (who,))


async def stop(rules: Rules, table: Table[Carry], bank: Bank) -> Carry:
    """With too few players at a cloth there is no game: the bank goes back, and a new shoe begins the next one."""
    needed = rules.players.needed
    await Announce("few", (str(needed.number),))
    return await end_game(rules, table, bank, needed.article)


async def session_over(rules: Rules, table: Table[Carry], bank: Bank) -> Carry:
    """An open bank has had its shoes of this session."""
    await Announce("session")
    return await end_game(rules, table, bank, rules.bank.sessions.article)


async def end_game(rules: Rules, table: Table[Carry], bank: Bank, article: str) -> Carry:
    """The bank goes back to whose it is; the croupier closes the table's round."""
    await bank.give_back(article)
    await end_shoe(rules, table, table.carry.shoe)
    await Window("stakes", article, Closing(article))
    return Carry(table.carry.remaining, Gone(), bank.seats.held, shoes=table.carry.shoes)


async def one_coup(rules: Rules, table: Table[Carry], bank: Bank, bets: Bets) -> Called:
    """The cards are dealt and the stakes settled: who may repeat the bank he called, because the coup was null."""
    chairs = bank.seats
    holders = (bets.banco, bets.banco) if bets.banco else (chairs.turns[0], chairs.turns[1])
    await Announce("hand", holders)
    left = room(rules, table.carry.shoe, MOST) - bets.discarded
    coup = Coup(rules, table, bank.who, holders, banco=bool(bets.banco), room=left, remedy=remedy)
    await coup.play()
    await call(coup)
    await settle_stakes(rules, table, bank, coup)
    bank.dealt = bank.dealt or not coup.null
    for cloth, hand in enumerate(coup.cloths):
        goes = ENDS[coup.end(hand)] in rules.players.passing.on and not bets.banco and hand in coup.live
        if hand.place in coup.passes or (goes and hand.place not in coup.keeps):
            chairs.passes(cloth)
    repeats = table.carry.banco.left if bets.again else rules.banco.repeats
    null = all(coup.end(hand) == TIED for hand in coup.cloths)
    return Called(bets.banco, repeats - 1) if bets.banco and null and repeats else Called()


async def call(coup: Coup) -> None:
    """The croupier calls how the coup ended at each cloth."""
    for hand in coup.cloths:
        if hand not in coup.live:
            await Announce("null", (hand.place,))
            continue
        points, end = (str(coup.points(hand)), str(coup.points(coup.banca))), coup.end(hand)
        if end == TIED:
            await Announce("tie", (hand.place, points[0]))
        else:
            await Announce("result", (hand.place, *points, BANCA if end == LOST else hand.place))


async def settle_stakes(rules: Rules, table: Table[Carry], bank: Bank, coup: Coup) -> None:
    """Takes and pays; of what the banker wins at both cloths together the house has its part."""
    ends = {hand.place: coup.end(hand) for hand in coup.cloths}
    lying = [stake for stake in stakes(table.places) if stake.bet in CLOTHS]
    article = rules.settlement.article
    dues = [due(stake, stake.bet, article, BACK[ends[stake.bet]], stays=False) for stake in lying]
    await settle(table, rules.settlement, dues, banker=player_bank(bank.who))
    won = sum(gain(ends[stake.bet], stake.cents) for stake in lying)
    unit = table.settings.chip if rules.option(table.settings, ROUNDING) == CHIP else 1
    cents = cagnotte(won, deduction(rules, table.settings), unit) if won > 0 else 0
    if cents:
        await Move(banca(bank.who), COMMISSION, cents, rules.cuts[rules.option(table.settings, MODE)].article)


async def hand_on(rules: Rules, table: Table[Carry], bank: Bank, called: Called, remaining: int) -> Carry:
    """What goes on. Once the stop card is out the banker keeps the bank if it was adjudicated for more shoes."""
    carry, chairs, article = table.carry, bank.seats, rules.bank.term.article
    gone = spent(rules, table, carry.shoe)
    if gone is not None:
        return Carry(remaining, gone, chairs.held, bank.held, called, carry.shoes)
    await Announce("stop")
    office = bank.held
    if bank.over:
        await bank.give_back(article)
        office = Office()
    await end_shoe(rules, table, carry.shoe)
    return Carry(remaining, Gone(), chairs.held, office, shoes=carry.shoes + 1)


def stock(rules: Rules, settings: Settings, carry: Carry) -> Stock:  # noqa: ARG001
    """The cards that a coup is dealt from."""
    return shoe.stock(rules, carry.shoe, MOST)


async def play_1(rules: Rules, table: Table[Carry]) -> Carry:
    """The first procedure: lots did not name those between whom they are drawn."""
    return await play(rules, table, lambda among, article: Spin(tuple(among), article, "lots"), 1, Bank4)


async def play_3(rules: Rules, table: Table[Carry]) -> Carry:
    """The third: of cards drawn before the bets were closed only one was discarded.

    No text of the second version's had cards checked when a shoe ends.
    """
    return await play(rules, table, most=1, kind=Bank4)


async def play_4(rules: Rules, table: Table[Carry]) -> Carry:
    """The fourth: a banker who had won and left the table might be the bank of that shoe again."""
    return await play(rules, table, kind=Bank4)


EARLIER = (
    Play(4, play_4, Carry, stock),
    Play(3, play_3, Carry, stock),
    Play(2, play_3, Carry, stock),
    Play(1, play_1, Carry, stock),
)
PLAY = Play(5, play, Carry, stock, earlier=EARLIER)
