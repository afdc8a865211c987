"""When to go on: by what the hand is and, where its highest card is the bank's least, by the two others."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from tapete.cards.card import SUITS
from tapete.cards.composition import Composition
from tapete.engine.settings import Settings
from tapete.engine.shoe import card_pack
from tapete.games.shared.mano.rules import HIGH
from tapete.games.tripoker.odds import Facing, every, goes, worths
from tapete.games.tripoker.rules import BEST, FOLDS, GOES, HAND, Rules, order
from tapete.odds.guide import Cell, Guide

LEAST = ("Q", "6", "4")
RULE = "go on with a queen, a six and a four or better, and with nothing less: no suits change that"


def guides(rules: Rules, _: Settings) -> list[Guide]:
    """Every kind of hand and every highest card; then all whose highest card is the one the bank needs."""
    hands = every(rules, Composition.full(1, card_pack(rules)))
    return [_kinds(rules, hands), _borderline(rules, hands)]


def _kinds(rules: Rules, hands: Sequence[Facing]) -> Guide:
    cases: dict[str, list[Facing]] = {}
    for hand in sorted(hands, key=lambda hand: hand.score, reverse=True):
        kind, (highest, *_) = _kind(rules, hand), _ranks(rules, hand)
        if kind != HIGH or highest != rules.bank.least:
            cases.setdefault(highest if kind == HIGH else kind, []).append(hand)
    rows = {row: (_worth(rules, alike),) for row, alike in cases.items()}
    made = rules.hands.kinds
    articles = {row: made.get(row, made[HIGH]).article for row in rows}
    return Guide("manos", "mano", "valor", ("cualquiera",), rows, articles, note=_rule(rules, hands))


def _borderline(rules: Rules, hands: Sequence[Facing]) -> Guide:
    cases: dict[str, dict[str, list[Facing]]] = {}
    for hand in sorted(hands, key=lambda hand: hand.score, reverse=True):
        ranks = _ranks(rules, hand)
        if _kind(rules, hand) == HIGH and ranks[0] == rules.bank.least:
            suits = len({card % SUITS for card in hand.cards})
            cases.setdefault("-".join(ranks), {}).setdefault(_SUITS[suits], []).append(hand)
    columns = tuple(_SUITS.values())
    rows = {row: tuple(_worth(rules, cells[column]) for column in columns) for row, cells in cases.items()}
    return Guide("dama", "mano", "palos", columns, rows, dict.fromkeys(rows, rules.hands.kinds[HIGH].article))


_SUITS = {HAND: "tres-palos", HAND - 1: "dos-palos"}


def _rule(rules: Rules, hands: Iterable[Facing]) -> str:
    """The rule of one line, where best play is no other."""
    ranks = card_pack(rules).ranks
    least = [ranks.index(rank) for rank in LEAST]

    def follows(hand: Facing) -> bool:
        return _kind(rules, hand) != HIGH or [ranks.index(rank) for rank in _ranks(rules, hand)] >= least

    return RULE if all(goes(rules, hand, BEST) == follows(hand) for hand in hands) else ""


def _kind(rules: Rules, hand: Facing) -> str:
    ranking = order(rules)
    return ranking.kinds[ranking.place(hand.score)]


def _ranks(rules: Rules, hand: Facing) -> list[str]:
    """The ranks of a hand, the highest first."""
    pack = card_pack(rules)
    return [pack.ranks[rank] for rank in sorted((pack.rank(card) for card in hand.cards), reverse=True)]


def _worth(rules: Rules, hands: Sequence[Facing]) -> Cell:
    """What each choice is worth on average of some hands."""
    total = sum(hand.alike for hand in hands)
    values = [(hand.alike, worths(rules, hand)) for hand in hands]
    return {
        choice: sum((count * worth[choice] for count, worth in values), Fraction(0)) / total for choice in (GOES, FOLDS)
    }
