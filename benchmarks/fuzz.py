"""Requests that nobody sends by mistake, over every route: bad input is a 4xx in a line, nothing is a fault of ours.

    ./tapete run python -m benchmarks.fuzz --share 1

sends a million: nearly all know sessions and tables, so that whoever asks is somebody of the house, a visitor or
nobody, paths name tables, rounds and tournaments that are there, and what is sent is what `benchmarks.right` has for
the route, but for some of it, or for nothing; what was never reached is named. A house is built anew every few thousand
requests, since books that only grow are read ever more slowly, and routes that took long are asked for less often. One
in fifty is made up by schemathesis from the API's own schema, whose answers must be as it says.

How far it has come is told every twenty seconds; whoever ends it is told what it did until then.
"""

import asyncio
import contextlib
import json
import logging
import random
import re
import signal
import tempfile
import time
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, cast
from urllib.parse import quote, unquote

import uvloop
from argon2 import PasswordHasher
from fastapi import FastAPI
from fastapi.routing import APIRoute
from tests import torneo

from benchmarks.corners import Corners
from benchmarks.measure import share_asked
from benchmarks.right import ASKED, ASKERS, PRIZE, right
from tapete.audit.table import TableFile
from tapete.engine.requests import Act
from tapete.errors import TapeteError
from tapete.floor import Floor, accounts
from tapete.games import games
from tapete.web.app import create_app
from tapete.web.people.access import Access, access, routes
from tapete.web.people.security import FORM

WHOLE = 1_000_000
SCHEMA = 0.02  # of them are made up from the schema, which takes ten times as long
HOUSE = 2_000  # requests to one house
USUAL_SECONDS = 0.001  # of the processor that an answer takes which is not asked for less often
TOLD_SECONDS = 20.0
ROLES = ("director", "inspector", "croupier", "player", "regulator")
ODD: tuple[Any, ...] = (
    *("", " ", "\0", "\ud800", "\u202e", "ana\u0301", "x" * 300, "9" * 30, "-1", "1e999", "NaN", "../../etc/passwd"),
    *(-1, 2**31, 2**63, 2**64, -(2**63) - 1, 10**40, 0, 1.5, float("inf"), True, None, [], {}, [[]], {"": None}),
    *("0001-01-01", "9999-12-31", "2026-02-30", "'; DROP TABLE accounts; --", "{{7*7}}", "<script>", "%00", "%ff"),
)
NAMES = ("game", "region", "since", "until", "before", "face", "step", "state", "name", "value", "n", "x")  # of queries
PLAYED = [(found.id, region) for found in games() if found.has("play") for region in found.regions]
# What computes for long is asked for by its own benchmark; here only whether it is refused in a line.
COSTLY = ("odds", "simulat", "best", "equity", "differences", "evening", "sheet", "frequenc", "prices")


class Answer(NamedTuple):
    """An answer: its status, and what it said."""

    status: int
    text: str
    asked: str


class Tally:
    """What came of requests: statuses, faults, and of each route whether it was reached and how long it took."""

    def __init__(self) -> None:
        self.statuses: Counter[int] = Counter()
        self.faults: list[Answer] = []
        self.reached: set[str] = set()
        self.asked: Counter[str] = Counter()
        self.seconds: Counter[str] = Counter()
        self.cut_off = False
        self.start = self.told = time.perf_counter()

    def cut(self, *_: object) -> None:
        """Somebody ends the run."""
        self.cut_off = True

    def add(self, route: str, answer: Answer, seconds: float) -> None:
        """One more answer; a fault is told at once."""
        self.statuses[answer.status] += 1
        self.asked[route] += 1
        self.seconds[route] += seconds  # type: ignore[assignment]
        if 200 <= answer.status < 400:
            self.reached.add(route)
        if answer.status >= 500 or answer.status == 0 or "Traceback" in answer.text:
            self.faults.append(answer)
            print(f"  {answer.status} {answer.asked}", flush=True)

    def weight(self, route: str) -> float:
        """How often a route is asked for, beside one that takes no longer than usual."""
        return USUAL_SECONDS / max(USUAL_SECONDS, self.seconds[route] / (self.asked[route] or 1))

    def tell(self, line: str = "") -> None:
        """A line now and then on how far it has come."""
        now = time.perf_counter()
        if now - self.told >= TOLD_SECONDS:
            self.told = now
            print(f"  … {line or self.summary}", flush=True)

    @property
    def summary(self) -> str:
        """How many requests, in which time, and how many faults."""
        count, seconds = self.statuses.total(), time.perf_counter() - self.start
        return f"{count:,} requests in {seconds:,.0f} s, {count / seconds:,.0f} a second, {len(self.faults)} faults"


