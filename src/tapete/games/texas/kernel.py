"""Hold'em against the bank for the simulator's loop: one player, every hand from a whole pack, by a computed plan.

An outcome is how a hand ends with how many antes added, and what the bet beside the ante wins. What is added is
reckoned into what comes back of the ante, of which as much again several times may be lost.
"""

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.cards.batch import Tables, plain_score, suited_score
from tapete.cards.card import SUITS
from tapete.compiled import njit
from tapete.engine.settings import Settings
from tapete.engine.shoe import card_pack
from tapete.errors import UnknownError
from tapete.games.shared.mano.settle import FOLDED, IDLE, LOST, TIED, WON, clash
from tapete.games.texas.best import analysis, facts
from tapete.games.texas.boards import FLOP_CARDS, TURN_CARDS, Bytes
from tapete.games.texas.cases import CARDS, PAIRS
from tapete.games.texas.counting import dealt, river_plan, terms, turn_plan
from tapete.games.texas.odds import back
from tapete.games.texas.rules import BOARD, OWN, POLICY, FlopBet, OwnBet, Rules, flop_gains, layout, own_prize, ranking
from tapete.games.texas.settle import beside_back
from tapete.sim.deal import WORDS, deal, draws, floors
from tapete.sim.program import Program, Source

DEAL = 2 * OWN + BOARD
AT_ONCE = 4 * WORDS // DEAL  # hands that a lot of draws makes at most
NAMES = 32  # room for the renamings of suits beside the row of a plan
CHOOSE = np.array([[comb(card, size) for size in range(TURN_CARDS + 1)] for card in range(CARDS)], np.int64)


class Book(NamedTuple):
    """A plan as the loop reads it: who goes on before the flop, before the turn by flop, then by four cards, as bits.

    `pairs` renames the suits of a pair; by its number a set of three or four common cards is a row of the plan under a
    renaming, both in one.
    """

    times: tuple[int, int, int]
    gives_up: int
    goes: Bytes
    pairs: NDArray[np.int16]
    flops: NDArray[np.int32]
    turn: Bytes
    fours: NDArray[np.int32]
    river: Bytes


class Ends(NamedTuple):
    """What decides a hand that went on: scores of seven cards, the least with which the bank plays, and gains.

    `gain` has the place of each score's gain among the `gains` that an ante can have.
    """

    tables: Tables
    least: int
    gain: Bytes
    gains: int


class Beside(NamedTuple):
    """What the bet beside the ante wins, of `sides` things: two cards, or the five with the flop where that `counts`.

    `own` goes by pair, `with_bank` too where the bank has the same `ranks`; `on_flop` by the score of five cards.
    """

    sides: int
    own: Bytes
    with_bank: Bytes
    ranks: NDArray[np.int16]
    counts: bool
    on_flop: Bytes
    tables: Tables


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
    fell = np.empty(1, np.uint8)
    _play(rules, policy)(np.array([cards], np.uint8), fell)
    return int(fell[0])


@functools.lru_cache(maxsize=16)
def _play(rules: Rules, policy: str) -> Callable[[Bytes, Bytes], None]:
    """Plays hands, a row each, and writes down their outcomes."""
    book, ends, beside = _book(rules, policy), _decided_by(rules), _beside(rules)

    def play(hands: Bytes, fell: Bytes) -> None:
        more = np.empty(len(hands), np.int8)
        sides = np.empty(len(hands), np.uint8)
        _decide(hands, book, more)
        _count_sides(hands, more, beside, sides)
        _settle(hands, more, ends, sides, beside.sides, fell)

    return play


def _book(rules: Rules, policy: str) -> Book:
    asked = facts(rules)
    cards, answer = dealt(asked), analysis(asked)
    return Book(
        asked.times,
        asked.gives_up,
        np.frombuffer(answer.plan[0], np.uint8),
        cards.pairs,
        cards.flops.of * NAMES + cards.flops.renaming,
        np.packbits(turn_plan(asked, answer, policy), axis=1, bitorder="little"),
        cards.turns.of * NAMES + cards.turns.renaming,
        river_plan(asked, answer, policy),
    )


def _decided_by(rules: Rules) -> Ends:
    asked = facts(rules)
    read, gains = terms(asked), sorted(set(asked.gains))
    kinds = np.array([gains.index(gain) for gain in asked.gains], np.uint8)
    return Ends(read.tables, read.least, kinds[read.kinds.clip(min=0)], len(gains))


def _beside(rules: Rules) -> Beside:
    sides = _sides(rules)
    on_flop = np.array([sides.index(gain) for gain in flop_gains(rules)], np.uint8)
    counts = isinstance(rules.beside_bet, FlopBet)
    return Beside(len(sides), *_pairs(rules, sides), counts, on_flop, ranking(rules).compile().batch.tables)


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
    play, whole = _play(rules, policy), np.array(card_pack(rules).cards, np.uint8)
    floor = floors(len(whole), DEAL)

    def hands_of(stream: np.random.Generator, count: int) -> Bytes:
        fell, pack, have = np.empty(count, np.uint8), whole.copy(), 0
        hands = np.empty((AT_ONCE, DEAL), np.uint8)
        for drawn in draws(stream):
            many = min(_deal(drawn, floor, pack, hands), count - have)
            play(hands[:many], fell[have : have + many])
            have += many
            if have == count:
                break
        return fell

    return hands_of


