"""One's own account, and the people of the house."""

from typing import Annotated
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import RedirectResponse, Response
from pydantic import BaseModel, Field

from tapete import i18n
from tapete.errors import TapeteError, UnknownError
from tapete.floor.accounts import LISTED
from tapete.floor.roles import INVITES, Account
from tapete.web.models import Strict
from tapete.web.people.auth import CHECKED, Person, Text, signed_in
from tapete.web.people.security import (
    LANGUAGE,
    THEME,
    THEMES,
    YEAR,
    Attempt,
    Auditor,
    Director,
    SignedIn,
    TheFloor,
    address_of,
    local,
    require,
    set_cookie,
    settings,
    visitor,
)
from tapete.web.people.telling import told
from tapete.web.render import page

router = APIRouter()
api = APIRouter(prefix="/api/v1", tags=["people"])

OWN_ACTS = 20
CHANGES = 20  # of somebody's language, in the time in which they may try to sign in so often
Part = Annotated[str, Query(max_length=40)]  # of a name
Inviter = Annotated[Account, Depends(require(*INVITES))]


# One's own account


@router.get("/account", include_in_schema=False)
def account_page(request: Request, who: SignedIn, floor: TheFloor) -> Response:
    """The account: its role, language and password."""
    return _account(request, who, floor)


@router.post("/account/password", include_in_schema=False, dependencies=CHECKED)
def change_password(
    request: Request, who: SignedIn, floor: TheFloor, password: Text, again: Text, present: Text = ""
) -> Response:
    """A new password; sessions elsewhere end, the one here goes on."""
    if password != again:
        return _account(request, who, floor, 400, i18n.gettext("The two passwords differ."))
    try:
        _set_password(request, floor, who, password, present)
    except TapeteError as error:
        return _account(request, who, floor, 400, i18n.translated(error.text))
    return signed_in(request, floor.accounts.open_session(who), "/account")


def _account(request: Request, who: Account, floor: TheFloor, status: int = 200, error: str = "") -> Response:
    has_password, acts = floor.accounts.has_password(who), told(floor.accounts.acts(who, who, OWN_ACTS))
    return page(request, "people/account.html", status, who=who, has_password=has_password, acts=acts, error=error)


def _set_password(request: Request, floor: TheFloor, who: Account, password: str, present: str) -> None:
    attempt = Attempt(request, f"password of {who.name}")
    floor.accounts.set_password(who, password, present)
    attempt.succeeded()


def _set_language(request: Request, floor: TheFloor, who: Account, language: str) -> Account:
    """Every open page of the house is asked about when an account changes, so nobody changes theirs without end."""
    if language == who.language:
        return who
    Attempt(request, f"language of {who.name}", most=CHANGES)
    return floor.accounts.set_language(who, language)


@router.post("/preferences", include_in_schema=False, dependencies=CHECKED)
def preferences(request: Request, floor: TheFloor, language: Text = "", theme: Text = "", next: Text = "/") -> Response:
    """Language and appearance, kept with the account or in the browser."""
    response = RedirectResponse(local(next), 303)
    who = visitor(request)
    if language in i18n.LANGUAGES:
        if who.account:
            _set_language(request, floor, who.account, language)
        set_cookie(response, LANGUAGE, language, settings(request), YEAR)
    if theme in THEMES:
        set_cookie(response, THEME, theme, settings(request), YEAR)
    elif theme:
        response.delete_cookie(THEME)
    return response


# The people of the house


@router.get("/people", include_in_schema=False)
def people_page(request: Request, by: Director, floor: TheFloor, like: Part = "", after: Part = "") -> Response:
    """Who has an account, some at a time by name, and the forms to add to them."""
    return _people(request, by, floor, like=like, after=after)


