"""What a game of bingo hands on: where in the book the next cards are."""

from typing import Any

from tapete.engine import carry
from tapete.engine.settings import Settings
from tapete.errors import Said
from tapete.games.bingo.rules import cards_in_book


class Room(carry.Carry, frozen=True, omit_defaults=True):
    """The place in the book of the card that is sold next."""

    next: int = 0

    def impossible(self, rules: Any, settings: Settings) -> str | None:
        if not 0 <= self.next < cards_in_book(rules):
            return Said("the book of cards has no place {place}", place=self.next)
        return super().impossible(rules, settings)
