"""Poker between players as data: what each text declares of each variant."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import msgspec
import pytest

from tapete.audit.limits import check_settings
from tapete.audit.table import TableFile, check
from tapete.cards.card import french
from tapete.engine.settings import at_minimum, standard
from tapete.errors import TapeteError
from tapete.games import game, games
from tapete.games.circulo.frequencies import takes
from tapete.games.circulo.rules import PACK, Rules, pack, ranking
from tapete.law.loading import RulebookError, load, parse, path_of
from tapete.law.text import text
from tapete.money import Ratio, euros

EX, GA, PV = "extremadura", "galicia", "pais-vasco"
HOLDEM = [("holdem", EX), ("holdem", GA), ("holdem", PV), ("omaha", EX), ("omaha", GA), ("omaha", PV)]
VARIANTS = [*HOLDEM]


def rulebook(name: str, region: str) -> Any:
    """A variant's rulebook."""
    return load(Rules, name, region)


@pytest.mark.parametrize(("name", "region"), VARIANTS)
def test_every_section_of_a_variant_cites_its_text(name: str, region: str) -> None:
    rules = rulebook(name, region)
    assert {section.article for _, section in rules.sections()} <= set(text(region).articles)
    assert check_settings(rules, standard(rules)) == []


@pytest.mark.parametrize(("name", "region"), VARIANTS)
def test_a_reading_says_why(name: str, region: str) -> None:
    assert all(section.why for _, section in rulebook(name, region).sections() if section.printed)


@pytest.mark.parametrize(("name", "own", "from_hand"), [("holdem", 2, None), ("omaha", 4, 2)])
@pytest.mark.parametrize("region", [EX, GA, PV])
def test_ex_2_2_d_1_and_2_2_e_1_and_ga_art_32_34_own_cards_and_common_ones(
    name: str, own: int, from_hand: int | None, region: str
) -> None:
    making = rulebook(name, region).making
    assert (making.own, making.board, making.boards, making.from_hand) == (own, 5, 1, from_hand)


@pytest.mark.parametrize(("name", "region"), HOLDEM)
def test_ex_2_2_e_2_3_a_card_is_burnt_before_three_one_and_one_common_cards(name: str, region: str) -> None:
    streets = rulebook(name, region).streets
    assert [(street.burnt, street.common) for street in streets.values()] == [(0, 0), (1, 3), (1, 1), (1, 1)]


def test_ex_2_2_e_2_2_blinds_are_the_minimum_and_half_of_it_and_stand_after_the_mano() -> None:
    rules = rulebook("holdem", EX)
    assert [post.amount for post in rules.posts.values()] == [Ratio(1, 2), Ratio(1, 1)]
    assert rules.ante is None
    assert [street.speaks.who for street in rules.streets.values()] == ["tras-las-ciegas", *["tras-la-mano"] * 3]


@pytest.mark.parametrize("region", [GA, PV])
def test_ga_art_33_1_and_pv_17_2_1_ii_an_ante_and_no_blinds(region: str) -> None:
    for name in ("omaha", "holdem"):
        rules = rulebook(name, region)
        assert rules.ante is not None and rules.ante.up_to == Ratio(1, 2)
        assert not rules.posts
        assert {street.speaks.who for street in rules.streets.values()} == {"mano"}


def test_ex_2_2_9_2_and_ga_art_23_1_and_pv_17_vii_1_the_direction_of_play() -> None:
    found = {region: rulebook("omaha", region).turn.direction for region in (EX, GA, PV)}
    assert found == {EX: "reloj", GA: "contrarreloj", PV: "reloj"}


def test_ex_2_2_3_and_ga_art_18_3_and_pv_17_ii_3_what_the_house_may_take() -> None:
    def said(region: str) -> dict[str, tuple[list[int], str, str]]:
        cuts = rulebook("holdem", region).cuts
        return {name: ([int(part) for part in cut.percent], cut.of, cut.each) for name, cut in cuts.items()}

    session = ([10, 20], "maximum", "session")
    assert said(EX) == {"bote": ([0, 5], "pot", "interval"), "sesion": ([10, 20], "stack", "session")}
    assert said(GA) == {"bote": ([0, 5], "pot", "hand"), "sesion": session}
    assert said(PV) == {
        "bote": ([0, 5], "pot", "interval"),
        "sesion": session,
        "jugador": ([20, 50], "minimum", "hand"),
    }


