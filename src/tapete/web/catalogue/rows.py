"""The rows of a game's odds: worked out once, found by name, and chosen by the settings under which they hold."""

import functools
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tapete.engine.places import bet_of
from tapete.errors import Said, UnknownError
from tapete.games import Game
from tapete.law.sections import BankRulebook
from tapete.odds.report import BetOdds

ALL = "all"


@functools.lru_cache(maxsize=64)
def rows_of(game: Game, region: str) -> tuple[BetOdds, ...]:
    """A game's odds in a region, worked out once."""
    return tuple(game.odds(game.rules(region)))


def key_of(row: BetOdds) -> str:
    """A row's own name among a game's odds."""
    return " ".join((row.bet, *(f"{key}={value}" for key, value in row.setting.items())))


def chosen(rows: Sequence[BetOdds], bet: str) -> BetOdds:
    """The row that a name means; without a name, the cheapest bet."""
    if not bet:
        return min(rows, key=lambda row: abs(float(row.figures.edge)))
    for row in rows:
        if key_of(row) == bet:
            return row
    raise UnknownError("bet", bet, [key_of(row) for row in rows])


class Line(NamedTuple):
    """A row, and all the spots of its bet that it holds for, as `camo:1,2`."""

    row: BetOdds
    spots: str


def lines(rows: Sequence[BetOdds]) -> list[Line]:
    """Rows, those alike but for their spot together."""
    by_bet: dict[str, Line] = {}
    for row in rows:
        bet, _, spot = row.bet.partition(":")
        alike = f"{bet} {row.setting} {row.figures} {row.note}" if spot else key_of(row)
        known = by_bet.get(alike)
        by_bet[alike] = Line(known.row, f"{known.spots},{spot}") if known else Line(row, row.bet)
    return list(by_bet.values())


class Setting(NamedTuple):
    """A setting that tells rows apart: its values, and the one that is chosen. No value is none in particular."""

    values: tuple[str, ...]
    value: str


def settings_among(rules: BankRulebook, rows: Sequence[BetOdds], query: Mapping[str, str]) -> dict[str, Setting]:
    """The settings that tell rows apart, as an address chooses them; what it does not choose is as usual.

    Those that are no option of the rulebook come first: they are what a game meets, and most rows hold under none.
    """
    values: dict[str, list[str]] = {}
    for row in rows:
        for name, value in row.setting.items():
            known = values.setdefault(name, [] if name in rules.options else [""])
            if value not in known:
                known.append(value)
    telling = [name for name in values if len(values[name]) > 1]
    settings_among = {}
    for name in sorted(telling, key=lambda name: name in rules.options):
        usual = rules.options[name].default if name in rules.options else ""
        value = query.get(name, usual if usual in values[name] else ALL)
        if value not in (*values[name], ALL):
            raise UnknownError(Said("value for {name}", name=name), value, [*filter(None, values[name]), ALL])
        settings_among[name] = Setting(tuple(values[name]), value)
    return settings_among


def under(rows: Sequence[BetOdds], settings: Mapping[str, Setting]) -> list[BetOdds]:
    """The rows that hold under these settings; a bet that has none under one of them keeps those it has."""
    kept = list(rows)
    for name, (_, value) in settings.items():
        if value != ALL:
            agrees = {key_of(row): row.setting.get(name, "") == value for row in kept}
            bets = {bet_of(row.bet) for row in kept if agrees[key_of(row)]}
            kept = [row for row in kept if agrees[key_of(row)] or bet_of(row.bet) not in bets]
    return kept
