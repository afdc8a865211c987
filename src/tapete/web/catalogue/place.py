"""A game in a region, as its pages see it."""

from typing import Annotated

from fastapi import Depends

from tapete import i18n
from tapete.errors import Missing, UnknownError
from tapete.games import Game, game
from tapete.law.sections import BankRulebook
from tapete.law.text import text


class Place:
    """A game in a region, as its pages see it."""

    def __init__(self, game: Game, region: str) -> None:
        self.game, self.region = game, region
        self.rules: BankRulebook = game.rules(region)
        self.text = text(region)
        self.others = [where for where in game.regions if where != region]

    @property
    def title(self) -> str:
        """The game's name."""
        return i18n.law(self.rules.title)

    @property
    def path(self) -> str:
        """Where its pages are."""
        return f"/games/{self.game.id}/{self.region}"

    @property
    def tabs(self) -> tuple[str, ...]:
        """Which pages there are of it: prices and best play where odds are known, or how often hands come."""
        if self.game.has("odds"):
            return ("law", "odds", "differences", "best")
        between = {"frequencies": "odds", "equity": "equity"}
        return ("law", *(tab for part, tab in between.items() if self.game.has(part)), "differences")

    def name_of(self, region: str) -> str:
        """A region's name."""
        return text(region).name

    def about(self, article: str) -> str:
        """What an article is about."""
        return self.text.articles.get(article, "")


def place(name: str, region: str) -> Place:
    """A dependency: the game and region that a path names."""
    chosen = game(name)
    if region not in chosen.regions:
        raise UnknownError("region of this game", region, list(chosen.regions))
    return Place(chosen, region)


Here = Annotated[Place, Depends(place)]


def played(here: Here) -> Place:
    """A dependency: the same, where tables can be opened of the game."""
    if not here.game.has("play"):
        raise Missing("{game} is described, not played: no table can be opened of it", game=here.game.id)
    return here


Played = Annotated[Place, Depends(played)]
