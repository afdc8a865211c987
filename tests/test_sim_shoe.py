"""Shuffled shoes and hands dealt: no card lost, every order as likely as any other, the same seed the same shoes."""

from collections import Counter
from itertools import permutations

import numpy as np

from tapete.compiled import njit
from tapete.sim.deal import deal, draws, floors
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


@njit
def _dealt(drawn, pack, floor, found, have):  # type: ignore[no-untyped-def]
    for at in range(0, len(drawn) - 2, 3):
        if have < len(found) and deal(drawn, at, pack, 3, floor):
            for place in range(3):
                found[have, place] = pack[place]
            have += 1
    return have


def test_hands_dealt_from_a_pack_are_as_even() -> None:
    """60 ways to deal three of five cards, 2,000 of each expected: chi-square of 59 is above 111 once in 50,000."""
    found, have = np.empty((120_000, 3), np.uint8), 0
    pack, floor = np.arange(5, dtype=np.uint8), floors(5, 3)
    for drawn in draws(generator(7, 0)):
        have = _dealt(drawn, pack, floor, found, have)
        if have == len(found):
            break
    assert sorted(pack.tolist()) == [0, 1, 2, 3, 4]
    count = Counter(map(tuple, found.tolist()))
    assert set(count) == set(permutations(range(5), 3))
    assert sum((seen - 2000) ** 2 for seen in count.values()) / 2000 < 111


def test_a_draw_that_favours_a_card_spoils_its_hand() -> None:
    """Sixteen bits have 65,536 values: of five cards the first would come once more often than the others."""
    pack = np.arange(5, dtype=np.uint8)
    found = np.empty((1, 3), np.uint8)
    assert [int(floor) for floor in floors(5, 3)] == [65536 % 5, 65536 % 4, 65536 % 3]
    assert _dealt(np.zeros(3, np.uint16), pack, floors(5, 3), found, 0) == 0
    assert _dealt(np.ones(3, np.uint16), pack, floors(5, 3), found, 0) == 1
