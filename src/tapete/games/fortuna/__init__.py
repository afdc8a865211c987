"""Wheel of fortune: fifty-four cells, seven symbols, the rarer the better paid."""

FAMILY = "wheels"
