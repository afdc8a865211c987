"""Who comes by without an account: what they may ask for together, what they leave behind, and what they never get."""

import asyncio
import itertools
import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from fastapi import Request
from fastapi.testclient import TestClient
from sqlalchemy import Connection, UniqueConstraint, func, insert, select, text, update

from tapete.engine.names import skeleton
from tapete.engine.requests import Act
from tapete.errors import IllegalAction, TapeteError
from tapete.floor import Floor
from tapete.floor.listing import listed
from tapete.floor.roles import VISITOR, Forbidden, NoTable
from tapete.floor.schema import accounts, commands, entries, game_tables, ledger, links, metadata, rounds, seats
from tapete.floor.sweeping import EVERY, KEPT
from tapete.floor.visits import MOST_VISITORS, Full
from tapete.web.app import create_app
from tapete.web.people.security import address
from tapete.web.settings import WebSettings
from tests.casino import Casino
from tests.database import fresh
from tests.test_floor import KINDS, database
from tests.test_web_apart import Answer, part
from tests.web import House, house

__all__ = ["house"]
PLAYED = (rounds, entries, ledger, commands, seats)


@pytest.mark.parametrize(
    "one, other, same",
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),  # one network of version 6
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.7", "192.0.2.7", True),
        ("192.0.2.7", "192.0.2.8", False),
        ("fe80::1%eth0", "fe80::2", True),
        ("testclient", "testclient", True),
    ],
)
def test_whoever_has_a_network_of_addresses_has_one_budget(one: str, other: str, same: bool) -> None:
    """RFC 6177: a site is given a network of 64 bits or more, and may ask from any address in it."""
    seen = [address(Request({"type": "http", "client": (host, 1), "headers": []})) for host in (one, other)]
    assert (seen[0] == seen[1]) is same


def test_cookies_thrown_away_make_no_more_visits(tmp_path: Path) -> None:
    """Nor accounts, once every table for visitors is taken."""
    with Floor(f"sqlite:///{tmp_path}/casa.db") as floor:
        found = House(floor)
        answers = [found.visitor().post("/api/v1/play/bola/extremadura").status_code for _ in range(25)]
        assert answers == [201] * 20 + [429] * 5
        with floor.db.read() as conn:
            assert conn.execute(select(func.count()).select_from(accounts)).scalar_one() == 20


def test_a_site_of_version_6_takes_no_more_than_three_networks_tables(house: House) -> None:
    """RFC 6177: a site may have 48 bits, and so 65,536 networks of 64."""
    app = create_app(house.floor, WebSettings(visits=2))

    def tried(host: str, times: int) -> list[int]:
        client = TestClient(app, client=(host, 1))
        return [client.post("/api/v1/play/bola/extremadura").status_code for _ in range(times)]

    assert [tried(f"2001:db8:1:{network}::1", 3) for network in range(3)] == [[201, 201, 429]] * 3
    assert tried("2001:db8:1:99::1", 1) == [429]
    assert tried("2001:db8:2:99::1", 1) == tried("192.0.2.7", 1) == [201]


def test_where_no_table_is_left_no_account_is_made(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(house.floor.visits), "_visited", lambda _: MOST_VISITORS)
    for path in ("/api/v1/play/bola/extremadura", "/play/bola/extremadura"):
        client = house.visitor()
        client.cookies.set("tapete_form", "x" * 24)
        answer = client.post(path, headers={"x-csrf-token": "x" * 24})
        assert answer.status_code == 429
        assert "tapete_session" not in answer.cookies
    with house.floor.db.read() as conn:
        assert conn.execute(select(func.count()).select_from(accounts)).scalar_one() == 0
    with pytest.raises(Full):
        house.floor.visits.check_room()


