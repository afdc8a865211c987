"""What to do at a zero: take half, or go to prison."""

from collections.abc import Mapping
from fractions import Fraction

from tapete.games.shared.prision.odds import at_zero
from tapete.games.shared.prision.rules import Zero
from tapete.money import Ratio
from tapete.odds.guide import Guide

ZEROS = (1, 2, 3)
MUST_STAY = "a prisoner worth less than twice the minimum has to stay; every further zero halves all of it again"


def guide(name: str, zero: Zero, met: Mapping[str, Mapping[int, int]], pays: Mapping[str, Ratio]) -> Guide:
    """By which zero of a stake it is. `met` says what each chance meets how often; those alike share a column."""
    columns: dict[tuple[Fraction, ...], str] = {}
    cells = []
    for chance, fell in met.items():
        column = [at_zero(fell, pays[chance], number) for number in ZEROS]
        key = tuple(worth for cell in column for worth in cell.values())
        if key not in columns:
            cells.append(column)
        columns[key] = f"{columns[key]},{chance}" if key in columns else chance
    again = zero.again or zero
    return Guide(
        name,
        "vez",
        "bet",
        tuple(columns.values()),
        {str(number): tuple(column[row] for column in cells) for row, number in enumerate(ZEROS)},
        {str(number): zero.article if number == 1 else again.article for number in ZEROS},
        note=MUST_STAY,
    )
