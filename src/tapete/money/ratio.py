"""What a winning stake is paid, as the texts print it: 35 to 1, 3 for 2."""

import re
from fractions import Fraction
from typing import NamedTuple

_RATIO = re.compile(r"(\d{1,6}):(\d{1,6})")


class Ratio(NamedTuple):
    """`num` to `den`: the winner receives stake × num / den and keeps the stake.

    >>> Ratio.parse("7:6"), str(Ratio(7, 6)), Ratio(7, 6).pay(1000)
    (Ratio(num=7, den=6), '7:6', 1166)
    """

    num: int
    den: int = 1

    @classmethod
    def parse(cls, text: str) -> "Ratio":
        """Reads `7:6`; a ratio is never negative and never over nothing."""
        match = _RATIO.fullmatch(text)
        if match is None or int(match[2]) == 0:
            raise ValueError(f"'{text}' is not a payment ratio: write 35:1 or 7:6")
        return cls(int(match[1]), int(match[2]))

    @classmethod
    def part(cls, text: str) -> "Ratio":
        """Reads a part of something, written as `2:5` or as a number.

        >>> Ratio.part("2:5") == Ratio.part("0.4") == Ratio(2, 5)
        True
        """
        return cls(*Fraction(text.replace(":", "/")).as_integer_ratio())

    def pay(self, cents: int) -> int:
        """The whole cents won; a fraction of a cent stays with the house."""
        return cents * self.num // self.den

    def less(self, part: Fraction) -> "Ratio":
        """What is paid when a part of the gain is kept.

        >>> str(Ratio(1).less(Fraction(5, 100)))
        '19:20'
        """
        left = Fraction(self.num, self.den) * (1 - part)
        return Ratio(left.numerator, left.denominator)

    def __str__(self) -> str:
        return f"{self.num}:{self.den}"
