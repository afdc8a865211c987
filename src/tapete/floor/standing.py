"""Where a table stands: its row, its seats, its last round, and the chips that have passed the cage since.

Only an open round is replayed, by the edition it was opened under; what is over is read from its lines.
"""

import contextlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Literal, NamedTuple

import msgspec
from sqlalchemy import Connection, func, select

from tapete.engine.chance import Live, commitment
from tapete.engine.places import BEYOND, chips, moved, place
from tapete.engine.record import Record
from tapete.engine.requests import Move
from tapete.engine.round import Play, Round, replay
from tapete.engine.round import now as present
from tapete.engine.settings import Settings
from tapete.engine.transcript import FORMAT, Entry, Header, In, Rewind, Void, decode, encode, moves_by_input
from tapete.errors import IllegalAction, Missing, Said, TapeteError
from tapete.floor.editions import Known, known, of_header
from tapete.floor.meters import Meters, Posting, reading, stated
from tapete.floor.prepared import Call, insertion
from tapete.floor.roles import NoTable
from tapete.floor.schema import entries, game_tables, ledger, rounds, seats, waits
from tapete.law.sections import BankRulebook

_ENTRY = insertion(entries, "round_id", "n", "line")
_LEDGER = insertion(ledger, "table_id", "line", "round", "n", "src", "dst", "cents", "article")


ON_BOARD = 72  # as many past coups as a road of beads has room for
KEYS = 256  # that are known of a table's latest commands


class Position(NamedTuple):
    """How far a table has come: its round, the round's last entry, and a count of all that changed at the table."""

    round: int
    n: int
    change: int


class GameTable(msgspec.Struct, frozen=True):
    """A table as it was opened. `id` is the database's own; people know `public_id`.

    `edition` is what it plays: the one it was opened under, or took since by an act of the staff, who are `adopted`
    until a round has said so. `meter` names its accumulated prizes, which other tables may share. `automatic`:
    after how many seconds it goes on by itself, 0 where a croupier has to see to it. A `practice` has play chips and is
    run by whoever opened it. One of a `tournament` has its chips, and goes on once that has `cleared` its last round.
    `held`: its float is under key.
    """

    id: int
    public_id: str
    name: str
    game: str
    region: str
    choices: dict[str, str]
    settings: Settings
    physical: bool
    seats: int | None
    state: str
    created: int
    adopted: str
    meter: str
    automatic: int
    practice: bool
    tournament: str
    cleared: int
    opened_by: int
    held: str
    edition: Known

    @property
    def counts(self) -> bool:
        """Whether its chips are money, and stand in the casino's books."""
        return not self.practice and not self.tournament

    @property
    def rules(self) -> BankRulebook:
        """The rulebook that it is under."""
        rules: BankRulebook = self.edition.rules
        return rules

    @property
    def play(self) -> Play:
        """The procedure by which it plays."""
        if self.edition.play is None:
            raise IllegalAction("this release no longer has the procedure of this table: let it take the new edition")
        return self.edition.play


class Seat(msgspec.Struct, frozen=True):
    """Somebody's seat. Who is `leaving` goes as soon as no round and no chips on the felt keep them.

    `brought` is what they add to the chance of the next round.
    """

    account_id: int
    name: str
    state: str
    place: int
    brought: str = ""


class Waiting(msgspec.Struct, frozen=True):
    """Somebody who waits for a seat; `called` to one at a time, or 0."""

    account_id: int
    name: str
    place: int
    called: int = 0


class Asked(msgspec.Struct, frozen=True):
    """What somebody of the staff wants taken back, voided or mended, as of an entry of a round; another agrees to it.

    What is mended is input number `to`, which says what `fell`.
    """

    do: Literal["rewind", "void", "correct"]
    by: int
    name: str
    role: str
    why: str
    round: int
    n: int
    to: int = 0
    article: str = ""
    fell: str | list[int] = ""


