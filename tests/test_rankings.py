"""Every ranking, counted over whole packs against figures published or derived by hand; compiled against readable."""

import importlib
import random
from dataclasses import replace
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest

from tapete.cards import FRENCH, Pack, Ranking, french
from tapete.cards.rankings import PAI_GOW, POKER
from tapete.cards.worded import in_words
from tapete.errors import TapeteError
from tapete.games import game
from tapete.games.pai_gow import hands as pai_gow_hands
from tests.rankings import FOUR, LOW_EIGHT, PAI_GOW_LOW, THREE, by_category, circle, made_mixed

WITHOUT_COLOUR = replace(PAI_GOW, joker=("escalera", "escalera-de-color", "escalera-real"))
ALL = {
    "five": POKER,
    "three": THREE,
    "four": FOUR,
    "pai gow": PAI_GOW,
    "pai gow, joker without colour": WITHOUT_COLOUR,
    "pai gow, two cards": PAI_GOW_LOW,
    "low": LOW_EIGHT,
    "figuras": circle(figuras=True),
    "figuras of 32": circle(french(32), figuras=True),
    **{f"circle of {size}": circle(french(size)) for size in (48, 44, 40, 36, 32, 28)},
}


def counts(ranking: Ranking, held: int = 0) -> dict[str, int]:
    """Every hand of the pack, scored and counted by category."""
    found = ranking.compile(held)
    return by_category(found, found.batch.tally())


def made(ranking: Ranking, text: str) -> str:
    """The category of a hand."""
    return ranking.describe(ranking.pack.parse(text)).split(":")[0]


def beats(ranking: Ranking, one: str, other: str) -> bool:
    """Whether the first hand is better, by the declaration and by the tables alike."""
    hands = [ranking.pack.parse(text) for text in (one, other)]
    scores = [ranking.compile(len(hand)).score(hand) for hand in hands]
    assert ranking.compare(*hands) == (scores[0] > scores[1]) - (scores[0] < scores[1])
    return scores[0] > scores[1]


def ties(ranking: Ranking, one: str, other: str) -> bool:
    """Whether neither hand is better."""
    return not beats(ranking, one, other) and not beats(ranking, other, one)


def runs(length: int, lowest: int = 0) -> list[frozenset[int]]:
    """The runs of ranks 0 to 12 from `lowest`, the ace below it and above the king."""
    line = [12, *range(lowest, 13)]
    return [frozenset(line[i : i + length]) for i in range(len(line) - length + 1)]


def sets_with_a_run_of_four(size: int) -> int:
    """Sets of so many ranks that contain four in a row."""
    return sum(any(run <= set(ranks) for run in runs(4)) for ranks in combinations(range(13), size))


def test_five_of_52_has_the_published_counts_and_7462_classes() -> None:
    # The frequencies of any textbook; 7,462 classes after Cactus Kev.
    assert list(counts(POKER).values()) == [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4]
    assert len(POKER.compile().values) - 1 == 7462


def test_best_five_of_six_has_the_published_counts() -> None:
    # Alspach, "Pai Gow Poker Computations", table 2; his 1,844 straight flushes hold 4 × 47 royal ones.
    found = [6612900, 9730740, 2532816, 732160, 361620, 205792, 165984, 14664, 1844 - 188, 188]
    assert list(counts(POKER, 6).values()) == found


def test_best_five_of_seven_has_the_published_counts_and_4824_classes() -> None:
    # Alspach, "Pai Gow Poker Computations", table 1, its 41,584 straight flushes parted into royal ones, 4 × C(47, 2),
    # and others: every one of the 133,784,560 hands is scored here.
    found = [23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 37260, 4324]
    assert list(counts(POKER, 7).values()) == found
    assert np.count_nonzero(POKER.compile(7).batch.tally()) == 4824


