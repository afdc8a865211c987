"""What a procedure sees of its table."""

from typing import Generic, TypeVar

import msgspec

from tapete.engine.deck import Deck
from tapete.engine.settings import Settings

CarryT = TypeVar("CarryT", bound=msgspec.Struct)


class Table(Generic[CarryT]):
    """What a procedure sees of its table. `places` is where chips lie now; only awaited moves change it."""

    __slots__ = ("_deck", "carry", "places", "players", "settings")

    def __init__(
        self,
        settings: Settings,
        players: tuple[str, ...],
        places: dict[str, int],
        carry: CarryT,
        deck: Deck | None = None,
    ) -> None:
        self.settings = settings
        self.players = players
        self.places = places
        self.carry = carry
        self._deck = deck

    @property
    def deck(self) -> Deck:
        """The pack, where the game declares one whose cards have backs."""
        if self._deck is None:
            raise RuntimeError("this game declares no pack: give its Play one")
        return self._deck
