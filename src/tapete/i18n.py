"""Languages: what people read, in Spanish, English, Galician and Basque; numbers, money and shares as each writes them.

Messages are written in English where they are used, `_("Sign in")`, and translated by the catalogues in
`locale/<language>/*.po`; a room of the house may keep a file of its own there. Rulebooks speak Spanish: `law(name)`
gives their words in the reader's language where a catalogue has them, under the context `law`.
"""

import functools
import gettext as standard_gettext
import io
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, datetime
from fractions import Fraction
from pathlib import Path

from babel import Locale
from babel.dates import format_date, format_datetime
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_currency, format_decimal

from tapete.errors import Named, Said, Share, Word
from tapete.money import Money

LANGUAGES = {"es": "Español", "en": "English", "gl": "Galego", "eu": "Euskara"}
DEFAULT = "es"
FOLDER = Path(__file__).parent / "locale"

_spoken: ContextVar[str] = ContextVar("language", default=DEFAULT)


def language() -> str:
    """The language being spoken now."""
    return _spoken.get()


def speak(code: str) -> None:
    """From here on, in this request or task, everything is said in this language."""
    _spoken.set(code if code in LANGUAGES else DEFAULT)


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """A language for the length of a block."""
    before = _spoken.set(code)
    try:
        yield
    finally:
        _spoken.reset(before)


@functools.cache
def catalogue(code: str) -> standard_gettext.NullTranslations:
    """All messages of a language; one without a translation stands as it was written."""
    merged = Catalog(locale=code, charset="utf-8")
    for path in sorted((FOLDER / code).glob("*.po")):
        with path.open("rb") as file:
            for message in read_po(file, locale=code):
                if message.id:
                    merged[message.id] = message
    compiled = io.BytesIO()
    write_mo(compiled, merged)
    compiled.seek(0)
    return standard_gettext.GNUTranslations(compiled)


def gettext(message: str) -> str:
    """A message in the reader's language."""
    return catalogue(language()).gettext(message) if message else ""


def ngettext(one: str, many: str, n: int) -> str:
    """A message about a number of things."""
    return catalogue(language()).ngettext(one, many, n)


def translated(text: str) -> str:
    """A sentence said in English by the engine, the floor or the audit, in the reader's language.

    >>> from tapete.money import format_cents
    >>> with speaking("en"): translated(Said("{who} has {chips} in chips", who="Ana", chips=format_cents(250)))
    'Ana has €2.50 in chips'
    """
    if isinstance(text, Money):
        return money(text.cents)
    if isinstance(text, Said) and text.values:
        return gettext(text.template).format_map({name: _filled(value) for name, value in text.values.items()})
    return gettext(text)


class _Filled(str):
    """A value as it is written in a sentence, whatever format the English one asks for."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return str(self)


def _filled(value: object) -> _Filled:
    match value:
        case Said() | Money():
            return _Filled(translated(value))
        case Word():
            return _Filled(law(value))
        case Share():
            return _Filled(percent(value.share, value.digits))
        case Named():
            return _filled(value.called)
        case int():
            return _Filled(number(value))
    return _Filled(value)


def everywhere(text: str) -> list[str]:
    """A rulebook's Spanish words in every language, the reader's own first.

    >>> with speaking("gl"): everywhere("Rojo")
    ['Vermello', 'Rojo', 'Red', 'Gorria']
    """
    own = language()
    codes = (own, *(code for code in LANGUAGES if code != own))
    return list(dict.fromkeys(catalogue(code).pgettext("law", text) for code in codes))


def sentences(text: str) -> list[str]:
    """A sentence of ours in every language, the reader's own first."""
    return list(dict.fromkeys([gettext(text), text, *(catalogue(code).gettext(text) for code in LANGUAGES)]))


def law(text: str) -> str:
    """A rulebook's Spanish words in the reader's language, where a catalogue has them."""
    return catalogue(language()).pgettext("law", text) if text else ""


_ = gettext


def choose(account: str | None, cookie: str | None, accepted: str) -> str:
    """The language of a visitor: the account's, else the one chosen here before, else what the browser prefers.

    >>> choose(None, None, "fr, eu;q=0.9, en;q=0.8"), choose("gl", None, "en"), choose(None, None, "")
    ('eu', 'gl', 'es')
    """
    for wished in (account, cookie):
        if wished in LANGUAGES:
            return str(wished)
    return next((code for code in _by_preference(accepted) if code in LANGUAGES), DEFAULT)


def _by_preference(accepted: str) -> list[str]:
    """The languages of an Accept-Language header, the best liked first."""
    wishes = []
    for item in accepted[:200].split(","):
        code, _, weight = item.partition(";q=")
        wishes.append((_weight(weight), code.strip().lower()[:2]))
    return [code for weight, code in sorted(wishes, key=lambda wish: -wish[0]) if weight > 0]


def _weight(text: str) -> float:
    try:
        return float(text) if text else 1.0
    except ValueError:
        return 0.0


@functools.cache
def _locale(code: str) -> Locale:
    return Locale.parse({"es": "es_ES", "gl": "gl_ES", "eu": "eu_ES", "en": "en_GB"}[code])


def money(cents: float) -> str:
    """An amount of euros; without decimals when there are no cents.

    >>> with speaking("es"): money(123450).replace("\\xa0", " ")
    '1.234,50 €'
    """
    pattern = None if round(cents) % 100 else "¤#,##0" if language() == "en" else "#,##0 ¤"
    amount = round(cents) / 100
    return str(format_currency(amount, "EUR", format=pattern, locale=_locale(language()), currency_digits=not pattern))


def percent(share: Fraction | float, digits: int = 2) -> str:
    """A share as a percentage.

    >>> with speaking("es"): percent(Fraction(1, 37)).replace("\\xa0", " ")
    '2,70 %'
    """
    pattern = "#,##0." + "0" * digits if digits else "#,##0"
    text = str(format_decimal(_rounded(float(share) * 100, digits), format=pattern, locale=_locale(language())))
    return {"en": f"{text}%", "eu": f"%\xa0{text}"}.get(language(), f"{text}\xa0%")


def number(value: Fraction | float, digits: int = 0) -> str:
    """A number with so many decimals at most."""
    pattern = "#,##0." + "#" * digits if digits else "#,##0"
    return str(format_decimal(_rounded(float(value), digits), format=pattern, locale=_locale(language())))


def _rounded(value: float, digits: int) -> float:
    """As many decimals as are shown; nothing has no sign.

    >>> _rounded(-0.04, 1)
    0.0
    """
    return round(value, digits) + 0.0


def day(when: date) -> str:
    """A date as one says it.

    >>> with speaking("es"): day(date(2026, 11, 17))
    '17 de noviembre de 2026'
    """
    return str(format_date(when, "long", locale=_locale(language())))


def moment(when: datetime) -> str:
    """A date and time, short."""
    return str(format_datetime(when, "short", locale=_locale(language())))
