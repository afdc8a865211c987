"""The floor on SQLite and, where TAPETE_TEST_POSTGRES holds a server's URL, on PostgreSQL."""

import asyncio
import itertools
import json
import os
import random
import secrets
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, func, insert, make_url, select, text, update
from sqlalchemy.exc import DatabaseError, IntegrityError
from sqlalchemy.exc import TimeoutError as NoConnection

from tapete.audit.log import audit
from tapete.audit.table import TableFile
from tapete.engine.places import ROLES
from tapete.engine.requests import Act, Chance
from tapete.engine.round import Round
from tapete.engine.window import Window
from tapete.errors import IllegalAction, TapeteError, UnknownError
from tapete.floor import Floor
from tapete.floor.accounts import HOUR
from tapete.floor.lawful import Illegal
from tapete.floor.roles import Account, Forbidden
from tapete.floor.schema import attempts, commands, entries, ledger, links, metadata, rounds, sessions
from tapete.floor.standing import Position
from tapete.games import game
from tests import PATIENCE
from tests.database import fresh
from tests.helpers import EVERYWHERE
from tests.robot import amount

POSTGRES = os.environ.get("TAPETE_TEST_POSTGRES", "")
KINDS = ["sqlite", "postgresql"]


@contextmanager
def database(kind: str, folder: Path) -> Iterator[str]:
    """The URL of an empty database that goes when it is done with."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'floor.db'}"
        return
    if not POSTGRES:
        pytest.skip("no PostgreSQL: let TAPETE_TEST_POSTGRES hold the URL of a server, as .ci/run does")
    server = make_url(POSTGRES).set(drivername="postgresql+psycopg")
    name = f"tapete_test_{secrets.token_hex(6)}"
    engine = create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as conn:
        conn.execute(text(f"CREATE DATABASE {name}"))
        yield server.set(database=name).render_as_string(hide_password=False)
        conn.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    engine.dispose()


class Casino:
    """A floor with a director, a croupier, an inspector, a regulator and two players, and a clock set by hand."""

    def __init__(self, url: str) -> None:
        self.time = 1_000_000
        self.floor = fresh(url, clock=lambda: self.time)
        create = self.floor.accounts.create
        self.director = create("dora", "director")
        self.inspector = create("ines", "inspector", by=self.director)
        self.croupier = create("carlos", "croupier", by=self.director)
        self.regulator = create("rita", "regulator", by=self.director)
        self.ana = create("ana", "player", by=self.director)
        self.luis = create("luis", "player", by=self.director)
        self._keys = itertools.count()

    def key(self) -> str:
        return f"key {next(self._keys)}"

    def table(self, game: str = "bola", region: str = "extremadura", physical: bool = True, **more: Any) -> str:
        file = TableFile.model_validate({"game": game, "region": region, "minimum": "5", **more})
        return self.floor.tables.open_table(self.inspector, file, physical).public_id

    def practice(self, owner: Account, game: str = "bola", physical: bool = False) -> str:
        """A table with play chips, its owner's to run."""
        file = TableFile.model_validate({"game": game, "region": "extremadura", "minimum": "5"})
        return self.floor.tables.open_table(owner, file, physical, practice=True).public_id

    def sit(self, table: str, *people: Account, cents: int = 100_000) -> None:
        for account in people:
            self.floor.seats.seat(account, table, cents, self.key())

    def stake(self, table: str, account: Account, on: str, cents: int) -> Position:
        return self.floor.rounds.act(table, account, Act("stake", on, cents), self.key())

    def open(self, table: str) -> Position:
        return self.floor.rounds.open_round(table, self.croupier, self.key())

    def close(self, table: str) -> Position:
        return self.floor.rounds.act(table, self.croupier, Act("close"), self.key())

    def fell(self, table: str, value: str) -> Position:
        return self.floor.rounds.fell(table, self.croupier, value, self.key())

    def play(self, table: str, value: str = "2") -> None:
        """A round in which Ana stakes 10 euros on red and Luis 5 on number 7."""
        self.open(table)
        self.stake(table, self.ana, "rojo", 1000)
        self.stake(table, self.luis, "numero-entero:7", 500)
        self.close(table)
        self.fell(table, value)

    def void(self, table: str, why: str) -> Position:
        """The inspector declares a round void, and the croupier agrees."""
        self.floor.rounds.void(table, self.inspector, why, self.key())
        return self.floor.rounds.agree(table, self.croupier, self.key())

    def count(self, what: Any) -> int:
        with self.floor.db.read() as conn:
            found: int = conn.execute(select(func.count()).select_from(what)).scalar_one()
        return found


def propose(source: random.Random, table: Round | None) -> tuple[str, Act | Any] | None:
    """Something legal to do in a round, and by whom: an act, or what falls; nothing if no round is open."""
    if table is None:
        return None
    pending = table.pending
    if isinstance(pending, Chance):
        return "croupier", pending.plain(pending.read([source.randrange(size) for size in pending.sizes]))
    assert isinstance(pending, Window)
    people = [who for who in pending.actors() if who not in ROLES]
    source.shuffle(people)
    order = ["croupier", *people, *ROLES] if source.random() < 0.25 else [*people, *ROLES]
    for who in order:
        openings = [item for item in pending.open(who) if item.do != "last"]
        if openings:
            item = source.choice(openings)
            cards = source.sample(item.slots, source.randint(item.least, item.most)) if item.slots else []
            return who, Act(item.do, item.on, amount(source, item), tuple(cards))
    raise AssertionError(f"nothing is open to anybody at {pending.label}")


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with database(request.param, tmp_path) as found:
        yield found


@pytest.fixture
def casino(url: str) -> Iterator[Casino]:
    found = Casino(url)
    yield found
    assert found.floor.books.check() == []
    found.floor.close()


# The database


def test_a_fresh_database_becomes_what_the_schema_says(url: str) -> None:
    with Floor(url) as floor, floor.db.engine.connect() as conn:
        assert compare_metadata(MigrationContext.configure(conn), metadata) == []


def test_opening_again_keeps_everything(url: str) -> None:
    with Floor(url) as floor:
        made = floor.accounts.create("ana", "player")
    with Floor(url) as floor:
        assert floor.accounts.account("ana") == made


