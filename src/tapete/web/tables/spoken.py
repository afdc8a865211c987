"""What a table says aloud to somebody: their stake, the calls, what they won or lost, what they have, in this order."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tapete.engine.calls import spoken
from tapete.engine.meter import BOOKS
from tapete.engine.places import CAGE, chips, place
from tapete.engine.requests import Announce, Move
from tapete.engine.transcript import Entry, In, Rewind
from tapete.i18n import gettext as _
from tapete.i18n import money
from tapete.law.sections import BankRulebook
from tapete.web.tables.telling import bet_name

NOBODY = ("chance", "script", BOOKS)
LAID = ("felt", "pot", "prison")


class Line(NamedTuple):
    """Something to be said once: `n` grows with every line of a table; calls are in Spanish."""

    n: int
    text: str
    language: str = ""


class Step(NamedTuple):
    """What somebody did, by its place in the log, and all that followed from it."""

    n: int
    entries: list[Entry]


def lines(rules: BankRulebook, entries: Sequence[Entry], me: str, purse: int) -> list[Line]:
    """All that a round has to say to somebody who has so many chips now; a browser says what it has not said yet."""
    steps = _steps(entries)
    found: list[Line] = []
    for step in reversed(steps):
        found = [*_said(rules, step, me, purse), *found]
        purse -= _gain(step.entries, chips(me))
    return found


def _steps(entries: Sequence[Entry]) -> list[Step]:
    """A log by what people did, without what was taken back."""
    found = [Step(0, [])]
    inputs: list[int] = []
    for n, entry in enumerate(entries):
        if isinstance(entry, Rewind):
            kept = inputs[entry.to] if entry.to < len(inputs) else len(entries)
            found = [step for step in found if step.n < kept] or [Step(0, [])]
            del inputs[entry.to :]
        elif isinstance(entry, In):
            inputs.append(n)
            if entry.who not in NOBODY:
                found.append(Step(n, []))
        found[-1].entries.append(entry)
    return found


def _said(rules: BankRulebook, step: Step, me: str, purse: int) -> Iterator[Line]:
    n, entries = step.n * 4, step.entries
    moves = [entry for entry in entries if isinstance(entry, Move)] if me else []
    own = " ".join(_laid(rules, moves, me))
    if own:
        yield Line(n, own)
    calls = " ".join(spoken(rules, entry) for entry in entries if isinstance(entry, Announce))
    if calls:
        yield Line(n + 1, calls, "es")
    won = sum(_passed(move, me) for move in moves)
    paid = any(_passed(move, me) for move in moves)
    if paid:
        yield Line(n + 2, _result(won))
    if own or paid:
        yield Line(n + 3, _("You have %(amount)s.") % {"amount": money(purse)})


def _result(won: int) -> str:
    if won > 0:
        return _("You win %(amount)s.") % {"amount": money(won)}
    return _("You lose %(amount)s.") % {"amount": money(-won)} if won else _("You win and lose as much.")


def _laid(rules: BankRulebook, moves: Sequence[Move], me: str) -> Iterator[str]:
    """Chips of one's own that were put somewhere by hand, or taken back where nothing was settled."""
    settles = any(_passed(move, me) for move in moves)
    for move in moves:
        (src, giver, spot), (dst, taker, on) = place(move.src), place(move.dst)
        words = {"amount": money(move.cents), "bet": bet_name(rules, spot or on)}
        if (src.name, giver) == ("chips", me) and dst.name in LAID:
            yield _("%(amount)s on %(bet)s.") % words if words["bet"] else _("You put in %(amount)s.") % words
        elif (dst.name, taker) == ("chips", me) and src.name == "felt" and giver == me and not settles:
            yield _("%(amount)s back from %(bet)s.") % words


def _passed(move: Move, me: str) -> int:
    """What a move brings somebody from others, or takes from them, of what was staked."""
    (src, giver, _spot), (_zone, taker, _on) = place(move.src), place(move.dst)
    if CAGE in (move.src, move.dst) or (giver == taker == me):
        return 0
    if taker == me:
        return move.cents
    return -move.cents if giver == me and src.name != "chips" else 0


def _gain(entries: Sequence[Entry], own: str) -> int:
    moves = [entry for entry in entries if isinstance(entry, Move)]
    return sum(move.cents * ((move.dst == own) - (move.src == own)) for move in moves)
