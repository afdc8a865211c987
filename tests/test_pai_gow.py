"""Pai gow, article by article. Expected values come from the texts and from counting, not from the code."""

import random
from itertools import product

import pytest

from tapete.audit.limits import check_settings
from tapete.cards.card import FRENCH_JOKER
from tapete.engine.requests import Act, Announce, Move
from tapete.engine.round import Round
from tapete.engine.session import Session
from tapete.engine.settings import standard
from tapete.engine.views import NOBODY
from tapete.errors import IllegalAction
from tapete.games import game
from tapete.games.pai_gow.hands import bank_part, order, part
from tapete.games.pai_gow.play import from_the_dice
from tapete.law.loading import RulebookError
from tests.helpers import close, edited, lies, refused, sit, stake, total
from tests.hidden import exchanging
from tests.test_cli import run

NAME, EX, AS, PV = "pai-gow", "extremadura", "asturias", "pais-vasco"
REGIONS = [EX, AS, PV]
all_three = pytest.mark.parametrize("region", REGIONS)
# The bank's seven cards of most tests. Kings and nines are parted: nines low, kings with 7-4-2 high.
BANK = "Kc Kd 9h 9s 7c 4d 2h"
# Cards for a player's high and low hand that are better than those, equal or worse.
HIGHS = {"superior": "Ah Ad 8c 6d 3s", "igualdad": "Kh Ks 7d 4h 2c", "inferior": "Qh Qs 8c 6d 3s"}
LOWS = {"superior": "10h 10d", "igualdad": "9c 9d", "inferior": "5h 5d"}
# By the printed table: case, how high and low hand stand, what the player wins for 10 euros at 5 per cent.
TABLE = {
    ("superior", "superior"): (1, 950),
    ("superior", "inferior"): (2, 0),
    ("inferior", "superior"): (2, 0),
    ("superior", "igualdad"): (3, 0),
    ("igualdad", "superior"): (3, 0),
    ("inferior", "igualdad"): (4, -1000),
    ("igualdad", "inferior"): (4, -1000),
    ("igualdad", "igualdad"): (5, -1000),
    ("inferior", "inferior"): (6, -1000),
}
CASES = {
    EX: ["1.15.7§8", "1.15.7§9", "1.15.7§10", "1.15.7§11", "1.15.7§12", "1.15.7§13"],
    AS: [f"C.4.b.{case}" for case in range(1, 7)],
    PV: [f"14.VI.caso-{case}" for case in ("1", "2-y-2b", "3-y-3b", "4-y-4b", "5", "6")],
}


def parse(text: str) -> tuple[int, ...]:
    return FRENCH_JOKER.parse(text)


def offered(session: Session) -> Round:
    """A hand that is offered to all, who pass: the croupier is the bank."""
    table = session.open()
    while table.pending and table.pending.label.startswith("choose:"):
        table.act(table.pending.actors()[0], Act("pass"))  # type: ignore[attr-defined]
    return table


def banked(session: Session, who: str, amount: int) -> Round:
    """A hand with somebody's bank."""
    table = session.open()
    while table.pending and table.pending.label != f"choose:{who}:banca":
        table.act(table.pending.actors()[0], Act("pass"))  # type: ignore[attr-defined]
    table.act(who, Act("bank", cents=amount))
    return table


def dealt(table: Round, dice: list[int], *bets: tuple[str, str]) -> Round:
    """Stakes, no more bets, the dice."""
    for who, amount in bets:
        stake(table, who, "apuesta", amount)
    close(table)
    table.fell(dice)
    return table


def parted(table: Round) -> Round:
    """Everybody lays the first two cards as the low hand."""
    while table.pending and table.pending.label == "manos":
        who = table.pending.actors()[0]  # type: ignore[attr-defined]
        table.act(who, table.pending.open(who)[0].least_act)  # type: ignore[attr-defined]
    return table


def cards(table: Round, *hands: str) -> Round:
    """Hands turned over one after another: the bank's as they lie, a player's with the low hand first."""
    for hand in hands:
        for card in hand.split():
            table.fell(card)
    return table


def against(region: str, low: str, high: str, bank: str = BANK, amount: str = "10", **sitting: object) -> Round:
    """Ana's two hands against the croupier's."""
    table = dealt(offered(sit(NAME, region, **sitting)), [1, 1, 1], ("ana", amount))  # type: ignore[arg-type]
    return cards(parted(table), bank, f"{low} {high}")


def won(table: Round, who: str = "ana") -> int:
    """What somebody has won, in cents, once nothing lies on the felt or in a bank."""
    assert table.finished
    assert lies(table, "felt/") == lies(table, "banca/") == {}
    return table.places[f"chips/{who}"] - 100_000


