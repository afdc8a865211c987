"""Monte for the simulator's loop: a pack is shuffled and dealt for every round, an outcome is how the stakes end.

A mix of stakes is an automaton that reads the cards after the layout: a state is what has become of each stake so far.
"""

import functools
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.cards.card import SUITS
from tapete.cards.composition import Composition
from tapete.compiled import njit
from tapete.engine.places import bet_of
from tapete.engine.settings import Settings
from tapete.engine.shoe import card_pack
from tapete.errors import TapeteError, UnknownError
from tapete.games.monte import settle
from tapete.games.monte.odds import layouts
from tapete.games.monte.rules import EVERY, LAYOUTS, TOP, Piled, Rules, Share, base, in_play, layout, phase, won
from tapete.games.monte.settle import COMBINATIONS, LOSES, PLACES, STAYS, WINS, layout_class, of_places, points, resolve
from tapete.sim.program import Program, Source

HEIGHTS = 3
NO_MATCH = PLACES * COMBINATIONS
ALL_MATCHES = NO_MATCH + 1
VOID = -1
MOST = 1 << 16  # outcomes that a mix may have
HALF = 1 << 16  # a card is drawn from sixteen random bits
WORDS = 1 << 14  # random words drawn at a time
SLACK = 64  # draws kept in reserve for a pack, in place of those that would favour some cards

ABSENT: Share = (-1, 1)  # what becomes of a stake whose card is not in Segundas: it is not made
Ends = tuple[Share | None, ...]


def program(rules: Rules, settings: Settings, stakes: Mapping[str, int]) -> Program:
    """The tables of these stakes, in cents by spot. A stake of Segundas waits until its row is left.

    With an option `layout`, only layouts of that class are dealt.
    """
    walk = _walk_of(rules, settings, tuple(stakes))
    bets = [
        (spot, cents, [_cents(cents, ends[i]) for ends in walk.ways]) for i, (spot, cents) in enumerate(stakes.items())
    ]
    name = settings.options.get("layout")
    source = _class_source(rules, walk, name) if name else _source(rules, walk)
    return Program.single(bets, len(walk.ways))._replace(source=source)


def coup(rules: Rules, settings: Settings, stakes: Sequence[str], cards: Sequence[int]) -> int:
    """The outcome, to stakes on these spots, of a pack that comes in this order; -1 where its layout is void."""
    walk = _walk_of(rules, settings, tuple(stakes))
    # Draws of zero leave every card where it lies.
    draws, floor = np.zeros(len(cards), np.uint16), np.zeros(len(cards) + 1, np.uint32)
    rest = (*_scratch(rules), rules.laying.void.cards, *walk.tables)
    way, _ = _deal_one(draws, 0, floor, np.array(cards, np.uint8), *rest)
    return int(way)


def _cents(stake: int, share: Share | None) -> int | None:
    return None if share == ABSENT or share is None else stake * share[0] // share[1]


class _At(NamedTuple):
    """Where a deal stands: what is played with, what lies on it, whether a card has come, and each stake's end."""

    rows: int
    piled: Piled
    burnt: int
    first: bool
    ends: Ends


class _Walk(NamedTuple):
    """The automaton as arrays: where to start by layout, where each match leads, what each state comes to."""

    ways: list[Ends]
    tables: tuple[NDArray[Any], ...]

    @property
    def kind(self) -> type[np.unsignedinteger[Any]]:
        """The numbers that its outcomes fit in."""
        return np.uint8 if len(self.ways) <= 1 << 8 else np.uint16


def _walk_of(rules: Rules, settings: Settings, spots: tuple[str, ...]) -> _Walk:
    """The automaton of stakes on these spots."""
    known = layout(rules, settings)
    for spot in spots:
        if spot not in known:
            raise UnknownError("bet", spot, list(known))
    return _walk(rules, base(rules, settings), spots)


@functools.lru_cache(maxsize=256)
def _walk(rules: Rules, base: str, spots: tuple[str, ...]) -> _Walk:
    """The same for whatever layouts are dealt."""
    builder = _Builder(rules, base, spots)
    start = [[builder.number(at) for at in row] for row in builder.starts()]
    step, over, outcome = [], [], []
    for number, at in enumerate(builder.states):  # grows as it is read
        done = builder.over(at)
        over.append(done)
        outcome.append(builder.outcome(at))
        step.append([number if done else builder.number(builder.after(at, code)) for code in range(ALL_MATCHES)])
    tables = np.array(start, np.int32), np.array(step, np.int32), np.array(over, np.bool_), np.array(outcome, np.int32)
    return _Walk(list(builder.ways), tables)


