"""The felt of tripóker: three boxes for each player, under what must stand written on the cloth."""

from collections.abc import Mapping, Sequence

from tapete.engine.stakes import Layout
from tapete.errors import Said
from tapete.games.shared.felt.arc import Box, Cloth
from tapete.games.shared.felt.geometry import Felt
from tapete.games.shared.felt.making import made as _made
from tapete.games.shared.felt.tiles import paid
from tapete.games.shared.mano import wins as mano
from tapete.games.tripoker.rules import ANTE, HAND, Rules, order

SEATS = 7  # places that are printed where the text does not say how many
EXAMPLES = ("ante", "fortuna", "par-plus")
VERBS = {
    "admit": Said("Admit behind the hand"),
    "dismiss": Said("Admit no longer"),
    "punish": Said("Punish for telling their cards:"),
}
WINS = {
    ANTE: mano.FIRST,
    **dict.fromkeys(("bet", "segunda-apuesta"), mano.SECOND),
    **dict.fromkeys(("fortuna", "par-plus"), mano.OWN),
}


def draw(rules: Rules, layout: Layout) -> Felt:
    """The felt with every spot of the layout."""
    boxes = [_box(rules, layout, name) for name in (rules.pair, ANTE, rules.second)]
    words = rules.equipment.table.inscription
    return Cloth(rules.players.seats or SEATS, boxes, HAND, HAND, words=words).felt()


def _box(rules: Rules, layout: Layout, name: str) -> Box:
    """A box; the second stake comes to its own once the cards are seen."""
    bet = rules.bets[name]
    return Box(name, bet.name, "|".join(paid(bet)), name in layout)


def made(rules: Rules, place: str, lying: Mapping[str, Sequence[str]]) -> str:
    """What a hand makes, in words."""
    return _made(order(rules).lookup.ranking, place, lying)