# The hands


@all_three
def test_ex_1_15_5_1_and_as_c_1_and_pv_14_iv_the_order_of_hands(region: str) -> None:
    """The worst and the best of each kind; the run from ace to five is the second, suited or not."""
    score = order(game(NAME).rules(region)).high.score
    rising = (
        "7c 5d 4h 3s 2c, Ac Kd Qh Js 9c, 2c 2d 3h 4s 5c, Ac Ad Kh Qs Jc, 2c 2d 3h 3s 4c, Ac Ad Kh Ks Qc, "
        "2c 2d 2h 3s 4c, Ac Ad Ah Ks Qc, 2c 3d 4h 5s 6c, 9c 10d Jh Qs Kc, Ac 2d 3h 4s 5c, 10c Jd Qh Ks Ac, "
        "7c 5c 4c 3c 2c, Ac Kc Qc Jc 9c, 2c 2d 2h 3s 3c, Ac Ad Ah Ks Kc, 2c 2d 2h 2s 3c, Ac Ad Ah As Kc, "
        "2c 3c 4c 5c 6c, 9c 10c Jc Qc Kc, Ac 2c 3c 4c 5c, 10c Jc Qc Kc Ac, Ac Ad Ah As Jk"
    )
    scores = [score(parse(hand)) for hand in rising.split(", ")]
    assert scores == sorted(set(scores))


@all_three
def test_ex_1_15_1_and_as_c_and_pv_14_i_the_highest_two_cards_are_two_aces(region: str) -> None:
    score = order(game(NAME).rules(region)).low.score
    rising = ["3c 2d", "Ac 2d", "Ac Kd", "2c 2d", "Kc Kd", "Ac Ad"]
    scores = [score(parse(hand)) for hand in rising]
    assert scores == sorted(set(scores))
    assert score(parse("Jk Ad")) == scores[-1] == max(scores)
    assert score(parse("Jk Kd")) == scores[2]


@all_three
def test_ex_1_15_2_1_and_as_c_1_a_and_pv_14_ii_1_what_the_joker_completes(region: str) -> None:
    found = order(game(NAME).rules(region)).high
    kinds = {
        "Jk 2d 4h 5s 6c": "escalera",
        "Jk Kd Qh Js 10c": "escalera",
        "Jk 3c 4c 5c 6c": "escalera-de-color",
        "Jk 10c Jc Qc Kc": "escalera-real",
        "Jk 3c 4c 9c Kc": "color" if region != EX else "carta-mayor",
        "Jk 3d 3c 9c Kc": "pareja",
        "Jk As 3c 9c Kc": "pareja",
        "Jk Kd Kc 9c 9d": "doble-pareja",
        "Jk As Ad 9c 9d": "full",
        "Jk As Ad Ac 9d": "poker",
    }
    assert {hand: found.category(found.score(parse(hand))) for hand in kinds} == kinds


def test_ex_1_15_2_1_the_joker_completes_a_colour_where_it_is_switched_so() -> None:
    found = order(game(NAME).rules(EX, {"equipment.cards.joker": "likely"})).high
    assert found.category(found.score(parse("Jk 3c 4c 9c Kc"))) == "color"
    # It stands for the highest card that the colour lacks, never for a second ace.
    assert found.score(parse("Jk Ac Qc 9c 5c")) == found.score(parse("Kd Ad Qd 9d 5d"))


@all_three
def test_ex_1_15_1_and_as_c_3_f_and_pv_14_i_the_high_hand_stands_above_the_low_one(region: str) -> None:
    rules = game(NAME).rules(region)
    foul = {
        "Ac Qd Ah Js 9c 5d 3h": True,  # A-Q beside A-J
        "Ac Jd Ah Qs 9c 5d 3h": False,
        "Ac Jd Ah Js 9c 5d 3h": False,  # equal beginnings: the hand of more cards is the higher
        "Ac Ad Ah As 9c 5d 3h": False,
        "Kc Kd Ah As 9c 5d 3h": False,
        "Ac Ad Kh Ks 9c 5d 3h": True,
        "2c 2d Ah Ks 9c 5d 3h": True,
        "Ac Kd 2h 2s 9c 5d 3h": False,
        "Ac Ad 3h 4s 5c 6d 7h": False,
        "Jk Kd Ah Qs 9c 5d 3h": True,
    }
    assert {hand: part(rules, parse(hand), (0, 1)).foul for hand in foul} == foul


