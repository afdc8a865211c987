"""Where a replay does not do what its transcript says."""

from itertools import zip_longest

from tapete.engine.transcript import Entry, encode
from tapete.errors import Said, TapeteError


class Diverged(TapeteError):
    """A replay that does not do what the transcript says: the line, what it says, and what the procedure does."""

    def __init__(self, line: int, then: Entry | None, now: Entry | None) -> None:
        self.line, self.then, self.now = line, then, now
        super().__init__(
            "line {line}: the transcript has {then}, the procedure {now}", line=line, then=_show(then), now=_show(now)
        )


def _show(entry: Entry | None) -> str:
    return Said("nothing more") if entry is None else encode(entry).decode()


def parting(log: list[Entry], told: list[Entry], first_line: int) -> Diverged:
    """Where a replay and a transcript part."""
    both = enumerate(zip_longest(log, told))
    return next(Diverged(first_line + i, then, now) for i, (now, then) in both if now != then)
