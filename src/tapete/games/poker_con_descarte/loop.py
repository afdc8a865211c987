"""Hands dealt and played by a way of deciding, many at once: their outcomes, and what suits make of the bank's.

An outcome is how a hand ends, what it is, and whether any of its cards was changed.
"""

import functools
from collections.abc import Callable
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from tapete.cards.batch import Tables, ordered, plain_score, score_of, suited_score
from tapete.compiled import njit
from tapete.games.poker_con_descarte.best import CHOICES, GOES, PLACES
from tapete.games.poker_con_descarte.hands import (
    CARDS,
    HAND,
    MASKS,
    NO_SUIT,
    RANKED,
    RANKS,
    SETS,
    SUITS,
    Alike,
    Bytes,
    Ints,
    alike,
    places_of,
    set_of,
    suit_of,
)
from tapete.games.poker_con_descarte.settle import ALL, step
from tapete.games.shared.mano import settle as mano
from tapete.games.shared.mano.five import Order
from tapete.games.shared.mano.settle import ENDS, FOLDED
from tapete.odds.parts import counted
from tapete.sim.deal import Draws, deal, draws, floors

DEALT = 14  # cards that a hand takes at most: five each, and two changed by each
PARTS = 64  # of a measurement, each with a stream of random numbers of its own
BY_SUIT = 1 << HAND
# What a choice keeps, as bits by the places of cards, with `BY_SUIT` added where it goes on; how many cards come then.
KEPT = np.array([ALL] * GOES + [BY_SUIT | ALL - sum(1 << p for p in gone) for gone in CHOICES], np.uint8)
CHANGED = np.array([HAND - kept.bit_count() for kept in range(MASKS)], np.int64)


class Book(NamedTuple):
    """What the loop reads: a way to play by kind of hand, what the bank keeps by ranks, scores and their kinds.

    `rows` has the row of a hand in `kept`, by the places of the cards of the suit that counts and its ranks; hands of
    which none does lie together, since they come most. The bank's hands of different ranks that make no run have
    `BY_SUIT` added: what they keep may go by suit.
    """

    rows: NDArray[np.int32]
    kept: Bytes
    keeps: Bytes
    scoring: Tables
    kinds: Bytes
    least: int


class Measured(msgspec.Struct, frozen=True):
    """Hands that were played: how many ended in each outcome, and what suits changed for a first stake of one.

    `total` and `squares` add up what hands won with the suits as they lay, less what they would have won had the suits
    of each rank been turned by chance, as `chances` takes them to be; `apart` the squares of how far that was from the
    same of the first way to play. Every way is dealt the same hands, so few are apart.
    """

    tally: list[int]
    total: int
    squares: int
    apart: int

    @property
    def hands(self) -> int:
        """How many there were."""
        return sum(self.tally)


def told(outcome: int) -> tuple[int, int, bool]:
    """How a hand ended, the place of its kind from the worst, and whether cards were changed."""
    rest, end = divmod(outcome, ENDS)
    return end, rest // 2, bool(rest % 2)


def outcome(cards: Bytes, book: Book) -> int:
    """The outcome of a deal: five cards of the player's, the bank's five, then those that come for changed ones."""
    return int(_outcome(cards, book))


def played(drawn: Draws, pack: Bytes, floor: NDArray[np.uint32], book: Book, out: Bytes, have: int) -> int:
    """Fills in outcomes from `have` on as far as the draws last, and says how many there are then."""
    return int(_played(drawn, pack, floor, book, out, have))


