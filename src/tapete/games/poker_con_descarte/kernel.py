"""Póquer con descarte for the simulator's loop: one player against the bank, every hand from a whole pack.

The second stake is reckoned into what comes back of the first, of which three times as much may be lost.
"""

import functools
from collections.abc import Mapping, Sequence

import numpy as np

from tapete.engine.settings import Settings
from tapete.errors import UnknownError
from tapete.games.poker_con_descarte.hands import CARDS, Bytes
from tapete.games.poker_con_descarte.loop import DEALT, outcome, played, told
from tapete.games.poker_con_descarte.odds import book
from tapete.games.poker_con_descarte.rules import FIRST, POLICY, Rules, jackpot_back, layout, order, share
from tapete.games.shared.mano.settle import ENDS
from tapete.sim.deal import draws, floors
from tapete.sim.program import Program, Source


def program(rules: Rules, settings: Settings, stakes: Mapping[str, int]) -> Program:
    """The tables of these stakes, in cents by bet, over hands dealt from shuffled packs."""
    felt, ends = layout(rules, settings), range(outcomes(rules))
    bets = []
    for name, cents in stakes.items():
        if name not in felt:
            raise UnknownError("bet", name, list(felt))
        shares = [
            share(rules, end, place) if name == FIRST else jackpot_back(rules, settings, place, changed)
            for end, place, changed in map(told, ends)
        ]
        bets.append((name, cents, [cents * part.numerator // part.denominator for part in shares]))
    return Program.single(bets, len(ends))._replace(source=source(rules, rules.option(settings, POLICY)))


def outcomes(rules: Rules) -> int:
    """How many outcomes there are: every end for every kind of hand, with and without a change."""
    return 2 * ENDS * len(order(rules).kinds)


def coup(rules: Rules, policy: str, cards: Sequence[int]) -> int:
    """The outcome of a deal: five cards of the player's, the bank's five, then those that come for changed ones."""
    return outcome(np.array(cards, np.uint8), book(rules, policy))


@functools.lru_cache(maxsize=16)
def source(rules: Rules, policy: str) -> Source:
    """Hands dealt one after another, each from a whole pack, played by a policy."""
    how, floor = book(rules, policy), floors(CARDS, DEALT)

    def deal(stream: np.random.Generator, count: int) -> Bytes:
        fell, pack, have = np.empty(count, np.uint8), np.arange(CARDS, dtype=np.uint8), 0
        for drawn in draws(stream):
            have = played(drawn, pack, floor, how, fell, have)
            if have == count:
                break
        return fell

    return deal
