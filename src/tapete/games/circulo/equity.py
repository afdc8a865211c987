"""Hands against one another: every deal that may still come where that takes seconds, else a sample with its error."""

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from itertools import accumulate, combinations, permutations
from math import comb, factorial, lcm, prod, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.cards.card import SUITS, Pack
from tapete.engine.settings import Settings
from tapete.errors import Said, TapeteError, either
from tapete.games.circulo.deals import ALL, PART, SHARE, Comparison, every, meeting, some
from tapete.games.circulo.hands import HAND
from tapete.games.circulo.ranges import Range, read
from tapete.games.circulo.rules import EARLY, Rules, low_ranking, pack, ranking
from tapete.odds.chain import Number
from tapete.odds.equity import Equity, half
from tapete.sim.stream import generator

SAMPLES = 400_000
MOST_SCORED = 1_500_000_000  # choices of cards, of which a core scores some hundred million a second
A_HAND = 6  # what else a hand takes, in choices scored
MOST_ROWS = 2_000_000
MOST_MEETING = 400_000_000  # of hands without common cards, of which a core compares some hundred million a second
APART = Said("these hands cannot be held together: they have cards in common")
_EACH_RANK = np.uint64(0x1111111111111)


class Tally(NamedTuple):
    """What a player's share, whole pots and parts of pots come to, of all deals; and the share's error."""

    equity: Number
    win: Number
    tie: Number
    error: float | None


class Line(NamedTuple):
    """One line of common cards as far as it lies, and all that lies elsewhere."""

    board: tuple[int, ...]
    gone: tuple[int, ...]


def equity(
    rules: Rules,
    settings: Settings,
    hands: Sequence[str],
    boards: Sequence[str] = (),
    dead: str = "",
    seed: int = 1,
    samples: int = 0,
) -> list[Equity]:
    """What each hand or range expects of the pot. What is not given of hands and boards is dealt at random.

    `samples`: how many deals to draw even where all could be counted.
    """
    cards, making = pack(rules, settings), rules.making
    gone = cards.parse(dead) if dead.strip() else ()
    lines = _lines(rules, cards, boards, gone)
    known = {card for line in lines for card in (*line.board, *line.gone)}
    ranges = [read(text, cards, making.own).without(known) for text in hands]
    _enough(rules, cards, ranges, gone)
    by = showdown(rules, settings, len(ranges))
    on_lines = [_on_line(rules, cards, ranges, line, by, seed + number, samples) for number, line in enumerate(lines)]
    deals = sum(count for _, count in on_lines)
    tallies = [reduce(_mean, players) for players in zip(*(tallies for tallies, _ in on_lines), strict=True)]
    return [
        Equity(
            *(rules.game, rules.region, making.article, text.strip()),
            *(tuple(cards.text(line.board) for line in lines), cards.text(gone)),
            *(tally.equity, tally.win, tally.tie, deals, tally.error),
        )
        for text, tally in zip(hands, tallies, strict=True)
    ]


def _mean(one: Tally, other: Tally) -> Tally:
    """A pot of two halves, one for each line."""
    error = None if one.error is None or other.error is None else sqrt(one.error**2 + other.error**2) / 2
    return Tally(half(one.equity, other.equity), half(one.win, other.win), half(one.tie, other.tie), error)


def _lines(rules: Rules, cards: Pack, boards: Sequence[str], dead: tuple[int, ...]) -> list[Line]:
    """The lines of common cards, each with as many as some street has, no card twice."""
    most = rules.making.boards
    if not rules.making.board and any(text.strip() for text in boards):
        raise TapeteError("{game} has no common cards", game=rules.game)
    if len(boards) > most == 1:
        raise TapeteError("there is one line of common cards here")
    if len(boards) > most:
        raise TapeteError("there are {lines} lines of common cards here", lines=most)
    lying = [cards.parse(text) if text.strip() else () for text in boards]
    lying += [()] * (most - len(lying))
    streets = [
        0,
        *([1] if EARLY in rules.options else []),
        *accumulate(street.common for street in rules.streets.values()),
    ]
    for line in lying:
        if len(line) not in streets:
            sizes = either([str(size) for size in dict.fromkeys(streets)])
            raise TapeteError("common cards lie {sizes} in a line, not {count}", sizes=sizes, count=len(line))
    every_card = [*dead, *(card for line in lying for card in line)]
    for card in every_card:
        if every_card.count(card) > 1:
            raise TapeteError("{card} is there twice", card=cards.show(card))
    return [Line(line, tuple(card for card in every_card if card not in line)) for line in lying]


