"""Hands that others played, held to the texts; and ours written down so that others can read them."""

from codecs import BOM_UTF8
from pathlib import Path
from typing import Any

import pytest

from tapete.errors import TapeteError
from tapete.games import game
from tapete.games.circulo.beside import USUAL, beside
from tapete.games.circulo.phh import hands, read
from tapete.games.circulo.replaying import Replayed, replayed
from tests.test_cli import data, run

EX, GA, PV = "extremadura", "galicia", "pais-vasco"
CARDS = ["d dh p1 AcKd", "d dh p2 2c2d", "d dh p3 7h6h", "d dh p4 QsQd"]
PAIRS, PASSED = ["d dh p1 AcAd", "d dh p2 7h7d", "d dh p3 2c3c", "d dh p4 QsJd"], ["p1 cc", "p2 cc"]


def phh(*actions: str, variant: str = "NT", stacks: tuple[float, ...] = (1000, 1000, 1000, 300), **more: Any) -> str:
    """A hand at 5 and 10, its cards dealt already."""
    bets = {"min_bet": 10} if variant in ("NT", "PO") else {"small_bet": 10, "big_bet": 20}
    fields = {
        "variant": variant,
        "antes": [0] * len(stacks),
        "blinds_or_straddles": [5, 10, *[0] * (len(stacks) - 2)],
        **bets,
        "starting_stacks": list(stacks),
        "actions": [*CARDS[: len(stacks)], *actions],
        **more,
    }
    return "".join(f"{name} = {value!r}\n" for name, value in fields.items())


def unblinded(*actions: str, variant: str = "NT") -> str:
    """A hand with antes of 5 and no blinds, all its cards among the actions."""
    return phh(variant=variant, antes=[5] * 4, blinds_or_straddles=[], actions=list(actions))


def played(text: str, region: str = EX, name: str = "", **options: str) -> Replayed:
    """A hand played again in a region, by the game of its variant or by another."""
    written = read(next(hands(text, several=False)))
    return replayed(game(name or written.game).rules(region), written, options)


def breaches(text: str, region: str = EX, **options: str) -> list[tuple[int, str]]:
    """At which actions something was against the text, and by which article."""
    return [(breach.step, breach.article) for breach in played(text, region, **options).breaches]


ALL_IN = ("p3 cbr 25", "p4 cbr 300", "p1 f", "p2 f", "p3 cc", "d db 7s8s9d", "d db 2h", "d db Kc")
SHOWS = ("p4 sm QsQd", "p3 sm 7h6h")


def test_ex_2_2_e_a_legal_hand_ends_with_the_pot_at_the_best_hand_s() -> None:
    # By hand: 300 and 300 and the two blinds; queens beat sevens.
    found = played(phh(*ALL_IN, *SHOWS))
    assert found.legal
    assert found.finishing_stacks == [995, 990, 700, 615]


def test_ex_2_2_3_a_the_house_takes_its_part_if_it_is_told_to() -> None:
    # 5 % of what the first interval adds, all there is: of 615 that is 30.75, to the chip of 1 rounded down.
    assert played(phh(*ALL_IN, *SHOWS), porcentaje="maximo").finishing_stacks == [995, 990, 700, 585]


def test_pv_17_ii_3_c_what_a_hand_costs_each_player_is_taken_once() -> None:
    """20 % of 10 from each; a hand of ours that says it was played so has stacks from which it is gone."""
    acts = ("p1 f", "p2 cbr 20", "p3 f", "p4 f")
    text = phh(*acts, antes=[1] * 4, blinds_or_straddles=[0] * 4)
    assert played(text, PV, beneficio="jugador").finishing_stacks == [997, 1001, 997, 297]
    ours = text + f"_region = {PV!r}\n_options = ['beneficio=jugador', 'porcentaje=minimo']\n"
    assert played(ours, PV).finishing_stacks == [999, 1003, 999, 299]
    assert played(ours, PV, beneficio="jugador").finishing_stacks == [999, 1003, 999, 299]


def test_ex_2_2_7_3_a_a_raise_is_at_least_double() -> None:
    # 25 and then 40: others take a raise of 15 for enough, this text asks for 50.
    text = phh("p3 cbr 25", "p4 cbr 40", "p1 f", "p2 f", "p3 f")
    assert breaches(text) == [(6, "2.2.7.3.a§4")]
    assert played(text).finishing_stacks == [995, 990, 975, 340]


def test_ga_art_22_3_and_pv_17_vi_3_blinds_are_not_asked_for_and_the_mano_speaks_first() -> None:
    assert breaches(phh(*ALL_IN, *SHOWS), GA) == [
        (0, "art. 22.3.a§1"),
        (0, "art. 22.3.a§1"),
        (0, "art. 22.3.a§1"),
        (5, "art. 33§1"),
    ]
    assert played(phh(*ALL_IN, *SHOWS), PV).finishing_stacks == [995, 990, 700, 615]


