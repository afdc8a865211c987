"""What bets cost at a table: the odds that apply under its options, and the cheapest of what is open."""

import functools
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tapete.engine.settings import Settings
from tapete.engine.views import View
from tapete.law.sections import BankRulebook
from tapete.odds.report import BetOdds

if TYPE_CHECKING:
    from tapete.games import Game


def prices(game: "Game", rules: BankRulebook, settings: Settings) -> tuple[BetOdds, ...]:
    """Every bet's odds at a table, each of the player's choices apart; nothing of a game without odds."""
    return _applying(rules, settings, _odds(game, rules.pricing(settings.options)))


def prices_now(game: "Game", rules: BankRulebook, view: View) -> tuple[BetOdds, ...]:
    """The same by the cards that somebody has seen."""
    return _applying(rules, view.settings, game.odds_now(rules.pricing(view.settings.options), view))


def cheapest(game: "Game", rules: BankRulebook, view: View, most: int = 5) -> list[BetOdds]:
    """The bets open to somebody that cost least, by the cards they have seen."""
    layout = game.layout(rules, view.settings)
    spots = {item.on for item in view.open if item.amounts and item.on in layout}
    bets = {*spots, *(layout[spot].bet for spot in spots)}
    rows = (row for row in prices_now(game, rules, view) if row.bet in bets) if bets else ()
    return sorted(rows, key=lambda row: row.figures.edge)[:most]


def _applying(rules: BankRulebook, settings: Settings, rows: Iterable[BetOdds]) -> tuple[BetOdds, ...]:
    mine = {name for name, option in rules.options.items() if option.by == "player"}
    return tuple(
        row
        for row in rows
        if all(name in mine or rules.option(settings, name) == value for name, value in row.setting.items())
    )


@functools.lru_cache(maxsize=64)
def _odds(game: "Game", rules: BankRulebook) -> tuple[BetOdds, ...]:
    return tuple(game.odds(rules)) if game.has("odds") else ()
