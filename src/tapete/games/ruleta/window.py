"""Colour chips: at the American roulettes each player's chips tell whose they are."""

import functools
import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tapete.engine.places import called, stakes
from tapete.engine.requests import Act
from tapete.engine.stakes import Spot
from tapete.engine.table import Table
from tapete.engine.window import Effect, Offer, Option, Refusal
from tapete.errors import Said
from tapete.games.ruleta.rules import ColourChips, layout
from tapete.money import Range

if TYPE_CHECKING:
    from tapete.games.ruleta.play import Carry
    from tapete.games.ruleta.rules import Rules


class ChipColours(Offer):
    """Whose chips are worth what. Players stake chips of a colour of their own; the inspector may let one stake value.

    Who stakes without a word takes a colour of the minimum. `release` gives a colour back, for somebody else.
    """

    __slots__ = ("authorised", "chips", "most", "number", "table", "undeclared", "values")
    verbs = ("declare", "release", "authorise", "forbid")

    def __init__(self, rules: "Rules", table: "Table[Carry]", chips: ColourChips) -> None:
        self.table = table
        self.chips = chips
        self.number = table.settings.colours or chips.number
        self.undeclared = chips.undeclared.minimums * table.settings.minimum
        self.most = layout(rules, table.settings)["pleno:0"].limits.hi
        self.values = {who: value for who, value in table.carry.colours.items() if who in table.players}
        self.authorised = [who for who in table.carry.authorised if who in table.players]

    def limits(self, who: str, spot: Spot) -> Range | Refusal:
        """What a spot takes of somebody's chips."""
        if who in self.authorised:
            return spot.limits
        if who in self.values:
            return in_colour(spot.limits, self.values[who])
        return self._none_free(who) or in_colour(spot.limits, self.undeclared)

    def taken(self, who: str) -> None:
        """Somebody has put chips down: without a colour yet, one of the minimum is theirs."""
        if who not in self.authorised:
            self.values.setdefault(who, self.undeclared)

    def actors(self) -> Iterable[str]:
        return (*self.table.players, "inspector")

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        if who in self.table.players:
            yield "declare", ""
            yield "release", ""
        for player in self.table.players:
            yield "authorise", player
            yield "forbid", player

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        return _OPTIONS[do](self, who, on)

    def perform(self, who: str, act: Act) -> Iterable[Effect]:
        if act.do == "declare":
            self.values[who] = act.cents
        elif act.do == "release":
            del self.values[who]
        elif act.do == "authorise":
            self.authorised.append(act.on)
        else:
            self.authorised.remove(act.on)
        return ()

    # What is open

    def _none_free(self, who: str) -> Refusal | None:
        if len(self.values) < self.number:
            return None
        return Refusal(
            "no colour is free for {who}: the inspector may authorise chips of value", self.chips.article, who=who
        )

    def _declare(self, who: str, on: str) -> Option | Refusal:
        rule, settings = self.chips.declared, self.table.settings
        if who not in self.table.players or on:
            what = on or Said("their chips")
            return Refusal("{who} cannot declare what {chips} are worth", rule.article, who=called(who), chips=what)
        if self._lying(who):
            return Refusal("{who}'s chips lie on the felt, so their value stands", rule.article, who=who)
        refusal = None if who in self.values else self._none_free(who)
        room = Range(settings.minimum, self.most, settings.chip).floor()
        return refusal or Option.of_amount(who, "declare", "", rule.article, room)

    def _release(self, who: str, on: str) -> Option | Refusal:
        if who not in self.values or on:
            return Refusal("{who} has no colour to give back", self.chips.article, who=called(who))
        if self._lying(who):
            return Refusal("{who}'s chips lie on the felt", self.chips.article, who=who)
        return Option(who, "release", "", self.chips.article)

    def _authorise(self, who: str, on: str) -> Option | Refusal:
        article = self.chips.value_chips.article
        done = Refusal("{who} stakes chips of value already", article, who=on) if on in self.authorised else None
        return self._not_theirs(who, on) or done or Option(who, "authorise", on, article)

    def _forbid(self, who: str, on: str) -> Option | Refusal:
        article = self.chips.value_chips.article
        done = None if on in self.authorised else Refusal("{who} has no leave to stake chips of value", article, who=on)
        return self._not_theirs(who, on) or done or Option(who, "forbid", on, article)

    def _not_theirs(self, who: str, on: str) -> Refusal | None:
        """Why somebody may not decide on a player's chips of value."""
        article = self.chips.value_chips.article
        if who != "inspector":
            return Refusal("the inspector, not {who}, decides who may stake chips of value", article, who=called(who))
        if on not in self.table.players:
            return Refusal("there is no player '{who}' at the table", article, who=on)
        return None

    def _lying(self, who: str) -> bool:
        return any(stake.who == who for stake in stakes(self.table.places))


_OPTIONS = {
    "declare": ChipColours._declare,
    "release": ChipColours._release,
    "authorise": ChipColours._authorise,
    "forbid": ChipColours._forbid,
}


@functools.lru_cache(maxsize=1024)
def in_colour(limits: Range, value: int) -> Range:
    """What a spot takes of chips of this value: as many as its limits, and its own steps, allow.

    >>> in_colour(Range(500, 2000, 50), 700)
    Range(lo=700, hi=2000, step=700)
    """
    step = math.lcm(value, limits.step)
    return Range(-(-limits.lo // step) * step, limits.hi, step)
