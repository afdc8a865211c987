"""Where things lie on a drawn felt: rectangles in a drawing's own units, wide for screens and tall for phones."""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import NamedTuple, TypeVar

from tapete.engine.places import bet_of

TALL = 360.0  # how wide a tall drawing is
THUMB = 54.0  # a side of a cell that a thumb hits on a phone: 44 pixels and a little
CHIP = 13.0  # the radius of a chip
LETTER, LINE_HIGH = 10.0, 15.0  # how wide a letter is at most, and how high a line of words stands
LABEL_LETTER = 8.6  # how wide one is of a label, which is written smaller
LETTER_DRAWN, LETTER_HIGH = 8.6, 12.0  # how wide one is among others, and how high
NOTE_LETTER, NOTED = 6.2, 2  # how wide one is of what is paid, and how many letters more it has in words
EACH, UP_TO = 3, 6  # ratios that are told one by one, and the letters of "up to" before the greatest of more
PINCHED = 0.84  # how much narrower small letters are
NUMBER = 2  # letters that a number has at most
UNDER_THE_EDGE = 13.0  # from an edge to the middle of the line below it
COUNT, BADGE_LETTER = 5, 7.6  # letters that a count has at most, and how wide one of what is said of cards is
SMALL_LETTER = 6.1  # and how wide where more is said than there is room for
OWN, BETWEEN = 60.0, 220.0  # how wide a hand is beside which nobody else's lies, and what may be said across it then
FEW = 2  # cards that are read in a column as well as in a fan
READ, LEGIBLE = 30.0, 36.0  # how wide a card is that can be read, and one whose suit can
MORE, CORNER = 14.0, 22.0  # what is seen of such a card above the next: its rank at least, its suit if there is room
INDEX = 0.24  # the part of a card's width that its rank takes: so much is seen of each in a place that is full
LEAST_HAND = 15.0  # what is narrower shows no hand
T = TypeVar("T")
NOBODY: Mapping[str, str] = {}
NARROW = 60.0  # words stand upright in what is narrower


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
    def column(self) -> bool:
        """Whether cards in it lie below one another."""
        return self.w < self.h * 0.9

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

    @property
    def upright(self) -> bool:
        """Whether its words stand upright."""
        return self.rect.h > 2 * self.rect.w and self.rect.w < NARROW and len(self.text) > 2

    def lines(self, words: str) -> list[str]:
        """Words broken into lines that fit.

        >>> Place("ases", Rect(0, 0, 80, 60), "", "cell").lines("Límite interior")
        ['Límite', 'interior']
        """
        lines: list[str] = []
        for word in filter(None, words.split(" ")):
            if lines and len(lines[-1]) + 1 + len(word) <= self._letters:
                lines[-1] += f" {word}"
            else:
                lines.append(word)
        return lines

    def tight(self, words: str) -> bool:
        """Whether it is too much to be written as large as others: a word too long, or in a ring a line near its edge.

        >>> [Place("txb", Rect(0, 0, 70, 80), on, "cell ring").tight(on) for on in ("Ante", "Texas bonus (TXB)")]
        [False, True]
        """
        if any(len(word) > self._letters for word in words.split()):
            return True
        lines = self.lines(words)
        rings = "ring" in self.kind.split()
        return rings and any(map(self._past_the_ring, lines, self.heights(len(lines) + bool(self.note))))

    def _past_the_ring(self, line: str, height: float) -> bool:
        """Whether a line in the upper half of a ring crosses it there, at the top of its letters."""
        across = 1 - (2 * (height - LETTER_HIGH / 2 - self.rect.centre[1]) / self.rect.h) ** 2
        return across < 0 or LETTER_DRAWN * len(line) > self.rect.w * across**0.5

    @property
    def _letters(self) -> float:
        """How many letters fit in a line."""
        letter = LABEL_LETTER if self.kind == "label" else LETTER
        return ((self.rect.h if self.upright else self.rect.w) - 6) / letter

    @property
    def roomy(self) -> bool:
        """Whether chips find room below the words."""
        written = len(self.lines(self.text)) + bool(self.note)
        return bool(self.spot) and not self.upright and self.rect.h >= LINE_HIGH * written + 2 * CHIP + 9

    @property
    def crowded(self) -> bool:
        """Whether its words leave no room for a chip, neither below nor beside them.

        >>> Place("win", Rect(0, 0, 180, 48), "Win", "cell", "1:1").crowded
        False
        >>> Place("right-bet:4", Rect(0, 0, 60, 32), "", "cell", "9:5").crowded
        True
        """
        return bool(self.text or self.note) and not self.roomy and not self.upright and self.aside < 3 * CHIP + 8

    @property
    def numbered(self) -> bool:
        """Whether all that is written on it is a number."""
        return len(self.text) <= NUMBER and not self.note

    @property
    def aside(self) -> float:
        """How much room there is beside its words."""
        lines = [LETTER_DRAWN * len(line) for line in self.lines(self.text)]
        return (self.rect.w - max([*lines, self._noted])) / 2

    @property
    def _noted(self) -> float:
        """How wide it is written what it pays."""
        ratios = self.note.split("|")
        letters = len(self.note) if len(ratios) <= EACH else UP_TO + len(ratios[-1])
        return NOTE_LETTER * (letters + NOTED) if self.note else 0.0

    @property
    def pinched(self) -> bool:
        """Whether what it pays is written smaller, to fit.

        >>> ratios = "1:1|4:1|6:1|25:1|40:1"
        >>> [Place("fortuna", Rect(0, 0, wide, 80), "Fortuna", "cell ring", ratios).pinched for wide in (100, 70)]
        [False, True]
        """
        return self._noted > self.rect.w - 6

    @property
    def legible(self) -> bool:
        """Whether there is room to write what it pays, be it smaller."""
        return self._noted * PINCHED <= self.rect.w

    def heights(self, count: int) -> list[float]:
        """The middles of so many lines of words: in the middle, or a little higher to make room for chips.

        >>> Place("bono", Rect(0, 0, 70, 80), "Texas bonus (TXB)", "cell ring").heights(3)
        [13.0, 28.0, 43.0]
        """
        middle, half = self.rect.centre[1], (count - 1) / 2 * LINE_HIGH
        if self.roomy:
            higher = max(middle - 5 - 4 * count, self.rect.y + UNDER_THE_EDGE + half)
            middle = min(higher, self.rect.bottom - 2 * CHIP - 11 - half)
        elif self.spot and self.numbered and self.crowded:
            middle = self.rect.y + UNDER_THE_EDGE
        return [middle - half + i * LINE_HIGH for i in range(count)]