def test_two_processes_may_open_a_fresh_database_at_once(url: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        for floor in pool.map(lambda _: Floor(url), range(4)):
            floor.close()


@pytest.mark.parametrize("bad", ["nothing", "mysql://x/y", "sqlite://", "sqlite:///no/such/folder/x.db"])
def test_a_url_that_is_no_database_is_one_clear_line(bad: str) -> None:
    with pytest.raises(TapeteError) as error:
        Floor(bad)
    assert "\n" not in str(error.value)


def test_sqlite_writes_are_durable_and_foreign_keys_hold(tmp_path: Path) -> None:
    with Floor(f"sqlite:///{tmp_path / 'f.db'}") as floor, floor.db.read() as conn:
        pragmas = [
            conn.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
        assert pragmas == ["wal", 2, 1]


# Accounts


def test_the_first_start_gives_one_director_link(url: str) -> None:
    with Floor(url) as floor:
        lost, token = floor.first_director_link(), floor.first_director_link()
        assert lost is not None
        assert token is not None
        with pytest.raises(Forbidden):
            floor.accounts.follow_link(lost)
        assert floor.accounts.follow_link(token).account.role == "director"
        assert floor.first_director_link() is None
        with pytest.raises(Forbidden):
            floor.accounts.follow_link(token)


def test_passwords_open_only_their_account(casino: Casino) -> None:
    accounts = casino.floor.accounts
    made = accounts.create("eva", "player", "correct horse", "gl")
    assert accounts.check_password("eva", "correct horse") == made
    for name, password in [("eva", "wrong horse"), ("nobody", "correct horse"), ("ana", "correct horse"), ("ana", "")]:
        with pytest.raises(Forbidden, match="name or password is wrong"):
            accounts.check_password(name, password)
    with pytest.raises(TapeteError, match="8 characters"):
        accounts.create("pepe", "player", "short")


@pytest.mark.parametrize("name", ["", "a b", "a/b", "croupier", "bank", "watcher", "regulator", "ana"])
def test_names_that_cannot_be(casino: Casino, name: str) -> None:
    with pytest.raises(TapeteError):
        casino.floor.accounts.create(name, "player")


def test_a_role_that_is_none_is_refused(casino: Casino) -> None:
    with pytest.raises(TapeteError, match="unknown role"):
        casino.floor.accounts.create("eva", "king")


def test_only_the_director_makes_accounts(casino: Casino) -> None:
    with pytest.raises(Forbidden):
        casino.floor.accounts.create("eva", "player", by=casino.inspector)


def test_an_invitation_works_once_and_opens_its_table(casino: Casino) -> None:
    accounts, table = casino.floor.accounts, casino.table()
    token = accounts.invite(casino.croupier, table_id=table)
    with pytest.raises(TapeteError, match="called 'ana' already"):
        accounts.follow_link(token, name="ana")
    account, opened = accounts.follow_link(token, name="eva")
    assert (account.name, account.role, opened) == ("eva", "player", table)
    with pytest.raises(Forbidden, match="used"):
        accounts.follow_link(token, name="pepe")


def test_a_link_expires(casino: Casino) -> None:
    token = casino.floor.accounts.invite(casino.director, "croupier", "eva", lifetime=HOUR)
    casino.time += HOUR
    with pytest.raises(Forbidden, match="expired"):
        casino.floor.accounts.follow_link(token)


def test_a_link_used_by_two_at_once_lets_one_in(casino: Casino) -> None:
    token = casino.floor.accounts.invite(casino.director)

    def enter(name: str) -> bool:
        try:
            return bool(casino.floor.accounts.follow_link(token, name=name))
        except Forbidden:
            return False

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(enter, ["eva", "pepe", "pili", "juan"])) == 1


def test_who_may_invite_whom(casino: Casino) -> None:
    invite = casino.floor.accounts.invite
    for by, role in [
        (casino.ana, "player"),
        (casino.regulator, "player"),
        (casino.croupier, "croupier"),
        (casino.inspector, "director"),
        (casino.inspector, "inspector"),
    ]:
        with pytest.raises(Forbidden):
            invite(by, role)
    with pytest.raises(Forbidden):
        casino.floor.accounts.sign_in_link(casino.croupier, casino.director)
    token = casino.floor.accounts.sign_in_link(casino.croupier, casino.ana)
    assert casino.floor.accounts.follow_link(token).account == casino.ana


def test_sessions_expire_and_are_closed(casino: Casino) -> None:
    accounts = casino.floor.accounts
    first, second = accounts.open_session(casino.ana, HOUR), accounts.open_session(casino.ana, 2 * HOUR)
    assert accounts.session(first.token) == first
    assert accounts.session("nonsense") is None
    assert first.csrf != second.csrf
    casino.time += HOUR
    assert accounts.session(first.token) is None
    assert accounts.session(second.token) == second
    accounts.close_session(second.token)
    assert accounts.session(second.token) is None


def test_a_new_password_ends_the_sessions(casino: Casino) -> None:
    found = casino.floor.accounts.open_session(casino.ana)
    casino.floor.accounts.set_password(casino.ana, "another horse")
    assert casino.floor.accounts.session(found.token) is None
    assert casino.floor.accounts.check_password("ana", "another horse") == casino.ana


def test_a_password_is_changed_by_whoever_knows_it(casino: Casino) -> None:
    accounts, luis = casino.floor.accounts, casino.luis
    assert not accounts.has_password(luis)
    accounts.set_password(luis, "battery staple")
    assert accounts.has_password(luis)
    for wrong in ("", "another horse"):
        with pytest.raises(Forbidden, match="present password"):
            accounts.set_password(luis, "another horse", wrong)
    accounts.set_password(luis, "another horse", "battery staple")
    assert accounts.check_password("luis", "another horse") == luis


def test_attempts_are_counted_until_their_time_is_over(casino: Casino) -> None:
    def allowed(*whom: str) -> bool:
        return casino.floor.attempts.allowed(list(whom), 2, 60_000)

    assert [allowed("ana") for _ in range(4)] == [True, True, False, False]
    assert not allowed("ana", "luis")
    assert [allowed("luis") for _ in range(3)] == [True, True, False]
    casino.time += 59_999
    assert not allowed("ana")
    casino.time += 1
    assert allowed("ana")
    casino.floor.attempts.forget(["ana"], 60_000)
    assert casino.count(attempts) == 0
    assert [allowed("ana") for _ in range(3)] == [True, True, False]


def test_attempts_at_once_are_all_counted(casino: Casino) -> None:
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: casino.floor.attempts.allowed(["from", "as"], 5, 60_000), range(20)))
    assert sum(found) == 5


def test_tokens_are_stored_as_hashes(casino: Casino) -> None:
    token = casino.floor.accounts.open_session(casino.ana).token
    link = casino.floor.accounts.invite(casino.director)
    with casino.floor.db.read() as conn:
        stored = [*conn.execute(select(sessions.c.token)).scalars(), *conn.execute(select(links.c.token)).scalars()]
    assert not {token, link} & set(stored)


# Tables


def test_an_illegal_table_is_refused_with_its_article(casino: Casino) -> None:
    file = TableFile.model_validate(
        {"game": "ruleta-francesa", "region": "extremadura", "minimum": "5", "maximum": {"sencilla": "7"}}
    )
    with pytest.raises(Illegal, match=r"art\.") as error:
        casino.floor.tables.open_table(casino.director, file)
    assert error.value.breaches[0].where == "maximum.sencilla"
    assert casino.floor.tables.tables(None) == []


