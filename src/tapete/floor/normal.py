"""Was tonight normal? What was staked, what the odds let expect, what happened, and how far the two are apart.

Rounds are reckoned once, when somebody asks; what is told of tables, games, croupiers and days is then one query.
"""

import contextlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, Select, case, func, insert, literal_column, or_, select
from sqlalchemy.exc import IntegrityError

from tapete.engine.transcript import decode
from tapete.errors import Missing, TapeteError
from tapete.floor.connection import Database
from tapete.floor.editions import of_header
from tapete.floor.expectation import MOST, reckon
from tapete.floor.meters import stood
from tapete.floor.roles import AUDITING, Account, require
from tapete.floor.schema import accounts, commands, game_tables, reckonings, rounds
from tapete.floor.standing import lines_of
from tapete.odds.kept import Awaited

TABLE, GAME, CROUPIER, DAY = GROUPS = ("table", "game", "croupier", "day")
LOT = 100  # rounds reckoned before somebody is answered; the rest when they ask again
ALERT = 3.0  # deviations from which a difference is pointed out
NO_EDITION = "no-edition"
DAYS: Any = literal_column("86400000")  # milliseconds; written out, since what is grouped by takes no parameter


@dataclass(frozen=True)
class Choice:
    """Of which rounds: ended since and before a moment, at a table, of a game, dealt by somebody."""

    since: int | None = None
    until: int | None = None
    table: str = ""
    game: str = ""
    croupier: str = ""


class Tally(NamedTuple):
    """What some rounds came to. `key` is a table's id, a game and its region, a name, or a day since 1970.

    Rounds without odds stand apart: they are in `rounds`, `staked` and `won`, and in nothing that is compared;
    `risked` is what was staked in those with odds.
    """

    key: str
    name: str
    rounds: int
    staked: int
    won: float
    priced: int
    compared: float
    expected: float
    variance: float
    basis: int
    risked: int = 0

    @property
    def difference(self) -> float:
        """What the house won beyond what was to be expected, in the rounds that have odds."""
        return self.compared - self.expected

    @property
    def deviations(self) -> float | None:
        """How many standard deviations that is; nothing where nothing was left to chance."""
        return self.difference / math.sqrt(self.variance) if self.variance > 0 else None

    @property
    def alert(self) -> bool:
        """Whether it is far enough to be pointed out."""
        return self.deviations is not None and abs(self.deviations) >= ALERT

    @property
    def weak_play(self) -> bool:
        """Whether the house may have won more because decisions were worse than the play that is assumed."""
        return self.basis == MOST and self.difference > 0

    @property
    def at_most(self) -> float:
        """In how large a share of such evenings chance alone goes as far, at most: Chebyshev's bound, for any bets."""
        return min(1.0, 1 / self.deviations**2) if self.deviations else 1.0

    @property
    def about(self) -> float:
        """The same where many bets of like size were made, so that their sum is spread normally."""
        return math.erfc(abs(self.deviations or 0) / math.sqrt(2))


class ChartPoint(NamedTuple):
    """A point of a control chart: how far won and expected have come apart by then, and the deviation of that."""

    at: int
    difference: float
    deviation: float


class Far(NamedTuple):
    """A round and how far it alone lies from what was to be expected."""

    table: str
    name: str
    number: int
    staked: int
    won: float
    expected: float
    deviations: float


