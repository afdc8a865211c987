"""Cards, dice and shoes as stock: received, taken from the depot, checked, in use, returned, withdrawn or destroyed.

Each piece has its lines from the day it came to the day it was destroyed, and is where the last of them says.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, exists, func, insert, select

from tapete.errors import IllegalAction, Missing, Said, TapeteError, UnknownError
from tapete.floor.growing import following, id_of, told, writing, written
from tapete.floor.roles import CHIEFS, READING, STAFF, Account, require
from tapete.floor.schema import accounts, game_tables, stock_lines
from tapete.floor.standing import GameTable
from tapete.floor.tables import Tables
from tapete.floor.trail import note
from tapete.games import game
from tapete.law.house import house

KINDS = ("cards", "dice", "shoe")
SHOWN = 25  # pieces on a page
DEPOT, THERE, IN_USE = "depot", "at-table", "in-use"
WITHDRAWN, SEIZED, DESTROYED = "withdrawn", "seized", "destroyed"
RECEIVE = "receive"
SAID = {
    DEPOT: Said("in the depot"),
    THERE: Said("at a table, unchecked"),
    IN_USE: Said("in use"),
    WITHDRAWN: Said("withdrawn"),
    SEIZED: Said("seized"),
    DESTROYED: Said("destroyed"),
}


class Act(NamedTuple):
    """What may be done to a piece: from which states, what it is then, by whom, and what must be said of it."""

    before: tuple[str, ...]
    after: str
    by: tuple[str, ...]
    table: bool = False
    says: str = ""


ACTS = {
    "take": Act((DEPOT,), THERE, CHIEFS, table=True),
    "check": Act((THERE,), IN_USE, STAFF),
    "return": Act((THERE, IN_USE), DEPOT, STAFF),
    "withdraw": Act((DEPOT, THERE, IN_USE), WITHDRAWN, CHIEFS, says=Said("why")),
    "seize": Act((THERE, IN_USE), SEIZED, CHIEFS, says=Said("the witnesses")),
    "clear": Act((SEIZED,), DEPOT, ("director",), says=Said("why")),
    "reject": Act((SEIZED,), WITHDRAWN, ("director",), says=Said("why")),
    "destroy": Act((WITHDRAWN,), DESTROYED, ("director",), says=Said("before whom")),
}


class StockLine(NamedTuple):
    """Something that was done to a piece."""

    at: int
    by: str
    what: str
    table: str
    table_name: str
    detail: str


class Item(NamedTuple):
    """A piece: what it is, where it is since when, and how it came there."""

    number: int
    kind: str
    label: str
    state: str
    table: str
    since: int
    lines: tuple[StockLine, ...]

    @property
    def before(self) -> str:
        """The name of the table at which it was before this one."""
        taken = [line.table_name for line in self.lines if line.what == "take"]
        return taken[-2] if len(taken) > 1 else ""

    def used_between(self, since: int, until: int) -> bool:
        """Whether it was checked and played with in some time; it goes out of use by whatever is done to it next."""
        uses = [line.what in ACTS and ACTS[line.what].after == IN_USE for line in self.lines]
        ends = [*(line.at for line in self.lines[1:]), math.inf]
        rows = zip(self.lines, ends, uses, strict=True)
        return any(used and line.at < until and end >= since for line, end, used in rows)

    @property
    def open(self) -> list[str]:
        """What may be done to it now."""
        return [name for name, act in ACTS.items() if self.state in act.before]

    def open_to(self, role: str) -> list[str]:
        """What somebody of a role may do to it now."""
        return [name for name in self.open if role in ACTS[name].by]


class Stores:
    """The stock of a casino."""

    def __init__(self, tables: Tables, clock: Callable[[], int]) -> None:
        self.tables, self.db, self.clock = tables, tables.db, clock

    def all(self, by: Account) -> list[Item]:
        """Every piece, for staff and regulator."""
        require(by, READING, "read the stock")
        return self.items()

    def items(self) -> list[Item]:
        """Every piece, in the order in which they came."""
        with self.db.read() as conn:
            return _items(conn)

    def some(self, by: Account, like: str = "", before: int = 0) -> list[Item]:
        """The last pieces that came whose number has something in it, or those that came before one; the last first."""
        require(by, READING, "read the stock")
        c = stock_lines.c
        query = select(c.item).where(c.what == RECEIVE).order_by(c.item.desc()).limit(SHOWN)
        if like:
            query = query.where(c.label.icontains(like, autoescape=True))
        if before:
            query = query.where(c.item < before)
        with self.db.read() as conn:
            return _items(conn, c.item.in_(list(conn.execute(query).scalars())))[::-1]

    def in_use(self) -> list[Item]:
        """The pieces that are played with."""
        c, later = stock_lines.c, stock_lines.alias()
        uses = c.what.in_([name for name, act in ACTS.items() if act.after == IN_USE])
        last = ~exists().where(later.c.item == c.item, later.c.n > c.n)
        with self.db.read() as conn:
            return _items(conn, c.item.in_(list(conn.execute(select(c.item).where(uses, last)).scalars())))

    def receive(self, by: Account, kind: str, label: str, key: str) -> int:
        """Enters a piece that has come: a set of packs, three dice, a shoe, by its maker's number."""
        require(by, CHIEFS, "enter stock")
        if kind not in KINDS:
            raise UnknownError(Said("kind of stock"), kind, list(KINDS))
        label = told(label, Said("a number"))
        if not label or len(label) > 40:
            raise TapeteError("say which: the maker's number, of 40 characters at most")
        with writing(self.db) as conn:
            before = written(conn, stock_lines, by, key, what=RECEIVE, label=label, kind=kind)
            if before is not None:
                return int(before.item)
            same = select(stock_lines.c.item).where(stock_lines.c.kind == kind, stock_lines.c.label == label)
            if conn.execute(same.limit(1)).first() is not None:
                raise IllegalAction("{label} has been entered before", label=label)
            number = following(conn, stock_lines, "item")
            self._line(conn, by, key, number, kind, label, RECEIVE, None, "")
            return number

    def do(self, by: Account, number: int, what: str, key: str, table_id: str = "", says: str = "") -> None:
        """Does something to a piece: takes it to a table, checks, returns, withdraws, seizes or destroys it."""
        if what not in ACTS:
            raise UnknownError(Said("act"), what, list(ACTS))
        act, words = ACTS[what], told(says, Said("what is said of it"))
        require(by, act.by, "do this to a piece of the stock")
        table = self.tables.table(table_id) if act.table else None
        if act.says and not words:
            raise TapeteError("say {what}", what=act.says)
        if table is not None and (table.state != "open" or table.practice):
            raise IllegalAction("stock goes to an open table of the casino")
        with writing(self.db) as conn:
            same = {"what": what, "item": number, "detail": words, **({"table_id": table.id} if table else {})}
            if written(conn, stock_lines, by, key, **same):
                return
            item = next(iter(_items(conn, stock_lines.c.item == number)), None)
            if item is None:
                raise Missing("there is no piece {number} in the stock", number=number)
            if item.state not in act.before:
                raise IllegalAction("{label} is {state}", label=item.label, state=SAID[item.state])
            if table is not None and not goes(item.kind, table):
                raise IllegalAction("{table} does not play with it", table=table.name)
            if what == "seize":
                self._check_witnesses(item, words)
            where = table.id if table else id_of(conn, item.table) if act.after in (IN_USE, SEIZED) else None
            self._line(conn, by, key, number, item.kind, item.label, what, where, words)

    def _check_witnesses(self, item: Item, words: str) -> None:
        """What is seized is packed and sealed before as many as the text of its table asks for."""
        rules = house(self.tables.table(item.table).region)
        rule = rules.seizure if rules else None
        names = [name for name in words.split(",") if name.strip()]
        if rule is not None and rule.kind == item.kind and len(names) < rule.witnesses:
            raise IllegalAction(
                "it is sealed before {count} witnesses: write their names, with commas",
                rule.article,
                count=rule.witnesses,
            )

    def _line(
        self,
        conn: Connection,
        by: Account,
        key: str,
        item: int,
        kind: str,
        label: str,
        what: str,
        table: int | None,
        detail: str,
    ) -> None:
        n = following(conn, stock_lines, "n", item=item)
        values = {"item": item, "n": n, "kind": kind, "label": label, "what": what, "table_id": table}
        mine = {"at": self.clock(), "account_id": by.id, "key": key, "detail": detail}
        conn.execute(insert(stock_lines).values({**values, **mine}))
        note(conn, self.clock(), by, table, f"stock {what} {label}")


