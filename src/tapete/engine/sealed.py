"""A pack whose order is fixed before the first stake and committed to, one salted leaf a card.

What is shown is opened with its salt, so anybody can check that it lay there from the start; what is not shown stays
closed. `docs/transcript.md` says how to check it with other tools.
"""

import functools
import hashlib
import hmac
import struct
from collections.abc import Iterable, Sequence
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
    count = min(stock.most or size, size)
    codes = keyed(seed, _drawn_first(count) + _salted(count))
    values = struct.unpack(">" + "Q24x" * count, b"".join(codes[:count]))  # the first 64 bits of each
    for i, (value, limit) in enumerate(zip(values, _limits(size, count), strict=True)):
        j = i + (value % (size - i) if value < limit else draw(seed, f"card/{i}", size - i))
        cards[i], cards[j] = cards[j], cards[i]
    faces = tuple(cards[:count])
    salts = tuple([code[:16].hex() for code in codes[count:]])
    return Order(faces, salts, tuple(map(leaf, range(count), faces, salts)))


@functools.cache
def _drawn_first(count: int) -> tuple[bytes, ...]:
    """What the first draw is made of that each place of a pack is given its card by."""
    return tuple(f"card/{i}/0".encode() for i in range(count))


@functools.cache
def _salted(count: int) -> tuple[bytes, ...]:
    """What the salt of each place is made of."""
    return tuple(f"salt/{i}".encode() for i in range(count))


@functools.cache
def _limits(size: int, count: int) -> tuple[int, ...]:
    """Below what the draw of each place counts."""
    return tuple(_limit(size - i) for i in range(count))


def _limit(size: int) -> int:
    """The last multiple of a size in 64 bits: what is drawn above it would favour some, and is drawn again."""
    return (1 << 64) - (1 << 64) % size


_CARD = hashlib.sha256(b"tapete card ")  # copied, which takes half as long as to begin anew


def leaf(number: int, face: str, salt: str) -> str:
    """What commits to a card: the hash of its place in the pack, its face and its salt."""
    begun = _CARD.copy()
    begun.update(f"{number} {face} {salt}".encode())
    return begun.hexdigest()


def opens(leaves: Sequence[str], slot: str, face: str, salt: str) -> bool:
    """Whether a face and a salt are what a leaf commits to."""
    number = position(slot)
    return number < len(leaves) and leaves[number] == leaf(number, face, salt)


def draw(seed: bytes, what: str, size: int) -> int:
    """A number below `size`: HMAC-SHA-256 of what is drawn, cut to 64 bits, above the last multiple drawn again."""
    limit, attempt = _limit(size), 0
    while True:
        value = int.from_bytes(hmac.digest(seed, f"{what}/{attempt}".encode(), "sha256")[:8], "big")
        if value < limit:
            return value % size
        attempt += 1


BLOCK = 64  # bytes that SHA-256 takes at once
INNER, OUTER = bytes(byte ^ 0x36 for byte in range(256)), bytes(byte ^ 0x5C for byte in range(256))


def keyed(key: bytes, messages: Iterable[bytes]) -> list[bytes]:
    """HMAC-SHA-256 of many messages under one key, which is taken in once.

    >>> keyed(bytes(32), [b"card/0/0"]) == [hmac.digest(bytes(32), b"card/0/0", "sha256")]
    True
    """
    block = (key if len(key) <= BLOCK else hashlib.sha256(key).digest()).ljust(BLOCK, b"\0")
    inner = hashlib.sha256(block.translate(INNER)).copy
    outer = hashlib.sha256(block.translate(OUTER)).copy
    codes = []
    for message in messages:
        hashed = inner()
        hashed.update(message)
        inside = hashed.digest()
        hashed = outer()
        hashed.update(inside)
        codes.append(hashed.digest())
    return codes


@functools.lru_cache(maxsize=1024)
def position(slot: str) -> int:
    """The place in the pack that a slot is: `#0` is the top card.

    >>> position("#12")
    12
    """
    return int(slot[1:])
