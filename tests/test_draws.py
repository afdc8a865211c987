"""Lotteries, instant tickets, raffles, tombolas and promotions by País Vasco's arts. 6 to 10."""

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from tapete.audit.log import audit
from tapete.audit.verify import verify
from tapete.engine.requests import Act, Announce, Move
from tapete.engine.round import Round, replay
from tapete.engine.settings import standard
from tapete.engine.transcript import decode
from tapete.errors import IllegalAction
from tapete.games import game
from tapete.games.loteria.coupons import unranked
from tapete.games.loteria.odds import coupon, ticket
from tapete.games.loteria.rules import chance, prize
from tapete.games.papeletas.odds import on_table
from tapete.law.loading import RulebookError
from tests.helpers import close, edited, refused, sit, total

PV = "pais-vasco"


def open_table(name: str, physical: bool = True, **options: str) -> Round:
    """A table at two euros a ticket."""
    chosen = {**standard(game(name).rules(PV)).options, **options}
    return sit(name, PV, minimum=200, physical=physical, options=chosen, seed=3).open()


def calls(round: Round, call: str) -> list[tuple[str, ...]]:
    return [entry.args for entry in round.log if isinstance(entry, Announce) and entry.call == call]


def paid(round: Round) -> list[tuple[str, int, str]]:
    moves = [entry for entry in round.log if isinstance(entry, Move) and entry.dst.startswith("chips/")]
    return [(move.dst, move.cents, move.article) for move in moves]


# Lotteries


def test_pv_art_6_a_fixed_prizes_by_how_a_number_stands_to_the_one_drawn() -> None:
    """17 is drawn: 17 wins 50 and, as its own ten and ending, 1 and 1; 16 approximation and ten; 87 its ending."""
    table = open_table("loteria")
    for number in ("17", "16", "87", "40"):
        table.act("ana", Act("stake", f"billete:{number}", 200))
    close(table)
    table.fell("17")
    assert table.finished
    assert calls(table, "result") == [("17",)]
    assert paid(table) == [
        ("chips/ana", 52 * 200, "art. 6.a"),
        ("chips/ana", 6 * 200, "art. 6.a"),
        ("chips/ana", 200, "art. 6.a"),
    ]
    assert table.places["chips/ana"] == 100_000 - 800 + 59 * 200


def test_pv_art_6_a_approximations_go_round_and_every_ticket_has_the_same_claim() -> None:
    rules = game("loteria").rules(PV)
    assert prize(rules, 99, 0) == prize(rules, 1, 0) - 1 == 5  # 1 is of zero's own ten too
    returns = [sum(prize(rules, number, drawn) for drawn in range(100)) for number in range(100)]
    assert set(returns) == {50 + 2 * 5 + 10 + 10}
    assert ticket(rules).edge == Fraction(1, 5)


def test_pv_art_6_b_marks_of_ones_own_and_the_shares_of_the_categories() -> None:
    """Two coupons of 2 euros: 25, 8, 9 and 13 per cent of 4 euros. Three hits win 52 cents; the rest rolls over."""
    table = open_table("loteria", modalidad="conjunto")
    table.act("ana", Act("mark", "apuesta", 0, ("1", "2", "3", "4", "5", "6")))
    table.act("luis", Act("mark", "apuesta", 0, ("7", "8", "9", "10", "11", "12")))
    assert table.places["felt/ana/apuesta:1-2-3-4-5-6"] == 200
    with pytest.raises(IllegalAction, match="6 to 6 of the cards"):
        table.act("ana", Act("mark", "apuesta", 0, ("1", "2", "3", "4", "5")))
    close(table)
    for number in ("1", "2", "3", "40", "41", "42"):
        table.fell(number)
    assert paid(table) == [("chips/ana", 52, "art. 6.b")]
    assert table.places["meter/bote"] == 100 + 32 + 36
    assert total(table) == 200_000


def test_pv_art_6_b_what_has_rolled_over_is_won_with_the_first_category() -> None:
    session = sit("loteria", PV, minimum=200, options={"modalidad": "conjunto"})
    for numbers, won in ((("40", "41", "42", "43", "44", "45"), 0), (("6", "5", "4", "3", "2", "1"), 50 + 110)):
        table = session.open()
        table.act("ana", Act("mark", "apuesta", 0, ("1", "2", "3", "4", "5", "6")))
        before = table.places["chips/ana"]
        close(table)
        for number in numbers:
            table.fell(number)
        assert table.places["chips/ana"] - before == won
    # The second draw's other categories, which nobody won.
    assert session.open().places["meter/bote"] == 16 + 18 + 26


