"""What players were charged for sessions, by the logs of rounds, and until when they have paid."""

import itertools
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tapete.engine.places import COMMISSION, place
from tapete.engine.requests import Move
from tapete.engine.transcript import CHARGES, End, Entry, In, Rewind

MINUTE = 60_000


class Charge(NamedTuple):
    """A charge that counts: which input of its log, when, of a whole session or a half, and who paid."""

    n: int
    at: int
    on: str
    players: tuple[str, ...]


class Paid(dict[str, int]):
    """Until when each has paid."""

    def early(self, players: Iterable[str], now: int) -> tuple[str, int] | None:
        """Somebody who has paid for time that is not over, and for how many minutes more: one begun counts."""
        return next(((who, -(-(self[who] - now) // MINUTE)) for who in players if self.get(who, 0) > now), None)

    def add(self, charge: Charge, lasts: int) -> None:
        """Somebody is charged for so many milliseconds."""
        for who in charge.players:
            self[who] = max(self.get(who, 0), charge.at + lasts)


def charges(log: Sequence[Entry]) -> list[Charge]:
    """The charges in a round's log that were neither taken back nor made void."""
    counting: list[Charge | None] = []
    number, void = 0, False
    for i, entry in enumerate(log):
        if isinstance(entry, In):
            charged = entry.act is not None and entry.act.do in CHARGES
            counting.append(_charge(number, entry, log[i + 1 :]) if charged else None)
            number += 1
        elif isinstance(entry, Rewind):
            del counting[max(entry.to, 0) :]
        elif isinstance(entry, End):
            void = bool(entry.void)
    return [] if void else [charge for charge in counting if charge is not None]


def _charge(n: int, entry: In, after: Iterable[Entry]) -> Charge:
    """A charge, paid by those whose chips go to the house by it."""
    assert entry.act is not None
    moves = itertools.takewhile(lambda one: isinstance(one, Move), after)
    players = tuple(place(one.src).who for one in moves if isinstance(one, Move) and one.dst == COMMISSION)
    return Charge(n, entry.at, entry.act.on, players)
