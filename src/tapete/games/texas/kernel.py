"""Hold'em against the bank for the simulator's loop: one player, every hand from a whole pack, by a computed plan.

An outcome is how a hand ends with how many antes added, and what the bet beside the ante wins. What is added is
reckoned into what comes back of the ante, of which as much again several times may be lost.
"""

import functools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.cards.batch import Tables, score
from tapete.cards.card import SUITS
from tapete.compiled import njit
from tapete.engine.settings import Settings
from tapete.engine.shoe import card_pack
from tapete.errors import UnknownError
from tapete.games.texas import settle
from tapete.games.texas.best import analysis, dealt, facts, river_plan, terms, turn_plan
from tapete.games.texas.boards import FLOP_CARDS, TURN_CARDS, Bytes, number
from tapete.games.texas.cases import CARDS, PAIRS
from tapete.games.texas.odds import back
from tapete.games.texas.rules import BOARD, OWN, POLICY, FlopBet, OwnBet, Rules, flop_gains, layout, own_prize, ranking
from tapete.games.texas.settle import FOLDED, IDLE, LOST, TIED, WON, beside_back
from tapete.sim.program import Program, Source

DEAL = 2 * OWN + BOARD
WORDS = 1 << 13  # random words drawn at a time
SLACK = 24  # draws kept in reserve for a hand, in place of those that would favour some cards
HALF = 1 << 16


class Book(NamedTuple):
    """A plan and the tables that decide a hand, as the loop reads them.

    `pairs` renames the suits of a pair; by its number a set of three or four common cards is a row of the plan under a
    renaming. `gain` has the place of each score's gain among all that an ante can have, `beside` what two cards, or
    five, win beside it, `with_bank` what two win where the bank has the same ranks, which `ranks` tells.
    """

    seven: Tables
    five: Tables
    least: int
    gives_up: int
    times: tuple[int, int, int]
    goes: Bytes
    pairs: NDArray[np.int16]
    flop_of: NDArray[np.int32]
    flop_by: Bytes
    turn: Bytes
    four_of: NDArray[np.int32]
    four_by: Bytes
    river: Bytes
    gain: Bytes
    gains: int
    own: Bytes
    with_bank: Bytes
    ranks: NDArray[np.int16]
    flop_counts: bool
    on_flop: Bytes
    sides: int


def program(rules: Rules, settings: Settings, stakes: Mapping[str, int]) -> Program:
    """The tables of these stakes, in cents by bet, over hands dealt from shuffled packs."""
    felt, bets = layout(rules, settings), []
    for name, cents in stakes.items():
        if name not in felt:
            raise UnknownError("bet", name, list(felt))
        backs = [cents * (beside if name == rules.beside else ante) for ante, beside in outcomes(rules)]
        bets.append((name, cents, backs))
    source = _source(rules, rules.option(settings, POLICY))
    return Program.single(bets, len(outcomes(rules)))._replace(source=source)


@functools.lru_cache(maxsize=16)
def outcomes(rules: Rules) -> tuple[tuple[int, int], ...]:
    """Every outcome: what an ante of one brings back with all that was added, and a stake of one beside it."""
    sides = [beside_back(gain) for gain in _sides(rules)]
    return tuple((back(*end), side) for end in _ends(rules) for side in sides)


def _ends(rules: Rules) -> Iterator[tuple[int, int, int]]:
    """How a hand may end, what an ante gains with it, and how many are added: in the order of their numbers."""
    asked = facts(rules)
    gains, least = sorted(set(asked.gains)), asked.times[asked.gives_up]
    yield FOLDED, 0, 0
    for added in range(least, sum(asked.times) + 1):
        yield LOST, 0, added
        yield TIED, 0, added
        for end in (WON, IDLE):
            yield from ((end, gain, added) for gain in gains)


def _sides(rules: Rules) -> list[int]:
    """What the bet beside the ante may gain; none first."""
    return sorted({0, *(prize.pays.num for prize in rules.beside_bet.prizes.values())})


def coup(rules: Rules, policy: str, cards: Sequence[int]) -> int:
    """The outcome of a deal: two own cards, the common ones as they come, the bank's two."""
    return int(_hand(np.array(cards, np.uint8), book(rules, policy)))


@functools.lru_cache(maxsize=16)
def book(rules: Rules, policy: str) -> Book:
    """A policy's plan, and what it needs."""
    asked = facts(rules)
    cards, found, read = dealt(asked), analysis(asked), terms(asked)
    gains, sides = sorted(set(asked.gains)), _sides(rules)
    own, with_bank, ranks = _pairs(rules, sides)
    on_flop = np.array([sides.index(gain) for gain in flop_gains(rules)], np.uint8)
    kinds = np.array([gains.index(gain) for gain in asked.gains], np.uint8)
    return Book(
        read.tables,
        ranking(rules).compile().batch.tables,
        read.least,
        asked.gives_up,
        asked.times,
        np.frombuffer(found.plan[0], np.uint8),
        cards.pairs,
        cards.flops.of,
        cards.flops.renaming,
        turn_plan(asked, found, policy),
        cards.turns.of,
        cards.turns.renaming,
        river_plan(asked, found, policy),
        kinds[read.kinds.clip(min=0)],
        len(gains),
        own,
        with_bank,
        ranks,
        isinstance(rules.beside_bet, FlopBet),
        on_flop,
        len(sides),
    )


