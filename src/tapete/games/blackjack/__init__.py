"""Veintiuno or blackjack, and triple blackjack: the players against a bank that has no hole card."""

from tapete.errors import Said

AIM = Said("You ask for cards to come nearer to 21 than the bank, without passing it. The bank draws by a fixed rule.")
WINS = {
    "casilla": Said("your hand is nearer to 21 than the bank's, or the bank passes 21 and you have not"),
    "seguro": Said("the bank's first card is an ace, and it makes a blackjack"),
    "menor-13": Said("your first two cards add up to less than 13"),
    "mayor-13": Said("your first two cards add up to more than 13"),
    "parejas": Said("your first two cards have the same value"),
    "acumulada": Said("there are sevens among your first cards"),
}
