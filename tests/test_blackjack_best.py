"""Best play in blackjack: published figures, a slow second way with fractions, the chart played by the simulator."""

import functools
import time
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from tapete.cards.card import FRENCH
from tapete.cards.composition import Composition
from tapete.engine.settings import Settings, standard
from tapete.errors import TapeteError
from tapete.games import game
from tapete.games.blackjack.bank import BLACKJACK, ends
from tapete.games.blackjack.best import HIT, OPTIONS, SPLIT, Counts, Plan, advise, counts, less, solve, starting
from tapete.games.blackjack.chart import Chart, chart
from tapete.games.blackjack.kernel import MOST, RESULTS, coup
from tapete.games.blackjack.lattice import Start
from tapete.games.blackjack.odds import odds
from tapete.games.blackjack.rules import Rules, terms
from tapete.games.blackjack.terms import Terms
from tapete.games.blackjack.worth import planned, worth
from tapete.odds.chain import Number
from tapete.odds.report import BetOdds
from tapete.sim.run import simulate
from tapete.sim.stream import generator

pytestmark = pytest.mark.xdist_group("blackjack_best")  # what is worked out for one of them serves the others

SIX = (24,) * 9 + (96,)
EX = Terms(double=(9, 10, 11), double_soft=False)
PV = Terms(ace_counts_one_when_doubling=True)


def packs(number: int) -> Counts:
    return (4 * number,) * 9 + (16 * number,)


def hits_soft_17(values: Sequence[int]) -> bool:
    """Another house's bank, whose figures are published with no hole card."""
    total = sum(values)
    return total < 17 if 1 not in values or total > 11 else total < 8


# Published figures


# Wizard of Odds, blackjack appendix 2B: one pack, the bank stands on all 17s and has not looked for a blackjack.
# 17, 18, 19, 20, 21, blackjack, bust by the bank's first card.
ONE_PACK = {
    1: (0.126128, 0.131003, 0.129486, 0.131553, 0.0515646, 0.313726, 0.11654),
    2: (0.138976, 0.131762, 0.131815, 0.123948, 0.120526, 0, 0.352973),
    3: (0.130313, 0.130946, 0.123761, 0.123345, 0.116047, 0, 0.375588),
    4: (0.130973, 0.114163, 0.120679, 0.116286, 0.115096, 0, 0.402803),
    5: (0.119687, 0.123483, 0.116909, 0.104694, 0.106321, 0, 0.428905),
    6: (0.166948, 0.106454, 0.107192, 0.100705, 0.0978785, 0, 0.420823),
    7: (0.372345, 0.138583, 0.0773344, 0.0788967, 0.072987, 0, 0.259854),
    8: (0.130857, 0.362989, 0.129445, 0.0682898, 0.0697914, 0, 0.238627),
}
# The same, appendix 2, two packs; against these cards nothing depends on looking.
TWO_PACKS = {
    2: (0.139367, 0.133348, 0.130744, 0.123997, 0.119254, 0, 0.353291),
    5: (0.121005, 0.122831, 0.117318, 0.109022, 0.10732, 0, 0.422505),
    7: (0.370478, 0.138195, 0.078013, 0.078781, 0.07339, 0, 0.261143),
    9: (0.12094, 0.112016, 0.354051, 0.121118, 0.060977, 0, 0.230898),
}


@pytest.mark.parametrize(("number", "published"), [(1, ONE_PACK), (2, TWO_PACKS)])
def test_the_bank_ends_as_published(number: int, published: dict[int, tuple[float, ...]]) -> None:
    for up, chances in published.items():
        found = ends(up, np.array([less(packs(number), up)], float))[0]
        total_21, blackjack, bust = found[4] + found[7], found[BLACKJACK], found[5]
        assert (*found[:4], total_21, blackjack, bust) == pytest.approx(chances, abs=1e-6), up


# Wizard of Odds, appendix 9, six packs, no hole card, a bank that hits soft 17: stand, hit, double against an ace.
NO_HOLE_CARD = {
    (2, 1): (-0.722356, -0.379910, -1.024099),
    (3, 1): (-0.722119, -0.403855, -1.023717),
    (3, 2): (-0.721887, -0.529734, -1.443774),
    (4, 1): (-0.721866, -0.429265, -1.025989),
    (4, 2): (-0.721646, -0.548031, -1.434834),
    (4, 3): (-0.721415, -0.554273, -1.369282),
    (5, 1): (-0.721965, -0.454867, -1.030051),
    (5, 2): (-0.721740, -0.553211, -1.369970),
    (5, 3): (-0.721499, -0.493960, -1.193807),
    (5, 4): (-0.721243, -0.396287, -0.932671),
    (6, 1): (-0.665166, -0.463296, -0.999484),
    (6, 2): (-0.721308, -0.493965, -1.194523),
    (6, 3): (-0.721068, -0.396571, -0.933570),
    (6, 4): (-0.720814, -0.286818, -0.639108),
    (6, 5): (-0.720879, -0.235772, -0.535879),
    (7, 1): (-0.466029, -0.421285, -0.909374),
}


