"""Is a table legal? Its minimum, maxima, options, seats, staff, float and equipment against the rulebook."""

import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, ValidationError

from tapete.audit.breach import Breach
from tapete.audit.equipment import check_equipment
from tapete.engine.settings import Settings, standard
from tapete.errors import Missing, Said, TapeteError, UnknownError, either, reason
from tapete.games import game
from tapete.law.house import Band, house, keeps_lowest
from tapete.law.rulebook import Model
from tapete.law.sections import BankRulebook, Limit, Option, Staff, TableRulebook
from tapete.money import euros, format_cents
from tapete.validation import first_wrong, refusing, toml


def _authorised(value: Any) -> int | tuple[int, int]:
    """An authorised minimum, or the two ends of a band."""
    if not isinstance(value, list | tuple):
        return euros(str(value))
    ends = [euros(str(end)) for end in value]
    if len(ends) != 2 or ends[0] > ends[1]:
        raise TapeteError("a band is its lower and its upper end: [5, 150]")
    return ends[0], ends[1]


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
    others_at_minimum: int | None = Field(default=None, ge=0)
    maximum: dict[str, Euros] = Field(default_factory=dict)
    minimums: dict[str, Euros] = Field(default_factory=dict)
    chip: Euros | None = None
    notified: bool = False
    options: dict[str, Choice] = Field(default_factory=dict)
    readings: dict[str, str] = Field(default_factory=dict)
    colours: int = Field(default=0, ge=0)
    form: str | None = None
    staff: dict[str, int] = Field(default_factory=dict)
    tables_per_chief: int = Field(default=1, ge=1)
    seats: int | None = Field(default=None, ge=0)
    standing: bool = False
    float_: Euros | None = Field(default=None, alias="float")
    equipment: dict[str, Any] = Field(default_factory=dict)
    meter: str = Field(default="", max_length=60)

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
            self.chip or base.chip,
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
        *_bounds(rules, settings, table.notified),
        *_needless(table, rules),
        *_minimum(table, rules),
        *_people(table, rules),
        *_float(table, rules),
        *check_equipment(rules, table.equipment),
        *_meter(table, rules),
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


def check_settings(rules: BankRulebook, settings: Settings, notified: bool = False) -> list[Breach]:
    """Breaches in minimum, maxima, chips and options alone."""
    return [*_bounds(rules, settings, notified), *_raised(rules, settings), *_banded(rules, settings)]


