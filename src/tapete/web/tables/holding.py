"""The cards on a table, place by place, with what they count or make."""

from collections.abc import Sequence
from typing import NamedTuple

from tapete.engine.views import View
from tapete.games import Game
from tapete.games.shared.felt.geometry import Drawing, Felt
from tapete.games.shared.felt.results import ASIDE
from tapete.i18n import translated
from tapete.law.sections import BankRulebook
from tapete.web.tables.cards import Picture, picture, spanish
from tapete.web.tables.telling import hand_name

STEP, GAP = 0.58, 0.4  # how much of a card is seen below the next, and how far hands lie apart, in cards' widths
ACROSS = (4, 6, 8, 11, 15, 20)  # so many cards side by side the page knows how to size


class Hand(NamedTuple):
    """Cards in a place; what they count or make, where the game says so; and whether they are out of play."""

    place: str
    name: str
    cards: list[Picture]
    total: str
    aside: bool

    @property
    def closed(self) -> bool:
        """Whether one sees the backs of its cards alone."""
        return all(card.back for card in self.cards)

    @property
    def said(self) -> str:
        """Those that one sees, by their names."""
        seen = [card.alt for card in self.cards if not card.back]
        return f"{self.name}: {', '.join([*seen, self.total] if self.total else seen)}." if seen else ""


def hands(game: Game, rules: BankRulebook, view: View, me: str) -> list[Hand]:
    """Every place with cards, as somebody calls it."""
    kind, lying = spanish(rules), view.cards
    return [
        Hand(
            place,
            hand_name(place, me),
            [picture(card, kind) for card in cards],
            game.total(rules, place, cards) or translated(game.made(rules, place, lying)),
            place in ASIDE,
        )
        for place, cards in lying.items()
    ]


def across(hands: Sequence[Hand], cloth: Drawing | None = None) -> int:
    """How many cards' widths all hands take side by side, as the page knows it; those drawn on the cloth take none.

    >>> pair = Hand("mano:1", "", [picture("As", False), picture("Kd", False)], "", False)
    >>> across([]), across([pair, pair]), across(7 * [pair])
    (4, 4, 15)
    """
    seen = [hand for hand in hands if not hand.aside and not (cloth and cloth.holds(hand.place))]
    wide = sum(1 + STEP * (len(hand.cards) - 1) + GAP for hand in seen)
    return next((step for step in ACROSS if wide <= step), ACROSS[-1])


def above(hands: Sequence[Hand], felt: Felt) -> int:
    """The same of a tall cloth, above which no backs are shown that have a place on the wide one."""
    return across([hand for hand in hands if not (hand.closed and felt.wide.holds(hand.place))], felt.tall)
