"""El reto, article by article. Expected values come from the text and from counting, not from the code."""

import random
from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from tapete.audit.limits import check_settings
from tapete.cards.card import FRENCH, SPANISH
from tapete.cards.composition import Composition
from tapete.engine.requests import Act, Move
from tapete.engine.round import replay
from tapete.engine.settings import standard
from tapete.engine.window import Choose
from tapete.errors import IllegalAction, TapeteError
from tapete.games import game
from tapete.games.reto.kernel import coded, coup, deal_shoe
from tapete.games.reto.play import Carry
from tapete.games.reto.settle import LOST, TIE_LOST, TIE_TIE, TIE_WON, WON
from tapete.law.loading import RulebookError
from tapete.odds.chain import Number
from tapete.sim.loop import PLAYOUT, play
from tapete.sim.run import simulate
from tests.helpers import advised, choose, close, edited, five_last_passes, lies, sit, stake, total
from tests.mano import begin, read
from tests.staffing import staff_is

NAME, EX = "reto", "extremadura"
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
# A pass of Ana's in cards: hers, the croupier's, and after a tie two more
ENDS = {LOST: "7s 9d", WON: "9d 7s", TIE_LOST: "8s 8d 2c 3c", TIE_TIE: "8s 8d 3h 3c", TIE_WON: "8s 8d 3h 2c"}


# The cards


def test_ex_1_9_2_1_the_order_of_the_cards() -> None:
    """From the ace down to the two; a pair of different ranks in every order."""
    session = sit(NAME, EX, options={"mazos": "8"})
    for mine, other in product(range(13), repeat=2):
        if mine != other:
            table = read(begin(session, ("ana", "inicial", "10")), f"{RANKS[mine]}s {RANKS[other]}h")
            won = table.places["chips/ana"] - 100_000
            assert won == (1000 if mine > other else -1000)
            session = sit(NAME, EX)


def test_ex_1_9_2_1_up_to_eight_packs() -> None:
    rules = game(NAME).rules(EX)
    for packs in range(1, 9):
        options = {"mazos": str(packs)}
        assert check_settings(rules, standard(rules, options=options)) == []
        table = read(begin(sit(NAME, EX, options=options), ("ana", "inicial", "10")), "As")
        assert table.said()[0] == f"Se barajan las cartas; mazos: {packs}."
        if packs == 1:
            with pytest.raises(IllegalAction, match="no As is left"):
                table.fell("As")
        else:
            table.fell("As")
    assert [b.where for b in check_settings(rules, standard(rules, options={"mazos": "9"}))] == ["options.mazos"]


def test_ex_1_9_2_2_a_shoe_that_might_not_be_enough_is_shuffled_anew() -> None:
    """Two players and the croupier may take three cards twice, and three are burnt: nine. Eight are not enough."""
    session = sit(NAME, EX)
    order = [f"{rank}{suit}" for rank in RANKS for suit in "cdhs"]
    left = 52
    while left >= 9:
        table = begin(session, ("ana", "inicial", "10"))
        assert (table.said()[0] == "Hagan juego.") == (left < 52)
        read(table, f"{order[52 - left]} {order[52 - left + 1]}")
        if table.pending:
            choose(table, "ana", "retirarse")
        left -= 2
    assert left == 8
    assert session.open().said()[0].startswith("Se barajan")


def test_the_shoe_goes_on_and_a_house_that_changes_its_packs_shuffles() -> None:
    session = sit(NAME, EX)
    table = begin(session, ("ana", "inicial", "10"))
    read(table, "8s 8d")
    choose(table, "ana", "retar")
    read(table, "As Ks")
    carry = table.carry
    assert isinstance(carry, Carry)
    assert carry.shoe.seen == {"8s": 1, "8d": 1, "As": 1, "Ks": 1}
    assert (carry.shoe.unseen, carry.packs) == (3, 1)
    with pytest.raises(IllegalAction, match="no As is left"):
        read(begin(session, ("ana", "inicial", "10")), "As")
    assert session.round is not None
    read(session.round, "2c 3c")
    session.settings = standard(session.rules, options={"mazos": "6"})
    assert session.open().said()[0] == "Se barajan las cartas; mazos: 6."


