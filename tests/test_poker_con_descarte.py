"""Póquer con descarte, article by article. Expected values come from the texts and from counting, not from the code."""

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import ceil, comb, prod

import numpy as np
import pytest

from tapete.audit.limits import check_settings
from tapete.cards.card import FRENCH
from tapete.engine.requests import Act, Announce, Move
from tapete.engine.round import Round, replay
from tapete.engine.settings import standard
from tapete.engine.window import Choose, Window
from tapete.errors import IllegalAction
from tapete.games import game
from tapete.games.poker_con_descarte.best import CHOICES
from tapete.games.poker_con_descarte.chances import worth
from tapete.games.poker_con_descarte.hands import alike
from tapete.games.poker_con_descarte.kernel import coup
from tapete.games.poker_con_descarte.loop import told
from tapete.games.poker_con_descarte.odds import analysis, at, facts, from_rest, strategy
from tapete.games.poker_con_descarte.rules import STEPS, order, share
from tapete.games.poker_con_descarte.settle import step
from tapete.games.poker_con_descarte.simple import simple
from tapete.law.loading import RulebookError
from tapete.sim.run import simulate
from tests.helpers import advised, choose, close, edited, lies, refused, sit, stake
from tests.mano import begin, read, won

pytestmark = pytest.mark.xdist_group("poker_con_descarte")  # what is worked out for one of them serves the others

NAME, EX, PV = "poker-con-descarte", "extremadura", "pais-vasco"
REGIONS = [EX, PV]
both = pytest.mark.parametrize("region", REGIONS)
# Banks that need no card: a straight to the six, which plays. And one that changes two and does not play.
RUN, WEAK = "2c 3c 4s 5s 6c", "Ac Kd 9h 5s 3c"
NINES = "9c 9d Kh 4s 2c"  # keeps nines and the king
JACKPOT = {"jackpot": "fijo"}


def change(table: Round, who: str, *places: int) -> None:
    """Somebody gives away the cards in these places of the hand, from 0."""
    assert isinstance(table.pending, Window)
    (option,) = [item for item in table.pending.open(who) if item.do == "descartar"]
    table.act(who, Act("descartar", slots=tuple(option.slots[place] for place in places)))


def against(
    region: str,
    hand: str,
    bank: str,
    *,
    new: str = "",
    bets: tuple[tuple[str, str], ...] = (("inicial", "10"),),
    places: tuple[int, ...] = (),
    **sitting: object,
) -> Round:
    """Ana's hand, as it is in the end, against the bank's five cards and the `new` ones that it takes."""
    table = begin(sit(NAME, region, **sitting), *(("ana", on, amount) for on, amount in bets))  # type: ignore[arg-type]
    four, last = bank.rsplit(" ", 1)
    if region == EX:
        read(table, last)
    choose(table, "ana", "ir")
    change(table, "ana", *places)
    read(table, four if region == EX else bank)
    read(table, new)
    return table if table.finished else read(table, hand)


def said(table: Round) -> list[str]:
    return [entry.call for entry in table.log if isinstance(entry, Announce)]


def keeps(hand: str) -> tuple[str, str]:
    """The step that binds the bank, and what it keeps."""
    found = FRENCH.parse(hand)
    number, kept = step(found)
    return STEPS[number], " ".join(FRENCH.show(card) for i, card in enumerate(found) if kept >> i & 1)


# The hands


@both
def test_ex_1_13_5_1_and_pv_12_v_5_1_1_the_order_of_hands(region: str) -> None:
    """The worst and the best of each kind."""
    score = order(game(NAME).rules(region)).lookup.score
    rising = (
        "7c 5d 4h 3s 2c, Ac Kd Qh Js 9c, 2c 2d 5h 4s 3c, Ac Ad Kh Qs Jc, 3c 3d 2h 2s 4c, Ac Ad Kh Ks Qc, "
        "2c 2d 2h 4s 3c, Ac Ad Ah Ks Qc, Ac 2d 3h 4s 5c, 10c Jd Qh Ks Ac, 7c 5c 4c 3c 2c, Ac Kc Qc Jc 9c, "
        "2c 2d 2h 3s 3c, Ac Ad Ah Ks Kc, 2c 2d 2h 2s 3c, Ac Ad Ah As Kc, Ac 2c 3c 4c 5c, 9c 10c Jc Qc Kc, "
        "10c Jc Qc Kc Ac"
    )
    scores = [score(FRENCH.parse(hand)) for hand in rising.split(", ")]
    assert scores == sorted(set(scores))


@both
def test_ex_1_13_5_1_i_and_pv_12_v_5_1_i_the_bank_plays_with_a_pair_of_eights_and_not_with_sevens(region: str) -> None:
    found = order(game(NAME).rules(region))
    score = found.lookup.score
    assert score(FRENCH.parse("8c 8d 4h 3s 2c")) == found.least
    assert score(FRENCH.parse("7c 7d Ah Ks Qc")) < found.least


@both
@pytest.mark.parametrize(
    ("kind", "one", "other"),
    [("color", "Ac 9c 5c 3c 2c", "Ad 8d 7d 6d 2d"), ("pareja", "9c 9d Ah 5s 2c", "9h 9s Ac 4s 3c")],
)
def test_ex_1_13_5_3_d_and_pv_12_v_5_2_d_ties_go_to_the_last_card_or_as_printed(
    region: str, kind: str, one: str, other: str
) -> None:
    """Printed, one colour is as good as another with the same highest card, and one pair with the same next card."""
    score = order(game(NAME).rules(region)).lookup.score
    assert score(FRENCH.parse(one)) > score(FRENCH.parse(other))
    score = order(game(NAME).rules(region, {f"hands.kinds.{kind}.tie": "printed"})).lookup.score
    assert score(FRENCH.parse(one)) == score(FRENCH.parse(other))


# The bank's change of cards