# The bank's way, rule by rule as the sources in the rulebook's note have them: seven cards, and which go low
WAY = {
    "no pair: the highest card high, the next two low": ("Ac Kd Jh 9s 7c 4d 2h", "Kd Jh"),
    "a pair high": ("Ac Ad Jh 9s 7c 4d 2h", "Jh 9s"),
    "low pairs without a king": ("6c 6d 3h 3s Qc 9d 8h", "3h 3s"),
    "low pairs with a king": ("6c 6d 3h 3s Kc 9d 8h", "Kc 9d"),
    "a medium and a low pair without a king": ("10c 10d 3h 3s Qc 9d 8h", "3h 3s"),
    "a medium and a low pair with a king": ("10c 10d 3h 3s Kc 9d 8h", "Kc 9d"),
    "a high and a low pair with a king": ("Jc Jd 6h 6s Kc 9d 8h", "6h 6s"),
    "a high and a low pair with an ace": ("Jc Jd 6h 6s Ac 9d 8h", "Ac 9d"),
    "medium pairs with a king": ("8c 8d 7h 7s Kc 3d 2h", "7h 7s"),
    "medium pairs with an ace": ("8c 8d 7h 7s Ac 3d 2h", "Ac 3d"),
    "a high and a medium pair are parted": ("Jc Jd 7h 7s Ac 3d 2h", "7h 7s"),
    "high pairs are parted": ("Kc Kd Jh Js Ac 3d 2h", "Jh Js"),
    "aces and a pair are parted": ("Ac Ad 2h 2s Kc 9d 8h", "2h 2s"),
    "two pairs go before a run": ("9c 9d 8h 8s 7c 6d 5h", "8h 8s"),
    "three pairs: the highest low": ("Qc Qd 8h 8s 4c 4d Ah", "Qc Qd"),
    "three of a kind stay": ("8c 8d 8h Ks 6c 4d 2h", "Ks 6c"),
    "three aces do not": ("Ac Ad Ah Js 6c 4d 2h", "Ac Js"),
    "three of a kind twice: a pair of the higher low": ("Qc Qd Qh 8s 8c 8d 2h", "Qc Qd"),
    "a run without a pair: the best two low": ("9c 8d 7h 6s 5c 4d Kh", "9c Kh"),
    "a colour without a pair: the best two low": ("Kc 9c 7c 5c 3c 2c Ah", "Kc Ah"),
    "a run with a pair that can go low": ("9c 8d 7h 6s 5c Qd Qh", "Qd Qh"),
    "a run with a pair below ten": ("9c 9d 8h 7s 6c 5d Ah", "9c Ah"),
    "a pair from ten on and an ace before a run": ("10c 10d Ah Ks Qc Jd 4h", "Ah Ks"),
    "a run and three of a kind: a pair low": ("9c 8d 7h 6s 5c 7d 7s", "7h 7d"),
    "a full is parted": ("8c 8d 8h 5s 5c Kd 2h", "5s 5c"),
    "not with twos beside ace and king": ("8c 8d 8h 2s 2c Ad Kh", "Ad Kh"),
    "a full and another pair: the higher low": ("8c 8d 8h 5s 5c Kd Kh", "Kd Kh"),
    "low fours stay": ("6c 6d 6h 6s Qc 9d 2h", "Qc 9d"),
    "medium fours with an ace stay": ("10c 10d 10h 10s Ac 9d 2h", "Ac 9d"),
    "medium fours without an ace do not": ("10c 10d 10h 10s Kc 9d 2h", "10c 10d"),
    "high fours do not": ("Jc Jd Jh Js Ac 9d 2h", "Jc Jd"),
    "fours and a pair: the pair low": ("Jc Jd Jh Js 2c 2d Ah", "2c 2d"),
    "fours and three: a pair of the three low": ("Jc Jd Jh Js 2c 2d 2h", "2c 2d"),
    "five aces: two low": ("Ac Ad Ah As Jk Qc Qd", "Ac Ad"),
    "not beside two kings": ("Ac Ad Ah As Jk Kc Kd", "Kc Kd"),
    "the joker is an ace": ("Jk Kd Jh 9s 7c 4d 2h", "Kd Jh"),
}


@all_three
@pytest.mark.parametrize("rule", WAY)
def test_ex_1_15_7_6_and_as_c_3_f_and_pv_14_vi_6_the_bank_sets_its_cards_its_own_way(region: str, rule: str) -> None:
    rules, (hand, low) = game(NAME).rules(region), WAY[rule]
    found = [parse(hand)[at] for at in bank_part(rules, parse(hand))]
    assert FRENCH_JOKER.text(found) == low


@all_three
def test_the_banks_way_is_never_foul(region: str) -> None:
    rules, source = game(NAME).rules(region), random.Random(1)
    for _ in range(300):
        hand = source.sample(FRENCH_JOKER.cards, 7)
        assert not part(rules, hand, bank_part(rules, hand)).foul


