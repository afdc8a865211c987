"""The par sheet: what it says of a game, held to the odds, to exact counts and to the paper."""

from fractions import Fraction
from math import comb, isclose
from pathlib import Path
from typing import Any

import pytest

from tapete.games import Game, games
from tapete.par.printed import content
from tapete.par.rows import priced
from tapete.par.sheet import LEVEL, Sheet, band, sheet
from tapete.web.catalogue.sheets import pages
from tests.casino import Casino
from tests.test_cli import data, run

PLAYED = [(game, region) for game in games() if game.has("play") for region in game.regions]


def made(game: Game, region: str, **chosen: str) -> Sheet:
    """A game's sheet with some options."""
    rules, options = game.ruled(region, chosen)
    return sheet(game, rules, options, priced(game, region, chosen) if game.has("odds") else [])


@pytest.mark.parametrize(("game", "region"), PLAYED, ids=lambda value: getattr(value, "id", value))
def test_every_game_has_a_sheet_with_its_rules_and_returns_or_hands(game: Game, region: str) -> None:
    found = made(game, region)
    assert {rule.section: rule.article for rule in found.rules} == {
        path: section.article for path, section in game.rules(region).sections()
    }
    assert found.bets or found.hands
    for row in found.bets:
        assert row.returns_float + row.edge_float == pytest.approx(1)
        assert row.returns is None or Fraction(row.returns) + Fraction(str(row.edge)) == 1
        assert [one.stakes for one in row.bands] == sorted(one.stakes for one in row.bands)
    assert content(found)["tables"]


def test_ex_1_1_4_1_a_a_a_number_of_roulette_by_hand() -> None:
    # 36 of 37 come back on average; the square of what comes back is 36² once in 37.
    row = next(
        row for row in data("par", "ruleta-francesa", "--region", "extremadura")["bets"] if row["bet"] == "pleno"
    )
    variance = Fraction(36**2, 37) - Fraction(36, 37) ** 2
    assert (row["returns"], row["article"]) == ("36/37", "1.1.4.1.A.a")
    assert isclose(row["variance"], float(variance)) and isclose(row["deviation"] ** 2, float(variance))


def within(low: float, high: float, stakes: int, pays: int, chance: Fraction) -> float:
    """The exact chance that the return of so many stakes, which pay so much or nothing, lies between two."""
    won = [number for number in range(stakes + 1) if low <= pays * number / stakes <= high]
    p, q = chance.numerator, chance.denominator
    return float(Fraction(sum(comb(stakes, k) * p**k * (q - p) ** (stakes - k) for k in won), q**stakes))


def test_bands_hold_what_they_say_by_an_exact_count() -> None:
    # A number of roulette a thousand times, and one that comes once in a thousand and pays all of it back.
    for pays, chance in ((36, Fraction(1, 37)), (1000, Fraction(1, 1000))):
        deviation = float(pays**2 * chance - (pays * chance) ** 2) ** 0.5
        one = band(float(pays * chance), deviation, 1000)
        assert within(one.sure_low, one.sure_high, 1000, pays, chance) >= LEVEL
    # Red: the normal law is as near as a count of whole wins can be, of which one at the edge weighs 0.0037.
    one = band(36 / 37, (4 * Fraction(18, 37) * Fraction(19, 37)) ** 0.5, 1000)
    assert abs(within(one.low, one.high, 1000, 2, Fraction(18, 37)) - LEVEL) < 2 * 0.0037


def test_a_return_that_is_measured_makes_its_band_wider() -> None:
    known, measured = band(0.9, 1.0, 10_000), band(0.9, 1.0, 10_000, error=0.01)
    assert isclose(measured.high - measured.low, 2**0.5 * (known.high - known.low))


