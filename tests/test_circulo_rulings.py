"""What the inspector rules on in poker between players: each ruling has the consequence that its text gives it."""

import pytest

from tapete.cards.card import FRENCH
from tapete.engine.requests import Act, Chance, Move, Spin
from tapete.engine.round import Round
from tapete.games import game
from tests.helpers import refused
from tests.test_circulo import EX, FOUR, GA, PV, asked, deal, do, held, may, said, sit, stacks

ARTICLES = {EX: "2.2.10.3", GA: "art. 24.3", PV: "17.VIII.3"}


def rules_on(found: Round, on: str, euros: int = 0, *slots: str) -> None:
    """The inspector rules."""
    found.act("inspector", Act("rule", on, euros * 100, slots))


@pytest.mark.parametrize("region", [EX, GA, PV])
def test_ex_2_2_10_3_c_and_ga_art_24_3_c_and_pv_17_viii_3_c_too_few_chips_stay_and_are_completed(region: str) -> None:
    """Who matches 40 with 15 leaves them there: he adds 25 or gives up, and does not raise."""
    hand = deal(sit("holdem", region))
    first = asked(hand)
    do(hand, f"{first} {'raise' if region == EX else 'bet'} 40")
    who = asked(hand)
    before = stacks(hand, who)[0]
    rules_on(hand, f"fichas-de-menos:{who}", 15)
    assert asked(hand) == who and stacks(hand, who) == [before - 15]
    assert may(hand, who).keys() == {"fold", "call"}
    do(hand, f"{who} call")
    assert stacks(hand, who) == [before - 40]
    moves = [entry for entry in hand.log if isinstance(entry, Move)]
    assert [move.article for move in moves if move.cents == 1500] == [f"{ARTICLES[region]}.c"]


def test_ex_2_2_10_3_c_as_many_chips_as_the_bet_are_not_too_few() -> None:
    hand = deal(sit("holdem", EX))
    do(hand, "eva raise 40")
    refused(hand, "inspector", Act("rule", "fichas-de-menos:pau", 4000), "2.2.10.3.c")


@pytest.mark.parametrize("region", [EX, GA, PV])
def test_ex_2_2_10_3_d_and_ga_art_24_3_d_and_pv_17_viii_3_d_a_greater_chip_unannounced_matches(region: str) -> None:
    """A chip of 100 against a bet of 40: 40 are matched, 60 go back, and the next is asked."""
    hand = deal(sit("holdem", region))
    first = asked(hand)
    do(hand, f"{first} {'raise' if region == EX else 'bet'} 40")
    who = asked(hand)
    before = stacks(hand, who)[0]
    rules_on(hand, f"ficha-mayor:{who}")
    assert stacks(hand, who) == [before - 40] and asked(hand) not in (first, who)


@pytest.mark.parametrize(("region", "article"), [(EX, "2.2.9.10§1"), (GA, "art. 23.2§7"), (PV, "17.VII.2§6")])
def test_ex_2_2_9_10_and_ga_art_23_2_7_and_pv_17_vii_2_6_who_bets_looks_and_raises_has_matched(
    region: str, article: str
) -> None:
    hand = deal(sit("holdem", region))
    do(hand, f"{asked(hand)} {'raise' if region == EX else 'bet'} 40")
    who = asked(hand)
    before = stacks(hand, who)[0]
    rules_on(hand, f"sube-en-dos-veces:{who}")
    assert stacks(hand, who) == [before - 40] and asked(hand) != who
    assert hand.rules.rulings["sube-en-dos-veces"].article == article  # type: ignore[attr-defined]


def test_ex_2_2_10_3_l_who_announces_what_he_does_not_know_the_amount_of_matches_it() -> None:
    hand = deal(sit("holdem", EX))
    do(hand, "eva raise 200")
    rules_on(hand, "accion-anunciada:pau")
    assert stacks(hand, "pau") == [800] and asked(hand) == "ana"


def test_ex_2_2_10_3_l_where_the_croupier_told_him_wrong_he_is_asked_again() -> None:
    hand = deal(sit("holdem", EX))
    do(hand, "eva raise 200")
    rules_on(hand, "cantidad-mal-informada:pau")
    assert stacks(hand, "pau") == [1000] and asked(hand) == "pau"
    assert may(hand, "pau").keys() == {"fold", "call", "raise"}


def test_what_is_ruled_of_a_match_is_of_who_is_in_turn_and_has_something_to_match() -> None:
    hand = deal(sit("holdem", GA))
    who = asked(hand)
    refused(hand, "inspector", Act("rule", f"ficha-mayor:{who}"), "art. 24.3.d")
    do(hand, f"{who} bet 40")
    other = next(name for name in FOUR if name not in (who, asked(hand)))
    refused(hand, "inspector", Act("rule", f"ficha-mayor:{other}"), "art. 24.3.d")
    rules_on(hand, f"ficha-mayor:{asked(hand)}")


