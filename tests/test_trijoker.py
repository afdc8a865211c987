"""Trijoker held to its articles, its odds counted twice, and procedure, odds and loop against each other."""

import functools
import os
import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from tapete.audit.limits import check_settings
from tapete.cards.card import FRENCH, SPANISH
from tapete.cards.composition import Composition
from tapete.engine.requests import Act
from tapete.engine.round import Round, replay
from tapete.engine.session import Session
from tapete.engine.settings import standard
from tapete.engine.window import Choose
from tapete.errors import IllegalAction, TapeteError
from tapete.games import game
from tapete.games.trijoker import settle
from tapete.games.trijoker.best import fares, plan, worth
from tapete.games.trijoker.guide import kind_of_four, kind_of_three
from tapete.games.trijoker.kernel import coup, won
from tapete.games.trijoker.odds import at
from tapete.games.trijoker.rules import Rules, gains, ranking
from tapete.law.compare import Difference, with_value
from tapete.law.loading import RulebookError, parse, path_of
from tapete.odds.chain import Figures
from tapete.odds.report import BetOdds
from tapete.sim.run import BetResult, simulate
from tests.helpers import advised, choose, close, five_last_passes, lies, sit, stake, strays, total
from tests.mano import read

pytestmark = pytest.mark.xdist_group("trijoker")  # what is worked out for one of them serves the others

NAME, EX, GA, AS, PV = "trijoker", "extremadura", "galicia", "asturias", "pais-vasco"
REGIONS = (EX, GA, AS, PV)
SEED = int(os.environ.get("TAPETE_SEED", "2"))  # any: the bounds are of the exact distribution, not of this sample
everywhere = pytest.mark.parametrize("region", REGIONS)
# What each text's table prints, from the pair up; only the royal and the lowest pair differ.
PRINTED = {EX: ("10", 1000), GA: ("J", 500), AS: ("J", 500), PV: ("J", 500)}
PAYS = {"doble-pareja": 2, "trio": 3, "escalera": 5, "color": 8, "full": 11, "poker": 50, "escalera-de-color": 200}


def begin(session: Session, *stakes: tuple[str, str]) -> Round:
    """Stakes, by player and the amount of each of the three, then no more bets."""
    table = session.open()
    for who, amount in stakes:
        stake(table, who, "apuesta:1", amount)
    close(table)
    return table


def decide(table: Round, *choices: str) -> Round:
    """Whoever is asked answers, in turn."""
    for choice in choices:
        assert isinstance(table.pending, Choose)
        choose(table, table.pending.actor, choice)
    return table


def hand(
    region: str, cards: str, first: str = "dejar", second: str = "dejar", choices: dict[str, str] | None = None
) -> Round:
    """Ana alone with three stakes of ten euros: her three cards, then the common ones."""
    own, common = cards.split()[:3], cards.split()[3:]
    table = begin(sit(NAME, region, choices=choices), ("ana", "10"))
    decide(table, first)
    read(table, common[0])
    decide(table, second)
    read(table, " ".join([common[1], *own]))
    assert table.finished
    assert not lies(table, "felt/")
    assert total(table) == 200_000
    return table


def gained(table: Round, who: str = "ana") -> int:
    """What somebody has won, in euros."""
    cents = table.places[f"chips/{who}"] - 100_000
    assert cents % 100 == 0
    return cents // 100


# The cards and the table


def test_ex_1_14_2_1_ga_art_10_1_and_pv_13_ii_1_one_pack_from_the_ace_down() -> None:
    for region in REGIONS:
        cards = game(NAME).rules(region).equipment.cards
        assert (cards.pack, cards.packs, cards.order[:4], cards.order[-1]) == ("52", 1, ("A", "K", "Q", "J"), "2")


def test_ex_1_14_4_ga_art_12_as_b_8_and_pv_13_iv_places_and_nobody_standing() -> None:
    players = [game(NAME).rules(region).players for region in REGIONS]
    assert [rule.seats for rule in players] == [9, 7, 7, 7]
    assert not any(rule.standing for rule in players)


@pytest.mark.parametrize(("region", "most", "article"), [(EX, 9, "1.14.4"), (GA, 7, "art. 12"), (PV, 7, "13.IV")])
def test_more_players_than_places_are_refused(region: str, most: int, article: str) -> None:
    names = [f"p{i}" for i in range(most + 1)]
    table = sit(NAME, region, chips=dict.fromkeys(names, 10_000)).open()
    for who in names[:most]:
        stake(table, who, "apuesta:1", "5")
    with pytest.raises(IllegalAction, match=f"{most} may play at most") as refused:
        stake(table, names[-1], "apuesta:1", "5")
    assert refused.value.article == article
    close(table)
    assert len(table.looks) == 3 * most + 2


def test_ex_1_14_3_ga_art_11_1_and_pv_13_iii_a_staff() -> None:
    staff = [game(NAME).rules(region).staff["mesa"] for region in REGIONS]
    assert all(rule.roles == {"jefe-de-mesa": (1, 1), "crupier": (1, 1)} for rule in staff)
    assert [rule.tables_per_chief for rule in staff] == [None, 4, None, 4]


# The stakes