# The stakes


def test_ex_1_9_5_1_the_initial_stake_pays_itself_and_goes_back() -> None:
    for end, chips in ((WON, 101_000), (LOST, 99_000)):
        table = read(begin(sit(NAME, EX), ("ana", "inicial", "10")), ENDS[end])
        assert table.finished
        assert table.places["chips/ana"] == chips
        assert lies(table, "felt/") == {}
        assert table.said()[-1] == (
            "La banca, 7 de picas. Gana: ana." if end == WON else "La banca, 9 de diamantes. Gana: nadie."
        )


@pytest.mark.parametrize(
    ("end", "chips", "paid"),
    [(TIE_WON, 101_000, 1000), (TIE_TIE, 102_000, 2000), (TIE_LOST, 98_000, 0)],
)
def test_ex_1_9_5_2_a_challenge(end: int, chips: int, paid: int) -> None:
    """As much again is staked, three cards are burnt; won at par, tied at two to one, and the first stake goes back."""
    first, second = ENDS[end].split()[:2], ENDS[end].split()[2:]
    table = read(begin(sit(NAME, EX), ("ana", "inicial", "10")), " ".join(first))
    assert isinstance(table.pending, Choose)
    assert (table.pending.label, table.pending.options) == ("choose:ana:reto", ("retar", "retirarse"))
    choose(table, "ana", "retar")
    assert lies(table, "felt/") == {"felt/ana/inicial": 1000, "felt/ana/reto": 1000}
    assert "Se queman 3 cartas." in table.said()
    read(table, " ".join(second))
    assert table.finished
    assert table.places["chips/ana"] == chips
    assert sum(m.cents for m in table.log if isinstance(m, Move) and m.src == "bank") == paid
    assert lies(table, "felt/") == {}
    assert total(table) == 200_000
    assert table.carry.shoe.unseen == 3  # type: ignore[attr-defined]
    assert table.said()[-1] == f"Reto: la banca, {second[1][:-1]} de tréboles. Gana: {'ana' if paid else 'nadie'}."


def test_ex_1_9_5_3_who_does_not_challenge_loses_half() -> None:
    """The odd cent of a stake that does not halve stays with the house."""
    table = read(begin(sit(NAME, EX), ("ana", "inicial", "10")), "8s 8d")
    choose(table, "ana", "retirarse")
    assert table.finished
    assert table.places["chips/ana"] == 99_500
    table = read(begin(sit(NAME, EX, minimum=1, chip=1, maximum={"inicial": 30}), ("ana", "inicial", "0.15")), "8s 8d")
    choose(table, "ana", "retirarse")
    assert table.places["chips/ana"] == 100_000 - 8
    assert [m.rest for m in table.log if isinstance(m, Move) and m.dst == "bank"] == ["1/2"]


@pytest.mark.parametrize("end", list(ENDS))
@pytest.mark.parametrize("choice", ["retar", "retirarse"])
def test_ex_1_9_5_4_the_tie_pays_ten_to_one_by_the_first_clash_alone(end: int, choice: str) -> None:
    table = read(begin(sit(NAME, EX), ("ana", "inicial", "10"), ("ana", "tie", "5")), " ".join(ENDS[end].split()[:2]))
    paid = [m.cents for m in table.log if isinstance(m, Move) and m.src == "bank"]
    tied = end >= TIE_LOST
    assert (5000 in paid) == tied
    assert not lies(table, "felt/ana/tie")
    if tied:
        choose(table, "ana", choice)
        if choice == "retar":
            read(table, " ".join(ENDS[end].split()[2:]))
    initial = {LOST: -1000, WON: 1000, TIE_LOST: -2000, TIE_TIE: 2000, TIE_WON: 1000}[end]
    if tied and choice == "retirarse":
        initial = -500
    assert table.places["chips/ana"] == 100_000 + initial + (5000 if tied else -500)


