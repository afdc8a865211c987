"""Hands against one another: published equities, and deals counted one by one with the ranking as it is declared."""

from collections.abc import Sequence
from fractions import Fraction
from html import unescape
from itertools import combinations, permutations
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tapete.cards.card import FRENCH, Pack, french
from tapete.cards.ranking import Ranking
from tapete.cards.rankings import POKER
from tapete.engine.settings import standard
from tapete.errors import TapeteError
from tapete.floor import Floor
from tapete.games import game
from tapete.games.circulo.equity import equity
from tapete.games.circulo.hands import Low
from tapete.games.circulo.ranges import read
from tapete.odds.equity import Equity
from tests.rankings import LOW_EIGHT, circle, made_mixed
from tests.test_cli import data, run
from tests.web import House

EX, GA, PV = "extremadura", "galicia", "pais-vasco"


def made(name: str = "holdem", **making: Any) -> Any:
    """A rulebook whose hands are made of other cards."""
    rules = game(name).rules(PV)
    return rules.model_copy(update={"making": rules.making.model_copy(update=making)}) if making else rules


def asked(rules: Any, hands: str, *boards: str, dead: str = "", **how: int) -> list[Equity]:
    """The equities of hands, written with a stroke between them."""
    return equity(rules, standard(rules), hands.split(" v "), boards, dead, **how)


def shares(scores: Sequence[Any]) -> list[Fraction]:
    """A pot in equal parts to the best."""
    best = max(scores)
    return [Fraction(score == best, scores.count(best)) for score in scores]


def counted(
    ranking: Ranking, hands: str, board: str, use: int = 0, low: bool = False, own: int = 0, size: int = 5
) -> list[Fraction]:
    """The mean share over every card that may still come, by the ranking as it is declared."""
    held = [ranking.pack.parse(hand) for hand in hands.split(" v ")]
    lying = ranking.pack.parse(board) if board else ()
    left = [card for card in ranking.pack.cards if card not in (*lying, *(card for hand in held for card in hand))]
    totals, deals = [Fraction(0)] * len(held), 0
    for more in deals_of(left, size - len(lying), [own - len(hand) for hand in held] if own else [0] * len(held)):
        rest, dealt = (*lying, *more[0]), [(*hand, *extra) for hand, extra in zip(held, more[1:], strict=True)]
        high = shares([value(ranking, hand, rest, use) for hand in dealt])
        if low and (lows := [value(LOW_EIGHT, hand, rest, use) for hand in dealt]) and max(lows) > (-1, ()):
            high = [(one + other) / 2 for one, other in zip(high, shares(lows), strict=True)]
        totals = [total + share for total, share in zip(totals, high, strict=True)]
        deals += 1
    return [total / deals for total in totals]


def deals_of(left: list[int], board: int, missing: list[int]) -> list[tuple[tuple[int, ...], ...]]:
    """Every way to deal a board and then what hands lack."""
    found: list[tuple[tuple[int, ...], ...]] = [(cards,) for cards in combinations(left, board)]
    for count in missing:
        found = [
            (*deal, cards)
            for deal in found
            for cards in combinations([card for card in left if not any(card in part for part in deal)], count)
        ]
    return found


def value(ranking: Ranking, hand: tuple[int, ...], board: tuple[int, ...], use: int) -> tuple[int, tuple[int, ...]]:
    """What a hand is worth; less than anything if the ranking does not admit it."""
    found = made_mixed(ranking, hand, board, use) if use else ranking.made((*hand, *board))
    return found.value if found else (-1, ())


def exact(rows: list[Equity]) -> list[Fraction]:
    """The equities, which must be exact."""
    assert all(row.std_error is None and isinstance(row.equity, Fraction) for row in rows)
    assert sum(Fraction(row.equity) for row in rows) == 1
    return [Fraction(row.equity) for row in rows]


# Published


def test_aces_against_kings_have_the_published_equity() -> None:
    # 81.95 % in any table of equities before the flop, from memory; the deals are 36 pairs of hands and all boards.
    rows = asked(game("holdem").rules(EX), "AA v KK")
    assert round(float(rows[0].equity), 4) == 0.8195
    assert rows[0].deals == 36 * comb(48, 5)


def test_aces_against_any_hand_have_the_published_equity() -> None:
    # 85.2 %, from memory.
    rows = asked(game("holdem").rules(EX), "AA v random")
    assert rows[0].std_error is not None and abs(float(rows[0].equity) - 0.852) < 0.0005 + 4 * rows[0].std_error


