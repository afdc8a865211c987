"""What each bet is worth once the four cards lie, by what kind of layout they make."""

from collections.abc import Mapping
from fractions import Fraction

from tapete.engine.settings import Settings
from tapete.games.monte.odds import by_layout
from tapete.games.monte.rules import LAYOUTS, Rules, base
from tapete.odds.guide import Guide

Worth = tuple[Fraction, ...]  # on each kind of layout


def guides(rules: Rules, settings: Settings) -> list[Guide]:
    """Primeras, and Segundas; spots of one bet that are alike on every layout share a row."""
    by_cards = by_layout(rules, base(rules, settings))
    alike: dict[tuple[str, Worth], list[str]] = {}
    for spot in by_cards[LAYOUTS[0]]:
        bet, _, on = spot.partition(":")
        worth = tuple(-Fraction(by_cards[name][spot].edge) for name in LAYOUTS)
        alike.setdefault((bet, worth), []).append(on)
    return [_guide(rules, phase, alike) for phase in ("primeras", "segundas")]


def _guide(rules: Rules, phase: str, alike: Mapping[tuple[str, Worth], list[str]]) -> Guide:
    rows, articles = {}, {}
    for name, section in rules.bets.items():
        for (bet, worth), spots in alike.items():
            if bet == name and section.phase == phase:
                row = f"{bet}:{','.join(spots)}"
                rows[row] = tuple({"apostar": value, "pasar": Fraction(0)} for value in worth)
                articles[row] = section.article
    return Guide(phase, "bet", "layout", LAYOUTS, rows, articles, "apostar")
