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
        found = np.repeat(self.weights[:, None].astype(np.float64), columns, axis=1)
        if columns > 1:
            np.put_along_axis(found, self.cards.astype(np.int64), 0.0, axis=1)
        return found

    def narrow(self, choices: Bytes) -> Bytes:
        """What was chosen by each card shown, by the columns of what counts about it."""
        if choices.shape[1] == 1:
            return choices
        found = np.zeros((len(choices), COLUMNS), np.uint8)
        held = np.zeros((len(choices), CARDS), np.bool_)
        np.put_along_axis(held, self.cards.astype(np.int64), True, axis=1)
        rows = np.arange(len(choices))
        for card in range(CARDS):
            there = ~held[:, card]
            columns = 2 * (card // SUITS) + (self.suits == card % SUITS)
            found[rows[there], columns[there]] = choices[there, card]
        return found


@functools.cache
def alike() -> Alike:
    """All hands of a pack.

    >>> int(alike().weights.sum())
    2598960
    """
    of, weights = np.full(SETS * MASKS, -1, np.int32), np.zeros(SETS * MASKS, np.int64)
    cards, suits = np.zeros((SETS * MASKS, HAND), np.uint8), np.zeros(SETS * MASKS, np.uint8)
    count = _find(RANKED, cards, suits, of, weights)
    return Alike(cards[:count].copy(), weights[:count].copy(), suits[:count].copy(), of)


@njit(nogil=True, cache=True, inline="always")
def ordered(cards):  # type: ignore[no-untyped-def]
    """Puts five cards in ascending order."""
    for i in range(1, HAND):
        card, j = cards[i], i
        while j and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card


@njit(nogil=True, cache=True, inline="always")
def set_of(cards, ranked):  # type: ignore[no-untyped-def]
    """The number of the ranks of five cards in ascending order."""
    found = 0
    for i in range(HAND):
        found += ranked[cards[i] >> 2, i]
    return found


@njit(nogil=True, cache=True, inline="always")
def suit_of(cards, least):  # type: ignore[no-untyped-def]
    """The suit that so many of five cards have, 3 or 4, if one does."""
    suits = 0x1111 * (8 - least)
    for i in range(HAND):
        suits += 1 << 4 * (cards[i] & 3)
    top = suits & 0x8888
    return NO_SUIT if top == 0 else 0 if top == 0x8 else 1 if top == 0x80 else 2 if top == 0x800 else 3


@njit(nogil=True, cache=True, inline="always")
def places_of(cards, suit):  # type: ignore[no-untyped-def]
    """The places of the cards of a suit, as bits."""
    found = 0
    for i in range(HAND):
        found |= ((cards[i] & 3) == suit) << i
    return found


@njit(nogil=True, cache=True)
def _find(ranked, cards, suits, of, weights):  # type: ignore[no-untyped-def]
    """Numbers the kinds of hands as they are met, and counts them."""
    count, hand = 0, np.zeros(HAND, np.int64)
    for e in range(4, CARDS):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        hand[0], hand[1], hand[2], hand[3], hand[4] = a, b, c, d, e
                        suit = suit_of(hand, 3)
                        at = set_of(hand, ranked) * MASKS + places_of(hand, suit)
                        if of[at] < 0:
                            of[at] = count
                            cards[count], suits[count] = hand, suit
                            count += 1
                        weights[of[at]] += 1
    return count
