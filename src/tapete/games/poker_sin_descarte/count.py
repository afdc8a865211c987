"""Compiled counts: the bank's hands beside a player's cards, by rank first and put right for colours afterwards.

A hand's ranks decide its score unless all its cards are of one suit. How many of the bank's hands score below a limit,
and contain one or two given cards, is therefore counted over sets of ranks with the cards of each rank that are left,
and corrected by the colours that each suit can still make: a table over all sets of ranks that a suit may lack.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.cards.card import SUITS
from tapete.cards.lookup import BASE, Lookup
from tapete.compiled import njit
from tapete.games.shared.mano.five import HAND

RANKS = 13
CARDS = RANKS * SUITS
PLAIN = 6188  # ways to choose five of thirteen ranks, each any number of times
KINDS = PLAIN + 1287  # and five different ones of one suit
SETS = 1 << RANKS
IDLE_BELOW, LOSES_BELOW, TIES_BELOW = range(3)  # the limits: the bank plays; it has as much as the player; it has more
LIMITS = 3

Ints = NDArray[np.int64]
Small = NDArray[np.int32]


class Tables(NamedTuple):
    """What the loops read. A kind is a hand's ranks, with whether it is of one suit.

    `one[kind, limit, rank]` are the bank's hands, by ranks, below a limit that hold a given card of a rank;
    `two[kind, limit, rank, rank]` two given cards. `colours[row, set]` corrects for colours in a suit that lacks a set
    of ranks; `rows[kind, limit]` says which row.
    """

    score: Small
    one: Small
    two: Small
    rows: Small
    colours: NDArray[np.int16]
    choose: Ints


def tables(lookup: Lookup, least: int, left: tuple[int, ...]) -> Tables:
    """The tables of a ranking for the cards that are left of one pack."""
    choose = np.array([[_choose(n, k) for k in range(HAND + 1)] for n in range(CARDS + HAND + 1)], np.int64)
    plain, suited = np.zeros(PLAIN, np.int32), np.zeros(SETS, np.int32)
    sums = np.zeros(PLAIN, np.int64)
    _sums(choose, np.array([BASE**rank for rank in range(RANKS)], np.int64), sums)
    places = np.searchsorted(lookup.sums, sums).clip(max=len(lookup.sums) - 1)
    there = lookup.sums[places] == sums
    plain[there] = lookup.plain[places[there]]
    suited[:] = lookup.suited[:SETS]
    ranks = np.bincount(np.array(left) // SUITS, minlength=RANKS)
    score = np.zeros(KINDS, np.int32)
    counts = np.zeros((KINDS, RANKS), np.int64)
    _kinds(choose, plain, suited, score, counts)
    # A limit's row of colours changes where some five ranks of one suit, with or without their suit, fall below it.
    changes = np.zeros(int(score.max()) + 3, np.int64)
    changes[score[PLAIN:] + 1] = 1
    changes[plain[_same(counts)] + 1] = 1
    row_of = np.cumsum(changes)
    firsts = np.flatnonzero(np.r_[True, np.diff(row_of) > 0])
    colours = np.zeros((len(firsts), SETS), np.int16)
    _colours(firsts, plain, suited, choose, colours)
    # Against a bank that plays, a hand with which the bank would not play beats and ties with nothing.
    limits = np.maximum(np.stack([np.full(KINDS, least), score, score + 1], axis=1), least)
    one, two = np.zeros((KINDS, LIMITS, RANKS), np.int32), np.zeros((KINDS, LIMITS, RANKS, RANKS), np.int32)
    order = np.argsort(plain, kind="stable")
    order = order[plain[order] > 0]
    _by_ranks(order, plain, counts, limits, ranks, choose, one, two)
    return Tables(score, one, two, row_of[limits].astype(np.int32), colours, choose)


def _choose(n: int, k: int) -> int:
    ways = 1
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways


def _same(counts: Ints) -> Ints:
    """The plain kind that has the ranks of each kind of one suit."""
    ranks = np.argsort(-counts[PLAIN:], axis=1, kind="stable")[:, :HAND]
    return np.array([sum(_choose(rank + i, i + 1) for i, rank in enumerate(sorted(row))) for row in ranks.tolist()])


@njit(nogil=True, cache=True)
def _sums(choose, powers, sums):  # type: ignore[no-untyped-def]
    for a in range(RANKS):
        for b in range(a, RANKS):
            for c in range(b, RANKS):
                for d in range(c, RANKS):
                    for e in range(d, RANKS):
                        kind = choose[a, 1] + choose[b + 1, 2] + choose[c + 2, 3] + choose[d + 3, 4] + choose[e + 4, 5]
                        sums[kind] = powers[a] + powers[b] + powers[c] + powers[d] + powers[e]


@njit(nogil=True, cache=True)
def _kinds(choose, plain, suited, score, counts):  # type: ignore[no-untyped-def]
    """Every kind's score and ranks."""
    for a in range(RANKS):
        for b in range(a, RANKS):
            for c in range(b, RANKS):
                for d in range(c, RANKS):
                    for e in range(d, RANKS):
                        kind = choose[a, 1] + choose[b + 1, 2] + choose[c + 2, 3] + choose[d + 3, 4] + choose[e + 4, 5]
                        score[kind] = plain[kind]
                        for rank in (a, b, c, d, e):
                            counts[kind, rank] += 1
                        if a < b < c < d < e:
                            kind = PLAIN + choose[a, 1] + choose[b, 2] + choose[c, 3] + choose[d, 4] + choose[e, 5]
                            score[kind] = suited[1 << a | 1 << b | 1 << c | 1 << d | 1 << e]
                            for rank in (a, b, c, d, e):
                                counts[kind, rank] += 1


