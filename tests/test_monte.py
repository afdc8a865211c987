"""Monte, article by article. Expected values come from the text and from counting by hand, not from the code."""

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import factorial, perm
from typing import Any

import pytest

from tapete.cards.card import PACKS, SPANISH, Pack
from tapete.cards.composition import Composition
from tapete.engine.places import stakes
from tapete.engine.requests import Act, Deal, Move
from tapete.engine.round import Round
from tapete.engine.session import Session
from tapete.engine.settings import Settings, standard
from tapete.engine.window import Option
from tapete.errors import IllegalAction, TapeteError, UnknownError
from tapete.games import game
from tapete.games.monte.kernel import coup
from tapete.games.monte.odds import Laid, layouts, on_layout
from tapete.games.monte.rules import LAYOUTS, Rules, phase
from tapete.games.monte.settle import layout_class
from tapete.law.loading import RulebookError, path_of
from tapete.law.loading import parse as parse_rules
from tapete.odds.prices import cheapest
from tapete.sim.run import simulate
from tests.helpers import close, edited, sit, stake, total
from tests.staffing import breaches, staff_is

pytestmark = pytest.mark.xdist_group("monte")  # what is worked out for one of them serves the others

EX = "extremadura"
# The text's examples play with these values: 5 beside 2, 4 below the 5, 3 below the 2. All are laid out in oros, so
# that copas are their camos, espadas their viudos and bastos their antis.
PLAIN = "5o 2o 4o 3o"
DOUBLED = "5o 2o 5e 4o 3o"
TWO_DOUBLED = "5o 2o 5e 2e 4o 3o"
TRIPLED = "5o 2o 5e 5c 4o 3o"
TRIPLED_AND_DOUBLED = "5o 2o 5e 5c 2e 4o 3o"
TWO_TRIPLED = "5o 2o 5e 5c 2e 2c 4o 3o"
THIRD_DOUBLED = "5o 2o 4o 4e 3o"


def monte(choices: dict[str, str] | None = None, **options: str) -> Session:
    rules = game("monte").rules(EX, choices)
    return sit("monte", EX, choices=choices, options={**standard(rules).options, **options})


def lay(session: Session, cards: str) -> Round:
    """A deal begun: the pack is cut and these cards come first."""
    table = session.open()
    table.act("croupier", Act("choose", "cortar"))
    return fall(table, cards)


def fall(table: Round, cards: str) -> Round:
    for card in cards.split():
        table.fell(card)
    return table


def won(cards: str, spot: str, fell: str, session: Session | None = None) -> int:
    """What Ana has more, in cents, after ten euros on a spot of Primeras and these cards."""
    table = lay(session or monte(), cards)
    stake(table, "ana", spot, "10")
    close(table)
    fall(table, fell)
    assert not any(True for _ in stakes(table.places)), "not decided yet"
    return table.places["chips/ana"] - 100_000


def seconds(cards: str, fell: str, session: Session | None = None) -> Round:
    """Segundas begun: Primeras without stakes, ended by the last of these cards."""
    table = lay(session or monte(), cards)
    close(table)
    return fall(table, fell)


def does(cards: str, spot: str, card: str, choices: dict[str, str] | None = None) -> str:
    """What a card that is not the first to come does to a bet on Primeras."""
    table = lay(monte(choices), cards)
    stake(table, "ana", spot, "10")
    close(table)
    fall(table, f"7o {card}")
    if any(True for _ in stakes(table.places)):
        return "stays"
    return {0: "returns", -1000: "loses"}.get(table.places["chips/ana"] - 100_000, "wins")


def does_each(cards: str, spot: str, **expected: str) -> None:
    """`expected` says what some cards do: `stays="2c 4c"`."""
    for what, some in expected.items():
        for card in some.split():
            assert does(cards, spot, card) == what, (cards, spot, card)


# Packs and staff


def test_ex_1_8_2_1_forty_spanish_cards_in_two_packs_dealt_by_turns() -> None:
    rules = game("monte").rules(EX)
    assert rules.equipment.cards.backs == 2
    assert len(SPANISH) == 40
    session = monte()
    for colour in ("roja", "azul", "roja"):
        table = seconds(PLAIN, "5c", session)
        assert table.said()[0] == f"Baraja {colour}."
        close(table)
        fall(table, "4c")
        assert table.finished
    # A card seen in one pack comes again in the next deal: every pack is whole.
    assert "5o" in lay(session, "5o").cards["primera"]


def test_ex_1_8_3_staff_and_1_8_4_players_may_stand() -> None:
    counted = "1 inspector, 1 crupier-tirador, 1 crupier-pagador, 0-1 ayudante-mezclador"
    staff_is("monte", EX, "mesa", "1.8.3", counted)
    assert breaches({"game": "monte", "region": EX, "minimum": 5, "standing": True}) == []


def test_ex_1_8_6_2_maxima() -> None:
    """In minimums: Cartas 300, Vista Hermosa 10, camo, anti and viudo 30 and then 60, Salto 100."""
    session = monte()
    table = lay(session, PLAIN)
    pending: Any = table.pending

    def most(spot: str) -> int:
        found = pending.option("ana", "stake", spot)
        assert isinstance(found, Option)
        assert found.amounts is not None
        return found.amounts.hi // 500

    table.places["chips/ana"] = 10_000_000
    assert [most(spot) for spot in ("cartas:1-2", "cartas:12-34", "vista-hermosa:1")] == [300, 300, 10]
    assert [most(spot) for spot in ("camo:1", "anti:2", "viudo:3", "salto:4")] == [30, 30, 30, 100]
    table.places["chips/ana"] = 100_000
    close(table)
    fall(table, "5c")
    pending = table.pending
    table.places["chips/ana"] = 10_000_000
    assert [most(spot) for spot in ("camo-segundas:3", "viudo-segundas:4", "cartas-segundas:4-3")] == [60, 60, 300]


# The bets


@pytest.mark.parametrize(("laid", "camo", "viudo", "anti"), ["oceb", "cebo", "eboc", "boce"])
def test_ex_1_8_6_1_a_the_suits_follow_one_another_in_a_circle(laid: str, camo: str, viudo: str, anti: str) -> None:
    cards = f"5{laid} 2o 4o 3o"
    for bet, suit in (("camo", camo), ("viudo", viudo), ("anti", anti)):
        assert won(cards, f"{bet}:1", f"7o 5{suit}") == 11_000
        for other in {camo, viudo, anti} - {suit}:
            assert won(cards, f"{bet}:1", f"7o 5{other}") == -1000


