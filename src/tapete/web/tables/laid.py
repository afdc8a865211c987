"""How a table lies at a moment, for pages without a stage: chips on a picture of the felt, cards by their places."""

from typing import NamedTuple

from tapete.engine.views import View
from tapete.games.shared.felt.geometry import Drawing
from tapete.law.sections import BankRulebook
from tapete.web.tables.cards import Picture, picture, spanish
from tapete.web.tables.chips import Disc, discs
from tapete.web.tables.telling import hand_name


class Laid(NamedTuple):
    """Chips on the felt, and cards with the name of where they lie."""

    discs: list[Disc]
    hands: list[tuple[str, list[Picture]]]


def laid(rules: BankRulebook, drawing: Drawing | None, view: View, me: str) -> Laid:
    """What somebody sees of a table; where there is no felt, cards alone."""
    kind = spanish(rules)
    hands = [(hand_name(path), [picture(card, kind) for card in cards]) for path, cards in view.cards.items() if cards]
    chips = discs(drawing.seated(view.players, me), view.places, view.players, me) if drawing else []
    return Laid(chips, hands)
