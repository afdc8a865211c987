"""A table's file against the text: its equipment, its authorised minimum, and the table that keeps the lowest."""

from typing import Any

import msgspec
import pytest

from tapete.audit.limits import check_settings
from tapete.audit.table import check, parse
from tapete.engine.settings import at_minimum, standard
from tapete.errors import TapeteError, UnknownError
from tapete.games import game as game_of
from tests.helpers import EVERYWHERE


def wrong(game: str, region: str, **more: Any) -> list[tuple[str, str, str, str]]:
    """What is wrong with a table at a minimum of 5: key, article, what is and what should be."""
    file = {
        "game": game,
        "region": region,
        "minimum": 5,
        **{key.replace("_", "-"): value for key, value in more.items()},
    }
    return [tuple(map(str, breach)) for breach in check(parse(file, "a table"))]  # type: ignore[misc]


EX, PV = "extremadura", "pais-vasco"


@pytest.mark.parametrize(
    ("game", "region", "equipment", "article", "is_", "should"),
    [
        ("ruleta-francesa", EX, {"felt": {"cloths": 3}}, "1.1.2.3", "3", "1 to 2"),
        ("ruleta-americana", PV, {"felt": {"languages": ["es"]}}, "02.I.a", "es", "es, eu"),
        ("bola", EX, {"cloths": {"number": 0}}, "1.3.2§1", "0", "1 to 2"),
        ("dados", EX, {"make": {"edge": 19}}, "1.5.2.1", "19", "20 to 25"),
        ("dados", EX, {"session": {"dice": 5}}, "1.5.2.3", "5", "6"),
        ("banca-francesa", EX, {"sets": 2}, "1.6.2.3", "2", "3"),
        ("ruleta-fortuna", EX, {"boxes": {"hold": ["propinas"]}}, "1.4.2.3§2", "propinas", "efectivo, propinas"),
        ("treinta-cuarenta", EX, {"cards": {"indices": True}}, "1.7.2.1", "yes", "no"),
        ("treinta-cuarenta", EX, {"cards": {"packs": 8}}, "1.7.2.1", "8", "6"),
        ("monte", EX, {"sabot": {"kinds": "hidráulico"}}, "1.8.2.2", "hidráulico", "manual, mecánico or electrónico"),
        ("blackjack", PV, {"cards": {"packs": 4, "backs": 2}}, "03.V.3.b§2", "4", "6"),
        ("punto-banca", PV, {"centre": {"openings": []}}, "07.II.3§2", "", "propinas, billetes, descartador"),
        ("bacara-dos-panos", EX, {"cards": {"first-use": {"always": False}}}, "2.1.B.2.1§1", "no", "yes"),
        ("bacara-dos-panos", PV, {"cards": {"first-use": {"always": False}}}, "09.II.1", "no", "yes"),
        ("holdem", EX, {"centre": {"openings": ["pozo"]}}, "2.2.2.2§2", "pozo", "pozo, propinas, efectivo"),
        ("sintetico", "galicia", {"centre": {"openings": ["pozo"]}}, "art. 18.2§2", "pozo", "pozo, propinas"),
        ("omaha", EX, {"shoe": {"kinds": "hidráulico"}}, "2.2.2.3", "hidráulico", "manual, mecánico or electrónico"),
    ],
)
def test_equipment_that_is_not_as_the_text_wants_it(
    game: str, region: str, equipment: dict[str, Any], article: str, is_: str, should: str
) -> None:
    ((key, by, what, right),) = wrong(game, region, equipment=equipment)
    assert key.startswith("equipment.")
    assert (by, what, right) == (article, is_, should)


def test_equipment_as_the_text_wants_it_and_what_a_file_leaves_out() -> None:
    assert wrong("ruleta-francesa", EX, equipment={"felt": {"cloths": 2, "languages": ["es", "eu"]}}) == []
    assert wrong("monte", EX, equipment={"sabot": {"kinds": "manual"}, "cards.backs": 2}) == []
    assert wrong("monte", EX) == []


def test_a_word_instead_of_a_number_is_wrong_and_an_unknown_thing_is_named() -> None:
    ((key, *_),) = wrong("bola", EX, equipment={"holes": "18"})
    assert key == "equipment.holes"
    with pytest.raises(UnknownError, match="unknown equipment 'holess': did you mean holes"):
        wrong("bola", EX, equipment={"holess": 18})


