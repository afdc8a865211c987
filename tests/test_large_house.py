"""A house that has been open for years: what a page reads and sends hangs on what it shows, not on what ever was."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, event, insert, select

from tapete.engine.requests import Act
from tapete.floor import overview, tables
from tapete.floor.schema import game_tables, ledger, reckonings, rounds, staff_actions
from tapete.floor.standing import GameTable, table_of
from tapete.floor.stock import IN_USE
from tapete.web.tables import floor as floor_pages
from tests.casino import Casino

FEW = 3


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists of tables have three at a time."""
    for module in (tables, overview, floor_pages):
        monkeypatch.setattr(module, "LATEST", FEW)


def closed(casino: Casino, count: int) -> list[str]:
    """So many closed tables, the last first."""
    found: list[str] = []
    for _ in range(count):
        table = casino.table("bola", "extremadura")
        casino.floor.tables.close_table(casino.people["dora"], table, casino.key())
        found.insert(0, table)
    return found


def walked(ask: Callable[[str], list[str]]) -> list[str]:
    """Every part of a list, one after another, each asked for by the last of the part before."""
    found, last = list[str](), ""
    while part := ask(last):
        assert len(part) <= FEW
        found, last = found + part, part[-1]
    return found


def steps(casino: Casino, do: Callable[[], object]) -> int:
    """How many tens of instructions the database goes through."""
    count = 0

    def more() -> int:
        nonlocal count
        count += 1
        return 0

    def watch(_conn: Any, cursor: Any, *_: Any) -> None:
        cursor.connection.set_progress_handler(more, 10)

    engine = casino.floor.db.engine
    event.listen(engine, "before_cursor_execute", watch)
    do()
    event.remove(engine, "before_cursor_execute", watch)
    return count


@pytest.mark.usefixtures("few")
def test_closed_tables_come_in_parts_each_once(casino: Casino) -> None:
    open, there = casino.table("bola", "extremadura"), closed(casino, 8)

    def page(path: str) -> Callable[[str], list[str]]:
        linked = re.compile(r'<th scope="row"><a href="/tables/([\w-]+)"')
        return lambda last: linked.findall(casino.get("dora", f"{path}?state=closed&before={last}").text)

    def api(path: str) -> Callable[[str], list[str]]:
        def ask(last: str) -> list[str]:
            found = casino.get("dora", path, params={"state": "closed", "before": last}).json()
            return sorted((one.get("id") or one["table"]["id"] for one in found), key=there.index)

        return ask

    for ask in (page("/tables"), page("/floor"), api("/api/v1/tables"), api("/api/v1/floor")):
        assert walked(ask) == there
    assert len(casino.get("", "/api/v1/tables", params={"state": "all"}).json()) == FEW
    assert [one["id"] for one in casino.get("", "/api/v1/tables").json()] == [open]
    assert casino.get("", "/tables?state=closed&before=nowhere").status_code == 404


