"""Every deal counted: what leaving a stake in play is worth, and how a way of deciding fares.

Hands of three cards that differ only in which suit is which are one hand with a weight. Behind each of them comes
every other card as the first common one, and behind that every other as the second.
"""

import functools
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.cards.card import SUITS
from tapete.cards.lookup import BASE, Lookup, Scores
from tapete.cards.ranking import Ranking
from tapete.games.trijoker.rules import BEST, LEAVES, OWN, SIMPLE
from tapete.games.trijoker.settle import STAKES, in_play, net

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
RENAMED = np.array([*permutations(range(SUITS))], np.uint8)  # every way to call the suits otherwise
AT_ONCE = 2000  # hands completed at a time, so that a pack without symmetry fits in memory
NO_DEAL = 255
LEFT_IN_PLAY = np.array([[in_play(first, second) for second in (False, True)] for first in (False, True)])


class Hands(NamedTuple):
    """Hands of three cards, one a row, and how many each stands for."""

    cards: Bytes
    weights: Ints


class Alike(NamedTuple):
    """All hands of a pack, which of the different ones each is, and which renaming of suits makes it that one."""

    hands: Hands
    of: Ints
    renaming: Ints


class Worth(NamedTuple):
    """How often each gain completes each hand with each first common card, of those in `rest`."""

    hands: Hands
    rest: Bytes
    gains: tuple[int, ...]
    counts: Bytes


class Plan(NamedTuple):
    """Which hands leave the first stake, and with which first common card the second."""

    first: Bools
    second: Bools


class Fares(NamedTuple):
    """How often each gain meets each number of stakes, from one on, over all deals."""

    gains: tuple[int, ...]
    counts: tuple[tuple[int, ...], ...]


@functools.cache
def alike(cards: tuple[int, ...]) -> Alike:
    """The hands of a whole pack.

    >>> different = alike(tuple(range(52))).hands
    >>> len(different.cards), int(different.weights.sum())
    (1755, 22100)
    """
    every = np.array([*combinations(cards, OWN)], np.uint8)
    keys = np.stack([_key(np.sort(renamed(every, names), axis=1)) for names in RENAMED])
    lowest, of, weights = np.unique(keys.min(axis=0), return_inverse=True, return_counts=True)
    first = np.unravel_index(lowest, (256,) * OWN)
    return Alike(Hands(np.stack(first, axis=1).astype(np.uint8), weights), of, keys.argmin(axis=0))


def renamed(cards: Bytes, names: Bytes) -> Bytes:
    """Cards under other names of suits."""
    renamed: Bytes = cards - cards % SUITS + names[cards % SUITS]
    return renamed


def _key(hands: Bytes) -> Ints:
    return np.asarray(np.ravel_multi_index(tuple(hands.astype(np.int64).T), (256,) * OWN))


@functools.lru_cache(maxsize=8)
def worth(ranking: Ranking, gains: tuple[int, ...], cards: tuple[int, ...]) -> Worth:
    """Every deal from these cards; `gains` goes by the score of five."""
    if len(cards) == len(ranking.pack):
        hands = alike(cards).hands
    else:
        every = np.array([*combinations(cards, OWN)], np.uint8)
        hands = Hands(every, np.ones(len(every), np.int64))
    kinds = tuple(sorted({0, *gains}))
    by_score = np.array([kinds.index(gain) for gain in gains], np.uint8)
    rest = _others(np.array(cards, np.uint8), hands.cards)
    return Worth(hands, rest, kinds, np.concatenate([*_counted(ranking.compile(), by_score, hands.cards, rest)]))


