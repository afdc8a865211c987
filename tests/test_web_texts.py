"""The page of a text: every section with its state, what rests on it one click away; and the same as an API."""

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import unquote, urlsplit

import pytest
from fastapi.testclient import TestClient

from tapete import i18n
from tapete.floor import Floor
from tapete.games import books
from tapete.law.coverage import account, coverage
from tapete.law.text import regions, text
from tapete.web.texts.reading import chapters
from tests.web import House

REGIONS = ("asturias", "extremadura", "fragmento", "galicia", "pais-vasco")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with Floor(f"sqlite:///{tmp_path_factory.mktemp('web')}/casa.db") as floor:
        yield House(floor).visitor()


def ids(page: str) -> set[str]:
    """The anchors of a page."""
    return set(re.findall(r' id="([^"]+)"', unescape(page)))


@pytest.mark.parametrize("region", REGIONS)
def test_every_section_has_its_anchor_title_and_state_in_its_chapter(client: TestClient, region: str) -> None:
    words = {"runs": "en juego", "checked": "con comprobación", "cited": "solo como cita", "none": "sin regla"}
    pages: dict[str, str] = {}
    for row in coverage(region, books(region)):
        if row.chapter not in pages:
            pages[row.chapter] = unescape(client.get(f"/law/{region}", params={"chapter": row.chapter}).text)
        place = row.article.replace(" ", "_")
        (shown,) = re.findall(rf'<li id="{re.escape(place)}".*?</li>', pages[row.chapter], re.DOTALL)
        assert f">{row.article}</a>" in shown
        assert f">{row.title}</p>" in shown
        assert words.get(row.state, "por hacer") in shown
    assert all("<ol>" in page for page in pages.values())
    assert "<ol>" not in client.get(f"/law/{region}").text


@pytest.mark.parametrize("region", ["extremadura", "pais-vasco"])
def test_what_rests_on_a_section_is_where_its_link_leads(client: TestClient, region: str) -> None:
    every = dict.fromkeys(row.chapter for row in coverage(region, books(region)))
    found = [client.get(f"/law/{region}", params={"chapter": chapter}).text for chapter in every]
    links = {unescape(link) for page in found for link in re.findall(r'href="(/games/[^"]+)"', page)}
    assert len(links) > 100
    anchors = {path: ids(client.get(path).text) for path in {urlsplit(link).path for link in links}}
    for link in links:
        at = urlsplit(link)
        assert not at.fragment or unquote(at.fragment) in anchors[at.path], link


@pytest.mark.parametrize("name", ["blackjack", "dados", "monte", "chemin-de-fer"])
def test_no_anchor_of_a_game_s_law_is_there_twice_and_each_part_is_led_to(client: TestClient, name: str) -> None:
    page = client.get(f"/games/{name}/extremadura").text
    anchors = re.findall(r' id="([^"]+)"', page)
    assert len(anchors) == len(set(anchors))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(anchors)


def test_an_article_s_own_address_leads_to_its_place(client: TestClient) -> None:
    answer = client.get("/law/extremadura/1.5.4.1.A§1")
    assert (answer.status_code, answer.headers["location"]) == (303, "/law/extremadura?chapter=1.5#1.5.4.1.A%C2%A71")
    assert client.get("/law/extremadura/art. 3.3").headers["location"].endswith("#art._3.3")
    refused = client.get("/law/extremadura/1.5.4.1.Z")
    assert refused.status_code == 404
    assert "no se conoce «1.5.4.1.Z» (artículo)" in unescape(refused.text)


def test_a_state_shows_its_sections_only(client: TestClient) -> None:
    shown = client.get("/law/extremadura", params={"state": "checked"}).text
    expected = {row.article for row in coverage("extremadura", books("extremadura")) if row.state == "checked"}
    assert {found.replace("_", " ") for found in re.findall(r'<li id="([^"]+)"', unescape(shown))} == expected
    assert client.get("/law/extremadura", params={"state": "gone"}).status_code == 422
    assert "Ningún apartado" in client.get("/law/fragmento", params={"state": "missing"}).text
    assert client.get("/law/nowhere").status_code == 404


