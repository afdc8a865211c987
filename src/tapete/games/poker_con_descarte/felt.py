"""The felt of póquer con descarte: a player's boxes, the first stake nearest, and the jackpot's where there is one."""

from collections.abc import Mapping, Sequence

from tapete.engine.stakes import Layout
from tapete.errors import Said
from tapete.games.poker_con_descarte.rules import CHANGES, FIRST, JACKPOT, SECOND, Rules, order
from tapete.games.shared.felt.geometry import TALL, Drawing, Felt, Place, Rect
from tapete.games.shared.felt.making import made as _made
from tapete.games.shared.felt.tiles import HIGHER, cell

WIDE = 840.0
EXAMPLES = ("inicial", "ini")
VERBS = {
    "admit": Said("Admit behind the hand"),
    "dismiss": Said("Admit no longer"),
    "punish": Said("Punish for telling their cards:"),
    CHANGES: Said("Change cards"),
}


def draw(rules: Rules, layout: Layout) -> Felt:
    """The felt with every spot of the layout."""
    return Felt(_drawing(rules, layout, WIDE), _drawing(rules, layout, TALL))


def _drawing(rules: Rules, layout: Layout, width: float) -> Drawing:
    names = [*([JACKPOT] if JACKPOT in layout else []), FIRST, SECOND]
    across = width / len(names)
    boxes = [_box(rules, layout, name, Rect(column * across, 0, across, HIGHER)) for column, name in enumerate(names)]
    return Drawing(width, HIGHER, boxes)


def _box(rules: Rules, layout: Layout, name: str, rect: Rect) -> Place:
    """A box; the second stake comes to its own once the cards are seen."""
    if name not in layout:
        return Place(name, rect, rules.second.name, "cell", open=False)
    found = cell(rules, layout[name])
    return Place(name, rect, found.text, found.kind, found.note)


def made(rules: Rules, place: str, lying: Mapping[str, Sequence[str]]) -> str:
    """What a hand makes, in words."""
    return _made(order(rules).lookup.ranking, place, lying)
