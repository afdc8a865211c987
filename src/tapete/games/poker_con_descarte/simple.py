"""A way to play that is easy to remember: always go on, and change cards as the bank does, but for three of a suit.

With nothing three cards of a suit are kept, or else the three highest.
"""

import numpy as np

from tapete.games.poker_con_descarte.best import CHOICES, GOES
from tapete.games.poker_con_descarte.hands import CARDS, HAND, Bytes
from tapete.games.poker_con_descarte.settle import ALL, NOTHING, SUITS, step

GONE = {sum(1 << place for place in places): number for number, places in enumerate(CHOICES)}


def simple(cards: Bytes, shows: bool) -> Bytes:
    """The choices of these hands; what the bank shows changes none."""
    found = np.array([GOES + GONE[ALL & ~_kept(hand)] for hand in cards.tolist()], np.uint8)
    return np.repeat(found[:, None], CARDS if shows else 1, axis=1)


def _kept(hand: list[int]) -> int:
    """What is kept of a hand, as bits by the places of its cards."""
    bound, kept = step(hand)
    if bound == NOTHING:
        for suit in range(SUITS):
            mask = sum(1 << place for place in range(HAND) if hand[place] % SUITS == suit)
            if mask.bit_count() == 3:
                return mask
    return kept
