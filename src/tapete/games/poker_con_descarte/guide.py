"""When to go on, by what the hand is and what the bank shows; and what to keep of a pair or of nothing."""

from tapete.engine.settings import Settings
from tapete.engine.shoe import card_pack
from tapete.games.poker_con_descarte.kinds import HIGH_PAIR, LOW_PAIR
from tapete.games.poker_con_descarte.odds import analysis, facts
from tapete.games.poker_con_descarte.rules import FOLDS, GOES, Rules
from tapete.games.poker_con_descarte.simple import RULE
from tapete.odds.guide import Cell, Guide

ANY, PAIR, HIGHEST = "cualquiera", "pareja", "tres-altas"
Pairs = dict[str, dict[str, tuple[float, float]]]


def guides(rules: Rules, _: Settings) -> list[Guide]:
    """Going on, for each kind of hand; then a pair against what else it may be kept as, and so the highest cards."""
    answer = analysis(facts(rules).whole)
    shown = card_pack(rules).ranks if rules.deal.shows_last else (ANY,)
    going = {row: tuple({GOES: worth, FOLDS: -1.0} for worth in worths) for row, worths in answer.going.items()}
    pairs = {row: answer.keeping[row] for row in (HIGH_PAIR, LOW_PAIR)}
    nothing = {row: others for row, others in answer.keeping.items() if row not in pairs}
    return [
        Guide("ir", "mano", "carta-vista", shown, going, dict.fromkeys(going, rules.second.article), note=RULE),
        _keeping(rules, "pareja-o-proyecto", PAIR, pairs),
        _keeping(rules, "nada-o-proyecto", HIGHEST, nothing),
    ]


def _keeping(rules: Rules, name: str, own: str, means: Pairs) -> Guide:
    """What the bank would keep, and what else there is across; only rows that may have all of it."""
    columns = tuple(dict.fromkeys(other for others in means.values() for other in others))
    rows = {
        row: tuple(_cell(own, other, others[other]) for other in columns)
        for row, others in means.items()
        if set(others) == set(columns)
    }
    return Guide(name, "mano", "proyecto", columns, rows, dict.fromkeys(rows, rules.changing.article))


def _cell(own: str, other: str, worths: tuple[float, float]) -> Cell:
    return {own: worths[0], other: worths[1]}
