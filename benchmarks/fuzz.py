"""Requests that nobody sends by mistake, over every route: bad input is a 4xx in a line, nothing is a fault of ours.

    ./tapete run python -m benchmarks.fuzz --share 1

sends a million: nine tenths know sessions and tables, so that whoever asks is somebody of the house, a visitor or
nobody, paths name tables, rounds and tournaments that are there, and what is sent is what is open at the table but for
one thing, or for nothing; one tenth is made up by schemathesis from the API's own schema, whose answers must be as it
says.
"""

import asyncio
import contextlib
import json
import logging
import random
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple, cast

from fastapi import FastAPI
from fastapi.routing import APIRoute

from benchmarks.measure import share_asked
from tapete.audit.table import TableFile
from tapete.errors import TapeteError
from tapete.floor import Floor
from tapete.web.app import create_app
from tapete.web.people.access import access

WHOLE = 1_000_000
ROLES = ("director", "inspector", "croupier", "player", "regulator")
ODD: tuple[Any, ...] = (
    *("", " ", "\0", "\ud800", "\u202e", "ana\u0301", "x" * 300, "9" * 30, "-1", "1e999", "NaN", "../../etc/passwd"),
    *(-1, 2**31, 2**63, 2**64, -(2**63) - 1, 10**40, 0, 1.5, float("inf"), True, None, [], {}, [[]], {"": None}),
    *("0001-01-01", "9999-12-31", "2026-02-30", "'; DROP TABLE accounts; --", "{{7*7}}", "<script>", "%00", "%ff"),
)
LEGAL: dict[str, tuple[Any, ...]] = {
    "do": ("stake", "close", "choose", "withdraw", "undo"),
    "on": ("rojo", "negro", "numero-entero:7", "mitad"),
    "cents": (500, 1000),
    "euros": ("5", "10"),
    "text": ("rojo 5", "no va más", "2"),
    "value": ("2", "a" * 64),
    "name": ("eva", "bola-fuera"),
    "why": ("a slip",),
    "to": (0, 1),
    "role": ROLES,
    "game": ("bola", "ruleta-francesa"),
    "region": ("extremadura", "galicia"),
    "since": ("2026-01-01",),
    "until": ("2026-12-31",),
    "before": ("x/1",),
    "face": ("watcher", "croupier", "ana"),
    "step": (0, 3),
    "language": ("es", "eu"),
    "password": ("una contraseña larga",),
    "next": ("/tables",),
    "minimum": (500,),
    "practice": (True,),
}
# Games whose tables have something of their own to be asked for: cards with backs, bankers, pots, coupons, boxes.
GAMES = ("bola", "blackjack", "holdem", "chemin-de-fer", "bingo", "dados", "poker-con-descarte", "punto-banca", "monte")
# What computes for long is asked for by its own benchmark; here only whether it is refused in a line.
COSTLY = ("odds", "simulat", "best", "equity", "differences", "evening", "sheet", "frequenc", "prices")


class Answer(NamedTuple):
    """An answer: its status, and what it said."""

    status: int
    text: str
    asked: str


