"""A bet as a chain of states: each round's outcome resolves it or takes it to another state. Solved exactly."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple


class Step(NamedTuple):
    """One of a state's ways on: with what weight, to which state (-1: resolved), what share of the stake comes back.

    `scale` is what a stake is worth after the step, as a share of what it was worth before it.
    """

    weight: int
    to: int
    back: Fraction = Fraction(0)
    scale: Fraction = Fraction(1)


Number = Fraction | float


class Figures(NamedTuple):
    """A bet's figures for a stake of one: the house's edge, the chances, the variance, the rounds it lasts.

    Exact ones are fractions. A float is a figure whose exactness is out of reach.
    """

    edge: Number
    win: Number
    push: Number
    lose: Number
    variance: Number
    rounds: Number = Fraction(1)

    @property
    def edge_resolved(self) -> Number:
        """The edge among bets that are won or lost, pushes left out."""
        return self.edge / (1 - self.push) if self.push != 1 else Fraction(0)


Chain = Sequence[Sequence[Step]]
_OfStep = Callable[[Step], Fraction]


def figures(chain: Chain) -> Figures:
    """The figures of a bet that starts in state 0.

    >>> red = [[Step(18, -1, Fraction(2)), Step(19, -1, Fraction(0))]]
    >>> figures(red).edge
    Fraction(1, 37)
    """
    back = _expect(chain, lambda step: step.back, lambda step: step.scale)
    square = _expect(chain, lambda step: step.back**2, lambda step: step.scale**2)
    # A stake that has shrunk can at best come back as it is, so such a bet counts as lost.
    win = _expect(chain, lambda step: Fraction(step.back > 1), lambda step: Fraction(step.scale == 1))
    push = _expect(chain, lambda step: Fraction(step.back == 1), lambda step: Fraction(step.scale == 1))
    rounds = _expect(chain, lambda _: Fraction(0), lambda _: Fraction(1), each=Fraction(1))
    return Figures(1 - back, win, push, 1 - win - push, square - back**2, rounds)


def at_once(backs: Iterable[tuple[Fraction | int, int]]) -> Figures:
    """The figures of a bet that its round resolves: what comes back of a stake of one, and how often.

    >>> at_once({2: 18, 0: 19}.items()).edge
    Fraction(1, 37)
    """
    return figures([[Step(weight, -1, Fraction(back)) for back, weight in backs if weight]])


def _expect(chain: Chain, value: _OfStep, factor: _OfStep, each: Fraction = Fraction(0)) -> Fraction:
    """The expectation from state 0 of `value` where the bet is resolved, carried back through `factor`."""
    size = len(chain)
    rows = []
    for state, steps in enumerate(chain):
        total = sum(step.weight for step in steps)
        row = [Fraction(int(state == other)) for other in range(size)] + [each]
        for step in steps:
            share = Fraction(step.weight, total)
            if step.to < 0:
                row[-1] += share * value(step)
            else:
                row[step.to] -= share * factor(step)
        rows.append(row)
    return _solve(rows)[0]


def _solve(rows: list[list[Fraction]]) -> list[Fraction]:
    """Solves a system of linear equations by elimination; each row ends with its right-hand side."""
    size = len(rows)
    for column in range(size):
        pivot = next(row for row in range(column, size) if rows[row][column])
        rows[column], rows[pivot] = rows[pivot], rows[column]
        lead = rows[column][column]
        rows[column] = [cell / lead for cell in rows[column]]
        for row in range(size):
            ratio = rows[row][column]
            if row != column and ratio:
                rows[row] = [a - ratio * b for a, b in zip(rows[row], rows[column], strict=True)]
    return [row[-1] for row in rows]
