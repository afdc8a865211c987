"""The seed of the next round, promised before it opens, and what players bring to it."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Makes room for them at the tables that are there."""
    op.add_column("game_tables", sa.Column("next_seed", sa.Text(), nullable=False, server_default=""))
    op.add_column("seats", sa.Column("brought", sa.Text(), nullable=False, server_default=""))
