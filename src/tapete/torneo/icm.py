"""Chances by stacks (Malmuth-Harville, "ICM"), exactly, and the deals that follow from them.

Whoever is first is so with the chance of their share of the chips; whoever is second, with that of their share of the
chips of all others; and so on. It knows neither skill nor seats nor blinds.
"""

import functools
from collections.abc import Sequence
from fractions import Fraction
from math import comb, lcm

from tapete.errors import TapeteError
from tapete.torneo.prizes import spread

MOST = 12  # stacks: every set of those who may be ahead is gone through


def chances(stacks: Sequence[int]) -> list[list[Fraction]]:
    """For every stack, the chance of each place.

    >>> chances([3, 1])
    [[Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)]]
    """
    _check(stacks)
    count, total = len(stacks), sum(stacks)
    chances = [[Fraction(0)] * count for _ in stacks]
    ahead = {0: Fraction(1)}  # sets of those who have the first places, as bits, with the chance that they do
    for place in range(count):
        following: dict[int, Fraction] = {}
        for taken, chance in ahead.items():
            left = total - sum(stack for i, stack in enumerate(stacks) if taken >> i & 1)
            for i, stack in enumerate(stacks):
                if not taken >> i & 1:
                    here = chance * Fraction(stack, left)
                    chances[i][place] += here
                    following[taken | 1 << i] = following.get(taken | 1 << i, Fraction(0)) + here
        ahead = following
    return chances


def worth(stacks: Sequence[int], prizes: Sequence[int]) -> list[Fraction]:
    """What each stack is worth, where these prizes are still to be won, from the first on.

    >>> worth([3, 1], [100, 20])
    [Fraction(80, 1), Fraction(40, 1)]
    """
    _check(stacks)
    return list(_worth(tuple(stacks), tuple([*prizes, *[0] * len(stacks)][: len(stacks)])))


@functools.lru_cache(maxsize=64)  # everybody who looks on asks for the same until a hand is over
def _worth(stacks: tuple[int, ...], prizes: tuple[int, ...]) -> tuple[Fraction, ...]:
    """As if each went out after a time at random, by inclusion and exclusion of those who stay longer than they.

    Of a set of m with s chips in all, whoever has c of them is the first to go with c / s. That counts for the place
    with so many `behind` it as often as they can be chosen among the others of the set, with a sign for all others.
    """
    count = len(stacks)
    weights = [
        sum((-1) ** (m - 1 - behind) * comb(m - 1, behind) * prizes[count - behind - 1] for behind in range(m))
        for m in range(1, count + 1)
    ]
    chips = [sum(stack for i, stack in enumerate(stacks) if members >> i & 1) for members in range(1 << count)]
    whole = lcm(*chips[1:])
    worths = [0] * count
    for members in range(1, 1 << count):
        part = weights[members.bit_count() - 1] * (whole // chips[members])
        for i in range(count):
            if members >> i & 1:
                worths[i] += part
    return tuple(Fraction(stack * part, whole) for stack, part in zip(stacks, worths, strict=True))


def deal(stacks: Sequence[int], prizes: Sequence[int]) -> list[int]:
    """A deal by what stacks are worth, in whole cents that add up to all that is left to win."""
    return spread(_left(stacks, prizes), worth(stacks, prizes))


def chop(stacks: Sequence[int], prizes: Sequence[int]) -> list[int]:
    """A deal by chips: everybody has the least prize left, and the rest is shared in proportion to the stacks.

    >>> chop([3, 1], [100, 20])
    [80, 40]
    """
    _check(stacks)
    held = [*prizes, *[0] * len(stacks)][: len(stacks)]
    rest = spread(sum(held) - min(held) * len(stacks), [Fraction(stack) for stack in stacks])
    return [min(held) + part for part in rest]


def _left(stacks: Sequence[int], prizes: Sequence[int]) -> int:
    """What those who are left can win."""
    return sum(prizes[: len(stacks)])


def _check(stacks: Sequence[int]) -> None:
    if not 1 <= len(stacks) <= MOST or min(stacks) <= 0:
        raise TapeteError("chances are worked out for 1 to {most} stacks that all have chips", most=MOST)
