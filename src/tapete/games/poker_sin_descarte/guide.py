"""When to go, to pass and to buy a card: by the hand and the bank's open card, over all suits they may have."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from tapete.cards.card import FRENCH
from tapete.engine.settings import Settings
from tapete.games.poker_sin_descarte.best import LESS, Answer, Group, analysis, facts
from tapete.games.poker_sin_descarte.rules import BUYING, BUYS, FOLDS, GOES, Rules, admitted
from tapete.games.shared.mano.five import MADE
from tapete.games.shared.mano.rules import HIGH
from tapete.odds.guide import Cell, Guide

COLUMNS = FRENCH.ranks[::-1]
PAIR, ACE_KING, BELOW = "pareja", "as-y-rey", "menos-que-as-y-rey"
RULE = (
    "go with a pair or better, pass without ace and king; with ace and king go where the open card has the rank of one"
    " of the other three, where it is an ace or king and a queen or jack is held, and where it has no rank of the hand,"
    " is below its fourth card and a queen is held"
)
CHANGES = "without a pair buy for four cards of a suit or a straight open on two sides; with a pair seldom"


def guides(rules: Rules, settings: Settings) -> list[Guide]:
    """Kinds of hands, then every hand with ace and king; where cards may be bought, what might come of them too."""
    stays = analysis(facts(rules))
    guides = [
        _guide(rules, "manos", stays, _kind, RULE, [GOES]),
        _guide(rules, "as-y-rey", stays, _high, "", [GOES]),
    ]
    if admitted(rules, settings, BUYING):
        guides.append(_guide(rules, "compra", analysis(facts(rules, bought=True)), _drawn, CHANGES, [GOES, BUYS]))
    return guides


def _kind(group: Group) -> str:
    """Pairs by their ranks, other kinds as they are; hands with ace and king have a table of their own."""
    return {LESS: BELOW}.get(group.hand, "" if _is_high(group) else group.hand)


def _high(group: Group) -> str:
    return group.hand if _is_high(group) else ""


def _drawn(group: Group) -> str:
    """What a hand is, and what one card might make of it."""
    if group.hand in MADE:
        return group.hand
    hand = BELOW if group.hand == LESS else ACE_KING if _is_high(group) else PAIR
    return f"{hand}-con-{group.draw}" if group.draw else hand


def _is_high(group: Group) -> bool:
    return group.hand.count("-") > 1 and group.hand not in MADE


def _guide(
    rules: Rules, name: str, answer: Answer, row_of: Callable[[Group], str], note: str, acts: list[str]
) -> Guide:
    """Cells are what each act is worth on average of all hands of a row with an open card of a rank."""
    sums: dict[str, list[dict[str, int]]] = {}
    for group, deals, go, buy in zip(answer.groups, answer.deals, answer.go, answer.buy, strict=True):
        row = row_of(group)
        if row:
            cells = sums.setdefault(row, [dict.fromkeys(("", GOES, BUYS), 0) for _ in COLUMNS])
            for cell, *worth in zip(cells, deals[::-1], go[::-1], buy[::-1], strict=True):
                for key, many in zip(("", GOES, BUYS), worth, strict=True):
                    cell[key] += many
    rows = {row: tuple(_cell(cell, acts) for cell in cells) for row, cells in reversed(sums.items())}
    return Guide(name, "mano", "carta-descubierta", COLUMNS, rows, _articles(rules, rows), note=note)


def _cell(sums: Mapping[str, int], acts: list[str]) -> Cell:
    """What each act is worth, for a first stake of one; where no such card is left, what passing is."""
    worth = {act: Fraction(sums[act], sums[""]) for act in acts} if sums[""] else {}
    return {**worth, FOLDS: Fraction(-1)}


def _articles(rules: Rules, rows: Mapping[str, tuple[Cell, ...]]) -> dict[str, str]:
    kinds = rules.hands.kinds
    made = {row: row.partition("-con-")[0] for row in rows}
    return {
        row: kinds[kind if kind in kinds else HIGH if kind in (ACE_KING, BELOW) or row.count("-") > 1 else PAIR].article
        for row, kind in made.items()
    }
