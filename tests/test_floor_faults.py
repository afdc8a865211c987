"""Faults: workers are killed at random moments; nothing that was acknowledged is lost, nothing is done twice."""

import json
import multiprocessing
import os
import random
import secrets
import signal
import time
from collections.abc import Iterator
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text

from tapete.audit.table import TableFile
from tapete.engine.requests import Act
from tapete.errors import TapeteError
from tapete.floor import Floor
from tapete.floor.connection import Unavailable
from tapete.floor.schema import accounts, commands
from tapete.floor.standing import Standing
from tests import PATIENCE
from tests.test_floor import KINDS, database, propose

GAMES = [
    ("bola", "extremadura"),
    ("ruleta-francesa", "extremadura"),
    ("dados", "extremadura"),
    ("ruleta-fortuna", "extremadura"),
]
PLAYERS = ("ana", "luis", "eva")
Command = dict[str, Any]


# Workers are forked from a process that has imported all they need, so that they play at once.
PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload([__name__])


# A worker: plays all tables at random, and writes down each command before it is sent and after it was done.


class Worker:
    """A process that plays. Its journal outlives it: what it does not know to be done, its successor sends again."""

    def __init__(self, url: str, journal: Path, seed: str) -> None:
        self.floor = Floor(url)
        self.source = random.Random(seed)
        self.people = {name: self.floor.accounts.account(name) for name in ("dora", *PLAYERS)}
        self.tables = [table.public_id for table in self.floor.tables.tables()]
        self.journal = journal

    def work(self) -> None:
        """Plays until it is killed, or nobody is left who would."""
        parent = os.getppid()
        for command in unanswered(self.journal):
            self.send(command)
        while os.getppid() == parent:
            table = self.source.choice(self.tables)
            self.note({"sent": (command := self.invent(table))})
            self.send(command)

    def send(self, command: Command) -> None:
        """Sends a command, and notes its result; a command may be refused because another worker was quicker."""
        try:
            position = self.perform(**command)
        except TapeteError as error:
            self.note({"key": command["key"], "refused": str(error)})
        else:
            self.note({"key": command["key"], "by": command["by"], "position": position})

    def perform(self, do: str, by: str, table: str, key: str, args: list[Any]) -> Any:
        """Carries a command out."""
        account, rounds, seats = self.people[by], self.floor.rounds, self.floor.seats
        if do == "open":
            return rounds.open_round(table, account, key)
        if do == "act":
            return rounds.act(table, account, Act(*args), key)
        if do == "fell":
            return rounds.fell(table, account, args[0], key)
        if do == "rewind":
            return rounds.rewind(table, account, args[0], "a slip", key)
        if do == "seat":
            return seats.seat(account, table, args[0], key)
        return seats.stand_up(account, table, key)

    def invent(self, table: str) -> Command:
        """Something that may be done at a table."""
        chosen, by = self.source.random(), self.source.choice(PLAYERS)
        args: list[Any] = []
        what = self.floor.desk.read(table, lambda found: propose(self.source, found.open_round))
        if chosen < 0.04:
            do, args = "seat", [100_000]
        elif chosen < 0.06:
            do = "stand"
        elif what is None:
            do, by = "open", "dora"
        elif chosen < 0.08:
            do, by, args = "rewind", "dora", [0]
        elif isinstance(what[1], Act):
            do, by, args = "act", what[0], [what[1].do, what[1].on, what[1].cents]
        else:
            do, by, args = "fell", "dora", [what[1]]
        return {
            "do": do,
            "by": by if by in PLAYERS else "dora",
            "table": table,
            "key": secrets.token_hex(8),
            "args": args,
        }

    def note(self, line: Any) -> None:
        """Writes a line down so that a kill of this process cannot lose it."""
        with self.journal.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


def work(url: str, journal: Path, seed: str) -> None:
    """What a worker's process does."""
    Worker(url, journal, seed).work()


def journalled(journal: Path) -> Iterator[Any]:
    """A journal's lines; a kill may have cut the last one short, and then nothing was sent."""
    if journal.exists():
        for line in journal.read_text(encoding="utf-8").splitlines():
            try:
                yield json.loads(line)
            except json.JSONDecodeError:
                continue


def unanswered(journal: Path) -> list[Command]:
    """The commands whose result was never noted."""
    lines = list(journalled(journal))
    known = {line["key"] for line in lines if "key" in line}
    return [line["sent"] for line in lines if "sent" in line and line["sent"]["key"] not in known]


# The parent: sets the tables up, kills, and compares the books with the journals.


