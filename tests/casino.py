"""A casino for tests of live tables: a floor, its application, and somebody in every role."""

import itertools
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
from fastapi.testclient import TestClient

from tapete.audit.table import TableFile
from tapete.floor.roles import Account
from tapete.web.app import create_app
from tapete.web.tables.stream import Renderings, follow
from tests.database import fresh
from tests.helpers import company

PEOPLE = {
    "dora": "director",
    "iker": "inspector",
    "carla": "croupier",
    "ana": "player",
    "luis": "player",
    "eva": "player",
    "teo": "player",
    "sol": "player",
    "pau": "player",
    "noa": "player",
    "rosa": "regulator",
}


class Casino:
    """Everybody is signed in by a token, and every command has a key of its own."""

    def __init__(self, folder: Path, language: str = "es", url: str = "") -> None:
        self.floor = fresh(url or f"sqlite:///{folder}/casino.db")
        accounts = self.floor.accounts
        self.people: dict[str, Account] = {
            name: accounts.create(name, role, language=language) for name, role in PEOPLE.items()
        }
        self.tokens = {name: accounts.open_session(account).token for name, account in self.people.items()}
        self.app = create_app(self.floor)
        self.client = TestClient(self.app)
        self._keys = itertools.count()

    def key(self) -> str:
        """A key that no command has had."""
        return f"key-{next(self._keys)}"

    def table(self, game: str, region: str, *, physical: bool = False, chips: int = 100_000, **more: Any) -> str:
        """A table with Ana and Luis at it, and as many more as its game needs."""
        file = TableFile.model_validate({"game": game, "region": region, "minimum": "5", **more})
        table = self.floor.tables.open_table(self.people["dora"], file, physical, f"{game} {region}"[:60])
        for name in company(file.rules, chips):
            self.floor.seats.seat(self.people[name], table.public_id, chips, self.key())
        return table.public_id

    def headers(self, who: str, key: str | None = None) -> dict[str, str]:
        """What somebody's client sends."""
        found = {"Idempotency-Key": key or self.key()}
        if who:
            found["Authorization"] = f"Bearer {self.tokens[who]}"
        return found

    def get(self, who: str, path: str, **more: Any) -> httpx.Response:
        """Somebody asks."""
        answer: httpx.Response = self.client.get(path, headers=self.headers(who), **more)
        return answer

    def post(self, who: str, path: str, body: Any = None, key: str | None = None) -> httpx.Response:
        """Somebody sends a command to the API."""
        sent = {} if body is None else body
        answer: httpx.Response = self.client.post(path, json=sent, headers=self.headers(who, key))
        return answer

    def view(self, who: str, table: str, face: str = "") -> dict[str, Any]:
        """A table as somebody sees it."""
        answer = self.get(who, f"/api/v1/tables/{table}/view", params={"face": face})
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def act(
        self, who: str, table: str, do: str, on: str = "", cents: int = 0, key: str | None = None
    ) -> httpx.Response:
        """Somebody acts."""
        return self.post(who, f"/api/v1/tables/{table}/act", {"do": do, "on": on, "cents": cents}, key)

    def close(self) -> None:
        """Closes the house."""
        self.client.close()
        self.floor.close()


def live(casino: Casino, table: str, who: str, language: str = "es") -> AsyncIterator[bytes]:
    """Somebody's page of a table as it changes; nobody's is a watcher's."""
    kept, account = Renderings(), casino.people[who] if who else None
    return follow(casino.floor, table, lambda at: kept.event(casino.floor, table, account, language, at))
