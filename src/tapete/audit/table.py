"""Is a table legal? Its minimum, maxima, options, seats, staff, float and equipment against the rulebook."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, ValidationError

from tapete.audit.breach import Breach
from tapete.audit.equipment import check_equipment
from tapete.audit.limits import amounts, check_banded, check_bounds, check_raised
from tapete.engine.settings import Settings, standard
from tapete.errors import Missing, Said, TapeteError, UnknownError, reason
from tapete.games import game
from tapete.law.house import house, keeps_lowest, tables_per_chief
from tapete.law.rulebook import Count, Model, Whole
from tapete.law.sections import BankRulebook, Staff, TableRulebook
from tapete.money import euros, format_cents
from tapete.validation import first_wrong, refusing, toml


def _authorised(value: Any) -> int | tuple[int, int]:
    """An authorised minimum, or the two ends of a band."""
    ends = [euros(str(end)) for end in (value if isinstance(value, list | tuple) else (value, value))]
    if len(ends) != 2 or ends[0] > ends[1]:
        raise TapeteError("a band is its lower and its upper end: [5, 150]")
    if not ends[0]:
        raise TapeteError("must be more than {gt:,}", gt=0)
    return (ends[0], ends[1]) if isinstance(value, list | tuple) else ends[0]


Euros = Annotated[int, BeforeValidator(refusing(lambda value: euros(str(value))))]
Authorised = Annotated[tuple[int, int] | int, BeforeValidator(refusing(_authorised))]
# A number of packs or cards may be written as one.
Choice = Annotated[str, BeforeValidator(lambda value: str(value) if type(value) is int else value)]


class TableFile(Model):
    """A table as a casino would write it down. Amounts are euros."""

    game: str
    region: str
    minimum: Euros
    authorised_minimum: Authorised | None = None
    others_at_minimum: Count | None = None
    maximum: dict[str, Euros] = Field(default_factory=dict)
    minimums: dict[str, Euros] = Field(default_factory=dict)
    chip: Euros | None = None
    notified: bool = False
    options: dict[str, Choice] = Field(default_factory=dict)
    readings: dict[str, str] = Field(default_factory=dict)
    colours: Count = 0
    form: str | None = None
    staff: dict[str, Count] = Field(default_factory=dict)
    tables_per_chief: Whole = Field(default=1, ge=1)
    seats: Count | None = None
    standing: bool = False
    float_: Euros | None = Field(default=None, alias="float")
    equipment: dict[str, Any] = Field(default_factory=dict)
    meter: str = Field(default="", max_length=60)
    sessions: Whole = Field(default=1, ge=1)

    @property
    def authorised(self) -> int:
        """The lowest minimum that the authority allows, if the file names one."""
        given = self.authorised_minimum
        return (given[0] if isinstance(given, tuple) else given) or 0

    @property
    def authorised_most(self) -> int:
        """The upper end of the band that the authority allows, if the file names one."""
        given = self.authorised_minimum
        return given[1] if isinstance(given, tuple) else 0

    @property
    def rules(self) -> BankRulebook:
        """The rulebook the table is under."""
        if game(self.game).family == "described":
            raise Missing("{game} is described, not played: no table can be opened of it", game=self.game)
        rules: BankRulebook = game(self.game).rules(self.region, self.readings)
        return rules

    def settings(self) -> Settings:
        """The table's settings; what the file leaves out is as the text would have it."""
        rules = self.rules
        for what, table, known in (
            (Said("limit"), self.maximum, rules.limits),
            (Said("limit"), self.minimums, rules.limits),
            (Said("option"), self.options, rules.options),
        ):
            for name in table:
                if name not in known:
                    raise UnknownError(what, name, list(known))
        base = standard(rules, self.minimum, self.options, self.authorised, self.maximum)
        return Settings(
            self.minimum,
            base.maximum,
            base.chip if self.chip is None else self.chip,
            self.minimums,
            base.options,
            self.colours,
            self.authorised,
            self.authorised_most,
        )


def authorised_by(settings: Settings) -> dict[str, Any]:
    """What the authority gave a table, as its file has it: a minimum, or a band."""
    band = [format_cents(cents) for cents in (settings.authorised, settings.authorised_most) if cents]
    return {"authorised-minimum": band if len(band) > 1 else band[0]} if band else {}


def read(path: Path) -> TableFile:
    """A table from its file."""
    return parse(load(path), str(path))


def load(path: Path) -> dict[str, Any]:
    """What a file says, as plain data."""
    try:
        return parsed(path.read_text(encoding="utf-8"), str(path))
    except FileNotFoundError:
        raise TapeteError("{file}: there is no such file", file=path) from None
    except UnicodeDecodeError:
        raise TapeteError("{file}: no text in UTF-8: save it as such", file=path) from None
    except OSError as error:
        raise TapeteError("{file}: cannot be read: {why}", file=path, why=reason(error)) from None


def parsed(text: str, file: str) -> dict[str, Any]:
    """What a text in TOML says, as plain data."""
    try:
        return toml(text)
    except TapeteError as error:
        raise TapeteError("{file}: {why}", file=file, why=error.text) from None


def parse(data: dict[str, Any], file: str) -> TableFile:
    """A table from plain data; what is wrong is said with file, key and reason."""
    try:
        return TableFile.model_validate(data)
    except ValidationError as error:
        raise TapeteError("{file}: {why}", file=file, why=first_wrong(error.errors(), model=TableFile)) from None


