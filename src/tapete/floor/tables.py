"""Tables: opened only if the law allows them, changed between rounds, closed when nobody's chips lie on them."""

import secrets
from collections.abc import Callable

import msgspec
from sqlalchemy import bindparam, insert, select, update

from tapete.audit.breach import Breach
from tapete.audit.table import TableFile, check
from tapete.engine.places import BANK, CAGE
from tapete.engine.requests import Move
from tapete.errors import IllegalAction, TapeteError
from tapete.floor.connection import Prepared, together
from tapete.floor.desk import Desk
from tapete.floor.roles import CHIEFS, Account, NoTable, require
from tapete.floor.rounds import close_round
from tapete.floor.schema import game_tables
from tapete.floor.seats import ZONES, leave
from tapete.floor.standing import GameTable, Position, Standing, load, table_of, through_cage
from tapete.floor.trail import note

_UPDATE = Prepared(
    update(game_tables)
    .where(game_tables.c.id == bindparam("table"))
    .values(settings=bindparam("new_settings"), state=bindparam("new_state"))
)


class Illegal(TapeteError):
    """A table that the law does not allow, with every breach."""

    def __init__(self, breaches: list[Breach]) -> None:
        self.breaches = breaches
        first = breaches[0]
        super().__init__("not a legal table: {where}: {what}; it must be {right} (art. {article})", **first._asdict())


class Tables:
    """The tables of a casino."""

    def __init__(self, desk: Desk, clock: Callable[[], int]) -> None:
        self.desk = desk
        self.db = desk.db
        self.clock = clock

    def open_table(self, by: Account, file: TableFile, physical: bool = False, name: str = "") -> GameTable:
        """Opens a table. `physical`: the croupier enters what falls; otherwise chance is live."""
        require(by, CHIEFS, "open a table")
        _check(file)
        values = {
            "public_id": secrets.token_urlsafe(8),
            "name": name or file.rules.title,
            "game": file.game,
            "region": file.region,
            "choices": msgspec.json.encode(file.readings).decode(),
            "settings": msgspec.json.encode(file.settings()).decode(),
            "physical": physical,
            "seats": file.seats or file.rules.players.seats,
            "opened_by": by.id,
            "state": "open",
            "created": self.clock(),
            "change": 0,
        }
        with self.db.write() as conn:
            conn.execute(insert(game_tables).values(values))
            found = load(conn, str(values["public_id"]))
            note(conn, self.clock(), by, found.table.id, f"open {file.game} {file.region}")
            if file.float_:
                article = file.rules.float_.article if file.rules.float_ else ""
                through_cage(found, Move(CAGE, BANK, file.float_, article))
                together(conn, *found.writes)
        return found.table

    def change_table(self, by: Account, table_id: str, file: TableFile, key: str) -> Position:
        """Gives a table other limits or options from the next round on."""
        require(by, CHIEFS, "change a table")
        _check(file)
        settings = msgspec.json.encode(file.settings()).decode()

        def work(found: Standing) -> None:
            table = found.table
            if (file.game, file.region, file.readings) != (table.game, table.region, table.choices):
                raise IllegalAction(
                    "this table stays {game} of {region}: open another for another game",
                    game=table.game,
                    region=table.region,
                )
            _check_announced(found, file)
            _update(found, msgspec.structs.replace(table, settings=file.settings()))

        return self.desk.run(table_id, by, key, f"change {settings}", work)

    def close_table(self, by: Account, table_id: str, key: str) -> Position:
        """Closes a table: everybody cashes out, and the bank's chips go to the cage."""
        require(by, CHIEFS, "close a table")

        def work(found: Standing) -> None:
            if found.table.state == "closed":
                raise IllegalAction("the table is closed already")
            close_round(found, by, self.clock())
            _check_clear(found)
            for seat in found.sitting:
                leave(found, seat)
            for place, cents in found.places().items():
                if cents > 0:
                    through_cage(found, Move(place, CAGE, cents, ""))
            _update(found, msgspec.structs.replace(found.table, state="closed"))

        return self.desk.run(table_id, by, key, "close", work)

    def table(self, table_id: str) -> GameTable:
        """A table by the id that people know."""
        with self.db.read() as conn:
            row = conn.execute(select(game_tables).where(game_tables.c.public_id == table_id)).first()
        if row is None:
            raise NoTable(table_id)
        return table_of(row)

    def tables(self, state: str | None = "open") -> list[GameTable]:
        """The open tables, the closed ones, or with None all of them; the oldest first."""
        found = select(game_tables).order_by(game_tables.c.id)
        if state is not None:
            found = found.where(game_tables.c.state == state)
        with self.db.read() as conn:
            return [table_of(row) for row in conn.execute(found)]


def _check(file: TableFile) -> None:
    breaches = check(file)
    if breaches:
        raise Illegal(breaches)


def _check_announced(found: Standing, file: TableFile) -> None:
    """Where a text has a change of minimum announced some rounds ahead, they must have been announced and played."""
    rule, last = found.table.rules.minimum, found.round
    if last is None or not rule.announced_rounds or file.minimum == found.table.settings.minimum:
        return
    if not last.finished or getattr(last.carry, "remaining", -1) != 0:
        rounds = rule.announced_rounds
        raise IllegalAction(
            "the last {rounds} rounds must be announced and played before the minimum changes",
            rule.article,
            rounds=rounds,
        )


def _check_clear(found: Standing) -> None:
    lying = [place for place in found.places() if place.startswith(ZONES)]
    if lying:
        raise IllegalAction("chips lie on {place}: play until the felt is clear", place=lying[0])


def _update(found: Standing, table: GameTable) -> None:
    settings = msgspec.json.encode(table.settings).decode()
    found.writes.append((_UPDATE, {"table": table.id, "new_settings": settings, "new_state": table.state}))
    found.table = table
