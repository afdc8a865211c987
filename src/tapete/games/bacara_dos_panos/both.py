"""Every coup that a shoe may give against both cloths, counted: by what the banker faces, and how it ends at each.

Nine cards are always thought of as dealt: two to each cloth and to the banker, and a third for each, whether taken or
not. Which of those left a third card is does not matter, so their order does not either; a hand counts by its points.
"""

import functools
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.games.bacara_dos_panos.settle import ends
from tapete.games.shared.bacara.points import STOOD, TOTALS
from tapete.games.shared.bacara.rules import STANDS, TAKES, Third

Ints = NDArray[np.int64]
Big = NDArray[Any]  # of Python's integers, which are of any size
SHOWN = STOOD + 1  # in place of a cloth's third card, where it showed a natural
FACED = SHOWN + 1
ALWAYS, DREW, STAYED = range(3)  # a cloth's hands: those of which it has no choice, and the others by what it did
ENDS = 3
LOW = 32  # bits: counts are summed in two halves, which no sum overflows


class Counted(NamedTuple):
    """All coups of a shoe.

    `sure` are those that the banker's natural ends, by the ends at both cloths. `draw` and `stand` are those in which
    he faces something, of his drawing and standing: by his points, what each cloth has, the kind of each, and the ends.
    """

    sure: Big
    draw: Big
    stand: Big
    of: int


class Branches(NamedTuple):
    """What a cloth may come to: from its points and a third card, what the banker faces, its kind, its end by his."""

    points: Ints
    third: Ints
    faced: Ints
    kind: Ints
    end: Ints


class Hands(NamedTuple):
    """Who takes a third card, and with which two cards a hand wins over any other."""

    rule: Third
    first: frozenset[int]


def count(dealt: Ints, hands: Hands) -> Counted:
    """Counts the coups, with each cloth's choice left open."""
    branches = _branches(hands)
    return _counted(dealt, hands, branches, branches)


def count_with(dealt: Ints, hands: Hands, points: int, draws: bool) -> Counted:
    """The same where the first cloth has these points and draws or stands: it has but one kind of hand then."""
    faced = SHOWN if points in hands.rule.natural else STOOD
    ones = [(points, third, third if draws else faced, ALWAYS) for third in range(TOTALS)]
    lasts = [(points + third) % TOTALS if draws else points for third in range(TOTALS)]
    only = np.zeros_like(dealt)
    only[..., points, :] = dealt[..., points, :]
    made = _made([(*one, last) for one, last in zip(ones, lasts, strict=True)], hands)
    return _counted(only, hands, made, _branches(hands))


def _counted(dealt: Ints, hands: Hands, ones: Branches, others: Branches) -> Counted:
    return Counted(_sure(dealt, hands), *_faced(dealt, hands, ones, others), int(_summed(dealt, range(dealt.ndim))))


@functools.lru_cache(maxsize=8)
def coups(left: tuple[int, ...]) -> Ints:
    """How many orders there are: by the banker's points and third card, the cloths' third cards, and their points."""
    pairs, where = _pairs_left(left)
    whole = np.array(left, np.int64)
    coups = np.zeros((TOTALS,) * 6, np.int64)
    axes = np.indices((TOTALS,) * 4)  # the banker's points, his third card, those of both cloths
    for one in range(TOTALS):
        cards = [np.full_like(axes[0], one), (axes[0] - one) % TOTALS, *axes[1:]]
        ways = np.ones_like(axes[0])
        for number, card in enumerate(cards):
            ways = ways * (whole[card] - sum((card == before for before in cards[:number]), np.zeros_like(card)))
        coups += ways[..., None, None] * pairs[where[_key(cards)]]
    return coups


def _key(cards: list[Ints]) -> Ints:
    """A number for five cards, whatever their order."""
    ordered = np.sort(np.stack(cards), axis=0)
    return np.asarray((ordered * (TOTALS ** np.arange(len(cards)))[:, None, None, None, None]).sum(axis=0))


