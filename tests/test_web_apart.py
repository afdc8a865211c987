"""Work is bounded by who asks for it: turns, budgets, processes apart, visitors who leave, bodies too large."""

import asyncio
import functools
import json
import os
import re
import signal
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, MutableMapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from fastapi import FastAPI

from tapete.web.apart import front
from tapete.web.apart.front import COMPUTES, HERE, Apart
from tapete.web.apart.hands import Hand
from tapete.web.apart.turns import Allowance, Busy, Turns
from tapete.web.app import create_app
from tapete.web.people import security
from tapete.web.people.access import access
from tapete.web.settings import WebSettings
from tapete.web.slow import punctual
from tapete.web.tables import hints, shortcut
from tests import PATIENCE
from tests.casino import Casino

ALLOWED = Allowance(at_once=2, seconds=10.0, window=100.0)
ODDS = "/api/v1/games/bola/extremadura/odds"
LONG = "/api/v1/simulation/stream?game=bola&region=extremadura&bets=rojo+5&rounds=50000000"


@pytest.fixture
def casino(tmp_path: Path) -> Iterator[Casino]:
    yield Casino(tmp_path)


# Turns


def test_visitors_take_turns_however_much_one_of_them_asks_for() -> None:
    async def run() -> list[str]:
        turns, order = Turns(1, most=10), list[str]()
        held = await turns.place("first")

        async def wait(who: str) -> None:
            place = await turns.place(who)
            order.append(who)
            turns.give_back(place, who, 0.0, ALLOWED)

        waiting = [asyncio.create_task(wait(who)) for who in ("ana", "ana", "ana", "luis")]
        await asyncio.sleep(0)
        assert (turns.waiting, turns.working, turns.before("ana"), turns.before("luis")) == (4, 1, 0, 1)
        turns.give_back(held, "first", 0.0, ALLOWED)
        await asyncio.gather(*waiting)
        assert (turns.waiting, turns.working) == (0, 0)
        return order

    assert asyncio.run(run()) == ["ana", "luis", "ana", "ana"]


def test_who_leaves_the_queue_takes_no_place() -> None:
    async def run() -> None:
        turns = Turns(1, most=10)
        held = await turns.place("first")
        waiting = asyncio.create_task(turns.place("ana"))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        assert turns.waiting == 0
        turns.give_back(held, "first", 0.0, ALLOWED)
        assert (await turns.place("luis"), turns.working) == (held, 1)

    asyncio.run(run())


def test_a_visitor_has_a_budget_that_fills_again() -> None:
    """By hand: 10 s in 100 s is a tenth of a second each second; of 15 s spent, 5 too many are gone after 50 s."""
    now = [0.0]
    turns = Turns(1, most=10, clock=lambda: now[0])
    turns.give_back(0, "ana", 15.0, ALLOWED)
    with pytest.raises(Busy) as refused:
        turns.ask("ana", ALLOWED)
    assert refused.value.again == 50
    turns.ask("luis", ALLOWED)
    now[0] = 51.0
    turns.ask("ana", ALLOWED)
    turns.ask("ana", ALLOWED)
    with pytest.raises(Busy, match="asked for 2 things"):
        turns.ask("ana", ALLOWED)
    turns.done("ana")
    turns.ask("ana", ALLOWED)


def test_what_arrives_by_drops_keeps_only_others_who_send_from_the_queue() -> None:
    turns = Turns(1, most=2)
    with turns.sending("ana"), turns.sending("luis"):
        for who in ("ana", "luis", "eva"):
            turns.ask(who, ALLOWED)
        with pytest.raises(Busy, match="2 people are waiting"), turns.sending("eva"):
            pass
        turns.ask("teo", ALLOWED)
        turns.ask("sol", ALLOWED)
        with pytest.raises(Busy, match="2 people are waiting"):
            turns.ask("pau", ALLOWED)
    with turns.sending("ana"):
        pass


