"""What the cage has to pay with at the start of a session: cash, and what a bank keeps blocked for it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection

from tapete.audit.breach import Breach
from tapete.errors import IllegalAction, Said
from tapete.floor.roles import CHIEFS, Account, require
from tapete.floor.session import Session, Sessions
from tapete.floor.standing import GameTable
from tapete.law.floats import due
from tapete.money import format_cents

CASH = "cash"
ARTICLE = "49.1"  # of the casino regulation of 1979


class Counted(NamedTuple):
    """What was written down, in cents."""

    cash: int
    blocked: int


class Reserve:
    """The guarantee of a casino's payments."""

    def __init__(self, sessions: Sessions) -> None:
        self.sessions = sessions

    def count(self, by: Account, cash: int, blocked: int, key: str) -> None:
        """Writes down what lies in the cage, and what is blocked in a bank."""
        require(by, CHIEFS, "write down what the cage has")

        def check(_: Connection, session: Session) -> None:
            if session.rules is None or session.rules.guarantee is None:
                raise IllegalAction("the text of this session asks for no guarantee in the cage")

        self.sessions.do(by, key, CASH, check, detail=f"{cash} {blocked}")


def counted(detail: str) -> Counted:
    """What a line says that was written down."""
    cash, _, blocked = detail.partition(" ")
    return Counted(int(cash), int(blocked))


def check_reserve(session: Session, tables: Sequence[GameTable], own: Mapping[str, int]) -> Iterator[Breach]:
    """What is missing of the guarantee: the float of the table with the highest minimum, half of it in cash.

    `own` are floats that the house has set itself, by game and in minimums.
    """
    rule = session.rules.guarantee if session.rules else None
    mine = [table for table in tables if rule and table.game in rule.games]
    highest = max(mine, key=lambda table: table.settings.minimum, default=None)
    if rule is None or highest is None:
        return
    settings = highest.settings
    least = due(highest.rules, settings.minimum, settings.authorised, own.get(highest.game))
    line = next((line for line in reversed(session.lines) if line.what == CASH), None)
    cents = least.cents if least else 0
    cash = -(-cents * rule.cash // 100)
    given = {"least": format_cents(cents), "cash": format_cents(cash), "article": ARTICLE}
    words = Said("{least} or more, {cash} of it in cash (casino regulation of 1979, art. {article})", **given)
    if least is not None and least.by in ("default", "house"):
        words = Said(
            "{least} or more, {cash} of it in cash, a default (casino regulation of 1979, art. {article})", **given
        )
    if line is None:
        yield Breach("guarantee", rule.article, Said("nobody has counted it yet"), words)
        return
    has = counted(line.detail)
    if has.cash < cash or sum(has) < cents:
        what = Said(
            "{cash} in cash, {blocked} blocked in a bank",
            cash=format_cents(has.cash),
            blocked=format_cents(has.blocked),
        )
        yield Breach("guarantee", rule.article, what, words)
