"""Triple blackjack: one hand for up to three squares, each against new cards to the bank's first."""

from collections.abc import Sequence
from typing import Any

import pytest

from tapete.audit.limits import check_settings
from tapete.engine.requests import Act, Move
from tapete.engine.round import Round
from tapete.engine.session import Session
from tapete.engine.settings import standard
from tapete.engine.window import Choose
from tapete.games import game
from tapete.games.blackjack.rules import layout, terms
from tapete.law.loading import RulebookError
from tests.helpers import close, edited, refused, stake, total
from tests.test_blackjack import CLOSED, Answer, calls, dealt_to, insure, net, offered, open_bets, room, run
from tests.test_blackjack import coup as blackjack_coup
from tests.test_blackjack import seat as blackjack_seat

THREE = [("ana", f"casilla:1.{row}", "10") for row in (1, 2, 3)]


def coup(ranks: str, *answers: Answer, bets: Sequence[tuple[str, str, str]] = tuple(THREE), **more: Any) -> Round:
    """One round of triple blackjack at a new table."""
    return blackjack_coup(ranks, *answers, bets=bets, region="pais-vasco", name="triple-blackjack", **more)


def seat(**more: Any) -> Session:
    return blackjack_seat("pais-vasco", "triple-blackjack", **more)


def staked(*rows: int, amount: str = "10") -> list[tuple[str, str, str]]:
    return [("ana", f"casilla:1.{row}", amount) for row in rows]


def test_pv_03_01_1_a11_the_bank_draws_anew_by_an_article_of_its_own() -> None:
    table = coup("10 10 8 7")
    assert table.pending is not None
    assert (table.pending.label, table.pending.article) == ("card:banca", "03.01.1.a§11")


def test_pv_03_01_1_a_the_bank_keeps_its_first_card_and_draws_anew_for_each_square() -> None:
    # 18 against 10 + 7, 10 + 8 and 10 + 9
    table = coup("10 10 8 7 8 9")
    assert net(table) == 1000 + 0 - 1000
    assert table.cards["banca"] == ["10h", "9h"]
    assert len(table.cards["descarte"]) == 2
    assert [said for said in table.said() if said.startswith(("Banca", "Casillas"))] == [
        "Banca: 17.",
        "Casillas número 2.",
        "Banca: 18.",
        "Casillas número 3.",
        "Banca: 19.",
    ]
    assert total(table) == 200_000


# Player's two cards (he stands), the bank's first card, what it draws for each square; what three stakes of 10 bring.
ROUNDS = [
    ("10 8", "10", ("6 10", "A", "8"), (1000, -1000, 0)),
    ("A K", "10", ("A", "9", "5 6"), (0, 1500, 1500)),
    ("10 10", "6", ("10 5", "10 6", "5 10"), (-1000, 1000, -1000)),
    ("10 7", "7", ("10", "7 7", "2 8"), (0, -1000, 0)),
]


@pytest.mark.parametrize(("own", "up", "drawn", "won"), ROUNDS)
def test_pv_03_01_1_a_each_square_is_won_or_lost_by_itself(
    own: str, up: str, drawn: tuple[str, ...], won: tuple[int, ...]
) -> None:
    first, second = own.split()
    assert net(coup(" ".join([first, up, second, *drawn]))) == sum(won)
    for row in (1, 2, 3):
        # With one square staked the bank has no rival on the others, and draws for that one alone.
        table = coup(" ".join([first, up, second, drawn[row - 1]]), bets=staked(row))
        assert net(table) == won[row - 1]


def test_pv_03_01_1_a_the_bank_draws_only_where_it_has_a_rival() -> None:
    table = coup("10 10 8 7 9", bets=staked(1, 3))
    assert dealt_to(table).count("banca") == 3
    assert net(table) == 1000 - 1000


