"""The wheel of fortune, EX 1.4 and PV 10: fifty-four cells, seven symbols."""

from collections import Counter
from fractions import Fraction

import pytest

from tapete.engine.requests import Act, Announce, Move
from tapete.engine.round import Round, replay
from tapete.engine.settings import standard
from tapete.errors import IllegalAction, TapeteError
from tapete.games import game
from tapete.law.loading import RulebookError
from tapete.odds.chain import Number
from tests.helpers import close, edited, sit, stake, total
from tests.staffing import staff_is

REGIONS = ("extremadura", "pais-vasco")
both = pytest.mark.parametrize("region", REGIONS)

CELLS = {"24": 24, "15": 15, "7": 7, "4": 4, "2": 2, "joker-rojo": 1, "joker-negro": 1}
PAYS = {
    "extremadura": {"24": 1, "15": 2, "7": 5, "4": 10, "2": 20, "joker-rojo": 45, "joker-negro": 45},
    "pais-vasco": {"24": 0, "15": 1, "7": 5, "4": 10, "2": 20, "joker-rojo": 45, "joker-negro": 45},
}
VOID = ("pivote", "obstaculo", "pocas-vueltas")


def spun(region: str, cell: str, bet: str, choices: dict[str, str] | None = None) -> Round:
    table = sit("ruleta-fortuna", region, choices=choices).open()
    stake(table, "ana", bet, "10")
    close(table)
    table.fell(cell)
    return table


def net(table: Round) -> int:
    return sum(cents for place, cents in table.places.items() if "/ana" in place) - 100_000


def edges(region: str, choices: dict[str, str] | None = None) -> dict[str, Number]:
    rules = game("ruleta-fortuna").rules(region, choices)
    return {row.bet: row.figures.edge for row in game("ruleta-fortuna").odds(rules)}


@both
def test_ex_1_4_2_2_pv_10_ii_2_fifty_four_cells_spread_over_the_wheel(region: str) -> None:
    cells = game("ruleta-fortuna").rules(region).equipment.cells
    assert len(cells) == 54
    assert Counter(cells) == CELLS
    assert all(cells[i] != cells[i - 1] for i in range(54))
    # The jokers lie opposite each other, and so do the two cells of the 2, but for one cell.
    assert abs(cells.index("joker-rojo") - cells.index("joker-negro")) == 27
    first, second = (i for i, cell in enumerate(cells) if cell == "2")
    assert abs(second - first - 27) <= 1


@both
def test_ex_1_4_5_1_pv_10_v_1_every_bet_on_every_cell(region: str) -> None:
    for cell in CELLS:
        for bet, pays in PAYS[region].items():
            table = spun(region, cell, bet)
            assert net(table) == (pays * 1000 if bet == cell else -1000)
            assert table.places.get(f"felt/ana/{bet}", 0) == (1000 if bet == cell else 0)
            assert total(table) == 200_000


def test_ex_1_4_5_1_edges() -> None:
    # By hand: 1 - cells x (pays + 1) / 54.
    assert edges("extremadura") == {
        "24": Fraction(1, 9),
        "15": Fraction(1, 6),
        "7": Fraction(2, 9),
        "4": Fraction(5, 27),
        "2": Fraction(2, 9),
        "joker-rojo": Fraction(4, 27),
        "joker-negro": Fraction(4, 27),
    }


def test_pv_10_v_1_the_24_only_ties_and_the_15_pays_once_as_printed() -> None:
    found = edges("pais-vasco")
    assert found["24"] == Fraction(5, 9)
    assert found["15"] == Fraction(4, 9)
    assert {bet: found[bet] for bet in ("7", "4", "2")} == {bet: edges("extremadura")[bet] for bet in ("7", "4", "2")}
    rules = game("ruleta-fortuna").rules("pais-vasco")
    (tie,) = (row.figures for row in game("ruleta-fortuna").odds(rules) if row.bet == "24")
    assert (tie.win, tie.push, tie.lose) == (Fraction(0), Fraction(24, 54), Fraction(30, 54))


