"""A felt that nobody drew: a table for bets that repeat by number, a tile for every other. Any game has this one."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from tapete.engine.places import tail_of
from tapete.engine.stakes import Layout, Spot
from tapete.games.shared.felt.geometry import TALL, Cell, Drawing, Felt, Place, Rect, rows
from tapete.law.sections import BankRulebook

HIGH, HIGHER = 72.0, 110.0  # a cell of a full felt, and of one with little on it
FEW = 6
NAME = 42.0  # the name above the spots of a bet that has several
MANY, HUNDRED, LOW = 40, 10, 40.0  # more spots than this stand as a hundred does, in tens of low cells


def draw(rules: BankRulebook, layout: Layout) -> Felt:
    """The felt with every spot of the layout."""
    return Felt(_drawing(rules, layout, 840, 9), _drawing(rules, layout, TALL, 4))


def _drawing(rules: BankRulebook, layout: Layout, width: float, columns: int) -> Drawing:
    places: list[Place] = []
    top, high = 0.0, HIGHER if len(layout) <= FEW else HIGH
    for bet, spots in _by_bet(layout):
        cells = [cell(rules, spot) for spot in spots]
        if bet:
            whole = cells[0]._replace(spot="", text=rules.bets[bet].name, kind="label")
            places += [place._replace(open=False) for place in rows([whole], 1, Rect(0, top, width, NAME))]
            top += NAME
            cells = [item._replace(text=_tail(item.spot), note="") for item in cells]
        many = len(cells) > MANY
        across = HUNDRED if many else min(columns if bet else columns // 2, len(cells))
        places += rows(cells, across, Rect(0, top, width / across, LOW if many else high))
        top = places[-1].rect.bottom
    return Drawing(width, max(top, high), places)


def _by_bet(layout: Layout) -> Iterator[tuple[str, list[Spot]]]:
    """Bets with one spot together, then the spots of each bet that has several."""
    bets: dict[str, list[Spot]] = {}
    for spot in layout.values():
        bets.setdefault(spot.bet, []).append(spot)
    single = [spots[0] for spots in bets.values() if len(spots) == 1]
    if single:
        yield "", single
    yield from ((bet, spots) for bet, spots in bets.items() if len(spots) > 1)


def _tail(spot: str) -> str:
    return tail_of(spot).capitalize()


def paid(bet: object) -> tuple[str, ...]:
    """What a bet may pay, the least first: by the hand where it has prizes by hands, else always the same."""
    pays = getattr(bet, "pays", None)
    return by_hand(getattr(bet, "prizes", {}).values()) or ((str(pays),) if pays is not None else ())


def by_hand(prizes: Iterable[object]) -> tuple[str, ...]:
    """What hands pay, each ratio once and the least first; nothing of those that pay none."""
    ratios = {pays for prize in prizes if (pays := getattr(prize, "pays", None))}
    return tuple(str(pays) for pays in sorted(ratios, key=lambda ratio: Fraction(*ratio)))


def cell(rules: BankRulebook, spot: Spot) -> Cell:
    """A spot as a cell: the words on it, how it looks, what it pays."""
    bet = rules.bets[spot.bet]
    tail = tail_of(spot.id)
    kind = spot.id if spot.id in ("rojo", "negro") else "cell"
    return Cell(spot.id, f"{bet.name} {tail}".strip(), kind, spot.pays or "|".join(paid(bet)))
