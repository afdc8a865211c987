"""What a table says aloud to somebody: stake, calls, gain or loss, balance, decision."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tapete.engine.calls import spoken
from tapete.engine.meter import BOOKS
from tapete.engine.places import BANK, CAGE, CHIPS, FELT, POT, PRISON, bet_of, chips, place
from tapete.engine.requests import Announce, Down, Move
from tapete.engine.transcript import Entry, In, Rewind
from tapete.engine.views import View
from tapete.i18n import gettext as _
from tapete.i18n import money
from tapete.law.sections import BankRulebook
from tapete.web.tables.telling import bet_name

NOBODY = ("chance", "script", BOOKS)
CROUPIER = "croupier"
SLOTS = 6  # lines that what somebody did may bring about
LAID = (FELT, POT, PRISON)


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
    lines: list[Line] = []
    steps = _steps(entries)
    for step, won in reversed([*zip(steps, _results(steps, me), strict=True)]):
        lines = [*_said(rules, step, me, purse, won), *lines]
        purse -= _gain(step.entries, chips(me))
    return lines


def _results(steps: Sequence[Step], me: str) -> Iterator[int | None]:
    """What each step brings somebody; nothing where none of their chips are settled. A pot is once it is given away."""
    put = 0
    for step in steps:
        moves = [entry for entry in step.entries if isinstance(entry, Move)] if me else []
        passed = [cents for cents in (_passed(move, me) for move in moves) if cents]
        put += sum(move.cents for move in moves if place(move.dst).zone.name == POT and place(move.src).who == me)
        if put and any(place(move.src).zone.name == POT and place(move.dst).zone.name == CHIPS for move in moves):
            passed.append(-put)
            put = 0
        yield sum(passed) if passed else None


def _steps(entries: Sequence[Entry]) -> list[Step]:
    """A log by what people did, without what was taken back."""
    steps = [Step(0, [])]
    inputs: list[int] = []
    for n, entry in enumerate(entries):
        if isinstance(entry, Rewind):
            kept = inputs[entry.to] if entry.to < len(inputs) else len(entries)
            steps = [step for step in steps if step.n < kept] or [Step(0, [])]
            del inputs[entry.to :]
        elif isinstance(entry, In):
            inputs.append(n)
            if entry.who not in NOBODY:
                steps.append(Step(n, []))
        steps[-1].entries.append(entry)
    return steps


def asked(view: View, entries: Sequence[Entry], me: str, waits: str, cards: Sequence[str]) -> Iterator[Line]:
    """A decision of one's own, with the cards that one sees; before a stake, cards that were laid only just now."""
    step = _steps(entries)[-1]
    decides = CROUPIER not in view.actors
    if me in view.actors and (decides or any(map(_lays, step.entries))):
        words = [f"{waits}.", *cards] if decides else cards
        if words:
            yield Line(step.n * SLOTS + SLOTS - 1, " ".join(words))


def _lays(entry: Entry) -> bool:
    """Whether a card came to lie somewhere, or was turned."""
    return isinstance(entry, Down) or (isinstance(entry, In) and entry.to.startswith(("card:", "show:")))


def _said(rules: BankRulebook, step: Step, me: str, purse: int, won: int | None) -> Iterator[Line]:
    n, entries = step.n * SLOTS, step.entries
    moves = [entry for entry in entries if isinstance(entry, Move)] if me else []
    own = " ".join(_laid(rules, moves, me, settles=won is not None))
    balance = _("You have %(amount)s.") % {"amount": money(purse)}
    if own:
        yield Line(n, own)
    if own and won is None:
        yield Line(n + 1, balance)
    calls = " ".join(spoken(rules, entry) for entry in entries if isinstance(entry, Announce))
    if calls:
        yield Line(n + 2, calls, "es")
    if won is not None:
        yield Line(n + 3, _result(won))
        yield Line(n + 4, balance)


def _result(won: int) -> str:
    if won > 0:
        return _("You win %(amount)s.") % {"amount": money(won)}
    return _("You lose %(amount)s.") % {"amount": money(-won)} if won else _("You win and lose as much.")


def _laid(rules: BankRulebook, moves: Sequence[Move], me: str, settles: bool) -> Iterator[str]:
    """Chips of one's own that were put somewhere by hand, or taken back where nothing was settled."""
    for move in moves:
        (src, giver, spot), (dst, taker, on) = place(move.src), place(move.dst)
        bet = spot or on
        words = {
            "amount": money(move.cents),
            "bet": bet_name(rules, bet) if bet_of(bet) in rules.bets else "",
        }
        if (src.name, giver) == (CHIPS, me) and dst.name in LAID:
            yield _("%(amount)s on %(bet)s.") % words if words["bet"] else _("You put in %(amount)s.") % words
        elif (src.name, giver) == (CHIPS, me) and move.dst == BANK:
            yield _("You pay %(amount)s.") % words
        elif (dst.name, taker) == (CHIPS, me) and src.name == FELT and giver == me and not settles:
            yield _("%(amount)s back from %(bet)s.") % words if words["bet"] else _("%(amount)s back.") % words


def _passed(move: Move, me: str) -> int:
    """What a move brings somebody from others, or takes from them, of what was staked."""
    (src, giver, _spot), (dst, taker, _on) = place(move.src), place(move.dst)
    if CAGE in (move.src, move.dst) or (giver == taker == me) or dst.name == POT:
        return 0
    if taker == me:
        return move.cents
    return -move.cents if giver == me and src.name != CHIPS else 0


def _gain(entries: Sequence[Entry], own: str) -> int:
    moves = [entry for entry in entries if isinstance(entry, Move)]
    return sum(move.cents * ((move.dst == own) - (move.src == own)) for move in moves)
