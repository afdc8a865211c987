"""The player's hands as a lattice: every hand that can grow from some first cards, and what each card makes of it."""

import functools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.games.blackjack.bank import VALUES

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Hand = tuple[int, ...]  # values in any order, an ace 1

# How a player's hand may end: with its points up to 21, bust, as a blackjack, with three sevens.
OVER, NATURAL, THREE_SEVENS = 22, 23, 24

_BASE = 1 << np.arange(0, 6 * VALUES, 6, dtype=np.int64)  # a multiset as one number, six bits for each value


class Start(NamedTuple):
    """First cards whose hands, of `most` cards at most, are wanted; `gone` are cards besides that are known to be out.

    A `split` hand makes no blackjack.
    """

    cards: Hand
    gone: Hand = ()
    most: int = 21
    split: bool = False


class Lattice(NamedTuple):
    """Hands of 21 hard points at most, those of each start together, and within it by hard points.

    `grown` is the hand that each value makes of a hand, or one past the last where it busts. `gone` has the distinct
    multisets of cards known to be out, and `at` which of them goes with a hand. A `closed` hand takes no more cards;
    `rising` has those that may, by hard points. `own` is how a hand ends that takes none.
    """

    keys: Ints
    cards: Ints
    hard: Ints
    soft: Bools
    points: Ints
    size: Ints
    own: Ints
    split: Bools
    closed: Bools
    grown: Ints
    gone: Ints
    at: Ints
    blocks: tuple[slice, ...]
    rising: tuple[Ints, ...]

    def rows(self, hands: Sequence[Hand]) -> Ints:
        """Where hands of the first start are."""
        keys = self.keys[self.blocks[0]]
        return np.array([np.flatnonzero(keys == multiset(hand) @ _BASE)[0] for hand in hands])


def multiset(cards: Sequence[int]) -> Ints:
    """How many there are of each value, from the ace to the ten.

    >>> multiset((1, 10, 10)).tolist()
    [1, 0, 0, 0, 0, 0, 0, 0, 0, 2]
    """
    return np.bincount(np.array(cards, np.int64), minlength=VALUES + 1)[1:]


@functools.lru_cache(maxsize=256)
def lattice(starts: tuple[Start, ...]) -> Lattice:
    """The hands that grow from these starts."""
    every, onwards = _hands()
    size = every.sum(axis=1)
    rows = [np.flatnonzero((every >= multiset(s.cards)).all(axis=1) & (size <= s.most)) for s in starts]
    stops = np.cumsum([len(block) for block in rows])
    grown = np.concatenate([_links(onwards, block, stop) for block, stop in zip(rows, stops, strict=True)])
    each = np.repeat(np.arange(len(starts)), [len(block) for block in rows])
    cards = every[np.concatenate(rows)]
    out = cards + np.array([multiset(start.gone) for start in starts])[each]
    _, distinct, at = np.unique(out @ _BASE, return_index=True, return_inverse=True)
    hard = cards @ np.arange(1, VALUES + 1)
    soft = (cards[:, 0] > 0) & (hard <= 11)
    points, held = np.where(soft, hard + 10, hard), cards.sum(axis=1)
    closed = held >= np.array([start.most for start in starts])[each]
    split = np.array([start.split for start in starts])[each]
    natural, sevens = (held == 2) & (points == 21) & ~split, (held == 3) & (cards[:, 6] == 3)
    may = (held > 1) & (points < 21) & ~closed
    return Lattice(
        cards @ _BASE,
        cards,
        hard,
        soft,
        points,
        held,
        np.where(natural, NATURAL, np.where(sevens, THREE_SEVENS, points)),
        split,
        closed,
        np.where(grown < 0, len(cards), grown),
        out[distinct],
        at,
        tuple(slice(int(stop) - len(block), int(stop)) for block, stop in zip(rows, stops, strict=True)),
        tuple(np.flatnonzero(may & (hard == points)) for points in range(2, 21)),
    )


def _links(onwards: Ints, rows: Ints, stop: int) -> Ints:
    """Where the hands that follow these rows are, in a block that ends at `stop`; -1 for none."""
    place = np.full(len(onwards) + 1, -1)
    place[rows] = np.arange(stop - len(rows), stop)
    links: Ints = place[onwards[rows]]
    return links


@functools.cache
def _hands() -> tuple[Ints, Ints]:
    """Every hand of 21 hard points at most, by hard points, and the hand that each value makes of it."""
    hands = np.array([multiset(hand) for hand in _grow((), 1, 21)])
    hands = hands[np.argsort(hands @ np.arange(1, VALUES + 1), kind="stable")]
    keys = hands @ _BASE
    order = np.argsort(keys)
    places = np.searchsorted(keys, keys[:, None] + _BASE, sorter=order)
    index = np.append(order, len(hands))[places]
    same = np.append(keys, -1)[index] == keys[:, None] + _BASE
    return hands, np.where(same, index, len(hands))


def _grow(hand: Hand, least: int, room: int) -> Iterator[Hand]:
    for value in range(least, min(room, VALUES) + 1):
        yield (*hand, value)
        yield from _grow((*hand, value), value, room - value)
