"""The felt of poker without discard: squares along an arc, each from the bank down to the first stake."""

from collections.abc import Mapping, Sequence
from functools import partial

from tapete.engine.stakes import Layout
from tapete.errors import Said
from tapete.games.poker_sin_descarte.rules import FIRST, SECOND, Rules, order, place_of, spot_of
from tapete.games.shared.felt.geometry import TALL, THUMB, Drawing, Felt, Place, Rect
from tapete.games.shared.felt.making import made as _made
from tapete.games.shared.felt.numbered import WIDE, along
from tapete.games.shared.felt.tiles import HIGH, cell
from tapete.games.shared.mano.cards import CROUPIER
from tapete.games.shared.mano.five import HAND

LINE = THUMB + 2  # how high what lies beside the first stake is
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
    lines = {number: [*spots[:0:-1], spot_of(SECOND, number), spots[0]] for number, spots in blocks.items()}
    return Felt(_drawing(rules, layout, lines, WIDE), _drawing(rules, layout, lines, TALL))


def _drawing(rules: Rules, layout: Layout, blocks: Mapping[int, Sequence[str]], width: float) -> Drawing:
    """On a phone there is no room for names beside the numbers: what lies where is printed before the bank."""
    lay = {f"mano/{number}": partial(_block, rules, layout, spots, width) for number, spots in blocks.items()}
    names = [rules.bets[spot.partition(":")[0]].name for spot in next(iter(blocks.values()))]
    return along(width, lay, f"mano/{CROUPIER}", [(" · ".join(names), "")] if width == TALL else [], HAND)


def _block(rules: Rules, layout: Layout, spots: Sequence[str], width: float, corner: Rect) -> list[Place]:
    """What lies at one square, below one another: the bets on cards and the second stake lower than the first."""
    places: list[Place] = []
    for spot in spots:
        top = places[-1].rect.bottom if places else corner.y
        high = HIGH if spot.startswith(f"{FIRST}:") else LINE
        places.append(_place(rules, layout, spot, Rect(corner.x, top, corner.w, high), width > TALL))
    return places


def _place(rules: Rules, layout: Layout, spot: str, rect: Rect, named: bool) -> Place:
    """A first stake's ring bears the square's number; the others their names; the second takes chips with the cards."""
    bet = spot.partition(":")[0]
    name = rules.bets[bet].name if named else ""
    if spot not in layout:
        return Place(spot, rect, name, "cell", open=False)
    found = cell(rules, layout[spot])
    if bet == FIRST:
        return Place(spot, rect, str(place_of(spot)), "cell ring", found.note if named else "")
    return Place(spot, rect, name, found.kind, found.note if named else "")


def made(rules: Rules, place: str, lying: Mapping[str, Sequence[str]]) -> str:
    """What a hand makes, in words."""
    return _made(order(rules).lookup.ranking, place, lying)
