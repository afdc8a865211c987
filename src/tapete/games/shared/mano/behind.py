"""Standing players' stakes behind a seated one's hand: who lets them, and who plays whose cards."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

import msgspec

from tapete.engine.carry import Carry as EveryCarry
from tapete.engine.places import called
from tapete.engine.requests import Act
from tapete.engine.table import Table
from tapete.engine.window import Effect, Offer, Option, Refusal
from tapete.law.rulebook import Section
from tapete.law.sections import Positive


class Behind(Section):
    """Stakes of standing players on a seated one's hand: how many a box takes in all, and who must consent."""

    most: Positive
    consent: tuple[Literal["titular", "inspector"], ...]


class Carry(EveryCarry, frozen=True, omit_defaults=True):
    """What outlives a hand: who stands behind whom."""

    behind: dict[str, str] = msgspec.field(default_factory=dict)


class Guests:
    """Who stands behind whom. Whoever does plays the other's cards and has no box."""

    __slots__ = ("hosts", "leave", "staked", "table")

    def __init__(self, table: Table[Any], hosts: Mapping[str, str], staked: Callable[[str], bool]) -> None:
        here = set(table.players)
        self.table, self.staked = table, staked
        self.hosts = {guest: host for guest, host in hosts.items() if {guest, host} <= here}
        self.leave: dict[str, set[str]] = {}

    def behind(self, who: str) -> list[str]:
        """Those who stand behind somebody."""
        return [guest for guest, host in self.hosts.items() if host == who]


class Consent(Offer):
    """A seated player and the chief of table let somebody stake behind that player's hand, or no longer."""

    __slots__ = ("guests", "rule")
    verbs = ("admit", "dismiss")

    def __init__(self, guests: Guests, rule: Behind) -> None:
        self.guests, self.rule = guests, rule

    def actors(self) -> Iterable[str]:
        return (*self.guests.table.players, "inspector")

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        players = self.guests.table.players
        for host in players if who == "inspector" else (who,) if who in players else ():
            for guest in players:
                yield "admit", f"{guest}@{host}"
                yield "dismiss", f"{guest}@{host}"

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        guest, _, host = on.partition("@")
        if not {guest, host} <= set(self.guests.table.players) or guest == host:
            return Refusal("'{text}' is no player behind another: write luis@ana", self.rule.article, text=on)
        if self._role(who, host) not in self.rule.consent:
            return Refusal(
                "{who} does not decide who stakes on {host}'s square", self.rule.article, who=called(who), host=host
            )
        refusal = self._admit(who, guest, host) if do == "admit" else self._dismiss(guest, host)
        return refusal or Option(who, do, on, self.rule.article)

    def perform(self, who: str, act: Act) -> Iterable[Effect]:
        guest, _, host = act.on.partition("@")
        if act.do == "dismiss":
            del self.guests.hosts[guest]
            return ()
        leave = self.guests.leave.setdefault(act.on, set())
        leave.add(self._role(who, host))
        if leave.issuperset(self.rule.consent):
            self.guests.hosts[guest] = host
            del self.guests.leave[act.on]
        return ()

    @staticmethod
    def _role(who: str, host: str) -> str:
        return "titular" if who == host else who

    def _admit(self, who: str, guest: str, host: str) -> Refusal | None:
        guests, article = self.guests, self.rule.article
        if guest in guests.hosts or self._role(who, host) in guests.leave.get(f"{guest}@{host}", ()):
            return Refusal("{who} may stake on {host}'s square as it is", article, who=guest, host=host)
        if host in guests.hosts:
            return Refusal("{host} stands behind another and has no box", article, host=host)
        if guests.behind(guest) or guests.staked(guest):
            return Refusal("{who} has a box", article, who=guest)
        if len(guests.behind(host)) + 1 >= self.rule.most:
            return Refusal("{bet} has the {most} stakes that a square takes", article, bet=host, most=self.rule.most)
        return None

    def _dismiss(self, guest: str, host: str) -> Refusal | None:
        article = self.rule.article
        if self.guests.hosts.get(guest) != host:
            return Refusal("{who} may not stake on {host}'s square as it is", article, who=guest, host=host)
        if self.guests.staked(guest):
            return Refusal("{who} has a stake on {host}'s square", article, who=guest, host=host)
        return None
