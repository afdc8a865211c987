"""Tickets that win objects or money: raffles and promotions are drawn after the sale, other tickets at once."""

from tapete.errors import Said

FAMILY = "draws"
AIM = Said("You buy tickets, and a draw or the ticket itself says whether it wins.")
