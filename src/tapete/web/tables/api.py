"""The API of tables: everything a page does, so that another client can run one."""

import asyncio
import json
from typing import Any

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from tapete.audit.table import check
from tapete.engine.requests import Act
from tapete.engine.transcript import Entry, encode
from tapete.floor.roles import Account
from tapete.floor.store import Floor
from tapete.web.answers import EVENTS
from tapete.web.models import (
    ActIn,
    BreachOut,
    Bring,
    BuyIn,
    ByItself,
    Consequence,
    CorrectIn,
    Fell,
    Hint,
    Invitation,
    InviteIn,
    NewTable,
    ReportIn,
    RewindIn,
    Said,
    SitDown,
    StrikeIn,
    TableOut,
    Verdict,
    VoidIn,
    Where,
)
from tapete.web.people.security import SignedIn, TheFloor, Worker, account, bound_visit, visitor
from tapete.web.tables.commands import (
    CHECKED,
    Actor,
    Boss,
    Chief,
    Key,
    Number,
    Opener,
    Reporter,
    Sitter,
    Staff,
    Value,
    fallen,
    say,
)
from tapete.web.tables.face import event_id
from tapete.web.tables.floor import Before
from tapete.web.tables.hints import hints
from tapete.web.tables.stream import Presence, event, follow, streamed
from tapete.web.tables.telling import tell

router = APIRouter(prefix="/api/v1/tables", tags=["tables"])


@router.get("")
def tables(
    request: Request,
    floor: TheFloor,
    state: str = "open",
    before: Before = "",
) -> list[TableOut]:
    """The tables that are open; those that are `closed`, or `all`, a hundred at a time: the last, or `before` one."""
    who = account(request)
    if state == "open" and not before:
        return [TableOut.of(table) for table in floor.tables.tables("open", who)]
    return [TableOut.of(table) for table in floor.tables.latest(None if state == "all" else state, who, before)]


@router.post("", status_code=201, dependencies=CHECKED)
def open_table(request: Request, floor: TheFloor, by: Opener, given: NewTable) -> TableOut:
    """Opens a table, if the law allows it: chiefs in the casino's books, whoever plays or works here for practice."""
    bound_visit(request)
    table = floor.tables.open_table(
        by, given.file(), given.physical, given.name, automatic=given.automatic, practice=given.practice
    )
    return TableOut.of(table)


@router.post("/check")
def check_table(given: NewTable) -> Verdict:
    """Whether the law would allow a table, and every breach if not."""
    breaches = check(given.file())
    return Verdict(legal=not breaches, breaches=[BreachOut.of(breach) for breach in breaches])


@router.get("/{table_id}")
def table(floor: TheFloor, table_id: str) -> TableOut:
    """A table."""
    return TableOut.of(floor.tables.table(table_id))


@router.put("/{table_id}", dependencies=CHECKED)
def change_table(floor: TheFloor, table_id: str, by: Boss, key: Key, given: NewTable) -> Where:
    """Gives a table other limits or options from the next round on."""
    return Where.of(floor.tables.change_table(by, table_id, given.file(), key))


@router.post("/{table_id}/edition", dependencies=CHECKED)
def take_edition(floor: TheFloor, table_id: str, by: Chief, key: Key) -> Where:
    """Lets a table take this release's edition of its rulebook and procedure from the next round on."""
    return Where.of(floor.tables.take_edition(by, table_id, key))


@router.post("/{table_id}/automatic", dependencies=CHECKED)
def run_by_itself(floor: TheFloor, table_id: str, by: Chief, key: Key, given: ByItself) -> Where:
    """Lets a table go on by itself: opened, dealt, closed and paid after some seconds, without a croupier."""
    return Where.of(floor.tables.run_by_itself(by, table_id, given.seconds, key))


@router.get("/{table_id}/view")
def view(request: Request, floor: TheFloor, table_id: str, face: str = "") -> dict[str, Any]:
    """All that one may see of a table and do at it; `face` is one of the hats one may wear."""
    return floor.rounds.view(table_id, account(request), face)


