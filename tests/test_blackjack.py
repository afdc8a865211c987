"""Blackjack: what hands are paid, what may be done with them and when, who stakes where, and the shoe."""

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import msgspec
import pytest

from tapete.audit.limits import check_settings
from tapete.audit.log import audit
from tapete.audit.table import check
from tapete.audit.table import parse as parse_table
from tapete.cards.card import FRENCH
from tapete.cards.composition import Composition
from tapete.engine.requests import Act, Announce, Chance, Deal, Move, Shift
from tapete.engine.round import Round
from tapete.engine.session import Session
from tapete.engine.settings import Settings, standard
from tapete.engine.shoe import Gone
from tapete.engine.transcript import In
from tapete.engine.window import Choose, Option, Window
from tapete.errors import IllegalAction, TapeteError
from tapete.games import game
from tapete.games.blackjack.best import DOUBLE, HIT, SPLIT, STAND, SURRENDER, Plan, counts
from tapete.games.blackjack.chart import chart
from tapete.games.blackjack.kernel import coup as kernel_coup
from tapete.games.blackjack.rules import SEVENS_PRIZES, Rules, layout, prize_pays, terms
from tapete.games.blackjack.settle import points
from tapete.games.editions import restored
from tapete.law.loading import RulebookError
from tapete.odds.prices import cheapest
from tests.golden import path, read
from tests.helpers import close, edited, refused, sit, stake, total
from tests.robot import evening
from tests.staffing import staff_is

REGIONS = ("extremadura", "pais-vasco")
SUITS = "chsd"
everywhere = pytest.mark.parametrize("region", REGIONS)

Bet = tuple[str, str, str]
Answer = str | tuple[str, Act]
CLOSED: Answer = ("croupier", Act("close"))


def seat(region: str = "extremadura", name: str = "blackjack", **more: Any) -> Session:
    """A table whose croupier enters the cards; options and readings by name."""
    options = more.pop("options", {})
    session = sit(name, region, **more)
    session.settings = msgspec.structs.replace(session.settings, options={**session.settings.options, **options})
    return session


def cards(ranks: str) -> list[str]:
    """Cards by rank, in suits of no account: `A 10 7`; a card with its suit is taken as it is."""
    return [word if word[-1] in SUITS else word + SUITS[i % 4] for i, word in enumerate(ranks.split())]


def run(table: Round, ranks: str, answers: Sequence[Answer] = ()) -> Round:
    """Deals these cards and gives these answers until both are used up. Who is not told stands, or closes a window."""
    deck, told = cards(ranks), list(answers)
    while not table.finished and (deck or told):
        pending = table.pending
        if isinstance(pending, Chance):
            assert deck, f"no card is left for {pending.label}"
            table.fell(deck.pop(0))
            continue
        assert isinstance(pending, Window)
        next_ = told[0] if told else ""
        if isinstance(pending, Choose):
            asked = isinstance(next_, str) and bool(next_) and not pending.label.endswith(":corte")
            table.act(pending.actor, Act("choose", str(told.pop(0)) if asked else pending.default))
        elif isinstance(next_, tuple):
            table.act(*next_)
            told.pop(0)
        else:
            close(table)
    assert not deck, f"{deck} were not dealt"
    assert not told, f"{told} was not asked"
    return table


def open_bets(session: Session, *bets: Bet) -> Round:
    """A round with these stakes, before the bets are closed."""
    table = session.open()
    while isinstance(table.pending, Choose):
        table.act(table.pending.actor, Act("choose", "cortar"))
    for who, spot, amount in bets:
        stake(table, who, spot, amount)
    return table


def coup(
    ranks: str,
    *answers: Answer,
    bets: Sequence[Bet] = (("ana", "casilla:1", "10"),),
    region: str = "extremadura",
    **more: Any,
) -> Round:
    """One round at a new table."""
    table = open_bets(seat(region, **more), *bets)
    close(table)
    return run(table, ranks, answers)


def net(table: Round, who: str = "ana") -> int:
    """What somebody has won or lost, in cents; nothing of theirs is left on the felt."""
    assert table.finished
    assert not [place for place, cents in table.places.items() if cents and place.startswith("felt/")]
    return table.places[f"chips/{who}"] - table.header.balances[f"chips/{who}"]


def calls(table: Round) -> list[str]:
    return [entry.call for entry in table.log if isinstance(entry, Announce)]


def dealt_to(table: Round) -> list[str]:
    """Where the cards went, in order."""
    return [entry.to.removeprefix("card:") for entry in table.log if isinstance(entry, In) and entry.fell is not None]


def offered(table: Round) -> tuple[str, ...]:
    """What the one who is asked may do."""
    assert isinstance(table.pending, Choose), table.pending
    return table.pending.options


def room(table: Round, who: str, do: str, on: str) -> tuple[int, int]:
    """The least and most of an act that is open."""
    assert isinstance(table.pending, Window)
    item = table.pending.option(who, do, on)
    assert isinstance(item, Option), item
    assert item.amounts is not None
    return item.amounts.lo, item.amounts.hi


def worth(hand: list[str]) -> list[int]:
    """What cards count, an ace one."""
    return [1 if card[:-1] == "A" else int(card[:-1]) if card[:-1].isdigit() else 10 for card in hand]


# The simple game


@everywhere
def test_ex_1_10_5_1_a_the_deal_goes_round_twice_with_one_card_for_the_bank(region: str) -> None:
    bets = [("ana", "casilla:5", "10"), ("ana", "casilla:1", "10"), ("luis", "casilla:2", "10")]
    table = coup("10 9 8 7 10 9 8 10", bets=bets, region=region)
    hands = ["mano:1", "mano:2", "mano:5"]
    assert dealt_to(table) == [*hands, "banca", *hands, "banca"]


# Player's two cards, bank's cards; a stake of 10 euros. What is won or lost, by hand from the text.
SIMPLE = [
    ("10 9", "10 8", 1000),
    ("10 9", "10 10", -1000),
    ("10 9", "10 9", 0),
    ("10 2", "10 6 10", 1000),
    ("A 10", "10 9", 1500),
    ("K A", "7 7 7", 1500),
    ("A Q", "A K", 0),
    ("10 10", "A J", -1000),
    ("10 8", "A 6", 1000),
    ("10 8", "A 7", 0),
    ("10 6", "A 2 4", -1000),
    ("10 8", "A 5 10 A", 1000),
    ("10 8", "6 A", 1000),
    ("10 10", "A 5 10 5", -1000),
    ("9 8", "2 2 2 2 2 2 2 2 A", 0),
]


@everywhere
@pytest.mark.parametrize(("own", "bank", "won"), SIMPLE)
def test_ex_1_10_5_1_a_pv_03_v_1_a_what_a_hand_that_stands_brings(region: str, own: str, bank: str, won: int) -> None:
    (first, second), (up, *rest) = own.split(), bank.split()
    table = coup(" ".join([first, up, second, *rest]), region=region)
    assert net(table) == won
    assert len(table.cards["banca"]) == len(bank.split())
    assert total(table) == 200_000


@everywhere
def test_ex_1_10_5_1_a3_no_card_is_asked_for_at_21_or_more(region: str) -> None:
    table = coup("10 9 5 6", "pedir", region=region)
    assert table.pending is not None and table.pending.label == "card:banca"
    table = coup("A 9 10", region=region)
    assert table.pending is not None and table.pending.label == "card:banca"


@everywhere
def test_ex_1_10_5_1_a3_a_bust_hand_loses_stake_and_cards_before_the_next_one_plays(region: str) -> None:
    bets = [("ana", "casilla:1", "10"), ("luis", "casilla:2", "10")]
    table = coup("10 10 9 5 8 10", "pedir", bets=bets, region=region)
    assert table.pending is not None
    assert table.pending.label == "choose:luis:mano:2"
    assert table.places["bank"] == 1000
    assert table.cards["mano:1"] == []
    assert len(table.cards["descarte"]) == 3
    assert net(run(table, "8", ["plantarse"]), "luis") == 1000


@everywhere
def test_ex_1_10_5_1_a4_the_bank_takes_no_card_if_all_have_bust(region: str) -> None:
    table = coup("10 9 6 K", "pedir", region=region)
    assert net(table) == -1000
    assert len(table.cards["banca"]) == 1
    assert "result" not in calls(table)


def test_ex_1_10_5_1_a4_the_bank_draws_even_against_a_blackjack_alone() -> None:
    table = coup("A 5 K 10 10")
    assert net(table) == 1500
    assert len(table.cards["banca"]) == 3


@everywhere
def test_ex_1_10_5_1_a5_losers_are_taken_and_winners_paid_from_right_to_left(region: str) -> None:
    bets = [("ana", f"casilla:{n}", "10") for n in (1, 3, 4, 5)]
    bets += [("luis", "casilla:2", "10")]
    # 19 on odd squares, 17 on even ones, 18 for the bank
    table = coup("10 10 10 10 10 10 9 7 9 7 9 8", bets=bets, region=region)
    moves = [entry for entry in table.log if isinstance(entry, Move)][5:]
    assert [move.src for move in moves if move.dst == "bank" and move.src != "cage"] == [
        "felt/ana/casilla:4",
        "felt/luis/casilla:2",
    ]
    assert [move.src for move in moves if move.dst.startswith("chips/") and move.src != "bank"] == [
        "felt/ana/casilla:5",
        "felt/ana/casilla:3",
        "felt/ana/casilla:1",
    ]
    losers = [i for i, move in enumerate(moves) if move.src.startswith("felt/") and move.dst == "bank"]
    winners = [i for i, move in enumerate(moves) if move.dst.startswith("chips/")]
    assert max(losers) < min(winners)


