"""Who sits with whom: nobody decides of a table that they sit at, nor of anybody with whom they sit at one."""

from sqlalchemy import Connection, exists, or_, select

from tapete.floor.roles import Account, Forbidden
from tapete.floor.schema import game_tables, seats


def check_apart(conn: Connection, by: Account, whom: int | None, table: str = "") -> None:
    """Refuses who sits at the table, or with whom something concerns at any other."""
    t, mine, theirs = game_tables.c, seats.alias(), seats.alias()
    with_them = exists().where(theirs.c.table_id == t.id, theirs.c.account_id == whom, theirs.c.state != "left")
    own = select(t.id).join(mine, mine.c.table_id == t.id).where(mine.c.account_id == by.id, mine.c.state != "left")
    if conn.execute(own.where(or_(t.public_id == table, with_them))).first() is not None:
        raise Forbidden("{who} plays there, or with whom it concerns: another decides this", who=by.name)
