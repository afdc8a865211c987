"""The felt of póker de cuatro cartas: a player's three boxes, under the table by which the house pays the bonus."""

from collections.abc import Mapping, Sequence

from tapete.engine.stakes import Layout
from tapete.errors import Said
from tapete.games.cuatro_cartas.boxes import ADD
from tapete.games.cuatro_cartas.rules import ANTE, Rules, order
from tapete.games.shared.felt.geometry import TALL, Drawing, Felt, Place, Rect
from tapete.games.shared.felt.making import made as _made
from tapete.games.shared.felt.tiles import HIGHER, NAME, cell

WIDE = 840.0
EXAMPLES = ("ante", "ases")
VERBS = {ADD: Said("Add to the ante:")}


def draw(rules: Rules, layout: Layout) -> Felt:
    """The felt with every spot of the layout."""
    return Felt(_drawing(rules, layout, WIDE), _drawing(rules, layout, TALL))


def _drawing(rules: Rules, layout: Layout, width: float) -> Drawing:
    across = width / 3
    places = [Place("", Rect(0, 0, width, NAME), _bonus(rules), "label", open=False)]
    for column, name in enumerate((rules.own, ANTE, rules.added)):
        places.append(_box(rules, layout, name, Rect(column * across, NAME, across, HIGHER)))
    return Drawing(width, NAME + HIGHER, places)


def _bonus(rules: Rules) -> str:
    """The table of the bonus, of which the players are told."""
    kinds, prizes = rules.hands.kinds, rules.bonus.prizes
    paid = (f"{kinds[kind].name} {prizes[kind].pays}" for kind in rules.hands.order if kind in prizes)
    return f"{rules.bonus.name}: {' · '.join(paid)}"


def _box(rules: Rules, layout: Layout, name: str, rect: Rect) -> Place:
    """A box; what is added to the ante comes to its own once the cards are seen."""
    if name not in layout:
        return Place(name, rect, rules.bets[name].name, "cell", str(rules.bets[name].pays), open=False)
    found = cell(rules, layout[name])
    return Place(name, rect, found.text, found.kind, "" if name == rules.own else found.note)


def made(rules: Rules, place: str, lying: Mapping[str, Sequence[str]]) -> str:
    """What the best of somebody's cards make, in words."""
    return _made(order(rules).mine.ranking, place, lying)
