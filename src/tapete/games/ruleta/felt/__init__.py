"""The felt of a roulette: three rows of twelve, chips on numbers, lines and corners; announced bets below.

The French cloth has its simple chances on both sides of the numbers and its dozens beside the columns; the others have
all of them on one side.
"""

from collections.abc import Iterator
from functools import reduce

from tapete.engine.places import tail_of
from tapete.engine.stakes import Layout
from tapete.errors import Said
from tapete.games.ruleta.felt.folded import folded
from tapete.games.ruleta.rules import Rules, covers, suertes
from tapete.games.shared.felt.geometry import Decor, Drawing, Felt, Place, Rect
from tapete.games.shared.felt.results import Result

CELL, HIGH = 60.0, 84.0  # a number's cell, the longer side across the cloth
BAND = 56.0
BODY = 3 * HIGH  # how high the numbers stand
LINE = 9.0  # half the width of a spot on a line
WIDTH = 14 * CELL
OUTSIDE = ("falta", "par", "rojo", "negro", "impar", "pasa")
FRENCH = "ruleta-francesa"
BEFORE, BEHIND = ("falta", "impar", "rojo"), ("pasa", "par", "negro")  # the sides of the French cloth
SIDE = 92.0  # how deep a side is
LOZENGES = ("rojo", "negro")  # chances that are drawn
DOZENS = {"docena:1": "12P", "docena:2": "12M", "docena:3": "12D"}  # as a French cloth has them
EXAMPLES = ("17", "rojo", "negro")
VERBS = {
    "declare": Said("Declare the value of your chips"),
    "release": Said("Give the colour back"),
    "authorise": Said("Allow chips of value"),
    "forbid": Said("Forbid chips of value"),
}
WINS = {
    "pleno": Said("one number"),
    "caballo": Said("two numbers side by side; the chip lies on the line between them"),
    "transversal": Said("a row of three numbers; the chip lies at its end"),
    "cuadro": Said("four numbers that meet at a corner; the chip lies on it"),
    "cuatro-primeros": Said("zero and the first three numbers"),
    "linea-especial": Said("both zeros and the first three numbers"),
    "seisena": Said("two rows one after the other, six numbers"),
    "columna": Said("the twelve numbers of a column"),
    "docena": Said("twelve numbers: 1 to 12, 13 to 24 or 25 to 36"),
    "dos-columnas": Said("two columns at once"),
    "dos-docenas": Said("two dozens at once"),
    "rojo": Said("any red number"),
    "negro": Said("any black number"),
    "par": Said("any even number; zero is none"),
    "impar": Said("any odd number"),
    "falta": Said("1 to 18"),
    "pasa": Said("19 to 36"),
    "vecinos": Said("a number and its neighbours on the wheel, a chip on each"),
    "sector-del-cero": Said("the numbers around zero on the wheel, with chips on lines and corners"),
    "tercio": Said("the third of the wheel across from zero, with chips on lines"),
    "huerfanos": Said("the numbers of the wheel that those two leave out"),
}


def draw(rules: Rules, layout: Layout) -> Felt:
    """The felt with every spot of the layout."""
    numbers = dict(_numbers(rules))
    french = rules.game == FRENCH
    outside = _sides() if french else _outside()
    cells = {**{f"pleno:{number}": rect for number, rect in numbers.items()}, **outside}
    places = [
        Place(spot, rect, _text(rules, spot), _kind(rules, spot), _note(rules, spot))
        for spot, rect in sorted(cells.items(), key=lambda item: item[0] in OUTSIDE)
        if spot in layout
    ]
    between = [spot for spot in layout.values() if spot.id not in cells and not spot.parts]
    places += [Place(spot.id, _between(rules, numbers, cells, spot.id), "", "line") for spot in between]
    drawn = [_on_french(place) for place in places] if french else places
    body = _lowered(drawn) if french else Drawing(WIDTH, BODY + 2 * BAND, drawn)
    announced = list(_announced(rules, layout, body))
    height = max([body.height, *(place.rect.bottom for place in announced)])
    wide = Drawing(body.width, height, (*body.places, *announced))
    small = folded(drawn, Rect(0, 0, WIDTH, BODY), (BEHIND, BEFORE), announced)
    return Felt(_with_lozenges(wide), _with_lozenges(small))


def result(rules: Rules, number: str) -> Result:
    """A number with its colour on the cylinder."""
    return Result(number, rules.equipment.colours.of(number))


def wheel(rules: Rules) -> tuple[str, ...]:
    """The pockets of the cylinder."""
    return rules.pockets


def winners(rules: Rules, number: str) -> frozenset[str]:
    """The spots that cover a number."""
    return frozenset(spot for spot, numbers in covers(rules).items() if number in numbers)


def _numbers(rules: Rules) -> Iterator[tuple[str, Rect]]:
    """The cells of the numbers, the zeros before them."""
    zeros = rules.equipment.cylinder.zeros
    share = BODY / len(zeros)
    for i, zero in enumerate(zeros):
        yield zero, Rect(0, BODY - (i + 1) * share, CELL, share)
    for number in range(1, 37):
        column, row = divmod(number - 1, 3)
        yield str(number), Rect(CELL + column * CELL, (2 - row) * HIGH, CELL, HIGH)