def test_ex_1_13_6_c_3_and_pv_12_vii_7_3_1_a_straight_or_more_changes_nothing() -> None:
    for hand in (RUN, "Ac 2d 3h 4s 5c", "10c Jd Qh Ks Ac", "2c 9c 4c 5c Kc", "9c 9d 9h 2s 2c", "9c 9d 9h 9s 2c"):
        assert keeps(hand) == ("escalera-o-mas", hand)


def test_ex_1_13_6_c_4_and_pv_12_vii_7_3_2_a_trio_changes_the_two_others() -> None:
    assert keeps("9c Ad 9h 9s 2c") == ("trio", "9c 9h 9s")


def test_ex_1_13_6_c_5_and_pv_12_vii_7_3_3_two_pairs_change_the_card_that_is_left() -> None:
    assert keeps("9c Ad 9h 2s 2c") == ("doble-pareja", "9c 9h 2s 2c")


def test_ex_1_13_6_c_6_and_pv_12_vii_7_3_4_any_pair_keeps_the_highest_other_card() -> None:
    assert keeps("2c Kd 2h 7s 9c") == ("pareja", "2c Kd 2h")
    assert keeps("2c 5c 2h 7c 9c") == ("pareja", "2c 2h 9c"), "four of a suit come after a pair"


def test_ex_1_13_6_c_7_and_pv_12_vii_7_3_5_four_of_a_suit_come_before_four_in_a_row() -> None:
    assert keeps("3c 9c Kc 7c Ad") == ("cuatro-de-un-palo", "3c 9c Kc 7c")
    assert keeps("3c 4c 5c 6d 9c") == ("cuatro-de-un-palo", "3c 4c 5c 9c")


def test_ex_1_13_6_c_8_and_pv_12_vii_7_3_6_four_in_a_row_from_the_two_up() -> None:
    assert keeps("2c 3d 4h 5s Kc") == ("cuatro-seguidas", "2c 3d 4h 5s")
    assert keeps("Jc Qd Kh As 2c") == ("cuatro-seguidas", "Jc Qd Kh As")
    assert keeps("3c 4d 5h 6s Ac") == ("cuatro-seguidas", "3c 4d 5h 6s")
    assert keeps("Ac 2d 3h 4s 9c")[0] == "nada", "an ace before the two makes no four in a row"
    assert keeps("2c 3d 5h 6s 9c")[0] == "nada", "a hole in the middle makes none either"


def test_ex_1_13_6_c_9_and_pv_12_vii_7_3_7_with_nothing_the_two_lowest_go() -> None:
    assert keeps("3c Kd 9h 2s Ac") == ("nada", "Kd 9h Ac")


def test_how_often_each_step_binds() -> None:
    """By counting sets of five ranks: of 4**5 ways to suit one, 4 are a colour and 60 have four of a suit."""
    runs = {frozenset((12, 0, 1, 2, 3)), *(frozenset(range(i, i + 5)) for i in range(9))}
    fours = [frozenset(range(i, i + 4)) for i in range(10)]
    counts: Counter[str] = Counter()
    for ranks in map(frozenset, combinations(range(13), 5)):
        if ranks in runs:
            counts["escalera-o-mas"] += 4**5
        else:
            counts["escalera-o-mas"] += 4
            counts["cuatro-de-un-palo"] += 5 * 4 * 3
            row = any(four <= ranks for four in fours)
            counts["cuatro-seguidas" if row else "nada"] += 4**5 - 4 - 5 * 4 * 3
    counts["escalera-o-mas"] += 624 + 3_744
    counts |= {"trio": 54_912, "doble-pareja": 123_552, "pareja": 1_098_240}
    assert sum(counts.values()) == 2_598_960
    sample = random.Random(13)
    hands = 20_000
    found = Counter(STEPS[step(sample.sample(range(52), 5))[0]] for _ in range(hands))
    for name in STEPS:
        expected = hands * counts[name] / 2_598_960
        assert abs(found[name] - expected) < 5 * expected**0.5


# A hand


@both
@pytest.mark.parametrize(
    ("letter", "hand", "pays"),
    [
        ("a", "10c Jc Qc Kc Ac", 100),
        ("b", "10d Jd Qd Kd 9d", 25),
        ("c", "8c 8d 8h 8s 2c", 20),
        ("d", "8c 8d 8h 2s 2c", 7),
        ("e", "2d 9d 4d 5d Kd", 5),
        ("f", "10c Jd Qh Ks Ac", 3),
        ("g", "8c 8d 8h 3s 2c", 2),
        ("h", "Ac Ad 8h 8s 2c", 1),
        ("i", "Ac Ad 8h 7s 2c", 1),
    ],
)
def test_ex_1_13_5_1_a_and_pv_12_v_5_1_a_what_each_hand_pays_on_the_second_stake(
    region: str, letter: str, hand: str, pays: int
) -> None:
    """Of 10 and 20 euros: the first even, the second by the hand. The bank keeps nines and a king; it takes 3, 6."""
    table = against(region, hand, "9s 9h Kh 4h 3h", new="3d 6s")
    assert won(table) == 1000 + pays * 2000
    paid = [move for move in table.log if isinstance(move, Move) and (move.src, move.dst) == ("bank", "chips/ana")]
    prefix = "1.13.5.1." if region == EX else "12.V.5.1."
    assert paid[1].article == prefix + letter


@both
def test_ex_1_13_6_c_11_and_pv_12_vii_7_3_4_a_bank_that_does_not_play_pays_the_first_stake_only(region: str) -> None:
    """The bank keeps A K 9 and takes 7 and 2: no pair. The second stake goes back; no player's card is shown."""
    table = against(region, "", WEAK, new="7d 2h")
    assert won(table) == 1000
    assert "idle" in said(table)


@both
def test_ex_1_13_6_c_13_and_pv_12_vii_7_3_5_a_lower_hand_loses_both_stakes(region: str) -> None:
    assert won(against(region, "Ac Ad Kh Ks Qc", RUN)) == -3000
    assert won(against(region, "7c 7d Ah Ks Qc", "8c 8d 4s 3h 2d", new="Qd 9h")) == -3000, "sevens are below eights"


