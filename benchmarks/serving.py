"""Servers that benchmarks ask, each in a process of its own, and the client that asks them: raw sockets on uvloop.

The client is no part of what is measured, so it must not be what is slow: requests are made up beforehand, an answer is
looked at only for its status and its end, and `share` says how much of a processor the client took.
"""

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import uvloop

from tapete.audit.table import TableFile
from tapete.floor import Floor

T = TypeVar("T")
OWN = """
import os, sys, uvicorn
os.environ["TAPETE_DATABASE"] = sys.argv[1]
from tapete.web.slow import Impatient
uvicorn.run("tapete.web.worker:application", factory=True, port=int(sys.argv[2]), log_level="error", http=Impatient,
    access_log=False, timeout_graceful_shutdown=1, server_header=False, proxy_headers=False)
"""
BARE = """
import sys, uvicorn
from fastapi import FastAPI
from pydantic import BaseModel
class Given(BaseModel):
    do: str
    on: str = ""
    cents: int = 0
class Found(BaseModel):
    round: int
    n: int
    change: int
app = FastAPI()
@app.post("/act")
async def act(given: Given) -> Found:
    return Found(round=1, n=given.cents, change=3)
uvicorn.run(app, port=int(sys.argv[2]), log_level="error", timeout_graceful_shutdown=1)
"""


@contextlib.contextmanager
def served(source: str, url: str, port: int, ready: str) -> Iterator[Callable[[], float]]:
    """A server that runs some source, as long as it is needed: the processor's seconds that it has taken so far."""
    server = subprocess.Popen([sys.executable, "-c", source, url, str(port)])
    try:
        _wait(f"http://127.0.0.1:{port}{ready}")
        yield lambda: _taken(server.pid)
    finally:
        server.terminate()
        server.wait(20)


def _taken(process: int) -> float:
    """User's and system's time of a process, as Linux counts them."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _wait(url: str) -> None:
    for _ in range(600):
        try:
            with urllib.request.urlopen(url) as answer:
                answer.read()
                return
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("the server did not start")


def request(path: str, token: str = "", body: object = None, key: str = "") -> bytes:
    """A request as it goes over the wire: with a body it is a POST."""
    data = b"" if body is None else json.dumps(body).encode()
    head = f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\nHost: localhost\r\n"
    head += f"Authorization: Bearer {token}\r\n" if token else ""
    head += f"Idempotency-Key: {key}\r\n" if key else ""
    if body is not None:
        head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n"
    return f"{head}\r\n".encode() + data


class Line(asyncio.Protocol):
    """A connection that is asked one thing after another; one that was closed for long silence is made anew."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.got = b""
        self.transport: Any = None
        self._answer: asyncio.Future[int] | None = None

    def connection_made(self, transport: Any) -> None:
        """Ready to be asked."""
        self.transport = transport

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """Whoever waits is told."""
        self.transport = None
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(ConnectionError("the server closed the connection"))

    async def ask(self, what: bytes) -> int:
        """The status of the answer, once it is whole."""
        loop = asyncio.get_running_loop()
        if self.transport is None or self.transport.is_closing():
            await loop.create_connection(lambda: self, "127.0.0.1", self.port)
        self.got, self._answer = b"", loop.create_future()
        self.transport.write(what)
        return await self._answer

    def data_received(self, data: bytes) -> None:
        """Waits for as much as the head has said, or for the last chunk."""
        self.got = data = self.got + data if self.got else data
        end = data.find(b"\r\n\r\n")
        if end < 0 or self._answer is None or self._answer.done():
            return
        head = data[:end].lower()
        at = head.find(b"content-length:")
        if at >= 0:
            whole = len(data) >= end + 4 + int(head[at + 15 :].split(b"\r\n", 1)[0])
        else:
            whole = data.endswith(b"0\r\n\r\n") or data[9:12] in (b"204", b"303")
        if whole:
            self._answer.set_result(int(data[9:12]))


def share(run: Callable[[], Coroutine[Any, Any, T]]) -> tuple[T, float]:
    """What a client found, and how much of one processor it took meanwhile."""
    start, busy = time.perf_counter(), time.process_time()
    found = uvloop.run(run())
    return found, (time.process_time() - busy) / (time.perf_counter() - start)


class House:
    """Roulette tables with two players at each, and what signs everybody in."""

    def __init__(self, url: str, tables: int) -> None:
        self.people: list[tuple[str, str]] = []
        self.tables: list[str] = []
        with Floor(url) as floor:
            accounts = floor.accounts
            dora = accounts.create("dora", "director")
            self.director = accounts.open_session(dora).token
            file = TableFile.model_validate({"game": "ruleta-francesa", "region": "extremadura", "minimum": "5"})
            for i in range(tables):
                table = floor.tables.open_table(dora, file).public_id
                self.tables.append(table)
                for name in (f"ana-{i}", f"luis-{i}"):
                    player = accounts.create(name, "player")
                    floor.seats.seat(player, table, 10_000_000, "seat")
                    self.people.append((accounts.open_session(player).token, table))
                floor.rounds.open_round(table, dora, f"first at {table}")
