"""A game need not have everything: odds, simulation, best play and felt are found by file, and none is demanded."""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import tapete.games
from tapete import i18n
from tapete.cli import catalogue, figures, output
from tapete.engine.session import Session
from tapete.engine.settings import standard
from tapete.errors import Missing
from tapete.games import game
from tapete.games.folders import FOLDERS
from tapete.games.shared.felt import tiles
from tapete.law import text
from tapete.odds.prices import cheapest, prices
from tapete.odds.worth import priced, striking
from tapete.trials import alone, mixed
from tests.casino import Casino

EX, PV = "extremadura", "pais-vasco"
RULES = "from tapete.games.bola.rules import Rules, layout\n__all__ = ['Rules', 'layout']\n"
BARE = {"__init__": "", "rules": RULES, "play": "from tapete.games.bola.play import PLAY\n__all__ = ['PLAY']\n"}
KERNEL = "from tapete.games.bola.kernel import outcome, program\n__all__ = ['outcome', 'program']\n"
KINDS = {
    "desnuda": BARE,  # rules and play
    "simulada": {**BARE, "kernel": KERNEL},  # a simulation, but no odds
    "sin-pano": {**BARE, "rules": "from tapete.games.bola.rules import Rules\n__all__ = ['Rules']\n"},  # no layout
    "escrita": {"__init__": "", "rules": RULES},  # not even played
}


@pytest.fixture(scope="module", autouse=True)
def _bare_games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Games with little in their folders, and a law for each: boule's, under another name."""
    law, folders = tmp_path_factory.mktemp("law") / "law", tmp_path_factory.mktemp("games")
    shutil.copytree(text.FOLDER, law, ignore=shutil.ignore_patterns("__pycache__"))
    with pytest.MonkeyPatch.context() as patch:
        for id, files in KINDS.items():
            folder = folders / id.replace("-", "_")
            folder.mkdir()
            for name, source in files.items():
                (folder / f"{name}.py").write_text(source, encoding="utf-8")
            for region in (EX, PV):
                folder = law / region.replace("-", "_")
                boule = (folder / "bola.toml").read_text(encoding="utf-8")
                (folder / f"{id}.toml").write_text(boule.replace('game = "bola"', f'game = "{id}"'), encoding="utf-8")
            patch.setitem(FOLDERS, id, id.replace("-", "_"))
        patch.setattr(text, "FOLDER", law)
        patch.setattr(tapete.games, "__path__", [*tapete.games.__path__, str(folders)])
        yield


@pytest.fixture
def casino(tmp_path: Path) -> Iterator[Casino]:
    found = Casino(tmp_path, "en")
    yield found
    found.close()


# The game itself


@pytest.mark.parametrize(
    ("id", "parts"),
    [("desnuda", {"play"}), ("simulada", {"play", "kernel"}), ("sin-pano", {"play"}), ("escrita", set())],
)
def test_a_game_has_what_its_folder_has(id: str, parts: set[str]) -> None:
    assert {part for part in ("play", "odds", "kernel", "guide", "felt") if game(id).has(part)} == parts


@pytest.mark.parametrize(
    ("ask", "english", "spanish"),
    [
        (
            lambda: game("desnuda").odds(game("desnuda").rules(EX)),
            "there are no odds of Boule yet",
            "todavía no hay probabilidades de Bola o boule",
        ),
        (
            lambda: game("desnuda").program(game("desnuda").rules(EX), standard(game("desnuda").rules(EX)), {}),
            "there is no simulation of Boule yet",
            "todavía no hay simulación de Bola o boule",
        ),
        (lambda: game("escrita").play, "escrita cannot be played yet", "escrita todavía no se puede jugar"),
    ],
)
def test_what_is_not_there_is_said_in_one_line(ask: Callable[[], Any], english: str, spanish: str) -> None:
    with pytest.raises(Missing) as refused:
        ask()
    for language, line in (("en", english), ("es", spanish)):
        with i18n.speaking(language):
            assert i18n.translated(refused.value.text) == line


def test_what_rests_on_odds_is_empty_without_them() -> None:
    found = game("desnuda")
    rules = found.rules(EX)
    settings = standard(rules)
    assert prices(found, rules, settings) == ()
    view = Session(game("bola").play, game("bola").rules(EX), settings, {"ana": 10_000}).open().view("ana")
    assert cheapest(found, rules, view) == []
    assert striking(found, rules) == []
    differing = priced(found, EX, PV)
    assert differing and all(item.worth == {} for item in differing)
    assert found.guides(rules, settings) == []
    assert not found.advises
    assert found.family == "cards"
    assert (found.verbs, found.examples) == ({}, ())


def test_a_game_that_draws_no_felt_has_its_bets_as_tiles_and_one_without_a_layout_none() -> None:
    found, other = game("desnuda"), game("sin-pano")
    rules = found.rules(EX)
    settings = standard(rules)
    layout = found.layout(rules, settings)
    felt, tiled = found.felt(rules, settings), tiles.draw(rules, layout)
    assert felt is not None
    assert [drawing.places for drawing in felt] == [drawing.places for drawing in tiled]
    assert {place.spot for place in felt.wide.places if place.open} == set(layout)
    assert other.layout(other.rules(EX), settings) == {}
    assert other.felt(other.rules(EX), settings) is None


def test_a_simulation_needs_no_odds_beside_it() -> None:
    found = game("simulada")
    rules = found.rules(EX)
    settings = standard(rules)
    row, mix = mixed(found, rules, settings, ["rojo 10"]).play(50_000, seed=3)
    assert (row["bet"], row["exact"], row["article"]) == ("rojo", None, rules.bets["rojo"].article)
    assert abs(row["edge_float"] - 1 / 9) < 5 * row["std_error"]
    assert mix["bet"] == "mix"
    assert [trial.play(1_000)[0]["bet"].partition(":")[0] for trial in alone(found, rules, settings)] == list(
        rules.bets
    )


