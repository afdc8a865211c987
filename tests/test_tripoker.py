"""Tripóker, article by article. Expected values come from the texts and from counting, not from the code."""

import random
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

import numpy as np
import pytest

from tapete.audit.limits import check_settings
from tapete.cards.card import FRENCH, SPANISH
from tapete.cards.composition import Composition
from tapete.engine.requests import Act, Announce, Move
from tapete.engine.round import Round, replay
from tapete.engine.settings import standard
from tapete.engine.views import NOBODY
from tapete.engine.window import Choose
from tapete.errors import IllegalAction, TapeteError
from tapete.games import game
from tapete.games.tripoker.kernel import coup, outcomes
from tapete.games.tripoker.odds import every, goes, strategy
from tapete.games.tripoker.rules import order
from tapete.law.loading import RulebookError, parse, path_of
from tapete.odds.report import BetOdds
from tapete.sim.loop import PLAYOUT
from tapete.sim.loop import play as loop
from tapete.sim.run import simulate
from tests.helpers import advised, choose, close, five_last_passes, lies, sit, stake, total
from tests.hidden import exchanging
from tests.mano import begin, read, won

NAME, EX, PV = "tripoker", "extremadura", "pais-vasco"
SECOND, PAIR = {EX: "bet", PV: "segunda-apuesta"}, {EX: "fortuna", PV: "par-plus"}
REGIONS = [EX, PV]
both = pytest.mark.parametrize("region", REGIONS)
# Banks: one that plays with a queen, one that does not, one that plays with an ace
QUEEN, JACK, ACE = "Qc 7d 3h", "Jc 9d 3h", "Ac 7d 3h"


def against(region: str, hand: str, bank: str, *bets: tuple[str, str], goes: bool = True, **sitting: object) -> Round:
    """Ana's hand against the bank's, with these stakes of hers."""
    table = begin(sit(NAME, region, **sitting), *(("ana", on, amount) for on, amount in bets))  # type: ignore[arg-type]
    if isinstance(table.pending, Choose):
        choose(table, "ana", "ir" if goes else "retirarse")
    if table.places.get(f"felt/ana/{SECOND[region]}"):
        read(table, bank)
    return table if table.finished else read(table, hand)


# The rulebooks


@both
def test_pv_15_ii_1_and_ex_1_16_2_1_the_ace_stands_above_the_king_and_below_the_two(region: str) -> None:
    score = order(game(NAME).rules(region)).lookup.score
    hands = ["Ac 2d 3h", "2c 3d 4h", "Jc Qd Kh", "Qc Kd Ah"]
    scores = [score(FRENCH.parse(hand)) for hand in hands]
    assert scores == sorted(set(scores))
    assert score(FRENCH.parse("Kc Ad 2h")) < score(FRENCH.parse("2c 2d 3h"))


@both
def test_pv_15_v_1_and_ex_1_16_5_3_the_order_of_hands(region: str) -> None:
    """The worst and the best of each kind, from a five high to three suited cards up to the ace."""
    score = order(game(NAME).rules(region)).lookup.score
    rising = (
        "5c 3d 2h, Ac Kd Jh, 2c 2d 3h, Ac Ad Kh, 5c 3c 2c, Ac Kc Jc, Ac 2d 3h, Qc Kd Ah, 2c 2d 2h, Ac Ad Ah, Ac 2c 3c, "
        "Jc Qc Kc, Qc Kc Ac"
    )
    scores = [score(FRENCH.parse(hand)) for hand in rising.split(", ")]
    assert scores == sorted(set(scores))


@both
def test_all_22_100_hands_by_kind(region: str) -> None:
    """By hand: 12 runs of 4 suits; 13 trios of 4; 12 runs of 4**3 less the suited; 286 sets less 12 runs of 4 suits;
    13 pairs of 6 with 48 others; and what is left.
    """
    found = order(game(NAME).rules(region))
    counts = dict.fromkeys(found.kinds, 0)
    for a, b, c in product(range(52), repeat=3):
        if a < b < c:
            counts[found.kinds[found.place(found.lookup.score((a, b, c)))]] += 1
    real = counts.pop("escalera-real", 0)
    assert real == (4 if region == PV else 0)
    counts["escalera-de-color"] += real
    assert counts == {
        "carta-mayor": 16_440,
        "pareja": 3_744,
        "color": 1_096,
        "escalera": 720,
        "trio": 52,
        "escalera-de-color": 48,
    }


def test_pv_15_v_1_c_2_colours_are_compared_to_the_last_card_or_as_printed_by_the_first() -> None:
    for choices, tied in (({}, False), ({"hands.kinds.color.tie": "printed"}, True)):
        score = order(game(NAME).rules(PV, choices)).lookup.score
        assert (score(FRENCH.parse("Ac 9c 5c")) == score(FRENCH.parse("Ad 9d 4d"))) == tied
        assert score(FRENCH.parse("Ac 3c 2c" if tied else "Ac 4c 2c")) > score(FRENCH.parse("Kd Qd 10d"))