def test_pv_10_v_1_a_tie_leaves_the_stake_where_it_lies() -> None:
    table = spun("pais-vasco", "24", "24")
    assert [entry for entry in table.log if isinstance(entry, Move)] == [
        Move("chips/ana", "felt/ana/24", 1000, "10.V.1")
    ]
    assert table.places["felt/ana/24"] == 1000


def test_pv_10_v_1_switched_to_what_is_likely_it_pays_as_the_other_text() -> None:
    choices = {"bets.24": "likely", "bets.15": "likely"}
    assert edges("pais-vasco", choices) == edges("extremadura")
    assert net(spun("pais-vasco", "24", "24", choices)) == 1000
    assert net(spun("pais-vasco", "15", "15", choices)) == 2000


def test_pv_10_v_1_the_joker_as_printed_covers_both_cells_and_the_player_is_ahead() -> None:
    choices = {"bets.joker-rojo": "printed"}
    assert edges("pais-vasco", choices)["joker-rojo"] == Fraction(-19, 27)
    assert edges("pais-vasco", choices)["joker-negro"] == Fraction(4, 27)
    for cell in ("joker-rojo", "joker-negro"):
        assert net(spun("pais-vasco", cell, "joker-rojo", choices)) == 45_000
    assert net(spun("pais-vasco", "joker-negro", "joker-rojo")) == -1000
    both_squares = {"bets.joker-rojo": "printed", "bets.joker-negro": "printed"}
    assert edges("pais-vasco", both_squares)["joker-negro"] == Fraction(-19, 27)


@both
def test_ex_1_4_5_2_pv_10_v_2_the_authorisation_alone_fixes_the_limits(region: str) -> None:
    rules = game("ruleta-fortuna").rules(region)
    (limit,) = rules.limits.values()
    assert limit.multiples is limit.between is limit.gain is None
    assert standard(rules, 500).maximum == {"posicion": 50_000}
    table = sit("ruleta-fortuna", region, maximum={"posicion": 2000}).open()
    for cents in (450, 2050, 510):
        with pytest.raises(IllegalAction) as refused:
            table.act("ana", Act("stake", "joker-rojo", cents))
        assert refused.value.article == limit.article
    table.act("ana", Act("stake", "joker-rojo", 2000))


def test_pv_da_6_2_a_the_float_is_15_000_minimums_and_ex_prints_none() -> None:
    assert game("ruleta-fortuna").rules("pais-vasco").float_.times_minimum == 15_000
    assert game("ruleta-fortuna").rules("extremadura").float_ is None


@both
def test_ex_1_4_5_3_pv_10_v_3_calls_and_late_bets(region: str) -> None:
    table = sit("ruleta-fortuna", region).open()
    close(table)
    with pytest.raises(IllegalAction) as late:
        stake(table, "ana", "24", "10")
    assert late.value.article == table.rules.calls["close"].article
    with pytest.raises(IllegalAction):
        table.fell("25")
    table.fell("joker-negro")
    assert table.said() == [
        "Hagan sus apuestas.",
        "¿Están hechas las apuestas?",
        "No va más.",
        "Gana joker negro.",
    ]
    assert {table.rules.calls[entry.call].by for entry in table.log if isinstance(entry, Announce)} == {"crupier"}


def several(region: str) -> list[tuple[str, str]]:
    """The moves of a spin on which three players win the same bet with 20, 5 and 10, and one loses."""
    chips = dict.fromkeys(("ana", "luis", "eva", "joan"), 100_000)
    table = sit("ruleta-fortuna", region, chips=chips).open()
    for who, bet, amount in (("ana", "7", "20"), ("luis", "7", "5"), ("joan", "4", "5"), ("eva", "7", "10")):
        stake(table, who, bet, amount)
    close(table)
    table.fell("7")
    moves = [entry for entry in table.log if isinstance(entry, Move) and entry.src != "cage"][4:]
    return [(move.src, move.dst) for move in moves]


