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


def test_a_call_that_is_nothing_but_a_number_is_not_said_again_in_dots(house: House) -> None:
    page = house.visitor("eu").get("/learn/bingo/pais-vasco").text
    calls = page.partition('class="round-steps"')[2].partition("</ol>")[0]
    assert "Kartoiak salgai" in calls and re.search(r"«El \d+\.»", calls) and not re.search(r"«[….,: ]+»", calls)


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


@pytest.mark.parametrize(
    ("region", "article"), [("extremadura", "2.2.3.b"), ("galicia", "art. 18.3§2"), ("pais-vasco", "17.II.3§2")]
)
def test_ex_2_2_3_b_and_ga_art_18_3_2_and_pv_17_ii_3_2_a_lesson_tells_how_long_a_game_lasts(
    region: str, article: str
) -> None:
    rules = game("holdem").rules(region)
    with i18n.speaking("es"):
        plain, announced = (lesson(rules, standard(rules, 500, options)) for options in ({}, {"duracion": "90"}))
    facts = [*plain.facts, *announced.facts]
    told = [(fact.text, fact.article) for fact in facts if fact.text.startswith("Una partida ")]
    assert told == [
        ("Una partida sigue hasta que la mano ha pasado 2 veces por cada uno de los que la empezaron.", article),
        ("Una partida dura 90 minutos, como se anunció, y las últimas manos.", article),
    ]


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
    assert [(row[0], *row[2:4]) for row in said["es"]["rows"]][:2] == [
        ("Casilla", "1 a 1", i18n_money(1000)),
        ("Casilla, blackjack", "3 a 2", ""),
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


def test_a_call_that_a_round_fills_in_stands_on_paper_as_it_sounds_beside_what_it_means() -> None:
    """GA arts. 15.2 and 15.3: «Luis: sin premio.» and not dots and a colon."""
    rules = game("trijoker").rules("galicia")
    said = {}
    for language in text("galicia").languages:
        with i18n.speaking(language):
            said[language] = [line for line, _ in content(rules, standard(rules))["lists"][1]["points"]]
    assert not any("…" in line for line in said["es"])
    blanks = [line for line in said["gl"] if "…" in line]
    assert blanks and all(re.search(r"\(«[^…]+»\)$", line) for line in blanks)


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


@pytest.mark.parametrize(
    ("name", "region", "options", "told"),
    [
        ("holdem", "extremadura", {}, ["5% of what each interval adds to the pot", "from 0% to 5%"]),
        ("holdem", "extremadura", {"beneficio": "sesion"}, ["20% of the first stack", "from 10% to 20%"]),
        ("omaha", "galicia", {"porcentaje": "medio"}, ["2.50% of each pot", "from 0% to 5%"]),
        (
            "omaha",
            "galicia",
            {"beneficio": "sesion", "porcentaje": "medio"},
            ["15% of the table's maximum", "10% to 20%"],
        ),
        ("five-stud", "pais-vasco", {"beneficio": "jugador"}, ["50% of the minimum", "from 20% to 50%"]),
        ("chemin-de-fer", "extremadura", {}, ["5% of what the banker wins"]),
        ("chemin-de-fer", "pais-vasco", {"deduccion": "3"}, ["3% of what the banker wins", "from 0% to 5%"]),
        ("bacara-dos-panos", "pais-vasco", {}, ["2% of what the banker wins"]),
        ("bacara-dos-panos", "pais-vasco", {"modalidad": "libre"}, ["1.25% of what the banker wins"]),
    ],
)
def test_a_lesson_tells_what_the_house_takes_and_may_take(
    name: str, region: str, options: dict[str, str], told: list[str]
) -> None:
    """EX 2.2.3, 2.1.A.5.1.p and 2.1.B.5.11, GA 18.3, PV 17.II.3, 08.V and 09.V.3."""
    rules = game(name).rules(region)
    with i18n.speaking("en"):
        facts = [point.text for point in lesson(rules, standard(rules, 500, options)).facts][-len(told) :]
    assert all(part in fact for part, fact in zip(told, facts, strict=True)), facts


@pytest.mark.parametrize(
    ("name", "region", "options", "told"),
    [
        ("holdem", "extremadura", {"porcentaje": "medio"}, "Percentage: mean, 2.50%"),
        ("sintetico", "galicia", {"ante": "1:5"}, "Ante: 20% of the minimum"),
        ("sintetico", "pais-vasco", {"tope": "3"}, "Cap: €15"),
        ("sintetico", "pais-vasco", {}, "Cap: uncapped"),
        ("chemin-de-fer", "pais-vasco", {"deduccion": "4"}, "Deduction: 4%"),
        ("blackjack", "extremadura", {"separador": "60"}, "Separator: 60 cards"),
        ("pai-gow", "asturias", {"comision": "2.5"}, "Commission: 2.50%"),
    ],
)
def test_a_lesson_tells_what_a_number_of_an_option_counts(
    name: str, region: str, options: dict[str, str], told: str
) -> None:
    rules = game(name).rules(region)
    with i18n.speaking("en"):
        assert told in [point.text for point in lesson(rules, standard(rules, 500, options)).options]


def test_pv_3_1_bingo_s_prizes_are_shares_of_what_is_sold_and_the_house_pays_none_of_its_own() -> None:
    """Ten per cent for the line and fifty-five for the bingo, where a room chooses so: sixty-five in all."""
    rules = game("bingo").rules("pais-vasco")
    with i18n.speaking("es"):
        taught = lesson(rules, standard(rules))
    facts = {fact.text.replace("\xa0", " "): fact.article for fact in taught.facts}
    assert "Se juega contra la casa." not in facts
    assert facts["Línea: 10 % de lo vendido"] == "art. 3.1.a"
    assert facts["Bingo: 55 % de lo vendido"] == "art. 3.1.b"
    assert {bet.pays.replace("\xa0", " ") for bet in taught.bets} == {"65 % de lo vendido"}


@pytest.mark.parametrize(("name", "region"), [("chemin-de-fer", "extremadura"), ("bacara-dos-panos", "pais-vasco")])
def test_the_table_of_draws_is_printed_as_one(name: str, region: str) -> None:
    """EX 2.1.A.6.6: with three the banker takes a card but against an eight, and as he likes against a nine."""
    rules = game(name).rules(region)
    with i18n.speaking("es"):
        printed = content(rules, standard(rules))["rules"]
    (table,) = [rule["table"] for rule in printed if rule["table"]]
    assert table[0] == ["", *"0123456789", "∅"]
    assert table[1 + 3] == ["3", *8 * ["●"], "–", "○", "●"]
    assert table[1 + 7] == ["7", *11 * ["–"]]
    assert not any("TT" in text for rule in printed for text in rule["said"])


@pytest.mark.parametrize("name", [each.id for each in games() if each.family == "wheels"])
def test_a_wheel_turns_in_the_round_that_is_stepped_through(name: str) -> None:
    """What fell is a pocket of the wheel, and the step that tells it comes after it has turned."""
    found = example(name, game(name).regions[0])
    fell = [frame.fell for frame in found.frames if frame.fell]
    assert len(fell) == 1
    assert fell[0] in game(name).wheel(game(name).rules(game(name).regions[0]))
    assert len(found.wheel) == len(game(name).wheel(game(name).rules(game(name).regions[0])))
