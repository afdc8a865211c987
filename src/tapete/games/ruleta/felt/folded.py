"""The cloth of a roulette on a phone: folded, so that all of it lies under a thumb at once.

Zero and the first half of the numbers stand beside the other half and the columns, the dozens below both, the simple
chances at the two sides. A chip between the halves lies at the end of the first.
"""

from collections.abc import Iterable, Iterator, Sequence

from tapete.games.shared.felt.geometry import TALL, Drawing, Place, Rect

SIDE, GAP = 36.0, 6.0  # how wide a side is, and what is between the halves
ACROSS = (TALL - 2 * SIDE - GAP) / 6  # how wide a number is: a thumb
ROWS = 7  # rows of a half: zero and six of numbers, six of numbers and the columns
HIGH, LOWER = 50.0, 46.5  # a row, and one of a cloth with announced bets below
NAMED, TRACK, PER_ROW = 32.0, 22.0, 15  # what those stand in


def folded(places: Iterable[Place], body: Rect, sides: Sequence[Sequence[str]], announced: Sequence[Place]) -> Drawing:
    """Places that lie around the numbers in a body, folded: on the left and on the right the chances of `sides`."""
    high = LOWER if announced else HIGH
    apart = dict(_apart(sides, high))
    laid = [place._replace(rect=apart.get(place.spot) or _fold(place.rect, body, high)) for place in places]
    laid += _below(announced, (ROWS + 1) * high + GAP)
    return Drawing(TALL, max(place.rect.bottom for place in laid), laid, folded=True)


def _apart(sides: Sequence[Sequence[str]], high: float) -> Iterator[tuple[str, Rect]]:
    """What does not fold: simple chances, dozens, and chips between two of these."""
    tall, across = (ROWS + 1) * high / 3, (TALL - 2 * SIDE) / 3
    for x, side in zip((0.0, TALL - SIDE), sides, strict=True):
        yield from ((spot, Rect(x, i * tall, SIDE, tall)) for i, spot in enumerate(side))
    for i in range(3):
        yield f"docena:{i + 1}", Rect(SIDE + i * across, ROWS * high, across, high)
    for i in range(1, 3):
        yield f"dos-docenas:{i}-{i + 1}", Rect(SIDE + i * across - GAP, ROWS * high + GAP, 2 * GAP, high - 2 * GAP)


def _fold(rect: Rect, body: Rect, high: float) -> Rect:
    """Where something among the numbers lies once they stand upright and are folded."""
    scale_x, scale_y = 3 * ACROSS / body.h, 2 * ROWS * high / body.w
    x, y = SIDE + (body.h - rect.bottom) * scale_x, rect.x * scale_y
    w, h = rect.h * scale_x, rect.w * scale_y
    second = y + h / 2 > ROWS * high + 1
    right, down = (3 * ACROSS + GAP, -ROWS * high) if second else (0.0, 0.0)
    return Rect(round(x + right, 1), round(y + down, 1), round(w, 1), round(h, 1))


def _below(announced: Sequence[Place], top: float) -> Iterator[Place]:
    """The bets announced by name in a row, the neighbours in the order of the cylinder under them."""
    named = [place for place in announced if place.kind == "cell"]
    around = [place for place in announced if place.kind != "cell"]
    for i, place in enumerate(named):
        across = TALL / len(named)
        yield place._replace(rect=Rect(i * across, top, across, NAMED))
    top += NAMED if named else 0
    for i, place in enumerate(around):
        row, column = divmod(i, PER_ROW)
        left, right = (round(TALL * at / PER_ROW) for at in (column, column + 1))
        yield place._replace(rect=Rect(left, top + row * TRACK, right - left, TRACK))
