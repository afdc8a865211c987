"""Best play as tables that one looks up."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from tapete.odds.chain import Number
from tapete.odds.report import fraction

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

    def as_json(self) -> dict[str, Any]:
        """The object that `tapete odds --strategy --json` prints, and the API."""
        cases = [
            [self._case(row, column, cell) for column, cell in zip(self.columns, cells, strict=True)]
            for row, cells in self.rows.items()
        ]
        about = {"name": self.name, "down": self.down, "across": self.across, "columns": list(self.columns)}
        return {**about, "cases": cases, "priced": self.priced, "note": self.note}

    def _case(self, row: str, column: str, cell: Cell) -> dict[str, Any]:
        return {
            "row": row,
            "column": column,
            "best": self.best(cell),
            "worth": {option: float(worth) for option, worth in cell.items()},
            "exact": {option: fraction(worth) for option, worth in cell.items()},
            "article": self.articles[row],
        }
