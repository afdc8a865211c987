"""What a procedure sees of its table."""

from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

from tapete.engine.deck import Deck
from tapete.engine.settings import Settings
from tapete.engine.window import Refusal

CarryT = TypeVar("CarryT", bound=msgspec.Struct)


class Table(Generic[CarryT]):
    """What a procedure sees of its table. `places` is where chips lie now; only awaited moves change it.

    `denies`: why an irregularity cannot have happened as things stand, where the procedure says so besides the steps at
    which it is reported.
    """

    __slots__ = ("_deck", "carry", "denies", "places", "players", "settings")

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
        self.denies: Callable[[str], Refusal | None] | None = None
        self._deck = deck

    @property
    def deck(self) -> Deck:
        """The pack, where the game declares one whose cards have backs."""
        if self._deck is None:
            raise RuntimeError("this game declares no pack: give its Play one")
        return self._deck
