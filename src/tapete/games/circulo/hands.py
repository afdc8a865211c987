"""What a hand is made of, and the order of hands, as a text of poker between players has them."""

from typing import Self

from pydantic import Field, model_validator

from tapete.cards.ranking import CATEGORIES
from tapete.law.marks import Label
from tapete.law.rulebook import Section
from tapete.law.sections import Positive

HAND = 5
FULL, COLOUR = "full", "color"
LOWS = {"8": "ocho-o-menos"}


class Reduced(Section):
    """With fewer cards than the whole pack, colour stands above full."""

    above_full: str = COLOUR


class Tie(Section):
    """How many cards are compared between two hands of one kind, counting equal ones once."""

    compared: int = Field(default=HAND, ge=1, le=HAND)


class Made(Section):
    """A combination, what decides between equal ones, and whether it counts in covered poker alone."""

    name: Label
    tie: Tie
    covered: bool = False


class LowAce(Section):
    """Whether the ace also stands below the lowest card, in runs."""

    counts: bool = True


class Hands(Section):
    """The combinations from the best to the worst, with the whole pack and with a reduced one; the low ace."""

    order: tuple[str, ...]
    kinds: dict[str, Made]
    reduced: Reduced
    low_ace: LowAce

    @model_validator(mode="after")
    def _every_kind_once(self) -> Self:
        if sorted(self.order) != sorted(self.kinds) or not set(self.kinds) <= set(CATEGORIES):
            raise ValueError(f"each combination once, among {', '.join(CATEGORIES)}")
        return self


class Low(Section):
    """The half of the pot for the lowest hand: so many common cards, and all of its own, of this rank or lower."""

    board: Positive
    highest: str


class Making(Section):
    """What a hand is made of: cards of one's own, common ones in so many lines, and how many must be one's own."""

    own: Positive
    board: int = 0
    boards: Positive = 1
    from_hand: Positive | None = None
    covered: bool = False
    low: Low | None = None
