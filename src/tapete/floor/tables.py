"""Tables: opened only if the law allows them, changed between rounds, closed when nobody's chips lie on them."""

import secrets
import string
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Select, bindparam, func, insert, or_, select, update

from tapete.audit.limits import check_settings
from tapete.audit.table import TableFile, authorised_by, parse
from tapete.engine.places import BANK, BEYOND, CAGE, bet_of, chips, kept, place, stakes
from tapete.engine.requests import Move
from tapete.engine.transcript import AUTOMATIC
from tapete.errors import IllegalAction, Named, Said, Word
from tapete.floor.course import abandon_round, close_round
from tapete.floor.desk import LEAVE, Desk
from tapete.floor.editions import Known, current, keep
from tapete.floor.growing import told
from tapete.floor.lawful import (
    Illegal,
    check_announced,
    check_automatic,
    check_beforehand,
    check_carry,
    check_kind,
    check_legal,
    still_authorised,
)
from tapete.floor.line import dissolve
from tapete.floor.listing import listed, sitting
from tapete.floor.meters import accumulates, join, made
from tapete.floor.office import decides, runs
from tapete.floor.prepared import Prepared, together
from tapete.floor.roles import CHIEFS, STAFF, Account, Forbidden, NoTable, require
from tapete.floor.schema import game_tables, ledger, rounds
from tapete.floor.seats import check_first_stacks, leave
from tapete.floor.standing import GameTable, Position, Standing, between_rounds, load, table_of, through_cage
from tapete.floor.trail import note
from tapete.games import game
from tapete.money import format_cents

_UPDATE = Prepared(
    update(game_tables)
    .where(game_tables.c.id == bindparam("table"))
    .values(
        settings=bindparam("new_settings"),
        state=bindparam("new_state"),
        rulebook=bindparam("new_rulebook"),
        procedure=bindparam("new_procedure"),
        adopted=bindparam("new_adopted"),
        automatic=bindparam("new_automatic"),
        cleared=bindparam("new_cleared"),
        meter=bindparam("new_meter"),
    )
)
MOST_PRACTICES = 5
LATEST = 100  # tables of all that ever were that are listed at once
_NUMBER = select(func.max(rounds.c.number)).where(rounds.c.table_id == game_tables.c.id).scalar_subquery()
_LOBBY: Select[Any] = select(game_tables, _NUMBER.label("last"))
# By which article chips last came to a place.
_FED = (
    select(ledger.c.article)
    .where(ledger.c.table_id == bindparam("table"), ledger.c.dst == bindparam("place"))
    .order_by(ledger.c.line.desc())
    .limit(1)
)


class Lobby(NamedTuple):
    """A table in the list of tables: who sits at it, and the number of its last round."""

    table: GameTable
    players: list[str]
    round: int


