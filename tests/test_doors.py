"""The doors: a start page with a table that deals by itself, and a page for each game that is true in each region."""

import re
from html import unescape

import pytest

from tapete import i18n
from tapete.engine.places import BANK, chips
from tapete.engine.requests import Announce, Move
from tapete.engine.settings import standard
from tapete.engine.transcript import End, Header
from tapete.games import game, games
from tapete.law.compare import differences
from tapete.law.text import text
from tapete.odds.kept import Awaited
from tapete.web.catalogue.sheets import content, pages
from tapete.web.doors.example import ME, example, played
from tapete.web.doors.home import EASY
from tapete.web.doors.lesson import lesson
from tests.helpers import EVERYTHING
from tests.web import House, house

__all__ = ["house"]
PLAYED = [(found.id, region) for found in games() if found.has("play") for region in found.regions]
SOME = [
    ("ruleta-francesa", "pais-vasco"),
    ("blackjack", "extremadura"),
    ("trijoker", "galicia"),
    ("holdem", "pais-vasco"),
    ("chemin-de-fer", "extremadura"),
]
LARGEST = 150_000


def plain(page: str) -> str:
    """What a page says, without its tags."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", page)))


def test_the_start_page_has_a_sentence_a_table_that_deals_and_three_doors(house: House) -> None:
    page = house.visitor().get("/").text
    assert len(page.encode()) < LARGEST
    assert re.search(r'<form method="post" action="/play/[\w-]+/[\w-]+">.*?<button class="primary">Jugar', page)
    assert {"Jugar", "Aprender", "Consultar"} <= set(re.findall(r">([A-Z]\w+)</(?:a|button)>", page))
    assert "data-auto" in page
    assert page.count("felt.svg") > len({found.id for found in games() if found.has("play")})
    for found in games():
        assert (f'action="/play/{found.id}/' in page) == found.has("play")


def test_who_searches_sees_what_was_found_first(house: House) -> None:
    page = house.visitor().get("/", params={"q": "craps"}).text
    assert "data-walk" not in page
    assert "/games/dados/extremadura/felt.svg" in page


@pytest.mark.parametrize(("name", "region"), PLAYED if EVERYTHING else SOME)
def test_every_game_has_a_page_for_beginners_and_a_picture(house: House, name: str, region: str) -> None:
    client = house.visitor()
    page = client.get(f"/learn/{name}/{region}")
    assert page.status_code == 200
    assert len(page.content) < LARGEST
    rules, said = game(name).rules(region), plain(page.text)
    with i18n.speaking("es"):
        assert [i18n.law(bet.name) for bet in rules.bets.values() if i18n.law(bet.name) not in said] == []
    for article in re.findall(rf'href="/law/{region}/([^"]+)"', page.text)[:3]:
        assert client.get(f"/law/{region}/{article}").headers["location"].startswith(f"/law/{region}")
    picture = client.get(f"/games/{name}/{region}/felt.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.startswith("<svg")


def test_games_that_are_described_and_not_played_are_not_taught(house: House) -> None:
    assert house.visitor().get("/learn/maquinas/pais-vasco").status_code == 404
    assert house.visitor().get("/learn/blackjack").headers["location"] == "/learn/blackjack/extremadura"


def test_every_game_is_told_in_a_sentence() -> None:
    assert [found.id for found in games() if bool(found.aim) != found.has("play")] == []


def test_what_a_bet_wins_with_is_said_of_every_bet_of_a_casino_s_game() -> None:
    """Of all but draws and tickets, of which one is like another, and poker between players, which has no bets."""
    others = ("bingo", "loteria", "papeletas", "circulo", "maquinas", "apuestas")
    told = [(found, region) for found in games() if found.folder not in others for region in found.regions]
    assert len({found.folder for found, _ in told}) >= 19
    for found, region in told:
        rules = found.rules(region)
        assert rules.bets.keys() <= found.wins(rules).keys()
        for bet in lesson(rules, standard(rules)).bets:
            assert "{" not in bet.wins


def test_an_ante_wins_by_what_each_text_asks_of_it() -> None:
    """From a straight on where the bank always plays (EX 1.17.6.11); where it needs fours, also without (PV 16.VII)."""
    with i18n.speaking("es"):
        read = [
            {bet.name: bet.wins for bet in lesson(rules, standard(rules)).bets}["Ante"]
            for rules in (game("texas-bonus").rules("extremadura"), game("texas-poker").rules("pais-vasco"))
        ]
    assert read == [
        "su mano gana a la de la banca y es al menos: escalera",
        "su mano gana a la de la banca, o la banca no alcanza para jugar",
    ]


def test_ex_1_5_4_1_and_ex_1_11_5_a_beginner_reads_what_bets_win_with_and_truly_pay() -> None:
    """Win: 7 and 11 win, 2, 3 and 12 lose, then the point; hard 4 and 10 pay 7, 6 and 8 pay 9; the bank keeps 5 %."""
    with i18n.speaking("es"):
        craps, baccarat = (game(name).rules("extremadura") for name in ("dados", "punto-banca"))
        bets = {bet.name: bet for rules in (craps, baccarat) for bet in lesson(rules, standard(rules)).bets}
    assert bets["Win"].wins.startswith("7, 11 en la primera tirada; otro número, salvo 2, 3, 12, es el punto")
    assert bets["Hard Ways"].pays == "7 a 1 (6, 8: 9 a 1)"
    assert bets["Banca"].pays == "19 a 20"


def test_a_call_is_taught_as_it_sounds_and_what_it_means(house: House) -> None:
    client = house.visitor()
    page = plain(client.get("/learn/ruleta-francesa/extremadura", headers={"Accept-Language": "en"}).text)
    assert "«Hagan juego.» «Place your bets.»" in page
    assert re.search(r"«El \d+, (rojo|negro), (par|impar), (falta|pasa)\.»", page)


def test_ex_1_10_5_1_a_8_a_blackjack_is_taught_to_pay_three_to_two() -> None:
    """And by País Vasco's text too."""
    for region in ("extremadura", "pais-vasco"):
        rules = game("blackjack").rules(region)
        with i18n.speaking("es"):
            found = {bet.name: bet.pays for bet in lesson(rules, standard(rules)).bets}
        assert found["Casilla"] == "1 a 1"
        assert found["Casilla, blackjack"] == "3 a 2"


