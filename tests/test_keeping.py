"""What keeps a server: proxies, hosts, TLS, slow requests, clocks that jump, health and metrics, backups."""

import asyncio
import gzip
import inspect
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import func, select

from tapete.cli.serve import _names, serve
from tapete.engine.requests import Act
from tapete.errors import TapeteError
from tapete.floor import Floor
from tapete.floor.backup import backup, restore
from tapete.floor.schema import sessions
from tapete.web.app import create_app
from tapete.web.settings import WebSettings
from tapete.web.slow import Late, punctual
from tests import ROOT
from tests.casino import Casino
from tests.test_floor import KINDS, database
from tests.web import PASSWORD, House, house

__all__ = ["house"]


def test_links_never_say_what_the_host_header_says(house: House) -> None:
    client = house.browser("director")
    page = client.post("/people", data={"name": "eva"}, headers={"host": "evil.example"}).text
    assert "evil.example" not in page
    assert 'href="http://testserver/link/' in page


def test_only_the_house_s_names_are_answered_to(tmp_path: Path) -> None:
    with Floor(f"sqlite:///{tmp_path}/casa.db") as floor:
        app = create_app(floor, WebSettings(True, "https://casino.example", ("casino.example", "localhost")))
        client = TestClient(app)
        for host, status in (("casino.example", 200), ("casino.example:443", 200), ("evil.example", 421), ("", 421)):
            assert client.get("/healthz", headers={"host": host}).status_code == status, host
        headers = client.get("/healthz", headers={"host": "localhost"}).headers
        assert headers["strict-transport-security"].startswith("max-age=")
    assert _names("https://casino.example", "0.0.0.0")[0] == "casino.example"
    assert _names("", "0.0.0.0") == []
    with pytest.raises(TapeteError, match="write it as"):
        _names("casino.example", "0.0.0.0")


def test_a_body_that_does_not_arrive_is_not_waited_for() -> None:
    async def never() -> Any:
        await asyncio.Event().wait()

    async def run() -> None:
        await punctual(never, 0.01)()

    with pytest.raises(Late):
        asyncio.run(run())


