"""The felt of trijoker: two places for the common cards, and three boxes for each player."""

from collections.abc import Mapping, Sequence

from tapete.engine.stakes import Layout
from tapete.errors import Said
from tapete.games.shared.felt.arc import Box, Cloth
from tapete.games.shared.felt.geometry import Felt
from tapete.games.shared.felt.making import made as _made
from tapete.games.shared.felt.tiles import cell
from tapete.games.trijoker.play import LEFT, RIGHT
from tapete.games.trijoker.rules import OWN, Rules, ranking

EXAMPLES = ("apuesta 1", "apuesta 2", "apuesta 3")
WINS = {"apuesta": Said("your cards and the two for everybody make a hand that has a prize")}


def draw(rules: Rules, layout: Layout) -> Felt:
    """The felt with every spot of the layout."""
    boxes = [Box(drawn.spot, drawn.text, drawn.note) for drawn in (cell(rules, spot) for spot in layout.values())]
    assert rules.players.seats is not None
    return Cloth(rules.players.seats, boxes, OWN, 0, common=(LEFT, RIGHT)).felt()


def made(rules: Rules, place: str, lying: Mapping[str, Sequence[str]]) -> str:
    """What somebody's cards and the common ones that are turned make, in words."""
    return _made(ranking(rules), place, lying, [where for where in lying if where.startswith("comun")])
