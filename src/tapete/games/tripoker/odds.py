"""Exact odds of tripóker: every hand against every hand that the bank can have beside it.

Hands that differ in the names of suits only are counted once: of 22,100 there are 1,755.
"""

import functools
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.cards.card import SUITS
from tapete.cards.composition import Composition
from tapete.engine.shoe import card_pack, check_hand
from tapete.engine.views import View
from tapete.games.shared.mano.settle import ENDS, FOLDED, IDLE, LOST, TIED, WON
from tapete.games.tripoker.rules import (
    ALWAYS,
    ANTE,
    BEST,
    FOLDS,
    GOES,
    HAND,
    LIKE_THE_BANK,
    POLICY,
    Rules,
    order,
    share,
)
from tapete.odds.chain import Figures, at_once
from tapete.odds.parts import counted, spans
from tapete.odds.report import BetOdds, costed

NOTES = {BEST: "best play", LIKE_THE_BANK: "go with what the bank plays with"}
AT_ONCE = 4096  # hands of a part
Ints = NDArray[np.int64]


class Facing(NamedTuple):
    """A hand: its cards, its score, and against how many of the bank's it ends how; it stands for `alike` of them."""

    cards: tuple[int, ...]
    score: int
    ends: Mapping[int, int]
    alike: int = 1

    @property
    def total(self) -> int:
        """How many hands the bank may have."""
        return sum(self.ends.values())


def odds(rules: Rules, shoe: Composition | None = None) -> list[BetOdds]:
    """The ante with its second stake, for best play and for two rules to remember; and the bet on one's own cards."""
    hands = every(rules, _pack(rules, shoe))
    ends = {policy: _ends(rules, hands, policy) for policy in rules.options[POLICY].values}
    rows = [_ante(rules, policy, counts) for policy, counts in ends.items()]
    return [*costed(rows, POLICY, BEST), BetOdds.of(rules, rules.pair, _figures(rules, rules.pair, ends[BEST]))]


def advice(rules: Rules, view: View) -> list[tuple[str, float]]:
    """What going and giving up are worth to the ante, from the cards that somebody sees."""
    pack, own = card_pack(rules), f"mano/{view.who}"
    seen = {place: tuple(pack.card(card) for card in cards if card) for place, cards in view.cards.items()}
    mine = seen.pop(own, ())
    if GOES not in view.choices or len(mine) < HAND:
        return []
    left = Composition.full(1, pack).less(card for cards in seen.values() for card in cards)
    return [(choice, float(worth)) for choice, worth in worths(rules, facing(rules, left, mine)).items()]


def worths(rules: Rules, hand: Facing) -> dict[str, Fraction]:
    """What each choice is worth for an ante of one."""
    backs = _shares(rules, ANTE, order(rules).place(hand.score))
    going = sum((backs[end] * count for end, count in hand.ends.items()), Fraction(0))
    return {GOES: going / hand.total - 1, FOLDS: backs[FOLDED] - 1}


def goes(rules: Rules, hand: Facing, policy: str) -> bool:
    """Whether a hand goes on, by best play or by a rule to remember."""
    if policy == BEST:
        backs = _scaled(rules, order(rules).place(hand.score))
        return sum(backs[end] * count for end, count in hand.ends.items()) > backs[FOLDED] * hand.total
    return policy == ALWAYS or hand.score >= order(rules).least


def facing(rules: Rules, pack: Composition, cards: tuple[int, ...]) -> Facing:
    """One hand against all that the bank can have of a pack."""
    return _against(rules, _deck(rules, pack), cards)


@functools.lru_cache(maxsize=16)
def every(rules: Rules, pack: Composition) -> tuple[Facing, ...]:
    """The hands of a pack, each against all that the bank can have beside it; of a whole pack one of each kind."""
    hands = _deck(rules, pack).hands
    kinds = [(tuple(cards), 1) for cards in hands.tolist()]
    if pack.total == len(pack.pack):
        first, _, counts = by_suits(hands)
        kinds = [*zip(map(tuple, hands[first].tolist()), counts.tolist(), strict=True)]
    parts = [(kinds[start:stop],) for start, stop in spans(len(kinds), AT_ONCE)]
    return tuple(hand for part in counted(all_facing, (rules, pack), parts) for hand in part)


def all_facing(rules: Rules, pack: Composition, kinds: Sequence[tuple[tuple[int, ...], int]]) -> list[Facing]:
    """Some hands, and how many each stands for, against all that the bank can have of a pack."""
    deck = _deck(rules, pack)
    return [_against(rules, deck, cards, alike) for cards, alike in kinds]


