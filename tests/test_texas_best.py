"""Hold'em against the bank: odds, best play and the loop, each counted another way than the code counts them."""

import os
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest

from tapete.cards.card import FRENCH, SPANISH
from tapete.cards.composition import Composition
from tapete.engine.round import Round
from tapete.engine.settings import standard
from tapete.errors import TapeteError
from tapete.games import game
from tapete.games.texas.best import analysis, facts
from tapete.games.texas.boards import number
from tapete.games.texas.cases import CASES, by_case, name
from tapete.games.texas.counting import dealt, river_plan, terms, turn_plan
from tapete.games.texas.deals import spot
from tapete.games.texas.kernel import coup, outcomes
from tapete.games.texas.odds import _on_the_flop, _own, back
from tapete.games.texas.rules import OwnBet, Rules, gains
from tapete.odds.report import BetOdds
from tapete.sim.loop import PLAYOUT
from tapete.sim.loop import play as loop
from tapete.sim.run import simulate
from tests.helpers import advised, choose, close, sit, stake, strays

pytestmark = pytest.mark.xdist_group("texas_best")  # what is worked out for one of them serves the others

BONUS, POKER = "texas-bonus", "texas-poker"
EX, FR, PV = "extremadura", "fragmento", "pais-vasco"
EVERY = [(BONUS, EX), (BONUS, FR), (POKER, PV)]
SEED = int(os.environ.get("TAPETE_SEED", "6"))  # any: the bounds are of the exact distribution, not of this sample
every = pytest.mark.parametrize(("name", "region"), EVERY)
BOARD = ("flop:1", "flop:2", "flop:3", "turn", "river")
BESIDE = {BONUS: "bonus", POKER: "txb"}
# What each bet takes: antes, whether who does not make it gives up, and how many common cards are known
LATER = {BONUS: ((2, True, 0), (1, False, 3), (1, False, 4)), POKER: ((2, True, 3),)}
ANTE = {POKER: {5: 2, 6: 3, 7: 10, 8: 20, 9: 100}}  # what the ante gains with a colour, …, a royal


def rows(name: str, region: str, shoe: Composition | None = None) -> dict[tuple[str, str], BetOdds]:
    """The odds by bet and policy."""
    found = game(name)
    odds = found.odds(found.rules(region), shoe)
    return {(row.bet, row.setting.get("juego", "")): row for row in odds}


# Hands ranked by a few lines of their own


