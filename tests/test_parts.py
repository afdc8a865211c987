"""The parts of rulebooks: a game between players has no felt; every part loads, is kept and is compared."""

import json
from fractions import Fraction

import pytest

from tapete.games import game
from tapete.law.compare import differences
from tapete.law.loading import RulebookError, from_running, parse
from tapete.law.sections import BankRulebook, CircleRulebook, DealtRulebook, FeltRulebook, TableRulebook
from tapete.law.standing import standing
from tapete.money import Ratio
from tests.helpers import EVERYWHERE


class Circle(CircleRulebook, DealtRulebook):
    """A dealt game between players, as a test needs it."""


def poker(region: str, title: str, articles: dict[str, str], cuts: str) -> str:
    """What the texts have in common about circle poker, with each one's articles."""
    return f"""
game = "circulo"
region = "{region}"
title = "{title}"
article = "{articles["game"]}"

[equipment]
article = "{articles["equipment"]}"
cards = {{ article = "{articles["cards"]}", packs = 1 }}

[players]
article = "{articles["players"]}"
standing = false
needed = {{ article = "{articles["needed"]}", number = 4 }}

[minimum]
article = "{articles["limits"]}"

[ante]
article = "{articles["ante"]}"
up-to = "1:2"

[staff.mesa]
article = "{articles["staff"]}"
roles = {{ crupier = [1, 1] }}

[calls]

[cuts]{cuts}
"""


EX = poker(
    "extremadura",
    "Póquer de círculo",
    {
        "game": "2.2",
        "equipment": "2.2.2",
        "cards": "2.2.2.1",
        "players": "2.2.5§1",
        "needed": "2.2.9.1§1",
        "limits": "2.2.7.3.b",
        "ante": "2.2.8.a",
        "staff": "2.2.4",
    },
    """
bote = { article = "2.2.3.a", percent = [0, 5], of = "pot", each = "interval" }
sesion = { article = "2.2.3.b", percent = [10, 20], of = "maximum", each = "session" }
""",
)
GA = poker(
    "galicia",
    "Póker de círculo",
    {
        "game": "art. 17",
        "equipment": "art. 18",
        "cards": "art. 18.1",
        "players": "art. 20§1",
        "needed": "art. 23§1",
        "limits": "art. 22.3.b",
        "ante": "art. 22.3.a§1",
        "staff": "art. 19§1",
    },
    """
bote = { article = "art. 18.3.a", percent = [0, 5], of = "pot", each = "hand" }
sesion = { article = "art. 18.3.b", percent = [10, 20], of = "maximum", each = "session" }
""",
)
PV = poker(
    "pais-vasco",
    "Poker de círculo",
    {
        "game": "17",
        "equipment": "17.II",
        "cards": "17.II.1",
        "players": "17.IV§1",
        "needed": "17.VII",
        "limits": "17.VI.3.b",
        "ante": "17.VI.3.a§1",
        "staff": "17.III",
    },
    """
bote = { article = "17.II.3.a", percent = [0, 5], of = "pot", each = "interval" }
sesion = { article = "17.II.3.b", percent = [10, 20], of = "maximum", each = "session" }
mano = { article = "17.II.3.c", percent = [20, 50], of = "minimum", each = "hand" }
""",
)
TWO_CLOTHS = """
game = "circulo"
region = "extremadura"
title = "Bacarrá a dos paños"
article = "2.1.B"
equipment = { article = "2.1.B.2", cards = { article = "2.1.B.2.1", packs = 6, backs = 2, behind = 10 } }
minimum = { article = "2.1.B.5.7" }
calls = {}

[players]
article = "2.1.B.4.2"
needed = { article = "2.1.B.7.1", number = 2, at-each = "cloth" }

[staff.mesa]
article = "2.1.B.3"
roles = { inspector = [1, 1], crupier = [1, 1], cambista = [1, 1], auxiliar = [1, 1] }

[cuts]
limitada = { article = "2.1.B.5.11", percent = [2, 2], of = "winnings", each = "coup" }
libre = { article = "2.1.B.5.11", percent = ["1.25", "1.25"], of = "winnings", each = "coup" }
"""
TEXTS = {"EX": (EX, "extremadura"), "GA": (GA, "galicia"), "PV": (PV, "pais-vasco"), "EX2": (TWO_CLOTHS, "extremadura")}
texts = pytest.mark.parametrize("name", TEXTS)


def circle(toml: str, region: str) -> Circle:
    """A rulebook between players from its TOML."""
    return parse(Circle, toml, "test/circulo.toml", region)


