"""Conduct: what an inspector records of somebody, what is decided, a file of each case, the register of infractions.

A case is opened once and then grows: a warning, the loss of a hand, an exclusion and its end, a report.
"""

from calendar import monthrange
from collections.abc import Callable
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, insert, select, true

from tapete.engine.requests import Act
from tapete.errors import IllegalAction, Missing, Said, TapeteError, UnknownError
from tapete.floor.calendar import day_of
from tapete.floor.growing import following, told, writing, written
from tapete.floor.offences import LOSS, PENALTY, RULINGS, Offence, Weighed, of_house, of_table, weigh
from tapete.floor.prepared import insertion
from tapete.floor.roles import AUDITING, CHIEFS, Account, Forbidden, require
from tapete.floor.rounds import Rounds
from tapete.floor.schema import accounts, case_lines, cases, game_tables, rounds, seats
from tapete.floor.seats import Seats
from tapete.floor.sitting import check_apart
from tapete.floor.standing import GameTable, Standing
from tapete.floor.tables import Tables
from tapete.floor.trail import note, noted
from tapete.law.house import Proceedings, Responsibility, house
from tapete.law.text import regions

COMPANY = "casino"
DIRECTOR = ("director",)
EXCLUDED, BARRED, LIFTED, ANNULLED, CLOSED = "exclude", "bar", "lift", "annul", "close"
STARTED, RESOLVED = "start", "resolve"  # by the authority
# What may be done in a case, and who decides it.
DECISIONS = {
    "note": CHIEFS,
    "warning": CHIEFS,
    LOSS: CHIEFS,
    EXCLUDED: CHIEFS,
    BARRED: DIRECTOR,
    LIFTED: DIRECTOR,
    "report": DIRECTOR,
    STARTED: DIRECTOR,
    RESOLVED: DIRECTOR,
    ANNULLED: CHIEFS,
    CLOSED: DIRECTOR,
}
_LINE = insertion(case_lines, "number", "n", "at", "account_id", "key", "what", "detail")


class Step(NamedTuple):
    """Something done in a case."""

    at: int
    by: str
    what: str
    detail: str


class Case(NamedTuple):
    """A case: who did what, where, by which rule it is forbidden, and what was done about it."""

    number: int
    at: int
    by: str
    region: str
    table: str
    round: int
    subject: int | None
    who: str
    rule: str
    name: str
    article: str
    severity: str
    told: str
    steps: tuple[Step, ...]

    def has(self, what: str) -> bool:
        """Whether something was done in it."""
        return any(step.what == what for step in self.steps)

    @property
    def annulled(self) -> bool:
        """Whether it counts for nothing."""
        return self.has(ANNULLED)

    @property
    def excludes(self) -> str:
        """`exclude` while it keeps somebody from its table, `bar` while from every table."""
        now = ""
        for step in self.steps:
            if step.what in (EXCLUDED, BARRED):
                now = step.what
            elif step.what in (LIFTED, ANNULLED):
                now = ""
        return now

    @property
    def whom(self) -> tuple[int | None, str]:
        """Of whom it is: an account, or a name."""
        return self.subject, "" if self.subject else self.who.casefold()


class File(NamedTuple):
    """A case with how serious it is in the end, and who answers for it."""

    case: Case
    weighed: Weighed
    answering: tuple[Responsibility, ...]

    @property
    def proceedings(self) -> Proceedings | None:
        """How the authority goes about it, if it is an infraction and the text says so."""
        return _proceedings(self.case)

    @property
    def due(self) -> date | None:
        """Until when the authority decides it and makes that known, once it has opened it and while it has not."""
        started = next((step.at for step in self.case.steps if step.what == STARTED), None)
        if started is None or self.case.has(RESOLVED) or self.proceedings is None:
            return None
        return months_after(day_of(started), self.proceedings.months)

    @property
    def decisions(self) -> list[str]:
        """What may be done in it."""
        left = {STARTED} if self.proceedings is None or self.case.has(STARTED) else set()
        left |= {RESOLVED} if self.due is None else set()
        left |= set() if self.case.table else {EXCLUDED, LOSS}
        left |= set() if self.case.excludes else {LIFTED}
        return [what for what in DECISIONS if what not in left]