def test_ex_1_9_5_4_the_tie_is_played_beside_an_initial_stake() -> None:
    table = sit(NAME, EX).open()
    with pytest.raises(IllegalAction, match="no initial stake") as refused:
        stake(table, "ana", "tie", "5")
    assert refused.value.article == "1.9.5.4"
    stake(table, "ana", "inicial", "5")
    stake(table, "ana", "tie", "5")
    with pytest.raises(IllegalAction, match="taken back first"):
        table.act("ana", Act("withdraw", "inicial"))
    table.act("ana", Act("withdraw", "tie"))
    table.act("ana", Act("withdraw", "inicial"))
    assert table.places["chips/ana"] == 100_000
    with pytest.raises(IllegalAction):
        stake(table, "ana", "reto", "5")


def test_ex_1_9_6_limits_are_ten_twenty_or_thirty_minimums() -> None:
    rules = game(NAME).rules(EX)
    for multiple in (5, 10, 15, 20, 30, 40):
        settings = standard(rules)
        settings.maximum["inicial"] = multiple * 500
        assert (check_settings(rules, settings) == []) == (multiple in (10, 20, 30))
    table = sit(NAME, EX).open()
    stake(table, "ana", "inicial", "50")
    stake(table, "ana", "tie", "50")
    for bet, article in (("inicial", "1.9.6§3"), ("tie", "1.9.6§1")):
        with pytest.raises(IllegalAction) as refused:
            stake(table, "ana", bet, "0.50")
        assert refused.value.article == article
        with pytest.raises(IllegalAction):
            stake(table, "luis", bet, "4.50")


def test_ex_1_9_7_3_a_challenge_needs_chips_for_a_second_stake() -> None:
    for chips, asked in ((1999, False), (2000, True)):
        table = read(begin(sit(NAME, EX, chips={"ana": chips}), ("ana", "inicial", "10")), "8s 8d")
        assert isinstance(table.pending, Choose) == asked
        if not asked:
            assert table.places["chips/ana"] == chips - 500


def test_ex_1_9_7_2_only_who_ties_challenges_and_all_against_one_card() -> None:
    """One loses, one wins, two tie; the others are settled before the challenge and take no card in it."""
    names = ["ana", "luis", "eva", "leo"]
    session = sit(NAME, EX, chips=dict.fromkeys(names, 100_000))
    table = begin(session, *((who, "inicial", "10") for who in names), ("eva", "tie", "5"), ("ana", "tie", "5"))
    read(table, "2c Ac 8h 8s 8d")
    assert table.cards == {
        "carta/ana": ["2c"],
        "carta/luis": ["Ac"],
        "carta/eva": ["8h"],
        "carta/leo": ["8s"],
        "carta/crupier": ["8d"],
    }
    assert table.said()[-2:] == ["La banca, 8 de diamantes. Gana: luis.", "Empata: eva, leo."]
    assert [table.places[f"chips/{who}"] for who in ("ana", "luis")] == [100_000 - 1500, 101_000]
    for who in ("eva", "leo"):
        assert isinstance(table.pending, Choose)
        assert table.pending.actor == who
        with pytest.raises(IllegalAction):
            choose(table, "ana", "retar")
        choose(table, who, "retar")
    read(table, "3c 9c 7h")
    assert table.cards["reto/eva"] == ["3c"]
    assert table.cards["reto/crupier"] == ["7h"]
    assert table.said()[-1] == "Reto: la banca, 7 de corazones. Gana: leo."
    assert [table.places[f"chips/{who}"] for who in ("eva", "leo")] == [100_000 - 2000 + 5000, 101_000]
    assert total(table) == 400_000
    assert replay(table.play, table.rules, table.log).lines() == table.lines()


