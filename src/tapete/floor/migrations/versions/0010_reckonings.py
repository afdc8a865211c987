"""Rounds beside what their bets let expect, who opened each, boxes counted apart, and days of income certified."""

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
