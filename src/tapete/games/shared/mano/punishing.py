"""The chief of table takes all that somebody staked, who told or showed their cards."""

from collections.abc import Callable, Iterable, Sequence

from tapete.engine.window import Offer, Option, Refusal


class Punishing(Offer):
    """Who may be punished is whoever has stakes on the felt."""

    __slots__ = ("article", "staked")
    verbs = ("punish",)

    def __init__(self, staked: Callable[[], Sequence[str]], article: str) -> None:
        self.staked, self.article = staked, article

    def actors(self) -> Iterable[str]:
        return ("inspector",)

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        return [("punish", name) for name in self.staked()] if who == "inspector" else []

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        if who != "inspector":
            return Refusal("the inspector decides who is punished", self.article)
        if on not in self.staked():
            return Refusal("{who} has nothing on the felt", self.article, who=on)
        return Option(who, do, on, self.article)
