"""A session of the casino, line by line: its hours, who is on duty where, tables locked, opened again and sealed.

The lines are all there is; where somebody stands is what they come to. A table in which the float is under key plays
nothing until it is opened again with its staff present.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Row, bindparam, func, insert, select, update

from tapete.engine.carry import Carry
from tapete.errors import IllegalAction, Missing, Said, TapeteError, UnknownError, Word, either
from tapete.floor.desk import Desk
from tapete.floor.growing import following, told, writing, written
from tapete.floor.lasting import check_lasted
from tapete.floor.office import decides
from tapete.floor.posts import Post, check_post, free
from tapete.floor.prepared import Prepared, insertion
from tapete.floor.roles import CHIEFS, READING, Account, Forbidden, require
from tapete.floor.schema import accounts, game_tables, session_lines
from tapete.floor.standing import GameTable, Position, Standing
from tapete.floor.tables import Lobby, Tables
from tapete.floor.trail import note
from tapete.law.house import House, house
from tapete.law.text import regions

OPEN, END, ON, OFF, PLACE, SHOW, HOLD, FREE, SEAL = ACTS = (
    *("open", "end", "on", "off", "place", "show", "hold", "free", "seal"),
)
TIPS = "tips"  # whether the house takes them: `detail`
TAKEN, NOT_TAKEN = "taken", "refused"
TURN = "turn"  # a table that was turned over to another game's: `detail` is what it was
HELD = "suspended"
MINUTE = 60_000
HOUR = 60 * MINUTE
LONGEST = 24 * HOUR

_LINE = insertion(
    session_lines,
    *("session", "line", "at", "account_id", "key", "what", "table_id", "subject_id", "post", "detail"),
)
_HOLD = Prepared(update(game_tables).where(game_tables.c.id == bindparam("table")).values(held=bindparam("how")))


class SessionLine(NamedTuple):
    """A line of a session: what was done by whom, at which table, to whom and in which post."""

    line: int
    at: int
    by: str
    what: str
    table: str
    who: str
    post: str
    detail: str


class Session(NamedTuple):
    """A session: the text it is under, until when it lasts, and its lines."""

    number: int
    region: str
    opened: int
    until: int
    ended: int | None
    lines: tuple[SessionLine, ...]

    @property
    def rules(self) -> House | None:
        """What its text says of the house."""
        return house(self.region)

    @property
    def posts(self) -> list[Post]:
        """Who is on duty where, in the order in which they came."""
        posts: dict[tuple[str, str], Post] = {}
        for line in self.lines:
            if line.what == ON:
                posts[line.who, line.table] = Post(line.who, line.post, line.table, line.at)
            elif line.what == OFF:
                for key in [key for key in posts if key[0] == line.who and line.table in ("", key[1])]:
                    del posts[key]
        return [] if self.ended else list(posts.values())

    def at(self, table: str) -> list[Post]:
        """Who is on duty at a table."""
        return [post for post in self.posts if post.table == table]

    @property
    def sectors(self) -> dict[str, str]:
        """The sector of each table that has one."""
        return {line.table: line.detail for line in self.lines if line.what == PLACE}

    @property
    def shown(self) -> set[tuple[str, str]]:
        """Which notices somebody has seen hanging or lying where they must, by table; the room's have none."""
        return {(line.table, line.detail) for line in self.lines if line.what == SHOW}

    @property
    def turned(self) -> set[str]:
        """The tables that another became."""
        return {line.table for line in self.lines if line.what == TURN}

    @property
    def takes_tips(self) -> bool:
        """Whether the house takes tips, which it may refuse."""
        return next((line.detail for line in reversed(self.lines) if line.what == TIPS), TAKEN) == TAKEN

    @property
    def sealed(self) -> set[str]:
        """The tables that have been sealed."""
        return {line.table for line in self.lines if line.what == SEAL}


