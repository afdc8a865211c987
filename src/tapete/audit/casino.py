"""Is a whole casino legal? Each of its tables, and what the text asks of all of them together."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from tapete.audit.breach import Breach
from tapete.audit.table import TableFile, check_written, load
from tapete.errors import Said, TapeteError, Word, either
from tapete.games import game
from tapete.law.house import AlwaysOpen, house
from tapete.law.rulebook import Model
from tapete.validation import first_wrong


class CasinoFile(Model):
    """The tables that a casino has in service at one moment; each has the casino's region."""

    region: str
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
    return [*found, *_always_open(casino)]


def _beside(table: TableFile, others: tuple[TableFile, ...]) -> TableFile:
    """A table that knows how many others of its game are open at the authorised minimum."""
    alike = sum(
        other is not table and other.game == table.game and other.minimum == (table.authorised or table.minimum)
        for other in others
    )
    return table.model_copy(update={"others_at_minimum": alike})


def _always_open(casino: CasinoFile) -> Iterator[Breach]:
    rules = house(casino.region)
    for name, rule in rules.always_open.items() if rules else ():
        count = sum(_fits(rule, table.game) for table in casino.tables)
        if count < rule.tables:
            what = either([Word(one) for one in rule.games]) if rule.games else Word(name)
            right = Said("{least} at least of {what}", least=rule.tables, what=what)
            yield Breach(f"always-open.{name}", rule.article, Said("{count} tables", count=count), right)


def _fits(rule: AlwaysOpen, name: str) -> bool:
    return name in rule.games or (bool(rule.family) and game(name).family == rule.family)