def test_ga_art_22_3_a_an_ante_and_the_mano_first_is_how_it_is_played_there() -> None:
    text = phh("p1 cbr 20", "p2 f", "p3 f", "p4 cc", "d db 7s8s9d", "p1 f", antes=[5] * 4, blinds_or_straddles=[0] * 4)
    assert played(text, GA).legal
    assert played(text, GA).finishing_stacks == [975, 995, 995, 335]
    assert breaches(text, EX)[0] == (0, "2.2.E.2.2")


def test_ga_art_22_3_a_an_ante_is_at_most_half_of_the_minimum() -> None:
    text = phh("p1 f", "p2 f", "p3 f", antes=[6] * 4, blinds_or_straddles=[0] * 4)
    assert breaches(text, GA) == [(0, "art. 22.3.a§1")]


def test_ga_art_22_3_a_2_a_hand_by_the_pot_is_held_to_the_pot_and_not_to_half_of_it() -> None:
    """An ante of 5 each and a bet of the whole pot: half of it is all that the split limit would allow."""
    cards = ("AcKc2c3d", "7h7dThTs", "As2s3s9s", "KdKhQdQh")
    dealt = [f"d dh p{number} {each}" for number, each in enumerate(cards, 1)]
    text = unblinded(*dealt, "p1 cbr 20", "p2 f", "p3 f", "p4 f", variant="PO")
    assert not breaches(text, GA)
    assert breaches(text, GA, limite="split-limit")


def test_pv_17_3_2_ii_4_two_lines_are_turned_at_once_and_each_has_its_half() -> None:
    """On the first line p2 has three sevens against aces, on the second p1 three aces against two pairs."""
    lines = [("d db 7c2d9hAh8c8d", *PASSED), ("d db 3hKs", *PASSED), ("d db 4sKd", *PASSED)]
    shown = ("p1 sm AcAd", "p2 sm 7h7d")
    text = unblinded(*PAIRS, "p1 cbr 20", "p2 cc", "p3 f", "p4 f", *(act for line in lines for act in line), *shown)
    replay = played(text, PV, "double-holdem")
    assert replay.legal, replay.breaches
    assert replay.finishing_stacks == [1005, 1005, 995, 295]


def test_pv_17_3_2_ii_4_one_line_alone_is_no_hand_of_two() -> None:
    text = unblinded(*PAIRS, *(f"p{number} cc" for number in range(1, 5)), "d db 7c2d9h")
    with pytest.raises(TapeteError, match="action 9: 6 common cards are turned here, not 3"):
        played(text, PV, "double-holdem")


def test_ga_art_27_a_change_of_cards_has_no_variant_in_phh() -> None:
    with pytest.raises(TapeteError, match="PHH has no variant for Póker cubierto"):
        played(phh("p1 cc"), GA, "poker-cubierto")


def test_ex_2_2_9_1_four_players_make_a_game() -> None:
    text = phh("p3 cbr 25", "p1 f", "p2 f", stacks=(1000, 1000, 1000))
    assert breaches(text) == [(0, "2.2.9.1§1")]


def test_ex_2_2_e_2_3_who_speaks_out_of_turn_is_told_so_and_heard() -> None:
    text = phh("p4 cbr 25", "p3 f", "p1 f", "p2 f")
    assert breaches(text)[0] == (5, "2.2.E.2.3")
    assert played(text).finishing_stacks == [995, 990, 1000, 315]


def test_ex_2_2_e_2_3_who_is_passed_over_and_in_the_file_no_more_has_given_up() -> None:
    # p4 is passed over before the flop and never heard of again; two sevens beat two deuces.
    acts = ("p3 cbr 25", "p1 f", "p2 cc", "d db 7s8s9d", "p2 cc", "p3 cc", "d db 3h", "p2 cc", "p3 cc", "d db Kc")
    text = phh(*acts, "p2 cbr 50", "p3 cc", "p2 sm 2c2d", "p3 sm 7h6h")
    assert breaches(text) == [(6, "2.2.E.2.3"), (8, "2.2.E.2.3")]
    assert played(text).finishing_stacks == [995, 925, 1080, 300]


def test_ex_2_2_e_2_5_who_is_passed_over_last_and_shows_is_in_the_showdown() -> None:
    # p2's answer to the last bet is missing, and he shows: he plays for what he has matched, 25 of each and the blind.
    acts = ("p3 cbr 25", "p4 f", "p1 f", "p2 cc", "d db 2s8s9d", "p2 cc", "p3 cc", "d db 3h", "p2 cc", "p3 cc")
    text = phh(*acts, "d db Kc", "p2 cc", "p3 cbr 50", "p2 sm 2c2d", "p3 sm 7h6h")
    assert breaches(text) == [(17, "2.2.E.2.5")]
    assert played(text).finishing_stacks == [995, 1030, 975, 300]


