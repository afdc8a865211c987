"""Baccarat at two cloths against its articles: the bank, the stakes, the cards, faults, what the house takes."""

from fractions import Fraction
from typing import Any

import pytest

from tapete.audit.log import audit
from tapete.engine.requests import Act, Announce
from tapete.errors import IllegalAction
from tapete.games import game
from tapete.games.bacara_dos_panos import faults
from tapete.games.bacara_dos_panos.rules import REMEDIES
from tapete.games.bacara_dos_panos.settle import LOST, TIED, WON, admitted, ends, gain, split
from tapete.games.shared.bacara.rules import third
from tapete.law.loading import RulebookError
from tests.bacara import Coups, Here, denied, text, under_both
from tests.helpers import choose, close, edited, lies, total

NAME = "bacara-dos-panos"
FIVE = ("ana", "luis", "eva", "teo", "ivo")
__all__ = ["text"]  # which every test is given
pytest_generate_tests = under_both
regions = pytest.mark.parametrize("region", ["extremadura", "pais-vasco"])
# Two rounds of first cloth, second cloth, banker; by value as the name says, nothing for a king.
BANK_WINS = ("2s", "3s", "4s", "4h", "3h", "3d")  # 6 and 6 to 7
CLOTHS_WIN = ("4s", "3s", "2s", "3h", "4h", "2h")  # 7 and 7 to 4
ONE_EACH = ("4s", "2s", "3s", "3h", "3d", "3c")  # 7 and 5 to 6
TIED_BOTH = ("3s", "2s", "4s", "3h", "4h", "2h")  # 6 and 6 to 6


class Evening(Coups):
    """Ana, once banker, faces two a cloth: Eva and Ivo sit at the first then, Luis and Teo at the second."""

    def __init__(self, region: str = "", players: tuple[str, ...] = FIVE, **options: str) -> None:
        super().__init__(NAME, region or Here.region, players, options)

    def bank(self, who: str, euros: float) -> "Evening":
        """Somebody buys the bank at auction, and the cards are shuffled."""
        self.act(who, "bid", "", euros)
        close(self.round)
        if self.label == "choose:croupier:mezcla":
            choose(self.round, "croupier", "hecha")
        return self

    def goes_on(self) -> None:
        """The next coup, with the same banker."""
        self.next()
        self.act(self.asked, "go-on")

    def stakes(self, **euros: float) -> "Evening":
        """Eva and Ivo stake on the first cloth, Luis, Teo and Ana on the second."""
        for who, amount in euros.items():
            self.act(who, "stake", "primero" if who in ("eva", "ivo") else "segundo", amount)
        return self

    def coup(self, cards: tuple[str, ...], *words: str) -> None:
        """A coup from the closing of the bets to the payment; if nothing else is said, everybody stands."""
        close(self.round)
        self.say(*(words or ("no", "no", "no")), cards=cards)
        self.pay()

    def has(self, *names: str) -> list[float]:
        """What people have in chips."""
        return [self.round.places.get(f"chips/{who}", 0) / 100 for who in names]

    def thirds(self) -> dict[str, list[str]]:
        """Cards after the first two of each hand, and those in the basket."""
        return {place: slots if place == "cesta" else slots[2:] for place, slots in self.round.cards.items()}


def rules(region: str = "") -> Any:
    return game(NAME).rules(region or Here.region)


def audited(evening: Evening) -> None:
    """Nothing is lost and the log is clean."""
    assert total(evening.round) == 100_000 * len(evening.session.players)
    assert audit(line for table in evening.rounds for line in table.lines()).breaches == []


# The bank


@regions
def test_ex_2_1_b_5_1_and_pv_09_v_1_1_the_bank_is_sold_to_who_bids_most(region: str) -> None:
    evening = Evening(region)
    assert evening.label == "auction"
    article = "2.1.B.5.1" if region == "extremadura" else "09.V.1§1"
    denied(evening.round, "luis", Act("bid", "", 450), article)
    evening.act("luis", "bid", "", 50)
    denied(evening.round, "ana", Act("bid", "", 4950), article)
    evening.bank("ana", 60)
    assert lies(evening.round, "banca/") == {"banca/ana": 6000}
    assert evening.has("luis") == [1000]


@regions
def test_ex_2_1_b_5_2_and_pv_09_v_1_2_lots_are_drawn_between_equal_bids(region: str) -> None:
    evening = Evening(region)
    for who in ("ana", "luis", "eva"):
        evening.act(who, "bid", "", 50)
    close(evening.round)
    assert evening.label.startswith("lots:")
    evening.round.fell("eva")
    assert lies(evening.round, "banca/") == {"banca/eva": 5000}
    assert "Sorteo: eva." in evening.round.said()


def test_ex_2_1_b_5_1_and_pv_09_v_1_1_who_has_the_bank_already_is_named_by_the_inspector() -> None:
    evening = Evening()
    evening.act("inspector", "name", "luis")
    assert (evening.label, evening.asked) == ("offer", "luis")
    evening.act("luis", "refuse")
    evening.act("inspector", "name", "teo")
    evening.act("teo", "take", "", 80)
    assert lies(evening.round, "banca/") == {"banca/teo": 8000}


@pytest.mark.parametrize(("shoes", "kept"), [("1", False), ("2", True)])
def test_ex_2_1_b_5_3_and_pv_09_v_1_3_the_bank_is_adjudicated_to_one_shoe_or_several(shoes: str, kept: bool) -> None:
    evening = Evening(tallas=shoes).bank("ana", 100).stakes(luis=50)
    evening.coup(BANK_WINS)
    evening.left_in_shoe(12)
    evening.act("ana", "go-on")
    evening.stakes(luis=50)
    evening.coup(BANK_WINS)
    # 50 won twice, of which the house had one each time.
    assert lies(evening.round, "banca/") == ({"banca/ana": 19_800} if kept else {})
    assert evening.has("ana") == [900 if kept else 1098]


@regions
def test_ex_2_1_b_5_4_and_pv_09_v_1_4_who_wins_and_withdraws_is_no_banker_of_this_shoe_again(region: str) -> None:
    article = "2.1.B.5.4" if region == "extremadura" else "09.V.1§4"
    evening = Evening(region).bank("ana", 100).stakes(luis=50)
    evening.coup(BANK_WINS)
    evening.next()
    evening.act("ana", "leave")
    assert evening.round.said()[-2] == "Ana deja la banca y retira 149."
    assert evening.has("ana") == [1049]
    while evening.label == "offer":
        assert evening.asked != "ana"
        evening.act(evening.asked, "refuse")
    denied(evening.round, "ana", Act("bid", "", 5000), article)
    evening.act("luis", "bid", "", 20)


