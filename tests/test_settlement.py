"""Who takes and pays: the house without limit, a player as far as his bank reaches, in the order the text gives."""

from collections.abc import Coroutine, Sequence
from typing import Any

import pytest

from tapete.engine.carry import Carry
from tapete.engine.places import ZONES, banca, felt, moved, place, seen_by, stakes
from tapete.engine.requests import Move
from tapete.engine.settings import Settings
from tapete.engine.settlement import Due, due, player_bank, settle
from tapete.engine.table import Table
from tapete.law.sections import Settlement

ART = "1"


def table(**places: int) -> Table[Any]:
    paths = {path.replace("__", "/"): cents for path, cents in places.items()}
    return Table(Settings(500, {}, 50), ("ana", "luis", "eva"), paths, Carry())


def run(at: Table[Any], work: Coroutine[Any, Any, dict[str, int]]) -> tuple[list[Move], dict[str, int]]:
    """The moves that a settlement awaits, each done as the driver would do it, and what it could not pay."""
    moves: list[Move] = []
    try:
        while True:
            move = work.send(None)
            assert isinstance(move, Move)
            moves.append(move)
            moved(at.places, move.src, move.dst, move.cents)
            assert move.src == "cage" or at.places[move.src] >= 0
    except StopIteration as stop:
        unpaid: dict[str, int] = stop.value
        return moves, unpaid


def dues(at: Table[Any], back: dict[str, tuple[int, int]]) -> list[Due]:
    return [due(stake, stake.bet, ART, back[stake.who], stays=False) for stake in stakes(at.places)]


def rules(**more: Any) -> Settlement:
    return Settlement(article=ART, **more)


def test_the_house_pays_everybody_and_the_cage_completes_its_float() -> None:
    at = table(felt__ana__rojo=1000, felt__luis__rojo=500)
    moves, unpaid = run(at, settle(at, rules(), dues(at, {"ana": (2, 1), "luis": (0, 1)})))
    assert unpaid == {}
    assert at.places == {"felt/ana/rojo": 0, "felt/luis/rojo": 0, "bank": 0, "chips/ana": 2000, "cage": -500}
    assert [move.src for move in moves] == ["felt/luis/rojo", "cage", "bank", "felt/ana/rojo"]


def test_a_player_who_is_the_bank_pays_as_far_as_it_reaches_in_order() -> None:
    """Eva put up 700 and collects 500: of 1,000 and 400 won she pays 1,000 to the first and 200 to the last."""
    at = table(banca__eva=700, felt__ana__a=1000, felt__luis__b=500, felt__rosa__c=400)
    order = {"ana": (2, 1), "luis": (0, 1), "rosa": (2, 1)}
    _, unpaid = run(at, settle(at, rules(), dues(at, order), banker=player_bank("eva")))
    assert unpaid == {"felt/rosa/c": 200}
    left = {path: cents for path, cents in at.places.items() if cents}
    assert left == {"chips/ana": 2000, "chips/rosa": 400 + 200}
    assert sum(at.places.values()) == 700 + 1000 + 500 + 400


def test_the_order_of_the_text_decides_whom_a_short_bank_reaches() -> None:
    at = table(banca__eva=300, felt__ana__a=400, felt__luis__b=400)
    order = {"ana": (2, 1), "luis": (2, 1)}
    _, unpaid = run(at, settle(at, rules(order=("b", "a")), dues(at, order), banker=player_bank("eva")))
    assert unpaid == {"felt/luis/b": 100, "felt/ana/a": 400}
    assert at.places["chips/luis"] == 700
    assert at.places["chips/ana"] == 400


@pytest.mark.parametrize(("first", "paths"), [(True, ["felt/luis/b", "cage"]), (False, ["cage", "bank"])])
def test_losers_are_taken_first_or_last_as_the_text_has_it(first: bool, paths: Sequence[str]) -> None:
    at = table(felt__ana__a=1000, felt__luis__b=500)
    moves, _ = run(at, settle(at, rules(**{"losers-first": first}), dues(at, {"ana": (2, 1), "luis": (0, 1)})))
    assert [move.src for move in moves][:2] == paths
    assert at.places["chips/ana"] == 2000


def test_every_zone_says_who_sees_it_and_what_becomes_of_it() -> None:
    assert {zone.name for zone in ZONES.values() if zone.seen == "all"} == {
        "felt",
        "prison",
        "banca",
        "garage",
        "pot",
        "jackpot",
    }
    assert {zone.name for zone in ZONES.values() if zone.void == "stays"} == {"drop", "tips"}
    assert {zone.name for zone in ZONES.values() if zone.closing == "house"} == {
        "jackpot",
        "commission",
        "drop",
        "tips",
    }
    assert {zone.name for zone in ZONES.values() if zone.closing == "hinders"} == {"felt", "prison", "pot"}
    assert seen_by("chips/ana", "ana")
    assert not seen_by("chips/ana", "luis")
    assert seen_by("jackpot/acumulada", "watcher")
    assert not seen_by("tips/mesa", "ana")
    assert seen_by("tips/mesa", "regulator")
    assert place(felt("ana", "caballo:4-7")).spot == "caballo:4-7"
    assert place(banca("eva")).who == "eva"


def test_chips_lie_in_declared_zones_only() -> None:
    with pytest.raises(RuntimeError, match="lies in no zone"):
        place("bolsillo/ana")
