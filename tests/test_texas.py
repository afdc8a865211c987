"""Hold'em against the bank, article by article. Expected payments are worked out by hand from the texts."""

from itertools import product

import pytest

from tapete.audit.limits import check_settings
from tapete.cards.card import FRENCH
from tapete.engine.requests import Act, Announce, Move
from tapete.engine.round import Round, replay
from tapete.engine.settings import standard
from tapete.engine.views import NOBODY
from tapete.engine.window import Choose
from tapete.errors import IllegalAction
from tapete.games import game
from tapete.games.texas.rules import flop_prize, order
from tapete.law.compare import differences
from tapete.law.loading import RulebookError
from tests.helpers import choose, close, edited, five_last_passes, lies, sit, stake, total
from tests.hidden import exchanging
from tests.mano import begin, read, won

BONUS, POKER = "texas-bonus", "texas-poker"
EX, FR, PV = "extremadura", "fragmento", "pais-vasco"
EVERY = [(BONUS, EX), (BONUS, FR), (POKER, PV)]
BESIDE = {BONUS: "bonus", POKER: "txb"}
every = pytest.mark.parametrize(("name", "region"), EVERY)
both = pytest.mark.parametrize("region", [EX, FR])
BOARD = ("flop:1", "flop:2", "flop:3", "turn", "river")
GOING = {BONUS: ("apostar", "apostar", "apostar"), POKER: ("ir",)}


def bonus(
    own: str, board: str, bank: str, acts: tuple[str, ...] = GOING[BONUS], *, beside: str = "", region: str = EX,
    choices: dict[str, str] | None = None,
) -> Round:  # fmt: skip
    """Ana's hand of Texas bonus: an ante of ten euros, what she does, all cards as they come."""
    bets = [("ana", "ante", "10")] + ([("ana", "bonus", beside)] if beside else [])
    table, left = begin(sit(BONUS, region, choices=choices), *bets), board.split()
    choose(table, "ana", acts[0])
    if acts[0] == "apostar":
        for act, street in ((acts[1], left[:3]), (acts[2], left[3:4])):
            choose(read(table, " ".join(street)), "ana", act)
        read(table, left[4])
    return table if table.finished else read(table, f"{bank} {own}")


def poker(
    own: str, board: str, bank: str, act: str = "ir", *, beside: str = "", choices: dict[str, str] | None = None
) -> Round:
    """Ana's hand of Texas póker: an ante of ten euros, what she does, all cards as they come."""
    bets = [("ana", "ante", "10")] + ([("ana", "txb", beside)] if beside else [])
    table, left = begin(sit(POKER, PV, choices=choices), *bets), board.split()
    choose(read(table, " ".join(left[:3])), "ana", act)
    if table.finished:
        return table
    seen = own if beside else ""
    return read(table, f"{seen} {left[3]} {left[4]} {bank} {'' if beside else own}")


def articles(table: Round, src: str = "", dst: str = "") -> list[str]:
    """By which articles chips went from one place to another."""
    moves = [entry for entry in table.log if isinstance(entry, Move)]
    return [move.article for move in moves if move.src.startswith(src) and move.dst.startswith(dst)]


# The rulebooks


@every
def test_ex_1_17_5_1_and_pv_16_v_1_the_order_of_hands(name: str, region: str) -> None:
    """The worst and the best of each kind, with two idle cards; an ace is high, and low before a two in runs only."""
    score = order(game(name).rules(region)).seven.score
    rising = (
        "2c 3d 4h 5s 7c 8d 9h, Ac Kd Qh Js 9c 8d 7h, 2c 2d 3h 4s 5c 7d 8h, Ac Ad Kh Qs Jc 9d 8h, "
        "2c 2d 3h 3s 4c 6d 7h, Ac Ad Kh Ks Qc 10d 9h, 2c 2d 2h 3s 4c 6d 7h, Ac Ad Ah Ks Qc 10d 9h, "
        "Ac 2d 3h 4s 5c 7d 8h, Ac Kd Qh Js 10c 8d 7h, 2c 3c 4c 5c 7c 9d Jh, Ac Kc Qc Jc 9c 2d 3h, "
        "2c 2d 2h 3s 3c 5d 6h, Ac Ad Ah Ks Kc Jd 10h, 2c 2d 2h 2s 3c 4d 5h, Ac Ad Ah As Kc Qd Jh, "
        "Ac 2c 3c 4c 5c 7d 8h, Kc Qc Jc 10c 9c 2d 3h, Ac Kc Qc Jc 10c 2d 3h"
    )
    scores = [score(FRENCH.parse(hand)) for hand in rising.split(", ")]
    assert scores == sorted(set(scores))


@every
def test_ex_1_17_5_1_2_two_kings_beat_two_twos_with_an_ace(name: str, region: str) -> None:
    score = order(game(name).rules(region)).seven.score
    assert score(FRENCH.parse("Kc Kd 9h 7s 5c 4d 3h")) > score(FRENCH.parse("2c 2d Ah Ks 9c 7d 5h"))
    assert score(FRENCH.parse("Kc Kd 9h 7s 5c 4d 3h")) > score(FRENCH.parse("Kh Ks 9h 7s 4c 3d 2h"))
    assert score(FRENCH.parse("Kc Kd 9h 7s 5c 4d 3h")) == score(FRENCH.parse("Kh Ks 9h 7s 5c 4d 2h"))


