"""The felt of hold'em against the bank: places for the common cards, and a player's boxes below them."""

from collections.abc import Mapping, Sequence

from tapete.engine.stakes import Layout
from tapete.errors import Said
from tapete.games.shared.felt.geometry import TALL, Drawing, Felt, Place, Rect
from tapete.games.shared.felt.making import made as _made
from tapete.games.shared.felt.tiles import HIGHER, NAME, cell
from tapete.games.texas.rules import ANTE, BOARD, FLOP, Rules, common, ranking

WIDE = 840.0
CARD, GAP = Rect(0, 0, 80, 120), 12.0
EXAMPLES = ("ante", "bonus", "txb")
VERBS = {
    "admit": Said("Admit behind the hand"),
    "dismiss": Said("Admit no longer"),
    "annul": Said("Annul the hand dealt wrongly of"),
    "part": Said("Take the cards that touched of"),
}


def draw(rules: Rules, layout: Layout) -> Felt:
    """The felt with every spot of the layout."""
    return Felt(_drawing(rules, layout, WIDE), _drawing(rules, layout, TALL))


def _drawing(rules: Rules, layout: Layout, width: float) -> Drawing:
    words, top, places = rules.equipment.table.inscription, 0.0, []
    if words:
        places.append(Place("", Rect(0, 0, width, NAME), words, "label", open=False))
        top = NAME
    cards = _common(rules, width, top)
    places += [Place("", rect, "", "card-place", open=False) for rect in cards.values()]
    names, top = (ANTE, *rules.later, rules.beside), cards[common(rules, FLOP)[0]].bottom + GAP
    across = width / len(names)
    places += [
        _box(rules, layout, name, Rect(column * across, top, across, HIGHER)) for column, name in enumerate(names)
    ]
    return Drawing(width, top + HIGHER, places, cards)


def _common(rules: Rules, width: float, top: float) -> dict[str, Rect]:
    """Where the common cards lie, side by side in the middle, as large as five can be."""
    wide = min(CARD.w, (width - (BOARD - 1) * GAP) / BOARD)
    left = (width - BOARD * wide - (BOARD - 1) * GAP) / 2
    places = [place for street in rules.streets for place in common(rules, street)]
    return {
        place: Rect(left + number * (wide + GAP), top, wide, wide * CARD.h / CARD.w)
        for number, place in enumerate(places)
    }


def _box(rules: Rules, layout: Layout, name: str, rect: Rect) -> Place:
    """A box; a later stake comes to its own once the cards are seen."""
    if name not in layout:
        return Place(name, rect, rules.bets[name].name, "cell", str(rules.bets[name].pays), open=False)
    found = cell(rules, layout[name])
    return Place(name, rect, found.text, found.kind, "" if name == rules.beside else found.note)


def made(rules: Rules, place: str, lying: Mapping[str, Sequence[str]]) -> str:
    """What somebody's cards and the common ones make, in words."""
    return _made(ranking(rules), place, lying, [where for street in rules.streets for where in common(rules, street)])
