"""A rulebook's words for a reader: names of its parts, of its keys and values, and its notes, in their language."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from markupsafe import Markup

from tapete import i18n
from tapete.law.rulebook import Section
from tapete.law.sections import BankRulebook
from tapete.odds.frequency import Take
from tapete.odds.report import BetOdds

HIDDEN = ("limit",)
SPOT = re.compile(r"[a-z][a-z-]*:\d")
NUMBER = re.compile(r"\d+([./]\d+)?")
PART = re.compile(r"0\.\d+")  # of one, in digits; articles begin otherwise
LIST = re.compile(r"\d+(\.\d+)?(-\d+(\.\d+)?)+")  # of numbers
EMPTY: tuple[Any, ...] = (None, "", [], {}, ())


def word(text: str) -> str:
    """One of the rulebooks' own words: a key, a role, the id of a bet or an option.

    >>> with i18n.speaking("en"): word("jefe-de-mesa"), word("minimum-up-to")
    ('table chief', 'minimum up to')
    >>> with i18n.speaking("es"): word("0.5"), word("2.5-12-250"), word("3:2"), word("caballo:4-7")
    ('0,5', '2,5-12-250', '3:2', 'caballo 4-7')
    """
    if PART.fullmatch(text):
        return i18n.number(Fraction(text), 3)
    if LIST.fullmatch(text):
        return "-".join(part if part.isdigit() else i18n.number(Fraction(part), 3) for part in text.split("-"))
    if SPOT.match(text):
        name, _, on = text.partition(":")
        return f"{word(name)} {on}"
    law = i18n.law(text)
    return law if law != text else text.replace("-", " ") if not text[:1].isdigit() else text


def street(name: str) -> str:
    """A street of poker: the turn is called so, and is nobody's turn.

    >>> with i18n.speaking("es"): street("turn"), street("septima"), word("turn")
    ('turn', 'séptima', 'turno')
    """
    return i18n.law("streets.turn") if name == "turn" else word(name)


def part(path: str) -> str:
    """The word for a section, by where it stands.

    >>> with i18n.speaking("es"): part("streets.turn"), part("turn"), part("turn.seats")
    ('turn', 'turno', 'plazas')
    """
    *above, name = path.split(".")
    return street(name) if above[-1:] == ["streets"] else word(name)


def above(path: str) -> list[str]:
    """The paths of a section and of those it stands in, from the outermost on.

    >>> above("streets.turn.speaks")
    ['streets', 'streets.turn', 'streets.turn.speaks']
    """
    names = path.split(".")
    return [".".join(names[: n + 1]) for n in range(len(names))]


def capital(text: str) -> str:
    """A text with a capital at its beginning, and otherwise as it is."""
    return text[:1].upper() + text[1:]


def signed(cents: int) -> str:
    """An amount won or lost.

    >>> with i18n.speaking("en"): signed(17500), signed(-50), signed(0)
    ('+€175', '−€0.50', '€0')
    """
    return f"{'+' if cents > 0 else '−' if cents < 0 else ''}{i18n.money(abs(cents))}"


def shown(value: Any) -> str:
    """A value as a person reads it: none is said to be none, lists in a list are told apart, twice the same is once.

    >>> with i18n.speaking("es"): shown([["6", ""], ["10", "A"]]), shown({"caballo:4-7": 1, "pleno:1": 2})
    ('6, — · 10, A', 'caballo 4-7: 1, pleno 1: 2')
    >>> with i18n.speaking("es"): shown(["5", "5"]), shown(["2", "5"]), shown([8, 9])
    ('5', '2, 5', '8–9')
    """
    if isinstance(value, bool):
        return i18n.gettext("yes") if value else i18n.gettext("no")
    if isinstance(value, dict):
        return ", ".join(f"{word(key)}{':' if SPOT.match(key) else ''} {shown(item)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return _list(list(value))
    if isinstance(value, int | float):
        return i18n.number(value, 3)
    return word(str(value)) or "—"


def _list(items: list[Any]) -> str:
    if len(items) == 2 and all(isinstance(item, int) for item in items):
        return shown(items[0]) if items[0] == items[1] else f"{shown(items[0])}–{shown(items[1])}"
    if len(items) == 2 and items[0] == items[1] and NUMBER.fullmatch(str(items[0])):
        return shown(items[0])
    between = " · " if any(isinstance(item, list | tuple) for item in items) else ", "
    return between.join(shown(item) for item in items)


def values(data: dict[str, Any], usual: dict[str, Any] | None = None) -> list[tuple[str, str]]:
    """The values of a section worth reading, each with its key; those that are as usual are not."""
    usual = usual or {}
    return [
        (word(key), shown(value))
        for key, value in data.items()
        if value not in EMPTY and key not in HIDDEN and not (key in usual and usual[key] == value)
    ]


def usual(section: Section) -> dict[str, Any]:
    """What a section's values are where a text says nothing."""
    fields = type(section).model_fields.values()
    return {str(field.alias): field.default for field in fields if not field.is_required()}


