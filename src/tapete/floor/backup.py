"""A casino in a file: all of its database of one moment while tables play, and put back whole, and proved, elsewhere.

The file is the same from either kind of database and goes into either. Sessions, links and attempts stay behind. One
of an earlier release is put into a database as that one had it, which is then brought up to this one as any other is.
"""

import gzip
import hashlib
import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, MetaData, Table, func, insert, select, text

from tapete.errors import TapeteError, reason
from tapete.floor.books import Discrepancy
from tapete.floor.connection import Database, versions
from tapete.floor.schema import metadata
from tapete.floor.store import Floor

FORMAT = "tapete backup 1"
FILLED = ("accounts", "game_tables")  # where there is a casino
PASSING = ("sessions", "links", "attempts")
AT_ONCE = 500
PACKED = 6  # of gzip's nine: a file a thirtieth larger than the smallest, in a third of the time


class Kept(NamedTuple):
    """What a backup holds: rows by table, the sum of its lines, and the version of its database."""

    rows: dict[str, int]
    sum: str
    version: str


def tables() -> list[Table]:
    """What is kept, each after what it refers to."""
    return [table for table in metadata.sorted_tables if table.name not in PASSING]


def backup(db: Database, file: Path) -> Kept:
    """Writes a database of one moment to a file, which is there whole or not at all."""
    draft = file.with_name(file.name + ".part")
    counted: dict[str, int] = {}
    total = hashlib.sha256()
    try:
        with db.read() as conn, gzip.open(draft, "wt", PACKED, encoding="utf-8") as out:
            version = _version(conn)
            for line in _lines(conn, version, counted):
                total.update(line.encode() + b"\n")
                out.write(line + "\n")
            out.write(json.dumps({"sum": total.hexdigest(), "rows": counted}) + "\n")
        draft.replace(file)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise TapeteError("{file} cannot be written: {why}", file=file, why=error.strerror) from None
    return Kept(counted, total.hexdigest(), version)


def _version(conn: Connection) -> str:
    return str(conn.execute(text("SELECT version_num FROM alembic_version")).scalar_one())


def _lines(conn: Connection, version: str, counted: dict[str, int]) -> Iterator[str]:
    yield json.dumps({"format": FORMAT, "version": version})
    for table in tables():
        counted[table.name] = 0
        for row in conn.execute(select(table).order_by(*table.primary_key)).mappings():
            counted[table.name] += 1
            yield json.dumps({"table": table.name, "row": dict(row)}, ensure_ascii=False)


def restore(url: str, file: Path) -> tuple[Kept, list[Discrepancy]]:
    """Puts a backup into an empty database, and checks books, chain and every round; what is wrong, if anything is."""
    kept = _proved(file)
    if kept.version not in versions():
        raise TapeteError("{file} is of another release: restore it with that one", file=file)
    with closing(Database(url, kept.version)) as db, db.write() as conn:
        there = MetaData()
        there.reflect(conn)
        _check_empty(conn, there, kept.version)
        _put_back(conn, there, file)
        if not db.sqlite:
            _count_on(conn, there)
    with Floor(url) as floor:
        with floor.db.read() as conn:
            rows = {
                table.name: conn.execute(select(func.count()).select_from(table)).scalar_one() for table in tables()
            }
        if any(rows[name] != count for name, count in kept.rows.items() if name != "editions"):
            raise TapeteError("not every row of {file} has been put back", file=file)
        return kept, floor.books.check()


def _proved(file: Path) -> Kept:
    """What a file says that it holds, once its lines have been found whole."""
    total, last = hashlib.sha256(), ""
    head: dict[str, Any] = {}
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            for line in lines:
                if last:
                    total.update(last.encode())
                head = head or json.loads(line)
                last = line
        end = json.loads(last)
    except (gzip.BadGzipFile, EOFError, ValueError):
        end = None
    except OSError as error:
        raise TapeteError("{file} cannot be read: {why}", file=file, why=reason(error)) from None
    if not isinstance(end, dict) or end.get("sum") != total.hexdigest() or head.get("format") != FORMAT:
        raise TapeteError("{file} is no backup of a casino, or not a whole one", file=file)
    return Kept(end["rows"], end["sum"], head["version"])


def _check_empty(conn: Connection, there: MetaData, version: str) -> None:
    """Nobody has an account, there is no table, and it was not made by a later release than what is put into it."""
    people = (conn.execute(select(func.count()).select_from(there.tables[name])).scalar_one() for name in FILLED)
    if any(people) or _version(conn) != version:
        raise TapeteError("there is a casino in this database: name an empty one to restore to")


def _put_back(conn: Connection, there: MetaData, file: Path) -> None:
    waiting: list[dict[str, Any]] = []
    table: Table | None = None
    if "editions" in there.tables:
        conn.execute(there.tables["editions"].delete())  # a release's own, which the backup has as it had them
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for line in map(json.loads, lines):
            of = there.tables[line["table"]] if "table" in line else None
            if table is not None and (of is not table or len(waiting) >= AT_ONCE):
                conn.execute(insert(table), waiting)
                waiting = []
            if of is not None:
                waiting.append(line["row"])
            table = of


def _count_on(conn: Connection, there: MetaData) -> None:
    """PostgreSQL numbers on from the highest that was put back."""
    for table in there.tables.values():
        if "id" in table.c and table.name != "rounds":
            top = select(func.coalesce(func.max(table.c.id), 0) + 1).scalar_subquery()
            conn.execute(select(func.setval(func.pg_get_serial_sequence(table.name, "id"), top, False)))
