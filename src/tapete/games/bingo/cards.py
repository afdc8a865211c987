"""The book of cards: series in which every number stands once, the same in every room, made from nothing secret."""

import functools
from collections.abc import Sequence

from tapete.engine.sealed import draw
from tapete.errors import IllegalAction
from tapete.games.bingo.rules import Card, Drum

Lines = tuple[tuple[int, ...], ...]
SEED = b"tapete bingo, the book of cards"


@functools.lru_cache(maxsize=4096)
def series(drum: Drum, number: int) -> tuple[Lines, ...]:
    """The cards of a series by its number, from 1."""
    draws = _Draws(f"series {number}")
    counts = _counts(drum, draws)
    dealt: list[list[list[int]]] = [[] for _ in counts]
    for column, numbers in enumerate(columns(drum)):
        left = draws.shuffled(list(numbers))
        for card, count in zip(dealt, counts, strict=True):
            card.append(sorted(left.pop() for _ in range(count[column])))
    return tuple(_lines(drum.card, card, draws) for card in dealt)


def card(drum: Drum, place: int) -> Lines:
    """The card at a place of the book, from 0."""
    return series(drum, place // drum.series.cards + 1)[place % drum.series.cards]


def called(drum: Drum, place: int) -> str:
    """A card as it is identified: its series, and its number in it."""
    return f"{place // drum.series.cards + 1}.{place % drum.series.cards + 1}"


def columns(drum: Drum) -> list[range]:
    """The numbers of each column: tens, the first without a zero, the last with what is left over."""
    width = drum.balls // drum.card.columns
    starts = [max(1, column * width) for column in range(drum.card.columns)]
    return [range(start, end) for start, end in zip(starts, [*starts[1:], drum.balls + 1], strict=True)]


def check_card(drum: Drum, lines: Sequence[Sequence[int]]) -> None:
    """Raises what is wrong with a card that somebody has printed, by the article that says how one is made."""
    rule = drum.card
    numbers = [number for line in lines for number in line]
    each = rule.numbers // rule.lines
    if len(lines) != rule.lines or any(len(line) != each for line in lines):
        raise IllegalAction("a card has {lines} lines of {each} numbers", rule.article, lines=rule.lines, each=each)
    for number in numbers:
        if not 1 <= number <= drum.balls or numbers.count(number) > 1:
            raise IllegalAction(
                "{number} is not on a card: its numbers are from 1 to {most}, each once",
                rule.article,
                number=number,
                most=drum.balls,
            )
    for place, column in enumerate(columns(drum), 1):
        count = sum(number in column for number in numbers)
        if not rule.in_column[0] <= count <= rule.in_column[1]:
            raise IllegalAction(
                "column {column} of the card has {count} numbers, not {least} to {most}",
                rule.article,
                column=place,
                count=count,
                least=rule.in_column[0],
                most=rule.in_column[1],
            )


class _Draws:
    """Draws that anybody can make again."""

    def __init__(self, what: str) -> None:
        self.what, self.made = what, 0

    def below(self, size: int) -> int:
        """A number below a size."""
        self.made += 1
        return draw(SEED, f"{self.what}/{self.made}", size)

    def shuffled(self, items: list[int]) -> list[int]:
        """The items in another order."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items


def _counts(drum: Drum, draws: _Draws) -> list[list[int]]:
    """How many numbers each card has in each column: drawn until no column of a card has too many."""
    least, most = drum.card.in_column
    cards = drum.series.cards
    more = [column for column, numbers in enumerate(columns(drum)) for _ in range(len(numbers) - least * cards)]
    each = len(more) // cards
    while True:
        dealt = draws.shuffled(list(more))
        counts = [[least] * drum.card.columns for _ in range(cards)]
        for i, column in enumerate(dealt):
            counts[i // each][column] += 1
        if max(map(max, counts)) <= most:
            return counts


def _lines(rule: Card, columns: Sequence[Sequence[int]], draws: _Draws) -> Lines:
    """Columns of numbers put into lines of one length: the fullest columns first, into the emptiest lines."""
    room = [rule.numbers // rule.lines] * rule.lines
    placed: dict[int, list[int]] = {line: [] for line in range(rule.lines)}
    for column in sorted(draws.shuffled(list(range(len(columns)))), key=lambda column: -len(columns[column])):
        order = sorted(draws.shuffled(list(range(rule.lines))), key=lambda line: -room[line])
        for line, number in zip(sorted(order[: len(columns[column])]), columns[column], strict=True):
            placed[line].append(number)
            room[line] -= 1
    return tuple(tuple(sorted(numbers)) for numbers in placed.values())
