"""Whether a game between players has lasted as long as it must before its last hands are announced or its table closes.

As long as the house has announced it, or until the mano has come often enough to all who began and still sit there.
"""

from tapete.engine.lasting import LAST, SEATS, began, goes_on, minutes_left
from tapete.engine.requests import Act
from tapete.errors import IllegalAction, minutes, times
from tapete.floor.connection import Database
from tapete.floor.looking import back
from tapete.floor.standing import Standing
from tapete.games import game
from tapete.law.sections import Circle


def check_ending(db: Database, standing: Standing, act: Act) -> None:
    """Refuses to announce the last hands of a game before the time that was announced for it is over."""
    if act.do == LAST:
        _check_time(db, standing, act.on)


def check_hour(db: Database, standing: Standing, act: Act) -> None:
    """Refuses to announce the last hands before the closing hour in the middle of a game, while the hour is far."""
    table = standing.table
    if act.do == LAST and not game(table.game).ends(table.rules, act.on):
        check_lasted(db, standing)


def check_lasted(db: Database, standing: Standing) -> None:
    """Refuses to end a game in the middle, unless there are too few left to play it."""
    table, last = standing.table, standing.round
    if last is None or not table.counts or last.carried.get("remaining") == 0:
        return
    people, out = table.rules.players, last.carried.get("out", ())
    staying = [seat.name for seat in standing.sitting if seat.state != "leaving" and seat.name not in out]
    stay = [who for who in staying if standing.chips(who)]
    if not isinstance(people, Circle) or len(stay) < people.needed.people or not goes_on(last.carried, stay):
        return
    _check_time(db, standing)
    for who, count in last.carried.get("due", {}).items():
        if who in stay:
            _, article = game(table.game).lasting(table.rules, table.settings)
            said = "the game goes on: {who}, who began it, is still to have the mano {times}"
            raise IllegalAction(said, article, who=who, times=times(count))


def _check_time(db: Database, standing: Standing, *on: str) -> None:
    table = standing.table
    lasts, article = game(table.game).lasting(table.rules, table.settings, *on)
    if lasts and (left := minutes_left(_began(db, standing), lasts, standing.clock())):
        raise IllegalAction("the game goes on: it was announced for {time} more", article, time=minutes(left))


def _began(db: Database, standing: Standing) -> int | None:
    """When the last game began at a table."""
    begun = (began(log) for log in back(db, standing, f'"call":"{SEATS}"'))
    return next((at for at in begun if at is not None), None)
