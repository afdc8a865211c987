"""When to leave a stake in play: with three cards and with four, by what they are and what they may become."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

import numpy as np

from tapete.cards.card import SUITS
from tapete.engine.settings import Settings
from tapete.engine.shoe import card_pack
from tapete.games.trijoker.best import Ints, Worth, worth
from tapete.games.trijoker.rules import LEAVES, OWN, WITHDRAWS, Rules, gains, rank_of, ranking
from tapete.games.trijoker.settle import net
from tapete.odds.chain import Number
from tapete.odds.guide import Cell, Guide

THREE_OF_A_SUIT = "it is left where the straights that may come of it and the cards that win as a pair make three"
FOUR_MIXED = "it is left where two straights may come of it and a card wins as a pair"
Label = tuple[str, str]
Worths = dict[Label, Fraction]


def guides(rules: Rules, _: Settings) -> list[Guide]:
    """Kinds of hands, then those that go by straights and high cards; every hand of a cell is decided alike."""
    values = worth(ranking(rules), gains(rules), card_pack(rules).cards)
    first, second = rules.decisions.first.article, rules.decisions.second.article
    three, four = _three(rules, values), _four(rules, values)
    made = [
        _kinds("tres-cartas", three, first),
        _grid("tres-de-un-palo", three, first, THREE_OF_A_SUIT),
        _kinds("cuatro-cartas", four, second),
        _grid("cuatro-de-varios-palos", four, second, FOUR_MIXED),
    ]
    return [guide for guide in made if guide.rows]


def kind_of_three(rules: Rules, cards: Sequence[int]) -> Label:
    """What three cards are; of one suit without three high cards, by straights and high cards.

    >>> from tapete.games import game
    >>> rules = game("trijoker").rules(game("trijoker").regions[0])
    >>> parse = card_pack(rules).parse
    >>> kind_of_three(rules, parse("Kh Ks 2c")), kind_of_three(rules, parse("9h Jh Qh"))
    (('pareja-que-gana', ''), ('2', '2'))
    """
    ranks, high = _ranks(rules, cards)
    if len(set(ranks)) < OWN:
        return ("trio", "") if len(set(ranks)) == 1 else _pair(rules, ranks)
    if not _one_suit(cards):
        return "tres-de-varios-palos", ""
    return ("tres-altas-de-un-palo", "") if high == OWN else (_straights(rules, ranks), str(high))


def kind_of_four(rules: Rules, cards: Sequence[int]) -> Label:
    """What four cards are; without a pair and of several suits, by straights and high cards."""
    ranks, high = _ranks(rules, cards)
    groups = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    if groups[0] > 1:
        made = {(4,): "poker", (3, 1): "trio", (2, 2): "doble-pareja"}.get(tuple(groups))
        return (made, "") if made else _pair(rules, ranks)
    if _one_suit(cards):
        return "cuatro-de-un-palo", ""
    return ("cuatro-altas", "") if high == len(cards) else (_straights(rules, ranks), str(high))


def _ranks(rules: Rules, cards: Iterable[int]) -> tuple[list[int], int]:
    """The ranks of cards, and how many of them win as a pair."""
    lowest, ranks = rank_of(rules, rules.lowest_pair.rank), [int(card) // SUITS for card in cards]
    return ranks, sum(rank >= lowest for rank in ranks)


def _pair(rules: Rules, ranks: list[int]) -> Label:
    paired = next(rank for rank in ranks if ranks.count(rank) == 2)
    wins = paired >= rank_of(rules, rules.lowest_pair.rank)
    return ("pareja-que-gana" if wins else "pareja-que-no-gana"), ""


def _one_suit(cards: Iterable[int]) -> bool:
    return len({int(card) % SUITS for card in cards}) == 1


def _straights(rules: Rules, ranks: Iterable[int]) -> str:
    """How many straights have all of these ranks."""
    return str(sum(run.issuperset(ranks) for run in ranking(rules).runs))


def _three(rules: Rules, worth: Worth) -> Worths:
    rest = worth.rest.shape[1]
    sums = _sums(worth).sum(axis=1).tolist()
    labels = [kind_of_three(rules, hand) for hand in worth.hands.cards.tolist()]
    return _means(labels, sums, worth.hands.weights.tolist(), rest * (rest - 1))


def _four(rules: Rules, worth: Worth) -> Worths:
    hands, rest = worth.hands.cards.tolist(), worth.rest.tolist()
    labels = [kind_of_four(rules, (*hand, card)) for hand, others in zip(hands, rest, strict=True) for card in others]
    weights = np.repeat(worth.hands.weights, worth.rest.shape[1]).tolist()
    return _means(labels, _sums(worth).ravel().tolist(), weights, worth.rest.shape[1] - 1)


def _sums(worth: Worth) -> Ints:
    """What a stake wins over all second common cards, by hand and first common card."""
    return np.asarray(worth.counts @ np.array([net(gain, 1) for gain in worth.gains], np.int64), np.int64)


def _means(labels: Sequence[Label], sums: Sequence[int], weights: Sequence[int], each: int) -> Worths:
    """What a stake is worth with each kind of hand, on average; `each` has so many completions."""
    won: dict[Label, int] = {}
    made: dict[Label, int] = {}
    for label, total, weight in zip(labels, sums, weights, strict=True):
        won[label] = won.get(label, 0) + total * weight
        made[label] = made.get(label, 0) + each * weight
    return {label: Fraction(won[label], made[label]) for label in won}


def _kinds(name: str, worths: Worths, article: str) -> Guide:
    """The kinds of hands that have a name, the best first."""
    kinds = sorted((label for label in worths if not label[1]), key=lambda label: -worths[label])
    rows = {kind: (_cell(worths[kind, ""]),) for kind, _ in kinds}
    return Guide(name, "mano", "valor", ("cualquiera",), rows, dict.fromkeys(rows, article), LEAVES)


def _grid(name: str, worths: Worths, article: str, note: str) -> Guide:
    """Straights down, high cards across."""
    labels = [label for label in worths if label[1]]
    down, across = sorted({row for row, _ in labels}), sorted({column for _, column in labels})
    rows = {row: tuple(_cell(worths[row, column]) for column in across) for row in down}
    return Guide(name, "escaleras", "altas", tuple(across), rows, dict.fromkeys(rows, article), LEAVES, note)


def _cell(worth: Number) -> Cell:
    """What taking the stake back is worth stands first: it is done where leaving it brings nothing."""
    return {WITHDRAWS: Fraction(0), LEAVES: worth}
