"""Tables of a house at which may be done what is rare: somebody waits, something fell, an old edition lies there."""

import contextlib
from collections.abc import Callable
from typing import Any

from sqlalchemy import update

from tapete.audit.table import TableFile
from tapete.engine.edition import edition
from tapete.engine.requests import Act
from tapete.engine.transcript import Edition
from tapete.errors import TapeteError
from tapete.floor import Floor
from tapete.floor.editions import keep
from tapete.floor.prepared import together
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
        self.open, self.spun, self.fallen, self.asked = (self._table("bola", physical=True) for _ in range(4))
        self.gone = floor.accounts.create("lejos9", "player")
        self.document = 0
        for table in (self.full, self.thrown, self.open, self.spun, self.fallen, self.asked):
            floor.seats.seat(people["ana"], table, 100_000, key())
        self.former = former("bola", "extremadura")
        with floor.db.write() as conn:
            together(conn, keep(self.former))

    def renew(self) -> None:
        """What was done at the tables can be done again, as far as others have left it possible."""
        director, croupier, inspector = (self.people[role] for role in ("director", "croupier", "inspector"))
        floor, ana = self.floor, self.people["ana"]
        for again in (
            self._wait,
            self._age,
            self._count,
            lambda: floor.accounts.deactivate(director, self.gone),
            lambda: floor.rounds.open_round(self.thrown, croupier, self.key()),
            lambda: floor.rounds.open_round(self.open, croupier, self.key()),
            lambda: floor.rounds.act(self.open, ana, Act("stake", "negro", 500), self.key()),
            lambda: self._bet(self.spun),
            lambda: floor.rounds.decline(self.fallen, croupier, self.key()),
            lambda: self._bet(self.fallen),
            lambda: floor.rounds.fell(self.fallen, croupier, "2", self.key()),
            lambda: self._bet(self.asked),
            lambda: floor.rounds.fell(self.asked, croupier, "2", self.key()),
            lambda: floor.rounds.void(self.asked, inspector, "to be agreed to", self.key()),
        ):
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

    def _bet(self, table: str) -> None:
        """The next round up to where the croupier says what fell."""
        ana, croupier, rounds = self.people["ana"], self.people["croupier"], self.floor.rounds
        rounds.open_round(table, croupier, self.key())
        rounds.act(table, ana, Act("stake", "rojo", 500), self.key())
        rounds.act(table, croupier, Act("close"), self.key())


def former(name: str, region: str) -> Edition:
    """An edition of a game that a release before this one could have had."""
    own = game(name).rules(region)
    running = own.running
    running["calls"]["open"]["say"] = "¡Juego!"
    return edition(game(name).play, from_running(type(own), running, own.labels, own.choices))