def test_pv_03_01_1_a3_a_bust_loses_all_three_squares_at_once() -> None:
    bets = [*THREE, ("luis", "casilla:2.1", "10")]
    table = coup("10 10 10 6 8 10", "pedir", bets=bets)
    assert table.places["bank"] == 3000
    assert table.pending is not None and table.pending.label == "choose:luis:mano:2"
    table = run(table, "9", ["plantarse"])
    assert (net(table), net(table, "luis")) == (-3000, -1000)
    table = coup("10 10 6 10", "pedir")
    assert net(table) == -3000
    assert dealt_to(table).count("banca") == 1


def test_pv_03_01_1_a6_squares_are_settled_in_turn_each_from_right_to_left() -> None:
    bets = [(who, f"casilla:{n}.{row}", "10") for row in (1, 2) for n, who in ((1, "ana"), (2, "luis"))]
    table = coup("10 10 10 9 9 8 8", bets=bets)
    paid = [entry.src for entry in table.log if isinstance(entry, Move) and entry.src.startswith("felt/")]
    assert paid == [
        "felt/luis/casilla:2.1",
        "felt/ana/casilla:1.1",
        "felt/luis/casilla:2.2",
        "felt/ana/casilla:1.2",
    ]


def test_pv_03_01_the_stakes_of_all_squares_are_doubled_and_split_together() -> None:
    table = coup("6 10 5 9", "doblar")
    assert [table.places[f"felt/ana/casilla:1.{row}"] for row in (1, 2, 3)] == [2000] * 3
    assert net(run(table, "9 10 A")) == 2000 + 0 - 2000  # 20 against 19, 20 and a blackjack
    table = coup("8 10 8 10 9", "separar", "plantarse", "plantarse", bets=staked(1, 3))
    assert [table.places[f"felt/ana/casilla:1.{row}/2"] for row in (1, 3)] == [1000] * 2
    assert net(run(table, "7 8")) == (1000 + 0) + (0 - 1000)  # 18 and 17 against 17, then against 18
    assert offered(coup("5 10 5", chips={"ana": 5999})) == ("plantarse", "pedir")
    assert offered(coup("5 10 5", chips={"ana": 6000})) == ("plantarse", "pedir", "doblar", "separar")


def test_pv_03_v_1_d_an_ace_doubled_counts_one_here_too() -> None:
    # 1 + 7 + 10 = 18 against 17, 18 and 19
    assert net(coup("A 10 7 K 7 8 9", "doblar")) == 2000 + 0 - 2000


def test_pv_03_01_1_b_insurance_for_each_square_staked_settled_with_its_own_hand_of_the_bank() -> None:
    table = coup("10 A 9", bets=staked(1, 2))
    assert room(table, "ana", "asegurar", "seguro:1.1") == (50, 500)
    refused(table, "ana", Act("asegurar", "seguro:1.3", 500), "03.V.1.b§2")
    answers = [insure("seguro:1.1", 500), insure("seguro:1.2", 500), CLOSED]
    # 19 against 20, then against a blackjack
    assert net(run(table, "9 K", answers)) == (-1000 - 500) + (-1000 + 1000)
    table = coup("10 A 9 K 8", insure("seguro:1.2", 500), bets=staked(1, 2))
    assert net(table) == -1000 + (0 - 500)


def test_pv_03_01_1_b_insurances_of_a_bust_hand_are_decided_each_by_one_card() -> None:
    table = coup("10 A 6 K K 2", insure("seguro:1.1", 500), insure("seguro:1.3", 500), "pedir")
    assert net(table) == -3000 + 1000 - 500
    assert dealt_to(table).count("banca") == 3


def test_pv_03_v_1_b3_even_money_square_by_square() -> None:
    table = coup("A A K K 9", ("ana", Act("a-la-par", "casilla:1.2")))
    assert net(table) == 0 + 1000 + 1500
    all_three = [("ana", Act("a-la-par", f"casilla:1.{row}")) for row in (1, 2, 3)]
    table = coup("A A K", *all_three, CLOSED)
    assert net(table) == 3000
    assert dealt_to(table).count("banca") == 1


