"""Pages of the house: the session with who is on duty and what is missing, and the stock of cards and dice."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form, Path, Query, Request
from fastapi.responses import Response

from tapete.engine.transcript import AUTOMATIC
from tapete.floor.calendar import moment
from tapete.floor.duty import Lack
from tapete.floor.reversible import others
from tapete.floor.roles import CHIEFS, READING, STAFF, Account
from tapete.floor.session import OPEN, TIPS, Session
from tapete.floor.session import SessionLine as Written
from tapete.floor.stock import KINDS, SAID
from tapete.floor.store import Floor
from tapete.games import game as rules_of
from tapete.i18n import gettext as _
from tapete.law.house import Paper
from tapete.law.text import regions, text
from tapete.web.casino.acts import SessionAct, perform
from tapete.web.casino.answering import answered
from tapete.web.downloads import csv_of
from tapete.web.people.security import TheFloor, require
from tapete.web.render import page
from tapete.web.tables.commands import CHECKED, Key, Line, new_key
from tapete.web.tables.floor import told_apart
from tapete.web.wording import word

router = APIRouter(include_in_schema=False)
Reader = Annotated[Account, Depends(require(*READING))]
Chief = Annotated[Account, Depends(require(*CHIEFS))]
Worker = Annotated[Account, Depends(require(*STAFF))]
Item = Annotated[int, Path(ge=1, le=2**31 - 1)]
Numbered = Annotated[int, Query(ge=0, le=2**31 - 1)]


def named(lack: Lack) -> str:
    """What is missing, in a word or two."""
    kind, _dot, name = lack.breach.where.partition(".")
    words = {
        "always-open": _("Tables in service"),
        "sector": _("Sectors"),
        "tables-per-chief": _("Tables of a chief"),
        "others-at-minimum": _("Lowest minimum"),
        "float": _("Float"),
        "plays": _("Duty to play"),
        "hour": _("Closing hour"),
        "soon": _("Closing hour"),
        "rotation": _("Relief: %(post)s") % {"post": word(name)},
        "stock": _("Stock: %(what)s") % {"what": word(name)},
        "notices": _("To be shown"),
        "papers": _("From the authority"),
        "staff": _("On duty: %(post)s") % {"post": word(name)},
    }
    return words[kind]


def done_to(what: str) -> str:
    """A line of a session in the reader's language."""
    words = {
        "open": _("opens the session"),
        "end": _("ends the session"),
        "on": _("puts on duty"),
        "off": _("relieves"),
        "place": _("puts into a sector"),
        "show": _("has seen shown"),
        "hold": _("suspends"),
        "free": _("opens again"),
        "seal": _("seals"),
        "turn": _("turns over"),
        "paper": _("writes down"),
        "tips": _("says of tips"),
    }
    return words[what]


def detail_of(line: Written) -> str:
    """What a line of a session says besides, in the reader's language; of its opening, nothing that is not told."""
    if line.what == OPEN:
        return ""
    return word(line.detail) if line.what == TIPS else line.detail


@router.get("/casino")
def session_page(request: Request, floor: TheFloor, by: Reader, session: Numbered = 0) -> Response:
    """The session, what is missing, the tables with their staff, and the forms of who may write; or an earlier one."""
    return _session(request, floor, by, session)


@router.get("/casino/{item}/session.csv")
def session_csv(floor: TheFloor, by: Reader, item: Item) -> Response:
    """Every line of a session to take along."""
    session = floor.sessions.read(by, item)
    assert session is not None
    columns = ("line", "at", "by", "what", "table", "who", "post", "detail")
    rows = [(line.line, moment(line.at).isoformat(timespec="seconds"), *line[2:]) for line in session.lines]
    return csv_of(f"session-{item}", columns, rows)


@router.post("/casino/{what}", dependencies=CHECKED)
def act(
    request: Request,
    floor: TheFloor,
    by: Chief,
    key: Key,
    what: str,
    region: Line = "",
    hours: Annotated[int, Form(ge=0, le=24)] = 0,
    who: Line = "",
    post: Line = "",
    table: Line = "",
    detail: Line = "",
    game: Line = "",
    minimum: Line = "5",
    float: Line = "",
    paper: Line = "",
) -> Response:
    """Does something in the session."""
    words: dict[str, Any] = {
        "region": region,
        "who": who,
        "post": post,
        "table": table,
        "detail": detail,
        "paper": paper,
    }
    given = SessionAct.model_construct(None, hours=hours, game=game, minimum=minimum, float_=float, **words)
    return answered(
        request,
        lambda: perform(floor, by, what, given, key),
        "/casino",
        lambda error, status: _session(request, floor, by, 0, error, status),
    )


