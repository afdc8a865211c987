"""The felt of banca francesa: small and great sums beside each other, aces between them, and the edges."""

from tapete.engine.stakes import Layout
from tapete.errors import Said
from tapete.games.banca_francesa.rules import Rules
from tapete.games.shared.felt.geometry import TALL, Drawing, Felt, Place, Rect
from tapete.games.shared.felt.tiles import cell

EXAMPLES = ("grande", "ases", "pequeño")
SUM = Said("the dice add up to one of {covers}")
WINS = {
    "ases": Said("three aces"),
    **dict.fromkeys(("pequeno", "grande", "pequeno-borde", "grande-borde"), SUM),
}


def winners(rules: Rules, thrown: str) -> frozenset[str]:
    """The spots that cover the sum of the dice."""
    total = str(sum(map(int, thrown.split())))
    return frozenset(
        spot for name, bet in rules.bets.items() for spot, covered in bet.spots(name).items() if total in covered
    )


def draw(rules: Rules, layout: Layout) -> Felt:
    """The felt with every spot of the layout; the edges take chips that play in half."""

    def drawing(width: float, height: float) -> Drawing:
        side, edge = width * 0.38, height * 0.33
        rects = {
            "pequeno": Rect(0, edge, side, height - edge),
            "ases": Rect(side, 0, width - 2 * side, height),
            "grande": Rect(width - side, edge, side, height - edge),
            "pequeno-borde": Rect(0, 0, side, edge),
            "grande-borde": Rect(width - side, 0, side, edge),
        }
        places = []
        for spot in layout.values():
            id, text, kind, note = cell(rules, spot)
            places.append(Place(id, rects[id], text, kind, "" if id.endswith("-borde") else note))
        return Drawing(width, height, places)

    return Felt(drawing(840, 230), drawing(TALL, 300))
