"""What a hand is worth against the bank's, once the bank has changed its cards, by the ranks that are gone.

The bank's hands are taken together by what its steps keep: then what was given away counts only by how many cards of
each rank are left to come. Of the cards that are gone only the ranks are looked at: their suits are taken as any, so
the suits of the bank's cards of different ranks are independent, and how often four or five of them agree is known.
"""

import functools
from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.cards.lookup import BASE
from tapete.compiled import jitable, njit
from tapete.games.poker_con_descarte.settle import FOUR_IN_A_ROW, NOTHING, step
from tapete.games.shared.mano.five import HAND, Order

RANKS, SUITS = 13, 4
HANDS = comb(RANKS + HAND - 1, HAND)  # sets of five ranks, five of one with them
# Of five cards of different ranks, how often all agree in suit; four of them but not one of the five; neither; and,
# among the last, the three highest but none of the two below.
ALIKE, FOUR_ALIKE, NEITHER, THREE_ALIKE = 1 / 256, 3 / 256, 240 / 256, 9 / 256

Found = tuple[tuple[int, ...], float, float, tuple[int, ...]]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Groups(NamedTuple):
    """The bank's hands by what it keeps: so many ranks, their number among such sets, how often, and what goes.

    `gone[first:last]` are the ranks given away with them, one or two; `suited` how often those that are kept agree in
    suit, so that five may.
    """

    kept: Ints
    number: Ints
    often: Floats
    suited: Floats
    bounds: Ints
    gone: Ints


class Tables(NamedTuple):
    """The bank's hands, and scores of hands by ranks, as the loops read them.

    `stands` are the hands that change nothing, with how often they are one score. `score` has the scores of five ranks
    as if suits did not count, `suited` as if they agreed; `one` and `two` those of four ranks and of three with more.
    """

    fours: Groups
    threes: Groups
    stands: Ints
    often: Floats
    stand_scores: Ints
    score: Ints
    suited: Ints
    one_score: Ints
    one_suited: Ints
    two_score: Ints
    two_suited: Ints
    binomials: Ints
    pays: Floats
    idle: float
    loss: float
    least: int


def index(ranks: tuple[int, ...]) -> int:
    """The number of a set of ranks in ascending order, among the sets of its size.

    >>> [index(pair) for pair in ((0, 0), (0, 1), (1, 1), (12, 12))]
    [0, 1, 2, 90]
    """
    return sum(comb(rank + place, place + 1) for place, rank in enumerate(ranks))


@functools.lru_cache(maxsize=8)
def tables(order: Order, win: tuple[int, ...], idle: int, loss: int) -> Tables:
    """The tables of a ranking; `win` is what a first stake of one wins with each kind of hand."""
    score, suited = _scores(order)
    stands = [(ranks, often, made) for ranks in _sets() for often, made in _standing(ranks, score, suited)]
    fours = _grouped(4, [row for ranks in _sets() for row in _keeping_four(ranks)])
    threes = _grouped(3, [row for ranks in _sets() for row in _keeping_three(ranks)])
    binomials = np.array([[comb(n, k) for k in range(8)] for n in range(RANKS + 8)], np.int64)
    pays = np.array([win[int(place)] if place >= 0 else 0.0 for place in order.lookup.categories])
    return Tables(
        fours,
        threes,
        np.array([ranks for ranks, _, _ in stands]),
        np.array([often for _, often, _ in stands]),
        np.array([made for _, _, made in stands]),
        score,
        suited,
        *_after(score, suited, 4, 1),
        *_after(score, suited, 3, 2),
        binomials,
        pays,
        float(idle),
        float(loss),
        order.least,
    )


def _sets() -> Iterator[tuple[int, ...]]:
    """Every set of five ranks that can be dealt."""
    for ranks in combinations_with_replacement(range(RANKS), HAND):
        if ranks[0] != ranks[-1]:
            yield ranks


def _scores(order: Order) -> tuple[Ints, Ints]:
    score, suited = np.zeros(HANDS, np.int64), np.zeros(HANDS, np.int64)
    sums = dict(zip(order.lookup.sums.tolist(), order.lookup.plain.tolist(), strict=True))
    for ranks in _sets():
        score[index(ranks)] = sums[sum(BASE**rank for rank in ranks)]
        if len(set(ranks)) == HAND:
            suited[index(ranks)] = order.lookup.suited[sum(1 << rank for rank in ranks)]
    return score, suited


