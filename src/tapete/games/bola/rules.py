"""What may differ between the texts in boule."""

from functools import cached_property
from typing import Self

from pydantic import model_validator

from tapete.games.shared.pano.rules import PanoRules, layout
from tapete.law.marks import Checked, Cited
from tapete.law.rulebook import Section
from tapete.law.sections import Positive, Span

# The simple chances, in the order in which those that win are called.
SIMPLE = ("rojo", "negro", "par", "impar", "falta", "pasa")


class Colours(Section):
    """Which numbers are black, which red, and which neither."""

    negro: tuple[str, ...]
    rojo: tuple[str, ...]
    neutral: tuple[str, ...]


class Cloths(Section):
    """How many cloths a table may have, least and most."""

    number: Checked[Span]


class Plate(Section):
    """The plate: its holes, which number wins by them, and the cloths beside it."""

    holes: Checked[Positive]
    colours: Colours
    cloths: Checked[Cloths]

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """The numbers, in order; each has the same number of holes."""
        colours = self.colours
        return tuple(sorted(colours.negro + colours.rojo + colours.neutral, key=int))

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if len(set(self.numbers)) != len(self.numbers) or self.holes % len(self.numbers):
            raise ValueError("every number needs one colour and the same number of holes")
        return self


class AlwaysOpen(Section):
    """How many tables of the game must be in service whenever the casino is open."""

    tables: Cited[Positive]


class Rules(PanoRules):
    """A region's rules of boule."""

    equipment: Plate
    always_open: Cited[AlwaysOpen | None] = None

    @property
    def pockets(self) -> tuple[str, ...]:
        return self.equipment.numbers

    @model_validator(mode="after")
    def _colours_are_the_bets(self) -> Self:
        self.need("bets", SIMPLE)
        for name, numbers in (("negro", self.equipment.colours.negro), ("rojo", self.equipment.colours.rojo)):
            if set(self.bets[name].covers) != set(numbers):
                raise ValueError(f"bets.{name}.covers: the plate has {', '.join(numbers)} in this colour")
        return self


__all__ = ["SIMPLE", "Plate", "Rules", "layout"]
