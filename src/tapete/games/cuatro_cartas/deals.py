"""Every hand of a player's against every open card: how many of the bank's hands it does not lose to.

The bank's hands are laid down in the order of their worth, and of those that lie there it is known how many hold each
set of up to five cards. How many hold an open card and none of a player's five follows by inclusion and exclusion, so
no two hands are ever compared. One walk goes up from the worst hand to the middle, another down from the best.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.cards.batch import Tables, score
from tapete.cards.card import SUITS
from tapete.cards.lookup import Lookup
from tapete.compiled import jitable, njit
from tapete.games.cuatro_cartas.rules import BANK, OWN, banks

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]
AT_ONCE = 32  # scores of a block
MIDDLE = 0.5  # of the bank's hands, those that the walk from below lays down
LANE = 16  # bits of a suit in `Tables.ranks`
# In how many ways k of n are chosen. A set of cards has a number: the sum of CHOOSE[card, place] over its cards.
CHOOSE = np.array([[comb(n, k) for k in range(BANK + 1)] for n in range(64)], np.int64)


class Dealt(NamedTuple):
    """Hands of five, worst first: their cards as places in the pack, their scores, and for how many each stands."""

    cards: Bytes
    scores: Ints
    alike: Ints


class Block(NamedTuple):
    """Hands from the `first` on, and against how many of the bank's they do not lose, by the place of the open card.

    Against a card of the hand's own that means nothing.
    """

    first: int
    hands: Dealt
    won: Ints


class Layers(NamedTuple):
    """The bank's hands, worst first, where each score begins among them, and where among the player's."""

    cards: Bytes
    bounds: Ints
    mine: Ints


def hands(cards: Ints, mine: Lookup) -> Dealt:
    """The hands of a pack; of those that differ in the names of suits only, where the pack does not, one."""
    size = comb(len(cards), OWN)
    out, scores, alike = np.empty((size, OWN), np.uint8), np.empty(size, np.int64), np.empty(size, np.int64)
    count = _hands(cards, _groups(cards), mine.batch.tables, out, scores, alike)
    order = np.argsort(scores[:count], kind="stable")
    return Dealt(out[order], scores[order], alike[order])


def beside(hands: Dealt, size: int) -> NDArray[np.bool_]:
    """Which cards of a pack may lie open beside each hand."""
    beside = np.ones((len(hands.cards), size), np.bool_)
    np.put_along_axis(beside, hands.cards.astype(np.int64), False, axis=1)
    return beside


def blocks(cards: Ints, mine: Lookup, bank: Lookup) -> Iterator[Block]:
    """All hands of a pack, block by block, as two threads come to them."""
    own = hands(cards, mine)
    layers = _layers(cards, bank, own)
    middle = int(np.searchsorted(layers.bounds, MIDDLE * len(layers.cards)))
    rising, falling = range(middle), range(len(bank.values) - 1, middle - 1, -1)
    walks = [_walk(cards, bank, own, layers, scores, up) for scores, up in ((rising, True), (falling, False))]
    with ThreadPoolExecutor(len(walks)) as pool:
        waiting = {pool.submit(next, walk, None): walk for walk in walks}
        while waiting:
            for task in wait(waiting, return_when=FIRST_COMPLETED).done:
                walk, block = waiting.pop(task), task.result()
                if block is not None:
                    waiting[pool.submit(next, walk, None)] = walk
                    yield block


def no_better(cards: Sequence[int], shown: int, bank: Lookup, worth: int) -> int:
    """How many hands of the bank, of these cards beside the one that lies open, are worth no more than a score."""
    return int(_no_better(np.array(cards, np.int64), shown, bank.batch.tables, worth))


def _groups(cards: Ints) -> Ints:
    """Suits of which the same ranks are there have the same number."""
    there = [tuple(card // SUITS for card in cards.tolist() if card % SUITS == suit) for suit in range(SUITS)]
    return np.array([there.index(ranks) for ranks in there], np.int64)


def _layers(cards: Ints, bank: Lookup, own: Dealt) -> Layers:
    scores = np.empty(comb(len(cards), BANK), np.uint16)
    _score_six(cards, bank.batch.tables, scores)
    bounds = np.zeros(len(bank.values) + 2, np.int64)
    bounds[1:-1] = np.cumsum(np.bincount(scores, minlength=len(bank.values)))
    bounds[-1] = bounds[-2]
    out = np.empty((len(scores), BANK), np.uint8)
    _sort_six(len(cards), scores, bounds.copy(), out)
    return Layers(out, bounds, np.searchsorted(own.scores, np.arange(len(bounds))))


def _walk(cards: Ints, bank: Lookup, own: Dealt, layers: Layers, scores: Sequence[int], up: bool) -> Iterator[Block]:
    """Blocks of hands with these scores: on the way up the bank's no better hands lie there, else the better."""
    held = np.zeros(sum(comb(len(cards), size) for size in range(1, OWN + 1)), np.int32)
    offsets = np.array([sum(comb(len(cards), size) for size in range(1, of)) for of in range(BANK)], np.int64)
    for start in range(0, len(scores), AT_ONCE):
        part = np.array(scores[start : start + AT_ONCE], np.int64)
        first, last = layers.mine[part.min()], layers.mine[part.max() + 1]
        counts = np.zeros((last - first, len(cards)), np.int64)
        _count(part, up, layers, own.cards, cards, bank.batch.tables, held, offsets, first, counts)
        mine = Dealt(own.cards[first:last], own.scores[first:last], own.alike[first:last])
        yield Block(int(first), mine, counts if up else banks(len(cards)) - counts)


