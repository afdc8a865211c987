"""The short way for what is done most: acts at tables and new rounds, carried out together with those of others.

It refuses nothing. What is not plainly a command of somebody who may give it goes the long way, where it is answered as
ever; so does what the table would not take, and what was sent before.
"""

import asyncio
import contextlib
import hmac
import re
import time
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import parse_qsl

from pydantic import ValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tapete.engine.requests import Act
from tapete.errors import TapeteError
from tapete.floor import Floor
from tapete.floor.accounts import WebSession
from tapete.floor.desk import Order
from tapete.floor.roles import STAFF, Account
from tapete.floor.standing import Position
from tapete.money import euros
from tapete.web.models import ActIn
from tapete.web.once import read_once
from tapete.web.people.security import SESSION, Counting, named_host, private_headers
from tapete.web.settings import WebSettings
from tapete.web.tables.commands import ACTING, LONGEST_KEY

# What of a table's API and of its page's forms is done by which roles.
MAY = {"/api/v1": {"act": ACTING, "rounds": STAFF}, "": {"act": ACTING, "open-round": STAFF}}
COMMAND = re.compile(r"(/api/v1)?/tables/([A-Za-z0-9_-]{1,40})/([a-z-]+)")
FORM, JSON = b"application/x-www-form-urlencoded", b"application/json"
FIELDS = {"do", "on", "cents", "euros", "who", "key", "csrf"}
LARGEST = 1 << 14
SOON_SECONDS = 2.0  # in which a body has come that a client sends after its head
Headers = dict[bytes, bytes]


class Sent(NamedTuple):
    """What came: a key and the token of its form, and the act if it is one."""

    key: str
    csrf: str
    act: ActIn | None = None


class Shortcut:
    """Stands before the application, and all that FastAPI and the house put around a route."""

    def __init__(self, app: ASGIApp, floor: Floor, settings: WebSettings, metrics: Counting) -> None:
        self.app, self.floor, self.hosts, self.metrics = app, floor, settings.hosts, metrics
        self.headers = list(private_headers(settings).items())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        match = COMMAND.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "POST" else None
        if match is None:
            await self.app(scope, receive, send)
            return
        asked, (by, table, what) = time.perf_counter(), match.groups("")
        headers: Headers = dict(scope["headers"])
        session = await self._session(scope, headers, MAY[by].get(what, ()))
        message = None if session is None else await _first(receive)
        if session is None or message is None:
            await self.app(scope, receive, send)
            return
        sent = _read(headers, message, what, of_form=not by)
        if sent is not None and _own(headers, session, sent):
            position = await self.floor.clerk.take(_order(self.floor, table, session.account, sent))
            if position is not None:
                answer = _answer(headers, table, position if by else None)
                self.metrics.count("POST", answer.status, time.perf_counter() - asked)
                await answer.send(send, self.headers)
                return
        await self.app(scope, _again(message, receive), send)

    async def _session(self, scope: Scope, headers: Headers, roles: Sequence[str]) -> WebSession | None:
        """The session of somebody who may do it; nothing also where a header was sent twice, or anything is odd."""
        if not roles or len(headers) != len(scope["headers"]) or scope["query_string"]:
            return None
        if self.hosts and named_host(_text(headers, b"host")) not in self.hosts:
            return None
        token = _token(headers)
        session = None
        if token:
            with contextlib.suppress(SQLAlchemyError):  # the long way says so
                session = await self.floor.visitors.find(token)
        return session if session is not None and session.account.role in roles else None


def _order(floor: Floor, table: str, account: Account, sent: Sent) -> Order:
    if sent.act is None:
        return floor.rounds.opening(table, account, sent.key)
    act = Act(sent.act.do, sent.act.on, sent.act.cents, tuple(sent.act.slots))
    return floor.rounds.acting(table, account, act, sent.key, sent.act.who)


