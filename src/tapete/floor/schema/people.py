"""Accounts, how people come in, what was done to an account, and how people train."""

from sqlalchemy import BigInteger, Column, Double, Index, Table, Text

from tapete.floor.roles import ROLES
from tapete.floor.schema.base import Id, by, metadata, number, of, one_of, part, text

# `skeleton` is what the eye sees of a name. `used`: since when somebody comes in by it; `ended`: since when nobody can.
accounts = Table(
    "accounts",
    metadata,
    Column("id", Id, primary_key=True),
    text("name", unique=True),
    text("role"),
    Column("password", Text),
    text("language"),
    number("created"),
    text("skeleton", server_default=""),
    Column("used", BigInteger),
    Column("ended", BigInteger),
    one_of("role", *ROLES),
    Index("ix_accounts_skeleton", "skeleton", unique=True),
)

# Every act on an account; what is written here cannot be changed or deleted, which the database itself refuses.
account_acts = Table(
    "account_acts",
    metadata,
    Column("id", Id, primary_key=True),
    number("at"),
    of("account_id", "accounts", index=True),
    of("by_id", "accounts", nullable=True, index=True),
    text("what"),
    text("detail"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token", Text, primary_key=True),
    of("account_id", "accounts", index=True),
    text("csrf"),
    number("expires"),
)

attempts = Table(
    "attempts",
    metadata,
    Column("who", Text, primary_key=True),
    number("tries"),
    number("since"),
)

# `made_by`: who may no longer invite takes what they made with them. Nobody made the first director's.
links = Table(
    "links",
    metadata,
    Column("token", Text, primary_key=True),
    of("account_id", "accounts", nullable=True, index=True),
    Column("role", Text),
    text("name"),
    of("table_id", "game_tables", nullable=True, index=True),
    number("expires"),
    Column("used", BigInteger),
    Column("made_by", BigInteger),
)

# Answers of drills, each question's first.
training_lines = Table(
    "training_lines",
    metadata,
    part("n"),
    *by(),
    text("game"),
    text("region"),
    text("role"),
    text("question"),
    text("article"),
    text("given"),
    number("cost"),
    Column("seconds", Double),
    sqlite_with_rowid=False,
)
