"""The books: every table's ledger beside its transcripts, the chain of rounds, and an audit of each."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import chain, starmap, zip_longest
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, func, select

from tapete.audit.lines import where
from tapete.audit.log import audit
from tapete.engine.places import BANK, BEYOND, CHIPS, FELT, TIPS, moved, place
from tapete.engine.requests import Move
from tapete.engine.succession import FIRST
from tapete.engine.transcript import FORMAT, Edition, End, Entry, Header, decode
from tapete.errors import Said, TapeteError
from tapete.floor.agreement import lost_rounds, seated, short_logs, untrue_editions, untrue_row, untrue_table
from tapete.floor.connection import Database
from tapete.floor.course import came_out
from tapete.floor.editions import body, others
from tapete.floor.growing import id_of
from tapete.floor.meters import Posting, wrong_statements
from tapete.floor.schema import game_tables, ledger, rounds
from tapete.floor.standing import lines_of, postings, recorded, revive, table_of
from tapete.money import format_cents


class Discrepancy(NamedTuple):
    """Something in the books that is not as it must be. Round 0 is the table as a whole."""

    table_id: str
    round: int
    what: str


class Books:
    """Where the chips are, and the proof that nothing was lost, doubled or touched."""

    def __init__(self, db: Database) -> None:
        self.db = db

    def balances(self, table_id: str) -> dict[str, int]:
        """The cents in each place that has any, by the ledger; the cage has what all others have, negated."""
        out = select(ledger.c.src.label("place"), (-func.sum(ledger.c.cents)).label("cents")).group_by(ledger.c.src)
        into = select(ledger.c.dst.label("place"), func.sum(ledger.c.cents).label("cents")).group_by(ledger.c.dst)
        with self.db.read() as conn:
            here = ledger.c.table_id == id_of(conn, table_id)
            both = out.where(here).union_all(into.where(here)).subquery()
            total = select(both.c.place, func.sum(both.c.cents)).group_by(both.c.place)
            return {place: int(cents) for place, cents in conn.execute(total) if cents}

    def editions(self) -> list[Edition]:
        """Editions of other releases that something was played under, for which only these books vouch."""
        with self.db.read() as conn:
            return others(conn)

    def check(self) -> list[Discrepancy]:
        """Every discrepancy in the books; none, if all is well."""
        with self.db.read() as conn:
            return list(discrepancies(conn))


def discrepancies(conn: Connection) -> Iterator[Discrepancy]:
    """Every discrepancy in the books, table by table."""
    tables = conn.execute(select(game_tables).order_by(game_tables.c.id)).all()
    for row in tables:
        try:
            yield from _Checking(conn, row).run()
        except TapeteError as error:
            yield Discrepancy(row.public_id, 0, error.text)
    known = {row.id: row.public_id for row in tables}
    for table, number, what in wrong_statements(conn):
        yield Discrepancy(known.get(table, ""), number, what)
    for table, number in lost_rounds(conn):
        yield Discrepancy(known.get(table, ""), number, Said("has lines, and is not there"))
    for what in chain(untrue_editions(conn), short_logs(conn)):
        yield Discrepancy("", 0, what)


class _Checking:
    """One table's books, read from the first round to the last."""

    def __init__(self, conn: Connection, row: Row[Any]) -> None:
        self.conn, self.row = conn, row
        self.id, self.public_id = row.id, row.public_id
        self.rules = table_of(conn, row).rules
        self.seated = seated(conn, row.id)
        self.places: dict[str, int] = {}
        self.previous = FIRST
        self.passed: dict[str, dict[str, int]] = {}
        self.end: Entry | None = None

    def run(self) -> Iterator[Discrepancy]:
        query = select(rounds).where(rounds.c.table_id == self.id).order_by(rounds.c.number)
        played = self.conn.execute(query).all()
        for number, row in enumerate(played, 1):
            try:
                yield from self._round(number, row)
            except TapeteError as error:
                yield self._wrong(row.number, error.text)
        yield from self._audit(played)
        yield from self._cage(len(played) + 1)
        yield from starmap(self._wrong, untrue_table(self.conn, self.row, len(played), self.end))
        yield from self._places()

    def _places(self) -> Iterator[Discrepancy]:
        """What lies where at the end: nothing is owed, a closed table is empty, and nothing is lost."""
        closed = self.row.state == "closed"
        for path, cents in self.places.items():
            if cents and (cents < 0 or closed) and place(path).zone.closing != BEYOND:
                yield self._wrong(0, Said("{place} has {amount}", place=path, amount=format_cents(cents)))
        if sum(self.places.values()):
            total = format_cents(sum(self.places.values()))
            yield self._wrong(0, Said("the ledger sums to {amount}, not to 0", amount=total))

    def _round(self, number: int, row: Row[Any]) -> Iterator[Discrepancy]:
        if row.number != number:
            yield self._wrong(row.number, Said("follows round {number}", number=number - 1))
        yield from self._cage(row.number)
        lines = lines_of(self.conn, row.id)
        log = [decode(line, i) for i, line in enumerate(lines, 1)]
        yield from self._header(row.number, log[0] if log else None)
        for what in untrue_row(row, log, self.seated):
            yield self._wrong(row.number, what)
        yield from self._ledger(row.number, log)
        end = self.end = log[-1] if log else None
        if isinstance(end, End):
            yield from self._end(row, end)
            fell = "" if end.void else came_out(recorded(self.conn, lines, self.rules))
            if row.fell != fell:
                yield self._wrong(row.number, Said("the board shows '{there}', not '{due}'", there=row.fell, due=fell))
        else:
            if row.state != "open":
                yield self._wrong(row.number, Said("is {state} but has no end", state=row.state))
            revive(self.conn, lines, row.seed, Said("round {number}", number=row.number), self.rules)

    def _header(self, number: int, header: Entry | None) -> Iterator[Discrepancy]:
        if not isinstance(header, Header):
            yield self._wrong(number, Said("does not start with its header"))
            return
        if header.previous != self.previous:
            yield self._wrong(number, Said("does not name the hash of the round before"))
        now = {path: cents for path, cents in self.places.items() if cents}
        for path in sorted({*header.balances, *now}):
            then, due = header.balances.get(path, 0), now.get(path, 0)
            if then != due:
                what = Said(
                    "opens with {amount} in {place}, where the ledger has {due}",
                    amount=format_cents(then),
                    place=path,
                    due=format_cents(due),
                )
                yield self._wrong(number, what)

    def _end(self, row: Row[Any], end: End) -> Iterator[Discrepancy]:
        if (row.state, row.hash) != ("void" if end.void else "finished", end.hash):
            yield self._wrong(row.number, Said("its end is not the one recorded"))
        if row.seed != (end.seed or end.secret):
            yield self._wrong(row.number, Said("the seed shown is not the one stored"))
        self.previous = end.hash

    def _audit(self, played: Sequence[Row[Any]]) -> Iterator[Discrepancy]:
        """The table's evening as one log: every round, and that each takes up where the last one ended."""
        starts: list[tuple[int, int]] = []

        def log() -> Iterator[bytes]:
            count = 0
            for row in played:
                lines = lines_of(self.conn, row.id) if row.state != "open" else []
                if not lines or _older(lines[0]):
                    continue  # of an older release's round chips, chain and seed are checked, its play cannot be
                starts.append((count, row.number))
                count += len(lines)
                yield from (line.encode() for line in lines)

        try:
            breaches = audit(log(), self._kept, self.passed).breaches
        except TapeteError:
            return  # no round has ended
        for breach in breaches:
            assert isinstance(breach.where, Said)
            line = int(str(breach.where.values["line"]))
            before, number = starts[bisect_left(starts, (line, 0)) - 1]
            what = Said("{where}: {what}; it should be {right}", **{**breach._asdict(), "where": where(line - before)})
            yield self._wrong(number, what)

    def _kept(self, header: Header) -> Edition | None:
        return body(self.conn, header)

    def _ledger(self, number: int, log: Sequence[Entry]) -> Iterator[Discrepancy]:
        """The ledger's lines of a round, beside those that its transcript means."""
        posted = self._posted(number, of_round=True)
        for then, due in zip_longest(posted, postings(log)):
            if then is None or due is None or _plain(then) != _plain(due):
                what = Said("the ledger has {then}, the transcript {due}", then=_show(then), due=_show(due))
                yield self._wrong(number, what)
                break
        _fold(self.places, posted)

    def _cage(self, number: int) -> Iterator[Discrepancy]:
        """What passed the cage before a round."""
        posted = self._posted(number, of_round=False)
        _fold(self.passed.setdefault(self.previous, {}), posted)
        for _, move in posted:
            outside = BEYOND in (place(move.src).zone.closing, place(move.dst).zone.closing)
            if not outside and not _taken_back(move) and not _changed(move):
                yield self._wrong(number, Said("{what} belongs to no entry", what=_show((None, move))))
        _fold(self.places, posted)

    def _posted(self, number: int, of_round: bool) -> list[Posting]:
        where = (ledger.c.table_id == self.id, ledger.c.round == number)
        kind = ledger.c.n.is_not(None) if of_round else ledger.c.n.is_(None)
        query = select(ledger.c.n, ledger.c.src, ledger.c.dst, ledger.c.cents, ledger.c.article)
        rows = self.conn.execute(query.where(*where, kind).order_by(ledger.c.line))
        return [(n, Move(src, dst, cents, article)) for n, src, dst, cents, article in rows]

    def _wrong(self, number: int, what: str) -> Discrepancy:
        return Discrepancy(self.public_id, number, what)


def _fold(places: dict[str, int], posted: list[Posting]) -> None:
    for _, move in posted:
        moved(places, move.src, move.dst, move.cents)


def _older(line: str) -> bool:
    header = decode(line)
    return isinstance(header, Header) and header.format < FORMAT


def _taken_back(move: Move) -> bool:
    """Whether a move is of somebody's stake back to their own hands, as when a table closes."""
    src, dst = place(move.src), place(move.dst)
    return (src.zone.name, dst.zone.name) == (FELT, CHIPS) and src.who == dst.who


def _changed(move: Move) -> bool:
    """Whether a move is of chips for money changed at the table, or of a player's for the staff."""
    if move.dst == TIPS:
        return place(move.src).zone.name == CHIPS
    return move.src == BANK and place(move.dst).zone.name == CHIPS


def _plain(posted: Posting) -> tuple[object, ...]:
    n, move = posted
    return n, move.src, move.dst, move.cents, move.article


def _show(posted: Posting | None) -> str:
    if posted is None:
        return Said("nothing")
    n, move = posted
    amount = format_cents(move.cents)
    return Said("{amount} from {src} to {dst} at entry {n}", amount=amount, src=move.src, dst=move.dst, n=n)
