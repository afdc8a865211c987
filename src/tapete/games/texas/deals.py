"""Every deal counted: what going on and betting are worth with each hand, and how a way of deciding fares.

To each of 16,432 boards of four common cards, which stand for 270,725, every fifth is dealt, those together that make
the same of all hands. What comes of them is added to the four flops that they may come from.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.cards.batch import Tables
from tapete.compiled import jitable, njit
from tapete.games.shared.mano.settle import ENDS, FOLDED, IDLE, LOST, WON
from tapete.games.texas.best import STAKES
from tapete.games.texas.boards import Bytes, Ints, Pack, number, renamed
from tapete.games.texas.cases import CASES, PAIRS, add_up
from tapete.games.texas.compare import CLASSES, Work, compare, compare_group, group_fifths, work_of
from tapete.odds.parts import counted, meanwhile, spans

Progress = Callable[[int, int], None]
AT_ONCE = 512  # boards of four cards in a part
# Sixteen pairs are of the same two kinds, with four fifth cards and in four ways each: so many bits count to that.
BITS = 10
EACH = np.uint64((1 << BITS) - 1)


class Terms(NamedTuple):
    """What the counting reads of the rules: scores of seven cards, and what they decide.

    `kinds` has the kind of every score, `gains` what an ante gains with each; the bank plays from `least` on. `times`
    are the antes that are added before flop, turn and river; `gives_up` is the street at which one may give up.
    """

    tables: Tables
    kinds: NDArray[np.int8]
    gains: Ints
    least: int
    times: tuple[int, int, int]
    gives_up: int


class Worth(NamedTuple):
    """What all deals together are worth to each hand, by flop: one's antes' net, what later bets add, wins less losses.

    `rest` is the net of the ante and of the river bet where it is made; `ahead` the wins less the losses. `river` has
    a bit for each hand with each four cards: whether they are ahead. `cases` has for each case with four cards the wins
    less the losses, and how often it comes.
    """

    rest: Ints
    ahead: Ints
    river: Bytes
    cases: Ints


class Plan(NamedTuple):
    """Who goes on: by hand before the flop, by flop and hand before the turn, by four cards and hand, as bits."""

    flop: Bytes
    turn: Bytes
    river: Bytes


NO_PLANS = Plan(*(np.zeros((1,) * axes, np.uint8) for axes in (2, 3, 3)))  # of several, one upon another


class Counted(NamedTuple):
    """What the counting of worth adds to: by flop and hand, by four cards of a part and hand, and by case."""

    rest: Ints
    ahead: Ints
    river: Bytes
    cases: Ints


@njit(nogil=True, cache=True)
def _count_worth(start, stop, dealt: Pack, terms: Terms, work: Work, counted: Counted):  # type: ignore[no-untyped-def]
    """Boards of four cards from one to another: adds what they are worth to the flops they may come from."""
    cards, weights, deck, times = dealt.turns.cards, dealt.turns.weights, dealt.cards, terms.times
    net, lead = np.zeros(PAIRS, np.int64), np.zeros(PAIRS, np.int64)
    board, valid = np.zeros(5, np.int64), np.zeros(PAIRS, np.int64)
    for at in range(start, stop):
        for i in range(4):
            board[i] = cards[at, i]
        many = _pairs_beside(cards[at], deck, valid)
        for p in valid[:many]:
            net[p] = lead[p] = 0
        for group in range(group_fifths(board[:4], deck, work)):
            _add_worth(board, group, deck, terms, work, net, lead)
        for p in valid[:many]:
            if lead[p] > 0 and times[2]:
                net[p] += times[2] * lead[p]
                counted.river[at - start, p >> 3] |= np.uint8(1 << (p & 7))
        if times[2]:
            add_up(board[:4], deck, weights[at], lead, counted.cases)
        _add_to_flops(cards[at], weights[at], dealt, valid[:many], net, lead, counted)


@njit(nogil=True, cache=True, inline="always")
def _add_worth(board, group, deck, terms: Terms, work: Work, net, lead):  # type: ignore[no-untyped-def]
    """Adds what every pair is worth on four cards with some fifth ones, and its wins less its losses."""
    classes, left = compare_group(board, group, deck, terms.tables, terms.least, work)
    for k in range(classes):
        ends = work.ends[k]
        work.under[k] = terms.gains[terms.kinds[work.scores[k]]] * (ends[WON] + ends[IDLE]) - ends[LOST]
        work.up_to[k] = ends[WON] - ends[LOST]
    for b in range(left + 1):
        high = work.beside[b]
        first, row, often = high * (high - 1) // 2, work.place[work.kind_of[high]], work.often[high]
        for a in range(b):
            low = work.beside[a]
            k, deals = row[work.kind_of[low]], often - work.among[low]
            net[first + low] += deals * work.under[k]
            lead[first + low] += deals * work.up_to[k]


@jitable
def _add_to_flops(four, weight, dealt: Pack, valid, net, lead, counted: Counted):  # type: ignore[no-untyped-def]
    """Adds to each flop that four cards may come from, under a name of suits that makes it the one that stands."""
    three = np.zeros(3, np.int64)
    for out in range(4):
        _without(four, out, three)
        place = number(three, 3)
        flop, called = dealt.flops.of[place], dealt.pairs[dealt.flops.renaming[place]]
        rest, ahead = counted.rest[flop], counted.ahead[flop]
        for p in valid:
            rest[called[p]] += weight * net[p]
            ahead[called[p]] += weight * lead[p]


@njit(nogil=True, cache=True)
def _count_fares(start, stop, dealt: Pack, plans: Plan, terms: Terms, work: Work, out):  # type: ignore[no-untyped-def]
    """Plays every deal whose four cards are among these boards: by plan, kind of hand, end and antes added."""
    cards, deck = dealt.turns.cards, dealt.cards
    ways = np.zeros((len(out), PAIRS), np.uint64)
    board, valid = np.zeros(5, np.int64), np.zeros(PAIRS, np.int64)
    for at in range(start, stop):
        for i in range(4):
            board[i] = cards[at, i]
        many = _pairs_beside(cards[at], deck, valid)
        for way in range(len(out)):
            _decide(at, way, dealt, plans, terms, valid[:many], ways[way])
        for group in range(group_fifths(board[:4], deck, work)):
            classes, left = compare_group(board, group, deck, terms.tables, terms.least, work)
            for way in range(len(out)):
                _add_fares(classes, left, dealt.turns.weights[at], ways[way], terms.kinds, work, out[way])


@jitable
def _decide(at, way, dealt: Pack, plans: Plan, terms: Terms, valid, ways):  # type: ignore[no-untyped-def]
    """For every pair how many of the four ways to deal four cards add how many antes: some bits for each number."""
    three, times, flop, river = np.zeros(3, np.int64), terms.times, plans.flop[way], plans.river[way, at]
    for p in valid:
        ways[p] = 0
    for out in range(4):
        _without(dealt.turns.cards[at], out, three)
        place = number(three, 3)
        turn, called = plans.turn[way, dealt.flops.of[place]], dealt.pairs[dealt.flops.renaming[place]]
        for p in valid:
            before, after = flop[p], turn[called[p]]
            last = river[p >> 3] >> np.uint8(p & 7) & np.uint8(1)
            made = times[0] * np.int64(before) + times[1] * np.int64(after) + times[2] * np.int64(last)
            added = made if (before if terms.gives_up == 0 else after) else STAKES
            ways[p] += np.uint64(1) << np.uint64(BITS * added)


@jitable
def _add_fares(classes, left, weight, ways, kinds, work: Work, out):  # type: ignore[no-untyped-def]
    """Adds all deals of four cards with some fifth ones."""
    own = np.zeros(CLASSES, np.uint64)
    for b in range(left + 1):
        high = work.beside[b]
        first, row, often = high * (high - 1) // 2, work.place[work.kind_of[high]], work.often[high]
        for a in range(b):
            low = work.beside[a]
            own[row[work.kind_of[low]]] += np.uint64(often - work.among[low]) * ways[first + low]
    for k in range(classes):
        kind, ends, many, added = kinds[work.scores[k]], work.ends[k], own[k], 0
        while many and added < STAKES:
            count = weight * np.int64(many & EACH)
            if count:
                for end in range(IDLE, ENDS):
                    out[kind, end, added] += count * ends[end]
            many >>= np.uint64(BITS)
            added += 1
        out[kind, FOLDED, 0] += weight * np.int64(many) * ((left - 2) * (left - 3) // 2)


@njit(nogil=True, cache=True)
def _count_one(low, high, board, known, deck, terms: Terms, work: Work):  # type: ignore[no-untyped-def]
    """The net of one hand's ante, its wins less its losses and its deals, over all that completes the board."""
    counts = np.zeros(3, np.int64)
    for last in range(len(deck)):
        if deck[last] in board[:known] or deck[last] in (low, high):
            continue
        board[4] = deck[last]
        if known == 4:
            _add_one(low, high, board, deck, terms, work, counts)
            continue
        for before in range(last):
            if deck[before] not in board[:known] and deck[before] not in (low, high):
                board[3] = deck[before]
                _add_one(low, high, board, deck, terms, work, counts)
    return counts


