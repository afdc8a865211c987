"""Names by what the eye sees of them, every act on an account, tables for practice, and what two have to agree to."""

import sqlalchemy as sa
from alembic import op

from tapete.engine.names import skeleton

revision = "0007"
down_revision = "0006"

Id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Makes room for them; whoever has an account already counts as having used it."""
    op.add_column("accounts", sa.Column("skeleton", sa.Text(), nullable=False, server_default=""))
    op.add_column("accounts", sa.Column("used", sa.BigInteger()))
    op.add_column("accounts", sa.Column("ended", sa.BigInteger()))
    _name_everybody()
    op.create_index("ix_accounts_skeleton", "accounts", ["skeleton"], unique=True)
    op.add_column("game_tables", sa.Column("practice", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("game_tables", sa.Column("asked", sa.Text(), nullable=False, server_default=""))
    op.create_table(
        "account_acts",
        sa.Column("id", Id, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("account_id", Id, nullable=False),
        sa.Column("by_id", Id),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_account_acts"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_account_acts_account_id"),
        sa.ForeignKeyConstraint(["by_id"], ["accounts.id"], name="fk_account_acts_by_id"),
    )
    op.create_index("ix_account_acts_account_id", "account_acts", ["account_id"])
    _let_it_only_grow()


def _name_everybody() -> None:
    """Names that were given before any two had to differ to the eye stay; the later one's skeleton has its number."""
    table = sa.table("accounts", *(sa.column(name) for name in ("id", "name", "skeleton", "used", "created")))
    conn, known = op.get_bind(), set()
    for id, name in conn.execute(sa.select(table.c.id, table.c.name).order_by(table.c.id)).all():
        own = skeleton(name)
        own = f"{own}#{id}" if own in known or not own else own
        known.add(own)
        conn.execute(sa.update(table).where(table.c.id == id).values(skeleton=own, used=table.c.created))


def _let_it_only_grow() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for act in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER account_acts_no_{act.lower()} BEFORE {act} ON account_acts "
                "BEGIN SELECT RAISE(ABORT, 'this log only grows'); END"
            )
        return
    op.execute(
        "CREATE FUNCTION only_grows() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'this log only grows'; END $$"
    )
    op.execute(
        "CREATE TRIGGER account_acts_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON account_acts "
        "FOR EACH STATEMENT EXECUTE FUNCTION only_grows()"
    )
