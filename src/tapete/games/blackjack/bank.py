"""The bank's hand: how often it ends in each way, for many shoes at once, counted over multisets of its draws."""

import functools
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.games.blackjack.settle import bank_draws, is_blackjack, is_three_sevens, points

VALUES = 10
ENDS = 8
BUST, BLACKJACK, SEVENS = 5, 6, 7  # the other ends, 0 to 4, are 17 to 21 in any other way

Draws = Callable[[Sequence[int]], bool]
Numbers = NDArray[Any]  # floats, or whole numbers and fractions where an analysis is exact


class Draw(NamedTuple):
    """A multiset of the bank's draws, grown by a card of this value, of which `before` were in it, to so many cards.

    `ways` is in how many orders the bank draws exactly these and stops, `end` how it then ends.
    """

    value: int
    before: int
    cards: int
    ways: int
    end: int


@functools.cache
def draws(up: int, goes_on: Draws = bank_draws) -> tuple[Draw, ...]:
    """Every multiset that the bank may draw to its first card without busting, each after those it grows from.

    >>> [draw for draw in draws(10) if draw.end == BLACKJACK]
    [Draw(value=1, before=0, cards=1, ways=1, end=6)]
    """
    ended: dict[tuple[int, ...], tuple[int, int]] = {}
    going: dict[tuple[int, ...], int] = {(): 1}
    while going:
        grown: dict[tuple[int, ...], int] = {}
        for cards, ways in going.items():
            for value in range(1, VALUES + 1):
                more = tuple(sorted((*cards, value)))
                grown[more] = grown.get(more, 0) + ways
        going = {cards: ways for cards, ways in grown.items() if goes_on((up, *cards))}
        ended |= {cards: (ways, _end((up, *cards))) for cards, ways in grown.items() if cards not in going}
    kept = {cards: end for cards, end in ended.items() if end[1] != BUST}
    stems = sorted({cards[:size] for cards in kept for size in range(1, len(cards) + 1)})
    return tuple(Draw(stem[-1], stem.count(stem[-1]) - 1, len(stem), *kept.get(stem, (0, 0))) for stem in stems)


def _end(hand: tuple[int, ...]) -> int:
    if is_blackjack(hand, False):
        return BLACKJACK
    if is_three_sevens(hand):
        return SEVENS
    return min(points(hand)[0], 22) - 17


def ends(up: int, left: Numbers, goes_on: Draws = bank_draws) -> Numbers:
    """How likely each end of the bank's hand is, a row for each row of `left`: how many of each value are unseen.

    Rows of Python's whole numbers are counted exactly and give fractions; rows of floats give floats.

    >>> seen = np.array([[24.0] * 9 + [95.0]])
    >>> [float(chance) for chance in ends(10, seen)[0, [BUST, BLACKJACK]].round(6)]
    [0.212471, 0.07717]
    """
    left = np.maximum(left, 0)
    total = left.sum(axis=1)
    drawing = draws(up, goes_on)
    longest = max(draw.cards for draw in drawing)
    kinds = dict.fromkeys((draw.value, draw.before) for draw in drawing)
    less = {(value, before): np.maximum(left[:, value - 1] - before, 0) for value, before in kinds}
    ways = [np.ones_like(total), *(np.empty_like(total) for _ in range(longest))]
    counts = np.zeros((longest + 1, ENDS, len(left)), left.dtype)
    for draw in drawing:
        np.multiply(ways[draw.cards - 1], less[draw.value, draw.before], out=ways[draw.cards])
        if draw.ways == 1:
            counts[draw.cards, draw.end] += ways[draw.cards]
        elif draw.ways:
            counts[draw.cards, draw.end] += draw.ways * ways[draw.cards]
    chances = np.zeros((ENDS, len(left)), left.dtype)
    orders = np.ones_like(total) * (Fraction(1) if left.dtype == object else 1.0)
    for cards in range(1, longest + 1):
        orders = orders * np.maximum(total - (cards - 1), 1)
        chances = chances + counts[cards] / orders
    chances[BUST] = 1 - chances.sum(axis=0)
    return chances.T
