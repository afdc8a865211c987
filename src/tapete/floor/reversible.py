"""Reversible tables: between two rounds a table becomes another game's, with a felt, a float and books of its own.

The one closes as any table does, and the other opens in its place; sent again with its key, what is left of it is done.
"""

from collections.abc import Callable

from sqlalchemy import select

from tapete.audit.table import TableFile
from tapete.engine.places import BANK
from tapete.errors import IllegalAction, Said, UnknownError, Word
from tapete.floor.agreement import FLOAT
from tapete.floor.growing import writing, written
from tapete.floor.lawful import check_legal
from tapete.floor.roles import Account, Forbidden, require
from tapete.floor.schema import game_tables, ledger, session_lines
from tapete.floor.session import TURN, Sessions
from tapete.floor.standing import GameTable
from tapete.floor.tables import Tables
from tapete.games import game
from tapete.law.house import Reversible, house
from tapete.law.sections import TableRulebook


class Reversing:
    """Turns tables over."""

    def __init__(self, sessions: Sessions, tables: Tables, clock: Callable[[], int]) -> None:
        self.sessions, self.tables, self.db, self.clock = sessions, tables, tables.db, clock

    def turn(self, by: Account, table_id: str, file: TableFile, key: str) -> GameTable:
        """Closes a table's game and opens another at the same table."""
        require(by, ("director",), "turn a table over")
        old = self.tables.table(table_id)
        _check(old, file)
        check_legal(file)
        self.tables.check_float(file)
        before = self._turned(by, old, file, key)
        if before is not None:
            return before
        session = self.sessions.held_at(old)
        self.tables.close_table(by, table_id, key)
        with writing(self.db) as conn:
            if written(conn, session_lines, by, key, what=TURN):
                raise IllegalAction("somebody else wrote to this table at the same moment: try again")
            table = self.tables.put(conn, by, file, physical=old.physical, name=old.name)
            self.sessions.write(conn, by, session.number, key, TURN, table, detail=table_id)
        return table

    def _turned(self, by: Account, old: GameTable, file: TableFile, key: str) -> GameTable | None:
        """The table that another has become by this same command."""
        c, t = session_lines.c, game_tables.c
        given = (ledger.c.table_id == t.id) & (ledger.c.line == FLOAT) & (ledger.c.dst == BANK)
        rows = select(t.public_id, ledger.c.cents).join(session_lines, c.table_id == t.id).outerjoin(ledger, given)
        with self.db.read() as conn:
            row = conn.execute(rows.where(c.what == TURN, c.detail == old.public_id)).first()
            mine = written(conn, session_lines, by, key, what=TURN, detail=old.public_id) if row else None
        if row is None:
            return None
        table = self.tables.table(row.public_id)
        if mine is None:
            raise IllegalAction("this table has become {game}", game=Word(table.rules.title))
        if (table.game, table.settings, row.cents or 0) != (file.game, file.settings(), file.float_ or 0):
            raise Forbidden("the key '{key}' was used for another command: {before}", key=key, before=TURN)
        return table


def others(table: GameTable) -> list[str]:
    """The games that a table may become."""
    rule = _rule(table)
    if rule is None or not _turns(rule, table.game, table.rules, table.settings.options):
        return []
    return [name for name in rule.games if name != table.game and table.region in game(name).regions]


def standard_options(region: str, name: str) -> dict[str, str]:
    """The options by which a game has a form of table that may be turned over."""
    own = house(region)
    forms = own.reversible.forms.get(name, ()) if own and own.reversible else ()
    options = game(name).rules(region).options
    return {id: form for id, option in options.items() for form in forms[:1] if form in option.values}


def _rule(table: GameTable) -> Reversible | None:
    own = house(table.region)
    return own.reversible if own and not table.practice else None


def _check(old: GameTable, file: TableFile) -> None:
    rule = _rule(old)
    if rule is None:
        raise IllegalAction("the text of this table knows no reversible tables")
    if file.region != old.region or file.game == old.game:
        raise IllegalAction("a table is turned over to another game of its own text", rule.article)
    if file.game not in rule.games:
        raise UnknownError(
            Said("game of a reversible table"), file.game, [one for one in rule.games if one != old.game]
        )
    turns = (
        _turns(rule, old.game, old.rules, old.settings.options),
        _turns(rule, file.game, file.rules, file.options),
    )
    if not all(turns):
        raise IllegalAction("tables of this form are not turned over", rule.article)


def _turns(rule: Reversible, name: str, rules: TableRulebook, options: dict[str, str]) -> bool:
    return name in rule.games and (name not in rule.forms or rules.form(options) in rule.forms[name])
