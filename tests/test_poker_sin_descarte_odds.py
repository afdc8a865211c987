"""The odds of poker without discard counted again in other ways, and procedure, odds and loop against each other."""

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations

import msgspec
import numpy as np
import pytest

from tapete.cards.card import FRENCH, SPANISH
from tapete.cards.composition import Composition
from tapete.engine.requests import Act
from tapete.engine.round import Round
from tapete.engine.settings import standard
from tapete.errors import TapeteError
from tapete.games import game
from tapete.games.poker_sin_descarte.best import Answer, Facts, analysis, facts
from tapete.games.poker_sin_descarte.counting import Analysis
from tapete.games.poker_sin_descarte.deals import GO, PASS
from tapete.games.poker_sin_descarte.kernel import apart, coup, outcomes
from tapete.games.poker_sin_descarte.odds import Ended, Facing, ended, won
from tapete.odds.report import BetOdds
from tapete.sim.run import simulate
from tests.helpers import advised, choose, close, sit, stake

pytestmark = pytest.mark.xdist_group("poker_sin_descarte_odds")  # what is worked out for one of them serves the others

NAME, EX, GA, AS, PV = "poker-sin-descarte", "extremadura", "galicia", "asturias", "pais-vasco"
PAYS = (1, 1, 2, 3, 4, 5, 7, 20, 25, 100)
RUNS = {(12, 3, 2, 1, 0): 3, **{tuple(range(top, top - 5, -1)): top for top in range(4, 13)}}
HANDS = 2_598_960
FULLS, POKERS, STRAIGHT_FLUSHES, ROYALS = 3744, 624, 36, 4


@cache
def strength(cards: frozenset[int]) -> tuple[int, tuple[int, ...]]:
    """What five cards are worth, by another judge than the tables: kind, then ranks as they are compared."""
    ranks = Counter(card // 4 for card in cards)
    falling = tuple(sorted(ranks, key=lambda rank: (-ranks[rank], -rank)))
    groups = tuple(sorted(ranks.values(), reverse=True))
    suited, run = len({card % 4 for card in cards}) == 1, RUNS.get(falling, -1) if len(ranks) == 5 else -1
    if run >= 0:
        return (9 if suited and run == 12 else 8 if suited else 4), (run,)
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1,) * 5: 5 if suited else 0}
    return kinds[groups], falling


def plays(bank: tuple[int, tuple[int, ...]]) -> bool:
    return bank >= (0, (12, 11))


def clash(mine: tuple[int, ...], bank: tuple[int, ...]) -> int:
    """What going wins or loses, in first stakes."""
    own, other = strength(frozenset(mine)), strength(frozenset(bank))
    if not plays(other):
        return 1
    return 0 if own == other else 1 + 2 * PAYS[own[0]] if own > other else -3


@cache
def rows(region: str) -> list[BetOdds]:
    return game(NAME).odds(game(NAME).rules(region))


def row(region: str, bet: str, **setting: str) -> BetOdds:
    """The row of a bet with these settings, and perhaps others."""
    named = {key.replace("_", "-"): value for key, value in setting.items()}
    return next(row for row in rows(region) if row.bet == bet and named.items() <= row.setting.items())


@cache
def answer(bought: bool = False) -> Answer:
    return analysis(facts(game(NAME).rules(EX), bought=bought))


# Published, and counted by hand


def test_the_published_game_with_fifty_for_a_straight_flush() -> None:
    """Caribbean stud: 5.2243 % of the ante, 2.555 % of all that is staked, 52.23 % of hands raised; with A-K-J-8-3 or
    better 5.316 %. As the Wizard of Odds has them, from memory; of 19,933,230,517,200 deals.
    """
    asked = msgspec.structs.replace(facts(game(NAME).rules(EX)), pays=(*PAYS[:8], 50, 100))
    found = Analysis(asked, lambda done, of: None).answer()
    deals = 19_933_230_517_200 * found.scale
    edges = {}
    for way, count in found.ends.items():
        assert sum(count) == deals
        nets = ((-1, 1, -3, 0, 1 + 2 * asked.pays[end.place])[end.end] * many for end, many in ended(count))
        edges[way] = Fraction(-sum(nets), deals)
    assert round(float(edges["mejor"]), 6) == 0.052243
    assert round(float(edges["sencillo"]), 5) == 0.05316
    raised = 1 - Fraction(sum(many for end, many in ended(found.ends["mejor"]) if not end.end), deals)
    assert round(float(raised), 4) == 0.5223
    assert round(float(edges["mejor"] / (1 + 2 * raised)), 4) == 0.0256


