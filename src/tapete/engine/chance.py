"""Where chance comes from: a committed cryptographic stream that cannot be re-rolled, or a script."""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from tapete.engine.requests import Chance
from tapete.engine.sealed import Order, Stock, draw, order


class Live:
    """A stream of unbiased draws from a seed, and what players brought. Draw number `n` is the same whenever asked.

    Each draw is HMAC-SHA-256(key, number, lane, attempt), cut to 64 bits and rejected above the largest multiple of
    the size, so that anybody who is shown the seed can check every draw with standard tools.

    >>> Live(bytes(32)).draw(0, (37,)) == Live(bytes(32)).draw(0, (37,))
    True
    """

    __slots__ = ("_order", "key", "seed")
    name = "chance"

    def __init__(self, seed: bytes | None = None, brought: Mapping[str, str] | None = None) -> None:
        self.seed = secrets.token_bytes(32) if seed is None else seed
        self.key = mixed(self.seed, brought or {})
        self._order: tuple[Stock, Order] | None = None

    @property
    def commitment(self) -> str:
        """What is published before the first stake."""
        return commitment(self.seed)

    def answer(self, request: Chance[Any], number: int) -> str | list[int] | None:
        """What falls at draw `number`, as a transcript has it."""
        return request.plain(request.read(self.draw(number, request.sizes)))

    def draw(self, number: int, sizes: tuple[int, ...]) -> list[int]:
        """One value from 0 to size - 1 for each size."""
        return [draw(self.key, f"{number}/{lane}", size) for lane, size in enumerate(sizes)]

    def order(self, stock: Stock) -> Order | None:
        """The order of a pack whose cards have backs: asked for by the header, and again by its round."""
        if self._order is None or self._order[0] != stock:
            self._order = stock, order(self.key, stock)
        return self._order[1]


class Script:
    """What falls, written down beforehand; once it ends, the croupier enters the rest."""

    __slots__ = ("values",)
    name = "script"
    seed = b""
    commitment = ""

    def __init__(self, values: Sequence[str | list[int]]) -> None:
        self.values = values

    def answer(self, request: Chance[Any], number: int) -> str | list[int] | None:  # noqa: ARG002
        """What is written for draw `number`."""
        return self.values[number] if number < len(self.values) else None

    def order(self, stock: Stock) -> Order | None:  # noqa: ARG002
        """None: a script says what a card is when it is shown."""
        return None


class Source(Protocol):
    """Where chance comes from."""

    @property
    def name(self) -> str:
        """Who enters what falls."""

    @property
    def seed(self) -> bytes:
        """What it all follows from, if it does from anything."""

    @property
    def commitment(self) -> str:
        """What is published before the first stake."""

    def answer(self, request: Chance[Any], number: int) -> str | list[int] | None:
        """What falls at draw `number`, as a transcript has it; None to leave it to the croupier."""

    def order(self, stock: Stock) -> Order | None:
        """The order of a pack whose cards have backs, where it is fixed."""


def mixed(seed: bytes, brought: Mapping[str, str]) -> bytes:
    """What chance is drawn from: the seed, and what each player brought once it was promised, by their names."""
    if not brought:
        return seed
    lines = "".join(f"\n{who} {value}" for who, value in sorted(brought.items()))
    return hashlib.sha256(b"tapete mixed " + seed + lines.encode()).digest()


def commitment(seed: bytes) -> str:
    """The hash that fixes a seed without showing it."""
    return hashlib.sha256(b"tapete seed " + seed).hexdigest()
