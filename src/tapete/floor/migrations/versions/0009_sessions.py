"""Sessions of the casino, its stock of cards and dice, cases of conduct; tables whose float is under key."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
LOGS = ("session_lines", "stock_lines", "cases", "case_lines")


def upgrade() -> None:
    """Makes their tables, which only grow."""
    op.add_column("game_tables", sa.Column("held", sa.Text(), nullable=False, server_default=""))
    op.create_table(
        "session_lines",
        *_key("session", "line"),
        *_who("session_lines"),
        _text("what"),
        *_of("session_lines", "table_id", "game_tables"),
        *_of("session_lines", "subject_id", "accounts"),
        _text("post"),
        _text("detail"),
        sa.PrimaryKeyConstraint("session", "line", name="pk_session_lines"),
        sa.UniqueConstraint("account_id", "key", name="uq_session_lines_account_id_key"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "stock_lines",
        *_key("item", "n"),
        _text("kind"),
        _text("label"),
        *_who("stock_lines"),
        _text("what"),
        *_of("stock_lines", "table_id", "game_tables"),
        _text("detail"),
        sa.PrimaryKeyConstraint("item", "n", name="pk_stock_lines"),
        sa.UniqueConstraint("account_id", "key", name="uq_stock_lines_account_id_key"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "cases",
        *_key("number"),
        *_who("cases"),
        _text("region"),
        *_of("cases", "table_id", "game_tables"),
        sa.Column("round", sa.BigInteger(), nullable=False),
        *_of("cases", "subject_id", "accounts"),
        _text("who"),
        _text("rule"),
        _text("name"),
        _text("article"),
        _text("severity"),
        _text("told"),
        sa.PrimaryKeyConstraint("number", name="pk_cases"),
        sa.UniqueConstraint("account_id", "key", name="uq_cases_account_id_key"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "case_lines",
        *_key("number", "n"),
        *_who("case_lines"),
        _text("what"),
        _text("detail"),
        sa.ForeignKeyConstraint(["number"], ["cases.number"], name="fk_case_lines_number"),
        sa.PrimaryKeyConstraint("number", "n", name="pk_case_lines"),
        sa.UniqueConstraint("account_id", "key", name="uq_case_lines_account_id_key"),
        sqlite_with_rowid=False,
    )
    for name in LOGS:
        _let_it_only_grow(name)


def _key(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, sa.BigInteger(), nullable=False, autoincrement=False) for name in names]


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False)


def _who(table: str) -> list[sa.schema.SchemaItem]:
    """By whom, when, and the key by which it is written once."""
    return [
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("account_id", ID, nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=f"fk_{table}_account_id"),
        _text("key"),
    ]


def _of(table: str, name: str, other: str) -> list[sa.schema.SchemaItem]:
    constraint = sa.ForeignKeyConstraint([name], [f"{other}.id"], name=f"fk_{table}_{name}")
    return [sa.Column(name, ID), constraint]


def _let_it_only_grow(name: str) -> None:
    if op.get_bind().dialect.name == "sqlite":
        for act in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {name}_no_{act.lower()} BEFORE {act} ON {name} "
                "BEGIN SELECT RAISE(ABORT, 'this log only grows'); END"
            )
        return
    op.execute(
        f"CREATE TRIGGER {name}_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON {name} "
        "FOR EACH STATEMENT EXECUTE FUNCTION only_grows()"
    )
