"""Poker without discard for the simulator's loop: one player against the bank, every hand from a whole pack.

An outcome is what the first five cards were, whether one was changed, what was played in the end, and how that ended.
Second stakes and bought cards are reckoned into what comes back of the first, of which three times as much may be lost.
"""

import functools
from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.cards.batch import Tables as Scoring
from tapete.cards.batch import ordered, score_of
from tapete.cards.card import SUITS
from tapete.compiled import njit
from tapete.engine.settings import Settings
from tapete.errors import TapeteError, UnknownError
from tapete.games.poker_sin_descarte.best import analysis, facts
from tapete.games.poker_sin_descarte.count import CARDS, KINDS, LIMITS, RANKS
from tapete.games.poker_sin_descarte.counting import Analysis, Count
from tapete.games.poker_sin_descarte.deals import FOUR, GO, PASS, goes_on, look
from tapete.games.poker_sin_descarte.odds import Ended, accumulated, won
from tapete.games.poker_sin_descarte.rules import (
    ALWAYS,
    BEST,
    BUYING,
    FIRST,
    INSURED,
    LIKE_THE_BANK,
    POLICY,
    PROGRESSIVE,
    Rules,
    admitted,
    layout,
    order,
    place_of,
    prizes,
)
from tapete.games.poker_sin_descarte.settle import prize_back
from tapete.games.shared.mano import settle
from tapete.games.shared.mano.five import HAND
from tapete.games.shared.mano.jackpot import METER
from tapete.games.shared.mano.settle import ENDS, FOLDED, IDLE, LOST, TIED, WON
from tapete.sim.deal import WORDS, deal, draws, floors
from tapete.sim.program import Program, Source

DEALT = 2 * HAND + 1  # a player's cards, the bank's open one, one that may be bought, and the bank's others
OPEN, MORE = HAND, HAND + 1
ACT, WHERE = DEALT, DEALT + 1  # of a hand that is put by: what is done with it, and where its outcome belongs
FOURS = 0x4444  # four cards or five of a suit, of which each has a digit
DEPENDS = 255  # what is done with a hand goes by its suits or by the open card
NAMES = np.array([*permutations(range(SUITS))], np.int64)
ROOM = 32  # for the names of suits beside a hand's row


class Book(NamedTuple):
    """A plan as the loop reads it: what is done with a score, by whether four cards are of one suit, or with a hand.

    `places` has the place of a score; `rows`, by the number of any hand, its row in `acts` and how its suits are called
    there, both in one; who bought a card goes on from `least`, or where that is worth more: `after` says so by the kind
    of a hand, the rank of the open card and that of the one thrown away, unless it goes by suits.
    """

    steady: NDArray[np.uint8]
    cards: NDArray[np.uint8]
    acts: NDArray[np.uint8]
    rows: NDArray[np.int32]
    places: NDArray[np.int64]
    kinds: int
    plays: int
    least: int
    after: NDArray[np.uint8]


def program(rules: Rules, settings: Settings, stakes: Mapping[str, int]) -> Program:
    """The tables of stakes on one square, in cents by spot, over hands dealt from shuffled packs."""
    felt = layout(rules, settings)
    for spot in stakes:
        if spot not in felt:
            raise UnknownError("bet", spot, list(felt))
    if len({place_of(spot) for spot in stakes}) > 1:
        raise TapeteError("the simulator plays one hand: name stakes on one square")
    ends = range(outcomes(rules))
    bets = [
        (spot, cents, [_back(rules, settings, felt[spot].bet, cents, *apart(rules, fell)) for fell in ends])
        for spot, cents in stakes.items()
    ]
    way = way_of(rules, settings)
    return Program.single(bets, len(ends))._replace(source=_source(rules, *way))


def way_of(rules: Rules, settings: Settings) -> tuple[str, bool]:
    """How a table's options have the loop play: by which plan, and whether cards may be bought."""
    way = rules.option(settings, POLICY)
    return way, admitted(rules, settings, BUYING) and way not in (ALWAYS, LIKE_THE_BANK)


def outcomes(rules: Rules) -> int:
    """How many outcomes there are."""
    return 2 * len(order(rules).kinds) ** 2 * ENDS


def apart(rules: Rules, fell: int) -> tuple[int, Ended]:
    """An outcome taken apart: the place of the first five cards, and how the hand ended."""
    kinds = len(order(rules).kinds)
    rest, end = divmod(fell, ENDS)
    rest, place = divmod(rest, kinds)
    first, bought = divmod(rest, 2)
    return first, Ended(bought, place, end)


def coup(rules: Rules, way: str, bought: bool, cards: Sequence[int]) -> tuple[int, int]:
    """What is done with a deal, and its outcome.

    The cards are a player's five, the bank's open one, then the others as they are needed. A card that is changed is
    told by its place from 1.
    """
    book, count = _book(rules, way, bought), _count(rules, way, bought)
    table = order(rules).lookup.batch.tables
    dealt = [*cards, *[0] * (DEALT - len(cards))]
    hands, out = np.array([[*dealt, 0, 0]]), np.zeros(1, np.uint16)
    _decide(hands, book, count.tables.choose)
    act = int(hands[0, ACT])
    _settle(hands, book, (count.pack, count.tables, count.terms), table, out)
    return act, int(out[0])


