"""What is missing now: in staff, in tables that must be open, in floats, in what is due by the hour; with its article.

Nothing of it stops a game: a casino is shown what its text asks for, as long as it is not there.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from sqlalchemy import Connection, case, func, select

from tapete.audit.breach import Breach
from tapete.audit.casino import check_always_open, check_most_tables, plays_at
from tapete.audit.table import check_staff
from tapete.engine.lasting import LAST
from tapete.engine.places import BANK, CAGE
from tapete.engine.requests import Act
from tapete.errors import IllegalAction, Said, Word
from tapete.floor.connection import Database
from tapete.floor.lasting import check_hour
from tapete.floor.papers import Kept, Papers, unwritten
from tapete.floor.posts import CHIEF_POSTS, Post
from tapete.floor.reserve import check_reserve
from tapete.floor.roles import CHIEFS, Account, require
from tapete.floor.schema import accounts, commands, ledger, staff_actions
from tapete.floor.session import Session, Sessions
from tapete.floor.standing import Standing
from tapete.floor.stock import Item, Stores
from tapete.floor.tables import Lobby, Tables
from tapete.law.floats import due
from tapete.law.house import House, Notice, keeps_lowest, tables_per_chief
from tapete.law.last import announced as announcement
from tapete.money import format_cents

MINUTE = 60_000
SOON = 30 * MINUTE  # before the hour the end is thought of
ANNOUNCE = "announce"  # the end, at a table where only the regulation of 1979 has it announced
LATELY = 10  # rounds; no text announces more than five


class Lack(NamedTuple):
    """Something that a text asks for and that is not there: at a table, or in the house."""

    table: str
    name: str
    breach: Breach


class Facts(NamedTuple):
    """What is known besides the tables: floats by id, stock in use, who threw last where, papers, announced ends.

    `least` are floats that the house has set itself, by game and in minimums; `before` is when the last session began.
    """

    floats: Mapping[int, int]
    stock: Sequence[Item]
    throws: Mapping[str, list[str]]
    papers: Kept
    announced: frozenset[int] = frozenset()
    least: Mapping[str, int] = MappingProxyType({})
    before: int | None = None


class Duty:
    """Looks after what must be there while a session is held."""

    def __init__(
        self,
        db: Database,
        sessions: Sessions,
        tables: Tables,
        stores: Stores,
        papers: Papers,
        clock: Callable[[], int],
    ) -> None:
        self.db, self.sessions, self.tables, self.clock = db, sessions, tables, clock
        self.stores, self.papers = stores, papers

    def missing(self) -> list[Lack]:
        """What is missing at this moment; nothing while no session is held."""
        session = self.sessions.now()
        if session is None:
            return []
        tables, stock = in_service(session, self.tables.lobby()), self.stores.in_use()
        papers = self.papers.kept(session.region)
        known = Facts(
            self._floats(tables),
            stock,
            self._throws(session, tables),
            papers,
            self._announced(session, tables),
            self.papers.floats(session.region),
            self.sessions.began(session.number - 1),
        )
        return [*self._left(session, tables, stock), *lacks(session, tables, known, self.clock())]

    def _left(self, session: Session, tables: Sequence[Lobby], stock: Sequence[Item]) -> Iterator[Lack]:
        """Pieces that still lie where nobody plays any more: who closes a table gives back what it was played with."""
        rules, here = session.rules, {item.table.public_id for item in tables}
        for one in stock if rules else ():
            table = self.tables.table(one.table) if one.table not in here else None
            if table is None or table.state == "open" or table.region != session.region:
                continue
            for name, rule in rules.stock.items() if rules else ():
                if rule.kind == one.kind and plays_at(rule, table.game):
                    what = Said("{what} lies at {table}, which is closed", what=one.label, table=table.name)
                    yield Lack("", "", Breach(f"stock.{name}", rule.article, what, Said("in the depot, or destroyed")))

    def check_hour(self, standing: Standing, act: Act) -> None:
        """Refuses what is announced before the closing hour in the middle of a game, unless the hour is near."""
        if act.do == LAST:
            session = self.sessions.now()
            here = session is not None and session.region == standing.table.region
            if session is None or not here or self.clock() < session.until - SOON:
                check_hour(self.db, standing, act)

    def before_the_hour(self, table_id: str) -> Breach | None:
        """What is to be announced at a table before the closing hour, once that is near."""
        session = self.sessions.now()
        if session is None or self.clock() < session.until - SOON:
            return None
        item = self.tables.alone(table_id)
        public = item.table.state == "open" and not item.table.tournament
        tables = in_service(session, [item] if public else [])
        announced = self._announced(session, tables)
        breaches = (breach for item in tables for breach in _soon(session, item, announced, self.clock()))
        return next(breaches, None)

    def announce(self, by: Account, table_id: str, key: str) -> None:
        """Writes down that the end was announced at a table whose text has nothing announced: by word of mouth."""
        require(by, CHIEFS, "announce the end at a table")
        table = self.tables.table(table_id)
        due = announcement(table.rules)

        def check(_: Connection, session: Session) -> None:
            if table.state != "open" or table.practice or table.region != session.region:
                raise IllegalAction("an end is announced only at an open table of the session")
            if due is None or not due.default:
                raise IllegalAction("what the text has announced is announced at the table", due.article if due else "")

        self.sessions.do(by, key, ANNOUNCE, check, table)

    def _announced(self, session: Session, tables: Sequence[Lobby]) -> frozenset[int]:
        """The tables at which the last rounds have been announced lately, or the end by word of mouth."""
        said = {line.table for line in session.lines if line.what == ANNOUNCE}
        c, lately = commands.c, {item.table.id: item.round - LATELY for item in tables}
        rows = select(c.table_id, func.max(c.round)).where(c.table_id.in_(lately), c.what.like("act % last%"))
        with self.db.read() as conn:
            late = {id for id, round in conn.execute(rows.group_by(c.table_id)) if round > lately[id]}
        return frozenset(late | {item.table.id for item in tables if item.table.public_id in said})

    def _throws(self, session: Session, tables: Sequence[Lobby]) -> dict[str, list[str]]:
        """Who threw last, the latest first, at the tables where throwers take turns."""
        rules = session.rules
        turns = [rule for rule in rules.rotation.values() if rule.throws] if rules else []
        throws = {}
        with self.db.read() as conn:
            for table in (item.table for item in tables if item.table.physical):
                most = max((rule.throws or 0 for rule in turns if table.game in rule.games), default=0)
                if most:
                    c = staff_actions.c
                    rows = select(accounts.c.name).join(accounts, accounts.c.id == c.account_id)
                    rows = rows.where(c.table_id == table.id, c.what.startswith("fell ")).order_by(c.id.desc())
                    throws[table.public_id] = list(conn.execute(rows.limit(most)).scalars())
        return throws

    def _floats(self, tables: Sequence[Lobby]) -> dict[int, int]:
        """What each of some tables has been given and has not given back, by its id."""
        c = ledger.c
        signed = case((c.src == CAGE, c.cents), else_=-c.cents)
        passed = ((c.src == CAGE) & (c.dst == BANK)) | ((c.src == BANK) & (c.dst == CAGE))
        query = select(c.table_id, func.sum(signed)).where(c.n.is_(None), passed).group_by(c.table_id)
        query = query.where(c.table_id.in_([item.table.id for item in tables]))
        with self.db.read() as conn:
            return {table: int(cents) for table, cents in conn.execute(query)}


def in_service(session: Session, lobby: Sequence[Lobby]) -> list[Lobby]:
    """The open tables that have part in a session; one whose float is under key is not in service."""
    return [
        item
        for item in lobby
        if item.table.region == session.region and not item.table.practice and not item.table.held
    ]


def lacks(session: Session, tables: Sequence[Lobby], known: Facts, now: int) -> Iterator[Lack]:
    """Everything that is missing, the house first and then table by table.

    Those of a tournament are nobody's to come to: they have no float, no hour and no limits of their own, only staff.
    """
    public = [item for item in tables if not item.table.tournament]
    kinds = [(item.table.rules, item.table.settings) for item in public]
    for breach in check_always_open(session.region, [item.table.game for item in public]):
        yield Lack("", "", breach)
    yield from (Lack("", "", breach) for breach in check_most_tables(session.region, kinds))
    yield from (Lack("", "", breach) for breach in check_reserve(session, [one.table for one in public], known.least))
    rules = session.rules
    yield from _sectors(session, rules)
    yield from (Lack("", "", breach) for breach in _unwritten(session, tables, known))
    for name, notice in rules.notices.items() if rules else ():
        if not notice.games and ("", name) not in session.shown:
            yield Lack("", "", _unseen(name, notice))
    for item in tables:
        own = () if item.table.tournament else _in_public(session, item, public, known, now)
        for breach in (*_staff(session, item), *own):
            yield Lack(item.table.public_id, item.table.name, breach)


def _in_public(session: Session, item: Lobby, tables: Sequence[Lobby], known: Facts, now: int) -> Iterator[Breach]:
    """What is missing at a table that anybody may come to."""
    rules = session.rules
    yield from _minimum(item, tables, rules, known.papers)
    yield from _float(item, known.floats.get(item.table.id, 0), known.least)
    yield from _soon(session, item, known.announced, now)
    if rules is not None:
        yield from _by_the_house(session, rules, item, known, now)


def _staff(session: Session, item: Lobby) -> Iterator[Breach]:
    """Who is missing at a table, or is there once too often; and chiefs of too many tables."""
    table, posts = item.table, session.posts
    rules, form = table.rules, table.rules.form(table.settings.options)
    here = [post for post in posts if post.table == table.public_id]
    yield from check_staff(rules.staff[form], Counter(post.post for post in here))
    most, article = tables_per_chief(rules, form)
    for post in here:
        has = sum(other.who == post.who for other in posts)
        if post.post in CHIEF_POSTS and most is not None and has > most:
            what = Said("{who} has {count} tables", who=post.who, count=has)
            yield Breach("tables-per-chief", article, what, Said("{most} at most", most=most))


def _sectors(session: Session, rules: House | None) -> Iterator[Lack]:
    """A chief's tables lie in one sector, and a sector has so many tables."""
    if rules is None or rules.sector is None:
        return
    rule, sectors = rules.sector, session.sectors
    chiefs: dict[str, list[Post]] = {}
    for post in session.posts:
        if post.post in CHIEF_POSTS:
            chiefs.setdefault(post.who, []).append(post)
    for who, posts in chiefs.items():
        if len(posts) > 1 and len({sectors.get(post.table, "") for post in posts}) > 1:
            what = Said("{who} has tables of several sectors", who=who)
            yield Lack("", "", Breach("sector", rule.article, what, Said("tables of one sector")))
    open_now = {post.table for post in session.posts}
    for name, count in Counter(sector for table, sector in sectors.items() if table in open_now).items():
        if rule.tables is not None and count > rule.tables:
            what = Said("sector {name} has {count} tables", name=name, count=count)
            yield Lack("", "", Breach("sector", rule.article, what, Said("{most} at most", most=rule.tables)))


