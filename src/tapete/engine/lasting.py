"""Games between players that seats are drawn for: whether one goes on, since when, and when its end is announced."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from tapete.engine.charges import MINUTE
from tapete.engine.record import until_input
from tapete.engine.requests import Announce
from tapete.engine.settings import Settings
from tapete.engine.transcript import End, Entry, In, Rewind
from tapete.law.option import Option
from tapete.law.sections import TableRulebook

LAST, SEATS = "last", "seats"


def goes_on(carry: Mapping[str, Any], players: Collection[str]) -> bool:
    """Whether somebody is still there of those who sit at a game that has begun."""
    seats = carry.get("seats")
    return isinstance(seats, list | tuple) and any(who in players for who in seats)


def changed_in_game(rules: TableRulebook, old: Settings, new: Settings) -> Iterator[Option]:
    """The choices that are made before a game begins and that new settings change."""
    for name, option in rules.options.items():
        if option.beforehand and rules.option(old, name) != rules.option(new, name):
            yield option


def began(log: Sequence[Entry]) -> int | None:
    """When seats were drawn in a round, if they were: with that a game begins."""
    counting = until_input(log)
    if any(isinstance(entry, End) and entry.void for entry in counting):
        return None
    drawn = any(isinstance(entry, Announce) and entry.call == SEATS for entry in counting)
    return max((entry.at for entry in counting if isinstance(entry, In)), default=None) if drawn else None


def endings(log: Sequence[Entry]) -> list[tuple[int, In]]:
    """The acts that announced the last hands of a round that counts, and were not taken back; by their input."""
    counting: list[tuple[int, In]] = []
    number = 0
    for entry in log:
        if isinstance(entry, In):
            counting.append((number, entry))
            number += 1
        elif isinstance(entry, Rewind):
            del counting[max(entry.to, 0) :]
        elif isinstance(entry, End) and entry.void:
            return []
    return [(n, entry) for n, entry in counting if entry.act is not None and entry.act.do == LAST]


def minutes_left(since: int | None, lasts: int, now: int) -> int:
    """How many minutes a game has to go on that began then, or has not begun: one begun counts."""
    return max(0, -(-(lasts - (now - since if since is not None else 0)) // MINUTE))
