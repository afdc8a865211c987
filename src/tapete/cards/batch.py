"""Compiled loops over a ranking's tables: many hands at once, and every hand of a pack.

The sums of ranks are scattered: every card's power of five is multiplied by one odd number, which is the same as
multiplying the sum, and the bits of the product are a row and a place. Each row has a displacement, found when the
table is built, that takes its sums to places of their own. So a hand costs an addition for each card and two look-ups.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.cards.card import SUITS
from tapete.cards.lookup import BASE, EACH_SUIT, RANKS_FROM, Lookup, Mixed, Scores
from tapete.compiled import jitable, njit
from tapete.errors import TapeteError

PLACE_FROM = np.uint64(33)
_LANE = 16  # bits for the ranks of one suit, of four in a word


class Tables(NamedTuple):
    """What the loops read. `keys` has an entry for every byte, so that no byte can lead out of it."""

    keys: NDArray[np.uint64]
    ranks: NDArray[np.uint64]
    start: np.uint64
    tops: np.uint64
    row_from: np.uint64
    places: np.uint64
    rows: NDArray[np.uint32]
    plain: Scores
    suited: Scores


class Batch:
    """The loops of one `Lookup`."""

    def __init__(self, source: Lookup) -> None:
        self.source = source
        self.tables = _tables(source)

    def scores(self, hands: NDArray[np.uint8]) -> Scores:
        """The score of each row of cards."""
        rows = _rows(hands, self.source.held)
        scores = np.empty(len(rows), np.uint16)
        _scorer(self.source.held)(rows, self.tables, scores)
        return scores

    def tally(self) -> NDArray[np.int64]:
        """How many hands of the pack have each score, by scoring every one of them."""
        cards = np.array(self.source.ranking.pack.cards, np.uint8)
        counts = np.zeros(len(self.source.values), np.uint32)
        _tally(cards, self.source.held, self.tables, counts)
        return counts.astype(np.int64)


class BatchMixed:
    """The loop of one `Mixed`."""

    def __init__(self, source: Mixed) -> None:
        self.source = source
        self.tables = source.exact.batch.tables

    def scores(self, own: NDArray[np.uint8], board: NDArray[np.uint8]) -> Scores:
        """The score of each row of own cards with the same row of the board."""
        mine = _rows(own, int(self.source.own.max()) + 1)
        common = _rows(board, int(self.source.board.max()) + 1)
        if len(mine) != len(common):
            raise TapeteError("{count} hands cannot be scored on {boards} boards", count=len(mine), boards=len(common))
        scores = np.empty(len(mine), np.uint16)
        _score_mixed(mine, common, self.source.own, self.source.board, self.tables, scores)
        return scores


def _rows(hands: NDArray[np.uint8], width: int) -> NDArray[np.uint8]:
    if hands.dtype != np.uint8 or hands.ndim != 2 or hands.shape[1] != width:
        raise TapeteError(
            "hands are rows of {width} cards as bytes, not {type} in shape {shape}",
            width=width,
            type=hands.dtype,
            shape=hands.shape,
        )
    return np.ascontiguousarray(hands)


def _tables(source: Lookup) -> Tables:
    sums = source.sums.astype(np.uint64)
    place_bits = max(int(len(sums) * 1.25).bit_length(), 4)
    row_bits = max((len(sums) // 5).bit_length(), 2)
    row_from, places = np.uint64(64 - row_bits), np.uint64((1 << place_bits) - 1)
    rows, plain = np.zeros(1 << row_bits, np.uint32), np.zeros(1 << place_bits, np.uint16)
    for attempt in range(1, 10_000):
        factor = (0x9E3779B97F4A7C15 * attempt | 1) % (1 << 48)
        scattered = sums * np.uint64(factor) << np.uint64(RANKS_FROM)
        by_row = np.argsort(scattered)
        bounds = np.searchsorted(scattered[by_row] >> row_from, np.arange((1 << row_bits) + 1, dtype=np.uint64))
        fullest = np.argsort(bounds[:-1] - bounds[1:], kind="stable")
        if _displace(scattered[by_row], source.plain[by_row], bounds, fullest, places, rows, plain):
            keys, ranks = _card_keys(source, factor)
            start, tops = np.uint64(source.start), np.uint64(source.tops)
            return Tables(keys, ranks, start, tops, row_from, places, rows, plain, source.suited)
    raise AssertionError("no factor scatters the sums of ranks")


def _card_keys(source: Lookup, factor: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """For every card what it adds to a hand's sum, and its rank as a bit in the lane of its suit."""
    keys, ranks = np.zeros(256, np.uint64), np.zeros(256, np.uint64)
    for card in range(source.joker + 1):
        rank, suit = divmod(card, SUITS)
        joker = card == source.joker
        suits = EACH_SUIT if joker else 1 << 4 * suit
        keys[card] = (BASE**rank * factor << RANKS_FROM | suits) % (1 << 64)
        lanes = range(SUITS) if joker else (suit,)
        ranks[card] = sum(1 << _LANE * lane + rank for lane in lanes)
    return keys, ranks


