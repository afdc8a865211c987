"""Hands dealt and played by a way of deciding, many at once: their outcomes, and what suits make of the bank's.

An outcome is how a hand ends, what it is, and whether any of its cards was changed.
"""

import functools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from tapete.cards.batch import Tables, score
from tapete.compiled import njit
from tapete.games.poker_con_descarte.best import GOES, PLACES
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
    ordered,
    places_of,
    set_of,
    suit_of,
)
from tapete.games.poker_con_descarte.settle import ALL, step
from tapete.games.shared.mano import settle as mano
from tapete.games.shared.mano.five import Order
from tapete.games.shared.mano.settle import ENDS, FOLDED

DEALT = 14  # cards that a hand takes at most: five each, and two changed by each
WORDS = 1 << 13  # random words drawn at a time
SLACK = 2 * DEALT  # draws kept in reserve for a hand, in place of those that would favour some cards
HALF = 1 << 16
PARTS = 64  # of a measurement, each with a stream of random numbers of its own
THREADS = 2
BY_SUIT = 1 << HAND


class Book(NamedTuple):
    """What the loop reads: a way to play by kind of hand, what the bank keeps by ranks, scores and their kinds.

    The bank's hands of different ranks that make no run have `BY_SUIT` added: what they keep may go by suit.
    """

    of: NDArray[np.int32]
    choices: Bytes
    keeps: Bytes
    scoring: Tables
    kinds: Bytes
    least: int


class Measured(msgspec.Struct, frozen=True):
    """Hands that were played: how many ended in each outcome, and what suits changed for a first stake of one.

    `total` and `squares` add up what hands won with the suits as they lay, less what they would have won had the suits
    of each rank been turned by chance, as `chances` takes them to be.
    """

    tally: list[int]
    total: int
    squares: int

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
    return int(_hand(cards, book, RANKED, PLACES, np.zeros(HAND, np.int64)))


def played(words: NDArray[np.uint64], pack: Bytes, book: Book, found: Bytes, have: int) -> int:
    """Fills in outcomes from `have` on as far as the random words last, and says how many there are then."""
    return int(_played(words.view(np.uint16), pack, floors(len(pack)), book, RANKED, PLACES, found, have))


def measured(book: Book, gains: Ints, cards: Bytes, hands: int, progress: Callable[[int], None]) -> Measured:
    """Plays so many hands from these cards; `gains` has what each outcome wins of a first stake of one."""
    tally, sums = np.zeros((PARTS, len(gains)), np.int64), np.zeros((PARTS, 2), np.int64)
    floor = floors(len(cards))

    def part(number: int) -> None:
        stream = np.random.Generator(np.random.Philox(key=number))
        pack, left = cards.copy(), hands // PARTS
        while left > 0:
            words = stream.integers(0, 1 << 64, WORDS, np.uint64)
            left = _measure(
                words.view(np.uint16), pack, floor, book, RANKED, PLACES, gains, left, tally[number], sums[number]
            )

    with ThreadPoolExecutor(THREADS) as pool:
        for done, _ in enumerate(pool.map(part, range(PARTS)), 1):
            progress(done)
    return Measured(tally.sum(axis=0).tolist(), *sums.sum(axis=0).tolist())


def finals_of(order: Order, hands: Alike, choices: Bytes, progress: Callable[[int], None]) -> list[tuple[int, int]]:
    """How often each kind of hand comes of these choices, without a change and after one, over all cards to come.

    Four of a kind and what is better are kept as they are: another fifth card is worth nothing, and costs a prize.
    """
    best = order.kinds.index("poker")
    kinds, scoring = order.lookup.categories.clip(min=0).astype(np.uint8), order.lookup.batch.tables
    counts = np.zeros((PARTS, len(order.kinds), 2), np.int64)
    parts = np.array_split(np.arange(len(hands.cards)), PARTS)

    def part(number: int) -> None:
        rows = slice(parts[number][0], parts[number][-1] + 1)
        work = hands.cards[rows], hands.weights[rows], choices[rows]
        _finals(*work, PLACES, kinds, best, scoring, counts[number])

    with ThreadPoolExecutor(THREADS) as pool:
        for done, _ in enumerate(pool.map(part, range(PARTS)), 1):
            progress(done)
    return [(int(without), int(after)) for without, after in counts.sum(axis=0)]