def test_rules_that_come_to_the_same_share_one_count() -> None:
    assert len({facts(game(NAME).rules(region)) for region in (EX, GA, AS, PV)}) == 1
    printed = game(NAME).rules(AS, {"hands.kinds.color.tie": "printed"})
    assert facts(printed) != facts(game(NAME).rules(AS))


@pytest.mark.parametrize("region", [EX, GA, AS, PV])
def test_every_text_costs_the_same_without_its_options(region: str) -> None:
    best = row(region, "inicial", juego="mejor", compra="no")
    assert best.figures.edge == row(EX, "inicial", juego="mejor", compra="no").figures.edge
    assert round(float(best.figures.edge), 6) == 0.052637
    assert best.note == "best play"
    assert round(float(row(region, "inicial", juego="mejor", compra="si").figures.edge), 6) == 0.012172


def test_what_rules_to_remember_cost() -> None:
    """Nine hundredths of a per cent; four tenths of it for who plays as the bank; blind, eleven per cent."""
    ways = [("mejor", "no"), ("sencillo", "no"), ("como-la-banca", "no"), ("siempre", "no"), ("mejor", "si")]
    edge = {(way, buys): float(row(EX, "inicial", juego=way, compra=buys).figures.edge) for way, buys in ways}
    best = edge["mejor", "no"]
    assert round(edge["sencillo", "no"] - best, 4) == 0.0009
    assert round(edge["como-la-banca", "no"] - best, 4) == 0.0046
    assert round(edge["siempre", "no"] - best, 4) == 0.1138
    simple = float(row(EX, "inicial", juego="sencillo", compra="si").figures.edge)
    assert round(simple - edge["mejor", "si"], 4) == 0.0059


def test_going_always_by_another_count() -> None:
    """Each hand's chances against another dealt beside it are even, so blind play follows from what hands there are.

    Of deals in which the bank plays the player wins as many as the bank with a hand that plays, and loses with less.
    """
    blind = row(EX, "inicial", juego="siempre", compra="no").figures
    count = answer().ends["siempre"]
    idle = Fraction(sum(many for end, many in ended(count) if end.end == 1), sum(count))
    # Five different ranks without ace and king both, no straight and no colour: 1,302,540 hands less those with both.
    with_both = (4**5 - 4) * (165 - 1)
    assert idle == Fraction(1_302_540 - with_both, HANDS)
    assert blind.win > idle
    assert blind.win + blind.push + blind.lose == 1


@pytest.mark.parametrize("region", [EX, GA, AS, PV])
def test_ex_1_12_7_a_what_the_insurance_costs(region: str) -> None:
    prizes = 100 * FULLS + 300 * POKERS + 1000 * STRAIGHT_FLUSHES + 2000 * ROYALS
    assert row(region, "seguro").figures.edge == 1 - Fraction(prizes, HANDS)


def test_ex_1_12_7_b_what_the_carousel_costs() -> None:
    prizes = 12_000 * ROYALS + 2000 * STRAIGHT_FLUSHES + 400 * POKERS + 100 * FULLS + 60 * 5108 + 30 * 10_200
    assert row(EX, "carrusel", carrusel_trio="no").figures.edge == 1 - Fraction(prizes, HANDS)
    assert row(EX, "carrusel", carrusel_trio="si").figures.edge == 1 - Fraction(prizes + 10 * 54_912, HANDS)


