"""Veintiuno or blackjack, and triple blackjack: the players against a bank that has no hole card."""

from tapete.errors import Said

AIM = Said("You ask for cards to come nearer to 21 than the bank, without passing it. The bank draws by a fixed rule.")