class Tables:
    """The tables of a casino."""

    def __init__(self, desk: Desk, clock: Callable[[], int]) -> None:
        self.desk = desk
        self.db = desk.db
        self.clock = clock
        # Who else has a say in whether a table may close, or something to do when it does.
        self.before_closing: list[Callable[[Standing, Account], None]] = []
        # Who has a say in whether a table of the casino opens with a float of which only the amount is told.
        self.before_float: list[Callable[[TableFile], None]] = []
        # Who has a say in whether a table of the casino opens beside those that there are.
        self.before_opening: list[Callable[[Connection, TableFile], None]] = []

    def open_table(
        self,
        by: Account,
        file: TableFile,
        physical: bool = False,
        name: str = "",
        *,
        automatic: int = 0,
        practice: bool = False,
    ) -> GameTable:
        """Opens a table. `physical`: the croupier enters what falls; otherwise chance is live.

        `automatic`: after how many seconds it goes on by itself, or 0. `practice`: its chips are play chips, outside
        the books, and whoever opens it runs it alone.
        """
        require(by, (*STAFF, "player") if practice else CHIEFS, "open a table")
        check_automatic(physical, automatic)
        check_legal(file)
        with self.db.write() as conn:
            return self.put(conn, by, file, physical=physical, name=name, automatic=automatic, practice=practice)

    def open_for_tournament(self, by: Account, file: TableFile, id: str, tournament: str, **more: Any) -> GameTable:
        """Opens a table of a tournament under this id, in the name of whoever announced that."""
        check_legal(file)
        with self.db.write() as conn:
            return self.put(conn, by, file, id=id, tournament=tournament, **more)

    def put(
        self,
        conn: Connection,
        by: Account,
        file: TableFile,
        *,
        id: str = "",
        name: str = "",
        physical: bool = False,
        automatic: int = 0,
        practice: bool = False,
        tournament: str = "",
    ) -> GameTable:
        """Writes down a table that has been found legal, with its float, in somebody's transaction."""
        edition, apart = current(file.game, file.region, file.readings), practice or bool(tournament)
        if not apart:
            self.check_float(file)
            for agrees in self.before_opening:
                agrees(conn, file)
        id, meter = id or _new_id(), "" if apart else told(file.meter, Said("a name"))
        values = {
            "public_id": id,
            "name": told(name, Said("a name")) or file.rules.title,
            "game": file.game,
            "region": file.region,
            "choices": msgspec.json.encode(file.readings).decode(),
            "settings": msgspec.json.encode(file.settings()).decode(),
            "rulebook": edition.rulebook,
            "procedure": edition.procedure,
            "adopted": "",
            "next_seed": "" if physical else secrets.token_hex(32),
            "meter": meter or (id if accumulates(file.rules, file.settings()) else ""),
            "practice": practice,
            "tournament": tournament,
            "cleared": -1 if tournament else 0,
            "asked": "",
            "physical": physical,
            "automatic": automatic,
            "seats": file.seats or _seats(file),
            "opened_by": by.id,
            "state": "open",
            "created": self.clock(),
            "change": 0,
        }
        together(conn, keep(edition))
        if practice:
            _check_practices(conn, by)
        if values["meter"]:
            join(conn, str(values["meter"]), file.game, file.region)
        conn.execute(insert(game_tables).values(values))
        standing = load(conn, id)
        note(conn, self.clock(), by, standing.table.id, f"open {file.game} {file.region}")
        if file.float_:
            article = file.rules.float_.article if file.rules.float_ else ""
            through_cage(standing, Move(CAGE, BANK, file.float_, article))
            together(conn, *standing.writes)
        return standing.table

    def check_float(self, file: TableFile) -> None:
        """Refuses a float that a table may not be opened with."""
        for agrees in self.before_float if file.float_ else ():
            agrees(file)

    def open_like(self, by: Account, table_id: str) -> GameTable:
        """Opens a table like another one: its game and text, name, limits, options, seats and chance."""
        table = self.table(table_id)
        return self.open_table(by, like(table), table.physical, table.name, automatic=table.automatic)

    def change_table(self, by: Account, table_id: str, file: TableFile, key: str) -> Position:
        """Gives a table other limits or options from the next round on, as its edition allows them."""
        table = self.table(table_id)
        if (file.game, file.region, file.readings) != (table.game, table.region, table.choices):
            raise IllegalAction(
                "this table stays {game} of {region}: open another for another game",
                game=table.game,
                region=table.region,
            )
        file = still_authorised(table, file)
        check_legal(file, table.rules)
        settings = msgspec.json.encode(file.settings()).decode()

        def work(standing: Standing) -> None:
            decides(standing, by, ("director",), "change a table")
            _check_free(standing)
            check_announced(standing, file)
            check_beforehand(standing, file)
            check_kind(standing.table, file)
            check_first_stacks(standing, file.settings())
            update_table(standing, msgspec.structs.replace(standing.table, settings=file.settings()))

        return self.desk.run(table_id, by, key, f"change {settings}", work)

    def take_edition(self, by: Account, table_id: str, key: str) -> Position:
        """Lets a table take this release's edition from the next round on, which says who let it."""
        table = self.table(table_id)
        if not table.practice:
            require(by, CHIEFS, "let a table take another edition")
        edition = current(table.game, table.region, table.choices)
        with self.db.write() as conn:
            together(conn, keep(edition))

        def work(standing: Standing) -> None:
            role, table, last = (
                decides(standing, by, CHIEFS, "let a table take another edition"),
                standing.table,
                standing.round,
            )
            own = Known(game(table.game).rules(table.region, table.choices), game(table.game).play, own=True)
            if table.edition.own:
                raise IllegalAction("the table has this release's edition already")
            if last is not None and not last.finished:
                raise IllegalAction("round {number} ends on the edition it was opened under", number=standing.number)
            breaches = check_settings(own.rules, table.settings, notified=True)
            if breaches:
                raise Illegal(breaches)
            check_carry(standing, own)
            update_table(standing, msgspec.structs.replace(table, edition=own, adopted=role))

        return self.desk.run(table_id, by, key, f"edition {edition.rulebook} {edition.procedure}", work)

    def run_by_itself(self, by: Account, table_id: str, seconds: int, key: str) -> Position:
        """Lets a table go on by itself after some seconds from now on; with 0, no more."""

        def work(standing: Standing) -> None:
            if not runs(standing, by):
                decides(standing, by, CHIEFS, "change a table")
            check_automatic(standing.table.physical, seconds)
            update_table(standing, msgspec.structs.replace(standing.table, automatic=seconds))

        return self.desk.run(table_id, by, key, f"automatic {seconds}", work)

    def automatic(self) -> list[str]:
        """The open tables that run by themselves."""
        return list(self.running())

    def running(self) -> dict[str, int]:
        """The same, each with its last change."""
        columns = (game_tables.c.public_id, game_tables.c.change)
        query = select(*columns).where(game_tables.c.state == "open", game_tables.c.automatic > 0)
        with self.db.read() as conn:
            return {row.public_id: row.change for row in conn.execute(query)}

    def of_tournament(self, tournament: str) -> list[str]:
        """The open tables of a tournament."""
        here = (game_tables.c.tournament == tournament, game_tables.c.state == "open")
        with self.db.read() as conn:
            return list(conn.execute(select(game_tables.c.public_id).where(*here)).scalars())

    def close_table(self, by: Account, table_id: str, key: str) -> Position:
        """Closes a table: everybody cashes out, and the bank's chips go to the cage."""

        def work(standing: Standing) -> None:
            role = by.role if _tidies(standing, by) else decides(standing, by, ("director",), "close a table")
            _check_free(standing)
            for agrees in self.before_closing:
                agrees(standing, by)
            self.shut(standing, by, role)

        return self.desk.run(table_id, by, key, "close", work)

    def shut(self, standing: Standing, by: Account, role: str) -> None:
        """Ends what nobody has done anything in, clears the felt, and closes a table."""
        _check_open(standing)
        close_round(standing, by, role, self.clock())
        _clear_felt(standing)
        _check_clear(standing)
        self._close(standing)

    def leave_table(self, by: Account, table_id: str, key: str) -> Position:
        """Closes a practice that runs by itself, as it lies: its owner leaves it, or has left and the house sweeps."""

        def work(standing: Standing) -> None:
            if not (
                standing.table.practice and standing.table.automatic and (runs(standing, by) or by.name == AUTOMATIC)
            ):
                raise Forbidden("only a practice table of one's own that runs by itself is left as it lies")
            _check_open(standing)
            abandon_round(standing, by, "director", self.clock())
            for path, cents in standing.places().items():
                if cents > 0 and place(path).zone.closing == "hinders":
                    through_cage(standing, Move(path, CAGE, cents, ""))
            self._close(standing)

        return self.desk.run(table_id, by, key, LEAVE, work)

    def _close(self, standing: Standing) -> None:
        """Everybody goes, what lies in the house's places is put away, and nothing is played here any more."""
        dissolve(standing)
        for seat in standing.sitting:
            leave(standing, seat)
        for path, cents in standing.places().items():
            if cents > 0 and place(path).zone.closing != BEYOND:
                through_cage(standing, Move(path, _home(path), cents, self._fed(standing, path)))
        update_table(standing, msgspec.structs.replace(standing.table, state="closed"))

    def _fed(self, standing: Standing, path: str) -> str:
        """The article by which the house keeps what lies in a place: that by which it last came there."""
        if place(path).zone.closing != "house":
            return ""
        with self.db.read() as conn:
            return conn.execute(_FED, {"table": standing.table.id, "place": path}).scalar() or ""

    def table(self, table_id: str) -> GameTable:
        """A table by the id that people know."""
        with self.db.read() as conn:
            row = conn.execute(select(game_tables).where(game_tables.c.public_id == table_id)).first()
            if row is None:
                raise NoTable(table_id)
            return table_of(conn, row)

    def names(self, ids: Iterable[str]) -> dict[str, str]:
        """What tables are called, by their ids."""
        columns = (game_tables.c.public_id, game_tables.c.name)
        with self.db.read() as conn:
            rows = conn.execute(select(*columns).where(game_tables.c.public_id.in_(set(ids))))
            return {row.public_id: row.name for row in rows}

    def lobby(self, by: Account | None = None) -> list[Lobby]:
        """The open tables with who sits at each, in the order in which they were opened, of one moment.

        Those of visitors are listed for themselves only, here and below.
        """
        query = _LOBBY.where(game_tables.c.state == "open", listed(by)).order_by(game_tables.c.id)
        with self.db.read() as conn:
            rows = conn.execute(query).all()
            players = sitting(conn, [row.id for row in rows])
            return [Lobby(table_of(conn, row), players.get(row.id, []), row.last or 0) for row in rows]

    def closed(self, by: Account | None = None, before: str = "") -> list[Lobby]:
        """The last of the closed tables, or those before one of them, the latest first."""
        query = _LOBBY.where(game_tables.c.state == "closed", listed(by)).order_by(game_tables.c.id.desc())
        if before:
            query = query.where(game_tables.c.id < self.table(before).id)
        with self.db.read() as conn:
            return [Lobby(table_of(conn, row), [], row.last or 0) for row in conn.execute(query.limit(LATEST)).all()]

    def alone(self, table_id: str) -> Lobby:
        """One table as the list has it, but for who sits there."""
        table, number = self.table(table_id), select(func.max(rounds.c.number))
        with self.db.read() as conn:
            return Lobby(table, [], conn.execute(number.where(rounds.c.table_id == table.id)).scalar() or 0)

    def tables(self, state: str | None = "open", by: Account | None = None) -> list[GameTable]:
        """The open tables, the closed ones, or with None all of them; the oldest first."""
        query = select(game_tables).where(listed(by)).order_by(game_tables.c.id)
        if state is not None:
            query = query.where(game_tables.c.state == state)
        return self._read(query)

    def latest(self, state: str | None, by: Account | None, before: str = "") -> list[GameTable]:
        """The last of them that were opened, or that were before another; the oldest first.

        Tables are never forgotten, so a list of all that ever were is asked for in parts.
        """
        query = select(game_tables).where(listed(by)).order_by(game_tables.c.id.desc()).limit(LATEST)
        if state is not None:
            query = query.where(game_tables.c.state == state)
        if before:
            query = query.where(game_tables.c.id < self.table(before).id)
        return self._read(query)[::-1]

    def offered(self, by: Account | None = None) -> list[GameTable]:
        """What somebody chooses from: the house's tables and their own, those that are open before the last closed."""
        own = ~game_tables.c.practice | (game_tables.c.opened_by == (0 if by is None else by.id))
        query = select(game_tables).where(own).order_by(game_tables.c.id.desc())
        open, closed = (query.where(game_tables.c.state == state) for state in ("open", "closed"))
        return [*self._read(open), *self._read(closed.limit(LATEST))]

    def some(self, ids: Iterable[str]) -> dict[str, GameTable]:
        """Some tables by their ids."""
        found = self._read(select(game_tables).where(game_tables.c.public_id.in_(set(ids))))
        return {table.public_id: table for table in found}

    def of_evening(self, region: str, since: int, also: Iterable[str]) -> list[GameTable]:
        """The house's tables under a text that are open or were opened since a moment, and some more by their ids."""
        lately = or_(game_tables.c.state == "open", game_tables.c.created >= since)
        here = or_(lately, game_tables.c.public_id.in_(set(also)))
        query = select(game_tables).where(here, ~game_tables.c.practice, game_tables.c.region == region)
        return self._read(query.order_by(game_tables.c.id))

    def _read(self, query: Select[Any]) -> list[GameTable]:
        with self.db.read() as conn:
            return [table_of(conn, row) for row in conn.execute(query)]


