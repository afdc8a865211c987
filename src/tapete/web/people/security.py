"""Who is asking, and what they may: sessions, roles, forged forms, headers, attempts.

For pages and API alike:

    @router.post("/tables", dependencies=[Depends(csrf)])
    def open_table(request: Request, by: Annotated[Account, Depends(require("director", "inspector"))]) -> Response: ...

`visitor(request)` is whoever asks, signed in or not; `account(request)` the account, or None.
"""

import hmac
import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from ipaddress import IPv6Address, IPv6Network, ip_address
from itertools import count
from typing import Annotated, Protocol
from urllib.parse import quote

from fastapi import Depends, HTTPException, Request
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tapete import i18n
from tapete.errors import Later, TapeteError
from tapete.floor import Floor
from tapete.floor.roles import AUDITING, CHIEFS, READING, ROLES, STAFF, Account
from tapete.odds.kept import impatient
from tapete.web.faults import faulty, noted, plain, unavailable_line
from tapete.web.heading import as_get
from tapete.web.once import FORMS, form
from tapete.web.settings import WebSettings
from tapete.web.slow import Late, punctual

SESSION, FORM, LANGUAGE, THEME = "tapete_session", "tapete_form", "tapete_language", "tapete_theme"
KNOWN = "tapete_known"
THEMES = ("light", "dark")
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
NETWORK = 64  # bits of an address of version 6 that a network has, and one house gets at least
SITE, NETWORKS = 48, 3  # bits that a site has at most, and how many of its networks may ask for as much as they can
YEAR = 365 * 24 * 3600
PROCESS, NUMBERS = secrets.token_hex(3), count()  # a request's id: this process's, and a number of its own

log = logging.getLogger("tapete.web")


class Forged(TapeteError):
    """A form that did not come from our own page, or is too old."""


class TooMany(Later):
    """Asked too often."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whoever asks. `csrf` is what their forms must carry; `bearer` when they need none, having sent no cookie."""

    account: Account | None
    language: str
    theme: str
    csrf: str
    token: str = ""
    bearer: bool = False
    new_form: bool = field(default=False)

    @property
    def role(self) -> str:
        """The account's role; nothing for a passer-by."""
        return self.account.role if self.account else ""


def visitor(request: Request) -> Visitor:
    """Whoever asks."""
    visitor: Visitor = request.state.visitor
    return visitor


def account(request: Request) -> Account | None:
    """The account of whoever asks, if they are signed in."""
    return visitor(request).account


def floor(request: Request) -> Floor:
    """The casino floor: all state there is."""
    floor: Floor = request.app.state.floor
    return floor


def settings(request: Request) -> WebSettings:
    """What this installation has set."""
    web_settings: WebSettings = request.app.state.settings
    return web_settings


class Gate:
    """A dependency: the account of whoever asks, refused unless it has one of these roles."""

    practice = False

    def __init__(self, *roles: str) -> None:
        self.roles = roles or ROLES

    def __call__(self, request: Request) -> Account:
        person = account(request)
        if person is None:
            raise HTTPException(401, i18n.gettext("Please sign in."))
        if person.role not in self.roles and not self.opens(request, person):
            raise HTTPException(403, i18n.gettext("Your role may not do this."))
        return person

    def opens(self, request: Request, found: Account) -> bool:  # noqa: ARG002
        """Whether somebody of another role may all the same."""
        return False


class TableGate(Gate):
    """The same at a table: a practice table is its owner's, whatever their role."""

    practice = True

    def opens(self, request: Request, account: Account) -> bool:
        """Whether the table is their own practice."""
        table = floor(request).tables.table(request.path_params["table_id"])
        return table.practice and table.opened_by == account.id


def require(*roles: str) -> Gate:
    """A dependency: the account of whoever asks, refused unless it has one of these roles; with none, any account."""
    return Gate(*roles)


def require_at(*roles: str) -> Gate:
    """A dependency: as `require`, of whoever asks at a table; a practice table is its owner's, whatever their role."""
    return TableGate(*roles)


async def csrf(request: Request) -> None:
    """A dependency of everything that changes something: the form's or header's token must be the visitor's."""
    who = visitor(request)
    if who.bearer:
        return
    given = request.headers.get("x-csrf-token", "")
    if not given and request.headers.get("content-type", "").startswith(FORMS):
        value = (await form(request)).get("csrf", "")
        given = value if isinstance(value, str) else ""
    if not hmac.compare_digest(given.encode(), who.csrf.encode()):
        raise Forged("This form is out of date: go back, reload the page and send it again.")


