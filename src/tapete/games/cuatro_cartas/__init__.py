"""Póker de cuatro cartas: the best four of five cards against the bank's best four of six, one of which lies open."""