def test_ex_1_9_4_nine_players_at_most() -> None:
    names = [f"p{i}" for i in range(10)]
    table = sit(NAME, EX, chips=dict.fromkeys(names, 10_000)).open()
    for who in names[:9]:
        stake(table, who, "inicial", "5")
    with pytest.raises(IllegalAction, match="9 may play at most") as refused:
        stake(table, "p9", "inicial", "5")
    assert refused.value.article == "1.9.4"
    table.act("p0", Act("withdraw", "inicial"))
    stake(table, "p9", "inicial", "5")
    with pytest.raises(IllegalAction, match="9 may play at most"):
        table.act("p0", Act("undo"))
    close(table)
    assert table.pending is not None
    assert table.pending.label == "card:carta/p1"
    rules = game(NAME).rules(EX)
    assert (rules.players.seats, rules.players.standing) == (9, False)
    staff_is(NAME, EX, "mesa", "1.9.3", "1 jefe-de-mesa, 1 crupier")


def test_ex_1_9_6_a_five_last_passes_before_the_limits_change() -> None:
    five_last_passes(sit(NAME, EX))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('order = ["A", "K",', 'order = ["A", "A",', "one place in the order"),
        ('ties-pay = "2:1"\n', "", "bets"),
        ("[bets.tie]", "[bets.empate]", "bets: there are"),
        ('[calls.burn]\narticle = "1.9.5.2"', '[calls.other]\narticle = "1.9.5.2"', "calls.burn: missing"),
        ('"7", "8"]', '"7", "9"]', "options.mazos.values: among"),
        ("clashes = 2", "clashes = 1", "greater than or equal to 2"),
    ],
)
def test_a_rulebook_that_cannot_be_is_refused(old: str, new: str, reason: str) -> None:
    with pytest.raises(RulebookError, match=reason):
        edited(NAME, EX, (old, new))


# Odds


def edges(**setting: str) -> dict[str, Number]:
    rows = game(NAME).odds(game(NAME).rules(EX))
    found = [row for row in rows if setting.items() <= row.setting.items()]
    assert len({row.bet for row in found}) == len(found)
    return {row.bet: row.figures.edge for row in found}


@pytest.mark.parametrize("packs", range(1, 9))
def test_odds_by_hand(packs: int) -> None:
    """Of 52n cards the second matches the first in 4n - 1 of 52n - 1 cases. After a tie on one rank, another one comes
    from the twelve other ranks or from the two cards fewer of that one; each side wins what is left alike.
    """
    n, cards = 4 * packs, 52 * packs
    tie = Fraction(n - 1, cards - 1)
    again = Fraction(12 * n * (n - 1) + (n - 2) * (n - 3), (cards - 2) * (cards - 3))
    lost = (1 - again) / 2
    challenge = lost * 2 - lost * 1 - again * 2
    challenged, retired = edges(mazos=str(packs), empate="retar"), edges(mazos=str(packs), empate="retirarse")
    assert challenged["inicial"] == tie * challenge
    assert retired["inicial"] == tie / 2
    rows = [row for row in game(NAME).odds(game(NAME).rules(EX)) if row.setting.get("mazos") == str(packs)]
    assert {row.bet: row.figures.edge for row in rows}["tie"] == 1 - 11 * tie
    assert [row.setting["empate"] for row in rows if row.note == "best play"] == ["retar"]


def test_odds_published() -> None:
    """Wizard of Odds has, for six packs and a bonus on the second tie, 2.33 % and, for a tie at ten to one, 18.65 %."""
    assert round(float(edges(mazos="6", empate="retar")["inicial"]), 4) == 0.0233
    rows = {row.bet: row for row in game(NAME).odds(game(NAME).rules(EX)) if row.setting == {"mazos": "6"}}
    assert round(float(rows["tie"].figures.edge), 4) == 0.1865
    assert edges(mazos="6", empate="retar")["inicial"] == Fraction(23138, 993023)