class _Builder:
    """Numbers the states of a mix as they are found."""

    def __init__(self, rules: Rules, base: str, spots: tuple[str, ...]) -> None:
        self.rules, self.base, self.spots = rules, base, spots
        self.bets = [(bet_of(spot), rules.bets[bet_of(spot)]) for spot in spots]
        self.states: list[_At] = []
        self.numbers: dict[_At, int] = {}
        self.ways: dict[Ends, int] = {}

    def starts(self) -> list[list[_At]]:
        """The states after the layout: by what lies on the first three, and by pairs burnt."""
        by_burnt = any(bet.counted[-1] for _, bet in self.bets)
        pairs = range(len(card_pack(self.rules)) // SUITS + 1)
        return [
            [
                _At(EVERY, (*self._heights(number), 0), 2 * pair * by_burnt, True, (None,) * len(self.spots))
                for pair in pairs
            ]
            for number in range(HEIGHTS ** (PLACES - 1))
        ]

    def _heights(self, number: int) -> list[int]:
        return [number // HEIGHTS**place % HEIGHTS for place in reversed(range(PLACES - 1))]

    def number(self, at: _At) -> int:
        """A state's number."""
        if at not in self.numbers:
            self.numbers[at] = len(self.states)
            self.states.append(at)
        return self.numbers[at]

    def over(self, at: _At) -> bool:
        """Whether every stake has ended."""
        return None not in at.ends

    def outcome(self, at: _At) -> int:
        """The number of what the stakes come to; a card that can decide runs out in Segundas only."""
        if at.rows == EVERY and not self.over(at):
            return VOID
        ends = tuple((1, 1) if share is None else share for share in at.ends)
        number = self.ways.setdefault(ends, len(self.ways))
        if number >= MOST:
            raise TapeteError(
                "{count} stakes end in too many ways to be simulated together: take fewer", count=len(self.spots)
            )
        return number

    def after(self, at: _At, code: int) -> _At:
        """Where a card leads: a match by its number, or none."""
        now = phase(self.rules, at.piled, at.rows)
        hit = 1 << code & now.cards if code < NO_MATCH else 0
        if not (hit or at.first):
            return at
        ends = tuple(
            self._end(at, i, hit, now.races[spot]) if share is None and spot in now.races else share
            for i, (spot, share) in enumerate(zip(self.spots, at.ends, strict=True))
        )
        if at.rows != EVERY or not hit & now.ends:
            return _At(at.rows, at.piled, 0, False, ends)
        rows = EVERY ^ (TOP if hit & of_places(TOP) else EVERY ^ TOP)
        open_ = phase(self.rules, at.piled, rows).races
        ends = tuple(
            ABSENT if share is None and spot not in open_ else share
            for spot, share in zip(self.spots, ends, strict=True)
        )
        return _At(rows, in_play(at.piled, rows), 0, True, ends)

    def _end(self, at: _At, i: int, hit: int, race: Sequence[int]) -> Share | None:
        name, bet = self.bets[i]
        result = resolve(race, bet.first_card, hit, at.first)
        if result == STAYS:
            return None
        if result == WINS:
            off = points(bet.counted, in_play(at.piled, at.rows), at.burnt)
            return won(self.rules, self.base, name, off, at.first)[0]
        return (0, 1) if result == LOSES else (1, 1)


def _scratch(rules: Rules) -> tuple[NDArray[np.int64], ...]:
    """What a deal writes on: values, suits and heights of the four places, and cards shown by value."""
    return (*(np.zeros(PLACES, np.int64) for _ in range(3)), np.zeros(len(card_pack(rules).ranks), np.int64))


def _source(rules: Rules, walk: _Walk) -> Source:
    """Packs shuffled and dealt, one after another; void layouts take no stakes and are left out."""
    cards, floor = np.array(card_pack(rules).cards, np.uint8), _floor(rules)

    def deal(stream: np.random.Generator, count: int) -> NDArray[Any]:
        out, pack, scratch = np.empty(count, walk.kind), cards.copy(), _scratch(rules)
        rest = (pack, *scratch, rules.laying.void.cards, *walk.tables)
        have = 0
        while have < count:
            have = _deal(_draws(stream), floor, out, have, *rest)
        return out

    return deal


def _class_source(rules: Rules, walk: _Walk, name: str) -> Source:
    """The same on layouts of one class: the layout is drawn by its exact weight, and the rest of the pack shuffled."""
    if name not in LAYOUTS:
        raise UnknownError("layout", name, list(LAYOUTS))
    bounds, rows, pairs, coming, cards = _class_of(rules, name)
    start, *tables = walk.tables
    begin, floor = start[rows, pairs], _floor(rules)

    def deal(stream: np.random.Generator, count: int) -> NDArray[Any]:
        out, pack = np.empty(count, walk.kind), np.zeros(len(card_pack(rules)), np.uint8)
        picks = np.searchsorted(bounds, stream.integers(0, 1 << 64, count, np.uint64), side="right")
        have = 0
        while have < count:
            rest = (pack, picks, begin, coming, cards, *tables)
            have = _deal_laid(_draws(stream), floor, out, have, *rest)
        return out

    return deal


@functools.lru_cache(maxsize=16)
def _class_of(rules: Rules, name: str) -> tuple[NDArray[Any], ...]:
    """The layouts of a class: bounds of their weights, where each starts by piles and burnt pairs, what is to come."""
    counted = layouts(Composition.full(1, card_pack(rules)), rules.laying.void.cards)
    some = {laid: weight for laid, weight in counted.items() if LAYOUTS[layout_class(laid.piled, laid.burnt)] == name}
    whole = sum(some.values())
    # A weight is cut to 64 bits, which no simulation can tell.
    bounds = np.array([(upto << 64) // whole for upto in list(accumulate(some.values()))[:-1]], np.uint64)
    columns = zip(*((_row(laid.piled), laid.burnt // 2, laid.coming, laid.cards) for laid in some), strict=True)
    return bounds, *(np.array(column, np.int64) for column in columns)


def _floor(rules: Rules) -> NDArray[np.uint32]:
    """Below this, by the number of cards, the low half of a product favours its card: the draw is made again."""
    return np.array([0, *(HALF % size for size in range(1, len(card_pack(rules)) + 1))], np.uint32)


def _draws(stream: np.random.Generator) -> NDArray[np.uint16]:
    return stream.integers(0, 1 << 64, WORDS, np.uint64).view(np.uint16)


def _row(piled: Piled) -> int:
    """Where a layout starts, by what lies on its first three cards."""
    return int((piled[0] * HEIGHTS + piled[1]) * HEIGHTS + piled[2])


_laid_at: Any = njit(inline="always")(settle.laid_at)
_combination: Any = njit(settle.combination)


@njit(nogil=True, cache=True)
def _deal(draws, floor, out, have, pack, ranks, suits, piled, shown, void, start, step, over, outcome):  # type: ignore[no-untyped-def]
    """Deals as many packs as there are draws for; how many outcomes there are then.

    A pack is begun only if the draws suffice for all of it, so that long deals are not left out.
    """
    at = 0
    while have < len(out) and at + len(pack) + SLACK <= len(draws):
        way, at = _deal_one(draws, at, floor, pack, ranks, suits, piled, shown, void, start, step, over, outcome)
        if at < 0:
            break
        if way != VOID:
            out[have] = way
            have += 1
    return have


@njit(nogil=True, cache=True)
def _deal_laid(draws, floor, out, have, pack, picks, begin, coming, cards, step, over, outcome):  # type: ignore[no-untyped-def]
    """The same on layouts that are given: the rest of the pack is written as the matches it has, and dealt."""
    at = 0
    while have < len(out) and at + len(pack) + SLACK <= len(draws):
        laid = picks[have]
        rest = pack[: cards[laid]]
        rest[:] = NO_MATCH
        i = 0
        for code in range(NO_MATCH):
            if coming[laid] >> code & 1:
                rest[i] = code
                i += 1
        state, i = begin[laid], 0
        while i < len(rest) and not over[state] and at >= 0:
            at = _bring(draws, at, floor, rest, i)
            state = step[state, rest[i]]
            i += 1
        if at < 0:
            break
        out[have] = outcome[state]
        have += 1
    return have


@njit(nogil=True, cache=True, inline="always")
def _deal_one(draws, at, floor, pack, ranks, suits, piled, shown, void, start, step, over, outcome):  # type: ignore[no-untyped-def]
    """Lays out a pack and deals on until every stake has ended: the outcome, and the number of the next draw.

    The outcome is VOID for a void layout, the number -1 when the draws have run out.
    """
    piled[:] = 0
    shown[:] = 0
    count, burnt, i = 0, 0, 0
    while count < PLACES:
        at = _bring(draws, at, floor, pack, i)
        if at < 0 or i == len(pack):
            return VOID, at
        rank, suit = np.int64(pack[i] // SUITS), np.int64(pack[i] % SUITS)
        i += 1
        place = _laid_at(ranks, count, rank)
        if place == settle.BURNT:
            burnt += 1
            count = 0
        elif place < count:
            piled[place] += 1
        else:
            ranks[place], suits[place] = rank, suit
            count += 1
        shown[rank] += 1
        if shown[rank] == void:
            return VOID, at
    state = start[(piled[0] * HEIGHTS + piled[1]) * HEIGHTS + piled[2], burnt]
    while i < len(pack) and not over[state]:
        at = _bring(draws, at, floor, pack, i)
        if at < 0:
            return VOID, at
        rank, suit = np.int64(pack[i] // SUITS), np.int64(pack[i] % SUITS)
        i += 1
        code = NO_MATCH
        for place in range(PLACES):
            if ranks[place] == rank:
                code = COMBINATIONS * place + _combination(suits[place], suit)
        state = step[state, code]
    return outcome[state], at


@njit(nogil=True, cache=True, inline="always")
def _bring(draws, at, floor, pack, i):  # type: ignore[no-untyped-def]
    """Fisher and Yates's shuffle, one card at a time: brings any of those not dealt yet to place `i`.

    Draws are of sixteen bits; the number of the next one is returned, or -1 when they have run out.
    """
    size = len(pack) - i
    while at < len(draws):
        product = np.uint32(draws[at]) * np.uint32(size)
        at += 1
        if product & np.uint32(HALF - 1) >= floor[size]:
            place = i + np.int64(product >> np.uint32(16))
            pack[i], pack[place] = pack[place], pack[i]
            return at
    return -1