@both
def test_ex_1_13_5_2_and_pv_12_v_5_1_2_a_tie_keeps_both_stakes(region: str) -> None:
    assert won(against(region, "2d 3d 4d 5d 6h", RUN)) == 0


@both
def test_ex_1_13_6_b_and_pv_12_vii_7_2_who_passes_loses_the_first_stake_at_once(region: str) -> None:
    table = begin(sit(NAME, region), ("ana", "inicial", "10"))
    if region == EX:
        read(table, "Kc")
    choose(table, "ana", "pasar")
    assert won(table) == -1000
    assert not [entry for entry in said(table) if entry.startswith("bank")], "the bank's cards are not shown"


@both
def test_ex_1_13_6_b_and_pv_12_vii_7_2_the_second_stake_is_twice_the_first(region: str) -> None:
    table = begin(sit(NAME, region), ("ana", "inicial", "15"))
    if region == EX:
        read(table, "Kc")
    choose(table, "ana", "ir")
    assert lies(table, "felt/ana") == {"felt/ana/inicial": 1500, "felt/ana/segunda": 3000}


def test_ex_1_13_6_b_who_has_no_chips_for_the_second_stake_cannot_go_on() -> None:
    table = begin(sit(NAME, EX, chips={"ana": 2500, "luis": 100_000}), ("ana", "inicial", "10"))
    read(table, "Kc")
    assert table.finished
    assert table.places["chips/ana"] == 1500


def test_ex_1_13_6_a_2_the_banks_last_card_lies_open_and_pv_shows_none() -> None:
    for region, shown in ((EX, 1), (PV, 0)):
        table = begin(sit(NAME, region, physical=False), ("ana", "inicial", "10"))
        bank = table.view("ana").cards["mano/crupier"]
        assert [bool(card) for card in bank] == [False] * (5 - shown) + [True] * shown


@both
def test_ex_1_13_6_c_1_and_pv_12_vii_7_3_1_up_to_two_cards_are_changed(region: str) -> None:
    table = begin(sit(NAME, region), ("ana", "inicial", "10"), ("luis", "inicial", "5"))
    if region == EX:
        read(table, "Kc")
    choose(table, "ana", "ir")
    choose(table, "luis", "ir")
    with pytest.raises(IllegalAction):
        change(table, "ana", 0, 1, 2)
    change(table, "ana", 1, 3)
    assert table.pending is not None and table.pending.label == "choose:luis:descartar"
    assert "#15" not in str(table.view("ana").slots), "new cards are served once all have said which they change"
    change(table, "luis", 0)
    slots = table.view("ana").slots
    assert slots["mano/ana"] == ["#0", "#6", "#12", "#15", "#16"]
    assert slots["mano/luis"] == ["#4", "#7", "#10", "#13", "#17"]
    assert slots["descartes"] == ["#3", "#9", "#1"]


def test_pv_12_vii_7_3_1_what_was_changed_is_not_looked_at_again_until_the_croupier_shows_it() -> None:
    for region, sees in ((EX, True), (PV, False)):
        table = begin(sit(NAME, region, physical=False), ("ana", "inicial", "10"))
        choose(table, "ana", "ir")
        seen: list[str] = []
        change(table, "ana", 0, 1)
        log = [entry for entry in table.log if getattr(entry, "to", "") == "mano/ana"]
        seen = [entry.who for entry in log[5:]]  # type: ignore[union-attr]
        assert seen == ["ana" if sees else ""] * 2


@both
def test_ex_1_13_6_c_10_and_pv_12_vii_7_3_3_the_bank_changes_by_its_steps_and_plays_with_what_it_has_then(
    region: str,
) -> None:
    """It keeps A K 9, takes 9 and 2, and beats Ana's eights with nines."""
    table = against(region, "8c 8d Ah Ks Qc", WEAK, new="9d 2h")
    assert won(table) == -3000
    calls = [entry for entry in table.log if isinstance(entry, Announce)]
    assert Announce("bank-changes", ("2",)) in calls
    assert Announce("result", ("Ac", "Kd", "9h", "9d", "2h", "nadie")) in calls


# The jackpot


def test_pv_12_viii_8_1_1_the_stake_is_half_the_minimum_and_needs_a_first_stake() -> None:
    table = sit(NAME, PV, options=JACKPOT).open()
    refused(table, "ana", Act("stake", "jackpot", 250), "12.VIII.8.1§3")
    stake(table, "ana", "inicial", "5")
    with pytest.raises(IllegalAction):
        stake(table, "ana", "jackpot", "3")
    stake(table, "ana", "jackpot", "2.50")
    refused(table, "ana", Act("withdraw", "inicial"), "12.VIII.8.1§1")


def test_pv_12_viii_8_1_2_without_the_houses_will_there_is_no_jackpot() -> None:
    table = sit(NAME, PV).open()
    stake(table, "ana", "inicial", "5")
    with pytest.raises(IllegalAction):
        stake(table, "ana", "jackpot", "2.50")


BOTH_STAKES = (("inicial", "10"), ("jackpot", "2.50"))
POKER, ROYAL, SUITED = "7c 7d 7h 7s 2d", "10d Jd Qd Kd Ad", "4d 5d 6d 7d 8d"


@pytest.mark.parametrize(("hand", "pays", "percent"), [(POKER, 20, 5), (SUITED, 25, 10), (ROYAL, 100, 100)])
def test_pv_12_viii_8_1_a_prizes_without_a_change_of_a_jackpot_of_2_000_stakes(
    hand: str, pays: int, percent: int
) -> None:
    """2,000 times 2.50 is 5,000 euros: 250, 500 or all of it; the stake is not given back."""
    table = against(PV, hand, NINES, new="3h 5h", bets=BOTH_STAKES, options=JACKPOT)
    assert won(table) == 1000 + pays * 2000 + 500_000 * percent // 100 - 250


