"""Exact odds of bets on pockets."""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction

from tapete.games.pano.rules import PanoRules, covers
from tapete.games.pano.settle import comes_back
from tapete.odds.chain import Figures, Step, figures
from tapete.odds.report import BetOdds


def one_draw(shares: Iterable[tuple[int, int]]) -> Figures:
    """The figures of a bet decided by one draw, from what each equally likely outcome brings back."""
    return figures([[Step(weight, -1, Fraction(*share)) for share, weight in Counter(shares).items()]])


def odds(rules: PanoRules, pockets: Sequence[str]) -> list[BetOdds]:
    """Every bet of the felt. The spots of one bet cover alike, so each bet has one row."""
    rows = []
    for name, bet in rules.bets.items():
        found = {
            one_draw(
                comes_back([i for i, p in enumerate(pockets) if p in covered], fell, *bet.pays)
                for fell in range(len(pockets))
            )
            for spot, covered in covers(rules).items()
            if spot.partition(":")[0] == name
        }
        (only,) = found
        rows.append(BetOdds.of(rules, name, only))
    return rows
