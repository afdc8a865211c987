"""Hands dealt one after another, each from a whole pack: cards change places in it, and it is never put in order again.

A hand has a draw of sixteen random bits for every card that it may take. A draw that would favour some cards spoils its
hand, of which there is one in some hundred: it is left out as a whole, so those that stay are even.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from tapete.compiled import njit
from tapete.sim.stream import words

WORDS = 1 << 13  # random words drawn at a time
HALF = 1 << 16

Draws = NDArray[np.uint16]


def draws(stream: np.random.Generator) -> Iterator[Draws]:
    """The draws of a stream, so many at a time, as long as any are asked for; each lot is written over the last."""
    for drawn in words(stream, WORDS):
        yield drawn.view(np.uint16)


def floors(cards: int, taken: int) -> NDArray[np.uint32]:
    """By place, below what the low half of a product favours its card: of a pack of so many cards, so many taken."""
    return np.array([HALF % (cards - place) for place in range(taken)], np.uint32)


@njit(nogil=True, cache=True, inline="always")
def deal(drawn, at, pack, taken, floor):  # type: ignore[no-untyped-def]
    """Brings the cards of a hand to the front of a pack by the draws from `at` on; whether none favoured any."""
    even = True
    for place in range(taken):
        product = np.uint32(drawn[at + place]) * np.uint32(len(pack) - place)
        even &= product & np.uint32(HALF - 1) >= floor[place]
        other = place + np.int64(product >> np.uint32(16))
        card = pack[other]
        pack[other] = pack[place]
        pack[place] = card
    return even
