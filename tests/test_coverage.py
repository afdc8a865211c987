"""Every article is accounted for, what is not there yet only shrinks, and tests are found by the articles they name."""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios

import pytest

from tapete.errors import TapeteError
from tapete.games import books
from tapete.law.coverage import STATES, Row, account, coverage, parse
from tapete.law.standing import standing
from tapete.law.text import regions, text
from tests import environment, holding
from tests.test_cli import data, run

# How many sections of each text are not there yet.
MISSING = {"asturias": 0, "extremadura": 0, "fragmento": 0, "galicia": 0, "pais-vasco": 0}


def rows(region: str) -> dict[str, Row]:
    """A text's sections by their articles."""
    return {row.article: row for row in coverage(region, books(region))}


@pytest.mark.parametrize("region", MISSING)
def test_every_section_of_a_text_has_one_state(region: str) -> None:
    found = rows(region)
    assert list(found) == list(text(region).articles)
    for row in found.values():
        assert row.state in STATES
        assert row.chapter in account(region).chapters
        assert row.rests or row.why or row.state == "missing", row
        assert row.rests or row.state not in ("runs", "checked"), row


@pytest.mark.parametrize("region", MISSING)
def test_what_is_not_there_yet_only_shrinks(region: str) -> None:
    missing = [row.article for row in rows(region).values() if row.state == "missing"]
    recorded, where = MISSING[region], f"MISSING of tests/test_coverage.py: {region}"
    assert len(missing) <= recorded, (
        f"account for what is new in law/*/coverage.toml, or cite it in a rulebook: {missing}"
    )
    assert len(missing) == recorded, f"fewer are missing: lower the figure in {where} to {len(missing)}"


def test_every_text_has_its_figure() -> None:
    assert tuple(MISSING) == regions()


@pytest.mark.parametrize("region", MISSING)
def test_what_a_rulebook_cites_is_not_listed_beside_it(region: str) -> None:
    """Or the list has gone stale: take the article out of `none` or `cited` of the region's coverage.toml."""
    found, said = rows(region), account(region)
    listed = [article for group in (*said.none, *said.cited) for article in group.articles]
    assert [article for article in listed if found[article].rests] == []


@pytest.mark.parametrize("region", MISSING)
def test_what_is_listed_as_missing_is_not_checked(region: str) -> None:
    """Or it is there by now: take the article out of `missing` of the region's coverage.toml."""
    checked = {part.article for rules in books(region) for part in standing(rules) if part.state == "checked"}
    assert [article for group in account(region).missing for article in group.articles if article in checked] == []


def test_an_article_is_as_the_strongest_that_rests_on_it() -> None:
    found = rows("extremadura")
    assert found["1.1.4.1.A.a"].state == "runs"
    assert "ruleta-francesa:bets.pleno" in found["1.1.4.1.A.a"].rests
    assert (found["1.1.3.1.b"].state, found["1.1.3.1.b"].rests) == ("checked", ("ruleta-francesa:staff.un-pano",))
    # The game's list of bets is closed: what rests on it is the whole part of the rulebook.
    assert (found["1.1.4.1"].state, found["1.1.4.1"].rests) == ("runs", ("ruleta-francesa:bets",))


def test_what_all_tables_share_rests_on_each_of_them() -> None:
    """PV announces the last three balls of the day, and the last three hands."""
    found = rows("pais-vasco")["art. 2.funcionamiento-de-las-mesas-de-juego.1.a"]
    assert found.state == "runs"
    assert {"punto-banca:closing.hora-limite", "ruleta-francesa:closing.hora-limite"} <= set(found.rests)


def test_what_is_printed_elsewhere_rests_on_both_articles() -> None:
    found = rows("extremadura")
    assert "punto-banca:bank" in found["1.11.5§1"].rests
    assert found["1.11.1"].rests == ("punto-banca:bank",)


def test_headings_and_duties() -> None:
    found = rows("extremadura")
    assert (found["1.1"].state, found["1.1.3.2.a"].state, found["1.9.6§2"].state) == ("none", "cited", "checked")
    assert (found["1.15.3.a"].state, found["1.15.3.a"].rests) == ("runs", ("casino:waiting.pai-gow",))
    # A game's rulebook cites the boule table that must be open; that of the house has it checked.
    house = ("casino:always-open.bola", "casino:always-open.naipes")
    assert (found["art. 3.3"].state, found["art. 3.3"].rests) == ("checked", ("bola:always-open", *house))


FRAGMENT = '[chapters]\n"texas-bonus" = "Texas"\n'


