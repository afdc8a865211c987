"""The books: accounts, tables, rounds, ledger."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Makes the first tables."""
    op.create_table(
        "accounts",
        sa.Column("id", ID, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("password", sa.Text(), nullable=True),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.CheckConstraint(
            "role IN ('director', 'inspector', 'croupier', 'player', 'regulator')", name="ck_accounts_role"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_accounts"),
        sa.UniqueConstraint("name", name="uq_accounts_name"),
    )
    op.create_table(
        "game_tables",
        sa.Column("id", ID, nullable=False),
        sa.Column("public_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("region", sa.Text(), nullable=False),
        sa.Column("choices", sa.Text(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("physical", sa.Boolean(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=True),
        sa.Column("opened_by", ID, nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("change", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("state IN ('open', 'closed')", name="ck_game_tables_state"),
        sa.ForeignKeyConstraint(["opened_by"], ["accounts.id"], name="fk_game_tables_opened_by"),
        sa.PrimaryKeyConstraint("id", name="pk_game_tables"),
        sa.UniqueConstraint("public_id", name="uq_game_tables_public_id"),
    )
    op.create_table(
        "sessions",
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("account_id", ID, nullable=False),
        sa.Column("csrf", sa.Text(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_sessions_account_id"),
        sa.PrimaryKeyConstraint("token", name="pk_sessions"),
    )
    op.create_index("ix_sessions_account_id", "sessions", ["account_id"], unique=False)
    op.create_table(
        "commands",
        sa.Column("account_id", ID, autoincrement=False, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("table_id", ID, nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("round", sa.BigInteger(), nullable=False),
        sa.Column("n", sa.BigInteger(), nullable=False),
        sa.Column("change", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_commands_account_id"),
        sa.ForeignKeyConstraint(["table_id"], ["game_tables.id"], name="fk_commands_table_id"),
        sa.PrimaryKeyConstraint("account_id", "key", name="pk_commands"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "ledger",
        sa.Column("table_id", ID, autoincrement=False, nullable=False),
        sa.Column("line", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("round", sa.BigInteger(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=True),
        sa.Column("src", sa.Text(), nullable=False),
        sa.Column("dst", sa.Text(), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("article", sa.Text(), nullable=False),
        sa.CheckConstraint("cents > 0", name="ck_ledger_cents"),
        sa.ForeignKeyConstraint(["table_id"], ["game_tables.id"], name="fk_ledger_table_id"),
        sa.PrimaryKeyConstraint("table_id", "line", name="pk_ledger"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_ledger_cage",
        "ledger",
        ["table_id", "round"],
        unique=False,
        sqlite_where=sa.text("n IS NULL"),
        postgresql_where=sa.text("n IS NULL"),
    )
    op.create_table(
        "links",
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("account_id", ID, nullable=True),
        sa.Column("role", sa.Text(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("table_id", ID, nullable=True),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_links_account_id"),
        sa.ForeignKeyConstraint(["table_id"], ["game_tables.id"], name="fk_links_table_id"),
        sa.PrimaryKeyConstraint("token", name="pk_links"),
    )
    op.create_table(
        "rounds",
        sa.Column("id", ID, nullable=False),
        sa.Column("table_id", ID, nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("procedure", sa.BigInteger(), nullable=False),
        sa.Column("players", sa.Text(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("opened", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("state IN ('open', 'finished', 'void')", name="ck_rounds_state"),
        sa.ForeignKeyConstraint(["table_id"], ["game_tables.id"], name="fk_rounds_table_id"),
        sa.PrimaryKeyConstraint("id", name="pk_rounds"),
        sa.UniqueConstraint("table_id", "number", name="uq_rounds_table_id_number"),
    )
    op.create_table(
        "seats",
        sa.Column("id", ID, nullable=False),
        sa.Column("table_id", ID, nullable=False),
        sa.Column("account_id", ID, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("place", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("state IN ('sitting', 'leaving', 'left')", name="ck_seats_state"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_seats_account_id"),
        sa.ForeignKeyConstraint(["table_id"], ["game_tables.id"], name="fk_seats_table_id"),
        sa.PrimaryKeyConstraint("id", name="pk_seats"),
        sa.UniqueConstraint("table_id", "account_id", name="uq_seats_table_id_account_id"),
        sa.UniqueConstraint("table_id", "name", name="uq_seats_table_id_name"),
    )
    op.create_table(
        "staff_actions",
        sa.Column("id", ID, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("account_id", ID, nullable=False),
        sa.Column("table_id", ID, nullable=True),
        sa.Column("what", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_staff_actions_account_id"),
        sa.ForeignKeyConstraint(["table_id"], ["game_tables.id"], name="fk_staff_actions_table_id"),
        sa.PrimaryKeyConstraint("id", name="pk_staff_actions"),
    )
    op.create_table(
        "entries",
        sa.Column("round_id", ID, autoincrement=False, nullable=False),
        sa.Column("n", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["round_id"], ["rounds.id"], name="fk_entries_round_id"),
        sa.PrimaryKeyConstraint("round_id", "n", name="pk_entries"),
        sqlite_with_rowid=False,
    )
