"""Best play as tables: what every cell is worth, found in another way than the games find it."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from tapete.engine.settings import standard
from tapete.games import game, games
from tapete.odds.guide import Guide
from tests.helpers import EVERYWHERE


def tables(name: str, region: str = "extremadura", **options: str) -> dict[str, Guide]:
    rules = game(name).rules(region)
    return {guide.name: guide for guide in game(name).guides(rules, standard(rules, options=options))}


@pytest.mark.parametrize(("name", "region"), EVERYWHERE)
def test_every_cell_has_its_options_and_every_row_its_article(name: str, region: str) -> None:
    rules = game(name).rules(region)
    for guide in tables(name, region).values():
        assert guide.articles.keys() == guide.rows.keys()
        options = {option for cells in guide.rows.values() for cell in cells for option in cell}
        assert guide.priced in ("", *options)
        for row, cells in guide.rows.items():
            assert len(cells) == len(guide.columns)
            assert guide.articles[row] in {section.article for _, section in rules.sections()}


def test_only_games_that_leave_nothing_to_decide_have_no_table() -> None:
    """Between players there is no best play against a house that could be looked up."""
    against = [(name, region) for name, region in EVERYWHERE if game(name).folder != "circulo"]
    without = {name for name, region in against if not tables(name, region)}
    assert without == {
        "ruleta-americana",
        "ruleta-doble-cero",
        "bola",
        "ruleta-fortuna",
        "banca-francesa",
        "punto-banca",
        *(found.id for found in games() if found.family == "draws"),
    }


# El reto


@pytest.mark.parametrize("tied", range(13))
def test_ex_1_9_5_2_a_tie_by_every_order_of_two_more_cards(tied: int) -> None:
    """After two cards of any rank: a win brings a stake, a tie two, a loss costs both; giving up costs half of one."""
    left = [rank for rank in range(13) for _ in range(2 if rank == tied else 4)]
    gains = [2 if mine == other else 1 if mine > other else -2 for mine, other in permutations(left, 2)]
    (cell,) = tables("reto")["empate"].rows["1"]
    assert cell == {"retar": Fraction(sum(gains), len(gains)), "retirarse": Fraction(-1, 2)}


@pytest.mark.parametrize("packs", range(1, 9))
def test_ex_1_9_2_1_a_tie_by_the_number_of_packs(packs: int) -> None:
    """Wins and losses are as many, and lose half a stake on the whole; a tie is two and a half better than that."""
    cards = 52 * packs - 2
    ties = Fraction(12 * 4 * packs * (4 * packs - 1) + (4 * packs - 2) * (4 * packs - 3), cards * (cards - 1))
    (cell,) = tables("reto")["empate"].rows[str(packs)]
    assert cell["retar"] == Fraction(5, 2) * ties - Fraction(1, 2)


# The zero


@pytest.mark.parametrize("region", ["extremadura", "pais-vasco"])
def test_ex_1_1_4_1_b_b_half_or_prison_at_each_zero(region: str) -> None:
    """A prisoner is freed by 18 pockets of 37; at a zero, half of its half is taken back, more than it is worth.

    So 18/37 and a quarter of 1/37 of it come back, and every zero after the first has halved it.
    """
    (guide,) = tables("ruleta-francesa", region).values()
    assert guide.columns == ("rojo,negro,par,impar,falta,pasa",)
    for number, (cell,) in guide.rows.items():
        halved = Fraction(1, 2 ** (int(number) - 1))
        assert cell == {"mitad": halved / 2 - 1, "prision": halved * Fraction(4 * 18 + 1, 4 * 37) - 1}


@pytest.mark.parametrize("region", ["extremadura", "pais-vasco"])
def test_ex_1_7_5_1_3_half_or_prison_at_31(region: str) -> None:
    """A prisoner is freed as often as lost and left alone by other ties; at 31 a quarter of it is taken back."""
    odds = game("treinta-cuarenta").odds(game("treinta-cuarenta").rules(region))
    half = next(row.figures for row in odds if row.bet == "negro" and row.setting == {"zero": "mitad"})
    met = half.lose - half.win
    free = float((half.win + met / 4) / (1 - half.push))
    for number, cells in tables("treinta-cuarenta", region)["refait"].rows.items():
        halved = 1 / 2 ** (int(number) - 1)
        for cell in cells:
            assert cell["mitad"] == halved / 2 - 1
            assert cell["prision"] == pytest.approx(halved * free - 1, rel=1e-12)


@pytest.mark.parametrize("region", ["extremadura", "pais-vasco"])
def test_ex_1_7_5_1_3_an_insurance_brings_fifty_premiums_at_31(region: str) -> None:
    odds = game("treinta-cuarenta").odds(game("treinta-cuarenta").rules(region))
    half = next(row.figures for row in odds if row.bet == "negro" and row.setting == {"zero": "mitad"})
    met, null = half.lose - half.win, half.push
    rows = tables("treinta-cuarenta", region)["seguro"].rows
    assert {prima: cell["asegurar"] for prima, (cell,) in rows.items()} == {
        "casa": 50 * met - 1,
        "vuelve-con-31": 51 * met - 1,
        "vuelve-con-empate": 51 * met + null - 1,
    }


# Craps


@pytest.mark.parametrize("region", ["extremadura", "pais-vasco"])
def test_ex_1_5_4_1_c_an_associated_bet_costs_nothing(region: str) -> None:
    """It is decided by its number or by a seven, and pays what these are to one another."""
    ways = Counter(one + other for one in range(1, 7) for other in range(1, 7))
    guide = tables("dados", region)["asociadas"]
    bets = game("dados").rules(region).bets
    assert guide.columns == ("4", "5", "6", "8", "9", "10")
    for name, cells in guide.rows.items():
        for number, cell in zip(map(int, guide.columns), cells, strict=True):
            wins, loses = (ways[7], ways[number]) if "dont" in name else (ways[number], ways[7])
            paid = Fraction(*bets[name].pays_by.get(number, bets[name].pays))
            assert cell["apostar"] == Fraction(wins, wins + loses) * (1 + paid) - 1 == 0


# Monte


def cells_of(guides: dict[str, Guide]) -> dict[tuple[str, str], Fraction]:
    """What every spot is worth on every layout."""
    found: dict[tuple[str, str], Fraction] = {}
    for guide in guides.values():
        for row, cells in guide.rows.items():
            bet, _, spots = row.partition(":")
            for layout, cell in zip(guide.columns, cells, strict=True):
                found |= {(f"{bet}:{spot}", layout): Fraction(cell["apostar"]) for spot in spots.split(",")}
    return found


def test_monte_s_tables_are_the_rows_of_its_odds() -> None:
    """Every row of a layout, and every spot that it stands for, once."""
    rules = game("monte").rules("extremadura")
    expected = {}
    for row in game("monte").odds(rules):
        if "layout" in row.setting:
            bet, _, spot = row.bet.partition(":")
            others = row.note.removeprefix("the same on ").split(", ") if row.note else []
            for one in (spot, *others):
                expected[f"{bet}:{one}", row.setting["layout"]] = -row.figures.edge
    guides = tables("monte")
    assert cells_of(guides) == expected
    phases = {name: {rules.bets[row.partition(":")[0]].phase for row in guide.rows} for name, guide in guides.items()}
    assert phases == {"primeras": {"primeras"}, "segundas": {"segundas"}}


@pytest.mark.parametrize(("base", "tenths"), [("ganancia", 11), ("apuesta", 1), ("ambas", 12)])
def test_ex_1_8_5_2_monte_s_tables_go_by_what_the_house_deducts_from(base: str, tenths: int) -> None:
    """On four different cards a camo is fair but for the deduction, which its card brings in one of 36 cases."""
    found = cells_of(tables("monte", deduccion=base))
    assert found["camo:3", "distintas"] == -Fraction(1, 36) * Fraction(tenths, 10)
    assert found["vista-hermosa:1", "distintas"] == -Fraction(1, 12)
