"""What lists of tables are made of: which somebody finds there, and who sits at each."""

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, select

from tapete.floor.roles import VISITOR, Account
from tapete.floor.schema import accounts, game_tables, seats


def sitting(conn: Connection, tables: Sequence[int]) -> dict[int, list[str]]:
    """Who sits at some tables, by their numbers, in the order of the seats."""
    players: dict[int, list[str]] = {}
    here = select(seats.c.table_id, seats.c.name).where(seats.c.table_id.in_(tables), seats.c.state != "left")
    for table, name in conn.execute(here.order_by(seats.c.place)):
        players.setdefault(table, []).append(name)
    return players


def listed(by: Account | None) -> ColumnElement[bool]:
    """Which tables somebody finds in a list: all but those of people who only visit; their own among them."""
    # Asked of each table by itself: of those who passed by there may be ten thousand, and of open tables are ten.
    owner = select(accounts.c.id).where(accounts.c.id == game_tables.c.opened_by, accounts.c.name.startswith(VISITOR))
    others = ~(game_tables.c.practice & owner.correlate(game_tables).exists())
    return others if by is None else others | (game_tables.c.opened_by == by.id)
