"""Accumulated prizes that tables share, and their statements."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Makes their tables, and room for their names at the tables that are there."""
    op.add_column("game_tables", sa.Column("meter", sa.Text(), nullable=False, server_default=""))
    op.create_table(
        "meters",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("lines", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", "path", name="pk_meters"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "meter_lines",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("line", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("table_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("round", sa.BigInteger(), nullable=False),
        sa.Column("n", sa.Integer()),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("after", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["game_tables.id"], name="fk_meter_lines_table_id"),
        sa.PrimaryKeyConstraint("name", "path", "line", name="pk_meter_lines"),
        sqlite_with_rowid=False,
    )
