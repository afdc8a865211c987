"""Tripóker for the simulator's loop: one player against the bank, every hand from a whole pack.

An outcome is how a hand ends and what it is. The second stake is reckoned into what comes back of the ante, of which
as much again may be lost.
"""

import functools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tapete.compiled import njit
from tapete.engine.settings import Settings
from tapete.errors import UnknownError
from tapete.games.shared.mano import settle
from tapete.games.shared.mano.settle import ENDS, FOLDED
from tapete.games.tripoker.odds import strategy
from tapete.games.tripoker.rules import HAND, POLICY, Rules, layout, order, share
from tapete.sim.program import Program, Source

CARDS = 52
DEALS = 52 * 51 * 50 * 49 * 48 * 47  # orders of the six cards that two hands take
AT_ONCE = 1 << 13  # deals drawn at a time; few enough to stay in the cache


def program(rules: Rules, settings: Settings, stakes: Mapping[str, int]) -> Program:
    """The tables of these stakes, in cents by bet, over hands dealt from shuffled packs."""
    felt, ends = layout(rules, settings), range(outcomes(rules))
    bets = []
    for name, cents in stakes.items():
        if name not in felt:
            raise UnknownError("bet", name, list(felt))
        shares = [share(rules, name, *reversed(divmod(fell, ENDS))) for fell in ends]
        bets.append((name, cents, [cents * part.numerator // part.denominator for part in shares]))
    return Program.single(bets, len(ends))._replace(source=source(rules, rules.option(settings, POLICY)))


def outcomes(rules: Rules) -> int:
    """How many outcomes there are: every end for every kind of hand."""
    return ENDS * len(order(rules).kinds)


def coup(rules: Rules, policy: str, cards: Sequence[int]) -> int:
    """The outcome of a player's three cards against the bank's three."""
    tables = _tables(rules, policy)
    return int(_coup(np.array(cards, np.int64), *tables, order(rules).least))


@functools.lru_cache(maxsize=16)
def source(rules: Rules, policy: str) -> Source:
    """Hands dealt one after another, each from a whole pack, played by a policy."""
    tables, least = _tables(rules, policy), order(rules).least

    def deal(stream: np.random.Generator, count: int) -> NDArray[np.uint8]:
        out = np.empty(count, np.uint8)
        for at in range(0, count, AT_ONCE):
            part = out[at : at + AT_ONCE]
            _deal(stream.integers(0, DEALS, len(part), np.uint64), *tables, least, part)
        return out

    return deal


@functools.lru_cache(maxsize=16)
def _tables(rules: Rules, policy: str) -> tuple[NDArray[np.uint16], NDArray[np.uint8]]:
    """By three cards in any order: their score; and twice the place of their kind, one more where they go on."""
    deck, going = strategy(rules, policy)
    scores = np.zeros((CARDS, CARDS, CARDS), np.uint16)
    kinds = np.zeros((CARDS, CARDS, CARDS), np.uint8)
    place = np.array([order(rules).place(int(score)) for score in deck.scores])
    for a, b, c in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
        at = deck.hands[:, a], deck.hands[:, b], deck.hands[:, c]
        scores[at] = deck.scores
        kinds[at] = 2 * place + going
    return scores.ravel(), kinds.ravel()


_clash: Any = njit(settle.clash)


@njit(nogil=True, cache=True)
def _deal(draws, scores, kinds, least, out):  # type: ignore[no-untyped-def]
    """Each draw is an order of six cards: the pack changes places with itself and is never put in order again."""
    pack = np.arange(CARDS)
    for i in range(len(draws)):
        draw = draws[i]
        for n in range(2 * HAND):
            left = np.uint64(CARDS - n)
            rest = draw // left
            place = np.uint64(n) + draw - rest * left
            draw = rest
            card = pack[place]
            pack[place] = pack[n]
            pack[n] = card
        out[i] = _coup(pack, scores, kinds, least)


@njit(nogil=True, cache=True)
def _coup(cards, scores, kinds, least):  # type: ignore[no-untyped-def]
    mine = (cards[0] * CARDS + cards[1]) * CARDS + cards[2]
    kind = kinds[mine]
    if not kind & 1:
        return (kind >> 1) * ENDS + FOLDED
    bank = (cards[3] * CARDS + cards[4]) * CARDS + cards[5]
    return (kind >> 1) * ENDS + _clash(scores[mine], scores[bank], least)
