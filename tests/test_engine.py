"""The driver: nothing illegal enters, slips are taken back, voids put chips back, replays are equal to the byte."""

import pytest

from tapete.engine.diverging import Diverged
from tapete.engine.requests import Act, Move
from tapete.engine.round import replay
from tapete.engine.transcript import decode
from tapete.errors import IllegalAction, TapeteError
from tests.helpers import close, sit, stake, total


def test_an_illegal_act_changes_nothing() -> None:
    table = sit("bola", "extremadura").open()
    before = table.lines(), dict(table.places)
    for act in (
        Act("stake", "rojo", 1),
        Act("stake", "verde", 500),
        Act("close"),
        Act("stake", "rojo", -500),
        Act("fly"),
    ):
        with pytest.raises(IllegalAction):
            table.act("ana", act)
    with pytest.raises(IllegalAction):
        table.fell("5")
    assert (table.lines(), dict(table.places)) == before


def test_undo_is_an_act_and_takes_back_the_last_of_the_same_player() -> None:
    table = sit("bola", "extremadura").open()
    stake(table, "ana", "rojo", "10")
    stake(table, "luis", "negro", "10")
    table.act("ana", Act("undo"))
    assert "felt/ana/rojo" not in {place for place, cents in table.places.items() if cents}
    assert table.places["felt/luis/negro"] == 1000
    with pytest.raises(IllegalAction):
        table.act("ana", Act("undo"))


def test_rewind_appends_and_live_chance_taken_back_falls_again() -> None:
    session = sit("bola", "extremadura", physical=False)
    table = session.open()
    stake(table, "ana", "rojo", "10")
    lines = table.lines()
    table.rewind(0, "inspector", "put on the wrong cloth")
    assert table.lines()[: len(lines)] == lines
    assert table.places["chips/ana"] == 100_000
    stake(table, "ana", "negro", "10")
    close(table)
    assert replay(table.play, table.rules, [decode(line) for line in table.lines()]).lines() == table.lines()


def test_a_void_round_puts_every_chip_back() -> None:
    table = sit("bola", "extremadura").open()
    before = dict(table.places)
    stake(table, "ana", "rojo", "10")
    close(table)
    table.fell("2")
    assert table.places["chips/ana"] == 100_000
    table.void("inspector", "the plate was tilted")
    assert {k: v for k, v in table.places.items() if v} == {k: v for k, v in before.items() if v}
    assert replay(table.play, table.rules, table.log).lines() == table.lines()
    with pytest.raises(TapeteError):
        table.void("inspector", "again")


def test_a_replay_that_differs_says_where() -> None:
    table = sit("bola", "extremadura").open()
    stake(table, "ana", "rojo", "10")
    close(table)
    table.fell("2")
    log = list(table.log)
    i = next(i for i, entry in enumerate(log) if isinstance(entry, Move) and entry.src == "cage")
    log[i + 1] = Move("bank", "chips/ana", 2000, "1.3.5.1.b")
    with pytest.raises(Diverged) as found:
        replay(table.play, table.rules, log)
    assert found.value.line == i + 2


def test_winning_stakes_stay_on_the_felt_and_may_be_withdrawn_ex_1_3_5_3() -> None:
    session = sit("bola", "extremadura")
    table = session.open()
    stake(table, "ana", "numero-entero:5", "10")
    close(table)
    table.fell("5")
    assert table.places["felt/ana/numero-entero:5"] == 1000
    assert table.places["chips/ana"] == 100_000 - 1000 + 7000
    table = session.open()
    table.act("ana", Act("withdraw", "numero-entero:5"))
    assert table.places["chips/ana"] == 107_000
    assert total(table) == 200_000
