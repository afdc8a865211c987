"""How cards of baccarat count, and which of two hands wins. Plain integers in, plain integers out."""

PUNTO, BANCA, EMPATE = range(3)
TOTALS = 10
STOOD = 10  # in place of the punto's third card, where it took none
OUTCOMES = 3 * TOTALS


def total(points: int, card: int) -> int:
    """Points with a further card's; only the units count.

    >>> total(7, 5), total(0, 9)
    (2, 9)
    """
    return (points + card) % TOTALS


def over(p: int, b: int, natural: int) -> bool:
    """Whether a natural of either hand ends the coup with two cards each.

    >>> over(5, 8, 0b1100000000), over(5, 7, 0b1100000000)
    (True, False)
    """
    return bool((1 << p | 1 << b) & natural)


def outcome(p: int, b: int) -> int:
    """How a coup ends, from the final totals: who wins, in tens, and the total it is won with.

    >>> outcome(7, 6), outcome(5, 6), outcome(0, 0)
    (7, 16, 20)
    """
    if p > b:
        return TOTALS * PUNTO + p
    return TOTALS * BANCA + b if b > p else TOTALS * EMPATE + p
