"""Mutations of logs: structure-aware, with every hash mended afterwards or not, and of single bytes."""

import copy
import random
from collections.abc import Iterator, Sequence
from typing import Any

from tests.forging import Data, mended

VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1,
    7,
    499,
    10**9,
    10**18,
    -(10**18),
    10**30,
    1.5,
    "",
    "x",
    "ana",
    "zoe",
    "croupier",
    "chance",
    "../x",
    "felt/ana/rojo",
    "prison/ana/rojo:2",
    "Ah",
    "0" * 64,
    "ñ\u0000",
    "{x} {0}",
    "bank",
    "#0",
    [],
    ["ana"],
    [1, 2],
    [[[]]],
    {},
    {"ana": 1},
    {"t": "in"},
)


def mutated(source: random.Random, rounds: Sequence[list[Data]]) -> list[bytes]:
    """The lines of a log that was changed in one to three places."""
    if source.random() < 0.25:
        return _bytes(source, mended(copy.deepcopy(list(rounds))))
    changed = copy.deepcopy(list(rounds))
    if source.random() < 0.15:
        del changed[: source.randrange(1, len(changed))]
    for _ in range(source.choice((1, 1, 1, 2, 3))):
        _change(source, changed)
    lines = mended(changed) if source.random() < 0.8 and all(changed) else _as_they_are(changed)
    return _bytes(source, lines) if source.random() < 0.05 else lines


def _as_they_are(rounds: Sequence[list[Data]]) -> list[bytes]:
    import msgspec

    return [msgspec.json.encode(entry) for entries in rounds for entry in entries]


def _change(source: random.Random, rounds: list[list[Data]]) -> None:
    entries = source.choice([found for found in rounds if found])
    at = source.randrange(len(entries)) if source.random() < 0.6 else 0
    kind = source.random()
    if kind < 0.30:
        _likely(source, rounds, entries[at])
    elif kind < 0.70:
        _field(source, entries[at])
    elif kind < 0.78 and len(entries) > 1:
        del entries[at or 1]
    elif kind < 0.86:
        entries.insert(at + 1, copy.deepcopy(source.choice(source.choice([found for found in rounds if found]))))
    elif kind < 0.92:
        other = source.randrange(len(entries))
        entries[at], entries[other] = entries[other], entries[at]
    elif kind < 0.96 and len(rounds) > 1:
        rounds.insert(source.randrange(len(rounds)), rounds.pop(source.randrange(len(rounds))))
    else:
        by = source.choice(("inspector", "director", "ana", "croupier"))
        more = source.choice(({"t": "rewind", "to": source.randrange(-1, 4)}, {"t": "void", "article": "1.3"}))
        entries.insert(at + 1, {**more, "at": 0, "by": by, "why": "x"})


def _likely(source: random.Random, rounds: list[list[Data]], entry: Data) -> None:
    """Another value that the same field has elsewhere in the log, as a forger would take one."""
    known = _values(rounds)
    fields = [(where, key) for where, key in _fields(entry) if len(known[key]) > 1]
    if fields:
        where, key = source.choice(fields)
        where[key] = copy.deepcopy(source.choice([value for value in known[key] if value != where[key]] or [None]))


def _fields(where: Any) -> Iterator[tuple[Data, str]]:
    """Every field of an entry, however deep."""
    if isinstance(where, list):
        for item in where:
            yield from _fields(item)
    if isinstance(where, dict):
        for key, value in where.items():
            yield where, key
            yield from _fields(value)


def _values(rounds: list[list[Data]]) -> dict[str, list[Any]]:
    """The values that each field has in a log."""
    found: dict[str, dict[str, Any]] = {}
    for entries in rounds:
        for where, key in _fields(entries):
            found.setdefault(key, {})[repr(where[key])] = where[key]
    return {key: list(values.values()) for key, values in found.items()}


def _field(source: random.Random, where: Any) -> None:
    """Another value somewhere in a line, however deep."""
    while True:
        if isinstance(where, dict):
            keys: list[Any] = list(where)
        elif isinstance(where, list):
            keys = list(range(len(where)))
        else:
            return
        if not keys or (isinstance(where, dict) and source.random() < 0.15):
            if isinstance(where, dict):
                where[source.choice(("x", "felt/ana/x", "ana", "Ah", "remaining"))] = source.choice(VALUES)
            return
        key = source.choice(keys)
        if isinstance(where[key], dict | list) and where[key] and source.random() < 0.85:
            where = where[key]
            continue
        if isinstance(where, dict) and source.random() < 0.12:
            del where[key]
        elif type(where[key]) is int and source.random() < 0.5:
            where[key] += source.choice((-1, 1, 50, -50, 10**6))
        elif isinstance(where[key], str) and source.random() < 0.3:
            where[key] = where[key][: source.randrange(len(where[key]) + 1)] + source.choice(("", "x", ":2", "/"))
        else:
            where[key] = source.choice(VALUES)
        return


def _bytes(source: random.Random, lines: list[bytes]) -> list[bytes]:
    """Some bytes changed, lost or put in anywhere."""
    text = bytearray(b"\n".join(lines))
    for _ in range(source.choice((1, 1, 2, 5))):
        at = source.randrange(len(text) + 1)
        kind = source.random()
        if kind < 0.5 and at < len(text):
            text[at] = source.choice((source.randrange(256), *b'{}[]",:0919e-\n'))
        elif kind < 0.75:
            del text[at : at + source.randrange(1, 40)]
        else:
            text[at:at] = source.choice((b"\xff", b"{", b"[" * 2000, b"9" * 400, b'"', b"\n", b"\r\n", b"null"))
    return bytes(text).split(b"\n")
