"""The short way of commands answers as the long way does, whatever is sent, and keeps what it answers for."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.types import Message

from tapete.engine.places import stakes
from tapete.engine.requests import Act
from tapete.floor import Floor, desk
from tapete.floor.standing import Position
from tapete.web.people.security import SESSION
from tapete.web.tables import shortcut
from tests.casino import Casino
from tests.test_floor import KINDS, database
from tests.test_floor import Casino as House

STAKE = {"do": "stake", "on": "rojo", "cents": 500}
FORM = {"do": "stake", "on": "rojo", "euros": "5"}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Casino]:
    found = Casino(tmp_path)
    yield found
    found.floor.close()


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What was answered by the short way."""
    found: list[int] = []
    answer = shortcut._answer

    def noted(*given: Any) -> shortcut.Answer:
        found.append(1)
        return answer(*given)

    monkeypatch.setattr(shortcut, "_answer", noted)
    return found


def opened(house: Casino) -> str:
    """A table with a round, which the desk has just played at."""
    table = house.table("ruleta-francesa", "extremadura")
    house.post("carla", f"/api/v1/tables/{table}/rounds")
    return table


def test_acts_and_new_rounds_go_the_short_way_and_are_in_the_books(house: Casino, taken: list[int]) -> None:
    table = opened(house)
    before = house.floor.feed.position(table)
    taken.clear()
    answer = house.post("ana", f"/api/v1/tables/{table}/act", STAKE)
    assert answer.json() == {"round": before.round, "n": answer.json()["n"], "change": before.change + 1}
    assert Position(**answer.json()) == house.floor.feed.position(table)
    assert house.post("ana", f"/api/v1/tables/{table}/act", {"do": "undo"}).status_code == 200
    assert house.post("carla", f"/api/v1/tables/{table}/act", {"do": "close"}).status_code == 200
    assert house.post("carla", f"/api/v1/tables/{table}/rounds").json()["round"] == before.round + 1
    assert len(taken) == 4


def test_the_same_key_again_has_the_same_answer(house: Casino, taken: list[int]) -> None:
    table = opened(house)
    taken.clear()
    first = house.post("ana", f"/api/v1/tables/{table}/act", STAKE, key="once")
    again = house.post("ana", f"/api/v1/tables/{table}/act", STAKE, key="once")
    assert (first.status_code, first.json()) == (again.status_code, again.json())
    assert len(taken) == 1
    other = house.post("ana", f"/api/v1/tables/{table}/act", {"do": "undo"}, key="once")
    assert other.status_code == 403


ODD: list[tuple[str, str, Any]] = [
    ("", "act", STAKE),
    ("rosa", "act", STAKE),
    ("ana", "act", {"do": "stake", "on": "azul", "cents": 500}),
    ("ana", "act", {"do": "stake", "on": "rojo", "cents": 1}),
    ("ana", "act", {**STAKE, "more": 1}),
    ("ana", "act", {**STAKE, "cents": "many"}),
    ("ana", "act", {**STAKE, "on": "x" * 81}),
    ("ana", "act", []),
    ("ana", "act", {**STAKE, "who": "luis"}),
    ("eva", "act", STAKE),
    ("ana", "rounds", {}),
    ("carla", "rounds", {}),
]


@pytest.mark.parametrize("who, path, body", ODD)
def test_what_cannot_be_is_refused_as_ever(
    house: Casino, taken: list[int], monkeypatch: pytest.MonkeyPatch, who: str, path: str, body: Any
) -> None:
    table = opened(house)
    taken.clear()
    before = house.floor.feed.position(table)
    short = house.post(who, f"/api/v1/tables/{table}/{path}", body)
    monkeypatch.setattr(shortcut, "MAY", {"/api/v1": {}, "": {}})
    long = house.post(who, f"/api/v1/tables/{table}/{path}", body)
    assert 400 <= short.status_code < 500
    assert (short.status_code, short.json()) == (long.status_code, long.json())
    assert not taken
    assert house.floor.feed.position(table) == before


def test_a_command_without_a_key_or_with_a_long_one_is_refused(house: Casino) -> None:
    table = opened(house)
    token = {"Authorization": f"Bearer {house.tokens['ana']}"}
    for key in ({}, {"Idempotency-Key": "k" * 81}):
        assert house.client.post(f"/api/v1/tables/{table}/act", json=STAKE, headers={**token, **key}).status_code == 400


def page(house: Casino, who: str, **more: str) -> httpx.Response:
    """A form of a table's page, by somebody's browser."""
    session = house.floor.accounts.open_session(house.people[who])
    cookies = {"Cookie": f"{SESSION}={session.token}"}
    form = {**FORM, "csrf": session.csrf, "key": house.key(), **more}
    answer: httpx.Response = house.client.post(
        f"/tables/{form.pop('table')}/{form.pop('path', 'act')}", data=form, headers=cookies, follow_redirects=False
    )
    return answer


