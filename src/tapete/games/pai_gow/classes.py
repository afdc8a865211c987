"""The 154,143,080 hands of seven cards as 292,253 classes, all of one of which part into the same hands.

Where no suit has five cards, the joker counted in each, suits do not matter: such a class is its ranks. Where one has,
a class is the ranks of that suit and the ranks of the other cards, of whichever suits those are.
"""

import functools
from itertools import combinations, combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.cards.batch import PLACE_FROM, Tables
from tapete.cards.card import SUITS
from tapete.cards.composition import Composition
from tapete.cards.rankings import PAI_GOW
from tapete.compiled import jitable, njit
from tapete.games.pai_gow.rules import HAND
from tapete.games.pai_gow.settle import RANKS

JOKER = SUITS * RANKS
# The ranks that up to two cards beside a suit can have.
BESIDE = (RANKS + 1) * (RANKS + 1)
OTHERS = ((), *((rank,) for rank in range(RANKS)), *combinations_with_replacement(range(RANKS), 2))

Ints = NDArray[np.int64]


class Classes(NamedTuple):
    """Every class: a hand of it, and how it is told from the others.

    First come those of ranks alone, with how many cards each has of every rank and of jokers; then those of a suit,
    with its ranks as bits and the joker's above them, the place in `OTHERS` of what lies beside it, and the class of
    the same ranks alone.
    """

    hands: NDArray[np.uint8]
    ranks: NDArray[np.uint8]
    suited: Ints
    others: Ints
    plain: Ints

    def weights(self, left: Composition) -> Ints:
        """How many hands of each class can be made of the cards that are left."""
        there = np.array([left.of(card) for card in range(JOKER + 1)])
        by_suit, joker = there[:JOKER].reshape(RANKS, SUITS), int(there[JOKER])
        counts = np.append(by_suit.sum(axis=1), joker)
        ways = np.array([[_choose(int(count), taken) for taken in range(SUITS + 1)] for count in counts])
        plain = np.prod([ways[rank][self.ranks[:, rank]] for rank in range(RANKS + 1)], axis=0)
        suited = np.zeros(len(self.suited), np.int64)
        for suit in range(SUITS):
            missing = sum(1 << rank for rank in range(RANKS) if not by_suit[rank, suit]) | (1 - joker) << RANKS
            beside = counts[:RANKS] - by_suit[:, suit]
            ways_beside = np.array([_ways_beside(beside, ranks) for ranks in OTHERS])
            suited += np.where(self.suited & missing, 0, ways_beside[self.others])
        np.subtract.at(plain, self.plain, suited)
        return np.concatenate([plain, suited])


def _choose(count: int, taken: int) -> int:
    ways = 1
    for i in range(taken):
        ways = ways * (count - i) // (i + 1)
    return ways


def _ways_beside(there: Ints, ranks: tuple[int, ...]) -> int:
    """In how many ways cards of these ranks can be chosen from so many of each."""
    if len(set(ranks)) < len(ranks):
        return _choose(int(there[ranks[0]]), 2)
    return int(np.prod([int(there[rank]) for rank in ranks]))


@functools.cache
def classes() -> Classes:
    """All of them."""
    by_ranks = [c for c in combinations_with_replacement(range(RANKS + 1), HAND) if _possible(c)]
    ranks = np.zeros((len(by_ranks), RANKS + 1), np.uint8)
    np.add.at(ranks, (np.arange(len(by_ranks))[:, None], np.array(by_ranks)), 1)
    place = np.arange(HAND) % SUITS  # at most two cards of a suit
    hands = [np.minimum(np.array(by_ranks) * SUITS + place, JOKER)]
    suited, others = [], []
    for size, joker in ((7, 0), (6, 0), (5, 0), (6, 1), (5, 1), (4, 1)):
        sets = np.array(list(combinations(range(RANKS), size)))
        beside = [at for at, other in enumerate(OTHERS) if len(other) == HAND - size - joker]
        rows, at = np.repeat(np.arange(len(sets)), len(beside)), np.tile(beside, len(sets))
        rest = np.array([[rank * SUITS + 1 + i for i, rank in enumerate(OTHERS[one])] for one in beside], np.int64)
        made = [sets[rows] * SUITS, np.full((len(rows), joker), JOKER), np.tile(rest, (len(sets), 1))]
        hands.append(np.concatenate(made, axis=1).astype(np.int64))
        suited.append((1 << sets).sum(axis=1)[rows] | joker << RANKS)
        others.append(at)
    every = np.concatenate(hands).astype(np.uint8)
    keys = (np.int64(5) ** np.arange(RANKS + 1))[every // SUITS].sum(axis=1)
    sorted_keys = np.argsort(keys[: len(by_ranks)])
    plain = sorted_keys[np.searchsorted(keys[sorted_keys], keys[len(by_ranks) :])]
    return Classes(every, ranks, np.concatenate(suited), np.concatenate(others), plain)


def _possible(ranks: tuple[int, ...]) -> bool:
    return ranks.count(RANKS) <= 1 and all(ranks.count(rank) <= SUITS for rank in set(ranks))


class Finder(NamedTuple):
    """What a compiled loop finds the class of a hand with: by where its ranks fall, or by its suit and the rest."""

    tables: Tables
    classes: NDArray[np.int32]


@functools.cache
def finder() -> Finder:
    """The tables that find classes."""
    every, tables = classes(), PAI_GOW.compile(HAND).batch.tables
    plain = np.zeros(len(tables.plain), np.int32)
    suited = np.zeros((2 << RANKS, BESIDE), np.int32)
    count = len(every.ranks)
    totals = tables.start + tables.keys[every.hands[:count]].sum(axis=1, dtype=np.uint64)
    places = ((totals >> PLACE_FROM) & tables.places) ^ tables.rows[totals >> tables.row_from]
    plain[places] = np.arange(count)
    beside = np.array([_beside(ranks) for ranks in OTHERS])
    suited[every.suited, beside[every.others]] = count + np.arange(len(every.suited))
    return Finder(tables, np.concatenate([plain, suited.ravel()]))


def _beside(ranks: tuple[int, ...]) -> int:
    """The ranks beside a suit as one number, the lower rank first."""
    beside = 0
    for rank in ranks:
        beside = beside * (RANKS + 1) + rank + 1
    return beside


@njit(nogil=True, cache=True)
def class_of(cards: Any, first: int, finder: Any) -> Any:
    """The class of seven cards, from one place of a pack on."""
    return finder.classes[place_of(cards, first, finder.tables)]


@jitable
def place_of(cards: Any, first: int, tables: Any) -> Any:
    """Where a finder has the class of seven cards: those of ranks alone come first."""
    total = tables.start
    for i in range(first, first + HAND):
        total += tables.keys[cards[i]]
    tops = total & tables.tops
    if not tops:
        return ((total >> PLACE_FROM) & tables.places) ^ tables.rows[total >> tables.row_from]
    suit = 0
    while not tops >> np.uint64(4 * suit + 3) & np.uint64(1):
        suit += 1
    bits, lower, higher = 0, 0, 0
    for i in range(first, first + HAND):
        card = cards[i]
        if card % SUITS == suit or card == JOKER:
            bits |= 1 << card // SUITS
        else:
            rank = card // SUITS + 1
            lower, higher = (min(rank, higher), max(rank, higher)) if higher else (0, rank)
    return np.uint64(len(tables.plain) + bits * BESIDE + lower * (RANKS + 1) + higher)