@pytest.mark.parametrize("region", [GA, PV])
def test_ga_art_24_3_f_and_pv_17_viii_3_f_a_bet_before_its_turn_stays_and_is_not_raised_by_who_laid_it(
    region: str,
) -> None:
    """Those passed over speak as if it were there; who laid it is asked only if it is raised, and then only matches."""
    hand = deal(sit("holdem", region))
    first = asked(hand)
    ahead = "eva" if first != "eva" else "pau"
    before = stacks(hand, ahead)[0]
    rules_on(hand, f"fuera-de-turno:{ahead}", 30)
    assert stacks(hand, ahead) == [before - 30] and asked(hand) == first
    assert "check" not in may(hand, first) and "call" in may(hand, first)
    do(hand, f"{first} raise 80")
    while asked(hand) != ahead:
        do(hand, f"{asked(hand)} fold")
    assert may(hand, ahead).keys() == {"fold", "call"}


def test_ga_art_24_3_f_who_is_in_turn_or_has_spoken_is_not_before_his_turn() -> None:
    hand = deal(sit("holdem", GA))
    first = asked(hand)
    refused(hand, "inspector", Act("rule", f"fuera-de-turno:{first}", 3000), "art. 24.3.f")
    do(hand, f"{first} check")
    refused(hand, "inspector", Act("rule", f"fuera-de-turno:{first}", 3000), "art. 24.3.f")


def test_ex_2_2_10_3_i_who_speaks_up_after_two_have_acted_has_lost_the_right_to_bet() -> None:
    hand = deal(sit("holdem", EX))
    do(hand, "eva call", "pau call")
    rules_on(hand, "aviso:ana")
    assert may(hand, "ana").keys() == {"fold", "call"}
    do(hand, "ana call", "luis check")
    for card in ("2c", "7d", "9h"):
        hand.fell(card)
    do(hand, "ana bet 20")  # in the next interval it is his again


@pytest.mark.parametrize(("name", "region"), [("carta-por-su-causa", EX), ("descubre-sus-cartas", GA)])
def test_ex_2_2_10_3_k_and_ga_art_24_3_e_a_card_that_was_seen_is_shown_to_all_and_the_hand_goes_on(
    name: str, region: str
) -> None:
    hand = deal(sit("holdem", region))
    who = asked(hand)
    slot = held(hand, who)[1]
    rules_on(hand, f"{name}:{who}", 0, slot)
    hand.fell("Kd")
    assert hand.faces == {slot: "Kd"} and asked(hand) == who
    assert hand.face(slot, "luis") == hand.face(slot, "") == "Kd"


@pytest.mark.parametrize(
    ("name", "region", "article"),
    [
        ("finge", EX, "2.2.9.10§2"),
        ("finge", GA, "art. 23.2§8"),
        ("demora", PV, "17.VIII.3.a"),
        ("finge", PV, "17.VII.2§8"),
    ],
)
def test_who_does_again_what_he_was_warned_of_may_be_sent_away(name: str, region: str, article: str) -> None:
    """Not the first time; then he is out of the hand and is dealt no more, and with four players the game stops."""
    session = sit("holdem", region)
    hand = deal(session)
    rules_on(hand, f"{name}:luis")
    refused(hand, "inspector", Act("rule", "expulsion:luis"), hand.rules.article)
    while not hand.finished:
        do(hand, f"{asked(hand)} fold")
    assert hand.carried["warned"] == {f"{name}:luis": 1}
    hand = deal(session)
    rules_on(hand, f"{name}:luis")
    option = hand.pending.option("inspector", "rule", "expulsion:luis")  # type: ignore[union-attr]
    assert option.article == article
    rules_on(hand, "expulsion:luis")
    assert not held(hand, "luis")
    while not hand.finished:
        do(hand, f"{asked(hand)} fold")
    assert hand.carried["out"] == ["luis"]
    assert said(deal(session))[-1] == ("suspended",)


def test_pv_17_viii_3_h_cards_that_touch_again_may_cost_the_game_and_elsewhere_the_hand_alone() -> None:
    again = {region: game("holdem").rules(region).rulings["contacto"].again for region in (EX, GA, PV)}
    assert {region: rule.article if rule else None for region, rule in again.items()} == {
        EX: None,
        GA: None,
        PV: "17.VIII.3.h",
    }


# The other readings are switches


