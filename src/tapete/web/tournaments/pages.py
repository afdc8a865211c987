"""Pages of tournaments: the list, the one of who looks on, the director's, the book; and their commands."""

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response
from starlette.concurrency import run_in_threadpool

from tapete import i18n
from tapete.audit.breach import Breach
from tapete.audit.table import parsed
from tapete.engine.round import now
from tapete.errors import IllegalAction, Missing, TapeteError
from tapete.floor.lawful import Illegal
from tapete.floor.roles import Account, Forbidden
from tapete.floor.store import Floor
from tapete.floor.tournament.office import Sheet
from tapete.i18n import gettext as _
from tapete.law.text import text
from tapete.money import format_cents
from tapete.web.books.pages import hour
from tapete.web.casino.answering import answered
from tapete.web.downloads import csv_of
from tapete.web.history.pages import Number
from tapete.web.people.security import Chief, Reader, TheFloor, Worker
from tapete.web.printing import book, rows_of
from tapete.web.render import HERE, page, wants_fragment
from tapete.web.tables.commands import CHECKED, Line
from tapete.web.tournaments.seen import seen

router = APIRouter(include_in_schema=False)
EXAMPLE = HERE / "templates" / "tournaments" / "example.toml"
COLUMNS = ("tournament", "name", "game", "day", "state", "sit-and-go", "entries", "fees", "kept", "prizes", "paid")


def state_name(state: str) -> str:
    """Where a tournament stands, in the reader's language."""
    words = {
        "announced": _("announced"),
        "running": _("running"),
        "paused": _("paused"),
        "finished": _("finished"),
        "cancelled": _("cancelled"),
    }
    return words[state]


def act_name(what: str) -> str:
    """What happened, in the reader's language."""
    words = {
        "announced": _("announced"),
        "registered": _("signed up"),
        "withdrawn": _("withdrew"),
        "started": _("started, seats drawn"),
        "moved": _("moved to another table"),
        "out": _("out"),
        "level": _("new limits"),
        "paused": _("clock stopped"),
        "running": _("clock started"),
        "deal": _("deal agreed"),
        "paid": _("prize paid"),
        "finished": _("finished"),
        "cancelled": _("cancelled"),
    }
    return words[what]


@router.get("/tournaments")
def list_page(request: Request, floor: TheFloor) -> Response:
    """The tournaments, and for who may announce one the form."""
    return _list(request, floor, example(date.today()))


def _list(
    request: Request,
    floor: Floor,
    given: str,
    error: str = "",
    status: int = 200,
    breaches: Sequence[Breach] = (),
    region: str = "",
) -> Response:
    known = floor.tournaments.all()
    context = {"tournaments": known, "state_name": state_name, "given": given, "error": error}
    return page(request, "tournaments/list.html", status, breaches=breaches, region=region, **context)


def example(today: date) -> str:
    """Bases to begin with: of a tournament that could be held today."""
    words = {"{today}": today, "{told}": today - timedelta(days=30), "{until}": today + timedelta(days=300)}
    text = EXAMPLE.read_text(encoding="utf-8")
    for word, day in words.items():
        text = text.replace(word, day.isoformat())
    return text


@router.post("/tournaments", dependencies=CHECKED)
def announce(
    request: Request,
    floor: TheFloor,
    by: Chief,
    bases: Annotated[str, Form(max_length=20_000)],
    automatic: Annotated[int, Form(ge=0, le=3600)] = 0,
) -> Response:
    """Announces a tournament by its bases; what is wrong with them is said beside them."""
    given: dict[str, Any] = {}
    try:
        given = parsed(bases, "bases")
        tournament = floor.tournaments.announce(by, given, automatic)
    except TapeteError as error:
        breaches = error.breaches if isinstance(error, Illegal) else ()
        return _list(request, floor, bases, error.text, 400, breaches, str(given.get("region", "")))
    return RedirectResponse(f"/tournaments/{tournament.public_id}/desk", 303)


@router.get("/tournaments/book")
def book_page(request: Request, floor: TheFloor, by: Reader) -> Response:
    """The book of the tournaments that were held."""
    return _book(request, floor, by)


def _book(request: Request, floor: Floor, by: Account, error: str = "", status: int = 200) -> Response:
    sheets = floor.tournaments.book(by)
    more: dict[str, Any] = {"barred": floor.tournaments.barred(by), "hour": hour, "state_name": state_name}
    return page(request, "tournaments/book.html", status, sheets=sheets, error=error, **more)


@router.get("/tournaments/book.pdf")
@router.get("/tournaments/book.words.csv")
async def book_pdf(request: Request, floor: TheFloor, by: Reader) -> Response:
    """The same to be printed and signed."""
    sheets = await run_in_threadpool(floor.tournaments.book, by)
    languages = dict.fromkeys(code for sheet in sheets for code in text(sheet.tournament.region).languages)
    return await book(request, "tournaments", languages, lambda: of_book(sheets))


def of_book(sheets: Sequence[Sheet]) -> dict[str, Any]:
    """The book of tournaments, in the language being spoken."""
    rows = []
    for sheet in sheets:
        tournament, purse = sheet.tournament, sheet.purse
        name = f"{tournament.name} · {_('sit & go')}" if tournament.file.sit_and_go else tournament.name
        about = (name, i18n.law(tournament.file.rules.title), hour(tournament.started) if tournament.started else "")
        amounts = (i18n.money(cents) for cents in (purse.fees, purse.kept, purse.prizes, sheet.handed_out))
        rows.append((*about, state_name(tournament.state), str(len(sheet.standing)), *amounts))
    names = (_("Tournament"), _("Game"), _("Started"), _("State"), _("Entries"))
    columns = (*names, _("Fees"), _("Kept for organisation"), _("Prizes"), _("Of these paid"))
    return {
        "heading": _("Register"),
        "title": _("Book of tournaments"),
        "source": "",
        "tables": [rows_of("", columns, rows)] if rows else [],
        "total": "" if rows else _("No tournament has been held."),
        "signatures": [_("Director")],
    }


