"""Commands that a table's page sends: sitting down, acting, what fell, irregularities, slips, links."""

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import Response
from pydantic import Field

from tapete.engine.requests import Act
from tapete.i18n import gettext as _
from tapete.money import euros
from tapete.web.people.security import TheFloor, Worker, address_of
from tapete.web.render import page, wants_fragment
from tapete.web.tables.commands import (
    CHECKED,
    Actor,
    Boss,
    Chief,
    Key,
    Line,
    Reporter,
    Sitter,
    Staff,
    done,
    fallen,
    say,
)
from tapete.web.tables.entering import shown_back, typed_fall

router = APIRouter(prefix="/tables/{table_id}", include_in_schema=False, dependencies=CHECKED)
Euros = Annotated[str, Form(alias="euros", max_length=20)]
Slot = Annotated[str, Field(max_length=8)]
Die = Annotated[int, Form(ge=0, le=6)]


def _back(request: Request, table_id: str) -> Response:
    return done(request, f"/tables/{table_id}")


@router.post("/seat")
def sit_down(
    request: Request, floor: TheFloor, table_id: str, who: Sitter, key: Key, amount: Euros, name: Line = ""
) -> Response:
    """Sits down with chips."""
    floor.seats.seat(who, table_id, euros(amount), key, name.strip())
    return _back(request, table_id)


@router.post("/tip")
def tip(request: Request, floor: TheFloor, table_id: str, who: Actor, key: Key, amount: Euros) -> Response:
    """Gives the staff a tip."""
    floor.seats.tip(who, table_id, euros(amount), key)
    return _back(request, table_id)


@router.post("/buy-in")
def buy_in(request: Request, floor: TheFloor, table_id: str, who: Actor, key: Key, amount: Euros) -> Response:
    """Buys more chips."""
    floor.seats.buy_in(who, table_id, euros(amount), key)
    return _back(request, table_id)


@router.post("/stand-up")
def stand_up(request: Request, floor: TheFloor, table_id: str, who: Actor, key: Key) -> Response:
    """Cashes out and leaves."""
    floor.seats.stand_up(who, table_id, key)
    return _back(request, table_id)


@router.post("/wait")
def wait(request: Request, floor: TheFloor, table_id: str, who: Sitter, key: Key) -> Response:
    """Goes to the end of the line."""
    floor.lines.join(who, table_id, key)
    return _back(request, table_id)


@router.post("/wait/leave")
def wait_no_more(request: Request, floor: TheFloor, table_id: str, who: Actor, key: Key) -> Response:
    """Leaves the line."""
    floor.lines.leave(who, table_id, key)
    return _back(request, table_id)


@router.post("/wait/strike")
def strike(request: Request, floor: TheFloor, table_id: str, by: Chief, key: Key, name: Line) -> Response:
    """Strikes somebody off the list."""
    floor.lines.strike(by, table_id, name, key)
    return _back(request, table_id)


@router.post("/bring")
def bring(floor: TheFloor, table_id: str, who: Actor, key: Key, value: Line) -> Response:
    """What a player's browser adds to the chance of the next round."""
    floor.seats.bring(who, table_id, value, key)
    return Response(status_code=204)


@router.post("/open-round")
def open_round(request: Request, floor: TheFloor, table_id: str, who: Staff, key: Key) -> Response:
    """Opens the next round."""
    floor.rounds.open_round(table_id, who, key)
    return _back(request, table_id)


@router.post("/act")
def act(
    request: Request,
    floor: TheFloor,
    table_id: str,
    by: Actor,
    key: Key,
    do: Line,
    on: Line = "",
    cents: Annotated[int, Form(ge=0, le=10**9)] = 0,
    amount: Annotated[str, Form(alias="euros", max_length=20)] = "",
    who: Line = "",
    slots: Annotated[list[Slot], Form(max_length=60)] = [],  # noqa: B006
) -> Response:
    """An act, by a button or a click on the felt."""
    floor.rounds.act(table_id, by, Act(do, on, euros(amount) if amount else cents, tuple(slots)), key, who)
    return _back(request, table_id)


@router.post("/edition")
def take_edition(request: Request, floor: TheFloor, table_id: str, by: Chief, key: Key) -> Response:
    """Lets the table take this release's edition."""
    floor.tables.take_edition(by, table_id, key)
    return _back(request, table_id)


