"""The pack of a round as its procedure knows it: slots, and the faces of those that were shown."""

from tapete.engine.requests import Down, Show
from tapete.engine.sealed import Stock
from tapete.errors import IllegalAction


class Deck:
    """Deals slots and shows them. A face reaches the procedure only through `show`."""

    __slots__ = ("_dealt", "faces", "left", "most")

    def __init__(self, stock: Stock) -> None:
        self.left = stock.left
        self.most = stock.most or self.left.total
        self.faces: dict[str, int] = {}
        self._dealt = 0

    @property
    def rest(self) -> int:
        """How many cards are still to be dealt."""
        return self.most - self._dealt

    @property
    def unseen(self) -> int:
        """How many cards were dealt and not shown."""
        return self._dealt - len(self.faces)

    async def down(self, to: str, who: str = "", article: str = "") -> str:
        """The next card, face down, into a place, by an article; `who` may look at it."""
        if self._dealt == self.most:
            raise IllegalAction("the pack has no card left", article)
        slot = f"#{self._dealt}"
        self._dealt += 1
        await Down(slot, to, who)
        return slot

    async def show(self, slot: str, article: str) -> int:
        """Turns a card over, if it is not yet: its face."""
        if slot not in self.faces:
            card = await Show(self.left, slot, article)
            self.left = self.left.less((card,))
            self.faces[slot] = card
        return self.faces[slot]

    async def up(self, to: str, article: str) -> int:
        """The next card, face up."""
        return await self.show(await self.down(to, article=article), article)

    def text(self, card: int) -> str:
        """A card as it is written."""
        return self.left.pack.show(card)