def _bounds(rules: BankRulebook, settings: Settings, notified: bool) -> list[Breach]:
    bounds = []
    if settings.minimum <= 0:
        bounds.append(
            Breach("minimum", rules.minimum.article, Said("the minimum is not positive"), Said("a positive amount"))
        )
        return bounds
    if settings.chip <= 0 or settings.minimum % settings.chip:
        what = Said("chips of {amount}", amount=format_cents(settings.chip))
        right = Said("a chip that divides {amount}", amount=format_cents(settings.minimum))
        bounds.append(Breach("chip", rules.minimum.article, what, right))
    for name, limit in rules.limits.items():
        bounds += _maximum(name, limit, settings, notified)
        if limit.stipulated:
            bounds += _stipulated(name, limit, settings)
            continue
        least = settings.least(name)
        lowest = -(-settings.minimum // limit.minimum_part)
        highest = max(limit.minimum_up_to * settings.unit(limit, "minimum"), settings.minimum)
        if name in settings.minimums and name in settings.maximum:
            highest = min(highest, max(settings.maximum[name], lowest))
        if not lowest <= least <= highest:
            bounds.append(Breach(f"minimums.{name}", limit.article, format_cents(least), _span(lowest, highest)))
    bounds += _unknown(rules, settings)
    if settings.colours and not getattr(rules, "colour_chips", None):
        what = Said("{count} colours", count=settings.colours)
        bounds.append(Breach("colours", rules.article, what, Said("none in this game")))
    for name, option in rules.options.items():
        chosen = rules.option(settings, name)
        if not option.takes(chosen):
            what = Said("'{option}'", option=chosen)
            bounds.append(Breach(f"options.{name}", option.article, what, _cut(rules, settings, option)))
    return bounds or [*_beyond(rules, settings)] or [*_fees(rules, settings)]


def _beyond(rules: BankRulebook, settings: Settings) -> Iterator[Breach]:
    """A share that the house's cut may be in one of the ways to take it, and not in the one that is chosen."""
    taken = game(rules.game).cut(rules, settings)
    name = next((name for name, option in rules.options.items() if option.unit == "cut"), "")
    if taken and name and not taken[0].allows(taken[1]):
        what = Said("'{option}'", option=rules.option(settings, name))
        yield Breach(f"options.{name}", taken[0].article, what, _cut(rules, settings, rules.options[name]))


def _fees(rules: BankRulebook, settings: Settings) -> Iterator[Breach]:
    """What is asked of each player, in whole chips, against what the text has it be."""
    for fee in game(rules.game).fees(rules, settings):
        if not fee.least <= fee.cents <= fee.most:
            what = Said("{amount} of each player", amount=format_cents(fee.cents))
            yield Breach("chip", fee.article, what, _span(math.ceil(fee.least), math.floor(fee.most)))


def _unknown(rules: BankRulebook, settings: Settings) -> Iterator[Breach]:
    """What is set and the text knows nothing of."""
    for table, given, known in (
        ("maximum", settings.maximum, rules.limits),
        ("minimums", settings.minimums, rules.limits),
        ("options", settings.options, rules.options),
    ):
        for name in given:
            if name not in known:
                right = either(list(known)) or Said("nothing")
                yield Breach(f"{table}.{name}", rules.article, Said("is not known to the text"), right)


def _needless(table: TableFile, rules: BankRulebook) -> Iterator[Breach]:
    """Maxima that a file names although they follow from another, or from a stake."""
    for name, cents in table.maximum.items():
        limit = rules.limits.get(name)
        if limit is not None and limit.follows and not limit.stipulated:
            right = Said("nothing: it follows from '{limit}', and the house sets none", limit=limit.of)
            yield Breach(f"maximum.{name}", limit.article, format_cents(cents), right)


def _cut(rules: BankRulebook, settings: Settings, option: Option) -> str:
    """What may be chosen; of the house's cut, also between which shares that is."""
    taken = game(rules.game).cut(rules, settings) if option.unit == "cut" else None
    if taken is None:
        return _choices(option)
    least, most = map(str, taken[0].percent)
    return Said("{values}, from {least} to {most} per cent", values=either(option.values), least=least, most=most)


def _choices(option: Option) -> str:
    """What may be chosen."""
    values = either(option.values)
    if option.between is None:
        return values
    least, most, step = option.between
    return Said(
        "{values}, or from {least} to {most} in steps of {step}", values=values, least=least, most=most, step=step
    )


def _span(lo: int, hi: int | None) -> Said:
    """The amounts that the law allows: up to some most, or with none as many as one likes."""
    if hi is None:
        return Said("{least} or more", least=format_cents(lo))
    return Said("{least} to {most}", least=format_cents(lo), most=format_cents(hi))


def _maximum(name: str, limit: Limit, settings: Settings, notified: bool) -> Iterator[Breach]:
    if limit.follows:
        return
    most, minimum = settings.maximum.get(name, 0), settings.unit(limit, "maximum")
    where = f"maximum.{name}"
    if limit.banded and settings.authorised:
        yield from _within(name, limit, settings)
    elif limit.multiples:
        permitted = [multiple * minimum for multiple in limit.multiples]
        raised = limit.raisable and notified and most > permitted[-1]
        if most not in permitted and not raised:
            right = either([format_cents(cents) for cents in permitted])
            if limit.raisable:
                right = Said("{amounts}, or more once the authority is told", amounts=right)
            yield Breach(where, limit.article, format_cents(most), right)
    else:
        yield from _spanned(name, limit, settings)


def _stipulated(name: str, limit: Limit, settings: Settings) -> Iterator[Breach]:
    """What the house stipulates for a bet beside others, where it does: a chip at least, and no minimum besides."""
    most, part = settings.maximum.get(name), settings.minimum // limit.minimum_part
    if most is not None and not settings.chip <= most <= part:
        right = _span(settings.chip, part) if settings.chip <= part else Said("nothing")
        yield Breach(f"maximum.{name}", limit.article, format_cents(most), right)
    if name in settings.minimums:
        yield Breach(f"minimums.{name}", limit.article, format_cents(settings.minimums[name]), Said("nothing"))


def _within(name: str, limit: Limit, settings: Settings) -> Iterator[Breach]:
    """A maximum against the authorised band, as far as it is known: where it ends, or may end at most."""
    assert limit.multiples
    most, lo = settings.maximum.get(name, 0), settings.least(name)
    hi = settings.authorised_most or limit.multiples[-1] * settings.authorised
    if most < lo or (most > hi and not settings.authorised_most):  # what passes an end that is known is said with it
        yield Breach(f"maximum.{name}", limit.article, format_cents(most), _span(lo, hi))


def _spanned(name: str, limit: Limit, settings: Settings) -> Iterator[Breach]:
    """A maximum against a span of them, in minimums or by what may be won."""
    most, minimum = settings.maximum.get(name, 0), settings.unit(limit, "maximum")
    span = limit.between
    if limit.gain:
        base = settings.maximum.get(limit.of, 0)
        lo, hi = (factor * base for factor in limit.gain)
    elif span:
        lo, hi = limit.lowest(minimum), span[1] * minimum // limit.parts
    else:
        lo, hi = (limit.least or 1) * minimum, most
    if not lo <= most <= hi:
        yield Breach(f"maximum.{name}", limit.article, format_cents(most), _span(lo, hi if hi >= lo else None))


def _minimum(table: TableFile, rules: BankRulebook) -> Iterator[Breach]:
    """The minimum against the authorised one, or against a band of them; and whether a table is kept at that."""
    least, settings = table.authorised, table.settings()
    if not least:
        return
    yield from _raised(rules, settings)
    yield from _banded(rules, settings)
    article = keeps_lowest(rules)
    if article and table.others_at_minimum == 0 and table.minimum > least:
        right = Said("a table at {amount}", amount=format_cents(least))
        yield Breach("others-at-minimum", article, Said("no table at the authorised minimum"), right)


def has_band(rules: TableRulebook) -> bool:
    """Whether the authorisation may give a band of limits for a game."""
    return rules.minimum.band or band(rules) is not None


def band(rules: TableRulebook) -> Band | None:
    """The band in which the text of a region has the limits of a game lie, if it has one."""
    own = house(rules.region)
    return own.band(rules.game) if own else None


def _banded(rules: BankRulebook, settings: Settings) -> Iterator[Breach]:
    """A band's upper end is so many times its lower where the text says how many, and no maximum lies above it."""
    rule, least, most = band(rules), settings.authorised, settings.authorised_most
    if most and not has_band(rules):
        yield Breach("authorised-minimum", rules.minimum.article, _span(least, most), Said("one amount"))
    if rule is None or not most:
        return
    if rule.times and most > rule.times * least:
        yield Breach("authorised-minimum", rule.article, _span(least, most), _span(least, rule.times * least))
    if rule.limit and not least <= (amount := settings.maximum.get(rule.limit, 0)) <= most:
        yield Breach(f"maximum.{rule.limit}", rule.article, format_cents(amount), _span(least, most))
    if rule.limit or rule.of != "stakes":
        return
    for name, limit in rules.limits.items():
        ends = [least * multiple for multiple in limit.multiples or ()] if limit.banded else []
        if ends and most not in ends:
            right = either([_span(least, end) for end in ends])
            yield Breach("authorised-minimum", limit.article, _span(least, most), right)
        highest = settings.maximum.get(name, 0)
        if not limit.follows and highest > most:
            yield Breach(f"maximum.{name}", rule.article, format_cents(highest), _span(settings.least(name), most))


def _raised(rules: BankRulebook, settings: Settings) -> Iterator[Breach]:
    """The minimum in force against the authorised one, if that is known, or against the band of it."""
    rule, minimum, authorised, end = rules.minimum, settings.minimum, settings.authorised, settings.authorised_most
    of = band(rules)
    if not authorised or (end and of is not None and of.limit):
        return
    most = end or (authorised * rule.up_to if rule.up_to else None)
    if rule.exactly and most is not None:
        lawful, right = minimum in (authorised, most), either([format_cents(authorised), format_cents(most)])
    else:
        lawful, right = authorised <= minimum and (most is None or minimum <= most), _span(authorised, most)
    if not lawful:
        yield Breach("minimum", rule.article, format_cents(minimum), right)


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
    most, article = rules.tables_per_chief(form)
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
            "float", rules.float_.article, Said("none"), _span(rules.float_.times_minimum * table.minimum, None)
        )


def _float(table: TableFile, rules: TableRulebook) -> Iterator[Breach]:
    if rules.float_ is None or table.float_ is None:
        return
    least = rules.float_.times_minimum * table.minimum
    if table.float_ < least:
        yield Breach("float", rules.float_.article, format_cents(table.float_), _span(least, None))
