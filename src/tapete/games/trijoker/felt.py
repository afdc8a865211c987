"""The felt of trijoker: two places for the common cards, and a player's three boxes below them."""

from collections.abc import Mapping, Sequence

from tapete.engine.stakes import Layout
from tapete.games.shared.felt.geometry import TALL, Cell, Drawing, Felt, Place, Rect, rows
from tapete.games.shared.felt.making import made as _made
from tapete.games.shared.felt.tiles import HIGHER
from tapete.games.trijoker.play import LEFT, RIGHT
from tapete.games.trijoker.rules import Rules, ranking

EXAMPLES = ("apuesta 1", "apuesta 2", "apuesta 3")
CARD, GAP = Rect(0, 0, 96, 144), 16.0


def draw(rules: Rules, layout: Layout) -> Felt:
    """The felt with every spot of the layout."""
    return Felt(_drawing(rules, layout, 840), _drawing(rules, layout, TALL))


def _drawing(rules: Rules, layout: Layout, width: float) -> Drawing:
    cards = {
        LEFT: CARD._replace(x=width / 2 - GAP / 2 - CARD.w),
        RIGHT: CARD._replace(x=width / 2 + GAP / 2),
    }
    places = [Place("", rect, "", "card-place", open=False) for rect in cards.values()]
    cells = [
        Cell(spot.id, f"{rules.bets[spot.bet].name} {spot.id.partition(':')[2]}", "cell") for spot in layout.values()
    ]
    places += rows(cells, len(cells), Rect(0, CARD.bottom + GAP, width / len(cells), HIGHER))
    return Drawing(width, places[-1].rect.bottom, places, cards)


def made(rules: Rules, place: str, lying: Mapping[str, Sequence[str]]) -> str:
    """What somebody's cards and the common ones that are turned make, in words."""
    return _made(ranking(rules), place, lying, [where for where in lying if where.startswith("comun")])