def test_ex_1_6_6_a_band_of_minimums_is_authorised_where_the_text_knows_one() -> None:
    assert wrong("banca-francesa", EX, authorised_minimum=[5, 10]) == []
    ((key, article, what, right),) = wrong("banca-francesa", EX, authorised_minimum=[10, 20])
    assert (key, article, what, right) == ("minimum", "1.6.6§1", "5", "10 to 20")
    ((key, article, _, right),) = wrong("ruleta-americana", EX, authorised_minimum=[5, 10])
    assert (key, article, right) == ("authorised-minimum", "1.2.5.2.a", "one amount")


def test_ex_1_2_5_2_b_one_table_keeps_the_authorised_minimum() -> None:
    above = {"authorised_minimum": 2}
    assert wrong("ruleta-americana", EX, **above, others_at_minimum=1) == []
    assert wrong("ruleta-americana", EX, **above) == []
    assert wrong("ruleta-americana", EX, authorised_minimum=5, others_at_minimum=0) == []
    ((key, article, _, right),) = wrong("ruleta-americana", EX, **above, others_at_minimum=0)
    assert (key, article, right) == ("others-at-minimum", "1.2.5.2.b", "a table at 2")


def test_ex_1_8_3_a_an_inspector_of_monte_may_watch_several_tables() -> None:
    staff = {"inspector": 1, "crupier-tirador": 1, "crupier-pagador": 1}
    assert wrong("monte", EX, staff=staff, tables_per_chief=3) == []


@pytest.mark.parametrize(("region", "raised", "most"), [(EX, "1.3.5.2§1", "1.3.5.2§2"), (PV, "04.V.b§1", "04.V.b§2")])
def test_ex_1_3_5_2_and_pv_04_v_b_the_maxima_of_boule_are_counted_in_authorised_minimums(
    region: str, raised: str, most: str
) -> None:
    """Of 5 authorised: 40 to 100 of them are 200 to 500 on a number, whether 5 or 10 is the least stake."""
    lawful = {"numero-entero": 500, "sencilla": 1000}
    assert wrong("bola", region, minimum=10, authorised_minimum=5, maximum=lawful) == []
    assert wrong("bola", region, minimum=10, authorised_minimum=5) == []
    ((key, article, what, right),) = wrong(
        "bola", region, minimum=10, authorised_minimum=5, maximum={**lawful, "numero-entero": 1000}
    )
    assert (key, article, what, right) == ("maximum.numero-entero", most, "1000", "200 to 500")
    ((key, article, what, right),) = wrong("bola", region, minimum=8, authorised_minimum=5)
    assert (key, article, what, right) == ("minimum", raised, "8", "5 or 10")


def test_pv_01_iv_2_a_a_simple_chances_have_a_minimum_of_up_to_five_times_the_authorised() -> None:
    raised = {"authorised_minimum": "2.50", "maximum": {"sencilla": 900}}
    assert wrong("ruleta-francesa", PV, **raised, minimums={"sencilla": "12.50"}) == []
    ((key, article, what, right),) = wrong("ruleta-francesa", PV, **raised, minimums={"sencilla": 25})
    assert (key, article, what, right) == ("minimums.sencilla", "01.IV.2.A.a", "25", "5 to 12.50")
    assert wrong("ruleta-francesa", PV, authorised_minimum=1, maximum={"sencilla": 900}) == []


# The band of the authorisation


@pytest.mark.parametrize(
    ("game", "region", "article", "most"),
    [
        ("reto", EX, "1.9.6§2", 10),
        ("poker-con-descarte", EX, "1.13.5.4.b", 20),
        ("tripoker", EX, "1.16.6.3", 100),
        ("poker-sin-descarte", PV, "11.V.2§3", 10),
        ("trijoker", "galicia", "art. 14.1§2", 10),
        ("pai-gow", "asturias", "C.2.b", 100),
    ],
)
def test_limits_lie_within_the_authorised_band(game: str, region: str, article: str, most: int) -> None:
    """A band from 5 euros to `most` times as much: a table at 5 may have that for its maximum, one at 10 may not."""
    band = [5, 5 * most]
    limit = next(name for name, limit in game_of(game).rules(region).limits.items() if not limit.follows)
    assert wrong(game, region, authorised_minimum=band, maximum={limit: 5 * most}) == []
    (breach,) = wrong(game, region, minimum=10, authorised_minimum=band, maximum={limit: 10 * most})
    assert breach == (f"maximum.{limit}", article, str(10 * most), f"10 to {5 * most}")
    assert wrong(game, region, minimum=4, authorised_minimum=band, maximum={limit: 4 * most})[0][0] == "minimum"


