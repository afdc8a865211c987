"""El reto for the simulator's loop: one player, shoes dealt until a pass might not be whole; an outcome is its end.

A challenge is reckoned into what comes back of the initial stake, of which as much again may be lost.
"""

import functools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tapete.compiled import njit
from tapete.engine.settings import Settings
from tapete.engine.shoe import card_pack
from tapete.errors import TapeteError, UnknownError
from tapete.games.reto import settle
from tapete.games.reto.rules import CHALLENGES, Rules, heights, layout, needed, packs, share
from tapete.games.reto.settle import OUTCOMES, TIES
from tapete.sim.program import Program, Source
from tapete.sim.shoe import Bytes, shuffled

CARDS = 1 << 14  # shuffled at a time, about; few enough to stay in the cache


def program(rules: Rules, settings: Settings, stakes: Mapping[str, int]) -> Program:
    """The tables of these stakes, in cents by bet, over passes dealt from shuffled shoes."""
    felt = layout(rules, settings)
    challenges = rules.option(settings, "empate") == CHALLENGES
    bets = []
    for name, cents in stakes.items():
        if name not in felt:
            raise UnknownError("bet", name, list(felt))
        shares = [share(rules, name, fell, challenges=challenges) for fell in range(OUTCOMES)]
        bets.append((name, cents, [cents * part.numerator // part.denominator for part in shares]))
    return Program.single(bets, OUTCOMES)._replace(source=source(rules, packs(rules, settings)))


def coup(rules: Rules, cards: Sequence[int]) -> int:
    """How the pass ends that these cards make, those burnt among them; cards it does not take are left aside."""
    if len(cards) < needed(rules, 1):
        most = needed(rules, 1)
        raise TapeteError("{count} cards may not make a pass: it takes up to {most}", count=len(cards), most=most)
    out = np.empty(1, np.uint8)
    deal_shoe(coded(rules, cards), rules.challenge.burnt, out, 0)
    return int(out[0])


def coded(rules: Rules, cards: Sequence[int]) -> Bytes:
    """Cards as the loop takes them: by height."""
    height = heights(rules)
    return np.array([height[card] for card in cards], np.uint8)


@functools.lru_cache(maxsize=16)
def source(rules: Rules, count: int) -> Source:
    """Passes dealt one after another, from one shoe of so many packs after another."""
    cards = coded(rules, [card for card in card_pack(rules).cards for _ in range(count)])
    shoes, burnt = CARDS // len(cards), rules.challenge.burnt

    def deal(stream: np.random.Generator, count: int) -> Bytes:
        out = np.empty(count, np.uint8)
        have = 0
        while have < count:
            have = _deal_shoes(shuffled(stream, cards, shoes), burnt, out, have)
        return out

    return deal


_clash: Any = njit(settle.clash)
_outcome: Any = njit(settle.outcome)


@njit(nogil=True, cache=True)
def _deal_shoes(shoes, burnt, out, have):  # type: ignore[no-untyped-def]
    for number in range(len(shoes)):
        have = deal_shoe(shoes[number], burnt, out, have)
    return have


@njit(nogil=True, cache=True)
def deal_shoe(shoe, burnt, out, have):  # type: ignore[no-untyped-def]
    """Deals passes from a shoe as long as it holds cards for a whole one; how many outcomes there are then."""
    i, last = 0, len(shoe) - burnt - 4
    while i <= last and have < len(out):
        first, second = _clash(shoe[i], shoe[i + 1]), TIES
        i += 2
        if first == TIES:
            i += burnt
            second = _clash(shoe[i], shoe[i + 1])
            i += 2
        out[have] = _outcome(first, second)
        have += 1
    return have