@njit(nogil=True, cache=True)
def _hands(cards, groups, tables: Tables, out, scores, alike):  # type: ignore[no-untyped-def]
    """Every hand whose suits come in order of their ranks, among suits that are alike; how many there are."""
    size, count = len(cards), 0
    keys, bits = tables.keys[cards], tables.ranks[cards]
    for a in range(size):
        for b in range(a + 1, size):
            for c in range(b + 1, size):
                total, ranks = tables.start + keys[a] + keys[b] + keys[c], bits[a] | bits[b] | bits[c]
                for d in range(c + 1, size):
                    for e in range(d + 1, size):
                        all_ranks = ranks | bits[d] | bits[e]
                        number = _alike(all_ranks, groups)
                        if number:
                            out[count, 0], out[count, 1], out[count, 2] = a, b, c
                            out[count, 3], out[count, 4] = d, e
                            scores[count] = score(total + keys[d] + keys[e], all_ranks, tables)
                            alike[count] = number
                            count += 1
    return count


@jitable
def _alike(ranks, groups):  # type: ignore[no-untyped-def]
    """In how many ways the suits of a hand may be called; none unless they come in order."""
    ways = 1
    for suit in range(SUITS):
        own = ranks >> np.uint64(LANE * suit) & np.uint64((1 << LANE) - 1)
        before, same = 1, 1
        for other in range(suit):
            if groups[other] == groups[suit]:
                others = ranks >> np.uint64(LANE * other) & np.uint64((1 << LANE) - 1)
                if others < own:
                    return 0
                before += 1
                same += others == own
        ways = ways * before // same
    return ways


@njit(nogil=True, cache=True)
def _score_six(cards, tables: Tables, out):  # type: ignore[no-untyped-def]
    """The score of every six cards, in the order of their numbers."""
    keys, bits, i = tables.keys[cards], tables.ranks[cards], 0
    for f in range(BANK - 1, len(cards)):
        for e in range(BANK - 2, f):
            for d in range(BANK - 3, e):
                three, three_bits = tables.start + keys[f] + keys[e] + keys[d], bits[f] | bits[e] | bits[d]
                for c in range(BANK - 4, d):
                    for b in range(BANK - 5, c):
                        total, ranks = three + keys[c] + keys[b], three_bits | bits[c] | bits[b]
                        for a in range(b):
                            out[i] = score(total + keys[a], ranks | bits[a], tables)
                            i += 1


