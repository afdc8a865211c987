"""Pai gow for the simulator's loop: a player against the bank, or a bank against a player, from a whole pack each time.

An outcome is what comes of the hand. The other side sets its cards the house's way.
"""

import functools
from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from tapete.cards.batch import Tables
from tapete.compiled import njit
from tapete.engine.settings import Settings
from tapete.errors import UnknownError
from tapete.games.pai_gow.best import named
from tapete.games.pai_gow.classes import JOKER, finder, place_of
from tapete.games.pai_gow.counting import draws, end_of, plan, scores, shuffle
from tapete.games.pai_gow.hands import order
from tapete.games.pai_gow.odds import plan_name
from tapete.games.pai_gow.rules import BANKER, HAND, HOUSE_WAY, PLAYER, POLICY, SEAT, Rules, layout, share, unit
from tapete.games.pai_gow.settle import ENDS, WON, commission
from tapete.sim.program import Program, Source

AT_ONCE = 1 << 13  # deals drawn at a time; few enough to stay in the cache


def program(rules: Rules, settings: Settings, stakes: Mapping[str, int]) -> Program:
    """The tables of these stakes, in cents by bet, over hands dealt from shuffled packs."""
    felt, each = layout(rules, settings), share(rules, settings)
    num, den, whole = each.numerator, each.denominator, unit(rules, settings)
    bets = []
    for name, cents in stakes.items():
        if name not in felt:
            raise UnknownError("bet", name, list(felt))
        fees = [commission(cents, num, den, whole) if end == WON else 0 for end in range(ENDS)]
        bets.append((name, cents, [end * cents - fee for end, fee in enumerate(fees)]))
    seat, policy = rules.option(settings, SEAT), rules.option(settings, POLICY)
    return Program.single(bets, ENDS)._replace(source=source(rules, each, seat, policy))


def coup(rules: Rules, each: Fraction, seat: str, policy: str, cards: Sequence[int]) -> int:
    """What comes of seven cards against the other side's seven."""
    return int(_coup(np.array(cards), *_tables(rules, plan_name(each, seat, policy)), seat == BANKER, rules.table))


@functools.lru_cache(maxsize=16)
def source(rules: Rules, each: Fraction, seat: str, policy: str) -> Source:
    """Hands dealt one after another, each from a whole pack, set by a policy."""
    args = *_tables(rules, plan_name(each, seat, policy)), seat == BANKER, rules.table

    def deal(stream: np.random.Generator, count: int) -> NDArray[np.uint8]:
        out = np.empty(count, np.uint8)
        for at in range(0, count, AT_ONCE):
            part = out[at : at + AT_ONCE]
            _deal(*draws(stream, JOKER + 1, len(part)), *args, part)
        return out

    return deal


@functools.lru_cache(maxsize=16)
def _tables(rules: Rules, name: str) -> tuple[Tables, NDArray[np.int32], NDArray[np.int32]]:
    """Where classes are found, their scores there as a plan sets them, and as the house does."""
    finder_ = finder()
    mine, house = (scores(order(rules), plan(rules, each)) for each in (name, named(PLAYER, HOUSE_WAY)))
    return finder_.tables, mine[finder_.classes], house[finder_.classes]


@njit(nogil=True, cache=True)
def _deal(first, second, tables, mine, house, banker, table, out):  # type: ignore[no-untyped-def]
    """Deals all hands before it looks any up: then the memory answers several at once."""
    cards, places = np.arange(JOKER + 1), np.empty((len(out), 2), np.uint64)
    for i in range(len(out)):
        shuffle(cards, first[i], second[i])
        places[i, 0], places[i, 1] = place_of(cards, 0, tables), place_of(cards, HAND, tables)
    for i in range(len(out)):
        out[i] = end_of(mine[places[i, 0]], house[places[i, 1]], banker, table)


@njit(nogil=True, cache=True)
def _coup(cards, tables, mine, house, banker, table):  # type: ignore[no-untyped-def]
    return end_of(mine[place_of(cards, 0, tables)], house[place_of(cards, HAND, tables)], banker, table)
