"""The law as data: every citation is in its text's index; a rulebook edited wrongly is refused with its key."""

import tomllib

import msgspec
import pytest

from tapete.engine.settings import standard
from tapete.errors import TapeteError, UnknownError
from tapete.games import game, games
from tapete.games.bola.rules import Rules
from tapete.law.compare import differences, findings
from tapete.law.loading import RulebookError, heading, parse, path_of
from tapete.law.option import UNITS
from tapete.law.standing import standing
from tapete.law.text import regions, text
from tests.helpers import EVERYWHERE


def test_five_texts() -> None:
    assert regions() == ("asturias", "extremadura", "fragmento", "galicia", "pais-vasco")
    assert "unknown" not in text("fragmento").name
    for region in regions():
        assert text(region).region == region
        assert all(title.strip() and len(title) <= 70 for title in text(region).articles.values())


@pytest.mark.parametrize("region", ["asturias", "extremadura", "fragmento", "galicia", "pais-vasco"])
def test_every_section_of_an_index_stands_under_its_parent(region: str) -> None:
    articles = text(region).articles
    for article in articles:
        kind, space, number = article.rpartition(". ")  # "art. 3.1" stands under "art. 3"
        parent = number.rpartition("§")[0] or number.rpartition(".")[0]
        assert not parent or kind + space + parent in articles, article


@pytest.mark.parametrize(("name", "region"), EVERYWHERE)
def test_every_section_cites_an_article_of_its_text(name: str, region: str) -> None:
    rules = game(name).rules(region)
    cited = [section.article for _, section in rules.sections()]
    assert len(cited) > 15
    assert set(cited) <= set(text(region).articles)
    assert all(
        article.startswith((rules.article, "da.", "art.", *INHERITED.get((name, region), ()))) for article in cited
    )


INHERITED = {
    ("bacara-dos-panos", "extremadura"): ("2.1.A",),
    ("bacara-dos-panos", "pais-vasco"): ("08",),
    ("poker-con-descarte", "extremadura"): ("1.12",),
    ("ruleta-americana", "extremadura"): ("1.1",),
    ("ruleta-doble-cero", "extremadura"): ("1.1", "1.2"),
    ("ruleta-americana", "pais-vasco"): ("01",),
    ("treinta-cuarenta", "extremadura"): ("1.1",),
    ("treinta-cuarenta", "pais-vasco"): ("01",),
    ("triple-blackjack", "pais-vasco"): ("03",),
    **{(g.id, "extremadura"): ("2.2",) for g in games() if g.folder == "circulo"},
    **{(g.id, "pais-vasco"): ("17",) for g in games() if g.folder == "circulo"},
}


@pytest.mark.parametrize(("name", "region"), EVERYWHERE)
def test_every_reading_says_why(name: str, region: str) -> None:
    for finding in findings(game(name).rules(region)):
        assert finding.why, finding


BOLA = path_of("bola", "extremadura").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        ('pays = "7:1"', 'pays = "7:1"\npayes = "8:1"', "bets.numero-entero.payes", "unknown key"),
        ('pays = "7:1"', 'pays = "seven"', "bets.numero-entero.pays", "not a payment ratio"),
        ('pays = "7:1"', 'pays = "7:0"', "bets.numero-entero.pays", "not a payment ratio"),
        ('pays = "7:1"', "", "bets.numero-entero.pays", "missing"),
        ('article = "1.3.5.1.a"\n', "", "bets.numero-entero.article", "missing"),
        ('article = "1.3.5.1.a"', 'article = "9.9.9"', "bets.numero-entero.article", "not in the text's index"),
        ("between = [40, 100]", "between = [100, 40]", "limits.numero-entero", "no span"),
        ("holes = 18", "holes = 17", "equipment", "same number of holes"),
        ("holes = 18", 'holes = "many"', "equipment.holes", "integer"),
        ('pays = "7:1"', 'pays = "7:1"\nprinted = { payed = "8:1" }\nwhy = "x"', "bets.numero-entero", "payed"),
        ('pays = "7:1"', 'pays = "7:1"\nprinted = { pays = "8:1" }', "bets.numero-entero", "why"),
        ('limit = "numero-entero"', 'limit = "none"', "", "there is no limit 'none'"),
        ('region = "extremadura"', 'region = "galicia"', "game", "galicia"),
        ("[equipment]", "[equipment", "", "not valid TOML"),
    ],
)
def test_a_rulebook_edited_wrongly_is_refused_with_file_key_and_reason(
    old: str, new: str, key: str, reason: str
) -> None:
    assert old in BOLA
    with pytest.raises(RulebookError) as found:
        parse(Rules, BOLA.replace(old, new, 1), "extremadura/bola.toml", "extremadura")
    error = found.value
    assert error.file == "extremadura/bola.toml"
    assert error.key.startswith(key)
    assert reason in error.reason
    assert "\n" not in str(error)


def test_unknown_regions_and_games_name_what_there_is() -> None:
    with pytest.raises(UnknownError, match="did you mean extremadura"):
        game("bola").rules("extremadur")
    with pytest.raises(UnknownError, match="did you mean bola"):
        game("bolla")
    with pytest.raises(TapeteError, match="not in the text of galicia"):
        game("bola").rules("galicia")


def test_differences_are_values_not_wordings() -> None:
    found = differences(game("ruleta-fortuna").rules("extremadura"), game("ruleta-fortuna").rules("pais-vasco"))
    pays = {item.path: (item.one, item.other) for item in found if item.key == "pays"}
    assert pays == {"bets.24": ("1:1", "0:1"), "bets.15": ("2:1", "1:1")}


def test_rulebooks_hold_no_key_twice_and_read_as_toml() -> None:
    for name, region in EVERYWHERE:
        tomllib.loads(path_of(name, region).read_text(encoding="utf-8"))


def test_a_rulebook_s_heading_is_read_without_the_rest_of_it() -> None:
    for name, region in EVERYWHERE:
        rules = game(name).rules(region)
        assert heading(name, region) == (rules.title, rules.article)


@pytest.mark.parametrize(("name", "region"), EVERYWHERE)
def test_every_section_stands_somewhere(name: str, region: str) -> None:
    rules = game(name).rules(region)
    found = list(standing(rules))
    assert [(path, article) for path, article, _ in found] == [(path, s.article) for path, s in rules.sections()]
    states = {path: state for path, _, state in found}
    assert all(states[path] == "runs" for path in states if path.startswith(("bets.", "calls.")))
    assert all(states[path] == "checked" for path in states if path.startswith("staff."))


@pytest.mark.parametrize(("name", "region"), EVERYWHERE)
def test_what_an_option_s_number_counts_is_something_that_pages_say(name: str, region: str) -> None:
    assert {option.unit for option in game(name).rules(region).options.values()} <= {"", *UNITS}


def test_an_option_is_what_was_chosen_or_the_default_or_nothing() -> None:
    rules = game("ruleta-doble-cero").rules("extremadura")
    settings = standard(rules)
    assert rules.option(settings, "double-zero") == "mitad"
    assert rules.option(msgspec.structs.replace(settings, options={}), "double-zero") == "mitad"
    assert rules.option(msgspec.structs.replace(settings, options={"double-zero": "entera"}), "double-zero") == "entera"
    assert rules.option(msgspec.structs.replace(settings, options={"zero": "prision"}), "zero") == ""