def test_health_and_metrics(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    client = house.visitor()
    assert client.get("/healthz").text == "ok\n"
    assert client.get("/readyz").text == "ready\n"
    client.get("/nothing")
    text = client.get("/metrics").text
    assert re.search(r'^tapete_http_requests_total\{method="GET",status="404"\} 1$', text, re.M)
    assert re.search(r'^tapete_http_request_seconds_bucket\{le="\+Inf"\} 3$', text, re.M)
    assert 'tapete_tables{state="open"} 0' in text

    def fails() -> Any:
        from sqlalchemy.exc import OperationalError

        raise OperationalError(None, None, Exception("gone"))

    monkeypatch.setattr(house.floor.db, "read", fails)
    assert client.get("/readyz").status_code == 503
    assert client.get("/healthz").status_code == 200


def test_a_clock_that_ran_ahead_keeps_nobody_out_and_lets_nobody_stay(tmp_path: Path) -> None:
    year, time = 365 * 24 * 3_600_000, [1_000_000_000_000]
    with Floor(f"sqlite:///{tmp_path}/casa.db", clock=lambda: time[0]) as floor:
        ana = floor.accounts.create("ana", "player", PASSWORD)
        time[0] += year
        ahead = floor.accounts.open_session(ana)
        while floor.attempts.allowed(["ana"], 8, 300_000):
            pass
        time[0] -= year
        assert floor.attempts.allowed(["ana"], 8, 300_000)
        assert floor.accounts.session(ahead.token) is None
        assert floor.accounts.session(floor.accounts.open_session(ana).token)


def test_a_clock_that_runs_back_breaks_no_table_s_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    casino = Casino(tmp_path)
    time = iter(range(2_000_000_000_000, 1_000_000_000_000, -1_000_000))
    monkeypatch.setattr("tapete.floor.standing.present", lambda: next(time))
    table = casino.table("bola", "extremadura")
    for _ in range(2):
        casino.post("carla", f"/api/v1/tables/{table}/rounds")
        assert casino.act("ana", table, "stake", "rojo", 500).status_code == 200
        casino.floor.desk.forget()
        assert casino.act("carla", table, "close").status_code == 200
    assert casino.floor.books.check() == []
    casino.close()


# Backups


def busy(casino: Casino) -> str:
    """A table in the middle of its second round."""
    table = casino.table("bola", "extremadura", physical=True)
    for _ in range(2):
        casino.post("carla", f"/api/v1/tables/{table}/rounds")
        casino.act("ana", table, "stake", "rojo", 500)
        if _ == 0:
            casino.act("carla", table, "close")
            casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": "2"})
    return table


@pytest.mark.parametrize("kind", KINDS)
def test_a_backup_of_a_casino_that_plays_is_put_back_whole_and_plays_on(tmp_path: Path, kind: str) -> None:
    casino, file = Casino(tmp_path), tmp_path / "casino.gz"
    table = busy(casino)
    kept = backup(casino.floor.db, file)
    casino.act("ana", table, "stake", "negro", 500)  # after its moment
    (tmp_path / "other").mkdir()
    with database(kind, tmp_path / "other") as url:
        again, wrong = restore(url, file)
        assert (again, wrong) == (kept, [])
        with pytest.raises(TapeteError, match="there is a casino"):
            restore(url, file)
        with Floor(url) as floor:
            carla, ana = (floor.accounts.account(name) for name in ("carla", "ana"))
            floor.rounds.act(table, carla, Act("close"), "new 1")
            floor.rounds.fell(table, carla, "2", "new 2")
            floor.accounts.create("nueva", "player")
            assert floor.books.check() == []
            assert floor.rounds.view(table, ana)["view"]["finished"]
            with floor.db.read() as conn:
                assert not conn.execute(select(func.count()).select_from(sessions)).scalar_one()
    casino.close()


def test_a_backup_that_was_touched_is_refused(tmp_path: Path) -> None:
    casino, file = Casino(tmp_path), tmp_path / "casino.gz"
    busy(casino)
    backup(casino.floor.db, file)
    casino.close()
    whole = gzip.decompress(file.read_bytes())
    for wrong in (gzip.compress(whole.replace(b'"cents": 500', b'"cents": 900', 1)), gzip.compress(whole[:-40]), b"no"):
        file.write_bytes(wrong)
        with pytest.raises(TapeteError):
            restore(f"sqlite:///{tmp_path}/other.db", file)
    assert whole.count(b'"cents": 500')


def test_a_missing_wal_is_seen_at_the_start(tmp_path: Path) -> None:
    made, crashed = tmp_path / "made", tmp_path / "crashed"
    for folder in (made, crashed):
        folder.mkdir()
    casino = Casino(made)
    busy(casino)
    for found in made.iterdir():
        shutil.copy(found, crashed / found.name)  # what a crash leaves
    casino.close()
    assert not (made / "casino.db-open").exists()
    wal = crashed / "casino.db-wal"
    kept = wal.read_bytes()
    wal.unlink()
    with pytest.raises(TapeteError, match="db-wal is missing"):
        Floor(f"sqlite:///{crashed}/casino.db")
    wal.write_bytes(kept)
    with Floor(f"sqlite:///{crashed}/casino.db") as floor:
        assert floor.books.check() == []
        assert floor.accounts.account("ana")


def test_a_foreign_wal_is_seen_at_the_start_and_put_into_nothing(tmp_path: Path) -> None:
    """What another casino wrote is sound by itself, and would make this one that one."""
    for name in ("ours", "theirs"):
        made, crashed = tmp_path / f"{name} made", tmp_path / name
        for folder in (made, crashed):
            folder.mkdir()
        casino = Casino(made)
        busy(casino)
        for found in made.iterdir():
            shutil.copy(found, crashed / found.name)
        casino.close()
    ours, file = tmp_path / "ours", tmp_path / "ours" / "casino.db"
    kept, before = (ours / "casino.db-wal").read_bytes(), file.read_bytes()
    shutil.copy(tmp_path / "theirs" / "casino.db-wal", ours / "casino.db-wal")
    (ours / "casino.db-shm").unlink(missing_ok=True)
    with pytest.raises(TapeteError, match="is not that of"):
        Floor(f"sqlite:///{file}")
    assert file.read_bytes() == before
    (ours / "casino.db-wal").write_bytes(kept)
    (ours / "casino.db-shm").unlink(missing_ok=True)
    with Floor(f"sqlite:///{file}") as floor:
        assert floor.books.check() == []
        assert floor.accounts.account("ana")


def test_the_unit_and_the_container_start_what_there_is() -> None:
    """As far as it goes without systemd and a builder: their commands parse, and what they copy is there."""
    unit = (ROOT / "deploy/tapete.service").read_text(encoding="utf-8")
    sections = re.findall(r"^\[(\w+)\]$", unit, re.M)
    assert sections == ["Unit", "Service", "Install"]
    known = {f"--{name}" for name in inspect.signature(serve).parameters} | {"--no-browser"}
    command = re.search(r"^ExecStart=(.*)$", unit, re.M)
    assert command is not None
    assert set(re.findall(r"--[\w-]+", command[1])) <= known
    container = (ROOT / "deploy/Containerfile").read_text(encoding="utf-8")
    entry = next(line for line in container.splitlines() if line.startswith("ENTRYPOINT"))
    assert set(re.findall(r"--[\w-]+", entry)) <= known
    copied = [line.split()[1:-1] for line in container.splitlines() if line.startswith("COPY") and "--from" not in line]
    assert [name for names in copied for name in names if not (ROOT / name).exists()] == []
    if shutil.which("systemd-analyze"):
        told = subprocess.run(["systemd-analyze", "verify", str(ROOT / "deploy/tapete.service")], capture_output=True)
        assert b"Unknown" not in told.stderr
