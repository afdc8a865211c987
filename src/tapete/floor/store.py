"""`Floor`: a casino in a database, a part for each subject: `floor.tables.open_table(…)`, `floor.rounds.act(…)`."""

from collections.abc import Callable
from types import TracebackType

from tapete.engine.round import now
from tapete.floor.accounts import Accounts
from tapete.floor.attempts import Attempts
from tapete.floor.automatic import Automatic
from tapete.floor.books import Books
from tapete.floor.cage import Cage
from tapete.floor.clerk import Clerk
from tapete.floor.conduct import Conduct
from tapete.floor.connection import Database
from tapete.floor.desk import Desk
from tapete.floor.documents import Documents
from tapete.floor.duty import Duty
from tapete.floor.editions import name_all
from tapete.floor.endings import Endings
from tapete.floor.evenings import Evenings
from tapete.floor.feed import Feed
from tapete.floor.history import History
from tapete.floor.income import Income
from tapete.floor.likeness import renew
from tapete.floor.normal import Normal
from tapete.floor.orphans import Orphans
from tapete.floor.overview import Overview
from tapete.floor.papers import Papers
from tapete.floor.prizes import Prizes
from tapete.floor.rationed import Rationed
from tapete.floor.register import Registers
from tapete.floor.reserve import Reserve
from tapete.floor.reversible import Reversing
from tapete.floor.roles import Account
from tapete.floor.rounds import Rounds
from tapete.floor.seats import Seats
from tapete.floor.session import Sessions
from tapete.floor.stock import Stores
from tapete.floor.sweeping import Sweeping
from tapete.floor.tables import Tables
from tapete.floor.tournament.office import Office
from tapete.floor.tournament.running import Running
from tapete.floor.trail import Action, trail
from tapete.floor.training import Training
from tapete.floor.visitors import Visitors
from tapete.floor.visits import Visits
from tapete.floor.waiting import Lines


class Floor:
    """Opens a database by its URL, makes or migrates it, and serves it to any number of threads."""

    def __init__(self, url: str, clock: Callable[[], int] = now) -> None:
        self.db = Database(url)
        with self.db.write() as conn:
            name_all(conn)
        renew(self.db, clock)
        self.endings = Endings()
        self.feed = Feed(self.db, self.endings.tell)
        self.desk = Desk(self.db, self.feed, clock)
        self.clerk = Clerk(self.desk)
        self.accounts = Accounts(self.db, clock, self.endings)
        self.visitors = Visitors(self.accounts, self.feed, self.endings, clock)
        self.attempts = Attempts(self.db, clock)
        self.tables = Tables(self.desk, clock)
        self.seats = Seats(self.desk)
        self.lines = Lines(self.desk, self.seats)
        self.visits = Visits(self.db, self.accounts, self.tables, self.seats)
        self.rounds = Rounds(self.desk, clock)
        self.history = History(self.db)
        self.tournaments = Office(self.db, clock)
        self.running = Running(self.tables, self.accounts, clock)
        self.sweeping = Sweeping(self.db, self.endings, clock)
        self.automatic = Automatic(self.desk, self.tables, self.rounds, self.accounts, clock, self._besides)
        self.books = Books(self.db)
        self.documents = Documents(self.desk, clock)
        self.registers = Registers(self.db, self.documents, clock)
        self.cage = Cage(self.tables, self.registers, self.documents, clock)
        self.normal = Normal(self.db)
        self.evenings = Evenings(self.db)
        self.overview = Overview(self.db, self.normal, clock)
        self.income = Income(self.db, self.registers, clock)
        self.orphans = Orphans(self.db, clock)
        self.prizes = Prizes(self.db)
        self.sessions = Sessions(self.desk, self.tables, clock)
        self.seats.before_tipping.append(self.sessions.check_tips)
        self.rationed = Rationed(self.sessions, self.tables, clock)
        self.reversing = Reversing(self.sessions, self.tables, clock)
        self.stores = Stores(self.tables, clock)
        self.conduct = Conduct(self.tables, self.seats, self.rounds, clock)
        self.training = Training(self.db, clock)
        self.papers = Papers(self.sessions)
        self.reserve = Reserve(self.sessions)
        self.duty = Duty(self.db, self.sessions, self.tables, self.stores, self.papers, clock)
        self.rounds.before_acting.append(self.duty.check_hour)

    def _besides(self) -> None:
        """What is done from time to time beside the tables that run by themselves."""
        self.running.look_at_all()
        self.sweeping.look()

    def first_director_link(self) -> str | None:
        """On a fresh database, the token of the link by which the first director comes in; otherwise nothing."""
        return self.accounts.director_link()

    def trail(self, by: Account, table_id: str | None = None, limit: int = 200) -> list[Action]:
        """What staff did, the latest first."""
        return trail(self.db, by, table_id, limit)

    def close(self) -> None:
        """Closes every connection."""
        self.automatic.close()
        self.clerk.close()
        self.visitors.close()
        self.feed.close()
        self.db.close()

    def __enter__(self) -> "Floor":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
