"""Póker de cuatro cartas for the simulator's loop: one player against the bank, every hand from a whole pack.

An outcome is what a hand is paid as, how many antes were added, and how it ends. What is added is reckoned into what
comes back of the ante, of which so many times may be lost.
"""

import functools
from collections.abc import Mapping, Sequence
from itertools import permutations
from math import perm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.cards.batch import Tables, score
from tapete.cards.card import SUITS
from tapete.compiled import jitable, njit
from tapete.engine.settings import Settings
from tapete.engine.shoe import card_pack
from tapete.errors import UnknownError
from tapete.games.cuatro_cartas import settle
from tapete.games.cuatro_cartas.best import Facts, Memo, analysis, facts
from tapete.games.cuatro_cartas.deals import CHOOSE, Bytes, Dealt, beside, hands
from tapete.games.cuatro_cartas.rules import BANK, BEST, OWN, POLICY, WAYS, Rules, layout, order, share
from tapete.games.cuatro_cartas.settle import ENDS, FOLDED
from tapete.games.cuatro_cartas.tally import by_memo, tops
from tapete.sim.program import Program, Source

CARDS = 52
DEALS = perm(CARDS, OWN + BANK)  # orders of the cards that two hands take: they fit in a word
AT_ONCE = 1 << 13  # deals drawn at a time; few enough to stay in the cache
TIMES = len(WAYS) + 1
BY_HAND = 255
NAMES = np.array([*permutations(range(SUITS))], np.int64)


class Plan(NamedTuple):
    """How many antes are added, by score and rank of the open card, or `BY_HAND`: then by the hand's number.

    Of every hand `masks` has two bits for each open card: whether anything is added, and whether the most, out of
    `least` and `most`. `places` has by score what a hand is paid as.
    """

    antes: Bytes
    masks: NDArray[np.uint64]
    least: int
    most: int
    places: Bytes


