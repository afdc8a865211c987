"""What a house may expect of the stakes that lie on its felt: exactly, or with a bound where only each bet is known."""

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from tapete.engine.places import FELT, PRISON
from tapete.odds.chain import Number

# What a chip in a zone is worth to its player before anything falls, in halves. A prisoner may be had for half of it,
# so that is what it counts as: whoever takes half and whoever waits have lost as much by then.
HALVES = {FELT: 2, PRISON: 1}


class Fates(NamedTuple):
    """Everything that may fall, with its weight, and what a chip in each place is then worth, in parts of itself."""

    weights: tuple[int, ...]
    worths: Mapping[str, tuple[int, ...]]
    parts: int

    @classmethod
    def of(cls, weights: Sequence[int], worths: Mapping[str, Sequence[Fraction]]) -> "Fates":
        """From shares of the chip; the parts are halves at least."""
        parts = math.lcm(2, *(share.denominator for row in worths.values() for share in row))
        return cls(
            tuple(weights), {at: tuple(int(share * parts) for share in row) for at, row in worths.items()}, parts
        )


class Expected(NamedTuple):
    """What the house wins on the whole, and the variance of it, in cents; `exact`, or else it is no more than that."""

    mean: Number
    variance: Number
    exact: bool = True


def together(fates: Fates, held: Mapping[str, int]) -> Expected:
    """Of all chips that one fall decides, by where they lie: exact, however they depend on one another.

    >>> red = Fates.of((18, 18, 1), {"felt/rojo": (Fraction(2), Fraction(0), Fraction(0))})
    >>> together(red, {"felt/rojo": 3700})
    Expected(mean=Fraction(100, 1), variance=Fraction(13680000, 1), exact=True)
    """
    won = [0] * len(fates.weights)
    for at, cents in held.items():
        before = HALVES[at.partition("/")[0]] * fates.parts // 2
        won = [total + cents * (before - after) for total, after in zip(won, fates.worths[at], strict=True)]
    whole = sum(fates.weights)
    mean = Fraction(sum(weight * cents for weight, cents in zip(fates.weights, won, strict=True)), whole * fates.parts)
    square = sum(weight * cents**2 for weight, cents in zip(fates.weights, won, strict=True))
    return Expected(mean, Fraction(square, whole * fates.parts**2) - mean**2)


def apart(bets: Iterable[tuple[int, Number, Number]]) -> Expected:
    """Of bets of which each one's edge and variance are known: stakes add up, deviations add up at most.

    >>> apart([(100, Fraction(1, 37), Fraction(1))]).exact, apart([(100, 0, 1.0), (100, 0, 1.0)])
    (True, Expected(mean=Fraction(0, 1), variance=40000.0, exact=False))
    """
    known = [bet for bet in bets if bet[0]]
    mean: Number = sum((cents * edge for cents, edge, _ in known), Fraction(0))
    if len(known) < 2:
        return Expected(mean, sum((cents**2 * variance for cents, _, variance in known), Fraction(0)))
    return Expected(mean, sum(cents * math.sqrt(variance) for cents, _, variance in known) ** 2, exact=False)
