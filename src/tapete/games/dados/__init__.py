"""Dados or craps: two dice, a point, and bets that may last for many throws."""

FAMILY = "dice"
