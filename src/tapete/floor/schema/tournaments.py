"""Tournaments, who takes part, what was paid, and who may not."""

from sqlalchemy import BigInteger, Column, ForeignKey, Table, Text

from tapete.floor.schema.base import Id, metadata, number, of, one_of, text

# Tournaments: `file` is how one was announced, `seed` what its lots are drawn from, promised from the start. Its clock
# has `played` so long, and runs `since` then unless it stands still.
tournaments = Table(
    "tournaments",
    metadata,
    Column("id", Id, primary_key=True),
    text("public_id", unique=True),
    text("region"),
    text("file"),
    text("seed"),
    text("state"),
    number("automatic"),
    number("played"),
    Column("since", BigInteger),
    of("account_id", "accounts", index=True),
    number("created"),
    Column("started", BigInteger),
    Column("ended", BigInteger),
    one_of("state", "announced", "running", "paused", "finished", "cancelled"),
)

# Who takes part, once for every time they signed up. Who is `moving` is on the way to `table_no` with `chips`; who is
# `out` went by the act `gone`, and began that hand with `chips`.
tournament_entries = Table(
    "tournament_entries",
    metadata,
    Column("tournament_id", Id, ForeignKey("tournaments.id"), primary_key=True, autoincrement=False),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    of("account_id", "accounts", index=True),
    text("born"),
    text("state"),
    number("table_no"),
    number("chips"),
    number("moves"),
    Column("gone", BigInteger),
    Column("place", BigInteger),
    number("sharing"),
    number("won"),
    text("goods"),
    one_of("state", "registered", "moving", "seated", "out", "withdrawn"),
)

# What happened in a tournament, and what was paid in and out, each once by its key: both only grow, which the database
# itself refuses to undo.
tournament_acts = Table(
    "tournament_acts",
    metadata,
    Column("id", Id, primary_key=True),
    of("tournament_id", "tournaments", index=True),
    number("at"),
    of("account_id", "accounts", index=True),
    text("what"),
    text("detail"),
)
tournament_money = Table(
    "tournament_money",
    metadata,
    Column("tournament_id", Id, ForeignKey("tournaments.id"), primary_key=True, autoincrement=False),
    Column("key", Text, primary_key=True),
    text("kind"),
    number("entry"),
    number("cents"),
    text("goods"),
    number("at"),
    of("account_id", "accounts", index=True),
    one_of("kind", "fee", "refund", "prize"),
)

# Who may not take part, by whom and why, until it is lifted.
barred = Table(
    "barred",
    metadata,
    Column("id", Id, primary_key=True),
    of("account_id", "accounts", index=True),
    number("at"),
    of("by_id", "accounts", index=True),
    text("why"),
    Column("lifted", BigInteger),
)
