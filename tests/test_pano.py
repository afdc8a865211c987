"""Bets on pockets: the procedure, the exact odds and the compiled loop agree on boule, the wheel and banca francesa."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tapete.engine.places import stakes
from tapete.engine.requests import Act
from tapete.engine.settings import standard
from tapete.errors import TapeteError
from tapete.games import game
from tapete.games.shared.pano.rules import PanoRules, spots
from tapete.games.shared.pano.settle import comes_back
from tapete.sim.loop import PLAYOUT
from tapete.sim.loop import play as loop
from tapete.sim.program import Program
from tapete.sim.run import simulate
from tests.helpers import close, sit, total

MIXES = {
    "bola": {"numero-entero:5": 500, "numero-entero:9": 1500, "rojo": 1000, "impar": 2000, "pasa": 550},
    "ruleta-fortuna": {"24": 1000, "15": 550, "7": 500, "4": 700, "2": 500, "joker-rojo": 500, "joker-negro": 1500},
    "banca-francesa": {"ases": 500, "pequeno": 750, "grande": 1000, "pequeno-borde": 1100, "grande-borde": 2300},
}
SWITCHES: list[tuple[str, str, dict[str, str]]] = [
    ("bola", "extremadura", {}),
    ("bola", "pais-vasco", {}),
    ("ruleta-fortuna", "extremadura", {}),
    ("ruleta-fortuna", "pais-vasco", {}),
    ("ruleta-fortuna", "pais-vasco", {"bets.24": "likely", "bets.joker-rojo": "printed"}),
    ("banca-francesa", "extremadura", {}),
    ("banca-francesa", "extremadura", {"undecided": "printed"}),
]
everywhere = pytest.mark.parametrize(("name", "region", "choices"), SWITCHES)


def program(name: str, rules: PanoRules, mix: dict[str, int]) -> Program:
    return game(name).program(rules, standard(rules), mix)


@everywhere
def test_the_procedure_pays_what_the_loop_pays(name: str, region: str, choices: dict[str, str]) -> None:
    rules, mix = game(name).rules(region, choices), MIXES[name]
    length, bankroll = 400, 10_000_000
    size = len(rules.pockets)
    drawn = np.random.default_rng(5).integers(0, size, length + PLAYOUT).astype(np.uint8)
    results, falls = np.zeros(1, np.int64), np.zeros(1, np.int64)
    tables = program(name, rules, mix)
    visits = np.zeros(tables.back.size, np.int64)
    loop(drawn, *tables.arrays, length, bankroll, 0, results, falls, visits)  # type: ignore[call-arg]
    assert at_the_table(name, region, choices, mix, drawn.tolist(), length, bankroll) == results[0]


def at_the_table(
    name: str, region: str, choices: dict[str, str], mix: dict[str, int], drawn: list[int], length: int, bankroll: int
) -> int:
    """What a player wins who makes every bet of the mix again as soon as it is decided, as the loop does."""
    session = sit(name, region, choices=choices, chips={"ana": bankroll})
    rules: Any = session.rules
    rounds, decided = 0, True
    while True:
        table = session.open()
        if decided:
            for stake in list(stakes(table.places)):
                table.act("ana", Act("withdraw", stake.bet))
        lying = {stake.bet for stake in stakes(table.places)}
        if rounds >= length and not lying:
            break
        if rounds < length:
            for spot, cents in mix.items():
                if spot not in lying:
                    table.act("ana", Act("stake", spot, cents))
        close(table)
        fell = game(name).outcome(rules, drawn[rounds])
        table.fell(fell)
        assert table.finished
        rounds += 1
        decided = (str(sum(fell)) if isinstance(fell, list) else fell) not in rules.null
    return table.places["chips/ana"] - bankroll


@everywhere
def test_the_loop_finds_the_exact_odds(name: str, region: str, choices: dict[str, str]) -> None:
    rules = game(name).rules(region, choices)
    found = simulate(program(name, rules, dict.fromkeys(spots(rules), 1000)), 2_000_000, seed=11)
    exact = {row.bet: row.figures for row in game(name).odds(rules)}
    for bet in found.bets:
        figures = exact[bet.bet.partition(":")[0]]
        assert abs(bet.edge - figures.edge) < 4 * bet.std_error, bet
        for share, chance in ((bet.win, figures.win), (bet.push, figures.push), (bet.lose, figures.lose)):
            assert abs(share - chance) <= 4 * math.sqrt(chance * (1 - chance) / bet.made), bet
        assert bet.rounds == pytest.approx(float(figures.rounds), rel=0.01)


@everywhere
def test_every_outcome_through_the_procedure_gives_the_exact_odds(
    name: str, region: str, choices: dict[str, str]
) -> None:
    rules = game(name).rules(region, choices)
    # Somebody on every spot, so that what each spot brings can be told apart; an amount that every spot takes.
    who = {spot: f"p{i}" for i, spot in enumerate(spots(rules))}
    net, decided = dict.fromkeys(who, 0), 0
    for drawn in range(len(rules.pockets)):
        table = sit(name, region, choices=choices, chips=dict.fromkeys(who.values(), 1000)).open()
        for spot, player in who.items():
            table.act(player, Act("stake", spot, 1000))
        close(table)
        table.fell(game(name).outcome(rules, drawn))
        assert total(table) == 1000 * len(who)
        decided += bool(rules.pockets[drawn] not in rules.null)
        for spot, player in who.items():
            lying = table.places.get(f"felt/{player}/{spot}", 0)
            net[spot] += table.places[f"chips/{player}"] + lying - 1000
    exact = {row.bet: row.figures for row in game(name).odds(rules)}
    for spot, won in net.items():
        figures = exact[spot.partition(":")[0]]
        assert figures.edge == Fraction(-won, 1000 * decided), spot
        assert figures.rounds == Fraction(len(rules.pockets), decided)


@pytest.mark.parametrize("name", MIXES)
def test_a_mix_with_an_unknown_bet_is_refused_in_one_line(name: str) -> None:
    rules = game(name).rules("extremadura")
    with pytest.raises(TapeteError, match="unknown bet 'verde'"):
        program(name, rules, {"verde": 500})


def test_a_share_is_stake_and_gain_nothing_or_undecided() -> None:
    assert comes_back([3], 3, 61, 1, [4, 8]) == (62, 1)
    assert comes_back([3], 5, 61, 1, [4, 8]) == (0, 1)
    assert comes_back([3], 8, 61, 1, [4, 8]) is None
    # Half plays: 10 on the line is 5 won or 5 lost.
    assert Fraction(*comes_back([5], 5, 1, 1, [], 2) or (0, 1)) * 10 == 15
    assert Fraction(*comes_back([5], 6, 1, 1, [], 2) or (0, 1)) * 10 == 5
    assert comes_back([1], 1, 0, 1) == (1, 1)
