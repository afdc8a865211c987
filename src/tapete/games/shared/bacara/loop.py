"""What the simulator's loops of both baccarats between players share: chances as integers, shoes one after another."""

from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np

from tapete.sim.program import Ints, Source
from tapete.sim.shoe import Bytes, shuffled

SHOES = 64  # shuffled at a time
ALWAYS = 1 << 32


def chances(shares: Sequence[Fraction]) -> Ints:
    """Chances of 2**32."""
    return np.array([int(share * ALWAYS) for share in shares], np.int64)


def source(shoe: Bytes, each: tuple[int, int], deal_shoes: Callable[[Bytes, Ints, Bytes, int], int]) -> Source:
    """Coups dealt one after another, from one shoe after another; every call begins a new one.

    `each` is how many coups a shoe may give, and how many choices in each are left to chance.
    """

    def deal(stream: np.random.Generator, count: int) -> Bytes:
        out = np.empty(count, np.uint8)
        have = 0
        while have < count:
            shoes = shuffled(stream, shoe, SHOES)
            left_to = stream.integers(0, ALWAYS, (SHOES, *each), np.int64)
            have = deal_shoes(shoes, left_to, out, have)
        return out

    return deal