class Fuzz:
    """A house with tables, and requests made up for it."""

    def __init__(self, folder: Path, seed: int = 0, url: str = "") -> None:
        self.source = random.Random(seed)
        self.floor = Floor(url or f"sqlite:///{folder}/fuzz.db")
        accounts = self.floor.accounts
        self.people = {role: accounts.create(f"{role}9", role) for role in ROLES}
        self.people["ana"] = accounts.create("ana", "player")
        self.tokens = {name: accounts.open_session(who).token for name, who in self.people.items()}
        self.app: FastAPI = create_app(self.floor)
        self.routes = [item for item in access(self.app) if not any(word in item.path for word in COSTLY)]
        self.bodies = {route.path: _fields(route) for route in _routes(self.app.router)}
        self.keys = 0
        self.table = ""
        self.renew()

    def renew(self) -> None:
        """A table with a round to act in, the house's or a visitor's, and sessions for whoever was signed out."""
        director = self.people["director"]
        if self.source.random() < 0.5:
            self._visit()
        else:
            self._open()
        for name, who in self.people.items():
            if self.floor.accounts.session(self.tokens[name]) is None:
                if who.visits or who.name in self.floor.accounts.inactive(director):
                    continue
                self.tokens[name] = self.floor.accounts.open_session(who).token

    def _open(self) -> None:
        """A table of the house's."""
        physical = self.source.random() < 0.5
        file = TableFile.model_validate({"game": "bola", "region": "extremadura", "minimum": "5"})
        self.table = self.floor.tables.open_table(self.people["director"], file, physical).public_id
        self.floor.seats.seat(self.people["ana"], self.table, 100_000, self.key())
        self.floor.rounds.open_round(self.table, self.people["croupier"], self.key())

    def _visit(self) -> None:
        """A visitor's own table of some game, with robots where it needs them, as far as a round goes by itself."""
        visitor = self.people["visitor"] = self.floor.accounts.visitor()
        self.tokens["visitor"] = self.floor.accounts.open_session(visitor).token
        for game in self.source.sample(GAMES, len(GAMES)):
            with contextlib.suppress(TapeteError):
                self.table = self.floor.visits.play(visitor, game, "extremadura")
                self.floor.rounds.open_round(self.table, self.floor.accounts.automatic(), self.key())
                return

    def acts(self) -> list[dict[str, Any]]:
        """What is open at the table to somebody, as the API takes it."""
        who = self.people[self.source.choice(("ana", "croupier", "visitor") if "visitor" in self.people else ("ana",))]
        view = self.floor.rounds.look(self.table, who).view
        return [
            {"do": item.do, "on": item.on, "cents": item.lo, "slots": list(item.least_act.slots)}
            for item in (view.open if view is not None else ())
        ]

    def key(self) -> str:
        """A key that no command has had."""
        self.keys += 1
        return f"key {self.keys}"

    def value(self, name: str) -> Any:
        """Something to send under a name: mostly what it may be, else what nothing should be."""
        if name in LEGAL and self.source.random() < 0.7:
            return self.source.choice(LEGAL[name])
        return self.source.choice(ODD)

    def path(self, template: str) -> str:
        """A path, filled in."""
        parts = []
        for part in template.split("/"):
            if not part.startswith("{"):
                parts.append(part)
            elif "table_id" in part and self.source.random() < 0.9:
                parts.append(part.replace("{table_id}", self.table))
            elif part in ("{number}", "{n}") and self.source.random() < 0.7:
                parts.append(self.source.choice(("1", "2", "0")))
            else:
                parts.append(str(self.value(part.strip("{}"))).replace("/", "%2F"))
        return "/".join(parts)

    def body(self, template: str) -> tuple[bytes, bytes]:
        """What is sent, and as what."""
        names = self.bodies.get(template) or ["name"]
        given = {name: self.value(name) for name in names if self.source.random() < 0.9}
        if template.endswith("/act") and self.source.random() < 0.7 and (acts := self.acts()):
            given = self.source.choice(acts)
            if self.source.random() < 0.5:
                given[self.source.choice([*given])] = self.source.choice(ODD)
        kind = self.source.random()
        if kind < 0.05:
            return b"[" * 3000 + b"]" * 3000, b"application/json"
        if kind < 0.1:
            return self.source.randbytes(40), self.source.choice((b"application/json", b"multipart/form-data", b"x"))
        if "/api/" in template:
            return json.dumps(given).encode(), b"application/json"
        words = "&".join(f"{name}={value}" for name, value in given.items())
        return words.encode("utf-8", "surrogatepass"), b"application/x-www-form-urlencoded"

    async def one(self) -> Answer:
        """One request, and its answer."""
        item = self.source.choice(self.routes)
        path, (body, kind) = self.path(item.path), self.body(item.path)
        names = (*LEGAL, "x")
        query = "&".join(f"{name}={self.value(name)}" for name in self.source.sample(names, self.source.randrange(3)))
        headers = [(b"host", b"localhost"), (b"content-type", kind), (b"idempotency-key", self.key().encode())]
        if self.source.random() < 0.8:
            headers.append((b"authorization", f"Bearer {self.source.choice(list(self.tokens.values()))}".encode()))
        if self.source.random() < 0.5:
            headers.append((b"accept", self.source.choice((b"application/json", b"text/html"))))
        asked = f"{item.method} {path!r} ? {query!r} {body[:200]!r}"
        status, text = await self.send(item.method, path, query, headers, body)
        return Answer(status, text, asked)

    async def send(
        self, method: str, path: str, query: str, headers: list[tuple[bytes, bytes]], body: bytes
    ) -> tuple[int, str]:
        """Asks the application, and leaves once it has begun to answer."""
        from urllib.parse import unquote

        scope: dict[str, Any] = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http"}
        raw = path.encode("utf-8", "surrogatepass")
        scope |= {"method": method, "path": unquote(path), "raw_path": raw, "root_path": "", "headers": headers}
        scope |= {"query_string": query.encode("utf-8", "surrogatepass")}
        scope |= {"client": (f"10.0.{self.keys % 250}.9", 1), "server": ("localhost", 80)}
        left, sent = asyncio.Event(), False
        got: list[Any] = [0, ""]

        async def receive() -> dict[str, Any]:
            nonlocal sent
            if not sent:
                sent = True
                return {"type": "http.request", "body": body, "more_body": False}
            await left.wait()
            return {"type": "http.disconnect"}

        async def answer(message: Any) -> None:
            if message["type"] == "http.response.start":
                got[0] = message["status"]
            elif not got[1]:
                got[1] = message.get("body", b"")[:2000].decode("utf-8", "replace")
                left.set()

        await self.app(scope, receive, answer)
        return got[0], got[1]

    def close(self) -> None:
        """Closes the house."""
        self.floor.close()


