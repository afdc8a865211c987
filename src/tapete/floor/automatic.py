"""Tables that run by themselves: whatever waits for the croupier alone is done after some seconds, and said to be so.

It knows no game. It opens the next round once enough sit, takes what is open to the croupier by default, plays for the
robots, and does for a player who leaves, or has not answered for a minute, what the clock would do. Where players pay
by the session, it takes that before the first hand of an hour. A practice waits for its owner, and is swept when left.
"""

import random
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from tapete.engine.places import ROLES, chips, place
from tapete.engine.record import Record
from tapete.engine.requests import Act
from tapete.engine.transcript import SESSION, Entry, In
from tapete.engine.window import Option, Refusal, Window
from tapete.errors import IllegalAction, TapeteError
from tapete.floor import robots
from tapete.floor.accounts import Accounts
from tapete.floor.desk import Desk
from tapete.floor.roles import Account, Forbidden, robot
from tapete.floor.rounds import Rounds
from tapete.floor.seats import Seats, refill
from tapete.floor.standing import Position, Standing
from tapete.floor.tables import Tables

PATIENCE = 60  # seconds after which a player who does not answer does what the clock would do
LEFT = 900  # seconds without an act of its owner after which a practice was left
QUICK = 1  # seconds that a robot takes
LOOKS_EVERY = 0.5
CROUPIER = "croupier"
STACK = 100  # minimums that a robot buys
HOUR = 3600  # seconds that a session lasts


class Due(NamedTuple):
    """What is to be done at a table, and after how many seconds: a round opened, an act for somebody, chips bought."""

    seconds: int
    do: Literal["open", "act", "fill"] = "open"
    who: str = ""
    act: Act = Act("")


class Look(NamedTuple):
    """What is read of a table at once: where it stands, what is due, whether a person acted lately or none is there."""

    change: int
    at: tuple[int, int]
    due: Due | None
    practice: bool
    attended: bool
    deserted: bool
    fee: Act | None
    opened: int


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
        self._charged: dict[str, int] = {}
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
            except TapeteError:  # a database that does not answer is asked again
                continue

    def look_at_all(self) -> None:
        """Does what is due at every table that runs by itself; those that no longer do are forgotten."""
        running = self.tables.running()
        for table_id, change in running.items():
            self.look(table_id, change)
        self._seen = {table_id: self._seen[table_id] for table_id in running if table_id in self._seen}
        self._charged = {table_id: self._charged[table_id] for table_id in running if table_id in self._charged}

    def look(self, table_id: str, change: int = -1) -> Position | None:
        """Does what is due at a table, if its time has come; one whose last change has been seen is not read again."""
        seen, now = self._seen.get(table_id), self.clock()
        found = seen.look if seen and seen.look.change == change else self.desk.read(table_id, _look)
        at, wanted = found.at, found.due
        if seen is None or seen.look.at != at:
            seen = Seen(found, now, now if seen is None or found.attended else seen.attended)
        seen = self._seen[table_id] = seen._replace(look=found)
        if found.practice and (found.deserted or now - seen.attended >= 1000 * LEFT):
            return self._trying(table_id, at, lambda by, key: self.tables.leave_table(by, table_id, f"left {key}"))
        if wanted is None or now - seen.since < 1000 * wanted.seconds:
            return None
        hour = (now - found.opened) // (1000 * HOUR)
        if found.fee is not None and self._charged.get(table_id) != hour:
            return self._charge(table_id, at, found.fee, hour)
        return self._trying(table_id, at, lambda by, key: self._do(table_id, at, wanted, by, key))

    def _charge(self, table_id: str, at: tuple[int, int], fee: Act, hour: int) -> Position | None:
        """Takes what a session costs. Its key is the hour's own, so nobody is charged twice, whoever else looks."""
        key = f"{table_id} {SESSION} {hour}"
        found = self._trying(table_id, at, lambda by, _: self.rounds.by_itself(table_id, by, at, CROUPIER, fee, key))
        if found is not None:
            self._charged[table_id] = hour
        return found

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


def _look(found: Standing) -> Look:
    """What there is to know of a table."""
    people = [seat for seat in found.seats if not robot(seat.name)]
    deserted = bool(people) and all(seat.state == "left" for seat in people)
    number, n, change = found.position
    table = found.table
    return Look(change, (number, n), due(found), table.practice, attended(found), deserted, _fee(found), table.created)


def _fee(found: Standing) -> Act | None:
    """What the croupier may take for a session before a hand, where the table takes it so; a tournament does not."""
    pending = found.open_round.pending if found.open_round is not None and not found.table.tournament else None
    if not isinstance(pending, Window):
        return None
    return next((item.least_act for item in pending.open(CROUPIER) if item.do == SESSION), None)