def test_ex_2_1_b_5_4_and_pv_09_v_1_4_who_wins_and_leaves_the_table_has_withdrawn_too() -> None:
    evening = Evening(players=(*FIVE, "noa")).bank("ana", 100)
    evening.stakes(eva=10, luis=10).coup(BANK_WINS)
    evening.without("ana")
    # 20 won, of which the house has 0.40.
    assert Announce("leaves", ("ana", "119.60")) in evening.round.log
    evening.act("eva", "take", "", 100)
    close(evening.round)
    # She comes back; once Eva's bank is left she is offered it no more, and may not bid for it.
    evening.session.places = {**evening.round.places, "chips/ana": 100_000}
    evening.session.carry, evening.session.previous = evening.round.carried, evening.round.hash
    evening.session.players, evening.session.round = (*evening.session.players, "ana"), None
    evening.round = evening.session.open()
    evening.act("eva", "go-on")
    evening.stakes(luis=10).coup(BANK_WINS)
    evening.next()
    evening.act("eva", "leave")
    asked = []
    while evening.kind == "offer":
        asked.append(evening.asked)
        evening.act(evening.asked, "refuse")
    assert sorted(asked) == ["ivo", "luis", "noa", "teo"]
    denied(evening.round, "ana", Act("bid", "", 10_000), "2.1.B.5.4")


def test_ex_2_1_b_5_4_and_pv_09_v_1_4_nobody_leaves_before_the_first_coup_and_who_lost_may_bid_again() -> None:
    evening = Evening().bank("ana", 100)
    close(evening.round)
    evening.next()
    assert evening.label == "banker"
    denied(evening.round, "ana", Act("leave"), "2.1.B.5.4")
    evening.act("ana", "go-on")
    choose(evening.round, "croupier", "hecha")
    evening.stakes(luis=50)
    evening.coup(CLOTHS_WIN)
    evening.next()
    evening.act("ana", "leave")
    while evening.label == "offer":
        evening.act(evening.asked, "refuse")
    evening.act("ana", "bid", "", 30)


@regions
def test_ex_2_1_b_5_5_and_pv_09_v_1_5_a_broken_bank_goes_on_with_as_much_again_or_is_left(region: str) -> None:
    article = "2.1.B.5.5" if region == "extremadura" else "09.V.1§5"
    evening = Evening(region).bank("ana", 100).stakes(eva=60, luis=40)
    evening.coup(CLOTHS_WIN)
    assert lies(evening.round, "banca/") == {}
    evening.next()
    assert evening.label == "broken"
    assert "La banca ha saltado." in evening.round.said()
    denied(evening.round, "ana", Act("deposit", "", 9950), article)
    evening.act("ana", "deposit", "", 120)
    assert evening.lies("banca/ana") == 120
    assert evening.label == "stakes"


def test_ex_2_1_b_5_5_and_pv_09_v_1_5_who_goes_on_may_change_the_shoe() -> None:
    evening = Evening().bank("ana", 100).stakes(eva=60, luis=40)
    evening.coup(CLOTHS_WIN)
    evening.next()
    evening.act("ana", "deposit-new-shoe", "", 100)
    evening.end_shoe()
    assert evening.round.finished
    assert not evening.round.carried["shoe"]
    evening.next()
    evening.act("ana", "go-on")
    assert evening.label == "choose:croupier:mezcla"


@regions
def test_ex_2_1_b_5_6_and_pv_09_v_1_6_a_bank_that_was_left_is_offered_for_the_same_amount(region: str) -> None:
    article = "2.1.B.5.6" if region == "extremadura" else "09.V.1§6"
    evening = Evening(region).bank("ana", 100).stakes(luis=50)
    evening.coup(BANK_WINS)
    evening.next()
    evening.act("ana", "leave")
    # By the numbers of the departments: Ana has sat down again, and is not asked.
    assert evening.asked == "eva"
    denied(evening.round, "eva", Act("take", "", 14_900), article)
    evening.act("eva", "refuse")
    assert evening.asked == "ivo"
    evening.act("ivo", "take", "", 100)
    assert evening.label == "stakes"
    assert lies(evening.round, "banca/") == {"banca/ivo": 10_000}


def test_ex_2_1_b_5_6_and_pv_09_v_1_6_a_new_shoe_begins_after_an_auction_and_without_a_bid_the_game_is_over() -> None:
    for bidder in ("luis", ""):
        evening = Evening().bank("ana", 100).stakes(luis=50)
        evening.coup(BANK_WINS)
        evening.next()
        evening.act("ana", "leave")
        while evening.label == "offer":
            evening.act(evening.asked, "refuse")
        if bidder:
            evening.act(bidder, "bid", "", 40)
        close(evening.round)
        evening.end_shoe()
        assert evening.round.finished
        assert not evening.round.carried["shoe"]
        assert ("Nadie toma la banca: fin de la partida." in evening.round.said()) == (not bidder)
        evening.next()
        assert evening.label == ("banker" if bidder else "auction")


def test_ex_2_1_b_1_4_and_pv_09_i_3_the_most_holds_for_what_is_put_up_and_not_for_what_it_grows_to() -> None:
    evening = Evening()
    denied(evening.round, "ana", Act("bid", "", 50_050), "2.1.B.5.1")
    evening.act("luis", "bid", "", 500)
    denied(evening.round, "luis", Act("bid", "", 50_050), "2.1.B.1§4")
    evening.act("ana", "bid", "", 500)
    close(evening.round)
    evening.round.fell("ana")
    choose(evening.round, "croupier", "hecha")
    evening.stakes(luis=500)
    evening.coup(BANK_WINS)
    assert evening.lies("banca/ana") == 990
    evening.goes_on()
    evening.stakes(eva=500, teo=490)
    close(evening.round)
    assert evening.round.places["felt/teo/segundo"] == 49_000


# The open bank


@regions
def test_ex_2_1_b_5_9_and_pv_09_v_2_1_an_open_bank_answers_for_all_that_is_staked(region: str) -> None:
    article = "2.1.B.5.9" if region == "extremadura" else "09.V.2§1"
    evening = Evening(region, modalidad="libre").bank("ana", 600)
    evening.stakes(eva=550)  # more than the hundred minimums of a limited bank
    evening.stakes(luis=50)
    denied(evening.round, "teo", Act("stake", "segundo", 500), article)
    evening.act("ana", "add", "", 100)
    evening.stakes(teo=100)
    evening.coup(CLOTHS_WIN)
    assert evening.has("eva", "luis", "teo") == [1550, 1050, 1100]
    assert lies(evening.round, "banca/") == {}
    audited(evening)


def test_ex_2_1_b_5_9_and_pv_09_v_2_1_of_a_stake_on_the_line_the_half_is_answered_for() -> None:
    evening = Evening(modalidad="libre").bank("ana", 20)
    denied(evening.round, "eva", Act("stake", "raya-primero", 4100), "2.1.B.5.7")
    evening.act("eva", "stake", "raya-primero", 40)
    denied(evening.round, "luis", Act("stake", "segundo", 500), "2.1.B.5.9")


def test_ex_2_1_b_1_3_and_pv_09_i_2_a_limited_bank_is_not_added_to_and_6_e_an_open_one_not_called() -> None:
    evening = Evening().bank("ana", 100)
    denied(evening.round, "ana", Act("add", "", 5000), "2.1.B.1§2")
    evening = Evening(modalidad="libre").bank("ana", 100)
    denied(evening.round, "luis", Act("banco"), "2.1.B.6.e")


