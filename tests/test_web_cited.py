"""Articles on the pages of a table are links, whoever looks: in what happened, in refusals, in forms and previews."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tapete import __version__
from tapete.law.text import text
from tests.casino import Casino

EX, PV = "extremadura", "pais-vasco"
ARTICLE = re.compile(r"\bart\. [^\s,;)]+|\b\d{1,2}(?:\.[\dA-Za-z]+){2,}(?:§\d+)?")
NO_LINKS = ("a", "button", "option", "script", "title")  # links, and where there can be none


class Plain(HTMLParser):
    """What of a page is read as text and is no link, no button and nothing to choose from."""

    def __init__(self) -> None:
        super().__init__()
        self.inside: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        if tag in NO_LINKS:
            self.inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.inside:
            self.inside.remove(tag)

    def handle_data(self, data: str) -> None:
        if not self.inside and ARTICLE.search(data.replace(__version__, "")):
            self.texts.append(" ".join(data.split()))


def plain(page: str) -> list[str]:
    """The articles of a page that are no links."""
    read = Plain()
    read.feed(page)
    return read.texts


def test_plain_finds_what_is_no_link() -> None:
    page = '<p>so (art. <a href="/law/x/1.2.3">1.2.3</a>)</p><li>paid <i>art. 1.2</i></li><b>1.10.5.1.A§6</b>'
    assert plain(page) == ["art. 1.2", "1.10.5.1.A§6"]


@pytest.fixture
def casino(tmp_path: Path) -> Iterator[Casino]:
    found = Casino(tmp_path)
    yield found
    found.close()


def test_articles_on_a_table_s_pages_are_links_for_whoever_looks(casino: Casino) -> None:
    """The commentary with its payments, the law of the moment, the outcome; what a report would bring about; limits."""
    table = casino.table("ruleta-francesa", EX, physical=True)
    pages: list[tuple[str, str]] = []
    for falls in ("17", ""):
        casino.post("carla", f"/api/v1/tables/{table}/rounds")
        casino.act("ana", table, "stake", "pleno:17", 500)
        pages += [(who, f"/tables/{table}") for who in ("ana", "carla", "iker", "dora", "rosa")]
        for who, path in pages:
            page = casino.get(who, path).text
            assert "art. " in page
            assert plain(page) == [], who
        if falls:
            casino.act("carla", table, "close")
            casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": falls})
    reports = casino.floor.tables.table(table).rules.irregularities
    assert reports
    for name, rule in reports.items():
        previewed = casino.get("iker", f"/tables/{table}/preview?name={name}")
        if previewed.status_code == 200:
            assert f"/law/{EX}/{rule.article}" in previewed.text
            assert plain(previewed.text) == []


@pytest.mark.parametrize(("game", "region"), [("ruleta-francesa", EX), ("holdem", EX), ("bingo", PV)])
def test_articles_of_the_forms_of_a_table_are_links(casino: Casino, game: str, region: str) -> None:
    table = casino.table(game, region)
    for path in (f"/tables/{table}/settings", f"/tables/new?game={game}&region={region}", f"/tables/{table}"):
        page = casino.get("dora", path).text
        assert f'href="/law/{region}/' in page or path.endswith(table)
        assert plain(page) == [], path


def test_a_refusal_names_its_article_by_itself_as_well(casino: Casino) -> None:
    """Where nobody forbids anything there is none."""
    table = casino.table("dados", EX)
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    refused = casino.act("ana", table, "stake", "come", 500)
    said = refused.json()
    assert refused.status_code == 409
    assert said["article"] in said["detail"] and text(EX).title(said["article"])
    assert set(casino.post("carla", "/api/v1/tables/nowhere/rounds").json()) == {"detail"}
