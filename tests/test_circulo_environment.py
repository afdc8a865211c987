"""Poker between players as an environment: PettingZoo's own tests, and what it tells agents."""

from typing import Any

import numpy as np
import pytest

from tapete.errors import TapeteError
from tapete.games import games
from tests.pages import blocks

pytest.importorskip("pettingzoo")
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

POKERS = [(found.id, region) for found in games() if found.folder == "circulo" for region in found.regions]


def env(name: str, region: str, **how: Any) -> Any:
    """The environment of a game."""
    from tapete.games.circulo.environment import env

    return env(name, region, **how)


@pytest.mark.parametrize(("name", "region"), POKERS)
def test_every_variant_passes_pettingzoo_s_own_tests(name: str, region: str) -> None:
    from pettingzoo.test import api_test, seed_test

    api_test(env(name, region), num_cycles=30)
    seed_test(lambda: env(name, region), num_cycles=3)


def hand(table: Any, seed: int) -> dict[str, float]:
    """A hand of random acts; what each won."""
    source = np.random.default_rng(seed)
    table.reset(seed=seed)
    won = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        seen, reward, over, cut, _ = table.last()
        won[agent] += reward
        open_now = np.flatnonzero(seen["action_mask"])
        table.step(None if over or cut else int(source.choice(open_now)))
    return won


@pytest.mark.parametrize(("name", "region"), POKERS)
def test_nothing_is_won_that_nobody_lost_but_for_the_house_s_part(name: str, region: str) -> None:
    table = env(name, region, options={"porcentaje": "minimo"})
    for seed in range(5):
        won = hand(table, seed)
        left = sum(cents for place, cents in table.unwrapped.round.places.items() if place.startswith("pot"))
        assert round(sum(won.values()), 6) == -left / table.unwrapped.settings.minimum
        assert hand(env(name, region, options={"porcentaje": "minimo"}), seed) == won


def test_an_agent_sees_its_own_cards_and_no_other_s() -> None:
    table = env("holdem", "extremadura")
    table.reset(seed=1)
    own = [table.observe(agent)["observation"][:208].reshape(4, 52) for agent in table.possible_agents]
    assert all(seen[0].sum() == 2 and seen[1:].sum() == 0 for seen in own)
    assert sum(seen[0] for seen in own).max() == 1


def test_the_hand_of_the_readme_is_played_to_its_end() -> None:
    (shown,) = [
        block for block in blocks("README.md") if block.kind == "python" and "circulo.environment" in block.text
    ]
    names: dict[str, Any] = {}
    exec(shown.text, names)
    assert names["hand"].unwrapped.round.finished and not names["hand"].agents


def test_ex_2_2_9_1_fewer_than_four_do_not_play() -> None:
    with pytest.raises(TapeteError, match="4 players at least"):
        env("holdem", "extremadura", players=3)


@pytest.mark.parametrize(
    ("name", "region", "how", "said"),
    [
        ("nope", "galicia", {}, "unknown game 'nope': there are poker-cubierto, seven-stud"),
        ("chemin-de-fer", "extremadura", {}, "unknown game 'chemin-de-fer': there are poker-cubierto, seven-stud"),
        ("omaha", "galicia", {"players": 11}, "there are 10 seats"),
        ("five-stud", "galicia", {"players": 7}, "there are 6 seats"),  # 32 cards, five each
        ("omaha", "galicia", {"players": 8, "options": {"puestos": "6"}}, "there are 6 seats"),
        ("omaha", "galicia", {"options": {"ante": "9"}}, "unknown value for ante '9'"),
        ("omaha", "galicia", {"options": {"ciegas": "2"}}, "unknown option 'ciegas': there are limite"),
        ("omaha", "galicia", {"stack": 0}, "one sits down with 5 at least"),
    ],
)
def test_what_cannot_be_played_is_refused_before_a_hand_begins(
    name: str, region: str, how: dict[str, Any], said: str
) -> None:
    """Before, a pack ran out in the middle of a hand, an option was passed over, a rulebook was told to be wrong."""
    with pytest.raises(TapeteError, match=said):
        env(name, region, **how)
