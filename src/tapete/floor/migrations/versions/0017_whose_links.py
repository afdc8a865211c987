"""Links know who made them, so that they end with what that person may."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Adds the column; of those made before nobody knows, and they end within a day."""
    op.add_column("links", sa.Column("made_by", sa.BigInteger()))