@pytest.mark.parametrize(
    ("toml", "reason"),
    [
        ('[chapters]\n"art. 99" = "Círculo"\n', "the first begins where the text does"),
        (FRAGMENT + '[[none]]\nwhy = "x"\narticles = ["art. 98"]\n', "'art. 98' is not in the text's index"),
        (FRAGMENT + '[[none]]\nwhy = "x"\narticles = ["art. 99", "art. 99"]\n', "accounted for twice"),
        (FRAGMENT + '[[gone]]\nwhy = "x"\narticles = []\n', "Extra inputs"),
        (FRAGMENT + "[[none]", "not valid TOML"),
    ],
)
def test_an_account_edited_wrongly_is_refused_with_its_file(toml: str, reason: str) -> None:
    with pytest.raises(TapeteError, match="fragmento/coverage") as refused:
        parse(toml, "fragmento")
    assert reason in str(refused.value)


def test_nothing_rests_on_what_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    toml = FRAGMENT + '[rests]\n"art. 99" = ["holdem:streets"]\n'
    monkeypatch.setattr("tapete.law.coverage.account", lambda region: parse(toml, region))
    with pytest.raises(TapeteError, match="there is no 'holdem:streets' to rest on"):
        list(coverage("fragmento", books("fragmento")))


# The tests that hold an article


@pytest.mark.parametrize(
    ("name", "articles"),
    [
        ("test_ex_1_10_5_1_d_doubles_on_9_10_11_only", [("extremadura", "1.10.5.1.D")]),
        ("test_ex_1_10_5_1_a4_the_bank_stands", [("extremadura", "1.10.5.1.A§4")]),
        ("test_pv_03_v_2_a_the_last_shoe_is_announced", [("pais-vasco", "03.V.2.a")]),
        ("test_ex_1_7_3_and_pv_05_iii_staff", [("extremadura", "1.7.3"), ("pais-vasco", "05.III")]),
        ("test_ga_art_44_3_d_recidivism", [("galicia", "art. 44.3.d")]),
        ("test_kept_as_a_prisoner", []),
    ],
)
def test_a_test_is_named_after_the_articles_it_holds(name: str, articles: list[tuple[str, str]]) -> None:
    assert list(holding.named(name)) == articles


def test_what_is_written_down_of_the_tests_is_what_they_are() -> None:
    written = holding.FILE.read_text(encoding="utf-8")
    assert written == holding.written(), "run ./tapete run python -m tests.holding"


def test_rows_name_their_tests() -> None:
    assert (
        "test_ruleta::test_ex_1_1_4_3_a_the_cylinder_turns_the_other_way_each_time"
        in rows("extremadura")["1.1.4.3.a"].tests
    )


# The command


def test_the_command_prints_one_object_a_section() -> None:
    found = data("coverage", "extremadura")
    assert [row["article"] for row in found] == list(text("extremadura").articles)
    pleno = next(row for row in found if row["article"] == "1.1.4.1.A.a")
    assert set(pleno) == {"region", "article", "title", "state", "rests", "tests", "why"}
    assert (pleno["region"], pleno["title"], pleno["state"]) == ("extremadura", "Pleno: un número, 35 veces", "runs")
    assert "ruleta-americana:bets.pleno" in pleno["rests"]


def test_the_command_filters_by_state_over_all_texts() -> None:
    found = data("coverage", "--state", "missing")
    assert {region: sum(row["region"] == region for row in found) for region in MISSING} == MISSING
    checked = data("coverage", "--state", "checked")
    assert {row["state"] for row in checked} == {"checked"}
    assert {"extremadura", "galicia"} <= {row["region"] for row in checked}


def test_bad_input_is_one_line_and_two() -> None:
    for words, said in (("extremadur", "did you mean extremadura"), ("--state=gone", '"missing"')):
        refused = run("coverage", words)
        assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
        assert said in refused.stderr


def on_a_terminal(*words: str, columns: int) -> list[str]:
    """What a command prints on a terminal of this width, line by line."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    env = environment(TERM="dumb")
    command = [sys.executable, "-m", "tapete", *words]
    with subprocess.Popen(command, stdout=theirs, stdin=subprocess.DEVNULL, env=env) as process:
        os.close(theirs)
        printed = b""
        while chunk := read(ours):
            printed += chunk
    os.close(ours)
    assert process.returncode == 0
    return printed.decode().replace("\r", "").split("\n")


def read(terminal: int) -> bytes:
    """The next of what a terminal shows; nothing once nobody writes to it."""
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""


@pytest.mark.parametrize("words", [(), ("pais-vasco",)])
def test_it_fits_eighty_columns_without_breaking_words(words: tuple[str, ...]) -> None:
    lines = on_a_terminal("coverage", *words, columns=80)
    assert max(map(len, lines)) <= 80
    whole = " ".join(" ".join(lines).split())
    assert (
        "treinta-cuarenta:closing.temporal" in whole
        if words
        else "Póquer de círculo: normas comunes 110 3 11 19" in whole
    )
