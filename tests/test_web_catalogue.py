"""The catalogue, the odds, the sheets, the simulations and the drills, as pages and as an API."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

import tapete
from tapete import i18n
from tapete.engine.settings import standard
from tapete.floor import Floor
from tapete.games import game
from tapete.law.text import text
from tapete.odds.kept import Awaited
from tapete.web import charts
from tapete.web.catalogue.sheets import content, drawn, pages
from tapete.wording import word
from tests.helpers import EVERYWHERE, PRICED
from tests.web import TAG, House, read_rows

SOURCE = Path(tapete.__file__).parent


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with Floor(f"sqlite:///{tmp_path_factory.mktemp('web')}/casa.db") as floor:
        yield House(floor).visitor()


@pytest.mark.parametrize(("name", "region"), EVERYWHERE)
def test_every_game_s_law_page_has_every_article_and_every_reading(client: TestClient, name: str, region: str) -> None:
    answer = client.get(f"/games/{name}/{region}")
    assert answer.status_code == 200
    shown = unescape(answer.text)
    read = TAG.sub("", shown)
    with i18n.speaking("es"):
        for path, section in game(name).rules(region).sections():
            assert f'<span class="article">{section.article}</span>' in shown, path
            assert text(region).title(section.article) in shown
            if section.why:
                assert i18n.gettext(section.why)[1:] in read


@pytest.mark.parametrize("language", ["es", "en", "gl", "eu"])
def test_no_two_parts_of_a_law_page_have_one_heading(language: str) -> None:
    with i18n.speaking(language):
        for name, region in EVERYWHERE:
            parts = dict.fromkeys(path.partition(".")[0] for path, _ in game(name).rules(region).sections())
            heads = [word(part) for part in parts]
            assert sorted(heads) == sorted(set(heads)), (name, region)


@pytest.mark.parametrize(("name", "region"), EVERYWHERE)
def test_every_game_has_its_odds_differences_best_play_and_drill(client: TestClient, name: str, region: str) -> None:
    for part in ("odds", "differences", "best") if game(name).has("odds") else ("differences",):
        assert client.get(f"/games/{name}/{region}/{part}").status_code == 200
    trains = 200 if game(name).rules(region).bets else 400
    assert client.get(f"/train/{name}/{region}", params={"seed": 7}).status_code == trains
    assert client.get("/simulate", params={"place": f"{name}/{region}"}).status_code == 200


@pytest.mark.parametrize(("name", "region"), EVERYWHERE)
def test_every_game_has_a_sheet_of_a_page_or_two(client: TestClient, name: str, region: str) -> None:
    answer = client.get(f"/games/{name}/{region}/sheet.pdf")
    assert answer.headers["content-type"] == "application/pdf"
    pages = len(re.findall(rb"/Type\s*/Page\b", answer.content))
    assert len(text(region).languages) <= pages <= 2


def test_differences_are_named_as_people_say_and_priced_where_there_are_prices(client: TestClient) -> None:
    spanish = {"accept-language": "es"}
    shown = client.get("/games/holdem/extremadura/differences?with=galicia", headers=spanish).text
    assert "Una carta común descubierta antes de cerrarse la ronda" in shown and "anticipada" not in shown
    assert "calles › Turn › quién habla" in shown and "póquer de círculo" in shown
    assert "Precio" not in shown
    assert "Precio" in client.get("/games/bola/extremadura/differences?with=pais-vasco", headers=spanish).text


def test_what_the_house_takes_is_shown_with_its_share(client: TestClient) -> None:
    """EX 2.2.3: 0 to 5 per cent of the pot, or 10 to 20 per cent of the stack for a session."""
    shown = client.get("/games/holdem/extremadura/odds", headers={"accept-language": "en"}).text
    shares = [share for way, share, *_ in read_rows(shown) if "percentage: " in way.lower()]
    assert shares == ["0.00%", "5.00%", "10.00%", "20.00%"], shown


def test_a_sheet_says_what_bets_win_with_and_no_call_of_names_alone() -> None:
    """Under 7 wins with all totals below it; a page is enough for chemin de fer, its last line included."""
    rules = game("dados").rules("extremadura")
    with i18n.speaking("es"):
        said = content(rules, standard(rules))
    assert said["explained"]
    assert ["Under 7", "2, 3, 4, 5, 6 en la siguiente tirada", "1 a 1"] in [row[:3] for row in said["rows"]]
    steps = next(part["points"] for part in said["lists"] if part["numbered"])
    assert all(re.search(r"[^\W\d_]", text) for text, _article in steps)
    assert pages(drawn(game("chemin-de-fer"), "extremadura")) == 1


def test_the_catalogue_is_searched_by_game_bet_and_region(client: TestClient) -> None:
    def found(**query: str) -> set[str]:
        return set(re.findall(r'href="(/games/[^"]+)"', client.get("/", params=query).text))

    assert found(q="boule") == {"/games/bola/extremadura", "/games/bola/pais-vasco"}
    assert found(q="línea especial") == {"/games/ruleta-doble-cero/extremadura"}
    assert found(region="pais-vasco", q="fortuna") == {"/games/ruleta-fortuna/pais-vasco"}
    assert {path.split("/")[2] for path in found(family="dice")} >= {"dados", "banca-francesa"}
    assert "Nada del catálogo coincide." in client.get("/", params={"q": "zzz"}).text
    part = client.get("/", params={"q": "boule"}, headers={"hx-request": "true"}).text
    assert "<html" not in part
    assert "/games/bola/extremadura" in part


def test_the_odds_of_the_api_are_exact(client: TestClient) -> None:
    rows = {row["bet"]: row for row in client.get("/api/v1/games/ruleta-americana/extremadura/odds").json()}
    assert rows["pleno"]["edge"] == "1/37"
    assert rows["pleno"]["edge_float"] == pytest.approx(1 / 37)


def shown_rows(client: TestClient, path: str) -> list[str]:
    """The bets of an odds page's table, each with whatever stands beside its name."""
    heads = re.findall(r'<th scope="row">(.*?)</th>', client.get(path).text)
    return [" ".join(re.sub(r"<[^>]+>", "", unescape(head)).split()) for head in heads]


