"""Punto y banca, EX 1.11 and PV 07: the drawing rule, what each end pays, the shoe and its way round the table."""

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tapete.audit.table import check
from tapete.audit.table import parse as parse_table
from tapete.cards.card import FRENCH, SPANISH
from tapete.cards.composition import Composition
from tapete.engine.requests import Act, Announce, Move
from tapete.engine.round import Round
from tapete.engine.session import Session
from tapete.engine.settings import standard
from tapete.engine.transcript import In
from tapete.engine.window import Option
from tapete.errors import IllegalAction, TapeteError, UnknownError
from tapete.games import game
from tapete.games.punto_banca.kernel import coded, coup, deal_shoe, source, tables
from tapete.games.punto_banca.odds import counts
from tapete.games.punto_banca.play import ShoeOffer
from tapete.games.punto_banca.rules import layout
from tapete.games.punto_banca.turn import Turn
from tapete.law.loading import RulebookError
from tapete.odds.prices import cheapest, prices
from tapete.sim.loop import PLAYOUT
from tapete.sim.loop import play as run_loop
from tapete.sim.run import simulate
from tapete.sim.stream import generator
from tests.helpers import close, edited, refused, sit, stake, total
from tests.robot import step
from tests.staffing import staff_is

GAME = "punto-banca"
REGIONS = ("extremadura", "pais-vasco")
both = pytest.mark.parametrize("region", REGIONS)

PUNTO_WINS = "Kh Kd 9h 8d"
BANCA_WINS = "Kh Kd 8h 9d"
TIE = "Kh Kd 9h 9d"


def seat(region: str, **more: Any) -> Session:
    options = {**standard(game(GAME).rules(region)).options, **more.pop("options", {})}
    return sit(GAME, region, options=options, **more)


def begin(session: Session, first: str = "2c") -> Round:
    """The next coup with its bets open: a new shoe is shuffled and its first card turned."""
    table = session.open()
    if table.pending is not None and table.pending.label == "choose:croupier:mezcla":
        table.act("croupier", Act("choose", "hecha"))
        table.fell(first)
    return table


def deal(table: Round, cards: str) -> Round:
    """Closes the bets and deals; the cards are all taken and end the coup."""
    close(table)
    for card in cards.split():
        table.fell(card)
    assert table.finished
    return table


def played(session: Session, cards: str, *bets: tuple[str, str, str]) -> Round:
    table = begin(session)
    for who, spot, amount in bets:
        stake(table, who, spot, amount)
    return deal(table, cards)


def calls(table: Round) -> list[str]:
    return [entry.call for entry in table.log if isinstance(entry, Announce)]


def said_to(table: Round, call: str) -> list[tuple[str, ...]]:
    return [entry.args for entry in table.log if isinstance(entry, Announce) and entry.call == call]


def turn(table: Round) -> Turn:
    pending: Any = table.pending
    found: Turn = next(offer.coup.turn for offer in pending.offers if isinstance(offer, ShoeOffer))
    return found


def dealer(table: Round) -> str:
    return turn(table).dealer


def amounts(table: Round, who: str, spot: str) -> tuple[int, int, int]:
    item = table.pending.option(who, "stake", spot)  # type: ignore[union-attr]
    assert isinstance(item, Option), item
    assert item.amounts is not None
    return item.amounts


# The drawing rule, written from the articles


def with_value(value: int, suit: str = "h") -> str:
    return {0: "K", 1: "A"}.get(value, str(value)) + suit


DRAWS_AGAINST = {  # the banca's total, and the third cards of the punto that make it draw
    0: set(range(10)),
    1: set(range(10)),
    2: set(range(10)),
    3: {0, 1, 2, 3, 4, 5, 6, 7, 9},
    4: {2, 3, 4, 5, 6, 7},
    5: {4, 5, 6, 7},
    6: {6, 7},
    7: set(),
}


def opened_with(region: str, p: int, b: int) -> Round:
    """Two cards each: a ten and the total itself."""
    table = begin(seat(region))
    close(table)
    for card in ("Kc", "Kd", with_value(p), with_value(b, "s")):
        table.fell(card)
    return table


def waits_for(table: Round) -> str | None:
    return table.pending.label if table.pending else None


@both
@pytest.mark.parametrize("b", range(8))
def test_ex_1_11_6_2_b_pv_07_vi_2_b_the_banca_draws_by_its_table(region: str, b: int) -> None:
    for third in range(10):
        table = opened_with(region, 3, b)
        assert waits_for(table) == "card:punto"
        table.fell(with_value(third, "d"))
        assert (waits_for(table) == "card:banca") == (third in DRAWS_AGAINST[b]), third
        assert table.finished == (third not in DRAWS_AGAINST[b])
    for p in (6, 7):
        table = opened_with(region, p, b)
        assert waits_for(table) == ("card:banca" if b <= 5 else None)


@both
@pytest.mark.parametrize("p", range(10))
def test_ex_1_11_6_2_a_pv_07_vi_2_a_the_punto_draws_to_5_and_stands_on_6_and_7(region: str, p: int) -> None:
    for b in range(10):
        natural = p >= 8 or b >= 8
        table = opened_with(region, p, b)
        if natural:
            assert table.finished
            assert not {"punto-draws", "punto-stands", "banca-draws", "banca-stands"} & set(calls(table))
        else:
            assert (waits_for(table) == "card:punto") == (p <= 5)
            assert ("punto-draws" if p <= 5 else "punto-stands") in calls(table)


@both
def test_ex_1_11_6_1_pv_07_vi_1_tens_and_figures_count_nothing_the_ace_one_and_tens_are_dropped(region: str) -> None:
    table = begin(seat(region))
    close(table)
    for card in ("10h", "Jd", "Qc", "Kc"):
        table.fell(card)
    assert said_to(table, "punto") == said_to(table, "banca") == [("0",)]
    table = begin(seat(region))
    close(table)
    for card in ("7h", "Ad", "8c", "6c"):
        table.fell(card)
    assert said_to(table, "punto") == [("5",)]
    assert said_to(table, "banca") == [("7",)]
    table.fell("9s")
    assert said_to(table, "result") == [("banca", "7", "4")]


@both
def test_ex_1_11_6_1_1_pv_07_vi_1_1_the_hands_are_dealt_by_the_rule_that_has_them(region: str) -> None:
    table = begin(seat(region))
    close(table)
    assert table.pending is not None
    assert table.pending.article == {"extremadura": "1.11.6.1§1", "pais-vasco": "07.VI.1§1"}[region]


