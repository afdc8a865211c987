"""Best play from what every deal is worth: who goes on, who bets, and how that fares beside a simple way."""

import functools
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.cards.card import pack as pack_of
from tapete.cards.lookup import Lookup
from tapete.cards.ranking import Ranking
from tapete.games.texas import deals
from tapete.games.texas.best import Answer, Facts, Fares
from tapete.games.texas.boards import Bytes, Ints, Pack, pack
from tapete.games.texas.cases import CARDS, CASES, PAIRS, add_up, by_case
from tapete.games.texas.deals import Plan, Terms, Worth
from tapete.games.texas.rules import BEST, BOARD, HAND, OWN, SIMPLE, STAYING, from_pair
from tapete.odds.kept import Progress

AT_FLOP, AT_TURN = 0, 1  # the streets before which one may give up


def count(facts: Facts, progress: Progress) -> Answer:
    """Counts every deal twice: for what it is worth, and for how best play and a simple one fare."""
    how, cards = terms(facts), dealt(facts)

    def told(part: int) -> Progress:
        return lambda done, of: progress(part * of + done, 2 * of)

    worth = deals.worth(how, cards, told(0))
    sums = _sums(how, cards, worth)
    plans = {BEST: sums.best, SIMPLE: _simple(how, cards, sums)}
    if facts.on_flop:
        plans[STAYING] = sums.best._replace(turn=sums.best.turn | wins_on_flop(facts))
    played = deals.fares(how, cards, [*plans.values()], told(1))
    fares = {
        policy: Fares(counts.ravel().tolist(), _made(cards, plan), staying_on_flop(facts, plan.turn))
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
    total, hands = dealt.flops.weights @ net, {}
    low, high = np.meshgrid(dealt.cards, dealt.cards)
    own = np.unique((low + high * (high - 1) // 2)[low < high])
    flops = (size - 2) * (size - 3) * (size - 4) // 6
    for kind in np.unique(kinds[own]).tolist():
        alike = own[kinds[own] == kind]
        hands[kind] = int(total[alike].sum()), len(alike) * flops * third
    return hands


def _counted(cases: Ints, each: int) -> dict[int, tuple[int, int]]:
    """The cases that come at all: their net, and how many deals those are."""
    return {case: (net, each * count) for case, (net, count) in enumerate(cases.tolist()) if count}


def _simple(terms: Terms, dealt: Pack, sums: Sums) -> Plan:
    """Plays each case as it is best on the whole; before the flop as best play does."""
    worst = -1 if terms.gives_up == AT_TURN else 0
    turn = by_case(dealt.flops.cards, _chosen(sums.turn, worst))
    return Plan(sums.best.flop, turn, _bits(dealt.turns.cards, _chosen(sums.river, 0)))


def _chosen(worths: dict[int, tuple[int, int]], worst: int) -> Bytes:
    """Which cases are worth more than what one has of doing nothing."""
    chosen = np.zeros(CASES, np.uint8)
    for case, (net, of) in worths.items():
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


@functools.lru_cache(maxsize=4)
def on_the_flop(facts: Facts) -> NDArray[np.uint16]:
    """The scores of five cards by flop and pair of cards; none where they share one."""
    cards, five = dealt(facts), _ranking(facts).compile()
    on_the_flop = np.zeros((len(cards.flops.cards), PAIRS), np.uint16)
    beside, pairs = _beside(cards), _pairs()
    for at, flop in enumerate(cards.flops.cards):
        own = np.flatnonzero(beside[at])
        hands = np.concatenate([np.broadcast_to(flop, (len(own), len(flop))), pairs[own]], axis=1)
        on_the_flop[at, own] = five.scores(hands.astype(np.uint8))
    return on_the_flop


def wins_on_flop(facts: Facts) -> Bytes:
    """Which pairs of cards win the bet on the flop with which flop: a byte each."""
    five = _ranking(facts).compile()
    wins = np.array([five.category(score) in facts.on_flop for score in range(len(five.values))], np.uint8)
    wins[: from_pair(five, facts.flop_pair)] = 0
    return wins[on_the_flop(facts)]


def staying_on_flop(facts: Facts, turn: Bytes) -> dict[str, int]:
    """By kind how many hands win the bet on the flop and go on."""
    if not facts.on_flop:
        return {}
    five, scores = _ranking(facts).compile(), on_the_flop(facts)
    weights, stays = dealt(facts).flops.weights, (turn & wins_on_flop(facts)).astype(bool)
    kinds = five.categories[scores]
    return {
        kind: int(weights @ (stays & (kinds == five.ranking.order.index(kind))).sum(axis=1)) for kind in facts.on_flop
    }


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
