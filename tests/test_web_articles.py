"""An article is a link to its place in its text wherever a page names it: who reads a number comes to the law by it."""

import re
from collections.abc import Iterator

import pytest

from tapete import i18n
from tapete.web.articles import cited
from tests.casino import Casino
from tests.helpers import EVERYWHERE
from tests.test_words import spoiled

# What is read of a page but for its links, and for what can hold none: buttons, choices, what somebody typed.
APART = re.compile(r"<(a|button|select|textarea|code|title|script|footer)\b.*?</\1>|<[^>]*>", re.DOTALL)
NUMBER = re.compile(r"\b[0-9A-Z]+(?:[.§][\w-]+){2,}|\bart\. \d[\w.§-]*|\d[\w.§]* art\.")


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    found = Casino(tmp_path_factory.mktemp("articles"))
    yield found
    found.close()


def bare(page: str) -> list[str]:
    """The articles that a page names and does not lead to."""
    return NUMBER.findall(APART.sub(" ", page.partition("<main")[2].partition("</main>")[0]))


@pytest.mark.parametrize(("name", "region"), EVERYWHERE)
def test_pages_of_games_lead_to_every_article_that_they_name(casino: Casino, name: str, region: str) -> None:
    paths = [f"/games/{name}/{region}", f"/learn/{name}/{region}", f"/tables/new?game={name}&region={region}"]
    pages = {path: casino.get("dora", path) for path in paths}
    assert {path: answer.status_code for path, answer in pages.items()} == dict.fromkeys(paths, 200)
    assert {path: found for path, answer in pages.items() if (found := bare(answer.text))} == {}


def test_refusals_of_tables_and_tournaments_lead_to_what_they_rest_on(casino: Casino) -> None:
    table = casino.table("blackjack", "extremadura", physical=True)
    sent = {"headers": casino.headers("dora"), "follow_redirects": False}
    refused = casino.client.post(
        "/tables",
        data={"game": "ruleta-francesa", "region": "extremadura", "minimum": "5", "maximum.pleno": "123,45"},
        **sent,
    )
    assert refused.status_code == 409 and bare(refused.text) == []
    assert bare(casino.get("dora", f"/tables/{table}/settings").text) == []
    bases = casino.get("dora", "/tournaments").text.partition("<textarea")[2].partition(">")[2].partition("</")[0]
    wrong = {"bases": bases.replace("&#34;", '"').replace("kept = 5", "kept = 50"), "automatic": "5"}
    refused = casino.client.post("/tournaments", data=wrong, **sent)
    assert refused.status_code == 400 and 'href="/law/pais-vasco/' in refused.text and bare(refused.text) == []


def test_what_an_audit_finds_leads_to_the_text_of_its_log(casino: Casino) -> None:
    lines, _number = spoiled()
    page = casino.client.post(
        "/history/audit", files={"log": ("log.jsonl", b"\n".join(lines))}, headers=casino.headers("rosa")
    ).text
    assert '<a class="article" href="/law/extremadura/1.3.' in page and bare(page) == []


@pytest.mark.parametrize(
    ("sentence", "region", "by", "leads"),
    [
        ("as the voids of 1.6.5.4", "extremadura", "1.6.5.3.b", ["1.6.5.4"]),
        ("the maximum of 4.a is for what 4.b counts", "extremadura", "1.10.5.2.b", ["1.10.4.a", "1.10.4.b"]),
        ("the announcement of 5.1", "pais-vasco", "12.V.5.1§2", ["12.V.5.1"]),  # and not that of the decree's art. 5
        ("art. 2 bis.1.a takes the rules", "pais-vasco", "17.VII", ["art.%202%20bis.1.a"]),
        ("at 71.3 % of the stake, below 2.7", "extremadura", "1.6.5.5", []),
    ],
)
def test_a_note_leads_to_the_articles_of_its_own_chapter_first(
    sentence: str, region: str, by: str, leads: list[str]
) -> None:
    assert re.findall(r'href="/law/[\w-]+/([^"]*)"', cited(sentence, region, by)) == leads


def test_a_number_that_basque_declines_is_a_link_up_to_its_ending() -> None:
    with i18n.speaking("eu"):
        note = cited("1.6.5.4ko baliogabeak bezala", "extremadura", "1.6.5.3.b")
    assert note == '<a class="article" href="/law/extremadura/1.6.5.4">1.6.5.4</a>ko baliogabeak bezala'
