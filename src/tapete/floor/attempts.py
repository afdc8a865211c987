"""How often somebody has tried lately: counted in the database, for all workers together and over restarts."""

import hashlib
from collections.abc import Callable

from sqlalchemy import case, delete, func, select, text, update

from tapete.floor.connection import Database
from tapete.floor.schema import attempts

# A count starts anew when its time is over, or has not come yet, the clock having run ahead. Beyond the limit nothing
# is written, so that what is refused costs little, and nobody is kept out for longer by trying again.
_COUNT = text(
    "INSERT INTO attempts (who, tries, since) VALUES (:who, 1, :now) ON CONFLICT (who) DO UPDATE SET "
    "tries = CASE WHEN attempts.since <= :past OR attempts.since > :now THEN 1 ELSE attempts.tries + 1 END, "
    "since = CASE WHEN attempts.since <= :past OR attempts.since > :now THEN :now ELSE attempts.since END "
    "WHERE attempts.since <= :past OR attempts.since > :now OR attempts.tries < :most RETURNING tries"
)


class Attempts:
    """Attempts by whom they concern: an address, or a name. The database knows only hashes of either."""

    def __init__(self, db: Database, clock: Callable[[], int]) -> None:
        self.db = db
        self.clock = clock

    def allowed(self, whom: list[str], most: int, lifetime: int) -> bool:
        """Counts an attempt against each in turn, until one has had too many; whether none has."""
        now = self.clock()
        given = {"now": now, "past": now - lifetime, "most": most}
        with self.db.write() as conn:
            return all(conn.execute(_COUNT, {**given, "who": _hash(who)}).first() is not None for who in whom)

    def over_in(self, whom: list[str], lifetime: int) -> int:
        """How many seconds it takes until nothing that was tried counts any more against any of them."""
        begun = select(func.max(attempts.c.since)).where(attempts.c.who.in_([_hash(who) for who in whom]))
        with self.db.read() as conn:
            since = conn.execute(begun).scalar() or 0
        return -(-(since + lifetime - self.clock()) // 1000)

    def take_back(self, of: str, own: str) -> None:
        """What somebody tried no longer counts against what they share with others."""
        tried = select(attempts.c.tries).where(attempts.c.who == _hash(own)).scalar_subquery()
        left = case((attempts.c.tries > func.coalesce(tried, 0), attempts.c.tries - func.coalesce(tried, 0)), else_=0)
        with self.db.write() as conn:
            conn.execute(update(attempts).where(attempts.c.who == _hash(of)).values(tries=left))

    def forget(self, whom: list[str], lifetime: int) -> None:
        """After a success, nothing is held against anybody; what is over is forgotten too."""
        over = attempts.c.since <= self.clock() - lifetime
        with self.db.write() as conn:
            conn.execute(delete(attempts).where(over | attempts.c.who.in_([_hash(who) for who in whom])))


def _hash(who: str) -> str:
    return hashlib.sha256(who.encode()).hexdigest()
