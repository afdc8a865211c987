"""Poker between players: one hand, from the stakes before the cards to the last pot."""

from typing import NamedTuple

from tapete.engine.requests import Announce, Several
from tapete.engine.round import Play
from tapete.engine.sealed import Stock
from tapete.engine.settings import Settings
from tapete.engine.table import Table
from tapete.games.circulo.betting import Interval
from tapete.games.circulo.draw import Change, open_pot, straddle
from tapete.games.circulo.earlier import (
    Between2,
    Between3,
    Between5,
    Change1,
    Change3,
    Hand2,
    Hand3,
    Hand4,
    Hand5,
    Hand6,
    Showdown2,
    Showdown3,
)
from tapete.games.circulo.faults import FIRST, LATER
from tapete.games.circulo.hand import Hand, Seat
from tapete.games.circulo.rules import PACK, Rules, Street, most_cards
from tapete.games.circulo.rulings import unfit
from tapete.games.circulo.seats import Between, Carry, Noted
from tapete.games.circulo.showdown import Showdown
from tapete.games.circulo.speaking import first, open_pairs


class Manner(NamedTuple):
    """How a version of the procedure has the time between hands, a hand, the showdown, and the change of cards."""

    between: type[Between] = Between
    hand: type[Hand] = Hand
    showdown: type[Showdown] = Showdown
    change: type[Change] = Change


NOW, SIXTH = Manner(), Manner(hand=Hand6)
FIFTH, FOURTH = Manner(Between5, Hand5), Manner(Between5, Hand4)
THIRD = Manner(Between3, Hand3, Showdown3, Change3)
SECOND = Manner(Between2, Hand2, Showdown2, Change3)
FIRST_OF_ALL = SECOND._replace(change=Change1)


async def play(rules: Rules, table: Table[Carry], manner: Manner = NOW) -> Carry:
    """One hand; before the first, the draw of the seats."""
    between = manner.between(rules, table)
    await between.wait()
    if not between.enough():
        await Announce("suspended")
        return between.waits()
    if not between.seated:
        return await between.draw()
    ring = between.ring()
    hand = manner.hand(rules, table, ring)
    law, table.denies = hand.law, lambda name: unfit(hand, name, rules.irregularities[name])
    await Announce("button", (ring.players[0],))
    await hand.stakes()
    if hand.terms.opened:
        await open_pot(hand)
    if law.straddles:
        await straddle(hand, law.straddles)
    noted = Noted(hand.warned, hand.expelled)
    if not await bet(hand, manner.change):
        blank = min(table.carry.blank + 1, last_pair(rules))
        return between.hand_on(ring.players[0], ring=ring, blank=blank, noted=noted)
    hand.received("")
    await manner.showdown(hand).settle()
    return between.hand_on(ring.players[0], ring=ring, noted=noted)


async def bet(hand: Hand, change: type[Change]) -> bool:
    """Cards and betting, interval by interval; false if nobody opened where one must hold something to open."""
    law = hand.law
    for number, (name, street) in enumerate(hand.terms.streets.items()):
        if number and law.draw:
            hand.received(LATER)
            await change(hand, law.draw).play()
        if "final" in law.calls and street.number == len(hand.terms.streets):
            await Announce("final")
        if turned := await hand.deal(street):
            await hand.call(name, max(turned, street.common))
        if street.cards or not law.draw:
            hand.received((LATER if number else FIRST) if street.cards else "")
        if not number:
            if hand.terms.fee:
                await hand.fees(hand.terms.fee)
            hand.first_cards = [tuple(seat.cards) for seat in hand.seats] if law.openers else []
        start = first(hand, street.speaks)
        if "opens" in law.calls:
            await tell(hand, hand.opens(start), street)
        contested = hand.contested()
        if not hand.quiet:
            hand.bettor = None
            if contested:
                await Interval(hand, name, street).play(start)
        if gathered := hand.gathered():
            await Several(gathered)
        if hand.early:
            await hand.retire()
        if law.openers and hand.unopened(contested):
            await hand.blank()
            return False
        if hand.alone:
            break
    return True


async def tell(hand: Hand, opens: Seat | None, street: Street) -> None:
    """What the croupier says once open cards are dealt: to bet, the pairs that lie there, who opens."""
    calls = hand.law.calls
    if street.number == 1 and "bets" in calls:
        await Announce("bets")
    for pair in open_pairs(hand) if "pair" in calls else ():
        await Announce("pair", pair)
    if opens is not None:
        await Announce("opens", (opens.who,))


def last_pair(rules: Rules) -> int:
    """How many blank hands lift what a pot is opened with."""
    return len(rules.openers.pairs) - 1 if rules.openers else 0


def stock(rules: Rules, settings: Settings, carry: Carry) -> Stock:  # noqa: ARG001
    """One pack, and as much of it as a full table can take."""
    kind = rules.option(settings, PACK) or rules.equipment.cards.pack
    return Stock(kind, most=most_cards(rules, settings))


async def play_1(rules: Rules, table: Table[Carry]) -> Carry:
    """The first procedure: hands given up did not serve again once the pack was used up."""
    return await play(rules, table, FIRST_OF_ALL)


async def play_2(rules: Rules, table: Table[Carry]) -> Carry:
    """The second: the first seat had the mano after who had it left; what was reported of a change was only noted."""
    return await play(rules, table, SECOND)


async def play_3(rules: Rules, table: Table[Carry]) -> Carry:
    """The third: who came into a game under way waited one hand for the mano; no limit bounded what came before cards.

    A mano with few chips did not open; the last card of a pack that was not enough was not mixed; nobody asked to see
    cards that were about to be thrown away.
    """
    return await play(rules, table, THIRD)


async def play_4(rules: Rules, table: Table[Carry]) -> Carry:
    """The fourth: the house took of what had gone back to somebody too."""
    return await play(rules, table, FOURTH)


async def play_5(rules: Rules, table: Table[Carry]) -> Carry:
    """The fifth: what nobody matched of one who had lost his hand was asked of a false opener once more.

    What a session costs was taken of all at once, and a high limit was not rounded down to whole chips.
    """
    return await play(rules, table, FIFTH)


async def play_6(rules: Rules, table: Table[Carry]) -> Carry:
    """The sixth: the croupier warned nobody who was slow.

    Where last chips left nobody to open, the hand went blank, and they with it.
    """
    return await play(rules, table, SIXTH)


PLAYS = (play_1, play_2, play_3, play_4, play_5, play_6)
EARLIER = tuple(Play(version, played, Carry, stock) for version, played in enumerate(PLAYS, 1))
PLAY = Play(len(EARLIER) + 1, play, Carry, stock, earlier=EARLIER)
