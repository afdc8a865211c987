"""The office of tournaments: they are announced by their bases, people sign up and withdraw, prizes are handed out."""

import json
import re
import secrets
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, insert, select, update
from sqlalchemy.exc import IntegrityError

from tapete.audit.tournament import TournamentFile, check_tournament, parse
from tapete.errors import IllegalAction, TapeteError, times
from tapete.floor import conduct
from tapete.floor.calendar import day_of
from tapete.floor.connection import Database
from tapete.floor.growing import visible
from tapete.floor.lawful import BASES, LONGEST, Illegal
from tapete.floor.roles import CHIEFS, READING, STAFF, Account, Forbidden, require
from tapete.floor.schema import accounts, barred, tournament_entries, tournament_money, tournaments
from tapete.floor.tournament import rows
from tapete.floor.tournament.rows import IN, Entry, Happened, Payment, Tournament, purse_of, this_entry
from tapete.floor.trail import note as trail_note
from tapete.money import format_cents
from tapete.torneo.lots import shuffled
from tapete.torneo.prizes import Purse

PLACE = "plaza"
SEAT = re.compile(f"{PLACE}:([0-9a-f]{{10}})")  # a place in the tournament of that id, as an object that is won


class Sheet(NamedTuple):
    """All there is of a tournament, of one moment."""

    tournament: Tournament
    entries: list[Entry]
    paid: list[Payment]
    acts: list[Happened]

    @property
    def standing(self) -> list[Entry]:
        """The entries that stand: whoever withdrew takes no part."""
        return [entry for entry in self.entries if entry.state != "withdrawn"]

    @property
    def purse(self) -> Purse:
        """The fees that were paid and not given back, and what the house keeps of them."""
        return purse_of(self.tournament, self.paid)

    @property
    def handed_out(self) -> int:
        """The money of the prizes that have been paid."""
        return sum(line.cents for line in self.paid if line.kind == "prize")


class Barred(NamedTuple):
    """Somebody who may not take part: why, since when, and who said so."""

    name: str
    why: str
    at: int
    by: str


