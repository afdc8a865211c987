"""The felt of tripóker: a player's three boxes from the bank down, under what must stand written on the cloth."""

from collections.abc import Mapping, Sequence

from tapete.engine.stakes import Layout
from tapete.errors import Said
from tapete.games.shared.felt.geometry import TALL, Drawing, Felt, Place, Rect
from tapete.games.shared.felt.making import made as _made
from tapete.games.shared.felt.tiles import HIGHER, NAME, cell
from tapete.games.tripoker.rules import ANTE, Rules, order

WIDE = 840.0
EXAMPLES = ("ante", "fortuna", "par-plus")
VERBS = {
    "admit": Said("Admit behind the hand"),
    "dismiss": Said("Admit no longer"),
    "punish": Said("Punish for telling their cards:"),
}


def draw(rules: Rules, layout: Layout) -> Felt:
    """The felt with every spot of the layout."""
    return Felt(_drawing(rules, layout, WIDE), _drawing(rules, layout, TALL))


def _drawing(rules: Rules, layout: Layout, width: float) -> Drawing:
    words, top = rules.equipment.table.inscription, 0.0
    places = []
    if words:
        places.append(Place("", Rect(0, 0, width, NAME), words, "label", open=False))
        top = NAME
    across = width / 3
    for column, name in enumerate((rules.pair, ANTE, rules.second)):
        rect = Rect(column * across, top, across, HIGHER)
        places.append(_box(rules, layout, name, rect))
    return Drawing(width, top + HIGHER, places)


def _box(rules: Rules, layout: Layout, name: str, rect: Rect) -> Place:
    """A box; the second stake comes to its own once the cards are seen."""
    if name not in layout:
        return Place(name, rect, rules.bets[name].name, "cell", str(rules.bets[name].pays), open=False)
    found = cell(rules, layout[name])
    return Place(name, rect, found.text, found.kind, "" if name == rules.pair else found.note)


def made(rules: Rules, place: str, lying: Mapping[str, Sequence[str]]) -> str:
    """What a hand makes, in words."""
    return _made(order(rules).lookup.ranking, place, lying)
