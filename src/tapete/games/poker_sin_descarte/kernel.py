"""Poker without discard for the simulator's loop: one player against the bank, every hand from a whole pack.

An outcome is what the first five cards were, whether one was changed, what was played in the end, and how that ended.
Second stakes and bought cards are reckoned into what comes back of the first, of which three times as much may be lost.
"""

import functools
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.cards.batch import Tables as Scoring
from tapete.cards.batch import score
from tapete.cards.card import SUITS
from tapete.compiled import njit
from tapete.engine.settings import Settings
from tapete.errors import TapeteError, UnknownError
from tapete.games.poker_sin_descarte.best import Analysis, Count, analysis, facts
from tapete.games.poker_sin_descarte.count import CARDS
from tapete.games.poker_sin_descarte.deals import FOUR, GO, PASS, goes_on, insert, look, named
from tapete.games.poker_sin_descarte.odds import METER, Ended, accumulated, won
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
from tapete.games.shared.mano.settle import ENDS, FOLDED
from tapete.sim.program import Program, Source

DEALT = 2 * HAND + 1  # a player's cards, the bank's open one, one that may be bought, and the bank's others
OPEN, MORE = HAND, HAND + 1
WORDS = 1 << 13  # random words drawn at a time
SLACK = 32  # draws kept in reserve for a hand, in place of those that would favour some cards
HALF = 1 << 16
FOURS = 0x4444  # four cards or five of a suit, of which each has a digit
DEPENDS = 255  # what is done with a hand goes by its suits or by the open card


class Book(NamedTuple):
    """A plan as the loop reads it: what is done with a score, by whether four cards are of one suit, or with a hand.

    `places` has the place of a score; `number` the row of a hand in `acts`; who bought a card goes on from `least`, or
    where that is worth more.
    """

    steady: NDArray[np.uint8]
    acts: NDArray[np.uint8]
    number: NDArray[np.int32]
    places: NDArray[np.int64]
    kinds: int
    plays: int
    least: int


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
    dealt = np.array(cards, np.int64)
    head = count.pack, count.tables, count.terms
    act = _act(dealt, book, head, table)
    return int(act), int(_outcome(dealt, act, book, head, table))


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
    return Book(steady, acts, count.fives.number, places, len(asked.kinds), count.order.least, least)


def _source(rules: Rules, way: str, bought: bool) -> Source:
    book, count = _book(rules, way, bought), _count(rules, way, bought)
    table = order(rules).lookup.batch.tables
    head = count.pack, count.tables, count.terms
    # Below this the low half of a product favours its card: the draw is made again.
    floor = np.array([HALF % (CARDS - place) for place in range(DEALT)], np.uint32)

    def deal(stream: np.random.Generator, many: int) -> NDArray[np.uint16]:
        found, pack, have = np.empty(many, np.uint16), np.arange(CARDS), 0
        while have < many:
            words = stream.integers(0, 1 << 64, WORDS, np.uint64)
            have = _hands(words.view(np.uint16), floor, pack, book, head, table, found, have)
        return found

    return deal


_clash: Any = njit(settle.clash)


@njit(nogil=True, cache=True)
def _hands(draws, floor, pack, book: Book, head, table: Scoring, found, have):  # type: ignore[no-untyped-def]
    """Deals hands until there are outcomes enough or the draws run short; who passes needs no more cards."""
    draw = 0
    while have < len(found) and draw + SLACK <= len(draws):
        draw = _draw(draws, draw, floor, pack, 0, MORE)
        act = _act(pack, book, head, table)
        if act != PASS:
            draw = _draw(draws, draw, floor, pack, MORE, DEALT - (act == GO))
        if draw < len(draws):
            found[have] = _outcome(pack, act, book, head, table)
            have += 1
    return have


