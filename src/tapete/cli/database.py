"""Where a casino is: the option by which commands are told, and its floor to read from."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter, Token

from tapete.errors import TapeteError

if TYPE_CHECKING:
    from tapete.floor import Floor

SQLITE = "sqlite:///"
HERE = f"{SQLITE}tapete.db"


def located(_: Any, tokens: Sequence[Token]) -> str:
    """A database as it is opened: a file, which has a folder or an ending, is one of SQLite's."""
    text = tokens[0].value
    return SQLITE + text if ":" not in text and ("/" in text or "." in text) else text


HELP = "A file, or postgresql://USER@HOST/NAME; tapete.db in this folder if not given."
Located = Annotated[str, Parameter(converter=located)]
Database = Annotated[Located, Parameter(help=HELP, show_default=False)]


@contextmanager
def casino(database: str) -> "Iterator[Floor]":
    """The floor of a casino; one that is not there is not made by looking for it."""
    from tapete.floor import Floor

    file = database.removeprefix(SQLITE)
    if file != database and not (Path(file).is_file() and Path(file).stat().st_size):
        raise TapeteError(f"there is no casino in {file}: `tapete serve` makes one")
    with Floor(database) as floor:
        yield floor
