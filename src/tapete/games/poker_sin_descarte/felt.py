"""The felt of poker without discard: squares along an arc, each from the bank down to the first stake."""

from collections.abc import Mapping, Sequence
from functools import partial

from tapete.engine.places import bet_of
from tapete.engine.stakes import Layout
from tapete.errors import Said
from tapete.games.poker_sin_descarte.rules import FIRST, SECOND, Rules, order, place_of, spot_of
from tapete.games.shared.felt.geometry import TALL, THUMB, Felt, Place, Rect
from tapete.games.shared.felt.making import made as _made
from tapete.games.shared.felt.numbered import ACROSS_AT_MOST, WIDE, along, with_cards_above
from tapete.games.shared.felt.tiles import HIGH, by_hand, cell
from tapete.games.shared.mano import wins as mano
from tapete.games.shared.mano.cards import CROUPIER
from tapete.games.shared.mano.five import HAND

BANK_HAND = f"mano/{CROUPIER}"
PER_ROW = 5  # squares on a phone where they are too many for an arc
LINE = THUMB + 2  # how high what lies beside the first stake is
LOW = 34.0  # and the second stake where room is scarce: no thumb puts it there
EXAMPLES = ("inicial 1", "inicial 2")
VERBS = {
    "admit": Said("Admit behind the hand"),
    "dismiss": Said("Admit no longer"),
    "punish": Said("Punish for telling their cards:"),
}
WINS = {
    FIRST: mano.FIRST,
    SECOND: mano.SECOND,
    **dict.fromkeys(("seguro", "carrusel", "progresivo"), mano.OWN),
}


def draw(rules: Rules, layout: Layout) -> Felt:
    """The felt with every spot of the layout, and the boxes of the second stakes."""
    blocks: dict[int, list[str]] = {}
    for spot in layout:
        blocks.setdefault(place_of(spot), []).append(spot)
    # On the cloth the bets on cards lie nearest to the bank, then the second stake, then the first.
    lines = {number: [*spots[:0:-1], spot_of(SECOND, number), spots[0]] for number, spots in blocks.items()}
    wide, tall, low = (
        {f"mano/{number}": partial(_block, rules, layout, spots, named, high) for number, spots in lines.items()}
        for named, high in ((True, LINE), (False, LINE), (True, LOW))
    )
    names = [rules.bets[bet_of(spot)].name for spot in next(iter(lines.values()))]
    # On a phone there is no room for names beside the numbers: what lies where is printed before the bank.
    printed = [(" · ".join(names), "")]
    second = "|".join(by_hand(rules.hands.kinds.values()))
    narrow = len(lines) <= ACROSS_AT_MOST
    return Felt(
        along(WIDE, wide, BANK_HAND, [(rules.bets[SECOND].name, second)], HAND),
        along(TALL, tall, BANK_HAND, printed, HAND) if narrow else with_cards_above(low, PER_ROW, HAND, BANK_HAND),
    )


def _block(rules: Rules, layout: Layout, spots: Sequence[str], named: bool, second: float, corner: Rect) -> list[Place]:
    """What lies at one square, below one another: the bets on cards and the second stake lower than the first."""
    highs = {FIRST: HIGH, SECOND: second}
    places: list[Place] = []
    for spot in spots:
        top = places[-1].rect.bottom if places else corner.y
        rect = Rect(corner.x, top, corner.w, highs.get(bet_of(spot), LINE))
        places.append(_place(rules, layout, spot, rect, named))
    return places


def _place(rules: Rules, layout: Layout, spot: str, rect: Rect, named: bool) -> Place:
    """A first stake's ring bears the square's number; the others their names; the second takes chips with the cards."""
    bet = bet_of(spot)
    name = rules.bets[bet].name if named else ""
    if spot not in layout:
        return Place(spot, rect, name, "cell", open=False)
    drawn = cell(rules, layout[spot])
    if bet == FIRST:
        return Place(spot, rect, str(place_of(spot)), "cell ring", drawn.note if named else "")
    return Place(spot, rect, name, drawn.kind, drawn.note if named else "")


def made(rules: Rules, place: str, lying: Mapping[str, Sequence[str]]) -> str:
    """What a hand makes, in words."""
    return _made(order(rules).lookup.ranking, place, lying)
