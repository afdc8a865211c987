"""Best play, and how it fares: worked out once for all that it depends on, and kept."""

import functools
from collections.abc import Sequence
from itertools import permutations
from typing import Literal, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from tapete.cards.card import SUITS
from tapete.cards.card import pack as pack_of
from tapete.cards.composition import Composition
from tapete.cards.lookup import Lookup
from tapete.cards.ranking import Ranking
from tapete.games.texas import deals
from tapete.games.texas.boards import Bytes, Ints, Pack, pack
from tapete.games.texas.cases import CARDS, CASES, PAIRS, add_up, by_case
from tapete.games.texas.deals import STAKES, Plan, Terms, Worth
from tapete.games.texas.rules import (
    BEST,
    BOARD,
    HAND,
    OWN,
    SIMPLE,
    STAYING,
    STREETS,
    FlopBet,
    Rules,
    from_pair,
    order,
)
from tapete.games.texas.settle import ENDS
from tapete.odds.kept import Progress, kept

AT_FLOP, AT_TURN = 0, 1  # the streets before which one may give up


class Facts(msgspec.Struct, frozen=True):
    """All that the counting depends on: the order of hands, what they decide, what is added when, cards gone.

    `on_flop` are the kinds of five cards that win the bet on the flop, from a pair of `flop_pair` on.
    """

    pack: str
    kinds: tuple[str, ...]
    ace: Literal["high", "both"]
    lowest_pair: str
    gains: tuple[int, ...]
    times: tuple[int, int, int]
    gives_up: int
    on_flop: tuple[str, ...] = ()
    flop_pair: str = ""
    gone: tuple[int, ...] = ()


class Fares(msgspec.Struct, frozen=True):
    """How a way of deciding fares: deals by kind of hand, end and antes added, in this order; how often a bet is made.

    `made` has for each street how many times the bet before it is made, of how many times it could be.
    """

    counts: list[int]
    made: list[tuple[int, int]]


class Answer(msgspec.Struct, frozen=True):
    """What was counted: how best play and a simple one fare, and what going on is worth with two cards and in a case.

    `hands` has the pairs that differ in more than names of suits with the net of all their deals and how many those
    are; `turn` and `river` the cases before these streets in the same way. `plan` is best play: a byte for each pair, a
    bit for each with each flop and, of a whole pack, with each four cards.
    """

    fares: dict[str, Fares]
    hands: dict[int, tuple[int, int]]
    turn: dict[int, tuple[int, int]]
    river: dict[int, tuple[int, int]]
    plan: tuple[bytes, bytes, bytes]


def facts(rules: Rules, left: Composition | None = None) -> Facts:
    """What the counting depends on, of a rulebook and of the cards that are left."""
    found, later = order(rules), [*rules.later.values()]
    cards = rules.equipment.cards
    before, turn, river = (sum(bet.times for bet in later if bet.before == street) for street in STREETS)
    gone = () if left is None else tuple(card for card in left.pack.cards if not left.of(card))
    asked = Facts(
        cards.pack,
        found.kinds,
        cards.ace,
        rules.bank.lowest_pair,
        found.gains,
        (before, turn, river),
        STREETS.index(later[0].before),
        gone=gone,
    )
    bet = rules.beside_bet
    if not isinstance(bet, FlopBet):
        return asked
    kinds = tuple(sorted(kind for prize in bet.prizes.values() for kind in prize.kinds))
    return msgspec.structs.replace(asked, on_flop=kinds, flop_pair=bet.lowest_pair)


@kept(version=1)
def analysis(facts: Facts, progress: Progress) -> Answer:
    """Counts every deal twice: for what it is worth, and for how best play and a simple one fare."""
    found, cards = terms(facts), dealt(facts)

    def told(part: int) -> Progress:
        return lambda done, of: progress(part * of + done, 2 * of)

    worth = deals.worth(found, cards, told(0))
    sums = _sums(found, cards, worth)
    plans = {BEST: sums.best, SIMPLE: _simple(found, cards, sums)}
    if facts.on_flop:
        plans[STAYING] = sums.best._replace(turn=sums.best.turn | wins_on_flop(facts))
    played = deals.fares(found, cards, [*plans.values()], told(1))
    fares = {
        policy: Fares(counts.ravel().tolist(), _made(cards, plan))
        for (policy, plan), counts in zip(plans.items(), played, strict=True)
    }
    flop, turn, river = sums.best
    bits = np.packbits(turn, axis=1, bitorder="little").tobytes(), b"" if facts.gone else river.tobytes()
    return Answer(fares, sums.hands, sums.turn, sums.river, (flop.tobytes(), *bits))


