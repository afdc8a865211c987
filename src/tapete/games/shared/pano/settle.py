"""What a bet on pockets brings back. Plain integers in, plain integers out."""

from collections.abc import Sequence

Share = tuple[int, int] | None


def comes_back(covers: Sequence[int], fell: int, num: int, den: int, null: Sequence[int] = (), parts: int = 1) -> Share:
    """The share of the stake that comes back, as a ratio, or None where the draw decides nothing and the stake stays.

    Of the stake's `parts` only one plays: it comes back with its gain when covered and is lost otherwise.

    >>> comes_back([2, 4, 7, 9], 7, 1, 1), comes_back([2, 4, 7, 9], 5, 1, 1)
    ((2, 1), (0, 1))
    >>> comes_back([5, 6, 7], 6, 1, 1, [4, 8], 2), comes_back([5, 6, 7], 8, 1, 1, [4, 8], 2)
    ((3, 2), None)
    """
    if fell in null:
        return None
    return (parts * den + num, parts * den) if fell in covers else (parts - 1, parts)