@dataclass(slots=True)
class Standing:
    """One table, as of one change to it. `writes` are entries and ledger lines on their way to the database.

    `next_seed` is that of the next round, where chance is live; its commitment is the `promise`.

    `request` is what somebody has asked for; it is `asked` as long as the round has not gone on.

    `waiting` are those who wait for a seat, as was last written: `line` has them as of now.

    `keys` are those of the latest commands, by account: one that comes again is known without trying what it asks for.

    `round` is the last round, `before` the one before it; `board` has what fell in the last ones, the newest first.
    """

    table: GameTable
    change: int
    seats: list[Seat]
    number: int = 0
    round_id: int = 0
    round: Record | None = None
    before: Record | None = None
    board: list[tuple[int, str]] = field(default_factory=list)
    last: str = ""
    ledger: int = 0
    coming: dict[str, int] = field(default_factory=dict)
    meters: Meters = field(default_factory=dict)
    taken_over: dict[str, Any] = field(default_factory=dict)
    next_seed: str = ""
    request: Asked | None = None
    waiting: list[Waiting] = field(default_factory=list)
    time: int = 0
    writes: list[Call] = field(default_factory=list)
    keys: dict[tuple[int, str], None] = field(default_factory=dict)

    def use(self, account_id: int, key: str) -> None:
        """Notes the key of a command, and forgets the oldest."""
        if len(self.keys) >= KEYS:
            del self.keys[next(iter(self.keys))]
        self.keys[account_id, key] = None

    @property
    def position(self) -> Position:
        """How far the table has come."""
        return Position(self.number, len(self.round.log) - 1 if self.round else 0, self.change)

    def clock(self) -> int:
        """The time, which never runs backwards at a table, whatever the machine's clock does."""
        self.time = max(self.time, present())
        return self.time

    @property
    def asked(self) -> Asked | None:
        """What waits for somebody to agree to it."""
        wanted, here = self.request, self.position
        return wanted if wanted is not None and (wanted.round, wanted.n) == (here.round, here.n) else None

    @property
    def between(self) -> bool:
        """Whether no round is being played."""
        return self.round is None or self.round.finished

    @property
    def waits(self) -> bool:
        """Whether a tournament has yet to let the table go on."""
        return bool(self.table.tournament) and self.table.cleared != self.number

    @property
    def promise(self) -> str:
        """The commitment to the next round's seed."""
        return commitment(bytes.fromhex(self.next_seed)) if self.next_seed else ""

    @property
    def open_round(self) -> Round | None:
        """The round that is being played, if one is and can be."""
        return self.round if isinstance(self.round, Round) and not self.round.finished else None

    @property
    def sitting(self) -> list[Seat]:
        """Who sits, in the order in which they sat down."""
        return sorted((seat for seat in self.seats if seat.state != "left"), key=lambda seat: seat.place)

    def seat_of(self, account_id: int) -> Seat | None:
        """Somebody's seat, also after they left it."""
        return next((seat for seat in self.seats if seat.account_id == account_id), None)

    def last_round(self) -> Record:
        """The last round, open or over, or why nothing can be done."""
        if self.round is None:
            raise IllegalAction("no round is open: the croupier opens the first")
        return self.round

    def playing(self) -> Round:
        """The round that is being played, or why nothing can be done."""
        round = self.last_round()
        if isinstance(round, Round):
            return round
        if round.finished:
            raise IllegalAction("round {number} is over: the croupier opens the next", number=self.number)
        raise IllegalAction(
            "round {number} was opened under an edition that cannot be played here: it can only be voided",
            number=self.number,
        )

    def reopened(self) -> Round:
        """The last round so that what fell in it can be mended: played again, if it is over and only read."""
        last = self.last_round()
        if isinstance(last, Round):
            return last
        play, rules = self.table.play, self.table.rules
        if (last.header.rulebook, last.header.procedure) != (rules.digest, play.version):
            raise IllegalAction(
                "round {number} was opened under an edition that cannot be played here: it can only be voided",
                number=self.number,
            )
        playing = replay(play, rules, last.log)
        playing.books, playing.promise, playing.clock = self.reading, self.promise, self.clock
        self.round = playing
        return playing

    def places(self) -> dict[str, int]:
        """Where the chips lie: as the last round has them, and with what has passed the cage since it opened."""
        places = dict(self.round.places) if self.round else {}
        for path, cents in self.coming.items():
            places[path] = places.get(path, 0) + cents
        return {path: cents for path, cents in places.items() if cents}

    def reading(self, name: str, places: Mapping[str, int]) -> int:
        """What an accumulated prize stands at."""
        return reading(self.meters, name, places)

    def chips(self, who: str) -> int:
        """What somebody holds."""
        return self.places().get(chips(who), 0)


