"""The sheet that hangs beside a table: how its game is played there, with its own limits and the options in force."""

import functools

import msgspec
from fastapi import APIRouter
from fastapi.responses import Response

from tapete.engine.settings import Settings
from tapete.law.sections import BankRulebook
from tapete.web.answers import PDF
from tapete.web.catalogue.sheets import composed, pdf
from tapete.web.people.security import TheFloor

router = APIRouter()


@router.get("/tables/{table_id}/sheet.pdf", include_in_schema=False)
@router.get("/api/v1/tables/{table_id}/sheet.pdf", tags=["tables"], response_class=Response, responses=PDF)
def sheet(floor: TheFloor, table_id: str) -> Response:
    """The rule sheet of a table, to be printed and hung beside it."""
    table = floor.tables.table(table_id)
    body = _kept(table.rules, msgspec.json.encode(table.settings))
    return pdf(body, f"{table.game}-{table.region}-{table.public_id}")


@functools.lru_cache(maxsize=64)
def _kept(rules: BankRulebook, settings: bytes) -> bytes:
    return composed(rules, msgspec.json.decode(settings, type=Settings))
