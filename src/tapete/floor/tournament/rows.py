"""Tournaments as the database has them: what was announced, who takes part, what happened, what was paid."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, Select, insert, select

from tapete.audit.tournament import TournamentFile, parse
from tapete.engine.chance import commitment
from tapete.errors import Missing
from tapete.floor.roles import Account, Forbidden
from tapete.floor.schema import accounts, tournament_acts, tournament_entries, tournament_money, tournaments
from tapete.torneo import levels
from tapete.torneo.prizes import Prize, Purse, purse

IN = ("moving", "seated")


class NoTournament(Missing):
    """Nothing is known of a tournament by this name."""

    def __init__(self, public_id: str) -> None:
        super().__init__("there is no tournament '{tournament}'", tournament=public_id)


class Tournament(msgspec.Struct, frozen=True):
    """A tournament. `id` is the database's own; people know `public_id`."""

    id: int
    public_id: str
    region: str
    file: TournamentFile
    seed: str
    state: str
    automatic: int
    played: int
    since: int | None
    account_id: int
    created: int
    started: int | None
    ended: int | None

    @property
    def name(self) -> str:
        """What it is called."""
        return self.file.tournament

    @property
    def commitment(self) -> str:
        """The promise of its seed."""
        return commitment(bytes.fromhex(self.seed))

    @property
    def key(self) -> bytes:
        """What its lots are drawn from."""
        return bytes.fromhex(self.seed)

    @property
    def over(self) -> bool:
        """Whether its lots are drawn, and its seed may be shown."""
        return self.state in ("finished", "cancelled")

    @property
    def prizes(self) -> list[Prize]:
        """Its prizes by place."""
        return [item.prize for item in self.file.prizes]

    def told(self) -> dict[str, str | bool]:
        """Which it is, for a machine."""
        about: dict[str, str | bool] = {"id": self.public_id, "name": self.name, "game": self.file.game}
        return {**about, "region": self.region, "state": self.state, "sit_and_go": self.file.sit_and_go}

    def table(self, number: int) -> str:
        """The id of one of its tables."""
        return f"{self.public_id}-{number}"

    def elapsed(self, now: int) -> int:
        """For how many milliseconds its clock has run."""
        return self.played + (max(0, now - self.since) if self.since is not None else 0)

    def clock(self, now: int) -> levels.Now:
        """Its level now."""
        return levels.now(self.file.levels, self.elapsed(now))

    def late(self, now: int) -> bool:
        """Whether one can still sign up, for the first time or again, although it runs."""
        index = self.clock(now).at
        return self.state in ("running", "paused") and levels.playing(self.file.levels, index) <= self.file.entry.late


class Entry(msgspec.Struct, frozen=True):
    """Somebody who signed up; who does so again is another entry."""

    number: int
    account_id: int
    name: str
    born: str
    state: str
    table_no: int
    chips: int
    moves: int
    gone: int | None
    place: int | None
    sharing: int
    won: int
    goods: tuple[str, ...]

    @property
    def ranked(self) -> str:
        """Its place as people write it, of those who share places all of them; nothing before it has one."""
        if self.place is None:
            return ""
        return str(self.place) if self.sharing <= 1 else f"{self.place}–{self.place + self.sharing - 1}"


class Payment(NamedTuple):
    """A payment into a tournament or out of it."""

    key: str
    kind: str
    entry: int
    cents: int
    goods: str
    at: int
    by: str


class Happened(NamedTuple):
    """Something that happened in a tournament."""

    id: int
    at: int
    by: str
    what: str
    detail: dict[str, Any]


def tournament(conn: Connection, public_id: str, *, lock: bool = False) -> Tournament:
    """A tournament by the id that people know."""
    query = select(tournaments).where(tournaments.c.public_id == public_id)
    row = conn.execute(query.with_for_update() if lock else query).first()
    if row is None:
        raise NoTournament(public_id)
    return _tournament(row)


