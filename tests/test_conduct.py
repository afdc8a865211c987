"""Conduct: prohibitions recorded, who decides what follows, recidivism, exclusion, and a register that only grows."""

import json
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from tapete.engine.requests import Act
from tapete.errors import IllegalAction, Missing, TapeteError
from tapete.floor import Floor
from tapete.floor.calendar import DAY
from tapete.floor.conduct import months_after
from tapete.floor.offences import of_table, weigh
from tapete.floor.roles import Forbidden
from tapete.games import game
from tapete.i18n import speaking
from tapete.law.house import house
from tapete.web.casino.sheets import of_case, of_conduct
from tests.casino import Casino
from tests.test_cli import run
from tests.web import read_rows

EX, PV, GA = "extremadura", "pais-vasco", "galicia"
LIGHT = "casino:infractions.situacion-poco-clara"


def opens(casino: Casino, who: str, rule: str, table: str = "", by: str = "iker", **more: Any) -> int:
    return casino.floor.conduct.open(casino.people[by], who, rule, "", casino.key(), table_id=table, **more)


def decides(casino: Casino, by: str, number: int, what: str, words: str = "") -> None:
    casino.floor.conduct.decide(casino.people[by], number, what, words, casino.key())


def articles(name: str, region: str) -> dict[str, str]:
    """By their names in the rulebook, the articles of what may be recorded."""
    return {offence.rule: offence.article for offence in of_table(game(name).rules(region))}


def test_ex_2_2_6_every_prohibition_between_players_may_be_recorded() -> None:
    """a to k, and the sentence before them."""
    found = set(articles("holdem", EX).values())
    assert {"2.2.6", *(f"2.2.6.{letter}" for letter in "abcdefghijk")} <= found


def test_ga_art_21_and_pv_17_v_the_same_of_the_other_texts() -> None:
    assert {"art. 21§1", *(f"art. 21.{letter}" for letter in "abcdefghijk")} <= set(articles("holdem", GA).values())
    assert {"17.V", *(f"17.V.{letter}" for letter in "abcdefghij")} <= set(articles("holdem", PV).values())


def test_ex_1_12_6_6_pv_11_v_3_10_and_ga_art_7_11_telling_of_cards_costs_the_stake() -> None:
    for region, article in ((EX, "1.12.6§6"), (PV, "11.V.3§10"), (GA, "art. 7§11")):
        found = of_table(game("poker-sin-descarte").rules(region))
        assert article in [offence.article for offence in found if offence.follows == "loss"]


def test_ga_art_44_5_c_an_unclear_situation_is_a_light_infraction_of_the_player() -> None:
    """Among others arts. 7.11, 16.2 and 24.3; what art. 21 forbids is not in the list."""
    found = [*of_table(game("poker-sin-descarte").rules(GA)), *of_table(game("trijoker").rules(GA))]
    light = {offence.article for offence in found if offence.infraction == "situacion-poco-clara"}
    assert {"art. 7§11", "art. 16.2"} <= light
    circle = of_table(game("holdem").rules(GA))
    assert {offence.severity for offence in circle if offence.article.startswith("art. 24.3.")} == {"light"}
    assert {offence.severity for offence in circle if offence.article.startswith("art. 21.")} == {""}


def test_ga_art_44_3_a_ga_art_44_3_b_ga_art_44_3_c_ga_art_44_4_a_ga_art_44_5_a_and_ga_art_44_5_b_by_severity() -> None:
    rules = house(GA)
    assert rules is not None
    found = {item.article: (item.severity, item.whose) for item in rules.infractions.values()}
    assert found == {
        "art. 44.3.a": ("very-serious", "company"),
        "art. 44.3.b": ("very-serious", "anybody"),
        "art. 44.3.c": ("very-serious", "company"),
        "art. 44.4.a": ("serious", "company"),
        "art. 44.5.a": ("light", "company"),
        "art. 44.5.b": ("light", "worker"),
        "art. 44.5.c": ("light", "player"),
        "art. 44.5.d": ("light", "anybody"),
    }


