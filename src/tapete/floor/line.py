"""The line before a full table: who waits for a seat, whose turn it is when one falls free, and how long it is kept.

Whoever is called keeps the seat for a while; then the place in the line is lost, and the next one's time begins.
"""

import msgspec
from sqlalchemy import bindparam, delete, update

from tapete.errors import IllegalAction
from tapete.floor.prepared import Prepared, insertion
from tapete.floor.schema import waits
from tapete.floor.standing import Standing, Waiting
from tapete.law.house import house

KEPT = 5 * 60_000  # milliseconds
_HERE = (waits.c.table_id == bindparam("table"), waits.c.account_id == bindparam("account"))
_NEW = insertion(waits, "table_id", "account_id", "name", "place", "called")
_CALL = Prepared(update(waits).where(*_HERE).values(called=bindparam("at")))
_GONE = Prepared(delete(waits).where(*_HERE))


def line(standing: Standing) -> list[Waiting]:
    """Who waits at this moment: without those who were called and did not come, the next called in their stead."""
    if not standing.waiting:
        return []
    now, left = standing.clock(), list(standing.waiting)
    while True:
        late = [one for one in left if one.called and one.called + KEPT <= now]
        gone = min(late, key=lambda one: one.called, default=None)
        if gone is not None:
            left.remove(gone)
        first = next((at for at, one in enumerate(left) if not one.called), None)
        if first is not None and vacant(standing) > sum(one.called > 0 for one in left):
            left[first] = msgspec.structs.replace(left[first], called=gone.called + KEPT if gone else now)
        elif gone is None:
            return left


def vacant(standing: Standing) -> int:
    """How many seats are free."""
    return standing.table.seats - len(standing.sitting) if standing.table.seats is not None else 0


def article(standing: Standing) -> str:
    """The article by which a table of this game has a list, or else that of its seats."""
    own, table = house(standing.table.region), standing.table
    lists = own.waiting.values() if own else ()
    return next((one.article for one in lists if table.game in one.games), table.rules.players.article)


def check_turn(standing: Standing, account_id: int) -> None:
    """Whoever sits down was called, or takes a seat that is kept for nobody."""
    called = [one for one in line(standing) if one.called]
    if called and vacant(standing) <= len(called) and all(one.account_id != account_id for one in called):
        raise IllegalAction("{who} waits for a seat and comes first", article(standing), who=called[0].name)


def renew(standing: Standing) -> None:
    """Writes the line as it is at this moment."""
    _write(standing, line(standing))


def put_last(standing: Standing, account_id: int, name: str) -> None:
    """Somebody goes to the end of the line."""
    renew(standing)
    new = Waiting(account_id, name, 1 + max((one.place for one in standing.waiting), default=0))
    values = {"table_id": standing.table.id, "account_id": account_id, "name": name}
    standing.writes.append((_NEW, {**values, "place": new.place, "called": 0}))
    standing.waiting = [*standing.waiting, new]


def take_out(standing: Standing, account_id: int) -> None:
    """Somebody waits no more: whoever is next has the seat that was theirs, if there was one."""
    _write(standing, [one for one in line(standing) if one.account_id != account_id])
    renew(standing)


def dissolve(standing: Standing) -> None:
    """Nobody waits any more."""
    _write(standing, [])


def _write(standing: Standing, new: list[Waiting]) -> None:
    kept = {one.account_id: one for one in new}
    for one in standing.waiting:
        here = {"table": standing.table.id, "account": one.account_id}
        if one.account_id not in kept:
            standing.writes.append((_GONE, here))
        elif one != kept[one.account_id]:
            standing.writes.append((_CALL, {**here, "at": kept[one.account_id].called}))
    standing.waiting = new
