"""The desk: every command at a table takes its lock, is applied once, and is committed whole."""

import contextlib
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    ScalarSelect,
    Text,
    bindparam,
    func,
    literal_column,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from tapete.engine.carry import Carry
from tapete.errors import IllegalAction, TapeteError
from tapete.floor.connection import Database, Unavailable, reason, unavailable
from tapete.floor.feed import Feed
from tapete.floor.meters import left_behind, meters_of
from tapete.floor.prepared import Call, Prepared, given, insertion, together
from tapete.floor.roles import STAFF, Account, Forbidden
from tapete.floor.schema import commands, entries, game_tables
from tapete.floor.standing import Position, Standing, load
from tapete.floor.trail import noted

T = TypeVar("T")
Work = Callable[[Standing], None]


class Order(NamedTuple):
    """A command: what `run` takes."""

    public_id: str
    account: Account
    key: str
    what: str
    work: Work


class Done(NamedTuple):
    """What an order has done at a hot table, and the writes that make it so, if their guard finds the table."""

    position: Position
    guard: Call
    writes: list[Call]


def _last_line(round_id: ColumnElement[int]) -> ScalarSelect[str]:
    """The last line of a round."""
    lines = select(entries.c.line).where(entries.c.round_id == round_id).order_by(entries.c.n.desc())
    one = lines.limit(literal_column("1")).offset(literal_column("0"))  # SQLite would be given an offset as a value
    return one.correlate_except(entries).scalar_subquery()


_NOW = select(game_tables.c.change, _last_line(bindparam("round_id"))).where(
    game_tables.c.public_id == bindparam("public_id")
)
_READ = Prepared(_NOW)
_LOCK = Prepared(_NOW.with_for_update(of=game_tables))
_DONE = Prepared(
    select(commands.c.table_id, commands.c.what, commands.c.round, commands.c.n, commands.c.change).where(
        commands.c.account_id == bindparam("account_id"), commands.c.key == bindparam("key")
    )
)
_COMMAND = insertion(commands, "account_id", "key", "table_id", "what", "round", "n", "change")
_CHANGE = Prepared(update(game_tables).where(game_tables.c.id == bindparam("id")).values(change=bindparam("new")))
_SEEN = given(id=BigInteger(), round_id=BigInteger(), old=BigInteger(), last=Text(), new=BigInteger())
# Takes the table's lock, if the table is as it was last seen here.
_CHANGE_IF_SAME = Prepared(
    update(game_tables)
    .where(
        game_tables.c.id == _SEEN.c.id,
        game_tables.c.change == _SEEN.c.old,
        func.coalesce(_last_line(_SEEN.c.round_id), literal_column("''")) == _SEEN.c.last,
    )
    .values(change=_SEEN.c.new),
    rows=True,
)
_NOTIFY = Prepared(select(func.pg_notify("tapete", bindparam("payload"))))


LEAVE = "leave"
VISIT_CHANGES = 20_000  # at a visitor's table
MOST_HOT = 1_000  # tables that are kept ready: whoever looks at all that ever were fills no memory