def _plain(ranks: tuple[int, ...]) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """The bank's step with five ranks whose suits do not count, what it keeps and what it gives away."""
    bound, mask = step([rank * SUITS + place % SUITS for place, rank in enumerate(ranks)])
    kept = tuple(rank for place, rank in enumerate(ranks) if mask >> place & 1)
    return bound, kept, tuple(rank for place, rank in enumerate(ranks) if not mask >> place & 1)


def _standing(ranks: tuple[int, ...], score: Ints, suited: Ints) -> Iterator[tuple[float, int]]:
    """How often these ranks change nothing, and with which score: what agrees in suit, runs, fulls and fours."""
    agree = ALIKE if len(set(ranks)) == HAND else 0.0
    if agree:
        yield agree, int(suited[index(ranks)])
    if not _plain(ranks)[2]:
        yield 1.0 - agree, int(score[index(ranks)])


def _keeping_four(ranks: tuple[int, ...]) -> Iterator[Found]:
    """What is kept where four ranks are, how often, whether they agree in suit, and the rank that goes."""
    bound, kept, gone = _plain(ranks)
    if len(set(ranks)) == HAND and gone:
        for place in range(HAND):
            yield ranks[:place] + ranks[place + 1 :], FOUR_ALIKE, 1.0, (ranks[place],)
    if len(kept) == 4:
        yield kept, NEITHER if bound == FOUR_IN_A_ROW else 1.0, 0.0, gone


def _keeping_three(ranks: tuple[int, ...]) -> Iterator[Found]:
    """What is kept where three ranks are, how often, how often of that they agree in suit, and the ranks that go."""
    bound, kept, gone = _plain(ranks)
    if len(kept) == 3:
        alike = THREE_ALIKE / NEITHER if bound == NOTHING else 0.0
        yield kept, NEITHER if bound == NOTHING else 1.0, alike, gone


def _grouped(size: int, rows: list[Found]) -> Groups:
    groups: dict[tuple[tuple[int, ...], float, float], list[tuple[int, ...]]] = {}
    for kept, often, suited, gone in rows:
        groups.setdefault((kept, often, suited), []).append(gone)
    bounds = np.cumsum([0, *map(len, groups.values())])
    return Groups(
        np.array([kept for kept, _, _ in groups]).reshape(-1, size),
        np.array([index(kept) for kept, _, _ in groups]),
        np.array([often for _, often, _ in groups]),
        np.array([suited for _, _, suited in groups]),
        bounds,
        np.array([gone for each in groups.values() for gone in each]),
    )


def _after(score: Ints, suited: Ints, held: int, more: int) -> tuple[Ints, Ints]:
    """The scores of every set of so many ranks with every set of some more."""
    out = np.zeros((2, comb(RANKS + held - 1, held), comb(RANKS + more - 1, more)), np.int64)
    for ranks in combinations_with_replacement(range(RANKS), held):
        for others in combinations_with_replacement(range(RANKS), more):
            at = index(tuple(sorted((*ranks, *others))))
            out[:, index(ranks), index(others)] = score[at], suited[at]
    return out[0], out[1]


@njit(nogil=True, cache=True, inline="always")
def number(ranks, size, binomials):  # type: ignore[no-untyped-def]
    """`index`, for loops: the ranks ascend."""
    number = 0
    for place in range(size):
        number += binomials[ranks[place] + place, place + 1]
    return number


@njit(nogil=True, cache=True)
def worth(gone, size, before, shown, tables, out):  # type: ignore[no-untyped-def]
    """What each hand of five among the ranks that are gone is worth: a row for each rank that the bank may show.

    `gone` are `size` ranks that the player has seen, ascending; `before` how many of each there are at first. The first
    row is of a bank of which nothing is seen; with `shown` the others are of one that shows a card of that rank.
    `found[row, hand, 0]` is for five cards as if suits did not count, `[…, 1]` for five that agree.
    """
    left = before.astype(np.float64)
    for place in range(size):
        left[gone[place]] -= 1.0
    scores, cuts = _hands(gone, size, tables)
    buckets = _buckets(cuts, tables)
    sums = np.zeros((1 + RANKS if shown else 1, 2 * len(cuts) + 2))
    _stand(left, buckets, tables, sums)
    _change_one(left, left.sum() - HAND, buckets, tables, sums)
    _change_two(left, left.sum() - HAND, buckets, tables, sums)
    _values(sums, scores, cuts, tables, out)


