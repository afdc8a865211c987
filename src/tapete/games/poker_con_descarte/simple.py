"""A way to play that is easy to remember: always go on, and change cards as the bank does, but for cards of a suit.

Four of a suit come before a pair; with nothing four cards of a straight are kept, three of a suit, or else the three
highest.
"""

import numpy as np

from tapete.games.poker_con_descarte.best import CHOICES, GOES
from tapete.games.poker_con_descarte.hands import CARDS, Bytes
from tapete.games.poker_con_descarte.kinds import FOUR_SUITED, THREE_SUITED, WITH_A_HOLE, others
from tapete.games.poker_con_descarte.settle import ALL, NOTHING, step

GONE = {sum(1 << place for place in places): number for number, places in enumerate(CHOICES)}
RULE = (
    "always go, and change as the bank has to, but keep four cards of a suit before a pair; "
    "with nothing keep four of a straight, three of a suit, or else the three highest"
)
INSTEAD = (WITH_A_HOLE, THREE_SUITED)  # what is kept instead of the highest cards


def simple(cards: Bytes, shows: bool) -> Bytes:
    """The choices of these hands; what the bank shows changes none."""
    plan = np.array([GOES + GONE[ALL & ~_kept(hand)] for hand in cards.tolist()], np.uint8)
    return np.repeat(plan[:, None], CARDS if shows else 1, axis=1)


def _kept(hand: list[int]) -> int:
    """What is kept of a hand, as bits by the places of its cards."""
    bound, kept = step(hand)
    beside = others(hand)
    wanted = INSTEAD if bound == NOTHING else (FOUR_SUITED,)
    return next((beside[kind] for kind in wanted if kind in beside), kept)
