"""The felt of craps: the numbers with the bets above and below them, the lines and the field, the bets of one throw."""

from collections.abc import Iterator, Sequence

from tapete.engine.stakes import Layout
from tapete.engine.views import View
from tapete.errors import Said
from tapete.games.dados.rules import Rules
from tapete.games.shared.felt.geometry import TALL, THUMB, Cell, Drawing, Felt, Place, Rect, rows
from tapete.games.shared.felt.tiles import cell

NUMBERS = ("4", "5", "6", "8", "9", "10")
ABOVE = ("dont-come", "asociada-dont-come", "wrong-bet")  # against a number, from the edge towards it
BELOW = ("come", "asociada-come", "right-bet")  # on a number
BARS = (("come", "dont-come"), ("field",), ("dont-win", "asociada-dont-win"), ("win", "asociada-win"))
HARD = "hard-ways"
ROW, RESTING, NUMBER = THUMB + 2, 34.0, 40.0  # a row of bets, one on which chips only come to rest, and the numbers'
NAME, NAMED = 20.0, 120.0  # the name of a row above it, and beside it
WIDE, BODY, GAP = 840.0, 592.0, 12.0
EXAMPLES = ("win", "field", "hard ways 6")
VERBS = {
    "refuse-dice": Said("Pass the dice on"),
    "change-dice": Said("Ask for other dice"),
}


def draw(rules: Rules, layout: Layout) -> Felt:
    """The felt with every spot of the layout."""
    return Felt(_wide(rules, layout), _tall(rules, layout))


def pays(rules: Rules, spot: str) -> tuple[str, ...]:
    """By the spot's number where it has one; otherwise all that its bet may pay, by the number or the total."""
    name, _, number = spot.partition(":")
    bet = rules.bets[name]
    if number:
        return (str(bet.pays_by.get(int(number), bet.pays)),)
    return tuple(dict.fromkeys(map(str, (bet.pays, *bet.pays_by.values()))))


def puck(rules: Rules, view: View) -> tuple[str, str]:  # noqa: ARG001
    """On the point, or beside the numbers while there is none."""
    point = view.carry.get("point", 0)
    return (f"point:{point}", "ON") if point else ("off", "OFF")


def _wide(rules: Rules, layout: Layout) -> Drawing:
    """Numbers and lines at the left, the bets of one throw at the right."""
    numbers = list(_numbers(rules, layout, Rect(0, 0, BODY, 0)))
    bars = list(_bars(rules, layout, Rect(0, numbers[-1].rect.bottom + GAP, BODY, ROW)))
    height = bars[-1].rect.bottom
    rest = _rest(rules, layout, (*numbers, *bars))
    lines = -(-len(rest) // 2)
    corner = Rect(BODY + GAP, 0, (WIDE - BODY - GAP) / 2, height / lines)
    return _drawing(WIDE, [*numbers, *bars, *rows(rest, 2, corner)])


def _tall(rules: Rules, layout: Layout) -> Drawing:
    """The same below one another, the lines first: a phone shows the upper part."""
    bars = list(_bars(rules, layout, Rect(0, 0, TALL, ROW)))
    numbers = list(_numbers(rules, layout, Rect(0, bars[-1].rect.bottom + GAP, TALL, 0)))
    rest = _rest(rules, layout, (*numbers, *bars))
    top = numbers[-1].rect.bottom + GAP
    return _drawing(TALL, [*bars, *numbers, *rows(rest, 3, Rect(0, top, TALL / 3, ROW + 10))])


def _drawing(width: float, places: list[Place]) -> Drawing:
    named = {f"point:{place.text}": place.rect for place in places if place.kind == "label number"}
    first = named[f"point:{NUMBERS[0]}"]
    name = next(place.rect for place in places if place.kind == "label")
    aside = first._replace(x=first.x - 40, w=40) if first.x else name._replace(x=name.right - 40, w=40)
    marks = {name: rect._replace(x=rect.right - 44, w=40) for name, rect in named.items()}
    return Drawing(width, max(place.rect.bottom for place in places), places, marks={**marks, "off": aside})


def _numbers(rules: Rules, layout: Layout, corner: Rect) -> Iterator[Place]:
    """The six numbers between the bets against them and those on them; what travels there comes to rest beside them."""
    beside = NAMED if corner.w > TALL else 0.0
    column = (corner.w - beside) / len(NUMBERS)
    y = corner.y
    for bets in (ABOVE, BELOW):
        for bet in bets:
            spots = [f"{bet}:{number}" for number in NUMBERS]
            rests = bool(rules.bets[bet].sets) if bet in rules.bets else False
            if not rests and not any(spot in layout for spot in spots):
                continue
            high = RESTING if rests else ROW
            above = 0.0 if beside else NAME
            yield Place("", Rect(0, y, beside or corner.w, above or high), rules.bets[bet].name, "label", open=False)
            y += above
            for i, spot in enumerate(spots):
                rect = Rect(beside + i * column, y, column, high)
                note = pays(rules, spot)[0] if spot in layout else ""
                taken = spot in layout
                yield Place(spot, rect, "", "cell" if taken else "rest", note, open=taken)
            y += high
        if bets is ABOVE:
            for i, number in enumerate(NUMBERS):
                yield Place("", Rect(beside + i * column, y, column, NUMBER), number, "label number", open=False)
            y += NUMBER


def _bars(rules: Rules, layout: Layout, first: Rect) -> Iterator[Place]:
    """The lines and the field, each across the felt."""
    y = first.y
    for bar in BARS:
        found = [spot for spot in bar if spot in layout]
        for i, spot in enumerate(found):
            across = first.w / len(found)
            found_cell = _cell(rules, layout, spot)
            yield Place(spot, Rect(i * across, y, across, first.h), found_cell.text, "cell", found_cell.note)
        y += first.h if found else 0


def _rest(rules: Rules, layout: Layout, taken: Sequence[Place]) -> list[Cell]:
    """The bets of one throw, the hard ways first."""
    there = {place.spot for place in taken}
    spots = [spot for spot in layout if spot not in there]
    return [_cell(rules, layout, spot) for spot in sorted(spots, key=lambda spot: not spot.startswith(HARD))]


def _cell(rules: Rules, layout: Layout, spot: str) -> Cell:
    return cell(rules, layout[spot])._replace(note="|".join(pays(rules, spot)))