@everywhere
def test_limits_are_ten_twenty_or_thirty_minimums_in_each_box(region: str) -> None:
    rules = game(NAME).rules(region)
    for multiple in (5, 10, 15, 20, 25, 30, 40):
        settings = standard(rules)
        settings.maximum["apuesta"] = multiple * 500
        assert (check_settings(rules, settings) == []) == (multiple in (10, 20, 30))
    table = sit(NAME, region).open()
    for amount in ("4.50", "50.50"):
        with pytest.raises(IllegalAction, match="takes 5 to 50") as refused:
            stake(table, "ana", "apuesta:1", amount)
        assert refused.value.article == rules.limits["apuesta"].article
    stake(table, "ana", "apuesta:1", "50")
    with pytest.raises(IllegalAction, match="already has the most"):
        stake(table, "ana", "apuesta:3", "0.50")


def test_ex_1_14_7_2_2_and_ga_art_15_2_1_and_as_b_5_b_2_three_equal_stakes() -> None:
    """Chips on any box lie on all three, are taken back from all three, and there must be enough for all."""
    table = sit(NAME, EX, chips={"ana": 3499}).open()
    stake(table, "ana", "apuesta:2", "5")
    stake(table, "ana", "apuesta:3", "1")
    assert lies(table, "felt/") == {f"felt/ana/apuesta:{n}": 600 for n in (1, 2, 3)}
    with pytest.raises(IllegalAction, match=r"takes 0\.50 to 5\.50"):
        stake(table, "ana", "apuesta:1", "6")
    table.act("ana", Act("undo"))
    assert lies(table, "felt/") == {f"felt/ana/apuesta:{n}": 500 for n in (1, 2, 3)}
    table.act("ana", Act("withdraw", "apuesta:1"))
    assert table.places["chips/ana"] == 3499
    with pytest.raises(IllegalAction, match="no chips on"):
        table.act("ana", Act("withdraw", "apuesta:1"))
    poor = sit(NAME, EX, chips={"ana": 1499}).open()
    with pytest.raises(IllegalAction, match="3 stakes of 5 are needed") as refused:
        stake(poor, "ana", "apuesta:1", "5")
    assert refused.value.article == "1.14.7.2§2"


# The deal


def test_ex_1_14_7_2_2_cards_go_round_one_by_one_with_the_common_ones_between() -> None:
    table = begin(sit(NAME, EX), ("ana", "5"), ("luis", "5"))
    assert table.cards == {
        "mano/ana": ["#0", "#3", "#6"],
        "mano/luis": ["#1", "#4", "#7"],
        "comun/izquierda": ["#2"],
        "comun/derecha": ["#5"],
    }
    assert {slot: who for slot, who in table.looks.items() if who} == {
        **dict.fromkeys(("#0", "#3", "#6"), "ana"),
        **dict.fromkeys(("#1", "#4", "#7"), "luis"),
    }


def test_ex_1_14_2_2_2_by_threes_the_common_packet_loses_its_first_card() -> None:
    options = {"reparto": "de-tres-en-tres", "juego": "mejor"}
    table = begin(sit(NAME, EX, options=options), ("ana", "5"), ("luis", "5"))
    assert table.cards == {
        "mano/ana": ["#0", "#1", "#2"],
        "mano/luis": ["#3", "#4", "#5"],
        "quemada": ["#6"],
        "comun/izquierda": ["#7"],
        "comun/derecha": ["#8"],
    }
    assert "Se quema una carta." in table.said()
    for region in (GA, AS, PV):
        assert "reparto" not in game(NAME).rules(region).options


def test_everybody_sees_their_own_cards_and_all_see_the_common_ones_as_they_are_turned() -> None:
    table = begin(sit(NAME, GA, physical=False), ("ana", "5"), ("luis", "5"))
    ana, watcher = table.view("ana"), table.view("watcher")
    assert all(ana.cards["mano/ana"])
    assert ana.cards["mano/luis"] == ["", "", ""] == watcher.cards["mano/ana"]
    assert ana.cards["comun/izquierda"] == [""] == ana.cards["comun/derecha"]
    decide(table, "dejar", "dejar")
    assert all(table.view("watcher").cards["comun/izquierda"])
    assert table.view("ana").cards["comun/derecha"] == [""]
    decide(table, "dejar", "dejar")
    assert table.finished
    assert all(all(cards) for cards in table.view("watcher").cards.values())


# The decisions


def test_ex_1_14_7_2_3_and_ga_art_15_2_2_all_decide_on_the_first_before_a_card_is_turned() -> None:
    table = begin(sit(NAME, EX), ("ana", "10"), ("luis", "5"))
    for who in ("ana", "luis"):
        assert isinstance(table.pending, Choose)
        assert (table.pending.actor, table.pending.label) == (who, f"choose:{who}:apuesta:1")
        assert (table.pending.options, table.pending.default) == (("dejar", "retirar"), "dejar")
        with pytest.raises(IllegalAction):
            choose(table, "luis" if who == "ana" else "ana", "dejar")
        choose(table, who, "retirar" if who == "ana" else "dejar")
    assert "felt/ana/apuesta:1" not in lies(table, "felt/")
    assert table.places["felt/luis/apuesta:1"] == 500
    read(table, "9h")
    assert table.said()[-1] == "Primera carta común: 9 de corazones."
    decide(table, "dejar", "retirar")
    assert lies(table, "felt/") == {
        "felt/ana/apuesta:2": 1000,
        "felt/ana/apuesta:3": 1000,
        "felt/luis/apuesta:1": 500,
        "felt/luis/apuesta:3": 500,
    }