def test_ex_1_10_5_1_a8_a_blackjack_is_paid_in_whole_cents_and_the_rest_is_noted() -> None:
    table = coup("A 9 K 10", bets=[("ana", "casilla:1", "5.01")], chip=1)
    assert net(table) == 751
    assert [entry.rest for entry in table.log if isinstance(entry, Move) and entry.rest] == ["1/2"]


def test_pv_03_v_1_a2_the_croupier_announces_the_players_points() -> None:
    table = coup("10 9 6 K", "pedir", region="pais-vasco")
    assert "Casilla 1: 16." in table.said()
    assert "Casilla 1: 26, pasa." in table.said()
    assert "Casilla 1: blackjack." in coup("A 9 K 10", region="pais-vasco").said()
    assert not {"points", "bust"} & set(calls(coup("10 9 6 K", "pedir")))
    assert "Banca: blackjack." in coup("10 A 10 K").said()
    assert "Banca: 26, pasa." in coup("10 9 10 7 K").said()


# Insurance


@everywhere
def test_ex_1_10_5_1_b_insurance_is_offered_against_an_ace_alone(region: str) -> None:
    assert "insurance" in calls(coup("10 A 9 10", region=region))
    assert "insurance" not in calls(coup("10 K 9 10", region=region))


def insure(on: str, cents: int, who: str = "ana") -> tuple[str, Act]:
    return who, Act("asegurar", on, cents)


@everywhere
@pytest.mark.parametrize(
    ("own", "bank", "insured", "won"),
    [
        ("10 9", "A K", 500, 0),
        ("10 9", "A K", 250, -500),
        ("10 9", "A 9", 500, -1500),
        ("10 9", "A 7", 500, 500),
        ("A K", "A Q", 500, 1000),
        ("A K", "A 9", 500, 1000),
        ("10 9", "A 4 6", 500, -1500),
    ],
)
def test_ex_1_10_5_1_b_insurance_pays_two_to_one(region: str, own: str, bank: str, insured: int, won: int) -> None:
    (first, second), (up, *rest) = own.split(), bank.split()
    table = coup(" ".join([first, up, second, *rest]), insure("seguro:1", insured), region=region)
    assert net(table) == won


@pytest.mark.parametrize(("region", "least"), [("extremadura", 250), ("pais-vasco", 50)])
def test_ex_1_10_5_1_b2_insurance_is_half_the_stake_at_most_and_half_the_minimum_at_least(
    region: str, least: int
) -> None:
    table = coup("10 A 9", bets=[("ana", "casilla:1", "12.50")], region=region)
    assert room(table, "ana", "asegurar", "seguro:1") == (least, 600)  # 6.25 is no whole number of chips of 0.50
    table.act("ana", Act("asegurar", "seguro:1", 400))
    assert room(table, "ana", "asegurar", "seguro:1") == (50, 200)
    article = {"extremadura": "1.10.5.1.B§2", "pais-vasco": "03.V.1.b§2"}[region]
    for act in (Act("asegurar", "seguro:1", 250), Act("asegurar", "seguro:2", 250), Act("asegurar", "casilla:1", 250)):
        refused(table, "ana", act, article)
    refused(table, "luis", Act("asegurar", "seguro:1", 250), article)
    table.act("ana", Act("asegurar", "seguro:1", 200))
    refused(table, "ana", Act("asegurar", "seguro:1", 50), article)
    assert net(run(table, "K")) == -50


@everywhere
def test_ex_1_10_5_1_b_a_insurance_is_offered_to_all_before_the_third_card_and_then_closed(region: str) -> None:
    bets = [("ana", "casilla:1", "10"), ("luis", "casilla:2", "10")]
    table = coup("10 10 A 5 4", bets=bets, region=region)
    assert table.pending is not None and table.pending.label == "seguro"
    assert set(table.pending.actors()) == {"ana", "luis", "croupier"}  # type: ignore[attr-defined]
    table.act("luis", Act("asegurar", "seguro:2", 500))
    close(table)
    assert table.pending.label == "choose:ana:mano:1"
    with pytest.raises(IllegalAction):
        table.act("ana", Act("asegurar", "seguro:1", 500))
    table = run(table, "K")
    assert (net(table), net(table, "luis")) == (-1000, 0)


def test_ex_1_10_5_1_b_b_insurance_before_the_bank_s_second_card_is_for_those_still_in_play() -> None:
    bets = [("ana", "casilla:1", "10"), ("luis", "casilla:2", "10")]
    session = {"bets": bets, "options": {"seguro": "antes-de-la-banca"}}
    table = coup("10 10 A 5 4 10", "pedir", "plantarse", **session)  # type: ignore[arg-type]
    assert table.pending is not None and table.pending.label == "seguro"
    assert set(table.pending.actors()) == {"luis", "croupier"}  # type: ignore[attr-defined]
    refused(table, "ana", Act("asegurar", "seguro:1", 500), "1.10.5.1.B§2")
    table = run(table, "K", [insure("seguro:2", 500, "luis")])
    assert (net(table), net(table, "luis")) == (-1000, 0)


def test_ex_1_10_5_1_b_b_late_insurance_is_half_the_first_stake_however_doubled_or_split() -> None:
    late = {"seguro": "antes-de-la-banca"}
    table = coup("6 A 5 9", "doblar", options=late)
    assert room(table, "ana", "asegurar", "seguro:1") == (250, 500)
    assert net(run(table, "K", [insure("seguro:1", 500)])) == -2000 + 1000
    table = coup("8 A 8 10 9", "separar", "plantarse", "plantarse", options=late)
    assert room(table, "ana", "asegurar", "seguro:1") == (250, 500)
    assert net(run(table, "9", [insure("seguro:1", 500)])) == -2000 - 500
    assert "insurance" not in calls(coup("10 A 6 K", "pedir", options=late))


@everywhere
def test_ex_1_10_5_1_b_a_bust_hand_keeps_its_insurance_and_one_card_decides_it(region: str) -> None:
    table = coup("10 A 6 K 10", insure("seguro:1", 500), "pedir", region=region)
    assert net(table) == -1000 + 1000
    table = coup("10 A 6 K 2", insure("seguro:1", 500), "pedir", region=region)
    assert net(table) == -1000 - 500
    assert len(table.cards["banca"]) == 2


@everywhere
@pytest.mark.parametrize("bank", ["K", "9", "2 5"])
def test_ex_1_10_5_1_b1_pv_03_v_1_b3_a_blackjack_may_take_even_money(region: str, bank: str) -> None:
    par = ("ana", Act("a-la-par", "casilla:1"))
    table = coup("A A K", par, CLOSED, region=region)
    assert net(table) == 1000
    assert len(table.cards["banca"]) == 1, "nobody is left for the bank to play against"
    bets = [("ana", "casilla:1", "10"), ("luis", "casilla:2", "10")]
    table = coup(f"A 10 A K 9 {bank}", par, bets=bets, region=region)
    assert net(table) == 1000
    table = coup("10 A 9", region=region)
    article = {"extremadura": "1.10.5.1.B§1", "pais-vasco": "03.V.1.b§3"}[region]
    refused(table, "ana", Act("a-la-par", "casilla:1"), article)
    table = coup("A A K", region=region)
    table.act("ana", Act("asegurar", "seguro:1", 500))
    refused(table, "ana", Act("a-la-par", "casilla:1"), article)


def test_ex_1_10_5_1_b_who_has_no_chips_left_is_not_asked_to_insure() -> None:
    table = coup("10 A 9", chips={"ana": 1000})
    assert table.pending is not None and table.pending.label == "choose:ana:mano:1"


# Pairs


@everywhere
def test_ex_1_10_5_1_c_equal_points_are_split_and_each_hand_has_its_own_fate(region: str) -> None:
    table = coup("K 9 10", region=region)
    assert "separar" in offered(table)
    table = run(table, "9 7", ["separar", "plantarse", "plantarse"])
    assert table.pending is not None and table.pending.label == "card:banca"
    assert table.cards["mano:1"] == ["Kc", "9c"]
    assert table.cards["mano:1/2"] == ["10s", "7h"]
    assert (table.places["felt/ana/casilla:1"], table.places["felt/ana/casilla:1/2"]) == (1000, 1000)
    assert net(run(table, "9")) == 1000 - 1000
    assert "separar" not in offered(coup("9 9 10", region=region))


@everywhere
def test_ex_1_10_5_1_c1_hands_play_one_after_another_and_new_pairs_are_split_again(region: str) -> None:
    # 8 8 | 8 8 → split; the first hand takes an 8 and is split again; then each is played in turn.
    answers = ["separar", "separar", "pedir", "plantarse", "plantarse", "plantarse"]
    table = coup("8 6 8 8 2 9 10 10 10 7", *answers, region=region)
    assert [place for place in dealt_to(table) if place != "banca"] == [
        *["mano:1"] * 5,
        "mano:1/3",
        "mano:1/2",
    ]
    # 8+2+9 = 19, 18, 18 against 6+10+7 = 23
    assert net(table) == 3000


@everywhere
def test_ex_1_10_5_1_c2_split_aces_take_one_card_each_and_may_be_split_again(region: str) -> None:
    table = coup("A 9 A 5 6 10", "separar", region=region)
    assert net(table) == -2000  # 16 and 17 against 19, and nobody was asked again
    table = coup("A 9 A A", "separar", region=region)
    assert offered(table) == ("plantarse", "separar")
    table = run(table, "5 6 K 10", ["separar"])
    assert [place for place in dealt_to(table)[4:] if place != "banca"] == ["mano:1", "mano:1/3", "mano:1/2"]
    assert net(table) == -1000 - 1000 + 1000