def plan(worth: Worth, way: str) -> Plan:
    """A way of deciding: the best; one to remember; always leaving; never.

    To remember: a stake stays with a prize for certain and, the second, with four cards of one suit too.
    """
    first, second = np.full(len(worth.rest), way == LEAVES), np.full(worth.rest.shape, way == LEAVES)
    if way == BEST:
        four = worth.counts @ np.array([net(gain, 1) for gain in worth.gains], np.int64)
        first, second = four.sum(axis=1) > 0, four > 0
    elif way == SIMPLE:
        paid = worth.counts[:, :, 0] == 0
        first, second = paid.all(axis=1), paid | (_of_a_suit(worth.hands.cards)[:, None] & _follows(worth))
    return Plan(first, second)


def fares(worth: Worth, chosen: Plan) -> Fares:
    """Plays every deal."""
    stakes = LEFT_IN_PLAY[chosen.first[:, None].astype(np.int64), chosen.second.astype(np.int64)]
    counts = [
        ((stakes == number) * worth.hands.weights[:, None]).ravel() @ worth.counts.reshape(-1, len(worth.gains))
        for number in range(1, STAKES + 1)
    ]
    return Fares(worth.gains, tuple(tuple(map(int, row)) for row in np.stack(counts, axis=1)))


def _of_a_suit(hands: Bytes) -> Bools:
    suits = hands % SUITS
    return np.asarray((suits == suits[:, :1]).all(axis=1))


def _follows(worth: Worth) -> Bools:
    """Which cards have the suit of a hand's first."""
    return np.asarray(worth.rest % SUITS == worth.hands.cards[:, :1] % SUITS)


def _others(cards: Bytes, hands: Bytes) -> Bytes:
    """For each hand the cards that are not in it."""
    left = (cards != hands[:, :, None]).all(axis=1)
    return np.asarray(np.broadcast_to(cards, left.shape)[left].reshape(len(hands), -1))


def _counted(hands: Lookup, by_score: Bytes, threes: Bytes, rest: Bytes) -> Iterator[Bytes]:
    """For each hand and first common card, how many second ones lead to each kind of gain."""
    triples, plain = _plain(hands)
    kinds = int(by_score.max()) + 1
    same = np.eye(rest.shape[1], dtype=bool)
    for start in range(0, len(rest), AT_ONCE):
        own, others = threes[start : start + AT_ONCE], rest[start : start + AT_ONCE]
        ranks = others // SUITS
        scores = plain[np.searchsorted(triples, _sums(own))[:, None, None], ranks[:, :, None], ranks[:, None, :]]
        _score_suited(hands, own, others, scores)
        counted = by_score[scores]
        counted[:, same] = NO_DEAL
        yield np.stack([(counted == kind).sum(axis=2, dtype=np.uint8) for kind in range(kinds)], axis=2)


def _sums(cards: Bytes) -> Ints:
    return np.asarray((BASE ** (cards // SUITS).astype(np.int64)).sum(axis=1))


def _plain(hands: Lookup) -> tuple[Ints, Scores]:
    """The sums of three ranks, ascending, and scores without suits by their places and two more ranks.

    Five of one rank are no hand: what stands there is never asked for.
    """
    powers: Ints = BASE ** np.arange(len(hands.ranking.pack.ranks), dtype=np.int64)
    triples = np.sort(powers[np.array([*combinations_with_replacement(range(len(powers)), OWN)])].sum(axis=1))
    places = np.searchsorted(hands.sums, triples[:, None, None] + powers[:, None] + powers)
    return triples, hands.plain[places.clip(max=len(hands.sums) - 1)]


def _score_suited(hands: Lookup, own: Bytes, others: Bytes, scores: Scores) -> None:
    """Puts the scores of colours in their places."""
    suited = np.flatnonzero(_of_a_suit(own))
    bits = 1 << (others[suited] // SUITS).astype(np.int64)
    ranks = (1 << (own[suited] // SUITS).astype(np.int64)).sum(axis=1)
    follows = others[suited] % SUITS == own[suited, :1] % SUITS
    both = follows[:, :, None] & follows[:, None, :]
    colours = hands.suited[ranks[:, None, None] | bits[:, :, None] | bits[:, None, :]]
    scores[suited] = np.where(both, np.maximum(colours, scores[suited]), scores[suited])