class Conduct:
    """The cases of a casino."""

    def __init__(self, tables: Tables, sitting: Seats, rounds: Rounds, clock: Callable[[], int]) -> None:
        self.tables, self.db, self.rounds, self.clock, self.seats = tables, tables.db, rounds, clock, sitting
        sitting.before_sitting.append(self._check_admitted)

    # What is read

    def register(self, by: Account) -> list[File]:
        """Every case, in the order in which they were opened."""
        require(by, AUDITING, "read the register of infractions")
        return self.files()

    def files(self) -> list[File]:
        """The same for who has the database itself."""
        with self.db.read() as conn:
            return _files(_cases(conn))

    def file(self, by: Account, number: int) -> File:
        """One case."""
        wanted = next((file for file in self.register(by) if file.case.number == number), None)
        if wanted is None:
            raise Missing("there is no case {number}", number=number)
        return wanted

    def offences(self, table_id: str, region: str = "") -> list[Offence]:
        """What may be recorded at a table, or in a house under a text."""
        return of_table(self.tables.table(table_id).rules) if table_id else of_house(region)

    # What is done

    def open(
        self, by: Account, who: str, rule: str, words: str, key: str, *, table_id: str = "", region: str = ""
    ) -> int:
        """Opens a case about somebody: a player at a table by their name there, one of the staff, or the casino."""
        require(by, CHIEFS, "record somebody's conduct")
        table = self.tables.table(table_id) if table_id else None
        if table is not None and table.practice:
            raise IllegalAction("a practice is its owner's: nobody's conduct there is recorded")
        where = table.region if table else region
        if where not in regions():
            raise UnknownError(Said("region"), where, list(regions()))
        known = {offence.rule: offence for offence in self.offences(table_id, where)}
        if rule not in known:
            raise UnknownError(Said("rule"), rule, list(known))
        name, tale = told(who, Said("a name")), told(words, Said("what happened"))
        if not name or len(name) > 60:
            raise TapeteError("say who: a name of 60 characters at most")
        with writing(self.db) as conn:
            here = {"region": where, "table_id": table.id if table else None}
            before = written(conn, cases, by, key, who=name, rule=rule, told=tale, **here)
            if before is not None:
                return int(before.number)
            return self._open(conn, by, name, known[rule], tale, where, table, key)

    def _open(
        self,
        conn: Connection,
        by: Account,
        who: str,
        offence: Offence,
        tale: str,
        region: str,
        table: GameTable | None,
        key: str,
    ) -> int:
        subject = _subject(conn, who, table)
        if subject == by.id:
            raise Forbidden("nobody records their own conduct: another does")
        check_apart(conn, by, subject, table.public_id if table else "")
        number = following(conn, cases, "number")
        here = {"region": region, "table_id": table.id if table else None, "round": _round(conn, table)}
        what = {"rule": offence.rule, "name": offence.name, "article": offence.article, "severity": offence.severity}
        mine = {"number": number, "at": self.clock(), "account_id": by.id, "key": key, "told": tale}
        conn.execute(insert(cases).values({**mine, **here, **what, "subject_id": subject, "who": who}))
        note(conn, self.clock(), by, table.id if table else None, f"case {number} {who} {offence.rule}")
        return number

    def decide(self, by: Account, number: int, what: str, words: str, key: str) -> None:
        """Adds to a case what is decided or done in it; who is kept away from then on leaves where they sit."""
        self._decide(by, number, what, words, key)
        if what in (EXCLUDED, BARRED):
            self._send_away(by, number, what, key)

    def _send_away(self, by: Account, number: int, what: str, key: str) -> None:
        """Lets whom a case keeps away go, from its table or from all: also if it is sent again, as long as it does."""
        t, s, c = game_tables.c, seats.c, cases.c
        where = (t.id == c.table_id) if what == EXCLUDED else true()
        there = (
            select(t.public_id, s.account_id)
            .join(seats, s.table_id == t.id)
            .join(cases, c.subject_id == s.account_id)
            .where(c.number == number, s.state != "left", where, ~t.practice, t.tournament == "", t.state == "open")
        )
        with self.db.read() as conn:
            keeps = any(case.excludes == what for case in _cases(conn) if case.number == number)
            sitting = conn.execute(there.order_by(t.id)).all() if keeps else []
        for table, account in sitting:
            self.seats.send_away(by, table, account, f"{key} {table}")

    def _decide(self, by: Account, number: int, what: str, words: str, key: str) -> None:
        if what not in DECISIONS:
            raise UnknownError(Said("decision"), what, list(DECISIONS))
        require(by, DECISIONS[what], "decide this in a case")
        tale = told(words, Said("what is said"))
        act = self._taking(number) if what == LOSS else None
        same = {"what": what, "number": number, "detail": tale}
        with writing(self.db) as conn:
            if written(conn, case_lines, by, key, **same):
                return
            known = _cases(conn)
            case = next((case for case in known if case.number == number), None)
            if case is None:
                raise Missing("there is no case {number}", number=number)
            self._check(by, case, what, tale, known)
            check_apart(conn, by, case.subject, case.table)
            n = following(conn, case_lines, "n", number=number)
            values = {"number": number, "n": n, "at": self.clock(), "account_id": by.id, "key": key}
            line = {**values, "what": what, "detail": tale}
            if act is None:
                conn.execute(insert(case_lines).values(line))
                note(conn, self.clock(), by, None, f"case {number} {what}")
                return
        self._take(by, case, act, line)

    def _taking(self, number: int) -> Act | None:
        """The act that takes the hand at the table, while the round that the case is about is being played."""
        with self.db.read() as conn:
            case = next((case for case in _cases(conn) if case.number == number), None)
        if case is None or not case.table or case.has(LOSS):
            return None
        playing = self.rounds.desk.read(case.table, lambda standing: standing.number if standing.open_round else 0)
        return _taking(case) if playing and playing == case.round else None

    def _take(self, by: Account, case: Case, act: Act, line: dict[str, Any]) -> None:
        """Takes the hand as its game does it, and writes that into the case with it."""
        order = self.rounds.acting(case.table, by, act, f"{line['key']} loss", "inspector")

        def work(standing: Standing) -> None:
            order.work(standing)
            standing.writes += [(_LINE, line), noted(self.clock(), by, None, f"case {case.number} {line['what']}")]

        self.rounds.desk.run(order.public_id, by, order.key, order.what, work)

    def _check(self, by: Account, case: Case, what: str, tale: str, known: list[Case]) -> None:
        """What a case allows: who may decide it, and whether the text has it follow."""
        if case.annulled or case.has(CLOSED):
            raise IllegalAction("case {number} is closed", number=case.number)
        if case.subject == by.id:
            raise Forbidden("nobody decides their own case: another does")
        if what in ("note", ANNULLED, LIFTED) and not tale:
            raise TapeteError("say why")
        if what == ANNULLED and case.by == by.name:
            raise Forbidden("{who} opened case {number}: another annuls it", who=by.name, number=case.number)
        if what == LIFTED and not case.excludes:
            raise IllegalAction("nobody is kept away by case {number}", number=case.number)
        if what == EXCLUDED and not case.table:
            raise IllegalAction("case {number} is of no table: from every table, or none", number=case.number)
        _check_proceedings(case, what, tale)
        offence = self._offence(case)
        if what == LOSS and (offence is None or offence.follows != LOSS):
            raise IllegalAction("the text does not take the hand for this", case.article)
        if what == EXCLUDED and by.role not in DIRECTOR:
            alike = [one for one in known if (one.whom, one.rule) == (case.whom, case.rule) and not one.annulled]
            if offence is None or not offence.again or len(alike) < 2:
                raise IllegalAction(
                    "an inspector sends away who does again what the text names; otherwise the director decides",
                    case.article,
                )

    def _offence(self, case: Case) -> Offence | None:
        return next((one for one in self.offences(case.table, case.region) if one.rule == case.rule), None)

    def _check_admitted(self, standing: Standing, account: Account) -> None:
        """Refuses a seat to whoever is kept from this table, or from all of them."""
        if standing.table.practice:
            return
        with self.db.read() as conn:
            mine = _cases(conn, account.id)
        for case in mine:
            if case.excludes == BARRED or (case.excludes == EXCLUDED and case.table == standing.table.public_id):
                raise Forbidden("{who} is kept away by case {number}", who=account.name, number=case.number)


