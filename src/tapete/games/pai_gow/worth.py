"""What each part of a hand is worth, against every hand that the other side can have, set the house's way."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from tapete.cards.composition import Composition
from tapete.games.pai_gow.best import named
from tapete.games.pai_gow.classes import Ints, classes
from tapete.games.pai_gow.counting import plan, scores
from tapete.games.pai_gow.hands import PARTS, Parted, order, parts
from tapete.games.pai_gow.rules import HOUSE_WAY, PLAYER, Rules
from tapete.games.pai_gow.settle import LOST, WON, as_banker


def worths(
    rules: Rules, cards: Sequence[int], left: Composition, seat: str = PLAYER, each: Fraction = Fraction(0)
) -> dict[tuple[int, ...], Fraction]:
    """What every part of seven cards that is not foul is worth, against all hands that can be made of what is left."""
    weights = classes().weights(left)
    made = scores(order(rules), plan(rules, named(PLAYER, HOUSE_WAY)))
    high, low, total = made >> 8, made & 255, int(weights.sum())
    worths = {}
    for part, hand in zip(PARTS, parts(rules, cards), strict=True):
        if not hand.foul:
            ends = _against(rules, hand, seat, high, low, weights)
            worths[part] = ((1 - each) * ends[WON] - ends[LOST]) / total
    return worths


def _against(rules: Rules, hand: Parted, seat: str, high: Ints, low: Ints, weights: Ints) -> dict[int, int]:
    """How many hands of the other side one wins and loses against."""
    stands = 3 * ((hand.high > high) * 1 + (hand.high >= high)) + (hand.low > low) + (hand.low >= low)
    ends = np.array(rules.table)[stands if seat == PLAYER else 8 - stands]
    return {end: int(weights[ends == (end if seat == PLAYER else as_banker(end))].sum()) for end in (LOST, WON)}
