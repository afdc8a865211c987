"""Best play: for every hand, and every card that the bank may show, whether to go on and which cards to change.

The values are those of `chances`: exact by ranks, and over the suits of the bank's cards on average. What the player's
own suits may become is counted card by card.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.compiled import jitable, njit
from tapete.games.poker_con_descarte.chances import RANKS, SUITS, Floats, Ints, Tables, number, worth
from tapete.games.poker_con_descarte.hands import CARDS, HAND, Alike, Bytes
from tapete.odds.parts import counted

SIZES = (5, 6, 7)  # ranks that a player knows in the end: none, one or two cards changed
ENDING = (1, 6, 21)  # the hands of five that so many ranks may come to
CHOICES = [(), *combinations(range(HAND), 1), *combinations(range(HAND), 2)]  # the places of the cards that go
GOES = len(CHOICES)  # a choice from here on goes on
OPEN = (1, 6, 16)  # how many choices there are that change so many cards at most
PLACES = np.array([(*places, -1, -1)[:2] for places in CHOICES], np.int64)  # the same for the loops
AT_ONCE = 256
THREADS = 2
PASSING = -1.0  # what passing is worth: the first stake is lost

Progress = Callable[[int, int], None]


def _nobody(done: int, of: int) -> None:
    """Nobody is told."""


class Values(NamedTuple):
    """What hands are worth by all ranks that their player knows in the end, for each rank that the bank may show."""

    five: Floats
    six: Floats
    seven: Floats


def values(tables: Tables, pack: NDArray[np.bool_], shown: bool, progress: Progress) -> Values:
    """The values for every set of ranks that can be dealt."""
    before = ranks_of(pack)
    every = [_sets(size, before) for size in SIZES]
    parts = [(each[start : start + AT_ONCE],) for each in every for start in range(0, len(each), AT_ONCE)]
    return _filled(parts, counted(worths_of, (before, shown, tables), parts), shown, tables, progress)


def of_hand(cards: Bytes, pack: NDArray[np.bool_], shown: bool, tables: Tables) -> Floats:
    """What each choice is worth with one hand, its cards ascending, by the card that the bank shows."""
    before = ranks_of(pack)
    own = [card // SUITS for card in cards.tolist()]
    sets = [np.array(sorted({tuple(sorted((*own, *more))) for more in _more(size - HAND)})) for size in SIZES]
    counts = [(each[:, :, None] == np.arange(RANKS)).sum(axis=1) for each in sets]
    there = [each[(count <= before).all(axis=1)] for each, count in zip(sets, counts, strict=True)]
    parts = [(each,) for each in there]
    values = _filled(parts, (worths_of(before, shown, tables, each) for each in there), shown, tables)
    plain = np.zeros((len(values.five), values.five.shape[1], GOES))
    _by_ranks(sets[0], values, before, tables.binomials, PLACES, plain)
    worths = np.zeros((_columns(values), GOES))
    _worths(values, plain, pack, tables.binomials, PLACES, cards, worths)
    return worths


def _more(count: int) -> Iterable[tuple[int, ...]]:
    return combinations_with_replacement(range(RANKS), count)


def _filled(
    parts: list[tuple[Ints]], worths: Iterable[Floats], shown: bool, tables: Tables, progress: Progress = _nobody
) -> Values:
    """The values of sets of five, six and seven ranks, as they come; of others there are none."""
    rows, numbers = 1 + RANKS if shown else 1, (comb(RANKS + size - 1, size) for size in SIZES)
    out = [np.zeros((number, rows, count, 2)) for number, count in zip(numbers, ENDING, strict=True)]
    for done, ((sets,), values) in enumerate(zip(parts, worths, strict=True), 1):
        _put(sets, tables.binomials, values, out[SIZES.index(sets.shape[1])])
        progress(done, len(parts))
    return Values(*out)


def worths_of(before: Ints, shown: bool, tables: Tables, sets: Ints) -> Floats:
    """What some sets of ranks are worth."""
    rows = 1 + RANKS if shown else 1
    worths_of = np.zeros((len(sets), rows, ENDING[SIZES.index(sets.shape[1])], 2))
    _fill(sets, before, shown, tables, worths_of)
    return worths_of


def _sets(size: int, before: Ints) -> Ints:
    """The sets of so many ranks that can be dealt."""
    every = np.array([*combinations_with_replacement(range(RANKS), size)])
    counts = (every[:, :, None] == np.arange(RANKS)).sum(axis=1)
    return np.asarray(every[(counts <= before).all(axis=1)])


@njit(nogil=True, cache=True)
def _fill(sets, before, shown, tables, out):  # type: ignore[no-untyped-def]
    for i in range(len(sets)):
        worth(sets[i], sets.shape[1], before, shown, tables, out[i])


@njit(nogil=True, cache=True)
def _put(sets, binomials, values, out):  # type: ignore[no-untyped-def]
    """Puts each set's values where its number is."""
    for i in range(len(sets)):
        out[number(sets[i], sets.shape[1], binomials)] = values[i]


