"""Bingo: ninety balls, cards of fifteen numbers in three lines, a prize for the first line and one for the card."""

FAMILY = "draws"