def test_the_odds_page_shows_the_usual_settings_and_those_that_are_chosen(client: TestClient) -> None:
    path = "/games/monte/extremadura/odds"
    rows = client.get(f"/api/v1{path}").json()
    usual = shown_rows(client, path)
    assert len(usual) < 50 < 300 < len(rows)
    assert {"Camo 1, 2", "Camo 4", "Vista Hermosa 1, 2"} <= set(usual)
    doubled = shown_rows(client, f"{path}?layout=doblada&deduccion=apuesta")
    assert len(doubled) == sum(row["setting"].get("layout") == "doblada" for row in rows)
    assert "Camo 1 deducción: ganancia Lo mismo en 2" in doubled
    assert len(shown_rows(client, f"{path}?layout=all&deduccion=all")) > 250
    assert client.get(f"{path}?layout=nada").status_code == 404


def test_an_option_that_prices_one_bet_leaves_the_others_in_the_table(client: TestClient) -> None:
    path = "/games/ruleta-francesa/extremadura/odds"
    for zero in ("mitad", "prision"):
        assert shown_rows(client, f"{path}?zero={zero}")[-2:] == ["Falta", "Pasa"]
        assert "Pleno" in shown_rows(client, f"{path}?zero={zero}")
    half, prison = (client.get(f"{path}?zero={zero}").text for zero in ("mitad", "prision"))
    assert "1/74" in half
    assert "1/74" not in prison
    assert "1/73" in prison


