"""Hints for a player: what each choice is worth, and the cheapest bets that are open."""

from typing import NamedTuple

from tapete.engine.views import View
from tapete.errors import IllegalAction
from tapete.floor.roles import Account
from tapete.floor.standing import GameTable
from tapete.floor.store import Floor
from tapete.games import game
from tapete.i18n import language
from tapete.odds.prices import cheapest
from tapete.odds.report import fraction
from tapete.web.tables.telling import bet_name, option

KEPT = 512  # answers, by what was seen: who asks again as nothing has changed is told the same
_given: "dict[tuple[str, int, str, str], list[Hint]]" = {}


class Hint(NamedTuple):
    """A choice and its worth for each unit staked; `bet` when it is a bet and the worth is what the player keeps."""

    name: str
    id: str
    worth: float
    exact: str | None
    article: str
    bet: bool


def hints(floor: Floor, table_id: str, account: Account) -> list[Hint]:
    """The hints for somebody who sits at a table, the best first: from what they see, and nothing else."""
    me = floor.rounds.look(table_id, account).me
    if not me:
        raise IllegalAction("hints are for those who sit at the table")
    seen = floor.rounds.look(table_id, account, me)
    if seen.view is None:
        return []
    key = table_id, seen.position.change, me, language()
    if key not in _given:
        while len(_given) >= KEPT:
            _given.pop(next(iter(_given)), None)
        _given[key] = _worked_out(seen.table, seen.view)
    return _given[key]


def _worked_out(table: GameTable, view: View) -> list[Hint]:
    advice = game(table.game).advice(table.rules, view)
    article = view.article or ""
    if advice:
        told = view.told
        return [Hint(option(told(item.option)), item.option, item.value, None, article, False) for item in advice]
    return _cheapest(table, view)


def _cheapest(table: GameTable, view: View) -> list[Hint]:
    rows = cheapest(game(table.game), table.rules, view)
    return [
        Hint(
            " · ".join([bet_name(table.rules, row.bet), *(option(value) for value in row.setting.values())]),
            row.bet,
            -float(row.figures.edge),
            fraction(row.figures.edge),
            row.article,
            True,
        )
        for row in rows
    ]