def test_ex_1_9_6_3_a_band_ends_at_10_20_or_30_times_its_minimum() -> None:
    ((key, article, what, right),) = wrong("reto", EX, authorised_minimum=[5, 75], maximum={"inicial": 50})
    assert (key, article, what) == ("authorised-minimum", "1.9.6§3", "5 to 75")
    assert right == "5 to 50, 5 to 100 or 5 to 150"


@pytest.mark.parametrize(
    ("game", "region", "article", "times"),
    [
        ("reto", EX, "1.9.6§3", 30),
        ("poker-sin-descarte", EX, "1.12.5.5§1", 50),
        ("poker-con-descarte", EX, "1.13.5.5§1", 50),
        ("trijoker", EX, "1.14.6§2", 30),
        ("texas-bonus", EX, "1.17.5.2§2", 30),
        ("poker-sin-descarte", "galicia", "art. 6.3", 25),
        ("trijoker", "galicia", "art. 14.2", 30),
        ("poker-con-descarte", PV, "12.VI.6.2", 50),
        ("trijoker", PV, "13.V.3", 30),
    ],
)
def test_where_the_band_ends_at_a_multiple_a_tables_maximum_is_anything_within_it(
    game: str, region: str, article: str, times: int
) -> None:
    """The multiple is of the authorised minimum, 5: a table at 10 may go up to the band's end, and not beyond it."""
    limit = next(name for name, limit in game_of(game).rules(region).limits.items() if not limit.follows)
    band, at_ten = [5, 5 * times], {"minimum": 10, "authorised_minimum": 5}
    for most in (10, 55, 5 * times):
        assert wrong(game, region, minimum=10, authorised_minimum=band, maximum={limit: most}) == []
        assert wrong(game, region, **at_ten, maximum={limit: most}) == []
    assert wrong(game, region, **at_ten, maximum={limit: 10 * times}) == [
        (f"maximum.{limit}", article, str(10 * times), f"10 to {5 * times}")
    ]
    assert wrong(game, region, minimum=10, authorised_minimum=band, maximum={limit: 5})[0][0] == f"maximum.{limit}"


@pytest.mark.parametrize(("game", "article"), [("tripoker", "15.V.2§2"), ("texas-poker", "16.VIII§3")])
def test_pv_15_v_2_and_pv_16_viii_maxima_are_multiples_of_the_tables_own_minimum_within_any_band(
    game: str, article: str
) -> None:
    """The text says where no band ends, and counts the maximum in minimums of the table."""
    lawful = {"minimum": 10, "authorised_minimum": [5, 170]}
    assert wrong(game, PV, **lawful, maximum={"ante": 100}) == []
    ((key, by, _, right),) = wrong(game, PV, **lawful, maximum={"ante": 150})
    assert (key, by, right) == ("maximum.ante", article, "100, 200, 300 or 500")


def test_as_a_3_a_a_band_is_of_minimums_and_maxima_are_counted_in_the_one_in_force() -> None:
    band = {"authorised_minimum": [5, 20]}
    assert wrong("poker-sin-descarte", "asturias", minimum=20, maximum={"inicial": 500}, **band) == []
    ((key, article, _, right),) = wrong("poker-sin-descarte", "asturias", minimum=25, maximum={"inicial": 250}, **band)
    assert (key, article, right) == ("minimum", "A.3.a", "5 to 20")