# The rulebook


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("[hands.kinds.color]", "[hands.kinds.colour]", "every kind has one place"),
        ('hands = [["igualdad", "igualdad"]]', 'hands = [["igualdad", "inferior"]]', "each of the nine ways"),
        ("[bets.apuesta]", "[bets.otra]", "bets: there is apuesta alone"),
        ("seats = 6", "seats = 7", "as many as the pack has hands for"),
        ('remedy = "sigue"', 'remedy = "nada"', "irregularities.tocar-las-cartas.remedy"),
        ("[calls.dice]", "[calls.other]", "calls.dice: missing"),
        ('values = ["5", "4"', 'values = ["6", "4"', "default '5'"),
        ('["ocupadas", "todas"]', '["ocupadas", "algunas"]', "options.cuenta.values: among"),
    ],
)
def test_a_rulebook_that_cannot_be_is_refused(old: str, new: str, reason: str) -> None:
    with pytest.raises(RulebookError, match=reason):
        edited(NAME, EX, (old, new))


@all_three
def test_ex_1_15_6_and_as_c_2_and_pv_14_v_no_multiple_binds_the_maximum(region: str) -> None:
    rules = game(NAME).rules(region)
    for multiple in (1, 7, 1000):
        settings = standard(rules)
        settings.maximum["apuesta"] = multiple * 500
        assert check_settings(rules, settings) == []


# The stakes


@pytest.mark.parametrize(("region", "article"), [(EX, "1.15.4§1"), (AS, "C.6§1"), (PV, "14.III.3§1")])
def test_ex_1_15_4_and_as_c_6_and_pv_14_iii_3_six_players(region: str, article: str) -> None:
    names = [f"p{i}" for i in range(7)]
    table = offered(sit(NAME, region, chips=dict.fromkeys(names, 10_000)))
    for who in names[:-1]:
        stake(table, who, "apuesta", "5")
    with pytest.raises(IllegalAction, match="6 may play at most") as found:
        stake(table, names[-1], "apuesta", "5")
    assert found.value.article == article
    close(table)
    table.fell([1, 1, 1])
    assert sum(len(slots) for slots in table.cards.values()) == 49
    assert table.said()[-1] == "Sobran 4 cartas."


@all_three
def test_a_player_who_is_the_bank_stakes_nothing(region: str) -> None:
    table = banked(sit(NAME, region), "ana", 10_000)
    article = {EX: "1.15.7§5", AS: "C.3.c", PV: "14.VI§5"}[region]
    refused(table, "ana", Act("stake", "apuesta", 500), article)
    stake(table, "luis", "apuesta", "5")


# The bank goes round


@all_three
def test_ex_1_15_7_5_and_as_c_3_c_and_pv_14_vi_5_the_bank_is_offered_to_one_after_another(region: str) -> None:
    """Once all have had their turn the croupier must take it; then it begins anew."""
    order = ["ana", "luis"] if region == PV else ["luis", "ana"]
    session = sit(NAME, region)
    banks = []
    for choices in (["pass", "pass"], ["pass", "bank"], [], ["bank"], ["pass"], ["bank"], ["bank"], []):
        table = session.open()
        asked = []
        for choice in choices:
            assert table.pending is not None
            asked.append(table.pending.label.split(":")[1])
            table.act(asked[-1], Act(choice, cents=500 if choice == "bank" else 0))
        assert table.pending is not None
        assert table.pending.label == "stakes"
        banks.append(table.said()[0])
        close(table)
        assert table.finished
    first, second = order
    named = ["crupier", second, "crupier", first, "crupier", first, second, "crupier"]
    assert banks == [f"La banca, para {who}." for who in named]


@all_three
def test_who_has_not_the_least_stake_is_not_offered_the_bank(region: str) -> None:
    table = sit(NAME, region, chips={"ana": 499, "luis": 10_000}).open()
    assert table.pending is not None
    assert table.pending.label == "choose:luis:banca"
    table.act("luis", Act("pass"))
    assert table.pending.label == "stakes"


@all_three
def test_a_bank_that_nobody_plays_against_goes_back(region: str) -> None:
    table = banked(sit(NAME, region), "ana", 10_000)
    assert lies(table, "banca/") == {"banca/ana": 10_000}
    close(table)
    assert won(table) == 0


# Dice and deal


def test_ex_1_15_7_3_and_pv_14_vi_3_at_a_full_table_the_banker_is_1_8_and_15() -> None:
    places = ["crupier", "a", "b", "c", "d", "e", "f"]
    for banker in places:
        first = {total: from_the_dice(places, places, banker, total)[0] for total in range(3, 19)}
        assert [total for total, who in first.items() if who == banker] == [8, 15]
        assert first[9] == places[(places.index(banker) + 1) % 7]


