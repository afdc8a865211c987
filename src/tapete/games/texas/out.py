"""Hands that the chief of table takes out of the game: one that was dealt wrongly, two that touched."""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from tapete.engine.window import Offer, Option, Refusal


class Annulling(Offer):
    """A hand with too many or too few cards counts for nothing: its player's stakes go back."""

    __slots__ = ("article", "playing")
    verbs = ("annul",)

    def __init__(self, playing: Callable[[], Sequence[str]], article: str) -> None:
        self.playing, self.article = playing, article

    def actors(self) -> Iterable[str]:
        return ("inspector",)

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        return [("annul", name) for name in self.playing()] if who == "inspector" else []

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        if who != "inspector":
            return Refusal("the inspector decides whose hand is out", self.article)
        if on not in self.playing():
            return Refusal("{who} has no cards", self.article, who=on)
        return Option(who, do, on, self.article)


class Parting(Offer):
    """Two players whose cards touched play no further."""

    __slots__ = ("article", "playing")
    verbs = ("part",)

    def __init__(self, playing: Callable[[], Sequence[str]], article: str) -> None:
        self.playing, self.article = playing, article

    def actors(self) -> Iterable[str]:
        return ("inspector",)

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        return [("part", "+".join(two)) for two in combinations(self.playing(), 2)] if who == "inspector" else []

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        one, _, other = on.partition("+")
        if who != "inspector":
            return Refusal("the inspector decides whose hand is out", self.article)
        if one == other or not {one, other} <= set(self.playing()):
            return Refusal("'{text}' is no two players with cards: write ana+luis", self.article, text=on)
        return Option(who, do, on, self.article)