def _pairs_left(left: tuple[int, ...]) -> tuple[Ints, Ints]:
    """After any five cards are gone, in how many orders both cloths have their points; and where to find which five.

    Two pairs that share no card: all pairs of pairs, less those that share one, which is any of four, plus those that
    share both, which were taken off twice.
    """
    five = np.indices((TOTALS,) * 5).reshape(5, -1)
    five = five[:, (np.diff(five, axis=0) >= 0).all(axis=0)]
    rest = np.array(left) - (five[:, :, None] == np.arange(TOTALS)).sum(axis=0)
    where = np.zeros(TOTALS**5, np.int64)
    where[(five * (TOTALS ** np.arange(5))[:, None]).sum(axis=0)] = np.arange(five.shape[1])
    totals = np.arange(TOTALS)
    other = (totals[:, None] - totals) % TOTALS  # by the total and one card, the other card
    partner = rest[:, other] - (other == totals)
    pairs = (rest[:, None, :] * partner).sum(axis=2)
    shared = np.einsum("nv,npv,nqv->npq", rest, partner, partner)
    return pairs[:, :, None] * pairs[:, None, :] - 4 * shared + 2 * pairs[:, :, None] * np.eye(TOTALS, dtype=int), where


def _branches(hands: Hands) -> Branches:
    """All that a cloth may come to."""
    rows, rule = [], hands.rule
    for points in range(TOTALS):
        letter = rule.punto(points)
        for third in range(TOTALS):
            if points in rule.natural:
                rows.append((points, third, SHOWN, ALWAYS, points))
                continue
            if letter != STANDS:
                kind = ALWAYS if letter == TAKES else DREW
                rows.append((points, third, third, kind, (points + third) % TOTALS))
            if letter != TAKES:
                kind = ALWAYS if letter == STANDS else STAYED
                rows.append((points, third, STOOD, kind, points))
    return _made(rows, hands)


def _made(rows: Sequence[tuple[int, ...]], hands: Hands) -> Branches:
    """Rows of points, third card, what is faced, kind and last points as columns, with how each ends."""
    columns = np.array(rows).T
    wins = [faced == SHOWN and last in hands.first for _, _, faced, _, last in rows]
    end = [[ends(row[4], over, b, False) for row, over in zip(rows, wins, strict=True)] for b in range(TOTALS)]
    points, third, faced, kind, _ = columns
    return Branches(points, third, faced, kind, np.array(end))


def _faced(dealt: Ints, hands: Hands, ones: Branches, others: Branches) -> tuple[Big, Big]:
    """The coups in which the banker has no natural, of his drawing and of his standing."""
    points = np.array([b for b in range(TOTALS) if b not in hands.rule.natural])
    one, other = np.meshgrid(np.arange(len(ones.kind)), np.arange(len(others.kind)), indexing="ij")
    cells = (ones.third[one], others.third[other], ones.points[one], others.points[other])
    shape = (len(points), FACED, FACED, int(ones.kind.max()) + 1, int(others.kind.max()) + 1, ENDS, ENDS)
    at = (ones.faced[one], others.faced[other], ones.kind[one], others.kind[other])
    draw, stand = (np.zeros((2, int(np.prod(shape))), np.int64) for _ in range(2))
    for row, b in enumerate(points):
        for card in range(TOTALS):
            amounts = dealt[(b, card, *cells)]
            for total, last in ((draw, (b + card) % TOTALS), (stand, b)):
                flat = np.ravel_multi_index((row, *at, ones.end[last][one], others.end[last][other]), shape)
                np.add.at(total[0], flat, amounts & (2**LOW - 1))
                np.add.at(total[1], flat, amounts >> LOW)
    return _joined(draw).reshape(shape), _joined(stand).reshape(shape)


def _sure(dealt: Ints, hands: Hands) -> Big:
    """The coups that the banker's natural ends."""
    sure = np.zeros((ENDS, ENDS), object)
    for b in hands.rule.natural:
        by_points = _summed(dealt[b], range(3))
        for one in range(TOTALS):
            for other in range(TOTALS):
                at = tuple(ends(points, points in hands.first, b, b in hands.first) for points in (one, other))
                sure[at] += by_points[one, other]
    return sure


def _summed(counts: Ints, axes: Iterable[int]) -> Any:
    """A sum that may be of any size."""
    return _joined(np.stack([part.sum(axis=tuple(axes)) for part in (counts & (2**LOW - 1), counts >> LOW)]))


def _joined(halves: Ints) -> Any:
    """Two halves as whole numbers."""
    return halves[0].astype(object) + (halves[1].astype(object) << LOW)
