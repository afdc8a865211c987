"""Veintiuno or blackjack, and triple blackjack: the players against a bank that has no hole card."""