@jitable
def _add_one(low, high, board, deck, terms: Terms, work: Work, out):  # type: ignore[no-untyped-def]
    """Adds one hand's deals on a board."""
    compare(board, deck, terms.tables, terms.least, work)
    k = work.place[work.kind_of[low], work.kind_of[high]]
    ends = work.ends[k]
    out[0] += terms.gains[terms.kinds[work.scores[k]]] * (ends[WON] + ends[IDLE]) - ends[LOST]
    out[1] += ends[WON] - ends[LOST]
    out[2] += ends[IDLE:].sum()


@jitable
def _pairs_beside(cards, deck, valid):  # type: ignore[no-untyped-def]
    """The numbers of all pairs of the pack beside some cards; returns how many."""
    many = 0
    for b in range(len(deck)):
        if deck[b] in cards:
            continue
        high = np.int64(deck[b])
        for a in range(b):
            if deck[a] not in cards:
                valid[many] = high * (high - 1) // 2 + deck[a]
                many += 1
    return many


@jitable
def _without(four, out, three):  # type: ignore[no-untyped-def]
    at = 0
    for i in range(4):
        if i != out:
            three[at] = four[i]
            at += 1


def worth(terms: Terms, dealt: Pack, progress: Progress) -> Worth:
    """What every hand is worth with every flop and with every four cards, over all deals."""
    shape, rivers = (len(dealt.flops.cards), PAIRS), list[Bytes]()
    rest, ahead, cases = np.zeros(shape, np.int64), np.zeros(shape, np.int64), np.zeros((CASES, 2), np.int64)
    for flops, done in _in_parts(worth_of, (terms, dealt), dealt, progress):
        if not rivers:
            meanwhile(fares_of, terms, dealt, NO_PLANS, 0, 0)
        rest[flops] += done.rest
        ahead[flops] += done.ahead
        cases += done.cases
        rivers.append(done.river)
    return Worth(_under_any_name(dealt, rest), _under_any_name(dealt, ahead), np.concatenate(rivers), cases)


