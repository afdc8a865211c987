"""How what fell is shown above a table and on the croupier's buttons."""

from typing import NamedTuple

from tapete.law.rulebook import Rulebook

ASIDE = frozenset(
    {"cesta", "descarte", "descartes", "muertas", "quemada", "quemadas", "retiradas"}
)  # cards out of play


class Result(NamedTuple):
    """What fell: the word for it, as the rulebook has it, and its colour on wheel or plate, if it has one."""

    text: str
    colour: str = ""


def result(rules: Rulebook, fell: str) -> Result:  # noqa: ARG001
    """Of a game that says nothing more about it: as it was entered."""
    return Result(fell)
