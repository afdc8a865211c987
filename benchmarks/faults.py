"""Workers killed at random moments under 50 tables: nothing acknowledged is lost, nothing is done or paid twice.

    ./tapete run python -m benchmarks.faults 1000
    TAPETE_TEST_POSTGRES=postgresql+psycopg://… ./tapete run python -m benchmarks.faults 200 postgresql

Then what a disk, a file and a server can do besides: full, read-only, locked, two servers on one file, and with
PostgreSQL connections cut in the middle of a transaction. Tests have a smaller number of each (`test_floor_faults`).
"""

import sqlite3
import sys
import tempfile
import threading
import time
from pathlib import Path

from sqlalchemy import text
from tests.test_floor import database
from tests.test_floor_faults import Trial

from tapete.errors import TapeteError
from tapete.floor import Floor

EVERY = 50  # kills between two looks at all the books


def killed(kind: str, kills: int, tables: int = 50) -> None:
    """So many kills, and the books after them."""
    with tempfile.TemporaryDirectory() as folder, database(kind, Path(folder)) as url:
        trial, start = Trial(url, Path(folder), tables), time.perf_counter()
        for kill in range(1, kills + 1):
            trial.kill()
            if kill % EVERY == 0 or kill == kills:
                trial.check()
        done, seconds = sum(trial.played().values()), time.perf_counter() - start
        print(f"  {kind}: {kills:,} kills under {tables} tables in {seconds:,.0f} s, {done:,} changes, nothing lost")
        trial.floor.close()


def hindered(trial: Trial, what: str) -> None:
    """Whatever is refused changes nothing, and what comes after it is done."""
    refused = done = 0
    before = trial.played()
    for table in before:
        try:
            trial.floor.rounds.open_round(table, trial.director, f"{what} {table}")
            done += 1
        except TapeteError:
            refused += 1
    print(f"  {what}: {refused} commands refused, {done} done")


def disk(folder: Path) -> None:
    """A disk that is full, then is not: SQLite itself is told to have no more pages."""
    trial = Trial(f"sqlite:///{folder}/full.db", folder, 4)
    with trial.floor.db.write() as conn:
        pages = conn.exec_driver_sql("PRAGMA page_count").scalar_one()
    writer = trial.floor.db._writer
    assert writer is not None
    raw = writer.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)
    raw.execute(f"PRAGMA max_page_count = {pages}")
    hindered(trial, "disk full")
    raw.execute("PRAGMA max_page_count = 1073741823")
    raw.execute("PRAGMA query_only = ON")
    hindered(trial, "read-only")
    raw.execute("PRAGMA query_only = OFF")
    hindered(trial, "neither")
    trial.check()
    trial.floor.close()


def locked(folder: Path) -> None:
    """Another program that holds the file for a while, and a second server on it."""
    trial = Trial(f"sqlite:///{folder}/locked.db", folder, 4)
    other = sqlite3.connect(folder / "locked.db", isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    threading.Timer(1.0, other.execute, ["ROLLBACK"]).start()
    hindered(trial, "locked")
    with Floor(f"sqlite:///{folder}/locked.db") as second:
        for table in trial.played():
            second.rounds.void(table, trial.director, "two servers", f"void {table}")
            trial.floor.rounds.open_round(table, trial.director, f"again {table}")
    trial.check()
    print("  two servers on one file: agreed")
    trial.floor.close()


def cut(folder: Path) -> None:
    """Connections to PostgreSQL that its server ends, as when it is restarted."""
    with database("postgresql", folder) as url:
        trial = Trial(url, folder, 4)
        with Floor(url) as other, other.db.write() as conn:
            conn.execute(text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"))
        hindered(trial, "connections cut")
        hindered(trial, "made again")
        trial.check()
        trial.floor.close()


def main(kills: int = 20, kind: str = "sqlite") -> None:
    """All of it."""
    killed(kind, kills)
    for part in (cut,) if kind == "postgresql" else (disk, locked):
        with tempfile.TemporaryDirectory() as folder:
            part(Path(folder))


if __name__ == "__main__":
    given = sys.argv[1:]
    main(int(given[0]) if given else 20, given[1] if len(given) > 1 else "sqlite")
