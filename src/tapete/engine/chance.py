"""Live chance: a deterministic cryptographic stream, committed to before the first stake, that cannot be re-rolled."""

import hashlib
import hmac
import secrets


class Live:
    """A stream of unbiased draws from a seed. Draw number `n` is the same however often it is asked for.

    Each draw is HMAC-SHA-256(seed, number, lane, attempt), cut to 64 bits and rejected above the largest multiple of
    the size, so that anybody who is shown the seed can check every draw with standard tools.

    >>> Live(bytes(32)).draw(0, (37,)) == Live(bytes(32)).draw(0, (37,))
    True
    """

    __slots__ = ("seed",)

    def __init__(self, seed: bytes | None = None) -> None:
        self.seed = secrets.token_bytes(32) if seed is None else seed

    @property
    def commitment(self) -> str:
        """What is published before the first stake."""
        return commitment(self.seed)

    def draw(self, number: int, sizes: tuple[int, ...]) -> list[int]:
        """One value from 0 to size - 1 for each size."""
        return [self._one(number, lane, size) for lane, size in enumerate(sizes)]

    def _one(self, number: int, lane: int, size: int) -> int:
        limit = (1 << 64) - (1 << 64) % size
        attempt = 0
        while True:
            block = hmac.digest(self.seed, b"%d/%d/%d" % (number, lane, attempt), "sha256")
            value = int.from_bytes(block[:8], "big")
            if value < limit:
                return value % size
            attempt += 1


def commitment(seed: bytes) -> str:
    """The hash that fixes a seed without showing it."""
    return hashlib.sha256(b"tapete seed " + seed).hexdigest()