class Plan(NamedTuple):
    """By hand and by the card shown: the best choice, and what it is worth to go on with it.

    A choice is the place in `CHOICES` of the cards that go, with `GOES` added where going on is better than to pass.
    """

    choices: Bytes
    worths: NDArray[np.float32]


def plan(cards: Bytes, values: Values, pack: NDArray[np.bool_], tables: Tables, most: int) -> Plan:
    """Best play of these hands with so many changes at most, from a pack that has some of the 52 cards at first."""
    choices = np.full((len(cards), _columns(values)), OPEN[most], np.uint8)
    return Plan(choices, _each(_plan, cards, values, pack, tables, choices))


def fares(cards: Bytes, values: Values, pack: NDArray[np.bool_], tables: Tables, choices: Bytes) -> NDArray[np.float32]:
    """What going on with these choices is worth, whether they say to or not."""
    return _each(_fare, cards, values, pack, tables, choices)


def fares_of_all(hands: Alike, values: Values, pack: NDArray[np.bool_], tables: Tables) -> NDArray[np.float32]:
    """What going on with each choice is worth, on average of the cards that the bank may show."""
    choices = np.zeros((len(hands.cards), _columns(values)), np.uint8)
    return _each(_mean, hands.cards, values, pack, tables, choices, GOES)


def _each(
    work: Any,
    cards: Bytes,
    values: Values,
    pack: NDArray[np.bool_],
    tables: Tables,
    choices: Bytes,
    columns: int = 0,
) -> NDArray[np.float32]:
    before = ranks_of(pack)
    plain = np.zeros((len(values.five), values.five.shape[1], GOES))
    worths = np.zeros((len(cards), columns or _columns(values)), np.float32)
    with ThreadPoolExecutor(THREADS) as pool:
        sets = _parts(_sets(HAND, before))
        ranked = [pool.submit(_by_ranks, part, values, before, tables.binomials, PLACES, plain) for part in sets]
        for one in ranked:
            one.result()
        hands = zip(_parts(cards), _parts(choices), _parts(worths), strict=True)
        for done in [pool.submit(work, values, plain, pack, tables.binomials, PLACES, *part) for part in hands]:
            done.result()
    return worths


def _columns(values: Values) -> int:
    return CARDS if values.five.shape[1] > 1 else 1


def ranks_of(pack: NDArray[np.bool_]) -> Ints:
    """How many cards of each rank a pack has."""
    ranks_of: Ints = pack.reshape(RANKS, SUITS).sum(axis=1).astype(np.int64)
    return ranks_of