@pytest.mark.parametrize("region", REGIONS)
def test_no_page_of_a_text_is_heavy_in_any_language(client: TestClient, region: str) -> None:
    pages: list[dict[str, str]] = [{"chapter": row.chapter} for row in coverage(region, books(region))]
    pages += [{"state": state} for state in ("runs", "checked", "cited", "missing", "none")]
    distinct = [{}, *(dict(page) for page in dict.fromkeys(tuple(page.items()) for page in pages))]
    for language in i18n.LANGUAGES:
        for query in distinct:
            answer = client.get(f"/law/{region}", params=query, headers={"accept-language": language})
            assert len(answer.content) < 150_000, (language, query)


def test_what_varieties_share_is_said_once_with_all_of_them() -> None:
    """PV 17.IV§1 holds for each of the nine: a place has one player, whatever is played there."""
    (chapter,) = (found for found in chapters("pais-vasco", "17") if found.sections)
    (section,) = (found for found in chapter.sections if found.row.article == "17.IV§1")
    ((_, games),) = section.rests.items()
    assert len({link.path for link in games}) == len({link.name for link in games}) == 9


def test_the_catalogue_and_the_games_lead_to_the_texts(client: TestClient) -> None:
    home = client.get("/").text
    assert all(f'href="/law/{region}"' in home for region in regions())
    law = client.get("/games/ruleta-francesa/extremadura").text
    assert 'href="/law/extremadura/1.1"' in law
    assert 'href="/law/extremadura/1.1.4.1.A.a"' in law


def test_the_api_has_the_contract_s_keys(client: TestClient) -> None:
    found = client.get("/api/v1/law/pais-vasco/coverage").json()
    assert [row["article"] for row in found] == list(text("pais-vasco").articles)
    assert set(found[0]) == {"region", "article", "title", "state", "rests", "tests", "why"}
    cited = client.get("/api/v1/law/pais-vasco/coverage", params={"state": "cited"}).json()
    assert {row["state"] for row in cited} == {"cited"}
    assert client.get("/api/v1/law/nowhere/coverage").status_code == 404


@pytest.mark.parametrize("language", ["es", "gl", "eu"])
def test_every_reason_is_said_in_the_language(language: str) -> None:
    reasons = {
        group.why
        for region in REGIONS
        for group in (*account(region).cited, *account(region).none, *account(region).missing)
    }
    with i18n.speaking(language):
        assert [why for why in reasons if i18n.gettext(why) == why] == []


def sought(client: TestClient, words: str, **more: str) -> list[str]:
    """The addresses of the sections that a search of the start page finds, in their order."""
    page = client.get("/", params={"q": words, **more}).text
    return re.findall(r'<li><a href="(/law/[^"]+)"', page)


def test_the_law_is_found_by_a_word_by_an_article_and_in_the_reader_s_language(client: TestClient) -> None:
    zero = "/law/extremadura/1.1.4.1.B.b%C2%A71"
    assert zero in sought(client, "prisión")
    assert zero in sought(client, "PRISION cero", region="extremadura")
    assert sought(client, "prisión", region="galicia") == []
    assert sought(client, "1.1.4.1.A.a")[0] == "/law/extremadura/1.1.4.1.A.a"
    assert sought(client, "art. 8", region="pais-vasco")[0] == "/law/pais-vasco/art.%208"
    english = client.get("/", params={"q": "prison"}, headers={"accept-language": "en"}).text
    assert f'<li><a href="{zero}"' in english


def test_what_neither_game_nor_law_has_is_not_found(client: TestClient) -> None:
    assert "Nada del catálogo coincide" in client.get("/", params={"q": "zzz"}).text
    assert sought(client, "") == sought(client, "—") == []
