"""Chemin de fer against its articles: the bank's way round the table, bancos, cards, faults, what the house takes."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from tapete.audit.log import audit
from tapete.engine.requests import Act, Announce, Move
from tapete.engine.round import replay
from tapete.engine.window import Window
from tapete.errors import IllegalAction
from tapete.games import game
from tapete.games.chemin_de_fer import faults
from tapete.games.chemin_de_fer.rules import REMEDIES
from tapete.games.chemin_de_fer.settle import AGAIN, ALONE, LAST, WITH_TABLE, against, given, shares
from tapete.games.shared.bacara.money import cagnotte, half
from tapete.games.shared.bacara.rules import third, worth
from tapete.i18n import speaking
from tapete.law.loading import RulebookError
from tapete.web.tables import telling
from tests.bacara import Coups, Here, denied, text, under_both
from tests.helpers import choose, close, edited, lies, total

NAME = "chemin-de-fer"
FOUR = ("ana", "luis", "eva", "teo")
__all__ = ["text"]  # which every test is given
pytest_generate_tests = under_both
regions = pytest.mark.parametrize("region", ["extremadura", "pais-vasco"])
# By value: as many points as the name says, nothing for the ten.
PUNTO_WINS = ("4s", "2s", "3s", "2h")  # punto 7, banker 4
BANKER_WINS = ("2s", "4s", "4h", "3s")  # punto 6, banker 7
TIED = ("3s", "4s", "3h", "2s")  # punto 6, banker 6


class Evening(Coups):
    """Whoever is asked for the bank has it, and deals."""

    def __init__(self, region: str = "", players: tuple[str, ...] = FOUR, **options: Any) -> None:
        super().__init__(NAME, region or Here.region, players, options)
        if self.kind == "choose":
            choose(self.round, "croupier", "hecha")

    def bank(self, who: str, euros: float) -> None:
        """Whoever is asked before somebody refuses; he takes the bank, and deals."""
        while self.asked != who:
            self.act(self.asked, "refuse")
        self.act(who, "take", "", euros)
        self.act(who, "go-on")

    def stakes(self, **euros: float) -> None:
        """Stakes against the bank."""
        for who, amount in euros.items():
            self.act(who, "stake", "punto", amount)

    def closed(self, holder: str = "") -> str:
        """The bets are closed and the cards lifted: who has them."""
        close(self.round)
        if self.kind != "cards":
            return ""
        found = next(who for who in self.round.header.players if self.opens(who, "lift"))
        self.act(holder or found, "lift")
        return found

    def coup(self, cards: tuple[str, ...], punto: str = "no", banker: str = "no") -> None:
        """A coup from the closing of the bets to the payment."""
        self.closed()
        self.say(punto, banker, cards=cards)
        self.pay()

    def won(self, who: str, euros: float, against: str) -> None:
        """A banker whose bank somebody covered has won the coup; the next is before him."""
        self.bank(who, euros)
        self.stakes(**{against: euros})
        self.coup(BANKER_WINS)
        self.next()

    def has(self, who: str) -> float:
        """What somebody has in chips."""
        return self.round.places.get(f"chips/{who}", 0) / 100


def rules(region: str = "") -> Any:
    return game(NAME).rules(region or Here.region)


# The bank


@regions
def test_ex_2_1_a_5_1_a_and_pv_08_v_1_the_bank_is_first_offered_to_number_one_and_then_to_the_right(
    region: str,
) -> None:
    evening = Evening(region)
    assert evening.asked == "ana"
    evening.act("ana", "refuse")
    assert evening.asked == "luis"
    evening.act("luis", "take", "", 25)
    assert lies(evening.round, "banca/") == {"banca/luis": 2500}


@regions
def test_ex_2_1_a_5_1_c_and_pv_08_v_2_the_banker_keeps_the_bank_while_he_wins_and_cedes_it_when_he_loses(
    region: str,
) -> None:
    evening = Evening(region)
    evening.bank("ana", 20)
    evening.stakes(luis=20)
    evening.coup(BANKER_WINS)
    # 20 won, of which the house has one: 39 in the bank.
    assert evening.lies("banca/ana") == 39
    assert evening.lies("commission") == 1
    evening.next()
    assert evening.kind == "banker"
    assert evening.opens("ana", "pass")
    evening.act("ana", "go-on")
    evening.stakes(luis=39)
    evening.coup(PUNTO_WINS)
    assert lies(evening.round, "banca/") == {}
    assert (evening.has("ana"), evening.has("luis")) == (980, 1019)
    evening.next()
    assert evening.asked == "luis"


def test_ex_2_1_a_5_1_c_and_pv_08_v_2_who_takes_a_bank_that_was_left_freely_takes_it_for_as_much_at_least() -> None:
    evening = Evening()
    evening.won("ana", 60, "luis")
    evening.act("ana", "pass")
    assert evening.asked == "luis"
    denied(evening.round, "luis", Act("take", "", 11_650), "2.1.A.5.1.c")
    evening.act("luis", "take", "", 117)
    assert evening.lies("banca/luis") == 117
    assert evening.has("ana") == 1057


def test_ex_2_1_a_5_1_d_and_pv_08_v_3_who_left_the_bank_takes_it_again_for_the_same_amount_after_all_others() -> None:
    evening = Evening()
    evening.won("ana", 60, "luis")
    evening.act("ana", "pass")
    for who in ("luis", "eva", "teo"):
        evening.act(who, "refuse")
    assert evening.asked == "ana"
    denied(evening.round, "ana", Act("take", "", 12_000), "2.1.A.5.1.d")
    evening.act("ana", "take", "", 117)
    assert evening.lies("banca/ana") == 117


@regions
def test_ex_2_1_a_4_3_d_and_pv_08_iv_8_nobody_misses_a_turn_that_is_not_his(region: str) -> None:
    evening = Evening(region)
    evening.won("ana", 60, "luis")
    evening.act("ana", "pass")
    assert evening.opens("inspector", "absent")
    for who in ("luis", "eva", "teo"):
        evening.act(who, "refuse")
    assert evening.asked == "ana" and not evening.opens("inspector", "absent")


def test_ex_2_1_a_5_1_d_and_pv_08_v_3_a_bank_that_was_lost_may_be_taken_again_too() -> None:
    evening = Evening()
    evening.bank("ana", 20)
    evening.stakes(luis=20)
    evening.coup(PUNTO_WINS)
    evening.next()
    for who in ("luis", "eva", "teo"):
        evening.act(who, "refuse")
    assert evening.asked == "ana"
    evening.act("ana", "take", "", 20)


def to_auction(evening: Evening) -> None:
    """Nobody wants the bank for what it held."""
    while evening.kind == "offer":
        evening.act(evening.asked, "refuse")


def test_ex_2_1_a_5_1_e_and_pv_08_v_4_the_highest_bid_has_the_bank_and_5_1_i_not_who_passed_it() -> None:
    evening = Evening()
    evening.won("ana", 20, "luis")
    evening.act("ana", "pass")
    to_auction(evening)
    assert evening.kind == "auction"
    denied(evening.round, "ana", Act("bid", "", 2000), "2.1.A.5.1.i")
    denied(evening.round, "eva", Act("bid", "", 450), "2.1.A.5.1.e")
    evening.act("eva", "bid", "", 5)
    evening.act("teo", "bid", "", 8)
    denied(evening.round, "teo", Act("bid", "", 900), "2.1.A.5.1.e")
    evening.act("eva", "bid", "", 8)  # she comes first of equals: her seat is nearer to the banker's right
    denied(evening.round, "teo", Act("bid", "", 800), "2.1.A.5.1.e")
    close(evening.round)
    assert evening.lies("banca/eva") == 8


@regions
def test_ex_2_1_a_5_1_j_and_pv_08_v_9_without_a_bid_the_neighbour_takes_it_for_the_minimum_or_loses_the_seat(
    region: str,
) -> None:
    evening = Evening(region)
    to_auction(evening)
    close(evening.round)
    assert evening.asked == "ana"
    choose(evening.round, "ana", "ceder-la-plaza")
    assert evening.asked == "luis"
    choose(evening.round, "luis", "aceptar")
    assert evening.lies("banca/luis") == 5
    evening.act("luis", "go-on")
    close(evening.round)
    assert evening.round.carried["seats"]["standing"] == ["ana"]


def test_ex_2_1_a_5_1_k_and_pv_08_v_10_a_bought_hand_that_loses_goes_to_the_right_of_who_passed_it() -> None:
    evening = Evening()
    evening.won("ana", 20, "luis")
    evening.act("ana", "pass")
    evening.bank("teo", 39)
    evening.stakes(ana=39)
    evening.coup(PUNTO_WINS)
    evening.next()
    assert evening.asked == "luis"


def test_ex_2_1_a_5_1_k_and_pv_08_v_10_who_bought_the_hand_from_his_neighbour_and_lost_it_has_his_own_turn() -> None:
    evening = Evening()
    evening.won("ana", 20, "eva")
    evening.act("ana", "pass")
    evening.bank("luis", 39)
    evening.stakes(eva=39)
    evening.coup(PUNTO_WINS)
    evening.next()
    assert evening.asked == "luis"
    evening.act("luis", "take", "", 5)


def test_ex_2_1_a_5_1_l_and_pv_08_v_11_who_takes_the_bank_and_will_not_deal_has_it_sold_without_him() -> None:
    evening = Evening()
    evening.act("ana", "take", "", 30)
    evening.act("ana", "pass")
    assert evening.kind == "auction"
    assert evening.has("ana") == 1000
    assert not evening.opens("ana", "bid")
    denied(evening.round, "ana", Act("bid", "", 500), "2.1.A.5.1.i")
    evening.act("luis", "bid", "", 5)
    close(evening.round)
    assert evening.lies("banca/luis") == 5


def test_ex_2_1_a_5_1_l_and_pv_08_v_11_who_lost_the_bank_bids_where_the_next_will_not_deal_who_passed_it_does_not() -> (
    None
):
    evening = Evening()
    evening.bank("ana", 20)
    evening.stakes(luis=20)
    evening.coup(PUNTO_WINS)
    evening.next()
    evening.act("luis", "take", "", 20)
    evening.act("luis", "pass")
    assert not evening.opens("luis", "bid")
    evening.act("ana", "bid", "", 20)
    close(evening.round)
    assert evening.lies("banca/ana") == 20
    evening = Evening()
    evening.won("ana", 20, "luis")
    evening.act("ana", "pass")
    evening.act("luis", "take", "", 39)
    evening.act("luis", "pass")
    assert [who for who in FOUR if evening.opens(who, "bid")] == ["eva", "teo"]


def test_ex_2_1_a_5_1_c_and_pv_08_v_2_a_banker_who_leaves_the_table_leaves_the_bank_to_his_right_for_as_much() -> None:
    evening = Evening(players=(*FOUR, "noa"))
    evening.bank("eva", 20)
    evening.stakes(luis=20)
    evening.coup(BANKER_WINS)
    evening.without("eva")
    # 20 won, of which the house has one, were in it beside his own.
    assert evening.asked == "teo"
    denied(evening.round, "teo", Act("take", "", 3800), "2.1.A.5.1.c")
    evening.act("teo", "take", "", 39)
    evening.act("teo", "go-on")
    evening.stakes(luis=39)
    evening.coup(PUNTO_WINS)
    evening.next()
    # The hand was bought: it goes on from where Eva sat (5.1.k), and Teo has his own turn.
    assert evening.asked == "teo"


def test_ex_2_1_a_5_1_a_and_pv_08_v_1_the_bank_goes_on_by_the_departments_whoever_has_left_the_table() -> None:
    evening = Evening(players=(*FOUR, "noa"))
    evening.bank("eva", 20)
    evening.stakes(luis=20)
    evening.coup(PUNTO_WINS)
    evening.without("eva")
    assert evening.asked == "teo"
    assert evening.round.log[-1] == Announce("offer", ("teo", "5"))
    assert audit(line for table in evening.rounds[:-1] for line in table.lines()).breaches == []


def test_ex_2_1_a_4_2_c_1_who_is_given_a_seat_while_the_bank_is_offered_is_not_offered_it_as_who_stands() -> None:
    evening = Evening(players=(*FOUR, "noa", "ivo"), departamentos="4")
    evening.bank("ana", 20)
    evening.act("noa", "wait")
    evening.stakes(luis=20)
    evening.coup(PUNTO_WINS)
    evening.next()
    evening.act("inspector", "absent")
    for who in ("eva", "teo"):
        evening.act(who, "refuse")
    # Noa has Luis's seat and lets the hand pass first; Ivo and Luis stand.
    assert evening.asked == "ivo"


def test_ex_2_1_a_5_1_b_and_pv_08_v_2_the_banker_is_told_what_a_partner_puts_at_his_disposal() -> None:
    evening = Evening()
    evening.act("ana", "take", "", 20)
    evening.act("luis", "associate", "", 10)
    pending = evening.round.pending
    assert isinstance(pending, Window)
    (offered,) = (item for item in pending.open("ana") if item.do == "accept")
    assert (offered.on, offered.cost) == ("luis", 1000)


def test_ex_2_1_a_5_1_l_and_pv_08_v_11_after_a_tie_the_first_bank_may_be_ceded() -> None:
    evening = Evening()
    evening.bank("ana", 30)
    evening.stakes(luis=30)
    evening.coup(TIED)
    evening.next()
    evening.act("ana", "pass")
    assert evening.kind == "offer"


def test_ex_2_1_a_5_1_b_and_pv_08_v_2_a_partner_wins_and_loses_with_the_banker_in_proportion() -> None:
    evening = Evening()
    evening.act("ana", "take", "", 20)
    evening.act("luis", "associate", "", 10)
    evening.act("ana", "accept", "luis")
    evening.act("ana", "go-on")
    denied(evening.round, "luis", Act("stake", "punto", 500), "2.1.A.5.1.b")
    evening.stakes(eva=30)
    evening.coup(BANKER_WINS)
    # 30 won, 1.50 to the house: 58.50 in thirds.
    assert lies(evening.round, "banca/") == {"banca/ana": 3900, "banca/luis": 1950}
    evening.next()
    evening.act("ana", "go-on")
    evening.stakes(eva=58.5)
    evening.coup(PUNTO_WINS)
    assert [evening.has(who) for who in FOUR] == [980, 990, 1028.5, 1000]


def test_ex_2_1_a_5_1_g_and_pv_08_v_6_the_bank_is_raised_never_lowered_and_5_1_o_to_a_hundred_minimums() -> None:
    evening = Evening()
    denied(evening.round, "ana", Act("take", "", 50_050), "2.1.A.5.1.a")
    evening.act("ana", "take", "", 400)
    denied(evening.round, "ana", Act("raise", "", 10_050), "2.1.A.5.1.g")
    evening.act("ana", "raise", "", 100)
    assert evening.lies("banca/ana") == 500
    evening.act("ana", "go-on")
    denied(evening.round, "luis", Act("stake", "punto", 50_050), "2.1.A.5.1.n")


@regions
def test_ex_2_1_a_5_1_o_and_pv_08_v_14_the_bank_is_offered_from_its_own_least_on(region: str) -> None:
    evening = Evening(region)
    session = evening.session
    session.settings = msgspec.structs.replace(session.settings, minimums={"banca": 5000})
    evening.round.void("director", "another least")
    session.round = None
    evening.round = session.open()
    choose(evening.round, "croupier", "hecha")
    article = {"extremadura": "2.1.A.5.1.a", "pais-vasco": "08.V§1"}[region]
    denied(evening.round, "ana", Act("take", "", 4950), article)
    evening.act("ana", "take", "", 50)
    evening.act("ana", "go-on")
    evening.stakes(luis=5)  # the punto's is still his own


def test_ex_2_1_a_5_1_o_and_pv_08_v_14_a_bank_without_a_most_where_that_is_authorised() -> None:
    evening = Evening(maximo="sin-maximo")
    evening.bank("ana", 1000)
    evening.stakes(luis=1000)
    evening.coup(BANKER_WINS)
    assert evening.lies("banca/ana") == 1950


def test_ex_2_1_a_5_1_h_and_pv_08_v_7_who_made_banco_has_the_cards_of_a_higher_bank_for_any_stake_once() -> None:
    evening = Evening()
    evening.bank("ana", 20)
    evening.act("eva", "banco")
    evening.coup(BANKER_WINS)
    evening.next()
    evening.act("ana", "pass")
    evening.bank("luis", 50)
    evening.stakes(teo=30, eva=5)
    assert evening.closed() == "eva"
    evening.say("no", "no", cards=BANKER_WINS)
    evening.pay()
    evening.next()
    evening.act("luis", "go-on")
    evening.stakes(teo=30, eva=5)
    assert evening.closed() == "teo"


@regions
def test_ex_2_1_a_5_1_p_and_pv_08_v_15_five_per_cent_of_what_the_banker_wins_cut_to_the_cent(region: str) -> None:
    assert cagnotte(1_950, Fraction(5, 100), 1) == 97
    assert cagnotte(1_950, Fraction(5, 100), 50) == 50
    evening = Evening(region, redondeo="ficha")
    evening.bank("ana", 19.5)
    evening.stakes(luis=19.5)
    evening.coup(BANKER_WINS)
    assert evening.lies("commission") == 0.5


def test_pv_08_v_15_up_to_five_per_cent_and_ex_2_1_a_5_1_p_five() -> None:
    assert rules("pais-vasco").percentages == (5, 4, 3, 2, 1, 0)
    assert rules("extremadura").percentages == (5,)
    for percent, kept in (("2", 0.4), ("2.5", 0.5)):
        evening = Evening("pais-vasco", deduccion=percent)
        evening.bank("ana", 20)
        evening.stakes(luis=20)
        evening.coup(BANKER_WINS)
        assert evening.lies("commission") == kept


def test_pv_08_v_15_any_deduction_up_to_five_per_cent() -> None:
    """Of 100 euros that the banker wins 2.5 per cent are 2.50."""
    table = Evening("pais-vasco", deduccion="2.5")
    table.bank("ana", 100)
    table.stakes(luis=100)
    table.coup(BANKER_WINS)
    assert table.lies("commission") == 2.5
    assert table.session.rules.options["deduccion"].takes("4.95")
    assert not table.session.rules.options["deduccion"].takes("5.05")


# The garage


def test_ex_2_1_a_5_2_a_and_pv_08_v_a_winnings_above_fifty_minimums_may_be_put_away() -> None:
    evening = Evening()
    evening.won("ana", 250, "luis")
    denied(evening.round, "ana", Act("put-away", "", 1000), "2.1.A.5.2.a")  # 237.50 is not above 250
    evening.act("ana", "go-on")
    evening.stakes(luis=100)
    evening.coup(BANKER_WINS)
    evening.next()
    evening.act("ana", "put-away", "", 95)  # 237.50 and 95 were won; the rest of the bank nobody played against
    assert evening.lies("banca/ana") == 100
    assert evening.lies("garage/ana") == 387.5 + 95


def test_ex_2_1_a_5_2_b_and_pv_08_v_b_what_nobody_plays_against_is_put_away_and_stays_there() -> None:
    evening = Evening()
    evening.bank("ana", 100)
    evening.stakes(luis=40)
    evening.closed()
    assert lies(evening.round, "banca/") == {"banca/ana": 4000}
    assert lies(evening.round, "garage/") == {"garage/ana": 6000}
    evening.say("no", "no", cards=BANKER_WINS)
    evening.pay()
    evening.next()
    assert evening.lies("banca/ana") == 78
    evening.act("ana", "go-on")
    denied(evening.round, "luis", Act("stake", "punto", 7850), "2.1.A.5.1.n")
    evening.stakes(luis=78)
    evening.coup(PUNTO_WINS)
    assert lies(evening.round, "garage/") == {}
    assert evening.has("ana") == 960


def test_ex_2_1_a_5_2_c_and_pv_08_v_c_what_is_above_the_most_is_put_away() -> None:
    evening = Evening()
    evening.won("ana", 400, "luis")
    assert (evening.lies("banca/ana"), evening.lies("garage/ana")) == (500, 280)


def test_ex_2_1_a_5_2_d_and_pv_08_v_d_all_goes_only_where_the_bank_has_no_most() -> None:
    evening = Evening(maximo="sin-maximo")
    evening.bank("ana", 100)
    evening.stakes(luis=40)
    evening.coup(BANKER_WINS)
    evening.next()
    evening.act("ana", "all-goes")
    assert (evening.lies("banca/ana"), evening.lies("garage/ana")) == (138, 0)
    evening.act("ana", "go-on")
    evening.stakes(luis=10)
    evening.closed()
    assert evening.lies("banca/ana") == 138
    limited = Evening()
    limited.act("ana", "take", "", 100)
    denied(limited.round, "ana", Act("all-goes"), "2.1.A.5.2.d")


# Seats


def test_ex_2_1_a_4_2_and_pv_08_iv_2_priority_is_from_the_banker_s_right_and_who_sits_before_who_stands() -> None:
    six = (*FOUR, "ivo", "sol")
    evening = Evening(players=six, departamentos="4")
    assert evening.round.header.players == six
    evening.bank("luis", 50)
    for who in ("sol", "ivo", "ana", "teo"):
        evening.act(who, "banco")
    assert evening.closed() == "teo"
    evening.say("no", "no", cards=BANKER_WINS)
    evening.pay()
    evening.next()
    evening.act("luis", "go-on")
    for who in ("ivo", "sol"):
        evening.act(who, "banco")
    # The first to stand stands behind number one, the second behind number two, who is the banker.
    assert evening.closed() == "ivo"


def test_ex_2_1_a_4_3_b_and_pv_08_iv_6_who_refuses_the_hand_twice_in_a_row_leaves_the_seat() -> None:
    evening = Evening()
    evening.bank("luis", 10)
    evening.stakes(teo=10)
    evening.coup(PUNTO_WINS)
    evening.next()
    for who in ("eva", "teo"):
        evening.act(who, "refuse")
    assert evening.asked == "ana"
    evening.act("ana", "refuse")
    assert "Ana deja su plaza." in evening.round.said()
    assert evening.asked == "luis"


def test_ex_2_1_a_4_3_d_and_pv_08_iv_8_who_is_absent_loses_the_seat_to_the_first_who_waits() -> None:
    evening = Evening(players=(*FOUR, "ivo"), departamentos="4")
    evening.bank("ana", 10)
    evening.act("ivo", "wait")
    evening.stakes(teo=10)
    evening.coup(PUNTO_WINS)
    evening.next()
    assert evening.asked == "luis"
    evening.act("inspector", "absent")
    assert evening.asked == "eva"
    evening.act("eva", "take", "", 10)
    evening.act("eva", "go-on")
    close(evening.round)
    seats = evening.round.carried["seats"]
    assert seats["seats"] == ["ana", "ivo", "eva", "teo"]
    # Ivo sat down while the shoe was dealt: he must let the hand pass once.
    assert seats["bound"] == ["ivo"]


def test_ex_2_1_a_4_2_c_1_who_changes_seats_during_the_shoe_lets_the_hand_pass_and_has_no_priority() -> None:
    evening = Evening(departamentos="5")
    evening.won("ana", 10, "eva")
    evening.act("ana", "go-on")
    evening.act("luis", "sit", "5")
    for who in ("luis", "teo"):
        evening.act(who, "banco")
    assert evening.closed() == "teo"
    evening.say("no", "no", cards=PUNTO_WINS)
    evening.pay()
    evening.next()
    evening.act("eva", "refuse")
    evening.act("teo", "refuse")
    assert evening.asked == "ana"  # past Luis, who lets it pass


def test_ex_2_1_a_4_2_c_2_and_pv_08_iv_3_who_changes_when_a_shoe_begins_loses_nothing() -> None:
    evening = Evening(departamentos="5")
    evening.bank("ana", 10)
    evening.act("luis", "sit", "5")
    evening.stakes(eva=10)
    evening.coup(BANKER_WINS)
    assert "bound" not in evening.round.carried["seats"]


def test_ex_2_1_a_4_3_a_and_pv_08_iv_5_during_the_shoe_who_waits_comes_before_who_wants_to_change() -> None:
    evening = Evening(players=(*FOUR, "ivo"), departamentos="4")
    evening.bank("ana", 10)
    evening.stakes(eva=10)
    evening.coup(BANKER_WINS)
    evening.session.players = ("ana", "luis", "eva", "ivo")
    evening.next()
    evening.act("ana", "go-on")
    evening.act("ivo", "wait")
    denied(evening.round, "luis", Act("sit", "4"), "2.1.A.4.3.a")
    evening.act("ivo", "sit", "4")


@regions
def test_ex_2_1_a_4_2_c_1_and_pv_08_iv_2_with_a_stake_who_changed_seats_keeps_his_place(region: str) -> None:
    """Only the bank and banco are named; from Eva's right on: Teo, Ivo, Luis in number six, Ana."""
    evening = Evening(region, (*FOUR, "ivo"), departamentos="6")
    evening.won("eva", 10, "teo")
    evening.act("eva", "go-on")
    evening.act("luis", "sit", "6")
    evening.stakes(ana=19, luis=19)
    assert evening.closed() == "luis"
    assert lies(evening.round, "felt/") == {"felt/luis/punto": 1900, "felt/ana/punto": 50}  # of a bank of 19.50
    evening.say("no", "no", cards=BANKER_WINS)
    evening.pay()
    evening.next()
    evening.act("eva", "go-on")
    for who in ("luis", "ana"):
        evening.act(who, "banco")
    assert evening.closed() == "ana"


