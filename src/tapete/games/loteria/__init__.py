"""Lotteries: fixed prizes by how a printed number stands to the one drawn, and pools shared by hits."""

from tapete.errors import Said

FAMILY = "draws"
AIM = Said("You choose or buy numbers, and a draw decides which of them win.")
