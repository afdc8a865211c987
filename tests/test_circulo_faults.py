"""What goes wrong in poker between players is reported in the situation that its text has it in, and has its effect."""

from collections.abc import Callable

import pytest

from tapete.cards.card import pack
from tapete.engine.requests import Act, Chance, Spin
from tapete.engine.round import Round
from tapete.engine.session import Session
from tapete.errors import IllegalAction
from tapete.games import game
from tests.helpers import lies, refused
from tests.test_circulo import EX, FOUR, GA, PV, asked, deal, do, held, may, said, sit, stacks

SIX = ("ana", "luis", "eva", "pau", "noa", "teo")
EIGHT = (*SIX, "ines", "leo")


def denied(found: Round, name: str, article: str, words: str) -> None:
    """It cannot be reported, for this reason, and nothing has changed."""
    lines = found.lines()
    with pytest.raises(IllegalAction, match=words) as error:
        found.report(name)
    assert error.value.article == article and found.lines() == lines


def on(found: Round, act: Callable[[Round], str], until: Callable[[Round], bool]) -> Round:
    """Players act and cards fall, as they lie in a new pack, until something is so."""
    assert found.header.pack is not None
    kind = pack(found.header.pack.kind)
    while not until(found):
        if isinstance(found.pending, Spin):
            found.fell(found.pending.pockets[0])
        elif isinstance(found.pending, Chance):
            found.fell(next(card for card in map(kind.show, kind.cards) if card not in found.faces.values()))
        else:
            do(found, f"{asked(found)} {act(found)}")
    return found


def passes(found: Round) -> str:
    """Nobody stakes more than he must."""
    words = ("check", "call", "bet 10", "post 10")
    return next(word for word in words if word.split()[0] in may(found, asked(found)))


def at(street: str) -> Callable[[Round], bool]:
    """Somebody speaks in an interval."""
    return lambda found: found.pending is not None and found.pending.label.endswith(f":{street}")


def burnt(found: Round) -> int:
    """How many cards were burnt."""
    return len(found.cards.get("quemadas", []))


# Errors of the deal


def test_ex_2_2_10_1_b_and_c_are_errors_of_the_deal_until_two_have_acted_and_10_3_j_who_holds_them_loses_then() -> None:
    for name, article in (("cartas-de-menos", "2.2.10.1.b"), ("cartas-de-mas", "2.2.10.1.c")):
        hand = deal(sit("holdem", EX))
        do(hand, "eva call")
        refused(hand, "inspector", Act("rule", "numero-de-cartas:ana"), "2.2.10.3.j")
        hand.copy().report(name)
        do(hand, "pau call")
        denied(hand, name, article, "before 2 players have acted")
        hand.act("inspector", Act("rule", "numero-de-cartas:ana"))
        assert not held(hand, "ana") and stacks(hand, "ana") == [995]


@pytest.mark.parametrize(
    ("name", "region", "fault", "article"),
    [
        ("holdem", EX, "fuera-de-orden", "2.2.10.1.a"),
        ("holdem", EX, "carta-ajena", "2.2.10.1.d"),
        ("holdem", EX, "primera-descubierta", "2.2.10.1.h"),
        ("sintetico", EX, "carta-descubierta", "2.2.F.5.1.c"),
        ("holdem", GA, "cartas-de-mas", "art. 24.1.c"),
        ("omaha", GA, "carta-ajena", "art. 24.1.d"),
        ("sintetico", GA, "numero-de-cartas", "art. 43.1.b"),
        ("holdem", PV, "numero-de-cartas", "17.VIII.1.b"),
        ("omaha-cinco", PV, "carta-ajena", "17.VIII.1.c"),
        ("sintetico", PV, "carta-descubierta", "17.6.V.1.c"),
    ],
)
def test_errors_of_the_deal_are_none_once_common_cards_alone_are_turned(
    name: str, region: str, fault: str, article: str
) -> None:
    """EX 2.2.10.1, 2.2.F.5.1; GA arts. 24.1, 43.1; PV 17.VIII.1, 17.6.V.1: as players are dealt their cards."""
    second = [*game(name).rules(region).streets][1]
    hand = on(deal(sit(name, region)), passes, at(next(iter(game(name).rules(region).streets))))
    hand.copy().report(fault)
    denied(on(hand, passes, at(second)), fault, article, "cards were dealt|were dealt cards")


