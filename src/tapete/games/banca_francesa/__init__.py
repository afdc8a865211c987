"""Banca francesa or Portuguese dice: three dice through a horn, and three sums worth betting on."""

from tapete.errors import Said

FAMILY = "dice"
AIM = Said("Three dice are thrown until they show big, small or aces. You bet on which of the three.")
SUM = Said("the dice add up to one of {covers}")
WINS = {
    "ases": Said("three aces"),
    **dict.fromkeys(("pequeno", "grande", "pequeno-borde", "grande-borde"), SUM),
}