@router.post("/people", include_in_schema=False, dependencies=CHECKED)
def create_person(
    request: Request, by: Director, floor: TheFloor, name: Text, role: Text = "player", password: Text = ""
) -> Response:
    """A new account, and a link to sign it in where it has no password."""
    try:
        made = floor.accounts.create(name.strip(), role, password or None, visitor(request).language, by)
        link = "" if password else _link(request, floor.accounts.sign_in_link(by, made))
    except TapeteError as error:
        return _people(request, by, floor, 400, error=i18n.translated(error.text))
    return _people(request, by, floor, link=link, about=made.name)


@router.get("/people/{name}", include_in_schema=False)
def person_page(request: Request, by: Director, floor: TheFloor, name: str) -> Response:
    """Somebody's account: what was done to it, and what a director may do to it."""
    return _person(request, by, floor, name)


@router.post("/people/{name}/link", include_in_schema=False, dependencies=CHECKED)
def link_person(request: Request, by: Director, floor: TheFloor, name: str) -> Response:
    """A link that signs in, once, somebody as whom nobody has come in yet."""
    link = _link(request, floor.accounts.sign_in_link(by, floor.accounts.account(name)))
    return _person(request, by, floor, name, link)


@router.post("/people/{name}/reset", include_in_schema=False, dependencies=CHECKED)
def reset_person(request: Request, by: Director, floor: TheFloor, name: str) -> Response:
    """Takes a lost password away, for a link by which its owner starts anew."""
    link = _link(request, floor.accounts.reset_password(by, floor.accounts.account(name)))
    return _person(request, by, floor, name, link)


@router.post("/people/{name}/role", include_in_schema=False, dependencies=CHECKED)
def change_person(by: Director, floor: TheFloor, name: str, role: Text) -> Response:
    """Gives somebody another role."""
    floor.accounts.change_role(by, floor.accounts.account(name), role)
    return _to_person(name)


@router.post("/people/{name}/deactivate", include_in_schema=False, dependencies=CHECKED)
def deactivate_person(by: Director, floor: TheFloor, name: str) -> Response:
    """Lets nobody come in by an account any more."""
    floor.accounts.deactivate(by, floor.accounts.account(name))
    return _to_person(name)


@router.post("/people/{name}/reactivate", include_in_schema=False, dependencies=CHECKED)
def reactivate_person(by: Director, floor: TheFloor, name: str) -> Response:
    """Lets its owner come in again."""
    floor.accounts.reactivate(by, floor.accounts.account(name))
    return _to_person(name)


def _to_person(name: str) -> Response:
    return RedirectResponse(f"/people/{quote(name, safe='')}", 303)


def _person(request: Request, by: Account, floor: TheFloor, name: str, link: str = "") -> Response:
    accounts, who = floor.accounts, floor.accounts.account(name)
    acts, active = told(accounts.acts(by, who)), who.name not in accounts.inactive(by)
    fresh = active and not accounts.has_password(who) and not accounts.was_used(who)
    return page(request, "people/person.html", who=who, by=by, acts=acts, active=active, fresh=fresh, link=link)


@router.post("/people/invite", include_in_schema=False, dependencies=CHECKED)
def invite_person(request: Request, by: Director, floor: TheFloor, role: Text = "player") -> Response:
    """A link by which somebody makes an account of a role for themselves."""
    return _people(request, by, floor, link=_link(request, floor.accounts.invite(by, role), True), about=role)


def _link(request: Request, token: str, ask: bool = False) -> str:
    return address_of(request, f"/link/{token}{'?ask=1' if ask else ''}")


def _people(
    request: Request,
    by: Account,
    floor: TheFloor,
    status: int = 200,
    error: str = "",
    link: str = "",
    about: str = "",
    like: str = "",
    after: str = "",
) -> Response:
    everybody, inactive = floor.accounts.some(by, like, after), floor.accounts.inactive(by)
    more = urlencode({"like": like, "after": everybody[-1].name}) if len(everybody) == LISTED else ""
    shown = {"everybody": everybody, "inactive": inactive, "error": error, "link": link, "about": about}
    return page(request, "people/people.html", status, like=like, more=more, **shown)