@pytest.mark.parametrize("size", [52, 48, 44, 40, 36, 32, 28])
def test_ex_2_2_7_1_reduced_packs_have_the_counts_of_the_closed_formulas(size: int) -> None:
    r = size // 4
    run = r - 3  # the windows of five, and the one from the low ace
    plain = {
        "poker": r * (r - 1) * 4,
        "full": r * 4 * (r - 1) * 6,
        "trio": r * 4 * comb(r - 1, 2) * 16,
        "doble-pareja": comb(r, 2) * 36 * (r - 2) * 4,
        "pareja": r * 6 * comb(r - 1, 3) * 64,
        "color": 4 * (comb(r, 5) - run),
        "escalera": run * (4**5 - 4),
        "escalera-de-color": 4 * (run - 1),
        "escalera-real": 4,
        "carta-mayor": (comb(r, 5) - run) * (4**5 - 4),
    }
    assert counts(circle(french(size))) == plain
    assert sum(plain.values()) == comb(size, 5)
    classes = 2 * comb(r, 5) + r * comb(r - 1, 3) + comb(r, 2) * (r - 2) + r * comb(r - 1, 2) + 2 * r * (r - 1)
    assert len(circle(french(size)).compile().values) - 1 == classes


@pytest.mark.parametrize("size", [48, 44, 40, 36, 32, 28])
def test_ex_2_2_7_1_colour_beats_full_below_52_cards(size: int) -> None:
    assert beats(circle(french(size)), "8h 9h 10h Jh Kh", "Ah As Ad Kc Ks")
    assert beats(POKER, "Ah As Ad Kc Ks", "8h 9h 10h Jh Kh")


@pytest.mark.parametrize(("size", "low"), [(28, "8 9 10 J"), (32, "7 8 9 10"), (36, "6 7 8 9"), (52, "2 3 4 5")])
def test_ex_2_2_7_1_the_low_ace_stands_below_the_lowest_card_and_is_the_lowest_run(size: int, low: str) -> None:
    ranking, hand = circle(french(size)), "Ah " + " ".join(f"{rank}{'scdh'[i]}" for i, rank in enumerate(low.split()))
    assert made(ranking, hand) == "escalera"
    assert max(ranking.runs[0]) == 12 and ranking.compile().category(ranking.compile().score(ranking.pack.parse(hand)))
    weakest = min(
        score for score in range(1, len(ranking.compile().values)) if ranking.compile().category(score) == "escalera"
    )
    assert ranking.compile().score(ranking.pack.parse(hand)) == weakest


@pytest.mark.parametrize("size", [52, 32, 28])
def test_ex_2_2_7_1_h_figuras_have_the_counts_of_sixteen_cards(size: int) -> None:
    # Five of the sixteen, less what ranks above: full, póquer and trío. Nobody has a run or a colour among four ranks.
    figuras = comb(16, 5) - 4 * 4 * 3 * 6 - 4 * 12 - 4 * 4 * comb(3, 2) * 16
    with_figuras, without = counts(circle(french(size), figuras=True)), counts(circle(french(size)))
    assert with_figuras["figuras"] == figuras == 3264
    assert with_figuras["doble-pareja"] == without["doble-pareja"] - comb(4, 2) * 36 * 2 * 4
    assert with_figuras["pareja"] == without["pareja"] - 4 * 6 * 64


def test_ex_2_2_7_2_f_figuras_compare_the_highest_pair_and_then_the_highest_card() -> None:
    ranking = circle(figuras=True)
    assert made(ranking, "Ks Kh Qh Jc Qc") == "figuras"
    assert beats(ranking, "As Ah Kh Qc Jc", "Ks Kh Qh Qc Jc")
    assert beats(ranking, "As Ah Kh Kc Jc", "As Ah Kd Qc Jd")
    assert beats(ranking, "As Ah Kh Qc Jc", "Ad Ac Qh Qs Jd")
    assert ties(ranking, "As Ah Kh Qc Jc", "Ad Ac Ks Qh Jd")
    assert beats(ranking, "Js Jh Qh Qc Kc", "10s 10h 9h 9c As")
    assert beats(ranking, "2s 2h 2d 3c 4c", "As Ah Kh Kc Qc")


