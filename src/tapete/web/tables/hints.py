"""Hints for a player: what each choice is worth, and the cheapest bets that are open."""

from typing import Any, NamedTuple

from tapete.engine.window import Choose
from tapete.errors import IllegalAction
from tapete.floor.roles import Account
from tapete.floor.standing import Standing
from tapete.floor.store import Floor
from tapete.games import Advice, game
from tapete.odds.prices import cheapest
from tapete.odds.report import fraction
from tapete.web.tables.face import seat_name
from tapete.web.tables.telling import bet_name, option


class Hint(NamedTuple):
    """A choice and its worth for each unit staked; `bet` when it is a bet and the worth is what the player keeps."""

    name: str
    id: str
    worth: float
    exact: str | None
    article: str
    bet: bool


def hints(floor: Floor, table_id: str, account: Account) -> list[Hint]:
    """The hints for somebody who sits at a table, the best first."""
    me = seat_name(floor, table_id, account)
    if not me:
        raise IllegalAction("hints are for those who sit at the table")
    view = floor.rounds.view(table_id, account, me)["view"]
    if view is None:
        return []
    advice, article = floor.desk.read(table_id, lambda found: _advice(found, me))
    if advice:
        return [Hint(option(item.option), item.option, item.value, None, article, False) for item in advice]
    return _cheapest(floor, table_id, view)


def _advice(found: Standing, me: str) -> tuple[list[Advice], str]:
    """Best play for a decision of one's own."""
    round = found.open_round
    if round is None or not isinstance(round.pending, Choose) or round.pending.actor != me:
        return [], ""
    return game(found.table.game).advice(round), round.pending.article


def _cheapest(floor: Floor, table_id: str, view: dict[str, Any]) -> list[Hint]:
    table = floor.tables.table(table_id)
    spots = {item["on"] for item in view["open"] if item["do"] == "stake"}
    rows = cheapest(game(table.game), table.rules, table.settings, spots)
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
