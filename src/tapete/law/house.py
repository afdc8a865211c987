"""What a text says of the house as a whole, and of no game alone: which tables must be open."""

from typing import Any, Self

from pydantic import Field, model_validator

from tapete.law.loading import load, path_of
from tapete.law.marks import Checked
from tapete.law.rulebook import Rulebook, Section
from tapete.law.sections import Positive

HOUSE = "casino"


class AlwaysOpen(Section):
    """How many tables must be in service whenever the casino is open: of one of these games, or of a family of them."""

    games: Checked[tuple[str, ...]] = ()
    family: Checked[str] = ""
    tables: Checked[Positive] = 1

    @model_validator(mode="after")
    def _of_something(self) -> Self:
        if bool(self.games) == bool(self.family):
            raise ValueError("give games or a family")
        return self


class House(Rulebook):
    """A region's rules of the house."""

    equipment: Any = None
    always_open: dict[str, AlwaysOpen] = Field(default_factory=dict)


def house(region: str) -> House | None:
    """The rules of the house in a region, if its text has any."""
    return load(House, HOUSE, region) if path_of(HOUSE, region).is_file() else None