@njit(nogil=True, cache=True)
def _no_better(cards, shown, tables: Tables, worth):  # type: ignore[no-untyped-def]
    keys, bits, count = tables.keys[cards], tables.ranks[cards], 0
    for e in range(len(cards)):
        for d in range(e):
            for c in range(d):
                three, three_bits = keys[e] + keys[d] + keys[c], bits[e] | bits[d] | bits[c]
                total, ranks = tables.start + tables.keys[shown] + three, tables.ranks[shown] | three_bits
                for b in range(c):
                    for a in range(b):
                        count += score(total + keys[b] + keys[a], ranks | bits[b] | bits[a], tables) <= worth
    return count


@njit(nogil=True, cache=True)
def _sort_six(size, scores, at, out):  # type: ignore[no-untyped-def]
    """Puts every six cards where their score begins, one after another."""
    i = 0
    for f in range(BANK - 1, size):
        for e in range(BANK - 2, f):
            for d in range(BANK - 3, e):
                for c in range(BANK - 4, d):
                    for b in range(BANK - 5, c):
                        for a in range(b):
                            six = out[at[scores[i]]]
                            six[0], six[1], six[2], six[3], six[4], six[5] = a, b, c, d, e, f
                            at[scores[i]] += 1
                            i += 1


@njit(nogil=True, cache=True)
def _count(scores, up, layers: Layers, own, cards, tables: Tables, held, offsets, first, out):  # type: ignore[no-untyped-def]
    """Lays down the bank's hands score by score, and asks for every hand of a score how many are apart from it."""
    keys, bits = tables.keys[cards], tables.ranks[cards]
    for worth in scores:
        layer = worth if up else worth + 1
        _lay(layers.cards[layers.bounds[layer] : layers.bounds[layer + 1]], held, offsets)
        for row in range(layers.mine[worth], layers.mine[worth + 1]):
            hand, counts = own[row].astype(np.int64), out[row - first]
            total, ranks = tables.start, np.uint64(0)
            for card in hand:
                total += keys[card]
                ranks |= bits[card]
            _apart(hand, held, offsets, counts)
            for card in range(len(cards)):  # the six that are the hand and the open card
                counts[card] -= (score(total + keys[card], ranks | bits[card], tables) <= worth) == up


@jitable
def _lay(sixes, held, offsets):  # type: ignore[no-untyped-def]
    """Counts hands of six in every set of one to five cards that they hold."""
    for i in range(len(sixes)):
        six = sixes[i]
        for p in range(BANK):
            one = np.int64(six[p])
            held[one] += 1
            for q in range(p + 1, BANK):
                two = one + CHOOSE[six[q], 2]
                held[offsets[2] + two] += 1
                for r in range(q + 1, BANK):
                    three = two + CHOOSE[six[r], 3]
                    held[offsets[3] + three] += 1
                    for s in range(r + 1, BANK):
                        four = three + CHOOSE[six[s], 4]
                        held[offsets[4] + four] += 1
                        for t in range(s + 1, BANK):
                            held[offsets[5] + four + CHOOSE[six[t], 5]] += 1


@jitable
def _apart(hand, held, offsets, counts):  # type: ignore[no-untyped-def]
    """By open card, how many of the hands laid down hold it and no card of a hand, sets of all six left out."""
    for below in range(OWN + 1):  # how many of the hand's cards come before the open one
        start = hand[below - 1] + 1 if below else 0
        end = hand[below] if below < OWN else len(counts)
        if start >= end:
            continue
        for part in range((1 << OWN) - 1):
            number, size, place = np.int64(0), 1, 1
            for card in range(OWN):
                if part >> card & 1:
                    number += CHOOSE[hand[card], size + (card >= below)]
                    size += 1
                    place += card < below
            number += offsets[size]
            sign = 1 if size & 1 else -1
            for card in range(start, end):
                counts[card] += sign * held[number + CHOOSE[card, place]]
