"""Statements compiled once for each kind of database: run one by one, several rows at once, or joined into one."""

import contextlib
import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any

from sqlalchemy import (
    Connection,
    Delete,
    Dialect,
    Insert,
    Select,
    Subquery,
    Table,
    Update,
    bindparam,
    exists,
    insert,
    select,
)
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql import ClauseElement
from sqlalchemy.types import TypeEngine

Values = Mapping[str, Any]
Bind = Callable[[Values], Sequence[Any]]
# The most writes that make one statement: a longer one takes longer to plan than the second trip takes.
FEW = 12
GIVEN = "given"
MANY = 32  # rows of one statement, a power of two: few lengths, so that each is prepared once


class Prepared:
    """A statement compiled once for each kind of database and run by its driver: for what every command does.

    Its values are plain integers and texts. It may be given several `rows` at once, if it selects its values. What is
    written of several tables together is written by its `turn`; without one, between what its own table's command has.
    """

    def __init__(
        self, statement: Select[Any] | Insert | Update | Delete, turn: int | None = None, rows: bool = False
    ) -> None:
        self.statement, self.turn, self.rows = statement, turn, rows
        self.selects = isinstance(statement, Select)
        self.inserts = isinstance(statement, Insert)
        self._compiled: dict[str, tuple[str, Bind]] = {}

    def bound(self, dialect: Dialect, values: Values) -> tuple[str, Sequence[Any]]:
        """Its text and its values, as the driver takes them."""
        compiled = self._compiled.get(dialect.name)
        if compiled is None:
            compiled = self._compiled[dialect.name] = _compile(self.statement, dialect)
        return compiled[0], compiled[1](values)

    def several(self, dialect: Dialect, rows: Sequence[Values]) -> tuple[str, list[Any]]:
        """The same for several rows, as a single statement."""
        bound = [self.bound(dialect, values) for values in rows]
        return _repeated(bound[0][0], len(rows)), [value for _, given in bound for value in given]


def insertion(table: Table, *columns: str, once: bool = False, turn: int = 1) -> Prepared:
    """A row for a table, selected from nothing: so that it can be selected from a condition as well.

    With `once`, only if no row has its key yet.
    """
    given = {name: bindparam(name, type_=table.c[name].type) for name in columns}
    row = select(*given.values())
    if once:
        same = [column == given[column.name] for column in table.primary_key]
        row = row.where(~exists().where(*same))
    return Prepared(insert(table).from_select(columns, row), None if once else turn, not once)


def given(**kinds: TypeEngine[Any]) -> Subquery:
    """A row of values to compare with, selected from nothing."""
    return select(*(bindparam(name, type_=kind).label(name) for name, kind in kinds.items())).subquery(GIVEN)


Call = tuple[Prepared, Values]


def together(conn: Connection, *calls: Call) -> list[list[Any]]:
    """Runs prepared statements in order, in one trip to the server if there is one; what each selects."""
    raw: Any = conn.connection.driver_connection
    with told(conn.dialect):
        with raw.pipeline() if conn.dialect.name == "postgresql" else contextlib.nullcontext():
            cursors = execute(raw, conn.dialect, calls)
        return [
            cursor.fetchall() if statement.selects else []
            for (statement, _), cursor in zip(calls, cursors, strict=True)
        ]


def write_all(raw: Any, dialect: Dialect, jobs: Sequence[Sequence[Call]]) -> None:
    """Writes of several tables to SQLite: what has its turn in few statements for all, the rest one by one.

    Every statement lets other threads run before it comes back; few of them come back soon.
    """
    together: dict[Prepared, list[Values]] = {}
    for calls in jobs:
        if any(statement.turn is None for statement, _ in calls):
            execute(raw, dialect, calls)
            continue
        for statement, values in calls:
            together.setdefault(statement, []).append(values)
    for statement in sorted(together, key=lambda statement: statement.turn or 0):
        several(raw, dialect, statement, together[statement])


def several(raw: Any, dialect: Dialect, statement: Prepared, rows: Sequence[Values]) -> int:
    """Runs a statement for several rows, as many of them at once as it may be; how many it changed."""
    if not statement.rows:
        return sum(cursor.rowcount for cursor in execute(raw, dialect, [(statement, values) for values in rows]))
    at = changed = 0
    while at < len(rows):
        size = min(MANY, 1 << (len(rows) - at).bit_length() - 1)
        changed += raw.execute(*statement.several(dialect, rows[at : at + size])).rowcount
        at += size
    return changed


def execute(raw: Any, dialect: Dialect, calls: Sequence[Call]) -> list[Any]:
    """Runs statements one by one; the cursor of each."""
    return [raw.execute(*statement.bound(dialect, values)) for statement, values in calls]


@contextlib.contextmanager
def told(dialect: Dialect) -> Iterator[None]:
    """What a driver raises, as SQLAlchemy would raise it."""
    driver: Any = dialect.loaded_dbapi
    try:
        yield
    except driver.Error as error:
        raise DBAPIError.instance(None, None, error, driver.Error, dialect=dialect) from error


def _compile(statement: ClauseElement, dialect: Dialect) -> tuple[str, Bind]:
    """A statement's text, and its values in the order in which the text has them."""
    compiled: Any = statement.compile(dialect=dialect)
    fixed = {name: value for name, value in compiled.params.items() if value is not None}
    order = compiled.positiontup
    if fixed or len(order) < 2:
        return str(compiled), lambda values: [values[name] if name in values else fixed[name] for name in order]
    return str(compiled), itemgetter(*order)


def joinable(calls: Sequence[Call]) -> bool:
    """Whether writes can be made as a single statement."""
    return len(calls) <= FEW and all(statement.inserts for statement, _ in calls[:-1])


def statement_of(dialect: Dialect, guard: Call, calls: Sequence[Call]) -> tuple[str, list[Any]]:
    """A guard and its writes as a single statement, and its values."""
    bound = [statement.bound(dialect, values) for statement, values in (guard, *calls)]
    return _joined(*(text for text, _ in bound)), [value for _, given in bound for value in given]


@functools.cache
def _repeated(text: str, times: int) -> str:
    """A statement of one row that is selected from nothing as one of several."""
    head, select, rest = text.partition("SELECT")
    row, named, tail = rest.partition(f") AS {GIVEN}")
    return f"{head}{' UNION ALL '.join([select + row] * times)}{named}{tail}"


@functools.cache
def _joined(guard: str, *texts: str) -> str:
    """An update, insertions and a selection as one statement that does nothing unless the update finds its row."""
    *insertions, last = texts
    parts = [f"w{i} AS ({text} FROM moved)" for i, text in enumerate(insertions)]
    return f"WITH moved AS ({guard} RETURNING 1), {', '.join(parts)} {last} FROM moved"
