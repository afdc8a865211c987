"""Documents of tables' chips, and the names under them."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Makes their tables."""
    op.create_table(
        "documents",
        sa.Column("table_id", ID, nullable=False, autoincrement=False),
        sa.Column("number", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("pieces", sa.Text(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("corrects", sa.BigInteger()),
        sa.Column("round", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("account_id", ID, nullable=False),
        sa.CheckConstraint("kind IN ('fill', 'credit', 'count')", name="ck_documents_kind"),
        sa.ForeignKeyConstraint(["table_id"], ["game_tables.id"], name="fk_documents_table_id"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_documents_account_id"),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_documents"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "signatures",
        sa.Column("table_id", ID, nullable=False, autoincrement=False),
        sa.Column("number", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("verdict", sa.Text(), nullable=False),
        sa.Column("line", sa.BigInteger()),
        sa.Column("stands", sa.BigInteger()),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("account_id", ID, nullable=False),
        sa.CheckConstraint("verdict IN ('signed', 'refused')", name="ck_signatures_verdict"),
        sa.ForeignKeyConstraint(["table_id"], ["game_tables.id"], name="fk_signatures_table_id"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_signatures_account_id"),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_signatures"),
        sqlite_with_rowid=False,
    )
