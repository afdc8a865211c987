"""The felt of craps: the numbers with the bets above and below them, the lines and the field, the bets of one throw."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tapete.engine.places import tail_of
from tapete.engine.stakes import Layout
from tapete.engine.views import View
from tapete.errors import Said
from tapete.games.dados.rules import Rules, automata
from tapete.games.dados.settle import WINS as PAID
from tapete.games.dados.settle import resolve
from tapete.games.shared.felt.geometry import THUMB, Cell, Drawing, Felt, Place, Rect, rows
from tapete.games.shared.felt.tiles import cell

NUMBERS = ("4", "5", "6", "8", "9", "10")
ABOVE = ("dont-come", "asociada-dont-come", "wrong-bet")  # against a number, from the edge towards it
BELOW = ("come", "asociada-come", "right-bet")  # on a number
LINES = (("dont-win", "asociada-dont-win"), ("win", "asociada-win"))
BARS = (("come", "dont-come", "field"), *LINES)
HARD = "hard-ways"
WIDE, BODY, GAP = 960.0, 692.0, 12.0
UPRIGHT = 480.0  # how wide it is on a phone, whose stage is about as high
CLOSE = 6  # bets of one throw side by side there
BAR = 48.0  # how high a line is there
NEXT, BEFORE_SEVEN = Said("{wins} in the next throw"), Said("{wins} before a 7")
POINT_FIRST = Said("more beside a bet that has its point: the point before a 7")
SEVEN_FIRST = Said("more beside a bet that has its point: a 7 before the point")
WINS = {
    "win": Said("{wins} in the first throw; any other number but {loses} is the point, and must come again before a 7"),
    "dont-win": Said("{wins} in the first throw, or a 7 before the point comes again; {null} is void"),
    "come": Said("as Win, begun with any later throw"),
    "dont-come": Said("as Don't Win, begun with any later throw"),
    **dict.fromkeys(("field", "under-7", "over-7", "juego-de-7", "juego-de-11"), NEXT),
    **dict.fromkeys(("any-craps", "craps-2", "craps-3", "craps-12", "horn"), NEXT),
    **dict.fromkeys(("big-6", "big-8"), BEFORE_SEVEN),
    "hard-ways": Said("the number with two equal dice, before a 7 and before it comes otherwise"),
    **dict.fromkeys(("asociada-win", "asociada-come"), POINT_FIRST),
    **dict.fromkeys(("asociada-dont-win", "asociada-dont-come"), SEVEN_FIRST),
    "right-bet": Said("the number you choose before a 7"),
    "wrong-bet": Said("a 7 before the number you choose"),
}


class Rows(NamedTuple):
    """How high a row of bets is, one on which chips only come to rest and the numbers', and how wide a row's name."""

    bets: float
    resting: float
    number: float
    name: float


LARGE, SMALL = Rows(THUMB + 2, 34, 40, 120), Rows(34, 24, 28, 112)
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


def winners(rules: Rules, thrown: str) -> frozenset[str]:
    """The spots that win by a throw alone, whatever the point is: neither lines nor what travels or follows them."""
    dice = [int(die) for die in thrown.split()]
    alone = {name: bet for name, bet in rules.bets.items() if bet.made == "any-throw" and not bet.line}
    return frozenset(
        spot
        for name, bet in alone.items()
        for spot, number in bet.spots(name).items()
        if resolve(automata(rules)[name].first, number, *dice) == PAID
    )


def puck(rules: Rules, view: View) -> tuple[str, str]:  # noqa: ARG001
    """On the point, or beside the numbers while there is none."""
    point = view.carry.get("point", 0)
    return (f"point:{point}", "ON") if point else ("off", "OFF")


def _wide(rules: Rules, layout: Layout) -> Drawing:
    """Numbers and lines at the left, the bets of one throw at the right."""
    numbers = list(_numbers(rules, layout, Rect(0, 0, BODY, 0), LARGE))
    bars = list(_bars(rules, layout, BARS, Rect(0, _below(numbers) + GAP, BODY, LARGE.bets)))
    height = bars[-1].rect.bottom
    rest = _rest(rules, layout, (*numbers, *bars))
    lines = -(-len(rest) // 2)
    corner = Rect(BODY + GAP, 0, (WIDE - BODY - GAP) / 2, height / lines)
    return _drawing(WIDE, [*numbers, *bars, *rows(rest, 2, corner)])


def _tall(rules: Rules, layout: Layout) -> Drawing:
    """The same below one another, close enough to be seen at once."""
    bars = list(_bars(rules, layout, BARS, Rect(0, 0, UPRIGHT, BAR)))
    numbers = list(_numbers(rules, layout, Rect(0, bars[-1].rect.bottom, UPRIGHT, 0), SMALL))
    rest = _rest(rules, layout, (*numbers, *bars))
    ways = [cell._replace(text=tail_of(cell.spot)) for cell in rest if cell.spot.startswith(HARD)]
    name = Place("", Rect(0, _below(numbers), SMALL.name, BAR), rules.bets[HARD].name, "label", open=False)
    hard = rows(ways, len(ways), name.rect._replace(x=SMALL.name, w=(UPRIGHT - SMALL.name) / len(ways)))
    corner = Rect(0, name.rect.bottom, UPRIGHT / CLOSE, BAR)
    return _drawing(UPRIGHT, [*bars, *numbers, name, *hard, *rows(rest[len(ways) :], CLOSE, corner)])


def _drawing(width: float, places: list[Place]) -> Drawing:
    named = {f"point:{place.text}": place.rect for place in places if place.kind == "label number"}
    first = named[f"point:{NUMBERS[0]}"]
    aside = first._replace(x=first.x - 40, w=40)
    marks = {name: rect._replace(w=rect.w / 5) for name, rect in named.items()}  # the number stays to be read
    return Drawing(width, _below(places), places, marks={**marks, "off": aside})


def _below(places: Sequence[Place]) -> float:
    """Where what is drawn so far ends."""
    return max(place.rect.bottom for place in places)


def _numbers(rules: Rules, layout: Layout, corner: Rect, size: Rows) -> Iterator[Place]:
    """The six numbers between the bets against them and those on them; what travels there comes to rest beside them."""
    column = (corner.w - size.name) / len(NUMBERS)
    y = corner.y
    for bets in (ABOVE, BELOW):
        for bet in bets:
            spots = [f"{bet}:{number}" for number in NUMBERS]
            rests = bool(rules.bets[bet].sets) if bet in rules.bets else False
            if not rests and not any(spot in layout for spot in spots):
                continue
            high = size.resting if rests else size.bets
            for i, spot in enumerate(spots):
                rect = Rect(size.name + i * column, y, column, high)
                note = pays(rules, spot)[0] if spot in layout else ""
                taken = spot in layout
                yield Place(spot, rect, "", "cell" if taken else "rest", note, open=taken)
            yield Place("", Rect(0, y, size.name, high), rules.bets[bet].name, "label", open=False)
            y += high
        if bets is ABOVE:
            for i, number in enumerate(NUMBERS):
                yield Place(
                    "", Rect(size.name + i * column, y, column, size.number), number, "label number", open=False
                )
            y += size.number


def _bars(rules: Rules, layout: Layout, bars: Sequence[Sequence[str]], first: Rect) -> Iterator[Place]:
    """The lines and the field, each across the felt."""
    y = first.y
    for bar in bars:
        there = [spot for spot in bar if spot in layout]
        for i, spot in enumerate(there):
            across = first.w / len(there)
            found_cell = _cell(rules, layout, spot)
            yield Place(spot, Rect(i * across, y, across, first.h), found_cell.text, "cell", found_cell.note)
        y += first.h if there else 0


def _rest(rules: Rules, layout: Layout, taken: Sequence[Place]) -> list[Cell]:
    """The bets of one throw, the hard ways first."""
    there = {place.spot for place in taken}
    spots = [spot for spot in layout if spot not in there]
    return [_cell(rules, layout, spot) for spot in sorted(spots, key=lambda spot: not spot.startswith(HARD))]


def _cell(rules: Rules, layout: Layout, spot: str) -> Cell:
    return cell(rules, layout[spot])._replace(note="|".join(pays(rules, spot)))
