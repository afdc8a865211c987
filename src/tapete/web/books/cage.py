"""What the cage keeps: its chips by value, and apart orphan stakes and accumulated prizes; as pages and API."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import Response
from pydantic import Field

from tapete.floor.documents import pieces
from tapete.floor.orphans import ENDS, kept
from tapete.floor.roles import Account
from tapete.floor.store import Floor
from tapete.i18n import gettext as _
from tapete.money import euros, format_cents
from tapete.web.books.pages import called, hour
from tapete.web.casino.answering import answered
from tapete.web.downloads import csv_of
from tapete.web.history.pages import Number
from tapete.web.models import Cents, Strict
from tapete.web.people.security import Reader, TheFloor, Worker
from tapete.web.render import page
from tapete.web.tables.commands import CHECKED, Key, Line, new_key
from tapete.web.tables.payments import CHIPS
from tapete.web.tables.telling import told_apart

router = APIRouter()
SHOWN = 100  # orphan stakes on a page
Named = Annotated[str, Query(max_length=80)]
Short = Annotated[str, Form(max_length=40)]


class OrphanIn(Strict):
    """Chips that nobody owns up to."""

    cents: Cents = Field(gt=0, le=10**9)
    found: str = Field(max_length=200, description="where, and how it came there")
    table: str = Field(default="", max_length=40)


class EndIn(Strict):
    """To whom an orphan stake went, and on which proof."""

    name: str = Field(max_length=200)
    proof: str = Field(max_length=200)


@router.get("/books/orphans", include_in_schema=False)
def orphans_page(
    request: Request, floor: TheFloor, by: Reader, before: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0
) -> Response:
    """The register of orphan stakes: the last, or those before one."""
    return _orphans(request, floor, by, before=before)


def _orphans(
    request: Request, floor: Floor, by: Account, error: str = "", status: int = 200, before: int = 0
) -> Response:
    orphans = floor.orphans.read(by)
    earlier = [orphan for orphan in orphans if not before or orphan.number < before]
    shown, older = earlier[-SHOWN:], earlier[-SHOWN].number if len(earlier) > SHOWN else 0
    told: dict[str, Any] = {"hour": hour, "kept": kept(orphans), "ends": ended(), "error": error, "key": new_key()}
    tables = floor.tables.offered()
    told |= {"orphans": shown, "older": older, "tables": tables, "names": told_apart(tables)}
    return page(request, "books/orphans.html", status, **told)


def ended() -> dict[str, str]:
    """What becomes of an orphan stake, in the reader's language."""
    return {"returned": _("returned"), "handed-over": _("handed over for welfare")}


@router.get("/books/orphans.csv", include_in_schema=False)
def orphans_csv(floor: TheFloor, by: Reader) -> Response:
    """The same to take along."""
    columns = ("number", "entered", "by", "table", "euros", "found", "what", "when", "signed", "name", "proof")
    rows = [
        [
            *(str(item.number), hour(item.at), item.by, item.table, format_cents(item.cents), item.found, item.what),
            *(hour(item.ended) if item.ended else "", item.signer, item.name, item.proof),
        ]
        for item in floor.orphans.read(by)
    ]
    return csv_of("orphans", columns, rows)


@router.get("/api/v1/books/orphans", tags=["books"])
def orphans(floor: TheFloor, by: Reader) -> list[dict[str, Any]]:
    """The register of orphan stakes."""
    return [orphan._asdict() for orphan in floor.orphans.read(by)]


@router.post("/books/orphans", include_in_schema=False, dependencies=CHECKED)
def enter_page(
    request: Request, floor: TheFloor, by: Worker, key: Key, amount: Short = "", found: Line = "", table: Short = ""
) -> Response:
    """Enters an orphan stake."""
    return _kept(request, floor, by, lambda: floor.orphans.enter(by, euros(amount), found, table, key))


def _kept(request: Request, floor: Floor, by: Account, act: Callable[[], object]) -> Response:
    """Writes to the register of orphan stakes, or shows it again with why not."""
    return answered(request, act, "/books/orphans", lambda error, status: _orphans(request, floor, by, error, status))


@router.post("/api/v1/books/orphans", tags=["books"], dependencies=CHECKED)
def enter(floor: TheFloor, by: Worker, key: Key, given: OrphanIn) -> dict[str, int]:
    """Enters an orphan stake in the cage's register."""
    return {"number": floor.orphans.enter(by, given.cents, given.found, given.table, key)}