def test_the_machines_marks_are_every_combination_once() -> None:
    assert [tuple(unranked(rank, 7, 3)) for rank in range(comb(7, 3))] == list(combinations(range(1, 8), 3))
    table = open_table("loteria", modalidad="conjunto")
    table.act("ana", Act("stake", "apuesta", 400))
    with pytest.raises(IllegalAction, match="6 different numbers from 1 to 49"):
        table.fell("1-2-3-4-5-5")
    table.fell("6-5-4-3-2-1")
    table.fell("44-45-46-47-48-49")
    assert {"felt/ana/apuesta:1-2-3-4-5-6", "felt/ana/apuesta:44-45-46-47-48-49"} <= table.places.keys()


def test_hits_are_counted_as_everywhere() -> None:
    """Published of 6 in 49: 13,983,816 combinations, 246,820 with three hits, 258 with five."""
    rules = game("loteria").rules(PV)
    assert [chance(rules, hits)[0] for hits in (6, 5, 4, 3)] == [1, 258, 13_545, 246_820]
    assert chance(rules, 6)[1] == 13_983_816
    # With one coupon alone it wins its category's whole share of its own price.
    share = sum(Fraction(share * chance(rules, hits)[0], 100) for hits, share in ((6, 25), (5, 8), (4, 9), (3, 13)))
    assert 1 - coupon(rules, 1).edge == pytest.approx(float(share / 13_983_816))


# Instant tickets


def lot() -> Round:
    """A lot of a hundred: number 1 wins 20 times the price, 2 to 16 twice, the rest nothing."""
    return open_table("boletos", programa="cien")


CODE = "0123456789012345"


def test_pv_art_7_2_b_and_pv_art_7_3_a_ticket_is_validated_once() -> None:
    table = lot()
    table.act("ana", Act("stake", "boleto", 200))
    table.fell("1")
    table.fell(CODE)
    assert calls(table, "code") == [("ana", f"1-{CODE}")]
    assert paid(table) == []
    refused(table, "luis", Act("validate", f"1-{CODE}"), "art. 7.2.b")
    refused(table, "ana", Act("validate", "1-9999999999999999"), "art. 7.2.b")
    table.act("ana", Act("validate", f"1-{CODE}"))
    assert paid(table) == [("chips/ana", 4000, "art. 7.3")]
    with pytest.raises(IllegalAction, match="has been validated already"):
        table.act("ana", Act("validate", f"1-{CODE}"))
    close(table)
    assert paid(table) == [("chips/ana", 4000, "art. 7.3")]


def test_pv_art_7_2_b_a_code_has_its_digits_and_stands_behind_its_number() -> None:
    table = lot()
    table.act("ana", Act("stake", "boleto", 400))
    table.fell("2")
    for bad in ("123", "x" * 16, "٠" * 16):
        with pytest.raises(IllegalAction, match="16 digits"):
            table.fell(bad)
    table.fell(CODE)
    table.fell("3")
    table.fell(CODE)
    assert [code for _, code in calls(table, "code")] == [f"2-{CODE}", f"3-{CODE}"]


def test_pv_art_7_1_what_is_left_of_a_lot_is_priced_and_goes_on() -> None:
    """With the great prize gone 99 tickets are left and 15 of them win twice the price: 30/99 come back."""
    rules = game("boletos").rules(PV)
    session = sit("boletos", PV, minimum=200, options={"programa": "cien"})
    table = session.open()
    assert on_table(rules, table.view("ana"))[0].figures.edge == Fraction(1, 2)
    table.act("ana", Act("stake", "boleto", 200))
    table.fell("1")
    table.fell(CODE)
    close(table)
    table = session.open()
    assert on_table(rules, table.view("ana"))[0].figures.edge == 1 - Fraction(30, 99)
    table.act("luis", Act("stake", "boleto", 200))
    with pytest.raises(IllegalAction, match="1 has come out already"):
        table.fell("1")


def test_live_tickets_and_codes_follow_from_the_seal_and_are_verified() -> None:
    session = sit("boletos", PV, minimum=200, physical=False, seed=8)
    lines = []
    for _ in range(3):
        table = session.open()
        table.act("ana", Act("stake", "boleto", 200 * 60))
        close(table)
        lines += table.lines()
    codes = [line for line in lines if b'"to":"code:16"' in line]
    assert len(codes) > 10
    found = verify(iter(lines))
    assert (found.breaches, found.unchecked) == ([], 0)
    assert found.draws == 180 + len(codes)
    assert audit(iter(lines)).breaches == []


