"""Accumulated prizes between tables: what one table feeds another pays, winners at the same time, tables that close."""

from typing import Any

import pytest

from tapete.engine.requests import Act
from tapete.floor.tables import like
from tapete.games import game
from tapete.games.bingo import cards as bingo_cards
from tests.casino import Casino
from tests.web import read_rows

EX, GA, AS, PV = "extremadura", "galicia", "asturias", "pais-vasco"
PROGRESSIVE = {EX: "1.12.7.C§1", GA: "art. 8.b§2", AS: "A.5.b§3", PV: "11.VI.1§2"}
ROYAL, FLUSH, NOTHING = "10s Js Qs Ks As", "5d 6d 7d 8d 9d", "4c 4d 8h 10h Jd"
BANK = "Ac Jc 9c 7c 3h"  # it does not play


def poker(casino: Casino, region: str) -> str:
    """A table of poker without a change at which Ana and Luis sit, sharing the prize of the room."""
    options = {"progresivo": "si"}
    return casino.table("poker-sin-descarte", region, physical=True, options=options, meter="sala", float="50000")


def dealt(casino: Casino, table: str, region: str) -> list[str]:
    """Both stake ten and two and a half on the progressive, and go on; what is left of the bank's cards to be read."""
    rounds, people, cards = casino.floor.rounds, casino.people, BANK.split()
    rounds.open_round(table, people["carla"], casino.key())
    for square, who in enumerate(("ana", "luis"), 1):
        for bet, cents in (("inicial", 1000), ("progresivo", 250)):
            rounds.act(table, people[who], Act("stake", f"{bet}:{square}", cents), casino.key())
    rounds.act(table, people["carla"], Act("close"), casino.key())
    rounds.fell(table, people["carla"], cards.pop(0 if region == GA else 4), casino.key())
    for who in ("ana", "luis"):
        rounds.act(table, people[who], Act("choose", "ir"), casino.key())
    return cards


def turned(casino: Casino, table: str, cards: list[str], ana: str, luis: str = NOTHING) -> None:
    """The cards are read, and the round is settled."""
    for card in (*cards, *ana.split(), *luis.split()):
        casino.floor.rounds.fell(table, casino.people["carla"], card, casino.key())


def stands(casino: Casino) -> int:
    (prize,) = casino.floor.prizes.all(casino.people["rosa"])
    return prize.cents


@pytest.mark.parametrize("region", PROGRESSIVE)
def test_ex_1_12_7_c_1_ga_art_8_b_2_as_a_5_b_3_and_pv_11_vi_1_2_one_progressive_for_several_tables(
    casino: Casino, region: str
) -> None:
    """Four stakes of 2.50 at two tables are ten euros, and a royal flush at one of them takes all of it."""
    one, other = poker(casino, region), poker(casino, region)
    turned(casino, one, dealt(casino, one, region), "5c 5d 8s 10c Qs")
    assert stands(casino) == 500
    turned(casino, other, dealt(casino, other, region), ROYAL)
    assert (stands(casino), casino.floor.books.balances(other)["meter/progresivo"]) == (0, 500 - 1000)
    assert casino.floor.books.check() == []


def test_pv_11_vi_1_2_of_winners_at_two_tables_at_once_the_second_is_paid_of_what_the_first_left(
    casino: Casino,
) -> None:
    """Both hands lie before either is turned: the royal takes ten euros; of what is fed since, a tenth."""
    one, other, third = (poker(casino, PV) for _ in range(3))
    waiting, first = dealt(casino, one, PV), dealt(casino, other, PV)
    turned(casino, other, first, ROYAL)
    assert stands(casino) == 0
    turned(casino, third, dealt(casino, third, PV), "5c 5d 8s 10c Qs")
    turned(casino, one, waiting, FLUSH)
    assert stands(casino) == 500 - 50
    assert casino.floor.books.check() == []


def test_pv_11_vi_1_8_the_table_s_book_has_what_was_set_aside_and_paid(casino: Casino) -> None:
    """Ten euros of two tables: a tenth of ten, a tenth of the nine that are left; the royal elsewhere takes 8.10.

    A void hand has set nothing aside and paid nothing.
    """
    one, other = poker(casino, PV), poker(casino, PV)
    waiting, first = dealt(casino, one, PV), dealt(casino, other, PV)
    turned(casino, other, first, "6h 7h 8h 9h 10h", FLUSH)
    turned(casino, one, waiting, ROYAL)
    rosa, account = casino.people["rosa"], "meter/progresivo"
    books = [casino.floor.registers.of(rosa, table).prizes for table in (one, other)]
    assert books == [{account: (500, 810)}, {account: (500, 190)}]
    assert casino.get("rosa", f"/api/v1/tables/{other}/register").json()["prizes"] == {
        account: {"aside": 500, "paid": 190}
    }
    page = casino.get("rosa", f"/tables/{other}/register").text
    assert '<a href="/books/prizes?name=sala&amp;path=meter/progresivo">Progresivo</a>' in page
    assert ["Progresivo", "5 €", "1,90 €"] in read_rows(page)
    casino.floor.rounds.void(one, casino.people["iker"], "slip", casino.key())
    casino.floor.rounds.agree(one, casino.people["carla"], casino.key())
    assert casino.floor.registers.of(rosa, one).prizes == {}


