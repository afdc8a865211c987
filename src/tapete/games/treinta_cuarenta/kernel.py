"""Treinta y cuarenta for the simulator's loop: shoes are dealt to their red card, an outcome is how a coup ends."""

import functools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tapete.compiled import jitable, njit
from tapete.engine.places import tail_of
from tapete.engine.settings import Settings
from tapete.engine.shoe import card_pack
from tapete.errors import TapeteError, UnknownError
from tapete.games.shared.prision.kernel import chance
from tapete.games.shared.prision.rules import LEAVES
from tapete.games.treinta_cuarenta import settle
from tapete.games.treinta_cuarenta.rules import INSURANCE, MET, PREMIUM, Rules, layout, pays, premium, worth
from tapete.games.treinta_cuarenta.settle import LEAST, OUTCOMES, insurance_worth
from tapete.money import format_cents
from tapete.sim.program import BetTable, Program, Source
from tapete.sim.shoe import Bytes, shuffled

SHOES = 64  # shuffled at a time; few enough to stay in the cache
RED = 16  # a card is what it counts, and this more if it is red
COUNT = RED - 1
FEWEST = 4  # cards of a row


def program(rules: Rules, settings: Settings, stakes: Mapping[str, int]) -> Program:
    """The tables of these stakes, in cents by spot, over coups dealt from shuffled shoes."""
    felt = layout(rules, settings)
    for spot in stakes:
        if spot not in felt:
            raise UnknownError("bet", spot, list(felt))
    bets = [_table(rules, settings, stakes, spot) for spot in stakes]
    return Program.of(bets, OUTCOMES)._replace(source=source(rules))


def _table(rules: Rules, settings: Settings, stakes: Mapping[str, int], spot: str) -> BetTable:
    """A stake, of which half is taken back at 31 to 31 if it is insured, or the insurance, which is worth the rest."""
    name, cents = tail_of(spot), stakes[spot]
    if not name:
        policy = rules.option(settings, "zero")
        leaves = LEAVES["mitad" if f"{INSURANCE}:{spot}" in stakes else policy]
        return chance(spot, cents, MET[spot], pays(rules)[spot], leaves, settings.minimum)
    if name in stakes and cents != premium(rules, stakes[name]):
        due = format_cents(premium(rules, stakes[name]))
        raise TapeteError(
            "{due} insures the stake on {bet}, not {amount} (art. {article})",
            due=due,
            bet=name,
            amount=format_cents(cents),
            article=rules.seguro.article,
        )
    returned = PREMIUM[rules.option(settings, "prima")]
    none = [0] * OUTCOMES
    shares = [insurance_worth(fell, *rules.seguro.premium, *returned) for fell in range(OUTCOMES)]
    back = [cents * num // den for num, den in shares]
    return BetTable(spot, cents, [1], [none, none], [none, back], [0, cents])


def coup(rules: Rules, cards: Sequence[int]) -> int:
    """How the coup ends that these cards make, dealt in this order; cards it does not take are left aside."""
    out = np.empty(1, np.uint8)
    if not deal_shoe(coded(rules, cards), out, 0):
        raise TapeteError("{count} cards do not make a coup", count=len(cards))
    return int(out[0])


def coded(rules: Rules, cards: Sequence[int]) -> Bytes:
    """Cards as the loop takes them."""
    kind, count = card_pack(rules), worth(rules)
    return np.array([count[card] + RED * kind.is_red(card) for card in cards], np.uint8)


@functools.lru_cache(maxsize=16)
def source(rules: Rules) -> Source:
    """Coups dealt one after another, from one shoe after another.

    A coup that the red card makes void does not count, and it is oftener a long one. So 31 to 31, which takes few
    cards, comes in 2.197 % of those that count, where it is 2.189 % of a full shoe's first.
    """
    rule = rules.equipment.cards
    cards = coded(rules, [card for card in card_pack(rules).cards for _ in range(rule.packs)])

    def deal(stream: np.random.Generator, count: int) -> Bytes:
        out = np.empty(count, np.uint8)
        have = 0
        while have < count:
            have = _deal_shoes(shuffled(stream, cards, SHOES), rule.behind, out, have)
        return out

    return deal


_outcome: Any = njit(settle.outcome)


@njit(nogil=True, cache=True)
def _deal_shoes(shoes, behind, out, have):  # type: ignore[no-untyped-def]
    for number in range(len(shoes)):
        have = deal_shoe(shoes[number, : shoes.shape[1] - behind], out, have)
    return have


@njit(nogil=True, cache=True)
def deal_shoe(shoe, out, have):  # type: ignore[no-untyped-def]
    """Deals coups from a shoe until its cards or the places for outcomes run out; how many outcomes there are then."""
    i, last = 0, len(shoe)
    while have < len(out) and i + 2 * FEWEST <= last:
        first = shoe[i]
        black, i = _row(shoe, i, last)
        if i + FEWEST > last:
            break
        red, i = _row(shoe, i, last)
        if red < LEAST:
            break
        out[have] = _outcome(black, red, first >= RED)
        have += 1
    return have


@jitable
def _row(shoe, i, last):  # type: ignore[no-untyped-def]
    """The points of a row dealt from place `i` on, fewer than 31 if the cards run out, and the next place."""
    points = (shoe[i] & COUNT) + (shoe[i + 1] & COUNT) + (shoe[i + 2] & COUNT)
    i += FEWEST - 1
    while points < LEAST and i < last:
        points += shoe[i] & COUNT
        i += 1
    return points, i
