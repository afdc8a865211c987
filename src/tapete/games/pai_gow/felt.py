"""The felt of pai gow: a player's box, and below it the places of the low and the high hand."""

from collections.abc import Mapping, Sequence

from tapete.engine.stakes import Layout
from tapete.errors import Said
from tapete.games.pai_gow.hands import order
from tapete.games.pai_gow.rules import BET, Rules
from tapete.games.shared.felt.geometry import TALL, Drawing, Felt, Place, Rect
from tapete.games.shared.felt.making import made as _made
from tapete.games.shared.felt.tiles import HIGHER, NAME, cell

WIDE = 840.0
EXAMPLES = ("apuesta", "apu")
VERBS = {
    "pass": Said("Pass the bank on"),
    "bank": Said("Be the bank with"),
    "set": Said("Lay these two as the low hand"),
}


def draw(rules: Rules, layout: Layout) -> Felt:
    """The felt with its one spot."""
    return Felt(_drawing(rules, layout, WIDE), _drawing(rules, layout, TALL))


def _drawing(rules: Rules, layout: Layout, width: float) -> Drawing:
    found = cell(rules, layout[BET])
    box = Place(BET, Rect(0, 0, width, HIGHER), found.text, found.kind, found.note)
    low = Place("", Rect(0, HIGHER, width * 2 / 7, NAME), "Mano baja", "label", open=False)
    high = Place("", Rect(width * 2 / 7, HIGHER, width * 5 / 7, NAME), "Mano alta", "label", open=False)
    return Drawing(width, HIGHER + NAME, [box, low, high])


def made(rules: Rules, place: str, lying: Mapping[str, Sequence[str]]) -> str:
    """What a hand makes once it has been parted, in words."""
    low, high = order(rules).low.ranking, order(rules).high.ranking
    return _made(low, place, lying, hands=("baja",)) or _made(high, place, lying, hands=("alta",))