def test_ex_1_4_5_3_4_losers_are_taken_then_the_smallest_gain_is_paid_first() -> None:
    assert several("extremadura") == [
        ("felt/joan/4", "bank"),
        ("bank", "chips/luis"),
        ("bank", "chips/eva"),
        ("bank", "chips/ana"),
    ]


def test_pv_10_v_3_3_losers_are_taken_then_winners_are_paid_in_no_order_of_the_text() -> None:
    assert several("pais-vasco") == [
        ("felt/joan/4", "bank"),
        ("bank", "chips/ana"),
        ("bank", "chips/luis"),
        ("bank", "chips/eva"),
    ]


@pytest.mark.parametrize("name", VOID)
def test_ex_1_4_5_3_3_a_void_spin_opens_the_whole_cycle_again(name: str) -> None:
    table = sit("ruleta-fortuna", "extremadura").open()
    stake(table, "ana", "24", "10")
    stake(table, "luis", "2", "10")
    with pytest.raises(IllegalAction) as refused:
        table.report(name)
    assert refused.value.article == "1.4.5.3.3"
    close(table)
    assert len(table.preview(name)) == 2
    table.report(name)
    assert table.pending is not None
    assert table.pending.label == "stakes"
    assert table.places["felt/ana/24"] == table.places["felt/luis/2"] == 1000
    # The bets are open again: one is withdrawn, one is made, one stands.
    table.act("ana", Act("withdraw", "24"))
    stake(table, "ana", "15", "10")
    close(table)
    table.report("obstaculo")
    close(table)
    table.fell("15")
    assert table.places["chips/ana"] == 100_000 - 1000 + 2000
    assert table.places["chips/luis"] == 99_000
    cycle = ["Hagan sus apuestas.", "¿Están hechas las apuestas?", "No va más."]
    assert table.said() == [*cycle, "Jugada nula.", *cycle, "Jugada nula.", *cycle, "Gana 15."]
    assert replay(table.play, table.rules, table.log).lines() == table.lines()
    with pytest.raises(IllegalAction):
        table.report(name)


def test_ex_1_4_5_3_3_four_turns_and_a_text_that_prints_no_void_spin() -> None:
    assert game("ruleta-fortuna").rules("extremadura").turns.least == 4
    rules = game("ruleta-fortuna").rules("pais-vasco")
    assert rules.turns is None
    table = sit("ruleta-fortuna", "pais-vasco").open()
    close(table)
    for name in VOID:
        with pytest.raises(TapeteError):
            table.report(name)


def test_ex_1_4_3_and_pv_10_iii_staff() -> None:
    staff_is("ruleta-fortuna", "extremadura", "mesa", "1.4.3", "1 crupier, 0-1 auxiliar")
    staff_is("ruleta-fortuna", "pais-vasco", "mesa", "10.III", "1 jefe-de-mesa, 1 crupier, 0-1 auxiliar", tables=4)


def test_pv_10_v_2_an_idle_table_closes_for_a_while() -> None:
    ex, pv = (game("ruleta-fortuna").rules(region) for region in REGIONS)
    assert pv.closing["temporal"].temporary
    assert ex.closing == {}


def test_pv_10_ii_4_the_second_box_is_read_as_for_tips() -> None:
    assert game("ruleta-fortuna").rules("pais-vasco").equipment.boxes.hold == ("efectivo", "propinas")
    printed = game("ruleta-fortuna").rules("pais-vasco", {"equipment.boxes": "printed"})
    assert printed.equipment.boxes.hold == ("efectivo", "apuestas")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"joker-rojo", "15"', '"24", "15"', "'24' cannot be on 25"),
        ('covers = ["24"]', 'covers = ["25"]', "bets.24.covers"),
        ('remedy = "nueva-jugada"', 'remedy = "otra"', "irregularities.pivote"),
        ("[calls.void]", "[calls.other]", "calls.void"),
    ],
)
def test_a_rulebook_that_contradicts_its_wheel_is_refused(old: str, new: str, said: str) -> None:
    with pytest.raises(RulebookError, match=said):
        edited("ruleta-fortuna", "extremadura", (old, new))
