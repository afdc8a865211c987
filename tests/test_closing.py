"""The end of a table: what lies on it goes back to whose it is, or keeps it open."""

from pathlib import Path

import pytest

from tapete.engine.requests import Act
from tapete.errors import IllegalAction
from tests.casino import Casino


def test_a_table_closes_with_winning_stakes_on_its_felt(tmp_path: Path) -> None:
    """Who won keeps the stake and may take it back: at the end it goes back to its owner, by the same article."""
    casino = Casino(tmp_path)
    table = casino.table("bola", "extremadura", physical=True)
    carla, ana, rounds = casino.people["carla"], casino.people["ana"], casino.floor.rounds
    rounds.open_round(table, carla, casino.key())
    rounds.act(table, ana, Act("stake", "rojo", 1000), casino.key())
    rounds.act(table, carla, Act("close"), casino.key())
    rounds.fell(table, carla, "2", casino.key())
    assert casino.floor.books.balances(table)["felt/ana/rojo"] == 1000
    casino.floor.tables.close_table(casino.people["dora"], table, casino.key())
    assert casino.floor.books.balances(table) == {}
    assert casino.floor.books.check() == []


def test_a_point_on_the_dice_keeps_a_table_open(tmp_path: Path) -> None:
    casino = Casino(tmp_path)
    table = casino.table("dados", "extremadura", physical=True)
    carla, ana, rounds = casino.people["carla"], casino.people["ana"], casino.floor.rounds
    rounds.open_round(table, carla, casino.key())
    rounds.act(table, ana, Act("stake", "win", 1000), casino.key())
    rounds.act(table, carla, Act("close"), casino.key())
    rounds.fell(table, carla, [2, 2], casino.key())
    with pytest.raises(IllegalAction, match="play until the felt is clear"):
        casino.floor.tables.close_table(casino.people["dora"], table, casino.key())
