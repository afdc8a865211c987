"""Tables kept even: which is broken up, who moves, and where to."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tapete.torneo.lots import shuffled


class Shift(NamedTuple):
    """Somebody who moves from a table to another."""

    who: str
    src: int
    dst: int


def shifts(seed: bytes, event: str, tables: Mapping[int, Sequence[str]], seats: int) -> list[Shift]:
    """Who has to move, so that there are no more tables than it takes, and none has two more than another.

    A table too many is broken up: the one with the fewest, of equal ones the last. Who moves from a full one is drawn.

    >>> shifts(bytes(32), "1", {1: "ab", 2: "c"}, 3)
    [Shift(who='c', src=2, dst=1)]
    >>> shifts(bytes(32), "1", {1: "abc", 2: "de"}, 3)
    []
    """
    people = sum(map(len, tables.values()))
    filled = {number: list(sitting) for number, sitting in tables.items() if sitting}
    if len(filled) > max(1, -(-people // seats)):
        return _broken(seed, event, filled)
    return _evened(seed, event, filled)


def _broken(seed: bytes, event: str, filled: dict[int, list[str]]) -> list[Shift]:
    broken = min(filled, key=lambda number: (len(filled[number]), -number))
    left = {number: len(sitting) for number, sitting in filled.items() if number != broken}
    moves = []
    for who in shuffled(seed, event, sorted(filled[broken])):
        dst = _emptiest(left)
        left[dst] += 1
        moves.append(Shift(who, broken, dst))
    return moves


def _evened(seed: bytes, event: str, filled: dict[int, list[str]]) -> list[Shift]:
    counts = {number: len(sitting) for number, sitting in filled.items()}
    going = {number: shuffled(seed, f"{event}/{number}", sorted(sitting)) for number, sitting in filled.items()}
    shifts: list[Shift] = []
    while counts and max(counts.values()) - min(counts.values()) > 1:
        src = max(counts, key=lambda number: (counts[number], number))
        dst = _emptiest(counts)
        shifts.append(Shift(going[src].pop(0), src, dst))
        counts[src] -= 1
        counts[dst] += 1
    return shifts


def _emptiest(counts: Mapping[int, int]) -> int:
    return min(counts, key=lambda number: (counts[number], number))
