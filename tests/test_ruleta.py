"""The roulettes, article by article. Expected values come from the texts and from counting, not from the code."""

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tapete.audit.limits import check_settings
from tapete.engine.requests import Act, Move
from tapete.engine.round import Round, replay
from tapete.engine.session import Session
from tapete.engine.settings import Settings, standard
from tapete.engine.window import Choose
from tapete.errors import IllegalAction, TapeteError
from tapete.games import game
from tapete.games.ruleta.rules import announced, covers
from tapete.games.shared.prision.settle import ZERO, simple_chance
from tapete.law.loading import RulebookError
from tapete.odds.chain import Number
from tapete.sim.loop import PLAYOUT, play
from tapete.sim.run import simulate
from tests.helpers import advised, choose, close, edited, gained, lies, prison_evening, sit, stake, total
from tests.staffing import staff_is

FRENCH, AMERICAN, DOUBLE = "ruleta-francesa", "ruleta-americana", "ruleta-doble-cero"
EX, PV = "extremadura", "pais-vasco"
TABLES = [(FRENCH, EX), (FRENCH, PV), (AMERICAN, EX), (AMERICAN, PV), (DOUBLE, EX)]
SIMPLE = ["rojo", "negro", "par", "impar", "falta", "pasa"]
RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}

everywhere = pytest.mark.parametrize(("name", "region"), TABLES)


def ball(session: Session, pocket: str, *bets: tuple[str, str, str]) -> Round:
    """One ball with these stakes: who, where, how many euros."""
    table = session.open()
    for who, on, amount in bets:
        stake(table, who, on, amount)
    close(table)
    table.fell(pocket)
    return table


def paid(table: Round) -> list[tuple[str, int]]:
    """To whom the bank paid how much, in order."""
    return [(m.dst, m.cents) for m in table.log if isinstance(m, Move) and m.src == "bank"]


# The cylinder


@everywhere
def test_ex_1_1_2_1_the_colours_follow_the_sum_of_digits(name: str, region: str) -> None:
    """Even sums are black, 10 and 29 too, 19 not; together they must be the known reds of every wheel."""
    colours = game(name).rules(region).equipment.colours
    assert set(map(int, colours.rojo)) == RED
    assert set(map(int, colours.negro)) == set(range(1, 37)) - RED
    even = {n for n in range(1, 37) if sum(map(int, str(n))) % 2 == 0}
    assert set(map(int, colours.negro)) == (even | {10, 29}) - {19}
    assert colours.of("0") == "verde"


@everywhere
def test_ex_1_1_2_1_no_two_consecutive_numbers_are_neighbours_and_colours_alternate(name: str, region: str) -> None:
    rules = game(name).rules(region)
    order = rules.equipment.cylinder.order
    assert len(order) == len(set(order)) == (38 if name == DOUBLE else 37)
    for a, b in zip(order, (*order[1:], order[0]), strict=True):
        assert abs(int(a) - int(b)) != 1 or "00" in (a, b)
        assert rules.equipment.colours.of(a) != rules.equipment.colours.of(b)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"0", "32", "15"', '"0", "15", "32"', "neighbours of one colour"),
        ('"17", "34", "6", "27"', '"17", "16", "6", "27"', "each once"),
        ('"31", "9"', '"9", "31"', "neighbours"),
        ('"35", "3", "26"', '"35", "3", "3"', "each once"),
        ('zero = "verde"', 'zero = "rojo"', "neither red nor black"),
        ('also-negro = ["10", "29"]', 'also-negro = ["10"]', "29 is negro"),
        ('also-rojo = ["19"]', "also-rojo = []", "19 is rojo"),
        ('remedy = "respin"', 'remedy = "forget"', "remedy"),
        ('values = ["mitad", ', 'values = ["todo", "mitad", ', "options.zero"),
        ('limit = "doble"', 'limit = "triple"', "there is no limit"),
        ("[bets.pasa]", "[bets.mitad-alta]", "pasa: missing"),
        ('also = ["0-1", "0-2", "0-3"]', 'also = ["0-1", "0-2", "0-37"]', "caballo:0-37"),
        ('pairs = "columna"\n', "", "dos-columnas:1-2"),
        ("[calls.void]", "[calls.nula]", "calls.void: missing"),
        ("[calls.last]", "[calls.ultimas]", "calls.last: missing"),
        ('remedy = "respin"', 'remedy = "respin-after-new-bets"', "calls.reopen: missing"),
        ('[zero.last]\narticle = "1.1.4.1.B.b§3"\n', "", "last round"),
    ],
)
def test_a_rulebook_that_cannot_be_is_refused(old: str, new: str, reason: str) -> None:
    with pytest.raises(RulebookError, match=reason):
        edited(FRENCH, EX, (old, new))


def test_ex_1_1_2_1_a_cylinder_with_consecutive_neighbours_is_refused() -> None:
    """34 and 16, both red, change places: 16 comes to lie beside 17."""
    with pytest.raises(RulebookError, match="17 and 16 are consecutive"):
        edited(FRENCH, EX, ('"17", "34", "6"', '"17", "16", "6"'), ('"24", "16", "33"', '"24", "34", "33"'))


def test_pv_an_announced_bet_lies_on_spots_that_exist() -> None:
    with pytest.raises(RulebookError, match="there is no spot caballo:5-9"):
        edited(FRENCH, PV, ('"caballo:5-8"', '"caballo:5-9"'))


# The felt


@everywhere
def test_ex_1_1_4_1_a_the_felt_has_every_line_of_three_columns_of_twelve(name: str, region: str) -> None:
    felt = covers(game(name).rules(region))
    count = {bet: sum(spot.partition(":")[0] == bet for spot in felt) for bet in {s.partition(":")[0] for s in felt}}
    zeros = 2 if name == DOUBLE else 1
    lines_of_zero = 5 if name == DOUBLE else 3
    assert count["pleno"] == 36 + zeros
    assert count["caballo"] == 12 * 2 + 11 * 3 + lines_of_zero
    assert count["transversal"] == 12 + (2 if region == PV else 0)
    assert (count["cuadro"], count["seisena"]) == (11 * 2, 11)
    assert (count["columna"], count["docena"], count["dos-columnas"], count["dos-docenas"]) == (3, 3, 2, 2)
    size = {"pleno": 1, "caballo": 2, "transversal": 3, "cuadro": 4, "seisena": 6, "columna": 12, "docena": 12}
    size |= {"dos-columnas": 24, "dos-docenas": 24, **dict.fromkeys(SIMPLE, 18)}
    for spot, numbers in felt.items():
        assert len(numbers) == size.get(spot.partition(":")[0], len(numbers))
    for spot, numbers in felt.items():
        bet, _, on = spot.partition(":")
        if bet in ("pleno", "caballo", "transversal", "cuadro"):
            assert numbers == frozenset(on.split("-"))
        if bet == "caballo" and "0" not in on.split("-") and "00" not in on.split("-"):
            a, b = map(int, on.split("-"))
            assert b - a == 3 or (b - a == 1 and a % 3)


