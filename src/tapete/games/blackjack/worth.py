"""What a stake is worth from a shoe: every hand followed from its first two cards to its end."""

import functools
import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.games.blackjack.bank import BLACKJACK, ENDS, VALUES, Draws
from tapete.games.blackjack.best import (
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    Counts,
    Plan,
    Solved,
    doubled_ends,
    less,
    pays,
    solve,
    starting,
)
from tapete.games.blackjack.lattice import OVER, THREE_SEVENS, Ints
from tapete.games.blackjack.settle import bank_draws
from tapete.games.blackjack.terms import Terms

CARDS = range(1, VALUES + 1)
TWO = [(one, other) for one in CARDS for other in range(one, VALUES + 1)]
WIDEST = 24  # stakes; a split that wins or loses more is too rare to count apart

Floats = NDArray[np.float64]


class Worth(NamedTuple):
    """What a stake of one wins on average, and how often it wins, ties and loses.

    `insured` is how likely the bank's blackjack is, once it has an ace, for a hand that has not busted by then.
    """

    expectation: float
    win: float
    push: float
    lose: float
    variance: float
    insured: float


def worth(terms: Terms, unseen: Counts, goes_on: Draws = bank_draws) -> Worth:
    """What a stake is worth from a shoe with best play.

    How often a split wins, and its variance, take its hands for independent of each other once the bank has ended.
    """
    return _best(_playing(terms), unseen, goes_on)


@functools.lru_cache(maxsize=64)
def _best(terms: Terms, unseen: Counts, goes_on: Draws) -> Worth:
    return _worth(terms, unseen, None, goes_on)


def planned(terms: Terms, unseen: Counts, plan: Plan, goes_on: Draws = bank_draws) -> Worth:
    """The same, played by a plan."""
    return _worth(terms, unseen, plan, goes_on)


def _worth(terms: Terms, unseen: Counts, plan: Plan | None, goes_on: Draws) -> Worth:
    part = _part(terms)
    nets = np.arange(-WIDEST * part, WIDEST * part + 1) / part
    chances = np.zeros(len(nets))
    expectation, insured = 0.0, 0.0
    for up in ups(unseen):
        share = unseen[up - 1] / sum(unseen)
        if plan:
            solved = solve(terms, up, less(unseen, up), starting(terms), plan, goes_on=goes_on)
        else:
            solved = first_hands(terms, up, unseen, goes_on)
        first = deal_two(terms, up, unseen, solved, plan)
        expectation += share * first.expectation
        course = follow(terms, solved, first)
        chances += share * _results(terms, first, course)
        for pair, weight in _split_pairs(solved, first):
            if plan:
                chances += share * weight * _split(terms, up, solved, pair, plan)
            else:
                chances += share * weight * _best_split(*_as_kept(terms, up, unseen, goes_on), pair)
        if up == 1:
            insured = _blackjack_of_the_living(course)
    mean, square = nets @ chances, nets**2 @ chances
    win, push = chances[nets > 0].sum(), chances[WIDEST * part]
    return Worth(expectation, float(win), float(push), float(1 - win - push), float(square - mean**2), insured)


def _blackjack_of_the_living(course: "Course") -> float:
    alive = np.delete(course.single + course.double, OVER, axis=0)
    return float(alive[:, BLACKJACK].sum() / alive.sum())


def ups(unseen: Counts) -> list[int]:
    """The first cards that the bank may have."""
    return [up for up in CARDS if unseen[up - 1]]


def chance_of(unseen: Counts, one: int, other: int) -> float:
    """How likely these two cards are, in either order."""
    total = sum(unseen)
    if one == other:
        return unseen[one - 1] * (unseen[one - 1] - 1) / (total * (total - 1))
    return 2 * unseen[one - 1] * unseen[other - 1] / (total * (total - 1))


def _playing(terms: Terms) -> Terms:
    """The terms without what changes no hand's worth."""
    fields = ("packs", "burnt", "behind", "fresh", "insurance", "insurance_pays", "squares")
    return terms._replace(**{field: Terms._field_defaults[field] for field in fields})


def first_hands(terms: Terms, up: int, unseen: Counts, goes_on: Draws) -> Solved:
    """All first hands against a card of the bank."""
    return _kept(*_as_kept(terms, up, unseen, goes_on))


def _as_kept(terms: Terms, up: int, unseen: Counts, goes_on: Draws) -> tuple[Terms, int, Counts, Draws]:
    """What is kept by: giving up, too, changes no hand that is played."""
    return _playing(terms)._replace(surrender=False), up, less(unseen, up), goes_on


@functools.lru_cache(maxsize=80)
def _kept(terms: Terms, up: int, unseen: Counts, goes_on: Draws) -> Solved:
    return solve(terms, up, unseen, starting(terms), goes_on=goes_on)


@functools.lru_cache(maxsize=800)
def _best_split(terms: Terms, up: int, unseen: Counts, goes_on: Draws, pair: int) -> Floats:
    return _split(terms, up, _kept(terms, up, unseen, goes_on), pair, None)


class Dealt(NamedTuple):
    """First hands: where they are in the lattice, how likely, what is done with them, and what all are worth."""

    rows: Ints
    weights: Floats
    actions: Ints
    expectation: float = 0.0


