"""The book's own cards, played: by which ball the first line and the first bingo came out, in games that were drawn.

Exact odds deal the numbers of every series anew; printed cards have their tens in columns, so that series fall
together a little more often. What that changes is measured here, with the error of the measurement.
"""

import functools

import numpy as np

from tapete.games.bingo import drawn
from tapete.games.bingo.drawn import Bytes, complete
from tapete.games.bingo.rules import Rules
from tapete.games.bingo.settle import BINGO, LINE
from tapete.sim.stream import generator

GAMES = 200_000


@functools.lru_cache(maxsize=16)
def out_by(rules: Rules, cards: int, games: int = GAMES, seed: int = 0) -> dict[str, tuple[float, ...]]:
    """By ball, from none to all: in what share of the games the first line and the first bingo were out."""
    balls = rules.equipment.balls
    counts = {what: np.zeros(balls + 1, np.int64) for what in (LINE, BINGO)}
    for block, first in enumerate(range(0, games, drawn.GAMES)):
        size = min(drawn.GAMES, games - first)
        for what, falls in zip(counts, first_falls(rules, cards, size, seed, block), strict=True):
            counts[what] += np.bincount(falls, minlength=balls + 1)
    return {what: tuple((np.cumsum(count) / games).tolist()) for what, count in counts.items()}


def first_falls(rules: Rules, cards: int, games: int, seed: int, block: int) -> tuple[Bytes, Bytes]:
    """The ball of the first line and of the first bingo in each game, with the first cards of the book in play."""
    completed = complete(rules, cards, generator(seed, block), games)
    return completed.lines.min(axis=0), completed.cards.min(axis=0)
