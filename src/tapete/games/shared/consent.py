"""Leave to stake behind another's hand: who gives it and takes it back, whatever a table then makes of it."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, Literal, Protocol

from tapete.engine.places import called
from tapete.engine.table import Table
from tapete.engine.window import Offer, Option, Refusal

Role = Literal["titular", "inspector"]


class Rule(Protocol):
    """What a text says of it: by which article, and whose leave it takes."""

    @property
    def article(self) -> str: ...

    @property
    def consent(self) -> Sequence[Role]: ...


class Consent(Offer):
    """Those whom the text names let somebody stake on a player's hand, or no longer: `admit luis@ana`."""

    __slots__ = ("rule", "table")
    verbs = ("admit", "dismiss")

    def __init__(self, table: Table[Any], rule: Rule) -> None:
        self.table, self.rule = table, rule

    def actors(self) -> Iterable[str]:
        return (*self.table.players, "inspector")

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        players = self.table.players
        for host in players if who == "inspector" else (who,) if who in players else ():
            for guest in players:
                yield "admit", f"{guest}@{host}"
                yield "dismiss", f"{guest}@{host}"

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        guest, host = parted(on)
        article = self.rule.article
        if not {guest, host} <= set(self.table.players) or guest == host:
            return Refusal("'{text}' is no player behind another: write luis@ana", article, text=on)
        if role(who, host) not in self.rule.consent:
            said = "{who} does not decide who stakes on {host}'s square"
            return Refusal(said, article, who=called(who), host=host)
        refused = self.admits(who, guest, host) if do == "admit" else self.dismisses(guest, host)
        return refused or Option(who, do, on, article)

    @abstractmethod
    def admits(self, who: str, guest: str, host: str) -> Refusal | None:
        """Why somebody cannot let a guest stake behind a host."""

    @abstractmethod
    def dismisses(self, guest: str, host: str) -> Refusal | None:
        """Why a guest cannot be sent away."""

    def stakes_already(self, guest: str, host: str) -> Refusal:
        """Leave was given before."""
        return Refusal("{who} may stake on {host}'s square as it is", self.rule.article, who=guest, host=host)

    def no_guest(self, guest: str, host: str) -> Refusal:
        """Leave was never given."""
        return Refusal("{who} may not stake on {host}'s square as it is", self.rule.article, who=guest, host=host)

    def has_stake(self, guest: str, host: str) -> Refusal:
        """Who has a stake there stays for this hand."""
        return Refusal("{who} has a stake on {host}'s square", self.rule.article, who=guest, host=host)


def parted(on: str) -> tuple[str, str]:
    """A guest and a host, as they are written.

    >>> parted("luis@ana")
    ('luis', 'ana')
    """
    guest, _, host = on.partition("@")
    return guest, host


def role(who: str, host: str) -> str:
    """As what somebody gives leave: a host is the one whose square it is."""
    return "titular" if who == host else who
