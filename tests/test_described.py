"""Descriptions by País Vasco's arts. 3 to 10: what something is, whether the catalogue allows it, by which article."""

from pathlib import Path
from typing import Any

import pytest

from tapete.audit.described import Described, described, is_description
from tapete.errors import TapeteError
from tests.test_cli import run

PV = {"region": "pais-vasco"}


def check(name: str, **given: Any) -> Described:
    return described({"game": name, **PV, **{key.replace("_", "-"): value for key, value in given.items()}}, "x.toml")


def wrong(found: Described) -> list[tuple[str, str]]:
    return [(breach.where, breach.article) for breach in found.breaches]


def is_(found: Described) -> list[tuple[str, str]]:
    return [(str(what), article) for what, article in found.is_]


@pytest.mark.parametrize(
    ("gives", "decides", "kind", "article"),
    [
        (["tiempo"], "nada", "Máquina de tipo A, recreativa", "art. 4.2.a§1"),
        (["tiempo", "partidas", "devolucion"], "habilidad", "Máquina de tipo A, recreativa", "art. 4.2.a§1"),
        (["realidad-virtual"], "nada", "Máquina de tipo A, recreativa", "art. 4.2.a§1"),
        (["tiempo", "metalico"], "habilidad", "Máquina de tipo B, recreativa con premio", "art. 4.2.b"),
        (["tiempo", "metalico"], "azar", "Máquina de tipo C, de azar", "art. 4.2.c§1"),
    ],
)
def test_pv_art_4_2_a_machine_is_what_it_gives(gives: list[str], decides: str, kind: str, article: str) -> None:
    found = check("maquinas", paid_by="monedas", gives=gives, decides=decides)
    assert is_(found)[0] == (kind, article)
    assert found.breaches == []


def test_pv_art_4_2_a_3_what_a_machine_gives_is_said_by_its_article() -> None:
    found = check("maquinas", paid_by="monedas", gives=["tiempo", "prolongacion"])
    assert is_(found)[1:] == [("tiempo", "art. 4.2.a§2"), ("prolongacion", "art. 4.2.a§3")]


def test_pv_art_4_1_and_pv_art_4_2_c_1_where_it_stands_and_what_starts_it() -> None:
    machine = {"gives": ["metalico"], "decides": "azar"}
    assert wrong(check("maquinas", paid_by="monedas", premises="bar", **machine)) == [("premises", "art. 4.2.c§1")]
    assert wrong(check("maquinas", paid_by="monedas", premises="casino", **machine)) == []
    assert wrong(check("maquinas", paid_by="fe", **machine)) == [("paid-by", "art. 4.1")]
    assert wrong(check("maquinas", paid_by="monedas", gives=["coche"])) == [("gives", "art. 4.1")]


def test_pv_art_4_2_c_2_a_room_apart_warns_in_both_languages_and_is_controlled() -> None:
    machine = {"paid_by": "monedas", "gives": ["metalico"], "decides": "azar", "premises": "casino", "room_apart": True}
    assert wrong(check("maquinas", **machine, warning=["es"])) == [
        ("warning", "art. 4.2.c§2"),
        ("entrance-controlled", "art. 4.2.c§2"),
    ]
    assert wrong(check("maquinas", **machine, warning=["es", "eu"], entrance_controlled=True)) == []


def test_pv_art_4_3_an_auxiliary_machine_has_no_game_of_its_own() -> None:
    assert is_(check("maquinas", paid_by="monedas", auxiliary=True)) == [("Máquina auxiliar", "art. 4.3")]


@pytest.mark.parametrize(
    ("made", "held", "form", "article"),
    [
        ("recinto-deportivo", "mismo", "Apuesta interna", "art. 5.3"),
        ("local", "otro", "Apuesta externa", "art. 5.4§1"),
        ("recinto-deportivo", "otro", "Apuesta externa", "art. 5.4§2"),
        ("recinto-deportivo", "varios", "Apuesta externa", "art. 5.4§2"),
    ],
)
def test_pv_art_5_3_and_pv_art_5_4_internal_or_external(made: str, held: str, form: str, article: str) -> None:
    found = check("apuestas", subject="deporte", made=made, held=held)
    assert is_(found) == [("Apuesta deportiva", "art. 1.1.c.1"), (form, article)]
    assert found.breaches == []