def test_who_may_open_and_close_tables(casino: Casino) -> None:
    file = TableFile.model_validate({"game": "bola", "region": "extremadura", "minimum": "5"})
    table = casino.table()
    for account in (casino.croupier, casino.ana, casino.regulator):
        with pytest.raises(Forbidden):
            casino.floor.tables.open_table(account, file)
        with pytest.raises(Forbidden):
            casino.floor.tables.close_table(account, table, casino.key())


def test_a_table_that_is_closed_cashes_everybody_out(casino: Casino) -> None:
    table = casino.table(float="2000")
    assert casino.floor.books.balances(table) == {"bank": 200_000, "cage": -200_000}
    casino.sit(table, casino.ana, casino.luis)
    casino.open(table)
    casino.floor.tables.close_table(casino.director, table, casino.key())
    assert casino.floor.books.balances(table) == {}
    assert casino.floor.tables.table(table).state == "closed"
    assert casino.floor.tables.tables() == []
    assert casino.floor.rounds.view(table)["seats"] == []
    for refused in (lambda: casino.sit(table, casino.ana), lambda: casino.open(table)):
        with pytest.raises(IllegalAction, match="closed"):
            refused()


def test_a_table_is_not_closed_while_chips_lie_on_it(casino: Casino) -> None:
    table = casino.table()
    casino.sit(table, casino.ana)
    casino.open(table)
    casino.stake(table, casino.ana, "rojo", 1000)
    with pytest.raises(IllegalAction, match="being played"):
        casino.floor.tables.close_table(casino.director, table, casino.key())
    casino.close(table)
    casino.fell(table, "1")
    assert casino.floor.books.balances(table)["cage"] == -100_000


def test_limits_change_between_rounds(casino: Casino) -> None:
    table = casino.table()
    casino.sit(table, casino.ana)
    casino.open(table)
    file = TableFile.model_validate({"game": "bola", "region": "extremadura", "minimum": "10"})
    casino.floor.tables.change_table(casino.director, table, file, casino.key())
    casino.stake(table, casino.ana, "rojo", 500)
    casino.close(table)
    casino.fell(table, "1")
    casino.open(table)
    with pytest.raises(IllegalAction):
        casino.stake(table, casino.ana, "negro", 500)
    other = TableFile.model_validate({"game": "dados", "region": "extremadura", "minimum": "10"})
    with pytest.raises(IllegalAction, match="stays bola"):
        casino.floor.tables.change_table(casino.director, table, other, casino.key())


def test_ex_1_3_5_2_a_minimum_is_raised_to_twice_the_authorised_one_and_the_maxima_stay(casino: Casino) -> None:
    table = casino.table()
    casino.sit(table, casino.ana)

    def change(minimum: str, **more: object) -> None:
        file = TableFile.model_validate({"game": "bola", "region": "extremadura", "minimum": minimum, **more})
        casino.floor.tables.change_table(casino.director, table, file, casino.key())

    with pytest.raises(Illegal, match="it must be 5 or 10"):
        change("8")
    change("10")
    settings = casino.floor.tables.table(table).settings
    assert (settings.minimum, settings.authorised) == (1000, 500)
    assert settings.maximum == {"numero-entero": 40 * 500, "sencilla": 200 * 500}
    with pytest.raises(IllegalAction, match="authorised minimum of this table is 5"):
        change("10", **{"authorised-minimum": 10})
    with pytest.raises(Illegal, match="it must be 5 or 10"):
        change("20")
    change("5")


def test_ex_1_6_6_and_ex_1_9_6_2_limits_change_within_the_authorised_band_only(casino: Casino) -> None:
    """The band's upper end stays with the table: 5 to 20 of a minimum, 5 to 50 of stakes."""
    for name, band, over in (("banca-francesa", ["5", "20"], "25"), ("reto", ["5", "50"], "10")):
        data = {"game": name, "region": "extremadura", "authorised-minimum": band}
        opened = TableFile.model_validate({**data, "minimum": "5"})
        table = casino.floor.tables.open_table(casino.director, opened, True).public_id

        def change(minimum: str, band: list[str] | None = None, table: str = table, name: str = name) -> None:
            given = {"game": name, "region": "extremadura", "minimum": minimum}
            file = TableFile.model_validate({**given, **({"authorised-minimum": band} if band else {})})
            casino.floor.tables.change_table(casino.director, table, file, casino.key())

        with pytest.raises(Illegal, match=f"to {band[1]}"):
            change(over)
        with pytest.raises(IllegalAction, match=f"band of this table ends at {band[1]}"):
            change("5", ["5", "100"])
        change("5")
        settings = casino.floor.tables.table(table).settings
        assert (settings.authorised, settings.authorised_most) == (500, 100 * int(band[1]))
        like = casino.floor.tables.open_like(casino.director, table).settings
        assert (like.authorised, like.authorised_most) == (500, 100 * int(band[1]))


def test_a_minimum_changes_only_after_the_announced_last_rounds(casino: Casino) -> None:
    table = casino.table("ruleta-americana")
    casino.sit(table, casino.ana)
    casino.open(table)
    higher = TableFile.model_validate({"game": "ruleta-americana", "region": "extremadura", "minimum": "10"})
    with pytest.raises(IllegalAction, match="last 3 rounds"):
        casino.floor.tables.change_table(casino.director, table, higher, casino.key())
    casino.floor.rounds.act(table, casino.director, Act("last"), casino.key())
    for left in (2, 1, 0):
        casino.close(table)
        casino.fell(table, "1")
        if left:
            casino.open(table)
    with pytest.raises(IllegalAction, match="new limits"):
        casino.open(table)
    casino.floor.tables.change_table(casino.director, table, higher, casino.key())
    casino.open(table)


@pytest.mark.parametrize("name", ["blackjack", "triple-blackjack"])
def test_pv_03_v_2_a_a_minimum_changes_only_after_the_last_shoe(casino: Casino, name: str) -> None:
    table = casino.table(name, "pais-vasco")
    casino.sit(table, casino.ana)
    casino.open(table)
    higher = TableFile.model_validate({"game": name, "region": "pais-vasco", "minimum": "10"})
    with pytest.raises(IllegalAction, match="last shoe") as found:
        casino.floor.tables.change_table(casino.director, table, higher, casino.key())
    assert found.value.article == "03.V.2.a"


# Seats and chips