class Decor(NamedTuple):
    """A line drawn on the felt by SVG's own commands, perhaps with words along it and what is paid for them."""

    path: str
    kind: str
    text: str = ""
    note: str = ""


def frame(rect: Rect) -> Decor:
    """Where cards come to lie, as it is printed."""
    return Decor(f"M{rect.x:g} {rect.y:g}h{rect.w:g}v{rect.h:g}h{-rect.w:g}z", "frame")


class Seat(NamedTuple):
    """A player's place where all have the same: rings for chips by spot, room for each kind of hand, and for the name.

    One's own has no rings: its chips lie on the spots themselves.
    """

    chips: Mapping[str, Rect]
    cards: Mapping[str, Rect]
    name: Rect


class Drawing:
    """A felt drawn: its size, its parts, those that lie above others after them, and where cards are laid on it.

    `decor` is drawn below all of it; `marks` are where a puck or its like may lie; `seats` are the players' places from
    left to right, `own` the number of one's own among them. What is `folded` is so to fit a phone. Hands that were
    `parted` from those of a place have more room than that one where it is said so, as long as no chips lie there.
    """

    def __init__(
        self,
        width: float,
        height: float,
        places: Iterable[Place],
        cards: Mapping[str, Rect] | None = None,
        decor: Iterable[Decor] = (),
        marks: Mapping[str, Rect] | None = None,
        seats: Sequence[Seat] = (),
        own: int = 0,
        folded: bool = False,
        parted: Mapping[str, Rect] | None = None,
    ) -> None:
        self.width, self.height, self.places, self.cards = width, height, tuple(places), cards or {}
        self.decor, self.marks, self.seats, self.own = tuple(decor), marks or {}, seats, own
        self.folded, self.parted = folded, parted or {}
        self.before: Mapping[str, Seat] = {}
        self.hosts: Mapping[str, str] = NOBODY

    @cached_property
    def by_spot(self) -> dict[str, Place]:
        """The place of each spot."""
        return {place.spot: place for place in self.places if place.spot}

    def seated(self, people: Sequence[str], me: str, hosts: Mapping[str, str] = NOBODY) -> "Drawing":
        """The same for people who sit at it, in this order, seen from one's own place if one has one.

        Chips of whoever stands behind another lie with those of their host.
        """
        start, own = (people.index(me), self.own) if me in people else (0, 0)
        count = len(self.seats)
        before = {who: self.seats[(own + i - start) % count] for i, who in enumerate(people[:count])}
        hands = {f"{kind}/{who}": rect for who, seat in before.items() for kind, rect in seat.cards.items()}
        drawing = copy(self)
        drawing.before, drawing.cards, drawing.hosts = before, {**self.cards, **hands}, hosts
        return drawing

    def of(self, spot: str, who: str = "") -> Place:
        """Where somebody's chips on a spot lie, behind their host's if they have one.

        What has no place of its own lies with what it was parted from, with its bet, or else at the edge.
        """
        who = self.hosts.get(who, who)
        if who in self.before and spot in self.before[who].chips:
            return Place(spot, self.before[who].chips[spot], "", "ring")
        cells = self.by_spot
        edge = Place(bet_of(spot), Rect(0, self.height - 40, 40, 40), "", "rest")
        return cells.get(spot) or cells.get(spot.partition("/")[0]) or cells.get(bet_of(spot)) or edge

    def bank(self, who: str) -> Place:
        """Where the chips lie of a player who is the bank, and stakes none on the boxes that all have: on his first."""
        return self.of(next(place.spot for place in self.places if place.spot), who)

    def glowing(self, won: Iterable[str], winners: Iterable[tuple[str, str]], banks: Iterable[str]) -> list[Place]:
        """The places of spots that won; where everybody has the same boxes, of those who won, as the bank too."""
        if not self.before:
            return [place for place in self.places if place.spot in won and place.kind != "line"]
        own = [self.of(spot, who) for who, spot in winners if self.hosts.get(who, who) in self.before]
        return [*own, *(self.bank(who) for who in banks if who in self.before)]

    def holds(self, place: str) -> bool:
        """Whether the cards of a place, or of a hand that was parted from those there, lie on the felt."""
        return self._whole(place) in self.cards

    def _whole(self, place: str) -> str:
        """The place that a hand was parted from, or itself."""
        return place if place in self.cards else place.partition("/")[0]

    def beside(self, place: str, every: Iterable[str]) -> list[str]:
        """The places whose hands share the room of one: itself, and what was parted from it."""
        return [other for other in every if self._whole(other) == self._whole(place)]

    def deep(self, place: str, count: int) -> bool:
        """Whether so many cards of a place lie in a column in which only their corners are seen.

        What is bet on in the middle of the cloth leaves no room there to show them by themselves.
        """
        return self.cards[self._whole(place)].column and count > FEW and not self._full

    def tiny(self, place: str, count: int, words: str) -> bool:
        """Whether so many cards of a place lie too small to be told apart by who would know what they make.

        What is said in a number needs no more.
        """
        small = self.laid(self.cards[self._whole(place)], range(count))[0][3] < LEGIBLE
        return self.folded and small and count > FEW and len(words) > COUNT

    @cached_property
    def _full(self) -> bool:
        """Whether chips are put down in the middle."""
        middle = Rect(self.width * 0.4, self.height * 0.4, self.width * 0.2, self.height * 0.12)
        return any(place.spot and place.open and middle.shared(place.rect) for place in self.places)

    def lies(self, place: str, every: Iterable[str], staked: Iterable[str] = ()) -> Rect:
        """Where the cards of a place lie among those of every place: hands parted from one another share its room.

        More than two of them overlap, so that their corners can still be read.

        >>> felt = Drawing(100, 100, (), {"mano:1": Rect(0, 0, 80, 60)})
        >>> felt.lies("mano:1/2", ("banca", "mano:1", "mano:1/2"))
        Rect(x=40.0, y=0, w=40.0, h=60)
        """
        beside = self.beside(place, every)
        whole, at = self._whole(place), beside.index(place)
        rect = self.cards[whole]
        if len(beside) > 1 and whole in self.parted:
            return divided(rect if self._chips(self.parted[whole], staked) else self.parted[whole], len(beside))[at]
        wide = rect.w / min(len(beside), 2)
        return Rect(rect.x + (rect.w - wide) / max(len(beside) - 1, 1) * at, rect.y, wide, rect.h)

    def _chips(self, room: Rect, staked: Iterable[str]) -> bool:
        """Whether chips lie in a room."""
        both = [room.shared(self.by_spot[spot].rect) for spot in staked if spot in self.by_spot]
        return any(rect.w * rect.h > 0 for rect in both if rect)

    @staticmethod
    def laid(place: Rect, cards: Sequence[T]) -> list[tuple[T, float, float, float]]:
        """Cards where they lie in a place, with corner and width: a fan where it is wide, else a column.

        A column of cards that can be read may leave its place below; smaller ones stay within.

        >>> [round(y) for _, _, y, _ in Drawing.laid(Rect(0, 0, 50, 80), "abc")]
        [3, 17, 31]
        >>> [round(y) for _, _, y, _ in Drawing.laid(Rect(0, 0, 24, 45), "abc")]
        [3, 8, 13]
        """
        edge = min(3.0, place.w / 10)
        wide, high, more = place.w - 2 * edge, place.h - 6, max(len(cards) - 1, 1)
        if place.column:
            w = wide if 1.5 * wide <= high else high / (1.5 + INDEX * more)
            least = MORE if READ <= w == wide else 0.0
            step = min(max((high - 1.5 * w) / more, least), CORNER)
            return [
                (card, round(place.centre[0] - w / 2, 1), place.y + 3 + step * i, w) for i, card in enumerate(cards)
            ]
        w = min(high / 1.5, wide / (1 + INDEX * (len(cards) - 1)))
        step = min(0.5 * w, (wide - w) / more)
        left = place.centre[0] - (w + step * (len(cards) - 1)) / 2
        return [(card, round(left + step * i, 1), place.y + 3, w) for i, card in enumerate(cards)]

    @staticmethod
    def badge(place: Rect, last: tuple[object, float, float, float], words: str, beyond: float = 0) -> Rect | None:
        """Where what cards count is said: beside the last of them, under a column, or across them all if it is long.

        What is too long for a place may be said `beyond` it, in a drawing that is so wide.

        >>> place, last = Rect(0, 0, 105, 108), ("", 20.0, 3.0, 60.0)
        >>> [Drawing.badge(place, last, words).w for words in ("trío de reyes", "doble pareja de reyes y damas")]
        [114.8, 192.9]
        >>> column = Rect(0, 0, 37, 108)
        >>> Drawing.badge(column, last, "trío de reyes"), Drawing.badge(column, last, "trío de reyes", 360)
        (None, Rect(x=0, y=86, w=114.8, h=20))
        """
        short = len(words) <= COUNT
        room = max(place.w + 2 * COUNT, BETWEEN if place.w >= OWN else 0) if not place.column else place.w
        if short:
            wide = min(40, 14 + 7 * len(words), max(room, 4 + 7 * len(words)))
        else:
            room = max(room, beyond)
            wide = BADGE_LETTER * len(words) + 16
            wide = wide if wide <= room else SMALL_LETTER * len(words) + 16
        if not words or wide > room:
            return None
        beside = place.x if place.column else min(last[1] + last[3] + 3, place.right - wide)
        x = beside if short else place.centre[0] - wide / 2
        if beyond:
            x = max(0, min(x, beyond - wide))
        return Rect(round(x, 1), place.bottom - 22, round(wide, 1), 20)

    def told(self, place: Rect, last: tuple[object, float, float, float], words: str) -> Rect | None:
        """The same, whole: what is too long for a place is said beyond it, where that hides no spot."""
        badge = self.badge(place, last, words)
        if badge or not (badge := self.badge(place, last, words, self.width)):
            return badge
        both = [badge.shared(spot.rect) for spot in self.places if spot.spot and spot.open]
        return badge if not any(rect.w * rect.h for rect in both if rect) else None

    @staticmethod
    def small(badge: Rect, words: str) -> bool:
        """Whether what is said there is written smaller, to fit."""
        return len(words) > COUNT and badge.w < BADGE_LETTER * len(words)