@pytest.mark.parametrize(
    ("game", "region", "given", "key", "article"),
    [
        ("dados", EX, {"maximum": {"asociada": 100}}, "maximum.asociada", "1.5.4.2.d"),
        ("treinta-cuarenta", PV, {"maximum": {"seguro": 100}}, "maximum.seguro", "05.V.1§3"),
        ("bola", EX, {"colours": 6}, "colours", "1.3"),
        ("holdem", EX, {"options": {"puestos": "many"}}, "options.puestos", "2.2.2.2§1"),
        ("holdem", EX, {"options": {"puestos": ""}, "seats": 99}, "options.puestos", "2.2.2.2§1"),
    ],
)
def test_what_a_file_sets_and_the_text_does_not_leave_to_it_is_said(
    game: str, region: str, given: dict[str, Any], key: str, article: str
) -> None:
    ((where, by, _, _),) = wrong(game, region, **given)
    assert (where, by) == (key, article)


# Another minimum


@pytest.mark.parametrize(("game", "region"), EVERYWHERE)
def test_limits_that_follow_from_another_minimum_are_legal(game: str, region: str) -> None:
    """At twice the minimum and at the one before, wherever the maxima stood among those that the text permits."""
    rules = game_of(game).rules(region)
    lowest = standard(rules)
    highest = {name: most * 500 for name, limit in rules.limits.items() for most in (limit.multiples or ())[-1:]}
    for before in (lowest, msgspec.structs.replace(lowest, maximum=lowest.maximum | highest)):
        assert check_settings(rules, before) == []
        after = at_minimum(rules, before, 1000)
        assert check_settings(rules, after) == []
        assert check_settings(rules, at_minimum(rules, after, 500)) == []


