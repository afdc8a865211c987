"""`like`: a rulebook that says where it differs from another game's, as its text does."""

import tomllib

import pytest

from tapete.errors import TapeteError
from tapete.games import game
from tapete.games.blackjack.rules import Rules
from tapete.law.loading import RulebookError, parse, path_of
from tapete.law.rulebook import Rulebook

FILE = "pais_vasco/triple-blackjack.toml"
TRIPLE = path_of("triple-blackjack", "pais-vasco").read_text(encoding="utf-8")

GAME = 'game = "blackjack"'

# Where each text says that all it does not provide for is as in the other game.
SAID = {
    ("triple-blackjack", "pais-vasco"): ("blackjack", "03.01§1"),
    ("ruleta-americana", "extremadura"): ("ruleta-francesa", "1.2"),
    ("ruleta-americana", "pais-vasco"): ("ruleta-francesa", "02§1"),
    ("ruleta-doble-cero", "extremadura"): ("ruleta-americana", "1.2.4§2"),
}


def triple(old: str = "", new: str = "") -> Rulebook:
    """Triple blackjack with one thing written otherwise."""
    assert old in TRIPLE
    return parse(Rules, TRIPLE.replace(old, new, 1), FILE, "pais-vasco")


@pytest.mark.parametrize(("name", "region"), SAID)
def test_what_is_taken_over_is_the_other_games_and_the_file_says_nothing_of_it(name: str, region: str) -> None:
    rules = game(name).rules(region)
    assert (rules.like.game, rules.like.article) == SAID[name, region]
    other = dict(game(rules.like.game).rules(region).sections())
    own = tomllib.loads(path_of(name, region).read_text(encoding="utf-8"))
    assert len(rules.taken) > 20
    for path, section in rules.sections():
        data = own
        for part in path.split("."):
            data = data.get(part, {})
        assert (path in rules.taken) == (not data)
        if path in rules.taken:
            assert section.article == other[path].article
            assert (section.printed, section.why, section.doubt) == (
                other[path].printed,
                other[path].why,
                other[path].doubt,
            )


@pytest.mark.parametrize(("name", "region"), SAID)
def test_what_is_left_out_is_in_the_other_game_and_not_here(name: str, region: str) -> None:
    rules = game(name).rules(region)
    there = {path for path, _ in game(rules.like.game).rules(region).sections()}
    here = {path for path, _ in rules.sections()}
    assert rules.like.without.keys() <= there - here
    assert there - here == rules.like.without.keys()


def test_other_games_are_like_none() -> None:
    assert game("blackjack").rules("pais-vasco").like is None
    assert game("blackjack").rules("pais-vasco").taken == frozenset()


def test_ex_1_2_4_the_double_zero_is_a_variant_of_a_variant() -> None:
    rules = game("ruleta-doble-cero").rules("extremadura")
    assert rules.calls["void"].article == "1.1.4.3.d"  # French roulette's
    assert rules.settlement.together == "all"  # American roulette's
    assert "linea-especial" in rules.settlement.order
    assert rules.zero.again is None


def test_a_passage_of_ones_own_has_ones_own_notes() -> None:
    rules = triple('article = "03.01.1.a§8"\nprinted', 'article = "03.01.1.a§8"\n#')
    assert rules.section("bank.blackjack").printed is None
    assert rules.section("bank.blackjack").why  # which it states
    taken = triple("[players.vacant]\nwhy", '[players.vacant]\nprinted = { says = "x" }\nwhy').section("players.vacant")
    assert (taken.article, taken.printed) == ("03.IV.a§1", {"says": "x"})


def test_without_leaves_out_what_the_other_game_has() -> None:
    rules = triple(GAME, GAME + '\nwithout.irregularities.carta-vuelta = "03.01.a"')
    assert rules.irregularities == {}  # type: ignore[attr-defined]
    assert rules.like is not None
    assert rules.like.without == {"irregularities.carta-vuelta": "03.01.a"}
    assert rules.digest != triple().digest


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        (GAME, 'game = "monte"', "like.game", "'monte' is not in this text"),
        (GAME, 'game = "triple-blackjack"', "like.game", "is like this one"),
        (GAME, "", "like.game", "missing"),
        ('article = "03.01§1"', 'article = "9"', "like.article", "not in the text's index"),
        (GAME, GAME + '\nwithout.bets.otra = "03.01"', "like.without.bets.otra", "nothing"),
        (GAME, GAME + '\nwithout.surrender = "9"', "like.without", "not in the text's index"),
        (GAME, GAME + "\nwithout = 3", "like.without", "dictionary"),
        (GAME, GAME + '\nwithout.surrender = "03.01.a"', "surrender", "missing"),
        ("squares = 3", "", "triple.squares", "missing"),
        ("most = 1", "mostly = 1", "players.behind.mostly", "unknown key"),
        ('title = "Triple black jack"', "", "title", "missing"),
        ('article = "03.01"\n', "", "article", "missing"),
    ],
)
def test_what_is_wrong_is_said_with_the_file_and_the_key(old: str, new: str, key: str, reason: str) -> None:
    with pytest.raises(RulebookError) as found:
        triple(old, new)
    assert found.value.file == FILE
    assert found.value.key.startswith(key)
    assert reason in found.value.reason


def test_what_is_wrong_in_the_other_file_is_said_there(monkeypatch: pytest.MonkeyPatch) -> None:
    path = path_of("blackjack", "pais-vasco")
    wrong = path.read_text(encoding="utf-8").replace('pays = "12:1"', 'pays = "dozen"', 1)
    monkeypatch.setattr(type(path), "read_text", lambda self, encoding: wrong)
    with pytest.raises(RulebookError) as found:
        triple()
    assert found.value.file == "pais_vasco/blackjack.toml"
    assert found.value.key == "bets.parejas.prizes.color.pays"


# What another text says, where this one's is lost


def test_what_another_text_says_stands_under_the_article_that_says_so() -> None:
    toml = TRIPLE.replace(GAME, GAME + '\nregion = "extremadura"', 1)
    with pytest.raises(RulebookError) as found:
        parse(Rules, toml, FILE, "pais-vasco")
    assert "not in the text's index" not in found.value.reason  # another's articles are never cited here
    rules = game("texas-bonus").rules("fragmento")
    assert {section.article for path, section in rules.sections() if path in rules.taken} == {rules.like.article}
    assert all(not section.why and section.printed is None for path, section in rules.sections() if path in rules.taken)


def test_a_region_that_is_none_or_lacks_the_game_is_refused() -> None:
    path = path_of("texas-bonus", "fragmento")
    toml = path.read_text(encoding="utf-8")
    model = game("texas-bonus").model
    for region, reason in (("extremadur", "did you mean extremadura"), ("galicia", "is not in this text")):
        with pytest.raises(TapeteError, match=reason):
            parse(model, toml.replace('"extremadura"', f'"{region}"'), "fragmento/texas-bonus.toml", "fragmento")
    with pytest.raises(RulebookError, match="is like this one"):
        parse(model, toml.replace('"extremadura"', '"fragmento"'), "fragmento/texas-bonus.toml", "fragmento")