@both
def test_ex_1_11_7_3_pv_07_vii_3_the_first_and_third_cards_are_the_puntos(region: str) -> None:
    table = begin(seat(region))
    close(table)
    labels = []
    for card in ("2h", "3h", "4h", "5h"):
        labels.append(waits_for(table))
        table.fell(card)
    assert labels == ["card:punto", "card:banca", "card:punto", "card:banca"]
    assert table.cards["punto"] == ["2h", "4h"]
    assert table.cards["banca"] == ["3h", "5h"]


# What is paid


def net(region: str, cards: str, spot: str, amount: str = "10", **options: str) -> int:
    table = played(seat(region, options=options), cards, ("ana", spot, amount))
    assert total(table) == 200_000
    return table.places["chips/ana"] + table.places.get(f"felt/ana/{spot}", 0) - 100_000


BANCA_6 = "Kh 2d 5h 4d Kd"  # the punto's 5 stays 5, the banca's 6 stands
BANCA_7 = "Kh 2d 5h 5d Kd"


@both
def test_ex_1_11_5_pv_07_v_the_punto_at_par_the_banca_less_its_deduction_the_tie_eight_to_one(region: str) -> None:
    assert net(region, PUNTO_WINS, "punto") == 1000
    assert net(region, PUNTO_WINS, "banca") == net(region, PUNTO_WINS, "empate") == -1000
    assert net(region, BANCA_WINS, "banca") == 950
    assert net(region, BANCA_6, "banca") == 950
    assert net(region, BANCA_WINS, "punto") == net(region, BANCA_WINS, "empate") == -1000
    assert net(region, TIE, "empate") == 8000
    assert net(region, TIE, "punto") == net(region, TIE, "banca") == 0


@both
def test_ex_1_11_5_3_pv_07_v_2_or_all_at_par_but_a_banca_that_wins_with_6_at_half(region: str) -> None:
    chosen = {"deduccion": "mitad-con-6"}
    assert net(region, BANCA_6, "banca", **chosen) == 500
    assert net(region, BANCA_7, "banca", **chosen) == net(region, BANCA_WINS, "banca", **chosen) == 1000
    assert net(region, "Kh Kd 6h 5d Kc", "punto", **chosen) == 1000
    assert net(region, "Kh Kd 6h 6d", "banca", **chosen) == 0
    assert net(region, "Kh Kd 6h 6d", "empate", **chosen) == 8000
    assert net(region, "Kh Kd 6h 7d", "punto", **chosen) == -1000


@pytest.mark.parametrize("percent", [5, 4, 3, 2, 1])
def test_pv_07_v_1_the_deduction_is_at_most_five_per_cent(percent: int) -> None:
    assert net("pais-vasco", BANCA_WINS, "banca", deduccion=str(percent)) == 1000 - 10 * percent
    assert net("pais-vasco", PUNTO_WINS, "punto", deduccion=str(percent)) == 1000


@both
def test_a_deduction_of_part_of_a_cent_is_rounded_to_the_house_and_noted(region: str) -> None:
    table = played(seat(region), BANCA_WINS, ("ana", "banca", "5.50"))
    paid = next(entry for entry in table.log if isinstance(entry, Move) and entry.dst == "chips/ana")
    # 5 % of 5.50 is 0.275, so 5.225 are due.
    assert (paid.cents, Fraction(paid.rest)) == (522, Fraction(1, 2))
    assert paid.article == game(GAME).rules(region).deductions["porcentaje"].article


@both
def test_each_settlement_names_its_article(region: str) -> None:
    rules = game(GAME).rules(region)
    six = seat(region, options={"deduccion": "mitad-con-6"})
    table = played(six, BANCA_WINS, ("ana", "banca", "10"), ("luis", "punto", "10"))
    moves = [entry for entry in table.log if isinstance(entry, Move)][2:]
    assert [(move.dst, move.article) for move in moves] == [
        ("bank", rules.bets["punto"].article),
        ("chips/ana", rules.deductions["mitad-con-6"].article),
    ]


@both
def test_ex_1_11_6_1_pv_07_vi_1_on_a_tie_the_hands_stakes_lie_there_to_be_withdrawn_or_play_again(region: str) -> None:
    session = seat(region)
    table = played(session, TIE, ("ana", "punto", "10"), ("luis", "banca", "20"), ("ana", "empate", "5"))
    assert table.places["felt/ana/punto"] == 1000
    assert table.places["felt/luis/banca"] == 2000
    assert table.places["chips/ana"] == 100_000 - 1500 + 4000
    table = begin(session)
    table.act("luis", Act("withdraw", "banca"))
    assert table.places["chips/luis"] == 100_000
    deal(table, "Kc Ks 9c 8s")
    assert table.places["chips/ana"] == 100_000 - 1500 + 4000 + 1000


@both
def test_ex_1_11_3_b_pv_07_iii_2_losers_are_taken_before_winners_are_paid(region: str) -> None:
    table = played(seat(region), BANCA_WINS, ("ana", "banca", "30"), ("luis", "punto", "10"), ("luis", "empate", "5"))
    moves = [(move.src, move.dst, move.cents) for move in table.log if isinstance(move, Move)][3:]
    # 15 taken, 28.50 due: the cage completes the bank.
    assert moves == [
        ("felt/luis/punto", "bank", 1000),
        ("felt/luis/empate", "bank", 500),
        ("cage", "bank", 1350),
        ("bank", "chips/ana", 2850),
    ]


# Limits


@both
def test_ex_1_11_5_4_pv_07_v_3_the_maximum(region: str) -> None:
    rules = game(GAME).rules(region)
    least = {"extremadura": 50, "pais-vasco": 20}[region]
    assert standard(rules).maximum == {"mano": 500 * least}
    table = begin(seat(region))
    for spot in ("punto", "banca"):
        assert amounts(table, "ana", spot) == (500, 500 * least, 50)
        refused(table, "ana", Act("stake", spot, 450), rules.limits["mano"].article)
        refused(table, "ana", Act("stake", spot, 500 * least + 50), rules.limits["mano"].article)


@pytest.mark.parametrize(
    ("region", "times", "legal"),
    [
        ("extremadura", 50, True),
        ("extremadura", 100, True),
        ("extremadura", 75, False),
        ("pais-vasco", 20, True),
        ("pais-vasco", 75, True),
        ("pais-vasco", 100, True),
        ("pais-vasco", 19, False),
        ("pais-vasco", 101, False),
    ],
)
def test_ex_1_11_5_4_50_or_100_times_pv_07_v_3_between_20_and_100(region: str, times: int, legal: bool) -> None:
    breaches = check(
        parse_table({"game": GAME, "region": region, "minimum": 5, "maximum": {"mano": 5 * times}}, "table")
    )
    assert [breach.where for breach in breaches] == ([] if legal else ["maximum.mano"])


