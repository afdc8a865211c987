"""The felt of blackjack: a block for each square, the line of insurance between it and the bank."""

from tapete.engine.stakes import Layout
from tapete.errors import Said
from tapete.games.blackjack.rules import INSURANCE, MAIN, Rules
from tapete.games.shared.felt.geometry import TALL, Drawing, Felt, Place, Rect
from tapete.games.shared.felt.tiles import HIGH, cell

GAP = 8.0  # between the blocks of one row and of the next
SHARES = {1: (1.0,), 2: (0.42, 0.58)}  # of a line: a square with its insurance, which has a name to bear
EXAMPLES = ("casilla 1", "casilla 2", "casilla 1.1", "casilla 2.1")
VERBS = {
    "admit": Said("Admit behind the square"),
    "dismiss": Said("Admit no longer"),
}


def draw(rules: Rules, layout: Layout) -> Felt:
    """The felt with every spot of the layout."""
    blocks = _blocks(rules, layout)
    return Felt(
        _drawing(rules, layout, blocks, 840, len(blocks)),
        _drawing(rules, layout, blocks, TALL, 4 if rules.rows == 1 else 2),
    )


def _blocks(rules: Rules, layout: Layout) -> list[list[list[str]]]:
    """What lies at each square, line by line from the bank to the player; of several rows, each is a line."""
    found: dict[str, dict[str, list[str]]] = {}
    for spot in layout.values():
        number, _, row = spot.id.partition(":")[2].partition(".")
        found.setdefault(number, {}).setdefault(row if spot.bet in (MAIN, INSURANCE) else spot.bet, []).append(spot.id)
    if rules.rows > 1:
        return [list(lines.values()) for lines in found.values()]
    return [[[spot] for line in lines.values() for spot in line][::-1] for lines in found.values()]


def _drawing(rules: Rules, layout: Layout, blocks: list[list[list[str]]], width: float, per_row: int) -> Drawing:
    places = []
    across, high = width / per_row, len(blocks[0]) * HIGH + GAP
    for i, lines in enumerate(blocks):
        for y, line in enumerate(lines):
            x, top = i % per_row * across, i // per_row * high + y * HIGH
            for spot, share in zip(line, SHARES[len(line)], strict=True):
                places.append(_place(rules, layout, spot, Rect(x, top, across * share, HIGH)))
                x += across * share
    return Drawing(width, max(place.rect.bottom for place in places), places)


def _place(rules: Rules, layout: Layout, spot: str, rect: Rect) -> Place:
    """A square bears its number; what lies beside it, its name."""
    found = cell(rules, layout[spot])
    bet, _, number = spot.partition(":")
    return Place(spot, rect, number if bet == MAIN else rules.bets[bet].name, found.kind, found.note)