def test_every_option_against_an_ace_without_a_hole_card_is_worth_what_is_published() -> None:
    for hand, published in NO_HOLE_CARD.items():
        found = solve(Terms(), 1, less(SIX, 1), starting(Terms(), hand), goes_on=hits_soft_17)
        options = found.options(Terms(), 1, found.hands.rows([hand]))[0]
        assert tuple(options[:3]) == pytest.approx(published, abs=6e-7), hand


# The same source, one pack, the bank stands on all 17s, given that it has no blackjack. With one it takes all, so what
# a stake is worth before is -p + (1 - p) × that, and twice the loss for two stakes.
ONE_PACK_NO_BLACKJACK = {
    (2, 1): (-0.661732, -0.067808, -0.593281),
    (3, 2): (-0.659375, -0.291565, -1.318751),
    (4, 3): (-0.657967, -0.345048, -1.126423),
    (5, 4): (-0.654533, -0.070215, -0.395771),
    (6, 5): (-0.634013, 0.172946, 0.240259),
    (6, 1): (-0.482815, -0.199899, -0.527213),
    (7, 1): (-0.101015, -0.108386, -0.357778),
}


def test_a_blackjack_of_the_bank_takes_whole_doubled_stakes() -> None:
    for hand, published in ONE_PACK_NO_BLACKJACK.items():
        found = dict(advise(Terms(), hand, 1, less(packs(1), 1, *hand), OPTIONS[:3]))
        blackjack = 16 / 49
        for option, stakes, given in zip(OPTIONS, (1, 1, 2), published, strict=False):
            assert found[option] == pytest.approx(-stakes * blackjack + (1 - blackjack) * given, abs=1.5e-6), hand


# Wizard of Odds, appendix 1: endless packs, by the bank's card from 2 to 9; what standing on so many points is worth.
ENDLESS = {
    16: (-0.2928, -0.2523, -0.2111, -0.1672, -0.1537, -0.4754, -0.5105, -0.5431),
    17: (-0.153, -0.1172, -0.0806, -0.0449, 0.0117, -0.1068, -0.382, -0.4232),
    18: (0.1217, 0.1483, 0.1759, 0.1996, 0.2834, 0.3996, 0.106, -0.1832),
    19: (0.3863, 0.4044, 0.4232, 0.4395, 0.496, 0.616, 0.5939, 0.2876),
    20: (0.64, 0.6503, 0.661, 0.6704, 0.704, 0.7732, 0.7918, 0.7584),
}


def test_standing_with_endless_packs_is_worth_what_is_published() -> None:
    for points, published in ENDLESS.items():
        for up, given in enumerate(published, 2):
            found = dict(advise(Terms(), (10, points - 10), up, packs(10**7), ("plantarse", "pedir")))
            assert found["plantarse"] == pytest.approx(given, abs=6e-5)
    # Sixteen against a ten, given that the bank has no blackjack: -0.5404 standing, -0.5398 hitting.
    found = dict(advise(Terms(), (10, 6), 10, packs(10**7), ("plantarse", "pedir")))
    for option, given in (("plantarse", -0.5404), ("pedir", -0.5398)):
        assert found[option] == pytest.approx(-1 / 13 + 12 / 13 * given, abs=6e-5)


@pytest.mark.parametrize(
    ("number", "after_split", "published"),
    [(6, True, -0.0072705), (6, False, -0.0086975), (8, True, -0.007562), (8, False, -0.0089865)],
)
def test_the_whole_game_without_a_hole_card_is_worth_what_is_published(
    number: int, after_split: bool, published: float
) -> None:
    """Wizard of Odds, appendix 9, no hole card, a bank that hits soft 17; pairs but aces make four hands at most there,
    and any number of them here, which adds at most two hundred-thousandths of a stake.
    """
    playing = Terms(resplit_aces=False, double_after_split=after_split)
    found = worth(playing, packs(number), hits_soft_17).expectation
    assert published < found < published + 2e-5


