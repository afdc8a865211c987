"""What a text's rules are worth: the differences between two regions, priced one by one, and the bets that strike."""

import functools
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from tapete.engine.places import bet_of
from tapete.law.compare import Difference, differences, with_value
from tapete.law.sections import BankRulebook
from tapete.odds.chain import Number
from tapete.odds.edges import Edge, edges
from tapete.odds.kept import Awaited, known_only

if TYPE_CHECKING:
    from tapete.games import Game

RUINOUS = Fraction(1, 4)
UNPRICED = ("staff", "calls", "limits", "players", "closing", "irregularities", "minimum", "float", "settlement")
Edges = dict[str, Number]


class Priced(NamedTuple):
    """A difference, and by how much each bet costs more under the second text's value alone."""

    difference: Difference
    worth: Edges


@functools.lru_cache(maxsize=64)
def priced(game: "Game", one: str, other: str) -> tuple[Priced, ...]:
    """Every difference between two regions' rulebooks, with its price in house edge."""
    left, right = game.rules(one), game.rules(other)
    mine, theirs = _edges(game, left), _edges(game, right)
    return tuple(Priced(item, _price(game, left, item, mine, theirs)) for item in differences(left, right))


def _price(game: "Game", left: Any, item: Difference, mine: Edges, theirs: Edges) -> Edges:
    if item.path.startswith("bets.") and not item.key:
        return _of_bet(item.path, mine if item.other is None else theirs)
    if item.path.partition(".")[0] in UNPRICED:
        return {}
    changed = with_value(left, item)
    try:
        with known_only():  # a price that takes long to count is left out
            return _worth(mine, _edges(game, changed)) if changed else {}
    except Awaited:
        return {}


def _edges(game: "Game", rules: Any) -> Edges:
    return {
        " ".join((row.bet, *(f"{key}={value}" for key, value in row.setting.items()))): row.edge
        for row in edges(game, rules)
    }


def _of_bet(path: str, costs: Edges) -> Edges:
    """The edges of a bet that only one text has."""
    bet = path.partition(".")[2]
    return {key: edge for key, edge in costs.items() if bet_of(key.split()[0]) == bet}


def _worth(before: Edges, after: Edges) -> Edges:
    """By how much each bet costs more once a value is changed."""
    return {key: after[key] - edge for key, edge in before.items() if key in after and after[key] != edge}


def striking(game: "Game", rules: BankRulebook) -> list[Edge]:
    """The bets whose edge is the player's, or beyond a quarter of the stake; none of a game without odds."""
    return [row for row in edges(game, rules) if row.edge < 0 or row.edge > RUINOUS]