@regions
def test_ex_2_1_a_4_3_a_and_pv_08_iv_5_when_a_shoe_begins_who_sits_may_change_and_who_stands_waits(region: str) -> None:
    evening = Evening(region, (*FOUR, "ivo", "noa"), departamentos="4")
    evening.bank("ana", 10)
    evening.act("ivo", "wait")
    evening.stakes(eva=10)
    evening.coup(BANKER_WINS)
    evening.left_in_shoe(10)
    evening.act("ana", "go-on")
    evening.stakes(eva=10)
    evening.coup(BANKER_WINS)
    evening.session.players = ("ana", "luis", "eva", "ivo", "noa")
    evening.next()
    choose(evening.round, "croupier", "hecha")
    evening.act("ana", "go-on")
    waiting = {"extremadura": "2.1.A.4.3.a", "pais-vasco": "08.IV§5"}[region]
    denied(evening.round, "noa", Act("sit", "4"), waiting)
    evening.act("luis", "sit", "4")
    evening.act("ivo", "sit", "2")


def test_ex_2_1_a_4_3_c_and_pv_08_iv_7_who_follows_the_hand_is_taken_first_and_paid_last() -> None:
    evening = Evening(players=(*FOUR, "ivo"), departamentos="4")
    evening.bank("ana", 20)
    evening.stakes(luis=10, ivo=10)
    evening.act("inspector", "follows", "ivo")
    evening.coup(BANKER_WINS)
    taken = [entry.src for entry in evening.round.log if isinstance(entry, Move) and entry.dst == "banca/ana"]
    assert taken[-2:] == ["felt/ivo/punto", "felt/luis/punto"]


