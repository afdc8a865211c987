"""When something falls: for each moment of a round, the chance that it has fallen by then."""

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any


@dataclass(frozen=True, slots=True)
class Moment:
    """A ball with so many cards in play: by name, the chance that what is waited for has come by then.

    `shared` is the chance that it has, and came to several at once. Where chances are exact only for cards dealt anew,
    `measured` has what the cards there are gave in so many games.
    """

    game: str
    region: str
    cards: int
    ball: int
    by_then: dict[str, Fraction]
    shared: dict[str, Fraction]
    articles: dict[str, str]
    measured: dict[str, float] = field(default_factory=dict)
    games: int = 0

    @property
    def std_error(self) -> dict[str, float]:
        """The standard error of what was measured."""
        return {name: math.sqrt(share * (1 - share) / self.games) for name, share in self.measured.items()}

    def as_json(self) -> dict[str, Any]:
        """The object that `tapete odds --cards --json` prints."""
        return {
            "game": self.game,
            "region": self.region,
            "cards": self.cards,
            "ball": self.ball,
            "chance": {name: float(chance) for name, chance in self.by_then.items()},
            "shared": {name: float(chance) for name, chance in self.shared.items()},
            "measured": self.measured or None,
            "std_error": self.std_error or None,
            "games": self.games,
            "articles": self.articles,
        }


def means(moments: list[Moment]) -> dict[str, Fraction]:
    """The moment at which each falls, on average: what is still to fall before each of them, all together."""
    names = moments[0].by_then if moments else {}
    before = moments[0].ball if moments else 0
    return {name: before + sum((1 - moment.by_then[name] for moment in moments), Fraction(0)) for name in names}


def measured(moments: list[Moment]) -> dict[str, tuple[float, float]]:
    """The same of what was measured, with its standard error; nothing where nothing was."""
    return {name: _mean(moments, name) for name in (moments[0].measured if moments else {})}


def _mean(moments: list[Moment], name: str) -> tuple[float, float]:
    left = [1 - moment.measured[name] for moment in moments]
    mean = sum(left)
    # The square of a count is the sum of the odd numbers below twice it.
    square = sum((2 * ball + 1) * share for ball, share in enumerate(left))
    return moments[0].ball + mean, math.sqrt(max(square - mean * mean, 0) / moments[0].games)
