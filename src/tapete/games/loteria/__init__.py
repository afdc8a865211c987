"""Lotteries: fixed prizes by how a printed number stands to the one drawn, and pools shared by hits."""

FAMILY = "draws"
