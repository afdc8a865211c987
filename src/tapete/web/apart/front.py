"""What of a request is done apart: requests that compute wait their turn, and are answered by a hand."""

import asyncio
import contextlib
import json
import re
import time
from collections.abc import AsyncIterator, Callable, Iterator
from weakref import WeakKeyDictionary

from fastapi import Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartParser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tapete import i18n
from tapete.crew import Away
from tapete.errors import Said
from tapete.web.apart.hands import DIED, Hand, receiving
from tapete.web.apart.streams import Streams
from tapete.web.apart.turns import Allowance, Busy, Turns
from tapete.web.faults import AGAIN_SECONDS, away_line, plain
from tapete.web.heading import heads
from tapete.web.people.security import address, visitor
from tapete.web.render import wants_fragment
from tapete.web.settings import WebSettings

COMPUTES = re.compile(
    r"(/api/v1)?/games/[^/]+/[^/]+/(odds|equity|differences(/[^/]+)?|session|sheet\.pdf|par(\.pdf)?|frequencies|best)"
    r"|(/api/v1)?/games/[^/]+/[^/]+/drill(/verdict)?|/train/[^/]+/[^/]+"
    r"|/simulate(/stream|/result(\.csv)?)?|/api/v1/simulation(/stream)?"
    r"|(/api/v1)?/check"
)
# What takes its turn too, and reads the database before a hand works on it.
HERE = re.compile(
    r"(/api/v1)?/(tables/[^/]+/hints|evenings/[^/]+/[^/]+(/bets)?)|/(?!(api/v1/)?games/).+\.pdf"
    r"|/train/[^/]+/[^/]+/answer|/api/v1/games/[^/]+/[^/]+/drill/answer|/api/v1/audit|/history/audit"
)
STREAM = re.compile(r"(/api/v1)?/tables/[^/]+/stream")
CHANGES = ("/api/v1/audit", "/history/audit", "/api/v1/check", "/check")  # what computes only when something is sent
UPLOAD, BODY, FORM = 9 << 20, 1 << 17, 1 << 16  # how large a log, anything else, and what a passer-by fills in, may be
LONGEST_LENGTH = 15  # digits of a body's length that are worth reading
GUESTS = {False: 2, True: 1}  # places of passers-by, and of those who visit with play chips
KEPT = 1  # places for what is computed that accounts alone have, where there are several
PAGES = Allowance(at_once=100, seconds=600.0)  # that one of them may wait for; how long they take is up to the places
MOST_GUESTS = 1000  # of their requests that wait
# How many times as long as it was taken a guest's place is free while tables are played at: with three places a page is
# being written a quarter of the time, and a command that falls into it has to wait for the interpreter.
REST, LONGEST_REST = 10, 3.0
ACCOUNT = "account "  # how those begin whose budget is an account's
ALWAYS = ("/healthz", "/readyz", "/metrics")
SHOWN = 1.0  # seconds between two words on how the queue goes
Refuse = Callable[[Request, int, str], Response]
# What was measured lies in memory: a copy in a file would go to the disk that the tables' commits wait for.
MultiPartParser.spool_max_size = UPLOAD


def is_apart(path: str) -> bool:
    """Whether what is asked for takes its turn or, as a stream, has no end."""
    return any(kind.fullmatch(path) for kind in (COMPUTES, HERE, STREAM))


class Large(HTTPException):
    """More was sent than anybody reads."""

    def __init__(self, most: int) -> None:
        line = i18n.translated(Said("more than {most} kB cannot be sent here", most=most >> 10))
        super().__init__(413, line, {"Connection": "close"})


