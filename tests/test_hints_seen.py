"""Hints with most of the pack seen: what is left is few enough to deal every card of it by hand."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations

import msgspec
import pytest

from tapete.cards.card import FRENCH
from tapete.engine.round import Round
from tapete.games import game
from tests.helpers import choose, close, sit, stake
from tests.test_cuatro_cartas import strength as four_strength
from tests.test_poker_sin_descarte_odds import clash
from tests.test_texas_best import ends, five
from tests.test_tripoker import strength as three_strength

EX = "extremadura"
# What five cards pay the bet beside the ante at Texas poker: from two aces on, and from a flush on.
PRIZES = {**dict.fromkeys((1, 2, 3, 4), 7), **dict.fromkeys((5, 6, 7, 8, 9), 25)}


def begun(name: str, bet: str, seed: int, *beside: str, region: str = EX, **options: str) -> Round:
    """A live hand of Ana's alone, with a stake of ten euros on each bet."""
    table = sit(name, region, physical=False, seed=seed, options=options).open()
    for each in (bet, *beside):
        stake(table, "ana", each, "10")
    close(table)
    return table


def hint(table: Round, seed: int, left: int, hand: str) -> tuple[dict[str, float], tuple[int, ...], list[int]]:
    """What is advised where all but so many cards lie open elsewhere; her hand, and those that are left."""
    view = table.view("ana")
    known = [FRENCH.card(card) for cards in view.cards.values() for card in cards if card]
    others = [card for card in FRENCH.cards if card not in known]
    random.Random(f"seen {seed}").shuffle(others)
    elsewhere = {"elsewhere": [FRENCH.show(card) for card in others[left:]]}
    advice = game(table.header.game).advice(table.rules, msgspec.structs.replace(view, cards=view.cards | elsewhere))
    mine = tuple(FRENCH.parse(" ".join(view.cards[hand])))
    return {item.option: item.value for item in advice}, mine, sorted(others[:left])


def test_ex_1_16_5_5_the_bank_at_tripoker_has_three_of_the_cards_left() -> None:
    """It plays from a queen on; the extra for a run, a trio or a run in a suit is paid all the same."""
    for seed in range(6):
        values, mine, left = hint(begun("tripoker", "ante", seed), seed, 14, "mano/ana")
        own, total = three_strength(mine), 0
        for bank in combinations(left, 3):
            theirs = three_strength(bank)
            total += 1 if theirs < (0, 10) else 2 * ((own > theirs) - (own < theirs))
        extra = {3: 1, 4: 4, 5: 5}.get(own[0], 0)
        assert values == {"ir": pytest.approx(total / 364 + extra), "retirarse": -1.0}


def test_ex_1_18_5_the_bank_at_four_cards_has_five_of_the_cards_left() -> None:
    """The best four of each, of five and of six, and ties are the player's."""
    for seed in range(2):
        table = begun("poker-cuatro-cartas", "ante", seed)
        (shown,) = [FRENCH.card(card) for card in table.view("ana").cards["mano/crupier"] if card]
        values, mine, left = hint(table, seed, 8, "mano/ana")
        own = max(map(four_strength, combinations(sorted(mine), 4)))
        banks = [max(map(four_strength, combinations(sorted((*five, shown)), 4))) for five in combinations(left, 5)]
        lead = Fraction(sum(1 if own >= bank else -1 for bank in banks), len(banks))
        due = {"una-vez": 2 * lead, "dos-veces": 3 * lead, "tres-veces": 4 * lead, "retirarse": Fraction(-1)}
        assert values == {choice: pytest.approx(float(worth)) for choice, worth in due.items()}


def test_ex_1_12_5_the_bank_at_poker_without_discard_has_four_of_the_cards_left() -> None:
    for seed in range(2):
        table = begun("poker-sin-descarte", "inicial:1", seed)
        (shown,) = [FRENCH.card(card) for card in table.view("ana").cards["mano/crupier"] if card]
        values, mine, left = hint(table, seed, 9, "mano/1")
        nets = [clash(mine, (*hidden, shown)) for hidden in combinations(left, 4)]
        assert values["ir"] == pytest.approx(sum(nets) / 126)
        assert values["pasar"] == -1