def goes(kind: str, table: GameTable) -> bool:
    """Whether a table plays with pieces of a kind: games of cards may throw dice too."""
    return table.rules.dice > 0 if kind == "dice" else game(table.game).family == "cards"


def _items(conn: Connection, *wanted: ColumnElement[bool]) -> list[Item]:
    c = stock_lines.c
    rows = (
        select(c.item, c.kind, c.label, c.at, accounts.c.name, c.what)
        .add_columns(func.coalesce(game_tables.c.public_id, ""), func.coalesce(game_tables.c.name, ""), c.detail)
        .join(accounts, accounts.c.id == c.account_id)
        .outerjoin(game_tables, game_tables.c.id == c.table_id)
        .where(*wanted)
        .order_by(c.item, c.n)
    )
    lines: dict[tuple[int, str, str], list[StockLine]] = {}
    for item, kind, label, *rest in conn.execute(rows):
        lines.setdefault((item, kind, label), []).append(StockLine(*rest))
    return [_item(*key, tuple(known)) for key, known in lines.items()]


def _item(number: int, kind: str, label: str, lines: tuple[StockLine, ...]) -> Item:
    last = lines[-1]
    state = DEPOT if last.what == RECEIVE else ACTS[last.what].after
    return Item(number, kind, label, state, last.table, last.at, lines)
