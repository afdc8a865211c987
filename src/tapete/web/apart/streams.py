"""How many streams are open, and whose: a visitor, and all who pass by, have only so many, so that others have room."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from tapete.web.apart.turns import Busy

AGAIN = 30  # seconds after which it is worth asking again


class Streams:
    """The open streams of this process."""

    def __init__(self, each: int, passing: int) -> None:
        self.each, self.passing = each, passing
        self._open: Counter[str] = Counter()
        self._passing = 0

    @contextmanager
    def one(self, who: str, known: bool) -> Iterator[None]:
        """One more stream of somebody's, for as long as this; refused where they have enough, or all passers-by do."""
        if self._open[who] >= self.each:
            raise Busy("you have {count} streams open: close one, or come back in {again} s", AGAIN, count=self.each)
        if not known and self._passing >= self.passing:
            raise Busy("{count} people are looking on: come back in {again} s", AGAIN, count=self._passing)
        self._open[who] += 1
        self._passing += not known
        try:
            yield
        finally:
            self._passing -= not known
            self._open[who] -= 1
            if not self._open[who]:
                del self._open[who]
