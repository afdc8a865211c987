"""A table of the bank's that players sit along an arc of, each with the same boxes.

One's own boxes lie lowest and largest, with words on them; those of the others on both sides, as they are printed.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from tapete.games.shared.felt.geometry import LINE_HIGH, TALL, Decor, Drawing, Felt, Place, Rect, Seat, frame
from tapete.games.shared.felt.results import ASIDE

CARD = 1.5  # how much higher than wide a card is
LONGER = 4 / 3  # how much longer words may be in another language
BANK = "crupier"
WHOLE = MappingProxyType({"mano": (0.0, 1.0)})


class Box(NamedTuple):
    """A spot that every player has, the words on it, what it pays; one that is not open gets chips after the cards."""

    spot: str
    text: str
    note: str = ""
    open: bool = True


class Cloth(NamedTuple):
    """What is printed for so many players: their boxes, and room for so many cards of theirs and of the bank's.

    `hands` says which part of that room each kind of hand takes: where it begins, and how much; `named` are those that
    are printed by name. `common` are the places of cards that belong to all, `words` what must stand on the cloth.
    """

    seats: int
    boxes: Sequence[Box]
    cards: int
    bank: int
    hands: Mapping[str, tuple[float, float]] = WHOLE
    common: Sequence[str] = ()
    words: str = ""
    named: Mapping[str, str] = MappingProxyType({})

    def felt(self) -> Felt:
        """The cloth drawn."""
        wide, tall = (Laid(self, size).drawing() for size in SIZES)
        return Felt(wide, tall)


class Size(NamedTuple):
    """How large things are on one of the two drawings: heights of cards and names, boxes, and how far the arc bends."""

    width: float
    bank: float
    common: float
    own: float
    other: float
    name: float
    seen: float  # how much of a card of one's own is seen below the next
    box: tuple[float, float]
    ring: float  # how wide a box of the others is at most
    sag: float
    rise: float
    gap: float


SIZES = (
    Size(840, 108, 96, 114, 62, 18, 27, (100, 84), 32, 22, 84, 8),
    Size(TALL, 84, 84, 108, 34, 12, 20, (70, 80), 15, 8, 40, 5),
)


class Laid:
    """A cloth in one size, from the bank down to one's own boxes."""

    def __init__(self, cloth: Cloth, size: Size) -> None:
        self.cloth, self.size = cloth, size
        self.middle = size.width / 2

    def drawing(self) -> Drawing:
        """All of it."""
        beside, left = self._beside(), (self.cloth.seats - 1) // 2
        rings = (_ring(rect) for seat in beside for rect in seat.chips.values())
        common = [Place("", rect, "", "card-place", open=False) for rect in self.common.values()]
        bank = {f"{kind}/{BANK}": rect for kind, rect in self._parts(self.bank).items()} if self.cloth.bank else {}
        cards = {**bank, **self.common, **dict.fromkeys(ASIDE, self._discards)}
        boxes = self._boxes(beside)
        below = Rect(self.own.x, boxes[0].rect.bottom, self.own.w, self.size.name)
        seats = (*beside[:left], Seat({}, self._parts(self.own), below), *beside[left:])
        height = below.bottom
        decor = (self._edge(height, boxes[0].rect.x), *self._frames(), *rings)
        return Drawing(self.size.width, height, (*self.label, *common, *boxes), cards, decor, seats=seats, own=left)

    def _frames(self) -> Iterator[Decor]:
        """What is printed where cards come to lie: the bank's, one's own, and the names of their parts."""
        whole = [self.bank, self.own] if self.cloth.bank else [self.own]
        for rect in whole:
            yield frame(rect)
            for kind, part in self._parts(rect).items():
                if kind in self.cloth.named:
                    yield Decor(f"M{part.x:g} {part.centre[1]:g}H{part.right:g}", "named", self.cloth.named[kind])

    @property
    def _discards(self) -> Rect:
        """Where cards lie that are out of play: beside the bank's."""
        high = self.size.other
        return Rect(self.bank.right + 3 * self.size.gap, 0, high * 1.4, high)

    @property
    def bank(self) -> Rect:
        """Where the bank's cards lie."""
        wide, high = self._wide(self.size.bank, self.cloth.bank), self.size.bank if self.cloth.bank else 0
        return Rect(self.middle - wide / 2, 0, wide, high)

    def _wide(self, high: float, cards: int) -> float:
        """How wide so many cards of a height lie."""
        return high / CARD + self.size.seen * max(cards - 1, 0) + 6

    @cached_property
    def label(self) -> tuple[Place, ...]:
        """What must stand written on the cloth, below the bank's cards; on a phone as wide as it is.

        It has the room that it takes in a language whose words are longer.
        """
        size, words = self.size, self.cloth.words
        across = size.width * (0.6 if size.width > TALL else 1)
        rect = Rect(self.middle - across / 2, self.bank.bottom + size.gap, across, 0)
        lines = Place("", rect._replace(w=across / LONGER), words, "label").lines(words)
        place = Place("", rect._replace(h=LINE_HIGH * len(lines) + 6), words, "label", open=False)
        return (place,) if words else ()

    @cached_property
    def common(self) -> dict[str, Rect]:
        """Where the cards that belong to all lie, side by side."""
        above = self.label[-1].rect if self.label else self.bank
        names, high = self.cloth.common, self.size.common
        return dict(zip(names, self._row(len(names), above.bottom, high / CARD, high), strict=True))

    @property
    def own(self) -> Rect:
        """Where one's own cards lie."""
        top = max(rect.bottom for rect in self._printed) + self.size.gap
        wide = self._wide(self.size.own, self.cloth.cards)
        return Rect(self.middle - wide / 2, top, wide, self.size.own)

    def _row(self, count: int, above: float, wide: float, high: float) -> list[Rect]:
        """So many rectangles side by side in the middle, below something."""
        step = wide + self.size.gap
        left = self.middle - (count * step - self.size.gap) / 2
        return [Rect(left + i * step, above + self.size.gap, wide, high) for i in range(count)]

    def _parts(self, rect: Rect) -> dict[str, Rect]:
        """Which part of a hand's room each kind of hand takes."""
        return {kind: rect._replace(x=rect.x + rect.w * at, w=rect.w * w) for kind, (at, w) in self.cloth.hands.items()}

    def _beside(self) -> list[Seat]:
        """The others, to the left and to the right of one's own cards, the farther the nearer to the bank."""
        others, inner = self.cloth.seats - 1, self.own.x - self.size.gap
        left, right = others // 2, others - others // 2
        across = inner / right
        columns = [inner - (left - i) * across for i in range(left)]
        columns += [self.size.width - inner + i * across for i in range(right)]
        return [self._seat(Rect(x, 0, across, 0)) for x in columns]

    def _seat(self, column: Rect) -> Seat:
        """One of the others: cards, boxes below them, and a name."""
        size, count = self.size, len(self.cloth.boxes)
        aside = (column.centre[0] / self.middle - 1) ** 2
        free = all(rect.right <= column.x or column.right <= rect.x for rect in self._printed)
        top = self.own.y + size.sag * (1 - aside) - (size.rise * aside if free else 0)
        cards = Rect(column.x + 2, top, column.w - 4, size.other)
        ring = min(size.ring, cards.w / count)
        left, below = column.centre[0] - ring * count / 2, cards.bottom + 2
        chips = {box.spot: Rect(left + i * ring, below, ring, ring) for i, box in enumerate(self.cloth.boxes)}
        return Seat(chips, self._parts(cards), Rect(cards.x, below + ring, cards.w, size.name))

    @property
    def _printed(self) -> list[Rect]:
        """What no other player's place may lie on."""
        return [self.bank, *(place.rect for place in self.label), *self.common.values()]

    def _boxes(self, beside: Sequence[Seat]) -> list[Place]:
        """One's own boxes, below one's cards and the others that they would lie on."""
        (wide, high), boxes = self.size.box, self.cloth.boxes
        most = (self.size.width + self.size.gap) / len(boxes) - self.size.gap
        row = self._row(len(boxes), 0, min(wide, most), high)
        near = [seat.name for seat in beside if seat.name.right > row[0].x and seat.name.x < row[-1].right]
        low = max(rect.bottom for rect in (self.own, *near))
        rings = [
            Place(box.spot, rect._replace(y=low + self.size.gap), box.text, "cell ring", box.note, box.open)
            for box, rect in zip(boxes, row, strict=True)
        ]
        return [ring if ring.legible else ring._replace(note="") for ring in rings]

    def _edge(self, height: float, free: float) -> Decor:
        """The edge of the table, round where nothing lies."""
        width, low, bend = self.size.width, height + 6, min(self.size.width / 4, free + 20)
        left, right = f"M0 {low - bend:g}Q0 {low:g} {bend:g} {low:g}", f"Q{width:g} {low:g} {width:g} {low - bend:g}"
        return Decor(f"{left}H{width - bend:g}{right}", "edge")


def _ring(rect: Rect) -> Decor:
    """A box of the others, as it is printed."""
    r = rect.w / 2 - 1
    half = f"a{r:g} {r:g} 0 1 0"
    return Decor(f"M{rect.x + 1:g} {rect.centre[1]:g}{half} {2 * r:g} 0{half} {-2 * r:g} 0", "ring")