def _routes(router: Any) -> list[APIRoute]:
    found: list[APIRoute] = []
    for route in getattr(router, "routes", ()):
        found += [route] if isinstance(route, APIRoute) else _routes(getattr(route, "original_router", None))
    return found


def _fields(route: APIRoute) -> list[str]:
    """The names that a route's body has."""
    names: list[str] = []
    for dependant in (route.dependant, *route.dependant.dependencies):
        for field in dependant.body_params:
            inner = getattr(field.field_info.annotation, "model_fields", None)
            names += list(inner) if inner else [field.alias]
    return names


async def run(fuzz: Fuzz, count: int) -> tuple[Counter[int], list[Answer]]:
    """So many requests: how often each status came, and the faults among them."""
    statuses: Counter[int] = Counter()
    faults = []
    for i in range(count):
        if i % 50 == 49:
            fuzz.renew()
        answer = await fuzz.one()
        statuses[answer.status] += 1
        if answer.status >= 500 or answer.status == 0 or "Traceback" in answer.text:
            faults.append(answer)
    return statuses, faults


def by_schema(count: int) -> int:
    """About so many requests made up from the schema, over all operations, as the director and as nobody; how many."""
    import schemathesis
    from tests.casino import Casino
    from tests.test_web_schema import tried

    with tempfile.TemporaryDirectory() as folder:
        casino = Casino(Path(folder))
        found = schemathesis.openapi.from_asgi("/api/v1/openapi.json", casino.app)
        operations: list[Any] = [cast(Any, each).ok() for each in found.get_all_operations()]
        each = max(1, count // (2 * len(operations)))
        for operation in operations:
            for who in ("dora", ""):
                tried(casino, operation, who, each)
        casino.close()
    return 2 * each * len(operations)


def main(share: float = 0.01) -> None:
    """A share of the whole, each kind on a database of its own."""
    logging.getLogger("tapete.web").setLevel(logging.CRITICAL)
    _knowing(round(0.9 * share * WHOLE))
    start = time.perf_counter()
    count = by_schema(round(0.1 * share * WHOLE))
    seconds = time.perf_counter() - start
    print(f"  {count:,} requests of the schema's at most in {seconds:,.0f} s, each answered as it says")


def _knowing(count: int) -> None:
    """Requests that know the house."""
    with tempfile.TemporaryDirectory() as folder:
        fuzz = Fuzz(Path(folder), seed=time.time_ns() % 1_000_000)
        start = time.perf_counter()
        statuses, faults = asyncio.run(run(fuzz, count))
        seconds = time.perf_counter() - start
        fuzz.close()
    print(f"  {count:,} requests in {seconds:,.0f} s: {dict(sorted(statuses.items()))}, {len(faults)} faults of ours")
    for fault in faults[:20]:
        print(f"  {fault.status} {fault.asked}")


if __name__ == "__main__":
    main(share_asked())
