"""The database's tables. Times are milliseconds since 1970, amounts whole cents; `migrations` makes what this says."""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    false,
)

from tapete.floor.roles import ROLES

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)
Id = BigInteger().with_variant(Integer, "sqlite")


def one_of(column: str, *words: str) -> CheckConstraint:
    """A column that holds one of a few words."""
    return CheckConstraint(f"{column} IN ({', '.join(repr(word) for word in words)})", name=column)


def _text(name: str, **more: Any) -> Column[str]:
    return Column(name, Text, nullable=False, **more)


def _number(name: str, **more: Any) -> Column[int]:
    return Column(name, BigInteger, nullable=False, **more)


def _of(name: str, other: str, nullable: bool = False, **more: Any) -> Column[int]:
    return Column(name, Id, ForeignKey(f"{other}.id"), nullable=nullable, **more)


# `skeleton` is what the eye sees of a name. `used`: since when somebody comes in by it; `ended`: since when nobody can.
accounts = Table(
    "accounts",
    metadata,
    Column("id", Id, primary_key=True),
    _text("name", unique=True),
    _text("role"),
    Column("password", Text),
    _text("language"),
    _number("created"),
    _text("skeleton", server_default=""),
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
    _number("at"),
    _of("account_id", "accounts", index=True),
    _of("by_id", "accounts", nullable=True),
    _text("what"),
    _text("detail"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token", Text, primary_key=True),
    _of("account_id", "accounts", index=True),
    _text("csrf"),
    _number("expires"),
)

attempts = Table(
    "attempts",
    metadata,
    Column("who", Text, primary_key=True),
    _number("tries"),
    _number("since"),
)

# What ran of a rulebook and the version of the procedure, so that a round ends, and is audited, as it was opened.
editions = Table(
    "editions",
    metadata,
    Column("rulebook", Text, primary_key=True),
    Column("procedure", BigInteger, primary_key=True, autoincrement=False),
    _text("game"),
    _text("region"),
    _text("body"),
)

# A table keeps the edition it plays by `rulebook` and `procedure`; `adopted` says who let it take another since its
# last round. `next_seed` is that of the next round, promised before it opens. `meter` names the accumulated prizes that
# it feeds, its own or those it shares. `automatic` is after how many seconds the table goes on by itself, or 0.
# `practice`: with play chips, its opener's to run. `tournament`: with a tournament's chips, which lets it go on after
# each round; `cleared` is the last after which it did. `asked` is what somebody of the staff wants done and somebody
# else has to agree to. `held`: its float is under key, so that nothing is played until it is opened again.
game_tables = Table(
    "game_tables",
    metadata,
    Column("id", Id, primary_key=True),
    _text("public_id", unique=True),
    _text("name"),
    _text("game"),
    _text("region"),
    _text("choices"),
    _text("settings"),
    _text("rulebook", server_default=""),
    _number("procedure", server_default="0"),
    _text("adopted", server_default=""),
    _text("meter", server_default=""),
    Column("practice", Boolean, nullable=False, server_default=false()),
    _text("tournament", server_default=""),
    _number("cleared", server_default="0"),
    _text("asked", server_default=""),
    _text("held", server_default=""),
    _text("next_seed", server_default=""),
    _number("automatic", server_default="0"),
    Column("physical", Boolean, nullable=False),
    Column("seats", Integer),
    _of("opened_by", "accounts"),
    _text("state"),
    _number("created"),
    _number("change"),
    one_of("state", "open", "closed"),
    Index("ix_game_tables_state", "state"),  # few are open of all that ever were
    Index("ix_game_tables_rulebook", "rulebook"),
)

links = Table(
    "links",
    metadata,
    Column("token", Text, primary_key=True),
    _of("account_id", "accounts", nullable=True),
    Column("role", Text),
    _text("name"),
    _of("table_id", "game_tables", nullable=True),
    _number("expires"),
    Column("used", BigInteger),
)

seats = Table(
    "seats",
    metadata,
    Column("id", Id, primary_key=True),
    _of("table_id", "game_tables"),
    _of("account_id", "accounts"),
    _text("name"),
    _text("state"),
    _number("place"),
    _text("brought", server_default=""),
    one_of("state", "sitting", "leaving", "left"),
    UniqueConstraint("table_id", "account_id"),
    UniqueConstraint("table_id", "name"),
)

# Who waits for a seat, in the order of their places; `called` when one fell free for them, or 0.
waits = Table(
    "waits",
    metadata,
    Column("table_id", Id, ForeignKey("game_tables.id"), primary_key=True, autoincrement=False),
    Column("account_id", Id, ForeignKey("accounts.id"), primary_key=True, autoincrement=False),
    _text("name"),
    _number("place"),
    _number("called", server_default="0"),
    sqlite_with_rowid=False,
)

rounds = Table(
    "rounds",
    metadata,
    Column("id", Id, primary_key=True),
    _of("table_id", "game_tables"),
    _number("number"),
    _number("procedure"),
    _text("players"),
    _text("seed"),
    _text("state"),
    _text("hash"),
    _text("fell", server_default=""),
    _number("opened"),
    Column("ended", BigInteger),
    one_of("state", "open", "finished", "void"),
    UniqueConstraint("table_id", "number"),
)


def round_id(table: int, number: int) -> int:
    """A round's id: known before the round is written, so that its entries are written together with it."""
    return table << 32 | number


entries = Table(
    "entries",
    metadata,
    Column("round_id", Id, ForeignKey("rounds.id"), primary_key=True, autoincrement=False),
    Column("n", Integer, primary_key=True, autoincrement=False),
    _text("line"),
    sqlite_with_rowid=False,
)

# `round` is the round that a line belongs to, or precedes where `n`, the entry that moved the chips, is empty:
# buying in, cashing out and the float.
ledger = Table(
    "ledger",
    metadata,
    Column("table_id", Id, ForeignKey("game_tables.id"), primary_key=True, autoincrement=False),
    Column("line", BigInteger, primary_key=True, autoincrement=False),
    _number("round"),
    Column("n", Integer),
    _text("src"),
    _text("dst"),
    _number("cents"),
    _text("article"),
    CheckConstraint("cents > 0", name="cents"),
    sqlite_with_rowid=False,
)
# What passed the cage is looked up by the round it precedes; the index leaves the many moves on the felt alone.
_cage = ledger.c.n.is_(None)
Index("ix_ledger_cage", ledger.c.table_id, ledger.c.round, sqlite_where=_cage, postgresql_where=_cage)

# What accumulated prizes stand at, by the name that tables share them under and the place they have in their rounds.
meters = Table(
    "meters",
    metadata,
    Column("name", Text, primary_key=True),
    Column("path", Text, primary_key=True),
    _number("cents"),
    _number("lines"),
    sqlite_with_rowid=False,
)

# Their statements: what each table gave, took or read, and what the account came to.
meter_lines = Table(
    "meter_lines",
    metadata,
    Column("name", Text, primary_key=True),
    Column("path", Text, primary_key=True),
    Column("line", BigInteger, primary_key=True, autoincrement=False),
    _of("table_id", "game_tables"),
    _number("round"),
    Column("n", Integer),
    _number("cents"),
    _number("after"),
    sqlite_with_rowid=False,
)

# Documents of a table's chips, written by one and signed or refused by another. Neither ever changes: what was wrong is
# corrected by a document of its own, which names the one it corrects. `box` was counted, or if none the bank.
documents = Table(
    "documents",
    metadata,
    Column("table_id", Id, ForeignKey("game_tables.id"), primary_key=True, autoincrement=False),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    _text("kind"),
    _number("cents"),
    _text("pieces"),
    _text("why"),
    Column("corrects", BigInteger),
    _number("round"),
    _number("at"),
    _of("account_id", "accounts"),
    one_of("kind", "fill", "credit", "count"),
    _text("box", server_default=""),
    sqlite_with_rowid=False,
)

# `line` is the ledger's line by which signing moved chips; `stands` what the books had in the bank at a count.
signatures = Table(
    "signatures",
    metadata,
    Column("table_id", Id, ForeignKey("game_tables.id"), primary_key=True, autoincrement=False),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    _text("verdict"),
    Column("line", BigInteger),
    Column("stands", BigInteger),
    _number("at"),
    _of("account_id", "accounts"),
    one_of("verdict", "signed", "refused"),
    sqlite_with_rowid=False,
)

# Tournaments: `file` is how one was announced, `seed` what its lots are drawn from, promised from the start. Its clock
# has `played` so long, and runs `since` then unless it stands still.
tournaments = Table(
    "tournaments",
    metadata,
    Column("id", Id, primary_key=True),
    _text("public_id", unique=True),
    _text("region"),
    _text("file"),
    _text("seed"),
    _text("state"),
    _number("automatic"),
    _number("played"),
    Column("since", BigInteger),
    _of("account_id", "accounts"),
    _number("created"),
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
    _of("account_id", "accounts"),
    _text("born"),
    _text("state"),
    _number("table_no"),
    _number("chips"),
    _number("moves"),
    Column("gone", BigInteger),
    Column("place", BigInteger),
    _number("sharing"),
    _number("won"),
    _text("goods"),
    one_of("state", "registered", "moving", "seated", "out", "withdrawn"),
)

# What happened in a tournament, and what was paid in and out, each once by its key: both only grow, which the database
# itself refuses to undo.
tournament_acts = Table(
    "tournament_acts",
    metadata,
    Column("id", Id, primary_key=True),
    _of("tournament_id", "tournaments", index=True),
    _number("at"),
    _of("account_id", "accounts"),
    _text("what"),
    _text("detail"),
)
tournament_money = Table(
    "tournament_money",
    metadata,
    Column("tournament_id", Id, ForeignKey("tournaments.id"), primary_key=True, autoincrement=False),
    Column("key", Text, primary_key=True),
    _text("kind"),
    _number("entry"),
    _number("cents"),
    _text("goods"),
    _number("at"),
    _of("account_id", "accounts"),
    one_of("kind", "fee", "refund", "prize"),
)

# Who may not take part, by whom and why, until it is lifted.
barred = Table(
    "barred",
    metadata,
    Column("id", Id, primary_key=True),
    _of("account_id", "accounts", index=True),
    _number("at"),
    _of("by_id", "accounts"),
    _text("why"),
    Column("lifted", BigInteger),
)

# Days of the income book, each certified once: by whom, and what it came to then.
certificates = Table(
    "certificates",
    metadata,
    Column("day", Text, primary_key=True),
    _number("tables"),
    _number("cents"),
    _number("boxes"),
    _number("at"),
    _of("account_id", "accounts"),
    sqlite_with_rowid=False,
)


def _by() -> list[Any]:
    """By whom something was written, when, and the key by which it is written once."""
    return [_number("at"), _of("account_id", "accounts"), _text("key"), UniqueConstraint("account_id", "key")]


def _part(name: str, *more: Any) -> Column[int]:
    return Column(name, BigInteger, *more, primary_key=True, autoincrement=False)


# What follows only grows, which the database itself refuses to undo: sessions of the casino, line by line (what was
# done, at which table, to whom, in which post);
session_lines = Table(
    "session_lines",
    metadata,
    _part("session"),
    _part("line"),
    *_by(),
    _text("what"),
    _of("table_id", "game_tables", nullable=True),
    _of("subject_id", "accounts", nullable=True),
    _text("post"),
    _text("detail"),
    sqlite_with_rowid=False,
)

# cards, dice and shoes, each from the day it came to the day it was destroyed;
stock_lines = Table(
    "stock_lines",
    metadata,
    _part("item"),
    _part("n"),
    _text("kind"),
    _text("label"),
    *_by(),
    _text("what"),
    _of("table_id", "game_tables", nullable=True),
    _text("detail"),
    sqlite_with_rowid=False,
)

# and cases: what somebody did, by which rule of the text it is forbidden, and, line by line, what came of it.
cases = Table(
    "cases",
    metadata,
    _part("number"),
    *_by(),
    _text("region"),
    _of("table_id", "game_tables", nullable=True),
    _number("round"),
    _of("subject_id", "accounts", nullable=True),
    _text("who"),
    _text("rule"),
    _text("name"),
    _text("article"),
    _text("severity"),
    _text("told"),
    sqlite_with_rowid=False,
)

case_lines = Table(
    "case_lines",
    metadata,
    _part("number", ForeignKey("cases.number")),
    _part("n"),
    *_by(),
    _text("what"),
    _text("detail"),
    sqlite_with_rowid=False,
)

# Stakes that nobody owns up to, as the cage keeps them, and what became of each.
orphans = Table(
    "orphans",
    metadata,
    _part("number"),
    *_by(),
    _of("table_id", "game_tables", nullable=True),
    _number("cents"),
    _text("found"),
    CheckConstraint("cents > 0", name="cents"),
    sqlite_with_rowid=False,
)

orphan_ends = Table(
    "orphan_ends",
    metadata,
    _part("number", ForeignKey("orphans.number")),
    *_by(),
    _text("what"),
    _text("name"),
    _text("proof"),
    one_of("what", "returned", "handed-over"),
    sqlite_with_rowid=False,
)

commands = Table(
    "commands",
    metadata,
    Column("account_id", Id, ForeignKey("accounts.id"), primary_key=True, autoincrement=False),
    Column("key", Text, primary_key=True),
    _of("table_id", "game_tables"),
    _text("what"),
    _number("round"),
    _number("n"),
    _number("change"),
    sqlite_with_rowid=False,
)

# Who opened a round is who dealt it.
_opening = commands.c.what == "open-round"
Index(
    "ix_commands_opening",
    *(commands.c.table_id, commands.c.round),
    sqlite_where=_opening,
    postgresql_where=_opening,
)

# Finished rounds beside what their bets let expect, in cents; worked out when somebody asks, and at any time anew.
# `account_id` dealt it; `basis` is how far the variance can be relied on; `why` is why there is no expectation.
reckonings = Table(
    "reckonings",
    metadata,
    Column("table_id", Id, ForeignKey("game_tables.id"), primary_key=True, autoincrement=False),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    _number("at", index=True),
    _of("account_id", "accounts", nullable=True),
    _number("staked"),
    Column("won", Double, nullable=False),
    Column("expected", Double, nullable=False),
    Column("variance", Double, nullable=False),
    _number("basis"),
    _text("why"),
    sqlite_with_rowid=False,
)

staff_actions = Table(
    "staff_actions",
    metadata,
    Column("id", Id, primary_key=True),
    _number("at"),
    _of("account_id", "accounts"),
    _of("table_id", "game_tables", nullable=True),
    _text("what"),
)

# Answers of drills, each question's first.
training_lines = Table(
    "training_lines",
    metadata,
    _part("n"),
    *_by(),
    _text("game"),
    _text("region"),
    _text("role"),
    _text("question"),
    _text("article"),
    _text("given"),
    _number("cost"),
    Column("seconds", Double),
    sqlite_with_rowid=False,
)
