"""What passes the cage between two rounds, and what cannot have: stacks of those who stay, boxes, tournaments."""

from typing import Any

import pytest

from tapete.audit.log import audit
from tests.forging import Data, data, found, mended, played
from tests.helpers import close, sit
from tests.robot import evening


def between(name: str, region: str, changes: dict[str, int], **header: Any) -> list[bytes]:
    """Two rounds of an evening with a cage, before the second of which chips lie otherwise; every hash is mended."""
    rounds: list[list[Data]] = data(played(name, region, physical=True, rounds=2))
    for entries in rounds:
        entries[0]["balances"] = {"cage": -200_000} | entries[0]["balances"]
        entries[0] |= header
    balances = rounds[1][0]["balances"]
    for path, cents in changes.items():
        balances[path] = balances.get(path, 0) + cents
    return mended(rounds)


def said(log: list[bytes]) -> list[tuple[str, str]]:
    """The articles and words of the breaches that are of the second header."""
    return [(article, f"{what}: {right}") for _, article, what, right in found(log) if "starts with" in what]


@pytest.mark.parametrize(
    ("name", "region", "article"),
    [("holdem", "extremadura", "2.2.6.g"), ("seven-stud", "galicia", "art. 21.g"), ("omaha", "pais-vasco", "17.V.g")],
)
def test_ex_2_2_6_g_who_stays_takes_no_chips_of_the_stack_away(name: str, region: str, article: str) -> None:
    ((by, words),) = said(between(name, region, {"chips/ana": -1000, "cage": 1000}))
    assert by == article
    assert "takes no chips away" in words
    assert said(between(name, region, {"chips/ana": -1000, "tips": 1000})) == []
    assert said(between(name, region, {"chips/ana": -1000, "tips": 500, "cage": 500}))[0][0] == article


def test_at_the_banks_games_who_stays_may_cash_some_in() -> None:
    assert said(between("bola", "extremadura", {"chips/ana": -1000, "cage": 1000})) == []


def test_who_comes_may_buy_what_who_leaves_has_cashed() -> None:
    session = sit("bola", "extremadura", physical=True)
    session.places["cage"] = -200_000
    rounds = []
    for _ in range(2):
        table = session.open()
        close(table)
        table.fell("2")
        rounds.append(table)
        session._take_over(table)
        session.round = None
        session.players = ("ana", "eva")
        session.places["chips/eva"] = session.places.pop("chips/luis", 0) or session.places["chips/eva"]
    assert found(mended(data(rounds))) == []


def test_pv_17_6_iii_b_a_stack_is_filled_up_once_it_is_used_up() -> None:
    ((article, words),) = said(between("sintetico", "pais-vasco", {"chips/ana": 1000, "cage": -1000}))
    assert article == "17.6.III.b"
    assert "used up" in words


def test_ex_2_2_7_3_a_a_stack_may_be_filled_up_several_times_between_two_hands() -> None:
    assert said(between("holdem", "extremadura", {"chips/ana": 10**7, "cage": -(10**7)})) == []


NAMES = ("ana", "luis", "eva", "pau")


@pytest.mark.parametrize(
    ("name", "region", "article"),
    [("holdem", "extremadura", "2.2.7.3.a§2"), ("sintetico", "pais-vasco", "17.6.III.a")],
)
def test_ex_2_2_7_3_a_2_and_pv_17_6_iii_a_nobody_begins_with_less_than_the_first_stack(
    name: str, region: str, article: str
) -> None:
    """Of ten minimums of 5 euros, the least that both texts let a house fix."""
    for cents, breaches in ((4_950, len(NAMES)), (5_000, 0)):
        session = sit(name, region, chips=dict.fromkeys(NAMES, cents))
        log = evening(session, 1, seed=1)[0].lines()
        assert [by for by, _ in said(log)] == [article] * breaches


