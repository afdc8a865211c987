"""What seven cards against the bank's seven decide. Plain integers in, plain integers out."""

from tapete.games.shared.mano.settle import IDLE, TIED, WON


def ante_back(end: int, gain: int) -> int:
    """How many antes come back for one: with its gain, which is none where it goes back and -1 where it is not even so.

    >>> from tapete.games.shared.mano.settle import FOLDED, LOST
    >>> [ante_back(end, 2) for end in (FOLDED, IDLE, LOST, TIED, WON)], ante_back(WON, 0), ante_back(WON, -1)
    ([0, 3, 0, 1, 3], 1, 0)
    """
    if end in (IDLE, WON):
        return 1 + gain
    return int(end == TIED)


def later_back(end: int, gain: int) -> int:
    """How many come back for a later stake of one: it goes back as it is when the bank does not play.

    >>> from tapete.games.shared.mano.settle import LOST
    >>> [later_back(end, 1) for end in (IDLE, LOST, TIED, WON)]
    [1, 0, 1, 2]
    """
    if end == WON:
        return 1 + gain
    return int(end in (IDLE, TIED))


def beside_back(gain: int) -> int:
    """How many come back for a stake of one beside the ante: with its gain, or none.

    >>> beside_back(7), beside_back(0)
    (8, 0)
    """
    return 1 + gain if gain else 0