@pytest.mark.parametrize(
    ("cases", "weights"),
    [
        ([(0, "light"), (364, "light")], [("light", ""), ("serious", "art. 44.4.b")]),
        ([(0, "light"), (365, "light")], [("light", ""), ("light", "")]),
        ([(0, "serious"), (10, "serious")], [("serious", ""), ("very-serious", "art. 44.3.d")]),
        ([(0, ""), (10, "light")], [("", ""), ("light", "")]),
        (
            [(0, "light"), (10, "light"), (20, "serious")],
            [("light", ""), ("serious", "art. 44.4.b"), ("very-serious", "art. 44.3.d")],
        ),
        ([(0, "very-serious"), (1, "very-serious")], [("very-serious", ""), ("very-serious", "")]),
    ],
)
def test_ga_art_44_3_d_and_ga_art_44_4_b_recidivism_within_a_year(
    cases: list[tuple[int, str]], weights: list[tuple[str, str]]
) -> None:
    found = weigh(house(GA), [(day * DAY, severity) for day, severity in cases])
    assert [tuple(weight) for weight in found] == weights


def test_recidivism_is_somebody_s_own_and_what_was_annulled_does_not_count(casino: Casino) -> None:
    rule = "casino:infractions.situacion-poco-clara"
    for who in ("ana", "luis", "ana"):
        opens(casino, who, rule, region=GA)
    assert [file.weighed.severity for file in casino.floor.conduct.files()] == ["light", "light", "serious"]
    with pytest.raises(Forbidden, match="another annuls it"):
        decides(casino, "iker", 1, "annul", "a mistake")
    decides(casino, "dora", 1, "annul", "a mistake")
    assert [file.weighed.severity for file in casino.floor.conduct.files()] == ["", "light", "light"]
    with pytest.raises(IllegalAction, match="case 1 is closed"):
        decides(casino, "dora", 1, "warning")


def test_ga_art_45_1_and_ga_art_45_2_managers_answer_with_the_casino(casino: Casino) -> None:
    opens(casino, "casino", "casino:infractions.sin-exhibir", region=GA)
    opens(casino, "carla", "casino:infractions.no-aclara", region=GA)
    mine, theirs = casino.floor.conduct.files()
    assert [(rule.article, rule.jointly) for rule in mine.answering] == [
        ("art. 45.1", ()),
        ("art. 45.2", ("gerentes", "apoderados")),
    ]
    assert [rule.article for rule in theirs.answering] == ["art. 45.1"]


def test_ga_art_46_1_ga_art_46_2_and_ga_art_46_3_the_authority_opens_a_case_and_has_a_year_to_decide_it(
    casino: Casino,
) -> None:
    number = opens(casino, "Casino", "casino:infractions.sin-exhibir", region=GA)
    conduct, rosa = casino.floor.conduct, casino.people["rosa"]
    assert conduct.file(rosa, number).due is None
    with pytest.raises(IllegalAction, match="once"):
        decides(casino, "dora", number, "resolve", "7/2027")
    with pytest.raises(TapeteError, match="number and date"):
        decides(casino, "dora", number, "start")
    with pytest.raises(Forbidden):
        decides(casino, "iker", number, "start", "3/2026")
    decides(casino, "dora", number, "start", "3/2026")
    due = conduct.file(rosa, number).due
    assert due is not None
    assert 365 <= (due - datetime.now(UTC).date()).days + 1 <= 367
    page = casino.get("rosa", f"/conduct/{number}").text
    assert str(due) in page
    assert [article for article in ("art. 46.1", "art. 46.2", "art. 46.3") if article not in page] == []
    decides(casino, "dora", number, "resolve", "7/2027")
    assert conduct.file(rosa, number).due is None
    with pytest.raises(IllegalAction, match="once"):
        decides(casino, "dora", number, "start", "4/2026")