def test_ex_2_1_b_5_10_and_pv_09_v_2_2_an_open_bank_has_two_shoes_a_session() -> None:
    evening = Evening(modalidad="libre", tallas="4").bank("ana", 100).stakes(luis=5)
    evening.coup(TIED_BOTH)
    for played in (1, 2):
        evening.left_in_shoe(12)
        evening.act("ana", "go-on")
        evening.stakes(luis=5)
        evening.coup(TIED_BOTH)
        assert evening.round.carried["shoes"] == played
    evening.next()
    assert evening.round.said() == ["Se han jugado las tallas de la sesión."]
    assert evening.has("ana") == [1000]
    close(evening.round)


# What the house takes


@pytest.mark.parametrize(
    ("region", "mode", "cut"),
    [
        ("extremadura", "limitada", 1.00),
        ("pais-vasco", "limitada", 1.00),
        ("extremadura", "libre", 0.62),
        ("pais-vasco", "libre", 0.62),
    ],
)
def test_ex_2_1_b_5_11_and_pv_09_v_3_two_per_cent_or_one_and_a_quarter(region: str, mode: str, cut: float) -> None:
    """Of 50: 1.00 or 0.625, of which the half cent is not taken."""
    evening = Evening(region, modalidad=mode).bank("ana", 100).stakes(eva=20, luis=30)
    evening.coup(BANK_WINS)
    assert evening.lies("commission") == cut
    assert evening.lies("banca/ana") == 150 - cut
    audited(evening)


@pytest.mark.parametrize(("eva", "luis", "cut"), [(20, 30, 0.2), (30, 30, 0), (30, 20, 0)])
def test_ex_2_1_b_7_5_2_and_pv_09_vii_6_the_house_has_its_part_of_what_is_won_at_both_together(
    eva: float, luis: float, cut: float
) -> None:
    """The first cloth wins, the second loses."""
    evening = Evening().bank("ana", 100).stakes(eva=eva, luis=luis)
    evening.coup(ONE_EACH)
    assert evening.lies("commission") == cut
    assert evening.lies("banca/ana") == 100 + luis - eva - cut
    assert evening.has("eva", "luis") == [1000 + eva, 1000 - luis]
    audited(evening)


def test_ex_2_1_b_5_11_and_pv_09_v_3_or_to_the_smallest_chip() -> None:
    evening = Evening(redondeo="ficha").bank("ana", 100).stakes(luis=90)
    evening.coup(BANK_WINS)
    assert evening.lies("commission") == 1.5  # of 1.80


# Stakes


@regions
def test_ex_2_1_b_1_2_and_pv_09_i_2_a_limited_bank_admits_the_first_cloth_first_and_by_priority(region: str) -> None:
    evening = Evening(region).bank("ana", 100).stakes(luis=40, teo=40, ivo=30, eva=20)
    close(evening.round)
    assert lies(evening.round, "felt/") == {
        "felt/luis/segundo": 4000,
        "felt/teo/segundo": 1000,
        "felt/ivo/primero": 3000,
        "felt/eva/primero": 2000,
    }
    assert evening.has("teo") == [990]


def test_ex_2_1_b_1_2_and_pv_09_i_2_counted_without_a_table() -> None:
    orders = [["eva", "ivo", "luis"], ["luis", "eva"]]
    assert admitted(100, orders, [{"luis": 30, "eva": 80}, {"luis": 50}]) == ({"eva": 80, "luis": 20}, {})
    assert admitted(100, orders, [{}, {"luis": 50, "eva": 70}]) == ({}, {"luis": 50, "eva": 50})


@regions
def test_ex_2_1_b_7_4_and_pv_09_vii_4_the_odd_chip_of_a_stake_across_plays_at_the_first_cloth(region: str) -> None:
    assert split(650, 50) == (350, 300)
    assert split(600, 50) == (300, 300)
    evening = Evening(region).bank("ana", 100)
    evening.act("eva", "stake", "caballo", 10.5)
    evening.act("luis", "stake", "raya-primero", 20)
    close(evening.round)
    assert lies(evening.round, "felt/") == {
        "felt/eva/primero": 550,
        "felt/eva/segundo": 500,
        "felt/luis/primero": 1000,
    }
    assert evening.has("eva", "luis") == [989.5, 990]


def test_ex_2_1_b_2_3_2_and_pv_09_ii_3_2_a_stake_across_wins_at_one_cloth_and_loses_at_the_other() -> None:
    evening = Evening().bank("ana", 100)
    evening.act("eva", "stake", "caballo", 10.5)
    evening.coup(ONE_EACH)
    assert evening.has("eva") == [1000.5]
    assert evening.lies("commission") == 0


def test_ex_2_1_b_4_3_and_pv_09_iv_3_who_sits_elsewhere_comes_after_who_sits_or_stands_at_the_cloth() -> None:
    evening = Evening(players=(*FIVE, "sol", "pau"), departamentos="2").bank("ana", 100)
    seats = evening.round
    # Seats one and two: Eva and, now that Ana has left hers, nobody; who comes later stands.
    evening.act("luis", "stake", "primero", 60)
    evening.act("ivo", "stake", "primero", 60)
    close(seats)
    assert lies(seats, "felt/") == {"felt/luis/primero": 4000, "felt/ivo/primero": 6000}


def test_ex_2_1_b_4_6_and_pv_09_iv_5_who_stands_waits_for_a_seat() -> None:
    evening = Evening(players=(*FIVE, "sol", "pau"), departamentos="2").bank("ana", 100)
    denied(evening.round, "eva", Act("wait"), "2.1.B.4.6")
    evening.act("pau", "wait")
    denied(evening.round, "ivo", Act("sit", "1"), "2.1.B.4.6")
    evening.act("pau", "sit", "1")
    close(evening.round)
    assert evening.round.carried["seats"]["seats"] == ["pau", "eva", "luis", "teo"]


def test_ex_2_1_b_4_5_2_and_pv_09_iv_4_the_cards_pass_on_where_the_bank_wins() -> None:
    evening = Evening().bank("ana", 100).stakes(eva=5, luis=5)
    evening.coup(ONE_EACH)
    assert "Cartas para eva y luis." in evening.round.said()
    evening.goes_on()
    evening.stakes(eva=5, luis=5)
    evening.coup(BANK_WINS)
    assert "Cartas para eva y teo." in evening.round.said()
    evening.goes_on()
    evening.stakes(eva=5, luis=5)
    evening.coup(TIED_BOTH)
    assert "Cartas para ivo y luis." in evening.round.said()


@regions
def test_ex_2_1_b_7_1_and_pv_09_vii_1_two_at_each_cloth_or_the_game_stops(region: str) -> None:
    evening = Evening(region).bank("ana", 100).stakes(luis=5)
    evening.coup(BANK_WINS)
    evening.session.players = ("ana", "luis", "eva", "teo")
    evening.session.places = {path: cents for path, cents in evening.session.places.items() if "ivo" not in path}
    evening.next()
    assert evening.round.said() == ["Faltan jugadores: se juega con 2 en cada paño."]
    assert evening.has("ana") == [1004.9]
    evening.end_shoe()
    close(evening.round)
    assert "office" not in evening.round.carried