def test_ex_1_1_4_1_a_examples_by_hand() -> None:
    felt = covers(game(FRENCH).rules(EX))
    ints = {spot: sorted(map(int, numbers)) for spot, numbers in felt.items()}
    assert ints["seisena:31-36"] == [31, 32, 33, 34, 35, 36]
    assert ints["columna:2"] == [2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 32, 35]
    assert ints["docena:3"] == list(range(25, 37))
    assert ints["dos-columnas:2-3"] == [n for n in range(1, 37) if n % 3 != 1]
    assert ints["dos-docenas:1-2"] == list(range(1, 25))
    assert ints["cuadro:1-2-4-5"] == [1, 2, 4, 5]
    assert ints["falta"] == list(range(1, 19))
    assert ints["pasa"] == list(range(19, 37))
    assert set(ints["rojo"]) == RED
    assert all(n % 2 for n in ints["impar"])
    for missing in ("caballo:3-4", "cuadro:3-4-6-7", "dos-columnas:1-3", "caballo:1-36", "seisena:2-7"):
        assert missing not in felt


def test_ex_1_1_4_1_the_list_is_closed_and_has_no_bets_of_three_or_four_with_zero() -> None:
    for name in (FRENCH, AMERICAN, DOUBLE):
        table = sit(name, EX).open()
        for spot in ("transversal:0-1-2", "transversal:0-2-3", "cuatro-primeros", "vecinos:0", "tercio"):
            with pytest.raises(IllegalAction) as refused:
                stake(table, "ana", spot, "45")
            assert refused.value.article


def test_ex_1_2_4_double_zero_borders() -> None:
    felt = covers(game(DOUBLE).rules(EX))
    with_zero = {s for s in felt if s.startswith("caballo:0")}
    assert with_zero == {"caballo:0-00", "caballo:0-1", "caballo:0-2", "caballo:00-2", "caballo:00-3"}
    assert felt["linea-especial"] == {"0", "00", "1", "2", "3"}


def test_ex_1_1_4_1_a_h_two_columns_are_columns_unless_read_as_printed() -> None:
    for name in (FRENCH, AMERICAN, DOUBLE):
        assert "3" not in covers(game(name).rules(EX))["dos-columnas:1-2"]
        printed = game(name).rules(EX, {"bets.dos-columnas": "printed"})
        assert covers(printed)["dos-columnas:1-2"] == {str(n) for n in range(1, 25)}
    session = sit(FRENCH, EX, choices={"bets.dos-columnas": "printed"})
    assert paid(ball(session, "3", ("ana", "dos-columnas:1-2", "10"))) == [("chips/ana", 500)]


# What every bet pays

PAYS = {"pleno": 35, "caballo": 17, "transversal": 11, "cuadro": 8, "seisena": 5, "columna": 2, "docena": 2}
EXACT: dict[str, Fraction] = {
    **{bet: Fraction(n) for bet, n in PAYS.items()},
    "dos-columnas": Fraction(1, 2),
    "dos-docenas": Fraction(1, 2),
    "cuatro-primeros": Fraction(8),
    "linea-especial": Fraction(6),
    **dict.fromkeys(SIMPLE, Fraction(1)),
}


def everyone(name: str, region: str, **how: Any) -> tuple[Session, dict[str, str]]:
    """A table with a player for each spot, so that what each gets can be told apart."""
    rules = game(name).rules(region)
    players = {f"p{i}": spot for i, spot in enumerate(covers(rules))}
    return sit(name, region, chips=dict.fromkeys(players, 10_000), colours=len(players), **how), players


@everywhere
def test_ex_1_1_4_1_every_bet_on_every_pocket_pays_as_printed_and_costs_as_computed(name: str, region: str) -> None:
    """All pockets through the procedure: each payment by hand, and the mean against the exact odds."""
    rules = game(name).rules(region)
    pockets = rules.equipment.cylinder.order
    back: dict[str, int] = dict.fromkeys(covers(rules), 0)
    for pocket in pockets:
        session, players = everyone(name, region)
        table = ball(session, pocket, *((who, spot, "10") for who, spot in players.items()))
        while isinstance(table.pending, Choose):
            choose(table, table.pending.actor, "mitad")
        assert table.finished
        for who, spot in players.items():
            bet, _, on = spot.partition(":")
            have = table.places[f"chips/{who}"] + table.places.get(f"felt/{who}/{spot}", 0) - 9000
            if wins(bet, on, pocket):
                expected = 1000 + EXACT[bet] * 1000
                assert table.places[f"felt/{who}/{spot}"] == 1000, "the winner keeps the stake on the felt"
            else:
                expected = Fraction(500 if bet in SIMPLE and int(pocket) == 0 else 0)
                assert not lies(table, f"felt/{who}/"), "a loser's stake, or what is left of it, is off the felt"
            assert have == expected, (spot, pocket)
            back[spot] += have
    chosen = standard(rules).options
    exact = {row.bet: row.figures.edge for row in game(name).odds(rules) if row.setting.items() <= chosen.items()}
    for spot, cents in back.items():
        assert 1 - Fraction(cents, 1000 * len(pockets)) == exact[spot.partition(":")[0]], spot


def wins(bet: str, on: str, pocket: str) -> bool:
    """Whether a bet wins, by the words of the text."""
    n = int(pocket)
    low, high = (int(on.split("-")[0]), int(on.split("-")[-1])) if on else (0, 0)
    if bet in ("pleno", "caballo", "transversal", "cuadro"):
        return pocket in on.split("-")
    if bet in ("linea-especial", "cuatro-primeros"):
        return n <= 3
    return (
        n > 0
        and {
            "seisena": low <= n <= high,
            "columna": (n - 1) % 3 + 1 == low,
            "docena": (n - 1) // 12 + 1 == low,
            "dos-columnas": (n - 1) % 3 + 1 in (low, high),
            "dos-docenas": (n - 1) // 12 + 1 in (low, high),
            "rojo": n in RED,
            "negro": n not in RED,
            "par": n % 2 == 0,
            "impar": n % 2 == 1,
            "falta": n <= 18,
            "pasa": n >= 19,
        }[bet]
    )


def test_pv_01_iv_1_a_j_zero_and_its_neighbours_are_five_chips() -> None:
    rules = game(FRENCH).rules(PV)
    assert {spot for spot, _ in announced(rules)["vecinos:0"]} == {f"pleno:{n}" for n in (0, 3, 15, 26, 32)}
    assert {spot for spot, _ in announced(rules)["vecinos:17"]} == {f"pleno:{n}" for n in (2, 6, 17, 25, 34)}
    assert len([spot for spot in announced(rules) if spot.startswith("vecinos:")]) == 37
    table = ball(sit(FRENCH, PV), "26", ("ana", "vecinos:0", "50"))
    assert paid(table) == [("chips/ana", 35 * 1000)]
    assert lies(table, "felt/") == {"felt/ana/pleno:26": 1000}


