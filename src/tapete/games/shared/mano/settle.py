"""What a hand against the bank's decides: the first stake, and the second that was added. Plain integers only."""

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
    """The share of the first stake that comes back: with its gain when the bank does not play, too.

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
