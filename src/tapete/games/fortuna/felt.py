"""The felt of the wheel of fortune: a square for each symbol of the wheel."""

from tapete.engine.stakes import Layout
from tapete.errors import Said
from tapete.games.fortuna.rules import Rules
from tapete.games.shared.felt.geometry import TALL, Drawing, Felt, Rect, rows
from tapete.games.shared.felt.results import Result
from tapete.games.shared.felt.tiles import cell

EXAMPLES = ("24", "joker rojo", "15")
STOPS = Said("the wheel stops at this symbol")
WINS = dict.fromkeys(("24", "15", "7", "4", "2", "joker-rojo", "joker-negro"), STOPS)


def draw(rules: Rules, layout: Layout) -> Felt:
    """The felt with every spot of the layout."""
    symbols = list(layout.values())

    def drawing(width: float, per_row: int) -> Drawing:
        cells = [cell(rules, symbol)._replace(kind=f"symbol {symbol.id}") for symbol in symbols]
        places = rows(cells, per_row, Rect(0, 0, width / per_row, 110))
        return Drawing(width, places[-1].rect.bottom, places, folded=width == TALL)

    return Felt(drawing(840, len(symbols)), drawing(TALL, 2))


def result(rules: Rules, symbol: str) -> Result:  # noqa: ARG001
    """A symbol; of two that differ in colour alone, each in its own."""
    colour = symbol.rpartition("-")[2]
    return Result(symbol, colour if colour in ("rojo", "negro") else "")


def wheel(rules: Rules) -> tuple[str, ...]:
    """The cells of the wheel."""
    return rules.pockets


def winners(rules: Rules, symbol: str) -> frozenset[str]:
    """The spots that cover what fell."""
    return frozenset(
        spot for name, bet in rules.bets.items() for spot, covered in bet.spots(name).items() if symbol in covered
    )
