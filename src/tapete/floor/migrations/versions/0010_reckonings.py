"""Rounds beside what their bets let expect, who opened each, boxes counted apart, days certified, stakes of nobody."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Makes their tables."""
    op.add_column("documents", sa.Column("box", sa.Text(), nullable=False, server_default=""))
    op.create_table(
        "reckonings",
        sa.Column("table_id", ID, nullable=False, autoincrement=False),
        sa.Column("number", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("account_id", ID),
        sa.Column("staked", sa.BigInteger(), nullable=False),
        sa.Column("won", sa.Double(), nullable=False),
        sa.Column("expected", sa.Double(), nullable=False),
        sa.Column("variance", sa.Double(), nullable=False),
        sa.Column("basis", sa.BigInteger(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_tables.id"], name="fk_reckonings_table_id"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_reckonings_account_id"),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_reckonings"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_reckonings_at", "reckonings", ["at"])
    opening = sa.text("what = 'open-round'")
    columns = ["table_id", "round"]
    op.create_index("ix_commands_opening", "commands", columns, sqlite_where=opening, postgresql_where=opening)
    op.create_table(
        "certificates",
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("tables", sa.BigInteger(), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("boxes", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("account_id", ID, nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_certificates_account_id"),
        sa.PrimaryKeyConstraint("day", name="pk_certificates"),
        sqlite_with_rowid=False,
    )
    _orphans()


def _orphans() -> None:
    op.create_table(
        "orphans",
        *_written("orphans"),
        sa.Column("table_id", ID),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("found", sa.Text(), nullable=False),
        sa.CheckConstraint("cents > 0", name="ck_orphans_cents"),
        sa.ForeignKeyConstraint(["table_id"], ["game_tables.id"], name="fk_orphans_table_id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "orphan_ends",
        *_written("orphan_ends"),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("proof", sa.Text(), nullable=False),
        sa.CheckConstraint("what IN ('returned', 'handed-over')", name="ck_orphan_ends_what"),
        sa.ForeignKeyConstraint(["number"], ["orphans.number"], name="fk_orphan_ends_number"),
        sqlite_with_rowid=False,
    )


def _written(table: str) -> list[Any]:
    return [
        sa.Column("number", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("account_id", ID, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("number", name=f"pk_{table}"),
        sa.UniqueConstraint("account_id", "key", name=f"uq_{table}_account_id_key"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=f"fk_{table}_account_id"),
    ]