@pytest.mark.parametrize(("region", "first", "second"), [(AS, "B.5.b§4", "B.5.b§5"), (PV, "13.V.4§3", "13.V.4§3")])
def test_as_b_5_b_4_and_as_b_5_b_5_each_decision_by_its_article(region: str, first: str, second: str) -> None:
    table = begin(sit(NAME, region), ("ana", "10"))
    assert table.pending is not None
    assert table.pending.article == first
    decide(table, "retirar")
    read(table, "2c")
    assert table.pending.article == second


@pytest.mark.parametrize("first", ["dejar", "retirar"])
@pytest.mark.parametrize("second", ["dejar", "retirar"])
def test_ex_1_14_7_3_every_stake_in_play_wins_and_loses_alike(first: str, second: str) -> None:
    """With a trio each of one, two or three stakes of ten wins thirty; without a prize each is lost."""
    stakes = 1 + (first == "dejar") + (second == "dejar")
    assert gained(hand(EX, "7c 7d 7h 2s 9c", first, second)) == 30 * stakes
    assert gained(hand(EX, "2c 5d 7h 9s Kc", first, second)) == -10 * stakes


@pytest.mark.parametrize("region", REGIONS)
@pytest.mark.parametrize(
    ("made", "cards"),
    [
        ("doble-pareja", "2c 2d 3h 3s Kc"),
        ("trio", "2c 2d 2h 3s Kc"),
        ("escalera", "5c 6d 7h 8s 9c"),
        ("escalera", "10c Jd Qh Ks Ac"),
        ("escalera", "Ac 2d 3h 4s 5c"),
        ("color", "2c 5c 7c 9c Kc"),
        ("full", "2c 2d 2h 3s 3c"),
        ("poker", "2c 2d 2h 2s 3c"),
        ("escalera-de-color", "5c 6c 7c 8c 9c"),
        ("escalera-de-color", "Ad 2d 3d 4d 5d"),
    ],
)
def test_ex_1_14_5_2_ga_art_13_2_and_as_b_3_and_pv_13_v_1_2_the_table_of_payments(
    region: str, made: str, cards: str
) -> None:
    """Whichever of the five are the player's own."""
    table = hand(region, cards)
    words = {"trio": "trío", "poker": "póquer"}.get(made, made.replace("-", " "))
    assert table.said()[-1] == f"Ana: {words}, {PAYS[made]} a 1."
    assert gained(table) == 30 * PAYS[made]
    backwards = " ".join(cards.split()[::-1])
    assert gained(hand(region, backwards, "retirar", "retirar")) == 10 * PAYS[made]


@everywhere
def test_the_royal_pays_a_thousand_in_one_text_and_five_hundred_in_the_others(region: str) -> None:
    _, royal = PRINTED[region]
    assert gained(hand(region, "10s Js Qs Ks As", "retirar", "retirar")) == 10 * royal
    prizes = game(NAME).rules(region).bets["apuesta"].prizes
    assert {name: prize.pays for name, prize in prizes.items()} == {
        name: (gain, 1) for name, gain in {"pareja": 1, **PAYS, "escalera-real": royal}.items()
    }


@pytest.mark.parametrize("rank", FRENCH.ranks)
@everywhere
def test_ex_1_14_5_1_i_ga_art_13_i_as_b_1_and_pv_13_i_the_lowest_pair_that_wins(region: str, rank: str) -> None:
    others = [other for other in ("2", "4", "6", "8", "Q", "A") if other != rank][:3]
    table = hand(region, f"{rank}c {others[0]}d {others[1]}h {rank}s {others[2]}c", "retirar", "retirar")
    wins = FRENCH.ranks.index(rank) >= FRENCH.ranks.index(PRINTED[region][0])
    assert gained(table) == (10 if wins else -10)
    assert table.said()[-1] == ("Ana: pareja, 1 a 1." if wins else "Ana: sin premio.")


def test_ex_1_14_1_jacks_can_be_played_as_printed_and_pv_13_v_1_i_any_pair() -> None:
    tens, twos = "10c 2d 4h 10s 6c", "2c 4d 6h 2s 8c"
    assert gained(hand(EX, tens, choices={"lowest-pair": "printed"})) == -30
    assert gained(hand(PV, twos, choices={"lowest-pair": "printed"})) == 30


@pytest.mark.parametrize("region", [EX, GA, AS])
def test_an_ace_before_the_two_counts_and_need_not(region: str) -> None:
    low, high = "Ac 2d 3h 4s 5c", "10c Jd Qh Ks Ac"
    assert [gained(hand(region, cards)) for cards in (low, high)] == [150, 150]
    assert [gained(hand(region, cards, choices={"low-ace": "printed"})) for cards in (low, high)] == [-30, 150]
    assert not game(NAME).rules(PV).low_ace.variants


def test_ex_1_14_7_3_and_ga_art_15_3_1_payment_begins_on_the_croupiers_right() -> None:
    """Luis, who was dealt last, first; two pairs of nines and twos for him, nothing for Ana."""
    table = begin(sit(NAME, GA), ("ana", "10"), ("luis", "5"))
    decide(table, "dejar", "retirar")
    read(table, "9h")
    decide(table, "retirar", "dejar")
    read(table, "2h 9c 2d Kc Ac Qd 7s")
    assert table.finished
    assert table.said()[-2:] == ["Luis: doble pareja, 2 a 1.", "Ana: sin premio."]
    assert (gained(table, "luis"), gained(table)) == (20, -20)
    assert replay(table.play, table.rules, table.log).lines() == table.lines()


# What goes wrong


