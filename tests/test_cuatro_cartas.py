"""Póker de cuatro cartas, article by article. Expected values come from the text and from counting."""

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest
from numpy.typing import NDArray

from tapete.audit.limits import check_settings
from tapete.cards.card import FRENCH, SPANISH
from tapete.cards.composition import Composition
from tapete.engine.requests import Act, Announce, Move
from tapete.engine.round import Round, replay
from tapete.engine.session import Session
from tapete.engine.settings import standard
from tapete.engine.views import NOBODY
from tapete.engine.window import Choose
from tapete.errors import TapeteError
from tapete.games import game
from tapete.games.cuatro_cartas.best import analysis, facts
from tapete.games.cuatro_cartas.deals import hands
from tapete.games.cuatro_cartas.kernel import coup, outcomes
from tapete.games.cuatro_cartas.odds import worths
from tapete.games.cuatro_cartas.rules import order
from tapete.games.cuatro_cartas.tally import Tally
from tapete.law.loading import RulebookError
from tapete.odds.kept import watched
from tapete.odds.report import BetOdds
from tapete.sim.loop import PLAYOUT
from tapete.sim.loop import play as loop
from tapete.sim.run import simulate
from tests.helpers import advised, choose, close, edited, five_last_passes, lies, refused, sit, stake, total
from tests.hidden import exchanging
from tests.mano import begin as staked
from tests.mano import read, won

NAME, EX = "poker-cuatro-cartas", "extremadura"
RULES = game(NAME).rules(EX)
# Banks of six cards, the open one last: an ace high, a pair of nines with a king, a flush, four of a kind
ACE, NINES, FLUSH, FOUR = "Ac Jd 9h 7s 4c 2d", "9c 9d Kh 7s 4c 2d", "Kd 10d 6d 3d 4c 2s", "5c 5d 5h 5s Kc Jd"


def begin(session: Session, *bets: tuple[str, str, str], shows: str = "") -> Round:
    """A hand with these stakes, of which the bank shows a card."""
    return read(staked(session, *bets), shows)


def against(hand: str, bank: str, *bets: tuple[str, str], does: str = "una-vez", **sitting: object) -> Round:
    """Ana's hand against the bank's, whose last card is open, with these stakes of hers."""
    *closed, shows = bank.split()
    session = sit(NAME, EX, **sitting)  # type: ignore[arg-type]
    table = begin(session, *(("ana", on, amount) for on, amount in bets), shows=shows)
    if isinstance(table.pending, Choose):
        choose(table, "ana", does)
    if table.places.get("felt/ana/play"):
        read(table, " ".join(closed))
    return table if table.finished else read(table, hand)


def score(hand: str) -> int:
    found, held = order(RULES), FRENCH.parse(hand)
    return (found.mine if len(held) == 5 else found.bank).score(held)


# The rulebook


def test_ex_1_18_2_1_the_ace_stands_above_the_king_and_below_the_two() -> None:
    runs = ["Ac 2d 3h 4s 9c", "2c 3d 4h 5s 9c", "10c Jd Qh Ks 5c", "Jc Qd Kh As 5c"]
    scores = [score(hand) for hand in runs]
    assert scores == sorted(set(scores))
    assert score("Qc Kd Ah 2s 7c") < score("2c 2d 3h 5s 8c")


def test_ex_1_18_5_4_the_order_of_hands() -> None:
    """The worst and the best of each kind; four cards in a row among five are a run."""
    rising = (
        "7c 6d 4h 3s 2c, Ac Kd Qh 10s 9c, 2c 2d 6h 4s 3c, Ac Ad Kh Qs 10c, 3c 3d 2h 2s 4c, Ac Ad Kh Ks Qc, "
        "Ac 2d 3h 4s 6c, Jc Qd Kh As 2c, 6c 4c 3c 2c 8d, Ac Kc Qc 10c 2d, 2c 2d 2h 3s 3c, Ac Ad Ah Ks Qc, "
        "Ac 2c 3c 4c 6d, Jc Qc Kc Ac 2d, 2c 2d 2h 2s 3c, Ac Ad Ah As Kc"
    )
    scores = [score(hand) for hand in rising.split(", ")]
    assert scores == sorted(set(scores))


def test_ex_1_18_5_9_the_card_left_over_counts_for_nothing() -> None:
    for one, other in (
        ("Ac Kd Qh 9s 8c", "Ad Kh Qs 9c 2d"),
        ("5c 5d Ah Ks Qc", "5h 5s Ad Kc 2d"),
        ("5c 5d 3h 3s Ac", "5h 5s 3d 3c 2d"),
        ("Ac Kc 9c 7c 6c", "Ad Kd 9d 7d 6s"),
        ("3c 4d 5h 6s 6c", "3d 4h 5s 6d Kc"),
        ("8c 8d 8h As Kc", "8c 8d 8h As 2c"),
    ):
        assert score(one) == score(other)
    assert score("5c 5d Ah Ks 2c") > score("5h 5s Ad Qc Jd")
    assert score("Ac Kd Qh 9s 2c Ah") == score("Ad Ks Qs 8c 2d Ac")  # the bank's six, by its best four