@all_three
@pytest.mark.parametrize(("dice", "first"), [([1, 1, 1], 2), ([1, 1, 2], 0), ([1, 1, 3], 1), ([6, 6, 6], 2)])
def test_ex_1_15_7_3_and_as_c_3_d_and_pv_14_vi_3_it_is_counted_the_way_of_the_deal(
    region: str, dice: list[int], first: int
) -> None:
    """Three hands: 3, 6, … fall on the third from the banker, 4, 7, … on the banker, 5, 8, … on the second."""
    round = ["crupier", "ana", "luis"] if region == PV else ["crupier", "luis", "ana"]
    table = dealt(offered(sit(NAME, region)), dice, ("ana", "5"), ("luis", "5"))
    turned = round[first:] + round[:first]
    dealt_to = [place.partition("/")[2] for place in table.cards]
    assert dealt_to == turned
    assert table.cards[f"mano/{turned[0]}"] == [f"#{i}" for i in range(7)]
    assert table.said()[-2] == f"{sum(dice)}: la primera mano, para {turned[0]}."
    assert table.said()[-1] == "Sobran 32 cartas."


def test_pv_14_vi_3_a_house_may_count_empty_places_too() -> None:
    """Seven places: with 5 the count ends on an empty one, and the next that has a hand is the croupier again."""
    for way, first in (("ocupadas", "ana"), ("todas", "crupier")):
        table = offered(sit(NAME, PV, options={"cuenta": way}))
        dealt(table, [2, 1, 1], ("ana", "5"))
        assert next(iter(table.cards)) == f"mano/{first}"


@pytest.mark.parametrize("region", [EX, AS])
@pytest.mark.parametrize(("dice", "first"), [([1, 1, 1], "luis"), ([1, 1, 4], "luis"), ([1, 2, 4], "ana")])
def test_ex_1_15_7_3_and_as_c_3_d_empty_places_lie_where_nobody_sits(region: str, dice: list[int], first: str) -> None:
    """Ana and Luis sit at the croupier's left: against the clock four empty places come first, then Luis, then Ana."""
    table = offered(sit(NAME, region, options={"cuenta": "todas"}))
    dealt(table, dice, ("ana", "5"), ("luis", "5"))
    assert next(iter(table.cards)) == f"mano/{first}"


@all_three
def test_ex_1_15_7_6_and_as_c_3_f_and_pv_14_vi_6_everybody_sees_their_own_cards_and_the_croupier_none(
    region: str,
) -> None:
    table = offered(sit(NAME, region, physical=False))
    for who in ("ana", "luis"):
        stake(table, who, "apuesta", "5")
    close(table)
    assert all(table.view("ana").cards["mano/ana"])
    assert not any(table.view("ana").cards["mano/luis"] + table.view("ana").cards["mano/crupier"])
    for other in ("croupier", "watcher", NOBODY):
        assert {card for cards in table.view(other).cards.values() for card in cards} == {""}
    low = table.cards["mano/ana"][2:4]
    table.act("ana", Act("set", slots=tuple(low)))
    assert table.cards["baja/ana"] == low
    assert not any(table.view("luis").cards["baja/ana"] + table.view("ana").cards["mano/crupier"])
    with pytest.raises(IllegalAction, match="no cards to set"):
        table.act("ana", Act("set", slots=tuple(low)))
    table.act("luis", Act("set", slots=tuple(table.cards["mano/luis"][:2])))
    assert table.finished
    assert all(table.view(NOBODY).cards["alta/crupier"])


@all_three
@pytest.mark.parametrize("slots", [(), ("#0",), ("#0", "#0"), ("#0", "#1", "#2"), ("#0", "#20")])
def test_the_low_hand_is_two_of_ones_own_cards(region: str, slots: tuple[str, ...]) -> None:
    table = dealt(offered(sit(NAME, region)), [1, 1, 1], ("ana", "5"))
    assert table.cards["mano/ana"][0] in ("#0", "#7")
    with pytest.raises(IllegalAction):
        table.act("ana", Act("set", slots=slots))


@all_three
@pytest.mark.parametrize("who", ["ana", "luis", "watcher", NOBODY, "croupier"])
def test_exchanging_the_cards_somebody_was_not_shown_changes_nothing_that_reaches_them(region: str, who: str) -> None:
    for seed, sets in product(range(2), (0, 1)):

        def played(table: Round, sets: int = sets) -> Round:
            while table.pending and table.pending.label.startswith("choose:"):
                table.act(table.pending.actors()[0], Act("pass"))  # type: ignore[attr-defined]
            for name in ("ana", "luis"):
                stake(table, name, "apuesta", "10")
            close(table)
            if sets:
                table.act("ana", Act("set", slots=tuple(table.cards["mano/ana"][2:4])))
            return table

        unseen = exchanging(sit(NAME, region, physical=False, seed=seed).open(), played, who, cards=49, seed=seed)
        assert unseen == (42 if who in ("ana", "luis") else 49)


