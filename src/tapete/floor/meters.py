"""Accumulated prizes: accounts that several tables feed and are paid from, each with a statement of its own.

The balance is the sum of what its tables gave and took. A command at a table with such an account holds the account's
lock, so what it reads is there to be paid; the statement has every reading and every move, in the order of all tables.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, func, select, update

from tapete.engine.meter import BOOKS
from tapete.engine.places import METER, meter, place
from tapete.engine.requests import Move
from tapete.engine.settings import Settings
from tapete.engine.transcript import End, Entry, Header, In, decode
from tapete.errors import IllegalAction, Said
from tapete.floor.prepared import Call, Prepared, insertion, together
from tapete.floor.schema import entries, game_tables, ledger, meter_lines, meters, round_id, rounds
from tapete.games import game
from tapete.law.sections import BankRulebook
from tapete.money import format_cents

Posting = tuple[int | None, Move]

_STANDS = select(meters.c.path, meters.c.cents, meters.c.lines).where(meters.c.name == bindparam("meter"))
_LOCKED = _STANDS.order_by(meters.c.path).with_for_update()
_MAKE = insertion(meters, "name", "path", "cents", "lines", once=True)
_LINE = insertion(meter_lines, "name", "path", "line", "table_id", "round", "n", "cents", "after")
_UPDATE = Prepared(
    update(meters)
    .where(meters.c.name == bindparam("meter"), meters.c.path == bindparam("account"))
    .values(cents=bindparam("stands"), lines=bindparam("count"))
)


class Meter:
    """What a prize stands at, how long its statement is, and what this table's books had of it when it was read."""

    __slots__ = ("cents", "lines", "own")

    def __init__(self, cents: int, lines: int, own: int) -> None:
        self.cents, self.lines, self.own = cents, lines, own


Meters = dict[str, Meter]


class MeterLine(NamedTuple):
    """A line of a statement: an amount given or taken, or none where the balance was read; and what it came to."""

    line: int
    table_id: int
    round: int
    n: int | None
    cents: int
    after: int


def join(conn: Connection, name: str, of_game: str, region: str) -> None:
    """Lets a table share the prizes of a name, which are made if it is the first; only tables of one game share."""
    others = select(game_tables.c.game, game_tables.c.region).where(game_tables.c.meter == name)
    for other in conn.execute(others):
        if tuple(other) != (of_game, region):
            raise IllegalAction(
                "the prize '{name}' belongs to {game} of {region}: share one of the same game and text",
                name=name,
                game=other.game,
                region=other.region,
            )
    together(conn, *made(name, of_game, region))


def made(name: str, of_game: str, region: str) -> Iterator[Call]:
    """What writes the accounts of a game's prizes under a name, unless they are there."""
    for path in paths(of_game, region):
        yield _MAKE, {"name": name, "path": path, "cents": 0, "lines": 0}


def paths(of_game: str, region: str) -> list[str]:
    """The accounts of a game's accumulated prizes."""
    chosen = game(of_game)
    return [path for path in chosen.apart(chosen.rules(region)) if place(path).zone.name == METER]


def accumulates(rules: BankRulebook, settings: Settings) -> bool:
    """Whether a table with these settings feeds an accumulated prize."""
    return bool(game(rules.game).accumulates(rules, settings))


def meters_of(conn: Connection, name: str, own: Mapping[str, int], lock: bool) -> Meters:
    """The accounts of a table as they stand now; `lock`, so that nobody else writes to them before this command."""
    rows = conn.execute(_LOCKED if lock else _STANDS, {"meter": name})
    return {row.path: Meter(row.cents, row.lines, own.get(row.path, 0)) for row in rows}


def left_behind(conn: Connection, name: str, fields: Sequence[str]) -> dict[str, bool]:
    """What tables of a prize had that have closed, and none that was opened since has taken over."""
    if not fields:
        return {}
    r, e = rounds.c, entries.c
    sharing = select(r.table_id, func.min(r.id).label("first"), func.max(r.id).label("last")).group_by(r.table_id)
    sharing = sharing.join(game_tables, game_tables.c.id == r.table_id).where(game_tables.c.meter == name)
    every, closed = sharing.subquery(), sharing.where(game_tables.c.state == "closed").subquery()
    began = select(e.line).join(every, e.round_id == every.c.first).where(e.n == 0)
    last = select(e.round_id, func.max(e.n).label("n")).join(closed, e.round_id == closed.c.last).group_by(e.round_id)
    end = last.subquery()
    ended = select(e.line).join(end, (e.round_id == end.c.round_id) & (e.n == end.c.n))
    had, taken = ([_carried(line) for line in conn.execute(query).scalars()] for query in (ended, began))
    free = {field: sum(field in carry for carry in had) - sum(field in carry for carry in taken) for field in fields}
    return {field: True for field, count in free.items() if count > 0}


def _carried(line: str) -> dict[str, Any]:
    """What a round took over, by its first line, or handed on, by its last."""
    entry = decode(line)
    return entry.carry if isinstance(entry, Header | End) else {}


