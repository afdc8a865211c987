"""Every book says the same on its page, as CSV and on paper in each language of its text, to the cent."""

import csv
import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tapete import i18n
from tapete.floor.documents import pieces
from tapete.money import euros
from tapete.web import printing
from tests.casino import Casino
from tests.test_cli import run
from tests.test_register import signs, spin
from tests.test_web_tournaments import announced

TODAY = datetime.now(UTC).date().isoformat()
AMOUNTS = {  # the columns of money of each book, by where it is read
    "/tables/{table}/register": ("euros",),
    "/books": ("opening", "fills", "credits", "closing", "result", "other"),
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


def plain(text: str) -> str:
    return unescape(text).replace("\xa0", " ").replace("\u202f", " ")


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
    assert '<td class="num">3</td>' in casino.get("rosa", "/tournaments/book").text
    assert "3 inscripciones" in casino.get("rosa", f"/tournaments/{row['tournament']}").text
    for part in on_paper(casino, "/tournaments/book.pdf", monkeypatch):
        assert [line[4] for table in part["tables"] for line in table["rows"]] == ["3"]
    command = run("tournaments", "--database", str(casino.floor.db.url))
    assert re.search(r"running\D+3\D+300", command.stdout), command.stdout


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
