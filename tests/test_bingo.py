"""Bingo by País Vasco's art. 3: cards, balls, who wins what, and when."""

import math
from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise
from math import comb

import msgspec
import numpy as np
import pytest

from tapete.audit.limits import check_settings
from tapete.audit.log import audit
from tapete.audit.verify import verify
from tapete.engine.calls import spoken
from tapete.engine.places import felt
from tapete.engine.requests import Act, Announce, Move
from tapete.engine.round import Round, replay
from tapete.engine.session import Session
from tapete.engine.settings import standard
from tapete.engine.transcript import In, decode
from tapete.errors import IllegalAction, TapeteError
from tapete.games import game
from tapete.games.bingo.cards import card, check_card, columns, series
from tapete.games.bingo.falls import (
    Shape,
    completing,
    mean,
    open_after,
    open_in_hall,
    shared_in_hall,
    survive,
    wins_both,
    without_line,
)
from tapete.games.bingo.measured import GAMES, first_falls, out_by
from tapete.games.bingo.odds import winners
from tapete.games.bingo.rules import Rules
from tapete.odds.moments import means, measured
from tapete.sim.run import simulate
from tapete.sim.shoe import shuffled
from tapete.sim.stream import generator
from tests.helpers import close, refused, sit, total
from tests.robot import evening

PV = "pais-vasco"
WHOLE = Shape(90, 3, 5, 6)
SMALL = Shape(8, 2, 2, 2)  # two cards of two lines of two numbers: small enough to look at every order


def rules() -> Rules:
    found: Rules = game("bingo").rules(PV)
    return found


def room(people: int = 2, **options: str) -> Session:
    """A room at two euros a card, with a thousand euros for each of its players."""
    chosen = {**standard(rules()).options, **options}
    return sit("bingo", PV, minimum=200, chips={f"ana{i}": 100_000 for i in range(people)}, options=chosen)


def buy(round: Round, who: str, count: int, on: str = "carton") -> None:
    round.act(who, Act("stake", on, 200 * count))


def go_on(round: Round) -> None:
    round.act("croupier", Act("next"))


def balls(round: Round, numbers: list[int]) -> None:
    """So many balls come out, and the caller goes on after each but the last."""
    for i, number in enumerate(numbers):
        round.fell(str(number))
        if i < len(numbers) - 1:
            go_on(round)


def calls(round: Round, call: str) -> list[tuple[str, ...]]:
    return [entry.args for entry in round.log if isinstance(entry, Announce) and entry.call == call]


def paid_out(round: Round) -> list[Move]:
    return [entry for entry in round.log if isinstance(entry, Move) and entry.src == "bank"]


# The cards


