"""The felt of punto y banca: a band for each bet, room for both hands, points, and the road of coups."""

from collections.abc import Sequence

from tapete.engine.requests import Announce
from tapete.engine.stakes import Layout
from tapete.engine.transcript import Entry
from tapete.errors import Said
from tapete.games.punto_banca.rules import HANDS, Rules
from tapete.games.shared.bacara.points import TOTALS
from tapete.games.shared.felt.geometry import TALL, THUMB, Drawing, Felt, Place, Rect, frame
from tapete.games.shared.felt.results import ASIDE, Result
from tapete.games.shared.felt.tiles import HIGH, cell

NAME, GAP, BEND = 24.0, 10.0, 0.04
EXAMPLES = ("punto", "banca", "empate")
ROAD = {"punto": Result("P", "azul"), "banca": Result("B", "rojo"), "empate": Result("E", "verde")}
VERBS = {"refuse-shoe": Said("Pass the shoe on")}
WINS = {
    "punto": Said("the hand of punto comes nearer to nine"),
    "banca": Said("the hand of banca comes nearer to nine"),
    "empate": Said("both hands have the same points"),
}


def draw(rules: Rules, layout: Layout) -> Felt:
    """The felt with every spot of the layout."""
    return Felt(_drawing(rules, layout, 840, HIGH), _drawing(rules, layout, TALL, THUMB))


def _drawing(rules: Rules, layout: Layout, width: float, band: float) -> Drawing:
    """Hands side by side under their names; below them a band for each bet, what is rarest nearest to the croupier."""
    high = 1.5 * band + 6
    hands = {hand: Rect(side * width / 2 + 0.1 * width, NAME, 0.3 * width, high) for side, hand in enumerate(HANDS)}
    names = [rules.bets[hand].name for hand in HANDS]
    places = [
        Place("", Rect(rect.x, 0, rect.w, NAME), name, "label", open=False)
        for name, rect in zip(names, hands.values(), strict=True)
    ]
    for at, spot in enumerate(reversed(list(layout))):
        drawn = cell(rules, layout[spot])
        rect = Rect(at * BEND * width, NAME + high + GAP + at * band, width - 2 * at * BEND * width, band)
        places.append(Place(spot, rect, drawn.text, "cell", drawn.note))
    height = places[-1].rect.bottom
    basket = Rect(0.42 * width, NAME, 0.16 * width, high * 0.6)
    cards = {**hands, **dict.fromkeys(ASIDE, basket)}
    return Drawing(width, height, places, cards, [frame(rect) for rect in hands.values()])


def total(rules: Rules, place: str, cards: Sequence[str]) -> str:
    """The points of a hand, of whose sum only the units count.

    >>> from tapete.games import game
    >>> found = game("punto-banca")
    >>> total(found.rules(found.regions[0]), "punto", ("Kd", "8s", "5c"))
    '3'
    """
    if not cards or place not in ("punto", "banca"):
        return ""
    return str(sum(rules.points.of(card[:-1]) for card in cards) % TOTALS)


def road(entries: Sequence[Entry]) -> str:
    """Which hand a coup was called for."""
    calls = [entry for entry in entries if isinstance(entry, Announce) and entry.call in ("result", "tie")]
    return "" if not calls else "empate" if calls[-1].call == "tie" else calls[-1].args[0]


def result(rules: Rules, fell: str) -> Result:  # noqa: ARG001
    """A coup on the road: a letter in its colour."""
    return ROAD.get(fell, Result(fell))


def winners(rules: Rules, fell: str) -> frozenset[str]:
    """The spot of the hand that won, or of the tie."""
    return frozenset({fell} & rules.bets.keys())
