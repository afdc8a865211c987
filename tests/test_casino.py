"""A whole casino against its text: every table, the ones that must be open, one of each game at the lowest minimum."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tapete.audit.casino import check_casino, parse
from tapete.audit.file import checked
from tapete.audit.table import load, parsed
from tapete.errors import TapeteError
from tapete.law.house import house
from tapete.law.text import regions
from tests.pages import blocks
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
    assert wrong(EX, BOLA, CARDS, raised) == [("tables.3.others-at-minimum", "1.2.5.2.b")]
    assert wrong(EX, BOLA, CARDS, raised, {**ROULETTE, "minimum": 2, "authorised-minimum": 2}) == []
    doubled = {**BOLA, "minimum": 10, "authorised-minimum": 5}
    assert wrong(EX, doubled, CARDS) == [("tables.1.others-at-minimum", "1.3.5.2§1")]
    assert wrong(EX, doubled, BOLA, CARDS) == []


def test_ex_1_2_5_2_b_pv_01_iv_2_b4_and_pv_03_v_2_a_unless_the_authorisation_says_otherwise() -> None:
    raised = {**ROULETTE, "minimum": 10, "authorised-minimum": 5}
    cards = {**CARDS, "minimum": 10, "authorised-minimum": 5}

    def told(region: str, *tables: dict[str, Any], **more: Any) -> list[tuple[str, str]]:
        found = check_casino(parse({"region": region, "tables": list(tables), **more}, "a casino"))
        return [(breach.where, breach.article) for breach in found]

    assert told(EX, BOLA, CARDS, raised, **{"all-raised": ["ruleta-americana"]}) == []
    assert told(PV, raised, cards) == [
        ("tables.1.others-at-minimum", "01.IV.2.B§4"),
        ("tables.2.others-at-minimum", "01.IV.2.B§4"),
    ]
    assert told(PV, raised, cards, **{"all-raised": ["ruleta-americana", "blackjack"]}) == []
    doubled = {**BOLA, "minimum": 10, "authorised-minimum": 5}
    assert told(EX, doubled, CARDS, **{"all-raised": ["bola"]}) == [("all-raised", "art. 3")]
    with pytest.raises(TapeteError, match="unknown game 'bolo'"):
        told(EX, BOLA, CARDS, **{"all-raised": ["bolo"]})


def test_every_table_is_checked_and_named_by_its_number() -> None:
    assert wrong(EX, BOLA, {**CARDS, "staff": {}}) == [
        ("tables.2.staff.jefe-de-mesa", "1.10.3"),
        ("tables.2.staff.crupier", "1.10.3"),
    ]


CLOTHS = {"game": "bacara-dos-panos", "minimum": 5}
HOLDEM_GA = {"game": "holdem", "minimum": 4, "staff": {"jefe-de-sector": 1, "crupier": 1}}
CLOTHS_STAFF = {
    EX: {"inspector": 1, "crupier": 1, "cambista": 1, "auxiliar": 1},
    PV: {"inspector": 1, "crupier": 1},
}
CHEMIN = {"game": "chemin-de-fer", "minimum": 5, "staff": {"inspector": 1, "crupier": 1, "cambista": 1}}
BALL = {EX: BOLA, PV: ROULETTE}


@pytest.mark.parametrize(("region", "article"), [(EX, "2.1.B.5.10"), (PV, "09.V.2§2")])
def test_ex_2_1_b_5_10_and_pv_09_v_2_an_open_bank_is_held_at_one_table_of_the_house(region: str, article: str) -> None:
    limited = {**CLOTHS, "staff": CLOTHS_STAFF[region]}
    free = {**limited, "options": {"modalidad": "libre"}}
    assert wrong(region, BALL[region], limited, limited, free) == []
    assert wrong(region, BALL[region], free, limited, free) == [("most-tables.banca-libre", article)]


@pytest.mark.parametrize(("region", "article"), [(EX, "2.1.A.3.d"), (PV, "08.III§2")])
def test_ex_2_1_a_3_d_and_pv_08_iii_who_serves_at_tables_is_one_for_every_four_or_fraction(
    region: str, article: str
) -> None:
    for tables, most in ((0, 0), (1, 1), (4, 1), (5, 2)):
        for servers in (most, most + 1):
            casino = {"region": region, "servers": servers, "tables": [BALL[region], CARDS, *[CHEMIN] * tables]}
            found = [(breach.where, breach.article) for breach in check_casino(parse(casino, "a casino"))]
            assert found == [("servers", article)] * (servers > most)


@pytest.mark.parametrize(("region", "article"), [(EX, "2.1.B.5.9"), (PV, "09.V.2§1")])
def test_ex_2_1_b_5_9_and_pv_09_v_2_an_open_bank_has_no_maximum_of_the_house_s(region: str, article: str) -> None:
    limited = {**CLOTHS, "staff": CLOTHS_STAFF[region], "maximum": {"postura": 100, "banca": 1000}}
    assert wrong(region, BALL[region], limited) == []
    free = {**limited, "options": {"modalidad": "libre"}}
    names = ("postura", "banca")
    assert wrong(region, BALL[region], free) == [(f"tables.2.maximum.{name}", article) for name in names]


@pytest.mark.parametrize(("region", "article"), [(EX, "2.1.A.5.1.o"), (PV, "08.V§14")])
def test_ex_2_1_a_5_1_o_and_pv_08_v_14_a_bank_without_a_maximum_has_none(region: str, article: str) -> None:
    table = {**CHEMIN, "maximum": {"banca": 500}}
    assert wrong(region, BALL[region], table) == []
    unlimited = {**table, "options": {"maximo": "sin-maximo"}}
    assert wrong(region, BALL[region], unlimited) == [("tables.2.maximum.banca", article)]


@pytest.mark.parametrize(
    ("beneficio", "says"), [("bote", "from 0 to 5 per cent"), ("sesion", "from 10 to 20"), ("jugador", "from 20 to 50")]
)
def test_pv_17_ii_3_a_share_that_is_none_is_told_what_the_text_has(beneficio: str, says: str) -> None:
    table = {**HOLDEM_GA, "minimum": 10, "staff": {"jefe-de-mesa": 1, "crupier": 1}}
    table |= {"options": {"beneficio": beneficio, "porcentaje": "6"}}
    found = check_casino(parse({"region": PV, "tables": [ROULETTE, CARDS, table]}, "a casino"))
    assert [says in breach.right for breach in found] == [True]


PAGE = [block.text for block in blocks("docs/casino.md") if block.kind == "toml"]


@pytest.mark.parametrize("text", PAGE)
def test_the_casinos_that_the_page_shows_are_legal(text: str) -> None:
    assert checked(parsed(text, "page"), "page").breaches == []


def test_the_page_shows_a_casino_of_every_text() -> None:
    assert sorted(tomllib.loads(text)["region"] for text in PAGE) == list(regions())


# What is not legal: the article is that of the text's limits, staff, floats or tables that are always open.

ROULETTE_PV = {**ROULETTE, "tables-per-chief": 4, "float": 75_000}
CARDS_PV = {**CARDS, "float": 25_000}
NO_BALL, NO_CARDS = [("always-open.bola", "art. 3.3")], [("always-open.naipes", "art. 3.3")]
POKER = {"game": "poker-sin-descarte", "minimum": 5, "staff": {"jefe-de-mesa": 1, "crupier": 1}}
TRIJOKER = {"game": "trijoker", "minimum": 5, "staff": {"jefe-de-mesa": 1, "crupier": 1}}
PAI_GOW = {"game": "pai-gow", "minimum": 5, "staff": {"jefe-de-mesa": 1, "crupier": 1}}
TEXAS = {"game": "texas-bonus", "minimum": 5, "staff": {"jefe-de-mesa": 1, "crupier": 1}}
GA, AS, FR = "galicia", "asturias", "fragmento"


@pytest.mark.parametrize(
    ("region", "tables", "breaches"),
    [
        (EX, [BOLA], NO_CARDS),
        (EX, [CARDS], NO_BALL),
        (EX, [BOLA, {**CARDS, "maximum": {"casilla": 300}}], [("tables.2.maximum.casilla", "1.10.5.2.b")]),
        (EX, [BOLA, {**CARDS, "maximum": {"casilla": 2000}}], [("tables.2.maximum.casilla", "1.10.5.2.b")]),
        (EX, [BOLA, {**CARDS, "chip": 3}], [("tables.2.chip", "1.10.5.2.a")]),
        (EX, [BOLA, {**CARDS, "seats": 8}], [("tables.2.seats", "1.10.4.a§1")]),
        (EX, [BOLA, {**CARDS, "staff": {"crupier": 1}}], [("tables.2.staff.jefe-de-mesa", "1.10.3")]),
        (EX, [BOLA, {**CARDS, "meter": "sala"}], [("tables.2.meter", "1.10")]),
        (EX, [{**BOLA, "minimum": 15, "authorised-minimum": 5}, BOLA, CARDS], [("tables.1.minimum", "1.3.5.2§1")]),
        (EX, [{**BOLA, "authorised-minimum": [5, 50]}, CARDS], [("tables.1.authorised-minimum", "1.3.5.2§1")]),
        (EX, [BOLA, {**POKER, "authorised-minimum": [5, 200]}], [("tables.2.authorised-minimum", "1.12.5.5§1")]),
        (
            EX,
            [BOLA, {**POKER, "authorised-minimum": [5, 100], "maximum": {"inicial": 150}}],
            [("tables.2.maximum.inicial", "1.12.5.4")],
        ),
        (GA, [{**POKER, "seats": 8}], [("tables.1.seats", "art. 5§1")]),
        (GA, [{**POKER, "standing": True}], [("tables.1.standing", "art. 5§1")]),
        (GA, [{**POKER, "tables-per-chief": 5}], [("tables.1.tables-per-chief", "art. 4§1")]),
        (GA, [POKER, {**TRIJOKER, "tables-per-chief": 5}], [("tables.2.tables-per-chief", "art. 11.1")]),
        (GA, [{**TRIJOKER, "maximum": {"apuesta": 75}}], [("tables.1.maximum.apuesta", "art. 14.2")]),
        (GA, [{**TRIJOKER, "authorised-minimum": [5, 75]}], [("tables.1.authorised-minimum", "art. 14.2")]),
        (GA, [{**HOLDEM_GA, "maximum": {"maximo": 21}}], [("tables.1.maximum.maximo", "art. 22.3.a§1")]),
        (GA, [{**HOLDEM_GA, "maximum": {"maximo": 9}}], [("tables.1.maximum.maximo", "art. 22.3.a§1")]),
        (GA, [{**HOLDEM_GA, "staff": {"crupier": 1}}], [("tables.1.staff.jefe-de-sector", "art. 19§1")]),
        (AS, [{**POKER, "maximum": {"inicial": 75}}], [("tables.1.maximum.inicial", "A.3.b")]),
        (AS, [{**POKER, "minimum": 30, "authorised-minimum": [5, 25]}], [("tables.1.minimum", "A.3.a")]),
        (AS, [{**TRIJOKER, "maximum": {"apuesta": 125}}], [("tables.1.maximum.apuesta", "B.4.b")]),
        (AS, [{**PAI_GOW, "seats": 7}], [("tables.1.seats", "C.6§1")]),
        (
            AS,
            [{**PAI_GOW, "authorised-minimum": [5, 100], "maximum": {"apuesta": 101}}],
            [("tables.1.maximum.apuesta", "C.2.b")],
        ),
        (PV, [{**ROULETTE_PV, "float": 74_999}, CARDS_PV], [("tables.1.float", "da.6.1")]),
        (PV, [ROULETTE_PV, {**CARDS_PV, "float": 24_999}], [("tables.2.float", "da.6.1")]),
        (PV, [ROULETTE_PV, {**PAI_GOW, "float": 74_999}], [("tables.2.float", "da.6.2.c")]),
        (PV, [ROULETTE_PV, POKER], [("tables.2.float", "da.6.2.b")]),
        (PV, [{**ROULETTE_PV, "tables-per-chief": 5}, CARDS_PV], [("tables.1.tables-per-chief", "02.II")]),
        (PV, [ROULETTE_PV, {**CARDS_PV, "maximum": {"casilla": 130}}], [("tables.2.maximum.casilla", "03.V.2.b")]),
        (FR, [{**TEXAS, "maximum": {"ante": 125}}], [("tables.1.maximum.ante", "texas-bonus")]),
        (
            FR,
            [{**TEXAS, "staff": {"crupier": 1}}],
            [("tables.1.staff.jefe-de-mesa", "texas-bonus")],
        ),
    ],
)
def test_a_casino_that_is_not_legal_is_told_where_and_by_which_article(
    region: str, tables: list[dict[str, Any]], breaches: list[tuple[str, str]]
) -> None:
    assert wrong(region, *tables) == breaches


@pytest.mark.parametrize(
    ("casino", "said"),
    [
        ({"region": EX, "tables": [{**BOLA, "region": PV}]}, "tables.1: pais-vasco is another text"),
        ({"region": EX, "tables": [{"game": "bola"}]}, "tables.1: minimum: missing"),
        ({"region": EX, "tables": {"game": "bola"}}, "every table is a table of its own"),
        ({"region": EX, "tables": ["bola"]}, "every table is a table of its own"),
        (
            {"region": EX, "tables": [], "roof": 1},
            "roof: unknown key: there are region, servers, floats, all-raised, tables",
        ),
        ({"tables": [BOLA]}, "region: missing"),
        ({"region": 5, "tables": [BOLA]}, "region: not text"),
        ({"region": "murcia", "tables": [BOLA]}, "a casino: unknown region 'murcia'"),
        ({"region": EX, "mesas": [BOLA]}, "game: missing; or [[tables]], if it is a casino"),
        ({"region": EX, "tables": [BOLA, {**CARDS, "game": "blackjak"}]}, "tables.2: unknown game 'blackjak': did you"),
        ({"region": "galicia", "tables": [BOLA]}, "tables.1: bola is not in the text of galicia"),
        ({"region": EX, "tables": [{**BOLA, "minimum": "cheap"}]}, "tables.1: minimum: 'cheap' is not an amount"),
        ({"region": EX, "tables": [{**BOLA, "maximum": {"sencilla": -1}}]}, "tables.1: maximum.sencilla: '-1' is not"),
        ({"region": EX, "tables": [{**BOLA, "staff": ["ana"]}]}, "tables.1: staff: not a table of keys and values"),
        ({"region": EX, "tables": [{**BOLA, "staff": {"croupier": 1}}]}, "unknown role 'croupier': did you mean crup"),
        ({"region": EX, "tables": [{**BOLA, "form": "grande"}]}, "tables.1: unknown form of table 'grande'"),
        ({"region": EX, "tables": [{**BOLA, "seat": 5}]}, "tables.1: seat: unknown key: did you mean seats"),
        ({"region": EX, "tables": [BOLA, {**CARDS, "options": {"x": "y"}}]}, "tables.2: unknown option 'x'"),
        ({"region": EX, "tables": [{**BOLA, "authorised-minimum": [9, 5]}]}, "a band is its lower and its upper end"),
        ({"region": EX, "tables": [{**BOLA, "equipment": {"x": 1}}]}, "tables.1: unknown equipment 'x'"),
        ({"region": EX, "tables": [BOLA], "floats": {"bola": 0}}, "floats.bola: must be more than 0"),
        ({"region": EX, "tables": [BOLA], "floats": [3]}, "floats: not a table of keys and values"),
        ({"region": "asturias", "tables": [], "floats": {"bola": 3}}, "bola is not in the text of asturias"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_in_a_line(casino: dict[str, Any], said: str) -> None:
    with pytest.raises(TapeteError, match=re.escape(said)) as refused:
        checked(casino, "a casino")
    assert str(refused.value).startswith("a casino: ") and "\n" not in str(refused.value)


def test_a_file_may_begin_with_the_mark_of_an_editor_and_have_numbers_where_words_stand() -> None:
    assert parsed('\ufeffregion = "extremadura"', "a casino") == {"region": EX}
    (table,) = parse({"region": EX, "tables": [{**CARDS, "options": {"separador": 60}}]}, "a casino").tables
    assert table.options == {"separador": "60"}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ('region = "año"'.encode("latin-1"), "no text in UTF-8"),
        ('region = "extremadura"'.encode("utf-16"), "no text in UTF-8"),
        (b"\0" * 9, "not valid TOML"),
        (b"tables = " + b"[" * 5000 + b"]" * 5000, "nested too deeply"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_in_a_line(tmp_path: Path, given: bytes, said: str) -> None:
    file = tmp_path / "casino.toml"
    file.write_bytes(given)
    with pytest.raises(TapeteError, match=said) as refused:
        load(file)
    assert str(refused.value).startswith(f"{file}: ") and "\n" not in str(refused.value)


def test_ex_1_1_4_2_b_a_of_thousands_of_raised_tables_each_wants_one_at_the_authorised_minimum() -> None:
    raised = {**BOLA, "game": "ruleta-francesa", "minimum": 10, "authorised-minimum": 5}
    many = [raised] * 2000

    def alone(*tables: dict[str, Any]) -> int:
        return sum(where.endswith("others-at-minimum") for where, _ in wrong(EX, *tables))

    assert alone(*many) == 2000
    assert alone(*many, {**raised, "minimum": 5}) == 0


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


def test_a_casino_sets_a_float_where_the_regulation_names_none_and_none_where_the_law_has_one() -> None:
    monte = {"game": "monte", "minimum": 5, "float": 9_999}
    ((where, _, right),) = floats(EX, monte, floats={"monte": 2000})
    assert (where, right) == ("tables.1.float", "10000 or more, as the casino set it")
    given = {"blackjack": 1, "pai-gow": 1, "bola": 4000}
    found = check_casino(parse({"region": PV, "tables": [], "floats": given}, "a casino"))
    assert [(one.where, one.article, one.right) for one in found if one.where.startswith("floats.")] == [
        ("floats.blackjack", "da.6.1", "nothing: the law has 5000 minimums"),
        ("floats.pai-gow", "da.6.2.c", "nothing: the law has 15000 minimums"),
        ("floats.bola", "da.6.1", "nothing: the law has 4000 minimums"),
    ]


def test_a_float_for_a_game_that_there_is_not_is_refused() -> None:
    with pytest.raises(TapeteError, match="roulotte"):
        parse({"region": EX, "tables": [], "floats": {"roulotte": 3}}, "a casino")
