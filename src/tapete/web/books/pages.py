"""Pages of the books: a table's register with its documents, the income of a day, both as CSV."""

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Depends, Form, Query, Request
from fastapi.responses import Response

from tapete import i18n
from tapete.engine.places import place
from tapete.errors import Missing, TapeteError
from tapete.floor.calendar import moment
from tapete.floor.documents import BOXES, NAMES, Document, pieces
from tapete.floor.income import Certificate
from tapete.floor.profit import profit
from tapete.floor.register import LATEST, Gap, Register
from tapete.floor.roles import Account
from tapete.floor.session import Session
from tapete.floor.store import Floor
from tapete.games import game
from tapete.i18n import gettext as _
from tapete.law.floats import due
from tapete.law.text import text as law_text
from tapete.money import euros, format_cents
from tapete.spelled import spelled
from tapete.web.casino.answering import answered
from tapete.web.downloads import csv_of
from tapete.web.history.pages import Number
from tapete.web.people.security import Auditor, Director, Reader, TheFloor
from tapete.web.render import page
from tapete.web.tables.commands import CHECKED, Key, Line, Staff, new_key
from tapete.web.tables.payments import CHIPS
from tapete.web.tables.telling import place_name
from tapete.wording import capital, word

router = APIRouter(include_in_schema=False)
Before = Annotated[int, Query(ge=0, le=2**63 - 1, description="lines before this one")]
Day = Annotated[str, Query(max_length=10, description="as 2026-05-31; today, if none is given")]


def named(what: str) -> str:
    """A line of the register in the reader's language."""
    words = {
        "opening": _("Opening float"),
        "fill": _("Fill"),
        "credit": _("Credit"),
        "covered": _("Covered by the cage in play"),
        "count": _("Count"),
        "closing": _("Closing stock"),
    }
    return words[what]


def differs(gap: Gap) -> str:
    """A count that differs, and among which rounds that came about, in the reader's language."""
    words = {"n": gap.document.number, "amount": i18n.money(gap.cents), "first": gap.first, "last": gap.last}
    if gap.first > gap.last:
        return _("Count %(n)s differs by %(amount)s, though no round was played since the count before.") % words
    if gap.first == gap.last:
        told = _("Count %(n)s differs by %(amount)s, which came about in round %(round)s.")
        return told % {**words, "round": gap.first}
    return _("Count %(n)s differs by %(amount)s, which came about in rounds %(first)s to %(last)s.") % words


def unexplained(register: Register) -> str:
    """What a result has beyond what the transcripts say was won, in the reader's language; nothing if there is none."""
    if not register.unexplained:
        return ""
    told = _("By the transcripts the rounds brought %(played)s: %(amount)s is not explained by them.")
    return told % {"played": i18n.money(register.played), "amount": i18n.money(register.unexplained)}


def boxed(box: str) -> str:
    """A box of a table in the reader's language."""
    return i18n.translated(NAMES[box])


def called(path: str) -> str:
    """The account of an accumulated prize as people call it."""
    return capital(word(place(path).who))


def played(register: Register) -> str:
    """The game of a register's table in the reader's language."""
    return i18n.law(game(register.game).rules(register.region).title)


def hour(at: int) -> str:
    """A moment in milliseconds, as the reader writes it."""
    return i18n.moment(moment(at))


def the_day(text: str) -> date:
    """A day as it is written; today, if none is."""
    try:
        return date.fromisoformat(text) if text else datetime.now(UTC).date()
    except ValueError:
        raise TapeteError("'{text}' is no date: write 2026-05-31", text=text) from None


class Told(NamedTuple):
    """What the books are asked for: a day, or a session by its number; its tables, and who certified the day."""

    day: date
    session: Session | None
    registers: list[Register]
    certificate: Certificate | None

    @property
    def title(self) -> str:
        """As people call it."""
        return _("Session %(n)s") % {"n": self.session.number} if self.session else i18n.day(self.day)

    @property
    def about(self) -> str:
        """Of a session its text and its hours; a day says itself."""
        if self.session is None:
            return ""
        ended, law = self.session.ended, law_text(self.session.region)
        return f"{law.name}. {law.text}\n{hour(self.session.opened)} – {hour(ended) if ended else ''}"

    @property
    def query(self) -> str:
        """The same in an address."""
        return f"session={self.session.number}" if self.session else f"day={self.day}"

    @property
    def total(self) -> int | None:
        """What all tables won: not known while a drop is to be counted."""
        results = [register.result for register in self.registers if register.result is not None]
        return sum(results) if len(results) == len(self.registers) else None

    @property
    def spelled(self) -> str:
        """The same in words."""
        return _("not known") if self.total is None else spelled(self.total, i18n.language())

    @property
    def holds(self) -> bool:
        """Whether it still comes to what was certified."""
        return self.certificate is None or self.certificate.holds(self.registers)


