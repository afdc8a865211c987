"""Tournaments that run: started on their day, stopped and started again, and looked at until they are over."""

from collections.abc import Callable

from sqlalchemy import select, update

from tapete.errors import IllegalAction, Said
from tapete.floor.accounts import Accounts
from tapete.floor.calendar import day_of
from tapete.floor.roles import CHIEFS, Account, require
from tapete.floor.schema import game_tables, tournament_entries, tournaments
from tapete.floor.tables import Tables
from tapete.floor.tournament import rows
from tapete.floor.tournament.evening import Watch
from tapete.floor.tournament.rows import Entry, Tournament, this_entry
from tapete.floor.trail import note as trail_note
from tapete.torneo.lots import seating


class Running:
    """Sees to the tournaments that run. Any number of processes may."""

    def __init__(self, tables: Tables, accounts: Accounts, clock: Callable[[], int]) -> None:
        self.tables, self.accounts, self.clock = tables, accounts, clock
        self.db = tables.db

    # What the director does

    def start(self, by: Account, public_id: str) -> None:
        """Draws the seats and starts the clock, on the day that the authority was told of."""
        require(by, CHIEFS, "start a tournament")
        self._start(by, public_id)
        self.look(public_id)

    def pause(self, by: Account, public_id: str) -> None:
        """Stops the clock: hands that are being played end, and no other begins."""
        self._turn(by, public_id, "running", "paused")

    def resume(self, by: Account, public_id: str) -> None:
        """Lets the clock go on."""
        self._turn(by, public_id, "paused", "running")
        self.look(public_id)

    def deal(self, by: Account, public_id: str) -> None:
        """Ends it by the deal that its bases have, once all who are left have agreed to it and its clock is stopped."""
        require(by, CHIEFS, "end a tournament by a deal")
        with self.db.write() as conn:
            tournament = rows.decided(conn, public_id, by)
            here = rows.entries(conn, tournament.id)
        if not tournament.file.deal:
            raise IllegalAction("the bases of this tournament have no deal", tournament.file.law.bases.article)
        if tournament.state != "paused":
            raise IllegalAction("stop the clock first: no hand begins while a deal is made")
        if tournament.late(self.clock()):
            raise IllegalAction("a deal waits until nobody can sign up any more")
        Watch(self.tables, self.accounts.automatic(), tournament, here, self.clock()).deal(by)

    def _start(self, by: Account, public_id: str) -> None:
        with self.db.write() as conn:
            tournament = rows.decided(conn, public_id, by)
            if tournament.state != "announced":
                raise IllegalAction("the tournament has begun, or is over")
            self._check_day(tournament)
            here = [entry for entry in rows.entries(conn, tournament.id) if entry.state == "registered"]
            if len(here) < 2:
                raise IllegalAction("{count} have signed up: it takes two", count=len(here))
            drawn = seating(tournament.key, "seats", [entry.name for entry in here], tournament.file.seats)
            for entry in here:
                to = {"state": "moving", "table_no": drawn[entry.name].table, "moves": drawn[entry.name].seat}
                conn.execute(update(tournament_entries).where(*this_entry(tournament, entry.number)).values(to))
            now = self.clock()
            this = update(tournaments).where(tournaments.c.id == tournament.id)
            conn.execute(this.values(state="running", started=now, since=now))
            rows.note(conn, tournament.id, now, by, "started", seats={who: list(where) for who, where in drawn.items()})
            trail_note(conn, now, by, None, f"tournament {public_id} started")

    def _check_day(self, tournament: Tournament) -> None:
        """It is held when the authority was told, or any day of the leave where that has a book instead."""
        today, file = day_of(self.clock()), tournament.file
        assert file.authorisation is not None
        if file.sit_and_go:
            if not file.authorisation.from_ <= today <= file.authorisation.until:
                raise IllegalAction(
                    "the leave does not hold on {day}", file.law.authorisation.term.article, day=today.isoformat()
                )
        elif file.notice is not None and today != file.notice.day:
            day = file.notice.day.isoformat()
            raise IllegalAction(
                "the authority was told of {day}, and today is {today}",
                file.law.notice.article,
                day=day,
                today=today.isoformat(),
            )

    def _turn(self, by: Account, public_id: str, old: str, new: str) -> None:
        require(by, CHIEFS, "stop and start the clock of a tournament")
        with self.db.write() as conn:
            tournament = rows.decided(conn, public_id, by)
            if tournament.state != old:
                raise IllegalAction("the tournament is {state}, not {old}", state=Said(tournament.state), old=Said(old))
            now = self.clock()
            clock = {"played": tournament.elapsed(now), "since": now if new == "running" else None}
            conn.execute(update(tournaments).where(tournaments.c.id == tournament.id).values(state=new, **clock))
            rows.note(conn, tournament.id, now, by, new)

    # What goes by itself

    def look_at_all(self) -> None:
        """Sees to every tournament that is not over, and closes the tables of those that are."""
        with self.db.read() as conn:
            going = [one.public_id for one in rows.some(conn, "announced", "running", "paused")]
            held = select(game_tables.c.tournament).where(game_tables.c.tournament != "", game_tables.c.state == "open")
            for public_id in dict.fromkeys([*going, *conn.execute(held.distinct()).scalars()]):
                self.look(public_id)

    def look(self, public_id: str) -> None:
        """Does all that is due in a tournament."""
        with self.db.read() as conn:
            tournament = rows.tournament(conn, public_id)
            here = rows.entries(conn, tournament.id)
        evening = Watch(self.tables, self.accounts.automatic(), tournament, here, self.clock())
        if tournament.state in ("running", "paused"):
            evening.run()
        elif tournament.state == "finished":
            evening.close_all()
        elif tournament.state == "announced" and tournament.file.sit_and_go and _full(tournament, here):
            self._start(self.accounts.automatic(), public_id)
            self.look(public_id)


def _full(tournament: Tournament, here: list[Entry]) -> bool:
    return sum(entry.state == "registered" for entry in here) >= tournament.file.entry.most