def _minimum(item: Lobby, tables: Sequence[Lobby], rules: House | None, papers: Kept) -> Iterator[Breach]:
    """Where a table plays above the authorised minimum another of its game keeps that, or a paper says otherwise."""
    table, article = item.table, keeps_lowest(item.table.rules)
    if not article or not table.settings.raised:
        return
    lowest, least = rules.lowest(table.game) if rules else None, table.settings.authorised
    if lowest is not None and (lowest[0], table.game) in papers:
        return
    alike = (other.table for other in tables if other.table.game == table.game)
    if not any(other.settings.minimum == least for other in alike):
        right = Said("a table at {amount}", amount=format_cents(least))
        where = ".".join(("others-at-minimum", *((lowest[0], table.game) if lowest else ())))
        yield Breach(where, article, Said("no table at the authorised minimum"), right)


def _float(item: Lobby, given: int, own: Mapping[str, int]) -> Iterator[Breach]:
    """The float that is due at the minimum in force: whoever raises the one completes the other."""
    table = item.table
    least = due(table.rules, table.settings.minimum, table.settings.authorised, own.get(table.game))
    if least is not None and given < least.cents:
        yield Breach("float", least.article, format_cents(given), least.said)


def _unwritten(session: Session, tables: Sequence[Lobby], known: Facts) -> Iterator[Breach]:
    """What the authority must have given."""
    if session.rules is not None:
        yield from unwritten(session.rules, [item.table for item in tables], session.turned, known.papers)