def test_fr_texas_bonus_what_is_lost_stands_under_one_article_and_is_the_other_texts() -> None:
    here, there = game(BONUS).rules(FR), game(BONUS).rules(EX)
    assert (here.like.game, here.like.region, here.like.article) == (BONUS, EX, "texas-bonus")
    assert [item.path for item in differences(there, here)] == ["like"]
    assert len(here.taken) > 40
    for path, section in here.sections():
        if path in here.taken:
            assert (section.article, section.printed, section.why, section.doubt) == ("texas-bonus", None, "", None)


def test_fr_texas_bonus_3_the_bonus_table_is_cited_line_by_line() -> None:
    prizes = game(BONUS).rules(FR).bets["bonus"].prizes
    assert [prize.article.removeprefix("texas-bonus.3.") for prize in prizes.values()] == [*"abcdefgh"]
    assert [prize.pays.num for prize in prizes.values()] == [1000, 30, 25, 20, 15, 10, 5, 3]


@pytest.mark.parametrize(
    ("name", "region", "old", "new", "reason"),
    [
        (BONUS, EX, "[hands.kinds.color]", "[hands.kinds.figuras]", "every kind has one place"),
        (BONUS, EX, "[bets.ante", "[bets.anti", "bets: there are ante"),
        (BONUS, EX, 'choices = ["apostar", "retirarse"]', 'choices = ["apostar", "pasar"]', "gives up"),
        (BONUS, EX, "times = 2", "times = 3", "4 antes in all"),
        (BONUS, EX, 'before = "river"', 'before = "turn"', "one before each street"),
        (BONUS, EX, 'least = "escalera"', 'least = "carta-mayor"', "bets.ante.unpaid"),
        (BONUS, EX, 'least = "escalera"', 'least = "figuras"', "bets.ante: kinds"),
        (BONUS, EX, 'ranks = ["A K"]', 'ranks = ["A Z"]', "ranks of the pack"),
        (BONUS, EX, 'pays = "1000:1"', 'pays = "3:2"', "whole stakes"),
        (BONUS, EX, "cards = 3", "cards = 2", "5 cards in all"),
        (BONUS, EX, 'remedy = "apartar"', 'remedy = "nada"', "irregularities.carta-boca-arriba.remedy"),
        (BONUS, EX, "[calls.annulled]", "[calls.other]", "calls.annulled: missing"),
        (BONUS, EX, "seats = 9", "", "players.seats"),
        (POKER, PV, 'lowest-pair = "4"', "", "bank.lowest-pair"),
        (POKER, PV, 'kinds = ["pareja"', 'kinds = ["figuras"', "bets.txb.prizes"),
        (POKER, PV, '"mejor", "mejor-con-bonus"', '"mejor"', "options.juego"),
        (POKER, PV, 'pays = "1:1"\ntimes', 'pays = "2:1"\ntimes', "bets.segunda-apuesta.pays"),
    ],
)
def test_a_rulebook_that_cannot_be_is_refused(name: str, region: str, old: str, new: str, reason: str) -> None:
    with pytest.raises(RulebookError, match=reason):
        edited(name, region, (old, new))


# The stakes


@every
def test_ex_1_17_6_1_and_pv_16_vii_2_the_bet_beside_needs_an_ante(name: str, region: str) -> None:
    table, bet = sit(name, region).open(), BESIDE[name]
    with pytest.raises(IllegalAction, match="no ante beside which"):
        stake(table, "ana", bet, "5")
    stake(table, "ana", "ante", "5")
    stake(table, "ana", bet, "10")
    with pytest.raises(IllegalAction, match=f"{bet} is taken back first"):
        table.act("ana", Act("withdraw", "ante"))
    table.act("ana", Act("withdraw", bet))
    table.act("ana", Act("withdraw", "ante"))
    stake(table, "ana", "ante", "5")
    stake(table, "ana", bet, "10")
    for _ in range(6):
        table.act("ana", Act("undo"))
    close(table)
    assert table.finished
    assert table.cards == {}


@pytest.mark.parametrize(
    ("name", "region", "legal", "article"),
    [
        (BONUS, EX, (10, 20, 30), "1.17.5.2§2"),
        (BONUS, FR, (10, 20, 30), "texas-bonus"),
        (POKER, PV, (10, 20, 30, 50), "16.VIII§3"),
    ],
)
def test_ex_1_17_5_2_2_and_pv_16_viii_3_the_maximum_of_the_first_stake(
    name: str, region: str, legal: tuple[int, ...], article: str
) -> None:
    rules = game(name).rules(region)
    for multiple in (5, 10, 20, 25, 30, 40, 50, 100):
        settings = standard(rules)
        settings.maximum["ante"] = multiple * 500
        assert (check_settings(rules, settings) == []) == (multiple in legal)
    table = sit(name, region).open()
    stake(table, "ana", "ante", "50")
    with pytest.raises(IllegalAction) as refused:
        stake(table, "ana", "ante", "0.50")
    assert refused.value.article == article
    close(table)
    read(table, "" if name == BONUS else "Kh 9d 7s")
    choose(table, "ana", GOING[name][0])
    later = next(iter(rules.later))
    assert lies(table, "felt/") == {"felt/ana/ante": 5000, f"felt/ana/{later}": 10_000}  # which may pass the maximum


