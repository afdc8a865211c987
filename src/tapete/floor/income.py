"""The income book: results of a day, or of a session, certified once by the Director.

Reglamento de Casinos of 1979, arts. 52 and 54: law where a text sends to it, a default elsewhere.
"""

from collections.abc import Callable, Sequence
from datetime import date
from typing import NamedTuple

from sqlalchemy import func, insert, select
from sqlalchemy.exc import IntegrityError

from tapete.errors import IllegalAction
from tapete.floor.calendar import day_of
from tapete.floor.connection import Database
from tapete.floor.documents import NAMES
from tapete.floor.register import Register, Registers
from tapete.floor.roles import Account, require
from tapete.floor.schema import accounts, certificates, game_tables
from tapete.floor.session import Session
from tapete.floor.trail import note


class Certificate(NamedTuple):
    """Who certified a day, or a session by its number, when, and what it came to then."""

    day: str
    tables: int
    cents: int
    boxes: int
    at: int
    by: str

    def holds(self, registers: Sequence[Register]) -> bool:
        """Whether the day's tables still come to what was certified."""
        return (self.tables, self.cents, self.boxes) == came_to(registers)


def came_to(registers: Sequence[Register]) -> tuple[int, int, int]:
    """How many tables, what they won, and what lay in their other boxes."""
    results = sum(register.result or 0 for register in registers)
    return len(registers), results, sum(register.others for register in registers)


class Income:
    """The days of a casino."""

    def __init__(self, db: Database, registers: Registers, clock: Callable[[], int]) -> None:
        self.db, self.registers, self.clock = db, registers, clock

    def certificate(self, of: date | Session) -> Certificate | None:
        """The certificate of a day or a session, if it has one."""
        c = certificates.c
        rows = select(c.day, c.tables, c.cents, c.boxes, c.at, accounts.c.name)
        rows = rows.join(accounts, accounts.c.id == c.account_id).where(c.day == _called(of))
        with self.db.read() as conn:
            row = conn.execute(rows).first()
        return Certificate(*row) if row else None

    def certify(self, by: Account, day: date) -> Certificate:
        """Certifies a day that is over, once everything that is due has been signed and counted."""
        require(by, ("director",), "certify the income of a day")
        registers = self.registers.closed_on(by, day)
        self._check_over(day)
        return self._certify(by, day, registers)

    def certify_session(self, by: Account, session: Session) -> Certificate:
        """The same of a session that has ended."""
        require(by, ("director",), "certify the income of a session")
        if session.ended is None:
            raise IllegalAction("session {number} is open: end it first", number=session.number)
        return self._certify(by, session, self.registers.closed_in(by, session))

    def _certify(self, by: Account, of: date | Session, registers: Sequence[Register]) -> Certificate:
        for register in registers:
            _check_ready(register)
        certificate = Certificate(_called(of), *came_to(registers), self.clock(), by.name)
        values = {name: value for name, value in certificate._asdict().items() if name != "by"}
        try:
            with self.db.write() as conn:
                conn.execute(insert(certificates).values(**values, account_id=by.id))
                note(conn, self.clock(), by, None, f"certify {certificate.day}")
        except IntegrityError:
            raise IllegalAction("{day} is certified already", day=certificate.day) from None
        return certificate

    def _check_over(self, day: date) -> None:
        open_ = select(func.count()).select_from(game_tables)
        with self.db.read() as conn:
            money = (game_tables.c.state == "open", ~game_tables.c.practice, game_tables.c.tournament == "")
            playing = conn.execute(open_.where(*money)).scalar_one()
        today = day_of(self.clock())
        if day > today or (day == today and playing):
            raise IllegalAction("{day} is not over: tables are open, or it has yet to come", day=str(day))


def _called(of: date | Session) -> str:
    """What is certified, as its certificate has it."""
    return f"session {of.number}" if isinstance(of, Session) else str(of)


def _check_ready(register: Register) -> None:
    """A table's register is closed: nothing waits for a second name, and every box has been counted."""
    if register.pending:
        raise IllegalAction(
            "{table}: document {number} waits for its second name",
            table=register.name,
            number=register.pending[0].number,
        )
    if register.due:
        box = NAMES[register.due[0]]
        raise IllegalAction("{table}: two have not counted this yet: {box}", table=register.name, box=box)