@njit(nogil=True, cache=True)
def _draw(draws, draw, floor, pack, start, stop):  # type: ignore[no-untyped-def]
    """Cards come to some places of a pack; the next draw is told, past the last where they ran out."""
    place = start
    while place < stop and draw < len(draws):
        product = np.uint32(draws[draw]) * np.uint32(CARDS - place)
        draw += 1
        if product & np.uint32(HALF - 1) >= floor[place]:
            other = place + np.int64(product >> np.uint32(16))
            pack[place], pack[other] = pack[other], pack[place]
            place += 1
    return draw if place == stop else len(draws)


@njit(nogil=True, cache=True)
def _score(cards, start, stop, last, table: Scoring):  # type: ignore[no-untyped-def]
    """The score of cards that lie in a row, and of one more unless there is none."""
    total, bits = table.start, np.uint64(0)
    for place in range(start, stop):
        total += table.keys[cards[place]]
        bits |= table.ranks[cards[place]]
    if last >= 0:
        total += table.keys[last]
        bits |= table.ranks[last]
    return np.int64(score(total, bits, table))


@njit(nogil=True, cache=True)
def _act(cards, book: Book, head, table: Scoring):  # type: ignore[no-untyped-def]
    """What is done with five cards against an open one; where one is changed, 1 and more: its place."""
    suits = 0
    for i in range(HAND):
        suits += 1 << SUITS * (cards[i] % SUITS)
    steady = book.steady[2 * _score(cards, 0, HAND, -1, table) + (suits & FOURS > 0)]
    if steady != DEPENDS:
        return np.int64(steady)
    pack, t, _ = head
    own, names, called = np.zeros(SUITS, np.int64), np.zeros(SUITS, np.int64), np.zeros(HAND, np.int64)
    for i in range(HAND):
        own[cards[i] % SUITS] |= 1 << cards[i] // SUITS
    named(own, pack.alike, names)
    for i in range(HAND):
        called[i] = cards[i] - cards[i] % SUITS + names[cards[i] % SUITS]
    ordered = np.sort(called)
    index = 0
    for i in range(HAND):
        index += t.choose[ordered[i], i + 1]
    card = cards[OPEN] - cards[OPEN] % SUITS + names[cards[OPEN] % SUITS]
    act = np.int64(book.acts[book.number[index], card])
    if act in (PASS, GO):
        return act
    for place in range(HAND):
        if act >> place & 1:
            for i in range(HAND):
                if called[i] == ordered[place]:
                    return i + 1
    return PASS


@njit(nogil=True, cache=True)
def _outcome(cards, act, book: Book, head, table: Scoring):  # type: ignore[no-untyped-def]
    """The outcome of a deal in which this is done."""
    kinds = book.kinds
    mine = _score(cards, 0, HAND, -1, table)
    first = book.places[mine]
    if act == PASS:
        return ((first * 2) * kinds + first) * ENDS + FOLDED
    bought = act != GO
    goes = True
    if bought:
        mine, goes = _changed(cards, act - 1, book, head, table)
    end = FOLDED
    if goes:
        bank = _score(cards, MORE + bought, MORE + bought + FOUR, cards[OPEN], table)
        end = _clash(mine, bank, book.plays)
    return ((first * 2 + bought) * kinds + book.places[mine]) * ENDS + end


@njit(nogil=True, cache=True)
def _changed(cards, place, book: Book, head, table: Scoring):  # type: ignore[no-untyped-def]
    """The score of a hand in which a card is changed, and whether it goes on."""
    pack, t, terms = head
    four, five, counts = np.zeros(FOUR, np.int64), np.zeros(HAND, np.int64), np.zeros(ENDS, np.int64)
    ranks, lacks = np.zeros(HAND, np.int64), np.zeros(SUITS, np.int64)
    for i in range(FOUR):
        four[i] = cards[i + (i >= place)]
    four.sort()
    insert(four, cards[MORE], five)
    mine = _score(five, 0, HAND, -1, table)
    if book.least >= 0:
        return mine, mine >= book.least
    made = look(five, pack, t, ranks, lacks)
    return mine, goes_on(pack, t, terms, made, cards[OPEN], cards[place], lacks, counts)