@everywhere
def test_ex_1_14_8_1_ga_art_16_1_1_as_b_6_1_and_pv_13_vi_1_1_a_misdeal_voids_the_hand(region: str) -> None:
    """Also what was taken back or paid before it was found."""
    for steps in range(4):
        table = begin(sit(NAME, region), ("ana", "10"), ("luis", "5"))
        if steps > 0:
            decide(table, "retirar", "dejar")
        if steps > 1:
            decide(read(table, "9h"), "dejar", "dejar")
        if steps > 2:
            read(table, "2h 9c 9d Kc")  # Luis is paid for his trio, and Ana's cards are still to be read
            assert table.places["chips/luis"] > 100_000
        table.report("error-de-reparto")
        assert table.end is not None
        assert table.end.void == "error-de-reparto"
        assert (table.places["chips/ana"], table.places["chips/luis"]) == (100_000, 100_000)


def test_ex_1_14_7_2_2_and_pv_13_v_4_2_a_players_open_card_changes_nothing_and_elsewhere_voids() -> None:
    for region in REGIONS:
        table = begin(sit(NAME, region), ("ana", "10"))
        table.report("carta-descubierta")
        assert table.finished == (region in (GA, AS)), region
        if region in (GA, AS):
            assert table.end is not None
            assert table.end.article == {GA: "art. 16.1§1", AS: "B.6§1"}[region]
        else:
            assert isinstance(table.pending, Choose)


@everywhere
@pytest.mark.parametrize("place", ["izquierda", "derecha"])
@pytest.mark.parametrize("card", ["2c", "10h", "Jd", "As"])
def test_ex_1_14_7_2_2_ga_art_15_2_1_as_b_5_b_3_and_pv_13_v_4_2_a_common_card_lies_open(
    region: str, place: str, card: str
) -> None:
    """A jack or higher voids the hand; a lower one lies open from now on, and is not read again."""
    table = begin(sit(NAME, region), ("ana", "10"))
    table.report(f"comun-{place}-descubierta")
    assert table.pending is not None
    assert table.pending.label.startswith("show:")
    table.fell(card)
    if card in ("Jd", "As"):
        assert table.end is not None
        assert table.end.void == f"comun-{place}-descubierta"
        assert table.places["chips/ana"] == 100_000
        return
    assert table.view("ana").cards[f"comun/{place}"] == [card]
    decide(table, "retirar")
    read(table, "" if place == "izquierda" else "3h")
    decide(table, "retirar")
    read(table, "3h" if place == "izquierda" else "")
    read(table, "5c 6d 8h")
    assert gained(table) == -10


def test_a_common_card_that_was_turned_already_voids_nothing() -> None:
    table = begin(sit(NAME, EX), ("ana", "10"))
    decide(table, "dejar")
    read(table, "Kh")
    before = dict(table.places)
    table.report("comun-izquierda-descubierta")
    assert isinstance(table.pending, Choose)
    assert (table.view("ana").cards["comun/izquierda"], table.places) == (["Kh"], before)


def test_what_is_reported_while_an_open_card_is_read_is_heeded_too() -> None:
    table = begin(sit(NAME, EX), ("ana", "10"))
    table.report("comun-derecha-descubierta")
    table.report("informacion")
    table.report("comun-izquierda-descubierta")
    read(table, "4c 5c")
    assert isinstance(table.pending, Choose)
    assert table.view("ana").cards["comun/izquierda"] == ["4c"]
    assert table.view("ana").cards["comun/derecha"] == ["5c"]


@everywhere
def test_ex_1_14_8_2_ga_art_16_2_as_b_7_and_pv_13_vi_2_talk_is_noted_and_the_hand_goes_on(region: str) -> None:
    table = begin(sit(NAME, region), ("ana", "10"))
    for name in ("informacion", "fuera-de-la-mesa"):
        table.report(name)
    decide(table, "dejar")
    read(table, "7d")
    decide(table, "dejar")
    read(table, "2s 7c 7h 9c")
    assert gained(table) == 90


# The last hands


def test_ex_1_14_6_a_five_last_passes_before_the_limits_change() -> None:
    five_last_passes(sit(NAME, EX))
    table = sit(NAME, EX).open()
    table.act("director", Act("last"))
    with pytest.raises(IllegalAction, match="announced already"):
        table.act("director", Act("last", "jornada"))


