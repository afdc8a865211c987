"""The felt of póquer con descarte: boxes for each player, and the jackpot's where there is one."""

from collections.abc import Mapping, Sequence

from tapete.engine.stakes import Layout
from tapete.errors import Said
from tapete.games.poker_con_descarte.rules import CHANGES, FIRST, JACKPOT, SECOND, Rules, order
from tapete.games.shared.felt.arc import Box, Cloth
from tapete.games.shared.felt.geometry import Felt
from tapete.games.shared.felt.making import made as _made
from tapete.games.shared.felt.tiles import by_hand, cell
from tapete.games.shared.mano import wins as mano
from tapete.games.shared.mano.five import HAND

EXAMPLES = ("inicial", "ini")
ASKS_MUCH = True
VERBS = {
    "admit": Said("Admit behind the hand"),
    "dismiss": Said("Admit no longer"),
    "punish": Said("Punish for telling their cards:"),
    CHANGES: Said("Change cards"),
}
WINS = {FIRST: mano.FIRST, SECOND: mano.SECOND, JACKPOT: mano.OWN}


def draw(rules: Rules, layout: Layout) -> Felt:
    """The felt with every spot of the layout; the second stake comes to its box once the cards are seen."""
    beside = [cell(rules, layout[JACKPOT])] if JACKPOT in layout else []
    boxes = [Box(box.spot, box.text, box.note) for box in (*beside, cell(rules, layout[FIRST]))]
    assert rules.players.seats is not None
    boxes.append(Box(SECOND, rules.second.name, "|".join(by_hand(rules.hands.kinds.values())), open=False))
    return Cloth(rules.players.seats, boxes, HAND, HAND).felt()


def made(rules: Rules, place: str, lying: Mapping[str, Sequence[str]]) -> str:
    """What a hand makes, in words."""
    return _made(order(rules).lookup.ranking, place, lying)