@router.get("/{table_id}/stream", response_class=StreamingResponse, responses=EVENTS)
async def stream(request: Request, floor: TheFloor, table_id: str, face: str = "") -> StreamingResponse:
    """The view as it changes, as server-sent events; the id of each is round, entry and change."""
    who, token = account(request), visitor(request).token
    await asyncio.to_thread(floor.rounds.view, table_id, who, face)  # refused before anything is sent
    make = lambda _at: asyncio.to_thread(_seen, floor, table_id, who, face)  # noqa: E731
    return streamed(follow(floor, table_id, make, Presence(floor, token, who)))


def _seen(floor: Floor, table_id: str, who: Account | None, face: str) -> bytes:
    seen = floor.rounds.look(table_id, who, face)
    return event("view", event_id(seen), json.dumps(seen.as_json(), ensure_ascii=False))


@router.post("/{table_id}/seat", dependencies=CHECKED)
def sit_down(floor: TheFloor, table_id: str, who: Sitter, key: Key, given: SitDown) -> Where:
    """Sits down with chips; one plays from the next round on."""
    return Where.of(floor.seats.seat(who, table_id, given.cents, key, given.name))


@router.post("/{table_id}/tip", dependencies=CHECKED)
def tip(floor: TheFloor, table_id: str, who: Actor, key: Key, given: BuyIn) -> Where:
    """Gives the staff a tip between two rounds."""
    return Where.of(floor.seats.tip(who, table_id, given.cents, key))


@router.post("/{table_id}/buy-in", dependencies=CHECKED)
def buy_in(floor: TheFloor, table_id: str, who: Actor, key: Key, given: BuyIn) -> Where:
    """Buys more chips, which count from the next round on."""
    return Where.of(floor.seats.buy_in(who, table_id, given.cents, key))


@router.post("/{table_id}/stand-up", dependencies=CHECKED)
def stand_up(floor: TheFloor, table_id: str, who: Actor, key: Key) -> Where:
    """Cashes out, now or as soon as the round is over."""
    return Where.of(floor.seats.stand_up(who, table_id, key))


@router.post("/{table_id}/wait", dependencies=CHECKED)
def wait(floor: TheFloor, table_id: str, who: Sitter, key: Key) -> Where:
    """Waits for a seat at a full table: the view's `waiting` has the line, and until when a seat is kept for whom."""
    return Where.of(floor.lines.join(who, table_id, key))


@router.post("/{table_id}/wait/leave", dependencies=CHECKED)
def wait_no_more(floor: TheFloor, table_id: str, who: Actor, key: Key) -> Where:
    """Waits no more."""
    return Where.of(floor.lines.leave(who, table_id, key))


@router.post("/{table_id}/wait/strike", dependencies=CHECKED)
def strike(floor: TheFloor, table_id: str, by: Chief, key: Key, given: StrikeIn) -> Where:
    """Strikes somebody off the list who was called and does not come."""
    return Where.of(floor.lines.strike(by, table_id, given.name, key))


@router.post("/{table_id}/bring", dependencies=CHECKED)
def bring(floor: TheFloor, table_id: str, who: Actor, key: Key, given: Bring) -> Where:
    """Adds 64 hexadecimal digits of one's own to the chance of the next round, whose seed `promise` commits to."""
    return Where.of(floor.seats.bring(who, table_id, given.value, key))


@router.post("/{table_id}/rounds", dependencies=CHECKED)
def open_round(floor: TheFloor, table_id: str, by: Staff, key: Key) -> Where:
    """Opens the next round."""
    return Where.of(floor.rounds.open_round(table_id, by, key))


@router.post("/{table_id}/act", dependencies=CHECKED)
def act(floor: TheFloor, table_id: str, by: Actor, key: Key, given: ActIn) -> Where:
    """Does something that the view's `open` lists."""
    return Where.of(
        floor.rounds.act(table_id, by, Act(given.do, given.on, given.cents, tuple(given.slots)), key, given.who)
    )


@router.post("/{table_id}/say", dependencies=CHECKED)
def typed(floor: TheFloor, table_id: str, by: Actor, key: Key, given: Said) -> Where:
    """The same in words of any language: `rojo 10`, `red 10`, `deshacer`, `no va más`, or what fell."""
    return Where.of(say(floor, table_id, by, given.text, key))