def _proceedings(case: Case) -> Proceedings | None:
    rules = house(case.region)
    return rules.proceedings if rules and case.severity else None


def _check_proceedings(case: Case, what: str, tale: str) -> None:
    """The authority opens a case once and decides it once, where the text says how; by number and date."""
    if what not in (STARTED, RESOLVED):
        return
    rule = _proceedings(case)
    if rule is None:
        raise IllegalAction("the text says nothing of how the authority goes about this", case.article)
    article = (rule.opening if what == STARTED else rule.resolution).article
    if case.has(what) or (what == RESOLVED and not case.has(STARTED)):
        raise IllegalAction("the authority opens a case once, and decides one that it has opened once", article)
    if not tale:
        raise TapeteError("say its number and date")


def months_after(day: date, months: int) -> date:
    """The same day so many months later, or the last of that month.

    >>> months_after(date(2028, 2, 29), 12)
    datetime.date(2029, 2, 28)
    """
    years, month = divmod(day.month - 1 + months, 12)
    year = day.year + years
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def _taking(case: Case) -> Act | None:
    """The act by which a game takes the hand of whoever a case is about."""
    path = case.rule.partition(":")[2]
    part, _, name = path.partition(".")
    if path == PENALTY:
        return Act("punish", case.who)
    return Act("rule", f"{name}:{case.who}") if part == RULINGS else None


