"""The trail of what staff did, kept beside what they did it to."""

from typing import NamedTuple

from sqlalchemy import Connection, select

from tapete.floor.connection import Database
from tapete.floor.prepared import Call, insertion, together
from tapete.floor.roles import Account, require
from tapete.floor.schema import accounts, game_tables, staff_actions

_NOTE = insertion(staff_actions, "at", "account_id", "table_id", "what")


class Action(NamedTuple):
    """Something that somebody of the staff did, at a table or not."""

    at: int
    account: str
    table_id: str | None
    what: str


def note(conn: Connection, at: int, account: Account, table: int | None, what: str) -> None:
    """Records what somebody did, in the transaction that did it."""
    together(conn, noted(at, account, table, what))


def noted(at: int, account: Account, table: int | None, what: str) -> Call:
    """What `note` writes, to be written together with something else."""
    return _NOTE, {"at": at, "account_id": account.id, "table_id": table, "what": what}


def trail(db: Database, by: Account, table_id: str | None = None, limit: int = 200) -> list[Action]:
    """What staff did, the latest first."""
    require(by, ("director", "inspector", "regulator"), "read the trail")
    query = (
        select(staff_actions.c.at, accounts.c.name, game_tables.c.public_id, staff_actions.c.what)
        .join(accounts, accounts.c.id == staff_actions.c.account_id)
        .outerjoin(game_tables, game_tables.c.id == staff_actions.c.table_id)
        .order_by(staff_actions.c.id.desc())
        .limit(limit)
    )
    if table_id is not None:
        query = query.where(game_tables.c.public_id == table_id)
    with db.read() as conn:
        return [Action(*row) for row in conn.execute(query)]
