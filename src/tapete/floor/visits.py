"""Visits: one step from the door to a table of one's own, with play chips, an automatic croupier and robots beside."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, func, select

from tapete.audit.table import TableFile
from tapete.errors import Later
from tapete.floor.accounts import Accounts
from tapete.floor.connection import Database
from tapete.floor.roles import VISITOR, Account
from tapete.floor.schema import accounts, game_tables
from tapete.floor.seats import Seats
from tapete.floor.tables import MOST_PRACTICES, Tables

PACE = 4  # seconds after which such a table goes on
MINIMUM = "5"
STACK = 200  # minimums that somebody sits down with
MOST_VISITORS = 200  # tables of visitors that are open at once
SOON, SOME_MINUTES = 1, 300  # seconds until it may be otherwise


class Full(Later):
    """No more tables for this visitor, or for any."""


class Visits:
    """Opens tables for people who want to play at once."""

    def __init__(self, db: Database, people: Accounts, tables: Tables, seats: Seats) -> None:
        self.db, self.people, self.tables, self.seats = db, people, tables, seats

    def play(self, account: Account, game: str, region: str) -> str:
        """The id of somebody's own table of a game, where they sit: the one they have open, or a new one."""
        own = self._open(account)
        here = [row.public_id for row in own if row.automatic and (row.game, row.region) == (game, region)]
        return here[0] if here else self._new(account, game, region, len(own))

    def _new(self, account: Account, game: str, region: str, own: int) -> str:
        if own >= MOST_PRACTICES:
            raise Full("you have {most} tables open: leave one first", SOON, most=MOST_PRACTICES)
        if account.visits:
            self.check_room()
        file = TableFile.model_validate({"game": game, "region": region, "minimum": MINIMUM})
        table = self.tables.open_table(account, file, automatic=PACE, practice=True)
        id, cents = table.public_id, STACK * table.settings.minimum
        robots = [self.people.robot(number) for number in range(1, table.rules.least_players)]
        for somebody in (account, *robots):
            self.seats.seat_at_own(account, somebody, id, cents, f"sit down {id}")
        return id

    def check_room(self) -> None:
        """Refuses whoever only visits while every table for visitors is taken."""
        if self._visited() >= MOST_VISITORS:
            raise Full("every table for visitors is taken: come back in some minutes", SOME_MINUTES)

    def _open(self, account: Account) -> Sequence[Row[Any, Any, Any, Any]]:
        """Somebody's open practices, the newest first."""
        columns = (game_tables.c.public_id, game_tables.c.game, game_tables.c.region, game_tables.c.automatic)
        own = (game_tables.c.opened_by == account.id, game_tables.c.practice, game_tables.c.state == "open")
        query = select(*columns).where(*own).order_by(game_tables.c.id.desc())
        with self.db.read() as conn:
            return conn.execute(query).all()

    def _visited(self) -> int:
        """How many tables of visitors are open."""
        of_visitors = accounts.c.name.startswith(VISITOR) & (game_tables.c.state == "open")
        count = select(func.count()).select_from(game_tables.join(accounts, accounts.c.id == game_tables.c.opened_by))
        with self.db.read() as conn:
            return int(conn.execute(count.where(of_visitors)).scalar_one())
