"""Games of bingo, many at a time: with which ball every line and every card of a room is complete."""

import functools
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.games.bingo.cards import card
from tapete.games.bingo.rules import Rules
from tapete.sim.shoe import shuffled

GAMES = 1 << 10  # drawn at a time: their lines fit into a core's own memory
Bytes = NDArray[np.uint8]


class Complete(NamedTuple):
    """By line and game, and by card and game: the ball that completes it. A card's lines stand together."""

    lines: Bytes
    cards: Bytes


@functools.lru_cache(maxsize=16)
def printed(rules: Rules, cards: int) -> NDArray[np.int64]:
    """The lines of the book's first cards, a row of numbers each, counted from nought."""
    drum = rules.equipment
    return np.array([line for place in range(cards) for line in card(drum, place)]) - 1


def complete(rules: Rules, cards: int, stream: np.random.Generator, games: int) -> Complete:
    """So many games with the book's first cards. A shuffled row says of every number which ball it is."""
    drum, numbers = rules.equipment, printed(rules, cards)
    ball = np.ascontiguousarray(shuffled(stream, np.arange(1, drum.balls + 1, dtype=np.uint8), games).T)
    lines = ball[numbers[:, 0]]
    for column in numbers.T[1:]:
        np.maximum(lines, ball[column], out=lines)
    by_card = lines.reshape(cards, drum.card.lines, games)
    return Complete(lines, by_card.max(axis=1))