@pytest.mark.parametrize("region", [EX, GA, AS, PV])
def test_ex_1_12_7_c_2_ga_art_8_b_4_as_a_5_b_5_and_pv_11_vi_1_6_the_progressive_by_its_meter(region: str) -> None:
    """What each stake in the prize adds, and from how many on it pays: by hand from the table of each text."""
    fixed = 400 * POKERS + 100 * FULLS + 50 * 5108 + 20 * 10_200 if region == EX else 0
    each = ROYALS + Fraction(STRAIGHT_FLUSHES, 10) + (Fraction(POKERS, 20) if region == PV else 0)
    found = [row for row in rows(region) if row.bet == "progresivo"]
    for line in found:
        stakes = int(line.setting["acumulado"])
        assert line.figures.edge == 1 - (fixed + each * stakes) / HANDS
    assert found[0].note == f"each further stake in the prize brings back {each / HANDS} of one on average"
    nothing, pays, pays_all = (int(line.setting["acumulado"]) for line in found)
    assert nothing == 0
    assert each * pays + fixed >= HANDS > each * (pays - 1) + fixed
    edge = row(region, "inicial", juego="mejor", compra="no").figures.edge
    needed = HANDS * (1 + 2 * Fraction(edge))
    assert each * pays_all + fixed >= needed > each * (pays_all - 1) + fixed


# A small pack, counted in plain Python


def small(bought: bool) -> Iterator[tuple[Fraction, Fraction]]:
    """Every hand and open card of twelve cards: what best play is worth, and what each act is."""
    for mine in combinations(KEPT, 5):
        for card in (card for card in KEPT if card not in mine):
            unseen = [other for other in KEPT if other not in mine and other != card]
            banks = [(*hidden, card) for hidden in combinations(unseen, 4)]
            going = Fraction(sum(clash(mine, bank) for bank in banks), len(banks))
            buying = max(changing(mine, place, card, unseen) for place in range(5)) if bought else Fraction(-9)
            yield max(going, buying, Fraction(-1)), Fraction(buying > max(going, Fraction(-1)))


def changing(mine: tuple[int, ...], place: int, card: int, unseen: list[int]) -> Fraction:
    found = Fraction(0)
    for new in unseen:
        hand = (*(old for i, old in enumerate(mine) if i != place), new)
        banks = [(*hidden, card) for hidden in combinations([other for other in unseen if other != new], 4)]
        found += max(Fraction(-1), Fraction(sum(clash(hand, bank) for bank in banks), len(banks)))
    return found / len(unseen) - 1


KEPT = FRENCH.parse("Ac Ad Kc Kh Qc Jc 10c 9d 9c 5h 5s 2c")


@pytest.mark.usefixtures("anew")
def test_a_small_pack_counted_in_plain_python() -> None:
    """Twelve cards with which most kinds of hands can be had: best play without and with buying, to the last one."""
    shoe = Composition.full().less(card for card in FRENCH.cards if card not in KEPT)
    lines = game(NAME).odds(game(NAME).rules(EX), shoe)
    found = {line.setting["compra"]: line for line in lines if line.note == "best play"}
    for buys in ("no", "si"):
        counted = list(small(buys == "si"))
        line = found[buys]
        assert line.figures.edge == -sum((worth for worth, _ in counted), Fraction(0)) / len(counted)
        if buys == "si":
            assert line.decisions["comprar"] == sum((often for _, often in counted), Fraction(0)) / len(counted)