# The table that compares hands


@all_three
@pytest.mark.parametrize("stands", TABLE)
def test_ex_1_15_7_8_to_13_and_as_c_4_b_and_pv_14_vi_7_every_case(region: str, stands: tuple[str, str]) -> None:
    high, low = stands
    case, net = TABLE[stands]
    table = against(region, LOWS[low], HIGHS[high])
    assert won(table) == net
    said = {950: "ganancia", 0: "partida nula", -1000: "pérdida"}[net]
    assert table.said()[-1] == f"Ana: {said}."
    moves = [entry for entry in table.log if isinstance(entry, Move)]
    assert moves[-1].article == CASES[region][case - 1]


@all_three
def test_ex_1_15_6_and_as_c_2_c_and_pv_14_v_3_the_commission_is_up_to_5_per_cent_of_the_gain(region: str) -> None:
    """Of 10.50 it would be 52.5 cents: the half is not kept."""
    gains = {"5": 1050 - 52, "4": 1050 - 42, "1": 1050 - 10, "0": 1050}
    for percent, gain in gains.items():
        options = {"comision": percent}
        table = against(region, LOWS["superior"], HIGHS["superior"], amount="10.50", options=options)
        assert won(table) == gain
    assert won(against(region, LOWS["inferior"], HIGHS["superior"], options={"comision": "5"})) == 0


@all_three
def test_ex_1_15_6_and_as_c_2_c_and_pv_14_v_3_any_share_up_to_5_per_cent_down_to_the_cent_or_the_chip(
    region: str,
) -> None:
    """Of 10.50 a fortieth is 26.25 cents, a twentieth 52.5: the house may keep less than its share, never more."""
    for options, kept in (
        ({"comision": "2.5"}, 26),
        ({"comision": "2.5", "redondeo": "ficha"}, 0),
        ({"comision": "5", "redondeo": "ficha"}, 50),
    ):
        table = against(region, LOWS["superior"], HIGHS["superior"], amount="10.50", options=options)
        assert (won(table), standard(game(NAME).rules(region)).chip) == (1050 - kept, 50)
    assert not game(NAME).rules(region).options["comision"].takes("5.05")


@all_three
def test_the_hands_are_called(region: str) -> None:
    said = against(region, "Jk 10d", HIGHS["superior"]).said()
    assert said[-3] == (
        "Crupier, mano alta: rey de tréboles, rey de diamantes, 7 de tréboles, 4 de diamantes, 2 de corazones. "
        "Mano baja: 9 de corazones, 9 de picas."
    )
    assert said[-2].endswith("Mano baja: comodín, 10 de diamantes.")


# Hands badly made


@all_three
def test_ex_1_15_8_3_and_as_c_3_j_and_pv_14_vii_3_a_foul_hand_loses_the_whole_stake(region: str) -> None:
    """Two aces low beside two queens would win one hand of the two."""
    table = against(region, "Ah Ad", HIGHS["inferior"])
    assert won(table) == -1000
    moves = [entry for entry in table.log if isinstance(entry, Move)]
    assert moves[-1].article == {EX: "1.15.8§3", AS: "C.3.j", PV: "14.VII.3"}[region]


@all_three
def test_a_foul_bank_loses_to_hands_that_are_well_made_and_wins_from_foul_ones(region: str) -> None:
    for low, high, net in (("5h 3d", "Qh Qs 8c 6d 2s", 950), ("Qh Qs", "5h 3d 8c 6d 2s", -1000)):
        table = dealt(banked(sit(NAME, region), "ana", 10_000), [1, 1, 1], ("luis", "10"))
        cards(parted(table), "Kc Kd 9h 9s 7c 4d 2h", "Ac Ad 10h 10s 7d 4s 2c", f"{low} {high}")
        assert won(table, "luis") == net


def test_pv_14_vii_3_the_croupiers_foul_hand_loses_and_ex_1_15_8_3_it_is_put_right() -> None:
    for region, net, said in (
        (PV, 950, "La mano de la casa está mal hecha."),
        (EX, -1000, "La mano de la casa se corrige."),
        (AS, -1000, "La mano de la casa se corrige."),
    ):
        table = parted(dealt(offered(sit(NAME, region)), [1, 1, 1], ("ana", "10")))
        cards(table, BANK)
        table.report("mano-de-la-casa-mal-hecha")
        assert table.said()[-1] == said
        assert won(cards(table, f"{LOWS['inferior']} {HIGHS['inferior']}")) == net


