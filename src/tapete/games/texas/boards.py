"""Sets of common cards, one of each that differ in more than the names of suits: 1,755 flops stand for 22,100."""

from collections.abc import Sequence
from itertools import permutations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.cards.card import SUITS
from tapete.compiled import njit
from tapete.games.texas.cases import CARDS, PAIRS

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]
FLOP_CARDS, TURN_CARDS = 3, 4


class Boards(NamedTuple):
    """Sets of common cards, one of each that differ in more than names of suits, and how many each stands for.

    By the number of any set: which of them it is, and which renaming of suits makes it that one.
    """

    cards: Bytes
    weights: Ints
    of: NDArray[np.int32]
    renaming: Bytes


class Pack(NamedTuple):
    """The cards that are dealt, how suits may be renamed without changing them, and what that does to every pair."""

    cards: Ints
    names: Bytes
    pairs: NDArray[np.int16]
    flops: Boards
    turns: Boards


def pack(cards: Sequence[int]) -> Pack:
    """The cards that a hand is dealt from."""
    deck = np.array(sorted(cards), np.int64)
    every = np.array([*permutations(range(SUITS))], np.uint8)
    kept = [names for names in every if set(renamed(deck, names).tolist()) == set(deck.tolist())]
    names = np.array(kept, np.uint8)
    low, high = np.triu_indices(CARDS, 1)
    pairs = np.empty((len(names), PAIRS), np.int16)
    for i, called in enumerate(names):
        one, other = renamed(low, called), renamed(high, called)
        pairs[i, _pair(low, high)] = _pair(np.minimum(one, other), np.maximum(one, other))
    return Pack(deck, names, pairs, _boards(deck, names, FLOP_CARDS), _boards(deck, names, TURN_CARDS))


def renamed(cards: Ints, names: Bytes) -> Ints:
    """Cards under other names of suits."""
    return np.asarray(cards - cards % SUITS + names[cards % SUITS].astype(np.int64))


def _pair(low: Ints, high: Ints) -> Ints:
    return low + high * (high - 1) // 2


def _boards(deck: Ints, names: Bytes, size: int) -> Boards:
    """All sets of so many cards of the pack."""
    sets = comb(CARDS, size)
    of, renaming = np.full(sets, -1, np.int32), np.zeros(sets, np.uint8)
    cards, weights = np.zeros((sets, size), np.uint8), np.zeros(sets, np.int64)
    sort_boards = _sort_boards(deck, names, size, of, renaming, cards, weights)
    return Boards(cards[:sort_boards].copy(), weights[:sort_boards].copy(), of, renaming)


@njit(nogil=True, cache=True)
def number(cards, size):  # type: ignore[no-untyped-def]
    """The number of a set of three or four cards that are in order."""
    a, b, c = np.int64(cards[0]), np.int64(cards[1]), np.int64(cards[2])
    number = a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6
    if size == TURN_CARDS:
        d = np.int64(cards[3])
        number += d * (d - 1) * (d - 2) * (d - 3) // 24
    return number


@njit(nogil=True, cache=True)
def _sort_boards(deck, names, size, of, renaming, cards, weights):  # type: ignore[no-untyped-def]
    """Puts each set to the one whose renamed number is the lowest, which comes before it."""
    at, count = np.arange(size), 0
    own, called = np.empty(size, np.int64), np.empty(size, np.int64)
    while True:
        for i in range(size):
            own[i] = deck[at[i]]
        mine = number(own, size)
        best, by = mine, 0
        for n in range(len(names)):
            for i in range(size):
                called[i] = own[i] // SUITS * SUITS + names[n, own[i] % SUITS]
                j = i
                while j > 0 and called[j - 1] > called[j]:
                    called[j - 1], called[j] = called[j], called[j - 1]
                    j -= 1
            other = number(called, size)
            if other < best:
                best, by = other, n
        if best == mine:
            of[mine] = count
            for i in range(size):
                cards[count, i] = own[i]
            count += 1
        else:
            of[mine] = of[best]
            renaming[mine] = by
        weights[of[mine]] += 1
        turn = 0
        while turn < size - 1 and at[turn] + 1 == at[turn + 1]:
            at[turn] = turn
            turn += 1
        at[turn] += 1
        if at[size - 1] == len(deck):
            return count