def test_before_the_flop_of_texas_nothing_is_advised_where_other_cards_are_seen() -> None:
    """All deals were counted for a whole pack: with half of it gone their mean would be another."""
    table = begun("texas-bonus", "ante", 1)
    assert game("texas-bonus").advice(table.rules, table.view("ana"))
    assert hint(table, 1, 20, "mano/ana")[0] == {}


def test_ex_1_9_5_a_challenge_at_reto_by_the_cards_left() -> None:
    """Half a stake less, and two and a half more for every tie that may follow."""
    for seed in range(6):
        source = random.Random(f"reto {seed}")
        table = sit("reto", EX).open()
        stake(table, "ana", "inicial", "10")
        close(table)
        table.fell("8s")
        table.fell("8d")
        view = table.view("ana")
        gone = source.sample([card for card in FRENCH.cards if FRENCH.show(card) not in ("8s", "8d")], 36)
        cards = view.cards | {"elsewhere": [FRENCH.show(card) for card in gone]}
        ranks = [card // 4 for card in FRENCH.cards if card not in gone and FRENCH.show(card) not in ("8s", "8d")]
        ties = Fraction(sum(a == b for a, b in combinations(ranks, 2)), 91)
        found = game("reto").advice(table.rules, msgspec.structs.replace(view, cards=cards))
        values = {item.option: item.value for item in found}
        assert values == {"retar": pytest.approx(-0.5 + 2.5 * float(ties)), "retirarse": -0.5}


def test_ex_1_12_7_d_1_a_card_is_bought_of_those_left_and_the_bank_has_four_of_the_others() -> None:
    """Its price is the first stake; then whichever is better with it, to go or to pass, which loses that stake."""
    for seed in range(3):
        table = begun("poker-sin-descarte", "inicial:1", seed, compra="si")
        (shown,) = [FRENCH.card(card) for card in table.view("ana").cards["mano/crupier"] if card]
        values, mine, left = hint(table, seed, 9, "mano/1")
        for number in range(5):
            kept = [card for place, card in enumerate(mine) if place != number]
            worth = Fraction(0)
            for card in left:
                banks = list(combinations([other for other in left if other != card], 4))
                going = Fraction(sum(clash((*kept, card), (*bank, shown)) for bank in banks), len(banks))
                worth += max(going, Fraction(-1)) / len(left)
            assert values[f"cambiar-{number + 1}"] == pytest.approx(float(worth - 1))


def test_ex_1_14_7_2_3_two_of_the_cards_left_complete_the_first_three_at_trijoker() -> None:
    """A pair wins from tens on; a run has five ranks in a row, an ace below the two among them."""
    gains = {2: 2, 3: 3, 4: 5, 5: 8, 6: 11, 7: 50, 8: 200, 9: 1000}
    for seed in range(6):
        table = begun("trijoker", "apuesta:1", seed, "apuesta:2", "apuesta:3")
        values, mine, left = hint(table, seed, 12, "mano/ana")
        made = [five(tuple(sorted((*mine, *two)))) for two in combinations(left, 2)]
        nets = [gains.get(kind[0]) or (1 if kind[:1] == (1,) and kind[1] >= 8 else -1) for kind in made]
        assert values == {"dejar": pytest.approx(sum(nets) / 66), "retirar": 0.0}


@pytest.mark.parametrize("street", ["turn", "river"])
def test_ex_1_17_6_4_and_5_a_later_bet_at_texas_bonus_by_the_cards_left(street: str) -> None:
    """Two or one of the cards left complete the board, and the bank has two of the others."""
    for seed in range(3):
        table = begun("texas-bonus", "ante", seed)
        choose(table, "ana", "apostar")
        if street == "river":
            choose(table, "ana", "pasar")
        known = table.view("ana").cards
        board = [FRENCH.card(card) for place in ("flop:1", "flop:2", "flop:3", "turn") for card in known.get(place, [])]
        assert len(board) == (4 if street == "river" else 3)
        values, mine, left = hint(table, seed, 9, "mano/ana")
        won = [
            ends("texas-bonus", mine, (*board, *more), bank)[1]
            for more in combinations(left, 5 - len(board))
            for bank in combinations([card for card in left if card not in more], 2)
        ]
        assert values == {"apostar": pytest.approx(sum(won) / len(won)), "pasar": 0.0}


def test_pv_16_vii_3_going_on_at_texas_poker_by_the_cards_left() -> None:
    """Twice the ante more, and what the flop pays the bet beside it; who gives up loses both."""
    for seed in range(3):
        table = begun("texas-poker", "ante", seed, "txb", region="pais-vasco")
        board = [FRENCH.card(card) for number in (1, 2, 3) for card in table.view("ana").cards[f"flop:{number}"]]
        values, mine, left = hint(table, seed, 9, "mano/ana")
        runs = [
            ends("texas-poker", mine, (*board, *more), bank)
            for more in combinations(left, 2)
            for bank in combinations([card for card in left if card not in more], 2)
        ]
        flop = five(tuple(sorted((*mine, *board))))
        beside = PRIZES.get(flop[0], -1) if flop[0] != 1 or flop[1] == 12 else -1
        going = Fraction(sum(ante + 2 * won for ante, won in runs), len(runs)) + beside
        assert values == {"ir": pytest.approx(float(going)), "retirarse": -2.0}


def rows_of(shoe: Counter[int], most: int) -> dict[str, Fraction]:
    """How often two rows end at 31 both, equal, otherwise, or not at all: every order of what the cards count."""
    found: dict[str, Fraction] = dict.fromkeys(("31", "equal", "other", "void"), Fraction(0))

    def follow(ended: tuple[int, ...], row: int, dealt: int, left: Counter[int], weight: Fraction) -> None:
        if len(ended) == 2:
            found["31" if ended == (31, 31) else "equal" if ended[0] == ended[1] else "other"] += weight
            return
        if dealt == most:
            found["void"] += weight
            return
        for value in [value for value in left if left[value]]:
            after, total = left - Counter([value]), row + value
            goes = weight * Fraction(left[value], left.total())
            follow((*ended, total) if total > 30 else ended, 0 if total > 30 else total, dealt + 1, after, goes)

    follow((), 0, 0, shoe, Fraction(1))
    return found


@pytest.mark.parametrize(
    "cards", ["10s 10s 10s 10h 10d 9h 9h 8s 8s 7d 5c 4c Ah", "Ks Qs Js 10d 10c 9d 7h 7s 6s 6h 3c 2c Ad"]
)
def test_ex_1_7_5_1_3_what_an_insurance_is_worth_by_the_cards_left(cards: str) -> None:
    """A hundredth of the stake saves half of it at 31 to 31. The last five cards are never dealt."""
    names = cards.split()
    counts = Counter(min(10, 1 + "A23456789".find(name[0])) or 10 for name in names)
    ended = rows_of(counts, len(names) - 5)
    table = sit("treinta-cuarenta", EX, physical=False).open()
    gone = Counter({FRENCH.show(card): 6 for card in FRENCH.cards}) - Counter(names)
    view = msgspec.structs.replace(table.view("ana"), carry={"shoe": {"seen": dict(gone)}})
    rows = {
        row.setting["prima"]: row.figures
        for row in game("treinta-cuarenta").odds_now(table.rules, view)
        if row.bet == "seguro"
    }
    back = {"casa": Fraction(0), "vuelve-con-31": ended["31"], "vuelve-con-empate": ended["31"] + ended["equal"]}
    assert {name: -figures.edge for name, figures in rows.items()} == {
        name: 50 * ended["31"] + share + ended["void"] - 1 for name, share in back.items()
    }
    assert ended["31"] and ended["void"]