def test_odds_are_put_in_order_by_their_columns_and_a_form_stands_only_where_there_is_something_to_choose(
    client: TestClient,
) -> None:
    roulette, boule = (client.get(f"/games/{name}/extremadura/odds").text for name in ("ruleta-francesa", "bola"))
    assert 'name="zero"' in roulette and 'name="sort"' not in roulette + boule
    assert 'hx-target="#prices"' in roulette and 'hx-target="#prices"' not in boule


def test_long_notes_stand_once_below_the_odds(client: TestClient) -> None:
    page = unescape(client.get("/games/treinta-cuarenta/extremadura/odds?zero=prision").text)
    assert page.count("Las jugadas tras 31 iguales") == 1
    assert page.count("<sup>1</sup>") == 4


@pytest.mark.parametrize(("name", "region"), PRICED)
def test_what_costs_least_and_most_names_each_bet_once(client: TestClient, name: str, region: str) -> None:
    page = unescape(client.get(f"/games/{name}/{region}/best").text)
    named = re.findall(r"<li><span>([^<]+?) ?(?:<span class.*?</span>)?</span> <strong>", page)
    with i18n.speaking("es"):
        names = sorted((i18n.law(bet.name) for bet in game(name).rules(region).bets.values()), key=len, reverse=True)
    bets = [next(bet for bet in names if said.startswith(bet)) for said in named]
    assert len(bets) == len(set(bets)) == min(12, len({row["bet"].split(":")[0] for row in odds(client, name, region)}))