@pytest.mark.parametrize("choice", ["retar", "retirarse"])
def test_odds_by_enumerating_a_pack_through_the_procedure(choice: str) -> None:
    """All pairs of ranks of one pack and, after every tie, all pairs of what is left."""
    back: dict[str, Fraction] = {"inicial": Fraction(0), "tie": Fraction(0)}

    def follow(dealt: list[int], weight: Fraction) -> None:
        taken: Counter[int] = Counter()
        names = []
        for rank in dealt:
            names.append(RANKS[rank] + "cdhs"[taken[rank]])
            taken[rank] += 1
        table = begin(sit(NAME, EX, chips={"ana": 100_000, "luis": 100_000}), ("ana", "inicial", "10"))
        read(table, " ".join(names[:2]))
        if isinstance(table.pending, Choose):
            choose(table, "ana", choice)
            read(table, " ".join(names[2:]))
        if table.finished:
            back["inicial"] += weight * Fraction(table.places["chips/ana"] - 100_000, 1000)
            back["tie"] += weight * (10 if dealt[0] == dealt[1] else -1)
            return
        for one, two in product(range(13), repeat=2):
            left = 4 - taken[one]
            chance = Fraction(left, 50) * Fraction(4 - taken[two] - (one == two), 49)
            if chance:
                follow([*dealt, one, two], weight * chance)

    for one, two in product(range(13), repeat=2):
        follow([one, two], Fraction(4, 52) * Fraction(4 - (one == two), 51))
    found = edges(mazos="1", empate=choice)
    assert -back["inicial"] == found["inicial"]
    assert -back["tie"] == Fraction(6, 17)


def test_odds_of_a_partly_dealt_shoe() -> None:
    """Eight cards left, four aces, two kings, two twos: 56 orders of two, 12 + 2 + 2 of them ties."""
    rules = game(NAME).rules(EX)
    kept = FRENCH.parse("As Ah Ad Ac Ks Kd 2s 2d")
    shoe = Composition.full(1).less(card for card in FRENCH.cards if card not in kept)
    found = {(row.bet, row.setting.get("empate", "")): row.figures for row in game(NAME).odds(rules, shoe)}
    assert found["tie", ""].edge == 1 - 11 * Fraction(16, 56)
    assert found["inicial", "retirarse"].edge == Fraction(16, 112)
    # After a tie of aces 30 orders of two are left, with 2 + 2 + 2 ties; of kings or twos, with 12 + 2 ties.
    ties = [(Fraction(12, 56), Fraction(6, 30)), (Fraction(4, 56), Fraction(14, 30))]
    assert found["inicial", "retar"].edge == sum(first * ((1 - again) / 2 - 2 * again) for first, again in ties)
    with pytest.raises(TapeteError, match="may take 7 cards"):
        game(NAME).odds(rules, shoe.less(FRENCH.parse("As Ah")))
    with pytest.raises(TapeteError, match="French pack of 52"):
        game(NAME).odds(rules, Composition.full(1, SPANISH))


def test_best_play_is_to_challenge_whatever_is_left() -> None:
    """Win and loss are alike, so a challenge is worth half a stake less, more by two and a half for every tie."""
    table = read(begin(sit(NAME, EX), ("ana", "inicial", "10")), "8s 8d")
    best, other = advised(table)
    again = Fraction(12 * 12 + 2, 50 * 49)
    assert best.option == "retar"
    assert best.value == pytest.approx(-0.5 + 2.5 * float(again))
    assert (other.option, other.value) == ("retirarse", -0.5)
    assert advised(sit(NAME, EX).open()) == []


# The triangle: procedure, odds and loop agree


