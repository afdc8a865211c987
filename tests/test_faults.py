"""Every bad input is a 4xx in one line, every fault of the database a 503 that says when to come back."""

import asyncio
import logging
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from benchmarks.fuzz import Answer, Fuzz, run
from benchmarks.right import ASKERS
from sqlalchemy.exc import DatabaseError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from tapete.games import games
from tapete.web.people.access import access
from tests.casino import Casino


def test_some_hundred_odd_requests_find_no_fault_of_ours(tmp_path: Path) -> None:
    """A million are sent by `python -m benchmarks.fuzz --share 1`."""
    fuzz = Fuzz(tmp_path, seed=13)
    try:
        tally = asyncio.run(run(fuzz, 250))
    finally:
        fuzz.close()
    assert tally.faults == []
    assert tally.statuses.total() == 250


def test_what_is_right_is_known_of_what_is_rare(tmp_path: Path) -> None:
    """A line, a document, an edition, an irregularity: what is asked for here is done, so that odd things get there."""
    fuzz = Fuzz(tmp_path, seed=13)
    rare = [item for item in fuzz.routes if item.path.endswith(tuple(ASKERS))]

    async def asked() -> list[Answer]:
        found = []
        for item in rare:
            fuzz.renew()
            found.append(await fuzz.asked(item, 0.0))
        return found

    try:
        answers = asyncio.run(asked())
    finally:
        fuzz.close()
    assert all(any(item.path.endswith(end) for item in rare) for end in ASKERS)
    assert [answer for answer in answers if answer.status >= 400] == []


@pytest.mark.parametrize(
    "path",
    [
        *(
            "/history?until=9999-12-31",
            "/api/v1/rounds?since=0001-01-01",
            "/api/v1/rounds?before=x/99999999999999999999",
        ),
        *("/static/nothing.css", "/static/%00", "/tables/%00", "/history/x/99999999999999999999", "/history?table=%00"),
        *("/api/v1/tables?state=%ED%A0%80", "/api/v1/people/%ED%A0%80/acts", "/history/x/1?step=99999999999999999999"),
    ],
)
def test_a_path_that_cannot_be_is_refused_in_a_line(casino: Casino, path: str) -> None:
    answer = casino.get("dora", path)
    assert 200 <= answer.status_code < 500, answer.text
    if "/api/" in path and answer.status_code >= 400:
        assert "\n" not in answer.json()["detail"]


def test_a_game_that_is_described_and_not_played_is_no_fault(casino: Casino) -> None:
    """Whatever can be asked of a game can be asked of these: what there is not is refused in a line."""
    described = [found for found in games() if not found.has("play")]
    assert described
    for item in access(casino.app):
        if "" not in item.roles or item.method != "GET" or "{name}/{region}" not in item.path:
            continue
        for found in described:
            path = item.path.format_map(Naming(name=found.id, region=found.regions[0]))
            assert casino.get("", path).status_code < 500, path
    for path in ("/simulate", "/simulate/stream", "/simulate/result", "/api/v1/simulation"):
        for found in described:
            asked = {"game": found.id, "region": found.regions[0], "bets": "rojo 5"}
            assert casino.get("", path, params=asked).status_code < 500, path


class Naming(dict[str, str]):
    """What a path names; what it names besides is `x`."""

    def __missing__(self, key: str) -> str:
        return "x"


BODIES = [b'{"name": "\\ud800"}', b"[" * 5000, b'{"name": "\\u0000"}', b"\xff", b'{"name": 1e999}']


@pytest.mark.parametrize("body", BODIES)
def test_a_body_that_cannot_be_is_refused_in_a_line(casino: Casino, body: bytes) -> None:
    headers = {**casino.headers("dora"), "content-type": "application/json"}
    for path in ("/api/v1/people", "/api/v1/tables", "/api/v1/tables/check", "/api/v1/session"):
        answer = casino.client.post(path, content=body, headers=headers)
        assert 400 <= answer.status_code < 500, answer.text
        assert "\n" not in answer.json()["detail"]


UNREADABLE = {"digits": b'{"cents": 1' + b"0" * 5000 + b"}", "bytes": b"\xff\xfe{"}


@pytest.mark.parametrize("body", UNREADABLE.values(), ids=UNREADABLE)
def test_what_no_parser_reads_is_refused_in_the_reader_s_language(casino: Casino, body: bytes) -> None:
    table = casino.table("bola", "extremadura")
    headers = {**casino.headers("ana"), "content-type": "application/json"}
    answer = casino.client.post(f"/api/v1/tables/{table}/buy-in", content=body, headers=headers)
    assert (answer.status_code, answer.json()["detail"]) == (400, "Lo enviado no se puede leer.")


FAULTS = [
    OperationalError(None, None, sqlite3.OperationalError("database or disk is full")),
    InterfaceError(None, None, Exception("the connection is closed")),
    DatabaseError(None, None, sqlite3.DatabaseError("database disk image is malformed")),
    NoConnection("no connection within 30 s"),
]


@pytest.mark.parametrize("error", FAULTS, ids=lambda error: type(error).__name__)
def test_a_fault_of_the_database_is_a_503_and_one_line(
    casino: Casino, error: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = casino.table("bola", "extremadura")

    def fails(*_: Any) -> Any:
        raise error

    def asked() -> None:
        for path in ("/tables", "/api/v1/tables", f"/api/v1/tables/{table}/view"):
            caplog.clear()
            answer = casino.get("ana", path)
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "2"), path
            assert len(caplog.records) == 1
            assert "\n" not in caplog.text.strip()

    with caplog.at_level(logging.ERROR, "tapete.web"), monkeypatch.context() as patch:
        patch.setattr(casino.floor.db, "read", fails)
        asked()  # before anybody is known
        patch.setattr(casino.floor.accounts, "session", lambda _: None)
        asked()
    with caplog.at_level(logging.ERROR, "tapete.web"), monkeypatch.context() as patch:
        patch.setattr(casino.floor.db, "write", fails)
        patch.setattr(casino.floor.db, "transact", fails)
        patch.setattr(casino.floor.db, "transact_all", fails)
        caplog.clear()
        answer = casino.post("carla", f"/api/v1/tables/{table}/rounds")
        assert (answer.status_code, len(caplog.records)) == (503, 1)
        assert "misma clave" in answer.json()["detail"]
    assert casino.post("carla", f"/api/v1/tables/{table}/rounds").status_code == 200