@everywhere
@pytest.mark.parametrize(("pair", "then"), [("A", "K"), ("K", "A")])
def test_ex_1_10_5_1_c3_21_with_two_cards_after_a_split_is_no_blackjack(region: str, pair: str, then: str) -> None:
    table = coup(f"{pair} 9 {pair} {then} {then} 10", "separar", region=region)
    assert net(table) == 2000  # at par
    table = coup(f"{pair} 9 {pair} {then} {then} 2 K", "separar", region=region)
    assert net(table) == 0  # against 21 of the bank: null


@everywhere
def test_ex_1_10_5_1_a_the_bank_s_blackjack_takes_doubled_and_split_stakes_whole(region: str) -> None:
    assert net(coup("6 10 5 10 A", "doblar", region=region)) == -2000
    assert net(coup("8 10 8 10 10 A", "separar", "plantarse", "plantarse", region=region)) == -2000
    assert net(coup("A 10 A K K A", "separar", region=region)) == -2000


@everywhere
def test_ex_1_10_5_1_c1_splitting_and_doubling_need_the_chips(region: str) -> None:
    assert offered(coup("5 9 5", region=region, chips={"ana": 1999})) == ("plantarse", "pedir")
    assert offered(coup("5 9 5", region=region, chips={"ana": 2000})) == ("plantarse", "pedir", "doblar", "separar")


# Doubling


@everywhere
def test_ex_1_10_5_1_d_a_doubled_hand_takes_one_card(region: str) -> None:
    table = coup("6 9 5 2", "doblar", region=region)
    assert table.places["felt/ana/casilla:1"] == 2000
    assert table.pending is not None and table.pending.label == "card:banca"
    assert net(run(table, "10")) == -2000
    assert net(coup("6 9 5 10 10", "doblar", region=region)) == 2000
    assert net(coup("6 9 5 8 10", "doblar", region=region)) == 0


def doubles(region: str, first: str, second: str, **options: str) -> bool:
    table = coup(f"{first} 9 {second}", region=region, options=options)
    return isinstance(table.pending, Choose) and "doblar" in table.pending.options


@pytest.mark.parametrize(("first", "second"), [(a, b) for a in range(2, 11) for b in range(a, 11)])
def test_ex_1_10_5_1_d_doubles_on_9_10_11_only_pv_03_v_1_d_on_any_two_cards(first: int, second: int) -> None:
    assert doubles("extremadura", str(first), str(second)) == (first + second in (9, 10, 11))
    assert doubles("pais-vasco", str(first), str(second))