@pytest.mark.parametrize(
    ("name", "region"), SOME + [here for here in PLAYED if EVERYTHING and game(here[0]).family == EASY]
)
def test_the_round_that_is_shown_is_the_procedure_s_own_and_whole(name: str, region: str) -> None:
    with i18n.speaking("es"):
        shown = example(name, region)
        assert shown == example(name, region)
    log = played(name, region, shown.seed).log
    assert isinstance(log[0], Header)
    assert isinstance(log[-1], End)
    calls = [entry for entry in log if isinstance(entry, Announce)]
    assert calls
    assert len(shown.frames) + shown.left_out >= len({entry.call for entry in calls})
    moved = {entry.src for entry in log if isinstance(entry, Move)} | {
        entry.dst for entry in log if isinstance(entry, Move)
    }
    assert chips(ME) in moved
    assert BANK in moved or game(name).rules(region).between_players


def test_a_game_between_players_tells_the_first_stack_what_fills_it_up_and_the_maximum() -> None:
    """EX 2.2.7.3.a, GA art. 22.3.a and PV 17.6.III have the house fix them."""
    for name, region, told in (
        ("holdem", "extremadura", {"2.2.7.3.a§1": "resto"}),
        ("omaha", "galicia", {"art. 22.3.a§1": "maximo", "art. 23.2§9": "resto"}),
        ("sintetico", "pais-vasco", {"17.6.III.a": "resto", "17.6.III.b": "reposicion"}),
    ):
        rules = game(name).rules(region)
        settings = standard(rules, 1000)
        with i18n.speaking("es"):
            found = {point.article: point.text for point in lesson(rules, settings).facts}
            for article, limit in told.items():
                assert found[article].endswith(f": {i18n.money(settings.maximum[limit])}")