def test_whoever_is_refused_for_now_is_told_when_to_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not before it is worth it: the window of attempts began with the first of them, half of it ago."""
    time = [1_000_000_000_000]
    with Floor(f"sqlite:///{tmp_path}/casa.db", clock=lambda: time[0]) as floor:
        found = House(floor)
        window = int(WebSettings().sign_in_window.total_seconds())
        client = found.visitor()
        wrong = {"name": "nadie", "password": "nada"}
        client.post("/api/v1/session", json=wrong)
        time[0] += 500 * window
        while (answer := client.post("/api/v1/session", json=wrong)).status_code != 429:
            pass
        assert int(answer.headers["retry-after"]) == window / 2
        time[0] += 1000 * int(answer.headers["retry-after"])
        assert client.post("/api/v1/session", json=wrong).status_code == 403
        monkeypatch.setattr(type(floor.visits), "_visited", lambda _: MOST_VISITORS)
        assert int(client.post("/api/v1/play/bola/extremadura").headers["retry-after"]) > 60
        ana = found.browser("player", "ana")
        while (full := ana.post(f"/play/{next(GAMES)}/extremadura")).status_code == 303:
            pass
        assert (full.status_code, full.headers["retry-after"]) == (429, "1")


GAMES = iter(("bola", "monte", "reto", "dados", "blackjack", "punto-banca", "ruleta-francesa", "trijoker", "tripoker"))


def test_a_visit_before_the_first_director_keeps_nobody_out(house: House) -> None:
    assert house.visitor().post("/api/v1/play/chemin-de-fer/extremadura").status_code == 201
    house.floor.accounts.automatic()
    assert house.floor.first_director_link() is not None
    house.person("director")
    assert house.floor.first_director_link() is None


def test_a_visit_has_no_password(house: House) -> None:
    who = house.floor.accounts.visitor()
    with pytest.raises(Forbidden, match="a visit has no password"):
        house.floor.accounts.set_password(who, "una contraseña larga")
    assert house.floor.accounts.acts(who, who) == []


def test_a_visitor_has_so_many_streams_and_all_passers_by_together(tmp_path: Path) -> None:
    casino = Casino(tmp_path)
    table = casino.table("bola", "extremadura")
    path, ana = f"/api/v1/tables/{table}/stream", {"authorization": f"Bearer {casino.tokens['ana']}"}

    async def run() -> None:
        app = create_app(casino.floor, WebSettings(streams=2, streams_passing=3))
        held: list[Answer] = []

        async def asked(host: str, **headers: str) -> Answer:
            answer = Answer(app, path, None, **headers, accept="application/json")
            answer.scope["client"] = (host, 1)
            await answer.begun.wait()
            held.append(answer)
            return answer

        assert [(await asked("192.0.2.1")).status for _ in range(3)] == [200, 200, 429]
        assert [(await asked(host)).status for host in ("192.0.2.2", "192.0.2.3")] == [200, 429]
        assert int(held[-1].headers["retry-after"]) > 0
        assert (await asked("192.0.2.1", **ana)).status == 200
        held[0].leave()
        await held[0].task
        assert (await asked("192.0.2.3")).status == 200
        for answer in held:
            answer.leave()
        await asyncio.gather(*(answer.task for answer in held))
        streams = part(app).streams
        assert (streams._passing, streams._open) == (0, {})

    asyncio.run(run())


def test_what_somebody_who_is_signed_in_was_shown_is_kept_nowhere(house: House) -> None:
    for path in ("/", "/account", "/tables", "/api/v1/me"):
        assert house.browser("player").get(path).headers["cache-control"] == "no-store", path
    assert house.visitor().get("/").headers["cache-control"] == "no-cache"
    assert "no-store" not in house.browser("player").get("/static/missing.js").headers["cache-control"]


# What they leave behind


class Days:
    """A floor whose clock the test sets."""

    def __init__(self, folder: Path) -> None:
        self.now = 1_000_000
        self.floor = fresh(f"sqlite:///{folder}/days.db", lambda: self.now)

    def play(self, who: str, visits: bool) -> str:
        """A table at which somebody has played a round, and that is closed."""
        accounts = self.floor.accounts
        account = accounts.visitor() if visits else accounts.create(who, "player")
        table = self.floor.visits.play(account, "bola", "extremadura")
        self.floor.rounds.open_round(table, accounts.automatic(), f"open {table}")
        self.floor.rounds.act(table, account, Act("stake", "rojo", 500), "stake")
        self.floor.tables.leave_table(account, table, "leave")
        return table

    def left(self) -> list[str]:
        """Tables of visitors that are still known."""
        with self.floor.db.read() as conn:
            visited = select(game_tables.c.public_id).join(accounts).where(accounts.c.name.startswith(VISITOR))
            return list(conn.execute(visited.order_by(game_tables.c.id)).scalars())

    def rows(self) -> list[int]:
        with self.floor.db.read() as conn:
            return [conn.execute(select(func.count()).select_from(table)).scalar_one() for table in PLAYED]


@pytest.fixture
def days(tmp_path: Path) -> Iterator[Days]:
    found = Days(tmp_path)
    yield found
    found.floor.close()


def test_what_visitors_played_is_swept_after_a_day_and_nobody_else_s_is(days: Days) -> None:
    own = days.play("ana", visits=False)
    before = days.rows()
    tables = [days.play("", visits=True) for _ in range(3)]
    played = days.rows()
    assert all(more > less for more, less in zip(played, before, strict=True))
    days.now += KEPT - 1
    days.floor.sweeping.look()
    assert days.rows() == played
    days.now += EVERY
    days.floor.automatic.besides()
    assert days.rows() == before
    assert [days.floor.tables.table(table).state for table in (own, tables[-1])] == ["closed"] * 2
    for table in tables[:-1]:
        with pytest.raises(NoTable):
            days.floor.tables.table(table)
    assert len(days.left()) == 1  # the last of all, whose number would be given to another
    assert days.floor.books.check() == []
    assert days.floor.sweeping.sweep() == 0
    days.play("", visits=True)
    days.floor.sweeping.sweep()
    assert set(days.left()).isdisjoint(tables)


def test_where_thousands_pass_by_only_the_last_are_kept_for_a_day(days: Days, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever still plays, or has just come, stays; whoever was swept signs out by it, and is a passer-by again."""
    monkeypatch.setattr("tapete.floor.sweeping.MOST_KEPT", 2)
    accounts = days.floor.accounts
    plays = accounts.visitor()
    table = days.floor.visits.play(plays, "bola", "extremadura")
    first = accounts.open_session(accounts.visitor())
    tables = [days.play("", visits=True) for _ in range(5)]
    last = accounts.open_session(accounts.visitor())
    while days.floor.sweeping.sweep():
        pass
    assert days.left() == [table, *tables[-2:]]
    assert days.floor.rounds.look(table, plays).me == plays.name
    assert accounts.session(first.token) is None
    assert accounts.session(last.token) is not None
    assert days.floor.books.check() == []