@pytest.mark.parametrize("subject", ["politica", "religion", "delito", "dignidad", "infraccion"])
def test_pv_art_5_2_subjects_that_are_forbidden(subject: str) -> None:
    assert wrong(check("apuestas", subject=subject, made="local")) == [("subject", "art. 5.2")]


def test_pv_art_5_1_and_pv_art_5_5_what_is_no_bet_and_premises_without_leave() -> None:
    assert wrong(check("apuestas", subject="otro", made="local", uncertain=False)) == [("uncertain", "art. 5.1")]
    assert wrong(check("apuestas", subject="otro", made="local", authorised=False)) == [("authorised", "art. 5.5")]
    assert wrong(check("apuestas", subject="otro", made="calle")) == [("made", "art. 5.5")]


RAFFLE: dict[str, Any] = {"prices": [5], "tickets": 1000, "prizes": [{"name": "coche", "value": 3000}]}


def test_pv_art_8_a_raffle_of_goods_at_one_price_with_consecutive_numbers() -> None:
    assert check("rifa", **RAFFLE, numbers=[1, 1000]).breaches == []
    money = {**RAFFLE, "prizes": [{"name": "dinero", "value": 3000, "cash": True}]}
    assert wrong(check("rifa", **money)) == [("prizes.dinero", "art. 8")]
    assert wrong(check("rifa", **{**RAFFLE, "prices": [5, 6]})) == [("prices", "art. 8")]
    assert wrong(check("rifa", **RAFFLE, numbers=[1, 2000])) == [("numbers", "art. 8")]


def test_pv_art_9_a_tombola_whose_tickets_do_not_pay_for_its_objects() -> None:
    assert wrong(check("tombola", prices=[2], tickets=100, prizes=[{"name": "oso", "count": 10, "value": 20}])) == []
    found = check("tombola", prices=[2], tickets=100, prizes=[{"name": "oso", "count": 11, "value": 20}])
    assert wrong(found) == [("tickets", "art. 9")]
    assert found.breaches[0].what == "the tickets bring 200 and the objects cost 220"


def test_pv_art_10_1_and_pv_art_10_2_no_rise_and_dates_within_the_period() -> None:
    base: dict[str, Any] = {"prices": [2], "tickets": 100, "prizes": [{"name": "viaje", "value": 900}]}
    period = ["2026-03-01", "2026-03-31"]
    good = check("combinacion-aleatoria", **base, ordinary_price=2, period=period, dates=["2026-03-15", "2026-03-30"])
    assert (good.breaches, is_(good)[1]) == ([], ("drawn 2 times", "art. 10.2"))
    assert wrong(check("combinacion-aleatoria", **base, ordinary_price="1.90")) == [("prices", "art. 10.1")]
    late = check("combinacion-aleatoria", **base, period=period, dates=["2026-04-01"])
    assert (wrong(late), is_(late)[1][0]) == ([("dates", "art. 10.2")], "drawn once")
    twice = check("combinacion-aleatoria", **base, dates=["2026-03-15", "2026-03-15"])
    assert wrong(twice) == [("dates", "art. 10.2")]


LOT: dict[str, Any] = {"prices": [1], "tickets": 10, "prizes": [{"name": "premio", "value": 5, "cash": True}]}


def test_pv_art_7_4_and_pv_art_7_2_b_cash_only_and_codes_once() -> None:
    assert wrong(check("boletos", **{**LOT, "prizes": [{"name": "oso", "value": 5}]})) == [("prizes.oso", "art. 7.4")]
    assert wrong(check("boletos", **LOT, codes=["a", "b", "a"])) == [("codes", "art. 7.2.b")]


def test_pv_art_7_5_a_and_pv_art_7_5_b_campaigns() -> None:
    """Two months from 10 January end on 9 March; fifteen days a year are counted over the calendar year."""

    def campaigns(*spans: tuple[str, str, str]) -> list[tuple[str, str]]:
        found = [{"kind": kind, "days": [first, last]} for kind, first, last in spans]
        return wrong(check("boletos", **LOT, campaigns=found))

    assert campaigns(("lote", "2026-01-10", "2026-03-09")) == []
    assert campaigns(("lote", "2026-01-10", "2026-03-10")) == [("campaigns.1", "art. 7.5.a")]
    assert campaigns(("anual", "2026-05-01", "2026-05-15")) == []
    assert campaigns(("anual", "2026-05-01", "2026-05-16")) == [("campaigns", "art. 7.5.b")]
    assert campaigns(("anual", "2026-12-25", "2027-01-08")) == []
    overlap = campaigns(("lote", "2026-01-10", "2026-02-10"), ("anual", "2026-02-10", "2026-02-12"))
    assert overlap == [("campaigns.2", "art. 7.5.b")]
    assert campaigns(("lote", "2026-02-10", "2026-01-10")) == [("campaigns.1", "art. 7.5.a")]


