"""The chart of best play from whole packs, as tables to look up: hard and soft points and pairs, by the bank's card."""

from tapete.cards.composition import Composition
from tapete.engine.settings import Settings
from tapete.games.blackjack.best import counts
from tapete.games.blackjack.chart import Kind, chart
from tapete.games.blackjack.rules import Rules, terms
from tapete.odds.guide import Guide

KINDS: tuple[Kind, ...] = ("hard", "soft", "pair")
AGAINST = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)


def guides(rules: Rules, settings: Settings) -> list[Guide]:
    """A table for each kind of hand."""
    lines = chart(terms(rules, settings), counts(Composition.full(rules.equipment.cards.packs))).lines
    columns = tuple(_card(up) for up in AGAINST)
    return [
        Guide(
            f"{kind}-hands",
            "hand",
            "up-card",
            columns,
            {_row(kind, line.points): tuple(line.against[up] for up in AGAINST) for line in lines if line.kind == kind},
            {_row(kind, line.points): rules.deal.ask.article for line in lines if line.kind == kind},
        )
        for kind in KINDS
    ]


def _row(kind: Kind, points: int) -> str:
    return f"{_card(points)}-{_card(points)}" if kind == "pair" else str(points)


def _card(value: int) -> str:
    return "A" if value == 1 else str(value)