@pytest.mark.parametrize(("hand", "pays", "cents"), [(POKER, 20, 2500), (SUITED, 25, 5000), (ROYAL, 100, 50_000)])
def test_pv_12_viii_8_1_b_prizes_after_a_change_where_the_house_has_them(hand: str, pays: int, cents: int) -> None:
    """Half a per cent, one and ten of 5,000 euros. Who changes the card beside four of a rank has changed cards."""
    for option, prize in (("si", cents), ("no", 0)):
        options = {**JACKPOT, "premios-con-descarte": option}
        table = against(PV, hand, NINES, new="3h 5h", bets=BOTH_STAKES, places=(4,), options=options)
        assert won(table) == 1000 + pays * 2000 + prize - 250


def test_pv_12_viii_8_1_1_the_prize_does_not_depend_on_the_banks_cards_nor_on_going_on() -> None:
    table = against(PV, POKER, "8c 9c 10c Jc Qc", bets=BOTH_STAKES, options=JACKPOT)
    assert won(table) == -3000 + 25_000 - 250
    table = against(PV, POKER, WEAK, new="4h 6h", bets=BOTH_STAKES, options=JACKPOT)
    assert won(table) == 1000 + 25_000 - 250
    table = begin(sit(NAME, PV, options=JACKPOT), *(("ana", *bet) for bet in BOTH_STAKES))
    choose(table, "ana", "pasar")
    assert won(read(table, POKER)) == -1000 + 25_000 - 250


def two(
    first: str, second: str, bank: str, changes: tuple[tuple[int, ...], ...] = ((), ()), **sitting: object
) -> Round:
    """Ana's hand and Luis's, both with ten euros and the jackpot's stake, against a bank that changes nothing."""
    stakes = [(who, *bet) for who in ("ana", "luis") for bet in BOTH_STAKES]
    table = begin(sit(NAME, PV, **sitting), *stakes)  # type: ignore[arg-type]
    for who in ("ana", "luis"):
        choose(table, who, "ir")
    for who, places in zip(("ana", "luis"), changes, strict=True):
        change(table, who, *places)
    return read(table, f"{bank} {first} {second}")


def prizes(table: Round) -> dict[str, int]:
    """What the jackpot paid."""
    assert table.finished
    return {
        move.dst.partition("/")[2]: move.cents
        for move in table.log
        if isinstance(move, Move) and move.article.startswith("12.VIII") and move.dst.startswith("chips")
    }


def test_pv_12_viii_8_1_7_two_royals_share_the_whole() -> None:
    table = two(ROYAL, ROYAL.replace("d", "h"), RUN, options=JACKPOT)
    assert prizes(table) == {"ana": 250_000, "luis": 250_000}


def test_pv_12_viii_8_1_8_the_highest_is_paid_first_and_the_next_of_what_is_left() -> None:
    """Luis's straight flush takes 500 of 5,000 euros, then Ana's four of a rank 5 % of 4,500."""
    table = two(POKER.replace("7", "9"), SUITED, RUN, options=JACKPOT)
    assert prizes(table) == {"luis": 50_000, "ana": 22_500}
    equal = two(SUITED, SUITED.replace("d", "h"), RUN, options=JACKPOT)
    assert prizes(equal) == {"ana": 50_000, "luis": 50_000}, "equal straight flushes go by the amount at first"
    alone = two(ROYAL, POKER.replace("7", "9"), RUN, options=JACKPOT)
    assert prizes(alone) == {"ana": 500_000}, "beside a royal nothing is left"


def test_pv_12_viii_8_1_9_prizes_without_a_change_come_before_those_after_one() -> None:
    """Ana's royal flush after a change waits for Luis's four nines: 10 % of 5,000 less 250 euros."""
    options = {**JACKPOT, "premios-con-descarte": "si"}
    table = two(ROYAL, POKER.replace("7", "9"), RUN, ((0,), ()), options=options)
    assert list(prizes(table).items()) == [("luis", 25_000), ("ana", 47_500)]


def test_pv_12_viii_8_1_a_2_a_fixed_jackpot_of_fewer_than_2_000_stakes_is_none_of_the_choices() -> None:
    rules = game(NAME).rules(PV)
    found = check_settings(rules, standard(rules, options={"jackpot-fijo": "1000"}))
    assert [(breach.where, breach.article) for breach in found] == [("options.jackpot-fijo", "12.VIII.8.1.a-2")]
    with pytest.raises(RulebookError):
        edited(NAME, PV, ('values = ["2000", "5000"', 'values = ["2000", "1000"'))


def growing(form: str, **options: str) -> dict[str, str]:
    return {"jackpot": form, "jackpot-aumento": "50", **options}


@pytest.mark.parametrize(
    ("form", "before", "prize"),
    [("progresivo-automatico", 250_125, 25_012), ("progresivo-manual", 250_000, 25_000)],
)
def test_pv_12_viii_8_1_b_2_1_a_jackpot_that_grows_begins_with_1_000_stakes(form: str, before: int, prize: int) -> None:
    """1,000 times 2.50 is 2,500 euros. Half of 2.50 is added, at once or when the hand ends; a tenth is paid of it."""
    table = begin(sit(NAME, PV, options=growing(form)), *(("ana", *bet) for bet in BOTH_STAKES))
    assert table.places["meter/jackpot"] == before
    choose(table, "ana", "ir")
    change(table, "ana")
    read(table, f"{RUN} {SUITED}")
    assert prizes(table) == {"ana": prize}
    assert table.places["meter/jackpot"] == 250_125 - prize


