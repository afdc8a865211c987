"""The books of accumulated prizes: what each stands at, which tables feed it, and its statement line by line."""

from typing import NamedTuple

from sqlalchemy import exists, func, select

from tapete.errors import Missing
from tapete.floor.connection import Database
from tapete.floor.roles import READING, Account, require
from tapete.floor.schema import game_tables, meter_lines, meters

LATEST = 200
# What practices and tournaments accumulate, each by itself, stands in no books.
_APART = game_tables.c.practice | (game_tables.c.tournament != "")
_OF_MONEY = ~exists().where(game_tables.c.public_id == meters.c.name, _APART)


class Prize(NamedTuple):
    """A prize: what it stands at, how many tables share it, and how many of them are open.

    It outlives its tables: when the last one closes it stays as it is, for the next that is opened under its name.
    """

    name: str
    path: str
    cents: int
    lines: int
    tables: int
    open: int


class PrizeLine(NamedTuple):
    """A line of a statement: what a round of a table gave or took, or nothing where it was read; what it came to."""

    line: int
    table: str
    called: str
    round: int
    cents: int
    after: int


class Prizes:
    """The accumulated prizes of a casino, as its books have them."""

    def __init__(self, db: Database) -> None:
        self.db = db

    def all(self, by: Account) -> list[Prize]:
        """Every prize, by name."""
        require(by, READING, "read the books")
        return self.read()

    def read(self) -> list[Prize]:
        """The same; for who has the database itself."""
        t = game_tables.c
        shared = select(func.count()).select_from(game_tables).where(t.meter == meters.c.name).correlate(meters)
        columns = (meters.c.name, meters.c.path, meters.c.cents, meters.c.lines)
        playing = shared.where(t.state == "open").scalar_subquery()
        rows = select(*columns, shared.scalar_subquery(), playing).where(_OF_MONEY)
        rows = rows.order_by(meters.c.name, meters.c.path)
        with self.db.read() as conn:
            return [Prize(*row) for row in conn.execute(rows).all()]

    def statement(self, by: Account, name: str, path: str, most: int = LATEST) -> list[PrizeLine]:
        """A prize's latest lines, the newest first."""
        require(by, READING, "read the books")
        m = meter_lines.c
        columns = (m.line, game_tables.c.public_id, game_tables.c.name, m.round, m.cents, m.after)
        rows = select(*columns).join(game_tables, game_tables.c.id == m.table_id).where(m.name == name, m.path == path)
        with self.db.read() as conn:
            here = select(meters.c.path).where(meters.c.name == name, meters.c.path == path, _OF_MONEY)
            if conn.execute(here).first() is None:
                raise Missing("there is no accumulated prize '{name}'", name=name)
            return [PrizeLine(*row) for row in conn.execute(rows.order_by(m.line.desc()).limit(most)).all()]