def test_pv_15_v_three_cards_have_the_published_counts() -> None:
    # Published for three card poker: 48 straight flushes (4 of them royal), 52, 720, 1,096, 3,744, 16,440.
    assert list(counts(THREE).values()) == [16440, 3744, 1096, 720, 52, 44, 4]


def test_pv_15_v_1_a_run_beats_a_colour_in_three_cards() -> None:
    assert beats(THREE, "5h 6s 7d", "Ah 9h 5h")
    assert beats(THREE, "Kh Kd Ks", "Ah Ks Qd")
    assert beats(THREE, "4h 3s 2d", "Ah 2s 3d")
    assert made(THREE, "As Ks Qs") == "escalera-real"


def test_ex_1_18_5_4_four_cards_have_the_counts_of_the_closed_formulas() -> None:
    found = counts(FOUR)
    assert found["poker"] == 13 and found["escalera-de-color"] == 44
    assert found["trio"] == 13 * 4 * 48 and found["color"] == 4 * (comb(13, 4) - 11)
    assert found["escalera"] == 11 * (4**4 - 4) and found["doble-pareja"] == comb(13, 2) * 36
    assert found["pareja"] == 13 * 6 * comb(12, 2) * 16 and found["carta-mayor"] == (715 - 11) * (4**4 - 4)


def test_ex_1_18_1_best_four_of_five_has_the_counts_of_the_closed_formulas() -> None:
    with_run = sets_with_a_run_of_four(5)
    paired = 4 * (6 * 4**3 - 4 * 3)  # of four ranks one twice, no four cards of a suit
    apart = 4**5 - 4 * (1 + 5 * 3)  # five ranks, no four cards of a suit
    assert counts(FOUR, 5) == {
        "carta-mayor": (comb(13, 5) - with_run) * apart,
        "pareja": (comb(13, 4) - 11) * paired,
        "doble-pareja": 123552,
        "escalera": 11 * paired + with_run * apart,
        "color": 4 * (comb(13, 4) * 39 + comb(13, 5) - 11 * 39 - with_run),
        "trio": 54912 + 3744,
        "escalera-de-color": 44 * 48 - 40,  # each run of five holds two of four
        "poker": 624,
    }


def test_ex_1_18_1_best_four_of_six_has_the_counts_of_the_closed_formulas() -> None:
    five, six = sets_with_a_run_of_four(5), sets_with_a_run_of_four(6)
    straight_flush = 4 * (11 * comb(39, 2) + five * 39 + six)
    trio_suited = 4 * 4 * comb(3, 2)  # for four ranks of one suit: two more cards on one of them
    trio = 13 * 4 * (comb(12, 3) * 64 + 12 * 6 * 11 * 4) + comb(13, 2) * 16
    two = 6 * (6 * 6 * 4 * 4 - 4 * 3 * 3)  # four ranks, two of them twice, no four cards of a suit
    one = 5 * (6 * 4**4 - 4 * (3 * 13 + 3))  # five ranks, one twice: the pair has the suit, or it has not
    none = 4**6 - 4 * (comb(6, 4) * 9 + 6 * 3 + 1)
    assert counts(FOUR, 6) == {
        "carta-mayor": (comb(13, 6) - six) * none,
        "pareja": (comb(13, 5) - five) * one,
        "doble-pareja": (comb(13, 4) - 11) * two + comb(13, 3) * 6**3,
        "escalera": 11 * two + five * one + six * none,
        "color": 4 * (715 * comb(39, 2) + 1287 * 39 + 1716) - straight_flush - (715 - 11) * trio_suited,
        "trio": trio - 11 * trio_suited,
        "escalera-de-color": straight_flush,
        "poker": 13 * comb(48, 2),
    }


