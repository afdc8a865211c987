"""The shoe of a baccarat between players: shuffled, dealt from, spent; and what is left in it, by what cards count."""

from typing import Any

from tapete.cards.composition import Composition
from tapete.engine.requests import Announce
from tapete.engine.sealed import Stock
from tapete.engine.shoe import Gone, Shoe, card_pack, check_pack
from tapete.engine.table import Table
from tapete.engine.views import View
from tapete.engine.window import Choose
from tapete.errors import TapeteError
from tapete.games.shared.bacara.points import TOTALS
from tapete.games.shared.bacara.rules import BacaraRulebook, worth


async def open_shoe(rules: BacaraRulebook) -> None:
    """The cards are shuffled by whoever wants to, last by the croupier, and cut."""
    await Announce("shuffle")
    await Choose("croupier", "mezcla", ("hecha",), "hecha", rules.equipment.cards.stop_card.article)


def stock(rules: BacaraRulebook, gone: Gone, most: int) -> Stock:
    """The cards of the shoe that are left; a coup takes a few of them."""
    cards = rules.equipment.cards
    return Stock(cards.pack, cards.packs, gone.seen, room(rules, gone, most))


def room(rules: BacaraRulebook, gone: Gone, most: int) -> int:
    """How many cards a coup may take."""
    return min(most, Shoe(rules.equipment.cards, gone).cards)


def lying(rules: BacaraRulebook, table: Table[Any], gone: Gone) -> Shoe:
    """The shoe as it lies after what a coup has dealt of it."""
    shoe = Shoe(rules.equipment.cards, gone)
    shoe.left = table.deck.left
    shoe.burn(table.deck.unseen)
    return shoe


def spent(rules: BacaraRulebook, table: Table[Any], gone: Gone) -> Gone | None:
    """What has left the shoe after a coup; nothing once the stop card has come out."""
    shoe = lying(rules, table, gone)
    return None if shoe.past_cut_card else shoe.gone


def full(rules: BacaraRulebook) -> Composition:
    """A shoe of which no card has been dealt."""
    return Composition.full(rules.equipment.cards.packs, card_pack(rules))


def counts(rules: BacaraRulebook, shoe: Composition, most: int) -> tuple[int, ...]:
    """How many cards of a shoe count nothing, one, and so on; a coup takes so many at most."""
    check_pack(rules, shoe)
    if shoe.total < most:
        raise TapeteError("a coup may take {most} cards, and the shoe has {left} left", most=most, left=shoe.total)
    left = [0] * TOTALS
    for card, value in worth(rules).items():
        left[value] += shoe.of(card)
    return tuple(left)


def points(rules: BacaraRulebook, view: View, place: str) -> list[int]:
    """What the cards in a place count, as far as somebody sees them."""
    kind, values = card_pack(rules), worth(rules)
    return [values[kind.card(card)] for card in view.cards.get(place, []) if card]