# The command line


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Any]:
    """What a command answers as JSON."""
    monkeypatch.setattr(output, "as_json", True)

    def call(command: Callable[..., object], *words: Any, **more: Any) -> Any:
        capsys.readouterr()
        command(*words, **more)
        return json.loads(capsys.readouterr().out)

    return call


def test_commands_pass_over_what_a_game_has_not(answered: Callable[..., Any]) -> None:
    assert {row["game"] for row in answered(catalogue.games)} >= KINDS.keys()
    assert all(row["worth"] == {} for row in answered(catalogue.diff, "desnuda", EX, PV))
    assert not [row for row in answered(catalogue.lint, EX) if row["game"] in KINDS and "edge" in row["kind"]]
    with pytest.raises(Missing, match="there are no odds of Bola o boule yet"):
        figures.odds("desnuda", region=EX)
    with pytest.raises(Missing, match="there is no simulation of Bola o boule yet"):
        figures.simulate("desnuda", region=EX, rounds=10, bet=["rojo 5"])
    rows = answered(figures.simulate, "simulada", region=EX, rounds=1000, bet=["rojo 5"])
    assert [(row["bet"], row["exact"]) for row in rows] == [("rojo", None), ("mix", None)]


def test_all_odds_are_the_odds_of_those_that_have_them(
    answered: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(figures, "all_games", lambda: [game(id) for id in ("bola", *KINDS)])
    assert {row["game"] for row in answered(figures.odds)} == {"bola"}


# Pages


def status(casino: Casino, path: str, who: str = "dora") -> tuple[int, str]:
    answer = casino.get(who, path)
    return answer.status_code, answer.text


def test_pages_of_a_bare_game_show_what_there_is(casino: Casino) -> None:
    for path in ("/games/desnuda/extremadura", "/games/desnuda/extremadura/differences"):
        code, page = status(casino, path)
        assert code == 200
        for absent in ("/desnuda/extremadura/odds", "/desnuda/extremadura/best", "/simulate?place=desnuda"):
            assert absent not in page
        for present in ("/desnuda/extremadura/sheet.pdf", "/train/desnuda/extremadura", "game=desnuda"):
            assert present in page
    assert casino.get("dora", "/games/desnuda/extremadura/sheet.pdf").content.startswith(b"%PDF")
    assert "/games/desnuda" in status(casino, "/")[1]
    for path in ("odds", "best"):
        code, page = status(casino, f"/games/desnuda/extremadura/{path}")
        assert code == 404 and "there are no odds of Boule yet" in page
    answer = casino.get("dora", "/api/v1/games/desnuda/extremadura/odds")
    assert (answer.status_code, answer.json()) == (404, {"detail": "there are no odds of Boule yet"})


def test_only_what_can_be_played_simulated_or_trained_is_offered_for_it(casino: Casino) -> None:
    for path, offered in (
        ("/tables/new", {"desnuda", "simulada", "sin-pano"}),
        ("/train", {"desnuda", "simulada", "sin-pano"}),
        ("/simulate", {"simulada"}),
    ):
        code, page = status(casino, path)
        assert code == 200
        assert {id for id in KINDS if re.search(rf'(game=|/train/|value="){id}\b', page)} == offered, path
    page = status(casino, "/games/escrita/extremadura")[1]
    assert "game=escrita" not in page and "/train/escrita" not in page


def test_a_simulation_without_odds_is_shown_and_none_at_all_refused(casino: Casino) -> None:
    asked = "bets=rojo+10&rounds=5000&run=true"
    code, page = status(casino, f"/simulate?place=simulada/extremadura&{asked}")
    assert code == 200 and "sse-connect" in page
    code, page = status(casino, f"/simulate/result?game=simulada&region=extremadura&{asked}")
    assert code == 200 and "—" in page
    code, page = status(casino, f"/simulate?place=desnuda/extremadura&{asked}")
    assert code == 400 and "there is no simulation of Boule yet" in page


def test_a_bare_game_is_played_trained_and_kept(casino: Casino) -> None:
    assert status(casino, "/train/desnuda/extremadura?seed=1")[0] == 200
    table = casino.table("desnuda", EX, physical=True)
    assert casino.post("carla", f"/api/v1/tables/{table}/rounds").status_code < 300
    casino.act("ana", table, "stake", "rojo", 500)
    code, page = status(casino, f"/tables/{table}", "ana")
    assert code == 200 and 'data-spot="rojo"' in page
    assert status(casino, f"/tables/{table}/hints", "ana")[0] == 200
    casino.act("carla", table, "close")
    casino.post("carla", f"/api/v1/tables/{table}/fell", {"value": "7"})
    assert status(casino, f"/history/{table}/1")[0] == 200
    assert casino.floor.history.round(table, 1).state == "finished"


def test_a_game_without_a_layout_has_a_page_without_a_felt(casino: Casino) -> None:
    table = casino.table("sin-pano", EX, physical=True)
    for who in ("ana", "carla", "dora", ""):
        code, page = status(casino, f"/tables/{table}", who)
        assert code == 200 and "felt-spots" not in page and 'class="tray"' not in page
    casino.post("carla", f"/api/v1/tables/{table}/rounds")
    assert status(casino, f"/tables/{table}", "ana")[0] == 200
    assert status(casino, f"/history/{table}/1")[0] == 200