def test_a_stack_that_the_file_does_not_know_is_enough_and_stays_unknown() -> None:
    # PHH 0.0.1 writes such a stack as inf; queens win what p3 and the blinds have lost.
    text = phh(*ALL_IN, *SHOWS).replace("[1000, 1000, 1000, 300]", "[inf, 1000, inf, 300]")
    assert played(text).legal
    assert played(text).finishing_stacks == [None, 990, None, 615]


def test_ex_2_2_7_3_a_1_three_raises_are_the_most_where_amounts_are_fixed() -> None:
    text = phh("p3 cbr 20", "p4 cbr 30", "p3 cbr 40", "p4 cbr 50", "p1 f", "p2 f", "p3 f", variant="FT")
    assert (8, "2.2.7.3.a.1") in breaches(text)
    assert breaches(phh("p3 cbr 25", "p4 f", "p1 f", "p2 f", variant="FT"))[0] == (5, "2.2.7.3.a.1")


def test_pv_17_5_ii_1_a_the_least_card_stakes_the_low_limit_and_no_less() -> None:
    cards = ["d dh p1 AcKd2c", "d dh p2 QsQd8h", "d dh p3 5c5d6c", "d dh p4 7c2d9d"]
    stakes: dict[str, Any] = {"antes": [1] * 4, "blinds_or_straddles": [], "bring_in": 3}
    text = phh(variant="F7S", actions=[*cards, "p1 pb", "p2 f", "p3 f", "p4 f"], **stakes)
    assert played(text, PV).breaches == [(5, "bet takes 10, not 3", "17.5.II.1.a")]


def test_ex_2_2_b_3_streets_follow_one_another_where_nobody_has_chips_to_speak_with() -> None:
    """All are in with their antes: seven cards each and not a word; four aces are the best."""
    cards = ["AcAd2c", "QsQd8h", "5c5d6c", "7c3d9d"], ["As", "2h", "6h", "9h"], ["Ah", "3h", "8s", "Js"]
    more = ["Ks", "4h", "9s", "Jd"], ["2s", "4s", "10s", "Jh"]
    dealt = [f"d dh p{who} {card.replace('10', 'T')}" for row in (*cards, *more) for who, card in enumerate(row, 1)]
    stakes: dict[str, Any] = {"antes": [5] * 4, "blinds_or_straddles": []}
    found = played(phh(variant="F7S", stacks=(5, 5, 5, 5), actions=dealt, **stakes), EX)
    assert (found.breaches, found.finishing_stacks) == ([], [20, 0, 0, 0])


def test_ex_2_2_9_14_cards_that_are_thrown_away_win_nothing() -> None:
    found = played(phh(*ALL_IN, "p4 sm", "p3 sm 7h6h"))
    assert found.legal
    assert found.finishing_stacks == [995, 990, 1315, 0]
    assert breaches(phh(*ALL_IN, "p4 sm", "p3 sm 7h6h"), PV)[-1] == (13, "17.VII.3§1")


BLIND = [f"d dh p{who} ????" for who in range(1, 5)]
TO_THE_END = ("p3 f", "p4 f", "p1 cc", "p2 cc", "d db 7s8s9d", "p1 cc", "p2 cc", "d db 2h", "p1 cc", "p2 cc", "d db Kc")


@pytest.mark.parametrize("shown", [(), ("p1 sm Ah??", "p2 sm Kh??")])
def test_ex_2_2_9_12_where_nobody_s_cards_are_known_nobody_is_given_the_pot(shown: tuple[str, ...]) -> None:
    found = played(phh(actions=[*BLIND, *TO_THE_END, "p1 cc", "p2 cc", *shown]))
    assert [breach.article for breach in found.breaches] == ["2.2.9.12"]
    assert found.finishing_stacks == [990, 990, 1000, 300]  # the 20 of the pot are nobody's


@pytest.mark.parametrize("shown", [("p2 sm QsQd", "p1 sm"), ("p2 sm QsQd",), ("p1 sm",)])
def test_ex_2_2_9_14_one_who_shows_or_is_left_takes_the_pot(shown: tuple[str, ...]) -> None:
    found = played(phh(actions=[*BLIND, *TO_THE_END, "p1 cc", "p2 cc", *shown]))
    assert (found.breaches, found.finishing_stacks) == ([], [990, 1010, 1000, 300])


