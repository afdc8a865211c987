"""The float register of a table, and the income of a day: what went in, what came back, what the house won.

The result of a table is what it closed with and gave back, less what it was given; while it is open nobody knows it.
What it closed with is what two counted in its bank, if they did and nothing has passed there since; otherwise what the
ledger has.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import Connection, Subquery, func, or_, select, true

from tapete.engine.places import BANK, CAGE, CHIPS, DROP, METER, place
from tapete.errors import Missing, Said, UnknownError
from tapete.floor.calendar import first_of
from tapete.floor.connection import Database
from tapete.floor.documents import BOXES, COUNT, CREDIT, FILL, SIGNED, Document, Documents
from tapete.floor.roles import AUDITING, READING, Account, require
from tapete.floor.schema import game_tables, ledger, rounds, staff_actions
from tapete.floor.session import Session

OPENING, COVERED, CLOSING = "opening", "covered", "closing"
LATEST = 200
CLOSES = "close"  # what the trail says of who closes a table


class RegisterLine(NamedTuple):
    """A line of the register; `cents` as they change what the table holds. A document has its number."""

    what: str
    cents: int
    round: int
    document: Document | None = None


class Stock(NamedTuple):
    """How many pieces of a value were counted, brought by fills and given back by credits."""

    counted: int = 0
    brought: int = 0
    returned: int = 0


class Accumulated(NamedTuple):
    """What a table set aside for an accumulated prize, and what it paid its players of it."""

    aside: int = 0
    paid: int = 0


class BoxLine(NamedTuple):
    """What went into a box or out of it: in a round, or before one where no step (`n`) moved it; whose, and why."""

    line: int
    round: int
    n: int | None
    whose: str
    cents: int
    article: str


class Gap(NamedTuple):
    """A count that differs from the books by something new, and the rounds among which it came about."""

    document: Document
    cents: int
    first: int
    last: int


class Register(NamedTuple):
    """A table's register. `boxes` are what lies in the table's boxes by the books, `counted` what was counted in them.

    `played` is what the rounds brought the bank by their transcripts. `minutes` are counts of boxes into which more
    fell since: a full box is counted and goes on, and what is counted at the end has the minute's amount in it.
    `prizes` are the accumulated prizes that the table feeds, by their accounts.
    """

    table: str
    name: str
    game: str
    region: str
    opened: int
    closed: int | None
    lines: tuple[RegisterLine, ...]
    pending: tuple[Document, ...]
    counts: tuple[Document, ...]
    boxes: dict[str, int]
    counted: dict[str, Document]
    played: int
    minutes: tuple[Document, ...]
    prizes: dict[str, Accumulated]

    def total(self, *kinds: str) -> int:
        """What lines of some kinds come to."""
        return sum(line.cents for line in self.lines if line.what in kinds)

    @property
    def result(self) -> int | None:
        """What the house won at the table: nothing is known before it closes, and its drop has been counted."""
        if self.closed is None or self.drop is None:
            return None
        return self.drop - self.total(OPENING, FILL, COVERED, CREDIT, CLOSING)

    @property
    def drop(self) -> int | None:
        """What was counted in the box of changed money: nothing is known while it is to be counted."""
        if DROP in self.counted:
            return self.counted[DROP].cents
        return None if self.boxes.get(DROP) else 0

    @property
    def unexplained(self) -> int:
        """What the result has beyond what the transcripts say was won; its rounds are named by the counts."""
        return 0 if self.result is None else self.result - self.played

    @property
    def others(self) -> int:
        """What the house has from the table besides: commissions, rakes, tips, what players have accumulated."""
        return sum(cents for box, cents in self.boxes.items() if box != DROP)

    @property
    def due(self) -> list[str]:
        """The boxes that have something in them, and have not been counted since the table closed."""
        return [box for box, cents in self.boxes.items() if cents and self.closed and box not in self.counted]

    @property
    def by_value(self) -> dict[int, Stock]:
        """Chips and plaques of each value: as the bank was last counted, and what was brought and given back since."""
        return self.stock(math.inf)

    def stock(self, until: float) -> dict[int, Stock]:
        """The same as it stood at a time."""
        return stocked((*self.counts, *(line.document for line in self.lines if line.document)), until)

    @property
    def gaps(self) -> list[Gap]:
        """The counts at which what was counted and what the books have came apart anew."""
        gaps, known, since = [], 0, 1
        for document in self.counts:
            differs = document.difference or 0
            if differs != known:
                gaps.append(Gap(document, differs - known, since, document.round))
            known, since = differs, document.round + 1
        return gaps


def stocked(signed: Iterable[Document], until: float) -> dict[int, Stock]:
    """What signed counts, fills and credits of a bank leave there at a time, by value."""
    known = sorted((one for one in signed if (one.signed_at or 0) <= until), key=lambda one: one.number)
    last = next((one for one in reversed(known) if one.kind == COUNT), None)
    later = [one for one in known if one.kind != COUNT and (last is None or one.number > last.number)]
    stock: dict[int, Stock] = {}
    for document in (*([last] if last else []), *later):
        for value, number in document.pieces.items():
            counted, brought, returned = stock.get(value, Stock())
            counted += number if document.kind == COUNT else 0
            brought += number if document.kind == FILL else 0
            returned += number if document.kind == CREDIT else 0
            stock[value] = Stock(counted, brought, returned)
    return dict(sorted(stock.items(), reverse=True))


class Registers:
    """The registers of a casino's tables."""

    def __init__(self, db: Database, documents: Documents, clock: Callable[[], int]) -> None:
        self.db, self.documents, self.clock = db, documents, clock

    def of(self, by: Account, table_id: str) -> Register:
        """A table's register."""
        require(by, READING, "read the documents of a table")
        return self.read([table_id])[0]

    def statement(self, by: Account, table_id: str, box: str, before: int = 0, most: int = LATEST) -> list[BoxLine]:
        """What came to lie in a box of a table line by line, the latest first; or those before a line."""
        require(by, READING, "read the documents of a table")
        if box not in BOXES:
            raise UnknownError(Said("box"), box, list(BOXES))
        c, along = ledger.c, ledger.alias("along")
        here = select(game_tables.c.id).where(game_tables.c.public_id == table_id, ~game_tables.c.practice)
        touches = or_(
            *(side == box for side in (c.src, c.dst)), *(side.startswith(f"{box}/") for side in (c.src, c.dst))
        )
        # Notes come into the drop from outside: whose they were says the line by which chips were given for them.
        paired = (along.c.table_id == c.table_id) & (along.c.line == c.line + 1)
        rows = (
            select(c.line, c.round, c.n, c.src, c.dst, c.cents, c.article, along.c.dst.label("given"))
            .outerjoin(along, paired)
            .where(touches, ~c.dst.startswith("house/"), (c.line < before) if before else true())
            .order_by(c.line.desc())
            .limit(most)
        )
        with self.db.read() as conn:
            table = conn.execute(here).scalar()
            if table is None:
                raise Missing("there is no table '{table}'", table=table_id)
            return [_box_line(row, box) for row in conn.execute(rows.where(c.table_id == table))]

    def read(self, tables: Sequence[str]) -> list[Register]:
        """The registers of some tables, in the order in which these were opened; for who has the database itself."""
        written = {table: self.documents.of(table) for table in tables}
        with self.db.read() as conn:
            return list(_registers(conn, written))

    def closed_on(self, by: Account, day: date) -> list[Register]:
        """The registers of the tables that closed on a day, in the order in which they were opened."""
        require(by, AUDITING, "read the books")
        return self.read_day(day)

    def read_day(self, day: date) -> list[Register]:
        """The same for who has the database itself."""
        return self._closed(first_of(day), first_of(day, 1))

    def closed_in(self, by: Account, session: Session) -> list[Register]:
        """The registers of the tables of its text that closed in a session, in the order in which they were opened."""
        require(by, AUDITING, "read the books")
        until = self.clock() + 1 if session.ended is None else session.ended + 1
        return [register for register in self._closed(session.opened, until) if register.region == session.region]

    def banks_at(self, at: int) -> list[dict[int, Stock]]:
        """What lay in the bank of every table that was open at a time, as its documents have it."""
        later = select(staff_actions.c.table_id).where(staff_actions.c.what == CLOSES, staff_actions.c.at > at)
        tables = (
            select(game_tables.c.id)
            .where(game_tables.c.created <= at, or_(game_tables.c.state == "open", game_tables.c.id.in_(later)))
            .where(~game_tables.c.practice, game_tables.c.tournament == "")
        )
        signed = self.documents.signed(tables)
        return [stocked((one for one in known if not one.box), at) for known in signed.values()]

    def _closed(self, since: int, until: int) -> list[Register]:
        """The registers of the tables that closed in some time."""
        closing = closings()
        tables = (
            select(game_tables.c.public_id)
            .join(closing, closing.c.table_id == game_tables.c.id)
            .where(closing.c.at >= since, closing.c.at < until)
            .where(~game_tables.c.practice, game_tables.c.tournament == "")
            .order_by(game_tables.c.id)
        )
        with self.db.read() as conn:
            names = list(conn.execute(tables).scalars())
        return self.read(names)