class Sessions:
    """The sessions of a casino."""

    def __init__(self, desk: Desk, tables: Tables, clock: Callable[[], int]) -> None:
        self.desk, self.db, self.tables, self.clock = desk, desk.db, tables, clock
        tables.before_closing += [self._goes_on, self._lasted, self._relieve]

    # What is read

    def now(self) -> Session | None:
        """The session that is being held."""
        session = self.last()
        return session if session is not None and session.ended is None else None

    def last(self) -> Session | None:
        """The session that is being held, or the one before."""
        with self.db.read() as conn:
            return last(conn)

    def read(self, by: Account, number: int | None = None) -> Session | None:
        """A session by its number, or the last."""
        require(by, READING, "read a session")
        with self.db.read() as conn:
            session = last(conn) if number is None else _session(conn, number)
        if session is None and number is not None:
            raise Missing("there is no session {number}", number=number)
        return session

    def began(self, number: int) -> int | None:
        """When a session began, if there was one of this number."""
        c = session_lines.c
        with self.db.read() as conn:
            at: int | None = conn.execute(select(c.at).where(c.session == number, c.what == OPEN)).scalar()
        return at

    # What is done

    def open(self, by: Account, region: str, lasts: int, key: str) -> Session:
        """Opens a session under a text, for so many milliseconds."""
        require(by, ("director",), "open a session")
        if region not in regions():
            raise UnknownError(Said("region"), region, list(regions()))
        with writing(self.db) as conn:
            done = written(conn, session_lines, by, key, what=OPEN)
            if done is not None and not _opened(done, region, lasts):
                raise Forbidden("the key '{key}' was used for another command: {before}", key=key, before=done.detail)
            if done is None:
                before, now = last(conn), self.clock()
                if before is not None and before.ended is None:
                    raise IllegalAction("session {number} is open: end it first", number=before.number)
                if not 0 < lasts <= LONGEST:
                    raise TapeteError("a session ends at an hour to come, within a day")
                number = 1 + (before.number if before else 0)
                self.write(conn, by, number, key, OPEN, detail=f"{region} {now + lasts}")
            session = last(conn)
        assert session is not None
        return session

    def end(self, by: Account, key: str) -> None:
        """Ends the session, once its tables are closed and those that must be are sealed."""
        require(by, ("director",), "end a session")

        def check(conn: Connection, session: Session) -> None:
            mine = _own(conn, session)
            still = next((table for table in mine if table.state == "open"), None)
            if still is not None:
                raise IllegalAction("{table} is open: close every table first", table=still.name)
            for rule in session.rules.sealing.values() if session.rules else ():
                due = [table for table in mine if table.game in rule.games and table.public_id not in session.sealed]
                if due:
                    raise IllegalAction("{table} is not sealed yet", rule.article, table=due[0].name)

        self.do(by, key, END, check)

    def on(self, by: Account, who: Account, post: str, table_id: str, key: str) -> None:
        """Puts somebody on duty at a table."""
        require(by, CHIEFS, "put somebody on duty")
        table = self.tables.table(table_id)
        check_post(who, post, table)

        def check(_: Connection, session: Session) -> None:
            _check_table(session, table)
            if table.state != "open":
                raise IllegalAction("the table is closed")
            if any((at.who, at.post) == (who.name, post) for at in session.at(table_id)):
                raise IllegalAction("{who} is on duty here already", who=who.name)
            if not free(post, [at for at in session.posts if at.who == who.name]):
                raise IllegalAction("{who} is on duty at another table: relieve them there first", who=who.name)

        self.do(by, key, ON, check, table, who, post)

    def off(self, by: Account, who: Account, key: str, table_id: str = "") -> None:
        """Relieves somebody at a table, or wherever they are on duty."""
        require(by, CHIEFS, "relieve somebody")
        table = self.tables.table(table_id) if table_id else None

        def check(_: Connection, session: Session) -> None:
            if not any(at.who == who.name and table_id in ("", at.table) for at in session.posts):
                raise IllegalAction("{who} is not on duty there", who=who.name)

        self.do(by, key, OFF, check, table, who)

    def place(self, by: Account, table_id: str, sector: str, key: str) -> None:
        """Puts a table into a sector."""
        require(by, CHIEFS, "put a table into a sector")
        table, name = self.tables.table(table_id), told(sector, Said("a sector"))
        if not name or len(name) > 20:
            raise TapeteError("a sector has a name of 20 characters at most")

        def check(_: Connection, session: Session) -> None:
            _check_table(session, table)

        self.do(by, key, PLACE, check, table, detail=name)

    def show(self, by: Account, notice: str, key: str, table_id: str = "") -> None:
        """Somebody has seen that what must be shown is: at a table, or in the room."""
        require(by, CHIEFS, "say what is shown")
        table = self.tables.table(table_id) if table_id else None

        def check(_: Connection, session: Session) -> None:
            known = session.rules.notices if session.rules else {}
            if notice not in known:
                raise UnknownError(Said("notice"), notice, list(known))
            if table is not None:
                _check_table(session, table)
            if bool(known[notice].games) != (table is not None):
                raise IllegalAction("say at which table, or of the room at none", known[notice].article)

        self.do(by, key, SHOW, check, table, detail=notice)

    def tips(self, by: Account, says: str, key: str) -> None:
        """The house refuses tips from now on, or takes them again."""
        require(by, ("director",), "say whether the house takes tips")
        if says not in (TAKEN, NOT_TAKEN):
            raise UnknownError(Said("answer"), says, [TAKEN, NOT_TAKEN])

        def check(_: Connection, session: Session) -> None:
            if session.takes_tips == (says == TAKEN):
                raise IllegalAction("so it is already")

        self.do(by, key, TIPS, check, detail=says)

    def check_tips(self, standing: Standing) -> None:
        """Refuses a tip where the house does."""
        session, table = self.now(), standing.table
        if session is not None and session.region == table.region and not session.takes_tips:
            sent = session.rules.regulation if session.rules else None
            raise IllegalAction("the house takes no tips", sent.article if sent else "")

    def seal(self, by: Account, table_id: str, mark: str, key: str) -> None:
        """Locks or seals what a closed table plays with, under a mark."""
        require(by, CHIEFS, "seal a table")
        table, mark = self.tables.table(table_id), told(mark, Said("a seal"))

        def check(_: Connection, session: Session) -> None:
            _check_table(session, table)
            if table.state != "closed":
                raise IllegalAction("a table is sealed once it is closed")
            if table_id in session.sealed:
                raise IllegalAction("this table is sealed already")
            if not mark:
                raise TapeteError("say which key or seal: its number")

        self.do(by, key, SEAL, check, table, detail=mark)

    def hold(self, by: Account, table_id: str, key: str) -> Position:
        """Suspends a table that nobody plays at: its float stays there under key."""

        def work(standing: Standing) -> None:
            decides(standing, by, ("director",), "suspend a table")
            session, table = self.held_at(standing.table), standing.table
            rule = session.rules.suspension if session.rules else None
            if rule is None:
                raise IllegalAction("the text of this table knows no suspension: close it")
            if table.state != "open" or table.held or table.rules.between_players or not table.counts:
                raise IllegalAction("only an open table of a game against the house is suspended", rule.article)
            if standing.sitting or standing.open_round is not None:
                raise IllegalAction(
                    "somebody plays here: a table is suspended once its players have left", rule.article
                )
            if rule.hours_left and self.clock() + rule.hours_left * HOUR > session.until:
                raise IllegalAction(
                    "a table is suspended until {hours} h before the end, not later: close it",
                    rule.article,
                    hours=rule.hours_left,
                )
            self._hold(standing, by, session, key, HOLD, HELD)

        return self.desk.run(table_id, by, key, HOLD, work)

    def free(self, by: Account, table_id: str, key: str) -> Position:
        """Opens a suspended table again, its staff being present."""

        def work(standing: Standing) -> None:
            decides(standing, by, ("director",), "open a suspended table")
            if not standing.table.held:
                raise IllegalAction("this table is not suspended")
            session = self.held_at(standing.table)
            rule = session.rules.suspension if session.rules else None
            here = {post.post for post in session.at(table_id)}
            known = {role for form in standing.table.rules.staff.values() for role in form.roles}
            for group in rule.present if rule else ():
                due = [post for post in group if post in known]
                if due and not here & set(due):
                    needed = either([Word(post) for post in due])
                    raise IllegalAction("first put on duty here: {post}", rule.article if rule else "", post=needed)
            self._hold(standing, by, session, key, FREE, "")

        return self.desk.run(table_id, by, key, FREE, work)

    def _goes_on(self, standing: Standing, by: Account) -> None:  # noqa: ARG002
        """Refuses to close a table at which somebody plays, before the hour and without another that has room."""
        session, table = self.now(), standing.table
        rule = session.rules.goes_on if session and session.rules else None
        if session is None or rule is None or not rule.hour or not table.counts or table.region != session.region:
            return
        playing = sum(seat.state != "leaving" for seat in standing.sitting)
        if self.clock() >= session.until or not playing or _over(standing):
            return
        others = (item for item in self.tables.lobby() if item.table.game == table.game)
        if not any(_has_room(item, table, playing) for item in others):
            raise IllegalAction(
                "somebody plays here, no other table of this game has room, and the hour has not come", rule.article
            )

    def _lasted(self, standing: Standing, by: Account) -> None:  # noqa: ARG002
        """Refuses to close a table before its game has lasted as long as it must: the hour ends every game."""
        session = self.now()
        if session is None or session.region != standing.table.region or self.clock() < session.until:
            check_lasted(self.db, standing)

    def _relieve(self, standing: Standing, by: Account) -> None:
        """Whoever is on duty at a table is free once it closes."""
        session = self.now()
        line = session.lines[-1].line if session else 0
        for post in session.at(standing.table.public_id) if session else ():
            line += 1
            here = {"session": session.number if session else 0, "line": line, "table_id": standing.table.id}
            mine = {"at": self.clock(), "account_id": by.id, "key": f"close {standing.table.public_id} {post.who}"}
            values = {**here, **mine, "what": OFF, "subject_id": self._id(post.who), "post": "", "detail": ""}
            standing.writes.append((_LINE, values))

    # How it is written

    def do(
        self,
        by: Account,
        key: str,
        what: str,
        check: Callable[[Connection, Session], None],
        table: GameTable | None = None,
        who: Account | None = None,
        post: str = "",
        detail: str = "",
    ) -> None:
        """Writes a line to the session that is being held, once for a key, unless something speaks against it."""
        with writing(self.db) as conn:
            if written(conn, session_lines, by, key, what=what, **_whom(table, who, post), detail=detail):
                return
            session = _held(last(conn))
            check(conn, session)
            self.write(conn, by, session.number, key, what, table, who, post, detail)

    def write(
        self,
        conn: Connection,
        by: Account,
        number: int,
        key: str,
        what: str,
        table: GameTable | None = None,
        who: Account | None = None,
        post: str = "",
        detail: str = "",
    ) -> None:
        """Writes a line to a session, in somebody's transaction in which nobody else does."""
        values = {"session": number, "line": following(conn, session_lines, "line", session=number)}
        mine = {"at": self.clock(), "account_id": by.id, "key": key, "what": what, "detail": detail}
        conn.execute(insert(session_lines).values({**values, **_whom(table, who, post), **mine}))
        said = " ".join(filter(None, ("session", what, who.name if who else "", post, detail)))
        note(conn, self.clock(), by, table.id if table else None, said)

    def _hold(self, standing: Standing, by: Account, session: Session, key: str, what: str, how: str) -> None:
        """The table's state and the session's line of it, in the table's own transaction."""
        here = {"session": session.number, "line": 1 + session.lines[-1].line, "table_id": standing.table.id}
        mine = {"at": self.clock(), "account_id": by.id, "key": key, "what": what}
        standing.writes.append((_LINE, {**here, **mine, "subject_id": None, "post": "", "detail": ""}))
        standing.writes.append((_HOLD, {"table": standing.table.id, "how": how}))
        standing.table = msgspec.structs.replace(standing.table, held=how)

    def held_at(self, table: GameTable) -> Session:
        """The session that is held and in which a table has part, or why nothing can be done."""
        session = _held(self.last())
        _check_table(session, table)
        return session

    def _id(self, name: str) -> int:
        with self.db.read() as conn:
            number: int = conn.execute(select(accounts.c.id).where(accounts.c.name == name)).scalar_one()
        return number


