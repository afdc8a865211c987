"""Editions, which tables and rounds keep; what fell in a round, for the board of its table; options in one language."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

SAID = {"yes": "si", "half": "mitad", "whole": "entera"}


def upgrade() -> None:
    """Makes their table, and room for them at the tables that are there."""
    op.create_table(
        "editions",
        sa.Column("rulebook", sa.Text(), nullable=False),
        sa.Column("procedure", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("region", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("rulebook", "procedure", name="pk_editions"),
    )
    for name in ("rulebook", "adopted"):
        op.add_column("game_tables", sa.Column(name, sa.Text(), nullable=False, server_default=""))
    op.add_column("game_tables", sa.Column("procedure", sa.BigInteger(), nullable=False, server_default="0"))
    op.add_column("rounds", sa.Column("fell", sa.Text(), nullable=False, server_default=""))
    tables = sa.table("game_tables", sa.column("id", sa.BigInteger), sa.column("settings", sa.Text))
    conn = op.get_bind()
    for id, text in conn.execute(sa.select(tables.c.id, tables.c.settings)).all():
        settings = json.loads(text)
        options = {name: SAID.get(value, value) for name, value in settings.get("options", {}).items()}
        if options != settings.get("options", {}):
            words = json.dumps({**settings, "options": options}, separators=(",", ":"), ensure_ascii=False)
            conn.execute(sa.update(tables).where(tables.c.id == id).values(settings=words))