def closings() -> Subquery:
    """When each table was closed."""
    query = select(staff_actions.c.table_id, func.max(staff_actions.c.at).label("at"))
    return query.where(staff_actions.c.what == CLOSES).group_by(staff_actions.c.table_id).subquery()


def _registers(conn: Connection, documents: Mapping[str, list[Document]]) -> Iterable[Register]:
    closing = (staff_actions.c.table_id == game_tables.c.id) & (staff_actions.c.what == CLOSES)
    rows = (
        select(game_tables, select(func.max(staff_actions.c.at)).where(closing).scalar_subquery().label("closed"))
        .where(game_tables.c.public_id.in_(documents))
        .order_by(game_tables.c.id)
    )
    for row in conn.execute(rows).all():
        written = documents[row.public_id]
        boxes = _boxes(conn, row.id)
        boxed = [d for d in written if d.box and d.verdict == SIGNED]
        counted = {d.box: d for d in boxed if d.stands == boxes.get(d.box, 0)}
        yield Register(
            row.public_id,
            row.name,
            row.game,
            row.region,
            row.created,
            row.closed if row.state == "closed" else None,
            tuple(_lines(conn, row.id, written)),
            tuple(document for document in written if not document.verdict),
            tuple(d for d in written if d.kind == COUNT and d.verdict == SIGNED and not d.box),
            boxes,
            counted,
            _played(conn, row.id),
            tuple(d for d in boxed if d.stands != boxes.get(d.box, 0)),
            _prizes(conn, row.id),
        )


