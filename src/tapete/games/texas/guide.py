"""When to go on and to bet: by one's own two cards before the flop, and by what they are beside the common ones."""

from fractions import Fraction

from tapete.cards.card import SUITS
from tapete.engine.settings import Settings
from tapete.engine.shoe import card_pack
from tapete.games.texas.best import Answer, analysis, facts, kind_of
from tapete.games.texas.cases import MADE, OWN_PAIR, PAIR, name
from tapete.games.texas.rules import FLOP, TURN, LaterBet, Rules
from tapete.odds.guide import Cell, Guide

TWO_CARDS = "right of the diagonal and above it the two cards are of one suit, below it of two"
KINDS = {**dict.fromkeys(MADE[OWN_PAIR : PAIR + 1], "pareja"), **{name: name for name in MADE[:OWN_PAIR]}}
ON_THE_WHOLE = "what each case is worth on the whole: best play looks at all cards, and within a case it may differ"


def guides(rules: Rules, _: Settings) -> list[Guide]:
    """A table for each bet that is made after the ante."""
    found = analysis(facts(rules))
    return [_of(rules, bet_name, bet, found) for bet_name, bet in rules.later.items()]


def _of(rules: Rules, bet_name: str, bet: LaterBet, found: Answer) -> Guide:
    if bet.before == FLOP:
        return _two_cards(rules, bet_name, bet, found)
    counted = found.turn if bet.before == TURN else found.river
    ranks = card_pack(rules).ranks
    rows = {}
    for case in sorted(counted, key=lambda case: (case >= len(MADE), case if case < len(MADE) else -case)):
        net, of = counted[case]
        rows[name(case, ranks)] = (_cell(bet, Fraction(net, of) if bet.folds else Fraction(bet.times * net, of)),)
    articles = {row: _article(rules, row) for row in rows}
    priced = "" if bet.folds else bet.choices[0]
    return Guide(bet_name, "caso", "valor", ("cualquiera",), rows, articles, priced, ON_THE_WHOLE)


def _article(rules: Rules, row: str) -> str:
    """What a case rests on: the kind of hand that it is or, with none, what decides between hands without one."""
    kind = KINDS.get(row)
    return (rules.hands.kinds[kind] if kind else rules.hands.tie).article


def _two_cards(rules: Rules, bet_name: str, bet: LaterBet, found: Answer) -> Guide:
    """Every two cards: one rank down, the other across."""
    ranks = card_pack(rules).ranks[::-1]
    top = len(ranks) - 1
    rows: dict[str, tuple[Cell, ...]] = {}
    for row, down in enumerate(ranks):
        cells = []
        for column in range(len(ranks)):
            suited = column > row
            own = SUITS * (top - row), SUITS * (top - column) + (0 if suited else 1)
            cells.append(_cell(bet, Fraction(*found.hands[kind_of(own)])))
        rows[down] = tuple(cells)
    return Guide(bet_name, "carta", "otra", ranks, rows, dict.fromkeys(rows, bet.article), note=TWO_CARDS)


def _cell(bet: LaterBet, worth: Fraction) -> Cell:
    """What is made where it is worth more than doing nothing stands last."""
    return {bet.choices[1]: Fraction(-1 if bet.folds else 0), bet.choices[0]: worth}
