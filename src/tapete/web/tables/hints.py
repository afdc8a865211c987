"""Hints for a player: what each choice is worth, and the cheapest bets that are open."""

from typing import NamedTuple

from fastapi import Request
from starlette.concurrency import run_in_threadpool

from tapete.engine.views import View
from tapete.errors import IllegalAction
from tapete.floor.roles import Account
from tapete.floor.sight import Sight
from tapete.floor.store import Floor
from tapete.games import game
from tapete.i18n import language
from tapete.law.rulebook import same
from tapete.law.sections import BankRulebook
from tapete.odds.prices import cheapest
from tapete.odds.report import fraction
from tapete.web.apart.hands import apart
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


async def hints(request: Request, floor: Floor, table_id: str, account: Account) -> list[Hint]:
    """The hints for somebody who sits at a table, the best first: from what they see, and nothing else."""
    seen = await run_in_threadpool(_seen, floor, table_id, account)
    if seen.view is None:
        return []
    key = table_id, seen.position.change, seen.me, language()
    if key not in _given:
        hints = await apart(request, worked_out, seen.table.rules, seen.view)
        while len(_given) >= KEPT:
            _given.pop(next(iter(_given)), None)
        _given[key] = hints
    return _given[key]


def _seen(floor: Floor, table_id: str, account: Account) -> Sight:
    me = floor.rounds.look(table_id, account).me
    if not me:
        raise IllegalAction("hints are for those who sit at the table")
    return floor.rounds.look(table_id, account, me)


def worked_out(sent: BankRulebook, view: View) -> list[Hint]:
    """What a view lets somebody know: the worth of each choice or, where there is none, of the cheapest bets."""
    rules = same(sent)
    advice = game(rules.game).advice(rules, view)
    article = view.article or ""
    if advice:
        told = view.told
        return [Hint(option(told(item.option)), item.option, item.value, None, article, False) for item in advice]
    return _cheapest(rules, view)


def _cheapest(rules: BankRulebook, view: View) -> list[Hint]:
    rows = cheapest(game(rules.game), rules, view)
    return [
        Hint(
            " · ".join([bet_name(rules, row.bet), *(option(value) for value in row.setting.values())]),
            row.bet,
            -float(row.figures.edge),
            fraction(row.figures.edge),
            row.article,
            True,
        )
        for row in rows
    ]
