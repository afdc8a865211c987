"""Boule, EX 1.3 and PV 04: nine numbers, six simple chances, and a five that wins for neither side of them."""

from fractions import Fraction

import msgspec
import pytest

from tapete.engine.requests import Act, Announce, Move
from tapete.engine.round import Round
from tapete.engine.settings import standard
from tapete.errors import IllegalAction, TapeteError
from tapete.games import game
from tapete.law.loading import RulebookError
from tests.helpers import close, edited, sit, stake, total
from tests.staffing import staff_is

REGIONS = ("extremadura", "pais-vasco")
both = pytest.mark.parametrize("region", REGIONS)

WINS = {
    "1": ("negro", "impar", "falta"),
    "2": ("rojo", "par", "falta"),
    "3": ("negro", "impar", "falta"),
    "4": ("rojo", "par", "falta"),
    "5": (),
    "6": ("negro", "par", "pasa"),
    "7": ("rojo", "impar", "pasa"),
    "8": ("negro", "par", "pasa"),
    "9": ("rojo", "impar", "pasa"),
}
SIMPLE = ("rojo", "negro", "par", "impar", "falta", "pasa")


def thrown(region: str, number: str, spot: str = "") -> Round:
    table = sit("bola", region).open()
    if spot:
        stake(table, "ana", spot, "10")
    close(table)
    table.fell(number)
    return table


@both
@pytest.mark.parametrize("number", WINS)
def test_ex_1_3_2_pv_04_ii_which_chances_each_number_wins(region: str, number: str) -> None:
    for chance in SIMPLE:
        table = thrown(region, number, chance)
        won = chance in WINS[number]
        assert table.places["chips/ana"] == (100_000 if won else 99_000)
        assert table.places.get(f"felt/ana/{chance}", 0) == (1000 if won else 0)


@both
def test_ex_1_3_5_1_a_pv_04_v_a_a_number_pays_seven_times_the_five_like_any_other(region: str) -> None:
    for number in WINS:
        for played in WINS:
            table = thrown(region, number, f"numero-entero:{played}")
            lying = table.places.get(f"felt/ana/numero-entero:{played}", 0)
            assert table.places["chips/ana"] + lying == (107_000 if played == number else 99_000)
            assert total(table) == 200_000


@both
def test_every_bet_costs_a_ninth(region: str) -> None:
    # By hand: a number wins 1 of 9 at 7 to 1, a chance 4 of 9 at 1 to 1: both bring 8/9 back.
    rows = game("bola").odds(game("bola").rules(region))
    assert [row.bet for row in rows] == ["numero-entero", *SIMPLE]
    assert {row.figures.edge for row in rows} == {Fraction(1, 9)}
    assert {row.figures.win for row in rows} == {Fraction(1, 9), Fraction(4, 9)}


@both
def test_ex_1_3_5_2_pv_04_v_b_the_maxima_lie_between_40_and_100_and_200_and_500_minimums(region: str) -> None:
    rules = game("bola").rules(region)
    assert rules.limits["numero-entero"].between == (40, 100)
    assert rules.limits["sencilla"].between == (200, 500)
    assert standard(rules, 200).maximum == {"numero-entero": 8000, "sencilla": 40_000}
    table = sit("bola", region, minimum=200).open()
    for spot, most in (("numero-entero:7", 8000), ("rojo", 40_000)):
        with pytest.raises(IllegalAction):
            table.act("ana", Act("stake", spot, 150))
        with pytest.raises(IllegalAction) as refused:
            table.act("ana", Act("stake", spot, most + 50))
        assert refused.value.article == rules.limits["sencilla"].article
        table.act("ana", Act("stake", spot, most))
        with pytest.raises(IllegalAction):
            table.act("ana", Act("stake", spot, 50))


@both
def test_ex_1_3_5_2_3_pv_04_v_b_3_the_maximum_binds_each_player_alone(region: str) -> None:
    table = sit("bola", region, minimum=200).open()
    for who in ("ana", "luis"):
        table.act(who, Act("stake", "numero-entero:7", 8000))
        table.act(who, Act("stake", "numero-entero:8", 8000))
    assert table.places["felt/ana/numero-entero:7"] == table.places["felt/luis/numero-entero:7"] == 8000


@both
def test_ex_1_3_5_3_2_pv_04_v_c_2_a_late_bet_is_refused(region: str) -> None:
    table = sit("bola", region).open()
    close(table)
    with pytest.raises(IllegalAction) as late:
        stake(table, "ana", "rojo", "10")
    assert late.value.article == game("bola").rules(region).calls["close"].article


