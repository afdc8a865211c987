"""Pages of history: every round kept, replayed step by step from any face, shared, exported and audited."""

import io
import itertools
import re
from collections.abc import Iterator, Sequence
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Path, Request, UploadFile
from fastapi.responses import Response, StreamingResponse
from starlette.concurrency import run_in_threadpool

from tapete import i18n
from tapete.audit.editions import among
from tapete.audit.log import Report, audit
from tapete.engine.places import ROLES, chips
from tapete.engine.transcript import Edition, End, Entry, Header, decode
from tapete.errors import Missing, TapeteError
from tapete.floor.roles import WATCHER, Account
from tapete.floor.sight import SeatSeen, Sight
from tapete.floor.standing import GameTable, Position
from tapete.floor.store import Floor
from tapete.games import games
from tapete.web.apart.hands import apart
from tapete.web.history.finding import SHOWN, Wanted, find
from tapete.web.people.security import Reader, TheFloor, account, address_of
from tapete.web.render import page
from tapete.web.tables.commands import CHECKED
from tapete.web.tables.face import Face
from tapete.web.tables.telling import role_name, tell, told_apart

router = APIRouter(include_in_schema=False)

Number = Annotated[int, Path(ge=0, le=2**31 - 1)]  # what a database can be asked for
LARGEST_UPLOAD = 8 * 1024 * 1024
LINES = 500  # of a log that are sent at once
RULEBOOK = re.compile(rb'"rulebook":"([0-9a-f]{64})"')
MOST_EDITIONS = 100  # that a log is audited by
SHARED = 16  # how much of a round's hash a shared link shows


class Chance(NamedTuple):
    """The few facts with which chance is checked: what was committed to, and the seed unless it is a secret."""

    commitment: str
    seed: str
    secret: bool
    brought: dict[str, str]


@router.get("/history")
def list_page(request: Request, floor: TheFloor, wanted: Wanted) -> Response:
    """The rounds that fit some filters."""
    who = account(request)
    rows, tables = find(floor, wanted, who), floor.tables.offered(who)
    chosen = floor.tables.some([wanted.table]).get(wanted.table)
    if chosen is not None and chosen not in tables:
        tables.append(chosen)
    return page(
        request,
        "history/list.html",
        takings=floor.overview.takings(who, chosen) if chosen else None,
        rows=rows,
        older=wanted.older(rows[-1].played) if len(rows) == SHOWN else "",
        wanted=wanted,
        tables=tables,
        names=told_apart(tables),
        games=[(found.id, found.rules(found.regions[0]).title) for found in games() if found.has("play")],
    )


@router.get("/history/audit")
def audit_page(request: Request) -> Response:
    """The form for a log to audit."""
    return page(request, "history/audit.html", report=None, name="", line="")


@router.post("/history/audit", dependencies=CHECKED)
async def audit_upload(request: Request, floor: TheFloor, log: UploadFile) -> Response:
    """What an audit of an uploaded log finds."""
    name = (log.filename or "")[:80]
    try:
        report = await audited(request, floor, log)
    except TapeteError as error:
        line = i18n.translated(error.text)
        return page(request, "history/audit.html", 400, report=None, name=name, line=line)
    return await run_in_threadpool(page, request, "history/audit.html", report=report, name=name, line="")


async def audited(request: Request, floor: Floor, log: UploadFile) -> Report:
    """An audit of a log that is not too large, by the editions that this casino has kept too."""
    data = await log.read(LARGEST_UPLOAD + 1)
    if len(data) > LARGEST_UPLOAD:
        most = LARGEST_UPLOAD // 1024 // 1024
        raise TapeteError("the log is larger than {most} MB: audit it on the command line", most=most)
    return await apart(request, audited_among, data, await run_in_threadpool(_named_in, floor, data))


def _named_in(floor: Floor, data: bytes) -> list[Edition]:
    """The editions that a log names, as far as this casino has kept them."""
    return floor.history.editions(sorted({digest.decode() for digest in RULEBOOK.findall(data)})[:MOST_EDITIONS])


def audited_among(data: bytes, editions: list[Edition]) -> Report:
    """An audit of a log by some editions besides this release's own."""
    return audit(io.BytesIO(data), among(editions))


@router.get("/history/{table_id}/{number}")
def round_page(
    request: Request, floor: TheFloor, table_id: str, number: Number, step: int = -1, face: str = ""
) -> Response:
    """One round, step by step, from a face that one may put on."""
    return _round(request, floor, table_id, number, step, face, account(request), shared=False)


@router.get("/history/{table_id}/{number}/lines.jsonl")
def lines_page(request: Request, floor: TheFloor, table_id: str, number: Number) -> Response:
    """The lines of a round that is over, for whoever wants to check them."""
    name = f"{table_id}-{number}.jsonl"
    return Response(
        floor.history.evidence(table_id, number, account(request)),
        media_type="application/jsonl",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@router.get("/shared/{table_id}/{number}/{hash}")
def shared_page(
    request: Request, floor: TheFloor, table_id: str, number: Number, hash: str, step: int = -1
) -> Response:
    """A round for whoever has its link: its game and its result, of nobody."""
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
    lines, belongs = floor.history.transcript(table_id, number, who), floor.history.belongs(played, who)
    last = len(lines) - 1
    at = last if not 0 <= step <= last else step
    entries = [decode(line) for line in lines[: at + 1]]
    seen = replayed(floor, table, number, entries, who, face)
    staff = floor.history.whole(played, who)
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
        link=address_of(request, path),
        shared=shared,
        role_name=role_name,
        chance=_chance(lines),
        players=played.players if belongs else (),
        belongs=belongs,
    )


def _chance(lines: Sequence[str]) -> Chance | None:
    """With what a round's chance is checked, once it is over."""
    header, end = decode(lines[0]), decode(lines[-1])
    if not isinstance(header, Header) or not isinstance(end, End):
        return None
    return Chance(header.commitment, end.seed, header.pack is not None, header.added)


def replayed(
    floor: Floor, table: GameTable, number: int, entries: Sequence[Entry], who: Account | None, face: str
) -> Face:
    """A round as a face saw it once these entries were written."""
    at = len(entries) - 1
    view = floor.history.step(table.public_id, number, at, who, face)
    me = view.who if view.who not in (*ROLES, WATCHER) else ""
    seats = tuple(SeatSeen(name, True, False, view.places.get(chips(name))) for name in view.players)
    now = tuple(entries)
    return Face(Sight(table, view.who, Position(number, at, 0), seats, me, (), view, (), None, now, (), (), {}, "", ()))


@router.get("/history/{table_id}.jsonl")
def export_page(floor: TheFloor, table_id: str, by: Reader) -> Response:
    """A table's finished rounds as JSON lines."""
    return exported(floor, table_id, by)


def exported(floor: Floor, table_id: str, by: Account) -> Response:
    """A table's finished rounds as a file of JSON lines."""
    table = floor.tables.table(table_id)
    name = f"{table.game}-{table.region}-{table.public_id}.jsonl"
    return StreamingResponse(
        _pieces(floor.history.export(table_id, by)),
        media_type="application/jsonl",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _pieces(lines: Iterator[bytes]) -> Iterator[bytes]:
    """Lines, many at a time: a hand-over to another thread for each of them takes longer than to read it."""
    while piece := b"".join(itertools.islice(lines, LINES)):
        yield piece