def deal_two(terms: Terms, up: int, unseen: Counts, solved: Solved, plan: Plan | None = None) -> Dealt:
    """Every first hand against a card of the bank."""
    rows, rest = solved.hands.rows(TWO), less(unseen, up)
    weights = np.array([chance_of(rest, *two) for two in TWO])
    options = solved.options(terms, up, rows)
    actions = np.array([plan.first[up, one, other] for one, other in TWO]) if plan else options.argmax(axis=1)
    return Dealt(rows, weights, actions, float(weights @ options[np.arange(len(rows)), actions]))


class Course(NamedTuple):
    """What becomes of hands: how often each is reached, and how they end by the bank's end, doubled or not."""

    reached: Floats
    single: Floats
    double: Floats


def follow(terms: Terms, solved: Solved, first: Dealt, block: int = 0) -> Course:
    """Follows hands of one start from their first cards to their end."""
    hands, where = solved.hands, solved.hands.blocks[block]
    bust = where.stop - where.start
    reach, reached = np.zeros(bust + 1), np.zeros(bust)
    single, double = np.zeros((THREE_SEVENS + 1, ENDS)), np.zeros((THREE_SEVENS + 1, ENDS))
    np.add.at(reach, first.rows - where.start, np.where(first.actions <= HIT, first.weights, 0.0))
    draws = solved.draws[where].copy()
    draws[first.rows - where.start] = first.actions == HIT
    for level in hands.rising:
        rows = level[slice(*np.searchsorted(level, (where.start, where.stop)))]
        here = rows - where.start
        reached[here] = reach[here]
        going = draws[here] & (reach[here] > 0)
        rows, here = rows[going], here[going]
        after = np.minimum(hands.grown[rows] - where.start, bust)
        moved = reach[here, None] * solved.chance[hands.at[rows]]
        single[OVER] += np.where(after == bust, moved, 0.0).sum(axis=1) @ solved.ends[hands.at[rows]]
        np.add.at(reach, after, moved)
        reach[here] = 0.0
    left = np.flatnonzero(reach[:-1])
    at = left + where.start
    np.add.at(single, hands.own[at], reach[left, None] * solved.ends[hands.at[at]])
    rows, weights = first.rows[first.actions == DOUBLE], first.weights[first.actions == DOUBLE]
    if len(rows):
        grown = hands.grown[rows]
        gone = np.where(grown < len(hands.at), np.append(hands.at, 0)[grown], hands.at[rows][:, None])
        moved = weights[:, None] * solved.chance[hands.at[rows]]
        np.add.at(double, doubled_ends(terms, hands, rows), moved[:, :, None] * solved.ends[gone])
    return Course(reached, single, double)


def _part(terms: Terms) -> int:
    """Into how many parts a stake must be cut for every result to be a whole number of them."""
    return math.lcm(2, terms.blackjack[1], terms.three_sevens[1] if terms.three_sevens else 1)


@functools.lru_cache(maxsize=64)
def _places(terms: Terms) -> Ints:
    """Where a single stake's result is among those from -WIDEST stakes, by how the hand ends and how the bank does."""
    part = _part(terms)
    return np.array([[(WIDEST + net) * part for net in row] for row in pays(terms)]).astype(np.int64)


def _results(terms: Terms, first: Dealt, course: Course) -> Floats:
    """How likely each result is but for splits, in parts of a stake from -WIDEST stakes."""
    part, places = _part(terms), _places(terms)
    results = np.zeros(2 * WIDEST * part + 1)
    np.add.at(results, places, course.single)
    np.add.at(results, 2 * places - WIDEST * part, course.double)
    results[WIDEST * part - part // 2] += first.weights[first.actions == SURRENDER].sum()
    return results


def _split_pairs(solved: Solved, first: Dealt) -> Iterator[tuple[int, float]]:
    """The pairs that are split, and how likely each is."""
    split = first.actions == SPLIT
    for row, weight in zip(first.rows[split], first.weights[split], strict=True):
        yield int(solved.hands.cards[row].argmax()) + 1, float(weight)


def _split(terms: Terms, up: int, solved: Solved, pair: int, plan: Plan | None) -> Floats:
    """How likely each result of a split pair is."""
    hands = solved.hands
    block = next(i for i, block in enumerate(hands.blocks) if i and hands.cards[block.start, pair - 1])
    slot = hands.blocks[block].start
    rows, chance = hands.grown[slot], solved.chance[hands.at[slot]].copy()
    again = chance[pair - 1] if terms.resplit and (pair > 1 or terms.resplit_aces) else 0.0
    chance[pair - 1] -= again
    simple = np.where(solved.draws[rows], HIT, STAND)
    actions = np.where(solved.double[rows] > np.maximum(solved.hit[rows], solved.stand[rows]), DOUBLE, simple)
    if plan:
        actions = np.where(hands.closed[rows], STAND, plan.again[up, pair, 1:])
    course = follow(terms, solved, Dealt(rows, chance / chance.sum(), actions), block)
    middle = WIDEST * _part(terms)
    one, places, ends = np.zeros((ENDS, 2 * middle + 1)), _places(terms), np.arange(ENDS)
    np.add.at(one, (ends, places), course.single)
    np.add.at(one, (ends, 2 * places - middle), course.double)
    total = np.zeros(2 * middle + 1)
    for by_end in one[one.sum(axis=1) > 0]:
        share = by_end.sum()
        hand = done = by_end / share
        for _ in range(4):
            hand = (1 - again) * done + again * _both(hand, hand)
        total += share * _both(hand, hand)
    return total


def _both(one: Floats, other: Floats) -> Floats:
    """The sum of two results."""
    middle = len(one) // 2
    both: Floats = np.convolve(one, other)[middle : middle + len(one)]
    return both
