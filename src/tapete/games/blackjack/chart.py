"""The chart of best play from a shoe, as people keep one, and the plan that follows from it."""

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

import numpy as np

from tapete.games.blackjack.bank import VALUES, Draws
from tapete.games.blackjack.best import DOUBLE, NEVER, OPTIONS, SPLIT, STAND, SURRENDER, Counts, Plan, Solved, less
from tapete.games.blackjack.lattice import Bools
from tapete.games.blackjack.settle import bank_draws
from tapete.games.blackjack.terms import Terms
from tapete.games.blackjack.worth import CARDS, chance_of, deal_two, first_hands, follow, ups

Kind = Literal["hard", "soft", "pair"]


class Line(NamedTuple):
    """A line of the chart: hard or soft points, or a pair of a value; what each option is worth by the bank's card."""

    kind: Kind
    points: int
    against: Mapping[int, Mapping[str, float]]

    def best(self, up: int) -> str:
        """The best option against a card of the bank."""
        options = self.against[up]
        return max(options, key=lambda option: options[option])


class Chart(NamedTuple):
    """The chart for a set of terms, and the same as a plan for every hand."""

    lines: tuple[Line, ...]
    plan: Plan

    def line(self, kind: Kind, points: int) -> Line:
        """One of its lines."""
        return next(line for line in self.lines if line[:2] == (kind, points))


def chart(terms: Terms, unseen: Counts, goes_on: Draws = bank_draws) -> Chart:
    """The chart of best play for a shoe, and the plan that follows from it.

    Each line is the mean over the hands of two cards that make its points. With more cards the plan goes by the mean
    over the hands that best play leads to.
    """
    lines = {line[:2]: line for line in _lines(terms, unseen, goes_on)}
    first = np.zeros((VALUES + 1,) * 3, np.uint8)
    again = np.zeros_like(first)
    later = np.zeros((VALUES + 1, 2, 22), bool)
    for up in ups(unseen):
        solved = first_hands(terms, up, unseen, goes_on)
        later[up] = _later(terms, up, unseen, solved)
        for one in CARDS:
            for other in CARDS:
                first[up, one, other], again[up, one, other] = _plan(terms, lines, up, one, other)
    return Chart(tuple(lines.values()), Plan(first, again, later))


def _lines(terms: Terms, unseen: Counts, goes_on: Draws) -> Iterator[Line]:
    for points in range(4, 21):
        yield _line(terms, unseen, "hard", points, goes_on)
    for points in range(12, 21):
        yield _line(terms, unseen, "soft", points, goes_on)
    for value in CARDS:
        yield _line(terms, unseen, "pair", value, goes_on)


def _line(terms: Terms, unseen: Counts, kind: Kind, points: int, goes_on: Draws) -> Line:
    """A line, from the hands of two cards that make it; points that only a pair makes are that pair's, not split."""
    against = {}
    for up in ups(unseen):
        solved, hands = first_hands(terms, up, unseen, goes_on), list(_hands(kind, points))
        weights = np.array([chance_of(less(unseen, up), *hand) or 1e-30 for hand in hands])
        worths = weights / weights.sum() @ solved.options(terms, up, solved.hands.rows(hands))
        if kind != "pair":
            worths[SPLIT] = NEVER
        against[up] = {name: float(worth) for name, worth in zip(OPTIONS, worths, strict=True) if worth != NEVER}
    return Line(kind, points, against)


def _hands(kind: Kind, points: int) -> Iterator[tuple[int, int]]:
    if kind == "pair":
        yield points, points
    elif kind == "soft":
        yield 1, points - 11
    elif points in (4, 20):
        yield points // 2, points // 2
    else:
        yield from ((low, points - low) for low in range(2, VALUES + 1) if low < points - low <= VALUES)


def _plan(terms: Terms, lines: Mapping[tuple[Kind, int], Line], up: int, one: int, other: int) -> tuple[int, int]:
    """What to do with two cards, and what in a hand that was split."""
    if sorted((one, other)) == [1, VALUES]:
        return STAND, STAND
    total = lines["soft", one + other + 10] if 1 in (one, other) else lines["hard", one + other]
    first = OPTIONS.index((lines["pair", one] if one == other else total).best(up))
    worth = [total.against[up].get(option, NEVER) for option in OPTIONS]
    worth[SURRENDER] = NEVER
    if not terms.double_after_split:
        worth[DOUBLE] = NEVER
    again = first == SPLIT and terms.resplit and (one > 1 or terms.resplit_aces)
    return first, SPLIT if again else int(np.argmax(worth))


def _later(terms: Terms, up: int, unseen: Counts, solved: Solved) -> Bools:
    """Whether to draw to three cards or more, by softness and points."""
    hands, block = solved.hands, solved.hands.blocks[0]
    reached = follow(terms, solved, deal_two(terms, up, unseen, solved)).reached + 1e-30
    rows = np.arange(block.start, block.stop)[hands.size[block] > 2]
    rows = rows[hands.points[rows] < 21]
    gain = reached[rows] * (solved.hit[rows] - solved.stand[rows])
    out = np.zeros((2, 22))
    np.add.at(out, (hands.soft[rows].astype(int), hands.points[rows]), gain)
    return out > 0
