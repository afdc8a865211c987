"""The end of a table: what lies on it goes back to whose it is, or keeps it open."""

import random
import re
from pathlib import Path

import pytest

from tapete import i18n
from tapete.engine.last import endings
from tapete.engine.requests import Act
from tapete.errors import IllegalAction
from tapete.floor.roles import Forbidden
from tapete.games import game
from tapete.web.tables.telling import act_name
from tests import robot
from tests.casino import Casino
from tests.helpers import EVERYWHERE, sit


def test_a_table_closes_with_winning_stakes_on_its_felt(tmp_path: Path) -> None:
    """Who won keeps the stake and may take it back: at the end it goes back to its owner, by the same article."""
    casino = Casino(tmp_path)
    table = casino.table("bola", "extremadura", physical=True)
    carla, ana, rounds = casino.people["carla"], casino.people["ana"], casino.floor.rounds
    rounds.open_round(table, carla, casino.key())
    rounds.act(table, ana, Act("stake", "rojo", 1000), casino.key())
    rounds.act(table, carla, Act("close"), casino.key())
    rounds.fell(table, carla, "2", casino.key())
    assert casino.floor.books.balances(table)["felt/ana/rojo"] == 1000
    casino.floor.tables.close_table(casino.people["dora"], table, casino.key())
    assert casino.floor.books.balances(table) == {}
    assert casino.floor.books.check() == []


def test_a_point_on_the_dice_keeps_a_table_open(tmp_path: Path) -> None:
    casino = Casino(tmp_path)
    table = casino.table("dados", "extremadura", physical=True)
    carla, ana, rounds = casino.people["carla"], casino.people["ana"], casino.floor.rounds
    rounds.open_round(table, carla, casino.key())
    rounds.act(table, ana, Act("stake", "win", 1000), casino.key())
    rounds.act(table, carla, Act("close"), casino.key())
    rounds.fell(table, carla, [2, 2], casino.key())
    with pytest.raises(IllegalAction, match="play until the felt is clear"):
        casino.floor.tables.close_table(casino.people["dora"], table, casino.key())


@pytest.mark.parametrize(
    "name", ["tripoker", "texas-poker", "poker-sin-descarte", "poker-con-descarte", "pai-gow", "punto-banca"]
)
def test_pv_art_2_working_of_tables_1_a_the_other_card_tables_announce_three_last_hands(name: str) -> None:
    """Before the hour at which play ends: three balls, a last shooter, a last shoe, and three hands elsewhere."""
    table = sit(name, "pais-vasco").open()
    while table.pending and table.pending.label != "stakes":
        robot.step(random.Random(1), table)
    table.act("director", Act("last"))
    assert table.said()[-1] == "Las 3 últimas manos."
    with pytest.raises(IllegalAction, match="announced already") as refused:
        table.act("director", Act("last"))
    assert refused.value.article == "art. 2.funcionamiento-de-las-mesas-de-juego.1.a"


def test_of_a_table_that_is_closed_nobody_who_only_looks_sees_who_played_or_for_what(tmp_path: Path) -> None:
    """Beside an open table anybody sees the felt; later on what lay there is its players' and the house's."""
    casino = Casino(tmp_path)
    table, rounds, people = casino.table("bola", "extremadura", physical=True), casino.floor.rounds, casino.people
    rounds.open_round(table, people["carla"], casino.key())
    rounds.act(table, people["ana"], Act("stake", "rojo", 3500), casino.key())
    rounds.act(table, people["carla"], Act("close"), casino.key())
    rounds.fell(table, people["carla"], "2", casino.key())
    assert casino.view("", table)["view"]["places"] == {"felt/ana/rojo": 3500}
    casino.floor.tables.close_table(people["dora"], table, casino.key())
    for who in ("", "sol"):
        assert casino.view(who, table)["view"] is None
        assert not re.search(r"\bana\b|3500|35 €", casino.get(who, f"/tables/{table}").text)
    for who in ("ana", "rosa"):
        assert casino.view(who, table)["view"]["players"] == ["ana", "luis"]
    casino.close()