def test_ex_1_8_6_1_a_a_vista_hermosa_pays_32_on_the_first_card_only() -> None:
    assert won(PLAIN, "vista-hermosa:1", "5c") == 32_000
    for first in ("5e", "5b", "2c", "7o"):
        assert won(PLAIN, "vista-hermosa:1", first) == -1000
    table = lay(monte(), PLAIN)
    stake(table, "ana", "vista-hermosa:1", "10")
    close(table)
    fall(table, "7o")
    assert table.places["chips/ana"] == 99_000
    assert table.pending is not None
    assert table.pending.label == "card:descubiertas"


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        (DOUBLED, 1),
        (TWO_DOUBLED, 2),
        (TRIPLED, 2),
        (TRIPLED_AND_DOUBLED, 3),
        (TWO_TRIPLED, 4),
        (THIRD_DOUBLED, 1),
        ("7o 7c 5o 2o 4o 3o", 2),
        ("7o 7c 6o 6c 5o 2o 4o 3o", 4),
        ("7o 7c 5o 2o 5e 4o 3o", 3),
    ],
)
def test_ex_1_8_6_4_a_c_a_point_off_vista_hermosa_for_each_doubled_tripled_or_burnt_card(
    cards: str, points: int
) -> None:
    assert won(cards, "vista-hermosa:4", "3c") == 1000 * (32 - points)


@pytest.mark.parametrize(
    ("cards", "points", "printed"),
    [
        (PLAIN, 0, 0),
        (DOUBLED, 1, 1),
        (TWO_DOUBLED, 2, 2),
        (TRIPLED, 2, 1),
        (TRIPLED_AND_DOUBLED, 3, 2),
        (TWO_TRIPLED, 4, 2),
        ("7o 7c 5o 2o 4o 3o", 0, 0),
    ],
)
def test_ex_1_8_6_1_a_1_a_point_off_camo_anti_and_viudo_for_each_doubled_card(
    cards: str, points: int, printed: int
) -> None:
    """Cards that were burnt take no point off; read to the letter, a tripled card counts as one doubled card."""
    for bet, card in (("camo", "3c"), ("viudo", "3e"), ("anti", "3b")):
        assert won(cards, f"{bet}:4", f"6o {card}") == 1000 * (11 - points)
        letter = monte({f"bets.{bet}": "printed"})
        assert won(cards, f"{bet}:4", f"6o {card}", letter) == 1000 * (11 - printed)


def test_ex_1_8_6_1_a_2_five_times_in_segundas_whatever_is_doubled() -> None:
    for choices, gain in (({}, 5000), ({"bets.camo-segundas": "likely"}, 4000)):
        table = seconds(DOUBLED, "7o 4b", monte(choices))
        stake(table, "ana", "camo-segundas:2", "10")
        close(table)
        fall(table, "6o 2c")
        assert table.places["chips/ana"] == 100_000 + gain


def test_ex_1_8_6_1_a_2_likely_counts_the_doubled_cards_still_in_play_only() -> None:
    table = seconds(DOUBLED, "7o 5b", monte({"bets.camo-segundas": "likely"}))
    stake(table, "ana", "camo-segundas:3", "10")
    close(table)
    fall(table, "6o 4c")
    assert table.places["chips/ana"] == 105_000


def test_ex_1_8_6_1_a_e_salto_pays_three_for_any_suit_and_is_bet_in_primeras_only() -> None:
    for card in ("4c", "4e", "4b"):
        assert won(PLAIN, "salto:3", f"7o {card}") == 3000
    for card in ("5c", "2e", "3b"):
        assert won(PLAIN, "salto:3", f"7o {card}") == -1000
    table = seconds(PLAIN, "5c")
    with pytest.raises(IllegalAction, match="Primeras") as found:
        stake(table, "ana", "salto:3", "10")
    assert found.value.article == "1.8.6.1.A.e"


def test_ex_1_8_6_1_b_cards_against_cards_pay_at_par() -> None:
    for side, other in (("1", "2"), ("3", "4"), ("1", "3"), ("2", "4")):
        for mine, theirs in ((side, other), (other, side)):
            values = dict(zip("1234", "5243", strict=True))
            assert won(PLAIN, f"cartas:{mine}-{theirs}", f"7o {values[mine]}b") == 1000
            assert won(PLAIN, f"cartas:{mine}-{theirs}", f"7o {values[theirs]}c") == -1000
    for pair in ("12-34", "34-12", "13-24", "24-13", "14-23", "23-14"):
        for place, value in zip("1234", "5243", strict=True):
            gain = 1000 if place in pair.split("-")[0] else -1000
            assert won(PLAIN, f"cartas:{pair}", f"7o {value}e") == gain


def test_ex_1_8_6_1_b_one_card_against_one_goes_back_when_a_third_value_decides() -> None:
    assert does(PLAIN, "cartas:1-2", "4c") == "returns"
    assert does(PLAIN, "cartas:4-2", "5b") == "returns"


def test_ex_1_8_6_1_b_single_cards_play_across_or_down_never_as_diagonals() -> None:
    table = lay(monte(), PLAIN)
    for spot in ("cartas:1-4", "cartas:3-2", "cartas:1-34"):
        with pytest.raises(IllegalAction, match="bet"):
            stake(table, "ana", spot, "10")


# The deduction


def test_ex_1_8_5_2_ten_per_cent_of_the_gain_when_the_first_card_matches() -> None:
    """Ten euros: camo 110 less 11, Salto 30 less 3, Cartas 10 less 1; Vista Hermosa whole, and nothing later."""
    assert won(PLAIN, "camo:1", "5c") == 9900
    assert won(PLAIN, "salto:1", "5c") == 2700
    assert won(PLAIN, "cartas:1-2", "5c") == 900
    assert won(PLAIN, "cartas:12-34", "5c") == 900
    assert won(PLAIN, "vista-hermosa:1", "5c") == 32_000
    assert won(PLAIN, "cartas:3-4", "5c") == 0
    assert won(PLAIN, "camo:1", "7o 5c") == 11_000


@pytest.mark.parametrize(
    ("base", "camo", "cartas"), [("ganancia", 9900, 900), ("apuesta", 10900, 900), ("ambas", 9800, 800)]
)
def test_ex_1_8_5_2_the_house_says_of_what(base: str, camo: int, cartas: int) -> None:
    """Of the gain: 11 and 1; of the stake: 1 and 1; of both: 12 and 2."""
    session = monte(deduccion=base)
    assert won(PLAIN, "camo:1", "5c", session) == camo
    assert won(PLAIN, "cartas:1-2", "5c", monte(deduccion=base)) == cartas


def test_ex_1_8_5_2_also_in_segundas_and_cited() -> None:
    table = seconds(PLAIN, "7o 5c")
    stake(table, "ana", "camo-segundas:3", "10")
    stake(table, "luis", "cartas-segundas:3-4", "10")
    close(table)
    fall(table, "4c")
    assert table.places["chips/ana"] == 100_000 + 4500
    assert table.places["chips/luis"] == 100_000 + 900
    paid = [move for move in table.log if isinstance(move, Move) and move.src == "bank"]
    assert {move.article for move in paid} == {"1.8.5.2"}
    assert table.said()[-1] == "Al primer naipe: se deduce el 10 %."


def test_ex_1_8_5_2_a_match_annulled_for_a_bet_is_not_the_first_card_that_wins_it() -> None:
    table = lay(monte(), DOUBLED)
    stake(table, "ana", "cartas:2-1", "10")
    stake(table, "luis", "camo:2", "10")
    close(table)
    fall(table, "2c")
    assert table.places["chips/luis"] == 100_000 + 9000  # ten times, less a tenth
    assert table.places["felt/ana/cartas:2-1"] == 1000
    fall(table, "2b")
    assert table.places["chips/ana"] == 101_000


