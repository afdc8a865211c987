"""Where a casino is: the option by which commands are told, and its floor to read from."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from tapete.errors import TapeteError

if TYPE_CHECKING:
    from tapete.floor import Floor

HERE = "sqlite:///tapete.db"
WHERE = Parameter(help="sqlite:///FILE or postgresql://USER@HOST/NAME; tapete.db in this folder if not given.")
Database = Annotated[str, WHERE]


@contextmanager
def casino(database: str) -> "Iterator[Floor]":
    """The floor of a casino; one that is not there is not made by looking for it."""
    from tapete.floor import Floor

    file = Path(database.removeprefix("sqlite:///"))
    if database.startswith("sqlite:///") and not (file.is_file() and file.stat().st_size):
        raise TapeteError(f"there is no casino in {file}: `tapete serve` makes one")
    with Floor(database) as floor:
        yield floor