def test_one_hand_that_cannot_be_read_does_not_hide_the_others(tmp_path: Path) -> None:
    """Of five hands in a file two are no hands; what they are is said, and the status is that of bad input."""
    sound = phh("p3 f", "p4 f", "p1 f")
    bad = (phh("p1 dances"), phh("p3 f", variant="N2L1D", min_bet=10))
    file = tmp_path / "some.phhs"
    file.write_text("".join(f"[{n}]\n{hand}\n" for n, hand in enumerate((sound, bad[0], sound, bad[1], sound), 1)))
    rows = data("hands", str(file), "--region", EX, status=2)
    assert [(row["hand"], row["legal"]) for row in rows] == [(1, True), (3, True), (5, True)]
    found = run("hands", str(file), "--region", EX)
    assert "hand 2: action 5: 'p1 dances' is none that is known (1 more cannot be read)" in " ".join(
        found.stderr.split()
    )


@pytest.mark.parametrize("beside_it", [(), ("--beside", GA)])
def test_a_hand_of_a_game_that_a_text_does_not_have_does_not_hide_the_others(
    tmp_path: Path, beside_it: tuple[str, ...]
) -> None:
    """Omaha hi-lo, which Extremadura does not have, between two hands of hold'em."""
    sound, omaha = phh("p3 f", "p4 f", "p1 f"), phh("p3 f", variant="FO/8", actions=[])
    file = tmp_path / "some.phhs"
    file.write_text("".join(f"[{n}]\n{hand}\n" for n, hand in enumerate((sound, omaha, sound), 1)))
    rows = data("hands", str(file), "--region", EX, *beside_it, status=2)
    assert [row["hand"] for row in rows] == [1, 3]
    found = run("hands", str(file), "--region", EX, *beside_it)
    assert f"{file}, hand 2: omaha-hi-lo is not in the text of extremadura" in " ".join(found.stderr.split())
    assert "unknown region 'nowhere'" in run("hands", str(file), "--region", "nowhere", *beside_it).stderr
    assert "unknown region 'nowhere'" in run("hands", str(file), "--region", EX, "--beside", "nowhere").stderr
    assert f"{EX} is there twice" in run("hands", str(file), "--region", EX, "--beside", EX).stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("one.phh.txt",), "one.phh.txt, hand 1: its name does not end in .phh, .phhs or .jsonl"),
        (("log.jsonl", "--export", "none/out.phhs"), "none/out.phhs: cannot be written: No such file or directory"),
    ],
)
def test_a_file_that_cannot_be_read_or_written_is_told_in_a_line(
    tmp_path: Path, words: tuple[str, ...], says: str
) -> None:
    golden = Path(__file__).parent / "golden/holdem-extremadura-1.jsonl"
    (tmp_path / "log.jsonl").write_bytes(golden.read_bytes())
    found = run("hands", *words, "--region", EX, cwd=tmp_path)
    assert (found.returncode, found.stderr) == (2, f"tapete: {says}\n")


def test_a_hand_that_breaks_off_is_no_legal_one_and_stakes_stay_with_those_who_laid_them() -> None:
    found = played(phh("p3 cbr 25"))
    assert [breach.what for breach in found.breaches] == ["the hand is not over"]
    assert found.finishing_stacks == [1000, 1000, 1000, 300]


def test_ex_2_2_e_2_3_who_is_alone_has_nothing_to_say() -> None:
    found = played(phh("p3 f", "p4 f", "p1 f", "p2 cc"))
    assert [(breach.step, breach.article) for breach in found.breaches] == [(8, "2.2.E.2.3")]
    assert found.finishing_stacks == [995, 1005, 1000, 300]


@pytest.mark.parametrize("does", ["f", "cc", "cbr 50"])
def test_ex_2_2_9_8_who_is_alone_has_won_whatever_the_file_has_him_do(does: str) -> None:
    found = played(phh("p3 f", "p4 f", "p1 f", f"p2 {does}"))
    assert (found.breaches[0].step, found.finishing_stacks) == (8, [995, 1005, 1000, 300])


def test_ex_2_2_9_8_in_stud_too_who_gives_up_alone_has_won_and_no_street_follows() -> None:
    """Four antes of 1: all give them up, p4 when they were his."""
    cards = ["d dh p1 AcKd2c", "d dh p2 QsQd8h", "d dh p3 5c5d6c", "d dh p4 7c2d9d"]
    folds = [f"p{who} f" for who in range(1, 5)]
    text = phh(variant="F7S", actions=[*cards, *folds], antes=[1] * 4, blinds_or_straddles=[], bring_in=1)
    found = played(text)
    assert (found.breaches[-1].step, found.finishing_stacks) == (8, [999, 999, 999, 303])


def test_amounts_may_have_decimals() -> None:
    text = phh("p3 cbr 0.25", "p4 f", "p1 f", "p2 f", min_bet=0.1, blinds_or_straddles=[0.05, 0.1, 0, 0])
    assert played(text).finishing_stacks == [999.95, 999.9, 1000.15, 300]


