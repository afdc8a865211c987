"""Tickets for the simulator's loop: an outcome is what a ticket wins on all dates, by the numbers drawn for it."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from tapete.engine.settings import Settings
from tapete.errors import UnknownError
from tapete.games.papeletas.odds import worth
from tapete.games.papeletas.rules import Rules, programme
from tapete.games.papeletas.settle import kind_of
from tapete.sim.program import Program


def program(rules: Rules, settings: Settings, stakes: Mapping[str, int]) -> Program:
    """Tickets for these stakes, each stake a ticket at that price."""
    announced = programme(rules, settings)
    totals = sorted(worth(rules, announced, announced.dates))
    for name in stakes:
        if name not in rules.bets:
            raise UnknownError("bet", name, list(rules.bets))
    bets = [(name, cents, [cents * total for total in totals]) for name, cents in stakes.items()]
    worths = (*announced.worths, 0)
    wins = np.array([worths[kind_of(n, announced.counts)] for n in range(1, announced.tickets + 1)], np.int64)
    had = 1 if rules.ordinary else 0

    def draw(stream: np.random.Generator, count: int) -> NDArray[np.uint32]:
        drawn = stream.integers(0, announced.tickets, (count, announced.dates))
        ends: NDArray[np.uint32] = np.searchsorted(totals, had + wins[drawn].sum(axis=1)).astype(np.uint32)
        return ends

    return Program.single(bets, len(totals))._replace(source=draw)


def outcome(rules: Rules, drawn: int) -> int:
    """What the loop's outcome is worth in prices of a ticket, under the first programme."""
    announced = next(iter(rules.programmes.values()))
    return sorted(worth(rules, announced, announced.dates))[drawn]
