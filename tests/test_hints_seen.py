"""Hints with most of the pack seen: what is left is few enough to deal every card of it by hand."""

import random
from fractions import Fraction
from itertools import combinations

import msgspec
import pytest

from tapete.cards.card import FRENCH
from tapete.engine.round import Round
from tapete.games import game
from tests.helpers import close, sit, stake
from tests.test_cuatro_cartas import strength as four_strength
from tests.test_poker_sin_descarte_odds import clash
from tests.test_tripoker import strength as three_strength

EX = "extremadura"


def begun(name: str, bet: str, seed: int) -> Round:
    """A live hand of Ana's alone, with a stake of ten euros."""
    table = sit(name, EX, physical=False, seed=seed).open()
    stake(table, "ana", bet, "10")
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