@regions
def test_ex_2_1_a_7_1_and_pv_08_vii_1_four_players_at_least_or_the_game_stops(region: str) -> None:
    evening = Evening(region)
    evening.bank("ana", 20)
    evening.stakes(luis=10)
    evening.coup(BANKER_WINS)
    evening.session.players = ("ana", "luis", "eva")
    evening.session.places = {path: cents for path, cents in evening.session.places.items() if "teo" not in path}
    evening.next()
    assert (evening.has("ana"), evening.lies("banca/ana"), evening.lies("garage/ana")) == (1009.5, 0, 0)
    evening.end_shoe()
    close(evening.round)
    assert "office" not in evening.round.carried


# Bancos, counted without a table


ORDER = ("luis", "eva", "teo", "ivo")


def test_ex_2_1_a_7_5_and_pv_08_vii_4_bancos_go_by_priority_and_7_6_a_lone_one_before_company() -> None:
    calls = {"eva": ALONE, "teo": ALONE}
    assert against(1000, 50, ORDER, {}, calls).holder == "eva"
    company = {"luis": f"{ALONE}:eva", "eva": f"{ALONE}:luis", "ivo": ALONE}
    assert against(1000, 50, ORDER, {}, company) == ({"ivo": 1000}, "ivo", ("ivo",))
    del company["ivo"]
    assert against(1050, 50, ORDER, {}, company) == ({"luis": 550, "eva": 500}, "luis", ("luis", "eva"))


