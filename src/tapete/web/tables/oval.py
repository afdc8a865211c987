"""The table of a game between players, drawn: seats around an oval, cards and chips before them, pots in the middle."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from tapete.games.shared.felt.circle import Around
from tapete.games.shared.felt.oval import ABOVE_FELT, FULL, LOW, TALL, WIDE, Oval, Point
from tapete.i18n import gettext as _
from tapete.i18n import money, ngettext, translated
from tapete.web.tables.cards import Picture, picture
from tapete.web.tables.chips import short

OWN = {"wide": 1.3, "tall": 1.45}  # how much larger one's own cards are drawn, if the others are not too near
NEAR = {"wide": 1.3, "tall": 1.15}
SHOWN = 0.72  # how much of a card stands above its player's plate
CROUPIER = "croupier"
TEXT = "\ufe0e"  # a suit is a letter here, and not a coloured picture
SUITS = {"c": "♣" + TEXT, "d": "♦" + TEXT, "h": "♥" + TEXT, "s": "♠" + TEXT}
RED = (SUITS["d"], SUITS["h"])
MARK = {"wide": 20, "tall": 14}  # how high a mark under a plate is
NAMES_AT_MOST = 26
CROWDED = 10
WIDEST = 2.6  # plates that one's own cards are wide at most


class OvalCard(NamedTuple):
    """A card on the drawing: drawn with its rank and suit large enough to be read, or as a picture, or as a back."""

    x: float
    y: float
    w: float
    h: float
    card: Picture
    rank: str = ""
    suit: str = ""
    seen: float = 0

    @property
    def size(self) -> float:
        """How large its rank is written: as wide as what the next card leaves of it, at most."""
        letters = len(self.rank)
        return round(min(self.w * (0.56 if letters == 1 else 0.48), self.seen * (1.3 if letters == 1 else 0.85)), 1)

    @property
    def left(self) -> float:
        """Where the middle of its rank stands."""
        return round(self.x + min(self.w * 0.32, self.seen / 2), 1)

    @property
    def kind(self) -> str:
        """How it looks."""
        return "back" if self.card.back else "red" if self.suit in RED else "black" if self.suit else "drawn"


class Heap(NamedTuple):
    """Chips on the drawing: their middle, the words on them, and whether they are the bank."""

    at: Point
    text: str
    bank: bool


class Plate(NamedTuple):
    """Somebody's place: its middle, what is written on it and beside it, what lies before it, and all of it said."""

    who: str
    at: Point
    name: str
    under: str
    marks: tuple[str, ...]
    kind: str
    cards: tuple[OvalCard, ...]
    heap: Heap | None
    button: Point | None
    said: str


class Table:
    """A round of a game between players as one face sees it, in its words."""

    def __init__(self, around: Around, people: Sequence[str], spanish: bool) -> None:
        self.around, self.circle, self.spanish = around, around.circle, spanish
        later = [name for name in people if name not in (*self.circle.seats, *self.circle.standing)]
        self.seats = (*self.circle.seats, *later)

    def marks(self, who: str) -> list[str]:
        """What is to be said of somebody in a word or two."""
        return [translated(word) for word in (*self.around.marks(who), *self.circle.makes.get(who, ()))]

    def said(self, who: str) -> str:
        """A place in one sentence."""
        around = self.around
        number = dict(zip(self.circle.seats, self.circle.numbers, strict=False)).get(who)
        words = [_("seat %(n)s") % {"n": number}] if number else []
        stack = around.stack(who)
        words += [money(stack)] if stack is not None else []
        words += [_("has the button")] if who == self.circle.button else []
        words += self.marks(who)
        words += [_("bet %(amount)s") % {"amount": money(around.bets[who])}] if who in around.bets else []
        words += [money(around.banks[who])] if who in around.banks else []
        words += [self._cards_said(who)] if around.hand(who) else []
        words += [_("it is their turn")] if who == around.turn else []
        return f"{who}: {', '.join(words)}" if words else who

    def _cards_said(self, who: str) -> str:
        hand = self.around.hand(who)
        shown = [picture(card, self.spanish).alt for card in hand if card]
        backs = len(hand) - len(shown)
        closed = ngettext("%(n)s card face down", "%(n)s cards face down", backs) % {"n": backs} if backs else ""
        return ", ".join(filter(None, (*shown, closed)))

    def middle(self, most: int = 0) -> list[str]:
        """What is written in the middle: the pots, or what the bank holds; so many letters of names at most."""
        return [translated(words) for words in self.around.middle(most)]

    def board_said(self) -> str:
        """The common cards in words."""
        names = [", ".join(picture(card, self.spanish).alt for card in line) for line in self.around.boards()]
        return _("On the table: %(cards)s") % {"cards": " · ".join(names)} if names else ""


