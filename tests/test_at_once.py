"""What several do at the same moment is done once: chips leave once, a second name is one, nobody is left without."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tapete.audit.table import TableFile
from tapete.engine.requests import Act
from tapete.errors import TapeteError
from tapete.floor.roles import Account, Forbidden
from tests import torneo
from tests.casino import Casino
from tests.test_floor import KINDS, database
from tests.test_jackpots import PROGRESSIVE, ROYAL, dealt, poker, stands, turned

BOLA = {"game": "bola", "region": "extremadura", "minimum": "5", "float": "5000"}


def at_once(*calls: Callable[[], Any]) -> list[TapeteError]:
    """Does all of it at one moment: those that were refused, all but one."""
    found = together(*calls)
    assert len(found) == len(calls) - 1
    return found


def together(*calls: Callable[[], Any]) -> list[TapeteError]:
    """Does all of it at one moment: those that were refused."""
    gate = threading.Barrier(len(calls))

    def one(call: Callable[[], Any]) -> TapeteError | None:
        gate.wait()
        try:
            call()
        except TapeteError as error:
            return error
        return None

    with ThreadPoolExecutor(len(calls)) as pool:
        return [error for error in pool.map(one, calls) if error is not None]


class Everybody:
    """A casino with two directors and two inspectors, who all do the same."""

    def __init__(self, folder: Path, url: str) -> None:
        self.casino = Casino(folder, url=url)
        self.floor, create = self.casino.floor, self.casino.floor.accounts.create
        self.people = {**self.casino.people, "dina": create("dina", "director"), "iris": create("iris", "inspector")}

    def all(self, do: Callable[[Account, str], Any], *names: str) -> list[TapeteError]:
        """Some do something at once, each with a key of their own."""
        return at_once(*(lambda who=name: do(self.people[who], self.casino.key()) for name in names))


@pytest.fixture(params=KINDS)
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Everybody]:
    with database(request.param, tmp_path) as url:
        found = Everybody(tmp_path, url)
        yield found
        found.casino.close()


def played(house: Everybody) -> str:
    """A physical table with a round that Ana has lost."""
    floor, key, people = house.floor, house.casino.key, house.people
    table = floor.tables.open_table(people["dora"], TableFile.model_validate(BOLA), physical=True).public_id
    floor.seats.seat(people["ana"], table, 100_000, key())
    floor.rounds.open_round(table, people["carla"], key())
    floor.rounds.act(table, people["ana"], Act("stake", "rojo", 500), key())
    floor.rounds.act(table, people["carla"], Act("close"), key())
    floor.rounds.fell(table, people["carla"], "2", key())
    return table


def test_at_a_table_chips_leave_once_and_a_second_name_is_one(house: Everybody) -> None:
    floor, iker, table = house.floor, house.people["iker"], played(house)
    floor.rounds.void(table, iker, "the plate was tilted", house.casino.key())
    house.all(lambda who, key: floor.rounds.agree(table, who, key), "dora", "dina", "iris")
    for number, (kind, verdicts) in enumerate({"fill": ("signed",), "credit": ("signed", "refused")}.items(), 1):
        floor.documents.write(iker, table, kind, {500: 100}, house.casino.key())
        for_each = {"dora": verdicts[0], "dina": verdicts[-1], "carla": verdicts[0]}

        def sign(who: Account, key: str, number: int = number, said: dict[str, str] = for_each) -> None:
            floor.documents.sign(who, table, number, said[who.name], key)

        house.all(sign, *for_each)
    house.all(lambda who, key: floor.seats.stand_up(who, table, key), "ana", "ana", "ana")
    house.all(lambda who, key: floor.tables.close_table(who, table, key), "dora", "dina", "dora")
    assert floor.books.check() == []
    assert sum(floor.desk.read(table, lambda found: found.places()).values()) == 0


@pytest.mark.parametrize("region", PROGRESSIVE)
def test_ex_1_12_7_c_1_ga_art_8_b_2_as_a_5_b_3_and_pv_11_vi_1_2_a_progressive_is_won_once_at_two_tables_at_one_moment(
    house: Everybody, region: str
) -> None:
    """Of four stakes of 2.50 the royal flush that is turned first takes all, and the other of what is left, nothing."""
    casino, floor = house.casino, house.floor
    tables = [poker(casino, region) for _ in range(2)]
    left = {table: dealt(casino, table, region) for table in tables}
    before = {table: floor.books.balances(table).get("chips/ana", 0) for table in tables}
    assert stands(casino) == 4 * 250
    assert together(*(partial(turned, casino, table, left[table], ROYAL) for table in tables)) == []
    won = [floor.books.balances(table)["chips/ana"] - before[table] for table in tables]
    assert (stands(casino), max(won) - min(won)) == (0, 4 * 250)
    assert [sum(floor.desk.read(table, lambda found: found.places()).values()) for table in tables] == [0, 0]
    assert floor.books.check() == []


def test_47_1_the_last_plaques_of_the_cage_go_to_one_table_or_out_of_service(house: Everybody) -> None:
    """Ten of 100: filled into three tables and withdrawn at one moment, they are there once."""
    floor, key, people = house.floor, house.casino.key, house.people
    stock = floor.cage.write(people["iker"], "stock", {10_000: 10, 500: 1}, key())
    floor.cage.sign(people["dora"], stock, "signed", key())
    bare = TableFile.model_validate({name: value for name, value in BOLA.items() if name != "float"})
    tables = [floor.tables.open_table(people["dora"], bare, physical=True).public_id for _ in range(3)]
    for table in tables:
        floor.documents.write(people["iker"], table, "fill", {10_000: 10}, key())
    gone = floor.cage.write(people["iker"], "withdraw", {10_000: 10}, key())
    at_once(
        *(partial(floor.documents.sign, people["dora"], table, 1, "signed", key()) for table in tables),
        partial(floor.cage.sign, people["dina"], gone, "signed", key()),
    )
    value = floor.cage.read().values.get(10_000)
    assert value is None or value.service == value.tables == 10


def test_in_the_cage_no_more_is_withdrawn_than_there_is(house: Everybody) -> None:
    cage, orphans, key, iker = house.floor.cage, house.floor.orphans, house.casino.key, house.people["iker"]
    cage.write(iker, "stock", {500: 1000}, key())
    house.all(lambda who, key: cage.sign(who, 1, "signed", key), "dora", "dina", "carla")
    numbers = [cage.write(iker, "withdraw", {500: 600}, key()) for _ in range(2)]
    at_once(*(lambda n=n: cage.sign(house.people["dora"], n, "signed", key()) for n in numbers))
    assert cage.read().service == 400 * 500
    orphans.enter(house.people["carla"], 500, "under the table", "", key())
    house.all(lambda who, key: orphans.end(who, 1, "returned", "Ana", "a card", key), "dora", "dina", "iker")


def test_a_key_of_something_else_does_not_pass_for_it(house: Everybody) -> None:
    """Whoever sends other words with a key that was used is told so: they would have thought it done."""
    floor, iker, carla = house.floor, house.people["iker"], house.people["carla"]
    rule = floor.conduct.offences("", "extremadura")[0].rule
    floor.sessions.open(house.people["dora"], "extremadura", 3_600_000, house.casino.key())
    tables = [played(house) for _ in range(2)]
    floor.orphans.enter(carla, 500, "under the table", "", house.casino.key())
    place, receive, enter = floor.sessions.place, floor.stores.receive, floor.cage.write
    end, record, note = floor.orphans.end, floor.conduct.open, floor.conduct.decide
    sent: dict[str, list[Callable[..., Any]]] = {
        "sector": [partial(place, iker, table, "A") for table in tables],
        "stock": [partial(receive, iker, kind, "1") for kind in ("cards", "dice")],
        "cage": [partial(enter, iker, "stock", {500: 10}, why=why) for why in ("new", "old")],
        "orphan": [partial(end, iker, 1, "returned", name, "a card") for name in ("Ana", "Eva")],
        "case": [partial(record, iker, "Z", rule, words, region="extremadura") for words in ("a", "b")],
        "note": [partial(note, iker, 1, "note", words) for words in ("a", "b")],
    }
    for what, (first, other) in sent.items():
        first(key=what)
        first(key=what)
        with pytest.raises(Forbidden, match="was used for another command"):
            other(key=what)


def test_a_link_opens_one_account(house: Everybody) -> None:
    accounts = house.floor.accounts
    link = accounts.invite(house.people["dora"], "director")
    at_once(*(lambda name=name: accounts.follow_link(link, name) for name in ("uno", "dos", "tres")))


def test_two_directors_do_not_send_each_other_away(house: Everybody) -> None:
    """Nobody would have been left who could let anybody in."""
    accounts, dora, dina = house.floor.accounts, house.people["dora"], house.people["dina"]
    refused = at_once(lambda: accounts.deactivate(dora, dina), lambda: accounts.deactivate(dina, dora))
    assert str(refused[0]) in ("dora was deactivated", "dina was deactivated")
    assert len(accounts.inactive(house.people["iker"])) == 1


def test_who_was_a_director_a_moment_ago_directs_no_more(house: Everybody) -> None:
    """A request that was let in before finds out when it writes."""
    accounts, dora, dina = house.floor.accounts, house.people["dora"], house.people["dina"]
    accounts.change_role(dora, dina, "player")
    for do in (accounts.deactivate, accounts.reset_password):
        with pytest.raises(Forbidden):
            do(dina, house.people["carla"])


@pytest.mark.parametrize("kind", KINDS)
def test_a_tournament_pays_a_prize_and_gives_a_fee_back_once(tmp_path: Path, kind: str) -> None:
    with database(kind, tmp_path) as url:
        paid_once(torneo.House(url))


def paid_once(house: torneo.House) -> None:
    office, director = house.floor.tournaments, house.director
    called_off = house.announced(2, torneo.bases())
    at_once(*(lambda: office.cancel(director, called_off.public_id) for _ in range(3)))
    held = office.announce(director, torneo.bases())
    for name in ("p000", "p001"):
        house.register(held, name)
    at_once(*(lambda: house.floor.running.start(director, held.public_id) for _ in range(2)))
    while house.sheet(held).tournament.state != "finished":
        house.wave(held)
    number = next(entry.number for entry in house.sheet(held).entries if entry.won)
    at_once(*(lambda: office.pay(director, held.public_id, number) for _ in range(3)))
    kinds = [line.kind for line in house.sheet(held).paid]
    assert (kinds.count("prize"), [line.kind for line in house.sheet(called_off).paid].count("refund")) == (1, 2)
    house.floor.close()
