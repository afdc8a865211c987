"""The floor's page: every table at a glance, many opened and closed at once, limits of every kind changed."""

import re

import pytest
from sqlalchemy import event

from tapete.engine.requests import Act
from tapete.web.tables.floor import given_by
from tests.casino import Casino


def spun(casino: Casino, table: str) -> None:
    """A round in which Ana loses ten euros on red, of the hundred she bought."""
    rounds, people = casino.floor.rounds, casino.people
    rounds.open_round(table, people["carla"], casino.key())
    rounds.act(table, people["ana"], Act("stake", "rojo", 1000), casino.key())
    rounds.act(table, people["carla"], Act("close"), casino.key())
    rounds.fell(table, people["carla"], "2", casino.key())


def test_a_table_with_its_people_drop_win_and_what_was_to_be_expected(casino: Casino) -> None:
    """Red at a wheel of 37 with half a stake back on zero: the house keeps one in 74, 13.5 cents of ten euros."""
    table = casino.table("ruleta-francesa", "extremadura", physical=True, chips=10_000)
    spun(casino, table)
    (seen,) = casino.get("dora", "/api/v1/floor").json()
    assert (seen["players"], seen["round"], seen["playing"]) == (["ana", "luis"], 1, False)
    assert (seen["dropped"], seen["won"]) == (20_000, 1000)
    assert seen["expected"] == pytest.approx(1000 / 74)
    casino.floor.rounds.correct(table, casino.people["iker"], 3, "3", "it was 3", casino.key())
    casino.floor.rounds.agree(table, casino.people["carla"], casino.key())
    (seen,) = casino.get("dora", "/api/v1/floor").json()
    assert seen["won"] == -1000


def test_what_a_table_took_is_told_at_the_table_and_in_its_history_to_who_runs_the_floor(casino: Casino) -> None:
    table = casino.table("ruleta-francesa", "extremadura", physical=True, chips=10_000)
    spun(casino, table)
    for path in (f"/tables/{table}", f"/history?table={table}"):
        shown = {who: casino.get(who, path).text.replace("\xa0", " ") for who in ("dora", "iker", "carla", "ana", "")}
        told = {who: re.findall(r'id="takings".*?</section>', text, re.DOTALL) for who, text in shown.items()}
        assert (told["carla"], told["ana"], told[""]) == ([], [], [])
        assert all("200 €" in line and "10 €" in line for who in ("dora", "iker") for line in told[who])
        assert len(told["dora"]) == len(told["iker"]) == 1


def test_only_who_runs_the_floor_sees_it(casino: Casino) -> None:
    answers = {who: casino.get(who, "/floor").status_code for who in ("dora", "iker", "rosa", "carla", "ana")}
    assert answers == {"dora": 200, "iker": 200, "rosa": 200, "carla": 403, "ana": 403}


def test_as_many_queries_for_many_tables_as_for_one(casino: Casino) -> None:
    def asked() -> int:
        said: list[str] = []
        listen = lambda *given: said.append(given[2])  # noqa: E731
        event.listen(casino.floor.db.engine, "before_cursor_execute", listen)
        casino.floor.overview.tables(casino.people["dora"])
        event.remove(casino.floor.db.engine, "before_cursor_execute", listen)
        return len(said)

    casino.table("bola", "extremadura")
    casino.floor.overview.tables(casino.people["dora"])
    one = asked()
    for _ in range(5):
        casino.table("bola", "extremadura")
    assert asked() == one


def test_tables_of_one_name_are_told_apart(casino: Casino) -> None:
    casino.table("bola", "extremadura")
    casino.table("bola", "extremadura")
    casino.table("ruleta-francesa", "extremadura")
    for path in ("/floor", "/tables"):
        shown = casino.get("dora", path).text
        assert "bola extremadura, n.º 1<" in shown
        assert "bola extremadura, n.º 2<" in shown
        assert ">ruleta-francesa extremadura<" in shown


def test_many_are_closed_at_once_and_what_hinders_one_is_said_beside_it(casino: Casino) -> None:
    free, busy = casino.table("bola", "extremadura"), casino.table("bola", "extremadura")
    casino.floor.rounds.open_round(busy, casino.people["carla"], casino.key())
    casino.floor.rounds.act(busy, casino.people["ana"], Act("stake", "rojo", 1000), casino.key())
    answer = casino.client.post("/floor/close", data={"table": [free, busy]}, headers=casino.headers("dora"))
    assert answer.status_code == 409
    assert f'id="refused-{busy}"' in answer.text
    assert [table.public_id for table in casino.floor.tables.tables("open")] == [busy]


def test_tables_like_others_are_opened_at_once(casino: Casino) -> None:
    table = casino.table("ruleta-francesa", "extremadura", physical=True, maximum={"pleno": "100"})
    casino.floor.tables.close_table(casino.people["dora"], table, casino.key())
    answer = casino.client.post("/floor/open", data={"table": [table]}, headers=casino.headers("dora"))
    assert answer.status_code == 200
    (new,) = casino.floor.tables.tables("open")
    old = casino.floor.tables.table(table)
    assert (new.settings, new.name, new.physical, new.seats) == (old.settings, old.name, old.physical, old.seats)


