"""Pages of the house: the session with who is on duty and what is missing, and the stock of cards and dice."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Annotated, Any, NamedTuple
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Form, Path, Query, Request
from fastapi.responses import Response

from tapete import i18n
from tapete.engine.transcript import AUTOMATIC
from tapete.floor.calendar import moment
from tapete.floor.duty import Lack
from tapete.floor.posts import Post, fitting, free
from tapete.floor.reserve import CASH, counted
from tapete.floor.reversible import others
from tapete.floor.roles import CHIEFS, STAFF, Account
from tapete.floor.session import OPEN, TIPS, TURN, Session
from tapete.floor.session import SessionLine as Written
from tapete.floor.standing import GameTable
from tapete.floor.stock import KINDS, SAID, SHOWN, goes
from tapete.floor.store import Floor
from tapete.games import game as rules_of
from tapete.i18n import gettext as _
from tapete.law.floats import due, floats
from tapete.law.house import Paper
from tapete.law.text import regions, text
from tapete.web.casino.acts import SessionForm, perform
from tapete.web.casino.answering import answered
from tapete.web.downloads import csv_of
from tapete.web.people.security import Chief, Reader, TheFloor, Worker
from tapete.web.render import page
from tapete.web.tables.commands import CHECKED, Key, Line, new_key
from tapete.web.tables.telling import told_apart
from tapete.wording import word

router = APIRouter(include_in_schema=False)
Item = Annotated[int, Path(ge=1, le=2**31 - 1)]
Numbered = Annotated[int, Query(ge=0, le=2**31 - 1)]
TABLES, NAMES = 30, 1_500  # up to so many tables, and names offered at their posts, are all shown whole on one page
LINES = 100


def named(lack: Lack) -> str:
    """What is missing, in a word or two."""
    kind, _dot, name = lack.breach.where.partition(".")
    words = {
        "always-open": _("Tables in service"),
        "most-tables": _("Too many tables"),
        "sector": _("Sectors"),
        "tables-per-chief": _("Tables of a chief"),
        "others-at-minimum": _("Lowest minimum"),
        "float": _("Float"),
        "plays": _("Duty to play"),
        "hour": _("Closing hour"),
        "soon": _("Closing hour"),
        "guarantee": _("Guarantee in the cage"),
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
        "float": _("sets the float in minimums:"),
        "tips": _("says of tips"),
        "dinner": _("says that the dinner hour has come"),
        "cash": _("counts what the cage has to pay with:"),
        "announce": _("announces the end at"),
    }
    return words[what]


def turned(floor: Floor, lines: Sequence[Written]) -> dict[str, str]:
    """The games of the tables that were turned over in lines of a session, before and after, by the tables' ids."""
    ids = {id for line in lines if line.what == TURN for id in (line.detail, line.table)}
    return {id: floor.tables.table(id).rules.title for id in ids}


def detail_of(line: Written, games: Mapping[str, str]) -> str:
    """What a line of a session says besides, in the reader's language; of its opening, nothing that is not told."""
    if line.what == OPEN:
        return ""
    if line.what == TURN:
        both = {"before": i18n.law(games[line.detail]), "after": i18n.law(games[line.table])}
        return _("%(before)s becomes %(after)s") % both
    if line.what == CASH:
        has = counted(line.detail)
        both = {"cash": i18n.money(has.cash), "blocked": i18n.money(has.blocked)}
        return _("%(cash)s in cash, %(blocked)s blocked in a bank") % both
    return word(line.detail) if line.what == TIPS else line.detail


@router.get("/casino")
def session_page(
    request: Request,
    floor: TheFloor,
    by: Reader,
    session: Numbered = 0,
    at: Annotated[str, Query(max_length=60)] = "",
    before: Numbered = 0,
) -> Response:
    """The session, what is missing, the tables with their staff, and the forms of who may write; or an earlier one.

    Of many tables one is shown whole (`at`), and of many lines those before one.
    """
    return _session(request, floor, by, session, at=at, before=before)


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
    request: Request, floor: TheFloor, by: Chief, key: Key, what: str, given: Annotated[SessionForm, Form()]
) -> Response:
    """Does something in the session."""
    table = given.table
    return answered(
        request,
        lambda: perform(floor, by, what, given, key),
        "/casino?" + urlencode({"at": table}) + f"#at-{quote(table)}" if table else "/casino",
        lambda error, status: _session(request, floor, by, 0, error, status, at=table),
    )


class Manned(NamedTuple):
    """A post at a table: who has it, between how many people it takes, and who may be put there."""

    post: str
    least: int
    most: int | None
    here: list[Post]
    may: list[str]


def _manned(table: GameTable, posts: Sequence[Post], people: Sequence[Account]) -> list[Manned]:
    """The posts of a table's form, and whoever has one that its form does not know; of all posts of the session."""
    here = [post for post in posts if post.table == table.public_id]
    roles = table.rules.staff[table.rules.form(table.settings.options)].roles
    known: dict[str, tuple[int, int | None]] = {**roles, **{at.post: (0, 0) for at in here if at.post not in roles}}
    held = {one.name: [at for at in posts if at.who == one.name] for one in people}
    away = [one for one in people if not any(at.who == one.name for at in here)]
    return [
        Manned(
            name,
            *numbers,
            [post for post in here if post.post == name],
            [one.name for one in away if one.role in fitting(name) and free(name, held[one.name])],
        )
        for name, numbers in known.items()
    ]


