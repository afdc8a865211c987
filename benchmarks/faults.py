"""Workers killed at random moments under 50 tables: nothing acknowledged is lost, nothing is done or paid twice.

    ./tapete run python -m benchmarks.faults --share 1

kills 1,000 times on SQLite and 200 times on PostgreSQL: that of TAPETE_TEST_POSTGRES, or one that is started for it
where its programs are installed. Then what a disk, a file and a server can do besides: full, read-only, locked, two
servers on one file, connections cut, a server that is stopped at once and started again while tables play. The last
line says all that was tried; whatever is lost ends it before, as a failure. Tests have a smaller number of each
(`test_floor_faults`).
"""

import contextlib
import os
import shutil
import sqlite3
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import text
from tests.test_floor import database
from tests.test_floor_faults import Trial

from benchmarks.measure import share_asked
from tapete.errors import TapeteError
from tapete.floor import Floor

KILLS = {"sqlite": 1000, "postgresql": 200}
EVERY = 50  # kills between two looks at all the books
RESTARTS = 5


PROGRAMS = max(Path("/usr/lib/postgresql").glob("*/bin"), default=None)


class Server:
    """A server of PostgreSQL of one's own, for as long as it is needed; root lends its programs to somebody else."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "server"
        self.url = f"postgresql://tapete@/tapete?host={self.data}"

    def __enter__(self) -> "Server":
        self.data.mkdir()
        shutil.chown(self.data, "postgres")
        self.data.parent.chmod(0o755)
        locale = ("--encoding=UTF8", "--locale=C.UTF-8")
        self._run("initdb", "-D", f"{self.data}/db", "--auth=trust", "--username=tapete", *locale)
        self.turn("start")
        self._run("createdb", "-h", str(self.data), "-U", "tapete", "tapete")
        return self

    def __exit__(self, *_: object) -> None:
        self.turn("stop", "-m", "immediate")

    def turn(self, how: str, *more: str) -> None:
        """Starts or stops it."""
        socket = f"-k {self.data} -c listen_addresses="
        self._run("pg_ctl", "-D", f"{self.data}/db", "-w", "-l", f"{self.data}/log", "-o", socket, *more, how)

    def _run(self, program: str, *args: str) -> None:
        assert PROGRAMS is not None
        command = ["runuser", "-u", "postgres", "--", str(PROGRAMS / program), *args]
        subprocess.run(command, check=True, cwd=self.data, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def own() -> bool:
    """Whether a server of one's own can be had."""
    return PROGRAMS is not None and os.getuid() == 0


def there(kind: str) -> bool:
    """Whether there is such a database."""
    return kind == "sqlite" or "TAPETE_TEST_POSTGRES" in os.environ or own()


@contextlib.contextmanager
def emptied(kind: str, folder: Path) -> Iterator[str]:
    """The URL of an empty database."""
    if kind == "sqlite" or "TAPETE_TEST_POSTGRES" in os.environ:
        with database(kind, folder) as url:
            yield url
    else:
        with Server(folder) as server:
            yield server.url


def killed(kind: str, kills: int, tables: int = 50) -> str:
    """So many kills, and the books after them."""
    with tempfile.TemporaryDirectory() as folder, emptied(kind, Path(folder)) as url:
        trial, start = Trial(url, Path(folder), tables), time.perf_counter()
        for kill in range(1, kills + 1):
            trial.kill()
            if kill % EVERY == 0 or kill == kills:
                trial.check()
                print(f"  {kind}: {kill:,} kills in {time.perf_counter() - start:,.0f} s", flush=True)
        done = sum(trial.played().values())
        trial.floor.close()
    return f"{kills:,} kills under {tables} tables on {kind} with {done:,} changes"


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


def disk(folder: Path) -> str:
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
    return "a disk full, then read-only"


def locked(folder: Path) -> str:
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
    trial.floor.close()
    return "a file locked, two servers on it"


def cut(folder: Path) -> str:
    """Connections to PostgreSQL that its server ends, as when it is restarted."""
    with emptied("postgresql", folder) as url:
        trial = Held(url, folder)
        with Floor(url) as other, other.db.write() as conn:
            others = "datname = current_database() AND pid <> pg_backend_pid()"
            conn.execute(text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}"))
        hindered(trial, "connections cut")
        hindered(trial, "made again")
        trial.check()
        trial.floor.close()
    return "connections cut"


def restarted(folder: Path) -> str:
    """A server of PostgreSQL that is stopped as by a power cut, and started again, while workers play on."""
    with Server(folder) as server:
        trial = Held(server.url, folder)
        for i in range(RESTARTS):
            cutting = threading.Timer(0.05, server.turn, ["restart", "-m", "immediate"])
            cutting.start()
            hindered(trial, f"PostgreSQL restarting, {i}")
            cutting.join()
        hindered(trial, "PostgreSQL restarted")
        trial.check()
        trial.floor.close()
    return f"PostgreSQL restarted {RESTARTS} times"


def main(share: float = 0.02) -> None:
    """A share of all kills, and the rest."""
    found = [killed(kind, max(1, round(share * kills))) for kind, kills in KILLS.items() if there(kind)]
    for part in (disk, locked, *((cut,) if there("postgresql") else ()), *((restarted,) if own() else ())):
        with tempfile.TemporaryDirectory() as folder:
            found.append(part(Path(folder)))
    print(f"  nothing lost: {', '.join(found)}")


if __name__ == "__main__":
    main(share_asked(__doc__, 0.02))
