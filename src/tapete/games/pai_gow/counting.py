"""Plans of setting, class by class, and how deals end with them against hands set the house's way.

A class is set as is best against all hands of ranks that its own ranks leave, each as often as it can be made; that
the others' colours depend on its suits too is left out of the choice, not of the figures. Those are counted over deals
drawn at random, every deal from both sides.
"""

import functools
import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.cards.card import SUITS, pack
from tapete.cards.composition import Composition
from tapete.compiled import jitable, njit
from tapete.games.pai_gow import settle
from tapete.games.pai_gow.best import ALL, SEATS, Answer, Facts, Group, analysis, facts, named
from tapete.games.pai_gow.classes import JOKER, Classes, class_of, classes, finder
from tapete.games.pai_gow.hands import PARTS, Order, compiled
from tapete.games.pai_gow.rules import BANKER, HAND, HOUSE_WAY, PLAYER, SIMPLE, Rules
from tapete.games.pai_gow.settle import ACE, ENDS, LOST, RANKS, WON
from tapete.odds.kept import Progress
from tapete.odds.parts import counted, spans

SEED = 20110615
DEALS = 1 << 25
AT_ONCE = 1 << 14
BLOCKS = 64  # of as many deals in a part
FAMILIES = 1 << 11  # of classes in a part
CUT = 7  # ranks below it are one half of a hand, those from it on with the joker the other
ONE_OF = np.array([0.0, *(1 / count for count in range(1, JOKER + 2))])

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]


class Parts(NamedTuple):
    """Every way to part a hand of each class: the scores of high and low hand, and whether it is well made."""

    highs: Ints
    lows: Ints
    fair: NDArray[np.bool_]


def answer(facts: Facts, progress: Progress) -> Answer:
    """Every plan, and what comes of it against hands set the house's way."""
    plans = {named(seat, policy): plan for seat in SEATS for policy, plan in fixed_plans(facts).items()}
    plans |= _best_plans(facts, lambda done, of: progress(done, 3 * of))
    ends = cells(facts, plans, pack("53").cards, DEALS, lambda done, of: progress(of + 2 * done, 3 * of))
    first = next(iter(plans.values()))
    shared = {name: (plan if plan is first else plan ^ first).tobytes() for name, plan in plans.items()}
    return Answer(shared, ends, DEALS, _alike(facts, plans), _kinds(facts), _groups(facts))


def plan(rules: Rules, name: str) -> Bytes:
    """The part that each class is set in."""
    return plan_of(facts(rules), name)


def plan_of(facts: Facts, name: str) -> Bytes:
    """The same by what the analysis reads."""
    plans = analysis(facts).plans
    first, plan = (np.frombuffer(plans[each], np.uint8) for each in (next(iter(plans)), name))
    return first if name == next(iter(plans)) else first ^ plan


def scores(ranking: Order, plan: Bytes) -> NDArray[np.int32]:
    """The scores of each class's two hands as a plan sets it, as one number: the high hand's above the low one's."""
    hands = classes().hands
    rows = np.arange(len(hands))[:, None]
    low = np.array(PARTS)[plan]
    rest = np.array([[at for at in range(HAND) if at not in part] for part in PARTS])[plan]
    high, two = ranking.high.scores(hands[rows, rest]), ranking.low.scores(hands[rows, low])
    return high.astype(np.int32) << 8 | two


# Plans by rules