def test_ex_2_1_a_7_7_and_pv_08_vii_6_the_bank_with_the_table_is_half_of_it_and_the_others_fill_it_up() -> None:
    assert (half(1000, 50), half(1050, 50)) == (500, 550)
    found = against(1000, 50, ORDER, {"luis": 200, "teo": 700}, {"ivo": WITH_TABLE})
    assert found == ({"ivo": 500, "luis": 200, "teo": 300}, "ivo", ())


def test_ex_2_1_a_7_8_and_pv_08_vii_7_the_last_to_complete_plays_what_is_left_and_has_the_cards() -> None:
    calls = {"ivo": WITH_TABLE, "eva": LAST}
    assert against(1000, 50, ORDER, {"luis": 200}, calls) == ({"ivo": 500, "luis": 200, "eva": 300}, "eva", ())
    assert against(1000, 50, ORDER, {"luis": 500}, calls) == ({"ivo": 500, "luis": 500}, "ivo", ())


def test_ex_2_1_a_7_8_and_pv_08_vii_7_made_alone_the_bank_with_the_table_gives_priority() -> None:
    assert against(1000, 50, ORDER, {}, {"ivo": WITH_TABLE}).sole == ("ivo",)
    assert against(1000, 50, ORDER, {"eva": 100}, {"ivo": WITH_TABLE}).sole == ()


def test_ex_2_1_a_7_9_and_pv_08_vii_8_the_highest_stake_of_who_sits_has_the_cards() -> None:
    stakes = {"luis": 100, "eva": 200, "teo": 200, "ivo": 500}
    assert against(1000, 50, ORDER, stakes, {}, seated=ORDER[:3]).holder == "eva"
    assert against(1000, 50, ORDER, {"ivo": 100}, {}, seated=ORDER[:3]).holder == "ivo"


def test_ex_2_1_a_7_10_and_pv_08_vii_9_a_bank_called_again_comes_before_one_called_first() -> None:
    assert against(1000, 50, ORDER, {}, {"luis": ALONE, "ivo": AGAIN}).holder == "ivo"


def test_ex_2_1_a_5_1_n_and_pv_08_v_13_no_more_is_played_than_the_bank_holds() -> None:
    assert against(1000, 50, ORDER, dict.fromkeys(ORDER, 400), {}).stakes == {"luis": 400, "eva": 400, "teo": 200}


def test_ex_2_1_a_5_1_b_and_pv_08_v_2_shares_in_proportion_odd_cents_the_first_one_s() -> None:
    assert shares(100, [1, 1, 1]) == [34, 33, 33]


def test_ex_2_1_a_5_2_b_and_pv_08_v_b_nobody_puts_more_away_than_he_put_up() -> None:
    assert given(1000, [1, 500, 500]) == [1, 500, 499]
    assert given(100, [34, 33, 33]) == [34, 33, 33]


# Bancos at the table


def test_ex_2_1_a_7_10_and_pv_08_vii_9_who_made_banco_and_lost_may_call_it_again_even_after_the_deal() -> None:
    evening = Evening()
    evening.bank("ana", 20)
    evening.act("teo", "banco")
    evening.coup(BANKER_WINS)
    assert evening.has("teo") == 980
    evening.next()
    evening.act("ana", "go-on")
    denied(evening.round, "eva", Act("banco-again"), "2.1.A.7.10")
    evening.stakes(luis=39)
    close(evening.round)
    assert evening.opens("luis", "lift")
    evening.act("teo", "again-late")
    assert lies(evening.round, "felt/") == {"felt/teo/punto": 3900}
    assert evening.opens("teo", "lift")
    denied(evening.round, "luis", Act("lift"), "2.1.A.7.16")


@regions
def test_ex_2_1_a_7_13_and_pv_08_vii_11_a_bank_that_was_called_again_rightly_is_not_taken_away(region: str) -> None:
    evening = Evening(region)
    evening.bank("ana", 20)
    evening.act("luis", "banco", "teo")
    evening.act("teo", "banco", "luis")
    evening.coup(BANKER_WINS)
    assert evening.round.carried["rights"] == ["luis", "teo"]
    evening.next()
    evening.act("ana", "go-on")
    evening.act("luis", "banco-again")
    close(evening.round)
    assert evening.opens("luis", "lift") and not evening.opens("teo", "again-late")


def test_ex_2_1_a_7_12_and_pv_08_vii_10_once_the_cards_are_lifted_it_is_too_late() -> None:
    evening = Evening()
    evening.bank("ana", 20)
    evening.act("teo", "banco")
    evening.coup(BANKER_WINS)
    evening.next()
    evening.act("ana", "go-on")
    evening.stakes(luis=39)
    evening.closed()
    assert not evening.opens("teo", "again-late")


