"""A player's evenings: what each table brought, and what was decided otherwise than best play would have."""

import math
import threading
import time
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, case, func, literal, or_, select

from tapete.engine.places import BANCA, CHIPS, FELT, GARAGE, PRISON
from tapete.engine.record import Record
from tapete.engine.round import Play, Round
from tapete.engine.transcript import Entry, Header, decode
from tapete.errors import Missing
from tapete.floor import hindsight
from tapete.floor.connection import Database
from tapete.floor.editions import of_header
from tapete.floor.hindsight import Decision, Judged
from tapete.floor.roles import Account
from tapete.floor.schema import game_tables, ledger, rounds, seats
from tapete.floor.standing import lines_of
from tapete.law.rulebook import same
from tapete.law.sections import BankRulebook
from tapete.odds.kept import Awaited

NOON = 12 * 60 * 60 * 1000  # an evening goes on past midnight: it is counted from noon to noon
DAY = 2 * NOON
KEPT = 2000  # rounds that are looked back on, the latest
MOST_KEPT = 20_000  # rounds that were looked back on and are kept in memory
OWN = (CHIPS, BANCA, GARAGE)
SPOTS = (FELT, PRISON)
Key = tuple[int, str, str]  # a round, its hash, and whose it is


class Evening(NamedTuple):
    """What a player had at a table in one evening, in cents: `won` is less than nothing where they lost.

    `day` counts from 1970; `first` and `last` are numbers of rounds.
    """

    table: str
    name: str
    game: str
    who: str
    day: int
    rounds: int
    won: int
    first: int
    last: int


class Cost(NamedTuple):
    """What was put on a bet in an evening, in how many rounds, and what that is to be expected to have cost."""

    bet: str
    times: int
    staked: int
    cost: float | None
    article: str


class PlayedRound(NamedTuple):
    """A round that somebody played in, to be looked back on."""

    key: Key
    who: str
    number: int
    play: Play | None
    rules: BankRulebook | None
    log: tuple[Entry, ...]


class Looked(NamedTuple):
    """An evening looked back on: the dearest decisions and bets first, and how many of its rounds were looked at."""

    decisions: list[Decision]
    bets: list[Cost]
    rounds: int
    of: int


class Evenings:
    """What players look back on."""

    def __init__(self, db: Database) -> None:
        self.db = db
        self._kept: dict[Key, Judged] = {}
        self._lock = threading.Lock()

    def of(self, account: Account) -> list[Evening]:
        """Somebody's evenings by table, the latest first, from one query: rounds that are over and not void."""
        with self.db.read() as conn:
            rows = conn.execute(_RESULTS.where(seats.c.account_id == account.id).limit(KEPT)).all()
        evenings: dict[tuple[str, int], Evening] = {}
        for table, name, played, who, number, opened, won in rows:
            day = (opened - NOON) // DAY
            one = evenings.get((table, day)) or Evening(table, name, played, who, day, 0, 0, number, number)
            evenings[table, day] = one._replace(rounds=one.rounds + 1, won=one.won + int(won), first=number)
        return list(evenings.values())

    def results(self, account: Account, table_id: str, day: int) -> list[int]:
        """What each round of an evening brought, the first first."""
        start = day * DAY + NOON
        own = _RESULTS.where(seats.c.account_id == account.id, game_tables.c.public_id == table_id)
        with self.db.read() as conn:
            rows = conn.execute(own.where(rounds.c.opened >= start, rounds.c.opened < start + DAY)).all()
        return [int(won) for *_, won in reversed(rows)]

    def unseen(self, account: Account, table_id: str, day: int, most: int | None = None) -> list[PlayedRound]:
        """Rounds of an evening that were not looked at yet, the latest first, and so many at most."""
        with self.db.read() as conn:
            rows = [row for row in _rounds(conn, account, table_id, day) if _key(row) not in self._kept]
            return [_played(conn, row) for row in rows[:most]]

    def keep(self, played: Iterable[PlayedRound], decisions: Iterable[Judged | None]) -> None:
        """Keeps what was found in rounds that were looked at."""
        with self._lock:
            for one, judged in zip(played, decisions, strict=True):
                if judged is not None:
                    self._kept[one.key] = judged
            while len(self._kept) > MOST_KEPT:
                del self._kept[next(iter(self._kept))]

    def kept(self, account: Account, table_id: str, day: int) -> Looked:
        """What has been found in an evening so far."""
        with self.db.read() as conn:
            keys = [_key(row) for row in _rounds(conn, account, table_id, day)]
        gathered = Gathered()
        for key in keys:
            if key in self._kept:
                gathered.add(self._kept[key])
        return gathered.looked(len(keys))


