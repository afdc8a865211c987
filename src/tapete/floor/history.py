"""History: the rounds of a table, each as far as a face may read it, and logs that an audit takes."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, RowMapping, select, tuple_

from tapete.engine.requests import Down, Move, Shift
from tapete.engine.transcript import Edition, Header, In, decode, encode
from tapete.engine.views import View, masked
from tapete.errors import IllegalAction, Missing
from tapete.floor.connection import Database
from tapete.floor.editions import body, kept_of
from tapete.floor.listing import listed
from tapete.floor.roles import READING, WATCHER, Account, Forbidden, hat, require
from tapete.floor.schema import entries, game_tables, ledger, rounds, seats
from tapete.floor.standing import lines_of, recorded
from tapete.floor.unnamed import unnamed
from tapete.games import game

AT_ONCE = 20  # rounds of a log that are read in one transaction


class ListedRound(NamedTuple):
    """A round in a list of rounds."""

    id: int
    table: str
    number: int
    state: str
    players: tuple[str, ...]
    procedure: int
    opened: int
    ended: int | None
    hash: str


class History:
    """What has been played."""

    def __init__(self, db: Database) -> None:
        self.db = db

    def rounds(
        self,
        table_id: str | None = None,
        *,
        game: str | None = None,
        player: str | None = None,
        states: Sequence[str] = (),
        since: int | None = None,
        until: int | None = None,
        amount: int = 0,
        before: ListedRound | None = None,
        limit: int = 50,
        by: Account | None = None,
    ) -> list[ListedRound]:
        """Rounds, the latest first: those of a table, a game, a player, with an amount that moved, before another.

        Where no table is named, of those that are listed for whoever asks.
        """
        query = _at_tables.order_by(rounds.c.opened.desc(), rounds.c.id.desc()).limit(limit)
        query = query.where(listed(by) if table_id is None else game_tables.c.public_id == table_id)
        if game is not None:
            query = query.where(game_tables.c.game == game)
        if player is not None:
            query = query.where(rounds.c.players.contains(msgspec.json.encode(player).decode(), autoescape=True))
        if states:
            query = query.where(rounds.c.state.in_(states))
        if since is not None:
            query = query.where(rounds.c.opened >= since)
        if until is not None:
            query = query.where(rounds.c.opened < until)
        if amount:
            query = query.where(_moved(amount))
        if before is not None:
            query = query.where(tuple_(rounds.c.opened, rounds.c.id) < (before.opened, before.id))
        with self.db.read() as conn:
            return [_played(row) for row in conn.execute(query).mappings()]

    def round(self, table_id: str, number: int) -> ListedRound:
        """One round of a table."""
        with self.db.read() as conn:
            return _played(_round(conn, table_id, number))

    def transcript(self, table_id: str, number: int, account: Account | None = None) -> list[str]:
        """A round's lines: as it is for staff and the regulator; once it is over, for who played without others' chips.

        The public reads games and results, of nobody.
        """
        with self.db.read() as conn:
            row = _round(conn, table_id, number)
            return _readable(conn, row, account)

    def evidence(self, table_id: str, number: int, account: Account | None = None) -> bytes:
        """A round's lines as who played may read them, after the edition it was played under: what verifying takes."""
        with self.db.read() as conn:
            row = _round(conn, table_id, number)
            lines = _readable(conn, row, account)
            if not _belongs(conn, row, account):
                raise Forbidden("the lines of a round are for who played in it, the staff and the regulator")
        header = decode(lines[0])
        assert isinstance(header, Header)
        with self.db.read() as conn:
            kept = body(conn, header)
        log = [*([encode(kept)] if kept else []), *(line.encode() for line in lines)]
        return b"".join(line + b"\n" for line in log)

    def editions(self, rulebooks: Iterable[str]) -> list[Edition]:
        """The editions of some rulebooks, by their digests, as far as they were ever kept here."""
        with self.db.read() as conn:
            return kept_of(conn, rulebooks)

    def step(self, table_id: str, number: int, n: int, account: Account | None = None, face: str = "") -> View:
        """A round as it was seen once entry `n` was written: by one's own face, or for staff by any."""
        with self.db.read() as conn:
            row = _round(conn, table_id, number)
            own = _face(conn, row, account)
            if not _reads_all(conn, row, account):
                _check_over(row)
                if face not in ("", WATCHER, own):
                    raise Forbidden("{who} may not see the round as {face}", who=hat(own), face=hat(face))
            belongs = _belongs(conn, row, account)
            lines = lines_of(conn, row["id"]) if belongs else _readable(conn, row, account)
            return _at(conn, lines, n, (face or own) if belongs else WATCHER)

    def lines(self, table_id: str, number: int) -> list[str]:
        """A round's lines as they are: for what the house itself makes of them."""
        with self.db.read() as conn:
            return lines_of(conn, _round(conn, table_id, number)["id"])

    def belongs(self, played: ListedRound, account: Account | None) -> bool:
        """Whether a round's persons and amounts are somebody's to read."""
        with self.db.read() as conn:
            return _belongs(conn, _round(conn, played.table, played.number), account)

    def whole(self, played: ListedRound, account: Account | None) -> bool:
        """Whether a round is open to somebody as it is, with every card and all chips."""
        with self.db.read() as conn:
            return _reads_all(conn, _round(conn, played.table, played.number), account)

    def name_at(self, table_id: str, account: Account | None) -> str:
        """The name under which somebody plays or played at a table, empty if they never did."""
        with self.db.read() as conn:
            here = select(game_tables.c.id).where(game_tables.c.public_id == table_id)
            return _name(conn, conn.execute(here).scalar() or 0, account)

    def export(self, table_id: str, account: Account) -> Iterator[bytes]:
        """The finished rounds of a table as JSON lines, for an audit, each edition before the first played under it."""
        require(account, READING, "export a log")
        here = _sits.where(game_tables.c.public_id == table_id, seats.c.account_id == account.id)
        with self.db.read() as conn:
            if conn.execute(here).first() is not None:
                raise Forbidden("{who} plays at this table: others take its log along", who=account.name)
        return self._export(table_id)

    def _export(self, table_id: str) -> Iterator[bytes]:
        """Some rounds at a time: whoever takes them along slowly keeps no transaction open, and no command waiting."""
        ended = select(rounds.c.id).join(game_tables, game_tables.c.id == rounds.c.table_id).order_by(rounds.c.number)
        ended = ended.where(game_tables.c.public_id == table_id, rounds.c.state != "open")
        with self.db.read() as conn:
            logs = list(conn.execute(ended).scalars())
        said: set[tuple[str, int]] = set()
        for at in range(0, len(logs), AT_ONCE):
            yield from self._slice(logs[at : at + AT_ONCE], said)

    def _slice(self, ids: Sequence[int], said: set[tuple[str, int]]) -> list[bytes]:
        """The lines of some rounds, with the editions that were not `said` before; ids are in their rounds' order."""
        lines: list[bytes] = []
        query = select(entries.c.n, entries.c.line).where(entries.c.round_id.in_(ids))
        with self.db.read() as conn:
            for n, line in conn.execute(query.order_by(entries.c.round_id, entries.c.n)).all():
                if n == 0:
                    lines += _edition(conn, line, said)
                lines.append(line.encode() + b"\n")
        return lines