def program(rules: Rules, settings: Settings, stakes: Mapping[str, int]) -> Program:
    """The tables of these stakes, in cents by bet, over hands dealt from shuffled packs."""
    felt, bets = layout(rules, settings), []
    for name, cents in stakes.items():
        if name not in felt:
            raise UnknownError("bet", name, list(felt))
        shares = [share(rules, name, *fell) for fell in map(_told, range(outcomes(rules)))]
        bets.append((name, cents, [cents * part.numerator // part.denominator for part in shares]))
    return Program.single(bets, outcomes(rules))._replace(source=source(rules, rules.option(settings, POLICY)))


def outcomes(rules: Rules) -> int:
    """How many outcomes there are: every end for every kind of hand and every number of antes."""
    return ENDS * TIMES * len(order(rules).kinds)


def _told(outcome: int) -> tuple[int, int, int]:
    """How a hand ended, what it is paid as, and how many antes were added."""
    rest, end = divmod(outcome, ENDS)
    place, times = divmod(rest, TIMES)
    return end, place, times


def coup(rules: Rules, policy: str, cards: Sequence[int]) -> int:
    """The outcome of a player's five cards against the bank's six, of which the first lies open."""
    return int(_coup(np.array(cards, np.int64), plan(rules, policy), *_tables(rules)))


@functools.lru_cache(maxsize=16)
def source(rules: Rules, policy: str) -> Source:
    """Hands dealt one after another, each from a whole pack, played by a policy."""
    chosen, (mine, bank) = plan(rules, policy), _tables(rules)

    def deal(stream: np.random.Generator, count: int) -> NDArray[np.uint8]:
        out = np.empty(count, np.uint8)
        for at in range(0, count, AT_ONCE):
            part = out[at : at + AT_ONCE]
            _deal(stream.integers(0, DEALS, len(part), np.uint64), chosen, mine, bank, part)
        return out

    return deal


def _tables(rules: Rules) -> tuple[Tables, Tables]:
    return order(rules).mine.batch.tables, order(rules).bank.batch.tables


@functools.lru_cache(maxsize=16)
def plan(rules: Rules, policy: str) -> Plan:
    """A way to play, as the loop reads it."""
    asked = facts(rules)
    places, (least, most) = np.array(asked.places, np.uint8), rules.added_bet.times
    if policy != BEST:
        antes = _remembered(rules, asked, asked.memos[policy])
        return Plan(antes, np.zeros((1, 2), np.uint64), least, most, places)
    answer, own = analysis(asked), hands(np.array(card_pack(rules).cards, np.int64), order(rules).mine)
    masks = np.stack([np.frombuffer(part, np.uint64) for part in (answer.goes, answer.most)], axis=1)
    every = np.zeros((int(CHOOSE[CARDS, OWN]), 2), np.uint64)
    _spread(own.cards, masks, NAMES, every)
    return Plan(_decided(rules, own, masks), every, least, most, places)


def _remembered(rules: Rules, asked: Facts, memo: Memo) -> Bytes:
    """By score and rank of the open card, how many antes a rule to remember adds."""
    lookup, ranks = order(rules).mine, np.arange(len(card_pack(rules).ranks))
    choice = by_memo(memo, len(asked.times) - 1, np.arange(len(lookup.values))[:, None], tops(lookup)[:, None], ranks)
    return np.array(asked.times, np.uint8)[choice]


def _decided(rules: Rules, own: Dealt, masks: NDArray[np.uint64]) -> Bytes:
    """By score and rank of the open card how many antes best play adds, where all hands of that score add as many."""
    least, most = rules.added_bet.times
    cards = np.arange(CARDS, dtype=np.uint64)
    goes, top = ((masks[:, [column]] >> cards & np.uint64(1)).astype(np.int64) for column in (0, 1))
    antes = goes * least + top * (most - least)
    shape = len(order(rules).places), len(card_pack(rules).ranks)
    low, high = np.full(shape, BY_HAND, np.int64), np.zeros(shape, np.int64)
    there = beside(own, CARDS)
    rows, columns = np.nonzero(there)
    at = own.scores[rows], columns // SUITS
    np.minimum.at(low, at, antes[there])
    np.maximum.at(high, at, antes[there])
    return np.where(low == high, low, BY_HAND).astype(np.uint8)


_clash: Any = njit(settle.clash)


@njit(nogil=True, cache=True)
def _spread(own, masks, names, every):  # type: ignore[no-untyped-def]
    """Gives every hand what one of its kind has, with suits called as its own are."""
    for row in range(len(own)):
        for called in names:
            cards = np.empty(OWN, np.int64)
            for place in range(OWN):
                card = np.int64(own[row, place])
                cards[place] = card - card % SUITS + called[card % SUITS]
            number = _number(cards)
            for column in range(2):
                spread = np.uint64(0)
                for shown in range(CARDS):
                    bit = masks[row, column] >> np.uint64(shown) & np.uint64(1)
                    spread |= bit << np.uint64(shown - shown % SUITS + called[shown % SUITS])
                every[number, column] = spread


@jitable
def _number(cards):  # type: ignore[no-untyped-def]
    """The number of a hand among all, whatever the order of its cards."""
    number = np.int64(0)
    for place in range(OWN):
        below = 0
        for other in range(OWN):
            below += cards[other] < cards[place]
        number += CHOOSE[cards[place], below + 1]
    return number


@njit(nogil=True, cache=True)
def _deal(draws, chosen: Plan, mine: Tables, bank: Tables, out):  # type: ignore[no-untyped-def]
    """Each draw is an order of eleven cards: the pack changes places with itself and is never put in order again."""
    pack = np.arange(CARDS)
    for i in range(len(draws)):
        draw = draws[i]
        for place in range(OWN + BANK):
            left = np.uint64(CARDS - place)
            rest = draw // left
            other = np.uint64(place) + draw - rest * left
            draw = rest
            card = pack[other]
            pack[other] = pack[place]
            pack[place] = card
        out[i] = _coup(pack, chosen, mine, bank)


@njit(nogil=True, cache=True, inline="always")
def _coup(cards, chosen: Plan, mine: Tables, bank: Tables):  # type: ignore[no-untyped-def]
    """How a hand ends, by the cards that lie first in the pack."""
    own = _score(cards, 0, OWN, mine)
    antes = _antes(cards, own, chosen)
    end = _clash(own, _score(cards, OWN, OWN + BANK, bank)) if antes else FOLDED
    return (np.int64(chosen.places[own]) * TIMES + antes) * ENDS + end


@njit(nogil=True, cache=True, inline="always")
def _antes(cards, own, chosen: Plan):  # type: ignore[no-untyped-def]
    """How many antes a hand of a score adds against the open card."""
    shown = cards[OWN]
    antes = np.int64(chosen.antes[own, shown // SUITS])
    if antes != BY_HAND:
        return antes
    number, bit = _number(cards), np.uint64(1) << np.uint64(shown)
    if chosen.masks[number, 1] & bit:
        return chosen.most
    return chosen.least if chosen.masks[number, 0] & bit else 0


@njit(nogil=True, cache=True, inline="always")
def _score(cards, first, last, tables: Tables):  # type: ignore[no-untyped-def]
    total, ranks = tables.start, np.uint64(0)
    for place in range(first, last):
        total += tables.keys[cards[place]]
        ranks |= tables.ranks[cards[place]]
    return score(total, ranks, tables)
