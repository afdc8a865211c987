"""What keeps a server: proxies, hosts, TLS, slow requests, clocks that jump, health and metrics, backups."""

import asyncio
import contextlib
import errno
import gzip
import hashlib
import inspect
import json
import os
import re
import shutil
import socket
import sqlite3
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from fastapi.testclient import TestClient
from sqlalchemy import MetaData, create_engine, func, select
from uvicorn.server import ServerState

from tapete.cli.serve import _names, serve
from tapete.engine.requests import Act
from tapete.errors import TapeteError
from tapete.floor import Floor
from tapete.floor.backup import FORMAT, PASSING, backup, restore
from tapete.floor.connection import Unavailable
from tapete.floor.schema import sessions
from tapete.web import slow
from tapete.web.app import create_app
from tapete.web.settings import WebSettings
from tapete.web.slow import Late, punctual
from tests import PATIENCE, ROOT
from tests.casino import Casino
from tests.test_editions import first_release
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
        two = [("host", "casino.example"), ("host", "evil.example")]
        assert client.get("/healthz", headers=two).status_code == 421
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


HEAD = b"GET / HTTP/1.1\r\nHost: here\r\n"
CHUNKED = b"POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
ENDLESS = b"X: " + b"y" * 1000 + b"\r\n"
CUT = {
    "half a head": (HEAD, {"HEAD_SECONDS": 0.05}),
    "an answer that is not read": (HEAD + b"\r\n", {"READ_SECONDS": 0.05}),
    "a head without end": (HEAD + 200 * ENDLESS, {}),
    "a head too large that comes whole": (HEAD + b"X-Large: " + 70_000 * b"x" + b"\r\n\r\n", {}),
    "a trailer without end": (CHUNKED + 200 * ENDLESS, {"LARGEST": 1 << 16}),
}