def test_ex_1_1_4_2_a_b_limits_of_every_kind_change_as_the_text_allows(casino: Casino) -> None:
    """A straight bet's maximum is 10, 20, 30 or 40 minimums."""
    table = casino.table("ruleta-francesa", "extremadura")
    path = f"/tables/{table}/settings"
    assert 'name="maximum.pleno"' in casino.get("dora", path).text
    wrong = casino.client.post(path, data={"minimum": "5", "maximum.pleno": "75"}, headers=casino.headers("dora"))
    assert wrong.status_code == 409
    assert 'id="w-maximum.pleno"' in wrong.text
    right = {"minimum": "5", "maximum.pleno": "100"}
    answer = casino.client.post(path, data=right, headers=casino.headers("dora"), follow_redirects=False)
    assert answer.status_code == 303
    assert casino.floor.tables.table(table).settings.maximum["pleno"] == 10_000


@pytest.mark.parametrize(
    ("game", "region", "says", "article"),
    [
        ("ruleta-francesa", "extremadura", "las últimas jugadas en ella", "1.1.4.2.B.a"),
        ("blackjack", "pais-vasco", "el último sabot en ella", "03.V.2.a"),
        ("bola", "extremadura", "", ""),
    ],
)
def test_the_page_of_limits_says_what_is_announced_first(
    casino: Casino, game: str, region: str, says: str, article: str
) -> None:
    page = casino.get("dora", f"/tables/{casino.table(game, region)}/settings").text
    line = next((line for line in page.splitlines() if "el director anuncia antes" in line), "")
    assert says in line
    assert article in line
    assert bool(line) == bool(says)


def test_another_minimum_that_is_sent_before_its_limits_are_there_comes_back_with_them(casino: Casino) -> None:
    """Who types the minimum and presses at once changes nothing yet, and what was chosen besides stays chosen."""
    table = casino.table("ruleta-francesa", "extremadura")
    path, old = f"/tables/{table}/settings", casino.floor.tables.table(table)
    sent = {**given_by(old, old.settings), "minimum": "10", "staff.crupier": "3"}
    answer = casino.client.post(path, data=sent, headers=casino.headers("dora"), follow_redirects=False)
    assert answer.status_code == 409 and '<div class="refusal" role="alert"><p>Propuesto' in answer.text
    assert "La ley no permite" not in answer.text
    shown = dict(re.findall(r'name="([\w.-]+)".*?value="(.*?)"', answer.text))
    assert (shown["minimum"], shown["maximum.pleno"], shown["staff.crupier"]) == ("10", "100", "3")
    assert casino.floor.tables.table(table).settings == old.settings
    again = {**sent, **{name: text for name, text in shown.items() if name.startswith("maximum.")}, "staff.crupier": ""}
    touched = {**sent, "maximum.pleno": "75"}
    for given, status in ((touched, 409), (again, 303)):
        answer = casino.client.post(path, data=given, headers=casino.headers("dora"), follow_redirects=False)
        assert answer.status_code == status
        assert ('id="w-maximum.pleno"' in answer.text) == (status == 409)
    assert casino.floor.tables.table(table).settings.maximum["pleno"] == 100_00


def test_another_minimum_proposes_the_maxima_that_follow_from_it(casino: Casino) -> None:
    """At twice the minimum a straight bet of 20 goes from 100 to 200, a simple chance of 180 from 900 to 1800."""
    table = casino.table("ruleta-francesa", "extremadura", maximum={"pleno": 100})
    path = f"/tables/{table}/settings"

    def fields(page: str) -> dict[str, str]:
        return dict(re.findall(r'name="(minimum|maximum\.[\w-]+)".*?value="(.*?)"', page))

    before, after = (fields(casino.get("dora", path, params=asked).text) for asked in ({}, {"minimum": "10"}))
    assert (before["minimum"], before["maximum.pleno"], before["maximum.sencilla"]) == ("5", "100", "900")
    assert (after["minimum"], after["maximum.pleno"], after["maximum.sencilla"]) == ("10", "200", "1800")
    answer = casino.client.post(path, data=after, headers=casino.headers("dora"), follow_redirects=False)
    assert answer.status_code == 303
    assert casino.floor.tables.table(table).settings.maximum["doble"] == 2 * 240 * 500
    for wrong in ("0", "-5", "many", "1" * 21):
        assert 400 <= casino.get("dora", path, params={"minimum": wrong}).status_code < 500


def test_who_holds_several_roles_wears_one_at_a_time(casino: Casino) -> None:
    table = casino.table("ruleta-francesa", "extremadura", physical=True)
    shown = {who: casino.get(who, f"/tables/{table}").text for who in ("dora", "iker", "carla", "ana")}
    worn = {who: re.findall(r'id="worn-(\w+)"', text) for who, text in shown.items()}
    staff = {"dora": ["director", "inspector", "croupier"], "iker": ["inspector", "croupier"]}
    assert worn == {**staff, "carla": [], "ana": []}
    assert 'data-worn="director"' in shown["dora"]
    assert 'data-worn="inspector"' in shown["iker"]
    assert "data-worn" not in shown["carla"] + shown["ana"]
