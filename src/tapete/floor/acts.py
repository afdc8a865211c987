"""Every act on an account, by whom and when, in a log that only grows."""

from typing import NamedTuple

from sqlalchemy import Connection, insert, select

from tapete.floor.connection import Database
from tapete.floor.roles import Account, require
from tapete.floor.schema import account_acts, accounts

# What is done to accounts, as the log has it; what follows in the second column is its detail.
ACTS = (
    "made",  # a role
    "link made",
    "came in by a link",
    "signed in",
    "signed out",
    "password set",
    "password reset",
    "role changed",  # the old role and the new one
    "deactivated",
    "reactivated",
    "language changed",  # a language
    "looks like",  # somebody else's name
)


class AccountAct(NamedTuple):
    """Something done to an account. `by` is nobody where whoever holds the machine did it."""

    at: int
    account: str
    by: str
    what: str
    detail: str


def record(conn: Connection, at: int, account: Account, by: Account | None, what: str, detail: str = "") -> None:
    """Writes an act down, in the transaction that does it; what passers-by do to theirs would only fill the log."""
    assert what in ACTS
    if account.visits:
        return
    values = {"at": at, "account_id": account.id, "by_id": by.id if by else None, "what": what, "detail": detail}
    conn.execute(insert(account_acts).values(values))


def require_reader(by: Account) -> None:
    """Raises `Forbidden` unless somebody may read what was done to others' accounts."""
    require(by, ("director", "regulator"), "read what was done to an account")


def acts(db: Database, by: Account, account: Account, limit: int = 100) -> list[AccountAct]:
    """What was done to an account, the latest first: for its owner, directors and the regulator."""
    if by.id != account.id:
        require_reader(by)
    doer = accounts.alias()
    query = (
        select(account_acts.c.at, accounts.c.name, doer.c.name, account_acts.c.what, account_acts.c.detail)
        .join(accounts, accounts.c.id == account_acts.c.account_id)
        .outerjoin(doer, doer.c.id == account_acts.c.by_id)
        .where(account_acts.c.account_id == account.id)
        .order_by(account_acts.c.id.desc())
        .limit(limit)
    )
    with db.read() as conn:
        rows = conn.execute(query).all()
    return [AccountAct(at, name, by_name or "", what, detail) for at, name, by_name, what, detail in rows]