def test_pv_15_v_3_11_high_cards_are_compared_to_the_last_or_as_printed_by_the_first() -> None:
    for choices, tied in (({}, False), ({"hands.kinds.carta-mayor.tie": "printed"}, True)):
        found = order(game(NAME).rules(PV, choices))
        score = found.lookup.score
        assert (score(FRENCH.parse("Ac 9d 5c")) == score(FRENCH.parse("Ad 8c 4d"))) == tied
        assert score(FRENCH.parse("Qc 3d 2c")) >= found.least > score(FRENCH.parse("Jc 10d 8c"))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("[hands.kinds.color", "[hands.kinds.full", "every kind has one place"),
        ('equals = "ante"', 'equals = "bet"', "bets.bet.equals"),
        ("[bets.ante]", "[bets.anti]", "bets: there are ante"),
        ('least = "Q"', 'least = "X"', "bank.least"),
        ('remedy = "sigue"', 'remedy = "nada"', "irregularities.comentarios.remedy"),
        ("[calls.idle]", "[calls.other]", "calls.idle: missing"),
        ("[bonus.prizes.trio]", "[bonus.prizes.full]", "bonus.prizes"),
        ('"como-la-banca", "siempre"', '"nunca"', "options.ir.values: among"),
    ],
)
def test_a_rulebook_that_cannot_be_is_refused(old: str, new: str, reason: str) -> None:
    toml = path_of(NAME, EX).read_text(encoding="utf-8")
    assert old in toml
    with pytest.raises(RulebookError, match=reason):
        parse(type(game(NAME).rules(EX)), toml.replace(old, new), "extremadura/tripoker.toml", EX)


# The stakes


@both
def test_pv_15_i_2_1_and_ex_1_16_5_1_either_bet_alone_or_both_of_different_amounts(region: str) -> None:
    for bets in ([("ante", "10")], [(PAIR[region], "15")], [("ante", "10"), (PAIR[region], "15")]):
        table = begin(sit(NAME, region), *(("ana", *bet) for bet in bets))
        assert lies(table, "felt/") == {f"felt/ana/{on}": 100 * int(amount) for on, amount in bets}
        assert isinstance(table.pending, Choose) == (bets[0][0] == "ante")


def test_pv_15_i_2_1_a_house_may_ask_for_an_ante_beside_par_plus() -> None:
    table = sit(NAME, PV, options={"par-plus-solo": "no"}).open()
    with pytest.raises(IllegalAction, match="no ante beside") as refused:
        stake(table, "ana", "par-plus", "5")
    assert refused.value.article == "15.I-2§1"
    stake(table, "ana", "ante", "5")
    stake(table, "ana", "par-plus", "5")
    with pytest.raises(IllegalAction, match="par-plus is taken back first"):
        table.act("ana", Act("withdraw", "ante"))
    table.act("ana", Act("withdraw", "par-plus"))
    table.act("ana", Act("withdraw", "ante"))


def test_pv_15_v_2_2_the_maximum_is_10_20_30_or_50_minimums() -> None:
    rules = game(NAME).rules(PV)
    for multiple in (5, 10, 20, 25, 30, 40, 50, 100):
        settings = standard(rules)
        settings.maximum["ante"] = multiple * 500
        assert (check_settings(rules, settings) == []) == (multiple in (10, 20, 30, 50))
    table = sit(NAME, PV).open()
    for bet in ("ante", "par-plus"):
        stake(table, "ana", bet, "50")
        with pytest.raises(IllegalAction) as refused:
            stake(table, "ana", bet, "0.50")
        assert refused.value.article == "15.V.2§2"


def test_ex_1_16_6_1_no_multiple_binds_the_maximum() -> None:
    rules = game(NAME).rules(EX)
    for multiple in (1, 7, 1000):
        settings = standard(rules)
        settings.maximum["ante"] = multiple * 500
        assert check_settings(rules, settings) == []


@pytest.mark.parametrize(("region", "seats", "article"), [(EX, 9, "1.16.4"), (PV, 7, "15.IV.1")])
def test_ex_1_16_4_and_pv_15_iv_1_nine_players_or_seven(region: str, seats: int, article: str) -> None:
    names = [f"p{i}" for i in range(seats + 1)]
    table = sit(NAME, region, chips=dict.fromkeys(names, 10_000)).open()
    for who in names[:-1]:
        stake(table, who, "ante", "5")
    with pytest.raises(IllegalAction, match=f"{seats} may play at most") as refused:
        stake(table, names[-1], "ante", "5")
    assert refused.value.article == article
    close(table)
    assert sum(len(slots) for slots in table.cards.values()) == 3 * (seats + 1)


def test_ex_1_16_6_4_a_five_last_passes_before_the_limits_change() -> None:
    five_last_passes(sit(NAME, EX))


# The deal


@both
def test_pv_15_v_3_2_and_ex_1_16_7_one_by_one_by_hand_and_three_at_a_time_from_a_shuffler(region: str) -> None:
    by_hand = {"mano/ana": ["#0", "#3", "#6"], "mano/luis": ["#1", "#4", "#7"], "mano/crupier": ["#2", "#5", "#8"]}
    at_once = {"mano/ana": ["#0", "#1", "#2"], "mano/luis": ["#3", "#4", "#5"], "mano/crupier": ["#6", "#7", "#8"]}
    for way, dealt in (("manual", by_hand), ("automatico", at_once)):
        session = sit(NAME, region, physical=False, options={"distribuidor": way})
        table = begin(session, ("luis", "ante", "5"), ("ana", "ante", "5"))
        assert table.cards == dealt
        view = table.view("ana")
        assert all(view.cards["mano/ana"])
        assert view.cards["mano/luis"] == view.cards["mano/crupier"] == ["", "", ""]
        for other in ("croupier", "watcher", NOBODY):
            assert {card for cards in table.view(other).cards.values() for card in cards} == {""}