@njit(nogil=True, cache=True)
def _colours(firsts, plain, suited, choose, colours):  # type: ignore[no-untyped-def]
    """For each limit and each set that a suit lacks: its colours that are not below the limit, though their ranks are.

    They are counted as less than none.
    """
    for row in range(len(firsts)):
        limit, table = firsts[row], colours[row]
        for a in range(RANKS):
            for b in range(a + 1, RANKS):
                for c in range(b + 1, RANKS):
                    for d in range(c + 1, RANKS):
                        for e in range(d + 1, RANKS):
                            kind = choose[a, 1] + choose[b + 1, 2] + choose[c + 2, 3] + choose[d + 3, 4]
                            kind += choose[e + 4, 5]
                            ranks = 1 << a | 1 << b | 1 << c | 1 << d | 1 << e
                            if plain[kind] < limit and suited[ranks] >= limit:
                                table[ranks] = -1
        for rank in range(RANKS):
            for ranks in range(SETS):
                if ranks >> rank & 1:
                    table[ranks] += table[ranks ^ 1 << rank]
        for ranks in range(SETS >> 1):  # from what a suit has to what it lacks
            other = SETS - 1 - ranks
            table[ranks], table[other] = table[other], table[ranks]


@njit(nogil=True, cache=True)
def _by_ranks(order, plain, counts, limits, left, choose, one, two):  # type: ignore[no-untyped-def]
    """The bank's hands by ranks, in the order of their scores, up to the last limit of each kind of a player's."""
    rest = np.zeros(RANKS, np.int64)
    held, times = np.zeros(HAND, np.int64), np.zeros(HAND, np.int64)
    single, double = np.zeros(RANKS, np.int64), np.zeros((RANKS, RANKS), np.int64)
    for kind in range(KINDS):
        possible = True
        for rank in range(RANKS):
            rest[rank] = left[rank] - counts[kind, rank]
            possible = possible and rest[rank] >= 0
        if not possible:
            continue
        single[:] = 0
        double[:] = 0
        at = 0
        for step in range(LIMITS):
            limit = limits[kind, step]
            while at < len(order) and plain[order[at]] < limit:
                bank, ways, size = order[at], 1, 0
                at += 1
                for rank in range(RANKS):
                    if counts[bank, rank]:
                        held[size], times[size] = rank, counts[bank, rank]
                        ways *= choose[rest[rank], times[size]]
                        size += 1
                if ways == 0:
                    continue
                for i in range(size):
                    single[held[i]] += ways * times[i]
                    double[held[i], held[i]] += ways * times[i] * (times[i] - 1)
                    for j in range(i):
                        double[held[i], held[j]] += ways * times[i] * times[j]
            for i in range(RANKS):
                if rest[i] > 0:
                    one[kind, step, i] = single[i] // rest[i]
                if rest[i] > 1:
                    two[kind, step, i, i] = double[i, i] // (rest[i] * (rest[i] - 1))
                for j in range(i):
                    if rest[i] > 0 and rest[j] > 0:
                        two[kind, step, i, j] = two[kind, step, j, i] = double[i, j] // (rest[i] * rest[j])