def _opened(line: Any, region: str, lasts: int) -> bool:
    """Whether a line opened a session of this text and length; it is written a moment after its hours were counted."""
    where, _, until = line.detail.partition(" ")
    return bool(where == region and 0 <= lasts - (int(until) - line.at) < MINUTE)


def _whom(table: GameTable | None, who: Account | None, post: str) -> dict[str, Any]:
    """What a line of a session is about, as it is kept."""
    return {"table_id": table.id if table else None, "subject_id": who.id if who else None, "post": post}


def last(conn: Connection) -> Session | None:
    """The last session there was."""
    number = conn.execute(select(func.max(session_lines.c.session))).scalar()
    return _session(conn, number) if number else None


def _session(conn: Connection, number: int) -> Session | None:
    by, who, c = accounts.alias("by"), accounts.alias("who"), session_lines.c
    rows = (
        select(c.line, c.at, by.c.name, c.what, game_tables.c.public_id, who.c.name.label("who"), c.post, c.detail)
        .join(by, by.c.id == c.account_id)
        .outerjoin(game_tables, game_tables.c.id == c.table_id)
        .outerjoin(who, who.c.id == c.subject_id)
        .where(c.session == number)
        .order_by(c.line)
    )
    lines = tuple(
        SessionLine(line, at, name, what, table or "", whom or "", post, detail)
        for line, at, name, what, table, whom, post, detail in conn.execute(rows)
    )
    if not lines:
        return None
    region, _, until = lines[0].detail.partition(" ")
    ended = next((line.at for line in lines if line.what == END), None)
    return Session(number, region, lines[0].at, int(until), ended, lines)