def terms(facts: Facts) -> Terms:
    """What the counting reads, from what it depends on."""
    seven = lookup(facts)
    least = from_pair(seven, facts.lowest_pair)
    gains = np.array(facts.gains, np.int64)
    return Terms(seven.batch.tables, seven.categories, gains, least, facts.times, facts.gives_up)


def lookup(facts: Facts) -> Lookup:
    """The scores of seven cards."""
    return _ranking(facts).compile(OWN + BOARD)


def _ranking(facts: Facts) -> Ranking:
    return Ranking(pack_of(facts.pack), HAND, facts.kinds, ace=facts.ace)


@functools.lru_cache(maxsize=4)
def dealt(facts: Facts) -> Pack:
    """The cards that are dealt, and their boards."""
    return pack([card for card in pack_of(facts.pack).cards if card not in facts.gone])


class Sums(NamedTuple):
    """What was found, by pair of cards and by case, and best play."""

    hands: dict[int, tuple[int, int]]
    turn: dict[int, tuple[int, int]]
    river: dict[int, tuple[int, int]]
    best: Plan


def _sums(terms: Terms, dealt: Pack, worth: Worth) -> Sums:
    """Best play from the last decision to the first."""
    size, flops = len(dealt.cards), dealt.flops
    fourth = (size - 6) * _two(size - 7)  # deals behind four cards and a hand
    third = (size - 5) * fourth
    beside = _beside(dealt)
    net = worth.rest + terms.times[1] * worth.ahead
    if terms.gives_up == AT_TURN:
        priced, turn = net, (net > -third) & beside
        net = np.where(turn, net, -third * beside)
    else:
        priced, turn = worth.ahead, (worth.ahead > 0) & (terms.times[1] > 0)
        net = np.where(turn, net, worth.rest) + terms.times[0] * worth.ahead
    hands = _hands(dealt, net, third)
    goes = np.zeros(PAIRS, np.uint8)
    for first, (won, of) in hands.items():
        goes[dealt.pairs[:, first]] = terms.gives_up == AT_TURN or won > -of
    by_case = np.zeros((CASES, 2), np.int64)
    for board, weight, values in zip(flops.cards.astype(np.int64), flops.weights, priced, strict=True):
        add_up(board, dealt.cards, weight, values, by_case)
    plan = Plan(goes, turn.astype(np.uint8), worth.river)
    return Sums(hands, _counted(by_case, third), _counted(worth.cases, fourth), plan)


def _two(cards: int) -> int:
    """How many pairs there are of so many cards."""
    return cards * (cards - 1) // 2


def _beside(dealt: Pack) -> NDArray[np.bool_]:
    """Which pairs of the pack share no card with which flop."""
    pairs = _pairs()
    held = np.isin(pairs, dealt.cards).all(axis=1)
    apart = (dealt.flops.cards[:, :, None, None] != pairs).all(axis=(1, 3))
    return np.asarray(apart & held)


