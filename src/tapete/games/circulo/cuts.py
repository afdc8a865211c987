"""What the house takes: of the pot by interval or by hand, of a player's stack by session, of the minimum by hand."""

import functools
from fractions import Fraction

from tapete.engine.settings import Settings
from tapete.games.circulo.rules import CAP, CUT, LEAST, MAXIMUM, MOST, SHARE, STACK, UNCAPPED, Rules
from tapete.law.rulebook import Section
from tapete.law.sections import Cut


@functools.lru_cache(maxsize=64)
def chosen(rules: Rules, settings: Settings) -> tuple[Cut, Fraction]:
    """The cut of a table, and how many hundredths of one it takes, of those that the text allows."""
    cut = rules.cuts[rules.option(settings, CUT)]
    least, most = cut.percent
    share = {LEAST: least, MOST: most}.get(rules.option(settings, SHARE), Fraction(least + most) / 2)
    return cut, Fraction(share) / 100


@functools.lru_cache(maxsize=64)
def cap(rules: Rules, settings: Settings) -> int | None:
    """The most that the house takes of a pot, where it says so."""
    words = rules.option(settings, CAP)
    return int(words) * settings.minimum if words and words != UNCAPPED else None


def session_fee(rules: Rules, settings: Settings, half: Section | None = None) -> tuple[int, str]:
    """What a session costs each player, or half of one by its own article: of the table's maximum or else of the first
    stack, rounded down to the chip.
    """
    cut, share = chosen(rules, settings)
    of = settings.maximum.get(MAXIMUM, settings.maximum[STACK])
    due = int(of * share / (2 if half else 1))
    return due // settings.chip * settings.chip, (half or cut).article


@functools.lru_cache(maxsize=64)
def hand_fee(rules: Rules, settings: Settings) -> tuple[int, str]:
    """What a hand costs each player who is dealt in, of the table's minimum; and its article. Nothing, mostly."""
    cut, share = chosen(rules, settings)
    due = int(settings.minimum * share) // settings.chip * settings.chip
    return (due, cut.article) if cut.of == "minimum" else (0, cut.article)