def _outside() -> dict[str, Rect]:
    """Columns, dozens and simple chances."""
    columns = {f"columna:{i + 1}": Rect(13 * CELL, (2 - i) * HIGH, CELL, HIGH) for i in range(3)}
    dozens = {f"docena:{i + 1}": Rect(CELL + 4 * i * CELL, BODY, 4 * CELL, BAND) for i in range(3)}
    simple = {name: Rect(CELL + 2 * i * CELL, BODY + BAND, 2 * CELL, BAND) for i, name in enumerate(OUTSIDE)}
    return {**columns, **dozens, **simple}


def _sides() -> dict[str, Rect]:
    """The same on the French cloth, the numbers' upper edge at zero: a side above them and one below."""
    columns = {name: rect for name, rect in _outside().items() if name.startswith("columna")}
    dozens = {f"docena:{i + 1}": Rect((13 + i) * CELL, BODY, CELL, SIDE) for i in range(3)}
    across = 4 * CELL
    above = {name: Rect(CELL + i * across, -SIDE, across, SIDE) for i, name in enumerate(BEFORE)}
    below = {name: Rect(CELL + i * across, BODY, across, SIDE) for i, name in enumerate(BEHIND)}
    return {**columns, **dozens, **above, **below}


def _on_french(place: Place) -> Place:
    """The French cloth has its own words for the dozens, and lozenges for red and black."""
    kind = "lozenged" if place.spot in LOZENGES else place.kind
    return place._replace(text=DOZENS.get(place.spot, place.text), kind=kind)


def _lowered(places: list[Place]) -> Drawing:
    """The French cloth, one side above the numbers."""
    lowered = [place._replace(rect=place.rect._replace(y=place.rect.y + SIDE)) for place in places]
    return Drawing(16 * CELL, BODY + 2 * SIDE, lowered)


def _with_lozenges(felt: Drawing) -> Drawing:
    drawn = [place for place in felt.places if place.kind == "lozenged"]
    decor = [_lozenge(place.rect, f"lozenge {place.spot}") for place in drawn]
    return Drawing(felt.width, felt.height, felt.places, decor=decor, folded=felt.folded)


def _lozenge(rect: Rect, kind: str) -> Decor:
    """A lozenge in a cell, a chip's width from its edges where there is room."""
    (x, y), inner = rect.centre, rect.around(-min(10, rect.w / 9))
    return Decor(f"M{inner.x:g} {y:g}L{x:g} {inner.y:g}L{inner.right:g} {y:g}L{x:g} {inner.bottom:g}Z", kind)


def _between(rules: Rules, numbers: dict[str, Rect], cells: dict[str, Rect], spot: str) -> Rect:
    """Where a chip on a line lies: on what its cells share, or at the end of the rows that it covers."""
    bet, _, tail = spot.partition(":")
    if bet.startswith("dos-"):
        one = bet.removeprefix("dos-").removesuffix("s")
        covered = [cells[f"{one}:{part}"] for part in tail.split("-")]
    else:
        covered = [numbers[number] for number in covers(rules)[spot]]
    first: Rect | None = covered[0]
    shared = reduce(_shared, covered[1:], first)
    if shared is not None:
        return _spread(shared)
    left, right = min(rect.x for rect in covered), max(rect.right for rect in covered)
    return _spread(Rect((left + right) / 2, BODY, 0, 0)) if right - left > CELL else _spread(Rect(left, BODY, CELL, 0))


def _shared(one: Rect | None, other: Rect) -> Rect | None:
    return one.shared(other) if one is not None else None


def _spread(edge: Rect) -> Rect:
    """An edge or a corner made wide enough to be hit, short enough not to cover its neighbours."""
    x, w = (edge.x - LINE, 2 * LINE) if not edge.w else (edge.x + LINE + 1, edge.w - 2 * LINE - 2)
    y, h = (edge.y - LINE, 2 * LINE) if not edge.h else (edge.y + LINE + 1, edge.h - 2 * LINE - 2)
    return Rect(x, y, w, h)


def _announced(rules: Rules, layout: Layout, body: Drawing) -> Iterator[Place]:
    """The bets announced by name, then a strip of neighbours in the order of the cylinder."""
    named = [spot.id for spot in layout.values() if spot.parts and ":" not in spot.id]
    top = body.height + 14
    for i, spot in enumerate(named):
        width = body.width / len(named)
        yield Place(spot, Rect(i * width, top, width, BAND), rules.bets[spot].name, "cell")
    top += BAND if named else 0
    around = [spot for number in rules.pockets if (spot := f"vecinos:{number}") in layout]
    per_row = -(-len(around) // 2)
    for i, spot in enumerate(around):
        row, column = divmod(i, per_row)
        width = body.width / per_row
        number = tail_of(spot)
        kind = f"track {rules.equipment.colours.of(number)}"
        yield Place(spot, Rect(column * width, top + row * BAND, width, BAND), number, kind)


def _text(rules: Rules, spot: str) -> str:
    bet, _, tail = spot.partition(":")
    if bet == "columna":
        return ""
    return tail if bet == "pleno" else f"{rules.bets[bet].name} {tail}".strip()


def _note(rules: Rules, spot: str) -> str:
    """A column has no name on the felt but what it pays."""
    return str(suertes(rules)["columna"].pays) if spot.startswith("columna") else ""


def _kind(rules: Rules, spot: str) -> str:
    bet, _, tail = spot.partition(":")
    if bet == "pleno":
        return rules.equipment.colours.of(tail)
    return bet if bet in ("rojo", "negro") else "cell"
