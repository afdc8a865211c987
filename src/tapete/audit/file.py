"""A file to be checked: a description, a tournament, a casino or a table; what it is, every breach in it."""

from typing import Any, NamedTuple

from tapete.audit import casino, table, tournament
from tapete.audit.breach import Breach
from tapete.audit.described import described, is_description


class Checked(NamedTuple):
    """What a file is of; of a description also what it is, each part with its article; and every breach."""

    about: dict[str, Any]
    is_: tuple[tuple[str, str], ...] | None
    breaches: list[Breach]

    def as_json(self) -> dict[str, Any]:
        """The object that `tapete check --json` prints."""
        described = self.is_ is not None
        is_ = {"is": [{"what": what, "article": article} for what, article in self.is_ or ()]} if described else {}
        found = [breach.as_json() for breach in self.breaches]
        return {**self.about, **is_, "legal": not found, "breaches": found}


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
        return Checked({"region": house.region, "tables": len(house.tables)}, None, casino.check_casino(house))
    one = table.parse(data, file)
    return Checked({"game": one.game, "region": one.region}, None, table.check_written(one))
