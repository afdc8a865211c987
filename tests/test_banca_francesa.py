"""Banca francesa, EX 1.6: three dice, ases, pequeño and grande, and sums that decide nothing."""

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from tapete.engine.requests import Act, Announce, Move
from tapete.engine.round import Round, replay
from tapete.engine.settings import standard
from tapete.errors import IllegalAction
from tapete.games import game
from tapete.law.loading import RulebookError
from tests.helpers import close, edited, sit, stake, total
from tests.staffing import staff_is

# A throw for every sum.
THROWS = {total: next(d for d in itertools.product(range(1, 7), repeat=3) if sum(d) == total) for total in range(3, 19)}
WINS = {"ases": {3}, "pequeno": {5, 6, 7}, "grande": {14, 15, 16}}
NULL = {4, 8, 9, 10, 11, 12, 13, 17, 18}
AGAIN = {
    "dado-toca-objeto": "1.6.5.4.a",
    "dado-fuera": "1.6.5.4.b",
    "dado-sin-introducir": "1.6.5.4.c",
    "dado-en-el-vaso": "1.6.5.4.d",
    "dado-no-aislado": "1.6.5.3.b",
    "dado-levantado": "1.6.5.3.c",
}


def rules(choices: dict[str, str] | None = None):  # type: ignore[no-untyped-def]
    return game("banca-francesa").rules("extremadura", choices)


def thrown(dice: int, stakes: dict[str, str] | None = None, choices: dict[str, str] | None = None) -> Round:
    table = sit("banca-francesa", "extremadura", choices=choices).open()
    for spot, amount in (stakes or {}).items():
        stake(table, "ana", spot, amount)
    close(table)
    table.fell(list(THROWS[dice]))
    return table


def lying(table: Round, who: str = "ana") -> dict[str, int]:
    return {
        place.split("/")[2]: cents
        for place, cents in table.places.items()
        if cents and place.startswith(f"felt/{who}/")
    }


@pytest.mark.parametrize("bet", WINS)
def test_ex_1_6_5_5_and_7_what_each_sum_does_to_each_bet(bet: str) -> None:
    pays = 61 if bet == "ases" else 1
    for dice in THROWS:
        table = thrown(dice, {bet: "10"})
        if dice in NULL:
            assert lying(table) == {bet: 1000}
            assert table.places["chips/ana"] == 99_000
        elif dice in WINS[bet]:
            assert lying(table) == {bet: 1000}
            assert table.places["chips/ana"] == 99_000 + pays * 1000
        else:
            assert lying(table) == {}
            assert table.places["chips/ana"] == 99_000
        assert total(table) == 200_000


@pytest.mark.parametrize("bet", ["pequeno", "grande"])
def test_ex_1_6_5_6_half_of_the_chips_on_the_border_line_plays(bet: str) -> None:
    border = f"{bet}-borde"
    for dice in THROWS:
        table = thrown(dice, {border: "30"})
        if dice in NULL:
            assert (lying(table), table.places["chips/ana"]) == ({border: 3000}, 97_000)
        elif dice in WINS[bet]:
            assert (lying(table), table.places["chips/ana"]) == ({border: 3000}, 98_500)
        else:
            # Half is taken, half goes back.
            assert (lying(table), table.places["chips/ana"]) == ({}, 98_500)


def test_ex_1_6_5_6_2_border_stakes_lie_between_twice_the_minimum_and_twice_the_maximum_in_even_steps() -> None:
    table = sit("banca-francesa", "extremadura", chips={"ana": 10_000_000}).open()
    for cents in (500, 950, 1050, 200_100):
        with pytest.raises(IllegalAction) as refused:
            table.act("ana", Act("stake", "grande-borde", cents))
        assert refused.value.article == "1.6.5.6§2"
    table.act("ana", Act("stake", "grande-borde", 1000))
    with pytest.raises(IllegalAction):
        table.act("ana", Act("stake", "grande-borde", 199_100))
    table.act("ana", Act("stake", "grande-borde", 199_000))
    table.act("ana", Act("stake", "pequeno-borde", 200_000))