def test_ex_1_11_6_1_the_tie_takes_a_tenth_of_the_maximum_and_half_the_minimum_beside_a_hand() -> None:
    table = begin(seat("extremadura"))
    assert amounts(table, "ana", "empate") == (500, 2500, 50)
    stake(table, "ana", "banca", "5")
    assert amounts(table, "ana", "empate") == (250, 2500, 50)
    assert amounts(table, "luis", "empate") == (500, 2500, 50)
    stake(table, "ana", "empate", "2.50")
    refused(table, "ana", Act("stake", "empate", 2300), "1.11.6.1§1")
    stake(table, "ana", "empate", "22.50")
    wide = begin(seat("extremadura", maximum={"mano": 50_000}))
    assert amounts(wide, "ana", "empate") == (500, 5000, 50)


def test_ex_1_11_6_1_a_hand_is_not_withdrawn_from_beside_a_tie_below_the_minimum() -> None:
    table = begin(seat("extremadura"))
    stake(table, "ana", "banca", "5")
    stake(table, "ana", "empate", "2.50")
    refused(table, "ana", Act("withdraw", "banca"), "1.11.6.1§1")
    stake(table, "ana", "punto", "5")
    table.act("ana", Act("withdraw", "banca"))
    refused(table, "ana", Act("withdraw", "punto"), "1.11.6.1§1")
    stake(table, "ana", "empate", "2.50")
    table.act("ana", Act("withdraw", "punto"))
    assert table.places["felt/ana/empate"] == 500


def test_pv_07_prints_no_limit_of_the_ties_own() -> None:
    table = begin(seat("pais-vasco"))
    stake(table, "ana", "banca", "5")
    assert amounts(table, "ana", "empate") == amounts(table, "luis", "empate") == (500, 10_000, 50)
    stake(table, "ana", "empate", "5")
    table.act("ana", Act("withdraw", "banca"))


@both
def test_ex_1_11_5_4_pv_07_v_3_the_house_may_ask_for_multiples_of_the_minimum(region: str) -> None:
    table = begin(seat(region, options={"en-multiplos": "si"}))
    assert amounts(table, "ana", "punto")[2] == 500
    stake(table, "ana", "punto", "15")
    refused(table, "ana", Act("stake", "punto", 50), game(GAME).rules(region).limits["mano"].article)
    half = {"extremadura": 250, "pais-vasco": 500}[region]
    assert amounts(table, "ana", "empate")[::2] == (half, half)


def test_half_a_minimum_is_a_whole_number_of_chips() -> None:
    rules = game(GAME).rules("extremadura")
    assert layout(rules, standard(rules, 50))["empate"].limits == (50, 250, 50)
    assert layout(rules, standard(rules, 5))["empate"].limits == (3, 25, 1)


# The shoe


@both
@pytest.mark.parametrize(("first", "burnt"), [("Kh", 10), ("10c", 10), ("As", 1), ("7d", 7)])
def test_ex_1_11_7_2_pv_07_vii_2_the_first_card_says_how_many_are_burnt(region: str, first: str, burnt: int) -> None:
    session = seat(region)
    table = session.open()
    assert calls(table) == ["shuffle"]
    assert waits_for(table) == "choose:croupier:mezcla"
    table.act("croupier", Act("choose", "hecha"))
    assert waits_for(table) == "card:cesta"
    table.fell(first)
    assert said_to(table, "burn") == [(first, str(burnt))]
    assert waits_for(table) == "stakes"
    deal(table, "Qh Qd 9h 8d")
    gone: Any = table.carry
    assert gone.shoe.unseen == burnt
    assert gone.shoe.seen == {first: 1, "Qh": 1, "Qd": 1, "9h": 1, "8d": 1}
    again = session.open()
    assert waits_for(again) == "stakes"
    assert "shuffle" not in calls(again)


@both
def test_ex_1_11_2_1_pv_07_ii_1_six_packs_of_two_backs_and_seven_cards_behind_the_stop_card(region: str) -> None:
    cards = game(GAME).rules(region).equipment.cards
    assert (cards.packs, cards.backs, cards.behind, cards.pack) == (6, 2, 7, "52")
    table = begin(seat(region))
    close(table)
    for card in ("2h", "2h", "2h", "2h", "2h"):
        table.fell(card)
    assert waits_for(table) == "card:banca"
    table.fell("2h")
    # Six cards of each, and all six two of hearts are gone.
    table = begin(seat(region), "2h")
    close(table)
    for card in ("2h", "2h", "2h", "2h", "2h"):
        table.fell(card)
    with pytest.raises(IllegalAction, match="no 2h is left"):
        table.fell("2h")


def with_cards_left(session: Session, left: str) -> Session:
    """The session's next coup is dealt from a shoe that holds these cards."""
    cards = Counter(FRENCH.parse_many(left))
    seen = {FRENCH.show(card): 6 - cards[card] for card in FRENCH.cards if cards[card] < 6}
    session.carry = {"shoe": {"seen": seen}, "turn": {"who": "ana", "order": ["ana", "luis"]}}
    return session


@both
def test_ex_1_11_7_1_pv_07_vii_1_the_stop_card_lets_the_coup_end_and_no_other_begin(region: str) -> None:
    # Ten cards: four are dealt, six stay, so the fourth lay behind the stop card.
    session = with_cards_left(seat(region), "Kh Kd 9h 8d 2c 2c 2c 2c 2c 2c")
    table = played(session, "Kh Kd 9h 8d")
    assert calls(table)[-1] == "stop"
    table = session.open()
    assert calls(table) == ["shuffle"]
    assert waits_for(table) == "choose:croupier:mezcla"
    # Eleven: seven stay, the stop card is next and not out; twelve: eight stay. One coup more runs over it to its end.
    for more in ("3c", "3c 4c"):
        session = with_cards_left(seat(region), f"Kh Kd 9h 8d 2c 2c 2c 2c 2c 2c {more}")
        assert "stop" not in calls(played(session, "Kh Kd 9h 8d"))
        table = begin(session)
        assert "shuffle" not in calls(table)
        assert calls(deal(table, "2c 2c 2c 2c 2c 2c"))[-1] == "stop"