def test_ex_2_1_b_7_1_and_pv_09_vii_1_who_can_be_spared_at_one_cloth_moves_to_the_other() -> None:
    evening = Evening().bank("luis", 100)  # of the second cloth, where Teo is alone then
    assert "Ivo pasa al otro paño." in evening.round.said()
    evening.act("ivo", "stake", "segundo", 5)


def test_ex_2_1_b_7_1_and_4_5_who_changes_cloths_leaves_the_cards_to_the_next_and_a_place_to_be_filled() -> None:
    evening = Evening().bank("ana", 100).stakes(luis=5)
    evening.act("luis", "sit", "1")  # which Ana has left
    close(evening.round)
    assert "Ivo pasa al otro paño." in evening.round.said()
    assert "Cartas para eva y teo." in evening.round.said()


def test_ex_2_1_b_6_e_and_pv_09_vi_6_a_null_coup_is_repeated_against_the_same_banker_only() -> None:
    evening = Evening().bank("ana", 100)
    evening.act("luis", "banco")
    evening.coup(TIED_BOTH)
    evening.next()
    evening.act("ana", "leave")
    evening.act("eva", "take", "", 100)
    assert not evening.opens("luis", "banco")


@pytest.mark.parametrize(("left", "over"), [(16, False), (15, True)])
def test_ex_2_1_b_7_2_and_pv_09_vii_2_the_stop_card_lies_above_ten_cards(left: int, over: bool) -> None:
    """Of sixteen cards a coup takes six: the stop card is next, and has not come out."""
    evening = Evening(tallas="2").bank("ana", 100).stakes(luis=5)
    evening.coup(BANK_WINS)
    evening.left_in_shoe(left)
    evening.act("ana", "go-on")
    evening.stakes(luis=5)
    evening.coup(BANK_WINS)
    assert (not evening.round.carried["shoe"]) == over


@pytest.mark.parametrize(("region", "article"), [("extremadura", "2.1.B.7.5§2"), ("pais-vasco", "09.VII§6")])
def test_ex_2_1_b_7_5_2_and_pv_09_vii_6_a_player_may_have_the_cards_checked(region: str, article: str) -> None:
    """Six packs are 312 cards: of fifteen that were left a coup took six, so 303 came out and nine lie in the shoe."""
    evening = Evening(region, tallas="2").bank("ana", 100).stakes(luis=5)
    evening.coup(BANK_WINS)
    evening.left_in_shoe(15)
    evening.act("ana", "go-on")
    evening.stakes(luis=5)
    close(evening.round)
    evening.say("no", "no", "no", cards=BANK_WINS)
    choose(evening.round, "croupier", "pagar")
    denied(evening.round, "inspector", Act("check-cards"), article)
    evening.act("luis", "check-cards")
    choose(evening.round, "croupier", "completas")
    assert evening.round.finished
    assert evening.round.said()[-2:] == [
        "Se controlan las cartas, a petición de luis: 303 han salido y 9 quedan, 312 en total.",
        "Cartas controladas: completas.",
    ]


# Banco


@regions
def test_ex_2_1_b_6_e_and_pv_09_vi_6_the_bank_is_played_at_both_cloths_the_odd_chip_at_the_first(region: str) -> None:
    evening = Evening(region).bank("ana", 100.5).stakes(eva=5)
    evening.act("luis", "banco")
    close(evening.round)
    assert lies(evening.round, "felt/") == {"felt/luis/primero": 5050, "felt/luis/segundo": 5000}
    assert evening.has("eva") == [1000]
    assert "Cartas para luis y luis." in evening.round.said()


def test_ex_2_1_b_6_e_and_pv_09_vi_6_who_plays_both_cloths_sees_the_second_s_cards_after_the_first_s() -> None:
    evening = Evening().bank("ana", 100)
    evening.act("luis", "banco")
    close(evening.round)
    assert evening.round.looks == {"#0": "luis", "#1": "", "#2": "ana", "#3": "luis", "#4": "", "#5": "ana"}
    choose(evening.round, "luis", "no")
    assert evening.round.looks["#1"] == evening.round.looks["#4"] == "luis"


def test_ex_2_1_b_6_e_and_pv_09_vi_6_once_a_shoe_and_a_null_coup_is_repeated_twice_at_most() -> None:
    evening = Evening().bank("ana", 100)
    evening.act("luis", "banco")
    evening.coup(TIED_BOTH)
    for _ in range(2):
        evening.goes_on()
        assert not evening.opens("eva", "banco")
        evening.act("luis", "banco")
        evening.coup(TIED_BOTH)
    evening.goes_on()
    denied(evening.round, "luis", Act("banco"), "2.1.B.6.e")


def test_ex_2_1_b_6_e_and_pv_09_vi_6_a_coup_that_one_cloth_wins_is_not_null() -> None:
    evening = Evening().bank("ana", 100)
    evening.act("luis", "banco")
    evening.coup(ONE_EACH)
    assert evening.lies("banca/ana") == 100
    evening.goes_on()
    assert not evening.opens("luis", "banco")


def test_ex_2_1_b_4_4_and_pv_09_iv_3_called_at_both_cloths_the_lot_decides_and_then_priority() -> None:
    for drawn, has in (("primero", "eva"), ("segundo", "luis")):
        evening = Evening().bank("ana", 100)
        for who in ("ivo", "teo", "luis", "eva"):
            evening.act(who, "banco")
        close(evening.round)
        assert evening.label.startswith("lots:")
        evening.round.fell(drawn)
        assert lies(evening.round, "felt/") == {f"felt/{has}/primero": 5000, f"felt/{has}/segundo": 5000}


def test_ex_2_1_b_6_b_and_pv_09_vi_3_who_makes_banco_is_free() -> None:
    evening = Evening().bank("ana", 100)
    evening.act("luis", "banco")
    evening.coup(("3s", "3h", "2s", "Ks", "Kh", "Kd"), "no", "no", "no")  # 3 and 3 stand against 2
    assert evening.has("luis") == [1100]


# The cards


def dealt(region: str = "extremadura") -> Evening:
    """Ana's bank of 100 against Eva's 20 at the first cloth and Luis's 10 at the second; bets closed."""
    evening = Evening(region).bank("ana", 100).stakes(eva=20, luis=10)
    close(evening.round)
    return evening


def result(evening: Evening) -> tuple[int, int]:
    """The croupier pays: how the coup ended at each cloth, by the chips of Eva and Luis."""
    if not evening.round.finished:
        evening.pay()
    audited(evening)
    eva, luis = evening.has("eva", "luis")
    return {1020: WON, 1000: TIED, 980: LOST}[round(eva)], {1010: WON, 1000: TIED, 990: LOST}[round(luis)]