@everywhere
def test_ga_art_15_3_3_as_b_5_c_3_and_pv_13_v_5_3_three_last_hands_at_the_end_of_the_day(region: str) -> None:
    session = sit(NAME, region)
    table = session.open()
    with pytest.raises(IllegalAction, match="cannot 'last"):
        table.act("croupier", Act("last", "jornada"))
    offered = [item.on for item in table.view("director").open if item.do == "last"]
    assert offered == (["", "jornada"] if region == EX else [""])
    table.act("director", Act("last", offered[-1]))
    assert table.said()[-1] == "Las 3 últimas jugadas."
    for left in (2, 1, 0):
        close(table)
        assert table.carry.remaining == left  # type: ignore[attr-defined]
        table = session.open() if left else table
    with pytest.raises(TapeteError, match="last rounds"):
        session.open()


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('order = ["A", "K",', 'order = ["K", "A",', "the order is the pack's own"),
        ('"trio", "doble-pareja", "pareja"]', '"trio", "trio", "pareja"]', "each combination once"),
        ('"trio", "doble-pareja", "pareja"]', '"trio", "doble-pareja"]', "every combination pays"),
        ('pays = "3:1"', 'pays = "3:2"', "whole stakes"),
        ('rank = "10"', 'rank = "1"', "lowest-pair.rank: among"),
        ('void-from = "J"', 'void-from = "Jota"', "exposed.void-from: among"),
        ("[bets.apuesta]", "[bets.otra]", "bets"),
        ("[calls.lost]", "[calls.other]", "calls.lost: missing"),
        ("[calls.burn]", "[calls.other]", "calls.burn: missing"),
        ("[calls.last]", "[calls.other]", "calls.last: missing"),
        ("[closing.jornada]", "[closing.otra]", "closing.jornada: missing"),
        ('remedy = "segun-la-carta"', 'remedy = "anular"', "by rank for common cards"),
        ('remedy = "anular"', 'remedy = "olvidar"', "remedy: among"),
        ("[options.reparto]", "[options.otra]", "options.reparto: there is a choice"),
        ('"mejor", "sencillo"', '"mejor", "peor"', "options.juego.values: among"),
        ("seats = 9\n", "", "players.seats"),
    ],
)  # fmt: skip
def test_a_rulebook_that_cannot_be_is_refused(old: str, new: str, reason: str) -> None:
    toml = path_of(NAME, EX).read_text(encoding="utf-8")
    assert old in toml
    with pytest.raises(RulebookError, match=reason):
        parse(type(game(NAME).rules(EX)), toml.replace(old, new, 1), "extremadura/trijoker.toml", EX)


# Odds: everything counted again, without suits taken for one another and with another judge of hands

Ints = NDArray[np.int64]
MADE = ("nada", "pareja", *PAYS, "escalera-real")


@functools.cache
def fives() -> Ints:
    """Every five cards, ascending, a column each."""
    return np.array([*combinations(range(52), 5)], np.int64).T


@functools.cache
def judged(low_ace: bool) -> tuple[Ints, Ints]:
    """What every five cards make, as a place in `MADE`, and the rank of a pair that stands alone."""
    ranks, suits = fives() // 4, fives() % 4
    counts = np.zeros((13, ranks.shape[1]), np.int64)
    for column in ranks:
        counts[column, np.arange(ranks.shape[1])] += 1
    most, pairs = counts.max(axis=0), (counts == 2).sum(axis=0)
    single = most == 1
    run = single & (ranks[4] - ranks[0] == 4)
    if low_ace:
        run |= single & (ranks[4] == 12) & (ranks[3] == 3)
    flush = (suits == suits[0]).all(axis=0)
    made = np.zeros(ranks.shape[1], np.int64)
    for name, where in (
        ("pareja", pairs == 1),
        ("doble-pareja", pairs == 2),
        ("trio", most == 3),
        ("escalera", run),
        ("color", flush),
        ("full", (most == 3) & (pairs == 1)),
        ("poker", most == 4),
        ("escalera-de-color", run & flush),
        ("escalera-real", run & flush & (ranks[0] == 8)),
    ):
        made[where] = MADE.index(name)
    return made, (counts == 2).argmax(axis=0)


def numbered(*columns: Ints) -> Ints:
    """The number of each set of cards, given in ascending order."""
    return sum(  # type: ignore[return-value]
        np.array([_choose(n, k) for n in range(52)])[column] for k, column in enumerate(columns, 1)
    )


@functools.cache
def numbers(places: tuple[int, ...]) -> NDArray[np.int32]:
    """The number of the set that these of every five cards are."""
    return numbered(*fives()[list(places)]).astype(np.int32)


def _choose(n: int, k: int) -> int:
    found = 1
    for i in range(k):
        found = found * (n - i) // (i + 1)
    return found


class Counted(NamedTuple):
    """What a stake wins with every three and every four cards, over all that may follow; and each deal's gain."""

    gains: Ints
    three: Ints
    four: Ints


@functools.cache
def counted(rank: str, royal: int, low_ace: bool = True) -> Counted:
    """By a text's lowest pair and its royal."""
    made, pair = judged(low_ace)
    pays = np.array([{"nada": 0, "pareja": 1, "escalera-real": royal, **PAYS}[name] for name in MADE])
    lost = (made == MADE.index("pareja")) & (pair < FRENCH.ranks.index(rank))
    gains = np.where(lost, 0, pays[made])
    nets = np.where(gains > 0, gains, -1)
    found = []
    for size in (3, 4):
        sums = np.zeros(_choose(52, size), np.int64)
        for places in combinations(range(5), size):
            sums += np.bincount(numbers(places), nets, len(sums)).astype(np.int64)
        found.append(sums)
    return Counted(gains, *found)


def fared(found: Counted, first: NDArray[np.bool_], second: NDArray[np.bool_]) -> dict[str, Fraction]:
    """Every deal in its twenty ways: which four are seen at the second decision, which three of them are one's own."""
    mean = square = stakes_in_all = won_in_all = 0
    nets = np.where(found.gains > 0, found.gains, -1)
    for four in combinations(range(5), 4):
        leaves = second[numbers(four)]
        for three in combinations(four, 3):
            stakes = 1 + leaves + first[numbers(three)]
            won = nets * stakes
            mean += int(won.sum())
            square += int(won @ won)
            stakes_in_all += int(stakes.sum())
            won_in_all += int((won > 0).sum())
    deals = 20 * len(nets)
    edge = Fraction(-mean, deals)
    return {
        "edge": edge,
        "win": Fraction(won_in_all, deals),
        "variance": Fraction(square, deals) - edge**2,
        "staked": Fraction(stakes_in_all, deals),
    }


