"""Seven cards parted in two hands: their scores, which parts are foul, and the bank's own way."""

import functools
from collections.abc import Sequence
from itertools import combinations
from typing import Any, Literal, NamedTuple

from tapete.cards.card import SUITS, pack
from tapete.cards.lookup import Lookup
from tapete.cards.ranking import Ranking, Value
from tapete.games.pai_gow.rules import HAND, LOW, Rules
from tapete.games.pai_gow.settle import ACE, KINDS, RANKS, choose, wanted

HIGH = HAND - LOW
# Which two of seven cards make the low hand.
PARTS = tuple(combinations(range(HAND), LOW))


class Order(NamedTuple):
    """How hands are scored.

    `floors` has, for every score of two cards, the least of five that stands above it; `kinds` the kind of every score
    of five, by its place in `settle.KINDS`.
    """

    high: Lookup
    low: Lookup
    floors: tuple[int, ...]
    kinds: tuple[int, ...]


class Parted(NamedTuple):
    """Seven cards in two hands: which of them are the low one, the scores, and whether that is foul."""

    low_cards: tuple[int, ...]
    high_cards: tuple[int, ...]
    high: int
    low: int
    foul: bool


def order(rules: Rules) -> Order:
    """The order of hands that a text declares, compiled."""
    return compiled(rules.hands.order, rules.equipment.cards.joker.completes, rules.hands.low_run)


@functools.lru_cache(maxsize=16)
def compiled(best_first: tuple[str, ...], completes: tuple[str, ...], low_run: str) -> Order:
    """The order of hands from these words: the kinds from the best, what the joker completes, where A to 5 stands."""
    cards = pack("53")
    where: Literal["lowest", "second"] = "lowest" if low_run == "lowest" else "second"
    plain: Any = (("escalera", "lowest"),) if low_run == "suited" else ()
    five = Ranking(cards, HIGH, best_first[::-1], low_run=where, joker=completes, low_runs=plain)
    two = Ranking(cards, LOW, tuple(kind for kind in best_first[::-1] if kind in ("carta-mayor", "pareja")))
    high, low = five.compile(), two.compile()
    named = [(five.order[value[0]], value[1]) if value else ("", ()) for value in high.values]
    floors = tuple(_floor(named, two, value) for value in low.values)
    kinds = tuple(KINDS.index(name) if name else 0 for name, _ in named)
    return Order(high, low, floors, kinds)


def _floor(high: Sequence[tuple[str, tuple[int, ...]]], two: Ranking, value: Value | None) -> int:
    """The first high hand that beats two cards; where it begins as they do, it is the higher for having more cards."""
    if value is None:
        return 0
    kind, cards = two.order[value[0]], value[1]
    return next(score for score, (name, ties) in enumerate(high) if name == kind and ties >= cards)


def part(rules: Rules, cards: Sequence[int], low: Sequence[int]) -> Parted:
    """Seven cards with these of them, by their places, as the low hand."""
    ranking = order(rules)
    two = tuple(cards[at] for at in low)
    five = tuple(card for at, card in enumerate(cards) if at not in low)
    high, scored = ranking.high.score(five), ranking.low.score(two)
    return Parted(two, five, high, scored, high < ranking.floors[scored])


def parts(rules: Rules, cards: Sequence[int]) -> list[Parted]:
    """Every way to part seven cards."""
    return [part(rules, cards, low) for low in PARTS]


def bank_part(rules: Rules, cards: Sequence[int]) -> tuple[int, ...]:
    """Which of its seven cards, by their places, the bank lays as its low hand."""
    every, ranking = parts(rules, cards), order(rules)
    kinds = [ranking.kinds[made.high] for made in every]
    allowed = wanted(counted(cards), kinds, rules.way)
    highs, lows = [made.high for made in every], [made.low for made in every]
    return PARTS[choose(highs, lows, kinds, list(ranking.floors), allowed)]


def counted(cards: Sequence[int]) -> list[int]:
    """How many cards there are of each rank, the joker counted as an ace."""
    ranks = [min(card // SUITS, ACE) for card in cards]
    return [ranks.count(rank) for rank in range(RANKS)]
