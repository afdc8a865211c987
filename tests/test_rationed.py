"""Open banks at two cloths: one table of the house at once, and two sessions a day that the dinner hour separates."""

import random
import threading
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tapete.audit.table import TableFile, check_written, parse
from tapete.engine.requests import Act
from tapete.engine.round import Round
from tapete.engine.window import Window
from tapete.errors import IllegalAction, TapeteError
from tapete.floor.rationed import casino_day
from tapete.floor.roles import Forbidden
from tapete.floor.session import HOUR
from tapete.games.bacara_dos_panos.play import Carry
from tests import robot
from tests.casino import Casino
from tests.forging import Data, forged, found
from tests.helpers import close, company, sit
from tests.test_session import EX, GA, PV, House

NAME = "bacara-dos-panos"
OPEN, LIMITED = {"modalidad": "libre"}, {"modalidad": "limitada"}
ARTICLES = {EX: "2.1.B.5.10", PV: "09.V.2§2"}
OVER = "Se han jugado las tallas de la sesión."
SIX_IN_THE_EVENING = 1_779_991_200_000  # 28 May 2026, 18:00


class Evening(House):
    """A house in which banks are opened, begun and closed, hour by hour."""

    region = EX

    def at(self, hour: float) -> None:
        """So many hours into 28 May 2026."""
        self.now = SIX_IN_THE_EVENING + int((hour - 18) * HOUR)

    def bank(self, options: dict[str, str] = OPEN, *, coup: bool = True, region: str = "") -> str:
        """Opens a table, and begins a coup there."""
        table = self.table(NAME, region or self.region, options=options)
        if coup:
            file = TableFile.model_validate({"game": NAME, "region": region or self.region, "minimum": "5"})
            for name in company(file.rules, 100_000):
                self.floor.seats.seat(self.who(name), table, 100_000, self.key())
            self.floor.rounds.open_round(table, self.who("carla"), self.key())
        return table

    def close(self, table: str) -> None:
        """Everybody leaves, and the table is closed."""
        for seat in self.floor.tables.lobby():
            for name in seat.players if seat.table.public_id == table else ():
                self.floor.seats.stand_up(self.who(name), table, self.key())
        self.floor.tables.close_table(self.who("dora"), table, self.key())

    def dinner(self) -> None:
        self.floor.rationed.dinner(self.who("dora"), self.key())

    def refused(self, why: str) -> None:
        """An open bank is refused with the article."""
        with pytest.raises(IllegalAction, match=why) as error:
            self.bank()
        assert error.value.article == ARTICLES[self.region]


@pytest.fixture(params=[EX, PV])
def house(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Evening]:
    found = Evening(f"sqlite:///{tmp_path}/casino.db")
    found.region = request.param
    people = dict.fromkeys(("ana", "luis", "eva", "teo", "sol", "pau", "noa"), "player")
    for name, role in {"dora": "director", "iker": "inspector", "carla": "croupier", **people}.items():
        found.floor.accounts.create(name, role)
    found.at(18)
    yield found
    found.floor.close()


def test_ex_2_1_b_5_10_and_pv_09_v_2_2_a_second_open_bank_waits_until_the_first_is_closed(house: Evening) -> None:
    first = house.bank(coup=False)
    house.bank(LIMITED)
    house.refused(f"no more tables of banca-libre may be open at once: close {NAME} first")
    house.close(first)
    house.bank(coup=False)


def test_ex_2_1_b_5_10_and_pv_09_v_2_2_two_sessions_a_day_with_the_dinner_hour_between(house: Evening) -> None:
    house.begin(house.region, 10)
    afternoon = house.bank()
    house.at(20)
    house.close(afternoon)
    house.refused("the dinner hour comes between two sessions .* since bacara-dos-panos closed")
    house.at(21)
    house.dinner()
    house.at(22)
    night = house.bank()
    house.at(25)  # past midnight it is the same evening
    house.close(night)
    house.refused("no more sessions of banca-libre may be held on this day: there have been 2")
    house.bank(LIMITED)


def test_ex_2_1_b_5_10_and_pv_09_v_2_2_a_dinner_hour_during_the_first_session_separates_nothing(house: Evening) -> None:
    house.begin(house.region, 10)
    first = house.bank()
    house.at(21)
    house.dinner()
    house.at(22)
    house.close(first)
    house.refused("the dinner hour comes between")


def test_a_table_at_which_no_coup_was_begun_was_no_session(house: Evening) -> None:
    for _ in range(3):
        house.close(house.bank(coup=False))
    house.close(house.bank())
    house.refused("the dinner hour comes between")