def _edition(conn: Connection, line: str, said: set[tuple[str, int]]) -> list[bytes]:
    """The edition that a round's header names, as a line, where it was not said before."""
    header = decode(line)
    assert isinstance(header, Header)
    if (header.rulebook, header.procedure) in said:
        return []
    said.add((header.rulebook, header.procedure))
    kept = body(conn, header)
    return [encode(kept) + b"\n"] if kept else []


_sits = select(seats.c.id).join(game_tables, game_tables.c.id == seats.c.table_id).where(seats.c.state != "left")
_at_tables = select(rounds, game_tables.c.public_id).join(game_tables, game_tables.c.id == rounds.c.table_id)


def _of_table(table_id: str) -> Any:
    return _at_tables.where(game_tables.c.public_id == table_id)


def _moved(amount: int) -> Any:
    """Whether so much moved at once in a round: the ledger is read once, and not a table's for each of its rounds."""
    moved = select(ledger.c.table_id, ledger.c.round).where(ledger.c.n.is_not(None), ledger.c.cents >= amount)
    return tuple_(rounds.c.table_id, rounds.c.number).in_(moved)


def _round(conn: Connection, table_id: str, number: int) -> RowMapping:
    row: RowMapping | None = conn.execute(_of_table(table_id).where(rounds.c.number == number)).mappings().first()
    if row is None:
        raise Missing("table '{table}' has no round {number}", table=table_id, number=number)
    return row


def _played(row: RowMapping) -> ListedRound:
    players = tuple(msgspec.json.decode(row["players"]))
    return ListedRound(
        row["id"],
        row["public_id"],
        row["number"],
        row["state"],
        players,
        row["procedure"],
        row["opened"],
        row["ended"],
        row["hash"],
    )


def _belongs(conn: Connection, row: RowMapping, account: Account | None) -> bool:
    return _reads_all(conn, row, account) or _name(conn, row["table_id"], account) in _played(row).players


def _reads_all(conn: Connection, row: RowMapping, account: Account | None) -> bool:
    """Whether a round is open to somebody as it is: to staff and regulator, but for those who played in it."""
    if account is None or account.role not in READING:
        return False
    return _name(conn, row["table_id"], account) not in _played(row).players


def _readable(conn: Connection, row: RowMapping, account: Account | None) -> list[str]:
    """A round's lines as somebody may read them."""
    lines = lines_of(conn, row["id"])
    if _reads_all(conn, row, account):
        return lines
    _check_over(row)
    log = [decode(line) for line in lines]
    if not _belongs(conn, row, account):
        return [encode(entry).decode() for entry in unnamed(log)]
    own = _name(conn, row["table_id"], account)
    return [encode(masked(entry, own)).decode() for entry in log]


def _check_over(row: RowMapping) -> None:
    if row["state"] == "open":
        raise IllegalAction(
            "round {number} is still being played: its lines are shown when it is over", number=row["number"]
        )


def _name(conn: Connection, table: int, account: Account | None) -> str:
    """The name under which somebody plays or played at a table, empty if they never did."""
    if account is None:
        return ""
    here = (seats.c.table_id == table) & (seats.c.account_id == account.id)
    return conn.execute(select(seats.c.name).where(here)).scalar() or ""


def _face(conn: Connection, row: RowMapping, account: Account | None) -> str:
    if account is not None and _reads_all(conn, row, account):
        return "inspector" if account.role == "regulator" else account.role
    return _name(conn, row["table_id"], account) or WATCHER


def _at(conn: Connection, lines: list[str], n: int, face: str) -> View:
    """A round as far as its entry `n` and what that brought about, and what it then waited for."""
    log = [decode(line, number) for number, line in enumerate(lines, 1)]
    header = log[0]
    assert isinstance(header, Header)
    end = min(n, len(log) - 1) + 1
    while end < len(log) and isinstance(log[end - 1], In | Move | Down) and isinstance(log[end], Move | Down | Shift):
        end += 1
    record = recorded(conn, lines[:end], game(header.game).rules(header.region, header.choices))
    waits = next((entry.to for entry in log[end:] if isinstance(entry, In)), None)
    return msgspec.structs.replace(record.view(face), pending=None if record.finished else waits)