def test_ex_2_1_b_7_5_1_and_pv_09_vii_5_cards_come_one_by_one_and_only_who_has_them_sees_them() -> None:
    evening = dealt()
    assert evening.round.cards == {"primero": ["#0", "#3"], "segundo": ["#1", "#4"], "banca": ["#2", "#5"]}
    assert [evening.round.looks[f"#{slot}"] for slot in range(6)] == ["eva", "luis", "ana"] * 2
    assert evening.label == "choose:eva:primero"
    choose(evening.round, "eva", "no")
    assert evening.label == "choose:luis:segundo"


@pytest.mark.parametrize(
    ("p", "natural", "b", "banker", "end"),
    [
        (8, True, 9, False, WON), (8, True, 8, False, WON), (9, True, 9, False, WON),
        (8, True, 9, True, LOST), (9, True, 9, True, TIED), (9, False, 8, True, LOST),
        (7, False, 6, False, WON), (0, False, 0, False, TIED), (3, False, 4, False, LOST),
    ],
)  # fmt: skip
def test_ex_2_1_b_6_d_and_pv_09_vi_5_two_cards_that_make_a_natural_win_over_three(
    p: int, natural: bool, b: int, banker: bool, end: int
) -> None:
    assert ends(p, natural, b, banker) == end


def test_what_the_banker_has_of_a_stake() -> None:
    assert [gain(end, 700) for end in (WON, TIED, LOST)] == [-700, 0, 700]


@regions
def test_ex_2_1_b_6_d_and_pv_09_vi_5_an_eight_wins_over_the_banker_s_three_card_nine(region: str) -> None:
    evening = dealt(region)
    # Eva shows 8; Luis stands with 6; Ana has 5 and draws a four.
    evening.say("abatir", "no", "carta", cards=("8s", "6s", "5s", "Ks", "Kh", "Kd", "4h"))
    assert result(evening) == (WON, LOST)


def test_ex_2_1_b_6_d_and_pv_09_vi_5_as_printed_only_an_eight_does() -> None:
    book = game(NAME).rules("extremadura", {"natural-first": "printed"})
    assert book.natural_first.totals == (8,)


def test_ex_2_1_b_7_5_1_and_pv_09_vii_5_the_banker_s_natural_ends_the_coup_before_cards_are_given() -> None:
    evening = dealt()
    evening.say("carta", "no", "abatir", cards=("3s", "7s", "5s", "Ks", "Kh", "3d"))
    assert evening.thirds() == {"primero": [], "segundo": [], "banca": []}
    assert result(evening) == (LOST, LOST)


def test_ex_2_1_b_6_b_and_pv_09_vi_3_third_cards_come_by_the_order_of_the_cloths() -> None:
    evening = dealt()
    evening.say("carta", "carta", "dar", "no", cards=("3s", "2s", "6s", "Ks", "Kh", "Kd", "5h", "4h"))
    assert evening.thirds() == {"primero": ["#6"], "segundo": ["#7"], "banca": []}
    assert result(evening) == (WON, TIED)  # 8 and 6 to 6


def test_ex_2_1_b_6_b_and_pv_09_vi_3_with_five_a_cloth_chooses() -> None:
    evening = dealt()
    evening.say("no", "carta", "dar", "no", cards=("5s", "5d", "4s", "Ks", "Kh", "Kd", "9h"))
    assert result(evening) == (WON, TIED)  # 5 and 4 to 4
    assert not any(line.startswith("Error") for line in evening.round.said())


@regions
def test_ex_2_1_b_6_c_and_pv_09_vi_4_the_table_is_followed_where_it_says_the_same_of_both(region: str) -> None:
    evening = dealt(region)
    # Against an ace and a nine the table has four stand; it is not asked again.
    cards = ("3s", "2s", "4s", "Ks", "Kh", "Kd", "Ah", "9h")
    evening.say("carta", "carta", "dar", "cuadro", cards=cards)
    assert evening.thirds()["banca"] == []
    assert result(evening) == (TIED, LOST)  # 4 and 1 to 4


def test_ex_2_1_b_6_c_and_pv_09_vi_4_where_it_differs_the_banker_chooses() -> None:
    evening = dealt()
    # Against an ace four stands, against a six it draws.
    cards = ("3s", "2s", "4s", "Ks", "Kh", "Kd", "Ah", "6h", "5d")
    evening.say("carta", "carta", "dar", "cuadro", cards=cards)
    assert evening.label == "choose:ana:tercera-carta"
    evening.say("carta", cards=cards)
    assert result(evening) == (LOST, LOST)  # 4 and 8 to 9


def test_ex_2_1_b_6_c_and_pv_09_vi_4_after_a_natural_the_table_is_that_of_the_other_cloth() -> None:
    evening = dealt()
    cards = ("8s", "2s", "4s", "Ks", "Kh", "Kd", "Ah")
    evening.say("abatir", "carta", "dar", "cuadro", cards=cards)
    assert evening.thirds()["banca"] == []
    assert result(evening) == (WON, LOST)  # 3 to 4


def test_ex_2_1_b_6_c_and_pv_09_vi_4_with_nothing_the_banker_draws_whatever_he_said() -> None:
    evening = dealt()
    evening.say("no", "no", "no", cards=("6s", "7s", "Ks", "Kh", "Kd", "Kc", "7h"))
    assert "Error de ana." in evening.round.said()
    assert result(evening) == (LOST, TIED)


def test_ex_2_1_b_6_c_and_pv_09_vi_4_where_both_cloths_show_the_banker_has_nothing_to_say() -> None:
    evening = dealt()
    evening.say("abatir", "abatir", cards=("8s", "9s", "Ks", "Kh", "Kd", "Kc"))
    assert result(evening) == (WON, WON)


# Errors of the players


def test_ex_2_1_b_8_4_a_and_pv_09_viii_4_1_the_second_s_card_goes_to_the_first_and_the_next_to_the_second() -> None:
    evening = dealt()
    # Eva stands with 3; Luis draws the five, Ana the four. Put right: five to Eva, four to Luis, then Ana by the table:
    # with six she draws against neither.
    cards = ("3s", "2s", "6s", "Ks", "Kh", "Kd", "5h", "4h")
    evening.say("no", "carta", "dar", "carta", cards=cards)
    assert "La jugada se restablece." in evening.round.said()
    assert evening.thirds() == {"primero": ["#6"], "segundo": ["#7"], "banca": []}
    assert result(evening) == (WON, TIED)  # 8 and 6 to 6


def test_ex_2_1_b_8_4_a_and_pv_09_viii_4_1_the_next_card_comes_from_the_shoe_where_the_banker_has_not_drawn_it() -> (
    None
):
    evening = dealt()
    cards = ("3s", "2s", "7s", "Ks", "Kh", "Kd", "5h", "4h")
    evening.say("no", "carta", "dar", "no", cards=cards)
    assert evening.thirds() == {"primero": ["#6"], "segundo": ["#7"], "banca": []}
    assert result(evening) == (WON, LOST)  # 8 and 6 to 7


