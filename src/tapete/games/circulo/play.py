"""Poker between players: one hand, from the stakes before the cards to the last pot."""

from tapete.engine.requests import Announce
from tapete.engine.round import Play
from tapete.engine.sealed import Stock
from tapete.engine.settings import Settings
from tapete.engine.table import Table
from tapete.games.circulo.betting import Interval
from tapete.games.circulo.hand import Hand
from tapete.games.circulo.rules import PACK, Rules, Street, most_cards
from tapete.games.circulo.seats import Between, Carry
from tapete.games.circulo.showdown import Showdown


async def play(rules: Rules, table: Table[Carry]) -> Carry:
    """One hand; before the first, the draw of the seats."""
    between = Between(rules, table)
    await between.wait()
    if not between.enough():
        await Announce("suspended")
        return between.hand_on(table.carry.mano, drawn=table.carry.drawn)
    if not table.carry.seats:
        return await between.draw()
    ring = between.ring()
    hand = Hand(rules, table, ring)
    await Announce("button", (ring.players[0],))
    await hand.stakes()
    for number, (name, street) in enumerate(rules.streets.items()):
        await hand.deal(street)
        if street.common:
            await hand.call(name, street.common)
        if not number:
            await hand.fees()
        await Interval(hand, name, street).play(first(hand, street))
        await hand.gather()
        if hand.alone:
            break
    await Showdown(hand).settle()
    return between.hand_on(ring.players[0], ring=ring)


def first(hand: Hand, street: Street) -> int:
    """Who speaks first in an interval, by his place after the mano."""
    return {"tras-las-ciegas": hand.posted + 1, "mano": 0, "tras-la-mano": 1}[street.speaks.who]


def stock(rules: Rules, settings: Settings, carry: Carry) -> Stock:  # noqa: ARG001
    """One pack, and as much of it as a full table can take."""
    kind = rules.option(settings, PACK) or rules.equipment.cards.pack
    return Stock(kind, most=most_cards(rules, settings))


PLAY = Play(1, play, Carry, stock)