class Trial:
    """Tables that some workers play, and are killed at."""

    def __init__(self, url: str, folder: Path, tables: int, seed: int = 0, workers: int = 2) -> None:
        self.url = url
        self.source = random.Random(seed)
        self.journals = [folder / f"worker-{i}.jsonl" for i in range(workers)]
        self.floor = Floor(url)
        self.director = self.floor.accounts.create("dora", "director")
        self.players = [self.floor.accounts.create(name, "player") for name in PLAYERS]
        for i in range(tables):
            game, region = GAMES[i % len(GAMES)]
            file = TableFile.model_validate({"game": game, "region": region, "minimum": "5"})
            table = self.floor.tables.open_table(self.director, file, physical=i % 2 == 0)
            for account in self.players:
                self.floor.seats.seat(account, table.public_id, 100_000, secrets.token_hex(8))

    def kill(self) -> None:
        """Starts the workers, lets them play for a moment, and kills them."""
        sizes = [_size(journal) for journal in self.journals]
        workers = [self._start(journal) for journal in self.journals]
        if self.source.random() < 0.9:
            self._wait(sizes, workers)
        time.sleep(self.source.random() * 0.4)
        for worker in workers:
            worker.kill()
            worker.join(PATIENCE)
            assert worker.exitcode == -signal.SIGKILL

    def check(self) -> None:
        """Nothing is lost, nothing doubled, and the books are whole."""
        assert self.floor.books.check() == []
        for table in self.floor.tables.tables():
            assert sum(self.floor.books.balances(table.public_id).values()) == 0
        done = self._done()
        for journal in self.journals:
            for line in journalled(journal):
                if "position" in line:
                    assert done[line["by"], line["key"]] == line["position"]
                elif "refused" in line:
                    assert line["key"] not in {key for _, key in done}

    def played(self) -> dict[str, int]:
        """How often each table has changed."""
        return {
            table.public_id: self.floor.feed.position(table.public_id).change for table in self.floor.tables.tables()
        }

    def _start(self, journal: Path) -> ForkServerProcess:
        worker = PROCESSES.Process(target=work, args=(self.url, journal, str(self.source.random())))
        worker.start()
        return worker

    def _wait(self, sizes: list[int], workers: list[ForkServerProcess]) -> None:
        until = time.monotonic() + PATIENCE
        while any(_size(journal) == size for journal, size in zip(self.journals, sizes, strict=True)):
            assert all(worker.is_alive() for worker in workers), "a worker failed"
            assert time.monotonic() < until, "a worker does nothing"
            time.sleep(0.01)

    def _done(self) -> dict[tuple[str, str], list[int]]:
        found = select(accounts.c.name, commands.c.key, commands.c.round, commands.c.n, commands.c.change)
        with self.floor.db.read() as conn:
            rows = conn.execute(found.join(accounts, accounts.c.id == commands.c.account_id))
            return {(name, key): list(position) for name, key, *position in rows}


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_kills_lose_nothing(kind: str, tmp_path: Path) -> None:
    with database(kind, tmp_path) as url:
        trial = Trial(url, tmp_path, tables=6)
        before = trial.played()
        for _ in range(10):
            trial.kill()
            trial.check()
        assert all(change > before[table] for table, change in trial.played().items())
        trial.floor.close()


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "kills"), [("sqlite", 60), ("postgresql", 20)])
def test_fifty_tables_survive_many_kills(kind: str, kills: int, tmp_path: Path) -> None:
    with database(kind, tmp_path) as url:
        trial = Trial(url, tmp_path, tables=50)
        for kill in range(kills):
            trial.kill()
            if kill % 20 == 19:
                trial.check()
        trial.floor.close()


def test_a_connection_cut_in_mid_transaction_changes_nothing_and_the_same_key_is_done_then(tmp_path: Path) -> None:
    with database("postgresql", tmp_path) as url, Floor(url) as other:
        trial = Trial(url, tmp_path, tables=1)
        table, before = next(iter(trial.played().items()))
        order = trial.floor.rounds.opening(table, trial.director, "cut")

        def cut(found: Standing) -> None:
            order.work(found)
            backends = "datname = current_database() AND pid <> pg_backend_pid()"
            with other.db.write() as conn:
                conn.execute(text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {backends}"))

        trial.floor.desk.forget()  # a table that is not hot is read and written in one transaction
        with pytest.raises(Unavailable):
            trial.floor.desk.run(*order._replace(work=cut))
        with Floor(url) as again:
            assert again.feed.position(table).change == before
            assert again.rounds.open_round(table, trial.director, "cut").change == before + 1
            assert again.rounds.open_round(table, trial.director, "cut").change == before + 1
            assert again.books.check() == []
        trial.check()
        trial.floor.close()


def test_a_session_that_ended_while_nobody_listened_is_believed_no_longer(tmp_path: Path) -> None:
    """Another process signs somebody out in the second in which this one's connection to PostgreSQL is cut."""

    def until(count: int) -> None:
        end = time.monotonic() + PATIENCE
        while floor.endings.count <= count and time.monotonic() < end:
            time.sleep(0.01)

    with database("postgresql", tmp_path) as url, Floor(url) as other, Floor(url) as floor:
        session = other.accounts.open_session(other.accounts.create("ana", "player"))
        floor.feed.listen()
        until(0)
        before = floor.endings.count
        with other.db.write() as conn:
            conn.execute(text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN tapete'"))
        other.accounts.close_session(session.token)
        until(before)
        assert floor.endings.count > before
