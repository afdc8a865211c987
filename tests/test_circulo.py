"""Poker between players at the table: seats and blinds, betting, pots, showdown, draws and studs."""

import gc
from typing import Any

import msgspec
import pytest

from tapete.audit.limits import check_settings
from tapete.engine.requests import Act, Announce, Chance, Move, Show, Spin
from tapete.engine.round import Round
from tapete.engine.session import Session
from tapete.engine.settings import standard
from tapete.engine.window import Window
from tapete.errors import IllegalAction
from tapete.games import game
from tapete.games.circulo.hand import Hand
from tapete.games.circulo.seats import Between
from tapete.money import euros
from tests.helpers import lies, refused, total

EX, GA, PV = "extremadura", "galicia", "pais-vasco"
FOUR = ("ana", "luis", "eva", "pau")
HOUR = "art. 2.funcionamiento-de-las-mesas-de-juego"
HIGH_FIRST = ("As", "Ks", "Qs", "Js", "10s", "9s", "8s", "7s")


def sit(name: str, region: str, chips: dict[str, int] | None = None, choices: Any = None, **options: str) -> Session:
    """A table with a minimum of 10 at which the house takes nothing, and seats in the order of the names."""
    rules: Any = game(name).rules(region, choices)
    settings = standard(rules, 1000, {"porcentaje": "minimo", **options})
    purses = {who: cents * 100 for who, cents in (chips or dict.fromkeys(FOUR, 1000)).items()}
    session = Session(game(name).play, rules, settings, purses, physical=True, clock=lambda: 0)
    drawn = session.open()
    drawn.act("croupier", Act("close"))
    fall(drawn, *HIGH_FIRST[: len(purses)])
    if isinstance(drawn.pending, Chance):  # the mano is drawn for too: the last has it, so that the first is next
        fall(drawn, *(card.replace("s", "h") for card in (*HIGH_FIRST[1 : len(purses)], "As")))
    assert drawn.finished
    return session


def deal(session: Session) -> Round:
    """The next hand, up to the first that is asked."""
    found = session.open()
    found.act("croupier", Act("close"))
    return found


def fall(found: Round, *cards: str) -> None:
    """Cards are turned over."""
    for card in cards:
        found.fell(card)


def do(found: Round, *acts: str) -> None:
    """What players do: `ana call`, `luis raise 20`; amounts are euros added."""
    for text in acts:
        who, verb, *amount = text.split()
        found.act(who, Act(verb, "", euros(amount[0]) if amount else 0))


def asked(found: Round) -> str:
    """Who is asked."""
    return found.pending.label.split(":")[1] if found.pending else ""