@both
@pytest.mark.parametrize("who", ["ana", "luis", "watcher", NOBODY, "croupier"])
def test_exchanging_the_cards_somebody_was_not_shown_changes_nothing_that_reaches_them(region: str, who: str) -> None:
    """Before the decisions, between them, and once Luis has given up and Ana's hand is decided."""
    for seed, choices in product(range(3), ([], ["ir"], ["ir", "retirarse"])):

        def played(table: Round, choices: list[str] = choices) -> Round:
            for name in ("ana", "luis"):
                stake(table, name, "ante", "10")
            close(table)
            for name, choice in zip(("ana", "luis"), choices, strict=False):
                choose(table, name, choice)
            return table

        opened = sit(NAME, region, physical=False, seed=seed).open()
        assert exchanging(opened, played, who, cards=24, seed=seed) >= 24 - 9


# Going and giving up


@both
def test_ex_1_16_5_4_and_pv_15_v_3_4_the_second_stake_equals_the_ante(region: str) -> None:
    table = begin(sit(NAME, region), ("ana", "ante", "15.50"))
    assert isinstance(table.pending, Choose)
    assert (table.pending.label, table.pending.options) == (f"choose:ana:{SECOND[region]}", ("ir", "retirarse"))
    with pytest.raises(IllegalAction):
        choose(table, "luis", "ir")
    choose(table, "ana", "ir")
    assert lies(table, "felt/") == {"felt/ana/ante": 1550, f"felt/ana/{SECOND[region]}": 1550}


@both
def test_ex_1_16_5_4_and_pv_15_v_3_3_who_gives_up_loses_the_ante_and_the_cards_unseen(region: str) -> None:
    table = begin(sit(NAME, region, physical=False), ("ana", "ante", "10"))
    choose(table, "ana", "retirarse")
    assert won(table) == -1000
    assert table.cards["descartes"] == ["#0", "#2", "#4"]
    assert table.view("luis").cards["descartes"] == ["", "", ""]
    assert table.view("watcher").cards["mano/crupier"] == ["", "", ""]
    assert [move.article for move in table.log if isinstance(move, Move) and move.dst == "bank"] == [
        {EX: "1.16.5.4", PV: "15.V.3§3"}[region]
    ]


@both
def test_who_cannot_match_the_ante_gives_it_up(region: str) -> None:
    for chips, asked in ((1999, False), (2000, True)):
        table = begin(sit(NAME, region, chips={"ana": chips}), ("ana", "ante", "10"))
        assert isinstance(table.pending, Choose) == asked
        if not asked:
            assert table.finished
            assert table.places["chips/ana"] == chips - 1000


# The bank


@both
@pytest.mark.parametrize(
    ("hand", "bank", "net"),
    [
        ("Kc 8d 3s", QUEEN, 2000),  # beaten: both at par
        ("Qd 6c 5s", QUEEN, -2000),  # the second card decides
        ("Qd 7c 2s", QUEEN, -2000),  # and the third
        ("Qd 7c 3s", QUEEN, 0),
        ("2c 4d 7s", JACK, 1000),  # the bank does not play: the ante at par, the second stake back
        ("2c 2d 7s", JACK, 1000),
        ("Kc 8d 3s", ACE, -2000),  # a king or an ace plays as well
        ("2c 2d 3s", "Kc 5d 3h", 2000),
        ("Kc Kd 3s", "2s 2d 4h", 2000),
        ("2s 2d 4h", "Kc Kd 3s", -2000),
    ],
)
def test_ex_1_16_5_5_and_pv_15_v_3_5_the_bank_plays_with_a_queen_or_better(
    region: str, hand: str, bank: str, net: int
) -> None:
    assert won(against(region, hand, bank, ("ante", "10"))) == net


@both
def test_the_result_is_called(region: str) -> None:
    table = against(region, "Kc 8d 3s", QUEEN, ("ante", "10"))
    assert table.said()[-1] == "La banca juega: dama de tréboles, 7 de diamantes, 3 de corazones. Gana: ana."
    table = against(region, "Kc 8d 3s", JACK, ("ante", "10"))
    assert table.said()[-1] == "La banca no juega: jota de tréboles, 9 de diamantes, 3 de corazones."
    table = against(region, "Jc 8d 3s", QUEEN, ("ante", "10"))
    assert table.said()[-1].endswith("Gana: nadie.")


# By the tables: what straight, trio and suited run are paid besides the ante, in antes
EXTRA = {"5c 6d 7h": 1, "8c 8d 8h": 4, "5c 6c 7c": 5, "Qs Ks As": 5, "2c 5c 9c": 0, "Ac Ad Ks": 0}


