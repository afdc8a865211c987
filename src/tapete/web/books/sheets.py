"""The books as PDF: a table's register, the income of a day, orphan stakes, in every language of their text."""

from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from tapete import i18n
from tapete.engine.places import COMMISSION
from tapete.floor import Floor
from tapete.floor.orphans import Orphan, kept
from tapete.floor.profit import Profit, profit
from tapete.floor.register import Register
from tapete.floor.roles import Account
from tapete.i18n import gettext as _
from tapete.law.text import text
from tapete.web.books.cage import ended
from tapete.web.books.pages import Books, Told, boxed, called, differs, hour, named, played, unexplained
from tapete.web.people.security import Reader, TheFloor
from tapete.web.printing import book, rows_of

router = APIRouter(include_in_schema=False)


@router.get("/tables/{table_id}/register.pdf")
@router.get("/tables/{table_id}/register.words.csv")
async def register_pdf(request: Request, floor: TheFloor, table_id: str, by: Reader) -> Response:
    """A table's register to be printed and signed."""
    register, circle = await run_in_threadpool(_kept, floor, by, table_id)
    return await book(
        request, f"register-{table_id}", text(register.region).languages, lambda: of_register(register, circle)
    )


def _kept(floor: Floor, by: Account, table_id: str) -> tuple[Register, Profit | None]:
    register = floor.registers.of(by, table_id)
    return register, profit(floor.db, register)


@router.get("/books.pdf")
@router.get("/books.words.csv")
async def income_pdf(request: Request, books: Books) -> Response:
    """The income of a day or of a session to be printed and signed."""
    languages = dict.fromkeys(code for item in books.registers for code in text(item.region).languages)
    return await book(request, f"income-{books.query.partition('=')[2]}", languages, lambda: of_day(books))


@router.get("/books/orphans.pdf")
@router.get("/books/orphans.words.csv")
async def orphans_pdf(request: Request, floor: TheFloor, by: Reader) -> Response:
    """The register of orphan stakes to be printed and signed."""
    orphans = await run_in_threadpool(floor.orphans.read, by)
    session = await run_in_threadpool(floor.sessions.last)
    languages = text(session.region).languages if session else ()
    return await book(request, "orphans", languages, lambda: of_orphans(orphans))


def of_register(register: Register, circle: Profit | None) -> dict[str, Any]:
    """A register's page, in the language being spoken."""
    lines = [
        [
            named(line.what),
            i18n.money(line.cents),
            str(line.round),
            f"{line.document.number}: {line.document.writer}, {line.document.signer}" if line.document else "",
        ]
        for line in register.lines
    ]
    result = _("not known") if register.result is None else i18n.money(register.result)
    boxes = [[boxed(box), i18n.money(cents), *(_counted(register, box))] for box, cents in register.boxes.items()]
    values = [
        [i18n.money(value), *(i18n.number(count) for count in stock)] for value, stock in register.by_value.items()
    ]
    counts = [
        [str(d.number), i18n.money(d.cents), i18n.money(d.stands or 0), f"{d.writer}, {d.signer}"]
        for d in register.counts
    ]
    minutes = [[boxed(d.box), i18n.money(d.cents), f"{d.writer}, {d.signer}"] for d in register.minutes]
    prizes = [
        [called(path), i18n.money(prize.aside), i18n.money(prize.paid)] for path, prize in register.prizes.items()
    ]
    tables = [
        rows_of(
            _("What passed between cage and table"), (_("What"), _("Amount"), _("Before round"), _("Document")), lines
        ),
        rows_of(_("Boxes"), (_("Box"), _("By the books"), _("Counted"), _("Names")), boxes),
        rows_of(
            _("Chips and plaques by value"),
            (_("Value"), _("Last counted"), _("Brought since"), _("Given back since")),
            values,
        ),
        rows_of(_("Counts"), (_("Document"), _("Counted"), _("By the books"), _("Names")), counts),
        rows_of(_("Accumulated prizes"), (_("Prize"), _("Set aside"), _("Paid to players")), prizes),
        rows_of(_("Minutes of full boxes"), (_("Box"), _("Counted"), _("Names")), minutes),
        *([_of_circle(register, circle)] if circle else []),
    ]
    return {
        "heading": _("Register"),
        "title": register.name,
        "source": f"{text(register.region).name}. {text(register.region).text}\n{_about(register)}",
        "tables": [table for table in tables if table["rows"]],
        "notes": [told for told in (*map(differs, register.gaps), unexplained(register)) if told],
        "total": f"{_('Result')}: {result}",
        "signatures": [_("Director"), _("Cashier"), _("Table employee")],
    }


