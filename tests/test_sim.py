"""The simulator: outcomes without bias, results that do not depend on workers, a loop held to a plain one."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tapete.errors import TapeteError
from tapete.sim.loop import PLAYOUT, play
from tapete.sim.program import BetTable, Program
from tapete.sim.run import simulate
from tapete.sim.stream import generator, uniform


@pytest.mark.parametrize("size", [2, 9, 36, 37, 38, 54, 216, 255])
def test_outcomes_are_spread_evenly(size: int) -> None:
    counts = np.bincount(uniform(generator(3, size), size, 400_000), minlength=size)
    assert len(counts) == size
    expected = 400_000 / size
    chi_square = float(((counts - expected) ** 2 / expected).sum())
    assert abs(chi_square - (size - 1)) < 5 * (2 * (size - 1)) ** 0.5


def test_blocks_of_one_seed_differ_and_repeat() -> None:
    one, again, other = (uniform(generator(7, block), 37, 1000) for block in (0, 0, 1))
    assert (one == again).all()
    assert not (one == other).all()


def coin(stake: int, stays: bool = False) -> BetTable:
    """Even money on outcome 0 of three; outcome 2 leaves the bet where it is, if it may."""
    back = [[0, 0, 0], [2 * stake, 0, 0]]
    return BetTable("coin", stake, [1], [[0, 0, 0], [0, 0, int(stays)]], back, [0, stake])


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(0, 2), min_size=1, max_size=60), st.integers(1, 5), st.booleans())
def test_the_loop_is_the_plain_loop(fell: list[int], purse: int, stays: bool) -> None:
    program = Program.of([coin(10, stays)], 3)
    drawn = np.array(fell + [1] * (PLAYOUT + 1), np.uint8)
    results, falls = np.zeros(1, np.int64), np.zeros(1, np.int64)
    visits = np.zeros(program.back.size, np.int64)
    done, ruins = play(drawn, *program.arrays, len(fell), 10 * purse, 0, results, falls, visits)  # type: ignore[call-arg]
    cash, on, peak, deepest, ruined = 10 * purse, False, 10 * purse, 0, False
    for i, outcome in enumerate([*fell, 1]):
        if not on:
            if i >= len(fell):
                break
            if cash < 10:
                ruined = True
                break
            cash, on = cash - 10, True
        if outcome == 2 and stays:
            continue
        cash, on = cash + (20 if outcome == 0 else 0), False
        peak = max(peak, cash)
        deepest = max(deepest, peak - cash)
    assert done == 1
    assert (int(results[0]), int(falls[0]), bool(ruins)) == (cash - 10 * purse, deepest, ruined)


def test_ruin_is_counted_when_a_bet_is_due_and_cannot_be_paid_for() -> None:
    # One unit, even money at 1/3: the first bet is lost with chance 2/3 and ruins; if it is won, the second bet and the
    # third can be paid for whatever the second brings, and after the third no bet is due.
    found = simulate(Program.of([coin(10)], 3), 3 * 400_000, length=3, bankroll=10, seed=5)
    assert abs(found.ruin - 2 / 3) < 4.5 * found.ruin_error


def test_results_do_not_depend_on_workers_and_repeat() -> None:
    program = Program.of([coin(10, True)], 3)
    one, two, again = (simulate(program, 9_000_000, seed=2, workers=workers) for workers in (1, 2, 2))
    for other in (two, again):
        assert one.bets == other.bets
        assert (one.results == other.results).all()
        assert one.as_json() == other.as_json()
    assert simulate(program, 100_000, seed=3).bets != simulate(program, 100_000, seed=4).bets


@pytest.mark.parametrize(
    "wrong",
    [
        {"rounds": 0},
        {"seed": -1},
        {"length": 20_000_000, "rounds": 30_000_000},
        {"bankroll": 5},
        {"length": 1, "rounds": 30_000_000},
    ],
)
def test_what_cannot_be_simulated_is_said(wrong: dict[str, int]) -> None:
    with pytest.raises(TapeteError):
        simulate(Program.of([coin(10)], 3), **{"rounds": 1000, **wrong})  # type: ignore[arg-type]
