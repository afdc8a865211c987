"""The books of a large house: a day of a hundred tables and a million lines closed, and their tallies in one query."""

import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import event, insert

from benchmarks.measure import Words, report
from tapete.audit.table import TableFile
from tapete.floor import Floor
from tapete.floor.roles import Account
from tapete.floor.schema import ledger, reckonings, rounds

TABLES, ROUNDS, LINES = 100, 1000, 10


def main() -> None:
    """Reads a day from SQLite: the work of certifying it, and what a floor page asks for."""
    with tempfile.TemporaryDirectory() as folder, Floor(f"sqlite:///{Path(folder)}/casino.db") as floor:
        director = floor.accounts.create("dora", "director")
        tables = [_table(floor, director, i) for i in range(TABLES)]
        _fill(floor, tables, director)
        today = datetime.now(UTC).date()
        start = time.perf_counter()
        found = floor.income.certify(director, today)
        took = time.perf_counter() - start
        assert (found.tables, found.cents) == (TABLES, TABLES * ROUNDS * (LINES // 2) * 100), found
        what = f"a day of {TABLES} tables, {TABLES * ROUNDS * LINES:,} lines, closed"
        report(what, took, "s", 5.0, "five seconds", more_is_better=False)
        with Counted(floor) as asked:
            start = time.perf_counter()
            tallies = floor.normal.tables()
            took = time.perf_counter() - start
        assert len(tallies) == TABLES and len(asked) == 1, asked
        what = f"the tallies of {TABLES} tables, {TABLES * ROUNDS:,} rounds, one query"
        report(what, took, "s", 1.0, "a second", more_is_better=False)


def _table(floor: Floor, director: Account, number: int) -> tuple[int, str]:
    file = TableFile.model_validate({"game": "ruleta-americana", "region": "extremadura", "minimum": "5"})
    table = floor.tables.open_table(director, file, True, f"table {number}")
    floor.tables.close_table(director, table.public_id, f"close {number}")
    return table.id, table.public_id


def _fill(floor: Floor, tables: list[tuple[int, str]], director: Account) -> None:
    """What a day leaves in the books, written at once: the bank wins a euro in every second line."""
    now = int(time.time() * 1000)
    for id, _ in tables:
        played = [_round(id, number, now) for number in range(1, ROUNDS + 1)]
        won = [_reckoned(id, number, now, director) for number in range(1, ROUNDS + 1)]
        lines = [_line(id, i) for i in range(ROUNDS * LINES)]
        last = len(lines) + 1
        total = ROUNDS * (LINES // 2) * 100
        lines.append({**_line(id, 0), "line": last, "n": None, "src": "bank", "dst": "cage", "cents": total})
        with floor.db.write() as conn:
            conn.execute(insert(rounds), played)
            conn.execute(insert(reckonings), won)
            conn.execute(insert(ledger), lines)


def _round(table: int, number: int, now: int) -> dict[str, Any]:
    when = {"opened": now, "ended": now}
    texts = {"players": "[]", "seed": "", "state": "finished", "hash": "", "fell": "7"}
    return {"id": table << 32 | number, "table_id": table, "number": number, "procedure": 2, **texts, **when}


def _reckoned(table: int, number: int, now: int, director: Account) -> dict[str, Any]:
    amounts = {"staked": 1000, "won": 500.0, "expected": 27.0, "variance": 1e6, "basis": 0, "why": ""}
    return {"table_id": table, "number": number, "at": now, "account_id": director.id, **amounts}


def _line(table: int, i: int) -> dict[str, Any]:
    src, dst = ("chips/ana", "felt/ana/rojo") if i % 2 else ("felt/ana/rojo", "bank")
    where = {"table_id": table, "line": i + 1, "round": i // LINES + 1, "n": i % LINES}
    return {**where, "src": src, "dst": dst, "cents": 100, "article": "1.2.4"}


class Counted:
    """The statements that are sent within it."""

    def __init__(self, floor: Floor) -> None:
        self.engine, self.asked = floor.db.engine, list[str]()

    def _note(self, *sent: Any) -> None:
        self.asked.append(sent[2])

    def __enter__(self) -> list[str]:
        event.listen(self.engine, "before_cursor_execute", self._note)
        return self.asked

    def __exit__(self, *error: object) -> None:
        event.remove(self.engine, "before_cursor_execute", self._note)


if __name__ == "__main__":
    Words(__doc__).parse_args()
    main()