def book_of(order: Order, choices: Bytes) -> Book:
    """A way to play as the loops read it."""
    kinds = order.lookup.categories.clip(min=0).astype(np.uint8)
    return Book(alike().of, choices, keeps(), order.lookup.batch.tables, kinds, order.least)


@functools.cache
def keeps() -> Bytes:
    """What the bank keeps of every set of ranks whose suits do not count, as bits by the places of its cards."""
    found = np.zeros(SETS, np.uint8)
    for ranks in combinations_with_replacement(range(RANKS), HAND):
        if ranks[0] != ranks[-1]:
            _, kept = step([rank * SUITS + place % SUITS for place, rank in enumerate(ranks)])
            by_suit = len(set(ranks)) == HAND and kept != ALL
            found[sum(RANKED[rank, place] for place, rank in enumerate(ranks))] = kept + (BY_SUIT if by_suit else 0)
    return found


_clash: Any = njit(nogil=True, cache=True)(mano.clash)


@njit(nogil=True, cache=True)
def _played(draws, pack, floor, book, ranked, gone, found, have):  # type: ignore[no-untyped-def]
    """Deals hands until there are outcomes enough or the draws run short."""
    draw, cards = 0, np.empty(HAND, np.int64)
    while have < len(found) and draw + SLACK <= len(draws):
        draw = deal(draws, draw, pack, floor)
        if draw < 0:
            break
        found[have] = _hand(pack, book, ranked, gone, cards)
        have += 1
    return have


@njit(nogil=True, cache=True)
def _measure(draws, pack, floor, book, ranked, gone, gains, left, tally, sums):  # type: ignore[no-untyped-def]
    """Plays hands until there are enough or the draws run short, and says how many are left to play."""
    draw, cards = 0, np.empty(HAND, np.int64)
    while left > 0 and draw + SLACK <= len(draws):
        turns = np.int64(draws[draw]) << 16 | np.int64(draws[draw + 1])
        draw = deal(draws, draw + 2, pack, floor)
        if draw < 0:
            break
        left -= 1
        choice, next_card = play(pack, book, ranked, gone, cards)
        mine = scored(cards, book.scoring)
        at = (np.int64(book.kinds[mine]) * 2 + (next_card > 2 * HAND)) * ENDS
        if choice < GOES:
            tally[at + FOLDED] += 1
            continue
        lay = at + _clash(mine, bank(pack, 0, next_card, book, ranked, cards), book.least)
        tally[lay] += 1
        other = gains[lay] - gains[at + _clash(mine, bank(pack, turns, next_card, book, ranked, cards), book.least)]
        sums[0] += other
        sums[1] += other * other
    return left


@njit(nogil=True, cache=True)
def _finals(cards, weights, choices, gone, kinds, best, scoring, counts):  # type: ignore[no-untyped-def]
    """Each hand counts once for every two cards that may come, in their order, though it takes fewer."""
    hand, rest = np.empty(HAND, np.int64), CARDS - HAND
    for at in range(len(cards)):
        for i in range(HAND):
            hand[i] = cards[at, i]
        kind = kinds[scored(hand, scoring)]
        first, second = gone[choices[at, 0] % GOES]
        if choices[at, 0] < GOES or first < 0 or kind >= best:
            counts[kind, 0] += weights[at] * rest * (rest - 1)
            continue
        for one in range(CARDS):
            if not _free(one, cards[at]):
                continue
            hand[first] = one
            if second < 0:
                counts[kinds[scored(hand, scoring)], 1] += weights[at] * (rest - 1)
                continue
            for other in range(one):
                if _free(other, cards[at]):
                    hand[second] = other
                    counts[kinds[scored(hand, scoring)], 1] += weights[at] * 2