@pytest.mark.parametrize(
    ("bet", "chips", "numbers"), [("sector-del-cero", 9, 17), ("tercio", 6, 12), ("huerfanos", 5, 8)]
)
def test_pv_01_iv_1_a_k_sectors_are_arcs_of_the_cylinder(bet: str, chips: int, numbers: int) -> None:
    """The compositions printed cover unbroken arcs: 22 to 25, 27 to 33, and for the orphans 17-34-6 and 1 to 9."""
    rules = game(AMERICAN).rules(PV)
    parts = announced(rules)[bet]
    assert sum(count for _, count in parts) == chips
    covered = set().union(*(covers(rules)[spot] for spot, _ in parts))
    order = rules.equipment.cylinder.order
    arcs = {"sector-del-cero": [("22", 17)], "tercio": [("27", 12)], "huerfanos": [("17", 3), ("1", 5)]}[bet]
    arc = {order[(order.index(first) + i) % 37] for first, size in arcs for i in range(size)}
    assert covered == arc
    assert len(arc) == numbers


def test_pv_01_iv_1_a_k_two_chips_where_the_text_says_two() -> None:
    table = sit(AMERICAN, PV).open()
    stake(table, "ana", "sector-del-cero", "90")
    assert lies(table, "felt/") == {
        "felt/ana/transversal:0-2-3": 2000,
        "felt/ana/caballo:4-7": 1000,
        "felt/ana/caballo:12-15": 1000,
        "felt/ana/caballo:18-21": 1000,
        "felt/ana/caballo:19-22": 1000,
        "felt/ana/cuadro:25-26-28-29": 2000,
        "felt/ana/caballo:32-35": 1000,
    }
    table.act("ana", Act("undo"))
    assert not lies(table, "felt/")
    stake(table, "ana", "huerfanos", "25")
    close(table)
    table.fell("17")
    assert sorted(paid(table)) == [("chips/ana", 17 * 500), ("chips/ana", 17 * 500)]


def test_pv_announced_bets_respect_the_maximum_of_every_spot() -> None:
    table = sit(FRENCH, PV).open()
    stake(table, "ana", "pleno:26", "50")
    with pytest.raises(IllegalAction) as refused:
        stake(table, "ana", "vecinos:0", "25")
    assert refused.value.article == "01.IV.2.A.b§2"
    stake(table, "luis", "vecinos:0", "250")
    with pytest.raises(IllegalAction):
        stake(table, "luis", "pleno:0", "5")


# Limits

MAXIMA = {"sencilla": 180, "pleno": 10, "caballo": 20, "transversal": 30, "cuadro": 40, "seisena": 60}
MAXIMA |= {"columna-docena": 120, "doble": 240}


@everywhere
def test_ex_1_1_4_2_a_b_maxima_are_multiples_of_the_minimum(name: str, region: str) -> None:
    """Ten times the minimum for each number covered, and two, three and four (in the other text five) times that."""
    rules = game(name).rules(region)
    factors = (1, 2, 3, 4) if region == EX else (1, 2, 3, 5)
    for limit, least in MAXIMA.items():
        assert rules.limits[limit].multiples == tuple(least * factor for factor in factors)
        assert rules.limits[limit].raisable == (region == EX)
    assert rules.limits["sencilla"].minimum_up_to == (5 if region == PV else 1)
    table = sit(name, region).open()
    with pytest.raises(IllegalAction):
        stake(table, "ana", "pleno:17", "4.50")
    stake(table, "ana", "pleno:17", "50")
    with pytest.raises(IllegalAction) as refused:
        stake(table, "ana", "pleno:17", "5")
    assert refused.value.article == rules.limits["pleno"].article


def test_ex_1_2_5_1_the_special_line_takes_fifty_minimums() -> None:
    assert game(DOUBLE).rules(EX).limits["linea-especial"].multiples == (50, 100, 150, 200)
    table = sit(DOUBLE, EX).open()
    stake(table, "ana", "linea-especial", "250")
    with pytest.raises(IllegalAction):
        stake(table, "ana", "linea-especial", "5")


@everywhere
def test_a_table_at_the_lowest_maxima_is_legal(name: str, region: str) -> None:
    rules = game(name).rules(region)
    assert check_settings(rules, standard(rules)) == []


@pytest.mark.parametrize("name", [FRENCH, AMERICAN])
def test_pv_01_iv_2_a_a_simple_chances_may_have_a_higher_minimum_and_multiples_of_it(name: str) -> None:
    rules = game(name).rules(PV)
    options = {**standard(rules).options, "sencillas-en-multiplos": "si"}
    table = sit(name, PV, minimums={"sencilla": 2500}, options=options).open()
    stake(table, "ana", "pleno:1", "5")
    for amount in ("5", "30", "37.50"):
        with pytest.raises(IllegalAction):
            stake(table, "ana", "rojo", amount)
    stake(table, "ana", "rojo", "50")
    if name == FRENCH:
        free = sit(name, PV, minimums={"sencilla": 2500}).open()
        stake(free, "ana", "rojo", "37.50")


# The play


@everywhere
def test_ex_1_1_4_3_b_after_no_va_mas_nothing_is_placed(name: str, region: str) -> None:
    table = sit(name, region).open()
    close(table)
    with pytest.raises(IllegalAction) as refused:
        stake(table, "ana", "rojo", "5")
    assert refused.value.article == ("1.1.4.3.b" if region == EX else "01.IV.3.b")
    with pytest.raises(IllegalAction):
        table.fell("37")
    if name != DOUBLE:
        with pytest.raises(IllegalAction):
            table.fell("00")


@everywhere
def test_ex_1_1_4_3_c_the_number_and_the_winning_simple_chances_are_called(name: str, region: str) -> None:
    session = sit(name, region)
    assert ball(session, "17").said() == ["Hagan juego.", "No va más.", "El 17, negro, impar, falta."]
    assert ball(session, "36").said()[-1] == "El 36, rojo, par, pasa."
    assert ball(session, "0").said()[-1] == "El 0, verde."


@everywhere
def test_ex_1_1_4_3_a_the_cylinder_turns_the_other_way_each_time(name: str, region: str) -> None:
    session = sit(name, region)
    turns = [ball(session, "17").carry.turned for _ in range(3)]  # type: ignore[attr-defined]
    assert turns[0] == turns[2] != turns[1]
    assert session.round
    assert session.round.carry.last == "17"  # type: ignore[attr-defined]