@both
@pytest.mark.parametrize("hand", EXTRA)
@pytest.mark.parametrize(("bank", "antes"), [("Qh 10d 4s", 2), ("Jh 10d 4s", 1), ("Kd Qd Jd", -2)])
def test_ex_1_16_5_7_and_pv_15_v_3_9_the_extra_is_paid_whatever_the_bank_has(
    region: str, hand: str, bank: str, antes: int
) -> None:
    net = 2 if (hand, bank) == ("Qs Ks As", "Kd Qd Jd") else antes
    table = against(region, hand, bank, ("ante", "10"))
    assert won(table) == 1000 * (net + EXTRA[hand])
    paid = [(move.cents, move.article) for move in table.log if isinstance(move, Move) and move.src == "bank"]
    by = {1: {EX: "1.16.5.7", PV: "15.V.3§7"}, 4: {EX: "1.16.5.7", PV: "15.V.3§8"}, 5: {EX: "1.16.5.7", PV: "15.V.3§9"}}
    assert EXTRA[hand] == 0 or paid[-1] == (1000 * EXTRA[hand], by[EXTRA[hand]][region])


@both
def test_no_extra_on_an_ante_that_was_given_up(region: str) -> None:
    bets = ("ante", "10"), (PAIR[region], "5")
    assert won(against(region, "5c 6c 7c", "", *bets, goes=False)) == -1000 + 40 * 500


def test_pv_15_v_3_6_as_printed_the_extra_needs_a_bank_that_plays() -> None:
    choices = {"bonus": "printed"}
    assert won(against(PV, "5c 6d 7h", "Jh 10d 4s", ("ante", "10"), choices=choices)) == 1000
    assert won(against(PV, "5c 6d 7h", "Qh 10d 4s", ("ante", "10"), choices=choices)) == 3000


# The bet on one's own cards

PRIZES = {
    "Qs Ks As": {EX: 40, PV: 50},
    "5c 6c 7c": {EX: 40, PV: 40},
    "8c 8d 8h": {EX: 25, PV: 30},
    "Ac 2d 3h": {EX: 6, PV: 6},
    "2c 5c 9c": {EX: 4, PV: 3},
    "2c 2d 3s": {EX: 1, PV: 1},
    "Ac Kd Js": {EX: -1, PV: -1},
}


@both
@pytest.mark.parametrize("hand", PRIZES)
def test_ex_1_16_5_3_and_pv_15_i_2_what_ones_own_cards_pay(region: str, hand: str) -> None:
    bet = (PAIR[region], "10")
    prize = 1000 * PRIZES[hand][region]
    alone = against(region, hand, "", bet)
    assert won(alone) == prize
    assert not alone.said()[-1].startswith("La banca")
    assert won(against(region, hand, "", ("ante", "5"), bet, goes=False)) == prize - 500


def test_pv_15_v_3_10_par_plus_survives_a_hand_that_loses_and_as_printed_does_not() -> None:
    bets = ("ante", "10"), ("par-plus", "10")
    for choices, net in (({}, -1000), ({"bets.par-plus": "printed"}, -3000)):
        assert won(against(PV, "2c 2d 3s", "Ac Ad 3h", *bets, choices=choices)) == net
        assert won(against(PV, "2c 2d 3s", QUEEN, *bets, choices=choices)) == 3000
        assert won(against(PV, "2c 2d 3s", "", bets[1], choices=choices)) == 1000


# Several at the table


@both
def test_three_players_one_gives_up_one_wins_one_loses(region: str) -> None:
    """Losers are taken first, stakes by kind; the folded hand stays until its own bet is decided."""
    names = ["ana", "luis", "eva"]
    session = sit(NAME, region, chips=dict.fromkeys(names, 100_000))
    table = begin(session, *((who, "ante", "10") for who in names), ("luis", PAIR[region], "5"))
    for who, choice in zip(names, ("ir", "retirarse", "ir"), strict=True):
        assert isinstance(table.pending, Choose)
        assert table.pending.actor == who
        choose(table, who, choice)
    read(table, "Qc 7d 3h Kc 4d 2h 9c 9d 2s Jc 4h 2c")
    assert [table.places[f"chips/{who}"] - 100_000 for who in names] == [2000, -1000 + 500, -2000]
    assert total(table) == 300_000
    assert replay(table.play, table.rules, table.log).lines() == table.lines()


def admit(table: Round, on: str = "luis@ana") -> None:
    table.act(on.partition("@")[2], Act("admit", on))
    table.act("inspector", Act("admit", on))


def test_pv_15_iv_2_a_standing_player_needs_the_players_consent_and_the_chiefs() -> None:
    table = sit(NAME, PV, chips=dict.fromkeys(("ana", "luis", "eva"), 100_000)).open()
    stake(table, "ana", "ante", "10")
    with pytest.raises(IllegalAction, match="does not decide") as refused:
        table.act("luis", Act("admit", "luis@ana"))
    assert refused.value.article == "15.IV.2"
    table.act("ana", Act("admit", "luis@ana"))
    with pytest.raises(IllegalAction, match="as it is"):
        table.act("ana", Act("admit", "luis@ana"))
    table.act("inspector", Act("admit", "luis@ana"))
    stake(table, "luis", "ante", "20")
    with pytest.raises(IllegalAction, match="no stake on par-plus behind which"):
        stake(table, "luis", "par-plus", "5")
    with pytest.raises(IllegalAction, match="2 stakes that a square takes"):
        table.act("ana", Act("admit", "eva@ana"))
    with pytest.raises(IllegalAction, match="stands behind another"):
        table.act("inspector", Act("admit", "eva@luis"))
    with pytest.raises(IllegalAction, match="behind it is taken back first"):
        table.act("ana", Act("withdraw", "ante"))
    with pytest.raises(IllegalAction, match="has a stake on ana's square"):
        table.act("ana", Act("dismiss", "luis@ana"))
    close(table)
    assert sorted(table.cards) == ["mano/ana", "mano/crupier"]
    assert table.view("luis").cards["mano/ana"] == ["", "", ""]
    choose(table, "ana", "ir")
    assert lies(table, "felt/luis") == {"felt/luis/ante": 2000, "felt/luis/segunda-apuesta": 2000}
    read(table, f"{QUEEN} 5c 6d 7h")
    assert [table.places[f"chips/{who}"] - 100_000 for who in ("ana", "luis")] == [3000, 6000]
    assert table.carry.behind == {"luis": "ana"}  # type: ignore[attr-defined]