def test_another_day_has_its_own_sessions(house: Evening) -> None:
    house.begin(house.region, 10)
    house.close(house.bank())
    house.dinner()
    house.at(26)
    house.close(house.bank())
    house.refused("no more sessions")
    house.at(27)
    house.floor.sessions.end(house.who("dora"), house.key())
    house.at(18 + 24)
    house.close(house.bank())
    house.refused("the dinner hour comes between")


def test_an_evening_belongs_to_the_day_on_which_its_session_began(house: Evening) -> None:
    def day(hour: float) -> date:
        house.at(hour)
        with house.floor.db.read() as conn:
            return casino_day(conn, house.now)

    assert [day(18), day(25)] == [date(2026, 5, 28), date(2026, 5, 29)]
    house.at(18)
    house.begin(house.region, 12)
    assert [day(17), day(18), day(25), day(41), day(43)] == [
        *(date(2026, 5, 28), date(2026, 5, 28), date(2026, 5, 28), date(2026, 5, 28)),
        date(2026, 5, 29),  # nobody ended the session, and a day has gone by
    ]
    house.at(26)
    house.floor.sessions.end(house.who("dora"), house.key())
    assert [day(25), day(27)] == [date(2026, 5, 28), date(2026, 5, 29)]


def test_practice_is_no_session_of_the_casino_s(house: Evening) -> None:
    file = TableFile.model_validate({"game": NAME, "region": house.region, "minimum": "5", "options": OPEN})
    house.bank()
    for _ in range(2):
        house.floor.tables.open_table(house.who("ana"), file, practice=True)


def test_a_table_stays_with_an_open_bank_or_without(house: Evening) -> None:
    def change(table: str, options: dict[str, str], **more: Any) -> None:
        given = {"game": NAME, "region": house.region, "minimum": "5", "options": options, **more}
        file = TableFile.model_validate(given)
        house.floor.tables.change_table(house.who("dora"), table, file, house.key())

    limited, open_ = house.bank(LIMITED, coup=False), house.bank(OPEN, coup=False)
    for table, other in ((limited, OPEN), (open_, LIMITED)):
        with pytest.raises(IllegalAction, match="opened with banca-libre or without") as error:
            change(table, other)
        assert error.value.article == ARTICLES[house.region]
    change(open_, {**OPEN, "tallas": "2"})
    change(limited, {**LIMITED, "tallas": "2"})


def test_the_director_says_when_it_is_the_dinner_hour_where_something_waits_for_it(house: Evening) -> None:
    with pytest.raises(IllegalAction, match="no session is open"):
        house.dinner()
    house.begin(GA)
    with pytest.raises(IllegalAction, match="nothing waits for the dinner hour"):
        house.dinner()
    house.floor.sessions.end(house.who("dora"), house.key())
    house.begin(house.region)
    with pytest.raises(Forbidden, match="say that the dinner hour has come"):
        house.floor.rationed.dinner(house.who("iker"), house.key())
    key = house.key()
    for _ in range(2):
        house.floor.rationed.dinner(house.who("dora"), key)
    session = house.floor.sessions.now()
    assert session is not None
    assert [(line.what, line.by) for line in session.lines[1:]] == [("dinner", "dora")]