# The usual basic strategy, from memory and not looked up: no hole card, six packs, a bank that stands on all 17s,
# doubling after a split.
# Against 2 to 9, then a ten and an ace: S stand, H hit, D double, P split.
USUAL_CHART = {
    ("hard", 8): "HHHHHHHHHH",
    ("hard", 9): "HDDDDHHHHH",
    ("hard", 10): "DDDDDDDDHH",
    ("hard", 11): "DDDDDDDDHH",
    ("hard", 12): "HHSSSHHHHH",
    ("hard", 13): "SSSSSHHHHH",
    ("hard", 14): "SSSSSHHHHH",
    ("hard", 15): "SSSSSHHHHH",
    ("hard", 16): "SSSSSHHHHH",
    ("hard", 17): "SSSSSSSSSS",
    ("soft", 13): "HHHDDHHHHH",
    ("soft", 14): "HHHDDHHHHH",
    ("soft", 15): "HHDDDHHHHH",
    ("soft", 16): "HHDDDHHHHH",
    ("soft", 17): "HDDDDHHHHH",
    ("soft", 18): "SDDDDSSHHH",
    ("soft", 19): "SSSSSSSSSS",
    ("soft", 20): "SSSSSSSSSS",
    ("pair", 1): "PPPPPPPPPH",
    ("pair", 2): "PPPPPPHHHH",
    ("pair", 3): "PPPPPPHHHH",
    ("pair", 4): "HHHPPHHHHH",
    ("pair", 5): "DDDDDDDDHH",
    ("pair", 6): "PPPPPHHHHH",
    ("pair", 7): "PPPPPPHHHH",
    ("pair", 8): "PPPPPPPPHH",
    ("pair", 9): "PPPPPSPPSS",
    ("pair", 10): "SSSSSSSSSS",
}
LETTERS = dict(zip(OPTIONS, "SHDPR", strict=True))


def letters(found: Chart) -> dict[tuple[str, int], str]:
    return {
        (line.kind, line.points): "".join(LETTERS[line.best(up)] for up in (*range(2, 11), 1)) for line in found.lines
    }


def test_the_chart_is_the_usual_one() -> None:
    found = letters(chart(Terms(), SIX))
    assert {line: found[line] for line in USUAL_CHART} == USUAL_CHART


@pytest.mark.parametrize("playing", [EX, PV, EX._replace(double_soft=True)])
def test_neither_text_s_doubling_with_an_ace_is_ever_best(playing: Terms) -> None:
    found = letters(chart(playing, SIX))
    drawn = {line: row.replace("D", "H") if line[0] == "soft" else row for line, row in USUAL_CHART.items()}
    drawn["soft", 18] = "SSSSSSSHHH"
    assert {line: found[line] for line in USUAL_CHART} == drawn
    assert worth(playing, SIX) == worth(EX, SIX)


def test_giving_up_is_best_where_early_surrender_usually_is() -> None:
    """Against a ten 14 to 16, sevens and eights among them; against a nine 16 but not eights; never against an ace."""
    found = letters(chart(EX._replace(surrender=True), SIX))
    assert {line: row[7:] for line, row in found.items() if "R" in row} == {
        ("hard", 14): "HRH",
        ("hard", 15): "HRH",
        ("hard", 16): "RRH",
        ("pair", 7): "HRH",
        ("pair", 8): "PRH",
    }


# A slow second way


def without(unseen: Counts, value: int) -> Counts:
    return (*unseen[: value - 1], unseen[value - 1] - 1, *unseen[value:])


@functools.cache
def slow_bank(unseen: Counts, hard: int, ace: bool, cards: int) -> dict[int, Fraction]:
    """How the bank's hand ends: its total, 22 for any bust, 0 for a blackjack. Card after card, with fractions."""
    total = hard + 10 if ace and hard <= 11 else hard
    if cards == 2 and total == 21:
        return {0: Fraction(1)}
    if total >= 17:
        return {min(total, 22): Fraction(1)}
    found: dict[int, Fraction] = {}
    for value, left in enumerate(unseen, 1):
        if left:
            for end, chance in slow_bank(without(unseen, value), hard + value, ace or value == 1, cards + 1).items():
                found[end] = found.get(end, Fraction(0)) + chance * Fraction(left, sum(unseen))
    return found


def against(total: int, end: int) -> int:
    """What a hand without a blackjack wins of its stake."""
    if total > 21 or end == 0:
        return -1
    return 1 if end == 22 else (total > end) - (total < end)


def slow_stand(unseen: Counts, total: int, up: int) -> Fraction:
    chances = slow_bank(unseen, up, up == 1, 1)
    return sum((chance * against(total, end) for end, chance in chances.items()), Fraction(0))


@functools.cache
def slow_options(unseen: Counts, hard: int, ace: bool, up: int) -> tuple[Fraction, Fraction]:
    """Standing, and drawing as best one can."""
    total = hard + 10 if ace and hard <= 11 else hard
    stand = slow_stand(unseen, total, up)
    if total >= 21:
        return stand, Fraction(-9)
    hit = Fraction(0)
    for value, left in enumerate(unseen, 1):
        if left:
            bust = hard + value > 21
            after = -1 if bust else max(slow_options(without(unseen, value), hard + value, ace or value == 1, up))
            hit += Fraction(left, sum(unseen)) * after
    return stand, hit