def test_however_many_pass_by_accounts_have_room_in_the_queue_and_come_first() -> None:
    """Two passers-by fill the room of theirs; an account's is apart, and is done before what waited already."""

    async def run() -> list[str]:
        turns, order = Turns(1, most=1, first=lambda who: who.startswith("account")), list[str]()
        held = await turns.place("somebody")

        async def wait(who: str) -> None:
            turns.ask(who, ALLOWED)
            place = await turns.place(who)
            order.append(who)
            turns.give_back(place, who, 0.0, ALLOWED)
            turns.done(who)

        waiting = [asyncio.create_task(wait(who)) for who in ("one", "two", "three", "account 1")]
        await asyncio.sleep(0)
        assert (turns.before("account 1"), turns.before("one"), turns.waiting) == (0, 1, 3)
        turns.give_back(held, "somebody", 0.0, ALLOWED)
        (refused,) = [one for one in await asyncio.gather(*waiting, return_exceptions=True) if one]
        assert isinstance(refused, Busy)
        assert turns.waiting == turns.working == 0
        return order

    assert asyncio.run(run()) == ["account 1", "one", "two"]


# The application


class Answer:
    """A request to the application, and what comes of it; `leave` is closing the browser."""

    def __init__(self, app: FastAPI, path: str, body: list[bytes] | None = None, **headers: str) -> None:
        self.sent = self.pieces = 0
        self.status, self.headers, self.body = 0, dict[str, str](), b""
        self._bodies, self._gone = body or [], asyncio.Event()
        self.begun = asyncio.Event()
        path, _, query = path.partition("?")
        self.scope: dict[str, Any] = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "POST" if body else "GET",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(key.replace("_", "-").encode(), value.encode()) for key, value in headers.items()],
            "client": ("127.0.0.1", 1),
            "server": ("localhost", 80),
        }
        self.task = asyncio.create_task(app(self.scope, self._receive, self._send))

    def leave(self) -> None:
        self._gone.set()

    async def _receive(self) -> dict[str, Any]:
        if self.sent < len(self._bodies):
            self.sent += 1
            return {"type": "http.request", "body": self._bodies[self.sent - 1], "more_body": True}
        if self.sent == len(self._bodies):
            self.sent += 1
            return {"type": "http.request", "body": b"", "more_body": False}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {key.decode(): value.decode() for key, value in message["headers"]}
        self.body += message.get("body", b"")
        self.pieces += 1
        self.begun.set()


def part(app: FastAPI) -> Apart:
    """The part of an application that has work done apart."""
    if app.middleware_stack is None:
        app.middleware_stack = app.build_middleware_stack()
    found: Any = app.middleware_stack
    while not isinstance(found, Apart):
        found = found.app
    return found


@asynccontextmanager
async def served(casino: Casino, **settings: Any) -> AsyncIterator[FastAPI]:
    app = create_app(casino.floor, WebSettings(**settings))
    try:
        yield app
    finally:
        for hand in part(app).hands:
            hand.stop()


@contextmanager
def stopped(hand: Hand) -> Iterator[None]:
    """A process that does nothing for a while, not even end."""
    process = hand._process
    assert process is not None
    process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        process.send_signal(signal.SIGCONT)


async def until(true: Callable[[], bool]) -> None:
    """Waits for something to become true."""
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.01)


def test_a_process_apart_answers_as_one_would_here_and_stops_when_its_visitor_leaves(casino: Casino) -> None:
    async def run() -> None:
        ample = {"seconds_of_work": 10 * PATIENCE}
        async with served(casino, **ample) as here, served(casino, processes=1, **ample) as apart:
            one, other = Answer(here, ODDS), Answer(apart, ODDS)
            await asyncio.gather(one.task, other.task)
            assert (one.status, one.body) == (other.status, other.body)
            assert json.loads(one.body)[0]["article"]
            long, turns = Answer(apart, LONG), part(apart).turns
            await long.begun.wait()
            long.leave()
            await long.task
            assert (turns.working, turns.waiting) == (0, 0)
            again = Answer(apart, ODDS)
            await again.task
            assert again.body == one.body
            with stopped(part(apart).hands[0]):  # so that its work cannot end while somebody waits behind it
                stuck = Answer(apart, ODDS)
                await until(lambda: turns.working == 1)
                waiting = Answer(apart, LONG)
                await until(lambda: b"event: queue" in waiting.body)
                waiting.leave()
                stuck.leave()
                await asyncio.gather(stuck.task, waiting.task)
            assert (turns.working, turns.waiting) == (0, 0)

    asyncio.run(run())