@both
def test_ex_1_11_7_1_pv_07_vii_1_a_coup_begins_with_seven_cards_left_and_not_with_six(region: str) -> None:
    rules, seven = game(GAME).rules(region), FRENCH.parse_many("Kh Kd 9h 8d 2c 3c 4c")
    shoe = Composition.full(1).less(card for card in FRENCH.cards if card not in seven)
    assert game(GAME).odds(rules, shoe)
    with pytest.raises(TapeteError, match="6 cards are left and 7 lie behind the cut card"):
        game(GAME).odds(rules, shoe.less(seven[:1]))
    with pytest.raises(TapeteError, match="one card is left and 7 lie behind the cut card: no round begins with it"):
        game(GAME).odds(rules, shoe.less(seven[:6]))


# Who deals


def trio(region: str, **more: Any) -> Session:
    return seat(region, chips={"ana": 100_000, "luis": 100_000, "eva": 100_000}, **more)


@both
def test_ex_1_11_4_2_pv_07_iv_2_the_turn_starts_at_number_one_and_passes_when_the_banca_loses(region: str) -> None:
    session = trio(region)
    turns = []
    for suit, cards in zip("cdhscdh", ("8 9", "9 9", "9 8", "8 9", "9 8", "9 8", "8 9"), strict=True):
        table = begin(session)
        turns.append(dealer(table))
        p, b = cards.split()
        deal(table, f"K{suit} Q{suit} {p}{suit} {b}{suit}")
    assert turns == ["ana", "ana", "ana", "luis", "luis", "eva", "ana"]


@both
def test_ex_1_11_4_2_pv_07_iv_2_who_does_not_want_to_deal_passes_the_shoe_to_the_right(region: str) -> None:
    rules = game(GAME).rules(region)
    session = trio(region)
    table = begin(session)
    refused(table, "luis", Act("refuse-shoe"), rules.turn.article)
    table.act("ana", Act("refuse-shoe"))
    assert dealer(table) == "luis"
    table.act("luis", Act("refuse-shoe"))
    table.act("eva", Act("refuse-shoe"))
    assert said_to(table, "shoe") == [("ana",), ("luis",), ("eva",), ("el crupier",)]
    # Nobody is left to deal, so the croupier does, until the banca loses.
    refused(table, "eva", Act("refuse-shoe"), rules.turn.article)
    deal(table, BANCA_WINS)
    table = begin(session)
    assert dealer(table) == ""
    deal(table, PUNTO_WINS)
    assert dealer(begin(session)) == "ana"


@both
def test_one_who_deals_may_pass_the_shoe_on_without_it_counting_as_a_refusal(region: str) -> None:
    session = seat(region)
    played(session, BANCA_WINS)
    table = begin(session)
    table.act("ana", Act("refuse-shoe"))
    assert dealer(table) == "luis"
    assert deal(table, PUNTO_WINS).view("ana").carry["turn"].get("saluted", {}) == {}


def test_ex_1_11_4_2_or_the_croupier_deals_for_who_refuses() -> None:
    session = trio("extremadura", options={"renuncia": "crupier"})
    table = begin(session)
    table.act("ana", Act("refuse-shoe"))
    assert dealer(table) == ""
    deal(table, BANCA_WINS)
    table = begin(session)
    assert dealer(table) == ""
    deal(table, PUNTO_WINS)
    assert dealer(begin(session)) == "luis"


def test_ex_1_11_7_4_two_refusals_in_a_row_cost_the_seat() -> None:
    session = seat("extremadura")
    table = begin(session)
    table.act("ana", Act("refuse-shoe"))
    deal(table, PUNTO_WINS)
    table = begin(session)
    assert dealer(table) == "ana"
    table.act("ana", Act("refuse-shoe"))
    assert dealer(table) == "luis"
    deal(table, PUNTO_WINS)
    # Ana stands now: the shoe stays with Luis, and she may still stake.
    table = begin(session)
    assert dealer(table) == "luis"
    stake(table, "ana", "punto", "5")


def test_ex_1_11_7_4_the_shoe_is_refused_once_in_a_shoe() -> None:
    session = seat("extremadura")
    table = begin(session)
    table.act("ana", Act("refuse-shoe"))
    deal(table, PUNTO_WINS)
    played(session, PUNTO_WINS)  # ana takes it this time, and loses it
    played(session, PUNTO_WINS)
    table = begin(session)
    assert dealer(table) == "ana"
    refused(table, "ana", Act("refuse-shoe"), "1.11.7.4")


def test_ex_1_11_7_4_a_new_shoe_allows_a_refusal_again_but_two_in_a_row_count_across_shoes() -> None:
    def ending(saluted: dict[str, int], refused: dict[str, int]) -> Round:
        session = with_cards_left(seat("extremadura"), "Kh Kd 9h 8d 2c 2c 2c 2c 2c 2c")
        session.carry["turn"] |= {"who": "luis", "saluted": saluted, "refused": refused}
        played(session, PUNTO_WINS)
        table = begin(session)
        assert dealer(table) == "ana"
        table.act("ana", Act("refuse-shoe"))
        return table

    assert turn(ending({"ana": 1}, {})).unseated == []
    assert turn(ending({"ana": 1}, {"ana": 1})).unseated == ["ana"]


def test_pv_07_iv_2_dealing_is_voluntary_however_often_it_is_refused() -> None:
    session = seat("pais-vasco")
    for _ in range(3):
        table = begin(session)
        assert dealer(table) == "ana"
        table.act("ana", Act("refuse-shoe"))
        deal(table, PUNTO_WINS)
    table = begin(session)
    assert dealer(table) == "ana"


@both
def test_with_one_player_the_croupier_deals_what_he_refuses(region: str) -> None:
    session = seat(region, chips={"ana": 100_000})
    table = begin(session)
    table.act("ana", Act("refuse-shoe"))
    assert dealer(table) == ""
    deal(table, PUNTO_WINS)
    assert dealer(begin(session)) == "ana"


@both
def test_the_turn_of_one_who_has_left_is_the_next_ones(region: str) -> None:
    session = trio(region)
    played(session, PUNTO_WINS)
    session.players = ("ana", "eva")
    assert dealer(begin(session)) == "eva"


@pytest.mark.parametrize("form", ["midi", "mini"])
def test_ex_1_11_3_b_2_at_a_reduced_table_the_croupier_deals(form: str) -> None:
    table = begin(seat("extremadura", options={"mesa": form}))
    assert dealer(table) == ""
    refused(table, "ana", Act("refuse-shoe"), "1.11.4§2")
    deal(table, PUNTO_WINS)
    assert not {"shoe", "hand"} & set(calls(table))