@pytest.mark.parametrize(
    ("first", "last"), [("2026-11-16", "2027-11-16"), ("2027-03-01", "2028-03-01"), ("2028-02-29", "2029-02-28")]
)
def test_ga_art_46_1_a_year_goes_from_day_to_day(first: str, last: str) -> None:
    assert months_after(date.fromisoformat(first), 12) == date.fromisoformat(last)


def test_where_no_text_says_how_the_authority_goes_about_it_no_case_is_opened_there(casino: Casino) -> None:
    table = casino.table("ruleta-americana", PV)
    number = opens(casino, "luis", "casino:prohibitions.prestamo", table)
    with pytest.raises(IllegalAction, match="says nothing"):
        decides(casino, "dora", number, "start", "3/2026")
    assert "Expediente iniciado" not in casino.get("dora", f"/conduct/{number}").text


def test_pv_17_viii_3_a_who_delays_is_warned_and_sent_away_when_it_happens_again(casino: Casino) -> None:
    table = casino.table("holdem", PV)
    first = opens(casino, "ana", "holdem:rulings.demora", table)
    decides(casino, "iker", first, "warning")
    with pytest.raises(IllegalAction, match="who does again") as refused:
        decides(casino, "iker", first, "exclude")
    assert refused.value.article == "17.VIII.3.a"
    again = opens(casino, "ana", "holdem:rulings.demora", table)
    decides(casino, "iker", again, "exclude")
    with pytest.raises(Forbidden, match=f"ana is kept away by case {again}"):
        casino.floor.seats.seat(casino.people["ana"], table, 100_000, casino.key())
    other = casino.floor.tables.table(casino.table("bola", EX)).public_id  # Ana sits here without being asked
    assert "ana" in casino.floor.desk.read(other, lambda found: [seat.name for seat in found.sitting])
    with pytest.raises(TapeteError, match="say why"):
        decides(casino, "dora", again, "lift")
    decides(casino, "dora", again, "lift", "heard")
    casino.floor.seats.seat(casino.people["ana"], table, 100_000, casino.key())


def test_pv_17_viii_3_h_the_hand_is_lost_where_the_text_says_so_and_not_elsewhere(casino: Casino) -> None:
    table = casino.table("holdem", PV)
    touched = opens(casino, "ana", "holdem:rulings.contacto", table)
    decides(casino, "iker", touched, "loss")
    paired = opens(casino, "ana", "holdem:rulings.juega-por-parejas", table)
    with pytest.raises(IllegalAction, match="does not take the hand") as refused:
        decides(casino, "iker", paired, "loss")
    assert refused.value.article == "17.V.a"


def test_pv_11_v_3_10_the_hand_of_who_told_is_taken_at_the_table_while_it_is_played(casino: Casino) -> None:
    """All of Ana's ten euros go to the bank; Luis plays on. Once the round is over there is nothing to take."""
    floor, table = casino.floor, casino.table("poker-sin-descarte", PV)
    floor.rounds.open_round(table, casino.people["carla"], casino.key())
    for who, box in (("ana", "inicial:1"), ("luis", "inicial:2")):
        floor.rounds.act(table, casino.people[who], Act("stake", box, 1000), casino.key())
    floor.rounds.act(table, casino.people["carla"], Act("close"), casino.key())
    number = opens(casino, "ana", "poker-sin-descarte:penalty", table)
    before = floor.books.balances(table)
    assert "felt/ana/inicial:1" in before
    floor.conduct.decide(casino.people["iker"], number, "note", "heard", "a key")
    with pytest.raises(Forbidden, match="was used for another command"):
        floor.conduct.decide(casino.people["iker"], number, "loss", "", "a key")
    assert floor.books.balances(table) == before
    decides(casino, "iker", number, "loss")
    after = floor.books.balances(table)
    assert "felt/ana/inicial:1" not in after
    assert (after["bank"] - before.get("bank", 0), after["chips/ana"]) == (1000, 99_000)
    assert after["felt/luis/inicial:2"] == 1000
    assert [step.what for step in floor.conduct.file(casino.people["rosa"], number).case.steps] == ["note", "loss"]