def test_a_fraction_of_a_cent_stays_with_the_house_and_is_noted() -> None:
    """At 0.05 a tenth of an even gain is half a cent."""
    session = sit("monte", EX, minimum=5)
    table = lay(session, PLAIN)
    stake(table, "ana", "cartas:1-2", "0.05")
    close(table)
    fall(table, "5c")
    assert table.places["chips/ana"] == 100_004
    paid = [move for move in table.log if isinstance(move, Move) and move.src == "bank"]
    assert [(move.cents, Fraction(move.rest)) for move in paid] == [(4, Fraction(1, 2))]


# The course of the game


def test_ex_1_8_6_3_cards_and_calls_in_their_order() -> None:
    table = lay(monte(), PLAIN)
    assert table.said() == [
        "Baraja roja.",
        "Primera carta.",
        "Segunda carta.",
        "Tercera carta.",
        "Cuarta carta.",
        "Hagan juego.",
    ]
    assert {place: cards for place, cards in table.cards.items() if cards} == {
        "primera": ["5o"],
        "segunda": ["2o"],
        "tercera": ["4o"],
        "cuarta": ["3o"],
    }
    close(table)
    fall(table, "7o 2e")
    assert table.said()[6:] == [
        "No va más.",
        "2 de espadas, viudo de la segunda: gana la segunda.",
        "Segundas: tercera contra cuarta.",
        "Hagan juego.",
    ]
    assert table.cards["retiradas"] == ["5o", "2o"]
    close(table)
    fall(table, "5c 3c")
    assert table.finished
    assert table.said()[-1] == "3 de copas, camo de la cuarta: gana la cuarta."


def test_ex_1_8_6_3_2_nothing_is_dealt_before_the_cut() -> None:
    table = monte().open()
    assert table.pending is not None
    assert (table.pending.label, table.pending.article) == ("choose:croupier:corte", "1.8.6.3§2")
    with pytest.raises(IllegalAction):
        table.fell("5o")


@pytest.mark.parametrize(
    ("laid", "article"),
    [("5o", "1.8.6.3§3"), ("5o 5c", "1.8.6.4.A.a"), ("5o 6o 5c", "1.8.6.4.A.b"), ("5o 5c 6o", "1.8.6.3§3")],
)
def test_ex_1_8_6_4_a_what_comes_instead_of_equal_cards_is_uncovered_by_their_rule(laid: str, article: str) -> None:
    table = lay(monte(), laid)
    assert table.pending is not None and table.pending.article == article


def test_ex_1_8_6_3_5_losers_are_taken_before_winners_are_paid_and_the_stake_goes_back() -> None:
    table = lay(monte(), PLAIN)
    stake(table, "ana", "camo:1", "10")
    stake(table, "luis", "camo:2", "10")
    stake(table, "ana", "salto:1", "10")
    close(table)
    fall(table, "7o 5c")
    moves = [(m.src, m.dst, m.cents) for m in table.log if isinstance(m, Move)][3:]
    assert moves[0] == ("felt/luis/camo:2", "bank", 1000)
    assert [move for move in moves if move[0] != "cage"][1:] == [
        ("bank", "chips/ana", 11_000),
        ("felt/ana/camo:1", "chips/ana", 1000),
        ("bank", "chips/ana", 3000),
        ("felt/ana/salto:1", "chips/ana", 1000),
    ]
    assert total(table) == 200_000


@pytest.mark.parametrize(
    ("last", "row", "away"), [("5b", "34", "12"), ("2b", "34", "12"), ("4b", "12", "34"), ("3b", "12", "34")]
)
def test_ex_1_8_6_3_6_segundas_are_played_with_the_row_that_is_left(last: str, row: str, away: str) -> None:
    table = seconds(PLAIN, last)
    for place in row:
        stake(table, "ana", f"anti-segundas:{place}", "10")
    stake(table, "ana", f"cartas-segundas:{row[0]}-{row[1]}", "10")
    for spot in (f"anti-segundas:{away[0]}", f"cartas-segundas:{away[1]}-{away[0]}"):
        with pytest.raises(IllegalAction, match="no longer") as found:
            stake(table, "ana", spot, "10")
        assert found.value.article == "1.8.6.3§6"
    for spot in (f"camo:{row[0]}", f"vista-hermosa:{row[0]}", "cartas:1-2"):
        with pytest.raises(IllegalAction, match="Primeras"):
            stake(table, "ana", spot, "10")
    close(table)
    # Values of the row that is gone decide nothing any more.
    fall(table, {"12": "5e", "34": "4e"}[away])
    assert table.places[f"felt/ana/cartas-segundas:{row[0]}-{row[1]}"] == 1000


def test_segundas_bets_are_closed_in_primeras() -> None:
    table = lay(monte(), PLAIN)
    with pytest.raises(IllegalAction, match="Segundas") as found:
        stake(table, "ana", "camo-segundas:1", "10")
    assert found.value.article == "1.8.6.1.A§2"


def test_segundas_stakes_that_no_card_can_decide_go_back() -> None:
    """Two fours and two threes are burnt; the last of each, its camo, comes while the five is doubled."""
    table = lay(monte(), "4o 4c 3o 3c 5o 2o 5e 4e 3e")
    close(table)
    fall(table, "4b 3b 5c")
    stake(table, "ana", "camo-segundas:3", "10")
    stake(table, "luis", "cartas-segundas:3-4", "10")
    close(table)
    assert table.finished
    assert table.said()[-1] == "Ninguna carta decide ya."
    assert table.places["chips/ana"] == table.places["chips/luis"] == 100_000


# Doubled, tripled and burnt cards


def test_ex_1_8_6_4_a_a_two_equal_first_cards_are_burnt() -> None:
    table = lay(monte(), "7o 7c")
    assert table.cards["quemadas"] == ["7o", "7c"]
    assert table.pending is not None
    assert table.pending.label == "card:primera"
    fall(table, "7e 2o 4o 3o")
    assert table.cards["primera"] == ["7e"]
    assert table.pending.label == "stakes"


@pytest.mark.parametrize(
    ("cards", "piles"),
    [
        (DOUBLED, ["5o 5e", "2o", "4o", "3o"]),
        ("5o 2o 2c 4o 3o", ["5o", "2o 2c", "4o", "3o"]),
        ("5o 2o 4o 5e 3o", ["5o 5e", "2o", "4o", "3o"]),
        (TRIPLED, ["5o 5e 5c", "2o", "4o", "3o"]),
        ("5o 2o 5e 4o 5c 3o", ["5o 5e 5c", "2o", "4o", "3o"]),
        (TRIPLED_AND_DOUBLED, ["5o 5e 5c", "2o 2e", "4o", "3o"]),
        (THIRD_DOUBLED, ["5o", "2o", "4o 4e", "3o"]),
    ],
)
def test_ex_1_8_6_4_a_b_an_equal_third_or_fourth_card_doubles_or_triples(cards: str, piles: list[str]) -> None:
    table = lay(monte(), cards)
    assert [" ".join(table.cards[place]) for place in ("primera", "segunda", "tercera", "cuarta")] == piles
    assert table.pending is not None
    assert table.pending.label == "stakes"


