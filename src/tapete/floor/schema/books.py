"""The books: accumulated prizes, documents of chips, certificates, orphan stakes, rounds beside their odds."""

from sqlalchemy import BigInteger, CheckConstraint, Column, Double, ForeignKey, Integer, Table, Text

from tapete.floor.schema.base import Id, by, metadata, number, of, one_of, part, text

# What accumulated prizes stand at, by the name that tables share them under and the place they have in their rounds.
meters = Table(
    "meters",
    metadata,
    Column("name", Text, primary_key=True),
    Column("path", Text, primary_key=True),
    number("cents"),
    number("lines"),
    sqlite_with_rowid=False,
)

# Their statements: what each table gave, took or read, and what the account came to.
meter_lines = Table(
    "meter_lines",
    metadata,
    Column("name", Text, primary_key=True),
    Column("path", Text, primary_key=True),
    Column("line", BigInteger, primary_key=True, autoincrement=False),
    of("table_id", "game_tables", index=True),
    number("round"),
    Column("n", Integer),
    number("cents"),
    number("after"),
    sqlite_with_rowid=False,
)

# Documents of a table's chips, written by one and signed or refused by another. Neither ever changes: what was wrong is
# corrected by a document of its own, which names the one it corrects. `box` was counted, or if none the bank.
documents = Table(
    "documents",
    metadata,
    Column("table_id", Id, ForeignKey("game_tables.id"), primary_key=True, autoincrement=False),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    text("kind"),
    number("cents"),
    text("pieces"),
    text("why"),
    Column("corrects", BigInteger),
    number("round"),
    number("at"),
    of("account_id", "accounts", index=True),
    one_of("kind", "fill", "credit", "count"),
    text("box", server_default=""),
    sqlite_with_rowid=False,
)

# `line` is the ledger's line by which signing moved chips; `stands` what the books had in the bank at a count.
signatures = Table(
    "signatures",
    metadata,
    Column("table_id", Id, ForeignKey("game_tables.id"), primary_key=True, autoincrement=False),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    text("verdict"),
    Column("line", BigInteger),
    Column("stands", BigInteger),
    number("at"),
    of("account_id", "accounts", index=True),
    one_of("verdict", "signed", "refused"),
    sqlite_with_rowid=False,
)

# The income book's days, and sessions as `session 3`, each certified once: by whom, and what it came to then.
certificates = Table(
    "certificates",
    metadata,
    Column("day", Text, primary_key=True),
    number("tables"),
    number("cents"),
    number("boxes"),
    number("at"),
    of("account_id", "accounts", index=True),
    sqlite_with_rowid=False,
)

# Stakes that nobody owns up to, as the cage keeps them, and what became of each.
orphans = Table(
    "orphans",
    metadata,
    part("number"),
    *by(),
    of("table_id", "game_tables", nullable=True, index=True),
    number("cents"),
    text("found"),
    CheckConstraint("cents > 0", name="cents"),
    sqlite_with_rowid=False,
)

orphan_ends = Table(
    "orphan_ends",
    metadata,
    part("number", ForeignKey("orphans.number")),
    *by(),
    text("what"),
    text("name"),
    text("proof"),
    one_of("what", "returned", "handed-over"),
    sqlite_with_rowid=False,
)

# Finished rounds beside what their bets let expect, in cents; worked out when somebody asks, and at any time anew.
# `account_id` dealt it; `basis` is how far the variance can be relied on; `why` is why there is no expectation.
reckonings = Table(
    "reckonings",
    metadata,
    Column("table_id", Id, ForeignKey("game_tables.id"), primary_key=True, autoincrement=False),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    number("at", index=True),
    of("account_id", "accounts", nullable=True, index=True),
    number("staked"),
    Column("won", Double, nullable=False),
    Column("expected", Double, nullable=False),
    Column("variance", Double, nullable=False),
    number("basis"),
    text("why"),
    sqlite_with_rowid=False,
)

# The cage's chips and plaques by value: put into service, withdrawn from it, counted. What was written only grows, and
# so do the second names; `stands` is what the books had in the cage at a count.
cage_lines = Table(
    "cage_lines",
    metadata,
    part("number"),
    *by(),
    text("what"),
    text("pieces"),
    number("cents"),
    text("why"),
    one_of("what", "stock", "withdraw", "count"),
    sqlite_with_rowid=False,
)

cage_signatures = Table(
    "cage_signatures",
    metadata,
    part("number", ForeignKey("cage_lines.number")),
    *by(),
    text("verdict"),
    Column("stands", BigInteger),
    one_of("verdict", "signed", "refused"),
    sqlite_with_rowid=False,
)