@pytest.mark.parametrize(("second", "to"), [("2s", "segundo"), ("6s", "banca")])
def test_ex_2_1_b_8_4_b_and_pv_09_viii_4_2_a_card_asked_for_with_six_goes_to_the_second_or_the_banker(
    second: str, to: str
) -> None:
    evening = dealt()
    cards = ("6h", second, "5s", "Ks", "Kh", "Kd", "2h", "4h")
    wants = second == "2s"
    evening.say("carta", "carta" if wants else "no", "dar", "no", cards=cards)
    if wants:
        # The table has five stand against a two and draw against who stood: she is free, the error being a player's.
        assert evening.label == "choose:ana:tercera-carta"
        evening.say("no", cards=cards)
    expected: dict[str, list[str]] = {"primero": [], "segundo": [], "banca": [], "cesta": []}
    found = {**expected, **evening.thirds()}
    assert found == {**expected, to: ["#6"], **({"cesta": ["#7"]} if wants else {})}
    # Six and four to five; or six and six to seven.
    assert result(evening) == ((WON, LOST) if wants else (LOST, LOST))


@regions
def test_ex_2_1_b_8_4_d_and_pv_09_viii_4_4_who_says_no_with_a_natural_loses_the_right_to_show(region: str) -> None:
    evening = dealt(region)
    # Eva stands with 8, Luis with 7; Ana has 3 and draws a six: nine of three cards.
    evening.say("no", "no", "carta", cards=("8s", "7s", "3s", "Ks", "Kh", "Kd", "6h"))
    assert "Error de eva." in evening.round.said()
    assert result(evening) == (LOST, LOST)


def test_ex_2_1_b_8_4_d_and_pv_09_viii_4_4_who_asks_for_a_card_with_a_natural_has_the_coup_put_right_and_shows() -> (
    None
):
    evening = dealt()
    # The card goes to Luis, who asked for one: two and six. Ana has four: against a six the table has her draw.
    cards = ("8s", "2s", "4s", "Ks", "Kh", "Kd", "6h", "5h", "Ac")
    evening.say("carta", "carta", "dar", "no", cards=cards)
    assert evening.thirds() == {"primero": [], "segundo": ["#6"], "banca": ["#7"]}
    assert result(evening) == (WON, LOST)  # a shown 8, and 8 to 9


def test_ex_2_1_b_8_4_1_and_pv_09_viii_4_5_the_same_between_the_second_cloth_and_the_banker() -> None:
    evening = dealt()
    # Luis stands with 2; the banker's four is his. Then five against who stood (Eva) and a four: draw and optional.
    cards = ("6s", "2s", "5s", "Ks", "Kh", "Kd", "4h", "3h")
    evening.say("no", "no", "carta", cards=cards)
    assert evening.thirds() == {"primero": [], "segundo": ["#6"], "banca": ["#7"]}
    assert result(evening) == (LOST, LOST)  # 6 and 6 to 8


def test_ex_2_1_b_8_3_a_and_pv_09_viii_3_1_an_optional_case_is_a_card_in_a_coup_that_is_put_right() -> None:
    evening = dealt()
    # Eva, who asked with 9, shows; Luis has the nine. With three against a nine the table leaves the choice: a card.
    cards = ("9s", "4s", "3s", "Ks", "Kh", "Kd", "9h", "5h", "2c")
    evening.say("carta", "carta", "dar", "no", cards=cards)
    assert evening.thirds() == {"primero": [], "segundo": ["#6"], "banca": ["#7"]}
    assert result(evening) == (WON, LOST)  # 3 to 8


@pytest.mark.parametrize(("word", "first"), [("no", WON), ("carta", LOST)])
def test_ex_2_1_b_8_3_c_and_pv_09_viii_3_3_where_the_table_differs_the_banker_is_free_unless_the_fault_is_his(
    word: str, first: int
) -> None:
    # As above in 8.4.b: five against who stood and against a two.
    evening = dealt()
    cards = ("6h", "2s", "5s", "Ks", "Kh", "Kd", "2h", "4h")
    evening.say("carta", "carta", "dar", "no", word, cards=cards)
    assert result(evening) == (first, LOST)  # 6 and 4 to 5, or to 9


# What goes wrong


def report(evening: Evening, name: str, *cards: str) -> None:
    """An irregularity, and whatever cards it turns over."""
    evening.round.report(name)
    evening.show(*cards)


def test_ex_2_1_b_8_1_a_and_pv_09_viii_1_1_a_card_drawn_too_early_stays_or_is_discarded() -> None:
    for name, discarded in (("carta-anticipada", 0), ("carta-anticipada-desechada", 1)):
        evening = Evening().bank("ana", 100)
        evening.round.report(name)
        evening.stakes(luis=20)
        close(evening.round)
        assert evening.round.cards["primero"][0] == f"#{discarded}"


@pytest.mark.parametrize(("left", "discarded"), [(12, 3), (11, 2), (10, 1)])
@regions
def test_ex_2_1_b_8_1_a_and_pv_09_viii_1_1_card_or_cards_drawn_too_early_are_discarded_as_a_coup_can_spare_them(
    region: str, left: int, discarded: int
) -> None:
    """Nine are the most that a coup takes: of so many that are left the others are to spare."""
    evening = Evening(region, tallas="2").bank("ana", 100).stakes(luis=5)
    evening.coup(BANK_WINS)
    evening.left_in_shoe(left)
    evening.act("ana", "go-on")
    for _ in range(3):
        evening.round.report("carta-anticipada-desechada")
    evening.stakes(luis=5)
    close(evening.round)
    assert evening.round.cards["cesta"] == [f"#{number}" for number in range(discarded)]
    assert evening.round.cards["primero"][0] == f"#{discarded}"


@pytest.mark.parametrize("name", ["apuesta-mal-situada", "asociacion"])
def test_ex_2_1_b_6_f_and_ex_2_1_b_7_3_what_is_forbidden_is_noted(name: str) -> None:
    evening = Evening().bank("ana", 100)
    evening.round.report(name)
    assert evening.round.said()[-1] == "Se toma nota."
    assert evening.label == "stakes"


def test_ex_2_1_b_8_1_b_and_pv_09_viii_1_2_a_card_that_comes_out_face_up_is_replaced() -> None:
    evening = dealt()
    evening.round.report("carta-descubierta")
    choose(evening.round, "inspector", "segundo-2")
    evening.show("", "", "", "", "9h")
    assert evening.round.cards["segundo"] == ["#1", "#6"]
    assert evening.round.cards["cesta"] == ["#4"]


def test_ex_2_1_b_8_1_c_and_pv_09_viii_1_3_cards_that_stick_together_annul_the_coup() -> None:
    evening = dealt()
    report(evening, "cartas-pegadas", *BANK_WINS)
    assert evening.has("eva", "luis") == [1000, 1000]
    assert evening.lies("banca/ana") == 100


@pytest.mark.parametrize("name", ["carta-al-suelo", "reparto-rectificado", "arrojadas-por-el-crupier"])
def test_ex_2_1_b_8_1_d_ex_2_1_b_8_2_a_and_ex_2_1_b_8_5_c_what_is_put_right_at_once_changes_nothing(name: str) -> None:
    evening = dealt()
    report(evening, name)
    evening.say("no", "no", "no", cards=BANK_WINS)
    assert result(evening) == (LOST, LOST)


