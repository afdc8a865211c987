"""The API of tournaments: what is announced, running and over, and the commands of who directs them."""

from collections.abc import Callable
from datetime import date
from typing import Any

from fastapi import APIRouter
from pydantic import Field

from tapete.engine.round import now
from tapete.floor.roles import Account
from tapete.web.history.pages import Number
from tapete.web.models import Strict
from tapete.web.people.security import Chief, Reader, TheFloor, Worker
from tapete.web.tables.commands import CHECKED
from tapete.web.tournaments.pages import clock_of, entry_of
from tapete.web.tournaments.seen import seen, told

router = APIRouter(prefix="/api/v1", tags=["tournaments"])


class Announced(Strict):
    """A tournament to be announced: its bases as docs/tournaments.md has them, and its pace if it runs by itself."""

    bases: dict[str, Any] = Field(max_length=40)
    automatic: int = Field(default=0, ge=0, le=3600)


class SignedUp(Strict):
    """Somebody who signs up, has paid the fee and come through admission."""

    name: str = Field(max_length=60)
    born: date
    admitted: bool = False


class Barring(Strict):
    """Somebody who is barred from tournaments and why, or with `lift` no more."""

    name: str = Field(max_length=60)
    why: str = Field(default="", max_length=200)
    lift: bool = False


@router.get("/tournaments")
def tournaments(floor: TheFloor) -> list[dict[str, Any]]:
    """The tournaments, the latest first."""
    return [tournament.told() for tournament in floor.tournaments.all()]


@router.post("/tournaments", dependencies=CHECKED)
def announce(floor: TheFloor, by: Chief, given: Announced) -> dict[str, str]:
    """Announces a tournament by its bases."""
    return {"id": floor.tournaments.announce(by, given.bases, given.automatic).public_id}


@router.get("/tournaments/book")
def book(floor: TheFloor, by: Reader) -> list[dict[str, Any]]:
    """The book of the tournaments that were held: entries, fees, what was kept, prizes and what was paid."""
    return [
        {
            "id": sheet.tournament.public_id,
            "name": sheet.tournament.name,
            "state": sheet.tournament.state,
            "entries": len(sheet.standing),
            "fees": sheet.purse.fees,
            "kept": sheet.purse.kept,
            "prizes": sheet.purse.prizes,
            "paid": sheet.handed_out,
        }
        for sheet in floor.tournaments.book(by)
    ]


@router.post("/tournaments/barred", dependencies=CHECKED)
def bar(floor: TheFloor, by: Chief, given: Barring) -> dict[str, str]:
    """Bars somebody from tournaments, or lets them take part again."""
    if given.lift:
        floor.tournaments.unbar(by, given.name)
    else:
        floor.tournaments.bar(by, given.name, given.why)
    return {"name": given.name}


@router.get("/tournaments/{id}")
def tournament(floor: TheFloor, id: str) -> dict[str, Any]:
    """One of them: its clock, stacks, places, prizes, and chances by stacks once few are left."""
    return told(seen(floor, id, now()))


@router.post("/tournaments/{id}/entries", dependencies=CHECKED)
def register(floor: TheFloor, id: str, by: Worker, given: SignedUp) -> dict[str, int]:
    """Signs somebody up."""
    entry = floor.tournaments.register(by, id, given.name, given.born, given.admitted)
    floor.running.look(id)
    return {"number": entry.number}


@router.post("/tournaments/{id}/entries/{number}/{what}", dependencies=CHECKED)
def entry(floor: TheFloor, id: str, number: Number, what: str, by: Worker) -> dict[str, Any]:
    """Takes a name off before it begins (withdraw), or hands out a prize once it is over (pay)."""
    entry_of(floor, what)(by, id, number)
    return _after(floor, id)


@router.post("/tournaments/{id}/clock/{what}", dependencies=CHECKED)
def clock(floor: TheFloor, id: str, what: str, by: Chief) -> dict[str, Any]:
    """Starts it (start), stops its clock (pause), lets it go on (resume), deals (deal), or calls it off (cancel)."""
    do: Callable[[Account, str], None] = clock_of(floor, what)
    do(by, id)
    return _after(floor, id)


def _after(floor: TheFloor, id: str) -> dict[str, Any]:
    return told(seen(floor, id, now()))
