"""How a number stands to the one drawn, and how many marks are among those drawn. Plain integers."""

from collections.abc import Sequence

EXACT, NEAR, ENDING, BEGINNING = "exacto", "aproximacion", "terminacion", "decena"


def holds(kind: str, ticket: int, drawn: int, size: int, digits: int) -> bool:
    """Whether a ticket of the numbers 0 to size - 1 stands in a relation to the number drawn.

    >>> holds("aproximacion", 99, 0, 100, 1), holds("terminacion", 17, 87, 100, 1), holds("decena", 17, 12, 100, 1)
    (True, True, True)
    """
    if kind == EXACT:
        return ticket == drawn
    if kind == NEAR:
        return (ticket - drawn) % size in (1, size - 1)
    unit = int(10**digits)
    if kind == ENDING:
        return ticket % unit == drawn % unit
    return ticket // unit == drawn // unit


def hits(marks: Sequence[int], drawn: Sequence[int]) -> int:
    """How many marks were drawn.

    >>> hits((1, 2, 3), (3, 4, 1))
    2
    """
    return sum(mark in drawn for mark in marks)