def test_open_cards_taken_rank_by_rank_come_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is little room, what cards are worth that may be bought is counted for a few open cards at a time."""
    asked = facts(game(NAME).rules(EX), tuple(card for card in FRENCH.cards if card not in KEPT), bought=True)
    told: list[tuple[int, int]] = []
    at_once = Analysis(asked, lambda *so_far: told.append(so_far)).answer()
    _further_and_further_to_the_end(told)
    monkeypatch.setattr("tapete.games.poker_sin_descarte.counting.ROOM", 1)
    told.clear()
    assert Analysis(asked, lambda *so_far: told.append(so_far)).answer() == at_once
    _further_and_further_to_the_end(told)


def _further_and_further_to_the_end(told: list[tuple[int, int]]) -> None:
    """Whoever is told how far the count has come is never told that it has less of the way behind it."""
    assert [done for done, _ in told] == sorted({done for done, _ in told})
    assert {of for _, of in told} == {told[-1][0]}


def test_too_few_cards_or_another_pack_are_refused() -> None:
    rules = game(NAME).rules(EX)
    few = Composition.full().less(FRENCH.cards[10:])
    with pytest.raises(TapeteError, match="takes 11 cards, and the pack has 10"):
        game(NAME).odds(rules, few)
    with pytest.raises(TapeteError, match="one pack, not from 2"):
        game(NAME).odds(rules, Composition.full(2))
    with pytest.raises(TapeteError, match="French pack of 52"):
        game(NAME).odds(rules, Composition.full(1, SPANISH))


# Chosen hands of the whole pack, against all that the bank may have


def facing(mine: tuple[int, ...], card: int) -> Facing:
    unseen = [other for other in FRENCH.cards if other not in mine and other != card]
    return Facing(game(NAME).rules(EX), mine, card, unseen)


def test_what_going_is_worth_by_plain_enumeration() -> None:
    """One hand against each of 163,185, judged by the other judge."""
    mine, card = FRENCH.parse("As Kd Jh 8c 3s"), FRENCH.card("8d")
    unseen = [other for other in FRENCH.cards if other not in mine and other != card]
    total = sum(clash(mine, (*hidden, card)) for hidden in combinations(unseen, 4))
    assert facing(mine, card).going(mine) == Fraction(total, 163_185)


@pytest.mark.parametrize(
    ("hand", "card"),
    [
        ("As Kd Jh 8c 3s", "8d"),
        ("As Kd Qh 8c 3s", "Ah"),
        ("As Kd 9h 8c 3s", "Kh"),
        ("2s 2d 9h 8c 3s", "Ah"),
        ("As Qd 9h 8c 3s", "2h"),
        ("Ks Qd Jh 10c 3s", "2h"),
        ("9s 7s 5s 2s Kd", "Ah"),
        ("9s 9d 8s 7s 6s", "Kh"),
        ("Qs Jd 10h 8c 3s", "5h"),
    ],
)
def test_best_play_does_what_is_worth_most(hand: str, card: str) -> None:
    """The acts that are kept against the worth of each act, counted hand by hand for these cards."""
    mine, bank = tuple(sorted(FRENCH.parse(hand))), FRENCH.card(card)
    found = facing(mine, bank)
    worth = {GO: found.going(mine), PASS: Fraction(-1)}
    act, _ = coup(game(NAME).rules(EX), "mejor", False, [*mine, bank, *found.unseen[:5]])
    assert worth[act] == max(worth.values())
    changed = {place + 1: found.changing(place) for place in range(5)}
    act, _ = coup(game(NAME).rules(EX), "mejor", True, [*mine, bank, *found.unseen[:5]])
    assert {**worth, **changed}[act] == max({**worth, **changed}.values())


def test_the_rule_of_best_play_is_almost_best() -> None:
    """Of all hands and open cards the rule in words decides fewer than one in five hundred otherwise."""
    rules = game(NAME).rules(EX)
    count = Analysis(facts(rules), lambda done, of: None).count
    acts = np.frombuffer(answer().acts, np.uint8).reshape(-1, 52)
    otherwise = 0
    for cards, weight, went in zip(count.fives.cards.tolist(), count.fives.weight.tolist(), acts == GO, strict=True):
        kind, ranks = strength.__wrapped__(frozenset(cards))
        goes = np.full(52, kind > 0)
        if kind == 0 and ranks[:2] == (12, 11):
            goes[:] = [follows(ranks[2:], card // 4) for card in FRENCH.cards]
        goes[cards] = went[cards]  # what one holds lies open nowhere else
        otherwise += weight * int((goes != went).sum())
    assert 0 < otherwise < HANDS * 47 / 500


def follows(others: tuple[int, ...], rank: int) -> bool:
    if rank in others:
        return True
    if rank >= 11:
        return others[0] >= 9
    return others[0] == 10 and rank < others[1]


# Hints and tables


def begun(region: str, seed: int, **options: str) -> Round:
    table = sit(NAME, region, physical=False, seed=seed, options=options).open()
    stake(table, "ana", "inicial:1", "10")
    close(table)
    return table


@pytest.mark.parametrize("region", [EX, GA, PV])
def test_the_hint_at_the_table_sees_what_the_player_sees(region: str) -> None:
    table = begun(region, 4, compra="si")
    view = table.view("ana")
    mine = FRENCH.parse(" ".join(view.cards["mano/1"]))
    (card,) = [FRENCH.card(card) for card in view.cards["mano/crupier"] if card]
    found, worth = facing(mine, card), {item.option: item.value for item in advised(table)}
    assert worth["ir"] == pytest.approx(float(found.going(mine)))
    assert worth["pasar"] == -1
    assert worth["cambiar-2"] == pytest.approx(float(found.changing(1)))
    assert advised(table, "luis") == []
    choose(table, "ana", "cambiar-2")
    assert {item.option for item in advised(table)} == {"ir", "pasar"}
    physical = sit(NAME, region).open()
    stake(physical, "ana", "inicial:1", "10")
    close(physical)
    physical.fell("9c")
    assert advised(physical) == []


def test_a_square_played_blind_has_no_hint() -> None:
    table = sit(NAME, PV, physical=False).open()
    table.act("ana", Act("stake", "inicial:4", 500))
    close(table)
    assert advised(table) == []


def test_tables_of_best_play() -> None:
    rules = game(NAME).rules(GA)
    kinds, high = game(NAME).guides(rules, standard(rules))
    assert list(kinds.rows)[:8] == [
        *("escalera-real", "escalera-de-color", "poker", "full", "color", "escalera", "trio", "doble-pareja"),
    ]
    assert list(kinds.rows)[8:] == [*(f"{rank}-{rank}" for rank in FRENCH.ranks[::-1]), "menos-que-as-y-rey"]
    for row_name, cells in kinds.rows.items():
        there = [cell for cell in cells if "ir" in cell]
        assert {kinds.best(cell) for cell in there} == {"pasar" if row_name == "menos-que-as-y-rey" else "ir"}
    assert len(high.rows) == 164  # of 165 sets of three beside ace and king, one makes a straight
    assert next(iter(high.rows)) == "A-K-Q-J-9"
    bought = game(NAME).guides(rules, standard(rules, options={"compra": "si"}))[2]
    acts = {name: Counter(map(bought.best, cells)) for name, cells in bought.rows.items()}
    best = {name: found.most_common(1)[0][0] for name, found in acts.items()}
    assert best["menos-que-as-y-rey-con-cuatro-de-un-palo"] == "comprar"
    assert best["menos-que-as-y-rey-con-escalera-abierta"] == "comprar"
    assert best["as-y-rey-con-cuatro-de-un-palo"] == "comprar"
    assert best["menos-que-as-y-rey"] == "pasar"
    assert best["pareja"] == best["doble-pareja"] == "ir"


def test_a_cell_lies_among_its_hands() -> None:
    """Some of the suits that A-K-Q-J-9 can have, against two of the twos, counted hand by hand."""
    rules = game(NAME).rules(GA)
    high = game(NAME).guides(rules, standard(rules))[1]
    cell = high.rows["A-K-Q-J-9"][high.columns.index("2")]
    suits = random.Random(2)
    hands = [tuple(4 * rank + suits.randrange(4) for rank in (12, 11, 10, 9, 7)) for _ in range(6)]
    worths = [facing(hand, card).going(hand) for hand in hands for card in (0, 3)]
    assert min(worths) <= cell["ir"] <= max(worths)


def test_ga_art_8_a_1_and_as_a_5_a_1_whoever_is_insured_buys_cards_for_it() -> None:
    """Where a bought card counts for the insurance, two pairs are changed for a full: the two stakes together cost less
    than a seventh of what they do for who plays them apart.
    """
    for region in (GA, AS):
        first = row(region, "inicial", juego="asegurado", compra="si", seguro="si")
        side = row(region, "seguro", juego="asegurado", compra="si")
        plain, beside = (row(region, bet, juego="mejor", compra="si") for bet in ("inicial", "seguro"))
        assert first.figures.edge > plain.figures.edge
        assert first.decisions["comprar"] > plain.decisions["comprar"]
        together, apart = (2 * one.figures.edge + two.figures.edge for one, two in ((first, side), (plain, beside)))
        assert 7 * together < apart


# The triangle: procedure, odds and loop agree


@pytest.mark.parametrize(("region", "buys"), [(EX, "no"), (EX, "si"), (GA, "si"), (PV, "si")])
def test_the_procedure_pays_what_the_loop_pays(region: str, buys: str) -> None:
    """Shuffled packs through both, with what the loop decides; and hands of every kind, some of them improved."""
    rules, source = game(NAME).rules(region), random.Random(f"{region}/{buys}")
    deals = [source.sample(range(52), 11) for _ in range(60)]
    for text in ("9s 7s 5s 2s Kd Ah 4s", "Ks Qd Jh 10c 3s 2h 9d", "4c 4d 4h 4s Kc 2h 3h", "10s Js Qs Ks As 2h 3h"):
        begin = FRENCH.parse(text)
        deals.append([*begin, *source.sample([card for card in range(52) if card not in begin], 4)])
    for cards in deals:
        act, fell = coup(rules, "mejor", buys == "si", cards)
        _, end = apart(rules, fell)
        assert fell < outcomes(rules)
        assert played(region, buys, cards, act, end) == 1000 * won(rules, end), FRENCH.text(cards)


def played(region: str, buys: str, cards: list[int], act: int, end: Ended) -> int:
    """What the table pays Ana for a deal."""
    own, card, rest = cards[:5], cards[5], cards[6:]
    table = sit(NAME, region, options={"compra": buys}).open()
    stake(table, "ana", "inicial:1", "10")
    close(table)
    table.fell(FRENCH.show(card))
    if act not in (PASS, GO):
        choose(table, "ana", f"cambiar-{act}")
        own[act - 1] = rest.pop(0)
        if region == PV:
            table.fell(FRENCH.show(own[act - 1]))
    goes = bool(end.end)
    choose(table, "ana", "ir" if goes else "pasar")
    hidden = own.copy()
    if region == PV and act not in (PASS, GO):
        del hidden[act - 1]
    for shown in (*rest[:4], *hidden) if goes else ():
        table.fell(FRENCH.show(shown))
    assert table.finished
    return table.places["chips/ana"] - 100_000


@pytest.mark.parametrize(
    ("region", "way", "buys"),
    [(EX, "mejor", "no"), (EX, "sencillo", "no"), (EX, "mejor", "si"), (EX, "sencillo", "si"), (GA, "asegurado", "si")],
)
def test_the_loop_agrees_with_the_exact_odds(region: str, way: str, buys: str) -> None:
    rules = game(NAME).rules(region)
    options = {"juego": way, "compra": buys, "seguro": "si"}
    program = game(NAME).program(rules, standard(rules, options=options), {"inicial:2": 1000, "seguro:2": 250})
    for bet in simulate(program, 1_000_000, seed=7, length=1000).bets:
        name = bet.bet.partition(":")[0]
        if name == "inicial":
            exact = row(region, name, juego=way, compra=buys).figures
        else:
            exact = row(region, name, **({"juego": way} if way == "asegurado" else {})).figures
        assert abs(bet.edge - float(exact.edge)) < 4 * bet.std_error, bet
        assert abs(bet.win - float(exact.win)) < 4 * (float(exact.win) / bet.made) ** 0.5, bet


def test_the_loop_refuses_what_is_no_stake_of_one_hand() -> None:
    rules = game(NAME).rules(EX)
    with pytest.raises(TapeteError, match="unknown bet 'segunda:1'"):
        game(NAME).program(rules, standard(rules), {"segunda:1": 500})
    with pytest.raises(TapeteError, match="stakes on one square"):
        game(NAME).program(rules, standard(rules), {"inicial:1": 500, "inicial:2": 500})


def test_what_is_left_out_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no card is bought, nobody waits for what buying one would come to; the rest is as it was."""
    from tapete.games.poker_sin_descarte import odds

    asked: list[Facts] = []

    def counts(facts: Facts) -> Answer:
        asked.append(facts)
        return analysis(facts)

    monkeypatch.setattr(odds, "analysis", counts)
    for region in ("galicia", "extremadura"):
        rules = game("poker-sin-descarte").rules(region)
        whole = [row for row in odds.odds(rules) if row.setting.get("compra", "no") == "no"]
        asked.clear()
        assert odds.odds(rules.narrowed({"compra": "no"})) == whole
        assert [facts.bought for facts in asked] == [False]