def test_ex_2_2_10_1_a_in_stud_players_are_dealt_cards_in_every_interval_but_first_ones_in_the_first() -> None:
    hand = on(deal(sit("seven-stud", EX)), passes, at("quinta"))
    hand.copy().report("fuera-de-orden")
    denied(hand, "carta-ajena", "2.2.10.1.d", "the first cards")


def test_ex_2_2_10_1_nothing_is_said_of_cards_before_there_are_any_nor_when_they_are_shown() -> None:
    hand = deal(sit("poker-cubierto", EX))
    assert hand.pending is not None and hand.pending.label.endswith(":apertura")
    denied(hand, "cartas-de-menos", "2.2.10.1.b", "players were dealt cards")
    hand.copy().report("baraja-defectuosa")  # which may be found at any time
    hand = on(deal(sit("holdem", EX)), passes, at("cartas"))
    denied(hand, "fuera-de-orden", "2.2.10.1.a", "players were dealt cards")


def test_ex_2_2_b_4_1_a_and_2_2_c_5_1_stud_has_its_own_rule_for_a_card_that_is_seen() -> None:
    """Of the two first ones one is seen in five stud anyway; the general rule would void every hand."""
    for name in ("seven-stud", "five-stud"):
        assert "primera-descubierta" not in game(name).rules(EX).irregularities
    hand = on(deal(sit("five-stud", EX)), passes, at("tercera"))
    denied(hand, "dos-primeras-vistas", "2.2.C.5.1", "the first cards")


# Seven stud


@pytest.mark.parametrize(("region", "article"), [(EX, "2.2.B.4.2.a"), (GA, "art. 31.2.a")])
def test_ex_2_2_b_4_2_a_and_ga_art_31_2_a_a_seventh_card_seen_ends_the_betting_only_between_two(
    region: str, article: str
) -> None:
    hand = on(deal(sit("seven-stud", region)), passes, at("septima"))
    denied(hand, "septima-descubierta", article, "2 players left in the hand, and there are 4")
    for word in ("bet 10", "fold", "fold"):
        do(hand, f"{asked(hand)} {word}")
    hand.report("septima-descubierta")
    assert "raise" not in may(hand, asked(hand))


@pytest.mark.parametrize(
    ("region", "first", "last"),
    [(EX, "2.2.B.4.1.a.2", "2.2.B.4.1.b§3"), (GA, "art. 31.1.a.2", "art. 31.1.b.2")],
)
def test_ex_2_2_b_4_1_and_ga_art_31_1_what_is_of_the_first_cards_and_what_of_the_seventh(
    region: str, first: str, last: str
) -> None:
    """Ruled in another interval, the one would give back all that was bet, the other take the bet away for nothing."""
    hand = on(deal(sit("seven-stud", region)), passes, at("tercera"))
    who = asked(hand)
    refused(hand, "inspector", Act("rule", f"septima-y-no-sigue:{who}"), last)
    hand.copy().act("inspector", Act("rule", f"dos-tapadas-vistas:{who}"))
    on(hand, passes, at("septima"))
    refused(hand, "inspector", Act("rule", f"dos-tapadas-vistas:{who}"), first)
    hand.act("inspector", Act("rule", f"septima-y-no-sigue:{who}"))


def test_ex_2_2_b_4_3_b_cards_shown_cost_the_hand_only_of_who_has_not_matched() -> None:
    hand = on(deal(sit("seven-stud", EX)), passes, at("cuarta"))
    who = asked(hand)
    refused(hand, "inspector", Act("rule", f"descubre-sin-igualar:{who}"), "2.2.B.4.3.b")
    do(hand, f"{who} bet 10")
    other = asked(hand)
    refused(hand, "inspector", Act("rule", f"descubre-sin-igualar:{who}"), "2.2.B.4.3.b")
    hand.act("inspector", Act("rule", f"descubre-sin-igualar:{other}"))
    assert not held(hand, other)