def told(
    floor: TheFloor,
    by: Auditor,
    day: Day = "",
    session: Annotated[int, Query(ge=0, le=2**31 - 1, description="of a session by its number, instead of a day")] = 0,
) -> Told:
    """The tables that closed on a day or in a session."""
    when = the_day(day)
    if session:
        of = floor.sessions.read(by, session)
        assert of is not None
        return Told(when, of, floor.registers.closed_in(by, of), floor.income.certificate(of))
    return Told(when, None, floor.registers.closed_on(by, when), floor.income.certificate(when))


Books = Annotated[Told, Depends(told)]


@router.get("/books")
def income_page(request: Request, floor: TheFloor, books: Books) -> Response:
    """The income of a day or of a session, table by table."""
    return _income(request, floor, books)


def _income(request: Request, floor: Floor, books: Told, error: str = "", status: int = 200) -> Response:
    last = floor.sessions.last()
    told: dict[str, Any] = {"hour": hour, "played": played, "last": last.number if last else 0, "error": error}
    return page(request, "books/income.html", status, books=books, **told)


@router.post("/books/certify", dependencies=CHECKED)
def certify(
    request: Request,
    floor: TheFloor,
    by: Director,
    day: Annotated[str, Form(max_length=10)] = "",
    session: Annotated[int, Form(ge=0, le=2**31 - 1)] = 0,
) -> Response:
    """Certifies the income of a day, or of a session."""
    return answered(
        request,
        lambda: certified(floor, by, day, session),
        f"/books?session={session}" if session else f"/books?day={day}",
        lambda error, status: _income(request, floor, told(floor, by, day, session), error, status),
    )


def certified(floor: Floor, by: Account, day: str, session: int) -> None:
    """Certifies a day, or a session by its number."""
    if not day and not session:
        raise TapeteError("say which day or which session")
    if session:
        of = floor.sessions.read(by, session)
        assert of is not None
        floor.income.certify_session(by, of)
    else:
        floor.income.certify(by, the_day(day))


@router.get("/books.csv")
def income_csv(books: Books) -> Response:
    """The same to take along."""
    columns = ("table", "name", "game", "region", "opening", "fills", "credits", "closing", "drop", "result", "other")
    return csv_of(
        f"income-{books.query.partition('=')[2]}", columns, [_figures(register) for register in books.registers]
    )


def _figures(register: Register) -> list[str]:
    given, more = register.total("opening"), register.total("fill", "covered")
    back, left = -register.total("credit"), -register.total("closing")
    known = (given, more, back, left, register.drop, register.result, register.others)
    amounts = ["" if cents is None else format_cents(cents) for cents in known]
    return [register.table, register.name, register.game, register.region, *amounts]


@router.get("/tables/{table_id}/register")
def register_page(request: Request, floor: TheFloor, table_id: str, by: Reader) -> Response:
    """A table's register, what waits for a second name, and the forms of who may write."""
    return _register(request, floor, by, table_id)


def _register(
    request: Request,
    floor: Floor,
    by: Account,
    table_id: str,
    given: Mapping[str, str] = MappingProxyType({}),
    error: str = "",
    status: int = 200,
) -> Response:
    register = floor.registers.of(by, table_id)
    sitting = [seat.name for seat in floor.desk.read(table_id, lambda standing: standing.sitting)]
    table = floor.tables.table(table_id)
    own = floor.papers.floats(table.region).get(table.game)
    return page(
        request,
        "books/register.html",
        status,
        register=register,
        meter=table.meter,
        named=named,
        differs=differs,
        unexplained=unexplained,
        boxed=boxed,
        called=called,
        due=due(table.rules, table.settings.minimum, table.settings.authorised, own),
        boxes=BOXES,
        profit=profit(floor.db, register),
        title=played(register),
        sitting=sitting,
        hour=hour,
        given=given,
        values=sorted(floor.cage.known() or CHIPS, reverse=True),
        error=error,
        key=new_key(),
    )


