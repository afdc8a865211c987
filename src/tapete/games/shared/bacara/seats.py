"""Who sits in which department, who stands behind them, who waits for a seat; and how seats are taken."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import ClassVar

import msgspec

from tapete.engine.places import called
from tapete.engine.requests import Act
from tapete.engine.window import Effect, Offer, Option, Refusal
from tapete.errors import Said
from tapete.games.shared.bacara.rules import Seated


class Placed(msgspec.Struct, frozen=True, omit_defaults=True):
    """What outlives a coup: the departments with who sits there, who stands, who waits for a seat."""

    seats: list[str] = msgspec.field(default_factory=list)
    standing: list[str] = msgspec.field(default_factory=list)
    waiting: list[str] = msgspec.field(default_factory=list)

    def people(self) -> Iterator[str]:
        """The players that it names."""
        yield from filter(None, (*self.seats, *self.standing, *self.waiting))

    def impossible(self, seats: int) -> str | None:
        """Why no coup can have handed this on, if none can."""
        placed = [who for who in (*self.seats, *self.standing) if who]
        if len(self.seats) > seats or len(placed) != len(set(placed)):
            return Said("somebody sits where no seat is, or in two places")
        if len(set(self.waiting)) < len(self.waiting) or not {*self.waiting} <= {*self.standing}:
            return Said("somebody waits for a seat who does not stand")
        return None


class Places:
    """The departments during a coup."""

    def __init__(self, seats: int, players: Sequence[str], held: Placed) -> None:
        here = [who if who in players else "" for who in held.seats[:seats]]
        self.seats = here + [""] * (seats - len(here))
        self.standing = [who for who in held.standing if who in players]
        self.waiting = [who for who in held.waiting if who in self.standing]

    @property
    def seated(self) -> list[str]:
        """Who sits, by number."""
        return [who for who in self.seats if who]

    @property
    def free(self) -> list[str]:
        """The numbers of the free departments."""
        return [str(number + 1) for number, who in enumerate(self.seats) if not who]

    def sit(self, who: str, seat: int) -> None:
        """Somebody takes a free seat, or changes to it."""
        self.seats = ["" if other == who else other for other in self.seats]
        self.seats[seat] = who
        self.standing = [other for other in self.standing if other != who]
        self.waiting = [other for other in self.waiting if other != who]


class Sitting(Offer):
    """Who stands waits for a seat; a free one is taken or changed to. `bank` are those who are the bank."""

    __slots__ = ("bank", "players", "rule", "seats")
    verbs: ClassVar[tuple[str, ...]] = ("wait", "sit")

    def __init__(self, rule: Seated, players: Sequence[str], seats: Places, bank: Callable[[], Sequence[str]]) -> None:
        self.rule, self.players, self.seats, self.bank = rule, players, seats, bank

    def actors(self) -> Iterable[str]:
        return self.players

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        if who in self.players:
            yield "wait", ""
            yield from (("sit", number) for number in self.seats.free)

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        seats, rule = self.seats, self.rule
        if who not in self.players or (do == "wait" and on):
            return Refusal("{who} cannot '{do}' now", rule.article, who=called(who), do=Act(do, on).said)
        if do == "wait":
            if who in seats.seated or who in seats.waiting or who not in seats.standing:
                return Refusal("{who} has a seat or waits for one", rule.waiting.article, who=who)
            return Option(who, do, on, rule.waiting.article)
        if on not in seats.free:
            return Refusal("'{seat}' is no free seat", rule.article, seat=on)
        if who in self.bank():
            return Refusal("{who} is the bank and stays in place", rule.article, who=who)
        return self.sits(who, on)

    def sits(self, who: str, seat: str) -> Option | Refusal:
        """Whether somebody may take a free seat now."""
        waiting = self.seats.waiting
        if waiting and waiting[0] != who:
            return Refusal("{who} waits for a seat and comes first", self.rule.waiting.article, who=waiting[0])
        return Option(who, "sit", seat, self.rule.article)

    def perform(self, who: str, act: Act) -> Iterable[Effect]:
        if act.do == "wait":
            self.seats.waiting.append(who)
        else:
            self.seats.sit(who, int(act.on) - 1)
        return ()