def decided(conn: Connection, public_id: str, by: Account) -> Tournament:
    """A tournament, locked, for somebody who decides in it: nobody who takes part, whatever they have become since."""
    decided = tournament(conn, public_id, lock=True)
    own = (tournament_entries.c.tournament_id == decided.id, tournament_entries.c.account_id == by.id)
    takes_part = select(tournament_entries.c.number).where(*own, tournament_entries.c.state != "withdrawn")
    if conn.execute(takes_part).first() is not None:
        raise Forbidden("{who} takes part in this tournament, and who plays decides nothing there", who=by.name)
    return decided


def some(conn: Connection, *states: str) -> list[Tournament]:
    """The tournaments in these states, or with none named all of them, the latest first."""
    query = select(tournaments).order_by(tournaments.c.id.desc())
    return [_tournament(row) for row in conn.execute(query.where(tournaments.c.state.in_(states)) if states else query)]


def _tournament(row: Row[Any]) -> Tournament:
    values = dict(row._mapping)
    values["file"] = parse(json.loads(values["file"]), values["public_id"])
    return Tournament(**values)


def entries(conn: Connection, id: int) -> list[Entry]:
    """Who takes part, in the order of signing up."""
    query = _entries().where(tournament_entries.c.tournament_id == id).order_by(tournament_entries.c.number)
    return [_entry(row) for row in conn.execute(query)]


def _entries() -> Select[Any]:
    columns = [tournament_entries.c[name] for name in Entry.__struct_fields__ if name != "name"]
    return select(*columns, accounts.c.name).join(accounts, accounts.c.id == tournament_entries.c.account_id)


def _entry(row: Row[Any]) -> Entry:
    values = dict(row._mapping)
    return Entry(**{**values, "goods": tuple(json.loads(values["goods"]))})


def money(conn: Connection, id: int) -> list[Payment]:
    """What was paid in and out, in its order."""
    columns = [tournament_money.c[name] for name in Payment._fields[:-1]]
    query = (
        select(*columns, accounts.c.name)
        .join(accounts, accounts.c.id == tournament_money.c.account_id)
        .where(tournament_money.c.tournament_id == id)
        .order_by(tournament_money.c.at, tournament_money.c.entry, tournament_money.c.kind)
    )
    return [Payment._make(row) for row in conn.execute(query)]


def happened(conn: Connection, id: int) -> list[Happened]:
    """What happened, in its order."""
    columns = (tournament_acts.c.id, tournament_acts.c.at, accounts.c.name, tournament_acts.c.what)
    query = (
        select(*columns, tournament_acts.c.detail)
        .join(accounts, accounts.c.id == tournament_acts.c.account_id)
        .where(tournament_acts.c.tournament_id == id)
        .order_by(tournament_acts.c.id)
    )
    return [Happened(*row[:4], json.loads(row.detail)) for row in conn.execute(query)]


def this_entry(tournament: Tournament, number: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    """What finds an entry of a tournament."""
    return tournament_entries.c.tournament_id == tournament.id, tournament_entries.c.number == number


def purse_of(tournament: Tournament, paid: Sequence[Payment]) -> Purse:
    """The fees that were paid and not given back, and what the house keeps of them."""
    fees = sum(line.cents * {"fee": 1, "refund": -1}.get(line.kind, 0) for line in paid)
    return purse(fees, tournament.file.entry.kept)


def note(conn: Connection, id: int, at: int, by: Account | int, what: str, **detail: Any) -> None:
    """Writes down what happened."""
    who = by if isinstance(by, int) else by.id
    values = {"tournament_id": id, "at": at, "account_id": who, "what": what, "detail": told(detail)}
    conn.execute(insert(tournament_acts).values(values))


def told(detail: dict[str, Any]) -> str:
    """What happened, as it is kept."""
    return json.dumps(detail, ensure_ascii=False)
