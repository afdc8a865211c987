"""The felt of craps: the six numbers with the bets that stand on them, the lines, and the bets of one throw."""

from collections.abc import Iterator

from tapete.engine.stakes import Layout
from tapete.errors import Said
from tapete.games.dados.rules import Rules
from tapete.games.shared.felt.geometry import TALL, THUMB, Drawing, Felt, Place, Rect, rows
from tapete.games.shared.felt.tiles import HIGH, cell

NUMBERS = ("4", "5", "6", "8", "9", "10")
ROW = THUMB
RESTING = 40.0  # a row on which chips only come to rest
LINES = ("win", "dont-win", "come", "dont-come")
EXAMPLES = ("win", "field", "hard ways 6")
VERBS = {
    "refuse-dice": Said("Pass the dice on"),
    "change-dice": Said("Ask for other dice"),
}


def draw(rules: Rules, layout: Layout) -> Felt:
    """The felt with every spot of the layout."""
    return Felt(_drawing(rules, layout, 840, 6), _drawing(rules, layout, TALL, 2))


def _drawing(rules: Rules, layout: Layout, width: float, columns: int) -> Drawing:
    places = list(_numbers(rules, layout, width))
    lines = [name for line in LINES for name in (line, f"asociada-{line}") if name in layout]
    taken = {*(place.spot for place in places), *lines}
    rest = [spot for spot in layout if spot not in taken]
    for spots, per_row in ((lines, 2), (rest, columns)):
        corner = Rect(0, places[-1].rect.bottom + 10, width / per_row, HIGH)
        places += rows([cell(rules, layout[spot]) for spot in spots], per_row, corner)
    return Drawing(width, places[-1].rect.bottom, places)


def _numbers(rules: Rules, layout: Layout, width: float) -> Iterator[Place]:
    """A table of the bets that go by a number; those that travel there come to rest in it."""
    bets = [bet for bet in rules.bets if any(f"{bet}:{number}" in layout for number in NUMBERS)]
    travels = [bet for bet in rules.bets if rules.bets[bet].sets and rules.bets[bet].made == "later-throws"]
    beside = 186.0 if width > 600 else 0.0
    above = 0.0 if beside else 20.0
    column = (width - beside) / len(NUMBERS)
    for i, number in enumerate(NUMBERS):
        yield Place("", Rect(beside + i * column, 0, column, 36), number, "label number", open=False)
    y = 36.0
    for bet in (*travels, *bets):
        high = RESTING if bet in travels else ROW
        name = Rect(0, y, beside or width, above or high)
        yield Place("", name, rules.bets[bet].name, "label", open=False)
        for i, number in enumerate(NUMBERS):
            spot, rect = f"{bet}:{number}", Rect(beside + i * column, y + above, column, high)
            if spot in layout:
                yield Place(spot, rect, "", "cell")
            else:
                yield Place(spot if bet in travels else "", rect, "", "rest", open=False)
        y += above + high
