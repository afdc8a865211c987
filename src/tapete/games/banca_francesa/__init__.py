"""Banca francesa or Portuguese dice: three dice through a horn, and three sums worth betting on."""

from tapete.errors import Said

FAMILY = "dice"
AIM = Said("Three dice are thrown until they show big, small or aces. You bet on which of the three.")