def test_a_transaction_forgets_so_many_rows_at_most(days: Days, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tapete.floor.sweeping.ROWS", 3)
    before = days.rows()
    days.play("", visits=True)
    days.play("", visits=True)
    days.now += KEPT
    steps = [days.rows()]
    while days.floor.sweeping.sweep():
        steps.append(days.rows())
    assert steps[-1] == before
    assert all(0 <= sum(one) - sum(next_) <= 3 for one, next_ in itertools.pairwise(steps))


def test_what_another_log_names_stays(days: Days) -> None:
    """As a link to a table does, which nobody makes for a visit."""
    table, other = days.play("", visits=True), days.play("", visits=True)
    days.play("", visits=True)
    with days.floor.db.write() as conn:
        id = conn.execute(select(game_tables.c.id).where(game_tables.c.public_id == table)).scalar_one()
        conn.execute(insert(links).values(token="t", table_id=id, name="", expires=0))
    days.now += KEPT
    while days.floor.sweeping.sweep():
        pass
    assert table in days.left()
    assert other not in days.left()


def test_whatever_names_a_person_or_a_table_is_found_by_an_index() -> None:
    """Otherwise forgetting one of them would read all of it while nobody else could write."""
    without = []
    for table in metadata.sorted_tables:
        keys: list[Any] = [table.primary_key, *(key for key in table.constraints if isinstance(key, UniqueConstraint))]
        whole = [index for index in table.indexes if index.dialect_options["sqlite"]["where"] is None]
        first = {next(iter(found.columns)).name for found in (*keys, *whole)}
        naming = [key.parent.name for key in table.foreign_keys]
        without += [f"{table.name}.{name}" for name in naming if name not in first]
    assert without == []


@pytest.mark.parametrize("kind", KINDS)
def test_visitors_who_come_at_once_are_several(kind: str, tmp_path: Path) -> None:
    with database(kind, tmp_path) as url, Floor(url) as floor, ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: floor.accounts.visitor().name, range(24)))
        assert len(set(found)) == 24


