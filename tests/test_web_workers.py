"""Several workers on PostgreSQL: any of them serves any table, each hears of every change, and one may be killed."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count, cycle
from pathlib import Path
from typing import Any

import pytest

from tapete.audit.table import TableFile
from tapete.floor import Floor
from tests import PATIENCE
from tests.test_floor import database

WORKERS = 3
CHIPS = 100_000
ANSWERS = 10  # how many commands each player sends before a worker is killed, and again afterwards
PEOPLE = {"dora": "director", "carla": "croupier", "ana": "player", "luis": "player"}


class Server:
    """The real server with its workers, and Ana and Luis at a table: boule, where nothing is decided after the bets."""

    def __init__(self, url: str) -> None:
        self.floor = Floor(url)
        people = {name: self.floor.accounts.create(name, role) for name, role in PEOPLE.items()}
        self.tokens = {name: self.floor.accounts.open_session(account).token for name, account in people.items()}
        file = TableFile.model_validate({"game": "bola", "region": "extremadura", "minimum": "5"})
        self.table = self.floor.tables.open_table(people["dora"], file).public_id
        for name in ("ana", "luis"):
            self.floor.seats.seat(people[name], self.table, CHIPS, name)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        words = ["serve", "--port", str(self.port), "--workers", str(WORKERS), "--database", url, "--no-browser"]
        self.process = subprocess.Popen([sys.executable, "-m", "tapete", *words], stdout=subprocess.DEVNULL)
        self.keys = count()

    def connect(self) -> http.client.HTTPConnection:
        """A connection that some worker has accepted and answered on."""
        conn = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        conn.request("GET", "/api/v1/session")
        conn.getresponse().read()
        return conn

    def everywhere(self) -> tuple[dict[int, http.client.HTTPConnection], "list[Stream]"]:
        """A connection to each worker by its process, and a stream from each.

        A stream is begun as soon as there is a connection for it: the server ends one that is idle for some seconds.
        """
        found: dict[int, http.client.HTTPConnection] = {}
        streams: dict[int, Stream] = {}

        def all_found() -> bool:
            assert self.process.poll() is None, "the server has ended"
            for worker in [worker for worker, stream in streams.items() if not stream.is_alive()]:
                del streams[worker]  # it began too late, on a connection that had ended
            if len(streams) < WORKERS:
                self._find(found, streams)
            return len(streams) == WORKERS and all(stream.change >= 0 for stream in streams.values())

        wait_for(all_found)
        return found, list(streams.values())

    def _find(self, found: dict[int, http.client.HTTPConnection], streams: "dict[int, Stream]") -> None:
        """Connects once more: to a worker not found yet, for a stream from one that has none, or in vain."""
        try:
            conn = self.connect()
        except (OSError, http.client.HTTPException):
            return  # nobody listens yet, or who accepted was killed
        worker = worker_of(conn)
        if worker and worker not in found:
            found[worker] = conn
        elif worker and worker not in streams:
            streams[worker] = Stream(self, conn)
        else:
            conn.close()

    def send(self, conn: http.client.HTTPConnection, who: str, path: str, body: Any, key: str = "") -> tuple[int, Any]:
        """Sends a command, again if the connection has ended meanwhile: the answer's status and what it says."""
        headers = {"Authorization": f"Bearer {self.tokens[who]}", "Content-Type": "application/json"}
        headers["Idempotency-Key"] = key or f"key-{next(self.keys)}"
        for last in (False, True):
            try:
                conn.request("POST", f"/api/v1/tables/{self.table}/{path}", json.dumps(body), headers)
                answer = conn.getresponse()
                return answer.status, json.loads(answer.read())
            except (OSError, http.client.HTTPException):
                conn.close()
                if last:
                    raise
        raise AssertionError

    def stake(self, conn: http.client.HTTPConnection, who: str, on: str = "rojo", key: str = "") -> tuple[int, Any]:
        """Stakes 5 euros."""
        return self.send(conn, who, "act", {"do": "stake", "on": on, "cents": 500}, key)

    def round(self, conns: Iterator[http.client.HTTPConnection]) -> int:
        """A round, each command through another worker: the table's count of changes at its end."""
        assert self.send(next(conns), "carla", "rounds", {})[0] < 300
        for who in ("ana", "luis"):
            assert self.stake(next(conns), who)[0] < 300
        status, where = self.send(next(conns), "carla", "act", {"do": "close"})
        assert status < 300, where
        return int(where["change"])

    def stop(self) -> int:
        """Asks the server to end, and waits until it has: its exit status."""
        self.process.terminate()
        return self.process.wait(PATIENCE)


class Stream(threading.Thread):
    """A page that follows the table; ends when the server does."""

    def __init__(self, server: Server, conn: http.client.HTTPConnection) -> None:
        super().__init__(daemon=True)
        self.change = -1
        self.conn = conn
        conn.request("GET", f"/tables/{server.table}/stream")
        self.start()

    def run(self) -> None:
        try:
            for line in self.conn.getresponse():
                if line.startswith(b"id: "):
                    self.change = int(line.rpartition(b".")[2])
        except (OSError, http.client.HTTPException):
            pass  # its worker was killed


