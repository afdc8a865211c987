"""Pai gow by numbers: classes of hands, plans, figures, the loop. Every figure is found a second way or published."""

import random
from fractions import Fraction
from itertools import combinations
from math import comb, perm

import numpy as np
import pytest

from tapete.cards.card import FRENCH, FRENCH_JOKER
from tapete.cards.composition import Composition
from tapete.drills import drill
from tapete.engine.requests import Act
from tapete.engine.round import Round
from tapete.engine.settings import standard
from tapete.errors import TapeteError
from tapete.games import game
from tapete.games.pai_gow.best import facts
from tapete.games.pai_gow.classes import class_of, classes, finder
from tapete.games.pai_gow.counting import fixed_plans, plan, scores, shuffle
from tapete.games.pai_gow.hands import PARTS, bank_part, counted, order, part, parts
from tapete.games.pai_gow.kernel import coup
from tapete.games.pai_gow.odds import frequencies, odds, plan_name
from tapete.games.pai_gow.rules import Rules
from tapete.games.pai_gow.settle import ANY, KINDS, LOST, NULL, RUNS, TRIO, TWO_PAIRS, WON, result, simple
from tapete.games.pai_gow.worth import worths
from tapete.odds.kept import watched
from tapete.odds.report import BetOdds
from tapete.sim.run import simulate
from tests.helpers import advised, close, sit, stake
from tests.rankings import by_category
from tests.test_cli import data, run
from tests.test_pai_gow import AS, EX, NAME, PV, all_three, banked, cards, dealt, offered, parse, won

pytestmark = pytest.mark.xdist_group("pai_gow_odds")  # what is worked out for one of them serves the others

TWENTIETH = Fraction(1, 20)
WHOLE = Composition.full(1, FRENCH_JOKER)


def rules_of(region: str) -> Rules:
    return game(NAME).rules(region)  # type: ignore[no-any-return]


def row(region: str, percent: str = "5", seat: str = "jugador", policy: str = "mejor") -> BetOdds:
    wanted = {"comision": percent, "puesto": seat, "colocar": policy}
    return next(row for row in odds(rules_of(region)) if row.setting == wanted)


def pack_of(*texts: str) -> Composition:
    """The cards named, and no others."""
    named = {card for text in texts for card in parse(text)}
    return WHOLE.less(card for card in FRENCH_JOKER.cards if card not in named)


# The classes


def test_the_classes_hold_all_154_143_080_hands() -> None:
    every = classes()
    assert len(every.hands) == 292_253
    assert int(every.weights(WHOLE).sum()) == comb(53, 7) == 154_143_080
    assert int(every.weights(WHOLE.less(parse("Jk Ah 9c 9d 9s 2h 3h"))).sum()) == comb(46, 7)


@pytest.mark.parametrize(
    "lying",
    ["2c 3c 4c 5c 6c 7c 9c Jk 2d 9d 2h", "Ac Ad Ah As Kc Kd Kh Ks Qc Qd Jk", "5s 6s 7s 8s 8d 8h Ks As Jk 2d 3d"],
)
def test_hands_of_a_few_cards_fall_into_classes_as_often_as_they_are_counted(lying: str) -> None:
    few = pack_of(lying)
    found = np.zeros(len(classes().hands), np.int64)
    for hand in combinations(sorted(parse(lying)), 7):
        found[class_of(np.array(hand), 0, finder())] += 1
    assert found.sum() == comb(11, 7)
    assert (found == classes().weights(few)).all()


def test_a_draw_is_the_order_that_dividing_it_makes() -> None:
    """The first and the last orders too, where a rounded quotient would be one off."""
    source = random.Random(11)
    one, other = perm(53, 7), perm(46, 7)
    mixed, plain = np.arange(53), list(range(53))
    every = [(0, 0), (one - 1, other - 1), *((source.randrange(one), source.randrange(other)) for _ in range(5000))]
    for first, second in every:
        shuffle(mixed, first, second)
        for n in range(14):
            draw, left = (first, 53 - n) if n < 7 else (second, 53 - n)
            rest, place = divmod(draw, left)
            first, second = (rest, second) if n < 7 else (first, rest)
            plain[n], plain[n + place] = plain[n + place], plain[n]
        assert mixed.tolist() == plain