# The same for machines


class NewPerson(Strict):
    """An account to be made; without a password it is entered by links."""

    name: str = Field(max_length=200)
    role: str = "player"
    password: str | None = Field(None, max_length=200)


class Change(Strict):
    """What of one's own account is to change."""

    language: str | None = None
    password: str | None = Field(None, max_length=200)
    present: str = Field("", max_length=200, description="the present password, where there is one")


class PersonChange(Strict):
    """What a director changes of somebody's account."""

    role: str | None = Field(None, max_length=40)
    active: bool | None = None


class ActOut(BaseModel):
    """Something done to an account; `by` is nobody where whoever holds the machine did it."""

    at: int = Field(description="milliseconds since 1970")
    account: str
    by: str
    what: str
    detail: str


class Token(BaseModel):
    """The token of a link, to be followed at /link/{token} or sent to /api/v1/session/link."""

    token: str


@api.patch("/account", dependencies=CHECKED)
def api_change(request: Request, who: SignedIn, floor: TheFloor, change: Change) -> Person:
    """Changes one's own language or password; a new password ends every session."""
    if change.language is not None and change.language not in i18n.LANGUAGES:
        raise UnknownError("language", change.language, list(i18n.LANGUAGES))
    if change.password is not None:
        _set_password(request, floor, who, change.password, change.present)
    if change.language is not None:
        who = _set_language(request, floor, who, change.language)
    return Person.of(who)


@api.get("/people")
def api_people(by: Auditor, floor: TheFloor) -> list[Person]:
    """Everybody with an account."""
    return [Person.of(account) for account in floor.accounts.all(by)]


@api.post("/people", status_code=201, dependencies=CHECKED)
def api_create(request: Request, by: Director, floor: TheFloor, new: NewPerson) -> Person:
    """A new account."""
    return Person.of(floor.accounts.create(new.name, new.role, new.password, visitor(request).language, by))


@api.post("/people/{name}/link", status_code=201, dependencies=CHECKED)
def api_link(by: Inviter, floor: TheFloor, name: str) -> Token:
    """A link that signs in, once, somebody as whom nobody has come in yet."""
    return Token(token=floor.accounts.sign_in_link(by, floor.accounts.account(name)))


@api.post("/people/{name}/reset", status_code=201, dependencies=CHECKED)
def api_reset(by: Director, floor: TheFloor, name: str) -> Token:
    """Takes a lost password away; the token of a link by which its owner starts anew, once."""
    return Token(token=floor.accounts.reset_password(by, floor.accounts.account(name)))


@api.patch("/people/{name}", dependencies=CHECKED)
def api_change_person(by: Director, floor: TheFloor, name: str, change: PersonChange) -> Person:
    """Gives somebody another role, or lets nobody come in by their account any more, or again."""
    who = floor.accounts.account(name)
    if change.role is not None and change.active is not None:
        raise TapeteError("a role, or whether an account is active: one at a time")
    if change.role is not None:
        who = floor.accounts.change_role(by, who, change.role)
    if change.active is not None:
        (floor.accounts.reactivate if change.active else floor.accounts.deactivate)(by, who)
    return Person.of(who)


@api.get("/people/{name}/acts")
def api_acts(by: SignedIn, floor: TheFloor, name: str) -> list[ActOut]:
    """What was done to an account, the latest first: for its owner, directors and the regulator."""
    who = by if name == by.name else floor.accounts.looked_up(by, name)
    return [ActOut(**act._asdict()) for act in floor.accounts.acts(by, who)]


@api.post("/invitations", status_code=201, dependencies=CHECKED)
def api_invite(by: Inviter, floor: TheFloor, role: str = "player", name: str = "") -> Token:
    """A link by which somebody makes an account of a role, once."""
    return Token(token=floor.accounts.invite(by, role, name))


router.include_router(api)
