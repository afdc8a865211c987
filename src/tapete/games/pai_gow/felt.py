"""The felt of pai gow: a box for each player, and places for a low and a high hand."""

from collections.abc import Mapping, Sequence

from tapete.engine.stakes import Layout
from tapete.errors import Said
from tapete.games.pai_gow.hands import order
from tapete.games.pai_gow.rules import BET, HAND, Rules
from tapete.games.shared.felt.arc import Box, Cloth
from tapete.games.shared.felt.geometry import Felt
from tapete.games.shared.felt.making import made as _made
from tapete.games.shared.felt.tiles import cell

NAMED = {"baja": "Mano baja", "alta": "Mano alta"}
EXAMPLES = ("apuesta", "apu")
ASKS_MUCH = True
VERBS = {
    "pass": Said("Pass the bank on"),
    "bank": Said("Be the bank with"),
    "set": Said("Lay these two as the low hand"),
}
WINS = {BET: Said("both of your hands beat the bank's")}


def draw(rules: Rules, layout: Layout) -> Felt:
    """The felt with its one spot; where seven cards lay, two come to lie as the low hand and five as the high."""
    drawn = cell(rules, layout[BET])
    assert rules.players.seats is not None
    hands = {"mano": (0.0, 1.0), "baja": (0.0, 0.35), "alta": (0.35, 0.65)}
    return Cloth(rules.players.seats, [Box(BET, drawn.text, drawn.note)], HAND, HAND, hands, named=NAMED).felt()


def made(rules: Rules, place: str, lying: Mapping[str, Sequence[str]]) -> str:
    """What a hand makes once it has been parted, in words."""
    low, high = order(rules).low.ranking, order(rules).high.ranking
    return _made(low, place, lying, hands=("baja",)) or _made(high, place, lying, hands=("alta",))
