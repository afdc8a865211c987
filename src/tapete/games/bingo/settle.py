"""What is won at bingo: shares of the sales, parted among the combinations that win. Plain integers."""

LINE, BINGO = "linea", "bingo"
WHOLE = 100


def prize(sales: int, percent: int) -> int:
    """A share of the sales in cents.

    >>> prize(6000, 10)
    600
    """
    return sales * percent // WHOLE


def shared(cents: int, combinations: int) -> tuple[int, int]:
    """What each combination wins of a prize that several win, and the cents that do not part.

    >>> shared(1000, 3)
    (333, 1)
    """
    return cents // combinations, cents % combinations