def test_a_sheet_is_of_the_options_that_are_set() -> None:
    def bets(*chosen: str) -> set[str]:
        found = data("par", "ruleta-francesa", "--region", "extremadura", *chosen)["bets"]
        return {row["setting"]["zero"] for row in found if "zero" in row["setting"]}

    assert bets() == {"mitad", "prision", "prision-mitad"}  # the player's choice: every row of it
    assert bets("--set", "zero=prision") == {"prision"}
    switched = data("par", "ruleta-fortuna", "--region", "pais-vasco", "--set", "bets.24=likely")
    assert switched["edition"] != data("par", "ruleta-fortuna", "--region", "pais-vasco")["edition"]


def test_its_rules_are_those_that_the_law_tells_doubts_and_readings_among_them() -> None:
    place = ("ruleta-fortuna", "--region", "pais-vasco")
    rules = data("par", *place)["rules"]
    assert rules == data("law", *place)
    assert any(rule["doubt"] for rule in rules) and any(rule["why"] for rule in rules)


def test_pv_08_v_15_a_range_that_the_text_leaves_is_on_the_sheet() -> None:
    options = {one["option"]: one for one in data("par", "chemin-de-fer", "--region", "pais-vasco")["options"]}
    assert options["deduccion"]["between"] == ["0", "5", "0.01"] and options["redondeo"]["between"] is None
    assert "0 to 5 in steps of 0.01" in run("par", "chemin-de-fer", "--region", "pais-vasco").stdout


def test_between_players_it_has_hands_and_what_the_house_takes() -> None:
    found = data("par", "holdem", "--region", "extremadura")
    assert found["bets"] == [] and found["takes"]
    # 4,324 of 133,784,560 deals of seven cards make a royal flush: published in every table of seven-card hands.
    assert next((row["count"], row["of"]) for row in found["hands"] if row["hand"] == "escalera-real") == (
        4_324,
        133_784_560,
    )


def test_pv_17_ii_3_a_a_share_between_the_bounds_is_what_the_house_takes_on_the_sheet() -> None:
    """4 per cent of pots of 20 minimums are 0.8 each, 30 times an hour."""
    found = data("par", "holdem", "--region", "pais-vasco", "--set", "porcentaje=4")
    assert [(row["cut"], row["minimums"]) for row in found["takes"]] == [("bote", "24")]


def test_it_is_printed_in_four_languages(tmp_path: Path) -> None:
    for language in ("es", "en", "gl", "eu"):
        file = tmp_path / f"{language}.pdf"
        assert run("par", "reto", "--pdf", str(file), "--language", language).returncode == 0
        assert file.read_bytes().startswith(b"%PDF") and pages(file.read_bytes()) >= 1


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["maquinas"], "maquinas is described, not played: tapete check FILE takes a description of it"),
        (["bola"], "bola is in the texts of extremadura, pais-vasco: say which with --region"),
        (["reto", "--language", "es"], "--language is of the printed sheet: say with --pdf where it goes"),
        (["reto", "--pdf", "{}/none/par.pdf"], "{}/none/par.pdf: cannot be written: No such file or directory"),
        (["reto", "--pdf", "{}/par.pdf", "--language", "fr"], "unknown language 'fr': there are es, en, gl, eu"),
    ],
)
def test_what_cannot_be_is_said_in_a_line(words: list[str], says: str, tmp_path: Path) -> None:
    found = run("par", *(word.format(tmp_path) for word in words))
    assert (found.returncode, found.stderr) == (2, f"tapete: {says.format(tmp_path)}\n")
    assert not list(tmp_path.iterdir())


def test_the_application_gives_the_same_sheet(casino: Casino) -> None:
    path = "/api/v1/games/bola/extremadura/par"
    told: dict[str, Any] = casino.get("", path).json()
    assert told == data("par", "bola", "--region", "extremadura")
    assert casino.get("", "/games/bola/extremadura/par.pdf").content.startswith(b"%PDF")
    assert "par.pdf" in casino.get("", "/games/bola/extremadura").text
    assert casino.get("", "/api/v1/games/maquinas/pais-vasco/par").status_code == 404
