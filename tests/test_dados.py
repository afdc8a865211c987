"""Craps: what every bet pays, when it may be made and taken down, who throws, and what spoils a throw."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from tapete.engine.requests import Act, Announce, Move
from tapete.engine.round import Round
from tapete.engine.session import Session
from tapete.engine.settings import Settings, standard
from tapete.engine.window import Option
from tapete.errors import IllegalAction, TapeteError, UnknownError
from tapete.games import game
from tapete.games.dados.play import OtherDice
from tapete.law.loading import RulebookError
from tapete.odds.chain import Step, figures
from tapete.sim.loop import PLAYOUT
from tapete.sim.loop import play as run_loop
from tapete.sim.run import simulate
from tests.helpers import close, edited, refused, sit, stake, total
from tests.staffing import staff_is

REGIONS = ("extremadura", "pais-vasco")
NUMBERS = (4, 5, 6, 8, 9, 10)
THROWS = list(product(range(1, 7), repeat=2))
everywhere = pytest.mark.parametrize("region", REGIONS)


def two(total: int) -> list[int]:
    """Dice that show a total, not by doubles where that can be."""
    return [1, total - 1] if total <= 7 else [total - 6, 6] if total < 12 else [6, 6]


def throw(session: Session, dice: int | list[int], *bets: tuple[str, str, str]) -> Round:
    """One round: the bets, and a stake of 5 on Win by the shooter where a first throw asks for one."""
    table = session.open()
    for who, spot, amount in bets:
        stake(table, who, spot, amount)
    need_line(table)
    close(table)
    table.fell(two(dice) if isinstance(dice, int) else dice)
    return table


def need_line(table: Round) -> None:
    """The shooter stakes Win if the croupier could not close otherwise."""
    if not closable(table):
        stake(table, shooter(table), "win", "5")


def closable(table: Round) -> bool:
    """Whether the croupier could close the bets."""
    pending: Any = table.pending
    return isinstance(pending.option("croupier", "close", ""), Option)


def shooter(table: Round) -> str:
    """Who throws."""
    pending: Any = table.pending
    return str(next(offer.throw.shooter for offer in pending.offers if isinstance(offer, OtherDice)))


def lying(table: Round, who: str) -> dict[str, int]:
    """What somebody has on the felt, by spot."""
    return {
        place.split("/", 2)[2]: cents
        for place, cents in table.places.items()
        if cents and place.startswith(f"felt/{who}/")
    }


def calls(table: Round) -> list[str]:
    return [entry.call for entry in table.log if isinstance(entry, Announce)]


def opened(session: Session, who: str, spot: str) -> tuple[int, int]:
    """The least and most a spot takes now."""
    found = (session.round if session.round and not session.round.finished else session.open()).pending
    assert found is not None
    item = found.option(who, "stake", spot)  # type: ignore[attr-defined]
    assert isinstance(item, Option), item
    assert item.amounts is not None
    return item.amounts.lo, item.amounts.hi


# What each bet pays. A stake of 60 euros; the net result in euros for every total, written from the text.

ONE_THROW: dict[str, dict[int, int]] = {
    "field": {2: 120, 3: 60, 4: 60, 9: 60, 10: 60, 11: 60, 12: 120},
    "under-7": dict.fromkeys((2, 3, 4, 5, 6), 60),
    "over-7": dict.fromkeys((8, 9, 10, 11, 12), 60),
    "juego-de-11": {11: 900},
    "any-craps": dict.fromkeys((2, 3, 12), 420),
    "craps-2": {2: 1800},
    "craps-3": {3: 900},
    "craps-12": {12: 1800},
    "horn": dict.fromkeys((2, 3, 11, 12), 240),
}


def rich(region: str, **more: Any) -> Session:
    """Luis throws, Ana bets, and the limits are out of the way."""
    session = sit("dados", region, chips={"luis": 1_000_000, "ana": 1_000_000}, **more)
    maximum = {"sencilla": 500_000, "multiple": 500_000 * 3}
    session.settings = Settings(500, {**session.settings.maximum, **maximum}, 50, options=session.settings.options)
    return session


def net(table: Round) -> int:
    """What Ana has won or lost, in euros, on a stake of 60 wherever it lies."""
    cents = table.places["chips/ana"] + sum(lying(table, "ana").values()) - 1_000_000
    assert cents % 100 == 0
    return cents // 100


@everywhere
@pytest.mark.parametrize("spot", ONE_THROW)
def test_ex_1_5_4_1_a_b_bets_of_one_throw_pay(region: str, spot: str) -> None:
    for fell in range(2, 13):
        table = throw(rich(region), fell, ("ana", spot, "60"))
        assert net(table) == ONE_THROW[spot].get(fell, -60), fell
        assert lying(table, "ana") == {}
        assert total(table) == 2_000_000


@pytest.mark.parametrize(
    ("region", "choices", "won"),
    [("extremadura", {}, 900), ("extremadura", {"bets.juego-de-7": "likely"}, 240), ("pais-vasco", {}, 240)],
)
def test_ex_1_5_4_1_b_b_pv_06_iv_juego_de_7_pays_fifteen_or_four(
    region: str, choices: dict[str, str], won: int
) -> None:
    for fell in range(2, 13):
        table = throw(rich(region, choices=choices), fell, ("ana", "juego-de-7", "60"))
        assert net(table) == (won if fell == 7 else -60)


# Lasting bets: the totals that win with what they win, the totals that lose; on the others the stake stays.
LASTING: dict[str, tuple[dict[int, int], tuple[int, ...]]] = {
    "big-6": ({6: 60}, (7,)),
    "big-8": ({8: 60}, (7,)),
    **{f"right-bet:{n}": ({n: won}, (7,)) for n, won in zip(NUMBERS, (108, 84, 70, 70, 84, 108), strict=True)},
}


@everywhere
@pytest.mark.parametrize("spot", LASTING)
def test_ex_1_5_4_1_a_f_g_d_a_lasting_bets_pay_or_stay(region: str, spot: str) -> None:
    wins, loses = LASTING[spot]
    for fell in range(2, 13):
        table = throw(rich(region), fell, ("ana", spot, "60"))
        assert net(table) == (-60 if fell in loses else wins.get(fell, 0))
        assert lying(table, "ana") == ({} if fell in loses or fell in wins else {spot: 6000})


@everywhere
@pytest.mark.parametrize(
    ("number", "stake_", "won"), [(4, 55, 25), (5, 40, 25), (6, 50, 40), (8, 50, 40), (9, 40, 25), (10, 55, 25)]
)
def test_ex_1_5_4_1_d_b_wrong_bet_pays_4_5_5_8_5_11(region: str, number: int, stake_: int, won: int) -> None:
    for fell in range(2, 13):
        table = throw(rich(region), fell, ("ana", f"wrong-bet:{number}", str(stake_)))
        assert net(table) == (won if fell == 7 else -stake_ if fell == number else 0)


@everywhere
@pytest.mark.parametrize(("number", "won"), [(4, 420), (6, 540), (8, 540), (10, 420)])
def test_ex_1_5_4_1_b_a_hard_ways_win_by_doubles_and_lose_otherwise(region: str, number: int, won: int) -> None:
    for dice in THROWS:
        table = throw(rich(region), list(dice), ("ana", f"hard-ways:{number}", "60"))
        hard = dice == (number // 2, number // 2)
        lost = sum(dice) == 7 or (sum(dice) == number and not hard)
        assert net(table) == (won if hard else -60 if lost else 0), dice


FIRST = {  # net on 60 of a bet made before the throw that may set its number
    "win": {7: 60, 11: 60, 2: -60, 3: -60, 12: -60},
    "dont-win": {2: 60, 3: 60, 7: -60, 11: -60},
}


@everywhere
@pytest.mark.parametrize("spot", FIRST)
def test_ex_1_5_4_1_a_a_b_first_throw(region: str, spot: str) -> None:
    for fell in range(2, 13):
        table = throw(rich(region), fell, ("ana", spot, "60"))
        assert net(table) == FIRST[spot].get(fell, 0)
        assert lying(table, "ana") == ({} if fell in FIRST[spot] else {spot: 6000})


@everywhere
@pytest.mark.parametrize(("spot", "like"), [("come", "win"), ("dont-come", "dont-win")])
def test_ex_1_5_4_1_a_c_d_come_bets_travel_to_their_number(region: str, spot: str, like: str) -> None:
    for fell in range(2, 13):
        session = rich(region)
        throw(session, 4)
        table = throw(session, fell, ("ana", spot, "60"))
        assert net(table) == FIRST[like].get(fell, 0)
        where = {} if fell in FIRST[like] else {spot if fell == 12 else f"{spot}:{fell}": 6000}
        assert lying(table, "ana") == where


@everywhere
@pytest.mark.parametrize("number", NUMBERS)
def test_ex_1_5_4_1_a_win_and_dont_win_are_decided_by_point_or_seven(region: str, number: int) -> None:
    for fell in range(2, 13):
        for spot, sign in (("win", 1), ("dont-win", -1)):
            session = rich(region)
            throw(session, number, ("ana", spot, "60"))
            table = throw(session, fell)
            won = {number: 60 * sign, 7: -60 * sign}
            assert net(table) == won.get(fell, 0)
            assert lying(table, "ana") == ({} if fell in won else {spot: 6000})


@everywhere
@pytest.mark.parametrize("number", NUMBERS)
def test_ex_1_5_4_1_a_come_bets_on_a_number_play_on_a_first_throw_too(region: str, number: int) -> None:
    point = 5 if number == 4 else 4
    for fell in range(2, 13):
        for spot, sign in (("come", 1), ("dont-come", -1)):
            session = rich(region)
            throw(session, point)
            throw(session, number, ("ana", spot, "60"))
            table = throw(session, point)
            assert table.carry.point == 0  # type: ignore[attr-defined]
            table = throw(session, fell)
            won = {number: 60 * sign, 7: -60 * sign}
            assert net(table) == won.get(fell, 0)


ASSOCIATED = {4: (120, 30), 5: (90, 40), 6: (72, 50), 8: (72, 50), 9: (90, 40), 10: (120, 30)}


@everywhere
@pytest.mark.parametrize("number", NUMBERS)
def test_ex_1_5_4_1_c_associated_bets_follow_their_line(region: str, number: int) -> None:
    with_, against = ASSOCIATED[number]
    for fell in range(2, 13):
        for spot, won in (("win", {number: with_, 7: -60}), ("dont-win", {7: against, number: -60})):
            line = {fell_: (60 if cents > 0 else -60) for fell_, cents in won.items()}
            session = rich(region)
            throw(session, number, ("ana", spot, "60"))
            table = throw(session, fell, ("ana", f"asociada-{spot}", "60"))
            assert net(table) == won.get(fell, 0) + line.get(fell, 0)
            assert len(lying(table, "ana")) == (0 if fell in won else 2)
        for spot, won in (("come", {number: with_, 7: -60}), ("dont-come", {7: against, number: -60})):
            line = {fell_: (60 if cents > 0 else -60) for fell_, cents in won.items()}
            session = rich(region)
            throw(session, 5 if number == 4 else 4)
            throw(session, number, ("ana", spot, "60"))
            table = throw(session, fell, ("ana", f"asociada-{spot}:{number}", "60"))
            assert net(table) == won.get(fell, 0) + line.get(fell, 0)


def test_ex_1_5_4_1_d_a_fractions_of_a_cent_stay_and_are_recorded() -> None:
    table = throw(rich("extremadura"), 6, ("ana", "right-bet:6", "5"))
    assert table.places["chips/ana"] == 1_000_000 + 583  # 5.8333…
    assert [entry.rest for entry in table.log if isinstance(entry, Move) and entry.rest] == ["2/6"]


def test_ex_1_5_3_b_losers_are_taken_then_winners_paid_then_stakes_travel() -> None:
    session = sit("dados", "extremadura")
    throw(session, 4)
    throw(session, 6, ("ana", "come", "5"))
    bets = [("ana", "come", "10"), ("luis", "big-6", "5"), ("luis", "field", "5"), ("ana", "under-7", "5")]
    table = throw(session, 6, *bets)
    moves = [entry for entry in table.log if isinstance(entry, Move)][len(bets) :]
    assert [(move.src, move.dst, move.cents) for move in moves if move.src != "cage"] == [
        ("felt/luis/field", "bank", 500),
        ("bank", "chips/ana", 500),
        ("felt/ana/come:6", "chips/ana", 500),
        ("bank", "chips/luis", 500),
        ("felt/luis/big-6", "chips/luis", 500),
        ("bank", "chips/ana", 500),
        ("felt/ana/under-7", "chips/ana", 500),
        ("felt/ana/come", "felt/ana/come:6", 1000),
    ]
    assert lying(table, "ana") == {"win": 500, "come:6": 1000}


# When a bet may be made


@pytest.mark.parametrize(
    ("region", "win", "come", "beside"),
    [
        ("extremadura", "1.5.4.1.A.a", "1.5.4.1.A.c", "1.5.4.1.C.a"),
        ("pais-vasco", "06.IV.1.A.win", "06.IV.1.A.come", "06.IV.1.C.win"),
    ],
)
def test_ex_1_5_4_1_a_c_when_bets_may_be_made(region: str, win: str, come: str, beside: str) -> None:
    session = sit("dados", region)
    table = session.open()
    refused(table, "luis", Act("stake", "come", 500), come)
    stake(table, "ana", "win", "10")
    refused(table, "ana", Act("stake", "asociada-win", 500), beside)
    for spot in ("field", "big-6", "hard-ways:8", "right-bet:8", "wrong-bet:4", "horn"):
        stake(table, "luis", spot, "5")
    close(table)
    table.fell([2, 2])
    table = session.open()
    refused(table, "luis", Act("stake", "win", 500), win)
    refused(table, "luis", Act("stake", "asociada-win", 500), beside)
    stake(table, "ana", "asociada-win", "10")
    stake(table, "luis", "come", "5")
    with pytest.raises(IllegalAction):
        stake(table, "luis", "come:6", "5")
    close(table)
    refused(table, "luis", Act("stake", "field", 500), table.rules.shooter.throw.article)  # type: ignore[attr-defined]


@everywhere
def test_ex_1_5_4_1_c_asociada_come_needs_that_number(region: str) -> None:
    session = sit("dados", region)
    throw(session, 4)
    throw(session, 6, ("ana", "come", "10"))
    table = session.open()
    stake(table, "ana", "asociada-come:6", "10")
    for number in (4, 5, 8, 9, 10):
        with pytest.raises(IllegalAction, match="whose point is known"):
            stake(table, "ana", f"asociada-come:{number}", "5")


# Limits


@pytest.mark.parametrize(("region", "times"), [("extremadura", 100), ("pais-vasco", 20)])
def test_ex_1_5_4_2_b_c_f_g_limits_of_the_standard_table(region: str, times: int) -> None:
    rules = game("dados").rules(region)
    assert rules.limits["sencilla"].between == (times, 1000)
    settings = standard(rules, 500)
    simple = 500 * times
    assert settings.maximum == {"sencilla": simple, "multiple": simple}
    layout = game("dados").layout(rules, settings)
    for spot in ("win", "dont-win", "come", "dont-come", "field", "big-6", "big-8", "under-7", "over-7"):
        assert layout[spot].limits == (500, simple, 50)
    percent = {"right-bet": (100, 100, 120, 120, 100, 100), "wrong-bet": (220, 160, 125, 125, 160, 220)}
    for bet, shares in percent.items():
        for number, share in zip(NUMBERS, shares, strict=True):
            assert layout[f"{bet}:{number}"].limits == (500, simple * share // 100, 50)


@everywhere
@pytest.mark.parametrize("factor", [1, 2, 3])
@pytest.mark.parametrize("minimum", [500, 1000, 250])
def test_ex_1_5_4_2_c_multiple_bets_can_win_one_to_three_simple_maxima(region: str, factor: int, minimum: int) -> None:
    rules = game("dados").rules(region)
    base = standard(rules, minimum)
    simple = base.maximum["sencilla"]
    settings = Settings(minimum, {"sencilla": simple, "multiple": factor * simple}, 50, options=base.options)
    pays = {"hard-ways:4": 7, "hard-ways:6": 9, "hard-ways:8": 9, "hard-ways:10": 7, "juego-de-11": 15, "any-craps": 7}
    pays |= {
        "craps-2": 30,
        "craps-3": 15,
        "craps-12": 30,
        "horn": 4,
        "juego-de-7": 15 if region == "extremadura" else 4,
    }
    for spot, times in pays.items():
        lo, hi, step = game("dados").layout(rules, settings)[spot].limits
        assert lo == minimum <= hi, spot
        assert hi % step == 0
        assert simple <= hi * times <= 3 * simple, spot
        assert hi == lo or abs(hi * times - factor * simple) < step * times, spot


def test_ex_1_5_4_2_d_asociada_win_at_most_the_line() -> None:
    session = sit("dados", "extremadura")
    throw(session, 6, ("ana", "win", "35"))
    assert opened(session, "ana", "asociada-win") == (500, 3500)
    refused(session.round, "ana", Act("stake", "asociada-win", 3550), "1.5.4.2.d")  # type: ignore[arg-type]
    throw_on = session.round
    assert throw_on is not None
    stake(throw_on, "ana", "asociada-win", "20")
    assert opened(session, "ana", "asociada-win") == (50, 1500)


def test_pv_06_iv_2_asociada_win_no_maximum_printed() -> None:
    session = sit("dados", "pais-vasco")
    throw(session, 6, ("ana", "win", "35"))
    assert opened(session, "ana", "asociada-win") == (500, 3500)
    session = sit("dados", "pais-vasco", choices={"limits.asociada": "printed"})
    throw(session, 6, ("ana", "win", "35"))
    assert opened(session, "ana", "asociada-win") == (500, 50_000)


@everywhere
@pytest.mark.parametrize(("number", "most"), [(4, 2000), (5, 1500), (6, 1200), (8, 1200), (9, 1500), (10, 2000)])
def test_ex_1_5_4_2_e_asociada_dont_at_most_200_150_120_percent(region: str, number: int, most: int) -> None:
    session = sit("dados", region)
    throw(session, number, ("ana", "dont-win", "10"))
    assert opened(session, "ana", "asociada-dont-win") == (500, most)
    session = sit("dados", region)
    throw(session, 5 if number == 4 else 4)
    throw(session, number, ("luis", "dont-come", "10"))
    assert opened(session, "luis", f"asociada-dont-come:{number}") == (500, most)


# Taking bets down


@pytest.mark.parametrize(("region", "article"), [("extremadura", "1.5.4.1.A§1"), ("pais-vasco", "06.IV.1.A§1")])
def test_ex_1_5_4_1_a_1_win_stays_and_come_stays_once_on_its_number(region: str, article: str) -> None:
    session = sit("dados", region)
    table = session.open()
    stake(table, "ana", "win", "10")
    refused(table, "ana", Act("withdraw", "win"), article)
    table.act("ana", Act("undo"))
    assert table.places["chips/ana"] == 100_000
    stake(table, "ana", "win", "10")
    close(table)
    table.fell([2, 2])
    table = session.open()
    refused(table, "ana", Act("withdraw", "win"), article)
    refused(table, "ana", Act("undo"), table.rules.calls["close"].article)
    stake(table, "luis", "come", "10")
    table.act("luis", Act("withdraw", "come"))
    stake(table, "luis", "come", "10")
    close(table)
    table.fell([3, 3])
    refused(session.open(), "luis", Act("withdraw", "come:6"), article)


@everywhere
def test_ex_1_5_4_1_a_dont_bets_are_taken_down_where_the_house_lets(region: str) -> None:
    session = sit("dados", region)
    throw(session, 4, ("luis", "dont-win", "10"))
    throw(session, 6, ("luis", "dont-come", "10"))
    table = session.open()
    for spot in ("dont-win", "dont-come:6"):
        table.act("luis", Act("withdraw", spot))
    assert table.places["chips/luis"] == 100_000

    session = sit("dados", region, options={"dont-withdraw": "no"})
    throw(session, 12, ("luis", "dont-win", "10"))
    table = session.open()
    table.act("luis", Act("withdraw", "dont-win"))
    stake(table, "luis", "dont-win", "10")
    need_line(table)
    close(table)
    table.fell([2, 2])
    throw(session, 6, ("luis", "dont-come", "10"))
    table = session.open()
    for spot in ("dont-win", "dont-come:6"):
        refused(table, "luis", Act("withdraw", spot), table.rules.bets["win"].taken_down.article)


@everywhere
@pytest.mark.parametrize("spot", ["big-6", "big-8", "hard-ways:8", "right-bet:9", "wrong-bet:5"])
def test_ex_1_5_4_1_lasting_bets_are_taken_down_after_an_indecisive_throw(region: str, spot: str) -> None:
    session = sit("dados", region)
    throw(session, [1, 2], ("luis", spot, "10"))
    table = session.open()
    assert lying(table, "luis") == {spot: 1000}
    table.act("luis", Act("withdraw", spot))
    assert table.places["chips/luis"] == 100_000
    bet = table.rules.bets[spot.partition(":")[0]]
    assert [entry.article for entry in table.log if isinstance(entry, Move)] == [bet.taken_down.article]


@pytest.mark.parametrize(("region", "article"), [("extremadura", "1.5.4.1.C"), ("pais-vasco", "06.IV.1.C")])
def test_ex_1_5_4_1_c_an_associated_bet_comes_down_before_its_line(region: str, article: str) -> None:
    session = sit("dados", region)
    throw(session, 4, ("luis", "dont-win", "10"))
    throw(session, 6, ("luis", "dont-come", "10"), ("luis", "asociada-dont-win", "20"))
    throw(session, 3, ("luis", "asociada-dont-come:6", "10"))
    table = session.open()
    for line, beside in (("dont-win", "asociada-dont-win"), ("dont-come:6", "asociada-dont-come:6")):
        refused(table, "luis", Act("withdraw", line), article)
        table.act("luis", Act("withdraw", beside))
        table.act("luis", Act("withdraw", line))
    assert table.places["chips/luis"] == 100_000


@everywhere
def test_ex_1_5_4_1_a_b_a_null_leaves_the_stake_where_it_is(region: str) -> None:
    session = sit("dados", region)
    table = throw(session, 12, ("ana", "dont-win", "10"))
    assert lying(table, "ana") == {"dont-win": 1000}
    assert table.places.get("bank", 0) == 0
    table = session.open()
    close(table)  # it still counts as the shooter's stake
    table.fell([1, 1])
    assert table.places["chips/ana"] == 101_000


# The shooter


@pytest.mark.parametrize(("region", "article"), [("extremadura", "1.5.4.3.j"), ("pais-vasco", "06.IV.3§9")])
@pytest.mark.parametrize("line", ["win", "dont-win"])
def test_ex_1_5_4_3_j_the_shooter_must_bet_on_win_or_dont_win(region: str, article: str, line: str) -> None:
    session = sit("dados", region)
    table = session.open()
    stake(table, "luis", line, "5")
    stake(table, "ana", "field", "5")
    refused(table, "croupier", Act("close"), article)
    stake(table, "ana", line, "5")
    close(table)
    table.fell([2, 2])
    table = session.open()
    if line == "dont-win":
        refused(table, "ana", Act("withdraw", "dont-win"), article)
        table.act("luis", Act("withdraw", "dont-win"))
    close(table)
    table.fell([1, 2])


@everywhere
def test_ex_1_5_4_3_b_the_dice_go_round_and_pass_on_the_seven_that_loses(region: str) -> None:
    session = sit("dados", region, chips={"ana": 100_000, "luis": 100_000, "eva": 100_000})
    shooters = []
    for fell in (7, 11, 2, 12, 4, 4, 6, 7, 5, 9, 7, 8, 7, 10):
        table = throw(session, fell)
        shooters.append(table.carry.shooter)  # type: ignore[attr-defined]
    assert shooters == ["ana"] * 7 + ["luis"] * 3 + ["eva"] * 2 + ["ana"] * 2


@pytest.mark.parametrize(
    ("region", "turn", "change"),
    [("extremadura", "1.5.4.3.b", "1.5.4.3.d"), ("pais-vasco", "06.IV.3§2", "06.IV.3§4")],
)
def test_ex_1_5_4_3_b_d_dice_are_refused_or_changed_before_a_series_only(region: str, turn: str, change: str) -> None:
    session = sit("dados", region)
    table = session.open()
    assert table.said() == ["Los dados, para ana.", "Hagan juego."]
    refused(table, "luis", Act("refuse-dice"), turn)
    refused(table, "luis", Act("change-dice"), change)
    table.act("ana", Act("change-dice"))
    assert table.said()[-1] == "Cambio de dados."
    table.act("ana", Act("refuse-dice"))
    assert table.said()[-1] == "Los dados, para luis."
    stake(table, "luis", "win", "5")
    close(table)
    table.fell([2, 2])
    assert table.carry.shooter == "luis"  # type: ignore[attr-defined]
    table = session.open()
    refused(table, "luis", Act("refuse-dice"), turn)
    refused(table, "luis", Act("change-dice"), change)
    alone = sit("dados", region, chips={"ana": 100_000}).open()
    refused(alone, "ana", Act("refuse-dice"), turn)


@everywhere
def test_ex_1_5_4_3_b_when_the_shooter_leaves_the_next_in_order_has_the_dice(region: str) -> None:
    session = sit("dados", region, chips=dict.fromkeys(("ana", "luis", "eva"), 100_000))
    throw(session, 4)
    throw(session, 7)
    assert session.round is not None
    assert session.round.carry.shooter == "luis"  # type: ignore[attr-defined]
    session.players = ("ana", "eva")
    assert session.open().said()[0] == "Los dados, para eva."
    session = sit("dados", region, chips=dict.fromkeys(("ana", "luis"), 100_000))
    throw(session, 4)
    session.players = ("eva",)
    session.places["chips/eva"] = 100_000
    assert session.open().said()[0] == "Los dados, para eva."


@everywhere
def test_nobody_at_the_table_means_no_throw(region: str) -> None:
    session = sit("dados", region)
    session.players = ()
    with pytest.raises(IllegalAction, match="nobody throws"):
        close(session.open())


# What spoils a throw

NULL_THROWS = [
    "dados-rotos",
    "dados-superpuestos",
    "sobre-una-ficha",
    "fuera-de-la-mesa",
    "sobre-el-borde",
    "en-el-cesto",
    "dados-deslizados",
    "lanzamiento-incorrecto",
    "sin-tocar-el-borde",
]


@everywhere
@pytest.mark.parametrize("name", NULL_THROWS)
def test_ex_1_5_4_3_e_f_a_null_throw_is_made_again_and_bets_stand(region: str, name: str) -> None:
    session = sit("dados", region)
    table = session.open()
    with pytest.raises(IllegalAction):
        table.report(name)
    stake(table, "ana", "win", "10")
    close(table)
    for _ in range(2):
        table.report(name)
        assert table.said()[-1] == "Tirada nula."
        assert lying(table, "ana") == {"win": 1000}
        refused(table, "ana", Act("stake", "field", 500), table.rules.shooter.throw.article)  # type: ignore[attr-defined]
    table.fell([3, 4])
    assert table.places["chips/ana"] == 101_000


@everywhere
def test_ex_1_5_4_3_d_a_die_on_the_floor_is_replaced_and_a_new_set_ends_the_series(region: str) -> None:
    session = sit("dados", region)
    throw(session, 4)
    table = session.open()
    close(table)
    for left in (4, 3):
        table.report("dado-al-suelo")
        assert table.said()[-1] == "Tirada nula."
        assert table.pending is not None
        assert [item.on for item in table.pending.open("ana")] == [str(n) for n in range(1, left + 1)]  # type: ignore[attr-defined]
        with pytest.raises(IllegalAction):
            table.act("luis", Act("choose", "1"))
        table.act("ana", Act("choose", "2"))
    table.fell([1, 2])
    assert table.finished
    assert table.carry.lost == 2  # type: ignore[attr-defined]
    for answer, renewed in (("missing", True), ("found", False)):
        table = session.open()
        close(table)
        table.fell([2, 2])
        assert table.pending is not None
        assert table.pending.label == "choose:croupier:lost-die"
        copy = table.copy()
        copy.act("croupier", Act("choose", answer))
        assert copy.finished
        assert ("new-dice" in calls(copy)) is renewed
        assert copy.carry.lost == 0  # type: ignore[attr-defined]
        table.void("inspector", "to ask again")


def test_ex_1_5_4_3_d_a_fifth_die_lost_brings_a_new_set_at_once() -> None:
    session = sit("dados", "extremadura")
    throw(session, 4)
    table = session.open()
    close(table)
    for _ in range(4):
        table.report("dado-al-suelo")
        table.act("ana", Act("choose", "1"))
    table.report("dado-al-suelo")
    assert table.said()[-2:] == ["Tirada nula.", "Nuevo juego de dados."]
    table.fell([1, 2])
    assert table.carry.lost == 0  # type: ignore[attr-defined]


def test_pv_06_iv_3_4_the_printed_rule_renews_the_dice_when_the_die_is_found() -> None:
    session = sit("dados", "pais-vasco", choices={"shooter.lost-die": "printed"})
    table = session.open()
    stake(table, "ana", "win", "5")
    close(table)
    table.report("dado-al-suelo")
    table.act("ana", Act("choose", "1"))
    table.fell([3, 4])
    table.act("croupier", Act("choose", "found"))
    assert "new-dice" in calls(table)


@everywhere
def test_ex_1_5_4_3_g_the_chief_gives_the_dice_to_the_next_player(region: str) -> None:
    session = sit("dados", region)
    table = session.open()
    stake(table, "ana", "win", "5")
    table.report("tirador-privado")
    assert table.said()[-1] == "Los dados, para luis."
    with pytest.raises(IllegalAction, match="luis throws"):
        close(table)
    stake(table, "luis", "dont-win", "5")
    close(table)
    # Once the bets are closed, and the next shooter has bet: he throws at once.
    table.report("tirador-privado")
    assert table.pending is not None
    assert table.pending.label == "roll"
    table.fell([2, 2])
    assert table.carry.shooter == "ana"  # type: ignore[attr-defined]
    # During a series nothing is asked of the next shooter.
    table = session.open()
    close(table)
    table.report("tirador-privado")
    table.fell([2, 3])
    assert table.carry.shooter == "luis"  # type: ignore[attr-defined]


@everywhere
@pytest.mark.parametrize("closed", [False, True])
def test_ex_1_5_4_3_g_a_lone_player_who_is_deprived_does_not_throw_on(region: str, closed: bool) -> None:
    """Nobody else may end the series: it is null, and what lies on the felt goes back."""
    session = sit("dados", region, chips={"ana": 100_000})
    table = session.open()
    stake(table, "ana", "win", "5")
    close(table)
    table.fell([2, 2])
    table = session.open()
    if closed:
        close(table)
    table.report("tirador-privado")
    assert table.finished
    assert calls(table)[-1] == "null"
    assert table.places["chips/ana"] == 100_000
    assert table.carry.point == 0  # type: ignore[attr-defined]


@everywhere
@pytest.mark.parametrize("name", ["tirador-privado", "cambio-de-dados"])
def test_ex_1_5_4_3_g_h_pv_06_iv_3_the_chief_deprives_and_changes_dice_not_the_croupier(region: str, name: str) -> None:
    table = sit("dados", region).open()
    with pytest.raises(IllegalAction, match="chief of table's to report") as refused:
        table.report(name, "croupier")
    assert refused.value.article == table.rules.irregularities[name].article
    table.report(name, "inspector")
    stake(table, "ana", "win", "5")
    stake(table, "luis", "win", "5")
    close(table)
    table.report("dados-rotos", "croupier")  # the stickman calls a null throw


@everywhere
def test_ex_1_5_4_3_g_j_bets_open_again_if_the_next_shooter_has_not_bet(region: str) -> None:
    table = sit("dados", region).open()
    stake(table, "ana", "win", "5")
    close(table)
    table.report("tirador-privado")
    assert table.pending is not None
    assert table.pending.label == "stakes"
    assert calls(table)[-2:] == ["dice", "open"]
    stake(table, "luis", "win", "5")
    close(table)
    table.fell([3, 4])
    assert table.places["chips/ana"] == table.places["chips/luis"] == 100_500


@everywhere
def test_ex_1_5_4_3_h_i_the_chief_may_change_the_dice_even_in_a_series(region: str) -> None:
    session = sit("dados", region)
    throw(session, 4)
    table = session.open()
    table.report("cambio-de-dados")
    assert table.said()[-1] == "Cambio de dados."
    close(table)
    table.report("cambio-de-dados")
    assert table.said()[-1] == "Cambio de dados."
    table.fell([1, 2])
    assert table.carry.point == 4  # type: ignore[attr-defined]


@everywhere
def test_ex_1_5_3_c_what_is_called(region: str) -> None:
    session = sit("dados", region)
    said = [throw(session, fell).said()[-1] for fell in (7, 3, 6, 9, 6, 4)]
    assert said == ["7, gana Win.", "3, pierde Win.", "El punto es 6.", "3 y 6: 9.", "6, gana Win.", "El punto es 4."]
    assert throw(session, 7).said()[-2:] == ["7, pierde la mano: cambian los dados.", "Los dados, para luis."]


def test_pv_art_2_funcionamiento_1_a_the_last_shooter_ends_the_evening() -> None:
    session = sit("dados", "pais-vasco")
    throw(session, 4)
    table = session.open()
    with pytest.raises(IllegalAction):
        table.act("croupier", Act("last"))
    table.act("director", Act("last"))
    assert table.said()[-1] == "Último tirador: ana."
    refused(table, "director", Act("last"), "art. 2.funcionamiento-de-las-mesas-de-juego.1.a")
    close(table)
    table.fell([2, 2])
    for fell in (11, 6, 8):
        throw(session, fell, ("luis", "big-8", "5"))
    table = throw(session, 7, ("luis", "come", "5"), ("luis", "right-bet:4", "5"))
    assert [place for place, cents in table.places.items() if cents and place.startswith("felt")] == []
    with pytest.raises(TapeteError, match="closed"):
        session.open()


def test_ex_announces_no_last_shooter() -> None:
    with pytest.raises(IllegalAction, match="no last shooter"):
        sit("dados", "extremadura").open().act("director", Act("last"))


# Readings


@everywhere
@pytest.mark.parametrize("bet", ["right-bet", "wrong-bet"])
def test_ex_1_5_4_1_d_as_printed_there_is_no_place_bet_on_eight(region: str, bet: str) -> None:
    rules = game("dados").rules(region)
    assert f"{bet}:8" in game("dados").layout(rules, standard(rules))
    printed = game("dados").rules(region, {f"bets.{bet}": "printed"})
    assert f"{bet}:8" not in game("dados").layout(printed, standard(printed))
    assert f"{bet}:8" not in {row.bet for row in game("dados").odds(printed)}


def test_pv_06_iv_1_b_horm_is_the_horn() -> None:
    assert game("dados").rules("pais-vasco").bets["horn"].name == "Horn"
    assert game("dados").rules("pais-vasco", {"bets.horn": "printed"}).bets["horn"].name == "Horm"


def test_ex_1_5_3_pv_06_iii_staff() -> None:
    staff_is("dados", "extremadura", "mesa", "1.5.3", "1 jefe-de-mesa, 2 crupier, 1 stickman")
    staff_is("dados", "pais-vasco", "mesa", "06.III§1", "1 jefe-de-mesa, 1-2 crupier, 1 stickman", tables=4)
    for form in ("media-mesa", "mesa-reducida"):
        staff_is("dados", "pais-vasco", form, "06.III§2", "1 jefe-de-mesa, 1+ crupier-stickman", tables=4)


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("wins = [7, 11]", "wins = [7, 12]", "bets.win"),
        ("loses = [2, 3, 12]", "loses = [2, 3, 13]", "bets.win"),
        ("null = [12]", "sett = [12]", "bets.dont-win.sett"),
        ('line = "win"', 'line = "pass"', ""),
        ('of = "sencilla"', 'of = "doble"', ""),
        ("reserve = 4", "reserve = 3", "equipment"),
        ("percent = { 4 = 200, 5 = 150,", "percent = { 4 = 200,", ""),
        ('of = "line"\npercent', "percent", "limits.asociada"),
        ('gain = [1, 3]\nof = "sencilla"', "gain = [1, 3]", "limits.multiple"),
        ('then = { wins = ["number"], loses = [7] }\n', "", "bets.win"),
    ],
)
def test_a_rulebook_that_does_not_fit_together_is_refused(old: str, new: str, key: str) -> None:
    with pytest.raises(RulebookError) as found:
        edited("dados", "extremadura", (old, new))
    assert found.value.key == key


# Odds: the figures that every book on craps prints, and win probabilities counted by hand.

EDGES = {
    "win": "7/495",
    "dont-win": "3/220",
    "come": "7/495",
    "dont-come": "3/220",
    "field": "1/18",
    "big-6": "1/11",
    "big-8": "1/11",
    "under-7": "1/6",
    "over-7": "1/6",
    "hard-ways:4": "1/9",
    "hard-ways:6": "1/11",
    "hard-ways:8": "1/11",
    "hard-ways:10": "1/9",
    "juego-de-11": "1/9",
    "any-craps": "1/9",
    "craps-2": "5/36",
    "craps-3": "1/9",
    "craps-12": "5/36",
    "horn": "1/6",
    **dict.fromkeys(("right-bet:6", "right-bet:8"), "1/66"),
    **dict.fromkeys(("right-bet:5", "right-bet:9"), "1/25"),
    **dict.fromkeys(("right-bet:4", "right-bet:10"), "1/15"),
    **dict.fromkeys(("wrong-bet:6", "wrong-bet:8"), "1/55"),
    **dict.fromkeys(("wrong-bet:5", "wrong-bet:9"), "1/40"),
    **dict.fromkeys(("wrong-bet:4", "wrong-bet:10"), "1/33"),
    **{f"asociada-{line}:{n}": "0" for line in ("win", "dont-win", "come", "dont-come") for n in NUMBERS},
    "asociada-win": "0",
    "asociada-dont-win": "0",
}


@everywhere
def test_every_edge(region: str) -> None:
    rows = {row.bet: row for row in game("dados").odds(game("dados").rules(region))}
    seven = {"extremadura": "-5/3", "pais-vasco": "1/6"}[region]
    assert {bet: str(row.figures.edge) for bet, row in rows.items()} == {**EDGES, "juego-de-7": seven}
    assert rows["win"].figures.win == Fraction(244, 495)
    dont = rows["dont-win"].figures
    assert (dont.win, dont.push, dont.lose) == (Fraction(949, 1980), Fraction(1, 36), Fraction(244, 495))
    assert dont.edge_resolved == Fraction(27, 1925)
    assert rows["right-bet:6"].figures.win == Fraction(5, 11)
    assert rows["win"].figures.rounds == Fraction(557, 165)


def test_ex_1_5_4_1_b_b_the_likely_figure_costs_what_the_other_text_costs() -> None:
    rules = game("dados").rules("extremadura", {"bets.juego-de-7": "likely"})
    edges = {row.bet: row.figures.edge for row in game("dados").odds(rules)}
    assert edges["juego-de-7"] == Fraction(1, 6)


# The triangle: procedure, odds and loop.


def after_each_throw(region: str, point: int, spots: list[str]) -> dict[str, list[tuple[str, int, Fraction]]]:
    """For every spot and throw: where the stake lies then and under which point, or what share of it came back.

    Each spot is somebody's own, so that what comes back can be told apart.
    """
    cents = 132_000
    found: dict[str, list[tuple[str, int, Fraction]]] = {spot: [] for spot in spots}
    people = {spot: f"p{i}" for i, spot in enumerate(spots)}
    for dice in THROWS:
        session = sit("dados", region, chips={"tira": 100_000, **dict.fromkeys(people.values(), 0)})
        session.carry = {"point": point, "shooter": "tira"}
        session.places |= {f"felt/{who}/{spot}": cents for spot, who in people.items()}
        if not point:
            session.places["felt/tira/win"] = 500
        table = session.open()
        close(table)
        table.fell(list(dice))
        for spot, who in people.items():
            (where,) = lying(table, who) or ("",)
            back = Fraction(table.places.get(f"chips/{who}", 0), cents)
            found[spot].append((where, table.carry.point, back))  # type: ignore[attr-defined]
    return found


@everywhere
def test_the_procedure_enumerated_gives_the_exact_odds(region: str) -> None:
    rules = game("dados").rules(region)
    layout = list(game("dados").layout(rules, standard(rules)))
    numbered = [f"{line}:{n}" for line in ("come", "dont-come") for n in NUMBERS]
    following = ["win", "dont-win", "asociada-win", "asociada-dont-win"]
    odds = {row.bet: row.figures for row in game("dados").odds(rules)}
    seen = {}
    for point in (0, *NUMBERS):
        known = [
            spot
            for spot in layout
            if point or not spot.startswith(("come", "dont-come", "asociada-win", "asociada-dont-win"))
        ]
        seen[point] = after_each_throw(region, point, [*known, *numbered])

    def steps(spot: str, point: int, states: dict[tuple[str, int], int], follows: bool) -> list[Step]:
        return [
            Step(1, states[where, at if follows else 0]) if where else Step(1, -1, back)
            for where, at, back in seen[point][spot]
        ]

    for name in layout:
        # Nothing but the bets on the point depends on the table's point.
        if name not in following:
            once = [[(where, back) for where, _, back in seen[p][name]] for p in seen if name in seen[p]]
            assert all(other == once[0] for other in once), name
        if name in ("win", "dont-win"):
            states = {(name, point): state for state, point in enumerate((0, *NUMBERS))}
            chain = [steps(name, point, states, True) for point in (0, *NUMBERS)]
        elif name in ("come", "dont-come"):
            places = [name, *(f"{name}:{n}" for n in NUMBERS)]
            chain = [steps(place, 4, {(place, 0): i for i, place in enumerate(places)}, False) for place in places]
        elif name in following:
            for point in NUMBERS:
                chain = [steps(name, point, {(name, point): 0}, True)]
                assert figures(chain) == odds[f"{name}:{point}"]
            continue
        else:
            chain = [steps(name, 4, {(name, 0): 0}, False)]
        found = figures(chain)
        # A null leaves the stake on the felt, where it plays again: the table's edge is that of decided bets.
        assert found.edge == odds[name].edge_resolved, name
        if not odds[name].push:
            assert found == odds[name], name


MIXES: list[dict[str, int]] = [
    {"win": 1000, "asociada-win": 1000, "come": 500, "asociada-come:6": 500, "asociada-come:9": 500, "field": 500},
    {"dont-win": 1000, "asociada-dont-win": 1500, "dont-come": 1000, "asociada-dont-come:4": 2000, "horn": 500},
    {f"{bet}:{n}": 500 for bet in ("right-bet", "wrong-bet") for n in NUMBERS} | {"big-6": 500, "hard-ways:8": 500},
    {"come": 500, "dont-come": 500, "any-craps": 500, "craps-2": 500, "juego-de-7": 500, "hard-ways:4": 500},
    {"win": 500, "dont-win": 550, "under-7": 500, "over-7": 500, "big-8": 500, "craps-12": 500, "juego-de-11": 500},
]


def by_the_table(region: str, stakes: dict[str, int], drawn: list[int], length: int) -> tuple[int, int]:
    """Ana makes the loop's stakes whenever they are open; Luis throws. Her result, and the rounds it took."""
    session = sit("dados", region, chips={"luis": 10_000_000, "ana": 10_000_000})
    for i, fell in enumerate(drawn):
        table = session.open()
        pending: Any = table.pending
        if i < length:
            for spot, cents in stakes.items():
                on = lying(table, "ana")
                made = spot in on or (spot in ("come", "dont-come") and any(s.startswith(f"{spot}:") for s in on))
                open_ = pending.option("ana", "stake", spot)
                if not made and isinstance(open_, Option) and open_.amounts is not None and open_.amounts.admits(cents):
                    table.act("ana", Act("stake", spot, cents))
        elif not lying(table, "ana"):
            return table.places["chips/ana"] - 10_000_000, i
        if shooter(table) == "ana" and not closable(table):
            table.act("ana", Act("refuse-dice"))
        need_line(table)
        close(table)
        table.fell(game("dados").outcome(table.rules, fell))
    raise AssertionError("bets outlasted the throws")


