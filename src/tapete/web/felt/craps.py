"""The felt of craps: the six numbers with the bets that stand on them, the lines, and the bets of one throw."""

from collections.abc import Iterator

from tapete.engine.stakes import Layout
from tapete.games.dados.rules import Rules
from tapete.web.felt.geometry import Drawing, Felt, Place, Rect, rows
from tapete.web.felt.tiles import cell

NUMBERS = ("4", "5", "6", "8", "9", "10")
ROW = 44.0
LINES = ("win", "dont-win", "come", "dont-come")


def draw(rules: Rules, layout: Layout) -> Felt:
    """The felt with every spot of the layout."""
    return Felt(_drawing(rules, layout, 840, 4), _drawing(rules, layout, 360, 2))


def _drawing(rules: Rules, layout: Layout, width: float, columns: int) -> Drawing:
    places = list(_numbers(rules, layout, width))
    top = places[-1].rect.bottom + 10
    for name in LINES:
        beside = f"asociada-{name}"
        share = width * 0.5 if beside in layout else width
        places.append(Place(name, Rect(0, top, share, ROW), rules.bets[name].name, "cell line-bet", _pays(rules, name)))
        if beside in layout:
            rect = Rect(share, top, width - share, ROW)
            places.append(Place(beside, rect, rules.bets[beside].name, "cell", ""))
        top += ROW
    taken = {place.spot for place in places}
    rest = [cell(rules, spot) for spot in layout.values() if spot.id not in taken]
    places += rows(rest, columns, Rect(0, top + 10, width / columns, ROW + 6))
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
    for row, bet in enumerate([*travels, *bets]):
        y = 36 + row * (ROW + above)
        name = Rect(0, y, beside or width, above or ROW)
        yield Place("", name, rules.bets[bet].name, "label", open=False)
        for i, number in enumerate(NUMBERS):
            spot, rect = f"{bet}:{number}", Rect(beside + i * column, y + above, column, ROW)
            if spot in layout:
                yield Place(spot, rect, "", "cell")
            else:
                yield Place(spot if bet in travels else "", rect, "", "rest", open=False)


def _pays(rules: Rules, bet: str) -> str:
    return str(rules.bets[bet].pays)
