"""What a table shows besides its felt: grids of numbers, some of them marked, as a card of bingo or a board."""

from typing import NamedTuple


class Square(NamedTuple):
    """A square of a grid: what is written on it, nothing if it is blank, and whether it is marked."""

    text: str = ""
    marked: bool = False


class Board(NamedTuple):
    """A grid of squares by rows under a name of the rulebook's; with `by_hand`, whoever owns it marks it.

    Of `tickets` each square is drawn as one.
    """

    name: str
    number: str
    rows: tuple[tuple[Square, ...], ...]
    by_hand: bool = False
    tickets: bool = False
