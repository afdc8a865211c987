"""What a hand is worth against others, as it is reported: exact, or sampled with an error."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tapete.odds.chain import Number
from tapete.odds.report import fraction


@dataclass(frozen=True, slots=True)
class Equity:
    """The share of the pot that a hand expects, and how often it takes all of it or a part.

    Where there are two lines of common cards, all and part are of a line's half.
    """

    game: str
    region: str
    article: str
    hand: str
    board: tuple[str, ...]
    dead: str
    equity: Number
    win: Number
    tie: Number
    deals: int
    std_error: float | None = None

    def as_json(self) -> dict[str, Any]:
        """The object that `tapete equity --json` prints."""
        return {
            "game": self.game,
            "region": self.region,
            "hand": self.hand,
            "board": list(self.board),
            "dead": self.dead,
            "equity": fraction(self.equity),
            "equity_float": float(self.equity),
            "win": float(self.win),
            "tie": float(self.tie),
            "lose": float(1 - self.win - self.tie),
            "std_error": self.std_error,
            "deals": self.deals,
            "article": self.article,
        }


def half(one: Number, other: Number) -> Number:
    """The mean of two numbers, exact if both are.

    >>> half(Fraction(1, 2), Fraction(1, 3))
    Fraction(5, 12)
    """
    return (one + other) / 2 if isinstance(one, Fraction) and isinstance(other, Fraction) else float(one + other) / 2