@every
def test_ex_1_17_4_and_pv_16_iv_1_nine_players(name: str, region: str) -> None:
    names = [f"p{i}" for i in range(10)]
    table = sit(name, region, chips=dict.fromkeys(names, 10_000)).open()
    for who in names[:-1]:
        stake(table, who, "ante", "5")
    with pytest.raises(IllegalAction, match="9 may play at most") as refused:
        stake(table, names[-1], "ante", "5")
    assert refused.value.article == {EX: "1.17.4", FR: "texas-bonus", PV: "16.IV.1"}[region]
    close(table)
    assert sum(len(slots) for place, slots in table.cards.items() if place.startswith("mano/")) == 20


@both
def test_ex_1_17_5_2_a_five_last_passes_before_the_limits_change(region: str) -> None:
    five_last_passes(sit(BONUS, region))


# The deal


@both
def test_ex_1_17_6_2_to_6_one_by_one_from_the_left_and_one_burnt_before_each_street(region: str) -> None:
    table = begin(sit(BONUS, region, physical=False), ("luis", "ante", "5"), ("ana", "ante", "5"))
    own = {"mano/ana": ["#0", "#3"], "mano/luis": ["#1", "#4"], "mano/crupier": ["#2", "#5"]}
    assert table.cards == own
    for choice in ("apostar", "pasar", "pasar"):
        assert all(table.view("ana").cards["mano/ana"])
        assert table.view("ana").cards["mano/luis"] == table.view("ana").cards["mano/crupier"] == ["", ""]
        for other in ("croupier", "watcher", NOBODY):
            hidden = {place: faces for place, faces in table.view(other).cards.items() if place not in BOARD}
            assert {face for faces in hidden.values() for face in faces} == {""}
        for who in ("ana", "luis"):
            choose(table, who, choice)
    assert table.finished
    common = {"flop:1": ["#7"], "flop:2": ["#8"], "flop:3": ["#9"], "turn": ["#11"], "river": ["#13"]}
    assert table.cards == {**own, "quemadas": ["#6", "#10", "#12"], **common}
    assert table.view("luis").cards["quemadas"] == ["", "", ""]


def test_pv_16_vii_2_the_flop_comes_before_the_decision_and_nothing_is_burnt() -> None:
    table = begin(sit(POKER, PV, physical=False), ("luis", "ante", "5"), ("ana", "ante", "5"))
    own = {"mano/ana": ["#0", "#3"], "mano/luis": ["#1", "#4"], "mano/crupier": ["#2", "#5"]}
    flop = {"flop:1": ["#6"], "flop:2": ["#7"], "flop:3": ["#8"]}
    assert table.cards == {**own, **flop}
    assert all(table.view("watcher").cards[place] != [""] for place in flop)
    for who in ("ana", "luis"):
        choose(table, who, "ir")
    assert table.finished
    assert table.cards == {**own, **flop, "turn": ["#9"], "river": ["#10"]}


@every
@pytest.mark.parametrize("who", ["ana", "luis", "watcher", NOBODY, "croupier"])
def test_exchanging_the_cards_somebody_was_not_shown_changes_nothing_that_reaches_them(
    name: str, region: str, who: str
) -> None:
    """Before the decisions, between them, and once Luis has given up and Ana's hand is decided."""
    going = [GOING[name][0], "retirarse", *GOING[name][1:]]
    for seed, many in product(range(2), range(len(going) + 1)):

        def played(table: Round, many: int = many) -> Round:
            for player in ("ana", "luis"):
                stake(table, player, "ante", "10")
            close(table)
            for place, choice in enumerate(going[:many]):
                choose(table, "luis" if place == 1 else "ana", choice)
            return table

        opened = sit(name, region, physical=False, seed=seed).open()
        assert exchanging(opened, played, who, cards=29 if name == BONUS else 25, seed=seed)


# Texas bonus: four stakes

HIGH = "Kh 8d 3s 9c 2c"


@both
@pytest.mark.parametrize(
    ("own", "board", "bank", "acts", "net"),
    [
        ("Kc 5d", HIGH, "Qh Jd", GOING[BONUS], 4000),  # a pair: flop twice, turn and river once, the ante goes back
        ("Kc 5d", HIGH, "Qh Jd", ("apostar", "pasar", "apostar"), 3000),  # who passed the turn may bet the river
        ("Kc 5d", HIGH, "Qh Jd", ("apostar", "apostar", "pasar"), 3000),
        ("Kc 5d", HIGH, "Qh Jd", ("apostar", "pasar", "pasar"), 2000),
        ("Jc 10d", "9c 8d 7h 2s Kd", "Kh 3s", GOING[BONUS], 5000),  # a straight: the ante is paid too
        ("Ah 2h", "Kh 9h 5h 3c 3s", "Kd Ks", ("apostar", "pasar", "pasar"), -3000),  # a full beats a colour
        ("Ah 2h", "Kh 9h 5h 3c 4s", "Kd Ks", ("apostar", "pasar", "pasar"), 3000),
        ("Qh Jd", HIGH, "Kc 5d", GOING[BONUS], -5000),
        ("Qh Jd", HIGH, "Kc 5d", ("apostar", "pasar", "pasar"), -3000),
        ("Qh 7d", HIGH, "Qd 7c", GOING[BONUS], 0),  # the best five of both are equal
        ("Qh 7d", "As Ks Qd Jc 10h", "5c 5d", GOING[BONUS], 0),  # and lie on the table
        ("Qh Jd", HIGH, "", ("retirarse", "", ""), -1000),
    ],
)
def test_ex_1_17_6_8_to_11_what_a_hand_wins_and_loses(
    region: str, own: str, board: str, bank: str, acts: tuple[str, ...], net: int
) -> None:
    assert won(bonus(own, board, bank, acts, region=region)) == net