def test_ex_1_6_6_2_the_maximum_is_200_minimums_and_6_on_the_aces() -> None:
    assert rules().limits["sencilla"].multiples == (200,)
    assert rules().limits["ases"].multiples == (6,)
    assert standard(rules(), 500).maximum == {"sencilla": 100_000, "ases": 3000}
    table = sit("banca-francesa", "extremadura", chips={"ana": 10_000_000}).open()
    for spot, most in (("ases", 3000), ("pequeno", 100_000), ("grande", 100_000)):
        for cents in (450, 525, most + 50):
            with pytest.raises(IllegalAction) as refused:
                table.act("ana", Act("stake", spot, cents))
            assert refused.value.article == "1.6.6§2"
        table.act("ana", Act("stake", spot, most))


def test_every_bet_costs_a_sixty_third_and_lasts_216_63_throws() -> None:
    # By counting: 1 + 31 + 31 throws of 216 decide; ases brings 62 for 1, the others 2 for 31.
    sums = [sum(dice) for dice in itertools.product(range(1, 7), repeat=3)]
    ways = {bet: sum(total in wins for total in sums) for bet, wins in WINS.items()}
    assert ways == {"ases": 1, "pequeno": 31, "grande": 31}
    found = {row.bet: row.figures for row in game("banca-francesa").odds(rules())}
    for bet in WINS:
        assert found[bet].edge == Fraction(1, 63)
        assert found[bet].win == Fraction(ways[bet], 63)
        assert found[bet].push == 0
        assert found[bet].rounds == Fraction(216, 63)
    for border in ("pequeno-borde", "grande-borde"):
        assert found[border].edge == Fraction(1, 126)
        assert found[border].win == Fraction(31, 63)


def test_ex_1_6_5_5_as_printed_every_sum_that_does_not_win_loses() -> None:
    choices = {"undecided": "printed"}
    edges = {row.bet: row.figures.edge for row in game("banca-francesa").odds(rules(choices))}
    assert edges["ases"] == edges["pequeno"] == edges["grande"] == Fraction(154, 216)
    assert edges["grande-borde"] == Fraction(77, 216)
    table = thrown(10, {"pequeno": "10", "grande-borde": "20"}, choices)
    assert lying(table) == {}
    assert table.places["chips/ana"] == 98_000
    assert table.said()[-1] == "Ninguna suerte."


def test_a_sum_that_decides_nothing_leaves_stakes_that_may_be_changed() -> None:
    session = sit("banca-francesa", "extremadura")
    table = session.open()
    stake(table, "ana", "ases", "10")
    stake(table, "ana", "pequeno", "20")
    stake(table, "luis", "grande", "20")
    close(table)
    table.fell([1, 1, 2])
    assert table.finished
    assert table.said()[-1] == "4: no hay suerte. Se lanza de nuevo."
    table = session.open()
    table.act("ana", Act("withdraw", "ases"))
    stake(table, "ana", "pequeno", "10")
    close(table)
    table.fell([2, 2, 2])
    assert table.places["chips/ana"] == 97_000 + 3000
    assert table.places["chips/luis"] == 98_000
    assert lying(table) == {"pequeno": 3000}


def test_ex_1_6_5_6_3_and_8_losers_anticlockwise_the_aces_first_and_only_then_winners() -> None:
    table = sit("banca-francesa", "extremadura", chips=dict.fromkeys(("ana", "luis", "eva"), 100_000)).open()
    for who, spot in (
        ("ana", "grande"),
        ("ana", "pequeno"),
        ("luis", "ases"),
        ("eva", "grande-borde"),
        ("luis", "grande"),
        ("eva", "ases"),
    ):
        stake(table, who, spot, "10")
    close(table)
    table.fell([2, 2, 2])
    moves = [entry for entry in table.log if isinstance(entry, Move)][6:]
    assert [(move.src, move.dst, move.cents) for move in moves] == [
        ("felt/eva/ases", "bank", 1000),
        ("felt/luis/ases", "bank", 1000),
        ("felt/eva/grande-borde", "bank", 500),
        ("felt/luis/grande", "bank", 1000),
        ("felt/ana/grande", "bank", 1000),
        ("felt/eva/grande-borde", "chips/eva", 500),
        ("bank", "chips/ana", 1000),
    ]


