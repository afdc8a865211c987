"""A careful forger: changes a log as plain data, then mends every hash, commitment and chain that can be mended."""

import copy
import hashlib
import itertools
import json
import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import msgspec

from tapete.audit.log import audit
from tapete.engine.chance import Live
from tapete.engine.meter import alone
from tapete.engine.round import Round
from tapete.engine.session import Session
from tapete.engine.succession import Left, next_header
from tapete.engine.transcript import CASINO, End, Entry, Header, decode, encode
from tapete.engine.views import digest, purse
from tests.helpers import close, sit, stake
from tests.robot import evening

Data = dict[str, Any]
Forgery = Callable[[list[list[Data]]], None]


def data(played: Sequence[Round]) -> list[list[Data]]:
    """Rounds as plain data, to be changed."""
    return [[json.loads(line) for line in table.lines()] for table in played]


def forged(played: Sequence[Round], forge: Forgery) -> list[bytes]:
    """The lines of a log that was changed, and whose hashes were mended."""
    rounds = copy.deepcopy(data(played))
    forge(rounds)
    return mended(rounds)


def mended(rounds: list[list[Data]]) -> list[bytes]:
    """The lines of rounds, with balances, hashes and the chain as they must be; what is no entry is left as it is."""
    found: list[bytes] = []
    last = rounds[0][0].get("previous") if rounds else ""
    for entries in rounds:
        header = entries[0]
        if header.get("t") == "round":
            header["previous"] = last
            header["purse"] = _purse(header)
        lines = [msgspec.json.encode(entry) for entry in entries]
        for i, entry in enumerate(entries):
            if entry.get("t") == "end":
                last = entry["hash"] = _hash(lines[: i + 1]) or entry.get("hash", "")
                lines[i] = msgspec.json.encode(entry)
        found += lines
    return found


def _purse(header: Data) -> str:
    try:
        return purse(header["balances"], header["salt"])
    except (AttributeError, TypeError, KeyError):
        return str(header.get("purse", ""))


def _hash(lines: Sequence[bytes]) -> str:
    try:
        entries: list[Entry] = [decode(line) for line in lines]
    except Exception:  # noqa: BLE001 what cannot be read cannot be mended either
        return ""
    end = entries[-1]
    assert isinstance(end, End)
    return digest([*entries[:-1], msgspec.structs.replace(end, hash="")])


def first(entries: Sequence[Data], **fields: Any) -> Data:
    """The first entry of a round that has these fields."""
    return next(entry for entry in entries if all(entry.get(key) == value for key, value in fields.items()))


def header_of(line: bytes) -> Header:
    """The header on a line."""
    entry = decode(line)
    assert isinstance(entry, Header)
    return entry


@cache
def bola(physical: bool = False, rounds: int = 3) -> tuple[Round, ...]:
    """Boule: Ana on red and Luis on the 7, round after round."""
    session, found = sit("bola", "extremadura", physical=physical), []
    for _ in range(rounds):
        table = session.open()
        if not table.places.get("felt/ana/rojo"):
            stake(table, "ana", "rojo", "10")
        if not table.places.get("felt/luis/numero-entero:7"):
            stake(table, "luis", "numero-entero:7", "5")
        close(table)
        if physical:
            table.fell("2")
        found.append(table)
    return tuple(found)


class Booked(Session):
    """A table in a casino's books: each round promises the seed of the next, to which those who play add their own."""

    promised: Live | None = None

    def open(self) -> Round:
        if self.round is not None:
            self._take_over(self.round)
        source = self.promised if self.round is not None else self._seeded()
        brought = {who: hashlib.sha256(f"{who} {self.previous}".encode()).hexdigest() for who in self.players[:2]}
        if source is not None:
            source = Live(source.seed, brought)
        self.promised = self._seeded()
        left, salt = Left(self.carry, self.previous, self._before), self.seeds()[:16].hex()
        where = (self.play, self.rules, self.settings, self.players, self.places, left, source, salt)
        header = next_header(*where, brought=brought if source else None, house=CASINO)
        self.round = Round(self.play, self.rules, header, source, self.clock, alone)
        self.round.promise = self.promised.commitment if self.promised else ""
        return self.round

    def _seeded(self) -> Live | None:
        return None if self.physical else Live(self.seeds())


def booked(name: str, region: str, physical: bool, rounds: int = 4) -> list[list[Data]]:
    """An evening in a casino's books, with slips and irregularities, all signed by two who do not play."""
    session = sit(name, region, physical=physical, kind=Booked)
    session.clock = itertools.count(1_700_000_000_000, 1000).__next__
    found = data(evening(session, rounds, seed=8, trouble=0.05, slips=0.1))
    for entry in itertools.chain.from_iterable(found):
        if entry["t"] in ("rewind", "void"):
            entry["signed"] = ["iker", "carla"]
    return found


@cache
def played(name: str, region: str = "extremadura", physical: bool = False, rounds: int = 6) -> tuple[Round, ...]:
    """An evening of anything."""
    return tuple(evening(sit(name, region, physical=physical), rounds, seed=6))


def found(log: list[bytes]) -> list[tuple[str, str, str, str]]:
    """The breaches of a log; of each, both sides are said and are not the same."""
    report = audit(log)
    for breach in report.breaches:
        assert re.fullmatch(r"line \d+", breach.where)
        assert breach.what
        assert breach.right
        assert breach.what != breach.right
    return [(breach.where, breach.article, breach.what, breach.right) for breach in report.breaches]


__all__ = [
    "Data",
    "Forgery",
    "bola",
    "booked",
    "data",
    "encode",
    "first",
    "forged",
    "found",
    "header_of",
    "mended",
    "played",
]
