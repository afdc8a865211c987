"""The API of the books: registers, documents, the income of a day."""

from collections import Counter
from typing import Any

from fastapi import APIRouter
from pydantic import Field

from tapete.floor.profit import profit
from tapete.floor.register import Register
from tapete.web.books.pages import Before, Books, certified, the_day
from tapete.web.history.pages import Number
from tapete.web.models import Cents, Strict, Where, Written
from tapete.web.people.security import Director, Reader, TheFloor, Worker
from tapete.web.tables.commands import CHECKED, Key, Staff

router = APIRouter(prefix="/api/v1", tags=["books"])


class Piece(Strict):
    """So many chips of a value in cents."""

    value: Cents = Field(gt=0, le=10**9)
    number: int = Field(ge=0, le=10**6)


class DocumentIn(Strict):
    """Chips to be brought, given back, or counted."""

    kind: str = Field(max_length=10, description="fill, credit or count")
    pieces: list[Piece] = Field(max_length=30)
    why: str = Field(default="", max_length=200)
    corrects: int | None = Field(default=None, ge=1, le=2**31 - 1)
    box: str = Field(default="", max_length=20, description="the box that was counted: drop, tips, commission, jackpot")


class ChipsIn(Strict):
    """Chips that are put into service, withdrawn from it, or were counted in the cage."""

    what: str = Field(max_length=10, description="stock, withdraw or count")
    pieces: list[Piece] = Field(max_length=30)
    why: str = Field(default="", max_length=200)


class MoneyIn(Strict):
    """Money to be changed at the table for somebody who sits there."""

    who: str = Field(max_length=60)
    cents: Cents = Field(gt=0, le=10**9)


class DayIn(Strict):
    """A day to be certified, or a session by its number."""

    day: str = Field(default="", max_length=10, description="as 2026-05-31")
    session: int = Field(default=0, ge=0, le=2**31 - 1)


def counter(pieces: list[Piece]) -> Counter[int]:
    """Pieces by their value."""
    counts: Counter[int] = Counter()
    for piece in pieces:
        counts[piece.value] += piece.number
    return counts


def told(register: Register) -> dict[str, Any]:
    """A register as the API tells it, with what follows from it."""
    lines = [{**line._asdict(), "document": line.document and line.document.number} for line in register.lines]
    counted = {box: document._asdict() for box, document in register.counted.items()}
    gaps = [{**gap._asdict(), "document": gap.document.number} for gap in register.gaps]
    documents = {"pending": register.pending, "counts": register.counts, "minutes": register.minutes}
    return {
        **register._asdict(),
        **{name: [document._asdict() for document in items] for name, items in documents.items()},
        "lines": lines,
        "gaps": gaps,
        "counted": counted,
        "drop": register.drop,
        "result": register.result,
        "unexplained": register.unexplained,
        "due": register.due,
        "prizes": {path: prize._asdict() for path, prize in register.prizes.items()},
    }


@router.get("/books")
def income(books: Books) -> list[dict[str, Any]]:
    """The registers of the tables that closed on a day or in a session."""
    return [told(register) for register in books.registers]


@router.post("/books/certify", dependencies=CHECKED)
def certify(floor: TheFloor, by: Director, given: DayIn) -> dict[str, Any]:
    """Certifies the income of a day that is over, or of a session that has ended."""
    certified(floor, by, given.day, given.session)
    of = floor.sessions.read(by, given.session) if given.session else the_day(given.day)
    certificate = floor.income.certificate(of) if of else None
    assert certificate is not None
    return certificate._asdict()


@router.post("/tables/{table_id}/money", dependencies=CHECKED)
def change(floor: TheFloor, table_id: str, by: Staff, key: Key, given: MoneyIn) -> Where:
    """Changes money into chips at the table: chips of its bank, the notes into the drop."""
    return Where.of(floor.seats.change(by, table_id, given.who, given.cents, key))


@router.get("/tables/{table_id}/boxes/{box}")
def box(floor: TheFloor, table_id: str, box: str, by: Reader, before: Before = 0) -> list[dict[str, Any]]:
    """What came to lie in a box of a table (drop, tips, commission or jackpot), line by line, the latest first."""
    return [line._asdict() for line in floor.registers.statement(by, table_id, box, before)]


@router.get("/tables/{table_id}/register")
def register(floor: TheFloor, table_id: str, by: Reader) -> dict[str, Any]:
    """A table's register; of a table between players with its profit register."""
    register = floor.registers.of(by, table_id)
    circle = profit(floor.db, register)
    return {**told(register), "profit": circle.told() if circle else None}


@router.post("/tables/{table_id}/documents", dependencies=CHECKED)
def write(floor: TheFloor, table_id: str, by: Staff, key: Key, given: DocumentIn) -> Written:
    """Writes a document of chips; its number is the one by which it is signed."""
    counted = counter(given.pieces)
    at = floor.documents.write(by, table_id, given.kind, counted, key, given.why, given.corrects, given.box)
    return Written(**Where.of(at).model_dump(), number=floor.documents.written(table_id, at))


@router.post("/tables/{table_id}/documents/{number}/{verdict}", dependencies=CHECKED)
def sign(floor: TheFloor, table_id: str, number: Number, verdict: str, by: Staff, key: Key) -> Where:
    """Puts the second name under a document, or refuses it."""
    return Where.of(floor.documents.sign(by, table_id, number, verdict, key))


@router.get("/books/chips")
def chips(floor: TheFloor, by: Reader) -> dict[str, Any]:
    """Every chip of the house by value, what must be in the cage, and the lines of its register."""
    return floor.cage.chips(by).told()


@router.post("/books/chips", dependencies=CHECKED)
def write_chips(floor: TheFloor, by: Worker, key: Key, given: ChipsIn) -> dict[str, int]:
    """Writes to the cage's register: stock, withdraw or count."""
    return {"number": floor.cage.write(by, given.what, counter(given.pieces), key, given.why)}


@router.post("/books/chips/{number}/{verdict}", dependencies=CHECKED)
def sign_chips(floor: TheFloor, number: Number, verdict: str, by: Worker, key: Key) -> dict[str, int]:
    """Puts the second name under a line of the cage's register (signed), or refuses it (refused)."""
    floor.cage.sign(by, number, verdict, key)
    return {"number": number}
