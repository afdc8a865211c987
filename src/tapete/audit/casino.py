"""Is a whole casino legal? Each of its tables, and what the text asks of all of them together."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from pydantic import Field, ValidationError

from tapete.audit.breach import Breach
from tapete.audit.table import TableFile, check_written, load
from tapete.audit.table import parse as parse_table
from tapete.errors import Said, TapeteError, Word, either
from tapete.games import game
from tapete.law.floats import due, floats
from tapete.law.house import house
from tapete.law.rulebook import Count, Model
from tapete.law.sections import Chosen, Positive, TableRulebook
from tapete.money import format_cents
from tapete.validation import first_wrong


class CasinoFile(Model):
    """The tables that a casino has in service at one moment; each has the casino's region.

    `floats` are least floats that it sets itself, by game and in minimums, where the text leaves that to it; `servers`
    are those who serve at tables and have no part in the game; `all_raised`, games of which the authorisation lets no
    table keep the lowest minimum.
    """

    region: str
    servers: Count = 0
    floats: dict[str, Positive] = Field(default_factory=dict)
    all_raised: tuple[str, ...] = ()
    tables: tuple[TableFile, ...]


def is_casino(data: dict[str, Any]) -> bool:
    """Whether a file is of a casino, not of one table."""
    return "tables" in data


def read(path: Path) -> CasinoFile:
    """A casino from its file."""
    return parse(load(path), str(path))


def parse(data: dict[str, Any], file: str) -> CasinoFile:
    """A casino from plain data; what is wrong is said with file, key and reason."""
    given = data["tables"]
    if not isinstance(given, list) or not all(isinstance(one, dict) for one in given):
        why = Said("every table is a table of its own: [[tables]]")
        raise TapeteError("{file}: {why}", file=file, why=why)
    try:
        casino = CasinoFile.model_validate({**data, "tables": ()})
        for name in (*casino.floats, *casino.all_raised):
            game(name)
    except TapeteError as error:
        raise TapeteError("{file}: {why}", file=file, why=error.text) from None
    except ValidationError as error:
        why = first_wrong(error.errors(), model=CasinoFile)
        raise TapeteError("{file}: {why}", file=file, why=why) from None
    tables = []
    for number, one in enumerate(given, 1):
        place = Said("{file}: tables.{number}", file=file, number=number)
        tables.append(parse_table({"region": casino.region, **one}, place))
        if tables[-1].region != casino.region:
            raise TapeteError("{file}: {region} is another text", file=place, region=tables[-1].region)
    return casino.model_copy(update={"tables": tuple(tables)})


def check_casino(casino: CasinoFile) -> list[Breach]:
    """Every breach of the law in a casino's tables, each with its number, and in what they are together."""
    at = Counter((table.game, table.minimum) for table in casino.tables)
    return [
        *_set_apart(casino),
        *_all_raised(casino),
        *(breach for number, table in enumerate(casino.tables, 1) for breach in _table(casino, number, table, at)),
        *check_always_open(casino.region, [table.game for table in casino.tables]),
        *check_most_tables(casino.region, [(table.rules, table.settings()) for table in casino.tables]),
        *_servers(casino),
    ]


def _table(casino: CasinoFile, number: int, table: TableFile, at: Mapping[tuple[str, int], int]) -> Iterator[Breach]:
    """What is wrong with one of the tables; a word of it that the text does not know is said with its number."""
    beside = table if table.game in casino.all_raised else _beside(table, at)
    try:
        breaches = [*check_written(beside), *_float(casino, table)]
    except TapeteError as error:
        raise TapeteError("tables.{number}: {why}", number=number, why=error.text) from None
    for breach in breaches:
        yield breach._replace(where=f"tables.{number}.{breach.where}")


def _set_apart(casino: CasinoFile) -> Iterator[Breach]:
    """Floats that the casino sets although its text has them, or sends to where they stand."""
    sent = house(casino.region)
    for name, times in casino.floats.items():
        own, least = game(name).rules(casino.region).float_, floats().of(name)
        if own is not None:
            lawful, article = own.times_minimum, own.article
        elif least is not None and sent and sent.regulation:
            lawful, article = least.times_minimum, sent.regulation.article
        else:
            continue
        yield Breach(f"floats.{name}", article, str(times), Said("nothing: the law has {times} minimums", times=lawful))


def _all_raised(casino: CasinoFile) -> Iterator[Breach]:
    """Games of which no table keeps the lowest minimum though the text knows no authorisation that says so."""
    own = house(casino.region)
    for name in casino.all_raised:
        if own is None or own.lowest(name) is None:
            article = own.article if own else ""
            yield Breach("all-raised", article, name, Said("nothing: the text knows no such leave"))


def _float(casino: CasinoFile, table: TableFile) -> Iterator[Breach]:
    """The least float of a table whose own rulebook has none: the regulation's, or what the casino set instead."""
    if table.float_ is None or table.rules.float_ is not None:
        return
    least = due(table.rules, table.minimum, table.authorised, casino.floats.get(table.game))
    if least is not None and table.float_ < least.cents:
        yield Breach("float", least.article, format_cents(table.float_), least.said)


def _beside(table: TableFile, at: Mapping[tuple[str, int], int]) -> TableFile:
    """A table that knows how many others of its game are open at the authorised minimum, of all at each minimum."""
    least = table.authorised or table.minimum
    return table.model_copy(update={"others_at_minimum": at.get((table.game, least), 0) - (table.minimum == least)})


def check_always_open(region: str, games: Sequence[str]) -> Iterator[Breach]:
    """Whatever must be in service in a region and is not among the games of the tables that are."""
    rules = house(region)
    for name, rule in rules.always_open.items() if rules else ():
        count = sum(plays_at(rule, game) for game in games)
        if count < rule.tables:
            titles = [Word(game(one).rules(region).title) for one in rule.games]
            what = either(titles) if titles else Word(name)
            right = Said("{least} at least of {what}", least=rule.tables, what=what)
            yield Breach(f"always-open.{name}", rule.article, Said("{count} tables", count=count), right)


def check_most_tables(region: str, tables: Sequence[tuple[TableRulebook, Chosen]]) -> Iterator[Breach]:
    """Whatever more tables of a kind are in service than a region's text has of it in a house."""
    rules = house(region)
    for name, rule in rules.most_tables.items() if rules else ():
        count = sum(rule.concerns(own, settings) for own, settings in tables)
        if count > rule.tables:
            right = Said("{most} at most of {what}", most=rule.tables, what=Word(name))
            yield Breach(f"most-tables.{name}", rule.article, Said("{count} tables", count=count), right)


def _servers(casino: CasinoFile) -> Iterator[Breach]:
    """Who serves at tables without a part in the game, against the tables that there are of it."""
    own = house(casino.region)
    rule = own.servers if own else None
    if rule is None:
        return
    most = -(-sum(table.game in rule.games for table in casino.tables) // rule.tables)
    if casino.servers > most:
        right = Said("{most} at most: one for every {tables} tables or fraction", most=most, tables=rule.tables)
        yield Breach("servers", rule.article, str(casino.servers), right)


class Played(Protocol):
    """A rule for tables of some games, or of a family of them."""

    @property
    def games(self) -> tuple[str, ...]: ...

    @property
    def family(self) -> str: ...


def plays_at(rule: Played, name: str) -> bool:
    """Whether a rule is for tables of a game."""
    return name in rule.games or (bool(rule.family) and game(name).family == rule.family)
