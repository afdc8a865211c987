"""Best play as tables that one looks up."""

from collections.abc import Mapping
from typing import NamedTuple

Cell = Mapping[str, float]


class Guide(NamedTuple):
    """A table of decisions: what each option is worth, for each unit staked, in every row and column."""

    name: str
    columns: tuple[str, ...]
    rows: Mapping[str, tuple[Cell, ...]]

    @staticmethod
    def best(cell: Cell) -> str:
        """The best option of a cell.

        >>> Guide.best({"pedir": -0.51, "plantarse": -0.57})
        'pedir'
        """
        return max(cell, key=lambda option: cell[option])