@router.post("/say")
def typed(request: Request, floor: TheFloor, table_id: str, by: Actor, key: Key, text: Line = "") -> Response:
    """An act, or what fell, as typed; what falls is shown back on a page before it settles."""
    fell = typed_fall(floor, table_id, by, text) if wants_fragment(request) else None
    if fell is not None:
        return shown_back(request, floor, table_id, by, fell, key)
    say(floor, table_id, by, text, key)
    return _back(request, table_id)


@router.post("/fell")
def fell(
    request: Request,
    floor: TheFloor,
    table_id: str,
    by: Staff,
    key: Key,
    value: Line = "",
    dice: Annotated[list[int] | None, Form()] = None,
) -> Response:
    """What fell."""
    floor.rounds.fell(table_id, by, fallen(floor, table_id, value, dice=dice), key)
    return _back(request, table_id)


@router.post("/foresee")
def foresee(
    request: Request,
    floor: TheFloor,
    table_id: str,
    by: Staff,
    key: Key,
    value: Line = "",
    die0: Die = 0,
    die1: Die = 0,
    die2: Die = 0,
) -> Response:
    """What fell, shown back to be confirmed where chips would move by it, and else taken at once."""
    dice = [die for die in (die0, die1, die2) if die]
    return shown_back(request, floor, table_id, by, fallen(floor, table_id, value, dice=dice), key)


@router.post("/correct")
def correct(
    request: Request,
    floor: TheFloor,
    table_id: str,
    by: Staff,
    key: Key,
    value: Line,
    why: Line,
    n: Annotated[int, Form(ge=1, le=10**6)],
) -> Response:
    """What was entered wrongly, mended with what was paid for it."""
    floor.rounds.correct(table_id, by, n, fallen(floor, table_id, value, n), why, key)
    return _back(request, table_id)


@router.post("/report")
def report(request: Request, floor: TheFloor, table_id: str, by: Reporter, key: Key, name: Line) -> Response:
    """An irregularity, once its consequence has been seen."""
    floor.rounds.report(table_id, by, name, key)
    return _back(request, table_id)


@router.post("/rewind")
def rewind(
    request: Request,
    floor: TheFloor,
    table_id: str,
    by: Chief,
    key: Key,
    why: Line,
    to: Annotated[int, Form(ge=0, le=10**6)] = 0,
) -> Response:
    """A slip taken back."""
    floor.rounds.rewind(table_id, by, to, why, key)
    return _back(request, table_id)


@router.post("/void")
def void(
    request: Request, floor: TheFloor, table_id: str, by: Chief, key: Key, why: Line, article: Line = ""
) -> Response:
    """The round counts for nothing."""
    floor.rounds.void(table_id, by, why, key, article)
    return _back(request, table_id)


@router.post("/agree")
def agree(request: Request, floor: TheFloor, table_id: str, by: Staff, key: Key) -> Response:
    """Somebody else of the staff agrees to what was asked."""
    floor.rounds.agree(table_id, by, key)
    return _back(request, table_id)


@router.post("/decline")
def decline(request: Request, floor: TheFloor, table_id: str, by: Staff, key: Key) -> Response:
    """What was asked is let be."""
    floor.rounds.decline(table_id, by, key)
    return _back(request, table_id)


@router.post("/automatic")
def run_by_itself(
    request: Request, floor: TheFloor, table_id: str, by: Chief, key: Key, seconds: Annotated[int, Form(ge=0, le=3600)]
) -> Response:
    """After how many seconds the table goes on by itself, if at all."""
    floor.tables.run_by_itself(by, table_id, seconds, key)
    return _back(request, table_id)


@router.post("/close")
def close(request: Request, floor: TheFloor, table_id: str, by: Boss, key: Key) -> Response:
    """Closes the table."""
    floor.tables.close_table(by, table_id, key)
    return _back(request, table_id)


@router.post("/invite")
def invite(
    request: Request, floor: TheFloor, table_id: str, by: Worker, role: Line = "player", name: Line = ""
) -> Response:
    """A link that brings somebody to the table."""
    token = floor.accounts.invite(by, role, name.strip(), table_id)
    ask = "" if name.strip() else "?ask=1"
    line = _("This link works once:")
    return page(request, "tables/invited.html", link=address_of(request, f"/link/{token}{ask}"), line=line)
