"""The last hands: announced before the limits change, where a text has it so, and at the end of the day."""

from collections.abc import Iterable
from typing import NamedTuple

from tapete.engine.carry import Carry
from tapete.engine.places import called
from tapete.engine.requests import Act, Announce
from tapete.engine.window import Effect, Offer, Option, Refusal
from tapete.law.sections import BankRulebook

END_OF_DAY = "jornada"


class Ending(NamedTuple):
    """How many hands are left once it is announced, by which call and which article."""

    hands: int
    call: str
    article: str


class LastHands(Offer):
    """The director announces how many hands are left."""

    __slots__ = ("announced", "carry", "endings")
    verbs = ("last",)

    def __init__(self, rules: BankRulebook, carry: Carry) -> None:
        day, limits = rules.closing[END_OF_DAY], rules.minimum
        self.carry = carry
        self.announced = 0
        at_night = Ending(day.announced_rounds, "last-hands", day.article)
        before_a_change = Ending(limits.announced_rounds, "last", limits.article)
        self.endings = {"": before_a_change if limits.announced_rounds else at_night, END_OF_DAY: at_night}

    def actors(self) -> Iterable[str]:
        return ("director",)

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        alike = self.endings[""] == self.endings[END_OF_DAY]
        return [("last", on) for on in ([""] if alike else self.endings)] if who == "director" else []

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        ending = self.endings.get(on, self.endings[END_OF_DAY])
        if who != "director" or on not in self.endings:
            return Refusal("{who} cannot '{do}' now", ending.article, who=called(who), do=Act(do, on).said)
        if self.announced or self.carry.remaining >= 0:
            return Refusal("the last rounds are announced already", ending.article)
        return Option(who, do, on, ending.article)

    def perform(self, who: str, act: Act) -> Iterable[Effect]:  # noqa: ARG002
        ending = self.endings[act.on]
        self.announced = ending.hands
        return (Announce(ending.call, (str(ending.hands),)),)