def test_ex_1_17_6_11_and_fr_texas_bonus_2_the_ante_of_less_than_a_straight_goes_back_or_as_printed_is_lost() -> None:
    for region, article in ((EX, "1.17.6.11"), (FR, "texas-bonus.2")):
        back = bonus("Kc 5d", HIGH, "Qh Jd", region=region)
        assert (won(back), articles(back, "felt/ana/ante", "chips/ana")) == (4000, [article])
        lost = bonus("Kc 5d", HIGH, "Qh Jd", region=region, choices={"bets.ante.unpaid": "printed"})
        assert (won(lost), articles(lost, "felt/ana/ante", "bank")) == (3000, [article])
        paid = bonus("Jc 10d", "9c 8d 7h 2s Kd", "Kh 3s", region=region)
        assert articles(paid, "felt/ana/ante", "chips/ana") == [article]


def test_ex_1_17_6_8_9_10_by_which_article_the_later_stakes_are_settled() -> None:
    for bank, dst, article in (
        ("Qh Jd", "chips", "1.17.6.10"),
        ("Kd Ks", "bank", "1.17.6.8"),
        ("Kd 5c", "chips", "1.17.6.9"),
    ):
        table = bonus("Kc 5d", HIGH, bank)
        for bet in ("flop", "turn", "river"):
            assert articles(table, f"felt/ana/{bet}", dst) == [article]


def test_ex_1_17_6_2_4_5_the_stakes_are_two_antes_one_and_one() -> None:
    table = begin(sit(BONUS, EX), ("ana", "ante", "15.50"))
    for bet, cents, street in (("flop", 3100, "Kh 8d 3s"), ("turn", 1550, "9c"), ("river", 1550, "2c")):
        assert isinstance(table.pending, Choose)
        other = "retirarse" if bet == "flop" else "pasar"
        assert (table.pending.label, table.pending.options) == (f"choose:ana:{bet}", ("apostar", other))
        assert table.pending.default == other
        with pytest.raises(IllegalAction):
            choose(table, "luis", "apostar")
        choose(table, "ana", "apostar")
        assert table.places[f"felt/ana/{bet}"] == cents
        read(table, street)
    assert [entry.call for entry in table.log if isinstance(entry, Announce)][2:] == ["flop", "turn", "river"]


def test_ex_1_17_6_2_who_gives_up_loses_the_ante_and_the_cards_unseen() -> None:
    table = begin(sit(BONUS, EX, physical=False), ("ana", "ante", "10"))
    choose(table, "ana", "retirarse")
    assert won(table) == -1000
    assert table.cards == {"mano/ana": [], "mano/crupier": ["#1", "#3"], "descartes": ["#0", "#2"]}
    assert table.view("luis").cards["descartes"] == table.view("luis").cards["mano/crupier"] == ["", ""]
    assert articles(table, "felt/", "bank") == ["1.17.6.2"]


def test_who_has_too_few_chips_gives_up_before_the_flop_and_passes_after_it() -> None:
    for chips, asked in ((2999, 0), (3000, 1), (3999, 1), (4000, 2), (5000, 3)):
        table, choices = begin(sit(BONUS, EX, chips={"ana": chips}), ("ana", "ante", "10")), 0
        for card in HIGH.split():
            while isinstance(table.pending, Choose):
                choose(table, "ana", "apostar")
                choices += 1
            if not table.finished:
                table.fell(card)
        assert choices == asked
        assert table.finished == (not asked)


def test_ex_1_17_6_7_the_result_is_called() -> None:
    table = bonus("Kc 5d", HIGH, "Qh Jd")
    assert table.said()[-1] == "La banca tiene dama de corazones y jota de diamantes: carta mayor. Gana: ana."
    assert table.said()[-4] == "Flop: rey de corazones, 8 de diamantes, 3 de picas."
    assert bonus("Qh Jd", HIGH, "Kc Kd").said()[-1].endswith("trío. Gana: nadie.")


# Texas bonus: the bonus

PRIZES = {
    "Ac Ad": 30, "Ac Kc": 25, "Ac Qc": 20, "Jd Ad": 20, "Ac Kd": 15, "Kc Kd": 10, "Qc Qd": 10, "Jc Jd": 10, "Ac Qd": 5,
    "Jd Ac": 5, "10c 10d": 3, "9c 9d": 3, "8c 8d": 3, "7c 7d": 3, "6c 6d": 3, "5c 5d": 3, "4c 4d": 3, "3c 3d": 3,
    "2c 2d": 3, "Ac 10c": -1, "Kc Qc": -1, "Kc Jd": -1,
}  # fmt: skip


@both
@pytest.mark.parametrize("own", PRIZES)
def test_ex_1_17_6_12_and_fr_texas_bonus_3_what_two_cards_pay_whether_one_goes_on_or_not(region: str, own: str) -> None:
    prize, board, bank = 1000 * PRIZES[own], "Kh 8d 3s 9h 2s".replace("8d", "8h"), "7h 6s"
    gone = bonus(own, board, bank, ("retirarse", "", ""), beside="10", region=region)
    assert won(gone) == prize - 1000
    alone = won(bonus(own, board, bank, region=region))
    assert won(bonus(own, board, bank, beside="10", region=region)) == prize + alone
    assert not [said for said in gone.said() if said.startswith("La banca tiene")]


