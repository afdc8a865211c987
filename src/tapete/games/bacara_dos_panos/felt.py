"""The felt of baccarat at two cloths: the first at the banker's right, the second at his left, the bank between."""

from tapete.engine.stakes import Layout
from tapete.errors import Said
from tapete.games.bacara_dos_panos.rules import BANCA, BOTH, FIRST, LINES, SECOND, Rules
from tapete.games.shared.felt.geometry import TALL, Drawing, Felt, Place, Rect
from tapete.games.shared.felt.tiles import HIGHER

WIDE = 840.0
EXAMPLES = ("primero", "segundo", "caballo")
ROWS = ((FIRST, BOTH, SECOND), (f"raya-{FIRST}", BANCA, f"raya-{SECOND}"))
VERBS = {
    "name": Said("Has the bank already:"),
    "bid": Said("Bid for the bank"),
    "take": Said("Take the bank for"),
    "refuse": Said("Do not take the bank"),
    "go-on": Said("Deal"),
    "leave": Said("Leave the bank"),
    "add": Said("Add to the bank"),
    "deposit": Said("Put up again"),
    "deposit-new-shoe": Said("Put up again, with a new shoe"),
    "banco": Said("Banco"),
    "wait": Said("Wait for a seat"),
    "sit": Said("Take the seat"),
}


def draw(rules: Rules, layout: Layout) -> Felt:
    """The felt with every spot of the layout."""
    return Felt(_drawing(rules, layout, WIDE), _drawing(rules, layout, TALL))


def _drawing(rules: Rules, layout: Layout, width: float) -> Drawing:
    """Stakes on either cloth and across both; below them the lines of which half plays, and the bank."""
    across = width / len(ROWS[0])
    places = [
        _place(rules, layout, name, Rect(column * across, row * HIGHER, across, HIGHER))
        for row, names in enumerate(ROWS)
        for column, name in enumerate(names)
    ]
    return Drawing(width, len(ROWS) * HIGHER, places)


def _place(rules: Rules, layout: Layout, name: str, rect: Rect) -> Place:
    """A place by the name of its bet; the lines have one of their own."""
    bet = rules.bets[layout[name].bet]
    return Place(name, rect, "Raya" if name in LINES else bet.name, "cell", str(bet.pays))