def test_two_hands_before_the_flop_are_as_scoring_every_board_finds() -> None:
    hands = [FRENCH.parse("AcAd"), FRENCH.parse("KhKs")]
    left = [card for card in FRENCH.cards if card not in (*hands[0], *hands[1])]
    boards = np.array([*combinations(left, 5)], np.uint8)
    seven = POKER.compile(7)
    scores = [
        seven.scores(np.column_stack([np.repeat(np.array([hand], np.uint8), len(boards), axis=0), boards]))
        for hand in hands
    ]
    wins, ties = int((scores[0] > scores[1]).sum()), int((scores[0] == scores[1]).sum())
    first, _ = asked(game("holdem").rules(EX), "AcAd v KhKs")
    assert (first.win, first.tie) == (Fraction(wins, len(boards)), Fraction(ties, len(boards)))
    assert first.equity == Fraction(2 * wins + ties, 2 * len(boards))


# Counted one by one


@pytest.mark.parametrize(
    ("hands", "board"),
    [
        ("AsJs v QhQd", "Ks Qs 2h"),
        ("AsKh v QhQd v 2c2d v 9s8s v JhTh", "Ks 9d 2h 7c"),
        ("AsKh v AdKc v AhQs", "Ks Kd 2h 3c"),
        ("AsKh v AdKc", "Ks Kd 2h 3c 4d"),
    ],
)
def test_hands_on_a_board_are_as_counting_by_the_declared_ranking_finds(hands: str, board: str) -> None:
    assert exact(asked(game("holdem").rules(EX), hands, board)) == counted(POKER, hands, board)


@pytest.mark.parametrize("board", ["Ks Qs 2h 7d", "8s 7s 6s 6d"])
def test_ex_2_2_d_1_just_two_of_four_own_cards_count(board: str) -> None:
    hands = "AsKhQd2c v 9s5s4d3d v 6h6cJsTs"
    assert exact(asked(game("omaha").rules(EX), hands, board)) == counted(POKER, hands, board, use=2)


@pytest.mark.parametrize("board", ["Ks 7s 2h 3d", "8s 7s 6d Kd", "As 2d 3c Qh"])
def test_pv_17_2_3_half_of_the_pot_is_the_lowest_hand_s(board: str) -> None:
    rules = made("omaha", low=Low(article="17.2.3", board=3, highest="8"))
    hands = "Ah4c5dKh v Ac2cJdJh v 4h5h9s9h"
    assert exact(asked(rules, hands, board)) == counted(POKER, hands, board, use=2, low=True)


def test_pv_17_3_2_half_of_the_pot_is_each_line_s() -> None:
    hands, lines = [FRENCH.parse(hand) for hand in ("AsKs", "QhQd")], ["Ah 7d 2c 9s", "Qs Js Ts 3h"]
    lying = [FRENCH.parse(line) for line in lines]
    known = {card for cards in (*hands, *lying) for card in cards}
    totals, deals = [Fraction(0), Fraction(0)], 0
    for rivers in permutations([card for card in FRENCH.cards if card not in known], 2):
        deals += 1
        for board, river in zip(lying, rivers, strict=True):
            found = shares([value(POKER, hand, (*board, river), 0) for hand in hands])
            totals = [total + share / 2 for total, share in zip(totals, found, strict=True)]
    assert exact(asked(made(boards=2), "AsKs v QhQd", *lines)) == [total / deals for total in totals]


def test_pv_17_3_2_without_common_cards_two_lines_are_worth_what_one_is() -> None:
    one, two = asked(made(), "AsAh v KdKc"), asked(made(boards=2), "AsAh v KdKc")
    assert exact(one) == exact(two)


@pytest.mark.parametrize(("size", "board"), [(28, "Ks Qs 8h 9d"), (32, "Ks 9s 7s 7d")])
def test_ga_art_39_a_reduced_pack_has_its_own_order_and_low_ace(size: int, board: str) -> None:
    rules = made(from_hand=2)
    cards = rules.equipment.cards.model_copy(update={"pack": str(size)})
    rules = rules.model_copy(update={"equipment": rules.equipment.model_copy(update={"cards": cards})})
    hands = "AsJs v KdKc v TsTd"
    assert exact(asked(rules, hands, board)) == counted(circle(french(size)), hands, board, use=2)


def test_ex_2_2_b_cards_that_hands_still_lack_are_dealt() -> None:
    hands = "AsKsQsJs2d3d v 9h9d9c4h4d5s"
    found = exact(asked(made(own=7, board=0), hands))
    assert found == counted(POKER, hands, "", own=7, size=0)


def test_dead_cards_do_not_come() -> None:
    rules = game("holdem").rules(EX)
    assert exact(asked(rules, "AsAh v KdKc", "2s 3s 9d 8d", dead="Kh Ks")) == [1, 0]
    assert exact(asked(rules, "AsAh v KdKc", "2s 3s 9d 8d", dead="Kh"))[1] == Fraction(1, 43)  # of 52 less 4, 4 and 1


# Samples


