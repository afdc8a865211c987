"""Lotteries for the simulator's loop: the number drawn; or the category of a coupon and how many others have it."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from tapete.engine.places import tail_of
from tapete.engine.settings import Settings
from tapete.errors import UnknownError
from tapete.games.loteria.odds import COUPONS, SOLD
from tapete.games.loteria.rules import FORM, POOLED, Rules, chance, layout, prize
from tapete.sim.program import Program

MOST = 4096  # winners of a category that are told apart: with more of them each has next to nothing


def program(rules: Rules, settings: Settings, stakes: Mapping[str, int]) -> Program:
    """Tickets and coupons for these stakes, each stake one at that price."""
    felt = layout(rules, settings)
    for spot in stakes:
        if spot not in felt:
            raise UnknownError("bet", spot, list(felt))
    if rules.option(settings, FORM) == POOLED:
        return _pool(rules, int(settings.options.get(SOLD, COUPONS[-1])), stakes)
    bets = [
        (spot, cents, [cents * prize(rules, int(tail_of(spot)), drawn) for drawn in range(rules.size)])
        for spot, cents in stakes.items()
    ]
    return Program.single(bets, rules.size)


def _pool(rules: Rules, sold: int, stakes: Mapping[str, int]) -> Program:
    categories = list(rules.categories.values())
    bets = []
    for spot, cents in stakes.items():
        back: list[int | None] = [0]
        for category in categories:
            share = cents * sold * category.share // 100
            back += [share // winners for winners in range(1, MOST + 1)]
        bets.append((spot, cents, back))
    chances = np.array([ways / of for ways, of in (chance(rules, category.hits) for category in categories)])

    def draw(stream: np.random.Generator, count: int) -> NDArray[np.uint32]:
        kind = np.searchsorted(chances.cumsum(), stream.random(count), side="right")
        out = np.zeros(count, np.uint32)
        for i, p in enumerate(chances):
            own = kind == i
            others = np.minimum(stream.binomial(sold - 1, p, int(own.sum())), MOST - 1)
            out[own] = 1 + i * MOST + others
        return out

    return Program.single(bets, 1 + len(categories) * MOST)._replace(source=draw)


def outcome(rules: Rules, drawn: int) -> str:  # noqa: ARG001
    """What the loop's outcome is at the table: the number drawn."""
    return str(drawn)