def test_buying_in_and_cashing_out_conserve_chips(casino: Casino) -> None:
    table = casino.table()
    casino.sit(table, casino.ana, casino.luis)
    assert casino.floor.books.balances(table) == {"cage": -200_000, "chips/ana": 100_000, "chips/luis": 100_000}
    casino.play(table, "2")
    casino.floor.seats.stand_up(casino.luis, table, casino.key())
    found = casino.floor.books.balances(table)
    assert sum(found.values()) == 0
    assert "chips/luis" not in found
    # Red wins 10 euros: the bank has Luis's 5, and the cage completes it with 5.
    assert found["cage"] == -200_000 - 500 + 99_500


def test_a_buy_in_during_a_round_counts_in_the_next(casino: Casino) -> None:
    table = casino.table()
    casino.sit(table, casino.ana, cents=1000)
    casino.open(table)
    casino.floor.seats.buy_in(casino.ana, table, 5000, casino.key())
    view = casino.floor.rounds.view(table, casino.ana)
    assert view["view"]["places"]["chips/ana"] == 1000
    assert view["seats"][0]["chips"] == 6000
    with pytest.raises(IllegalAction):
        casino.stake(table, casino.ana, "rojo", 2000)
    casino.close(table)
    casino.fell(table, "1")
    casino.open(table)
    casino.stake(table, casino.ana, "rojo", 2000)


def test_who_sits_down_during_a_round_plays_the_next(casino: Casino) -> None:
    table = casino.table()
    casino.sit(table, casino.ana)
    casino.open(table)
    casino.sit(table, casino.luis)
    with pytest.raises(IllegalAction, match="next round"):
        casino.stake(table, casino.luis, "rojo", 1000)
    casino.close(table)
    casino.fell(table, "1")
    casino.open(table)
    casino.stake(table, casino.luis, "rojo", 1000)


def test_who_stands_up_during_a_round_goes_when_it_ends(casino: Casino) -> None:
    table = casino.table()
    casino.sit(table, casino.ana, casino.luis)
    casino.open(table)
    casino.stake(table, casino.luis, "numero-entero:7", 500)
    casino.floor.seats.stand_up(casino.luis, table, casino.key())
    assert casino.floor.books.balances(table)["chips/luis"] == 99_500
    casino.close(table)
    casino.fell(table, "2")
    assert "chips/luis" not in casino.floor.books.balances(table)
    assert [seat["name"] for seat in casino.floor.rounds.view(table)["seats"]] == ["ana"]
    casino.sit(table, casino.luis)
    assert [seat["name"] for seat in casino.floor.rounds.view(table)["seats"]] == ["ana", "luis"]


def test_chips_on_the_felt_stay_and_so_does_their_owner_until_they_are_lost(casino: Casino) -> None:
    table = casino.table()
    casino.sit(table, casino.ana, casino.luis)
    casino.open(table)
    casino.stake(table, casino.ana, "rojo", 1000)
    casino.close(table)
    casino.fell(table, "2")
    casino.floor.seats.stand_up(casino.ana, table, casino.key())
    assert casino.floor.books.balances(table)["felt/ana/rojo"] == 1000
    assert "chips/ana" not in casino.floor.books.balances(table)
    assert [seat["leaving"] for seat in casino.floor.rounds.view(table)["seats"]] == [True, False]
    casino.open(table)
    casino.close(table)
    casino.fell(table, "1")
    assert [seat["name"] for seat in casino.floor.rounds.view(table)["seats"]] == ["luis"]


def test_chips_come_in_whole_ones(casino: Casino) -> None:
    table = casino.table()
    for cents in (0, -500, 1025):
        with pytest.raises(IllegalAction, match="whole ones"):
            casino.sit(table, casino.ana, cents=cents)
    with pytest.raises(Forbidden, match="does not sit"):
        casino.floor.seats.buy_in(casino.ana, table, 1000, casino.key())


def test_who_may_sit_and_under_which_name(casino: Casino) -> None:
    table = casino.table()
    for account in (casino.croupier, casino.inspector, casino.regulator):
        with pytest.raises(Forbidden):
            casino.sit(table, account)
    casino.sit(table, casino.ana)
    with pytest.raises(IllegalAction, match="already"):
        casino.sit(table, casino.ana)
    for name in ("ana", "croupier", "watcher", "a/b"):
        with pytest.raises(TapeteError):
            casino.floor.seats.seat(casino.luis, table, 1000, casino.key(), name)
    casino.floor.seats.seat(casino.luis, table, 1000, casino.key(), "lucho")
    casino.open(table)
    casino.stake(table, casino.luis, "rojo", 500)
    assert casino.floor.rounds.view(table, casino.luis)["face"] == "lucho"


def test_seats_are_limited(casino: Casino) -> None:
    table = casino.table(seats=1)
    casino.sit(table, casino.ana)
    with pytest.raises(IllegalAction, match="1 seats are taken"):
        casino.sit(table, casino.luis)


# Commands


def test_the_same_command_twice_is_applied_once(casino: Casino) -> None:
    table = casino.table()
    first = casino.floor.seats.seat(casino.ana, table, 1000, "sit")
    assert casino.floor.seats.seat(casino.ana, table, 1000, "sit") == first
    casino.open(table)
    act = Act("stake", "rojo", 500)
    done = casino.floor.rounds.act(table, casino.ana, act, "stake")
    casino.close(table)
    before = casino.count(entries)
    casino.floor.desk.forget()
    assert casino.floor.rounds.act(table, casino.ana, act, "stake") == done
    assert casino.count(entries) == before
    with pytest.raises(Forbidden, match="another command"):
        casino.floor.rounds.act(table, casino.ana, Act("stake", "negro", 500), "stake")
    with pytest.raises(TapeteError, match="key"):
        casino.floor.rounds.act(table, casino.ana, act, "")


def test_keys_belong_to_accounts(casino: Casino) -> None:
    table = casino.table()
    casino.floor.seats.seat(casino.ana, table, 1000, "sit")
    casino.floor.seats.seat(casino.luis, table, 1000, "sit")
    assert casino.floor.books.balances(table)["cage"] == -2000


def test_an_illegal_act_changes_nothing(casino: Casino) -> None:
    table = casino.table()
    casino.sit(table, casino.ana)
    casino.open(table)
    before = casino.floor.feed.position(table), [casino.count(what) for what in (entries, ledger, commands)]
    for act in (Act("stake", "rojo", 1), Act("stake", "nowhere", 500), Act("undo"), Act("close")):
        with pytest.raises(IllegalAction):
            casino.floor.rounds.act(table, casino.ana, act, casino.key())
    assert before == (casino.floor.feed.position(table), [casino.count(what) for what in (entries, ledger, commands)])


