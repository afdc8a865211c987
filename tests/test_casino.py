"""A whole casino against its text: every table, the ones that must be open, one of each game at the lowest minimum."""

from pathlib import Path
from typing import Any

import pytest

from tapete.audit.casino import check_casino, parse
from tapete.errors import TapeteError
from tapete.law.house import house
from tests.test_cli import data, run

EX, PV = "extremadura", "pais-vasco"
BOLA = {"game": "bola", "minimum": 5, "staff": {"jefe-de-mesa": 1, "crupier": 1}}
ROULETTE = {"game": "ruleta-americana", "minimum": 5, "staff": {"jefe-de-mesa": 1, "crupier": 1}}
CARDS = {"game": "blackjack", "minimum": 5, "staff": {"jefe-de-mesa": 1, "crupier": 1}}


def wrong(region: str, *tables: dict[str, Any]) -> list[tuple[str, str]]:
    """What is wrong with a casino, and by which article."""
    found = check_casino(parse({"region": region, "tables": list(tables)}, "a casino"))
    return [(breach.where, breach.article) for breach in found]


def test_ex_art_3_3_a_table_of_boule_and_one_of_cards_are_always_open() -> None:
    assert wrong(EX, BOLA, CARDS) == []
    assert wrong(EX, BOLA) == [("always-open.naipes", "art. 3.3")]
    assert wrong(EX, CARDS, ROULETTE) == [("always-open.bola", "art. 3.3")]
    assert wrong(EX) == [("always-open.bola", "art. 3.3"), ("always-open.naipes", "art. 3.3")]
    rules = house(EX)
    assert rules is not None and rules.always_open["bola"].doubt is not None
    assert "ruleta-francesa" in rules.always_open["bola"].doubt.likely["games"]


def test_pv_art_2_working_of_tables_1_a_roulette_and_a_card_table_are_always_open() -> None:
    article = "art. 2.funcionamiento-de-las-mesas-de-juego.1§2"
    assert wrong(PV, ROULETTE, CARDS) == []
    assert wrong(PV, BOLA, CARDS) == [("always-open.ruleta", article)]
    assert wrong(PV, ROULETTE) == [("always-open.naipes", article)]


def test_a_text_without_such_a_rule_asks_for_nothing() -> None:
    assert house("fragmento") is None
    assert wrong("fragmento") == []
    assert wrong("asturias") == []
    assert wrong("galicia") == []


def test_ex_1_2_5_2_b_and_1_3_5_2_one_table_of_the_casino_keeps_the_authorised_minimum() -> None:
    raised = {**ROULETTE, "authorised-minimum": 2}
    assert wrong(EX, BOLA, CARDS, raised) == [("tables.3.others-at-minimum", "1.2.5.2.a")]
    assert wrong(EX, BOLA, CARDS, raised, {**ROULETTE, "minimum": 2, "authorised-minimum": 2}) == []
    doubled = {**BOLA, "minimum": 10, "authorised-minimum": 5}
    assert wrong(EX, doubled, CARDS) == [("tables.1.others-at-minimum", "1.3.5.2§1")]
    assert wrong(EX, doubled, BOLA, CARDS) == []


def test_every_table_is_checked_and_named_by_its_number() -> None:
    assert wrong(EX, BOLA, {**CARDS, "staff": {}}) == [
        ("tables.2.staff.jefe-de-mesa", "1.10.3"),
        ("tables.2.staff.crupier", "1.10.3"),
    ]


@pytest.mark.parametrize(
    ("casino", "said"),
    [
        ({"region": EX, "tables": [{**BOLA, "region": PV}]}, "tables.1: pais-vasco is another text"),
        ({"region": EX, "tables": [{"game": "bola"}]}, "minimum"),
        ({"region": EX, "tables": {"game": "bola"}}, "tables"),
        ({"region": EX, "tables": ["bola"]}, "every table is a table of its own"),
        ({"region": EX, "tables": [], "roof": 1}, "roof"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_in_a_line(casino: dict[str, Any], said: str) -> None:
    with pytest.raises(TapeteError, match=said):
        parse(casino, "a casino")


def test_check_reads_a_casino_s_file(tmp_path: Path) -> None:
    file = tmp_path / "casino.toml"
    table = '[[tables]]\ngame = "{}"\nminimum = 5\nstaff = {{ jefe-de-mesa = 1, crupier = 1 }}\n'
    file.write_text(f'region = "extremadura"\n{table.format("bola")}')
    found = data("check", str(file), status=1)
    assert (found["tables"], [breach["right"] for breach in found["breaches"]]) == (1, ["1 at least of naipes"])
    file.write_text(f'region = "extremadura"\n{table.format("bola")}{table.format("blackjack")}')
    assert run("check", str(file)).stdout.strip() == "Legal: 2 tables in extremadura."


def floats(region: str, table: dict[str, Any], **more: Any) -> list[tuple[str, str, str]]:
    """What is wrong with the float of a casino's only table of its kind."""
    found = check_casino(parse({"region": region, "tables": [table], **more}, "a casino"))
    return [(breach.where, breach.article, breach.right) for breach in found if breach.where.endswith("float")]


def test_pv_da_6_1_floats_are_those_of_the_casino_regulation() -> None:
    """Art. 47.2: 15,000 minimums of 5 euros at a roulette, 5,000 at blackjack."""
    assert floats(PV, {**ROULETTE, "float": 75_000}) == []
    ((where, article, right),) = floats(PV, {**ROULETTE, "float": 74_999})
    assert (where, article) == ("tables.1.float", "da.6.1")
    assert "75000 or more" in right and "47.2" in right
    assert floats(PV, {**CARDS, "float": 25_000}) == []
    assert len(floats(PV, {**CARDS, "float": 24_999}, floats={"blackjack": 1})) == 1  # no casino sets the law aside


def test_where_no_text_sends_to_it_the_regulation_is_a_default_that_a_casino_sets_otherwise() -> None:
    """Boule counts the authorised minimum, 4,000 times: 8,000 euros where that is 2, whatever the table's is."""
    assert floats(EX, {**BOLA, "float": 20_000}) == []
    assert floats(EX, {**BOLA, "authorised-minimum": 2, "float": 8_000}) == []
    ((_, article, right),) = floats(EX, {**BOLA, "authorised-minimum": 2, "float": 7_999})
    assert (article, "a default" in right) == ("", True)
    assert floats(EX, {**CARDS, "float": 15_000}, floats={"blackjack": 3000}) == []
    ((_, _, right),) = floats(EX, {**CARDS, "float": 14_999}, floats={"blackjack": 3000})
    assert "as the casino set it" in right
    assert floats(EX, BOLA) == []


def test_a_float_for_a_game_that_there_is_not_is_refused() -> None:
    with pytest.raises(TapeteError, match="roulotte"):
        parse({"region": EX, "tables": [], "floats": {"roulotte": 3}}, "a casino")
