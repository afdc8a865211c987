"""Reversible tables: one game closes and another opens at the same table, with a float, books and staff of its own."""

from collections.abc import Iterator
from typing import Any

import pytest

from tapete.audit.table import TableFile
from tapete.errors import IllegalAction, TapeteError
from tapete.floor.reversible import others, standard_options
from tapete.floor.roles import Forbidden
from tests.test_session import EX, GA, PV, House, house

__all__ = ["house"]


@pytest.fixture
def bj(house: House) -> Iterator[str]:
    """A blackjack in a session of País Vasco."""
    house.begin(PV)
    yield house.table("blackjack", PV, float="50000")


def turned(name: str, region: str = PV, **more: Any) -> TableFile:
    return TableFile.model_validate({"game": name, "region": region, "minimum": "5", **more})


def test_pv_03_ii_3_the_game_before_is_closed_and_the_new_one_has_a_float_and_books_of_its_own(
    house: House, bj: str
) -> None:
    dora = house.who("dora")
    house.on("carla", "crupier", bj)
    house.on("iker", "jefe-de-mesa", bj)
    found = house.floor.reversing.turn(dora, bj, turned("trijoker", float="30000"), house.key())
    assert house.floor.tables.table(bj).state == "closed"
    assert (found.game, found.name, found.state) == ("trijoker", "blackjack", "open")
    assert house.floor.books.balances(bj) == {}
    assert house.floor.books.balances(found.public_id)["bank"] == 30_000_00
    mine, theirs = (house.floor.registers.of(house.who("rosa"), table) for table in (bj, found.public_id))
    assert (mine.result, theirs.total("opening")) == (0, 30_000_00)
    session = house.floor.sessions.now()
    assert session is not None and session.posts == []  # the staff of the game is put on duty anew
    assert (found.public_id, "staff.crupier") in [lack[:2] for lack in house.lacks()]
    assert house.floor.books.check() == []
    with pytest.raises(IllegalAction, match="has become"):
        house.floor.reversing.turn(dora, bj, turned("pai-gow", float="75000"), house.key())


def test_pv_03_ii_3_a_float_that_is_refused_leaves_the_table_as_it_is(house: House, bj: str) -> None:
    """In a house that keeps its chips by pieces the new table opens bare; what says otherwise closes nothing."""
    cage, dora = house.floor.cage, house.who("dora")
    cage.write(dora, "stock", {100_00: 1000}, house.key())
    cage.sign(house.who("iker"), 1, "signed", house.key())
    house.floor.documents.write(dora, bj, "count", {100_00: 500}, house.key())
    house.floor.documents.sign(house.who("iker"), bj, 1, "signed", house.key())
    with pytest.raises(IllegalAction, match="by pieces"):
        house.floor.reversing.turn(dora, bj, turned("trijoker", float="30000"), house.key())
    assert house.floor.tables.table(bj).state == "open"
    assert house.floor.reversing.turn(dora, bj, turned("trijoker"), house.key()).game == "trijoker"


def test_ex_art_3_2_ten_games_share_their_tables_and_punto_y_banca_only_the_mini(house: House) -> None:
    house.begin(EX)
    table = house.floor.tables.table(house.table("blackjack", EX))
    assert set(others(table)) == {
        *("punto-banca", "poker-sin-descarte", "poker-con-descarte", "trijoker", "pai-gow", "reto"),
        *("texas-bonus", "tripoker", "poker-cuatro-cartas"),
    }
    assert standard_options(EX, "punto-banca") == {"mesa": "mini"}
    dora, turn = house.who("dora"), house.floor.reversing.turn
    with pytest.raises(IllegalAction, match="of this form") as refused:
        turn(dora, table.public_id, turned("punto-banca", EX), house.key())
    assert refused.value.article == "art. 3.2"
    mini = turn(dora, table.public_id, turned("punto-banca", EX, options={"mesa": "mini"}), house.key())
    assert others(mini)
    assert others(house.floor.tables.table(house.table("punto-banca", EX))) == []
    assert others(house.floor.tables.table(house.table("bola", EX))) == []


def test_ga_art_3_4_and_ga_art_10_3_2_card_games_against_the_house(house: House) -> None:
    house.begin(GA)
    table = house.table("trijoker", GA)
    found = house.floor.reversing.turn(house.who("dora"), table, turned("poker-sin-descarte", GA), house.key())
    assert found.game == "poker-sin-descarte"


def test_what_cannot_be_turned_over_is_refused_and_stays(house: House, bj: str) -> None:
    dora, turn = house.who("dora"), house.floor.reversing.turn
    for file, words in (
        (turned("ruleta-americana"), "unknown game of a reversible table"),
        (turned("blackjack"), "another game"),
        (turned("trijoker", EX), "another game"),
        (turned("punto-banca", options={"mesa": "catorce"}), "of this form"),
    ):
        with pytest.raises(TapeteError, match=words):
            turn(dora, bj, file, house.key())
    with pytest.raises(Forbidden, match="turn a table over"):
        turn(house.who("iker"), bj, turned("trijoker"), house.key())
    house.floor.seats.seat(house.who("ana"), bj, 100_000, house.key())
    house.floor.rounds.open_round(bj, house.who("carla"), house.key())
    with pytest.raises(IllegalAction):  # somebody plays, and the hour has not come
        turn(dora, bj, turned("trijoker"), house.key())
    assert house.floor.tables.table(bj).state == "open"


def test_killed_between_closing_and_opening_it_is_done_when_it_is_sent_again_and_once(house: House, bj: str) -> None:
    dora = house.who("dora")
    house.floor.tables.close_table(dora, bj, "turn")  # as far as it came
    house.again()
    names = set()
    for _ in range(2):
        names.add(house.floor.reversing.turn(dora, bj, turned("trijoker", float="30000"), "turn").public_id)
        house.again()
    assert len(names) == 1
    assert [table.game for table in house.floor.tables.tables()] == ["trijoker"]
    session = house.floor.sessions.now()
    assert session is not None and [line.what for line in session.lines] == ["open", "turn"]
