"""Signing in and out, by password or by link."""

import hmac
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import RedirectResponse, Response
from pydantic import BaseModel, Field

from tapete import i18n
from tapete.floor.accounts import WebSession
from tapete.floor.roles import Account, Forbidden
from tapete.web.models import Strict
from tapete.web.people.security import (
    KNOWN,
    SESSION,
    YEAR,
    Attempt,
    SignedIn,
    TheFloor,
    address,
    csrf,
    local,
    set_cookie,
    settings,
    visitor,
)
from tapete.web.render import page

router = APIRouter()
api = APIRouter(prefix="/api/v1", tags=["people"])

Text = Annotated[str, Form(max_length=200)]
CHECKED = [Depends(csrf)]
SPREAD = 5  # addresses that it takes to keep somebody out by guessing at their password


@router.get("/sign-in", include_in_schema=False)
def sign_in_page(request: Request, next: str = "/") -> Response:
    """The form of name and password."""
    return page(request, "people/sign_in.html", next=local(next), name="", error="")


@router.post("/sign-in", include_in_schema=False, dependencies=CHECKED)
def sign_in(request: Request, floor: TheFloor, name: Text = "", password: Text = "", next: Text = "/") -> Response:
    """Signs in by name and password, and goes on to where the visitor wanted to be."""
    try:
        session = _by_password(request, floor, name, password)
    except Forbidden:
        line = i18n.gettext("Name or password is wrong.")
        return page(request, "people/sign_in.html", 403, next=local(next), name=name, error=line)
    response = signed_in(request, session, local(next))
    set_cookie(response, KNOWN, floor.accounts.familiar(name), settings(request), YEAR)
    return response


@router.get("/link/{token}", include_in_schema=False)
def link_page(request: Request, token: str, ask: bool = False) -> Response:
    """What a sign-in link opens. It is used up by the button, so that a preview of the link does not use it."""
    return page(request, "people/link.html", token=token, ask=ask)


@router.post("/link/{token}", include_in_schema=False, dependencies=CHECKED)
def follow_link(request: Request, floor: TheFloor, token: str, name: Text = "") -> Response:
    """Signs in by a link, once."""
    session, table = _by_link(request, floor, token, name)
    return signed_in(request, session, f"/tables/{table}" if table else "/account")


@router.post("/sign-out", include_in_schema=False, dependencies=CHECKED)
def sign_out(request: Request, floor: TheFloor) -> Response:
    """Ends the session here."""
    if token := visitor(request).token:
        floor.accounts.close_session(token)
    response = RedirectResponse("/", 303)
    response.delete_cookie(SESSION)
    return response


def _by_password(request: Request, floor: TheFloor, name: str, password: str) -> WebSession:
    here, spread = f"from {address(request)}", SPREAD * settings(request).sign_in_attempts
    own = f"{here} as {name.lower()}"
    Attempt(request, here)
    tried = [Attempt(request, own)]
    if not _familiar(request, floor, name):
        tried.append(Attempt(request, f"as {name.lower()}", most=spread))
    session = floor.accounts.sign_in(name, password)
    floor.attempts.take_back(here, own)  # what was tried there as somebody else stays
    for attempt in tried:
        attempt.succeeded()
    return session


def _familiar(request: Request, floor: TheFloor, name: str) -> bool:
    """Whether somebody has come in under a name by this browser: what others guess elsewhere is not held against it."""
    given = request.cookies.get(KNOWN, "")
    return bool(given) and hmac.compare_digest(given.encode(), floor.accounts.familiar(name).encode())


def _by_link(request: Request, floor: TheFloor, token: str, name: str) -> tuple[WebSession, str | None]:
    attempt = Attempt(request, f"link from {address(request)}")
    entrance = floor.accounts.follow_link(token, name.strip(), visitor(request).language)
    attempt.succeeded()
    return floor.accounts.open_session(entrance.account), entrance.table_id


def signed_in(request: Request, session: WebSession, to: str | Response) -> Response:
    """Goes on to a page with the session's cookie, or answers with it."""
    response = RedirectResponse(to, 303) if isinstance(to, str) else to
    set_cookie(response, SESSION, session.token, settings(request), 12 * 3600)
    return response


# The same for machines


class Person(BaseModel):
    """An account."""

    name: str
    role: str
    language: str

    @classmethod
    def of(cls, account: Account) -> "Person":
        """An account as the API shows it."""
        return cls(name=account.name, role=account.role, language=account.language)


class Credentials(Strict):
    """A name and its password."""

    name: str = Field(max_length=200)
    password: str = Field(max_length=200)


class Link(Strict):
    """A link's token and, where an invitation leaves it open, the name to go by."""

    token: str = Field(max_length=200)
    name: str = Field("", max_length=200)


class Session(BaseModel):
    """A session: send its token as `Authorization: Bearer …`."""

    token: str
    account: Person
    expires: int = Field(description="milliseconds since 1970")
    table: str | None = Field(None, description="the table that a link opens")


class Me(BaseModel):
    """Whoever asks; `csrf` must be sent back as X-CSRF-Token by those who are signed in by cookie."""

    account: Person | None
    language: str
    csrf: str


@api.get("/session")
def me(request: Request) -> Me:
    """Whoever asks."""
    who = visitor(request)
    return Me(account=Person.of(who.account) if who.account else None, language=who.language, csrf=who.csrf)


@api.post("/session", status_code=201)
def api_sign_in(request: Request, floor: TheFloor, given: Credentials) -> Session:
    """Signs in by name and password. No cookie is set: the token is the session."""
    return _session(_by_password(request, floor, given.name, given.password))


@api.post("/session/link", status_code=201)
def api_follow_link(request: Request, floor: TheFloor, given: Link) -> Session:
    """Signs in by a link, once."""
    session, table = _by_link(request, floor, given.token, given.name)
    return _session(session, table)


def _session(session: WebSession, table: str | None = None) -> Session:
    return Session(token=session.token, account=Person.of(session.account), expires=session.expires, table=table)


@api.delete("/session", status_code=204, dependencies=CHECKED)
def api_sign_out(request: Request, _: SignedIn, floor: TheFloor) -> None:
    """Ends the session."""
    floor.accounts.close_session(visitor(request).token)


router.include_router(api)