def test_ex_2_1_b_8_2_a_and_pv_09_viii_2_1_what_cannot_be_put_right_annuls_the_coup() -> None:
    evening = dealt()
    report(evening, "reparto-irregular", *BANK_WINS)
    assert evening.has("eva", "luis") == [1000, 1000]


def test_ex_2_1_b_8_1_e_and_pv_09_viii_1_5_another_had_the_cards_and_the_turn_is_still_whose_it_was() -> None:
    evening = dealt()
    evening.round.report("cartas-de-otro")
    choose(evening.round, "inspector", "primero")
    evening.say("no", "no", "no", cards=BANK_WINS)
    evening.pay()
    evening.goes_on()
    evening.stakes(luis=5)
    close(evening.round)
    assert "Cartas para eva y teo." in evening.round.said()


@pytest.mark.parametrize(
    ("name", "free"), [("carta-no-pedida", True), ("carta-cambiada", True), ("carta-negada", False)]
)
def test_ex_2_1_b_8_2_b_and_pv_09_viii_2_2_and_8_3_c_a_card_given_or_kept_back_by_mistake(
    name: str, free: bool
) -> None:
    """Five against who stood and against a two: free, or a card if it was the banker's fault."""
    evening = dealt()
    cards = ("6h", "2s", "5s", "Ks", "Kh", "Kd", "2h", "4h")
    evening.say("no", "carta", "dar", cards=cards)
    report(evening, name, *cards)
    assert (evening.label == "choose:ana:tercera-carta") == free
    if free:
        evening.say("no", cards=cards)
    assert result(evening) == ((WON, LOST) if free else (LOST, LOST))  # 6 and 4 to 5, or to 9


@regions
def test_ex_2_1_b_8_2_b_and_pv_09_viii_2_a_card_is_kept_back_from_who_asked_and_given_to_who_did_not(
    region: str,
) -> None:
    """Where no cloth asked, a card kept back would bind the banker to draw for a fault that nobody can have made."""
    cards = ("6h", "6s", "5s", "Ks", "Kh", "Kd", "2h", "4h")
    evening = dealt(region)
    evening.say("no", "no", cards=cards)
    for name in ("carta-negada", "carta-cambiada"):
        with pytest.raises(IllegalAction, match="nobody has said carta"):
            evening.round.report(name)
    for name in ("tercera-vista-a-la-cesta", "tercera-no-vista-a-la-cesta"):
        with pytest.raises(IllegalAction, match="no third card was given"):
            evening.round.report(name)
    evening.round.copy().report("carta-no-pedida")
    evening = dealt(region)
    evening.say("carta", "carta", cards=("2h", "2s", "5s", "Ks", "Kh", "Kd", "2d", "4h"))
    with pytest.raises(IllegalAction, match="nobody has said no"):
        evening.round.report("carta-no-pedida")


@pytest.mark.parametrize("name", ["punto-falso", "carta-negada"])
def test_ex_2_1_b_8_5_d_after_the_players_have_shown_a_false_point_is_put_right_as_the_banker_s_fault(
    name: str,
) -> None:
    evening = dealt()
    cards = ("6h", "2s", "5s", "Ks", "Kh", "Kd", "2h", "4h")
    evening.say("no", "carta", "dar", "no", cards=cards)
    report(evening, name, *cards)
    assert evening.thirds()["banca"] == ["#7"]
    assert result(evening) == (LOST, LOST)


def test_ex_2_1_b_8_5_d_and_pv_09_viii_5_3_before_that_the_banker_may_still_draw() -> None:
    evening = dealt()
    cards = ("6h", "6s", "5s", "Ks", "Kh", "Kd", "2h")
    evening.say("no", "no", "abatir", cards=cards)
    assert evening.label == "choose:ana:tercera-carta"
    evening.say("carta", cards=cards)
    assert result(evening) == (LOST, LOST)
    evening = dealt()
    evening.say("no", "no", cards=cards)
    report(evening, "punto-falso")
    evening.say("carta", cards=cards)
    assert result(evening) == (LOST, LOST)


@regions
def test_ex_2_1_b_8_2_c_and_pv_09_viii_2_3_both_cards_of_a_cloth_uncovered(region: str) -> None:
    evening = dealt(region)
    cards = ("6h", "2s", "5s", "Ks", "Kh", "Kd", "2h", "4h")
    evening.round.report("pano-descubierto")
    choose(evening.round, "inspector", "segundo")
    evening.show(*cards)
    evening.say("no", "dar", cards=cards)
    # Luis draws by the rules; with five, where the table differs, Ana must draw: the fault is hers.
    assert evening.thirds() == {"primero": [], "segundo": ["#6"], "banca": ["#7"]}
    assert result(evening) == (LOST, LOST)


@pytest.mark.parametrize(
    ("whose", "ended"), [("primero", (TIED, LOST)), ("segundo", (LOST, TIED)), ("banca", (TIED, TIED))]
)
def test_ex_2_1_b_8_2_d_and_pv_09_viii_2_4_cards_lost_unseen_annul_the_coup_of_their_cloth(
    whose: str, ended: tuple[int, int]
) -> None:
    evening = dealt()
    evening.round.report("cartas-a-la-cesta")
    choose(evening.round, "inspector", whose)
    words = {"primero": ("no", "no"), "segundo": ("no", "no"), "banca": ()}[whose]
    evening.say(*words, cards=BANK_WINS)
    assert result(evening) == ended


@pytest.mark.parametrize(
    ("region", "choices", "name", "kept"),
    [
        ("extremadura", {}, "tercera-no-vista-a-la-cesta", True),
        ("extremadura", {}, "tercera-vista-a-la-cesta", True),
        ("extremadura", {"errors.basket": "likely"}, "tercera-no-vista-a-la-cesta", False),
        ("pais-vasco", {}, "tercera-no-vista-a-la-cesta", False),
        ("pais-vasco", {}, "tercera-vista-a-la-cesta", True),
    ],
)
def test_ex_2_1_b_8_2_d_and_pv_09_viii_2_4_a_third_card_in_the_basket_is_recovered_or_annuls(
    region: str, choices: dict[str, str], name: str, kept: bool
) -> None:
    evening = Evening(region)
    evening.session.rules = game(NAME).rules(region, choices)
    evening.session.round = None
    evening.round = evening.session.open()
    evening.bank("ana", 100).stakes(eva=20, luis=10)
    close(evening.round)
    cards = ("3s", "6s", "7s", "Ks", "Kh", "Kd", "2h")
    evening.say("carta", "no", "dar", cards=cards)
    evening.round.report(name)
    if not kept:
        choose(evening.round, "inspector", "primero")
    evening.say("no", cards=cards)
    evening.pay()
    assert evening.has("eva", "luis") == [980 if kept else 1000, 990]


