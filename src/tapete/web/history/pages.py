"""History: every round kept, found again, replayed step by step from any face, shared, exported and audited."""

from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Any, NamedTuple
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Path, Query, Request, UploadFile
from fastapi.responses import Response, StreamingResponse

from tapete import i18n
from tapete.audit.log import Report, audit
from tapete.engine.calls import spoken
from tapete.engine.places import ROLES
from tapete.engine.transcript import decode
from tapete.errors import Missing, TapeteError
from tapete.floor.history import Played
from tapete.floor.roles import READING, WATCHER, Account
from tapete.floor.standing import GameTable
from tapete.floor.store import Floor
from tapete.money import euros, format_cents
from tapete.web.models import AuditOut, BreachOut, RoundOut, Transcript
from tapete.web.people.security import TheFloor, account, require
from tapete.web.render import page
from tapete.web.tables.commands import CHECKED
from tapete.web.tables.face import Face
from tapete.web.tables.results import Summary, summary
from tapete.web.tables.telling import role_name, tell

router = APIRouter()
pages = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api/v1", tags=["history"])
Reader = Annotated[Account, Depends(require(*READING))]
Number = Annotated[int, Path(ge=0, le=2**31 - 1)]  # what a database can be asked for
SHOWN = 50
LARGEST_UPLOAD = 8 * 1024 * 1024
SHARED = 16  # how much of a round's hash a shared link shows


class Filters(NamedTuple):
    """Which rounds are wanted; what is empty does not matter."""

    table: str
    game: str
    player: str
    since: date | None
    until: date | None
    amount: int
    before: str

    @property
    def euros(self) -> str:
        """The amount as it is typed."""
        return format_cents(self.amount) if self.amount else ""

    def older(self, than: Played) -> str:
        """The same filters in an address, for the rounds before one of them."""
        wanted = {**self._asdict(), "amount": self.euros, "before": f"{than.table}/{than.number}"}
        return urlencode({name: value for name, value in wanted.items() if value})


def filters(
    table: Annotated[str, Query(max_length=40)] = "",
    game: Annotated[str, Query(max_length=40)] = "",
    player: Annotated[str, Query(max_length=40)] = "",
    since: Annotated[str, Query(max_length=10)] = "",
    until: Annotated[str, Query(max_length=10)] = "",
    amount: Annotated[str, Query(max_length=20, description="euros")] = "",
    before: Annotated[str, Query(max_length=60, description="only older rounds than this one: TABLE/NUMBER")] = "",
) -> Filters:
    """The filters of a question."""
    return Filters(table, game, player, _day(since), _day(until), euros(amount) if amount else 0, before)


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise TapeteError("'{text}' is no date: write 2026-05-31", text=text) from None


Wanted = Annotated[Filters, Depends(filters)]


class Row(NamedTuple):
    """A round in the list."""

    table: GameTable
    played: Played
    short: Summary

    @property
    def when(self) -> datetime:
        """When it was opened."""
        return datetime.fromtimestamp(self.played.opened / 1000, UTC)

    @property
    def result(self) -> str:
        """What fell, or what was called last where cards decide."""
        called = self.short.called
        return i18n.law(self.short.fell) or (spoken(self.table.rules, called) if called else "")


def find(floor: Floor, wanted: Filters) -> list[Row]:
    """The finished rounds that fit, the latest first."""
    tables = {table.public_id: table for table in floor.tables.tables(None)}
    found = floor.history.rounds(
        wanted.table or None,
        game=wanted.game or None,
        player=wanted.player or None,
        states=["finished", "void"],
        since=_start(wanted.since),
        until=_start(wanted.until + timedelta(days=1)) if wanted.until else None,
        amount=wanted.amount,
        before=_round_at(floor, wanted.before) if wanted.before else None,
        limit=SHOWN,
    )
    return [
        Row(tables[played.table], played, summary(floor, played.table, played.number, played.hash)) for played in found
    ]


def _round_at(floor: Floor, text: str) -> Played:
    """The round that an address names, as `TABLE/7`."""
    table, _, number = text.partition("/")
    if not number.isdecimal():
        raise TapeteError("'{text}' names no round: write TABLE/7", text=text)
    return floor.history.round(table, int(number))


def _start(day: date | None) -> int | None:
    return None if day is None else int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() * 1000)


# Pages


@pages.get("/history")
def list_page(request: Request, floor: TheFloor, wanted: Wanted) -> Response:
    """The rounds that fit some filters."""
    tables, rows = floor.tables.tables(None), find(floor, wanted)
    return page(
        request,
        "history/list.html",
        rows=rows,
        older=wanted.older(rows[-1].played) if len(rows) == SHOWN else "",
        wanted=wanted,
        tables=tables,
        games=sorted({table.game for table in tables}),
        title=lambda name: next(table.rules.title for table in tables if table.game == name),
    )


@pages.get("/history/audit")
def audit_page(request: Request) -> Response:
    """The form for a log to audit."""
    return page(request, "history/audit.html", report=None, name="", line="")


