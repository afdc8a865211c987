"""Tables of a house at which may be done what is rare: somebody waits, a document or an old edition lies there."""

import contextlib
from collections.abc import Callable
from typing import Any

from sqlalchemy import update

from tapete.audit.table import TableFile
from tapete.engine.edition import edition
from tapete.engine.transcript import Edition
from tapete.errors import TapeteError
from tapete.floor import Floor
from tapete.floor.connection import together
from tapete.floor.editions import keep
from tapete.floor.roles import Account
from tapete.floor.schema import game_tables
from tapete.games import game
from tapete.law.loading import from_running

REPORTED = "cambio-de-dados"  # may be reported as long as bets are taken, and the round goes on


class Corners:
    """The tables, each made ready again for what was done there."""

    def __init__(self, floor: Floor, people: dict[str, Account], key: Callable[[], str]) -> None:
        self.floor, self.people, self.key = floor, people, key
        self.full = self._table("bola", seats=1)
        self.aged = self._table("bola")
        self.counted = self._table("bola", float="5000")
        self.thrown = self._table("dados", physical=True)
        self.document = 0
        for table in (self.full, self.thrown):
            floor.seats.seat(people["ana"], table, 100_000, key())
        self.former = former("bola", "extremadura")
        with floor.db.write() as conn:
            together(conn, keep(self.former))

    def renew(self) -> None:
        """What was done at the tables can be done again, as far as others have left it possible."""
        for again in (self._wait, self._age, self._count, self._throw):
            with contextlib.suppress(TapeteError):
                again()

    def _table(self, name: str, *, physical: bool = False, **more: Any) -> str:
        file = TableFile.model_validate({"game": name, "region": "extremadura", "minimum": "5", **more})
        return self.floor.tables.open_table(self.people["director"], file, physical).public_id

    def _wait(self) -> None:
        self.floor.lines.join(self.people["player"], self.full, self.key())

    def _age(self) -> None:
        """The table is one of the last release's."""
        with self.floor.db.write() as conn:
            here = update(game_tables).where(game_tables.c.public_id == self.aged)
            conn.execute(here.values(rulebook=self.former.rulebook))
        self.floor.desk.forget()

    def _count(self) -> None:
        """One of the chiefs has written a document: the other or a croupier signs it."""
        self.floor.documents.write(self.people["inspector"], self.counted, "count", {500: 3}, self.key())
        self.document = len(self.floor.documents.of(self.counted))

    def _throw(self) -> None:
        self.floor.rounds.open_round(self.thrown, self.people["croupier"], self.key())


def former(name: str, region: str) -> Edition:
    """An edition of a game that a release before this one could have had."""
    own = game(name).rules(region)
    running = own.running
    running["calls"]["open"]["say"] = "¡Juego!"
    return edition(game(name).play, from_running(type(own), running, own.labels, own.choices))
