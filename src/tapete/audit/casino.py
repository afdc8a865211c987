"""Is a whole casino legal? Each of its tables, and what the text asks of all of them together."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

from pydantic import Field, ValidationError

from tapete.audit.breach import Breach
from tapete.audit.table import TableFile, check_written, load
from tapete.errors import Said, TapeteError, Word, either
from tapete.games import game
from tapete.law.floats import floats
from tapete.law.house import house
from tapete.law.rulebook import Model
from tapete.law.sections import Positive
from tapete.money import format_cents
from tapete.validation import first_wrong


class CasinoFile(Model):
    """The tables that a casino has in service at one moment; each has the casino's region.

    `floats` are least floats that it sets itself, by game and in minimums, where the text leaves that to it.
    """

    region: str
    floats: dict[str, Positive] = Field(default_factory=dict)
    tables: tuple[TableFile, ...]


def is_casino(data: dict[str, Any]) -> bool:
    """Whether a file is of a casino, not of one table."""
    return "tables" in data


def read(path: Path) -> CasinoFile:
    """A casino from its file."""
    return parse(load(path), str(path))


def parse(data: dict[str, Any], file: str) -> CasinoFile:
    """A casino from plain data; what is wrong is said with file, key and reason."""
    try:
        region, given = data.get("region", ""), data["tables"]
        tables = [{"region": region, **table} for table in given] if isinstance(given, list) else given
        found = CasinoFile.model_validate({**data, "tables": tables})
        for name in found.floats:
            game(name)
    except TapeteError as error:
        raise TapeteError("{file}: {why}", file=file, why=error.text) from None
    except TypeError:
        raise TapeteError(
            "{file}: {why}", file=file, why=Said("every table is a table of its own: [[tables]]")
        ) from None
    except ValidationError as error:
        raise TapeteError("{file}: {why}", file=file, why=first_wrong(error.errors())) from None
    for number, table in enumerate(found.tables, 1):
        if table.region != found.region:
            why = Said("tables.{number}: {region} is another text", number=number, region=table.region)
            raise TapeteError("{file}: {why}", file=file, why=why)
    return found


def check_casino(casino: CasinoFile) -> list[Breach]:
    """Every breach of the law in a casino's tables, each with its number, and in what they are together."""
    found = [
        breach._replace(where=f"tables.{number}.{breach.where}")
        for number, table in enumerate(casino.tables, 1)
        for breach in check_written(_beside(table, casino.tables))
    ]
    floats = [breach for number, table in enumerate(casino.tables, 1) for breach in _float(casino, number, table)]
    return [*found, *floats, *check_always_open(casino.region, [table.game for table in casino.tables])]


def _float(casino: CasinoFile, number: int, table: TableFile) -> Iterator[Breach]:
    """The least float of a table whose own rulebook has none: the regulation's, or what the casino set instead."""
    least, rules = floats().of(table.game), house(casino.region)
    if least is None or table.float_ is None or table.rules.float_ is not None:
        return
    sent = rules.regulation if rules else None
    times = least.times_minimum if sent else casino.floats.get(table.game, least.times_minimum)
    due = times * ((least.authorised and table.authorised) or table.minimum)
    if table.float_ < due:
        where, has = f"tables.{number}.float", format_cents(table.float_)
        amount, by = format_cents(due), floats().article
        if sent:
            right = Said("{least} or more (casino regulation of 1979, art. {article})", least=amount, article=by)
            yield Breach(where, sent.article, has, right)
        elif table.game in casino.floats:
            yield Breach(where, "", has, Said("{least} or more, as the casino set it", least=amount))
        else:
            right = Said(
                "{least} or more, a default (casino regulation of 1979, art. {article}) that [floats] may change",
                least=amount,
                article=by,
            )
            yield Breach(where, "", has, right)


def _beside(table: TableFile, others: tuple[TableFile, ...]) -> TableFile:
    """A table that knows how many others of its game are open at the authorised minimum."""
    alike = sum(
        other is not table and other.game == table.game and other.minimum == (table.authorised or table.minimum)
        for other in others
    )
    return table.model_copy(update={"others_at_minimum": alike})


def check_always_open(region: str, games: Sequence[str]) -> Iterator[Breach]:
    """Whatever must be in service in a region and is not among the games of the tables that are."""
    rules = house(region)
    for name, rule in rules.always_open.items() if rules else ():
        count = sum(plays_at(rule, game) for game in games)
        if count < rule.tables:
            titles = [Word(game(one).rules(region).title) for one in rule.games]
            what = either(titles) if len(titles) > 1 else Word(name)
            right = Said("{least} at least of {what}", least=rule.tables, what=what)
            yield Breach(f"always-open.{name}", rule.article, Said("{count} tables", count=count), right)


class Played(Protocol):
    """A rule for tables of some games, or of a family of them."""

    @property
    def games(self) -> tuple[str, ...]: ...

    @property
    def family(self) -> str: ...


def plays_at(rule: Played, name: str) -> bool:
    """Whether a rule is for tables of a game."""
    return name in rule.games or (bool(rule.family) and game(name).family == rule.family)
