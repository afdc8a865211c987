"""The felt of boule: four numbers on each side of the neutral one, and the simple chances. The plate lies beside it."""

from tapete.engine.places import tail_of
from tapete.engine.stakes import Layout
from tapete.errors import Said
from tapete.games.bola.rules import Rules
from tapete.games.shared.felt.geometry import TALL, Cell, Drawing, Felt, Rect, rows
from tapete.games.shared.felt.results import Result
from tapete.games.shared.felt.tiles import HIGH, cell

AROUND = ("impar", "negro", "falta", "pasa", "rojo", "par")
EXAMPLES = ("7", "rojo", "negro")
HALF = Said("one of {covers}")
WINS = {
    "numero-entero": Said("one number"),
    **dict.fromkeys(("rojo", "negro", "par", "impar", "falta", "pasa"), HALF),
}


def draw(rules: Rules, layout: Layout) -> Felt:
    """The felt with every spot of the layout."""
    numbers = [spot for spot in layout.values() if rules.bets[spot.bet].each]
    simple = [layout[name] for name in AROUND if name in layout]

    def drawing(width: float, per_row: int, high: float) -> Drawing:
        cells = [Cell(spot.id, *result(rules, tail_of(spot.id))) for spot in numbers]
        places = rows(cells, per_row, Rect(0, 0, width / per_row, high))
        below = places[-1].rect.bottom + 10
        places += rows([cell(rules, spot) for spot in simple], 3, Rect(0, below, width / 3, HIGH))
        return Drawing(width, places[-1].rect.bottom, places, folded=width == TALL)

    return Felt(drawing(810, 9, 84), drawing(TALL, 3, 76))


def result(rules: Rules, number: str) -> Result:
    """A number with its colour on the plate."""
    colours = rules.equipment.colours
    return Result(number, "negro" if number in colours.negro else "rojo" if number in colours.rojo else "neutral")


def wheel(rules: Rules) -> tuple[str, ...]:
    """The holes of the plate: its numbers, again and again."""
    return rules.pockets * (rules.equipment.holes // len(rules.pockets))


def winners(rules: Rules, number: str) -> frozenset[str]:
    """The spots that cover what fell."""
    return frozenset(
        spot for name, bet in rules.bets.items() for spot, covered in bet.spots(name).items() if number in covered
    )