def _about(register: Register) -> str:
    """Of which table a register is: its game, its number, and from when to when it was open."""
    until = hour(register.closed) if register.closed else ""
    return " · ".join((played(register), register.table, f"{hour(register.opened)} – {until}"))


def _counted(register: Register, box: str) -> tuple[str, str]:
    count = register.counted.get(box)
    return (i18n.money(count.cents), f"{count.writer}, {count.signer}") if count else (_("not yet"), "")


def _of_circle(register: Register, profit: Profit) -> dict[str, Any]:
    about = [[_("Game"), played(register)]]
    hours = [
        [_("Hours of play"), f"{hour(one.since)} – {hour(one.until) if one.until else ''} · {one.first}–{one.last}"]
        for one in profit.hours
    ]
    people = [
        [_("Croupiers"), ", ".join(profit.croupiers) or "—"],
        [_("Changers"), ", ".join(profit.changers) or "—"],
        [_("Bankers"), ", ".join(profit.bankers) or "—"],
    ]
    counted, names = _counted(register, COMMISSION)
    box = [[boxed(COMMISSION), i18n.money(profit.taken)], [_("Counted"), " · ".join(filter(None, (counted, names)))]]
    return rows_of(_("Profit register"), ("", ""), [*about, *hours, *people, *box])


def of_day(books: Told) -> dict[str, Any]:
    """A day of the income book, in the language being spoken."""
    certificate = books.certificate
    rows = [
        [
            f"{item.name} · {played(item)}",
            i18n.money(item.total("opening")),
            i18n.money(item.total("fill", "covered")),
            i18n.money(-item.total("credit")),
            i18n.money(-item.total("closing")),
            _("not yet") if item.drop is None else i18n.money(item.drop),
            _("not known") if item.result is None else i18n.money(item.result),
            i18n.money(item.others),
        ]
        for item in books.registers
    ]
    columns = (
        _("Table"),
        _("Opening float"),
        _("Fills"),
        _("Credits"),
        _("Closing stock"),
        _("Drop"),
        _("Result"),
        _("Other accounts"),
    )
    total = books.spelled if books.total is None else f"{i18n.money(books.total)} ({books.spelled})"
    signed = [f"{_('Director')}: {certificate.by}, {hour(certificate.at)}"] if certificate else [_("Director")]
    return {
        "heading": _("Income"),
        "title": books.title,
        "source": books.about,
        "tables": [rows_of("", columns, rows)] if rows else [],
        "notes": [f"{item.name}. {unexplained(item)}" for item in books.registers if item.unexplained],
        "total": f"{_('In all')}: {total}" if rows else _("No table closed on this day."),
        "signatures": signed,
    }


def of_orphans(orphans: Sequence[Orphan]) -> dict[str, Any]:
    """The register of orphan stakes, in the language being spoken."""
    ends = ended()
    rows = [
        [
            str(item.number),
            f"{hour(item.at)}, {item.by}",
            i18n.money(item.cents),
            item.found,
            f"{ends[item.what]}: {item.name}, {item.proof}" if item.what else _("in the cage"),
            f"{hour(item.ended)}, {item.signer}" if item.ended else "",
        ]
        for item in orphans
    ]
    columns = (_("Number"), _("Entered"), _("Amount"), _("Where"), _("What became of it"), _("Signed"))
    return {
        "heading": _("Register"),
        "title": _("Orphan stakes"),
        "source": _("Casino regulation of 1979, art. 43: law where the text sends to it, elsewhere a default."),
        "tables": [rows_of("", columns, rows)] if rows else [],
        "total": _("In the cage: %(amount)s") % {"amount": i18n.money(kept(orphans))},
        "signatures": [_("Director"), _("Cashier")],
    }
