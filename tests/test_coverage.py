"""Every article is accounted for, what is not there yet only shrinks, and tests are found by the articles they name."""

import pytest

from tapete.games import rulebooks
from tapete.law.coverage import STATES, Row, account, coverage, parse
from tapete.law.rulebook import RulebookError
from tapete.law.text import regions, text
from tests import holding

# How many sections of each text are not there yet.
MISSING = {"asturias": 116, "extremadura": 722, "fragmento": 22, "galicia": 288, "pais-vasco": 762}


def rows(region: str) -> dict[str, Row]:
    """A text's sections by their articles."""
    return {row.article: row for row in coverage(region, rulebooks(region))}


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
def test_what_is_listed_as_missing_is(region: str) -> None:
    """Or it runs or is checked by now: take the article out of `missing` of the region's coverage.toml."""
    found = rows(region)
    listed = [article for group in account(region).missing for article in group.articles]
    assert [article for article in listed if found[article].state != "missing"] == []


def test_an_article_is_as_the_strongest_that_rests_on_it() -> None:
    found = rows("extremadura")
    assert found["1.1.4.1.A.a"].state == "runs"
    assert "ruleta-francesa:bets.pleno" in found["1.1.4.1.A.a"].rests
    assert (found["1.1.3.1.b"].state, found["1.1.3.1.b"].rests) == ("checked", ("ruleta-francesa:staff.un-pano",))
    # The game's list of bets is closed: what rests on it is the whole part of the rulebook.
    assert (found["1.1.4.1"].state, found["1.1.4.1"].rests) == ("runs", ("ruleta-francesa:bets",))


def test_what_is_printed_elsewhere_rests_on_both_articles() -> None:
    found = rows("extremadura")
    assert "punto-banca:bank" in found["1.11.5§1"].rests
    assert found["1.11.1"].rests == ("punto-banca:bank",)


def test_headings_duties_and_games_not_there_yet() -> None:
    found = rows("extremadura")
    assert (found["1.1"].state, found["1.1.3.2.a"].state, found["1.12.5.1.a"].state) == ("none", "cited", "missing")
    # A rulebook cites the boule table that must be open, and nothing checks it: that a machine could, counts.
    assert (found["art. 3.3"].state, found["art. 3.3"].rests) == ("missing", ("bola:always-open",))


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
    with pytest.raises(RulebookError, match="fragmento/coverage") as refused:
        parse(toml, "fragmento")
    assert reason in refused.value.reason


def test_nothing_rests_on_what_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    toml = FRAGMENT + '[rests]\n"art. 99" = ["holdem:streets"]\n'
    monkeypatch.setattr("tapete.law.coverage.account", lambda region: parse(toml, region))
    with pytest.raises(RulebookError, match="there is no 'holdem:streets' to rest on"):
        list(coverage("fragmento", rulebooks("fragmento")))


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