def test_pv_17_viii_3_h_a_hand_between_players_is_taken_by_its_ruling(casino: Casino) -> None:
    floor, table = casino.floor, casino.table("holdem", PV)
    floor.rounds.open_round(table, casino.people["carla"], casino.key())
    number = opens(casino, "luis", "holdem:rulings.contacto", table)
    with pytest.raises(IllegalAction):  # no cards are dealt yet: nothing can be taken, and nothing is written
        decides(casino, "iker", number, "loss")
    assert floor.conduct.file(casino.people["rosa"], number).case.steps == ()


def test_the_director_alone_bars_reports_and_closes_and_nobody_decides_of_themselves(casino: Casino) -> None:
    table = casino.table("bola", EX)
    number = opens(casino, "eva", next(iter(articles("bola", EX))), table)
    for what in ("bar", "report", "lift", "close"):
        with pytest.raises(Forbidden):
            decides(casino, "iker", number, what, "x")
    decides(casino, "dora", number, "bar")
    with pytest.raises(Forbidden, match="kept away"):
        casino.floor.seats.seat(casino.people["eva"], table, 10_000, casino.key())
    with pytest.raises(Forbidden, match="their own conduct"):
        opens(casino, "iker", next(iter(articles("bola", EX))), table)
    mine = opens(casino, "iker", next(iter(articles("bola", EX))), table, by="dora")
    with pytest.raises(Forbidden, match="their own case"):
        decides(casino, "iker", mine, "warning")
    with pytest.raises(Missing, match="no case 9"):
        decides(casino, "dora", 9, "warning")
    with pytest.raises(TapeteError, match="unknown rule"):
        opens(casino, "ana", "bola:rulings.flies", table)
    with pytest.raises(TapeteError, match="say who"):
        opens(casino, " ", next(iter(articles("bola", EX))), table)
    for who in ("carla", "ana", "rosa"):
        with pytest.raises(Forbidden, match="record somebody's conduct"):
            opens(casino, "luis", next(iter(articles("bola", EX))), table, by=who)