def test_ex_1_18_1_the_bank_has_one_card_more() -> None:
    assert score("2c 2d Kh 9s 7c") == score("2h 2s Kd 9c 7h 4d")
    assert score("2c 2d Kh 9s 7c 7h") > score("2c 2d Kh 9s 7c")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("[hands.kinds.color", "[hands.kinds.full", "every kind has one place"),
        ('of = "ante"\ntimes', 'of = "ases"\ntimes', "bets.play.of"),
        ("[bets.ante]", "[bets.anti]", "bets: there are ante"),
        ("times = [1, 3]", "times = [1, 4]", "bets.play.times"),
        ('lowest-pair = "A"', 'lowest-pair = "X"', "bets.ases.lowest-pair"),
        ("bank = 6", "bank = 5", "dealing: 5 cards"),
        ("at-once = 5", "at-once = 3", "dealing.shuffled.at-once"),
        ("seats = 7\n", "", "players.seats"),
        ('remedy = "sigue"', 'remedy = "nada"', "irregularities.cartas-fuera.remedy"),
        ("[calls.shown]", "[calls.other]", "calls.shown: missing"),
        ("[bonus.prizes.trio]", "[bonus.prizes.full]", "bonus.prizes"),
        ('"sencillo", "siempre"', '"nunca"', "options.jugar.values: among"),
        (
            '["mejor", "segun-la-carta", "sencillo", "siempre"]\ndefault = "mejor"',
            '["siempre"]\ndefault = "siempre"',
            "'mejor' is one",
        ),
    ],
)
def test_a_rulebook_that_cannot_be_is_refused(old: str, new: str, reason: str) -> None:
    with pytest.raises(RulebookError, match=reason):
        edited(NAME, EX, (old, new))


# The stakes


def test_ex_1_18_5_1_either_bet_alone_or_both_of_different_amounts() -> None:
    for bets in ([("ante", "10")], [("ases", "15")], [("ante", "10"), ("ases", "15")]):
        table = begin(sit(NAME, EX), *(("ana", *bet) for bet in bets), shows="2c")
        assert lies(table, "felt/") == {f"felt/ana/{on}": 100 * int(amount) for on, amount in bets}
        assert isinstance(table.pending, Choose) == (bets[0][0] == "ante")


def test_ex_1_18_6_1_no_multiple_binds_the_maximum() -> None:
    for multiple in (1, 7, 1000):
        settings = standard(RULES)
        settings.maximum["ante"] = multiple * 500
        assert check_settings(RULES, settings) == []


def test_ex_1_18_6_4_ante_and_ases_lie_each_within_the_limits() -> None:
    table = sit(NAME, EX, maximum={"ante": 5000}).open()
    for bet, article in (("ante", "1.18.6§1"), ("ases", "1.18.6§4")):
        refused(table, "ana", Act("stake", bet, 450), article)
        stake(table, "ana", bet, "50")
        refused(table, "ana", Act("stake", bet, 50), article)


def test_ex_1_18_4_seven_players_and_2_3_nobody_on_anothers_hand() -> None:
    names = [f"p{i}" for i in range(8)]
    session = sit(NAME, EX, chips=dict.fromkeys(names, 10_000))
    table = session.open()
    for who in names[:-1]:
        stake(table, who, "ante" if who != "p3" else "ases", "5")
    refused(table, names[-1], Act("stake", "ases", 500), "1.18.4")
    refused(table, names[-1], Act("admit", "p7@p0"), "1.18.5.3")
    close(table)
    assert sum(len(slots) for slots in table.cards.values()) == 5 * 7 + 6


def test_what_was_taken_back_may_not_be_put_down_by_undoing_once_seven_play() -> None:
    names = [f"p{i}" for i in range(8)]
    table = sit(NAME, EX, chips=dict.fromkeys(names, 10_000)).open()
    for who in names[:7]:
        stake(table, who, "ante", "5")
    table.act("p0", Act("withdraw", "ante"))
    stake(table, "p7", "ante", "5")
    refused(table, "p0", Act("undo"), "1.18.4")
    close(table)


def test_ex_1_18_6_a_five_last_passes_before_the_limits_change() -> None:
    five_last_passes(sit(NAME, EX))


# The deal


def test_ex_1_18_5_3_and_7_1_one_by_one_by_hand_or_by_fives_and_the_banks_sixth_lies_open() -> None:
    by_hand = {
        "mano/ana": ["#0", "#3", "#6", "#9", "#12"],
        "mano/luis": ["#1", "#4", "#7", "#10", "#13"],
        "mano/crupier": ["#2", "#5", "#8", "#11", "#14", "#15"],
    }
    at_once = {
        "mano/ana": ["#0", "#1", "#2", "#3", "#4"],
        "mano/luis": ["#5", "#6", "#7", "#8", "#9"],
        "mano/crupier": ["#10", "#11", "#12", "#13", "#14", "#15"],
    }
    for way, dealt in (("manual", by_hand), ("automatico", at_once)):
        session = sit(NAME, EX, physical=False, options={"distribuidor": way})
        table = begin(session, ("luis", "ante", "5"), ("ana", "ases", "5"))
        assert table.cards == dealt
        for who in ("ana", "luis", "croupier", "watcher", NOBODY):
            view = table.view(who)
            assert all(view.cards[f"mano/{who}"]) if who in ("ana", "luis") else True
            assert view.cards["mano/crupier"][:5] == [""] * 5
            assert view.cards["mano/crupier"][5]
        assert table.view("ana").cards["mano/luis"] == [""] * 5


def test_ex_1_18_7_1_the_open_card_is_called() -> None:
    table = begin(sit(NAME, EX), ("ana", "ante", "5"), shows="Kd")
    assert table.said()[-1] == "La banca enseña: rey de diamantes."


