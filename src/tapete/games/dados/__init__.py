"""Dados or craps: two dice, a point, and bets that may last for many throws."""

from tapete.errors import Said

FAMILY = "dice"
AIM = Said("Two dice are thrown. You bet on the throw, or on whether a point is thrown again before a seven.")
