"""The form of a new table: every field with its article, what an empty one means, and what is wrong with it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from tapete.audit.breach import Breach
from tapete.audit.limits import band, has_band
from tapete.audit.table import TableFile, parse
from tapete.errors import Said, TapeteError
from tapete.floor.meters import paths
from tapete.games import game
from tapete.i18n import gettext as _
from tapete.i18n import law, number
from tapete.law.house import house, tables_per_chief
from tapete.law.option import AND, NUMBER, Option
from tapete.law.rulebook import Section
from tapete.law.sections import BankRulebook, Limit, Minimum
from tapete.wording import EMPTY, capital, note, shown, word

BAND = "authorised-most"
PLAIN = ("minimum", "chip", "seats", "authorised-minimum", "float", "form", "tables-per-chief", "colours", "meter")
TICKED = ("notified", "standing")
TABLES = ("maximum", "minimums", "options", "readings", "staff")


class Field(NamedTuple):
    """A field, named as its key in a table's file. `kind` says what it takes: money, count, words, choice or tick."""

    name: str
    label: str
    article: str
    kind: str
    default: str = ""
    hint: str | Markup = ""
    choices: tuple[tuple[str, str], ...] = ()


class Form:
    """The form of a new table of a game in a region, as it was filled in, with what is wrong with each field."""

    def __init__(self, given: Mapping[str, str], breaches: Sequence[Breach] = ()) -> None:
        self.given, self.breaches = given, breaches
        printed = TableFile.model_validate({"game": given["game"], "region": given["region"], "minimum": "5"}).rules
        self.switchable = {path: section for path, section in printed.sections() if section.variants}
        chosen, ways = _table(given, "readings"), {path: each.variants for path, each in self.switchable.items()}
        known = {path: way for path, way in chosen.items() if way in ways.get(path, ())}
        self.rules: BankRulebook = game(given["game"]).rules(given["region"], known)

    def value(self, field: Field) -> str:
        """What was typed or chosen."""
        return self.given.get(field.name, field.default if field.kind == "choice" else "")

    def wrong(self, field: Field) -> list[Breach]:
        """The breaches that a field has to answer for."""
        return [breach for breach in self.breaches if breach.where == field.name]

    def label(self, where: str) -> str:
        """The name of the field at a key of a table's file; the key itself if there is none."""
        every = (*self.first(), *self.maxima(), *self.options(), *self.readings(), *self.more())
        return next((field.label for field in every if field.name == where), where)

    @property
    def unfolded(self) -> bool:
        """Whether something of the folded part is filled in or wrong."""
        return any(self.wrong(field) or self.given.get(field.name) for field in self.more())

    def first(self) -> Iterator[Field]:
        """What every table has."""
        rules = self.rules
        seats, article = rules.places(_table(self.given, "options"))
        yield Field("minimum", _("Minimum (euros)"), rules.minimum.article, "money")
        yield Field("chip", _("Smallest chip (euros)"), rules.minimum.article, "money", number(0.5, 2))
        yield Field("seats", _("Seats"), article, "count", str(seats) if seats else _("no limit"))

    def maxima(self) -> Iterator[Field]:
        """The maxima that the house sets."""
        for name, limit in self.rules.limits.items():
            if not limit.follows or limit.stipulated:
                yield Field(f"maximum.{name}", _name(name), limit.article, "money", _lowest(limit), _permitted(limit))

    def options(self) -> Iterator[Field]:
        """What the text leaves to the house."""
        for name, option in self.rules.options.items():
            if option.by == "house":
                choices = tuple((value, word(value)) for value in option.values)
                kind, hint = ("words", _range(option)) if option.spans else ("choice", self._rationed(name))
                yield Field(f"options.{name}", _name(name), option.article, kind, option.default, hint, choices)

    def _rationed(self, option: str) -> str:
        """At how many tables of a house, and in how many sessions a day, something may be chosen."""
        own = house(self.rules.region)
        for name, rule in own.most_tables.items() if own else ():
            if self.rules.game in rule.games and option in rule.options and rule.sessions:
                words = {"what": capital(word(name)), "tables": rule.tables, "n": rule.sessions}
                said = _("%(what)s: tables at once, %(tables)s; sessions a day, the dinner hour between them, %(n)s")
                return f"{said % words} ({rule.article})."
        return ""

    def readings(self) -> Iterator[Field]:
        """Where the text is doubtful or misprinted, and may be read in more than one way."""
        for path, section in self.switchable.items():
            why = [section.why, section.doubt.why if section.doubt else ""]
            hint = Markup(". ").join(note(text) for text in why if text)
            name, choices = _part(path, section), tuple(_readings(section))
            yield Field(f"readings.{path}", name, section.article, "choice", "", hint, choices)

    def more(self) -> Iterator[Field]:
        """What few tables need: the authorisation, minimums apart, staff, float, colours."""
        yield from self.authorised()
        yield from self.minima()
        yield from self.service()

    def service(self) -> Iterator[Field]:
        """Who serves the table, its float and what else belongs to it."""
        yield from self._people()
        yield from self._equipment()

    def authorised(self) -> Iterator[Field]:
        """What the authority has given or was told."""
        rules = self.rules
        hint = _raised(rules.minimum)
        label = _("Authorised minimum (euros)")
        yield Field("authorised-minimum", label, rules.minimum.article, "money", _("the minimum"), hint)
        if has_band(rules):
            label = _("Upper end of the authorised band (euros)")
            yield Field(BAND, label, rules.minimum.article, "money", _("no band"), _banded(rules))
        raisable = [limit for limit in rules.limits.values() if limit.raisable]
        if raisable:
            yield Field("notified", _("The authority has been told of higher maxima"), raisable[0].article, "tick")

    def minima(self) -> Iterator[Field]:
        """Minimums of single bets, where the text lets them be others."""
        for name, limit in self.rules.limits.items():
            if not limit.stipulated and (limit.minimum_part > 1 or limit.minimum_up_to > 1):
                label = _("Minimum of %(bet)s (euros)") % {"bet": word(name)}
                yield Field(f"minimums.{name}", label, limit.article, "money", _("the minimum"), _around(limit))

    def _people(self) -> Iterator[Field]:
        rules, forms = self.rules, self.rules.staff
        yield Field("standing", _("Players may stake standing"), rules.players.article, "tick")
        first = rules.form(_table(self.given, "options"))
        if len(forms) > 1:
            others = ((name, word(name)) for name in forms if name != first)
            choices = (("", word(first)), *others)
            yield Field("form", _("Form of the table"), forms[first].article, "choice", "", "", choices)
        for role in dict.fromkeys(role for staff in forms.values() for role in staff.roles):
            spans = {name: _numbers(*staff.roles[role]) for name, staff in forms.items() if role in staff.roles}
            several = " · ".join(f"{word(name)}: {span}" for name, span in spans.items())
            hint = several if len(forms) > 1 else spans[first]
            yield Field(f"staff.{role}", _name(role), forms[first].article, "count", "", hint)
        for most, article in [bound for bound in (tables_per_chief(rules, form) for form in forms) if bound[0]][:1]:
            hint = _("%(n)s at most.") % {"n": most}
            yield Field("tables-per-chief", _("Tables of each chief"), article, "count", "1", hint)

    def _equipment(self) -> Iterator[Field]:
        if paths(self.rules.game, self.rules.region):
            hint = _("Tables that give the same name feed one prize and are paid from it.")
            label = _("Accumulated prize shared under the name")
            yield Field("meter", label, self.rules.article, "words", _("of this table alone"), hint)
        float_ = self.rules.float_
        hint = _("At least %(n)s times the minimum.") % {"n": number(float_.times_minimum)} if float_ else ""
        yield Field("float", _("Float (euros)"), float_.article if float_ else "", "money", "", hint)
        chips = dict(self.rules.sections()).get("colour-chips")
        if chips is not None:
            colours = str(chips.content["number"])
            yield Field("colours", _("Colours of chips"), chips.article, "count", colours)


