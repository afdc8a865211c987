"""Tournaments as such: lots, tables kept even, levels, places, prizes, chances by stacks and deals."""

import hashlib
import hmac
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete.errors import TapeteError
from tapete.torneo.icm import chances, chop, deal, worth
from tapete.torneo.levels import MINUTE, Level, limits, now, playing
from tapete.torneo.lots import seating, shuffled
from tapete.torneo.places import Out, Placed, classified
from tapete.torneo.prizes import Prize, Purse, Won, money, purse, spread, won
from tapete.torneo.tables import shifts

SEED = hashlib.sha256(b"a seed").digest()


# Lots


def by_hand(seed: bytes, event: str, items: list[str]) -> list[str]:
    """The same lots with the standard library alone, as docs/tournaments.md tells it."""
    left, found = list(items), []
    for i in range(len(items) - 1):
        size = len(items) - i
        drawn = (hmac.digest(seed, f"{event}/{i}/{attempt}".encode(), "sha256")[:8] for attempt in range(100))
        j = (
            i
            + next(value for value in (int.from_bytes(one, "big") for one in drawn) if value < 2**64 // size * size)
            % size
        )
        left[i], left[j] = left[j], left[i]
        found.append(left[i])
    return [*found, left[-1]]


def test_whoever_has_the_seed_draws_the_same_lots() -> None:
    people = [f"p{i}" for i in range(40)]
    assert shuffled(SEED, "seats", people) == by_hand(SEED, "seats", people)
    assert sorted(shuffled(SEED, "seats", people)) == sorted(people)
    assert shuffled(SEED, "seats", people) != shuffled(SEED, "shift 1", people)


def test_seats_are_dealt_out_one_a_table_in_the_order_of_the_lots() -> None:
    people = [f"p{i:03d}" for i in range(23)]
    drawn = seating(SEED, "seats", people[::-1], 9)
    order = by_hand(SEED, "seats", people)
    assert [drawn[who] for who in order[:4]] == [(1, 1), (2, 1), (3, 1), (1, 2)]
    filled = [sum(place.table == table for place in drawn.values()) for table in (1, 2, 3)]
    assert filled == [8, 8, 7]


@given(st.lists(st.integers(0, 9), min_size=1, max_size=12))
def test_after_the_shifts_no_table_is_too_many_and_none_has_two_more_than_another(sizes: list[int]) -> None:
    seats = 9
    tables = {n: [f"{n}.{i}" for i in range(size)] for n, size in enumerate(sizes, 1)}
    people = sum(sizes)
    for turn in range(len(sizes) + 1):
        plan = shifts(SEED, str(turn), tables, seats)
        for who, src, dst in plan:
            tables[src].remove(who)
            tables[dst].append(who)
        assert all(len(sitting) <= seats for sitting in tables.values())
        if not plan:
            break
    counts = [len(sitting) for sitting in tables.values() if sitting]
    assert sum(counts) == people
    assert len(counts) == -(-people // seats)
    assert not counts or max(counts) - min(counts) <= 1


# Levels


def test_levels_follow_one_another_and_a_break_keeps_the_limits_before_it() -> None:
    levels = [Level(20, 5000), Level(10, 0), Level(20, 10_000)]
    assert now(levels, 20 * MINUTE - 1) == (0, 1)
    assert now(levels, 20 * MINUTE) == (1, 10 * MINUTE)
    assert now(levels, 30 * MINUTE) == (2, None)
    assert limits(levels, 1) == Level(20, 5000)
    assert [playing(levels, index) for index in range(3)] == [1, 1, 2]


# Places


def test_who_stays_longest_is_first_and_of_one_hand_who_began_it_with_more() -> None:
    gone = [Out(1, 5, 900), Out(2, 9, 300), Out(3, 9, 700), Out(4, 7, 10)]
    assert classified([(5, 1000)], gone) == [
        Placed(5, 1),
        Placed(3, 2),
        Placed(2, 3),
        Placed(4, 4),
        Placed(1, 5),
    ]


def test_equal_ones_share_their_places() -> None:
    assert classified([(1, 500), (2, 800), (3, 500)], [Out(4, 1, 7)]) == [
        Placed(2, 1),
        Placed(1, 2, 2),
        Placed(3, 2, 2),
        Placed(4, 4),
    ]


# Prizes


def test_pv_art_2_bis_1_d_fees_revert_but_for_the_percentage() -> None:
    # 37 entries of 55 euros, of which 7.5 per cent are kept: 2,035 euros, 152.625, a cent's fraction to the prizes.
    assert purse(37 * 5500, Fraction("7.5")) == Purse(203_500, 15_262)
    assert purse(203_500, Fraction("7.5")).prizes == 188_238
    shares = [Prize(place, Fraction(share)) for place, share in ((1, 50), (2, 30), (3, 20))]
    # 94,119; 56,471.4; 37,647.6: the cent over goes where most was cut.
    assert money(188_238, shares, 37) == {1: 94_119, 2: 56_471, 3: 37_648}


def test_pv_art_2_bis_1_b_what_is_promised_is_paid_and_what_comes_in_besides_is_shared() -> None:
    promised = [Prize(1, cents=100_000), Prize(2, cents=50_000)]
    assert money(90_000, promised, 20) == {1: 100_000, 2: 50_000}
    assert money(180_000, promised, 20) == {1: 120_000, 2: 60_000}


def test_objects_count_for_their_value_and_what_is_left_is_the_first_s() -> None:
    goods = [Prize(1, goods="Reloj", value=30_000), Prize(2, goods="Cena", value=10_000)]
    assert money(40_000, goods, 9) == {}
    assert money(45_000, goods, 9) == {1: 5_000}
    mixed = [Prize(1, Fraction(100)), Prize(2, goods="Cena", value=10_000)]
    assert money(40_000, mixed, 9) == {1: 30_000}


def test_places_that_nobody_has_give_theirs_to_the_others() -> None:
    shares = [Prize(1, Fraction(50)), Prize(2, Fraction(30)), Prize(3, Fraction(20))]
    assert money(8_000, shares, 2) == {1: 5_000, 2: 3_000}


def test_those_who_share_places_share_their_money_to_the_cent() -> None:
    order = [Placed(8, 1), Placed(5, 2, 2), Placed(6, 2, 2)]
    objects = [Prize(3, goods="Cena", value=1)]
    assert won({1: 500, 2: 301, 3: 200}, objects, order) == {8: Won(500), 5: Won(251), 6: Won(250, ("Cena",))}


@given(st.integers(0, 10**9), st.lists(st.fractions(0, 100), min_size=1, max_size=12))
def test_nothing_is_lost_or_made_where_an_amount_is_spread(cents: int, weights: list[Fraction]) -> None:
    found = spread(cents, weights)
    total = sum(weights)
    assert sum(found) == (cents if total else 0)
    assert all(abs(part - cents * weight / total) < 1 for part, weight in zip(found, weights, strict=True) if total)


# Chances by stacks


def by_orders(stacks: list[int], prizes: list[int]) -> list[Fraction]:
    """The same by going through every order in which they may end."""
    found = [Fraction(0)] * len(stacks)
    for order in permutations(range(len(stacks))):
        chance, left = Fraction(1), sum(stacks)
        for i in order:
            chance *= Fraction(stacks[i], left)
            left -= stacks[i]
        for i, prize in zip(order, prizes, strict=False):
            found[i] += chance * prize
    return found


def test_three_stacks_by_hand() -> None:
    """Of 50, 30 and 20 chips: second after B with 50/70, after C with 50/80; Wikipedia's "Independent Chip Model"."""
    second = [
        Fraction(3, 10) * Fraction(50, 70) + Fraction(2, 10) * Fraction(50, 80),
        Fraction(5, 10) * Fraction(30, 50) + Fraction(2, 10) * Fraction(30, 80),
        Fraction(5, 10) * Fraction(20, 50) + Fraction(3, 10) * Fraction(20, 70),
    ]
    found = chances([50, 30, 20])
    assert [own[0] for own in found] == [Fraction(1, 2), Fraction(3, 10), Fraction(1, 5)]
    assert [own[1] for own in found] == second
    assert [sum(own) for own in found] == [1, 1, 1]
    assert [round(value) for value in worth([50, 30, 20], [70, 30])] == [45, 32, 23]  # published: 45, 32, 22.57 cut
    assert worth([50, 30, 20], [70, 30])[1] == Fraction(129, 4)


def test_the_published_example_of_another_calculator() -> None:
    """README of poker-apprentice/icm-calculator: four stacks, four payouts."""
    found = worth([150_000, 98_750, 45_500, 13_250], [425, 280, 130, 75])
    assert [round(float(value), 2) for value in found] == [323.2, 278.12, 195.79, 112.89]


@pytest.mark.parametrize("stacks", [[1], [7, 7], [9, 5, 1, 30], [100, 1, 1, 50, 20, 3]])
def test_going_through_all_orders_finds_the_same(stacks: list[int]) -> None:
    prizes = [600, 300, 150, 70][: len(stacks)]
    assert worth(stacks, prizes) == by_orders(stacks, prizes)


def test_deals_share_out_all_that_is_left() -> None:
    stacks, prizes = [150_000, 98_750, 45_500, 13_250], [42_500, 28_000, 13_000, 7_500]
    assert deal(stacks, prizes) == [32_320, 27_812, 19_579, 11_289]  # as the example above, in cents
    # By chips: 75 each, and the 610 left over in proportion to 307,500 chips.
    assert chop(stacks, prizes) == [37_256, 27_089, 16_526, 10_129]
    assert sum(chop(stacks, prizes)) == sum(deal(stacks, prizes)) == sum(prizes)


@pytest.mark.parametrize("stacks", [[], [5, 0], [1] * 13])
def test_stacks_without_chips_or_too_many_are_refused_in_a_line(stacks: list[int]) -> None:
    with pytest.raises(TapeteError, match="1 to 12 stacks"):
        chances(stacks)
