"""Best play as tables that one looks up."""

from collections.abc import Mapping
from typing import NamedTuple

from tapete.odds.chain import Number

Cell = Mapping[str, Number]


class Guide(NamedTuple):
    """A table of decisions: what each option is worth, for each unit staked, in every row and column.

    `down` and `across` say what rows and columns are; one that is an option of the house is all of its values.
    `priced` is the option whose worth the cells are about, where it is the only one but for doing nothing.
    """

    name: str
    down: str
    across: str
    columns: tuple[str, ...]
    rows: Mapping[str, tuple[Cell, ...]]
    articles: Mapping[str, str]
    priced: str = ""
    note: str = ""

    @staticmethod
    def best(cell: Cell) -> str:
        """The best option of a cell.

        >>> Guide.best({"pedir": -0.51, "plantarse": -0.57})
        'pedir'
        """
        return max(cell, key=lambda option: cell[option])
