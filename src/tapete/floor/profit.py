"""The profit register of a table between players: its hours, who dealt and changed, who held the bank, the cagnotte.

Reglamento de Casinos of 1979, art. 53: law where a text sends to it, a default elsewhere.
"""

from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, select, union

from tapete.engine.places import COMMISSION, place
from tapete.floor.connection import Database
from tapete.floor.documents import Document
from tapete.floor.register import Register
from tapete.floor.schema import accounts, commands, game_tables, ledger, rounds, session_lines
from tapete.floor.session import ON
from tapete.games import game
from tapete.law.sections import CircleRulebook

PAUSE = 15 * 60 * 1000  # without a round for as long, play was interrupted


class Stretch(NamedTuple):
    """A stretch in which hand followed hand, in milliseconds, and its rounds; without an end it still goes on."""

    since: int
    until: int | None
    first: int
    last: int


class Profit(NamedTuple):
    """A table's lines of the profit register; `taken` is what the books have in the box."""

    hours: tuple[Stretch, ...]
    croupiers: tuple[str, ...]
    changers: tuple[str, ...]
    bankers: tuple[str, ...]
    taken: int
    counted: Document | None

    def told(self) -> dict[str, Any]:
        """The same for a machine."""
        counted = self.counted._asdict() if self.counted else None
        return {**self._asdict(), "hours": [played._asdict() for played in self.hours], "counted": counted}


def profit(db: Database, register: Register) -> Profit | None:
    """The profit register of a table between players; a table against the house has none."""
    if not isinstance(game(register.game).rules(register.region), CircleRulebook):
        return None
    with db.read() as conn:
        here = select(game_tables.c.id).where(game_tables.c.public_id == register.table)
        table = conn.execute(here).scalar_one()
        taken, counted = register.boxes.get(COMMISSION, 0), register.counted.get(COMMISSION)
        croupiers, changers = _croupiers(conn, table), _named(conn, _on_duty(table, "cambista"))
        return Profit(_hours(conn, table), croupiers, changers, _bankers(conn, table), taken, counted)


def _hours(conn: Connection, table: int) -> tuple[Stretch, ...]:
    """When there was play: from the first round after a pause to the end of the last before one."""
    rows = select(rounds.c.number, rounds.c.opened, rounds.c.ended).where(rounds.c.table_id == table)
    stretches: list[Stretch] = []
    for number, opened, ended in conn.execute(rows.order_by(rounds.c.number)):
        before = stretches[-1] if stretches else None
        if before is not None and before.until is not None and opened - before.until < PAUSE:
            stretches[-1] = before._replace(until=ended, last=number)
        else:
            stretches.append(Stretch(opened, ended, number, number))
    return tuple(stretches)


def _croupiers(conn: Connection, table: int) -> tuple[str, ...]:
    """Who opened rounds, and who was on duty as a croupier."""
    opened = select(commands.c.account_id).where(commands.c.table_id == table, commands.c.what == "open-round")
    return _named(conn, accounts.c.id.in_(opened) | _on_duty(table, "crupier"))


def _on_duty(table: int, post: str) -> ColumnElement[bool]:
    """Whether an account was put on duty at a table in a post."""
    c = session_lines.c
    return accounts.c.id.in_(select(c.subject_id).where(c.table_id == table, c.what == ON, c.post == post))


def _named(conn: Connection, those: ColumnElement[bool]) -> tuple[str, ...]:
    return tuple(conn.execute(select(accounts.c.name).where(those).order_by(accounts.c.name)).scalars())


def _bankers(conn: Connection, table: int) -> tuple[str, ...]:
    """Who put chips up as the bank."""
    sides = union(
        *(
            select(side).where(ledger.c.table_id == table, side.startswith("banca/"))
            for side in (ledger.c.src, ledger.c.dst)
        )
    )
    return tuple(sorted({place(path).who for path in conn.execute(sides).scalars()}))