def test_ex_1_18_5_4_four_cards_rank_trio_above_colour_above_run() -> None:
    assert beats(FOUR, "2h 2s 2d 3c", "Ah Kh Qh 9h")
    assert beats(FOUR, "Ah 9h 5h 2h", "As Kh Qd Jc")
    assert beats(FOUR, "2h 2s 2d 2c", "As Ks Qs Js")
    assert made(FOUR, "2h 3h 5h 7h 2s 2c") == "trio"


def test_pv_14_iv_five_cards_with_the_joker_have_the_counts_of_the_closed_formulas() -> None:
    # 52 cards' counts, and those of the joker with four cards: 41 sets of four ranks lie within a run of five.
    within = {frozenset(four) for run in runs(5) for four in combinations(run, 4)}
    assert len(within) == 41
    colour, run = 4 * (715 - 41), 41 * (4**4 - 4)
    found = counts(PAI_GOW)
    assert found["cinco-ases"] == 1
    assert found["escalera-real"] == 4 + 4 * 5
    assert found["escalera-de-color"] == 36 + 4 * (41 - 5)
    assert found["poker"] == 624 + 4 * 48 + 12
    assert found["full"] == 3744 + 6 * 12 * 6 + 12 * 4 * 4
    assert found["color"] == 5108 + colour
    assert found["escalera"] == 10200 + run
    assert found["trio"] == 54912 + 6 * comb(12, 2) * 16 + 12 * 4 * 11 * 4
    assert found["doble-pareja"] == 123552 + 4 * 12 * 6 * 11 * 4 + comb(12, 2) * 36
    assert sum(found.values()) == comb(53, 5)


def test_ex_1_15_2_1_a_joker_that_does_not_complete_a_colour_leaves_52_cards_colours() -> None:
    found = counts(WITHOUT_COLOUR)
    assert found["color"] == 5108 and found["escalera"] == 20532 and found["escalera-de-color"] == 180
    assert made(WITHOUT_COLOUR, "Jk 3h 5h 8h Kh") == "carta-mayor"
    assert made(PAI_GOW, "Jk 3h 5h 8h Kh") == "color"


def test_pv_14_iv_best_five_of_seven_with_the_joker_has_the_published_counts() -> None:
    # Alspach, "7-Card Poker Hands with Joker", which has 210,964 straight flushes in all. It prints 26,124 royal ones;
    # counted here they are 26,132: 4,324 without the joker; with it all five and any other, or four and any two.
    royal = 4324 + 4 * (47 + 5 * comb(47, 2))
    found = [24780420, 64221960, 35553816, 7470676, 11236028, 6172088, 4188528, 307472, 210964 - royal, royal, 1128]
    assert list(counts(PAI_GOW, 7).values()) == found


def test_pv_14_iv_the_low_hand_is_a_pair_or_its_highest_card_and_the_joker_an_ace() -> None:
    assert counts(PAI_GOW_LOW) == {"carta-mayor": comb(53, 2) - 82, "pareja": 12 * 6 + 10}
    assert ties(PAI_GOW_LOW, "Jk 4c", "As 4d")
    assert made(PAI_GOW_LOW, "Jk As") == "pareja"


def test_pv_14_iv_2_ace_to_five_is_the_second_highest_run() -> None:
    assert beats(PAI_GOW, "Ah 2s 3d 4c 5h", "Kh Qs Jd 10c 9h")
    assert beats(PAI_GOW, "Ah Ks Qd Jc 10h", "As 2s 3d 4c 5h")
    assert beats(PAI_GOW, "Ah 2h 3h 4h 5h", "Ks Qs Js 10s 9s")
    assert ties(PAI_GOW, "Jk 2s 3d 4c 5h", "As 2d 3h 4s 5c")
    assert beats(PAI_GOW, "Jk Ah Ad As Ac", "Kh Qh Jh 10h Jk")


def test_pv_14_iv_a_joker_in_a_colour_is_the_highest_card_the_hand_lacks() -> None:
    assert ties(PAI_GOW, "Jk Ah Kh 5h 2h", "As Ks Qs 5s 2s")
    assert ties(PAI_GOW, "Jk Kh 9h 5h 2h", "As Ks 9s 5s 2s")
    assert made(PAI_GOW, "Jk Kh Ks 5h 2h") == "pareja"


