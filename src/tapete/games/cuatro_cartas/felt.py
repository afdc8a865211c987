"""The felt of póker de cuatro cartas: boxes for each player, under the table by which the bonus is paid."""

from collections.abc import Mapping, Sequence

from tapete.engine.stakes import Layout
from tapete.errors import Said
from tapete.games.cuatro_cartas.boxes import ADD
from tapete.games.cuatro_cartas.rules import ANTE, Rules, order
from tapete.games.shared.felt.arc import Box, Cloth
from tapete.games.shared.felt.geometry import Felt
from tapete.games.shared.felt.making import made as _made
from tapete.games.shared.felt.tiles import paid
from tapete.games.shared.mano import wins as mano

EXAMPLES = ("ante", "ases")
ASKS_MUCH = True
VERBS = {ADD: Said("Add to the ante:")}
WINS = {
    **dict.fromkeys((ANTE, "play"), Said("your hand beats the bank's or equals it")),
    "ases": mano.OWN,
}


def draw(rules: Rules, layout: Layout) -> Felt:
    """The felt with every spot of the layout."""
    boxes = [_box(rules, layout, name) for name in (rules.own, ANTE, rules.added)]
    assert rules.players.seats is not None
    return Cloth(rules.players.seats, boxes, rules.dealing.own, rules.dealing.bank, words=_bonus(rules)).felt()


def _bonus(rules: Rules) -> str:
    """The table of the bonus, of which the players are told."""
    kinds, prizes = rules.hands.kinds, rules.bonus.prizes
    paid = (f"{kinds[kind].name} {prizes[kind].pays}" for kind in rules.hands.order if kind in prizes)
    return f"{rules.bonus.name}: {' · '.join(paid)}"


def _box(rules: Rules, layout: Layout, name: str) -> Box:
    """A box; what is added to the ante comes to its own once the cards are seen."""
    bet = rules.bets[name]
    return Box(name, bet.name, "|".join(paid(bet)), name in layout)


def made(rules: Rules, place: str, lying: Mapping[str, Sequence[str]]) -> str:
    """What the best of somebody's cards make, in words."""
    return _made(order(rules).mine.ranking, place, lying)
