"""What a bet on pockets brings back. Plain integers in, plain integers out."""

from collections.abc import Sequence


def comes_back(covers: Sequence[int], fell: int, num: int, den: int) -> tuple[int, int]:
    """The share of the stake that comes back, as a ratio: the stake with its gain when covered, nothing otherwise.

    >>> comes_back([2, 4, 7, 9], 7, 1, 1), comes_back([2, 4, 7, 9], 5, 1, 1)
    ((2, 1), (0, 1))
    """
    return (num + den, den) if fell in covers else (0, 1)