def test_pv_17_2_3_low_hands_are_56_and_have_the_counts_of_the_closed_formulas() -> None:
    assert len(LOW_EIGHT.compile().values) - 1 == comb(8, 5) == 56
    assert counts(LOW_EIGHT)["ocho-o-menos"] == comb(8, 5) * 4**5
    assert counts(LOW_EIGHT, 7)["ocho-o-menos"] == sum(
        comb(8, ranks) * hands_of(ranks, low) * comb(20, 7 - low) for ranks in range(5, 8) for low in range(ranks, 8)
    )


def hands_of(ranks: int, cards: int) -> int:
    """Hands of so many cards that show each of so many ranks, by inclusion and exclusion."""
    return sum((-1) ** (ranks - kept) * comb(ranks, kept) * comb(4 * kept, cards) for kept in range(ranks + 1))


def test_pv_17_2_3_the_lowest_hand_is_ace_to_five_and_colours_do_not_count() -> None:
    assert beats(LOW_EIGHT, "Ah 2h 3h 4h 5h", "Ah 2s 3d 4c 6h")
    assert beats(LOW_EIGHT, "7h 6s 5d 4c 3h", "8h 4s 3d 2c Ah")
    assert beats(LOW_EIGHT, "8h 4s 3d 2c Ah", "Ah As 2c 3c 4c")
    assert ties(LOW_EIGHT, "9h 4s 3d 2c Ah", "Ks Kd Kh Kc Qs")
    assert LOW_EIGHT.describe(FRENCH.parse("9h 4s 3d 2c Ah")) == "nothing"


def test_ex_2_2_7_2_ties_go_on_to_the_last_card() -> None:
    assert beats(POKER, "Ah Kh Qh 9h 3h", "As Ks Qs 9s 2s")
    assert beats(POKER, "Ah Ad Ac As 3h", "Ah Ad Ac As 2h")
    assert ties(POKER, "Ah Kd Qh 9h 3h", "As Kc Qs 9s 3c")
    assert ties(POKER, "Ah Kd Qh 9h 8c 3h 2c", "Ah Kd Qh 9h 8c 4h 2d")


def test_as_a_2_b_colours_and_pairs_decided_by_one_card_can_be_declared_as_printed() -> None:
    printed = Ranking(FRENCH, 5, POKER.order, compared=(("color", 1), ("pareja", 2)))
    assert ties(printed, "Ah Kh Qh 9h 3h", "As 8s 6s 5s 2s")
    assert ties(printed, "Ah Ad Qh 9h 3h", "As Ac Qs 5s 2s")
    assert beats(printed, "Ah Ad Qh 3h 2h", "As Ac Js 10s 9s")
    assert beats(printed, "Ah 8h 6h 5h 3h", "Ks Qs 6s 5s 2s")
    assert counts(printed) == counts(POKER)


def test_ex_1_14_2_1_without_a_low_ace_there_are_nine_runs() -> None:
    high = Ranking(FRENCH, 5, POKER.order, ace="high")
    found = counts(high)
    assert found["escalera"] == 9 * (4**5 - 4) and found["escalera-de-color"] == 4 * 8


@pytest.mark.parametrize("name", ALL)
def test_the_tables_say_what_the_declaration_says(name: str) -> None:
    ranking = ALL[name]
    draw = random.Random(name)
    for held in range(ranking.cards, min(2 * ranking.cards - ranking.pack.joker, 8)):
        found = ranking.compile(held)
        hands = [draw.sample(ranking.pack.cards, held) for _ in range(150)]
        hands += [suited_hand(ranking, held, draw) for _ in range(150)]
        batch = found.scores(np.array(hands, np.uint8))
        for hand, score in zip(hands, batch.tolist(), strict=True):
            best = ranking.made(hand)
            assert found.score(hand) == score
            assert found.values[score] == (best.value if best else None)