def odds(client: TestClient, name: str, region: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get(f"/api/v1/games/{name}/{region}/odds").json()
    return found


def test_best_play_of_the_api_is_exact_and_cites(client: TestClient) -> None:
    (tie,) = client.get("/api/v1/games/reto/extremadura/best").json()
    (case,) = tie["cases"][0]
    # 144 of the orders of the twelve other ranks tie, and two of what is left of the one that tied, of 50 times 49.
    assert case["exact"] == {"retar": "-86/245", "retirarse": "-1/2"}
    assert case["article"] == "1.9.7.2"
    assert (case["best"], tie["down"]) == ("retar", "mazos")


def test_a_case_is_shown_with_its_fraction_and_article(client: TestClient) -> None:
    at = {"at": "primeras.camo:1,2.distintas"}
    part = client.get("/games/monte/extremadura/best", params=at, headers={"hx-request": "true"}).text
    assert "-11/360" in part
    assert "1.8.6.1.A.b" in part
    assert "<html" not in part


def test_a_game_that_leaves_nothing_to_decide_says_so(client: TestClient) -> None:
    says = "no deja al jugador ninguna decisión"
    assert says in client.get("/games/punto-banca/extremadura/best").text
    assert says not in client.get("/games/reto/extremadura/best").text


def test_a_difference_has_its_price(client: TestClient) -> None:
    rows = client.get("/api/v1/games/ruleta-fortuna/extremadura/differences/pais-vasco").json()
    (joker,) = [row for row in rows if (row["path"], row["key"]) == ("bets.24", "pays")]
    assert (joker["one"], joker["other"]) == ("1:1", "0:1")
    assert joker["worth"]["24"] == pytest.approx(24 / 54)


def test_a_session_s_result_is_what_the_edge_says(client: TestClient) -> None:
    """A hundred stakes lose a hundred times the edge on average, and deviate by ten times a stake's deviation."""
    query = {"bet": "pleno", "stake": 500, "length": 100}
    assert client.get("/api/v1/games/ruleta-americana/extremadura/session", params=query).status_code == 200
    rows = client.get("/api/v1/games/bola/extremadura/odds").json()
    red = next(row for row in rows if row["bet"] == "rojo")
    found = client.get("/api/v1/games/bola/extremadura/session", params={"bet": "rojo", "stake": 500, "length": 100})
    expected = -100 * 500 * red["edge_float"]
    error = 500 * (100 * red["variance"]) ** 0.5 / found.json()["sessions"] ** 0.5
    assert abs(found.json()["mean"] - expected) < 5 * error


def test_a_stake_outside_the_limits_is_refused_with_its_article(client: TestClient) -> None:
    query = {"bet": "rojo", "stake": 7, "length": 100}
    answer = client.get("/api/v1/games/bola/extremadura/session", params=query)
    assert answer.status_code == 409
    assert "art. 1.3.5.2" in answer.json()["detail"]


def test_refusals_are_one_line_as_it_was_asked_for(client: TestClient) -> None:
    for path in ("/games/parchis", "/games/bola/madrid", "/nothing", "/games/bola/extremadura/odds?bet=x"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert "<h1>" in answer.text
        assert "Traceback" not in answer.text
    answer = client.get("/api/v1/games/bola/madrid/law")
    assert answer.status_code == 404
    assert "extremadura" in answer.json()["detail"]
    assert client.post("/").status_code == 405
    part = client.get("/games/bola/extremadura/odds?bet=x", headers={"hx-request": "true"})
    assert part.headers["hx-retarget"] == "#notice"


def test_safe_headers_are_on_every_answer(client: TestClient) -> None:
    for path in ("/", "/nothing", "/api/v1/games", "/static/css/base.css", "/api/v1/openapi.json"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"


def test_no_page_has_script_or_style_inline() -> None:
    for path in SOURCE.glob("web/templates/**/*.html"):
        source = path.read_text(encoding="utf-8")
        assert not re.search(r"<style|\sstyle=|<script(?![^>]*src=)|\son[a-z]+=|javascript:", source), path.name


def test_a_simulation_streams_its_stages_and_ends(client: TestClient) -> None:
    query = {"game": "dados", "region": "extremadura", "bets": "win 10\nfield 5", "rounds": 9_000_000, "length": 100}
    with client.stream("GET", "/simulate/stream", params=query) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        events = "".join(answer.iter_text())
    assert events.count("event: stage") >= 1
    assert events.rstrip().split("event: ")[-1].startswith("done")
    assert "100 %" in events.replace("\xa0", " ")
    assert "7/495" in events


def test_a_simulation_gives_what_the_command_line_gives(client: TestClient) -> None:
    from tapete.engine.settings import standard
    from tapete.trials import mixed

    query = {"game": "bola", "region": "extremadura", "bets": "rojo 10", "rounds": 200_000, "seed": 5, "length": 100}
    found = client.get("/api/v1/simulation", params=query).json()
    rules = game("bola").rules("extremadura")
    *_, mix = mixed(game("bola"), rules, standard(rules), ["rojo 10"]).play(200_000, seed=5, length=100)
    assert found["mean"] == mix["sessions"]["mean"]
    assert found["bets"][0]["exact"] == "1/9"


def test_a_simulation_has_the_options_readings_and_purse_of_the_command_line(client: TestClient) -> None:
    """Prison halves what the zero takes: exactly 1/73 instead of 1/74; the seven of craps pays as it is read."""
    zero = {"game": "ruleta-francesa", "region": "extremadura", "bets": "rojo 10", "rounds": 20_000, "length": 100}
    for value, exact in (("prision", "1/73"), ("mitad", "1/74")):
        found = client.get("/api/v1/simulation", params={**zero, "set": f"zero={value}", "bankroll": "50"}).json()
        assert (found["bets"][0]["exact"], found["bankroll"]) == (exact, 5000)
        assert found["ruin"] > 0
    text = client.get("/simulate/result.csv", params={**zero, "set": "zero=prision"}).text.splitlines()
    assert text[0].startswith("bet,made,edge_float")
    assert text[1].startswith("rojo,")
    page = client.get("/simulate", params={"place": "dados/extremadura", "set": "bets.juego-de-7=likely"}).text
    assert '<option value="bets.juego-de-7=likely" selected>' in page
    for wrong, status in (({"set": "zero=nada"}, 404), ({"set": "zero"}, 400), ({"bankroll": "mucho"}, 400)):
        assert client.get("/api/v1/simulation", params={**zero, **wrong}).status_code == status


def test_a_simulation_that_cannot_be_is_refused(client: TestClient) -> None:
    for bets, status in (("", 400), ("rojo", 400), ("rojo 3", 409), ("nada 10", 404)):
        query = {"game": "bola", "region": "extremadura", "bets": bets}
        assert client.get("/api/v1/simulation", params=query).status_code == status
    page = client.get("/simulate", params={"place": "bola/extremadura", "bets": "rojo 3", "run": 1})
    assert page.status_code == 400
    assert "art. 1.3.5.2" in page.text


def test_a_drill_is_answered_and_goes_on(client: TestClient) -> None:
    here = "/api/v1/games/banca-francesa/extremadura/drill"
    question = client.get(here, params={"seed": 4}).json()
    assert question["steps"][0]["cents"] > 0
    judged = client.get(f"{here}/verdict", params={"seed": 4, "answer": "999999"}).json()
    assert judged["cost"] > 0
    right = client.get(f"{here}/verdict", params={"seed": 4, "answer": judged["right"]}).json()
    assert right["cost"] == 0
    page = client.get("/train/banca-francesa/extremadura", params={"seed": 4, "answer": judged["right"]})
    assert "Correcto." in page.text
    onward = re.search(r'class="button primary" href="([^"]+)"', page.text)
    assert onward is not None
    assert client.get(unescape(onward[1])).status_code == 200
    assert client.get("/train/banca-francesa/extremadura", params={"seed": 4, "answer": "x"}).status_code == 400


def test_a_player_s_drill_asks_for_the_decision_at_the_zero(client: TestClient) -> None:
    here = "/api/v1/games/ruleta-francesa/extremadura/drill"
    question = client.get(here, params={"role": "player", "seed": 1}).json()
    assert set(question["options"]) == {"mitad", "prision"}
    query = {"role": "player", "seed": 1, "n": question["number"], "answer": "prision"}
    assert client.get(f"{here}/verdict", params=query).json()["right"] == "mitad"
    assert client.get("/api/v1/games/bola/extremadura/drill", params={"role": "player"}).status_code == 400


def test_bars_are_whole_steps_of_what_results_can_be() -> None:
    import numpy as np

    counts, edges = charts.bins(np.array([-500, 500, 500, 1500, 2500]), most=4)
    assert counts == [1, 2, 1, 1]
    assert edges == [-1000.0, 0.0, 1000.0, 2000.0, 3000.0]


def test_amounts_and_shares_are_written_as_each_language_does() -> None:
    said = {}
    for language in i18n.LANGUAGES:
        with i18n.speaking(language):
            said[language] = f"{i18n.money(123450)} {i18n.percent(1 / 37)}".replace("\xa0", " ")
    assert said == {
        "es": "1.234,50 € 2,70 %",
        "en": "€1,234.50 2.70%",
        "gl": "1.234,50 € 2,70 %",
        "eu": "1.234,50 € % 2,70",
    }


def test_what_is_being_worked_out_is_told_and_not_waited_for(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def rows(*_: object) -> None:
        raise Awaited(1, 4)

    monkeypatch.setattr("tapete.web.catalogue.odds.rows_of", rows)
    answer = client.get("/api/v1/games/bola/extremadura/odds")
    assert (answer.status_code, answer.headers["retry-after"]) == (202, "1")
    assert (answer.json()["done"], answer.json()["of"]) == (1, 4)
    shown = client.get("/games/bola/extremadura/odds", headers={"accept": "text/html"})
    assert (shown.status_code, shown.headers["refresh"]) == (202, "1")
    assert '<progress max="4" value="1"' in shown.text
    part = client.get("/games/bola/extremadura/odds", headers={"hx-request": "true"})
    assert part.status_code == 202
    assert "<html" not in part.text
