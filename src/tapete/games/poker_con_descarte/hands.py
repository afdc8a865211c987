"""Hands of five of 52 cards, those together that play alike: of the same ranks, with the same cards of one suit.

Three cards of a suit or more may become five, so which they are counts; the suits of others do not.
"""

import functools
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.compiled import njit

CARDS, SUITS, RANKS, HAND = 52, 4, 13, 5
SETS = comb(RANKS + HAND - 1, HAND)  # sets of five ranks, five of one with them
MASKS = 1 << HAND
COLUMNS = 2 * RANKS  # what the bank may show: a rank, of the suit that counts or of another
RANKED = np.array([[comb(rank + place, place + 1) for place in range(HAND)] for rank in range(RANKS)], np.int64)
NO_SUIT = 9

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]


class Alike(NamedTuple):
    """A hand of each kind with its cards ascending, how many it stands for, the suit that counts if one does.

    `of` has the kind of a hand by the number of its ranks and the places of the cards of that suit, as bits.
    """

    cards: Bytes
    weights: Ints
    suits: Bytes
    of: NDArray[np.int32]

    def times(self, columns: int) -> NDArray[np.float64]:
        """How many deals each stands for, with each card that the bank may show where it shows one."""
        times = np.repeat(self.weights[:, None].astype(np.float64), columns, axis=1)
        if columns > 1:
            np.put_along_axis(times, self.cards.astype(np.int64), 0.0, axis=1)
        return times

    def narrow(self, choices: Bytes) -> Bytes:
        """What was chosen by each card shown, by the columns of what counts about it."""
        if choices.shape[1] == 1:
            return choices
        narrowed = np.zeros((len(choices), COLUMNS), np.uint8)
        held = np.zeros((len(choices), CARDS), np.bool_)
        np.put_along_axis(held, self.cards.astype(np.int64), True, axis=1)
        rows = np.arange(len(choices))
        for card in range(CARDS):
            there = ~held[:, card]
            columns = 2 * (card // SUITS) + (self.suits == card % SUITS)
            narrowed[rows[there], columns[there]] = choices[there, card]
        return narrowed

    def wide(self, choices: Bytes) -> Bytes:
        """The same by each card shown again."""
        if choices.shape[1] == 1:
            return choices
        cards = np.arange(CARDS)
        columns = 2 * (cards // SUITS) + (self.suits[:, None] == cards % SUITS)
        return np.take_along_axis(choices, columns, axis=1)


@functools.cache
def alike() -> Alike:
    """All hands of a pack.

    >>> int(alike().weights.sum())
    2598960
    """
    of, weights = np.full(SETS * MASKS, -1, np.int32), np.zeros(SETS * MASKS, np.int64)
    cards, suits = np.zeros((SETS * MASKS, HAND), np.uint8), np.zeros(SETS * MASKS, np.uint8)
    count = _find(cards, suits, of, weights)
    return Alike(cards[:count].copy(), weights[:count].copy(), suits[:count].copy(), of)


@njit(nogil=True, cache=True, inline="always")
def set_of(a, b, c, d, e):  # type: ignore[no-untyped-def]
    """The number of the ranks of five cards in ascending order."""
    return RANKED[a >> 2, 0] + RANKED[b >> 2, 1] + RANKED[c >> 2, 2] + RANKED[d >> 2, 3] + RANKED[e >> 2, 4]


@njit(nogil=True, cache=True, inline="always")
def suit_of(a, b, c, d, e, least):  # type: ignore[no-untyped-def]
    """The suit that so many of five cards have, 3 or 4, if one does."""
    suits = 0x1111 * (8 - least)
    suits += (1 << 4 * (a & 3)) + (1 << 4 * (b & 3)) + (1 << 4 * (c & 3)) + (1 << 4 * (d & 3)) + (1 << 4 * (e & 3))
    return (suits >> 7 & 1) + 2 * (suits >> 11 & 1) + 3 * (suits >> 15 & 1) + NO_SUIT * (suits & 0x8888 == 0)


@njit(nogil=True, cache=True, inline="always")
def places_of(a, b, c, d, e, suit):  # type: ignore[no-untyped-def]
    """The places of the cards of a suit, as bits."""
    low = ((a & 3) == suit) | ((b & 3) == suit) << 1 | ((c & 3) == suit) << 2
    return low | ((d & 3) == suit) << 3 | ((e & 3) == suit) << 4


@njit(nogil=True, cache=True)
def _find(cards, suits, of, weights):  # type: ignore[no-untyped-def]
    """Numbers the kinds of hands as they are met, and counts them."""
    count = 0
    for e in range(4, CARDS):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        suit = suit_of(a, b, c, d, e, 3)
                        at = set_of(a, b, c, d, e) * MASKS + places_of(a, b, c, d, e, suit)
                        if of[at] < 0:
                            of[at] = count
                            cards[count, 0], cards[count, 1], cards[count, 2] = a, b, c
                            cards[count, 3], cards[count, 4], suits[count] = d, e, suit
                            count += 1
                        weights[of[at]] += 1
    return count