def _session(request: Request, floor: Floor, by: Account, number: int, error: str = "", status: int = 200) -> Response:
    last = floor.sessions.read(by)
    session = floor.sessions.read(by, number) if number else last
    held = session is not None and session.ended is None
    people = floor.accounts.all(by) if by.role in CHIEFS else []
    tables = _tables(floor, session) if session and held else []
    spoken = floor.tables.names(line.table for line in session.lines) if session else {}
    return page(
        request,
        "casino/session.html",
        status,
        session=session,
        last=last.number if last else 0,
        held=held,
        papers=_papers(floor, session) if session else [],
        tables=tables,
        names={**spoken, **told_apart([item["table"] for item in tables])},
        lacks=floor.duty.missing() if held else [],
        staff=[person for person in people if person.role in STAFF and person.name != AUTOMATIC],
        regions={region: text(region).name for region in regions()},
        named=named,
        done_to=done_to,
        detail_of=detail_of,
        word=word,
        when=moment,
        error=error,
        key=new_key(),
    )


def _papers(floor: Floor, session: Session) -> list[tuple[Paper, str, str, str, str]]:
    """What the casino has from the authority under the session's text: the paper and its game, by name, the number."""
    known = session.rules.papers if session.rules else {}
    return [
        (known[name], name, game, rules_of(game).rules(session.region).title if game else "", number)
        for (name, game), number in floor.papers.kept(session.region).items()
        if name in known
    ]


def _tables(floor: Floor, session: Session) -> list[dict[str, Any]]:
    """The tables of a session: those that are open, and those that had part in it and are closed."""
    rules, spoken = session.rules, {line.table for line in session.lines}
    tables = []
    for table in floor.tables.tables(None):
        if table.practice or table.region != session.region:
            continue
        if table.state != "open" and table.created < session.opened and table.public_id not in spoken:
            continue
        sealing = any(table.game in rule.games for rule in rules.sealing.values()) if rules else False
        posts = dict.fromkeys(role for form in table.rules.staff.values() for role in form.roles)
        tables.append(
            {
                "table": table,
                "posts": list(posts),
                "here": session.at(table.public_id),
                "sector": session.sectors.get(table.public_id, ""),
                "sealed": table.public_id in session.sealed,
                "seals": sealing,
                "others": [(name, rules_of(name).rules(table.region).title) for name in others(table)],
                "holds": bool(rules and rules.suspension and not table.rules.between_players),
            }
        )
    return tables


# The stock


def done_with(what: str) -> str:
    """What is done to a piece, in the reader's language."""
    words = {
        "receive": _("Enter"),
        "take": _("Take to a table"),
        "check": _("Checked, in use"),
        "return": _("Return to the depot"),
        "withdraw": _("Withdraw"),
        "seize": _("Seize"),
        "clear": _("Verified, back to the depot"),
        "reject": _("Verified and rejected"),
        "destroy": _("Destroy"),
    }
    return words[what]


def kind_of(kind: str) -> str:
    """A kind of stock in the reader's language."""
    return {"cards": _("set of cards"), "dice": _("set of dice"), "shoe": _("shoe")}[kind]


@router.get("/casino/stock")
def stock_page(request: Request, floor: TheFloor, by: Reader) -> Response:
    """Every piece of the stock with what may be done to it."""
    return _stock(request, floor, by)


@router.post("/casino/stock/enter", dependencies=CHECKED)
def enter(request: Request, floor: TheFloor, by: Chief, key: Key, kind: Line, label: Line = "") -> Response:
    """Enters a piece that has come."""
    return answered(
        request,
        lambda: floor.stores.receive(by, kind, label, key),
        "/casino/stock",
        lambda error, status: _stock(request, floor, by, error, status),
    )


@router.post("/casino/stock/{item}/{what}", dependencies=CHECKED)
def handle(
    request: Request, floor: TheFloor, by: Worker, key: Key, item: Item, what: str, table: Line = "", says: Line = ""
) -> Response:
    """Does something to a piece of the stock."""
    return answered(
        request,
        lambda: floor.stores.do(by, item, what, key, table, says),
        "/casino/stock",
        lambda error, status: _stock(request, floor, by, error, status),
    )


def _stock(request: Request, floor: Floor, by: Account, error: str = "", status: int = 200) -> Response:
    return page(
        request,
        "casino/stock.html",
        status,
        items=floor.stores.all(by),
        tables=[table for table in floor.tables.tables() if not table.practice],
        kinds=[(kind, kind_of(kind)) for kind in KINDS],
        kind_of=kind_of,
        said=SAID,
        done_with=done_with,
        when=moment,
        error=error,
        key=new_key(),
    )
