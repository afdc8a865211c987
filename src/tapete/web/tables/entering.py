"""What the croupier enters: shown back before it settles chips, mended where it was a slip; money that is changed."""

from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from tapete.engine.record import until_input
from tapete.engine.requests import Move
from tapete.engine.transcript import End, Entry, In
from tapete.errors import IllegalAction
from tapete.floor.roles import Account
from tapete.floor.sight import Sight
from tapete.floor.standing import GameTable
from tapete.floor.store import Floor
from tapete.games import game
from tapete.i18n import gettext as _
from tapete.web.people.security import TheFloor
from tapete.web.render import page
from tapete.web.tables.cards import Picture, picture, spanish
from tapete.web.tables.commands import Chief, Number, Staff, Value, fallen
from tapete.web.tables.face import Face, face
from tapete.web.tables.payments import Payment, left, payments
from tapete.web.tables.telling import lasting, tell
from tapete.wording import word
from tapete.words import read_fall

router = APIRouter(prefix="/tables/{table_id}", include_in_schema=False)
Fell = str | list[int]


def typed_fall(floor: Floor, table_id: str, by: Account, text: str) -> Fell | None:
    """What somebody typed, if the table waits for them to enter what fell."""
    seen = face(floor, table_id, by)
    return read_fall(text, seen.fall.kind == "dice") if seen.fall is not None and text.strip() else None


def shown_back(request: Request, floor: Floor, table_id: str, by: Account, value: Fell, key: str) -> Response:
    """Asks for what fell to be confirmed, if chips move by it or it is no card; else it is taken at once."""
    entries, seen = floor.rounds.foreseen(table_id, by, value), face(floor, table_id, by)
    awaited, now = seen.sight.awaited, seen.sight.now
    cards = isinstance(value, str) and awaited is not None and awaited.label.startswith(("card", "show"))
    if cards and not any(isinstance(entry, Move) for entry in entries):
        floor.rounds.fell(table_id, by, value, key)
        return Response(status_code=204)
    response = page(
        request,
        "tables/confirm.html",
        table=seen.table,
        value="" if isinstance(value, list) else value,
        dice=value if isinstance(value, list) else [],
        payments=_of(seen, (*now, *entries))[len(_of(seen, now)) :],
        **_shown(seen.table, value, cards),
    )
    response.headers.update({"HX-Retarget": "#foreseen", "HX-Reswap": "innerHTML"})
    return response


def _of(seen: Face, entries: Sequence[Entry]) -> list[Payment]:
    """The payments of a round."""
    return payments(seen.rules, entries, seen.chip_values)


def _shown(table: GameTable, value: Fell, card: bool) -> dict[str, Any]:
    """What fell as it is shown: a card's or dice's pictures, or a number in its colour."""
    if isinstance(value, list):
        return {"shown": " ".join("⚀⚁⚂⚃⚄⚅"[die - 1] for die in value), "colour": "", "pictures": []}
    if card:
        return {"shown": value, "colour": "", "pictures": [_card(table, value)]}
    result = game(table.game).result(table.rules, value)
    return {"shown": word(result.text), "colour": result.colour, "pictures": []}


def _card(table: GameTable, value: str) -> Picture:
    return picture(value[:-1].upper() + value[-1:].lower(), spanish(table.rules))


@router.get("/mend")
def mend_part(request: Request, floor: TheFloor, table_id: str, by: Staff) -> Response:
    """What was entered in the last round, to be mended."""
    seen = floor.rounds.look(table_id, by)
    told = _told(seen, seen.now)
    falls = [(entry.n, told.get(entry.n, entry.fallen)) for entry in _falls(seen.now)]
    return page(request, "tables/mend.html", table=seen.table, falls=falls)


@router.get("/steps")
def steps_part(request: Request, floor: TheFloor, table_id: str, by: Chief) -> Response:
    """The steps of the open round as they are told, to which it may be taken back: what came after no longer counts."""
    seen = floor.rounds.look(table_id, by)
    entries = lasting(seen.now)
    told = _told(seen, entries) | {0: _("the beginning of the round")}
    over = any(isinstance(entry, End) for entry in entries)
    count = 0 if over else sum(isinstance(entry, In) for entry in entries)
    steps = [(n, told.get(n, "")) for n in range(count)]
    return page(request, "tables/steps.html", table=seen.table, steps=steps)


@router.get("/change")
def change_part(request: Request, floor: TheFloor, table_id: str, _by: Staff) -> Response:
    """Who may change money at the table now."""
    sitting = [seat.name for seat in floor.desk.read(table_id, lambda standing: standing.sitting)]
    return page(request, "tables/change.html", table=table_id, sitting=sitting)


@router.get("/foreseen")
def foreseen_part(request: Request, floor: TheFloor, table_id: str, by: Staff, value: Value, n: Number) -> Response:
    """What would be taken and paid if something else had been entered."""
    seen = face(floor, table_id, by)
    now = seen.sight.now
    old = next((entry for entry in _falls(now) if entry.n == n), None)
    if old is None:
        raise IllegalAction("say what fell")
    entries = floor.rounds.foreseen(table_id, by, fallen(floor, table_id, value, n), n)
    counting = until_input(now, n - 1)
    made = len(_of(seen, counting))
    before, after = _of(seen, now)[made:], _of(seen, (*counting, *entries))[made:]
    return page(
        request,
        "tables/mended.html",
        table=seen.table,
        n=n,
        value=value,
        was=old.fallen,
        before=before,
        after=after,
        left=left(before, after, seen.chip_values),
    )


def _told(seen: Sight, entries: Sequence[Entry]) -> dict[int, str]:
    """What each input brought, as it is told."""
    return {line.n: line.text for line in reversed(tell(seen.table.rules, entries, seen.me, seen.staff))}


def _falls(entries: tuple[Entry, ...]) -> list[In]:
    """What was entered and counts."""
    return [entry for entry in until_input(entries) if isinstance(entry, In) and entry.fell is not None]