@pytest.mark.parametrize(
    ("name", "region", "breaches"), [("holdem", "extremadura", len(NAMES)), ("sintetico", "pais-vasco", 0)]
)
def test_the_word_tournament_frees_nobody_from_the_first_stack_where_the_text_has_none(
    name: str, region: str, breaches: int
) -> None:
    log = data(evening(sit(name, region, chips=dict.fromkeys(NAMES, 4_950)), 1, seed=1))
    log[0][0]["house"] = "tournament"
    assert len(said(mended(log))) == breaches


@pytest.mark.parametrize(("cents", "articles"), [(4_950, ["2.2.7.3.a§2"]), (5_000, [])])
def test_ex_2_2_7_3_a_2_who_comes_later_brings_a_first_stack_too(cents: int, articles: list[str]) -> None:
    session = sit("holdem", "extremadura", chips=dict.fromkeys(NAMES, 50_000))
    session.places["cage"] = -200_000
    rounds = evening(session, 1, seed=1)
    session.players += ("zoe",)
    rounds[0].places["chips/zoe"] = cents
    rounds[0].places["cage"] -= cents
    rounds += evening(session, 1, seed=1)
    assert [by for by, _ in said([line for table in rounds for line in table.lines()])] == articles


def test_ga_art_22_no_text_but_two_has_the_house_fix_a_first_stack() -> None:
    session = sit("holdem", "galicia", chips=dict.fromkeys(NAMES, 1_000))
    assert said(evening(session, 1, seed=1)[0].lines()) == []


@pytest.mark.parametrize("box", ["tips", "drop"])
@pytest.mark.parametrize("to", ["chips/ana", "cage", "bank"])
def test_a_box_only_fills_as_long_as_its_table_plays(box: str, to: str) -> None:
    session, rounds = sit("bola", "extremadura"), []
    session.places |= {"cage": -200_000, box: 500}
    for _ in range(2):
        table = session.open()
        close(table)
        table.fell("2")
        rounds.append(table)
    log = data(rounds)
    assert found(mended(log)) == []
    balances = log[1][0]["balances"]
    balances[box] -= 500
    balances[to] = balances.get(to, 0) + 500
    log[1][0]["balances"] = {path: cents for path, cents in balances.items() if cents}
    assert any(words.startswith(f"{box} starts with 0") for _, words in said(mended(log)))


@pytest.mark.parametrize("cents", [1000, -1000])
def test_a_tournaments_chips_are_neither_bought_nor_cashed_at_its_tables(cents: int) -> None:
    changes = {"chips/ana": cents, "cage": -cents}
    ((_, words),) = said(between("holdem", "extremadura", changes, house="tournament"))
    assert "a tournament's chips" in words


@pytest.mark.parametrize(
    ("name", "region", "said"),
    [
        ("bola", "extremadura", ["a tournament: no tournament can be held in extremadura"]),
        ("bingo", "pais-vasco", ["a tournament: bingo is no game of casinos' own"]),
        ("bola", "pais-vasco", []),
    ],
)
def test_a_tournament_where_the_text_has_none_is_noted(name: str, region: str, said: list[str]) -> None:
    log = data(played(name, region, physical=True, rounds=2))
    for entries in log:
        entries[0]["house"] = "tournament"
    notes = [note for note in audit(mended(log)).notes if note.startswith("a tournament")]
    assert len(notes) == len(said)
    assert all(note.startswith(begins) for note, begins in zip(notes, said, strict=True))


@pytest.mark.parametrize(("house", "clean"), [("casino", False), ("tournament", False), ("practice", True)])
def test_robots_play_at_practices_alone(house: str, clean: bool) -> None:
    table = sit("bola", "extremadura", chips={"ana": 1000, "robot#1": 1000}).open()
    close(table)
    table.fell("2")
    log = data([table])
    log[0][0]["house"] = house
    assert (not [what for what in (breach.what for breach in audit(mended(log)).breaches) if "robot" in what]) is clean