def judged(rounds: Sequence[PlayedRound], seconds: float) -> list[Judged | None]:
    """Rounds looked back on, for so long; nothing of those that come later, or whose odds are still being worked out.

    At least one is looked at, so that whoever asks again comes to the end.
    """
    until = time.monotonic() + seconds
    return [_judged(one) if not n or time.monotonic() <= until else None for n, one in enumerate(rounds)]


def _judged(one: PlayedRound) -> Judged | None:
    header = one.log[0]
    assert isinstance(header, Header)
    if one.rules is None:
        return Judged()
    rules = same(one.rules)
    try:
        bets = tuple(hindsight.bets(one.log, rules, one.who))
        if one.play is None:
            return Judged((), bets)
        record, again = Record.of(rules, list(one.log)), Round(one.play, rules, header)
        return Judged(tuple(hindsight.decisions(record, again, one.who, one.number)), bets)
    except Awaited:
        return None


class Gathered:
    """What was found in the rounds of an evening so far."""

    def __init__(self) -> None:
        self.rounds = 0
        self.decisions: list[Decision] = []
        self.bets: dict[str, Cost] = {}

    def add(self, judged: Judged) -> None:
        """One more round."""
        self.rounds += 1
        self.decisions += judged.decisions
        for bet, staked, cost, article in judged.bets:
            was = self.bets.get(bet, Cost(bet, 0, 0, 0.0, article))
            known = None if cost is None or was.cost is None else was.cost + cost
            self.bets[bet] = Cost(bet, was.times + 1, was.staked + staked, known, article)

    def looked(self, rounds: int) -> Looked:
        """All of it, the dearest first."""
        dearest = sorted(self.bets.values(), key=lambda one: -(one.cost if one.cost is not None else -math.inf))
        return Looked(sorted(self.decisions, key=lambda one: -one.cents), dearest, self.rounds, rounds)


def _rounds(conn: Connection, account: Account, table_id: str, day: int) -> Sequence[Any]:
    start = day * DAY + NOON
    chosen = _PLAYED.where(seats.c.account_id == account.id, game_tables.c.public_id == table_id)
    return conn.execute(chosen.where(rounds.c.opened >= start, rounds.c.opened < start + DAY)).all()


def _key(row: Any) -> Key:
    return row.id, row.hash, row.name


def _played(conn: Connection, row: Any) -> PlayedRound:
    """A round as it is kept; without rules, if no edition is left to look at it by."""
    log = tuple(decode(line) for line in lines_of(conn, row.id))
    header, played_round = log[0], PlayedRound(_key(row), row.name, row.number, None, None, log)
    if not isinstance(header, Header) or row.name not in header.players:
        return played_round
    try:
        edition = of_header(conn, header)
    except Missing:
        return played_round
    return played_round._replace(play=edition.play, rules=edition.rules)


def _own(path: ColumnElement[str]) -> ColumnElement[bool]:
    """Whether a place is the seat's own."""
    who = seats.c.name
    bare = [path == literal(f"{zone}/") + who for zone in OWN]
    return or_(*bare, *(path.startswith(literal(f"{zone}/") + who + literal("/")) for zone in SPOTS))


_NET = func.sum(case((_own(ledger.c.dst), ledger.c.cents), else_=0)) - func.sum(
    case((_own(ledger.c.src), ledger.c.cents), else_=0)
)
_PLAYED = (
    select(rounds.c.id, rounds.c.number, rounds.c.hash, seats.c.name)
    .select_from(seats)
    .join(game_tables, game_tables.c.id == seats.c.table_id)
    .join(rounds, rounds.c.table_id == seats.c.table_id)
    .where(rounds.c.state == "finished")
    .order_by(rounds.c.number.desc())
)
_RESULTS = (
    select(
        game_tables.c.public_id,
        game_tables.c.name,
        game_tables.c.game,
        seats.c.name,
        rounds.c.number,
        rounds.c.opened,
        _NET,
    )
    .select_from(seats)
    .join(game_tables, game_tables.c.id == seats.c.table_id)
    .join(rounds, rounds.c.table_id == seats.c.table_id)
    .join(ledger, (ledger.c.table_id == rounds.c.table_id) & (ledger.c.round == rounds.c.number))
    .where(rounds.c.state == "finished", ledger.c.n.is_not(None), or_(_own(ledger.c.src), _own(ledger.c.dst)))
    .group_by(
        game_tables.c.public_id,
        game_tables.c.name,
        game_tables.c.game,
        seats.c.name,
        rounds.c.id,
        rounds.c.number,
        rounds.c.opened,
    )
    .order_by(rounds.c.opened.desc(), rounds.c.id.desc())
)
