"""Kinds of hands for the tables of best play, and what each of them may keep."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tapete.cards.card import FRENCH
from tapete.games.poker_con_descarte.best import CHOICES
from tapete.games.poker_con_descarte.hands import HAND, Alike
from tapete.games.poker_con_descarte.settle import ACE, ALL, NOTHING, PAIR, SUITS, step

HIGH_PAIR, LOW_PAIR = "pareja-alta", "pareja-baja"
FOUR_SUITED, IN_A_ROW = "cuatro-de-un-palo", "cuatro-seguidas"
WITH_A_HOLE, THREE_SUITED = "cuatro-con-hueco", "tres-de-un-palo"
BY_STEP = ("escalera-o-mas", "trio", "doble-pareja", "", FOUR_SUITED, IN_A_ROW)
CHOICE = {ALL & ~sum(1 << place for place in places): number for number, places in enumerate(CHOICES)}


def going(hand: Sequence[int], least: int) -> str:
    """What a hand is for going on: by the bank's steps, a pair by whether the bank would play with it, or the rank.

    >>> [going(FRENCH.parse(hand), 6) for hand in ("2c 2d 5h 9s Kc", "8c 8d 5h 9s Kc", "2c 4d 5h 9s Kc")]
    ['pareja-baja', 'pareja-alta', 'K']
    """
    bound, _ = step(hand)
    ranks = sorted(card // SUITS for card in hand)
    if bound == PAIR:
        paired = next(rank for rank in ranks if ranks.count(rank) == 2)
        return HIGH_PAIR if paired >= least else LOW_PAIR
    return FRENCH.ranks[ranks[-1]] if bound == NOTHING else BY_STEP[bound]


def others(hand: Sequence[int]) -> dict[str, int]:
    """What a hand with a pair or nothing may keep instead of what the bank would, as bits by ascending places.

    Of two straights it is the higher one.
    """
    others: dict[str, int] = {}
    bound, _ = step(hand)
    if bound not in (PAIR, NOTHING):
        return others
    for odd in range(HAND):
        four = [card for place, card in enumerate(hand) if place != odd]
        if len({card % SUITS for card in four}) == 1:
            others[FOUR_SUITED] = ALL & ~(1 << odd)
        elif kind := _run(four):
            others.setdefault(kind, ALL & ~(1 << odd))
    for mask in _suited(hand):
        if bound == NOTHING and mask.bit_count() == 3:
            others[THREE_SUITED] = mask
    return others


def _run(four: Sequence[int]) -> str:
    """Whether four cards follow one another, or lack one to do so; an ace may stand first, but then it lacks one."""
    ranks = sorted({card // SUITS for card in four})
    if len(ranks) < 4:
        return ""
    if ranks[-1] - ranks[0] == 3:
        return IN_A_ROW if ranks[-1] < ACE else WITH_A_HOLE
    low = sorted(-1 if rank == ACE else rank for rank in ranks)
    return WITH_A_HOLE if ranks[-1] - ranks[0] == 4 or low[-1] - low[0] <= 4 else ""


def _suited(hand: Sequence[int]) -> Iterable[int]:
    for suit in range(SUITS):
        yield sum(1 << place for place, card in enumerate(hand) if card % SUITS == suit)


class Summary(NamedTuple):
    """What going on is worth, by kind of hand and rank shown; and two ways to keep, by kind and by the other way."""

    going: dict[str, list[float]]
    keeping: dict[str, dict[str, tuple[float, float]]]


def summary(hands: Alike, worths: NDArray[np.float32], means: NDArray[np.float32], least: int) -> Summary:
    """Means over hands: `worths` by hand and card shown of the best choice, `means` by hand and choice."""
    kinds = [going(hand, least) for hand in hands.cards.tolist()]
    return Summary(_going(hands, kinds, worths), _keeping(hands, kinds, means))


def _going(hands: Alike, kinds: list[str], worths: NDArray[np.float32]) -> dict[str, list[float]]:
    names = sorted(set(kinds), key=_place)
    rows = np.array([names.index(kind) for kind in kinds])
    weights = hands.times(worths.shape[1])
    total, won = np.zeros((len(names), worths.shape[1])), np.zeros((len(names), worths.shape[1]))
    np.add.at(total, rows, weights)
    np.add.at(won, rows, weights * worths)
    shape = len(names), -1, SUITS if worths.shape[1] > 1 else 1
    reshape = won.reshape(shape).sum(axis=2) / total.reshape(shape).sum(axis=2)
    return dict(zip(names, reshape.tolist(), strict=True))


def _place(kind: str) -> int:
    order = ["escalera-o-mas", "trio", "doble-pareja", HIGH_PAIR, LOW_PAIR, FOUR_SUITED, IN_A_ROW]
    return order.index(kind) if kind in order else len(order) + ACE - FRENCH.ranks.index(kind)


def _keeping(hands: Alike, kinds: list[str], means: NDArray[np.float32]) -> dict[str, dict[str, tuple[float, float]]]:
    sums: dict[str, dict[str, list[float]]] = {}
    for hand, kind, mean, weight in zip(
        hands.cards.tolist(), kinds, means.tolist(), hands.weights.tolist(), strict=True
    ):
        for other, mask in others(hand).items():
            kept = sums.setdefault(kind, {}).setdefault(other, [0.0, 0.0, 0.0])
            kept[0] += weight
            kept[1] += weight * mean[CHOICE[step(hand)[1]]]
            kept[2] += weight * mean[CHOICE[mask]]
    rows = sorted(sums, key=_place)
    return {
        row: {other: (own / weight, instead / weight) for other, (weight, own, instead) in sums[row].items()}
        for row in rows
    }
