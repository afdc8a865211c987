"""What a throw does to a bet. Plain integers in, plain integers out."""

from collections.abc import Sequence

STAYS, WINS, LOSES, NULL, TRAVELS = range(5)

# A set of throws is one number: bits 2 to 12 are totals, and these say how a throw stands to the bet's own number.
NUMBER, HARD, EASY, OTHER = 1 << 13, 1 << 14, 1 << 15, 1 << 16


def resolve(phase: Sequence[int], number: int, d1: int, d2: int) -> int:
    """What becomes of a bet on a number (0: none yet) whose phase has these sets: wins, loses, null, sets.

    >>> win, point = (1 << 7 | 1 << 11, 1 << 2 | 1 << 3 | 1 << 12, 0, 1 << 6), (NUMBER, 1 << 7, 0, 0)
    >>> [resolve(win, 0, 3, 4), resolve(win, 0, 1, 1), resolve(win, 0, 2, 4)] == [WINS, LOSES, TRAVELS]
    True
    >>> [resolve(point, 6, 3, 3), resolve(point, 6, 3, 4), resolve(point, 6, 5, 5)] == [WINS, LOSES, STAYS]
    True
    """
    wins, loses, null, sets = phase
    fell = 1 << d1 + d2
    if d1 + d2 == number:
        fell |= NUMBER | (HARD if d1 == d2 else EASY)
    if fell & wins:
        return WINS
    if fell & sets:
        return TRAVELS
    if fell & null:
        return NULL
    return LOSES if (fell | OTHER) & loses else STAYS


def comes_back(result: int, num: int, den: int) -> tuple[int, int]:
    """The share of a decided stake that comes back: with its gain, as it is, or nothing.

    >>> comes_back(WINS, 7, 6), comes_back(NULL, 7, 6), comes_back(LOSES, 7, 6)
    ((13, 6), (1, 1), (0, 1))
    """
    if result == WINS:
        return num + den, den
    return (1, 1) if result == NULL else (0, 1)


def next_point(win: Sequence[int], then: Sequence[int], point: int, d1: int, d2: int) -> int:
    """The table's point after a throw, which is that of Win: set, kept, or none once Win is decided."""
    result = resolve(then if point else win, point, d1, d2)
    return d1 + d2 if result == TRAVELS else point if result == STAYS else 0