def _under_any_name(dealt: Pack, out: Ints) -> Ints:
    """What hands have with a flop, each as much as any other that becomes it under names which leave the flop."""
    flops, total = dealt.flops.cards.astype(np.int64), np.zeros_like(out)
    for names, pairs in zip(dealt.names, dealt.pairs, strict=True):
        left = (np.sort(renamed(flops, names), axis=1) == flops).all(axis=1)
        total[np.ix_(left, pairs)] += out[left]
    return total // len(dealt.names)


def worth_of(terms: Terms, dealt: Pack, start: int, stop: int) -> tuple[Ints, Counted]:
    """What some boards of four cards add, and to which flops."""
    shape, river = (len(dealt.flops.cards), PAIRS), np.zeros((stop - start, -(-PAIRS // 8)), np.uint8)
    counted = Counted(np.zeros(shape, np.int64), np.zeros(shape, np.int64), river, np.zeros((CASES, 2), np.int64))
    _count_worth(start, stop, dealt, terms, work_of(len(terms.kinds)), counted)
    flops = np.flatnonzero(counted.rest.any(axis=1) | counted.ahead.any(axis=1))
    return flops, counted._replace(rest=counted.rest[flops], ahead=counted.ahead[flops])


def fares(terms: Terms, dealt: Pack, plans: Sequence[Plan], progress: Progress) -> Ints:
    """Plays every deal: by plan how many end with each kind of hand, how, and with how many antes added."""
    stacked = Plan(*(np.stack(tables) for tables in zip(*plans, strict=True)))
    total: Ints = sum(_in_parts(fares_of, (terms, dealt, stacked), dealt, progress))
    return total


def fares_of(terms: Terms, dealt: Pack, plans: Plan, start: int, stop: int) -> Ints:
    """The same of some boards of four cards."""
    fares_of = np.zeros((len(plans.flop), len(terms.gains), ENDS, STAKES), np.int64)
    _count_fares(start, stop, dealt, plans, terms, work_of(len(terms.kinds)), fares_of)
    return fares_of


def _in_parts(part: Callable[..., Any], common: tuple[Any, ...], dealt: Pack, progress: Progress) -> Iterator[Any]:
    """Counts some boards of four cards at a time."""
    parts = spans(len(dealt.turns.cards), AT_ONCE)
    for (_, stop), done in zip(parts, counted(part, common, parts), strict=True):
        yield done
        progress(stop, parts[-1][1])


class Spot(NamedTuple):
    """A hand with some common cards: the net of its ante, its wins less its losses, and how many deals are left."""

    net: int
    lead: int
    deals: int


def spot(terms: Terms, deck: Sequence[int], own: Sequence[int], board: Sequence[int]) -> Spot:
    """One hand with three or four common cards, all of the cards of a deck."""
    common = np.zeros(5, np.int64)
    common[: len(board)] = board
    cards, work = np.array(sorted(deck), np.int64), work_of(len(terms.kinds))
    return Spot(*map(int, _count_one(min(own), max(own), common, len(board), cards, terms, work)))
