"""Hands of five cards: their kinds in the text's order, what breaks a tie, and with what the bank plays at least."""

from typing import TYPE_CHECKING, Literal, NamedTuple, Self

from pydantic import Field, model_validator

from tapete.cards.card import Pack
from tapete.cards.ranking import Ranking
from tapete.games.shared.mano.rules import HIGH, WholePays, ordered
from tapete.law.marks import Label
from tapete.law.rulebook import Section

if TYPE_CHECKING:
    from tapete.cards.lookup import Lookup

HAND = 5
MADE = ("pareja", "doble-pareja", "trio", "escalera", "color", "full", "poker", "escalera-de-color", "escalera-real")
KINDS = (HIGH, *MADE)  # from the worst


class Tie(Section):
    """How many ranks are compared between two hands of one kind, those that make it first.

    A run from the ace is the lowest, or by its ace as high as the highest.
    """

    compared: int = Field(default=HAND, ge=1, le=HAND)
    low_run: Literal["lowest", "highest"] = "lowest"


class Kind(Section):
    """A kind of hand: what it pays on the second stake, and what decides between two of it."""

    name: Label
    pays: WholePays
    tie: Tie


class Hands(Section):
    """The kinds of hands, and their order from the best to the worst."""

    order: tuple[str, ...]
    kinds: dict[str, Kind]

    @model_validator(mode="after")
    def _every_kind_once(self) -> Self:
        ordered(self.order, self.kinds, KINDS)
        if len(self.kinds) < len(KINDS):
            raise ValueError(f"kinds: all of {', '.join(KINDS)}")
        return self

    @property
    def low_runs(self) -> tuple[tuple[str, Literal["lowest", "highest"]], ...]:
        """The kinds in which the run from the ace is not the lowest."""
        ties = {kind: self.kinds[kind].tie.low_run for kind in self.order}
        return tuple((kind, where) for kind, where in ties.items() if where != "lowest")


class Least(Section):
    """With what the bank plays at least: a kind of hand, and its first ranks."""

    kind: Literal["carta-mayor", "pareja"]
    ranks: tuple[str, ...]


class Order(NamedTuple):
    """How hands are scored, from which score the bank plays, and what each kind pays, by its place from the worst."""

    lookup: "Lookup"
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
    lookup = Ranking(pack, HAND, kinds, ace=ace, compared=fewer, low_runs=hands.low_runs).compile()
    lowest = kinds.index(least.kind), tuple(pack.ranks.index(rank) for rank in least.ranks)
    plays = [value is not None and value >= lowest for value in lookup.values]
    return Order(lookup, plays.index(True), kinds, tuple(hands.kinds[kind].pays.num for kind in kinds))
