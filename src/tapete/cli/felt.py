"""The felt as a terminal draws it: each spot with what lies on it."""

from collections.abc import Mapping
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tapete.engine.places import stakes
from tapete.engine.stakes import Layout
from tapete.law.sections import BankRulebook
from tapete.money import format_cents

COLOURS = {"rojo": "white on red", "negro": "white on grey15", "verde": "white on green", "neutral": "black on yellow"}


def felt(rules: BankRulebook, layout: Layout, places: Mapping[str, int]) -> RenderableType:
    """The felt with every player's chips."""
    lying: dict[str, int] = {}
    for stake in (*stakes(places), *stakes(places, "prison")):
        lying[stake.bet] = lying.get(stake.bet, 0) + stake.cents
    draw = _roulette if "pleno:36" in layout else _craps if "dont-win" in layout else _tiles
    return Group(Text(rules.title, style="bold green"), draw(rules, layout, lying), Text())


def _roulette(rules: Any, layout: Layout, lying: Mapping[str, int]) -> RenderableType:
    """Three rows of twelve, in 80 columns, the zeros before them, the outside bets below, what lies between listed."""
    grid = Table.grid(padding=(0, 0))
    zeros = [spot.partition(":")[2] for spot in layout if spot.startswith("pleno:0")]
    for top in (3, 2, 1):
        zero = zeros[(3 - top) % len(zeros)] if top >= 4 - len(zeros) else ""
        numbers = [str(number) for number in range(top, 37, 3)]
        row = [_cell(zero, "verde", lying.get(f"pleno:{zero}", 0)) if zero else Text()]
        row += [
            _cell(number, rules.equipment.colours.of(number), lying.get(f"pleno:{number}", 0)) for number in numbers
        ]
        grid.add_row(*row)
    outside = [spot for spot in layout if spot.startswith(("columna", "docena", "dos-")) or spot in _SIMPLE]
    shown = {f"pleno:{n}" for n in (*range(37), "00")} | set(outside)
    between = [_outside(spot, lying) for spot in lying if spot not in shown]
    return Group(grid, Columns([_outside(spot, lying) for spot in outside], padding=(0, 2)), *between)


_SIMPLE = ("falta", "par", "rojo", "negro", "impar", "pasa")


def _craps(rules: BankRulebook, layout: Layout, lying: Mapping[str, int]) -> RenderableType:
    """The numbers with the bets that stand on them, then every other bet with what it pays."""
    numbers = ("4", "5", "6", "8", "9", "10")
    grid = Table.grid(padding=(0, 2))
    grid.add_row("", *(Text(number, style="bold") for number in numbers))
    for bet in dict.fromkeys(spot.partition(":")[0] for spot in (*lying, *layout) if spot.partition(":")[2] in numbers):
        cells = [_amount(lying.get(f"{bet}:{number}", 0)) for number in numbers]
        grid.add_row(Text(bet), *cells)
    rest = {spot: item for spot, item in layout.items() if ":" not in spot}
    return Group(grid, Text(), _tiles(rules, rest, lying))


def _tiles(rules: BankRulebook, layout: Layout, lying: Mapping[str, int]) -> RenderableType:
    """Every spot as a tile: its name, what it pays, what lies on it."""
    tiles = []
    for spot in layout.values():
        pays = getattr(rules.bets[spot.bet], "pays", "")
        text = Text.assemble(
            (spot.id, "bold"), f" {pays}" if isinstance(pays, tuple) else "", " ", _amount(lying.get(spot.id, 0))
        )
        tiles.append(text)
    return Columns(tiles, padding=(0, 3), equal=True)


def _cell(number: str, colour: str, cents: int) -> Text:
    chips = format_cents(cents) if cents else ""
    return Text.assemble((f"{number:>2}", COLOURS.get(colour, "")), (f" {chips:<3}", "bold yellow"))


def _outside(spot: str, lying: Mapping[str, int]) -> Text:
    return Text.assemble((spot, "bold"), " ", _amount(lying.get(spot, 0)))


def _amount(cents: int) -> Text:
    return Text(format_cents(cents), style="bold yellow") if cents else Text("·", style="dim")
