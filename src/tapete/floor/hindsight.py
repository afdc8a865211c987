"""Hindsight: a player's round by what its bets were to be expected to cost, and by what best play would have done."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from tapete.engine.chance import Live
from tapete.engine.places import bet_of, felt, place, stakes
from tapete.engine.record import Record
from tapete.engine.requests import Act, Move
from tapete.engine.round import Round
from tapete.engine.transcript import End, Entry, Header, In
from tapete.engine.window import Window
from tapete.errors import TapeteError
from tapete.floor.expectation import by_pot, chips_of, pots_of, rows_of, unpriced
from tapete.games import Advice, game
from tapete.odds.kept import Awaited

LEAST = 1e-9  # of a unit, below which two choices are worth the same


class Decision(NamedTuple):
    """Something that was decided: what was chosen, what is best, and what the difference is to be expected to cost."""

    number: int
    n: int
    chose: str
    best: str
    cents: float
    article: str


class Bet(NamedTuple):
    """What was put on a bet, and what its exact edge lets that cost, in cents; no `cost` where it has no odds."""

    bet: str
    staked: int
    cost: float | None
    article: str


class Judged(NamedTuple):
    """A round looked back on."""

    decisions: tuple[Decision, ...] = ()
    bets: tuple[Bet, ...] = ()


def bets(log: Sequence[Entry], rules: Any, who: str) -> Iterator[Bet]:
    """What somebody bet in a round, beside the odds of those bets; stakes that were left lying count once more."""
    header = log[0]
    assert isinstance(header, Header)
    chosen, laid = game(header.game), chips_of(_only(header, log, who))
    if unpriced(chosen, rules, laid):
        return
    (rows, depends), pots = rows_of(chosen, rules, header.settings), pots_of(log, {})
    seen = set()
    for spot, cents in laid.first.items():
        bet = bet_of(spot)
        row = None if bet in depends else rows.get(spot) or rows.get(bet)
        priced = by_pot(chosen, rules, header.settings, spot, laid.each.get(spot, ()), pots)
        priced = priced or ([(cents, row.figures)] if row is not None else [])
        counted = (bet if bet in chosen.together else spot) not in seen
        seen.add(bet if bet in chosen.together else spot)
        if priced or f"felt/{spot}" in laid.held:  # what is put later belongs to the bet that it follows
            cost = sum(stake * float(of.edge) for stake, of in priced) * counted if priced else None
            yield Bet(bet, cents, cost, rules.bets[bet].article if bet in rules.bets else "")


def _only(header: Header, log: Sequence[Entry], who: str) -> list[Entry]:
    """A log with nobody's chips but one player's."""
    balances = {path: cents for path, cents in header.balances.items() if place(path).who == who}
    others = (entry for entry in log[1:] if not isinstance(entry, Move) or who in _sides(entry))
    return [msgspec.structs.replace(header, balances=balances), *others]


def _sides(move: Move) -> tuple[str, str]:
    return place(move.src).who, place(move.dst).who


def decisions(record: Record, again: Round, who: str, number: int) -> Iterator[Decision]:
    """A round played once more, and every decision of somebody's in it that another would have been worth more than."""
    end, header = record.end, record.header
    if isinstance(end, End) and (end.secret or end.seed):
        again.use(Live(bytes.fromhex(end.secret or end.seed), header.added))
    advising = game(header.game)
    for entry in record.counting() if advising.advises else ():
        act, pending = entry.act, again.pending
        if entry.who == who and act is not None and isinstance(pending, Window) and (act.do == "choose" or act.slots):
            view = again.view(who)
            try:
                advice = advising.advice(again.rules, view)
            except Awaited:
                raise
            except TapeteError:
                advice = []
            told = _dearer(advice, act)
            if told is not None:
                best, chose = told
                cents = (best.value - chose.value) * _staked(again, who, pending.label)
                said = view.told(chose.option), view.told(best.option)
                yield Decision(number, _entry(record, entry), *said, cents, pending.article)
        again.apply(entry)


def _dearer(advice: list[Advice], act: Act) -> tuple[Advice, Advice] | None:
    """The best of some advice and what was done, if that is worth less."""
    done = next((item for item in advice if _is(item.option, act)), None)
    return (advice[0], done) if done is not None and advice[0].value - done.value > LEAST else None


def _is(option: str, act: Act) -> bool:
    if act.do == "choose":
        return option == act.on
    return {word for word in option.split() if word.startswith("#")} == set(act.slots)


def _staked(table: Round, who: str, label: str) -> int:
    """What is at stake in a decision: what lies where it is about, or all that is theirs."""
    about = table.places.get(felt(who, label.split(":", 2)[-1]), 0)
    return about or sum(stake.cents for stake in stakes(table.places) if stake.who == who)


def _entry(record: Record, wanted: In) -> int:
    """The number of an input's line, by which history shows the round at that moment."""
    return next(n for n, entry in enumerate(record.log) if entry is wanted)
