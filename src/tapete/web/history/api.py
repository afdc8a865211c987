"""The API of history: rounds found, read, replayed, exported and audited."""

from typing import Any

import msgspec
from fastapi import APIRouter, Request, UploadFile
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from tapete import i18n
from tapete.audit.log import Report
from tapete.web.answers import LINES
from tapete.web.history.finding import Wanted, find
from tapete.web.history.pages import Number, audited, exported
from tapete.web.models import AuditOut, BreachOut, RoundOut, Transcript
from tapete.web.people.security import Reader, TheFloor, account
from tapete.web.tables.commands import CHECKED

router = APIRouter(prefix="/api/v1", tags=["history"])


@router.get("/rounds")
def rounds(request: Request, floor: TheFloor, wanted: Wanted) -> list[RoundOut]:
    """Finished rounds that fit some filters, the latest first; persons and amounts of one's own, or for the staff."""
    rows = find(floor, wanted, account(request))
    return [RoundOut.of(row.played, row.players, row.short.fell, row.greatest) for row in rows]


@router.get("/tables/{table_id}/rounds/{number}")
def transcript(request: Request, floor: TheFloor, table_id: str, number: Number) -> Transcript:
    """A round's lines, as one may read them."""
    return Transcript(lines=floor.history.transcript(table_id, number, account(request)))


@router.get("/tables/{table_id}/rounds/{number}/steps/{n}")
def step(request: Request, floor: TheFloor, table_id: str, number: Number, n: Number, face: str = "") -> dict[str, Any]:
    """A round as it was seen once entry `n` was written."""
    step: dict[str, Any] = msgspec.to_builtins(floor.history.step(table_id, number, n, account(request), face))
    return step


@router.get("/tables/{table_id}/log", response_class=Response, responses=LINES)
def export(floor: TheFloor, table_id: str, by: Reader) -> Response:
    """A table's finished rounds as JSON lines, for an audit."""
    return exported(floor, table_id, by)


@router.post("/audit", dependencies=CHECKED)
async def audit_log(request: Request, floor: TheFloor, log: UploadFile) -> AuditOut:
    """Audits a log of JSON lines: every breach with its line, article and what would be right."""
    return await run_in_threadpool(_told, await audited(request, floor, log))


def _told(report: Report) -> AuditOut:
    breaches = [BreachOut.of(breach) for breach in report.breaches]
    notes = [i18n.translated(note) for note in report.notes]
    return AuditOut(rounds=report.rounds, inputs=report.inputs, clean=report.clean, breaches=breaches, notes=notes)
