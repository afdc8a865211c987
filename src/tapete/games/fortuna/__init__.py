"""Wheel of fortune: fifty-four cells, seven symbols, the rarer the better paid."""

from tapete.errors import Said

FAMILY = "wheels"
AIM = Said("A big wheel stops at one of its symbols. You bet on which; the rarer it is, the more it pays.")