# Alspach, "7-Card Poker Hands with Joker", its royal hands as tests of the order of hands count them
ALSPACH = {
    "cinco-ases": 1_128,
    "escalera-real": 26_132,
    "escalera-de-color": 184_832,
    "poker": 307_472,
    "full": 4_188_528,
    "color": 6_172_088,
    "escalera": 11_236_028,
    "trio": 7_470_676,
    "doble-pareja": 35_553_816,
    "pareja": 64_221_960,
    "carta-mayor": 24_780_420,
}


@pytest.mark.parametrize("region", [AS, PV])
def test_pv_14_ii_1_hands_by_kind_as_they_are_published(region: str) -> None:
    assert frequencies(rules_of(region)) == ALSPACH
    assert sum(ALSPACH.values()) == comb(53, 7)


def test_pv_14_ii_1_hands_are_told_to_whoever_asks() -> None:
    found = game("pai-gow").dealt(rules_of(PV))
    assert {row.hand: row.count for row in found} == {
        "poquer" if kind == "poker" else kind: n for kind, n in ALSPACH.items()
    }
    assert {row.of for row in found} == {comb(53, 7)}
    assert all(row.article for row in found)
    assert data("odds", "pai-gow", "--region", PV, "--hands") == [row.as_json() for row in found]
    refused = run("odds", "bola", "--hands")
    assert (refused.returncode, len(refused.stderr.splitlines()), "pai-gow" in refused.stderr) == (2, 1, True)


def test_ex_1_15_2_1_hands_by_kind_by_scoring_every_one_of_them() -> None:
    """Where the joker completes no colour, what it would have made one is a run, a trio, pairs or nothing."""
    best = order(rules_of(EX)).high.ranking.compile(7)
    counted = by_category(best, best.batch.tally())
    assert frequencies(rules_of(EX)) == counted
    less = ("color", "escalera", "trio", "doble-pareja", "pareja", "carta-mayor")
    assert all(ALSPACH[kind] == counted[kind] for kind in ALSPACH if kind not in less)
    assert counted["color"] < ALSPACH["color"]


# The plans


@all_three
def test_ex_1_15_7_6_and_as_c_3_f_and_pv_14_vi_6_a_class_is_set_as_each_of_its_hands_is(region: str) -> None:
    rules, source = rules_of(region), random.Random(2)
    house = fixed_plans(facts(rules))["como-la-casa"]
    assert (house == plan(rules, "jugador/como-la-casa")).all()
    made = scores(order(rules), house)
    suited = [sorted(source.sample(range(suit, 52, 4), 5)) for suit in range(4) for _ in range(60)]
    hands = [source.sample(FRENCH_JOKER.cards, 7) for _ in range(300)]
    hands += [[*five, *source.sample([card for card in FRENCH_JOKER.cards if card not in five], 2)] for five in suited]
    for hand in hands:
        found = part(rules, hand, bank_part(rules, hand))
        assert int(made[class_of(np.array(hand), 0, finder())]) == found.high << 8 | found.low


@pytest.mark.parametrize(
    ("hand", "kinds", "allowed"),
    [
        ("Ac Kd Jh 9s 7c 4d 2h", [0], ANY),
        ("Ac Ad Jh 9s 7c 4d 2h", [0, 1], ANY - 1),
        ("9c 8d 7h 6s 5c Qd Qh", [0, 1, 4], RUNS),
        ("8c 8d 8h Ks 6c 4d 2h", [0, 1, 3], ANY & -TRIO),
        ("Ac Ad Ah Js 6c 4d 2h", [0, 1, 3], ANY - 1),
        ("10c 10d 3h 3s Ac 9d 8h", [0, 1, 2], TWO_PAIRS),
        ("10c 10d 3h 3s Kc 9d 8h", [0, 1, 2], ANY - 1),
        ("Jc Jd 3h 3s Ac 9d 8h", [0, 1, 2], ANY - 1),
        ("8c 8d 8h 5s 5c Kd 2h", [1, 3, 6], ANY - 1),
    ],
)
def test_the_rule_of_two_lines(hand: str, kinds: list[int], allowed: int) -> None:
    assert simple(counted(parse(hand)), kinds) == allowed