@router.post("/books/orphans/{number}", include_in_schema=False, dependencies=CHECKED)
def end_page(
    request: Request,
    floor: TheFloor,
    number: Number,
    by: Worker,
    key: Key,
    what: Short = ENDS[0],
    name: Line = "",
    proof: Line = "",
) -> Response:
    """Returns an orphan stake, or hands it over."""
    return _kept(request, floor, by, lambda: floor.orphans.end(by, number, what, name, proof, key))


@router.post("/api/v1/books/orphans/{number}/{what}", tags=["books"], dependencies=CHECKED)
def end(floor: TheFloor, number: Number, what: str, by: Worker, key: Key, given: EndIn) -> dict[str, int]:
    """Returns an orphan stake to its owner (returned), or hands it over when the season ends (handed-over)."""
    floor.orphans.end(by, number, what, given.name, given.proof, key)
    return {"number": number}


@router.get("/books/prizes", include_in_schema=False)
def prizes_page(request: Request, floor: TheFloor, by: Reader, name: Named = "", path: Named = "") -> Response:
    """Accumulated prizes, and the statement of one."""
    lines = floor.prizes.statement(by, name, path) if name else []
    return page(
        request, "books/prizes.html", prizes=floor.prizes.all(by), name=name, path=path, lines=lines, called=called
    )


@router.get("/api/v1/books/prizes", tags=["books"])
def prizes(floor: TheFloor, by: Reader) -> list[dict[str, Any]]:
    """What accumulated prizes stand at, and how many tables share each."""
    return [prize._asdict() for prize in floor.prizes.all(by)]


@router.get("/api/v1/books/prizes/statement", tags=["books"])
def statement(floor: TheFloor, by: Reader, name: Named, path: Named) -> list[dict[str, Any]]:
    """The latest lines of a prize's statement."""
    return [line._asdict() for line in floor.prizes.statement(by, name, path)]


# Chips by value


def did(what: str) -> str:
    """A line of the cage's register in the reader's language."""
    return {"stock": _("Put into service"), "withdraw": _("Withdrawn"), "count": _("Count of the cage")}[what]


@router.get("/books/cage", include_in_schema=False)
def chips_page(request: Request, floor: TheFloor, by: Reader) -> Response:
    """Every chip of the house by value, where it is, and the cage's register."""
    return _chips(request, floor, by)


def _chips(
    request: Request,
    floor: Floor,
    by: Account,
    given: Mapping[str, str] = MappingProxyType({}),
    error: str = "",
    status: int = 200,
) -> Response:
    chips = floor.cage.chips(by)
    told: dict[str, Any] = {"chips": chips, "did": did, "hour": hour, "given": given, "error": error, "key": new_key()}
    return page(request, "books/cage.html", status, values=sorted(chips.values or CHIPS, reverse=True), **told)


@router.get("/books/cage.csv", include_in_schema=False)
def chips_csv(floor: TheFloor, by: Reader) -> Response:
    """The same to take along."""
    rows = [
        [format_cents(value), *("" if count is None else str(count) for count in (*item[:3], item.difference))]
        for value, item in floor.cage.chips(by).values.items()
    ]
    return csv_of("cage", ("value", "service", "tables", "counted", "difference"), rows)


@router.post("/books/cage", include_in_schema=False, dependencies=CHECKED)
def write_chips(
    request: Request, floor: TheFloor, by: Worker, key: Key, what: Short = "", chips: Line = "", why: Line = ""
) -> Response:
    """Writes to the cage's register."""
    return answered(
        request,
        lambda: floor.cage.write(by, what, pieces(chips), key, why),
        "/books/cage",
        lambda error, status: _chips(request, floor, by, {"what": what, "chips": chips, "why": why}, error, status),
    )


@router.post("/books/cage/{number}/{verdict}", include_in_schema=False, dependencies=CHECKED)
def sign_chips(request: Request, floor: TheFloor, number: Number, verdict: str, by: Worker, key: Key) -> Response:
    """Puts the second name under a line of the cage's register, or refuses it."""
    return answered(
        request,
        lambda: floor.cage.sign(by, number, verdict, key),
        "/books/cage",
        lambda error, status: _chips(request, floor, by, error=error, status=status),
    )