@pytest.mark.parametrize(
    ("unit", "says"),
    [
        (1000, "raise takes 50000 to 300000 in steps of 1, not 40000"),
        (1, "raise takes 50 to 300 in steps of 1, not 40"),
        (0.1, "raise takes 5 to 30 in steps of 0.1, not 4"),
        (0.001, "raise takes 0.05 to 0.3 in steps of 0.001, not 0.04"),
        (0.0001, "raise takes 0.005 to 0.03 in steps of 0.0001, not 0.004"),
    ],
)
def test_ex_2_2_7_3_a_what_a_raise_takes_is_told_in_amounts_of_the_file(unit: float, says: str) -> None:
    # 25 units and then 40, where twice 25 is the least; the smallest amount of the file has no more decimals.
    amounts = [round(many * unit, 4) for many in (5, 10, 25, 40, 301, 300)]
    small, big, bet, least, other, stack = amounts
    blinds, stacks = [small, big, 0, 0], (other, other, other, stack)
    text = phh(f"p3 cbr {bet}", f"p4 cbr {least}", "p1 f", "p2 f", "p3 f", min_bet=big, stacks=stacks)
    text = text.replace("[5, 10, 0, 0]", str(blinds))
    assert [breach.what for breach in played(text).breaches] == [says]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("variant = 'XX'", "variant 'XX' is not played here"),
        ("variant = 'NT'\nstarting_stacks = [10, 10]\nantes = 3", "antes is no list"),
        ("variant = 'NT'\nmin_bet = 10", "what each player began with: starting_stacks is missing"),
        ("variant = 'NT'\nstarting_stacks = [1000]", "two players at least"),
        (phh("p9 f"), "action 5: there is no player 'p9'"),
        (phh("p3 dances"), "action 5: 'p3 dances' is none that is known"),
        (phh("p3 cbr 5", "p1 cbr 5"), "action 6: nothing is added"),
        ("= 3", "not valid TOML"),
        (phh("p3 cbr ²"), "action 5: 'p3 cbr ²' is none that is known"),
        (phh("p² f"), "there is no player 'p²'"),
        (phh(min_bet=0), "the least bet is missing"),
        (phh(blinds_or_straddles=[5, 10, 0, 0, 0]), "no more antes or blinds than players"),
        (phh().replace("[1000, 1000, 1000, 300]", "[1000, nan, 1000, 300]"), "'NaN' is no amount"),
        (phh(players=3), "players is no list"),
        (phh("p3 cbr 25", "p4 cc", "p1 f", "p2 f", "d db 7s8s"), "3 common cards are turned here, not 2"),
        (phh("p3 cbr 25", "p4 cc", "p1 f", "p2 f", "d db 7s8sZz"), "'Zz' is no card"),
        (phh("p3 cbr 25", "p4 cc", "p1 f", "p2 f", "d db 7s8s7s"), "no 7s is left"),
        ("", "a hand names its variant: NT, FT"),
        (phh(actions=["d dh p1 AcKd", "d dh p2 2cAc"]), "action 2: no Ac is left"),
        (phh(actions=["d dh p1 Zz??"]), "action 1: 'Zz' is no card"),
        (phh(*ALL_IN, "p4 sm QsQd", "p3 sm 7s6h"), "action 14: no 7s is left"),
        (phh(*ALL_IN, "p4 sm QsQs"), "action 13: no Qs is left"),
        (phh(*ALL_IN, "p4 sm QsQc"), "action 13: p4 was not dealt Qc"),
        (phh(*ALL_IN, "p4 sm Qc"), "action 13: p4 was not dealt Qc"),
        (phh("p3 f", "p4 sm QsQdQc"), "action 6: p4 was not dealt Qc"),
        (phh(actions=["d dh p1 Ac??", "p1 sm AcKd", "p1 sm KdKc"]), "action 3: p1 was not dealt Kc"),
        (phh(*ALL_IN[:5], "d db 7s8s9d", "d db 2h3h"), "action 11: one common card is turned here, not 2"),
        (phh(_chip=1000000), "_chip: the smallest chip divides the least bet; 1000000 does not divide 10"),
        (phh(_chip=0.3, min_bet=0.5), "0.3 does not divide 0.5"),
        (f"variant = '{'X' * 5000}'", "^variant 'X{30}' is not played here"),
        (phh(actions=["d dh p1 AcKd", "d dh p2 2c2d7h"]), "action 2: everybody is dealt 2 cards here, not 3"),
        (phh("p3 cbr 25", "p4 cbr 301"), "action 6: p4 has 300 left, and no more"),
        ("variant = ['NT']", r"variant '\['NT'\]' is not played here"),
        ("min_bet = 1" + "0" * 5000, "not valid TOML: a number with too many digits"),
        ("min_bet = 1e" + "9" * 30, "not valid TOML: a number with too many digits"),
        ("a = " + "[" * 5000 + "]" * 5000, "not valid TOML: lists are nested too deeply"),
        (".".join(["a"] * 200_000) + " = 1", "not valid TOML: lists are nested too deeply"),
        (phh().replace("[1000, 1000, 1000, 300]", f"[1000, 1{'0' * 40}, 1000, 300]"), "'10{29}' is no amount"),
        (phh().replace("min_bet = 10", "min_bet = 1e-99999999"), "'1E-99999999' is no amount"),
        (phh("p3 cbr " + "9" * 5000), "action 5: 'p3 cbr 9{23}' is none that is known"),
        (phh("p" + "9" * 5000 + " f"), "action 5: there is no player 'p9{29}'"),
        (phh(*["p3 cc"] * 10_001), "no hand has more than 10000"),
    ],
)
def test_what_is_no_hand_is_refused_in_a_line(text: str, says: str) -> None:
    with pytest.raises(TapeteError, match=says):
        played(text)