def test_pv_11_vi_1_2_the_prize_outlives_its_tables(casino: Casino) -> None:
    one = poker(casino, PV)
    turned(casino, one, dealt(casino, one, PV), "5c 5d 8s 10c Qs")
    casino.floor.tables.close_table(casino.people["dora"], one, casino.key())
    assert stands(casino) == 500
    next_ = poker(casino, PV)
    turned(casino, next_, dealt(casino, next_, PV), ROYAL)
    assert stands(casino) == 0


def test_pv_12_viii_8_2_2_the_carousel_is_the_sum_of_the_jackpots_of_its_tables(casino: Casino) -> None:
    """1,000 times 2.50 at each of two tables: 2,500 euros, and 5,000 once both play for it."""
    options = {"jackpot": "progresivo-manual", "carrusel": "si"}
    for after in (250_000, 500_000):
        table = casino.table("poker-con-descarte", PV, physical=True, options=options, meter="sala")
        casino.floor.rounds.open_round(table, casino.people["carla"], casino.key())
        for bet, cents in (("inicial", 1000), ("jackpot", 250)):
            casino.floor.rounds.act(table, casino.people["ana"], Act("stake", bet, cents), casino.key())
        casino.floor.rounds.act(table, casino.people["carla"], Act("close"), casino.key())
        assert stands(casino) == after


def with_a_change(casino: Casino) -> str:
    """A table of poker with a change that has part in the room's carousel."""
    options = {"jackpot": "progresivo-manual", "carrusel": "si"}
    return casino.table("poker-con-descarte", PV, physical=True, options=options, meter="sala", float="50000")


def nobody_goes_on(casino: Casino, table: str, cards: str = "2c 4d 6h 8s 10c") -> None:
    """A hand in which Ana stakes ten and two and a half on the jackpot, and passes."""
    rounds, people = casino.floor.rounds, casino.people
    rounds.open_round(table, people["carla"], casino.key())
    for bet, cents in (("inicial", 1000), ("jackpot", 250)):
        rounds.act(table, people["ana"], Act("stake", bet, cents), casino.key())
    rounds.act(table, people["carla"], Act("close"), casino.key())
    rounds.act(table, people["ana"], Act("choose", "pasar"), casino.key())
    for card in cards.split():
        rounds.fell(table, people["carla"], card, casino.key())


def test_pv_12_viii_8_1_10_what_a_jackpot_paid_is_in_the_table_s_book_and_off_the_display(casino: Casino) -> None:
    """Four fives without a change: a twentieth of 2,500 are 125; half of 2.50 is added, and 2,376.25 are left."""
    table = with_a_change(casino)
    nobody_goes_on(casino, table, "5c 5d 5h 5s 10c")
    assert casino.floor.registers.of(casino.people["rosa"], table).prizes == {"meter/jackpot": (250_125, 12_500)}
    assert stands(casino) == 250_125 - 12_500
    assert ["Jackpot", "2.501,25 €", "125 €"] in read_rows(casino.get("rosa", f"/tables/{table}/register").text)


def test_pv_12_viii_8_2_2_a_table_that_closes_leaves_its_place_in_the_carousel_to_the_next(casino: Casino) -> None:
    """The sum of the jackpots of its tables: 2,500 for each of two, and 1.25 a hand, however many evenings they open.

    A third beside them adds its own, and so does none that takes a closed one's place.
    """
    evening, hands = [with_a_change(casino), with_a_change(casino)], 0
    for _ in range(3):
        for table in evening:
            nobody_goes_on(casino, table)
            hands += 1
        assert stands(casino) == 2 * 250_000 + hands * 125
        for table in evening:
            casino.floor.tables.close_table(casino.people["dora"], table, casino.key())
            log = casino.get("rosa", f"/api/v1/tables/{table}/log")
            checked = casino.client.post(
                "/api/v1/audit", files={"log": ("log.jsonl", log.content)}, headers=casino.headers("rosa")
            )
            assert (checked.status_code, checked.json()["breaches"]) == (200, [])
        evening = [with_a_change(casino), with_a_change(casino)]
    for table in (*evening, with_a_change(casino)):
        nobody_goes_on(casino, table)
    assert stands(casino) == 3 * 250_000 + (hands + 3) * 125
    assert casino.floor.books.check() == []


