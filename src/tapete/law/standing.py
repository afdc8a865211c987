"""Where each section of a rulebook stands: it runs, it is checked, it is cited only, or nothing does it yet.

A field runs unless its model says `Checked`, `Cited` or `Missing`; what a field says holds for the sections in it
too. A section stands as the strongest of what it holds.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tapete.law.marks import State, declared
from tapete.law.rulebook import Rulebook, Section, inner

STRONGEST: tuple[State, ...] = ("runs", "checked", "cited", "missing")


class Standing(NamedTuple):
    """A section of a rulebook, its article, and what is done about it."""

    path: str
    article: str
    state: State


def standing(rules: Rulebook) -> Iterator[Standing]:
    """Every section in the order of the rulebook.

    >>> from tapete.games import game
    >>> [state for path, _, state in standing(game("bola").rules("extremadura")) if path == "bets.rojo"]
    ['runs']
    """
    yield from _below(rules, "", None)


def _below(section: Section, prefix: str, said: State | None) -> Iterator[Standing]:
    for name, field in type(section).model_fields.items():
        state = said or declared(field)
        for path, part in inner(getattr(section, name), f"{prefix}{field.alias}"):
            below = list(_below(part, f"{path}.", state))
            yield Standing(path, part.article, state or _strongest(part, below))
            yield from below


def _strongest(section: Section, below: list[Standing]) -> State:
    """How a section stands that is not declared as a whole; one that holds nothing but its article runs."""
    states = {part.state for part in below}
    for name in section.model_fields_set - section.NOTES - {*section.labels_of()}:
        if not list(inner(getattr(section, name), "")):
            states.add(declared(type(section).model_fields[name]) or "runs")
    return next((state for state in STRONGEST if state in states), "runs")