@pytest.mark.parametrize(
    ("region", "way", "share", "article"),
    [
        (EX, "bote", "4", ""),
        (EX, "bote", "5.25", "2.2.3.a"),
        (EX, "sesion", "5", "2.2.3.b"),
        (GA, "bote", "0.25", ""),
        (GA, "sesion", "12.5", ""),
        (PV, "bote", "5", ""),
        (PV, "bote", "12", "17.II.3.a"),
        (PV, "sesion", "21", "17.II.3.b"),
        (PV, "jugador", "30", ""),
        (PV, "jugador", "19.75", "17.II.3.c"),
        (PV, "bote", "2.6", ""),
        (PV, "bote", "2.655", "17.II.3.a"),
    ],
)
def test_ex_2_2_3_and_ga_art_18_3_and_pv_17_ii_3_the_house_takes_any_share_within_the_bounds_of_its_way(
    region: str, way: str, share: str, article: str
) -> None:
    rules = rulebook("holdem", region)
    settings = standard(rules, 1000, {"beneficio": way, "porcentaje": share})
    breaches = check_settings(rules, settings)
    assert [(breach.where, breach.article) for breach in breaches] == (
        [("options.porcentaje", article)] if article else []
    )


def test_ga_art_22_3_a_and_pv_17_vi_3_a_the_minimum_is_20_to_40_per_cent_of_the_maximum() -> None:
    for region in (GA, PV):
        rules = rulebook("holdem", region)
        table = standard(rules, 1000)
        for most, legal in ((2499, False), (2500, True), (5000, True), (5001, False)):
            breaches = check_settings(rules, msgspec.structs.replace(table, maximum={**table.maximum, "maximo": most}))
            assert (not breaches) == legal
            assert Fraction(1000, most) <= Fraction(40, 100) or not legal


def test_ex_2_2_7_3_a_the_minimum_is_a_tenth_of_the_first_stack_at_most() -> None:
    rules = rulebook("holdem", EX)
    table = standard(rules, 1000)
    for stack, legal in ((9999, False), (10_000, True), (10**9, True)):
        breaches = check_settings(rules, msgspec.structs.replace(table, maximum={"resto": stack}))
        assert [breach.article for breach in breaches] == ([] if legal else ["2.2.7.3.a§1"])


def test_ex_2_2_5_3_and_ga_art_20_4_and_pv_17_iv_4_how_long_a_player_may_rest() -> None:
    found = {region: rulebook("holdem", region).resting for region in (EX, GA, PV)}
    assert {region: (rule.hands, rule.counted) for region, rule in found.items()} == {
        EX: (2, "seguidas"),
        GA: (2, "seguidas"),
        PV: (3, "partida"),
    }


def test_ex_2_2_7_1_2_with_52_cards_full_stands_above_colour_and_figuras_do_not_count() -> None:
    rules = rulebook("holdem", EX)
    order = ranking(rules, standard(rules)).order
    assert order.index("full") > order.index("color")
    assert "figuras" not in order
    hands = [ranking(rules, standard(rules)).made(hand) for hand in combinations(CARDS, 5)]
    counts = Counter(hand.category for hand in hands if hand)
    # Of eight hearts five make a colour unless they follow one another: 8, 9, 10, J, Q, K, A in four runs of five and
    # the eighth, the two, in none; a royal one among them.
    assert sum(counts.values()) == comb(8, 5)
    assert counts == {"color": comb(8, 5) - 3, "escalera-de-color": 2, "escalera-real": 1}


CARDS = french(52).parse("2h 8h 9h 10h Jh Qh Kh Ah")


