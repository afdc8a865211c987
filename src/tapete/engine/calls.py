"""Calls as they are said aloud: the rulebook's words, and what the round fills in."""

import re

from tapete.cards.names import french_name, spanish_name
from tapete.engine.requests import Announce
from tapete.law.sections import BankRulebook

# What calls count, in the plural that the rulebooks print.
_COUNTED = re.compile(r"(?<![\d.,])1 (cartas|cartones|euros|fichas|manos|papeletas|participaciones|puntos)\b")
_NUMBERS = re.compile(r"\bnúmeros (?=\d+(?![\d-]))")  # before a single one
_AMOUNT = re.compile(r"\d+\.\d\d")
_NAMED = {"carta": french_name, "naipe": spanish_name}


class _Filled(str):
    """What fills a brace, cents after a comma; `{0:carta}` and `{0:naipe}` name a card of a French or Spanish pack."""

    __slots__ = ()

    def __format__(self, kind: str) -> str:
        if kind:
            return _NAMED[kind](self)
        return self.replace(".", ",") if _AMOUNT.fullmatch(self) else str(self)


def spoken(rules: BankRulebook, announce: Announce) -> str:
    """A call in the rulebook's words, which count several: of one thing it is said as of one."""
    args = [_called(rules, arg) for arg in announce.args]
    said = rules.calls[announce.call].say.format(*map(_Filled, args))
    said = _NUMBERS.sub("número ", _COUNTED.sub(lambda match: f"1 {_one(match[1])}", said))
    return said[:1].upper() + said[1:]


def _called(rules: BankRulebook, arg: str) -> str:
    """What fills a brace: a fault, a ruling or a hand by its name, with whose it is behind it; all else as it is."""
    id, comma, who = arg.partition(", ")
    name = rules.called.get(id.replace(" ", "-"), "")
    return f"{name[:1].lower()}{name[1:]}{comma}{who}" if name else arg


def _one(several: str) -> str:
    """A word for several things as it is said of one.

    >>> _one("cartas"), _one("cartones")
    ('carta', 'cartón')
    """
    return f"{several.removesuffix('ones')}ón" if several.endswith("ones") else several.removesuffix("s")
