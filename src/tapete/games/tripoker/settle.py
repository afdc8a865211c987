"""What three cards are paid besides the stakes against the bank. Plain integers in, plain integers out."""

from tapete.games.shared.mano.settle import FOLDED, IDLE, LOST


def extra(end: int, needs_bank: bool, num: int, den: int) -> tuple[int, int]:
    """What is paid on the ante besides, whatever the bank has; nothing on one that was given up.

    >>> [extra(end, False, 5, 1) for end in (FOLDED, IDLE, LOST)], extra(IDLE, True, 5, 1)
    ([(0, 1), (5, 1), (5, 1)], (0, 1))
    """
    return (0, 1) if end == FOLDED or (needs_bank and end == IDLE) else (num, den)


def pair_back(end: int, falls: bool, num: int, den: int) -> tuple[int, int]:
    """The share of the bet on one's own cards that comes back; where it falls with the hand, not after a loss.

    >>> pair_back(LOST, False, 1, 1), pair_back(LOST, True, 1, 1), pair_back(IDLE, True, 0, 1)
    ((2, 1), (0, 1), (0, 1))
    """
    return (0, 1) if not num or (falls and end in (FOLDED, LOST)) else (num + den, den)