@router.get("/tables/{table_id}/register.csv")
def register_csv(floor: TheFloor, table_id: str, by: Reader) -> Response:
    """The same to take along."""
    rows = [
        [
            line.what,
            format_cents(line.cents),
            str(line.round),
            *(_names(line.document) if line.document else ("", "", "")),
        ]
        for line in floor.registers.of(by, table_id).lines
    ]
    return csv_of(f"register-{table_id}", ("what", "euros", "round", "document", "written", "signed"), rows)


@router.get("/tables/{table_id}/boxes/{box}")
def box_page(request: Request, floor: TheFloor, table_id: str, box: str, by: Reader, before: Before = 0) -> Response:
    """What came to lie in a box of a table, line by line."""
    lines, table = floor.registers.statement(by, table_id, box, before), floor.tables.table(table_id)
    return page(
        request,
        "books/box.html",
        table=table,
        name=box,
        box=boxed(box),
        lines=lines,
        earlier=lines[-1].line if len(lines) == LATEST else 0,
        whose=lambda line: place_name(table.rules, line.whose),
    )


@router.get("/tables/{table_id}/profit.csv")
def profit_csv(floor: TheFloor, table_id: str, by: Reader) -> Response:
    """The profit register of a table between players to take along: a line for each thing that it has."""
    hours = profit(floor.db, floor.registers.of(by, table_id))
    if hours is None:
        raise Missing("a table against the house has no profit register")
    when = ("since", "until")
    rows: list[dict[str, object]] = [
        {"what": "played", **stretch._asdict(), **{name: _iso(getattr(stretch, name)) for name in when}}
        for stretch in hours.hours
    ]
    rows += [{"what": "croupier", "who": name} for name in hours.croupiers]
    rows += [{"what": "changer", "who": name} for name in hours.changers]
    rows += [{"what": "banker", "who": name} for name in hours.bankers]
    rows.append({"what": "taken", "euros": format_cents(hours.taken)})
    if hours.counted:
        number, writer, signer = _names(hours.counted)
        names = {"document": number, "written": writer, "signed": signer}
        rows.append({"what": "counted", "euros": format_cents(hours.counted.cents), **names})
    columns = ("what", *when, "first", "last", "who", "euros", "document", "written", "signed")
    return csv_of(f"profit-{table_id}", columns, [[row.get(name, "") for name in columns] for row in rows])


def _iso(at: int | None) -> str:
    return moment(at).isoformat(timespec="seconds") if at else ""


def _names(document: Document) -> tuple[str, str, str]:
    return str(document.number), document.writer, document.signer


@router.post("/tables/{table_id}/documents", dependencies=CHECKED)
def write(
    request: Request,
    floor: TheFloor,
    table_id: str,
    by: Staff,
    key: Key,
    kind: Line,
    chips: Line = "",
    why: Line = "",
    corrects: Annotated[str, Form(max_length=6)] = "",
    box: Annotated[str, Form(max_length=20)] = "",
) -> Response:
    """Writes a document of chips."""
    given = {"kind": kind, "chips": chips, "why": why, "corrects": corrects, "box": box}
    return _written(
        request,
        floor,
        by,
        table_id,
        lambda: floor.documents.write(by, table_id, kind, pieces(chips), key, why, _numbered(corrects), box),
        given,
    )


@router.post("/tables/{table_id}/documents/{number}/{verdict}", dependencies=CHECKED)
def sign(
    request: Request, floor: TheFloor, table_id: str, number: Number, verdict: str, by: Staff, key: Key
) -> Response:
    """Puts the second name under a document, or refuses it."""
    return _written(request, floor, by, table_id, lambda: floor.documents.sign(by, table_id, number, verdict, key))


@router.post("/tables/{table_id}/money", dependencies=CHECKED)
def change(
    request: Request, floor: TheFloor, table_id: str, by: Staff, key: Key, who: Line, amount: Line = ""
) -> Response:
    """Changes money into chips at the table."""
    return _written(request, floor, by, table_id, lambda: floor.seats.change(by, table_id, who, euros(amount), key))


def _written(
    request: Request,
    floor: Floor,
    by: Account,
    table_id: str,
    act: Callable[[], object],
    given: Mapping[str, str] = MappingProxyType({}),
) -> Response:
    """Writes to a register, or shows it again with why not and what was sent."""
    return answered(
        request,
        act,
        f"/tables/{table_id}/register",
        lambda error, status: _register(request, floor, by, table_id, given, error, status),
    )


def _numbered(corrects: str) -> int | None:
    if corrects and not corrects.isdecimal():
        raise TapeteError("'{text}' is no document's number", text=corrects)
    return int(corrects) if corrects else None