@cache
def five(hand: tuple[int, ...]) -> tuple[int, ...]:
    """Five cards by what decides: their kind from 0 to 9, then ranks, the most frequent first."""
    ranks = sorted((card // 4 for card in hand), reverse=True)
    many = Counter(ranks)
    order = sorted(many, key=lambda rank: (many[rank], rank), reverse=True)
    groups = sorted(many.values(), reverse=True)
    suited = len({card % 4 for card in hand}) == 1
    top = 3 if ranks == [12, 3, 2, 1, 0] else ranks[0] if len(many) == 5 and ranks[0] - ranks[4] == 4 else -1
    if top >= 0:
        return ((9 if top == 12 else 8) if suited else 4, top)
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    return (kinds.get(tuple(groups), 5 if suited else 0), *order)


@cache
def best(cards: tuple[int, ...]) -> tuple[int, ...]:
    """The best five of some cards."""
    return max(five(hand) for hand in combinations(cards, 5))


def ends(name: str, own: Sequence[int], board: Sequence[int], bank: Sequence[int]) -> tuple[int, int]:
    """What the ante gains, and what a later stake of one does."""
    mine, theirs = (best(tuple(sorted((*two, *board)))) for two in (own, bank))
    gain = ANTE[POKER].get(mine[0], 1) if name == POKER else int(mine[0] >= 4)
    if name == POKER and theirs < (1, 2):
        return gain, 0
    if mine == theirs:
        return 0, 0
    return (gain, 1) if mine > theirs else (-1, -1)


# The bets beside the ante, by hand


@pytest.mark.parametrize("region", [EX, FR])
def test_ex_1_17_6_12_and_fr_texas_bonus_3_odds_of_two_cards_by_hand(region: str) -> None:
    """Six pairs of aces, against which the bank has the other two in one of 1,225 cases; 4 suited and 12 other ways for
    an ace with each of the rest; six of each pair. The Wizard of Odds has 8.54 % for this table.
    """
    aces = Fraction(6 * (1001 + 1224 * 31), 1225)
    back = aces + 4 * 26 + 8 * 21 + 12 * 16 + 18 * 11 + 24 * 6 + 54 * 4
    figures = rows(BONUS, region)["bonus", ""].figures
    assert figures.edge == 1 - back / 1326
    assert figures.win == Fraction(6 + 4 + 8 + 12 + 18 + 24 + 54, 1326)
    assert round(float(figures.edge), 4) == 0.0854


def test_pv_16_vi_3_and_4_odds_of_five_cards_by_hand() -> None:
    """Of 2,598,960 hands: 84,480 pairs of aces, 123,552 two pairs, 54,912 trios, 10,200 straights; 5,108 colours, 3,744
    fulls, 624 pókers, 36 and 4 suited runs; where no hand that wins is given up.
    """
    seven, twenty_five = 84_480 + 123_552 + 54_912 + 10_200, 5_108 + 3_744 + 624 + 36 + 4
    found = rows(POKER, PV)
    figures = found["txb", "mejor-con-bonus"].figures
    assert figures.edge == 1 - Fraction(8 * seven + 26 * twenty_five, comb(52, 5))
    assert figures.win == Fraction(seven + twenty_five, comb(52, 5))
    assert found["txb", "mejor"].figures.edge > figures.edge
    assert found["ante", "mejor"].figures.edge < found["ante", "mejor-con-bonus"].figures.edge


# The game


@pytest.mark.parametrize("region", [EX, FR])
def test_ex_1_17_odds_published(region: str) -> None:
    """The Wizard of Odds (games/texas-hold-em-bonus) has 2.04 % and an element of risk of 0.53 % where the ante is paid
    from a straight on.
    """
    row = rows(BONUS, region)["ante", "mejor"]
    assert round(float(row.figures.edge), 4) == 0.0204
    assert round(float(row.element_of_risk), 4) == 0.0053
    assert row.note == "best play"


def test_pv_16_odds_published() -> None:
    """The Wizard of Odds (games/casino-hold-em) has 2.16 % for 100-20-10-3-2-1, an element of risk of 0.82 %, and 82 %
    of hands that go on.
    """
    row = rows(POKER, PV)["ante", "mejor"]
    assert round(float(row.figures.edge), 4) == 0.0216
    assert round(float(row.element_of_risk), 4) == 0.0082
    assert round(float(row.decisions["segunda-apuesta ir"]), 2) == 0.82


@every
def test_best_play_costs_least_and_win_push_and_lose_are_all(name: str, region: str) -> None:
    found = rows(name, region)
    edges = {policy: row.figures.edge for (bet, policy), row in found.items() if bet == "ante"}
    assert min(edges, key=lambda policy: edges[policy]) == "mejor"
    for row in found.values():
        assert row.figures.win + row.figures.push + row.figures.lose == 1
    ante = found["ante", "mejor"]
    times = [antes for antes, _, _ in LATER[name]]
    assert ante.staked == 1 + sum(antes * often for antes, often in zip(times, ante.decisions.values(), strict=True))


# Small packs through and through: every deal, every decision, in plain Python

PACKS = {
    "no two suits alike": "Ac Kd Qh Js 10c 9d 8h 4s 4c 3d",
    "two suits alike": "Ac Ad Kc Kd Qh Qs Jc Jd 4h 4s",
    "three suits alike": "Ac Ad Ah 9c 9d 9h 5c 5d 5h 2s",
}


class Counting:
    """All deals of a few cards, played as well as can be, and what comes of it."""

    def __init__(self, name: str, cards: Sequence[int]) -> None:
        self.name, self.cards = name, tuple(sorted(cards))
        self.nets: Counter[int] = Counter()
        for own in combinations(self.cards, 2):
            self.play(own)

    def left(self, gone: Sequence[int]) -> list[int]:
        return [card for card in self.cards if card not in gone]

    def runs(self, own: tuple[int, ...], board: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], tuple[int, int]]]:
        """Every way to complete a board, in the order of its cards, with all that the bank can have."""
        if len(board) == 5:
            for bank in combinations(self.left((*own, *board)), 2):
                yield board, ends(self.name, own, board, bank)
            return
        rest = self.left((*own, *board))
        more = combinations(rest, 3) if not board else [(card,) for card in rest]
        for cards in more:
            yield from self.runs(own, (*board, *cards))

    def play(self, own: tuple[int, ...]) -> None:
        """A bet that ends no hand is made where it wins more than it loses; the first where going on is better."""
        deals = list(self.runs(own, ()))
        nets = [ante for _, (ante, _) in deals]
        first, *others = LATER[self.name]
        for antes, _, known in others:
            lead: defaultdict[tuple[int, ...], int] = defaultdict(int)
            for board, (_, won) in deals:
                lead[tuple(sorted(board[:known]))] += won
            for at, (board, (_, won)) in enumerate(deals):
                if lead[tuple(sorted(board[:known]))] > 0:
                    nets[at] += antes * won
        going: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
        for net, (board, (_, won)) in zip(nets, deals, strict=True):
            going[board[: first[2]]].append(net + first[0] * won)
        for part in going.values():
            self.nets.update(part if sum(part) > -len(part) else [-1] * len(part))


