"""The record of a finished round as PDF: what was committed to, sold, drawn and won, and what it takes to check it."""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from tapete import i18n
from tapete.engine.transcript import Edition, End, Entry, Header, decode_any
from tapete.errors import TapeteError
from tapete.floor import Floor
from tapete.floor.roles import WATCHER, Account
from tapete.floor.standing import GameTable
from tapete.law.text import text
from tapete.web.history.pages import Number
from tapete.web.people.security import TheFloor, account
from tapete.web.printing import pdf
from tapete.web.render import HERE
from tapete.web.tables.telling import tell

router = APIRouter(include_in_schema=False)
TEMPLATE = HERE / "templates" / "history" / "record.typ"


@router.get("/history/{table_id}/{number}/record.pdf")
async def record_page(request: Request, floor: TheFloor, table_id: str, number: Number) -> Response:
    """The record of a round that is over, for who may have its lines: what all who looked on saw."""
    record = await run_in_threadpool(_record, floor, table_id, number, account(request))
    return await pdf(request, f"{table_id}-{number}", TEMPLATE, record=record)


def _record(floor: Floor, table_id: str, number: int, by: Account | None) -> dict[str, Any]:
    table = floor.tables.table(table_id)
    log = [decode_any(line) for line in floor.history.evidence(table_id, number, by).splitlines()]
    return content(table, number, [entry for entry in log if not isinstance(entry, Edition)])


def content(table: GameTable, number: int, entries: list[Entry]) -> dict[str, Any]:
    """What the record says, in the language being spoken; a round that goes on has none."""
    _, header, end = i18n.gettext, entries[0], entries[-1]
    if not isinstance(header, Header) or not isinstance(end, End):
        raise TapeteError("the round is not over")
    source = text(header.region)
    facts = [
        [_("Commitment"), header.commitment],
        [_("Seed"), end.seed],
        *([_("Added by %(who)s") % {"who": who}, value] for who, value in header.added.items()),
        ["SHA-256", end.hash],
    ]
    return {
        "language": i18n.language(),
        "heading": _("Record of the draw"),
        "title": f"{i18n.law(table.rules.title)}, {_('Round %(n)s') % {'n': number}}",
        "table": table.name,
        "source": f"{source.name}. {source.text}, {table.rules.article}",
        "facts": [fact for fact in facts if fact[1]],
        "happened": _("What happened"),
        "lines": [[line.text, line.article] for line in tell(table.rules, entries, WATCHER, everything=False)],
        "check": f"{_('How to check them')}: tapete verify, docs/transcript.md",
    }