@pytest.mark.parametrize(
    ("hand", "up", "number"),
    [((10, 6), 10, 6), ((5, 4, 7), 9, 6), ((10, 6), 6, 2), ((1, 8), 10, 1), ((10, 6), 1, 6)],
)
def test_what_is_exact_equals_the_slow_way_to_the_last_digit(hand: tuple[int, ...], up: int, number: int) -> None:
    unseen = less(packs(number), up, *hand)
    stand, hit = slow_options(unseen, sum(hand), 1 in hand, up)
    exact = dict(advise(EX, hand, up, unseen, ("plantarse", "pedir"), exact=True))
    assert exact == {"plantarse": stand, "pedir": hit}
    floats = dict(advise(EX, hand, up, unseen, ("plantarse", "pedir")))
    assert floats == pytest.approx({"plantarse": float(stand), "pedir": float(hit)}, abs=1e-13)


@pytest.mark.parametrize(("ace_counts_one", "hand"), [(False, (6, 5)), (False, (1, 6)), (True, (1, 6)), (True, (6, 3))])
def test_pv_03_v_1_d_a_doubled_hand_takes_one_card_and_its_ace_counts_one(
    ace_counts_one: bool, hand: tuple[int, int]
) -> None:
    unseen, double = less(SIX, 6, *hand), Fraction(0)
    for value, left in enumerate(unseen, 1):
        hard = sum(hand) + value
        soft = 1 in hand or value == 1
        if ace_counts_one and 1 in hand:
            soft = value == 1
        total = hard + 10 if soft and hard <= 11 else hard
        double += 2 * Fraction(left, sum(unseen)) * slow_stand(without(unseen, value), total, 6)
    playing = Terms(ace_counts_one_when_doubling=ace_counts_one)
    assert dict(advise(playing, hand, 6, unseen, ("doblar",), exact=True)) == {"doblar": double}


@functools.cache
def slow_split(unseen: Counts, waiting: int, done: tuple[tuple[int, int], ...]) -> Fraction:
    """Eights split against a six, hand after hand from one shoe, until the bank ends them all.

    New eights are split again, eleven is doubled, anything else stands.
    """
    if not waiting:
        chances = slow_bank(unseen, 6, False, 1)
        return sum((p * sum(n * against(total, end) for total, n in done) for end, p in chances.items()), Fraction(0))
    found = Fraction(0)
    for value, left in enumerate(unseen, 1):
        if not left:
            continue
        rest, chance = without(unseen, value), Fraction(left, sum(unseen))
        if value == 8:
            found += chance * slow_split(rest, waiting + 1, done)
        elif value == 3:
            for third, more in enumerate(rest, 1):
                if more:
                    hands = tuple(sorted((*done, (min(11 + third, 22), 2))))
                    found += chance * Fraction(more, sum(rest)) * slow_split(without(rest, third), waiting - 1, hands)
        else:
            found += chance * slow_split(rest, waiting - 1, tuple(sorted((*done, (8 + value, 1)))))
    return found


def test_splitting_is_worth_what_playing_the_hands_one_after_another_from_one_shoe_is() -> None:
    left = (0, 0, 6, 0, 0, 0, 0, 2, 0, 8)  # threes, eights and tens, besides two eights in hand and the bank's six
    every = tuple(count + 2 * (value == 8) for value, count in enumerate(left, 1))
    plan = chart(Terms(), SIX).plan
    assert plan.first[6, 8, 8] == SPLIT
    found = solve(Terms(), 6, every, starting(Terms(), (8, 8)), plan).pairs[8]
    assert found == pytest.approx(float(slow_split(left, 2, ())), abs=1e-12)


def test_pairs_split_many_times_over_are_worth_what_they_are_when_all_are_worked_out() -> None:
    for up, pair in ((6, 1), (2, 2), (5, 4), (6, 9), (6, 10)):
        slots = tuple(Start((pair,), (pair,) * gone, 2 if pair == 1 else 21, True) for gone in range(1, 13))
        deep = solve(Terms(), up, less(SIX, up), (Start((pair, pair)), *slots)).pairs[pair]
        assert dict(advise(Terms(), (pair, pair), up, less(SIX, up, pair, pair)))["separar"] == pytest.approx(
            deep, abs=5e-7
        )


