"""Words that two texts lost in copying the catalogue of 1979: each stands in the rulebook as printed and as read."""

from fractions import Fraction

import pytest

from tapete.engine.settings import standard
from tapete.games import game
from tests.helpers import close, sit, stake

EX, PV = "extremadura", "pais-vasco"

# What was lost or garbled, by where it is noted: what the note names, and whether the text prints it so.
LOST = {
    (EX, "dados", "bets.big-8"): "one or the other",
    (EX, "dados", "bets.come"): "2, 3 and 12 lose",
    (EX, "chemin-de-fer", "irregularities.quinta-carta"): "two to each",
    (EX, "chemin-de-fer", "irregularities.carta-al-suelo"): "conservará",
    (EX, "chemin-de-fer", "bank.next-shoe"): "constituía",
    (EX, "blackjack", "bank"): "contarlo",
    (EX, "blackjack", "split.blackjack"): "ties are null",
    (EX, "ruleta-francesa", "settlement"): "single cloth",
    (EX, "ruleta-francesa", "bets.caballo"): "o caballo",
    (EX, "punto-banca", "deductions.porcentaje"): "deducción",
    (EX, "punto-banca", "turn"): "sabot",
    (EX, "punto-banca", "options.renuncia"): "optional",
    (EX, "punto-banca", "calls.hand"): "once moved",
    (EX, "bola", "limits.sencilla"): "authorised minimums",
    (PV, "ruleta-americana", "limits.sencilla"): "French roulette",
    (PV, "ruleta-americana", "settlement"): "winning bets",
    (PV, "ruleta-francesa", "bets.pleno"): "closed all the same",
    (PV, "ruleta-francesa", "bets.cuadro"): "adjoining",
    (PV, "ruleta-francesa", "staff.dos-panos"): "both sides of the wheel",
    (PV, "chemin-de-fer", "minimum"): "due all the same",
    (PV, "chemin-de-fer", "irregularities.carta-anticipada-desechada"): "takes the hand next",
    (PV, "chemin-de-fer", "equipment.centre"): "puestas",
    (PV, "dados", "limits.wrong-bet"): "160 for 5 and 9, and 220 for 4 and 10",
    (PV, "dados", "closing.temporal"): "section V",
    (PV, "treinta-cuarenta", "bets.seguro"): "efectuado",
    (PV, "bola", "bets.rojo"): "only the winning one",
    (PV, "bola", "bets.par"): "slip for par",
    (PV, "bola", "limits.sencilla"): "authorised minimums",
    (PV, "bola", "closing.hora-limite"): "played with a ball",
    (PV, "punto-banca", "equipment.centre"): "discard box",
    (PV, "punto-banca", "options.en-multiplos"): "múltiplos",
    (PV, "punto-banca", "closing.temporal"): "printed twice",
    (PV, "punto-banca", "calls.hand"): "quedándose",
    (PV, "blackjack", "calls.insurance-closed"): "asks for the card",
    (PV, "blackjack", "limits.casilla"): "of each place",
}
# What the ancestor had and the text dropped: as printed, and said so.
DROPPED = {
    (EX, "blackjack", "equipment.automatic"): "nothing is checked",
    (PV, "blackjack", "equipment.cut"): "as printed",
    (PV, "treinta-cuarenta", "closing.hora-limite"): "three hands as printed",
}


@pytest.mark.parametrize("place", LOST, ids=" ".join)
def test_what_was_garbled_is_there_as_printed_and_as_read(place: tuple[str, str, str]) -> None:
    region, name, section = place
    found = game(name).rules(region).section(section)
    assert found.printed is not None
    assert LOST[place] in found.why


@pytest.mark.parametrize("place", DROPPED, ids=" ".join)
def test_what_was_dropped_stays_dropped_and_is_said(place: tuple[str, str, str]) -> None:
    region, name, section = place
    assert DROPPED[place] in game(name).rules(region).section(section).why


def test_pv_02_v_american_roulette_has_the_bands_of_the_french_one() -> None:
    french, american = (game(name).rules(PV).limits for name in ("ruleta-francesa", "ruleta-americana"))
    assert {name: limit.multiples for name, limit in american.items()} == {
        name: limit.multiples for name, limit in french.items()
    }
    assert american["pleno"].multiples == (10, 20, 30, 50)  # 01.IV.2.A.b


def test_pv_06_iv_2_the_maxima_of_the_wrong_bet() -> None:
    assert game("dados").rules(PV).limits["wrong-bet"].percent == {4: 220, 5: 160, 6: 125, 8: 125, 9: 160, 10: 220}


def test_ex_1_5_4_1_a_g_a_seven_ends_big_8_at_once() -> None:
    session = sit("dados", EX)
    table = session.open()
    stake(table, "ana", "win", "5")
    stake(table, "ana", "big-8", "10")
    close(table)
    table.fell([3, 4])
    assert table.places.get("felt/ana/big-8", 0) == 0
    assert table.places["chips/ana"] == 100_000 + 500 - 1000


def test_pv_04_v_a_a_winner_gets_the_winning_stake_and_no_other_back() -> None:
    table = sit("bola", PV).open()
    stake(table, "ana", "rojo", "10")
    stake(table, "ana", "impar", "10")
    close(table)
    table.fell("2")
    assert (table.places["felt/ana/rojo"], table.places.get("felt/ana/impar", 0)) == (1000, 0)
    assert table.places["chips/ana"] == 100_000 - 2000 + 1000


def test_pv_05_v_1_the_deposit_for_the_insurance_is_a_hundredth_made_with_the_stake() -> None:
    rules = game("treinta-cuarenta").rules(PV)
    assert Fraction(*rules.bets["seguro"].premium) == Fraction(1, 100)
    assert "seguro" in {spot.partition(":")[0] for spot in game("treinta-cuarenta").layout(rules, standard(rules))}