def test_pv_12_viii_8_1_any_stake_up_to_half_the_minimum_any_amount_from_the_least_and_any_share_of_growth() -> None:
    """Two euros are one in 2.5 of five; 1,001 of them are 2,002 euros, and 12.5 per cent of two euros is a quarter."""
    more = {"apuesta-de-jackpot": "2.5", "jackpot-inicial": "1001", "jackpot-aumento": "12.5"}
    options = growing("progresivo-automatico") | more
    table = begin(sit(NAME, PV, options=options), ("ana", "inicial", "10"), ("ana", "jackpot", "2"))
    assert table.places["meter/jackpot"] == 200_200 + 25


def test_pv_12_viii_8_1_b_2_1_what_a_prize_took_is_completed_before_the_next_hand_for_it() -> None:
    session = sit(NAME, PV, options=growing("progresivo-manual"))
    table = begin(session, *(("ana", *bet) for bet in BOTH_STAKES))
    choose(table, "ana", "ir")
    change(table, "ana")
    read(table, f"{RUN} {ROYAL}")
    assert prizes(table) == {"ana": 250_000}
    assert table.places["meter/jackpot"] == 125, "the stakes of the hand came after the prize"
    table = begin(session, ("ana", "inicial", "10"))
    assert table.places["meter/jackpot"] == 125, "nobody plays for it"
    choose(table, "ana", "pasar")
    table = begin(session, *(("ana", *bet) for bet in BOTH_STAKES))
    assert table.places["meter/jackpot"] == 250_000


def test_pv_12_viii_8_2_2_a_table_that_joins_the_carousel_adds_its_jackpot_once() -> None:
    """What two tables share is the sum of theirs: a table alone adds its 2,500 euros and has no other's."""
    session = sit(NAME, PV, options=growing("progresivo-manual", carrusel="si"))
    for after in (250_000, 250_125):
        table = begin(session, *(("ana", *bet) for bet in BOTH_STAKES))
        assert table.places["meter/jackpot"] == after
        choose(table, "ana", "pasar")
        read(table, "2c 4d 6h 8s 10c")


def test_pv_12_10_1_1_a_void_hand_takes_back_what_was_added_to_the_jackpot() -> None:
    table = begin(sit(NAME, PV, options=growing("progresivo-automatico")), *(("ana", *bet) for bet in BOTH_STAKES))
    table.report("error-de-reparto")
    assert won(table) == 0
    assert not table.places.get("meter/jackpot")


# Who plays


def test_pv_12_iv_2_others_stake_behind_a_hand_with_two_consents_and_the_maximum_is_for_all_together() -> None:
    """Of 50 euros at most Ana has 30 on her box, so Luis may have 20 behind it; he has no jackpot of his own."""
    table = sit(NAME, PV, options=JACKPOT).open()
    refused(table, "inspector", Act("admit", "luis@luis"), "12.IV§2")
    stake(table, "ana", "inicial", "30")
    table.act("ana", Act("admit", "luis@ana"))
    table.act("inspector", Act("admit", "luis@ana"))
    with pytest.raises(IllegalAction):
        stake(table, "luis", "inicial", "20.50")
    refused(table, "luis", Act("stake", "jackpot", 250), "12.IV§2")
    stake(table, "luis", "inicial", "20")
    refused(table, "ana", Act("withdraw", "inicial"), "12.IV§2")
    close(table)
    choose(table, "ana", "ir")
    assert lies(table, "felt/luis") == {"felt/luis/inicial": 2000, "felt/luis/segunda": 4000}
    change(table, "ana")
    read(table, f"{RUN} 8c 8d 8h 2s 2d")
    assert table.places["chips/luis"] == 100_000 + 2000 + 7 * 4000


def test_pv_12_iv_2_who_stands_behind_a_hand_and_cannot_follow_loses_the_stake_and_leaves() -> None:
    table = sit(NAME, PV, chips={"ana": 100_000, "luis": 1500}).open()
    stake(table, "ana", "inicial", "10")
    table.act("ana", Act("admit", "luis@ana"))
    table.act("inspector", Act("admit", "luis@ana"))
    stake(table, "luis", "inicial", "10")
    close(table)
    choose(table, "ana", "ir")
    assert lies(table, "felt/luis") == {}
    assert table.places["chips/luis"] == 500


def test_ex_1_13_4_nobody_stakes_on_anothers_box() -> None:
    table = sit(NAME, EX).open()
    with pytest.raises(IllegalAction):
        table.act("ana", Act("admit", "luis@ana"))


@both
def test_ex_1_13_4_and_pv_12_iv_1_six_play_whom_one_pack_serves(region: str) -> None:
    """Six hands and the bank change two cards each: 49 of 52."""
    names = [f"p{i}" for i in range(7)]
    table = sit(NAME, region, physical=False, chips=dict.fromkeys(names, 100_000)).open()
    for name in names[:6]:
        stake(table, name, "inicial", "5")
    refused(table, names[6], Act("stake", "inicial", 500), "1.13.4" if region == EX else "12.IV§1")
    close(table)
    for name in names[:6]:
        choose(table, name, "ir")
    for name in names[:6]:
        change(table, name, 0, 1)
    assert table.finished


# Limits, last hands, what goes wrong


def test_ex_1_13_5_5_1_and_pv_12_vi_6_2_the_maximum_is_one_of_the_printed_multiples() -> None:
    for region, multiples, article in ((EX, (20, 50), "1.13.5.5§1"), (PV, (10, 20, 25, 50), "12.VI.6.2")):
        rules = game(NAME).rules(region)
        table = standard(rules)
        for times in (10, 20, 25, 30, 50):
            table.maximum["inicial"] = times * 500
            found = [breach.article for breach in check_settings(rules, table)]
            assert found == ([] if times in multiples else [article])


def test_ex_1_13_5_5_a_five_hands_before_the_limits_change_and_1_13_6_c_15_three_at_the_end_of_the_day() -> None:
    for on, call, hands in (("", "last", "5"), ("jornada", "last-hands", "3")):
        table = sit(NAME, EX).open()
        table.act("director", Act("last", on))
        assert Announce(call, (hands,)) in table.log


