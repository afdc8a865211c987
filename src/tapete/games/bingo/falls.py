"""When lines and cards are complete, exactly: in how many of all ways so many balls leave none complete.

The cards of a series share no number, so what they leave open multiplies: each is a polynomial whose powers count the
balls on it. Several series are independent of one another where each has its numbers dealt out anew. That the tens of a
printed card stand in its columns changes nothing within a series; what it changes between them is in `measured`.
"""

import functools
from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import NamedTuple

Poly = tuple[int, ...]


class Shape(NamedTuple):
    """What is played with: so many balls, cards of so many lines of so many numbers, so many cards a series."""

    balls: int
    lines: int
    each: int
    cards: int

    @property
    def numbers(self) -> int:
        """The numbers of a card."""
        return self.lines * self.each


@functools.cache
def without_line(shape: Shape) -> Poly:
    """In how many ways so many numbers of a card are out without a line of it being complete."""
    line = [comb(shape.each, i) for i in range(shape.each)] + [0]
    return power(line, shape.lines)


def without_card(shape: Shape) -> Poly:
    """The same without the whole card being complete."""
    return (*(comb(shape.numbers, i) for i in range(shape.numbers)), 0)


def power(poly: Sequence[int], exponent: int) -> Poly:
    """A polynomial multiplied by itself.

    >>> power((1, 1), 3)
    (1, 3, 3, 1)
    """
    power: Poly = (1,)
    for _ in range(exponent):
        power = times(power, poly)
    return power


def times(one: Sequence[int], other: Sequence[int]) -> Poly:
    """The product of two polynomials."""
    times = [0] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            times[i + j] += a * b
    return tuple(times)


@functools.cache
def open_after(shape: Shape, what: str, cards: int = 0) -> tuple[Fraction, ...]:
    """The chance that after each number of balls, from none to all, nothing is complete on so many cards of a series.

    No number of cards: on a whole series.
    """
    cards = cards or shape.cards
    one = without_line(shape) if what == "linea" else without_card(shape)
    rest = tuple(comb(shape.balls - cards * shape.numbers, i) for i in range(shape.balls - cards * shape.numbers + 1))
    ways = times(power(one, cards), rest)
    return tuple(Fraction(ways[balls], comb(shape.balls, balls)) for balls in range(shape.balls + 1))


def open_in_hall(shape: Shape, what: str, cards: int) -> tuple[Fraction, ...]:
    """The same of any number of cards: whole series, and what is left over of one more."""
    series, over = divmod(cards, shape.cards)
    whole = open_after(shape, what)
    part = open_after(shape, what, over) if over else (Fraction(1),) * (shape.balls + 1)
    return tuple(one**series * other for one, other in zip(whole, part, strict=True))


def shared_in_hall(shape: Shape, what: str, cards: int) -> tuple[Fraction, ...]:
    """The chance that after each number of balls it has come, to several at once.

    The cards of a series have no number in common, so one ball completes one of them at most: who shares is of another.

    >>> shared_in_hall(Shape(90, 3, 5, 6), "bingo", 6)[-1]
    Fraction(0, 1)
    """
    series, over = divmod(cards, shape.cards)
    whole = open_after(shape, what)
    part = open_after(shape, what, over) if over else (Fraction(1),) * (shape.balls + 1)
    hall, shares = open_in_hall(shape, what, cards), [Fraction(0)]
    for ball in range(1, shape.balls + 1):
        at, after = whole[ball - 1] - whole[ball], whole[ball]
        alone = series * at * after ** max(series - 1, 0) * part[ball] + (part[ball - 1] - part[ball]) * after**series
        shares.append(shares[-1] + hall[ball - 1] - hall[ball] - alone)
    return tuple(shares)


def mean(left_open: Sequence[Fraction]) -> Fraction:
    """The ball at which something is complete first, on average.

    >>> mean(open_in_hall(Shape(90, 3, 5, 6), "bingo", 1))
    Fraction(1365, 16)
    """
    return sum(left_open, Fraction(0))


class Both:
    """Two moments at once, of the line and of the bingo after it: polynomials in the balls before and between them."""

    def __init__(self, shape: Shape, cards: int) -> None:
        self.shape = shape
        self.high = cards * shape.numbers + 1
        self.bits = shape.balls + 8 * shape.cards
        self.packed: int = int(self._pack() ** cards)

    def _pack(self) -> int:
        """A card as one great number, so that its power is one multiplication after another of whole numbers.

        Of `i` numbers out with no line complete, any but all of the rest may follow before the second moment.
        """
        packed = 0
        for i, ways in enumerate(without_line(self.shape)):
            rest = self.shape.numbers - i
            for j in range(rest):
                packed += ways * comb(rest, j) << self.bits * (i * self.high + j)
        return packed

    def ways(self, before: int, between: int) -> int:
        """In how many ways so many of the cards' numbers are out before the line, and so many between."""
        if before < 0 or between < 0 or between >= self.high:
            return 0
        return self.packed >> self.bits * (before * self.high + between) & (1 << self.bits) - 1


@functools.cache
def survive(shape: Shape) -> list[list[float]]:
    """By balls `t` up to `u`: the chance that a series has no line at `t` and no full card at `u`."""
    both, balls = Both(shape, shape.cards), shape.balls
    return [
        [both.ways(t, u - t) / (comb(balls, t) * comb(balls - t, u - t)) if u >= t else 0.0 for u in range(balls + 1)]
        for t in range(balls + 1)
    ]


@functools.cache
def wins_both(shape: Shape) -> list[list[float]]:
    """By balls `t` and `u`: the chance that one card has its series' first line at `t` and its bingo at `u`."""
    both, balls, numbers = Both(shape, shape.cards - 1), shape.balls, shape.numbers
    making = completing(shape)
    wins_both = [[0.0] * (balls + 1) for _ in range(balls + 1)]
    for t in range(1, balls + 1):
        for u in range(t + 1, balls + 1):
            ways = sum(
                count * (numbers - i - 1) * both.ways(t - 1 - i, u - 1 - t - (numbers - i - 2))
                for i, count in enumerate(making[: numbers - 1])
            )
            of = comb(balls, t - 1) * (balls - t + 1) * comb(balls - t, u - 1 - t) * (balls - u + 1)
            wins_both[t][u] = ways / of
    return wins_both


def completing(shape: Shape) -> list[int]:
    """By how many numbers of a card are out without a line: the ways in which one more number completes one."""
    others = power([comb(shape.each, i) for i in range(shape.each)] + [0], shape.lines - 1)
    completing = [0] * (shape.numbers + 1)
    for i, ways in enumerate(others):
        completing[i + shape.each - 1] += shape.lines * shape.each * ways
    return completing