@pytest.mark.parametrize("sent, seconds", CUT.values(), ids=CUT)
def test_who_sends_or_reads_by_drops_or_without_end_is_cut_off(
    sent: bytes, seconds: dict[str, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer of 64 MB is more than a machine keeps for a reader; without a limit the connection would stay."""
    usual = {"HEAD_SECONDS": 10 * PATIENCE, "READ_SECONDS": 10 * PATIENCE}
    for name, value in {**usual, **seconds}.items():
        monkeypatch.setattr(slow, name, value)

    async def app(_scope: object, _receive: object, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": bytes(64 << 20)})

    async def run() -> None:
        config, state, lost = uvicorn.Config(app, log_level="critical"), ServerState(), asyncio.Event()
        config.load()

        class Watched(slow.Impatient):
            def connection_lost(self, exc: Exception | None) -> None:
                super().connection_lost(exc)
                lost.set()

        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: Watched(config, state, {}), "127.0.0.1", 0)
        with socket.create_connection(server.sockets[0].getsockname()) as client:
            client.setblocking(False)
            with contextlib.suppress(ConnectionError):  # it may be cut off before all of it is sent
                await loop.sock_sendall(client, sent)
            await lost.wait()
        server.close()
        await asyncio.gather(*state.tasks)

    asyncio.run(asyncio.wait_for(run(), PATIENCE))


def test_health_and_metrics(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    client = house.visitor()
    assert client.get("/healthz").text == "ok\n"
    assert client.get("/readyz").text == "ready\n"
    client.get("/nothing")
    for method in ('A"B', "C"):
        client.request(method, "/nothing")
    text = client.get("/metrics").text
    assert re.search(r'^tapete_http_requests_total\{method="GET",status="404"\} 1$', text, re.M)
    assert re.search(r'^tapete_http_requests_total\{method="other",status="404"\} 2$', text, re.M)
    assert re.search(r'^tapete_http_request_seconds_bucket\{le="\+Inf"\} 5$', text, re.M)
    assert 'tapete_tables{state="open"} 0' in text

    def fails() -> Any:
        from sqlalchemy.exc import OperationalError

        raise OperationalError(None, None, Exception("gone"))

    monkeypatch.setattr(house.floor.db, "read", fails)
    assert client.get("/readyz").status_code == 503
    for sent in ({}, {"Authorization": "Bearer somebody's"}, {"Cookie": "tapete_session=somebody's"}):
        assert client.get("/healthz", headers=sent).status_code == 200
        assert client.head("/healthz", headers=sent).status_code == 200


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


def written_by_then(url: str, file: Path, version: str) -> None:
    """A backup as a release wrote it whose database this is: its own tables, with the columns that they had."""
    engine, there = create_engine(url), MetaData()
    there.reflect(engine)
    lines = [json.dumps({"format": FORMAT, "version": version})]
    counted: Counter[str] = Counter()
    with engine.connect() as conn:
        for table in (table for table in there.sorted_tables if table.name not in (*PASSING, "alembic_version")):
            for row in conn.execute(select(table)).mappings():
                counted[table.name] += 1
                lines.append(json.dumps({"table": table.name, "row": dict(row)}))
    engine.dispose()
    whole = "".join(f"{line}\n" for line in lines).encode()
    end = json.dumps({"sum": hashlib.sha256(whole).hexdigest(), "rows": counted})
    file.write_bytes(gzip.compress(whole + end.encode() + b"\n"))


@pytest.mark.parametrize("kind", KINDS)
def test_a_backup_of_the_first_release_is_put_back_and_brought_up_to_this_one(tmp_path: Path, kind: str) -> None:
    old, file = f"sqlite:///{tmp_path}/old.db", tmp_path / "old.gz"
    made, table = first_release(old)
    written_by_then(old, file, "0002")
    (tmp_path / "other").mkdir()
    with database(kind, tmp_path / "other") as url:
        kept, _ = restore(url, file)
        assert (kept.version, kept.rows["rounds"]) == ("0002", 2)
        with Floor(url) as floor:
            assert floor.accounts.account("ana").role == "player"
            assert floor.history.step(table, 1, 1000, made.inspector).finished
            floor.rounds.void(table, made.inspector, "opened by the first release", "a")
            floor.rounds.open_round(table, made.croupier, "b")
            assert floor.accounts.create("nueva", "player").id > made.ana.id
        with pytest.raises(TapeteError, match="there is a casino"):
            restore(url, file)


def test_a_backup_goes_into_no_database_of_a_later_release_and_one_of_a_later_release_into_none(tmp_path: Path) -> None:
    old, file = f"sqlite:///{tmp_path}/old.db", tmp_path / "old.gz"
    first_release(old)
    Floor(f"sqlite:///{tmp_path}/new.db").close()  # nobody has come in yet
    written_by_then(old, file, "0002")
    with pytest.raises(TapeteError, match="name an empty one"):
        restore(f"sqlite:///{tmp_path}/new.db", file)
    written_by_then(old, file, "9999")
    with pytest.raises(TapeteError, match="of another release"):
        restore(f"sqlite:///{tmp_path}/none.db", file)
    assert not (tmp_path / "none.db").exists()


def test_a_disk_that_fills_up_leaves_no_half_a_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one of yesterday stays, and the tables play on."""
    casino, file = Casino(tmp_path), tmp_path / "casino.gz"
    table = busy(casino)
    backup(casino.floor.db, file)
    before = file.read_bytes()
    written: list[int] = []

    def full(_: gzip.GzipFile, data: bytes) -> int:
        written.append(len(data))
        if len(written) > 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return len(data)

    monkeypatch.setattr(gzip.GzipFile, "write", full)
    with pytest.raises(TapeteError, match="cannot be written: No space left"):
        backup(casino.floor.db, file)
    assert (file.read_bytes(), [*tmp_path.glob("*.part")]) == (before, [])
    casino.act("ana", table, "stake", "negro", 500)
    casino.close()


def test_a_disk_that_fills_up_takes_no_chips_and_the_same_key_is_done_once_there_is_room(tmp_path: Path) -> None:
    """Fills are signed until the disk is full: what was signed is in the bank, the next is not, and then is, once."""
    casino = Casino(tmp_path)
    table, floor, cents = casino.table("bola", "extremadura", physical=True, float="5000"), casino.floor, 1500
    for _ in range(400):
        floor.documents.write(casino.people["iker"], table, "fill", {500: 3}, casino.key())

    def asked(pragma: str) -> int:
        with floor.db.write() as conn:
            return int(conn.exec_driver_sql(f"PRAGMA {pragma}").scalar_one())

    asked(f"max_page_count = {asked('page_count')}")
    signed = 0
    with pytest.raises(Unavailable, match="full"):
        for number in range(1, 401):
            floor.documents.sign(casino.people["dora"], table, number, "signed", f"sign {number}")
            signed = number
    assert 0 < signed < 400
    assert floor.books.balances(table)["bank"] == 500_000 + signed * cents
    assert casino.get("dora", f"/api/v1/tables/{table}/register").status_code == 200
    asked("max_page_count = 1073741823")
    for _ in range(2):
        floor.documents.sign(casino.people["dora"], table, signed + 1, "signed", f"sign {signed + 1}")
    assert floor.books.balances(table)["bank"] == 500_000 + (signed + 1) * cents
    assert floor.books.check() == []
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


def crash(folder: Path, work: Callable[[Casino], object] = lambda _: None) -> Path:
    """A database as a crash leaves it, after something was done in it once it was busy."""
    made, crashed = folder / "made", folder / "crashed"
    for found in (made, crashed):
        found.mkdir()
    casino = Casino(made)
    busy(casino)
    work(casino)
    for found in made.iterdir():
        shutil.copy(found, crashed / found.name)
    casino.close()
    return crashed / "casino.db"


def test_a_wal_that_another_program_put_into_its_database_is_not_missed(tmp_path: Path) -> None:
    """As `sqlite3 casino.db` does after a crash, by looking: what was acknowledged is there, and so it starts."""
    file = crash(tmp_path)
    with contextlib.closing(sqlite3.connect(file)) as other:
        other.execute("SELECT count(*) FROM accounts").fetchone()
    assert not Path(f"{file}-wal").exists()
    with Floor(f"sqlite:///{file}") as floor:
        assert floor.books.check() == []
        assert floor.accounts.account("ana")


def test_what_another_program_wrote_after_that_is_taken_too(tmp_path: Path) -> None:
    """Its own `-wal` has another number, and is no stranger's: all that was acknowledged is in the file already."""
    file = crash(tmp_path)
    with contextlib.closing(sqlite3.connect(file)) as other:
        other.execute("SELECT count(*) FROM accounts").fetchone()
    other = sqlite3.connect(file)
    other.execute("UPDATE accounts SET language = 'gl' WHERE name = 'ana'")
    other.commit()
    with Floor(f"sqlite:///{file}") as floor:
        assert floor.accounts.account("ana").language == "gl"
    other.close()


def _by_write(casino: Casino) -> None:
    casino.floor.accounts.create("nueva", "player")


def _by_clerk(casino: Casino) -> None:
    (table,) = casino.floor.tables.tables()
    order = casino.floor.rounds.acting(table.public_id, casino.people["ana"], Act("stake", "negro", 500), "late")
    assert asyncio.run(casino.floor.clerk.take(order)) is not None


@pytest.mark.parametrize("last", [_by_write, _by_clerk])
def test_a_wal_that_was_put_into_its_database_but_for_the_last_commit_is_missed(
    tmp_path: Path, last: Callable[[Casino], object]
) -> None:
    """Whichever way it was written: then the file has all but that, and would start without anybody seeing it."""

    def work(casino: Casino) -> None:
        with contextlib.closing(sqlite3.connect(str(casino.floor.db.url.database))) as other:
            assert other.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()[0] == 0
        last(casino)

    file = crash(tmp_path, work)
    wal = Path(f"{file}-wal")
    kept = wal.read_bytes()
    wal.unlink()
    with pytest.raises(TapeteError, match="db-wal is missing"):
        Floor(f"sqlite:///{file}")
    wal.write_bytes(kept)
    with Floor(f"sqlite:///{file}") as floor:
        assert floor.books.check() == []


@pytest.mark.parametrize("left", [0.0, 0.5, 0.99])
def test_a_wal_that_lost_its_end_is_seen_at_the_start(tmp_path: Path, left: float) -> None:
    """SQLite takes what is left of it for all there was; the mark knows what people were told of."""
    file = crash(tmp_path)
    wal = Path(f"{file}-wal")
    kept = wal.read_bytes()
    wal.write_bytes(kept[: int(left * len(kept))])
    Path(f"{file}-shm").unlink(missing_ok=True)
    before = file.read_bytes()
    with pytest.raises(TapeteError, match="db-wal lacks what was last written"):
        Floor(f"sqlite:///{file}")
    assert file.read_bytes() == before
    wal.write_bytes(kept)
    Path(f"{file}-shm").unlink(missing_ok=True)
    with Floor(f"sqlite:///{file}") as floor:
        assert floor.books.check() == []
        assert floor.accounts.account("ana")


def test_a_mark_of_an_earlier_release_still_tells_that_a_wal_is_missing(tmp_path: Path) -> None:
    file = crash(tmp_path)
    mark = Path(f"{file}-open")
    mark.write_text(mark.read_text()[:8])
    Path(f"{file}-wal").unlink()
    with pytest.raises(TapeteError, match="db-wal is missing"):
        Floor(f"sqlite:///{file}")


def test_commits_are_counted_beyond_the_last_number(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/casa.db"
    with Floor(url) as floor, floor.db.write() as conn:
        conn.exec_driver_sql(f"PRAGMA user_version = {2**31 - 1}")
    file = tmp_path / "casa.db"
    with Floor(url) as floor:
        floor.accounts.create("ana", "player")
        shutil.copy(f"{file}-open", tmp_path / "left-open")
    shutil.copy(tmp_path / "left-open", f"{file}-open")
    with Floor(url) as floor:
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
