"""How the banker and both cloths play who play best, and what comes of it.

The banker decides once against both cloths: he weighs what he wins at both together, by the stakes on each and after
the house's part. A cloth chooses only with some totals. Both cloths are alike, so in equilibrium they draw with the
same chance; the banker turns in one place after another as they draw more often, and mixes in the one, and its mirror,
in which a turn makes drawing and standing equal to them. That chance is a root of a quadratic: it is rounded to
`PRECISION`, which nobody can exploit for more than about as much.
"""

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.games.bacara_dos_panos.both import ENDS, Big, Counted
from tapete.games.bacara_dos_panos.settle import gain
from tapete.games.shared.bacara.rules import Third

PRECISION = 10**9
STEPS = 45  # of halving, which is finer than what is rounded to
PUNTO = (1, 0, -1)  # what a cloth gains by its end
Chances = NDArray[Any]


class Stakes(NamedTuple):
    """What lies at each cloth, and the house's part of what the banker wins."""

    first: int = 1
    second: int = 1
    cut: Fraction = Fraction(0)

    def gains(self) -> list[list[Fraction]]:
        """What the banker gains, by the end at each cloth."""
        net = [[gain(one, self.first) + gain(other, self.second) for other in range(ENDS)] for one in range(ENDS)]
        return [[won - max(won, 0) * self.cut for won in row] for row in net]


class Solution(NamedTuple):
    """How all play: both cloths' chance of drawing where they may choose, the banker's in each place; and the ends."""

    punto: Fraction
    banker: Chances
    ends: tuple[tuple[Fraction, ...], ...]

    @property
    def cloth(self) -> Fraction:
        """What a cloth expects."""
        return sum((sum(row, Fraction(0)) * PUNTO[one] for one, row in enumerate(self.ends)), Fraction(0))

    def bank(self, stakes: Stakes) -> Fraction:
        """What the banker expects."""
        pairs = zip(self.ends, stakes.gains(), strict=True)
        return sum((chance * won for row, gains in pairs for chance, won in zip(row, gains, strict=True)), Fraction(0))


def kinds(q: Fraction) -> tuple[int, int, int]:
    """How often each kind of hand is played by who draws with this chance, as whole numbers to a common one."""
    return q.denominator, q.numerator, q.denominator - q.numerator


def weighed(counts: Big, one: Fraction, other: Fraction) -> Big:
    """Counts of both cloths' kinds put together, each as often as it is played, to a common number."""
    weighed = np.zeros_like(counts[..., 0, 0, :, :])
    for kind, against in np.ndindex(counts.shape[-4:-2]):
        often = kinds(one)[kind] * kinds(other)[against]
        if often:
            weighed = weighed + counts[..., kind, against, :, :] * often
    return weighed


def valued(counts: Big, stakes: Stakes) -> Big:
    """What the banker gains in all, in each place; as many times too much as the house's part has parts."""
    valued = np.zeros_like(counts[..., 0, 0])
    for one, row in enumerate(stakes.gains()):
        for other, won in enumerate(row):
            valued = valued + counts[..., one, other] * int(won * stakes.cut.denominator)
    return valued


def answers(counted: Counted, rule: Third, q: Fraction, stakes: Stakes) -> Chances:
    """The banker's best against cloths that draw with this chance; a card where it is obligatory."""
    draw, stand = (valued(weighed(counts, q, q), stakes) for counts in (counted.draw, counted.stand))
    return certain(obliged(draw > stand, rule))


def obliged(draws: NDArray[Any], rule: Third) -> NDArray[Any]:
    """Where the banker draws, with the points that oblige him to."""
    obliged = draws.copy()
    obliged[list(rule.banker_draws)] = True
    return obliged


def certain(draws: NDArray[Any]) -> Chances:
    """Drawing and standing as chances."""
    return np.asarray(draws.astype(object) * Fraction(1))


def played(counted: Counted, one: Fraction, other: Fraction, banker: Chances) -> tuple[tuple[Fraction, ...], ...]:
    """How coups end at both cloths, as chances, between these."""
    draw, stand = (weighed(counts, one, other) for counts in (counted.draw, counted.stand))
    mixes = (banker != 0) & (banker != 1)
    share = banker[mixes][:, None, None]
    mixed = share * draw[mixes] + (1 - share) * stand[mixes]
    scale = one.denominator * other.denominator
    ends = counted.sure * scale + mixed.sum(axis=0) + draw[banker == 1].sum(axis=0) + stand[banker == 0].sum(axis=0)
    return tuple(tuple(Fraction(cell) / (counted.of * scale) for cell in row) for row in ends)


def against(counted: Counted, rule: Third, q: Fraction, stakes: Stakes) -> Solution:
    """Cloths that draw with this chance, and a banker who knows that."""
    banker = answers(counted, rule, q, stakes)
    return Solution(q, banker, played(counted, q, q, banker))


def slope(counted: Counted, q: Fraction, banker: Chances) -> Fraction:
    """What a cloth gains more by drawing where it may choose than by standing, the other drawing with this chance."""
    always, never = (played(counted, Fraction(own), q, banker) for own in (1, 0))
    return Solution(q, banker, always).cloth - Solution(q, banker, never).cloth


def equilibrium(counted: Counted, rule: Third, stakes: Stakes) -> Solution:
    """How all play if nobody would gain by playing otherwise."""
    rough = _Rough(counted, rule, stakes)
    for pure in (0, 1):
        if (rough.slope(pure, rough.answers(pure)) > 0) == bool(pure):
            return against(counted, rule, Fraction(pure), stakes)
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        if rough.slope(middle, rough.answers(middle)) > 0:
            low = middle
        else:
            high = middle
    below, above = (certain(rough.answers(side)) for side in (low, high))
    q = Fraction(round(low * PRECISION), PRECISION)
    one, other = slope(counted, q, below), slope(counted, q, above)
    share = (one / (one - other)).limit_denominator(PRECISION)
    banker = below * (1 - share) + above * share
    return Solution(q, banker, played(counted, q, q, banker))


class _Rough:
    """The same in floating point, to find where the banker turns."""

    def __init__(self, counted: Counted, rule: Third, stakes: Stakes) -> None:
        gains = np.array([[float(cell) for cell in row] for row in stakes.gains()])
        scaled = [(counts / counted.of).astype(np.float64) for counts in (counted.draw, counted.stand)]
        self.rule = rule
        self.banker = [np.einsum("bxyijef,ef->bxyij", counts, gains) for counts in scaled]
        self.punto = [np.einsum("bxyijef,e->bxyij", counts, np.array(PUNTO, float)) for counts in scaled]

    def answers(self, q: float) -> NDArray[Any]:
        often = np.array([1, q, 1 - q])
        draw, stand = (counts @ often @ often for counts in self.banker)
        return obliged(np.asarray(draw > stand), self.rule)

    def slope(self, q: float, banker: NDArray[Any]) -> float:
        often, own = np.array([1, q, 1 - q]), np.array([0, 1, -1])
        draw, stand = (counts @ often @ own for counts in self.punto)
        return float(np.where(banker, draw, stand).sum())