@pytest.mark.parametrize("form", ["ovalada", "una-ala", "midi", "mini"])
def test_pv_07_iii_2_2_at_any_table_the_players_or_the_croupier_deal_as_the_house_has_it(form: str) -> None:
    assert dealer(begin(seat("pais-vasco", options={"mesa": form}))) == "ana"
    assert dealer(begin(seat("pais-vasco", options={"mesa": form, "reparto": "crupier"}))) == ""


@both
def test_ex_1_11_4_3_pv_07_iv_3_who_has_the_puntos_cards(region: str) -> None:
    def holder(*bets: tuple[str, str, str]) -> tuple[str, ...]:
        (args,) = said_to(played(trio(region), PUNTO_WINS, *bets), "hand")
        return args

    assert holder() == ("el crupier", "ana")
    assert holder(("ana", "banca", "50")) == ("el crupier", "ana")
    assert holder(("ana", "punto", "5"), ("eva", "punto", "10"), ("luis", "banca", "50")) == ("eva", "ana")
    assert holder(("luis", "punto", "10"), ("ana", "punto", "10")) == ("luis", "ana")


# Seats


def crowd(count: int) -> dict[str, int]:
    return {f"p{i}": 100_000 for i in range(1, count + 1)}


@pytest.mark.parametrize(
    ("region", "form", "seats"),
    [("extremadura", "catorce", 14), ("pais-vasco", "midi", 9), ("pais-vasco", "mini", 7)],
)
def test_ex_1_11_3_a_pv_07_ii_3_who_finds_no_seat_stands_and_stakes_if_the_house_lets_him(
    region: str, form: str, seats: int
) -> None:
    last = f"p{seats + 1}"
    table = begin(seat(region, chips=crowd(seats + 1), options={"mesa": form}))
    for who in (f"p{seats}", last):
        stake(table, who, "punto", "5")
    table = begin(seat(region, chips=crowd(seats + 1), options={"mesa": form, "de-pie": "no"}))
    stake(table, f"p{seats}", "punto", "5")
    refused(table, last, Act("stake", "punto", 500), game(GAME).rules(region).players.article)
    for i in range(1, seats + 1):
        assert dealer(table) == f"p{i}"
        table.act(f"p{i}", Act("refuse-shoe"))
    assert dealer(table) == ""


def test_ex_1_11_3_a_a_seat_that_is_lost_goes_to_the_first_who_waits() -> None:
    session = seat("extremadura", chips=crowd(15), options={"de-pie": "no"})
    session.carry = {"turn": {"refused": {"p1": 1}}}
    table = begin(session)
    refused(table, "p15", Act("stake", "punto", 500), "1.11.4§1")
    table.act("p1", Act("refuse-shoe"))
    assert dealer(table) == "p2"
    stake(table, "p15", "punto", "5")
    refused(table, "p1", Act("stake", "punto", 500), "1.11.4§1")


@pytest.mark.parametrize("form", ["midi", "mini"])
def test_ex_1_11_3_b_2_the_seats_of_a_reduced_table_are_not_printed(form: str) -> None:
    assert game(GAME).rules("extremadura").forms[form].seats is None


def breaches(region: str, **table: Any) -> list[str]:
    return [b.where for b in check(parse_table({"game": GAME, "region": region, "minimum": 5, **table}, "table"))]


def test_ex_1_11_3_pv_07_iii_staff_of_each_form() -> None:
    staff_is(GAME, "extremadura", "catorce", "1.11.3.b§1", "1 jefe-de-mesa, 2-3 crupier")
    staff_is(GAME, "pais-vasco", "ovalada", "07.III", "1 jefe-de-mesa, 2-3 crupier", tables=4)
    staff_is(GAME, "pais-vasco", "una-ala", "07.III", "1 jefe-de-mesa, 1-3 crupier", tables=4)
    for form in ("mini", "midi"):
        staff_is(GAME, "extremadura", form, "1.11.3.b§2", "0-1 jefe-de-mesa, 1 crupier")
        staff_is(GAME, "pais-vasco", form, "07.III.2§3", "1 jefe-de-mesa, 1 crupier", tables=4)


def test_ex_1_11_4_1_fourteen_players_at_most() -> None:
    assert breaches("extremadura", seats=14) == []
    assert breaches("extremadura", seats=15) == ["seats"]


def test_pv_07_ii_3_a_reduced_table_has_seven_or_nine_seats() -> None:
    for form, seats in (("midi", 9), ("mini", 7)):
        table = {"options": {"mesa": form}, "staff": {"jefe-de-mesa": 1, "crupier": 1}}
        assert breaches("pais-vasco", seats=seats, **table) == []
        assert breaches("pais-vasco", seats=seats + 1, **table) == ["seats"]
    assert breaches("pais-vasco", seats=30) == []
    assert breaches("pais-vasco", seats=30, options={"mesa": "redonda"}) == ["options.mesa"]


def test_ex_art_3_2_pv_07_ii_3_which_cloths_may_be_turned() -> None:
    turned = {
        region: [name for name, form in game(GAME).rules(region).forms.items() if form.reversible] for region in REGIONS
    }
    assert turned == {"extremadura": ["mini"], "pais-vasco": ["midi", "mini"]}


# Calls, last hands, irregularities


@both
def test_ex_1_11_7_pv_07_vii_what_is_called_in_order(region: str) -> None:
    table = begin(seat(region))
    stake(table, "luis", "punto", "5")
    deal(table, "Kh Kd 5h 5d 2c")
    assert table.said() == [
        "Se barajan las cartas: nuevo sabot.",
        "2 de tréboles: se inutilizan 2.",
        "El sabot, para ana.",
        "Hagan juego.",
        "No va más.",
        "Cartas.",
        "Descubren el punto, luis; la banca, ana.",
        "El jugador, 5.",
        "La banca, 5.",
        "Carta para el jugador.",
        "La banca se planta: 5.",
        "Gana punto: 7 contra 5.",
    ]
    assert deal(begin(seat(region)), "Kh Kd 6h As 5c").said()[-4:] == [
        "La banca, 1.",
        "El jugador se planta: 6.",
        "Carta para la banca.",
        "Empate a 6.",
    ]
    assert {call.by for call in table.rules.calls.values()} == {"crupier"}