TEXTS = (
    # Where a text says who announces the end: the croupier, or those above.
    ("ruleta-francesa", "pais-vasco", "hora-limite", ("carla", "iker", "dora")),
    ("blackjack", "pais-vasco", "", ("carla", "iker", "dora")),
    ("dados", "pais-vasco", "", ("carla", "iker", "dora")),
    ("poker-sin-descarte", "galicia", "", ("carla", "iker", "dora")),
    ("trijoker", "pais-vasco", "", ("iker", "dora")),
    ("trijoker", "extremadura", "jornada", ("iker", "dora")),
    ("trijoker", "galicia", "", ("iker", "dora")),
    ("trijoker", "asturias", "", ("iker", "dora")),
    # Where it says only that limits change after it, and who changes them.
    ("ruleta-francesa", "pais-vasco", "", ("dora",)),
    ("trijoker", "extremadura", "", ("dora",)),
    ("ruleta-americana", "extremadura", "", ("dora",)),
)


@pytest.mark.parametrize(("name", "region", "on", "may"), TEXTS)
def test_pv_art_2_working_of_tables_1_a_ga_art_7_13_and_ex_1_14_7_3_who_announces_the_end(
    casino: Casino, name: str, region: str, on: str, may: tuple[str, ...]
) -> None:
    """The croupier (PV, GA's poker), the chief of table (trijoker), and the director wherever it is."""
    table = casino.table(name, region)
    rounds, people = casino.floor.rounds, casino.people
    rounds.open_round(table, people["carla"], casino.key())
    while (view := rounds.look(table, people["dora"]).view) and view.pending != "stakes":  # somebody cuts
        who, item = next((who, item) for who in ("ana", "luis") for item in rounds.look(table, people[who]).open)
        rounds.act(table, people[who], item.least_act, casino.key())
    for who in ("carla", "iker", "dora"):
        shown = {(item.do, item.on) for item in rounds.look(table, people[who]).open}
        assert (("last", on) in shown) == (who in may), who
    for who in ("carla", "iker", "ana"):
        if who not in may:
            with pytest.raises((Forbidden, IllegalAction)):
                rounds.act(table, people[who], Act("last", on), casino.key())
            with pytest.raises(Forbidden):
                rounds.act(table, people[who], Act("last", on), casino.key(), "director")
    rounds.act(table, people[may[0]], Act("last", on), casino.key())
    assert ("last", on) not in {(item.do, item.on) for item in rounds.look(table, people["dora"]).open}


def test_who_announces_the_end_is_told_it_by_api_and_does_nothing_else_of_the_director_s(casino: Casino) -> None:
    table = casino.table("bola", "pais-vasco")
    casino.floor.rounds.open_round(table, casino.people["carla"], casino.key())
    view = casino.get("carla", f"/api/v1/tables/{table}/view").json()["view"]
    assert [(item["who"], item["do"]) for item in view["open"] if item["do"] == "last"] == [("director", "last")]
    wrong = {"do": "close", "who": "director"}
    assert casino.post("carla", f"/api/v1/tables/{table}/act", wrong).status_code == 403
    assert casino.post("carla", f"/api/v1/tables/{table}/act", {"do": "last", "who": "director"}).status_code == 200
    for who, again in (("carla", {"do": "last", "who": "director"}), ("iker", {"do": "last"})):
        refused = casino.post(who, f"/api/v1/tables/{table}/act", again)
        assert (refused.status_code, "anunciadas" in refused.text) == (409, True), refused.text


@pytest.mark.parametrize(("name", "region"), EVERYWHERE)
def test_what_is_announced_of_two_ends_is_told_apart_in_words(name: str, region: str) -> None:
    """Between players the end of a game is one thing, and that of the house's day another."""
    rules = game(name).rules(region)
    named = {on for on in endings(rules) if on} if hasattr(rules, "minimum") else set()
    for language in ("en", "es", "gl", "eu"):
        with i18n.speaking(language):
            assert len({act_name(rules, Act("last", on)) for on in named}) == len(named)
