"""The connection to the database: SQLite or PostgreSQL, migrated when it is opened, each command one transaction."""

import contextlib
import sqlite3
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import (
    URL,
    Connection,
    Dialect,
    create_engine,
    event,
    make_url,
)
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from tapete.errors import TapeteError
from tapete.floor.prepared import Call, Prepared, Values, execute, joinable, several, statement_of, told, write_all
from tapete.floor.wal import Beside

BUSY_SECONDS = 30
MAGIC = b"SQLite format 3\0"  # how every file of SQLite begins
# Pages that the `-wal` may have before it is put into the database, which whoever commits then waits for. Most commits
# write the same few hundred pages, so that four times SQLite's usual length is a quarter of the work.
CHECKPOINT_PAGES = 4000
PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = FULL",
    f"wal_autocheckpoint = {CHECKPOINT_PAGES}",
    "foreign_keys = ON",
    f"busy_timeout = {BUSY_SECONDS * 1000}",
)


class Unavailable(TapeteError):
    """The database did not do what it was asked: nothing was changed, and the same may be asked again soon."""


def unavailable(error: Exception) -> bool:
    """Whether an error is a fault of the database, and not of what it was asked for."""
    asked = ("DataError", "IntegrityError")
    return isinstance(error, NoConnection) or (isinstance(error, DBAPIError) and type(error).__name__ not in asked)


HEAD = "head"  # the version of this release


