"""The real server, killed outright in the middle of a game of bingo and of a draw: nothing lost or done twice."""

import http.client
import io
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tapete.audit.log import audit
from tapete.audit.table import TableFile
from tapete.floor import Floor
from tapete.floor.roles import Account
from tests import PATIENCE

PEOPLE = {"dora": "director", "carla": "croupier", "ana": "player", "luis": "player", "rosa": "regulator"}
CHIPS = 100_000
DRAWN = ["3", "14", "15", "26", "35", "41"]


class House:
    """A casino in a file, with a room of bingo whose balls are live and a lottery whose numbers the croupier enters."""

    def __init__(self, folder: Path) -> None:
        self.url = f"sqlite:///{folder}/casino.db"
        with Floor(self.url) as floor:
            self.people: dict[str, Account] = {who: floor.accounts.create(who, role) for who, role in PEOPLE.items()}
            self.tokens = {who: floor.accounts.open_session(account).token for who, account in self.people.items()}
            self.bingo = self._table(floor, "bingo", physical=False)
            self.lottery = self._table(floor, "loteria", physical=True, options={"modalidad": "conjunto"})
        self.keys = count()
        self.serve()

    def _table(self, floor: Floor, game: str, physical: bool, **more: Any) -> str:
        file = TableFile.model_validate({"game": game, "region": "pais-vasco", "minimum": "5", **more})
        table = floor.tables.open_table(self.people["dora"], file, physical).public_id
        for who in ("ana", "luis"):
            floor.seats.seat(self.people[who], table, CHIPS, f"{game} {who}")
        return table

    def serve(self) -> None:
        """Starts the server, and waits until it answers."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        words = ["serve", "--port", str(self.port), "--database", self.url, "--no-browser"]
        command = [sys.executable, "-m", "tapete", *words]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
        until = time.monotonic() + PATIENCE
        while True:
            assert self.process.poll() is None, "the server has ended"
            assert time.monotonic() < until, "the server does not answer"
            try:
                self.get("/api/v1/session")
                return
            except OSError:
                time.sleep(0.05)

    def kill(self) -> None:
        """The server and whatever it started are gone at once."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(PATIENCE)

    def get(self, path: str) -> Any:
        conn = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        conn.request("GET", path)
        return json.loads(conn.getresponse().read())

    def sent(self, who: str, table: str, path: str, body: Any, key: str) -> http.client.HTTPConnection:
        """A command on its way: nobody has read the answer yet."""
        conn = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers = {"Authorization": f"Bearer {self.tokens[who]}", "Content-Type": "application/json"}
        conn.request("POST", f"/api/v1/tables/{table}/{path}", json.dumps(body), {**headers, "Idempotency-Key": key})
        return conn

    def do(self, who: str, table: str, path: str, body: Any, key: str = "") -> None:
        """A command that is done."""
        conn = self.sent(who, table, path, body, key or f"key-{next(self.keys)}")
        answer = conn.getresponse()
        said = answer.read()
        assert answer.status < 300, said
        conn.close()

    def act(self, who: str, table: str, do: str, **more: Any) -> None:
        self.do(who, table, "act", {"do": do, **more})

    def lines(self, floor: Floor, table: str) -> list[str]:
        return floor.history.transcript(table, 1, self.people["rosa"])


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = House(tmp_path)
    yield found
    if found.process.poll() is None:
        found.kill()


def test_pv_art_3_and_pv_art_6_a_server_killed_in_the_middle_goes_on_where_it_was(house: House) -> None:
    for table in (house.bingo, house.lottery):
        house.do("carla", table, "rounds", {})
    for who in ("ana", "luis"):
        house.act(who, house.bingo, "stake", on="carton", cents=3000)
        house.act(who, house.lottery, "mark", on="apuesta", slots=DRAWN)
    for table in (house.bingo, house.lottery):
        house.act("carla", table, "close")
    for ball in range(5):
        house.act("carla", house.bingo, "next")
        if ball < 3:
            house.do("carla", house.lottery, "fell", {"value": DRAWN[ball]})
    # Both commands are on their way when the server is killed: whether it had come to them is its secret.
    house.sent("carla", house.bingo, "act", {"do": "next"}, "ball")
    house.sent("carla", house.lottery, "fell", {"value": DRAWN[3]}, "number")
    house.kill()
    with Floor(house.url) as floor:
        kept = {table: house.lines(floor, table) for table in (house.bingo, house.lottery)}
    house.serve()
    # Who had no answer asks again with the same key, and once more: it is done once.
    for _ in range(2):
        house.do("carla", house.bingo, "act", {"do": "next"}, "ball")
        house.do("carla", house.lottery, "fell", {"value": DRAWN[3]}, "number")
    with Floor(house.url) as floor:
        for table, before in kept.items():
            assert house.lines(floor, table)[: len(before)] == before
        assert sum('"next"' in line for line in house.lines(floor, house.bingo)) == 6
    for number in DRAWN[4:]:
        house.do("carla", house.lottery, "fell", {"value": number})
    while not house.get(f"/api/v1/tables/{house.bingo}/view")["view"]["finished"]:
        house.act("carla", house.bingo, "next")
    house.kill()
    with Floor(house.url) as floor:
        for table in kept:
            report = audit(io.BytesIO(b"".join(floor.history.export(table, house.people["rosa"]))))
            assert (report.rounds, report.breaches) == (1, [])
        balls = [line for line in house.lines(floor, house.bingo) if '"to":"drum:1-90"' in line]
        assert len(set(balls)) == len(balls) >= 15
        numbers = [line for line in house.lines(floor, house.lottery) if '"to":"drum:1-49"' in line]
        assert len(set(numbers)) == len(numbers) == len(DRAWN)
        assert floor.books.check() == []