class Drawn:
    """A table on one of the two ovals, seen from the place of who looks."""

    def __init__(self, table: Table, oval: Oval, me: str, croupier: str) -> None:
        self.table, self.oval, self.me = table, oval, me
        numbers = (*table.circle.numbers, *([0] * len(table.seats)))
        ring = [(CROUPIER, 0), *zip(table.seats, numbers, strict=False)]
        start = next((at for at, (who, _) in enumerate(ring) if who == me), 0)
        self.ring, self.croupier = [*ring[start:], *ring[:start]], croupier

    @property
    def name(self) -> str:
        """Which of the two it is."""
        return self.oval.name

    @property
    def mark(self) -> int:
        """How high a mark is."""
        return MARK[self.oval.name]

    @property
    def box(self) -> str:
        """The part of the drawing that there is anything on."""
        oval, plates = self.oval, self.plates
        above = [laid.y for plate in plates for laid in plate.cards]
        top = min(oval.centre.y - oval.edge.y, *(plate.at.y - oval.plate.y / 2 for plate in plates), *above) - 4
        usual = oval.plate.y * 0.85  # what is said under a plate, most of the time
        under = [plate.at.y + oval.plate.y / 2 + max(usual, self._said(plate)) for plate in plates]
        low = max(oval.centre.y + oval.edge.y + usual, *under)
        return f"0 {top:.0f} {oval.width} {low - top:.0f}"

    def _said(self, plate: Plate) -> float:
        """How far down reaches what is said under a plate, line by line."""
        return (len(plate.marks) + 0.6 * bool(plate.button)) * (self.mark + 1)

    @cached_property
    def plates(self) -> list[Plate]:
        """Every place, from the one at the bottom on clockwise."""
        return [self._plate(place, who, number) for place, (who, number) in enumerate(self.ring)]

    @property
    def outer(self) -> list[Plate]:
        """The same as they are drawn: one's own last, above the others."""
        return sorted(self.plates, key=lambda plate: plate.who == self.me != "")

    def _plate(self, place: int, who: str, number: int) -> Plate:
        at, table, oval = self.oval.seat(place, len(self.ring)), self.table, self.oval
        if who == CROUPIER:
            return Plate(who, at, self.croupier, "", (), "croupier", (), None, None, self.croupier)
        if not who:
            return Plate("", at, str(number) if number else _("the bank"), "", (), "free", (), None, None, "")
        around, marks, stack = table.around, tuple(table.marks(who)), table.around.stack(who)
        kinds = {
            "mine": who == self.me,
            "turn": who == around.turn,
            "out": around.folded(who),
            "won": who in around.won,
        }
        kind = " ".join(("seat", *(name for name, holds in kinds.items() if holds)))
        outer = -1 if at.x < oval.centre.x else 1
        corner = Point(at.x + outer * (oval.plate.x / 2 - 4), at.y + oval.plate.y / 2 - 4)
        button = corner if who == table.circle.button else None
        under = money(stack) if stack is not None else ""
        hand, heap = self._hand(who, at), self._heap(place, who)
        return Plate(who, at, who, under, marks, kind, hand, heap, button, table.said(who))

    def beside(self, plate: Plate, wide: float) -> float:
        """The middle of a mark below a plate: one that is wider reaches outwards, over no neighbour."""
        over, oval = max(0.0, (wide - self.oval.plate.x) / 2), self.oval
        side = 0 if abs(plate.at.x - oval.centre.x) < 1 else -1 if plate.at.x < oval.centre.x else 1
        return min(max(plate.at.x + side * over, wide / 2 + 2), oval.width - wide / 2 - 2)

    def _heap(self, place: int, who: str) -> Heap | None:
        around = self.table.around
        cents, bank = around.bets.get(who, 0), around.banks.get(who, 0)
        if not cents and not bank:
            return None
        return Heap(self.oval.before(place, len(self.ring)), short(cents or bank), not cents)

    def _hand(self, who: str, at: Point) -> tuple[OvalCard, ...]:
        """Somebody's cards above the plate, side by side as far as it is wide."""
        cards, oval = self.table.around.hand(who), self.oval
        own = OWN if len(self.ring) < CROWDED else NEAR
        scale = own[oval.name] if who == self.me else 1.0
        w, h = oval.card.x * scale, oval.card.y * scale
        y = at.y - oval.plate.y / 2 - h * SHOWN
        return tuple(self._row(cards, at.x, y, w, h, oval.plate.x * self._room(who, at, at.y - y)))

    def _room(self, who: str, at: Point, high: float) -> float:
        """How far somebody's cards may reach beyond the plate; one's own as far as nobody sits beside them."""
        if who != self.me:
            return 1.04
        plate, places = self.oval.plate, [self.oval.seat(place, len(self.ring)) for place in range(len(self.ring))]
        beside = [abs(other.x - at.x) for other in places if other != at and abs(other.y - at.y) < plate.y + high]
        free = 2 * min(beside, default=self.oval.width) / plate.x - 1.1
        return max(1.5 if len(self.ring) < CROWDED else 1.2, min(free, WIDEST))

    def _row(
        self, cards: Sequence[str], middle: float, y: float, w: float, h: float, room: float
    ) -> Iterator[OvalCard]:
        step = min(w + 2, (room - w) / max(1, len(cards) - 1))
        left = middle - (w + step * (len(cards) - 1)) / 2
        for number, card in enumerate(cards):
            x = round(left + step * number, 1)
            suit = "" if self.table.spanish else SUITS.get(card[-1:], "")
            rank, look = card[:-1] if suit else "", picture(card, self.table.spanish)
            seen = w if number == len(cards) - 1 else min(w, step)
            yield OvalCard(x, round(y, 1), round(w, 1), round(h, 1), look, rank, suit, seen)

    def board(self) -> list[OvalCard]:
        """The common cards in the middle."""
        lines, oval = self.table.around.boards(), self.oval
        scale = 1.15 if len(lines) < 2 else 0.95
        w, h = oval.card.x * scale, oval.card.y * scale
        x, y = oval.centre
        top = y - (h * len(lines) + 4 * (len(lines) - 1)) / 2 - h * 0.25
        return [
            laid for n, line in enumerate(lines) for laid in self._row(line, x, top + n * (h + 4), w, h, 6 * (w + 2))
        ]

    def lines(self) -> list[tuple[float, str]]:
        """What is written below the common cards, with its height."""
        cards, y = self.board(), self.oval.centre.y
        below = max((laid.y + laid.h for laid in cards), default=y - 14)
        high = 20 if self.oval.name == "wide" else 15
        most = 0 if self.oval.name == "wide" else NAMES_AT_MOST
        return [(round(below + high * (n + 0.8), 1), text) for n, text in enumerate(self.table.middle(most))]


def drawings(table: Table, me: str, croupier: str, *, felt: bool) -> tuple[Drawn, Drawn]:
    """A table on both ovals; where there is a felt too, a phone shows a low one above it."""
    crowd = len(table.seats) >= ABOVE_FELT
    upright = FULL if crowd else LOW if felt else TALL
    return Drawn(table, WIDE, me, croupier), Drawn(table, upright, me, croupier)
