"""A session of the casino: hours, people on duty, tables that must be open, under key, sealed; and what is missing."""

import contextlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tapete.audit.table import TableFile
from tapete.engine.requests import Act
from tapete.errors import IllegalAction, TapeteError
from tapete.floor import Floor
from tapete.floor.roles import Account, Forbidden
from tapete.floor.session import HOUR
from tapete.games import game as game_of
from tapete.games import games
from tapete.i18n import speaking
from tapete.law.house import house as law_of_house
from tapete.web.casino import pages
from tapete.web.casino.pages import turned
from tapete.web.casino.sheets import of_session
from tests.casino import Casino
from tests.database import fresh
from tests.test_cli import run

EX, PV, GA = "extremadura", "pais-vasco", "galicia"
WORKING = "art. 2.funcionamiento-de-las-mesas-de-juego"
NOON = 1_800_000_000_000
# Games whose float the regulation of 1979 counts: 15,000 minimums of 5 euros are enough for any of them.
FLOATED = ("ruleta-francesa", "ruleta-americana", "bola", "blackjack")


class House:
    """A floor whose clock is in the test's hands, with staff of every kind."""

    def __init__(self, url: str) -> None:
        self.now, self.keys, self.url = NOON, 0, url
        self.floor = fresh(url, lambda: self.now)

    def again(self) -> None:
        """The floor is killed, and another opens the same database."""
        self.floor.close()
        self.floor = Floor(self.url, lambda: self.now)

    def key(self) -> str:
        self.keys += 1
        return f"key-{self.keys}"

    def who(self, name: str) -> Account:
        return self.floor.accounts.account(name)

    def table(self, game: str, region: str, **more: Any) -> str:
        more = {"float": "75000", **more} if game in FLOATED else more
        file = TableFile.model_validate({"game": game, "region": region, "minimum": "5", **more})
        return self.floor.tables.open_table(self.who("dora"), file, True, game).public_id

    def begin(self, region: str, hours: int = 8) -> None:
        self.floor.sessions.open(self.who("dora"), region, hours * HOUR, self.key())

    def on(self, who: str, post: str, *tables: str) -> None:
        for table in tables:
            self.floor.sessions.on(self.who("dora"), self.who(who), post, table, self.key())

    def off(self, who: str, table: str = "") -> None:
        self.floor.sessions.off(self.who("dora"), self.who(who), self.key(), table)

    def lacks(self) -> list[tuple[str, str, str]]:
        """What is missing: the table, what, and the article; the stock has tests of its own."""
        found = [(lack.table, lack.breach.where, lack.breach.article) for lack in self.floor.duty.missing()]
        return [lack for lack in found if not lack[1].startswith("stock.")]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = House(f"sqlite:///{tmp_path}/casino.db")
    roles = {"dora": "director", "iker": "inspector", "ines": "inspector", "ana": "player", "rosa": "regulator"}
    for name, role in {**roles, **dict.fromkeys(("carla", "cora", "celia"), "croupier")}.items():
        found.floor.accounts.create(name, role)
    yield found
    found.floor.close()


def test_ex_art_3_3_while_a_session_is_held_a_boule_and_a_card_table_are_missing_until_they_are_there(
    house: House,
) -> None:
    assert house.lacks() == []
    house.begin(EX)
    assert [lack[1:] for lack in house.lacks()] == [
        ("always-open.bola", "art. 3.3"),
        ("always-open.naipes", "art. 3.3"),
    ]
    bola, cards = house.table("bola", EX), house.table("blackjack", EX)
    assert house.lacks() == [
        (bola, "staff.jefe-de-mesa", "1.3.3"),
        (bola, "staff.crupier", "1.3.3"),
        (cards, "staff.jefe-de-mesa", "1.10.3"),
        (cards, "staff.crupier", "1.10.3"),
    ]
    house.on("iker", "jefe-de-mesa", bola, cards)
    house.on("carla", "crupier", bola)
    house.on("cora", "crupier", cards)
    assert house.lacks() == []
    house.off("carla")
    assert house.lacks() == [(bola, "staff.crupier", "1.3.3")]
    house.floor.sessions.off(house.who("iker"), house.who("cora"), house.key(), cards)
    house.floor.tables.close_table(house.who("dora"), cards, house.key())
    assert ("", "always-open.naipes", "art. 3.3") in house.lacks()


def test_pv_01_iii_2_a_a_chief_has_four_tables_at_most_and_all_in_one_sector(house: House) -> None:
    house.begin(PV)
    tables = [house.table("ruleta-americana", PV, float="75000") for _ in range(5)]
    for table in tables[:4]:
        house.floor.sessions.place(house.who("iker"), table, "A", house.key())
    house.on("iker", "jefe-de-mesa", *tables[:4])
    chiefs = [lack for lack in house.lacks() if lack[1] in ("sector", "tables-per-chief")]
    assert chiefs == []
    house.on("iker", "jefe-de-mesa", tables[4])
    found = [lack[1:] for lack in house.lacks() if lack[1] in ("sector", "tables-per-chief")]
    assert found.count(("sector", "01.III.2.a")) == 1
    assert len([lack for lack in found if lack[0] == "tables-per-chief"]) == 5
    house.floor.sessions.place(house.who("iker"), tables[4], "A", house.key())
    assert "sector" not in [lack[1] for lack in house.lacks()]


def test_ga_art_4_1_a_sector_has_four_tables_at_most(house: House) -> None:
    house.begin(GA)
    tables = [house.table("trijoker", GA) for _ in range(5)]
    for number, table in enumerate(tables):
        house.floor.sessions.place(house.who("iker"), table, "norte", house.key())
        house.on("iker" if number < 3 else "ines", "jefe-de-mesa", table)
    assert [lack[1:] for lack in house.lacks() if lack[1] == "sector"] == [("sector", "art. 4§1")]


def test_nobody_deals_at_two_tables_and_each_post_takes_its_role(house: House) -> None:
    with pytest.raises(IllegalAction, match="no session is open"):
        house.on("carla", "crupier", house.table("bola", EX))
    house.begin(EX)
    bola, cards = house.table("bola", EX), house.table("blackjack", EX)
    house.on("carla", "crupier", bola)
    with pytest.raises(IllegalAction, match="relieve them there first"):
        house.on("carla", "crupier", cards)
    with pytest.raises(IllegalAction, match="on duty here already"):
        house.on("carla", "crupier", bola)
    with pytest.raises(Forbidden, match="takes a director or inspector"):
        house.on("cora", "jefe-de-mesa", cards)
    with pytest.raises(Forbidden, match="takes a croupier"):
        house.on("iker", "crupier", cards)
    with pytest.raises(TapeteError, match="unknown post 'stickman'"):
        house.on("cora", "stickman", cards)
    with pytest.raises(IllegalAction, match="which is of extremadura"):
        house.on("cora", "crupier", house.table("bola", PV, float="20000"))
    with pytest.raises(Forbidden, match="put somebody on duty"):
        house.floor.sessions.on(house.who("carla"), house.who("cora"), "crupier", cards, house.key())
    with pytest.raises(IllegalAction, match="not on duty there"):
        house.off("cora")


def test_a_session_has_an_hour_to_come_and_is_one_at_a_time(house: House) -> None:
    sessions, dora = house.floor.sessions, house.who("dora")
    for lasts in (0, -HOUR, 25 * HOUR):
        with pytest.raises(TapeteError, match="within a day"):
            sessions.open(dora, EX, lasts, house.key())
    with pytest.raises(TapeteError, match="did you mean extremadura"):
        sessions.open(dora, "extremadur", HOUR, house.key())
    with pytest.raises(Forbidden, match="open a session"):
        sessions.open(house.who("iker"), EX, HOUR, house.key())
    house.begin(EX)
    with pytest.raises(IllegalAction, match="session 1 is open"):
        house.begin(EX)