def rows(region: str, **choices: str) -> dict[str, BetOdds]:
    rules = game(NAME).rules(region, {key.replace("_", "-"): value for key, value in choices.items()})
    return {row.setting["juego"]: row for row in game(NAME).odds(rules)}


def told(row: BetOdds) -> dict[str, object]:
    return {
        "edge": row.figures.edge,
        "win": row.figures.win,
        "variance": row.figures.variance,
        "staked": row.staked,
    }


def test_the_other_judge_finds_the_hands_that_every_book_has() -> None:
    made, _ = judged(low_ace=True)
    assert dict(zip(MADE, np.bincount(made).tolist(), strict=True)) == {
        "nada": 1302540,
        "pareja": 1098240,
        "doble-pareja": 123552,
        "trio": 54912,
        "escalera": 10200,
        "color": 5108,
        "full": 3744,
        "poker": 624,
        "escalera-de-color": 36,
        "escalera-real": 4,
    }


@pytest.mark.parametrize(
    ("region", "choices", "rank", "royal", "low_ace"),
    [
        (EX, {}, "10", 1000, True),
        (EX, {"lowest_pair": "printed"}, "J", 1000, True),
        (GA, {}, "J", 500, True),
        (GA, {"low_ace": "printed"}, "J", 500, False),
    ],
)
def test_odds_by_plain_enumeration(region: str, choices: dict[str, str], rank: str, royal: int, low_ace: bool) -> None:
    found, ways = counted(rank, royal, low_ace), rows(region, **choices)
    none3, none4 = np.zeros(len(found.three), bool), np.zeros(len(found.four), bool)
    assert told(ways["mejor"]) == fared(found, found.three > 0, found.four > 0)
    assert told(ways["retirar"]) == fared(found, none3, none4)
    assert told(ways["dejar"]) == fared(found, ~none3, ~none4)
    assert told(ways["sencillo"]) == fared(found, *remembered(rank))
    assert min(ways.values(), key=lambda row: row.figures.edge).note == "best play"
    decisions = ways["mejor"].decisions
    assert decisions["apuesta:1 dejar"] == Fraction(int((found.three > 0).sum()), 22100)
    assert decisions["apuesta:2 dejar"] == Fraction(int((found.four > 0).sum()), 270725)


