"""Pai gow: seven cards in two hands, a joker, dice, and a bank that goes round."""