@jitable
def _hands(gone, size, tables):  # type: ignore[no-untyped-def]
    """The two scores of each hand of five among the ranks, and those of them with which the bank's are compared."""
    count = 21 if size == 7 else 6 if size == 6 else 1
    scores, at = np.zeros((count, 2), np.int64), 0
    ranks = np.zeros(HAND, np.int64)
    for first in range(size if size > HAND else 1):
        for second in range(first + 1, size) if size == 7 else range(first, first + 1):
            place = 0
            for i in range(size):
                if size == HAND or (i != first and i != second):
                    ranks[place] = gone[i]
                    place += 1
            hand = number(ranks, HAND, tables.binomials)
            scores[at, 0], scores[at, 1] = tables.score[hand], tables.suited[hand]
            at += 1
    flat = np.unique(scores)
    return scores, flat[flat >= tables.least]


@jitable
def _buckets(cuts, tables):  # type: ignore[no-untyped-def]
    """By the bank's score: 0 where it does not play, then between the cuts and on them, in turns."""
    buckets = np.zeros(len(tables.pays), np.uint8)
    start = tables.least
    for i in range(len(cuts)):
        buckets[start : cuts[i]] = 2 * i + 1
        buckets[cuts[i]] = 2 * i + 2
        start = cuts[i] + 1
    buckets[start:] = 2 * len(cuts) + 1
    return buckets


@jitable
def _ways(ranks, size, left):  # type: ignore[no-untyped-def]
    """In how many ways these ranks, ascending, can be dealt."""
    ways, again = 1.0, 0
    for place in range(size):
        again = again + 1 if place and ranks[place] == ranks[place - 1] else 0
        ways *= (left[ranks[place]] - again) / (again + 1)
    return max(ways, 0.0)


@jitable
def _stand(left, buckets, tables, sums):  # type: ignore[no-untyped-def]
    """The bank's hands that change nothing."""
    for hand in range(len(tables.stands)):
        ranks = tables.stands[hand]
        chance = tables.often[hand] * _ways(ranks, HAND, left)
        if chance > 0.0:
            bucket = buckets[tables.stand_scores[hand]]
            sums[0, bucket] += chance
            if len(sums) > 1:
                for place in range(HAND):
                    sums[1 + ranks[place], bucket] += chance / left[ranks[place]]


@jitable
def _change_one(left, rest, buckets, tables, sums):  # type: ignore[no-untyped-def]
    """The bank's hands that change a card: `come` is what may come to four ranks, `less` what the rank that went lacks.

    To four of a suit a quarter of another rank agrees; a third of what is left of the rank that went, since that card
    did not; and none of the four ranks themselves.
    """
    groups, size = tables.fours, sums.shape[1]
    come, less, mine = np.zeros(size), np.zeros((RANKS, size)), np.zeros(size)
    for group in range(len(groups.kept)):
        ranks = groups.kept[group]
        each = groups.often[group] * _ways(ranks, 4, left) / rest
        if each <= 0.0:
            continue
        for place in range(4):
            left[ranks[place]] -= 1.0
        come[:], less[:, :], mine[:] = 0.0, 0.0, 0.0
        for rank in range(RANKS):
            plain = buckets[tables.one_score[groups.number[group], rank]]
            colour = buckets[tables.one_suited[groups.number[group], rank]]
            agree, more = 0.0, 0.0
            if groups.suited[group] and colour:
                agree = left[rank] / 4.0
                more = (left[rank] - 1.0) / 3.0 - agree
            come[plain] += left[rank] - agree
            come[colour] += agree
            less[rank, plain] -= 1.0 + more
            less[rank, colour] += more
        for at in range(groups.bounds[group], groups.bounds[group + 1]):
            gone = groups.gone[at, 0]
            for k in range(size):
                chance = each * left[gone] * (come[k] + less[gone, k])
                mine[k] += chance
                if len(sums) > 1 and chance:
                    sums[1 + gone, k] += chance / left[gone]
        for place in range(4):
            left[ranks[place]] += 1.0
        _add(ranks, 4, left, mine, sums)