@both
def test_ex_1_17_6_12_two_aces_against_two_aces_pay_a_thousand_and_not_thirty_besides(region: str) -> None:
    """Also to who gave up: the bank's cards are shown although nobody is in."""
    gone = bonus("Ac Ad", "", "Ah As", ("retirarse", "", ""), beside="10", region=region)
    assert won(gone) == 1_000_000 - 1000
    assert articles(gone, "bank", "chips")[-1] == {EX: "1.17.6.12", FR: "texas-bonus.3.a"}[region]
    assert won(bonus("Ac Ad", HIGH, "Ah As", beside="10", region=region)) == 1_000_000
    assert won(bonus("Kc Kd", "", "Ah As", ("retirarse", "", ""), beside="10", region=region)) == 10_000 - 1000


@both
def test_ex_1_17_6_13_and_fr_texas_bonus_3_2_other_cards_lose_the_bonus(region: str) -> None:
    table = bonus("Kc 5d", HIGH, "Qh Jd", beside="10", region=region)
    assert articles(table, "felt/ana/bonus", "bank") == [{EX: "1.17.6.13", FR: "texas-bonus.3§2"}[region]]


def test_ex_1_17_6_14_losers_are_taken_first() -> None:
    table = bonus("Kc 5d", HIGH, "Qh Jd", beside="10")
    settled = [move.src for move in table.log if isinstance(move, Move) and move.src.startswith("felt/")]
    assert settled == [f"felt/ana/{bet}" for bet in ("bonus", "ante", "flop", "turn", "river")]


# Texas bonus: what goes wrong


@both
def test_ex_1_17_7_a_and_fr_texas_bonus_4_1_a_bank_card_seen_voids_until_the_last_decision(region: str) -> None:
    for steps in range(4):
        table = begin(sit(BONUS, region), ("ana", "ante", "10"), ("ana", "bonus", "5"))
        for street in ["Kh 8d 3s", "9c", ""][:steps]:
            choose(table, "ana", "apostar")
            read(table, street)
        table.report("carta-del-crupier-vista")
        if steps < 3:
            assert won(table) == 0
            assert table.log[-1].article == {EX: "1.17.7.a", FR: "texas-bonus.4§1"}[region]  # type: ignore[union-attr]
        else:
            assert table.said()[-1] == "Sigue la jugada."
            assert won(read(table, "2c Qh Jd Kc 5d")) == 4000 - 500


@both
def test_ex_1_17_7_b_and_fr_texas_bonus_4_2_a_card_lying_open_is_set_aside_and_a_second_voids(region: str) -> None:
    table = begin(sit(BONUS, region), ("ana", "ante", "10"))
    table.report("carta-boca-arriba")
    table.fell("Ah")
    assert table.cards["descartes"] == ["#4"]
    assert table.view("watcher").cards["descartes"] == ["Ah"]
    choose(table, "ana", "apostar")
    with pytest.raises(IllegalAction, match="no Ah is left"):
        table.fell("Ah")
    table.fell("Kh")
    second = table.copy()
    second.report("carta-boca-arriba")
    assert won(second) == 0
    assert second.log[-1].article == {EX: "1.17.7.b", FR: "texas-bonus.4§2"}[region]  # type: ignore[union-attr]
    for street in ("8d 3s", "9c", "2c"):
        read(table, street)
        if isinstance(table.pending, Choose):
            choose(table, "ana", "pasar")
    assert won(read(table, "Qh Jd Kc 5d")) == 2000


@both
def test_ex_1_17_7_c_and_fr_texas_bonus_4_3_a_card_drawn_unseen_is_used(region: str) -> None:
    table = begin(sit(BONUS, region), ("ana", "ante", "10"))
    for breach in ("carta-sacada", "crupier-corregido", "comentarios"):
        table.report(breach)
        assert table.said()[-1] == "Sigue la jugada."
    choose(table, "ana", "apostar")
    table.report("carta-sacada")
    assert not table.finished


@both
def test_ex_1_17_7_d_and_fr_texas_bonus_4_4_a_player_dealt_wrongly_is_out_and_the_others_play_on(region: str) -> None:
    """Ana, whose stakes go back with the bonus, after her flop bet; Luis wins."""
    table = begin(sit(BONUS, region), *((who, "ante", "10") for who in ("ana", "luis")), ("ana", "bonus", "5"))
    with pytest.raises(IllegalAction, match="the inspector decides"):
        table.act("luis", Act("annul", "ana"))
    choose(table, "ana", "apostar")
    table.act("inspector", Act("annul", "ana"))
    assert table.said()[-1] == "La mano de ana se anula."
    assert table.places["chips/ana"] == 100_000
    assert set(articles(table, "felt/ana", "chips")) == {{EX: "1.17.7.d", FR: "texas-bonus.4§4"}[region]}
    with pytest.raises(IllegalAction, match="ana has no cards"):
        table.act("inspector", Act("annul", "ana"))
    choose(table, "luis", "apostar")
    for street in ("Kh 8d 3s", "9c"):
        choose(read(table, street), "luis", "pasar")
    read(table, "2c Qh Jd Kc 5d")
    assert table.finished
    assert [table.places[f"chips/{who}"] for who in ("ana", "luis")] == [100_000, 102_000]