SignedIn = Annotated[Account, Depends(require())]
Worker = Annotated[Account, Depends(require(*STAFF))]
Chief = Annotated[Account, Depends(require(*CHIEFS))]
Director = Annotated[Account, Depends(require("director"))]
Reader = Annotated[Account, Depends(require(*READING))]
Auditor = Annotated[Account, Depends(require(*AUDITING))]
TheFloor = Annotated[Floor, Depends(floor)]


class Counting(Protocol):
    """Counts answers."""

    def count(self, method: str, status: int, seconds: float) -> None:
        """An answer has begun."""


def safe_headers(settings: WebSettings) -> dict[bytes, bytes]:
    """What every answer says of itself."""
    more = {"Strict-Transport-Security": f"max-age={YEAR}"} if settings.secure else {}
    every = {**HEADERS, "Cache-Control": "no-cache", **more}
    return {name.lower().encode(): value.encode() for name, value in every.items()}


def private_headers(settings: WebSettings) -> dict[bytes, bytes]:
    """The same of an answer to somebody signed in, which nothing is to keep."""
    return {**safe_headers(settings), b"cache-control": b"no-store"}


class Front:
    """The outermost part: safe headers on every answer, the visitor on every request, no traceback to anybody."""

    def __init__(self, app: ASGIApp, floor: Floor, settings: WebSettings, metrics: Counting) -> None:
        self.app, self.floor, self.settings, self.metrics = app, floor, settings, metrics
        self.headers = safe_headers(settings)
        self.private = private_headers(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        count = partial(self.metrics.count, scope["method"])
        if scope["method"] == "HEAD":
            scope, send = as_get(scope, send)
        answer = _Answer(send, self.headers, count)
        scope["tapete.id"] = id = f"{PROCESS}{next(NUMBERS):06x}"
        if not (scope["path"].isprintable() and scope["query_string"].isascii()):
            await plain(scope["path"], 400, "an address is written in printable characters")(scope, receive, answer)
            return
        called = {named_host(name) for name in Headers(scope=scope).getlist("host") or [""]}
        if self.settings.hosts and not called <= set(self.settings.hosts):
            await plain(scope["path"], 421, "nobody of this name is here")(scope, receive, answer)
            return
        receive = punctual(receive)
        try:
            if not _anybody_s(scope):
                who = await identify(self.floor, Headers(scope=scope), _cookies(scope))
                scope.setdefault("state", {})["visitor"] = who
                i18n.speak(who.language)
                if who.account is not None or scope["method"] != "GET":  # what signs in gives a token
                    answer.headers = self.private
                if who.new_form:
                    answer.cookie = (FORM, who.csrf, self.settings)
            with impatient():
                await self.app(scope, receive, answer)
        except ClientDisconnect:
            pass  # who leaves while sending waits for no answer, and nothing has failed
        except Late as late:
            if not answer.started:
                await plain(scope["path"], late.status_code, late.detail)(scope, receive, answer)
        except Exception as raised:
            error = _meant(raised, answer.started)
            status, line = 500, i18n.gettext("A fault of ours. It has been noted.")
            if faulty(error):
                noted(id, scope["method"], scope["path"], error)
                status, line = 503, unavailable_line()
            elif not (answer.started and isinstance(error, TapeteError)):  # who may no longer see it sees its end
                log.exception("%s %s %s failed", id, scope["method"], scope["path"])
            if not answer.started:
                await plain(scope["path"], status, line)(scope, receive, answer)


def _anybody_s(scope: Scope) -> bool:
    """Whether nobody need be known to be answered: that the process answers is told while the database does not."""
    path: str = scope["path"]
    return path.startswith("/static/") or (path == "/healthz" and scope["method"] == "GET")


def _meant(error: Exception, started: bool) -> Exception:
    """What went wrong; once an answer has begun, Starlette says only that it could not be refused any more."""
    cause = error.__cause__
    return cause if started and isinstance(error, RuntimeError) and isinstance(cause, Exception) else error


class _Answer:
    """Sends an answer on, with the headers that every answer has."""

    def __init__(self, send: Send, headers: dict[bytes, bytes], count: Callable[[int, float], None]) -> None:
        self.send, self.started, self.headers, self.count = send, False, headers, count
        self.asked = time.perf_counter()
        self.cookie: tuple[str, str, WebSettings] | None = None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.started = True
            own = list(message.get("headers", ()))
            named = {name for name, _ in own}
            own += [pair for pair in self.headers.items() if pair[0] not in named]
            self.count(message["status"], time.perf_counter() - self.asked)
            if self.cookie and not _everybody_s(own):
                response = Response()
                set_cookie(response, *self.cookie)
                own.append((b"set-cookie", response.headers["set-cookie"].encode("latin-1")))
            message = {**message, "headers": own}
        await self.send(message)


def _everybody_s(headers: list[tuple[bytes, bytes]]) -> bool:
    """Whether an answer may be kept for others, who must not be given one visitor's cookie with it."""
    return any(name == b"cache-control" and value.startswith(b"public") for name, value in headers)


def named_host(asked: str) -> str:
    """The name in a header `Host`, without a port."""
    name, _, port = asked.lower().rpartition(":")
    return name if port.isdecimal() else asked.lower()


def address_of(request: Request, path: str) -> str:
    """A link for people to pass on: by the house's own address, or a path alone where it has not been named."""
    return f"{settings(request).address.rstrip('/')}{path}"


def _cookies(scope: Scope) -> dict[str, str]:
    return Request(scope).cookies


async def identify(floor: Floor, headers: Headers, cookies: dict[str, str]) -> Visitor:
    """The visitor behind a request: a session by cookie or bearer token, else somebody passing by."""
    scheme, _, bearer = headers.get("authorization", "").partition(" ")
    is_bearer = scheme.lower() == "bearer" and bool(bearer)
    token = bearer.strip() if is_bearer else cookies.get(SESSION, "")
    session = await floor.visitors.find(token) if token else None
    form = cookies.get(FORM, "")
    fresh = session is None and not 16 <= len(form) <= 64
    csrf = session.csrf if session else secrets.token_urlsafe(24) if fresh else form
    theme = cookies.get(THEME, "")
    return Visitor(
        session.account if session else None,
        i18n.choose(
            session.account.language if session else None, cookies.get(LANGUAGE), headers.get("accept-language", "")
        ),
        theme if theme in THEMES else "",
        csrf,
        token if session else "",
        is_bearer,
        fresh and not is_bearer,
    )


def set_cookie(response: Response, name: str, value: str, settings: WebSettings, seconds: int | None = None) -> None:
    """A cookie that scripts cannot read and other sites cannot send."""
    response.set_cookie(name, value, max_age=seconds, httponly=True, samesite="lax", secure=settings.secure, path="/")


class Attempt:
    """Something that may be guessed at, or asked for without end, and is refused when it was tried too often."""

    def __init__(self, request: Request, *whom: str, most: int = 0) -> None:
        self.attempts, self.whom, limits = floor(request).attempts, list(whom), settings(request)
        self.lifetime = int(limits.sign_in_window.total_seconds() * 1000)
        if not self.attempts.allowed(self.whom, most or limits.sign_in_attempts, self.lifetime):
            again = self.attempts.over_in(self.whom, self.lifetime)
            raise TooMany("Too many attempts: wait a few minutes and try again.", again)

    def succeeded(self) -> None:
        """Nothing is held against anybody."""
        self.attempts.forget(self.whom, self.lifetime)


def bound_visit(request: Request) -> None:
    """How many tables somebody without an account of their own may have opened in some minutes is bounded.

    A site of version 6 has thousands of networks, and could otherwise take every table there is for visitors.
    """
    who, most = account(request), settings(request).visits
    if who is None or who.visits:
        network, site = address(request), address(request, SITE)
        Attempt(request, f"play from {network}", most=most)
        if site != network:
            Attempt(request, f"play from {site}", most=NETWORKS * most)


def address(request: Request, bits: int = NETWORK) -> str:
    """Where a request comes from: of version 6 the network, since whoever has one has all addresses in it."""
    host = request.client.host if request.client else ""
    try:
        parsed = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(parsed, IPv6Address):
        plain = parsed.ipv4_mapped
        return str(plain) if plain else str(IPv6Network((parsed, bits), strict=False))
    return str(parsed)


def local(path: str) -> str:
    """A path on this site to go on to; the front page when what is given leads elsewhere."""
    return path if path.startswith("/") and not path.startswith(("//", "/\\")) else "/"


def sign_in_path(request: Request) -> str:
    """Where to send somebody who must sign in first, and will then come back."""
    query = f"?{request.url.query}" if request.url.query else ""
    return f"/sign-in?next={quote(request.url.path + query)}"