def test_ex_2_1_a_7_14_and_pv_08_vii_12_a_bank_not_called_again_may_be_after_a_tie() -> None:
    evening = Evening()
    evening.bank("ana", 20)
    evening.act("teo", "banco")
    evening.coup(BANKER_WINS)
    evening.next()
    evening.act("ana", "go-on")
    evening.act("luis", "banco")
    evening.coup(TIED)
    assert evening.round.carried["rights"] == ["teo"]
    evening.next()
    evening.act("ana", "go-on")
    assert evening.opens("teo", "banco-again")


def test_ex_2_1_a_7_15_and_pv_08_vii_13_the_only_one_who_stakes_may_call_the_bank_next() -> None:
    evening = Evening()
    evening.bank("ana", 20)
    evening.stakes(teo=5)
    evening.coup(BANKER_WINS)
    assert evening.round.carried["rights"] == ["teo"]


@pytest.mark.parametrize(("cards", "kept"), [(BANKER_WINS, True), (TIED, False), (PUNTO_WINS, False)])
def test_ex_2_1_a_7_18_and_pv_08_vii_17_only_the_winner_of_the_last_coup_keeps_the_bank_in_the_next_shoe(
    cards: tuple[str, ...], kept: bool
) -> None:
    evening = Evening()
    evening.bank("ana", 20)
    evening.stakes(luis=20)
    evening.coup(BANKER_WINS)
    evening.left_in_shoe(10)
    evening.act("ana", "go-on")
    evening.stakes(luis=39)
    evening.coup(cards)
    assert evening.round.said()[-1] == "Carta de detención: fin de la partida."
    assert lies(evening.round, "banca/") == ({"banca/ana": 7605} if kept else {})
    evening.next()
    choose(evening.round, "croupier", "hecha")
    assert (evening.kind, evening.asked) == ("banker" if kept else "offer", "ana")


@regions
def test_ex_2_1_a_7_18_and_pv_08_vii_17_a_bank_that_is_kept_in_a_new_shoe_is_not_lowered(region: str) -> None:
    evening = Evening(region)
    evening.won("ana", 100, "luis")
    evening.act("ana", "go-on")
    evening.stakes(luis=195)
    evening.coup(BANKER_WINS)
    evening.left_in_shoe(10)
    evening.act("ana", "go-on")
    evening.stakes(luis=100)
    evening.coup(BANKER_WINS)
    evening.next()
    choose(evening.round, "croupier", "hecha")
    # 95, 185.25 and 95 were won: above fifty minimums of five.
    article = {"extremadura": "2.1.A.7.18", "pais-vasco": "08.VII§17"}[region]
    denied(evening.round, "ana", Act("put-away", "", 1000), article)
    evening.act("ana", "raise", "", 5)
    evening.act("ana", "go-on")
    evening.stakes(luis=100)
    evening.coup(BANKER_WINS)
    evening.next()
    assert evening.opens("ana", "put-away")


@pytest.mark.parametrize(("left", "ends"), [(11, False), (10, True)])
def test_ex_2_1_a_7_3_and_pv_08_vii_2_the_stop_card_lies_above_seven_cards(left: int, ends: bool) -> None:
    """Of eleven cards a coup takes four: the stop card is next, and has not come out."""
    evening = Evening()
    evening.bank("ana", 20)
    evening.stakes(luis=20)
    evening.coup(BANKER_WINS)
    evening.left_in_shoe(left)
    evening.act("ana", "go-on")
    evening.stakes(luis=20)
    evening.coup(BANKER_WINS)
    assert (not evening.round.carried["shoe"]) == ends


def last_coup(evening: Evening) -> None:
    """Ana wins a coup of four cards with which the stop card comes out: six are left."""
    evening.bank("ana", 20)
    evening.stakes(luis=20)
    evening.coup(BANKER_WINS)
    evening.left_in_shoe(10)
    evening.act("ana", "go-on")
    evening.stakes(luis=20)
    evening.closed()
    evening.say("no", "no", cards=BANKER_WINS)
    choose(evening.round, "croupier", "pagar")


@pytest.mark.parametrize(("region", "article"), [("extremadura", "2.1.A.7.19"), ("pais-vasco", "08.VII§21")])
@pytest.mark.parametrize("found", ["completas", "incompletas"])
def test_ex_2_1_a_7_19_and_pv_08_vii_21_a_player_may_have_the_cards_checked(
    region: str, article: str, found: str
) -> None:
    """Six packs are 312 cards: six lie in the shoe, so 306 came out. Anybody at the table asks; the croupier counts."""
    evening = Evening(region)
    last_coup(evening)
    assert evening.round.said()[-1] == "Carta de detención: fin de la partida."
    assert all(evening.opens(who, "check-cards") for who in FOUR)
    denied(evening.round, "croupier", Act("check-cards"), article)
    evening.act("teo", "check-cards")
    denied(evening.round, "teo", Act("choose", found), article)
    choose(evening.round, "croupier", found)
    assert evening.round.finished
    assert evening.round.said()[-2:] == [
        "Se controlan las cartas, a petición de teo: 306 han salido y 6 quedan, 312 en total.",
        f"Cartas controladas: {found}.",
    ]
    assert not evening.round.carried["shoe"]
    # 20 and twice 19 of 20 won; what nobody played against, 19, lies in the garage.
    assert (evening.lies("banca/ana"), evening.lies("garage/ana")) == (39, 19)
    assert replay(game(NAME).play, rules(region), evening.round.log).said() == evening.round.said()


def test_ex_2_1_a_7_19_and_pv_08_vii_21_a_shoe_is_not_checked_before_it_has_ended_nor_where_nobody_asks() -> None:
    evening = Evening()
    denied(evening.round, "teo", Act("check-cards"), "2.1.A.5.1.a")
    last_coup(evening)
    evening.end_shoe()
    assert evening.round.finished
    assert evening.round.said()[-1] == "Carta de detención: fin de la partida."


def test_ex_2_1_a_7_19_and_pv_08_vii_21_a_shoe_ends_too_when_players_are_missing_and_an_untouched_one_does_not() -> (
    None
):
    """After one coup of four cards 308 of the 312 are left."""
    evening = Evening()
    evening.bank("ana", 20)
    evening.stakes(luis=20)
    evening.coup(BANKER_WINS)
    evening.session.players = ("ana", "luis", "eva")
    evening.session.places = {path: cents for path, cents in evening.session.places.items() if "teo" not in path}
    evening.next()
    evening.act("eva", "check-cards")
    assert (
        "Se controlan las cartas, a petición de eva: 4 han salido y 308 quedan, 312 en total." in evening.round.said()
    )
    choose(evening.round, "croupier", "completas")
    close(evening.round)
    evening.next()
    assert evening.label == "stakes"


def test_ex_2_1_a_8_4_g_2_and_pv_08_ix_6_half_of_what_lies_on_the_line_plays() -> None:
    evening = Evening()
    evening.bank("ana", 50)
    evening.act("luis", "stake", "raya", 20)
    evening.closed()
    assert lies(evening.round, "felt/") == {"felt/luis/punto": 1000}
    assert evening.has("luis") == 990


# The cards


def dealt(*, banco: bool = False, region: str = "extremadura", **options: Any) -> Evening:
    """Ana's bank of 20 against Luis, who makes banco or only stakes as much with Eva's 5 beside him; cards lifted."""
    evening = Evening(region, **options)
    evening.bank("ana", 20)
    if banco:
        evening.act("luis", "banco")
    else:
        evening.stakes(luis=15, eva=5)
    assert evening.closed() == "luis"
    return evening


def ends(evening: Evening) -> str:
    """The croupier pays, unless all is said: who won, by where the chips of Luis are."""
    if not evening.round.finished:
        evening.pay()
    assert total(evening.round) == 400_000
    assert audit(line for table in evening.rounds for line in table.lines()).breaches == []
    staked = 20 if evening.has("eva") == 1000 else 15
    return {1000 + staked: "punto", 1000 - staked: "banca", 1000: "empate"}[round(evening.has("luis"))]


@regions
def test_ex_2_1_a_6_1_and_pv_08_vi_1_points_are_the_units_and_court_cards_count_nothing(region: str) -> None:
    found = worth(rules(region))
    assert sorted(found.values()) == sorted([0] * 16 + [value for value in range(1, 10) for _ in range(4)])