def test_a_table_answers_while_everybody_waits_for_what_is_computed(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five hundred ask for work that never ends: a few are let in, the rest are told when to come back."""

    async def never(_hand: Hand, _request: object) -> None:
        await asyncio.Event().wait()

    async def nothing(_hand: Hand) -> None:
        return None

    monkeypatch.setattr(Hand, "ask", never)
    monkeypatch.setattr(Hand, "give_up", nothing)

    async def run() -> None:
        table = casino.table("bola", "extremadura")
        async with served(casino, processes=2, most_waiting=3) as app:
            asked = [Answer(app, ODDS) for _ in range(500)]
            while len(refused := [one for one in asked if one.begun.is_set()]) < 495:
                await asyncio.sleep(0.01)
            assert {one.status for one in refused} == {429}
            assert all(int(one.headers["retry-after"]) >= 1 for one in refused)
            seen = Answer(app, f"/api/v1/tables/{table}")
            await seen.task
            assert seen.status == 200
            waiting = [one for one in asked if not one.begun.is_set()]
            assert len(waiting) == 5
            for one in waiting:
                one.leave()
            await asyncio.gather(*(one.task for one in asked))
            assert (part(app).turns.working, part(app).turns.waiting) == (0, 0)

    asyncio.run(run())


@pytest.mark.parametrize("played", [False, True])
def test_while_tables_are_played_at_passers_by_leave_them_most_of_the_process(
    casino: Casino, monkeypatch: pytest.MonkeyPatch, played: bool
) -> None:
    """A place that somebody had is free at once where nobody plays; where somebody does, only after it has rested."""
    monkeypatch.setattr(front, "REST", 10**9)
    monkeypatch.setattr(front, "LONGEST_REST", 10 * PATIENCE)

    async def run() -> None:
        app, table = create_app(casino.floor), casino.table("bola", "extremadura")
        if played:
            order = casino.floor.rounds.opening(table, casino.people["carla"], "opened")
            await casino.floor.clerk.take(order)
        assert casino.floor.clerk.busy() == played
        seen = [Answer(app, "/healthz" if one else "/tables") for one in (0, 1, 0)]
        await asyncio.gather(*(one.task for one in seen))
        last = Answer(app, "/tables")
        if not played:
            await last.task
        else:
            await Answer(app, "/healthz").task
            assert not last.begun.is_set()
            last.task.cancel()

    asyncio.run(run())


def test_however_long_it_takes_what_passers_by_ask_for_an_account_has_a_place() -> None:
    """Of three places two are for anybody: what is free besides waits for an account, and goes back to it."""

    async def run() -> None:
        turns = Turns(3, most=10, first=lambda who: who.startswith("account"), kept=1)
        one, two = await turns.place("one"), await turns.place("two")
        third = asyncio.create_task(turns.place("three"))
        await asyncio.sleep(0)
        assert (turns.working, turns.waiting) == (2, 1)
        own = await asyncio.wait_for(turns.place("account 1"), PATIENCE)
        other = asyncio.create_task(turns.place("account 2"))
        await asyncio.sleep(0)
        turns.free(own)
        assert await asyncio.wait_for(other, PATIENCE) == own
        turns.free(own)
        await asyncio.sleep(0)
        assert (turns.working, turns.waiting, third.done()) == (2, 1, False)
        turns.free(two)
        assert await asyncio.wait_for(third, PATIENCE) == two
        turns.free(one)
        turns.free(two)
        assert (turns.working, turns.waiting) == (0, 0)

    asyncio.run(run())


@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="only Linux has it")
def test_while_tables_are_played_at_processes_apart_take_only_what_nobody_wants_of_the_machine() -> None:
    """One that works already is told too, with all its threads; and one that is started anew."""
    played = False

    def policies(hand: Hand) -> set[int]:
        assert hand._process is not None
        threads = Path(f"/proc/{hand._process.pid}/task").iterdir()
        return {os.sched_getscheduler(int(thread.name)) for thread in threads}

    async def run() -> None:
        nonlocal played
        hand = Hand(lambda: played)
        try:
            assert await hand.call(abs, -1) == 1
            assert policies(hand) == {os.SCHED_OTHER}
            played = True
            assert await hand.call(abs, -2) == 2
            assert policies(hand) == {os.SCHED_IDLE}
            hand.stop()
            await hand.ready()
            assert policies(hand) == {os.SCHED_IDLE}
        finally:
            hand.stop()

    asyncio.run(run())


def test_whoever_has_no_account_of_their_own_is_refused_in_a_line_and_no_page_is_written_for_it(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Passers-by, and those who visit with play chips: hundreds of them may have to be refused."""
    monkeypatch.setattr(front, "PAGES", Allowance(0, 1.0))
    session = casino.floor.accounts.open_session(casino.floor.accounts.visitor())

    async def run() -> None:
        async with served(casino, at_once=0) as app:
            everybody: list[Any] = [{}, {"authorization": f"Bearer {session.token}"}]
            for headers in everybody:
                for path in ("/tables", "/games/bola/extremadura/odds"):
                    refused = Answer(app, path, **headers)
                    await refused.task
                    assert (refused.status, refused.body.count(b"<")) == (429, 0), (headers, path)

    asyncio.run(run())


@pytest.mark.parametrize("visits", [False, True])
def test_who_reads_slowly_or_leaves_keeps_no_place_and_who_asks_for_hundreds_is_refused(
    casino: Casino, monkeypatch: pytest.MonkeyPatch, visits: bool
) -> None:
    """Passers-by and those who visit alike: both have few places, and at most so many pages to wait for."""
    monkeypatch.setattr(front, "PAGES", Allowance(3, 1.0))
    monkeypatch.setattr(front, "REST", 10**9)
    monkeypatch.setattr(front, "LONGEST_REST", 10 * PATIENCE)
    session = casino.floor.accounts.open_session(casino.floor.accounts.visitor())
    bearer: Any = {"authorization": f"Bearer {session.token}"} if visits else {}

    class Unread(Answer):
        async def _send(self, message: MutableMapping[str, Any]) -> None:  # noqa: ARG002
            self.begun.set()
            await self._gone.wait()

    async def run() -> None:
        async with served(casino) as app:
            for _ in range(4):  # more than there are places
                slow = Unread(app, "/tables", **bearer)
                await slow.begun.wait()
            order = casino.floor.rounds.opening(
                casino.table("bola", "extremadura"), casino.people["carla"], casino.key()
            )
            await casino.floor.clerk.take(order)
            for _ in range(front.GUESTS[visits]):
                await Answer(app, "/tables", **bearer).task
            asked = [Answer(app, "/tables", **bearer) for _ in range(4)]
            await asked[-1].task
            assert (asked[-1].status, "retry-after" in asked[-1].headers) == (429, True)
            asked[0].leave()
            await asked[0].task
            assert asked[0].status == 0
            of_another: Any = {} if visits else {"authorization": f"Bearer {session.token}"}
            other = Answer(app, "/tables", **of_another)
            await other.task
            assert other.status == 200
            for one in asked[1:]:
                one.leave()
                await one.task

    asyncio.run(run())


def test_hints_records_and_evenings_are_worked_out_by_a_process_apart(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a table is asked for is read here, from the database, and worked on there: the answers are the same."""
    table = casino.table("bola", "extremadura", physical=True)
    for who, path, sent in (
        ("carla", "rounds", {}),
        ("ana", "act", {"do": "stake", "on": "rojo", "cents": 500}),
        ("carla", "act", {"do": "close"}),
        ("carla", "fell", {"value": "2"}),
        ("carla", "rounds", {}),
    ):
        assert casino.post(who, f"/api/v1/tables/{table}/{path}", sent).status_code < 300, path
    ana: Any = {"authorization": f"Bearer {casino.tokens['ana']}"}
    day = casino.get("ana", "/api/v1/evenings").json()[0]["day"]
    called: list[str] = []
    call = Hand.call

    async def noted(hand: Hand, function: Callable[..., Any], *args: Any) -> Any:
        called.append(function.__name__)
        return await call(hand, function, *args)

    monkeypatch.setattr(Hand, "call", noted)

    async def run() -> None:
        async with served(casino) as here, served(casino, processes=1) as apart:
            for path in (f"/api/v1/tables/{table}/hints", f"/api/v1/evenings/{table}/{day}"):
                one = Answer(here, path, **ana)
                await one.task
                monkeypatch.setattr(hints, "_given", {})
                other = Answer(apart, path, **ana)
                await other.task
                assert (one.status, one.body) == (other.status, other.body) == (200, other.body)
            printed = Answer(apart, f"/history/{table}/1/record.pdf", **ana)
            await printed.task
            assert (printed.status, printed.body[:5]) == (200, b"%PDF-")
            refused = Answer(apart, f"/history/{table}/2/record.pdf", **ana, accept="application/json")
            await refused.task
            assert refused.status >= 400
            gone = Answer(apart, f"/history/{table}/1/record.pdf", **ana)
            with stopped(part(apart).hands[0]):
                await until(lambda: len(called) == 4)
                gone.leave()
                await gone.task
            assert part(apart).turns.working == 0

    asyncio.run(run())
    assert called == ["worked_out", "judged", "typeset", "typeset"]


AUDITS = ("/api/v1/audit", "/history/audit")
FILE = 'game = "bola"\nregion = "extremadura"\nminimum = 5\n'
# What is asked for of another game than boule, and what is said besides the path, by its last part.
OF_GAME = {"equity": "holdem", "frequencies": "holdem", "best": "blackjack"}
RUN = "?game=bola&region=extremadura&bets=rojo+5&rounds=1000"
SAID = {
    "equity": "?hand=AsAh&hand=KsKh&board=2s3d4c",
    "session": "?bet=rojo&stake=500",
    "verdict": "?answer=1",
}
SAID |= dict.fromkeys(("result", "result.csv", "simulation"), RUN)


def asked_of(path: str) -> str:
    """A path with a game, its region and another, and what must be said besides."""
    last = path.rpartition("/")[2]
    named = path.replace("{name}", OF_GAME.get(last, "bola")).replace("{region}", "extremadura")
    return named.replace("{other}", "pais-vasco") + SAID.get(last, "")


async def answered(app: FastAPI, path: str, body: list[bytes] | None, **headers: str) -> tuple[int, bytes]:
    """What comes of a request once it has been worked out; of what is printed, which has the hour, that it is."""
    while True:
        answer = Answer(app, path, body, **headers)
        await answer.task
        if answer.status != 202:
            return answer.status, answer.body[: 5 if path.endswith(".pdf") else None]


def test_whatever_computes_is_answered_by_a_process_apart_as_it_would_be_here(casino: Casino) -> None:
    """There is no database there: what needs one reads it first, and is among what is asked for HERE."""
    log = (Path(__file__).parent / "golden" / "bola-extremadura-1.jsonl").read_bytes()
    sent = b"--x\r\nContent-Disposition: form-data; name=log; filename=log\r\n\r\n" + log + b"\r\n--x--\r\n"
    got = [asked_of(found.path) for found in access(casino.app) if found.method == "GET"]
    computed = [path for path in got if COMPUTES.fullmatch(path.partition("?")[0]) and not path.endswith("/stream")]
    asked: list[tuple[str, list[bytes] | None, str]] = [
        *((path, None, "") for path in computed),
        *((path, [sent], "multipart/form-data; boundary=x") for path in AUDITS),
        ("/check", [urlencode({"text": FILE}).encode()], "application/x-www-form-urlencoded"),
        ("/api/v1/check", [json.dumps({"toml": FILE}).encode()], "application/json"),
    ]

    async def run() -> None:
        ample = {"seconds_of_work": 10 * PATIENCE}
        async with served(casino, **ample) as here, served(casino, processes=1, **ample) as apart:
            for path, body, kind in asked:
                said = {"authorization": f"Bearer {casino.tokens['ana']}", "content-type": kind}
                one, other = [await answered(app, path, body, **said) for app in (here, apart)]
                assert (path, other) == (path, one)
                assert one[0] < 400, (path, one[1])

    asyncio.run(run())
    assert len(computed) > 15


def test_whatever_is_printed_takes_its_turn(casino: Casino) -> None:
    printed = [found.path for found in access(casino.app) if found.path.endswith(".pdf")]
    assert len(printed) > 5
    paths = [re.sub(r"\{\w+\}", "1", path) for path in printed]
    assert [path for path in paths if not (COMPUTES.fullmatch(path) or HERE.fullmatch(path))] == []


class Slow(Answer):
    """A request whose body does not come to its end."""

    async def _receive(self) -> dict[str, Any]:
        if self.sent:
            await self._gone.wait()
            return {"type": "http.disconnect"}
        return await super()._receive()


@pytest.mark.parametrize("path", ["/sign-in", "/api/v1/session", "/people/stream"])
def test_who_sends_by_drops_takes_up_nobody_s_place(
    casino: Casino, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    """However many passers-by send a form without end, others are served; and who leaves then has broken nothing."""

    async def run() -> None:
        async with served(casino) as app:
            slow = [Slow(app, path, [b"name="]) for _ in range(10)]
            await asyncio.gather(*(until(lambda one=one: one.sent == 1) for one in slow))  # type: ignore[misc]
            seen = Answer(app, "/tables")
            await seen.task
            assert seen.status == 200
            for one in slow:
                one.leave()
                await one.task
                assert one.status == 0

    asyncio.run(run())
    assert not caplog.records


@pytest.mark.parametrize("who", ["ana", "dora", ""])
@pytest.mark.parametrize("path", ["/api/v1/tables/there/act", "/sign-in", "/api/v1/people", "/api/v1/audit"])
def test_a_body_that_does_not_come_to_its_end_in_time_is_a_408_for_everybody(
    casino: Casino, who: str, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """FastAPI would take what went wrong while it read for what was wrong with it."""
    monkeypatch.setattr(security, "punctual", functools.partial(punctual, seconds=0.05))
    monkeypatch.setattr(shortcut, "SOON_SECONDS", 0.05)

    async def run() -> None:
        async with served(casino) as app:
            kind = "application/x-www-form-urlencoded" if path == "/sign-in" else "application/json"
            known = {"authorization": f"Bearer {casino.tokens[who]}"} if who else {}
            slow = Slow(app, path, [b"{"], content_type=kind, **known)
            await slow.task
            assert slow.status == 408, slow.body
            assert len(slow.body.splitlines()) == 1 or b"</html>" in slow.body

    asyncio.run(run())


@pytest.mark.parametrize("path", ["/api/v1/audit", "/history/audit", "/sign-in"])
@pytest.mark.parametrize("said", [True, False])
def test_a_body_is_measured_while_it_arrives(casino: Casino, path: str, said: bool) -> None:
    """Two hundred megabytes: refused by their length before a byte is read, or where that is not said, on the way."""

    async def run() -> None:
        async with served(casino) as app:
            body = [b"x" * (1 << 20)] * 200
            length = {"content_length": str(200 << 20)} if said else {}
            form = {"content_type": "application/x-www-form-urlencoded", "accept": "application/json"}
            answer = Answer(app, path, body, **form, **length)
            await answer.task
            assert answer.status == 413
            assert answer.headers["connection"] == "close"
            assert answer.sent <= (0 if said else 12)

    asyncio.run(run())


def test_a_player_s_form_takes_a_tenth_of_a_megabyte_and_not_more(casino: Casino) -> None:
    """A form of nothing but separators is read for a fifth of a second a megabyte, and every table waits meanwhile."""

    async def run() -> None:
        async with served(casino) as app:
            form = {"content_type": "application/x-www-form-urlencoded", "accept": "application/json"}
            signed_in = form | {"authorization": f"Bearer {casino.tokens['ana']}"}
            for size, status in ((100_000, 422), (200_000, 413)):
                answer = Answer(app, "/account/password", [b"&" * size], **signed_in)
                await answer.task
                assert answer.status == status, answer.body

    asyncio.run(run())


def test_an_upload_is_kept_in_memory_and_not_written_to_the_disk_of_the_tables(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[object] = []
    monkeypatch.setattr(tempfile.SpooledTemporaryFile, "rollover", written.append)

    async def run() -> None:
        async with served(casino) as app:
            head = b'--part\r\nContent-Disposition: form-data; name="log"; filename="log.jsonl"\r\n\r\n'
            body = [head, *[b"x" * (1 << 20)] * 8, b"\r\n--part--\r\n"]
            form = {"content_type": "multipart/form-data; boundary=part", "authorization": "Bearer of-nobody"}
            answer = Answer(app, "/api/v1/audit", body, **form)
            await answer.task
            assert (answer.status, b"JSON" in answer.body) == (400, True), answer.body

    asyncio.run(run())
    assert not written


def test_what_waits_for_its_turn_fills_no_more_than_some_room(casino: Casino, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three passers-by send 10 kB each where 25 have room: two wait, and the third is told when to come back.

    Somebody with an account has room all the same, and so has the next once the others have left.
    """
    monkeypatch.setattr("tapete.web.apart.turns.MOST_BYTES", 25_000)
    body = json.dumps({"toml": "x" * 10_000}).encode()
    sent = {"content-type": "application/json", "authorization": "Bearer of-nobody"}

    async def run() -> None:
        async with served(casino, places=1) as app:
            apart = part(app)
            place = await apart.turns.place("somebody else")
            asked = [Answer(app, "/api/v1/check", [body], **sent) for _ in range(3)]
            await asked[2].task
            assert (asked[2].status, "retry-after" in asked[2].headers) == (429, True)
            of_account = sent | {"authorization": f"Bearer {casino.tokens['ana']}"}
            known = Answer(app, "/api/v1/check", [body], **of_account)
            await until(lambda: apart.turns.waiting == 3)
            for one in (*asked[:2], known):
                one.leave()
                await one.task
            apart.turns.free(place)
            last = Answer(app, "/api/v1/check", [body], **sent)
            await last.task
            assert last.status == 400

    asyncio.run(run())


def test_who_takes_a_log_along_slowly_holds_no_transaction_and_gets_it_in_few_pieces(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five rounds, read two at a time; those that are over only once it is being read are not in it."""
    monkeypatch.setattr("tapete.floor.history.AT_ONCE", 2)
    table = casino.table("bola", "extremadura", physical=True)
    commands: Any = (("rounds", {}), ("act", {"do": "close"}), ("fell", {"value": "2"}))

    def play() -> None:
        for path, sent in commands:
            assert casino.post("carla", f"/api/v1/tables/{table}/{path}", sent).status_code == 200

    for _ in range(5):
        play()
    pool: Any = casino.floor.db.engine.pool
    quiet = pool.checkedout()
    lines = casino.floor.history.export(table, casino.people["rosa"])
    first = next(lines)
    assert pool.checkedout() == quiet
    play()
    whole = b"".join((first, *lines))
    kept = [line for number in range(1, 6) for line in casino.floor.history.lines(table, number)]
    assert [line.decode() for line in whole.splitlines()[1:]] == kept

    async def run() -> int:
        async with served(casino) as app:
            log = Answer(app, f"/history/{table}.jsonl", authorization=f"Bearer {casino.tokens['rosa']}")
            await log.task
            assert log.body.startswith(whole)
            return log.pieces

    assert asyncio.run(run()) <= 3
