"""Every book says the same on its page, as CSV and on paper in each language of its text, to the cent."""

import csv
import json
import random
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tapete import i18n
from tapete.audit.table import TableFile
from tapete.engine.requests import Act
from tapete.floor.calendar import moment
from tapete.floor.documents import pieces
from tapete.floor.session import HOUR
from tapete.money import euros
from tapete.web import printing
from tapete.web.casino.conduct import decided
from tests.casino import Casino
from tests.robot import amount
from tests.test_cli import run
from tests.test_normal_by_hand import plain
from tests.test_register import signs, spin
from tests.test_web_tournaments import announced
from tests.web import read_rows

TODAY = datetime.now(UTC).date().isoformat()
AMOUNTS = {  # the columns of money of each book, by where it is read
    "/tables/{table}/register": ("euros",),
    "/books": ("opening", "fills", "credits", "closing", "drop", "result", "other"),
    "/books/orphans": ("euros",),
    "/tournaments/book": ("fees", "kept", "prizes", "paid"),
}


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Casino, str]]:
    """A roulette of País Vasco with a fill, a credit, two balls and its closing; chips on the floor; a tournament."""
    casino = Casino(tmp_path_factory.mktemp("agree"))
    table = casino.table("ruleta-americana", "pais-vasco", physical=True, float="75000")
    for number, (kind, chips) in enumerate((("fill", "10x100"), ("credit", "3x50 1x0.50")), 1):
        casino.floor.documents.write(casino.people["iker"], table, kind, pieces(chips), casino.key())
        signs(casino, "dora", table, number)
    for fell in ("2", "0"):
        spin(casino, table, fell)
    casino.floor.orphans.enter(casino.people["carla"], 12_50, "under the table", table, casino.key())
    held = announced(casino, "ana", "luis", "eva", "teo")
    assert casino.post("carla", f"/api/v1{held}/entries/4/withdraw").status_code == 200
    assert casino.post("dora", f"/api/v1{held}/clock/start").status_code == 200
    casino.floor.tables.close_table(casino.people["dora"], table, casino.key())
    yield casino, table
    casino.close()