@pytest.mark.usefixtures("few")
def test_history_offers_what_is_open_the_last_that_closed_and_one_s_own(casino: Casino) -> None:
    there, given = closed(casino, 5), {"game": "bola", "region": "extremadura", "practice": True}
    open = casino.table("bola", "extremadura")
    own = casino.post("ana", "/api/v1/tables", given).json()["id"]

    def offered(who: str, path: str = "/history") -> set[str]:
        (choice,) = re.findall(r'<select name="table">.*?</select>', casino.get(who, path).text, re.DOTALL)
        return set(re.findall(r'value="([\w-]+)"', choice))

    assert offered("ana") == {open, own, *there[:FEW]}
    assert offered("") == offered("luis") == {open, *there[:FEW]}
    assert offered("", f"/history?table={there[-1]}") == {open, *there[:FEW], there[-1]}


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("path", ["/history", "/tables", "/tables?state=closed", "/floor", "/casino", "/books/orphans"])
def test_no_page_makes_more_of_tables_that_it_does_not_show(
    casino: Casino, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    closed(casino, FEW)
    casino.floor.sessions.open(casino.people["dora"], "extremadura", 5, casino.key())
    made: list[int] = []

    def noted(conn: Connection, row: Any) -> GameTable:
        made.append(row.id)
        return table_of(conn, row)

    for module in (tables, overview):
        monkeypatch.setattr(module, "table_of", noted)
    assert casino.get("dora", path).status_code == 200
    before = len(made)
    with casino.floor.db.write() as conn:
        row = dict(conn.execute(select(game_tables).limit(1)).one()._mapping) | {"created": 0}
        conn.execute(insert(game_tables), [{**row, "id": 1000 + i, "public_id": f"old{i}"} for i in range(50)])
    made.clear()
    assert casino.get("dora", path).status_code == 200
    assert len(made) == before


def test_rounds_that_were_reckoned_are_not_looked_at_again(casino: Casino) -> None:
    table = casino.table("bola", "extremadura")
    casino.floor.rounds.open_round(table, casino.people["carla"], casino.key())
    casino.floor.rounds.act(table, casino.people["ana"], Act("stake", "rojo", 500), casino.key())
    casino.floor.rounds.act(table, casino.people["carla"], Act("close"), casino.key())
    while not casino.floor.normal.catch_up():
        pass
    before = steps(casino, casino.floor.normal.catch_up)
    with casino.floor.db.write() as conn:
        played = dict(conn.execute(select(rounds)).one()._mapping)
        known = dict(conn.execute(select(reckonings)).one()._mapping)
        numbers = range(2, 1002)
        conn.execute(insert(rounds), [{**played, "id": played["id"] + n, "number": n} for n in numbers])
        conn.execute(insert(reckonings), [{**known, "number": n} for n in numbers])
    assert steps(casino, casino.floor.normal.catch_up) <= before + 10


def test_a_great_amount_is_looked_for_once_and_not_for_every_round(casino: Casino) -> None:
    """A table of a thousand rounds and as many moves: a million looks, if each round asked for its own."""
    table = casino.table("bola", "extremadura")
    casino.floor.rounds.open_round(table, casino.people["carla"], casino.key())
    casino.floor.rounds.act(table, casino.people["ana"], Act("stake", "rojo", 500), casino.key())
    casino.floor.rounds.act(table, casino.people["carla"], Act("close"), casino.key())
    find = casino.floor.history.rounds
    assert [one.number for one in find(amount=500)] == [1] and find(amount=500_000) == []
    with casino.floor.db.write() as conn:
        played = dict(conn.execute(select(rounds)).one()._mapping)
        line = dict(conn.execute(select(ledger).where(ledger.c.n.is_not(None)).limit(1)).one()._mapping)
        numbers = range(2, 1002)
        conn.execute(insert(rounds), [{**played, "id": played["id"] + n, "number": n} for n in numbers])
        conn.execute(insert(ledger), [{**line, "line": 1000 + n, "round": n} for n in numbers])
    assert steps(casino, lambda: find(amount=500_000)) < 10_000


def test_a_register_is_read_without_what_was_done_at_other_tables(casino: Casino) -> None:
    one, other = (casino.table("bola", "extremadura") for _ in range(2))
    read = lambda: casino.floor.registers.of(casino.people["dora"], one)  # noqa: E731
    before = steps(casino, read)
    with casino.floor.db.write() as conn:
        id = casino.floor.tables.table(other).id
        line = {"at": 1, "account_id": casino.people["dora"].id, "table_id": id, "what": "close"}
        conn.execute(insert(staff_actions), [line] * 1000)
    assert steps(casino, read) <= before + 10


def test_people_are_shown_some_at_a_time_and_found_by_a_part_of_their_name(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    dora, some = casino.people["dora"], casino.floor.accounts.some
    everybody = [account.name for account in casino.floor.accounts.all(dora)]
    assert walked(lambda last: [one.name for one in some(dora, after=last, most=FEW)]) == everybody
    assert [one.name for one in some(dora, like="O")] == [name for name in everybody if "o" in name]
    assert some(dora, like="%") == []
    monkeypatch.setattr("tapete.web.people.accounts.LISTED", len(everybody))
    assert f"/people?like=&amp;after={everybody[-1]}" in casino.get("dora", "/people").text


def test_stock_is_shown_some_pieces_at_a_time_and_found_by_its_number(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tapete.floor.stock.SHOWN", FEW)
    monkeypatch.setattr("tapete.web.casino.pages.SHOWN", FEW)
    iker, stores = casino.people["iker"], casino.floor.stores
    table = casino.table("blackjack", "extremadura", physical=True)
    for i in range(8):
        stores.receive(iker, "cards", f"A-{i}", casino.key())
    for what, item in (("take", 1), ("take", 2), ("check", 2), ("take", 5), ("check", 5), ("return", 5)):
        stores.do(iker, item, what, casino.key(), table if what == "take" else "")
    part = lambda last: [str(item.number) for item in stores.some(iker, before=int(last or 0))]  # noqa: E731
    assert walked(part) == [str(item.number) for item in stores.items()][::-1]
    assert [item.label for item in stores.some(iker, like="a-7")] == ["A-7"]
    assert stores.in_use() == [item for item in stores.items() if item.state == IN_USE] == stores.some(iker, "A-1")
    shown = casino.get("iker", "/casino/stock").text
    assert "A-7" in shown and "A-4" not in shown and "/casino/stock?like=&amp;before=6" in shown


def test_what_lies_in_all_banks_is_asked_for_once(casino: Casino) -> None:
    dora, iker = casino.people["dora"], casino.people["iker"]

    def asked() -> int:
        said: list[str] = []
        listen = lambda *given: said.append(given[2])  # noqa: E731
        event.listen(casino.floor.db.engine, "before_cursor_execute", listen)
        casino.floor.cage.read()
        event.remove(casino.floor.db.engine, "before_cursor_execute", listen)
        return len(said)

    before = asked()
    for n in (1, 2, 3):
        table = casino.table("bola", "extremadura", float="5000")
        casino.floor.documents.write(iker, table, "fill", {500: 10}, casino.key())
        casino.floor.documents.sign(dora, table, 1, "signed", casino.key())
        assert casino.floor.cage.read().values[500].tables == 10 * n
    assert asked() == before
