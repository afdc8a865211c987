"""What is reported of a game under the options and readings that somebody chose."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

from tapete.games import Game
from tapete.odds.remembered import asked, rows
from tapete.odds.report import BetOdds


class Row(Protocol):
    """A line of a report, and the options that it holds under."""

    @property
    def setting(self) -> Mapping[str, str]:
        """The options."""


R = TypeVar("R", bound=Row)


def priced(game: Game, region: str, chosen: Mapping[str, str]) -> list[BetOdds]:
    """Every bet from whole packs under what was chosen; counted if it was not asked before."""

    def count() -> list[BetOdds]:
        rules, options = game.ruled(region, chosen)
        return among(rows(game, narrowed(game, rules, options)), options)

    return asked(game.id, region, chosen, count)


def narrowed(game: Game, rules: Any, options: Mapping[str, str]) -> Any:
    """A rulebook without the values that were not chosen, of options whose values are counted each for itself."""
    return rules.narrowed({name: value for name, value in options.items() if name in game.counted_apart})


def among(rows: Sequence[R], options: Mapping[str, str]) -> list[R]:
    """The rows of the options that were chosen."""
    return [row for row in rows if all(row.setting.get(key, value) == value for key, value in options.items())]