@everywhere
@pytest.mark.parametrize("what", ["objeto-en-el-cilindro", "bola-fuera", "lanzamiento-defectuoso"])
def test_ex_1_1_4_3_d_a_void_spin_is_announced_and_spun_again(name: str, region: str, what: str) -> None:
    """In one text the bets stand; in the other they may be changed before the ball is launched anew."""
    table = sit(name, region).open()
    stake(table, "ana", "rojo", "10")
    with pytest.raises(IllegalAction):
        table.report(what)
    close(table)
    table.report(what)
    assert table.said()[2] == "Tirada nula."
    if region == PV:
        assert table.said()[3].startswith("Hagan juego")
        table.act("ana", Act("withdraw", "rojo"))
        stake(table, "ana", "negro", "10")
        with pytest.raises(IllegalAction):
            table.report(what)
        close(table)
    else:
        with pytest.raises(IllegalAction):
            table.act("ana", Act("withdraw", "rojo"))
    table.report(what)
    if region == PV:
        close(table)
    table.fell("2")
    assert table.places["chips/ana"] == 100_000 + (0 if region == PV else -1000)
    assert lies(table, "felt/") == ({"felt/ana/negro": 1000} if region == PV else {})
    assert total(table) == 200_000
    assert replay(table.play, table.rules, table.log).lines() == table.lines()


@everywhere
def test_ex_1_1_4_3_d_pv_01_iv_3_d_the_ball_is_put_in_the_last_number_before_it_is_launched_anew(
    name: str, region: str
) -> None:
    """Called where there was a ball before; only in one text the croupier may stop the game himself."""
    session = sit(name, region)
    table = session.open()
    close(table)
    table.fell("17")
    table = session.open()
    close(table)
    if region == PV:
        table.report("bola-fuera", "croupier")
        assert table.said()[-2:] == ["La bola, antes en el 17.", "Hagan juego, señores; pueden modificar sus apuestas."]
    else:
        with pytest.raises(IllegalAction, match="chief of table's"):
            table.report("bola-fuera", "croupier")
        table.report("bola-fuera", "inspector")
        assert table.said()[-2:] == ["Tirada nula.", "La bola, antes en el 17."]


@everywhere
def test_irregularities_are_refused_while_a_player_chooses_or_when_unknown(name: str, region: str) -> None:
    table = sit(name, region).open()
    stake(table, "ana", "rojo", "10")
    close(table)
    with pytest.raises(TapeteError):
        table.report("bola-cuadrada")
    with pytest.raises(IllegalAction):
        table.report("bola-fuera", who="ana")
    table.fell("0")
    with pytest.raises(IllegalAction):
        table.report("bola-fuera")


# The order of payment

ALL = [
    "columna:2",
    "docena:2",
    "dos-columnas:1-2",
    "dos-docenas:1-2",
    "negro",
    "impar",
    "falta",
    "seisena:13-18",
    "transversal:16-17-18",
    "cuadro:14-15-17-18",
    "caballo:17-18",
    "pleno:17",
]


def order_of(name: str, region: str) -> list[tuple[str, str]]:
    """17 falls; Ana and Luis have every winning bet at 10 euros, Luis first: who is paid for what, in order."""
    session = sit(name, region, chips={"ana": 100_000, "luis": 100_000})
    table = ball(session, "17", *((who, spot, "10") for spot in ALL for who in ("luis", "ana")))
    worth = {str(EXACT[spot.partition(":")[0]] * 1000): spot.partition(":")[0] for spot in ALL}
    bets = {int(cents): bet for cents, bet in worth.items()}
    moves = [m for m in table.log if isinstance(m, Move) and m.src == "bank"]
    return [(m.dst.removeprefix("chips/"), bets[m.cents]) for m in moves]


def test_ex_1_1_4_3_c_order_of_payment() -> None:
    """Columns, dozens, double ones; simple chances; then from six numbers down to one. Equal payments share a name."""
    found = order_of(FRENCH, EX)
    kinds = [PAYMENT[bet] for _, bet in found]
    assert kinds == [2] * 4 + [0.5] * 4 + [1] * 6 + [5] * 2 + [11] * 2 + [8] * 2 + [17] * 2 + [35] * 2


PAYMENT = {bet: float(pays) for bet, pays in EXACT.items()}


def test_pv_01_iv_3_c_order_of_payment() -> None:
    kinds = [PAYMENT[bet] for _, bet in order_of(FRENCH, PV)]
    double_columns, columns, double_dozens, dozens = [0.5] * 2, [2.0] * 2, [0.5] * 2, [2.0] * 2
    inside = [5.0] * 2 + [11.0] * 2 + [8.0] * 2 + [17.0] * 2 + [35.0] * 2
    assert kinds == double_columns + columns + double_dozens + dozens + [1.0] * 6 + inside


AMERICAN_ORDER = [0.5, 2, 1, 1, 1, 0.5, 2, 5, 11, 8, 17, 35]


def test_ex_1_2_3_2_a_players_winners_are_paid_all_at_once() -> None:
    for name in (AMERICAN, DOUBLE):
        found = order_of(name, EX)
        assert [who for who, _ in found] == ["luis"] * 12 + ["ana"] * 12
        assert [PAYMENT[bet] for _, bet in found[:12]] == AMERICAN_ORDER
        assert [PAYMENT[bet] for _, bet in found[12:]] == AMERICAN_ORDER


def test_pv_02_iii_b_all_at_once_but_for_the_simple_chances() -> None:
    """Luis's multiple chances come at the place of his first, then Ana's at hers, and simple chances at their own."""
    found = order_of(AMERICAN, PV)
    multiple = [0.5, 2, 0.5, 2, 5, 11, 8, 17, 35]
    expected = [("luis", pays) for pays in multiple] + [("ana", pays) for pays in multiple]
    expected += [("luis", 1), ("ana", 1)] * 3
    assert [(who, PAYMENT[bet]) for who, bet in found] == expected


@everywhere
def test_ex_1_1_4_3_c_losers_are_taken_before_winners_are_paid(name: str, region: str) -> None:
    table = ball(sit(name, region), "17", ("ana", "negro", "10"), ("luis", "rojo", "10"), ("luis", "docena:1", "10"))
    moves = [m for m in table.log if isinstance(m, Move) and "bank" in (m.src, m.dst) and m.src != "cage"]
    assert [m.dst == "bank" for m in moves] == [True, True, False]


# Zero: half, or prison


@pytest.mark.parametrize("region", [EX, PV])
def test_ex_1_1_4_1_b_b_half_comes_back(region: str) -> None:
    table = ball(sit(FRENCH, region), "0", ("ana", "rojo", "10"), ("luis", "pasa", "7.50"))
    assert isinstance(table.pending, Choose)
    assert table.pending.default == "mitad"
    with pytest.raises(IllegalAction):
        choose(table, "luis", "mitad")
    with pytest.raises(IllegalAction):
        choose(table, "ana", "todo")
    choose(table, "ana", "mitad")
    choose(table, "luis", "mitad")
    assert table.places["chips/ana"] == 100_000 - 500
    assert table.places["chips/luis"] == 100_000 - 375
    assert table.places["bank"] == 875
    assert not lies(table, "felt/")