@pytest.mark.parametrize(("region", "article"), [(EX, "2.2.10.2.b"), (GA, "art. 24.2.b"), (PV, "17.VIII.2.b")])
def test_ex_2_2_10_2_b_and_ga_art_24_2_b_and_pv_17_viii_2_b_who_is_away_loses_his_hand_when_his_turn_comes(
    region: str, article: str
) -> None:
    hand = deal(sit("holdem", region))
    who = asked(hand)
    other = next(name for name in FOUR if name != who)
    refused(hand, "inspector", Act("rule", f"ausente:{other}"), article)
    hand.act("inspector", Act("rule", f"ausente:{who}"))
    assert not held(hand, who)


@pytest.mark.parametrize("region", [EX, GA])
def test_ex_2_2_b_4_2_b_and_ga_art_31_2_b_as_many_cards_go_as_players_are_left_once_the_betting_is_over(
    region: str,
) -> None:
    """A card comes out as four are in; two give up: it goes with two more, not with four."""
    hand = on(deal(sit("seven-stud", region)), passes, at("cuarta"))
    do(hand, f"{asked(hand)} bet 10")
    hand.report("reparto-anticipado")
    assert burnt(hand) == 1
    for word in ("fold", "fold", "call"):
        do(hand, f"{asked(hand)} {word}")
    assert burnt(hand) == 3


@pytest.mark.parametrize(("region", "dead"), [(EX, "2.2.B.3.b"), (GA, "art. 30.2.b"), (PV, "17.5.II.2")])
def test_ex_2_2_b_3_b_and_ga_art_30_2_b_dead_cards_alone_complete_the_seventh_where_they_are_enough(
    region: str, dead: str
) -> None:
    """Eight, one gives up on three cards: 3 are left and 4 lie apart for seven; what he threw away stays away."""
    hand = deal(sit("seven-stud", region, dict.fromkeys(EIGHT, 1000), puestos="8"))
    gone: list[str] = []

    def one_leaves(found: Round) -> str:
        if not gone and "fold" in may(found, asked(found)):
            gone.extend(held(found, asked(found)))
            return "fold"
        return passes(found)

    pockets: list[tuple[str, ...]] = []

    def mixed(found: Round) -> bool:
        if isinstance(found.pending, Spin):
            pockets.append(found.pending.pockets)
            assert found.pending.article == dead
        return at("septima")(found)

    on(hand, one_leaves, mixed)
    assert [len(each) for each in pockets] == [4, 3, 2, 1]
    assert not {slot for each in pockets for slot in each} & set(gone)


# The change of cards


def test_ex_2_2_a_4_2_a_card_seen_as_discards_are_served_ends_the_betting() -> None:
    """It is no matter of the first interval, where it would have stopped the raising."""
    hand = deal(sit("poker-cubierto", EX))
    on(hand, passes, at("primero"))
    denied(hand, "descarte-descubierto", "2.2.A.4.2", "after the first")
    on(hand, passes, at("descarte"))
    hand.report("descarte-descubierto")
    while at("descarte")(hand):
        hand.act(asked(hand), Act("discard"))
    assert not at("segundo")(hand)


@pytest.mark.parametrize(("region", "article"), [(GA, "art. 28.2"), (PV, "17.1.IV.errores-del-croupier")])
def test_ga_art_28_2_and_pv_17_1_iv_the_first_card_goes_when_the_pack_was_put_away_before_the_change(
    region: str, article: str
) -> None:
    hand = deal(sit("poker-cubierto", region))
    opened: list[str] = []

    def opens(found: Round) -> str:
        if region == GA and not opened and "bet" in may(found, asked(found)):
            opened.append(asked(found))
            return "bet 10"
        return passes(found)

    on(hand, opens, at("descarte"))
    assert burnt(hand) == 0
    hand.report("baraja-retirada")
    assert burnt(hand) == 1
    while at("descarte")(hand):
        hand.act(asked(hand), Act("discard"))
    denied(hand, "baraja-retirada", article, "only during")


# Seats


def _folded(session: Session) -> Round:
    """A hand that everybody gives up."""
    return _given_up(deal(session))


def _given_up(hand: Round) -> Round:
    while not hand.finished:
        do(hand, f"{asked(hand)} {'fold' if 'fold' in may(hand, asked(hand)) else passes(hand)}")
    return hand