@regions
def test_ex_2_1_a_6_2_and_pv_08_vi_2_a_natural_is_shown_and_ends_the_coup(region: str) -> None:
    evening = dealt(region=region)
    evening.say("abatir", cards=("5s", "4s", "4h", "4d"))
    assert ends(evening) == "punto"


def test_ex_2_1_a_6_2_and_pv_08_vi_2_the_banker_shows_his_natural_before_he_gives_a_card() -> None:
    evening = dealt()
    evening.say("carta", "abatir", cards=("5s", "4s", "Kh", "4d"))
    assert ends(evening) == "banca"


@pytest.mark.parametrize("first", range(5))
def test_ex_2_1_a_6_3_a_and_pv_08_vi_3_with_nothing_to_four_the_punto_takes_a_card_whatever_he_said(first: int) -> None:
    evening = dealt()
    punto = "Ks" if first == 0 else "As" if first == 1 else f"{first}s"
    # The banker's seven stands; the third card is a nine.
    evening.say("no", "no", cards=(punto, "Kd", "Kh", "7s", "9h"))
    assert "Error de luis: se rectifica." in evening.round.said()
    assert ends(evening) == ("punto" if (first + 9) % 10 > 7 else "banca")


def test_a_third_card_that_was_seen_is_told_by_its_face_when_it_is_discarded() -> None:
    evening = Evening()
    evening.bank("ana", 20)
    evening.stakes(luis=20)
    evening.closed()
    evening.say("carta", "dar", "no", cards=("4s", "Ks", "2s", "9s", "5h"))
    evening.pay()
    with speaking("es"):
        lines = [told.text for told in telling.tell(rules(), evening.round.log, "eva", everything=False)]
    assert "5 de corazones: Punto → Cesta" in lines


def test_ex_2_1_a_6_3_b_and_pv_08_vi_3_with_five_the_punto_chooses() -> None:
    for word, cards, won in (
        ("no", ("2s", "Kd", "3h", "4s", "Kh"), "punto"),
        ("carta", ("2s", "Kd", "3h", "7s", "4h"), "punto"),
    ):
        evening = dealt()
        evening.say(word, *(["dar"] if word == "carta" else []), "no", cards=cards)
        assert "Error de luis: se rectifica." not in evening.round.said()
        assert ends(evening) == won


@pytest.mark.parametrize("first", [6, 7])
def test_ex_2_1_a_6_3_c_and_pv_08_vi_4_with_six_or_seven_the_punto_stands_and_a_card_he_took_is_discarded(
    first: int,
) -> None:
    evening = dealt()
    evening.say("carta", "dar", "no", cards=(f"{first}s", "Kd", "Kh", "6d", "2h"))
    assert evening.round.cards["cesta"] == ["#4"]
    assert ends(evening) == ("empate" if first == 6 else "punto")


def test_ex_2_1_a_6_4_and_pv_08_vi_5_who_is_free_may_stand_with_nothing() -> None:
    evening = dealt(banco=True, **{"libertad-del-banco": "si"})
    evening.say("no", "no", cards=("Ks", "2d", "Kh", "Kd"))
    assert ends(evening) == "banca"


@regions
def test_ex_2_1_a_6_4_and_pv_08_vi_5_who_makes_banco_is_free_where_the_house_allows_it(region: str) -> None:
    evening = dealt(banco=True, region=region, **{"libertad-del-banco": "si"})
    evening.say("no", "no", cards=("3s", "2d", "Kh", "Kd"))
    assert ends(evening) == "punto"


def test_ex_2_1_a_8_4_e_and_pv_08_ix_5_who_makes_banco_suffers_his_error_but_may_ask_for_a_card_with_nothing() -> None:
    evening = dealt(banco=True)
    evening.say("no", "no", cards=("3s", "6d", "Kh", "Kd"))
    assert ends(evening) == "banca"
    zero = dealt(banco=True)
    # Against a seven the table has the banker take a card with six.
    zero.say("no", "no", "carta", cards=("Ks", "6d", "Kh", "Kd", "7h", "5d"))
    assert ends(zero) == "punto"


def test_ex_2_1_a_6_4_and_pv_08_vi_5_the_banker_takes_a_card_with_nothing_whatever_he_said() -> None:
    evening = dealt()
    evening.say("no", "no", cards=("6s", "Kd", "Kh", "Qd", "8h"))
    assert ends(evening) == "banca"


def test_ex_2_1_a_6_5_and_pv_08_vi_6_the_croupier_advises_to_stand_with_five() -> None:
    evening = dealt()
    evening.say("consejo", "no", cards=("2s", "4d", "3h", "Kd"))
    assert ends(evening) == "punto"


def test_ex_2_1_a_6_6_and_pv_08_vi_7_the_table_cell_by_cell() -> None:
    """As the text prints it, by the banker's points: the punto's third cards against which he stands; both options."""
    rule = third(rules())
    stands = {
        0: "", 1: "", 2: "", 3: "8", 4: "0189", 5: "012389", 6: "01234589", 7: "0123456789",
    }  # fmt: skip
    for points, cards in stands.items():
        for card in range(10):
            optional = (points, card) in ((3, 9), (5, 4))
            letter = "O" if optional else "P" if str(card) in cards else "T"
            assert rule.banker(points, card) == letter, (points, card)
        assert rule.banker(points, 10) == ("T" if points < 6 else "P")
    assert third(rules("pais-vasco")) == rule


def test_ex_2_1_a_6_6_and_pv_08_vi_7_who_asks_for_the_table_follows_it_and_chooses_only_where_it_lets_him() -> None:
    evening = dealt()
    cards = ("2s", "3d", "Kh", "Kd", "9h", "5d")
    evening.say("carta", "dar", "cuadro", cards=cards)
    assert evening.round.pending is not None
    assert evening.round.pending.label == "choose:ana:tercera-carta"
    evening.say("carta", cards=cards)
    assert ends(evening) == "banca"
    evening = dealt()
    evening.say("carta", "dar", "cuadro", cards=("2s", "3d", "Kh", "Kd", "8h"))
    assert ends(evening) == "banca"  # three stands against an eight: 3 to 0


@pytest.mark.parametrize(
    ("punto", "words", "banker", "won"),
    [
        ("9s", ("no", "abatir"), "8d", "banca"),  # printed
        ("8s", ("no", "abatir"), "8d", "banca"),  # any that was forgotten, to any that was shown
        ("9s", ("no", "no"), "7d", "punto"),
        ("9s", ("no", "no"), "8d", "punto"),  # the banker showed nothing either: points count
        ("9s", ("carta", "dar", "no", "cuenta"), "7d", "banca"),
        ("9s", ("carta", "dar", "no", "no-cuenta"), "7d", "punto"),
    ],
)
def test_ex_2_1_a_8_4_d_and_pv_08_ix_4_a_natural_that_was_not_shown(
    punto: str, words: tuple[str, ...], banker: str, won: str
) -> None:
    evening = dealt()
    evening.say(*words, cards=(punto, "Kd", "Kh", banker, "3h"))
    assert ends(evening) == won


def test_ex_2_1_a_7_16_and_pv_08_vii_14_cards_are_dealt_one_by_one_the_punto_first_and_only_he_sees_his() -> None:
    evening = dealt()
    assert evening.round.cards == {"punto": ["#0", "#2"], "banca": ["#1", "#3"]}
    assert evening.round.looks == {"#0": "luis", "#1": "ana", "#2": "luis", "#3": "ana"}


# What goes wrong


def report(evening: Evening, name: str, *cards: str) -> None:
    """An irregularity, and whatever cards it turns over."""
    evening.round.report(name)
    evening.show(*cards)


def test_ex_2_1_a_8_1_a_2_and_pv_08_viii_1_1_a_card_drawn_too_early_stays_or_is_discarded() -> None:
    for name, discarded in (("carta-anticipada", 0), ("carta-anticipada-desechada", 1)):
        evening = Evening()
        evening.bank("ana", 20)
        evening.round.report(name)
        evening.stakes(luis=20)
        evening.closed()
        assert evening.round.cards["punto"][0] == f"#{discarded}"


