"""When to part what lies together: two pairs and four of a kind, by their ranks and the highest card beside them."""

from collections.abc import Callable

from tapete.engine.settings import Settings
from tapete.engine.shoe import card_pack
from tapete.games.pai_gow.best import Group, analysis, facts
from tapete.games.pai_gow.rules import Rules
from tapete.games.pai_gow.settle import ACE
from tapete.odds.guide import Cell, Guide

KING = ACE - 1
TOGETHER, APART = "juntas", "separadas"
BESIDE = {ACE: "as", KING: "rey"}
LESS, ANY = "otra-menor", "cualquiera"
RULE = (
    "runs, colours and three of a kind but aces stay in the high hand, and of other cards a pair at least; two pairs "
    "up to tens stay together beside an ace; for the rest, the best low hand"
)


def guides(rules: Rules, _: Settings) -> list[Guide]:
    """Two pairs below kings, kings and another pair, aces and another; then four of a kind, low and high."""
    groups = analysis(facts(rules)).groups
    pairs, fours = ([one for one in groups if (one.higher == one.lower) == same] for same in (False, True))
    return [
        _guide(rules, "dobles-parejas", [one for one in pairs if one.higher < KING], _beside, RULE),
        _guide(rules, "reyes-y-otra-pareja", [one for one in pairs if one.higher == KING], _beside),
        _guide(rules, "ases-y-otra-pareja", [one for one in pairs if one.higher == ACE], _whatever),
        _guide(rules, "poker-bajo", [one for one in fours if one.higher < KING], _beside),
        _guide(rules, "poker-alto", [one for one in fours if one.higher >= KING], _whatever),
    ]


def _beside(group: Group) -> str:
    return BESIDE.get(group.top, LESS)


def _whatever(_: Group) -> str:
    return ANY


def _guide(rules: Rules, name: str, groups: list[Group], column: Callable[[Group], str], note: str = "") -> Guide:
    ranks = card_pack(rules).ranks
    cells: dict[str, dict[str, list[Group]]] = {}
    for group in sorted(groups, reverse=True):
        row = ranks[group.higher] if group.higher == group.lower else f"{ranks[group.higher]}-{ranks[group.lower]}"
        cells.setdefault(row, {}).setdefault(column(group), []).append(group)
    columns = tuple(dict.fromkeys(each for row in cells.values() for each in row))
    rows = {row: tuple(_worth(line[each]) for each in columns) for row, line in cells.items()}
    kind = "poker" if groups[0].higher == groups[0].lower else "doble-pareja"
    articles = dict.fromkeys(rows, rules.hands.kinds[kind].article)
    return Guide(name, "mano", "carta-mayor", columns, rows, articles, note=note)


def _worth(groups: list[Group]) -> Cell:
    """What keeping them together and parting them are worth, on average of some hands."""
    hands = sum(group.hands for group in groups)
    together, apart = (sum(group.hands * group[at] for group in groups) / hands for at in (4, 5))
    return {TOGETHER: together, APART: apart}