def test_pv_art_2_1_a_three_last_hands_are_announced() -> None:
    session = seat("pais-vasco")
    table = begin(session)
    table.act("director", Act("last"))
    assert table.said()[-1] == "Las 3 últimas manos."
    refused(table, "director", Act("last"), "art. 2.funcionamiento-de-las-mesas-de-juego.1.a")
    deal(table, PUNTO_WINS)
    played(session, PUNTO_WINS)
    played(session, PUNTO_WINS)
    with pytest.raises(TapeteError, match="last rounds are played"):
        session.open()


def test_ex_1_11_announces_no_last_hands() -> None:
    table = begin(seat("extremadura"))
    refused(table, "director", Act("last"), "1.11")


@both
def test_neither_text_prints_an_irregularity(region: str) -> None:
    assert game(GAME).rules(region).irregularities == {}
    table = begin(seat(region))
    stake(table, "ana", "punto", "10")
    close(table)
    table.fell("Kh")
    with pytest.raises(UnknownError):
        table.report("carta-descubierta")
    table.void("inspector", "a card was turned over in the shoe")
    assert table.places["chips/ana"] == 100_000


@both
def test_a_late_stake_is_refused(region: str) -> None:
    table = begin(seat(region))
    close(table)
    with pytest.raises(IllegalAction):
        stake(table, "ana", "punto", "5")


def test_pv_07_vii_2_an_idle_table_closes_for_a_while() -> None:
    closing = game(GAME).rules("pais-vasco").closing["temporal"]
    assert (closing.article, closing.temporary, closing.sealed) == ("07.VII-2", True, True)


# Readings


@pytest.mark.parametrize(
    ("region", "path", "article"),
    [
        ("extremadura", "bank", "1.11.1"),
        ("extremadura", "turn.salute", "1.11.7.4"),
        ("extremadura", "turn", "1.11.4§2"),
        ("extremadura", "equipment.tie-box", "1.11.2.3§1"),
        ("extremadura", "bets.punto", "1.11.5§3"),
        ("pais-vasco", "bets.punto", "07.V§2"),
        ("pais-vasco", "hands", "07.VI.1§1"),
        ("pais-vasco", "equipment.felt", "07.II.3§1"),
        ("pais-vasco", "staff.ovalada", "07.II.3§1"),
        ("pais-vasco", "closing.temporal", "07.VII-2"),
    ],
)
def test_readings_are_kept_beside_what_is_printed(region: str, path: str, article: str) -> None:
    section = game(GAME).rules(region).section(path)
    assert section.printed is not None
    assert section.why
    assert section.printed.get("article", section.article) == article
    assert section.variants == {}


@both
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"TTTTTTTTPTT"', '"TTTTTTTTPT"', "11 letters"),
        ('"PPPPPPTTPPP",\n', "", "a row for each total"),
        ("behind = 7", "behind = 5", "greater than or equal to 6"),
        ("[bets.empate]", "[bets.pareja]", "punto, banca, empate"),
        ('"mitad-con-6"]', '"6"]', "options.deduccion.values"),
        ("[deductions.mitad-con-6]", "[deductions.mitad-con-7]", "porcentaje and mitad-con-6"),
        ("[options.mesa]", "[options.tapete]", "options.tapete"),
        ("[options.de-pie]", "[options.renuncia-de-pie]", "options.renuncia-de-pie"),
        ("[staff.mini]", "[staff.micro]", "every form of table"),
        ("[calls.stop]", "[calls.halt]", "calls.stop"),
        ('limit = "mano"', 'limit = "pie"', "there is no limit"),
    ],
)
def test_a_rulebook_that_does_not_fit_is_refused(region: str, old: str, new: str, said: str) -> None:
    with pytest.raises(RulebookError, match=said):
        edited(GAME, region, (old, new))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("percent = 10\n", "", "of which limit"),
        ('of = "mano"', 'of = "pie"', "no limit 'pie'"),
    ],
)
def test_a_percentage_is_of_a_limit(old: str, new: str, said: str) -> None:
    with pytest.raises(RulebookError, match=said):
        edited(GAME, "extremadura", (old, new))


# Exact odds


def by_wins(found: tuple[int, ...]) -> tuple[int, int, int]:
    """Punto, banca, tie."""
    return sum(found[:10]), sum(found[10:20]), sum(found[20:])


def test_eight_packs_give_the_counts_that_are_usually_quoted() -> None:
    # Of 4,998,398,275,503,360 orders of six cards. Usually quoted so; from memory, not looked up: the second count
    # in this file is the check.
    found = counts(game(GAME).rules("extremadura"), Composition.full(8))
    assert by_wins(found) == (2_230_518_282_592_256, 2_292_252_566_437_888, 475_627_426_473_216)


COUNTS = {"A": 1, **{str(n): n for n in range(2, 10)}, "10": 0, "J": 0, "Q": 0, "K": 0}


def second_count(left: list[int]) -> list[int]:
    """The same count a second way: all 10^6 sequences of six values at once, the drawing rule written out by hand."""
    c = np.indices((10,) * 6).reshape(6, -1)
    ways = np.ones(10**6, np.int64)
    for i in range(6):
        already = sum((c[j] == c[i]).astype(np.int64) for j in range(i)) if i else 0
        ways *= np.maximum(np.array(left, np.int64)[c[i]] - already, 0)
    p, b = (c[0] + c[2]) % 10, (c[1] + c[3]) % 10
    over = (p >= 8) | (b >= 8)
    draws = ~over & (p <= 5)
    t = c[4]
    against = (
        (b <= 2)
        | ((b == 3) & (t != 8))
        | ((b == 4) & (t >= 2) & (t <= 7))
        | ((b == 5) & (t >= 4) & (t <= 7))
        | ((b == 6) & (t >= 6) & (t <= 7))
    )
    banca = ~over & np.where(draws, against, b <= 5)
    last = np.where(draws, c[5], c[4])
    b = np.where(banca, (b + last) % 10, b)
    p = np.where(draws, (p + t) % 10, p)
    ends = np.where(p > b, p, np.where(b > p, 10 + b, 20 + p))
    return [int(ways[ends == end].sum()) for end in range(30)]


@both
def test_every_end_of_a_full_shoe_counted_twice(region: str) -> None:
    found = counts(game(GAME).rules(region), Composition.full(6))
    assert list(found) == second_count([96, *[24] * 9])
    assert sum(found) == 312 * 311 * 310 * 309 * 308 * 307


