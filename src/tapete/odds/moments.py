"""When something falls: for each moment of a round, the chance that it has fallen by then."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any


@dataclass(frozen=True, slots=True)
class Moment:
    """A ball with so many cards in play: by name, the chance that what is waited for has come by then."""

    game: str
    region: str
    cards: int
    ball: int
    by_then: dict[str, Fraction]
    articles: dict[str, str]

    def as_json(self) -> dict[str, Any]:
        """The object that `tapete odds --cards --json` prints."""
        return {
            "game": self.game,
            "region": self.region,
            "cards": self.cards,
            "ball": self.ball,
            "chance": {name: float(chance) for name, chance in self.by_then.items()},
            "articles": self.articles,
        }


def means(moments: list[Moment]) -> dict[str, float]:
    """The moment at which each falls, on average: what is still to fall before each of them, all together."""
    names = moments[0].by_then if moments else {}
    before = moments[0].ball if moments else 0
    return {name: before + float(sum(1 - moment.by_then[name] for moment in moments)) for name in names}
