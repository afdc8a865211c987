"""What a text says of tournaments on its games: leave, notice, bases, who may take part, fees and prizes."""

from typing import Any

from tapete.errors import TapeteError
from tapete.law.loading import load, path_of, regions_of
from tapete.law.marks import Checked, Label
from tapete.law.rulebook import Rulebook, Section
from tapete.law.sections import Positive

TOURNAMENTS = "torneos"


class Term(Section):
    """For how many months leave is given at most."""

    months: Checked[Positive]


class Authorisation(Section):
    """The leave that a casino needs first, and how long it holds."""

    term: Term


class Playing(Section):
    """The rules are in what matters those of the game: which families of games are the casino's own."""

    families: Checked[tuple[str, ...]]


class Bases(Section):
    """What the bases of a tournament must say at least."""

    contents: Checked[tuple[str, ...]]


class Participants(Section):
    """Of what age somebody must be, and what the register of admission says of who takes part."""

    age: Positive
    mention: Label


class Fees(Section):
    """How many per cent of the fees may stay with who organises it."""

    most_kept: Checked[Positive]


class DaysBefore(Section):
    """How many days before a tournament the authority must know of it."""

    days: Checked[Positive]


class SitAndGo(Section):
    """Tournaments that begin once enough have come: which games they are on, and that they have a book instead."""

    between_players: Checked[bool] = True


class Tournaments(Rulebook):
    """A region's rules of tournaments."""

    equipment: Any = None
    authorisation: Authorisation
    playing: Playing
    bases: Bases
    participants: Participants
    fees: Fees
    place: Checked[Section]
    notice: DaysBefore
    sit_and_go: SitAndGo
    outside: Section


def tournaments(region: str) -> Tournaments:
    """The rules of tournaments in a region, or why none may be held there."""
    if not path_of(TOURNAMENTS, region).is_file():
        known = regions_of(TOURNAMENTS)
        where = ", ".join(f"{other} ({load(Tournaments, TOURNAMENTS, other).article})" for other in known)
        raise TapeteError(
            "no tournament can be held in {region}: its text has no article that allows one; {where} has",
            region=region,
            where=where,
        )
    return load(Tournaments, TOURNAMENTS, region)