def test_articles_of_a_lesson_are_the_text_s() -> None:
    for name, region in SOME:
        rules, known = game(name).rules(region), text(region).articles
        found = lesson(rules, standard(rules))
        cited = {point.article for part in (found.facts, found.steps, found.options, found.irregular) for point in part}
        cited |= {item.article for part in (found.bets, found.rules) for item in part}
        assert cited - {""} <= set(known), (name, region)


# Sheets


def test_pv_da_10_a_table_s_sheet_is_in_both_languages_with_its_limits_and_what_is_in_force(
    house: House,
) -> None:
    """Instructions of each game are at hand in both official languages; these hang beside the table, as it is."""
    rules = game("blackjack").rules("pais-vasco")
    settings = standard(rules, 1000, {"parejas": "si"})
    said = {}
    for language in text("pais-vasco").languages:
        with i18n.speaking(language):
            said[language] = content(rules, settings)
    assert list(said) == ["es", "eu"]
    assert [row[:3] for row in said["es"]["rows"]][:2] == [
        ["Casilla", "1 a 1", i18n_money(1000)],
        ["Casilla, blackjack", "3 a 2", ""],
    ]
    assert ["Parejas: sí", rules.options["parejas"].article] in said["es"]["lists"][2]["points"]
    steps = [text for text, _ in said["es"]["lists"][1]["points"]]
    assert steps.index("«Hagan juego.»") < steps.index("«No va más.»")
    machine = house.machine("director")
    given = {"game": "blackjack", "region": "pais-vasco", "options": {"parejas": "si"}}
    table = machine.post("/api/v1/tables", json=given).json()["id"]
    answer = house.visitor().get(f"/tables/{table}/sheet.pdf")
    assert answer.headers["content-type"] == "application/pdf"
    assert pages(answer.content) == 2
    assert house.visitor().get("/tables/nothing/sheet.pdf").status_code == 404


def i18n_money(cents: int) -> str:
    with i18n.speaking("es"):
        return i18n.money(cents)


# Quick


def test_odds_and_differences_show_at_once_what_is_known_and_ask_for_the_rest(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(*_: object) -> None:
        raise Awaited(1, 4)

    monkeypatch.setattr("tapete.web.catalogue.odds.evening", slow)
    monkeypatch.setattr("tapete.web.catalogue.differences.priced", slow)
    client = house.visitor()
    page = client.get("/games/bola/extremadura/odds")
    assert page.status_code == 200
    assert "Número entero" in page.text
    assert 'hx-trigger="change, submit, load"' in page.text
    part = client.get("/games/bola/extremadura/odds", headers={"hx-request": "true", "hx-target": "evening"})
    assert (part.status_code, 'hx-target="#evening"' in part.text) == (202, True)
    page = client.get("/games/bola/extremadura/differences")
    assert page.status_code == 200
    assert page.text.count("<tr>") == 1 + len(
        differences(*(game("bola").rules(at) for at in ("extremadura", "pais-vasco")))
    )
    priced = client.get("/games/bola/extremadura/differences", params={"prices": "1"})
    assert priced.status_code == 202


def test_pages_are_light(house: House) -> None:
    client, parts = house.visitor(), ("", "/odds", "/differences") if EVERYTHING else ("",)
    places = PLAYED if EVERYTHING else SOME
    paths = ["/", *(f"/games/{name}/{region}{part}" for name, region in places for part in parts)]
    largest = ["/games/monte/extremadura/odds", "/games/poker-sin-descarte/extremadura/best"]
    sizes = {path: len(client.get(path).content) for path in [*paths, *largest]}
    assert {path: size for path, size in sizes.items() if size >= LARGEST} == {}


def test_a_case_of_a_large_table_of_best_play_is_sought_by_a_form(house: House) -> None:
    page = house.visitor().get("/games/poker-sin-descarte/extremadura/best").text
    assert page.count('name="row"') == page.count('name="column"') == 2
    row, column = (re.search(rf'name="{part}"><option value="([^"]+)"', page) for part in ("row", "column"))
    assert row and column
    asked = {"table": "manos", "row": row[1], "column": column[1]}
    part = house.visitor().get(
        "/games/poker-sin-descarte/extremadura/best", params=asked, headers={"hx-request": "true"}
    )
    assert "Ir" in plain(part.text)
