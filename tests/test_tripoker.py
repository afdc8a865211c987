"""Tripóker, article by article. Expected values come from the texts and from counting, not from the code."""

from itertools import product

import pytest

from tapete.audit.table import check_settings
from tapete.cards.card import FRENCH
from tapete.engine.requests import Act, Announce, Move
from tapete.engine.round import Round, replay
from tapete.engine.session import Session
from tapete.engine.settings import standard
from tapete.engine.window import Choose
from tapete.errors import IllegalAction, TapeteError
from tapete.games import game
from tapete.games.tripoker.rules import order
from tapete.law.loading import RulebookError, parse, path_of
from tests.helpers import choose, close, lies, sit, stake, total

NAME, EX, PV = "tripoker", "extremadura", "pais-vasco"
SECOND, PAIR = {EX: "bet", PV: "segunda-apuesta"}, {EX: "fortuna", PV: "par-plus"}
REGIONS = [EX, PV]
both = pytest.mark.parametrize("region", REGIONS)
# Banks: one that plays with a queen, one that does not, one that plays with an ace
QUEEN, JACK, ACE = "Qc 7d 3h", "Jc 9d 3h", "Ac 7d 3h"


def begin(session: Session, *bets: tuple[str, str, str]) -> Round:
    """A hand with these stakes: who, where, how many euros; no more bets."""
    table = session.open()
    for who, on, amount in bets:
        stake(table, who, on, amount)
    close(table)
    return table


def cards(table: Round, text: str) -> Round:
    for card in text.split():
        table.fell(card)
    return table


def against(region: str, hand: str, bank: str, *bets: tuple[str, str], goes: bool = True, **sitting: object) -> Round:
    """Ana's hand against the bank's, with these stakes of hers."""
    table = begin(sit(NAME, region, **sitting), *(("ana", on, amount) for on, amount in bets))  # type: ignore[arg-type]
    if isinstance(table.pending, Choose):
        choose(table, "ana", "ir" if goes else "retirarse")
    if table.places.get(f"felt/ana/{SECOND[region]}"):
        cards(table, bank)
    return table if table.finished else cards(table, hand)


def won(table: Round) -> int:
    """What Ana has won, in cents, once nothing of hers lies on the felt."""
    assert table.finished
    assert lies(table, "felt/") == {}
    assert total(table) == 200_000
    return table.places["chips/ana"] - 100_000


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
    session = sit(NAME, EX)
    table = session.open()
    table.act("director", Act("last"))
    assert table.said()[-1] == "Los 5 últimos pases."
    for left in range(4, -1, -1):
        close(table)
        assert table.carry.remaining == left  # type: ignore[attr-defined]
        if left:
            table = session.open()
    with pytest.raises(TapeteError, match="last rounds"):
        session.open()


def test_pv_15_v_2_1_announces_no_last_rounds() -> None:
    with pytest.raises(IllegalAction, match="announces no last rounds"):
        sit(NAME, PV).open().act("director", Act("last"))


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
        assert table.view("croupier").cards["mano/ana"] == ["", "", ""]


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
    cards(table, "Qc 7d 3h Kc 4d 2h 9c 9d 2s Jc 4h 2c")
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
    cards(table, f"{QUEEN} 5c 6d 7h")
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
            cards(table, "Qc 7d")
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
    cards(table, "Qc 7d")
    table.report("comentarios")
    cards(table, "3h Kc 8d")
    table.report("comentarios")
    cards(table, "3s")
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