def _read(headers: Headers, message: Message, what: str, of_form: bool) -> Sent | None:
    """What was sent, if it is whole and as it should be."""
    body, kind = message.get("body", b""), headers.get(b"content-type", b"").partition(b";")[0]
    if message["type"] != "http.request" or message.get("more_body") or len(body) > LARGEST:
        return None
    sent = Sent(_text(headers, b"idempotency-key"), _text(headers, b"x-csrf-token"))
    try:
        if of_form:
            return _filled(sent, body, what) if kind == FORM else None
        if what != "act":
            return sent
        if kind != JSON:
            return None
        act = ActIn.model_validate_json(body)
        read_once(body)
        return sent._replace(act=act)
    except (ValidationError, TapeteError, ValueError):
        return None


def _text(headers: Headers, name: bytes) -> str:
    return headers.get(name, b"").decode("latin-1")


def _filled(sent: Sent, body: bytes, what: str) -> Sent | None:
    """A page's form; one with a field that is sent twice or is not known goes the long way."""
    pairs = parse_qsl(body.decode("ascii"), keep_blank_values=True, errors="strict")
    slots = [value for name, value in pairs if name == "slots"]
    fields = {name: value for name, value in pairs if name != "slots"}
    if len(fields) + len(slots) != len(pairs) or not fields.keys() <= FIELDS:
        return None
    sent = Sent(sent.key or fields.get("key", ""), sent.csrf or fields.get("csrf", ""))
    if what != "act":
        return sent
    given: dict[str, object] = {name: fields[name] for name in ("do", "on", "who") if name in fields}
    if fields.get("euros"):
        given["cents"] = euros(fields["euros"])
    elif "cents" in fields:
        given["cents"] = int(fields["cents"])
    return sent._replace(act=ActIn.model_validate({**given, "slots": slots}))


def _token(headers: Headers) -> str:
    """What a session is known by: a bearer's token, or a browser's cookie."""
    if b"authorization" not in headers:
        return cookie_parser(_text(headers, b"cookie")).get(SESSION, "")
    scheme, _, token = _text(headers, b"authorization").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def _own(headers: Headers, session: WebSession, sent: Sent) -> bool:
    """Whether it has a key of its own that any database can keep, and comes of a page of ours."""
    meant = b"authorization" in headers or hmac.compare_digest(sent.csrf.encode(), session.csrf.encode())
    return meant and 0 < len(sent.key) <= LONGEST_KEY and sent.key.isprintable()


class Answer(NamedTuple):
    """An answer: its status, its body, and what its head says besides what every answer's does."""

    status: int
    body: bytes = b""
    more: tuple[tuple[bytes, bytes], ...] = ()

    async def send(self, send: Send, headers: list[tuple[bytes, bytes]]) -> None:
        """Sends it, with the headers that every answer has."""
        await send({"type": "http.response.start", "status": self.status, "headers": [*self.more, *headers]})
        await send({"type": "http.response.body", "body": self.body})


def _answer(headers: Headers, table: str, position: Position | None) -> Answer:
    """As the long way answers: where the table is to machines; to pages nothing, or whither to go."""
    if position is not None:
        body = b'{"round":%d,"n":%d,"change":%d}' % position
        return Answer(200, body, ((b"content-type", JSON), (b"content-length", b"%d" % len(body))))
    if _stays(headers):
        return Answer(204)
    return Answer(303, b"", ((b"location", f"/tables/{table}".encode()), (b"content-length", b"0")))


def _stays(headers: Headers) -> bool:
    """Whether a page stays where it is: its stream shows what came of it."""
    whole = b"true" in (headers.get(b"hx-boosted"), headers.get(b"hx-history-restore-request"))
    fragment = headers.get(b"hx-request") == b"true" and not whole
    return fragment or JSON in headers.get(b"accept", b"")


async def _first(receive: Receive) -> Message | None:
    """What arrives first, and nearly always has; nothing, if it is not there soon: the long way waits for it."""
    coming = receive()
    try:
        coming.send(None)  # type: ignore[attr-defined]
    except StopIteration as there:
        mutable_mapping: Message = there.value
        return mutable_mapping
    coming.close()  # type: ignore[attr-defined]
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(SOON_SECONDS):
            return await receive()
    return None


def _again(message: Message, receive: Receive) -> Receive:
    """What was received, to be received once more, and what comes after it."""
    first: list[Message] = [message]

    async def received() -> Message:
        return first.pop() if first else await receive()

    return received
