"""What passers-by leave behind is swept a day after they came: rounds, moves and commands of tables that are closed.

Their names and the tables' own rows stay: other logs may tell of them, and a database that is asked to forget a row
reads every command of the house to be sure that none does. They cost a lobby nothing. Nothing of it ever was in the
books.
"""

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Select, delete, select

from tapete.floor.connection import Database
from tapete.floor.roles import VISITOR
from tapete.floor.schema import (
    accounts,
    commands,
    entries,
    game_tables,
    ledger,
    meter_lines,
    meters,
    reckonings,
    rounds,
    seats,
    sessions,
    staff_actions,
)

KEPT = 24 * 3600 * 1000  # ms
EVERY = 600 * 1000  # ms between two looks
AT_ONCE = 100  # tables, so that nobody waits long for a commit
# What goes with a table, what depends on something before it.
OF_TABLES = (reckonings, commands, ledger, meter_lines, staff_actions, rounds, seats)


class Sweeping:
    """Looks from time to time."""

    def __init__(self, db: Database, clock: Callable[[], int]) -> None:
        self.db, self.clock = db, clock
        self._looked = 0

    def look(self) -> None:
        """Sweeps, if it is time to; where more is left, again at the next look."""
        if abs(self.clock() - self._looked) >= EVERY and self.sweep() < AT_ONCE:
            self._looked = self.clock()

    def sweep(self) -> int:
        """Forgets what was played at visitors' tables that are closed, some of them at a time; at how many it was."""
        with self.db.read() as conn:
            left = [row.id for row in conn.execute(self._left())]
        if left:
            self._forget(left)
        return len(left)

    def _left(self) -> Select[Any]:
        """Tables of visitors that are closed, and at which seats tell that nobody has swept."""
        table, of_visitors = game_tables.c, accounts.c.name.startswith(VISITOR)
        closed = (table.state == "closed") & table.practice & (table.created <= self.clock() - KEPT)
        taken = select(seats.c.id).where(seats.c.table_id == table.id).exists()
        joined = select(table.id).join(accounts, accounts.c.id == table.opened_by)
        return joined.where(of_visitors, closed, taken).order_by(table.id).limit(AT_ONCE)

    def _forget(self, tables: Sequence[int]) -> None:
        played = select(rounds.c.id).where(rounds.c.table_id.in_(tables))
        own = select(game_tables.c.public_id).where(game_tables.c.id.in_(tables))
        with self.db.write() as conn:
            conn.execute(delete(entries).where(entries.c.round_id.in_(played)))
            for rows in OF_TABLES:
                conn.execute(delete(rows).where(rows.c.table_id.in_(tables)))
            conn.execute(delete(meters).where(meters.c.name.in_(own)))
            conn.execute(delete(sessions).where(sessions.c.expires <= self.clock()))