@njit(nogil=True, cache=True, inline="always")
def _free(card, hand):  # type: ignore[no-untyped-def]
    """Whether a card may still come."""
    held = False
    for i in range(HAND):
        held = held or hand[i] == card
    return not held


@njit(nogil=True, cache=True)
def deal(draws, draw, pack, floor):  # type: ignore[no-untyped-def]
    """Changes places in the pack until the cards of a hand lie first, evenly; -1 where the draws run short."""
    place = 0
    while place < DEALT:
        if draw == len(draws):
            return -1
        product = np.uint32(draws[draw]) * np.uint32(len(pack) - place)
        draw += 1
        if product & np.uint32(HALF - 1) < floor[place]:
            continue
        other = place + np.int64(product >> np.uint32(16))
        pack[place], pack[other] = pack[other], pack[place]
        place += 1
    return draw


def floors(cards: int) -> NDArray[np.uint32]:
    """By place, below what the low half of a product favours its card, so that the draw is made again."""
    return np.array([HALF % (cards - place) for place in range(DEALT)], np.uint32)


@njit(nogil=True, cache=True)
def _hand(pack, book, ranked, gone, cards):  # type: ignore[no-untyped-def]
    """The outcome of the cards that lie first in the pack: the player's five, the bank's five, then what comes."""
    choice, next_card = play(pack, book, ranked, gone, cards)
    mine = scored(cards, book.scoring)
    outcome = (np.int64(book.kinds[mine]) * 2 + (next_card > 2 * HAND)) * ENDS
    if choice < GOES:
        return outcome + FOLDED
    return outcome + _clash(mine, bank(pack, 0, next_card, book, ranked, cards), book.least)


@njit(nogil=True, cache=True)
def play(pack, book, ranked, gone, cards):  # type: ignore[no-untyped-def]
    """The player's choice; the hand it leads to is put into `cards`, and the place of the next card is said."""
    for i in range(HAND):
        cards[i] = pack[i]
    ordered(cards)
    suit = suit_of(cards, 3)
    column, next_card = 0, 2 * HAND
    if book.choices.shape[1] > 1:
        shown = np.int64(pack[2 * HAND - 1])
        column = 2 * (shown >> 2) + ((shown & 3) == suit)
    kind = book.of[set_of(cards, ranked) * MASKS + places_of(cards, suit)]
    choice = np.int64(book.choices[kind, column])
    if choice >= GOES:
        for which in range(2):
            place = gone[choice - GOES, which]
            if place >= 0:
                cards[place] = pack[next_card]
                next_card += 1
    return choice, next_card


@njit(nogil=True, cache=True)
def bank(pack, turns, next_card, book, ranked, cards):  # type: ignore[no-untyped-def]
    """The score of the bank's hand in the end; `turns` has two bits a rank by which its suits are turned first."""
    for i in range(HAND):
        cards[i] = turned(np.int64(pack[HAND + i]), turns)
    ordered(cards)
    kept = np.int64(book.keeps[set_of(cards, ranked)])
    if kept >= BY_SUIT:
        suit = suit_of(cards, 4)
        kept = kept - BY_SUIT if suit == NO_SUIT else places_of(cards, suit)
    for i in range(HAND):
        if not kept >> i & 1:
            cards[i] = turned(np.int64(pack[next_card]), turns)
            next_card += 1
    return scored(cards, book.scoring)


@njit(nogil=True, cache=True, inline="always")
def turned(card, turns):  # type: ignore[no-untyped-def]
    """A card with its suit turned as all cards of its rank are."""
    rank = card >> 2
    return rank << 2 | (card + (turns >> 2 * rank)) & 3


@njit(nogil=True, cache=True, inline="always")
def scored(cards, tables):  # type: ignore[no-untyped-def]
    """The score of five cards."""
    total, bits = tables.start, np.uint64(0)
    for i in range(HAND):
        total += tables.keys[cards[i]]
        bits |= tables.ranks[cards[i]]
    return np.int64(score(total, bits, tables))
