"""The feed: wakes whoever follows a table when something has changed there, in this process or in another."""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Callable, Iterator

import psycopg
from sqlalchemy import Connection, func, select
from sqlalchemy.exc import SQLAlchemyError

from tapete.floor.connection import Database
from tapete.floor.roles import NoTable
from tapete.floor.schema import entries, game_tables, rounds
from tapete.floor.standing import Position

POLL_SECONDS = 0.1
FALLBACK_SECONDS = 1.0
MOST_KNOWN = 10_000  # tables of which it is known how far they have come


class Follower:
    """One page that follows a table: an event of its loop, set when there is something new."""

    __slots__ = ("loop", "news")

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.news = asyncio.Event()


class Feed:
    """Fans every change out to its followers. One thread listens for what other processes did, once anybody follows."""

    def __init__(self, db: Database, sessions_ended: Callable[[], None] = lambda: None) -> None:
        self.db = db
        self._sessions_ended = sessions_ended
        self._lock = threading.Lock()
        self._latest: dict[str, Position] = {}
        self._followers: dict[str, set[Follower]] = {}
        self._listener: threading.Thread | None = None
        self._closing = threading.Event()
        self._ended = False

    def publish(self, public_id: str, position: Position) -> None:
        """Tells everybody who follows a table how far it has come. Any thread may."""
        with self._lock:
            known = self._latest.get(public_id)
            if known is not None and known.change >= position.change:
                return
            if len(self._latest) >= MOST_KNOWN:
                self._latest = {id: known for id, known in self._latest.items() if id in self._followers}
            self._latest[public_id] = position
            waiting: dict[asyncio.AbstractEventLoop, list[asyncio.Event]] = {}
            for follower in self._followers.get(public_id, ()):
                waiting.setdefault(follower.loop, []).append(follower.news)
        for loop, news in waiting.items():
            with contextlib.suppress(RuntimeError):  # a loop that has ended follows nothing
                loop.call_soon_threadsafe(_wake, news)

    def change(self, public_id: str) -> int:
        """How often a table has changed, as far as is known here; -1 if nothing is."""
        known = self._latest.get(public_id)
        return -1 if known is None else known.change

    def position(self, public_id: str) -> Position:
        """How far a table has come, by the database."""
        with self.db.read() as conn:
            positions = dict(_positions(conn, public_id))
        if public_id not in positions:
            raise NoTable(public_id)
        return positions[public_id]

    def events(self, public_id: str, after: Position) -> list[Position]:
        """The entries written to a table after a position, in order, each with the table's count of changes now."""
        late = (rounds.c.number > after.round) | ((rounds.c.number == after.round) & (entries.c.n > after.n))
        query = (
            select(rounds.c.number, entries.c.n, game_tables.c.change)
            .join(rounds, rounds.c.id == entries.c.round_id)
            .join(game_tables, game_tables.c.id == rounds.c.table_id)
            .where(game_tables.c.public_id == public_id, late)
            .order_by(rounds.c.number, entries.c.n)
        )
        with self.db.read() as conn:
            return [Position(*row) for row in conn.execute(query)]

    async def follow(self, public_id: str, after: int = -1) -> AsyncIterator[Position]:
        """How far a table has come, now and whenever it has changed more often than `after`; the latest only."""
        with self._following(public_id) as follower:
            self.publish(public_id, await asyncio.to_thread(self.position, public_id))
            while not self._ended:
                latest = self._latest[public_id]
                if latest.change > after:
                    after = latest.change
                    yield latest
                else:
                    await follower.news.wait()
                follower.news.clear()

    def end(self) -> None:
        """Lets nobody follow any longer, so that a server that is asked to stop need not wait for them."""
        self._ended = True
        with self._lock:
            followers = [follower for each in self._followers.values() for follower in each]
        for follower in followers:
            follower.loop.call_soon_threadsafe(follower.news.set)

    def listen(self) -> None:
        """Hears from now on what other processes tell; with SQLite they tell nothing until somebody follows a table."""
        if self._listener is None and not self.db.sqlite:
            with self._lock:
                self._start()

    def _start(self) -> None:
        if self._listener is None and not self._closing.is_set():
            self._listener = threading.Thread(target=self._listen, name="tapete feed", daemon=True)
            self._listener.start()

    def close(self) -> None:
        """Ends the listening."""
        self._closing.set()
        if self._listener is not None:
            self._listener.join()

    @contextlib.contextmanager
    def _following(self, public_id: str) -> Iterator[Follower]:
        follower = Follower()
        with self._lock:
            self._followers.setdefault(public_id, set()).add(follower)
            self._start()
        try:
            yield follower
        finally:
            with self._lock:
                self._followers[public_id].discard(follower)
                if not self._followers[public_id]:
                    del self._followers[public_id]

    # What other processes did

    def _listen(self) -> None:
        while not self._closing.is_set():
            try:
                if self.db.sqlite:
                    self._poll()
                else:
                    self._take_notice()
            except (psycopg.Error, SQLAlchemyError):  # whatever it was, it may pass
                self._closing.wait(FALLBACK_SECONDS)

    def _poll(self) -> None:
        """SQLite tells a connection whether another one has written since it last asked."""
        seen = None
        with self.db.engine.connect() as conn:
            while not self._closing.wait(POLL_SECONDS):
                version = conn.exec_driver_sql("PRAGMA data_version").scalar()
                if version != seen:
                    seen = version
                    self._catch_up(conn)
                conn.rollback()

    def _take_notice(self) -> None:
        """PostgreSQL tells who listens; from time to time the tables are asked as well, in case it did not."""
        url = self.db.url.set(drivername="postgresql").render_as_string(hide_password=False)
        with psycopg.connect(url, autocommit=True, client_encoding="utf8") as raw:
            raw.execute("LISTEN tapete")
            self._sessions_ended()  # perhaps, while nobody listened
            while not self._closing.is_set():
                with self.db.read() as conn:
                    self._catch_up(conn)
                for notice in raw.notifies(timeout=FALLBACK_SECONDS):
                    public_id, *position = notice.payload.split()
                    if not position:
                        self._sessions_ended()
                        continue
                    self.publish(public_id, Position(*map(int, position)))
                    if self._closing.is_set():
                        return

    def _catch_up(self, conn: Connection) -> None:
        with self._lock:
            followed = list(self._followers)
        for public_id, position in _positions(conn, *followed):
            self.publish(public_id, position)


def _wake(news: list[asyncio.Event]) -> None:
    for event in news:
        event.set()


def _positions(conn: Connection, *public_ids: str) -> Iterator[tuple[str, Position]]:
    later = rounds.alias()
    newest = select(func.max(later.c.id)).where(later.c.table_id == game_tables.c.id).scalar_subquery()
    last = select(func.max(entries.c.n)).where(entries.c.round_id == rounds.c.id).scalar_subquery()
    query = (
        select(game_tables.c.public_id, rounds.c.number, last, game_tables.c.change)
        .select_from(game_tables)
        .outerjoin(rounds, rounds.c.id == newest)
        .where(game_tables.c.public_id.in_(public_ids))
    )
    for public_id, round, n, change in conn.execute(query):
        yield public_id, Position(round or 0, n or 0, change)
