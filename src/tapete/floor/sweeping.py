"""What passers-by leave behind is swept a day after they came, or sooner where thousands came: nothing of it stays.

Rounds, moves and commands of their tables that are closed go first, some rows at a time, so that nobody waits long for
a commit; then the tables, and whoever has none. What another log names stays with its name. Nothing of it ever was in
the books.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, Table, delete, exists, func, or_, select, tuple_

from tapete.floor.connection import Database
from tapete.floor.endings import Endings
from tapete.floor.roles import VISITOR
from tapete.floor.schema import (
    accounts,
    commands,
    entries,
    game_tables,
    ledger,
    metadata,
    meter_lines,
    meters,
    reckonings,
    rounds,
    seats,
    sessions,
    staff_actions,
    waits,
)

KEPT = 24 * 3600 * 1000  # ms
EVERY = 60 * 1000  # ms between two looks
MOST_KEPT = 2_000  # tables that are kept so long; and visitors
AT_ONCE = 100  # tables that are looked at
ROWS = 2_000  # that are forgotten in one transaction
# What goes with a table, what depends on something before it.
OF_TABLES = (reckonings, commands, ledger, meter_lines, staff_actions, rounds, seats, waits)
VISITS = accounts.c.name.startswith(VISITOR)


class Sweeping:
    """Looks from time to time."""

    def __init__(self, db: Database, endings: Endings, clock: Callable[[], int]) -> None:
        self.db, self.endings, self.clock = db, endings, clock
        self._looked = 0

    def look(self) -> None:
        """Sweeps, if it is time to; where something was swept, again at the next look."""
        if abs(self.clock() - self._looked) >= EVERY and not self.sweep():
            self._looked = self.clock()

    def sweep(self) -> int:
        """Forgets some of what may be; how many rows. Whatever names one of them meanwhile keeps it, and all else."""
        with self.db.read() as conn:
            tables = list(conn.execute(self._tables()).scalars())
        swept = _forget(self.db, tables) if tables else 0
        return swept + (self._sweep_visitors() if len(tables) < AT_ONCE and swept < ROWS else 0)

    def _sweep_visitors(self) -> int:
        """Forgets visitors with their sessions; how many."""
        with self.db.read() as conn:
            gone = list(conn.execute(self._visitors()).scalars())
        if gone:
            with self.db.write() as conn:
                conn.execute(delete(sessions).where(sessions.c.account_id.in_(gone)))
                conn.execute(delete(accounts).where(accounts.c.id.in_(gone)))
            self.endings.tell()
        return len(gone)

    def _tables(self) -> Select[Any]:
        """Tables of visitors that are closed, and that nothing names but what goes with them."""
        closed = game_tables.c.practice & (game_tables.c.state == "closed")
        visited = game_tables.join(accounts, accounts.c.id == game_tables.c.opened_by)
        query = select(game_tables.c.id).select_from(visited).where(VISITS, closed)
        named = _named(game_tables, entries, *OF_TABLES)
        return query.where(self._past(game_tables, query), ~named).order_by(game_tables.c.id).limit(AT_ONCE)

    def _visitors(self) -> Select[Any]:
        """Visitors whom nothing names but their session, which ends with them."""
        query = select(accounts.c.id).where(VISITS)
        old = self._past(accounts, query) & _not_last(accounts)
        return query.where(old, ~_named(accounts, sessions)).order_by(accounts.c.id).limit(AT_ONCE)

    def _past(self, table: Table, query: Select[Any]) -> ColumnElement[bool]:
        """Whether a row is a day old, or there are too many after it."""
        enough = query.order_by(table.c.id.desc()).offset(MOST_KEPT).limit(1).correlate(None).scalar_subquery()
        return or_(table.c.created <= self.clock() - KEPT, table.c.id <= func.coalesce(enough, 0))


def _forget(db: Database, tables: Sequence[int]) -> int:
    """Forgets what was played at tables, and at last the tables, as far as one transaction goes; how many rows."""
    swept = 0
    with db.write() as conn:
        for rows, which in _of(tables):
            key = rows.primary_key.columns
            some = select(*key).where(which).limit(ROWS - swept)
            swept += conn.execute(delete(rows).where(tuple_(*key).in_(some))).rowcount
            if swept >= ROWS:
                break
    return swept


def _of(tables: Sequence[int]) -> Iterator[tuple[Table, ColumnElement[bool]]]:
    """What goes, and which of it."""
    here = game_tables.c.id.in_(tables)
    yield entries, entries.c.round_id.in_(select(rounds.c.id).where(rounds.c.table_id.in_(tables)))
    for rows in OF_TABLES:
        yield rows, rows.c.table_id.in_(tables)
    yield meters, meters.c.name.in_(select(game_tables.c.public_id).where(here))
    yield game_tables, here & _not_last(game_tables)


def _not_last(table: Table) -> ColumnElement[bool]:
    """Whether a row is not the last of its table: its number would be given to another."""
    newest = table.alias()
    return table.c.id < select(func.max(newest.c.id)).scalar_subquery()


def _named(table: Table, *but: Table) -> ColumnElement[bool]:
    """Whether a row is named by any other, but for those of some tables."""
    others = [other for other in metadata.sorted_tables if other not in but]
    naming = [column for other in others for column in other.c if column.references(table.c.id)]
    return or_(*(exists().where(column == table.c.id) for column in naming))
