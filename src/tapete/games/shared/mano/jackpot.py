"""How an accumulated prize is divided among those who win parts of it in one hand."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from tapete.errors import Said

METER = "acumulado"  # what has accumulated, in stakes
PAYS, PAYS_ALL = (
    "from so many stakes in the prize on it pays to play for it",
    "from so many stakes in the prize on it pays for the first stake too, where that is the lowest",
)


def grows(each: Fraction) -> Said:
    """What comes back as a function of what has accumulated, which it grows with evenly.

    >>> grows(Fraction(19, 6497400))
    'each further stake in the prize brings back 19/6497400 of one on average'
    """
    return Said("each further stake in the prize brings back {part} of one on average", part=str(each))


class Claim(NamedTuple):
    """A hand that wins a part of what has accumulated: its score, by which the higher is paid first."""

    score: int
    part: Fraction


def shares(accumulated: int, claims: Sequence[Claim]) -> list[int]:
    """What each claim is paid, in cents; fractions of a cent stay in the prize.

    The highest hand first, each its part of what is left. Equal hands each take their part of what there was at the
    beginning; those who win all of it share it, and leave nothing to lower ones.

    >>> tenth, all = Fraction(1, 10), Fraction(1)
    >>> shares(1000, [Claim(8, tenth), Claim(9, tenth)])
    [90, 100]
    >>> shares(1000, [Claim(9, tenth), Claim(8, tenth), Claim(8, tenth)])
    [100, 100, 100]
    >>> shares(1001, [Claim(10, all), Claim(10, all), Claim(9, tenth)])
    [500, 500, 0]
    """
    paid, left = [0] * len(claims), accumulated
    ranked = sorted(range(len(claims)), key=lambda i: -claims[i].score)
    for _, group in groupby(ranked, key=lambda i: claims[i].score):
        equal = list(group)
        part = claims[equal[0]].part
        of = accumulated if len(equal) > 1 and part < 1 else left
        each = int(of * part) if part < 1 else of // len(equal)
        for i in equal:
            paid[i] = min(each, left)
            left -= paid[i]
        if part == 1:
            break
    return paid
