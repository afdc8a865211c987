"""What a text may lay down about banca francesa."""

import functools
import itertools
from typing import Self

from pydantic import model_validator

from tapete.games.shared.pano.rules import PanoRules, PocketBet, layout
from tapete.law.marks import Checked, Cited
from tapete.law.rulebook import Section
from tapete.law.sections import Positive, Settlement, Span

# What the procedure does about an irregularity, with the call that goes with it.
REMEDIES = {
    "lanzar-de-nuevo": "void",
    "cambiar-terna": "new-dice",
    "requisar-terna": "seized-dice",
    "nadie-pierde": "spared",
}


class Rotation(Section):
    """After how many minutes somebody or something is replaced."""

    minutes: Cited[Positive]


class Requisition(Section):
    """How suspected dice are taken away: the witnesses to their sealing, and who pays if nothing is wrong with them."""

    witnesses: Cited[Positive]
    unfounded_paid_by: Cited[str]


class Felt(Section):
    """The cloth: how many small squares the part for aces has."""

    ases_squares: Checked[Positive]


class Dice(Section):
    """The dice: how many are thrown, how many sets there are, how they are made."""

    dice: Positive
    sets: Checked[Positive]
    edge_mm: Checked[Span]
    opposite_faces: Checked[Positive]
    rotation: Cited[Rotation]
    requisition: Cited[Requisition]
    felt: Checked[Felt]


class Undecided(Section):
    """The sums that decide nothing: the dice are thrown again and stakes may be changed."""

    sums: tuple[str, ...]


class SumBet(PocketBet):
    """A bet on sums; `called` is the word with which the thrower calls it, where it is the one that is called."""

    called: str = ""


class Taking(Section):
    """Which way round the table losing chips are taken."""

    anticlockwise: bool


class Spreading(Section):
    """The bets that are paid by spreading the chips out."""

    bets: Cited[tuple[str, ...]]


class Payment(Settlement):
    """How losing stakes are taken and prizes paid."""

    taking: Taking
    spreading: Cited[Spreading]


class Rules(PanoRules):
    """A region's rules of banca francesa."""

    equipment: Dice
    bets: dict[str, SumBet]  # type: ignore[assignment]
    undecided: Undecided
    settlement: Payment
    thrower: Cited[Rotation]

    @property
    def dice(self) -> int:
        return self.equipment.dice

    @property
    def pockets(self) -> tuple[str, ...]:
        return sums(self.dice)

    @property
    def null(self) -> tuple[str, ...]:
        return self.undecided.sums

    @model_validator(mode="after")
    def _sums_can_fall(self) -> Self:
        covered = {total for bet in self.bets.values() for total in bet.covers}
        if not covered | set(self.null) <= set(self.pockets):
            raise ValueError("bets and undecided.sums: the dice cannot show such a sum")
        if covered & set(self.null):
            raise ValueError("undecided.sums: a bet covers one of them")
        return self

    @model_validator(mode="after")
    def _irregularities_can_be_remedied(self) -> Self:
        for name, rule in self.irregularities.items():
            if REMEDIES.get(rule.remedy) not in self.calls:
                raise ValueError(f"irregularities.{name}: no such remedy, or no call for it")
        return self


@functools.cache
def sums(dice: int) -> tuple[str, ...]:
    """The sum of every throw, all throws in order."""
    return tuple(str(sum(throw)) for throw in itertools.product(range(1, 7), repeat=dice))


__all__ = ["REMEDIES", "Rules", "layout"]