class Fuzz:
    """A house with tables, and requests made up for it; each route as often as what is known of it says."""

    def __init__(self, folder: Path, seed: int = 0, url: str = "", tally: Tally | None = None) -> None:
        self.source = random.Random(seed)
        self.tally = tally or Tally()
        url = url or f"sqlite:///{folder}/fuzz.db"
        self.held = held(url)
        self.floor = Floor(url)
        accounts = self.floor.accounts
        self.people = {role: accounts.create(f"{role}9", role) for role in ROLES}
        self.nobody_s = accounts.create("aparte", "director")  # sits at no table, and so may decide of all who do
        self.people["ana"] = accounts.create("ana", "player", right(self, "", "password", self.source.choice))
        self.tokens = {name: accounts.open_session(who).token for name, who in self.people.items()}
        self.app: FastAPI = create_app(self.floor)
        self.routes = [item for item in access(self.app) if not any(word in item.path for word in COSTLY)]
        self.bodies = {
            (how, route.path): _fields(route) for route in routes(self.app.router) for how in route.methods or ()
        }
        self.weights = [self.tally.weight(named(item)) for item in self.routes]
        self.visited = False
        self.keys = 0
        self.table = self.hash = self.token = self.fresh = ""
        self.rule = self.floor.conduct.offences("", "extremadura")[0].rule
        self._accumulate()
        self.corners = Corners(self.floor, self.people, self.key)
        self.renew()

    @property
    def tournament(self) -> str:
        """The tournament that was announced last, or one that is over."""
        return self.held if self.source.random() < 0.2 else self.floor.tournaments.all()[0].public_id

    @property
    def new_name(self) -> str:
        """What nobody is called yet."""
        return f"eva{self.keys}"

    @property
    def irregularity(self) -> str:
        """What can go wrong at the table."""
        return next(iter(self.floor.tables.table(self.table).rules.irregularities), "")

    def renew(self) -> None:
        """A table with a round to act in, the house's or a visitor's, and sessions for whoever was signed out."""
        director = self.people["director"]
        self.token = self.floor.accounts.invite(director, "player")
        self.fresh = self.floor.accounts.create(f"nueva{self.keys}", "player").name
        if self.source.random() < 0.5:
            self._visit()
        else:
            with contextlib.suppress(TapeteError):  # somebody may have been barred, or the house keep chips by pieces
                self._open()
        self.let_in()
        self.corners.renew()

    def let_in(self) -> None:
        """Everybody is who they were, and signed in."""
        director, accounts = self.nobody_s, self.floor.accounts
        inactive = accounts.inactive(director)
        for name, who in self.people.items():
            if who.name in inactive:
                accounts.reactivate(director, who)
            if accounts.account(who.name).role != who.role:
                accounts.change_role(director, who, who.role)
            if accounts.session(self.tokens[name]) is None and not who.visits:
                self.tokens[name] = accounts.open_session(who).token

    def _open(self) -> None:
        """A table of the house's, with a round or two played, and perhaps one that is."""
        self.visited = False
        physical, full = self.source.random() < 0.5, self.source.random() < 0.3
        given: dict[str, Any] = {"game": self.source.choice(("bola", "ruleta-francesa")), "region": "extremadura"}
        given |= {"minimum": "5", **({"seats": 1} if full else {}), **self.source.choice(({}, {"float": "5000"}))}
        file, croupier, rounds = TableFile.model_validate(given), self.people["croupier"], self.floor.rounds
        self.table = self.floor.tables.open_table(self.people["director"], file, physical).public_id
        self.floor.seats.seat(self.people["ana"], self.table, 100_000, self.key())
        for _ in range(self.source.randrange(3)):
            rounds.open_round(self.table, croupier, self.key())
            rounds.act(self.table, self.people["ana"], Act("stake", "rojo", 500), self.key())
            rounds.act(self.table, croupier, Act("close"), self.key())
            if physical and self.source.random() < 0.2:
                return  # to be asked what fell
            if physical:
                rounds.fell(self.table, croupier, "2", self.key())
            self.hash = self.floor.history.round(self.table, 1).hash
        if self.source.random() < 0.3:
            rounds.void(self.table, self.people["inspector"], "to be agreed to", self.key())
        if self.source.random() < 0.5:
            rounds.open_round(self.table, croupier, self.key())

    def _accumulate(self) -> None:
        """An accumulated prize of which there is a statement: somebody has staked on it."""
        given = {"game": "poker-sin-descarte", "region": "extremadura", "minimum": "5", "float": "50000"}
        file = TableFile.model_validate({**given, "options": {"progresivo": "si"}, "meter": PRIZE[0]})
        table = self.floor.tables.open_table(self.people["director"], file, physical=True).public_id
        self.floor.seats.seat(self.people["ana"], table, 100_000, self.key())
        self.floor.rounds.open_round(table, self.people["croupier"], self.key())
        for bet, cents in (("inicial:1", 1000), ("progresivo:1", 250)):
            self.floor.rounds.act(table, self.people["ana"], Act("stake", bet, cents), self.key())
        self.floor.rounds.act(table, self.people["croupier"], Act("close"), self.key())

    def _visit(self) -> None:
        """A visitor's own table of some game, with robots where it needs them, as far as a round goes by itself."""
        self.visited = True
        visitor = self.people["visitor"] = self.floor.accounts.visitor()
        self.tokens["visitor"] = self.floor.accounts.open_session(visitor).token
        for game, region in self.source.sample(PLAYED, len(PLAYED)):
            with contextlib.suppress(TapeteError):
                self.table = self.floor.visits.play(visitor, game, region)
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

    def value(self, path: str, name: str, odd: float) -> Any:
        """Something to send under a name: mostly what is right there, else what nothing should be."""
        if self.source.random() < odd:
            return self.source.choice(ODD)
        return right(self, path, name, self.source.choice)

    def path(self, template: str, odd: float) -> str:
        """A path, filled in."""

        def filled(part: re.Match[str]) -> str:
            return str(self.value(template, part[1], odd)).replace("/", "%2F")

        return re.sub(r"\{(\w+)(?::path)?\}", filled, template)

    def body(self, item: Access, odd: float) -> tuple[bytes, bytes]:
        """What is sent, and as what."""
        names, path = self.bodies[item.method, item.path], item.path
        given = {name: self.value(path, name, odd) for name in names if self.source.random() >= odd / 2}
        given = {name: value for name, value in given.items() if value is not None or self.source.random() < odd}
        if path.endswith("/act") and self.source.random() < 0.7 and (acts := self.acts()):
            given = self.source.choice(acts)
            if self.source.random() < odd:
                given[self.source.choice([*given])] = self.source.choice(ODD)
        if path == "/tables" or path.endswith("/settings"):
            given |= {"game": "bola", "region": "extremadura", "minimum": "5", "books": "practice"}
        if self.source.random() < odd / 3:
            return b"[" * 3000 + b"]" * 3000, b"application/json"
        if self.source.random() < odd / 3:
            return self.source.randbytes(40), self.source.choice((b"application/json", b"multipart/form-data", b"x"))
        if "log" in names:
            return self.upload(), b"multipart/form-data; boundary=end"
        if "/api/" in path:
            return json.dumps(given, default=str).encode(), b"application/json"
        written = (lambda value: value) if self.source.random() < odd else partial(quote, errors="surrogatepass")
        each = ((name, one) for name, value in given.items() for one in (value if isinstance(value, list) else [value]))
        words = "&".join(f"{name}={written(str(value))}" for name, value in each)
        return words.encode("utf-8", "surrogatepass"), b"application/x-www-form-urlencoded"

    def upload(self) -> bytes:
        """A log in a form: the table's own, or what is none."""
        log = b"".join(self.floor.history.export(self.table, self.people["regulator"]))
        sent = self.source.choice((log, log[: len(log) // 2], b"{}\n"))
        return (
            b'--end\r\nContent-Disposition: form-data; name="log"; filename="log"\r\n\r\n' + sent + b"\r\n--end--\r\n"
        )

    def asker(self, item: Access, odd: float) -> str:
        """The token of who asks: mostly of somebody who may, or at their own table."""
        may = [name for name, who in self.people.items() if who.role in item.roles]
        own = next((name for end, name in ASKERS.items() if item.path.endswith(end)), "")
        if own and self.source.random() >= odd:
            return self.tokens[own]
        if not may or self.source.random() < odd:
            may = [*self.tokens]
        if "{table_id}" in item.path and self.source.random() < 0.5:
            own = "visitor" if self.visited else "ana"
            may = [own] if own in may or (self.visited and item.practice) else may
        return self.tokens[self.source.choice(may)]

    async def one(self, odd: float | None = None) -> Answer:
        """One request of which so much is odd, or as much as chance has it; and its answer."""
        (item,) = self.source.choices(self.routes, self.weights)
        return await self.asked(item, self.source.choice((0.0, 0.1, 0.5)) if odd is None else odd)

    async def asked(self, item: Access, odd: float) -> Answer:
        """A request for something, and its answer."""
        path, (body, kind) = self.path(item.path, odd), self.body(item, odd)
        names = self.source.sample(NAMES, self.source.randrange(3)) if self.source.random() < 2 * odd else []
        names += [name for end, read in ASKED.items() if item.path.endswith(end) for name in read]
        query = "&".join(f"{name}={self.value(item.path, name, odd)}" for name in names)
        headers = [(b"host", b"localhost"), (b"content-type", kind), (b"idempotency-key", self.key().encode())]
        if not item.path.startswith(("/link", "/sign-in", "/play")) and self.source.random() >= odd / 2:
            headers.append((b"authorization", f"Bearer {self.asker(item, odd)}".encode()))
        elif self.source.random() >= odd:
            headers += [(b"cookie", f"{FORM}={'f' * 32}".encode()), (b"x-csrf-token", b"f" * 32)]
        if self.source.random() < 0.5:
            headers.append((b"accept", self.source.choice((b"application/json", b"text/html"))))
        asked, start = f"{item.method} {path!r} ? {query!r} {body[:200]!r}", time.process_time()
        answer = Answer(*await self.send(item.method, path, query, headers, body), asked)
        self.tally.add(named(item), answer, time.process_time() - start)
        if answer.status == 401:
            self.let_in()
        return answer

    @property
    def missed(self) -> list[str]:
        """The routes that never did what they were asked for."""
        return sorted({named(item) for item in self.routes} - self.tally.reached)

    async def send(
        self, method: str, path: str, query: str, headers: list[tuple[bytes, bytes]], body: bytes
    ) -> tuple[int, str]:
        """Asks the application, and leaves once it has begun to answer."""
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


def held(url: str) -> str:
    """A tournament of two, played to its end in a database."""
    house = torneo.House(url)
    found = house.announced(2, torneo.bases())
    house.floor.running.start(house.director, found.public_id)
    while house.sheet(found).tournament.state != "finished":
        house.wave(found)
    house.floor.close()
    return found.public_id


def _fields(route: APIRoute) -> list[str]:
    """The names that a route's body has."""
    names: list[str] = []
    for dependant in (route.dependant, *route.dependant.dependencies):
        for field in dependant.body_params:
            inner = getattr(field.field_info.annotation, "model_fields", None)
            names += list(inner) if inner else [field.alias]
    return names


def named(item: Access) -> str:
    """What a route is called where it is counted."""
    return f"{item.method} {item.path}"


async def run(fuzz: Fuzz, count: int) -> Tally:
    """So many requests to one house, unless somebody ends it: what came of them, and of those before."""
    for i in range(count):
        if fuzz.tally.cut_off:
            break
        if i % 50 == 49:
            fuzz.renew()
            fuzz.tally.tell()
        await fuzz.one()
    return fuzz.tally


def by_schema(count: int, tally: Tally) -> int:
    """About so many requests made up from the schema, over all operations, as the director and as nobody; how many."""
    import schemathesis
    from tests.casino import Casino
    from tests.test_web_schema import tried

    with tempfile.TemporaryDirectory() as folder:
        casino = Casino(Path(folder))
        found = schemathesis.openapi.from_asgi("/api/v1/openapi.json", casino.app)
        operations: list[Any] = [cast(Any, each).ok() for each in found.get_all_operations()]
        each, done = max(1, count // (2 * len(operations))), 0
        for operation in operations:
            for who in ("dora", ""):
                if not tally.cut_off:
                    tried(casino, operation, who, each)
                    done += each
            tally.tell(f"{done:,} of {2 * each * len(operations):,} of the schema's")
        casino.close()
    return done


def main(share: float = 0.01) -> None:
    """A share of the whole, each kind on databases of its own."""
    logging.getLogger("tapete.web").setLevel(logging.CRITICAL)
    accounts._hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)  # passwords are not what is tried
    accounts._NOBODY = accounts._hasher.hash("nobody's")
    tally = Tally()
    for end in (signal.SIGINT, signal.SIGTERM):
        signal.signal(end, tally.cut)
    _knowing(round((1 - SCHEMA) * share * WHOLE), tally)
    if tally.cut_off:
        return
    start = time.perf_counter()
    count = by_schema(round(SCHEMA * share * WHOLE), tally)
    seconds = time.perf_counter() - start
    print(f"  {count:,} requests of the schema's at most in {seconds:,.0f} s, each answered as it says")


def _knowing(count: int, tally: Tally) -> None:
    """Requests that know the house, one house after another."""
    seed, missed = time.time_ns() % 1_000_000, list[str]()
    while tally.statuses.total() < count and not tally.cut_off:
        with tempfile.TemporaryDirectory() as folder:
            fuzz = Fuzz(Path(folder), seed + tally.statuses.total(), tally=tally)
            uvloop.run(run(fuzz, min(HOUSE, count - tally.statuses.total())))
            fuzz.close()
        missed = fuzz.missed
    print(f"  {tally.summary} of ours: {dict(sorted(tally.statuses.items()))}")
    print(f"  never reached: {', '.join(missed) or 'nothing'}")


if __name__ == "__main__":
    main(share_asked(__doc__, 0.01))
