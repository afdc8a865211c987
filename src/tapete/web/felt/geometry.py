"""Where things lie on a drawn felt: rectangles in a drawing's own units, wide for screens and tall for phones."""

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple


class Rect(NamedTuple):
    """A rectangle.

    >>> Rect(0, 0, 60, 60).shared(Rect(60, 0, 60, 60))
    Rect(x=60, y=0, w=0, h=60)
    """

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.y + self.h

    @property
    def centre(self) -> tuple[float, float]:
        """Its middle."""
        return self.x + self.w / 2, self.y + self.h / 2

    def shared(self, other: "Rect") -> "Rect | None":
        """What two rectangles have in common: an area, an edge or a corner; None where they do not touch."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        w, h = min(self.right, other.right) - x, min(self.bottom, other.bottom) - y
        return Rect(x, y, w, h) if w >= 0 and h >= 0 else None

    def around(self, margin: float) -> "Rect":
        """The same with a margin on every side; a negative one makes it smaller."""
        return Rect(self.x - margin, self.y - margin, self.w + 2 * margin, self.h + 2 * margin)

    def turned(self, height: float) -> "Rect":
        """Where it lies once a drawing of this height stands upright."""
        return Rect(height - self.bottom, self.x, self.h, self.w)


class Place(NamedTuple):
    """A part of the felt. With a spot's id it takes chips when `open`; otherwise chips only come to rest on it.

    `kind` says how it looks: a colour of the wheel, `cell`, `line` between cells, `label`.
    """

    spot: str
    rect: Rect
    text: str
    kind: str
    note: str = ""
    open: bool = True


class Drawing:
    """A felt drawn: its size and its parts, those that lie above others after them."""

    def __init__(self, width: float, height: float, places: Iterable[Place]) -> None:
        self.width, self.height, self.places = width, height, tuple(places)

    @cached_property
    def by_spot(self) -> dict[str, Rect]:
        """Where each spot lies."""
        return {place.spot: place.rect for place in self.places if place.spot}

    def of(self, spot: str) -> Rect:
        """Where chips on a spot lie; what has no place of its own lies with its bet, or else at the edge."""
        found = self.by_spot
        return found.get(spot) or found.get(spot.partition(":")[0]) or Rect(0, self.height - 40, 40, 40)

    def turned(self) -> "Drawing":
        """The same felt standing upright, for a narrow screen."""
        return Drawing(
            self.height, self.width, [place._replace(rect=place.rect.turned(self.height)) for place in self.places]
        )


class Felt(NamedTuple):
    """One felt in two drawings."""

    wide: Drawing
    tall: Drawing


class Cell(NamedTuple):
    """A place without a place yet."""

    spot: str
    text: str
    kind: str
    note: str = ""


def rows(cells: Iterable[Cell], columns: int, size: Rect) -> list[Place]:
    """Cells laid out in rows of so many, from the corner and in the size of the first."""
    return [
        Place(
            cell.spot,
            Rect(size.x + i % columns * size.w, size.y + i // columns * size.h, size.w, size.h),
            cell.text,
            cell.kind,
            cell.note,
        )
        for i, cell in enumerate(cells)
    ]