def test_pv_14_vii_3_the_croupiers_foul_hand_loses_to_a_players_bank_too() -> None:
    table = dealt(banked(sit(NAME, PV, options={"apuesta-de-la-casa": "minimo"}), "ana", 10_000), [1, 1, 1])
    cards(parted(table), "Ac Ad Kh Ks 7c 4d 2h")
    table.report("mano-de-la-casa-mal-hecha")
    assert won(cards(table, "5h 3d Qh Qs 8c 6d 2s")) == 500 - 25


# A player's bank

# Three players against Ana's bank of kings over nines; the croupier's hand, with queens over fives, loses to it.
HOUSE, ANA = "Qc Qd 5h 5s 8c 6d 3h", "9h 9s Kc Kd 7c 4d 2h"
WINS, LOSES = "10h 10d Ah Ad 8d 6s 3s", "5c 2s Jh Js 8h 6h 3c"
WINS_TOO, NULL = "10c 10s Ac As Jc 6c 4c", "10c 10s Jc Jd 4c 6c 2c"


def bank_of(amount: int, region: str = PV, **options: str) -> Round:
    """Ana's bank against Luis, Eva and Juan, who stake 50, 30 and 20 and are settled in that order."""
    chips = dict.fromkeys(["ana", "luis", "eva", "juan"], 100_000)
    table = banked(sit(NAME, region, chips=chips, options=options), "ana", amount)
    # Five hands in PV: ana 1, luis 2, eva 3, juan 4, croupier 5. With 7 luis has the first hand.
    return parted(dealt(table, [3, 3, 1], ("luis", "50"), ("eva", "30"), ("juan", "20")))


def test_pv_14_vi_8_a_players_bank_takes_and_pays_one_after_another_from_the_dice() -> None:
    """Luis and Juan win 50 and 20, each less 5 per cent; Eva loses 30: Ana's bank is 40 down and pays no commission."""
    table = cards(bank_of(100_00), HOUSE, ANA, WINS, LOSES, WINS_TOO)
    assert [won(table, who) for who in ("luis", "eva", "juan", "ana")] == [4750, -3000, 1900, -4000]
    assert table.places["commission"] == 250 + 100
    assert "bank" not in table.places or not table.places["bank"]
    assert total(table) == 400_000


def test_pv_14_vi_8_a_players_bank_pays_as_far_as_it_reaches() -> None:
    """With 40 Luis is paid 40 of 50, Juan 20 of what Eva lost; what is paid bears the commission."""
    table = cards(bank_of(40_00), HOUSE, ANA, WINS, LOSES, WINS_TOO)
    assert [won(table, who) for who in ("luis", "eva", "juan", "ana")] == [3800, -3000, 1900, -3000]
    assert "La banca no alcanza: luis deja de cobrar 10." in table.said()
    assert table.places["commission"] == 200 + 100


def test_pv_14_vi_8_where_only_the_fund_pays_what_was_taken_is_not_paid_out() -> None:
    """With 40 Luis takes all of it; Juan keeps his stake and is paid nothing; Ana keeps what Eva lost."""
    table = cards(bank_of(40_00, alcance="fondo"), HOUSE, ANA, WINS, LOSES, WINS_TOO)
    assert [won(table, who) for who in ("luis", "eva", "juan", "ana")] == [3800, -3000, 0, -1000]
    assert "La banca no alcanza: juan deja de cobrar 20." in table.said()


def test_pv_14_vi_8_where_the_fund_covers_stakes_beforehand_the_rest_is_not_in_play() -> None:
    """With 60 all of Luis's 50 is covered and 10 of Eva's 30, which she loses; Juan takes his 20 back and no cards."""
    table = bank_of(60_00, alcance="cubierto")
    assert "La banca no alcanza: eva deja de cobrar 20." in table.said()
    assert "La banca no alcanza: juan deja de cobrar 20." in table.said()
    cards(table, HOUSE, ANA, WINS, LOSES)
    assert [won(table, who) for who in ("luis", "eva", "juan", "ana")] == [4750, -1000, 0, -4000]
    assert total(table) == 400_000


def test_pv_14_vi_6_what_the_croupiers_hand_stakes_is_covered_first() -> None:
    """Of a bank of 55 it has 5, Luis's 50 the rest; it wins, Luis loses, and Ana is 45 up less a commission."""
    table = bank_of(55_00, alcance="cubierto", **{"apuesta-de-la-casa": "minimo"})
    cards(table, "Ac As Kh Ks 8c 6d 3h", ANA, LOSES)
    assert table.places["bank"] == 500
    assert [won(table, who) for who in ("luis", "eva", "juan", "ana")] == [-5000, 0, 0, 4500 - 225]