def suited_hand(ranking: Ranking, held: int, draw: random.Random) -> list[int]:
    """A hand with many cards of one suit and, where there is one, often the joker."""
    suit = draw.randrange(4)
    same = [card for card in ranking.pack.cards if ranking.pack.suit(card) in (suit, -1)]
    hand = draw.sample(same, draw.randint(min(2, held), min(held, len(same))))
    return hand + draw.sample([card for card in ranking.pack.cards if card not in hand], held - len(hand))


@pytest.mark.parametrize(("own", "board"), [(2, 3), (2, 5), (4, 5), (5, 5), (4, 3)])
@pytest.mark.parametrize("name", ["five", "low", "circle of 28", "pai gow"])
def test_ex_2_2_d_two_own_cards_and_three_of_the_board_exactly(name: str, own: int, board: int) -> None:
    ranking, draw = ALL[name], random.Random(own)
    found = ranking.compile_mixed(own, board)
    hands = np.array([suited_hand(ranking, own + board, draw) for _ in range(60)], np.uint8)
    for hand, score in zip(hands.tolist(), found.scores(hands[:, :own], hands[:, own:]).tolist(), strict=True):
        best = made_mixed(ranking, hand[:own], hand[own:])
        assert found.score(hand[:own], hand[own:]) == score
        assert found.exact.values[score] == (best.value if best else None)


def test_ex_2_2_d_four_of_a_suit_on_the_board_make_no_colour_with_one_in_the_hand() -> None:
    omaha, parse = POKER.compile_mixed(4), FRENCH.parse
    assert omaha.exact.category(omaha.score(parse("Ah 3c 3d 4s"), parse("Kh Qh Jh 9h 7s"))) == "pareja"
    assert omaha.exact.category(omaha.score(parse("Ac Ad As Ah"), parse("Kh Qh Jh 9h 7s"))) == "pareja"
    assert omaha.exact.category(omaha.score(parse("Ah 3h 3d 4s"), parse("Kh Qh Jh 9h 7s"))) == "color"


def test_ex_2_2_f_two_own_cards_with_a_board_of_three_are_each_hand_ten_times() -> None:
    ranking = circle(french(28))
    pairs = np.array([*combinations(ranking.pack.cards, 2)], np.uint8)
    total: dict[str, int] = dict.fromkeys(ranking.order, 0)
    found = ranking.compile_mixed(2, 3)
    for pair in pairs:
        rest = [card for card in ranking.pack.cards if card not in pair]
        boards = np.array([*combinations(rest, 3)], np.uint8)
        scores = found.scores(np.broadcast_to(pair, (len(boards), 2)), boards)
        for name, count in by_category(found.exact, np.bincount(scores, minlength=len(found.exact.values))).items():
            total[name] += count
    assert total == {name: 10 * count for name, count in counts(ranking).items()}


def test_what_cannot_be_scored_is_refused_in_one_line() -> None:
    seven = POKER.compile(7)
    for wrong in (
        lambda: seven.score(FRENCH.parse("Ah Kh Qh")),
        lambda: seven.scores(np.zeros((3, 6), np.uint8)),
        lambda: seven.scores(np.zeros((3, 7), np.int64)),
        lambda: POKER.compile(4),
        lambda: POKER.compile(10),
        lambda: PAI_GOW.compile(9),
        lambda: POKER.made(FRENCH.parse("Ah Kh Qh")),
        lambda: POKER.made([50, 50, 1, 2, 3]),
        lambda: POKER.compile_mixed(1),
        lambda: POKER.compile_mixed(4).scores(np.zeros((3, 4), np.uint8), np.zeros((2, 5), np.uint8)),
        lambda: Ranking(FRENCH, 5, ("pareja", "repoker")),
        lambda: Ranking(FRENCH, 5, ("pareja", "pareja")),
    ):
        with pytest.raises(TapeteError) as caught:
            wrong()
        assert "\n" not in str(caught.value)


