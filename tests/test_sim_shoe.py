"""Shuffled shoes: no card lost, every order as likely as any other, the same seed the same shoes."""

from collections import Counter
from itertools import permutations

import numpy as np

from tapete.sim.shoe import shuffled
from tapete.sim.stream import generator


def test_a_shoe_has_the_cards_it_was_given() -> None:
    cards = np.repeat(np.arange(13, dtype=np.uint8), 24)
    for shoe in shuffled(generator(1, 0), cards, 50):
        assert sorted(shoe.tolist()) == cards.tolist()


def test_the_same_stream_shuffles_alike_and_goes_on_otherwise() -> None:
    cards = np.arange(52, dtype=np.uint8)
    one, other = generator(5, 2), generator(5, 2)
    first = shuffled(one, cards, 3)
    assert (first == shuffled(other, cards, 3)).all()
    assert (first != shuffled(one, cards, 3)).any()
    assert (first != shuffled(generator(6, 2), cards, 3)).any()


def test_every_order_of_four_cards_comes_as_often() -> None:
    """24 orders, 10,000 of each expected: chi-square of 23 degrees is above 58.6 once in ten thousand times."""
    count = Counter(map(tuple, shuffled(generator(3, 0), np.arange(4, dtype=np.uint8), 240_000).tolist()))
    assert set(count) == set(permutations(range(4)))
    assert sum((seen - 10_000) ** 2 for seen in count.values()) / 10_000 < 58.6


def test_every_card_comes_as_often_to_every_place_of_a_whole_shoe() -> None:
    """104 cards in 104 places: their chi-square is that of its degrees of freedom, within five standard deviations."""
    shoes, size = 20_000, 104
    found = shuffled(generator(4, 0), np.arange(size, dtype=np.uint8), shoes)
    seen = np.stack([np.bincount(found[:, place], minlength=size) for place in range(size)])
    chi = ((seen - shoes / size) ** 2).sum() / (shoes / size)
    degrees = (size - 1) ** 2
    assert abs(chi - degrees) < 5 * (2 * degrees) ** 0.5