def test_who_may_act_as_whom(casino: Casino) -> None:
    table, rounds = casino.table(), casino.floor.rounds
    casino.sit(table, casino.ana, casino.luis)
    for account in (casino.ana, casino.regulator):
        with pytest.raises(Forbidden):
            rounds.open_round(table, account, casino.key())
    casino.open(table)
    stake = Act("stake", "rojo", 500)
    for account, who in [
        (casino.ana, "luis"),
        (casino.ana, "croupier"),
        (casino.croupier, "ana"),
        (casino.croupier, "inspector"),
        (casino.inspector, "director"),
        (casino.regulator, ""),
        (casino.regulator, "inspector"),
        (casino.director, "ana"),
    ]:
        with pytest.raises(Forbidden):
            rounds.act(table, account, stake, casino.key(), who)
    for account in (casino.croupier, casino.ana, casino.regulator):
        with pytest.raises(Forbidden):
            rounds.void(table, account, "a slip", casino.key())
        with pytest.raises(Forbidden):
            rounds.rewind(table, account, 0, "a slip", casino.key())
    for account in (casino.ana, casino.regulator):
        with pytest.raises(Forbidden):
            rounds.report(table, account, "x", casino.key())
    with pytest.raises(UnknownError):  # who works at the table may report, if there is something of this name
        rounds.report(table, casino.croupier, "x", casino.key())
    rounds.act(table, casino.inspector, Act("close"), casino.key())
    with pytest.raises(Forbidden):
        rounds.fell(table, casino.ana, "2", casino.key())
    rounds.fell(table, casino.director, "2", casino.key())
    log = [json.loads(line) for line in casino.floor.history.transcript(table, 1, casino.director)]
    assert [entry["who"] for entry in log if entry["t"] == "in"] == ["croupier", "croupier"]


def test_a_director_may_play_and_deal_alone_for_practice(casino: Casino) -> None:
    table, rounds = casino.practice(casino.director), casino.floor.rounds
    casino.sit(table, casino.director)
    rounds.open_round(table, casino.director, casino.key())
    rounds.act(table, casino.director, Act("stake", "rojo", 500), casino.key())
    rounds.act(table, casino.director, Act("close"), casino.key())
    assert rounds.view(table, casino.director)["view"]["finished"]


def test_a_rewind_gives_the_ledger_back_what_it_took(casino: Casino) -> None:
    table = casino.table()
    casino.sit(table, casino.ana)
    casino.open(table)
    casino.stake(table, casino.ana, "rojo", 1000)
    casino.stake(table, casino.ana, "negro", 2000)
    casino.floor.rounds.rewind(table, casino.inspector, 1, "wrong square", casino.key())
    assert casino.floor.books.balances(table) == {"cage": -100_000, "chips/ana": 99_000, "felt/ana/rojo": 1000}
    casino.stake(table, casino.ana, "negro", 500)
    casino.floor.rounds.rewind(table, casino.inspector, 0, "all of it", casino.key())
    assert casino.floor.books.balances(table) == {"cage": -100_000, "chips/ana": 100_000}
    casino.floor.desk.forget()
    casino.stake(table, casino.ana, "rojo", 1000)


def test_the_seed_shown_at_the_end_is_the_one_stored_at_the_opening(casino: Casino) -> None:
    table = casino.table("dados", physical=False)
    casino.sit(table, casino.ana)
    casino.open(table)
    with casino.floor.db.read() as conn:
        stored = conn.execute(select(rounds.c.seed)).scalar_one()
    casino.stake(table, casino.ana, "win", 1000)
    casino.floor.desk.forget()
    casino.close(table)
    end = json.loads(casino.floor.history.transcript(table, 1, casino.director)[-1])
    assert (end["t"], end["seed"]) == ("end", stored)


def test_live_chance_taken_back_falls_again_as_it_fell(casino: Casino) -> None:
    """Cards dealt live, taken back and dealt again after a restart, in a round that has not ended with them."""
    table = casino.table("blackjack", physical=False)
    casino.sit(table, casino.ana)
    view: dict[str, Any] = {"finished": True}
    while view["finished"]:
        casino.open(table)
        item = next(item for item in casino.floor.rounds.view(table, casino.ana)["view"]["open"] if item["hi"])
        casino.floor.rounds.act(table, casino.ana, Act(item["do"], item["on"], item["lo"]), casino.key())
        casino.close(table)
        view = casino.floor.rounds.view(table, casino.ana)["view"]
    casino.floor.rounds.rewind(table, casino.inspector, 1, "closed too soon", casino.key())
    casino.floor.rounds.agree(table, casino.director, casino.key())
    assert casino.floor.rounds.view(table, casino.ana)["view"]["cards"] == {}
    casino.floor.desk.forget()
    casino.close(table)
    assert casino.floor.rounds.view(table, casino.ana)["view"]["cards"] == view["cards"]


def test_what_was_staked_before_the_cards_were_seen_is_staked_again_as_it_was(casino: Casino) -> None:
    """Taken back by two once cards lie: nobody may bet anew on cards that will come again."""
    table = casino.table("tripoker", physical=False)
    casino.sit(table, casino.ana)
    casino.open(table)
    act = casino.floor.rounds.act
    act(table, casino.ana, Act("stake", "ante", 500), casino.key())
    casino.close(table)
    casino.floor.rounds.rewind(table, casino.inspector, 0, "closed too soon", casino.key())
    casino.floor.rounds.agree(table, casino.director, casino.key())
    with pytest.raises(IllegalAction, match=r"what fell has been seen: first ana: .*ante"):
        act(table, casino.ana, Act("stake", "ante", 2500), casino.key())
    with pytest.raises(IllegalAction, match="what fell has been seen"):
        casino.close(table)
    act(table, casino.ana, Act("stake", "ante", 500), casino.key())
    casino.close(table)
    act(table, casino.ana, Act("choose", "retirarse"), casino.key())
    log = [line.encode() for line in casino.floor.history.transcript(table, 1, casino.director)]
    assert audit(log).breaches == []


def test_a_finished_round_is_voided_only_while_nothing_followed(casino: Casino) -> None:
    table = casino.table()
    casino.sit(table, casino.ana, casino.luis)
    casino.play(table)
    casino.void(table, "the plate was touched")
    assert casino.floor.books.balances(table) == {"cage": -200_000, "chips/ana": 100_000, "chips/luis": 100_000}
    assert casino.floor.history.rounds(table)[0].state == "void"
    casino.play(table)
    casino.floor.seats.stand_up(casino.luis, table, casino.key())
    with pytest.raises(IllegalAction, match="luis has left"):
        casino.floor.rounds.void(table, casino.inspector, "too late", casino.key())


def test_an_irregularity_is_previewed_and_reported(casino: Casino) -> None:
    table, floor, name = casino.table("ruleta-francesa"), casino.floor, "bola-fuera"
    casino.sit(table, casino.ana)
    casino.open(table)
    casino.stake(table, casino.ana, "rojo", 1000)
    casino.close(table)
    before = casino.count(entries)
    assert floor.rounds.preview(table, casino.inspector, name)
    assert casino.count(entries) == before
    floor.rounds.report(table, casino.inspector, name, casino.key())
    assert casino.count(entries) > before
    with pytest.raises(Forbidden):
        floor.rounds.preview(table, casino.ana, name)