@pytest.mark.parametrize("who", ["ana", "luis", "watcher", NOBODY, "croupier"])
def test_exchanging_the_cards_somebody_was_not_shown_changes_nothing_that_reaches_them(who: str) -> None:
    """Before the decisions, between them, and once Luis has given up and Ana's hand is decided."""
    for seed, choices in product(range(3), ([], ["una-vez"], ["tres-veces", "retirarse"])):

        def played(table: Round, choices: list[str] = choices) -> Round:
            for name in ("ana", "luis"):
                stake(table, name, "ante", "10")
            close(table)
            for name, choice in zip(("ana", "luis"), choices, strict=False):
                choose(table, name, choice)
            return table

        opened = sit(NAME, EX, physical=False, seed=seed).open()
        assert exchanging(opened, played, who, cards=41, seed=seed) >= 41 - 16


# Going on and giving up


def test_ex_1_18_5_2_from_once_to_three_times_the_ante_or_nothing() -> None:
    options = ("una-vez", "dos-veces", "tres-veces", "retirarse")
    for choice, cents in (("una-vez", 1550), ("dos-veces", 3100), ("tres-veces", 4650)):
        table = begin(sit(NAME, EX), ("ana", "ante", "15.50"), shows="2c")
        assert isinstance(table.pending, Choose)
        assert (table.pending.label, table.pending.options) == ("choose:ana:play", options)
        refused(table, "luis", Act("choose", choice), "1.18.5.2")
        choose(table, "ana", choice)
        assert lies(table, "felt/") == {"felt/ana/ante": 1550, "felt/ana/play": cents}


def test_ex_1_18_5_6_any_amount_up_to_three_times_the_ante() -> None:
    for cents, fits in (
        (950, False),
        (1000, True),
        (1250, True),
        (1275, False),
        (2950, True),
        (3000, True),
        (3050, False),
    ):
        table = begin(sit(NAME, EX), ("ana", "ante", "10"), shows="2c")
        if fits:
            table.act("ana", Act("jugar", "play", cents))
            assert lies(table, "felt/ana/play") == {"felt/ana/play": cents}
        else:
            refused(table, "ana", Act("jugar", "play", cents), "1.18.5.2")
            refused(table, "luis", Act("jugar", "play", 1000), "1.18.5.2")
            refused(table, "ana", Act("jugar", "ases", 1000), "1.18.5.2")


def test_ex_1_18_6_4_play_is_bound_by_the_tables_maximum() -> None:
    table = begin(sit(NAME, EX, maximum={"ante": 5000}), ("ana", "ante", "20"), shows="2c")
    assert isinstance(table.pending, Choose)
    assert table.pending.options == ("una-vez", "dos-veces", "retirarse")
    refused(table, "ana", Act("jugar", "play", 5050), "1.18.5.2")
    table.act("ana", Act("jugar", "play", 5000))
    assert lies(table, "felt/ana/play") == {"felt/ana/play": 5000}