def test_ex_1_10_5_1_c_split_aces_take_one_card_each_and_make_no_blackjack() -> None:
    playing, unseen = Terms(resplit_aces=False), less(SIX, 6, 1, 1)
    one = Fraction(0)
    for value, left in enumerate(unseen, 1):
        total = 12 if value == 1 else 11 + value
        one += Fraction(left, sum(unseen)) * slow_stand(without(unseen, value), total, 6)
    assert dict(advise(playing, (1, 1), 6, unseen))["separar"] == pytest.approx(float(2 * one), abs=1e-12)
    again = advise(Terms(), (1, 1), 6, unseen, ("plantarse", "pedir", "separar"), split=True)
    assert [option for option, _ in again] == ["separar", "plantarse"]


def test_a_split_hand_of_twenty_one_is_no_blackjack() -> None:
    unseen = less(SIX, 6, 1, 10)
    chances = slow_bank(unseen, 6, False, 1)
    whole, split = (dict(advise(EX, (1, 10), 6, unseen, split=split))["plantarse"] for split in (False, True))
    assert whole == pytest.approx(1.5)
    assert split == pytest.approx(float(1 - chances[21]))


def test_ex_1_10_5_1_g_three_sevens_pay_double_but_against_a_blackjack_or_three_sevens() -> None:
    playing = EX._replace(three_sevens=(2, 1))
    unseen = less(SIX, 7, 7, 7, 7)
    tie = Fraction(unseen[6] * (unseen[6] - 1), sum(unseen) * (sum(unseen) - 1))
    assert dict(advise(playing, (7, 7, 7), 7, unseen, exact=True))["plantarse"] == 2 * (1 - tie)
    unseen = less(SIX, 10, 7, 7, 7)
    blackjack = Fraction(unseen[0], sum(unseen))
    assert dict(advise(playing, (7, 7, 7), 10, unseen, exact=True))["plantarse"] == 2 * (1 - blackjack) - blackjack


# Insurance and even money


def test_insurance_and_even_money_are_weighed_against_the_hand() -> None:
    shoe = Composition.parse("6 packs less Ah Ks Ad")
    unseen = counts(shoe)
    found = dict(advise(EX, (1, 10), 1, shoe, exact=True))
    blackjack = Fraction(3, 2) * Fraction(309 - 95, 309)
    assert (unseen[-1], sum(unseen)) == (95, 309)
    assert found["no-asegurar"] == found["plantarse"] == blackjack
    assert found["asegurar"] == found["a-la-par"] == 1
    rich = less(unseen, *(value for value in range(2, 10) for _ in range(8)))
    options = advise(EX, (10, 9), 1, rich, ("asegurar", "no-asegurar"))
    assert [option for option, _ in options] == ["asegurar", "no-asegurar"]
    assert options[0][1] - options[1][1] == pytest.approx((3 * 95 / sum(rich) - 1) / 2)


def test_what_is_not_open_is_not_advised() -> None:
    unseen = less(SIX, 1, 10, 6)
    surrenders = EX._replace(surrender=True)
    assert {option for option, _ in advise(surrenders, (10, 6), 1, unseen)} == {
        "plantarse",
        "pedir",
        "asegurar",
        "no-asegurar",
    }
    assert advise(surrenders, (10, 6), 10, less(SIX, 10, 10, 6))[0] == ("retirarse", -0.5)
    assert "retirarse" not in dict(advise(surrenders, (10, 6), 10, less(SIX, 10, 10, 6), split=True))
    assert "doblar" not in dict(advise(EX, (5, 3), 6, less(SIX, 6, 5, 3)))
    assert "doblar" in dict(advise(PV, (5, 3), 6, less(SIX, 6, 5, 3)))
    assert "doblar" not in dict(advise(PV, (1, 1), 6, less(SIX, 6, 1, 1)))
    assert "doblar" not in dict(
        advise(EX._replace(double_after_split=False), (6, 5), 6, less(SIX, 6, 6, 5), split=True)
    )
    assert advise(EX, (7, 7, 7), 6, less(SIX, 6, 7, 7, 7), ("pedir",)) == []


def test_advice_and_charts_come_fast_enough() -> None:
    advise(PV, (2, 2), 2, less(SIX, 2, 2, 2))
    for hand in ((2, 2), (1, 2), (2, 3), (8, 8)):
        start = time.process_time()
        advise(PV, hand, 2, less(SIX, 2, 9, *hand))
        assert time.process_time() - start < 0.05
    start = time.process_time()
    chart(PV, less(SIX, 5))
    assert time.process_time() - start < 2


# The odds


def rows(name: str, region: str, bet: str, shoe: Composition | None = None) -> list[BetOdds]:
    return [row for row in odds(game(name).rules(region), shoe) if row.bet == bet]


def edge(region: str, bet: str, shoe: Composition | None = None) -> Number:
    return rows("blackjack", region, bet, shoe)[0].figures.edge


