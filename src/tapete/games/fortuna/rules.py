"""What may differ between the texts in the wheel of fortune."""

from collections import Counter
from typing import Self

from pydantic import model_validator

from tapete.games.shared.pano.rules import PanoRules, layout
from tapete.law.marks import Checked, Cited
from tapete.law.rulebook import Section
from tapete.law.sections import Positive, Settlement

REMEDY = "nueva-jugada"


class Boxes(Section):
    """What the boxes fixed to the table are for."""

    hold: Checked[tuple[str, ...]]


class Wheel(Section):
    """The wheel: the symbols of its cells, in their order; and the boxes of its table."""

    cells: tuple[str, ...]
    boxes: Checked[Boxes]

    @model_validator(mode="after")
    def _as_many_cells_as_the_symbol_says(self) -> Self:
        for symbol, cells in Counter(self.cells).items():
            if cells != (int(symbol) if symbol.isdigit() else 1):
                raise ValueError(f"cells: '{symbol}' cannot be on {cells} of them")
        return self


class Turns(Section):
    """How many whole turns the wheel must make for a spin to count."""

    least: Cited[Positive]


class Payment(Settlement):
    """The order of payment; `by_gain` pays the smallest gain first and the greatest last."""

    by_gain: bool = False


class Rules(PanoRules):
    """A region's rules of the wheel of fortune."""

    equipment: Wheel
    settlement: Payment
    turns: Cited[Turns | None] = None

    @property
    def pockets(self) -> tuple[str, ...]:
        return self.equipment.cells

    @model_validator(mode="after")
    def _bets_are_on_the_wheel(self) -> Self:
        for name, bet in self.bets.items():
            if not set(bet.covers) <= set(self.pockets):
                raise ValueError(f"bets.{name}.covers: the wheel has no such cell")
        return self

    @model_validator(mode="after")
    def _irregularities_can_be_remedied(self) -> Self:
        for name, rule in self.irregularities.items():
            if rule.remedy != REMEDY or "void" not in self.calls:
                raise ValueError(f"irregularities.{name}: the remedy is '{REMEDY}', called by calls.void")
        return self


__all__ = ["Rules", "layout"]
