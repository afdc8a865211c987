"""The whole floor at a glance: every table with its round, its people, what it won and what was to be expected."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, func, or_, select

from tapete.engine.places import CAGE, DROP
from tapete.errors import Said, TapeteError
from tapete.floor.connection import Database
from tapete.floor.growing import id_of
from tapete.floor.listing import sitting
from tapete.floor.normal import TABLE, Choice, Normal, Tally
from tapete.floor.roles import Account, require
from tapete.floor.schema import game_tables, ledger, rounds, waits
from tapete.floor.standing import GameTable, table_of
from tapete.floor.tables import LATEST
from tapete.odds.kept import impatient

SEEING = ("director", "inspector", "regulator")
LONG = 15 * 60 * 1000  # milliseconds after which a round that is still open is pointed out


class Overseen(NamedTuple):
    """A table as somebody who runs the floor sees it.

    `waiting` is how many are on its list. `round` is the last one's number and `playing` whether it is open, since when
    in `since`; `dropped` what was paid for chips there. `asked` whether something waits for somebody to agree. `tally`
    is what its rounds came to so far.
    """

    table: GameTable
    players: tuple[str, ...]
    waiting: int
    round: int
    playing: bool
    since: int | None
    dropped: int
    asked: bool
    tally: Tally | None
    alerts: tuple[str, ...]


class Takings(NamedTuple):
    """What a table took so far: what was paid for chips there, and what its rounds came to, as far as reckoned."""

    dropped: int
    tally: Tally | None


class Overview:
    """The tables of a casino side by side."""

    def __init__(self, db: Database, normal: Normal, clock: Callable[[], int]) -> None:
        self.db, self.normal, self.clock = db, normal, clock

    def tables(self, by: Account, state: str = "open", before: str = "") -> list[Overseen]:
        """Every open table of the books, in the order in which they were opened: as many queries for any number.

        Of the closed ones it is the last, the latest first, or those before one of them. What the rounds came to is
        told of those that have been reckoned.
        """
        require(by, SEEING, "see the whole floor")
        with self.db.read() as conn:
            rows = conn.execute(_open() if state == "open" else _closed(conn, before)).all()
            tables, ids = [table_of(conn, row) for row in rows], [row.id for row in rows]
            players, waiting = sitting(conn, ids), {table: int(count) for table, count in conn.execute(_WAITING)}
            dropped = {table: int(cents) for table, cents in conn.execute(_DROPPED.where(ledger.c.table_id.in_(ids)))}
        tallies = self.normal.tables(ids)
        return [
            self._seen(table, row, players, waiting, dropped, tallies) for table, row in zip(tables, rows, strict=True)
        ]

    def takings(self, by: Account | None, table: GameTable) -> Takings | None:
        """What one table took; nothing for whoever does not see the floor, or of a table outside the books."""
        if by is None or by.role not in SEEING or table.practice or table.tournament:
            return None
        with impatient():
            self.normal.catch_up()
        tallies = self.normal.read(TABLE, Choice(table=table.public_id))
        with self.db.read() as conn:
            dropped = conn.execute(_DROPPED.where(ledger.c.table_id == table.id)).all()
        return Takings(sum(int(cents) for _id, cents in dropped), next(iter(tallies), None))

    def _seen(
        self,
        table: GameTable,
        row: Any,
        players: Mapping[int, Sequence[str]],
        waiting: Mapping[int, int],
        dropped: Mapping[int, int],
        tallies: Mapping[str, Tally],
    ) -> Overseen:
        playing = row.last_state == "open"
        since = row.last_opened if playing else row.last_ended
        overseen = Overseen(
            table,
            tuple(players.get(table.id, ())),
            waiting.get(table.id, 0),
            row.last or 0,
            playing,
            since,
            dropped.get(table.id, 0),
            bool(row.asked),
            tallies.get(table.public_id),
            (),
        )
        return overseen._replace(alerts=tuple(_alerts(overseen, self.clock())))


def _alerts(seen: Overseen, now: int) -> Iterator[str]:
    """What somebody should look at."""
    if seen.asked and seen.playing:
        yield Said("somebody has to agree to something")
    if seen.tally is not None and seen.tally.alert:
        yield Said("its result is far from what was to be expected")
    if seen.playing and seen.since is not None and now - seen.since > LONG:
        yield Said("its round has been open for more than {minutes} minutes", minutes=LONG // 60_000)
    if not seen.table.edition.own:
        yield Said("it plays an older edition of the rules")


_NUMBER = (
    select(func.max(rounds.c.number)).where(rounds.c.table_id == game_tables.c.id).correlate(game_tables)
).scalar_subquery()
_LAST: Select[Any] = (
    select(
        game_tables,
        rounds.c.number.label("last"),
        rounds.c.state.label("last_state"),
        rounds.c.opened.label("last_opened"),
        rounds.c.ended.label("last_ended"),
    )
    .outerjoin(rounds, (rounds.c.table_id == game_tables.c.id) & (rounds.c.number == _NUMBER))
    .where(~game_tables.c.practice, game_tables.c.tournament == "")
)
_WAITING = select(waits.c.table_id, func.count()).group_by(waits.c.table_id)
_DROPPED = (
    select(ledger.c.table_id, func.sum(ledger.c.cents))
    .where(ledger.c.n.is_(None), ledger.c.src == CAGE, or_(ledger.c.dst.startswith("chips/"), ledger.c.dst == DROP))
    .group_by(ledger.c.table_id)
)


def _open() -> Select[Any]:
    return _LAST.where(game_tables.c.state == "open").order_by(game_tables.c.id)


def _closed(conn: Connection, before: str) -> Select[Any]:
    found = _LAST.where(game_tables.c.state == "closed").order_by(game_tables.c.id.desc()).limit(LATEST)
    return found.where(game_tables.c.id < id_of(conn, before)) if before else found


class Outcome(NamedTuple):
    """What came of doing something at one of many tables: nothing wrong, or why it was refused."""

    table: str
    refused: str


def each(tables: Sequence[str], do: Callable[[str], object]) -> list[Outcome]:
    """Does something at every one of some tables; one that refuses hinders no other."""
    rows = []
    for table in tables:
        try:
            do(table)
        except TapeteError as error:
            rows.append(Outcome(table, error.text))
        else:
            rows.append(Outcome(table, ""))
    return rows