@jitable
def _change_two(left, rest, buckets, tables, sums):  # type: ignore[no-untyped-def]
    """The bank's hands that change two cards, in the same way; where three agree in suit, five that do are a colour."""
    groups, size = tables.threes, sums.shape[1]
    come, less, mine = np.zeros(size), np.zeros((RANKS, size)), np.zeros(size)
    for group in range(len(groups.kept)):
        ranks, at = groups.kept[group], groups.number[group]
        each = groups.often[group] * _ways(ranks, 3, left) * 2.0 / (rest * (rest - 1.0))
        if each <= 0.0:
            continue
        for place in range(3):
            left[ranks[place]] -= 1.0
        mine[:] = 0.0
        alike = groups.suited[group]
        _coming(tables.two_score[at], tables.two_suited[at], alike, left, buckets, come, less)
        for pair in range(groups.bounds[group], groups.bounds[group + 1]):
            low, high = groups.gone[pair, 0], groups.gone[pair, 1]
            ways = each * left[low] * left[high]
            if ways <= 0.0:
                continue
            plain = buckets[tables.two_score[at, high * (high + 1) // 2 + low]]
            colour = buckets[tables.two_suited[at, high * (high + 1) // 2 + low]]
            both = alike * _more(left[high]) * _more(left[low]) if colour else 0.0
            of_low, of_high = ways / left[low], ways / left[high]
            for k in range(size):
                chance = come[k] + less[low, k] + less[high, k]
                if k == plain:
                    chance += 1.0 - both
                elif k == colour:
                    chance += both
                mine[k] += ways * chance
                if len(sums) > 1:
                    sums[1 + low, k] += of_low * chance
                    sums[1 + high, k] += of_high * chance
        for place in range(3):
            left[ranks[place]] += 1.0
        _add(ranks, 3, left, mine, sums)


@jitable
def _coming(score, suited, alike, left, buckets, come, less):  # type: ignore[no-untyped-def]
    """What two cards may come to three, and what each rank that went takes away from it."""
    come[:], less[:, :] = 0.0, 0.0
    pair = 0
    for high in range(RANKS):
        for low in range(high):
            plain, colour = buckets[score[pair + low]], buckets[suited[pair + low]]
            come[plain] += left[high] * left[low]
            less[high, plain] -= left[low]
            less[low, plain] -= left[high]
            if alike and colour:
                agree = alike * left[high] * left[low] / 16.0
                come[plain] -= agree
                come[colour] += agree
                of_high, of_low = (
                    alike * _more(left[high]) * left[low] / 4.0,
                    alike * _more(left[low]) * left[high] / 4.0,
                )
                less[high, plain] -= of_high
                less[high, colour] += of_high
                less[low, plain] -= of_low
                less[low, colour] += of_low
        plain = buckets[score[pair + high]]
        come[plain] += left[high] * (left[high] - 1.0) / 2.0
        less[high, plain] -= left[high] - 1.0
        pair += high + 1


@njit(nogil=True, cache=True, inline="always")
def _more(left):  # type: ignore[no-untyped-def]
    """How many more of a rank agree in suit, on average, once a card of it went that did not."""
    return (left - 1.0) / 3.0 - left / 4.0


@jitable
def _add(ranks, size, left, mine, sums):  # type: ignore[no-untyped-def]
    """Adds chances to all banks, and to those that show one of these ranks: each of its cards is one as likely."""
    for k in range(len(mine)):
        sums[0, k] += mine[k]
    if len(sums) > 1:
        for place in range(size):
            for k in range(len(mine)):
                sums[1 + ranks[place], k] += mine[k] / left[ranks[place]]


@jitable
def _values(sums, scores, cuts, tables, out):  # type: ignore[no-untyped-def]
    """What the hands win on average of a first stake of one, by the chances of the bank's buckets."""
    for row in range(len(sums)):
        total = sums[row].sum()
        for hand in range(len(scores)):
            for suited in range(2):
                score = scores[hand, suited]
                won = sums[row, 0] * tables.idle
                for bucket in range(1, sums.shape[1]):
                    won += sums[row, bucket] * _against(bucket, score, cuts, tables)
                out[row, hand, suited] = won / total if total > 0.0 and score else 0.0


@jitable
def _against(bucket, score, cuts, tables):  # type: ignore[no-untyped-def]
    """What a hand wins or loses against a bank that plays with a score of this bucket."""
    below = bucket // 2
    if score < tables.least or (bucket % 2 and below == len(cuts)):
        return tables.loss
    if bucket % 2:
        return tables.pays[score] if cuts[below] <= score else tables.loss
    cut = cuts[below - 1]
    if cut == score:
        return 0.0
    return tables.pays[score] if cut < score else tables.loss
