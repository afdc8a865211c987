"""A round as the public may read it: its game, its cards, its calls and how it ended; no persons, no amounts."""

import re
from collections.abc import Sequence

import msgspec

from tapete.engine.record import until_input
from tapete.engine.requests import Announce, Down, Shift
from tapete.engine.transcript import End, Entry, Header, In


def unnamed(log: Sequence[Entry]) -> list[Entry]:
    """The entries of a finished round that count and are nobody's, players called by the order in which they sit."""
    header = log[0]
    assert isinstance(header, Header)
    called = Called(header.players)
    kept = [_entry(entry, called) for entry in until_input(log[1:])]
    ends = [entry for entry in log if isinstance(entry, End)]
    last = [msgspec.structs.replace(ends[-1], carry={}, secret="")] if ends else []
    return [_header(header, called), *(entry for entry in kept if entry is not None), *last]


class Called:
    """What players are called instead of by their names."""

    def __init__(self, players: Sequence[str]) -> None:
        self.names = {name: f"P{i}" for i, name in enumerate(players, 1)}
        longest_first = sorted(map(re.escape, players), key=len, reverse=True)
        self._name = re.compile(rf"(?<!\w)(?:{'|'.join(longest_first)})(?!\w)" if players else r"(?!)")

    def __call__(self, text: str) -> str:
        """A place, a label or a call, with whomever it names called otherwise."""
        return self._name.sub(lambda match: self.names[match[0]], text)


def _header(header: Header, called: Called) -> Header:
    return msgspec.structs.replace(
        header, players=tuple(called.names.values()), balances={}, carry={}, salt="", brought=msgspec.UNSET
    )


def _entry(entry: Entry, called: Called) -> Entry | None:
    """An entry without names, or nothing where it is somebody's own."""
    if isinstance(entry, In):
        return msgspec.structs.replace(entry, to=called(entry.to)) if entry.fell is not None else None
    if isinstance(entry, Announce):
        return msgspec.structs.replace(entry, args=tuple(map(called, entry.args)))
    if isinstance(entry, Down):
        return msgspec.structs.replace(entry, to=called(entry.to), who=called(entry.who))
    if isinstance(entry, Shift):
        return msgspec.structs.replace(entry, src=called(entry.src), dst=called(entry.dst), who=called(entry.who))
    return None
