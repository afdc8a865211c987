"""A choice that a text leaves open: to the house or to the player, among values, or within ranges of numbers."""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Literal, Self

from pydantic import Field, model_validator

from tapete.law.marks import Checked, Label
from tapete.law.rulebook import Section

NUMBER = re.compile(r"(0|[1-9][0-9]*)(\.[0-9]*[1-9])?")
LONGEST = 12  # digits of a number that somebody chooses
AND = "-"  # between the numbers of a list
UNITS = ("percent", "minimums", "of-minimum", "cards", "cut", "minutes")
Range = tuple[str, str, str]


class Option(Section):
    """A choice that the text leaves open, to the house or to the player.

    Where it leaves a range, the values are those that are priced, and any number `between` two may be chosen, in steps
    of the third; where a list of numbers is chosen, each has its own of the `ranges`. `unit` is one of `UNITS`: what a
    number counts, or that the house's cut is chosen. `beforehand`: it is chosen before a game begins, and not changed
    in it. `beside`: it counts only where these others are chosen so.
    """

    values: tuple[str, ...]
    default: str
    unit: Label = ""
    by: Literal["house", "player"] = "house"
    between: Checked[Range | None] = None
    ranges: Checked[tuple[Range, ...]] = ()
    beforehand: Checked[bool] = False
    beside: Checked[dict[str, str]] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _default_is_a_value(self) -> Self:
        if self.default not in self.values:
            raise ValueError(f"the default '{self.default}' is not one of {list(self.values)}")
        if not all(NUMBER.fullmatch(number) for span in self.spans for number in span):
            raise ValueError("a range is from a number to a number, in steps of one")
        return self

    @property
    def spans(self) -> tuple[Range, ...]:
        """The ranges that it leaves: of one number, or of each of several."""
        return (self.between,) if self.between else self.ranges

    @property
    def ends(self) -> Iterator[str]:
        """The least and the most that may be chosen where it leaves a range, and by what steps; what is alike, once."""
        columns = zip(*self.spans, strict=True)
        return (numbers[0] if len({*numbers}) == 1 else AND.join(numbers) for numbers in columns)

    def takes(self, value: str) -> bool:
        """Whether it may be chosen; a number only as it is written shortest.

        >>> fee = Option(article="7", values=("5", "0"), default="5", between=("0", "5", "0.05"))
        >>> [fee.takes(text) for text in ("5", "2.5", "2.50", "2.51", "-1", "5.05", "mucho")]
        [True, True, False, False, False, False, False]
        >>> pays = Option(article="7", values=("2-10",), default="2-10", ranges=(("2", "9", "1"), ("10", "20", "0.5")))
        >>> [pays.takes(text) for text in ("2-10", "3-10.5", "3", "1-10", "3-10.25", "3-10-10")]
        [True, True, False, False, False, False]
        >>> list(fee.ends), list(pays.ends)
        (['0', '5', '0.05'], ['2-10', '9-20', '1-0.5'])
        """
        spans, numbers = self.spans, value.split(AND) if self.ranges else [value]
        if value in self.values or len(numbers) != len(spans):
            return value in self.values
        return all(map(_within, numbers, spans))


def _within(number: str, span: Range) -> bool:
    """Whether a number, written shortest, lies in a range and on one of its steps."""
    if len(number) > LONGEST or not NUMBER.fullmatch(number):
        return False
    least, most, step = map(Fraction, span)
    return least <= Fraction(number) <= most and (Fraction(number) - least) % step == 0