def _come(session: Session, *players: str) -> None:
    """Those who sit at the table from now on, with as much as others if they are new."""
    assert session.round is not None
    session._take_over(session.round)
    session.round, session.players = None, players
    session.places.update({f"chips/{who}": 100_000 for who in players if f"chips/{who}" not in session.places})


def _mano(hand: Round) -> str:
    return next(words[1] for words in said(hand) if words[0] == "button")


@pytest.mark.parametrize("region", [EX, GA, PV])
def test_ex_2_2_9_2_and_ga_art_23_1_and_pv_17_vii_1_who_leaves_with_the_mano_leaves_it_to_the_next(region: str) -> None:
    """Of six one after another has it; the one who would follow had he stayed has it next, wherever the first sits."""
    session = sit("holdem", region, dict.fromkeys(SIX, 1000), puestos="6")
    had = [_mano(_folded(session)) for _ in range(8)]
    gone, after = had[2], had[3]
    assert had[:2] == had[6:]
    session = sit("holdem", region, dict.fromkeys(SIX, 1000), puestos="6")
    for _ in range(3):
        _folded(session)
    session.players = tuple(who for who in SIX if who != gone)
    assert _mano(_folded(session)) == after


@pytest.mark.parametrize("region", [EX, GA, PV])
def test_ga_art_23_1_who_leaves_three_behind_with_the_mano_hands_it_on_while_they_wait(region: str) -> None:
    session = sit("holdem", region)
    gone = _mano(_folded(session))
    session.players = tuple(who for who in FOUR if who != gone)
    waiting = deal(session)
    assert said(waiting)[-1] == ("suspended",)
    carry = waiting.carry
    assert carry.mano in carry.seats and carry.drawn  # type: ignore[attr-defined]
    assert carry.impossible(waiting.rules, waiting.header.settings) is None  # type: ignore[attr-defined]
    _come(session, *session.players, "noa")
    assert _mano(_folded(session)) == carry.mano  # type: ignore[attr-defined]


def test_ex_2_2_9_1_2_where_nobody_is_left_of_those_who_drew_seats_are_drawn_anew() -> None:
    session = sit("holdem", EX)
    _folded(session)
    _come(session, *EIGHT[4:])
    hand = session.open()
    hand.act("croupier", Act("close"))
    assert isinstance(hand.pending, Chance) and hand.pending.article == "2.2.E.2.1"


@pytest.mark.parametrize(
    ("name", "region", "options", "most", "article"),
    [
        ("poker-cubierto", EX, {"baraja": "32"}, 6, "2.2.A.1"),
        ("poker-cubierto", EX, {"baraja": "36"}, 7, "2.2.A.1"),
        ("poker-cubierto", EX, {"baraja": "48"}, 9, "2.2.A.1"),
        ("poker-cubierto", EX, {"baraja": "32", "puestos": "6"}, 6, "2.2.2.2§1"),
        ("poker-cubierto", EX, {}, 10, "2.2.2.2§1"),
        ("poker-cubierto", GA, {"baraja": "32"}, 6, "art. 26"),
        ("poker-cubierto", PV, {"baraja": "32"}, 6, "17.1.I.cartas"),
        ("five-stud", GA, {}, 6, "art. 37"),
        ("five-stud", PV, {}, 6, "17.4.II.cartas"),
        ("sintetico", EX, {}, 10, "2.2.2.2§1"),
        ("seven-stud", EX, {}, 8, "2.2.B.1§1"),
        ("omaha-cinco", PV, {}, 8, "17.2.2.II.2"),
    ],
)
def test_ex_2_2_a_1_and_ga_art_26_and_pv_17_1_i_nobody_sits_down_for_whom_the_pack_has_no_cards(
    name: str, region: str, options: dict[str, str], most: int, article: str
) -> None:
    """Five each of 32 cards are enough for six: the seventh would have stopped the game for all."""
    assert game(name).rules(region).seating(options) == (most, article)


def test_pv_17_ii_3_b_half_a_session_is_taken_in_whole_chips() -> None:
    """Ten per cent of a maximum of 25 are 2.50 for a session; of 1.25 for half of one, 1 is in chips of 0.50."""
    table = sit("holdem", PV, beneficio="sesion").open()
    settings = table.header.settings
    assert (settings.maximum["maximo"], settings.chip) == (2500, 50)
    for on, cents in (("entera", 250), ("media", 100)):
        copy = table.copy()
        copy.act("croupier", Act("session", on))
        assert {copy.places[f"chips/{who}"] for who in FOUR} == {100_000 - cents}