def _new_id() -> str:
    """An id that nobody guesses, and that no command line takes for an option."""
    return f"{secrets.choice(string.ascii_letters)}{secrets.token_urlsafe(8)[1:]}"


def _check_open(standing: Standing) -> None:
    if standing.table.state == "closed":
        raise IllegalAction("the table is closed already")


def like(table: GameTable) -> TableFile:
    """The file of a table that is set as another one."""
    settings = table.settings
    amounts = {"minimum": settings.minimum, "chip": settings.chip}
    given: dict[str, Any] = {name: format_cents(cents) for name, cents in amounts.items() if cents}
    given |= authorised_by(settings) | {
        "maximum": {name: format_cents(cents) for name, cents in settings.maximum.items()},
        "minimums": {name: format_cents(cents) for name, cents in settings.minimums.items()},
        # A prize of its own stays with a table that is open; of one that closed it goes on, or nobody could win it.
        "meter": table.meter if table.meter != table.public_id or table.state == "closed" else "",
        "seats": table.seats,
        "colours": settings.colours,
    }
    where = {"game": table.game, "region": table.region, "readings": table.choices, "options": settings.options}
    return parse({**where, **given}, Said("the table"))


def _seats(file: TableFile) -> int | None:
    """How many may come to a table: as many as it has seats for, or as may play where some of them stand."""
    rules = file.rules
    return (rules.seating if file.standing else rules.places)(file.options)[0]