@pytest.mark.parametrize("other", ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10"])
def test_ex_1_10_5_1_d_an_ace_is_doubled_where_the_house_says_so_pv_but_a_pair(other: str) -> None:
    assert not doubles("extremadura", "A", other)
    assert doubles("extremadura", "A", other, **{"doblar-con-as": "si"}) == (other in ("8", "9"))
    assert doubles("pais-vasco", "A", other) == (other not in ("A", "10"))


@everywhere
def test_ex_1_10_5_1_d_pairs_that_are_split_may_be_doubled(region: str) -> None:
    answers = ["separar", "doblar", "plantarse"]
    table = coup("8 9 8 3 10 10 10", *answers, region=region)
    assert net(table) == 2000 - 1000  # 21 doubled, 18, against 19


@pytest.mark.parametrize(("third", "won"), [("9", -2000), ("A", 0), ("K", -2000)])
def test_pv_03_v_1_d_an_ace_among_the_cards_doubled_counts_one(third: str, won: int) -> None:
    # 1 + 7 and a nine, an ace (which may count eleven) or a king: 17, 19 and 18, against 19
    assert net(coup(f"A 9 7 {third} 10", "doblar", region="pais-vasco")) == won


def test_ex_1_10_5_1_d_an_ace_doubled_by_option_counts_as_it_suits() -> None:
    # 1 + 8 doubled and a two: 21, against 19
    assert net(coup("A 9 8 2 10", "doblar", options={"doblar-con-as": "si"})) == 2000


# Over and under thirteen


@pytest.mark.parametrize(
    ("own", "spot", "won"),
    [
        ("6 6", "menor-13:1", 500),
        ("6 7", "menor-13:1", -500),
        ("7 7", "menor-13:1", -500),
        ("A 10", "menor-13:1", 500),
        ("10 4", "mayor-13:1", 500),
        ("10 3", "mayor-13:1", -500),
        ("10 2", "mayor-13:1", -500),
        ("A K", "mayor-13:1", -500),
    ],
)
def test_ex_1_10_5_1_e_thirteen_pays_at_par_and_an_ace_counts_one(own: str, spot: str, won: int) -> None:
    first, second = own.split()
    bets = [("ana", "casilla:1", "10"), ("ana", spot, "5")]
    table = coup(f"{first} 9 {second}", bets=bets, options={"trece": "si"})
    assert table.places["chips/ana"] == 99_000 + won


def test_ex_1_10_5_1_e_thirteen_is_an_option_within_the_limits_and_beside_a_stake() -> None:
    table = open_bets(seat())
    with pytest.raises(IllegalAction, match="unknown bet"):
        stake(table, "ana", "menor-13:1", "5")
    table = open_bets(seat(options={"trece": "si"}))
    refused(table, "ana", Act("stake", "menor-13:1", 500), "1.10.5.1.E§2")
    stake(table, "ana", "casilla:1", "10")
    assert room(table, "ana", "stake", "menor-13:1") == (500, 25_000)
    stake(table, "ana", "menor-13:1", "5")
    stake(table, "ana", "mayor-13:1", "5")
    refused(table, "ana", Act("withdraw", "casilla:1"), "1.10.5.1.E§2")
    for spot in ("menor-13:1", "mayor-13:1", "casilla:1"):
        table.act("ana", Act("withdraw", spot))
    assert table.places["chips/ana"] == 100_000


# Giving up


@everywhere
def test_ex_1_10_5_1_f_pv_03_v_1_g_half_is_lost_before_any_third_card(region: str) -> None:
    bets = [("ana", "casilla:1", "10"), ("luis", "casilla:2", "10")]
    table = coup("10 10 10 6 5", bets=bets, region=region, options={"retiro": "si"})
    assert table.pending is not None and table.pending.label == "retiro"
    refused(table, "luis", Act("retirarse", "mano:1"), table.pending.article)
    table.act("ana", Act("retirarse", "mano:1"))
    assert table.places["chips/ana"] == 99_500
    assert table.cards["mano:1"] == []
    refused(table, "ana", Act("retirarse", "mano:1"), table.pending.article)
    close(table)
    assert table.pending.label == "choose:luis:mano:2"
    with pytest.raises(IllegalAction):
        table.act("luis", Act("retirarse", "mano:2"))
    table = run(table, "10")
    assert (net(table), net(table, "luis")) == (-500, -1000)


@everywhere
def test_ex_1_10_5_1_f_never_against_an_ace_and_only_where_the_house_admits_it(region: str) -> None:
    assert "surrender" not in calls(coup("10 10 6", region=region))
    assert "surrender" not in calls(coup("10 A 6", region=region, options={"retiro": "si"}))
    table = coup("10 10 6", ("ana", Act("retirarse", "mano:1")), region=region, options={"retiro": "si"})
    assert net(table) == -500
    assert len(table.cards["banca"]) == 1


def test_ex_1_10_5_1_f_half_of_an_odd_cent_stays_with_the_house() -> None:
    give_up = ("ana", Act("retirarse", "mano:1"))
    table = coup("10 10 6", give_up, bets=[("ana", "casilla:1", "5.01")], options={"retiro": "si"}, chip=1)
    assert net(table) == -251


# Three sevens


@pytest.mark.parametrize(
    ("bank", "option", "won"),
    [("10 9", "si", 2000), ("10 9", "no", 1000), ("10 5 6", "si", 2000), ("10 A", "si", -1000), ("7 7 7", "si", 0)],
)
def test_ex_1_10_5_1_g_three_sevens_are_paid_double_unless_the_bank_has_blackjack_or_the_same(
    bank: str, option: str, won: int
) -> None:
    up, *rest = bank.split()
    table = coup(" ".join(["7", up, "7", "7", *rest]), "pedir", options={"tres-sietes": option})
    assert net(table) == won


def test_ex_1_10_5_1_a8_as_printed_three_sevens_are_always_paid() -> None:
    table = coup("7 10 7 7 9", "pedir", choices={"options.tres-sietes": "printed"})
    assert net(table) == 2000
    rules = game("blackjack").rules("extremadura", {"options.tres-sietes": "printed"})
    assert check_settings(rules, standard(rules)) == []
    assert terms(rules, standard(rules)).three_sevens == (2, 1)
    breach = check_settings(rules, standard(rules, options={"tres-sietes": "no"}))
    assert [item.where for item in breach] == ["options.tres-sietes"]


def test_pv_03_has_no_prize_for_three_sevens() -> None:
    assert net(coup("7 10 7 7 9", "pedir", region="pais-vasco")) == 1000


# Pairs and sevens, beside the square


def beside(spot: str, amount: str, ranks: str, *answers: Answer, **more: Any) -> Round:
    """A round with a stake of 10 and one beside it, where the house admits all there is."""
    options = {"parejas": "si", "acumulada": "si", **more.pop("options", {})}
    bets = [("ana", "casilla:1", "10"), ("ana", spot, amount)]
    return coup(ranks, *answers, bets=bets, region="pais-vasco", options=options, **more)


@pytest.mark.parametrize(
    ("first", "second", "won"),
    [
        ("Kh", "Kh", 12_500),
        ("Kh", "Kd", 6000),
        ("Qc", "Qs", 6000),
        ("7h", "7c", 3000),
        ("7s", "7d", 3000),
        ("10h", "Jh", -500),
        ("Ah", "2h", -500),
    ],
)
def test_pv_03_v_1_e_pairs_pay_25_12_and_6(first: str, second: str, won: int) -> None:
    table = beside("parejas:1", "5", f"{first} 9 {second}")
    assert table.places["chips/ana"] == 99_000 + won


def test_pv_03_v_1_e_pairs_enumerated_through_the_procedure_cost_19_in_311() -> None:
    """Of 311 cards left, 5 make a complete pair, 6 one of colour, 12 another: 25 x 5 + 12 x 6 + 6 x 12 - 288 = -19."""
    session = seat("pais-vasco", options={"parejas": "si", "distribuidor": "automatico"}, chips={"ana": 10**9})
    won: Counter[str] = Counter()
    for first, second in product(["7h", "Kc"], [FRENCH.show(card) for card in FRENCH.cards]):
        table = open_bets(session, ("ana", "casilla:1", "10"), ("ana", "parejas:1", "10"))
        close(table)
        before = table.places["chips/ana"]
        run(table, f"{first} 9c {second}")
        left = 5 if first == second else 6
        won[first] += left * (table.places["chips/ana"] - before - 1000)
        table.void("inspector", "only the first cards matter")
    assert {first: Fraction(cents, 311 * 1000) for first, cents in won.items()} == dict.fromkeys(
        won, Fraction(-19, 311)
    )


def test_pv_03_v_1_e_pairs_are_an_option_beside_a_stake_from_half_the_minimum_up() -> None:
    with pytest.raises(IllegalAction, match="unknown bet"):
        open_bets(seat("pais-vasco"), ("ana", "casilla:1", "10"), ("ana", "parejas:1", "5"))
    table = open_bets(seat("pais-vasco", options={"parejas": "si"}))
    refused(table, "ana", Act("stake", "parejas:3", 500), "03.V.1.e§2")
    stake(table, "ana", "casilla:3", "10")
    stake(table, "luis", "casilla:3", "10")
    assert room(table, "ana", "stake", "parejas:3") == (250, 5000)
    stake(table, "ana", "parejas:3", "30")
    assert room(table, "luis", "stake", "parejas:3") == (250, 2000), "the maximum is for all who stake on a hand"
    stake(table, "luis", "parejas:3", "20")
    refused(table, "ana", Act("stake", "parejas:3", 50), "03.V.1.e§5")
    refused(table, "ana", Act("withdraw", "casilla:3"), "03.V.1.e§2")


# What three cards bring on a stake of 2.50, of which the third is dealt when asked for
SEVENS = [
    ("7h 8c", "", 500),
    ("7h 7c", "", 2500),
    ("7h 7h", "", 12_500),
    ("7h 7c", "2c", 2500),
    ("7h 7h", "2c", 12_500),
    ("7h 7h", "7c", 50_000),
    ("7h 7c", "7h", 50_000),
    ("7h 7c", "7s", 50_000),
    ("7h 7h", "7h", 500_000),
    ("8h 7h", "", -250),
    ("2h 7h", "7h", -250),
]


@pytest.mark.parametrize(("own", "third", "won"), SEVENS)
def test_pv_03_v_1_f_the_accumulated_bet_pays_only_the_greatest_prize(own: str, third: str, won: int) -> None:
    first, second = own.split()
    table = beside("acumulada:1", "2.50", f"{first} 10c {second} {third} 10s", *(["pedir"] if third else []))
    held = sum(int(card[:-1]) for card in (first, second, third) if card)
    assert net(table) == won + (1000 if held == 21 else -1000)  # against 20 of the bank


@pytest.mark.parametrize(
    ("own", "third", "won"),
    [("7h 8c", "", 750), ("7h 7c", "", 3750), ("7h 7h", "", 18_750), ("7h 7h", "7c", 75_000), ("7h 7h", "7h", 750_000)],
)
def test_pv_03_v_1_f3_the_house_may_pay_more_than_the_least_prizes(own: str, third: str, won: int) -> None:
    """Half as much again: 3, 15, 75, 300 and 3,000 times the stake."""
    first, second = own.split()
    answers, more = ["pedir"] if third else [], {"premios": "3-15-75-300-3000"}
    table = beside("acumulada:1", "2.50", f"{first} 10c {second} {third} 10s", *answers, options=more)
    assert net(table) == won + (1000 if third else -1000)  # against 20 of the bank


@pytest.mark.parametrize(
    "prizes", ["1.99-10-50-200-2000", "2-9-50-200-2000", "2-10-49-200-2000", "2-10-50-199-2000", "2-10-50-200-1999"]
)
def test_pv_03_v_1_f3_the_house_may_not_pay_less_for_any(prizes: str) -> None:
    rules = game("blackjack").rules("pais-vasco")
    [breach] = check_settings(rules, standard(rules, options={"acumulada": "si", "premios": prizes}))
    assert breach.article == "03.V.1.f§3"


@pytest.mark.parametrize(("own", "won"), [("7h 8c", 625), ("7h 7c", 2500), ("7h 7h", 15_000)])
def test_pv_03_v_1_f3_each_prize_is_the_house_s_by_itself(own: str, won: int) -> None:
    """Two and a half for a seven, sixty for two of a suit, and the least, ten, for two of different suits."""
    first, second = own.split()
    more = {"premios": "2.5-10-60-200-2000"}
    table = beside("acumulada:1", "2.50", f"{first} 10c {second} 10s", options=more)
    assert net(table) == won - 1000  # against 20 of the bank


def test_pv_03_v_1_f_the_third_seven_counts_on_a_split_hand_too() -> None:
    table = beside("acumulada:1", "2.50", "7h 10c 7h 7h 10s 10d", "separar", "plantarse")
    assert net(table) == -2000 + 500_000


def test_pv_03_v_1_f_the_bet_is_one_amount_of_half_the_minimum_at_most() -> None:
    on = {"acumulada": "si"}
    table = open_bets(seat("pais-vasco", options=on), ("ana", "casilla:1", "10"))
    assert room(table, "ana", "stake", "acumulada:1") == (250, 250)
    stake(table, "ana", "acumulada:1", "2.50")
    refused(table, "ana", Act("stake", "acumulada:1", 250), "03.V.1.f§2")
    rules = game("blackjack").rules("pais-vasco")
    for stipulated, amount in ((100, 100), (400, 250)):
        settings = standard(rules, options=on)
        settings.maximum["acumulada"] = stipulated
        assert layout(rules, settings)["acumulada:1"].limits[:2] == (amount, amount)
    assert "acumulada:1" not in layout(rules, Settings(1, {"casilla": 25, "parejas": 10}, 1, options=on))


def test_pv_03_v_1_f_the_pot_takes_its_share_of_every_stake_and_goes_to_one_winner() -> None:
    session = seat("pais-vasco", options={"acumulada": "si", "bote": "20"})
    bets = [
        (who, f"{bet}:{n}", cents)
        for n, who in ((1, "ana"), (2, "luis"))
        for bet, cents in (("casilla", "10"), ("acumulada", "2.50"))
    ]
    table = open_bets(session, *bets)
    assert "Apuesta acumulada: 0." in table.said()
    close(table)
    run(table, "10 10 10 8 8 9")
    assert table.places["meter/acumulada"] == 100
    # 2,000 times the stake is more than the pot holds: the house adds the rest
    table = open_bets(session, *bets)
    assert "Apuesta acumulada: 1." in table.said()
    close(table)
    before = table.places["chips/ana"]
    run(table, "7h 10c 10d 7h 8s 7h 9c", ["pedir"])
    assert table.places["meter/acumulada"] == 0
    assert table.places["chips/ana"] - before == 500_000 + 250 + 2000
    paid = [entry for entry in table.log if isinstance(entry, Move) and entry.src == "meter/acumulada"]
    assert [(move.dst, move.cents, move.article) for move in paid] == [("chips/ana", 200, "03.V.1.f§9")]


def test_pv_03_v_1_f_11_the_share_of_the_pot_is_what_the_authority_gave() -> None:
    session = seat("pais-vasco", options={"acumulada": "si", "bote": "7.5"})
    table = open_bets(session, ("ana", "casilla:1", "10"), ("ana", "acumulada:1", "2.50"))
    close(table)
    run(table, "10 10 8 9")
    assert table.places["meter/acumulada"] == 18  # 18.75 cents, cut


def test_pv_03_v_1_f_a_pot_above_the_least_prize_is_paid_whole() -> None:
    session = seat("pais-vasco", options={"acumulada": "si", "bote": "10"})
    session.places |= {"meter/acumulada": 700_000, "bank": 0}
    table = open_bets(session, ("ana", "casilla:1", "10"), ("ana", "acumulada:1", "2.50"))
    close(table)
    run(table, "7h 10c 7h 7h 9c", ["pedir"])
    assert net(table) == 1000 + 700_025
    assert table.places["meter/acumulada"] == 0


def test_pv_03_v_1_f_what_lay_at_the_table_under_the_first_procedure_joins_the_account() -> None:
    """Also where the house admits the bet no longer: what players accumulated stays theirs to win."""
    for options, said in (({"acumulada": "si", "bote": "10"}, ["Apuesta acumulada: 45."]), ({}, [])):
        session = seat("pais-vasco", options=options)
        session.places |= {"jackpot/acumulada": 4500, "bank": 0}
        table = open_bets(session, ("ana", "casilla:1", "10"))
        assert (table.places["jackpot/acumulada"], table.places["meter/acumulada"]) == (0, 4500)
        assert [call for call in table.said() if "acumulada" in call] == said


def test_ex_1_10_5_1_e_thirteen_enumerated_through_the_procedure() -> None:
    """Counted apart: of 312 x 311 pairs of cards, how many fall under and over thirteen."""
    session = seat(options={"trece": "si", "distribuidor": "automatico"}, chips={"ana": 10**9})
    ranks = [*FRENCH.ranks]
    worth = {rank: 1 if rank == "A" else min(int(rank), 10) if rank.isdigit() else 10 for rank in ranks}
    found, counted = Counter[str](), Counter[str]()
    for first, second in product(ranks, ranks):
        ways = 24 * (24 - (first == second))
        table = open_bets(session, *(("ana", spot, "10") for spot in ("casilla:1", "menor-13:1", "mayor-13:1")))
        close(table)
        run(table, f"{first}h 9c {second}d")
        for name in ("menor-13", "mayor-13"):
            moves = [m for m in table.log if isinstance(m, Move) and m.src == f"felt/ana/{name}:1"]
            found[name] += ways * (1 if moves[-1].dst == "chips/ana" else -1)
        both = worth[first] + worth[second]
        counted["menor-13"] += ways * (1 if both < 13 else -1)
        counted["mayor-13"] += ways * (1 if both > 13 else -1)
        table.void("inspector", "only the first cards matter")
    assert found == counted
    edges = {name: -Fraction(n, 312 * 311) for name, n in found.items()}
    # The figures usually quoted for six packs, from memory and not looked up; `counted` above is the check.
    assert f"{float(edges['mayor-13']):.4f}" == "0.0655"
    assert f"{float(edges['menor-13']):.4f}" == "0.1007"


# Limits and who stakes where


@pytest.mark.parametrize(
    ("region", "multiples", "article"),
    [("extremadura", (50, 100, 200), "1.10.5.2.b"), ("pais-vasco", (25, 50, 100, 200), "03.V.2.b")],
)
def test_ex_1_10_5_2_b_the_maximum_is_a_multiple_of_the_minimum(
    region: str, multiples: tuple[int, ...], article: str
) -> None:
    rules = game("blackjack").rules(region)
    for multiple in range(1, 220):
        settings = standard(rules)
        settings.maximum["casilla"] = multiple * 500
        found = check_settings(rules, settings)
        assert [(item.where, item.article) for item in found] == (
            [] if multiple in multiples else [("maximum.casilla", article)]
        )
    table = open_bets(seat(region))
    assert room(table, "ana", "stake", "casilla:1") == (500, multiples[0] * 500)
    refused(table, "ana", Act("stake", "casilla:1", 450), article)


@pytest.mark.parametrize(("region", "article"), [("extremadura", "1.10.5.2.b"), ("pais-vasco", "03.V.2.b")])
def test_ex_1_10_5_2_b_and_4_pv_03_v_2_b_all_who_stake_on_a_square_share_its_maximum(region: str, article: str) -> None:
    """Two of 250 on one square at a maximum of 250 pass it; one player's squares together may."""
    most = standard(game("blackjack").rules(region)).maximum["casilla"]
    table = open_bets(seat(region), ("ana", "casilla:3", "100"))
    assert room(table, "luis", "stake", "casilla:3") == (500, most - 10_000)
    assert room(table, "ana", "stake", "casilla:3") == (50, most - 10_000)
    table.act("luis", Act("stake", "casilla:3", most - 10_300))
    refused(table, "ana", Act("stake", "casilla:3", 350), article)
    table.act("luis", Act("withdraw", "casilla:3"))
    table.act("ana", Act("stake", "casilla:3", most - 10_300))
    refused(table, "luis", Act("stake", "casilla:3", 500), article)
    assert room(table, "ana", "stake", "casilla:4") == (500, most)


@pytest.mark.parametrize("region", ["extremadura", "pais-vasco"])
def test_ex_1_10_4_a_pv_03_iv_a_a_table_has_as_many_seats_as_squares(region: str) -> None:
    file = {"game": "blackjack", "region": region, "minimum": 5, "seats": 9}
    ((where, article, what, right),) = check(parse_table({**file, "options": {"plazas": "7"}}, "table"))
    assert (where, str(what), str(right)) == ("seats", "9 seats", "7 at most")
    assert article == game("blackjack").rules(region).players.article
    assert check(parse_table({**file, "options": {"plazas": "9"}}, "table")) == []


def test_a_stake_taken_back_cannot_be_undone_into_room_that_others_have_taken() -> None:
    table = open_bets(seat("pais-vasco"), ("ana", "casilla:3", "100"))
    table.act("ana", Act("withdraw", "casilla:3"))
    stake(table, "luis", "casilla:3", "125")
    with pytest.raises(IllegalAction):
        table.act("ana", Act("undo"))


FIVE = dict.fromkeys(("ana", "luis", "eva", "pau", "zoe"), 100_000)


def test_pv_03_iv_a_at_most_four_stakes_on_a_square() -> None:
    table = open_bets(
        seat("pais-vasco", chips=FIVE), *((who, "casilla:7", "5") for who in ("ana", "luis", "eva", "pau"))
    )
    refused(table, "zoe", Act("stake", "casilla:7", 500), "03.IV.a§1")
    stake(table, "ana", "casilla:7", "5")
    table.act("pau", Act("withdraw", "casilla:7"))
    stake(table, "zoe", "casilla:7", "5")
    table = open_bets(seat(chips=FIVE), *((who, "casilla:7", "5") for who in FIVE))
    close(table)
    assert table.pending is not None and table.pending.label == "card:mano:7"


@pytest.mark.parametrize(("region", "article"), [("extremadura", "1.10.4.b"), ("pais-vasco", "03.IV.a§1")])
def test_ex_1_10_4_another_s_square_takes_stakes_with_his_consent(region: str, article: str) -> None:
    session = seat(region)
    table = open_bets(session)
    refused(table, "luis", Act("stake", "casilla:1", 500), article)
    refused(table, "luis", Act("admit", "luis@ana"), article)
    refused(table, "ana", Act("admit", "ana@ana"), article)
    refused(table, "ana", Act("admit", "eva@ana"), article)
    refused(table, "ana", Act("dismiss", "luis@ana"), article)
    table.act("ana", Act("admit", "luis@ana"))
    refused(table, "ana", Act("admit", "luis@ana"), article)
    stake(table, "luis", "casilla:1", "5")
    refused(table, "ana", Act("dismiss", "luis@ana"), article)
    close(table)
    run(table, "10 9 9 9")
    table = open_bets(session, ("luis", "casilla:1", "5"))
    table.act("luis", Act("undo"))
    table.act("ana", Act("dismiss", "luis@ana"))
    refused(table, "luis", Act("stake", "casilla:1", 500), article)


def test_pv_03_iv_b_the_inspector_may_consent_where_needed() -> None:
    table = open_bets(seat("pais-vasco"))
    table.act("inspector", Act("admit", "luis@ana"))
    stake(table, "luis", "casilla:1", "5")
    refused(open_bets(seat()), "inspector", Act("admit", "luis@ana"), "1.10.4.b")


def test_ex_1_10_4_b_who_finds_no_square_stands_and_stakes_on_another_s_hand() -> None:
    session = seat("pais-vasco", options={"plazas": "1"})
    table = open_bets(session, ("ana", "casilla:1", "10"))
    assert {spot.partition(":")[2] for spot in layout(session.rules, session.settings)} == {"1"}
    refused(table, "luis", Act("stake", "casilla:1", 500), "03.IV.a§1")
    table.act("ana", Act("admit", "luis@ana"))
    stake(table, "luis", "casilla:1", "5")
    close(table)
    table = run(table, "10 9 9 8", ["plantarse"])
    assert (net(table), net(table, "luis")) == (1000, 500)


@pytest.mark.parametrize(
    ("bets", "commands"),
    [
        ([("luis", "casilla:1", "50"), ("ana", "casilla:1", "5")], "ana"),
        ([("luis", "casilla:1", "50"), ("eva", "casilla:1", "55")], "eva"),
        ([("luis", "casilla:5", "50"), ("ana", "casilla:5", "5")], "luis"),
        ([("luis", "casilla:5", "50"), ("ana", "casilla:5", "50")], "ana"),
        ([("eva", "casilla:5", "50"), ("luis", "casilla:5", "50")], "luis"),
    ],
)
@everywhere
def test_ex_1_10_4_a_first_line_commands_or_the_larger_stake_or_the_hand_nearest_the_shoe(
    region: str, bets: list[Bet], commands: str
) -> None:
    session = seat(region, chips={"ana": 100_000, "luis": 100_000, "eva": 100_000})
    table = open_bets(session)
    for guest in ("luis", "eva"):
        table.act("ana", Act("admit", f"{guest}@ana"))
    for bet in bets:
        stake(table, *bet)
    close(table)
    run(table, "10 9 6")
    assert table.pending is not None and table.pending.label == f"choose:{commands}:mano:{bets[0][1][-1]}"


BEHIND = [("ana", "casilla:5", "20"), ("luis", "casilla:5", "10")]


@everywhere
def test_ex_1_10_4_b_players_behind_take_the_cards_that_the_commander_asks_for(region: str) -> None:
    table = coup("5 9 6 8 10", "pedir", "plantarse", bets=BEHIND, region=region)
    assert (net(table), net(table, "luis")) == (0, 0)
    table = coup("10 9 6 8", "pedir", bets=BEHIND, region=region)
    assert (net(table), net(table, "luis")) == (-2000, -1000)
    table = coup("A 9 K 8", bets=BEHIND, region=region)
    assert (net(table), net(table, "luis")) == (3000, 1500)
    give_up = ("ana", Act("retirarse", "mano:5"))
    table = coup("10 9 6", give_up, bets=BEHIND, region=region, options={"retiro": "si"})
    assert (net(table), net(table, "luis")) == (-1000, -500)


@everywhere
@pytest.mark.parametrize(("answer", "luis"), [("seguir", 2000), ("no-seguir", 1000)])
def test_ex_1_10_4_b_players_behind_may_follow_a_double_or_not(region: str, answer: str, luis: int) -> None:
    table = coup("5 9 6 10 10", "doblar", answer, bets=BEHIND, region=region)
    assert (net(table), net(table, "luis")) == (4000, luis)


@everywhere
@pytest.mark.parametrize(("answer", "luis"), [("seguir", 0), ("no-seguir", 1000)])
def test_ex_1_10_4_b_players_behind_may_follow_a_split_or_stay_on_the_first_hand(
    region: str, answer: str, luis: int
) -> None:
    # 20 on the first hand, 18 on the second, 19 for the bank
    table = coup("10 9 10 10 8 10", "separar", answer, bets=BEHIND, region=region)
    assert (net(table), net(table, "luis")) == (0, luis)


@everywhere
def test_ex_1_10_4_b_a_player_behind_without_chips_is_not_asked_to_follow(region: str) -> None:
    chips = {"ana": 100_000, "luis": 1000}
    table = coup("5 9 6 10 10", "doblar", bets=BEHIND, region=region, chips=chips)
    assert (net(table), net(table, "luis")) == (4000, 1000)


@everywhere
def test_ex_1_10_4_b_each_player_insures_his_own_stake(region: str) -> None:
    table = coup("5 A 6 K", insure("seguro:5", 500, "luis"), bets=BEHIND, region=region)
    assert (net(table), net(table, "luis")) == (-2000, 0)
    par = ("luis", Act("a-la-par", "casilla:5"))
    table = coup("K A A K", par, bets=BEHIND, region=region)
    assert (net(table), net(table, "luis")) == (0, 1000)


def test_ex_1_10_2_1_seven_eight_or_nine_squares_pv_03_iv_a_nine_at_most() -> None:
    for region, values in (("extremadura", "789"), ("pais-vasco", "123456789")):
        rules = game("blackjack").rules(region)
        for number in range(1, 12):
            settings = standard(rules, options={"plazas": str(number)})
            assert (check_settings(rules, settings) == []) == (str(number) in values)
        table = {"game": "blackjack", "region": region, "minimum": 5, "seats": 10}
        assert [item.where for item in check(parse_table(table, "table"))] == ["seats"]


def test_ex_1_10_3_and_pv_03_iii_a_chief_and_a_croupier() -> None:
    both, chief = "1 jefe-de-mesa, 1 crupier", "03.III.el-inspector-o-jefe-de-mesa"
    staff_is("blackjack", "extremadura", "mesa", "1.10.3", both)
    staff_is("blackjack", "pais-vasco", "mesa", chief, both, tables=4)
    staff_is("triple-blackjack", "pais-vasco", "mesa", chief, both, tables=4)


def test_pv_03_v_1_e_the_minimum_of_pairs_is_half_the_table_s_in_whole_chips_or_what_the_house_sets() -> None:
    rules = game("blackjack").rules("pais-vasco")
    for minimum, chip, least in ((500, 50, 250), (500, 100, 300), (5, 1, 3)):
        settings = msgspec.structs.replace(standard(rules, minimum, {"parejas": "si"}), chip=chip)
        assert layout(rules, settings)["parejas:1"].limits.lo == least
    raised = msgspec.structs.replace(standard(rules, options={"parejas": "si"}), minimums={"parejas": 500})
    assert layout(rules, raised)["parejas:1"].limits.lo == 500
    assert check_settings(rules, raised) == []


# The shoe


def test_ex_1_10_5_3_a_new_shoe_is_cut_and_five_cards_are_put_aside() -> None:
    session = seat()
    table = open_bets(session, ("ana", "casilla:1", "10"))
    assert table.said()[:3] == ["Se baraja.", "Corta ana.", "Se apartan 5 cartas."]
    close(table)
    run(table, "10 9 9 9")
    assert table.carry.shoe == Gone({"10c": 1, "9h": 1, "9s": 1, "9d": 1}, 5)  # type: ignore[attr-defined]
    assert "shuffle" not in calls(session.open())


def test_pv_03_v_3_b_the_cut_is_offered_in_turn_and_made_by_the_chief_if_all_refuse() -> None:
    for refusals, cutter in ((0, "ana"), (1, "luis"), (2, "el jefe de mesa")):
        table = seat("pais-vasco").open()
        for _ in range(refusals):
            assert isinstance(table.pending, Choose)
            table.act(table.pending.actor, Act("choose", "rehusar"))
        if refusals < 2:
            assert isinstance(table.pending, Choose)
            table.act(table.pending.actor, Act("choose", "cortar"))
        assert f"Corta {cutter}." in table.said()
        assert table.pending is not None and table.pending.label == "stakes"


def shoe_with(session: Session, cards_left: int) -> None:
    """Sets the shoe so that this many cards lie before the separator, with tens and nines enough."""
    gone = 312 - 5 - 52 - cards_left
    ranks = [FRENCH.show(card) for card in FRENCH.cards if FRENCH.show(card)[:-1] not in ("10", "9")]
    seen = Counter(ranks[i % len(ranks)] for i in range(gone))
    session.carry = {"shoe": {"seen": dict(seen), "unseen": 5}}


@everywhere
@pytest.mark.parametrize(("left", "cutter"), [(8, "luis"), (9, "ana"), (10, "luis"), (11, "ana")])
def test_ex_1_10_5_3_2_the_round_in_which_the_separator_appears_is_the_last_of_the_shoe(
    region: str, left: int, cutter: str
) -> None:
    """Luis plays alone, four cards a round: the separator comes before his card or the bank's, and he cuts or Ana."""
    session = seat(region)
    shoe_with(session, left)
    for number in range(3):
        table = open_bets(session, ("luis", "casilla:2", "10"))
        close(table)
        run(table, "10h 9c 9d 9h")
        assert ("separator" in calls(table)) == (number == 2)
    table = session.open()
    assert calls(table)[0] == "shuffle"
    if region == "pais-vasco":
        assert table.pending is not None and table.pending.label == f"choose:{cutter}:corte"
    else:
        assert f"Corta {cutter}." in table.said()


@everywhere
def test_ex_1_10_5_3_2_a_separator_that_is_next_is_shown_in_the_next_round(region: str) -> None:
    session = seat(region)
    shoe_with(session, 4)
    for appears in (False, True):
        table = open_bets(session, ("ana", "casilla:1", "10"))
        close(table)
        run(table, "10h 9c 9d 9h")
        assert ("separator" in calls(table)) == appears
    assert calls(session.open())[0] == "shuffle"


@everywhere
def test_ex_1_10_5_3_pv_03_v_3_b_more_than_a_pack_may_stay_behind_the_separator(region: str) -> None:
    session = seat(region, options={"separador": "104"})
    shoe_with(session, 4 + 52)
    for appears in (False, True):
        table = open_bets(session, ("ana", "casilla:1", "10"))
        close(table)
        run(table, "10h 9c 9d 9h")
        assert ("separator" in calls(table)) == appears
    file = {"game": "blackjack", "region": region, "minimum": 5}
    for chosen, lawful in (("52", True), ("60", True), ("51", False), ("261", False), ("52.5", False)):
        breaches = check(parse_table({**file, "options": {"separador": chosen}}, "table"))
        assert [breach.where for breach in breaches] == ([] if lawful else ["options.separador"])


def test_pv_03_v_1_f_3_accumulated_prizes_of_any_amount_above_the_least() -> None:
    file = {"game": "blackjack", "region": "pais-vasco", "minimum": 5}
    lists = {"2.05-10-50-200-2000": True, "2-10-50-200": False, "2-10-50-200-2000-5": False, "110": False}
    for chosen, lawful in lists.items():
        assert (check(parse_table({**file, "options": {"premios": chosen}}, "table")) == []) == lawful
    rules = game("blackjack").rules("pais-vasco")
    least, more = (2, 10, 50, 200, 2000), (3, 10, Fraction(101, 2), 200, 2500)
    for prizes, pays in (("2-10-50-200-2000", least), ("3-10-50.5-200-2500", more)):
        table = standard(rules, options={"premios": prizes})
        assert [Fraction(*prize_pays(rules, table, "acumulada", prize)) for prize in SEVENS_PRIZES] == list(pays)


def test_pv_03_v_1_f_3_what_an_earlier_edition_had_in_hundredths_of_the_least_still_pays_that() -> None:
    kept, _ = read(path("blackjack", "pais-vasco", 2))
    _, rules = restored(kept)
    table = standard(rules, options={"premios": "125"})
    assert [Fraction(*prize_pays(rules, table, "acumulada", prize)) for prize in SEVENS_PRIZES] == [
        Fraction(5, 2),
        Fraction(25, 2),
        Fraction(125, 2),
        250,
        2500,
    ]


@everywhere
def test_ex_1_10_2_3_pv_03_v_3_b3_a_shuffler_deals_every_round_from_whole_packs(region: str) -> None:
    session = seat(region, options={"distribuidor": "automatico"})
    for _ in range(3):
        table = open_bets(session, ("ana", "casilla:1", "10"))
        assert "shuffle" not in calls(table)
        close(table)
        run(table, "10h 9c 9d 9h")
        assert table.carry.shoe == Gone()  # type: ignore[attr-defined]


@everywhere
def test_ex_1_10_5_3_2_a_card_face_up_in_the_shoe_is_eliminated(region: str) -> None:
    table = coup("10 9", region=region)
    assert table.pending is not None and table.pending.label == "card:mano:1"
    with pytest.raises(IllegalAction):
        table.report("carta-vuelta", "ana")
    table.report("carta-vuelta")
    assert table.pending.label == "card:descarte"
    table.report("carta-vuelta")
    run(table, "As Ah 9s 10")
    assert table.cards["descarte"] == ["As", "Ah"]
    assert table.carry.shoe.seen["As"] == 1  # type: ignore[attr-defined]
    assert net(table) == 0
    table = open_bets(seat(region))
    with pytest.raises(IllegalAction):
        table.report("carta-vuelta")


def test_a_shoe_that_runs_out_within_a_round_is_shuffled_again_without_the_cards_on_the_table() -> None:
    session = seat()
    kept = Counter({"10h": 6, "9h": 1})
    seen = {FRENCH.show(card): 6 - kept[FRENCH.show(card)] for card in FRENCH.cards if kept[FRENCH.show(card)] < 6}
    session.carry = {"shoe": {"seen": seen, "unseen": 5}}
    table = open_bets(session, ("ana", "casilla:1", "10"))
    close(table)
    assert "shuffle" not in calls(run(table, "10h"))
    run(table, "10h")
    assert calls(table)[-1] == "shuffle"
    pending = table.pending
    assert isinstance(pending, Deal)
    assert pending.left.total == 310
    assert pending.left.of(FRENCH.card("10h")) == 4
    assert net(run(table, "10c 10h", ["pedir"])) == -1000
    assert calls(session.open())[0] == "shuffle"


def test_ex_1_10_5_2_a_five_last_rounds_are_announced_before_the_limits_change() -> None:
    session = seat()
    table = session.open()
    table.act("director", Act("last"))
    assert "Los 5 últimos pases." in table.said()
    refused(table, "director", Act("last"), "1.10.5.2.a")
    close(table)
    for _ in range(4):
        close(session.open())
    with pytest.raises(TapeteError, match="last rounds"):
        session.open()
    session.settings = msgspec.structs.replace(session.settings, minimum=1000, maximum={"casilla": 50_000})
    assert room(session.open(), "ana", "stake", "casilla:1") == (1000, 50_000)


def test_pv_03_v_2_a_the_last_shoe_is_announced() -> None:
    session = seat("pais-vasco")
    shoe_with(session, 9)
    table = session.open()
    article = "art. 2.funcionamiento-de-las-mesas-de-juego.1.a"
    table.act("director", Act("last"))
    assert "Último sabot." in table.said()
    refused(table, "director", Act("last"), article)
    close(table)
    for _ in range(3):
        table = open_bets(session, ("ana", "casilla:1", "10"))
        refused(table, "director", Act("last"), article)
        close(table)
        run(table, "10h 9c 9d 9h")
    with pytest.raises(TapeteError, match="last rounds"):
        session.open()


@pytest.mark.parametrize("announced", [True, False])
def test_pv_03_v_2_a_the_limits_change_once_the_last_shoe_is_announced_and_played(announced: bool) -> None:
    session = seat("pais-vasco")
    shoe_with(session, 2)
    session.previous = "ab" * 32
    table = open_bets(session, ("ana", "casilla:1", "10"))
    if announced:
        table.act("director", Act("last"))
    close(table)
    run(table, "10h 9c 9d 9h")
    higher = {name: 2 * cents for name, cents in session.settings.maximum.items()}
    session.settings = msgspec.structs.replace(session.settings, minimum=1000, maximum=higher)
    after = open_bets(session)
    close(after)
    breaches = audit([*table.lines(), *after.lines()]).breaches
    said = [(breach.article, breach.what, breach.right) for breach in breaches]
    due = ("03.V.2.a", "the limits change", "the last shoe announced and played first")
    assert said == ([] if announced else [due])


def test_pv_art_2_with_a_shuffler_three_last_hands_are_announced() -> None:
    session = seat("pais-vasco", options={"distribuidor": "automatico"})
    table = session.open()
    table.act("director", Act("last"))
    assert "Últimas 3 manos." in table.said()
    close(table)
    for _ in range(2):
        close(session.open())
    with pytest.raises(TapeteError, match="last rounds"):
        session.open()


@everywhere
def test_a_round_without_stakes_deals_nothing(region: str) -> None:
    table = open_bets(seat(region))
    close(table)
    assert table.finished
    assert dealt_to(table) == []


# Everything at once


def everything(rules: Rules, **options: str) -> Settings:
    """A table whose house admits all there is."""
    admitted = {name: "si" for name, option in rules.options.items() if "si" in option.values}
    return standard(rules, options={**admitted, **options})


@pytest.mark.parametrize(
    ("name", "region"), [("blackjack", "extremadura"), ("blackjack", "pais-vasco"), ("triple-blackjack", "pais-vasco")]
)
@pytest.mark.parametrize("shoe", ["manual", "automatico"])
def test_with_all_options_chips_are_conserved_nothing_stays_and_audits_are_clean(
    name: str, region: str, shoe: str
) -> None:
    rules = game(name).rules(region)
    more = {"bote": "10"} if "bote" in rules.options else {"seguro": "antes-de-la-banca"}
    settings = everything(rules, distribuidor=shoe, plazas="9", **more)
    source = random.Random(3)
    chips = dict.fromkeys(("ana", "luis", "eva"), 300_000)
    session = Session(game(name).play, rules, settings, chips, physical=shoe == "manual",
                      seeds=lambda: source.randbytes(32), clock=lambda: 0)  # fmt: skip

    def watch(table: Round) -> None:
        assert total(table) == 900_000
        assert all(cents >= 0 for place, cents in table.places.items() if place != "cage")

    played = evening(session, 40, seed=4, watch=watch, trouble=0.01)
    assert audit(line for table in played for line in table.lines()).breaches == []
    for table in played:
        assert not [place for place, cents in table.places.items() if cents and place.startswith("felt/")]
        assert all(place in ("descarte", "banca") or place.startswith("mano:") for place in table.cards)


def best(values: list[int]) -> int:
    """The points of a hand, apart from the game's own: of all ways to count its aces, the best that is not over."""
    ways = {sum(values) + 10 * eleven for eleven in range(values.count(1) + 1)}
    return max((way for way in ways if way <= 21), default=min(ways))


def reference(rules: Rules, own: list[list[int]], doubled: list[bool], bank: list[int]) -> int:
    """What hands of 10 euros bring, by a second settlement: own cards by hand, the bank's cards, aces as one."""
    won = 0
    for hand, twice in zip(own, doubled, strict=True):
        stake = 2000 if twice else 1000
        total = best(hand)
        if twice and rules.double.ace_counts_one and 1 in hand[:2]:
            total = max((t for t in (sum(hand), sum(hand) + 10 * (hand[2] == 1)) if t <= 21), default=sum(hand))
        natural = len(own) == 1 and len(hand) == 2 and total == 21
        bank_natural = len(bank) == 2 and best(bank) == 21
        if total > 21:
            won -= stake
        elif natural or bank_natural:
            won += 0 if natural and bank_natural else 1500 if natural else -stake
        elif best(bank) > 21 or total > best(bank):
            won += stake
        elif total < best(bank):
            won -= stake
    return won


@everywhere
def test_random_rounds_are_settled_as_a_second_settlement_has_it(region: str) -> None:
    session = seat(region, options={"distribuidor": "automatico"}, chips={"ana": 10**8})
    rules, source = session.rules, random.Random(12)
    assert isinstance(rules, Rules)
    kinds: Counter[str] = Counter()
    for _ in range(1500):
        table = open_bets(session, ("ana", "casilla:1", "10"))
        close(table)
        doubled: list[str] = []
        while not table.finished:
            pending = table.pending
            if isinstance(pending, Chance):
                table.fell(pending.plain(pending.read([source.randrange(size) for size in pending.sizes])))
            elif isinstance(pending, Choose):
                answer = source.choice([option for option in pending.options if option != "pedir"] + ["separar"])
                answer = answer if answer in pending.options else source.choice(pending.options)
                kinds[answer] += 1
                if answer == "doblar":
                    doubled.append(pending.label.partition(":")[2].partition(":")[2])
                table.act("ana", Act("choose", answer))
            else:
                close(table)
        values = {place: worth(hand) for place, hand in hands_of(table).items()}
        own = [place for place in values if place != "banca"]
        expected = reference(rules, [values[place] for place in own], [p in doubled for p in own], values["banca"])
        assert net(table) == expected, table.lines()
        kinds["rounds"] += 1
    assert kinds["separar"] > 90
    assert kinds["doblar"] > 90


def hands_of(table: Round) -> dict[str, list[str]]:
    """Every hand as it was at its end, those put away included."""
    hands: dict[str, list[str]] = {}
    for entry in table.log:
        if isinstance(entry, In) and entry.fell is not None:
            hands.setdefault(entry.to.removeprefix("card:"), []).append(str(entry.fell))
        elif isinstance(entry, Shift) and entry.dst != "descarte":
            hands[entry.src].remove(entry.card)
            hands.setdefault(entry.dst, []).append(entry.card)
    return hands


# The procedure and the simulator's coup on the same cards

MIXES: list[tuple[str, str, dict[str, str], dict[str, int]]] = [
    ("blackjack", "extremadura", {}, {"casilla:1": 1000}),
    ("blackjack", "extremadura", {"retiro": "si", "tres-sietes": "si", "trece": "si"},
     {"casilla:1": 1000, "seguro:1": 500, "menor-13:1": 500}),
    ("blackjack", "extremadura", {"seguro": "antes-de-la-banca", "doblar-con-as": "si", "trece": "si"},
     {"casilla:1": 1000, "seguro:1": 500, "mayor-13:1": 500}),
    ("blackjack", "pais-vasco", {"retiro": "si", "parejas": "si", "acumulada": "si"},
     {"casilla:1": 1000, "seguro:1": 500, "parejas:1": 500, "acumulada:1": 250}),
    ("triple-blackjack", "pais-vasco", {"retiro": "si"}, {f"casilla:1.{row}": 1000 for row in (1, 2, 3)}),
    ("triple-blackjack", "pais-vasco", {},
     {"casilla:1.1": 1000, "casilla:1.3": 500, "seguro:1.1": 500, "seguro:1.3": 250}),
]  # fmt: skip


def planned(plan: Plan, table: Round, sevens: bool) -> str:
    """What a plan does with the hand that is asked about."""
    assert isinstance(table.pending, Choose)
    place = table.pending.label.split(":", 2)[2]
    hand, up = worth(table.cards[place]), worth(table.cards["banca"])[0]
    if len(hand) > 2:
        return "pedir" if plan.later[up, int(points(hand)[1]), points(hand)[0]] else "plantarse"
    split = any("/" in other for other in table.cards)
    do = int((plan.again if split else plan.first)[up, hand[0], hand[1]])
    if sevens and hand == [7, 7] and do in (STAND, SURRENDER):
        do = HIT
    word = {STAND: "plantarse", HIT: "pedir", DOUBLE: "doblar", SPLIT: "separar"}[do]
    return word if word in table.pending.options else "plantarse"


@pytest.mark.parametrize(("name", "region", "options", "stakes"), MIXES)
def test_the_procedure_pays_what_the_simulator_pays_on_the_same_cards(
    name: str, region: str, options: dict[str, str], stakes: dict[str, int]
) -> None:
    options = {**options, "distribuidor": "automatico"}
    session = seat(region, name, options=options, chips={"ana": 10**9})
    rules, settings = session.rules, session.settings
    assert isinstance(rules, Rules)
    plan = chart(terms(rules, settings), counts(Composition.full(6))).plan
    program = game(name).program(rules, settings, stakes)
    source, deck = random.Random(15), list(FRENCH.cards) * 6
    seen: Counter[str] = Counter()
    for _ in range(400):
        order = source.sample(deck, 80)
        outcome = kernel_coup(rules, settings, stakes, order)
        back = {
            spot: int(program.back[i, 1, outcome])
            for i, spot in enumerate(program.names)
            if program.after[i, 1, outcome] == 0
        }
        table = open_bets(session)
        for spot, cents in stakes.items():
            if not spot.startswith("seguro"):
                table.act("ana", Act("stake", spot, cents))
        close(table)
        cards_left = iter(order)
        while not table.finished:
            pending = table.pending
            if isinstance(pending, Chance):
                table.fell(FRENCH.show(next(cards_left)))
            elif isinstance(pending, Choose):
                do = planned(plan, table, "acumulada:1" in stakes)
                seen[do] += 1
                table.act("ana", Act("choose", do))
            else:
                assert isinstance(pending, Window)
                seen[pending.label] += 1
                answer(pending, table, plan, stakes)
        assert net(table) == sum(cents - stakes[spot] for spot, cents in back.items()), table.lines()
    assert min(seen[do] for do in ("pedir", "plantarse", "doblar", "separar")) > 0


def answer(pending: Window, table: Round, plan: Plan, stakes: dict[str, int]) -> None:
    """Insures what the mix insures, gives up what the plan gives up, and closes."""
    if pending.label == "retiro":
        first, second = worth(table.cards["mano:1"])
        up = worth(table.cards["banca"])[0]
        sevens = "acumulada:1" in stakes and (first, second) == (7, 7)
        if plan.first[up, first, second] == SURRENDER and not sevens:
            table.act("ana", Act("retirarse", "mano:1"))
            return
    for spot, cents in stakes.items():
        if pending.label == "seguro" and spot.startswith("seguro"):
            table.act("ana", Act("asegurar", spot, cents))
    close(table)


# The rulebook


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('remedy = "eliminate"', 'remedy = "shrug"', "irregularities.carta-vuelta.remedy"),
        ("[bets.seguro]", "[bets.segura]", "bets.seguro"),
        ("[bets.parejas]", "[bets.tercias]", "bets"),
        ("[bets.parejas.prizes.color]", "[bets.parejas.prizes.colour]", "bets.parejas.prizes.color"),
        ('option = "parejas"', 'option = "parejitas"', "bets.parejas.option"),
        ("[calls.separator]", "[calls.separador]", "calls.separator"),
        ("[options.retiro]", "[options.retirada]", "options"),
        ('values = ["manual", "automatico"]', 'values = ["manual", "magico"]', "options.distribuidor.values"),
        ("number = [1, 9]", "number = [2, 9]", "options.plazas.values"),
        ('soft = "yes"', 'soft = "option"', "options.doblar-con-as"),
        ("figures = 10", "figures = 11", "figures count 10"),
        ('default = "2-10-50', 'default = "3-15-75', "options.premios"),
        ('values = ["2-10-50-200-2000", ', 'values = ["2-10-50-200-2000", "2-10-50-200", ', "options.premios"),
        ('values = ["2-10-50-200-2000", ', 'values = ["2-10-50-200-2000", "2-9-50-200-2000", ', "options.premios"),
    ],
)
def test_a_rulebook_that_does_not_fit_together_says_where(old: str, new: str, key: str) -> None:
    with pytest.raises(RulebookError) as found:
        edited("blackjack", "pais-vasco", (old, new))
    assert key in str(found.value)


