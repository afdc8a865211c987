"""What a table's books say twice, held against each other: rounds and their rows, ledger, commands and documents."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, func, select

from tapete.engine.chance import commitment
from tapete.engine.places import BANK, CAGE, CHIPS, DROP, TIPS, chips, place
from tapete.engine.transcript import Edition, End, Entry, Header
from tapete.errors import Said
from tapete.floor.documents import CREDIT, FILL, SIGNED
from tapete.floor.schema import (
    cage_lines,
    case_lines,
    cases,
    commands,
    documents,
    editions,
    entries,
    ledger,
    orphans,
    round_id,
    rounds,
    seats,
    session_lines,
    signatures,
    stock_lines,
)
from tapete.law.rulebook import digest
from tapete.money import format_cents

Wrong = tuple[int, str]  # the round it concerns, or 0, and what is wrong
Rows = Row[Any]
FLOAT = 1  # the ledger's line by which a table was opened
# Logs that only grow, the column of their numbers, and what they are numbered within.
LOGS = (
    (cage_lines, "number", ""),
    (orphans, "number", ""),
    (cases, "number", ""),
    (case_lines, "n", "number"),
    (session_lines, "line", "session"),
    (stock_lines, "n", "item"),
)


def untrue_row(row: Rows, log: list[Entry], seated: set[str]) -> Iterator[str]:
    """What the row of a round says otherwise than its transcript."""
    header = log[0] if log else None
    if not isinstance(header, Header):
        return
    if row.id != round_id(row.table_id, row.number):
        yield Said("its lines are kept under another number")
    written = msgspec.json.decode(row.players), row.procedure
    if written != ([*header.players], header.procedure):
        yield Said("its row names other players or another procedure than its header")
    if (row.ended is None) != (row.state == "open"):
        yield Said("is {state} but has no end", state=row.state) if row.ended is None else Said("is open but has ended")
    for who in header.players:
        if who not in seated:
            yield Said("{who} plays, and never sat down", who=who)
    if row.seed and header.commitment and commitment(_seed(row.seed)) != header.commitment:
        yield Said("the seed is not the one committed to")


def untrue_table(conn: Connection, table: Rows, last: int, end: Entry | None) -> Iterator[Wrong]:
    """What a table's row, its ledger, the commands that were given there and its documents say otherwise."""
    yield from _numbered(conn, table, last)
    if isinstance(end, End) and end.next and commitment(_seed(table.next_seed)) != end.next:
        yield last, Said("the seed is not the one that was promised")
    if not table.practice and not table.tournament:
        yield from _bought(conn, table)
        yield from _documented(conn, table, last)


def lost_rounds(conn: Connection) -> Iterator[tuple[int, int]]:
    """Rounds that have lines and are not there, by table and number."""
    lost = select(entries.c.round_id).distinct().where(entries.c.round_id.not_in(select(rounds.c.id)))
    for id in conn.execute(lost).scalars():
        yield id >> 32, id & 0xFFFFFFFF


def untrue_editions(conn: Connection) -> Iterator[str]:
    """Editions that are not what they are kept as, by their digests."""
    for row in conn.execute(select(editions)):
        kept = msgspec.json.decode(row.body, type=Edition)
        written = kept.rulebook, kept.procedure, kept.game, kept.region
        if written != (row.rulebook, row.procedure, row.game, row.region) or digest(kept.running) != row.rulebook:
            what = {"game": row.game, "digest": row.rulebook}
            yield Said("the kept edition of {game} is not the one it says: {digest}", **what)


def short_logs(conn: Connection) -> Iterator[str]:
    """Logs of the house of which a line is missing: each is numbered from one, as a whole or part by part."""
    for log, number, part in LOGS:
        parts = [log.c[part]] if part else []
        counted = select(func.count(), func.max(log.c[number])).group_by(*parts).having(func.count() > 0)
        for count, last in conn.execute(counted):
            if count != last:
                what = {"log": log.name, "count": count, "last": last}
                yield Said("{log}: the last line is number {last}; lines there: {count}", **what)


def seated(conn: Connection, table: int) -> set[str]:
    """The names under which people ever sat at a table."""
    return set(conn.execute(select(seats.c.name).where(seats.c.table_id == table)).scalars())


