"""Tables that run by themselves: whatever waits for the croupier alone is done after some seconds, and said to be so.

It knows no game. It opens the next round once enough sit, takes what is open to the croupier by default, and does for a
player who leaves, or has not answered for a minute, what the clock would do.
"""

import threading
from collections.abc import Callable
from typing import NamedTuple

from tapete.engine.places import ROLES, stakes
from tapete.engine.requests import Act
from tapete.engine.window import Option, Window
from tapete.errors import IllegalAction, TapeteError
from tapete.floor.accounts import Accounts
from tapete.floor.desk import Desk
from tapete.floor.roles import Forbidden
from tapete.floor.rounds import Rounds
from tapete.floor.standing import Position, Standing
from tapete.floor.tables import Tables

PATIENCE = 60  # seconds after which a player who does not answer does what the clock would do
LOOKS_EVERY = 0.5
CROUPIER = "croupier"


class Due(NamedTuple):
    """What is to be done at a table, and after how many seconds: for somebody, or a round to open."""

    seconds: int
    who: str = ""
    act: Act | None = None


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
        self._since: dict[str, tuple[tuple[int, int], int]] = {}
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
                for table_id in self.tables.automatic():
                    self.look(table_id)
            except TapeteError:  # a database that does not answer is asked again
                continue

    def look(self, table_id: str) -> Position | None:
        """Does what is due at a table, if its time has come."""
        at, wanted = self.desk.read(table_id, lambda found: (found.position[:2], due(found)))
        seen, since = self._since.get(table_id, ((-1, -1), 0))
        if seen != at:
            since = self.clock()
            self._since[table_id] = at, since
        if wanted is None or self.clock() - since < 1000 * wanted.seconds:
            return None
        try:
            return self._do(table_id, at, wanted)
        except (IllegalAction, Forbidden):  # somebody was quicker, or it cannot be: tried again after as long
            self._since[table_id] = at, self.clock()
            return None

    def _do(self, table_id: str, at: tuple[int, int], wanted: Due) -> Position:
        account, key = self.accounts.automatic(), f"{table_id} {at[0]}.{at[1]}"
        if wanted.act is None:
            return self.rounds.open_round(table_id, account, key)
        return self.rounds.by_itself(table_id, account, at, wanted.who, wanted.act, key)


def due(found: Standing) -> Due | None:
    """What a table waits for that is nobody's but the croupier's, or a player's who does not answer."""
    seconds, round = found.table.automatic, found.open_round
    if not seconds or found.table.state != "open":
        return None
    if round is None:
        return Due(seconds) if found.between and not found.held and enough(found) else None
    pending = round.pending
    if not isinstance(pending, Window):
        return None
    mine = default(pending, CROUPIER)
    if mine is not None:
        return None if _nothing_staked(found, pending) else Due(seconds, CROUPIER, mine.least_act)
    leaving = {seat.name for seat in found.sitting if seat.state == "leaving"}
    for who in pending.actors():
        item = default(pending, who) if who not in ROLES else None
        if item is not None:
            return Due(seconds if who in leaving else max(seconds, PATIENCE), who, item.least_act)
    return None


def enough(found: Standing) -> bool:
    """Whether as many sit with chips as the game needs."""
    staying = [seat.name for seat in found.sitting if seat.state == "sitting"]
    able = [who for who in staying if found.chips(who) >= found.table.settings.chip]
    return len(able) >= found.table.rules.least_players


def default(pending: Window, who: str) -> Option | None:
    """What the clock would take for somebody."""
    return next((item for item in pending.open(who) if item.default), None)


def _nothing_staked(found: Standing, pending: Window) -> bool:
    """Whether stakes are taken and none has been put down: then there is nothing to close."""
    takes = any(item.do == "stake" for who in pending.actors() if who not in ROLES for item in pending.open(who))
    places = found.round.places if found.round else {}
    return takes and not any(True for _ in stakes(places))
