"""What the house deducts of the banker's winnings, and the half of a bank or a stake. Plain integers in and out."""

from fractions import Fraction


def cagnotte(won: int, share: Fraction, unit: int) -> int:
    """What the house deducts of the banker's winnings: never more than its share, in whole units.

    >>> cagnotte(1990, Fraction(1, 20), 1), cagnotte(1990, Fraction(1, 20), 50)
    (99, 50)
    """
    return won * share.numerator // (share.denominator * unit) * unit


def half(whole: int, chip: int) -> int:
    """The stronger half: an odd chip is in it.

    >>> half(2000, 50), half(2050, 50), half(25, 50)
    (1000, 1050, 25)
    """
    return min(whole, -(-whole // (2 * chip)) * chip)