def test_two_threads_racing_pay_once(casino: Casino) -> None:
    table = casino.table()
    casino.sit(table, casino.ana, casino.luis)
    casino.open(table)
    casino.stake(table, casino.ana, "rojo", 1000)
    casino.close(table)
    others = [Floor(casino.floor.db.url.render_as_string(hide_password=False)) for _ in range(3)]
    start = threading.Barrier(4)

    def enter(floor: Floor) -> bool:
        floor.rounds.view(table)
        start.wait()
        try:
            floor.rounds.fell(table, casino.croupier, "1", secrets.token_hex())
        except IllegalAction:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(enter, [casino.floor, *others])) == 1
    for floor in others:
        floor.close()
    assert sum(casino.floor.books.balances(table).values()) == 0


def test_one_command_sent_twice_at_once_is_applied_once(casino: Casino) -> None:
    table = casino.table()
    other = Floor(casino.floor.db.url.render_as_string(hide_password=False))
    with ThreadPoolExecutor(4) as pool:
        floors = [casino.floor, other] * 4
        done = list(pool.map(lambda floor: floor.seats.seat(casino.ana, table, 1000, "once"), floors))
    other.close()
    assert len(set(done)) == 1
    assert casino.floor.books.balances(table) == {"cage": -1000, "chips/ana": 1000}


def test_an_entry_cannot_be_written_twice(casino: Casino) -> None:
    table = casino.table()
    casino.sit(table, casino.ana)
    casino.open(table)
    with casino.floor.db.read() as conn:
        round_id = conn.execute(select(rounds.c.id)).scalar_one()
    with pytest.raises(IntegrityError), casino.floor.db.write() as conn:
        conn.execute(insert(entries).values(round_id=round_id, n=0, line="{}"))
    with pytest.raises(IntegrityError), casino.floor.db.write() as conn:
        conn.execute(insert(entries).values(round_id=round_id + 1, n=0, line="{}"))