@pytest.mark.parametrize("region", [EX, PV])
@pytest.mark.parametrize(("next_ball", "chips"), [("1", 100_000), ("2", 99_000)])
def test_ex_1_1_4_1_b_b_a_prisoner_is_freed_without_gain_or_lost(region: str, next_ball: str, chips: int) -> None:
    session = sit(FRENCH, region)
    table = ball(session, "0", ("ana", "rojo", "10"))
    choose(table, "ana", "prision")
    assert lies(table, "prison/") == {"prison/ana/rojo": 1000}
    assert not lies(table, "felt/")
    assert table.places.get("bank", 0) == 0
    table = ball(session, next_ball)
    assert table.finished
    assert not lies(table, "prison/")
    assert table.places["chips/ana"] == chips


@pytest.mark.parametrize("region", [EX, PV])
def test_ex_1_1_4_1_b_b_every_further_zero_halves_a_prisoner(region: str) -> None:
    """40 euros: imprisoned whole, worth 20 and then 10; freed after three zeros they are worth 10, taken back 5."""
    articles = []
    session = sit(FRENCH, region)
    table = ball(session, "0", ("ana", "rojo", "40"))
    for zeros, place in ((1, "rojo"), (2, "rojo:2"), (3, "rojo:3")):
        assert table.pending
        articles.append(table.pending.article)
        choose(table, "ana", "prision")
        assert lies(table, "prison/") == {f"prison/ana/{place}": 4000 >> (zeros - 1)}
        if zeros < 3:
            table = ball(session, "0")
    first, further = ("1.1.4.1.B.b§1", "1.1.4.1.B.b§2") if region == EX else ("01.IV.1.B.b§1", "01.IV.1.B.b§2")
    assert articles == [first, further, further]
    assert ball(session, "3").places["chips/ana"] == 100_000 - 4000 + 1000
    session = sit(FRENCH, region)
    table = ball(session, "0", ("ana", "rojo", "40"))
    choose(table, "ana", "prision")
    table = ball(session, "0")
    choose(table, "ana", "prision")
    table = ball(session, "0")
    choose(table, "ana", "mitad")
    assert table.places["chips/ana"] == 100_000 - 4000 + 500
    assert table.places["bank"] == 3500


def test_ex_1_1_4_1_b_b_a_prisoner_below_the_minimum_must_stay() -> None:
    """Nine euros are worth 4.50 after the second zero: nothing is asked, and they wait to be freed."""
    session = sit(FRENCH, EX)
    table = ball(session, "0", ("ana", "rojo", "9"))
    choose(table, "ana", "prision")
    table = ball(session, "0")
    assert table.finished
    assert lies(table, "prison/") == {"prison/ana/rojo:2": 450}
    table = ball(session, "0")
    assert lies(table, "prison/") == {"prison/ana/rojo:3": 225}
    table = ball(session, "0")
    assert lies(table, "prison/") == {"prison/ana/rojo:4": 112}, "the half cent goes to the house"
    halves = [m.rest for m in table.log if isinstance(m, Move) and m.rest]
    assert halves == ["1/2"]
    assert ball(session, "5").places["chips/ana"] == 100_000 - 900 + 112


def test_ex_1_1_4_1_b_b_a_prisoner_shrinks_to_nothing() -> None:
    session = sit(FRENCH, EX)
    table = ball(session, "0", ("ana", "rojo", "5"))
    choose(table, "ana", "prision")
    for _ in range(9):
        table = ball(session, "0")
        assert table.finished
    assert not lies(table, "prison/"), "500 halved nine times is less than a cent"
    assert table.places["bank"] == 500


def test_ex_1_1_4_1_b_b_prisoners_of_different_age_are_kept_apart() -> None:
    """A stake made while another of the same bet is in prison sees its own zeros."""
    session = sit(FRENCH, EX)
    table = ball(session, "0", ("ana", "rojo", "40"))
    choose(table, "ana", "prision")
    table = ball(session, "0", ("ana", "rojo", "30"))
    assert table.pending
    assert table.pending.label == "choose:ana:prision/rojo"
    choose(table, "ana", "prision")
    assert table.pending
    assert table.pending.label == "choose:ana:rojo"
    choose(table, "ana", "prision")
    assert lies(table, "prison/") == {"prison/ana/rojo": 3000, "prison/ana/rojo:2": 2000}
    table = ball(session, "0")
    choose(table, "ana", "prision")
    choose(table, "ana", "mitad")
    assert lies(table, "prison/") == {"prison/ana/rojo:3": 1000}
    assert table.places["chips/ana"] == 100_000 - 7000 + 750
    table = ball(session, "1")
    assert table.places["chips/ana"] == 100_000 - 7000 + 750 + 1000
    assert total(table) == 200_000


def test_ex_1_1_4_1_b_b_multiple_chances_know_no_prison() -> None:
    table = ball(sit(FRENCH, EX), "0", ("ana", "docena:1", "10"), ("ana", "pleno:0", "10"))
    assert table.finished
    assert table.places["chips/ana"] == 100_000 - 2000 + 35_000


def last_ball(session: Session) -> Round:
    """A ball that is announced as the session's last: alone in one text, by three announced in the other."""
    table = session.open()
    if session.rules.region == EX:
        table.act("director", Act("last", "sesion"))
        assert table.said()[-1] == "Última bola."
    return table


@pytest.mark.parametrize("region", [EX, PV])
@pytest.mark.parametrize(("zeros", "back"), [(1, 2000), (2, 1000), (3, 500)])
def test_ex_1_1_4_1_b_b_on_the_last_ball_a_half_a_quarter_an_eighth_comes_back(
    region: str, zeros: int, back: int
) -> None:
    """40 euros see their last zero on the session's last ball: one is announced in one text, three in the other."""
    session = sit(FRENCH, region)
    table = session.open()
    for left in (3, 2, 1):
        if left < 3:
            table = last_ball(session) if left == 1 else session.open()
        if left == 3 and region == PV:
            table.act("director", Act("last", "hora-limite"))
            assert table.said()[-1] == "Las 3 últimas bolas."
        if left == zeros:
            stake(table, "ana", "rojo", "40")
        close(table)
        table.fell("0" if left <= zeros else "1")
        if left > 1 and left <= zeros:
            choose(table, "ana", "prision")
    assert table.finished, "nothing is asked on the last ball"
    assert not lies(table, "prison/")
    assert table.places["chips/ana"] == 100_000 - 4000 + back
    moves = [m for m in table.log if isinstance(m, Move) and m.dst == "chips/ana"]
    assert [m.article for m in moves] == ["1.1.4.1.B.b§3" if region == EX else "01.IV.1.B.b§3"]
    session.settings = standard(session.rules, 1000)
    with pytest.raises(TapeteError, match="and with them the session"):
        session.open()


