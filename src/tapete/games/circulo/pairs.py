"""Hands of which just two cards are one's own, on one board: compiled, for counting all of them.

On a board a pair of own cards makes one hand, and a player's cards make no better one than a bound if all of their
pairs stay within it. So cards are points, pairs within the bound lines, and hands that stay within it the sets of
points of which every two are joined.
"""

import numpy as np

from tapete.cards.batch import score
from tapete.compiled import jitable, njit


@njit(nogil=True, cache=True)
def on_board(board, cards, own, shared, kind, count, tables):  # type: ignore[no-untyped-def]
    """How many hands of `own` cards make each kind on a board."""
    left = np.array([card for card in cards if card not in board], np.uint8)
    made = _pairs(left, board, shared, kind, tables)
    on_board, within = np.zeros(count, np.int64), 0
    for bound in range(count):
        upto = _joined(made, bound, own)
        on_board[bound] = upto - within
        within = upto
    return on_board


@jitable
def _pairs(left, board, shared, kind, tables):  # type: ignore[no-untyped-def]
    """The kind that every pair of cards makes with the best three of the board."""
    size = len(left)
    sums, ranks = np.zeros(len(shared), np.uint64), np.zeros(len(shared), np.uint64)
    for choice in range(len(shared)):
        sums[choice] = tables.start
        for at in shared[choice]:
            sums[choice] += tables.keys[board[at]]
            ranks[choice] |= tables.ranks[board[at]]
    made = np.zeros((size, size), np.int64)
    for a in range(size):
        for b in range(a + 1, size):
            key = tables.keys[left[a]] + tables.keys[left[b]]
            bits = tables.ranks[left[a]] | tables.ranks[left[b]]
            best = np.uint16(0)
            for choice in range(len(shared)):
                best = max(best, score(sums[choice] + key, ranks[choice] | bits, tables))
            made[a, b] = made[b, a] = kind[best]
    return made


@jitable
def _joined(made, bound, size):  # type: ignore[no-untyped-def]
    """How many sets of so many cards have no pair above the bound."""
    one = np.uint64(1)
    near = np.zeros(len(made), np.uint64)
    for a in range(len(made)):
        for b in range(len(made)):
            if a != b and made[a, b] <= bound:
                near[a] |= one << np.uint64(b)
    left = np.zeros(size, np.uint64)
    left[0] = (one << np.uint64(len(made))) - one
    depth, joined = 0, 0
    while depth >= 0:
        if depth == size - 1:
            joined += _ones(left[depth])
            depth -= 1
        elif left[depth] == 0:
            depth -= 1
        else:
            lowest = left[depth] & (~left[depth] + one)
            left[depth] ^= lowest
            left[depth + 1] = left[depth] & near[_ones(lowest - one)]
            depth += 1
    return joined


@njit(nogil=True, cache=True, inline="always")
def _ones(bits):  # type: ignore[no-untyped-def]
    """How many bits are set."""
    bits = bits - ((bits >> np.uint64(1)) & np.uint64(0x5555555555555555))
    bits = (bits & np.uint64(0x3333333333333333)) + ((bits >> np.uint64(2)) & np.uint64(0x3333333333333333))
    bits = (bits + (bits >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((bits * np.uint64(0x0101010101010101)) >> np.uint64(56))