class Apart:
    """Measures bodies as they arrive, and has requests that compute answered apart, each visitor in turn."""

    def __init__(self, app: ASGIApp, settings: WebSettings, refuse: Refuse, played: Callable[[], bool]) -> None:
        self.app, self.refuse, self.played = app, refuse, played
        self.processes = settings.processes
        self.turns = Turns(settings.processes or settings.places, settings.most_waiting, first=_is_account, kept=KEPT)
        self.streams = Streams(settings.streams, settings.streams_passing)
        self._guests: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[bool, Turns]] = WeakKeyDictionary()
        self.hands = [Hand(played) for _ in range(settings.processes)]
        self._called: asyncio.Task[None] | None = None
        self.allowed = {
            False: Allowance(settings.at_once, settings.seconds_of_work),
            True: Allowance(2 * settings.at_once, 5 * settings.seconds_of_work),
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        path, method = scope["path"], scope["method"]
        if self._called is None and path not in ALWAYS:
            self._called = asyncio.create_task(self._call_hands())
        started = _Started(send)
        try:
            most = UPLOAD if path in CHANGES else BODY
            computes = (COMPUTES.fullmatch(path) or HERE.fullmatch(path)) and (method == "POST" or path not in CHANGES)
            if computes and method in ("GET", "POST") and not heads():
                await self._apart(Request(scope, _measured(scope, receive, most)), started)
            elif STREAM.fullmatch(path):
                await self._follow(Request(scope, _measured(scope, receive, most)), started)
            elif path.startswith("/static/") or path in ALWAYS or _known(Request(scope)):
                await self.app(scope, _measured(scope, receive, most), started)
            else:
                await self._pass(scope, _measured(scope, receive, FORM), started)
        except Large as error:
            if not started.yet:
                response = self.refuse(Request(scope), error.status_code, error.detail)
                response.headers.update(error.headers or {})
                await response(scope, receive, send)
        except Away as error:
            response = self.refuse(Request(scope), 503, away_line(error))
            response.headers["Retry-After"] = str(AGAIN_SECONDS)
            await response(scope, receive, send)

    async def _call_hands(self) -> None:
        """Has the processes ready by the time the first visitor wants something of them: to start takes seconds."""
        for hand in self.hands:
            await hand.ready()

    async def _pass(self, scope: Scope, receive: Receive, send: "_Started") -> None:
        """Somebody who passes by or visits: while what they send arrives, by drops perhaps, they are in nobody's way.

        Nor are they while they read: they have left their place then.
        """
        request = Request(scope, receive)
        body, who = await request.body(), _who(request)
        turns = self._places(request)
        try:
            turns.ask(who, PAGES)
        except Busy as error:
            await self._busy(request, error, send)
            return
        try:
            async with self._leaves(request) as gone:
                place = await self._turn(turns, request, who, send, gone)
                if place is None:
                    return
                with self._rested(turns, place), send.kept():
                    await self._here(request, body, send)
        finally:
            turns.done(who)
        await send.release()

    def _places(self, request: Request) -> Turns:
        """Those who have no account share a few places for pages, and leave most of the process to the tables."""
        loop = asyncio.get_running_loop()
        if loop not in self._guests:
            self._guests[loop] = {visits: Turns(places, MOST_GUESTS) for visits, places in GUESTS.items()}
        return self._guests[loop][visitor(request).account is not None]

    @contextlib.contextmanager
    def _rested(self, turns: Turns, place: int) -> Iterator[None]:
        """A place is free again some time after it was taken, while anybody plays."""
        start = time.monotonic()
        try:
            yield
        finally:
            rest = REST * (time.monotonic() - start) if self.played() else 0.0
            asyncio.get_running_loop().call_later(min(rest, LONGEST_REST), turns.free, place)

    async def _follow(self, request: Request, send: "_Started") -> None:
        """A stream, if its reader has not too many."""
        try:
            with self.streams.one(_who(request), _known(request)):
                await self.app(request.scope, request.receive, send)
        except Busy as error:
            await self._busy(request, error, send)

    async def _busy(self, request: Request, error: Busy, send: "_Started") -> None:
        line = i18n.translated(error.text)
        # A page around the line would take longer than the whole refusal, and there may be hundreds of them.
        response = plain(request.scope["path"], 429, line) if _bare(request) else self.refuse(request, 429, line)
        response.headers["Retry-After"] = str(error.again)
        await response(request.scope, request.receive, send)

    async def _apart(self, request: Request, send: "_Started") -> None:
        who, allowed, held = _who(request), self.allowed[_known(request)], 0

        async def weighed() -> Message:
            nonlocal held
            message = await request.receive()
            self.turns.hold(who, size := len(message.get("body", b"")))
            held += size
            return message

        try:
            self.turns.ask(who, allowed)
        except Busy as error:
            await self._busy(request, error, send)
            return
        try:
            try:
                with self.turns.sending(who):
                    body = await Request(request.scope, weighed).body()
            except Busy as error:
                await self._busy(request, error, send)
                return
            async with self._leaves(request) as gone:
                place = await self._turn(self.turns, request, who, send, gone)
                if place is None:
                    return
                start = time.monotonic()
                try:
                    with contextlib.nullcontext() if _follows(request) else send.kept():
                        await self._done(request, body, place, send, gone)
                finally:
                    self.turns.give_back(place, who, time.monotonic() - start, allowed)
        finally:
            self.turns.hold(who, -held)
            self.turns.done(who)
        await send.release()

    @contextlib.asynccontextmanager
    async def _leaves(self, request: Request) -> AsyncIterator[asyncio.Task[None]]:
        """A task that ends when the visitor leaves."""

        async def watch() -> None:
            while (await request.receive())["type"] != "http.disconnect":
                pass

        task = asyncio.create_task(watch())
        try:
            yield task
        finally:
            task.cancel()

    async def _turn(
        self, turns: Turns, request: Request, who: str, send: "_Started", gone: asyncio.Task[None]
    ) -> int | None:
        """Waits for a place; who follows a stream is told how the queue goes, who leaves takes up none."""
        turn = asyncio.create_task(turns.place(who))
        told = turns is self.turns and _follows(request)
        while not turn.done():
            await asyncio.wait({turn, gone}, timeout=SHOWN if told else None, return_when=asyncio.FIRST_COMPLETED)
            if gone.done():
                turn.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    turns.free(await turn)
                return None
            if told and not turn.done():
                await send.follow(_queued(request, turns.before(who)))
        return turn.result()

    async def _done(
        self, request: Request, body: bytes, place: int, send: "_Started", gone: asyncio.Task[None]
    ) -> None:
        """Has a request answered by a hand, or here where there is none; nobody works for somebody who has left."""
        hand = self.hands[place] if self.hands else None
        request.state.hand = hand
        work = asyncio.create_task(
            self._here(request, body, send)
            if hand is None or HERE.fullmatch(request.scope["path"])
            else self._by_hand(hand, request, body, send)
        )
        await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            work.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await work
            if hand:
                await hand.give_up()
            return
        work.result()

    async def _by_hand(self, hand: Hand, request: Request, body: bytes, send: "_Started") -> None:
        scope = request.scope
        kept = ("type", "asgi", "http_version", "method", "scheme", "path", "raw_path", "query_string", "root_path")
        plain = {key: scope[key] for key in (*kept, "headers", "client", "server") if key in scope}
        plain["headers"] = [tuple(pair) for pair in scope["headers"]]
        plain["state"] = {"visitor": visitor(request)}
        await hand.ask((plain, body))
        whole = False
        while (message := await hand.answer()) is not None:
            await send(message)
            whole = message["type"] == "http.response.body" and not message.get("more_body")
        if not whole and send.taken_back():
            raise Away(DIED)
        if not whole:
            await send({"type": "http.response.body", "body": b""})

    async def _here(self, request: Request, body: bytes, send: "_Started") -> None:
        await self.app(request.scope, receiving(body), send)


class _Started:
    """Sends an answer on, and knows whether it has begun: a stream may be told of the queue before.

    An answer that is `kept` is sent once it is released, so that whoever reads slowly keeps nobody's place.
    """

    def __init__(self, send: Send) -> None:
        self.send, self.yet, self._following = send, False, False
        self._keeps, self._kept = False, list[Message]()

    @contextlib.contextmanager
    def kept(self) -> Iterator[None]:
        """What is sent meanwhile is kept."""
        self._keeps = True
        try:
            yield
        finally:
            self._keeps = False

    def taken_back(self) -> bool:
        """Whether nothing has been sent: what was kept is none any more."""
        if self._keeps:
            self._kept.clear()
            self.yet = False
        return not self.yet

    async def release(self) -> None:
        """Sends what was kept."""
        for message in self._kept:
            await self.send(message)

    async def follow(self, event: bytes) -> None:
        """Begins a stream, and says how the queue goes."""
        if not self.yet:
            self.yet = self._following = True
            headers = [(b"content-type", b"text/event-stream; charset=utf-8")]
            await self.send({"type": "http.response.start", "status": 200, "headers": headers})
        await self.send({"type": "http.response.body", "body": event, "more_body": True})

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            if self._following:
                return
            self.yet = True
        if self._keeps:
            self._kept.append(message)
        else:
            await self.send(message)


def _follows(request: Request) -> bool:
    """Whether a stream is asked for."""
    path: str = request.scope["path"]
    return path.endswith("/stream")


def _queued(request: Request, before: int) -> bytes:
    words = i18n.translated(Said("{count} are before you", count=before) if before else Said("it is your turn next"))
    if request.scope["path"].startswith("/api/"):
        return f"event: queue\ndata: {json.dumps({'before': before})}\n\n".encode()
    return f'event: stage\ndata: <p class="muted">{words}</p>\n\n'.encode()


def _bare(request: Request) -> bool:
    """Whether somebody without an account of their own asks for a whole page."""
    return not (_known(request) or wants_fragment(request) or request.scope["path"].startswith("/api/"))


def _known(request: Request) -> bool:
    """Whether whoever asks has an account; a visitor's is the house's own."""
    account = visitor(request).account
    return account is not None and not account.visits


def _who(request: Request) -> str:
    """Whose budget it is: an account's, or an address's."""
    account = visitor(request).account
    return f"{ACCOUNT}{account.id}" if account and _known(request) else f"address {address(request)}"


def _is_account(who: str) -> bool:
    return who.startswith(ACCOUNT)


def _measured(scope: Scope, receive: Receive, most: int) -> Receive:
    """What is received, as long as it is not too much; a length said beforehand is believed only if it is."""
    said = dict(scope["headers"]).get(b"content-length", b"0")
    read = 0

    async def measured() -> Message:
        nonlocal read
        if said.isdigit() and (len(said) > LONGEST_LENGTH or int(said) > most):
            raise Large(most)
        message = await receive()
        read += len(message.get("body", b""))
        if read > most:
            raise Large(most)
        return message

    return measured