def _seed(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        return b""


def _numbered(conn: Connection, table: Rows, last: int) -> Iterator[Wrong]:
    """Lines and commands of rounds that are not there, and lines that are missing."""
    of_table = ledger.c.table_id == table.id
    count, top = conn.execute(select(func.count(), func.max(ledger.c.line)).where(of_table)).one()
    if count != (top or 0):
        yield 0, Said("the ledger's last line is number {last}; lines there: {count}", count=count, last=top)
    outside = ~ledger.c.round.between(1, last + 1) | (ledger.c.n.is_not(None) & (ledger.c.round > last))
    for number in conn.execute(select(ledger.c.round).distinct().where(of_table, outside)).scalars():
        yield number, Said("the ledger has lines of a round that is not there")
    given = select(func.max(commands.c.round), func.max(commands.c.change)).where(commands.c.table_id == table.id)
    number, change = conn.execute(given).one()
    if (number or 0) > last:
        yield number, Said("somebody acted in it, and it is not there")
    if (change or 0) > table.change:
        yield 0, Said("more was done at the table than it counts")
    gaps = select(entries.c.round_id, func.count(), func.max(entries.c.n)).group_by(entries.c.round_id)
    here = entries.c.round_id.between(round_id(table.id, 0), round_id(table.id + 1, 0) - 1)
    for id, lines, n in conn.execute(gaps.where(here)):
        if lines != n + 1:
            yield (
                id - round_id(table.id, 0),
                Said("its last line is {last}; lines there: {count}", count=lines, last=n),
            )


def _bought(conn: Connection, table: Rows) -> Iterator[Wrong]:
    """Chips that were bought, changed or given to the staff by the ledger, beside what was asked for."""
    asked = _asked(conn, table)
    bought: Counter[tuple[str, int]] = Counter()
    where = (ledger.c.table_id == table.id, ledger.c.n.is_(None))
    for src, dst, cents in conn.execute(select(ledger.c.src, ledger.c.dst, ledger.c.cents).where(*where)):
        if src == CAGE and (place(dst).zone.name == CHIPS or dst == DROP):
            bought[dst, cents] += 1
        elif dst == TIPS and place(src).zone.name == CHIPS:
            bought[src, -cents] += 1
    for (path, cents), times in sorted((bought - asked).items()):
        what = {"times": times, "amount": format_cents(abs(cents)), "place": path}
        yield 0, Said("{place}: {amount} by the ledger, {times} times more than anybody asked for", **what)
    for (path, cents), times in sorted((asked - bought).items()):
        what = {"times": times, "amount": format_cents(abs(cents)), "place": path}
        yield 0, Said("{place}: {amount} asked for, {times} times more than the ledger has", **what)


def _asked(conn: Connection, table: Rows) -> Counter[tuple[str, int]]:
    """What people asked for between cage and table, by the place it concerns; what they gave the staff is negative."""
    counts: Counter[tuple[str, int]] = Counter()
    own = seats.c
    named = select(commands.c.what, own.name).outerjoin(
        seats, (own.table_id == commands.c.table_id) & (own.account_id == commands.c.account_id)
    )
    for what, name in conn.execute(named.where(commands.c.table_id == table.id)):
        match what.split(" "):
            case ["seat" | "buy-in", cents, *_]:
                counts[chips(name), int(cents)] += 1
            case ["tip", cents]:
                counts[chips(name), -int(cents)] += 1
            case ["change", *_, cents] if cents.isdecimal():
                counts[DROP, int(cents)] += 1
    return counts


def _documented(conn: Connection, table: Rows, last: int) -> Iterator[Wrong]:
    """Documents beside the ledger: numbers, sums, second names, the line that each moved; and moves without one."""
    d, s = documents.c, signatures.c
    joined = select(
        *(d.number, d.kind, d.cents, d.pieces, d.account_id, s.verdict, s.line), s.account_id.label("signer")
    ).outerjoin(signatures, (s.table_id == d.table_id) & (s.number == d.number))
    moved: dict[int, tuple[str, str, int]] = {}
    for number, row in enumerate(conn.execute(joined.where(d.table_id == table.id).order_by(d.number)), 1):
        pieces = msgspec.json.decode(row.pieces, type=dict[int, int])
        if row.number != number or row.cents != sum(value * many for value, many in pieces.items()):
            yield 0, Said("document {number} is missing, or does not come to what it says", number=number)
            return
        if row.signer == row.account_id:
            yield 0, Said("document {number} has one name twice", number=number)
        effect = row.verdict == SIGNED and row.kind in (FILL, CREDIT)
        if effect != (row.line is not None) or row.line in moved:
            yield 0, Said("document {number} moved no chips of its own", number=number)
        elif effect:
            src, dst = (CAGE, BANK) if row.kind == FILL else (BANK, CAGE)
            moved[row.line] = src, dst, row.cents
    for line, src, dst, cents, before in _between(conn, table):
        due = moved.pop(line, None)
        if due is not None and due != (src, dst, cents):
            yield before, Said("line {line} of the ledger is not what its document says", line=line)
        elif due is None and line != FLOAT and not (src == BANK and table.state == "closed" and before == last + 1):
            amount = {"amount": format_cents(cents), "src": src, "dst": dst}
            yield before, Said("{amount} from {src} to {dst} without a document", **amount)
    for line in moved:
        yield 0, Said("line {line} of the ledger is not what its document says", line=line)


def _between(conn: Connection, table: Rows) -> Iterator[tuple[int, str, str, int, int]]:
    """What passed between cage and bank outside of rounds."""
    c = ledger.c
    ends = ((c.src == CAGE) & (c.dst == BANK)) | ((c.src == BANK) & (c.dst == CAGE))
    query = select(c.line, c.src, c.dst, c.cents, c.round).where(c.table_id == table.id, c.n.is_(None), ends)
    rows = conn.execute(query.order_by(c.line))
    return ((line, src, dst, cents, before) for line, src, dst, cents, before in rows)