def _tidies(standing: Standing, by: Account) -> bool:
    """Whether a director closes somebody else's practice, where no chips are anybody's money, or its owner does."""
    return standing.table.practice and (by.role == "director" or runs(standing, by))


def _check_practices(conn: Connection, by: Account) -> None:
    """Nobody has more practice tables open than they can play at."""
    own = (game_tables.c.opened_by == by.id, game_tables.c.practice, game_tables.c.state == "open")
    if conn.execute(select(func.count()).select_from(game_tables).where(*own)).scalar_one() >= MOST_PRACTICES:
        raise IllegalAction("{most} practice tables of yours are open: close one first", most=MOST_PRACTICES)


def _check_free(standing: Standing) -> None:
    """A tournament sees to its own tables."""
    if standing.table.tournament:
        raise IllegalAction("this is a tournament's table, which sees to its limits and closes it")


def _clear_felt(standing: Standing) -> None:
    """Stakes that lie on the felt between rounds go back to whose they are, unless they are still to be decided."""
    play = standing.table.edition.play
    if standing.round is None or play is None or msgspec.convert(standing.round.carried, play.carry).unsettled:  # type: ignore[attr-defined]
        return
    for stake in list(stakes(standing.places())):
        between_rounds(
            standing, Move(stake.place, chips(stake.who), stake.cents, standing.table.rules.settlement.article)
        )