@pytest.mark.parametrize(
    ("rules", "hands", "board"),
    [
        (made(), "AsJs v QQ v 76s", "Ks 7d 2h"),
        (made("omaha"), "AsAhKsKh v QdJdTc9c", ""),
        (made("omaha", low=Low(article="17.2.3", board=3, highest="8")), "Ah4c5dKh v Ac2cJdJh", "7s 3d Qh"),
        (made(own=7, board=0), "AsKsQsJs2d v 9h9d9c4h4d", ""),
    ],
)
def test_a_sample_is_within_its_error_of_all_deals(rules: Any, hands: str, board: str) -> None:
    all_of_them, some = asked(rules, hands, board), asked(rules, hands, board, samples=200_000)
    for row, sampled in zip(all_of_them, some, strict=True):
        assert row.std_error is None and sampled.std_error is not None and 0 < sampled.std_error < 0.0012
        assert abs(float(row.equity) - float(sampled.equity)) < 4.5 * sampled.std_error
    assert some == asked(rules, hands, board, samples=200_000)
    assert some != asked(rules, hands, board, samples=200_000, seed=2)


def test_hands_that_cannot_be_held_together_are_refused_and_not_looked_for_for_ever() -> None:
    with pytest.raises(TapeteError, match="cannot be held together"):
        asked(made(), "AA v AA v AA")
    with pytest.raises(TapeteError, match="cannot be held together"):
        asked(made(), "AA v AA v AA v random", samples=10)


# What players write


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("AsKs", 1),
        ("AA", 6),
        ("AKs", 4),
        ("aKS", 4),
        ("AKo", 12),
        ("KA", 16),
        ("QQ+", 18),
        ("ATs+", 16),
        ("A10s+", 16),
        ("22-55", 24),
        ("A5s-A2s", 16),
        ("22+", 78),
        ("22+, A2s+, K2s+", 78 + 48 + 44),
        ("QQ+,KK", 18),
        ("AsKs,AKs", 4),
    ],
)
def test_a_range_has_as_many_hands_as_its_notation_says(text: str, count: int) -> None:
    hands = read(text, FRENCH, 2).hands
    assert len(hands) == len(set(hands)) == count


def test_a_range_of_larger_hands_has_every_hand_with_two_such_cards() -> None:
    # Four cards with two aces at least: two of four aces and two others, three and one, or all four.
    found = comb(4, 2) * comb(48, 2) + comb(4, 3) * 48 + 1
    assert len(read("AA", FRENCH, 4).hands) == found


@pytest.mark.parametrize(
    ("text", "pack", "own", "says"),
    [
        ("ZZ", FRENCH, 2, "'ZZ' is no card"),
        ("AsKsQs", FRENCH, 2, "more than the 2 cards"),
        ("AAs", FRENCH, 2, "have different suits"),
        ("AKs-QJs", FRENCH, 2, "write it as 22-55"),
        ("22", french(28), 2, "there is no 2"),
        ("AA", FRENCH, 7, "too many hands of 7 cards"),
    ],
)
def test_what_is_no_range_is_refused_in_a_line(text: str, pack: Pack, own: int, says: str) -> None:
    with pytest.raises(TapeteError, match=says):
        read(text, pack, own)


@pytest.mark.parametrize(
    "hands", ["AsAhKd7c v KcKh9s", "AsKsQsJs v 9d9c9hAd v 8s8h7s7d", "AsKsQsJs v AdKdQdJd", "AsAhKdQc8h v 10s10d10h9c"]
)
def test_ga_art_36_and_22_2_hands_without_common_cards_meet_in_every_deal(hands: str) -> None:
    rules = game("five-stud").rules(GA)
    rows = asked(rules, hands)
    assert [row.equity for row in rows] == counted(circle(french(32)), hands, "", own=5, size=0)
    assert all(row.std_error is None for row in rows)


def test_ga_art_37_two_open_cards_each_are_seven_million_deals_and_all_are_counted() -> None:
    """28 cards are left for three more of one hand, and 25 for those of the other; a sample agrees with them."""
    rules = game("five-stud").rules(GA)
    one, other = asked(rules, "AsAh v KdKc")
    assert one.deals == comb(28, 3) * comb(25, 3) and one.equity + other.equity == 1
    drawn, _ = asked(rules, "AsAh v KdKc", samples=200_000)
    assert drawn.std_error is not None and abs(float(one.equity) - float(drawn.equity)) < 4 * drawn.std_error
    assert asked(rules, "AsAh v KdKc", dead="7c 7d")[0].deals == comb(26, 3) * comb(23, 3)


def test_ga_art_36_five_stud_has_no_common_cards() -> None:
    rules = game("five-stud").rules(GA)
    with pytest.raises(TapeteError, match="five-stud has no common cards"):
        game("five-stud").equity(rules, standard(rules), ("AsKs", "QhQd"), ("7c",), "", 1)
    with pytest.raises(TapeteError, match="five-stud has no common cards"):
        game("five-stud").equity(rules, standard(rules), ("AsKs", "QhQd"), ("7c", "8c"), "", 1)


