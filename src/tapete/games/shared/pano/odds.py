"""Exact odds of bets on pockets."""

import functools
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from tapete.engine.settings import Settings
from tapete.games.shared.pano.rules import PanoRules, spots
from tapete.games.shared.pano.settle import Share
from tapete.odds.chain import Figures, Step, figures
from tapete.odds.evening import Fates
from tapete.odds.report import BetOdds


def odds(rules: PanoRules) -> list[BetOdds]:
    """Every bet of the felt. The spots of one bet cover alike, so each bet has one row."""
    by_bet: dict[str, set[Figures]] = {name: set() for name in rules.bets}
    for spot in spots(rules).values():
        by_bet[spot.bet].add(of_shares(spot.back[pocket] for pocket in rules.pockets))
    rows = []
    for name, (only,) in by_bet.items():
        rows.append(BetOdds.of(rules, name, only))
    return rows


def of_shares(shares: Iterable[Share]) -> Figures:
    """The figures of a bet from what each equally likely outcome brings back; None draws again.

    >>> of_shares([(2, 1), (0, 1), None]).rounds
    Fraction(3, 2)
    """
    return figures([[_step(share, weight) for share, weight in Counter(shares).items()]])


def _step(share: Share, weight: int) -> Step:
    return Step(weight, 0) if share is None else Step(weight, -1, Fraction(*share))


def fates(rules: PanoRules, settings: Settings, carry: Mapping[str, Any]) -> Fates:  # noqa: ARG001
    """What a draw makes of every chip; one that decides nothing leaves it where it lies."""
    return _fates(rules)


@functools.lru_cache(maxsize=64)
def _fates(rules: PanoRules) -> Fates:
    fall = Counter(rules.pockets)
    return Fates.of(
        tuple(fall.values()),
        {
            f"felt/{spot}": [Fraction(*(covered.back[pocket] or (1, 1))) for pocket in fall]
            for spot, covered in spots(rules).items()
        },
    )
