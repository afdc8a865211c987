"""The classification: who stays longest is first; of those who go in one hand, who began it with more chips."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple


class Out(NamedTuple):
    """An entry that has lost its last chips: in which act of the tournament, and with what it began that hand."""

    entry: int
    act: int
    chips: int


class Placed(NamedTuple):
    """An entry's place, and how many share it: places 3 to 4 for two of them are (3, 2)."""

    entry: int
    place: int
    sharing: int = 1


def classified(left: Sequence[tuple[int, int]], out: Iterable[Out]) -> list[Placed]:
    """Everybody from the first to the last: entries still in by their chips, then those that went, the last first.

    Equal ones share their places.

    >>> classified([(7, 500)], [Out(1, 10, 80), Out(2, 30, 50), Out(3, 30, 50)])
    [Placed(entry=7, place=1, sharing=1), Placed(entry=2, place=2, sharing=2), Placed(entry=3, place=2, sharing=2), \
Placed(entry=1, place=4, sharing=1)]
    """
    ranked = [((1, 0, chips), entry) for entry, chips in left]
    ranked += [((0, gone.act, gone.chips), gone.entry) for gone in out]
    ranked.sort(key=lambda item: ([-part for part in item[0]], item[1]))
    placed: list[Placed] = []
    for _, group in groupby(ranked, key=lambda item: item[0]):
        equal = [entry for _, entry in group]
        placed += [Placed(entry, len(placed) + 1, len(equal)) for entry in equal]
    return placed
