"""Tables, their rounds and every chip that moved: what is played, and by whom it was done."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    Table,
    Text,
    UniqueConstraint,
    false,
)

from tapete.floor.schema.base import Id, metadata, number, of, one_of, text

# What ran of a rulebook and the version of the procedure, so that a round ends, and is audited, as it was opened.
editions = Table(
    "editions",
    metadata,
    Column("rulebook", Text, primary_key=True),
    Column("procedure", BigInteger, primary_key=True, autoincrement=False),
    text("game"),
    text("region"),
    text("body"),
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
    text("public_id", unique=True),
    text("name"),
    text("game"),
    text("region"),
    text("choices"),
    text("settings"),
    text("rulebook", server_default=""),
    number("procedure", server_default="0"),
    text("adopted", server_default=""),
    text("meter", server_default=""),
    Column("practice", Boolean, nullable=False, server_default=false()),
    text("tournament", server_default=""),
    number("cleared", server_default="0"),
    text("asked", server_default=""),
    text("held", server_default=""),
    text("next_seed", server_default=""),
    number("automatic", server_default="0"),
    Column("physical", Boolean, nullable=False),
    Column("seats", Integer),
    of("opened_by", "accounts", index=True),
    text("state"),
    number("created"),
    number("change"),
    one_of("state", "open", "closed"),
    Index("ix_game_tables_state", "state"),  # few are open of all that ever were
    Index("ix_game_tables_rulebook", "rulebook"),
)

seats = Table(
    "seats",
    metadata,
    Column("id", Id, primary_key=True),
    of("table_id", "game_tables"),
    of("account_id", "accounts", index=True),
    text("name"),
    text("state"),
    number("place"),
    text("brought", server_default=""),
    one_of("state", "sitting", "leaving", "left"),
    UniqueConstraint("table_id", "account_id"),
    UniqueConstraint("table_id", "name"),
)

# Who waits for a seat, in the order of their places; `called` when one fell free for them, or 0.
waits = Table(
    "waits",
    metadata,
    Column("table_id", Id, ForeignKey("game_tables.id"), primary_key=True, autoincrement=False),
    Column("account_id", Id, ForeignKey("accounts.id"), primary_key=True, autoincrement=False, index=True),
    text("name"),
    number("place"),
    number("called", server_default="0"),
    sqlite_with_rowid=False,
)

rounds = Table(
    "rounds",
    metadata,
    Column("id", Id, primary_key=True),
    of("table_id", "game_tables"),
    number("number"),
    number("procedure"),
    text("players"),
    text("seed"),
    text("state"),
    text("hash"),
    text("fell", server_default=""),
    number("opened"),
    Column("ended", BigInteger),
    one_of("state", "open", "finished", "void"),
    UniqueConstraint("table_id", "number"),
    Index("ix_rounds_opened", "opened", "id"),  # the latest of all tables are few of all that ever were
)


def round_id(table: int, number: int) -> int:
    """A round's id: known before the round is written, so that its entries are written together with it."""
    return table << 32 | number


entries = Table(
    "entries",
    metadata,
    Column("round_id", Id, ForeignKey("rounds.id"), primary_key=True, autoincrement=False),
    Column("n", Integer, primary_key=True, autoincrement=False),
    text("line"),
    sqlite_with_rowid=False,
)

# `round` is the round that a line belongs to, or precedes where `n`, the entry that moved the chips, is empty:
# buying in, cashing out and the float.
ledger = Table(
    "ledger",
    metadata,
    Column("table_id", Id, ForeignKey("game_tables.id"), primary_key=True, autoincrement=False),
    Column("line", BigInteger, primary_key=True, autoincrement=False),
    number("round"),
    Column("n", Integer),
    text("src"),
    text("dst"),
    number("cents"),
    text("article"),
    CheckConstraint("cents > 0", name="cents"),
    sqlite_with_rowid=False,
)
# What passed the cage is looked up by the round it precedes; the index leaves the many moves on the felt alone.
_cage = ledger.c.n.is_(None)
Index("ix_ledger_cage", ledger.c.table_id, ledger.c.round, sqlite_where=_cage, postgresql_where=_cage)

commands = Table(
    "commands",
    metadata,
    Column("account_id", Id, ForeignKey("accounts.id"), primary_key=True, autoincrement=False),
    Column("key", Text, primary_key=True),
    of("table_id", "game_tables", index=True),
    text("what"),
    number("round"),
    number("n"),
    number("change"),
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

staff_actions = Table(
    "staff_actions",
    metadata,
    Column("id", Id, primary_key=True),
    number("at"),
    of("account_id", "accounts", index=True),
    of("table_id", "game_tables", nullable=True, index=True),
    text("what"),
)
