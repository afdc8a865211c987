"""What is offered of the bank: to one person, to who bids most, to the banker before he deals, to partners of his."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tapete.engine.places import banca, called, chips
from tapete.engine.requests import Act, Announce, Move
from tapete.engine.window import Effect, Offer, Option, Refusal
from tapete.games.shared.bacara.taking import Taking
from tapete.money import Range, format_cents

if TYPE_CHECKING:
    from tapete.games.chemin_de_fer.bank import Bank


class Offered(Taking):
    """Somebody takes the bank for an amount, or refuses it; the inspector finds that they are not there."""

    __slots__ = ("bank",)
    verbs = ("take", "refuse", "absent")

    def __init__(self, bank: "Bank", who: str, range: Range, article: str) -> None:
        super().__init__(who, range, article)
        self.bank = bank

    def actors(self) -> Iterable[str]:
        return (self.who, "inspector")

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        yield from super().acts(who)
        if who == "inspector":
            yield "absent", ""

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        if do != "absent" or on or who != "inspector":
            return super().option(who, do, on)
        absent = self.bank.rules.players.absent
        if self.who not in self.bank.seats.seated:
            return Refusal("{who} has no seat to lose", absent.article, who=self.who)
        return Option(who, do, on, absent.article)


class Bids(Offer):
    """The bank is sold: the highest bid has it, and of equal ones the first by priority."""

    __slots__ = ("amount", "bank", "barred", "barring", "best", "order")
    verbs = ("bid",)

    def __init__(self, bank: "Bank", order: list[str], barred: Sequence[str]) -> None:
        self.bank, self.order, self.barred, self.barring = bank, order, barred, bank.rules.bank.barred.article
        self.best, self.amount = "", 0

    def actors(self) -> Iterable[str]:
        return self.order

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        return [("bid", "")] if who in self.order else []

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        rule, step = self.bank.rules.bank, self.bank.table.settings.chip
        if who in self.barred:
            return Refusal("{who} may not bid for the hand that was passed", self.barring, who=who)
        if who not in self.order or on:
            return Refusal("{who} cannot '{do}' now", rule.auction.article, who=called(who), do=Act(do, on).said)
        if who == self.best:
            return Refusal("{who} has bid most", rule.auction.article, who=who)
        least = self.bank.least
        if self.best:
            first = self.order.index(who) < self.order.index(self.best)
            least = self.amount + (0 if first else step)
        room = self.bank.room(who, least)
        cap = self.bank.cap
        if room is None or (cap is not None and least > cap):
            amount = format_cents(least)
            return Refusal("{who} cannot bid {amount}", rule.auction.article, who=who, amount=amount)
        return Option.of_amount(who, do, on, rule.auction.article, room)

    def perform(self, who: str, act: Act) -> Iterable[Effect]:
        self.best, self.amount = who, act.cents
        return (Announce("banker", (who, str(format_cents(act.cents)))),)


class Holding(Offer):
    """The banker deals or passes; before that he may raise his bank, put winnings away, play all, take a partner."""

    __slots__ = ("bank", "proposed")
    verbs = ("go-on", "pass", "raise", "put-away", "all-goes", "accept")

    def __init__(self, bank: "Bank") -> None:
        self.bank = bank
        self.proposed: dict[str, int] = {}

    def actors(self) -> Iterable[str]:
        return (self.bank.who,)

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        if who == self.bank.who:
            yield from ((verb, "") for verb in self.verbs[:-1])
            yield from (("accept", partner) for partner in self.proposed)

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        bank, rule = self.bank, self.bank.rules.bank
        if who != bank.who or (on and do != "accept"):
            return Refusal("{who} is the bank, not {other}", rule.article, who=bank.who, other=called(who))
        if do == "accept":
            return self._accept(who, on)
        if do == "raise":
            return self._raise(who)
        if do == "put-away":
            return self._put_away(who)
        if do == "all-goes":
            return self._all_goes(who)
        article = rule.once if not bank.dealt else rule.next_shoe if bank.seats.new_shoe else rule.ceded
        return Option(who, do, on, article.article, default=do == "go-on")

    def _raise(self, who: str) -> Option | Refusal:
        bank, step = self.bank, self.bank.table.settings.chip
        article = bank.rules.bank.raised.article
        room = bank.purse(who) if bank.cap is None else min(bank.purse(who), bank.cap - bank.amount)
        if room < step:
            return Refusal("{who} cannot raise the bank", article, who=who)
        return Option.of_amount(who, "raise", "", article, Range(step, room, step).floor())

    def _put_away(self, who: str) -> Option | Refusal:
        bank, settings = self.bank, self.bank.table.settings
        rule = bank.rules.garage.voluntary
        least = rule.above * settings.least("punto")
        if bank.won <= least:
            return Refusal("what was won is not above {amount}", rule.article, amount=format_cents(least))
        room = min(bank.won, bank.amount - bank.lowest)
        if room < settings.chip:
            by = rule if bank.lowest == bank.least else bank.rules.bank.next_shoe
            return Refusal("the bank would be below its least", by.article)
        return Option.of_amount(who, "put-away", "", rule.article, Range(settings.chip, room, settings.chip).floor())

    def _all_goes(self, who: str) -> Option | Refusal:
        article = self.bank.rules.garage.waived.article
        if self.bank.cap is not None:
            return Refusal("a limited bank cannot play what it has put away", article)
        if self.bank.waived:
            return Refusal("everything is played already", article)
        return Option(who, "all-goes", "", article)

    def _accept(self, who: str, partner: str) -> Option | Refusal:
        article = self.bank.rules.bank.partner.article
        if partner not in self.proposed:
            return Refusal("{who} has offered nothing", article, who=partner)
        return Option(who, "accept", partner, article, cost=self.proposed[partner])

    def perform(self, who: str, act: Act) -> Iterable[Effect]:
        bank = self.bank
        if act.do == "raise":
            return [Move(chips(who), banca(who), act.cents, bank.rules.bank.raised.article)]
        if act.do == "put-away":
            bank.won -= act.cents
            return bank.putting(act.cents, bank.rules.garage.voluntary.article)
        if act.do == "all-goes":
            bank.waived = True
            return bank.all_goes()
        cents = self.proposed.pop(act.on)
        bank.partners.append(act.on)
        return [Move(chips(act.on), banca(act.on), cents, bank.rules.bank.partner.article)]


class Partnering(Offer):
    """Somebody puts an amount at a new banker's disposal, who may accept it."""

    __slots__ = ("bank", "holding")
    verbs = ("associate",)

    def __init__(self, bank: "Bank", holding: Holding) -> None:
        self.bank, self.holding = bank, holding

    def actors(self) -> Iterable[str]:
        return [who for who in self.bank.table.players if who not in self.bank.members]

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        return [("associate", "")] if who in self.actors() else []

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        bank, article = self.bank, self.bank.rules.bank.partner.article
        if who not in bank.table.players or who in bank.members or on:
            return Refusal("{who} cannot '{do}' now", article, who=called(who), do=Act(do, on).said)
        if bank.dealt:
            return Refusal("a partner joins when the bank passes to another", article)
        step, room = bank.table.settings.chip, bank.purse(who)
        if bank.cap is not None:
            room = min(room, bank.cap - bank.amount - sum(self.holding.proposed.values()))
        if room < step or who in self.holding.proposed:
            return Refusal("{who} can offer no more", article, who=who)
        return Option.of_amount(who, do, on, article, Range(step, room, step).floor())

    def perform(self, who: str, act: Act) -> Iterable[Effect]:
        self.holding.proposed[who] = act.cents
        return ()