@njit(nogil=True, cache=True)
def _displace(scattered, scores, bounds, fullest, places, rows, plain):  # type: ignore[no-untyped-def]
    """Fills `rows` and `plain`, the fullest rows first; False if two sums cannot be told apart or there is no room."""
    used = np.zeros(len(plain), np.bool_)
    for row in fullest:
        first, last = bounds[row], bounds[row + 1]
        shift = _room(scattered[first:last], places, used)
        if shift < 0:
            return False
        rows[row] = shift
        for i in range(first, last):
            place = (scattered[i] >> PLACE_FROM) & places ^ np.uint64(shift)
            if used[place]:
                return False
            used[place] = True
            plain[place] = scores[i]
    return True


@jitable
def _room(row, places, used):  # type: ignore[no-untyped-def]
    """The first displacement that takes every sum of a row to a free place, or -1."""
    for shift in range(len(used)):
        free = True
        for key in row:
            if used[(key >> PLACE_FROM) & places ^ np.uint64(shift)]:
                free = False
                break
        if free:
            return shift
    return -1


@njit(nogil=True, cache=True, inline="always")
def plain_score(total, tables):  # type: ignore[no-untyped-def]
    """The score of cards whose keys add up to `total` from `tables.start`, as if suits did not count."""
    return tables.plain[((total >> PLACE_FROM) & tables.places) ^ tables.rows[total >> tables.row_from]]


@jitable
def suited_score(tops, ranks, tables):  # type: ignore[no-untyped-def]
    """The score of the suit that has its top bit set in `tops`, from all cards' `tables.ranks` together."""
    for suit in range(SUITS):
        if tops >> np.uint64(4 * suit + 3) & np.uint64(1):
            return tables.suited[ranks >> np.uint64(_LANE * suit) & np.uint64(len(tables.suited) - 1)]
    return tables.suited[0]


@njit(nogil=True, cache=True, inline="always")
def score(total, ranks, tables):  # type: ignore[no-untyped-def]
    """The score of a hand, for loops that add its cards up themselves."""
    plain = plain_score(total, tables)
    tops = total & tables.tops
    return max(plain, suited_score(tops, ranks, tables)) if tops else plain


@njit(nogil=True, cache=True, inline="always")
def score_of(cards, start, stop, tables):  # type: ignore[no-untyped-def]
    """The score of cards that lie in a row, from one place to another."""
    total = tables.start
    for place in range(start, stop):
        total += tables.keys[cards[place]]
    plain = plain_score(total, tables)
    tops = total & tables.tops
    if tops:  # seldom, so the ranks by suit are not added up before
        ranks = np.uint64(0)
        for place in range(start, stop):
            ranks |= tables.ranks[cards[place]]
        plain = max(plain, suited_score(tops, ranks, tables))
    return np.int64(plain)


