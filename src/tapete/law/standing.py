"""How each section of a rulebook stands: it runs in play and odds, is checked by `check`, or is cited only."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from tapete.law.rulebook import Rulebook

State = Literal["runs", "checked", "cited"]

CHECKED = ("staff", "float")
CITED = (
    "always-open",
    "closing.hora-limite",
    "closing.sesion",
    "closing.temporal",
    "equipment.boxes",
    "equipment.centre",
    "equipment.distributor",
    "equipment.make",
    "equipment.requisition",
    "equipment.rotation",
    "equipment.sabot",
    "equipment.session",
    "equipment.table",
    "forms.midi.reversible",
    "forms.mini.reversible",
    "inspector",
    "settlement.spreading",
    "thrower",
    "waiting-list",
)


class Standing(NamedTuple):
    """A section by its path, the article it cites, and what becomes of it."""

    path: str
    article: str
    state: State


def standing(rules: Rulebook) -> Iterator[Standing]:
    """How every section of a rulebook stands, in its order."""
    for path, section in rules.sections():
        state: State = "cited" if path in CITED else "checked" if path.partition(".")[0] in CHECKED else "runs"
        yield Standing(path, section.article, state)