def test_pv_14_v_3_a_players_bank_pays_commission_on_what_it_won_in_all() -> None:
    """Luis loses 50, Eva wins 30, Juan is null: Ana wins 20 net and pays 1 of it, Eva 1.50."""
    for reach in ("lo-cobrado", "fondo", "cubierto"):
        table = cards(bank_of(100_00, alcance=reach), HOUSE, ANA, LOSES, WINS, NULL)
        assert [won(table, who) for who in ("luis", "eva", "juan", "ana")] == [-5000, 2850, 0, 1900]
        assert table.places["commission"] == 150 + 100


def test_pv_14_vi_6_the_croupiers_hand_is_compared_first_and_may_stake() -> None:
    """It loses 5 to Ana's bank: she is 20 + 5 up and pays 1.25."""
    table = cards(
        bank_of(100_00, **{"apuesta-de-la-casa": "minimo"}), HOUSE, ANA, LOSES, WINS, "10c 10s Jc Jd 4c 6c 2c"
    )
    assert won(table) == 2500 - 125
    assert [text for text in table.said() if text.endswith((".",)) and ": " in text][-4:] == [
        "Crupier: pérdida.",
        "Luis: pérdida.",
        "Eva: ganancia.",
        "Juan: partida nula.",
    ]


def test_pv_14_vi_6_the_croupiers_stake_is_paid_first_without_commission() -> None:
    """Aces over kings win 5 of a bank of 6: Luis, who wins 50, is paid 1 less a commission of 5 cents."""
    table = bank_of(6_00, **{"apuesta-de-la-casa": "minimo"})
    cards(table, "Ac As Kh Ks 8c 6d 3h", ANA, "10h 10d Ah Ad 8d 6s 3s", LOSES, "5d 2c Jc Jd 8s 6c 3d")
    assert table.places["bank"] == 500
    assert won(table, "luis") == 95
    assert won(table) == 0 - 600 + 3000 + 2000 - 220


# What goes wrong


@all_three
def test_ex_1_15_7_4_and_as_c_3_e_and_pv_14_vi_4_a_misdeal_voids_the_hand(region: str) -> None:
    table = dealt(banked(sit(NAME, region), "ana", 10_000), [1, 1, 1], ("luis", "10"))
    table.report("error-de-reparto")
    assert won(table) == won(table, "luis") == 0
    table = parted(dealt(offered(sit(NAME, region)), [1, 1, 1], ("ana", "10")))
    cards(table, BANK)
    table.report("error-de-reparto")
    assert won(table) == 0


@all_three
@pytest.mark.parametrize("breach", ["mostrar-o-hablar", "tocar-las-cartas"])
def test_ex_1_15_8_1_and_as_c_5_and_pv_14_vii_1_what_is_forbidden_is_noted_and_the_hand_stands(
    region: str, breach: str
) -> None:
    table = parted(dealt(offered(sit(NAME, region)), [1, 1, 1], ("ana", "10")))
    cards(table, BANK)
    table.report(breach)
    assert table.said()[-1] == "Sigue la jugada."
    assert won(cards(table, f"{LOWS['superior']} {HIGHS['superior']}")) == 950


@pytest.mark.parametrize("region", ["extremadura", "asturias"])
def test_the_text_announces_no_last_rounds(region: str) -> None:
    with pytest.raises(IllegalAction, match="announces no last rounds"):
        offered(sit(NAME, region)).act("director", Act("last"))


def test_pv_da_6_2_c_the_float_is_15_000_minimums() -> None:
    rules = game(NAME).rules(PV)
    assert rules.float_.times_minimum == 15_000
    assert rules.float_.article == "da.6.2.c"


def test_in_the_terminal_cards_are_named_by_their_faces_or_by_their_slots() -> None:
    """Ana's cards of this seed are, from #7 on, 9d Kh 9s Qd 10d 7h Js."""
    for words in ("9s 7H # a comment", "#9 #12"):
        lines = f"pass\napuesta 10\nya\nset {words}\nbank 100\nya\n"
        found = run("play", NAME, "--region", PV, "--seed", "a", stdin=lines)
        assert found.returncode == 0, found.stderr
        assert "Mano baja: 9 de picas, 7 de corazones." in found.stdout
        assert "ana → ana's bank" in found.stdout


def test_what_is_called_at_the_table_in_order() -> None:
    calls = [
        entry.call for entry in against(EX, LOWS["superior"], HIGHS["superior"]).log if isinstance(entry, Announce)
    ]
    assert calls == ["bank", "open", "close", "dice", "left", "hands", "hands", "result"]
