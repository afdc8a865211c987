"""The short way for what is done most: acts at tables and new rounds, carried out together with those of others.

It refuses nothing. What is not plainly a command of somebody who may give it goes the long way, where it is answered as
ever; so does what the table would not take, and what was sent before.
"""

import hmac
import re
from typing import NamedTuple
from urllib.parse import parse_qsl

from pydantic import ValidationError
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tapete.engine.requests import Act
from tapete.errors import TapeteError
from tapete.floor import Floor
from tapete.floor.desk import Order
from tapete.floor.roles import STAFF, Account
from tapete.floor.standing import Position
from tapete.money import euros
from tapete.web.models import ActIn
from tapete.web.people.security import Visitor
from tapete.web.tables.commands import ACTING, LONGEST_KEY

# What of a table's API and of its page's forms is done by which roles.
MAY = {"/api/v1": {"act": ACTING, "rounds": STAFF}, "": {"act": ACTING, "open-round": STAFF}}
COMMAND = re.compile(r"(/api/v1)?/tables/([A-Za-z0-9_-]{1,40})/([a-z-]+)")
FORM, JSON = b"application/x-www-form-urlencoded", b"application/json"
FIELDS = {"do", "on", "cents", "euros", "who", "key", "csrf"}
LARGEST = 1 << 14
Headers = dict[bytes, bytes]


class Sent(NamedTuple):
    """What came: a key and the token of its form, and the act if it is one."""

    key: str
    csrf: str
    act: ActIn | None = None


class Shortcut:
    """Stands before the routes."""

    def __init__(self, app: ASGIApp, floor: Floor) -> None:
        self.app, self.floor = app, floor

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = COMMAND.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "POST" else None
        by, table, what = ("", "", "") if found is None else (found[1] or "", found[2], found[3])
        who: Visitor | None = scope["state"]["visitor"] if found else None
        if who is None or who.account is None or who.role not in MAY[by].get(what, ()):
            await self.app(scope, receive, send)
            return
        headers: Headers = dict(scope["headers"])
        message = await receive()
        sent = _read(headers, message, what, of_form=not by)
        if sent is not None and _own(who, sent):
            position = await self.floor.clerk.take(_order(self.floor, table, who.account, sent))
            if position is not None:
                await _answer(send, headers, table, position if by else None)
                return
        await self.app(scope, _again(message, receive), send)


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
        return sent._replace(act=ActIn.model_validate_json(body)) if kind == JSON else None
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
    given = {name: fields[name] for name in ("do", "on", "cents", "who") if name in fields}
    if fields.get("euros"):
        given["cents"] = str(euros(fields["euros"]))
    return sent._replace(act=ActIn.model_validate({**given, "slots": slots}))


def _own(who: Visitor, sent: Sent) -> bool:
    """Whether it has a key of its own, and comes of a page of ours."""
    meant = who.bearer or hmac.compare_digest(sent.csrf.encode(), who.csrf.encode())
    return meant and 0 < len(sent.key) <= LONGEST_KEY


async def _answer(send: Send, headers: Headers, table: str, position: Position | None) -> None:
    """As the long way answers: where the table is to machines; to pages nothing, or whither to go."""
    status, body, more = 204, b"", []
    if position is not None:
        status, body = 200, b'{"round":%d,"n":%d,"change":%d}' % position
        more = [(b"content-type", JSON), (b"content-length", str(len(body)).encode())]
    elif not _stays(headers):
        status, more = 303, [(b"location", f"/tables/{table}".encode()), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": status, "headers": more})
    await send({"type": "http.response.body", "body": body})


def _stays(headers: Headers) -> bool:
    """Whether a page stays where it is: its stream shows what came of it."""
    whole = b"true" in (headers.get(b"hx-boosted"), headers.get(b"hx-history-restore-request"))
    fragment = headers.get(b"hx-request") == b"true" and not whole
    return fragment or JSON in headers.get(b"accept", b"")


def _again(message: Message, receive: Receive) -> Receive:
    """What was received, to be received once more, and what comes after it."""
    first: list[Message] = [message]

    async def received() -> Message:
        return first.pop() if first else await receive()

    return received
