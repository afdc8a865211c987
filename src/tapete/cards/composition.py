"""What is left in a shoe, as counts: for exact analyses of a shoe that is partly dealt."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from tapete.cards.card import FRENCH, SUITS, Pack
from tapete.errors import Said, TapeteError

READ = 80  # characters of cards that one reads in a sentence
_TEXT = re.compile(r"\s*(\d{1,2})\s*packs?\s*(?:less\s+(.*))?", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True)
class Composition:
    """How many of each card there are; `counts` goes with `pack.cards`.

    >>> shoe = Composition.parse("6 packs less Ah Ks 10d 10d")
    >>> shoe.total, shoe.of(shoe.pack.card("10d")), str(shoe)
    (308, 4, '6 packs less 10d 10d Ks Ah')
    """

    pack: Pack
    packs: int
    counts: tuple[int, ...]

    @classmethod
    def full(cls, packs: int = 1, pack: Pack = FRENCH) -> "Composition":
        """Several whole packs."""
        if packs < 1:
            raise TapeteError("a shoe holds at least one pack, not {packs}", packs=packs)
        return cls(pack, packs, (packs,) * len(pack))

    @classmethod
    def parse(cls, text: str, pack: Pack = FRENCH, packs: int = 6) -> "Composition":
        """Reads `6 packs`, or `6 packs less` the cards that are gone, one as often as it is gone.

        What is none is told how so many would be written.
        """
        match = _TEXT.fullmatch(text)
        if match is None:
            cards = pack.text((pack.cards[-1], pack.cards[0]))
            raise TapeteError(
                "'{text}' is no composition: write '{packs}' or '{packs} less {cards}'",
                text=text[:READ],
                packs=str(cls.full(packs, pack)),
                cards=cards,
            )
        gone = pack.parse_many(match[2]) if match[2] and match[2].strip() else ()
        return cls.full(int(match[1]), pack).less(gone)

    def __str__(self) -> str:
        whole = f"{self.packs} pack{'s' if self.packs != 1 else ''}"
        gone = [card for card, count in self._items for _ in range(self.packs - count)]
        return f"{whole} less {self.pack.text(gone)}" if gone else whole

    @property
    def said(self) -> str:
        """What is left as a sentence names it: how many cards, where more are gone than one would read."""
        text, whole = str(self), self.packs * len(self.pack)
        return text if len(text) <= READ else Said("{left} of {whole} cards", left=self.total, whole=whole)

    @cached_property
    def total(self) -> int:
        """How many cards there are."""
        return sum(self.counts)

    @cached_property
    def ranks(self) -> tuple[int, ...]:
        """How many cards of each rank, counted as in `pack.ranks`; the joker's count comes last where there is one."""
        ranks = [0] * (len(self.pack.ranks) + self.pack.joker)
        for card, count in self._items:
            ranks[card // SUITS] += count
        return tuple(ranks)

    @cached_property
    def suits(self) -> tuple[int, ...]:
        """How many cards of each suit; the joker counts in none."""
        suits = [0] * SUITS
        for card, count in self._items:
            if not self.pack.is_joker(card):
                suits[card % SUITS] += count
        return tuple(suits)

    def of(self, card: int) -> int:
        """How many of this card there are."""
        return self.counts[self._place(card)]

    def nth(self, number: int) -> int:
        """The card at this place, counted from 0, when all are laid out in the pack's order.

        >>> FRENCH.show(Composition.full(6).nth(311))
        'As'
        """
        for card, count in self._items:
            number -= count
            if number < 0:
                return card
        raise TapeteError("there are only {count} cards", count=self.total)

    def less(self, cards: Iterable[int]) -> "Composition":
        """The same without these cards."""
        return self._with(cards, -1)

    def plus(self, cards: Iterable[int]) -> "Composition":
        """The same with these cards put back."""
        return self._with(cards, 1)

    def _with(self, cards: Iterable[int], change: int) -> "Composition":
        counts = list(self.counts)
        for card in cards:
            place = self._place(card)
            counts[place] += change
            if not 0 <= counts[place] <= self.packs:
                shown = self.pack.show(card)
                if self.packs == 1:
                    raise TapeteError("one pack does not hold {card} that often", card=shown)
                raise TapeteError("{packs} packs do not hold {card} that often", packs=self.packs, card=shown)
        return Composition(self.pack, self.packs, tuple(counts))

    def _place(self, card: int) -> int:
        self.pack.show(card)
        return card - self.pack.cards[0]

    @cached_property
    def _items(self) -> tuple[tuple[int, int], ...]:
        return tuple(zip(self.pack.cards, self.counts, strict=True))


class Dwindling:
    """A composition that cards leave one by one.

    >>> shoe = Dwindling(Composition.full())
    >>> shoe.take(FRENCH.card("As"))
    >>> shoe.of(FRENCH.card("As")), shoe.left.total
    (0, 51)
    """

    __slots__ = ("_counts", "pack", "packs")

    def __init__(self, left: Composition) -> None:
        self.pack, self.packs = left.pack, left.packs
        self._counts = list(left.counts)

    @property
    def left(self) -> Composition:
        """What is left."""
        return Composition(self.pack, self.packs, tuple(self._counts))

    def of(self, card: int) -> int:
        """How many of this card there are."""
        return self._counts[card - self.pack.cards[0]]

    def take(self, card: int) -> None:
        """A card leaves."""
        self._counts[card - self.pack.cards[0]] -= 1