def test_pv_art_7_4_a_lot_with_objects_is_refused() -> None:
    with pytest.raises(RulebookError, match="against the text's prizes"):
        edited("boletos", PV, ("worth = 20\ncash = true", "worth = 20"))


# Raffles, tombolas, promotions


def test_pv_art_8_tickets_are_numbered_one_after_another_and_each_wins_once() -> None:
    table = open_table("rifa", programa="cestas")
    table.act("ana", Act("stake", "papeleta", 600))
    table.act("luis", Act("stake", "papeleta", 400))
    close(table)
    assert calls(table, "sold") == [("ana", "3", "1-3"), ("luis", "2", "4-5")]
    table.fell("4")
    with pytest.raises(IllegalAction, match="4 has come out already"):
        table.fell("4")
    with pytest.raises(IllegalAction, match="the drum holds 1 to 5"):
        table.fell("6")
    for number in ("1", "2", "3", "5"):
        table.fell(number)
    assert calls(table, "drawn")[:2] == [("viaje", "4", "luis"), ("cesta", "1", "ana")]
    assert paid(table) == []
    assert table.places["bank"] == 1000


def test_pv_art_8_no_more_tickets_than_were_announced() -> None:
    table = open_table("rifa", programa="cestas")
    table.act("ana", Act("stake", "papeleta", 200 * 100))
    refused(table, "luis", Act("stake", "papeleta", 200), "art. 8")


def test_pv_art_8_a_raffle_of_money_is_refused() -> None:
    with pytest.raises(RulebookError, match="'Coche' is against the text's prizes"):
        edited("rifa", PV, ("worth = 600", "worth = 600\ncash = true"))


def test_pv_art_9_tickets_pay_for_the_objects_at_least() -> None:
    """200 tickets pay for objects worth 120; of bears worth 30 prices five are 150, and with the toys 210."""
    with pytest.raises(RulebookError, match="its tickets do not pay for its objects"):
        edited("tombola", PV, ("worth = 12", "worth = 30"))


def test_pv_art_9_at_once_or_by_points() -> None:
    """Numbers 1 to 5 win a bear and 6 to 25 a toy; 27 has 3 points, and 10 of them are an object."""
    table = open_table("tombola", programa="feria")
    table.act("ana", Act("stake", "boleto", 200 * 6))
    for number in ("5", "6", "27", "31", "35", "39"):
        table.fell(number)
    assert calls(table, "drawn") == [("oso", "5", "ana"), ("juguete", "6", "ana")]
    assert calls(table, "points") == [("ana", "3", "3"), ("ana", "3", "6"), ("ana", "3", "9"), ("ana", "3", "12")]
    assert calls(table, "reached") == [("ana", "10")]
    close(table)
    assert table.carried["points"] == {"ana": 2}
    assert paid(table) == []


def test_pv_art_10_1_and_pv_art_10_2_successive_draws_and_prizes_in_money() -> None:
    table = open_table("combinacion-aleatoria", programa="sucesivo")
    table.act("ana", Act("stake", "consumo", 200))
    close(table)
    table.fell("1")
    table.act("luis", Act("stake", "consumo", 200))
    close(table)
    assert calls(table, "sold")[-1] == ("luis", "1", "2")
    table.fell("2")
    close(table)
    table.fell("1")
    assert table.finished
    assert [who for _, _, who in calls(table, "drawn")] == ["ana", "luis", "ana"]
    assert paid(table) == [(f"chips/{who}", 2000, "art. 10.1") for who in ("ana", "luis", "ana")]


@pytest.mark.parametrize("name", ["rifa", "tombola", "combinacion-aleatoria", "boletos", "loteria"])
def test_a_draw_that_is_killed_goes_on_with_the_same_numbers(name: str) -> None:
    table = open_table(name, physical=False)
    spot = next(iter(game(name).layout(table.rules, table.header.settings)))
    for who in ("ana", "luis"):
        table.act(who, Act("stake", spot, 2000))
    left = replay(table.play, table.rules, [decode(line) for line in table.lines()])
    left.use(table.chance)
    left.clock = table.clock
    for one in (table, left):
        while not one.finished:
            close(one)
    assert left.lines() == table.lines()
    assert verify(iter(table.lines())).breaches == []
    assert audit(iter(table.lines())).breaches == []