# Who comes into a game under way


def _seated(hand: Round) -> set[str]:
    return {place.removeprefix("mano/") for place in hand.cards if place.startswith("mano/")}


@pytest.mark.parametrize("name", ["holdem", "omaha"])
def test_ex_2_2_d_3_c_and_e_3_c_who_waited_as_small_blind_does_not_come_in_as_mano(name: str) -> None:
    """Pau has the mano and noa sits down after her: she would be the small blind, and then the mano, which is ana's."""
    session = sit(name, EX)
    _come(session, *FOUR, "noa")
    hand = deal(session)
    assert (_mano(hand), _seated(hand)) == ("pau", set(FOUR))
    _given_up(hand)
    hand = deal(session)
    assert (_mano(hand), _seated(hand)) == ("ana", {*FOUR, "noa"})
    assert lies(hand, "felt/") == {"felt/luis/apuesta": 500, "felt/eva/apuesta": 1000, "felt/noa/apuesta": 1000}
    assert asked(hand) == "pau"


def test_ex_2_2_e_3_b_who_sits_down_while_the_table_waits_for_players_posts_the_great_blind_too() -> None:
    """After pau, who left, the mano passes noa and teo: it is ana's, luis has the small blind, noa the great one."""
    session = sit("holdem", EX)
    _folded(session)
    _come(session, "ana", "luis", "noa")
    assert said(deal(session))[-1] == ("suspended",)
    _come(session, "ana", "luis", "noa", "teo")
    hand = deal(session)
    assert (_mano(hand), _seated(hand)) == ("ana", {"ana", "luis", "noa", "teo"})
    assert lies(hand, "felt/") == {"felt/luis/apuesta": 500, "felt/noa/apuesta": 1000, "felt/teo/apuesta": 1000}


def test_ex_2_2_e_3_c_two_who_come_to_two_do_not_wait_for_ever() -> None:
    """The mano passes them after luis, and they come in; only after ana, when the small blind would be theirs, not."""
    session = sit("holdem", EX)
    for _ in range(3):
        _folded(session)  # pau, ana, luis have had the mano
    _come(session, "ana", "luis", "noa", "teo")
    hand = deal(session)
    assert (_mano(hand), _seated(hand)) == ("ana", {"ana", "luis", "noa", "teo"})


def test_ex_2_2_e_3_c_nobody_is_dealt_in_alone_because_the_others_rest_or_wait() -> None:
    """Noa would be the small blind after pau; ana, luis and eva rest, so that she comes in as it."""
    session = sit("holdem", EX)
    _come(session, *FOUR, "noa")
    hand = session.open()
    for who in ("ana", "luis", "eva"):
        hand.act(who, Act("rest"))
    hand.act("croupier", Act("close"))
    assert _seated(hand) == {"pau", "noa"}
    assert lies(hand, "felt/") == {"felt/noa/apuesta": 500, "felt/pau/apuesta": 1000}


# The last cards of the pack


@pytest.mark.parametrize(("region", "article"), [(EX, "2.2.B.4.2.b"), (GA, "art. 31.2.b")])
def test_ex_2_2_b_4_2_b_and_ga_art_31_2_b_burnt_cards_may_leave_too_few_for_the_sixth(
    region: str, article: str
) -> None:
    """Seven: 22 + 8 burnt + 8 + 8 leave six of 52, and one of three set apart. Eight: 25 + 9 + 9 + 9 leave none."""
    seven = on(deal(sit("seven-stud", region, dict.fromkeys(EIGHT[:7], 1000))), passes, at("tercera"))
    seven.report("reparto-anticipado")
    on(seven, passes, at("sexta"))
    assert [len(held(seven, who)) for who in EIGHT[:7]] == [6] * 7
    assert burnt(seven) == 8 and len(seven.cards["muertas"]) == 2
    assert all(slot in seven.faces for who in EIGHT[:7] for slot in held(seven, who)[2:])
    on(seven, passes, at("septima"))
    assert len(seven.cards["mesa"]) == 1 and len(seven.cards["muertas"]) == 1
    eight = on(deal(sit("seven-stud", region, dict.fromkeys(EIGHT, 1000))), passes, at("tercera"))
    eight.report("reparto-anticipado")
    on(eight, passes, lambda found: found.finished)
    assert eight.end is not None and eight.end.void == "reparto-anticipado" and eight.end.article == article
    assert stacks(eight, *EIGHT) == [1000] * 8