@both
def test_ex_1_17_7_d_the_one_whose_turn_it_is_may_be_out_too(region: str) -> None:
    table = begin(sit(BONUS, region), ("ana", "ante", "10"))
    table.act("inspector", Act("annul", "ana"))
    assert won(table) == 0


@both
def test_ex_1_17_7_d_and_fr_texas_bonus_4_5_a_bank_dealt_wrongly_voids_the_hand(region: str) -> None:
    table = begin(sit(BONUS, region), ("ana", "ante", "10"), ("ana", "bonus", "5"), ("luis", "ante", "5"))
    choose(table, "ana", "retirarse")
    table.report("crupier-mal-servido")
    assert table.finished
    assert [table.places[f"chips/{who}"] for who in ("ana", "luis")] == [100_000, 100_000]
    assert table.log[-1].article == {EX: "1.17.7.d", FR: "texas-bonus.4§5"}[region]  # type: ignore[union-attr]


# Texas póker

PLAIN = "Kh 9d 7s 5c 2d"


@pytest.mark.parametrize(
    ("own", "board", "bank", "net"),
    [
        ("Ah Qc", PLAIN, "3c 6h", 1000),  # the bank does not play: the ante by its table, the second stake back
        ("Jh 4c", PLAIN, "3c 6h", 1000),
        ("Jh 4c", PLAIN, "3c 3h", 1000),  # nor with a pair of threes
        ("Jh Qc", PLAIN, "4c 4h", -3000),  # but with one of fours
        ("Kc Qc", "Kh 9d 7s 3d 2d", "3c 2h", -3000),  # and with two pairs of threes and twos
        ("Kc Qc", "Kh 9d 7s 2h 2d", "2c 3h", -3000),  # and a trio of twos
        ("Ac Qc", "Kh 9d 7s 4h 4d", "3c 6h", 3000),  # and with the fours on the table
        ("Qh 7d", "As Ks Qd Jc 10h", "5c 5d", 0),
        ("Kc Qc", PLAIN, "9c 3h", 3000),
        ("Qc Jc", PLAIN, "9c 3h", -3000),
        ("6c 8c", PLAIN, "9c 3h", 3000),  # a straight: once
        ("Ah 3h", "Kh 9h 7h 5c 2d", "9c 4h", 4000),  # a colour: twice
        ("Ah 3h", "Kh 9h 7h 5c 2d", "Js 4c", 2000),  # and so if the bank does not play
        ("Kc Kd", "Kh 9h 9d 5c 2d", "5h 4s", 5000),  # a full: three times
        ("Kc Kd", "Kh Ks 9d 5c 2d", "9c 3h", 12_000),  # a póker: ten
        ("8h 7h", "6h 5h 4h Kc 2d", "Kd 9s", 22_000),  # suited and in a row: twenty
        ("Ah Kh", "Qh Jh 10h 2c 5d", "Qc 3s", 102_000),  # to the ace: a hundred
    ],
)
def test_pv_16_vi_and_pv_16_vii_6_what_a_hand_wins_and_loses(own: str, board: str, bank: str, net: int) -> None:
    assert won(poker(own, board, bank)) == net


def test_pv_16_vi_by_which_article_an_ante_is_paid() -> None:
    paid = {
        ("Kc Qc", PLAIN, "9c 3h"): "16.VII§10",
        ("Ah Qc", PLAIN, "3c 6h"): "16.VII§6",
        ("6c 8c", PLAIN, "9c 3h"): "16.VI.f",
        ("Ah 3h", "Kh 9h 7h 5c 2d", "9c 4h"): "16.VI.e",
        ("Kc Kd", "Kh 9h 9d 5c 2d", "5h 4s"): "16.VI.d",
        ("Kc Kd", "Kh Ks 9d 5c 2d", "9c 3h"): "16.VI.c",
        ("8h 7h", "6h 5h 4h Kc 2d", "Kd 9s"): "16.VI.b",
        ("Ah Kh", "Qh Jh 10h 2c 5d", "Qc 3s"): "16.VI.a",
    }
    for hand, article in paid.items():
        assert articles(poker(*hand), "felt/ana/ante", "chips") == [article]
    for bank, article in (("9c 3h", "16.VII§10"), ("As Ac", "16.VII§9"), ("Kd Qd", "16.VII§8"), ("3c 6h", "16.VII§6")):
        assert articles(poker("Kc Qc", PLAIN, bank), "felt/ana/segunda-apuesta") == [article]


def test_pv_16_vii_3_the_second_stake_is_twice_the_ante_or_as_printed_as_much_again() -> None:
    for choices, times in (({}, 2), ({"bets.segunda-apuesta": "printed"}, 1)):
        table = begin(sit(POKER, PV, choices=choices), ("ana", "ante", "15.50"))
        read(table, "Kh 9d 7s")
        assert isinstance(table.pending, Choose)
        assert table.pending.options == ("ir", "retirarse")
        choose(table, "ana", "ir")
        assert lies(table, "felt/") == {"felt/ana/ante": 1550, "felt/ana/segunda-apuesta": times * 1550}
        assert won(poker("Kc Qc", PLAIN, "9c 3h", choices=choices)) == 1000 + times * 1000


