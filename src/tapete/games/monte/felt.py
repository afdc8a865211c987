"""The felt of monte: four cards in a square, the bets of each around it, those on two cards below."""

from collections.abc import Sequence
from typing import NamedTuple

from tapete.engine.places import bet_of, tail_of
from tapete.engine.stakes import Layout
from tapete.errors import Said
from tapete.games.monte.play import UNCOVERED
from tapete.games.monte.rules import ORDINALS, MonteBet, Rules
from tapete.games.shared.felt.geometry import TALL, Drawing, Felt, Place, Rect, frame
from tapete.games.shared.felt.results import ASIDE
from tapete.games.shared.felt.tiles import HIGH

LETTERS = {"vista-hermosa": "VIS", "camo": "C", "anti": "A", "viudo": "V", "salto": "S"}  # as the felt has them
GAP = 12.0
CAMO = Said("a card of the same value and of the suit after that of the card laid out")
ANTI = Said("a card of the same value and of the suit before that of the card laid out")
VIUDO = Said("a card of the same value and of the suit that is neither before nor after that of the card laid out")
CARTAS = Said("your card, or one of your two, is matched before those it plays against")
WINS = {
    "vista-hermosa": Said("the first card drawn has the same value and the suit after that of the card laid out"),
    "salto": Said("a card of the same value as the card laid out, of any suit"),
    **dict.fromkeys(("camo", "camo-segundas"), CAMO),
    **dict.fromkeys(("anti", "anti-segundas"), ANTI),
    **dict.fromkeys(("viudo", "viudo-segundas"), VIUDO),
    **dict.fromkeys(("cartas", "cartas-segundas"), CARTAS),
}


class Shape(NamedTuple):
    """How a felt is drawn: its width, bets beside a card, bets of Segundas and on two cards in a row, heights.

    Uncovered cards lie in a room beside the bets, or above them on a phone: `drawn` is its shorter side.
    """

    width: float
    beside: int
    second: int
    pairs: int
    high: float
    name: float
    drawn: float


WIDE, SMALL = Shape(840, 5, 4, 6, HIGH, 26, 84), Shape(TALL, 2, 4, 4, 36, 18, 60)
EXAMPLES = ("camo 1", "anti 2", "cartas 1-2")


def draw(rules: Rules, layout: Layout) -> Felt:
    """The felt with every spot of the layout."""
    return Felt(_drawing(rules, layout, WIDE), _drawing(rules, layout, SMALL))


def _drawing(rules: Rules, layout: Layout, shape: Shape) -> Drawing:
    places: list[Place] = []
    cards: dict[str, Rect] = {}
    stands = shape.width == TALL
    side, top = (shape.width - GAP) / 2, shape.drawn + GAP if stands else 0.0
    for number, ordinal in enumerate(ORDINALS):
        corner = Rect(number % 2 * (side + GAP), top, side, shape.high)
        room = corner._replace(w=side / (shape.beside + 1), h=2 * shape.high)
        cards[ordinal] = room._replace(h=room.h - shape.name)  # its number stays to be read below it
        places += _around(rules, _on(layout, str(number + 1)), room, corner, shape)
        top = top if number % 2 == 0 else places[-1].rect.bottom + GAP
    pairs = [spot for spot in layout if len(_cards(spot)) > 1]
    places.append(_label(rules.bets[bet_of(pairs[0])].name, Rect(0, top, shape.width, shape.name)))
    places += _rows(rules, pairs, shape.pairs, Rect(0, top + shape.name, shape.width, shape.high))
    height = places[-1].rect.bottom
    width = shape.width if stands else shape.width + GAP + shape.drawn
    beside = Rect(0, 0, width, shape.drawn) if stands else Rect(width - shape.drawn, 0, shape.drawn, height)
    uncovered, away = _parted(beside, GAP)
    cards |= {UNCOVERED: uncovered, **dict.fromkeys(ASIDE, away)}
    return Drawing(width, height, places, cards, (frame(uncovered), frame(away)))


def _parted(room: Rect, gap: float) -> tuple[Rect, Rect]:
    """A room along its longer side: most of it, and the rest.

    >>> _parted(Rect(0, 0, 100, 10), 4)
    (Rect(x=0, y=0, w=72.0, h=10), Rect(x=76.0, y=0, w=24.0, h=10))
    """
    if room.w > room.h:
        most = (room.w - gap) * 0.75
        return room._replace(w=most), room._replace(x=room.x + most + gap, w=room.w - most - gap)
    most = (room.h - gap) * 0.75
    return room._replace(h=most), room._replace(y=room.y + most + gap, h=room.h - most - gap)


def _cards(spot: str) -> str:
    """The cards on which a bet is, by their numbers.

    >>> _cards("camo:1"), _cards("cartas:12-34")
    ('1', '12')
    """
    return tail_of(spot).partition("-")[0]


def _on(layout: Layout, number: str) -> list[str]:
    return [spot for spot in layout if _cards(spot) == number]


def _around(rules: Rules, spots: Sequence[str], card: Rect, corner: Rect, shape: Shape) -> list[Place]:
    """The bets on a card: those of Primeras beside it and then below, those of Segundas under their name."""
    first = [spot for spot in spots if _bet(rules, spot).phase == "primeras"]
    second = [spot for spot in spots if spot not in first]
    right = corner._replace(x=card.right, w=corner.w - card.w)
    places = [
        Place("", card, "", "card-place", open=False),
        _label(_cards(spots[0]), Rect(card.x, card.bottom - shape.name, card.w, shape.name)),
        *_rows(rules, first[: 2 * shape.beside], shape.beside, right),
        *_rows(rules, first[2 * shape.beside :], shape.beside + 1, corner._replace(y=card.bottom)),
    ]
    top = places[-1].rect.bottom
    places.append(_label(_bet(rules, second[0]).phase.capitalize(), corner._replace(y=top, h=shape.name)))
    return [*places, *_rows(rules, second, shape.second, corner._replace(y=top + shape.name))]


def _rows(rules: Rules, spots: Sequence[str], per_row: int, first: Rect) -> list[Place]:
    """Spots in rows of so many, `first` being the first row; those of the last share it."""
    places = []
    for i in range(0, len(spots), per_row):
        row = spots[i : i + per_row]
        across, y = first.w / len(row), first.y + i // per_row * first.h
        places += [_place(rules, spot, Rect(first.x + j * across, y, across, first.h)) for j, spot in enumerate(row)]
    return places


def _place(rules: Rules, spot: str, rect: Rect) -> Place:
    bet, _, on = spot.partition(":")
    text = LETTERS.get(bet.removesuffix("-segundas"), on.replace("-", "–"))
    return Place(spot, rect, text, "cell", str(rules.bets[bet].pays))


def _label(text: str, rect: Rect) -> Place:
    return Place("", rect, text, "label", open=False)


def _bet(rules: Rules, spot: str) -> MonteBet:
    return rules.bets[bet_of(spot)]
