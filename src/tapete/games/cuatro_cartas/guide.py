"""When to go on and for how much: by what the hand is and by the bank's open card."""

import functools
from collections.abc import Iterable, Sequence
from fractions import Fraction

from tapete.engine.settings import Settings
from tapete.engine.shoe import card_pack
from tapete.games.cuatro_cartas.best import Case, analysis, facts
from tapete.games.cuatro_cartas.rules import ANTE, BY_CARD, FOLDS, PAIR, POLICY, WAYS, Rules, banks, order, share
from tapete.games.cuatro_cartas.settle import FOLDED, LOST, WON
from tapete.games.shared.mano.rules import HIGH
from tapete.odds.guide import Cell, Guide

RULE = (
    "three times with a pair of nines or better, but once if the open card is higher than a pair below kings; once "
    "with a lower pair from threes on; nothing with less"
)


def guides(rules: Rules, _: Settings) -> list[Guide]:
    """Every kind of hand by the open card; then pairs against a card whose rank the hand has too."""
    cases = analysis(facts(rules)).cases
    pair = order(rules).kinds.index(PAIR)
    same = [case for case in cases if case.among and case.kind == pair]
    note = RULE if BY_CARD in rules.options[POLICY].values else ""
    return [_guide(rules, "carta-abierta", cases, note), _guide(rules, "carta-de-igual-valor", same)]


def _guide(rules: Rules, name: str, cases: Iterable[Case], note: str = "") -> Guide:
    columns, by_kind = card_pack(rules).ranks, dict[str, dict[str, list[Case]]]()
    articles = {}
    for case in sorted(cases, key=lambda case: (case.kind, case.first), reverse=True):
        row = _row(rules, case)
        by_kind.setdefault(row, {}).setdefault(columns[case.rank], []).append(case)
        articles[row] = rules.hands.kinds[order(rules).kinds[case.kind]].article
    rows = {row: tuple(_cell(rules, cells[column]) for column in columns) for row, cells in by_kind.items()}
    return Guide(name, "mano", "carta", columns, rows, articles, note=note)


def _row(rules: Rules, case: Case) -> str:
    """A kind of hand; pairs and high cards each by their rank."""
    kind, first = order(rules).kinds[case.kind], card_pack(rules).ranks[case.first]
    return {PAIR: f"{first}-{first}", HIGH: first}.get(kind, kind)


def _cell(rules: Rules, cases: Sequence[Case]) -> Cell:
    """What each choice is worth for an ante of one, on average of some cases."""
    least, most = rules.added_bet.times
    ways = {way: times for way, times in WAYS.items() if times in (least, most)}
    deals = sum(case.deals for case in cases)
    worth = {way: sum((_back(rules, case, times) for case in cases), Fraction(0)) for way, times in ways.items()}
    return {FOLDS: share(rules, ANTE, FOLDED, 0, 0) - 1, **{way: back / deals - 1 for way, back in worth.items()}}


def _back(rules: Rules, case: Case, times: int) -> Fraction:
    """What comes back of all antes of a case."""
    won, place = Fraction(case.won, banks(len(card_pack(rules)))), _places(rules)[case.kind, case.first]
    return won * share(rules, ANTE, WON, place, times) + (case.deals - won) * share(rules, ANTE, LOST, place, times)


@functools.lru_cache(maxsize=16)
def _places(rules: Rules) -> dict[tuple[int, int], int]:
    """What hands of a kind and a first rank are paid as."""
    ranking = order(rules)
    return {(value[0], value[1][0]): ranking.places[at] for at, value in enumerate(ranking.mine.values) if value}
