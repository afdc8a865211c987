"""What is offered of the bank: to who bids, to whom the inspector names, to the banker before he deals or is broken."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from tapete.engine.places import banca, called, chips
from tapete.engine.requests import Act, Announce, Move
from tapete.engine.window import Effect, Offer, Option, Refusal
from tapete.money import Range, format_cents

if TYPE_CHECKING:
    from tapete.games.bacara_dos_panos.bank import Bank


class Bids(Offer):
    """The bank is sold: the highest bid has it; `best` are those who have made it."""

    __slots__ = ("amount", "bank", "best")
    verbs = ("bid",)

    def __init__(self, bank: "Bank") -> None:
        self.bank = bank
        self.best: list[str] = []
        self.amount = 0

    def actors(self) -> Iterable[str]:
        return self.bank.table.players

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        return [("bid", "")] if who in self.bank.table.players else []

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        bank, rule = self.bank, self.bank.rules.bank
        if who not in bank.table.players or on:
            return Refusal("{who} cannot '{do}' now", rule.auction.article, who=called(who), do=Act(do, on).said)
        if who in bank.barred:
            return Refusal("{who} won and withdrew: not in this shoe again", rule.left.article, who=who)
        step = bank.table.settings.chip if who in self.best else 0
        least = max(bank.least, self.amount + step)
        room, beyond = bank.room(who, least), (rule.auction, rule.most)[bank.cap is not None and least > bank.cap]
        if room is None:
            return Refusal("{who} cannot bid {amount}", beyond.article, who=who, amount=format_cents(least))
        return Option.of_amount(who, do, on, rule.auction.article, room)

    def perform(self, who: str, act: Act) -> Iterable[Effect]:
        equal = act.cents == self.amount
        self.best = [*self.best, who] if equal else [who]
        self.amount = act.cents
        return (Announce("banker", (who, str(format_cents(act.cents)))),)


class Naming(Offer):
    """The inspector names who has the bank already, for several days: before anybody bids for it."""

    __slots__ = ("bank", "bids")
    verbs = ("name",)

    def __init__(self, bank: "Bank", bids: Bids) -> None:
        self.bank, self.bids = bank, bids

    def actors(self) -> Iterable[str]:
        return ("inspector",)

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        return [("name", other) for other in self.bank.table.players] if who == "inspector" else []

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        bank, article = self.bank, self.bank.rules.bank.announced.article
        if who != "inspector" or on not in bank.table.players:
            return Refusal("{who} cannot '{do}' now", article, who=called(who), do=Act(do, on).said)
        if self.bids.best or on in bank.barred or bank.room(on, bank.least) is None:
            return Refusal("{who} cannot be named: there are bids, or no chips or right", article, who=on)
        return Option(who, do, on, article)


class OfTheBanker(Offer):
    """What is offered to the banker alone."""

    __slots__ = ("bank",)

    def __init__(self, bank: "Bank") -> None:
        self.bank = bank

    def actors(self) -> Iterable[str]:
        return (self.bank.who,)

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        return [(verb, "") for verb in self.verbs] if who == self.bank.who else []

    def another(self, who: str, on: str, article: str) -> Refusal | None:
        """Why this is nothing that the banker does."""
        if who == self.bank.who and not on:
            return None
        return Refusal("{who} is the bank, not {other}", article, who=self.bank.who, other=called(who))


class Adding(OfTheBanker):
    """While bets are made, the banker adds to an open bank what it is to answer for."""

    __slots__ = ()
    verbs: ClassVar[tuple[str, ...]] = ("add",)

    def actors(self) -> Iterable[str]:
        return (self.bank.who,) if self.bank.open else ()

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        bank, rule = self.bank, self.bank.rules.bank
        step = bank.table.settings.chip
        if refused := self.another(who, on, rule.article):
            return refused
        if not bank.open:
            return Refusal("a limited bank is what was put up and won", rule.limited.article)
        if bank.purse(who) < step:
            return Refusal("{who} has nothing to add", rule.open.article, who=who)
        return Option.of_amount(who, do, on, rule.open.article, Range(step, bank.purse(who), step).floor())

    def perform(self, who: str, act: Act) -> Iterable[Effect]:
        self.bank.put += act.cents
        return [Move(chips(who), banca(who), act.cents, self.bank.rules.bank.open.article)]


class Holding(Adding):
    """The banker deals or, once he has dealt a coup, leaves; to an open bank he may add."""

    __slots__ = ()
    verbs = ("go-on", "leave", "add")

    def actors(self) -> Iterable[str]:
        return (self.bank.who,)

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        rule = self.bank.rules.bank
        if do == "add":
            return super().option(who, do, on)
        if refused := self.another(who, on, rule.article):
            return refused
        if do == "leave" and not self.bank.dealt:
            return Refusal("{who} has not dealt a coup yet", rule.left.article, who=who)
        return Option(who, do, on, rule.left.article, default=do == "go-on")


class Broken(OfTheBanker):
    """A banker of whose bank nothing is left puts up as much again at least, or leaves."""

    __slots__ = ()
    verbs = ("deposit", "deposit-new-shoe", "leave")

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        bank, article = self.bank, self.bank.rules.bank.broken.article
        if refused := self.another(who, on, article):
            return refused
        if do == "leave":
            return Option(who, do, on, article, default=True)
        room = bank.room(who, bank.deposit)
        if room is None:
            return Refusal("{who} cannot put up {amount}", article, who=who, amount=format_cents(bank.deposit))
        return Option.of_amount(who, do, on, article, room)
