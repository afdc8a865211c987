"""What each bet of a rulebook costs."""

from typing import TYPE_CHECKING, Any, NamedTuple

from tapete.odds.chain import Number
from tapete.odds.remembered import rows

if TYPE_CHECKING:
    from tapete.games import Game


class Edge(NamedTuple):
    """A bet in a setting, and the house's edge: exact, or else an estimate."""

    bet: str
    article: str
    setting: dict[str, str]
    edge: Number


def edges(game: "Game", rules: Any) -> tuple[Edge, ...]:
    """Every bet of a rulebook; none of a game without odds."""
    if not game.has("odds"):
        return ()
    return tuple(Edge(row.bet, row.article, row.setting, row.figures.edge) for row in rows(game, rules))
