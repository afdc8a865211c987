"""What bets cost at a table: the odds that apply under its options, and the cheapest of what is open."""

import functools
from collections.abc import Collection
from typing import TYPE_CHECKING

from tapete.engine.settings import Settings
from tapete.law.sections import BankRulebook
from tapete.odds.report import BetOdds

if TYPE_CHECKING:
    from tapete.games import Game


@functools.lru_cache(maxsize=64)
def prices(game: "Game", rules: BankRulebook, settings: Settings) -> tuple[BetOdds, ...]:
    """Every bet's odds at a table, each of the player's choices apart; nothing of a game without odds."""
    if not game.has("odds"):
        return ()
    mine = {name for name, option in rules.options.items() if option.by == "player"}
    return tuple(
        row
        for row in game.odds(rules)
        if all(name in mine or rules.option(settings, name) == value for name, value in row.setting.items())
    )


def cheapest(
    game: "Game", rules: BankRulebook, settings: Settings, spots: Collection[str], most: int = 5
) -> list[BetOdds]:
    """The bets among some spots that cost the player least."""
    layout = game.layout(rules, settings)
    bets = {*spots, *(layout[spot].bet for spot in spots)}
    rows = (row for row in prices(game, rules, settings) if row.bet in bets)
    return sorted(rows, key=lambda row: row.figures.edge)[:most]