@everywhere
@pytest.mark.parametrize("stakes", MIXES, ids=lambda mix: next(iter(mix)))
def test_the_procedure_pays_what_the_loop_pays(region: str, stakes: dict[str, int]) -> None:
    rules = game("dados").rules(region)
    program = game("dados").program(rules, standard(rules), stakes)
    length = 150
    drawn = np.random.default_rng(7).integers(0, 36, length + PLAYOUT).astype(np.uint8)
    results, falls = np.zeros(1, np.int64), np.zeros(1, np.int64)
    visits = np.zeros(program.back.size, np.int64)
    run_loop(drawn, *program.arrays, length, 10_000_000, 0, results, falls, visits)  # type: ignore[call-arg]
    result, _ = by_the_table(region, stakes, drawn.tolist(), length)
    assert result == results[0]


@everywhere
def test_the_loop_agrees_with_the_exact_odds(region: str) -> None:
    rules = game("dados").rules(region)
    odds = {row.bet: row.figures for row in game("dados").odds(rules)}
    lines = dict.fromkeys(("win", "dont-win", "come", "dont-come"), 1_320_000)
    mix = {**lines, **{bet: 1_320_000 for bet in odds if bet not in lines}}
    found = simulate(game("dados").program(rules, standard(rules), mix), 2_000_000, seed=11, bankroll=10**12)
    assert len(found.bets) == len(odds)
    for bet in found.bets:
        exact = odds[bet.bet]
        assert abs(bet.edge - float(exact.edge)) < 4 * bet.std_error, bet.bet
        assert abs(bet.win - float(exact.win)) < 4 * (float(exact.win) / bet.made) ** 0.5, bet.bet
        assert bet.variance == pytest.approx(float(exact.variance), rel=0.05)


