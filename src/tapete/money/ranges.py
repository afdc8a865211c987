"""The amounts that are open: from, to, in steps of."""

from typing import NamedTuple


class Range(NamedTuple):
    """Cents from `lo` to `hi` in steps of `step`, both ends included; empty when `hi < lo`.

    >>> Range(500, 2000, 250).admits(750), Range(500, 2000, 250).admits(600)
    (True, False)
    """

    lo: int
    hi: int
    step: int

    def admits(self, cents: int) -> bool:
        """Whether this amount is one of them."""
        return self.lo <= cents <= self.hi and (cents - self.lo) % self.step == 0

    def floor(self) -> "Range":
        """The same with `hi` lowered to an amount that can really be reached."""
        return Range(self.lo, self.hi - (self.hi - self.lo) % self.step, self.step)