@pytest.mark.parametrize(("name", "article"), AGAIN.items())
def test_ex_1_6_5_4_a_null_throw_is_thrown_again_and_bets_stand(name: str, article: str) -> None:
    table = sit("banca-francesa", "extremadura").open()
    stake(table, "ana", "grande", "10")
    with pytest.raises(IllegalAction) as refused:
        table.report(name)
    assert refused.value.article == article
    close(table)
    before = dict(table.places)
    for _ in range(2):
        table.report(name)
        assert table.pending is not None
        assert table.pending.label == "roll"
        assert table.places == before
    with pytest.raises(IllegalAction):
        table.act("ana", Act("withdraw", "grande"))
    table.fell([4, 5, 6])
    assert table.places["chips/ana"] == 100_000
    words = "Lanzamiento nulo. Cambio de terna." if name == "dado-fuera" else "Lanzamiento nulo."
    assert table.said()[2:] == [words, words, "Grande."]
    assert replay(table.play, table.rules, table.log).lines() == table.lines()


def test_ex_1_6_5_3_d_dice_touched_before_the_call_winners_are_paid_and_nobody_loses() -> None:
    table = sit("banca-francesa", "extremadura").open()
    for who, spot in (
        ("ana", "pequeno"),
        ("ana", "ases"),
        ("luis", "grande"),
        ("luis", "grande-borde"),
        ("luis", "pequeno-borde"),
    ):
        stake(table, who, spot, "20")
    with pytest.raises(IllegalAction):
        table.report("dados-tocados")
    close(table)
    table.report("dados-tocados")
    table.fell([1, 2, 3])
    assert table.places["chips/ana"] == 96_000 + 2000
    assert table.places["chips/luis"] == 94_000 + 1000
    assert lying(table) == {"pequeno": 2000, "ases": 2000}
    assert lying(table, "luis") == {"grande": 2000, "grande-borde": 2000, "pequeno-borde": 2000}
    assert table.said()[-1] == "Pequeño."


def test_ex_1_6_5_3_d_is_forgotten_when_the_throw_turns_out_null() -> None:
    table = sit("banca-francesa", "extremadura").open()
    stake(table, "ana", "pequeno", "20")
    close(table)
    table.report("dados-tocados")
    table.report("dado-fuera")
    table.fell([6, 5, 4])
    assert lying(table) == {}
    assert table.places["chips/ana"] == 98_000


def test_ex_1_6_5_3_d_touched_dice_that_decide_nothing_change_nothing() -> None:
    table = sit("banca-francesa", "extremadura").open()
    stake(table, "ana", "pequeno", "20")
    close(table)
    table.report("dados-tocados")
    table.fell([6, 6, 6])
    assert lying(table) == {"pequeno": 2000}


def test_ex_1_6_5_2_any_player_may_say_that_dice_are_suspect_and_nothing_else() -> None:
    table = sit("banca-francesa", "extremadura").open()
    table.report("dados-sospechosos", "ana")
    assert table.said() == ["Hagan juego.", "Terna requisada. Cambio de terna."]
    with pytest.raises(IllegalAction, match="not by zoe"):
        table.report("dados-sospechosos", "zoe")
    close(table)
    with pytest.raises(IllegalAction, match="not by ana"):
        table.report("dados-tocados", "ana")


def test_ex_1_6_5_2_suspected_dice_are_seized_between_throws_and_betting_goes_on() -> None:
    table = sit("banca-francesa", "extremadura").open()
    stake(table, "ana", "pequeno", "20")
    with pytest.raises(IllegalAction, match="the inspection's to report, not the croupier's"):
        table.report("dados-sospechosos", "croupier")
    table.report("dados-sospechosos")
    table.act("ana", Act("undo"))
    stake(table, "ana", "grande", "10")
    close(table)
    with pytest.raises(IllegalAction) as refused:
        table.report("dados-sospechosos")
    assert refused.value.article == "1.6.5.2§1"
    table.fell([5, 5, 5])
    assert table.places["chips/ana"] == 100_000
    assert table.said() == ["Hagan juego.", "Terna requisada. Cambio de terna.", "No va más.", "Grande."]
    assert replay(table.play, table.rules, table.log).lines() == table.lines()