@both
def test_ex_1_12_6_6_and_pv_12_10_1_1_an_error_in_the_deal_voids_the_hand_and_all_stakes_go_back(region: str) -> None:
    table = begin(sit(NAME, region), ("ana", "inicial", "10"))
    if region == EX:
        read(table, "Kc")
    choose(table, "ana", "ir")
    table.report("error-de-reparto")
    assert won(table) == 0


def test_ex_1_12_6_6_who_tells_the_cards_loses_all_stakes() -> None:
    table = begin(sit(NAME, EX), ("ana", "inicial", "10"))
    read(table, "Kc")
    choose(table, "ana", "ir")
    refused(table, "ana", Act("punish", "ana"), "1.12.6§6")
    table.act("inspector", Act("punish", "ana"))
    assert won(table) == -3000
    table = begin(sit(NAME, EX), ("ana", "inicial", "10"))
    read(table, "Kc")
    table.act("inspector", Act("punish", "ana"))
    assert won(table) == -1000


def test_ex_1_12_6_6_who_has_changed_cards_already_is_punished_while_another_decides() -> None:
    table = begin(sit(NAME, EX), ("ana", "inicial", "10"), ("luis", "inicial", "5"))
    read(table, "Kc")
    choose(table, "ana", "ir")
    choose(table, "luis", "ir")
    change(table, "ana", 0, 1)
    table.act("inspector", Act("punish", "ana"))
    assert table.places["chips/ana"] == 97_000
    change(table, "luis", 2)
    slots = table.view("luis").slots
    assert not slots.get("mano/ana")
    assert slots["mano/luis"] == ["#1", "#4", "#10", "#13", "#15"], "nobody else is served"


def test_pv_12_10_2_and_pv_12_10_1_2_a_breach_is_noted_and_the_hand_goes_on() -> None:
    for name in ("intercambio-de-informacion", "cartas-fuera-de-la-mesa"):
        table = begin(sit(NAME, PV), ("ana", "inicial", "10"))
        table.report(name)
        assert isinstance(table.pending, Choose)
        assert "noted" in said(table)
        choose(table, "ana", "pasar")
        assert won(table) == -1000


@both
def test_a_hand_is_replayed_from_its_transcript(region: str) -> None:
    table = against(region, "8c 8d Ah Ks Qc", WEAK, new="9d 2h", places=(1, 2))
    assert replay(game(NAME).play, table.rules, table.log).log == table.log


# The bank's final hand


def plainly(gone: list[int], mine: int, least: int, score: Callable[[list[int]], int], pays: int) -> float:
    """What five of the ranks that are gone win against the bank, hand by hand and card by card, suits on average.

    `mine` is the player's score, which `pays` so much. Of five different ranks one in 256 is a colour, and fifteen
    have four of a suit.
    """
    left = [4 - gone.count(rank) for rank in range(13)]
    won = total = 0.0

    def against(chance: float, bank: int) -> None:
        nonlocal won, total
        total += chance
        end = 1 if bank < least else 0 if bank == mine else pays if mine > bank else -3
        won += chance * end

    for ranks in combinations_with_replacement(range(13), 5):
        ways = prod(comb(left[rank], ranks.count(rank)) for rank in set(ranks))
        if not ways:
            continue
        rest = [left[rank] - ranks.count(rank) for rank in range(13)]
        bound, kept = step([rank * 4 + place % 4 for place, rank in enumerate(ranks)])
        keeps = [rank for place, rank in enumerate(ranks) if kept >> place & 1]
        differ = len(set(ranks)) == 5
        colour = ways / 256 if differ else 0.0
        if colour:
            against(colour, score([rank * 4 for rank in ranks]))
        if len(keeps) == 5:
            against(ways - colour, score(mixed(keeps)))
            continue
        if differ:
            for odd in ranks:
                four = [rank for rank in ranks if rank != odd]
                for rank in range(13):
                    suited = 0.0 if rank in four else 1 / 3 if rank == odd else 1 / 4
                    chance = 3 * ways / 256 * rest[rank] / sum(rest)
                    if not chance:
                        continue
                    if suited:
                        against(chance * suited, score([card * 4 for card in (*four, rank)]))
                    against(chance * (1 - suited), score(mixed([*four, rank])))
        free = ways * (240 / 256 if differ else 1)
        for new in combinations_with_replacement(range(13), 5 - len(keeps)):
            chance = free * prod(comb(rest[rank], new.count(rank)) for rank in set(new)) / comb(sum(rest), len(new))
            if not chance:
                continue
            hand = [*keeps, *new]
            # Of the 240 ways, nine have the three kept of one suit and the two given away of others.
            fits = STEPS[bound] == "nada" and len(set(hand)) == 5
            suited = 9 / 240 * prod(1 / 3 if rank in ranks else 1 / 4 for rank in new) if fits else 0.0
            if suited:
                against(chance * suited, score([rank * 4 for rank in hand]))
            against(chance * (1 - suited), score(mixed(hand)))
    return won / total


def mixed(ranks: list[int]) -> list[int]:
    """Cards of these ranks that do not all have one suit."""
    return [rank * 4 + place % 4 for place, rank in enumerate(sorted(ranks))]


@pytest.mark.parametrize("gone", [[0, 2, 4, 7, 9, 10, 12], [3, 3, 3, 8, 8, 11], [6, 6, 1, 5, 12]])
def test_what_hands_are_worth_is_what_counting_hand_by_hand_finds(gone: list[int]) -> None:
    rules = game(NAME).rules(PV)
    found = order(rules)
    gone = sorted(gone)
    worths = np.zeros((1, 21, 2))
    worth(np.array(gone), len(gone), np.full(13, 4), False, facts(rules).tables, worths)
    first = {7: gone[2:], 6: gone[1:], 5: gone}[len(gone)]
    mine = found.lookup.score(mixed(first))
    pays = 1 + 2 * found.pays[found.place(mine)]
    expected = plainly(gone, mine, found.least, found.lookup.score, pays)
    assert worths[0, 0, 0] == pytest.approx(expected, abs=1e-11)