class Office:
    """What is decided about tournaments away from their tables."""

    def __init__(self, db: Database, clock: Callable[[], int]) -> None:
        self.db = db
        self.clock = clock

    # Announcing

    def announce(self, by: Account, given: dict[str, Any], automatic: int = 0) -> Tournament:
        """A new tournament, if its bases and all else are as the text has them. Its seed is chosen and promised."""
        require(by, CHIEFS, "announce a tournament")
        if not 0 <= automatic <= LONGEST:
            raise TapeteError("a table goes on by itself after 0 to {most} seconds", most=LONGEST)
        file = parse(given, "bases")
        for text in _texts(given):
            visible(text, "bases")
        breaches = check_tournament(file)
        self._check_seats(file)
        if breaches:
            raise Illegal(breaches, BASES)
        public_id = secrets.token_hex(5)
        with self.db.write() as conn:
            values = {
                "public_id": public_id,
                "region": file.region,
                "file": json.dumps(given, default=str, ensure_ascii=False),
                "seed": secrets.token_hex(32),
                "state": "announced",
                "automatic": automatic,
                "played": 0,
                "account_id": by.id,
                "created": self.clock(),
            }
            conn.execute(insert(tournaments).values(values))
            tournament = rows.tournament(conn, public_id)
            rows.note(conn, tournament.id, self.clock(), by, "announced", commitment=tournament.commitment)
            trail_note(conn, self.clock(), by, None, f"tournament {public_id} announced")
        return tournament

    def _check_seats(self, file: TournamentFile) -> None:
        """A place that is a prize is in a tournament that is announced, and worth its fee."""
        for prize in file.prizes:
            seat = SEAT.fullmatch(prize.goods)
            if seat is None:
                continue
            with self.db.read() as conn:
                other = rows.tournament(conn, seat[1])
            if other.state != "announced" or prize.value != (other.file.entry.fee or 0):
                fee = format_cents(other.file.entry.fee or 0)
                raise IllegalAction("a place there is a prize while it is announced, and worth its fee: {fee}", fee=fee)

    def cancel(self, by: Account, public_id: str) -> None:
        """A tournament that has not begun is not held: everybody has their fee back."""
        require(by, CHIEFS, "cancel a tournament")
        with self.db.write() as conn:
            tournament = rows.decided(conn, public_id, by)
            if tournament.state != "announced":
                raise IllegalAction("the tournament has begun, or is over: it cannot be cancelled")
            for entry in rows.entries(conn, tournament.id):
                if entry.state == "registered":
                    self._give_back(conn, tournament, entry, by)
            conn.execute(self._this(tournament).values(state="cancelled", ended=self.clock()))
            rows.note(conn, tournament.id, self.clock(), by, "cancelled", seed=tournament.seed)
            trail_note(conn, self.clock(), by, None, f"tournament {public_id} cancelled")

    # Signing up

    def register(self, by: Account, public_id: str, name: str, born: date, admitted: bool) -> Entry:
        """Signs somebody up, for the first time or again, who has paid the fee and come through admission."""
        require(by, STAFF, "sign people up for a tournament")
        with self.db.write() as conn:
            tournament = rows.decided(conn, public_id, by)
            return self._enter(conn, tournament, by, _account(conn, name), born, admitted)

    def _enter(
        self,
        conn: Connection,
        tournament: Tournament,
        by: Account,
        account: Account,
        born: date,
        admitted: bool,
        won: str = "",
    ) -> Entry:
        """Writes an entry down with its fee, which somebody paid, or won as a place in another tournament."""
        here = rows.entries(conn, tournament.id)
        self._check_open(tournament, here)
        self._check_person(conn, tournament, account, born, admitted)
        _check_again(tournament, here, account)
        number = len(here) + 1
        runs = tournament.state != "announced"
        table = self._lot(tournament, here, number) if runs else 0
        values = {
            "tournament_id": tournament.id,
            "number": number,
            "account_id": account.id,
            "born": born.isoformat(),
            "state": "moving" if runs else "registered",
            "table_no": table,
            "chips": tournament.file.play.stack if tournament.file.play else 0,
            "moves": 0,
            "sharing": 1,
            "won": 0,
            "goods": "[]",
        }
        conn.execute(insert(tournament_entries).values(values))
        self._pay(conn, tournament, number, "fee", tournament.file.entry.fee or 0, by, won)
        mention = tournament.file.law.participants.mention
        rows.note(conn, tournament.id, self.clock(), by, "registered", entry=number, admission=mention, table=table)
        return rows.entries(conn, tournament.id)[-1]

    def withdraw(self, by: Account, public_id: str, number: int) -> None:
        """Takes somebody's name off before the tournament begins, and gives the fee back.

        A place that was won is a prize in kind, as the bases had it: its fee stays with the prizes here.
        """
        require(by, STAFF, "sign people up for a tournament")
        with self.db.write() as conn:
            tournament = rows.decided(conn, public_id, by)
            entry = _entry(rows.entries(conn, tournament.id), number)
            if tournament.state != "announced" or entry.state != "registered":
                raise IllegalAction("who has begun to play cannot withdraw: the fee is with the prizes")
            won = number in places_won(rows.money(conn, tournament.id))
            if not won:
                self._give_back(conn, tournament, entry, by)
            gone = update(tournament_entries).where(*this_entry(tournament, number)).values(state="withdrawn")
            conn.execute(gone)
            rows.note(conn, tournament.id, self.clock(), by, "withdrawn", entry=number, won=won)

    def _check_open(self, tournament: Tournament, here: list[Entry]) -> None:
        if tournament.state != "announced" and not tournament.late(self.clock()):
            raise IllegalAction("nobody can sign up any more: the tournament has begun, or is over")
        count = sum(entry.state in ("registered", *IN) for entry in here)
        if count >= tournament.file.entry.most:
            raise IllegalAction("all {count} places are taken", count=tournament.file.entry.most)

    def _check_person(
        self, conn: Connection, tournament: Tournament, account: Account, born: date, admitted: bool
    ) -> None:
        """Of age on the day, not barred, and through admission."""
        rule = tournament.file.law.participants
        day = tournament.file.notice.day if tournament.file.notice else day_of(self.clock())
        if account.role != "player":
            raise Forbidden("{who} works here, and takes no part in tournaments", who=account.name)
        if _years(born, day) < rule.age:
            raise IllegalAction(
                "{who} is not {age} years old yet on {day}",
                rule.article,
                who=account.name,
                age=rule.age,
                day=day.isoformat(),
            )
        if not admitted:
            raise IllegalAction(
                "{who} has to pass admission first, and be entered there as taking part", rule.article, who=account.name
            )
        if conn.execute(_bars(account)).first() is not None or conduct.barred(conn, account):
            raise IllegalAction("{who} is barred from play", rule.article, who=account.name)

    def _lot(self, tournament: Tournament, here: list[Entry], number: int) -> int:
        """The table of who signs up late: of those with the fewest, one is drawn; a new one where all are full."""
        counts: dict[int, int] = {}
        for entry in here:
            if entry.state in IN:
                counts[entry.table_no] = counts.get(entry.table_no, 0) + 1
        free = [table for table, count in counts.items() if count < tournament.file.seats]
        if not free:
            return max((entry.table_no for entry in here), default=0) + 1
        fewest = min(counts[table] for table in free)
        return shuffled(tournament.key, f"entry {number}", sorted(table for table in free if counts[table] == fewest))[
            0
        ]

    # Money

    def pay(self, by: Account, public_id: str, number: int) -> Payment:
        """Hands out a prize, once."""
        require(by, STAFF, "pay prizes")
        with self.db.write() as conn:
            tournament = rows.tournament(conn, public_id, lock=True)
            entry = _entry(rows.entries(conn, tournament.id), number)
            if tournament.state != "finished":
                raise IllegalAction("prizes are paid once the tournament is over")
            if not entry.won and not entry.goods:
                raise IllegalAction("{who} has won no prize", who=entry.name)
            if entry.account_id == by.id:
                raise Forbidden("{who} took part: somebody else pays their prize", who=by.name)
            instead = {goods: self._seat(conn, tournament, entry, goods, by) for goods in entry.goods}
            cents, handed = entry.won + sum(instead.values()), [goods for goods in entry.goods if not instead[goods]]
            self._pay(conn, tournament, number, "prize", cents, by, ", ".join(handed))
            rows.note(conn, tournament.id, self.clock(), by, "paid", entry=number, cents=cents, goods=handed)
            trail_note(conn, self.clock(), by, None, f"tournament {public_id} prize {number} {format_cents(cents)}")
            return next(line for line in rows.money(conn, tournament.id) if line.key == f"prize {number}")

    def _seat(self, conn: Connection, tournament: Tournament, entry: Entry, goods: str, by: Account) -> int:
        """A place in another tournament that was won: whoever won it is signed up there, the fee being the prize.

        Who has a place there already, or can have none any more, is due its worth, so that nothing stays with the
        house: so many cents.
        """
        seat = SEAT.fullmatch(goods)
        if seat is None:
            return 0
        other = rows.tournament(conn, seat[1], lock=True)
        inside = ("registered", *IN)
        there = any(one.account_id == entry.account_id and one.state in inside for one in rows.entries(conn, other.id))
        if there or (other.state != "announced" and not other.late(self.clock())):
            return other.file.entry.fee or 0
        account, born = _account(conn, entry.name), date.fromisoformat(entry.born)
        self._enter(conn, other, by, account, born, admitted=True, won=f"{PLACE} {tournament.public_id}")
        return 0

    def _give_back(self, conn: Connection, tournament: Tournament, entry: Entry, by: Account) -> None:
        self._pay(conn, tournament, entry.number, "refund", tournament.file.entry.fee or 0, by)

    def _pay(
        self, conn: Connection, tournament: Tournament, number: int, kind: str, cents: int, by: Account, goods: str = ""
    ) -> None:
        values = {
            "tournament_id": tournament.id,
            "key": f"{kind} {number}",
            "kind": kind,
            "entry": number,
            "cents": cents,
        }
        try:
            with conn.begin_nested():
                conn.execute(
                    insert(tournament_money).values({**values, "goods": goods, "at": self.clock(), "account_id": by.id})
                )
        except IntegrityError:
            raise IllegalAction("this has been paid already") from None

    # Who may not take part

    def barred(self, by: Account) -> list[Barred]:
        """Who is barred from tournaments now, by name."""
        require(by, READING, "read the books")
        who, whose, c = accounts.alias("who"), accounts.alias("whose"), barred.c
        query = select(who.c.name, c.why, c.at, whose.c.name).where(c.lifted.is_(None)).order_by(who.c.name)
        query = query.join(who, who.c.id == c.account_id).join(whose, whose.c.id == c.by_id)
        with self.db.read() as conn:
            return [Barred(*row) for row in conn.execute(query)]

    def bar(self, by: Account, name: str, why: str) -> None:
        """Bars somebody from tournaments."""
        require(by, CHIEFS, "bar people")
        with self.db.write() as conn:
            account = _account(conn, name)
            if not why.strip():
                raise TapeteError("say why {who} is barred", who=name)
            if conn.execute(_bars(account)).first() is not None:
                raise IllegalAction("{who} is barred from play", who=name)
            values = {"account_id": account.id, "at": self.clock(), "by_id": by.id, "why": why}
            conn.execute(insert(barred).values(values))
            trail_note(conn, self.clock(), by, None, f"barred {name}")

    def unbar(self, by: Account, name: str) -> None:
        """Lets somebody take part again."""
        require(by, CHIEFS, "bar people")
        with self.db.write() as conn:
            account = _account(conn, name)
            if account.id == by.id:
                raise Forbidden("{who} was barred: another lets them take part again", who=name)
            here = (barred.c.account_id == account.id, barred.c.lifted.is_(None))
            if not conn.execute(update(barred).where(*here).values(lifted=self.clock())).rowcount:
                raise IllegalAction("{who} is not barred", who=name)
            trail_note(conn, self.clock(), by, None, f"barred no more {name}")

    # What is seen

    def all(self, *states: str) -> list[Tournament]:
        """The tournaments, the latest first."""
        with self.db.read() as conn:
            return rows.some(conn, *states)

    def sheet(self, public_id: str) -> Sheet:
        """A tournament with all that belongs to it."""
        with self.db.read() as conn:
            tournament = rows.tournament(conn, public_id)
            return Sheet(
                tournament,
                rows.entries(conn, tournament.id),
                rows.money(conn, tournament.id),
                rows.happened(conn, tournament.id),
            )

    def book(self, by: Account) -> list[Sheet]:
        """The book of tournaments held, those that begin once enough have come among them, in their order."""
        require(by, READING, "read the books")
        with self.db.read() as conn:
            held = reversed(rows.some(conn, "running", "paused", "finished"))
            return [Sheet(one, rows.entries(conn, one.id), rows.money(conn, one.id), []) for one in held]

    def _this(self, tournament: Tournament) -> Any:
        return update(tournaments).where(tournaments.c.id == tournament.id)


