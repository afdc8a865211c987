"""A pack whose order is fixed before the first stake and committed to, one salted leaf a card.

What is shown is opened with its salt, so anybody can check that it lay there from the start; what is not shown stays
closed. `docs/transcript.md` says how to check it with other tools.
"""

import functools
import hashlib
from collections.abc import Callable, Sequence
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
    def faces(self) -> list[str]:
        """What is in it, card by card."""
        if self.packs == 1 and not self.seen:
            return list(pack(self.kind).names)
        left = self.left
        return [face for face, count in zip(left.pack.names, left.counts, strict=True) for _ in range(count)]

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
    cards = stock.faces
    size = len(cards)
    places = _places(size, min(stock.most or size, size))
    code, number = keyed(seed), int.from_bytes
    for i, (first, limit, _) in enumerate(places):
        value = number(code(first)[:8], "big")
        j = i + (value % (size - i) if value < limit else _drawn(code, f"card/{i}", size - i))
        cards[i], cards[j] = cards[j], cards[i]
    faces = tuple(cards[: len(places)])
    salts = tuple([code(salt)[:16].hex() for _, _, salt in places])
    return Order(faces, salts, tuple(map(leaf, range(len(places)), faces, salts)))


@functools.cache
def _places(size: int, count: int) -> tuple[tuple[bytes, int, bytes], ...]:
    """For the first places of a pack: what is drawn at first, below what it counts, what the salt is made of."""
    return tuple((f"card/{i}/0".encode(), _limit(size - i), f"salt/{i}".encode()) for i in range(count))


def _limit(size: int) -> int:
    """The last multiple of a size in 64 bits: what is drawn above it would favour some, and is drawn again."""
    return (1 << 64) - (1 << 64) % size


def leaf(number: int, face: str, salt: str) -> str:
    """What commits to a card: the hash of its place in the pack, its face and its salt."""
    return hashlib.sha256(f"tapete card {number} {face} {salt}".encode()).hexdigest()


def opens(leaves: Sequence[str], slot: str, face: str, salt: str) -> bool:
    """Whether a face and a salt are what a leaf commits to."""
    number = position(slot)
    return number < len(leaves) and leaves[number] == leaf(number, face, salt)


def draw(seed: bytes, what: str, size: int) -> int:
    """A number below `size`: HMAC-SHA-256 of what is drawn, cut to 64 bits, above the last multiple drawn again."""
    return _drawn(keyed(seed), what, size)


def _drawn(code: Callable[[bytes], bytes], what: str, size: int) -> int:
    limit, attempt = _limit(size), 0
    while True:
        value = int.from_bytes(code(f"{what}/{attempt}".encode())[:8], "big")
        if value < limit:
            return value % size
        attempt += 1


BLOCK = 64  # bytes that SHA-256 takes at once
INNER, OUTER = bytes(byte ^ 0x36 for byte in range(256)), bytes(byte ^ 0x5C for byte in range(256))


def keyed(key: bytes) -> Callable[[bytes], bytes]:
    """HMAC-SHA-256 under a key that is taken in once, as many messages follow.

    >>> import hmac
    >>> keyed(bytes(32))(b"card/0/0") == hmac.digest(bytes(32), b"card/0/0", "sha256")
    True
    """
    block = (key if len(key) <= BLOCK else hashlib.sha256(key).digest()).ljust(BLOCK, b"\0")
    inner = hashlib.sha256(block.translate(INNER)).copy
    outer = hashlib.sha256(block.translate(OUTER)).copy

    def code(message: bytes) -> bytes:
        begun, ended = inner(), outer()
        begun.update(message)
        ended.update(begun.digest())
        return ended.digest()

    return code


def position(slot: str) -> int:
    """The place in the pack that a slot is: `#0` is the top card.

    >>> position("#12")
    12
    """
    return int(slot[1:])