def divided(room: Rect, count: int) -> list[Rect]:
    """A room for so many hands: in the rows in which three cards of each are widest.

    >>> [(rect.x, rect.y) for rect in divided(Rect(0, 0, 70, 140), 3)]
    [(0.0, 0.0), (35.0, 0.0), (0.0, 70.0)]
    """

    def cells(across: int) -> list[Rect]:
        w, h = room.w / across, room.h / -(-count // across)
        return [Rect(room.x + i % across * w, room.y + i // across * h, w, h) for i in range(count)]

    return max(map(cells, range(1, count + 1)), key=lambda cell: Drawing.laid(cell[0], range(3))[0][3])


class Felt(NamedTuple):
    """One felt in two drawings."""

    wide: Drawing
    tall: Drawing

    def seated(self, people: Sequence[str], me: str, hosts: Mapping[str, str]) -> "Felt":
        """The same for people who sit at it, some perhaps behind others."""
        return Felt(self.wide.seated(people, me, hosts), self.tall.seated(people, me, hosts))

    @property
    def stands(self) -> bool:
        """Whether the tall drawing is for whatever is about as high as wide, and not for phones alone.

        Where cards lie on the wide one only, or the others' are too small to be seen, that is the one that shows them.
        """
        hands = [rect.w for seat in self.tall.seats for rect in seat.cards.values()]
        seen = self.wide.cards.keys() <= self.tall.cards.keys() and min(hands, default=LEAST_HAND) >= LEAST_HAND
        return seen and not self.tall.folded


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
