"""The connection to the database: SQLite or PostgreSQL, migrated when it is opened, each command one transaction."""

import contextlib
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import URL, Connection, Select, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, NoSuchModuleError, OperationalError
from sqlalchemy.sql import ClauseElement

from tapete.errors import TapeteError

Values = Mapping[str, Any]
Bind = Callable[[Values], Any]
BUSY_SECONDS = 30
PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    f"busy_timeout = {BUSY_SECONDS * 1000}",
)


class Database:
    """A pool of connections. `read` and `write` are transactions; SQLite has one writer, locked from its start."""

    def __init__(self, url: str) -> None:
        self.url = _url(url)
        self.sqlite = self.url.get_backend_name() == "sqlite"
        text = {} if self.sqlite else {"client_encoding": "utf8"}
        self.engine = create_engine(self.url, pool_size=16, max_overflow=48, connect_args=text)
        if self.sqlite:
            event.listen(self.engine, "connect", _prepare)
            event.listen(self.engine, "begin", _begin)
        # A reading sees one moment: SQLite's does so of itself.
        self._reading = self.engine if self.sqlite else self.engine.execution_options(isolation_level="REPEATABLE READ")
        self._writing = self.engine.execution_options(immediate=True)
        # SQLite has one writer at a time: threads queue for its connection here, and not in a busy handler that sleeps.
        self._queue = threading.Lock()
        self._writer = self._connect() if self.sqlite else None
        self._migrate()

    @contextlib.contextmanager
    def read(self) -> Iterator[Connection]:
        """A transaction that only reads."""
        with self._reading.begin() as conn:
            yield conn

    @contextlib.contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction that commits all or nothing."""
        if self._writer is None:
            with self._writing.begin() as conn:
                yield conn
        else:
            with self._queue, self._writer.begin():
                yield self._writer

    def close(self) -> None:
        """Closes every connection."""
        if self._writer is not None:
            self._writer.close()
        self.engine.dispose()

    def _migrate(self) -> None:
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        config.set_main_option("path_separator", "os")
        try:
            with self.write() as conn:
                if not self.sqlite:
                    conn.exec_driver_sql("SELECT pg_advisory_xact_lock(hashtext('tapete migrations'))")
                config.attributes["connection"] = conn
                command.upgrade(config, "head")
        except OperationalError as error:
            raise self._closed(error) from None

    def _connect(self) -> Connection:
        try:
            return self._writing.connect()
        except OperationalError as error:
            raise self._closed(error) from None

    def _closed(self, error: OperationalError) -> TapeteError:
        return TapeteError(f"the database {self.url.render_as_string()} cannot be opened: {reason(error)}")


def reason(error: OperationalError) -> str:
    """What the database said, in one line."""
    return str(error.orig).strip().partition("\n")[0]


def _url(text: str) -> URL:
    try:
        url = make_url(text)
        if url.drivername in ("postgresql", "postgres"):
            url = url.set(drivername="postgresql+psycopg")
        url.get_dialect()
    except (ArgumentError, NoSuchModuleError):
        url = None
    if url is None or url.get_backend_name() not in ("sqlite", "postgresql"):
        raise TapeteError(f"'{text}' is no database: write sqlite:///FILE or postgresql://USER@HOST/NAME")
    if url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:"):
        raise TapeteError(f"'{text}' names no file: write sqlite:///FILE")
    return url


def _prepare(raw: Any, _: Any) -> None:
    """A fresh connection to SQLite. Transactions are begun by hand, since the driver would begin them too late."""
    raw.isolation_level = None
    for pragma in PRAGMAS:
        raw.execute(f"PRAGMA {pragma}")


def _begin(conn: Connection) -> None:
    immediate = conn.get_execution_options().get("immediate")
    raw: Any = conn.connection.driver_connection
    raw.execute("BEGIN IMMEDIATE" if immediate else "BEGIN")


class Prepared:
    """A statement compiled once for each kind of database and run by its driver: for what every command does.

    Its values are plain integers and texts.
    """

    def __init__(self, statement: ClauseElement, columns: Sequence[str] = ()) -> None:
        self.statement = statement
        self.selects = isinstance(statement, Select)
        self.columns = list(columns) or None
        self._compiled: dict[str, tuple[str, Bind]] = {}

    def bound(self, conn: Connection, values: Values) -> tuple[str, Any]:
        """Its text and its values, as the driver takes them."""
        name = conn.dialect.name
        if name not in self._compiled:
            self._compiled[name] = _compile(self.statement, self.columns, conn)
        text, bind = self._compiled[name]
        return text, bind(values)


def together(conn: Connection, *calls: tuple[Prepared, Values]) -> list[list[Any]]:
    """Runs prepared statements in order, in one trip to the server if there is one; what each selects."""
    raw: Any = conn.connection.driver_connection
    driver: Any = conn.dialect.loaded_dbapi
    try:
        with raw.pipeline() if conn.dialect.name == "postgresql" else contextlib.nullcontext():
            cursors = [raw.execute(*statement.bound(conn, values)) for statement, values in calls]
        return [
            cursor.fetchall() if statement.selects else []
            for (statement, _), cursor in zip(calls, cursors, strict=True)
        ]
    except driver.IntegrityError as error:
        raise IntegrityError(None, None, error) from error
    except driver.OperationalError as error:
        raise OperationalError(None, None, error) from error


def _compile(statement: ClauseElement, columns: list[str] | None, conn: Connection) -> tuple[str, Bind]:
    """A statement's text, and how its values are handed to the driver: by name or in order."""
    compiled: Any = statement.compile(dialect=conn.dialect, column_keys=columns)
    fixed = {name: value for name, value in compiled.params.items() if value is not None}
    order = compiled.positiontup
    if order is None:
        return str(compiled), lambda values: {**fixed, **values}
    if fixed:
        return str(compiled), lambda values: [values[name] if name in values else fixed[name] for name in order]
    return str(compiled), lambda values: [values[name] for name in order]