def by_hand(
    rules: Rules, mine: tuple[int, ...], left: Composition, seat: str, percent: int
) -> dict[tuple[int, ...], Fraction]:
    """What every part is worth, by setting each hand that can be made of what is left, one after another."""
    others = [card for card in FRENCH_JOKER.cards if left.of(card)]
    houses = [part(rules, hand, bank_part(rules, hand)) for hand in combinations(others, 7)]
    found = {}
    for low, made in zip(PARTS, parts(rules, mine), strict=True):
        if not made.foul:
            worth = {LOST: Fraction(-1), NULL: Fraction(0), WON: 1 - Fraction(percent, 100)}
            if seat == "jugador":
                ends = [result(made.high, made.low, bank.high, bank.low, rules.table) for bank in houses]
            else:
                ends = [WON - result(one.high, one.low, made.high, made.low, rules.table) for one in houses]
            found[low] = sum((worth[end] for end in ends), Fraction(0)) / len(houses)
    return found


@all_three
@pytest.mark.parametrize(
    ("mine", "others"),
    [
        ("Ac Kd Jh 9s 7c 4d 2h", "Ad Kc Jd 9h 7d 4c 2d Jk 9c 3c"),
        ("9c 9d 6h 6s Ac 5d 3h", "8c 8d 7h 7s Kc Ad 3c 2h 2s 10c"),
        ("Jk 2c 7c 9c Kc 4d 4h", "3c 4c 5c 6c 8c Kd Kh As Ad 10h"),
        ("Ac Ad Kh Qh Jh 10h 9h", "Jk Ah As Kc Kd Qc Jc 10c 9c 8c"),
    ],
)
def test_what_a_part_is_worth_by_every_hand_the_other_side_can_have(region: str, mine: str, others: str) -> None:
    rules, left = rules_of(region), pack_of(others)
    for seat, percent in (("jugador", 5), ("banquero", 5), ("jugador", 0)):
        assert worths(rules, parse(mine), left, seat, Fraction(percent, 100)) == by_hand(
            rules, parse(mine), left, seat, percent
        )


@pytest.mark.parametrize("seat", ["jugador", "banquero"])
def test_the_plan_is_the_best_of_every_hand_but_for_what_suits_change(seat: str) -> None:
    """Of 60 hands, each against all 53,524,680 that the other side can have."""
    rules, source = rules_of(PV), random.Random(3)
    made = scores(order(rules), plan(rules, f"{seat}/5"))
    lost = []
    for _ in range(60):
        hand = source.sample(FRENCH_JOKER.cards, 7)
        found = worths(rules, hand, WHOLE.less(hand), seat, TWENTIETH)
        planned = int(made[class_of(np.array(hand), 0, finder())])
        alike = [low for low, one in zip(PARTS, parts(rules, hand), strict=True) if one.high << 8 | one.low == planned]
        assert len({found[low] for low in alike}) == 1
        lost.append(max(found.values()) - found[alike[0]])
    assert max(lost) < Fraction(1, 500)
    assert sum(lost) / len(lost) < Fraction(1, 50_000)


# The figures


@all_three
def test_every_row_has_an_error_below_a_hundredth_of_a_per_cent(region: str) -> None:
    rows = odds(rules_of(region))
    assert len(rows) == 6 * 2 * 3
    for found in rows:
        assert found.std_error is not None
        assert found.std_error < 0.0001
        assert found.figures.win + found.figures.push + found.figures.lose == 1
        assert found.as_json()["edge"] is None


def test_the_houses_way_against_itself_is_near_what_is_published_for_another() -> None:
    """The Wizard of Odds prints 28.61, 41.48 and 29.91 per cent for Trump Plaza's way, an edge of 2.73 per cent (from
    memory). It has other rules for runs, so the figures are near, not equal.
    """
    found = row(PV, policy="como-la-casa").figures
    assert found.win == pytest.approx(0.2861, abs=0.007)
    assert found.push == pytest.approx(0.4148, abs=0.009)
    assert found.lose == pytest.approx(0.2991, abs=0.007)
    assert found.edge == pytest.approx(0.0273, abs=0.001)