def test_pv_art_2_funcionamiento_de_las_mesas_de_juego_1_1_a_table_plays_for_the_first_who_comes(house: House) -> None:
    house.begin(PV)
    table = house.table("ruleta-americana", PV, float="75000")
    assert (table, "plays", f"{WORKING}.1§1") not in house.lacks()
    house.floor.seats.seat(house.who("ana"), table, 100_000, house.key())
    assert (table, "plays", f"{WORKING}.1§1") in house.lacks()
    house.floor.rounds.open_round(table, house.who("carla"), house.key())
    assert (table, "plays", f"{WORKING}.1§1") not in house.lacks()


@pytest.mark.parametrize(
    ("region", "game", "article", "right"),
    [
        (GA, "trijoker", "art. 44.5.a", "a game for the first who comes"),
        (EX, "bola", "", "a game for the first who comes, a default (casino regulation of 1979, art. 39.2)"),
    ],
)
def test_ga_art_44_5_a_and_39_2_who_comes_is_played_for_and_the_table_may_close_where_no_text_says_otherwise(
    house: House, region: str, game: str, article: str, right: str
) -> None:
    house.begin(region)
    table = house.table(game, region)
    assert "plays" not in [lack[1] for lack in house.lacks()]
    house.floor.seats.seat(house.who("ana"), table, 100_000, house.key())
    (lack,) = (lack.breach for lack in house.floor.duty.missing() if lack.breach.where == "plays")
    told = (lack.article, str(lack.what), str(lack.right))
    assert told == (article, "one waits and nothing is played", right)
    house.floor.tables.close_table(house.who("dora"), table, house.key())


def test_pv_art_2_funcionamiento_de_las_mesas_de_juego_1_c_closing_needs_room_elsewhere_no_players_or_the_hour(
    house: House,
) -> None:
    close = house.floor.tables.close_table
    house.begin(PV)
    table = house.table("ruleta-americana", PV, float="75000")
    house.floor.seats.seat(house.who("ana"), table, 100_000, house.key())
    with pytest.raises(IllegalAction, match="the hour has not come") as refused:
        close(house.who("dora"), table, house.key())
    assert refused.value.article == f"{WORKING}.1§1"
    other = house.table("ruleta-americana", PV, float="75000")
    close(house.who("dora"), table, house.key())  # 1.c: the other has room
    house.floor.seats.seat(house.who("ana"), other, 100_000, house.key())
    house.floor.seats.stand_up(house.who("ana"), other, house.key())
    close(house.who("dora"), other, house.key())  # 1.b: nobody plays
    spun = house.table("ruleta-americana", PV, float="75000")
    house.floor.seats.seat(house.who("ana"), spun, 100_000, house.key())
    house.floor.rounds.open_round(spun, house.who("carla"), house.key())
    house.floor.rounds.act(spun, house.who("ana"), Act("stake", "rojo", 1000), house.key())
    house.floor.rounds.act(spun, house.who("carla"), Act("close"), house.key())
    house.floor.rounds.fell(spun, house.who("carla"), "3", house.key())
    house.floor.seats.stand_up(house.who("ana"), spun, house.key())
    close(house.who("dora"), spun, house.key())  # who left has a stake there, which is given back
    assert house.floor.books.balances(spun) == {}
    third = house.table("ruleta-americana", PV, float="75000")
    house.floor.seats.seat(house.who("ana"), third, 100_000, house.key())
    house.now += 8 * HOUR
    assert (third, "hour", f"{WORKING}.1.a") in house.lacks()
    close(house.who("dora"), third, house.key())  # 1.a: the hour


def test_pv_art_2_funcionamiento_de_las_mesas_de_juego_1_d_a_table_under_key_plays_once_its_staff_is_there(
    house: House,
) -> None:
    sessions, dora = house.floor.sessions, house.who("dora")
    house.begin(PV)
    table = house.table("ruleta-americana", PV, float="75000")
    house.floor.seats.seat(house.who("ana"), table, 100_000, house.key())
    with pytest.raises(IllegalAction, match="once its players have left") as refused:
        sessions.hold(dora, table, house.key())
    assert refused.value.article == f"{WORKING}.1.d"
    house.floor.seats.stand_up(house.who("ana"), table, house.key())
    with pytest.raises(Forbidden, match="suspend a table"):
        sessions.hold(house.who("iker"), table, house.key())
    sessions.hold(dora, table, house.key())
    assert ("", "always-open.ruleta", f"{WORKING}.1§2") in house.lacks()
    missing = [lack.breach.right for lack in house.floor.duty.missing() if lack.breach.where == "always-open.ruleta"]
    assert missing == ["1 at least of Ruleta francesa or Ruleta americana de un cero"]
    with pytest.raises(IllegalAction, match="under key"):
        house.floor.seats.seat(house.who("ana"), table, 100_000, house.key())
    with pytest.raises(IllegalAction, match="first put on duty here: crupier"):
        sessions.free(dora, table, house.key())
    house.on("carla", "crupier", table)
    with pytest.raises(IllegalAction, match="first put on duty here: jefe-de-mesa"):
        sessions.free(dora, table, house.key())
    house.on("iker", "jefe-de-mesa", table)
    house.again()
    house.floor.sessions.free(dora, table, house.key())
    house.floor.seats.seat(house.who("ana"), table, 100_000, house.key())
    assert house.floor.books.balances(table)["bank"] == 75_000_00
    assert house.floor.books.check() == []


def test_pv_01_iv_2_b3_the_boxes_of_a_table_under_key_stay_as_they_are_until_it_closes(house: House) -> None:
    house.begin(PV)
    table, (dora, iker, ana) = house.table("ruleta-americana", PV), map(house.who, ("dora", "iker", "ana"))
    floor, documents = house.floor, house.floor.documents
    floor.seats.seat(ana, table, 10_000, house.key())
    floor.seats.change(house.who("carla"), table, "ana", 5_000, house.key())
    documents.write(iker, table, "count", {5_000: 1}, house.key(), box="drop")
    documents.write(iker, table, "fill", {10_000: 1}, house.key())
    floor.seats.stand_up(ana, table, house.key())
    floor.sessions.hold(dora, table, house.key())
    article = f"{WORKING}.1.d"
    with pytest.raises(IllegalAction, match=re.escape(f"stay as they are until it closes ({article})")):
        documents.sign(dora, table, 1, "signed", house.key())
    for kind, box in (("count", "drop"), ("count", "tips"), ("fill", ""), ("credit", "")):
        with pytest.raises(IllegalAction, match="under key"):
            documents.write(iker, table, kind, {500: 1}, house.key(), box=box)
    with pytest.raises(IllegalAction, match="under key"):
        documents.sign(dora, table, 2, "signed", house.key())
    documents.sign(dora, table, 2, "refused", house.key())
    documents.write(iker, table, "count", {5_000: 1499}, house.key())
    documents.sign(dora, table, 3, "signed", house.key())
    floor.tables.close_table(dora, table, house.key())
    documents.sign(dora, table, 1, "signed", house.key())
    register = floor.registers.of(house.who("rosa"), table)
    assert (register.drop, register.result, register.played) == (5_000, 0, 0)


def test_pv_01_iv_2_b3_not_within_an_hour_of_the_end_and_only_where_the_text_says_so(house: House) -> None:
    house.begin(PV)
    table = house.table("ruleta-francesa", PV, float="75000")
    house.now += 7 * HOUR + 1
    with pytest.raises(IllegalAction, match="1 h before the end"):
        house.floor.sessions.hold(house.who("dora"), table, house.key())
    house.floor.tables.close_table(house.who("dora"), table, house.key())
    house.floor.sessions.seal(house.who("iker"), table, "precinto 12", house.key())
    house.floor.sessions.end(house.who("dora"), house.key())
    house.begin(EX)
    bola = house.table("bola", EX)
    with pytest.raises(IllegalAction, match="knows no suspension"):
        house.floor.sessions.hold(house.who("dora"), bola, house.key())