def test_ex_1_6_3_b_the_thrower_calls_ases_pequeno_and_grande() -> None:
    assert [thrown(dice).said()[-1] for dice in (3, 5, 6, 7, 14, 15, 16)] == [
        "Ases.",
        *["Pequeño."] * 3,
        *["Grande."] * 3,
    ]
    table = thrown(3)
    said = [entry.call for entry in table.log if isinstance(entry, Announce)]
    assert {table.rules.calls[call].by for call in said} == {"crupier-lanzador"}


def test_ex_1_6_3_b_a_late_bet_and_an_impossible_throw_are_refused() -> None:
    table = sit("banca-francesa", "extremadura").open()
    close(table)
    with pytest.raises(IllegalAction) as late:
        stake(table, "ana", "ases", "10")
    assert late.value.article == "1.6.3.b"
    for throw in ([1, 2], [0, 1, 1], [1, 1, 7], "3", [1, 1, 1, 1]):
        with pytest.raises(IllegalAction):
            table.fell(throw)


def test_ex_1_6_what_the_text_says_of_dice_people_and_seats() -> None:
    book = rules()
    dice = book.equipment
    assert (dice.dice, dice.sets, dice.edge_mm, dice.opposite_faces) == (3, 3, (12, 15), 7)
    assert dice.rotation.minutes == book.thrower.minutes == 60
    assert dice.requisition.witnesses == 2
    assert dice.felt.ases_squares == 12
    assert (book.players.seats, book.players.standing) == (12, True)
    assert book.minimum.band
    assert book.settlement.spreading.bets == ("ases",)


def test_ex_1_6_3_a_chief_one_who_throws_and_one_who_pays() -> None:
    staff_is("banca-francesa", "extremadura", "mesa", "1.6.3", "1 jefe-de-mesa, 1 crupier-lanzador, 1 crupier-pagador")


def test_the_loop_counts_throws_in_base_six() -> None:
    book = rules()
    for number, dice in enumerate(itertools.product(range(1, 7), repeat=3)):
        assert game("banca-francesa").outcome(book, number) == list(dice)
        assert book.pockets[number] == str(sum(dice))


@hypothesis_settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.lists(
                st.tuples(st.sampled_from(["ana", "luis"]), st.sampled_from([*WINS, "pequeno-borde"])), max_size=4
            ),
            st.lists(st.sampled_from([*AGAIN, "dados-tocados"]), max_size=2),
            st.tuples(*[st.integers(1, 6)] * 3),
        ),
        max_size=6,
    )
)
def test_chips_are_never_lost_whatever_happens(
    rounds: list[tuple[list[tuple[str, str]], list[str], tuple[int, int, int]]],
) -> None:
    session = sit("banca-francesa", "extremadura")
    for stakes, reports, dice in rounds:
        table = session.open()
        before = {who: table.places[f"chips/{who}"] + sum(lying(table, who).values()) for who in ("ana", "luis")}
        for who, spot in stakes:
            if any(item.do == "stake" and item.on == spot for item in table.view(who).open):
                table.act(who, Act("stake", spot, 1000))
        close(table)
        for name in reports:
            table.report(name)
        table.fell(list(dice))
        assert total(table) == 200_000
        for who in ("ana", "luis"):
            now = table.places[f"chips/{who}"] + sum(lying(table, who).values())
            if sum(dice) in NULL:
                assert now == before[who]
            elif reports and reports[-1] == "dados-tocados":
                assert now >= before[who]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('covers = ["3"]', 'covers = ["2"]', "cannot show such a sum"),
        ('sums = ["4"', 'sums = ["5"', "a bet covers one of them"),
        ('remedy = "nadie-pierde"', 'remedy = "todos-pierden"', "irregularities.dados-tocados"),
        ("[calls.void]", "[calls.other]", "no call for it"),
        ("parts = 2", "parts = 0", "greater than 0"),
        ('of = "sencilla"', 'of = "doble"', "limits.borde.of"),
    ],
)
def test_a_rulebook_that_cannot_be_played_is_refused(old: str, new: str, said: str) -> None:
    with pytest.raises(RulebookError, match=said):
        edited("banca-francesa", "extremadura", (old, new))
