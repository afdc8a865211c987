"""What two cards are beside the common ones that lie open: the cases by which one can decide without counting."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tapete.cards.card import SUITS
from tapete.compiled import jitable, njit

CARDS, RANKS, RUN, COLOUR = 52, 13, 5, 5
PAIRS = CARDS * (CARDS - 1) // 2
MADE = (
    "color",
    "escalera",
    "trio",
    "doble-pareja",
    "pareja-en-mano",
    "pareja-alta",
    "pareja-baja",
    "cuatro-de-un-palo",
    "cuatro-de-una-escalera",
)
FLUSH, STRAIGHT, THREE, TWO_PAIRS, OWN_PAIR, TOP_PAIR, PAIR, FOUR_SUITED, FOUR_IN_A_RUN = range(len(MADE))
CASES = len(MADE) + 2 * RANKS  # and, with none of these, the higher card on a board without a pair or with one
_WINDOW = (1 << RUN) - 1
_ONES = np.array([bits.bit_count() for bits in range(1 << RUN)])


def name(case: int, ranks: tuple[str, ...]) -> str:
    """A case by its name.

    >>> from tapete.cards.card import FRENCH
    >>> name(PAIR, FRENCH.ranks), name(len(MADE), FRENCH.ranks), name(CASES - 1, FRENCH.ranks)
    ('pareja-baja', '2', 'A,mesa-con-pareja')
    """
    if case < len(MADE):
        return MADE[case]
    rank, paired = divmod(case - len(MADE), 2)
    return f"{ranks[rank]},mesa-con-pareja" if paired else ranks[rank]


@jitable
def look(board, ranks, suits, runs):  # type: ignore[no-untyped-def]
    """Counts the ranks and suits of common cards, and what they run to with any two; whether two make a pair."""
    ranks[:] = 0
    suits[:] = 0
    paired, held = 0, 0
    for card in board:
        if ranks[card // SUITS]:
            paired = 1
        ranks[card // SUITS] += 1
        suits[card % SUITS] += 1
        held |= _bit(card // SUITS)
    for one in range(RANKS):
        for other in range(one + 1):
            runs[one, other] = _longest(_bit(one) | _bit(other), held)
    return paired


@jitable
def case_of(low, high, ranks, suits, runs, paired):  # type: ignore[no-untyped-def]
    """The case of two cards, the lower first, beside common ones that were looked at."""
    one, other = high // SUITS, low // SUITS
    alike = 1 if high % SUITS == low % SUITS else 0
    suited = max(suits[high % SUITS], suits[low % SUITS]) + 1 + alike
    if suited >= COLOUR:
        return FLUSH
    run = runs[one, other]
    if run == RUN:
        return STRAIGHT
    if one == other:
        return THREE if ranks[one] else OWN_PAIR
    if ranks[one] > 1 or ranks[other] > 1:
        return THREE
    if ranks[one] and ranks[other]:
        return TWO_PAIRS
    if ranks[one] or ranks[other]:
        top = RANKS - 1
        while not ranks[top]:
            top -= 1
        return TOP_PAIR if top == (one if ranks[one] else other) else PAIR
    if suited == COLOUR - 1:
        return FOUR_SUITED
    if run == RUN - 1:
        return FOUR_IN_A_RUN
    return len(MADE) + 2 * one + paired


@njit(nogil=True, cache=True, inline="always")
def _bit(rank):  # type: ignore[no-untyped-def]
    """A rank as a bit, the ace below the others too."""
    return 2 << rank | (1 if rank == RANKS - 1 else 0)


@jitable
def _longest(own, held):  # type: ignore[no-untyped-def]
    """The most ranks of a straight that there are with one's own, at least one of which is among them."""
    most = 0
    for first in range(RANKS + 2 - RUN):
        if own >> first & _WINDOW:
            most = max(most, _ONES[(own | held) >> first & _WINDOW])
    return most


@njit(nogil=True, cache=True, inline="always")
def _room():  # type: ignore[no-untyped-def]
    """Where to count ranks, suits and runs."""
    return np.zeros(RANKS, np.int64), np.zeros(SUITS, np.int64), np.zeros((RANKS, RANKS), np.int64)


@njit(nogil=True, cache=True)
def add_up(board, deck, weight, values, out):  # type: ignore[no-untyped-def]
    """Adds what each pair of the pack beside some common cards is worth, and how many there are, to its case."""
    ranks, suits, runs = _room()
    paired = look(board, ranks, suits, runs)
    for b in range(len(deck)):
        high = deck[b]
        if high in board:
            continue
        for a in range(b):
            if deck[a] not in board:
                case = case_of(deck[a], high, ranks, suits, runs, paired)
                out[case, 0] += weight * values[high * (high - 1) // 2 + deck[a]]
                out[case, 1] += weight


def by_case(boards: NDArray[Any], chosen: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A byte for each board and pair of cards: whether its case is chosen; none where they share a card."""
    by_case = np.zeros((len(boards), PAIRS), np.uint8)
    _by_case(boards.astype(np.int64), chosen, by_case)
    return by_case


@njit(nogil=True, cache=True)
def _by_case(boards, chosen, out):  # type: ignore[no-untyped-def]
    ranks, suits, runs = _room()
    for at in range(len(boards)):
        paired = look(boards[at], ranks, suits, runs)
        for high in range(CARDS):
            if high in boards[at]:
                continue
            for low in range(high):
                if low not in boards[at]:
                    out[at, high * (high - 1) // 2 + low] = chosen[case_of(low, high, ranks, suits, runs, paired)]