def test_ex_1_1_4_1_b_b_on_the_last_ball_even_less_than_the_minimum_comes_back() -> None:
    session = sit(FRENCH, EX)
    table = ball(session, "0", ("ana", "rojo", "9"))
    choose(table, "ana", "prision")
    table = last_ball(session)
    close(table)
    table.fell("0")
    assert table.places["chips/ana"] == 100_000 - 900 + 225


@pytest.mark.parametrize("region", [EX, PV])
def test_ex_1_1_4_2_b_a_new_limits_leave_the_prison_as_it_is(region: str) -> None:
    """A zero on the third ball before the limits change still offers the prison, from which the next ball frees."""
    session = sit(FRENCH, region)
    table = session.open()
    table.act("director", Act("last"))
    for left in (3, 2, 1):
        table = table if left == 3 else session.open()
        if left == 1:
            stake(table, "ana", "rojo", "40")
        close(table)
        table.fell("0" if left == 1 else "1")
    choose(table, "ana", "prision")
    assert table.places["prison/ana/rojo"] == 4000
    session.settings = standard(session.rules, 1000)
    table = ball(session, "1")
    assert table.places["chips/ana"] == 100_000


@everywhere
def test_ex_1_1_4_2_b_a_after_the_last_ball_nothing_is_left_on_the_felt(name: str, region: str) -> None:
    session = sit(name, region)
    table = session.open()
    table.act("director", Act("last"))
    for left in (3, 2, 1):
        table = table if left == 3 else session.open()
        if left == 3:
            stake(table, "ana", "rojo", "10")
        close(table)
        table.fell("1")
        assert bool(lies(table, "felt/")) == (left > 1)
    assert table.places["chips/ana"] == 100_000 + 3000
    back = [m for m in table.log if isinstance(m, Move) and m.src == "felt/ana/rojo"]
    assert [m.article for m in back] == [session.rules.minimum.article]


@pytest.mark.parametrize(("name", "region", "article"), [(AMERICAN, EX, "1.2.4§1"), (AMERICAN, PV, "02.IV")])
def test_ex_1_2_4_american_zero_takes_half_at_once(name: str, region: str, article: str) -> None:
    table = ball(sit(name, region), "0", *(("ana", spot, "10") for spot in SIMPLE))
    assert table.finished
    assert table.places["chips/ana"] == 100_000 - 3000
    taken = [m for m in table.log if isinstance(m, Move) and m.dst == "bank"]
    assert [(m.cents, m.article) for m in taken] == [(500, article)] * 6


@pytest.mark.parametrize(("choice", "back"), [("mitad", 500), ("entera", 0)])
def test_ex_1_2_4_the_double_zero_takes_half_or_all_as_the_house_reads_it(choice: str, back: int) -> None:
    table = ball(sit(DOUBLE, EX, options={"double-zero": choice}), "00", ("ana", "rojo", "10"))
    assert table.places["chips/ana"] == 99_000 + back
    table = ball(sit(DOUBLE, EX, options={"double-zero": choice}), "0", ("ana", "rojo", "10"))
    assert table.places["chips/ana"] == 99_000 + 500


@given(st.integers(1, 10**9), st.integers(1, 40))
@settings(max_examples=200, deadline=None)
def test_halving_again_and_again_is_halving_at_once(cents: int, zeros: int) -> None:
    """A prisoner floored to the cent at each zero is what the text's fraction of the first stake gives."""
    worth = cents
    for seen in range(zeros):
        _, num, den = simple_chance(seen, ZERO, True, 1, 1)
        worth = worth * num // den
    assert worth == cents // 2 ** (zeros - 1)
    _, num, den = simple_chance(zeros, ZERO, False, 1, 1)
    assert worth * num // den == cents // 2 ** (zeros + 1)


# Colour chips

VALUE = {EX: "1.2.1.b§1", PV: "02.I.b"}
american = pytest.mark.parametrize(("name", "region"), [(AMERICAN, EX), (AMERICAN, PV), (DOUBLE, EX)])


@american
def test_ex_1_2_5_1_undeclared_chips_are_worth_the_minimum(name: str, region: str) -> None:
    session = sit(name, region)
    table = session.open()
    with pytest.raises(IllegalAction):
        stake(table, "ana", "rojo", "7.50")
    stake(table, "ana", "rojo", "10")
    close(table)
    table.fell("2")
    assert table.carry.colours == {"ana": 500}  # type: ignore[attr-defined]


@american
def test_ex_1_2_1_b_a_player_declares_what_his_chips_are_worth(name: str, region: str) -> None:
    """From the minimum to the maximum of a single number, in the chips that there are; it lasts, and binds."""
    session = sit(name, region)
    table = session.open()
    for amount in (450, 5050, 725):
        with pytest.raises(IllegalAction) as refused:
            table.act("ana", Act("declare", "", amount))
        assert refused.value.article == VALUE[region]
    table.act("ana", Act("declare", "", 1250))
    with pytest.raises(IllegalAction):
        stake(table, "ana", "pleno:1", "10")
    stake(table, "ana", "pleno:1", "12.50")
    stake(table, "ana", "rojo", "37.50")
    with pytest.raises(IllegalAction):
        table.act("ana", Act("declare", "", 500))
    with pytest.raises(IllegalAction):
        table.act("ana", Act("release"))
    stake(table, "luis", "rojo", "5")
    close(table)
    table.fell("2")
    table = session.open()
    with pytest.raises(IllegalAction):
        stake(table, "ana", "rojo", "10")
    table.act("ana", Act("declare", "", 5000))
    stake(table, "ana", "rojo", "50")
    assert replay(table.play, table.rules, table.log).lines() == table.lines()


@american
def test_ex_1_2_1_as_many_players_as_colours(name: str, region: str) -> None:
    chips = {"ana": 10_000, "luis": 10_000, "eva": 10_000}
    session = sit(name, region, chips=chips, colours=2)
    table = session.open()
    stake(table, "ana", "rojo", "5")
    table.act("luis", Act("declare", "", 1000))
    for act in (Act("stake", "rojo", 500), Act("declare", "", 500)):
        with pytest.raises(IllegalAction) as refused:
            table.act("eva", act)
        assert refused.value.article == ("1.2.1§1" if region == EX else "02.I.b")
    table.act("luis", Act("release"))
    stake(table, "eva", "rojo", "5")
    with pytest.raises(IllegalAction):
        stake(table, "luis", "rojo", "5")
    with pytest.raises(IllegalAction):
        table.act("luis", Act("release"))


@american
def test_ex_1_2_1_without_settings_there_are_eight_colours(name: str, region: str) -> None:
    session = sit(name, region, chips={f"p{i}": 1000 for i in range(9)})
    table = session.open()
    for i in range(8):
        stake(table, f"p{i}", "rojo", "5")
    with pytest.raises(IllegalAction):
        stake(table, "p8", "rojo", "5")


