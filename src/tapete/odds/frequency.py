"""How often a final hand comes, as it is reported: whole numbers, for games between players."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any


@dataclass(frozen=True, slots=True)
class Frequency:
    """One hand in one setting: `count` of all `of` deals end with it."""

    game: str
    region: str
    hand: str
    name: str
    article: str
    count: int
    of: int
    setting: dict[str, str] = field(default_factory=dict)

    @property
    def chance(self) -> Fraction:
        """How likely it is."""
        return Fraction(self.count, self.of)

    def as_json(self) -> dict[str, Any]:
        """The object that `tapete odds --json` prints."""
        return {
            "game": self.game,
            "region": self.region,
            "setting": self.setting,
            "hand": self.hand,
            "count": self.count,
            "of": self.of,
            "chance": str(self.chance),
            "article": self.article,
        }


@dataclass(frozen=True, slots=True)
class Take:
    """What the house takes in an hour by one of its cuts, in minimums of the table, where an hour is as `hour` says."""

    game: str
    region: str
    cut: str
    article: str
    minimums: Fraction
    setting: dict[str, str]
    hour: dict[str, int | float]

    def as_json(self) -> dict[str, Any]:
        """The object that `tapete odds --take --json` prints."""
        return {
            "game": self.game,
            "region": self.region,
            "cut": self.cut,
            "setting": self.setting,
            "hour": self.hour,
            "minimums": str(self.minimums),
            "minimums_float": float(self.minimums),
            "article": self.article,
        }
