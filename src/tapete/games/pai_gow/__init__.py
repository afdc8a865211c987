"""Pai gow: seven cards in two hands, a joker, dice, and a bank that goes round."""

from tapete.errors import Said

AIM = Said("You part seven cards into a hand of five and one of two. Both must beat the bank's two hands.")
