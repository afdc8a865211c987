"""A bet's odds as they are reported: exact where they can be, with an error bar where they cannot."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import hypot
from typing import TYPE_CHECKING, Any

from tapete.odds.chain import Figures, Number

if TYPE_CHECKING:
    from tapete.law.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class BetOdds:
    """One bet in one setting. A positive edge is the house's.

    Where a player decides as the round goes, `staked` is what is put down in all for an initial stake of one,
    `decisions` how often each choice is made, and `cost` how much more is lost than with best play.
    """

    game: str
    region: str
    bet: str
    name: str
    article: str
    figures: Figures
    setting: dict[str, str] = field(default_factory=dict)
    std_error: float | None = None
    note: str = ""
    staked: Number = Fraction(1)
    decisions: dict[str, Number] = field(default_factory=dict)
    cost: Number | None = None
    cost_error: float | None = None

    @property
    def element_of_risk(self) -> Number:
        """The edge as a share of all that is staked."""
        return self.figures.edge / self.staked

    @classmethod
    def of(
        cls, rules: "Rulebook", bet: str, figures: Figures, setting: dict[str, str] | None = None, on: str = ""
    ) -> "BetOdds":
        """The odds of a rulebook's bet; `on` is the spot, where a bet's spots differ."""
        section = rules.bets[bet]  # type: ignore[attr-defined]
        name = f"{section.name} {on}" if on else section.name
        spot = f"{bet}:{on}" if on else bet
        return cls(rules.game, rules.region, spot, name, section.article, figures, setting or {})

    def as_json(self) -> dict[str, Any]:
        """The object that `tapete odds --json` prints."""
        figures = self.figures
        return {
            "game": self.game,
            "region": self.region,
            "bet": self.bet,
            "setting": self.setting,
            "edge": fraction(figures.edge),
            "edge_float": float(figures.edge),
            "std_error": self.std_error,
            "win": float(figures.win),
            "push": float(figures.push),
            "lose": float(figures.lose),
            "variance": float(figures.variance),
            "article": self.article,
            "edge_resolved": fraction(figures.edge_resolved),
            "rounds": float(figures.rounds),
            "note": self.note,
            "staked": float(self.staked),
            "element_of_risk": float(self.element_of_risk),
            "decisions": {choice: float(often) for choice, often in self.decisions.items()},
            "cost": None if self.cost is None else fraction(self.cost),
            "cost_float": None if self.cost is None else float(self.cost),
            "cost_error": self.cost_error,
        }


def costed(rows: Sequence[BetOdds], option: str, best: str) -> list[BetOdds]:
    """Rows of ways to decide, each with what it costs against the best value of an option, all else being equal.

    Errors are taken as if both had been measured apart; on the same deals they are smaller.
    """

    def alike(row: BetOdds) -> tuple[str, dict[str, str]]:
        return row.bet, {name: value for name, value in row.setting.items() if name != option}

    def cost(row: BetOdds, by: BetOdds) -> BetOdds:
        errors = [one.std_error for one in (row, by) if one.std_error is not None and row is not by]
        return replace(row, cost=row.figures.edge - by.figures.edge, cost_error=hypot(*errors) if errors else None)

    bests = [row for row in rows if row.setting.get(option) == best]
    against = [next((one for one in bests if alike(one) == alike(row)), None) for row in rows]
    return [cost(row, by) if by and row.decisions else row for row, by in zip(rows, against, strict=True)]


def fraction(value: Number) -> str | None:
    """An exact number as text: `1/37`, `0`, `-5/3`; nothing for one that is not exact."""
    return str(value) if isinstance(value, Fraction) else None