def _lines(conn: Connection, table: int, written: Sequence[Document]) -> Iterable[RegisterLine]:
    """What passed between cage and bank: floats, fills, credits, what the cage covered in play, the closing stock."""
    signed = {document.line: document for document in written if document.line is not None}
    ends = or_(
        (ledger.c.src == CAGE) & (ledger.c.dst == BANK),
        (ledger.c.src == BANK) & (ledger.c.dst == CAGE),
    )
    before = True
    for row in conn.execute(select(ledger).where(ledger.c.table_id == table, ends).order_by(ledger.c.line)):
        document = signed.get(row.line)
        cents = row.cents if row.dst == BANK else -row.cents
        first, before = before, False
        if document is not None:
            what = OPENING if first and row.round <= 1 and document.kind == FILL else document.kind
        elif row.n is not None:
            what = COVERED
        else:
            what = OPENING if cents > 0 else CLOSING
        if what == CLOSING:
            document = last_count(written, -cents)
            cents = -document.cents if document else cents
        yield RegisterLine(what, cents, row.round, document)


def last_count(written: Sequence[Document], stands: int) -> Document | None:
    """The count of a bank since which nothing has moved in it: no document follows, and it stands as it did then."""
    last = next((one for one in reversed(written) if one.verdict == SIGNED and not one.box), None)
    return last if last is not None and last.kind == COUNT and last.stands == stands else None


def _boxes(conn: Connection, table: int) -> dict[str, int]:
    """What lies in the boxes of a table by the books, or was handed to the house when it closed."""
    boxes: dict[str, int] = {}
    for side, sign in ((ledger.c.dst, 1), (ledger.c.src, -1)):
        into = or_(*(side.startswith(box) for box in BOXES))
        rows = select(side, func.sum(ledger.c.cents)).where(ledger.c.table_id == table, into).group_by(side)
        for path, cents in conn.execute(rows):
            box = place(path).zone.name
            boxes[box] = boxes.get(box, 0) + sign * int(cents)
    handed = select(ledger.c.dst, func.sum(ledger.c.cents)).where(ledger.c.table_id == table)
    for path, cents in conn.execute(handed.where(ledger.c.dst.startswith("house/")).group_by(ledger.c.dst)):
        box = path.split("/")[1]
        boxes[box] = boxes.get(box, 0) + int(cents)
    return {box: boxes[box] for box in BOXES if boxes.get(box)}


def _box_line(row: Any, box: str) -> BoxLine:
    into = place(row.dst).zone.name == box
    other = row.src if into else row.dst
    whose = row.given if box == DROP and other == CAGE and row.given else other
    return BoxLine(row.line, row.round, row.n, whose, row.cents if into else -row.cents, row.article)


def _prizes(conn: Connection, table: int) -> dict[str, Accumulated]:
    """What passed between a table and accumulated prizes, but for void rounds."""
    found: dict[str, Accumulated] = {}
    void = select(rounds.c.number).where(rounds.c.table_id == table, rounds.c.state == "void")
    counts = (ledger.c.table_id == table, ledger.c.round.not_in(void))
    for side, other, sign in ((ledger.c.dst, ledger.c.src, 1), (ledger.c.src, ledger.c.dst, -1)):
        rows = select(side, other, func.sum(ledger.c.cents)).where(*counts, side.startswith(f"{METER}/"))
        for path, beyond, cents in conn.execute(rows.group_by(side, other)):
            known = found.get(path, Accumulated())
            if place(beyond).zone.name == CHIPS:
                found[path] = known._replace(paid=known.paid - sign * int(cents))
            else:
                found[path] = known._replace(aside=known.aside + sign * int(cents))
    return dict(sorted(found.items()))


def _played(conn: Connection, table: int) -> int:
    """What rounds brought the bank, but for what the cage gave it to go on."""
    entries = (ledger.c.table_id == table, ledger.c.n.is_not(None))
    won = select(func.coalesce(func.sum(ledger.c.cents), 0))
    into = conn.execute(won.where(*entries, ledger.c.dst == BANK, ledger.c.src != CAGE)).scalar_one()
    out = conn.execute(won.where(*entries, ledger.c.src == BANK, ledger.c.dst != CAGE)).scalar_one()
    return int(into) - int(out)