def test_ex_1_1_4_3_e_the_session_ends_once_its_tables_are_closed_and_the_cylinder_is_sealed(house: House) -> None:
    sessions, dora = house.floor.sessions, house.who("dora")
    house.begin(EX)
    wheel, bola = house.table("ruleta-francesa", EX), house.table("bola", EX)
    house.on("carla", "crupier", wheel)
    with pytest.raises(IllegalAction, match="ruleta-francesa is open"):
        sessions.end(dora, house.key())
    with pytest.raises(IllegalAction, match="once it is closed"):
        sessions.seal(dora, wheel, "12", house.key())
    for table in (wheel, bola):
        house.floor.tables.close_table(dora, table, house.key())
    with pytest.raises(IllegalAction, match="not sealed yet") as refused:
        sessions.end(dora, house.key())
    assert refused.value.article == "1.1.4.3.e"
    with pytest.raises(TapeteError, match="which key or seal"):
        sessions.seal(dora, wheel, " ", house.key())
    sessions.seal(dora, wheel, "precinto 12", house.key())
    sessions.end(dora, house.key())
    assert sessions.now() is None
    found = sessions.read(house.who("rosa"))
    assert found is not None and found.posts == []
    assert [line.what for line in found.lines] == ["open", "on", "off", "seal", "end"]
    assert found.lines[3].detail == "precinto 12"
    with pytest.raises(Forbidden, match="read a session"):
        sessions.read(house.who("ana"))


def test_what_is_sent_again_after_a_crash_is_written_once_and_nothing_is_lost(house: House) -> None:
    """The floor is replaced after each act, which is sent again with its key."""
    lasts = 8 * HOUR
    for _ in range(2):
        house.floor.sessions.open(house.who("dora"), PV, lasts, "open")
        house.again()
    table = house.table("ruleta-americana", PV, float="75000")
    steps: list[tuple[str, Any]] = [
        ("on", lambda f, key: f.sessions.on(house.who("dora"), house.who("carla"), "crupier", table, key)),
        ("chief", lambda f, key: f.sessions.on(house.who("dora"), house.who("iker"), "jefe-de-mesa", table, key)),
        ("hold", lambda f, key: f.sessions.hold(house.who("dora"), table, key)),
        ("free", lambda f, key: f.sessions.free(house.who("dora"), table, key)),
        ("off", lambda f, key: f.sessions.off(house.who("dora"), house.who("carla"), key)),
    ]
    for key, act in steps:
        for _ in range(2):
            act(house.floor, key)
            house.again()
    found = house.floor.sessions.now()
    assert found is not None
    assert [line.what for line in found.lines] == ["open", "on", "on", "hold", "free", "off"]
    assert [(post.who, post.post) for post in found.posts] == [("iker", "jefe-de-mesa")]
    with pytest.raises(Forbidden, match="was used for another command"):
        house.floor.sessions.off(house.who("dora"), house.who("iker"), "on")


def test_no_line_of_a_session_can_be_changed_or_taken_out(house: House) -> None:
    house.begin(EX)
    for words in ("UPDATE session_lines SET what = 'end'", "DELETE FROM session_lines"):
        with pytest.raises(Exception, match="only grows"), house.floor.db.write() as conn:
            conn.exec_driver_sql(words)


def test_pv_a_raised_minimum_makes_a_greater_float_due(house: House) -> None:
    """Provision 6 and art. 47.2 of the casino regulation: 15,000 times the minimum of the table, here 5 and then 10."""
    house.begin(PV)
    table = house.table("ruleta-fortuna", PV, float="75000")
    assert [lack for lack in house.lacks() if lack[1] == "float"] == []
    file = TableFile.model_validate({"game": "ruleta-fortuna", "region": PV, "minimum": "10", "float": "150000"})
    house.floor.tables.change_table(house.who("dora"), table, file, house.key())
    assert [lack[:2] for lack in house.lacks() if lack[1] == "float"] == [(table, "float")]
    house.floor.documents.write(house.who("dora"), table, "fill", {100_00: 750}, house.key())
    house.floor.documents.sign(house.who("iker"), table, 1, "signed", house.key())
    assert [lack for lack in house.lacks() if lack[1] == "float"] == []