@all_three
def test_the_houses_way_against_itself_by_setting_hands_one_by_one(region: str) -> None:
    """2,000 deals in plain Python, each from both sides: the error of their mean is below 0.0018."""
    rules, source, total = rules_of(region), random.Random(4), Fraction(0)
    worth = {LOST: Fraction(-1), NULL: Fraction(0), WON: Fraction(95, 100)}
    for _ in range(2000):
        deal = source.sample(FRENCH_JOKER.cards, 14)
        one, other = (part(rules, hand, bank_part(rules, hand)) for hand in (deal[:7], deal[7:]))
        total += worth[result(one.high, one.low, other.high, other.low, rules.table)]
        total += worth[result(other.high, other.low, one.high, one.low, rules.table)]
    assert float(-total / 4000) == pytest.approx(row(region, policy="como-la-casa").figures.edge, abs=4 * 0.0018)


@all_three
def test_what_one_side_wins_the_other_loses_and_the_bank_has_the_copies(region: str) -> None:
    mine, bank = row(region, "0", policy="como-la-casa"), row(region, "0", "banquero", "como-la-casa")
    assert (mine.figures.win, mine.figures.lose) == (bank.figures.lose, bank.figures.win)
    # Without a commission all that is left is what copies are worth: something over one per cent.
    assert 0.012 < mine.figures.edge == -bank.figures.edge < 0.015


@all_three
def test_best_play_costs_least_and_every_per_cent_of_commission_costs_a_hundredth_of_the_wins(region: str) -> None:
    for seat in ("jugador", "banquero"):
        edges = {
            policy: row(region, "5", seat, policy).figures.edge for policy in ("mejor", "como-la-casa", "sencilla")
        }
        assert edges["mejor"] < min(edges["como-la-casa"], edges["sencilla"]) - 0.001
        assert edges["sencilla"] < edges["mejor"] + 0.005
        for percent in range(6):
            found, house = (row(region, str(percent), seat, policy) for policy in ("mejor", "como-la-casa"))
            free = row(region, "0", seat, "como-la-casa").figures
            assert house.figures.edge == pytest.approx(free.edge + percent / 100 * free.win, abs=1e-12)
            assert found.figures.edge < house.figures.edge


@all_three
def test_how_often_the_best_setting_is_the_houses_own(region: str) -> None:
    """By hands at random, each set both ways."""
    rules, source, alike = rules_of(region), random.Random(5), 0
    made, house = (scores(order(rules), plan(rules, f"jugador/{name}")) for name in ("5", "como-la-casa"))
    for _ in range(4000):
        found = class_of(np.array(source.sample(FRENCH_JOKER.cards, 7)), 0, finder())
        alike += bool(made[found] == house[found])
    share = row(region).decisions["como-la-casa"]
    assert isinstance(share, Fraction)
    assert alike / 4000 == pytest.approx(float(share), abs=4 * 0.0045)


@pytest.mark.usefixtures("anew")
def test_cards_that_are_gone_change_the_figures() -> None:
    rules = rules_of(PV)
    whole = {tuple(found.setting.values()): found for found in odds(rules)}
    for found in odds(rules, WHOLE):
        assert found.std_error is not None
        same = whole[tuple(found.setting.values())]
        assert found.figures.edge == pytest.approx(same.figures.edge, abs=5 * found.std_error)
    low, told = pack_of("2c 2d 3c 3d 4c 4d 5h 5s 6h 6s 7h 7s 8c 8d 9c 9d"), list[tuple[int, int]]()
    with watched(lambda *so_far: told.append(so_far)):
        rows = odds(rules, low)
    assert told[-1][0] == told[-1][1]
    changed = next(found for found in rows if found.setting == whole["5", "jugador", "mejor"].setting)
    assert abs(float(changed.figures.edge - whole["5", "jugador", "mejor"].figures.edge)) > 0.005


