"""What the house takes: of the pot by interval or by hand, of a player's stack by session, of the minimum by hand."""

import functools
from fractions import Fraction

from tapete.engine.settings import Settings
from tapete.games.circulo.rules import CAP, CUT, LEAST, MAXIMUM, MOST, SHARE, STACK, UNCAPPED, Rules
from tapete.law.option import NUMBER
from tapete.law.rulebook import Section
from tapete.law.sections import Cut, Fee

WHOLE, HALF = "entera", "media"


@functools.lru_cache(maxsize=64)
def chosen(rules: Rules, settings: Settings) -> tuple[Cut, Fraction]:
    """The cut of a table, and its share: the least, the mean or the most that the text has, or a number."""
    cut, word = rules.cuts[rules.option(settings, CUT)], rules.option(settings, SHARE)
    least, most = cut.percent
    middle = Fraction(word) if NUMBER.fullmatch(word) else Fraction(least + most) / 2
    return cut, Fraction({LEAST: least, MOST: most}.get(word, middle)) / 100


@functools.lru_cache(maxsize=64)
def cap(rules: Rules, settings: Settings) -> int | None:
    """The most that the house takes of a pot, where it says so."""
    words = rules.option(settings, CAP)
    return int(Fraction(words) * settings.minimum) if words and words != UNCAPPED else None


def session_base(rules: Rules, settings: Settings) -> int:
    """Of what a session is paid: of the first stack where the variety is played with one, else of the maximum."""
    stack = settings.maximum[STACK]
    return stack if chosen(rules, settings)[0].of == "stack" else settings.maximum.get(MAXIMUM, stack)


def session_fee(rules: Rules, settings: Settings, half: Section | None = None) -> tuple[int, str]:
    """What a session costs each player, or half of one by its own article, rounded down to the chip."""
    cut, share = chosen(rules, settings)
    due = int(session_base(rules, settings) * share / (2 if half else 1))
    return due // settings.chip * settings.chip, (half or cut).article


def session_time(rules: Rules, settings: Settings, on: str = WHOLE) -> tuple[int, str]:
    """How many milliseconds of play a session is paid for, or half of one, and its article."""
    cut, half = chosen(rules, settings)[0], rules.half_session
    part, _, _ = on.partition(":")
    return (30_000 * cut.minutes, half.article) if half and part == HALF else (60_000 * cut.minutes, cut.article)


@functools.lru_cache(maxsize=64)
def hand_fee(rules: Rules, settings: Settings) -> tuple[int, str]:
    """What a hand costs each player who is dealt in, of the table's minimum; and its article. Nothing, mostly."""
    cut, share = chosen(rules, settings)
    due = int(settings.minimum * share) // settings.chip * settings.chip
    return (due, cut.article) if cut.of == "minimum" else (0, cut.article)


def fees(rules: Rules, settings: Settings) -> list[Fee]:
    """What each player pays whatever the pot: for a session and for half of one, or for a hand."""
    cut, _ = chosen(rules, settings)
    least, most = (Fraction(percent) / 100 for percent in cut.percent)
    if cut.of == "minimum":
        return [Fee(*hand_fee(rules, settings), least * settings.minimum, most * settings.minimum)]
    if cut.each != "session":
        return []
    base, half = session_base(rules, settings), rules.half_session
    whole = Fee(*session_fee(rules, settings), least * base, most * base)
    return [whole, *([Fee(*session_fee(rules, settings, half), least * base / 2, most * base / 2)] if half else [])]
