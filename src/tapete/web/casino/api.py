"""The API of the house: the session and what is missing in it, the stock, cases."""

from typing import Annotated, Any

from fastapi import APIRouter, Path
from pydantic import Field

from tapete.errors import Said, UnknownError
from tapete.floor.conduct import File
from tapete.floor.duty import Lack
from tapete.floor.session import Session
from tapete.i18n import translated
from tapete.law.text import regions
from tapete.web.casino.acts import SessionAct, perform
from tapete.web.casino.conduct import Where
from tapete.web.casino.pages import Item
from tapete.web.models import Strict
from tapete.web.people.security import Auditor, Chief, Reader, TheFloor, Worker
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


class NewCase(Strict):
    """A case: who, by which rule, what happened, at which table or under which text."""

    who: str = Field(max_length=200)
    rule: str = Field(max_length=100, description="as /api/v1/conduct/offences names it")
    told: str = Field(default="", max_length=200)
    table: str = Field(default="", max_length=60)
    region: str = Field(default="", max_length=60)


class Words(Strict):
    """What is said of a decision."""

    words: str = Field(default="", max_length=200)


def told(session: Session | None) -> dict[str, Any] | None:
    """A session as the API tells it."""
    if session is None:
        return None
    lines = [line._asdict() for line in session.lines]
    return {**session._asdict(), "lines": lines, "posts": [post._asdict() for post in session.posts]}


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
    """Does something in the session.

    It is open, end, on, off, place, show, hold, free, seal, announce, cash, dinner, paper, float, tips or turn.
    """
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


@router.get("/conduct")
def register(floor: TheFloor, by: Auditor) -> list[dict[str, Any]]:
    """The register of infractions: every case, how serious it is in the end, and what came of it."""
    return [_case(file) for file in floor.conduct.register(by)]


@router.get("/conduct/offences")
def offences(floor: TheFloor, by: Auditor, table: Where = "", region: Where = "") -> list[dict[str, Any]]:  # noqa: ARG001
    """What may be recorded at a table, or in a house under a text."""
    if not table and region not in regions():
        raise UnknownError(Said("region"), region, list(regions()))
    return [offence._asdict() for offence in floor.conduct.offences(table, region)]


@router.post("/conduct", dependencies=CHECKED)
def open_case(floor: TheFloor, by: Chief, key: Key, given: NewCase) -> dict[str, int]:
    """Opens a case."""
    words = given.told
    return {
        "case": floor.conduct.open(by, given.who, given.rule, words, key, table_id=given.table, region=given.region)
    }


@router.post("/conduct/{item}/{what}", dependencies=CHECKED)
def decide(floor: TheFloor, by: Chief, key: Key, item: Item, what: Name, given: Words) -> dict[str, Any]:
    """Adds to a case: note, warning, loss, exclude, bar, lift, report, start, resolve, annul or close."""
    floor.conduct.decide(by, item, what, given.words, key)
    return _case(floor.conduct.file(by, item))


def _case(file: File) -> dict[str, Any]:
    """A case as the API tells it."""
    case = file.case._asdict()
    del case["subject"]
    steps = [step._asdict() for step in file.case.steps]
    due = file.due.isoformat() if file.due else None
    return {**case, "steps": steps, "weighed": file.weighed._asdict(), "excludes": file.case.excludes, "due": due}
