"""Orphan stakes: chips lost, or left in play by nobody knows whom, as the cage keeps them in a register of their own.

Reglamento de Casinos of 1979, art. 43: law where a text sends to it, a default elsewhere.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, insert, select

from tapete.engine.names import skeleton
from tapete.errors import IllegalAction, Missing, Said, TapeteError
from tapete.floor.connection import Database
from tapete.floor.growing import following, id_in_books, told, writing, written
from tapete.floor.roles import CHIEFS, READING, STAFF, Account, Forbidden, require
from tapete.floor.schema import accounts, game_tables, orphan_ends, orphans
from tapete.floor.trail import note

RETURNED, HANDED_OVER = ENDS = ("returned", "handed-over")


class Orphan(NamedTuple):
    """A stake that nobody owned up to, and what became of it: `what`, to whom, and on which proof."""

    number: int
    at: int
    by: str
    table: str
    cents: int
    found: str
    what: str
    ended: int | None
    signer: str
    name: str
    proof: str


class Orphans:
    """The cage's register of orphan stakes. What is written stays; what became of a stake is a line of its own."""

    def __init__(self, db: Database, clock: Callable[[], int]) -> None:
        self.db, self.clock = db, clock

    def read(self, by: Account) -> list[Orphan]:
        """The register, the oldest first."""
        require(by, READING, "read the books")
        return self.all()

    def all(self) -> list[Orphan]:
        """The same; for who has the database itself."""
        with self.db.read() as conn:
            return [Orphan(*row) for row in conn.execute(_all()).all()]

    def enter(self, by: Account, cents: int, found: str, table_id: str, key: str) -> int:
        """Enters chips that were found; of a stake left in play only the first counts, without what it won since."""
        require(by, STAFF, "enter an orphan stake")
        if cents <= 0 or not found.strip():
            raise TapeteError("say how many euros were found, and where")
        where = told(found, Said("what is said of it"))
        with writing(self.db) as conn:
            table = id_in_books(conn, table_id) if table_id else None
            values = {"table_id": table, "cents": cents, "found": where}
            before = written(conn, orphans, by, key, **values)
            if before is not None:
                return int(before.number)
            number = following(conn, orphans, "number")
            self._write(conn, orphans, by, key, number, values)
            note(conn, self.clock(), by, table, f"orphan {number} {cents}")
        return number

    def end(self, by: Account, number: int, what: str, name: str, proof: str, key: str) -> None:
        """Returns a stake to who proved it theirs, or hands it over when the season ends; who and why is noted."""
        require(by, CHIEFS, "return or hand over an orphan stake")
        if what not in ENDS:
            raise TapeteError("'{what}' is no end of an orphan stake: returned or handed-over", what=what[:20])
        if not name.strip() or not proof.strip():
            raise TapeteError("say to whom, and on which proof or paper")
        if what == RETURNED and skeleton(name.strip()) == skeleton(by.name):
            raise Forbidden("nobody returns chips to themselves: another does")
        values = {"what": what, "name": told(name, Said("a name")), "proof": told(proof, Said("what is said of it"))}
        with writing(self.db) as conn:
            if written(conn, orphan_ends, by, key, **values, number=number):
                return
            if conn.execute(select(orphans.c.number).where(orphans.c.number == number)).scalar() is None:
                raise Missing("there is no orphan stake {number}", number=number)
            if conn.execute(select(orphan_ends.c.number).where(orphan_ends.c.number == number)).scalar() is not None:
                raise IllegalAction("orphan stake {number} is not in the cage any more", number=number)
            self._write(conn, orphan_ends, by, key, number, values)
            note(conn, self.clock(), by, None, f"orphan {number} {what}")

    def _write(self, conn: Connection, log: Any, by: Account, key: str, number: int, values: dict[str, Any]) -> None:
        conn.execute(insert(log).values(number=number, at=self.clock(), account_id=by.id, key=key, **values))


def kept(register: Sequence[Orphan]) -> int:
    """What the cage must have for them."""
    return sum(orphan.cents for orphan in register if not orphan.what)


def _all() -> Any:
    finder, signer = accounts.alias("finder"), accounts.alias("signer")
    o, e = orphans.c, orphan_ends.c
    text = [func.coalesce(column, "") for column in (e.what, signer.c.name, e.name, e.proof)]
    return (
        select(
            *(o.number, o.at, finder.c.name, func.coalesce(game_tables.c.public_id, ""), o.cents, o.found),
            *(text[0], e.at, text[1], text[2], text[3]),
        )
        .join(finder, finder.c.id == o.account_id)
        .outerjoin(game_tables, game_tables.c.id == o.table_id)
        .outerjoin(orphan_ends, e.number == o.number)
        .outerjoin(signer, signer.c.id == e.account_id)
        .order_by(o.number)
    )