class Least(NamedTuple):
    """The least float of a game in minimums, by whom it is (as in `Due`; nobody, if there is none), and its article."""

    game: str
    title: str
    times: int
    by: str
    article: str


def _floats(floor: Floor, session: Session, tables: Sequence[GameTable]) -> list[Least]:
    """The least floats of the games in service, and of those for which the house has set one."""
    own = floor.papers.floats(session.region)
    games = dict.fromkeys((*(table.game for table in tables if table.state == "open"), *own))
    found = []
    for name in games:
        rules = rules_of(name).rules(session.region)
        least = due(rules, 1, None, own.get(name))
        if not rules.between_players:
            told = (least.cents, least.by, least.article) if least else (0, "", "")
            found.append(Least(name, rules.title, *told))
    return found


def _session(
    request: Request,
    floor: Floor,
    by: Account,
    number: int,
    error: str = "",
    status: int = 200,
    at: str = "",
    before: int = 0,
) -> Response:
    last = floor.sessions.read(by)
    session = floor.sessions.read(by, number) if number else last
    held = session is not None and session.ended is None
    people = floor.accounts.all(by) if by.role in CHIEFS else []
    staff = [person for person in people if person.role in STAFF and person.name != AUTOMATIC]
    tables = _tables(floor, session, staff) if session and held else []
    lacks = floor.duty.missing() if held else []
    lines = [line for line in session.lines if not before or line.line < before][-LINES:] if session else []
    spoken = floor.tables.names(line.table for line in lines)
    games = turned(floor, lines)
    return page(
        request,
        "casino/session.html",
        status,
        session=session,
        last=last.number if last else 0,
        held=held,
        papers=_papers(floor, session) if session else [],
        tables=tables,
        all=_all_whole(tables),
        at=at,
        lines=lines,
        before=before,
        names={**spoken, **told_apart([item["table"] for item in tables])},
        lacks=[lack for lack in lacks if not lack.table],
        short={id: list(group) for id, group in groupby((one for one in lacks if one.table), lambda one: one.table)},
        floats=_floats(floor, session, [item["table"] for item in tables]) if session and held else [],
        least=floats().article,
        regions={region: text(region).name for region in regions()},
        named=named,
        done_to=done_to,
        detail_of=lambda line: detail_of(line, games),
        word=word,
        when=moment,
        error=error,
        key=new_key(),
    )


def _all_whole(tables: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a page has room for all that may be done at every table."""
    names = sum(len(post.may) for item in tables for post in item["posts"])
    return len(tables) <= TABLES and names <= NAMES


def _papers(floor: Floor, session: Session) -> list[tuple[Paper, str, str, str, str]]:
    """What the casino has from the authority under the session's text: the paper and its game, by name, the number."""
    known = session.rules.papers if session.rules else {}
    return [
        (known[name], name, game, rules_of(game).rules(session.region).title if game else "", number)
        for (name, game), number in floor.papers.kept(session.region).items()
        if name in known
    ]


def _tables(floor: Floor, session: Session, staff: Sequence[Account]) -> list[dict[str, Any]]:
    """The tables of a session: those that are open, and those that had part in it and are closed."""
    rules, spoken = session.rules, {line.table for line in session.lines}
    tables, posts, sectors, sealed = [], session.posts, session.sectors, session.sealed
    for table in floor.tables.of_evening(session.region, session.opened, spoken):
        sealing = any(table.game in rule.games for rule in rules.sealing.values()) if rules else False
        tables.append(
            {
                "table": table,
                "posts": _manned(table, posts, staff),
                "sector": sectors.get(table.public_id, ""),
                "sealed": table.public_id in sealed,
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
def stock_page(
    request: Request,
    floor: TheFloor,
    by: Reader,
    like: Annotated[str, Query(max_length=40)] = "",
    before: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
) -> Response:
    """The pieces of the stock with what may be done to them, some at a time."""
    return _stock(request, floor, by, like=like, before=before)


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


def _stock(
    request: Request,
    floor: Floor,
    by: Account,
    error: str = "",
    status: int = 200,
    like: str = "",
    before: int = 0,
) -> Response:
    items = floor.stores.some(by, like, before)
    tables = [table for table in floor.tables.tables() if not table.practice]
    return page(
        request,
        "casino/stock.html",
        status,
        items=items,
        like=like,
        earlier=urlencode({"like": like, "before": items[-1].number}) if len(items) == SHOWN else "",
        names=told_apart(tables),
        fitting=lambda kind: [table for table in tables if goes(kind, table)],
        kinds=[(kind, kind_of(kind)) for kind in KINDS],
        kind_of=kind_of,
        said=SAID,
        done_with=done_with,
        when=moment,
        error=error,
        key=new_key(),
    )