def test_a_worker_that_is_behind_cannot_write_what_is_written(casino: Casino, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if it took its hot round for the database's, the unique (round, n) would stop it."""
    table = casino.table()
    casino.sit(table, casino.ana)
    casino.open(table)
    with Floor(casino.floor.db.url.render_as_string(hide_password=False)) as behind:
        stale = behind.desk.read(table, lambda found: found)
        behind.desk.forget()
        casino.stake(table, casino.ana, "rojo", 500)
        monkeypatch.setattr(behind.desk, "_standing", lambda *_: stale)
        before = [casino.count(what) for what in (entries, ledger, commands)]
        with pytest.raises(TapeteError, match="at the same moment"):
            behind.rounds.act(table, casino.ana, Act("stake", "negro", 500), "late")
        assert before == [casino.count(what) for what in (entries, ledger, commands)]


def test_a_command_sent_again_when_it_would_no_longer_be_legal_has_its_result(casino: Casino) -> None:
    table = casino.table()
    casino.sit(table, casino.ana)
    casino.open(table)
    done = casino.floor.rounds.act(table, casino.ana, Act("stake", "rojo", 500), "once")
    casino.close(table)
    assert casino.floor.rounds.act(table, casino.ana, Act("stake", "rojo", 500), "once") == done
    with pytest.raises(Forbidden, match="another command"):
        casino.floor.rounds.act(table, casino.ana, Act("stake", "negro", 500), "once")


def test_a_table_that_was_touched_is_read_again(casino: Casino) -> None:
    """A line that is not the one last seen stops a hot table, even with the count of changes as it was."""
    table = casino.table()
    casino.sit(table, casino.ana)
    casino.open(table)
    casino.stake(table, casino.ana, "rojo", 500)
    last = select(func.max(entries.c.n)).scalar_subquery()
    with casino.floor.db.write() as conn:
        line = conn.execute(select(entries.c.line).where(entries.c.n == last)).scalar_one()
        conn.execute(update(entries).where(entries.c.n == last).values(line=line.replace("500", "600")))
    with pytest.raises(TapeteError):
        casino.stake(table, casino.ana, "negro", 500)
    with casino.floor.db.write() as conn:
        conn.execute(update(entries).where(entries.c.n == last).values(line=line))
    casino.stake(table, casino.ana, "negro", 500)


def test_many_write_at_once_and_whoever_fails_fails_alone(casino: Casino) -> None:
    """Commands that are committed together do not share a fate: a used key is refused, the others stand."""
    tables = [casino.table() for _ in range(8)]
    for table in tables:
        casino.sit(table, casino.ana)
        casino.open(table)

    def stake(i: int) -> Position | None:
        key = f"one key for two {i // 8}" if i % 8 < 2 else f"a key for each {i}"
        try:
            return casino.floor.rounds.act(tables[i % 8], casino.ana, Act("stake", "rojo", 500), key)
        except Forbidden:
            return None

    before = casino.count(commands)
    with ThreadPoolExecutor(8) as pool:
        done = list(pool.map(stake, range(160)))
    assert done.count(None) == 20
    assert casino.count(commands) - before == 140
    staked = sum(casino.floor.books.balances(table).get("felt/ana/rojo", 0) for table in tables)
    assert staked == 140 * 500


def test_a_hot_round_behind_the_database_is_not_used(casino: Casino) -> None:
    table = casino.table()
    casino.sit(table, casino.ana)
    casino.open(table)
    with Floor(casino.floor.db.url.render_as_string(hide_password=False)) as other:
        for i, floor in enumerate([casino.floor, other] * 3):
            floor.rounds.act(table, casino.ana, Act("stake", f"numero-entero:{i + 1}", 500), f"race {i}")
        assert other.rounds.view(table, casino.ana) == casino.floor.rounds.view(table, casino.ana)
    assert casino.floor.books.balances(table)["chips/ana"] == 97_000


@pytest.mark.slow
@pytest.mark.parametrize(("game", "region"), EVERYWHERE)
def test_every_game_resumes_after_its_caches_are_dropped(tmp_path: Path, game: str, region: str) -> None:
    casino, source = Casino(f"sqlite:///{tmp_path / 'f.db'}"), random.Random(game + region)
    table = casino.table(game, region)
    casino.sit(table, casino.ana, casino.luis)
    people = {"ana": casino.ana, "luis": casino.luis}
    for _ in range(40):
        seen = casino.floor.rounds.view(table, casino.ana)
        casino.floor.desk.forget()
        assert casino.floor.rounds.view(table, casino.ana) == seen
        what = casino.floor.desk.read(table, lambda found: propose(source, found.open_round))
        if what is None:
            casino.open(table)
        elif isinstance(what[1], Act):
            casino.floor.rounds.act(table, people.get(what[0], casino.director), what[1], casino.key())
        else:
            casino.floor.rounds.fell(table, casino.croupier, what[1], casino.key())
    assert casino.floor.books.check() == []
    casino.floor.close()


def test_staff_actions_leave_a_trail(casino: Casino) -> None:
    table = casino.table()
    casino.sit(table, casino.ana, casino.luis)
    casino.play(table)
    found = [(action.account, action.what) for action in casino.floor.trail(casino.regulator, table)]
    assert found == [
        ("carlos", "fell 2"),
        ("carlos", "act  close"),
        ("carlos", "open-round"),
        ("ines", "open bola extremadura"),
    ]
    with pytest.raises(Forbidden):
        casino.floor.trail(casino.ana)


# What is seen


def test_no_view_leaks(casino: Casino) -> None:
    table = casino.table(physical=False)
    casino.sit(table, casino.ana, cents=123_450)
    casino.sit(table, casino.luis, cents=678_900)
    casino.open(table)
    with casino.floor.db.read() as conn:
        seed, header = conn.execute(
            select(rounds.c.seed, entries.c.line)
            .join(entries, entries.c.round_id == rounds.c.id)
            .where(entries.c.n == 0)
        ).one()
    salt = json.loads(header)["salt"]
    for account in (
        None,
        casino.ana,
        casino.luis,
        casino.croupier,
        casino.inspector,
        casino.director,
        casino.regulator,
    ):
        shown = json.dumps(casino.floor.rounds.view(table, account))
        assert seed not in shown
        assert salt not in shown
        staff = account is not None and account.role != "player"
        assert ("123450" in shown) == (staff or account is casino.ana)
        assert ("678900" in shown) == (staff or account is casino.luis)


def test_each_has_their_own_face(casino: Casino) -> None:
    table, rounds = casino.table(), casino.floor.rounds
    casino.sit(table, casino.ana)
    casino.open(table)
    faces = {account: rounds.look(table, account).face for account in (None, casino.ana, casino.luis, casino.croupier)}
    assert list(faces.values()) == ["watcher", "ana", "watcher", "croupier"]
    assert rounds.view(table, casino.regulator)["view"]["open"] == []
    assert "close" in [item["do"] for item in rounds.view(table, casino.director, "croupier")["view"]["open"]]
    for account, face in [
        (casino.luis, "ana"),
        (None, "inspector"),
        (casino.croupier, "ana"),
        (casino.ana, "croupier"),
    ]:
        with pytest.raises(Forbidden):
            rounds.view(table, account, face)


def test_a_view_before_the_first_round(casino: Casino) -> None:
    table = casino.table()
    found = casino.floor.rounds.view(table)
    assert (found["view"], found["round"], found["seats"]) == (None, 0, [])
    with pytest.raises(IllegalAction, match="no round is open"):
        casino.stake(table, casino.ana, "rojo", 500)
    with pytest.raises(IllegalAction, match="nobody sits"):
        casino.open(table)
    with pytest.raises(TapeteError, match="no table 'x'"):
        casino.floor.rounds.view("x")


# History


def test_history_is_filtered(casino: Casino) -> None:
    table, history = casino.table(), casino.floor.history
    casino.sit(table, casino.ana, casino.luis)
    casino.play(table)
    casino.time += HOUR
    casino.floor.seats.stand_up(casino.luis, table, casino.key())
    casino.open(table)
    assert [(played.number, played.state) for played in history.rounds(table)] == [(2, "open"), (1, "finished")]
    assert [played.number for played in history.rounds(table, player="luis")] == [1]
    assert [played.number for played in history.rounds(table, states=["open"])] == [2]
    assert [played.number for played in history.rounds(table, since=casino.time)] == [2]
    assert [played.number for played in history.rounds(table, until=casino.time)] == [1]
    assert [played.number for played in history.rounds(table, before=history.round(table, 2))] == [1]
    assert [played.number for played in history.rounds(game="dados")] == []
    most = max(json.loads(line).get("cents", 0) for line in history.transcript(table, 1, casino.regulator))
    assert [played.number for played in history.rounds(amount=most)] == [1]
    assert history.rounds(amount=most + 1) == []


def test_a_transcript_shows_players_nothing_of_others_chips(casino: Casino) -> None:
    table, history = casino.table(), casino.floor.history
    casino.sit(table, casino.ana, casino.luis)
    casino.play(table)
    whole = history.transcript(table, 1, casino.regulator)
    assert json.loads(whole[0])["balances"]["chips/luis"] == 100_000
    mine = history.transcript(table, 1, casino.ana)
    assert json.loads(mine[0])["balances"] == {"chips/ana": 100_000}
    assert json.loads(history.transcript(table, 1)[0])["balances"] == {}
    assert mine[1:] == whole[1:]
    casino.open(table)
    with pytest.raises(IllegalAction, match="still being played"):
        history.transcript(table, 2, casino.ana)
    assert history.transcript(table, 2, casino.inspector)
    with pytest.raises(TapeteError, match="no round 3"):
        history.transcript(table, 3, casino.inspector)


def test_an_open_round_shows_nobody_its_seed(casino: Casino) -> None:
    table = casino.table(physical=False)
    casino.sit(table, casino.ana)
    casino.open(table)
    with casino.floor.db.read() as conn:
        seed = conn.execute(select(rounds.c.seed)).scalar_one()
    assert len(seed) == 64
    assert seed not in "".join(casino.floor.history.transcript(table, 1, casino.director))


def test_a_round_is_replayed_step_by_step(casino: Casino) -> None:
    table, history = casino.table(), casino.floor.history
    casino.sit(table, casino.ana, casino.luis)
    casino.play(table)
    last = len(history.transcript(table, 1, casino.inspector)) - 1
    assert history.step(table, 1, 1, casino.ana).pending == "stakes"
    assert history.step(table, 1, last, casino.ana).finished
    assert "chips/luis" in history.step(table, 1, 1, casino.inspector).places
    assert "chips/luis" not in history.step(table, 1, 1, casino.inspector, "ana").places
    assert "chips/luis" not in history.step(table, 1, 1, casino.ana).places
    with pytest.raises(Forbidden):
        history.step(table, 1, 1, casino.ana, "luis")


def test_an_export_is_clean_under_audit(casino: Casino) -> None:
    table = casino.table(physical=False)
    casino.sit(table, casino.ana)
    for _ in range(3):
        casino.open(table)
        casino.stake(table, casino.ana, "rojo", 1000)
        casino.close(table)
    report = audit(casino.floor.history.export(table, casino.regulator))
    assert (report.rounds, report.breaches) == (3, [])
    with pytest.raises(Forbidden):
        list(casino.floor.history.export(table, casino.ana))


# What is kept in memory


def test_whoever_looks_at_every_table_fills_no_memory(casino: Casino, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that are kept ready are few, and who plays at one that was dropped notices nothing."""
    monkeypatch.setattr("tapete.floor.desk.MOST_HOT", 3)
    monkeypatch.setattr("tapete.floor.feed.MOST_KNOWN", 3)
    tables = [casino.table(physical=False) for _ in range(7)]
    for table in tables:
        casino.sit(table, casino.ana)
        casino.open(table)
    for table in tables:
        casino.stake(table, casino.ana, "rojo", 1000)
        casino.close(table)
        assert len(casino.floor.desk._hot) <= 3
        assert len(casino.floor.feed._latest) <= 3
    assert [casino.floor.feed.position(table).round for table in tables] == [1] * 7


def test_a_feed_outlives_whatever_a_database_says(casino: Casino, monkeypatch: pytest.MonkeyPatch) -> None:
    """A listener that ends is never started again, and streams would show nothing of what other processes do."""
    monkeypatch.setattr("tapete.floor.feed.FALLBACK_SECONDS", 0.001)
    faults = [NoConnection("none is free"), DatabaseError("SELECT", {}, Exception("malformed"))]
    heard = threading.Event()

    def listens() -> None:
        if faults:
            raise faults.pop()
        heard.set()
        casino.floor.feed._closing.set()

    for way in ("_poll", "_take_notice"):
        monkeypatch.setattr(casino.floor.feed, way, listens)
    with casino.floor.feed._lock:
        casino.floor.feed._start()
    assert heard.wait(PATIENCE)


# The books


def test_the_books_show_what_was_touched(url: str) -> None:
    casino = Casino(url)
    table = casino.table()
    casino.sit(table, casino.ana, casino.luis)
    casino.play(table)
    casino.play(table)
    assert casino.floor.books.check() == []
    with casino.floor.db.write() as conn:
        conn.execute(update(ledger).where(ledger.c.src == "chips/ana", ledger.c.round == 1).values(cents=1))
    assert any("the ledger has" in found.what for found in casino.floor.books.check())
    with casino.floor.db.write() as conn:
        conn.execute(update(entries).where(entries.c.n == 2).values(line=func.replace(entries.c.line, "1000", "2000")))
    assert any("hash" in found.what for found in casino.floor.books.check())
    casino.floor.close()


# The feed


def test_events_are_what_was_written_after_a_position(casino: Casino) -> None:
    table = casino.table()
    casino.sit(table, casino.ana)
    before = casino.open(table)
    after = casino.stake(table, casino.ana, "rojo", 500)
    found = casino.floor.feed.events(table, before)
    assert [(item.round, item.n) for item in found] == [(1, n) for n in range(before.n + 1, after.n + 1)]
    assert casino.floor.feed.events(table, after) == []
    assert casino.floor.feed.position(table) == after


async def _follow(floor: Floor, table: str, count: int, started: asyncio.Event) -> list[Position]:
    found = []
    async for position in floor.feed.follow(table):
        found.append(position)
        started.set()
        if len(found) == count:
            break
    return found


@pytest.mark.parametrize("process", ["own", "another"])
def test_followers_are_woken(casino: Casino, process: str) -> None:
    """Two hundred pages follow a table; a command here or by another worker wakes them all."""
    table = casino.table()
    casino.sit(table, casino.ana)
    writer = casino.floor if process == "own" else Floor(casino.floor.db.url.render_as_string(hide_password=False))

    async def main() -> list[list[Position]]:
        starts = [asyncio.Event() for _ in range(200)]
        pages = [asyncio.create_task(_follow(casino.floor, table, 2, start)) for start in starts]
        await asyncio.wait_for(asyncio.gather(*(start.wait() for start in starts)), PATIENCE)
        await asyncio.to_thread(writer.rounds.open_round, table, casino.croupier, "wake")
        return await asyncio.wait_for(asyncio.gather(*pages), PATIENCE)

    found = asyncio.run(main())
    if writer is not casino.floor:
        writer.close()
    assert all(positions == [Position(0, 0, 1), Position(1, 1, 2)] for positions in found)


def test_a_follower_hears_of_what_it_missed(casino: Casino) -> None:
    table = casino.table()
    casino.sit(table, casino.ana)
    casino.open(table)
    latest = casino.stake(table, casino.ana, "rojo", 500)

    async def first(after: int) -> Position:
        async for position in casino.floor.feed.follow(table, after):
            return position
        raise AssertionError

    assert asyncio.run(first(1)) == latest
    with pytest.raises(TimeoutError):
        asyncio.run(asyncio.wait_for(first(latest.change), 0.3))


def test_closing_a_table_keeps_its_jackpot_for_those_it_belongs_to(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pot of País Vasco's accumulated bet is the players', by the article that feeds it: no win of the house's.

    It lay at the table under the first procedure; since the second it is an account that outlives the table.
    """
    monkeypatch.setattr("tapete.games.blackjack.play.PLAY", game("blackjack").play.at(1))
    table = casino.table(
        "blackjack", "pais-vasco", options={"acumulada": "si", "bote": "20", "distribuidor": "automatico"}
    )
    casino.sit(table, casino.ana)
    casino.open(table)
    casino.stake(table, casino.ana, "casilla:1", 500)
    spot = next(item for item in casino.floor.rounds.look(table, casino.ana).open if item.on.startswith("acumulada"))
    casino.stake(table, casino.ana, spot.on, spot.lo)
    casino.close(table)
    for _ in range(40):
        sight = casino.floor.rounds.look(table, casino.ana)
        assert sight.view is not None
        if sight.view.finished:
            break
        if isinstance(sight.awaited, Chance):
            casino.fell(table, "10h" if sight.awaited.label.startswith("card:banca") else "9h")
        else:
            item = next(item for item in (*casino.floor.rounds.look(table, casino.director).open, *sight.open))
            by = casino.ana if item.who == "ana" else casino.director
            casino.floor.rounds.act(table, by, item.least_act, casino.key(), item.who)
    pot = casino.floor.books.balances(table)["jackpot/acumulada"]
    assert pot == spot.lo * 20 // 100
    casino.floor.tables.close_table(casino.director, table, casino.key())
    after = casino.floor.books.balances(table)
    assert after["house/jackpot/acumulada"] == pot
    assert "jackpot/acumulada" not in after
    assert sum(after.values()) == 0
    with casino.floor.db.read() as conn:
        article = conn.execute(select(ledger.c.article).where(ledger.c.dst == "house/jackpot/acumulada")).scalar_one()
    assert article == game("blackjack").rules("pais-vasco").options["bote"].article
    assert casino.floor.books.check() == []
