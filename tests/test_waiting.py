"""Waiting for a seat: the list that whoever is chief of a table keeps, by which seats that fall free are taken."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tapete.engine.round import now
from tapete.errors import IllegalAction
from tapete.floor import standing
from tapete.floor.line import KEPT
from tapete.floor.roles import Forbidden
from tests.casino import Casino
from tests.test_cli import run

EX, PV = "extremadura", "pais-vasco"


class Clock:
    """The tables' time, in the test's hands."""

    def __init__(self) -> None:
        self.now = now()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(standing, "present", lambda: found.now)
    return found


@pytest.fixture
def casino(tmp_path: Path) -> Iterator[Casino]:
    found = Casino(tmp_path, language="en")
    yield found
    found.close()


def full(casino: Casino, game: str = "pai-gow", region: str = EX, **more: Any) -> str:
    """A table that has two seats, with Ana and Luis in them."""
    return casino.table(game, region, seats=2, **more)


def wait(casino: Casino, table: str, *people: str) -> None:
    for who in people:
        casino.floor.lines.join(casino.people[who], table, casino.key())


def sit(casino: Casino, table: str, who: str) -> None:
    casino.floor.seats.seat(casino.people[who], table, 10_000, casino.key())


def rise(casino: Casino, table: str, who: str) -> None:
    casino.floor.seats.stand_up(casino.people[who], table, casino.key())


def line(casino: Casino, table: str) -> list[tuple[str, int | None]]:
    """Who waits, and until when a seat is kept for them."""
    return [(one["name"], one.get("until")) for one in casino.view("", table)["waiting"]]


@pytest.mark.parametrize(
    ("game", "region", "article"),
    [
        ("punto-banca", EX, "1.11.3.a"),
        ("pai-gow", EX, "1.15.3.a"),
        ("punto-banca", PV, "07.III.1§1"),
        ("pai-gow", PV, "14.III.3§1"),
    ],
)
def test_a_seat_that_falls_free_is_taken_in_the_order_of_the_list(
    casino: Casino, clock: Clock, game: str, region: str, article: str
) -> None:
    """Where a text prints no list, it is the article of the seats that is told."""
    more = {"options": {"de-pie": "no", "mesa": "mini"}} if game == "punto-banca" else {}
    table = full(casino, game, region, **more)
    wait(casino, table, "eva", "teo")
    assert line(casino, table) == [("eva", None), ("teo", None)]
    rise(casino, table, "ana")
    assert line(casino, table) == [("eva", clock.now + KEPT), ("teo", None)]
    for who in ("teo", "sol", "ana"):  # the second, one who never waited, and who has just risen
        with pytest.raises(IllegalAction, match="eva waits for a seat and comes first") as refused:
            sit(casino, table, who)
        assert refused.value.article == article
    sit(casino, table, "eva")
    assert line(casino, table) == [("teo", None)]
    assert [seat["name"] for seat in casino.view("", table)["seats"]] == ["luis", "eva"]


def test_ex_1_15_3_a_who_does_not_come_loses_the_place(casino: Casino, clock: Clock) -> None:
    table = full(casino)
    wait(casino, table, "eva", "teo", "sol")
    rise(casino, table, "ana")
    called = clock.now
    clock.now += KEPT - 1
    assert line(casino, table) == [("eva", called + KEPT), ("teo", None), ("sol", None)]
    clock.now += 1
    assert line(casino, table) == [("teo", called + 2 * KEPT), ("sol", None)]
    with pytest.raises(IllegalAction, match="teo waits for a seat"):
        sit(casino, table, "eva")
    casino.floor.desk.forget()  # another worker reads the list from the database, and it is the same
    assert line(casino, table) == [("teo", called + 2 * KEPT), ("sol", None)]
    clock.now = called + 3 * KEPT  # nobody came in Teo's time or in Sol's
    assert line(casino, table) == []
    sit(casino, table, "eva")


def test_ex_1_11_3_a_as_many_are_called_as_seats_are_free(casino: Casino, clock: Clock) -> None:
    table = full(casino)
    wait(casino, table, "eva", "teo", "sol")
    rise(casino, table, "ana")
    clock.now += 1000
    rise(casino, table, "luis")
    assert line(casino, table) == [("eva", clock.now - 1000 + KEPT), ("teo", clock.now + KEPT), ("sol", None)]
    sit(casino, table, "teo")
    with pytest.raises(IllegalAction, match="eva waits"):
        sit(casino, table, "sol")
    casino.floor.lines.leave(casino.people["eva"], table, casino.key())
    assert line(casino, table) == [("sol", clock.now + KEPT)]


def test_pv_07_iii_1_1_the_chief_strikes_off_who_does_not_come(casino: Casino, clock: Clock) -> None:
    table = full(casino)
    wait(casino, table, "eva", "teo")
    rise(casino, table, "ana")
    lines, people = casino.floor.lines, casino.people
    for who in ("carla", "teo", "rosa"):
        with pytest.raises(Forbidden):
            lines.strike(people[who], table, "eva", casino.key())
    lines.strike(people["iker"], table, "eva", casino.key())
    assert line(casino, table) == [("teo", clock.now + KEPT)]
    with pytest.raises(IllegalAction, match="eva does not wait for a seat here") as refused:
        lines.strike(people["iker"], table, "eva", casino.key())
    assert refused.value.article == "1.15.3.a"


def test_a_seat_is_kept_from_when_the_round_ends_that_its_owner_leaves(casino: Casino) -> None:
    table = full(casino, physical=True)
    people, rounds = casino.people, casino.floor.rounds
    wait(casino, table, "eva")
    rounds.open_round(table, people["carla"], casino.key())
    rise(casino, table, "ana")
    assert line(casino, table) == [("eva", None)]
    rounds.void(table, people["iker"], "nobody played", casino.key())
    assert [until is not None for _, until in line(casino, table)] == [True]


def test_who_waits_strikes_nobody_off_who_comes_before(casino: Casino) -> None:
    table = full(casino)
    wait(casino, table, "eva", "dora")
    with pytest.raises(Forbidden, match="dora waits for a seat here: another keeps the list"):
        casino.floor.lines.strike(casino.people["dora"], table, "eva", casino.key())
    casino.floor.lines.strike(casino.people["iker"], table, "eva", casino.key())
    assert [name for name, _ in line(casino, table)] == ["dora"]


def test_who_may_wait(casino: Casino) -> None:
    table, lines, people = full(casino), casino.floor.lines, casino.people
    wait(casino, table, "eva")
    for who, why in (("eva", "waits for a seat here already"), ("ana", "sits at this table"), ("carla", "may not")):
        with pytest.raises((IllegalAction, Forbidden), match=why):
            lines.join(people[who], table, casino.key())
    with pytest.raises(IllegalAction, match="teo does not wait"):
        lines.leave(people["teo"], table, casino.key())
    open_ = casino.table("pai-gow", EX, seats=3)
    with pytest.raises(IllegalAction, match="a seat is free: sit down"):
        wait(casino, open_, "eva")
    with pytest.raises(IllegalAction, match="a seat is free: sit down"):  # everybody may sit at this one
        wait(casino, casino.table("bola", EX), "eva")
    rise(casino, table, "ana")
    rise(casino, table, "luis")
    casino.floor.tables.close_table(people["dora"], table, casino.key())
    assert line(casino, table) == []
    with pytest.raises(IllegalAction, match="closed"):
        wait(casino, table, "teo")


def page(casino: Casino, who: str, path: str) -> str:
    """A page as somebody reads it."""
    found: str = casino.client.get(path, headers=casino.headers(who)).text
    return found


@pytest.mark.usefixtures("clock")
def test_the_same_by_api_pages_and_command_line(casino: Casino, tmp_path: Path) -> None:
    table = full(casino)
    here = f"/api/v1/tables/{table}"
    assert "Put me on the list" in page(casino, "eva", f"/tables/{table}")
    for who in ("eva", "teo"):
        assert casino.post(who, f"{here}/wait").status_code == 200
    refused = casino.post("eva", f"{here}/wait")
    assert refused.status_code == 409
    assert "1.15.3.a" in refused.json()["detail"]
    assert [seen["waiting"] for seen in casino.get("iker", "/api/v1/floor").json()] == [2]
    assert "2 wait" in page(casino, "iker", "/floor")
    assert "You are number 2 on the list." in page(casino, "teo", f"/tables/{table}")
    told = json.loads(run("waiting", "--database", f"sqlite:///{tmp_path}/casino.db", "--json").stdout)
    assert [(row["table"], row["number"], row["name"]) for row in told] == [(table, 1, "eva"), (table, 2, "teo")]
    rise(casino, table, "ana")
    assert "A seat is free, and kept for you until" in page(casino, "eva", f"/tables/{table}")
    part = page(casino, "iker", f"/tables/{table}/line")
    assert "called: a seat is kept until" in part
    assert f'hx-trigger="load delay:{KEPT // 1000}s"' in part
    assert "Strike off" in part
    assert "Strike off" not in page(casino, "teo", f"/tables/{table}/line")
    assert casino.post("teo", f"{here}/wait/strike", {"name": "eva"}).status_code == 403
    assert casino.post("iker", f"{here}/wait/strike", {"name": "eva"}).status_code == 200
    assert casino.post("teo", f"{here}/wait/leave").status_code == 200
    assert line(casino, table) == []
