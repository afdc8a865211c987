"""Workers killed at random moments under 50 tables: nothing acknowledged is lost, nothing is done or paid twice.

    ./tapete run python -m benchmarks.faults --share 1

kills 1,000 times on SQLite and, where TAPETE_TEST_POSTGRES holds a server's URL, 200 times on PostgreSQL. Then what a
disk, a file and a server can do besides: full, read-only, locked, two servers on one file; with PostgreSQL connections
cut, and a server of its own that is stopped at once and started again while tables play, where its programs are
installed. Tests have a smaller number of each (`test_floor_faults`).
"""

import os
import shutil
import sqlite3
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from sqlalchemy import text
from tests.test_floor import database
from tests.test_floor_faults import Trial

from benchmarks.measure import share_asked
from tapete.errors import TapeteError
from tapete.floor import Floor

KILLS = {"sqlite": 1000, "postgresql": 200}
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


class Held(Trial):
    """Tables whose names are known without asking."""

    def __init__(self, url: str, folder: Path) -> None:
        super().__init__(url, folder, tables=4)
        self.tables = list(self.played())


def hindered(trial: Held, what: str) -> None:
    """Whatever is refused changes nothing, and what comes after it is done."""
    refused = done = 0
    for table in trial.tables:
        for player in trial.players:
            try:
                trial.floor.seats.buy_in(player, table, 10_000, f"{what} {table}")
                done += 1
            except TapeteError:
                refused += 1
    print(f"  {what}: {refused} commands refused, {done} done")


def disk(folder: Path) -> None:
    """A disk that is full, then is not: SQLite itself is told to have no more pages."""
    trial = Held(f"sqlite:///{folder}/full.db", folder)
    with trial.floor.db.write() as conn:
        pages = conn.exec_driver_sql("PRAGMA page_count").scalar_one()
    writer = trial.floor.db._writer
    assert writer is not None
    raw = writer.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)
    raw.execute(f"PRAGMA max_page_count = {pages}")
    for i in range(10):
        hindered(trial, f"disk filling, {i}")
    raw.execute("PRAGMA max_page_count = 1073741823")
    raw.execute("PRAGMA query_only = ON")
    hindered(trial, "read-only")
    raw.execute("PRAGMA query_only = OFF")
    hindered(trial, "neither")
    trial.check()
    trial.floor.close()


def locked(folder: Path) -> None:
    """Another program that holds the file for a while, and a second server on it."""
    trial = Held(f"sqlite:///{folder}/locked.db", folder)
    other = sqlite3.connect(folder / "locked.db", isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    threading.Timer(1.0, other.execute, ["ROLLBACK"]).start()
    hindered(trial, "locked")
    with Floor(f"sqlite:///{folder}/locked.db") as second:
        for table in trial.tables:
            trial.floor.rounds.open_round(table, trial.director, f"open {table}")
            second.rounds.void(table, trial.director, "two servers", f"void {table}")
            trial.floor.rounds.open_round(table, trial.director, f"again {table}")
    trial.check()
    print("  two servers on one file: agreed")
    trial.floor.close()


def cut(folder: Path) -> None:
    """Connections to PostgreSQL that its server ends, as when it is restarted."""
    with database("postgresql", folder) as url:
        trial = Held(url, folder)
        with Floor(url) as other, other.db.write() as conn:
            others = "datname = current_database() AND pid <> pg_backend_pid()"
            conn.execute(text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}"))
        hindered(trial, "connections cut")
        hindered(trial, "made again")
        trial.check()
        trial.floor.close()


def restarted(folder: Path) -> None:
    """A server of PostgreSQL that is stopped as by a power cut, and started again, while workers play on."""
    programs = max(Path("/usr/lib/postgresql").glob("*/bin"), default=None)
    if programs is None or os.getuid() != 0:
        print("  PostgreSQL restarted: not tried, it takes its programs and a root who can lend them to somebody else")
        return
    data = folder / "server"
    data.mkdir()
    shutil.chown(data, "postgres")
    folder.chmod(0o755)

    def run(program: str, *args: str) -> None:
        command = ["runuser", "-u", "postgres", "--", str(programs / program), *args]
        subprocess.run(command, check=True, cwd=data, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def turn(how: str, *more: str) -> None:
        socket = f"-k {data} -c listen_addresses="
        run("pg_ctl", "-D", f"{data}/db", "-w", "-l", f"{data}/log", "-o", socket, *more, how)

    run("initdb", "-D", f"{data}/db", "--auth=trust", "--username=tapete", "--encoding=UTF8", "--locale=C.UTF-8")
    turn("start")
    try:
        run("createdb", "-h", str(data), "-U", "tapete", "tapete")
        trial = Held(f"postgresql://tapete@/tapete?host={data}", folder)
        for i in range(5):
            cutting = threading.Timer(0.05, turn, ["restart", "-m", "immediate"])
            cutting.start()
            hindered(trial, f"PostgreSQL restarting, {i}")
            cutting.join()
        hindered(trial, "PostgreSQL restarted")
        trial.check()
        trial.floor.close()
    finally:
        turn("stop", "-m", "immediate")


def main(share: float = 0.02) -> None:
    """A share of all kills, and the rest."""
    for kind, kills in KILLS.items():
        if kind == "sqlite" or "TAPETE_TEST_POSTGRES" in os.environ:
            killed(kind, max(1, round(share * kills)))
    parts = (disk, locked, *((cut,) if "TAPETE_TEST_POSTGRES" in os.environ else ()), restarted)
    for part in parts:
        with tempfile.TemporaryDirectory() as folder:
            part(Path(folder))


if __name__ == "__main__":
    main(share_asked(0.02))
