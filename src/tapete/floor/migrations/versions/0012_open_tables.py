"""Tables that are open are found among any number that were."""

from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Makes the indexes by which a lobby and a start ask."""
    op.create_index("ix_game_tables_state", "game_tables", ["state"])
    op.create_index("ix_game_tables_rulebook", "game_tables", ["rulebook"])
