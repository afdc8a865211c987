"""Shuffled shoes for games of cards: every order of the cards as likely as any other."""

import numpy as np
from numpy.typing import NDArray

from tapete.compiled import njit
from tapete.sim.stream import rotated, stirred

Bytes = NDArray[np.uint8]


def shuffled(stream: np.random.Generator, cards: Bytes, shoes: int) -> Bytes:
    """So many shoes of these cards, a row each, by a generator of its own that the stream seeds."""
    shuffled = np.empty((shoes, len(cards)), np.uint8)
    _shuffle(stream.integers(0, 1 << 64, 4, np.uint64), cards, shuffled)
    return shuffled


@njit(nogil=True, cache=True)
def _shuffle(seed, cards, out):  # type: ignore[no-untyped-def]
    """Fisher and Yates's shuffle from the inside out, by the generator xoshiro256++."""
    s0, s1, s2, s3 = seed[0], seed[1], seed[2], seed[3]
    for number in range(len(out)):
        shoe = out[number]
        for i in range(len(cards)):
            size = np.uint64(i + 1)
            while True:
                word = rotated(s0 + s3, 23) + s0
                s0, s1, s2, s3 = stirred(s0, s1, s2, s3)
                product = (word >> np.uint64(32)) * size
                low = product & np.uint64((1 << 32) - 1)
                # Below the remainder the low half of a product favours its place: the draw is made again.
                if low >= size or low >= np.uint64(1 << 32) % size:
                    break
            place = product >> np.uint64(32)
            shoe[np.uint64(i)] = shoe[place]
            shoe[place] = cards[np.uint64(i)]