def test_every_end_of_a_partly_dealt_shoe_counted_twice() -> None:
    source = random.Random(1)
    rules = game(GAME).rules("extremadura")
    for size in (6, 20, 150):
        cards = source.sample([card for card in FRENCH.cards for _ in range(6)], size)
        shoe = Composition(FRENCH, 6, tuple(cards.count(card) for card in FRENCH.cards))
        left = [0] * 10
        for card in cards:
            left[COUNTS[FRENCH.show(card)[:-1]]] += 1
        assert list(counts(rules, shoe)) == second_count(left)


@both
def test_hints_go_by_every_card_that_was_dealt_at_the_table(region: str) -> None:
    """After an evening that was read off card by card, and not by a whole shoe."""
    session, lots = sit(GAME, region), random.Random(4)
    dealt: list[str] = []
    while len(dealt) < 60:
        table = session.open()
        while not table.finished:
            step(lots, table)
        dealt += [str(entry.fell) for entry in table.log if isinstance(entry, In) and entry.fell is not None]
    left = [96, *[24] * 9]
    for card in dealt:
        left[COUNTS[card[:-1]]] -= 1
    ends = second_count(left)
    every, punto, banca, tie = sum(ends), sum(ends[:10]), sum(ends[10:20]), sum(ends[20:])
    due = {"punto": 20 * (banca - punto), "banca": 20 * punto - 19 * banca, "empate": 20 * (every - 9 * tie)}
    table = session.open()
    while not any(item.amounts for item in table.view("ana").open):
        step(lots, table)
    hints = {row.bet: row.figures.edge for row in cheapest(game(GAME), session.rules, table.view("ana"))}
    assert hints == {bet: Fraction(cost, 20 * every) for bet, cost in due.items()}


@both
def test_the_edges_of_six_packs(region: str) -> None:
    # Usually quoted so for six packs; from memory, not looked up: the second count in this file is the check.
    rules = game(GAME).rules(region)
    rows = {(row.bet, row.setting.get("deduccion", "")): row.figures for row in game(GAME).odds(rules)}
    banca, punto, empate = rows["banca", "5"], rows["punto", ""], rows["empate", ""]
    assert [round(100 * float(row.edge), 4) for row in (banca, punto, empate)] == [1.0558, 1.2374, 14.4382]
    assert [round(float(row.win), 6) for row in (banca, punto, empate)] == [0.458653, 0.446279, 0.095069]
    # And exactly, from the second count.
    found = second_count([96, *[24] * 9])
    orders, (p, b, t), six = sum(found), (sum(found[:10]), sum(found[10:20]), sum(found[20:])), found[16]
    assert punto.edge == Fraction(b - p, orders)
    assert (punto.win, punto.push, punto.lose) == (Fraction(p, orders), Fraction(t, orders), Fraction(b, orders))
    assert empate.edge == Fraction(p + b - 8 * t, orders)
    assert rows["banca", "mitad-con-6"].edge == Fraction(p - b, orders) + Fraction(six, 2 * orders)
    values = rules.options["deduccion"].values
    for percent in values[:-1]:
        assert rows["banca", percent].edge == Fraction(p - b, orders) + Fraction(b * int(percent), 100 * orders)
    assert [key for key in rows if key[0] == "banca"] == [("banca", value) for value in values]


def test_pv_07_v_1_below_three_per_cent_the_player_is_ahead() -> None:
    rows = game(GAME).odds(game(GAME).rules("pais-vasco"))
    assert {row.setting["deduccion"] for row in rows if row.figures.edge < 0} == {"2", "1", "0"}


def test_the_variance_of_the_banca() -> None:
    rules = game(GAME).rules("extremadura")
    found = {(row.bet, row.setting.get("deduccion")): row.figures for row in game(GAME).odds(rules)}
    banca = found["banca", "5"]
    square = banca.win * Fraction(19, 20) ** 2 + banca.lose
    assert banca.variance == square - banca.edge**2


def test_pv_07_v_1_a_deduction_of_none_or_of_a_fraction_up_to_five_per_cent() -> None:
    """A banca that wins ten euros is paid 9.75 at 2.5 per cent; the edge grows with them in a straight line."""
    assert net("pais-vasco", BANCA_WINS, "banca", deduccion="0") == 1000
    assert net("pais-vasco", BANCA_WINS, "banca", deduccion="2.5") == 975
    file = {"game": GAME, "region": "pais-vasco", "minimum": 5}
    for chosen, lawful in (
        ("0", True),
        ("1.25", True),
        ("2.50", False),
        ("5.05", False),
        ("1.01", True),
        ("1.015", False),
        ("-1", False),
    ):
        breaches = check(parse_table({**file, "options": {"deduccion": chosen}}, "table"))
        assert [(breach.where, breach.article) for breach in breaches] == (
            [] if lawful else [("options.deduccion", "07.V§1")]
        )
    assert check(parse_table({**file, "region": "extremadura", "options": {"deduccion": "2.5"}}, "table")) != []
    rules = game(GAME).rules("pais-vasco")
    priced = game(GAME).odds(rules.pricing({"deduccion": "2.5"}))
    rows = {row.setting["deduccion"]: row.figures.edge for row in priced if row.bet == "banca"}
    assert 2 * rows["2.5"] == rows["5"] + rows["0"]
    prices_of = prices(game(GAME), rules, standard(rules, options={"deduccion": "2.5"}))
    assert [row.figures.edge for row in prices_of if row.bet == "banca"] == [rows["2.5"]]


def test_a_shoe_too_small_or_of_other_cards_is_refused() -> None:
    rules = game(GAME).rules("extremadura")
    five = Composition.full(1).less(FRENCH.cards[:47])
    with pytest.raises(TapeteError, match="6 cards, and the shoe has 5"):
        counts(rules, five)
    with pytest.raises(TapeteError, match="5 cards are left and 7 lie behind"):
        game(GAME).odds(rules, five)
    with pytest.raises(TapeteError, match="Spanish pack"):
        game(GAME).odds(rules, Composition.full(6, SPANISH))


# The triangle: procedure, odds and loop


def sequences(left: Counter[str], most: int = 6) -> Iterator[tuple[list[str], int]]:
    """Every order of the next cards, by face, and in how many ways it comes about."""
    if not most:
        yield [], 1
        return
    for card, many in list(left.items()):
        if many:
            left[card] -= 1
            for rest, ways in sequences(left, most - 1):
                yield [card, *rest], many * ways
            left[card] += 1


