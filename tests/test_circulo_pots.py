"""Pots, shares and limits of poker between players: the known hard cases, worked out by hand."""

import random
from itertools import pairwise
from typing import NamedTuple

import pytest

from tapete.engine.requests import Act
from tapete.engine.round import Round
from tapete.games.circulo.limits import (
    DOUBLE,
    ENDLESS,
    FIXED,
    FREE,
    MINIMUM,
    POT,
    UP_TO,
    least,
    most,
    pot_raise,
    reopens,
)
from tapete.games.circulo.settle import contenders, cut, halves, layers, shares, spread, uncalled
from tests.test_circulo import EX, GA, asked, deal, do, may, show, sit, stacks

SIX = ("ana", "luis", "eva", "pau", "noa", "teo")

# Side pots


def laid(found: Round) -> list[int]:
    """What lies in each pot, in euros."""
    return [found.places[path] // 100 for path in ("pot", "pot/2", "pot/3", "pot/4") if found.places.get(path)]


def counted(put: list[int], live: list[bool]) -> list[int]:
    """Pots counted by level, from below: of everybody as much as lies between two who are still in, the rest on top."""
    levels = sorted({cents for cents, stays in zip(put, live, strict=True) if stays and cents})
    found = [sum(min(cents, high) - min(cents, low) for cents in put) for low, high in pairwise([0, *levels])]
    found[-1] += sum(put) - sum(found)
    return found


def test_ex_2_2_9_10_3_last_chips_play_for_their_part_alone() -> None:
    """Three players all in for 100, 300 and 500, one who matches: 400 for all, 600 for three, 400 for two."""
    hand = deal(sit("holdem", EX, {"ana": 100, "luis": 300, "eva": 500, "pau": 500}))
    do(hand, "eva raise 500", "pau call", "ana call", "luis call")
    assert laid(hand) == [400, 600, 400]
    show(hand, {"ana": "As Ad", "luis": "Ks Kd", "eva": "Qs Qd", "pau": "2c 7d"}, "3h 4h 9s 10s Jc")
    assert stacks(hand) == [400, 600, 400, 0]


def test_ga_art_23_2_a_who_gave_up_has_paid_into_side_pots_and_wins_none() -> None:
    """He renounces all that he staked: 145 of his 295 and his ante lie in the side pot, which two others play for."""
    hand = deal(sit("holdem", GA, {"ana": 155, "luis": 1000, "eva": 1000, "pau": 1000}))
    do(hand, "ana bet 150", "luis call", "eva call", "pau call")
    for card in ("3h", "4h", "9s"):
        hand.fell(card)
    do(hand, "luis bet 145", "eva call", "pau call")
    assert laid(hand) == [620, 435]
    hand.fell("10s")
    do(hand, "luis bet 50", "eva fold", "pau call")
    assert laid(hand) == [620, 535]


def test_ex_2_2_9_10_3_and_ga_art_23_2_4_an_ante_of_a_short_stack_is_matched_by_every_other_ante() -> None:
    """Who has not enough plays in proportion to it. Antes of 5, one player has 2: he plays for 2 of each."""
    hand = deal(sit("holdem", GA, {"ana": 2, "luis": 1000, "eva": 1000, "pau": 1000}))
    assert laid(hand) == [8, 9]


def test_ex_2_2_10_3_g_stakes_above_all_who_are_left_belong_to_the_last_pot() -> None:
    """Who had staked 300 loses his hand to a ruling, and nothing of it goes back. Who is in for 100 plays for 300 of it
    and no more; the rest is who is in for 200's, though his hand is worse.
    """
    hand = deal(sit("holdem", EX, {"ana": 100, "luis": 200, "eva": 1000, "pau": 1000}))
    do(hand, "eva raise 300", "pau fold", "ana call")
    hand.act("inspector", Act("rule", "contacto:eva"))
    do(hand, "luis call")
    show(hand, {"ana": "As Ad", "luis": "2c 7d"}, "3h 4h 9s 10s Jc")
    assert stacks(hand) == [300, 300, 700, 1000]


def test_pots_are_those_that_are_counted_by_level() -> None:
    """Six go in with what they have, or give up: no chip is lost, and each level has its pot."""
    source = random.Random(1)
    for _ in range(60):
        chips = {who: source.choice((50, 100, 350, 800)) for who in SIX}
        hand = deal(sit("holdem", EX, chips, puestos="6"))
        while (who := asked(hand)) in chips and hand.pending is not None and hand.pending.label.endswith("preflop"):
            open_now = may(hand, who)
            word = source.choice(["call", "call", "fold", *(["raise"] if "raise" in open_now else [])])
            word = word if word in open_now else "check"
            do(hand, f"{who} {word}" + (f" {open_now['raise'][1]}" if word == "raise" else ""))
        if hand.finished:
            continue
        put = [chips[who] - hand.places[f"chips/{who}"] // 100 for who in SIX]
        assert laid(hand) == counted(put, [bool(hand.cards.get(f"mano/{who}")) for who in SIX])
        assert sum(laid(hand)) == sum(put)


def test_what_an_interval_adds_falls_to_the_pots_that_are_open() -> None:
    """Somebody is all in for 200 of an earlier interval, another for 500 in this one."""
    assert layers(200, 500, [200, 500]) == [0, 300, 0]
    assert layers(200, 700, [200, 500]) == [0, 300, 200]
    assert layers(0, 120, []) == [120]
    assert contenders([200, 500, 700, 700], [True, True, False, True], 500) == [3]


def test_ex_2_2_9_8_1_what_nobody_matched_goes_back() -> None:
    assert uncalled([100, 400, 250, 0]) == (1, 150)
    assert uncalled([100, 400, 400, 0]) == (-1, 0)
    assert uncalled([0, 0, 0, 0]) == (-1, 0)
    assert uncalled([0, 300, 0, 0]) == (1, 300)


# Shares


def test_ex_2_2_9_19_the_chip_over_is_who_raised_last_s() -> None:
    assert shares(1050, [1, 3], first=3, seats=4, chip=50) == [500, 550]
    assert shares(1050, [1, 3], first=1, seats=4, chip=50) == [550, 500]


def test_ex_2_2_9_19_if_he_has_no_share_the_next_after_him_is_given_it() -> None:
    assert shares(1050, [0, 2], first=3, seats=4, chip=50) == [550, 500]
    assert shares(1050, [0, 2], first=1, seats=4, chip=50) == [500, 550]


def test_ex_2_2_9_19_two_chips_over_among_three_go_one_by_one() -> None:
    assert shares(1100, [0, 1, 3], first=1, seats=4, chip=50) == [350, 400, 350]
    assert sum(shares(1100, [0, 1, 3], first=1, seats=4, chip=50)) == 1100


def test_pv_17_2_3_ii_1_the_odd_chip_between_the_halves() -> None:
    """To the half that who raised last wins, or else to the high one, as the tournament directors' rule 20 has it."""
    assert halves(950, False, 50) == (500, 450)
    assert halves(950, True, 50) == (450, 500)
    assert halves(900, True, 50) == (450, 450)


def test_shares_are_equal_but_for_single_chips_and_lose_nothing() -> None:
    source = random.Random(2)
    for _ in range(1000):
        seats, chip = source.randint(2, 9), source.choice((1, 5, 50))
        winners = sorted(source.sample(range(seats), source.randint(1, seats)))
        amount = chip * source.randint(1, 999)
        given = shares(amount, winners, source.randrange(seats), seats, chip)
        assert sum(given) == amount
        assert max(given) - min(given) <= chip
        assert all(part % chip == 0 for part in given)


def test_tda_21_each_side_pot_is_split_by_itself() -> None:
    """The tournament directors' rule 21. Stakes of 25, 75 and twice 110: the least and the third tie for the best.

    Of 100 in the main pot each has 50; the side pot of 3 x 50 and the last one of 2 x 35 are the third's alone. Split
    together the least would have had half of 320.
    """
    hand = deal(sit("holdem", EX, {"ana": 25, "luis": 75, "eva": 110, "pau": 110}))
    do(hand, "eva raise 110", "pau call", "ana call", "luis call")
    show(hand, {"ana": "As Kd", "luis": "2c 7d", "eva": "Ah Kc", "pau": "3d 8c"}, "Kh 4h 9s 10s Jc")
    assert stacks(hand) == [50, 0, 270, 0]


# The house's part


def test_ex_2_2_3_a_and_ga_art_18_3_a_five_per_cent_rounded_down_to_the_chip() -> None:
    assert [cut(amount, 5, 100, 50) for amount in (950, 1000, 1950, 2000)] == [0, 50, 50, 100]


def test_side_pots_pay_the_house_in_proportion() -> None:
    assert spread(100, [1500, 500], 25) == [75, 25]
    source = random.Random(3)
    for _ in range(1000):
        pots = [50 * source.randint(1, 40) for _ in range(source.randint(1, 5))]
        part = cut(sum(pots), 5, 100, 50)
        given = spread(part, pots, 50)
        assert sum(given) == part
        assert all(0 <= taken <= pot for taken, pot in zip(given, pots, strict=True))


# Limits


class Facing(NamedTuple):
    """What a player faces: the level to match, the last that counted, what he has there, all that is staked."""

    level: int
    full: int
    bet: int
    pot: int
    minimum: int
    chip: int
    unit: int = 0
    figure: int = 0


def span(kind: str, rule: str, share: tuple[int, int], facing: Facing) -> tuple[int, int]:
    """The levels, from the least to the most, that a bet or a raise may reach."""
    level, full, bet, pot, minimum, chip, unit, figure = facing
    low = least(kind, rule, level, full, 0, unit, minimum)
    by = figure or pot_raise(pot, level - bet, share)
    return low, most(kind, low, level, by, unit, chip)


@pytest.mark.parametrize(("level", "least"), [(0, 10), (10, 20), (20, 40), (40, 80), (80, 160)])
def test_ex_2_2_7_3_a_4_a_raise_doubles_what_stands(level: int, least: int) -> None:
    assert span(FREE, DOUBLE, (1, 1), Facing(level, level, 0, 15 + level, 10, 5)) == (least, ENDLESS)


def test_ga_art_22_3_and_pv_17_vi_3_an_increase_is_a_bet_of_the_minimum_at_least() -> None:
    assert span(FREE, MINIMUM, (1, 1), Facing(75, 75, 0, 200, 10, 5))[0] == 85


def test_ex_2_2_7_3_a_2_by_the_pot_twice_the_stake_before_and_the_pot() -> None:
    """Pot 60, a bet of 40 is made: 2 x 40 + 60 = 140 for who has nothing in. First in, the pot."""
    assert span(POT, DOUBLE, (1, 1), Facing(0, 0, 0, 60, 10, 5)) == (10, 60)
    assert span(POT, DOUBLE, (1, 1), Facing(40, 40, 0, 100, 10, 5)) == (80, 180)
    assert 2 * 40 + 100 == 180


def test_ex_2_2_7_3_a_2_a_blind_has_no_free_extra() -> None:
    """The great blind of 10 faces 30 in a pot of 45 with the bets: 20 to match, then 65 more: 95."""
    assert span(POT, DOUBLE, (1, 1), Facing(30, 30, 10, 45, 10, 5))[1] == 95


def test_ga_art_22_3_a_1_half_of_the_pot() -> None:
    assert span(POT, MINIMUM, (1, 2), Facing(0, 0, 0, 100, 10, 5)) == (10, 50)
    assert span(POT, MINIMUM, (1, 2), Facing(50, 50, 0, 150, 10, 5)) == (60, 150)


def test_the_minimum_may_always_be_bet() -> None:
    assert span(POT, MINIMUM, (1, 2), Facing(0, 0, 0, 12, 10, 1)) == (10, 10)


def test_ga_art_30_1_2_the_pot_of_the_sixth_card_bounds_every_raise_of_its_interval() -> None:
    assert span(POT, MINIMUM, (1, 1), Facing(80, 80, 0, 400, 10, 5, figure=120)) == (90, 200)


def test_ex_2_2_7_3_a_1_fixed_amounts_and_completing_what_did_not_count() -> None:
    assert span(FIXED, DOUBLE, (1, 1), Facing(10, 10, 0, 25, 10, 5, unit=10)) == (20, 20)
    assert span(FIXED, DOUBLE, (1, 1), Facing(13, 10, 0, 38, 10, 1, unit=10)) == (20, 20)


def test_ga_art_30_1_1_up_to_the_low_or_the_high_limit() -> None:
    assert span(UP_TO, MINIMUM, (1, 1), Facing(0, 0, 0, 25, 10, 5, unit=40)) == (10, 40)
    assert span(UP_TO, MINIMUM, (1, 1), Facing(30, 30, 0, 55, 10, 5, unit=40)) == (40, 70)


@pytest.mark.parametrize(("after", "again"), [(149, False), (150, False), (151, True), (200, True)])
def test_ex_2_2_7_3_a_4_last_chips_reopen_only_above_half_of_what_stood(after: int, again: bool) -> None:
    assert reopens((1, 2), 100, after) == again


def test_ga_art_23_2_d_any_last_chips_above_the_bet_are_a_raise() -> None:
    assert reopens(None, 100, 101)