def attended(found: Standing) -> bool:
    """Whether somebody has acted in this round or the one before; or sits at a table where none has been played."""
    rounds = [round for round in (found.round, found.before) if round is not None]
    return not rounds or any(entry.act and not entry.by for round in rounds for entry in _inputs(round.log))


def due(found: Standing) -> Due | None:
    """What a table waits for that is nobody's but the croupier's or a robot's, or a player's who does not answer."""
    seconds, round = found.table.automatic, found.open_round
    if not seconds or found.table.state != "open":
        return None
    if round is None:
        return _between(found) if found.between and not found.waits else None
    pending = round.pending
    if not isinstance(pending, Window):
        return None
    for who in filter(robot, pending.actors()):
        source = random.Random(f"{found.table.public_id} {found.number} {found.position.n} {who}")
        act = robots.chosen(round, pending, who, source)
        if act is not None:
            return Due(QUICK, "act", who, act)
    mine = default(pending, CROUPIER)
    if mine is not None:
        return None if _nobody_in(found, pending) else Due(_pause(found, pending), "act", CROUPIER, mine.least_act)
    return _late(found, pending)


def _pause(found: Standing, pending: Window) -> int:
    """How long the croupier waits: among robots hardly, where there is nothing for anybody to stake."""
    seconds, players = found.table.automatic, [who for who in pending.actors() if who not in ROLES]
    stakes = any(item.step for who in players for item in pending.open(who))
    return min(seconds, QUICK) if any(map(robot, players)) and not stakes else seconds


def _late(found: Standing, pending: Window) -> Due | None:
    """What the clock would do for somebody who leaves or does not answer; the owner of a practice is waited for."""
    seconds = found.table.automatic
    leaving = {seat.name for seat in found.sitting if seat.state == "leaving"}
    for who in pending.actors():
        item = default(pending, who) if who not in ROLES else None
        if item is not None and (who in leaving or not found.table.practice):
            return Due(seconds if who in leaving else max(seconds, PATIENCE), "act", who, item.least_act)
    return None


def _between(found: Standing) -> Due | None:
    """The next round, once enough can play and one of them is a person; before it, robots buy what they need."""
    for seat in found.sitting:
        if robot(seat.name) and found.chips(seat.name) < found.table.settings.minimum:
            cents = _refill(found, seat.name)
            if cents:
                return Due(QUICK, "fill", seat.name, Act("buy-in", cents=cents))
    first = found.round is None and found.table.practice
    return Due(min(found.table.automatic, QUICK) if first else found.table.automatic) if enough(found) else None


def _refill(found: Standing, who: str) -> int:
    """What a robot buys: some minimums, or as many as the text lets it."""
    wanted, bounds = STACK * found.table.settings.minimum, refill(found, who)
    if isinstance(bounds, Refusal):
        return 0
    return wanted if bounds is None else bounds.hi


def enough(found: Standing) -> bool:
    """Whether as many sit as the game needs who have chips, in hand or on the felt; and one of them is no robot."""
    places, chip = found.places(), found.table.settings.chip
    owners = {place(path).who for path, cents in places.items() if cents and place(path).zone.name != "chips"}
    staying = [seat.name for seat in found.sitting if seat.state == "sitting"]
    able = [who for who in staying if places.get(chips(who), 0) >= chip or who in owners]
    return len(able) >= found.table.rules.least_players and not all(map(robot, able))


def default(pending: Window, who: str) -> Option | None:
    """What the clock would take for somebody."""
    return next((item for item in pending.open(who) if item.default), None)


def _nobody_in(found: Standing, pending: Window) -> bool:
    """Whether chips are taken from people and nobody has given any yet: then there is nothing to close."""
    people = [who for who in pending.actors() if who not in ROLES]
    if any(map(robot, people)) or found.round is None:
        return False
    return any(item.step for who in people for item in pending.open(who)) and not any(_in(found.round, people))


def _in(round: Record, people: Sequence[str]) -> Iterator[bool]:
    """Signs that somebody plays in a round: chips of theirs lie there, have gone, or were played for already."""
    before = round.header.balances
    yield from (place(path).who in people and place(path).zone.name != "chips" for path, c in round.places.items() if c)
    yield from (round.places.get(chips(who), 0) != before.get(chips(who), 0) for who in people)
    acted = False
    for entry in _inputs(round.log):
        acted = acted or entry.who in people
        yield acted and entry.fell is not None


def _inputs(log: Iterable[Entry]) -> Iterator[In]:
    return (entry for entry in log if isinstance(entry, In))
