"""The ball of the first line and of the first bingo, by how many cards are in play."""

from tapete.errors import TapeteError
from tapete.games.bingo.falls import open_in_hall
from tapete.games.bingo.odds import shape
from tapete.games.bingo.rules import Rules, cards_in_book
from tapete.games.bingo.settle import BINGO, LINE
from tapete.odds.moments import Moment


def moments(rules: Rules, cards: int) -> list[Moment]:
    """Every ball at which the first line may have been sung, and the chances that it and the bingo have."""
    most = cards_in_book(rules)
    if not 1 <= cards <= most:
        raise TapeteError("{cards} cards cannot be in play: there are 1 to {most}", cards=cards, most=most)
    left = {what: open_in_hall(shape(rules), what, cards) for what in (LINE, BINGO)}
    articles = {what: rules.prizes[what].article for what in left}
    return [
        Moment(
            rules.game, rules.region, cards, ball, {what: 1 - chance[ball] for what, chance in left.items()}, articles
        )
        for ball in range(rules.equipment.balls + 1)
    ]