def test_pv_15_iv_2_the_seated_player_commands() -> None:
    """Who stands behind loses with a hand that is given up, and where chips for the second stake are missing."""
    for choice, chips in (("retirarse", 100_000), ("ir", 3000)):
        table = sit(NAME, PV, chips={"ana": 100_000, "luis": chips}).open()
        stake(table, "ana", "ante", "10")
        admit(table)
        stake(table, "luis", "ante", "20")
        close(table)
        choose(table, "ana", choice)
        assert table.places["chips/luis"] == chips - 2000
        assert not lies(table, "felt/luis")


def test_pv_15_iv_2_what_is_undone_may_not_leave_a_stake_behind_nothing() -> None:
    table = sit(NAME, PV).open()
    stake(table, "ana", "ante", "10")
    admit(table)
    stake(table, "luis", "ante", "10")
    table.act("ana", Act("undo"))
    with pytest.raises(IllegalAction, match="no stake on ante behind which"):
        close(table)
    table.act("luis", Act("undo"))
    table.act("ana", Act("dismiss", "luis@ana"))
    close(table)


def test_ex_1_16_4_has_nobody_behind_a_hand() -> None:
    table = sit(NAME, EX).open()
    stake(table, "ana", "ante", "10")
    with pytest.raises(IllegalAction, match="cannot 'admit' now"):
        table.act("ana", Act("admit", "luis@ana"))


# What goes wrong


@both
def test_pv_15_v_3_12_and_ex_1_16_7_a_misdeal_voids_the_hand(region: str) -> None:
    for going in (False, True):
        table = begin(sit(NAME, region), ("ana", "ante", "10"), ("ana", PAIR[region], "5"), ("luis", "ante", "5"))
        choose(table, "ana", "ir" if going else "retirarse")
        if going:
            choose(table, "luis", "ir")
            read(table, "Qc 7d")
        table.report("error-de-reparto")
        assert table.finished
        assert [table.places[f"chips/{who}"] for who in ("ana", "luis")] == [100_000, 100_000]
        assert table.log[-1].article == {EX: "1.16.7", PV: "15.V.3§12"}[region]  # type: ignore[union-attr]


@both
def test_pv_15_iv_2_and_ex_1_16_7_comments_are_noted_and_the_hand_goes_on(region: str) -> None:
    table = begin(sit(NAME, region), ("ana", "ante", "10"))
    table.report("comentarios")
    assert table.said()[-1] == "Sigue la jugada."
    choose(table, "ana", "ir")
    read(table, "Qc 7d")
    table.report("comentarios")
    read(table, "3h Kc 8d")
    table.report("comentarios")
    read(table, "3s")
    assert won(table) == 2000


def test_pv_15_v_3_13_who_tells_their_cards_loses_all_stakes() -> None:
    """Luis, whose turn has not come, and then Ana, whose turn it is; the stake behind Ana's hand goes back."""
    names = ["ana", "luis", "eva", "leo"]
    table = sit(NAME, PV, chips=dict.fromkeys(names, 100_000)).open()
    for who in names[:2]:
        stake(table, who, "ante", "10")
        stake(table, who, "par-plus", "5")
    stake(table, "leo", "ante", "10")
    admit(table, "eva@ana")
    stake(table, "eva", "ante", "20")
    close(table)
    with pytest.raises(IllegalAction, match="the inspector decides"):
        table.act("ana", Act("punish", "luis"))
    table.act("inspector", Act("punish", "luis"))
    assert table.said()[-1] == "Luis pierde lo apostado."
    assert table.places["chips/luis"] == 98_500
    with pytest.raises(IllegalAction, match="luis has nothing on the felt") as refused:
        table.act("inspector", Act("punish", "luis"))
    assert refused.value.article == "15.V.3§13"
    assert isinstance(table.pending, Choose)
    assert table.pending.actor == "ana"
    table.act("inspector", Act("punish", "ana"))
    assert [table.places[f"chips/{who}"] for who in ("ana", "eva")] == [98_500, 100_000]
    assert table.pending.actor == "leo"
    choose(table, "leo", "retirarse")
    assert table.finished
    assert len(table.cards["descartes"]) == 9
    assert total(table) == 400_000


def test_ex_1_16_7_telling_costs_nothing() -> None:
    table = begin(sit(NAME, EX), ("ana", "ante", "10"))
    with pytest.raises(IllegalAction, match="cannot 'punish' now"):
        table.act("inspector", Act("punish", "ana"))


