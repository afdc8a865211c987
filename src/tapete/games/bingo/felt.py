"""What is said and shown of bingo besides the counter at which cards are sold: the board, and one's own cards."""

from collections.abc import Container, Iterator, Sequence
from fractions import Fraction

from tapete.engine.record import until_input
from tapete.engine.requests import Announce
from tapete.engine.settings import Settings
from tapete.engine.transcript import Entry, In
from tapete.errors import Said
from tapete.games.bingo.cards import Lines, called, card, columns
from tapete.games.bingo.rules import ADDED, BY_HAND, SINGING, Rules, cards_in_book, split
from tapete.games.bingo.settle import BINGO, LINE
from tapete.games.shared.felt.boards import Board, Square

EXAMPLES = ("carton", "maquina")
VERBS = {"sing": Said("Sing"), "next": Said("The next ball")}
WAITING = {"stakes": Said("Cards are on sale"), "sing": Said("The numbers are called")}
ACROSS = 15  # numbers in a row of the board


def prizes(rules: Rules, settings: Settings) -> list[tuple[str, Fraction, str]]:
    """What is won of all that is sold: by which prize, what share of it, and by which article."""
    line, bingo = split(rules, settings)
    shares = [(LINE, line, rules.prizes[LINE].article), (BINGO, bingo, rules.prizes[BINGO].article)]
    if rules.accumulated:
        shares.append((ADDED, int(rules.option(settings, ADDED)), rules.accumulated.article))
    return [(name, Fraction(share, 100), article) for name, share, article in shares if share]


def boards(rules: Rules, settings: Settings, entries: Sequence[Entry], who: str) -> list[Board]:
    """The board of all balls, and somebody's cards in the order in which they were bought."""
    counting = until_input(entries[1:])
    out = {entry.fell for entry in counting if isinstance(entry, In) and entry.to.startswith("drum:")}
    numbers = [Square(str(ball), str(ball) in out) for ball in range(1, rules.equipment.balls + 1)]
    rows = tuple(tuple(numbers[first : first + ACROSS]) for first in range(0, len(numbers), ACROSS))
    by_hand = rules.option(settings, SINGING) == BY_HAND
    held = [
        Board(
            "carton", called(rules.equipment, place), _rows(rules, card(rules.equipment, place), out, by_hand), by_hand
        )
        for sold in counting
        if isinstance(sold, Announce) and sold.call == "sold" and sold.args[0] == who
        for place in _places(rules, sold)
    ]
    return [Board("bolas", str(len(out)), rows), *held]


def _places(rules: Rules, sold: Announce) -> Iterator[int]:
    """The places in the book of the cards that a call of a sale names."""
    _, count, cards = sold.args
    number, _, place = cards.partition("-")[0].partition(".")
    first = (int(number) - 1) * rules.equipment.series.cards + int(place) - 1
    return ((first + i) % cards_in_book(rules) for i in range(int(count)))


def _rows(rules: Rules, lines: Lines, out: Container[object], by_hand: bool) -> tuple[tuple[Square, ...], ...]:
    """A card's squares: every number in its column; those out are marked unless its owner does it."""
    return tuple(
        tuple(
            next((Square(str(n), str(n) in out and not by_hand) for n in line if n in column), Square())
            for column in columns(rules.equipment)
        )
        for line in lines
    )