SHOES = [Composition.full(6), Composition.parse("6 packs less 7h 7h 7s Ah Ks Qd 2c 3c 10h 10h 6d 5s")]


@pytest.mark.parametrize("shoe", SHOES)
def test_ex_1_10_5_1_e_thirteen_counted_card_by_card(shoe: Composition) -> None:
    values = [min((card // 4 + 2) if card < 48 else 1, 10) for card in FRENCH.cards for _ in range(shoe.of(card))]
    totals = [values[i] + values[j] for i, j in permutations(range(len(values)), 2)]
    for bet, won in (
        ("menor-13", sum(total < 13 for total in totals)),
        ("mayor-13", sum(total > 13 for total in totals)),
    ):
        assert edge("extremadura", bet, shoe) == 1 - Fraction(2 * won, len(totals))


def test_ex_1_10_5_1_e_thirteen_is_worth_what_is_usually_quoted() -> None:
    """From memory, not looked up, for six packs: 6.55 % and 10.07 %; tests/test_blackjack.py counts them."""
    assert float(edge("extremadura", "mayor-13")) == pytest.approx(0.0655, abs=5e-5)
    assert float(edge("extremadura", "menor-13")) == pytest.approx(0.1007, abs=5e-5)


def test_pv_03_v_1_e_pairs() -> None:
    """Of the 311 cards that may follow the first, five equal it, six share rank and colour, twelve the rank alone."""
    assert edge("pais-vasco", "parejas") == 1 - Fraction(26 * 5 + 13 * 6 + 7 * 12, 311) == Fraction(19, 311)


@pytest.mark.parametrize("hundredths", [100, 125, 150, 200])
@pytest.mark.parametrize("shoe", SHOES)
def test_pv_03_v_1_f_sevens_counted_in_turn(shoe: Composition, hundredths: int) -> None:
    suits = [shoe.of(FRENCH.card(f"7{suit}")) for suit in "cdhs"]
    sevens, others = sum(suits), shoe.total - sum(suits)
    pairs = sum(n * (n - 1) for n in suits)
    trios = sum(n * (n - 1) * (n - 2) for n in suits)
    ways = (
        (2, sevens * others * (shoe.total - 2)),
        (10, (sevens * (sevens - 1) - pairs) * others),
        (50, pairs * others),
        (200, sevens * (sevens - 1) * (sevens - 2) - trios),
        (2000, trios),
    )
    total = shoe.total * (shoe.total - 1) * (shoe.total - 2)
    found = rows("blackjack", "pais-vasco", "acumulada", shoe)
    [row] = [row for row in found if Fraction(row.setting["premios"].split("-")[0]) == Fraction(2 * hundredths, 100)]
    paid = sum((1 + Fraction(prize * hundredths, 100)) * n for prize, n in ways)
    assert row.figures.edge == 1 - paid / total


@pytest.mark.parametrize(("name", "region"), [("blackjack", "extremadura"), ("triple-blackjack", "pais-vasco")])
def test_insurance_wins_with_96_of_311_cards(name: str, region: str) -> None:
    row = rows(name, region, "seguro")[0]
    assert row.figures.edge == 1 - Fraction(3 * 96, 311) == Fraction(23, 311)
    assert "4/103" in row.note
    partly = rows(name, region, "seguro", SHOES[1])[0]
    assert partly.figures.edge == 1 - Fraction(3 * 92, 299)


def test_ex_1_10_5_1_b_insuring_once_the_hands_are_played_meets_more_tens() -> None:
    """Hands that busted are out of it, and they took more than their share of tens."""
    early, late = rows("blackjack", "extremadura", "seguro")
    assert (early.setting, late.setting) == ({"seguro": "antes-de-la-tercera"}, {"seguro": "antes-de-la-banca"})
    assert 0 < float(early.figures.edge) - float(late.figures.edge) < 0.001
    assert late.std_error is None
    assert late.note


def test_every_choice_of_the_house_has_its_row_and_is_worth_what_its_hands_are() -> None:
    found = {tuple(row.setting.values()): row.figures for row in rows("blackjack", "extremadura", "casilla")}
    assert len(found) == 8
    plain = found["no", "no", "no"]
    assert plain.edge == pytest.approx(0.00543, abs=1e-5)
    assert plain.win + plain.push + plain.lose == pytest.approx(1)
    # Three sevens pay one stake more; a hand of them comes, if it is always drawn to, once in so many coups.
    most = Fraction(24 * 23 * 22, 312 * 311 * 310)
    assert 0 < float(plain.edge) - float(found["no", "no", "si"].edge) < float(most)
    # Early surrender against a ten alone was worth about a quarter of a hundredth.
    assert float(plain.edge) - float(found["no", "si", "no"].edge) == pytest.approx(0.0025, abs=2e-4)
    assert found["si", "no", "no"].edge == plain.edge


def test_both_texts_and_each_square_of_three_are_worth_the_same() -> None:
    ex, pv, triple = (
        rows(name, region, "casilla")[0].figures
        for name, region in (
            ("blackjack", "extremadura"),
            ("blackjack", "pais-vasco"),
            ("triple-blackjack", "pais-vasco"),
        )
    )
    assert ex == pv == triple


def test_a_shoe_rich_in_tens_favours_the_player() -> None:
    low = " ".join(f"{rank}{suit}" for rank in "3456" for suit in "cdhs" for _ in range(3))
    shoe = Composition.parse(f"6 packs less {low}")
    rich = rows("blackjack", "pais-vasco", "casilla", shoe)[0].figures
    assert rich.edge < 0 < edge("pais-vasco", "casilla")


# The simulator


def table(name: str, region: str, **options: str) -> tuple[Rules, Settings]:
    rules = game(name).rules(region)
    return rules, standard(rules, options=options)


def plan_of(rules: Rules, settings: Settings) -> tuple[Terms, Plan]:
    playing = terms(rules, settings)
    return playing, chart(playing, SIX).plan


TABLES = [
    ("blackjack", "extremadura", {}),
    ("blackjack", "extremadura", {"retiro": "si", "tres-sietes": "si"}),
    ("blackjack", "pais-vasco", {"retiro": "si"}),
    ("triple-blackjack", "pais-vasco", {}),
]


@pytest.mark.parametrize(("name", "region", "options"), TABLES)
def test_the_chart_played_from_whole_packs_is_worth_what_is_worked_out(
    name: str, region: str, options: dict[str, str]
) -> None:
    rules, settings = table(name, region, distribuidor="automatico", **options)
    spot = next(iter(game(name).layout(rules, settings)))
    found = simulate(game(name).program(rules, settings, {spot: 1000}), 2_000_000, seed=11).bets[0]
    playing, plan = plan_of(rules, settings)
    exact = planned(playing, SIX, plan)
    assert abs(-found.edge - exact.expectation) < 4 * found.std_error
    for share, chance in ((found.win, exact.win), (found.push, exact.push), (found.lose, exact.lose)):
        assert abs(share - chance) < 4.5 * (chance * (1 - chance) / found.made) ** 0.5
    assert found.variance == pytest.approx(exact.variance, rel=0.005)


def test_the_chart_costs_next_to_nothing_against_best_play() -> None:
    playing, plan = plan_of(*table("blackjack", "extremadura"))
    best, kept = worth(playing, SIX).expectation, planned(playing, SIX, plan).expectation
    assert 0 < best - kept < 5e-5


def test_shoes_dealt_to_the_separator_are_worth_nearly_the_same() -> None:
    """Dealing to a fixed card makes coups of small cards rarer in number, which costs a few ten-thousandths."""
    rules, settings = table("blackjack", "extremadura")
    playing, plan = plan_of(rules, settings)
    found = simulate(game("blackjack").program(rules, settings, {"casilla:1": 1000}), 4_000_000, seed=12).bets[0]
    assert abs(-found.edge - planned(playing, SIX, plan).expectation) < 4 * found.std_error + 4e-4


@pytest.mark.parametrize(
    ("region", "options", "stakes"),
    [
        ("extremadura", {"trece": "si"}, {"casilla:2": 1000, "seguro:2": 500, "menor-13:2": 400, "mayor-13:2": 300}),
        ("extremadura", {"seguro": "antes-de-la-banca"}, {"casilla:1": 1000, "seguro:1": 500}),
        (
            "pais-vasco",
            {"parejas": "si", "acumulada": "si", "retiro": "si"},
            {"casilla:1": 1000, "seguro:1": 500, "parejas:1": 500, "acumulada:1": 200},
        ),
        ("pais-vasco", {"acumulada": "si", "premios": "3-15-75-300-3000"}, {"casilla:1": 1000, "acumulada:1": 200}),
    ],
)
def test_a_mix_of_bets_is_worth_what_each_is(region: str, options: dict[str, str], stakes: dict[str, int]) -> None:
    rules, settings = table("blackjack", region, **options)
    found = simulate(game("blackjack").program(rules, settings, stakes), 2_000_000, seed=13).bets
    for bet in found:
        name = bet.bet.partition(":")[0]
        exact = next(
            row.figures
            for row in rows("blackjack", region, name)
            if all(settings.options[option] == choice for option, choice in row.setting.items())
        )
        assert abs(bet.edge - float(exact.edge)) < 4 * bet.std_error + 4e-4, bet.bet
        assert bet.win == pytest.approx(float(exact.win), abs=2e-3)
    if "seguro" not in options and any(spot.startswith("seguro") for spot in stakes):
        insured = next(bet for bet in found if bet.bet.startswith("seguro"))
        assert insured.rounds == pytest.approx(13, rel=0.02)  # it waits for the bank's ace


def test_pv_03_01_three_squares_share_a_hand_and_each_meets_its_own_bank() -> None:
    rules, settings = table("triple-blackjack", "pais-vasco")
    stakes = {f"casilla:1.{row}": 1000 for row in (1, 2, 3)}
    program = game("triple-blackjack").program(rules, settings, stakes)
    drawn = program.draw(generator(14, 0), 1_000_000).astype(np.int64)
    nets = np.stack([program.back[row, 1][drawn] - 1000 for row in range(3)]) / 1000
    exact = worth(terms(rules, settings), SIX)
    assert nets.mean(axis=1) == pytest.approx(exact.expectation, abs=4.5 * exact.variance**0.5 / 1000)
    related = np.asarray(np.corrcoef(nets))
    assert 0.3 < related[0, 1] < 0.7
    assert related == pytest.approx(np.full((3, 3), related[0, 1]) + (1 - related[0, 1]) * np.eye(3), abs=0.01)
    gave_nothing = (nets == -1).all(axis=0) | (nets == -2).all(axis=0)
    assert gave_nothing.mean() > 0.25


def test_a_coup_s_outcome_says_what_each_bet_goes_by() -> None:
    rules, settings = table("blackjack", "extremadura", trece="si")
    stakes = {"casilla:1": 1000, "seguro:1": 500, "mayor-13:1": 500}
    # Player, bank, player, then the player's draws and the bank's.
    outcome = coup(rules, settings, stakes, FRENCH.parse_many("10h As 9d Kc"))
    lost, insured, over = outcome % RESULTS - MOST, outcome // RESULTS % 3, outcome // RESULTS // 3
    assert (lost, insured, over) == (-1, 2, 2)
    assert coup(rules, settings, {"casilla:1": 1000}, FRENCH.parse_many("6h 6s 5d 10c 10d 10h")) - MOST == 2
    assert (
        coup(rules, settings, {"casilla:1": 1000}, FRENCH.parse_many("8h 6s 8d 3h 10c 8c 10d 3s 9s 10d 10h")) - MOST
        == 5
    )
    with pytest.raises(TapeteError, match="do not make a coup"):
        coup(rules, settings, stakes, FRENCH.parse_many("10h As 9d"))


def test_a_round_may_cost_more_than_its_stake() -> None:
    rules, settings = table("blackjack", "extremadura")
    program = game("blackjack").program(rules, settings, {"casilla:1": 1000})
    back = program.back[0, 1]
    assert [back[MOST + net] for net in (-2, -1, 0, 1, 2)] == [-1000, 0, 1000, 2000, 3000]
    assert [back[2 * MOST + 1], back[2 * MOST + 2]] == [2500, 500]
    found = simulate(program, 100_000, seed=15, length=50, bankroll=3000)
    assert 0 < found.ruin < 1
    assert found.results.min() < 0


def test_the_same_seed_gives_the_same_coups_on_any_number_of_cores() -> None:
    rules, settings = table("blackjack", "pais-vasco")
    program = game("blackjack").program(rules, settings, {"casilla:1": 1000})
    one, two = (simulate(program, 4_500_000, seed=16, workers=workers).bets for workers in (1, 2))
    assert one == two
    assert simulate(program, 100_000, seed=17).bets != simulate(program, 100_000, seed=18).bets


def test_two_sevens_always_take_a_third_card_for_the_bet_on_them() -> None:
    rules, settings = table("blackjack", "pais-vasco", acumulada="si", retiro="si")
    plan = plan_of(rules, settings)[1]
    assert OPTIONS[plan.first[10, 7, 7]] == "retirarse"
    cards = FRENCH.parse_many("7h 10s 7d 7c 10d 10h 9s")
    mixed = coup(rules, settings, {"casilla:1": 1000, "acumulada:1": 200}, cards)
    assert (mixed % RESULTS - MOST, mixed // RESULTS) == (1, 4)
    assert plan.first[8, 7, 7] == HIT


def test_stakes_the_simulator_does_not_play_are_one_clear_error() -> None:
    rules, settings = table("blackjack", "extremadura")
    with pytest.raises(TapeteError, match="casilla:99"):
        game("blackjack").program(rules, settings, {"casilla:99": 1000})
    with pytest.raises(TapeteError, match="one place"):
        game("blackjack").program(rules, settings, {"casilla:1": 1000, "casilla:2": 1000})
