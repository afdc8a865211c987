"""The house in session: its lines, its stock, cases of conduct."""

from sqlalchemy import ForeignKey, Table

from tapete.floor.schema.base import by, metadata, number, of, part, text

# What follows only grows, which the database itself refuses to undo: sessions of the casino, line by line (what was
# done, at which table, to whom, in which post);
session_lines = Table(
    "session_lines",
    metadata,
    part("session"),
    part("line"),
    *by(),
    text("what"),
    of("table_id", "game_tables", nullable=True, index=True),
    of("subject_id", "accounts", nullable=True, index=True),
    text("post"),
    text("detail"),
    sqlite_with_rowid=False,
)

# cards, dice and shoes, each from the day it came to the day it was destroyed;
stock_lines = Table(
    "stock_lines",
    metadata,
    part("item"),
    part("n"),
    text("kind"),
    text("label"),
    *by(),
    text("what"),
    of("table_id", "game_tables", nullable=True, index=True),
    text("detail"),
    sqlite_with_rowid=False,
)

# and cases: what somebody did, by which rule of the text it is forbidden, and, line by line, what came of it.
cases = Table(
    "cases",
    metadata,
    part("number"),
    *by(),
    text("region"),
    of("table_id", "game_tables", nullable=True, index=True),
    number("round"),
    of("subject_id", "accounts", nullable=True, index=True),
    text("who"),
    text("rule"),
    text("name"),
    text("article"),
    text("severity"),
    text("told"),
    sqlite_with_rowid=False,
)

case_lines = Table(
    "case_lines",
    metadata,
    part("number", ForeignKey("cases.number")),
    part("n"),
    *by(),
    text("what"),
    text("detail"),
    sqlite_with_rowid=False,
)
