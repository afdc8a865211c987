"""Pages of conduct: the register of infractions, what may be recorded at a table, a file for each case."""

from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from tapete.floor.calendar import moment
from tapete.floor.conduct import DECISIONS
from tapete.floor.roles import Account
from tapete.floor.store import Floor
from tapete.i18n import gettext as _
from tapete.law.text import regions, text
from tapete.web.casino.answering import answered
from tapete.web.casino.pages import Item
from tapete.web.downloads import csv_of
from tapete.web.people.security import Auditor, Chief, TheFloor
from tapete.web.render import page
from tapete.web.tables.commands import CHECKED, Key, Line, new_key
from tapete.web.tables.telling import told_apart

router = APIRouter(include_in_schema=False)
Where = Annotated[str, Query(max_length=60)]


def decided(what: str) -> str:
    """What is done in a case, in the reader's language."""
    words = {
        "note": _("Note"),
        "warning": _("Warning"),
        "loss": _("Loss of the hand"),
        "exclude": _("Exclusion from the table"),
        "bar": _("Exclusion from every table"),
        "lift": _("Exclusion lifted"),
        "report": _("Reported to the authority"),
        "start": _("Case opened by the authority"),
        "resolve": _("Decided by the authority"),
        "annul": _("Annulled"),
        "close": _("Closed"),
    }
    return words[what]


def severity_of(severity: str) -> str:
    """How serious something is, in the reader's language."""
    words = {"light": _("light"), "serious": _("serious"), "very-serious": _("very serious"), "": ""}
    return words[severity]


def whose_of(whose: str) -> str:
    """Whose an infraction is, in the reader's language."""
    words = {"company": _("the casino"), "worker": _("staff"), "player": _("player"), "anybody": _("anybody")}
    return words[whose]


@router.get("/conduct")
def register_page(request: Request, floor: TheFloor, by: Auditor, table: Where = "", region: Where = "") -> Response:
    """The register of infractions, and the form by which a case is opened."""
    return _register(request, floor, by, table, region)


@router.get("/conduct.csv")
def register_csv(floor: TheFloor, by: Auditor) -> Response:
    """The same to take along."""
    where = ("region", "table", "round", "who", "name", "article", "severity", "told")
    columns = ("case", "opened", "by", *where, "weighed", "recidivism", "steps", "due")
    rows = []
    for file in floor.conduct.register(by):
        case = file.case
        opened = moment(case.at).isoformat(timespec="seconds")
        steps = " ".join(step.what for step in case.steps)
        told = (getattr(case, name) for name in where)
        rows.append((case.number, opened, case.by, *told, *file.weighed, steps, file.due))
    return csv_of("conduct", columns, rows)


@router.post("/conduct", dependencies=CHECKED)
def open_case(
    request: Request,
    floor: TheFloor,
    by: Chief,
    key: Key,
    rule: Line,
    who: Line = "",
    told: Line = "",
    table: Line = "",
    region: Line = "",
) -> Response:
    """Opens a case."""
    return answered(
        request,
        lambda: floor.conduct.open(by, who, rule, told, key, table_id=table, region=region),
        "/conduct",
        lambda error, status: _register(request, floor, by, table, region, error, status),
    )


@router.get("/conduct/{item}")
def case_page(request: Request, floor: TheFloor, by: Auditor, item: Item) -> Response:
    """The file of a case."""
    return _case(request, floor, by, item)


@router.post("/conduct/{item}/{what}", dependencies=CHECKED)
def decide(request: Request, floor: TheFloor, by: Chief, key: Key, item: Item, what: str, words: Line = "") -> Response:
    """Adds to a case."""
    return answered(
        request,
        lambda: floor.conduct.decide(by, item, what, words, key),
        f"/conduct/{item}",
        lambda error, status: _case(request, floor, by, item, error, status),
    )


def _register(
    request: Request, floor: Floor, by: Account, table: str, region: str, error: str = "", status: int = 200
) -> Response:
    session = floor.sessions.last()
    chosen = floor.tables.table(table) if table else None
    region = chosen.region if chosen else region or (session.region if session else "")
    if region not in regions():
        region = ""
    tables = [item for item in floor.tables.tables() if not item.practice]
    return page(
        request,
        "casino/conduct.html",
        status,
        files=list(reversed(floor.conduct.register(by))),
        tables=tables,
        names=told_apart(tables),
        chosen=chosen,
        region=region,
        regions={id: text(id).name for id in regions()},
        offences=floor.conduct.offences(table, region) if region else [],
        players=floor.desk.read(table, lambda standing: [seat.name for seat in standing.sitting]) if chosen else [],
        severity_of=severity_of,
        whose_of=whose_of,
        decided=decided,
        when=moment,
        error=error,
        key=new_key(),
    )


def _case(request: Request, floor: Floor, by: Account, number: int, error: str = "", status: int = 200) -> Response:
    file = floor.conduct.file(by, number)
    mine = [what for what in file.decisions if by.role in DECISIONS[what]]
    return page(
        request,
        "casino/case.html",
        status,
        file=file,
        today=datetime.now(UTC).date(),
        decisions=mine,
        severity_of=severity_of,
        decided=decided,
        when=moment,
        error=error,
        key=new_key(),
    )
