"""Calls as they are said aloud: the rulebook's words, and what the round fills in."""

import re

from tapete.cards.names import french_name, spanish_name
from tapete.engine.requests import Announce
from tapete.law.sections import BankRulebook

_ONE = {  # what calls count, as it is called where there is one
    "cartas": "carta",
    "cartones": "cartón",
    "euros": "euro",
    "fichas": "ficha",
    "manos": "mano",
    "puntos": "punto",
}
_COUNTED = re.compile(rf"(?<![\d.,])1 ({'|'.join(_ONE)})\b")
_NAMED = {"carta": french_name, "naipe": spanish_name}


class _Filled(str):
    """What fills a brace; `{0:carta}` and `{0:naipe}` name the card of a French or a Spanish pack."""

    __slots__ = ()

    def __format__(self, kind: str) -> str:
        return _NAMED[kind](self) if kind else str(self)


def spoken(rules: BankRulebook, announce: Announce) -> str:
    """A call in the rulebook's words, which count several: of one thing it is said as of one."""
    said = rules.calls[announce.call].say.format(*map(_Filled, announce.args))
    said = _COUNTED.sub(lambda match: f"1 {_ONE[match[1]]}", said)
    return said[:1].upper() + said[1:]