@pages.post("/history/audit", dependencies=CHECKED)
def audit_upload(request: Request, log: UploadFile) -> Response:
    """What an audit of an uploaded log finds."""
    name = (log.filename or "")[:80]
    try:
        report = audited(log)
    except TapeteError as error:
        line = i18n.translated(error.text)
        return page(request, "history/audit.html", 400, report=None, name=name, line=line)
    return page(request, "history/audit.html", report=report, name=name, line="")


def audited(log: UploadFile) -> Report:
    """An audit of a log that is not too large."""
    data = log.file.read(LARGEST_UPLOAD + 1)
    if len(data) > LARGEST_UPLOAD:
        most = LARGEST_UPLOAD // 1024 // 1024
        raise TapeteError("the log is larger than {most} MB: audit it on the command line", most=most)
    return audit(data.splitlines())


@pages.get("/history/{table_id}/{number}")
def round_page(
    request: Request, floor: TheFloor, table_id: str, number: Number, step: int = -1, face: str = ""
) -> Response:
    """One round, step by step, from a face that one may put on."""
    return _round(request, floor, table_id, number, step, face, account(request), shared=False)


@pages.get("/shared/{table_id}/{number}/{hash}")
def shared_page(
    request: Request, floor: TheFloor, table_id: str, number: Number, hash: str, step: int = -1
) -> Response:
    """A round for whoever has its link: what any watcher could see."""
    played = floor.history.round(table_id, number)
    if len(hash) < SHARED or not played.hash.startswith(hash):
        raise Missing("this link names no round")
    return _round(request, floor, table_id, number, step, WATCHER, None, shared=True)


def _round(
    request: Request,
    floor: Floor,
    table_id: str,
    number: int,
    step: int,
    face: str,
    who: Account | None,
    *,
    shared: bool,
) -> Response:
    table, played = floor.tables.table(table_id), floor.history.round(table_id, number)
    lines = floor.history.transcript(table_id, number, who)
    last = len(lines) - 1
    at = last if not 0 <= step <= last else step
    seen = replayed(floor, table, number, at, who, face)
    staff = who is not None and who.role in READING
    entries = [decode(line) for line in lines[: at + 1]]
    told = tell(table.rules, entries, seen.name, everything=staff and face in ("", *ROLES))
    path = f"/shared/{table_id}/{number}/{played.hash[:SHARED]}"
    return page(
        request,
        "history/round.html",
        face=seen,
        played=played,
        told=told,
        step=at,
        last=last,
        faces=[*ROLES, *played.players, WATCHER] if staff else [],
        chosen=face,
        here=path if shared else f"/history/{table_id}/{number}",
        link=f"{str(request.base_url).rstrip('/')}{path}",
        shared=shared,
        role_name=role_name,
    )


def replayed(floor: Floor, table: GameTable, number: int, at: int, who: Account | None, face: str) -> Face:
    """A round as a face saw it once entry `at` was written."""
    view = floor.history.step(table.public_id, number, at, who, face)
    me = view["who"] if view["who"] not in (*ROLES, WATCHER) else ""
    players = floor.history.round(table.public_id, number).players
    seen = {
        "face": view["who"],
        "round": number,
        "n": at,
        "change": 0,
        "view": {**view, "open": []},
        "seats": [{"name": name, "playing": True, "leaving": False} for name in players],
    }
    return Face(table, seen, me, (), [], None, [], [], [])


@pages.get("/history/{table_id}.jsonl")
def export_page(floor: TheFloor, table_id: str, by: Reader) -> Response:
    """A table's finished rounds as JSON lines."""
    return _export(floor, table_id, by)


def _export(floor: Floor, table_id: str, by: Account) -> Response:
    table = floor.tables.table(table_id)
    name = f"{table.game}-{table.region}-{table.public_id}.jsonl"
    return StreamingResponse(
        floor.history.export(table_id, by),
        media_type="application/jsonl",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


# API


@api.get("/rounds")
def rounds(floor: TheFloor, wanted: Wanted) -> list[RoundOut]:
    """Finished rounds that fit some filters, the latest first."""
    return [RoundOut.of(row.played, row.short.fell, row.short.greatest) for row in find(floor, wanted)]


@api.get("/tables/{table_id}/rounds/{number}")
def transcript(request: Request, floor: TheFloor, table_id: str, number: Number) -> Transcript:
    """A round's lines, as one may read them."""
    return Transcript(lines=floor.history.transcript(table_id, number, account(request)))


@api.get("/tables/{table_id}/rounds/{number}/steps/{n}")
def step(request: Request, floor: TheFloor, table_id: str, number: Number, n: Number, face: str = "") -> dict[str, Any]:
    """A round as it was seen once entry `n` was written."""
    return floor.history.step(table_id, number, n, account(request), face)


@api.get("/tables/{table_id}/log")
def export(floor: TheFloor, table_id: str, by: Reader) -> Response:
    """A table's finished rounds as JSON lines, for an audit."""
    return _export(floor, table_id, by)


@api.post("/audit", dependencies=CHECKED)
def audit_log(log: UploadFile) -> AuditOut:
    """Audits a log of JSON lines: every breach with its line, article and what would be right."""
    report = audited(log)
    breaches = [BreachOut.of(breach) for breach in report.breaches]
    return AuditOut(rounds=report.rounds, inputs=report.inputs, clean=not breaches, breaches=breaches)


for part in (pages, api):
    router.include_router(part)