def _by_the_house(session: Session, rules: House, item: Lobby, known: Facts, now: int) -> Iterator[Breach]:
    """What the rules of the house ask of one table: to play, to stop, to relieve, to replace."""
    table = item.table
    if not item.round and item.players and len(item.players) >= table.rules.least_players:
        yield _idle(rules, len(item.players))
    for rule in rules.interruptions.values():
        if rule.when == "hour" and now >= session.until:
            yield Breach("hour", rule.article, Said("the hour has come"), Said("the last rounds announced, and closed"))
    for name, notice in rules.notices.items():
        if notice.concerns(table.rules, table.settings) and (table.public_id, name) not in session.shown:
            yield _unseen(name, notice)
    yield from _rotation(session, rules, item, now)
    yield from _turns(session, rules, item, known.throws.get(item.table.public_id, []))
    yield from _equipment(session, rules, item, known, now)


def _idle(rules: House, count: int) -> Breach:
    """As many as can play wait at a table where nothing has been played; where no text says so, by the regulation."""
    many = Said("{count} wait and nothing is played", count=count)
    what = many if count > 1 else Said("one waits and nothing is played")
    if rules.goes_on is not None:
        return Breach("plays", rules.goes_on.article, what, Said("a game for the first who comes"))
    right = Said(
        "a game for the first who comes, a default (casino regulation of 1979, art. {article})", article="39.2"
    )
    return Breach("plays", "", what, right)