@pytest.mark.usefixtures("anew")
@pytest.mark.parametrize(("name", "region"), [(BONUS, EX), (POKER, PV)])
@pytest.mark.parametrize("pack", PACKS)
def test_best_play_from_a_few_cards_counted_another_way(name: str, region: str, pack: str) -> None:
    """Every figure of best play: 45 hands, 56 flops, turn, river, and what the bank has of the last three cards."""
    cards = FRENCH.parse(PACKS[pack])
    shoe = Composition.full().less(card for card in FRENCH.cards if card not in cards)
    nets = Counting(name, cards).nets
    total = sum(nets.values())
    assert total == comb(10, 2) * comb(8, 3) * 5 * 4 * 3
    figures = rows(name, region, shoe)["ante", "mejor"].figures
    mean = Fraction(sum(net * count for net, count in nets.items()), total)
    assert figures.edge == -mean
    assert figures.win == Fraction(sum(count for net, count in nets.items() if net > 0), total)
    assert figures.push == Fraction(nets[0], total)
    assert figures.variance == Fraction(sum(net**2 * count for net, count in nets.items()), total) - mean**2


def test_a_bet_beside_the_ante_from_a_few_cards() -> None:
    """Ten cards, four of them aces and two queens: six pairs of aces, each against the other two in one of 28 cases."""
    cards = FRENCH.parse("Ac Ad Ah As Qh Qs Jc Jd 4h 4s")
    shoe = Composition.full().less(card for card in FRENCH.cards if card not in cards)
    back = Fraction(6 * (1001 + 27 * 31), 28) + 4 * 21 + 12 * 6 + 2 * 11 + 4
    assert rows(BONUS, EX, shoe)["bonus", ""].figures.edge == 1 - back / 45
    won = sum(8 for hand in combinations(cards, 5) if (1, 12) <= five(hand) < (5,))
    won += sum(26 for hand in combinations(cards, 5) if five(hand) >= (5,))
    assert rows(POKER, PV, shoe)["txb", "mejor-con-bonus"].figures.edge == 1 - Fraction(won, comb(10, 5))


def test_a_pack_that_is_none_is_refused() -> None:
    rules = game(BONUS).rules(EX)
    few = Composition.full().less(FRENCH.cards[:44])
    with pytest.raises(TapeteError, match="takes 9 cards, and the pack has 8"):
        game(BONUS).odds(rules, few)
    with pytest.raises(TapeteError, match="one pack, not from 2"):
        game(BONUS).odds(rules, Composition.full(2))
    with pytest.raises(TapeteError, match="French pack of 52"):
        game(BONUS).odds(rules, Composition.full(1, SPANISH))


# Single hands of a whole pack


@pytest.mark.parametrize(("name", "region"), [(BONUS, EX), (POKER, PV)])
@pytest.mark.parametrize(("own", "board"), [("Ah 9d", "9h Qs 4h 4c"), ("7c 2d", "Kc Qc Jc 3h")])
def test_one_hand_with_four_common_cards_against_all_that_may_come(
    name: str, region: str, own: str, board: str
) -> None:
    """Every river with every hand of the bank, ranked by the lines above."""
    mine, common = FRENCH.parse(own), FRENCH.parse(board)
    net = lead = deals = 0
    rest = [card for card in FRENCH.cards if card not in (*mine, *common)]
    for river in rest:
        for bank in combinations([card for card in rest if card != river], 2):
            ante, later = ends(name, mine, (*common, river), bank)
            net, lead, deals = net + ante, lead + later, deals + 1
    asked = facts(game(name).rules(region))
    assert spot(terms(asked), FRENCH.cards, mine, common) == (net, lead, deals)
    best.cache_clear()


