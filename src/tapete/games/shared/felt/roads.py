"""The roads on which players keep past coups: a bead for each, six below one another; and a column for each run."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tapete.games.shared.felt.results import Result

DEEP = 6  # beads below one another
BEADS, RUNS = 12, 24  # columns that are shown of either road
TIE = "verde"  # the colour of a coup that neither side won


class Bead(NamedTuple):
    """A coup where it lies on a road, by column and row, with the ties that followed it."""

    x: int
    y: int
    result: Result
    ties: int = 0


class Roads(NamedTuple):
    """Past coups, the oldest first: each by itself, and by runs of the same side."""

    beads: tuple[Bead, ...]
    runs: tuple[Bead, ...]


def roads(coups: Sequence[Result]) -> Roads:
    """Both roads of as many coups as there is room for.

    >>> one, other = Result("P", "azul"), Result("B", "rojo")
    >>> [(bead.x, bead.y) for bead in roads([one, one, other]).runs]
    [(0, 0), (0, 1), (1, 0)]
    """
    kept = coups[-BEADS * DEEP :]
    beads = [Bead(at // DEEP, at % DEEP, coup) for at, coup in enumerate(kept)]
    return Roads(tuple(beads), tuple(_last(_runs(coups))))


def _runs(coups: Iterable[Result]) -> list[Bead]:
    """A run goes down its column and, where that ends or is taken, to the right; a tie is marked on the coup before."""
    beads: list[Bead] = []
    taken: set[tuple[int, int]] = set()
    start = -1
    for coup in coups:
        if coup.colour == TIE:
            if beads:
                beads[-1] = beads[-1]._replace(ties=beads[-1].ties + 1)
            continue
        if beads and beads[-1].result.colour == coup.colour:
            x, y = beads[-1].x, beads[-1].y + 1
            if y == DEEP or (x, y) in taken or beads[-1].x > start:
                x, y = beads[-1].x + 1, beads[-1].y
        else:
            start += 1
            x, y = start, 0
        taken.add((x, y))
        beads.append(Bead(x, y, coup))
    return beads


def _last(beads: Sequence[Bead]) -> list[Bead]:
    """The last columns, numbered from the first that is shown."""
    first = max((bead.x for bead in beads), default=0) - RUNS + 1
    return [bead._replace(x=bead.x - max(first, 0)) for bead in beads if bead.x >= first]
