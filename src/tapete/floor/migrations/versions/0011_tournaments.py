"""Tournaments: what was announced, who takes part, what happened, what was paid; and who is barred."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Makes their tables; no table that is there is one of a tournament."""
    op.add_column("game_tables", sa.Column("tournament", sa.Text(), nullable=False, server_default=""))
    op.add_column("game_tables", sa.Column("cleared", sa.BigInteger(), nullable=False, server_default="0"))
    _tournaments()
    _entries()
    _what_grows()
    for name in ("tournament_acts", "tournament_money"):
        _let_it_only_grow(name)


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


def _number(name: str, nullable: bool = False) -> "sa.Column[int]":
    return sa.Column(name, sa.BigInteger(), nullable=nullable)


def _text(name: str) -> "sa.Column[str]":
    return sa.Column(name, sa.Text(), nullable=False)


def _id(name: str, *, counted: bool = False) -> "sa.Column[int]":
    return sa.Column(name, ID, nullable=False, autoincrement=counted)


def _of(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{other}.id"], name=f"fk_{table}_{column}")


def _tournaments() -> None:
    op.create_table(
        "tournaments",
        _id("id", counted=True),
        *(_text(name) for name in ("public_id", "region", "file", "seed", "state")),
        _number("automatic"),
        _number("played"),
        _number("since", nullable=True),
        _id("account_id"),
        _number("created"),
        _number("started", nullable=True),
        _number("ended", nullable=True),
        sa.CheckConstraint(
            "state IN ('announced', 'running', 'paused', 'finished', 'cancelled')", name="ck_tournaments_state"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
        sa.UniqueConstraint("public_id", name="uq_tournaments_public_id"),
        _of("tournaments", "account_id", "accounts"),
    )


def _entries() -> None:
    op.create_table(
        "tournament_entries",
        _id("tournament_id"),
        _number("number"),
        _id("account_id"),
        _text("born"),
        _text("state"),
        *(_number(name) for name in ("table_no", "chips", "moves")),
        _number("gone", nullable=True),
        _number("place", nullable=True),
        _number("sharing"),
        _number("won"),
        _text("goods"),
        sa.CheckConstraint(
            "state IN ('registered', 'moving', 'seated', 'out', 'withdrawn')", name="ck_tournament_entries_state"
        ),
        sa.PrimaryKeyConstraint("tournament_id", "number", name="pk_tournament_entries"),
        _of("tournament_entries", "tournament_id", "tournaments"),
        _of("tournament_entries", "account_id", "accounts"),
    )


def _what_grows() -> None:
    op.create_table(
        "tournament_acts",
        _id("id", counted=True),
        _id("tournament_id"),
        _number("at"),
        _id("account_id"),
        _text("what"),
        _text("detail"),
        sa.PrimaryKeyConstraint("id", name="pk_tournament_acts"),
        _of("tournament_acts", "tournament_id", "tournaments"),
        _of("tournament_acts", "account_id", "accounts"),
    )
    op.create_index("ix_tournament_acts_tournament_id", "tournament_acts", ["tournament_id"])
    op.create_table(
        "tournament_money",
        _id("tournament_id"),
        _text("key"),
        _text("kind"),
        _number("entry"),
        _number("cents"),
        _text("goods"),
        _number("at"),
        _id("account_id"),
        sa.CheckConstraint("kind IN ('fee', 'refund', 'prize')", name="ck_tournament_money_kind"),
        sa.PrimaryKeyConstraint("tournament_id", "key", name="pk_tournament_money"),
        _of("tournament_money", "tournament_id", "tournaments"),
        _of("tournament_money", "account_id", "accounts"),
    )
    op.create_table(
        "barred",
        _id("id", counted=True),
        _id("account_id"),
        _number("at"),
        _id("by_id"),
        _text("why"),
        _number("lifted", nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_barred"),
        _of("barred", "account_id", "accounts"),
        _of("barred", "by_id", "accounts"),
    )
    op.create_index("ix_barred_account_id", "barred", ["account_id"])
