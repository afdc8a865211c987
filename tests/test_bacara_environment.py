"""The baccarats between players as environments: PettingZoo's own tests, and what they tell agents."""

from typing import Any

import pytest

from tapete.errors import TapeteError
from tests.test_circulo_environment import hand

pytest.importorskip("pettingzoo")
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

BOTH = [(name, region) for name in ("chemin-de-fer", "bacara-dos-panos") for region in ("extremadura", "pais-vasco")]


def env(name: str, region: str, **how: Any) -> Any:
    """The environment of a game."""
    from tapete.games.shared.bacara.environment import env

    return env(name, region, **how)


@pytest.mark.parametrize(("name", "region"), BOTH)
def test_both_pass_pettingzoo_s_own_tests(name: str, region: str) -> None:
    from pettingzoo.test import api_test, seed_test

    api_test(env(name, region), num_cycles=30)
    seed_test(lambda: env(name, region), num_cycles=3)


@pytest.mark.parametrize(("name", "region"), BOTH)
def test_nothing_is_won_that_nobody_lost_but_for_the_house_s_part(name: str, region: str) -> None:
    table = env(name, region)
    dealt = 0
    for seed in range(12):
        won, places = hand(table, seed), table.unwrapped.round.places
        dealt += "banca" in table.unwrapped.round.cards
        assert round(sum(won.values()) * table.unwrapped.settings.minimum) == -places.get("commission", 0)
        assert hand(env(name, region), seed) == won
    assert dealt


def test_ex_2_1_b_7_1_and_ex_2_1_a_7_1_too_few_do_not_play() -> None:
    for name, players in (("bacara-dos-panos", 4), ("chemin-de-fer", 3)):
        with pytest.raises(TapeteError, match=f"{players + 1} players at least"):
            env(name, "extremadura", players=players)


def test_a_game_that_is_no_baccarat_is_refused() -> None:
    with pytest.raises(TapeteError, match="unknown game 'omaha': there are chemin-de-fer, bacara-dos-panos"):
        env("omaha", "galicia")
    with pytest.raises(TapeteError, match="unknown option 'mazo'"):
        env("chemin-de-fer", "extremadura", options={"mazo": "3"})
