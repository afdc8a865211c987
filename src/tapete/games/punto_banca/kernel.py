"""Punto y banca for the simulator's loop: shoes are shuffled and dealt to the stop card, an outcome is a coup's end."""

import functools
from collections.abc import Mapping, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np

from tapete.compiled import njit
from tapete.engine.settings import Settings
from tapete.engine.shoe import card_pack
from tapete.errors import TapeteError, UnknownError
from tapete.games.punto_banca.rules import Rules, draws, layout, paid, worth
from tapete.games.punto_banca.settle import banca_draws, punto_draws
from tapete.games.shared.bacara.points import OUTCOMES, STOOD, TOTALS, outcome
from tapete.sim.program import Program, Source
from tapete.sim.shoe import Bytes, shuffled

PAIRS = 2 * TOTALS - 1  # the sums that two cards can make, and three, before the tens are dropped
THREES = 3 * TOTALS - 2
SHOES = 64  # shuffled at a time; few enough to stay in the cache


def program(rules: Rules, settings: Settings, stakes: Mapping[str, int]) -> Program:
    """The tables of these stakes, in cents by bet, over coups dealt from shuffled shoes."""
    fates = paid(rules, settings)
    bets = []
    for name, cents in stakes.items():
        if name not in fates:
            raise UnknownError("bet", name, list(layout(rules, settings)))
        bets.append((name, cents, [cents * num // den for _, (num, den) in fates[name]]))
    return Program.single(bets, OUTCOMES)._replace(source=source(rules))


def coup(rules: Rules, cards: Sequence[int]) -> int:
    """How the coup ends that these cards make, dealt in this order; cards it does not take are left aside."""
    count, rule = worth(rules), draws(rules)
    values = [count[card] for card in cards]
    taken = 4
    try:
        p, b = (values[0] + values[2]) % TOTALS, (values[1] + values[3]) % TOTALS
        first, third = p, STOOD
        if punto_draws(p, b, rule.natural, rule.punto):
            third = values[taken]
            p = (p + third) % TOTALS
            taken += 1
        if banca_draws(first, b, third, rule.natural, rule.banca):
            b = (b + values[taken]) % TOTALS
    except IndexError:
        raise TapeteError("{count} cards do not make a coup", count=len(cards)) from None
    return outcome(p, b)


class Tables(NamedTuple):
    """What the loop reads. A state is the sum of the punto's two cards and that of the banca's.

    `punto` says in which states the punto draws, `banca` with which third card of the punto the banca does, `ends` how
    a coup ends by the hands' final sums; `burnt` is how many cards go with the shoe's first card, by its rank.
    """

    shoe: Bytes
    burnt: Bytes
    behind: int
    punto: Bytes
    banca: Bytes
    ends: Bytes


@functools.lru_cache(maxsize=16)
def tables(rules: Rules) -> Tables:
    """The rulebook as arrays."""
    rule, kind = draws(rules), card_pack(rules)
    totals = [total % TOTALS for total in range(PAIRS)]
    states = list(product(totals, totals))
    return Tables(
        coded(rules, [card for card in kind.cards for _ in range(rules.equipment.cards.packs)]),
        _bytes([rules.burning.of(rank) for rank in kind.ranks]),
        rules.equipment.cards.behind,
        _bytes([punto_draws(p, b, rule.natural, rule.punto) for p, b in states]),
        _bytes([banca_draws(p, b, third, rule.natural, rule.banca) for p, b in states for third in range(STOOD + 1)]),
        _bytes([outcome(p % TOTALS, b % TOTALS) for p, b in product(range(THREES), repeat=2)]),
    )


def coded(rules: Rules, cards: Sequence[int]) -> Bytes:
    """Cards as the loop takes them: what a card counts in the low four bits, its rank above them."""
    kind, count = card_pack(rules), worth(rules)
    return _bytes([kind.rank(card) << 4 | count[card] for card in cards])


def _bytes(values: Sequence[int]) -> Bytes:
    return np.array(values, np.uint8)


def source(rules: Rules) -> Source:
    """Coups dealt one after another, from one shoe after another; every call begins a new one."""
    given = tables(rules)

    def deal(stream: np.random.Generator, count: int) -> Bytes:
        out = np.empty(count, np.uint8)
        have = 0
        while have < count:
            have = _deal_shoes(shuffled(stream, given.shoe, SHOES), *given[1:], out, have)
        return out

    return deal


@njit(nogil=True, cache=True)
def deal_shoe(shoe, burnt, behind, punto, banca, ends, out, have):  # type: ignore[no-untyped-def]
    """Deals a shoe to its stop card, or until there are outcomes enough; how many there are then."""
    i, last = 1 + burnt[shoe[0] >> 4], len(shoe) - behind
    while i <= last and have < len(out):
        p, b = (shoe[i] & 15) + (shoe[i + 2] & 15), (shoe[i + 1] & 15) + (shoe[i + 3] & 15)
        state = p * PAIRS + b
        # Drawing or not is multiplied, not asked: no guess of the processor's can be wrong.
        one = np.int64(punto[state])
        third = one * (shoe[i + 4] & 15)
        other = np.int64(banca[state * (STOOD + 1) + third + (1 - one) * STOOD])
        fourth = other * (shoe[i + 4 + one] & 15)
        out[have] = ends[(p + third) * THREES + b + fourth]
        have += 1
        i += 4 + one + other
    return have


@njit(nogil=True, cache=True)
def _deal_shoes(shoes, burnt, behind, punto, banca, ends, out, have):  # type: ignore[no-untyped-def]
    """Deals one shoe after another."""
    for shoe in shoes:
        have = deal_shoe(shoe, burnt, behind, punto, banca, ends, out, have)
    return have
