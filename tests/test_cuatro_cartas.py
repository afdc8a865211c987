"""Póker de cuatro cartas, article by article. Expected values come from the text and from counting."""

import random
from itertools import product

import pytest

from tapete.audit.table import check_settings
from tapete.cards.card import FRENCH
from tapete.engine.requests import Act, Announce, Move
from tapete.engine.round import Round, replay
from tapete.engine.session import Session
from tapete.engine.settings import standard
from tapete.engine.views import NOBODY
from tapete.engine.window import Choose
from tapete.errors import TapeteError
from tapete.games import game
from tapete.games.cuatro_cartas.rules import order
from tapete.law.loading import RulebookError
from tests.helpers import choose, close, edited, lies, refused, sit, stake, total
from tests.hidden import everything
from tests.test_hidden import Exchanged

NAME, EX = "poker-cuatro-cartas", "extremadura"
RULES = game(NAME).rules(EX)
# Banks of six cards, the open one last: an ace high, a pair of nines with a king, a flush, four of a kind
ACE, NINES, FLUSH, FOUR = "Ac Jd 9h 7s 4c 2d", "9c 9d Kh 7s 4c 2d", "Kd 10d 6d 3d 4c 2s", "5c 5d 5h 5s Kc Jd"


def begin(session: Session, *bets: tuple[str, str, str], shows: str = "") -> Round:
    """A hand with these stakes: who, where, how many euros; no more bets; the bank shows a card."""
    table = session.open()
    for who, on, amount in bets:
        stake(table, who, on, amount)
    close(table)
    return cards(table, shows)


def cards(table: Round, text: str) -> Round:
    for card in text.split():
        table.fell(card)
    return table


def against(hand: str, bank: str, *bets: tuple[str, str], does: str = "una-vez", **sitting: object) -> Round:
    """Ana's hand against the bank's, whose last card is open, with these stakes of hers."""
    *closed, shows = bank.split()
    session = sit(NAME, EX, **sitting)  # type: ignore[arg-type]
    table = begin(session, *(("ana", on, amount) for on, amount in bets), shows=shows)
    if isinstance(table.pending, Choose):
        choose(table, "ana", does)
    if table.places.get("felt/ana/play"):
        cards(table, " ".join(closed))
    return table if table.finished else cards(table, hand)


def won(table: Round) -> int:
    """What Ana has won, in cents, once nothing of hers lies on the felt."""
    assert table.finished
    assert lies(table, "felt/") == {}
    assert total(table) == 200_000
    return table.places["chips/ana"] - 100_000


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
        ("bank = 6", "bank = 5", "dealing: a hand"),
        ("at-once = 5", "at-once = 3", "dealing.shuffled.at-once"),
        ("seats = 7\n", "", "players.seats"),
        ('remedy = "sigue"', 'remedy = "nada"', "irregularities.cartas-fuera.remedy"),
        ("[calls.shown]", "[calls.other]", "calls.shown: missing"),
        ("[bonus.prizes.trio]", "[bonus.prizes.full]", "bonus.prizes"),
        ('"sencillo", "siempre"', '"nunca"', "options.jugar.values: among"),
        ('["mejor", "sencillo", "siempre"]\ndefault = "mejor"', '["siempre"]\ndefault = "siempre"', "'mejor' is one"),
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
    table.act("p0", Act("undo"))
    refused(table, "croupier", Act("close"), "1.18.4")
    table.act("p7", Act("withdraw", "ante"))
    close(table)


def test_ex_1_18_6_a_five_last_passes_before_the_limits_change() -> None:
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

        table = played(sit(NAME, EX, physical=False, seed=seed).open())
        if table.finished and who == "croupier":
            continue  # staff may open what was never shown, once the hand is over
        seen = {slot for slot in table.looks if table.face(slot, who)}
        unseen = [number for number in range(41) if f"#{number}" not in seen]
        source = Exchanged(bytes.fromhex(table.seed), unseen, random.Random(seed))
        again = played(Round(table.play, table.rules, table.header, source, lambda: 0))
        assert len(unseen) >= 41 - 16
        assert everything(again, who) == everything(table, who)


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
            refused(table, "ana", Act("jugar", "play", 3000), "1.18.5.2")
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
    assert table.said()[-1].startswith("La banca, pareja: 9 de tréboles, 9 de diamantes,")
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
    cards(table, "10c 10d 10h 7s 4c")  # the bank: three tens
    cards(table, "8c 8d 8h Ks 3c Jc Jd Jh 6s 5c Ac Ad 9s 5h 2c")
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
            cards(table, "2d")
        if when > 1:
            choose(table, "ana", "tres-veces")
        if when > 2:
            choose(table, "luis", "retirarse")
            cards(table, "Qc 7d")
        table.report("error-de-reparto")
        assert table.finished
        assert [table.places[f"chips/{who}"] for who in ("ana", "luis")] == [100_000, 100_000]
        assert table.log[-1].article == "1.18.7.1"  # type: ignore[union-attr]


@pytest.mark.parametrize("breach", ["cartas-fuera", "comentarios"])
def test_ex_1_18_7_2_and_3_cards_off_the_table_and_comments_are_noted_and_the_hand_goes_on(breach: str) -> None:
    table = begin(sit(NAME, EX), ("ana", "ante", "10"))
    table.report(breach)
    assert table.said()[-1] == "Sigue la jugada."
    cards(table, "2d")
    table.report(breach)
    choose(table, "ana", "una-vez")
    cards(table, "Ac Jd 9h 7s 4c Kc Kd 8h")
    table.report(breach)
    cards(table, "5s 3c")
    assert won(table) == 2000


def test_nothing_is_dealt_without_a_stake() -> None:
    table = begin(sit(NAME, EX))
    assert table.finished
    assert table.cards == {}
    assert [entry.call for entry in table.log if isinstance(entry, Announce)] == ["open", "close"]