@pytest.mark.parametrize(
    "cards",
    [
        "5o 2o 5e 5c 5b",
        "5o 2o 4o 2c 2e 2b",
        "5o 2o 4o 4c 4e 4b",
        "7o 7c 7e 2o 7b",
        "7o 7c 7e 7b",
        "7o 7c 5o 2o 7e 7b",
    ],
)
def test_ex_1_8_6_4_a_c_all_four_of_a_value_void_the_deal(cards: str) -> None:
    session = monte()
    table = lay(session, cards)
    assert table.finished
    assert table.said()[-1] == "Las cuatro del mismo valor: jugada nula."
    assert table.places["chips/ana"] == 100_000
    assert session.open().said() == ["Baraja azul."]


def test_a_layout_with_three_of_a_burnt_value_is_played() -> None:
    table = lay(monte(), "7o 7c 5o 2o 4o 7e")
    assert table.pending is not None
    assert table.pending.label == "stakes"


def test_ex_1_8_6_4_b_a_and_d_one_doubled_card() -> None:
    """The 5 is doubled. D.1: the 2 against it; D.2: 3 and 4 against 2 and 5; D.3: the 5; D.4: the 5 comes."""
    does_each(DOUBLED, "cartas:2-1", stays="2c", wins="2e 2b", loses="5c 5b", returns="4e 4b 3e 3b")
    does_each(DOUBLED, "cartas:34-12", stays="4c", wins="4e 4b 3c 3e 3b", loses="2c 2e 2b 5c 5b")
    does_each(DOUBLED, "cartas:1-2", stays="2c", loses="2e 2b", wins="5c 5b")
    does_each(DOUBLED, "cartas:1-3", stays="4c", loses="4e 4b", wins="5c 5b")
    does_each(DOUBLED, "cartas:3-1", stays="4c", wins="4e", loses="5c 5b")
    # Left against right, the card facing it loses its camo; bets without the 5 are as ever.
    does_each(DOUBLED, "cartas:13-24", stays="2c", loses="2e 2b 3c 3e 3b", wins="4c 4e 4b 5c 5b")
    does_each(DOUBLED, "cartas:2-4", wins="2c 2e 2b", loses="3c 3e 3b")
    does_each(DOUBLED, "cartas:3-4", wins="4c 4e 4b", loses="3c 3e 3b")


def test_ex_1_8_6_4_b_a_a_doubled_second_or_third_card_does_the_same() -> None:
    second = "2o 5o 5e 3o 4o"
    does_each(second, "cartas:1-2", stays="2c", wins="2e 2b", loses="5c 5b")
    does_each(second, "cartas:34-12", stays="4c", wins="4e 4b 3c 3e 3b")
    does_each(THIRD_DOUBLED, "cartas:3-4", stays="3c", loses="3e 3b", wins="4c 4b")
    does_each(THIRD_DOUBLED, "cartas:1-3", stays="5c", wins="5e 5b", loses="4c 4b")
    does_each(THIRD_DOUBLED, "cartas:12-34", stays="5c", wins="5e 5b 2c 2e 2b", loses="3c 4c")


def test_ex_1_8_6_4_b_b_and_d_two_doubled_cards() -> None:
    """D.1-2: with 5 and 2 against 4 and 3 the camos of 4 and 3 do nothing; D.2-2: the 5 and the 2 decide all."""
    does_each(TWO_DOUBLED, "cartas:12-34", stays="4c 3c", loses="4e 4b 3e 3b", wins="5c 5b 2c 2b")
    does_each(TWO_DOUBLED, "cartas:34-12", stays="4c 3c", wins="4e 4b 3e 3b", loses="5c 5b 2c 2b")
    does_each(TWO_DOUBLED, "cartas:1-2", wins="5c 5b", loses="2c 2b")
    does_each(TWO_DOUBLED, "cartas:2-4", stays="3c", loses="3e 3b", wins="2c 2b")
    # The diagonals are untouched.
    does_each(TWO_DOUBLED, "cartas:14-23", wins="5c 5b 3c 3e 3b", loses="2c 2b 4c 4e 4b")


def test_ex_1_8_6_4_b_c_and_e_a_tripled_card() -> None:
    """E.1: the 2 against the 5 has its anti only; E.2: row against row the camos of 3 and 4 do nothing."""
    does_each(TRIPLED, "cartas:2-1", stays="2c 2e", wins="2b", loses="5b")
    does_each(TRIPLED, "cartas:34-12", stays="4c 3c", wins="4e 4b 3e 3b", loses="2c 2e 2b 5b")
    does_each(TRIPLED, "cartas:3-1", stays="4c", wins="4e 4b", loses="5b")
    does_each(TRIPLED, "cartas:13-24", stays="2c 2e", loses="2b 3c 3e 3b", wins="4c 4e 4b 5b")
    does_each(TRIPLED, "cartas:2-4", wins="2c 2e 2b", loses="3c 3e 3b")


def test_ex_1_8_6_4_b_c_likely_makes_the_tripled_card_even_with_the_one_below() -> None:
    likely = {"annulments.cartas.triplicada": "likely"}
    for card, what in (("4c", "stays"), ("4e", "stays"), ("4b", "wins"), ("5b", "loses")):
        assert does(TRIPLED, "cartas:3-1", card, likely) == what
    for card, what in (("4c", "stays"), ("4e", "stays"), ("4b", "wins"), ("3c", "wins"), ("3e", "wins")):
        assert does(TRIPLED, "cartas:34-12", card, likely) == what


def test_ex_1_8_6_4_b_d_1_and_e_a_tripled_card_and_a_doubled_one() -> None:
    """E.1-2: of the 4 only the anti plays, of the 3 anti and viudo; E.2-2: 5 against 2 goes by the anti."""
    does_each(TRIPLED_AND_DOUBLED, "cartas:34-12", stays="4c 4e 3c", wins="4b 3e 3b", loses="5b 2c 2b")
    does_each(TRIPLED_AND_DOUBLED, "cartas:1-2", stays="2c", loses="2b", wins="5b")
    does_each(TRIPLED_AND_DOUBLED, "cartas:1-3", stays="4c 4e", loses="4b", wins="5b")
    does_each(TRIPLED_AND_DOUBLED, "cartas:2-4", stays="3c", loses="3e 3b", wins="2b 2c")


def test_ex_1_8_6_4_b_d_2_and_e_two_tripled_cards() -> None:
    """E.1-3: 4 and 3 win with the anti only; E.2-3: the 5 or the 2 decide all."""
    does_each(TWO_TRIPLED, "cartas:34-12", stays="4c 4e 3c 3e", wins="4b 3b", loses="5b 2b")
    does_each(TWO_TRIPLED, "cartas:1-2", wins="5b", loses="2b")
    does_each(TWO_TRIPLED, "cartas:1-3", stays="4c 4e", loses="4b", wins="5b")