@american
def test_ex_1_2_1_the_inspector_authorises_chips_of_value_and_forbids_them(name: str, region: str) -> None:
    session = sit(name, region, chips={"ana": 10_000, "luis": 10_000}, colours=1)
    table = session.open()
    stake(table, "ana", "rojo", "5")
    article = "1.2.1§1" if region == EX else "02.I.c"
    for who, act in (
        ("luis", Act("authorise", "luis")),
        ("croupier", Act("authorise", "luis")),
        ("inspector", Act("authorise", "eva")),
        ("inspector", Act("forbid", "luis")),
    ):
        with pytest.raises(IllegalAction) as refused:
            table.act(who, act)
        assert refused.value.article == article
    table.act("inspector", Act("authorise", "luis"))
    with pytest.raises(IllegalAction):
        table.act("inspector", Act("authorise", "luis"))
    stake(table, "luis", "rojo", "7.50")
    close(table)
    table.fell("1")
    table = session.open()
    stake(table, "luis", "rojo", "0.50")
    table.act("inspector", Act("forbid", "luis"))
    with pytest.raises(IllegalAction):
        stake(table, "luis", "rojo", "5")
    close(table)
    table.fell("1")
    assert table.carry.authorised == []  # type: ignore[attr-defined]
    assert table.carry.colours == {"ana": 500}  # type: ignore[attr-defined]


def test_colour_chips_are_of_the_american_tables_only() -> None:
    table = sit(FRENCH, EX).open()
    with pytest.raises(IllegalAction):
        table.act("ana", Act("declare", "", 500))
    stake(table, "ana", "rojo", "7.50")


# Staff, closing


def test_ex_1_1_3_1_and_pv_01_iii_1_staff() -> None:
    two_cloths = "1 jefe-de-mesa, 4 crupier, 0-2 extremo-de-mesa"
    staff_is(FRENCH, EX, "dos-panos", "1.1.3.1.a", two_cloths)
    staff_is(FRENCH, EX, "un-pano", "1.1.3.1.b", "1 jefe-de-mesa, 2 crupier, 0-1 extremo-de-mesa")
    staff_is(FRENCH, PV, "dos-panos", "01.III.1.a", two_cloths, tables=4)
    staff_is(FRENCH, PV, "un-pano", "01.III.1.b", "1 jefe-de-mesa, 1-2 crupier, 0-1 extremo-de-mesa", tables=4)


def test_ex_1_2_2_and_pv_02_ii_staff() -> None:
    american = "1 jefe-de-mesa, 1 crupier, 0-1 auxiliar"
    staff_is(AMERICAN, EX, "mesa", "1.2.2", american)
    staff_is(DOUBLE, EX, "mesa", "1.2.2", american)
    staff_is(AMERICAN, PV, "mesa", "02.II", american, tables=4)


@everywhere
def test_ex_1_1_4_2_b_a_three_last_balls_and_1_1_4_3_e_a_closed_cylinder(name: str, region: str) -> None:
    rules = game(name).rules(region)
    assert rules.minimum.announced_rounds == 3
    assert rules.closing["sesion"].sealed
    assert ("temporal" in rules.closing) == (region == PV)
    session = sit(name, region)
    table = session.open()
    table.act("director", Act("last"))
    with pytest.raises(IllegalAction):
        table.act("director", Act("last"))
    for _ in range(3):
        close(table)
        table.fell("1")
        if table.carry.remaining:  # type: ignore[attr-defined]
            table = session.open()
    with pytest.raises(TapeteError):
        session.open()
    session.settings = standard(rules, 1000)
    with pytest.raises(IllegalAction):
        stake(session.open(), "ana", "rojo", "5")


# Odds


def edges(name: str, region: str) -> dict[tuple[str, str], Number]:
    rules = game(name).rules(region)
    rows = game(name).odds(rules)
    found = {(row.bet, "".join(row.setting.values())): row.figures.edge for row in rows}
    assert len(found) == len(rows)
    return found


@pytest.mark.parametrize("region", [EX, PV])
def test_odds_french_by_hand(region: str) -> None:
    """In prison a stake is worth v of itself: 18/37 freed, 1/37 halved and in prison again."""
    found = edges(FRENCH, region)
    p = Fraction(1, 37)
    v = Fraction(18, 37) / (1 - p / 2)
    for bet in SIMPLE:
        assert found.pop((bet, "mitad")) == 1 - (18 * 2 * p + p / 2) == Fraction(1, 74)
        assert found.pop((bet, "prision")) == 1 - (18 * 2 * p + p * v) == Fraction(1, 73)
        assert found.pop((bet, "prision-mitad")) == 1 - (36 * p + p * (18 * p + p / 4)) == Fraction(75, 5476)
    assert set(found.values()) == {Fraction(1, 37)}
    assert {bet for bet, _ in found} == set(game(FRENCH).rules(region).bets) - set(SIMPLE)


def test_odds_of_a_prisoner_by_enumerating_two_balls_through_the_procedure() -> None:
    """All 37 first balls, and all 37 second balls after a zero: in prison first, taken back at the second zero."""
    back = Fraction(0)
    pockets = game(FRENCH).rules(EX).equipment.cylinder.order
    for first in pockets:
        session = sit(FRENCH, EX)
        table = ball(session, first, ("ana", "rojo", "40"))
        if first != "0":
            back += Fraction(table.places["chips/ana"] + sum(lies(table, "felt/").values()) - 96_000, 37)
            continue
        choose(table, "ana", "prision")
        for second in pockets:
            session.round = table
            other = ball(session, second)
            if second == "0":
                choose(other, "ana", "mitad")
            back += Fraction(other.places["chips/ana"] - 96_000, 37 * 37)
            session.round = table
            session.places = dict(table.places)
    assert 1 - back / 4000 == edges(FRENCH, EX)["rojo", "prision-mitad"]


@pytest.mark.parametrize("region", [EX, PV])
def test_odds_american_by_hand(region: str) -> None:
    found = edges(AMERICAN, region)
    assert {found.pop((bet, "")) for bet in SIMPLE} == {Fraction(1, 74)}
    assert set(found.values()) == {Fraction(1, 37)}


def test_odds_double_zero_by_hand() -> None:
    found = edges(DOUBLE, EX)
    for bet in SIMPLE:
        assert found.pop((bet, "mitad")) == 1 - Fraction(18 * 2 * 2 + 2, 76) == Fraction(1, 38)
        assert found.pop((bet, "entera")) == 1 - Fraction(18 * 2 * 2 + 1, 76) == Fraction(3, 76)
    assert found.pop(("linea-especial", "")) == 1 - Fraction(5 * 7, 38) == Fraction(3, 38)
    assert set(found.values()) == {Fraction(1, 19)}


