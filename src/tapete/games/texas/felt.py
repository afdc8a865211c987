"""The felt of hold'em against the bank: places for the common cards, and a player's boxes below them."""

from tapete.engine.stakes import Layout
from tapete.errors import Said
from tapete.games.shared.felt.geometry import TALL, Drawing, Felt, Place, Rect
from tapete.games.shared.felt.tiles import HIGHER, NAME, cell
from tapete.games.texas.play import COMMON
from tapete.games.texas.rules import ANTE, BOARD, Rules

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
    card = _card(width, top)
    cards = _common(rules, card, width)
    for street, rect in cards.items():
        for number in range(rules.streets[street.partition("/")[2]].cards):
            where = card._replace(x=rect.x + number * (card.w + GAP))
            places.append(Place("", where, "", "card-place", open=False))
    names, top = (ANTE, *rules.later, rules.beside), card.bottom + GAP
    across = width / len(names)
    places += [
        _box(rules, layout, name, Rect(column * across, top, across, HIGHER)) for column, name in enumerate(names)
    ]
    return Drawing(width, top + HIGHER, places, cards)


def _card(width: float, top: float) -> Rect:
    """A common card, as large as five beside one another can be."""
    wide = min(CARD.w, (width - (BOARD - 1) * GAP) / BOARD)
    return Rect(0, top, wide, wide * CARD.h / CARD.w)


def _common(rules: Rules, card: Rect, width: float) -> dict[str, Rect]:
    """Where the common cards of each street lie, side by side."""
    left, found = (width - BOARD * card.w - (BOARD - 1) * GAP) / 2, {}
    for street, rule in rules.streets.items():
        wide = rule.cards * card.w + (rule.cards - 1) * GAP
        found[f"{COMMON}/{street}"] = Rect(left, card.y, wide, card.h)
        left += wide + GAP
    return found


def _box(rules: Rules, layout: Layout, name: str, rect: Rect) -> Place:
    """A box; a later stake comes to its own once the cards are seen."""
    if name not in layout:
        return Place(name, rect, rules.bets[name].name, "cell", str(rules.bets[name].pays), open=False)
    found = cell(rules, layout[name])
    return Place(name, rect, found.text, found.kind, "" if name == rules.beside else found.note)
