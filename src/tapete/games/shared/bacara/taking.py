"""The bank is offered to somebody, who takes it for an amount or refuses it."""

from collections.abc import Iterable
from typing import ClassVar

from tapete.engine.places import called
from tapete.engine.requests import Act
from tapete.engine.window import Offer, Option, Refusal
from tapete.money import Range


class Taking(Offer):
    """Somebody takes the bank for an amount, or refuses it."""

    __slots__ = ("article", "range", "who")
    verbs: ClassVar[tuple[str, ...]] = ("take", "refuse")

    def __init__(self, who: str, range: Range, article: str) -> None:
        self.who, self.range, self.article = who, range, article

    def actors(self) -> Iterable[str]:
        return (self.who,)

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        return [("take", ""), ("refuse", "")] if who == self.who else []

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        if on or who != self.who or do not in ("take", "refuse"):
            return Refusal("{who} cannot '{do}' now", self.article, who=called(who), do=Act(do, on).said)
        if do == "take":
            return Option.of_amount(who, do, on, self.article, self.range)
        return Option(who, do, on, self.article, default=True)