@pytest.mark.parametrize(
    ("game", "region", "given", "maximum"),
    [
        # So many minimums, as before: 20 of a straight bet, 100 of a simple stake and what it bounds.
        ("ruleta-francesa", EX, {"maximum": {"pleno": 100}}, {"pleno": 200, "sencilla": 1800}),
        ("dados", EX, {"maximum": {"sencilla": 600, "multiple": 1200}}, {"sencilla": 1200, "multiple": 2400}),
        # Counted in the authorised minimum, which the table's was (1.3.5.2§2).
        ("bola", EX, {"maximum": {"numero-entero": 300}}, {"numero-entero": 300}),
        # Within the band that is authorised, which no table's minimum moves (1.12.5.5).
        ("poker-sin-descarte", EX, {"authorised-minimum": [5, 250], "maximum": {"inicial": 150}}, {"inicial": 150}),
        ("poker-sin-descarte", EX, {"authorised-minimum": [5, 250], "maximum": {"inicial": 5}}, {"inicial": 10}),
        # Counted in the minimum in force although there is a band of minimums (A.3).
        (
            "poker-sin-descarte",
            "asturias",
            {"authorised-minimum": [5, 25], "maximum": {"inicial": 100}},
            {"inicial": 200},
        ),
        # Nothing printed: as the authorisation has it (C.2).
        ("pai-gow", "asturias", {"maximum": {"apuesta": 300}}, {"apuesta": 300}),
    ],
)
def test_limits_are_as_many_times_another_minimum_as_before_where_the_text_counts_so(
    game: str, region: str, given: dict[str, Any], maximum: dict[str, int]
) -> None:
    before = parse({"game": game, "region": region, "minimum": 5, **given}, "a table")
    after = at_minimum(before.rules, before.settings(), 1000)
    assert {name: after.maximum[name] // 100 for name in maximum} == maximum


def test_minimums_of_single_bets_follow_and_the_chip_divides_the_minimum() -> None:
    """Half the minimum for País Vasco's pairs (03.V.1.e); five authorised ones for simple chances, as it was."""
    pairs = parse({"game": "blackjack", "region": PV, "minimum": 5, "minimums": {"parejas": "2.50"}}, "a table")
    assert at_minimum(pairs.rules, pairs.settings(), 2000).minimums == {"parejas": 1000}
    given = {"minimum": 5, "authorised-minimum": "2.50", "minimums": {"sencilla": "12.50"}}
    simple = parse({"game": "ruleta-francesa", "region": PV, **given}, "a table")
    assert at_minimum(simple.rules, simple.settings(), 1000).minimums == {"sencilla": 1250}
    assert at_minimum(simple.rules, simple.settings(), 725).chip == 1


# The edges of every band: what a text gives at its bounds is legal, a step beyond is not


def edge(game: str, region: str, article: str, key: str, legal: list[object], beyond: list[object], **more: Any) -> Any:
    return pytest.param(
        game, region, article, key, legal, beyond, more, id="-".join((game, region, key, *map(str, more.values())))
    )


INSURED, BOUGHT = {"options": {"seguro": "si", "progresivo": "si"}}, {"options": {"compra": "si"}}
EDGES = [
    edge("ruleta-francesa", EX, "1.1.4.2.A.b§2", "maximum.sencilla", [900, 1800, 2700, 3600], [895, 905, 3605, 4500]),
    edge("ruleta-francesa", EX, "1.1.4.2.A.b§4", "maximum.doble", [1200, 2400, 3600, 4800], [1195, 4805]),
    edge("ruleta-francesa", EX, "1.1.4.2.A.b§4", "maximum.pleno", [205, 10_000], [195], notified=True),
    edge(
        "ruleta-francesa",
        EX,
        "1.1.3.1.b",
        "staff.extremo-de-mesa",
        [0, 1],
        [2],
        staff={"jefe-de-mesa": 1, "crupier": 2},
    ),
    edge("ruleta-francesa", PV, "01.IV.2.A.a", "maximum.sencilla", [900, 1800, 2700, 4500], [3600, 4505]),
    edge("ruleta-francesa", PV, "01.IV.2.A.a", "minimums.sencilla", [5, 25], [4.5, 25.5]),
    edge("ruleta-francesa", PV, "01.IV.2.A.b§2", "maximum.columna-docena", [600, 1200, 1800, 3000], [2400, 3005]),
    edge("ruleta-francesa", PV, "01.III.1.b", "staff.crupier", [1, 2], [0, 3], staff={"jefe-de-mesa": 1}),
    edge("ruleta-americana", PV, "02.II", "tables-per-chief", [1, 4], [5]),
    edge("dados", PV, "01.III.2.a", "tables-per-chief", [1, 4], [5, 100]),
    edge("dados", EX, "1.5.3", "tables-per-chief", [1, 5, 100], []),
    edge("bola", EX, "1.3.5.2§2", "maximum.numero-entero", [200, 500], [199.5, 500.5]),
    edge("bola", PV, "04.V.b§2", "maximum.sencilla", [1000, 2500], [999.5, 2500.5]),
    edge("dados", EX, "1.5.4.2.b", "maximum.sencilla", [500, 5000], [499.5, 5000.5]),
    edge("dados", EX, "1.5.4.2.c", "maximum.multiple", [500, 1500], [499.5, 1500.5], maximum={"sencilla": 500}),
    edge("dados", PV, "06.IV.2§2", "maximum.sencilla", [100, 5000], [99.5, 5000.5]),
    edge("dados", PV, "06.III§2", "staff.crupier-stickman", [1, 3], [0], form="media-mesa", staff={"jefe-de-mesa": 1}),
    edge("treinta-cuarenta", EX, "1.7.5.2§2", "maximum.suerte", [5000], [4995, 5005]),
    edge("treinta-cuarenta", PV, "05.V.2§2", "maximum.suerte", [100, 125, 250], [95, 150, 255]),
    edge("monte", EX, "1.8.6.2.c", "maximum.vista-hermosa", [50], [45, 55]),
    edge("banca-francesa", EX, "1.6.4", "seats", [12], [13]),
    edge("reto", EX, "1.9.4", "seats", [9], [10]),
    edge("blackjack", EX, "1.10.5.2.b", "maximum.casilla", [250, 500, 1000], [245, 750, 1005]),
    edge("blackjack", EX, "1.10.5.2.b", "maximum.casilla", [1005], [750], notified=True),
    edge("blackjack", EX, "1.10.4.a§1", "seats", [9], [10], options={"plazas": "9"}),
    edge("blackjack", PV, "03.V.2.b", "maximum.casilla", [125, 250, 500, 1000], [120, 750, 1005]),
    edge("blackjack", PV, "03.V.1.e§5", "minimums.parejas", [2.5, 5], [2, 5.5]),
    edge("blackjack", PV, "03.V.1.f§2", "maximum.acumulada", [0.5, 2, 2.5], [0.25, 3]),
    edge("blackjack", PV, "03.V.1.f§11", "options.bote", ["0", "7.5", "100"], ["-1", "100.05"]),
    edge("punto-banca", EX, "1.11.5§4", "maximum.mano", [250, 500], [245, 375, 505]),
    edge("punto-banca", PV, "07.V§3", "maximum.mano", [100, 500], [99.5, 500.5]),
    edge("punto-banca", PV, "07.II.3.a§1", "seats", [7], [8], options={"mesa": "mini"}),
    edge("punto-banca", PV, "07.II.3.b§1", "seats", [9], [10], options={"mesa": "midi"}),
    edge("poker-sin-descarte", EX, "1.12.5.5§1", "maximum.inicial", [100, 250], [95, 125, 255]),
    edge("poker-sin-descarte", EX, "1.12.7.A", "maximum.seguro", [0.5, 1, 2.5], [0.25, 3], **INSURED),
    edge("poker-sin-descarte", EX, "1.12.7.C§2", "maximum.progresivo", [0.5, 2.5], [3], **INSURED),
    edge("poker-sin-descarte", EX, "1.12.7.A", "minimums.seguro", [], [1, 2.5, 5], **INSURED),
    edge("poker-sin-descarte", EX, "1.12.7.C§1", "options.deduccion", ["0", "7.5", "60", "100"], ["100.05"]),
    edge("poker-sin-descarte", EX, "1.12.4.1", "seats", [9], [10]),
    edge("poker-sin-descarte", EX, "1.12.7.D§1", "seats", [7], [8, 9], **BOUGHT),
    edge("poker-sin-descarte", "galicia", "art. 6.3", "maximum.inicial", [50, 100, 125], [45, 250]),
    edge("poker-sin-descarte", "galicia", "art. 8.a§1", "maximum.seguro", [0.5, 2.5], [3], **INSURED),
    edge("poker-sin-descarte", "galicia", "art. 4§1", "tables-per-chief", [4], [5]),
    edge("poker-sin-descarte", "asturias", "A.3.b", "maximum.inicial", [50, 100, 125], [75, 150]),
    edge("poker-sin-descarte", "asturias", "A.5.b§5", "maximum.progresivo", [0.5, 2.5], [3], **INSURED),
    edge("poker-sin-descarte", PV, "11.V.2§2", "maximum.inicial", [50, 100, 125, 250], [75, 255]),
    edge("poker-sin-descarte", PV, "da.6.2.b", "float", [50_000], [49_999.5]),
    edge("poker-con-descarte", EX, "1.13.5.5§1", "maximum.inicial", [100, 250], [50, 255]),
    edge("poker-con-descarte", PV, "12.VI.6.2", "maximum.inicial", [50, 100, 125, 250], [75, 255]),
    edge("poker-con-descarte", PV, "12.VIII.8.1§1", "options.apuesta-de-jackpot", ["2", "2.5", "3"], ["1.99"]),
    edge("poker-con-descarte", PV, "12.VIII.8.1.a-2", "options.jackpot-fijo", ["2000", "2001"], ["1999"]),
    edge("poker-con-descarte", PV, "12.VIII.8.1.b-2§1", "options.jackpot-inicial", ["1000", "1001"], ["999"]),
    edge(
        "poker-con-descarte", PV, "12.VIII.8.1.b-2§1", "options.jackpot-aumento", ["0.5", "12.5", "100"], ["0", "101"]
    ),
    edge("poker-con-descarte", PV, "12.VIII.8.1§1", "chip", [0.5, 2.5], [5], options={"jackpot": "fijo"}),
    edge("trijoker", EX, "1.14.6§2", "maximum.apuesta", [50, 100, 150], [45, 155]),
    edge("trijoker", "galicia", "art. 12", "seats", [7], [8]),
    edge("pai-gow", EX, "1.15.6§3", "options.comision", ["0", "0.05", "5"], ["5.05"]),
    edge("pai-gow", PV, "da.6.2.c", "float", [75_000], [74_999.5]),
    edge("tripoker", PV, "15.V.2§2", "maximum.ante", [50, 100, 150, 250], [200, 255]),
    edge("texas-bonus", EX, "1.17.5.2§2", "maximum.ante", [50, 100, 150], [45, 200]),
    edge("texas-poker", PV, "16.VIII§3", "maximum.ante", [50, 100, 150, 250], [200, 255]),
    edge("texas-poker", PV, "16.IV.1", "seats", [9], [10]),
    edge("poker-cuatro-cartas", EX, "1.18.4", "seats", [7], [8]),
    edge("chemin-de-fer", PV, "08.V§15", "options.deduccion", ["0", "2.5", "4.95", "5"], ["5.05", "6"]),
    edge("ruleta-fortuna", PV, "da.6.2.a", "float", [75_000], [74_999.5]),
]


@pytest.mark.parametrize(("game", "region", "article", "key", "legal", "beyond", "more"), EDGES)
def test_what_lies_on_a_bound_of_the_text_is_legal_and_a_step_beyond_is_not(
    game: str, region: str, article: str, key: str, legal: list[object], beyond: list[object], more: dict[str, Any]
) -> None:
    """By hand, from the texts; the minimum is five euros and the chip fifty cents."""
    table, _, name = key.rpartition(".")

    def at(value: object) -> list[tuple[str, str]]:
        given = {**more, table: {**more.get(table, {}), name: value}} if table else {**more, name: value}
        return [(where, by) for where, by, _, _ in wrong(game, region, **given)]

    assert [value for value in legal if at(value)] == []
    assert {value: at(value) for value in beyond} == {value: [(key, article)] for value in beyond}


@pytest.mark.parametrize(("region", "article"), [(EX, "2.1.A.5.1.o"), (PV, "08.V§14")])
def test_ex_2_1_a_5_1_o_and_pv_08_v_14_a_bank_s_least_is_not_below_the_punto_s_and_may_be_above_it(
    region: str, article: str
) -> None:
    """Up to its most, a hundred times the minimum of 5."""
    staff = {"inspector": 1, "crupier": 1, "cambista": 1}
    for least in (5, 20, 500):
        assert wrong("chemin-de-fer", region, minimums={"banca": least}, staff=staff) == []
    for too_little_or_much in ("4.50", "500.50"):
        breaches = wrong("chemin-de-fer", region, minimums={"banca": too_little_or_much}, staff=staff)
        assert ("minimums.banca", article, too_little_or_much, "5 to 500") in breaches


@pytest.mark.parametrize(("region", "article"), [(EX, "2.1.B.5.8"), (PV, "09.V.1§8")])
def test_ex_2_1_b_5_8_and_pv_09_v_1_8_the_authorisation_sets_the_least_and_the_most_of_the_bank(
    region: str, article: str
) -> None:
    staff = {"inspector": 1, "crupier": 1, "cambista": 1, "auxiliar": 1}
    most = {"postura": 500, "banca": 10_000}
    assert wrong("bacara-dos-panos", region, maximum=most, minimums={"banca": 1000}, staff=staff) == []
    breaches = wrong("bacara-dos-panos", region, maximum=most, minimums={"banca": 10_001}, staff=staff)
    assert breaches == [("minimums.banca", article, "10001", "5 to 10000")]


def test_ex_2_1_b_3_the_staff_of_two_cloths_is_the_least_there_must_be() -> None:
    staff = {"inspector": 1, "crupier": 1, "cambista": 1, "auxiliar": 1}
    assert wrong("bacara-dos-panos", EX, staff={**staff, "crupier": 2, "auxiliar": 2}) == []
    for role in staff:
        breaches = wrong("bacara-dos-panos", EX, staff={**staff, role: 0})
        assert breaches == [(f"staff.{role}", "2.1.B.3", "0", "1 at least")]


GA = "galicia"


@pytest.mark.parametrize(
    ("game", "region", "option", "article", "lawful", "unlawful"),
    [
        # Up to half the minimum, with no step printed.
        ("seven-stud", EX, "ante", "2.2.8.a", ("0.3", "0.333", "1:3", "0.5"), ("0.501", "0", "2:3")),
        ("holdem", GA, "ante", "art. 22.3.a§1", ("0.4", "0.05", "1:2"), ("0.6", "1")),
        ("double-holdem", PV, "ante", "17.VI.3.a§1", ("0.45", "0.01"), ("0.51", "-0.1")),
        # At most five per cent of the pot.
        ("five-stud", EX, "porcentaje", "2.2.3.a", ("3.3", "2.1", "0", "4.99"), ("5.01", "6")),
        ("omaha", GA, "porcentaje", "art. 18.3.a", ("4.4", "0.5"), ("5.5",)),
        # Bounded as far as the house likes.
        ("omaha-hi-lo", PV, "tope", "17.II.3.a", ("0.5", "1.5", "40"), ("0", "-1")),
        # How many seats an oval has is not said, but four must play; where the text or the pack says it, no more.
        ("holdem", EX, "puestos", "2.2.2.2§1", ("4", "5", "10"), ("3", "11")),
        ("seven-stud", EX, "puestos", "2.2.B.1§1", ("4", "8"), ("9",)),
        ("five-stud", GA, "puestos", "art. 37", ("4", "6"), ("7",)),
        ("omaha-cinco", PV, "puestos", "17.2.2.II.2", ("4", "8"), ("9",)),
        # Up to five per cent.
        ("punto-banca", PV, "deduccion", "07.V§1", ("3.33", "0.01", "0"), ("5.01",)),
        ("pai-gow", EX, "comision", "1.15.6§3", ("3.33", "4.75"), ("5.5",)),
        # One shoe or several.
        ("bacara-dos-panos", EX, "tallas", "2.1.B.5.3", ("1", "5", "12"), ("0", "1.5")),
        ("bacara-dos-panos", PV, "tallas", "09.V.1§3", ("1", "5", "12"), ("0",)),
    ],
)
def test_what_a_text_leaves_as_a_range_may_be_anything_in_it(
    game: str, region: str, option: str, article: str, lawful: tuple[str, ...], unlawful: tuple[str, ...]
) -> None:
    for value in lawful:
        assert wrong(game, region, options={option: value}) == []
    for value in unlawful:
        ((key, by, what, _),) = wrong(game, region, options={option: value})
        assert (key, by, what) == (f"options.{option}", article, f"'{value}'")


def test_ex_2_2_7_3_the_band_is_of_first_stacks_and_ends_at_ten_times_its_least() -> None:
    """From 50 to 500: a first stack of 100 lies in it, with a least bet of 5; one of 40 or of 600 does not."""
    for game in ("holdem", "poker-cubierto", "sintetico"):
        band = {"authorised_minimum": [50, 500]}
        assert wrong(game, EX, **band, maximum={"resto": 100}) == []
        for stack in (40, 600):
            breaches = wrong(game, EX, **band, minimum=4, maximum={"resto": stack})
            assert breaches == [("maximum.resto", "2.2.7.3", str(stack), "50 to 500")]
        ((key, article, what, right),) = wrong(game, EX, authorised_minimum=[50, 501], maximum={"resto": 100})
        assert (key, article, what, right) == ("authorised-minimum", "2.2.7.3", "50 to 501", "50 to 500")


def test_ex_2_2_7_3_a_2_what_the_house_fixes_for_a_refill_lies_within_the_band_of_first_stacks_too() -> None:
    for refill, right in ((40, False), (50, True), (100, True)):
        given = {"authorised_minimum": [50, 500], "maximum": {"resto": 100, "reposicion": refill}}
        breaches = [] if right else [("maximum.reposicion", "2.2.7.3", str(refill), "50 to 500")]
        assert wrong("holdem", EX, **given) == breaches


@pytest.mark.parametrize("share", ["mucho", "9" * 5000, "1e99999999", "1/0"])
@pytest.mark.parametrize("way", ["bote", "otro"])
def test_ga_18_3_a_share_that_is_no_number_is_a_breach_whatever_it_is_a_share_of(way: str, share: str) -> None:
    found = wrong("holdem", "galicia", options={"beneficio": way, "porcentaje": share})
    due = ["options.porcentaje"] if way == "bote" else ["options.beneficio", "options.porcentaje"]
    assert [where for where, *_ in found] == due


def test_a_chip_of_nothing_and_an_authorised_minimum_of_nothing_are_none() -> None:
    ((where, _, what, right),) = wrong("bola", EX, chip=0)
    assert (where, what, right) == ("chip", "chips of 0", "a chip that divides 5")
    for authorised in (0, [0, 5], "0.00"):
        with pytest.raises(TapeteError, match="authorised-minimum: must be more than 0"):
            wrong("bola", EX, authorised_minimum=authorised)
