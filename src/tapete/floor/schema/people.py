"""Accounts, how people come in, and what was done to an account."""

from sqlalchemy import BigInteger, Column, Index, Table, Text

from tapete.floor.roles import ROLES
from tapete.floor.schema.base import Id, metadata, number, of, one_of, text

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
    of("by_id", "accounts", nullable=True),
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

links = Table(
    "links",
    metadata,
    Column("token", Text, primary_key=True),
    of("account_id", "accounts", nullable=True),
    Column("role", Text),
    text("name"),
    of("table_id", "game_tables", nullable=True),
    number("expires"),
    Column("used", BigInteger),
)
