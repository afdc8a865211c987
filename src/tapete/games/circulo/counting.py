"""How many deals end with each hand: every board, and every hand of a player with it, counted exactly.

Where any cards make a hand, all of them are scored. Where two must be one's own, boards that hands cannot tell apart
are counted once.
"""

import functools
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import msgspec
import numpy as np
from numpy.typing import NDArray

from tapete.cards.card import SUITS, Pack, pack
from tapete.cards.ranking import Ranking
from tapete.odds.kept import Progress, kept
from tapete.odds.parts import counted as in_parts
from tapete.odds.parts import spans

HAND = 5
BOARD, SHARED = 5, 3
NO_LOW = "sin-baja"
AT_ONCE = 256  # boards of a part


class Deal(msgspec.Struct, frozen=True):
    """What is counted: hands of `own` cards and `board` common ones, any five or just `use` of one's own.

    `low`: the lowest hand counts, and kinds are its highest card.
    """

    pack: str
    order: tuple[str, ...]
    own: int
    board: int
    use: int
    low: bool


class Counted(msgspec.Struct, frozen=True):
    """How many of all deals end with each kind of hand, from the worst."""

    counts: dict[str, int]
    of: int


@kept(version=1)
def counted(facts: Deal, progress: Progress) -> Counted:
    """Counts every deal."""
    ranking = _ranking(facts)
    if facts.use:
        return _of_pairs(facts, ranking, progress)
    held = ranking.compile(facts.own + facts.board)
    scores = held.batch.tally()
    names, kind = kinds(ranking, facts.low)
    return Counted(_named(names, np.bincount(kind, scores, len(names)).astype(np.int64)), int(scores.sum()))


def _ranking(facts: Deal) -> Ranking:
    if facts.low:
        return Ranking(pack(facts.pack), HAND, facts.order, ace="low", lowest_wins=True)
    return Ranking(pack(facts.pack), HAND, facts.order)


def kinds(ranking: Ranking, low: bool) -> tuple[list[str], NDArray[np.int64]]:
    """The kinds of hands from the worst, and the kind of every score: a category, or of low hands the highest card."""
    values = ranking.compile().values
    if not low:
        return list(ranking.order), np.array([value[0] if value else 0 for value in values])
    highest = sorted({-value[1][0] for value in values if value}, reverse=True)
    names = [NO_LOW, *(f"baja-{ranking.pack.ranks[rank]}" for rank in highest)]
    return names, np.array([1 + highest.index(-value[1][0]) if value else 0 for value in values])


def _named(names: list[str], counts: NDArray[np.int64]) -> dict[str, int]:
    return {name: int(count) for name, count in zip(names, counts, strict=True)}


def _of_pairs(facts: Deal, ranking: Ranking, progress: Progress) -> Counted:
    """Every board of its kind once, times as many as there are of it."""
    names, _ = kinds(ranking, facts.low)
    totals, parts = [0] * len(names), spans(len(_boards(facts)), AT_ONCE)
    for part, counts in zip(parts, in_parts(on_boards, (facts,), parts), strict=True):
        totals = [count + more for count, more in zip(totals, counts, strict=True)]
        progress(part[1], parts[-1][1])
    cards = len(ranking.pack.cards)
    return Counted(dict(zip(names, totals, strict=True)), comb(cards, BOARD) * comb(cards - BOARD, facts.own))


def on_boards(facts: Deal, start: int, stop: int) -> list[int]:
    """How many deals end with each kind of hand on some of the boards."""
    from tapete.games.circulo.pairs import on_board

    ranking = _ranking(facts)
    names, kind = kinds(ranking, facts.low)
    cards, shared = np.array(ranking.pack.cards, np.uint8), np.array([*combinations(range(BOARD), SHARED)], np.uint8)
    on_boards, tables = [0] * len(names), ranking.compile().batch.tables
    for board, weight in _boards(facts)[start:stop]:
        counts = on_board(np.array(board, np.uint8), cards, facts.own, shared, kind, len(names), tables)
        on_boards = [count + weight * int(more) for count, more in zip(on_boards, counts, strict=True)]
    return on_boards


@functools.lru_cache(maxsize=2)
def _boards(facts: Deal) -> list[tuple[list[int], int]]:
    ranking = _ranking(facts)
    return [*boards(ranking.pack, ranking.compile().colours)]


def boards(cards: Pack, colours: bool = True) -> Iterator[tuple[list[int], int]]:
    """A board for each kind that hands can tell apart, and how many there are of it.

    What counts is the ranks and, where colours do and three or more cards are of one suit, which: two more make one.

    >>> from tapete.cards.card import FRENCH
    >>> sum(weight for _, weight in boards(FRENCH)) == comb(52, 5)
    True
    """
    ranks = range(cards.first, len(cards.ranks))
    for chosen in combinations_with_replacement(ranks, BOARD):
        times = [chosen.count(rank) for rank in dict.fromkeys(chosen)]
        if max(times) <= SUITS:
            weight = prod(comb(SUITS, count) for count in times) - (_suited(times) if colours else 0)
            yield [SUITS * rank + place % SUITS for place, rank in enumerate(chosen)], weight
    if colours:
        yield from _suited_boards(ranks)


def _suited_boards(ranks: range) -> Iterator[tuple[list[int], int]]:
    for size in range(SHARED, BOARD + 1):
        for suited in combinations(ranks, size):
            for rest in combinations_with_replacement(ranks, BOARD - size):
                others = [SUITS * rank + 1 + rest[:place].count(rank) for place, rank in enumerate(rest)]
                weight = SUITS * prod(comb(SUITS - 1, rest.count(rank)) for rank in set(rest))
                yield [*(SUITS * rank for rank in suited), *others], weight


def _suited(times: list[int]) -> int:
    """In how many ways ranks that come so many times have suits, three or more cards the same one."""
    ways = [1]  # to have so many cards of one suit
    for count in times:
        without, with_one = comb(SUITS - 1, count), comb(SUITS - 1, count - 1)
        ways = [a * without + b * with_one for a, b in zip([*ways, 0], [0, *ways], strict=True)]
    return SUITS * sum(ways[SHARED:])
