"""The API of the house: the session and what is missing in it, the stock, cases."""

from typing import Annotated, Any

from fastapi import APIRouter, Path
from pydantic import Field

from tapete.floor.duty import Lack
from tapete.floor.session import Session
from tapete.i18n import translated
from tapete.web.casino.acts import SessionAct, perform
from tapete.web.casino.pages import Chief, Item, Reader, Worker
from tapete.web.models import Strict
from tapete.web.people.security import TheFloor
from tapete.web.tables.commands import CHECKED, Key

router = APIRouter(prefix="/api/v1", tags=["casino"])
Name = Annotated[str, Path(max_length=20)]


class Piece(Strict):
    """A piece of the stock that has come."""

    kind: str = Field(max_length=20, description="cards, dice or shoe")
    label: str = Field(max_length=200, description="the maker's number")


class Handling(Strict):
    """What an act on a piece needs: a table to take it to, or what must be said of it."""

    table: str = Field(default="", max_length=60)
    says: str = Field(default="", max_length=200)


def told(found: Session | None) -> dict[str, Any] | None:
    """A session as the API tells it."""
    if found is None:
        return None
    lines = [line._asdict() for line in found.lines]
    return {**found._asdict(), "lines": lines, "posts": [post._asdict() for post in found.posts]}


def lacking(lack: Lack) -> dict[str, str]:
    """Something that is missing, as the API tells it."""
    breach = lack.breach
    said = {"what": translated(breach.what), "right": translated(breach.right)}
    return {"table": lack.table, "where": breach.where, "article": breach.article, **said}


@router.get("/casino")
def session(floor: TheFloor, by: Reader) -> dict[str, Any]:
    """The session that is held or was held last, and what is missing now."""
    return {"session": told(floor.sessions.read(by)), "missing": [lacking(lack) for lack in floor.duty.missing()]}


@router.post("/casino/acts/{what}", dependencies=CHECKED)
def act(floor: TheFloor, by: Chief, key: Key, what: Name, given: SessionAct) -> dict[str, Any]:
    """Does something in the session: open, end, on, off, place, hold, free or seal."""
    perform(floor, by, what, given, key)
    return {"session": told(floor.sessions.last())}


@router.get("/casino/stock")
def stock(floor: TheFloor, by: Reader) -> list[dict[str, Any]]:
    """Every piece of the stock, with its lines."""
    return [{**item._asdict(), "lines": [line._asdict() for line in item.lines]} for item in floor.stores.all(by)]


@router.post("/casino/stock", dependencies=CHECKED)
def enter(floor: TheFloor, by: Chief, key: Key, given: Piece) -> dict[str, int]:
    """Enters a piece that has come."""
    return {"item": floor.stores.receive(by, given.kind, given.label, key)}


@router.post("/casino/stock/{item}/{what}", dependencies=CHECKED)
def handle(floor: TheFloor, by: Worker, key: Key, item: Item, what: Name, given: Handling) -> dict[str, int]:
    """Does something to a piece: take, check, return, withdraw, seize, clear, reject or destroy."""
    floor.stores.do(by, item, what, key, given.table, given.says)
    return {"item": item}