def test_pv_16_vii_3_who_gives_up_loses_the_bonus_too() -> None:
    table = poker("Ac Ad", "Ah 9d 7s 5c 2d", "", "retirarse", beside="10")
    assert won(table) == -2000
    assert set(articles(table, "felt/", "bank")) == {"16.VII§3"}
    assert "¿Algún ganador del Texas Bonus?" not in table.said()


TXB = {
    "Ah 7c + Ad 9s 4c": 7, "7c 3d + Ah Ad Ks": 7, "3c 2c + 3d 2d 9h": 7, "9c 9d + 9h 4s 2d": 7, "Ac 2d + 3h 4s 5c": 7,
    "10c Jd + Qh Ks 9c": 7, "Ac 2c + 9c 7c 4c": 25, "9c 9d + 9h 4s 4d": 25, "9c 9d + 9h 9s 4d": 25,
    "5c 6c + 7c 8c 9c": 25, "Ac Kc + Qc Jc 10c": 25, "Kc Kd + 9h 4s 2d": -1, "Ac Kd + Qh Js 9d": -1,
}  # fmt: skip


@pytest.mark.parametrize("hand", TXB)
def test_pv_16_vi_3_and_4_what_the_five_first_cards_pay(hand: str) -> None:
    own, flop = hand.split(" + ")
    rest = [card for card in ("6h", "8s", "Jh", "3s", "5h", "10s") if card not in hand][:4]
    alone = won(poker(own, f"{flop} {' '.join(rest[:2])}", " ".join(rest[2:])))
    table = poker(own, f"{flop} {' '.join(rest[:2])}", " ".join(rest[2:]), beside="10")
    assert won(table) == alone + 1000 * TXB[hand]
    assert bool(flop_prize(game(POKER).rules(PV), FRENCH.parse(f"{own} {flop}"))) == (TXB[hand] > 0)


def test_pv_16_vii_4_winners_of_the_bonus_are_paid_first_and_before_the_turn() -> None:
    bets = [(who, bet, "10") for who in ("ana", "luis") for bet in ("ante", "txb")]
    table = begin(sit(POKER, PV), *bets)
    read(table, "Ad 9s 4c")
    choose(table, "ana", "ir")
    choose(table, "luis", "ir")
    assert table.said()[-1] == "¿Algún ganador del Texas Bonus?"
    read(table, "Kc Qd Ah 7c")
    moves = [(move.src, move.dst, move.cents) for move in table.log if isinstance(move, Move)][-3:]
    assert moves == [
        ("bank", "chips/luis", 7000),
        ("felt/luis/txb", "chips/luis", 1000),
        ("felt/ana/txb", "bank", 1000),
    ]
    assert table.pending is not None
    assert table.pending.label == "show:#9"
    read(table, "2d 3h Jc 10h")
    assert table.finished
    assert [table.places[f"chips/{who}"] - 100_000 for who in ("ana", "luis")] == [1000 - 1000, 7000 + 1000]


def test_pv_16_vii_6_the_result_is_called() -> None:
    assert (
        poker("Kc Qc", PLAIN, "9c 3h").said()[-1]
        == "La banca juega con 9 de tréboles y 3 de corazones: pareja. Gana: ana."
    )
    assert poker("Kc Qc", PLAIN, "3c 6h").said()[-1] == "La banca no juega: 3 de tréboles y 6 de corazones."


def admit(table: Round, on: str = "luis@ana") -> None:
    table.act(on.partition("@")[2], Act("admit", on))
    table.act("inspector", Act("admit", on))


def test_pv_16_iv_2_1_one_more_stake_a_box_with_the_players_consent_and_the_chiefs() -> None:
    table = sit(POKER, PV, chips=dict.fromkeys(("ana", "luis", "eva"), 100_000)).open()
    stake(table, "ana", "ante", "10")
    table.act("ana", Act("admit", "luis@ana"))
    with pytest.raises(IllegalAction, match="as it is"):
        table.act("ana", Act("admit", "luis@ana"))
    table.act("inspector", Act("admit", "luis@ana"))
    stake(table, "luis", "ante", "20")
    with pytest.raises(IllegalAction, match="no stake on txb behind which") as refused:
        stake(table, "luis", "txb", "5")
    assert refused.value.article == "16.IV.2§1"
    with pytest.raises(IllegalAction, match="2 stakes that a square takes"):
        table.act("ana", Act("admit", "eva@ana"))
    with pytest.raises(IllegalAction, match="behind it is taken back first"):
        table.act("ana", Act("withdraw", "ante"))
    close(table)
    read(table, "Kh 9d 7s")
    assert table.view("luis").cards["mano/ana"] == ["", ""]
    choose(table, "ana", "ir")
    assert lies(table, "felt/luis") == {"felt/luis/ante": 2000, "felt/luis/segunda-apuesta": 4000}
    read(table, "5c 2d 9c 3h Kc Qc")
    assert [table.places[f"chips/{who}"] - 100_000 for who in ("ana", "luis")] == [3000, 6000]
    assert table.carry.behind == {"luis": "ana"}  # type: ignore[attr-defined]


def test_pv_16_iv_2_2_the_seated_player_commands() -> None:
    """Who stands behind loses with a hand that is given up, and where chips for the second stake are missing."""
    for choice, chips in (("retirarse", 100_000), ("ir", 5000)):
        table = sit(POKER, PV, chips={"ana": 100_000, "luis": chips}).open()
        stake(table, "ana", "ante", "10")
        admit(table)
        stake(table, "luis", "ante", "20")
        close(table)
        choose(read(table, "Kh 9d 7s"), "ana", choice)
        assert table.places["chips/luis"] == chips - 2000
        assert not lies(table, "felt/luis")


