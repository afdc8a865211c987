"""Exact odds of punto y banca: every coup of a shoe counted, without replacement."""

import functools
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from tapete.cards.composition import Composition
from tapete.engine.settings import Settings, standard
from tapete.engine.shoe import card_pack, check_begins, check_pack
from tapete.errors import TapeteError
from tapete.games.punto_banca.rules import Draws, Rules, draws, paid, worth
from tapete.games.punto_banca.settle import banca_draws, punto_draws
from tapete.games.shared.bacara.points import OUTCOMES, STOOD, TOTALS, outcome
from tapete.odds.chain import Figures, at_once
from tapete.odds.evening import Fates
from tapete.odds.report import BetOdds

MOST = 6  # cards that a coup takes at most
Left = tuple[int, ...]


def odds(rules: Rules, shoe: Composition | None = None) -> list[BetOdds]:
    """Every bet for the next coup of a shoe, a full one if none is given; the banca once for each deduction."""
    shoe = shoe or Composition.full(rules.equipment.cards.packs, card_pack(rules))
    check_begins(rules, shoe, before=0)
    rows = []
    for name in rules.bets:
        for chosen in rules.options["deduccion"].values if name == "banca" else ("",):
            setting = {"deduccion": chosen} if chosen else {}
            rows.append(BetOdds.of(rules, name, _figures(rules, standard(rules, options=setting), name, shoe), setting))
    return rows


def _figures(rules: Rules, settings: Settings, name: str, shoe: Composition) -> Figures:
    fates = paid(rules, settings)[name]
    weights: dict[tuple[int, int], int] = {}
    for fell, weight in enumerate(counts(rules, shoe)):
        back = fates[fell].back
        weights[back] = weights.get(back, 0) + weight
    return at_once((Fraction(*back), weight) for back, weight in weights.items())


def counts(rules: Rules, shoe: Composition) -> tuple[int, ...]:
    """For each way a coup can end, of how many orders of the shoe's next six cards it is the end."""
    check_pack(rules, shoe)
    if shoe.total < MOST:
        raise TapeteError("a coup may take {most} cards, and the shoe has {left} left", most=MOST, left=shoe.total)
    left = [0] * TOTALS
    for card, count in worth(rules).items():
        left[count] += shoe.of(card)
    return _counts(tuple(left), draws(rules))


@functools.lru_cache(maxsize=256)
def _counts(left: Left, rule: Draws) -> tuple[int, ...]:
    counts = [0] * OUTCOMES
    for p, ways_p, after_punto in _pairs(left):
        for b, ways_b, rest in _pairs(after_punto):
            _third_cards(p, b, ways_p * ways_b, rest, rule, counts)
    return tuple(counts)


def _pairs(left: Left) -> Iterator[tuple[int, int, Left]]:
    """Every two cards by what they count: their total, in how many orders they come, what is left without them."""
    for one in range(TOTALS):
        for other in range(one, TOTALS):
            ways = left[one] * (left[one] - 1) if one == other else 2 * left[one] * left[other]
            if ways:
                rest = list(left)
                rest[one] -= 1
                rest[other] -= 1
                yield (one + other) % TOTALS, ways, tuple(rest)


def _third_cards(p: int, b: int, ways: int, left: Left, rule: Draws, counts: list[int]) -> None:
    """Adds a coup's ends after two cards each; a card that nobody takes may be any of those that are left."""
    cards = sum(left)
    if not punto_draws(p, b, rule.natural, rule.punto):
        _last_card(p, b, banca_draws(p, b, STOOD, rule.natural, rule.banca), ways * (cards - 1), left, cards, counts)
        return
    for third, many in enumerate(left):
        if many:
            rest = (*left[:third], many - 1, *left[third + 1 :])
            takes = banca_draws(p, b, third, rule.natural, rule.banca)
            _last_card((p + third) % TOTALS, b, takes, ways * many, rest, cards - 1, counts)


def _last_card(p: int, b: int, takes: bool, ways: int, left: Left, cards: int, counts: list[int]) -> None:
    """Adds the ends of a coup in which only the banca may take another card, out of so many that are left."""
    if not takes:
        counts[outcome(p, b)] += ways * cards
        return
    for card, many in enumerate(left):
        counts[outcome(p, (b + card) % TOTALS)] += ways * many


def fates(rules: Rules, settings: Settings, carry: Mapping[str, Any]) -> Fates:  # noqa: ARG001
    """What a coup makes of every chip, as from a full shoe."""
    return _fates(rules, settings)


@functools.lru_cache(maxsize=64)
def _fates(rules: Rules, settings: Settings) -> Fates:
    weights = counts(rules, Composition.full(rules.equipment.cards.packs, card_pack(rules)))
    backs = {name: paid(rules, settings)[name] for name in rules.bets}
    worths = {f"felt/{name}": [Fraction(*fate.back) for fate in row] for name, row in backs.items()}
    return Fates.of(weights, worths)
