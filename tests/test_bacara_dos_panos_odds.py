"""Both cloths against the banker: counted in other ways, in equilibrium, dealt by loop and table alike."""

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tapete.cards.card import FRENCH
from tapete.cards.composition import Composition
from tapete.engine.requests import Act, Show
from tapete.engine.settings import standard
from tapete.errors import TapeteError
from tapete.games import game
from tapete.games.bacara_dos_panos import kernel
from tapete.games.bacara_dos_panos.both import FACED, SHOWN, Hands, count, count_with, coups
from tapete.games.bacara_dos_panos.odds import MOST, Facing, counted, hands, odds, solution
from tapete.games.bacara_dos_panos.rules import Rules
from tapete.games.bacara_dos_panos.solving import Stakes, against, answers, played, slope
from tapete.games.shared.bacara import duel
from tapete.games.shared.bacara.points import STOOD
from tapete.games.shared.bacara.rules import third, worth
from tapete.games.shared.bacara.shoe import counts, full
from tests.helpers import advised, choose, close, sit

NAME = "bacara-dos-panos"
FULL = (96, *[24] * 9)
NOTHING, TWO, OPEN = Fraction(0), Fraction(2, 100), Fraction(125, 10_000)


def rules(region: str = "extremadura") -> Rules:
    found: Rules = game(NAME).rules(region)
    return found


def known() -> Hands:
    return hands(rules())


# All orders of a small shoe

SMALL = (3, 0, 1, 0, 1, 1, 1, 0, 1, 1)  # nine cards by what they count