def may(found: Round, who: str) -> dict[str, tuple[int, int]]:
    """What is open to somebody, with the least and the most in euros."""
    assert isinstance(found.pending, Window)
    return {item.do: (item.lo // 100, item.hi // 100) for item in found.pending.open(who)}


def stacks(found: Round, *who: str) -> list[int]:
    """What players have, in euros."""
    return [found.places.get(f"chips/{name}", 0) // 100 for name in who or FOUR]


def said(found: Round) -> list[tuple[str, ...]]:
    """The calls, with what they say."""
    return [(entry.call, *entry.args) for entry in found.log if isinstance(entry, Announce)]


def show(found: Round, hands: dict[str, str], board: str = "") -> None:
    """Everybody shows what they hold, and the board turns, until the hand is over."""
    pairs = [zip(held(found, who), text.split(), strict=True) for who, text in hands.items()]
    cards = {slot: card for pair in pairs for slot, card in pair}
    common = board.split()
    while not found.finished:
        if isinstance(found.pending, Show):
            slot = found.pending.slot
            found.fell(cards[slot] if slot in cards else common.pop(0))
        elif found.pending is not None and found.pending.label.endswith(":cartas"):
            found.act(asked(found), Act("choose", "mostrar"))
        else:
            found.act(asked(found), Act("check"))


def held(found: Round, who: str) -> list[str]:
    """The slots before somebody."""
    return found.cards[f"mano/{who}"]


# Seats, the mano, the blinds


def test_ex_2_2_e_2_1_seats_are_drawn_and_the_highest_card_has_the_mano() -> None:
    session = sit("holdem", EX)
    assert session.round is not None
    assert said(session.round)[-2:] == [("seats", "ana, luis, eva, pau"), ("button", "pau")]


def test_ex_2_2_e_2_2_the_two_after_the_mano_post_half_the_minimum_and_the_minimum() -> None:
    hand = deal(sit("holdem", EX))
    assert ("button", "pau") in said(hand)
    assert lies(hand, "felt/") == {"felt/ana/apuesta": 500, "felt/luis/apuesta": 1000}
    assert asked(hand) == "eva"


def test_ex_2_2_9_2_the_mano_goes_round() -> None:
    session, had = sit("holdem", EX), []
    for _ in range(5):
        hand = deal(session)
        had.append(said(hand)[1][1])
        while not hand.finished:
            do(hand, f"{asked(hand)} fold")
    assert had == ["pau", "ana", "luis", "eva", "pau"]


def test_ex_2_2_9_1_and_ga_art_23_1_four_players_or_the_table_waits() -> None:
    for region in (EX, GA, PV):
        session = sit("holdem", region)
        session.open()
        assert session.round is not None
        session.round.void("director", "a pause")
        session._take_over(session.round)
        session.round, session.players = None, FOUR[:3]
        hand = deal(session)
        assert hand.finished and said(hand)[-1] == ("suspended",)


def test_ex_2_2_5_3_two_hands_of_rest_and_no_more() -> None:
    session = sit("holdem", EX)
    for number in range(3):
        hand = session.open()
        if number == 0:
            hand.act("eva", Act("rest"))
        hand.act("croupier", Act("close"))
        assert ("mano/eva" in hand.cards) == (number == 2)
        while not hand.finished:
            do(hand, f"{asked(hand)} fold")


def test_ex_2_2_5_3_to_come_back_while_the_table_waits_ends_no_rest() -> None:
    """Eva rests two hands; between them pau is away and none can be dealt, and eva says that she plays again."""
    session = sit("holdem", EX)

    def hand(players: tuple[str, ...], *acts: str) -> Round:
        assert session.round is not None
        session._take_over(session.round)
        session.round, session.players = None, players
        session.places.setdefault("chips/noa", 100_000)
        found = session.open()
        for act in acts:
            found.act("eva", Act(act))
        found.act("croupier", Act("close"))
        while not found.finished:
            do(found, f"{asked(found)} fold")
        return found

    hand(FOUR, "rest")
    assert said(hand(FOUR[:3], "return"))[-1] == ("suspended",)
    hand((*FOUR[:3], "noa"), "rest")
    last = hand((*FOUR[:3], "noa"))
    assert "mano/eva" in last.cards
    assert "eva" not in last.carried.get("rested", {})


@pytest.mark.parametrize(
    ("region", "article", "after"), [(EX, "2.2.5§2", "luis"), (GA, "art. 20§3", "luis"), (PV, "17.IV§3", "ana")]
)
def test_ex_2_2_5_2_and_ga_art_20_3_and_pv_17_iv_3_who_comes_later_is_given_a_seat(
    region: str, article: str, after: str
) -> None:
    """Noa is given luis's neighbour's seat: she speaks where she sits, and not after all others."""
    session = sit("omaha-cinco" if region == PV else "five-stud", region)
    session.players = (*FOUR, "noa", "teo")
    session._take_over(session.round)  # type: ignore[arg-type]
    session.round = None
    session.places.update({"chips/noa": 100_000, "chips/teo": 100_000})
    hand = session.open()
    refused(hand, "inspector", Act("seat", "luis:ana"), article)
    refused(hand, "noa", Act("seat", "noa:ana"), article)
    refused(hand, "inspector", Act("seat", "teo:noa"), article)
    hand.act("inspector", Act("seat", f"noa:{after}"))
    hand.act("croupier", Act("close"))
    seats = [*FOUR[: FOUR.index(after) + 1], "noa", *FOUR[FOUR.index(after) + 1 :], "teo"]
    dealt = [place.removeprefix("mano/") for place in hand.cards if place.startswith("mano/")]
    start = seats.index(dealt[0])
    along = [*seats[start:], *seats[:start]]
    assert dealt == (along if region != PV else [along[0], *along[:0:-1]])


def test_pv_17_ii_3_b_and_art_2_two_last_hands_of_a_session_and_three_before_the_hour() -> None:
    for on, rounds, article in (("sesion", 2, "17.II.3.b"), ("hora-limite", 3, f"{HOUR}.1.a")):
        session = sit("holdem", PV, duracion="60")  # or else the mano would have to come twice to all first
        hand = session.open()
        assert isinstance(hand.pending, Window)
        found = [(item.on, item.article) for item in hand.pending.open("director")]
        assert sorted(found) == [("hora-limite", f"{HOUR}.1.a"), ("sesion", "17.II.3.b")]
        assert (on, article) in found
        hand.act("director", Act("last", on))
        assert said(hand)[-1] == ("last", str(rounds))
        hand.act("croupier", Act("close"))
        while not hand.finished:
            do(hand, f"{asked(hand)} fold")
        assert hand.carried["remaining"] == rounds - 1


@pytest.mark.parametrize(("region", "article"), [(EX, "2.2.3.b"), (GA, "art. 18.3.b")])
def test_ex_2_2_3_b_and_ga_art_18_3_b_two_last_hands_of_a_session_and_as_many_before_the_hour(
    region: str, article: str
) -> None:
    """The mano is still to come twice to all: that holds a game, and not the house at its hour."""
    hand = sit("holdem", region).open()
    assert isinstance(hand.pending, Window)
    assert [(item.on, item.article) for item in hand.pending.open("director")] == [("hora-limite", article)]
    refused(hand, "director", Act("last", "sesion"), article if region == EX else "art. 18.3§2")
    hand.act("director", Act("last", "hora-limite"))
    assert said(hand)[-1] == ("last", "2")


def test_ex_2_2_e_3_b_who_comes_in_posts_the_great_blind_and_c_not_as_mano_or_small_blind() -> None:
    session = sit("holdem", EX, dict.fromkeys((*FOUR, "noa"), 1000))
    session.carry = {"seats": list(FOUR), "mano": "eva"}
    session.places, session.previous, session.round = session.round.places, session.round.hash, None  # type: ignore[union-attr]
    hand = deal(session)  # the mano is pau; noa would be the small blind after her
    assert "mano/noa" not in hand.cards
    assert lies(hand, "felt/") == {"felt/ana/apuesta": 500, "felt/luis/apuesta": 1000}
    while not hand.finished:
        do(hand, f"{asked(hand)} fold")
    assert hand.carried["owes"] == {"noa": "gran-ciega"}


def test_pv_17_vii_1_1_cards_go_clockwise_though_seats_are_counted_from_the_right() -> None:
    hand = deal(sit("holdem", PV))
    assert said(hand)[1] == ("button", "ana")
    do(hand, "ana check")
    assert asked(hand) == "pau"


def test_ga_art_33_1_everybody_antes_and_the_mano_speaks_first_in_every_interval() -> None:
    hand = deal(sit("omaha", GA, ante="1:2"))
    assert hand.places["pot"] == 4 * 500
    assert asked(hand) == "ana"
    do(hand, "ana check", "luis check", "eva bet 10", "pau fold", "ana call", "luis fold")
    fall(hand, "2s", "3s", "4s")
    assert asked(hand) == "ana"


# Betting


def test_ex_2_2_9_7_b_the_great_blind_may_pass_or_raise_if_nobody_raised() -> None:
    hand = deal(sit("holdem", EX))
    do(hand, "eva call", "pau call", "ana call")
    assert may(hand, "luis") == {"fold": (0, 0), "check": (0, 0), "raise": (10, 990)}


def test_ex_2_2_7_3_a_4_a_raise_doubles_what_stands() -> None:
    hand = deal(sit("holdem", EX))
    assert may(hand, "eva")["raise"] == (20, 1000)
    do(hand, "eva raise 35")
    assert may(hand, "pau")["raise"][0] == 70
    refused(hand, "pau", Act("raise", "", 6900), "2.2.7.3.a.3")


def test_ex_2_2_7_3_a_4_last_chips_reopen_only_above_half_of_what_stood() -> None:
    for chips, again in ((150, False), (151, True)):
        hand = deal(sit("holdem", EX, {"ana": 1000, "luis": 1000, "eva": 1000, "pau": chips}))
        do(hand, "eva raise 100", f"pau raise {chips}", "ana call", "luis fold")
        assert asked(hand) == "eva"
        assert ("raise" in may(hand, "eva")) == again
        assert may(hand, "eva")["call"] == (0, 0)


def test_ga_art_23_2_d_any_last_chips_above_the_bet_let_all_raise_again() -> None:
    hand = deal(sit("holdem", GA, {"ana": 1000, "luis": 106, "eva": 1000, "pau": 1000}))
    do(hand, "ana bet 100", "luis raise 101", "eva fold", "pau call")
    assert may(hand, "ana")["raise"] == (11, 895)


def test_ex_2_2_7_3_a_1_three_raises_and_no_limit_between_two() -> None:
    hand = deal(sit("holdem", EX, limite="limitado"))
    assert may(hand, "eva")["raise"] == (20, 20)
    do(hand, "eva raise 20", "pau raise 30", "ana raise 35")
    assert "raise" not in may(hand, "luis")
    do(hand, "luis fold", "eva fold")
    assert may(hand, "pau")["raise"] == (20, 20)


def test_ex_2_2_7_3_a_1_from_the_third_interval_on_the_double() -> None:
    hand = deal(sit("holdem", EX, limite="limitado"))
    do(hand, "eva call", "pau call", "ana call", "luis check")
    fall(hand, "2s", "3s", "4s")
    assert may(hand, "ana")["bet"] == (10, 10)
    do(hand, "ana check", "luis check", "eva check", "pau check")
    fall(hand, "5s")
    assert may(hand, "ana")["bet"] == (20, 20)


def test_ga_art_22_3_a_1_half_of_the_pot() -> None:
    hand = deal(sit("holdem", GA, limite="split-limit"))
    assert may(hand, "ana")["bet"] == (10, 10)  # of antes of 20 in all, the half: the minimum
    do(hand, "ana bet 10")
    assert may(hand, "luis")["raise"] == (20, 30)  # 10 to match, and half of the 40 that are there then


def test_ex_2_2_9_8_2_who_is_left_alone_takes_the_pot_unseen() -> None:
    hand = deal(sit("holdem", EX))
    do(hand, "eva raise 50", "pau fold", "ana fold", "luis fold")
    assert hand.finished and said(hand)[-1] == ("alone", "eva")
    assert stacks(hand) == [995, 990, 1015, 1000]
    assert not hand.faces


# Pots and the house's part


def test_ex_2_2_9_10_3_side_pots_are_won_by_those_who_have_stakes_in_them() -> None:
    hand = deal(sit("holdem", EX, {"ana": 100, "luis": 300, "eva": 1000, "pau": 1000}))
    do(hand, "eva raise 1000", "pau fold", "ana call", "luis call")
    hands = {"eva": "2c 7d", "ana": "As Ad", "luis": "Ks Kd"}
    show(hand, hands, "3h 4h 9s 10s Jc")
    # 300 for ana; 400 between luis and eva for luis; eva's 700 that nobody matched are hers.
    assert stacks(hand) == [300, 400, 700, 1000]
    assert total(hand) == 240_000


def test_ex_2_2_9_17_and_2_2_9_19_a_tie_is_shared_and_the_chip_over_is_who_raised_last_s() -> None:
    hand = deal(sit("holdem", EX, {"ana": 1000, "luis": 1000, "eva": 1000, "pau": 1000}))
    do(hand, "eva raise 20", "pau call", "ana fold", "luis fold")
    show(hand, {"eva": "As 2c", "pau": "Ad 2d"}, "Kh Kc Ks Kd Qh")
    assert stacks(hand, "eva", "pau") == [1007, 1007]  # 55 and their halves, 27.50 each
    assert [hand.places[f"chips/{who}"] % 100 for who in ("eva", "pau")] == [50, 50]


def test_ex_2_2_3_a_the_house_takes_of_what_each_interval_adds_and_ga_art_18_3_a_of_the_hand() -> None:
    for region, taken in ((EX, [("2.2.3.a", 100), ("2.2.3.a", 100)]), (GA, [("art. 18.3.a", 200)])):
        hand = deal(sit("holdem", region, None, None, porcentaje="maximo", **({} if region == EX else {"ante": "1:2"})))
        if region == EX:
            do(hand, "eva call", "pau fold", "ana fold", "luis check")
            fall(hand, "2s", "3s", "4s")
            do(hand, "luis bet 10", "eva call")
        else:
            do(hand, "ana bet 10", "luis call", "eva fold", "pau fold")
            fall(hand, "2s", "3s", "4s")
            do(hand, "ana check", "luis check")
        hands = {"luis": "Ah Ad", "eva" if region == EX else "ana": "8d 7c"}
        show(hand, hands, "Kd 9c")
        moves = [(move.article, move.cents) for move in hand.log if isinstance(move, Move) and move.dst == "commission"]
        assert moves == taken


def test_pv_17_ii_3_c_every_player_pays_for_the_hand_and_the_pot_nothing() -> None:
    hand = deal(sit("holdem", PV, beneficio="jugador", porcentaje="minimo", ante="1:10"))
    assert hand.places["commission"] == 4 * 200
    assert hand.places["pot"] == 4 * 100


def test_ga_art_22_3_a_an_ante_of_four_tenths_and_pv_17_ii_3_a_a_pot_of_which_half_a_minimum_is_the_most() -> None:
    """Of 10, four tenths are 4; of a pot of 120, five per cent would be 6, and 5 are the most."""
    assert deal(sit("holdem", GA, ante="0.4")).places["pot"] == 4 * 400
    for cap, taken in (("sin-tope", 600), ("0.5", 500)):
        hand = deal(sit("holdem", PV, None, None, porcentaje="5", tope=cap, ante="0.5"))
        do(hand, "ana bet 50", "pau call", "eva fold", "luis fold")
        assert hand.places["commission"] == taken


def test_ex_2_2_3_b_a_session_costs_a_tenth_of_the_stack_and_pv_17_ii_3_b_half_a_session_half() -> None:
    hand = sit("holdem", EX, None, None, beneficio="sesion").open()
    refused(hand, "croupier", Act("session", "media"), "2.2.3.b")
    hand.act("croupier", Act("session", "entera"))
    assert stacks(hand) == [990] * 4  # a stack is ten minimums of 10
    refused(hand, "croupier", Act("session", "entera"), "2.2.3.b")
    hand = sit("holdem", PV, None, None, beneficio="sesion", porcentaje="maximo").open()
    hand.act("croupier", Act("session", "media"))
    assert [hand.places[f"chips/{who}"] for who in FOUR] == [100_000 - 250] * 4  # a fifth of 25, and half of that


def test_pv_17_6_iii_a_a_session_of_sintetico_is_paid_of_the_stack_with_which_it_is_played() -> None:
    hand = sit("sintetico", PV, None, None, beneficio="sesion", porcentaje="maximo").open()
    hand.act("croupier", Act("session", "entera"))
    assert stacks(hand) == [980] * 4  # a fifth of ten minimums of 10


@pytest.mark.parametrize(
    ("options", "minimum", "chip", "wrong"),
    [
        ({"beneficio": "sesion", "porcentaje": "minimo"}, 1000, 50, ["17.II.3.b"]),  # 2.50, but 1 for a half, not 1.25
        ({"beneficio": "sesion", "porcentaje": "minimo"}, 1000, 25, []),
        ({"beneficio": "sesion", "porcentaje": "minimo"}, 1000, 100, ["17.II.3.b", "17.II.3.b"]),  # 2 and 1
        ({"beneficio": "sesion", "porcentaje": "maximo"}, 1000, 50, []),
        ({"beneficio": "jugador", "porcentaje": "minimo"}, 1000, 100, []),  # 2 of 10
        ({"beneficio": "jugador", "porcentaje": "minimo"}, 200, 50, ["17.II.3.c"]),  # nothing, for 0.40
        ({"beneficio": "jugador", "porcentaje": "minimo"}, 200, 20, []),
        ({"beneficio": "bote", "porcentaje": "minimo"}, 1000, 50, []),
    ],
)
def test_pv_17_ii_3_b_and_c_what_each_pays_in_chips_is_no_less_than_the_text_has_it(
    options: dict[str, str], minimum: int, chip: int, wrong: list[str]
) -> None:
    rules = game("holdem").rules(PV)
    settings = msgspec.structs.replace(standard(rules, minimum, options), chip=chip)
    assert [breach.article for breach in check_settings(rules, settings)] == wrong


# Showing


def test_ex_2_2_9_13_who_bet_last_shows_first_and_14_others_may_throw_their_cards_away() -> None:
    hand = deal(sit("holdem", EX))
    do(hand, "eva call", "pau call", "ana fold", "luis check")
    fall(hand, "2s", "3s", "4s")
    do(hand, "luis check", "eva bet 10", "pau call", "luis call")
    fall(hand, "9d")
    do(hand, "luis check", "eva check", "pau check")
    fall(hand, "10d")
    do(hand, "luis check", "eva check", "pau check")
    assert asked(hand) == "eva"
    hand.act("eva", Act("choose", "mostrar"))
    fall(hand, "As", "Ad")
    hand.act("pau", Act("choose", "tirar"))
    hand.act("luis", Act("choose", "tirar"))
    assert hand.finished
    assert said(hand)[-1] == ("wins", "eva", "pareja")
    assert len(hand.faces) == 5 + 2


def test_ex_2_2_9_14_cards_that_are_thrown_away_are_shown_if_others_in_the_hand_or_the_inspector_ask() -> None:
    """They win nothing all the same: luis throws aces away, and eva has the pot with kings."""
    for who in ("eva", "inspector"):
        hand = deal(sit("holdem", EX))
        do(hand, "eva call", "pau fold", "ana fold", "luis check")
        fall(hand, "2s", "3s", "4s")
        do(hand, "luis bet 10", "eva call")
        fall(hand, "9d")
        do(hand, "luis check", "eva check")
        fall(hand, "10d")
        do(hand, "luis check", "eva check")
        refused(hand, "pau", Act("see"), "2.2.9.14")
        hand.act(who, Act("see"))
        refused(hand, "inspector", Act("see"), "2.2.9.14")
        assert asked(hand) == "luis"
        hand.act("luis", Act("choose", "tirar"))
        fall(hand, "As", "Ah", "Kc", "Kd")
        assert said(hand)[-1] == ("wins", "eva", "pareja")
        assert stacks(hand, "luis", "eva", "ana") == [980, 1025, 995]


@pytest.mark.parametrize(("version", "may"), [(1, False), (2, False), (3, False), (4, True), (5, True)])
def test_ex_2_2_9_14_nobody_asks_to_see_cards_by_a_procedure_that_did_not_know_it(version: int, may: bool) -> None:
    session = sit("holdem", EX)
    session.play = session.play.at(version)
    hand = deal(session)
    do(hand, "eva call", "pau fold", "ana fold", "luis check")
    for cards in (("2s", "3s", "4s"), ("9d",), ("10d",)):
        fall(hand, *cards)
        do(hand, "luis check", "eva check")
    assert (asked(hand), "see" in [item.do for item in hand.view("inspector").open]) == ("luis", may)


def test_ga_art_23_3_1_everybody_who_is_in_must_show() -> None:
    hand = deal(sit("holdem", GA))
    while not isinstance(hand.pending, Chance):
        do(hand, f"{asked(hand)} check")
    show(hand, {"ana": "As Ad", "luis": "2c 7d", "eva": "Kc Kd", "pau": "Qc Qd"}, "3h 4h 9s 10s Jc")
    assert len(hand.faces) == 5 + 8


# What goes wrong


def test_ex_2_2_10_1_an_error_of_the_deal_gives_everything_back_and_the_same_mano_deals() -> None:
    session = sit("holdem", EX)
    hand = deal(session)
    do(hand, "eva raise 50")
    hand.report("cartas-de-menos")
    assert hand.finished and hand.end is not None and hand.end.article == "2.2.10.1.b"
    assert stacks(hand) == [1000] * 4
    assert said(deal(session))[1] == ("button", "pau")


def test_ex_2_2_10_3_g_cards_that_touch_lose_both_hands() -> None:
    hand = deal(sit("holdem", EX))
    do(hand, "eva call")
    hand.act("inspector", Act("rule", "contacto:eva"))
    hand.act("inspector", Act("rule", "contacto:pau"))
    assert asked(hand) == "ana"
    do(hand, "ana fold")
    assert stacks(hand) == [995, 1015, 990, 1000]


def test_ex_2_2_10_2_d_whose_protected_cards_are_taken_is_given_back_what_he_staked() -> None:
    hand = deal(sit("holdem", EX))
    do(hand, "eva raise 100", "pau call")
    hand.act("inspector", Act("rule", "cartas-retiradas:eva"))
    assert stacks(hand, "eva") == [1000]
    do(hand, "ana fold", "luis fold")
    assert stacks(hand, "pau") == [1015]


def test_ex_2_2_e_4_2_a_a_common_card_turned_early_closes_the_raising() -> None:
    hand = deal(sit("holdem", EX))
    do(hand, "eva call")
    hand.report("comun-anticipada")
    assert may(hand, "pau").keys() == {"fold", "call"}


@pytest.mark.parametrize("region", [EX, GA])
def test_ex_2_2_b_4_2_a_ga_art_31_2_a_no_seventh_card_is_turned_before_there_is_one(region: str) -> None:
    """Reported in the first interval, it would have ended the betting of the whole hand."""
    hand = deal(sit("seven-stud", region))
    fall(hand, "2c", "9d", "Jh", "Ks")
    assert hand.pending is not None
    assert hand.pending.label.endswith(":tercera")
    with pytest.raises(IllegalAction, match="only during a decision: septima"):
        hand.report("septima-descubierta")
    hand.report("reparto-anticipado")  # which can happen in any but the last


@pytest.mark.parametrize(
    ("name", "region", "last"),
    [("holdem", EX, "river"), ("omaha", EX, "river"), *(("sintetico", region, "quinta") for region in (EX, GA, PV))],
)
def test_no_common_card_is_turned_early_once_all_lie_there(name: str, region: str, last: str) -> None:
    """EX 2.2.D.4.2.a, 2.2.E.4.2.a, 2.2.F; GA art. 43.2; PV 17.6.V.2: before the interval is over, and another comes."""
    for rule in ("comun-anticipada", "varias-anticipadas" if last == "river" else "varias-comunes"):
        during = game(name).rules(region).irregularities[rule].during
        streets = [*game(name).rules(region).streets]
        assert [f"choose:{street}" for street in streets] == [*during, f"choose:{last}"]


def test_ga_art_24_3_f_who_bets_out_of_turn_may_only_match_afterwards() -> None:
    hand = deal(sit("holdem", GA))
    hand.act("inspector", Act("rule", "fuera-de-turno:eva", euros("10")))
    do(hand, "ana call", "luis raise 20")
    assert may(hand, "eva").keys() == {"fold", "call"}


# Covered poker


def test_ex_2_2_a_3_1_the_mano_opens_and_2_a_blind_stake_is_double_and_speaks_last() -> None:
    hand = deal(sit("poker-cubierto", EX))
    assert asked(hand) == "ana"
    assert may(hand, "ana") == {"post": (10, 1000)}
    do(hand, "ana post 15", "luis check")
    assert may(hand, "eva") == {"check": (0, 0), "post": (30, 1000)}
    do(hand, "eva post 40", "pau check")
    assert asked(hand) == "pau"
    do(hand, "pau call", "ana call", "luis fold")
    assert may(hand, "eva")["raise"] == (40, 960)


def test_ex_2_2_a_3_1_a_mano_who_has_no_more_than_the_minimum_opens_with_that() -> None:
    for chips in (10, 4):
        hand = deal(sit("poker-cubierto", EX, dict.fromkeys(FOUR, 1000) | {"ana": chips}))
        assert lies(hand, "felt/") == {"felt/ana/apuesta": 100 * chips}
        assert (asked(hand), may(hand, "luis")) == ("luis", {"check": (0, 0), "post": (20, 1000)})
        do(hand, "luis check", "eva check", "pau check")
        assert (asked(hand), may(hand, "luis")["raise"]) == ("luis", (20, 1000))


def test_ex_2_2_7_3_a_and_pv_17_vi_3_a_limits_bound_what_is_staked_before_the_cards() -> None:
    """By 7.3.a.2 an opened round bears twice the stake before and the pot: over 10 that is 30, over 30 it is 100."""
    hand = deal(sit("poker-cubierto", EX, limite="bote-limitado"))
    assert (asked(hand), may(hand, "luis")) == ("luis", {"check": (0, 0), "post": (20, 30)})
    do(hand, "luis post 30")
    assert may(hand, "eva")["post"] == (20, 100)
    hand = deal(sit("poker-cubierto", PV, limite="bote-con-limite"))
    assert may(hand, "eva")["post"] == (40, 20 + 20 + 30)
    hand = deal(sit("poker-cubierto", PV, limite="split-limit"))
    assert may(hand, "eva")["post"] == (40, 20 + (20 + 30) // 2)


def test_ex_2_2_7_3_a_1_a_blind_stake_is_the_first_of_three_raises() -> None:
    """Four times the minimum is the most of a round with the low limit."""
    hand = deal(sit("poker-cubierto", EX, limite="limitado"))
    assert may(hand, "luis") == {"check": (0, 0), "post": (20, 20)}
    do(hand, "luis post 20", "eva check", "pau check")
    do(hand, "eva raise 30", "pau raise 40")
    assert "raise" not in may(hand, "ana")
    do(hand, "ana call", "luis fold", "eva call")
    assert hand.places["pot"] == 2000 + 3 * 4000


def test_ex_2_2_a_3_7_and_8_four_cards_at_most_and_the_fourth_comes_last() -> None:
    hand = deal(sit("poker-cubierto", EX))
    do(hand, "ana post 10", "luis check", "eva check", "pau check")
    do(hand, "ana check", "luis call", "eva fold", "pau fold")
    cards = held(hand, "ana")
    refused(hand, "ana", Act("discard", slots=tuple(cards)), "2.2.A.3.7")
    hand.act("ana", Act("discard", slots=tuple(cards[:4])))
    assert held(hand, "ana")[1:] == ["#20", "#21", "#22"]
    hand.act("luis", Act("discard", slots=(held(hand, "luis")[0],)))
    assert held(hand, "luis")[-1] == "#23"
    assert held(hand, "ana")[-1] == "#24"


def test_pv_17_1_ii_the_mano_and_the_second_post_and_blind_stakes_are_chained() -> None:
    hand = deal(sit("poker-cubierto", PV))
    assert lies(hand, "felt/") == {"felt/ana/apuesta": 1000, "felt/pau/apuesta": 2000}
    assert may(hand, "eva") == {"check": (0, 0), "post": (40, 1000)}
    do(hand, "eva post 50")
    assert may(hand, "luis")["post"] == (100, 1000)
    do(hand, "luis check")
    assert asked(hand) == "luis"


def test_ga_art_27_3_nobody_opens_the_antes_stay_and_queens_are_needed() -> None:
    session = sit("poker-cubierto", GA, ante="1:2")
    hand = deal(session)
    do(hand, *(f"{who} check" for who in FOUR))
    assert hand.finished and said(hand)[-1] == ("blank",)
    assert (hand.places["pot"], hand.carried["blank"]) == (2000, 1)
    hand = deal(session)
    assert hand.places["pot"] == 4000
    do(hand, "luis bet 20", "eva fold", "pau fold", "ana call")
    assert asked(hand) == "luis"  # who opened draws first
    assert hand.pending is not None and hand.pending.article == "art. 27§7"


def test_ga_art_27_3_after_a_blank_hand_the_antes_of_short_stacks_stay_in_the_one_pot() -> None:
    """Luis has 2 of an ante of 5: in the next hand whoever wins has the 17 of this one, without a side pot of it."""
    session = sit("poker-cubierto", GA, dict.fromkeys(FOUR, 1000) | {"luis": 2}, ante="1:2")
    hand = deal(session)
    do(hand, *(f"{who} check" for who in ("ana", "eva", "pau")))
    assert hand.finished and lies(hand, "pot") == {"pot": 1700}
    session._take_over(hand)
    session.round, session.places = None, {**hand.places, "chips/luis": 100_000}
    hand = deal(session)
    assert lies(hand, "pot") == {"pot": 1700 + 4 * 500}


@pytest.mark.parametrize("richest", [5, 500])
def test_ga_art_23_2_9_and_27_10_where_last_chips_leave_nobody_to_open_cards_are_changed_and_shown(
    richest: int,
) -> None:
    """Nobody has passed: it is no blank hand, and whose last chips are staked plays for the 20 that lie there."""
    hand = deal(sit("poker-cubierto", GA, dict.fromkeys(FOUR, 5) | {"pau": richest}, ante="1:2"))
    for who in FOUR:
        assert asked(hand) == who
        hand.act(who, Act("discard", slots=tuple(held(hand, who)[:1])))
    assert len(hand.cards["descartes"]) == 4 and "abridor" not in hand.cards  # nobody opened: nobody keeps his apart
    show(
        hand,
        {
            "ana": "2c 2d 5h 7s 9c",
            "luis": "3c 4d 6h 8s Kc",
            "eva": "3d 4h 6s 8c Qd",
            "pau": "3h 4s 6c 8d Jh",
        },
    )
    assert stacks(hand) == [20, 0, 0, richest - 5]
    assert not hand.places.get("pot") and said(hand)[-1][:2] == ("wins", "ana")


def test_ga_art_27_9_how_many_cards_each_changed_is_known_to_all_until_the_bets_begin() -> None:
    """Nobody has to ask: it is called and stands at the seat, during the change and until the first bet after it."""

    def shown(who: str) -> dict[str, list[str]]:
        around = game("poker-cubierto").circle(hand.rules, hand.view(who), hand.log)
        return {seat: [str(mark) for mark in marks] for seat, marks in around.marks.items()}

    hand = deal(sit("poker-cubierto", GA))
    do(hand, "ana check", "luis bet 20", "eva call", "pau fold", "ana call")
    assert shown("eva") == {}
    hand.act("luis", Act("discard", slots=tuple(held(hand, "luis")[:3])))
    hand.act("eva", Act("discard"))
    assert shown("ana") == shown("pau") == shown("luis") == {"luis": ["changed 3"], "eva": ["changed none"]}
    assert said(hand)[-2:] == [("changes", "luis", "3"), ("served", "eva", "0")]
    hand.act("ana", Act("discard", slots=tuple(held(hand, "ana")[:1])))
    assert shown("eva") == {"luis": ["changed 3"], "eva": ["changed none"], "ana": ["changed 1"]}
    do(hand, "luis check")
    assert shown("eva") == {}


def test_ga_art_27_10_who_opened_passes_or_bets_after_the_change_and_gives_up_only_to_a_bet() -> None:
    hand = deal(sit("poker-cubierto", GA))
    do(hand, "ana check", "luis bet 20", "eva call", "pau fold", "ana fold", "luis discard", "eva discard")
    assert asked(hand) == "luis" and set(may(hand, "luis")) == {"check", "bet"}
    refused(hand, "luis", Act("fold"), "art. 27§10")
    do(hand, "luis check", "eva bet 20")
    assert set(may(hand, "luis")) == {"fold", "call", "raise"}


def test_ga_art_27_8_who_opened_changes_no_more_than_the_pack_holds_and_others_are_served_discards() -> None:
    """Six hands of 32 cards leave two: what who opened throws away lies on the pot, and nobody has thrown anything."""
    six = ("ana", "luis", "eva", "pau", "teo", "sol")
    hand = deal(sit("poker-cubierto", GA, dict.fromkeys(six, 1000), baraja="32"))
    do(hand, "ana bet 20", *(f"{who} call" for who in six[1:]))
    refused(hand, "ana", Act("discard", slots=tuple(held(hand, "ana")[:3])), "art. 27§4")
    hand.act("ana", Act("discard", slots=tuple(held(hand, "ana")[:2])))
    hand.act("luis", Act("discard", slots=tuple(held(hand, "luis")[:3])))
    while isinstance(hand.pending, Chance):
        hand.fell(hand.cards["descartes"][0])
    assert asked(hand) == "eva"
    assert [len(held(hand, who)) for who in six] == [5] * 6


@pytest.mark.parametrize("region", [EX, GA, PV])
def test_ex_2_2_a_3_9_ga_art_27_8_and_pv_17_1_iii_hands_given_up_serve_before_ones_own_discards(region: str) -> None:
    """Six hands of 32 cards leave two: who changes first has both, and the next what somebody gave up or threw away."""
    six = ("ana", "luis", "eva", "pau", "teo", "sol")
    hand = deal(sit("poker-cubierto", region, dict.fromkeys(six, 1000), baraja="32"))
    given_up: list[str] = []
    while hand.pending is not None and not hand.pending.label.endswith(":descarte"):
        who = asked(hand)
        if not given_up and "fold" in may(hand, who) and "call" in may(hand, who):
            given_up = list(held(hand, who))
            do(hand, f"{who} fold")
        else:
            acts = ("call", "bet 20", "check", "post 10")
            do(hand, f"{who} {next(act for act in acts if act.split()[0] in may(hand, who))}")
    thrown = []
    for count in (2, 3):
        thrown = held(hand, asked(hand))[:count]
        hand.act(asked(hand), Act("discard", slots=tuple(thrown)))
    assert isinstance(hand.pending, Spin)
    assert set(given_up) <= set(hand.pending.pockets)
    assert set(thrown).isdisjoint(hand.pending.pockets) == (region == GA)


@pytest.mark.parametrize(("region", "mixed"), [(EX, False), (GA, True), (PV, False)])
def test_ga_art_27_8_the_last_card_is_mixed_with_the_discards_and_ex_2_2_a_3_9_and_pv_17_1_iii_dealt_before_them(
    region: str, mixed: bool
) -> None:
    """Six hands of 32 cards leave two: the first changes one, and one is left for the three that the next changes."""
    six = ("ana", "luis", "eva", "pau", "teo", "sol")
    hand = deal(sit("poker-cubierto", region, dict.fromkeys(six, 1000), baraja="32"))
    while hand.pending is not None and not hand.pending.label.endswith(":descarte"):
        acts = ("call", "bet 20", "check", "post 10")
        do(hand, f"{asked(hand)} {next(act for act in acts if act.split()[0] in may(hand, asked(hand)))}")
    hand.act(asked(hand), Act("discard", slots=tuple(held(hand, asked(hand))[:1])))
    second, last = asked(hand), "#31"
    hand.act(second, Act("discard", slots=tuple(held(hand, second)[:3])))
    assert isinstance(hand.pending, Spin)
    assert (last in hand.pending.pockets) == mixed and (last in held(hand, second)) != mixed


def test_ga_art_27_10_if_who_opened_gave_up_the_next_has_the_turn_and_may_give_up() -> None:
    hand = deal(sit("poker-cubierto", GA))
    do(hand, "ana check", "luis bet 20", "eva raise 60", "pau call", "ana call", "luis fold")
    for who in ("eva", "pau", "ana"):
        hand.act(who, Act("discard"))
    assert asked(hand) == "eva" and set(may(hand, "eva")) == {"fold", "check", "bet"}


@pytest.mark.parametrize(("cards", "wins"), [("Js Jd 2c 3d 4h", True), ("10s 10d 2c 3d 4h", False)])
def test_ga_art_28_3_who_opened_proves_it_or_loses_his_hand(cards: str, wins: bool) -> None:
    hand = deal(sit("poker-cubierto", GA, ante="1:2"))
    do(hand, "ana bet 20", "luis call", "eva fold", "pau fold")
    hand.act("ana", Act("discard"))
    hand.act("luis", Act("discard"))
    do(hand, "ana bet 30", "luis fold")
    fall(hand, *cards.split())
    assert hand.finished
    if wins:
        assert said(hand)[-1] == ("alone", "ana")
    else:
        assert said(hand)[-1] == ("false", "ana")
        assert hand.places["pot"] == 2000 + 4000 + 3000  # all waits for the next hand, with the last bet


def test_ga_art_28_3_2_what_another_staked_and_lost_by_a_ruling_is_not_asked_of_who_opened() -> None:
    """Four antes of 5, a false opening of 20 and a raise to 60 whose owner then loses his hand: 100 wait, no more."""
    hand = deal(sit("poker-cubierto", GA, ante="1:2"))
    do(hand, "ana bet 20", "luis raise 60", "eva fold", "pau fold")
    hand.act("inspector", Act("rule", "mezcla-sus-cartas:luis"))
    fall(hand, *["10s", "10d", "2c", "3d", "4h"])
    assert hand.finished and said(hand)[-1] == ("false", "ana")
    assert hand.places["pot"] == 2000 + 2000 + 6000
    assert stacks(hand) == [975, 935, 995, 995]


def test_pv_17_3_2_iii_a_a_high_limit_is_staked_in_whole_chips() -> None:
    """A minimum of 12.50 and a maximum of 31.25, twice and a half of it, with chips of 0.50 (17.VI.3: only chips)."""
    session = sit("double-holdem", PV, limite="limitado", ante="1:5")
    changed = {"minimum": 1250, "maximum": {**session.settings.maximum, "maximo": 3125}, "chip": 50}
    session.settings = msgspec.structs.replace(session.settings, **changed)
    hand = deal(session)
    fixed = []
    for cards in ("2c 3d 4h 5c 6d 7h", "8c 9d", ""):
        assert isinstance(hand.pending, Window)
        fixed += [item.amounts for item in hand.pending.open(asked(hand)) if item.do == "bet"]
        for _ in range(4):
            hand.act(asked(hand), Act("check"))
        fall(hand, *cards.split())
    assert fixed == [(1250, 1250, 50), (1250, 1250, 50), (3100, 3100, 50)]


# Studs


def up(hand: Round, **cards: str) -> None:
    """Open cards fall, each to its player in the order in which they are dealt."""
    while isinstance(hand.pending, Show):
        place = next(path for path, slots in hand.cards.items() if hand.pending.slot in slots)
        hand.fell(cards[place.removeprefix("mano/")])


def test_ex_2_2_b_3_2_the_lowest_card_speaks_first_and_of_equal_ones_the_lowest_suit() -> None:
    hand = deal(sit("seven-stud", EX))
    up(hand, ana="2s", luis="2c", eva="Kd", pau="2h")
    assert asked(hand) == "luis"
    assert "check" in may(hand, "luis")


def test_ga_art_30_2_2_of_equal_ones_the_nearest_to_the_mano_who_must_bet() -> None:
    hand = deal(sit("seven-stud", GA))
    up(hand, ana="Ks", luis="2c", eva="Kd", pau="2h")
    assert asked(hand) == "luis"
    assert may(hand, "luis") == {"bet": (10, 10)}


def test_ex_2_2_b_3_3_then_the_best_showing_who_may_pass_and_not_give_up() -> None:
    hand = deal(sit("seven-stud", EX))
    up(hand, ana="As", luis="2c", eva="Kd", pau="9h")
    do(hand, "luis check", "eva check", "pau check", "ana check")
    up(hand, ana="Qs", luis="2d", eva="3d", pau="8h")
    assert asked(hand) == "luis"
    assert "fold" not in may(hand, "luis")


def test_ex_2_2_b_2_1_an_open_pair_lets_anybody_take_the_high_limit() -> None:
    hand = deal(sit("seven-stud", EX, limite="limitado"))
    up(hand, ana="As", luis="2c", eva="Kd", pau="9h")
    do(hand, "luis check", "eva check", "pau check", "ana check")
    up(hand, ana="Qs", luis="2d", eva="3d", pau="8h")
    assert may(hand, "luis")["bet"] == (10, 20)
    refused(hand, "luis", Act("bet", "", 1500), "2.2.B.2§1")
    do(hand, "luis bet 20")
    assert may(hand, "eva")["raise"] == (40, 40)


def test_ex_2_2_b_3_c_with_eight_players_one_card_is_everybodys_seventh() -> None:
    names = (*FOUR, "noa", "teo", "iria", "bea")
    session = sit("seven-stud", EX, dict.fromkeys(names, 1000))
    session.physical, session.seeds = False, lambda: bytes(32)
    hand = deal(session)
    show(hand, {})
    assert [call for call, *_ in said(hand)].count("seventh") == 1
    assert len(hand.cards["muertas"]) == 3


def test_ex_2_2_b_3_2_7_and_10_the_croupier_says_the_first_bets_the_pairs_and_the_last_card() -> None:
    """Ana has a pair of nines from the second interval on, luis one of tens from the third."""
    hand = deal(sit("seven-stud", EX))
    for cards in ("9c 10c Jc Qc", "9d 2d 3d 4d", "5c 10d 6c 7c", "Kd Ks 8c 8d"):
        fall(hand, *cards.split())
        if cards.startswith("9c"):
            assert said(hand)[-2:] == [("bets",), ("opens", "ana")]
        while isinstance(hand.pending, Window) and not hand.pending.label.endswith(":septima"):
            do(hand, f"{asked(hand)} check")
    nines, tens = ("pair", "ana", "9c", "9d"), ("pair", "luis", "10c", "10d")
    assert [call for call in said(hand) if call[0] in ("bets", "pair", "opens", "final")] == [
        *(("bets",), ("opens", "ana")),
        *(nines, ("opens", "ana")),
        *(nines, tens, ("opens", "luis")),
        *(nines, tens, ("opens", "luis")),
        *(("final",), nines, tens, ("opens", "luis")),
    ]


def test_ex_2_2_c_3_2_and_2_2_b_3_10_it_is_said_who_speaks_and_not_who_has_no_chips_to_speak_with() -> None:
    """Ana has the ace, but no chips after her ante: luis, next, speaks; once all chips are staked nobody does."""
    hand = deal(sit("five-stud", EX, dict.fromkeys(FOUR, 500) | {"ana": 5}))
    fall(hand, "Ac", "2c", "3c", "4c")
    assert (said(hand)[-1], asked(hand)) == (("opens", "luis"), "luis")
    do(hand, "luis bet 495", "eva call", "pau fold")
    told = said(hand)
    fall(hand, "Kd", "Kh", "Ks", "Jd", "Jh", "Js")
    assert said(hand) == told


def test_ga_art_30_2_2_and_7_the_croupier_says_the_first_bets_and_the_last_card() -> None:
    """The text has no pairs said."""
    hand = deal(sit("seven-stud", GA))
    for cards in ("9c 10c Jc Qc", "9d 2d 3d 4d", "5c 10d 6c 7c", "Kd Ks 8c 8d"):
        fall(hand, *cards.split())
        if cards.startswith("9c"):
            do(hand, "ana bet 10", "luis call", "eva call", "pau call")
        while isinstance(hand.pending, Window) and not hand.pending.label.endswith(":septima"):
            do(hand, f"{asked(hand)} check")
    calls = [call[0] for call in said(hand)]
    assert (calls.count("bets"), calls.count("pair"), calls.count("final")) == (1, 0, 1)
    assert calls[-3:] == ["opens", "final", "opens"]


def test_ga_art_37_and_38_five_stud_with_32_cards_and_the_best_showing_first() -> None:
    hand = deal(sit("five-stud", GA))
    up(hand, ana="7s", luis="Ac", eva="Kd", pau="9h")
    assert asked(hand) == "luis"


# Two lines, low halves, one card at a time


def test_pv_17_3_2_ii_6_each_line_wins_half_of_the_pot() -> None:
    hand = deal(sit("double-holdem", PV, ante="1:2"))
    do(hand, "ana check", "pau check", "eva check", "luis check")
    hands = {"ana": "As Ad", "pau": "Ks Kd", "eva": "2c 3d", "luis": "4c 6d"}
    show(hand, hands, "Ah 9c 8d Kh 9d 8c Js Jh 7s 7h")
    assert stacks(hand) == [1005, 995, 995, 1005]


def test_pv_17_2_3_ii_the_low_hand_of_eight_or_less_wins_half() -> None:
    hand = deal(sit("omaha-hi-lo", PV, ante="1:2"))
    do(hand, "ana check", "pau check", "eva check", "luis check")
    hands = {"ana": "As 2d Kc Jd", "pau": "Ks Kd Qc Js", "eva": "9c 9d 10c 10d", "luis": "5d 6d 6c Qd"}
    show(hand, hands, "3h 7c 8d Kh 10h")
    # Kings three for the high, A-2-3-7-8 for the low: 20 in all.
    assert stacks(hand) == [1005, 995, 995, 1005]


def test_pv_17_2_2_ii_3_the_first_common_card_with_the_deal_and_two_more_then() -> None:
    hand = deal(sit("omaha-cinco", PV, None, None, **{"primera-comun": "si"}))
    fall(hand, "As")
    assert said(hand)[-1] == ("preflop", "As", "4")
    do(hand, "ana check", "pau check", "eva check", "luis check")
    fall(hand, "Ks", "Qs")
    assert said(hand)[-1] == ("flop", "As", "Ks", "Qs", "4")


def test_ex_2_2_f_4_5_a_common_card_each_interval_which_who_bet_most_opens() -> None:
    hand = deal(sit("sintetico", EX))
    fall(hand, "As")
    do(hand, "ana check", "luis bet 10", "eva raise 30", "pau fold", "ana fold", "luis call")
    fall(hand, "Ks")
    assert asked(hand) == "eva"
    do(hand, "eva check", "luis check")
    fall(hand, "Qs")
    assert asked(hand) == "luis"  # all passed: the mano, or the next who is in


def test_a_hand_that_is_over_is_let_go_at_once() -> None:
    def held() -> int:
        return sum(type(each) in (Hand, Between) for each in gc.get_objects())

    session = sit("holdem", EX)
    gc.collect()
    gc.disable()
    try:
        before, found = held(), deal(session)
        while not found.finished:
            do(found, f"{asked(found)} fold")
        assert held() == before
    finally:
        gc.enable()
