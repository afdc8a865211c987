"""What players bring to the chance: a seed promised before, mixed with what each added, checked by anybody."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tapete.audit.log import audit
from tapete.audit.verify import verify
from tapete.engine.chance import Live, commitment, mixed
from tapete.engine.requests import Act
from tapete.engine.transcript import Header, decode
from tapete.errors import IllegalAction, TapeteError
from tests import ROOT
from tests.casino import Casino

ANA, LUIS = "a" * 64, "b" * 64


@pytest.fixture
def casino(tmp_path: Path) -> Casino:
    return Casino(tmp_path)


def ball(casino: Casino, table: str) -> None:
    carla = casino.people["carla"]
    casino.floor.rounds.open_round(table, carla, casino.key())
    casino.floor.rounds.act(table, carla, Act("close"), casino.key())


def log(casino: Casino, table: str) -> list[bytes]:
    return b"".join(casino.floor.history.export(table, casino.people["rosa"])).splitlines()


def test_the_mixture_is_a_hash_anybody_can_take() -> None:
    """By hand: the seed, then a line for each who brought something, by name."""
    by_hand = hashlib.sha256(b"tapete mixed " + bytes(32) + f"\nana {ANA}\nluis {LUIS}".encode()).digest()
    assert mixed(bytes(32), {"luis": LUIS, "ana": ANA}) == by_hand
    assert mixed(bytes(32), {}) == bytes(32)
    assert Live(bytes(32), {"ana": ANA}).commitment == commitment(bytes(32))
    assert Live(bytes(32), {"ana": ANA}).draw(0, (1 << 60,)) != Live(bytes(32)).draw(0, (1 << 60,))


def test_a_seed_is_promised_before_anybody_brings_anything_to_it(casino: Casino) -> None:
    table = casino.table("bola", "extremadura")
    promised = casino.floor.rounds.look(table).promise
    casino.floor.seats.bring(casino.people["ana"], table, ANA, casino.key())
    casino.floor.seats.bring(casino.people["luis"], table, LUIS, casino.key())
    assert casino.floor.rounds.look(table).brought == ("ana", "luis")
    ball(casino, table)
    again = casino.floor.rounds.look(table).promise
    assert casino.floor.rounds.look(table).brought == ()
    ball(casino, table)
    headers = [entry for entry in map(decode_round, log(casino, table)) if isinstance(entry, Header)]
    assert [header.commitment for header in headers] == [promised, again]
    assert [header.added for header in headers] == [{"ana": ANA, "luis": LUIS}, {}]
    assert audit(log(casino, table)).breaches == []
    assert verify(log(casino, table)).breaches == []
    assert casino.floor.books.check() == []


def decode_round(line: bytes) -> object:
    return None if b'"t":"edition"' in line else decode(line)


def test_a_round_that_is_revived_keeps_what_was_brought_and_promised(casino: Casino) -> None:
    table = casino.table("punto-banca", "extremadura")
    casino.floor.seats.bring(casino.people["ana"], table, ANA, casino.key())
    carla = casino.people["carla"]
    casino.floor.rounds.open_round(table, carla, casino.key())
    promised = casino.floor.rounds.look(table).promise
    casino.floor.desk.forget()
    casino.floor.rounds.void(table, casino.people["iker"], "slip", casino.key())
    assert casino.floor.rounds.look(table).promise == promised
    casino.floor.desk.forget()
    casino.floor.rounds.open_round(table, carla, casino.key())
    assert casino.floor.rounds.look(table).view.commitment == promised  # type: ignore[union-attr]
    assert casino.floor.books.check() == []


def forged(lines: list[bytes], change: str) -> list[bytes]:
    """The log as somebody would forge it who mends no hash."""
    found = []
    for line in lines:
        entry = json.loads(line)
        if entry["t"] == "round" and change == "dropped":
            entry.pop("brought", None)
        if entry["t"] == "round" and change == "stranger" and "brought" in entry:
            entry["brought"]["eva"] = ANA
        if entry["t"] == "end" and change == "promise":
            entry["next"] = "0" * 64
        found.append(json.dumps(entry, separators=(",", ":"), ensure_ascii=False).encode())
    return found


@pytest.mark.parametrize("change", ["dropped", "stranger", "promise"])
def test_what_was_brought_or_promised_cannot_be_changed_afterwards(casino: Casino, change: str, tmp_path: Path) -> None:
    table = casino.table("bola", "extremadura")
    casino.floor.seats.bring(casino.people["ana"], table, ANA, casino.key())
    ball(casino, table)
    ball(casino, table)
    lines = log(casino, table)
    assert forged(lines, "") == lines
    assert audit(forged(lines, change)).breaches
    assert verify(forged(lines, change)).breaches
    for found, right in ((lines, "2 rounds, 0 wrong"), (forged(lines, change), " wrong")):
        (tmp_path / "log.jsonl").write_bytes(b"\n".join(found) + b"\n")
        said = subprocess.run(
            [sys.executable, "docs/verify.py", tmp_path / "log.jsonl"],
            cwd=ROOT,
            capture_output=True,
            check=False,
            text=True,
        )
        assert right in said.stdout
        assert said.returncode == (found != lines)


def test_bad_contributions_are_refused_in_a_line(casino: Casino) -> None:
    live, physical = casino.table("bola", "extremadura"), casino.table("bola", "extremadura", physical=True)
    with pytest.raises(TapeteError, match="64 hexadecimal digits"):
        casino.floor.seats.bring(casino.people["ana"], live, "x" * 64, casino.key())
    with pytest.raises(IllegalAction, match="in the croupier's hands"):
        casino.floor.seats.bring(casino.people["ana"], physical, ANA, casino.key())
    with pytest.raises(TapeteError, match="does not sit"):
        casino.floor.seats.bring(casino.people["eva"], live, ANA, casino.key())
    assert casino.post("ana", f"/api/v1/tables/{live}/bring", {"value": "short"}).status_code == 422
    assert casino.post("ana", f"/api/v1/tables/{live}/bring", {"value": ANA}).status_code == 200
