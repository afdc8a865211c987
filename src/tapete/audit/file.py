"""A file to be checked: a description, a tournament, a casino or a table; what it is, every breach in it."""

from collections.abc import Callable
from typing import Any, NamedTuple

from tapete.audit import casino, table, tournament
from tapete.audit.breach import Breach
from tapete.audit.described import described, is_description
from tapete.errors import Said, TapeteError, alike
from tapete.validation import keys, unknown_key

MARKS = ("game", "tables", "tournament")  # by which a file is a table's, a casino's or a tournament's


class Checked(NamedTuple):
    """What a file is of; of a description also what it is, each part with its article; and every breach."""

    about: dict[str, Any]
    is_: tuple[tuple[str, str], ...] | None
    breaches: list[Breach]

    def as_json(self) -> dict[str, Any]:
        """The object that `tapete check --json` prints."""
        described = self.is_ is not None
        is_ = {"is": [{"what": what, "article": article} for what, article in self.is_ or ()]} if described else {}
        breaches = [breach.as_json() for breach in self.breaches]
        return {**self.about, **is_, "legal": not breaches, "breaches": breaches}


def checked(data: dict[str, Any], file: str) -> Checked:
    """What a file says against the law; what is wrong with the file itself is one line with file and key."""
    if tournament.is_tournament(data):
        held = tournament.parse(data, file)
        about = {"tournament": held.tournament, "game": held.game, "region": held.region}
        return Checked(about, None, tournament.check_tournament(held))
    if is_description(data):
        thing = described(data, file)
        return Checked({"game": thing.game, "region": thing.region}, thing.is_, thing.breaches)
    if casino.is_casino(data):
        house = casino.parse(data, file)
        breaches = _breaches(lambda: casino.check_casino(house), file)
        return Checked({"region": house.region, "tables": len(house.tables)}, None, breaches)
    _check_marks(data, file)
    if "game" not in data:
        raise TapeteError("{file}: game: missing; or [[tables]], if it is a casino", file=file)
    one = table.parse(data, file)
    return Checked({"game": one.game, "region": one.region}, None, _breaches(lambda: table.check_written(one), file))


def _check_marks(data: dict[str, Any], file: str) -> None:
    """Refuses a key that looks like one by which a file is known for what it is."""
    for key in data:
        close = alike(key, MARKS) if key not in keys(table.TableFile) else []
        if close:
            why = Said("{key}: {why}", key=key, why=unknown_key(key, close))
            raise TapeteError("{file}: {why}", file=file, why=why)


def _breaches(check: Callable[[], list[Breach]], file: str) -> list[Breach]:
    """What a check finds; a word in the file that the text does not know is said with the file."""
    try:
        return check()
    except TapeteError as error:
        raise TapeteError("{file}: {why}", file=file, why=error.text) from None
