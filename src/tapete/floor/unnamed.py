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
    called = {name: f"P{i}" for i, name in enumerate(header.players, 1)}
    kept = [_entry(entry, called) for entry in until_input(log[1:])]
    ends = [entry for entry in log if isinstance(entry, End)]
    last = [msgspec.structs.replace(ends[-1], carry={}, secret="")] if ends else []
    return [_header(header, called), *(entry for entry in kept if entry is not None), *last]


def _header(header: Header, called: dict[str, str]) -> Header:
    return msgspec.structs.replace(
        header, players=tuple(called.values()), balances={}, carry={}, salt="", brought=msgspec.UNSET
    )


def _entry(entry: Entry, called: dict[str, str]) -> Entry | None:
    """An entry without names, or nothing where it is somebody's own."""
    if isinstance(entry, In):
        return msgspec.structs.replace(entry, to=_path(entry.to, called)) if entry.fell is not None else None
    if isinstance(entry, Announce):
        return msgspec.structs.replace(entry, args=tuple(_path(arg, called) for arg in entry.args))
    if isinstance(entry, Down):
        return msgspec.structs.replace(entry, to=_path(entry.to, called), who=_path(entry.who, called))
    if isinstance(entry, Shift):
        paths = {"src": _path(entry.src, called), "dst": _path(entry.dst, called), "who": _path(entry.who, called)}
        return msgspec.structs.replace(entry, **paths)
    return None


def _path(path: str, called: dict[str, str]) -> str:
    """A place, a label or a word in a call, with whoever it names called otherwise."""
    return "".join(called.get(part, part) for part in re.split("([/: ])", path))
