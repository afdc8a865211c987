"""Chips as they lie on a drawn felt: a disc for each player on each spot, those of one spot side by side."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tapete.engine.places import BANCA, PRISON, Stake, place, stakes
from tapete.games.shared.felt.geometry import CHIP, Drawing, Place
from tapete.i18n import number

COLOURS = 8
HOUSE = (50, 100, 250, 500, 1000, 2500, 5000, 10_000, 50_000, 100_000)  # the chips of the house
HIGHEST = 3  # chips that are drawn below the uppermost of a stack
ON_A_LINE = 21.0  # how far apart chips on a line lie, which may leave it rather than hide one another
HUNDRED, THOUSAND = 100, 1000
SMALL, LEAST = 9.0, 6.0  # the radius of a chip among words that leave it no room, and of the smallest
OVER = 6.0  # how far from the edges its middle is there: it lies on the corner
EDGE = 3.0  # between a chip below words and the edge of its cell


class Disc(NamedTuple):
    """A stake on the drawing: its middle, whose it is (by number of colour), and the words on it."""

    x: float
    y: float
    r: float
    colour: int
    text: str
    imprisoned: bool
    mine: bool
    title: str
    spot: str
    cents: int

    @property
    def chip(self) -> int:
        """The greatest chip in it, which lies uppermost."""
        return chip(self.cents)

    @property
    def small(self) -> bool:
        """Whether it is too small for letters as large as others have."""
        return self.r < CHIP

    @property
    def wordless(self) -> bool:
        """Whether it is too small for any letters on a phone."""
        return self.r < SMALL

    @property
    def under(self) -> list[float]:
        """Where the chips below that one lie, the lowest first."""
        return [round(self.y + 2.2 * below, 1) for below in range(min(chips(self.cents) - 1, HIGHEST), 0, -1)]


class Lying(NamedTuple):
    """A stake as the felt shows it."""

    who: str
    spot: str
    cents: int
    imprisoned: bool


def lying(places: Mapping[str, int]) -> list[Lying]:
    """Every stake on the felt or in prison; how often a zero has met it is not part of where it lies."""
    lyings = [_lying(stake, False) for stake in stakes(places)]
    return lyings + [_lying(stake, True) for stake in stakes(places, PRISON)]


def _lying(stake: Stake, imprisoned: bool) -> Lying:
    return Lying(stake.who, place(stake.place).on, stake.cents, imprisoned)


def chip(cents: int) -> int:
    """The greatest chip of the house that an amount has in it.

    >>> chip(7500), chip(5), chips(7500)
    (5000, 50, 2)
    """
    return max((value for value in HOUSE if value <= cents), default=HOUSE[0])


def chips(cents: int) -> int:
    """How many chips an amount is, in the greatest that make it up."""
    count = 0
    for value in reversed(HOUSE):
        count, cents = count + cents // value, cents % value
    return count


def discs(drawing: Drawing, places: Mapping[str, int], order: Sequence[str], me: str) -> list[Disc]:
    """The discs of a felt; `order` gives each player a colour."""
    by_place: dict[Place, list[Lying]] = {}
    for stake in lying(places):
        by_place.setdefault(drawing.of(stake.spot, stake.who), []).append(stake)
    for path, cents in places.items() if drawing.before else ():
        if cents and (at := place(path)).zone.name == BANCA:
            by_place.setdefault(drawing.bank(at.who), []).append(Lying(at.who, BANCA, cents, False))
    return [disc for place, there in by_place.items() for disc in _on(place, there, order, me)]


def _on(place: Place, there: Sequence[Lying], order: Sequence[str], me: str) -> Iterator[Disc]:
    for (x, y), stake in zip(spread(place, len(there)), there, strict=True):
        colour = order.index(stake.who) % COLOURS if stake.who in order else 0
        mine = stake.who == me
        yield Disc(
            round(x, 1),
            round(y, 1),
            radius(place),
            colour,
            short(stake.cents),
            stake.imprisoned,
            mine,
            stake.who,
            stake.spot,
            stake.cents,
        )


def radius(place: Place) -> float:
    """How large chips are on a place: as elsewhere, but for rings that are smaller and cells full of words."""
    if place.kind == "ring":
        return min(CHIP, max(LEAST, place.rect.w / 2))
    return SMALL if place.crowded else CHIP


def spread(place: Place, count: int) -> list[tuple[float, float]]:
    """Where so many chips lie side by side: below a cell's words, else at its end; around the middle of a line.

    Where words leave no room they lie on the lower right corner and above one another; under a number, whose corners
    are other bets, at the lower edge.

    >>> from tapete.games.shared.felt.geometry import Rect
    >>> spread(Place("pleno:17", Rect(0, 0, 60, 60), "17", "negro"), 1)
    [(30.0, 44.0)]
    """
    rect, (x, y) = place.rect, place.rect.centre
    if place.crowded and place.numbered:
        aside = min(2 * SMALL + 1, (rect.w - 2 * SMALL - 2) / max(count - 1, 1))
        return [(x + (i - (count - 1) / 2) * aside, rect.bottom - SMALL - 1) for i in range(count)]
    if place.crowded:
        above = min(2 * SMALL + 1, (rect.h - 2 * OVER) / max(count - 1, 1))
        return [(rect.right - OVER, rect.bottom - OVER - i * above) for i in range(count)]
    middle = place.roomy or not (place.text or place.note)
    room = (rect.h if place.upright else rect.w if middle else place.aside) - 2 * CHIP - 8
    apart = ON_A_LINE if place.kind == "line" else min(2 * CHIP + 1, room / max(count - 1, 1))
    along = [(i - (count - 1) * (0.5 if middle else 1)) * apart for i in range(count)]
    if place.upright:
        return [(x, rect.bottom - CHIP - 6 + away) for away in along]
    if not middle:
        return [(rect.right - min(CHIP + 6, rect.w / 2) + away, y) for away in along]
    return [(x + away, rect.bottom - CHIP - EDGE if place.text or place.note else y) for away in along]


def short(cents: int) -> str:
    """An amount that fits on a chip, as the reader's language writes it.

    >>> from tapete.i18n import speaking
    >>> with speaking("es"): short(500), short(250), short(27107), short(120000), short(1250000)
    ('5', '2,5', '271', '1,2k', '12k')
    """
    value = cents / 100
    if value >= THOUSAND:
        return f"{number(value / THOUSAND, 1 if value < 10 * THOUSAND else 0)}k"
    return number(value, 2 if value < HUNDRED else 0)
