"""People: accounts with passwords or without, sign-in links that work once, and sessions that expire.

Nobody comes in as another: a link signs in only whom nobody has come in as yet; whoever has lost their password is
given a new start by a director, which their account's log shows them.
"""

import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError
from sqlalchemy import Column, ColumnElement, Connection, Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from tapete.engine import names
from tapete.engine.names import ROBOT
from tapete.engine.transcript import AUTOMATIC
from tapete.errors import Missing, Said, TapeteError, UnknownError
from tapete.floor.acts import AccountAct, acts, record, require_reader
from tapete.floor.connection import Database
from tapete.floor.endings import Endings
from tapete.floor.roles import FIRST, INVITES, ROLES, VISITOR, Account, Forbidden, NoTable, require
from tapete.floor.schema import accounts, game_tables, links, sessions
from tapete.floor.sitting import check_apart
from tapete.floor.trail import note

HOUR = 3_600_000
LONGEST = 24 * HOUR  # what is said to live for longer was made when the clock ran ahead
SHORTEST_PASSWORD = 8
LISTED = 200  # accounts that are shown at once
_COLUMNS = (accounts.c.id, accounts.c.name, accounts.c.role, accounts.c.language)
# Everybody but passers-by and robots; and of these, people.
_INVITED = ~accounts.c.name.startswith(VISITOR) & ~accounts.c.name.startswith(ROBOT)
_PEOPLE = _INVITED & (accounts.c.name != AUTOMATIC)
_hasher = PasswordHasher()
# Checked for a name that nobody has, so that an answer's time does not tell who has an account.
_NOBODY = _hasher.hash(secrets.token_urlsafe())


class WebSession(NamedTuple):
    """Somebody signed in. `token` is shown once, to their browser; the database keeps its hash."""

    token: str
    account: Account
    csrf: str
    expires: int


class Entrance(NamedTuple):
    """Who came in by a link, and the table that it opens, if any."""

    account: Account
    table_id: str | None