def _held(session: Session | None) -> Session:
    if session is None or session.ended is not None:
        raise IllegalAction("no session is open: the director opens one")
    return session


def _check_table(session: Session, table: GameTable) -> None:
    if table.practice or table.region != session.region:
        raise IllegalAction("this table has no part in the session, which is of {region}", region=session.region)


def _over(standing: Standing) -> bool:
    """Whether a table has played all that its text lets it play from its opening to its closing."""
    last, play, table = standing.round, standing.table.edition.play, standing.table
    if last is None or play is None:
        return False
    carry = msgspec.convert(last.carried if last.finished else last.header.carry, play.carry)
    return isinstance(carry, Carry) and carry.over(table.rules, table.settings)


def _has_room(other: Lobby, table: GameTable, players: int) -> bool:
    """Whether those who play at a table can go on at another."""
    one = other.table
    if one.id == table.id or not one.counts or one.held or one.region != table.region:
        return False
    return one.seats is None or len(other.players) + players <= one.seats


def _own(conn: Connection, session: Session) -> Sequence[Row[Any, Any, Any, Any]]:
    """The tables of the session's text that were open at some time of it."""
    c = game_tables.c
    closed = {line.table for line in session.lines}
    rows = (
        select(c.public_id, c.name, c.game, c.state)
        .where(c.region == session.region, ~c.practice, c.tournament == "")
        .where((c.state == "open") | (c.created >= session.opened) | c.public_id.in_(closed))
        .order_by(c.id)
    )
    return conn.execute(rows).all()