def test_ex_2_2_b_3_c_the_card_for_all_may_be_one_that_was_thrown_away() -> None:
    """Eight: none is left after the fifth card; two give up, whose four covered cards and three set apart serve six."""
    hand = on(deal(sit("seven-stud", EX, dict.fromkeys(EIGHT, 1000))), passes, at("tercera"))
    hand.report("reparto-anticipado")
    on(hand, passes, at("quinta"))
    for act in ("bet 10", "fold", "fold"):
        do(hand, f"{asked(hand)} {act}")
    on(hand, passes, at("septima"))
    assert len(hand.cards["mesa"]) == 1 and not hand.cards["muertas"]
    assert [len(cards) for place, cards in hand.cards.items() if place.startswith("mano/") and cards] == [6] * 6


@pytest.mark.parametrize(("region", "article"), [(EX, "2.2.B.3.a"), (GA, "art. 30.2.a")])
def test_ex_2_2_b_3_a_and_ga_art_30_2_a_who_is_passed_over_has_the_first_card_that_was_set_apart(
    region: str, article: str
) -> None:
    """With the seventh card only, and once; the others keep theirs. What he shows at the end is that card."""
    hand = on(deal(sit("seven-stud", region)), passes, at("sexta"))
    refused(hand, "inspector", Act("rule", "saltado:luis"), article)
    on(hand, passes, at("septima"))
    before, apart = {who: list(held(hand, who)) for who in FOUR}, list(hand.cards["muertas"])
    assert [len(cards) for cards in before.values()] == [7] * 4 and len(apart) == 4
    hand.act("inspector", Act("rule", "saltado:luis"))
    assert held(hand, "luis") == [*before["luis"][:6], apart[0]]
    assert [held(hand, who) for who in FOUR if who != "luis"] == [before[who] for who in FOUR if who != "luis"]
    assert (hand.cards["muertas"], hand.cards["quemadas"]) == (apart[1:], before["luis"][6:])
    assert hand.looks[apart[0]] == "luis" and apart[0] not in hand.faces
    refused(hand, "inspector", Act("rule", "saltado:luis"), article)
    hand.act("inspector", Act("rule", "saltado:eva"))
    assert held(hand, "eva")[6] == apart[1]
    do(hand, f"{asked(hand)} bet 20")
    while not on(hand, passes, lambda found: found.finished or at("cartas")(found)).finished:
        hand.act(asked(hand), Act("choose", "mostrar"))
    assert apart[0] in hand.faces and before["luis"][6] not in hand.faces


@pytest.mark.parametrize(("region", "article"), [(EX, "2.2.B.3.a"), (GA, "art. 30.2.a")])
def test_ex_2_2_b_3_a_and_ga_art_30_2_a_nobody_is_passed_over_where_one_card_is_everybody_s_seventh(
    region: str, article: str
) -> None:
    hand = on(deal(sit("seven-stud", region, dict.fromkeys(EIGHT, 1000))), passes, at("septima"))
    assert len(hand.cards["mesa"]) == 1
    refused(hand, "inspector", Act("rule", "saltado:luis"), article)


@pytest.mark.parametrize("region", [EX, GA])
def test_ex_2_2_b_3_a_and_ga_art_30_2_a_who_has_shown_his_cards_has_that_one_open_too(region: str) -> None:
    hand = on(deal(sit("seven-stud", region)), passes, at("sexta"))
    hand.act("inspector", Act("rule", "descubre-sus-cartas:luis"))
    on(hand, passes, at("septima"))
    first = hand.cards["muertas"][0]
    hand.act("inspector", Act("rule", "saltado:luis"))
    assert isinstance(hand.pending, Chance) and hand.pending.label == f"show:{first}"
    hand.fell("As" if "As" not in hand.faces.values() else "Ks")
    assert held(hand, "luis")[6] == first and first in hand.faces
