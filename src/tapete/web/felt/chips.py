"""Chips as they lie on a drawn felt: a disc for each player on each spot, those of one spot side by side."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tapete.engine.places import Stake, stakes
from tapete.web.felt.geometry import Drawing, Rect

SIZE = 13.0
COLOURS = 8
LONG = 90.0  # from this length on, chips lie at the end of a spot


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


class Lying(NamedTuple):
    """A stake as the felt shows it."""

    who: str
    spot: str
    cents: int
    imprisoned: bool


def lying(places: Mapping[str, int]) -> list[Lying]:
    """Every stake on the felt or in prison; how often a zero has met it is not part of where it lies."""
    found = [_lying(stake, False) for stake in stakes(places)]
    return found + [_lying(stake, True) for stake in stakes(places, "prison")]


def _lying(stake: Stake, imprisoned: bool) -> Lying:
    return Lying(stake.who, stake.bet, stake.cents, imprisoned)


def discs(drawing: Drawing, places: Mapping[str, int], order: Sequence[str], me: str) -> list[Disc]:
    """The discs of a felt; `order` gives each player a colour."""
    by_spot: dict[str, list[Lying]] = {}
    for stake in lying(places):
        spot = stake.spot if stake.spot in drawing.by_spot else stake.spot.partition(":")[0]
        by_spot.setdefault(spot, []).append(stake)
    return [disc for spot, there in by_spot.items() for disc in _on(drawing.of(spot), there, order, me)]


def _on(rect: Rect, there: Sequence[Lying], order: Sequence[str], me: str) -> Iterable[Disc]:
    """Discs beside one another: around the middle of a small spot, at the end of a long one, off its words."""
    x, y = rect.centre
    along = rect.w >= rect.h
    apart = SIZE * (1.1 if max(rect.w, rect.h) >= LONG else 1.6)
    span = (len(there) - 1) * apart
    if max(rect.w, rect.h) >= LONG:
        x, y = (rect.right - SIZE - span / 2 - 6, y) if along else (x, rect.bottom - SIZE - span / 2 - 6)
    for i, stake in enumerate(there):
        away = i * apart - span / 2
        colour = order.index(stake.who) % COLOURS if stake.who in order else 0
        yield Disc(
            round(x + (away if along else 0), 1),
            round(y + (0 if along else away), 1),
            SIZE,
            colour,
            short(stake.cents),
            stake.imprisoned,
            stake.who == me,
            stake.who,
        )


def short(cents: int) -> str:
    """An amount that fits on a chip.

    >>> short(500), short(250), short(120000), short(1250000)
    ('5', '2.5', '1.2k', '12k')
    """
    value = cents / 100
    if value >= 10_000:
        return f"{value / 1000:.0f}k"
    return f"{value / 1000:.1f}k".replace(".0k", "k") if value >= 1000 else f"{value:.4g}"