def _soon(session: Session, item: Lobby, announced: frozenset[int], now: int) -> Iterator[Breach]:
    """What is to be announced as the hour comes near; by the regulation of 1979 where the text says nothing."""
    due = announcement(item.table.rules)
    if due is None or item.table.id in announced or not session.until - SOON <= now < session.until:
        return
    minutes = -(-(session.until - now) // MINUTE)
    right = Said("{what} announced", what=due.said)
    if due.default:
        right = Said(
            "{what} announced, a default (casino regulation of 1979, art. {article})",
            what=due.said,
            article=due.article,
        )
    several = Said("{minutes} minutes to the closing hour", minutes=minutes)
    left = several if minutes > 1 else Said("one minute to the closing hour")
    yield Breach("soon", "" if due.default else due.article, left, right)


def _unseen(name: str, notice: Notice) -> Breach:
    return Breach(
        f"notices.{name}", notice.article, Said("nobody has seen it yet"), Said("{notice}", notice=Word(notice.name))
    )


def _rotation(session: Session, rules: House, item: Lobby, now: int) -> Iterator[Breach]:
    for rule in rules.rotation.values():
        if item.table.game not in rule.games or rule.minutes is None:
            continue
        for post in session.at(item.table.public_id):
            minutes = (now - post.since) // MINUTE
            if post.post == rule.post and minutes >= rule.minutes:
                what = Said("{who} since {minutes} minutes", who=post.who, minutes=minutes)
                yield Breach(f"rotation.{rule.post}", rule.article, what, _after(rule.minutes))


def _turns(session: Session, rules: House, item: Lobby, threw: list[str]) -> Iterator[Breach]:
    """Whoever threw all that a turn has, though another is there to take it."""
    posts = session.at(item.table.public_id)
    for rule in rules.rotation.values():
        if item.table.game not in rule.games or not rule.throws or len(threw) < rule.throws:
            continue
        others = [post.who for post in posts if post.post == rule.post and post.who not in threw]
        if len(set(threw)) == 1 and others:
            what = Said("{who} threw the last {count}", who=threw[0], count=len(threw))
            yield Breach(f"rotation.{rule.post}", rule.article, what, Said("{who}, whose turn it is", who=others[0]))


def _equipment(session: Session, rules: House, item: Lobby, known: Facts, now: int) -> Iterator[Breach]:
    """What a table plays with comes from the depot, and is replaced in time; where chance is live there is nothing."""
    if not item.table.physical:
        return
    for name, rule in rules.stock.items():
        if not plays_at(rule, item.table.game):
            continue
        mine = [one for one in known.stock if one.kind == rule.kind and one.table == item.table.public_id]
        if not mine:
            yield Breach(
                f"stock.{name}", rule.article, Said("none in use"), Said("{what} from the depot", what=Word(name))
            )
        for one in mine:
            minutes = (now - one.since) // MINUTE
            if rule.minutes is not None and minutes >= rule.minutes:
                what = Said("{what} since {minutes} minutes", what=one.label, minutes=minutes)
                yield Breach(f"stock.{name}", rule.article, what, _after(rule.minutes))
            if rule.spread and one.before == item.table.name:
                what = Said("{what} was here the last time too", what=one.label)
                yield Breach(f"stock.{name}", rule.article, what, Said("another than the last time"))
            if rule.rested and known.before is not None and one.used_between(known.before, session.opened):
                what = Said("{what} was in use in the last session too", what=one.label)
                yield Breach(f"stock.{name}", rule.article, what, Said("another than in the last session"))


def _after(minutes: int) -> Said:
    return Said("another after {minutes} minutes", minutes=minutes)