def _check_clear(standing: Standing) -> None:
    lying = [path for path in standing.places() if place(path).zone.closing == "hinders"]
    if lying:
        at = place(lying[0])
        bet = standing.table.rules.bets.get(bet_of(at.spot))
        where = Said("{bet}, {who}", bet=Word(bet.name), who=at.who) if bet else Said("the pot")
        raise IllegalAction("chips lie on {place}: play until the felt is clear", place=Named.of(lying[0], where))


def _home(path: str) -> str:
    """Where chips that are no player's go when the table closes."""
    return kept(path) if place(path).zone.closing == "house" else CAGE


def update_table(standing: Standing, table: GameTable) -> None:
    """Writes a table as it is from now on; one that begins to accumulate a prize has an account for it."""
    if not table.meter and accumulates(table.rules, table.settings):
        standing.writes += made(table.public_id, table.game, table.region)
        table = msgspec.structs.replace(table, meter=table.public_id)
    values = {
        "table": table.id,
        "new_settings": msgspec.json.encode(table.settings).decode(),
        "new_state": table.state,
        "new_rulebook": table.rules.digest,
        "new_procedure": table.edition.play.version if table.edition.play else 0,
        "new_adopted": table.adopted,
        "new_automatic": table.automatic,
        "new_cleared": table.cleared,
        "new_meter": table.meter,
    }
    standing.writes.append((_UPDATE, values))
    standing.table = table
