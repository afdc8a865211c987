"""What five cards pay on the stakes that are still in play. Plain integers in, plain integers out."""

STAKES = 3  # laid by everybody before the cards; the last of them stays to the end


def in_play(first: bool, second: bool) -> int:
    """How many stakes are in play at the end, by whether the first and the second were left there.

    >>> in_play(False, False), in_play(True, True)
    (1, 3)
    """
    return STAKES - 2 + first + second


def comes_back(gain: int) -> tuple[int, int]:
    """The share of a stake that comes back: with its gain, or nothing where the hand has none.

    >>> comes_back(11), comes_back(0)
    ((12, 1), (0, 1))
    """
    return (gain + 1 if gain else 0), 1


def net(gain: int, stakes: int) -> int:
    """What so many stakes win or lose, in stakes.

    >>> net(50, 3), net(0, 2)
    (150, -2)
    """
    return (gain if gain else -1) * stakes