class Accounts:
    """The people of a casino."""

    def __init__(self, db: Database, clock: Callable[[], int], endings: Endings | None = None) -> None:
        self.db = db
        self.clock = clock
        self.endings = endings or Endings()

    # Accounts

    def create(
        self, name: str, role: str, password: str | None = None, language: str = "es", by: Account | None = None
    ) -> Account:
        """A new account; without a password it is entered by links only. `by` nobody is whoever holds the machine."""
        if by is not None:
            require(by, ("director",), "make accounts")
        with self.db.write() as conn:
            account = self._create(conn, names.checked(name), role, password, language, by)
            note(conn, self.clock(), by or account, None, f"account {role} {name}")
        return account

    def automatic(self) -> Account:
        """The croupier that tables have which run by themselves; nobody signs in as it."""
        with self.db.write() as conn:
            return self._own(conn, AUTOMATIC, "croupier", "es")

    def visitor(self, language: str = "es") -> Account:
        """Somebody who comes in without an account: one that the house names, and keeps no password of."""
        with self.db.write() as conn:
            if not self.db.sqlite:  # two who come at once would be one
                conn.execute(select(func.pg_advisory_xact_lock(func.hashtext("tapete visitors"))))
            last = conn.execute(select(func.max(accounts.c.id))).scalar() or 0
            return self._own(conn, f"{VISITOR}{last + 1}", "player", language)

    def robot(self, number: int) -> Account:
        """One of the robots that make a game up; every table has the same ones."""
        with self.db.write() as conn:
            return self._own(conn, f"{ROBOT}{number}", "player", "es")

    def _own(self, conn: Connection, name: str, role: str, language: str) -> Account:
        """An account of the house's own making, by which nobody is signed in with a link; made when first needed."""
        row = conn.execute(select(*_COLUMNS).where(accounts.c.name == name)).first()
        if row is not None:
            return Account(*row)
        account = self._create(conn, name, role, None, language)
        conn.execute(update(accounts).where(accounts.c.id == account.id).values(used=self.clock()))
        return account

    def account(self, name: str) -> Account:
        """An account by its name."""
        with self.db.read() as conn:
            row = conn.execute(select(*_COLUMNS).where(accounts.c.name == name)).first()
        if row is None:
            raise Missing("nobody is called '{name}' here", name=name)
        return Account(*row)

    def looked_up(self, by: Account, name: str) -> Account:
        """Somebody else's account, for who may read what was done to it; others are not told whether there is one."""
        require_reader(by)
        return self.account(name)

    def all(self, by: Account) -> list[Account]:
        """Everybody who has an account, by name; not those who only visit, nor robots."""
        require(by, ("director", "inspector", "regulator"), "list the accounts")
        with self.db.read() as conn:
            return [Account(*row) for row in conn.execute(select(*_COLUMNS).where(_INVITED).order_by(accounts.c.name))]

    def some(self, by: Account, like: str = "", after: str = "", most: int = LISTED) -> list[Account]:
        """The first so many of them whose names have something in them, or of those after a name."""
        require(by, ("director", "inspector", "regulator"), "list the accounts")
        query = select(*_COLUMNS).where(_INVITED, accounts.c.name > after).order_by(accounts.c.name).limit(most)
        if like:
            query = query.where(accounts.c.name.icontains(like, autoescape=True))
        with self.db.read() as conn:
            return [Account(*row) for row in conn.execute(query)]

    def check_password(self, name: str, password: str) -> Account:
        """The account that a name and a password open, or `Forbidden`."""
        with self.db.read() as conn:
            active = (accounts.c.name == name) & accounts.c.ended.is_(None)
            row = conn.execute(select(*_COLUMNS, accounts.c.password).where(active)).first()
        hashed = row.password if row is not None and row.password is not None else _NOBODY
        if not _verified(hashed, password) or row is None or hashed is _NOBODY:
            raise Forbidden("name or password is wrong")
        return Account(*row[:4])

    def sign_in(self, name: str, password: str) -> WebSession:
        """Signs in by a name and a password; one that is renewed while it is being looked at opens nothing."""
        still = self.familiar(name)
        return self.open_session(self.check_password(name, password), still=still)

    def familiar(self, name: str) -> str:
        """What a browser is known by once somebody came in there under a name, until their password is another."""
        with self.db.read() as conn:
            return _familiar(conn.execute(select(accounts.c.password).where(accounts.c.name == name)).scalar())

    def has_password(self, account: Account) -> bool:
        """Whether an account has a password, or is entered by links only."""
        return self._password(account) is not None

    def was_used(self, account: Account) -> bool:
        """Whether anybody has come in by an account."""
        with self.db.read() as conn:
            used = select(accounts.c.used).where(accounts.c.id == account.id)
            return conn.execute(used).scalar() is not None

    def set_password(self, account: Account, password: str, present: str = "") -> None:
        """Gives an account a password, and ends its sessions. Whoever has a password already must know it."""
        if account.visits:
            raise Forbidden("a visit has no password: the house gives you an account to come back to")
        old = self._password(account)
        if old is not None and not _verified(old, present):
            raise Forbidden("the present password is wrong")
        hashed = _hashed(password)
        same = accounts.c.password.is_(None) if old is None else accounts.c.password == old
        with self._ending() as conn:
            renewed = update(accounts).where(accounts.c.id == account.id, same).values(password=hashed)
            if not conn.execute(renewed).rowcount:
                raise Forbidden("the present password is wrong")
            record(conn, self.clock(), account, account, "password set")
            conn.execute(delete(sessions).where(sessions.c.account_id == account.id))

    def set_language(self, account: Account, language: str) -> Account:
        """The same account, spoken to in another language."""
        with self._ending() as conn:
            conn.execute(update(accounts).where(accounts.c.id == account.id).values(language=language))
            record(conn, self.clock(), account, account, "language changed", language)
        return account._replace(language=language)

    # What directors do to accounts

    def reset_password(self, by: Account, account: Account) -> str:
        """Takes a lost password away, and every session; the token of a link by which its owner starts anew, once."""
        _check_other(by, account)
        with self._directing(by, account, "reset a password") as conn:
            self._active(conn, account)
            conn.execute(update(accounts).where(accounts.c.id == account.id).values(password=None))
            self._acted(conn, by, account, "password reset")
            return self._sign_in(conn, by, account, 24 * HOUR)

    def change_role(self, by: Account, account: Account, role: str) -> Account:
        """Gives somebody another role; they sign in anew."""
        _check_other(by, account)
        if role not in ROLES:
            raise UnknownError("role", role, list(ROLES))
        with self._directing(by, account, "change a role") as conn:
            self._active(conn, account)
            conn.execute(update(accounts).where(accounts.c.id == account.id).values(role=role))
            self._acted(conn, by, account, "role changed", f"{account.role} {role}")
        return account._replace(role=role)

    def deactivate(self, by: Account, account: Account) -> None:
        """Lets nobody come in by an account any more; what it did stays."""
        _check_other(by, account)
        with self._directing(by, account, "deactivate an account") as conn:
            self._active(conn, account)
            conn.execute(update(accounts).where(accounts.c.id == account.id).values(ended=self.clock()))
            self._acted(conn, by, account, "deactivated")

    def reactivate(self, by: Account, account: Account) -> None:
        """Lets its owner come in again."""
        with self._directing(by, account, "reactivate an account") as conn:
            ended = update(accounts).where(accounts.c.id == account.id, accounts.c.ended.is_not(None))
            if not conn.execute(ended.values(ended=None)).rowcount:
                raise TapeteError("{who} is active", who=account.name)
            self._acted(conn, by, account, "reactivated")

    def inactive(self, by: Account) -> set[str]:
        """The names of those who were deactivated."""
        require(by, ("director", "inspector", "regulator"), "list the accounts")
        with self.db.read() as conn:
            return set(conn.execute(select(accounts.c.name).where(accounts.c.ended.is_not(None))).scalars())

    def acts(self, by: Account, account: Account, limit: int = 100) -> list[AccountAct]:
        """What was done to an account, the latest first."""
        return acts(self.db, by, account, limit)

    def _acted(self, conn: Connection, by: Account, account: Account, what: str, detail: str = "") -> None:
        """Writes down what a director did to somebody, and ends their sessions and links, those they made too."""
        record(conn, self.clock(), account, by, what, detail)
        note(conn, self.clock(), by, None, f"{what} {account.name} {detail}".strip())
        theirs = (links.c.account_id == account.id) | (links.c.made_by == account.id)
        conn.execute(delete(links).where(theirs, links.c.used.is_(None)))
        conn.execute(delete(sessions).where(sessions.c.account_id == account.id))

    def _active(self, conn: Connection, account: Account) -> Row[Any]:
        """An account's row, locked, unless it was deactivated."""
        row = conn.execute(select(accounts).where(accounts.c.id == account.id).with_for_update()).one()
        if row.ended is not None:
            raise TapeteError("{who} was deactivated", who=account.name)
        return row

    @contextmanager
    def _directing(self, by: Account, account: Account, what: str) -> Iterator[Connection]:
        """A transaction of somebody who is a director as long as it lasts: of two, one sends the other away."""
        require(by, ("director",), what)
        with self._ending() as conn:
            both = accounts.c.id.in_((by.id, account.id))  # locked in one order, so that nobody waits for nobody
            conn.execute(select(accounts.c.id).where(both).order_by(accounts.c.id).with_for_update())
            require(by._replace(role=self._active(conn, by).role), ("director",), what)
            check_apart(conn, by, account.id)
            yield conn

    @contextmanager
    def _ending(self) -> Iterator[Connection]:
        """A transaction that ends sessions: streams are told, here and in other processes, once it is committed."""
        with self.db.write() as conn:
            yield conn
            if not self.db.sqlite:
                conn.execute(select(func.pg_notify("tapete", "sessions")))
        self.endings.tell()

    # Links

    def invite(
        self, by: Account, role: str = "player", name: str = "", table_id: str | None = None, lifetime: int = 24 * HOUR
    ) -> str:
        """The token of a link that makes an account once and signs it in; who comes gives the name it leaves out."""
        if role not in INVITES.get(by.role, ()):
            raise Forbidden(
                "{who} is {role} and may not invite a {other}", who=by.name, role=Said(by.role), other=Said(role)
            )
        name = names.checked(name) if name else ""
        with self.db.write() as conn:
            self._active(conn, by)
            note(conn, self.clock(), by, None, f"invite {role} {name}".strip())
            return self._link(conn, lifetime, role=role, name=name, table_id=_table(conn, table_id), made_by=by.id)

    def sign_in_link(self, by: Account, account: Account) -> str:
        """The token of a link that signs in, once, somebody without a password as whom nobody has come in yet."""
        if account.role not in INVITES.get(by.role, ()):
            raise Forbidden(
                "{who} is {role} and may not sign in {other}", who=by.name, role=Said(by.role), other=account.name
            )
        with self.db.write() as conn:
            row = self._active(conn, account)
            if row.password is not None or row.used is not None:
                raise Forbidden("{who} has used this account: only a director can reset its password", who=account.name)
            record(conn, self.clock(), account, by, "link made")
            note(conn, self.clock(), by, None, f"link {account.name}")
            return self._sign_in(conn, by, account, HOUR)

    def _sign_in(self, conn: Connection, by: Account, account: Account, lifetime: int) -> str:
        """A link that signs an account in; one made before no longer does."""
        conn.execute(delete(links).where(links.c.account_id == account.id, links.c.used.is_(None)))
        return self._link(conn, lifetime, account_id=account.id, made_by=by.id)

    def director_link(self) -> str | None:
        """The token of the first director's link while nobody has an account; an earlier one no longer works."""
        with self.db.write() as conn:
            if conn.execute(select(func.count()).select_from(accounts).where(_PEOPLE)).scalar_one():
                return None
            conn.execute(delete(links))
            return self._link(conn, 24 * HOUR, role="director", name=FIRST)

    def follow_link(self, token: str, name: str = "", language: str = "es") -> Entrance:
        """Uses a link up: the account it signs in, made now if the link is an invitation."""
        now = self.clock()
        with self.db.write() as conn:
            row = conn.execute(
                update(links)
                .where(
                    links.c.token == _hash(token),
                    links.c.used.is_(None),
                    links.c.expires.between(now + 1, now + LONGEST),
                )
                .values(used=now)
                .returning(links.c.account_id, links.c.role, links.c.name, links.c.table_id)
            ).first()
            if row is None:
                raise Forbidden("this link has been used, has expired, or never was one")
            if row.account_id is None:
                account = self._create(conn, row.name or names.checked(name), row.role, None, language)
            else:
                account = Account(*conn.execute(select(*_COLUMNS).where(accounts.c.id == row.account_id)).one())
                self._active(conn, account)
                conn.execute(update(accounts).where(accounts.c.id == account.id).values(used=now))
            record(conn, now, account, account, "came in by a link")
            public = select(game_tables.c.public_id).where(game_tables.c.id == row.table_id)
            return Entrance(account, conn.execute(public).scalar())

    # Sessions

    def open_session(self, account: Account, lifetime: int = 12 * HOUR, *, still: str | None = None) -> WebSession:
        """Signs somebody in; where it is given, if they are `still` known by that."""
        session = WebSession(secrets.token_urlsafe(32), account, secrets.token_urlsafe(32), self.clock() + lifetime)
        with self.db.write() as conn:
            row = self._active(conn, account)
            if still is not None and _familiar(row.password) != still:
                raise Forbidden("name or password is wrong")
            conn.execute(delete(sessions).where(sessions.c.expires <= self.clock()))
            conn.execute(update(accounts).where(accounts.c.id == account.id).values(used=self.clock()))
            record(conn, self.clock(), account, account, "signed in")
            conn.execute(
                insert(sessions).values(
                    token=_hash(session.token), account_id=account.id, csrf=session.csrf, expires=session.expires
                )
            )
        return session

    def session(self, token: str) -> WebSession | None:
        """The session of a token, unless it has expired or was closed."""
        return self.sessions([token]).get(token)

    def sessions(self, tokens: Iterable[str]) -> dict[str, WebSession]:
        """The sessions of those tokens that have one."""
        token_of = {_hash(token): token for token in tokens}
        with self.db.read() as conn:
            rows = conn.execute(
                select(*_COLUMNS, sessions.c.token, sessions.c.csrf, sessions.c.expires)
                .join(sessions, sessions.c.account_id == accounts.c.id)
                .where(sessions.c.token.in_(token_of), _alive(sessions.c.expires, self.clock()))
            ).all()
        found = (WebSession(token_of[row.token], Account(*row[:4]), row.csrf, row.expires) for row in rows)
        return {session.token: session for session in found}

    def close_session(self, token: str) -> None:
        """Signs somebody out."""
        with self._ending() as conn:
            gone = delete(sessions).where(sessions.c.token == _hash(token)).returning(sessions.c.account_id)
            owner = conn.execute(gone).scalar()
            if owner is not None:
                account = Account(*conn.execute(select(*_COLUMNS).where(accounts.c.id == owner)).one())
                record(conn, self.clock(), account, account, "signed out")

    # How

    def _password(self, account: Account) -> str | None:
        with self.db.read() as conn:
            password: str | None = conn.execute(select(accounts.c.password).where(accounts.c.id == account.id)).scalar()
        return password

    def _create(
        self, conn: Connection, name: str, role: str, password: str | None, language: str, by: Account | None = None
    ) -> Account:
        if role not in ROLES:
            raise UnknownError("role", role, list(ROLES))
        seen = names.skeleton(name)
        values = {"name": name, "role": role, "language": language, "created": self.clock(), "skeleton": seen}
        if password is not None:
            values["password"] = _hashed(password)
        try:
            with conn.begin_nested():
                id = conn.execute(insert(accounts).values(values).returning(accounts.c.id)).scalar_one()
        except IntegrityError:
            raise TapeteError("somebody is called '{name}' already: choose another name", name=name) from None
        account = Account(id, name, role, language)
        record(conn, self.clock(), account, by, "made", role)
        return account

    def _link(self, conn: Connection, lifetime: int, **values: Any) -> str:
        token = secrets.token_urlsafe(32)
        conn.execute(
            insert(links).values({"name": "", **values, "token": _hash(token), "expires": self.clock() + lifetime})
        )
        return token


