"""Rankings beside those that rulebooks declare, and what a hand makes reckoned the long way."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from tapete.cards.card import FRENCH, FRENCH_JOKER, Pack
from tapete.cards.lookup import Lookup
from tapete.cards.ranking import Made, Ranking
from tapete.cards.rankings import POKER

PAI_GOW_LOW = Ranking(FRENCH_JOKER, 2, ("carta-mayor", "pareja"))
THREE = Ranking(FRENCH, 3, ("carta-mayor", "pareja", "color", "escalera", "trio", "escalera-de-color", "escalera-real"))
FOUR = Ranking(
    FRENCH, 4, ("carta-mayor", "pareja", "doble-pareja", "escalera", "color", "trio", "escalera-de-color", "poker")
)
LOW_EIGHT = Ranking(FRENCH, 5, ("ocho-o-menos",), ace="low", lowest_wins=True)


def circle(pack: Pack = FRENCH, figuras: bool = False) -> Ranking:
    """Poker between players: colour above full where the pack is reduced, `figuras` in covered poker.

    The low ace stands below the lowest card that is in the pack.
    """
    order = list(POKER.order)
    if len(pack) < len(FRENCH):
        order.remove("color")
        order.insert(order.index("full") + 1, "color")
    if figuras:
        order.insert(order.index("trio"), "figuras")
    return Ranking(pack, 5, tuple(order))


def by_category(lookup: Lookup, counts: NDArray[np.int64]) -> dict[str, int]:
    """Counts of scores added up by category, worst first; what is not admitted comes under an empty name."""
    found = {lookup.category(0): int(counts[0])} if counts[0] else {}
    for place, name in enumerate(lookup.ranking.order):
        found[name] = int(counts[lookup.categories == place].sum())
    return found


def made_mixed(ranking: Ranking, own: Sequence[int], board: Sequence[int], use: int = 2) -> Made | None:
    """What a hand makes with exactly `use` of its own cards and the rest from the board."""
    hands = ((*a, *b) for a in combinations(own, use) for b in combinations(board, ranking.cards - use))
    return max(filter(None, map(ranking.made, hands)), key=lambda made: made.value, default=None)