@pytest.mark.parametrize(("cards", "case"), [(DOUBLED, "doblada"), (TRIPLED, "triplicada")])
def test_ex_1_8_6_4_b_a_and_c_bind_diagonals_unless_they_are_read_as_exempt(cards: str, case: str) -> None:
    exempt = {f"annulments.cartas.{case}": "likely"}
    for card in ("2c", "4c"):
        assert does(cards, "cartas:14-23", card) == "stays"
        assert does(cards, "cartas:14-23", card, exempt) == "loses"
    assert does(cards, "cartas:14-23", "2b") == "loses"
    assert does(cards, "cartas:14-23", "3c") == "wins"


def test_ex_1_8_6_4_c_a_salto_with_a_doubled_card() -> None:
    does_each(DOUBLED, "salto:2", stays="2c 4c 3c", wins="2e 2b", loses="5c 5b 4e 4b 3e 3b")
    does_each(DOUBLED, "salto:1", stays="2c 4c 3c", wins="5c 5b", loses="2e 2b 4e 4b 3e 3b")
    does_each(TWO_DOUBLED, "salto:4", stays="4c 3c", wins="3e 3b", loses="5c 5b 2c 2b 4e 4b")


def test_ex_1_8_6_4_c_b_salto_with_a_tripled_card() -> None:
    does_each(TRIPLED, "salto:3", stays="2c 2e 4c 4e 3c 3e", wins="4b", loses="5b 2b 3b")
    does_each(TRIPLED_AND_DOUBLED, "salto:2", stays="2c 4c 4e 3c 3e", wins="2b", loses="5b 4b 3b")


def test_direct_bets_are_not_annulled() -> None:
    """4.B binds Cartas and 4.C the Salto: a doubled card's camo wins for those who bet on it."""
    does_each(DOUBLED, "camo:2", wins="2c", loses="2e 2b 5c 4c 3c")
    does_each(TRIPLED, "viudo:3", wins="4e", loses="4c 4b 5b 2c")


def test_an_annulled_match_ends_nothing() -> None:
    table = lay(monte(), DOUBLED)
    stake(table, "ana", "salto:1", "10")
    close(table)
    fall(table, "7o 4c")
    assert table.said()[-1] == "4 de copas, camo de la tercera: anulada. Sigue el juego."
    assert table.pending is not None
    assert table.pending.label == "card:descubiertas"
    fall(table, "3e")
    assert table.places["chips/ana"] == 99_000
    assert "Segundas: primera contra segunda." in table.said()


def test_ex_1_8_6_4_b_also_binds_cards_in_segundas() -> None:
    table = seconds(DOUBLED, "4b")
    stake(table, "ana", "cartas-segundas:2-1", "10")
    stake(table, "luis", "anti-segundas:2", "10")
    close(table)
    fall(table, "7o 2c")
    assert table.places["felt/ana/cartas-segundas:2-1"] == 1000
    assert table.places["chips/luis"] == 99_000
    fall(table, "2b")
    assert table.places["chips/ana"] == 101_000
    assert table.finished


@pytest.mark.parametrize("piled", [(1, 0, 0, 0), (1, 1, 0, 0), (2, 0, 0, 0), (2, 2, 0, 0), (0, 0, 1, 0), (2, 0, 0, 0)])
def test_the_annulments_make_salto_and_row_against_row_even(piled: tuple[int, ...]) -> None:
    """What the rules are for: as many cards win as lose, when each pile lacks its camo, or camo and viudo."""
    left = sum(
        1 << 3 * place + combination
        for place, height in enumerate(piled)
        for combination in range(3)
        if combination >= height
    )
    races = phase(game("monte").rules(EX), piled).races
    counts = {spot: [(cards & left).bit_count() for cards in race] for spot, race in races.items()}
    for place in "1234":
        wins, loses, _ = counts[f"salto:{place}"]
        assert loses == 3 * wins
    for spot in ("cartas:12-34", "cartas:13-24", "cartas:1-2"):
        assert counts[spot][0] == counts[spot][1]


# The rulebook


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("packs = 1", "packs = 2", "one pack is in play"),
        ('colours = ["roja", "azul"]', 'colours = ["roja"]', "every back"),
        ('["oros", "copas", "espadas", "bastos"]', '["copas", "oros", "espadas", "bastos"]', "order"),
        ('spares = ["vista-hermosa"]', 'spares = ["vista"]', "there is no bet 'vista'"),
        ('values = ["ganancia", "apuesta", "ambas"]', 'values = ["ganancia", "todo"]', "bases"),
        ('"1-2", "2-1", "3-4", "4-3",\n', '"1-5",\n', "no places"),
        ('"12-34", "34-12"', '"12-23"', "no spot"),
        ('spots = ["1-2", "2-1", "3-4", "4-3"]', 'spots = ["1-3"]', "no row"),
        ("[annulments.cartas.dos-dobladas]", "[annulments.cartas.dos]", "the cases are"),
        ("[annulments.salto.triplicada]", "[annulments.salto.triple]", "the cases are"),
        ('cancels = ["camo", "viudo"]', 'cancels = ["camo"]', "does not annul in a Salto"),
        ('limit = "salto"', 'limit = "saltos"', "there is no limit"),
    ],
)
def test_a_rulebook_that_cannot_be_is_refused(old: str, new: str, reason: str) -> None:
    with pytest.raises(RulebookError, match=reason):
        edited("monte", EX, (old, new))


# The odds


def rows(layout: str = "", base: str = "ganancia") -> dict[str, Any]:
    """The figures of every spot, those of rows that stand for several included."""
    found = {}
    for row in game("monte").odds(game("monte").rules(EX)):
        if row.setting.get("layout", "") == layout and row.setting.get("deduccion", base) == base:
            bet, _, on = row.bet.partition(":")
            others = row.note.removeprefix("the same on ").split(", ") if row.note else []
            found.update({f"{bet}:{place}": row.figures for place in (on, *others)})
    return found


def test_odds_of_four_different_cards_by_hand() -> None:
    """36 cards are left and 12 match. Every bet is fair but for a tenth of the gain when the first card wins it.

    So a camo costs 1/36 of 11/10, a Salto 3/36 of 3/10, Cartas 3/36 or 6/36 of 1/10; Vista Hermosa 1 - 33/36. In
    Segundas the next card wins a camo in 1 of 33 cases: some place is next after the first of twelve, and one of the
    eleven others lies there in 11 of 12 times 12 of 36.
    """
    found = rows("distintas")
    for place in "1234":
        assert found[f"vista-hermosa:{place}"].edge == Fraction(1, 12)
        assert found[f"salto:{place}"].edge == Fraction(3, 36) * Fraction(3, 10)
        for bet in ("camo", "anti", "viudo"):
            assert found[f"{bet}:{place}"].edge == Fraction(1, 36) * Fraction(11, 10)
            assert found[f"{bet}:{place}"].win == Fraction(1, 12)
            assert found[f"{bet}-segundas:{place}"].edge == Fraction(12, 36 * 11) * Fraction(5, 10)
            assert found[f"{bet}-segundas:{place}"].win == Fraction(1, 6)
    for spot in ("1-2", "3-1", "4-2", "3-4"):
        assert found[f"cartas:{spot}"].edge == Fraction(3, 36) * Fraction(1, 10)
        assert found[f"cartas:{spot}"].push == Fraction(1, 2)
    for spot in ("12-34", "24-13", "14-23"):
        assert found[f"cartas:{spot}"].edge == Fraction(6, 36) * Fraction(1, 10)
    assert found["cartas-segundas:4-3"].edge == Fraction(3 * 12, 36 * 11) * Fraction(1, 10)