@router.post("/{table_id}/fell", dependencies=CHECKED)
def fell(floor: TheFloor, table_id: str, by: Staff, key: Key, given: Fell) -> Where:
    """Enters what fell, at a physical table."""
    return Where.of(floor.rounds.fell(table_id, by, given.value, key))


@router.get("/{table_id}/preview/{name}")
def preview(floor: TheFloor, table_id: str, name: str, by: Staff) -> Consequence:
    """What reporting an irregularity would bring about."""
    return _consequence(floor, table_id, floor.rounds.preview(table_id, by, name))


@router.get("/{table_id}/foreseen")
def foreseen(floor: TheFloor, table_id: str, by: Staff, value: Value, n: Number = 0) -> Consequence:
    """What would follow if this fell now or, with `n`, had been what that input of the last round says fell."""
    fell = fallen(floor, table_id, value, n)
    return _consequence(floor, table_id, floor.rounds.foreseen(table_id, by, fell, n))


def _consequence(floor: Floor, table_id: str, entries: list[Entry]) -> Consequence:
    told = tell(floor.tables.table(table_id).rules, entries, "", everything=True)
    plain = [msgspec.json.decode(encode(entry)) for entry in entries]
    return Consequence(entries=plain, told=[line.text for line in told])


@router.post("/{table_id}/report", dependencies=CHECKED)
def report(floor: TheFloor, table_id: str, by: Reporter, key: Key, given: ReportIn) -> Where:
    """Reports an irregularity; the rulebook says what follows, and whether a croupier or a player may report it."""
    return Where.of(floor.rounds.report(table_id, by, given.name, key))


@router.post("/{table_id}/rewind", dependencies=CHECKED)
def rewind(floor: TheFloor, table_id: str, by: Chief, key: Key, given: RewindIn) -> Where:
    """Takes a slip back: inputs after the one named no longer count. Once chance has spoken, another must agree."""
    return Where.of(floor.rounds.rewind(table_id, by, given.to, given.why, key))


@router.post("/{table_id}/correct", dependencies=CHECKED)
def correct(floor: TheFloor, table_id: str, by: Staff, key: Key, given: CorrectIn) -> Where:
    """Mends what was entered as an input of the last round, and what was paid for it. Another must agree."""
    return Where.of(floor.rounds.correct(table_id, by, given.n, given.value, given.why, key))


@router.post("/{table_id}/void", dependencies=CHECKED)
def void(floor: TheFloor, table_id: str, by: Chief, key: Key, given: VoidIn) -> Where:
    """Declares the last round void: every chip goes back. Once chance has spoken, somebody else must agree."""
    return Where.of(floor.rounds.void(table_id, by, given.why, key, given.article))


@router.post("/{table_id}/agree", dependencies=CHECKED)
def agree(floor: TheFloor, table_id: str, by: Staff, key: Key) -> Where:
    """Agrees to what somebody else of the staff asked to take back or void, as the view's `asked` says."""
    return Where.of(floor.rounds.agree(table_id, by, key))


@router.post("/{table_id}/decline", dependencies=CHECKED)
def decline(floor: TheFloor, table_id: str, by: Staff, key: Key) -> Where:
    """Lets what was asked be."""
    return Where.of(floor.rounds.decline(table_id, by, key))


@router.post("/{table_id}/close", dependencies=CHECKED)
def close(floor: TheFloor, table_id: str, by: Boss, key: Key) -> Where:
    """Closes the table: everybody cashes out."""
    return Where.of(floor.tables.close_table(by, table_id, key))


@router.post("/{table_id}/invite", status_code=201, dependencies=CHECKED)
def invite(floor: TheFloor, table_id: str, by: Worker, given: InviteIn) -> Invitation:
    """A link, good once, that signs somebody in and brings them to the table."""
    token = floor.accounts.invite(by, given.role, given.name, table_id)
    return Invitation(token=token, path=f"/link/{token}")


@router.get("/{table_id}/hints")
async def hint(request: Request, floor: TheFloor, table_id: str, who: SignedIn) -> list[Hint]:
    """What best play would do now, or the cheapest bets that are open."""
    return [
        Hint(choice=item.id, worth=item.worth, exact=item.exact, article=item.article)
        for item in await hints(request, floor, table_id, who)
    ]