def test_what_a_bank_that_shows_a_card_is_worth_adds_up_to_one_that_shows_none() -> None:
    """Each of the cards that are left is as likely to be the one shown."""
    rules = game(NAME).rules(EX)
    gone = np.array([0, 2, 4, 7, 9, 10, 12])
    worths = np.zeros((14, 21, 2))
    worth(gone, 7, np.full(13, 4), True, facts(rules).tables, worths)
    left = np.array([4 - (gone == rank).sum() for rank in range(13)])
    assert (left[:, None, None] * worths[1:]).sum(axis=0) / 45 == pytest.approx(worths[0], abs=1e-12)


@pytest.mark.parametrize(
    ("hand", "kept"),
    [
        ("2c 2d 5c 9c Kc", "2c 5c 9c Kc"),  # four of a suit before a pair
        ("2c 2d 5c 9h Kc", "2c 2d Kc"),
        ("5c 6d 8h 9s Kc", "5c 6d 8h 9s"),  # four of a straight before three of a suit
        ("5c 6d 7h 9s 10c", "6d 7h 9s 10c"),  # the higher of two
        ("2d 3h 5s As Kc", "2d 3h 5s As"),
        ("2c 6c 8h 9c Kd", "2c 6c 9c"),
        ("2c 6d 8h 10c Kd", "8h 10c Kd"),
        ("2c 2d 5c 5h Kc", "2c 2d 5c 5h"),
    ],
)
def test_the_rule_to_remember(hand: str, kept: str) -> None:
    cards = sorted(FRENCH.parse(hand))
    gone = CHOICES[int(simple(np.array([cards], np.uint8), False)[0, 0]) - 16]
    assert {card for place, card in enumerate(cards) if place not in gone} == set(FRENCH.parse(kept))


# The odds. Every figure is measured, so it is held to others that were found in another way.


@both
def test_the_edge_is_what_the_same_hands_lose_as_they_were_dealt(region: str) -> None:
    """By ranks with the difference that suits make, to a tenth of a thousandth; as it fell, to four of them."""
    rules = game(NAME).rules(region)
    for way in analysis(facts(rules)).ways.values():
        tally, hands = way.measured.tally, way.measured.hands
        gains = [share(rules, end, place) - 1 for end, place, _ in map(told, range(len(tally)))]
        mean = float(sum(gain * count for gain, count in zip(gains, tally, strict=True)) / hands)
        square = float(sum(gain * gain * count for gain, count in zip(gains, tally, strict=True)) / hands)
        error = ((square - mean**2) / hands) ** 0.5
        assert abs(way.worth + way.measured.total / hands - mean) < 4 * error


@both
def test_the_odds_are_rows_with_an_error_below_a_ten_thousandth_for_every_way_to_play(region: str) -> None:
    rows = {row.setting.get("juego", row.bet): row for row in game(NAME).odds(game(NAME).rules(region))}
    best, simple, always = (rows[way] for way in ("mejor", "sencillo", "siempre"))
    assert best.std_error is not None and 0 < best.std_error < 1e-4
    for row in (simple, always):
        assert row.std_error is not None and 0 < row.std_error < 1e-4
        assert row.cost_error is not None and 0 < row.cost_error < row.std_error / 2, "the same hands are compared"
        assert row.cost == pytest.approx(row.figures.edge - best.figures.edge) and row.cost > 0
    assert float(best.figures.edge) < float(always.figures.edge) + 1e-3 < float(simple.figures.edge)
    assert float(best.staked) == pytest.approx(1 + 2 * float(best.decisions["ir"]))
    assert float(best.element_of_risk) < float(best.figures.edge) / 2


@both
def test_how_often_cards_are_changed_is_counted(region: str) -> None:
    """By the rule all hands but runs (10 of 4**5 suits), other colours (1,277 of 4), pokers and fulls do so."""
    rows = {row.setting.get("juego"): row for row in game(NAME).odds(game(NAME).rules(region))}
    stays = 10 * 4**5 + 1_277 * 4 + 624 + 3_744
    assert rows["sencillo"].decisions == {"ir": 1, "pasar": 0, "descartar": 1 - Fraction(stays, 2_598_960)}
    assert rows["siempre"].decisions["ir"] == 1 > rows["mejor"].decisions["ir"]
    hands = analysis(facts(game(NAME).rules(region))).ways["mejor"].measured
    played = sum(count for at, count in enumerate(hands.tally) if told(at)[0]) / hands.hands
    often = float(rows["mejor"].decisions["ir"])
    assert abs(played - often) < 4 * (often * (1 - often) / hands.hands) ** 0.5


