"""What may differ between the texts in what a machine is."""

from pydantic import Field

from tapete.games.shared.described import DescribedRulebook
from tapete.law.marks import Checked, Label
from tapete.law.rulebook import Section


class Trait(Section):
    """Something that a machine of a type may give."""

    gives: Checked[tuple[str, ...]]


class Premises(Section):
    """Where a machine may stand, by the article that lets it."""


class Kind(Section):
    """A type of machine: what it gives at most, whether money, whether chance alone decides, and where it may stand.

    With no premises given the text leaves them to other rules.
    """

    name: Label
    gives: Checked[dict[str, Trait]] = Field(default_factory=dict)
    cash: Checked[bool] = False
    chance_alone: Checked[bool] = False
    premises: Checked[dict[str, Premises]] = Field(default_factory=dict)


class Apart(Section):
    """A room of machines apart from the casino's gaming room: its warning in these languages, and its control."""

    languages: Checked[tuple[str, ...]]


class Auxiliary(Section):
    """A machine without a game of its own, on which another game of the catalogue is played."""

    name: Label


class Machine(Section):
    """What makes an apparatus a gaming machine: what it is set going by."""

    paid_by: Checked[tuple[str, ...]]


class Rules(DescribedRulebook):
    """A region's rules of gaming machines."""

    equipment: Checked[Machine]
    kinds: Checked[dict[str, Kind]]
    apart: Checked[Apart]
    auxiliary: Checked[Auxiliary]
