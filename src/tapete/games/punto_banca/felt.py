"""The felt of punto y banca: three bets, as any felt has them."""

from collections.abc import Sequence

from tapete.errors import Said
from tapete.games.punto_banca.rules import Rules

EXAMPLES = ("punto", "banca", "empate")
VERBS = {"refuse-shoe": Said("Pass the shoe on")}


def total(rules: Rules, place: str, cards: Sequence[str]) -> str:  # noqa: ARG001
    """The points of a hand: figures and tens count nothing, and of the sum only the units.

    >>> from tapete.games import game
    >>> total(game("punto-banca").rules("extremadura"), "punto", ("Kd", "8s", "5c"))
    '3'
    """
    if not cards or place not in ("punto", "banca"):
        return ""
    points = [1 if rank == "A" else int(rank) if rank.isdigit() else 10 for rank in (card[:-1] for card in cards)]
    return str(sum(points) % 10)