def measured(
    books: tuple[Book, ...], gains: tuple[Ints, Ints], cards: Bytes, hands: int, progress: Callable[[int], None]
) -> list[Measured]:
    """Plays so many hands from these cards in each way.

    `gains` has what each outcome wins of a first stake of one, and what is taken from that for what the same hand would
    have come to with the suits turned.
    """
    tally, sums = _nothing(books, gains)
    parts = [(number,) for number in range(PARTS)]
    for done, (more, other) in enumerate(counted(measured_of, (books, gains, cards, hands // PARTS), parts), 1):
        tally += more
        sums += other
        progress(done)
    return [Measured(each.tolist(), *own.tolist()) for each, own in zip(tally, sums, strict=True)]


def measured_of(
    books: tuple[Book, ...], gains: tuple[Ints, Ints], cards: Bytes, hands: int, number: int
) -> tuple[Ints, Ints]:
    """The outcomes of one part's hands in each way, and what suits changed, as `Measured` adds it up."""
    (tally, sums), pack = _nothing(books, gains), cards.copy()
    floor, left = floors(len(cards), DEALT), hands
    for drawn in draws(np.random.Generator(np.random.Philox(key=number))):
        left = _measure(drawn, pack, floor, books, gains, left, tally, sums)
        if not left:
            break
    return tally, sums


def _nothing(books: tuple[Book, ...], gains: tuple[Ints, Ints]) -> tuple[Ints, Ints]:
    return np.zeros((len(books), len(gains[0])), np.int64), np.zeros((len(books), 3), np.int64)


def finals_of(order: Order, hands: Alike, choices: Bytes, progress: Callable[[int], None]) -> list[tuple[int, int]]:
    """How often each kind of hand comes of these choices, without a change and after one, over all cards to come.

    Four of a kind and what is better are kept as they are: another fifth card is worth nothing, and costs a prize.
    """
    kinds, scoring = order.lookup.categories.clip(min=0).astype(np.uint8), order.lookup.batch.tables
    counts = np.zeros((len(order.kinds), 2), np.int64)
    parts = [*zip(*(np.array_split(each, PARTS) for each in (hands.cards, hands.weights, choices)), strict=True)]
    common = kinds, order.kinds.index("poker"), scoring, len(order.kinds)
    for done, more in enumerate(counted(finals_in, common, parts), 1):
        counts += more
        progress(done)
    return [(int(without), int(after)) for without, after in counts]


def finals_in(kinds: Bytes, best: int, scoring: Tables, many: int, cards: Bytes, weights: Ints, choices: Bytes) -> Ints:
    """The same of some hands."""
    counts = np.zeros((many, 2), np.int64)
    _finals(cards, weights, choices, PLACES, kinds, best, scoring, counts)
    return counts


def book_of(order: Order, choices: Bytes) -> Book:
    """A way to play as the loops read it."""
    kinds, same = order.lookup.categories.clip(min=0).astype(np.uint8), alike()
    scoring = order.lookup.batch.tables
    together = np.argsort(same.suits != NO_SUIT, kind="stable")
    rows = np.argsort(together)[same.of].reshape(SETS, MASKS).T.astype(np.int32)
    return Book(np.ascontiguousarray(rows), KEPT[choices[together]], keeps(), scoring, kinds, order.least)


@functools.cache
def keeps() -> Bytes:
    """What the bank keeps of every set of ranks whose suits do not count, as bits by the places of its cards."""
    keeps = np.zeros(SETS, np.uint8)
    for ranks in combinations_with_replacement(range(RANKS), HAND):
        if ranks[0] != ranks[-1]:
            _, kept = step([rank * SUITS + place % SUITS for place, rank in enumerate(ranks)])
            by_suit = len(set(ranks)) == HAND and kept != ALL
            keeps[sum(RANKED[rank, place] for place, rank in enumerate(ranks))] = kept + (BY_SUIT if by_suit else 0)
    return keeps


_clash: Any = njit(nogil=True, cache=True, inline="always")(mano.clash)


@njit(nogil=True, cache=True)
def _played(drawn, pack, floor, book, out, have):  # type: ignore[no-untyped-def]
    """Deals hands until there are outcomes enough or the draws run short."""
    for at in range(0, len(drawn) - DEALT + 1, DEALT):
        if have == len(out):
            break
        if deal(drawn, at, pack, DEALT, floor):
            out[have] = _hand(pack, book)
            have += 1
    return have


@njit(nogil=True, cache=True)
def _outcome(pack, book):  # type: ignore[no-untyped-def]
    return _hand(pack, book)


@njit(nogil=True, cache=True)
def _measure(drawn, pack, floor, books, gains, left, tally, sums):  # type: ignore[no-untyped-def]
    """Plays hands until there are enough or the draws run short, and says how many are left to play."""
    for draw in range(0, len(drawn) - DEALT - 1, DEALT + 2):
        if left == 0:
            break
        if not deal(drawn, draw + 2, pack, DEALT, floor):
            continue
        left -= 1
        turns = np.int64(drawn[draw]) << 16 | np.int64(drawn[draw + 1])
        first, before, lay, gain = np.int64(0), np.int64(-1), np.int64(0), np.int64(0)
        for way in range(len(books)):
            goes, changed, mine = play(pack, books[way])
            now = (mine << 2 | changed) << 1 | goes
            if now != before:  # most ways do most of the time what the one before did
                lay, other = _both(pack, turns, goes, changed, mine, books[way])
                gain, before = gains[0][lay] - gains[1][other], now
            tally[way, lay] += 1
            first = gain if way == 0 else first
            sums[way, 0] += gain
            sums[way, 1] += gain * gain
            sums[way, 2] += (gain - first) * (gain - first)
    return left


@njit(nogil=True, cache=True, inline="always")
def _both(pack, turns, goes, changed, mine, book):  # type: ignore[no-untyped-def]
    """The outcome of a hand with the suits as they lie, and with the bank's turned."""
    at = (np.int64(book.kinds[mine]) * 2 + (changed > 0)) * ENDS
    if not goes:
        return at + FOLDED, at + FOLDED
    lay = at + _clash(mine, bank(pack, 0, changed, book), book.least)
    return lay, at + _clash(mine, bank(pack, turns, changed, book), book.least)


@njit(nogil=True, cache=True)
def _finals(cards, weights, choices, gone, kinds, best, scoring, counts):  # type: ignore[no-untyped-def]
    """Each hand counts once for every two cards that may come, in their order, though it takes fewer."""
    hand, rest = np.empty(HAND, np.int64), CARDS - HAND
    for at in range(len(cards)):
        for i in range(HAND):
            hand[i] = cards[at, i]
        kind = kinds[score_of(hand, 0, HAND, scoring)]
        first, second = gone[choices[at, 0] % GOES]
        if choices[at, 0] < GOES or first < 0 or kind >= best:
            counts[kind, 0] += weights[at] * rest * (rest - 1)
            continue
        for one in range(CARDS):
            if not _free(one, cards[at]):
                continue
            hand[first] = one
            if second < 0:
                counts[kinds[score_of(hand, 0, HAND, scoring)], 1] += weights[at] * (rest - 1)
                continue
            for other in range(one):
                if _free(other, cards[at]):
                    hand[second] = other
                    counts[kinds[score_of(hand, 0, HAND, scoring)], 1] += weights[at] * 2


@njit(nogil=True, cache=True, inline="always")
def _free(card, hand):  # type: ignore[no-untyped-def]
    """Whether a card may still come."""
    held = False
    for i in range(HAND):
        held = held or hand[i] == card
    return not held


@njit(nogil=True, cache=True, inline="always")
def _hand(pack, book):  # type: ignore[no-untyped-def]
    """The outcome of the cards that lie first in the pack: the player's five, the bank's five, then what comes."""
    goes, changed, mine = play(pack, book)
    hand = (np.int64(book.kinds[mine]) * 2 + (changed > 0)) * ENDS
    if goes:
        hand += _clash(mine, bank(pack, 0, changed, book), book.least)
    else:
        hand += FOLDED
    return hand


@njit(nogil=True, cache=True, inline="always")
def play(pack, book):  # type: ignore[no-untyped-def]
    """Whether the player goes on, how many cards he changes, and the score of the hand that he comes to."""
    a, b, c, d, e = ordered(
        np.int64(pack[0]), np.int64(pack[1]), np.int64(pack[2]), np.int64(pack[3]), np.int64(pack[4])
    )
    suit, column = suit_of(a, b, c, d, e, 3), 0
    if book.kept.shape[1] > 1:
        shown = np.int64(pack[2 * HAND - 1])
        column = 2 * (shown >> 2) + ((shown & 3) == suit)
    row = book.rows[places_of(a, b, c, d, e, suit), set_of(a, b, c, d, e)]
    kept = np.int64(book.kept[row, column])
    goes, kept = kept >= BY_SUIT, kept & ALL
    changed = CHANGED[kept]
    return goes, changed, scored(a, b, c, d, e, kept, changed, pack[2 * HAND], pack[2 * HAND + 1], book.scoring)


@njit(nogil=True, cache=True, inline="always")
def bank(pack, turns, taken, book):  # type: ignore[no-untyped-def]
    """The score of the bank's hand in the end, after so many cards came to the player.

    `turns` has two bits a rank by which its suits are turned first.
    """
    a, b, c, d, e = ordered(
        turned(pack[HAND], turns),
        turned(pack[HAND + 1], turns),
        turned(pack[HAND + 2], turns),
        turned(pack[HAND + 3], turns),
        turned(pack[HAND + 4], turns),
    )
    kept, suit = np.int64(book.keeps[set_of(a, b, c, d, e)]), suit_of(a, b, c, d, e, 4)
    kept = places_of(a, b, c, d, e, suit) if (kept >= BY_SUIT) & (suit != NO_SUIT) else kept & ALL
    first, second = turned(pack[2 * HAND + taken], turns), turned(pack[2 * HAND + 1 + taken], turns)
    return scored(a, b, c, d, e, kept, CHANGED[kept], first, second, book.scoring)


@njit(nogil=True, cache=True, inline="always")
def turned(card, turns):  # type: ignore[no-untyped-def]
    """A card with its suit turned as all cards of its rank are."""
    card = np.int64(card)
    rank = card >> 2
    return rank << 2 | (card + (turns >> 2 * rank)) & 3


@njit(nogil=True, cache=True, inline="always")
def scored(a, b, c, d, e, kept, changed, first, second, tables):  # type: ignore[no-untyped-def]
    """The score of what is kept of five cards, with the next ones for what is not."""
    k, one, two = tables.keys, bits(changed > 0), bits(changed > 1)
    total = (k[a] & bits(kept & 1)) + (k[b] & bits(kept >> 1 & 1)) + (k[c] & bits(kept >> 2 & 1))
    total += (k[d] & bits(kept >> 3 & 1)) + (k[e] & bits(kept >> 4)) + (k[first] & one) + (k[second] & two)
    total += tables.start
    score, tops = plain_score(total, tables), total & tables.tops
    if tops:  # seldom: the suit of five cards is the suit of all
        r = tables.ranks
        ranks = (r[a] & bits(kept & 1)) | (r[b] & bits(kept >> 1 & 1)) | (r[c] & bits(kept >> 2 & 1))
        ranks |= (r[d] & bits(kept >> 3 & 1)) | (r[e] & bits(kept >> 4)) | (r[first] & one) | (r[second] & two)
        score = max(score, suited_score(tops, ranks, tables))
    return np.int64(score)


@njit(nogil=True, cache=True, inline="always")
def bits(there):  # type: ignore[no-untyped-def]
    """All bits of a word, or none."""
    return np.uint64(0) - np.uint64(there)