@functools.cache
def remembered(rank: str) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """A stake is left with a prize in hand; the second with four cards of one suit too."""
    lowest = FRENCH.ranks.index(rank)
    found = []
    for size in (3, 4):
        leaves = np.zeros(_choose(52, size), bool)
        for cards in combinations(range(52), size):
            ranks = [card // 4 for card in cards]
            pairs = {rank for rank in ranks if ranks.count(rank) > 1}
            prize = len(pairs) == 2 or any(rank >= lowest or ranks.count(rank) > 2 for rank in pairs)
            suited = size == 4 and len({card % 4 for card in cards}) == 1
            if prize or suited:
                leaves[number(cards)] = True
        found.append(leaves)
    return found[0], found[1]


def number(cards: Sequence[int]) -> int:
    return sum(_choose(card, k) for k, card in enumerate(sorted(cards), 1))


def test_odds_published() -> None:
    """Let it ride with 1-2-3-5-8-11-50-200-1000 from tens up: 3.5057 % of one stake, 2.86 % of what is staked in all.

    As the Wizard of Odds has them, from memory; both are counted here in another way too.
    """
    best = rows(EX)["mejor"]
    assert round(float(best.figures.edge), 6) == 0.035057
    assert round(float(best.element_of_risk), 4) == 0.0286
    assert best.figures.edge == Fraction(37963, 1082900)


def test_the_three_texts_that_print_the_same_table_cost_the_same() -> None:
    edges = [rows(region)["mejor"].figures.edge for region in (GA, AS, PV)]
    assert edges == [Fraction(32653, 216580)] * 3
    assert rows(PV, lowest_pair="printed")["mejor"].figures.edge < 0


def test_what_the_rule_to_remember_costs() -> None:
    """Four tenths of a hundredth of a stake in the one text, two tenths in the others."""
    for region, cost in ((EX, 0.0040), (GA, 0.0022)):
        found = rows(region)
        assert round(float(found["sencillo"].figures.edge - found["mejor"].figures.edge), 4) == cost


@pytest.mark.parametrize("region", [EX, GA])
def test_best_play_is_the_rule_that_its_tables_tell(region: str) -> None:
    """With three cards: a prize in hand, or one suit with straights and high cards that make three together. With four:
    a prize, one suit, or two straights and a high card. Counted for every set of cards; what breaks even is taken back.
    """
    rank, royal = PRINTED[region]
    found, lowest = counted(rank, royal), FRENCH.ranks.index(rank)
    runs = [{12, 0, 1, 2, 3}, *(set(range(low, low + 5)) for low in range(9))]
    first, second = (leaves.copy() for leaves in remembered(rank))
    for size, leaves, sums in ((3, first, found.three), (4, second, found.four)):
        for cards in combinations(range(52), size):
            ranks = {card // 4 for card in cards}
            if len(ranks) == size:
                straights, high = sum(ranks <= run for run in runs), sum(rank >= lowest for rank in ranks)
                suited = len({card % 4 for card in cards}) == 1
                if size == 3:
                    leaves[number(cards)] |= suited and straights + high >= 3
                else:
                    leaves[number(cards)] |= straights == 2 and high >= 1
        assert ((sums > 0) == leaves).all()


@pytest.mark.parametrize("region", [EX, GA])
def test_every_hand_of_a_cell_is_decided_alike_and_cells_are_their_means(region: str) -> None:
    rules = game(NAME).rules(region)
    found = counted(*PRINTED[region])
    guides = {guide.name: guide for guide in game(NAME).guides(rules, standard(rules))}
    for size, kind, sums, names, each in (
        (3, kind_of_three, found.three, ("tres-cartas", "tres-de-un-palo"), 1176),
        (4, kind_of_four, found.four, ("cuatro-cartas", "cuatro-de-varios-palos"), 48),
    ):
        cells: dict[tuple[str, str], list[int]] = {}
        for cards in combinations(range(52), size):
            cells.setdefault(kind(rules, cards), []).append(int(sums[number(cards)]))
        seen = 0
        for (row, column), values in cells.items():
            guide = guides[names[bool(column)]]
            cell = guide.rows[row][guide.columns.index(column or "cualquiera")]
            assert cell["dejar"] == Fraction(sum(values), each * len(values))
            assert min(values) > 0 or max(values) <= 0 or min(values) == 0, (row, column)
            seen += 1
        assert seen == sum(len(guide.rows) * len(guide.columns) for guide in map(guides.__getitem__, names))


@pytest.mark.parametrize(
    ("cards", "worth"),
    [
        ("4c 5d 6h 7s", Fraction(8 * 5 - 40, 48)),  # eight cards make a straight at 5 to 1
        ("10c Jd Qh As", Fraction(4 * 5 + 12 - 32, 48)),  # four kings; a pair with any of three of each
        ("Js Qs Ks As", Fraction(1000 + 8 * 8 + 3 * 5 + 12 - 24, 48)),
        ("2c 5c 7c 9c", Fraction(9 * 8 - 39, 48)),
        ("3c 3d 8h Ks", Fraction(2 * 3 + 6 * 2 - 40, 48)),
        ("10c 10d 8h Ks", Fraction(2 * 3 + 6 * 2 + 40, 48)),
        ("2c 2d 2h", Fraction(48 * 50 + 12 * 6 * 11 + (1176 - 48 - 72) * 3, 1176)),
    ],
)
def test_what_leaving_is_worth_by_hand(cards: str, worth: Fraction) -> None:
    assert at(game(NAME).rules(EX), FRENCH.parse(cards)) == worth


def test_the_hint_at_the_table_sees_what_the_player_sees() -> None:
    """Live: her three cards, then the first common one. At a table of paper nobody else knows them: no hint."""
    table = begin(sit(NAME, EX, physical=False, seed=5), ("ana", "10"), ("luis", "10"))
    found = counted("10", 1000)
    own = FRENCH.parse(" ".join(table.view("ana").cards["mano/ana"]))
    worth = {item.option: item.value for item in advised(table)}
    assert worth == {"dejar": pytest.approx(float(Fraction(int(found.three[number(own)]), 1176))), "retirar": 0.0}
    assert advised(table, "luis") == []
    decide(table, "dejar", "dejar")
    four = [*own, FRENCH.card(table.view("ana").cards["comun/izquierda"][0])]
    worth = {item.option: item.value for item in advised(table)}
    assert worth["dejar"] == pytest.approx(float(Fraction(int(found.four[number(four)]), 48)))
    assert advised(begin(sit(NAME, EX), ("ana", "10"))) == []


def test_ex_1_14_7_2_a_card_that_lies_open_by_mistake_is_counted_out_of_what_may_come() -> None:
    """With ace, king, queen and jack of spades: the royal one is gone once the ten lies elsewhere."""
    rules = game(NAME).rules(EX)
    own = FRENCH.parse("As Ks Qs Js")
    gains = {"10s": 1000, **{f"{rank}s": 8 for rank in "23456789"}, **{f"10{suit}": 5 for suit in "hdc"}}
    gains |= {f"{rank}{suit}": 1 for rank in "AKQJ" for suit in "hdc"}
    for elsewhere in ("", "10s", "10s 2h", "Ah Kd 9s"):
        seen = elsewhere.split()
        rest = [card for card in map(FRENCH.show, FRENCH.cards) if FRENCH.card(card) not in own and card not in seen]
        nets = [gains.get(card, -1) for card in rest]
        assert at(rules, own, FRENCH.parse(elsewhere)) == Fraction(sum(nets), len(nets))


def test_odds_from_cards_that_nobody_has_seen() -> None:
    """Ten cards left: every order of three, one and one of them through the worth of what is seen."""
    rules = game(NAME).rules(EX)
    kept = FRENCH.parse("As Ks Qs Js 10s 10h 10d 2c 2d 3h")
    shoe = Composition.full(1).less(card for card in FRENCH.cards if card not in kept)
    found = {row.setting["juego"]: row.figures for row in game(NAME).odds(rules, shoe)}
    made, pair = judged(low_ace=True)
    sets = numbered(*fives())
    nets: dict[tuple[int, ...], int] = {}
    for five in combinations(sorted(kept), 5):
        i = int(np.flatnonzero(sets == number(five))[0])
        pays = {"nada": 0, "pareja": int(pair[i] >= 8), **PAYS, "escalera-real": 1000}[MADE[made[i]]]
        nets[five] = pays or -1
    sums: dict[tuple[int, ...], int] = {}
    for cards, net in nets.items():
        for some in (*combinations(cards, 3), *combinations(cards, 4)):
            sums[some] = sums.get(some, 0) + net
    mean = deals = 0
    for cards, net in nets.items():
        for four in combinations(cards, 4):
            for three in combinations(four, 3):
                mean, deals = mean + (1 + (sums[three] > 0) + (sums[four] > 0)) * net, deals + 1
    assert found["mejor"].edge == Fraction(-mean, deals)
    with pytest.raises(TapeteError, match="one pack with 5 cards"):
        game(NAME).odds(rules, shoe.less(FRENCH.parse("As Ks Qs Js 10s 10h")))
    with pytest.raises(TapeteError, match="one pack"):
        game(NAME).odds(rules, Composition.full(2))
    with pytest.raises(TapeteError, match="French pack of 52"):
        game(NAME).odds(rules, Composition.full(1, SPANISH))


# The triangle: procedure, odds and loop agree


@pytest.mark.parametrize("way", ["mejor", "sencillo", "dejar", "retirar"])
@pytest.mark.parametrize("region", [EX, GA])
def test_the_procedure_pays_what_the_loop_pays(region: str, way: str) -> None:
    """Random deals, and every kind of hand among them, decided as the plan has it from the other count."""
    rules = game(NAME).rules(region)
    found, source = counted(*PRINTED[region]), random.Random(f"{region}/{way}")
    simple = remembered(PRINTED[region][0])
    deals = [source.sample(range(52), 5) for _ in range(40)]
    deals += [
        list(FRENCH.parse(text)) for text in ("10s As Ks Qs Js", "7c 7d 2h 7h 7s", "3c 4c 5c 6c 7c", "Jc Jd 2c 2d 9h")
    ]
    for cards in deals:
        three, four = number(cards[:3]), number(cards[:4])
        first, second = {
            "mejor": (found.three[three] > 0, found.four[four] > 0),
            "sencillo": (simple[0][three], simple[1][four]),
            "dejar": (True, True),
            "retirar": (False, False),
        }[way]
        names = " ".join(map(FRENCH.show, cards))
        table = hand(region, names, "dejar" if first else "retirar", "dejar" if second else "retirar")
        assert gained(table) == 10 * won(rules, coup(rules, way, cards)), names


def test_the_loop_takes_every_three_cards_for_what_they_are() -> None:
    """Each of the 22,100 hands, in any order and with any other two, leaves as many stakes as the other count says."""
    rules, found, source = game(NAME).rules(EX), counted("10", 1000), random.Random(3)
    for three in combinations(range(52), 3):
        rest = source.sample([card for card in range(52) if card not in three], 2)
        own = source.sample(three, 3)
        stakes = coup(rules, "mejor", [*own, *rest]) % 3 + 1
        assert stakes == 1 + (found.three[number(three)] > 0) + (found.four[number([*three, rest[0]])] > 0)


def paying(rules: Rules, most: int) -> Rules:
    """The same rules with no prize above so many stakes: without rare and great ones a variance is soon known."""
    for name, prize in rules.bets["apuesta"].prizes.items():
        pays = f"{min(prize.pays.num, most)}:1"
        difference = Difference(f"bets.apuesta.prizes.{name}", "pays", None, pays, "", "")
        changed = with_value(rules, difference)
        assert changed is not None
        rules = changed
    return rules


def ends(rules: Rules, way: str) -> Counter[int]:
    """What the three stakes of a deal win or lose, over all deals."""
    found = worth(ranking(rules), gains(rules), tuple(FRENCH.cards))
    fared = fares(found, plan(found, way))
    nets: Counter[int] = Counter()
    for gain, row in zip(fared.gains, fared.counts, strict=True):
        for stakes, count in enumerate(row, 1):
            nets[settle.net(gain, stakes)] += count
    return nets


@pytest.mark.parametrize("way", ["mejor", "retirar"])
@pytest.mark.parametrize("region", [EX, PV])
def test_the_loop_agrees_with_the_exact_odds(region: str, way: str) -> None:
    """As printed; and, where no prize is above twelve stakes, in its variance, which the royal makes leap otherwise."""
    rules = game(NAME).rules(region)
    agreed(rules, way)
    capped = paying(rules, 12)
    bet, exact = agreed(capped, way)
    assert abs(bet.variance - float(exact.variance)) < strays(ends(capped, way), bet.made)


def agreed(rules: Rules, way: str) -> tuple[BetResult, Figures]:
    """What the loop found, whose edge and chances are the exact ones as far as a sample can tell."""
    exact = next(row.figures for row in game(NAME).odds(rules) if row.setting["juego"] == way)
    program = game(NAME).program(rules, standard(rules, options={"juego": way}), {"apuesta:2": 1000})
    (bet,) = simulate(program, 1_500_000, seed=SEED, length=1000).bets
    assert abs(bet.edge - float(exact.edge)) < 4 * bet.std_error
    assert abs(bet.win - float(exact.win)) < 4 * (float(exact.win) / bet.made) ** 0.5
    return bet, exact


def test_the_loop_refuses_what_is_no_stake_of_one_hand() -> None:
    rules = game(NAME).rules(EX)
    with pytest.raises(TapeteError, match="unknown bet 'ante'"):
        game(NAME).program(rules, standard(rules), {"ante": 500})
    with pytest.raises(TapeteError, match="name one of them"):
        game(NAME).program(rules, standard(rules), {"apuesta:1": 500, "apuesta:2": 500})
    with pytest.raises(TapeteError, match="a hand is 5 cards"):
        coup(rules, "mejor", [1, 2, 3])
