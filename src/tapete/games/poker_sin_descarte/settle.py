"""What a bet on one's own cards brings back, and what a hand wins or loses in first stakes. Plain integers only."""

from tapete.games.shared.mano.settle import FOLDED, IDLE, LOST, TIED


def prize_back(times: int, returned: bool) -> tuple[int, int]:
    """The share of the stake that comes back with a prize of so many stakes, beside which it may be returned itself.

    >>> prize_back(100, False), prize_back(100, True), prize_back(0, True)
    ((100, 1), (101, 1), (0, 1))
    """
    return (times + returned if times else 0), 1


def net(end: int, pays: int, times: int) -> int:
    """What a hand wins or loses, in first stakes, where the second is so many of them; the first is paid at par.

    >>> [net(end, 7, 2) for end in range(5)]
    [-1, 1, -3, 0, 15]
    """
    if end == TIED:
        return 0
    if end == IDLE:
        return 1
    if end == FOLDED:
        return -1
    return -1 - times if end == LOST else 1 + times * pays
