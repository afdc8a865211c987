"""Bingo for the simulator's loop: the first card of the book in a room of whole series; an outcome is who wins with it.

How many win together is counted only in the games that the card wins; it wins few.
"""

import functools
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from tapete.engine.settings import Settings
from tapete.errors import UnknownError
from tapete.games.bingo.drawn import GAMES, Bytes, complete
from tapete.games.bingo.odds import IN_PLAY, SERIES
from tapete.games.bingo.rules import Rules, split
from tapete.games.bingo.settle import prize, shared
from tapete.sim.program import Program, Source

Ints = NDArray[np.int64]


def program(rules: Rules, settings: Settings, stakes: Mapping[str, int]) -> Program:
    """A card of each kind among so many series; each is played for what its price, paid for every card, brings in."""
    count = int(settings.options.get(SERIES, IN_PLAY[-1]))
    cards = count * rules.equipment.series.cards
    line, bingo = split(rules, settings)
    bets = []
    for name, cents in stakes.items():
        if name not in rules.bets:
            raise UnknownError("bet", name, list(rules.bets))
        prizes = prize(cents * cards, line), prize(cents * cards, bingo)
        back = [
            sum(
                shared(pot, count)[0] if count else 0
                for pot, count in zip(prizes, outcome(rules, drawn, cards), strict=True)
            )
            for drawn in range((cards + 1) ** 2)
        ]
        bets.append((name, cents, back))
    return Program.single(bets, (cards + 1) ** 2)._replace(source=source(rules, count))


def outcome(rules: Rules, drawn: int, cards: int = 0) -> tuple[int, int]:
    """How many win the line and the bingo with the first card, itself counted; none where it does not win."""
    cards = cards or IN_PLAY[-1] * rules.equipment.series.cards
    return divmod(drawn, cards + 1)


@functools.lru_cache(maxsize=8)
def source(rules: Rules, count: int) -> Source:
    """Games of so many series, one after another."""
    cards = count * rules.equipment.series.cards

    def draw(stream: np.random.Generator, games: int) -> NDArray[np.uint32]:
        out = np.empty(games, np.uint32)
        for first in range(0, games, GAMES):
            part = out[first : first + GAMES]
            drawn = complete(rules, cards, stream, len(part))
            lines = winning(drawn.lines, rules.equipment.card.lines)
            part[:] = lines * (cards + 1) + winning(drawn.cards, 1)
        return out

    return draw


def winning(balls: Bytes, own: int) -> Ints:
    """By game: how many are complete with the first ball that completes any, where one of the first few is."""
    first = balls.min(axis=0)
    wins = balls[:own].min(axis=0) == first
    winning = np.zeros(len(first), np.int64)
    winning[wins] = (balls[:, wins] == first[wins]).sum(axis=0)
    return winning