def test_ex_1_1_4_2_b_2_ex_1_2_5_2_2_and_ex_1_10_5_2_3_the_float_follows_the_minimum(house: House) -> None:
    """By art. 47.2 of the casino regulation: 15,000 minimums for a roulette, 5,000 for blackjack."""
    house.begin(EX)
    for game, given, more, article in (
        ("ruleta-francesa", "75000", "150000", "1.1.4.2.B§2"),
        ("ruleta-americana", "75000", "150000", "1.2.5.2§2"),
        ("blackjack", "25000", "50000", "1.10.5.2§3"),
    ):
        table = house.table(game, EX, float=given)
        file = TableFile.model_validate({"game": game, "region": EX, "minimum": "10", "float": more})
        assert (table, "float", article) not in house.lacks()
        house.floor.tables.change_table(house.who("dora"), table, file, house.key())
        assert (table, "float", article) in house.lacks()
        pieces = {100_00: int(given) // 100}
        house.floor.documents.write(house.who("dora"), table, "fill", pieces, house.key())
        house.floor.documents.sign(house.who("iker"), table, 1, "signed", house.key())
        assert (table, "float", article) not in house.lacks()


def test_47_2_is_a_default_at_every_table_it_names_which_the_house_sets_otherwise_where_no_law_does(
    house: House,
) -> None:
    """Craps 15,000 minimums of 5, the other two 10,000: Extremadura names none of them."""
    dora, papers = house.who("dora"), house.floor.papers

    def due() -> dict[str, str]:
        lacking = [lack for lack in house.floor.duty.missing() if lack.breach.where == "float"]
        return {lack.name: str(lack.breach.right) for lack in lacking}

    house.begin(EX)
    for game, amount in (("dados", "75000"), ("treinta-cuarenta", "50000"), ("punto-banca", "50000"), ("monte", "")):
        table = house.table(game, EX)
        name = house.floor.tables.table(table).name
        assert (name in due()) == bool(amount)
        if amount:
            assert due()[name].startswith(f"{amount} or more, a default (casino regulation of 1979, art. 47.2)")
        papers.set_float(dora, game, 100, house.key())
        assert due()[name] == "500 or more, as the casino set it"
        papers.set_float(dora, game, 0, house.key())
        assert (name in due()) == bool(amount)
    with pytest.raises(IllegalAction, match="say how many minimums"):
        papers.set_float(dora, "dados", 0, house.key())
    with pytest.raises(IllegalAction, match="only games against the house"):
        papers.set_float(dora, "holdem", 100, house.key())
    with pytest.raises(Forbidden, match="set floats"):
        papers.set_float(house.who("iker"), "dados", 100, house.key())


def test_pv_da_6_1_and_pv_da_6_2_a_no_house_sets_what_the_law_has(house: House) -> None:
    house.begin(PV)
    for game, times in (("ruleta-americana", 15_000), ("blackjack", 5_000), ("ruleta-fortuna", 15_000)):
        with pytest.raises(IllegalAction, match=f"the law has {times} minimums"):
            house.floor.papers.set_float(house.who("dora"), game, 100, house.key())
    assert house.floor.papers.floats(PV) == {}


def test_floats_that_the_house_sets_hold_in_its_next_session_and_are_read_on_the_page(casino: Casino) -> None:
    form(casino, "dora", "/casino/open", region=EX, hours="8")
    assert form(casino, "dora", "/casino/float", game="monte", times="2000").status_code == 303
    assert form(casino, "iker", "/casino/float", game="monte", times="2000").status_code == 403
    assert form(casino, "dora", "/casino/float", game="monte", times="-1").status_code == 422
    form(casino, "dora", "/casino/end")
    form(casino, "dora", "/casino/open", region=EX, hours="8")
    shown = casino.get("rosa", "/casino").text
    assert "Anticipos mínimos" in shown and "2.000 veces el mínimo" in shown and "fijado por la casa" in shown
    assert 'action="/casino/float"' not in shown  # a regulator reads
    assert casino.post("dora", "/api/v1/casino/acts/float", {"game": "monte", "times": 0}).status_code == 200
    assert casino.floor.papers.floats(EX) == {}


# Relief and stock


def test_ex_1_6_5_8_3_and_ex_1_6_5_1_the_thrower_and_the_dice_are_relieved_every_hour(house: House) -> None:
    stores, iker = house.floor.stores, house.who("iker")
    house.begin(EX)
    table = house.table("banca-francesa", EX)
    house.on("iker", "jefe-de-mesa", table)
    house.on("carla", "crupier-lanzador", table)
    house.on("cora", "crupier-pagador", table)

    def due() -> list[tuple[str, str]]:
        found = [(lack.breach.where, lack.breach.article) for lack in house.floor.duty.missing() if lack.table == table]
        return sorted(found)

    assert due() == [("stock.terna", "1.6.5.1")]
    first, second = (stores.receive(iker, "dice", label, house.key()) for label in ("D-1", "D-2"))
    stores.do(iker, first, "take", house.key(), table)
    assert due() == [("stock.terna", "1.6.5.1")]  # it is there, and nobody has checked it
    stores.do(house.who("carla"), first, "check", house.key())
    assert due() == []
    house.now += HOUR - 1
    assert due() == []
    house.now += 1
    assert due() == [("rotation.crupier-lanzador", "1.6.5.8§3"), ("stock.terna", "1.6.5.1")]
    house.off("carla", table)
    house.on("celia", "crupier-lanzador", table)
    stores.do(house.who("cora"), first, "return", house.key())
    stores.do(iker, second, "take", house.key(), table)
    stores.do(house.who("celia"), second, "check", house.key())
    assert due() == []


@pytest.mark.parametrize(("region", "article"), [(EX, "1.5.2.3"), (PV, "06.II.1§3")])
def test_ex_1_5_2_3_and_pv_06_ii_1_3_craps_has_dice_that_the_session_before_had_not(
    house: House, region: str, article: str
) -> None:
    """D-1 is played with in the first session: not in the second, and again in the third."""
    stores, iker, carla = house.floor.stores, house.who("iker"), house.who("carla")
    first, second = (stores.receive(iker, "dice", label, house.key()) for label in ("D-1", "D-2"))

    def evening(number: int, goes: str) -> list[str]:
        house.now += HOUR
        house.begin(region)
        table = house.table("dados", region)
        due: list[str] = []
        for what in ("", "take", "check"):
            if what:
                stores.do(carla if what == "check" else iker, number, what, house.key(), table)
            due += [what for lack in house.floor.duty.missing() if lack.breach.where == "stock.dados"]
        assert all(
            lack.breach.article == article for lack in house.floor.duty.missing() if "stock" in lack.breach.where
        )
        stores.do(carla, number, goes, house.key())
        house.now += HOUR
        house.floor.tables.close_table(house.who("dora"), table, house.key())
        house.floor.sessions.end(house.who("dora"), house.key())
        return due

    assert evening(first, "return") == ["", "take"]  # missing until somebody has checked what came
    assert evening(first, "return") == ["", "take", "check"]  # it is there, and was so the last time
    assert evening(second, "return") == ["", "take"]
    assert evening(first, "return") == ["", "take"]


def test_ex_1_6_5_2_and_ex_1_6_5_2_2_suspected_dice_are_sealed_before_two_and_verified(house: House) -> None:
    stores, iker, dora = house.floor.stores, house.who("iker"), house.who("dora")
    table = house.table("banca-francesa", EX)
    number = stores.receive(iker, "dice", "D-1", house.key())
    stores.do(iker, number, "take", house.key(), table)
    stores.do(house.who("carla"), number, "check", house.key())
    with pytest.raises(TapeteError, match="say the witnesses"):
        stores.do(iker, number, "seize", house.key())
    with pytest.raises(IllegalAction, match="before 2 witnesses") as refused:
        stores.do(iker, number, "seize", house.key(), says="Ana")
    assert refused.value.article == "1.6.5.2"
    stores.do(iker, number, "seize", house.key(), says="Ana, Luis")
    with pytest.raises(IllegalAction, match="D-1 is seized"):
        stores.do(house.who("carla"), number, "return", house.key())
    stores.do(dora, number, "clear", house.key(), says="sound: Ana pays the costs (1.6.5.2§2)")
    (item,) = stores.items()
    assert (item.state, item.table) == ("depot", "")
    assert [line.what for line in item.lines] == ["receive", "take", "check", "seize", "clear"]


@pytest.mark.parametrize(
    ("game", "kinds"),
    [
        ("pai-gow", ["cards", "dice", "shoe"]),
        ("dados", ["dice"]),
        ("blackjack", ["cards", "shoe"]),
        ("ruleta-francesa", []),
    ],
)
def test_ex_1_15_2_3_a_table_is_brought_what_it_plays_with_and_pai_gow_throws_dice(
    house: House, game: str, kinds: list[str]
) -> None:
    table, iker, taken = house.table(game, EX), house.who("iker"), []
    for kind in ("cards", "dice", "shoe"):
        number = house.floor.stores.receive(iker, kind, kind, house.key())
        with contextlib.suppress(IllegalAction):
            house.floor.stores.do(iker, number, "take", house.key(), table)
            taken.append(kind)
    assert taken == kinds


def test_ex_1_10_5_3_a_cards_go_from_the_depot_to_the_table_and_from_there_to_be_destroyed(house: House) -> None:
    stores, iker, dora = house.floor.stores, house.who("iker"), house.who("dora")
    table = house.table("blackjack", EX)
    number = stores.receive(iker, "cards", "N-7", house.key())
    with pytest.raises(IllegalAction, match="entered before"):
        stores.receive(iker, "cards", "N-7", house.key())
    for who, what, words in (
        (iker, "check", "N-7 is in the depot"),
        (dora, "destroy", "N-7 is in the depot"),
        (house.who("carla"), "take", "may not do this to a piece"),
        (iker, "burn", "unknown act"),
    ):
        with pytest.raises(TapeteError, match=words):
            stores.do(who, number, what, house.key(), table, says="x")
    with pytest.raises(IllegalAction, match="does not play with it"):
        stores.do(iker, number, "take", house.key(), house.table("bola", EX))
    for _ in range(2):  # each act is sent again after the floor was replaced, and is written once
        for key, who, what, says in (
            ("take", iker, "take", ""),
            ("check", house.who("carla"), "check", ""),
            ("out", iker, "withdraw", "a card is marked"),
            ("burn", dora, "destroy", "before the officer"),
        ):
            house.floor.stores.do(who, number, what, f"one-{key}", table, says)
            house.again()
    (item,) = house.floor.stores.items()
    assert [line.what for line in item.lines] == ["receive", "take", "check", "withdraw", "destroy"]
    assert (item.state, item.open) == ("destroyed", [])
    with pytest.raises(TapeteError, match="no piece 9"):
        house.floor.stores.do(iker, 9, "return", house.key())


def test_ex_1_6_5_1_and_44_5_what_a_table_was_played_with_goes_back_once_it_is_closed(house: House) -> None:
    house.begin(EX)
    table, iker, stores = house.table("banca-francesa", EX), house.who("iker"), house.floor.stores
    dice = stores.receive(iker, "dice", "D-77", house.key())
    stores.do(iker, dice, "take", house.key(), table)
    stores.do(iker, dice, "check", house.key())

    def left() -> list[tuple[str, str, str]]:
        lacks = [lack.breach for lack in house.floor.duty.missing() if lack.breach.where == "stock.terna"]
        return [(lack.article, str(lack.what), str(lack.right)) for lack in lacks]

    assert left() == []
    house.floor.tables.close_table(house.who("dora"), table, house.key())
    assert left() == [("1.6.5.1", "D-77 lies at banca-francesa, which is closed", "in the depot, or destroyed")]
    stores.do(iker, dice, "return", house.key())
    assert left() == []


def test_pv_03_ii_2_2_the_same_shoe_does_not_keep_to_a_table(house: House) -> None:
    """Shoes are dealt out anew each session; two blackjack tables of one name are the same felt on two evenings."""
    stores, iker = house.floor.stores, house.who("iker")
    house.begin(PV)
    number = stores.receive(iker, "shoe", "S-1", house.key())

    def evening(name: str) -> list[str]:
        file = TableFile.model_validate({"game": "blackjack", "region": PV, "minimum": "5", "float": "50000"})
        table = house.floor.tables.open_table(house.who("dora"), file, True, name).public_id
        stores.do(iker, number, "take", house.key(), table)
        stores.do(house.who("carla"), number, "check", house.key())
        found = [
            lack.breach.article for lack in house.floor.duty.missing() if lack.breach.where == "stock.distribuidor"
        ]
        stores.do(house.who("carla"), number, "return", house.key())
        house.floor.tables.close_table(house.who("dora"), table, house.key())
        return found

    assert [evening(name) for name in ("BJ 1", "BJ 2", "BJ 2", "BJ 1")] == [[], [], ["03.II.2§2"], []]


def test_ex_1_3_3_b_and_pv_04_iii_b_nobody_keeps_throwing_while_another_is_there(house: House) -> None:
    house.begin(EX)
    table = house.table("bola", EX)
    house.on("iker", "jefe-de-mesa", table)
    house.on("carla", "crupier", table)
    house.floor.seats.seat(house.who("ana"), table, 100_000, house.key())
    rounds = house.floor.rounds
    for _ in range(12):
        rounds.open_round(table, house.who("carla"), house.key())
        rounds.act(table, house.who("carla"), Act("close"), house.key())
        rounds.fell(table, house.who("carla"), "2", house.key())
    turns = [lack[1:] for lack in house.lacks() if lack[1].startswith("rotation")]
    assert turns == []  # there is nobody else
    house.on("cora", "crupier", table)
    assert ("rotation.crupier", "1.3.3.b") in [lack[1:] for lack in house.lacks()]
    rounds.open_round(table, house.who("cora"), house.key())
    rounds.act(table, house.who("cora"), Act("close"), house.key())
    rounds.fell(table, house.who("cora"), "2", house.key())
    assert ("rotation.crupier", "1.3.3.b") not in [lack[1:] for lack in house.lacks()]


# Pages, API, command


def form(casino: Casino, by: str, path: str, **fields: str) -> Any:
    """Somebody sends a form of a page."""
    headers = {**casino.headers(by), "accept": "text/html"}
    return casino.client.post(path, data=fields, headers=headers, follow_redirects=False)


def test_tables_of_one_name_are_told_apart_in_the_session_and_no_machine_is_put_on_duty(casino: Casino) -> None:
    casino.floor.sessions.open(casino.people["dora"], EX, HOUR, casino.key())
    casino.floor.accounts.automatic()
    for _ in range(2):
        casino.table("bola", EX)
    page = casino.get("dora", "/casino").text
    assert page.count("bola extremadura, n.º 1</a>") == page.count("bola extremadura, n.º 2</a>") > 1
    assert "<option>carla</option>" in page
    assert "<option>automatic</option>" not in page


def test_pv_da_5_what_the_authority_gave_is_shown_and_withdrawn_and_an_earlier_session_is_read(casino: Casino) -> None:
    dora, rosa = "dora", "rosa"
    assert form(casino, dora, "/casino/open", region=PV, hours="8").status_code == 303
    table = casino.table("blackjack", PV, float="50000")
    assert form(casino, dora, "/casino/on", who="carla", post="crupier", table=table).status_code == 303
    assert form(casino, dora, "/casino/paper", paper="fianza", detail="aval 7/2026").status_code == 303
    assert "Fianza depositada: <strong>aval 7/2026</strong>" in casino.get(rosa, "/casino").text
    for player in ("ana", "luis"):
        casino.floor.seats.stand_up(casino.people[player], table, casino.key())
    casino.floor.tables.close_table(casino.people[dora], table, casino.key())
    assert form(casino, dora, "/casino/end").status_code == 303
    assert form(casino, dora, "/casino/open", region=PV, hours="8").status_code == 303
    assert form(casino, dora, "/casino/paper", paper="fianza", detail="").status_code == 303
    assert "aval 7/2026" not in casino.get(rosa, "/casino").text
    earlier = casino.get(rosa, "/casino?session=1").text
    assert "pone de servicio a carla" in earlier and "blackjack pais-vasco</a>" in earlier
    assert 'href="/casino?session=2"' in earlier and 'action="/casino/' not in earlier
    lines = [line.split(",")[3:] for line in casino.get(rosa, "/casino/1/session.csv").text.splitlines()]
    assert lines[2] == ["on", table, "carla", "crupier", ""]
    with speaking("eu"):
        session = casino.floor.sessions.read(casino.people[rosa], 1)
        assert session is not None
        printed = of_session(session, {table: "la mesa"}, {})
    assert [row[3] for row in printed["tables"][0]["rows"]][:2] == ["", "la mesa"]
    for path in ("/casino?session=9", "/casino/9/session.csv", "/casino/9/session.pdf"):
        assert casino.get(rosa, path).status_code == 404
    assert casino.get("ana", "/casino/1/session.csv").status_code == 403


def test_the_session_s_page_says_what_is_missing_and_refuses_beside_the_form(casino: Casino) -> None:
    assert casino.get("ana", "/casino").status_code == 403
    assert "Aún no ha habido ninguna sesión" in casino.get("rosa", "/casino").text
    assert form(casino, "iker", "/casino/open", region=EX, hours="8").status_code == 403
    assert form(casino, "dora", "/casino/open", region=EX, hours="8").status_code == 303
    again = form(casino, "dora", "/casino/open", region=EX, hours="8")
    assert (again.status_code, "la sesión 1 está abierta" in again.text) == (409, True)
    shown = casino.get("carla", "/casino").text
    assert "0 mesas; debe ser 1 como mínimo de Bola o boule" in shown
    assert 'href="/law/extremadura/art.%203.3"' in shown
    table = casino.table("bola", EX)
    assert form(casino, "iker", "/casino/on", who="carla", post="crupier", table=table).status_code == 303
    shown = casino.get("rosa", "/casino").text
    at = shown[shown.index(f'id="at-{table}"') :].partition("</section>")[0]
    posts = re.findall(r'<span class="post">(.*?)</li>', at, re.DOTALL)
    assert ["faltan 1" in post for post in posts] == [True, False]  # the chief of table, and not the croupier
    assert [name in posts[1] for name in ("crupier", "carla")] == [True, True]
    assert "Poner de servicio" not in shown  # a regulator reads
    assert "De servicio: jefe de mesa" in shown
    assert "que pide el texto" in casino.get("iker", "/floor").text
    assert form(casino, "iker", "/casino/off", who="carla", table=table).status_code == 303
    at = casino.get("iker", "/casino").text
    assert at.count("faltan 1") == 2
    offered = {post: re.findall(r"<option>(\w+)", where) for post, where in _posts(at).items()}
    assert offered == {"jefe-de-mesa": ["dora", "iker"], "crupier": ["carla"]}  # whom each post takes, and nobody else


def _posts(shown: str) -> dict[str, str]:
    """The forms by which posts are filled."""
    return dict(re.findall(r'name="post" value="([\w-]+)">(.*?)</form>', shown, re.DOTALL))


def test_who_deals_elsewhere_is_offered_no_second_post_and_who_is_over_tables_is(casino: Casino) -> None:
    form(casino, "dora", "/casino/open", region=EX, hours="8")
    first, second = casino.table("bola", EX), casino.table("bola", EX)
    assert form(casino, "dora", "/casino/on", who="carla", post="crupier", table=first).status_code == 303
    assert form(casino, "dora", "/casino/on", who="iker", post="jefe-de-mesa", table=first).status_code == 303
    at = casino.get("dora", "/casino").text
    other = at[at.index(f'id="at-{second}"') :]
    assert re.findall(r"<option>(\w+)", _posts(other)["jefe-de-mesa"]) == ["dora", "iker"]
    assert "nadie que pueda está libre" in other  # the only croupier is at the first table


def test_of_many_tables_one_is_shown_whole_and_of_many_lines_the_last(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two tables with a chief's and a croupier's post; one fits the page, and two lines."""
    form(casino, "dora", "/casino/open", region=EX, hours="8")
    first, second = casino.table("bola", EX), casino.table("bola", EX)
    assert casino.get("dora", "/casino").text.count('action="/casino/on"') == 4
    for name in ("TABLES", "NAMES"):
        with monkeypatch.context() as patch:
            patch.setattr(pages, name, 1)
            short = casino.get("dora", "/casino").text
            assert 'action="/casino/on"' not in short
            assert all(f'href="/casino?at={table}#at-{table}"' in short for table in (first, second))
            floor = casino.get("dora", "/floor").text  # what is missing leads to where all of it is shown
            assert all(f'href="/casino?at={table}#at-{table}"' in floor for table in (first, second))
            assert short.count("faltan 1") == 4
            whole = casino.get("dora", f"/casino?at={second}").text
            assert whole.count('action="/casino/on"') == 2
            assert whole.index(f'id="at-{second}"') < whole.index('action="/casino/on"')
    sent = form(casino, "dora", "/casino/on", who="carla", post="crupier", table=second)
    assert sent.headers["location"] == f"/casino?at={second}#at-{second}"  # one goes on where one was
    monkeypatch.setattr(pages, "LINES", 1)
    last, earlier = casino.get("rosa", "/casino").text, casino.get("rosa", "/casino?session=1&before=2").text
    assert ("pone de servicio a carla" in last, "abre la sesión" in last) == (True, False)
    assert 'href="/casino?session=1&amp;before=2"' in last
    assert ("pone de servicio a carla" in earlier, "abre la sesión" in earlier) == (False, True)
    assert "Líneas anteriores" not in earlier


def test_the_session_of_a_hundred_tables_is_a_page_of_less_than_150_kb(casino: Casino) -> None:
    form(casino, "dora", "/casino/open", region=EX, hours="8")
    table = ""
    for n in range(50):
        casino.floor.accounts.create(f"mesa{n}", "croupier")
    for n in range(100):
        game = ("bola", "blackjack", "ruleta-francesa", "dados", "punto-banca")[n % 5]
        file = TableFile.model_validate({"game": game, "region": EX, "minimum": "5"})
        table = casino.floor.tables.open_table(casino.people["dora"], file, True, f"Mesa {n}").public_id
        if n < 50:
            form(casino, "dora", "/casino/on", who=f"mesa{n}", post="crupier", table=table)
    for path in ("/casino", f"/casino?at={table}"):
        assert all(len(casino.get(who, path).content) < 150_000 for who in ("dora", "iker", "carla", "rosa"))


def test_the_api_does_the_same_and_a_key_does_it_once(casino: Casino) -> None:
    for _ in range(2):
        given = {"region": PV, "hours": 8}
        assert casino.post("dora", "/api/v1/casino/acts/open", given, key="once").status_code == 200
    found = casino.get("rosa", "/api/v1/casino").json()
    assert (found["session"]["number"], len(found["session"]["lines"])) == (1, 1)
    assert [lack["article"] for lack in found["missing"]] == [f"{WORKING}.1§2"] * 2 + ["art. 2.1", "da.5", "da.10"]
    assert casino.post("dora", "/api/v1/casino/acts/dance", {}).status_code == 404
    assert casino.post("dora", "/api/v1/casino/acts/hold", {}).json()["detail"] == "diga en qué mesa"
    assert casino.post("carla", "/api/v1/casino/acts/end", {}).status_code == 403


def test_a_table_is_turned_over_on_the_page_and_a_wrong_amount_is_refused_there(casino: Casino) -> None:
    casino.post("dora", "/api/v1/casino/acts/open", {"region": EX, "hours": 8})
    table = casino.floor.tables.open_table(
        casino.people["dora"], TableFile.model_validate({"game": "blackjack", "region": EX, "minimum": "5"}), True, "7"
    ).public_id
    assert "Dar la vuelta a la mesa" in casino.get("dora", "/casino").text
    wrong = form(casino, "dora", "/casino/turn", table=table, game="trijoker", minimum="much")
    assert (wrong.status_code, "much" in wrong.text) == (400, True)
    assert form(casino, "dora", "/casino/turn", table=table, game="punto-banca", minimum="5").status_code == 303
    assert [found.game for found in casino.floor.tables.tables()] == ["punto-banca"]
    assert "de Veintiuno o black-jack a Punto y banca, midi y mini" in casino.get("rosa", "/casino?session=1").text
    session = casino.floor.sessions.read(casino.people["rosa"], 1)
    assert session is not None
    with speaking("es"):
        printed = of_session(session, {}, turned(casino.floor, session.lines))
    assert printed["tables"][0]["rows"][-1][4] == "de Veintiuno o black-jack a Punto y banca, midi y mini"
    given = {"table": table, "game": "bola"}
    assert casino.post("dora", "/api/v1/casino/acts/turn", given).status_code == 404


def test_the_stock_s_page_and_api(casino: Casino) -> None:
    table = casino.table("banca-francesa", EX)
    assert form(casino, "iker", "/casino/stock/enter", kind="dice", label="D-1").status_code == 303
    assert form(casino, "iker", "/casino/stock/1/take", table=table).status_code == 303
    assert "en una mesa, sin comprobar" in casino.get("carla", "/casino/stock").text
    refused = form(casino, "carla", "/casino/stock/1/withdraw", says="marked")
    assert (refused.status_code, "no puede" in refused.text) == (403, True)
    assert casino.post("carla", "/api/v1/casino/stock/1/check", {}).status_code == 200
    (item,) = casino.get("rosa", "/api/v1/casino/stock").json()
    assert (item["label"], item["state"], len(item["lines"])) == ("D-1", "in-use", 3)
    assert casino.get("ana", "/casino/stock").status_code == 403
    bad = casino.post("iker", "/api/v1/casino/stock", {"kind": "balls", "label": "1"})
    assert (bad.status_code, "balls" in bad.json()["detail"]) == (404, True)


def test_the_page_of_a_session_leads_to_registers_and_to_further_tables(casino: Casino) -> None:
    casino.post("dora", "/api/v1/casino/acts/open", {"region": EX, "hours": 8})
    table = casino.table("bola", EX)
    pages = {who: casino.get(who, "/casino").text for who in ("dora", "iker", "carla", "rosa")}
    assert {who for who, page in pages.items() if f'href="/tables/new#{EX}"' in page} == {"dora", "iker"}
    assert all(f'href="/tables/{table}/register"' in page for page in pages.values())
    assert all(casino.get(who, f"/tables/{table}/register").status_code == 200 for who in pages)


def test_the_command_says_what_is_missing_and_answers_no(casino: Casino, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/casino.db"
    casino.post("dora", "/api/v1/casino/acts/open", {"region": EX, "hours": 8})
    found = run("session", "--database", database)
    assert found.returncode == 1
    assert "always-open.bola: 0 tables; it must be 1 at least of Bola o boule (art. 3.3)" in found.stdout
    told = json.loads(run("session", "--database", database, "--json").stdout)
    assert (told["session"]["region"], len(told["missing"])) == (EX, 2)


# What must be shown, and where one may sit


def test_ga_art_6_1_3_ga_art_8_b_3_and_ga_art_14_3_what_must_be_shown_at_a_table_is_missing_until_somebody_saw_it(
    house: House,
) -> None:
    house.begin(GA)
    plain, more = (
        house.table("poker-sin-descarte", GA),
        house.table("poker-sin-descarte", GA, options={"progresivo": "si"}),
    )
    tri = house.table("trijoker", GA)

    def due() -> list[tuple[str, str]]:
        return [(table, article) for table, where, article in house.lacks() if where.startswith("notices.")]

    poker = ("art. 6.1§3", "art. 6.3")
    assert due() == [
        *((plain, article) for article in poker),
        *((more, article) for article in (poker[0], "art. 8.b§3", poker[1])),
        (tri, "art. 14.3"),
    ]
    for table, name in (
        *((table, name) for table in (plain, more) for name in ("pagos", "banda-inicial")),
        *((more, "progresivo"), (tri, "banda")),
    ):
        house.floor.sessions.show(house.who("iker"), name, house.key(), table)
    assert due() == []
    with pytest.raises(IllegalAction, match="say at which table"):
        house.floor.sessions.show(house.who("iker"), "banda", house.key())
    with pytest.raises(TapeteError, match="unknown notice 'poster'"):
        house.floor.sessions.show(house.who("iker"), "poster", house.key(), tri)


def test_as_a_3_b_and_as_b_4_b_the_authorised_band_is_shown_at_the_table(house: House) -> None:
    house.begin("asturias")
    poker, tri = house.table("poker-sin-descarte", "asturias"), house.table("trijoker", "asturias")
    shown = [lack for lack in house.lacks() if lack[1].startswith("notices.banda")]
    assert [(table, article) for table, _, article in shown] == [(poker, "A.3.b"), (tri, "B.4.b")]


# Before the hour


@pytest.mark.parametrize(
    ("game", "region", "article", "says"),
    [
        ("ruleta-americana", PV, f"{WORKING}.1.a", "3 last rounds announced"),
        ("blackjack", PV, f"{WORKING}.1.a", "the last shoe announced"),
        ("dados", PV, f"{WORKING}.1.a", "the last shooter announced"),
        ("poker-sin-descarte", GA, "art. 7§13", "5 last rounds announced"),
        ("holdem", EX, "2.2.3.b", "2 last rounds announced"),
        ("ruleta-francesa", EX, "1.1.4.3.e", "the last round announced"),
        ("punto-banca", EX, "", "5 last rounds announced, a default (casino regulation of 1979, art. 39.4)"),
    ],
)
def test_half_an_hour_before_the_end_what_is_announced_is_thought_of(
    house: House, game: str, region: str, article: str, says: str
) -> None:
    house.begin(region)
    table = house.table(game, region)
    assert house.floor.duty.before_the_hour(table) is None
    house.now += 7 * HOUR + 40 * 60_000
    found = house.floor.duty.before_the_hour(table)
    assert found is not None
    assert (found.article, str(found.what), str(found.right)) == (article, "20 minutes to the closing hour", says)
    assert (table, "soon", article) in house.lacks()
    house.now += 20 * 60_000
    assert house.floor.duty.before_the_hour(table) is None


def test_once_the_last_rounds_are_announced_nobody_is_reminded(house: House) -> None:
    house.begin(PV)
    table = house.table("ruleta-americana", PV)
    house.floor.seats.seat(house.who("ana"), table, 100_000, house.key())
    house.floor.rounds.open_round(table, house.who("carla"), house.key())
    house.now += 7 * HOUR + 40 * 60_000
    assert house.floor.duty.before_the_hour(table) is not None
    house.floor.rounds.act(table, house.who("dora"), Act("last"), house.key())
    assert house.floor.duty.before_the_hour(table) is None
    assert "soon" not in [lack[1] for lack in house.lacks()]


# What the casino has from the authority


def test_pv_art_2_1_pv_da_4_1_and_pv_da_5_papers_are_missing_until_their_numbers_are_written_down(house: House) -> None:
    house.begin(PV)

    def due() -> list[tuple[str, str]]:
        return [(where, article) for _, where, article in house.lacks() if where.startswith("papers.")]

    general = [("papers.casino.", "art. 2.1"), ("papers.fianza.", "da.5")]
    assert due() == general
    house.table("ruleta-americana", PV)
    leave = ("papers.autorizacion.ruleta-americana", "da.4.1")
    assert due() == [general[0], leave, general[1]]
    record = house.floor.papers.record
    record(house.who("dora"), "autorizacion", "12/2026", house.key(), "ruleta-americana")
    for name in ("casino", "fianza"):
        record(house.who("dora"), name, f"{name} 1/2026", house.key())
    assert due() == []
    house.table("blackjack", PV)
    assert due() == [("papers.autorizacion.blackjack", "da.4.1")]
    # They hold in later sessions under the text, until one is withdrawn.
    for table in house.floor.tables.tables():
        house.floor.tables.close_table(house.who("dora"), table.public_id, house.key())
        if table.game == "ruleta-americana":
            house.floor.sessions.seal(house.who("iker"), table.public_id, "7", house.key())
    house.floor.sessions.end(house.who("dora"), house.key())
    house.begin(PV)
    assert due() == []
    record(house.who("dora"), "fianza", "", house.key())
    assert due() == [general[1]]


def test_pv_da_3_3_a_table_with_live_chance_needs_the_leave_for_play_at_a_distance(house: House) -> None:
    house.begin(PV)
    file = TableFile.model_validate({"game": "bola", "region": PV, "minimum": "5", "float": "20000"})
    house.floor.tables.open_table(house.who("dora"), file)
    assert ("", "papers.a-distancia.bola", "da.3.3") in house.lacks()
    house.floor.papers.record(house.who("dora"), "a-distancia", "3/2026", house.key(), "bola")
    assert "papers.a-distancia.bola" not in [lack[1] for lack in house.lacks()]


def test_pv_art_3_4_rooms_of_bingo_that_share_a_prize_need_the_leave_to_be_linked(house: House) -> None:
    house.begin(PV)
    linked = ("", "papers.interconexion.bingo", "art. 3.4")
    house.table("bingo", PV, options={"acumulado": "5"}, meter="red")
    house.table("bingo", PV, options={"acumulado": "5"})
    assert linked not in house.lacks()
    house.table("bingo", PV, options={"acumulado": "5"}, meter="red")
    assert linked in house.lacks()
    house.floor.papers.record(house.who("dora"), "interconexion", "4/2026", house.key(), "bingo")
    assert linked not in house.lacks()


def test_ga_art_1_2_poker_is_played_in_a_casino_that_is_authorised_as_one(house: House) -> None:
    house.begin(GA)
    assert ("", "papers.casino.", "art. 1.2") in house.lacks()
    house.floor.papers.record(house.who("dora"), "casino", "DOG 7/2005", house.key())
    assert "papers.casino." not in [lack[1] for lack in house.lacks()]


def test_pv_da_3_1_no_table_of_a_game_outside_the_catalogue(house: House) -> None:
    with pytest.raises(TapeteError, match="reto"):
        house.table("reto", PV)


@pytest.mark.parametrize(
    ("name", "number", "game", "says"),
    [
        ("permiso", "1", "", "unknown paper 'permiso'"),
        ("fianza", "", "", "say its number and date"),
        ("fianza", "1", "bola", "for the house"),
        ("autorizacion", "1", "", "for which game"),
        ("autorizacion", "1", "reto", "for which game"),
    ],
)
def test_a_paper_that_the_text_does_not_ask_for_is_refused(
    house: House, name: str, number: str, game: str, says: str
) -> None:
    house.begin(PV)
    with pytest.raises(TapeteError, match=says):
        house.floor.papers.record(house.who("dora"), name, number, house.key(), game)
    with pytest.raises(Forbidden):
        house.floor.papers.record(house.who("iker"), "fianza", "1", house.key())
    session = house.floor.sessions.now()
    assert session is not None
    assert len(session.lines) == 1


def test_pv_da_8_whoever_lends_to_a_player_is_recorded(house: House) -> None:
    table = house.table("ruleta-americana", PV)
    known = {offence.rule: offence for offence in house.floor.conduct.offences(table)}
    assert known["casino:prohibitions.prestamo"].article == "da.8"
    case = house.floor.conduct.open(
        house.who("iker"), "carla", "casino:prohibitions.prestamo", "lent 50", house.key(), table_id=table
    )
    assert house.floor.conduct.file(house.who("rosa"), case).case.article == "da.8"


def test_pv_da_10_and_as_a_5_b_4_instructions_in_the_room_and_the_progressive_at_the_table(house: House) -> None:
    house.begin(PV)
    assert ("", "notices.instrucciones", "da.10") in house.lacks()
    house.floor.sessions.show(house.who("iker"), "instrucciones", house.key())
    assert "notices.instrucciones" not in [lack[1] for lack in house.lacks()]
    house.floor.sessions.end(house.who("dora"), house.key())
    house.begin("asturias")
    table = house.table("poker-sin-descarte", "asturias", options={"progresivo": "si"})
    assert (table, "notices.progresivo", "A.5.b§4") in house.lacks()


SHOWN = [
    ("poker-sin-descarte", EX, {}, []),
    ("poker-sin-descarte", EX, {"compra": "si"}, ["1.12.7"]),
    ("poker-sin-descarte", EX, {"progresivo": "si"}, ["1.12.7", "1.12.7.C§2"]),
    ("trijoker", EX, {}, ["1.14.7.3"]),
    ("blackjack", PV, {}, []),
    ("blackjack", PV, {"retiro": "si"}, ["03.V.1§1"]),
    ("triple-blackjack", PV, {"acumulada": "si"}, ["03.V.1§1", "03.V.1.f§3"]),
    ("poker-sin-descarte", PV, {"progresivo": "si"}, ["11.VI.1§2"]),
    ("poker-con-descarte", PV, {"jackpot": "fijo"}, ["12.VIII.8.1§4"]),
    ("trijoker", PV, {}, ["13.V.5§1"]),
    ("holdem", PV, {"limite": "sin-limite"}, ["17.VI.3.a.3"]),
    ("holdem", PV, {"limite": "bote-con-limite"}, []),
    ("omaha", GA, {"limite": "sin-limite"}, ["art. 22.3.a.3"]),
    ("trijoker", "asturias", {}, ["B.4.b", "B.5.c§1"]),
]


@pytest.mark.parametrize(("game", "region", "options", "articles"), SHOWN)
def test_ex_1_12_7_pv_03_v_1_ga_art_22_3_a_3_and_as_b_5_c_1_what_players_must_be_able_to_read_at_the_table(
    house: House, game: str, region: str, options: dict[str, str], articles: list[str]
) -> None:
    house.begin(region)
    table = house.table(game, region, options=options)
    every = ["da.6.1"] if region == PV else []
    found = [lack[2] for lack in house.lacks() if lack[0] == table and "notices" in lack[1]]
    assert sorted(found) == sorted([*articles, *every])


def test_pv_08_v_12_and_pv_da_6_1_every_table_of_a_casino_tells_its_number_float_and_limits(house: House) -> None:
    """By the regulation of 1979, art. 50.2, to which the text sends: no sentence of the games themselves has it."""
    rules = law_of_house(PV)
    assert rules is not None
    tables = {game.id for game in games() if PV in game.regions and game.family in ("wheels", "dice", "cards")}
    assert set(rules.notices["cartel"].games) == tables
    house.begin(PV)
    table = house.table("chemin-de-fer", PV)
    assert [lack for lack in house.lacks() if lack[0] == table and "notices" in lack[1]] == [
        (table, "notices.cartel", "da.6.1")
    ]
    house.floor.sessions.show(house.who("iker"), "cartel", house.key(), table)
    assert not [lack for lack in house.lacks() if "notices.cartel" in lack[1]]


@pytest.mark.parametrize(
    ("game", "options", "articles"),
    [
        ("blackjack", {}, []),
        ("blackjack", {"distribuidor": "automatico"}, ["03.II.2§4"]),
        ("triple-blackjack", {"acumulada": "si"}, ["03.V.1.f§1"]),
        ("blackjack", {"acumulada": "si", "bote": "20"}, ["03.V.1.f§1", "03.V.1.f§11"]),
        ("poker-con-descarte", {"jackpot": "progresivo-manual", "carrusel": "si"}, ["12.VIII.8.2§1"]),
        ("bingo", {}, ["da.7"]),
    ],
)
def test_pv_03_v_1_f11_pv_12_viii_8_2_1_and_pv_da_7_what_needs_a_leave_of_its_own(
    house: House, game: str, options: dict[str, str], articles: list[str]
) -> None:
    house.begin(PV)
    house.table(game, PV, options=options)
    general = {"art. 2.1", "da.4.1", "da.5"}
    found = [(where, article) for _, where, article in house.lacks() if where.startswith("papers.")]
    assert sorted(article for _, article in found if article not in general) == articles
    for where, article in found:
        if article in articles:
            _, name, asked = where.split(".")
            house.floor.papers.record(house.who("dora"), name, "7/2026", house.key(), asked)
    assert {article for _, where, article in house.lacks() if where.startswith("papers.")} == general


@pytest.mark.parametrize(("region", "article"), [(EX, "art. 3.2"), (PV, "03.II.3"), (GA, None)])
def test_ex_art_3_2_and_pv_03_ii_3_a_table_that_is_turned_over_needs_a_leave_and_in_ga_art_3_4_none(
    house: House, region: str, article: str | None
) -> None:
    house.begin(region)
    before, after = ("poker-sin-descarte", "trijoker")
    table = house.table(before, region)
    given = {"game": after, "region": region, "minimum": "5", "float": "75000"}
    house.floor.reversing.turn(house.who("dora"), table, TableFile.model_validate(given), house.key())
    found = [lack for lack in house.lacks() if lack[1] == f"papers.reversibles.{after}"]
    assert found == ([("", f"papers.reversibles.{after}", article)] if article else [])


@pytest.mark.parametrize("region", [EX, PV, GA, "asturias"])
def test_what_is_shown_or_leave_is_asked_for_at_tables_names_games_and_options_of_the_text(region: str) -> None:
    rules = law_of_house(region)
    assert rules is not None
    for rule in (*rules.notices.values(), *rules.papers.values()):
        for name in rule.games:
            options = game_of(name).rules(region).options
            assert set(rule.options) <= set(options)
            assert all(value in options[option].values for value in rule.values for option in rule.options)


def test_ex_2_1_a_4_2_d_and_pv_08_iv_4_nobody_sits_at_two_tables_of_chemin_de_fer(house: House) -> None:
    for region, article in ((EX, "2.1.A.4.2.d"), (PV, "08.IV§4")):
        first, second = house.table("chemin-de-fer", region), house.table("chemin-de-fer", region)
        house.floor.seats.seat(house.who("ana"), first, 100_000, house.key())
        with pytest.raises(IllegalAction, match="sits at chemin-de-fer already") as refused:
            house.floor.seats.seat(house.who("ana"), second, 100_000, house.key())
        assert refused.value.article == article
        house.floor.seats.stand_up(house.who("ana"), first, house.key())
        house.floor.seats.seat(house.who("ana"), second, 100_000, house.key())


@pytest.mark.parametrize("path", ["/casino/stock", "/conduct", "/books/orphans", "/history"])
def test_tables_of_one_name_are_told_apart_wherever_one_is_chosen(casino: Casino, path: str) -> None:
    casino.table("blackjack", EX)
    casino.table("blackjack", EX)
    casino.floor.stores.receive(casino.people["iker"], "cards", "F-1", casino.key())
    shown = casino.get("dora", path).text
    assert "blackjack extremadura, n.º 1</option>" in shown and "blackjack extremadura, n.º 2</option>" in shown


def test_who_works_with_a_piece_of_the_stock_is_offered_what_their_role_may_do(casino: Casino) -> None:
    stores, table = casino.floor.stores, casino.table("blackjack", EX)
    stores.receive(casino.people["iker"], "cards", "F-1", casino.key())
    stores.do(casino.people["iker"], 1, "take", casino.key(), table)

    def offered(who: str) -> list[str]:
        return re.findall(r'formaction="/casino/stock/1/(\w+)"', casino.get(who, "/casino/stock").text)

    assert offered("carla") == ["check", "return"]
    assert offered("iker") == ["check", "return", "withdraw", "seize"]
    assert offered("rosa") == []
    stores.do(casino.people["iker"], 1, "withdraw", casino.key(), says="worn")
    assert (offered("iker"), offered("dora")) == ([], ["destroy"])