def _pairs() -> Ints:
    """The two cards of every pair, by its number."""
    pairs = np.zeros((PAIRS, 2), np.int64)
    low, high = np.triu_indices(CARDS, 1)
    pairs[low + high * (high - 1) // 2] = np.stack([low, high], axis=1)
    return pairs


def _hands(dealt: Pack, net: Ints, third: int) -> dict[int, tuple[int, int]]:
    """The net of all deals of each pair that differs in more than names of suits, and how many those are."""
    size, kinds = len(dealt.cards), dealt.pairs.min(axis=0)
    total, found = dealt.flops.weights @ net, {}
    low, high = np.meshgrid(dealt.cards, dealt.cards)
    own = np.unique((low + high * (high - 1) // 2)[low < high])
    flops = (size - 2) * (size - 3) * (size - 4) // 6
    for kind in np.unique(kinds[own]).tolist():
        alike = own[kinds[own] == kind]
        found[kind] = int(total[alike].sum()), len(alike) * flops * third
    return found


def _counted(cases: Ints, each: int) -> dict[int, tuple[int, int]]:
    """The cases that come at all: their net, and how many deals those are."""
    return {case: (net, each * count) for case, (net, count) in enumerate(cases.tolist()) if count}


def _simple(terms: Terms, dealt: Pack, sums: Sums) -> Plan:
    """Plays each case as it is best on the whole; before the flop as best play does."""
    worst = -1 if terms.gives_up == AT_TURN else 0
    turn = by_case(dealt.flops.cards, _chosen(sums.turn, worst))
    return Plan(sums.best.flop, turn, _bits(dealt.turns.cards, _chosen(sums.river, 0)))


def _chosen(found: dict[int, tuple[int, int]], worst: int) -> Bytes:
    """Which cases are worth more than what one has of doing nothing."""
    chosen = np.zeros(CASES, np.uint8)
    for case, (net, of) in found.items():
        chosen[case] = net > worst * of
    return chosen


def _made(dealt: Pack, plan: Plan) -> list[tuple[int, int]]:
    """How often the bet before each street is made, of all hands and boards."""
    size, goes = len(dealt.cards), np.packbits(plan.flop, bitorder="little")
    turn = (plan.turn & plan.flop).sum(axis=1, dtype=np.int64)
    river = np.bitwise_count(plan.river & goes).sum(axis=1, dtype=np.int64)
    return [
        (int(plan.flop.sum()), _two(size)),
        (int(dealt.flops.weights @ turn), int(dealt.flops.weights.sum()) * _two(size - 3)),
        (int(dealt.turns.weights @ river), int(dealt.turns.weights.sum()) * _two(size - 4)),
    ]


def counts(fares: Fares) -> Ints:
    """Deals by kind of hand, end and antes added."""
    return np.array(fares.counts, np.int64).reshape(-1, ENDS, STAKES)


@functools.lru_cache(maxsize=4)
def on_the_flop(facts: Facts) -> NDArray[np.uint16]:
    """The scores of five cards by flop and pair of cards; none where they share one."""
    cards, five = dealt(facts), _ranking(facts).compile()
    found = np.zeros((len(cards.flops.cards), PAIRS), np.uint16)
    beside, pairs = _beside(cards), _pairs()
    for at, flop in enumerate(cards.flops.cards):
        own = np.flatnonzero(beside[at])
        hands = np.concatenate([np.broadcast_to(flop, (len(own), len(flop))), pairs[own]], axis=1)
        found[at, own] = five.scores(hands.astype(np.uint8))
    return found


def wins_on_flop(facts: Facts) -> Bytes:
    """Which pairs of cards win the bet on the flop with which flop: a byte each."""
    five = _ranking(facts).compile()
    wins = np.array([five.category(score) in facts.on_flop for score in range(len(five.values))], np.uint8)
    wins[: from_pair(five, facts.flop_pair)] = 0
    return wins[on_the_flop(facts)]


def turn_plan(facts: Facts, answer: Answer, policy: str) -> Bytes:
    """Who makes the bet before the turn, by flop and pair of cards: a byte each."""
    flops = dealt(facts).flops.cards
    if policy == SIMPLE:
        return by_case(flops, _chosen(answer.turn, -1 if facts.gives_up == AT_TURN else 0))
    bits = np.frombuffer(answer.plan[1], np.uint8).reshape(len(flops), -1)
    best = np.unpackbits(bits, axis=1, count=PAIRS, bitorder="little")
    return best | wins_on_flop(facts) if policy == STAYING else best


def river_plan(facts: Facts, answer: Answer, policy: str) -> Bytes:
    """Who makes the bet before the river, by four common cards and pair of cards: a bit each."""
    fours = dealt(facts).turns.cards
    if policy == SIMPLE:
        return _bits(fours, _chosen(answer.river, 0))
    return np.frombuffer(answer.plan[2], np.uint8).reshape(len(fours), -1)


def _bits(boards: Bytes, chosen: Bytes) -> Bytes:
    """A bit for each board and pair of cards: whether its case is chosen."""
    parts = (by_case(part, chosen) for part in np.array_split(boards, 16))
    return np.concatenate([np.packbits(part, axis=1, bitorder="little") for part in parts])


def kind_of(own: Sequence[int]) -> int:
    """The number of the pair that stands for all that differ from two cards in the names of suits only.

    >>> kind_of([0, 5]) == kind_of([7, 2]), kind_of([0, 4]) == kind_of([0, 5])
    (True, False)
    """
    found = []
    for names in permutations(range(SUITS)):
        low, high = sorted(card - card % SUITS + names[card % SUITS] for card in own)
        found.append(low + high * (high - 1) // 2)
    return min(found)