@everywhere
def test_a_mix_needs_the_line_of_its_associated_bets(region: str) -> None:
    rules = game("dados").rules(region)
    settings = standard(rules)

    def program(**stakes: int) -> Any:
        return game("dados").program(
            rules, settings, {k.replace("__", ":").replace("_", "-"): v for k, v in stakes.items()}
        )

    with pytest.raises(TapeteError, match="put win in the mix too"):
        program(asociada_win=500)
    with pytest.raises(TapeteError, match="put come in the mix too"):
        program(asociada_come__6=500, win=500)
    with pytest.raises(TapeteError, match="too much beside 5 on win"):
        program(asociada_win=550, win=500)
    with pytest.raises(UnknownError, match="pass"):
        program(**{"pass": 500})
    # 150 % beside Don't Win fits 4, 5, 9 and 10 only: its parent's states 2, 3, 6 and 7.
    start = program(dont_win=1000, asociada_dont_win=1500).start[1]
    assert [bool(state) for state in start[1:8]] == [False, True, True, False, False, True, True]


def test_an_outcome_is_a_throw_each_once() -> None:
    rules = game("dados").rules("extremadura")
    thrown = Counter(tuple(game("dados").outcome(rules, drawn)) for drawn in range(36))
    assert thrown == Counter(THROWS)
