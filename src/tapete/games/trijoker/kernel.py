"""Trijoker for the simulator's loop: a player alone, every hand from a whole pack; an outcome is its gain and stakes.

What is won or lost with two and three stakes is reckoned into what comes back of one, so a hand may cost more than
was left.
"""

import functools
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from tapete.cards.batch import Tables, score
from tapete.cards.card import SUITS
from tapete.compiled import njit
from tapete.engine.settings import Settings
from tapete.engine.shoe import card_pack
from tapete.errors import TapeteError, UnknownError
from tapete.games.trijoker import settle
from tapete.games.trijoker.best import RENAMED, Bytes, Ints, alike, plan, worth
from tapete.games.trijoker.rules import DEAL, POLICY, Rules, gains, layout, ranking
from tapete.games.trijoker.settle import STAKES, net
from tapete.sim.deal import deal, draws, floors
from tapete.sim.program import Program, Source


class Book(NamedTuple):
    """A plan as the loop reads it: every three cards' row, whether it leaves the first stake, how its suits are called.

    `second` has for each row whether a first common card, so called, leaves the second stake; `kinds` the gain of
    every score of five cards.
    """

    rows: Ints
    first: Bytes
    names: Bytes
    second: Bytes
    kinds: Bytes


def program(rules: Rules, settings: Settings, stakes: Mapping[str, int]) -> Program:
    """The tables of a stake on any of the three boxes, in cents: as much lies on the two others."""
    known = layout(rules, settings)
    for spot in stakes:
        if spot not in known:
            raise UnknownError("bet", spot, list(known))
    if len(stakes) > 1:
        raise TapeteError("the simulator plays one hand: its three stakes are equal, so name one of them")
    kinds = _kinds(rules)
    bets = [
        (spot, cents, [cents + cents * net(gain, number) for gain in kinds for number in range(1, STAKES + 1)])
        for spot, cents in stakes.items()
    ]
    source = _source(rules, rules.option(settings, POLICY))
    return Program.single(bets, STAKES * len(kinds))._replace(source=source)


def coup(rules: Rules, way: str, cards: Sequence[int]) -> int:
    """The outcome of a deal: three own cards, then the common ones."""
    if len(cards) != DEAL:
        raise TapeteError("a hand is {count} cards", count=DEAL)
    return int(_hand(np.array(cards, np.uint8), _book(rules, way), ranking(rules).compile().batch.tables))


def won(rules: Rules, outcome: int) -> int:
    """What an outcome wins or loses, in stakes."""
    kind, stakes = divmod(outcome, STAKES)
    return net(_kinds(rules)[kind], stakes + 1)


def _kinds(rules: Rules) -> tuple[int, ...]:
    return tuple(sorted({0, *gains(rules)}))


@functools.lru_cache(maxsize=16)
def _book(rules: Rules, way: str) -> Book:
    cards = card_pack(rules).cards
    values = worth(ranking(rules), gains(rules), cards)
    chosen, same = plan(values, way), alike(cards)
    second = np.zeros((len(values.rest), len(cards)), np.uint8)
    np.put_along_axis(second, values.rest.astype(np.int64), chosen.second.astype(np.uint8), axis=1)
    order = _in_order_of_number(len(cards))
    rows = same.of[order]
    kinds = np.array([_kinds(rules).index(gain) for gain in gains(rules)], np.uint8)
    return Book(rows, chosen.first[rows].astype(np.uint8), RENAMED[same.renaming[order]], second, kinds)


def _in_order_of_number(size: int) -> Ints:
    """The places of all sets of three, as they are listed, by the number that `_hand` gives them."""
    a, b, c = (np.array(column) for column in zip(*_threes(size), strict=True))
    return np.argsort(a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6)


def _threes(size: int) -> list[tuple[int, int, int]]:
    return [(a, b, c) for a in range(size) for b in range(a + 1, size) for c in range(b + 1, size)]


def _source(rules: Rules, way: str) -> Source:
    book, tables = _book(rules, way), ranking(rules).compile().batch.tables
    whole = np.array(card_pack(rules).cards, np.uint8)
    floor = floors(len(whole), DEAL)

    def hands(stream: np.random.Generator, count: int) -> Bytes:
        hands, pack, have = np.empty(count, np.uint8), whole.copy(), 0
        for drawn in draws(stream):
            have = _hands(drawn, floor, pack, book, tables, hands, have)
            if have == count:
                break
        return hands

    return hands


_in_play: Any = njit(nogil=True, cache=True)(settle.in_play)


@njit(nogil=True, cache=True)
def _hands(drawn, floor, pack, book: Book, tables: Tables, out, have):  # type: ignore[no-untyped-def]
    """Deals hands until there are outcomes enough or the draws run short."""
    for at in range(0, len(drawn) - DEAL + 1, DEAL):
        if have == len(out):
            break
        if deal(drawn, at, pack, DEAL, floor):
            out[have] = _hand(pack, book, tables)
            have += 1
    return have


@njit(nogil=True, cache=True)
def _hand(cards, book: Book, tables: Tables):  # type: ignore[no-untyped-def]
    """The outcome of a deal whose cards lie first in the pack."""
    a, b, c = np.int64(cards[0]), np.int64(cards[1]), np.int64(cards[2])
    low, high = min(a, b, c), max(a, b, c)
    middle = a + b + c - low - high
    number = low + middle * (middle - 1) // 2 + high * (high - 1) * (high - 2) // 6
    fourth = np.int64(cards[3])
    called = fourth - fourth % SUITS + np.int64(book.names[number, fourth % SUITS])
    total, bits = tables.start, np.uint64(0)
    for place in range(DEAL):
        total += tables.keys[cards[place]]
        bits |= tables.ranks[cards[place]]
    stakes = _in_play(book.first[number], book.second[book.rows[number], called])
    return STAKES * np.int64(book.kinds[score(total, bits, tables)]) + np.int64(stakes) - 1