@pytest.mark.parametrize(
    ("region", "pair", "article"),
    [
        ("extremadura", "A", "1.10.5.1.C§2"),
        ("extremadura", "K", "1.10.5.1.C§3"),
        ("extremadura", "8", "1.10.5.1.C§1"),
        ("pais-vasco", "A", "03.V.1.c§3"),
        ("pais-vasco", "K", "03.V.1.c§4"),
        ("pais-vasco", "8", "03.V.1.c§1"),
    ],
)
def test_a_split_card_takes_its_second_by_the_rule_of_its_kind(region: str, pair: str, article: str) -> None:
    table = coup(f"{pair} 9 {pair}", "separar", region=region)
    assert table.pending is not None
    assert (table.pending.label, table.pending.article) == ("card:mano:1", article)


def test_ex_1_10_5_1_b2_the_insurance_of_a_hand_that_bust_has_the_bank_take_its_card() -> None:
    table = coup("10 A 6 10", ("ana", Act("asegurar", "seguro:1", 500)), CLOSED, "pedir")
    assert table.pending is not None
    assert (table.pending.label, table.pending.article) == ("card:banca", "1.10.5.1.B§2")
    assert net(run(table, "K")) == -1000 + 1000


def test_ex_1_10_4_a1_who_commands_a_vacant_square_gives_it_up() -> None:
    table = coup("10 10 6", bets=[("luis", "casilla:5", "10")], options={"retiro": "si"})
    refused(table, "ana", Act("retirarse", "mano:5"), "1.10.4.a§1")