def test_odds_of_an_announced_bet_spread_its_chips() -> None:
    """Tercio: 12 of 37 numbers, 18 of the 6 chips back. Zero sector: three numbers 24 of 9, fourteen others 18."""
    figures = {row.bet: row.figures for row in game(FRENCH).odds(game(FRENCH).rules(PV))}
    assert figures["tercio"].win == Fraction(12, 37)
    assert figures["tercio"].variance == Fraction(12, 37) * 9 - Fraction(36, 37) ** 2
    squares = 3 * Fraction(24, 9) ** 2 + 14 * Fraction(18, 9) ** 2
    assert figures["sector-del-cero"].variance == squares / 37 - Fraction(36, 37) ** 2
    squares = Fraction(36, 5) ** 2 + Fraction(36, 5) ** 2 + 6 * Fraction(18, 5) ** 2
    assert figures["huerfanos"].variance == squares / 37 - Fraction(36, 37) ** 2
    assert figures["vecinos"].win == Fraction(5, 37)


# The triangle: procedure, odds and loop agree


def mix(name: str, region: str, cents: int) -> dict[str, int]:
    """A stake on one spot of every bet."""
    rules = game(name).rules(region)
    found: dict[str, int] = {}
    for spot in game(name).layout(rules, standard(rules)).values():
        chips = sum(count for _, count in spot.parts) or 1
        if not any(other.startswith(spot.bet + ":") for other in found):
            found[spot.id] = cents * chips
    return found


def ways() -> Iterator[tuple[str, str, dict[str, str]]]:
    for region in (EX, PV):
        for policy in ("mitad", "prision", "prision-mitad"):
            yield FRENCH, region, {"zero": policy}
        yield AMERICAN, region, {}
    for choice in ("mitad", "entera"):
        yield DOUBLE, EX, {"double-zero": choice}


def evening(name: str, region: str, table: Settings, stakes: dict[str, int], drawn: list[int], length: int) -> int:
    """What Ana wins at the table."""
    rules = game(name).rules(region)
    session = sit(name, region, chips={"ana": 10**8}, options=dict(table.options))
    falls = [partial(Round.fell, value=game(name).outcome(rules, draw)) for draw in drawn]
    *_, last = prison_evening(session, table.options.get("zero", ""), stakes, falls, length)
    return gained(last)


@pytest.mark.parametrize(("name", "region", "options"), list(ways()))
@pytest.mark.parametrize("cents", [500, 1500])
def test_the_procedure_pays_what_the_loop_pays(name: str, region: str, options: dict[str, str], cents: int) -> None:
    """The same outcomes, with many zeros among them, through both."""
    rules = game(name).rules(region)
    table = standard(rules, options=options)
    stakes = mix(name, region, cents)
    program = game(name).program(rules, table, stakes)
    source = random.Random(f"{name} {region} {options} {cents}")
    length = 60
    zeros = [rules.equipment.cylinder.order.index(zero) for zero in rules.equipment.cylinder.zeros]
    drawn = [
        source.choice(zeros) if source.random() < 0.4 else source.randrange(program.outcomes)
        for _ in range(length + PLAYOUT)
    ]
    results, falls, visits = np.zeros(1, np.int64), np.zeros(1, np.int64), np.zeros(program.back.size, np.int64)
    outcomes = np.array(drawn, np.uint8)
    play(outcomes, *program.arrays, length, 10**8, 0, results, falls, visits)  # type: ignore[call-arg]
    assert evening(name, region, table, stakes, drawn, length) == results[0]


@pytest.mark.parametrize(("name", "region", "options"), list(ways()))
def test_the_loop_agrees_with_the_exact_odds(name: str, region: str, options: dict[str, str]) -> None:
    rules = game(name).rules(region)
    table = standard(rules, options=options)
    program = game(name).program(rules, table, mix(name, region, 64_000))
    exact = {row.bet: row.figures for row in game(name).odds(rules) if row.setting.items() <= table.options.items()}
    for bet in simulate(program, 2_000_000, seed=7, length=1000).bets:
        figures = exact[bet.bet.partition(":")[0]]
        assert abs(bet.edge - float(figures.edge)) < 4 * bet.std_error, bet
        assert abs(bet.win - float(figures.win)) < 4 * (float(figures.win) / bet.made) ** 0.5, bet
        assert bet.rounds == pytest.approx(float(figures.rounds), abs=1e-3)


def test_the_loop_refuses_a_bet_that_is_not_on_the_felt() -> None:
    rules = game(FRENCH).rules(EX)
    with pytest.raises(TapeteError, match="unknown bet 'vecinos:0'"):
        game(FRENCH).program(rules, standard(rules), {"vecinos:0": 2500})


@everywhere
@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_open_can_be_done_and_no_chip_is_lost(name: str, region: str, seed: int) -> None:
    """Random people do random things that the table says are open; the transcript replays to the byte."""
    source = random.Random(seed)
    session = sit(name, region, chips={"ana": 50_000, "luis": 50_000, "eva": 50_000}, colours=2)
    for _ in range(6):
        table = session.open()
        for _ in range(25):
            who = source.choice(["ana", "luis", "eva", "inspector"])
            assert table.pending
            acts = table.pending.open(who)  # type: ignore[attr-defined]
            if not acts:
                continue
            item = source.choice(acts)
            amounts, cents = item.amounts, 0
            if amounts:
                cents = amounts.lo + amounts.step * source.randrange((amounts.hi - amounts.lo) // amounts.step + 1)
            table.act(who, Act(item.do, item.on, cents))
        close(table)
        if source.random() < 0.3:
            table.report("bola-fuera")
            if region == PV:
                close(table)
        table.fell("0" if source.random() < 0.5 else str(source.randrange(1, 37)))
        while isinstance(table.pending, Choose):
            choose(table, table.pending.actor, source.choice(["mitad", "prision"]))
        assert total(table) == 150_000
        assert replay(table.play, table.rules, table.log).lines() == table.lines()


def test_advice_at_a_zero_and_at_the_next() -> None:
    """Half of what a stake is worth now, against prison: 18 in 37 freed, 1 in 37 halved again or a quarter taken."""
    session = sit(FRENCH, EX)
    table = ball(session, "0", ("ana", "rojo", "40"))
    free = Fraction(18, 37) / (1 - Fraction(1, 74))
    assert [(item.option, item.value) for item in advised(table)] == [
        ("mitad", -0.5),
        ("prision", pytest.approx(float(max(free, Fraction(18, 37) + Fraction(1, 4 * 37))) - 1)),
    ]
    choose(table, "ana", "prision")
    table = ball(session, "0")
    assert [item.option for item in advised(table)] == ["mitad", "prision"]
    assert advised(table)[0].value == -0.75
    choose(table, "ana", "prision")
    assert advised(ball(session, "0"))[0].value == -0.75