def test_a_pack_that_cannot_be_dealt_is_refused() -> None:
    rules = rules_of(PV)
    for shoe, reason in (
        (Composition.full(1, FRENCH), "dealt from the French pack of 53"),
        (Composition.full(2, FRENCH_JOKER), "from one pack, not from 2"),
        (pack_of("2c 2d 3c 3d 4c 4d 5h 5s 6h 6s 7h 7s 8c"), "takes 14 cards, and the pack has 13 left"),
    ):
        with pytest.raises(TapeteError, match=reason):
            odds(rules, shoe)


# Advice


def at_cards(region: str, seed: int, bank: bool = False) -> Round:
    """A live hand in which Ana has to part her cards."""
    session = sit(NAME, region, physical=False, seed=seed)
    table = banked(session, "ana", 10_000) if bank else offered(session)
    stake(table, "luis" if bank else "ana", "apuesta", "10")
    close(table)
    return table


@all_three
def test_advice_is_what_each_part_is_worth_to_who_sees_these_cards(region: str) -> None:
    for seed, bank in ((1, False), (2, False), (3, True)):
        table = at_cards(region, seed, bank)
        slots = table.cards["mano/ana"]
        hand = parse(" ".join(table.view("ana").cards["mano/ana"]))
        seat = "banquero" if bank else "jugador"
        exact = worths(rules_of(region), hand, WHOLE.less(hand), seat, TWENTIETH)
        advice = advised(table)
        assert {item.option: item.value for item in advice} == {
            " ".join(slots[at] for at in low): float(worth) for low, worth in exact.items()
        }
        assert table.view("ana").told(advice[0].option).split() == [
            FRENCH_JOKER.show(hand[slots.index(slot)]) for slot in advice[0].option.split()
        ]
        assert advised(table, "watcher") == []


def test_a_drill_asks_for_two_cards_by_their_faces() -> None:
    rules = rules_of(PV)
    asking = drill(game(NAME), rules, standard(rules), random.Random(9), deciding=True)
    question = next(asking)
    mine = question.cards["mano/ana"]
    assert len(mine) == 7
    assert all(len(option.split()) == 2 and set(option.split()) <= set(mine) for option in question.options)
    best, worst = question.advice[0], question.advice[-1]
    assert question.judge(best.option).cost == 0
    assert question.judge(worst.option).cost == pytest.approx((best.value - worst.value) * question.staked)
    with pytest.raises(StopIteration):
        asking.send(worst.option)


# The loop and the table


@all_three
@pytest.mark.parametrize("policy", ["mejor", "como-la-casa", "sencilla"])
def test_the_procedure_pays_what_the_loop_does(region: str, policy: str) -> None:
    """Ana's cards are laid as the plan has them; the croupier's are set at the table."""
    rules, source = rules_of(region), random.Random(6)
    made = scores(order(rules), plan(rules, plan_name(TWENTIETH, "jugador", policy)))
    for _ in range(25):
        deal = source.sample(FRENCH_JOKER.cards, 14)
        mine, bank = deal[:7], deal[7:]
        planned = int(made[class_of(np.array(mine), 0, finder())])
        low = next(
            low for low, one in zip(PARTS, parts(rules, mine), strict=True) if one.high << 8 | one.low == planned
        )
        table = dealt(offered(sit(NAME, region)), [1, 1, 1], ("ana", "10"))
        table.act("ana", Act("set", slots=tuple(table.cards["mano/ana"][at] for at in low)))
        cards(table, FRENCH_JOKER.text(bank), FRENCH_JOKER.text(mine))
        assert won(table) == {LOST: -1000, NULL: 0, WON: 950}[coup(rules, TWENTIETH, "jugador", policy, deal)]


def test_the_loop_counts_what_a_bank_wins_from_its_side() -> None:
    rules, source = rules_of(PV), random.Random(7)
    for _ in range(50):
        deal = source.sample(FRENCH_JOKER.cards, 14)
        mine = coup(rules, TWENTIETH, "jugador", "como-la-casa", deal)
        assert coup(rules, TWENTIETH, "banquero", "como-la-casa", [*deal[7:], *deal[:7]]) == WON - mine


