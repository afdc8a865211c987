"""The felt of poker without discard: a block for each square, from the bank down to the first stake."""

from collections.abc import Mapping, Sequence

from tapete.engine.stakes import Layout
from tapete.errors import Said
from tapete.games.poker_sin_descarte.rules import FIRST, SECOND, Rules, order, place_of, spot_of
from tapete.games.shared.felt.geometry import TALL, Drawing, Felt, Place, Rect
from tapete.games.shared.felt.making import made as _made
from tapete.games.shared.felt.tiles import HIGH, cell

GAP = 8.0  # between the blocks of one row and of the next
EXAMPLES = ("inicial 1", "inicial 2")
VERBS = {
    "admit": Said("Admit behind the hand"),
    "dismiss": Said("Admit no longer"),
    "punish": Said("Punish for telling their cards:"),
}


def draw(rules: Rules, layout: Layout) -> Felt:
    """The felt with every spot of the layout, and the boxes of the second stakes."""
    blocks: dict[int, list[str]] = {}
    for spot in layout:
        blocks.setdefault(place_of(spot), []).append(spot)
    # On the cloth the bets on cards lie nearest to the bank, then the second stake, then the first.
    lines = [[*spots[:0:-1], spot_of(SECOND, number), spots[0]] for number, spots in blocks.items()]
    return Felt(_drawing(rules, layout, lines, 840, len(lines)), _drawing(rules, layout, lines, TALL, 3))


def _drawing(rules: Rules, layout: Layout, blocks: list[list[str]], width: float, per_row: int) -> Drawing:
    across, high = width / per_row, len(blocks[0]) * HIGH + GAP
    places = [
        _place(rules, layout, spot, Rect(i % per_row * across, i // per_row * high + y * HIGH, across, HIGH))
        for i, lines in enumerate(blocks)
        for y, spot in enumerate(lines)
    ]
    return Drawing(width, max(place.rect.bottom for place in places), places)


def _place(rules: Rules, layout: Layout, spot: str, rect: Rect) -> Place:
    """A first stake's box bears the square's number; the others their names; the second takes chips with the cards."""
    bet = spot.partition(":")[0]
    if spot not in layout:
        return Place(spot, rect, rules.bets[bet].name, "cell", open=False)
    found = cell(rules, layout[spot])
    return Place(spot, rect, str(place_of(spot)) if bet == FIRST else rules.bets[bet].name, found.kind, found.note)


def made(rules: Rules, place: str, lying: Mapping[str, Sequence[str]]) -> str:
    """What a hand makes, in words."""
    return _made(order(rules).lookup.ranking, place, lying)