def test_pv_art_3_1_1_every_card_of_the_book_is_valid_and_none_is_there_twice() -> None:
    drum, seen = rules().equipment, set()
    for number in range(1, drum.book.series + 1):
        dealt = series(drum, number)
        assert sorted(n for lines in dealt for line in lines for n in line) == list(range(1, 91))
        for lines in dealt:
            assert [len(line) for line in lines] == [5, 5, 5]
            tens = Counter(min(n // 10, 8) for line in lines for n in line)
            assert set(tens) == set(range(9))
            assert max(tens.values()) <= 3
            assert all(len({min(n // 10, 8) for n in line}) == 5 for line in lines)
            seen.add(frozenset(n for line in lines for n in line))
    assert len(seen) == 6 * drum.book.series


def test_pv_art_3_5_the_book_is_the_same_in_every_room() -> None:
    """Anybody can make it again: written down once, so that no release prints other cards."""
    assert card(rules().equipment, 0) == series(rules().equipment, 1)[0]
    assert card(rules().equipment, 2994) == ((1, 31, 45, 53, 88), (7, 27, 33, 69, 89), (8, 15, 38, 56, 76))


GOOD = ((1, 31, 45, 53, 88), (7, 27, 33, 69, 89), (8, 15, 38, 56, 76))


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (GOOD[:2], "3 lines of 5 numbers"),
        ((GOOD[0][:4], *GOOD[1:]), "3 lines of 5 numbers"),
        (((2, 31, 45, 53, 91), *GOOD[1:]), "91 is not on a card"),
        (((1, 31, 45, 53, 89), *GOOD[1:]), "89 is not on a card"),
        (
            ((1, 31, 45, 53, 59), (7, 15, 33, 57, 69), (8, 11, 38, 56, 76)),
            "column 3 of the card has 0 numbers, not 1 to 3",
        ),
    ],
)
def test_pv_art_3_1_1_a_card_printed_wrongly_is_refused(lines: tuple[tuple[int, ...], ...], says: str) -> None:
    check_card(rules().equipment, GOOD)
    with pytest.raises(IllegalAction, match=says) as found:
        check_card(rules().equipment, lines)
    assert found.value.article == "art. 3.1§1"


def test_columns_are_tens() -> None:
    found = columns(rules().equipment)
    assert [(column[0], column[-1]) for column in found] == [
        (1, 9), (10, 19), (20, 29), (30, 39), (40, 49), (50, 59), (60, 69), (70, 79), (80, 90),
    ]  # fmt: skip


# A game


def test_pv_art_3_1_a_and_pv_art_3_1_b_the_first_line_and_the_first_full_card_are_paid() -> None:
    """Ana buys the first series: 6 cards at 2 euros. 10 per cent of 12 are 1.20, 55 are 6.60."""
    table = room(1).open()
    buy(table, "ana0", 6)
    close(table)
    assert calls(table, "sold") == [("ana0", "6", "1.1-1.6")]
    assert calls(table, "prizes") == [("1.20", "6.60")]
    lines = card(rules().equipment, 0)
    balls(table, list(lines[1]))
    assert calls(table, "line") == [("ana0", "1.1", "5")]
    assert table.places["chips/ana0"] == 100_000 - 1200 + 120
    go_on(table)
    balls(table, [*lines[0], *lines[2]])
    assert calls(table, "line") == [("ana0", "1.1", "5")]
    assert calls(table, "result") == [("ana0", "1.1", "15")]
    assert table.finished
    assert table.places == {"chips/ana0": 100_000 - 1200 + 120 + 660, "bank": 420, felt("ana0", "carton"): 0}
    paid = [(move.cents, move.article) for move in paid_out(table)]
    assert paid == [(120, "art. 3.1.a"), (660, "art. 3.1.b")]


def test_pv_art_3_1_2_several_at_one_ball_share_in_proportion() -> None:
    """Both sing a line at the same ball: 10 per cent of 24 euros is 2.40, half for each."""
    session = room(2, canto="a-mano")
    table = session.open()
    buy(table, "ana0", 6)
    buy(table, "ana1", 6)
    close(table)
    one = card(rules().equipment, 0)[0]
    other = next(line for place in range(6, 12) for line in card(rules().equipment, place) if set(line) & set(one))
    last = next(n for n in one if n in other)
    balls(table, [n for n in dict.fromkeys((*one, *other)) if n != last] + [last])
    table.act("ana0", Act("sing", "linea"))
    table.act("ana1", Act("sing", "linea"))
    before = dict(table.places)
    go_on(table)
    won = {who: table.places[f"chips/{who}"] - before[f"chips/{who}"] for who in ("ana0", "ana1")}
    assert won == {"ana0": 120, "ana1": 120}
    assert {move.article for move in paid_out(table)} == {"art. 3.1§2"}


def test_pv_art_3_1_a_a_line_is_sung_late_as_long_as_nobody_has_and_a_wrong_call_changes_nothing() -> None:
    table = room(2, canto="a-mano").open()
    buy(table, "ana0", 1)
    buy(table, "ana1", 1)
    close(table)
    line = card(rules().equipment, 0)[0]
    table.fell(str(line[0]))
    chips = dict(table.places)
    table.act("ana0", Act("sing", "bingo"))
    assert calls(table, "wrong") == [("ana0", "bingo")]
    refused(table, "ana0", Act("sing", "bingo"), "art. 3.1.b")
    assert table.places == chips
    go_on(table)
    balls(table, [*line[1:], 90 if 90 not in line else 89])
    table.act("ana0", Act("sing", "linea"))
    go_on(table)
    assert table.places["chips/ana0"] == 100_000 - 200 + 40
    table.fell(str(next(n for n in range(1, 90) if str(n) not in {e.fell for e in table.log if isinstance(e, In)})))
    refused(table, "ana1", Act("sing", "linea"), "art. 3.1.a")


def test_pv_art_3_1_1_a_ball_comes_out_once() -> None:
    table = room(1).open()
    buy(table, "ana0", 1)
    close(table)
    table.fell("45")
    go_on(table)
    lines = table.lines()
    for bad, says in (("45", "45 has come out already"), ("91", "the drum holds 1 to 90"), ("dos", "1 to 90")):
        with pytest.raises(IllegalAction, match=says) as found:
            table.fell(bad)
        assert found.value.article == "art. 3.1§1"
    assert table.lines() == lines


def test_a_game_by_hand_that_nobody_sings_ends_with_the_last_ball() -> None:
    table = room(1, canto="a-mano").open()
    buy(table, "ana0", 2)
    close(table)
    for number in range(1, 91):
        table.fell(str(number))
        go_on(table)
    assert table.finished
    assert table.places["chips/ana0"] == 100_000 - 400 + 36 + 220  # the line's 40 cents part among six: 6 each


def test_without_cards_there_is_no_game_and_the_next_room_takes_the_next_cards() -> None:
    session = room(1)
    table = session.open()
    close(table)
    assert table.finished
    assert calls(table, "empty") == [()]
    assert evening(session, 2, seed=3)[-1].carried["next"] > 0


def test_pv_art_3_6_b_six_series_a_machine_and_player() -> None:
    table = room(1).open()
    refused(table, "ana0", Act("stake", "maquina", 200 * 37), "art. 3.6.b")
    buy(table, "ana0", 36, "maquina")
    refused(table, "ana0", Act("stake", "maquina", 200), "art. 3.6.b")
    wrong = msgspec.structs.replace(standard(rules(), 200), maximum={"carton": 20_000, "maquina": 200 * 42})
    assert [(b.where, b.article, b.right) for b in check_settings(rules(), wrong)] == [
        ("maximum.maquina", "art. 3.6.b", "72")
    ]


@pytest.mark.parametrize(
    ("category", "most", "article"),
    [
        ("especial", 12, "art. 3.6.a§2"),
        ("primera", 12, "art. 3.6.a§2"),
        ("segunda", 8, "art. 3.6.a§3"),
        ("tercera", 6, "art. 3.6.a§4"),
    ],
)
def test_pv_art_3_6_a_machines_by_category_of_the_room(category: str, most: int, article: str) -> None:
    table = room(most + 1, categoria=category).open()
    for i in range(most):
        buy(table, f"ana{i}", 1, "maquina")
    refused(table, f"ana{most}", Act("stake", "maquina", 200), article)
    buy(table, f"ana{most}", 1)
    buy(table, "ana0", 1, "maquina")


def test_pv_art_3_6_4_the_cards_in_play_are_called_by_series_and_number() -> None:
    session = room(2)
    table = session.open()
    buy(table, "ana1", 8)
    buy(table, "ana0", 1, "maquina")
    close(table)
    assert calls(table, "sold") == [("ana1", "8", "1.1-2.2"), ("ana0", "1", "2.3")]


def test_pv_art_3_3_and_pv_art_3_4_bingo_by_the_announced_ball_wins_what_has_accumulated() -> None:
    """5 per cent of twelve euros: 60 cents, won at ball 15, and not at ball 51."""
    for more, won in ((0, 60), (36, 0)):
        table = room(1, acumulado="5", bola="50").open()
        buy(table, "ana0", 6)
        close(table)
        assert table.places["meter/acumulado"] == 60
        first = [n for line in card(rules().equipment, 0) for n in line]
        # One number of every card stays back, so that no other is complete first.
        back = {lines[0][0] for lines in series(rules().equipment, 1)}
        others = [n for n in range(1, 91) if n not in first and n not in back][:more]
        balls(table, [*others, *first])
        assert table.finished
        assert table.places["meter/acumulado"] == 60 - won
        assert calls(table, "accumulated") == ([("ana0", "15")] if won else [])


@pytest.mark.parametrize(("count", "said"), [("1", "Ana: 1 cartón, 2,40."), ("11", "Ana: 11 cartones, 2,40.")])
def test_pv_3_6_one_card_sold_is_called_as_one_and_cents_in_spanish(count: str, said: str) -> None:
    assert spoken(game("bingo").rules(PV), Announce("sold", ("ana", count, "2.40"))) == said


def test_every_card_of_the_book_is_sold_once_in_a_game() -> None:
    session = room(2)
    session.settings = msgspec.structs.replace(session.settings, maximum={"carton": 10**6, "maquina": 7200})
    session.places = {"bank": 0, "chips/ana0": 10**6, "chips/ana1": 10**6}
    table = session.open()
    buy(table, "ana0", 2999)
    with pytest.raises(IllegalAction, match="takes 2, not 4"):
        buy(table, "ana1", 2)
    buy(table, "ana1", 1)
    refused(table, "ana1", Act("stake", "maquina", 200), "art. 3.5")


def test_a_killed_game_is_replayed_to_the_same_ball_and_nothing_is_paid_twice() -> None:
    """What is written down is all there is: from any prefix of it the same round goes on with the same balls."""
    session = sit("bingo", PV, minimum=200, physical=False, seed=5)
    table = session.open()
    buy(table, "ana", 6)
    buy(table, "luis", 6)
    close(table)
    copies = []
    while not table.finished:
        if table.inputs % 20 == 0:
            copies.append(replay(table.play, table.rules, [decode(line) for line in table.lines()]))
            copies[-1].use(table.chance)
            copies[-1].clock = lambda: 0
        go_on(table)
    assert len(copies) > 2
    for left in copies:
        while not left.finished:
            go_on(left)
        assert left.lines() == table.lines()
        assert left.places == table.places
        assert total(left) == 200_000
    assert audit(iter(table.lines())).breaches == []
    found = verify(iter(table.lines()))
    assert (found.breaches, found.draws) == ([], table.draws)


def test_a_ball_that_the_seed_does_not_draw_is_found() -> None:
    session = sit("bingo", PV, minimum=200, physical=False, seed=6)
    table = session.open()
    buy(table, "ana", 6)
    close(table)
    while not table.finished:
        go_on(table)
    lines = table.lines()
    at = next(i for i, line in enumerate(lines) if b'"drum:1-90"' in line)
    fell = decode(lines[at]).fell  # type: ignore[union-attr]
    other = "1" if fell != "1" else "2"
    lines[at] = lines[at].replace(f'"fell":"{fell}"'.encode(), f'"fell":"{other}"'.encode())
    found = verify(iter(lines))
    assert any("which the seed draws" in breach.right for breach in found.breaches)


# When it falls


def test_the_line_and_the_bingo_of_one_card_on_average() -> None:
    """Bingo is the last of fifteen among ninety: 15·91/16. The line by inclusion and exclusion of one, two, three."""
    assert mean(open_in_hall(WHOLE, "bingo", 1)) == Fraction(1365, 16)
    last = {k: Fraction(k * 91, k + 1) for k in (5, 10, 15)}  # the mean of the last of k numbers
    assert mean(open_in_hall(WHOLE, "linea", 1)) == 3 * last[5] - 3 * last[10] + last[15] == Fraction(11375, 176)


def drawings(shape: Shape) -> list[tuple[int, int, int, int]]:
    """Every order of the balls, or as many of each kind as there are: first line and bingo of the series, of card 0."""
    from itertools import permutations

    cards = [
        [
            range(c * shape.numbers + i * shape.each, c * shape.numbers + (i + 1) * shape.each)
            for i in range(shape.lines)
        ]
        for c in range(shape.cards)
    ]
    found = []
    for order in permutations(range(shape.balls)):
        place = {ball: i + 1 for i, ball in enumerate(order)}
        ends = [[max(place[n] for n in line) for line in lines] for lines in cards]
        found.append((min(map(min, ends)), min(map(max, ends)), min(ends[0]), max(ends[0])))
    return found


def test_every_order_of_a_small_bingo_is_counted_as_the_polynomials_count_it() -> None:
    every = drawings(SMALL)
    for t in range(SMALL.balls + 1):
        assert open_after(SMALL, "linea")[t] == Fraction(sum(o[0] > t for o in every), len(every))
        assert open_after(SMALL, "bingo")[t] == Fraction(sum(o[1] > t for o in every), len(every))
        for u in range(t, SMALL.balls + 1):
            assert survive(SMALL)[t][u] == pytest.approx(sum(o[0] > t and o[1] > u for o in every) / len(every))
            own = sum((o[2], o[3]) == (t, u) and o[0] == t and o[1] == u for o in every) / len(every)
            assert wins_both(SMALL)[t][u] == pytest.approx(own)


def test_lines_are_counted_number_by_number() -> None:
    subsets = [set(some) for size in range(16) for some in combinations(range(15), size)]
    lines = [set(range(first, first + 5)) for first in (0, 5, 10)]
    bare = [some for some in subsets if not any(line <= some for line in lines)]
    assert list(without_line(WHOLE)) == [sum(len(some) == size for some in bare) for size in range(16)]
    more = Counter(
        len(some) for some in bare for n in range(15) if n not in some and any(line <= some | {n} for line in lines)
    )
    assert completing(WHOLE) == [more[size] for size in range(16)]


def test_a_card_has_its_share_of_both_prizes_whatever_ties_there_are() -> None:
    for series_in_play in (1, 2, 33):
        chance, cards = winners(WHOLE, series_in_play), 6 * series_in_play
        for axis in (0, 1):
            by_count = chance.sum(axis=1 - axis)
            assert sum(by_count[k] / k for k in range(1, len(by_count))) == pytest.approx(1 / cards, abs=1e-9)


def test_when_it_falls_is_told_ball_by_ball() -> None:
    found = game("bingo").moments(rules(), 1)
    assert means(found) == {"linea": Fraction(11375, 176), "bingo": Fraction(1365, 16)}
    assert not found[0].by_then["linea"]
    assert found[90].by_then["bingo"] == Fraction(1)
    assert found[15].by_then["bingo"] == Fraction(1, comb(90, 15))
    for cards in (0, 3001):
        with pytest.raises(TapeteError, match="there are 1 to 3000"):
            game("bingo").moments(rules(), cards)
    with pytest.raises(TapeteError, match="is not played with cards"):
        game("bola").moments(game("bola").rules(PV), 1)


def test_pv_art_3_1_how_often_a_prize_is_shared_is_what_two_series_that_meet_come_to() -> None:
    """By hand: of two series dealt anew, both have it first at one ball, or one of them has it alone."""
    told = game("bingo").moments(rules(), 12)[-1].shared
    for what in ("linea", "bingo"):
        left = open_in_hall(WHOLE, what, 6)
        meet = sum(((before - after) ** 2 for before, after in pairwise(left)), Fraction(0))
        assert shared_in_hall(WHOLE, what, 12)[-1] == told[what] == meet > 0
        assert shared_in_hall(WHOLE, what, 5)[-1] == 0


def test_the_book_s_cards_are_played_as_they_stand() -> None:
    line, bingo = first_falls(rules(), 12, 40, seed=3, block=1)
    drum = rules().equipment
    balls = shuffled(generator(3, 1), np.arange(1, 91, dtype=np.uint8), 40)
    for game_, row in enumerate(balls):
        order = {int(ball): number for number, ball in enumerate(row, 1)}
        out: set[int] = set()
        fell: dict[str, int] = {}
        for ball in range(1, 91):
            out.add(order[ball])
            lines = [[set(numbers) <= out for numbers in card(drum, place)] for place in range(12)]
            if any(map(any, lines)):
                fell.setdefault("linea", ball)
            if any(map(all, lines)):
                fell.setdefault("bingo", ball)
        assert fell == {"linea": line[game_], "bingo": bingo[game_]}


def test_what_is_measured_is_what_is_exact_within_a_series_and_has_its_error_beyond() -> None:
    """Of one series all is known exactly, so games played with its cards show whether the measurement is right."""
    games = 40_000
    alone = out_by(rules(), 6, games)
    exact = {what: open_in_hall(WHOLE, what, 6) for what in alone}
    for what, out in alone.items():
        for ball, share in enumerate(out):
            chance = 1 - float(exact[what][ball])
            assert abs(share - chance) <= 5 * math.sqrt(chance * (1 - chance) / games) + 1e-12, (what, ball)
    assert game("bingo").moments(rules(), 6)[30].as_json()["measured"] is None
    found = game("bingo").moments(rules(), 12)
    assert found[40].games == GAMES
    played = measured(found)
    for what, expected in means(found).items():
        average, error = played[what]
        assert 0.003 < error < 0.02
        assert abs(average - expected) < 0.1
    told = found[40].as_json()
    share = told["measured"]["linea"]
    assert told["std_error"]["linea"] == pytest.approx(math.sqrt(share * (1 - share) / GAMES))


def test_what_a_card_costs_is_what_the_house_keeps() -> None:
    assert {row.setting["reparto"]: row.figures.edge for row in game("bingo").odds(rules())} == {
        "8-52": Fraction(2, 5), "10-55": Fraction(7, 20), "12-58": Fraction(3, 10),
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("count", ["1", "33"])
def test_the_loop_agrees_with_the_exact_odds_of_a_room(count: str) -> None:
    found = game("bingo")
    row = next(
        row
        for row in found.odds(rules())
        if row.bet == "carton" and row.setting == {"reparto": "10-55", "series": count}
    )
    settings = standard(rules(), options=row.setting)
    (bet,) = simulate(found.program(rules(), settings, {"carton": 1_320_000}), 200_000, seed=10).bets
    assert abs(bet.edge - float(row.figures.edge)) < 4.5 * bet.std_error
    assert abs(bet.win - float(row.figures.win)) < 4.5 * (float(row.figures.win) / bet.made) ** 0.5


def test_by_hand_of_the_last_ball_of_five_among_ninety() -> None:
    """Of one card: by ball t its first line is out with chance C(t,5)/C(90,5), and each of its lines alike."""
    for t in (5, 20, 60):
        one, two, three = (Fraction(comb(t, k), comb(90, k)) for k in (5, 10, 15))
        assert 1 - open_in_hall(WHOLE, "linea", 1)[t] == 3 * one - 3 * two + three
