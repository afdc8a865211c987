"""Waiting for a seat at a full table: going to the end of its line, leaving it, being struck off by its chief."""

from sqlalchemy import select

from tapete.errors import IllegalAction
from tapete.floor.desk import Desk
from tapete.floor.line import article, line, put_last, renew, take_out, vacant
from tapete.floor.office import decides
from tapete.floor.roles import CHIEFS, PLAYING, Account, Forbidden, require
from tapete.floor.schema import game_tables, waits
from tapete.floor.seats import Seats, check_invited, check_open
from tapete.floor.standing import Position, Standing, Waiting


class Lines:
    """The lists of a casino's tables."""

    def __init__(self, desk: Desk, seats: Seats) -> None:
        self.desk, self.seats = desk, seats

    def join(self, account: Account, table_id: str, key: str) -> Position:
        """Puts somebody at the end of a table's line."""

        def work(standing: Standing) -> None:
            require(account, PLAYING, "wait for a seat")
            check_invited(account)
            check_open(standing)
            if not standing.table.counts:
                raise IllegalAction("nobody waits for a seat at a table of practice or of a tournament")
            for admits in self.seats.before_sitting:
                admits(standing, account)
            _check_waits(standing, account)
            put_last(standing, account.id, account.name)

        return self.desk.run(table_id, account, key, "wait", work)

    def leave(self, account: Account, table_id: str, key: str) -> Position:
        """Somebody waits no more."""

        def work(standing: Standing) -> None:
            if all(one.account_id != account.id for one in line(standing)):
                raise IllegalAction("{who} does not wait for a seat here", who=account.name)
            take_out(standing, account.id)

        return self.desk.run(table_id, account, key, "wait no more", work)

    def strike(self, by: Account, table_id: str, who: str, key: str) -> Position:
        """Whoever keeps the list strikes somebody off who was called and does not come, or has gone."""

        def work(standing: Standing) -> None:
            decides(standing, by, CHIEFS, "keep the list of a table")
            renew(standing)
            if any(one.account_id == by.id for one in standing.waiting):
                raise Forbidden("{who} waits for a seat here: another keeps the list", who=by.name)
            one = next((one for one in standing.waiting if one.name == who), None)
            if one is None:
                raise IllegalAction("{who} does not wait for a seat here", article(standing), who=who)
            take_out(standing, one.account_id)

        return self.desk.run(table_id, by, key, f"strike {who}", work)

    def of(self, table_id: str) -> list[Waiting]:
        """A table's line as it is now."""
        return self.desk.read(table_id, line)

    def tables(self) -> list[str]:
        """The open tables that somebody waits at."""
        here = select(game_tables.c.public_id).where(game_tables.c.state == "open")
        some = here.where(game_tables.c.id.in_(select(waits.c.table_id))).order_by(game_tables.c.id)
        with self.desk.db.read() as conn:
            return list(conn.execute(some).scalars())


def _check_waits(standing: Standing, account: Account) -> None:
    """Whoever waits has no seat, and would find none."""
    seat, waiting = standing.seat_of(account.id), line(standing)
    if seat is not None and seat.state != "left":
        raise Forbidden("{who} sits at this table", who=seat.name)
    if any(one.account_id == account.id for one in waiting):
        raise IllegalAction("{who} waits for a seat here already", article(standing), who=account.name)
    if standing.table.seats is None or vacant(standing) > len(waiting):
        raise IllegalAction("a seat is free: sit down", article(standing))