def on_paper(casino: Casino, path: str, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What a book would print, in each of its languages."""
    given: list[dict[str, Any]] = []

    async def apart(_request: object, _typeset: Callable[..., bytes], _file: Path, inputs: dict[str, str]) -> bytes:
        given.extend(json.loads(inputs["parts"]))
        return b"%PDF"

    monkeypatch.setattr(printing, "apart", apart)
    assert casino.get("rosa", path).status_code == 200
    return given


@pytest.mark.parametrize("book", AMOUNTS)
def test_54_page_csv_and_paper_agree_to_the_cent(
    book: str, evening: tuple[Casino, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    casino, table = evening
    path, asked = book.format(table=table), f"?day={TODAY}" if book == "/books" else ""
    rows = list(csv.DictReader(casino.get("rosa", f"{path}.csv{asked}").text.splitlines()))
    due = [row[column] for row in rows for column in AMOUNTS[book] if row[column]]
    assert [cents for cents in map(_cents, due) if cents], "a book with nothing in it shows nothing"
    page = plain(casino.get("rosa", f"{path}{asked}").text)
    paper = on_paper(casino, f"{path}.pdf{asked}", monkeypatch)
    assert {part["language"] for part in paper} >= ({"es", "eu"} if book != "/books/orphans" else set())
    for text in due:
        with i18n.speaking("es"):
            assert plain(i18n.money(_cents(text))) in page, text
        for part in paper:
            with i18n.speaking(part["language"]):
                said = plain(i18n.money(_cents(text)))
            assert any(said == plain(cell) for table_ in part["tables"] for row in table_["rows"] for cell in row), said


@pytest.mark.parametrize("book", AMOUNTS)
def test_54_as_csv_a_book_speaks_the_languages_of_its_text_and_says_what_the_paper_does(
    book: str, evening: tuple[Casino, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    casino, table = evening
    path, asked = book.format(table=table), f"?day={TODAY}" if book == "/books" else ""
    address = f"{path}.words.csv{asked}"
    assert f'href="{address}"' in unescape(casino.get("rosa", f"{path}{asked}").text)
    rows = list(csv.reader(casino.get("rosa", address).text.splitlines()))
    paper = on_paper(casino, f"{path}.pdf{asked}", monkeypatch)
    assert len({part["title"] for part in paper} | {part["heading"] for part in paper}) > 1
    for part in paper:
        for item in part["tables"]:
            if any(item["columns"]):
                at = rows.index(item["columns"])
                assert rows[at + 1 : at + 1 + len(item["rows"])] == item["rows"]
        assert (not part["total"] or [part["total"]] in rows) and part["signatures"] in rows
    assert [""] not in rows


def test_41_and_28_behind_the_figure_of_a_box_stand_the_lines_that_came_to_it(casino: Casino) -> None:
    """Ana changes 20 and 50, Luis tips 3 and 2; behind them are the sums, who it was, and before which round."""
    table, seats = casino.table("ruleta-francesa", "pais-vasco", physical=True, float="75000"), casino.floor.seats
    seats.change(casino.people["carla"], table, "ana", 20_00, casino.key())
    seats.tip(casino.people["luis"], table, 3_00, casino.key())
    spin(casino, table, "2")
    seats.change(casino.people["carla"], table, "ana", 50_00, casino.key())
    seats.tip(casino.people["luis"], table, 2_00, casino.key())

    def lines(box: str) -> list[tuple[str, int, int]]:
        told = casino.get("rosa", f"/api/v1/tables/{table}/boxes/{box}").json()
        return [(line["whose"], line["round"], line["cents"]) for line in told]

    known = {
        "drop": [("chips/ana", 2, 50_00), ("chips/ana", 1, 20_00)],
        "tips": [("chips/luis", 2, 2_00), ("chips/luis", 1, 3_00)],
    }
    assert {box: lines(box) for box in known} == known
    casino.floor.tables.close_table(casino.people["dora"], table, casino.key())
    assert {box: lines(box) for box in known} == known  # what was handed to the house still says where it came from
    register = casino.get("rosa", f"/tables/{table}/register").text
    for box, amounts in (("drop", ("50 €", "20 €")), ("tips", ("2 €", "3 €"))):
        assert f'href="/tables/{table}/boxes/{box}"' in register
        page = plain(casino.get("rosa", f"/tables/{table}/boxes/{box}").text)
        assert all(amount in page for amount in amounts)
    before = casino.get("rosa", f"/api/v1/tables/{table}/boxes/tips").json()[0]["line"]
    assert len(casino.get("rosa", f"/api/v1/tables/{table}/boxes/tips?before={before}").json()) == 1
    assert casino.get("rosa", f"/tables/{table}/boxes/bank").status_code == 404
    assert casino.get("rosa", "/tables/nowhere/boxes/drop").status_code == 404
    assert casino.get("ana", f"/tables/{table}/boxes/drop").status_code == 403


def test_53_and_pv_11_vi_1_8_the_cagnotte_and_a_prize_lead_to_their_rounds(circle: tuple[Casino, str]) -> None:
    casino, table = circle
    taken = casino.get("rosa", f"/api/v1/tables/{table}/register").json()["boxes"]["commission"]
    told = casino.get("rosa", f"/api/v1/tables/{table}/boxes/commission").json()
    assert sum(line["cents"] for line in told) == taken and all(line["article"] for line in told)
    page = casino.get("rosa", f"/tables/{table}/boxes/commission").text
    assert all(f'href="/history/{table}/{line["round"]}"' in page for line in told)


def test_52_and_54_a_register_and_a_day_name_the_game_the_table_and_its_hours(
    evening: tuple[Casino, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reversible table keeps its name when its game changes, and a paper is signed without the page beside it."""
    casino, table = evening
    told = casino.get("rosa", f"/api/v1/tables/{table}/register").json()
    names = {"es": "Ruleta americana de un cero", "eu": "Zero bakarreko erruleta amerikarra"}
    for part in on_paper(casino, f"/tables/{table}/register.pdf", monkeypatch):
        with i18n.speaking(part["language"]):
            hours = " – ".join(i18n.moment(moment(told[name])) for name in ("opened", "closed"))
        assert part["source"].splitlines()[1] == f"{names[part['language']]} · {table} · {hours}"
    for part in on_paper(casino, f"/books.pdf?day={TODAY}", monkeypatch):
        assert f"{told['name']} · {names[part['language']]}" in [row[0] for row in part["tables"][0]["rows"]]
    with i18n.speaking("es"):
        assert f'<span class="small">{names["es"]}</span>' in casino.get("rosa", f"/books?day={TODAY}").text
        page = casino.get("rosa", f"/tables/{table}/register").text
    assert f"{names['es']} · {table} · " in page


def test_pv_2_bis_1_b_whoever_withdrew_is_no_entry_in_any_book(
    evening: tuple[Casino, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four signed up and one withdrew before it began: three take part, whose fees are the ones there are."""
    casino, _ = evening
    (row,) = csv.DictReader(casino.get("rosa", "/tournaments/book.csv").text.splitlines())
    (told,) = casino.get("rosa", "/api/v1/tournaments/book").json()
    seen = casino.get("rosa", f"/api/v1/tournaments/{row['tournament']}").json()
    assert (row["entries"], told["entries"], seen["entries"]) == ("3", 3, 3)
    assert (row["fees"], told["fees"], seen["fees"]) == ("300", 300_00, 300_00)
    _, (*_, entries, fees, _, _, _) = read_rows(casino.get("rosa", "/tournaments/book").text)
    assert (entries, fees) == ("3", "300 €")
    assert "3 inscripciones" in casino.get("rosa", f"/tournaments/{row['tournament']}").text
    for part in on_paper(casino, "/tournaments/book.pdf", monkeypatch):
        assert [line[4] for table in part["tables"] for line in table["rows"]] == ["3"]
    command = run("tournaments", "--database", str(casino.floor.db.url))
    assert re.search(r"running\D+3\D+300", command.stdout), command.stdout


# Tables between players, and infractions


def coup(casino: Casino, table: str, source: random.Random) -> None:
    """A coup in which anybody does anything that is open to them, the croupier last."""
    rounds, people = casino.floor.rounds, casino.people
    rounds.open_round(table, people["carla"], casino.key())
    while not rounds.look(table, people["iker"]).view.finished:  # type: ignore[union-attr]
        for who in source.sample(("ana", "luis", "teo", "sol"), 4) * (source.random() < 0.6) + ["carla"]:
            if items := [item for item in rounds.look(table, people[who]).open if item.do != "last"]:
                item = source.choice(items)
                rounds.act(table, people[who], Act(item.do, item.on, amount(source, item)), casino.key(), item.who)
                break


@pytest.fixture(scope="module")
def circle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Casino, str]]:
    """A chemin de fer of País Vasco until the house has taken something, its box counted 50 cents short; two cases.

    Cloe was on duty there as a croupier and Mar as changer, Pia as changer at another table only.
    """
    casino = Casino(tmp_path_factory.mktemp("circle"))
    table, rosa = casino.table("chemin-de-fer", "pais-vasco"), casino.people["rosa"]
    floor, dora = casino.floor, casino.people["dora"]
    floor.sessions.open(dora, "pais-vasco", HOUR, casino.key())
    file = TableFile.model_validate({"game": "chemin-de-fer", "region": "pais-vasco", "minimum": "5"})
    other = floor.tables.open_table(dora, file, name="another").public_id
    for who, post, where in (("cloe", "crupier", table), ("mar", "cambista", table), ("pia", "cambista", other)):
        floor.sessions.on(dora, floor.accounts.create(who, "croupier"), post, where, casino.key())
    floor.sessions.off(dora, floor.accounts.account("mar"), casino.key())
    source = random.Random(5)
    while (due := casino.floor.registers.of(rosa, table).boxes.get("commission", 0)) < 100:
        coup(casino, table, source)
    casino.floor.documents.write(
        casino.people["carla"], table, "count", {50: due // 50 - 1}, casino.key(), box="commission"
    )
    signs(casino, "dora", table, 1)
    for who, rule in (("ana", 0), ("luis", 1)):
        known = casino.floor.conduct.offences(table)[rule].rule
        casino.floor.conduct.open(casino.people["iker"], who, known, "=seen by all", casino.key(), table_id=table)
    for by, what in (("iker", "warning"), ("dora", "bar"), ("dora", "lift")):
        casino.floor.conduct.decide(casino.people[by], 1, what, "again", casino.key())
    yield casino, table
    casino.close()


def test_53_the_profit_register_says_the_same_wherever_it_is_read(
    circle: tuple[Casino, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game, its hours with the rounds, who dealt, who held the bank, what was taken and what was counted."""
    casino, table = circle
    told = casino.get("rosa", f"/api/v1/tables/{table}/register").json()["profit"]
    command = run("books", "--database", str(casino.floor.db.url), "--table", table, "--json")
    assert json.loads(command.stdout)["tables"][0]["profit"] == told
    rows = list(csv.DictReader(casino.get("rosa", f"/tables/{table}/profit.csv").text.splitlines()))
    by_kind = {
        what: [row for row in rows if row["what"] == what] for what in dict.fromkeys(row["what"] for row in rows)
    }
    (hours,), (taken,), (counted,) = by_kind["played"], by_kind["taken"], by_kind["counted"]
    (stretch,), box = told["hours"], told["counted"]
    assert [datetime.fromisoformat(hours[name]).timestamp() for name in ("since", "until")] == [
        stretch[name] // 1000 for name in ("since", "until")
    ]
    assert (hours["first"], hours["last"]) == (str(stretch["first"]), str(stretch["last"]))
    assert [row["who"] for row in by_kind["croupier"]] == told["croupiers"] == ["carla", "cloe"]
    assert [row["who"] for row in by_kind["changer"]] == told["changers"] == ["mar"]
    assert [row["who"] for row in by_kind["banker"]] == told["bankers"] != []
    assert (_cents(taken["euros"]), _cents(counted["euros"])) == (told["taken"], box["cents"])
    assert told["taken"] - box["cents"] in range(50, 100)
    assert (counted["document"], counted["written"], counted["signed"]) == ("1", "carla", "dora")
    page = plain(casino.get("rosa", f"/tables/{table}/register").text)
    text = run("books", "--database", str(casino.floor.db.url), "--table", table).stdout
    assert f"Dealt by carla, cloe; money changed by mar; banks held by {', '.join(told['bankers'])}" in text
    assert f"Taken by the house {taken['euros']}, counted {counted['euros']}." in text
    paper = on_paper(casino, f"/tables/{table}/register.pdf", monkeypatch)
    assert {part["language"] for part in paper} == {"es", "eu"}
    for part in paper:
        with i18n.speaking(part["language"]):
            heading = i18n.gettext("Profit register")
            amounts = [plain(i18n.money(cents)) for cents in (told["taken"], box["cents"])]
            span = " – ".join(i18n.moment(moment(stretch[name])) for name in ("since", "until"))
        (lines,) = (table_["rows"] for table_ in part["tables"] if table_["heading"] == heading)
        said = [plain(line[1]) for line in lines]
        who = ["carla, cloe", "mar", ", ".join(told["bankers"]), amounts[0], f"{amounts[1]} · carla, dora"]
        assert said == [said[0], plain(f"{span} · {stretch['first']}–{stretch['last']}"), *who]
        if part["language"] == "es":
            changer = "<dt>Cambistas</dt><dd>mar</dd>"
            assert all(words in page for words in (said[0], plain(span), changer, said[4], *amounts))
    assert casino.get("rosa", f"/tables/{casino.table('bola', 'pais-vasco')}/profit.csv").status_code == 404


def test_the_register_of_infractions_says_the_same_wherever_it_is_read(
    circle: tuple[Casino, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    casino, table = circle
    told = casino.get("rosa", "/api/v1/conduct").json()
    printed = json.loads(run("conduct", "--database", str(casino.floor.db.url), "--json").stdout)
    assert [{name: case[name] for name in printed[0]} for case in told] == printed
    rows = list(csv.DictReader(casino.get("rosa", "/conduct.csv").text.splitlines()))
    page = plain(casino.get("rosa", "/conduct").text)
    paper = on_paper(casino, "/conduct.pdf", monkeypatch)
    assert (len(rows), {part["language"] for part in paper}) == (2, {"es", "eu"})
    assert [row["told"] for row in rows] == ["'=seen by all"] * 2
    for place, (case, row) in enumerate(zip(told, rows, strict=True)):
        for name in ("by", "region", "table", "who", "name", "article", "severity"):
            assert row[name] == case[name], name
        assert (row["case"], row["round"], row["table"]) == (str(case["number"]), str(case["round"]), table)
        assert (row["weighed"], row["recidivism"]) == (case["weighed"]["severity"], case["weighed"]["article"])
        assert row["steps"].split() == [step["what"] for step in case["steps"]]
        for part in paper:
            with i18n.speaking(part["language"]):
                line = part["tables"][0]["rows"][place]
                steps = ", ".join(decided(step["what"]) for step in case["steps"])
                what = i18n.law(case["name"])
                when = i18n.moment(moment(case["at"]))
            cited = f"{what} ({case['article']})" if case["article"] else what
            assert line[:3] == [f"{case['number']} · {when}", case["who"], cited]
            assert line[4] == steps
            if part["language"] == "es":
                assert all(plain(words) in page for words in (when, case["who"], what, case["article"], steps))


def _cents(text: str) -> int:
    return -euros(text[1:]) if text.startswith("-") else euros(text)


def test_52_from_the_income_of_a_day_to_the_article_by_which_a_round_was_paid(evening: tuple[Casino, str]) -> None:
    """A regulator follows links alone, none of which writes: day, table, rounds, round, article."""
    casino, table = evening
    page = casino.get("rosa", f"/books?day={TODAY}").text
    rounds = f"/history?table={table}"
    for link in (f"/tables/{table}/register", rounds, f"/history/{table}/1", "/law/pais-vasco/"):
        found = re.search(rf'href="({re.escape(link)}[^"]*)"', page)
        assert found, link
        answer = casino.get("rosa", unescape(found[1]))
        assert answer.status_code == 200, link
        page = answer.text
        assert set(re.findall(r'method="post" action="([^"]*)"', page)) <= {"/preferences", "/sign-out"}