def _pairs(rules: Rules, sides: list[int]) -> tuple[Bytes, Bytes, NDArray[np.int16]]:
    """By the number of a pair what it wins alone, what where the bank has the same ranks, and which ranks it has."""
    own, with_bank, ranks = np.zeros(PAIRS, np.uint8), np.zeros(PAIRS, np.uint8), np.zeros(PAIRS, np.int16)
    for high in range(CARDS):
        for low in range(high):
            place = low + high * (high - 1) // 2
            ranks[place] = 64 * (high // SUITS) + low // SUITS
            if isinstance(rules.beside_bet, OwnBet):
                for wins, bank in ((own, ()), (with_bank, (low, high))):
                    prize = own_prize(rules, (low, high), bank)
                    wins[place] = sides.index(rules.beside_bet.prizes[prize].pays.num) if prize else 0
    return own, with_bank, ranks


@functools.lru_cache(maxsize=16)
def _source(rules: Rules, policy: str) -> Source:
    found, whole = book(rules, policy), np.array(card_pack(rules).cards, np.uint8)
    # Below this the low half of a product favours its card: the draw is made again.
    floor = np.array([HALF % (len(whole) - place) for place in range(DEAL)], np.uint32)

    def deal(stream: np.random.Generator, count: int) -> Bytes:
        fell, pack, have = np.empty(count, np.uint8), whole.copy(), 0
        while have < count:
            words = stream.integers(0, 1 << 64, WORDS, np.uint64)
            have = _hands(words.view(np.uint16), floor, pack, found, fell, have)
        return fell

    return deal


_clash: Any = njit(nogil=True, cache=True)(settle.clash)


@njit(nogil=True, cache=True)
def _hands(draws, floor, pack, book: Book, fell, have):  # type: ignore[no-untyped-def]
    """Deals hands until there are outcomes enough or the draws run short."""
    draw, size = 0, np.uint32(len(pack))
    while have < len(fell) and draw + SLACK <= len(draws):
        place = 0
        while place < DEAL and draw < len(draws):
            product = np.uint32(draws[draw]) * (size - np.uint32(place))
            draw += 1
            if product & np.uint32(HALF - 1) < floor[place]:
                continue
            other = place + np.int64(product >> np.uint32(16))
            pack[place], pack[other] = pack[other], pack[place]
            place += 1
        if place == DEAL:
            fell[have] = _hand(pack, book)
            have += 1
    return have


@njit(nogil=True, cache=True)
def _pair(one, other):  # type: ignore[no-untyped-def]
    low, high = np.int64(min(one, other)), np.int64(max(one, other))
    return low + high * (high - 1) // 2


@njit(nogil=True, cache=True)
def _hand(cards, book: Book):  # type: ignore[no-untyped-def]
    """The outcome of a deal whose cards lie first in the pack: own, common, the bank's."""
    own, bank = _pair(cards[0], cards[1]), _pair(cards[7], cards[8])
    side = np.int64(book.with_bank[own] if book.ranks[own] == book.ranks[bank] else book.own[own])
    before = book.goes[own]
    if book.gives_up == 0 and not before:
        return side
    board = np.empty(TURN_CARDS, np.int64)
    flop = _number(cards, FLOP_CARDS, board)
    after = book.turn[book.flop_of[flop], book.pairs[book.flop_by[flop], own]]
    if book.gives_up == 1 and not after:
        return side
    last = np.uint8(0)
    if book.times[2]:
        four = _number(cards, TURN_CARDS, board)
        called = book.pairs[book.four_by[four], own]
        last = book.river[book.four_of[four], called >> 3] >> np.uint8(called & 7) & np.uint8(1)
    if book.flop_counts:
        side = np.int64(book.on_flop[_score(cards, 0, FLOP_CARDS, book.five)])
    mine = _score(cards, 0, BOARD, book.seven)
    end = _clash(mine, _score(cards, 7, BOARD, book.seven), book.least)
    more = np.int64(last) * book.times[2]
    if book.gives_up == 0:
        more += np.int64(after) * book.times[1]
    return (1 + more * (2 + 2 * book.gains) + _place(end, book.gain[mine], book.gains)) * book.sides + side


@njit(nogil=True, cache=True)
def _place(end, gain, gains):  # type: ignore[no-untyped-def]
    """The place of an end among those with as many antes added."""
    if end in (LOST, TIED):
        return end - LOST
    return 2 + np.int64(gain) + (gains if end == IDLE else 0)


@njit(nogil=True, cache=True)
def _number(cards, size, board):  # type: ignore[no-untyped-def]
    """The number of the first so many common cards."""
    for i in range(size):
        card, j = np.int64(cards[OWN + i]), i
        while j > 0 and board[j - 1] > card:
            board[j] = board[j - 1]
            j -= 1
        board[j] = card
    return number(board, size)


@njit(nogil=True, cache=True)
def _score(cards, own, common, tables: Tables):  # type: ignore[no-untyped-def]
    """The score of two cards from a place on with the first so many common ones."""
    total, bits = tables.start, np.uint64(0)
    for i in range(OWN):
        total += tables.keys[cards[own + i]]
        bits |= tables.ranks[cards[own + i]]
    for i in range(OWN, OWN + common):
        total += tables.keys[cards[i]]
        bits |= tables.ranks[cards[i]]
    return np.int64(score(total, bits, tables))
