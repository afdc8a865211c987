"""Shoes: several packs shuffled and cut, a cut card, burning, dealing by hand or in packets."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from tapete.cards.card import FRENCH, Pack
from tapete.cards.composition import Composition
from tapete.errors import TapeteError

T = TypeVar("T")


def shuffle_sizes(count: int) -> tuple[int, ...]:
    """The sizes of the draws that shuffle this many cards.

    >>> shuffle_sizes(4)
    (4, 3, 2)
    """
    return tuple(range(count, 1, -1))


def shuffle(order: Sequence[T], draws: Sequence[int]) -> list[T]:
    """Fisher and Yates's shuffle, from draws made elsewhere: all orders are equally likely if the draws are unbiased.

    >>> shuffle("abcd", [0, 0, 0])
    ['b', 'c', 'd', 'a']
    """
    sizes = shuffle_sizes(len(order))
    if len(draws) != len(sizes) or any(not 0 <= draw < size for draw, size in zip(draws, sizes, strict=True)):
        raise TapeteError("shuffling {count} cards takes one draw below each of {count}, …, 3, 2", count=len(order))
    found = list(order)
    for size, draw in zip(sizes, draws, strict=True):
        found[draw], found[size - 1] = found[size - 1], found[draw]
    return found


def cut(order: Sequence[T], at: int) -> list[T]:
    """The pile cut: its first `at` cards go below the others.

    >>> cut("abcde", 2)
    ['c', 'd', 'e', 'a', 'b']
    """
    if not 0 <= at <= len(order):
        raise TapeteError("a pile of {count} cards cannot be cut at {at}", count=len(order), at=at)
    return [*order[at:], *order[:at]]


def dealing(hands: int, cards: int, packet: int = 1) -> Iterator[int]:
    """The hand that each card goes to: one by one as by hand, or in the packets an automatic shuffler gives.

    >>> list(dealing(3, 2)), list(dealing(3, 2, packet=2))
    ([0, 1, 2, 0, 1, 2], [0, 0, 1, 1, 2, 2])
    """
    for given in range(0, cards, packet):
        for hand in range(hands):
            for _ in range(min(packet, cards - given)):
                yield hand


@dataclass(frozen=True)
class Stock:
    """The physical cards of a shoe, numbered from 0, pack after pack. Backs are shared out evenly among the packs.

    >>> stock = Stock(FRENCH, packs=6, backs=("red", "blue"))
    >>> len(stock), stock.card(51 + 52), stock.back(51), stock.back(311)
    (312, 51, 'red', 'blue')
    """

    pack: Pack = FRENCH
    packs: int = 1
    backs: tuple[str, ...] = ("red",)

    def __post_init__(self) -> None:
        if self.packs < 1 or not self.backs or self.packs % len(self.backs):
            raise TapeteError(
                "{packs} packs cannot be shared evenly among {backs} backs", packs=self.packs, backs=len(self.backs)
            )

    def __len__(self) -> int:
        return self.packs * len(self.pack)

    def card(self, number: int) -> int:
        """The face of a physical card."""
        return self.pack.cards[number % len(self.pack)]

    def back(self, number: int) -> str:
        """The back of a physical card."""
        return self.backs[number // len(self.pack) * len(self.backs) // self.packs]


def in_play(stocks: Sequence[Stock], deal: int) -> Stock:
    """The pack of this deal, counted from 0, where packs of different backs take turns: one is dealt, one shuffled.

    >>> in_play([Stock(backs=("red",)), Stock(backs=("blue",))], 3).backs
    ('blue',)
    """
    return stocks[deal % len(stocks)]


@dataclass(frozen=True)
class Shoe:
    """An order of physical cards and how far it has been dealt. `behind` cards lie behind the cut card.

    >>> shoe = Shoe.of(Stock(FRENCH), draws=[0] * 51, behind=7)
    >>> cards, shoe = shoe.deal(2)
    >>> FRENCH.text(cards), shoe.left, shoe.cut_card_out
    ('2d 2h', 50, False)
    """

    stock: Stock
    order: tuple[int, ...]
    behind: int = 0
    dealt: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.behind <= len(self.order):
            raise TapeteError(
                "the cut card cannot lie {behind} cards from the end of {count}",
                behind=self.behind,
                count=len(self.order),
            )

    @classmethod
    def of(cls, stock: Stock, draws: Sequence[int], cut_at: int = 0, behind: int = 0) -> "Shoe":
        """A whole stock shuffled by these draws, cut, with the cut card `behind` cards from the end."""
        return cls(stock, tuple(cut(shuffle(range(len(stock)), draws), cut_at)), behind)

    @property
    def left(self) -> int:
        """How many cards can still be dealt, those behind the cut card included."""
        return len(self.order) - self.dealt

    @property
    def cut_card_out(self) -> bool:
        """Whether the cut card is next or has come out: the shoe ends with the coup in course."""
        return self.behind > 0 and self.left <= self.behind

    @property
    def next_back(self) -> str:
        """The back of the next card, which anybody at the table can see."""
        return self.stock.back(self._next(1)[0])

    def deal(self, count: int = 1) -> tuple[tuple[int, ...], "Shoe"]:
        """The next cards, and the shoe without them."""
        cards = tuple(map(self.stock.card, self._next(count)))
        return cards, replace(self, dealt=self.dealt + count)

    def burn(self, count: int = 1) -> "Shoe":
        """The shoe after that many cards are thrown away unseen."""
        self._next(count)
        return replace(self, dealt=self.dealt + count)

    @cached_property
    def composition(self) -> Composition:
        """What lies in the shoe, as counts: a card burnt unseen is gone from it too."""
        left = Counter(map(self.stock.card, self.order[self.dealt :]))
        pack = self.stock.pack
        return Composition(pack, self.stock.packs, tuple(left[card] for card in pack.cards))

    def _next(self, count: int) -> tuple[int, ...]:
        if not 0 <= count <= self.left:
            raise TapeteError("the shoe has {left} cards left, not {count}", left=self.left, count=count)
        return self.order[self.dealt : self.dealt + count]