@njit(nogil=True, cache=True, inline="always")
def ordered(a, b, c, d, e):  # type: ignore[no-untyped-def]
    """Five cards in ascending order, without a question that a processor would have to guess."""
    a, b, d, e = min(a, b), max(a, b), min(d, e), max(d, e)
    c, e = min(c, e), max(c, e)
    c, d = min(c, d), max(c, d)
    b, e = min(b, e), max(b, e)
    a, d = min(a, d), max(a, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    return a, min(b, c), max(b, c), d, e


@cache
def _scorer(held: int) -> Callable[[NDArray[np.uint8], Tables, Scores], None]:
    """The loop for so many cards; the compiler unrolls what is done for each card."""

    @njit(nogil=True, cache=True)
    def run(hands: Any, tables: Any, out: Any) -> None:
        for i in range(len(hands)):
            total = tables.start
            for j in range(held):
                total += tables.keys[hands[i, j]]
            best = plain_score(total, tables)
            tops = total & tables.tops
            if tops:  # seldom, so the ranks by suit are not added up before
                ranks = np.uint64(0)
                for j in range(held):
                    ranks |= tables.ranks[hands[i, j]]
                best = max(best, suited_score(tops, ranks, tables))
            out[i] = best

    return run


@njit(nogil=True, cache=True)
def _score_mixed(own, board, mine, common, tables, out):  # type: ignore[no-untyped-def]
    """Tries every choice `mine` of own cards with every choice `common` of the board's."""
    own_sums, own_ranks = np.empty(len(mine), np.uint64), np.empty(len(mine), np.uint64)
    board_sums, board_ranks = np.empty(len(common), np.uint64), np.empty(len(common), np.uint64)
    own_start, board_start = np.uint64(EACH_SUIT * (8 - mine.shape[1])), np.uint64(EACH_SUIT * (8 - common.shape[1]))
    for i in range(len(own)):
        own_suits = _add_up(own[i], mine, tables.start, tables, own_sums, own_ranks)
        board_suits = _add_up(board[i], common, np.uint64(0), tables, board_sums, board_ranks)
        best = np.uint16(0)
        if (own_suits + own_start) & (board_suits + board_start) & tables.tops:
            for a in range(len(mine)):
                for b in range(len(common)):
                    best = max(best, score(own_sums[a] + board_sums[b], own_ranks[a] | board_ranks[b], tables))
        else:
            for a in range(len(mine)):
                for b in range(len(common)):
                    best = max(best, plain_score(own_sums[a] + board_sums[b], tables))
        out[i] = best


@njit(nogil=True, cache=True, inline="always")
def _add_up(cards, choices, start, tables, sums, ranks):  # type: ignore[no-untyped-def]
    """For each choice of cards their sum and their ranks by suit; returns the sum of all the cards."""
    for c in range(len(choices)):
        total, bits = start, np.uint64(0)
        for j in range(choices.shape[1]):
            card = cards[choices[c, j]]
            total += tables.keys[card]
            bits |= tables.ranks[card]
        sums[c], ranks[c] = total, bits
    every = np.uint64(0)
    for card in cards:
        every += tables.keys[card]
    return every


@njit(nogil=True, cache=True)
def _tally(cards, held, tables, counts):  # type: ignore[no-untyped-def]
    """Counts every hand: the sums of all cards but two are kept in an odometer, the last two are loops."""
    size, outer = len(cards), held - 2
    keys, bits = tables.keys[cards], tables.ranks[cards]
    at = np.arange(outer)
    totals, ranks = np.empty(outer + 1, np.uint64), np.zeros(outer + 1, np.uint64)
    totals[0] = tables.start
    turn = 0
    while turn >= 0:
        for j in range(turn, outer):
            totals[j + 1] = totals[j] + keys[at[j]]
            ranks[j + 1] = ranks[j] | bits[at[j]]
        _tally_two(at[outer - 1] + 1 if outer else 0, totals[outer], ranks[outer], keys, bits, tables, counts)
        turn = outer - 1
        while turn >= 0 and at[turn] == size - held + turn:
            turn -= 1
        if turn >= 0:
            at[turn] += 1
            for j in range(turn + 1, outer):
                at[j] = at[j - 1] + 1


@njit(nogil=True, cache=True, inline="always")
def _tally_two(first, total, ranks, keys, bits, tables, counts):  # type: ignore[no-untyped-def]
    size = len(keys)
    for e in range(first, size - 1):
        one = total + keys[e]
        if (one + np.uint64(EACH_SUIT)) & tables.tops:
            for f in range(e + 1, size):
                counts[score(one + keys[f], ranks | bits[e] | bits[f], tables)] += np.uint32(1)
        else:
            for f in range(e + 1, size):
                counts[plain_score(one + keys[f], tables)] += np.uint32(1)