class Desk:
    """Runs commands and readings. It keeps hot tables, each valid only while the database's last line is its own."""

    def __init__(self, db: Database, feed: Feed, clock: Callable[[], int]) -> None:
        self.db = db
        self.feed = feed
        self.clock = clock
        self._hot: dict[str, Standing] = {}
        # A hot table is one thread's at a time. Tables share a few locks, so that unknown ids cannot fill the memory.
        self._locks = [threading.Lock() for _ in range(64)]

    def run(self, public_id: str, account: Account, key: str, what: str, work: Work) -> Position:
        """Does some work at a table, once for each key of an account; the same key again has the same result."""
        if not key:
            raise TapeteError("a command needs a key of its own")
        try:
            with self._lock(public_id):
                done = self._ahead(Order(public_id, account, key, what, work))
                if done is None:
                    with self.db.write() as conn:
                        done = self._asking(conn, public_id, account, key, what, work)
        except (IllegalAction, Forbidden):
            raise
        except IntegrityError:
            self._hot.pop(public_id, None)
            raise IllegalAction("somebody else wrote to this table at the same moment: try again") from None
        except BaseException as error:
            self._hot.pop(public_id, None)
            if isinstance(error, Exception) and unavailable(error):
                raise Unavailable(
                    "the database did not answer, so send it again with the same key: {why}", why=reason(error)
                ) from error
            raise
        self.feed.publish(public_id, done)
        return done

    def run_all(self, orders: Sequence[Order]) -> list[Position | None]:
        """Carries out, in one transaction, what can be at hot tables; nothing for each order that has to be `run`."""
        positions: list[Position | None] = [None] * len(orders)
        with self._all_locks(order.public_id for order in orders):
            try:
                ready = {i: done for i, order in enumerate(orders) if (done := self._at_hot(order))}
                tables: dict[int, list[int]] = {}
                for i in sorted(ready, key=lambda i: ready[i].guard[1]["id"]):
                    tables.setdefault(ready[i].guard[1]["id"], []).append(i)
                same = self.db.transact_all([_as_one([ready[i] for i in table]) for table in tables.values()])
            except BaseException:
                for order in orders:
                    self._hot.pop(order.public_id, None)
                raise
            for table, was_same in zip(tables.values(), same, strict=True):
                for i in table:
                    if was_same:
                        positions[i] = ready[i].position
                    else:
                        self._hot.pop(orders[i].public_id, None)
        for order, position in zip(orders, positions, strict=True):
            if position is not None:
                self.feed.publish(order.public_id, position)
        return positions

    def read(self, public_id: str, look: Callable[[Standing], T]) -> T:
        """Looks at a table as it stands."""
        with self._lock(public_id), self.db.read() as conn:
            (now,) = together(conn, (_READ, self._asked(public_id)))
            standing = self._standing(conn, public_id, now)
            _read_meters(conn, standing, lock=False)
            return look(standing)

    def forget(self) -> None:
        """Drops every hot table; what is asked for next is replayed from the database."""
        self._hot.clear()

    def _lock(self, public_id: str) -> threading.Lock:
        return self._locks[hash(public_id) % len(self._locks)]

    @contextlib.contextmanager
    def _all_locks(self, public_ids: Iterable[str]) -> Iterator[None]:
        """The locks of several tables, always taken in one order."""
        with contextlib.ExitStack() as held:
            for number in sorted({hash(public_id) % len(self._locks) for public_id in public_ids}):
                held.enter_context(self._locks[number])
            yield

    def _asked(self, public_id: str) -> dict[str, Any]:
        hot = self._hot.get(public_id)
        return {"public_id": public_id, "round_id": hot.round_id if hot else 0}

    def _standing(self, conn: Connection, public_id: str, now: list[Any]) -> Standing:
        """The hot table if it is what the database has now; otherwise the database's."""
        hot = self._hot.get(public_id)
        if hot is None or not now or hot.writes or tuple(now[0]) != (hot.change, hot.last or None):
            if len(self._hot) >= MOST_HOT:
                self._hot.clear()
            hot = self._hot[public_id] = load(conn, public_id)
        return hot

    def _ahead(self, order: Order) -> Position | None:
        """A command done at a hot table and then written, all at once and only if the database has that table still.

        Nothing, if it has not, if the key was used before, or if it could not be done there: then the database is
        asked.
        """
        done = self._at_hot(order)
        if done is None:
            return None
        try:
            same = self.db.transact(done.guard, done.writes)
        except IntegrityError:
            same = False
        if not same:
            self._hot.pop(order.public_id, None)
            return None
        return done.position

    def _at_hot(self, order: Order) -> Done | None:
        """A command done at a hot table: nothing, if it is not legal, or other tables may have changed what it reads.

        Whoever does not get it written forgets the table.
        """
        hot = self._hot.get(order.public_id)
        if hot is None or hot.writes or hot.table.meter or self.feed.change(order.public_id) > hot.change:
            return None
        if (order.account.id, order.key) in hot.keys:
            return None
        seen = {"id": hot.table.id, "round_id": hot.round_id, "last": hot.last, "old": hot.change}
        try:
            _check_visit(hot, order.account, order.what)
            order.work(hot)
        except (IllegalAction, Forbidden):
            return None
        except TapeteError:  # something of it may have been done
            self._hot.pop(order.public_id, None)
            return None
        position = self._finish(hot, order.account, order.key, order.what)
        writes, hot.writes = hot.writes, []
        return Done(position, (_CHANGE_IF_SAME, {**seen, "new": hot.change}), writes)

    def _asking(self, conn: Connection, public_id: str, account: Account, key: str, what: str, work: Work) -> Position:
        """A command behind the lock, where the first use of its key is seen if there was one."""
        who = {"account_id": account.id, "key": key}
        now, used = together(conn, (_LOCK, self._asked(public_id)), (_DONE, who))
        standing = self._standing(conn, public_id, now)
        if used:
            standing.use(account.id, key)
            return _again(used[0], standing, key, what)
        _read_meters(conn, standing, lock=True)
        _check_visit(standing, account, what)
        work(standing)
        done = self._finish(standing, account, key, what)
        together(conn, (_CHANGE, {"id": standing.table.id, "new": standing.change}), *standing.writes)
        standing.writes.clear()
        return done

    def _finish(self, standing: Standing, account: Account, key: str, what: str) -> Position:
        """What is written of every command besides what it does."""
        standing.change += 1
        standing.use(account.id, key)
        done = standing.position
        where = {"table_id": standing.table.id, "what": what, **done._asdict()}
        standing.writes.append((_COMMAND, {"account_id": account.id, "key": key, **where}))
        if account.role in STAFF:
            standing.writes.append(noted(self.clock(), account, standing.table.id, what))
        if not self.db.sqlite:
            payload = f"{standing.table.public_id} {done.round} {done.n} {done.change}"
            standing.writes.append((_NOTIFY, {"payload": payload}))
        return done


def _check_visit(standing: Standing, account: Account, what: str) -> None:
    """Who gave no name writes no more than an evening's worth at a table, whatever it is; they can always leave it."""
    if account.visits and standing.change >= VISIT_CHANGES and what != LEAVE:
        raise IllegalAction("too much has been done at this table: leave it, and sit down at another")


def _as_one(several: list[Done]) -> tuple[Call, list[Call]]:
    """What was done at one table, one thing after another, as if it were one thing."""
    statement, values = several[0].guard
    last = several[-1].guard[1]["new"]
    return (statement, {**values, "new": last}), [call for done in several for call in done.writes]


def _read_meters(conn: Connection, standing: Standing, lock: bool) -> None:
    """The accumulated prizes of a table as they stand now."""
    if standing.table.meter:
        standing.meters = meters_of(conn, standing.table.meter, standing.places(), lock)
        carry = standing.table.play.carry
        if lock and standing.round is None and issubclass(carry, Carry):
            standing.taken_over = left_behind(conn, standing.table.meter, carry.with_prize)


def _again(used: Any, standing: Standing, key: str, what: str) -> Position:
    """The result of a command that was done before."""
    table, before, *position = used
    if (table, before) != (standing.table.id, what):
        raise Forbidden("the key '{key}' was used for another command: {before}", key=key, before=before)
    return Position(*position)
