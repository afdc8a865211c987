"""Names that were given by another table of confusables: told apart by today's at every start, and none is taken away.

Of two that look alike now the first keeps the likeness, so that nobody new is called so; the other has its number.
"""

import logging
from collections.abc import Callable

from sqlalchemy import Connection, select, text, update

from tapete.engine.names import skeleton
from tapete.floor.acts import record
from tapete.floor.connection import Database
from tapete.floor.roles import VISITOR, Account
from tapete.floor.schema import accounts

log = logging.getLogger("tapete.floor")


def renew(db: Database, clock: Callable[[], int]) -> None:
    """Has every name look as it does now; two that cannot be told apart any more are reported."""
    with db.read() as conn:
        if not _changed(conn)[0]:
            return
    with db.write() as conn:
        if not db.sqlite:
            conn.execute(text("SELECT pg_advisory_xact_lock(hashtext('tapete names'))"))
        changed, alike = _changed(conn)
        for id in changed:
            conn.execute(update(accounts).where(accounts.c.id == id).values(skeleton=f"##{id}"))
        for id, own in changed.items():
            conn.execute(update(accounts).where(accounts.c.id == id).values(skeleton=own))
        for one, other in alike:
            log.warning(
                "the names '%s' and '%s' look alike: both stay, and nobody else can have one", one.name, other.name
            )
            for mine, theirs in ((one, other), (other, one)):
                record(conn, clock(), mine, None, "looks like", theirs.name)


def _changed(conn: Connection) -> tuple[dict[int, str], list[tuple[Account, Account]]]:
    """What is to be written, by account; and whose names look alike because of it."""
    columns = accounts.c.id, accounts.c.name, accounts.c.role, accounts.c.language
    people = select(*columns, accounts.c.skeleton).where(~accounts.c.name.startswith(VISITOR)).order_by(accounts.c.id)
    first: dict[str, Account] = {}
    changed: dict[int, str] = {}
    alike: list[tuple[Account, Account]] = []
    for *about, before in conn.execute(people):
        account = Account(*about)
        own = skeleton(account.name)
        other = first.setdefault(own, account)
        now = own if other is account and own else f"{own}##{account.id}"
        if now != before:
            changed[account.id] = now
            if other is not account:
                alike.append((other, account))
    return changed, alike