def fixed_plans(facts: Facts) -> dict[str, Bytes]:
    """How the house sets each class, and how a rule of two lines does."""
    ranking = _order(facts)
    parts = _parts(ranking)
    ranks = np.minimum(classes().hands // SUITS, ACE)
    counts = np.zeros((len(ranks), RANKS), np.int64)
    np.add.at(counts, (np.arange(len(ranks))[:, None], ranks), 1)
    args = parts.highs, parts.lows, np.array(ranking.kinds), np.array(ranking.floors), counts
    return {HOUSE_WAY: _by_way(*args, np.array(facts.way)), SIMPLE: _by_two_lines(*args)}


def _order(facts: Facts) -> Order:
    return compiled(facts.order, facts.completes, facts.low_run)


@functools.lru_cache(maxsize=1)
def _parts(ranking: Order) -> Parts:
    count = len(classes().hands)
    made = np.array([scores(ranking, np.full(count, i, np.uint8)) for i in range(len(PARTS))], np.int64).T
    highs, lows = np.ascontiguousarray(made >> 8), np.ascontiguousarray(made & 255)
    return Parts(highs, lows, highs >= np.array(ranking.floors)[lows])


_wanted: Any = njit(settle.wanted)
_simple: Any = njit(settle.simple)
_choose: Any = njit(settle.choose)
_stand: Any = njit(settle.stand)


@njit(nogil=True, cache=True)
def _by_way(highs, lows, kinds, floors, counts, way):  # type: ignore[no-untyped-def]
    by_way = np.empty(len(highs), np.uint8)
    for i in range(len(highs)):
        made = kinds[highs[i]]
        by_way[i] = _choose(highs[i], lows[i], made, floors, _wanted(counts[i], made, way))
    return by_way


@njit(nogil=True, cache=True)
def _by_two_lines(highs, lows, kinds, floors, counts):  # type: ignore[no-untyped-def]
    by_two_lines = np.empty(len(highs), np.uint8)
    for i in range(len(highs)):
        made = kinds[highs[i]]
        by_two_lines[i] = _choose(highs[i], lows[i], made, floors, _simple(counts[i], made))
    return by_two_lines


# Best plans


class Against(NamedTuple):
    """The other side's hands of ranks, as the house sets them, sorted by low hand and then by high one.

    A hand is two halves, rows of `lower` and `upper`: the cards of each rank. `ends[l, h]` is the place of the first
    hand whose low hand scores `l` and whose high one scores `h` or more. `colours[h, l]` is by how many the hands that
    score less than both are more, or fewer, for some being colours.
    """

    below: Ints
    above: Ints
    lower: Bytes
    upper: Bytes
    ends: NDArray[np.int32]
    colours: NDArray[np.float64]


def _best_plans(facts: Facts, progress: Progress) -> dict[str, Bytes]:
    every, percents = classes(), np.array(facts.percents)
    parts, against = _parts(_order(facts)), _against(facts)
    count = len(every.ranks)
    family = np.concatenate([np.arange(count), every.plain])
    members = np.argsort(family, kind="stable")
    starts = np.searchsorted(family[members], np.arange(count + 1))
    plans = np.empty((len(SEATS), len(percents), len(members)), np.uint8)
    families = spans(count, FAMILIES)
    common = Families(every.ranks, members, starts), against, parts, np.array(facts.table), percents
    for (first, last), plan in zip(families, counted(set_best, common, families), strict=True):
        plans[:, :, members[starts[first] : starts[last]]] = plan
        progress(last, count)
    return {named(seat, each): plans[i, j] for i, seat in enumerate(SEATS) for j, each in enumerate(facts.percents)}


class Families(NamedTuple):
    """Classes of the same ranks, which are set together: all members, family after family, and where each begins."""

    ranks: Bytes
    members: Ints
    starts: Ints


def set_best(
    every: Families, against: Against, parts: Parts, table: Ints, percents: Ints, first: int, last: int
) -> Bytes:
    """How the members of some families are set best, for each seat and percentage."""
    plans = np.empty((len(SEATS), len(percents), len(every.members)), np.uint8)
    _set_best(first, last, every.ranks, against, parts, every.members, every.starts, table, percents, plans)
    return plans[:, :, every.members[every.starts[first] : every.starts[last]]]


def _against(facts: Facts) -> Against:
    ranking, every = _order(facts), classes()
    made = scores(ranking, fixed_plans(facts)[HOUSE_WAY])
    high, low = made >> 8, made & 255
    count, highs, lows = len(every.ranks), len(ranking.high.values), len(ranking.low.values)
    order = np.lexsort((high[:count], low[:count]))
    ranks = every.ranks[order]
    (lower, below), (upper, above) = _rows(ranks[:, :CUT]), _rows(ranks[:, CUT:])
    first, last = (np.searchsorted(low[order], np.arange(lows), side=side) for side in ("left", "right"))
    ends = np.empty((lows, highs + 1), np.int32)
    for level in range(lows):
        ends[level] = first[level] + np.searchsorted(high[order[first[level] : last[level]]], np.arange(highs + 1))
    return Against(below, above, lower, upper, ends, _colours(every, high, low, (highs, lows)))


def _rows(ranks: Bytes) -> tuple[Bytes, Ints]:
    """The different rows among some ranks, and which of them each row is."""
    rows, places = np.unique(ranks, axis=0, return_inverse=True)
    return rows, places.ravel().astype(np.int64)


def _colours(
    every: Classes, high: NDArray[np.int32], low: NDArray[np.int32], sizes: tuple[int, int]
) -> NDArray[np.float64]:
    count, weights = len(every.ranks), _weights()
    shift = np.zeros((sizes[0] + 1, sizes[1] + 1))
    np.add.at(shift, (high[count:] + 1, low[count:] + 1), weights[count:])
    np.subtract.at(shift, (high[every.plain] + 1, low[every.plain] + 1), weights[count:])
    total: NDArray[np.float64] = shift.cumsum(axis=0).cumsum(axis=1)
    return total


@njit(nogil=True, cache=True)
def _set_best(first, last, ranks, against, parts, members, starts, table, percents, plans):  # type: ignore[no-untyped-def]
    """Sets all classes of the same ranks, one family after another, each as is best for either seat."""
    up_to, stands = np.zeros(len(against.below) + 1), np.empty((3, 3))
    for family in range(first, last):
        _count(ranks[family], against, up_to)
        for member in members[starts[family] : starts[family + 1]]:
            best = np.full((2, len(percents)), -np.inf)
            for part in range(parts.fair.shape[1]):
                if not parts.fair[member, part]:
                    continue
                _stands(parts.highs[member, part], parts.lows[member, part], against, up_to, stands)
                for seat in range(2):
                    won, lost = _won_and_lost(stands, table, seat)
                    for i in range(len(percents)):
                        worth = (100 - percents[i]) * won - 100 * lost
                        if worth > best[seat, i]:
                            best[seat, i] = worth
                            plans[seat, i, member] = part


@njit(nogil=True, cache=True)
def _worths(families, ranks, against, parts, table, percent, out):  # type: ignore[no-untyped-def]
    """What every part of some families' hands without a colour is worth to a player, for each unit staked."""
    up_to, stands = np.zeros(len(against.below) + 1), np.empty((3, 3))
    for i in range(len(families)):
        family = families[i]
        _count(ranks[family], against, up_to)
        for part in range(parts.fair.shape[1]):
            out[i, part] = -np.inf
            if parts.fair[family, part]:
                _stands(parts.highs[family, part], parts.lows[family, part], against, up_to, stands)
                won, lost = _won_and_lost(stands, table, 0)
                out[i, part] = ((100 - percent) * won - 100 * lost) / (100 * up_to[-1])


@jitable
def _count(ranks, against, up_to):  # type: ignore[no-untyped-def]
    """Counts the other side's hands that some ranks leave: `up_to` is how many there are before each."""
    ways = np.ones((RANKS + 1, SUITS + 1))
    for rank in range(RANKS + 1):
        there = (SUITS if rank < RANKS else 1) - ranks[rank]
        for taken in range(SUITS):
            ways[rank, taken + 1] = ways[rank, taken] * max(there - taken, 0) / (taken + 1)
    lower, upper = np.ones(len(against.lower)), np.ones(len(against.upper))
    for i in range(len(lower)):
        for j in range(CUT):
            lower[i] *= ways[j, against.lower[i, j]]
    for i in range(len(upper)):
        for j in range(RANKS + 1 - CUT):
            upper[i] *= ways[CUT + j, against.upper[i, j]]
    for i in range(len(against.below)):
        up_to[i + 1] = up_to[i] + lower[against.below[i]] * upper[against.above[i]]


@jitable
def _stands(high, low, against, up_to, stands):  # type: ignore[no-untyped-def]
    """How many of the other side's hands are below, beside and above each of two hands: by high hand, then by low."""
    ends, colours = against.ends, against.colours
    stands[:] = 0
    for level in range(len(ends)):
        start, less, more = up_to[ends[level, 0]], up_to[ends[level, high]], up_to[ends[level, high + 1]]
        row = _stand(level, low)
        stands[0, row] += less - start
        stands[1, row] += more - less
        stands[2, row] += up_to[ends[level, -1]] - more
    scale = up_to[-1] / ALL
    rows, columns = (0, high, high + 1, len(colours) - 1), (0, low, low + 1, colours.shape[1] - 1)
    for i in range(3):
        for j in range(3):
            right = colours[rows[i + 1], columns[j + 1]] - colours[rows[i], columns[j + 1]]
            stands[i, j] += scale * (right - colours[rows[i + 1], columns[j]] + colours[rows[i], columns[j]])


@jitable
def _won_and_lost(stands, table, seat):  # type: ignore[no-untyped-def]
    """Against how many hands one wins and loses: as a player or, the table read from the other side, as the bank."""
    won = lost = 0.0
    for i in range(3):
        for j in range(3):
            end = table[3 * (2 - i) + 2 - j] if seat == 0 else WON - table[3 * i + j]
            won += stands[i, j] * (end == WON)
            lost += stands[i, j] * (end == LOST)
    return won, lost


# How deals end


def cells(
    facts: Facts, plans: Mapping[str, Bytes], cards: tuple[int, ...], deals: int, progress: Progress
) -> dict[str, list[int]]:
    """How often the two hands of a deal end how, by plan: the one, then the other, each against the house's way."""
    ranking = _order(facts)
    made = np.array([scores(ranking, each) for each in plans.values()]).T.copy()
    seats = np.array([name.startswith(BANKER) for name in plans], np.int64)
    counts, begun = np.zeros((len(plans), ENDS, ENDS), np.int64), _begun(cards, -(-deals // AT_ONCE))
    for done, ranking in enumerate(counted(dealt, (finder(), made, seats, np.array(facts.table)), begun), 1):
        counts += ranking
        progress(done, len(begun))
    return {name: counts[i].ravel().tolist() for i, name in enumerate(plans)}


def _begun(cards: tuple[int, ...], blocks: int) -> list[tuple[Any, ...]]:
    """The parts of so many blocks of deals: how the cards lie at first, where the stream of numbers is, how many."""
    stream, left, begun = np.random.Generator(np.random.Philox(SEED)), np.array(cards), []
    for first, last in spans(blocks, BLOCKS):
        begun.append((left.copy(), stream.bit_generator.state, last - first))
        for _ in range(first, last):
            _shuffled(*draws(stream, len(cards), AT_ONCE), left)
    return begun


def dealt(
    finder: Ints, made: Ints, seats: Ints, table: Ints, cards: Ints, state: Mapping[str, Any], blocks: int
) -> Ints:
    """How so many blocks of deals end."""
    stream, left = np.random.Generator(np.random.Philox()), cards.copy()
    stream.bit_generator.state = state
    counts = np.zeros((len(seats), ENDS, ENDS), np.int64)
    for _ in range(blocks):
        _deal(*draws(stream, len(cards), AT_ONCE), left, finder, made, seats, table, counts)
    return counts


def draws(stream: np.random.Generator, cards: int, count: int) -> tuple[Ints, Ints]:
    """So many orders of the two hands of a deal, each order a number for either hand."""
    one, other = math.perm(cards, HAND), math.perm(cards - HAND, HAND)
    return stream.integers(0, one, count), stream.integers(0, other, count)


@njit(nogil=True, cache=True)
def _deal(first, second, cards, finder, made, seats, table, counts):  # type: ignore[no-untyped-def]
    """Deals pairs of hands and sets each by every plan, against the other as the house sets it."""
    for i in range(len(first)):
        shuffle(cards, first[i], second[i])
        one, other = class_of(cards, 0, finder), class_of(cards, HAND, finder)
        for plan in range(len(seats)):
            mine = end_of(made[one, plan], made[other, 0], seats[plan], table)
            theirs = end_of(made[other, plan], made[one, 0], seats[plan], table)
            counts[plan, mine, theirs] += 1


@njit(nogil=True, cache=True)
def _shuffled(first, second, cards):  # type: ignore[no-untyped-def]
    """Leaves the cards as they lie after so many deals."""
    for i in range(len(first)):
        shuffle(cards, first[i], second[i])


@njit(nogil=True, cache=True)
def shuffle(cards, first, second):  # type: ignore[no-untyped-def]
    """Lays out two hands: the cards change places among themselves and are never put in order again."""
    draw = first
    for n in range(2 * HAND):
        if n == HAND:
            draw = second
        left = len(cards) - n
        rest = int(draw * ONE_OF[left])  # an integer division takes three times as long; it is one off at most
        place = draw - rest * left
        if place < 0:
            rest, place = rest - 1, place + left
        elif place >= left:
            rest, place = rest + 1, place - left
        draw = rest
        place += n
        card = cards[place]
        cards[place] = cards[n]
        cards[n] = card


@jitable
def end_of(mine, house, banker, table):  # type: ignore[no-untyped-def]
    """What comes of two hands, by their scores in one number, against the house's: for a player, or for the bank."""
    if banker:
        return WON - table[3 * _stand(house >> 8, mine >> 8) + _stand(house & 255, mine & 255)]
    return table[3 * _stand(mine >> 8, house >> 8) + _stand(mine & 255, house & 255)]


# What hands are, and what decisions are worth


def _weights() -> Ints:
    return classes().weights(Composition.full(1, pack("53")))


def _alike(facts: Facts, plans: Mapping[str, Bytes]) -> dict[str, int]:
    """How many of all hands each plan sets as the house does."""
    ranking, weights = _order(facts), _weights()
    made = {name: scores(ranking, each) for name, each in plans.items()}
    house = made[named(PLAYER, HOUSE_WAY)]
    return {name: int(weights[each == house].sum()) for name, each in made.items()}


def _kinds(facts: Facts) -> dict[str, int]:
    """How many of all hands make each kind with the best five of their cards, the best kind first."""
    best, weights = _order(facts).high.ranking.compile(HAND), _weights()
    kinds = best.categories[best.scores(classes().hands)]
    return {kind: int(weights[kinds == best.ranking.order.index(kind)].sum()) for kind in facts.order}


def _groups(facts: Facts) -> list[Group]:
    """Two pairs and four of a kind by their ranks and the highest other card, of hands without a colour."""
    ranking, every = _order(facts), classes()
    counts = every.ranks[:, :RANKS].astype(np.int64)
    counts[:, ACE] += every.ranks[:, RANKS]
    pairs = (counts >= 2).sum(axis=1)
    four, two = counts.max(axis=1) == 4, (counts.max(axis=1) == 2) & (pairs == 2)
    families = np.flatnonzero((four & (pairs == 1)) | two)
    worths = np.empty((len(families), len(PARTS)))
    args = every.ranks, _against(facts), _parts(ranking), np.array(facts.table), facts.percents[0]
    _worths(families, *args, worths)
    kinds = np.array(ranking.kinds)[_parts(ranking).highs[families]]
    kept = np.where(four[families], settle.KINDS.index("poker"), settle.KINDS.index("doble-pareja"))
    return _averages(counts[families], _weights()[families], worths, kinds == kept[:, None])


def _averages(counts: Ints, weights: Ints, worths: NDArray[np.float64], kept: NDArray[np.bool_]) -> list[Group]:
    together = np.where(kept, worths, -np.inf).max(axis=1)
    apart = np.where(kept, -np.inf, worths).max(axis=1)
    sums: dict[tuple[int, int, int], list[float]] = {}
    for i, row in enumerate(counts.tolist()):
        groups = [rank for rank in range(RANKS - 1, -1, -1) if row[rank] >= 2]
        top = max(rank for rank in range(RANKS) if row[rank] == 1)
        total = sums.setdefault((groups[0], groups[-1], top), [0.0, 0.0, 0.0])
        for at, worth in enumerate((1, together[i], apart[i])):
            total[at] += float(weights[i] * worth)
    return [Group(*key, int(hands), stays / hands, gone / hands) for key, (hands, stays, gone) in sorted(sums.items())]