def test_ex_2_2_3_ga_18_3_pv_17_ii_3_what_the_house_may_take() -> None:
    found = {name: circle(*TEXTS[name]).cuts for name in ("EX", "GA", "PV")}
    assert {name: sorted(cuts) for name, cuts in found.items()} == {
        "EX": ["bote", "sesion"],
        "GA": ["bote", "sesion"],
        "PV": ["bote", "mano", "sesion"],
    }
    assert [cuts["bote"].each for cuts in found.values()] == ["interval", "hand", "interval"]
    assert all(cuts["sesion"].percent == (Fraction(10), Fraction(20)) for cuts in found.values())


def test_ex_2_1_b_5_11_two_per_cent_and_one_and_a_quarter() -> None:
    cuts = circle(TWO_CLOTHS, "extremadura").cuts
    assert cuts["limitada"].percent == (Fraction(2), Fraction(2))
    assert cuts["libre"].percent == (Fraction(5, 4), Fraction(5, 4))


def test_ex_2_2_8_a_an_ante_is_at_most_half_the_minimum_and_baccarat_has_none() -> None:
    ante = circle(EX, "extremadura").ante
    assert ante is not None
    assert ante.up_to == Ratio(1, 2)
    assert circle(TWO_CLOTHS, "extremadura").ante is None


def test_ex_2_2_9_1_four_at_the_table_and_2_1_b_7_1_two_at_each_cloth() -> None:
    assert circle(EX, "extremadura").players.needed.number == 4
    needed = circle(TWO_CLOTHS, "extremadura").players.needed
    assert (needed.number, needed.at_each) == (2, "cloth")


@texts
def test_a_circle_is_kept_stands_and_has_no_felt(name: str) -> None:
    rules = circle(*TEXTS[name])
    running, labels = json.loads(json.dumps([rules.running, rules.labels]))
    assert from_running(Circle, running, labels).digest == rules.digest
    states = {path: state for path, _, state in standing(rules)}
    assert states["staff.mesa"] == "checked"
    assert not issubclass(Circle, FeltRulebook)
    assert not hasattr(rules, "bets")
    assert rules.seating({}) == (None, rules.players.article)


def test_circles_are_compared_like_any_other_rulebook() -> None:
    found = {
        (item.path, item.key): (item.one, item.other)
        for item in differences(circle(EX, "extremadura"), circle(GA, "galicia"))
    }
    assert found == {("cuts.bote", "each"): ("interval", "hand")}


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        ("percent = [0, 5]", "percent = [5, 0]", "cuts.bote", "from the least to the most"),
        ("percent = [0, 5]", "percent = [0, 500]", "cuts.bote", "0 to 100"),
        ("percent = [0, 5]", 'percent = [0, "five"]', "cuts.bote.percent", ""),
        ('of = "pot"', 'of = "purse"', "cuts.bote.of", ""),
        ("number = 4", "number = 0", "players.needed.number", ""),
        ("[calls]", '[calls]\n[bets.rojo]\narticle = "2.2"', "bets", "unknown key"),
        ('up-to = "1:2"', 'up-to = "half"', "ante.up-to", "not a payment ratio"),
    ],
)  # fmt: skip
def test_a_circle_written_wrongly_is_refused(old: str, new: str, key: str, reason: str) -> None:
    assert old in EX
    with pytest.raises(RulebookError) as found:
        circle(EX.replace(old, new, 1), "extremadura")
    assert found.value.key.startswith(key)
    assert reason in found.value.reason


def test_a_house_that_takes_nothing_is_refused() -> None:
    with pytest.raises(RulebookError, match="say what the house takes"):
        circle(EX[: EX.index("bote = ")], "extremadura")


DEALT = {
    "treinta-cuarenta",
    "monte",
    "reto",
    "blackjack",
    "triple-blackjack",
    "punto-banca",
    "poker-sin-descarte",
    "poker-con-descarte",
    "trijoker",
    "pai-gow",
    "tripoker",
    "texas-bonus",
    "texas-poker",
    "poker-cuatro-cartas",
    "chemin-de-fer",
    "bacara-dos-panos",
}
BETWEEN_PLAYERS = {"chemin-de-fer", "bacara-dos-panos"}


@pytest.mark.parametrize(("name", "region"), EVERYWHERE)
def test_every_game_is_against_the_house_or_between_players_and_some_are_dealt(name: str, region: str) -> None:
    rules = game(name).rules(region)
    poker = game(name).folder == "circulo"
    between = poker or name in BETWEEN_PLAYERS
    assert (isinstance(rules, CircleRulebook), isinstance(rules, BankRulebook)) == (between, not between)
    assert isinstance(rules, TableRulebook)
    assert isinstance(rules, FeltRulebook) != poker
    assert isinstance(rules, DealtRulebook) == (poker or name in DEALT)