@pytest.mark.parametrize("breach", ["orden-de-reparto", "numero-de-cartas", "falta-una-carta", "baraja-defectuosa"])
def test_pv_16_ix_1_a_misdeal_begins_the_hand_anew(breach: str) -> None:
    for going in (False, True):
        table = begin(sit(POKER, PV), ("ana", "ante", "10"), ("ana", "txb", "5"), ("luis", "ante", "5"))
        read(table, "Kh 9d 7s")
        if going:
            choose(table, "ana", "retirarse")
            choose(table, "luis", "ir")
            read(table, "5c")
        table.report(breach)
        assert table.finished
        assert [table.places[f"chips/{who}"] for who in ("ana", "luis")] == [100_000, 100_000]
        assert table.log[-1].article.startswith("16.IX.1.")  # type: ignore[union-attr]


def test_pv_16_ix_1_c_a_bank_card_seen_voids_until_all_have_decided() -> None:
    table = begin(sit(POKER, PV), ("ana", "ante", "10"))
    read(table, "Kh 9d 7s")
    early = table.copy()
    early.report("carta-del-croupier")
    assert won(early) == 0
    choose(table, "ana", "ir")
    table.report("carta-del-croupier")
    assert won(read(table, "5c 2d 9c 3h Kc Qc")) == 3000


def test_pv_16_ix_1_b_pv_16_ix_2_a_and_pv_16_ix_3_b_what_changes_nothing() -> None:
    """Cards put right in time, a hand wrongly announced, a player's own cards that lie open, comments."""
    table = begin(sit(POKER, PV), ("ana", "ante", "10"))
    read(table, "Kh 9d 7s")
    for breach in ("reparto-corregido", "cartas-descubiertas", "comentarios"):
        table.report(breach)
        assert table.said()[-1] == "Sigue la jugada."
    choose(table, "ana", "ir")
    read(table, "5c 2d 9c 3h Kc")
    table.report("anuncio-erroneo")
    assert won(read(table, "Qc")) == 3000


def test_pv_16_ix_3_a_hands_that_touch_are_out_and_lose_or_as_printed_go_back() -> None:
    """Ana and Luis; what Eva has behind Ana's hand goes back, and Leo plays on."""
    names = ["ana", "luis", "eva", "leo"]
    for choices, lost in (({}, 1500), ({"contact": "printed"}, 0)):
        table = sit(POKER, PV, chips=dict.fromkeys(names, 100_000), choices=choices).open()
        for who in ("ana", "luis", "leo"):
            stake(table, who, "ante", "10")
        for who in ("ana", "luis"):
            stake(table, who, "txb", "5")
        admit(table, "eva@ana")
        stake(table, "eva", "ante", "20")
        close(table)
        read(table, "Kh 9d 7s")
        for wrong in ("ana", "ana+ana", "ana+eva"):
            with pytest.raises(IllegalAction, match="no two players with cards"):
                table.act("inspector", Act("part", wrong))
        with pytest.raises(IllegalAction, match="the inspector decides"):
            table.act("leo", Act("part", "ana+luis"))
        table.act("inspector", Act("part", "ana+luis"))
        assert table.said()[-1] == "Se retiran las cartas de ana y luis."
        assert [table.places[f"chips/{who}"] for who in names[:3]] == [100_000 - lost, 100_000 - lost, 100_000]
        assert len(table.cards["descartes"]) == 4
        assert isinstance(table.pending, Choose)
        assert table.pending.actor == "leo"
        choose(table, "leo", "ir")
        read(table, "5c 2d 9c 3h Kc Qc")
        assert table.places["chips/leo"] == 103_000
        assert total(table) == 400_000


def test_ex_1_17_4_has_nobody_behind_a_hand_and_no_contact() -> None:
    table = sit(BONUS, EX).open()
    stake(table, "ana", "ante", "10")
    with pytest.raises(IllegalAction, match="cannot 'admit' now"):
        table.act("ana", Act("admit", "luis@ana"))
    close(table)
    with pytest.raises(IllegalAction, match="cannot 'part' now"):
        table.act("inspector", Act("part", "ana+luis"))


@every
def test_three_players_one_gives_up_one_wins_one_loses(name: str, region: str) -> None:
    names = ["ana", "luis", "eva"]
    table = begin(sit(name, region, chips=dict.fromkeys(names, 100_000)), *((who, "ante", "10") for who in names))
    read(table, "" if name == BONUS else "Kh 9d 7s")
    for who, choice in zip(names, (GOING[name][0], "retirarse", GOING[name][0]), strict=True):
        assert isinstance(table.pending, Choose)
        assert table.pending.actor == who
        choose(table, who, choice)
    if name == BONUS:
        for street in ("Kh 9d 7s", "5c"):
            read(table, street)
            choose(table, "ana", "pasar")
            choose(table, "eva", "pasar")
        read(table, "2d")
    else:
        read(table, "5c 2d")
    read(table, "9c 3h Kc Qc Jh 4s")
    assert [table.places[f"chips/{who}"] - 100_000 for who in names] == [2000 if name == BONUS else 3000, -1000, -3000]
    assert total(table) == 300_000
    assert replay(table.play, table.rules, table.log).lines() == table.lines()