def test_pv_03_v_1_g_giving_up_costs_half_of_all_squares() -> None:
    table = coup("10 10 6", ("ana", Act("retirarse", "mano:1")), options={"retiro": "si"})
    assert net(table) == -1500
    assert "surrender" not in calls(coup("10 A 6", options={"retiro": "si"}))


def test_pv_03_01_a_one_stake_a_square_and_one_player_a_place() -> None:
    table = open_bets(seat())
    stake(table, "ana", "casilla:5.2", "10")
    for spot in ("casilla:5.1", "casilla:5.2", "casilla:1.1"):
        refused(table, "luis", Act("stake", spot, 500), "03.01.a")
    refused(table, "ana", Act("admit", "luis@ana"), "03.01.a")
    refused(table, "inspector", Act("admit", "luis@ana"), "03.01.a")
    close(table)
    run(table, "10 9 8")
    assert isinstance(table.pending, Choose)
    assert table.pending.label == "choose:ana:mano:5"


def test_pv_03_01_2_limits_are_for_each_square() -> None:
    table = open_bets(seat(), ("ana", "casilla:1.1", "125"))
    assert room(table, "ana", "stake", "casilla:1.2") == (500, 12_500)
    refused(table, "ana", Act("stake", "casilla:1.1", 50), "03.01.2")
    rules = game("triple-blackjack").rules("pais-vasco")
    for multiple, legal in ((25, True), (50, True), (100, True), (200, True), (75, False)):
        settings = standard(rules)
        settings.maximum["casilla"] = multiple * 500
        assert (check_settings(rules, settings) == []) == legal


def test_pv_03_01_1_a6_sevens_are_settled_after_the_first_square() -> None:
    bets = [*staked(1, 2), ("ana", "acumulada:1", "2.50")]
    table = coup("7h 10 7h 7h 9 9", "pedir", bets=bets, options={"acumulada": "si"})
    assert net(table) == 2000 + 500_000
    moves = [entry.src for entry in table.log if isinstance(entry, Move) and entry.src.startswith("felt/")]
    assert moves == ["felt/ana/casilla:1.1", "felt/ana/acumulada:1", "felt/ana/casilla:1.2"]


def test_pv_03_v_1_e_pairs_go_by_the_hand_whatever_square_is_staked() -> None:
    bets = [*staked(2), ("ana", "parejas:1", "5")]
    table = coup("Kh 10 Kh 9", bets=bets, options={"parejas": "si"})
    assert net(table) == 1000 + 12_500
    table = open_bets(seat(options={"parejas": "si"}))
    refused(table, "ana", Act("stake", "parejas:1", 500), "03.V.1.e§2")
    for bet in [*staked(1, 2), ("ana", "parejas:1", "5")]:
        stake(table, *bet)
    table.act("ana", Act("withdraw", "casilla:1.1"))
    refused(table, "ana", Act("withdraw", "casilla:1.2"), "03.V.1.e§2")


def test_pv_03_01_the_felt_has_three_squares_a_place() -> None:
    rules = game("triple-blackjack").rules("pais-vasco")
    spots = layout(rules, standard(rules))
    assert [spot for spot in spots if spot.startswith("casilla:4")] == [f"casilla:4.{row}" for row in (1, 2, 3)]
    assert len([spot for spot in spots if spot.startswith("casilla:")]) == 21
    assert terms(rules, standard(rules)).squares == 3


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [("squares = 3", "squares = 4", "triple"), ("[calls.row]", "[calls.fila]", "calls.row")],
)
def test_a_rulebook_that_does_not_fit_together_says_where(old: str, new: str, key: str) -> None:
    with pytest.raises(RulebookError, match=key):
        edited("triple-blackjack", "pais-vasco", (old, new))