def _back(rules: Rules, settings: Settings, bet: str, cents: int, first: int, end: Ended) -> int:
    """What comes back of a stake."""
    if bet == FIRST:
        return cents * (1 + won(rules, end))
    rule = rules.side[bet]
    forfeited = end.bought and bet in rules.buying.forfeits
    if forfeited or (end.end == FOLDED and not rules.fold.shown):
        return 0
    place = end.place if rule.cards == "played" else first
    prize = prizes(rules, settings, bet).get(order(rules).kinds[place])
    if prize is None:
        return 0
    if bet == PROGRESSIVE:
        return int(cents * accumulated(rules, prize, int(settings.options.get(METER, 0))))
    return cents * prize_back(prize.times, rule.returned)[0]


@functools.lru_cache(maxsize=16)
def _count(rules: Rules, way: str, bought: bool) -> Count:
    return Count(facts(rules, bought=bought, insured=way == INSURED))


@functools.lru_cache(maxsize=16)
def _book(rules: Rules, way: str, bought: bool) -> Book:
    asked, count = facts(rules, bought=bought, insured=way == INSURED), _count(rules, way, bought)
    if way in (BEST, INSURED):
        acts, least = np.frombuffer(analysis(asked).acts, np.uint8).reshape(-1, CARDS), -1
    else:
        acts, least = Analysis(asked, lambda done, of: None).remembered()[way]
    lookup = count.order.lookup
    scores = lookup.scores(count.fives.cards)
    own = np.zeros(acts.shape, bool)
    np.put_along_axis(own, count.fives.cards.astype(np.int64), True, axis=1)
    suits = np.stack([(count.fives.cards % SUITS == suit).sum(axis=1) for suit in range(SUITS)])
    at = scores.astype(np.int64) * 2 + (suits.max(axis=0) >= FOUR)
    low, high = np.full(2 * len(lookup.values), DEPENDS), np.zeros(2 * len(lookup.values), np.int64)
    np.minimum.at(low, at, np.where(own, DEPENDS, acts).min(axis=1))
    np.maximum.at(high, at, np.where(own, PASS, acts).max(axis=1))
    steady = np.where((low == high) & np.isin(low, (PASS, GO)), low, DEPENDS).astype(np.uint8)
    places = np.maximum(lookup.categories, 0).astype(np.int64)
    rows = np.zeros(len(count.fives.number), np.int32)
    _spread(count.fives.cards, count.tables.choose, rows)
    after = np.full((KINDS, RANKS, RANKS), DEPENDS, np.uint8)
    _after(count.tables, count.terms, after)
    return Book(steady, count.fives.cards, acts, rows, places, len(asked.kinds), count.order.least, least, after)


