"""Play at once: one click to a table of one's own, with play chips, signed in or not."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import RedirectResponse, Response
from pydantic import BaseModel, Field

from tapete import i18n
from tapete.floor.accounts import WebSession
from tapete.floor.roles import STAFF, Account
from tapete.floor.store import Floor
from tapete.floor.visits import Full
from tapete.law.text import text
from tapete.web.catalogue.place import Here
from tapete.web.people.auth import signed_in
from tapete.web.people.security import TheFloor, account, bound_visit, csrf, require, visitor
from tapete.web.render import page
from tapete.web.tables.commands import CHECKED, Key, new_key

router = APIRouter()
api = APIRouter(prefix="/api/v1", tags=["tables"])
Owner = Annotated[Account, Depends(require(*STAFF, "player"))]


class Playing(BaseModel):
    """A table of one's own. Whoever had no account has one for the visit: its token is the session."""

    table: str
    name: str = Field(description="the name under which one sits")
    token: str = Field("", description="to be sent as `Authorization: Bearer …`; empty for who is signed in")


@router.post("/play/{name}/{region}", include_in_schema=False, dependencies=CHECKED)
def play(request: Request, floor: TheFloor, here: Here) -> Response:
    """Sits down at a table of one's own, and goes there."""
    who, session = _who(request, floor)
    try:
        path = f"/tables/{floor.visits.play(who, here.game.id, here.region)}"
    except Full as error:
        response = _full(request, floor, who, error)
    else:
        response = RedirectResponse(path, 303)
    return signed_in(request, session, response) if session else response


def _full(request: Request, floor: Floor, who: Account, error: Full) -> Response:
    """Why there is no further table, and those that could be left."""
    own = [table for table in floor.tables.tables("open", who) if table.practice and table.opened_by == who.id]
    line = i18n.translated(error.text)
    response = page(request, "doors/full.html", 429, line=line, own=own, key=new_key(), region_name=_region_name)
    response.headers["Retry-After"] = str(error.again)
    return response


def _region_name(region: str) -> str:
    return text(region).name


async def _meant(request: Request) -> None:
    """A dependency: whoever is signed in by a cookie sends what our pages know; nobody else has anything to lose."""
    if visitor(request).account is not None:
        await csrf(request)


@api.post("/play/{name}/{region}", status_code=201, dependencies=[Depends(_meant)])
def api_play(request: Request, floor: TheFloor, here: Here) -> Playing:
    """Sits down at a table of one's own with play chips, dealt by an automatic croupier; no account is needed."""
    who, session = _who(request, floor)
    table = floor.visits.play(who, here.game.id, here.region)
    name = floor.history.name_at(table, who)
    return Playing(table=table, name=name, token=session.token if session else "")


@router.post("/tables/{table_id}/leave", include_in_schema=False, dependencies=CHECKED)
def leave(floor: TheFloor, table_id: str, by: Owner, key: Key) -> Response:
    """Leaves a table of one's own that runs by itself; it is closed."""
    floor.tables.leave_table(by, table_id, key)
    return RedirectResponse("/", 303)


def _who(request: Request, floor: Floor) -> tuple[Account, WebSession | None]:
    """Whoever asks, or an account for the visit and its session; how often somebody may visit is bounded."""
    who = account(request)
    bound_visit(request)
    if who is not None:
        return who, None
    floor.visits.check_room()
    session = floor.accounts.open_session(floor.accounts.visitor(visitor(request).language))
    return session.account, session


router.include_router(api)