def test_nothing_is_dealt_without_a_stake() -> None:
    table = begin(sit(NAME, EX))
    assert table.finished
    assert table.cards == {}
    assert [entry.call for entry in table.log if isinstance(entry, Announce)] == ["open", "close"]


# Odds, counted another way: hands ranked by a few lines of their own, and the bank's hands that share a card with the
# player's taken away by inclusion and exclusion, hand by hand, without any symmetry


def strength(hand: tuple[int, ...]) -> tuple[int, ...]:
    """A hand by what decides: its kind from 0 to 5, then its ranks; cards are 4 * rank + suit, the ace rank 12."""
    ranks = sorted((card // 4 for card in hand), reverse=True)
    suited = len({card % 4 for card in hand}) == 1
    if ranks == [12, 1, 0]:
        ranks = [1, 0, -1]
    run = ranks[0] - ranks[2] == 2 and len(set(ranks)) == 3
    if len(set(ranks)) == 1:
        return (4, *ranks)
    if run:
        return (5 if suited else 3, *ranks)
    if suited:
        return (2, *ranks)
    if len(set(ranks)) == 2:
        return (1, ranks[1], *sorted(ranks, key=lambda rank: rank == ranks[1]))
    return (0, *ranks)


class Deals(NamedTuple):
    """A hand, what it is, and of the bank's 18,424 those that do not play, lose, tie and win against it."""

    hand: tuple[int, ...]
    kind: int
    idle: int
    won: int
    tied: int
    lost: int

    @property
    def going(self) -> int:
        """What 18,424 antes of one win by going on."""
        extra = {3: 1, 4: 4, 5: 5}.get(self.kind, 0)
        return self.idle + 2 * (self.won - self.lost) + extra * 18_424


@cache
def deals() -> tuple[Deals, ...]:
    hands = list(combinations(range(52), 3))
    places = {value: place for place, value in enumerate(sorted({strength(hand) for hand in hands}))}
    least = places[0, 10, 1, 0]
    holding: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for hand in hands:
        for size in range(4):
            for part in combinations(hand, size):
                holding[part].append(places[strength(hand)])
    for held in holding.values():
        held.sort()

    def below(hand: tuple[int, ...], place: int) -> int:
        """How many of the bank's hands are worth less than a place."""
        parts = (part for size in range(4) for part in combinations(hand, size))
        return sum((-1) ** len(part) * bisect_left(holding[part], place) for part in parts)

    found = []
    for hand in hands:
        own = places[strength(hand)]
        idle, under, over, all_of_them = (below(hand, place) for place in (least, own, own + 1, len(places)))
        assert all_of_them == 18_424
        under, over = max(idle, under), max(idle, over)
        found.append(Deals(hand, strength(hand)[0], idle, under - idle, over - under, all_of_them - over))
    return tuple(found)


def rows(region: str) -> dict[str, BetOdds]:
    """The odds by bet, those of the ante by policy."""
    return {row.setting.get("ir", row.bet): row for row in game(NAME).odds(game(NAME).rules(region))}


@both
def test_odds_counted_another_way(region: str) -> None:
    found, all_deals = rows(region), 22_100 * 18_424
    queen = FRENCH.parse("Qc 3d 2h")
    policies: dict[str, Callable[[Deals], bool]] = {
        "mejor": lambda deal: deal.going > -18_424,
        "como-la-banca": lambda deal: strength(deal.hand) >= strength(queen),
        "siempre": lambda deal: True,
    }
    for policy, plays in policies.items():
        net = sum(deal.going if plays(deal) else -18_424 for deal in deals())
        often = Fraction(sum(plays(deal) for deal in deals()), 22_100)
        row = found[policy]
        assert row.figures.edge == Fraction(-net, all_deals)
        assert row.decisions == {"ir": often, "retirarse": 1 - often}
        assert (row.staked, row.element_of_risk) == (1 + often, row.figures.edge / (1 + often))


@both
def test_win_push_lose_and_variance_of_best_play_counted_another_way(region: str) -> None:
    """An extra can turn a loss of two into a loss of one, a tie into a win, and a trio's loss into a win."""
    nets: Counter[int] = Counter()
    for deal in deals():
        extra = {3: 1, 4: 4, 5: 5}.get(deal.kind, 0)
        if deal.going <= -18_424:
            nets[-1] += 18_424
            continue
        for net, count in ((1, deal.idle), (2, deal.won), (0, deal.tied), (-2, deal.lost)):
            nets[net + extra] += count
    total = sum(nets.values())
    figures = rows(region)["mejor"].figures
    assert figures.win == Fraction(sum(count for net, count in nets.items() if net > 0), total)
    assert figures.push == Fraction(nets[0], total)
    assert figures.lose == Fraction(sum(count for net, count in nets.items() if net < 0), total)
    mean = Fraction(sum(net * count for net, count in nets.items()), total)
    assert figures.variance == Fraction(sum(net**2 * count for net, count in nets.items()), total) - mean**2


@both
def test_odds_published(region: str) -> None:
    """The Wizard of Odds (games/three-card-poker) has, for ante and play with 1, 4 and 5 as extra, 3.37 % and an
    element of risk of 2.01 %; of going with a queen or better 3.45 %, of always going 7.65 %.
    """
    found = rows(region)
    assert [round(float(found[policy].figures.edge), 4) for policy in ("mejor", "como-la-banca", "siempre")] == [
        0.0337,
        0.0345,
        0.0765,
    ]
    assert round(float(found["mejor"].element_of_risk), 4) == 0.0201
    assert round(float(found["mejor"].decisions["ir"]), 4) == 0.6742
    assert found["mejor"].note == "best play"


@pytest.mark.parametrize(
    ("region", "back"),
    [
        (EX, 48 * 41 + 52 * 26 + 720 * 7 + 1096 * 5 + 3744 * 2),
        (PV, 4 * 51 + 44 * 41 + 52 * 31 + 720 * 7 + 1096 * 4 + 3744 * 2),
    ],
)
def test_ex_1_16_5_3_and_pv_15_i_2_odds_of_ones_own_cards_by_hand(region: str, back: int) -> None:
    """So many of 22,100 hands of each kind, with what comes back for each.

    The Wizard of Odds has 3.49 % for 40-25-6-4-1; John Grochowski (casinocity.com), 7.1 % for 50-40-30-6-3-1.
    """
    figures = rows(region)[PAIR[region]].figures
    assert figures.edge == 1 - Fraction(back, 22_100)
    assert figures.win == Fraction(22_100 - 16_440, 22_100)
    assert round(float(figures.edge), 4) == {EX: 0.0349, PV: 0.0710}[region]


def test_pv_15_v_3_10_what_the_printed_fall_of_par_plus_costs() -> None:
    """Every winning hand goes on, so it is lost as often as the bank, playing, has more."""
    pays = {1: 2, 2: 4, 3: 7, 4: 31, 5: 41}
    back = 0
    for deal in deals():
        real = deal.kind == 5 and strength(deal.hand)[1] == 12
        back += (51 if real else pays.get(deal.kind, 0)) * (18_424 - deal.lost)
    found = game(NAME).odds(game(NAME).rules(PV, {"bets.par-plus": "printed"}))
    assert found[-1].figures.edge == 1 - Fraction(back, 22_100 * 18_424)


def test_pv_15_v_3_6_what_the_printed_extra_costs() -> None:
    """The extra of straights and better is lost as often as the bank does not play."""
    lost = sum({3: 1, 4: 4, 5: 5}.get(deal.kind, 0) * deal.idle for deal in deals())
    found = game(NAME).odds(game(NAME).rules(PV, {"bonus": "printed"}))
    assert found[0].figures.edge - rows(PV)["mejor"].figures.edge == Fraction(lost, 22_100 * 18_424)


# Best play


@both
def test_best_play_is_to_go_on_with_a_queen_a_six_and_a_four_or_better(region: str) -> None:
    """By every one of 22,100 hands, in the other way of counting and in this one."""
    least = strength(FRENCH.parse("Qc 6d 4h"))
    best = {deal.hand: strength(deal.hand) >= least for deal in deals()}
    assert best == {deal.hand: deal.going > -18_424 for deal in deals()}
    deck, going = strategy(game(NAME).rules(region), "mejor")
    assert best == {tuple(hand): bool(goes) for hand, goes in zip(deck.hands.tolist(), going.tolist(), strict=True)}


def test_1_755_hands_differ_in_more_than_the_names_of_suits() -> None:
    """As many as there are flops: 13 trios, 13 * 12 pairs of 2, and 286 sets of ranks of 5."""
    hands = every(game(NAME).rules(EX), Composition.full())
    assert len(hands) == 13 + 13 * 12 * 2 + 286 * 5
    assert sum(hand.alike for hand in hands) == 22_100
    assert {hand.total for hand in hands} == {18_424}


@both
def test_advice_is_what_the_cards_are_worth(region: str) -> None:
    """At a live table, where a player sees three cards; at a physical one the house does not know them."""
    worth = {deal.hand: Fraction(deal.going, 18_424) for deal in deals()}
    for seed in range(8):
        table = begin(sit(NAME, region, physical=False, seed=seed), ("ana", "ante", "10"))
        cards = tuple(sorted(FRENCH.parse(" ".join(table.view("ana").cards["mano/ana"]))))
        values = {item.option: item.value for item in advised(table)}
        assert values == {"ir": pytest.approx(float(worth[cards]), abs=1e-12), "retirarse": -1.0}
        assert advised(table)[0].option == ("ir" if worth[cards] > -1 else "retirarse")
        assert advised(table, "luis") == []
    assert advised(begin(sit(NAME, region), ("ana", "ante", "10"))) == []


def test_tables_of_best_play() -> None:
    """One says what every kind of hand and every highest card does but the queen; the other all hands with a queen."""
    rules = game(NAME).rules(EX)
    kinds, queens = game(NAME).guides(rules, standard(rules))
    assert list(kinds.rows) == [
        *("escalera-de-color", "trio", "escalera", "color", "pareja"),
        *("A", "K", "J", "10", "9", "8", "7", "6", "5"),
    ]
    assert [row for row, (cell,) in kinds.rows.items() if kinds.best(cell) == "ir"] == list(kinds.rows)[:7]
    assert kinds.note.startswith("go on with a queen, a six and a four or better")
    assert len(queens.rows) == 44
    go = [row for row, cells in queens.rows.items() if {queens.best(cell) for cell in cells} == {"ir"}]
    assert (go[0], go[-1]) == ("Q-J-9", "Q-6-4")
    assert go == list(queens.rows)[: len(go)]
    own = [deal for deal in deals() if strength(deal.hand) == strength(FRENCH.parse("Qc 6d 4h"))]
    three = [deal.going for deal in own if len({card % 4 for card in deal.hand}) == 3]
    assert queens.rows["Q-6-4"][0]["ir"] == Fraction(sum(three), 18_424 * len(three))
    hands = every(rules, Composition.full())
    found = order(rules)
    for row, plays in (("A", True), ("K", True), ("J", False)):
        rank = FRENCH.ranks.index(row)
        own_high = [h for h in hands if found.place(h.score) == 0 and max(h.cards) // 4 == rank]
        assert {goes(rules, hand, "mejor") for hand in own_high} == {plays}


def test_a_table_under_another_rule_does_not_claim_the_rule() -> None:
    """With high cards compared by the first alone, a queen ties with a queen and best play is another."""
    rules = game(NAME).rules(PV, {"hands.kinds.carta-mayor.tie": "printed"})
    assert game(NAME).guides(rules, standard(rules))[0].note == ""


def test_odds_of_a_pack_without_cards_that_were_seen() -> None:
    """Six cards left: twenty hands, each against the one of the other three."""
    rules = game(NAME).rules(EX)
    kept = FRENCH.parse("Ac Kd Qh Js 9c 7d")
    shoe = Composition.full().less(card for card in FRENCH.cards if card not in kept)
    found = {row.setting.get("ir", row.bet): row for row in game(NAME).odds(rules, shoe)}
    net = 0
    for hand in combinations(sorted(kept), 3):
        mine, bank = strength(hand), strength(tuple(card for card in kept if card not in hand))
        extra = int(mine[0] == 3)
        plays = bank >= strength(FRENCH.parse("Qc 3d 2h"))
        net += max(-1, (2 if mine > bank else -2 if mine < bank else 0) + extra if plays else 1 + extra)
    assert found["mejor"].figures.edge == Fraction(-net, 20)
    assert found["fortuna"].figures.edge == 1 - Fraction(2 * 7, 20)
    with pytest.raises(TapeteError, match="takes 6 cards, and the pack has 5"):
        game(NAME).odds(rules, shoe.less(kept[:1]))
    with pytest.raises(TapeteError, match="one pack, not from 2"):
        game(NAME).odds(rules, Composition.full(2))
    with pytest.raises(TapeteError, match="French pack of 52"):
        game(NAME).odds(rules, Composition.full(1, SPANISH))


# The triangle: procedure, odds and loop agree


@both
def test_the_procedure_pays_what_the_loop_pays(region: str) -> None:
    """Shuffled packs through both, best play in both, and every prize of the tables among them."""
    rules = game(NAME).rules(region)
    stakes = {"ante": 1550, PAIR[region]: 550}
    program = game(NAME).program(rules, standard(rules), stakes)
    source = random.Random(region)
    dealt = [source.sample(range(52), 6) for _ in range(150)]
    dealt += [[*FRENCH.parse(hand), *FRENCH.parse(bank)] for hand, bank in product(PRIZES, ("Jh 10d 4s", "Qd 10h 4s"))]
    drawn = [coup(rules, "mejor", deal) for deal in dealt]
    assert max(drawn) < outcomes(rules)
    results, falls, visits = np.zeros(1, np.int64), np.zeros(1, np.int64), np.zeros(program.back.size, np.int64)
    fallen = np.array(drawn + [0] * PLAYOUT, np.uint8)
    loop(fallen, *program.arrays, len(drawn), 10**8, 0, results, falls, visits)  # type: ignore[call-arg]
    session, gained = sit(NAME, region, chips={"ana": 10**8}), 0
    for deal in dealt:
        table = begin(session, *(("ana", spot, str(cents / 100)) for spot, cents in stakes.items()))
        before = table.places["chips/ana"] + sum(stakes.values())
        going = strength(tuple(deal[:3])) >= strength(FRENCH.parse("Qc 6d 4h"))
        choose(table, "ana", "ir" if going else "retirarse")
        for card in (*(deal[3:] if going else ()), *deal[:3]):
            table.fell(FRENCH.show(card))
        assert table.finished
        gained += table.places["chips/ana"] - before
    assert gained == results[0]


@both
@pytest.mark.parametrize("policy", ["mejor", "como-la-banca", "siempre"])
def test_the_loop_agrees_with_the_exact_odds(region: str, policy: str) -> None:
    rules = game(NAME).rules(region)
    program = game(NAME).program(rules, standard(rules, options={"ir": policy}), {"ante": 64_000, PAIR[region]: 64_000})
    found = rows(region)
    for bet in simulate(program, 3_000_000, seed=7, length=1000).bets:
        figures = found[policy if bet.bet == "ante" else bet.bet].figures
        assert abs(bet.edge - float(figures.edge)) < 4 * bet.std_error, bet
        assert abs(bet.win - float(figures.win)) < 4 * (float(figures.win) / bet.made) ** 0.5, bet
        assert bet.variance == pytest.approx(float(figures.variance), rel=0.02)


def test_the_loop_refuses_a_bet_that_is_not_on_the_felt() -> None:
    rules = game(NAME).rules(EX)
    with pytest.raises(TapeteError, match="unknown bet 'bet'"):
        game(NAME).program(rules, standard(rules), {"bet": 500})
