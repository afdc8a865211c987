"""What may differ between the texts in boule."""

from typing import Self

from pydantic import model_validator

from tapete.games.pano.rules import PanoRules, layout
from tapete.law.rulebook import Section


class Plate(Section):
    """The plate: its holes, the numbers' colours, and how many cloths a table may have."""

    holes: int
    negro: tuple[str, ...]
    rojo: tuple[str, ...]
    neutral: tuple[str, ...]
    cloths: tuple[int, int]

    @property
    def pockets(self) -> tuple[str, ...]:
        """The numbers, in order; each has the same number of holes."""
        return tuple(sorted(self.negro + self.rojo + self.neutral, key=int))

    def colour(self, number: str) -> str:
        """The colour of a number's holes."""
        return "rojo" if number in self.rojo else "negro" if number in self.negro else "neutral"

    @model_validator(mode="after")
    def _whole(self) -> Self:
        numbers = self.pockets
        if len(set(numbers)) != len(numbers) or self.holes % len(numbers):
            raise ValueError("every number needs one colour and the same number of holes")
        return self


class Rules(PanoRules):
    """A region's rules of boule."""

    equipment: Plate


__all__ = ["Plate", "Rules", "layout"]
