"""What those who stay at a table may have bought, and may have taken away, between two of its rounds."""

import functools
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from tapete.engine.places import TIPS, chips
from tapete.engine.transcript import TOURNAMENT, Header
from tapete.engine.window import Refusal
from tapete.errors import Said, TapeteError
from tapete.games import game
from tapete.law.tournaments import tournaments
from tapete.money import Range, format_cents


class Stack(NamedTuple):
    """The chips that somebody who stays held when a round ended, and holds when the next begins."""

    place: str
    then: int
    now: int

    @property
    def said(self) -> str:
        """What the next round begins with."""
        return Said("{place} starts with {amount}", place=self.place, amount=format_cents(self.now))


class Difference(NamedTuple):
    """Something that a round does not take up as it was left."""

    article: str
    what: str
    right: str


def stacks(header: Header, rules: Any, last: Header, left: Mapping[str, int]) -> Iterator[Difference]:
    """All that those who stay cannot have done with their stacks between two rounds."""
    held = [
        Stack(chips(who), left.get(chips(who), 0), header.balances.get(chips(who), 0))
        for who in header.players
        if who in last.players
    ]
    given = header.balances.get(TIPS, 0) - left.get(TIPS, 0)
    if header.house == TOURNAMENT:
        yield from _of_a_tournament(held)
        yield from brought(header, rules, last)
        return
    yield from _taken_away(game(header.game).retained(rules), held, given)
    if not given:
        yield from _filled_up(header, rules, held)
        yield from brought(header, rules, last)


def brought(header: Header, rules: Any, last: Header | None = None) -> Iterator[Difference]:
    """Where the house fixes the first stack, nobody has sat down with less; of two that it fixed, than the lower.

    A tournament's stacks are its own. The word alone makes none where the text has none.
    """
    settings = [header.settings, *([last.settings] if last else [])]
    stacks = [first for each in settings if (first := game(header.game).first_stack(rules, each))]
    if not stacks or (header.house == TOURNAMENT and not unheld(header.game, header.region)):
        return
    least, article = min(stacks)
    for who in header.players:
        cents = header.balances.get(chips(who), 0)
        if cents < least and not (last and who in last.players):
            right = Said("{least} at least, the first stack that the house has fixed", least=format_cents(least))
            yield Difference(article, Stack(chips(who), 0, cents).said, right)


def _taken_away(article: str, held: list[Stack], given: int) -> Iterator[Difference]:
    """Where the text has a stack stay on the table, all that leaves it is given to the staff."""
    less = [one for one in held if one.now < one.then]
    if article and sum(one.then - one.now for one in less) > given:
        for one in less:
            right = Said("{amount}: who stays takes no chips away", amount=format_cents(one.then))
            yield Difference(article, one.said, right)


@functools.lru_cache(maxsize=64)
def unheld(name: str, region: str) -> str:
    """Why a text has no tournaments on a game, if it has none."""
    try:
        rule = tournaments(region).playing
        held = game(name).family in rule.families
    except TapeteError as error:
        return error.text
    return "" if held else Said("{game} is no game of casinos' own (art. {article})", game=name, article=rule.article)


def _of_a_tournament(held: list[Stack]) -> Iterator[Difference]:
    """A tournament's chips are neither bought nor cashed at its tables: who has none left may enter again."""
    for one in held:
        if one.then and one.now != one.then:
            right = Said("{amount}: a tournament's chips are not bought or cashed", amount=format_cents(one.then))
            yield Difference("", one.said, right)


def _filled_up(header: Header, rules: Any, held: list[Stack]) -> Iterator[Difference]:
    """Where the text bounds what a stack is filled up with; several times, where it may be."""
    for one in held:
        more = one.now - one.then
        bounds = game(header.game).refill(rules, header.settings, one.then) if more > 0 else None
        if isinstance(bounds, Refusal):
            yield Difference(bounds.article, one.said, bounds.reason)
        elif bounds is not None and not _reached(header, rules, one, bounds):
            lo, hi = format_cents(bounds.lo), format_cents(bounds.hi)
            yield Difference(rules.article, one.said, Said("{lo} to {hi} more", lo=lo, hi=hi))


def _reached(header: Header, rules: Any, one: Stack, bounds: Range) -> bool:
    """Whether a stack can have been filled up so far: at once, or again where it may be once there is something."""
    more = one.now - one.then
    if bounds.lo <= more <= bounds.hi:
        return True
    again = game(header.game).refill(rules, header.settings, one.then + bounds.lo)
    return more > bounds.hi and not isinstance(again, Refusal)