@both
def test_ex_1_3_5_3_pv_04_v_c_calls_in_order_by_whom_and_losers_before_winners(region: str) -> None:
    table = sit("bola", region).open()
    stake(table, "ana", "rojo", "10")
    stake(table, "luis", "numero-entero:9", "5")
    stake(table, "ana", "falta", "20")
    stake(table, "luis", "negro", "20")
    close(table)
    table.fell("9")
    assert table.said() == [
        "Hagan sus apuestas.",
        "¿Están hechas las apuestas?",
        "No va más.",
        "El 9: rojo, impar, pasa.",
    ]
    speakers = [table.rules.calls[entry.call].by for entry in table.log if isinstance(entry, Announce)]
    assert speakers == ["jefe-de-mesa", "crupier", "crupier", "crupier"]
    moves = [entry for entry in table.log if isinstance(entry, Move)][4:]
    # 40 taken, 45 to pay: the cage completes the bank for the second winner.
    assert [(move.src, move.dst, move.cents) for move in moves] == [
        ("felt/ana/falta", "bank", 2000),
        ("felt/luis/negro", "bank", 2000),
        ("bank", "chips/ana", 1000),
        ("cage", "bank", 500),
        ("bank", "chips/luis", 3500),
    ]


@both
def test_the_five_is_called_without_any_chance(region: str) -> None:
    assert thrown(region, "5").said()[-1] == "El 5: ninguna suerte sencilla."


@both
def test_nothing_can_be_reported_at_this_table(region: str) -> None:
    table = sit("bola", region).open()
    with pytest.raises(TapeteError):
        table.report("bola-fuera")
    close(table)
    with pytest.raises(TapeteError):
        table.report("bola-fuera")


def test_ex_art_3_3_a_table_is_always_open_in_one_text_only() -> None:
    assert game("bola").rules("extremadura").always_open.tables == 1
    assert game("bola").rules("pais-vasco").always_open is None


@both
def test_ex_1_3_2_1_pv_04_ii_1_one_or_two_cloths(region: str) -> None:
    rules = game("bola").rules(region)
    assert rules.equipment.cloths.number == (1, 2)
    assert rules.players.seats is None
    assert rules.minimum.up_to == 2
    assert rules.minimum.keeps_one_table


@pytest.mark.parametrize(("region", "article", "tables"), [("extremadura", "1.3.3", None), ("pais-vasco", "04.III", 4)])
def test_ex_1_3_3_and_pv_04_iii_a_chief_and_a_croupier_a_cloth(region: str, article: str, tables: int | None) -> None:
    for form, croupiers in (("un-pano", 1), ("dos-panos", 2)):
        staff_is("bola", region, form, article, f"1 jefe-de-mesa, {croupiers} crupier", tables)


def test_pv_04_vi_an_idle_table_closes_for_a_while() -> None:
    rules = game("bola").rules("pais-vasco")
    assert rules.closing["temporal"].article == "04.VI"
    assert rules.closing["temporal"].temporary
    assert game("bola").rules("extremadura").closing == {}


def test_pv_art_2_working_of_tables_1_a_boule_too_announces_three_last_balls() -> None:
    session = sit("bola", "pais-vasco")
    table = session.open()
    table.act("director", Act("last"))
    assert table.said()[-1] == "Las 3 últimas bolas."
    stake(table, "ana", "rojo", "10")
    for number in ("2", "4", "7"):
        close(table)
        table.fell(number)
        if number != "7":
            table = session.open()
    assert (table.places["chips/ana"], table.places.get("felt/ana/rojo", 0)) == (100_000 + 3 * 1000, 0)
    with pytest.raises(IllegalAction, match="last rounds are played"):
        session.open()
    refused = sit("bola", "extremadura").open()
    with pytest.raises(IllegalAction):
        refused.act("director", Act("last"))


def test_pv_04_ii_4_the_five_is_read_as_like_any_other_number() -> None:
    section = game("bola").rules("pais-vasco").section("bets.numero-entero")
    assert section.printed is not None
    assert section.printed["article"] == "04.II§4"
    assert section.why
    assert section.variants == {}


@both
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("holes = 18", "holes = 17", "same number of holes"),
        ('negro = ["1", "3", "6", "8"]', 'negro = ["1", "3", "6", "9"]', "one colour"),
        ('covers = ["2", "4", "7", "9"]', 'covers = ["2", "4", "7", "8"]', "bets.rojo.covers"),
        ('limit = "sencilla"', 'limit = "doble"', "there is no limit"),
    ],
)
def test_a_rulebook_that_contradicts_its_plate_is_refused(region: str, old: str, new: str, said: str) -> None:
    with pytest.raises(RulebookError, match=said):
        edited("bola", region, (old, new))


def test_a_stake_that_stays_plays_again() -> None:
    session = sit("bola", "pais-vasco")
    table = session.open()
    stake(table, "ana", "rojo", "10")
    close(table)
    table.fell("2")
    table = session.open()
    close(table)
    table.fell("4")
    assert table.places["chips/ana"] == 99_000 + 2000
    table = session.open()
    close(table)
    table.fell("5")
    assert table.places["chips/ana"] == 101_000
    assert msgspec.to_builtins(table.carry) == {}
