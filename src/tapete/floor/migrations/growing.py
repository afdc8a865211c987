"""Logs that only grow: the database itself refuses to change or delete what is in them. For migrations from 0015 on."""

from alembic import op


def let_it_only_grow(*names: str) -> None:
    """Lets some tables only grow; on PostgreSQL by the function that migration 0007 made."""
    for name in names:
        if op.get_bind().dialect.name == "sqlite":
            for act in ("UPDATE", "DELETE"):
                op.execute(
                    f"CREATE TRIGGER {name}_no_{act.lower()} BEFORE {act} ON {name} "
                    "BEGIN SELECT RAISE(ABORT, 'this log only grows'); END"
                )
        else:
            op.execute(
                f"CREATE TRIGGER {name}_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON {name} "
                "FOR EACH STATEMENT EXECUTE FUNCTION only_grows()"
            )
