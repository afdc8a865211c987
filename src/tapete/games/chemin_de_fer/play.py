"""Chemin de fer: one coup, from the bank to the last payment. Seats, bank and shoe go on to the next."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from tapete.cards.card import pack
from tapete.engine.carry import Carry as EveryCarry
from tapete.engine.last import LastHands
from tapete.engine.places import BANCA as BANK_OF
from tapete.engine.places import COMMISSION, GARAGE, Stake, banca, felt, place
from tapete.engine.requests import Announce, Move
from tapete.engine.round import Play
from tapete.engine.sealed import Stock
from tapete.engine.settings import Settings
from tapete.engine.settlement import due, player_bank, settle
from tapete.engine.shoe import Gone
from tapete.engine.table import Table
from tapete.engine.window import Closing, Window
from tapete.errors import Said
from tapete.games.chemin_de_fer.bank import Bank
from tapete.games.chemin_de_fer.bets import Bets
from tapete.games.chemin_de_fer.coup import Coup
from tapete.games.chemin_de_fer.earlier import Bank1, Bank3, Bank5, Bets3, Bets4, Seats5
from tapete.games.chemin_de_fer.faults import remedy
from tapete.games.chemin_de_fer.office import Office
from tapete.games.chemin_de_fer.rules import BANCA, CHIP, CUT, PUNTO, ROUNDING, Rules, deduction, seats
from tapete.games.chemin_de_fer.seats import Held, Seats
from tapete.games.chemin_de_fer.settle import Against
from tapete.games.shared.bacara import shoe
from tapete.games.shared.bacara.checking import end_shoe
from tapete.games.shared.bacara.money import cagnotte
from tapete.games.shared.bacara.shoe import open_shoe, room, spent
from tapete.money import format_cents

MOST = 16  # cards that a coup may take out of the shoe, whatever goes wrong
COUP = 6  # and if nothing does
TIE, NULL = "empate", "nula"
LOSES, WINS, KEEPS = (0, 1), (2, 1), (1, 1)


class Carry(EveryCarry, frozen=True, omit_defaults=True):
    """What outlives a coup: the shoe, untouched once the stop card is out; seats, bank, and who may call it again."""

    shoe: Gone = Gone()
    seats: Held = Held()
    office: Office = Office()
    rights: list[str] = msgspec.field(default_factory=list)

    def people(self) -> Iterable[str]:
        return (*self.seats.people(), *self.office.people(), *self.rights)

    def impossible(self, rules: Any, settings: Settings) -> str | None:
        cards = rules.equipment.cards
        impossible = self.shoe.impossible(pack(cards.pack), cards.packs)
        impossible = impossible or self.seats.impossible(seats(rules, settings)) or self.office.impossible()
        if max((0, *self.seats.refused.values())) >= rules.players.refusals.in_a_row:
            impossible = impossible or Said("somebody who refused so often has lost the seat")
        return impossible or super().impossible(rules, settings)

    def lying(self, path: str, rules: Any) -> bool:
        lies = place(path)
        mine = lies.zone.name in (BANK_OF, GARAGE) and lies.who in (self.office.who, *self.office.partners)
        return mine or super().lying(path, rules)

    def beside(self, places: Mapping[str, int], players: Sequence[str]) -> str | None:
        return self.office.beside(places, players)


async def play(
    rules: Rules,
    table: Table[Carry],
    kind: type[Bank] = Bank,
    staking: type[Bets] = Bets,
    sitting: type[Seats] = Seats,
) -> Carry:
    """One coup, from the bank to the last payment; none where nobody has the bank or stakes against it."""
    carry = table.carry
    new_shoe = carry.shoe == Gone()
    chairs = sitting(rules, seats(rules, table.settings), table.players, carry.seats, new_shoe=new_shoe)
    bank = kind(rules, table, chairs, carry.office)
    if len(table.players) < rules.players.needed.people:
        return await stop(rules, table, bank)
    if new_shoe:
        await open_shoe(rules)
    same = bank.who
    await bank.adjudicate()
    rights: Sequence[str] = carry.rights if bank.who and bank.who == same else ()
    bets = staking(rules, table, bank, chairs, rights)
    last = LastHands(rules, carry)
    ended = NULL
    if bank.who:
        await Announce("amount", (str(format_cents(bank.amount)),))
        await Announce("open")
        await bets.take(last, room(rules, carry.shoe, MOST) - COUP)
        ended, rights = await one_coup(rules, table, bank, bets)
    return await hand_on(rules, table, bank, rights, ended, carry.after(last.announced))


async def stop(rules: Rules, table: Table[Carry], bank: Bank) -> Carry:
    """With too few players there is no game: the bank goes back to whose it is, and a new shoe begins the next one."""
    await Announce("few", (str(rules.players.needed.number),))
    article = rules.players.needed.article
    await bank.give_back(article)
    await end_shoe(rules, table, table.carry.shoe)
    await Window("stakes", article, Closing(article))
    return Carry(table.carry.remaining, Gone(), msgspec.structs.replace(bank.seats.held, bound=[], refused={}))


async def one_coup(rules: Rules, table: Table[Carry], bank: Bank, bets: Bets) -> tuple[str, Sequence[str]]:
    """The stakes are admitted, the cards dealt and the stakes settled: who won, and who may call the bank again."""
    await Announce("close")
    against = await bets.admit()
    if not against.stakes:
        return NULL, bets.rights
    against = await bets.give_cards(against)
    await bank.obligatory(sum(against.stakes.values()))
    parts = await bank.pool()
    left = room(rules, table.carry.shoe, MOST) - bets.discarded
    coup = Coup(rules, table, bank.who, against.holder, banco=len(against.bancos) == 1, room=left, remedy=remedy)
    await coup.play()
    ended = winner(coup)
    await call(coup, ended)
    await settle_stakes(rules, table, bank, bets, against, ended)
    await bank.share_out(parts)
    bank.dealt = bank.dealt or ended != NULL
    if ended == PUNTO:
        await bank.leave(passed=False, amount=sum(parts))
    bank.before = msgspec.structs.replace(bank.before, bancos=list(against.bancos))
    return ended, {BANCA: against.sole, PUNTO: ()}.get(ended, bets.rights)


def winner(coup: Coup) -> str:
    """Who won the coup, if anybody did."""
    if coup.null:
        return NULL
    if coup.loser:
        return PUNTO if coup.loser == BANCA else BANCA
    punto, banker = coup.points(coup.punto), coup.points(coup.banca)
    return TIE if punto == banker else PUNTO if punto > banker else BANCA


async def call(coup: Coup, ended: str) -> None:
    """The croupier calls how the coup ended."""
    if ended == NULL:
        await Announce("null")
        return
    points = str(coup.points(coup.punto)), str(coup.points(coup.banca))
    await (Announce("tie", points[:1]) if ended == TIE else Announce("result", (ended, *points)))


async def settle_stakes(
    rules: Rules, table: Table[Carry], bank: Bank, bets: Bets, against: Against, ended: str
) -> None:
    """Takes or pays; the house has its part of what he wins. Who followed the hand is taken first or paid last."""
    last = ended == PUNTO
    order = sorted(against.stakes, key=lambda who: (who in bets.followers) == last)
    lying = [Stake(who, PUNTO, table.places.get(felt(who, PUNTO), 0), felt(who, PUNTO)) for who in order]
    back = {BANCA: LOSES, PUNTO: WINS}.get(ended, KEEPS)
    by = {False: rules.settlement.article, True: rules.players.following.article}
    dues = [due(stake, PUNTO, by[stake.who in bets.followers], back, stays=False) for stake in lying if stake.cents]
    await settle(table, rules.settlement, dues, banker=player_bank(bank.who))
    if ended == BANCA:
        won = sum(stake.cents for stake in lying)
        unit = table.settings.chip if rules.option(table.settings, ROUNDING) == CHIP else 1
        cents = cagnotte(won, deduction(rules, table.settings), unit) if rules.of_each_coup(CUT) else 0
        if cents:
            await Move(banca(bank.who), COMMISSION, cents, rules.cuts[CUT].article)
        bank.won += won - cents


async def hand_on(
    rules: Rules, table: Table[Carry], bank: Bank, rights: Sequence[str], ended: str, remaining: int
) -> Carry:
    """What goes on. Once the stop card is out only a banker who won the last coup keeps the bank."""
    gone = spent(rules, table, table.carry.shoe)
    if gone is not None:
        return Carry(remaining, gone, bank.seats.held, bank.held, list(rights))
    await Announce("stop")
    chairs, article = msgspec.structs.replace(bank.seats.held, bound=[]), rules.bank.next_shoe.article
    if bank.who and ended != BANCA:
        await bank.give_back(article)
    await end_shoe(rules, table, table.carry.shoe)
    if ended == BANCA:
        return Carry(remaining, Gone(), chairs, bank.held, list(rights))
    return Carry(remaining, Gone(), chairs, Office())


def stock(rules: Rules, settings: Settings, carry: Carry) -> Stock:  # noqa: ARG001
    """The cards that a coup is dealt from."""
    return shoe.stock(rules, carry.shoe, MOST)


async def play_1(rules: Rules, table: Table[Carry]) -> Carry:
    """The first procedure: who had lost a bought hand had no turn of his own after it."""
    return await play(rules, table, Bank1, Bets3, Seats5)


async def play_3(rules: Rules, table: Table[Carry]) -> Carry:
    """The third: who changed seats came last with stakes too, and seats that were free as a shoe began were anybody's.

    No text of the second version's had cards checked when a shoe ends.
    """
    return await play(rules, table, Bank3, Bets3, Seats5)


async def play_4(rules: Rules, table: Table[Carry]) -> Carry:
    """The fourth: of cards drawn before the bets were closed only one was discarded."""
    return await play(rules, table, Bank5, Bets4, Seats5)


async def play_5(rules: Rules, table: Table[Carry]) -> Carry:
    """The fifth: the seat of a banker who left the table was forgotten; who had lost a bank never bid for it again."""
    return await play(rules, table, Bank5, sitting=Seats5)


EARLIER = (
    Play(5, play_5, Carry, stock),
    Play(4, play_4, Carry, stock),
    Play(3, play_3, Carry, stock),
    Play(2, play_3, Carry, stock),
    Play(1, play_1, Carry, stock),
)
PLAY = Play(6, play, Carry, stock, earlier=EARLIER)
