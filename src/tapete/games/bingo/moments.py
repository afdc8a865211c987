"""The ball of the first line and of the first bingo, by how many cards are in play."""

from dataclasses import replace

from tapete.errors import TapeteError
from tapete.games.bingo.falls import open_in_hall, shared_in_hall
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
    shared = {what: shared_in_hall(shape(rules), what, cards) for what in left}
    articles = {what: rules.prizes[what].article for what in left}
    exact = [
        Moment(
            rules.game,
            rules.region,
            cards,
            ball,
            {what: 1 - chance[ball] for what, chance in left.items()},
            {what: chance[ball] for what, chance in shared.items()},
            articles,
        )
        for ball in range(rules.equipment.balls + 1)
    ]
    return _beside(rules, cards, exact) if cards > rules.equipment.series.cards else exact


def _beside(rules: Rules, cards: int, exact: list[Moment]) -> list[Moment]:
    """What is exact for series dealt anew, beside what the book's own series gave."""
    from tapete.games.bingo.measured import GAMES, out_by

    played = out_by(rules, cards)
    return [
        replace(moment, measured={what: out[moment.ball] for what, out in played.items()}, games=GAMES)
        for moment in exact
    ]
