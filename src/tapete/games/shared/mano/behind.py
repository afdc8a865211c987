"""Standing players' stakes behind a seated one's hand: who lets them, and who plays whose cards."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from tapete.engine.carry import Carry as EveryCarry
from tapete.engine.record import until_input
from tapete.engine.requests import Act
from tapete.engine.table import Table
from tapete.engine.transcript import Entry, In
from tapete.engine.views import View
from tapete.engine.window import Effect, Refusal
from tapete.games.shared.consent import Consent, parted, role
from tapete.law.rulebook import Section
from tapete.law.sections import BankRulebook, Positive


class Behind(Section):
    """Stakes of standing players on a seated one's hand: how many a box takes in all, and who must consent."""

    most: Positive
    consent: tuple[Literal["titular", "inspector"], ...]


class Carry(EveryCarry, frozen=True, omit_defaults=True):
    """What outlives a hand: who stands behind whom."""

    behind: dict[str, str] = msgspec.field(default_factory=dict)


class Following:
    """Who stands behind whom, and which leave has been given for it."""

    __slots__ = ("hosts", "leave")

    def __init__(self, hosts: Mapping[str, str], here: Container[str]) -> None:
        self.hosts = {guest: host for guest, host in hosts.items() if guest in here and host in here}
        self.leave: dict[str, set[str]] = {}

    def heard(self, rule: Behind, who: str, act: Act) -> None:
        """Somebody lets a guest stake behind a host, or no longer."""
        guest, host = parted(act.on)
        if act.do == "dismiss":
            del self.hosts[guest]
            return
        leave = self.leave.setdefault(act.on, set())
        leave.add(role(who, host))
        if leave.issuperset(rule.consent):
            self.hosts[guest] = host
            del self.leave[act.on]


def followed(rules: BankRulebook, view: View, entries: Sequence[Entry]) -> dict[str, str]:
    """Who stands behind whom in a round as somebody sees it."""
    rule = getattr(getattr(rules, "players", None), "behind", None)
    if not isinstance(rule, Behind):
        return {}
    following = Following(view.carry.get("behind", {}), view.players)
    for entry in until_input(entries):
        if isinstance(entry, In) and entry.act is not None and entry.act.do in Consent.verbs:
            following.heard(rule, entry.who, entry.act)
    return following.hosts


class Guests(Following):
    """The same at a table that is played: whoever stands behind another plays the other's cards and has no box."""

    __slots__ = ("staked", "table")

    def __init__(self, table: Table[Any], hosts: Mapping[str, str], staked: Callable[[str], bool]) -> None:
        super().__init__(hosts, table.players)
        self.table, self.staked = table, staked

    def behind(self, who: str) -> list[str]:
        """Those who stand behind somebody."""
        return [guest for guest, host in self.hosts.items() if host == who]


class Leave(Consent):
    """A seated player and the chief of table let somebody stake behind that player's hand, or no longer."""

    __slots__ = ("behind", "guests", "most")

    def __init__(self, guests: Guests, rule: Behind) -> None:
        super().__init__(guests.table, rule)
        self.guests, self.behind, self.most = guests, rule, rule.most

    def perform(self, who: str, act: Act) -> Iterable[Effect]:
        self.guests.heard(self.behind, who, act)
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
