"""What three cards against the bank's three decide. Plain integers in, plain integers out."""

# How a hand ends: given up; against a bank that does not play; or compared with the bank's.
FOLDED, IDLE, LOST, TIED, WON = range(5)
ENDS = 5


def clash(score: int, bank: int, least: int) -> int:
    """How a hand ends that stayed, by its score, the bank's, and the least with which the bank plays.

    >>> clash(3, 2, 5) == IDLE, clash(3, 5, 5) == LOST, clash(5, 5, 5) == TIED, clash(6, 5, 5) == WON
    (True, True, True, True)
    """
    if bank < least:
        return IDLE
    if score == bank:
        return TIED
    return WON if score > bank else LOST


def ante_back(end: int, num: int, den: int) -> tuple[int, int]:
    """The share of the ante that comes back: with its gain when the bank does not play, too.

    >>> [ante_back(end, 1, 1) for end in (FOLDED, IDLE, LOST, TIED, WON)]
    [(0, 1), (2, 1), (0, 1), (1, 1), (2, 1)]
    """
    if end in (IDLE, WON):
        return num + den, den
    return int(end == TIED), 1


def second_back(end: int, num: int, den: int) -> tuple[int, int]:
    """The share of the second stake that comes back: as it is when the bank does not play.

    >>> [second_back(end, 1, 1) for end in (IDLE, LOST, TIED, WON)]
    [(1, 1), (0, 1), (1, 1), (2, 1)]
    """
    if end == WON:
        return num + den, den
    return int(end in (IDLE, TIED)), 1


def extra(end: int, needs_bank: bool, num: int, den: int) -> tuple[int, int]:
    """What is paid on the ante besides, whatever the bank has; nothing on one that was given up.

    >>> [extra(end, False, 5, 1) for end in (FOLDED, IDLE, LOST)], extra(IDLE, True, 5, 1)
    ([(0, 1), (5, 1), (5, 1)], (0, 1))
    """
    return (0, 1) if end == FOLDED or (needs_bank and end == IDLE) else (num, den)


def pair_back(end: int, falls: bool, num: int, den: int) -> tuple[int, int]:
    """The share of the bet on one's own cards that comes back; where it falls with the hand, not after a loss.

    >>> pair_back(LOST, False, 1, 1), pair_back(LOST, True, 1, 1), pair_back(WON, True, 0, 1)
    ((2, 1), (0, 1), (0, 1))
    """
    return (0, 1) if not num or (falls and end in (FOLDED, LOST)) else (num + den, den)