class Deck(NamedTuple):
    """Every hand of a pack, worst first, as cards and as bits, with its score."""

    hands: Ints
    bits: NDArray[np.uint64]
    scores: Ints


def strategy(rules: Rules, policy: str) -> tuple[Deck, NDArray[np.bool_]]:
    """Every hand of a whole pack, and whether it goes on."""
    whole = Composition.full(1, card_pack(rules))
    deck = _deck(rules, whole)
    _, kind, _ = by_suits(deck.hands)
    return deck, np.array([goes(rules, hand, policy) for hand in every(rules, whole)])[kind]


def _pack(rules: Rules, shoe: Composition | None) -> Composition:
    if shoe is None:
        return Composition.full(1, card_pack(rules))
    check_hand(rules, shoe, 2 * HAND)
    return shoe


@functools.lru_cache(maxsize=16)
def _deck(rules: Rules, pack: Composition) -> Deck:
    score = order(rules).lookup.score
    cards = [card for card in pack.pack.cards if pack.of(card)]
    scores, hands = zip(*sorted((score(hand), hand) for hand in combinations(cards, HAND)), strict=True)
    deck = np.array(hands, np.int64)
    return Deck(deck, _bits(deck), np.array(scores, np.int64))


def _bits(hands: Ints) -> NDArray[np.uint64]:
    bits: NDArray[np.uint64] = np.bitwise_or.reduce(np.uint64(1) << hands.astype(np.uint64), axis=-1)
    return bits


def by_suits(hands: Ints) -> tuple[Ints, Ints, Ints]:
    """Hands that differ in the names of suits only: the first of each kind, every hand's kind, how many there are."""
    ranks, suits = hands // SUITS, hands % SUITS
    named = []
    for names in permutations(range(SUITS)):
        renamed = np.sort(ranks * SUITS + np.array(names)[suits], axis=1)
        named.append(renamed @ np.array([64 * 64, 64, 1]))
    _, first, kind, counts = np.unique(
        np.min(named, axis=0), return_index=True, return_inverse=True, return_counts=True
    )
    return first, kind, counts


def _against(rules: Rules, deck: Deck, cards: tuple[int, ...], alike: int = 1) -> Facing:
    """Counts how a hand ends against each that the bank can have: those are the ones that share no card with it."""
    ranking = order(rules)
    score = ranking.lookup.score(cards)
    apart = (deck.bits & _bits(np.array(cards))) == 0
    plays, below, above = np.searchsorted(deck.scores, [ranking.least, score, score + 1]).tolist()
    below, above = max(plays, below), max(plays, above)
    parts = {IDLE: apart[:plays], WON: apart[plays:below], TIED: apart[below:above], LOST: apart[above:]}
    return Facing(cards, score, {end: int(np.count_nonzero(part)) for end, part in parts.items()}, alike)


def _ante(rules: Rules, policy: str, ends: Counter[tuple[int, int]]) -> BetOdds:
    folded = sum(count for (end, _), count in ends.items() if end == FOLDED)
    often = 1 - Fraction(folded, sum(ends.values()))
    row = BetOdds.of(rules, ANTE, _figures(rules, ANTE, ends), {POLICY: policy})
    return replace(row, note=NOTES.get(policy, ""), staked=1 + often, decisions={GOES: often, FOLDS: 1 - often})


def _ends(rules: Rules, hands: tuple[Facing, ...], policy: str) -> Counter[tuple[int, int]]:
    """Of all deals, how many end how with a hand of each kind."""
    counts: Counter[tuple[int, int]] = Counter()
    for hand in hands:
        place = order(rules).place(hand.score)
        ends: Mapping[int, int] = hand.ends if goes(rules, hand, policy) else {FOLDED: hand.total}
        for end, count in ends.items():
            counts[end, place] += hand.alike * count
    return counts


def _figures(rules: Rules, name: str, ends: Counter[tuple[int, int]]) -> Figures:
    backs: Counter[Fraction] = Counter()
    for (end, place), count in ends.items():
        backs[_shares(rules, name, place)[end]] += count
    return at_once(backs.items())


@functools.lru_cache(maxsize=1024)
def _shares(rules: Rules, name: str, place: int) -> tuple[Fraction, ...]:
    """What comes back with a hand of a kind, by how it ends."""
    return tuple(share(rules, name, end, place) for end in range(ENDS))


@functools.lru_cache(maxsize=1024)
def _scaled(rules: Rules, place: int) -> tuple[int, ...]:
    """What an ante brings back with a hand of a kind, by how it ends, in whole parts of it."""
    backs = _shares(rules, ANTE, place)
    parts = math.lcm(*(back.denominator for back in backs))
    return tuple(int(back * parts) for back in backs)
