"""Bingo: ninety balls, cards of fifteen numbers in three lines, a prize for the first line and one for the card."""

from tapete.errors import Said

FAMILY = "draws"
AIM = Said("Numbers are drawn from a drum. The first card with a full line, and the first full card, win.")
