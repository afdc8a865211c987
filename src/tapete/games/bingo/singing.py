"""Singing: who says that a line or a card is complete, whether it is, and the caller's next ball."""

from collections.abc import Iterable

from tapete.engine.places import called
from tapete.engine.requests import Act, Announce
from tapete.engine.window import Effect, Offer, Option, Refusal
from tapete.errors import Word
from tapete.games.bingo import cards
from tapete.games.bingo.hall import Hall, Held
from tapete.games.bingo.settle import BINGO, LINE


class Caller(Offer):
    """The caller takes the next ball."""

    __slots__ = ("article",)
    verbs = ("next",)

    def __init__(self, article: str) -> None:
        self.article = article

    def actors(self) -> Iterable[str]:
        return ("croupier",)

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        return [("next", "")] if who == "croupier" else []

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        if who != "croupier" or on:
            return Refusal("{who} cannot '{do}' now", self.article, who=called(who), do=Act(do, on).said)
        return Option(who, do, on, self.article, default=True)


class Singing(Offer):
    """Whoever plays cards may sing a line and bingo once at each ball; what is sung is checked at once.

    `claims` has the combinations that were sung rightly at this ball.
    """

    __slots__ = ("claims", "hall", "line_open", "sung")
    verbs = ("sing",)

    def __init__(self, hall: Hall, line_open: bool) -> None:
        self.hall, self.line_open = hall, line_open
        self.sung: set[tuple[str, str]] = set()
        self.claims: dict[str, list[Held]] = {LINE: [], BINGO: []}

    def actors(self) -> Iterable[str]:
        return dict.fromkeys(held.who for held in self.hall.cards)

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        return [("sing", LINE), ("sing", BINGO)] if who in self.actors() else []

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        prizes = self.hall.rules.prizes
        if on not in self.claims or who not in self.actors():
            return Refusal("{who} cannot '{do}' now", self.hall.rules.article, who=called(who), do=Act(do, on).said)
        if on == LINE and not self.line_open:
            return Refusal("the line was sung at an earlier ball", prizes[on].article)
        if (who, on) in self.sung:
            return Refusal("{who} has sung '{what}' at this ball", prizes[on].article, who=who, what=Word(on))
        return Option(who, do, on, prizes[on].article)

    def perform(self, who: str, act: Act) -> Iterable[Effect]:
        self.sung.add((who, act.on))
        right = self.hall.complete(act.on, who)
        self.claims[act.on] += right
        if not right:
            return [Announce("wrong", (who, act.on))]
        return [sung(self.hall, act.on, held) for held in dict.fromkeys(right)]


def sung(hall: Hall, what: str, held: Held) -> Announce:
    """A combination that was sung rightly: whose, and on which card."""
    call = "line" if what == LINE else "result"
    return Announce(call, (held.who, cards.called(hall.drum, held.place), str(len(hall.out))))