@pytest.mark.parametrize(("left", "discarded"), [(9, 3), (8, 2), (7, 1)])
@regions
def test_ex_2_1_a_8_1_a_2_and_pv_08_viii_1_1_card_or_cards_drawn_too_early_are_discarded_as_a_coup_can_spare_them(
    region: str, left: int, discarded: int
) -> None:
    """Six are the most that a coup takes, two and a third each: of so many that are left the others are to spare."""
    evening = Evening(region)
    evening.bank("ana", 20)
    evening.stakes(luis=20)
    evening.coup(BANKER_WINS)
    evening.left_in_shoe(left)
    evening.act("ana", "go-on")
    for _ in range(3):
        evening.round.report("carta-anticipada-desechada")
    evening.stakes(luis=20)
    evening.closed()
    assert evening.round.cards["cesta"] == [f"#{number}" for number in range(discarded)]
    assert evening.round.cards["punto"][0] == f"#{discarded}"
    evening.say("carta", "dar", "carta", cards=(*[""] * discarded, "2s", "Ks", "Kh", "Kd", "Kc", "9h"))
    assert evening.round.cards["banca"] == [f"#{discarded + number}" for number in (1, 3, 5)]


@regions
def test_ex_2_1_a_7_9_and_pv_08_vii_8_stakes_of_several_in_one_are_noted(region: str) -> None:
    evening = Evening(region=region)
    evening.bank("ana", 20)
    evening.round.report("apuestas-unidas")
    assert evening.round.said()[-1] == "Se toma nota."
    assert evening.label == "stakes"


@regions
def test_ex_2_1_a_7_16_and_pv_08_vii_14_a_stake_made_too_late_is_noted_and_does_not_play(region: str) -> None:
    evening = Evening(region=region)
    evening.bank("ana", 20)
    evening.stakes(luis=20)
    close(evening.round)
    evening.round.report("postura-tardia")
    assert evening.round.said()[-1] == "Se toma nota."
    assert evening.label == "cards"
    with pytest.raises(IllegalAction):
        evening.stakes(eva=5)


@regions
def test_ex_2_1_a_8_4_h_and_pv_08_ix_what_is_not_provided_for_is_the_inspector_s(region: str) -> None:
    for what, bank in (("sigue", 39), ("anular", 20)):  # with the five per cent of twenty off, or as it was put up
        evening = dealt(region=region)
        evening.round.report("caso-no-previsto")
        choose(evening.round, "inspector", what)
        if what == "sigue":
            evening.say("no", "no", cards=BANKER_WINS)
        evening.show(*BANKER_WINS)
        if not evening.round.finished:
            evening.pay()
        assert ("Jugada nula." in evening.round.said()) == (what == "anular")
        assert evening.lies("banca/ana") == bank


def test_ex_2_1_a_8_1_b_and_pv_08_viii_1_2_a_card_that_comes_out_face_up_is_replaced() -> None:
    evening = dealt()
    evening.round.report("carta-descubierta")
    choose(evening.round, "inspector", "punto-2")
    evening.show("", "", "9h")
    assert evening.round.cards == {"punto": ["#0", "#4"], "banca": ["#1", "#3"], "cesta": ["#2"]}
    evening.say("no", "no", cards=("3s", "2d", "9h", "Kd", "4d"))
    assert ends(evening) == "punto"


def test_ex_2_1_a_8_1_c_and_pv_08_viii_1_3_cards_that_stick_together_annul_the_coup() -> None:
    evening = dealt()
    report(evening, "cartas-pegadas", *BANKER_WINS)
    assert [evening.has(who) for who in FOUR] == [980, 1000, 1000, 1000]
    assert evening.lies("banca/ana") == 20


def test_ex_2_1_a_8_1_d_and_pv_08_viii_1_4_a_card_that_fell_down_counts() -> None:
    evening = dealt()
    report(evening, "carta-al-suelo")
    evening.say("no", "no", cards=BANKER_WINS)
    assert ends(evening) == "banca"


def test_ex_2_1_a_8_2_a_and_pv_08_viii_2_1_a_card_that_the_croupier_uncovers_binds_who_makes_banco_too() -> None:
    evening = dealt(banco=True, **{"libertad-del-banco": "si"})
    evening.round.report("crupier-descubre")
    choose(evening.round, "inspector", "banca-1")
    cards = ("3s", "5d", "Kh", "Kd", "4h", "2d")
    evening.show(*cards)
    evening.say("no", cards=cards)
    # The banker's table has him draw with five against who stood; then three is put right with a card, and he stands.
    assert "Error de luis: se rectifica." in evening.round.said()


def test_ex_2_1_a_8_2_a_both_cards_of_the_punto_uncovered_and_the_banker_draws_where_he_might_choose() -> None:
    evening = dealt()
    cards = ("2s", "3d", "Kh", "Kd", "9h", "5d")
    report(evening, "crupier-descubre-punto", *cards)
    evening.say("dar", cards=cards)
    assert evening.round.pending is not None
    assert evening.round.pending.label == "choose:croupier:pago"
    assert evening.round.cards["banca"] == ["#1", "#3", "#5"]


@pytest.mark.parametrize(("banker", "drawn"), [("5d", True), ("6d", False)])
@pytest.mark.parametrize(("name", "out"), [("anuncia-carta", 0), ("anuncia-carta-dos", 1)])
def test_ex_2_1_a_8_2_b_and_pv_08_viii_2_2_a_card_called_by_mistake_is_the_banker_s_with_five_at_most(
    banker: str, drawn: bool, name: str, out: int
) -> None:
    evening = dealt()
    cards = ("6s", banker, "Kh", "Kd", "2h")
    evening.say("no", cards=cards)
    report(evening, name, *cards)
    assert evening.round.cards["banca"] == ["#1", "#3", *(["#4"] if drawn else [])]
    assert len(evening.round.cards.get("cesta", [])) == out + (not drawn)


@pytest.mark.parametrize(("word", "takes"), [("no", True), ("carta", False)])
def test_ex_2_1_a_8_3_a_and_pv_08_viii_3_1_a_fifth_card_is_the_banker_s_if_the_punto_wants_none(
    word: str, takes: bool
) -> None:
    evening = dealt()
    report(evening, "quinta-carta")
    cards = ("5s", "6d", "Kh", "Kd", "2h")
    evening.say(word, *([] if takes else ["dar"]), cards=cards)
    place = evening.round.cards["banca" if takes else "punto"]
    assert place[-1] == "#4"


def test_ex_2_1_a_8_3_b_and_pv_08_viii_3_2_a_banker_with_too_many_cards_has_nothing_and_may_draw() -> None:
    evening = dealt()
    report(evening, "cartas-de-mas")
    cards = ("6s", "9d", "Kh", "Kd", "9h", "7h")
    evening.say("no", "carta", cards=cards)
    assert ends(evening) == "banca"  # nothing and a seven


def test_ex_2_1_a_8_3_c_and_pv_08_viii_3_3_of_two_third_cards_the_punto_has_the_better_and_the_banker_the_worse() -> (
    None
):
    evening = dealt()
    cards = ("2s", "7d", "Kh", "Kd", "3h", "6h")
    evening.say("carta", "dar", cards=cards)
    report(evening, "dos-terceras-al-punto", *cards)
    assert evening.round.cards["punto"] == ["#0", "#2", "#5"]
    evening.say("no", cards=cards)
    assert ends(evening) == "punto"
    evening = dealt()
    cards = ("7s", "5d", "Kh", "Kd", "3h", "6h")
    evening.say("no", "carta", cards=cards)
    report(evening, "dos-terceras-al-banquero", *cards)
    assert ends(evening) == "punto"  # five and six is one, not eight


def test_ex_2_1_a_8_3_d_and_pv_08_viii_3_4_a_card_of_the_punto_s_in_the_basket_is_a_nine() -> None:
    evening = dealt()
    report(evening, "carta-a-la-cesta", "Ks", "4d", "Kh", "4h")
    assert ends(evening) == "punto"
    third_card = dealt()
    cards = ("2s", "7d", "Kh", "Kd", "3h", "2d")
    third_card.say("carta", "dar", cards=cards)
    report(third_card, "tercera-a-la-cesta", *cards)
    # With seven the banker has no right to another card.
    assert third_card.round.pending is not None
    assert third_card.round.pending.label == "choose:croupier:pago"
    assert ends(third_card) == "punto"


@regions
def test_before_cards_are_dealt_no_fault_of_the_deal_is_reported_and_the_shuffle_is_not_void(region: str) -> None:
    """Faults of cards and words happen once there are any: before, a report of one would have voided the round."""
    table = Coups(NAME, region, FOUR, {}).round
    assert table.pending is not None
    assert table.pending.label == "choose:croupier:mezcla"
    for fault in table.rules.irregularities:
        with pytest.raises(IllegalAction, match=r"cannot be reported now|cannot have happened"):
            table.report(fault)
    assert not table.finished


