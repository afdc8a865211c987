"""Tickets that win objects or money: raffles and promotions are drawn after the sale, other tickets at once."""

FAMILY = "draws"