def test_ex_2_1_b_8_3_c_and_pv_09_viii_3_3_after_an_error_of_the_croupier_the_banker_is_free() -> None:
    evening = dealt()
    cards = ("6h", "2s", "5s", "Ks", "Kh", "Kd", "2h", "4h")
    evening.say("no", "carta", "dar", cards=cards)
    report(evening, "error-del-crupier", *cards)
    assert evening.label == "choose:ana:tercera-carta"


@pytest.mark.parametrize(
    ("card", "said", "becomes"), [("5h", "no", "no"), ("5h", "carta", "carta"), ("4h", "no", "carta")]
)
def test_ex_2_1_b_8_4_c_and_pv_09_viii_4_3_who_contradicts_himself(card: str, said: str, becomes: str) -> None:
    evening = dealt()
    cards = (card, "6s", "7s", "Ks", "Kh", "Kd", "2h")
    evening.say(said, cards=cards)
    evening.round.report("se-contradice")
    choose(evening.round, "inspector", "primero")
    evening.show(*cards)
    evening.say("no", *(["dar"] if becomes == "carta" else []), "no", cards=cards)
    assert evening.thirds()["primero"] == (["#6"] if becomes == "carta" else [])


def test_ex_2_1_b_8_5_a_and_pv_09_viii_5_1_who_takes_too_long_has_the_cards_no_more() -> None:
    evening = dealt()
    cards = ("5h", "6s", "3s", "Ks", "Kh", "Kd")
    report(evening, "demora", *cards)
    evening.say("no", "no", cards=cards)
    assert result(evening) == (WON, WON)  # five stands
    evening.goes_on()
    evening.stakes(luis=5)
    close(evening.round)
    assert "Cartas para ivo y luis." in evening.round.said()


def test_ex_2_1_b_8_5_b_and_pv_09_viii_5_2_after_advice_of_others_the_table_binds_and_so_does_the_players_rule() -> (
    None
):
    evening = Evening().bank("ana", 100)
    evening.act("luis", "banco")
    close(evening.round)
    report(evening, "consejo-ajeno")
    cards = ("3s", "3h", "7s", "Ks", "Kh", "Kd", "6h", "5h")
    evening.say("no", "no", cards=cards)
    # Who makes banco is bound too: both threes have to draw.
    assert evening.thirds() == {"primero": ["#6"], "segundo": ["#7"], "banca": []}
    evening.pay()
    assert evening.has("luis") == [1100]  # 9 and 8 to 7


@pytest.mark.parametrize(
    ("whose", "ended"), [("primero", (LOST, LOST)), ("segundo", (LOST, LOST)), ("banca", (WON, WON))]
)
def test_ex_2_1_b_8_5_c_and_pv_09_viii_5_3_cards_thrown_away_unseen_count_nothing(
    whose: str, ended: tuple[int, int]
) -> None:
    evening = dealt()
    evening.say("no", "no", cards=BANK_WINS)
    evening.round.report("cartas-arrojadas")
    choose(evening.round, "inspector", whose)
    if whose != "banca":
        evening.say("no", cards=BANK_WINS)
    evening.show(*BANK_WINS)
    assert result(evening) == ended


@pytest.mark.parametrize(
    ("what", "ended"),
    [
        ("sigue", (LOST, LOST)),
        ("anular-primero", (TIED, LOST)),
        ("anular-segundo", (LOST, TIED)),
        ("anular", (TIED, TIED)),
    ],
)
def test_ex_2_1_b_8_5_f_and_pv_09_viii_5_5_what_is_not_provided_for_is_the_inspector_s(
    what: str, ended: tuple[int, int]
) -> None:
    evening = dealt()
    evening.say("no", "no", cards=BANK_WINS)
    evening.round.report("caso-no-previsto")
    choose(evening.round, "inspector", what)
    if what != "anular":
        evening.say("no", cards=BANK_WINS)
    evening.show(*BANK_WINS)
    assert result(evening) == ended


def test_ex_2_1_b_8_5_e_and_pv_09_viii_5_4_once_paid_nothing_is_reclaimed() -> None:
    evening = dealt()
    evening.say("no", "no", "no", cards=BANK_WINS)
    evening.pay()
    paid = dict(evening.round.places)
    for name in evening.round.rules.irregularities:
        with pytest.raises(IllegalAction, match=f"'{name}' cannot be reported now"):
            evening.round.report(name)
    assert (evening.round.finished, evening.round.places) == (True, paid)


# The table drawn


def test_ex_2_1_b_2_3_1_and_pv_09_ii_3_1_the_banker_sits_between_the_cloths_whose_first_is_at_his_right() -> None:
    evening = Evening(departamentos="3").bank("ana", 100).stakes(eva=20, luis=10)
    found = game(NAME)

    def around(who: str) -> Any:
        return found.circle(evening.round.rules, evening.round.view(who), evening.round.log)

    assert around("eva").seats == ("ivo", "eva", "", "ana", "luis", "teo", "")
    assert around("eva").numbers == (3, 2, 1, 0, 4, 5, 6)
    evening.act("luis", "sit", "1")
    close(evening.round)
    assert around("eva").seats == ("", "eva", "luis", "ana", "ivo", "teo", "")
    assert around("eva").hands == {"banca": "ana", "primero": "eva", "segundo": "teo"}
    assert around("eva").marks == {"eva": ("first cloth",), "teo": ("second cloth",)}


# Rulebooks


@regions
def test_ex_2_1_b_6_and_pv_09_vi_1_the_rules_of_chemin_de_fer_hold_in_general(region: str) -> None:
    assert third(rules(region)) == third(game("chemin-de-fer").rules(region))
    assert "hands.banker.table" in rules(region).taken


def test_ex_2_1_b_3_and_pv_09_iii_staff() -> None:
    for region, people in (("extremadura", 4), ("pais-vasco", 2)):
        assert sum(least for least, _ in rules(region).staff["mesa"].roles.values()) == people


@regions
def test_ex_2_1_b_5_11_and_pv_09_v_3_the_rates(region: str) -> None:
    cuts = rules(region).cuts
    assert (cuts["limitada"].percent[1], cuts["libre"].percent[1]) == (2, Fraction(125, 100))


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('remedy = "contradice"', 'remedy = "repite"', "irregularities.se-contradice.remedy"),
        ("behind = 10", "behind = 5", "equipment.cards.behind"),
        ('percent = ["2", "2"]', 'percent = ["0", "2"]', "cuts"),
        ('order = ["primero", "segundo", "banca"]', 'order = ["segundo", "primero", "banca"]', "errors.second.order"),
        ('["no-vista", "vista"]', '["oida"]', "errors.basket.recovered"),
        ('values = ["limitada", "libre"]', 'values = ["limitada", "total"]', "options.modalidad"),
        ('["5", "2", "3"', '["5", "1", "3"', "options.departamentos"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(old: str, new: str, key: str) -> None:
    with pytest.raises(RulebookError, match=key):
        edited(NAME, "extremadura", (old, new))


def test_every_remedy_that_a_rulebook_may_name_is_known_to_the_procedure() -> None:
    assert {*faults.REMEDIES, "sigue", "desechar"} == {*REMEDIES}