def _source(rules: Rules, way: str, bought: bool) -> Source:
    book, count = _book(rules, way, bought), _count(rules, way, bought)
    table = order(rules).lookup.batch.tables
    head = count.pack, count.tables, count.terms
    floor, later = floors(CARDS, DEALT), np.empty((4 * WORDS // DEALT, DEALT + 2), np.int64)

    def hands(stream: np.random.Generator, many: int) -> NDArray[np.uint16]:
        hands, pack, have = np.empty(many, np.uint16), np.arange(CARDS), 0
        for drawn in draws(stream):
            have, waiting = _hands(drawn, floor, pack, book, table, hands, have, later)
            _decide(later[:waiting], book, count.tables.choose)
            _settle(later[:waiting], book, head, table, hands)
            if have == many:
                break
        return hands

    return hands


_clash: Any = njit(nogil=True, cache=True, inline="always")(settle.clash)


@njit(nogil=True, cache=True)
def _after(t, terms, out):  # type: ignore[no-untyped-def]
    """Whether a hand goes on for which a card was bought, wherever no colours of the bank's could change that.

    They put right one hand for each set of ranks with that of the open card at most, see `goes_on`.
    """
    total = t.choose[CARDS - HAND - 2, FOUR]
    for made in range(len(out)):
        nets = terms.nets[made]
        steps = nets[IDLE] - nets[WON], nets[WON] - nets[TIED], nets[TIED] - nets[LOST]
        doubt = t.choose[RANKS - 1, FOUR] * (abs(steps[0]) + abs(steps[1]) + abs(steps[2]))
        for shown in range(RANKS):
            for thrown in range(RANKS):
                more = (nets[LOST] - nets[FOLDED]) * total
                for limit in range(LIMITS):
                    more += steps[limit] * (np.int64(t.one[made, limit, shown]) - t.two[made, limit, shown, thrown])
                if abs(more) > doubt:
                    out[made, shown, thrown] = more > 0


@njit(nogil=True, cache=True)
def _spread(cards, choose, rows):  # type: ignore[no-untyped-def]
    """Gives every hand the row of one of its kind, with how its suits are called there."""
    own = np.zeros(HAND, np.int64)
    for row in range(len(cards)):
        for name in range(len(NAMES)):
            for place in range(HAND):  # the suit that is called so
                card = np.int64(cards[row, place])
                for suit in range(SUITS):
                    if NAMES[name, suit] == card % SUITS:
                        own[place] = card - card % SUITS + suit
            rows[_number(own, choose)] = row * ROOM + name


@njit(nogil=True, cache=True, inline="always")
def _number(cards, choose):  # type: ignore[no-untyped-def]
    """The number of a hand, whatever the order of its cards."""
    a, b, c, d, e = ordered(cards[0], cards[1], cards[2], cards[3], cards[4])
    return a + choose[b, 2] + choose[c, 3] + choose[d, 4] + choose[e, 5]


@njit(nogil=True, cache=True)
def _hands(drawn, floor, pack, book: Book, table: Scoring, out, have, later):  # type: ignore[no-untyped-def]
    """Deals hands until there are outcomes enough or the draws run short; those that ask for a closer look are put by.

    How many there are, and how many were put by: their cards, and where their outcomes belong.
    """
    waiting = 0
    for at in range(0, len(drawn) - DEALT + 1, DEALT):
        if have == len(out):
            break
        if not deal(drawn, at, pack, DEALT, floor):
            continue
        suits, mine = 0, score_of(pack, 0, HAND, table)
        for i in range(HAND):
            suits += 1 << SUITS * (pack[i] & 3)
        act = book.steady[2 * mine + (suits & FOURS > 0)]
        if act == DEPENDS:
            for place in range(DEALT):
                later[waiting, place] = pack[place]
            later[waiting, WHERE] = have
            waiting += 1
        else:
            out[have] = _ended(pack, mine, act, book, table)
        have += 1
    return have, waiting


@njit(nogil=True, cache=True, inline="always")
def _ended(cards, mine, act, book: Book, table: Scoring):  # type: ignore[no-untyped-def]
    """The outcome of a deal in which no card is bought."""
    end, first = FOLDED, book.places[mine]
    if act == GO:
        end = _clash(mine, score_of(cards, OPEN, OPEN + HAND, table), book.plays)
    return (first * 2 * book.kinds + first) * ENDS + end


@njit(nogil=True, cache=True)
def _decide(hands, book: Book, choose):  # type: ignore[no-untyped-def]
    """Puts down what is done with hands. All rows are looked up before any act: the memory answers several at once.

    Where a card is changed it is 1 and more, its place; of cards that are worth the same the lowest goes.
    """
    for i in range(len(hands)):
        hands[i, ACT] = book.rows[_number(hands[i], choose)]
    for i in range(len(hands)):
        row, names, shown = hands[i, ACT] // ROOM, hands[i, ACT] % ROOM, hands[i, OPEN]
        act = np.int64(book.acts[row, shown - (shown & 3) + NAMES[names, shown & 3]])
        if act not in (PASS, GO):
            place = 0
            while not act >> place & 1:
                place += 1
            gone = np.int64(book.cards[row, place])
            for j in range(HAND):
                if hands[i, j] - (hands[i, j] & 3) + NAMES[names, hands[i, j] & 3] == gone:
                    act = np.int64(j + 1)
                    break
        hands[i, ACT] = act


@njit(nogil=True, cache=True)
def _settle(hands, book: Book, head, table: Scoring, out):  # type: ignore[no-untyped-def]
    """The outcomes of deals in which something is done; a hand of which a card is changed goes on or not."""
    pack, t, terms = head
    five, ranks = np.zeros(HAND, np.int64), np.zeros(HAND, np.int64)
    lacks, counts = np.zeros(SUITS, np.int64), np.zeros(ENDS, np.int64)
    for i in range(len(hands)):
        cards, act = hands[i], hands[i, ACT]
        mine = score_of(cards, 0, HAND, table)
        if act in (PASS, GO):
            out[cards[WHERE]] = _ended(cards, mine, act, book, table)
            continue
        first, thrown, shown = book.places[mine], cards[act - 1], cards[OPEN]
        cards[act - 1] = cards[MORE]
        cards[MORE] = shown  # the bank's cards lie in a row
        five[0], five[1], five[2], five[3], five[4] = ordered(cards[0], cards[1], cards[2], cards[3], cards[4])
        mine = score_of(five, 0, HAND, table)
        goes = mine >= book.least
        if book.least < 0:
            made = look(five, pack, t, ranks, lacks)
            after = book.after[made, shown >> 2, thrown >> 2]
            goes = after == 1
            if after == DEPENDS:
                goes = goes_on(pack, t, terms, made, shown, thrown, lacks, counts)
        end = _clash(mine, score_of(cards, MORE, MORE + HAND, table), book.plays) if goes else FOLDED
        out[cards[WHERE]] = ((first * 2 + 1) * book.kinds + book.places[mine]) * ENDS + end