def reading(meters: Meters, name: str, places: Mapping[str, int]) -> int:
    """What a prize stands at, with what this table's round has given or taken since the account was read."""
    path = meter(name)
    account = meters.get(path, Meter(0, 0, 0))
    return max(0, account.cents + places.get(path, 0) - account.own)


def stated(
    meters: Meters, name: str, table: int, number: int, log: Sequence[Entry], posted: Sequence[Posting], known: int
) -> Iterator[Call]:
    """What a statement grows by: readings and moves, in the order in which they happened."""
    for n, path, cents in sorted(_events(log, posted, known), key=lambda event: event[0]):
        account = meters[path]
        account.cents += cents
        account.own += cents
        account.lines += 1
        line = {"line": account.lines, "round": number, "n": n, "cents": cents, "after": account.cents}
        yield _LINE, {"name": name, "path": path, "table_id": table, **line}
        yield _UPDATE, {"meter": name, "account": path, "stands": account.cents, "count": account.lines}


def _events(log: Sequence[Entry], posted: Sequence[Posting], known: int) -> Iterator[tuple[int, str, int]]:
    for n, entry in enumerate(log[known:], known):
        if isinstance(entry, In) and entry.who == BOOKS and entry.act is not None:
            yield n, meter(entry.act.on), 0
    for at, move in posted:
        for path, cents in ((move.src, -move.cents), (move.dst, move.cents)):
            if place(path).zone.name == METER:
                yield at or 0, path, cents


def stood(conn: Connection, table: int, number: int) -> dict[str, int]:
    """What accounts stood at before a round first gave, took or read, by their paths."""
    lines = meter_lines.c
    own = select(lines.path, lines.after - lines.cents).where(lines.table_id == table, lines.round == number)
    return dict(conn.execute(own.order_by(lines.line.desc())).all())  # the first line is the last to say


def statement(conn: Connection, name: str, path: str) -> list[MeterLine]:
    """An account's statement."""
    columns = [meter_lines.c[column] for column in MeterLine._fields]
    rows = select(*columns).where(meter_lines.c.name == name, meter_lines.c.path == path).order_by(meter_lines.c.line)
    return [MeterLine(*row) for row in conn.execute(rows)]


# Checking the statements


def wrong_statements(conn: Connection) -> Iterator[tuple[int, int, str]]:
    """What is not as it must be in the statements: the table, the round and what is wrong."""
    for name, path, cents, count in conn.execute(select(meters)).all():
        lines = statement(conn, name, path)
        stands = 0
        for number, line in enumerate(lines, 1):
            stands += line.cents
            if (line.line, line.after) != (number, stands):
                what = Said(
                    "line {line} of {place} comes to {amount}", line=number, place=path, amount=format_cents(stands)
                )
                yield line.table_id, line.round, what
            if not line.cents and (read := _was_read(conn, line)) != max(0, stands):
                what = Said(
                    "read {amount} in {place}, which had {due}",
                    amount=format_cents(read),
                    place=path,
                    due=format_cents(stands),
                )
                yield line.table_id, line.round, what
        if (cents, count) != (stands, len(lines)):
            what = Said("{place} has {amount}", place=path, amount=format_cents(cents))
            yield (lines[-1].table_id, lines[-1].round, what) if lines else (0, 0, what)
        yield from _unlike_ledgers(conn, name, path, lines)


def _unlike_ledgers(
    conn: Connection, name: str, path: str, lines: Sequence[MeterLine]
) -> Iterator[tuple[int, int, str]]:
    """Rounds whose ledger moved another amount than the statement says."""
    stated: dict[tuple[int, int], int] = {}
    for line in lines:
        stated[line.table_id, line.round] = stated.get((line.table_id, line.round), 0) + line.cents
    posted: dict[tuple[int, int], int] = {}
    sharing = select(game_tables.c.id).where(game_tables.c.meter == name)
    for side, sign in ((ledger.c.dst, 1), (ledger.c.src, -1)):
        moved = select(ledger.c.table_id, ledger.c.round, func.sum(ledger.c.cents))
        moved = moved.where(side == path, ledger.c.table_id.in_(sharing)).group_by(ledger.c.table_id, ledger.c.round)
        for table, number, cents in conn.execute(moved):
            posted[table, number] = posted.get((table, number), 0) + sign * int(cents)
    for table, number in sorted({*stated, *posted}):
        then, due = stated.get((table, number), 0), posted.get((table, number), 0)
        if then != due:
            yield (
                table,
                number,
                Said("the statement has {then}, the ledger {due}", then=format_cents(then), due=format_cents(due)),
            )


def _was_read(conn: Connection, line: MeterLine) -> int:
    where = (entries.c.round_id == round_id(line.table_id, line.round), entries.c.n == line.n)
    text = conn.execute(select(entries.c.line).where(*where)).scalar()
    entry = decode(text) if text else None
    return entry.act.cents if isinstance(entry, In) and entry.act is not None else -1
