"""What two cards decide, and two more after a tie. Plain integers in, plain integers out."""

LOSES, TIES, WINS = range(3)
# How a pass ends: by the first clash, or by the second where the first is a tie.
LOST, WON, TIE_LOST, TIE_TIE, TIE_WON = range(5)
OUTCOMES = 5


def clash(player: int, croupier: int) -> int:
    """What a player's card does against the croupier's, each by its height.

    >>> clash(12, 3) == WINS, clash(3, 3) == TIES, clash(0, 12) == LOSES
    (True, True, True)
    """
    if player == croupier:
        return TIES
    return WINS if player > croupier else LOSES


def outcome(first: int, second: int) -> int:
    """How a pass ends, by its clashes; the second counts after a tie only.

    >>> outcome(WINS, LOSES) == WON, outcome(TIES, LOSES) == TIE_LOST, outcome(TIES, WINS) == TIE_WON
    (True, True, True)
    """
    if first == TIES:
        return TIE_LOST + second
    return WON if first == WINS else LOST


def comes_back(won: bool, num: int, den: int) -> tuple[int, int]:
    """The share of a stake that comes back: with its gain, or nothing.

    >>> comes_back(True, 10, 1), comes_back(False, 10, 1)
    ((11, 1), (0, 1))
    """
    return (num + den, den) if won else (0, 1)


def challenge_back(second: int, num: int, den: int, tie_num: int, tie_den: int) -> tuple[int, int]:
    """The share of the second stake that comes back; a tie is a win too, paid otherwise.

    >>> [challenge_back(second, 1, 1, 2, 1) for second in (LOSES, TIES, WINS)]
    [(0, 1), (3, 1), (2, 1)]
    """
    return comes_back(True, tie_num, tie_den) if second == TIES else comes_back(second == WINS, num, den)


def initial_after(second: int) -> tuple[int, int]:
    """The share of the initial stake that comes back after a challenge: lost with the second stake, or whole.

    >>> [initial_after(second) for second in (LOSES, TIES, WINS)]
    [(0, 1), (1, 1), (1, 1)]
    """
    return int(second != LOSES), 1
