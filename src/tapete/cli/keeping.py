"""`backup` and `restore`: a casino in a file, and back again."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from tapete.cli.database import HERE, Database, Located, casino
from tapete.cli.output import answer, say


def backup(file: Annotated[Path, Parameter(name="FILE")], /, *, database: Database = HERE) -> int:
    """Writes a casino to a file, of one moment, while its tables play.

    Parameters
    ----------
    file
        The file to write, as in casino.backup.gz; one of this name is replaced once the new one is whole.
    """
    from tapete.floor.backup import backup as write

    with casino(database) as floor:
        kept = write(floor.db, file)
    answer(kept._asdict(), lambda: say(f"{file}: {sum(kept.rows.values()):,} rows, SHA-256 {kept.sum}"))
    return 0


def restore(file: Annotated[Path, Parameter(name="FILE")], /, *, database: Located) -> int:
    """Puts a backup into an empty database of either kind, and proves it: books, chain, and every round replayed.

    Parameters
    ----------
    file
        A file that `tapete backup` wrote.
    database
        A file, or postgresql://USER@HOST/NAME, without a casino in it.
    """
    from tapete.floor.backup import restore as read

    kept, wrong = read(database, file)

    def shown() -> None:
        say(f"{sum(kept.rows.values()):,} rows are back; {'the books are right' if not wrong else 'not all is right'}.")
        for discrepancy in wrong:
            say(f"table {discrepancy.table_id}, round {discrepancy.round}: {discrepancy.what}")

    answer({**kept._asdict(), "wrong": [discrepancy._asdict() for discrepancy in wrong]}, shown)
    return 1 if wrong else 0
