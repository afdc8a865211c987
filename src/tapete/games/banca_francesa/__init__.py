"""Banca francesa or Portuguese dice: three dice through a horn, and three sums worth betting on."""

FAMILY = "dice"
