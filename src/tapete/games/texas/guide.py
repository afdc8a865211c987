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
GIVE_UP = (
    "give up a two with a three to a seven of another suit, and nothing else; above the diagonal they are of one suit"
)
KINDS = {**dict.fromkeys(MADE[OWN_PAIR : PAIR + 1], "pareja"), **{name: name for name in MADE[:OWN_PAIR]}}
ON_THE_WHOLE = "what each case is worth on the whole: best play looks at all cards, and within a case it may differ"
PAIRED, BOARD_PAIR = MADE[: PAIR + 1], "mesa-con-pareja"
# Rules to remember, by the cases in which they bet.
RULES = {
    frozenset({*PAIRED, "cuatro-de-un-palo", f"A,{BOARD_PAIR}", f"K,{BOARD_PAIR}"}): (
        "bet with a pair or better made with a card of one's own, with four of a suit, and with an ace or a king where "
        "the board has a pair; within a case best play may differ"
    ),
    frozenset({*PAIRED, f"A,{BOARD_PAIR}"}): (
        "bet with a pair or better made with a card of one's own, and with an ace where the board has a pair; within a "
        "case best play may differ"
    ),
    frozenset({*MADE, *(rank + on for rank in ("A", "K", "Q", "J", "10") for on in ("", f",{BOARD_PAIR}"))}): (
        "go on with a pair or better made with a card of one's own, with four of a suit or of a straight, and with a "
        "ten or a higher card; within a case best play may differ"
    ),
}
FOLDED = {("2", rank) for rank in ("3", "4", "5", "6", "7")}


def guides(rules: Rules, _: Settings) -> list[Guide]:
    """A table for each bet that is made after the ante."""
    answer = analysis(facts(rules))
    return [_of(rules, bet_name, bet, answer) for bet_name, bet in rules.later.items()]


def _of(rules: Rules, bet_name: str, bet: LaterBet, answer: Answer) -> Guide:
    if bet.before == FLOP:
        return _two_cards(rules, bet_name, bet, answer)
    counted = answer.turn if bet.before == TURN else answer.river
    ranks = card_pack(rules).ranks
    rows: dict[str, tuple[Cell, ...]] = {}
    for case in sorted(counted, key=lambda case: (case >= len(MADE), case if case < len(MADE) else -case)):
        net, of = counted[case]
        rows[name(case, ranks)] = (_cell(bet, Fraction(net, of) if bet.folds else Fraction(bet.times * net, of)),)
    articles = {row: _article(rules, row) for row in rows}
    priced = "" if bet.folds else bet.choices[0]
    chosen = frozenset(row for row, (cell,) in rows.items() if Guide.best(cell) == bet.choices[0])
    note = RULES.get(chosen, ON_THE_WHOLE)
    return Guide(bet_name, "caso", "valor", ("cualquiera",), rows, articles, priced, note)


def _article(rules: Rules, row: str) -> str:
    """What a case rests on: the kind of hand that it is or, with none, what decides between hands without one."""
    kind = KINDS.get(row)
    return (rules.hands.kinds[kind] if kind else rules.hands.tie).article


def _two_cards(rules: Rules, bet_name: str, bet: LaterBet, answer: Answer) -> Guide:
    """Every two cards: one rank down, the other across."""
    ranks = card_pack(rules).ranks[::-1]
    top = len(ranks) - 1
    rows: dict[str, tuple[Cell, ...]] = {}
    for row, down in enumerate(ranks):
        pairs = [(SUITS * (top - row), SUITS * (top - at) + (0 if at > row else 1)) for at in range(len(ranks))]
        rows[down] = tuple(_cell(bet, Fraction(*answer.hands[kind_of(own)])) for own in pairs)
    cells = ((row, ranks[at], cell) for row in rows for at, cell in enumerate(rows[row]))
    folded = {(row, column) for row, column, cell in cells if Guide.best(cell) == bet.choices[1]}
    note = GIVE_UP if folded == FOLDED else TWO_CARDS
    return Guide(bet_name, "carta", "otra", ranks, rows, dict.fromkeys(rows, bet.article), note=note)


def _cell(bet: LaterBet, worth: Fraction) -> Cell:
    """What is made where it is worth more than doing nothing stands last."""
    return {bet.choices[1]: Fraction(-1 if bet.folds else 0), bet.choices[0]: worth}
