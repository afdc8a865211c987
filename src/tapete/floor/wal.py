"""The files beside SQLite's own: `-wal`, which has what is not in it yet, and `-open`, there while it is open."""

import contextlib
import os
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from tapete.errors import TapeteError

RESTARTS = 1_000_000  # how often a `-wal` may have begun again since its database was opened
LOOKS, LOOK_SECONDS = 40, 0.05  # how long somebody else's opening or closing may take
COUNT = 1 << 31  # commits are counted so far, and then from 0 again
COUNTED_AT = 60  # where SQLite's file has the number that is its user's
WIDTH = 8  # digits of a number in the mark


class Marked(NamedTuple):
    """What was marked: the number of the `-wal`, and the last commit that anybody was told of."""

    salt: int
    commit: int | None = None


class Beside:
    """What lies beside a database: a casino is opened with its own `-wal`, and marked as open until it is closed.

    Left open by a crash, a casino without its `-wal` would start with what was lost missing, and nobody would see it.
    So every commit has a number, which is written to the database by itself and noted in the mark once it is there: a
    database that has the number of the mark has all that anybody was told of, whoever took its `-wal` away.
    """

    def __init__(self, file: Path) -> None:
        self.file, self.wal, self.mark = file, Path(f"{file}-wal"), Path(f"{file}-open")
        self._commit = 0
        self._noting: int | None = None

    def open(self) -> None:
        """Refuses a database that was left open and has lost its `-wal`, or that has another's."""
        if self._lost():
            raise TapeteError(
                "{wal} is missing, which has what was last written to {file}: put it back, or restore a backup; "
                "whoever wants to go on without it deletes {mark}",
                wal=self.wal.name,
                file=self.file,
                mark=self.mark.name,
            )
        marked = self._marked()
        if self.wal.exists() and self.wal.stat().st_size and not self._whole(marked):
            raise TapeteError("{wal} is not that of {file}: put the right one there", wal=self.wal.name, file=self.file)
        if self.wal.exists() and self._short(marked):
            raise TapeteError(
                "{wal} lacks what was last written to {file}: put the whole one there, or restore a backup; "
                "whoever wants to go on without it deletes {mark}",
                wal=self.wal.name,
                file=self.file,
                mark=self.mark.name,
            )
        with contextlib.suppress(OSError):  # what cannot be written is said when it is written to
            self.mark.touch()

    def _lost(self) -> bool:
        """Whether it was left open without its `-wal`: one that another process just opens or closes has it soon."""
        for _ in range(LOOKS):
            if not self.mark.exists() or not self.file.exists() or not self.file.stat().st_size or self.wal.exists():
                return False
            if self._has_all(self._marked()):
                return False
            time.sleep(LOOK_SECONDS)
        return True

    def _marked(self) -> Marked | None:
        """What the mark says; earlier releases marked no commit."""
        words = self.mark.read_text().split() if self.mark.exists() else []
        return Marked(*(int(word, 16) for word in words)) if words else None

    def _has_all(self, marked: Marked | None) -> bool:
        """Whether the file itself has the last commit that was noted: some other program put its `-wal` into it."""
        if marked is None or marked.commit is None:
            return False
        with self.file.open("rb") as file:
            file.seek(COUNTED_AT)
            return _reaches(int.from_bytes(file.read(4), "big"), marked.commit)

    def _short(self, marked: Marked | None) -> bool:
        """Whether the database with its `-wal` has less than the last commit that was noted: the end of it is gone."""
        if marked is None or marked.commit is None:
            return False
        try:
            with contextlib.closing(self._read_only()) as raw:
                return not _reaches(raw.execute("PRAGMA user_version").fetchone()[0], marked.commit)
        except sqlite3.OperationalError:
            return False  # as below

    def _read_only(self) -> sqlite3.Connection:
        return sqlite3.connect(f"{self.file.absolute().as_uri()}?mode=ro", uri=True)

    def _whole(self, marked: Marked | None) -> bool:
        """Whether what lies beside the database is its own, and both are sound together.

        They are only read: whoever could write would put the one into the other when leaving.
        """
        if marked and (self._salt() - marked.salt) % (1 << 32) >= RESTARTS and not self._has_all(marked):
            return False
        try:
            with contextlib.closing(self._read_only()) as raw:
                return bool(raw.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
        except sqlite3.OperationalError:
            return True  # locked or unreadable: that is said by whoever opens it
        except sqlite3.DatabaseError:
            return False

    def written(self) -> None:
        """Notes the number of its `-wal`: one made anew takes any, and each time that it begins again the next."""
        with contextlib.suppress(OSError):
            self._noting = os.open(self.mark, os.O_RDWR | os.O_CREAT, 0o644)
            os.pwrite(self._noting, f"{self._salt():0{WIDTH}x} {self._commit:0{WIDTH}x}".encode(), 0)

    def count(self, run: Callable[[str], Any]) -> None:
        """Gives a transaction its number, as the last thing that it writes."""
        self._commit = (run("PRAGMA user_version").fetchone()[0] + 1) % COUNT
        run(f"PRAGMA user_version = {self._commit}")

    def committed(self) -> None:
        """Notes that the transaction that was counted is written. A machine that stops at once may forget the note."""
        if self._noting is not None:
            with contextlib.suppress(OSError):
                os.pwrite(self._noting, f"{self._commit:0{WIDTH}x}".encode(), WIDTH + 1)

    def _salt(self) -> int:
        with self.wal.open("rb") as file:
            return int.from_bytes(file.read(32)[16:20], "big")

    def close(self) -> None:
        """Whoever closes it last has written all of it."""
        if self._noting is not None:
            os.close(self._noting)
            self._noting = None
        if not self.wal.exists():
            self.mark.unlink(missing_ok=True)


def _reaches(commit: int, other: int) -> bool:
    """Whether a commit is another one or after it, as they are counted."""
    return (commit - other) % COUNT < COUNT // 2