def places(rules: Rules, own: Sequence[int], board: Sequence[int]) -> tuple[int, int]:
    """Where a plan has two cards with three or four common ones."""
    cards = dealt(facts(rules))
    boards = cards.flops if len(board) == 3 else cards.turns
    place = number(np.array(sorted(board)), len(board))
    low, high = min(own), max(own)
    return int(boards.of[place]), int(cards.pairs[boards.renaming[place], low + high * (high - 1) // 2])


@every
def test_the_tables_of_best_play_are_what_single_hands_are_worth(name: str, region: str) -> None:
    """Hands drawn at random, each counted alone over all that may come."""
    rules, source = game(name).rules(region), random.Random(5)
    asked = facts(rules)
    found, read = analysis(asked), terms(asked)
    turn, river = (plan(asked, found, "mejor") for plan in (turn_plan, river_plan))
    for _ in range(25):
        own, board = source.sample(FRENCH.cards, 2), source.sample([*FRENCH.cards], 6)
        board = [card for card in board if card not in own][:4]
        at, pair = places(rules, own, board[:3])
        three = spot(read, FRENCH.cards, own, board[:3])
        goes = three.lead > 0 if name == BONUS else three.net + 2 * three.lead > -three.deals
        assert turn[at, pair] == goes
        at, pair = places(rules, own, board)
        bet = name == BONUS and spot(read, FRENCH.cards, own, board).lead > 0
        assert river[at, pair >> 3] >> (pair & 7) & 1 == bet


def test_boards_that_differ_in_more_than_the_names_of_suits() -> None:
    """1,755 flops and 16,432 boards of four cards, as Burnside's lemma has it by hand: suits stay, two change places,
    two and two, three go round, or all four.
    """
    cards = dealt(facts(game(BONUS).rules(EX)))
    for boards, size in ((cards.flops, 3), (cards.turns, 4)):
        kept = comb(52, size)
        two = sum(comb(26, size - 2 * pairs) * comb(13, pairs) for pairs in range(size // 2 + 1))
        double = comb(26, size // 2) if size % 2 == 0 else 0
        three = sum(comb(13, size - 3 * threes) * comb(13, threes) for threes in range(size // 3 + 1))
        four = comb(13, size // 4) if size % 4 == 0 else 0
        assert len(boards.cards) == (kept + 6 * two + 3 * double + 8 * three + 6 * four) // 24
        assert boards.weights.sum() == kept


# Best play as people read it


@pytest.mark.parametrize("region", [EX, FR])
def test_ex_1_17_6_2_one_gives_up_a_two_with_up_to_a_seven_of_another_suit_and_nothing_else(region: str) -> None:
    """So does the Wizard of Odds: fold 2-3 to 2-7 of two suits."""
    rules = game(BONUS).rules(region)
    flop, turn, river = game(BONUS).guides(rules, standard(rules))
    assert flop.columns == FRENCH.ranks[::-1]
    folded = {
        (down, across)
        for down, cells in flop.rows.items()
        for across, cell in zip(flop.columns, cells, strict=True)
        if flop.best(cell) == "retirarse"
    }
    assert folded == {("2", rank) for rank in "34567"}
    bets = {
        guide.name: [row for row, (cell,) in guide.rows.items() if guide.best(cell) == "apostar"]
        for guide in (turn, river)
    }
    made = ["color", "escalera", "trio", "doble-pareja", "pareja-en-mano", "pareja-alta", "pareja-baja"]
    assert bets["turn"] == [*made, "cuatro-de-un-palo", "A,mesa-con-pareja", "K,mesa-con-pareja"]
    assert bets["river"] == [*made, "A,mesa-con-pareja"]
    assert flop.note.startswith("give up a two with a three to a seven of another suit, and nothing else")
    assert turn.note.startswith(
        "bet with a pair or better made with a card of one's own, with four of a suit, and with"
    )
    assert river.note.startswith("bet with a pair or better made with a card of one's own, and with an ace")


def test_pv_16_vii_3_one_goes_on_with_a_ten_a_pair_or_four_of_a_colour_or_straight() -> None:
    rules = game(POKER).rules(PV)
    (guide,) = game(POKER).guides(rules, standard(rules))
    stay = {row for row, (cell,) in guide.rows.items() if guide.best(cell) == "retirarse"}
    assert stay == {f"{rank}{on}" for rank in range(3, 10) for on in ("", ",mesa-con-pareja")}
    assert guide.note.startswith(
        "go on with a pair or better made with a card of one's own, with four of a suit or of a"
    )


def test_cases_by_example() -> None:
    """What two cards are beside the common ones, and that a board's own straight or colour is nobody's."""
    examples = {
        ("Ac 2c", "9c 7c 4c"): "color", ("Ac 2d", "3h 4s 5c"): "escalera", ("9c 9d", "9h 4s 2d"): "trio",
        ("9c 3d", "9h 9s 2d"): "trio", ("9c 4d", "9h 4s 2d"): "doble-pareja", ("9c 9d", "Kh 4s 2d"): "pareja-en-mano",
        ("Kc 3d", "Kh 4s 2d"): "pareja-alta", ("4c Ad", "Kh 4s 2d"): "pareja-baja",
        ("Ac 2c", "9c 7c 4d"): "cuatro-de-un-palo", ("Jc 10d", "Qh Ks 2d"): "cuatro-de-una-escalera",
        ("Ac 9d", "Kh Ks 2d"): "A,mesa-con-pareja", ("8c 3d", "Kh 10s 2d"): "8",
        ("9c 3d", "5h 6s 7h 8d"): "escalera", ("Ac 3d", "9h 8s 7h 6d"): "A",
    }  # fmt: skip
    for (own, board), case in examples.items():
        mine, common = sorted(FRENCH.parse(own)), np.array([FRENCH.parse(board)], np.uint8)
        place = mine[0] + mine[1] * (mine[1] - 1) // 2
        chosen = [name(number, FRENCH.ranks) == case for number in range(CASES)]
        assert chosen.count(True) == 1
        assert by_case(common, np.array(chosen, np.uint8))[0, place], (own, board)


@every
def test_advice_is_what_the_cards_are_worth(name: str, region: str) -> None:
    """At a live table, where a player sees two cards; at a physical one the house does not know them."""
    rules = game(name).rules(region)
    table = sit(name, region, physical=False, seed=3).open()
    for bet in ("ante", BESIDE[name]):
        stake(table, "ana", bet, "10")
    close(table)
    read, asked = terms(facts(rules)), 0
    while not table.finished:
        view = table.view("ana")
        own = FRENCH.parse(" ".join(view.cards["mano/ana"]))
        board = [card for place in BOARD for card in view.cards.get(place, [])]
        values = {item.option: item.value for item in advised(table)}
        if not board:
            assert values["retirarse"] == -1.0
            assert -1.2 < values["apostar"] < 2
        elif name == BONUS:
            found = spot(read, FRENCH.cards, own, FRENCH.parse(" ".join(board)))
            assert values == {"apostar": pytest.approx(found.lead / found.deals), "pasar": 0.0}
        else:
            found = spot(read, FRENCH.cards, own, FRENCH.parse(" ".join(board)))
            txb = {True: 7, False: -1}[(1, 12) <= five((*own, *FRENCH.parse(" ".join(board)))) < (5,)]
            going = (found.net + 2 * found.lead) / found.deals + txb
            assert values == {"ir": pytest.approx(going), "retirarse": -2.0}
        assert advised(table, "luis") == []
        choose(table, "ana", "apostar" if name == BONUS else "ir")
        asked += 1
    assert asked == len(LATER[name])
    paper = sit(name, region).open()
    stake(paper, "ana", "ante", "10")
    close(paper)
    if name == BONUS:
        assert advised(paper) == []


# The triangle: procedure, odds and loop agree


@every
def test_the_procedure_pays_what_the_loop_pays(name: str, region: str) -> None:
    """Shuffled packs through both, best play in both, and hands that win prizes among them."""
    rules = game(name).rules(region)
    stakes = {"ante": 1550, BESIDE[name]: 550}
    program = game(name).program(rules, standard(rules), stakes)
    source = random.Random(region)
    dealt_cards = [tuple(source.sample(range(52), 9)) for _ in range(120)]
    dealt_cards += [FRENCH.parse(text) for text in DEALS]
    drawn = [coup(rules, "mejor", deal) for deal in dealt_cards]
    assert max(drawn) < len(outcomes(rules)) <= 256
    results, falls, visits = np.zeros(1, np.int64), np.zeros(1, np.int64), np.zeros(program.back.size, np.int64)
    fallen = np.array(drawn + [0] * PLAYOUT, np.uint8)
    loop(fallen, *program.arrays, len(drawn), 10**8, 0, results, falls, visits)  # type: ignore[call-arg]
    session, gained = sit(name, region, chips={"ana": 10**8}), 0
    for deal in dealt_cards:
        table = session.open()
        before = table.places["chips/ana"]
        for spot_name, cents in stakes.items():
            stake(table, "ana", spot_name, str(cents / 100))
        close(table)
        through(table, rules, deal)
        gained += table.places["chips/ana"] - before
    assert gained == results[0]


DEALS = (
    "Ac Ad Kh 8d 3s 9c 2c Ah As",
    "Ac Kc Qc Jc 10c 2d 3h 4s 5s",
    "9c 9d 9h 4s 4d 2c 7h Kc Ks",
    "3c 2d Ah Ad Ks 9h 6s Qc Jd",
    "5c 6c 7c 8c 9c 2d 3h Ah As",
    "9c 9d 9h 9s 4d 2c 7h Kc Ks",
    "Kc Qc Kh 9d 7s 5c 2d 3h 3s",
    "7c 2d Kh 9d 8s 5c 3s Ah As",
)


def through(table: Round, rules: Rules, deal: Sequence[int]) -> None:
    """A deal through the procedure, decided by the tables of best play."""
    own, board, bank = deal[:2], deal[2:7], deal[7:]
    found = analysis(facts(rules))
    turn, river = (plan(facts(rules), found, "mejor") for plan in (turn_plan, river_plan))
    goes = np.frombuffer(found.plan[0], np.uint8)
    faces: dict[str, int] = {}
    while not table.finished:
        assert table.pending is not None
        label = table.pending.label
        if label.startswith("show:"):
            slot = label.partition(":")[2]
            if slot not in faces:
                faces = dict(zip(order_of(table), (*own, *bank, *board), strict=False))
            table.fell(FRENCH.show(faces[slot]))
            continue
        bet = rules.later[label.split(":")[2]]
        if bet.before == "flop":
            makes = goes[min(own) + max(own) * (max(own) - 1) // 2]
        elif bet.before == "turn":
            makes = turn[places(rules, own, board[:3])]
        else:
            at, pair = places(rules, own, board[:4])
            makes = river[at, pair >> 3] >> (pair & 7) & 1
        choose(table, "ana", bet.choices[0 if makes else 1])


def order_of(table: Round) -> list[str]:
    """The slots of Ana's cards, the bank's and the common ones."""
    cards = table.cards
    common = [slot for place in BOARD for slot in cards.get(place, [])]
    return [*cards["mano/ana"], *cards["mano/crupier"], *common]


def backs_of(rules: Rules, bet: str, policy: str) -> Counter[int]:
    """What comes back of an ante or of the bet beside it, over all deals."""
    left, fared = Composition.full(1, FRENCH), analysis(facts(rules)).fares[policy]
    if bet != "ante":
        return _own(rules, left) if isinstance(rules.beside_bet, OwnBet) else _on_the_flop(rules, left, fared)
    backs: Counter[int] = Counter()
    for kind, end, more, count in fared.ends:
        backs[back(end, gains(rules)[kind], more)] += count
    return backs


@pytest.mark.parametrize(("name", "region"), [(BONUS, EX), (POKER, PV)])
@pytest.mark.parametrize("policy", ["mejor", "sencillo"])
def test_the_loop_agrees_with_the_exact_odds(name: str, region: str, policy: str) -> None:
    rules = game(name).rules(region)
    settings = standard(rules, options={"juego": policy})
    program = game(name).program(rules, settings, {"ante": 64_000, BESIDE[name]: 64_000})
    found = rows(name, region)
    for bet in simulate(program, 2_000_000, seed=SEED, length=1000).bets:
        row = found.get((bet.bet, policy)) or found[bet.bet, ""]
        figures = row.figures
        assert abs(bet.edge - float(figures.edge)) < 4 * (float(figures.variance) / bet.made) ** 0.5, bet
        assert abs(bet.win - float(figures.win)) < 4 * (float(figures.win) / bet.made) ** 0.5, bet
        assert abs(bet.variance - float(figures.variance)) < strays(backs_of(rules, bet.bet, policy), bet.made), bet


def test_the_loop_refuses_a_bet_that_is_not_on_the_felt() -> None:
    rules = game(BONUS).rules(EX)
    with pytest.raises(TapeteError, match="unknown bet 'flop'"):
        game(BONUS).program(rules, standard(rules), {"flop": 500})