# Blackjack's accumulated bet

SEVENS = {"acumulada": "si", "bote": "20", "distribuidor": "automatico"}
NO_PRIZE, THREE_SEVENS = "10h 10c 9d 9s", "7h 10c 7h 7h 9c"


def blackjack(casino: Casino, **more: Any) -> str:
    """A table of blackjack at which Ana and Luis sit, with a fifth of each accumulated bet set aside."""
    return casino.table("blackjack", PV, physical=True, float="25000", **{"options": SEVENS, **more})


def dealt_to_ana(casino: Casino, table: str, cards: str) -> None:
    """Ana stakes five on her square and two and a half on the accumulated bet, and asks for a card if there is one."""
    rounds, (first, bank, second, *rest) = casino.floor.rounds, cards.split()
    rounds.open_round(table, casino.people["carla"], casino.key())
    for bet, cents in (("casilla:1", 500), ("acumulada:1", 250)):
        rounds.act(table, casino.people["ana"], Act("stake", bet, cents), casino.key())
    rounds.act(table, casino.people["carla"], Act("close"), casino.key())
    for card in (first, bank, second):
        rounds.fell(table, casino.people["carla"], card, casino.key())
    if len(rest) > 1:
        rounds.act(table, casino.people["ana"], Act("choose", "pedir"), casino.key())
        rounds.fell(table, casino.people["carla"], rest.pop(0), casino.key())
    if casino.floor.rounds.look(table, casino.people["ana"]).open:
        rounds.act(table, casino.people["ana"], Act("choose", "plantarse"), casino.key())
    rounds.fell(table, casino.people["carla"], rest[-1], casino.key())


def test_pv_03_v_1_f11_one_accumulated_bet_for_several_tables(casino: Casino) -> None:
    """A fifth of 2.50 at each of two tables is one euro; three sevens of a suit take it, and the house adds the rest.

    2,000 times the stake are 5,000 euros; the hand itself wins five.
    """
    one, other = blackjack(casino, meter="sala"), blackjack(casino, meter="sala")
    dealt_to_ana(casino, one, NO_PRIZE)
    assert stands(casino) == 50
    before = casino.floor.books.balances(other)["chips/ana"]
    dealt_to_ana(casino, other, THREE_SEVENS)
    after = casino.floor.books.balances(other)
    assert (stands(casino), after["meter/acumulada"]) == (0, 50 - 100)
    assert after["chips/ana"] - before == 500_000 + 500
    casino.floor.tables.close_table(casino.people["dora"], one, casino.key())
    assert casino.floor.books.check() == []


def test_pv_03_v_1_f11_a_table_that_sets_nothing_aside_has_no_account_until_it_does(casino: Casino) -> None:
    table = blackjack(casino, options={**SEVENS, "bote": "0"})
    dealt_to_ana(casino, table, NO_PRIZE)
    assert casino.floor.prizes.all(casino.people["rosa"]) == []
    file = like(casino.floor.tables.table(table))
    casino.floor.tables.change_table(
        casino.people["dora"], table, file.model_copy(update={"options": SEVENS}), casino.key()
    )
    casino.floor.desk.forget()
    dealt_to_ana(casino, table, NO_PRIZE)
    assert stands(casino) == 50
    assert casino.floor.books.check() == []


