"""What is said and shown where tickets are sold: the board of numbers that are out, and things that were won."""

from collections.abc import Sequence

from tapete.engine.record import until_input
from tapete.engine.requests import Announce
from tapete.engine.settings import Settings
from tapete.engine.transcript import Entry, In
from tapete.errors import Said
from tapete.games.papeletas.rules import Rules, programme
from tapete.games.shared.felt.boards import Board, Square

VERBS = {"validate": Said("Validate")}
WAITING = {"stakes": Said("One may take part")}


def boards(rules: Rules, settings: Settings, entries: Sequence[Entry], who: str) -> list[Board]:  # noqa: ARG001
    """The numbers that have come out, in their order."""
    drawn = [entry for entry in until_input(entries[1:]) if isinstance(entry, In) and entry.to.startswith("drum:")]
    row = tuple(Square(str(entry.fell), marked=True) for entry in drawn[-30:])
    return [Board("numeros", str(len(drawn)), (row,), tickets=True)] if row else []


def given(rules: Rules, settings: Settings, entries: Sequence[Entry]) -> list[tuple[str, str, str]]:
    """The prizes that are things, with whose ticket won each."""
    lots = {name: lot for name, lot in programme(rules, settings).ranked if not lot.cash}
    calls = [entry for entry in until_input(entries[1:]) if isinstance(entry, Announce) and entry.call == "drawn"]
    return [
        (who, lots[name].name, lots[name].article)
        for name, _number, who in (call.args for call in calls)
        if name in lots
    ]
