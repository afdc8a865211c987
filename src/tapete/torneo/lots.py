"""Lots: who sits where and who moves, drawn from a seed that was promised before anybody signed up."""

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from tapete.engine.sealed import draw

T = TypeVar("T")


class Place(NamedTuple):
    """A seat: the number of its table and its own, both from 1 on."""

    table: int
    seat: int


def shuffled(seed: bytes, event: str, items: Sequence[T]) -> list[T]:
    """Items in the order of lots: the next one is drawn from all that are left, evenly.

    Lot `i` is the draw `event/i` of the seed, as `docs/transcript.md` has draws, so that whoever is shown the seed can
    draw again.

    >>> shuffled(bytes(32), "seats", "abc") == shuffled(bytes(32), "seats", "abc")
    True
    """
    order = list(items)
    for i in range(len(order) - 1):
        j = i + draw(seed, f"{event}/{i}", len(order) - i)
        order[i], order[j] = order[j], order[i]
    return order


def seating(seed: bytes, event: str, people: Sequence[str], seats: int) -> dict[str, Place]:
    """As few tables as will do, filled evenly: people in the order of their names, then of the lots, one a table.

    >>> sorted(place.table for place in seating(bytes(32), "seats", "abcde", 3).values())
    [1, 1, 1, 2, 2]
    """
    tables = -(-len(people) // seats)
    drawn = shuffled(seed, event, sorted(people))
    return {who: Place(1 + i % tables, 1 + i // tables) for i, who in enumerate(drawn)}
