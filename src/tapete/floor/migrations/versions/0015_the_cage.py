"""The cage's chips by value: what was put into service, withdrawn and counted, each with its second name."""

import sqlalchemy as sa
from alembic import op

from tapete.floor.migrations.growing import let_it_only_grow

revision = "0015"
down_revision = "0014"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Makes their tables, which only grow."""
    op.create_table(
        "cage_lines",
        *_written("cage_lines"),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("pieces", sa.Text(), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.CheckConstraint("what IN ('stock', 'withdraw', 'count')", name="ck_cage_lines_what"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "cage_signatures",
        *_written("cage_signatures"),
        sa.Column("verdict", sa.Text(), nullable=False),
        sa.Column("stands", sa.BigInteger()),
        sa.ForeignKeyConstraint(["number"], ["cage_lines.number"], name="fk_cage_signatures_number"),
        sa.CheckConstraint("verdict IN ('signed', 'refused')", name="ck_cage_signatures_verdict"),
        sqlite_with_rowid=False,
    )
    let_it_only_grow("cage_lines", "cage_signatures")


def _written(table: str) -> list[sa.schema.SchemaItem]:
    """Its number, by whom, when, and the key by which it is written once."""
    return [
        sa.Column("number", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("account_id", ID, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("number", name=f"pk_{table}"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=f"fk_{table}_account_id"),
        sa.UniqueConstraint("account_id", "key", name=f"uq_{table}_account_id_key"),
    ]
