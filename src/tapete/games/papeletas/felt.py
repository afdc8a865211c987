"""What is said and shown where tickets are sold: the board of numbers that are out."""

from collections.abc import Sequence

from tapete.engine.record import until_input
from tapete.engine.settings import Settings
from tapete.engine.transcript import Entry, In
from tapete.errors import Said
from tapete.games.papeletas.rules import Rules
from tapete.games.shared.felt.boards import Board, Square

VERBS = {"validate": Said("Validate")}


def boards(rules: Rules, settings: Settings, entries: Sequence[Entry], who: str) -> list[Board]:  # noqa: ARG001
    """The numbers that have come out, in their order."""
    drawn = [entry for entry in until_input(entries[1:]) if isinstance(entry, In) and entry.to.startswith("drum:")]
    row = tuple(Square(str(entry.fell), marked=True) for entry in drawn[-30:])
    return [Board("numeros", str(len(drawn)), (row,))] if row else []