def test_more_than_is_swept_at_once_is_swept_at_the_next_look(days: Days, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tapete.floor.sweeping.AT_ONCE", 2)
    before = days.rows()
    for _ in range(3):
        days.play("", visits=True)
    days.now += KEPT
    days.floor.sweeping.look()
    assert days.rows() > before
    days.floor.sweeping.look()
    assert days.rows() == before


@pytest.mark.parametrize("whose", [False, True])
def test_the_lobby_does_not_go_through_all_who_ever_passed_by(days: Days, whose: bool) -> None:
    who = days.floor.accounts.visitor() if whose else None
    lobby = select(game_tables).where(game_tables.c.state == "open", listed(who))
    written = lobby.compile(days.floor.db.engine, compile_kwargs={"literal_binds": True})
    with days.floor.db.read() as conn:
        plan = [row[-1] for row in conn.execute(text(f"EXPLAIN QUERY PLAN {written}"))]
    assert any(step.startswith("SEARCH accounts USING INTEGER PRIMARY KEY") for step in plan), plan
    assert not any(step.startswith("SCAN") for step in plan), plan


def test_the_latest_rounds_are_found_without_reading_all_that_ever_were(
    days: Days, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    execute = Connection.execute

    def noted(conn: Connection, statement: Any, *more: Any) -> Any:
        asked.append(statement)
        return execute(conn, statement, *more)

    monkeypatch.setattr(Connection, "execute", noted)
    days.floor.history.rounds(states=["finished", "void"])
    monkeypatch.undo()
    written = asked[-1].compile(days.floor.db.engine, compile_kwargs={"literal_binds": True})
    with days.floor.db.read() as conn:
        plan = [row[-1] for row in conn.execute(text(f"EXPLAIN QUERY PLAN {written}"))]
    assert any("USING INDEX ix_rounds_opened" in step for step in plan), plan
    assert not any("TEMP B-TREE" in step for step in plan), plan


def test_a_visit_is_an_evening_long(days: Days, monkeypatch: pytest.MonkeyPatch) -> None:
    who, floor = days.floor.accounts.visitor(), days.floor
    table = floor.visits.play(who, "bola", "extremadura")
    floor.rounds.open_round(table, floor.accounts.automatic(), "open")
    monkeypatch.setattr("tapete.floor.rounds.VISIT_ACTS", floor.rounds.look(table, who).position.n)
    floor.rounds.act(table, who, Act("stake", "rojo", 500), "one")
    with pytest.raises(IllegalAction, match="too much has been done"):
        floor.rounds.act(table, who, Act("stake", "rojo", 500), "two")
    monkeypatch.setattr("tapete.floor.rounds.VISIT_ROUNDS", 0)
    with pytest.raises(IllegalAction, match="has had 0 rounds"):
        floor.rounds.act(table, who, Act("stake", "rojo", 500), "three")
    floor.tables.leave_table(who, table, "leave")


def test_a_visit_writes_no_more_than_an_evening_s_worth_whatever_it_does(
    days: Days, monkeypatch: pytest.MonkeyPatch
) -> None:
    who, floor = days.floor.accounts.visitor(), days.floor
    table = floor.visits.play(who, "bola", "extremadura")
    monkeypatch.setattr("tapete.floor.desk.VISIT_CHANGES", floor.rounds.look(table, who).position.change + 1)
    floor.seats.bring(who, table, "a" * 64, "one")
    with pytest.raises(IllegalAction, match="too much has been done at this table"):
        floor.seats.bring(who, table, "b" * 64, "two")
    with pytest.raises(IllegalAction, match="too much has been done at this table"):
        floor.tables.run_by_itself(who, table, 9, "three")
    floor.tables.leave_table(who, table, "leave")


def test_a_visitor_opens_no_more_tables_by_a_form_than_at_the_door(tmp_path: Path) -> None:
    with Floor(f"sqlite:///{tmp_path}/visits.db") as floor:
        client = TestClient(create_app(floor, WebSettings(visits=3)))
        token = client.post("/api/v1/play/bola/extremadura").json()["token"]
        bearer = {"authorization": f"Bearer {token}"}
        new = {"game": "bola", "region": "extremadura", "practice": True}
        answers = []
        for key in range(3):
            answer = client.post("/api/v1/tables", json=new, headers=bearer)
            answers.append(answer.status_code)
            if answer.status_code == 201:
                closing = f"/api/v1/tables/{answer.json()['id']}/close"
                assert client.post(closing, headers={**bearer, "idempotency-key": str(key)}).status_code == 200
        assert answers == [201, 201, 429]


def test_a_visitor_who_plays_on_is_not_swept(days: Days) -> None:
    who = days.floor.accounts.visitor()
    table = days.floor.visits.play(who, "bola", "extremadura")
    days.now += 2 * KEPT
    assert days.floor.sweeping.sweep() == 0
    assert days.floor.rounds.look(table, who).me == who.name


# Names of another table of confusables


def test_names_look_as_they_do_by_today_s_table_and_both_of_two_alike_stay(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """As if an earlier release had told `mama` from its Cyrillic twin, and had kept the capitals of a third name."""
    url = f"sqlite:///{tmp_path}/casa.db"
    with Floor(url) as floor:
        people = [floor.accounts.create(name, "player") for name in ("mama", "eva", "Luis")]
        given = {"mama": "mama", "eva": "мама", "Luis": "Luls"}
        with floor.db.write() as conn:
            for old, name in (("eva", "мама"), ("Luis", "Luis")):
                values = {"name": name, "skeleton": given[old]}
                conn.execute(update(accounts).where(accounts.c.name == old).values(values))
    with caplog.at_level(logging.WARNING, "tapete.floor"), Floor(url) as floor:
        assert [record.getMessage() for record in caplog.records] == [
            "the names 'mama' and 'мама' look alike: both stay, and nobody else can have one"
        ]
        for name in ("мaма", "MAMA", "luis"):
            with pytest.raises(TapeteError):
                floor.accounts.create(name, "player")
        twin = floor.accounts.account("мама")
        assert [(act.what, act.detail) for act in floor.accounts.acts(twin, twin)][:1] == [("looks like", "mama")]
        assert floor.accounts.account("mama").id == people[0].id
    caplog.clear()
    with caplog.at_level(logging.WARNING, "tapete.floor"), Floor(url) as floor, floor.db.read() as conn:
        kept = {row.name: row.skeleton for row in conn.execute(select(accounts.c.name, accounts.c.skeleton))}
    assert caplog.records == []
    assert kept == {"mama": "mama", "мама": f"mama##{twin.id}", "Luis": skeleton("Luis")}
