"""Answers of drills, each question's first."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

TEXTS = ("game", "region", "role", "question", "article", "given")


def upgrade() -> None:
    """Makes their table."""
    op.create_table(
        "training_lines",
        sa.Column("n", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("account_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in TEXTS),
        sa.Column("cost", sa.BigInteger(), nullable=False),
        sa.Column("seconds", sa.Double()),
        sa.PrimaryKeyConstraint("n", name="pk_training_lines"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_training_lines_account_id"),
        sa.UniqueConstraint("account_id", "key", name="uq_training_lines_account_id_key"),
        sqlite_with_rowid=False,
    )