def test_of_two_who_open_one_at_the_same_moment_one_does(house: Evening) -> None:
    refused: list[TapeteError] = []

    def opened() -> None:
        try:
            house.bank(coup=False)
        except TapeteError as error:
            refused.append(error)

    threads = [threading.Thread(target=opened) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 5
    assert len(house.floor.tables.lobby()) == 1


@pytest.mark.parametrize(("region", "article"), ARTICLES.items())
def test_ex_2_1_b_5_10_and_pv_09_v_2_2_a_file_may_have_two_sessions_a_day(region: str, article: str) -> None:
    def wrong(**more: Any) -> list[tuple[str, str, str, str]]:
        found = check_written(parse({"game": NAME, "region": region, "minimum": 5, **more}, "a table"))
        return [(where, cited, str(what), str(right)) for where, cited, what, right in found if where == "sessions"]

    said = "2 at most, with the dinner hour between them"
    assert wrong(options=OPEN, sessions=2) == []
    assert wrong(options=OPEN, sessions=3) == [("sessions", article, "3 sessions a day", said)]
    assert wrong(options=LIMITED, sessions=3) == []
    with pytest.raises(TapeteError, match="sessions"):
        wrong(sessions=0)


# What is played


@pytest.fixture(scope="module")
def played() -> list[Round]:
    """An open bank of Ana's against which Luis stakes five euros in every coup, until no more is played."""
    people = dict.fromkeys(("ana", "luis", "eva", "teo", "ivo"), 10**7)
    session = sit(NAME, EX, chips=people, options={**OPEN, "tallas": "100"}, physical=False)
    rounds: list[Round] = []
    while not rounds or OVER not in rounds[-1].said():
        rounds.append(session.open())
        if len(rounds) == 1:
            rounds[0].act("ana", Act("bid", "", 100_000))
        one_coup(rounds[-1])
    return rounds


def one_coup(table: Round) -> None:
    """Ana goes on and Luis stakes; what else is asked is answered by a robot."""
    staked, source = False, random.Random(1)
    while not table.finished:
        pending = table.pending
        window = pending if isinstance(pending, Window) else None
        may = (
            {option.do for who in (*table.header.players, "croupier") for option in window.open(who)}
            if window
            else set()
        )
        if "go-on" in may:
            table.act("ana", Act("go-on"))
        elif "stake" in may and not staked:
            table.act("luis", Act("stake", "segundo", 500))
            staked = True
        elif "close" in may:
            close(table)
        else:
            robot.step(source, table)


def test_ex_2_1_b_5_10_a_table_has_played_all_that_it_may_after_two_shoes(played: list[Round]) -> None:
    counted = [(table.header.carry.get("shoes", 0), over(table)) for table in played]
    assert [count for count, _ in counted] == sorted(count for count, _ in counted)
    assert {count for count, _ in counted} == {0, 1, 2}
    assert [count for count, is_over in counted if is_over] == [2]


def over(table: Round) -> bool:
    """Whether the coup before a round was the last."""
    return msgspec.convert(table.header.carry, Carry).over(table.rules, table.header.settings)


def test_ex_2_1_b_5_10_a_log_is_audited_for_the_shoes_of_its_session(played: list[Round]) -> None:
    """A header that tells of one shoe lies of what was handed on: two were dealt, and so nothing more is played."""
    assert found(forged(played, lambda _: None)) == []

    def one_less(rounds: list[list[Data]]) -> None:
        rounds[-1][0]["carry"]["shoes"] = 1

    ((_, _, what, right),) = found(forged(played, one_less))
    assert "'shoes': 1" in what
    assert "'shoes': 2" in right


@pytest.mark.parametrize("over", [True, False])
def test_pv_art_2_funcionamiento_de_las_mesas_de_juego_1_1_a_table_that_has_played_all_it_may_is_closed(
    house: Evening, monkeypatch: pytest.MonkeyPatch, over: bool
) -> None:
    monkeypatch.setattr(Carry, "over", lambda *_: over)
    house.begin(house.region)
    table = house.bank()

    def close_it() -> None:
        house.floor.tables.close_table(house.who("dora"), table, house.key())

    if over or house.region == EX:
        close_it()
        return
    with pytest.raises(IllegalAction, match="somebody plays here"):
        close_it()


# Pages


def test_the_form_of_a_table_says_how_many_open_banks_there_may_be(casino: Casino) -> None:
    casino.client.cookies.set("tapete", casino.tokens["dora"])
    page = casino.get("dora", f"/tables/new?game={NAME}&region={EX}").text
    assert "mesas a la vez, 1; sesiones al día, con la hora de la cena entre ellas, 2" in page
    assert "cena" not in casino.get("dora", f"/tables/new?game=chemin-de-fer&region={EX}").text


def test_the_session_s_page_has_the_dinner_hour_where_something_waits_for_it(casino: Casino) -> None:
    floor, dora = casino.floor, casino.people["dora"]
    casino.client.cookies.set("tapete", casino.tokens["dora"])
    for region, waits in ((EX, True), (PV, True), (GA, False)):
        floor.sessions.open(dora, region, 8 * HOUR, casino.key())
        assert ("Ha llegado la hora de la cena" in casino.get("dora", "/casino").text) == waits
        assert casino.post("dora", "/api/v1/casino/acts/dinner", {}).status_code == (200 if waits else 409)
        assert ("dora dice que ha llegado la hora de la cena" in casino.get("dora", "/casino").text) == waits
        floor.sessions.end(dora, casino.key())


def test_the_session_s_page_says_of_two_open_banks_that_were_there_already(casino: Casino) -> None:
    casino.floor.tables.before_opening.clear()
    casino.floor.sessions.open(casino.people["dora"], EX, 8 * HOUR, casino.key())
    for _ in range(2):
        casino.table(NAME, EX, options=OPEN)
    casino.client.cookies.set("tapete", casino.tokens["dora"])
    page = casino.get("dora", "/casino")
    assert page.status_code == 200
    assert "<strong>Demasiadas mesas</strong>: 2 mesas; debe ser 1 como máximo de banca libre" in page.text
