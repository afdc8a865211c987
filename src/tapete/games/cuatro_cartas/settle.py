"""What four cards of five against the bank's four of six decide. Plain integers in, plain integers out."""

# How a hand ends: given up, or compared with the bank's.
FOLDED, LOST, TIED, WON = range(4)
ENDS = 4


def clash(score: int, bank: int) -> int:
    """How a hand ends that stayed, by its score and the bank's.

    >>> clash(3, 5) == LOST, clash(5, 5) == TIED, clash(6, 5) == WON
    (True, True, True)
    """
    if score == bank:
        return TIED
    return WON if score > bank else LOST


def comes_back(end: int, num: int, den: int) -> tuple[int, int]:
    """The share of the ante, and of the stake added to it, that comes back: a tie is the player's.

    >>> [comes_back(end, 1, 1) for end in (FOLDED, LOST, TIED, WON)]
    [(0, 1), (0, 1), (2, 1), (2, 1)]
    """
    return (num + den, den) if end in (TIED, WON) else (0, 1)


def extra(end: int, num: int, den: int) -> tuple[int, int]:
    """What is paid on the ante besides, whatever the bank has; nothing on one that was given up.

    >>> [extra(end, 2, 1) for end in (FOLDED, LOST, TIED, WON)]
    [(0, 1), (2, 1), (2, 1), (2, 1)]
    """
    return (0, 1) if end == FOLDED else (num, den)


def own_back(end: int, falls: bool, num: int, den: int) -> tuple[int, int]:
    """The share of the bet on one's own cards that comes back; where it falls with the ante, none of a hand given up.

    >>> own_back(FOLDED, False, 7, 1), own_back(FOLDED, True, 7, 1), own_back(LOST, True, 7, 1)
    ((8, 1), (0, 1), (8, 1))
    """
    return (0, 1) if not num or (falls and end == FOLDED) else (num + den, den)
