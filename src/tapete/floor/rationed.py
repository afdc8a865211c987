"""Tables of which a text has so many in a house at once, in so many sessions a day: open banks at two cloths.

Such a session is what one table plays from its opening to its closing. Between two of them comes the dinner hour, a
line of the casino's session that the director writes.
"""

from collections.abc import Callable
from datetime import date
from typing import NamedTuple

from sqlalchemy import Connection, or_, select

from tapete.audit.table import TableFile
from tapete.errors import IllegalAction, Word
from tapete.floor.calendar import day_of
from tapete.floor.growing import keep_out
from tapete.floor.register import closings
from tapete.floor.roles import Account, require
from tapete.floor.schema import game_tables, rounds, session_lines
from tapete.floor.session import END, LONGEST, OPEN, Session, Sessions
from tapete.floor.standing import table_of
from tapete.floor.tables import Tables
from tapete.law.house import MostTables, house

DINNER = "dinner"


class Span(NamedTuple):
    """A table: from when to when it was open (nothing, if it is), and whether anything was played there."""

    name: str
    since: int
    until: int | None
    played: bool


class Rationed:
    """Looks after how many such tables there are, and in how many sessions."""

    def __init__(self, sessions: Sessions, tables: Tables, clock: Callable[[], int]) -> None:
        self.sessions, self.clock = sessions, clock
        tables.before_opening.append(self._opens)

    def dinner(self, by: Account, key: str) -> None:
        """Writes down that the dinner hour has come; what was written last of it counts."""
        require(by, ("director",), "say that the dinner hour has come")

        def check(_: Connection, session: Session) -> None:
            if session.rules is None or not session.rules.dines:
                raise IllegalAction("nothing waits for the dinner hour under the text of this session")

        self.sessions.do(by, key, DINNER, check)

    def _opens(self, conn: Connection, file: TableFile) -> None:
        """Refuses a table of the casino beside which, or after which, the text has no other."""
        own, rules, settings = house(file.region), file.rules, file.settings()
        for name, rule in own.most_tables.items() if own else ():
            if rule.concerns(rules, settings):
                keep_out(conn)
                self._check(conn, file.region, name, rule)

    def _check(self, conn: Connection, region: str, name: str, rule: MostTables) -> None:
        now, what = self.clock(), Word(name)
        lately = _lately(conn, region, rule, now)
        open_ = [span for span in lately if span.until is None]
        if len(open_) >= rule.tables:
            raise IllegalAction(
                "no more tables of {what} may be open at once: close {table} first",
                rule.article,
                what=what,
                table=open_[0].name,
            )
        today = casino_day(conn, now)
        held = [span for span in lately if span.played and casino_day(conn, span.since) == today]
        if rule.sessions is None or not held:
            return
        if len(held) >= rule.sessions:
            said = "no more sessions of {what} may be held on this day: there have been {count}"
            raise IllegalAction(said, rule.article, what=what, count=len(held))
        closed = max(span.until or now for span in held)
        if not closed <= _dined(conn) <= now:
            raise IllegalAction(
                "the dinner hour comes between two sessions of {what}: the director has not written it down since "
                "{table} closed",
                rule.article,
                what=what,
                table=held[-1].name,
            )


def casino_day(conn: Connection, at: int) -> date:
    """The day of a moment: that on which the session began in which it lies, as an evening goes on past midnight."""
    c = session_lines.c
    rows = select(c.what, c.at).where(c.what.in_((OPEN, END)), c.at <= at, c.at > at - LONGEST)
    row = conn.execute(rows.order_by(c.session.desc(), c.line.desc()).limit(1)).first()
    return day_of(row.at if row is not None and row.what == OPEN else at)


def _dined(conn: Connection) -> int:
    """When the director last wrote down that the dinner hour had come."""
    c = session_lines.c
    rows = select(c.at).where(c.what == DINNER).order_by(c.session.desc(), c.line.desc()).limit(1)
    return conn.execute(rows).scalar() or 0


def _lately(conn: Connection, region: str, rule: MostTables, now: int) -> list[Span]:
    """The casino's tables of a kind that are open, or were opened on this day or the one before."""
    c, closing = game_tables.c, closings()
    played = select(rounds.c.id).where(rounds.c.table_id == c.id).exists()
    rows = (
        select(game_tables, closing.c.at.label("until"), played.label("played"))
        .outerjoin(closing, closing.c.table_id == c.id)
        .where(c.region == region, c.game.in_(rule.games), ~c.practice, c.tournament == "")
        .where(or_(c.state == "open", c.created > now - 2 * LONGEST))
        .order_by(c.id)
    )
    tables = [(table_of(conn, row), row) for row in conn.execute(rows).all()]
    return [
        Span(table.name, table.created, row.until, bool(row.played))
        for table, row in tables
        if rule.concerns(table.rules, table.settings)
    ]