@pytest.mark.parametrize("packs", [1, 2, 8])
def test_the_procedure_and_the_loop_end_shuffled_shoes_alike(packs: int) -> None:
    """Whole shoes through both, challenged at every tie: the same passes, the same ends, the same last one."""
    rules = game(NAME).rules(EX)
    source = random.Random(packs)
    order = [card for card in FRENCH.cards for _ in range(packs)]
    source.shuffle(order)
    found = np.empty(len(order), np.uint8)
    have = deal_shoe(coded(rules, order), 3, found, 0)
    session = sit(NAME, EX, chips={"ana": 10**7}, options={"mazos": str(packs)})
    at, ends = 0, []
    while True:
        table = session.open()
        if at and table.said()[0].startswith("Se barajan"):
            break
        stake(table, "ana", "inicial", "10")
        close(table)
        first, before = at, table.places["chips/ana"] + 1000
        while not table.finished:
            if isinstance(table.pending, Choose):
                choose(table, "ana", "retar")
                at += 3
            else:
                table.fell(FRENCH.show(order[at]))
                at += 1
        ends.append((table.places["chips/ana"] - before, at - first))
        assert coup(rules, (order[first:] + [0] * 7)[:7]) == found[len(ends) - 1]
    nets = {LOST: (-1000, 2), WON: (1000, 2), TIE_LOST: (-2000, 7), TIE_TIE: (2000, 7), TIE_WON: (1000, 7)}
    assert ends == [nets[end] for end in found[:have].tolist()]
    assert len(order) - at < 7


def test_cards_that_may_not_make_a_pass_are_refused() -> None:
    with pytest.raises(TapeteError, match="takes up to 7"):
        coup(game(NAME).rules(EX), FRENCH.parse("As Ks 2c 3c 4c 5c"))


@pytest.mark.parametrize("choice", ["retar", "retirarse"])
def test_the_procedure_pays_what_the_loop_pays(choice: str) -> None:
    rules = game(NAME).rules(EX)
    options = {"mazos": "8", "empate": choice}
    stakes = {"inicial": 1550, "tie": 550}
    program = game(NAME).program(rules, standard(rules, options=options), stakes)
    source = random.Random(choice)
    length = 80
    drawn = [source.randrange(5) for _ in range(length + PLAYOUT)]
    results, falls, visits = np.zeros(1, np.int64), np.zeros(1, np.int64), np.zeros(program.back.size, np.int64)
    play(np.array(drawn, np.uint8), *program.arrays, length, 10**8, 0, results, falls, visits)  # type: ignore[call-arg]
    session = sit(NAME, EX, chips={"ana": 10**8}, options=options)
    table = session.open()
    for end in drawn[:length]:
        for spot, cents in stakes.items():
            table.act("ana", Act("stake", spot, cents))
        close(table)
        read(table, " ".join(ENDS[end].split()[:2]))
        if isinstance(table.pending, Choose):
            choose(table, "ana", choice)
            read(table, "" if table.finished else " ".join(ENDS[end].split()[2:]))
        table.carry = Carry()
        table = session.open()
    assert table.places["chips/ana"] - 10**8 == results[0]


@pytest.mark.parametrize("packs", ["1", "6"])
@pytest.mark.parametrize("choice", ["retar", "retirarse"])
def test_the_loop_agrees_with_the_exact_odds(packs: str, choice: str) -> None:
    rules = game(NAME).rules(EX)
    options = {"mazos": packs, "empate": choice}
    program = game(NAME).program(rules, standard(rules, options=options), {"inicial": 64_000, "tie": 64_000})
    exact = {row.bet: row.figures for row in game(NAME).odds(rules) if row.setting.items() <= options.items()}
    for bet in simulate(program, 3_000_000, seed=7, length=1000).bets:
        figures = exact[bet.bet]
        assert abs(bet.edge - float(figures.edge)) < 4 * bet.std_error, bet
        assert abs(bet.win - float(figures.win)) < 4 * (float(figures.win) / bet.made) ** 0.5, bet
        assert bet.variance == pytest.approx(float(figures.variance), rel=0.01)


def test_the_loop_refuses_a_bet_that_is_not_on_the_felt() -> None:
    rules = game(NAME).rules(EX)
    with pytest.raises(TapeteError, match="unknown bet 'reto'"):
        game(NAME).program(rules, standard(rules), {"reto": 500})
