"""Chains solved exactly: against direct sums, and against a gambler's ruin known in closed form."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete.money import Range, Ratio, euros, format_cents
from tapete.odds.chain import Step, figures
from tests.test_cli import data, run

weights = st.lists(st.tuples(st.integers(1, 20), st.fractions(0, 10)), min_size=1, max_size=6)


@given(weights)
def test_one_draw_is_the_direct_sum(draws: list[tuple[int, Fraction]]) -> None:
    total = sum(weight for weight, _ in draws)
    found = figures([[Step(weight, -1, back) for weight, back in draws]])
    mean = sum((weight * back for weight, back in draws), Fraction(0)) / total
    square = sum((weight * back**2 for weight, back in draws), Fraction(0)) / total
    assert found.edge == 1 - mean
    assert found.variance == square - mean**2
    assert found.win == Fraction(sum(weight for weight, back in draws if back > 1), total)
    assert found.win + found.push + found.lose == 1
    assert found.rounds == 1


@given(st.integers(1, 30), st.integers(1, 30), st.integers(0, 30))
def test_waiting_changes_nothing_but_the_time(win: int, lose: int, wait: int) -> None:
    found = figures([[Step(win, -1, Fraction(2)), Step(lose, -1), *([Step(wait, 0)] if wait else [])]])
    assert found.edge == Fraction(lose - win, lose + win)
    assert found.rounds == Fraction(win + lose + wait, win + lose)


def test_a_walk_between_two_walls_is_the_textbook_s() -> None:
    # Five steps up or down with chance 1/2 each from the middle of 0..4: up first with chance 1/2, after 2 * 2 steps.
    chain = [
        [Step(1, 1), Step(1, 2)],
        [Step(1, -1, Fraction(2)), Step(1, 0)],
        [Step(1, 0), Step(1, -1, Fraction(0))],
    ]
    found = figures(chain)
    assert (found.edge, found.win, found.rounds) == (0, Fraction(1, 2), 4)


@given(st.integers(1, 100), st.integers(1, 100))
def test_a_stake_that_halves_without_end_is_a_geometric_series(win: int, zero: int) -> None:
    total = 2 * win + zero
    prison = [Step(win, -1, Fraction(1)), Step(win, -1), Step(zero, 0, scale=Fraction(1, 2))]
    p, q = Fraction(win, total), Fraction(zero, total)
    assert 1 - figures([prison]).edge == p / (1 - q / 2)


@given(st.integers(0, 10**9))
def test_amounts_read_back(cents: int) -> None:
    assert euros(format_cents(cents)) == cents


@given(st.integers(0, 1000), st.integers(1, 1000), st.integers(0, 10**7))
def test_a_payment_is_rounded_down_by_less_than_a_cent(num: int, den: int, cents: int) -> None:
    ratio = Ratio(num, den)
    assert Ratio.parse(str(ratio)) == ratio
    assert 0 <= cents * Fraction(num, den) - ratio.pay(cents) < 1


@given(st.integers(1, 100), st.integers(1, 500), st.integers(1, 50))
def test_a_range_admits_its_ends_and_nothing_beyond(lo: int, width: int, step: int) -> None:
    found = Range(lo, lo + width, step).floor()
    assert found.admits(found.lo)
    assert found.admits(found.hi)
    assert not found.admits(found.hi + step)
    assert not found.admits(found.lo - step)


def test_what_a_rule_to_remember_costs_is_what_it_loses_more_than_best_play() -> None:
    """Also where best play is not asked for; bets on which nothing is decided cost nothing more."""
    every = data("odds", "tripoker", "--region", "extremadura")
    best, rule, always, beside = every
    for row in (best, rule, always):
        assert Fraction(row["cost"]) == Fraction(row["edge"]) - Fraction(best["edge"])
        assert row["cost_float"] == pytest.approx(row["edge_float"] - best["edge_float"])
        assert row["cost_error"] is None
    assert 0 == best["cost_float"] < rule["cost_float"] < always["cost_float"]
    assert beside["cost"] is beside["cost_float"] is beside["cost_error"] is None
    assert data("odds", "tripoker", "--region", "extremadura", "--set", "ir=como-la-banca") == [rule, beside]


def test_text_tells_what_json_does() -> None:
    """What of all that is staked is lost, how often each choice is made, the error, the note."""
    rows = data("odds", "tripoker", "--region", "extremadura", "--set", "ir=mejor")
    told = " ".join(run("odds", "tripoker", "--region", "extremadura", "--set", "ir=mejor").stdout.split())
    ante = next(row for row in rows if row["bet"] == "ante")
    assert f"{100 * ante['element_of_risk']:.3f} %" in told
    for choice, often in ante["decisions"].items():
        assert choice in told
        assert f"{100 * often:.2f} %" in told
    assert f"ante ir=mejor: {ante['note']}." in told
    assert "costs against best play" in told
    measured = run("odds", "pai-gow", "--region", "asturias", "--set", "comision=5").stdout
    row = data("odds", "pai-gow", "--region", "asturias", "--set", "comision=5")[0]
    assert f"{100 * row['std_error']:.4f} %" in measured
