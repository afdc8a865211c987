"""Much of everything: 1,000 open streams at 50 tables, and a house with 10,000 tables beside one with ten.

Of the many tables ten are open, as in a house that has been open for years: what is closed must cost neither start nor
lobby anything, nor must as many who passed by and played as are kept.
"""

import asyncio
import statistics
import tempfile
import time
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert, select

from benchmarks.measure import Words, report
from benchmarks.serving import OWN, House, Line, request, served, share
from tapete.floor import Floor
from tapete.floor.roles import VISITOR
from tapete.floor.schema import accounts, game_tables
from tapete.floor.sweeping import MOST_KEPT

STREAMS, TABLES, STAKES = 1000, 50, 40
CLOSED = 10_000
PORT = 18_768
KEYS = count()


def main() -> None:
    """Prints both."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'streams.db'}"
        house = House(url, TABLES)
        with served(OWN, url, PORT, "/healthz"):
            (opened, times), _ = share(lambda: _streamed(house))
    report(f"{STREAMS:,} streams opened", 1000 * opened / STREAMS, "ms each", 100, "goal", more_is_better=False)
    what = f"a stake until {STREAMS // TABLES} streams of its table have it, while {STREAMS:,} are open"
    report(what, 1000 * statistics.median(times), "ms", 400, "goal", more_is_better=False)
    few, many = (_house(closed) for closed in (0, CLOSED))
    names = ("a start of ten open tables", "the lobby of ten open tables", "the same lobby, as JSON")
    for name, one, other in zip(names, few, many, strict=True):
        what = f"{name} with {CLOSED:,} closed ones beside them"
        report(what, 1000 * other, "ms", 1000 * one, "without them", more_is_better=False)


class Stream(asyncio.Protocol):
    """A stream that knows how many events have come to it."""

    def __init__(self, table: str) -> None:
        self.table, self.events, self.news = table, 0, asyncio.Event()

    def connection_made(self, transport: Any) -> None:
        """Asks at once."""
        transport.write(request(f"/api/v1/tables/{self.table}/stream"))

    def data_received(self, data: bytes) -> None:
        """An event begins with its kind."""
        if b"event: view" in data:
            self.events += 1
            self.news.set()


async def _streamed(house: House) -> tuple[float, list[float]]:
    """How long all streams took to open, and each stake until those of its table have it."""
    loop, start = asyncio.get_running_loop(), time.perf_counter()
    streams = [Stream(house.tables[i % TABLES]) for i in range(STREAMS)]
    for stream in streams:
        await loop.create_connection(lambda stream=stream: stream, "127.0.0.1", PORT)  # type: ignore[misc]
    await asyncio.gather(*(stream.news.wait() for stream in streams))
    opened, times, player = time.perf_counter() - start, [], Line(PORT)
    for i in range(STAKES):
        token, table = house.people[2 * (i % TABLES)]
        own = [stream for stream in streams if stream.table == table]
        for stream in own:
            stream.news.clear()
        start = time.perf_counter()
        body = {"do": "stake", "on": "rojo", "cents": 500}
        assert await player.ask(request(f"/api/v1/tables/{table}/act", token, body, f"many-{next(KEYS)}")) == 200
        await asyncio.gather(*(stream.news.wait() for stream in own))
        times.append(time.perf_counter() - start)
    return opened, times


def _house(closed: int) -> tuple[float, float, float]:
    """Seconds that a house with ten open tables and so many closed ones takes to start and to show its lobby."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'casino.db'}"
        House(url, 10)
        with Floor(url) as floor, floor.db.write() as conn:
            row = dict(conn.execute(select(game_tables).limit(1)).one()._mapping)
            rows = [{**row, "id": 1000 + i, "public_id": f"closed-{i}", "state": "closed"} for i in range(closed)]
            if rows:
                conn.execute(insert(game_tables), rows)
                _pass_by(conn, rows[:MOST_KEPT])
        start = time.perf_counter()
        with Floor(url):
            started = time.perf_counter() - start
        with served(OWN, url, PORT, "/healthz"):
            (page, plain), _ = share(_lobbies)
    return started, page, plain


def _pass_by(conn: Connection, rows: list[dict[str, Any]]) -> None:
    """As many who came without an account, each with a table of their own that was swept."""
    first = 10 * CLOSED
    person = dict(conn.execute(select(accounts).limit(1)).one()._mapping) | {"role": "player", "password": None}
    named = [{"id": first + i, "name": f"{VISITOR}{i}", "skeleton": f"{VISITOR}{i}"} for i in range(len(rows))]
    conn.execute(insert(accounts), [{**person, **one} for one in named])
    own = [{"id": first + i, "public_id": f"visit-{i}", "opened_by": first + i} for i in range(len(rows))]
    conn.execute(insert(game_tables), [{**row, "practice": True, **one} for row, one in zip(rows, own, strict=True)])


async def _lobbies() -> tuple[float, float]:
    line, found = Line(PORT), []
    for path in ("/tables", "/api/v1/tables"):
        times = []
        for _ in range(15):
            start = time.perf_counter()
            assert await line.ask(request(path)) == 200
            times.append(time.perf_counter() - start)
        found.append(statistics.median(times))
    return found[0], found[1]


if __name__ == "__main__":
    Words(__doc__).parse_args()
    main()