def _enough(rules: Rules, cards: Pack, ranges: Sequence[Range], dead: Sequence[int]) -> None:
    """Two hands at least, none holding what another one must hold, and a pack that is enough for all.

    What counts deals looks for cards that are left, and does not ask whether there are any.
    """
    if len(ranges) < 2:
        raise TapeteError("give two hands at least")
    sure = [card for hand in ranges if len(hand.hands) == 1 for card in hand.hands[0]]
    for card in sure:
        if sure.count(card) > 1:
            raise TapeteError("{card} is there twice", card=cards.show(card))
    making = rules.making
    asked = len(ranges) * making.own + making.board * making.boards
    if asked + len(dead) > len(cards):
        said = {"players": len(ranges), "pack": cards.name}
        raise TapeteError("{players} hands need more cards than are left of the {pack}", **said)


def showdown(rules: Rules, settings: Settings, players: int) -> Comparison:
    """How hands of a variant are compared."""
    making, order, lowest = rules.making, ranking(rules, settings), low_ranking(rules)
    use = making.from_hand
    mine, common = (use, HAND - use) if use else (making.own, making.board)
    high = order.compile(mine + common).batch.tables
    low = lowest.compile(mine + common).batch.tables if lowest else high
    whole = 2 * lcm(*range(1, players + 1))
    return Comparison(_choices(making.own, mine), _choices(making.board, common), high, low, lowest is not None, whole)


def _choices(cards: int, use: int) -> NDArray[np.uint8]:
    return np.array([*combinations(range(cards), use)], np.uint8).reshape(comb(cards, use), use)


def _on_line(
    rules: Rules, cards: Pack, ranges: Sequence[Range], line: Line, by: Comparison, seed: int, samples: int
) -> tuple[list[Tally], int]:
    """Every deal of one line if they can be counted soon, or else some."""
    left = tuple(card for card in cards.cards if card not in line.board and card not in line.gone)
    if not rules.making.board and not samples and (whole := _whole(rules.making.own, ranges, left)):
        return _meeting(whole, by)
    missing = rules.making.board - len(line.board)
    free = len(left) - rules.making.own * len(ranges)
    scored = len(ranges) * (A_HAND + len(by.mine) * len(by.common)) * comb(free, missing)
    most = MOST_SCORED // scored
    rows = None if samples or not rules.making.board else _rows(rules, ranges, line, left, most)
    if rows is not None and len(rows[0]) <= most:
        return _all(rules, cards, line, rows, by)
    return _some(rules, cards, ranges, line, by, seed, samples or SAMPLES)


def _whole(own: int, ranges: Sequence[Range], left: tuple[int, ...]) -> list[Range]:
    """All that each hand may become, of cards that no other is known to hold; nothing where that is too much."""
    known = [set(hand.hands[0]) if len(hand.hands) == 1 else set() for hand in ranges]
    free = [[card for card in left if card in mine or not any(card in each for each in known)] for mine in known]
    pairs = list(zip(ranges, free, strict=True))
    if prod(len(hand.hands) * comb(len(cards) - hand.known, own - hand.known) for hand, cards in pairs) > MOST_MEETING:
        return []
    whole = [hand.dealt(cards, own) for hand, cards in pairs]
    return [hand for hand in whole if hand is not None] if None not in whole else []


def _meeting(whole: Sequence[Range], by: Comparison) -> tuple[list[Tally], int]:
    """Every deal of hands that have no cards in common with a board, as there is none."""
    starts = np.array([0, *accumulate(len(hand.hands) for hand in whole)])
    held = np.array([cards_of for hand in whole for cards_of in hand.hands], np.uint8)
    masks = np.array([_mask(cards_of) for hand in whole for cards_of in hand.hands], np.uint64)
    tally, deals = meeting(held, masks, starts, by)
    if not deals:
        raise TapeteError(APART)
    return _exact(tally, int(deals), by), int(deals)


def _exact(tally: NDArray[np.int64], deals: int, by: Comparison) -> list[Tally]:
    """What was counted, of all deals."""
    return [
        Tally(
            Fraction(int(player[SHARE]), deals * by.whole),
            Fraction(int(player[ALL]), deals),
            Fraction(int(player[PART]), deals),
            None,
        )
        for player in tally
    ]


