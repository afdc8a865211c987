"""Amounts in words, as books are certified: in Spanish, Galician, Basque and English."""

from collections.abc import Callable
from typing import NamedTuple

MOST = 10**9  # euros from which an amount is no longer spelled


def _words(text: str) -> list[str]:
    return text.split()


# The numbers that have a word of their own; the last is a hundred with nothing after it.
ES_SMALL = _words(
    "cero un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete "
    "dieciocho diecinueve veinte veintiún veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete "
    "veintiocho veintinueve"
)
ES_TENS = _words("treinta cuarenta cincuenta sesenta setenta ochenta noventa")
ES_HUNDREDS = _words(
    "ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos cien"
)
GL_SMALL = _words(
    "cero un dous tres catro cinco seis sete oito nove dez once doce trece catorce quince dezaseis dezasete "
    "dezaoito dezanove vinte"
)
GL_TENS = _words("vinte trinta corenta cincuenta sesenta setenta oitenta noventa")
GL_HUNDREDS = _words(
    "cento douscentos trescentos catrocentos cincocentos seiscentos setecentos oitocentos novecentos cen"
)
EU_SMALL = _words(
    "zero bat bi hiru lau bost sei zazpi zortzi bederatzi hamar hamaika hamabi hamahiru hamalau hamabost hamasei "
    "hamazazpi hemezortzi hemeretzi"
)
EU_SCORES = _words("hogei berrogei hirurogei laurogei")
EU_HUNDREDS = _words("ehun berrehun hirurehun laurehun bostehun seiehun zazpiehun zortziehun bederatziehun")
EN_SMALL = _words(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
)
EN_TENS = _words("twenty thirty forty fifty sixty seventy eighty ninety")


class Tongue(NamedTuple):
    """How a language spells a number, and so many euros, so many cents and a debt."""

    number: Callable[[int], str]
    euros: Callable[[int, str], str]
    cents: Callable[[int, str], str]
    less: str


def _romance(small: list[str], tens: list[str], hundreds: list[str], joint: str) -> Callable[[int], str]:
    """Numbers under a thousand where tens and units are joined by a word."""
    first = 10 - len(tens)

    def say(n: int) -> str:
        if n < len(small):
            return small[n]
        if n < 100:
            ten, unit = tens[n // 10 - first], n % 10
            return f"{ten} {joint} {small[unit]}" if unit else ten
        if n == 100:
            return hundreds[9]
        return hundreds[n // 100 - 1] + (f" {say(n % 100)}" if n % 100 else "")

    return say


def _with_thousands(under: Callable[[int], str], million: str, millions: str) -> Callable[[int], str]:
    """Whole numbers of a Romance language: thousand alone, a million counted."""

    def say(n: int) -> str:
        parts = []
        if n >= 10**6:
            parts.append(f"{under(n // 10**6)} {million if n < 2 * 10**6 else millions}")
        thousands = n // 1000 % 1000
        if thousands:
            parts.append("mil" if thousands == 1 else f"{under(thousands)} mil")
        if n % 1000 or not parts:
            parts.append(under(n % 1000))
        return " ".join(parts)

    return say


def _eu(n: int) -> str:
    """Basque counts by twenties, and joins the last two parts."""
    if n < 20:
        return EU_SMALL[n]
    if n < 100:
        score, rest = EU_SCORES[n // 20 - 1], n % 20
        return f"{score}ta {EU_SMALL[rest]}" if rest else score
    if n < 1000:
        return EU_HUNDREDS[n // 100 - 1] + (f" eta {_eu(n % 100)}" if n % 100 else "")
    size, word = (10**6, "milioi") if n >= 10**6 else (1000, "mila")
    count, rest = divmod(n, size)
    head = f"{_eu(count)} {word}" if count > 1 else f"{word} bat" if size > 1000 else word
    joint = " eta " if rest < 100 or (rest < 1000 and rest % 100 == 0) else " "
    return head + (joint + _eu(rest) if rest else "")


def _en(n: int) -> str:
    if n < 20:
        return EN_SMALL[n]
    if n < 100:
        return EN_TENS[n // 10 - 2] + (f"-{EN_SMALL[n % 10]}" if n % 10 else "")
    for size, word in ((10**6, "million"), (1000, "thousand"), (100, "hundred")):
        if n >= size:
            joint = " and " if n % size and size == 100 else " "
            return f"{_en(n // size)} {word}" + (joint + _en(n % size) if n % size else "")
    raise AssertionError


def _counted(one: str, many: str, of: str = "") -> Callable[[int, str], str]:
    """So many of something; with `of`, whole millions of it."""

    def say(n: int, words: str) -> str:
        thing = one if n == 1 else many
        return f"{words} {of} {thing}" if of and n and n % 10**6 == 0 else f"{words} {thing}"

    return say


def _after(thing: str) -> Callable[[int, str], str]:
    """So many of something; one of it stands before its number."""
    return lambda n, words: f"{thing} {words}" if n == 1 else f"{words} {thing}"


ES = _with_thousands(_romance(ES_SMALL, ES_TENS, ES_HUNDREDS, "y"), "millón", "millones")
GL = _with_thousands(_romance(GL_SMALL, GL_TENS, GL_HUNDREDS, "e"), "millón", "millóns")
TONGUES = {
    "es": Tongue(ES, _counted("euro", "euros", "de"), _counted("céntimo", "céntimos"), "menos"),
    "gl": Tongue(GL, _counted("euro", "euros", "de"), _counted("céntimo", "céntimos"), "menos"),
    "eu": Tongue(_eu, _after("euro"), _after("zentimo"), "ken"),
    "en": Tongue(_en, _counted("euro", "euros"), _counted("cent", "cents"), "minus"),
}
JOINTS = {"es": " con ", "gl": " con ", "eu": " eta ", "en": " and "}


def spelled(cents: int, language: str) -> str:
    """An amount in words; one of a thousand million euros or more has none.

    >>> spelled(2_130_50, "es"), spelled(1_00, "eu")
    ('dos mil ciento treinta euros con cincuenta céntimos', 'euro bat')
    """
    tongue, (euros, rest) = TONGUES[language], divmod(abs(cents), 100)
    if euros >= MOST:
        return ""
    words = tongue.euros(euros, tongue.number(euros))
    if rest:
        words += JOINTS[language] + tongue.cents(rest, tongue.number(rest))
    return f"{tongue.less} {words}" if cents < 0 else words