# Reading


def table_of(conn: Connection, row: Any) -> GameTable:
    """A table from its row."""
    values = dict(row._mapping)
    values["choices"] = msgspec.json.decode(values["choices"])
    values["settings"] = msgspec.json.decode(values["settings"], type=Settings)
    values["edition"] = known(conn, row.game, row.region, values["choices"], row.rulebook, row.procedure)
    return GameTable(**{name: values[name] for name in GameTable.__struct_fields__})


def load(conn: Connection, public_id: str) -> Standing:
    """Reads a table, and replays its last round if that is open."""
    row = conn.execute(select(game_tables).where(game_tables.c.public_id == public_id)).first()
    if row is None:
        raise NoTable(public_id)
    standing = Standing(table_of(conn, row), row.change, _seats(conn, row.id), next_seed=row.next_seed)
    standing.request = msgspec.json.decode(row.asked, type=Asked) if row.asked else None
    standing.waiting = _waits(conn, row.id)
    _load_rounds(conn, standing)
    _load_ledger(conn, standing)
    return standing


def _seats(conn: Connection, table: int) -> list[Seat]:
    columns = [seats.c[name] for name in Seat.__struct_fields__]
    return [Seat(*row) for row in conn.execute(select(*columns).where(seats.c.table_id == table))]


def _waits(conn: Connection, table: int) -> list[Waiting]:
    columns = [waits.c[name] for name in Waiting.__struct_fields__]
    here = select(*columns).where(waits.c.table_id == table).order_by(waits.c.place)
    return [Waiting(*row) for row in conn.execute(here)]


def _load_rounds(conn: Connection, standing: Standing) -> None:
    of_table = select(rounds).where(rounds.c.table_id == standing.table.id).order_by(rounds.c.number.desc())
    ended = of_table.with_only_columns(rounds.c.number, rounds.c.fell)
    fell = ended.where(rounds.c.state == "finished", rounds.c.fell != "").limit(ON_BOARD)
    standing.board = [(row.number, row.fell) for row in conn.execute(fell)]
    last = conn.execute(of_table.limit(2)).all()
    if not last:
        return
    lines = lines_of(conn, last[0].id)
    standing.number, standing.round_id, standing.last = last[0].number, last[0].id, lines[-1]
    what = Said("round {number} of table {table}", number=standing.number, table=standing.table.public_id)
    standing.round = revive(conn, lines, last[0].seed, what, standing.table.rules)
    if isinstance(standing.round, Round):
        standing.round.books, standing.round.promise = standing.reading, standing.promise
        standing.round.clock = standing.clock
    if len(last) > 1:
        standing.before = recorded(conn, lines_of(conn, last[1].id), standing.table.rules)
    logs = [*(standing.before.log if standing.before else ()), *standing.round.log]
    standing.time = max((entry.at for entry in logs if isinstance(entry, In | Rewind | Void)), default=0)


def lines_of(conn: Connection, round_id: int) -> list[str]:
    """A round's lines, in order."""
    query = select(entries.c.line).where(entries.c.round_id == round_id).order_by(entries.c.n)
    return list(conn.execute(query).scalars())