@pytest.mark.parametrize(
    ("old", "new"),
    [("continuous = true", "continuous = false"), ("one-card = true", "one-card = false")],
)
def test_a_text_may_have_another_shuffler_or_more_cards_for_aces(old: str, new: str) -> None:
    rules = edited("blackjack", "pais-vasco", (old, new))
    found = terms(rules, standard(rules, options={"distribuidor": "automatico"}))
    assert (found.fresh, found.split_aces_one_card) == ("continuous" not in old, "one-card" not in old)


def test_the_terms_are_the_text_s() -> None:
    ex, pv = (terms(rules, standard(rules)) for rules in map(game("blackjack").rules, REGIONS))
    assert (ex.double, ex.double_soft, ex.ace_counts_one_when_doubling) == ((9, 10, 11), False, False)
    assert (pv.double, pv.double_soft, pv.ace_counts_one_when_doubling) == ((), True, True)
    for each in (ex, pv):
        assert (each.packs, each.burnt, each.behind, each.blackjack, each.squares) == (6, 5, 52, (3, 2), 1)
        assert not each.surrender
        assert each.three_sevens is None
        assert each.insurance == "before-third-cards"
    rules = game("blackjack").rules("extremadura")
    on = terms(rules, everything(rules, seguro="antes-de-la-banca", distribuidor="automatico"))
    assert (on.surrender, on.three_sevens, on.insurance, on.fresh) == (True, (2, 1), "before-bank-card", True)


def test_insurance_is_priced_by_the_cards_seen() -> None:
    """309 cards are left of six packs, 96 of them tens: of three seen, the bank's ace and Ana's two."""
    table = coup("9 A 7")
    view = table.view("ana")
    assert view.pending == "seguro"
    (row,) = cheapest(game("blackjack"), table.rules, view)
    assert (row.bet, row.figures.win) == ("seguro", Fraction(96, 309))
