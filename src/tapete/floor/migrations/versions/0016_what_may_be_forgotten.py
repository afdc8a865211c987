"""Whatever names an account or a table is found by it, so that either can be forgotten without reading everything.

Rounds are found by when they were opened, so that the latest of all tables are read without the others.
"""

from alembic import op

revision = "0016"
down_revision = "0015"

NAMING = {
    "account_acts": ("by_id",),
    "barred": ("by_id",),
    "cases": ("table_id", "subject_id"),
    "certificates": ("account_id",),
    "commands": ("table_id",),
    "documents": ("account_id",),
    "game_tables": ("opened_by",),
    "links": ("account_id", "table_id"),
    "meter_lines": ("table_id",),
    "orphans": ("table_id",),
    "reckonings": ("account_id",),
    "seats": ("account_id",),
    "session_lines": ("table_id", "subject_id"),
    "signatures": ("account_id",),
    "staff_actions": ("account_id", "table_id"),
    "stock_lines": ("table_id",),
    "tournament_acts": ("account_id",),
    "tournament_entries": ("account_id",),
    "tournament_money": ("account_id",),
    "tournaments": ("account_id",),
    "waits": ("account_id",),
}


def upgrade() -> None:
    """Makes an index of each."""
    for table, columns in NAMING.items():
        for column in columns:
            op.create_index(f"ix_{table}_{column}", table, [column])
    op.create_index("ix_rounds_opened", "rounds", ["opened", "id"])
