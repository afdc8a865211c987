"""Durable commands against the database's own limit, events until watchers have them, and a floor at a glance."""

import asyncio
import os
import secrets
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from sqlalchemy import create_engine, make_url, text

from benchmarks.measure import Words, report
from tapete.audit.table import TableFile
from tapete.engine.requests import Act
from tapete.floor import Floor
from tapete.floor.roles import Account

SLICES, PER_SLICE = 60, 48
WATCHERS, EVENTS = 200, 100
THREADS = 8
TABLES = 100
LINE = '{"t":"in","n":1,"at":1700000000000,"who":"ana","to":"stakes","act":{"do":"stake","on":"rojo","cents":500}}'


class Bare:
    """A loop that inserts a line and commits, with the driver alone: what no command can beat."""

    def __init__(self, floor: Floor) -> None:
        self.raw: Any = floor.db.engine.raw_connection().driver_connection
        self.sqlite = floor.db.sqlite
        self.n = 0
        self._run("CREATE TABLE bare (round_id INTEGER, n INTEGER, line TEXT, PRIMARY KEY (round_id, n))")

    def once(self) -> None:
        self.n += 1
        self._run(f"INSERT INTO bare VALUES (1, {self.n}, '{LINE}')")

    def _run(self, statement: str) -> None:
        if self.sqlite:
            self.raw.execute("BEGIN IMMEDIATE")
        self.raw.execute(statement)
        self.raw.commit()


class Player:
    """Somebody who stakes and takes it back, at a table of their own."""

    def __init__(self, floor: Floor, director: Account, name: str) -> None:
        self.floor = floor
        self.account = floor.accounts.create(name, "player")
        file = TableFile.model_validate({"game": "ruleta-francesa", "region": "extremadura", "minimum": "5"})
        self.table = floor.tables.open_table(director, file).public_id
        self.director = director
        floor.seats.seat(self.account, self.table, 100_000, "seat")
        self.n = 0
        self.open()

    def open(self) -> None:
        self.floor.rounds.open_round(self.table, self.director, secrets.token_hex(8))

    def once(self) -> None:
        self.n += 1
        act = Act("stake", "rojo", 500) if self.n % 2 else Act("undo")
        self.floor.rounds.act(self.table, self.account, act, str(self.n))


def rates(*loops: Callable[[], None]) -> list[float]:
    """How often a second each loop runs: the best of its slices, taken by turns.

    On a busy machine a mean would compare how long threads wait for a processor after each write, and would let
    several threads seem faster than the disk is.
    """
    best = [float("inf")] * len(loops)
    for _ in range(SLICES):
        for i, loop in enumerate(loops):
            start = time.perf_counter()
            loop()
            best[i] = min(best[i], time.perf_counter() - start)
    return [PER_SLICE / seconds for seconds in best]


def commands(floor: Floor, director: Account, kind: str) -> None:
    """One player's commands, and those of several at once, beside the bare loop."""
    bare, players = Bare(floor), [Player(floor, director, f"p{i}") for i in range(THREADS)]

    def repeat(once: Callable[[], None], times: int = PER_SLICE) -> None:
        for _ in range(times):
            once()

    with ThreadPoolExecutor(THREADS) as pool:

        def together() -> None:
            list(pool.map(lambda player: repeat(player.once, PER_SLICE // THREADS), players))

        limit, alone, shared = rates(lambda: repeat(bare.once), lambda: repeat(players[0].once), together)
    report(f"{kind}: durable commands, one table", alone, "/s", limit, "bare insert and commit")
    report(f"{kind}: durable commands, {THREADS} tables at once", shared, "/s", limit, "bare insert and commit")


def overview(floor: Floor, director: Account, kind: str) -> None:
    """The whole floor at a glance, with a hundred tables at which somebody plays."""
    for i in range(TABLES - len(floor.tables.tables())):
        Player(floor, director, f"at{i}")
    floor.overview.tables(director)
    times = []
    for _ in range(9):
        start = time.perf_counter()
        floor.overview.tables(director)
        times.append(time.perf_counter() - start)
    report(f"{kind}: {TABLES} tables at a glance", median(times) * 1e3, "ms", 100, "goal", False)


async def watched(floor: Floor, player: Player) -> list[float]:
    """The time from the sending of each command until the last of all watchers has its event."""
    seen: asyncio.Queue[int] = asyncio.Queue()

    async def watch() -> None:
        async for position in floor.feed.follow(player.table):
            seen.put_nowait(position.change)

    watchers = [asyncio.create_task(watch()) for _ in range(WATCHERS)]
    times = []
    for _ in range(WATCHERS):
        await seen.get()
    for _ in range(EVENTS):
        start = time.perf_counter()
        await asyncio.to_thread(player.once)
        for _ in range(WATCHERS):
            await seen.get()
        times.append(time.perf_counter() - start)
    for watcher in watchers:
        watcher.cancel()
    await asyncio.gather(*watchers, return_exceptions=True)
    return times


@contextmanager
def databases() -> Iterator[dict[str, str]]:
    """An empty SQLite file and, where TAPETE_TEST_POSTGRES holds a server's URL, an empty database there."""
    with tempfile.TemporaryDirectory() as folder:
        found = {"SQLite": f"sqlite:///{Path(folder) / 'floor.db'}"}
        server = os.environ.get("TAPETE_TEST_POSTGRES")
        if not server:
            yield found
            return
        url, name = make_url(server).set(drivername="postgresql+psycopg"), f"tapete_bench_{secrets.token_hex(6)}"
        with create_engine(url, isolation_level="AUTOCOMMIT").connect() as conn:
            conn.execute(text(f"CREATE DATABASE {name}"))
            yield {**found, "PostgreSQL": url.set(database=name).render_as_string(hide_password=False)}
            conn.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))


def main() -> None:
    """Prints the figures."""
    with databases() as found:
        for kind, url in found.items():
            with Floor(url) as floor:
                director = floor.accounts.create("dora", "director")
                commands(floor, director, kind)
                overview(floor, director, kind)
                cuts = quantiles(asyncio.run(watched(floor, Player(floor, director, "watched"))), n=100)
                what = f"{kind}: until {WATCHERS} watchers have an event"
                report(f"{what}, median", cuts[49] * 1e3, "ms", 150, "goal", False)
                report(f"{what}, 99th percentile", cuts[98] * 1e3, "ms", 400, "goal", False)


if __name__ == "__main__":
    Words(__doc__).parse_args()
    main()