def _parts(rows: NDArray[Any]) -> list[NDArray[Any]]:
    """Rows in parts for threads: views, so that what is written there is written here."""
    return [rows[start : start + 1 + len(rows) // 32] for start in range(0, len(rows), 1 + len(rows) // 32)]


@njit(nogil=True, cache=True)
def _plan(out, plain, pack, binomials, gone, cards, choices, worths):  # type: ignore[no-untyped-def]
    """The best of so many choices as `choices` has at first."""
    values = np.zeros((choices.shape[1], GOES))
    for hand in range(len(cards)):
        _worths(out, plain, pack, binomials, gone, cards[hand], values)
        for column in range(choices.shape[1]):
            best = 0
            for choice in range(1, choices[hand, column]):
                if values[column, choice] > values[column, best]:
                    best = choice
            worths[hand, column] = values[column, best]
            choices[hand, column] = best + (GOES if values[column, best] > PASSING else 0)


@njit(nogil=True, cache=True)
def _fare(out, plain, pack, binomials, gone, cards, choices, worths):  # type: ignore[no-untyped-def]
    values = np.zeros((choices.shape[1], GOES))
    for hand in range(len(cards)):
        _worths(out, plain, pack, binomials, gone, cards[hand], values)
        for column in range(choices.shape[1]):
            worths[hand, column] = values[column, choices[hand, column] % GOES]


@njit(nogil=True, cache=True)
def _mean(out, plain, pack, binomials, gone, cards, choices, worths):  # type: ignore[no-untyped-def]
    values = np.zeros((choices.shape[1], GOES))
    for hand in range(len(cards)):
        _worths(out, plain, pack, binomials, gone, cards[hand], values)
        count = 0
        for column in range(choices.shape[1]):
            held = False
            for place in range(HAND):
                held = held or (choices.shape[1] > 1 and cards[hand, place] == column)
            if not held:
                count += 1
                for choice in range(GOES):
                    worths[hand, choice] += values[column, choice]
        worths[hand] /= count


@njit(nogil=True, cache=True)
def _worths(out, plain, pack, binomials, gone, cards, values):  # type: ignore[no-untyped-def]
    """What every choice is worth with a hand, for each card that the bank may show."""
    rows, ranks = plain.shape[1], np.zeros(7, np.int64)
    agree, with_shown = np.zeros(rows), np.zeros(rows)
    for place in range(HAND):
        ranks[place] = np.int64(cards[place]) // SUITS
    each = plain[number(ranks, HAND, binomials)]
    for choice in range(GOES):
        suit = _suit(cards, gone[choice])
        for row in range(rows if suit >= 0 else 0):
            found_there = _by_suit(cards, ranks, row, choice, suit, out, pack, binomials, gone)
            agree[row], with_shown[row] = found_there
        for column in range(len(values)):
            row = 0 if rows == 1 else 1 + column // SUITS
            values[column, choice] = each[row, choice]
            if suit >= 0:
                values[column, choice] += agree[row]
                if rows > 1 and suit == column % SUITS:
                    values[column, choice] -= with_shown[row]


@jitable
def _suit(cards, gone):  # type: ignore[no-untyped-def]
    """The suit of what is kept, if all of it agrees."""
    suit = np.int64(-1)
    for place in range(HAND):
        if place != gone[0] and place != gone[1]:
            own = np.int64(cards[place]) % SUITS
            if suit >= 0 and own != suit:
                return -1
            suit = own
    return suit


@njit(nogil=True, cache=True)
def _by_ranks(sets, out, before, binomials, gone, plain):  # type: ignore[no-untyped-def]
    """What each choice is worth as if suits did not count, by the ranks of a hand."""
    left, ranks, more = before.copy(), np.zeros(7, np.int64), np.zeros(7, np.int64)
    for hand in range(len(sets)):
        for place in range(HAND):
            ranks[place] = sets[hand, place]
        at = number(ranks, HAND, binomials)
        for row in range(plain.shape[1]):
            for rank in range(RANKS):
                left[rank] = before[rank]
            for place in range(HAND):
                left[ranks[place]] -= 1
            if row:
                left[row - 1] -= 1
            rest, each = left.sum(), plain[at, row]
            each[0] = out.five[at, row, 0, 0]
            for high in range(RANKS):
                if left[high] <= 0:
                    continue
                _insert(ranks, HAND, high, more)
                six = number(more, HAND + 1, binomials)
                for place in range(HAND):
                    each[1 + place] += left[high] * out.six[six, row, place + (ranks[place] >= high), 0] / rest
                for low in range(high + 1):
                    ways = left[high] * (left[low] - 1) / 2 if low == high else left[high] * left[low]
                    if ways > 0:
                        _two(ranks, low, high, ways / (rest * (rest - 1) / 2), row, out, binomials, gone, each)


@jitable
def _two(ranks, low, high, chance, row, out, binomials, gone, each):  # type: ignore[no-untyped-def]
    """Adds what two new ranks bring to each choice of two cards."""
    one, both = np.zeros(7, np.int64), np.zeros(7, np.int64)
    _insert(ranks, HAND, high, one)
    _insert(one, HAND + 1, low, both)
    at = number(both, 7, binomials)
    for choice in range(1 + HAND, GOES):
        first = gone[choice, 0] + (ranks[gone[choice, 0]] >= high) + (ranks[gone[choice, 0]] >= low)
        second = gone[choice, 1] + (ranks[gone[choice, 1]] >= high) + (ranks[gone[choice, 1]] >= low)
        each[choice] += chance * out.seven[at, row, first * (13 - first) // 2 + second - first - 1, 0]


@njit(nogil=True, cache=True, inline="always")
def _insert(ranks, size, rank, into):  # type: ignore[no-untyped-def]
    """Ranks in ascending order with one more, before its equals."""
    place = 0
    while place < size and ranks[place] < rank:
        into[place] = ranks[place]
        place += 1
    into[place] = rank
    while place < size:
        into[place + 1] = ranks[place]
        place += 1


@jitable
def _by_suit(cards, ranks, row, choice, suit, out, pack, binomials, gone):  # type: ignore[no-untyped-def]
    """What a choice gains where all five agree in suit: in all, and of that with a card of the rank that is shown."""
    there = pack[suit::SUITS].copy()
    one, both = np.zeros(7, np.int64), np.zeros(7, np.int64)
    for place in range(HAND):
        if np.int64(cards[place]) % SUITS == suit:
            there[ranks[place]] = False
    rest = pack.sum() - HAND - (row > 0)
    if choice == 0:
        at = number(ranks, HAND, binomials)
        return out.five[at, row, 0, 1] - out.five[at, row, 0, 0], 0.0
    total, shown = 0.0, 0.0
    for high in range(RANKS):
        if not there[high]:
            continue
        _insert(ranks, HAND, high, one)
        if choice <= HAND:
            moved = gone[choice, 0] + (ranks[gone[choice, 0]] >= high)
            at = number(one, HAND + 1, binomials)
            gain = (out.six[at, row, moved, 1] - out.six[at, row, moved, 0]) / rest
            total += gain
            shown += gain if row - 1 == high else 0.0
            continue
        for low in range(high):
            if there[low]:
                _insert(one, HAND + 1, low, both)
                at = number(both, 7, binomials)
                first = gone[choice, 0] + (ranks[gone[choice, 0]] >= high) + (ranks[gone[choice, 0]] >= low)
                second = gone[choice, 1] + (ranks[gone[choice, 1]] >= high) + (ranks[gone[choice, 1]] >= low)
                without = first * (13 - first) // 2 + second - first - 1
                gain = out.seven[at, row, without, 1] - out.seven[at, row, without, 0]
                gain /= rest * (rest - 1) / 2
                total += gain
                shown += gain if row - 1 in (low, high) else 0.0
    return total, shown