def wait_for(there: Callable[[], bool]) -> None:
    """Until something is so."""
    until = time.monotonic() + PATIENCE
    while not there():
        assert time.monotonic() < until, "it never came about"
        time.sleep(0.02)


def worker_of(conn: http.client.HTTPConnection) -> int:
    """The process that holds the other end of a connection; 0 if none was seen to."""
    assert conn.sock is not None
    here, there = conn.sock.getsockname()[1], conn.sock.getpeername()[1]
    return next(holders(inodes(f"0100007F:{there:04X}", f"0100007F:{here:04X}")), 0)


def inodes(local: str, remote: str) -> set[str]:
    """The sockets between two addresses. The list changes while it is read: a line may come twice or not at all."""
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return {words[9] for words in lines if words[1:3] == [local, remote]} - {"0"}


def holders(sockets: set[str]) -> Iterator[int]:
    """The processes that hold a socket."""
    for link in Path("/proc").glob("[0-9]*/fd/*"):
        try:
            if str(link.readlink()).removeprefix("socket:[").removesuffix("]") in sockets:
                yield int(link.parts[2])
        except OSError:
            continue  # a process or a file that has just gone


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with database("postgresql", tmp_path) as url:
        found = Server(url)
        try:
            yield found
        finally:
            try:
                found.stop()
            finally:
                found.process.kill()
                found.floor.close()


@pytest.mark.slow
def test_workers_share_a_table(server: Server) -> None:
    workers, streams = server.everywhere()
    conns = cycle(workers.values())
    for _ in range(5):
        change = server.round(conns)
        wait_for(lambda: all(stream.change >= change for stream in streams))  # noqa: B023

    one_key_at_two_workers(server, list(workers.values()))
    killed = kill_while_playing(server, workers)
    wait_for(lambda: sum(stream.is_alive() for stream in streams) < WORKERS)
    streams = [stream for stream in streams if stream.is_alive()]
    assert len(streams) == WORKERS - 1
    workers, more = server.everywhere()
    streams += more
    assert killed not in workers
    change = server.round(cycle(workers.values()))
    wait_for(lambda: all(stream.change >= change for stream in streams))

    assert server.floor.books.check() == []
    assert sum(server.floor.books.balances(server.table).values()) == 0
    assert server.stop() == 0
    wait_for(lambda: not any(stream.is_alive() for stream in streams))
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)


def one_key_at_two_workers(server: Server, conns: list[http.client.HTTPConnection]) -> None:
    """One command, sent to two workers at once under one key, is done once and answered alike."""
    assert server.send(conns[0], "carla", "rounds", {})[0] < 300
    with ThreadPoolExecutor(2) as pool:
        for i in range(10):
            before = server.floor.feed.position(server.table).change
            answers = list(pool.map(lambda conn: server.stake(conn, "ana", "par", f"twice-{i}"), conns[:2]))  # noqa: B023
            assert answers[0] == answers[1], answers
            assert answers[0][0] < 300
            assert server.floor.feed.position(server.table).change == before + 1
    assert server.floor.rounds.view(server.table, server.floor.accounts.account("ana"))["seats"][0]["chips"] <= CHIPS


def kill_while_playing(server: Server, workers: dict[int, http.client.HTTPConnection]) -> int:
    """Two play without pause while a worker is killed; what it did not answer is sent again to another."""
    killed, *_ = workers
    players = ("ana", "luis")
    answered = dict.fromkeys(players, 0)
    done = threading.Event()

    def play(who: str, conn: http.client.HTTPConnection) -> None:
        while not (done.is_set() and answered[who] % 2 == 0):
            act = {"do": "undo"} if answered[who] % 2 else {"do": "stake", "on": "negro", "cents": 500}
            status, said = server.send(conn, who, "act", act, f"{who}-{answered[who]}")
            assert status < 300, said
            answered[who] += 1

    def went_on(since: dict[str, int]) -> bool:
        return any(each.done() for each in playing) or all(answered[who] - since[who] >= ANSWERS for who in players)

    with ThreadPoolExecutor(2) as pool:
        conns = [workers[killed], server.connect()]
        playing = [pool.submit(play, who, conn) for who, conn in zip(players, conns, strict=True)]
        try:
            wait_for(lambda: went_on(dict.fromkeys(players, 0)))
            os.kill(killed, signal.SIGKILL)
            at_the_kill = dict(answered)
            wait_for(lambda: went_on(at_the_kill))
        finally:
            done.set()
        for each in playing:
            each.result(PATIENCE)
    assert server.send(server.connect(), "carla", "act", {"do": "close"})[0] < 300
    return killed


@pytest.mark.slow
def test_workers_do_not_outlive_their_parent(server: Server) -> None:
    workers, streams = server.everywhere()
    server.process.kill()
    wait_for(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))
    wait_for(lambda: not any(stream.is_alive() for stream in streams))