def test_who_cannot_match_the_ante_gives_it_up_and_chips_bind_what_is_added() -> None:
    for chips, options in (
        (1999, None),
        (2000, ("una-vez", "retirarse")),
        (3999, ("una-vez", "dos-veces", "retirarse")),
    ):
        table = begin(sit(NAME, EX, chips={"ana": chips}), ("ana", "ante", "10"), shows="2c")
        if options is None:
            assert table.finished
            assert table.places["chips/ana"] == chips - 1000
        else:
            assert isinstance(table.pending, Choose)
            assert table.pending.options == options
            refused(table, "ana", Act("jugar", "play", 3000), "")  # a purse is not the law
            table.act("ana", Act("jugar", "play", (chips - 1000) // 50 * 50))


def test_ex_1_18_5_6_who_gives_up_loses_the_ante_and_the_cards_unseen() -> None:
    table = begin(sit(NAME, EX, physical=False), ("ana", "ante", "10"))
    choose(table, "ana", "retirarse")
    assert won(table) == -1000
    assert table.cards["descartes"] == ["#0", "#2", "#4", "#6", "#8"]
    assert table.view("luis").cards["descartes"] == [""] * 5
    assert table.view("watcher").cards["mano/crupier"][:5] == [""] * 5
    assert [move.article for move in table.log if isinstance(move, Move) and move.dst == "bank"] == ["1.18.5.6"]


# Against the bank


@pytest.mark.parametrize(
    ("hand", "bank", "end"),
    [
        ("Kc Kd 8h 5s 3c", NINES, 1),
        ("8c 8d Ah Qs 3c", NINES, -1),
        ("9h 9s Ad 6s 3c", NINES, 1),  # the first card beside the pair decides
        ("9h 9s Kd 6s 3c", NINES, -1),  # the second: six against seven
        ("9h 9s Kd 7c 3c", NINES, 1),  # four equal cards, and the tie is the player's
        ("9h 9s Kd 7c 2c", NINES, 1),  # whatever is left over
        ("Ad Js 9c 6d 3c", ACE, -1),
        ("Ad Js 9c 7d 3c", ACE, 1),
        ("2c 5d 7c 9d Js", ACE, -1),
        ("Kc Qd Jh 10s 3c", FLUSH, -1),  # colour beats a straight
        ("8c 8d 8h 2c 3c", FLUSH, 1),  # a trio beats a colour
        ("9c 10c Jc Qc 2d", FOUR, -1),  # and four of a kind a run of one suit
    ],
)
@pytest.mark.parametrize(("way", "times"), [("una-vez", 1), ("dos-veces", 2), ("tres-veces", 3)])
def test_ex_1_18_5_7_8_and_9_ante_and_play_at_par_and_ties_to_the_player(
    hand: str, bank: str, end: int, way: str, times: int
) -> None:
    """By hand: as many antes as lie on the felt; a trio is paid two more, a run of one suit fifteen."""
    extra = {"8c 8d 8h 2c 3c": 2, "9c 10c Jc Qc 2d": 15}.get(hand, 0)
    assert won(against(hand, bank, ("ante", "10"), does=way)) == 1000 * (end * (1 + times) + extra)


def test_ex_1_18_5_8_a_tie_is_paid_by_its_own_article() -> None:
    for hand, article in (("9h 9s Kd 7c 3c", "1.18.5.8"), ("9h 9s Ad 7c 3c", "1.18.5.7")):
        table = against(hand, NINES, ("ante", "10"))
        assert {move.article for move in table.log if isinstance(move, Move) and move.src == "bank"} == {article}


def test_ex_1_18_5_9_the_bank_plays_whatever_it_has() -> None:
    table = against("Kc Qd 9s 8h 7d", "Kd 9c 8s 6c 3h 2s", ("ante", "10"))
    assert won(table) == 2000
    assert table.said()[-1] == (
        "La banca, carta mayor: rey de diamantes, 9 de tréboles, 8 de picas, 6 de tréboles. Gana: ana."
    )
    table = against("Kc Qd 9s 8h 7d", NINES, ("ante", "10"))
    assert table.said()[-1].startswith("La banca, par: 9 de diamantes, 9 de tréboles, rey de corazones, 7 de picas.")
    assert table.said()[-1].endswith("Gana: nadie.")


# By the table: what four of a kind, a run of one suit and a trio are paid besides the ante, in antes
BONUS = {
    "8c 8d 8h 8s 2c": 20,
    "6c 7c 8c 9c 2d": 15,
    "As 2s 3s 4s 9d": 15,
    "8c 8d 8h 2s 3c": 2,
    "8c 8d 8h 2s 2c": 2,
    "3c 7c 9c Kc 2d": 0,
    "6c 7d 8h 9s 2c": 0,
    "Ac Ad Ks Kh 2c": 0,
}


@pytest.mark.parametrize("hand", BONUS)
@pytest.mark.parametrize(("bank", "antes"), [("Ah Jd 10h 6s 5d 3h", 4), ("5c 5d 5h 5s Kd Jd", -4)])
def test_ex_1_18_5_12_the_bonus_is_paid_whatever_the_bank_has(hand: str, bank: str, antes: int) -> None:
    net = 4 if hand == "8c 8d 8h 8s 2c" else antes  # four eights beat four fives
    table = against(hand, bank, ("ante", "10"), does="tres-veces")
    assert won(table) == 1000 * (net + BONUS[hand])
    paid = [(move.cents, move.article) for move in table.log if isinstance(move, Move) and move.src == "bank"]
    assert ((1000 * BONUS[hand], "1.18.5.12") in paid) == bool(BONUS[hand])


def test_ex_1_18_5_12_no_bonus_on_an_ante_that_was_given_up() -> None:
    assert won(against("8c 8d 8h 8s 2c", ACE, ("ante", "10"), ("ases", "5"), does="retirarse")) == -1000 + 40 * 500


# The bet on one's own cards

PRIZES = {
    "8c 8d 8h 8s 2c": 40,
    "6c 7c 8c 9c 2d": 30,
    "8c 8d 8h 2s 3c": 7,
    "8c 8d 8h 2s 2c": 7,
    "3c 7c 9c Kc 2d": 6,
    "Ac 2d 3h 4s 9c": 4,
    "3c 3d 2s 2h Ac": 2,
    "Ac Ad 9s 5h 2c": 1,
    "Kc Kd 9s 5h 2c": -1,
    "Ac Kd 9s 5h 2c": -1,
}


@pytest.mark.parametrize("hand", PRIZES)
def test_ex_1_18_5_4_what_ones_own_cards_pay(hand: str) -> None:
    """Alone, beside an ante that is given up, and beside one that loses to four of a kind."""
    prize, bonus = 1000 * PRIZES[hand], 500 * BONUS.get(hand, 0)
    alone = against(hand, "Jc", ("ases", "10"))
    assert won(alone) == prize
    assert not alone.said()[-1].startswith("La banca,")
    assert won(against(hand, "Jc", ("ante", "5"), ("ases", "10"), does="retirarse")) == prize - 500
    lost = against(hand, "Js Jc Jd Jh Qs 10h", ("ante", "5"), ("ases", "10"))
    assert won(lost) == prize - 1000 + bonus


def test_ex_1_18_5_2_as_printed_who_gives_up_loses_the_bet_on_ones_own_cards_too() -> None:
    bets, choices = (("ante", "10"), ("ases", "5")), {"bets.ases": "printed"}
    assert won(against("8c 8d 8h 2s 3c", ACE, *bets, does="retirarse", choices=choices)) == -1500
    assert won(against("8c 8d 8h 2s 3c", ACE, *bets, choices=choices)) == 2000 + 2000 + 3500


# Several at the table


def test_ex_1_18_5_10_and_11_losers_first_and_each_time_play_ante_ases() -> None:
    """Ana loses with a trio and her bonus is paid in the ante's turn; Luis wins; Eva gave up and keeps Ases."""
    names = ["ana", "luis", "eva"]
    session = sit(NAME, EX, chips=dict.fromkeys(names, 100_000))
    bets = [(who, on, "10") for who in names for on in ("ante", "ases")]
    table = begin(session, *bets, shows="2d")
    for who, choice in zip(names, ("una-vez", "tres-veces", "retirarse"), strict=True):
        assert isinstance(table.pending, Choose)
        assert table.pending.actor == who
        choose(table, who, choice)
    read(table, "10c 10d 10h 7s 4c")  # the bank: three tens
    read(table, "8c 8d 8h Ks 3c Jc Jd Jh 6s 5c Ac Ad 9s 5h 2c")
    at = next(i for i, entry in enumerate(table.log) if isinstance(entry, Announce) and entry.call == "result")
    moves = [
        (move.src, move.dst, move.cents) for move in table.log[at:] if isinstance(move, Move) and move.src != "cage"
    ]
    assert moves == [
        ("felt/ana/play", "bank", 1000),
        ("felt/ana/ante", "bank", 1000),
        *[("bank", "chips/luis", 3000), ("felt/luis/play", "chips/luis", 3000)],
        ("bank", "chips/ana", 2000),
        *[("bank", "chips/luis", 1000), ("felt/luis/ante", "chips/luis", 1000), ("bank", "chips/luis", 2000)],
        *[("bank", "chips/ana", 7000), ("felt/ana/ases", "chips/ana", 1000)],
        *[("bank", "chips/luis", 7000), ("felt/luis/ases", "chips/luis", 1000)],
        *[("bank", "chips/eva", 1000), ("felt/eva/ases", "chips/eva", 1000)],
    ]
    assert [table.places[f"chips/{who}"] - 100_000 for who in names] == [7000, 13_000, 0]
    assert total(table) == 300_000
    assert replay(table.play, table.rules, table.log).lines() == table.lines()


# What goes wrong


def test_ex_1_18_7_1_a_misdeal_voids_the_hand() -> None:
    for when in range(4):
        table = begin(sit(NAME, EX), ("ana", "ante", "10"), ("ana", "ases", "5"), ("luis", "ante", "5"))
        if when:
            read(table, "2d")
        if when > 1:
            choose(table, "ana", "tres-veces")
        if when > 2:
            choose(table, "luis", "retirarse")
            read(table, "Qc 7d")
        table.report("error-de-reparto")
        assert table.finished
        assert [table.places[f"chips/{who}"] for who in ("ana", "luis")] == [100_000, 100_000]
        assert table.log[-1].article == "1.18.7.1"  # type: ignore[union-attr]


@pytest.mark.parametrize("breach", ["cartas-fuera", "comentarios"])
def test_ex_1_18_7_2_and_3_cards_off_the_table_and_comments_are_noted_and_the_hand_goes_on(breach: str) -> None:
    table = begin(sit(NAME, EX), ("ana", "ante", "10"))
    table.report(breach)
    assert table.said()[-1] == "Sigue la jugada."
    read(table, "2d")
    table.report(breach)
    choose(table, "ana", "una-vez")
    read(table, "Ac Jd 9h 7s 4c Kc Kd 8h")
    table.report(breach)
    read(table, "5s 3c")
    assert won(table) == 2000


def test_nothing_is_dealt_without_a_stake() -> None:
    table = begin(sit(NAME, EX))
    assert table.finished
    assert table.cards == {}
    assert [entry.call for entry in table.log if isinstance(entry, Announce)] == ["open", "close"]


# Odds, counted another way: hands ranked by a few lines of their own, every deal of a small pack played out card by
# card, and of a whole pack every hand that the bank may have beside some hands


def strength(four: tuple[int, ...]) -> tuple[int, ...]:
    """Four cards by what decides: their kind from 0 to 7, then their ranks; cards are 4 * rank + suit, the ace 12."""
    ranks = [card // 4 for card in four]
    order = sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)
    groups = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    suited, apart = len({card % 4 for card in four}) == 1, len(groups) == 4
    if apart and order == [12, 2, 1, 0]:
        order = [2, 1, 0, -1]
    run = apart and order[0] - order[3] == 3
    kinds = {(4,): 7, (3, 1): 5, (2, 2): 2, (2, 1, 1): 1}
    kind = kinds.get(tuple(groups), 6 if run and suited else 4 if suited else 3 if run else 0)
    return (kind, *order)


@cache
def best(hand: tuple[int, ...]) -> tuple[int, ...]:
    """The best four cards of more."""
    return max(strength(four) for four in combinations(hand, 4))


BONUSES = {7: 20, 6: 15, 5: 2}
TIMES = {"retirarse": 0, "una-vez": 1, "tres-veces": 3}


def simple(mine: tuple[int, ...], shown: int) -> int:  # noqa: ARG001
    """Three times with tens or better, once with threes or better."""
    return 3 if mine >= (1, 8) else int(mine >= (1, 1))


def by_card(mine: tuple[int, ...], shown: int) -> int:
    """Three times with nines while the open card is no higher, and with kings or better; once with threes or better."""
    return 3 if mine >= (1, 11) or (mine >= (1, 7) and shown // 4 <= mine[1]) else int(mine >= (1, 1))


def played_out(kept: tuple[int, ...]) -> dict[str, Counter[tuple[int, int]]]:
    """By way to play, how many deals of a small pack add so many antes and win so many in all."""
    found: dict[str, Counter[tuple[int, int]]] = {
        way: Counter() for way in ("mejor", "segun-la-carta", "sencillo", "siempre")
    }
    for hand in combinations(kept, 5):
        mine, rest = best(hand), [card for card in kept if card not in hand]
        bonus = BONUSES.get(mine[0], 0)
        for shown in rest:
            others = combinations([card for card in rest if card != shown], 5)
            ends = Counter(1 if mine >= best(tuple(sorted((shown, *five)))) else -1 for five in others)
            total = ends[1] + ends[-1]
            worth = {antes: (1 + antes) * (ends[1] - ends[-1]) + bonus * total for antes in (1, 3)}
            going = max((1, 3), key=lambda antes: (worth[antes], -antes))
            ways = {"mejor": going if worth[going] > -total else 0, "siempre": 1}
            ways |= {"segun-la-carta": by_card(mine, shown), "sencillo": simple(mine, shown)}
            for way, antes in ways.items():
                for end, count in ends.items():
                    found[way][antes, end * (1 + antes) + bonus if antes else -1] += count
    return found


@pytest.mark.usefixtures("anew")
@pytest.mark.parametrize(
    "kept",
    [
        "Ac Ad Kc Kd Qc Js 9c 9d 9h 8c 7c 2h",  # no two suits alike
        "Ac Ad Kc Kd Qc Qd Jh Js 10h 10s 2h 2s",  # two and two
        "9c 9d 9h 9s 10c 10d 10h 10s Jc Jd Jh Js",  # all four
        "Ac 2c 3c 4c 5d 5h 8d Kh Ks 2s 2d",  # one deal for each hand and open card
    ],
)
def test_odds_of_a_small_pack_played_out(kept: str) -> None:
    cards = tuple(sorted(FRENCH.parse(kept)))
    shoe = Composition.full().less(card for card in FRENCH.cards if card not in cards)
    told: list[tuple[int, int]] = []
    with watched(lambda *so_far: told.append(so_far)):
        rows = {row.setting.get("jugar", row.bet): row for row in game(NAME).odds(RULES, shoe)}
    assert told[-1][0] == told[-1][1]
    for way, nets in played_out(cards).items():
        row, total = rows[way], sum(nets.values())
        mean = Fraction(sum(net * count for (_, net), count in nets.items()), total)
        square = Fraction(sum(net**2 * count for (_, net), count in nets.items()), total)
        assert row.figures.edge == -mean
        assert row.figures.variance == square - mean**2
        assert row.figures.win == Fraction(sum(count for (_, net), count in nets.items() if net > 0), total)
        assert row.figures.lose == Fraction(sum(count for (_, net), count in nets.items() if net < 0), total)
        often = {name: sum(count for (antes, _), count in nets.items() if antes == n) for name, n in TIMES.items()}
        assert row.decisions == {name: Fraction(count, total) for name, count in often.items() if count}
        assert row.staked == 1 + Fraction(sum(TIMES[name] * count for name, count in often.items()), total)
    own = [best(hand) for hand in combinations(cards, 5)]
    back = sum({7: 41, 6: 31, 5: 8, 4: 7, 3: 5, 2: 3}.get(mine[0], 2 * (mine >= (1, 12))) for mine in own)
    assert rows["ases"].figures.edge == 1 - Fraction(back, len(own))


def test_odds_of_a_pack_that_cannot_be() -> None:
    shoe = Composition.full().less(FRENCH.cards[:42])
    with pytest.raises(TapeteError, match="takes 11 cards, and the pack has 10"):
        game(NAME).odds(RULES, shoe)
    with pytest.raises(TapeteError, match="one pack, not from 2"):
        game(NAME).odds(RULES, Composition.full(2))
    with pytest.raises(TapeteError, match="French pack of 52"):
        game(NAME).odds(RULES, Composition.full(1, SPANISH))


def rows(**choices: str) -> dict[str, BetOdds]:
    """The odds by bet, those of the ante by way to play."""
    found = game(NAME).odds(game(NAME).rules(EX, choices))
    return {row.setting.get("jugar", row.bet): row for row in found}


def test_ex_1_18_5_12_odds_published() -> None:
    """The Wizard of Odds (games/four-card-poker, from memory) has 2.79 % for best play and 3.40 % for three times with
    tens and once with threes, where four of a kind and a run of one suit are paid 25 and 20 besides, five antes more
    than here; those are 624 and 2,072 of 2,598,960 hands, and nobody gives them up.
    """
    found, more = rows(), Fraction(5 * (624 + 2072), 2_598_960)
    assert round(float(found["mejor"].figures.edge - more), 4) == 0.0279
    assert round(float(found["sencillo"].figures.edge - more), 4) == 0.0340
    assert found["mejor"].note == "best play"


def test_what_rules_of_one_and_of_two_lines_cost() -> None:
    """A sixth of a hundredth of the ante with an eye to the open card; without, six tenths of one."""
    found = {way: float(row.figures.edge) for way, row in rows().items()}
    assert found["segun-la-carta"] - found["mejor"] == pytest.approx(0.0016, abs=5e-5)
    assert found["sencillo"] - found["mejor"] == pytest.approx(0.0061, abs=5e-5)


def test_ex_1_18_5_4_odds_of_ones_own_cards_by_hand() -> None:
    """So many of 2,598,960 hands of each kind, by the closed formulas of `test_rankings`, with what each brings back.

    Pairs of aces: 220 sets of three other ranks less the two that make a run, in 6 * 64 suits less 12 with a colour.
    """
    aces = (220 - 2) * (6 * 64 - 12)
    back = 624 * 41 + 2072 * 31 + 58_656 * 8 + 114_616 * 7 + 101_808 * 5 + 123_552 * 3 + aces * 2
    figures = rows()["ases"].figures
    assert figures.edge == 1 - Fraction(back, 2_598_960)
    assert figures.win == Fraction(624 + 2072 + 58_656 + 114_616 + 101_808 + 123_552 + aces, 2_598_960)


def test_ex_1_18_5_2_the_printed_fall_of_ones_own_bet_costs_nothing_who_plays_well() -> None:
    """Who has a pair of aces or better never gives up."""
    assert rows(**{"bets.ases": "printed"})["ases"].figures == rows()["ases"].figures


def test_134_459_hands_differ_in_more_than_the_names_of_suits() -> None:
    """As many as there are hands of five cards up to suits, by Burnside's lemma over the ways to call four suits."""
    found = hands(np.arange(52), order(RULES).mine)
    fixed = {(1, 1, 1, 1): 1, (2, 1, 1): 6, (2, 2): 3, (3, 1): 8, (4,): 6}
    ways = 0
    for cycles, count in fixed.items():
        sizes = [size for size in cycles for _ in range(13)]
        ends = Counter({0: 1})
        for size in sizes:
            ends += Counter({cards + size: many for cards, many in ends.items() if cards + size <= 5})
        ways += count * ends[5]
    assert (len(found.scores), found.alike.sum()) == (ways // 24, 2_598_960) == (134_459, 2_598_960)


@cache
def worth_of_four() -> NDArray[np.int16]:
    """By the cards of four, in any order, the place of their strength among all."""
    fours = list(combinations(range(52), 4))
    places = {value: place for place, value in enumerate(sorted({strength(four) for four in fours}))}
    found = np.zeros((52, 52, 52, 52), np.int16)
    for four in fours:
        found[four] = places[strength(four)]
    return found


def not_better(hand: str, shown: str) -> int:
    """Of the 1,370,754 hands that the bank may have, those that a hand does not lose to, by the best four of each."""
    mine, up = FRENCH.parse(hand), FRENCH.card(shown)
    rest = np.array([card for card in range(52) if card not in (*mine, up)], np.uint8)
    five = np.fromiter((card for chosen in combinations(rest.tolist(), 5) for card in chosen), np.uint8)
    six = np.sort(np.column_stack([five.reshape(-1, 5), np.full(len(five) // 5, up, np.uint8)]), axis=1)
    table = worth_of_four()
    bank = np.max([table[tuple(six[:, four].T)] for four in map(list, combinations(range(6), 4))], axis=0)
    own = max(table[four] for four in combinations(sorted(mine), 4))
    return int(np.count_nonzero(bank <= own))


# Hands that best play decides by a little: twos, threes and ace-king; eights, nines and queens
CLOSE = [
    ("2c 2d Ah Ks 9c", "2h"),
    ("2c 2d 9h 7s 5c", "Js"),
    ("3c 3d 9h 7s 5c", "Js"),
    ("Ac Kd Qh 9s 8c", "Ad"),
    ("8c 8d Ah Ks 5c", "2h"),
    ("9c 9d Ah 6s 5c", "10h"),
    ("9c 9d Ah 6s 5c", "8h"),
    ("Qc Qd 9h 6s 5c", "Kh"),
    ("Qc Qd Kd 6s 5c", "Kh"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("hand", "shown"), CLOSE)
def test_close_decisions_counted_another_way(hand: str, shown: str) -> None:
    won, total = not_better(hand, shown), 1_370_754
    worth = {antes: Fraction((1 + antes) * (2 * won - total), total) for antes in (1, 3)}
    cards = (*FRENCH.parse(hand), FRENCH.card(shown))
    left = Composition.full().less(cards)
    assert worths(RULES, list(cards[:5]), cards[5], left) == {
        "una-vez": worth[1],
        "dos-veces": (worth[1] + worth[3]) / 2,
        "tres-veces": worth[3],
        "retirarse": -1,
    }
    antes = max((0, 1, 3), key=lambda antes: worth.get(antes, Fraction(-1)))
    rest = [card for card in range(52) if card not in cards][:5]
    assert coup(RULES, "mejor", [*cards, *rest]) // 4 % 4 == antes


# Best play


def test_advice_is_what_the_cards_are_worth() -> None:
    """At a live table, where a player sees five cards and one of the bank's; at a physical one the house does not."""
    for seed in range(6):
        table = begin(sit(NAME, EX, physical=False, seed=seed), ("ana", "ante", "10"))
        view = table.view("ana")
        mine, shown = FRENCH.parse(" ".join(view.cards["mano/ana"])), FRENCH.card(view.cards["mano/crupier"][-1])
        values = {item.option: item.value for item in advised(table)}
        assert set(values) == {"una-vez", "dos-veces", "tres-veces", "retirarse"}
        assert values["retirarse"] == -1
        assert values["dos-veces"] == pytest.approx((values["una-vez"] + values["tres-veces"]) / 2)
        rest = [card for card in range(52) if card not in (*mine, shown)][:5]
        antes = coup(RULES, "mejor", [*mine, shown, *rest]) // 4 % 4
        assert TIMES[advised(table)[0].option] == antes
        assert advised(table, "luis") == []
    assert advised(begin(sit(NAME, EX), ("ana", "ante", "10"), shows="2c")) == []


def test_tables_of_best_play() -> None:
    """Every kind of hand against every open card: but for two cells it is the rule of two lines."""
    every, same = game(NAME).guides(RULES, standard(RULES))
    kinds = ["poker", "escalera-de-color", "trio", "color", "escalera", "doble-pareja"]
    pairs = [f"{rank}-{rank}" for rank in FRENCH.ranks[::-1]]
    assert list(every.rows) == [*kinds, *pairs, *FRENCH.ranks[:4:-1]]  # no hand is less than a seven
    assert list(same.rows) == pairs
    assert every.columns == FRENCH.ranks
    other = []
    for row, cells in every.rows.items():
        for column, cell in zip(every.columns, cells, strict=True):
            first = FRENCH.ranks.index(row.partition("-")[0]) if row not in kinds else 0
            mine = (2,) if row in kinds else (1, first) if row in pairs else (0, first)
            antes = by_card(mine, 4 * FRENCH.ranks.index(column))
            if TIMES[every.best(cell)] != antes:
                other.append((row, column, every.best(cell)))
    assert other == [("8-8", "2", "tres-veces"), ("2-2", "2", "una-vez")]
    assert every.note.startswith("three times with a pair of nines or better")
    assert same.note == ""


def test_the_cases_of_the_tables_are_all_deals() -> None:
    """Together they are who always goes on."""
    found = analysis(facts(RULES))
    assert sum(case.deals for case in found.cases) == 2_598_960 * 47
    won = sum(case.won for case in found.cases)
    assert won == sum(ended.count for ended in found.ends["siempre"] if ended.end == 3)
    assert sum(ended.count for ended in found.ends["mejor"]) == 2_598_960 * 47 * 1_370_754


def test_progress_is_told_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    kept = sorted(FRENCH.parse("9c 9d 9h 9s 10c 10d 10h 10s Jc Jd Jh Js"))
    for _ in Tally(facts(RULES), kept).through(lambda done, of: told.append((done, of))):
        pass
    assert told == sorted(told)
    assert told[-1] == (792, 792)


# The triangle: procedure, odds and loop agree


def test_the_procedure_pays_what_the_loop_pays() -> None:
    """Shuffled packs through both, the loop's choices in both, and every prize of the tables among them."""
    stakes = {"ante": 1550, "ases": 550}
    program = game(NAME).program(RULES, standard(RULES), stakes)
    source = random.Random(EX)
    dealt = [source.sample(range(52), 11) for _ in range(150)]
    banks = ("4h 5d 6s 7d 9h Jh", "Jh Qd Qs Js 10h 10s")
    paid = [(hand, bank) for hand, bank in product((*PRIZES, *BONUS), banks) if not {*hand.split()} & {*bank.split()}]
    dealt += [[*FRENCH.parse(hand), *FRENCH.parse(bank)] for hand, bank in paid]
    drawn = [coup(RULES, "mejor", deal) for deal in dealt]
    assert max(drawn) < outcomes(RULES)
    results, falls, visits = np.zeros(1, np.int64), np.zeros(1, np.int64), np.zeros(program.back.size, np.int64)
    fallen = np.array(drawn + [0] * PLAYOUT, np.uint8)
    loop(fallen, *program.arrays, len(drawn), 10**8, 0, results, falls, visits)  # type: ignore[call-arg]
    session, gained = sit(NAME, EX, chips={"ana": 10**8}), 0
    names = {antes: name for name, antes in TIMES.items()}
    for deal, outcome in zip(dealt, drawn, strict=True):
        bets = [("ana", spot, str(cents / 100)) for spot, cents in stakes.items()]
        table = begin(session, *bets, shows=FRENCH.show(deal[5]))
        before = table.places["chips/ana"] + sum(stakes.values())
        antes = outcome // 4 % 4
        choose(table, "ana", names[antes])
        for card in (*(deal[6:] if antes else ()), *deal[:5]):
            table.fell(FRENCH.show(card))
        assert table.finished
        gained += table.places["chips/ana"] - before
    assert gained == results[0]


@pytest.mark.parametrize("way", ["mejor", "segun-la-carta", "sencillo", "siempre"])
def test_the_loop_agrees_with_the_exact_odds(way: str) -> None:
    settings = standard(RULES, options={"jugar": way})
    program = game(NAME).program(RULES, settings, {"ante": 64_000, "ases": 64_000})
    found = rows()
    for bet in simulate(program, 2_000_000, seed=7, length=1000).bets:
        figures = found[way if bet.bet == "ante" else bet.bet].figures
        assert abs(bet.edge - float(figures.edge)) < 4 * bet.std_error, bet
        assert abs(bet.win - float(figures.win)) < 4 * (float(figures.win) / bet.made) ** 0.5, bet
        assert bet.variance == pytest.approx(float(figures.variance), rel=0.03)


@pytest.mark.parametrize("way", ["segun-la-carta", "sencillo"])
def test_the_loop_plays_the_rules_to_remember(way: str) -> None:
    source, rule = random.Random(way), {"segun-la-carta": by_card, "sencillo": simple}[way]
    for _ in range(2000):
        deal = source.sample(range(52), 11)
        assert coup(RULES, way, deal) // 4 % 4 == rule(best(tuple(sorted(deal[:5]))), deal[5])


def test_the_loop_refuses_a_bet_that_is_not_on_the_felt() -> None:
    with pytest.raises(TapeteError, match="unknown bet 'play'"):
        game(NAME).program(RULES, standard(RULES), {"play": 500})