def call(text: str) -> str:
    """A call, with dots for what a round fills in.

    >>> with i18n.speaking("es"): call("El {0}, {1}.")
    'El …, ….'
    """
    return re.sub(r"\{\d[^}]*\}", "…", i18n.law(text))


def note(text: str) -> Markup:
    """A note of a rulebook, which is written in English, and marked as such where no catalogue translates it."""
    said = i18n.translated(text)
    foreign = said == text and i18n.language() != "en"
    said = capital(said)
    return Markup('<span lang="en">{}</span>').format(said) if foreign else Markup.escape(said)


SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def cards(names: list[str]) -> str:
    """Cards in a row; French ones with the signs of their suits.

    >>> cards(["10h", "As"])
    '10♥ A♠'
    """
    return " ".join(name[:-1] + SUITS.get(name[-1], name[-1]) for name in names)


def chosen(text: str) -> str:
    """What somebody chose: words of the rulebooks, and cards.

    >>> chosen("2s 10d")
    '2♠ 10♦'
    """
    return " ".join(
        cards([part]) if part[-1] in SUITS and len(part) <= len("10s") else word(part) for part in text.split()
    )


def place(name: str) -> str:
    """A place where cards lie, by its last part: `carta/ana` is Ana's."""
    said = word(name.rpartition("/")[2])
    return capital(said)


def bet(rules: BankRulebook, id: str) -> str:
    """A bet's or spot's name: `caballo:4-7` is the bet's own name and what it covers."""
    name, _, on = id.partition(":")
    section = rules.bets.get(name)
    said = i18n.law(section.name) if section is not None and hasattr(section, "name") else place(name)
    return f"{said} {on}".strip()


def label(rules: BankRulebook, id: str) -> str:
    """A row or column of a table of best play: bets by their names, what else a rulebook says by its word, or as it is.

    Several that are alike are told apart by commas: `camo:1,2` and `rojo,negro`.
    """
    name, _, spots = id.partition(":")
    if spots:
        return bet(rules, f"{name}:{spots.replace(',', ', ')}")
    return ", ".join(bet(rules, part) if part in rules.bets else _plain(part) for part in id.split(","))


def choice(rules: BankRulebook, id: str) -> str:
    """A decision as odds name it, `flop apostar`: on what, and what is done."""
    return capital(" ".join(label(rules, part).lower() for part in id.split()))


def _plain(text: str) -> str:
    return word(text) if text[:1].islower() else text


def setting(row: BetOdds | Take, known: Mapping[str, str] | None = None) -> str:
    """The options under which a row of odds holds, but for those that are known."""
    known = known or {}
    return options([f"{key}={value}" for key, value in row.setting.items() if known.get(key) != value])


def options(chosen: list[str]) -> str:
    """Options as prices name them, `retiro=si`, in words."""
    return ", ".join(": ".join(word(part) for part in item.split("=", 1)) for item in chosen)
