"""What a table says aloud to somebody: stake, calls, gain or loss, balance, decision."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tapete.engine.calls import spoken
from tapete.engine.meter import BOOKS
from tapete.engine.places import BANCA, BANK, CAGE, CHIPS, FELT, GARAGE, POT, PRISON, bet_of, chips, place
from tapete.engine.requests import Announce, Down, Move
from tapete.engine.transcript import End, Entry, In, Rewind
from tapete.engine.views import View
from tapete.games.shared.felt.circle import decides
from tapete.i18n import gettext as _
from tapete.i18n import money
from tapete.law.sections import BankRulebook
from tapete.web.tables.holding import Hand
from tapete.web.tables.telling import bet_name

NOBODY = ("chance", "script", BOOKS)
CROUPIER, INSPECTOR = "croupier", "inspector"
SLOTS = 6  # lines that what somebody did may bring about
LAID = (FELT, POT, PRISON, BANCA)
OWN = (FELT, PRISON, BANCA, GARAGE)  # where chips lie that may come back to whose they are


class Line(NamedTuple):
    """Something to be said once: `n` grows with every line of a table; calls are in Spanish."""

    n: int
    text: str
    language: str = ""


class Step(NamedTuple):
    """What somebody did, by its place in the log, and all that followed from it."""

    n: int
    entries: list[Entry]


def lines(
    rules: BankRulebook,
    entries: Sequence[Entry],
    me: str,
    purse: int,
    *,
    drawn: bool = False,
    given: Sequence[str] = (),
) -> list[Line]:
    """All that a round has to say to somebody who has so many chips now; a browser says what it has not said yet.

    Where prizes are `drawn` for, what was paid to take part is no loss before the round is over, and the things that it
    has `given` are told with what they cost.
    """
    lines: list[Line] = []
    steps = by_step(entries)
    results = [*_results(steps, me)]
    if drawn:
        brought = [cents for cents in results if cents is not None]
        over = brought and isinstance(entries[-1], End)
        results = [*[None] * (len(steps) - 1), sum(brought) if over else None]
    for step, won in reversed([*zip(steps, results, strict=True)]):
        lines = [*_said(rules, step, me, purse, _result(won, given)), *lines]
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


def by_step(entries: Sequence[Entry]) -> list[Step]:
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


def asked(view: View, entries: Sequence[Entry], me: str, waits: str, hands: Sequence[Hand]) -> Iterator[Line]:
    """A decision of one's own, with the cards that one sees; before a stake, cards that were laid only just now.

    While another decides of whom one may ask something, only cards that were turned just now are said.
    """
    step = by_step(entries)[-1]
    if decides(view.pending or "", [who for who in view.actors if who != INSPECTOR]) not in ("", me):
        turned = {entry.to.partition(":")[2] for entry in step.entries if isinstance(entry, In) and _lays(entry)}
        hands = [hand for hand in hands if turned & {hand.place, *view.slots.get(hand.place, ())}]
    cards = [hand.said for hand in hands if hand.said]
    decided = CROUPIER not in view.actors
    if me in view.actors and (decided or any(map(_lays, step.entries))):
        words = [f"{waits}.", *cards] if decided else cards
        if words:
            yield Line(step.n * SLOTS + SLOTS - 1, " ".join(words))


def _lays(entry: Entry) -> bool:
    """Whether a card came to lie somewhere, or was turned."""
    return isinstance(entry, Down) or (isinstance(entry, In) and entry.to.startswith(("card:", "show:")))


def _said(rules: BankRulebook, step: Step, me: str, purse: int, brought: str) -> Iterator[Line]:
    n, entries = step.n * SLOTS, step.entries
    moves = [entry for entry in entries if isinstance(entry, Move)] if me else []
    calls = " ".join(spoken(rules, entry) for entry in entries if isinstance(entry, Announce))
    laid = " ".join(_laid(rules, moves, me))
    back = "" if brought else " ".join(_back(rules, moves, me))
    own, result = (laid, back) if calls else (f"{laid} {back}".strip(), "")  # what comes back after a call is a result
    balance = _("You have %(amount)s.") % {"amount": money(purse)}
    result = " ".join(filter(None, (brought or result, *_kept(rules, moves, me))))
    if own:
        yield Line(n, own)
    if own and not result:
        yield Line(n + 1, balance)
    if calls:
        yield Line(n + 2, calls, "es")
    if result:
        yield Line(n + 3, result)
        yield Line(n + 4, balance)


def _result(won: int | None, given: Sequence[str]) -> str:
    """What was won or lost, in words; a thing that was won is no loss, whatever it cost."""
    if won is None:
        return ""
    if given:
        words = {"things": ", ".join(given), "amount": money(abs(won))}
        if won < 0:
            return _("You win: %(things)s; it cost you %(amount)s.") % words
        return _("You win: %(things)s, and %(amount)s.") % words if won else _("You win: %(things)s.") % words
    if won > 0:
        return _("You win %(amount)s.") % {"amount": money(won)}
    return _("You lose %(amount)s.") % {"amount": money(-won)} if won else _("You win and lose as much.")


def _laid(rules: BankRulebook, moves: Sequence[Move], me: str) -> Iterator[str]:
    """Chips of one's own that were put somewhere by hand."""
    for move in moves:
        (src, giver, _spot), dst = place(move.src), place(move.dst).zone
        words = _amount_and_bet(rules, move)
        if (src.name, giver) == (CHIPS, me) and dst.name in LAID:
            yield _("%(amount)s on %(bet)s.") % words if words["bet"] else _("You put in %(amount)s.") % words
        elif (src.name, giver) == (CHIPS, me) and move.dst == BANK:
            yield _("You pay %(amount)s.") % words


def _back(rules: BankRulebook, moves: Sequence[Move], me: str) -> Iterator[str]:
    """Stakes of one's own that came back, or what one had put up as the bank."""
    for move in moves:
        (src, giver, _spot), (dst, taker, _on) = place(move.src), place(move.dst)
        if (dst.name, taker) == (CHIPS, me) and src.name in OWN and giver == me:
            words = _amount_and_bet(rules, move)
            yield _("%(amount)s back from %(bet)s.") % words if words["bet"] else _("%(amount)s back.") % words


def _kept(rules: BankRulebook, moves: Sequence[Move], me: str) -> Iterator[str]:
    """Stakes of one's own that went to prison, or stay there."""
    for move in moves:
        if (at := place(move.dst)).zone.name == PRISON and at.who == me:
            yield _("%(amount)s on %(bet)s in prison.") % _amount_and_bet(rules, move)


def _amount_and_bet(rules: BankRulebook, move: Move) -> dict[str, str]:
    bet = place(move.src).on or place(move.dst).on
    return {"amount": money(move.cents), "bet": bet_name(rules, bet) if bet_of(bet) in rules.bets else ""}


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
