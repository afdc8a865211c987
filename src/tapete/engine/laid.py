"""Where the cards of a round lie, who may look at them, and which of them were turned, as its lines tell it."""

from tapete.engine.requests import Down, Shift
from tapete.engine.transcript import Entry, In


class Laid:
    """Cards on the table: `cards` has faces or slots by place, `faces` the slots shown, `looks` whose each slot is."""

    __slots__ = ("cards", "faces", "looks")

    def __init__(self) -> None:
        self.cards: dict[str, list[str]] = {}
        self.faces: dict[str, str] = {}
        self.looks: dict[str, str] = {}

    def take(self, entry: Entry) -> None:
        """Folds a line in."""
        if isinstance(entry, In):
            self._fell(entry)
        elif isinstance(entry, Down):
            self.cards.setdefault(entry.to, []).append(entry.slot)
            self.looks[entry.slot] = entry.who
        elif isinstance(entry, Shift):
            self._shifted(entry)

    def _shifted(self, entry: Shift) -> None:
        """A card goes to another place."""
        self.cards[entry.src].remove(entry.card)
        self.cards.setdefault(entry.dst, []).append(entry.card)
        if entry.who:
            self.looks[entry.card] = entry.who

    def _fell(self, entry: In) -> None:
        """A card that was dealt face up or turned over."""
        if isinstance(entry.fell, str):
            kind, _, where = entry.to.partition(":")
            if kind == "card":
                self.cards.setdefault(where, []).append(entry.fell)
            elif kind == "show":
                self.faces[where] = entry.fell
