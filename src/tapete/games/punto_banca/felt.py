"""The felt of punto y banca: three bets, as any felt has them, points of hands, and the road of past coups."""

from collections.abc import Sequence

from tapete.engine.requests import Announce
from tapete.engine.transcript import Entry
from tapete.errors import Said
from tapete.games.punto_banca.rules import Rules
from tapete.games.shared.bacara.points import TOTALS
from tapete.games.shared.felt.results import Result

EXAMPLES = ("punto", "banca", "empate")
ROAD = {"punto": Result("P", "azul"), "banca": Result("B", "rojo"), "empate": Result("E", "verde")}
VERBS = {"refuse-shoe": Said("Pass the shoe on")}


def total(rules: Rules, place: str, cards: Sequence[str]) -> str:
    """The points of a hand, of whose sum only the units count.

    >>> from tapete.games import game
    >>> found = game("punto-banca")
    >>> total(found.rules(found.regions[0]), "punto", ("Kd", "8s", "5c"))
    '3'
    """
    if not cards or place not in ("punto", "banca"):
        return ""
    return str(sum(rules.points.of(card[:-1]) for card in cards) % TOTALS)


def road(entries: Sequence[Entry]) -> str:
    """Which hand a coup was called for."""
    calls = [entry for entry in entries if isinstance(entry, Announce) and entry.call in ("result", "tie")]
    return "" if not calls else "empate" if calls[-1].call == "tie" else calls[-1].args[0]


def result(rules: Rules, fell: str) -> Result:  # noqa: ARG001
    """A coup on the road: a letter in its colour."""
    return ROAD.get(fell, Result(fell))
