"""The felt of hold'em against the bank: places for the common cards, and boxes for each player."""

from collections.abc import Mapping, Sequence

from tapete.engine.stakes import Layout
from tapete.errors import Said
from tapete.games.shared.felt.arc import Box, Cloth
from tapete.games.shared.felt.geometry import Felt
from tapete.games.shared.felt.making import made as _made
from tapete.games.shared.felt.tiles import paid
from tapete.games.shared.mano import wins as mano
from tapete.games.texas.rules import ANTE, OWN, Rules, common, ranking

EXAMPLES = ("ante", "bonus", "txb")
VERBS = {
    "admit": Said("Admit behind the hand"),
    "dismiss": Said("Admit no longer"),
    "annul": Said("Annul the hand dealt wrongly of"),
    "part": Said("Take the cards that touched of"),
}
WINS = {
    **dict.fromkeys(("flop", "turn", "river"), mano.BEATS),
    "segunda-apuesta": mano.SECOND,
    "bonus": mano.OWN,
    "txb": Said("your cards and the flop make a hand that has a prize"),
}


def wins(rules: Rules) -> dict[str, str]:
    """What each bet wins with: the ante with a least hand, or where the bank needs one too, if it has not got that."""
    least = Said("your hand beats the bank's and is at least: {least}")
    return {ANTE: least if rules.bank.idle is None else mano.FIRST, **WINS}


def draw(rules: Rules, layout: Layout) -> Felt:
    """The felt with every spot of the layout."""
    boxes = [_box(rules, layout, name) for name in (ANTE, *rules.later, rules.beside)]
    places = [place for street in rules.streets for place in common(rules, street)]
    assert rules.players.seats is not None
    words = rules.equipment.table.inscription
    return Cloth(rules.players.seats, boxes, OWN, OWN, common=places, words=words).felt()


def _box(rules: Rules, layout: Layout, name: str) -> Box:
    """A box; a later stake comes to its own once the cards are seen."""
    bet = rules.bets[name]
    return Box(name, bet.name, "|".join(paid(bet)), name in layout)


def made(rules: Rules, place: str, lying: Mapping[str, Sequence[str]]) -> str:
    """What somebody's cards and the common ones make, in words."""
    return _made(ranking(rules), place, lying, [where for street in rules.streets for where in common(rules, street)])