def test_the_command_says_hand_by_hand_what_is_legal_here(tmp_path: Path) -> None:
    one, two = tmp_path / "one.phh", tmp_path / "two.phhs"
    one.write_text(phh(*ALL_IN, *SHOWS))
    two.write_text("[1]\n" + phh(*ALL_IN, *SHOWS) + "[2]\n" + phh("p3 cbr 25", "p4 cbr 40", "p1 f", "p2 f", "p3 f"))
    assert data("hands", str(one), "--region", EX) == [
        {
            "file": str(one),
            "hand": 1,
            "game": "holdem",
            "legal": True,
            "breaches": [],
            "finishing_stacks": [995, 990, 700, 615],
        }
    ]
    rows = data("hands", str(one), str(two), "--region", EX, status=1)
    assert [(row["hand"], row["legal"]) for row in rows] == [(1, True), (1, True), (2, False)]
    assert rows[2]["breaches"] == [
        {"step": 6, "what": "raise takes 50 to 300 in steps of 1, not 40", "article": "2.2.7.3.a§4"}
    ]
    found = run("hands", str(tmp_path / "none.phh"), "--region", EX)
    assert (found.returncode, found.stderr.count("\n")) == (2, 1)
    log = Path(__file__).parent / "golden/omaha-hi-lo-pais-vasco-1.jsonl"
    found = run("hands", str(log), "--region", PV)
    assert "PHH has no variant for Omaha Hi&Low with this limit" in found.stderr
    for other, says in {
        "omaha": f"{one}, hand 1: action 4: everybody is dealt 4 cards here, not 2",
        "blackjack": "blackjack is no poker between players, of which PHH hands are",
    }.items():
        found = run("hands", str(one), "--region", EX, "--game", other)
        assert (found.returncode, found.stderr) == (2, f"tapete: {says}\n")


# Side by side


def laid(text: str, *names: str, **options: str) -> dict[str, Any]:
    """A hand under several rules; of tournaments' there are those of the first text's game."""
    written = read(next(hands(text, several=False)))
    rules = game(written.game).rules
    return beside(written, {name: (rules(names[0]), {}) if name == USUAL else (rules(name), options) for name in names})


def test_ex_2_2_7_3_a_a_short_raise_above_half_opens_the_betting_again_as_tournaments_do_not_have_it() -> None:
    # 100, and 160 with the last chips: 60 more is above half of 100, and less than the raise of 90 before.
    text = phh(
        *("p3 cbr 100", "p4 cbr 160", "p1 cc", "p2 f", "p3 cbr 400", "p1 f"),
        *("d db 7s8s9d", "d db 2h", "d db Kc", "p3 sm 7h6h", "p4 sm QsQd"),
        stacks=(1000, 1000, 1000, 160),
    )
    found = laid(text, EX, PV, USUAL)
    assert [(part["step"], sorted(part["breaches"])) for part in found["parts"]] == [
        (0, [PV]),
        (5, [PV]),
        (9, [USUAL]),
    ]
    assert found["parts"][2]["breaches"][USUAL][0]["article"] == "TDA 43"
    assert found["finishing_stacks"][EX] == found["finishing_stacks"][USUAL] == [840, 990, 840, 490]


def test_ex_2_2_9_19_the_chip_over_is_the_last_raiser_s_and_in_tournaments_the_first_player_s() -> None:
    # 65 are shared by two: the common cards are the best hand of both.
    acts = ["p3 cc", "p4 cbr 25", "p1 f", "p2 f", "p3 cc", "d db AsKsQc", "p3 cc", "p4 cc", "d db Jc", "p3 cc", "p4 cc"]
    acts += ["d db Tc", "p3 cc", "p4 cc", "p3 sm 7h6h", "p4 sm 7d6d"]
    text = phh(actions=[*CARDS[:3], "d dh p4 7d6d", *acts])
    found = laid(text, EX, USUAL)
    assert found["parts"] == []
    assert found["finishing_stacks"] == {EX: [995, 990, 1007, 308], USUAL: [995, 990, 1008, 307]}
    assert found["cost"] == {EX: [0, 0, 0, 0], USUAL: [0, 0, 1, -1]}