def test_odds_by_the_base_of_the_deduction() -> None:
    """A tenth of the gain, of the stake, of both: on the same layout the costs are as 11, 1 and 12."""
    rules = game("monte").rules(EX)
    cards = SPANISH.parse(PLAIN)
    for base, tenths in (("ganancia", 11), ("apuesta", 1), ("ambas", 12)):
        assert on_layout(rules, cards, base)["camo:2"].edge == Fraction(1, 36) * Fraction(tenths, 10)
        assert on_layout(rules, cards, base)["vista-hermosa:2"].edge == Fraction(1, 12)
    found = {base: rows(base=base)["salto:3"].edge for base in ("ganancia", "apuesta", "ambas")}
    # A third of what the gain loses is what the stake loses, three to one.
    whole = found["ganancia"] - (found["ambas"] - found["apuesta"])
    assert found["ganancia"] - whole == 3 * (found["apuesta"] - whole)
    assert whole == 1 - 4 * rows()["salto:3"].win


@pytest.mark.parametrize("cards", [PLAIN, DOUBLED, TWO_TRIPLED, THIRD_DOUBLED, "7o 7c 5o 2o 4o 3o"])
def test_hints_go_by_the_cards_that_lie_there(cards: str) -> None:
    """At a doubled card one diagonal is worth 9.68 % to the player, five against four, and the other costs 12.25 %.

    Where diagonals are exempt one costs 10.52 % and the other is worth 7.38 % to the player: five against six.
    """
    exempt = {"annulments.cartas.doblada": "likely"}
    for choices, costs in ((None, (-0.0968, 0.1225)), (exempt, (0.1052, -0.0738))):
        session = monte(choices)
        view = lay(session, cards).view("ana")
        exact = on_layout(session.rules, SPANISH.parse(cards))  # type: ignore[arg-type]
        found = {row.bet: row.figures for row in game("monte").odds_now(session.rules, view)}
        assert found == {spot: figures for spot, figures in exact.items() if spot in found}
        assert found.keys() == {item.on for item in view.open if item.do == "stake"}
        if cards == DOUBLED:
            both = {bet: round(float(found[bet].edge), 4) for bet in ("cartas:14-23", "cartas:23-14")}
            assert tuple(both.values()) == costs
            cheap = [row.bet for row in cheapest(game("monte"), session.rules, view, 1)]
            assert cheap == [min(both, key=both.__getitem__)]


def test_hints_in_segundas_go_by_the_cards_left_of_the_row_that_is_left() -> None:
    """Of the 5, doubled, two are left, of the 2 three: five of 34 cards match, and the viudo of the 5 lies on it."""
    table = seconds(DOUBLED, "4e")
    view = table.view("ana")
    found = {row.bet: row.figures for row in game("monte").odds_now(table.rules, view)}
    assert found.keys() == {item.on for item in view.open if item.do == "stake"}
    assert found["camo-segundas:2"].edge == 1 - 6 * Fraction(1, 5) + Fraction(5, 10) * Fraction(1, 34)
    assert found["viudo-segundas:1"].edge == 1
    assert found["cartas-segundas:1-2"].win == Fraction(1, 2)


def test_odds_on_a_doubled_card_by_hand() -> None:
    """35 cards are left, 11 match: a camo pays 10 and costs 1/35 of 10/10; the one under the pile cannot win.

    The viudo of the 5 lies on it. Salto: two of eight decide. 2 against 5: two and two, or 4 of the other rows.
    """
    found = on_layout(game("monte").rules(EX), SPANISH.parse(DOUBLED))
    assert found["camo:2"].edge == Fraction(1, 35)
    assert found["viudo:1"].edge == 1
    assert found["vista-hermosa:3"].edge == 1 - Fraction(32, 35)
    for place in "1234":
        assert found[f"salto:{place}"].edge == Fraction(2, 35) * Fraction(3, 10)
        assert found[f"salto:{place}"].win == Fraction(1, 4)
    assert found["cartas:2-1"].edge == Fraction(2, 35) * Fraction(1, 10)
    assert found["cartas:2-1"].push == Fraction(4, 8)
    assert found["cartas:34-12"].edge == Fraction(5, 35) * Fraction(1, 10)
    # The diagonals are uneven: five against four, and five against six where they are exempt.
    assert found["cartas:14-23"].edge == 1 - 2 * Fraction(5, 9) + Fraction(5, 35) * Fraction(1, 10)
    assert found["cartas:23-14"].edge == 1 - 2 * Fraction(4, 9) + Fraction(4, 35) * Fraction(1, 10)
    exempt = on_layout(game("monte").rules(EX, {"annulments.cartas.doblada": "likely"}), SPANISH.parse(DOUBLED))
    assert exempt["cartas:14-23"].edge == 1 - 2 * Fraction(5, 11) + Fraction(5, 35) * Fraction(1, 10)
    assert exempt["cartas:23-14"].edge == 1 - 2 * Fraction(6, 11) + Fraction(6, 35) * Fraction(1, 10)


def test_odds_on_cards_that_lay_out_nothing_are_refused() -> None:
    rules = game("monte").rules(EX)
    for cards in ("5o 2o 4o", "5o 2o 5e 5c 5b 4o 3o", "5o 5c 2o 2c"):
        with pytest.raises(TapeteError, match="lay out no four values"):
            on_layout(rules, SPANISH.parse(cards))


def test_a_class_is_a_mean_of_its_layouts_and_all_classes_make_the_whole() -> None:
    weights: Counter[str] = Counter()
    for laid, weight in layouts(Composition.full(1, SPANISH), 4).items():
        weights[LAYOUTS[layout_class(laid.piled, laid.burnt)]] += weight
    whole = sum(weights.values())
    # First two different, then a third and a fourth value at once.
    straight = Fraction(36 * 32 * 28, 39 * 38 * 37)
    assert Fraction(weights["distintas"], 81 * factorial(40)) == straight
    parts = {name: rows(name) for name in LAYOUTS}
    for spot, figures in rows().items():
        if "segundas" not in spot:
            mean = sum(Fraction(weights[name], whole) * parts[name][spot].edge for name in LAYOUTS)
            assert mean == figures.edge, spot