def test_every_variant_is_played_with_its_pack() -> None:
    for name, region in HOLDEM:
        rules = rulebook(name, region)
        assert PACK not in rules.options
        assert pack(rules, standard(rules)) == french(52)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("common = 3", "common = 2", "they deal the cards"),
        ('amount = "1:2"', 'amount = "half"', "not a payment ratio"),
        ('remedy = "sin-subidas"', 'remedy = "vender"', "among anular"),
        ("[calls.flop]", "[calls.flopp]", "calls.flop: missing"),
    ],
)
def test_a_variant_edited_wrongly_is_refused(old: str, new: str, reason: str) -> None:
    toml = path_of("holdem", EX).read_text(encoding="utf-8")
    assert old in toml
    with pytest.raises(RulebookError, match=reason):
        parse(Rules, toml.replace(old, new, 1), "extremadura/holdem.toml", EX)


@pytest.mark.parametrize(
    ("way", "share", "article"),
    [
        ("bote", "5.01", "17.II.3.a"),
        ("bote", "60", "17.II.3.a"),
        ("sesion", "9.99", "17.II.3.b"),
        ("sesion", "60", "17.II.3.b"),
        ("jugador", "19.99", "17.II.3.c"),
        ("jugador", "50.01", "17.II.3.c"),
    ],
)
def test_pv_17_ii_3_a_share_that_may_not_be_taken_is_one_by_the_way_it_is_taken(
    way: str, share: str, article: str
) -> None:
    rules = rulebook("holdem", PV)
    (breach,) = check_settings(rules, standard(rules, options={"beneficio": way, "porcentaje": share}))
    assert (breach.where, breach.article) == ("options.porcentaje", article)


@pytest.mark.parametrize(("way", "breaches"), [("bote", 0), ("sesion", 1), ("jugador", 1)])
def test_pv_17_ii_3_a_its_part_of_a_pot_alone_is_bounded(way: str, breaches: int) -> None:
    """What a session or a hand costs stands in other letters, which bound nothing."""
    settings = standard(rulebook("holdem", PV), options={"beneficio": way, "tope": "2", "porcentaje": "minimo"})
    found = check_settings(rulebook("holdem", PV), settings)
    assert [(breach.where, breach.article) for breach in found] == [("options.tope", "17.II.3.a")] * breaches
    assert {row.cut for row in takes(rulebook("holdem", PV), {"tope": "2"})} == {"bote"}
    if breaches:
        with pytest.raises(TapeteError, match="'tope' counts only where the house takes its part otherwise"):
            takes(rulebook("holdem", PV), {"tope": "2", "beneficio": way})
        with pytest.raises(TapeteError, match="'tope=2' counts only with 'beneficio=bote'"):
            game("holdem").ruled(PV, {"tope": "2", "beneficio": way})


def test_what_counts_only_beside_another_choice_names_one_that_there_is() -> None:
    found = 0
    for known in games():
        for region in known.regions:
            options = getattr(known.rules(region), "options", {})
            for name, option in options.items():
                for other, value in option.beside.items():
                    assert other != name and options[other].takes(value)
                    found += 1
    assert found


@pytest.mark.parametrize(
    ("fixed", "allowed"), [("0", False), ("0.50", True), ("50", True), ("100", True), ("101", False)]
)
def test_ex_2_2_7_3_a_2_the_house_fixes_refills_that_are_at_least_no_more_than_the_first_stack(
    fixed: str, allowed: bool
) -> None:
    given = {"game": "seven-stud", "region": EX, "minimum": "10", "chip": "0.50"}
    file = TableFile.model_validate({**given, "maximum": {"resto": "100", "reposicion": fixed}})
    found = [(breach.where, breach.article) for breach in check(file) if not breach.where.startswith("staff")]
    assert found == ([] if allowed else [("maximum.reposicion", "2.2.7.3.a§2")])
    if allowed:
        bounds = game("seven-stud").refill(file.rules, file.settings(), 3000)
        assert bounds == (euros(fixed), 10_000, 50)


def test_ex_2_2_7_3_a_2_where_the_house_fixes_no_refill_any_chips_up_to_the_first_stack_are_one() -> None:
    rules = rulebook("seven-stud", EX)
    settings = standard(rules, 1000)
    assert game("seven-stud").refill(rules, settings, 0) == (50, 10_000, 50)
    changed = at_minimum(rules, msgspec.structs.replace(settings, maximum={"resto": 10_000, "reposicion": 8000}), 500)
    assert changed.maximum == {"resto": 5000, "reposicion": 5000}
    assert check_settings(rules, changed) == []