def _alive(expires: Column[int], now: int) -> ColumnElement[bool]:
    """Whether a link or a session works, by the database."""
    return expires.between(now + 1, now + LONGEST)


def alive(expires: int, now: int) -> bool:
    """Whether a link or a session works: its time has come, and is not over."""
    return now < expires <= now + LONGEST


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _hashed(password: str) -> str:
    if len(password) < SHORTEST_PASSWORD:
        raise TapeteError("a password has {least} characters at least", least=SHORTEST_PASSWORD)
    return _hasher.hash(password)


def _familiar(hashed: str | None) -> str:
    return hmac.digest(hashed.encode(), b"tapete familiar", "sha256").hex() if hashed else ""


def _verified(hashed: str, password: str) -> bool:
    try:
        return _hasher.verify(hashed, password)
    except VerifyMismatchError:
        return False


def _check_other(by: Account, account: Account) -> None:
    """Nobody does to themselves what directors do to others: the last one could lock everybody out."""
    if by.id == account.id:
        raise Forbidden("{who} may not do this to their own account: ask another director", who=by.name)


def _table(conn: Connection, public_id: str | None) -> int | None:
    if public_id is None:
        return None
    id: int | None = conn.execute(select(game_tables.c.id).where(game_tables.c.public_id == public_id)).scalar()
    if id is None:
        raise NoTable(public_id)
    return id
