"""Póker de cuatro cartas: the best four of five cards against the bank's best four of six, one of which lies open."""

from tapete.errors import Said

AIM = Said("You make your best four cards of five against the bank's best four of six.")
