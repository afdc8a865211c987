"""Logs of the house that only grow: one writer at a time, and what is sent again with its key is written once."""

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Row, Table, func, select, text

from tapete.errors import IllegalAction, TapeteError
from tapete.floor.connection import Database
from tapete.floor.roles import Account, Forbidden, NoTable
from tapete.floor.schema import game_tables

LONGEST = 200
UNSEEN = ("Cc", "Cf", "Cs", "Co")  # what Unicode calls control, format, surrogate and of private use
LINES = "\n\r\t"


@contextmanager
def writing(db: Database) -> Iterator[Connection]:
    """A transaction in which nobody else writes to these logs."""
    with db.write() as conn:
        keep_out(conn)
        yield conn


def keep_out(conn: Connection) -> None:
    """From here on until a transaction ends nobody else writes to these logs; SQLite has one writer anyway."""
    if conn.dialect.name != "sqlite":
        conn.execute(text("SELECT pg_advisory_xact_lock(hashtext('tapete house'))"))


@contextmanager
def alone(db: Database) -> Iterator[None]:
    """Whoever else asks to be alone waits, in this process and in every other: what is found out holds until it ends.

    For what hangs on several tables, each of which has a lock of its own. Of a process only one takes a connection.
    """
    with db.alone:
        if db.sqlite:  # one process serves it
            yield
            return
        with db.write() as conn:
            conn.execute(text("SELECT pg_advisory_xact_lock(hashtext('tapete alone'))"))
            yield


def written(conn: Connection, log: Table, by: Account, key: str, **same: object) -> Row[Any] | None:
    """The line that somebody wrote under a key before, if they did; it must have been the same."""
    if not key:
        raise TapeteError("a command needs a key of its own")
    row = conn.execute(select(log).where(log.c.account_id == by.id, log.c.key == key)).first()
    if row is not None and any(getattr(row, name) != value for name, value in same.items()):
        before = getattr(row, next(iter(same)))
        raise Forbidden("the key '{key}' was used for another command: {before}", key=key, before=before)
    return row


def id_of(conn: Connection, table_id: str) -> int:
    """The number under which a log has a table."""
    id: int | None = conn.execute(select(game_tables.c.id).where(game_tables.c.public_id == table_id)).scalar()
    if id is None:
        raise NoTable(table_id)
    return id


def id_in_books(conn: Connection, table_id: str) -> int:
    """The same of a table whose chips are money: others stand in no log of the house's."""
    id = id_of(conn, table_id)
    money = ~game_tables.c.practice & (game_tables.c.tournament == "")
    if conn.execute(select(game_tables.c.id).where(game_tables.c.id == id, money)).first() is None:
        raise IllegalAction("the chips of this table are no money: they stand in no books")
    return id


def following(conn: Connection, log: Table, column: str, **where: object) -> int:
    """The number of the next line of a log, or of a part of it."""
    conditions = [log.c[name] == value for name, value in where.items()]
    return 1 + (conn.execute(select(func.max(log.c[column])).where(*conditions)).scalar() or 0)


def told(words: str, what: str) -> str:
    """What somebody writes down, in a line of some length that shows all there is of it."""
    line = " ".join(words.split())
    if len(line) > LONGEST:
        raise TapeteError("{what}: {most} characters at most", what=what, most=LONGEST)
    return visible(line, what)


def visible(text: str, what: str) -> str:
    """Text that is what it looks like: nothing in it is hidden, or turns around how the rest is read."""
    hidden = next((sign for sign in text if unicodedata.category(sign) in UNSEEN and sign not in LINES), None)
    if hidden is not None:
        raise TapeteError(
            "{what}: there is a sign in it that nobody sees (U+{code}): write it without",
            what=what,
            code=f"{ord(hidden):04X}",
        )
    return text
