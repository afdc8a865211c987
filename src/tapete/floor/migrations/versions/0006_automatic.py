"""Tables that run by themselves: after how many seconds each goes on."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """None of the tables that are there does."""
    op.add_column("game_tables", sa.Column("automatic", sa.BigInteger(), nullable=False, server_default="0"))