def seconds(given: Mapping[str, str]) -> int:
    """After how many seconds the table is to go on by itself; an empty field is never."""
    text = given.get("automatic", "")
    if text and not text.isdecimal():
        raise TapeteError("'{text}' is no number of seconds", text=text)
    return int(text or 0)


def file(given: Mapping[str, str]) -> TableFile:
    """A table's file from a form; what is left empty is as the text would have it."""
    data: dict[str, Any] = {"game": given.get("game", ""), "region": given.get("region", "")}
    data |= {name: given[name] for name in PLAIN if given.get(name)}
    if given.get(BAND):
        data["authorised-minimum"] = [given.get("authorised-minimum") or given.get("minimum", ""), given[BAND]]
    data |= {name: True for name in TICKED if given.get(name)}
    data |= {name: _table(given, name) for name in TABLES}
    return parse(data, Said("the table"))


def _table(given: Mapping[str, str], name: str) -> dict[str, str]:
    """The fields of one table of a table's file.

    >>> _table({"maximum.pleno": "50", "maximum.cuadro": "", "minimum": "5"}, "maximum")
    {'pleno': '50'}
    """
    prefix = f"{name}."
    return {key.removeprefix(prefix): text for key, text in given.items() if key.startswith(prefix) and text}


def _numbers(least: int, most: int | None) -> str:
    """How many of a role."""
    return word(f"{least}+") if most is None else shown((least, most))


def _name(name: str) -> str:
    return capital(word(name))


