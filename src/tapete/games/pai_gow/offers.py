"""What players decide: whether to be the bank, what to stake, and which two of their cards are the low hand."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tapete.engine.places import banca, called, chips, felt
from tapete.engine.requests import Act, Move
from tapete.engine.stakes import Spot, Staking
from tapete.engine.table import Table
from tapete.engine.window import Effect, Offer, Option, Refusal
from tapete.games.pai_gow.rules import BET, LOW, Rules, layout
from tapete.money import Range


class TakingTheBank(Offer):
    """A player passes, or is the bank for one hand and puts up what it can pay."""

    __slots__ = ("article", "least", "step", "table", "who")
    verbs = ("pass", "bank")

    def __init__(self, rules: Rules, table: Table[Any], who: str) -> None:
        self.table, self.who, self.article = table, who, rules.bank.turn.article
        self.least, _, self.step = layout(rules, table.settings)[BET].limits

    def actors(self) -> Iterable[str]:
        return (self.who,)

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        return [(verb, "") for verb in self.verbs] if who == self.who else []

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        if who != self.who or on:
            return Refusal("it is {who}'s choice", self.article, who=self.who)
        if do == "pass":
            return Option(who, do, on, self.article, default=True)
        have = self.table.places.get(chips(who), 0)
        return Option.of_amount(who, do, on, self.article, Range(self.least, have, self.step).floor())

    def perform(self, who: str, act: Act) -> Iterable[Effect]:
        return [Move(chips(who), banca(who), act.cents, self.article)] if act.do == "bank" else []


class Boxes(Staking):
    """A box for each player but the one who is the bank."""

    __slots__ = ("banker",)
    rules: Rules

    def __init__(self, rules: Rules, table: Table[Any], banker: str) -> None:
        spots = layout(rules, table.settings)
        super().__init__(rules, table, spots, limits=self._limits, back=lambda spot: spots[spot].article)
        self.banker = banker

    def playing(self) -> list[str]:
        """Who has a stake on the felt, in the order of their places."""
        return [who for who in self.table.players if self.table.places.get(felt(who, BET))]

    def _limits(self, who: str, spot: Spot) -> Range | Refusal:
        if who == self.banker:
            return Refusal("{who} is the bank", self.rules.bank.article, who=who)
        rule, people = self.rules.players, {*self.playing(), who, self.banker} - {""}
        if rule.seats is None or len(people) <= rule.seats:
            return spot.limits
        return Refusal("{most} may play at most", rule.article, most=rule.seats)


class Setting(Offer):
    """Each player, in any order, lays two of seven cards as the low hand; the others are the high one."""

    __slots__ = ("article", "hands")
    verbs = ("set",)

    def __init__(self, hands: Mapping[str, Sequence[str]], article: str) -> None:
        self.hands, self.article = hands, article

    def actors(self) -> Iterable[str]:
        return tuple(self.hands)

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        return [("set", "")] if who in self.hands else []

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        if who not in self.hands or on:
            return Refusal("{who} has no cards to set", self.article, who=called(who))
        return Option(who, do, on, self.article, slots=tuple(self.hands[who]), least=LOW, most=LOW, default=True)
