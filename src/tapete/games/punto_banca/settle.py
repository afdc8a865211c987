"""What the cards decide: who draws, who wins, what comes back. Plain integers in, plain integers out.

A set of totals or of third cards is one number: its bits are the members.
"""

from collections.abc import Sequence
from math import gcd

from tapete.games.shared.bacara.points import EMPATE, TOTALS, over


def punto_draws(p: int, b: int, natural: int, draws: int) -> bool:
    """Whether the punto takes a third card, by both hands' totals of two cards.

    >>> [punto_draws(p, b, 0b1100000000, 0b111111) for p, b in ((5, 7), (6, 0), (5, 8))]
    [True, False, False]
    """
    return not over(p, b, natural) and bool(1 << p & draws)


def banca_draws(p: int, b: int, third: int, natural: int, rows: Sequence[int]) -> bool:
    """Whether the banca takes a third card: the row of its total has the punto's third card, or that it stood.

    >>> from tapete.games.shared.bacara.points import STOOD
    >>> rows = [0b11111111111] * 3 + [0b11011111111]
    >>> [banca_draws(2, 3, third, 0b1100000000, rows) for third in (7, 8, STOOD)]
    [True, False, True]
    """
    return not over(p, b, natural) and bool(1 << third & rows[b])


def comes_back(
    bet: int, fell: int, num: int, den: int, percent: int = 0, only: int = -1, of: int = 100
) -> tuple[int, int]:
    """The share of a stake that comes back: with its gain less the deduction, as it is on a tie, or nothing.

    The deduction is so many parts `of` a winning stake; with `only`, when the coup is won with that total.

    >>> from tapete.games.shared.bacara.points import BANCA, PUNTO, outcome
    >>> comes_back(BANCA, outcome(5, 6), 1, 1, 5), comes_back(BANCA, outcome(5, 6), 1, 1, 50, 6)
    ((39, 20), (3, 2))
    >>> comes_back(BANCA, outcome(5, 7), 1, 1, 50, 6), comes_back(PUNTO, outcome(4, 4), 1, 1)
    ((2, 1), (1, 1))
    """
    winner, total = divmod(fell, TOTALS)
    if winner == bet:
        less = percent if only in (-1, total) else 0
        back, whole = of * (num + den) - less * den, of * den
        common = gcd(back, whole)
        return back // common, whole // common
    return (1, 1) if winner == EMPATE else (0, 1)
