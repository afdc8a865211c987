"""Tables that run by themselves: whatever waits for the croupier alone is done after some seconds, and said to be so.

It knows no game. It opens the next round once enough sit, takes what is open to the croupier by default, plays for the
robots, and does for a player who leaves, or has not answered for a minute, what the clock would do; where the text has
the croupier warn who is slow, he is warned first, once half of that time has passed. Where players pay by the session,
it takes that before a hand once what they paid is over. A practice waits for its owner, and is swept when left.
"""

import logging
import threading
from collections.abc import Callable, Iterator
from typing import NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from tapete.engine.requests import Act
from tapete.engine.round import now as present
from tapete.engine.transcript import CHARGES
from tapete.engine.warning import CROUPIER
from tapete.engine.window import Window
from tapete.errors import IllegalAction, TapeteError
from tapete.floor.accounts import Accounts
from tapete.floor.charges import paid
from tapete.floor.connection import reason
from tapete.floor.desk import Desk
from tapete.floor.due import Due, attended, due
from tapete.floor.roles import Account, Forbidden, robot
from tapete.floor.rounds import Rounds
from tapete.floor.seats import Seats
from tapete.floor.standing import Position, Standing
from tapete.floor.tables import Tables

LEFT = 900  # seconds without an act of its owner after which a practice was left
LOOKS_EVERY = 0.5
log = logging.getLogger("tapete.floor")


class Look(NamedTuple):
    """What is read of a table at once: where it stands, what is due, whether a person acted lately or none is there.

    `fees` is what may be taken for a session, and from when on: of all once what they paid is over, or of one.
    """

    change: int
    at: tuple[int, int]
    due: Due | None
    practice: bool
    attended: bool
    deserted: bool
    fees: tuple[tuple[int, Act], ...]


class Seen(NamedTuple):
    """How a table was found, since when it is where it is, and when a person was last known to act there."""

    look: Look
    since: int
    attended: int


class Automatic:
    """Sees to the tables that run by themselves. Any number of processes may: each step is done once."""

    def __init__(
        self,
        desk: Desk,
        tables: Tables,
        rounds: Rounds,
        accounts: Accounts,
        clock: Callable[[], int],
        besides: Callable[[], None] = lambda: None,
    ) -> None:
        self.besides = besides
        self.desk, self.tables, self.rounds, self.accounts, self.clock = desk, tables, rounds, accounts, clock
        self.seats = Seats(desk)
        self._seen: dict[str, Seen] = {}
        self._account: Account | None = None
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Looks at the tables from time to time, from now on."""
        self._thread = threading.Thread(target=self._run, name="tapete automatic", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Ends the looking."""
        self._ended.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while not self._ended.wait(LOOKS_EVERY):
            try:
                self.besides()
                self.look_at_all()
            except (TapeteError, SQLAlchemyError) as error:  # a database that does not answer is asked again
                log.error("tables that run by themselves: the database: %s", reason(error))

    def look_at_all(self) -> None:
        """Does what is due at every table that runs by itself; those that no longer do are forgotten."""
        running = self.tables.running()
        for table_id, change in running.items():
            self.look(table_id, change)
        self._seen = {table_id: self._seen[table_id] for table_id in running if table_id in self._seen}

    def look(self, table_id: str, change: int = -1) -> Position | None:
        """Does what is due at a table, if its time has come; one whose last change has been seen is not read again."""
        seen, now = self._seen.get(table_id), self.clock()
        look = seen.look if seen and seen.look.change == change else self.desk.read(table_id, self._look)
        at, wanted = look.at, look.due
        if seen is None or seen.look.at != at:
            seen = Seen(look, now, now if seen is None or look.attended else seen.attended)
        # A clock that was put back has no table wait until it is as late again.
        since, last = min(seen.since, now), min(seen.attended, now)
        seen = self._seen[table_id] = Seen(look, since, last)
        if look.practice and (look.deserted or now - seen.attended >= 1000 * LEFT):
            return self._trying(table_id, at, lambda by, key: self.tables.leave_table(by, table_id, f"left {key}"))
        if wanted is None or now - seen.since < 1000 * wanted.seconds:
            return None
        if fee := next((act for since, act in look.fees if present() >= since), None):
            wanted = Due(wanted.seconds, "act", CROUPIER, fee)
        return self._trying(table_id, at, lambda by, key: self._do(table_id, at, wanted, by, key))

    def _look(self, standing: Standing) -> Look:
        """What there is to know of a table."""
        people = [seat for seat in standing.seats if not robot(seat.name)]
        deserted = bool(people) and all(seat.state == "left" for seat in people)
        number, n, change = standing.position
        practice, fees = standing.table.practice, tuple(self._fees(standing))
        return Look(change, (number, n), due(standing), practice, attended(standing), deserted, fees)

    def _fees(self, standing: Standing) -> Iterator[tuple[int, Act]]:
        """What the croupier may take for a session before a hand, and from when on; a tournament takes none.

        Of all at once, or where some have paid since the others, of one after the other.
        """
        round = None if standing.table.tournament else standing.open_round
        if round is None or not isinstance(round.pending, Window):
            return
        acts = [item.least_act for item in round.pending.open(CROUPIER) if item.do in CHARGES]
        until = paid(self.desk.db, standing) if acts else {}
        every = max((until.get(who, 0) for who in round.header.players), default=0)
        for act in acts:
            who = act.on.partition(":")[2]
            yield until.get(who, 0) if who else every, act

    def _trying(self, table_id: str, at: tuple[int, int], work: Callable[[Account, str], Position]) -> Position | None:
        """What was done; nothing, if somebody was quicker or it cannot be: then it is tried again after as long."""
        self._account = self._account or self.accounts.automatic()
        try:
            return work(self._account, f"{table_id} {at[0]}.{at[1]}")
        except (IllegalAction, Forbidden):
            self._seen[table_id] = self._seen[table_id]._replace(since=self.clock())
            return None

    def _do(self, table_id: str, at: tuple[int, int], wanted: Due, by: Account, key: str) -> Position:
        if wanted.do == "open":
            return self.rounds.open_round(table_id, by, key)
        if wanted.do == "fill":
            return self.seats.buy_in(self.accounts.account(wanted.who), table_id, wanted.act.cents, key)
        return self.rounds.by_itself(table_id, by, at, wanted.who, wanted.act, key)
