"""The pack of a round as its procedure knows it: slots, and the faces of those that were shown."""

import functools
from collections.abc import Sequence

from tapete.cards.composition import Composition, Dwindling
from tapete.engine.requests import Down, Show
from tapete.engine.sealed import Stock
from tapete.errors import IllegalAction


class Deck:
    """Deals slots and shows them. A face reaches the procedure only through `show`."""

    __slots__ = ("_dealt", "_slots", "_unshown", "faces", "most")

    def __init__(self, stock: Stock) -> None:
        whole = stock.left
        self._unshown = Dwindling(whole)
        self.most = stock.most or whole.total
        self._slots = slots(self.most)
        self.faces: dict[str, int] = {}
        self._dealt = 0

    @property
    def left(self) -> Composition:
        """Every card that nobody has been shown."""
        return self._unshown.left

    @property
    def rest(self) -> int:
        """How many cards are still to be dealt."""
        return self.most - self._dealt

    @property
    def unseen(self) -> int:
        """How many cards were dealt and not shown."""
        return self._dealt - len(self.faces)

    def down(self, to: str, who: str = "", article: str = "") -> Down:
        """The next card, face down, into a place, by an article; `who` may look at it. Awaited, it is its slot."""
        if self._dealt == self.most:
            raise IllegalAction("the pack has no card left", article)
        slot = self._slots[self._dealt]
        self._dealt += 1
        return Down(slot, to, who)

    def around(self, to: Sequence[str], who: Sequence[str], article: str) -> list[Down]:
        """The next cards, face down, one into each of some places, by an article, with who may look at each."""
        first = self._dealt
        if first + len(to) > self.most:
            raise IllegalAction("the pack has no card left", article)
        self._dealt += len(to)
        return list(map(Down, self._slots[first : self._dealt], to, who))

    async def show(self, slot: str, article: str) -> int:
        """Turns a card over, if it is not yet: its face."""
        face = self.faces.get(slot)
        if face is None:
            face = self.faces[slot] = await Show(self._unshown, slot, article)
            self._unshown.take(face)
        return face

    async def up(self, to: str, article: str) -> int:
        """The next card, face up."""
        slot = await self.down(to, article=article)
        face = self.faces[slot] = await Show(self._unshown, slot, article)
        self._unshown.take(face)
        return face

    def text(self, card: int) -> str:
        """A card as it is written."""
        return self._unshown.pack.show(card)


@functools.cache
def slots(count: int) -> tuple[str, ...]:
    """The slots of so many cards, from the top one down.

    >>> slots(3)
    ('#0', '#1', '#2')
    """
    return tuple(f"#{number}" for number in range(count))