def barred(conn: Connection, account: Account) -> bool:
    """Whether somebody is kept from every table."""
    return any(case.excludes == BARRED for case in _cases(conn, account.id))


def _cases(conn: Connection, subject: int | None = None) -> list[Case]:
    """Every case, or those of somebody."""
    c, wanted = cases.c, [] if subject is None else [cases.c.subject_id == subject]
    rows = (
        select(c.number, c.at, accounts.c.name, c.region, func.coalesce(game_tables.c.public_id, ""), c.round)
        .add_columns(c.subject_id, c.who, c.rule, c.name, c.article, c.severity, c.told)
        .join(accounts, accounts.c.id == c.account_id)
        .outerjoin(game_tables, game_tables.c.id == c.table_id)
        .where(*wanted)
        .order_by(c.number)
    )
    there = list(conn.execute(rows))
    if not there:
        return []
    line = case_lines.c
    steps: dict[int, list[Step]] = {}
    added = select(line.number, line.at, accounts.c.name, line.what, line.detail)
    added = added.join(accounts, accounts.c.id == line.account_id).order_by(line.number, line.n)
    for number, *rest in conn.execute(added.where(line.number.in_(row[0] for row in there))):
        steps.setdefault(number, []).append(Step(*rest))
    return [Case._make((*row, tuple(steps.get(row[0], ())))) for row in there]


def _files(known: list[Case]) -> list[File]:
    """Each case with its weight among those of the same person under the same text."""
    weighed: dict[int, Weighed] = {}
    whose: dict[tuple[str, object], list[Case]] = {}
    for case in known:
        if not case.annulled:
            whose.setdefault((case.region, case.whom), []).append(case)
    for (region, _who), mine in whose.items():
        weights = weigh(house(region), [(case.at, case.severity) for case in mine])
        weighed.update({case.number: weight for case, weight in zip(mine, weights, strict=True)})
    return [File(case, weighed.get(case.number, Weighed("", "")), _answering(case)) for case in known]


def _answering(case: Case) -> tuple[Responsibility, ...]:
    rules = house(case.region)
    if rules is None or not case.severity:
        return ()
    theirs = "company" if case.who.casefold() == COMPANY else "anybody"
    return tuple(rule for rule in rules.responsibility.values() if rule.whose in ("anybody", theirs))


def _subject(conn: Connection, who: str, table: GameTable | None) -> int | None:
    """The account that somebody's name is, at the table first: there one may sit under another."""
    if table is not None:
        there = select(seats.c.account_id).where(seats.c.table_id == table.id, seats.c.name == who)
        subject: int | None = conn.execute(there).scalar()
        if subject is not None:
            return subject
    return conn.execute(select(accounts.c.id).where(accounts.c.name == who)).scalar()


def _round(conn: Connection, table: GameTable | None) -> int:
    if table is None:
        return 0
    return conn.execute(select(func.max(rounds.c.number)).where(rounds.c.table_id == table.id)).scalar() or 0