@pytest.mark.parametrize("name", ["holdem", "omaha-hi-lo", "double-holdem", "seven-stud", "poker-cubierto"])
@pytest.mark.parametrize("samples", [0, 100])
def test_dead_cards_leave_as_many_as_are_dealt_or_one_line_says_so(name: str, samples: int) -> None:
    """With exactly enough cards left there is a deal; with one fewer nothing is dealt from beyond the pack."""
    rules = game(name).rules(PV)
    making, held = rules.making, FRENCH.parse("AsAhKsKh")
    others = [card for card in FRENCH.cards if card not in held]
    spare = len(FRENCH.cards) - 2 * making.own - making.board * making.boards
    rows = asked(rules, "AsAh v KsKh", dead=FRENCH.text(others[:spare]), samples=samples)
    assert float(sum(row.equity for row in rows)) == pytest.approx(1)
    for more in (1, 2, 5):
        with pytest.raises(TapeteError, match="more cards than are left"):
            asked(rules, "AsAh v KsKh", dead=FRENCH.text(others[: spare + more]), samples=samples)


@pytest.mark.parametrize("text", ["AA,", ",AA", "AA,,KK", ",", ""])
def test_no_part_of_a_range_is_any_hand_by_saying_nothing(text: str) -> None:
    with pytest.raises(TapeteError, match="is no range"):
        read(text, FRENCH, 2)


def test_pv_17_3_2_on_two_lines_what_is_won_is_told_of_a_line() -> None:
    # By hand, of 40 rivers each: on the first line three aces and three kings, on the second three jacks for the run.
    words = ("equity", "double-holdem", "--region", PV, "AsKs", "QhQd", "--board", "2c7d9hJs", "--board", "3d4dThQc")
    rows = data(*words)
    assert [(row["equity"], row["win"], row["tie"]) for row in rows] == [("9/80", 9 / 80, 0), ("71/80", 71 / 80, 0)]
    assert "Wins, ties and losses are of a line, which is half of the pot." in run(*words, wide=100).stdout
    assert "of a line" not in run("equity", "holdem", "--region", PV, "AA", "KK", "--board", "2c7d9h").stdout


def test_the_command_answers_and_refuses() -> None:
    rows = data("equity", "holdem", "--region", EX, "AsJs", "QhQd", "--board", "Ks Qs 2h 7c", "--dead", "2c")
    assert [row["hand"] for row in rows] == ["AsJs", "QhQd"]
    # Nine spades, less the two that pair the board, and three other tens for the run; of 52 cards less nine.
    assert rows[0]["equity"] == "10/43"
    assert {"game", "region", "board", "dead", "win", "tie", "lose", "std_error", "deals", "article"} <= rows[0].keys()
    for words, says in {
        ("AsKs",): "give two hands at least",
        ("AsKs", "AsQs"): "As is there twice",
        ("AsKs", "QhQd", "--board", "As 2d 3d"): "no hand of 'AsKs' is left",
        ("AsKs", "QhQd", "--board", "2d"): "common cards lie 0, 3, 4 or 5 in a line, not 1",
        ("AsKs", "QhQd", "--board", "2d 3d 4d", "--board", "5d 6d 7d"): "there is one line of common cards here",
        tuple(["random"] * 24): "more cards than are left of the French pack of 52",
    }.items():
        found = run("equity", "holdem", "--region", EX, *words)
        assert (found.returncode, found.stderr.count("\n")) == (2, 1)
        assert says in found.stderr


def test_the_page_compares_hands_and_says_in_a_line_what_it_cannot(tmp_path: Path) -> None:
    with Floor(f"sqlite:///{tmp_path}/casa.db") as floor:
        client = House(floor).visitor()
        path, asked_for = "/games/holdem/extremadura/equity", {"hand": ["AsJs", "QhQd", ""], "board": "Ks Qs 2h 7c"}
        shown = unescape(client.get(path, params={**asked_for, "dead": "2c"}).text)
        rows = client.get(f"/api/v1{path}", params={**asked_for, "dead": "2c"}).json()
        refused = unescape(client.get(path, params={"hand": ["AsJs", "AsQd"]}).text)
        assert client.get(f"/api/v1{path}", params={"hand": ["AsJs", "AsQd"]}).status_code == 400
        assert "Parte del bote" not in client.get(path).text
        assert client.get("/games/bola/extremadura/equity").status_code == 404
    assert [row["equity"] for row in rows] == ["10/43", "33/43"]
    assert "Parte del bote" in shown and "AsJs" in shown
    assert "As está dos veces" in refused