def test_pv_03_v_1_f_a_pot_of_the_first_procedure_goes_on_as_an_account(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table of an earlier release plays on as it did, until its chief lets it take the new edition."""
    with monkeypatch.context() as earlier:
        earlier.setattr("tapete.games.blackjack.play.PLAY", game("blackjack").play.at(1))
        table = blackjack(casino)
        dealt_to_ana(casino, table, NO_PRIZE)
    assert casino.floor.books.balances(table)["jackpot/acumulada"] == 50
    casino.floor.desk.forget()
    dealt_to_ana(casino, table, NO_PRIZE)
    assert casino.floor.books.balances(table)["jackpot/acumulada"] == 100
    casino.floor.tables.take_edition(casino.people["dora"], table, casino.key())
    dealt_to_ana(casino, table, NO_PRIZE)
    assert stands(casino) == 150
    assert "jackpot/acumulada" not in casino.floor.books.balances(table)
    assert casino.floor.books.check() == []


# Draws


def drawn(casino: Casino, table: str, *numbers: str) -> None:
    """Ana marks one to six on a coupon of five euros, and these numbers come out."""
    rounds, carla = casino.floor.rounds, casino.people["carla"]
    rounds.open_round(table, carla, casino.key())
    rounds.act(table, casino.people["ana"], Act("mark", "apuesta", 0, tuple("123456")), casino.key())
    rounds.act(table, carla, Act("close"), casino.key())
    for number in numbers:
        rounds.fell(table, carla, number, casino.key())


def test_pv_art_6_b_what_nobody_wins_rolls_over_to_whichever_draw_has_a_winner_and_outlives_its_counter(
    casino: Casino,
) -> None:
    """Of five euros 25, 8, 9 and 13 per cent: 2.75 roll over where nobody hits, and go with the next first category."""
    options = {"modalidad": "conjunto"}
    one, other = (casino.table("loteria", PV, physical=True, options=options, meter="sorteo") for _ in range(2))
    drawn(casino, one, "40", "41", "42", "43", "44", "45")
    assert stands(casino) == 125 + 40 + 45 + 65
    casino.floor.tables.close_table(casino.people["dora"], one, casino.key())
    before = casino.floor.books.balances(other)["chips/ana"]
    drawn(casino, other, "1", "2", "3", "4", "5", "6")
    assert casino.floor.books.balances(other)["chips/ana"] - before == -500 + 125 + 275
    assert stands(casino) == 40 + 45 + 65
    assert casino.floor.books.check() == []


def test_pv_art_3_3_and_art_3_4_rooms_that_are_linked_feed_one_prize_which_a_bingo_by_the_ball_wins(
    casino: Casino,
) -> None:
    """A twentieth of 30 euros a room."""
    options = {"acumulado": "5", "bola": "50"}
    _, table = rooms = [casino.table("bingo", PV, physical=True, options=options, meter="red") for _ in range(2)]
    for room, cents in zip(rooms, (150, 300), strict=True):
        casino.floor.rounds.open_round(room, casino.people["carla"], casino.key())
        casino.floor.rounds.act(room, casino.people["ana"], Act("stake", "carton", 3000), casino.key())
        casino.floor.rounds.act(room, casino.people["carla"], Act("close"), casino.key())
        assert stands(casino) == cents
    before = casino.floor.books.balances(table)["chips/ana"]
    first = [number for line in bingo_cards.card(game("bingo").rules(PV).equipment, 0) for number in line]
    for n, ball in enumerate(first):
        if n:
            casino.floor.rounds.act(table, casino.people["carla"], Act("next"), casino.key())
        casino.floor.rounds.fell(table, casino.people["carla"], str(ball), casino.key())
    assert stands(casino) == 0
    # 10 per cent for the line and 55 for the bingo, both on her cards, and what both rooms had fed.
    assert casino.floor.books.balances(table)["chips/ana"] - before == 300 + 1650 + 300
    assert casino.floor.books.check() == []


def test_pv_art_3_3_what_has_accumulated_is_won_though_the_room_sets_nothing_more_aside(casino: Casino) -> None:
    """A twentieth of 30 euros; then the share is none, and the next bingo by the ball takes it all the same."""
    table = casino.table("bingo", PV, physical=True, options={"acumulado": "5", "bola": "50"})
    equipment = game("bingo").rules(PV).equipment
    for number, (share, stood) in enumerate((("5", 150), ("0", 0))):
        file = like(casino.floor.tables.table(table))
        options = {"acumulado": share, "bola": "50" if number else "35"}
        changed = file.model_copy(update={"options": options})
        casino.floor.tables.change_table(casino.people["dora"], table, changed, casino.key())
        casino.floor.rounds.open_round(table, casino.people["carla"], casino.key())
        casino.floor.rounds.act(table, casino.people["ana"], Act("stake", "carton", 3000), casino.key())
        casino.floor.rounds.act(table, casino.people["carla"], Act("close"), casino.key())
        mine = [n for line in bingo_cards.card(equipment, 6 * number) for n in line]
        # In the first game the bingo comes too late for the prize: every card lacks its last number until then.
        last = [bingo_cards.card(equipment, 6 * number + card)[2][-1] for card in range(6)]
        late = [n for n in range(1, 91) if n not in mine and n not in last][:30]
        for at, ball in enumerate(mine if number else [*late, *mine]):
            if at:
                casino.floor.rounds.act(table, casino.people["carla"], Act("next"), casino.key())
            casino.floor.rounds.fell(table, casino.people["carla"], str(ball), casino.key())
        assert stands(casino) == stood
    assert casino.floor.books.check() == []
