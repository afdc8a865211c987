"""One look at a tournament that runs: who has lost is taken out, people move, levels change, the next hands begin.

Every step is a command at one table, written whole and done once by its key: whoever looks next goes on from there.
"""

import contextlib
import json
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import bindparam, func, select, update
from sqlalchemy.exc import IntegrityError

from tapete.audit.tournament import LAST
from tapete.engine.places import CAGE, chips, place
from tapete.engine.requests import Move
from tapete.errors import IllegalAction
from tapete.floor.prepared import Call, Prepared, insertion
from tapete.floor.roles import Account, Forbidden, NoTable
from tapete.floor.schema import tournament_acts, tournament_entries, tournaments
from tapete.floor.seats import leave, sit
from tapete.floor.standing import Position, Seat, Standing, through_cage
from tapete.floor.tables import Tables, update_table
from tapete.floor.tournament import rows
from tapete.floor.tournament.rows import IN, Entry, Tournament, this_entry
from tapete.torneo import icm, levels, places, prizes
from tapete.torneo.lots import shuffled
from tapete.torneo.tables import Shift, shifts

_ACT = insertion(tournament_acts, "tournament_id", "at", "account_id", "what", "detail")
_HERE = (tournament_entries.c.tournament_id == bindparam("of"), tournament_entries.c.number == bindparam("who"))
_SEATED = Prepared(update(tournament_entries).where(*_HERE).values(state=bindparam("now")))
_MOVED = Prepared(
    update(tournament_entries)
    .where(*_HERE)
    .values(state=bindparam("now"), table_no=bindparam("to"), chips=bindparam("with"), moves=bindparam("times"))
)
# All who go in one hand go by the act that was just written.
_LAST_ACT = select(func.max(tournament_acts.c.id)).where(tournament_acts.c.tournament_id == bindparam("by"))
_OUT = Prepared(
    update(tournament_entries)
    .where(*_HERE)
    .values(state=bindparam("now"), chips=bindparam("with"), gone=_LAST_ACT.scalar_subquery())
)
DEALS = {"valor": icm.deal, "fichas": icm.chop}  # as bases call them


