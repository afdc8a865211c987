"""The counter: tickets bought one after another and opened at once, and those that win validated once."""

from collections.abc import Iterable
from typing import NamedTuple

from tapete.engine.places import called, chips
from tapete.engine.requests import Act
from tapete.engine.stakes import too_little
from tapete.engine.table import Table
from tapete.engine.window import Offer, Option, Refusal
from tapete.errors import UnknownError
from tapete.games.papeletas.carry import OpenedLot
from tapete.games.papeletas.rules import Rules
from tapete.games.shared.sorteo.rules import tickets


class Winning(NamedTuple):
    """A ticket that wins money: whose it is, its number, and what it wins in cents."""

    who: str
    number: int
    cents: int
    article: str


class Counter(Offer):
    """Sells what is left of a lot, and validates the codes of tickets that win."""

    __slots__ = ("left", "price", "rules", "spot", "table", "validated", "waiting")
    verbs = ("stake", "validate")

    def __init__(self, rules: Rules, table: Table[OpenedLot], left: int) -> None:
        self.rules, self.table, self.left = rules, table, left
        (self.spot,) = rules.bets
        self.waiting: dict[str, Winning] = {}
        self.validated: set[str] = set()

    def actors(self) -> Iterable[str]:
        return self.table.players

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        own = [code for code, winning in self.waiting.items() if winning.who == who]
        return [("stake", self.spot), *(("validate", code) for code in own)] if who in self.table.players else []

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        if who not in self.table.players:
            return Refusal("{who} cannot '{do}' now", self.rules.article, who=called(who), do=Act(do, on).said)
        return self._validate(who, on) if do == "validate" else self._sell(who, on)

    def _sell(self, who: str, on: str) -> Option | Refusal:
        if on != self.spot:
            return Refusal(UnknownError("bet", on, [self.spot]).text, self.rules.article)
        limit = self.rules.bets[on].limit
        article = self.rules.limits[limit].article
        lo, hi, step = tickets(self.table.settings, limit)
        if not self.left:
            return Refusal("no ticket of the lot is left", article)
        have = self.table.places.get(chips(who), 0)
        hi = min(hi, self.left * step, have - have % step)
        if hi < lo:
            return too_little(who, have, on, lo, article)
        return Option(who, "stake", on, article, lo, hi, step)

    def _validate(self, who: str, code: str) -> Option | Refusal:
        assert self.rules.codes is not None or not self.waiting
        article = self.rules.codes.article if self.rules.codes else self.rules.article
        if code in self.validated:
            return Refusal("the ticket with code {code} has been validated already", article, code=code)
        if code not in self.waiting or self.waiting[code].who != who:
            return Refusal("no winning ticket of {who}'s has the code {code}", article, who=who, code=code)
        return Option(who, "validate", code, article)

    def sold(self, count: int) -> None:
        """So many tickets fewer are left."""
        self.left -= count

    def take(self, code: str) -> Winning:
        """A code is validated: what it wins, once."""
        self.validated.add(code)
        return self.waiting.pop(code)
