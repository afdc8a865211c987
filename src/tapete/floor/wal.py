"""The files beside SQLite's own: `-wal`, which has what is not in it yet, and `-open`, there while it is open."""

import contextlib
import sqlite3
import time
from pathlib import Path

from tapete.errors import TapeteError

RESTARTS = 1_000_000  # how often a `-wal` may have begun again since its database was opened
LOOKS, LOOK_SECONDS = 40, 0.05  # how long somebody else's opening or closing may take


class Beside:
    """What lies beside a database: a casino is opened with its own `-wal`, and marked as open until it is closed.

    Left open by a crash, a casino without its `-wal` would start with what was lost missing, and nobody would see it.
    """

    def __init__(self, file: Path) -> None:
        self.file, self.wal, self.mark = file, Path(f"{file}-wal"), Path(f"{file}-open")

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
        if self.wal.exists() and self.wal.stat().st_size and not self._whole():
            raise TapeteError("{wal} is not that of {file}: put the right one there", wal=self.wal.name, file=self.file)
        with contextlib.suppress(OSError):  # what cannot be written is said when it is written to
            self.mark.touch()

    def _lost(self) -> bool:
        """Whether it was left open without its `-wal`: one that another process just opens or closes has it soon."""
        for _ in range(LOOKS):
            if not self.mark.exists() or not self.file.exists() or not self.file.stat().st_size or self.wal.exists():
                return False
            time.sleep(LOOK_SECONDS)
        return True

    def _whole(self) -> bool:
        """Whether what lies beside the database is its own, and both are sound together.

        They are only read: whoever could write would put the one into the other when leaving.
        """
        marked = self.mark.read_text() if self.mark.exists() else ""
        if marked and (self._salt() - int(marked, 16)) % (1 << 32) >= RESTARTS:
            return False
        try:
            with contextlib.closing(sqlite3.connect(f"{self.file.absolute().as_uri()}?mode=ro", uri=True)) as raw:
                return bool(raw.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
        except sqlite3.OperationalError:
            return True  # locked or unreadable: that is said by whoever opens it
        except sqlite3.DatabaseError:
            return False

    def written(self) -> None:
        """Notes the number of its `-wal`: one made anew takes any, and each time that it begins again the next."""
        with contextlib.suppress(OSError):
            self.mark.write_text(f"{self._salt():08x}")

    def _salt(self) -> int:
        with self.wal.open("rb") as file:
            return int.from_bytes(file.read(32)[16:20], "big")

    def close(self) -> None:
        """Whoever closes it last has written all of it."""
        if not self.wal.exists():
            self.mark.unlink(missing_ok=True)
