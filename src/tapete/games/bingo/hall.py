"""The cards in play: what has come out, which lines and cards are complete, who sings and what is shared."""

from collections.abc import Iterator
from typing import NamedTuple

from tapete.engine.places import stakes
from tapete.engine.table import Table
from tapete.games.bingo.cards import Lines, called, card
from tapete.games.bingo.carry import Room
from tapete.games.bingo.rules import Rules, cards_in_book
from tapete.games.bingo.settle import BINGO, LINE


class Held(NamedTuple):
    """A card in play: whose it is, its place in the book, its lines."""

    who: str
    place: int
    lines: Lines


class Sold(NamedTuple):
    """What somebody bought at once: so many cards, from one place of the book on."""

    who: str
    spot: str
    cents: int
    first: int
    cards: int


class Hall:
    """A game of bingo in a room, from the cards that were sold."""

    def __init__(self, rules: Rules, table: Table[Room]) -> None:
        self.rules, self.drum = rules, rules.equipment
        self.sold = list(self._sold(table))
        self.cards = [
            Held(sale.who, place, card(self.drum, place))
            for sale in self.sold
            for place in self._places(sale.first, sale.cards)
        ]
        self.out: list[int] = []
        self._marked: set[int] = set()

    def _sold(self, table: Table[Room]) -> Iterator[Sold]:
        """The cards of every stake, one after another through the book."""
        next = table.carry.next
        for stake in stakes(table.places):
            count = stake.cents // table.settings.minimum
            yield Sold(stake.who, stake.bet, stake.cents, next, count)
            next = (next + count) % cards_in_book(self.rules)

    def _places(self, first: int, count: int) -> list[int]:
        return [(first + i) % cards_in_book(self.rules) for i in range(count)]

    def identified(self, sale: Sold) -> str:
        """The cards of a sale by series and number: the first and the last."""
        places = self._places(sale.first, sale.cards)
        ends = dict.fromkeys((called(self.drum, places[0]), called(self.drum, places[-1])))
        return "-".join(ends)

    @property
    def sales(self) -> int:
        """What was paid for the cards."""
        return sum(sale.cents for sale in self.sold)

    @property
    def next(self) -> int:
        """The place in the book of the first card that is sold next."""
        last = self.sold[-1]
        return (last.first + last.cards) % cards_in_book(self.rules)

    def call(self, ball: int) -> None:
        """A ball comes out."""
        self.out.append(ball)
        self._marked.add(ball)

    def complete(self, what: str, who: str = "") -> list[Held]:
        """The combinations that are complete, everybody's or one player's: a card is there once for each of them."""
        cards = (held for held in self.cards if who in ("", held.who))
        if what == LINE:
            return [held for held in cards for line in held.lines if self._marked.issuperset(line)]
        assert what == BINGO
        return [held for held in cards if all(map(self._marked.issuperset, held.lines))]