def test_ga_art_22_3_switched_to_double_a_raise_doubles_what_stands() -> None:
    """A bet of 40: as it runs 10 more at least, switched 40 more."""
    for choices, least in (({}, 50), ({"raises": "likely"}, 80)):
        hand = deal(sit("holdem", GA, choices=choices))
        do(hand, f"{asked(hand)} bet 40")
        assert may(hand, asked(hand))["raise"][0] == least


def test_ex_2_2_7_3_a_4_switched_a_raise_adds_as_much_as_the_last_one() -> None:
    """Over a blind of 10 somebody raises to 40: as it runs to 80 at least, switched by 30 more, to 70."""
    for choices, least in (({}, 80), ({"raises": "likely"}, 70)):
        hand = deal(sit("holdem", EX, choices=choices))
        do(hand, "eva raise 40")
        assert may(hand, "pau")["raise"][0] == least


def test_ga_art_24_3_f_switched_the_bet_is_laid_when_its_turn_comes() -> None:
    hand = deal(sit("holdem", GA, choices={"rulings.fuera-de-turno": "likely"}))
    rules_on(hand, "fuera-de-turno:eva")
    do(hand, "ana check", "luis bet 20")
    assert may(hand, "eva").keys() == {"fold", "call"}


def test_ga_art_30_1_1_switched_the_limits_are_exact_amounts() -> None:
    rules = game("seven-stud").rules(GA, {"schemes.bajo-y-alto": "likely"})
    assert rules.schemes["bajo-y-alto"].kind == "fijo"


def test_pv_17_2_3_ii_1_switched_the_chip_over_is_the_high_half_s() -> None:
    ran, switched = (game("omaha-hi-lo").rules(PV, choices) for choices in ({}, {"pots.halves": "likely"}))
    assert (ran.pots.halves.over, switched.pots.halves.over) == ("ultimo", "primera")


def test_ex_2_2_b_3_c_switched_what_was_thrown_away_does_not_serve_again() -> None:
    """Eight players, one gives up on four cards: 2 are left and 4 lie apart for seven, who need one of his two."""
    names = dict.fromkeys(("ana", "luis", "eva", "pau", "noa", "teo", "ines", "leo"), 1000)
    for choices, common in (({}, False), ({"dead": "likely"}, True)):
        found = sit("seven-stud", EX, names, choices, puestos="8")
        hand = found.open()
        hand.act("croupier", Act("close"))
        cards = iter(FRENCH.show(card) for card in FRENCH.cards)
        gone = False
        while hand.pending is not None and not hand.pending.label.endswith(":septima"):
            if isinstance(hand.pending, Spin):
                hand.fell(hand.pending.pockets[0])
            elif isinstance(hand.pending, Chance):
                hand.fell(next(cards))
            elif not gone and hand.pending.label.endswith(":cuarta") and "fold" in may(hand, asked(hand)):
                do(hand, f"{asked(hand)} fold")
                gone = True
            else:
                do(hand, f"{asked(hand)} check")
        assert ("mesa" in hand.cards) == common


# Cards that were seen, stakes that go back, and those who have given up


def street(hand: Round, cards: str, act: str = "check") -> None:
    """All who are in pass, and the next cards are turned."""
    while not isinstance(hand.pending, Chance):
        do(hand, f"{asked(hand)} {act}")
    for card in cards.split():
        hand.fell(card)


@pytest.mark.parametrize("region", [EX, GA])
def test_ex_2_2_b_4_3_a_and_ga_art_31_3_who_shows_his_covered_cards_is_dealt_the_next_one_open(region: str) -> None:
    """On the sixth card, so that the next would be covered: the others' are, his is turned."""
    hand = deal(sit("seven-stud", region))
    for card in ("2c", "5d", "9h", "Kd"):
        hand.fell(card)
    if region == GA:  # the lowest card opens there with a bet
        do(hand, f"{asked(hand)} bet 10")
    street(hand, "3c 6d 10h Qd", "check" if region == EX else "call")
    street(hand, "4c 7d Jh 8d")
    street(hand, "4h 7s 2s 8c")
    rules_on(hand, "descubre-sus-cartas:luis")
    while len(held(hand, "luis")) < 7:
        do(hand, f"{asked(hand)} check")
    assert isinstance(hand.pending, Chance) and hand.pending.label == f"show:{held(hand, 'luis')[6]}"
    hand.fell("As")
    assert hand.face(held(hand, "luis")[6], "eva") == "As"
    assert all(held(hand, who)[6] not in hand.faces for who in ("ana", "eva", "pau"))