def test_any_byte_is_harmless_to_the_compiled_loop() -> None:
    hands = np.random.default_rng(1).integers(0, 256, (100_000, 7), np.uint8)
    assert POKER.compile(7).scores(hands).max() <= 7462
    assert PAI_GOW.compile(7).scores(hands).max() <= len(PAI_GOW.compile(7).values) - 1


def test_a_ranking_reads_back() -> None:
    for ranking in ALL.values():
        assert eval(repr(ranking), {"Ranking": Ranking, "Pack": Pack}) == ranking


@pytest.mark.parametrize(
    ("name", "region", "articles"),
    [
        ("poker-sin-descarte", "extremadura", "1.12.5.3.c"),
        ("poker-sin-descarte", "galicia", "art. 6.1.c-2"),
        ("poker-sin-descarte", "asturias", "A.2.b.4"),
        ("poker-sin-descarte", "pais-vasco", "11.V.1§5"),
        ("poker-con-descarte", "extremadura", "1.13.5.3.c"),
        ("poker-con-descarte", "pais-vasco", "12.V.5.2.e"),
    ],
)
def test_to_the_letter_the_run_with_the_highest_card_wins_also_where_that_is_an_ace_before_the_two(
    name: str, region: str, articles: str
) -> None:
    """As printed an ace wins wherever it stands, so A-2-3-4-5 beats K-Q-J-10-9 and ties with A-K-Q-J-10."""
    ties = game(name).rules(region).hands.kinds
    assert ties["escalera"].tie.article == articles
    switch = {f"hands.kinds.{kind}.tie": "printed" for kind in ("escalera", "escalera-de-color")}
    for choices, standing in (({}, -1), (switch, 1)):
        ranking = _order(name, game(name).rules(region, choices)).lookup.ranking
        low, king, ace = (ranking.pack.parse(hand) for hand in ("Ac 2d 3h 4s 5c", "Kc Qd Jh 10s 9c", "Ac Kd Qh Js 10c"))
        assert ranking.compare(low, king) == standing
        assert ranking.compare(low, ace) == (0 if choices else -1)
        suited, other = ranking.pack.parse("Ac 2c 3c 4c 5c"), ranking.pack.parse("Kc Qc Jc 10c 9c")
        assert ranking.compare(suited, other) == standing
        assert ranking.compare(suited, ranking.pack.parse("Ac Kc Qc Jc 10c")) == -1
        assert in_words(ranking, low) == "straight to 5"


def _order(name: str, rules: Any) -> Any:
    return importlib.import_module(f"tapete.games.{name.replace('-', '_')}.rules").order(rules)


@pytest.mark.parametrize("region", ["extremadura", "asturias", "pais-vasco"])
def test_ex_1_15_5_1_b_as_c_1_b_and_pv_14_iv_2_the_second_run_to_the_letter_is_a_suited_one(region: str) -> None:
    """The sentence stands with the royal flush: a plain A-2-3-4-5 is then the lowest, a suited one still the second."""
    for choices, plain in (({}, 1), ({"hands": "printed"}, -1)):
        ranking = pai_gow_hands.order(game("pai-gow").rules(region, choices)).high.ranking
        parse = ranking.pack.parse
        assert ranking.compare(parse("Ac 2d 3h 4s 5c"), parse("2c 3d 4h 5s 6c")) == plain
        assert ranking.compare(parse("Ac 2d 3h 4s 5c"), parse("Kc Qd Jh 10s 9c")) == plain
        assert ranking.compare(parse("Ac 2c 3c 4c 5c"), parse("Kc Qc Jc 10c 9c")) == 1
        assert ranking.compare(parse("Ac 2c 3c 4c 5c"), parse("Ac Kc Qc Jc 10c")) == -1
        assert in_words(ranking, parse("2d 3h 4s 5c Jk")) == ("straight to 5" if plain == 1 else "straight to 6")