def test_pv_art_3_6_a_and_pv_art_3_1_1_a_bingo_room() -> None:
    good = [[1, 31, 45, 53, 88], [7, 27, 33, 69, 89], [8, 15, 38, 56, 76]]
    assert wrong(check("bingo", category="segunda", machines=8, series_per_machine=6, cards=[good])) == []
    bad = [[1, 31, 45, 53, 59], [7, 15, 33, 57, 69], [8, 11, 38, 56, 76]]
    found = check("bingo", category="tercera", machines=7, series_per_machine=7, line=60, bingo=41, cards=[good, bad])
    assert wrong(found) == [
        ("machines", "art. 3.6.a§4"),
        ("series-per-machine", "art. 3.6.b"),
        ("bingo", "art. 3.1§2"),
        ("cards.2", "art. 3.1§1"),
    ]


def test_pv_art_6_a_and_pv_art_6_b_a_lottery_declared_is_priced_exactly() -> None:
    """100,000 numbers: 20,000 prices for one, 100 for each of two neighbours, the price for every tenth: 0.302."""
    relations = [
        {"kind": "exacto", "pays": 20_000},
        {"kind": "aproximacion", "pays": 100},
        {"kind": "terminacion", "pays": 1, "digits": 1},
    ]
    found = check("loteria", digits=5, relations=relations)
    assert is_(found) == [("fixed prizes by printed number: 151/500 of the price comes back", "art. 6.a")]
    pool = {"numbers": 49, "marks": 6, "sold": 1, "shares": {"6": 50}}
    assert check("loteria", pool=pool).breaches == []
    assert wrong(check("loteria", pool={**pool, "shares": {"7": 101}})) == [
        ("pool.shares", "art. 6.b"),
        ("pool.shares", "art. 6.b"),
    ]
    assert wrong(check("loteria")) == [("relations", "art. 6")]
    # A hundred numbers in twenty series: 1/100 of 40 prices, and 1/100 × 1/20 of 500.
    special = [{"kind": "exacto", "pays": 40}, {"kind": "exacto", "pays": 500, "series": True}]
    found = check("loteria", digits=2, series=20, relations=special)
    assert is_(found) == [("fixed prizes by printed number: 13/20 of the price comes back", "art. 6.a")]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"game": "rifa"}, "region: missing"),
        ({"game": "rifa", **PV}, "prices"),
        ({"game": "rifa", **PV, **RAFFLE, "colour": "red"}, "colour"),
        ({"game": "rifa", "region": "galicia", **RAFFLE}, "galicia"),
        ({"game": "apuestas", **PV, "subject": "amor", "made": "local"}, "subject of a bet 'amor'"),
        ({"game": "bingo", **PV, "category": "quinta"}, "category 'quinta'"),
    ],
)
def test_a_file_that_cannot_be_used_is_one_line(given: dict[str, Any], says: str) -> None:
    assert is_description(given)
    with pytest.raises(TapeteError) as found:
        described(given, "x.toml")
    assert says in str(found.value)
    assert "\n" not in str(found.value)


def test_a_table_is_no_description() -> None:
    assert not is_description({"game": "bingo", **PV, "minimum": 2})
    assert not is_description({"game": "bola", **PV})


def test_the_command_says_what_it_is_and_what_is_wrong(tmp_path: Path) -> None:
    file = tmp_path / "rifa.toml"
    file.write_text(
        'game = "rifa"\nregion = "pais-vasco"\nprices = [5]\ntickets = 100\n'
        '[[prizes]]\nname = "dinero"\nvalue = 300\ncash = true\n',
        encoding="utf-8",
    )
    found = run("check", str(file))
    assert found.returncode == 1
    assert "It is: Rifa (art. 8)." in found.stdout
    assert "goods or services" in " ".join(found.stdout.split())
