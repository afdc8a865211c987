"""The felts of the games of one draw: boule, the wheel of fortune, three dice."""

from tapete.engine.stakes import Layout
from tapete.games.banca_francesa.rules import Rules as ThreeDice
from tapete.games.bola.rules import Rules as Boule
from tapete.games.fortuna.rules import Rules as Fortune
from tapete.web.tables.felt.geometry import TALL, Cell, Drawing, Felt, Place, Rect, rows
from tapete.web.tables.felt.tiles import HIGH, cell

AROUND = ("impar", "negro", "falta", "pasa", "rojo", "par")


def boule(rules: Boule, layout: Layout) -> Felt:
    """Four numbers on each side of the neutral one, the simple chances around them."""
    colours = rules.equipment.colours
    numbers = [spot for spot in layout.values() if rules.bets[spot.bet].each]
    simple = [layout[name] for name in AROUND if name in layout]

    def drawing(width: float, per_row: int, high: float) -> Drawing:
        cells = [
            Cell(spot.id, number := spot.id.partition(":")[2], _colour(colours.negro, colours.rojo, number))
            for spot in numbers
        ]
        places = rows(cells, per_row, Rect(0, 0, width / per_row, high))
        top = places[-1].rect.bottom + 10
        places += rows([cell(rules, spot) for spot in simple], 3, Rect(0, top, width / 3, HIGH))
        return Drawing(width, places[-1].rect.bottom, places)

    return Felt(drawing(810, 9, 110), drawing(TALL, 3, 76))


def _colour(black: tuple[str, ...], red: tuple[str, ...], number: str) -> str:
    return "negro" if number in black else "rojo" if number in red else "neutral"


def fortune(rules: Fortune, layout: Layout) -> Felt:
    """A square for each symbol, the commonest widest."""
    symbols = list(layout.values())

    def drawing(width: float, per_row: int) -> Drawing:
        cells = [cell(rules, symbol)._replace(kind=f"symbol {symbol.id}") for symbol in symbols]
        places = rows(cells, per_row, Rect(0, 0, width / per_row, 110))
        return Drawing(width, places[-1].rect.bottom, places)

    return Felt(drawing(840, len(symbols)), drawing(TALL, 2))


def three_dice(rules: ThreeDice, layout: Layout) -> Felt:
    """Pequeño and grande beside each other, ases between them; the edges take chips that play in half."""

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
