"""The last rounds: announced before the limits change, where a text has it so, and at the end of the day."""

import functools
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from tapete.engine.carry import Carry
from tapete.engine.places import called, chips, stakes
from tapete.engine.requests import Act, Announce, Move
from tapete.engine.table import Table
from tapete.engine.window import Effect, Offer, Option, Refusal
from tapete.law.sections import TableRulebook

END_OF_DAY = "jornada"


class Ending(NamedTuple):
    """How many rounds are left once it is announced, by which call and which article, and what ends so."""

    rounds: int
    call: str
    article: str
    name: str = ""


class LastHands(Offer):
    """The director announces how many rounds are left, and of what that is the end."""

    __slots__ = ("announced", "article", "carry", "ending", "endings")
    verbs = ("last",)

    def __init__(self, rules: TableRulebook, carry: Carry) -> None:
        self.carry = carry
        self.announced, self.ending = 0, ""
        self.endings, self.article = endings(rules), rules.article

    def actors(self) -> Iterable[str]:
        return ("director",)

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        if who != "director":
            return []
        named = {ending for on, ending in self.endings.items() if on}
        if not named or named == {self.endings[""]}:
            return [("last", "")]
        return [("last", on) for on in self.endings if on or self.endings[""] not in named]

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        if not self.endings:
            return Refusal("this text announces no last rounds", self.article)
        ending = self.endings.get(on, self.endings[""])
        if who != "director" or on not in self.endings:
            return Refusal("{who} cannot '{do}' now", ending.article, who=called(who), do=Act(do, on).said)
        if self.announced or self.carry.remaining >= 0:
            return Refusal("the last rounds are announced already", ending.article)
        return Option(who, do, on, ending.article)

    def perform(self, who: str, act: Act) -> Iterable[Effect]:  # noqa: ARG002
        ending = self.endings[act.on]
        self.announced, self.ending = ending.rounds, act.on
        return (Announce(ending.call, (str(ending.rounds),)),)


@functools.lru_cache(maxsize=256)
def endings(rules: TableRulebook) -> Mapping[str, Ending]:
    """What a text has announced ahead, by name: the change of limits has none, or else what there is besides."""
    own = "last-hands" if "last-hands" in rules.calls else "last"
    by_name = {
        name: Ending(rule.announced_rounds, own, rule.article, name)
        for name, rule in rules.closing.items()
        if rule.announced_rounds
    }
    limits = rules.minimum
    if limits.announced_rounds:
        return {"": Ending(limits.announced_rounds, "last", limits.article), **by_name}
    return {"": next(iter(by_name.values())), **by_name} if by_name else {}


async def clear_felt(table: Table[Any], article: str) -> None:
    """What is left on the felt after the last round goes back to whose it is."""
    for stake in list(stakes(table.places)):
        await Move(stake.place, chips(stake.who), stake.cents, article)
