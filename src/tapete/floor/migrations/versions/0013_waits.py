"""Who waits for a seat at a table."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Makes the list; nobody waits yet."""
    op.create_table(
        "waits",
        sa.Column("table_id", ID, nullable=False, autoincrement=False),
        sa.Column("account_id", ID, nullable=False, autoincrement=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("place", sa.BigInteger(), nullable=False),
        sa.Column("called", sa.BigInteger(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("table_id", "account_id", name="pk_waits"),
        sa.ForeignKeyConstraint(["table_id"], ["game_tables.id"], name="fk_waits_table_id"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_waits_account_id"),
        sqlite_with_rowid=False,
    )