def _times(n: int) -> str:
    return _("%(n)s times the minimum") % {"n": number(n)}


def _range(option: Option) -> str:
    """What may be chosen where the text leaves a range."""
    least, most, step = option.ends
    words = [word(value) for value in option.values if not all(map(NUMBER.fullmatch, value.split(AND)))]
    span = _("from %(lo)s to %(hi)s, in steps of %(n)s") % {"lo": least, "hi": most, "n": step}
    return ", ".join((span, *words))


def _raised(rule: Minimum) -> str:
    """How far the minimum may lie above the authorised one."""
    if not rule.up_to:
        return ""
    text = (
        _("The minimum is this, or exactly %(n)s times this.")
        if rule.exactly
        else _("The minimum may be up to %(n)s times this.")
    )
    return text % {"n": rule.up_to}


def _banded(rules: BankRulebook) -> str:
    """How far above the authorised minimum a band may end, or what it is of."""
    rule = band(rules)
    if rule is not None and rule.limit:
        words = {"limit": word(rule.limit), "n": number(rule.times or 1)}
        return _("Both ends are of %(limit)s: the upper one is at most %(n)s times the lower.") % words
    multiples = next((limit.multiples for limit in rules.limits.values() if limit.multiples), ())
    if not multiples:
        return ""
    return _("%(n)s times the authorised minimum") % {"n": ", ".join(number(n) for n in multiples)}


def _lowest(limit: Limit) -> str:
    """The lowest maximum that a text permits."""
    if limit.gain and limit.gain[0] == 1:
        return _("that of %(bet)s") % {"bet": word(limit.of)}
    if limit.gain:
        return _("%(n)s times that of %(bet)s") % {"n": number(limit.gain[0]), "bet": word(limit.of)}
    if limit.bounded:
        return _("the smallest chip")
    if limit.stipulated:
        return _("%(n)s times the minimum") % {"n": _share(1, limit.minimum_part)}
    if limit.between and limit.parts > 1:
        return _("%(n)s times the minimum") % {"n": _share(limit.between[0], limit.parts)}
    return _times(limit.lowest(1))


def _permitted(limit: Limit) -> str:
    """The maxima that a text permits, and in whose minimums."""
    if limit.bounded:
        return _("Not more than that of %(bet)s.") % {"bet": word(limit.of)}
    if limit.stipulated:
        return _("Not more than one in %(n)s of the minimum.") % {"n": number(limit.minimum_part)}
    if "maximum" in limit.authorised and limit.between:
        words = {"lo": number(limit.between[0]), "hi": number(limit.between[1])}
        return _("%(lo)s to %(hi)s times the authorised minimum") % words
    if limit.multiples:
        return _("%(n)s times the minimum") % {"n": ", ".join(number(n) for n in limit.multiples)}
    if limit.least:
        return _("At least %(n)s times the minimum.") % {"n": number(limit.least)}
    span = limit.between or limit.gain
    if span is None:
        return ""
    words = {"lo": _share(span[0], limit.parts), "hi": _share(span[1], limit.parts), "bet": word(limit.of)}
    if limit.gain:
        return _("%(lo)s to %(hi)s times that of %(bet)s") % words
    return _("%(lo)s to %(hi)s times the minimum") % words


def _share(count: int, parts: int) -> str:
    """So many parts of a minimum."""
    return number(count // parts) if count % parts == 0 else f"{number(count)}/{parts}"


def _around(limit: Limit) -> str:
    """How far a minimum of its own may lie from the table's."""
    if limit.minimum_part > 1:
        return _("Not less than one in %(n)s of the minimum.") % {"n": number(limit.minimum_part)}
    if "minimum" in limit.authorised:
        return _("Up to %(n)s times the authorised minimum.") % {"n": number(limit.minimum_up_to)}
    return _("Up to %(n)s times the minimum.") % {"n": number(limit.minimum_up_to)}


def _part(path: str, section: Section) -> str:
    """A part of a rulebook by its name."""
    room, _dot, name = path.partition(".")
    own = getattr(section, "name", "")
    said = law(own) if own else word(name.rpartition(".")[2] or room)
    return capital(said) if room == "bets" or not name else f"{_name(room)}: {said}"


def _readings(section: Section) -> list[tuple[str, str]]:
    """The ways in which a section may be read; nothing need be chosen for the one that runs."""
    words = {"": _("as it is read here"), "printed": _("as printed"), "likely": _("as likely meant")}
    if "printed" not in section.variants:
        words[""] = words["printed"]
    runs = {key: section.content.get(key) for values in section.variants.values() for key in values}
    return [(way, f"{capital(words[way])}: {_values(said)}") for way, said in {"": runs, **section.variants}.items()]


def _values(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{word(key)} {shown(value) if value not in EMPTY else '–'}" for key, value in values.items())