def check(table: TableFile, rules: BankRulebook | None = None) -> list[Breach]:
    """Every breach of the law in a table's set-up: of this release's rulebook, or of another edition of it."""
    rules, settings = rules or table.rules, table.settings()
    return [
        *check_bounds(rules, settings, table.notified),
        *_needless(table, rules),
        *_minimum(table, rules),
        *_people(table, rules),
        *_float(table, rules),
        *check_equipment(rules, table.equipment),
        *_meter(table, rules),
        *_sessions(table, rules),
    ]


def check_written(table: TableFile) -> list[Breach]:
    """Every breach of a table that somebody wrote down whole: what its file leaves out is not there."""
    return [*check(table), *_no_most(table, table.rules), *_unsaid(table, table.rules)]


def _no_most(table: TableFile, rules: BankRulebook) -> Iterator[Breach]:
    """Maxima that a file names although with what is chosen there are none."""
    settings = table.settings()
    for name, cents in table.maximum.items():
        none = rules.limits[name].none
        if none is not None and rules.option(settings, none.option) == none.value:
            right = Said("nothing: with '{option}' there is no maximum", option=none.value)
            yield Breach(f"maximum.{name}", none.article, format_cents(cents), right)


def _meter(table: TableFile, rules: BankRulebook) -> Iterator[Breach]:
    """A table shares an accumulated prize only where its text has one."""
    if table.meter and not any(path.startswith("meter/") for path in game(table.game).apart(rules)):
        yield Breach("meter", rules.article, Said("'{option}'", option=table.meter), Said("nothing"))


def _sessions(table: TableFile, rules: BankRulebook) -> Iterator[Breach]:
    """A table that the text has in so many sessions a day is played in no more."""
    own = house(rules.region)
    for rule in own.most_tables.values() if own else ():
        if rule.sessions and table.sessions > rule.sessions and rule.concerns(rules, table.settings()):
            what = Said("{count} sessions a day", count=table.sessions)
            right = Said("{most} at most, with the dinner hour between them", most=rule.sessions)
            yield Breach("sessions", rule.article, what, right)


def _needless(table: TableFile, rules: BankRulebook) -> Iterator[Breach]:
    """Maxima that a file names although they follow from another, or from a stake."""
    for name, cents in table.maximum.items():
        limit = rules.limits.get(name)
        if limit is not None and limit.follows and not limit.stipulated:
            right = Said("nothing: it follows from '{limit}', and the house sets none", limit=limit.of)
            yield Breach(f"maximum.{name}", limit.article, format_cents(cents), right)


def _minimum(table: TableFile, rules: BankRulebook) -> Iterator[Breach]:
    """The minimum against the authorised one, or against a band of them; and whether a table is kept at that."""
    least, settings = table.authorised, table.settings()
    if not least:
        return
    yield from check_raised(rules, settings)
    yield from check_banded(rules, settings)
    article = keeps_lowest(rules)
    if article and table.others_at_minimum == 0 and table.minimum > least:
        right = Said("a table at {amount}", amount=format_cents(least))
        yield Breach("others-at-minimum", article, Said("no table at the authorised minimum"), right)


def _people(table: TableFile, rules: TableRulebook) -> Iterator[Breach]:
    seats, article = rules.places(table.options)
    if seats is not None and table.seats is not None and table.seats > seats:
        what = Said("{count} seats", count=table.seats)
        yield Breach("seats", article, what, Said("{most} at most", most=seats))
    if table.standing and not rules.players.standing:
        yield Breach("standing", rules.players.article, Said("players standing"), Said("seated players only"))
    form = table.form or rules.form(table.options)
    if form not in rules.staff:
        raise UnknownError("form of table", form, list(rules.staff))
    staff = rules.staff[form]
    for role in table.staff:
        if role not in staff.roles:
            raise UnknownError("role", role, list(staff.roles))
    if table.staff:
        yield from check_staff(staff, table.staff)
    most, article = tables_per_chief(rules, form)
    if most is not None and table.tables_per_chief > most:
        right = Said("{most} at most", most=most)
        yield Breach("tables-per-chief", article, str(table.tables_per_chief), right)


def check_staff(staff: Staff, given: Mapping[str, int]) -> Iterator[Breach]:
    """Whoever is one too few or one too many at a table of some form."""
    for role, (lo, hi) in staff.roles.items():
        count = given.get(role, 0)
        if count < lo or (hi is not None and count > hi):
            yield Breach(f"staff.{role}", staff.article, str(count), _number(lo, hi))


def _number(lo: int, hi: int | None) -> str:
    if hi is None:
        return Said("{least} at least", least=lo)
    return str(lo) if lo == hi else Said("{least} to {most}", least=lo, most=hi)


def _unsaid(table: TableFile, rules: TableRulebook) -> Iterator[Breach]:
    """Who serves a table and what lies in its bank, where its file is silent."""
    if not table.staff:
        yield from check_staff(rules.staff[table.form or rules.form(table.options)], {})
    if rules.float_ is not None and table.float_ is None:
        yield Breach(
            "float", rules.float_.article, Said("none"), amounts(rules.float_.times_minimum * table.minimum, None)
        )


def _float(table: TableFile, rules: TableRulebook) -> Iterator[Breach]:
    if rules.float_ is None or table.float_ is None:
        return
    least = rules.float_.times_minimum * table.minimum
    if table.float_ < least:
        yield Breach("float", rules.float_.article, format_cents(table.float_), amounts(least, None))
