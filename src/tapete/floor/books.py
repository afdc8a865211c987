"""The books: every table's ledger beside its transcripts, the chain of rounds, and an audit of each."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from sqlalchemy import Connection, Row, func, select

from tapete.audit.log import audit
from tapete.engine.places import BANK, BEYOND, TIPS, moved, place
from tapete.engine.requests import Move
from tapete.engine.succession import FIRST
from tapete.engine.transcript import FORMAT, Edition, End, Entry, Header, decode
from tapete.errors import Said, TapeteError
from tapete.floor.connection import Database
from tapete.floor.editions import body
from tapete.floor.meters import Posting, wrong_statements
from tapete.floor.roles import NoTable
from tapete.floor.schema import game_tables, ledger, rounds
from tapete.floor.standing import lines_of, postings, revive, table_of
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
            here = ledger.c.table_id == _id(conn, table_id)
            both = out.where(here).union_all(into.where(here)).subquery()
            total = select(both.c.place, func.sum(both.c.cents)).group_by(both.c.place)
            return {place: int(cents) for place, cents in conn.execute(total) if cents}

    def check(self) -> list[Discrepancy]:
        """Every discrepancy in the books; none, if all is well."""
        with self.db.read() as conn:
            tables = conn.execute(select(game_tables).order_by(game_tables.c.id)).all()
            known = {row.id: row.public_id for row in tables}
            shared = [Discrepancy(known[table], number, what) for table, number, what in wrong_statements(conn)]
            return [found for row in tables for found in _Checking(conn, row).run()] + shared


class _Checking:
    """One table's books, read from the first round to the last."""

    def __init__(self, conn: Connection, row: Row[tuple[object, ...]]) -> None:
        self.conn = conn
        self.id, self.public_id = row.id, row.public_id
        self.rules = table_of(conn, row).rules
        self.places: dict[str, int] = {}
        self.previous = FIRST

    def run(self) -> Iterator[Discrepancy]:
        last = 0
        for row in self.conn.execute(
            select(rounds).where(rounds.c.table_id == self.id).order_by(rounds.c.number)
        ).all():
            last += 1
            try:
                yield from self._round(last, row)
            except TapeteError as error:
                yield self._wrong(row.number, error.text)
        yield from self._cage(last + 1)
        for path, cents in self.places.items():
            if cents < 0 and place(path).zone.closing != BEYOND:
                yield self._wrong(0, Said("{place} has {amount}", place=path, amount=format_cents(cents)))
        if sum(self.places.values()):
            total = format_cents(sum(self.places.values()))
            yield self._wrong(0, Said("the ledger sums to {amount}, not to 0", amount=total))

    def _round(self, number: int, row: Row[tuple[object, ...]]) -> Iterator[Discrepancy]:
        if row.number != number:
            yield self._wrong(row.number, Said("follows round {number}", number=number - 1))
        yield from self._cage(row.number)
        lines = lines_of(self.conn, row.id)
        log = [decode(line, i) for i, line in enumerate(lines, 1)]
        yield from self._header(row.number, log[0] if log else None)
        yield from self._ledger(row.number, log)
        end = log[-1] if log else None
        if isinstance(end, End):
            yield from self._end(row, end, lines)
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

    def _end(self, row: Row[tuple[object, ...]], end: End, lines: list[str]) -> Iterator[Discrepancy]:
        if (row.state, row.hash) != ("void" if end.void else "finished", end.hash):
            yield self._wrong(row.number, Said("its end is not the one recorded"))
        if row.seed != (end.seed or end.secret):
            yield self._wrong(row.number, Said("the seed shown is not the one stored"))
        self.previous = end.hash
        header = decode(lines[0])
        if isinstance(header, Header) and header.format < FORMAT:
            return  # an older release's round: its chips, its chain and its seed are checked, its play cannot be
        for breach in audit([line.encode() for line in lines], self._kept).breaches:
            what = Said("{where}: {what}; it should be {right}", **breach._asdict())
            yield self._wrong(row.number, what)

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
        self._fold(posted)

    def _cage(self, number: int) -> Iterator[Discrepancy]:
        """What passed the cage before a round."""
        posted = self._posted(number, of_round=False)
        for _, move in posted:
            outside = BEYOND in (place(move.src).zone.closing, place(move.dst).zone.closing)
            if not outside and not _taken_back(move) and not _changed(move):
                yield self._wrong(number, Said("{what} belongs to no entry", what=_show((None, move))))
        self._fold(posted)

    def _posted(self, number: int, of_round: bool) -> list[Posting]:
        where = (ledger.c.table_id == self.id, ledger.c.round == number)
        kind = ledger.c.n.is_not(None) if of_round else ledger.c.n.is_(None)
        found = select(ledger.c.n, ledger.c.src, ledger.c.dst, ledger.c.cents, ledger.c.article)
        rows = self.conn.execute(found.where(*where, kind).order_by(ledger.c.line))
        return [(n, Move(src, dst, cents, article)) for n, src, dst, cents, article in rows]

    def _fold(self, posted: list[Posting]) -> None:
        for _, move in posted:
            moved(self.places, move.src, move.dst, move.cents)

    def _wrong(self, number: int, what: str) -> Discrepancy:
        return Discrepancy(self.public_id, number, what)


def _taken_back(move: Move) -> bool:
    """Whether a move is of somebody's stake back to their own hands, as when a table closes."""
    src, dst = place(move.src), place(move.dst)
    return (src.zone.name, dst.zone.name) == ("felt", "chips") and src.who == dst.who


def _changed(move: Move) -> bool:
    """Whether a move is of chips for money changed at the table, or of a player's for the staff."""
    if move.dst == TIPS:
        return place(move.src).zone.name == "chips"
    return move.src == BANK and place(move.dst).zone.name == "chips"


def _plain(posted: Posting) -> tuple[object, ...]:
    n, move = posted
    return n, move.src, move.dst, move.cents, move.article


def _show(posted: Posting | None) -> str:
    if posted is None:
        return Said("nothing")
    n, move = posted
    amount = format_cents(move.cents)
    return Said("{amount} from {src} to {dst} at entry {n}", amount=amount, src=move.src, dst=move.dst, n=n)


def _id(conn: Connection, table_id: str) -> int:
    id: int | None = conn.execute(select(game_tables.c.id).where(game_tables.c.public_id == table_id)).scalar()
    if id is None:
        raise NoTable(table_id)
    return id