@pytest.mark.parametrize("seat", ["jugador", "banquero"])
def test_the_loop_agrees_with_the_figures(seat: str) -> None:
    rules = rules_of(EX)
    settings = standard(rules, options={"puesto": seat})
    (bet,) = simulate(game(NAME).program(rules, settings, {"apuesta": 1000}), 300_000, seed=8).bets
    assert abs(bet.edge - float(row(EX, seat=seat).figures.edge)) < 4.5 * bet.std_error


# Best play as tables


@all_three
def test_when_pairs_are_parted_as_tables(region: str) -> None:
    """What the Wizard of Odds advises against a house's way (pai gow poker, appendix 2): two pairs stay together when
    their ranks add up to 9 or less beside a king, or to 15 or less beside an ace; aces are always parted.
    """
    rules = rules_of(region)
    tables = {guide.name: guide for guide in game(NAME).guides(rules, standard(rules))}
    assert {name: (len(guide.rows), guide.columns) for name, guide in tables.items()} == {
        "dobles-parejas": (55, ("as", "rey", "otra-menor")),
        "reyes-y-otra-pareja": (11, ("as", "otra-menor")),
        "ases-y-otra-pareja": (12, ("cualquiera",)),
        "poker-bajo": (11, ("as", "rey", "otra-menor")),
        "poker-alto": (2, ("cualquiera",)),
    }
    ranks = {rank: place + 2 for place, rank in enumerate(FRENCH_JOKER.ranks)}
    differ = []
    for hand, cells in tables["dobles-parejas"].rows.items():
        total = sum(ranks[rank] for rank in hand.split("-"))
        for column, least, cell in zip(("as", "rey", "otra-menor"), (15, 9, 0), cells, strict=True):
            if (cell["juntas"] > cell["separadas"]) != (total <= least):
                differ.append((hand, column))
    assert len(differ) <= 12
    assert all(cell["separadas"] > cell["juntas"] for (cell,) in tables["ases-y-otra-pareja"].rows.values())


def test_a_cell_is_what_its_hands_are_worth_on_average() -> None:
    """Nines and sixes beside an ace and two lower cards: of 40 such, each against all hands of the other side."""
    rules, source = rules_of(PV), random.Random(10)
    found, made = order(rules), {"juntas": 0.0, "separadas": 0.0}
    two_pairs = KINDS.index("doble-pareja")
    for _ in range(40):
        ranks = [7, 7, 4, 4, 12, *source.sample([rank for rank in range(12) if rank not in (4, 7)], 2)]
        hand = [4 * rank + suit for rank, suit in zip(ranks, (0, 1, 2, 3, 0, 1, 2), strict=True)]
        worth = worths(rules, hand, WHOLE.less(hand), "jugador", TWENTIETH)
        for low, one in zip(PARTS, parts(rules, hand), strict=True):
            assert one.foul == (low not in worth)
        kept = [low for low in worth if found.kinds[part(rules, hand, low).high] == two_pairs]
        made["juntas"] += float(max(worth[low] for low in kept)) / 40
        made["separadas"] += float(max(worth[low] for low in worth if low not in kept)) / 40
    cell = next(guide for guide in game(NAME).guides(rules, standard(rules))).rows["9-6"][0]
    assert made == pytest.approx({choice: float(worth) for choice, worth in cell.items()}, abs=0.02)


def test_a_commission_between_two_whole_ones_costs_what_lies_between() -> None:
    """With cards set in one way what the house keeps grows evenly with its share; the count is the shipped one."""
    rules = rules_of("asturias")
    asked = rules.pricing({"comision": "2.5"})
    assert facts(asked) == facts(rules)
    found = {(row.setting["comision"], row.setting["puesto"]): row for row in game(NAME).odds(asked) if fixed(row)}
    for seat in ("jugador", "banquero"):
        edges = {percent: float(found[percent, seat].figures.edge) for percent in ("2", "2.5", "3")}
        assert edges["2.5"] == pytest.approx((edges["2"] + edges["3"]) / 2, abs=1e-12)


def fixed(row: BetOdds) -> bool:
    return row.setting["colocar"] == "como-la-casa"
