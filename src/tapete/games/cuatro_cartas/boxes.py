"""The boxes of the table: stakes before the cards, and what may be added to the ante once they are seen."""

from collections.abc import Iterable
from typing import Any

from tapete.engine.last import LastHands
from tapete.engine.places import called, chips
from tapete.engine.stakes import Spot, Staking, take_stakes
from tapete.engine.table import Table
from tapete.engine.window import Closing, Offer, Option, Refusal
from tapete.games.cuatro_cartas.rules import ANTE, WAYS, Rules, layout
from tapete.games.shared.mano.lying import lying
from tapete.games.shared.mano.rules import limits
from tapete.games.shared.mano.seats import too_many
from tapete.money import Range

ADD = "jugar"


async def lay(rules: Rules, table: Table[Any], last: LastHands) -> None:
    """The bets are open until the croupier closes them."""

    def room(who: str, spot: Spot) -> Range | Refusal:
        return too_many(rules, len({*playing(rules, table), who})) or spot.limits

    felt = layout(rules, table.settings)
    staking = Staking(rules, table, felt, limits=room, back=lambda spot: felt[spot].article)
    closing = Closing(rules.calls["close"].article, lambda: too_many(rules, len(playing(rules, table))))
    await take_stakes(rules, staking, last, closing=closing)


def playing(rules: Rules, table: Table[Any]) -> list[str]:
    """Who has stakes on the felt, from the croupier's left."""
    return [who for who in table.players if lying(table, who, ANTE) or lying(table, who, rules.own)]


def addable(rules: Rules, table: Table[Any], who: str) -> Range:
    """What somebody may add to an ante: so many times it, as far as the table's maximum and their chips reach."""
    ante, (least, most) = lying(table, who, rules.added_bet.of), rules.added_bet.times
    step, top = table.settings.chip, limits(rules, table.settings, rules.added).hi
    return Range(least * ante, min(most * ante, top, table.places.get(chips(who), 0)), step)


def ways(room: Range, ante: int) -> tuple[str, ...]:
    """The whole antes that may be added, by their names."""
    return tuple(way for way, times in WAYS.items() if room.lo <= times * ante <= room.hi)


class Adding(Offer):
    """A player adds any amount that may be added to the ante."""

    __slots__ = ("article", "on", "room", "who")
    verbs = (ADD,)

    def __init__(self, who: str, on: str, room: Range, article: str) -> None:
        self.who, self.on, self.room, self.article = who, on, room, article

    def actors(self) -> Iterable[str]:
        return (self.who,)

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        return [(ADD, self.on)] if who == self.who else []

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        if who != self.who:
            return Refusal("it is {who}'s choice", self.article, who=called(self.who))
        if on != self.on:
            return Refusal("'{bet}' is not what is added to the ante: {added} is", self.article, bet=on, added=self.on)
        return Option.of_amount(who, do, on, self.article, self.room.floor())