def test_what_the_house_takes_is_a_cost_too() -> None:
    assert laid(phh(*ALL_IN, *SHOWS), EX, USUAL, porcentaje="maximo")["cost"][USUAL] == [0, 0, 0, 30]


def test_the_command_lays_a_hand_beside_another_text(tmp_path: Path) -> None:
    file = tmp_path / "one.phh"
    file.write_text(phh("p3 cbr 25", "p4 cbr 40", "p1 f", "p2 f", "p3 f"))
    (row,) = data("hands", str(file), "--region", EX, "--beside", USUAL)
    assert [(part["step"], list(part["breaches"])) for part in row["parts"]] == [(6, [EX])]
    assert "2.2.7.3.a§4" in run("hands", str(file), "--region", EX, "--beside", USUAL).stdout


def test_ex_2_2_e_2_2_and_ga_art_22_3_a_what_each_text_forbids_before_the_cards_is_told_apart() -> None:
    """Antes and blinds among three: Extremadura has no antes, Galicia no blinds, and both want four players."""
    text = phh("p3 cbr 25", "p1 f", "p2 f", stacks=(1000, 1000, 1000), antes=[5] * 3)
    (part, *_) = laid(text, EX, GA)["parts"]
    assert part["step"] == 0
    assert {name: [breach["article"] for breach in told] for name, told in part["breaches"].items()} == {
        EX: ["2.2.E.2.2"],
        GA: ["art. 22.3.a§1", "art. 22.3.a§1"],
    }


@pytest.mark.parametrize(
    ("chosen", "stacks"),
    [
        ("porcentaje=maximo", ([995, 990, 700, 585], [995, 990, 700, 585])),  # 5 % of 615, in whole chips
        ("porcentaje=3", ([995, 990, 700, 597], [995, 990, 700, 597])),
        # País Vasco alone: 20 % of 10 from each once the cards are dealt, of whom p4 has 298 for his last bet then.
        ("beneficio=jugador", ([995, 990, 700, 615], [993, 988, 700, 611])),
        ("raises=likely", ([995, 990, 700, 615], [995, 990, 700, 615])),
    ],
)
def test_what_is_chosen_holds_under_each_text_that_knows_it(
    chosen: str, stacks: tuple[list[int], list[int]], tmp_path: Path
) -> None:
    (tmp_path / "one.phh").write_text(phh(*ALL_IN, *SHOWS))
    (row,) = data("hands", str(tmp_path / "one.phh"), "--region", EX, "--beside", PV, "--set", chosen)
    assert (row["finishing_stacks"][EX], row["finishing_stacks"][PV]) == stacks


@pytest.mark.parametrize(
    ("chosen", "says"),
    [
        ("nope=1", "unknown option 'nope'"),
        ("porcentaje=99", "unknown value for porcentaje '99'"),
        ("limite=zzz", "unknown value for limite 'zzz'"),
        ("raises=zzz", "unknown choice for raises 'zzz'"),
    ],
)
@pytest.mark.parametrize("beside_it", [(), ("--beside", PV), ("--beside", USUAL)])
def test_what_no_text_knows_is_refused(chosen: str, says: str, beside_it: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "one.phh").write_text(phh(*ALL_IN, *SHOWS))
    found = run("hands", str(tmp_path / "one.phh"), "--region", EX, *beside_it, "--set", chosen)
    assert (found.returncode, found.stdout, found.stderr.count("\n")) == (2, "", 1)
    assert says in found.stderr


def test_a_file_may_begin_with_the_mark_of_an_editor(tmp_path: Path) -> None:
    """A hand does, and a log of ours that somebody saved anew; one mark, and nothing else."""
    assert played("\ufeff" + phh("p3 f", "p4 f", "p1 f")).finishing_stacks == [995, 1005, 1000, 300]
    golden = (Path(__file__).parent / "golden/holdem-extremadura-1.jsonl").read_bytes()
    rows = []
    for name, mark in (("plain", b""), ("marked", BOM_UTF8)):
        (tmp_path / f"{name}.jsonl").write_bytes(mark + golden)
        rows.append(data("hands", str(tmp_path / f"{name}.jsonl"), "--region", EX))
    plain, marked = ([{**row, "file": ""} for row in each] for each in rows)
    assert plain
    assert marked == plain
    (tmp_path / "marked.jsonl").write_bytes(BOM_UTF8 * 2 + golden)
    refused = run("hands", str(tmp_path / "marked.jsonl"), "--region", EX)
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)