@router.get("/tournaments/book.csv")
def book_csv(floor: TheFloor, by: Reader) -> Response:
    """The same to take along."""
    rows = []
    for sheet in floor.tournaments.book(by):
        tournament, purse = sheet.tournament, sheet.purse
        day = tournament.file.notice.day.isoformat() if tournament.file.notice else ""
        about = (
            tournament.public_id,
            tournament.name,
            tournament.file.game,
            day,
            tournament.state,
            "1" if tournament.file.sit_and_go else "",
        )
        amounts = (purse.fees, purse.kept, purse.prizes, sheet.handed_out)
        rows.append([*about, str(len(sheet.standing)), *map(format_cents, amounts)])
    return csv_of("tournaments", COLUMNS, rows)


@router.get("/tournaments/{id}")
def watch_page(request: Request, floor: TheFloor, id: str) -> Response:
    """A tournament for who looks on; a part of it, every few seconds."""
    template = "tournaments/live.html" if wants_fragment(request) else "tournaments/tournament.html"
    return page(request, template, seen=seen(floor, id, now()), state_name=state_name)


@router.get("/tournaments/{id}/desk")
def desk_page(request: Request, floor: TheFloor, id: str, _by: Reader) -> Response:
    """A tournament for who directs it: people, prizes, the clock, and all that happened."""
    return _desk(request, floor, id)


def _desk(request: Request, floor: Floor, id: str, error: TapeteError | None = None, where: str = "") -> Response:
    """The director's page; what was refused stands beside what was asked for."""
    status = 409 if isinstance(error, IllegalAction) else 403 if isinstance(error, Forbidden) else 400
    line = error.text if error else ""
    context = {"seen": seen(floor, id, now()), "state_name": state_name, "act_name": act_name}
    return page(request, "tournaments/desk.html", status if error else 200, **context, error=line, where=where)


def _done(request: Request, floor: Floor, id: str, where: str, do: Callable[[], object]) -> Response:
    """Does something, and shows the director's page again."""
    try:
        do()
    except TapeteError as error:
        if isinstance(error, Missing):
            raise
        return _desk(request, floor, id, error, where)
    return RedirectResponse(f"/tournaments/{id}/desk", 303)


@router.post("/tournaments/{id}/register", dependencies=CHECKED)
def register(
    request: Request,
    floor: TheFloor,
    id: str,
    by: Worker,
    name: Line,
    born: Annotated[date, Form()],
    admitted: Annotated[bool, Form()] = False,
) -> Response:
    """Signs somebody up."""

    def do() -> None:
        floor.tournaments.register(by, id, name.strip(), born, admitted)
        floor.running.look(id)

    return _done(request, floor, id, "register", do)


@router.post("/tournaments/{id}/entries/{number}/{what}", dependencies=CHECKED)
def entry(request: Request, floor: TheFloor, id: str, number: Number, what: str, by: Worker) -> Response:
    """Takes a name off before it begins, or pays a prize once it is over."""
    do = entry_of(floor, what)
    return _done(request, floor, id, "entries", lambda: do(by, id, number))


def entry_of(floor: Floor, what: str) -> Callable[[Account, str, int], object]:
    """What is done to an entry, by its name."""
    ways: dict[str, Callable[[Account, str, int], object]] = {
        "withdraw": floor.tournaments.withdraw,
        "pay": floor.tournaments.pay,
    }
    if what not in ways:
        raise TapeteError("an entry is withdrawn or paid, not '{what}'", what=what)
    return ways[what]


@router.post("/tournaments/{id}/clock/{what}", dependencies=CHECKED)
def clock(request: Request, floor: TheFloor, id: str, what: str, by: Chief) -> Response:
    """Starts it, stops its clock, lets it go on, ends it by a deal, or calls it off."""
    do = clock_of(floor, what)
    return _done(request, floor, id, "clock", lambda: do(by, id))


def clock_of(floor: Floor, what: str) -> Callable[[Account, str], None]:
    """What is done to a tournament's clock, by its name."""
    running = floor.running
    ways: dict[str, Callable[[Account, str], None]] = {
        "start": running.start,
        "pause": running.pause,
        "resume": running.resume,
        "deal": running.deal,
        "cancel": floor.tournaments.cancel,
    }
    if what not in ways:
        raise TapeteError(
            "a tournament is started, paused, resumed, cancelled or ended by a deal, not '{what}'", what=what
        )
    return ways[what]


@router.post("/tournaments/barred", dependencies=CHECKED)
def bar(
    request: Request,
    floor: TheFloor,
    by: Chief,
    name: Line,
    why: Line = "",
    lift: Annotated[bool, Form()] = False,
) -> Response:
    """Bars somebody from tournaments, or lets them take part again."""
    unbar, ban = floor.tournaments.unbar, floor.tournaments.bar
    return answered(
        request,
        lambda: unbar(by, name.strip()) if lift else ban(by, name.strip(), why),
        "/tournaments/book",
        lambda error, status: _book(request, floor, by, error, status),
    )