def test_ex_2_1_a_5_1_j_and_pv_08_v_9_who_must_take_the_bank_has_no_cards_yet_that_could_be_at_fault() -> None:
    evening = Evening()
    evening.won("ana", 20, "luis")
    evening.act("ana", "pass")
    to_auction(evening)
    close(evening.round)
    assert evening.label == f"choose:{evening.asked}:banca"
    for fault in ("equivocacion", "carta-al-suelo", "banquero-a-la-cesta", "cartas-pegadas"):
        with pytest.raises(IllegalAction, match="cannot have happened: banca does not have 2 cards"):
            evening.round.report(fault)


@regions
def test_a_third_card_falls_into_the_basket_once_there_is_one(region: str) -> None:
    """EX 2.1.A.8.3.d and PV 08.VIII.3§4: nine at once only for one of the first two, before the punto has spoken."""
    evening = dealt(region=region)
    with pytest.raises(IllegalAction, match="cannot be reported now, only during a decision: banca"):
        evening.round.report("tercera-a-la-cesta")
    cards = ("2s", "7d", "Kh", "Kd", "3h", "2d")
    evening.say("no", cards=cards)
    for late in ("carta-a-la-cesta", "quinta-carta", "tercera-a-la-cesta", "dos-terceras-al-punto"):
        with pytest.raises(IllegalAction, match=r"cannot be reported now|punto does not have 3 cards"):
            evening.round.report(late)


@regions
def test_ex_2_1_a_8_2_b_and_pv_08_viii_2_no_card_is_called_by_mistake_for_who_asked_for_one(region: str) -> None:
    evening = dealt(region=region)
    cards = ("2s", "5d", "Kh", "Kd", "3h", "2d")
    evening.say("carta", cards=cards)
    for name in ("anuncia-carta", "anuncia-carta-dos"):
        with pytest.raises(IllegalAction, match="cannot have happened: nobody has said no"):
            evening.round.report(name)


@regions
def test_ex_2_1_a_8_4_c_and_pv_08_ix_the_banker_decides_on_a_slip_before_the_card_is_drawn(region: str) -> None:
    evening = dealt(region=region)
    cards = ("2s", "5d", "Kh", "Kd", "3h", "2d")
    evening.say("carta", cards=cards)
    evening.round.copy().report("equivocacion")
    evening.say("dar", cards=cards)
    with pytest.raises(IllegalAction, match="before the third card is given"):
        evening.round.report("equivocacion")


def test_ex_2_1_a_8_3_e_and_pv_08_viii_3_5_the_banker_who_uncovers_the_punto_s_cards_uncovers_his_own() -> None:
    evening = dealt()
    evening.round.report("banquero-descubre-una")
    choose(evening.round, "inspector", "segunda")
    evening.show("", "", "Kh", "4h")
    assert set(evening.round.faces) == {"#2", "#3"}
    both = dealt()
    cards = ("2s", "3d", "3h", "Kd", "2h")
    report(both, "banquero-descubre-dos", *cards)
    both.say("no", cards=cards)
    # The table has him draw with three against who stood.
    assert both.round.cards["banca"] == ["#1", "#3", "#4"]


def test_ex_2_1_a_8_3_f_and_pv_08_viii_3_6_who_shows_too_early_lets_stakes_be_taken_back() -> None:
    evening = dealt()
    cards = ("6s", "4d", "Kh", "4h")
    report(evening, "abate-antes", *cards)
    evening.act("luis", "withdraw", "punto")
    close(evening.round)
    evening.say("no", "abatir", cards=cards)
    evening.pay()
    assert (evening.has("luis"), evening.has("eva")) == (1000, 995)


def test_ex_2_1_a_8_3_g_and_pv_08_viii_3_7_a_card_that_the_banker_puts_away_unseen_loses_the_coup() -> None:
    evening = dealt()
    evening.say("no", "no", cards=BANKER_WINS)
    report(evening, "banquero-a-la-cesta", *BANKER_WINS)
    assert evening.has("luis") == 1015


@regions
def test_ex_2_1_a_8_3_g_and_pv_08_viii_3_7_he_may_do_so_while_the_punto_thinks(region: str) -> None:
    evening = dealt(region=region)
    report(evening, "banquero-a-la-cesta", *BANKER_WINS)
    assert evening.has("luis") == 1015


def test_ex_2_1_a_8_3_h_and_pv_08_viii_3_8_once_paid_nothing_is_reclaimed() -> None:
    evening = dealt()
    evening.say("no", "no", cards=BANKER_WINS)
    evening.pay()
    paid = dict(evening.round.places)
    for name in evening.round.rules.irregularities:
        with pytest.raises(IllegalAction, match=f"'{name}' cannot be reported now"):
            evening.round.report(name)
    assert (evening.round.finished, evening.round.places) == (True, paid)


def test_ex_2_1_a_8_4_a_and_pv_08_ix_1_who_takes_too_long_no_longer_plays_the_cards() -> None:
    evening = dealt()
    cards = ("2s", "4d", "3h", "Kd")
    report(evening, "demora", *cards)
    evening.say("no", cards=cards)
    assert ends(evening) == "punto"  # five stands


def test_ex_2_1_a_8_4_b_and_pv_08_ix_2_after_advice_of_others_the_rules_bind() -> None:
    evening = dealt(banco=True, **{"libertad-del-banco": "si"})
    report(evening, "consejo")
    cards = ("3s", "7d", "Kh", "Kd", "6h")
    evening.say("no", cards=cards)
    assert ends(evening) == "punto"  # three is put right: nine


@pytest.mark.parametrize(("first", "word", "asked"), [("4s", "negar", True), ("4s", "dar", True), ("Ks", "", False)])
def test_ex_2_1_a_8_4_c_and_pv_08_ix_3_who_meant_the_other_word_has_the_banker_decide_unless_he_has_nothing(
    first: str, word: str, asked: bool
) -> None:
    evening = dealt()
    cards = (first, "7d", "Kh", "Kd", "5h")
    evening.say("no", cards=cards)
    report(evening, "equivocacion", *cards)
    if asked:
        choose(evening.round, "ana", word)
    given = word != "negar"
    evening.say(*(["dar"] if given else []), "no", cards=cards)
    assert evening.round.cards["punto"] == ["#0", "#2", *(["#4"] if given else [])]
    assert "Error de luis: se rectifica." not in evening.round.said()


def test_ex_2_1_a_8_4_f_and_pv_08_ix_5_cards_that_the_punto_throws_away_unseen_lose() -> None:
    evening = dealt()
    report(evening, "punto-a-la-cesta", *PUNTO_WINS)
    assert evening.has("luis") == 985


def test_ex_2_1_a_7_11_and_pv_08_vii_10_and_7_13_cards_brought_to_another_go_to_whose_they_are() -> None:
    for name in ("cartas-mal-dadas", "cartas-tomadas"):
        evening = Evening()
        evening.bank("ana", 20)
        evening.act("teo", "banco")
        close(evening.round)
        evening.round.report(name)
        assert evening.opens("teo", "lift")


# Rulebooks that cannot be


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('"TTTTTTTTPOT"', '"TTTTTTTTPIT"', "hands.banker.table"),
        ("totals = [5]", "totals = [5, 6]", "hands"),
        ('remedy = "quinta"', 'remedy = "sexta"', "irregularities.quinta-carta.remedy"),
        ("behind = 7", "behind = 5", "equipment.cards.behind"),
        ("multiples = [100]", "multiples = [100, 200]", "limits"),
        ('values = ["no", "si"]', 'values = ["no", "quizas"]', "options.libertad-del-banco"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(old: str, new: str, key: str) -> None:
    with pytest.raises(RulebookError, match=key):
        edited(NAME, "extremadura", (old, new))


def test_ex_2_1_a_8_3_f_and_pv_08_viii_3_6_a_banker_who_gives_a_card_may_no_longer_show_a_natural() -> None:
    evening = dealt()
    cards = ("5s", "4d", "Kh", "4h", "4c")
    evening.say("carta", "dar", cards=cards)
    assert not any(item.on == "abatir" for item in evening.round.view("ana").open)
    evening.say("no", cards=cards)
    assert ends(evening) == "punto"  # nine of three cards to an eight that was not shown


def test_every_remedy_that_a_rulebook_may_name_is_known_to_the_procedure() -> None:
    assert {*faults.REMEDIES, "sigue", "desechar"} == {*REMEDIES}
