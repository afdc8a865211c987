"""Hands of five cards: their kinds in the text's order, what breaks a tie, and with what the bank plays at least."""

from typing import Literal, NamedTuple, Self

from pydantic import Field, field_validator, model_validator

from tapete.cards.card import Pack
from tapete.cards.lookup import Lookup
from tapete.cards.ranking import Ranking
from tapete.law.marks import Label
from tapete.law.rulebook import Section
from tapete.law.sections import Pays, ShoeRule

HAND = 5
HIGH = "carta-mayor"
MADE = ("pareja", "doble-pareja", "trio", "escalera", "color", "full", "poker", "escalera-de-color", "escalera-real")
KINDS = (HIGH, *MADE)  # from the worst
ACCENTED = {"trio": "trío", "poker": "póquer"}


class Cards(ShoeRule):
    """The pack; the ace stands above the king and, where it is `both`, below the two as well, in runs only."""

    ace: Literal["high", "both"]


class Tie(Section):
    """How many ranks are compared between two hands of one kind, those that make it first."""

    compared: int = Field(default=HAND, ge=1, le=HAND)


class Kind(Section):
    """A kind of hand: what it pays on the second stake, and what decides between two of it."""

    name: Label
    pays: Pays
    tie: Tie

    @field_validator("pays")
    @classmethod
    def _whole(cls, pays: Pays) -> Pays:
        if pays.den != 1:
            raise ValueError("hands pay whole stakes")
        return pays


class Hands(Section):
    """The kinds of hands, and their order from the best to the worst."""

    order: tuple[str, ...]
    kinds: dict[str, Kind]

    @model_validator(mode="after")
    def _every_kind_once(self) -> Self:
        if sorted(self.order) != sorted(self.kinds) or set(self.kinds) != set(KINDS) or self.order[-1] != HIGH:
            raise ValueError(f"every kind has one place in the order, {HIGH} the last: {', '.join(KINDS)}")
        return self


class Least(Section):
    """With what the bank plays at least: a kind of hand, and its first ranks."""

    kind: Literal["carta-mayor", "pareja"]
    ranks: tuple[str, ...]


class Order(NamedTuple):
    """How hands are scored, from which score the bank plays, and what each kind pays, by its place from the worst."""

    lookup: Lookup
    least: int
    kinds: tuple[str, ...]
    pays: tuple[int, ...]

    def place(self, score: int) -> int:
        """The kind of a hand, by its place from the worst."""
        return int(self.lookup.categories[score])

    def kind(self, score: int) -> str:
        """The kind of a hand."""
        return self.kinds[self.place(score)]


def compiled(pack: Pack, ace: Literal["high", "both"], hands: Hands, least: Least) -> Order:
    """The order of hands that a text declares, compiled."""
    kinds = hands.order[::-1]
    fewer = tuple((kind, hands.kinds[kind].tie.compared) for kind in kinds if hands.kinds[kind].tie.compared < HAND)
    lookup = Ranking(pack, HAND, kinds, ace=ace, compared=fewer).compile()
    lowest = kinds.index(least.kind), tuple(pack.ranks.index(rank) for rank in least.ranks)
    plays = [value is not None and value >= lowest for value in lookup.values]
    return Order(lookup, plays.index(True), kinds, tuple(hands.kinds[kind].pays.num for kind in kinds))


def named(kind: str) -> str:
    """A kind of hand as it is called."""
    return ACCENTED.get(kind, kind.replace("-", " "))
