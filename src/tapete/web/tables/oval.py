"""The table of a game between players, drawn: seats around an oval, cards and chips before them, pots in the middle."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from tapete.engine.places import chips, place
from tapete.engine.requests import Move
from tapete.engine.transcript import Entry
from tapete.engine.views import View
from tapete.games.shared.felt.circle import Circle, Pot, before, counted, dealt_in, pots, put_up
from tapete.games.shared.felt.oval import TALL, WIDE, Oval, Point
from tapete.i18n import gettext as _
from tapete.i18n import money, ngettext, translated
from tapete.web.tables.cards import Picture, picture
from tapete.web.tables.chips import short

OWN = {"wide": 1.3, "tall": 1.45}  # how much larger one's own cards are drawn
SHOWN = 0.72  # how much of a card stands above its player's plate
CROUPIER = "croupier"
TEXT = "\ufe0e"  # a suit is a letter here, and not a coloured picture
SUITS = {"c": "♣" + TEXT, "d": "♦" + TEXT, "h": "♥" + TEXT, "s": "♠" + TEXT}
RED = (SUITS["d"], SUITS["h"])
NAMES_AT_MOST = 26


class Laid(NamedTuple):
    """A card on the drawing: drawn with its rank and suit large enough to be read, or as a picture, or as a back."""

    x: float
    y: float
    w: float
    h: float
    card: Picture
    rank: str = ""
    suit: str = ""
    tight: bool = False

    @property
    def size(self) -> float:
        """How large its rank is written: smaller where the next card covers most of it."""
        return round(self.w * (0.4 if self.tight else 0.56 if len(self.rank) == 1 else 0.48), 1)

    @property
    def left(self) -> float:
        """Where the middle of its rank stands."""
        return round(self.x + self.w * (0.22 if self.tight else 0.32), 1)

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
    cards: tuple[Laid, ...]
    heap: Heap | None
    button: Point | None
    said: str


class Person(NamedTuple):
    """Somebody at the table, as far as it is known; `chips` are theirs if one may see them."""

    name: str
    chips: int | None
    words: tuple[str, ...] = ()


class Table:
    """A round of a game between players as one face sees it."""

    def __init__(
        self, circle: Circle, people: Sequence[Person], view: View | None, entries: Sequence[Entry], spanish: bool
    ) -> None:
        self.circle, self.view, self.spanish = circle, view, spanish
        self.entries = counted(entries)
        self.people = {person.name: person for person in people}
        self.places = view.places if view else {}
        self.bets, self.banks, self.garages = before(self.places), put_up(self.places), put_up(self.places, "garage")
        later = [name for name in self.people if name not in (*circle.seats, *circle.standing)]
        self.seats = (*circle.seats, *later)
        self.dealt = dealt_in(self.entries, circle.hands)

    # What is known of each

    def hand(self, who: str) -> list[str]:
        """Somebody's cards, nothing for each whose back is all one sees."""
        cards = self.view.cards if self.view else {}
        return [card for path, whose in self.circle.hands.items() if whose == who for card in cards.get(path, ())]

    @property
    def playing(self) -> bool:
        """Whether a round is under way."""
        return self.view is not None and not self.view.finished

    @cached_property
    def turn(self) -> str:
        """Whose turn it is, if it is one player's."""
        if self.view is None or self.view.finished:
            return ""
        asked = [who for who in self.view.actors if who in self.seats or who in self.circle.standing]
        return asked[0] if len(asked) == 1 else ""

    @cached_property
    def pots(self) -> list[Pot]:
        """The pots, with who can still win each."""
        return pots(self.places, self.entries, [who for who in self.dealt if self.hand(who)])

    @cached_property
    def won(self) -> dict[str, int]:
        """What each has won of the pots."""
        found: dict[str, int] = {}
        for entry in self.entries:
            if (
                isinstance(entry, Move)
                and place(entry.src).zone.name == "pot"
                and place(entry.dst).zone.name == "chips"
            ):
                who = place(entry.dst).who
                found[who] = found.get(who, 0) + entry.cents
        return found

    def boards(self) -> list[list[str]]:
        """The common cards, line by line."""
        cards = self.view.cards if self.view else {}
        return [cards[path] for path in self.circle.boards if cards.get(path)]

    def marks(self, who: str) -> Iterator[str]:
        """What is to be said of somebody in a word or two."""
        yield from (translated(mark) for mark in self.circle.marks.get(who, ()))
        yield from self.people[who].words if who in self.people else ()
        if who in self.dealt and not self.hand(who):
            yield _("folded")
        elif self.playing and self.hand(who) and self.stack(who) == 0 and who not in self.banks:
            yield _("all in")
        if who in self.won:
            yield _("wins %(amount)s") % {"amount": money(self.won[who])}
        if who in self.banks:
            yield _("the bank")
        if who in self.garages:
            yield _("garage %(amount)s") % {"amount": money(self.garages[who])}

    def stack(self, who: str) -> int | None:
        """What somebody holds, if one may know it."""
        person = self.people.get(who)
        if person is None or person.chips is None:
            return None
        return self.places.get(chips(who), 0) if self.playing else person.chips

    # In words

    def said(self, who: str) -> str:
        """A place in one sentence."""
        number = dict(zip(self.circle.seats, self.circle.numbers, strict=False)).get(who)
        words = [_("seat %(n)s") % {"n": number}] if number else []
        stack = self.stack(who)
        words += [money(stack)] if stack is not None else []
        words += [_("has the button")] if who == self.circle.button else []
        words += self.marks(who)
        words += [_("bet %(amount)s") % {"amount": money(self.bets[who])}] if who in self.bets else []
        words += [money(self.banks[who])] if who in self.banks else []
        words += [self._cards_said(who)] if self.hand(who) else []
        words += [_("it is their turn")] if who == self.turn else []
        return f"{who}: {', '.join(words)}" if words else who

    def _cards_said(self, who: str) -> str:
        shown = [picture(card, self.spanish).alt for card in self.hand(who) if card]
        backs = len(self.hand(who)) - len(shown)
        closed = ngettext("%(n)s card face down", "%(n)s cards face down", backs) % {"n": backs} if backs else ""
        return ", ".join(filter(None, (*shown, closed)))

    def pot_name(self, pot: Pot, most: int = 0) -> str:
        """A pot in words: how much, and for the others who is in; so many letters of names at most, if any limit."""
        words = {"n": pot.number, "amount": money(pot.cents), "who": ", ".join(pot.who)}
        if not pot.number and len(self.pots) == 1:
            return _("Pot %(amount)s") % words
        if most and len(", ".join(pot.who)) > most:
            words["who"] = ngettext("%(n)s player", "%(n)s players", len(pot.who)) % {"n": len(pot.who)}
        if not pot.number:
            return _("Main pot %(amount)s: %(who)s") % words
        return _("Side pot %(n)s %(amount)s: %(who)s") % words

    def middle(self, most: int = 0) -> list[str]:
        """What is written in the middle: the pots, or what the bank holds."""
        found = [self.pot_name(pot, most) for pot in self.pots]
        if self.banks:
            found.append(_("The bank holds %(amount)s") % {"amount": money(sum(self.banks.values()))})
        return found

    def board_said(self) -> str:
        """The common cards in words."""
        names = [", ".join(picture(card, self.spanish).alt for card in line) for line in self.boards()]
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
    def box(self) -> str:
        """The part of the drawing that there is anything on."""
        oval, plates = self.oval, self.plates
        above = [laid.y for plate in plates for laid in plate.cards]
        top = min(oval.centre.y - oval.edge.y, *(plate.at.y - oval.plate.y / 2 for plate in plates), *above) - 4
        low = (
            max(oval.centre.y + oval.edge.y, *(plate.at.y + oval.plate.y / 2 for plate in plates)) + oval.plate.y * 0.45
        )
        return f"0 {top:.0f} {oval.width} {low - top:.0f}"

    @cached_property
    def plates(self) -> list[Plate]:
        """Every place, from the one at the bottom on clockwise."""
        return [self._plate(place, who, number) for place, (who, number) in enumerate(self.ring)]

    def _plate(self, place: int, who: str, number: int) -> Plate:
        at, table, oval = self.oval.seat(place, len(self.ring)), self.table, self.oval
        if who == CROUPIER:
            return Plate(who, at, self.croupier, "", (), "croupier", (), None, None, self.croupier)
        if not who:
            return Plate("", at, str(number or ""), "", (), "free", (), None, None, "")
        marks, stack = tuple(table.marks(who)), table.stack(who)
        folded = who in table.dealt and not table.hand(who)
        kinds = {"mine": who == self.me, "turn": who == table.turn, "out": folded, "won": who in table.won}
        kind = " ".join(("seat", *(name for name, holds in kinds.items() if holds)))
        outer = -1 if at.x < oval.centre.x else 1
        corner = Point(at.x + outer * (oval.plate.x / 2 - 4), at.y + oval.plate.y / 2 - 4)
        button = corner if who == table.circle.button else None
        under = money(stack) if stack is not None else ""
        hand, heap = self._hand(who, at), self._heap(place, who)
        return Plate(who, at, who, under, marks, kind, hand, heap, button, table.said(who))

    def _heap(self, place: int, who: str) -> Heap | None:
        cents, bank = self.table.bets.get(who, 0), self.table.banks.get(who, 0)
        if not cents and not bank:
            return None
        return Heap(self.oval.before(place, len(self.ring)), short(cents or bank), not cents)

    def _hand(self, who: str, at: Point) -> tuple[Laid, ...]:
        """Somebody's cards above the plate, side by side as far as it is wide."""
        cards, oval = self.table.hand(who), self.oval
        scale = OWN[oval.name] if who == self.me else 1.0
        w, h = oval.card.x * scale, oval.card.y * scale
        y = at.y - oval.plate.y / 2 - h * SHOWN
        return tuple(self._row(cards, at.x, y, w, h, oval.plate.x * (1.5 if scale > 1 else 1.04)))

    def _row(self, cards: Sequence[str], middle: float, y: float, w: float, h: float, room: float) -> Iterator[Laid]:
        step = min(w + 2, (room - w) / max(1, len(cards) - 1))
        left = middle - (w + step * (len(cards) - 1)) / 2
        for number, card in enumerate(cards):
            x = round(left + step * number, 1)
            suit = "" if self.table.spanish else SUITS.get(card[-1:], "")
            rank, tight = card[:-1] if suit else "", step < 0.62 * w
            look = picture(card, self.table.spanish)
            yield Laid(x, round(y, 1), round(w, 1), round(h, 1), look, rank, suit, tight)

    def board(self) -> list[Laid]:
        """The common cards in the middle."""
        lines, oval = self.table.boards(), self.oval
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


def drawings(table: Table, me: str, croupier: str) -> tuple[Drawn, Drawn]:
    """A table on both ovals."""
    return Drawn(table, WIDE, me, croupier), Drawn(table, TALL, me, croupier)
