"""Bingo for the simulator's loop: the first card of the book in a room of whole series; an outcome is who wins with it.

The balls are shuffled and come out until a card is complete; every number knows the lines that it stands in.
"""

import functools
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from tapete.compiled import njit
from tapete.engine.settings import Settings
from tapete.errors import UnknownError
from tapete.games.bingo.cards import series
from tapete.games.bingo.odds import IN_PLAY, SERIES
from tapete.games.bingo.rules import Rules, split
from tapete.games.bingo.settle import prize, shared
from tapete.sim.program import Program, Source
from tapete.sim.shoe import shuffled

GAMES = 1 << 11  # shuffled at a time
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
    drum, where = rules.equipment, standing(rules, count)
    cards, lines = count * drum.series.cards, drum.card.lines
    balls = np.arange(1, drum.balls + 1, dtype=np.uint8)

    def draw(stream: np.random.Generator, games: int) -> NDArray[np.uint32]:
        found = np.empty(games, np.uint32)
        for first in range(0, games, GAMES):
            part = found[first : first + GAMES]
            play_games(shuffled(stream, balls, len(part)), where, cards, lines, drum.card.numbers // lines, part)
        return found

    return draw


def standing(rules: Rules, count: int) -> Ints:
    """By number, the lines of the book's first series that it stands in: one in each series."""
    drum = rules.equipment
    found = np.zeros((drum.balls + 1, count), np.int64)
    for number in range(count):
        for card, lines in enumerate(series(drum, number + 1)):
            for line, numbers in enumerate(lines):
                found[list(numbers), number] = (number * drum.series.cards + card) * drum.card.lines + line
    return found


@njit(nogil=True, cache=True)
def play_games(orders, where, cards, lines, each, found):  # type: ignore[no-untyped-def]
    """Plays a game for each order of the balls, as far as the bingo."""
    line_left = np.empty(cards * lines, np.uint8)
    card_left = np.empty(cards, np.uint8)
    for game in range(len(orders)):
        line_left[:] = each
        card_left[:] = lines
        won_line = won_bingo = 0
        line_out = False
        for i in range(orders.shape[1]):
            first_lines = bingos = 0
            own_line = own_bingo = False
            for line in where[orders[game, i]]:
                line_left[line] -= 1
                if line_left[line] == 0:
                    card = line // lines
                    first_lines += 1
                    own_line |= card == 0
                    card_left[card] -= 1
                    if card_left[card] == 0:
                        bingos += 1
                        own_bingo |= card == 0
            if first_lines and not line_out:
                line_out = True
                won_line = first_lines if own_line else 0
            if bingos:
                won_bingo = bingos if own_bingo else 0
                break
        found[game] = won_line * (cards + 1) + won_bingo
