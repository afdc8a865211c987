"""What fell in a table's last rounds, as the board above a wheel shows it."""

import functools
from typing import NamedTuple

from tapete.engine.requests import Announce, Move
from tapete.engine.transcript import End, Entry, In, Rewind, decode
from tapete.floor.course import last_fall
from tapete.floor.store import Floor
from tapete.games.shared.felt.results import Result
from tapete.wording import word


class Fallen(NamedTuple):
    """What fell in a round, as it is called and coloured."""

    round: int
    text: str
    colour: str

    @classmethod
    def of(cls, round: int, result: Result) -> "Fallen":
        """The same in the reader's words."""
        return cls(round, word(result.text), result.colour)


class Summary(NamedTuple):
    """A finished round in short: what fell, the last call, and the most that moved at once."""

    fell: str
    called: Announce | None
    greatest: int
    void: bool


@functools.lru_cache(maxsize=20_000)
def summary(floor: Floor, table_id: str, number: int, hash: str) -> Summary:  # noqa: ARG001
    """A finished round in short. Its hash is part of the question, since a round may still be voided."""
    return summarised([decode(line) for line in floor.history.lines(table_id, number)])


def summarised(entries: list[Entry]) -> Summary:
    """A round in short, from its entries."""
    inputs: list[In] = []
    called: Announce | None = None
    greatest, void = 0, False
    for entry in entries:
        match entry:
            case In():
                inputs.append(entry)
            case Rewind():
                del inputs[entry.to :]
            case Announce():
                called = entry
            case Move():
                greatest = max(greatest, entry.cents)
            case End():
                void = bool(entry.void)
    return Summary(last_fall(inputs), called, greatest, void)
