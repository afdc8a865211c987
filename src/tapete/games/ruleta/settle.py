"""What becomes of a stake when the ball falls. Plain integers in, plain integers out."""


def comes_back(covered: bool, num: int, den: int) -> tuple[int, int]:
    """The share of a stake that comes back, as a ratio: the stake with its gain when covered, nothing otherwise.

    >>> comes_back(True, 35, 1), comes_back(True, 1, 2), comes_back(False, 1, 2)
    ((36, 1), (3, 2), (0, 1))
    """
    return (num + den, den) if covered else (0, 1)