@both
@pytest.mark.parametrize("left", ["4h 4h 4h Kd Kd 5s 5s 3c", "As As 2h 2h 2h 3c 3c 9d"])
def test_all_coups_of_a_small_shoe_through_the_procedure_are_its_exact_odds(region: str, left: str) -> None:
    rules = game(GAME).rules(region)
    stakes = {"punto": 1000, "banca": 2000, "empate": 500}
    results: dict[str, Counter[int]] = {spot: Counter() for spot in stakes}
    settled: dict[str, dict[str, int]] = {}
    for cards, ways in sequences(Counter(left.split())):
        table = begin(with_cards_left(seat(region), left))
        for spot, cents in stakes.items():
            table.act("ana", Act("stake", spot, cents))
        close(table)
        before = dict(table.places)
        for card in cards:
            if not table.finished:
                table.fell(card)
        key = table.said()[-2] if calls(table)[-1] == "stop" else table.said()[-1]
        outcome = settled.setdefault(key, comes_back(table, before, stakes))
        assert outcome == comes_back(table, before, stakes)
        for spot in stakes:
            results[spot][outcome[spot]] += ways
    gone = Counter(card for card in FRENCH.cards for _ in range(6)) - Counter(FRENCH.parse_many(left))
    shoe = Composition.full(6).less(gone.elements())
    for row in game(GAME).odds(rules, shoe):
        if row.setting.get("deduccion", "5") == "5":
            found, cents = results[row.bet], stakes[row.bet]
            ways = sum(found.values())
            assert ways == 8 * 7 * 6 * 5 * 4 * 3
            assert row.figures.edge == 1 - Fraction(sum(back * n for back, n in found.items()), ways * cents)
            assert row.figures.push == Fraction(found[cents], ways)


def comes_back(table: Round, before: dict[str, int], stakes: dict[str, int]) -> dict[str, int]:
    """What each of Ana's stakes came back as: what the bank paid for it by what was said, and where it lies now."""
    paid = table.places["chips/ana"] - before["chips/ana"]
    lying = {spot: table.places.get(f"felt/ana/{spot}", 0) for spot in stakes}
    winners = [spot for spot in stakes if lying[spot]]
    if len(winners) > 1:
        winners = ["empate"]
    return {spot: lying[spot] + (paid if spot in winners else 0) for spot in stakes}


def random_shoe(seed: int) -> list[int]:
    cards = [card for card in FRENCH.cards for _ in range(6)]
    random.Random(seed).shuffle(cards)
    return cards


def at_the_table(session: Session, order: list[int], stakes: dict[str, int]) -> tuple[list[int], int]:
    """Deals a shoe in this order at the table, the same stakes before every coup: its outcomes, and cards left over."""
    outcomes: list[int] = []
    at = 1 + (COUNTS[FRENCH.show(order[0])[:-1]] or 10)
    while True:
        table = begin(session, FRENCH.show(order[0]))
        for spot, cents in stakes.items():
            if not table.places.get(f"felt/ana/{spot}"):
                table.act("ana", Act("stake", spot, cents))
        close(table)
        first = at
        while not table.finished:
            table.fell(FRENCH.show(order[at]))
            at += 1
        outcomes.append(coup(session.rules, order[first:at]))  # type: ignore[arg-type]
        if calls(table)[-1] == "stop":
            return outcomes, len(order) - at


@both
@pytest.mark.parametrize("deduccion", ["5", "mitad-con-6"])
def test_the_procedure_deals_and_pays_what_the_loop_does_over_whole_shoes(region: str, deduccion: str) -> None:
    """Two shoes in the same order to the table and to the compiled dealing, their outcomes to the compiled loop."""
    rules = game(GAME).rules(region)
    session = seat(region, options={"deduccion": deduccion}, chips={"ana": 10**9})
    stakes = {"punto": 1050, "banca": 2150, "empate": 500}
    drawn: list[int] = []
    for seed in (1, 2):
        order = random_shoe(seed)
        outcomes, left = at_the_table(session, order, stakes)
        found = np.zeros(100, np.uint8)
        have = deal_shoe(coded(rules, order), *tables(rules)[1:], found, 0)
        assert outcomes == found[:have].tolist()
        assert left <= 7
        drawn += outcomes
    program = game(GAME).program(rules, session.settings, stakes)
    results, falls, visits = np.zeros(1, np.int64), np.zeros(1, np.int64), np.zeros(program.back.size, np.int64)
    given = np.array(drawn + [0] * PLAYOUT, np.uint8)
    run_loop(given, *program.arrays, len(drawn), 10**9, 0, results, falls, visits)  # type: ignore[call-arg]
    assert session.round is not None
    own = (cents for place, cents in session.round.places.items() if place.startswith(("felt/ana/", "chips/ana")))
    assert sum(own) - 10**9 == results[0]


def test_a_sequence_of_cards_is_classified_by_who_wins_and_with_what() -> None:
    rules = game(GAME).rules("extremadura")
    for cards, end in ((PUNTO_WINS, 9), (BANCA_WINS, 19), (TIE, 29), (BANCA_6, 16), (BANCA_7, 17)):
        assert coup(rules, FRENCH.parse_many(cards)) == end
    with pytest.raises(TapeteError, match="4 cards do not make a coup"):
        coup(rules, FRENCH.parse_many("Kh Kd 5h 5d"))


@pytest.mark.parametrize("region", REGIONS)
def test_the_loop_agrees_with_the_exact_odds(region: str) -> None:
    rules = game(GAME).rules(region)
    for row in game(GAME).odds(rules):
        settings = standard(rules, options=row.setting)
        (found,) = simulate(game(GAME).program(rules, settings, {row.bet: 10_000}), 2_000_000, seed=3).bets
        exact = row.figures
        assert abs(found.edge - float(exact.edge)) < 4 * found.std_error, row
        assert abs(found.win - float(exact.win)) < 4 * (float(exact.win) / found.made) ** 0.5
        assert found.variance == pytest.approx(float(exact.variance), rel=0.02)


def test_an_unknown_bet_is_refused_by_the_loop_too() -> None:
    rules = game(GAME).rules("extremadura")
    with pytest.raises(UnknownError, match="pareja"):
        game(GAME).program(rules, standard(rules), {"pareja": 1000})


def test_the_same_stream_deals_the_same_coups() -> None:
    deal_from = source(game(GAME).rules("extremadura"))
    one, other = deal_from(generator(5, 0), 50_000), deal_from(generator(5, 0), 50_000)
    assert (one == other).all()
    assert not (one == deal_from(generator(5, 1), 50_000)).all()
