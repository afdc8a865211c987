"""Standing players' stakes behind a seated one's hand: who lets them, and who plays whose cards."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

import msgspec

from tapete.engine.carry import Carry as EveryCarry
from tapete.engine.requests import Act
from tapete.engine.table import Table
from tapete.engine.window import Effect, Refusal
from tapete.games.shared.consent import Consent, parted, role
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


class Leave(Consent):
    """A seated player and the chief of table let somebody stake behind that player's hand, or no longer."""

    __slots__ = ("guests", "most")

    def __init__(self, guests: Guests, rule: Behind) -> None:
        super().__init__(guests.table, rule)
        self.guests, self.most = guests, rule.most

    def perform(self, who: str, act: Act) -> Iterable[Effect]:
        guest, host = parted(act.on)
        if act.do == "dismiss":
            del self.guests.hosts[guest]
            return ()
        leave = self.guests.leave.setdefault(act.on, set())
        leave.add(role(who, host))
        if leave.issuperset(self.rule.consent):
            self.guests.hosts[guest] = host
            del self.guests.leave[act.on]
        return ()

    def admits(self, who: str, guest: str, host: str) -> Refusal | None:
        guests, article = self.guests, self.rule.article
        if guest in guests.hosts or role(who, host) in guests.leave.get(f"{guest}@{host}", ()):
            return self.stakes_already(guest, host)
        if host in guests.hosts:
            return Refusal("{host} stands behind another and has no box", article, host=host)
        if guests.behind(guest) or guests.staked(guest):
            return Refusal("{who} has a box", article, who=guest)
        if len(guests.behind(host)) + 1 >= self.most:
            return Refusal("{bet} has the {most} stakes that a square takes", article, bet=host, most=self.most)
        return None

    def dismisses(self, guest: str, host: str) -> Refusal | None:
        if self.guests.hosts.get(guest) != host:
            return self.no_guest(guest, host)
        return self.has_stake(guest, host) if self.guests.staked(guest) else None
