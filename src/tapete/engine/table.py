"""What a procedure sees of its table."""

from typing import Generic, TypeVar

import msgspec

from tapete.engine.settings import Settings

CarryT = TypeVar("CarryT", bound=msgspec.Struct)


class Table(Generic[CarryT]):
    """What a procedure sees of its table. `places` is where chips lie now; only awaited moves change it."""

    __slots__ = ("carry", "places", "players", "settings")

    def __init__(self, settings: Settings, players: tuple[str, ...], places: dict[str, int], carry: CarryT) -> None:
        self.settings = settings
        self.players = players
        self.places = places
        self.carry = carry