def test_a_case_sent_again_after_a_crash_is_written_once_and_nothing_is_lost(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/casa.db"
    with Floor(url) as floor:
        for name, role in (("dora", "director"), ("iker", "inspector")):
            floor.accounts.create(name, role)
    for _ in range(2):
        with Floor(url) as floor:
            iker = floor.accounts.account("iker")
            rule = "casino:infractions.niega-partida"
            assert floor.conduct.open(iker, "casino", rule, "", "one", region=GA) == 1
        with Floor(url) as floor:
            floor.conduct.decide(floor.accounts.account("iker"), 1, "warning", "", "two")
    with Floor(url) as floor:
        (file,) = floor.conduct.files()
        assert [step.what for step in file.case.steps] == ["warning"]
        for words in ("UPDATE cases SET who = 'x'", "DELETE FROM case_lines"):
            with pytest.raises(Exception, match="only grows"), floor.db.write() as conn:
                conn.exec_driver_sql(words)


def test_the_register_and_the_file_of_a_case_are_printed_in_the_languages_of_the_text(casino: Casino) -> None:
    table = casino.table("trijoker", GA)
    told = {"who": "ana", "rule": "trijoker:irregularities.informacion", "told": "showed a card", "table": table}
    casino.post("iker", "/api/v1/conduct", told)
    casino.post("dora", "/api/v1/conduct/1/start", {"words": "12/2026"})
    (file,) = casino.floor.conduct.files()
    for language, words in (("es", ("Registro de infracciones", "leve")), ("gl", ("Rexistro de infraccións", "leve"))):
        with speaking(language):
            register, case = of_conduct([file]), of_case(file, {table: "la mesa"})
        ((_, who, what, severity, _, due),) = register["tables"][0]["rows"]
        assert (register["title"], severity) == words
        assert (who, what.endswith("(art. 16.2)"), due) == ("ana", True, str(file.due))
        facts, steps = case["tables"]
        assert {"showed a card", "la mesa", str(file.due)} <= {row[1] for row in facts["rows"]}
        assert steps["rows"][0][2:] == ["dora", "12/2026"]
    assert str(file.due) in read_rows(casino.get("rosa", "/conduct").text)[1]
    for path in ("/conduct.pdf", "/conduct/1/file.pdf"):
        assert casino.get("carla", path).status_code == 403
    assert casino.get("rosa", "/conduct/1/file.pdf").content[:4] == b"%PDF"
    assert casino.get("rosa", "/conduct/2/file.pdf").status_code == 404


def test_pages_api_and_command_show_the_same_register(casino: Casino, tmp_path: Path) -> None:
    table = casino.table("trijoker", GA)
    assert casino.get("carla", "/conduct").status_code == 403
    shown = casino.get("iker", f"/conduct?table={table}").text
    assert "art. 16.2" in shown
    assert "Situaciones poco claras" in shown
    body = {"who": "ana", "rule": "trijoker:irregularities.informacion", "told": "showed a card", "table": table}
    for _ in range(2):
        casino.post("iker", "/api/v1/conduct", body)
    assert casino.post("iker", "/api/v1/conduct/2/warning", {}).json()["weighed"]["article"] == "art. 44.4.b"
    page = casino.get("rosa", "/conduct/2").text
    assert "grave" in page and "art. 44.4.b" in page and "showed a card" in page and "Añadir" not in page
    rows = casino.get("rosa", "/conduct.csv").text.splitlines()
    about = ["ana", "Intercambio de información o consejo", "art. 16.2", "light", "showed a card"]
    assert rows[2].split(",")[6:] == [*about, "serious", "art. 44.4.b", "warning", ""]
    headers = {**casino.headers("iker"), "accept": "text/html"}
    refused = casino.client.post("/conduct/2/loss", headers=headers, data={})
    assert (refused.status_code, "no quita la mano" in refused.text) == (409, True)
    assert casino.get("rosa", "/api/v1/conduct/offences?region=atlantis").status_code == 404
    told = json.loads(run("conduct", "--database", f"sqlite:///{tmp_path}/casino.db", "--json").stdout)
    assert [case["weighed"]["severity"] for case in told] == ["light", "serious"]


def test_ga_art_44_who_is_kept_away_leaves_where_they_sit_and_buys_no_more(casino: Casino) -> None:
    """Ana sits at two tables, in a round at one: she is cashed out of the other at once, and there when it is over."""
    rounds, people = casino.floor.rounds, casino.people
    playing, idle, other = (casino.table("poker-sin-descarte", GA) for _ in range(3))
    casino.floor.seats.stand_up(people["ana"], other, casino.key())
    rounds.open_round(playing, people["carla"], casino.key())

    def states(table: str) -> dict[str, str]:
        return casino.floor.desk.read(table, lambda at: {seat.name: seat.state for seat in at.seats})

    case = casino.floor.conduct.open(people["iker"], "ana", LIGHT, "again", casino.key(), table_id=idle)
    with pytest.raises(IllegalAction, match="sends away who does again"):
        casino.floor.conduct.decide(people["iker"], case, "exclude", "", casino.key())
    casino.floor.conduct.decide(people["dora"], case, "exclude", "", casino.key())
    assert (states(idle)["ana"], states(playing)["ana"], states(idle)["luis"]) == ("left", "sitting", "sitting")
    assert casino.floor.books.balances(idle).get("chips/ana", 0) == 0
    key = casino.key()
    for _ in range(2):  # sent again, it is done once
        casino.floor.conduct.decide(people["dora"], case, "bar", "", key)
    assert (states(playing)["ana"], states(playing)["luis"]) == ("leaving", "sitting")
    refused = casino.post("ana", f"/api/v1/tables/{playing}/buy-in", {"cents": 1000})
    assert (refused.status_code, "ana" in refused.json()["detail"]) == (409, True)
    assert casino.post("ana", f"/api/v1/tables/{playing}/seat", {"cents": 1000}).status_code == 403
    rounds.void(playing, people["iker"], "she was sent away", casino.key())
    assert states(playing)["ana"] == "left"
    assert casino.floor.books.check() == []


def test_a_decision_that_was_lifted_and_is_sent_again_sends_nobody_away(casino: Casino) -> None:
    conduct, people, key = casino.floor.conduct, casino.people, casino.key()
    table = casino.table("poker-sin-descarte", GA)
    case = conduct.open(people["iker"], "ana", LIGHT, "again", casino.key(), table_id=table)
    conduct.decide(people["dora"], case, "bar", "", key)
    conduct.decide(people["dora"], case, "lift", "she may come again", casino.key())
    other = casino.table("poker-sin-descarte", GA)  # where Ana sits down
    conduct.decide(people["dora"], case, "bar", "", key)
    sitting = casino.floor.desk.read(other, lambda at: {seat.name for seat in at.sitting})
    assert "ana" in sitting


def test_nobody_is_excluded_from_the_table_of_a_case_that_has_none(casino: Casino) -> None:
    case = casino.floor.conduct.open(casino.people["iker"], "ana", LIGHT, "again", casino.key(), region=GA)
    with pytest.raises(IllegalAction, match="is of no table"):
        casino.floor.conduct.decide(casino.people["dora"], case, "exclude", "", casino.key())
    offered = casino.floor.conduct.file(casino.people["dora"], case).decisions
    assert not {"exclude", "loss", "lift"} & set(offered) and "bar" in offered
    casino.floor.conduct.decide(casino.people["dora"], case, "bar", "", casino.key())
    assert "lift" in casino.floor.conduct.file(casino.people["dora"], case).decisions


def test_who_sits_at_a_table_records_and_decides_nothing_of_it_nor_of_whom_they_sit_with(casino: Casino) -> None:
    """Dora plays beside Ana: she neither records nor decides Ana's cases, from the table or anywhere, nor her account.

    Once she has stood up she may; and what keeps Ana away no more sends her away no more, though it is sent again.
    """
    floor, dora, ana = casino.floor, casino.people["dora"], casino.people["ana"]
    table, elsewhere = casino.table("poker-sin-descarte", GA), casino.table("poker-sin-descarte", GA)
    floor.seats.stand_up(ana, elsewhere, casino.key())
    case = opens(casino, "ana", LIGHT, table)
    floor.seats.seat(dora, table, 10_000, casino.key())
    for what in ("exclude", "bar", "warning", "close"):
        with pytest.raises(Forbidden, match="another decides this"):
            decides(casino, "dora", case, what)
    for where in ({"table": table}, {"table": elsewhere}, {"region": GA}):
        with pytest.raises(Forbidden, match="another decides this"):
            opens(casino, "ana", LIGHT, by="dora", **where)
    with pytest.raises(Forbidden, match="another decides this"):
        opens(casino, "noa", LIGHT, table, by="dora")
    for acts in (
        lambda: floor.accounts.deactivate(dora, ana),
        lambda: floor.accounts.reset_password(dora, ana),
        lambda: floor.accounts.change_role(dora, ana, "croupier"),
    ):
        with pytest.raises(Forbidden, match="another decides this"):
            acts()
    assert floor.accounts.session(casino.tokens["ana"]) is not None
    assert "ana" in floor.desk.read(table, lambda at: [seat.name for seat in at.sitting])
    floor.seats.stand_up(dora, table, casino.key())
    floor.conduct.decide(dora, case, "bar", "", "barred once")
    assert "ana" not in floor.desk.read(table, lambda at: [seat.name for seat in at.sitting])
    decides(casino, "dora", case, "lift", "she has apologised")
    floor.seats.seat(ana, elsewhere, 100_000, casino.key())
    floor.conduct.decide(dora, case, "bar", "", "barred once")
    assert "ana" in floor.desk.read(elsewhere, lambda at: [seat.name for seat in at.sitting])