def test_forms_of_a_page_go_the_short_way_too(house: Casino, taken: list[int]) -> None:
    table = opened(house)
    taken.clear()
    answer = page(house, "ana", table=table)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/tables/{table}")
    assert answer.headers["x-frame-options"] == "DENY"
    assert house.view("ana", table)["view"]["places"]
    assert page(house, "ana", table=table, do="undo", on="", euros="").status_code == 303  # nothing goes to prison
    assert page(house, "carla", table=table, do="close", on="", euros="").status_code == 303
    assert page(house, "carla", table=table, path="open-round").status_code == 303
    assert len(taken) == 4


def test_the_head_of_an_answer_is_that_of_the_long_way_and_it_is_counted(
    house: Casino, taken: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = opened(house)
    taken.clear()
    before = house.app.state.metrics.answers["POST", 200]
    short = house.post("ana", f"/api/v1/tables/{table}/act", STAKE)
    assert (len(taken), house.app.state.metrics.answers["POST", 200]) == (1, before + 1)
    monkeypatch.setattr(shortcut, "MAY", {"/api/v1": {}, "": {}})
    long = house.post("ana", f"/api/v1/tables/{table}/act", {"do": "undo"})
    assert dict(short.headers) == dict(long.headers)
    assert (len(taken), house.app.state.metrics.answers["POST", 200]) == (1, before + 2)


@pytest.mark.parametrize("name", ["Authorization", "Idempotency-Key"])
def test_a_header_that_was_sent_twice_goes_the_long_way(house: Casino, taken: list[int], name: str) -> None:
    table, headers = opened(house), house.headers("ana")
    taken.clear()
    twice = [*headers.items(), (name, headers[name])]
    assert house.client.post(f"/api/v1/tables/{table}/act", json=STAKE, headers=twice).status_code == 200
    assert not taken


def sent_late(house: Casino, table: str, wait: float) -> int:
    """The status of the answer to a stake whose body comes so many seconds after its head."""
    headers = {**house.headers("ana"), "Content-Type": "application/json"}
    scope = {"type": "http", "method": "POST", "path": f"/api/v1/tables/{table}/act", "query_string": b""}
    scope["headers"] = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    found: list[int] = []

    async def receive() -> Message:
        await asyncio.sleep(wait)
        return {"type": "http.request", "body": json.dumps(STAKE).encode()}

    async def send(message: Message) -> None:
        found.extend([message["status"]] if message["type"] == "http.response.start" else [])

    asyncio.run(house.app(scope, receive, send))
    return found[0]


def test_a_body_may_come_after_its_head_and_one_that_is_slow_goes_the_long_way(
    house: Casino, taken: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = opened(house)
    taken.clear()
    monkeypatch.setattr(shortcut, "SOON_SECONDS", 60.0)
    assert (sent_late(house, table, 0.001), len(taken)) == (200, 1)
    monkeypatch.setattr(shortcut, "SOON_SECONDS", 0.001)
    assert (sent_late(house, table, 0.1), len(taken)) == (200, 1)


def test_a_forged_form_is_refused(house: Casino, taken: list[int]) -> None:
    table = opened(house)
    taken.clear()
    before = house.floor.feed.position(table)
    assert page(house, "ana", table=table, csrf="another").status_code == 403
    assert page(house, "ana", table=table, csrf="").status_code == 403
    assert not taken
    assert house.floor.feed.position(table) == before


def test_who_has_signed_out_acts_no_more(house: Casino) -> None:
    table = opened(house)
    assert house.post("ana", f"/api/v1/tables/{table}/act", STAKE).status_code == 200
    house.floor.accounts.close_session(house.tokens["ana"])
    assert house.post("ana", f"/api/v1/tables/{table}/act", STAKE).status_code == 401


def test_who_was_deactivated_or_has_another_role_acts_no_more(house: Casino) -> None:
    table, accounts = opened(house), house.floor.accounts
    assert house.post("ana", f"/api/v1/tables/{table}/act", STAKE).status_code == 200
    accounts.deactivate(house.people["dora"], house.people["ana"])
    assert house.post("ana", f"/api/v1/tables/{table}/act", STAKE).status_code == 401
    assert house.post("luis", f"/api/v1/tables/{table}/act", STAKE).status_code == 200
    accounts.change_role(house.people["dora"], house.people["luis"], "regulator")
    assert house.post("luis", f"/api/v1/tables/{table}/act", STAKE).status_code == 401


def test_another_language_is_spoken_at_once(house: Casino) -> None:
    assert house.get("ana", "/api/v1/session").json()["language"] == "es"
    house.floor.accounts.set_language(house.people["ana"], "eu")
    assert house.get("ana", "/api/v1/session").json()["language"] == "eu"


# Several orders at once, on both databases


@pytest.fixture(params=KINDS)
def floors(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[House]:
    """A casino on each kind of database."""
    with database(request.param, tmp_path) as url:
        found = House(url)
        yield found
        assert found.floor.books.check() == []
        found.floor.close()


def seated(floors: House, count: int, physical: bool = True) -> list[str]:
    """Tables with Ana and Luis at them, a round open at each."""
    tables = [floors.table("ruleta-francesa", physical=physical) for _ in range(count)]
    for table in tables:
        floors.sit(table, floors.ana, floors.luis)
        floors.open(table)
    return tables


RED = Act("stake", "rojo", 500)


def test_orders_of_many_tables_are_committed_as_one(floors: House) -> None:
    floor, tables = floors.floor, seated(floors, 3)
    before, acting = [floor.feed.position(table) for table in tables], floor.rounds.acting
    orders = [acting(table, who, RED, f"{who.name} {table}") for who in (floors.ana, floors.luis) for table in tables]
    orders.insert(1, acting(tables[0], floors.luis, Act("stake", "rojo", 1), "too little"))

    async def together() -> list[Position | None]:
        return await asyncio.gather(*(floor.clerk.take(order) for order in orders))

    found = asyncio.run(together())
    assert found.pop(1) is None
    floor.desk.forget()
    for i, table in enumerate(tables):
        first, second = found[i], found[i + 3]
        assert first is not None
        assert second is not None
        assert (first.change, second.change) == (before[i].change + 1, before[i].change + 2)
        assert floor.feed.position(table) == second
        assert floor.rounds.act(table, floors.ana, RED, f"ana {table}") == first
        staked = floor.desk.read(table, lambda seen: sum(stake.cents for stake in stakes(seen.places())))
        assert staked == 2 * 500


def test_rounds_are_opened_and_ended_together_with_what_others_stake(floors: House) -> None:
    floor, (staked, closed, opened) = floors.floor, seated(floors, 3, physical=False)
    acting, close = floor.rounds.acting, Act("close")
    dozen = Act("stake", "docena:1", 500)  # no zero imprisons it: the round ends with the ball
    for table in (staked, closed, opened):
        floor.rounds.act(table, floors.ana, dozen, f"first {table}")
    floor.rounds.act(opened, floors.director, close, "over")
    found = floor.desk.run_all(
        [
            acting(staked, floors.luis, RED, "staked"),
            acting(closed, floors.director, close, "closed"),
            floor.rounds.opening(opened, floors.director, "opened"),
            floor.rounds.opening(closed, floors.director, "opened too"),
        ]
    )
    assert [found[0], found[3], found[2]] == [floor.feed.position(table) for table in (staked, closed, opened)]
    assert [position and position.round for position in found] == [1, 1, 2, 2]
    floor.desk.forget()
    assert floor.rounds.act(closed, floors.ana, RED, "in the next").round == 2


def test_a_key_that_was_used_keeps_nobody_else_s_order_back(floors: House) -> None:
    floor, (table, other) = floors.floor, seated(floors, 2)
    floor.rounds.act(table, floors.ana, RED, "used")
    acting = floor.rounds.acting
    first, second = floor.desk.run_all([acting(table, floors.ana, RED, "used"), acting(other, floors.ana, RED, "new")])
    assert first is None
    assert second == floor.feed.position(other)
    assert floor.rounds.act(other, floors.ana, RED, "new") == second


def test_what_is_sent_again_has_no_table_replayed_and_undoes_nothing(
    floors: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One visitor who sent the same again and again had halved what all others could do."""
    floor, (table, other) = floors.floor, seated(floors, 2)
    acting = floor.rounds.acting
    done = floor.rounds.act(table, floors.ana, RED, "used")
    floor.rounds.act(other, floors.ana, RED, "there")
    for name in ("load", "IntegrityError"):
        monkeypatch.setattr(desk, name, None)  # neither is needed
    for number in range(3):
        again, new, twice = floor.desk.run_all(
            [
                acting(table, floors.ana, RED, "used"),
                acting(other, floors.luis, RED, f"{number}"),
                acting(other, floors.luis, RED, f"{number}"),
            ]
        )
        assert (again, twice) == (None, None)
        assert new == floor.feed.position(other)
        assert floor.rounds.act(table, floors.ana, RED, "used") == done


def test_a_table_that_another_process_played_at_is_read_anew(floors: House) -> None:
    floor, (table,) = floors.floor, seated(floors, 1)
    with Floor(floor.db.url.render_as_string(hide_password=False)) as other:
        other.rounds.act(table, floors.ana, RED, "elsewhere")
    assert floor.desk.run_all([floor.rounds.acting(table, floors.ana, RED, "here")]) == [None]
    assert floor.rounds.act(table, floors.ana, RED, "here") == floor.feed.position(table)
