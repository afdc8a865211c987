"""Poker between players: one engine, and a declaration for each variant of each text."""

from tapete.errors import Said

AIM = Said("Poker among yourselves: you bet that your hand is the best, or that nobody dares to see it.")