class Watch:
    """One look at a tournament that runs."""

    def __init__(self, tables: Tables, by: Account, tournament: Tournament, here: list[Entry], now: int) -> None:
        self.tables, self.by, self.tournament, self.here, self.now = tables, by, tournament, here, now
        self.desk, self.db, self.level = tables.desk, tables.db, tournament.clock(now)

    def run(self) -> None:
        """Does all that is due."""
        self._open()
        self._take_out()
        self._seat()
        waiting = self._even() if self.last else set()
        self._read()
        if not self._finish():
            for number in self.numbers:
                if number not in waiting:
                    self._go_on(number)
            self.close_all(but=[self.tournament.table(number) for number in self.numbers])

    @property
    def last(self) -> bool:
        """Whether it is played until one has all chips."""
        return self.tournament.file.classification == LAST

    @property
    def numbers(self) -> list[int]:
        """The tables that somebody sits at, or is on the way to."""
        return sorted({entry.table_no for entry in self.here if entry.state in IN})

    def _read(self) -> None:
        with self.db.read() as conn:
            self.here = rows.entries(conn, self.tournament.id)

    def _at(self, number: int, key: str, what: str, work: Callable[[Standing], None]) -> Position | None:
        """A command at one of its tables, once for each key; nothing, if it cannot be now or another did it."""
        table = self.tournament.table(number)
        try:
            return self.desk.run(table, self.by, f"{table} {key}", what, work)
        except (IllegalAction, Forbidden):
            return None

    def _look(self, number: int) -> Standing:
        return self.desk.read(self.tournament.table(number), lambda standing: standing)

    # Tables

    def _open(self) -> None:
        limits = levels.limits(self.tournament.file.levels, self.level.at)
        for number in self.numbers:
            id = self.tournament.table(number)
            try:
                self.tables.table(id)
            except NoTable:
                name = f"{self.tournament.name} · {number}"
                owner = self.by._replace(id=self.tournament.account_id)
                with contextlib.suppress(IntegrityError):
                    self.tables.open_for_tournament(
                        owner,
                        self.tournament.file.table(limits),
                        id,
                        self.tournament.public_id,
                        name=name,
                        automatic=self.tournament.automatic,
                    )

    def close_all(self, but: Collection[str] = ()) -> None:
        """Closes its tables, but for some."""
        for table in self.tables.of_tournament(self.tournament.public_id):
            if table not in but:
                with contextlib.suppress(IllegalAction):
                    self.desk.run(table, self.by, f"{table} close", "close", self._shut)

    def _shut(self, at: Standing) -> None:
        self.tables.shut(at, self.by, "director")

    def _take_out(self) -> None:
        """Whoever has no chips left goes; all who lose them in one hand go together."""
        for number in self.numbers:
            at = self._look(number)
            if at.between and _lost(at):
                self._at(number, f"out {at.number}", "take out", self._out)
        self._read()

    def _out(self, at: Standing) -> None:
        _check_between(at)
        gone = _lost(at)
        began = at.round.header.balances if at.round else {}
        here = {entry.account_id: entry for entry in self.here if entry.state == "seated"}
        names = {seat.name: began.get(chips(seat.name), 0) for seat in gone}
        at.writes.append(self._act("out", table=at.table.public_id, round=at.number, began=names))
        for seat in gone:
            leave(at, seat)
            which = {"of": self.tournament.id, "who": here[seat.account_id].number, "by": self.tournament.id}
            at.writes.append((_OUT, {**which, "now": "out", "with": names[seat.name]}))

    def _seat(self) -> None:
        """Whoever is on the way sits down, in the order of the lots."""
        for entry in sorted(
            (one for one in self.here if one.state == "moving"), key=lambda one: (one.moves, one.number)
        ):
            self._at(entry.table_no, f"seat {entry.number} {entry.moves}", "seat", partial(self._sit, entry))
        self._read()

    def _sit(self, entry: Entry, at: Standing) -> None:
        sit(at, Account(entry.account_id, entry.name, "player", ""), entry.name)
        through_cage(at, Move(CAGE, chips(entry.name), entry.chips, self.tournament.file.law.playing.article))
        at.writes.append((_SEATED, {"of": self.tournament.id, "who": entry.number, "now": "seated"}))

    def _even(self) -> set[int]:
        """Moves people, so that tables are even; which tables wait until theirs have gone."""
        by_name = {entry.name: entry for entry in self.here if entry.state in IN}
        sitting: dict[int, list[str]] = {}
        for name, entry in by_name.items():
            sitting.setdefault(entry.table_no, []).append(name)
        event = f"shift {sum(entry.moves for entry in self.here)}"
        plan = shifts(self.tournament.key, event, sitting, self.tournament.file.seats)
        waiting = set()
        for shift in plan:
            entry, at = by_name[shift.who], self._look(shift.src)
            waiting.add(shift.src)
            if at.between and entry.state == "seated":
                self._at(
                    shift.src,
                    f"{event} {entry.number}",
                    "move",
                    partial(self._go, entry, shift.dst, event),
                )
        if plan:
            self._read()
            self._seat()
            with self.db.read() as conn:
                self.here = rows.entries(conn, self.tournament.id)
            left = {entry.table_no for entry in self.here if entry.state in IN}
            return {shift.src for shift in plan if self._still(shift)} & left
        return waiting

    def _still(self, shift: Shift) -> bool:
        return any(entry.name == shift.who and entry.table_no == shift.src and entry.state in IN for entry in self.here)

    def _go(self, entry: Entry, to: int, event: str, at: Standing) -> None:
        _check_between(at)
        seat = at.seat_of(entry.account_id)
        assert seat is not None
        held = at.chips(seat.name)
        leave(at, seat)
        which = {"of": self.tournament.id, "who": entry.number, "now": "moving"}
        at.writes.append((_MOVED, {**which, "to": to, "with": held, "times": entry.moves + 1}))
        at.writes.append(self._act("moved", event=event, entry=entry.number, src=entry.table_no, dst=to, chips=held))

    def _go_on(self, number: int) -> None:
        """Lets a table play its next round, at the limits of now."""
        at, level = self._look(number), self.tournament.file.levels[self.level.at]
        enough = sum(entry.table_no == number and entry.state == "seated" for entry in self.here) > (
            1 if self.last else 0
        )
        if (
            not at.between
            or not at.waits
            or not enough
            or level.rest
            or self.tournament.state == "paused"
            or self._done(at)
        ):
            return
        settings = self.tournament.file.settings(levels.limits(self.tournament.file.levels, self.level.at))

        def work(at: Standing) -> None:
            _check_between(at)
            new = msgspec.structs.replace(at.table, settings=settings, cleared=at.number)
            if at.table.settings.minimum != settings.minimum:
                at.writes.append(self._act("level", table=number, minimum=settings.minimum))
            update_table(at, new)

        self._at(number, f"on {at.number} {self.level.at}", f"let go on {at.number}", work)

    def _done(self, at: Standing) -> bool:
        play = self.tournament.file.play
        return not self.last and play is not None and at.number >= (play.rounds or 0)

    # The end

    def _finish(self) -> bool:
        """Ends it once one has all chips, or all rounds are played: places and prizes are written at once."""
        inside = [entry for entry in self.here if entry.state in IN]
        if self.last:
            over = len(inside) < 2 and not self.tournament.late(self.now)
        else:
            over = all(self._look(number).between and self._done(self._look(number)) for number in self.numbers)
        if not over or any(entry.state == "moving" for entry in inside):
            return False
        stacks = {entry.number: self._held(entry) for entry in inside}
        self._end(stacks)
        self.close_all()
        return True

    def deal(self, by: Account) -> None:
        """Ends it between two hands, as all who are left agreed before somebody: the money by their stacks."""
        inside = [entry for entry in self.here if entry.state in IN]
        between = all(self._look(number).between for number in self.numbers)
        if not between or any(entry.state == "moving" for entry in inside):
            raise IllegalAction("hands are being played: a deal is made between them")
        stacks = {entry.number: self._held(entry) for entry in inside}
        if not 2 <= len(stacks) <= icm.MOST or min(stacks.values()) <= 0:
            raise IllegalAction("a deal is among 2 to {most} who all have chips", most=icm.MOST)
        self._end(stacks, by)
        self.close_all()

    def _held(self, entry: Entry) -> int:
        at = self._look(entry.table_no)
        return sum(cents for path, cents in at.places().items() if place(path).who == entry.name)

    def _end(self, stacks: Mapping[int, int], dealt: Account | None = None) -> None:
        """Writes places and prizes; by a deal, if somebody was told of one, those who are left share their money."""
        with self.db.write() as conn:
            ended = update(tournaments).where(
                tournaments.c.id == self.tournament.id, tournaments.c.state == self.tournament.state
            )
            values = {
                "state": "finished",
                "ended": self.now,
                "played": self.tournament.elapsed(self.now),
                "since": None,
            }
            if not conn.execute(ended.values(values)).rowcount:
                return
            here = rows.entries(conn, self.tournament.id)
            order = classification(self.tournament, here, stacks)
            left = rows.purse_of(self.tournament, rows.money(conn, self.tournament.id)).prizes
            people = len(order)
            money = prizes.money(left, self.tournament.prizes, people)
            won = prizes.won(money, self.tournament.prizes, order)
            if dealt is not None:
                shares = DEALS[self.tournament.file.deal](list(stacks.values()), _of_places(money, len(stacks)))
                for number, cents in zip(stacks, shares, strict=True):
                    won[number] = won.get(number, prizes.Won(0))._replace(cents=cents)
                agreed = {entry.name: won[entry.number].cents for entry in here if entry.number in stacks}
                rows.note(conn, self.tournament.id, self.now, dealt, "deal", shares=agreed)
            for placed in order:
                mine = won.get(placed.entry, prizes.Won(0))
                placing = {
                    "place": placed.place,
                    "sharing": placed.sharing,
                    "won": mine.cents,
                    "goods": json.dumps(mine.goods),
                }
                if placed.entry in stacks:
                    placing["chips"] = stacks[placed.entry]
                conn.execute(
                    update(tournament_entries).where(*this_entry(self.tournament, placed.entry)).values(placing)
                )
            rows.note(conn, self.tournament.id, self.now, self.by, "finished", seed=self.tournament.seed, people=people)

    def _act(self, what: str, **detail: Any) -> Call:
        values = {"tournament_id": self.tournament.id, "at": self.now, "account_id": self.by.id}
        return _ACT, {**values, "what": what, "detail": rows.told(detail)}


