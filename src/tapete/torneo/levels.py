"""Levels and the clock: which limits are in force after so much time played, and how long still."""

from collections.abc import Sequence
from typing import NamedTuple

MINUTE = 60_000


class Level(NamedTuple):
    """So many minutes at a minimum, in cents of tournament chips; at none, a break."""

    minutes: int
    minimum: int

    @property
    def rest(self) -> bool:
        """Whether nothing is dealt meanwhile."""
        return self.minimum == 0


class Now(NamedTuple):
    """The level that is in force, by its place among them; how many milliseconds of it are left, of the last none."""

    at: int
    left: int | None


def now(levels: Sequence[Level], played: int) -> Now:
    """Where the clock stands once so many milliseconds have been played; the last level has no end.

    >>> levels = [Level(10, 500), Level(5, 0), Level(10, 1000)]
    >>> now(levels, 0), now(levels, 10 * MINUTE), now(levels, 99 * MINUTE)
    (Now(at=0, left=600000), Now(at=1, left=300000), Now(at=2, left=None))
    """
    for index, level in enumerate(levels[:-1]):
        length = level.minutes * MINUTE
        if played < length:
            return Now(index, length - played)
        played -= length
    return Now(len(levels) - 1, None)


def limits(levels: Sequence[Level], index: int) -> Level:
    """The limits of a level; during a break, those of the one before it."""
    return next(level for level in reversed(levels[: index + 1]) if not level.rest)


def playing(levels: Sequence[Level], index: int) -> int:
    """The number of a level among those that are played, from 1 on; a break has that of the one before it."""
    return sum(not level.rest for level in levels[: index + 1])