def test_with_a_card_seen_the_odds_are_on_average_those_of_a_whole_pack(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any card may be the one that is seen, and ways to play do not go by it; suits are alike."""
    rules, hands = game(NAME).rules(PV), 1 << 15
    monkeypatch.setattr("tapete.games.poker_con_descarte.odds.MEASURED", hands)
    whole = {row.setting.get("juego"): row for row in game(NAME).odds(rules)}
    seen = [from_rest.function(facts(rules, [4 * rank]), lambda done, of: None).ways for rank in range(13)]
    for way in ("mejor", "sencillo", "siempre"):
        found = [ways[way].measured for ways in seen]
        error = (float(whole[way].figures.variance) / (13 * hands)) ** 0.5
        assert abs(sum(one.total for one in found) / (13 * hands) + float(whole[way].figures.edge)) < 4 * error
        cost = sum(ways["mejor"].measured.total - ways[way].measured.total for ways in seen) / (13 * hands)
        apart = (sum(one.apart for one in found) / (13 * hands) ** 2) ** 0.5
        assert abs(cost - float(whole[way].cost or 0)) <= 4 * apart
        assert apart < error / 2, "the same hands are compared"


def test_pv_12_viii_8_1_a_what_the_jackpot_is_worth_without_a_change() -> None:
    """4 royals win 2,000 stakes, 36 straight flushes 200 and 624 pokers 100, of 2,598,960 hands, all of them kept."""
    every = [row for row in game(NAME).odds(game(NAME).rules(PV)) if row.bet == "jackpot"]
    rows = [row for row in every if row.setting["jackpot"] == "fijo"]
    assert [row.setting["premios-con-descarte"] for row in rows] == ["no", "si"]
    assert rows[0].figures.edge == 1 - Fraction(4 * 2000 + 36 * 200 + 624 * 100, 2_598_960)
    assert 0 < rows[1].figures.edge < rows[0].figures.edge


def test_pv_12_viii_8_1_b_2_1_from_which_amount_on_a_jackpot_that_grows_pays() -> None:
    """Of A stakes 4 royals win all, 36 straight flushes 10 % and 624 pokers 5 %: 38.8 A in 2,598,960 hands.

    After a change each wins a tenth of that part; a fixed jackpot, of 2,000 stakes, has the same parts.
    """
    first, *every = (
        row for row in game(NAME).odds(game(NAME).rules(PV)) if row.setting.get("juego", "mejor") == "mejor"
    )
    rows = [row for row in every if row.setting["jackpot"] == "progresivo-manual"]
    assert [row.setting["premios-con-descarte"] for row in rows] == ["no"] * 3 + ["si"] * 3
    assert rows[0].figures.edge == 1 - Fraction(38_800, 2_598_960)
    # The stake is half of the lowest first stake at most, so its gain must be twice what that one loses.
    wanted = 1, 1 + 2 * Fraction(first.figures.edge)
    without = [ceil(back * 2_598_960 / Fraction("38.8")) for back in wanted]
    (fixed,) = (
        row for row in every if row.setting["jackpot"] == "fijo" and row.setting["premios-con-descarte"] == "si"
    )
    with_change = [ceil(back * 2000 / (1 - Fraction(fixed.figures.edge))) for back in wanted]
    assert [int(row.setting["acumulado"]) for row in rows] == [1000, *without, 1000, *with_change]
    for row, stakes in zip(rows[:3], [1000, *without], strict=True):
        assert row.figures.edge == 1 - stakes * Fraction("38.8") / 2_598_960


@both
def test_hints_say_what_going_passing_and_each_change_is_worth(region: str) -> None:
    table = begin(sit(NAME, region, physical=False, seed=4), ("ana", "inicial", "10"))
    going = {item.option: item.value for item in advised(table)}
    assert set(going) == {"ir", "pasar"}
    assert going["pasar"] == -1
    choose(table, "ana", "ir")
    changes = advised(table)
    assert len(changes) == 16
    assert changes[0].value == pytest.approx(going["ir"])


@both
def test_a_hint_is_the_choice_of_the_table_of_best_play(region: str) -> None:
    rules, source = game(NAME).rules(region), random.Random(12)
    hands, choices = alike(), strategy(rules, "mejor")
    for kind in source.sample(range(len(hands.cards)), 12):
        hand = hands.cards[kind].tolist()
        shown = source.choice([card for card in range(52) if card not in hand])
        column = 2 * (shown // 4) + (hands.suits[kind] == shown % 4) if region == EX else 0
        worths = at(rules, hand, shown if region == EX else None)
        best = max(worths, key=lambda places: worths[places])
        assert worths[CHOICES[choices[kind, column] % 16]] == pytest.approx(worths[best], abs=1e-6)
        assert (choices[kind, column] >= 16) == (worths[best] > -1)


# The loop


@both
@pytest.mark.parametrize("policy", ["mejor", "sencillo"])
def test_the_loop_pays_what_the_table_pays(region: str, policy: str) -> None:
    """The same cards at a table, where the player does what the loop's choice is."""
    rules, source = game(NAME).rules(region), random.Random(7)
    hands, choices = alike(), strategy(rules, policy)
    for _ in range(30):
        deck = source.sample(range(52), 14)
        mine, bank, more = deck[:5], deck[5:10], deck[10:]
        ascending = sorted(mine)
        ranks = sum(comb(card // 4 + place, place + 1) for place, card in enumerate(ascending))
        suit = next((suit for suit in range(4) if sum(card % 4 == suit for card in mine) >= 3), 9)
        places = sum(1 << place for place, card in enumerate(ascending) if card % 4 == suit)
        column = 2 * (bank[4] // 4) + (bank[4] % 4 == suit) if region == EX else 0
        choice = int(choices[hands.of[ranks * 32 + places], column])
        end, place, changed = told(coup(rules, policy, deck))
        table = begin(sit(NAME, region), ("ana", "inicial", "10"))
        text = [FRENCH.show(card) for card in bank]
        if region == EX:
            read(table, text[4])
        choose(table, "ana", "ir" if choice >= 16 else "pasar")
        if choice >= 16:
            gone = [mine.index(ascending[spot]) for spot in CHOICES[choice - 16]]
            change(table, "ana", *gone)
            assert changed == bool(gone)
            kept = [card for spot, card in enumerate(mine) if spot not in gone]
            final = kept + more[: len(gone)]
            _, keeps = step(sorted(bank))
            count = 5 - keeps.bit_count()
            read(table, " ".join(text[:4] if region == EX else text))
            read(table, " ".join(FRENCH.show(card) for card in more[len(gone) : len(gone) + count]))
            if not table.finished:
                read(table, " ".join(FRENCH.show(card) for card in final))
        assert won(table) == 1000 * (share(rules, end, place) - 1)


@both
def test_the_loops_mean_is_the_edge(region: str) -> None:
    rules = game(NAME).rules(region)
    edge = float(game(NAME).odds(rules)[0].figures.edge)
    (bet,) = simulate(game(NAME).program(rules, standard(rules), {"inicial": 1000}), 400_000, seed=5, length=1000).bets
    assert abs(bet.edge - edge) < 4 * bet.std_error