class Database:
    """A pool of connections. `read` and `write` are transactions; SQLite has one writer, locked from its start."""

    def __init__(self, url: str, version: str = HEAD) -> None:
        self.url = _url(url)
        self.sqlite = self.url.get_backend_name() == "sqlite"
        # PostgreSQL admits a hundred connections unless told otherwise, and several workers share them.
        most: Any = {"pool_size": 16, "max_overflow": 48} if self.sqlite else {"pool_size": 10, "max_overflow": 10}
        more: Any = {} if self.sqlite else {"connect_args": {"client_encoding": "utf8"}, "paramstyle": "format"}
        self.engine = create_engine(self.url, **most, **more)
        if self.sqlite:
            event.listen(self.engine, "connect", _prepare)
            event.listen(self.engine, "begin", _begin)
        # A reading sees one moment: SQLite's does so of itself.
        self._reading = self.engine if self.sqlite else self.engine.execution_options(isolation_level="REPEATABLE READ")
        self._writing = self.engine.execution_options(immediate=True)
        # SQLite has one writer at a time: threads queue for its connection here, and not in a busy handler that sleeps.
        self._queue = threading.Lock()
        self.alone = threading.Lock()  # held by who writes what hangs on several tables
        self._waiting: deque[_Job] = deque()
        self._beside = Beside(Path(str(self.url.database))) if self.sqlite else None
        if self._beside is not None:
            self._beside.open()
        self._writer = self._connect() if self.sqlite else None
        self._migrate(version)
        if self._beside is not None:
            self._beside.written()

    @contextlib.contextmanager
    def read(self) -> Iterator[Connection]:
        """A transaction that only reads."""
        with self._reading.begin() as conn:
            yield conn

    @contextlib.contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction that commits all or nothing."""
        if self._writer is None or self._beside is None:
            with self._writing.begin() as conn:
                yield conn
            return
        with self._queue:
            with self._writer.begin():
                raw: Any = self._writer.connection.driver_connection
                before = raw.total_changes
                yield self._writer
                changed = raw.total_changes != before
                if changed:
                    self._beside.count(self._writer.exec_driver_sql)
            if changed:
                self._beside.committed()

    def transact(self, guard: Call, calls: Sequence[Call]) -> bool:
        """Writes as one transaction if the guard, an update, finds its row; whether it did. The last may select."""
        with told(self.engine.dialect):
            if self._writer is not None:
                job = _Job(guard, calls)
                self._in_turn([job])
                if job.error is not None:
                    raise job.error
                return bool(job.found)
            if joinable(calls):
                return self._at_once(guard, calls)
            with self.write() as conn:
                return _guarded(conn.connection.driver_connection, conn.dialect, guard, calls)

    def transact_all(self, wanted: Sequence[tuple[Call, Sequence[Call]]]) -> list[bool]:
        """The same for several, committed as one; whether each was done. Their guards find different rows.

        With PostgreSQL they must come in the order of these.
        """
        jobs = [_Job(*each) for each in wanted]
        if self._writer is not None:
            self._in_turn(jobs)
        elif jobs and not self._piped(jobs):
            for job in jobs:
                with contextlib.suppress(DBAPIError, NoConnection):
                    job.found = self.transact(job.guard, job.calls)
        return [bool(job.found) for job in jobs]

    def _in_turn(self, jobs: "list[_Job]") -> None:
        """Whoever's turn it is to write to SQLite commits all that has come to wait meanwhile."""
        assert self._writer is not None
        self._waiting.extend(jobs)
        with self._queue:
            if waiting := [self._waiting.popleft() for _ in range(len(self._waiting))]:
                self._commit(self._writer.connection.driver_connection, waiting)

    def _commit(self, raw: Any, jobs: "list[_Job]") -> None:
        """One transaction for several; where one of them keeps the others from it, one for each half."""
        assert self._beside is not None
        try:
            raw.execute("BEGIN IMMEDIATE")
            same = _guards(raw, self.engine.dialect, jobs)
            if same:
                write_all(raw, self.engine.dialect, [job.calls for job in jobs])
                self._beside.count(raw.execute)
                raw.commit()
                self._beside.committed()
            else:
                raw.rollback()
        except sqlite3.IntegrityError as error:
            raw.rollback()
            same, jobs[0].error = False, error
        except sqlite3.Error as error:
            raw.rollback()
            for job in jobs:
                job.error = error
            return
        except BaseException:
            raw.rollback()
            raise
        if same or len(jobs) == 1:
            for job in jobs:
                job.found = same
            return
        jobs[0].error = None
        self._commit(raw, jobs[: len(jobs) // 2])
        self._commit(raw, jobs[len(jobs) // 2 :])

    def _piped(self, jobs: "list[_Job]") -> bool:
        """With PostgreSQL, one transaction for several in few trips; whether all of them could be asked for."""
        driver: Any = self.engine.dialect.loaded_dbapi
        try:
            conn = self.engine.raw_connection()
        except (DBAPIError, NoConnection):
            return False
        raw: Any = conn.driver_connection
        try:
            with raw.pipeline() as pipe:
                cursors = [self._asked(raw, pipe, job) for job in jobs]
            raw.commit()
        except driver.Error:
            with contextlib.suppress(driver.Error):
                raw.rollback()
            return False
        finally:
            _give_back(conn)
        for job, cursor in zip(jobs, cursors, strict=True):
            job.found = bool(cursor.rowcount)
        return True

    def _asked(self, raw: Any, pipe: Any, job: "_Job") -> Any:
        """The cursor of what guards a job that has been sent; only what is no single statement is waited for."""
        dialect = self.engine.dialect
        if joinable(job.calls):
            return raw.execute(*statement_of(dialect, job.guard, job.calls))
        (update,) = execute(raw, dialect, [job.guard])
        pipe.sync()
        if update.rowcount:
            execute(raw, dialect, job.calls)
        return update

    def _at_once(self, guard: Call, calls: Sequence[Call]) -> bool:
        """With PostgreSQL, as a single statement: one trip, and a commit of its own."""
        conn = self.engine.raw_connection()
        raw: Any = conn.driver_connection
        try:
            raw.autocommit = True
            return bool(raw.execute(*statement_of(self.engine.dialect, guard, calls)).rowcount)
        finally:
            if not raw.closed:
                raw.autocommit = False
            _give_back(conn)

    def close(self) -> None:
        """Closes every connection."""
        if self._writer is not None:
            self._writer.close()
        self.engine.dispose()
        if self._beside is not None:
            self._beside.close()

    def _migrate(self, version: str) -> None:
        config = _migrations()
        try:
            with self.write() as conn:
                if not self.sqlite:
                    conn.exec_driver_sql("SELECT pg_advisory_xact_lock(hashtext('tapete migrations'))")
                config.attributes["connection"] = conn
                command.upgrade(config, version)
                if self._beside:  # something is written at every start, so that there is a `-wal` to be known again
                    self._beside.count(conn.exec_driver_sql)
        except OperationalError as error:
            raise self._closed(error) from None

    def _connect(self) -> Connection:
        try:
            return self._writing.connect()
        except OperationalError as error:
            raise self._closed(error) from None

    def _closed(self, error: OperationalError) -> TapeteError:
        url = self.url.render_as_string()
        return TapeteError("the database {url} cannot be opened: {why}", url=url, why=reason(error))


def versions() -> set[str]:
    """The versions of a casino's database that this release knows."""
    return {script.revision for script in ScriptDirectory.from_config(_migrations()).walk_revisions()}


def _migrations() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    return config


def reason(error: Exception) -> str:
    """What the database said, in one line."""
    return str(getattr(error, "orig", None) or error).strip().partition("\n")[0]


def _url(text: str) -> URL:
    try:
        url = make_url(text)
        if url.drivername in ("postgresql", "postgres"):
            url = url.set(drivername="postgresql+psycopg")
        url.get_dialect()
    except (ArgumentError, NoSuchModuleError):
        url = None
    if url is None or url.get_backend_name() not in ("sqlite", "postgresql"):
        raise TapeteError(
            "'{text}' is no database: write a file as casino.db, or postgresql://USER@HOST/NAME", text=text
        )
    if url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:"):
        raise TapeteError("'{text}' names no file: write sqlite:///FILE", text=text)
    if url.get_backend_name() == "sqlite":
        _check_file(str(url.database))
    return url


def _check_file(file: str) -> None:
    """Refuses a file of something else: SQLite would write a database over a small one."""
    try:
        with Path(file).open("rb") as opened:
            begins = opened.read(len(MAGIC))
    except OSError:
        return  # that it is not there, or cannot be read, shows when it is opened
    if begins not in (b"", MAGIC):
        raise TapeteError("{file} is no database: name one of SQLite, or a file that is not there yet", file=file)


def _prepare(raw: Any, _: Any) -> None:
    """A fresh connection to SQLite. Transactions are begun by hand, since the driver would begin them too late."""
    raw.isolation_level = None
    for pragma in PRAGMAS:
        raw.execute(f"PRAGMA {pragma}")


def _begin(conn: Connection) -> None:
    immediate = conn.get_execution_options().get("immediate")
    raw: Any = conn.connection.driver_connection
    with told(conn.dialect):
        raw.execute("BEGIN IMMEDIATE" if immediate else "BEGIN")


class _Job:
    """What waits to be written to SQLite: done once its guard has `found` its row or not, or there is an error."""

    __slots__ = ("calls", "error", "found", "guard")

    def __init__(self, guard: Call, calls: Sequence[Call]) -> None:
        self.guard = guard
        self.calls = calls
        self.found: bool | None = None
        self.error: sqlite3.Error | None = None


def _guarded(raw: Any, dialect: Dialect, guard: Call, calls: Sequence[Call]) -> bool:
    """Writes if the guard finds its row; whether it did."""
    (update,) = execute(raw, dialect, [guard])
    if update.rowcount:
        with raw.pipeline() if dialect.name == "postgresql" else contextlib.nullcontext():
            execute(raw, dialect, calls)
    return bool(update.rowcount)


def _guards(raw: Any, dialect: Dialect, jobs: Sequence[_Job]) -> bool:
    """Whether every guard finds its row."""
    wanted: dict[Prepared, list[Values]] = {}
    for job in jobs:
        wanted.setdefault(job.guard[0], []).append(job.guard[1])
    return sum(several(raw, dialect, *each) for each in wanted.items()) == len(jobs)


def _give_back(conn: Any) -> None:
    """Returns a connection to the pool; of one that is lost nothing is said twice."""
    if conn.driver_connection.closed:
        conn.invalidate()
    conn.close()
