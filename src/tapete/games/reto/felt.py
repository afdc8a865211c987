"""The felt of reto, as any felt has it; what its bets win with."""

from tapete.errors import Said

WINS = {
    "inicial": Said("your card is higher than the croupier's"),
    "tie": Said("your card and the croupier's are equal"),
    "reto": Said("you challenge after a tie, and your next card is higher than the croupier's or equal to it"),
}