def _all(
    rules: Rules, cards: Pack, line: Line, rows: tuple[NDArray[np.uint8], NDArray[np.int64]], by: Comparison
) -> tuple[list[Tally], int]:
    pack_cards = np.array(cards.cards, np.uint8)
    tally, deals = every(*rows, _board(rules, line), len(line.board), pack_cards, _mask((*line.board, *line.gone)), by)
    return _exact(tally, int(deals), by), int(deals)


def _some(
    rules: Rules, cards: Pack, ranges: Sequence[Range], line: Line, by: Comparison, seed: int, samples: int
) -> tuple[list[Tally], int]:
    own = rules.making.own
    held = np.zeros((sum(len(hand.hands) for hand in ranges), own), np.uint8)
    starts = np.array([0, *accumulate(len(hand.hands) for hand in ranges)])
    sizes = np.array([hand.known for hand in ranges])
    for start, hand in zip(starts[:-1], ranges, strict=True):
        held[start : start + len(hand.hands), : hand.known] = hand.hands
    masks = np.array([_mask(cards_of) for hand in ranges for cards_of in hand.hands], np.uint64)
    tally, squares, held_together = some(
        *(generator(seed, 0), samples, held, sizes, masks, starts, own),
        *(_board(rules, line), len(line.board), np.array(cards.cards, np.uint8), _mask((*line.board, *line.gone)), by),
    )
    if not held_together:
        raise TapeteError(APART)
    tallies = []
    for player, square in zip(tally, squares, strict=True):
        mean = float(player[SHARE]) / by.whole / samples
        error = sqrt(max(float(square) / samples - mean**2, 0) / samples)
        tallies.append(Tally(mean, float(player[ALL]) / samples, float(player[PART]) / samples, error))
    return tallies, samples


def _board(rules: Rules, line: Line) -> NDArray[np.uint8]:
    return np.array([*line.board, *[0] * (rules.making.board - len(line.board))], np.uint8)


def _mask(cards: Sequence[int]) -> np.uint64:
    return np.uint64(sum(1 << card for card in cards))


# Which hands meet


def _rows(
    rules: Rules, ranges: Sequence[Range], line: Line, left: tuple[int, ...], most: int
) -> tuple[NDArray[np.uint8], NDArray[np.int64]] | None:
    """Every deal of whole hands, those that differ by suits alone once; and how many there are of each.

    None where they are too many to be put in a list, or even as many as suits can make alike would be more than `most`.
    """
    whole = [hand.dealt(left, rules.making.own) for hand in ranges]
    meeting, used = np.zeros((1, 0), np.int32), np.zeros(1, np.uint64)
    masks = []
    for hand in whole:
        if hand is None or len(meeting) * len(hand.hands) > MOST_ROWS:
            return None
        masks.append(np.array([_mask(cards) for cards in hand.hands], np.uint64))
        before, number = np.nonzero((used[:, None] & masks[-1][None]) == 0)
        meeting = np.column_stack([meeting[before], number.astype(np.int32)])
        used = used[before] | masks[-1][number]
    if not len(meeting):
        raise TapeteError(APART)
    if len(meeting) > most * factorial(SUITS):
        return None
    first, weights = _by_suits(meeting, masks, line)
    held = [np.array(hand.hands, np.uint8)[meeting[first, n]] for n, hand in enumerate(whole) if hand is not None]
    return np.ascontiguousarray(np.stack(held, axis=1)), weights


def _by_suits(
    meeting: NDArray[np.int32], masks: list[NDArray[np.uint64]], line: Line
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """One row of those that suits alone tell apart, and how many they are; what lies on the table stays as it is."""
    least = np.column_stack([mask[meeting[:, n]] for n, mask in enumerate(masks)])
    lying = np.array([_mask(line.board), _mask(line.gone)])
    for order in permutations(range(SUITS)):
        if (_turned(lying, order) == lying).all():
            other = np.column_stack([_turned(mask, order)[meeting[:, n]] for n, mask in enumerate(masks)])
            below, equal = np.zeros(len(least), bool), np.ones(len(least), bool)
            for column in range(least.shape[1]):
                below |= equal & (other[:, column] < least[:, column])
                equal &= other[:, column] == least[:, column]
            least[below] = other[below]
    _, first, weights = np.unique(least, axis=0, return_index=True, return_counts=True)
    return first, weights


def _turned(masks: NDArray[np.uint64], order: Sequence[int]) -> NDArray[np.uint64]:
    """Sets of cards with each suit become another."""
    turned = np.zeros_like(masks)
    for suit, other in enumerate(order):
        turned |= (masks >> np.uint64(suit) & _EACH_RANK) << np.uint64(other)
    return turned
