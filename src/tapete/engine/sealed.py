"""A pack whose order is fixed before the first stake and committed to, one salted leaf a card.

What is shown is opened with its salt, so anybody can check that it lay there from the start; what is not shown stays
closed. `docs/transcript.md` says how to check it with other tools.
"""

import functools
import hashlib
import hmac
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from tapete.cards.card import pack
from tapete.cards.composition import Composition


class Stock(msgspec.Struct, frozen=True):
    """The cards that a round is dealt from: packs of a kind, less those seen before; at most so many are dealt."""

    kind: str
    packs: int = 1
    seen: dict[str, int] = {}
    most: int = 0

    @property
    def left(self) -> Composition:
        """What is in it, as counts."""
        if not self.seen:
            return _whole(self.kind, self.packs)
        cards = pack(self.kind)
        counts = tuple(self.packs - self.seen.get(cards.show(card), 0) for card in cards.cards)
        return Composition(cards, self.packs, counts)


@functools.cache
def _whole(kind: str, packs: int) -> Composition:
    """Packs of which nothing is gone."""
    return Composition.full(packs, pack(kind))


class Sealing(msgspec.Struct, frozen=True):
    """What a header says of the pack: its cards, and a leaf for each that may be dealt; none at a physical table."""

    kind: str
    packs: int
    seen: dict[str, int]
    leaves: tuple[str, ...] = ()

    @property
    def stock(self) -> Stock:
        """The cards that it is made of."""
        return Stock(self.kind, self.packs, self.seen, len(self.leaves))


class Order(NamedTuple):
    """The cards in the order in which they will be dealt, each with the salt of its leaf. Only the driver has it."""

    faces: tuple[str, ...]
    salts: tuple[str, ...]
    leaves: tuple[str, ...]

    def opening(self, slot: str) -> tuple[str, str]:
        """The face in a slot, and the salt that proves it."""
        number = position(slot)
        return self.faces[number], self.salts[number]


def order(seed: bytes, stock: Stock) -> Order:
    """The order that a seed gives a stock: the next card is drawn from all that are left, evenly.

    >>> order(bytes(32), Stock("52")).faces == order(bytes(32), Stock("52")).faces
    True
    """
    left = stock.left
    cards = [card for card, count in zip(left.pack.cards, left.counts, strict=True) for _ in range(count)]
    count = min(stock.most or len(cards), len(cards))
    for i in range(count):
        j = i + draw(seed, f"card/{i}", len(cards) - i)
        cards[i], cards[j] = cards[j], cards[i]
    faces = tuple(map(left.pack.show, cards[:count]))
    salts = tuple(hmac.digest(seed, f"salt/{i}".encode(), "sha256")[:16].hex() for i in range(count))
    leaves = tuple(leaf(i, face, salt) for i, (face, salt) in enumerate(zip(faces, salts, strict=True)))
    return Order(faces, salts, leaves)


def leaf(number: int, face: str, salt: str) -> str:
    """What commits to a card: the hash of its place in the pack, its face and its salt."""
    return hashlib.sha256(f"tapete card {number} {face} {salt}".encode()).hexdigest()


def opens(leaves: Sequence[str], slot: str, face: str, salt: str) -> bool:
    """Whether a face and a salt are what a leaf commits to."""
    number = position(slot)
    return number < len(leaves) and leaves[number] == leaf(number, face, salt)


def draw(seed: bytes, what: str, size: int) -> int:
    """A number below `size`: HMAC-SHA-256 of what is drawn, cut to 64 bits, above the last multiple drawn again."""
    limit = (1 << 64) - (1 << 64) % size
    attempt = 0
    while True:
        block = hmac.digest(seed, f"{what}/{attempt}".encode(), "sha256")
        value = int.from_bytes(block[:8], "big")
        if value < limit:
            return value % size
        attempt += 1


def position(slot: str) -> int:
    """The place in the pack that a slot is: `#0` is the top card.

    >>> position("#12")
    12
    """
    return int(slot[1:])