def orders(left: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every order of all cards, cards that count alike being alike."""
    if not any(left):
        yield ()
    for card, many in enumerate(left):
        if many:
            for rest in orders((*left[:card], many - 1, *left[card + 1 :])):
                yield (card, *rest)


def naive(cards: tuple[int, ...], draws_to_five: bool, banker: Any) -> tuple[int, int]:
    """One coup as the text has it: at each cloth 0 if it wins, 1 for a tie, 2 if the banker does."""
    totals = [(cards[number] + cards[number + 3]) % 10 for number in range(3)]
    rest = list(cards[6:])
    two_cards = [True, True, True]
    has = [SHOWN if totals[cloth] > 7 else STOOD for cloth in range(2)]
    if totals[2] < 8:
        for cloth in range(2):
            if totals[cloth] < 5 or (totals[cloth] == 5 and draws_to_five):
                has[cloth] = rest.pop(0)
                totals[cloth] = (totals[cloth] + has[cloth]) % 10
                two_cards[cloth] = False
        if has != [SHOWN, SHOWN] and banker[totals[2], has[0], has[1]]:
            totals[2] = (totals[2] + rest.pop(0)) % 10
            two_cards[2] = False
    found = []
    for cloth in range(2):
        mine, his = ((two_cards[hand] and totals[hand] > 7, totals[hand]) for hand in (cloth, 2))
        found.append(0 if mine > his else 1 if mine == his else 2)
    return found[0], found[1]


@pytest.mark.parametrize("q", [0, 1])
def test_all_orders_of_a_small_shoe_counted_one_by_one(q: int) -> None:
    coup = count(coups(SMALL), known())
    banker = answers(coup, known().rule, Fraction(q), Stakes(cut=TWO))
    found = np.zeros((3, 3), int)
    every = list(orders(SMALL))
    for cards in every:
        found[naive(cards, bool(q), banker)] += 1
    expected = tuple(tuple(Fraction(int(cell), len(every)) for cell in row) for row in found)
    assert played(coup, Fraction(q), Fraction(q), banker) == expected


def test_against_one_cloth_it_is_the_duel_of_chemin_de_fer() -> None:
    """A banker who looks at the first cloth alone plays against it as in the other game, which is counted otherwise."""
    rule = third(rules())
    tally = duel.tally(FULL, rule)
    banker = duel.answers(tally, rule, Fraction(1, 3), NOTHING)
    ends = duel.ends(tally, Fraction(1, 3), banker)
    both = np.full((8, FACED, FACED), Fraction(0), object)
    for (points, card), share in banker.items():
        both[points, card, :] = share
    found = played(counted(known(), FULL), Fraction(1, 3), Fraction(4, 5), both)
    assert tuple(map(sum, found)) == tuple(ends)


def test_the_orders_of_nine_cards_are_all_counted() -> None:
    of = 1
    for gone in range(9):
        of *= 312 - gone
    assert counted(known(), FULL).of == of
    assert counts(rules(), full(rules()), MOST) == FULL


# Best play


@pytest.mark.parametrize("cut", [NOTHING, TWO, OPEN])
def test_in_equilibrium_nobody_gains_by_playing_otherwise(cut: Fraction) -> None:
    """But for less than a thousand-millionth: the cloths' chance is rounded to as much."""
    found = solution(known(), FULL, "equilibrio", cut)
    coup, stakes = counted(known(), FULL), Stakes(cut=cut)
    assert 0 < found.punto < 1
    best = against(coup, known().rule, found.punto, stakes)
    assert 0 <= best.bank(stakes) - found.bank(stakes) < Fraction(1, 10**9)
    assert abs(slope(coup, found.punto, found.banker)) < Fraction(1, 10**9)


def test_both_cloths_are_alike_and_without_the_house_s_part_the_banker_has_what_they_lose() -> None:
    found = solution(known(), FULL, "equilibrio", NOTHING)
    assert all(found.ends[one][other] == found.ends[other][one] for one in range(3) for other in range(3))
    assert found.bank(Stakes()) == -2 * found.cloth


def test_a_cloth_loses_less_than_the_punto_of_chemin_de_fer() -> None:
    """The banker cannot answer both hands at once; that his advantage is below one per cent is in the books."""
    rule = third(rules())
    single = duel.equilibrium(duel.tally(FULL, rule), rule, NOTHING)
    found = solution(known(), FULL, "equilibrio", NOTHING)
    assert single.ends.punto < found.cloth < 0
    assert -0.01 < found.cloth < -0.008


def test_the_stakes_at_both_cloths_decide_for_which_the_banker_plays() -> None:
    """Five against an ace and against a five: the table has him stand for the one and draw for the other."""
    table = Facing(rules(), standard(rules()), full(rules()))
    for first, second, word in ((100, 1, "no"), (1, 100, "carta")):
        worths = {said: table.banker(5, (1, 5), said, Stakes(first, second, NOTHING)) for said in ("carta", "no")}
        assert max(worths, key=lambda said: worths[said]) == word


@pytest.mark.parametrize("region", ["extremadura", "pais-vasco"])
def test_ex_2_1_b_5_11_and_pv_09_v_3_what_the_house_has_is_its_part_of_what_the_banker_wins_in_all(region: str) -> None:
    for row in odds(rules(region)):
        if row.bet != "banca":
            continue
        share = {"limitada": TWO, "libre": OPEN}[row.setting["modalidad"]]
        found = solution(known(), FULL, row.setting["juego"], share)
        won = sum(found.ends[one][other] * max(one + other - 2, 0) for one in range(3) for other in range(3))
        assert row.figures.edge == found.cloth + share * won / 2
        assert f"{float(100 * found.cloth):.4f} %" in row.note


def test_a_stake_across_both_is_worth_the_mean_of_both_and_varies_less() -> None:
    rows = {row.bet: row.figures for row in odds(rules()) if row.setting["juego"] == "equilibrio"}
    assert rows["caballo"].edge == rows["primero"].edge == rows["segundo"].edge
    assert rows["caballo"].variance < rows["primero"].variance


def test_what_the_totals_of_a_cloth_are_worth_adds_up_to_the_game() -> None:
    """Each total as often as it comes, five as it is mixed."""
    found = solution(known(), FULL, "equilibrio", TWO)
    worth_of, of = Fraction(0), counted(known(), FULL).of
    for total in range(10):
        draw = Fraction(total < 5) if total != 5 else found.punto
        for share, draws in ((draw, True), (1 - draw, False)):
            if share:
                only = count_with(coups(FULL), known(), total, draws)
                ends = played(only, Fraction(1), found.punto, found.banker)
                worth_of += share * Fraction(only.of, of) * (sum(ends[0]) - sum(ends[2]))
    assert worth_of == found.cloth


def test_the_guides_price_both_words() -> None:
    book = game(NAME).rules("extremadura")
    punto, *banker = game(NAME).guides(book, standard(book))
    (five,) = punto.rows["5"]
    assert abs(float(five["carta"]) - float(five["no"])) < 1e-9
    assert punto.best(punto.rows["4"][0]) == "carta"
    assert punto.best(punto.rows["6"][0]) == "no"
    assert [guide.name for guide in banker] == [f"banquero-{points}" for points in (3, 4, 5, 6)]
    assert banker[0].columns == (*map(str, range(10)), "ninguna", "abate")
    # Where both cloths have the same, he does what the text's table has, but for its options and six against none.
    rule = third(book)
    for guide, points in zip(banker, (3, 4, 5, 6), strict=True):
        for card in range(STOOD + 1):
            letter = rule.banker(points, card)
            if letter != "O" and (points, card) != (6, STOOD):
                cell = guide.rows[guide.columns[card]][card]
                assert guide.best(cell) == ("carta" if letter == "T" else "no"), (points, card)


def test_a_shoe_too_small_for_a_coup_is_refused() -> None:
    few = Composition(FRENCH, 1, tuple(int(number < 8) for number in range(52)))
    with pytest.raises(TapeteError, match="a coup may take 9 cards"):
        odds(rules(), few)


def opened(seed: int, **stakes: int) -> Any:
    """A live table: Ana's bank of 100, stakes in cents, Eva's at the first cloth, Luis's at the second; bets closed."""
    table = sit(NAME, "extremadura", physical=False, seed=seed, chips=dict.fromkeys(PEOPLE, 100_000)).open()
    table.act("ana", Act("bid", "", 10_000))
    close(table)
    choose(table, "croupier", "hecha")
    for who, cents in stakes.items():
        table.act(who, Act("stake", "primero" if who == "eva" else "segundo", cents))
    close(table)
    return table


PEOPLE = ("ana", "luis", "eva", "teo", "ivo")


def test_advice_is_computed_from_what_one_sees() -> None:
    """The cloth that speaks is told what its cards are worth, and nobody else anything of them."""
    table = opened(3, eva=2000, luis=500)
    own = [card for card in table.view("eva").cards["primero"] if card]
    points = sum(worth(rules())[FRENCH.card(card)] for card in own) % 10
    words = {item.option: item.value for item in advised(table, "eva")}
    facing = Facing(rules(), table.header.settings, full(rules()))
    expected = {"carta"} if points < 5 else {"carta", "no"} if points == 5 else {"no"} if points < 8 else {"abatir"}
    assert words.keys() - {"consejo"} == expected
    assert all(value == float(facing.cloth(points, word)) for word, value in words.items() if word in ("carta", "no"))
    assert advised(table, "ana") == advised(table, "luis") == []


def test_the_banker_is_advised_by_what_lies_at_both_cloths() -> None:
    for seed in range(40):
        table = opened(seed, eva=2000, luis=500)
        while table.pending is not None and "pago" not in table.pending.label:
            who, view = table.pending.actors()[0], table.view(table.pending.actors()[0])
            own = sum(worth(rules())[FRENCH.card(card)] for card in view.cards[view.about][:2] if card) % 10
            if who == "ana" and "carta" in view.choices and 2 < own < 7:
                has = [view.cards[cloth][2:] for cloth in ("primero", "segundo")]
                shown = [all(view.cards[cloth][:2]) for cloth in ("primero", "segundo")]
                if not any(shown):
                    faced = [worth(rules())[FRENCH.card(card[0])] if card else STOOD for card in has]
                    facing = Facing(rules(), table.header.settings, full(rules()))
                    words = {item.option: item.value for item in advised(table, "ana")}
                    for word in ("carta", "no"):
                        assert words[word] == float(facing.banker(own, faced, word, Stakes(2000, 500, TWO)))
                    return
            said = {True: "abatir", False: "no"}[own > 7] if who != "ana" else "dar" if "dar" in view.choices else "no"
            choose(table, who, "carta" if who != "ana" and own < 5 else said)
    raise AssertionError("the banker was never asked")


# The loop and the table


@pytest.mark.parametrize("policy", ["plantarse-con-5", "pedir-con-5"])
def test_the_loop_and_the_table_pay_the_same_coups_alike(policy: str) -> None:
    """Both deal one shoe from its first card; who always or never draws to five leaves nothing to chance."""
    book = rules()
    cards = [FRENCH.show(card) for card in FRENCH.cards for _ in range(6)]
    random.Random(7).shuffle(cards)
    values = np.array([[worth(book)[FRENCH.card(card)] for card in cards]], np.uint8)
    given = kernel.tables(book, policy, TWO)
    found = np.empty(100, np.uint8)
    have = kernel._deal_shoes(values, np.zeros((1, kernel.COUPS, 3), np.int64), *given[1:], found, 0)
    banker = solution(known(), FULL, policy, TWO).banker
    session = sit(NAME, "extremadura", chips=dict.fromkeys(PEOPLE, 10**6), options={"tallas": "1"})
    dealt = coup = 0
    while not coup or session.round is None or session.round.carried["shoe"]:
        table = session.open()
        if coup:
            table.act("ana", Act("go-on"))
        else:
            table.act("ana", Act("bid", "", 50_000))
            close(table)
            choose(table, "croupier", "hecha")
        before = dict(table.places)
        table.act("eva", Act("stake", "primero", 500))
        table.act("luis", Act("stake", "segundo", 500))
        dealt += one_coup(table, cards, dealt, policy == "pedir-con-5", banker)
        end = int(found[coup])
        for who, bet in (("eva", "primero"), ("luis", "segundo")):
            assert table.places[f"chips/{who}"] - before[f"chips/{who}"] == kernel.back(bet, 500, 50, TWO, end) - 500
        banks = sum(table.places.get(place, 0) - before.get(place, 0) for place in ("banca/ana", "chips/ana"))
        assert banks == kernel.back("banca", 1000, 50, TWO, end) - 1000
        coup += 1
        if not table.finished:
            choose(table, "croupier", "nadie-lo-pide")
    assert coup == have


def one_coup(table: Any, cards: list[str], dealt: int, draws: bool, banker: Any) -> int:
    """A coup at the table, played as the loop plays it: how many cards it took."""
    close(table)
    points = worth(table.rules)
    value = [points[FRENCH.card(card)] for card in cards[dealt : dealt + 9]]
    totals = [(value[number] + value[number + 3]) % 10 for number in range(3)]
    takes = [total < 5 or (total == 5 and draws) for total in totals[:2]]
    said = ["abatir" if total > 7 else "carta" if takes[cloth] else "no" for cloth, total in enumerate(totals[:2])]
    if said != ["abatir", "abatir"]:
        if totals[2] > 7:
            said.append("abatir")
        else:
            thirds = iter(value[6:])
            has = [next(thirds) if takes[cloth] else SHOWN if totals[cloth] > 7 else STOOD for cloth in range(2)]
            said += [*(["dar"] if any(takes) else []), "carta" if banker[totals[2], has[0], has[1]] else "no"]
    for word in (*said, "pagar"):
        shown(table, cards, dealt)
        choose(table, table.pending.actors()[0], word)
    return sum(map(len, table.cards.values()))


def shown(table: Any, cards: list[str], dealt: int) -> None:
    """Cards are turned over as they lay in the shoe."""
    while isinstance(table.pending, Show):
        table.fell(cards[dealt + int(table.pending.slot[1:])])