def test_rows_are_one_for_each_spot_base_and_class() -> None:
    rules = game("monte").rules(EX)
    found = game("monte").odds(rules)
    spots = set(game("monte").layout(rules, standard(rules)))
    assert {row.bet for row in found} == spots
    assert len(spots) == 50
    assert len([row for row in found if "layout" not in row.setting]) == 46 * 3 + 4
    # On four different cards the places of a bet are alike, and Cartas are one against one or two against two.
    assert len([row for row in found if row.setting.get("layout") == "distintas"]) == 9 + 2
    for name in LAYOUTS:
        assert rows(name).keys() == spots
    assert all(row.figures.win + row.figures.push + row.figures.lose == 1 for row in found)


def shown(whole: int) -> dict[Laid, Fraction]:
    """Every layout with its chance, dealt card by card. Written apart from the code's own counting.

    Sets of cards are bits, four to a value. Values of which no card has gone are alike: one card stands for theirs.
    """
    found: dict[Laid, Fraction] = {}
    # The cards laid out, those put on them, how many were burnt, what is left; with a weight among all orders.
    ahead: dict[tuple[tuple[int, ...], int, int, int], int] = {((), 0, 0, whole): 1}
    for dealt in range(whole.bit_count() + 1):
        after: Counter[tuple[tuple[int, ...], int, int, int]] = Counter()
        orders = perm(whole.bit_count(), dealt)
        for (laid, above, burnt, left), weight in ahead.items():
            if len(laid) == 4:
                found_end(found, laid, above, burnt, left, Fraction(weight, orders))
                continue
            fresh = [value for value in range(5) if left >> 4 * value & 15 == 15]
            for card in [
                card for card in range(20) if left >> card & 1 and (card // 4 not in fresh or card == 4 * fresh[0])
            ]:
                rest = left & ~(1 << card)
                if (whole & ~rest) >> card // 4 * 4 & 15 == 15:
                    continue
                times = 4 * len(fresh) if card // 4 in fresh else 1
                if all(card // 4 != under // 4 for under in laid):
                    after[(*laid, card), above, burnt, rest] += weight * times
                elif len(laid) > 1:
                    after[laid, above | 1 << card, burnt, rest] += weight * times
                else:
                    after[(), above, burnt + 2, rest] += weight * times
        ahead = after
    return found


def found_end(
    found: dict[Laid, Fraction], laid: tuple[int, ...], above: int, burnt: int, left: int, chance: Fraction
) -> None:
    coming = sum(
        1 << 3 * place + turn - 1
        for place, under in enumerate(laid)
        for turn in (1, 2, 3)
        if left >> (under // 4 * 4 + (under + turn) % 4) & 1
    )
    piled = tuple((above >> under // 4 * 4 & 15).bit_count() for under in laid)
    end = Laid(piled, coming, left.bit_count(), burnt)
    found[end] = found.get(end, Fraction(0)) + chance


@pytest.mark.parametrize(
    ("values", "gone"), [("1234", ""), ("12345", "1o 1c 1e 2b 2o 3o 3c 4e 5b 5e"), ("1234", "1o 1c 2o 2e 4o 4c")]
)
def test_layouts_by_brute_force_on_a_tiny_pack(values: str, gone: str) -> None:
    """Whole, and with some cards missing."""
    small = Pack("tiny", tuple(values), "oceb", "1")
    missing = small.parse(gone) if gone else ()
    left = sum(1 << card for card in small.cards if card not in missing)
    found = layouts(Composition.full(1, small).less(missing), 4)
    chances = {laid: Fraction(weight, 81 * factorial(left.bit_count())) for laid, weight in found.items()}
    assert chances == shown(left)


def tiny(monkeypatch: pytest.MonkeyPatch, values: str) -> Rules:
    """The rules with a pack of few values."""
    monkeypatch.setitem(PACKS, "tiny", Pack("tiny", tuple(values), "oceb", "1"))
    toml = path_of("monte", EX).read_text(encoding="utf-8").replace('pack = "espanola"', 'pack = "tiny"')
    return parse_rules(Rules, toml, "extremadura/monte.toml", EX)


def all_ways(rules: Rules, cards: str, spots: list[str]) -> dict[str, list[tuple[Fraction, Fraction]]]:
    """Every way of the cards through the procedure itself: what comes back of a stake on each spot, with its chance.

    Cards that match nothing are alike, so one of them stands for all. A stake is made as soon as it is open.
    """
    found: dict[str, list[tuple[Fraction, Fraction]]] = {}
    settings = Settings(10, dict.fromkeys(rules.limits, 100), 10, options=standard(rules).options)
    people = {spot: spot.replace(":", "-") for spot in spots}
    second = any("segundas" in spot for spot in spots)

    def go(more: list[str], chance: Fraction) -> None:
        session = Session(game("monte").play, rules, settings, dict.fromkeys(people.values(), 100), physical=True)
        table = lay(session, cards)
        made = put(table)
        for card in more:
            table.fell(card)
            if second and table.pending is not None and table.pending.label == "stakes":
                made += put(table)
        if not isinstance(table.pending, Deal):
            for spot in made:
                found.setdefault(spot, []).append((Fraction(table.places[f"chips/{people[spot]}"], 100), chance))
            return
        left = [card for card in table.pending.left.pack.cards if table.pending.left.of(card)]
        values = {
            table.cards[place][0][0] for place in ("primera", "segunda", "tercera", "cuarta") if table.cards[place]
        }
        names = [table.pending.left.pack.show(card) for card in left]
        others = [name for name in names if name[0] not in values]
        for name in [*(name for name in names if name[0] in values), *others[:1]]:
            go([*more, name], chance * Fraction(len(others) if name in others else 1, len(left)))

    def put(table: Round) -> list[str]:
        pending: Any = table.pending
        made = [spot for spot, who in people.items() if isinstance(pending.option(who, "stake", spot), Option)]
        for spot in made:
            table.act(people[spot], Act("stake", spot, 100))
        close(table)
        return made

    go([], Fraction(1))
    return found


def same(figures: Any, ways: list[tuple[Fraction, Fraction]]) -> None:
    made = sum(chance for _, chance in ways)
    mean = sum(back * chance for back, chance in ways) / made
    assert figures.edge == 1 - mean
    assert figures.win == sum(chance for back, chance in ways if back > 1) / made
    assert figures.push == sum(chance for back, chance in ways if back == 1) / made
    assert figures.variance == sum(back**2 * chance for back, chance in ways) / made - mean**2


@pytest.mark.parametrize(
    ("values", "cards"),
    [
        ("12345", "1o 2o 3o 4o"),
        ("1234", "1o 2o 1e 3o 4o"),
        ("12345", "5o 5c 1o 2c 1e 2e 3o 4b"),
        ("1234", "1o 2o 2b 1e 2c 1c 3o 4e"),
        ("1234", "1o 2o 3o 3b 4e"),
    ],
)
def test_primeras_enumerated_through_the_procedure_are_the_exact_odds(
    monkeypatch: pytest.MonkeyPatch, values: str, cards: str
) -> None:
    rules = tiny(monkeypatch, values)
    exact = on_layout(rules, PACKS["tiny"].parse(cards))
    spots = [spot for spot in exact if "segundas" not in spot]
    ways = all_ways(rules, cards, spots)
    for spot in spots:
        same(exact[spot], ways[spot])


@pytest.mark.parametrize(("values", "cards"), [("1234", "1o 2o 3o 4o"), ("1234", "1o 2c 1e 2e 3o 4b")])
def test_segundas_enumerated_through_the_procedure_are_the_exact_odds(
    monkeypatch: pytest.MonkeyPatch, values: str, cards: str
) -> None:
    rules = tiny(monkeypatch, values)
    exact = on_layout(rules, PACKS["tiny"].parse(cards))
    spots = ["camo-segundas:2", "viudo-segundas:3", "anti-segundas:4", "cartas-segundas:1-2", "cartas-segundas:4-3"]
    ways = all_ways(rules, cards, spots)
    for spot in spots:
        same(exact[spot], ways[spot])


# The kernel


SPOTS = list(game("monte").layout(game("monte").rules(EX), standard(game("monte").rules(EX))))
FIRST = [spot for spot in SPOTS if "segundas" not in spot]
SECOND = [spot for spot in SPOTS if "segundas" in spot]


def packs(count: int, seed: int) -> Iterator[list[int]]:
    """Shuffled packs, half of them with equal cards on top, so that there is much to burn, double and triple."""
    source = random.Random(seed)
    for number in range(count):
        cards = list(SPANISH.cards)
        source.shuffle(cards)
        if number % 2:
            values = source.sample(range(10), 4)
            cards.sort(key=lambda card: card // 4 not in values or source.random() < 0.4)
        yield cards


def test_layouts_of_shuffled_packs_come_as_often_as_counted() -> None:
    source = random.Random(8)
    cards = list(SPANISH.cards)
    seen: Counter[str] = Counter()
    rounds = 20_000
    for _ in range(rounds):
        source.shuffle(cards)
        piles: list[list[int]] = []
        burnt, taken = 0, 0
        while len(piles) < 4 and max(Counter(card // 4 for card in cards[:taken]).values(), default=0) < 4:
            card = cards[taken]
            taken += 1
            equal = [pile for pile in piles if pile[0] // 4 == card // 4]
            if equal and len(piles) == 1:
                piles, burnt = [], burnt + 2
            elif equal:
                equal[0].append(card)
            else:
                piles.append([card])
        if max(Counter(card // 4 for card in cards[:taken]).values()) < 4:
            heights = sorted((len(pile) for pile in piles), reverse=True)
            names = {"1111": "distintas", "2111": "doblada", "2211": "dos-dobladas", "3111": "triplicada"}
            name = names.get("".join(map(str, heights)), "varias")
            seen["quemada" if name == "distintas" and burnt else name] += 1
    exact: Counter[str] = Counter()
    for laid, weight in layouts(Composition.full(1, SPANISH), 4).items():
        exact[LAYOUTS[layout_class(laid.piled, laid.burnt)]] += weight
    for name in LAYOUTS:
        chance = exact[name] / (81 * factorial(40))
        assert abs(seen[name] - rounds * chance) < 4 * (rounds * chance) ** 0.5, name


def test_the_procedure_pays_what_the_kernel_pays() -> None:
    """A player for every spot, the same packs for the table and for the loop's automaton."""
    rules = game("monte").rules(EX)
    settings = standard(rules)
    people = {spot: f"p{number}" for number, spot in enumerate(SPOTS)}
    programs = {
        spots: game("monte").program(rules, settings, dict.fromkeys(spots, 1000))
        for spots in (tuple(FIRST), tuple(SECOND))
    }
    classes: Counter[int] = Counter()
    for cards in packs(60, seed=5):
        session = Session(
            game("monte").play, rules, settings, dict.fromkeys(people.values(), 1000), physical=True, clock=lambda: 0
        )
        table = session.open()
        table.act("croupier", Act("choose", "cortar"))
        deal = iter(cards)
        while not table.finished:
            pending: Any = table.pending
            if isinstance(pending, Deal):
                table.fell(SPANISH.show(next(deal)))
                continue
            for spot, who in people.items():
                if isinstance(pending.option(who, "stake", spot), Option):
                    table.act(who, Act("stake", spot, 1000))
            close(table)
        for spots, program in programs.items():
            outcome = coup(rules, settings, spots, cards)
            if outcome < 0:
                assert "jugada nula" in table.said()[-1]
                continue
            classes[outcome] += 1
            for bet, spot in enumerate(spots):
                waits = program.after[bet, 1, outcome]
                back = 1000 if waits else program.back[bet, 1, outcome]
                assert table.places[f"chips/{people[spot]}"] == back, (SPANISH.text(cards), spot)
    assert len(classes) > 50


@pytest.mark.parametrize("spots", [FIRST, SECOND], ids=["primeras", "segundas"])
def test_the_loop_agrees_with_the_exact_odds(spots: list[str]) -> None:
    rules = game("monte").rules(EX)
    exact = rows()
    program = game("monte").program(rules, standard(rules), dict.fromkeys(spots, 10_000))
    found = simulate(program, 2_000_000, seed=11, bankroll=10**12)
    for bet in found.bets:
        figures = exact[bet.bet]
        assert abs(bet.edge - float(figures.edge)) < 4 * bet.std_error, bet.bet
        assert abs(bet.win - float(figures.win)) < 4 * (float(figures.win) / bet.made) ** 0.5, bet.bet
        assert bet.variance == pytest.approx(float(figures.variance), rel=0.03)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_loop_agrees_on_each_class_of_layouts(layout: str) -> None:
    rules = game("monte").rules(EX)
    exact = rows(layout)
    spots = ["vista-hermosa:1", "viudo:3", "salto:2", "cartas:3-1", "camo-segundas:2", "cartas-segundas:3-4"]
    settings = standard(rules, options={"layout": layout})
    program = game("monte").program(rules, settings, dict.fromkeys(spots, 10_000))
    for bet in simulate(program, 100_000, seed=12, bankroll=10**12).bets:
        assert abs(bet.edge - float(exact[bet.bet].edge)) < 4 * bet.std_error, bet.bet


@pytest.mark.parametrize("base", ["apuesta", "ambas"])
def test_the_loop_agrees_on_each_base_of_the_deduction(base: str) -> None:
    rules = game("monte").rules(EX)
    exact = rows(base=base)
    program = game("monte").program(
        rules, standard(rules, options={"deduccion": base}), {"cartas:13-24": 10_000, "cartas-segundas:1-2": 10_000}
    )
    for bet in simulate(program, 2_000_000, seed=13, bankroll=10**12).bets:
        assert abs(bet.edge - float(exact[bet.bet].edge)) < 4 * bet.std_error, bet.bet


def test_what_the_simulator_cannot_play_is_refused() -> None:
    rules = game("monte").rules(EX)
    with pytest.raises(UnknownError, match="camo:5"):
        game("monte").program(rules, standard(rules), {"camo:5": 500})
    with pytest.raises(UnknownError, match="layout"):
        game("monte").program(rules, standard(rules, options={"layout": "redonda"}), {"camo:1": 500})