class Normal:
    """The evenings of a casino beside their odds."""

    def __init__(self, db: Database) -> None:
        self.db = db

    def catch_up(self) -> bool:
        """Reckons rounds that have ended since; whether none is left."""
        with self.db.read() as conn:
            waiting = _waiting(conn)
            reckoned = _reckoned(conn, waiting)
        if reckoned:
            with contextlib.suppress(IntegrityError), self.db.write() as conn:  # somebody else reckoned them just now
                conn.execute(insert(reckonings), reckoned)
        return len(waiting) < LOT

    def tables(self, numbers: Sequence[int] | None = None) -> dict[str, Tally]:
        """Every table's tally by its id, or those of some, from one query, of the rounds that have been reckoned."""
        wanted = [] if numbers is None else [reckonings.c.table_id.in_(numbers)]
        with self.db.read() as conn:
            return {tally.key: tally for tally in _tallies(conn, TABLE, Choice(), *wanted)}

    def by(self, who: Account, group: str, choice: Choice) -> list[Tally]:
        """Tallies of what was chosen by table, game, croupier or day."""
        require(who, AUDITING, "read the books")
        if group not in GROUPS:
            raise TapeteError("'{group}' is no way to group rounds: table, game, croupier or day", group=group)
        return self.read(group, choice)

    def read(self, group: str, choice: Choice) -> list[Tally]:
        """The same for who has the database itself."""
        with self.db.read() as conn:
            return _tallies(conn, group, choice)

    def unpriced(self, choice: Choice) -> dict[str, int]:
        """How many rounds have no expectation, by why."""
        rows = _chosen(select(reckonings.c.why, func.count()), choice).where(reckonings.c.why != "")
        with self.db.read() as conn:
            return {why: int(count) for why, count in conn.execute(rows.group_by(reckonings.c.why)).all()}

    def chart(self, choice: Choice, most: int = 240) -> list[ChartPoint]:
        """The way of the difference through what was chosen, in no more than so many points."""
        c = reckonings.c
        rows = _chosen(select(c.at, c.won - c.expected, c.variance), choice).where(c.why == "")
        steps, difference, variance = [], 0.0, 0.0
        with self.db.read() as conn:
            for at, apart, more in conn.execute(rows.order_by(c.at, c.table_id, c.number)):
                difference, variance = difference + apart, variance + more
                steps.append(ChartPoint(at, difference, math.sqrt(variance)))
        every = -(-len(steps) // most) or 1
        return [*steps[:-1:every], *steps[-1:]]

    def furthest(self, choice: Choice, limit: int = 10) -> list[Far]:
        """The rounds that lie furthest from what was to be expected, each by its own measure."""
        c, table = reckonings.c, game_tables.c
        apart = (c.won - c.expected) * (c.won - c.expected) / c.variance
        rows = _chosen(select(table.public_id, table.name, c.number, c.staked, c.won, c.expected, c.variance), choice)
        rows = rows.where(c.why == "", c.variance > 0).order_by(apart.desc(), c.at, c.table_id).limit(limit)
        with self.db.read() as conn:
            return [_far(*row) for row in conn.execute(rows).all()]


def _waiting(conn: Connection) -> "Sequence[Row[Any]]":
    """Finished rounds after the last that was reckoned at their table, and who opened them.

    Tables are asked first, each for its last round only: of rounds there are ever more, nearly all of them reckoned.
    """
    behind = conn.execute(_BEHIND.limit(LOT)).all()
    if not behind:
        return []
    opened = (commands.c.table_id == rounds.c.table_id) & (commands.c.round == rounds.c.number)
    waiting: Select[Any] = (
        select(rounds.c.id, rounds.c.table_id, rounds.c.number, rounds.c.ended, commands.c.account_id)
        .outerjoin(commands, opened & (commands.c.what == "open-round"))
        .where(or_(*((rounds.c.table_id == table) & (rounds.c.number > known) for table, known in behind)))
        .where(rounds.c.state == "finished")
        .order_by(rounds.c.table_id, rounds.c.number)
        .limit(LOT)
    )
    return conn.execute(waiting).all()


_KNOWN = func.coalesce(
    select(func.max(reckonings.c.number)).where(reckonings.c.table_id == game_tables.c.id).scalar_subquery(), 0
)
_LAST = (
    select(rounds.c.number)
    .where(rounds.c.table_id == game_tables.c.id, rounds.c.state == "finished")
    .order_by(rounds.c.number.desc())
    .limit(1)
    .scalar_subquery()
)
_BEHIND = (
    select(game_tables.c.id, _KNOWN)
    .where(~game_tables.c.practice, game_tables.c.tournament == "", _LAST > _KNOWN)
    .order_by(game_tables.c.id)
)


def _reckoned(conn: Connection, waiting: "Sequence[Row[Any]]") -> list[Mapping[str, Any]]:
    """Rows of what has been reckoned; a table whose odds are still being worked out waits, the others do not."""
    reckoned: list[Mapping[str, Any]] = []
    behind: set[int] = set()
    for row in waiting:
        if row.table_id in behind:
            continue
        log = [decode(line) for line in lines_of(conn, row.id)]
        where = {"table_id": row.table_id, "number": row.number, "at": row.ended, "account_id": row.account_id}
        try:
            rules = of_header(conn, log[0]).rules  # type: ignore[arg-type]
            result = reckon(log, rules, stood(conn, row.table_id, row.number))
        except Awaited:
            behind.add(row.table_id)
        except Missing:
            nothing = {"staked": 0, "won": 0.0, "expected": 0.0, "variance": 0.0, "basis": 0, "why": NO_EDITION}
            reckoned.append({**where, **nothing})
        else:
            reckoned.append({**where, **result._asdict()})
    return reckoned


def _chosen(query: Select[Any], choice: Choice) -> Select[Any]:
    """Of the rounds that still stand, those that were chosen."""
    c = reckonings.c
    query = (
        query.select_from(reckonings)
        .join(rounds, (rounds.c.table_id == c.table_id) & (rounds.c.number == c.number))
        .join(game_tables, game_tables.c.id == c.table_id)
        .outerjoin(accounts, accounts.c.id == c.account_id)
        .where(rounds.c.state == "finished")
    )
    if choice.since is not None:
        query = query.where(c.at >= choice.since)
    if choice.until is not None:
        query = query.where(c.at < choice.until)
    for column, value in (
        (game_tables.c.public_id, choice.table),
        (game_tables.c.game, choice.game),
        (accounts.c.name, choice.croupier),
    ):
        if value:
            query = query.where(column == value)
    return query


def _tallies(conn: Connection, group: str, choice: Choice, *wanted: ColumnElement[bool]) -> list[Tally]:
    c, table = reckonings.c, game_tables.c
    keys: dict[str, tuple[Any, ...]] = {
        TABLE: (table.public_id, table.name),
        GAME: (table.game, table.region),
        CROUPIER: (accounts.c.name, accounts.c.name),
        DAY: (c.at // DAYS, c.at // DAYS),
    }
    priced = c.why == ""
    sums = (
        func.count(),
        func.sum(c.staked),
        func.sum(c.won),
        func.sum(case((priced, 1), else_=0)),
        func.sum(case((priced, c.won), else_=0.0)),
        func.sum(c.expected),
        func.sum(c.variance),
        func.max(c.basis),
        func.sum(case((priced, c.staked), else_=0)),
    )
    key, name = (column.label(label) for column, label in zip(keys[group], ("key", "name"), strict=True))
    rows = (
        _chosen(select(key, name, *sums), choice)
        .where(*wanted)
        .group_by(*dict.fromkeys(keys[group]))
        .order_by(*keys[group])
    )
    return [_tally(*row) for row in conn.execute(rows)]


def _tally(*row: Any) -> Tally:
    key, name, count, staked, won, priced, compared, expected, variance, basis, risked = row
    amounts = (float(won), int(priced), float(compared), float(expected), float(variance), int(basis), int(risked))
    return Tally(str(key or ""), str(name or ""), int(count), int(staked), *amounts)


def _far(*row: Any) -> Far:
    table, name, number, staked, won, expected, variance = row
    return Far(table, name, number, staked, won, expected, (won - expected) / math.sqrt(variance))
