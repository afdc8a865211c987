"""The felt as a terminal draws it: what a page draws, set in letters, with what lies on each spot."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.text import Text

from tapete.engine.places import PRISON, stakes, tail_of
from tapete.games.shared.felt.geometry import Drawing, Felt, Place, Rect
from tapete.money import format_cents
from tapete.words import normal

COLOURS = {"rojo": "white on red", "negro": "white on grey15", "verde": "white on green", "neutral": "black on yellow"}


def felt(title: str, drawn: Felt | None, spots: Collection[str], places: Mapping[str, int]) -> RenderableType:
    """The felt with every player's chips; the title alone where a game has none."""
    lying: dict[str, int] = {}
    for stake in (*stakes(places), *stakes(places, PRISON)):
        lying[stake.bet] = lying.get(stake.bet, 0) + stake.cents
    cloth = [Lettered(drawn.wide, spots, lying)] if drawn else []
    return Group(Text(title, style="bold green"), *cloth, Text())


class Cell(NamedTuple):
    """A place in letters: the column it begins at, how many letters fit, its words, and whether typed they mean it."""

    at: int
    room: int
    words: list[Text]
    typed: bool

    @property
    def fits(self) -> bool:
        """Whether each of its words has room."""
        return all(len(word) <= self.room for word in self.words)

    def lines(self) -> list[Text]:
        """Its words, in as many lines as they need."""
        lines: list[Text] = []
        for word in self.words:
            if lines and len(lines[-1]) + 1 + len(word) <= self.room:
                lines[-1] += Text.assemble(" ", word)
            else:
                lines.append(word.copy())
        return lines


class Lettered:
    """A drawing in as many columns as a terminal has. One that is too fine for them is a list of its spots."""

    def __init__(self, drawing: Drawing, spots: Collection[str], lying: Mapping[str, int]) -> None:
        self.drawing, self.lying, self.meant = drawing, lying, meanings(spots)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        scale = options.max_width / self.drawing.width
        rows = [{place: self._cell(place, scale) for place in row} for row in rows_of(self.drawing.places)]
        cells = {place: cell for row in rows for place, cell in row.items()}
        named = [cell.typed for place, cell in cells.items() if place.spot and place.text]
        if not all(cell.fits for cell in cells.values()) or 2 * sum(named) < len(named):
            places = [place for place in self.drawing.places if place.spot and place.open]
            yield Columns([self._tile(place) for place in places], padding=(0, 3), equal=True)
        else:
            yield from (line for row in rows for line in set_in_lines(list(row.values())))
            shown = {place.spot for place, cell in cells.items() if self._chips(place.spot) in cell.words}
            yield from (_joined([Text(spot, "bold"), self._chips(spot)]) for spot in self.lying if spot not in shown)

    def _cell(self, place: Place, scale: float) -> Cell:
        at = round(place.rect.x * scale)
        room = round(place.rect.right * scale) - at - 1
        text, typed = self._named(place, room)
        style = next((COLOURS[kind] for kind in place.kind.split() if kind in COLOURS), "" if place.spot else "dim")
        words = [Text(word, style) for word in text.split()]
        words += [Text(place.note, "dim")] if place.note else []
        if place.spot and (place.spot in self.lying or not words) and len(self._chips(place.spot)) <= room:
            words.append(self._chips(place.spot))
        return Cell(at, room, words, typed)

    def _named(self, place: Place, room: int) -> tuple[str, bool]:
        """What stands on a place: its words if typed they mean it, else its id if that has room, else its words."""
        if not place.text or self.meant.get(normal(place.text)) == place.spot:
            return place.text, True
        return (place.spot, True) if 0 < len(place.spot) <= room else (place.text, False)

    def _tile(self, place: Place) -> Text:
        return _joined([Text(place.spot, "bold"), Text(place.note), self._chips(place.spot)])

    def _chips(self, spot: str) -> Text:
        return Text(format_cents(self.lying[spot]), "bold yellow") if spot in self.lying else Text("·", "dim")


def meanings(spots: Collection[str]) -> dict[str, str]:
    """What each word means that is a spot's whole id, or what stands after its colon.

    >>> meanings(["pleno:17", "vecinos:17", "rojo"])
    {'17': 'pleno:17', 'pleno-17': 'pleno:17', 'vecinos-17': 'vecinos:17', 'rojo': 'rojo'}
    """
    tails: dict[str, str] = {}
    for spot in spots:
        if ":" in spot:
            tails.setdefault(normal(tail_of(spot)), spot)
    return tails | {normal(spot): spot for spot in spots}


def rows_of(places: Iterable[Place]) -> list[list[Place]]:
    """Places in rows from the top, but for those on lines; one higher than a row stands in that of its middle."""
    rows: dict[Rect, list[Place]] = {}
    for place in sorted(places, key=lambda place: place.rect.h):
        if place.kind != "line":
            middle = place.rect.centre[1]
            row = next((row for row in rows if row.y <= middle < row.bottom), place.rect)
            rows.setdefault(row, []).append(place)
    return [sorted(rows[row], key=lambda place: place.rect.x) for row in sorted(rows, key=lambda row: row.y)]


def set_in_lines(cells: list[Cell]) -> Iterator[Text]:
    """The lines of a row of cells, each cell at its column."""
    columns = [cell.lines() for cell in cells]
    for number in range(max(map(len, columns), default=0)):
        line = Text()
        for cell, column in zip(cells, columns, strict=True):
            if number < len(column):
                line.pad_right(cell.at - len(line))
                line += column[number]
        yield line


def _joined(words: list[Text]) -> Text:
    return Text(" ").join(word for word in words if word)