def revive(conn: Connection, lines: Sequence[str], seed: str, what: str, rules: BankRulebook) -> Record:
    """A round from its lines: over, or ready to go on where it stopped if its edition can still be played."""
    log = [decode(line, number) for number, line in enumerate(lines, 1)]
    header = log[0]
    if not isinstance(header, Header):
        raise TapeteError("{round} does not start with its header", round=what)
    record = recorded(conn, lines, rules)
    if record.finished or header.format != FORMAT:
        return record
    edition = of_header(conn, header)
    if edition.play is None:
        return record
    playing = replay(edition.play, edition.rules, log)
    if seed:
        playing.use(Live(bytes.fromhex(seed), header.added))
    return playing


def recorded(conn: Connection, lines: Sequence[str], rules: BankRulebook) -> Record:
    """What a round's lines tell, in the words of its edition or, where that is not kept, of these rules."""
    log = [decode(line, number) for number, line in enumerate(lines, 1)]
    with contextlib.suppress(Missing):
        rules = of_header(conn, log[0]).rules if isinstance(log[0], Header) else rules
    return Record.of(rules, log)


def _load_ledger(conn: Connection, standing: Standing) -> None:
    of_table = ledger.c.table_id == standing.table.id
    standing.ledger = conn.execute(select(func.max(ledger.c.line)).where(of_table)).scalar() or 0
    since = (ledger.c.n.is_(None), ledger.c.round == standing.number + 1)
    for src, dst, cents in conn.execute(select(ledger.c.src, ledger.c.dst, ledger.c.cents).where(of_table, *since)):
        moved(standing.coming, src, dst, cents)


# Writing


def append(standing: Standing, known: int) -> None:
    """Writes what a round's log has grown by since it had `known` entries, and the chips that it moved."""
    assert standing.round is not None
    log = standing.round.log
    lines = [encode(entry).decode() for entry in log[known:]]
    for n, line in enumerate(lines, known):
        standing.writes.append((_ENTRY, {"round_id": standing.round_id, "n": n, "line": line}))
    standing.last = lines[-1]
    posted = list(postings(log, known))
    _post(standing, standing.number, posted)
    if standing.table.meter:
        table = standing.table
        standing.writes += stated(standing.meters, table.meter, table.id, standing.number, log, posted, known)


def through_cage(standing: Standing, move: Move) -> None:
    """Posts chips that leave or reach the cage, or an account of the house, between two rounds or during one.

    A round that is being played does not count them yet.
    """
    assert BEYOND in (place(move.src).zone.closing, place(move.dst).zone.closing)
    between_rounds(standing, move)


def between_rounds(standing: Standing, move: Move) -> None:
    """Posts chips that move while no round moves them."""
    _post(standing, standing.number + 1, [(None, move)])
    moved(standing.coming, move.src, move.dst, move.cents)


def postings(log: Sequence[Entry], known: int = 0) -> Iterable[Posting]:
    """What a log's entries from `known` on mean for the ledger: their moves, and for a rewind those it takes back."""
    for n in range(known, len(log)):
        entry = log[n]
        if isinstance(entry, Move):
            yield n, entry
        elif isinstance(entry, Rewind):
            taken_back = chain.from_iterable(moves_by_input(log[:n])[entry.to + 1 :])
            for move in reversed([*taken_back]):
                yield n, Move(move.dst, move.src, move.cents, move.article)


def _post(standing: Standing, number: int, posted: Iterable[Posting]) -> None:
    for n, move in posted:
        standing.ledger += 1
        values = {"table_id": standing.table.id, "line": standing.ledger, "round": number, "n": n}
        moved = {"src": move.src, "dst": move.dst, "cents": move.cents, "article": move.article}
        standing.writes.append((_LEDGER, {**values, **moved}))