def _of_places(money: Mapping[int, int], count: int) -> list[int]:
    """What the first so many places have, from the first on."""
    return [money.get(place, 0) for place in range(1, count + 1)]


def classification(tournament: Tournament, here: list[Entry], stacks: Mapping[int, int]) -> list[places.Placed]:
    """Everybody's place by their last entry. Of equal ones the lots decide who is named, and has objects, first."""
    order = ranked(here, stacks)
    own = sorted(placed.entry for placed in order)
    lots = {number: i for i, number in enumerate(shuffled(tournament.key, "equal", own))}
    return sorted(order, key=lambda placed: (placed.place, lots[placed.entry] if placed.sharing > 1 else 0))


def ranked(here: list[Entry], stacks: Mapping[int, int]) -> list[places.Placed]:
    """Everybody's place by their last entry, as things stand."""
    last = {entry.account_id: entry for entry in here if entry.state in (*IN, "out")}
    own = {entry.number: entry for entry in last.values()}
    left = [(number, stacks[number]) for number in own if number in stacks]
    out = [places.Out(number, entry.gone or 0, entry.chips) for number, entry in own.items() if number not in stacks]
    return places.classified(left, out)


def _lost(at: Standing) -> list[Seat]:
    """Who sits at a table and has less than a chip on it, in hand or on the felt."""
    if not at.between or not at.number:
        return []
    held: dict[str, int] = {}
    for path, cents in at.places().items():
        who = place(path).who
        held[who] = held.get(who, 0) + cents
    return [seat for seat in at.sitting if held.get(seat.name, 0) < at.table.settings.chip]


def _check_between(at: Standing) -> None:
    if not at.between:
        raise IllegalAction("round {number} is being played", number=at.number)