def test_a_stud_hand_that_deals_some_only_breaks_off() -> None:
    text = (
        "variant = 'F7S'\nantes = [5, 5, 5, 5]\nbring_in = 5\nsmall_bet = 10\nbig_bet = 20\n"
        "starting_stacks = [1000, 1000, 1000, 1000]\nactions = ['d dh p1 AcKc2c', 'd dh p2 QdQh3d']\n"
    )
    assert played(text).breaches[-1].what == "the hand is not over"


def test_what_one_stakes_for_the_whole_table_is_dead_money_and_gives_him_no_more_of_a_pot() -> None:
    """The big blind's ante of 10, as tournaments have it. By hand: p3 is all in for 10, so that the main pot is the
    ante and 40, which his aces take; the others have 20 more each in the side pot, which p4's kings take."""
    dealt = ["d dh p1 7c2d", "d dh p2 8c3d", "d dh p3 AcAd", "d dh p4 KcKd"]
    acts = ["p3 cc", "p4 cbr 30", "p1 cc", "p2 cc", "d db 4h5hQs", "p1 cc", "p2 cc", "p4 cc", "d db 9h"]
    ends = ["p1 cc", "p2 cc", "p4 cc", "d db Jd", "p1 cc", "p2 cc", "p4 cc", "p4 sm KcKd", "p1 sm 7c2d", "p2 sm 8c3d"]
    text = phh(stacks=(1000, 1000, 10, 1000), antes=[0, 10, 0, 0], actions=[*dealt, *acts, *ends, "p3 sm AcAd"])
    assert played(text).finishing_stacks == [970, 960, 50, 1030]


def test_of_two_players_antes_are_written_the_other_way_round_as_blinds_are() -> None:
    # PHH, "Antes": the first of two players has the big blind, and here its ante of 3; the second gives up his 5.
    text = phh("p2 f", stacks=(100, 100), antes=[0, 3], blinds_or_straddles=[5, 10])
    assert played(text).finishing_stacks == [105, 95]
    assert [move.cents for _, move in played(text).moves if move.src == "chips/p1"] == [300, 1000]


def test_a_flop_that_follows_the_deal_at_once_is_no_card_for_all() -> None:
    """Of two players the second is all in with his blind of 5: nobody has anything to say before the common cards."""
    cards = ["d dh p1 AcKd", "d dh p2 2c2d", "p2 sm 2c2d", "p1 sm AcKd", "d db 7s8s9d", "d db 3h", "d db Jc"]
    text = phh(stacks=(100, 5), antes=[0, 0], blinds_or_straddles=[5, 10], actions=cards)
    assert played(text).finishing_stacks == [95, 10]


def test_common_cards_may_be_written_one_by_one() -> None:
    acts = [act for act in ALL_IN if act != "d db 7s8s9d"]
    pieces = ["d db 7s", "d db 8s9d"]
    assert played(phh(*acts[:5], *pieces, *acts[5:], *SHOWS)).finishing_stacks == [995, 990, 700, 615]
    with pytest.raises(TapeteError, match="3 common cards are turned here, not 2"):
        played(phh(*acts[:5], "d db 7s8s", "p4 cc"))


def first_common(*flop: str) -> str:
    """Four hands of five cards with antes of 5, passed to the end; common cards from the deal on."""
    cards = ["d dh p1 AcKd2s3s4s", "d dh p2 2c2d9h9c8c", "d dh p3 7h6h5c4c3c", "d dh p4 QsQdJhJcTc"]
    passed = [f"p{number} cc" for number in range(1, 5)]
    return unblinded(*cards, flop[0], *passed, *flop[1:], *passed, "d db 2h", *passed, "d db Kc", *passed, variant="PO")


def test_pv_17_2_2_ii_3_a_first_common_card_lies_there_with_the_deal_and_the_flop_adds_two() -> None:
    """Jack and ten of the fourth make a run with seven, eight and nine: he has the 20 of all."""
    hand = played(first_common("d db 7s", "d db 8s9d"), PV, "omaha-cinco", **{"primera-comun": "si"})
    assert (hand.legal, hand.finishing_stacks) == (True, [995, 995, 995, 315])
    with pytest.raises(TapeteError, match="action 5: 3 common cards are turned here, not 1"):
        played(first_common("d db 7s", "d db 8s9d"), PV, "omaha-cinco")
    with pytest.raises(TapeteError, match="action 5: one common card is turned here, not 3"):
        played(first_common("d db 7s8s9d", "d db 3h"), PV, "omaha-cinco", **{"primera-comun": "si"})
    with pytest.raises(TapeteError, match="action 4: one common card is turned here, not 0"):
        played(first_common("p1 cc", "d db 7s8s9d"), PV, "omaha-cinco", **{"primera-comun": "si"})