def places_won(paid: Iterable[Payment]) -> set[int]:
    """The entries whose fee was a prize of another tournament."""
    return {line.entry for line in paid if line.kind == "fee" and line.goods.startswith(PLACE)}


def _bars(account: Account) -> Select[Any]:
    return select(barred.c.id).where(barred.c.account_id == account.id, barred.c.lifted.is_(None))


def _account(conn: Connection, name: str) -> Account:
    columns = (accounts.c.id, accounts.c.name, accounts.c.role, accounts.c.language)
    row = conn.execute(select(*columns).where(accounts.c.name == name, accounts.c.ended.is_(None))).first()
    if row is None:
        raise TapeteError("nobody is called '{name}' here", name=name)
    return Account(*row)


def _entry(entries: list[Entry], number: int) -> Entry:
    for entry in entries:
        if entry.number == number:
            return entry
    raise TapeteError("there is no entry {number}", number=number)


def _check_again(tournament: Tournament, here: list[Entry], account: Account) -> None:
    """One entry at a time, and no more of them than the bases say."""
    own = [entry for entry in here if entry.account_id == account.id and entry.state != "withdrawn"]
    if any(entry.state in ("registered", *IN) for entry in own):
        raise IllegalAction("{who} has signed up already", who=account.name)
    if len(own) > tournament.file.entry.again:
        article, again = tournament.file.law.bases.article, tournament.file.entry.again
        if not again:
            raise IllegalAction("the bases let nobody sign up again", article)
        raise IllegalAction("the bases let nobody sign up again more than {times}", article, times=times(again))


def _texts(given: object) -> Iterator[str]:
    """All that is written somewhere in what was sent."""
    if isinstance(given, str):
        yield given
    for inner in (*given, *given.values()) if isinstance(given, dict) else given if isinstance(given, list) else ():
        yield from _texts(inner)


def _years(born: date, day: date) -> int:
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))
