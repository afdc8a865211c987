"""Money: integer cents, payment ratios, ranges of stakes."""

from tapete.money.amounts import Money, euros, format_cents
from tapete.money.ranges import Range
from tapete.money.ratio import Ratio

__all__ = ["Money", "Range", "Ratio", "euros", "format_cents"]