@pytest.mark.parametrize("region", [EX, GA])
def test_ex_2_2_b_4_3_a_a_next_card_that_is_open_anyway_is_the_one(region: str) -> None:
    hand = deal(sit("seven-stud", region))
    for card in ("2c", "5d", "9h", "Kd"):
        hand.fell(card)
    rules_on(hand, "descubre-sus-cartas:luis")
    if region == GA:
        do(hand, f"{asked(hand)} bet 10")
    street(hand, "3c 6d 10h Qd", "check" if region == EX else "call")
    for cards in ("4c 7d Jh 8d", "4h 7s 2s 8c"):
        street(hand, cards)
    while len(held(hand, "luis")) < 7:
        do(hand, f"{asked(hand)} check")
    assert not isinstance(hand.pending, Chance)


@pytest.mark.parametrize("region", [EX, GA])
def test_ex_2_2_3_a_and_ga_art_18_3_a_of_an_ante_that_goes_back_the_house_has_no_part(region: str) -> None:
    """By hand: four antes of 5, one given back (2.2.B.4.1.a.2); five per cent of 15 in chips of 0.50 is 0.50."""
    hand = deal(sit("seven-stud", region, porcentaje="maximo"))
    for card in ("2c", "5d", "9h", "Kd"):
        hand.fell(card)
    last = asked(hand)
    first, *others = (who for who in FOUR if who != last)
    rules_on(hand, f"dos-tapadas-vistas:{first}")
    assert stacks(hand, first) == [1000]
    if region == GA:
        do(hand, f"{last} bet 10")
    while not hand.finished:
        do(hand, f"{asked(hand)} {'fold' if asked(hand) in others else 'check'}")
    assert hand.places["commission"] == 50
    assert hand.places[f"chips/{last}"] == 100_000 - 500 + 1500 - 50


@pytest.mark.parametrize(("name", "number"), [("holdem", 0), ("omaha", 1), ("omaha", 3)])
def test_ex_2_2_d_4_2_c_and_e_4_2_c_a_card_that_was_turned_changes_with_the_one_to_be_burnt(
    name: str, number: int
) -> None:
    """Any of those dealt to somebody; the flop has then no card burnt before it, as that one is."""
    hand = deal(sit(name, EX))
    who = asked(hand)
    before = list(held(hand, who))
    rules_on(hand, f"carta-vuelta:{who}", 0, before[number])
    hand.fell("Kd")
    kept = [slot for slot in before if slot != before[number]]
    assert held(hand, who)[:-1] == kept and held(hand, who)[-1] not in before
    assert hand.cards["quemadas"] == [before[number]]
    refused(
        hand, "inspector", Act("rule", f"carta-vuelta:{who}"), {"holdem": "2.2.E.4.2.c", "omaha": "2.2.D.4.2.c"}[name]
    )
    while not isinstance(hand.pending, Chance):
        do(hand, f"{asked(hand)} {'call' if 'call' in may(hand, asked(hand)) else 'check'}")
    assert hand.cards["quemadas"] == [before[number]]


def test_ex_2_2_e_4_2_c_it_is_the_last_card_unless_another_is_named() -> None:
    hand = deal(sit("holdem", EX))
    who = asked(hand)
    before = list(held(hand, who))
    rules_on(hand, f"carta-vuelta:{who}")
    hand.fell("Kd")
    assert held(hand, who)[0] == before[0] and hand.cards["quemadas"] == before[1:]


@pytest.mark.parametrize(
    ("region", "name"), [(EX, "comenta"), (GA, "comenta"), (PV, "comenta"), (PV, "toca-otras-cartas")]
)
def test_ex_2_2_6_i_and_ga_art_21_i_and_pv_17_v_j_who_has_given_up_may_not_talk_of_the_hand_either(
    region: str, name: str
) -> None:
    hand = deal(sit("holdem", region))
    who = asked(hand)
    do(hand, f"{who} fold")
    rules_on(hand, f"{name}:{who}")
    assert said(hand)[-1] == ("noted", f"{name}, {who}")
    refused(hand, "inspector", Act("rule", f"mezcla-sus-cartas:{who}"), hand.rules.article)


def test_ex_2_2_9_10_2_who_was_warned_twice_may_be_sent_away_after_he_gave_up() -> None:
    hand = deal(sit("holdem", EX))
    who = asked(hand)
    rules_on(hand, f"finge:{who}")
    do(hand, f"{who} fold")
    refused(hand, "inspector", Act("rule", f"expulsion:{who}"), hand.rules.article)
    rules_on(hand, f"finge:{who}")
    rules_on(hand, f"expulsion:{who}")
    while not hand.finished:
        do(hand, f"{asked(hand)} fold")
    assert hand.carry.out == (who,)  # type: ignore[attr-defined]
