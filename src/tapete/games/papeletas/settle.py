"""Which prize a number wins, and what prizes are worth. Plain integers."""

from collections.abc import Sequence


def kind_of(number: int, counts: Sequence[int]) -> int:
    """Of which kind the prize is that a number from 1 on wins: the first numbers win the first kind; -1 wins none.

    >>> [kind_of(number, (1, 2)) for number in (1, 2, 3, 4)]
    [0, 1, 1, -1]
    """
    for kind, count in enumerate(counts):
        if number <= count:
            return kind
        number -= count
    return -1


def total_worth(counts: Sequence[int], worths: Sequence[int]) -> int:
    """What all prizes are worth, in prices of a ticket.

    >>> total_worth((1, 2), (50, 10))
    70
    """
    return sum(count * worth for count, worth in zip(counts, worths, strict=True))