_clash: Any = njit(nogil=True, cache=True)(clash)


@njit(nogil=True, cache=True)
def _deal(drawn, floor, pack, hands):  # type: ignore[no-untyped-def]
    """Deals hands as long as the draws reach; how many."""
    have = 0
    for at in range(0, len(drawn) - DEAL + 1, DEAL):
        if deal(drawn, at, pack, DEAL, floor):
            for place in range(DEAL):
                hands[have, place] = pack[place]
            have += 1
    return have


@njit(nogil=True, cache=True, inline="always")
def _pair(one, other):  # type: ignore[no-untyped-def]
    low, high = np.int64(min(one, other)), np.int64(max(one, other))
    return low + high * (high - 1) // 2


@njit(nogil=True, cache=True)
def _decide(hands, book: Book, more):  # type: ignore[no-untyped-def]
    """How many antes each hand adds beyond those with which it goes on; -1 where it is given up."""
    for i in range(len(hands)):
        own = _pair(hands[i, 0], hands[i, 1])
        if not (book.gives_up or book.goes[own]):
            more[i] = -1
            continue
        a, b, c = np.int64(hands[i, OWN]), np.int64(hands[i, OWN + 1]), np.int64(hands[i, OWN + 2])
        a, b = min(a, b), max(a, b)
        b, c = min(b, c), max(b, c)
        a, b = min(a, b), max(a, b)
        after = _bit(book.turn, book.flops[a + CHOOSE[b, 2] + CHOOSE[c, 3]], book.pairs, own)
        if book.gives_up == 1:
            more[i] = 0 if after else -1
            continue
        d = np.int64(hands[i, OWN + FLOP_CARDS])
        c, d = min(c, d), max(c, d)
        b, c = min(b, c), max(b, c)
        a, b = min(a, b), max(a, b)
        four = book.fours[a + CHOOSE[b, 2] + CHOOSE[c, 3] + CHOOSE[d, 4]]
        last = _bit(book.river, four, book.pairs, own)
        more[i] = after * book.times[1] + last * book.times[2]


@njit(nogil=True, cache=True, inline="always")
def _bit(plan, board, renamed, own):  # type: ignore[no-untyped-def]
    """What a plan says of a pair, with its suits called as those of the common cards are."""
    pair = renamed[board % NAMES, own]
    return plan[board // NAMES, pair >> 3] >> np.uint8(pair & 7) & np.uint8(1)


@njit(nogil=True, cache=True)
def _count_sides(hands, more, beside: Beside, sides):  # type: ignore[no-untyped-def]
    """What the bet beside the ante wins; on the flop, none with a hand that was given up."""
    for i in range(len(hands)):
        if beside.counts:
            value = _score(hands, i, 0, FLOP_CARDS, _common(hands, i, FLOP_CARDS, beside.tables), beside.tables)
            sides[i] = beside.on_flop[value] if more[i] >= 0 else 0
        else:
            own, bank = _pair(hands[i, 0], hands[i, 1]), _pair(hands[i, 7], hands[i, 8])
            sides[i] = beside.with_bank[own] if beside.ranks[own] == beside.ranks[bank] else beside.own[own]


@njit(nogil=True, cache=True)
def _settle(hands, more, ends: Ends, sides, each, fell):  # type: ignore[no-untyped-def]
    """The outcome of each hand."""
    for i in range(len(hands)):
        place = 0
        if more[i] >= 0:
            board = _common(hands, i, BOARD, ends.tables)
            mine = _score(hands, i, 0, BOARD, board, ends.tables)
            end = _clash(mine, _score(hands, i, OWN + BOARD, BOARD, board, ends.tables), ends.least)
            place = 1 + more[i] * (2 + 2 * ends.gains) + end - LOST
            if end not in (LOST, TIED):
                place += ends.gain[mine] + (2 + LOST - WON if end == WON else 2 + ends.gains + LOST - IDLE)
        fell[i] = place * each + sides[i]


@njit(nogil=True, cache=True, inline="always")
def _common(hands, i, common, tables):  # type: ignore[no-untyped-def]
    """What the first so many common cards add to the key of any hand with them."""
    total = tables.start
    for j in range(OWN, OWN + common):
        total += tables.keys[hands[i, j]]
    return total


@njit(nogil=True, cache=True, inline="always")
def _score(hands, i, own, common, board, tables):  # type: ignore[no-untyped-def]
    """The score of a hand's two cards from a place on with the first so many common ones, which add up to `board`."""
    total = board + tables.keys[hands[i, own]] + tables.keys[hands[i, own + 1]]
    value = plain_score(total, tables)
    tops = total & tables.tops
    if tops:  # seldom, so the ranks by suit are not added up before
        bits = tables.ranks[hands[i, own]] | tables.ranks[hands[i, own + 1]]
        for j in range(OWN, OWN + common):
            bits |= tables.ranks[hands[i, j]]
        value = max(value, suited_score(tops, bits, tables))
    return np.int64(value)
