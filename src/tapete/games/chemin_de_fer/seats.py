"""Who sits in which department, who stands, who waits for a seat; who comes before whom; who must let the hand pass."""

from collections.abc import Iterator, Sequence

import msgspec

from tapete.errors import Said
from tapete.games.chemin_de_fer.rules import Rules
from tapete.games.shared.bacara.seats import Placed, Places


class Held(Placed, frozen=True, omit_defaults=True):
    """What outlives a coup, of seats.

    `bound` are those who took a seat while the shoe was dealt, until they have let the hand pass; `refused` counts who
    refused the hand how often in a row; `were` has where those sat who have left their seats since the shoe began.
    """

    bound: list[str] = msgspec.field(default_factory=list)
    refused: dict[str, int] = msgspec.field(default_factory=dict)
    were: dict[str, int] = msgspec.field(default_factory=dict)

    def people(self) -> Iterator[str]:
        yield from super().people()
        yield from (*self.bound, *self.refused, *self.were)

    def impossible(self, seats: int) -> str | None:
        if min((1, *self.refused.values())) < 1:
            return Said("a number of refusals is below 1")
        if not {*self.bound, *self.refused} <= {*self.seats} or not {*self.were}.isdisjoint(self.seats):
            return Said("somebody sits where no seat is, or in two places")
        if not all(0 <= seat < seats for seat in self.were.values()):
            return Said("somebody sits where no seat is, or in two places")
        return super().impossible(seats)


class Seats(Places):
    """The seats during a coup: who has come takes a free one, or stands."""

    def __init__(self, rules: Rules, seats: int, players: Sequence[str], held: Held, *, new_shoe: bool) -> None:
        super().__init__(seats, players, held)
        self.rules, self.new_shoe = rules, new_shoe
        self.bound = [] if new_shoe else [who for who in held.bound if who in self.seats]
        self.refused = {who: count for who, count in held.refused.items() if who in self.seats}
        self.were = {} if new_shoe else dict(held.were)
        for seat, who in enumerate(held.seats[:seats] if not new_shoe else ()):
            if who and who not in players:
                self.leaves(who, seat)
        for who in players:
            if who not in self.seats and who not in self.standing:
                self._arrives(who)

    def right_of(self, who: str) -> list[str]:
        """Who sits, from the right of somebody on, that one last; from number one where nobody is named."""
        seat = self.seats.index(who) if who in self.seats else self.were.get(who, self._department(who))
        start = seat + 1 if who else 0
        turned = self.seats[start:] + self.seats[:start]
        return [other for other in turned if other]

    def order(self, banker: str) -> list[str]:
        """All but the banker as they come before one another for the bank and for banco.

        Last come those who have to let the hand pass first.
        """
        return sorted(self.priority(banker), key=lambda who: who in self.bound)

    def priority(self, banker: str) -> list[str]:
        """All but the banker as they come before one another: who sits, from his right on, then who stands."""
        start = self._department(banker) + 1
        turned = self.seats[start:] + self.seats[:start]
        behind = sorted(self.standing, key=lambda who: (self._department(who) - start) % len(self.seats))
        return [who for who in (*turned, *behind) if who and who != banker]

    def refuse(self, who: str) -> bool:
        """Somebody refuses the hand: whether that costs the seat."""
        self.refused[who] = self.refused.get(who, 0) + 1
        if self.refused[who] < self.rules.players.refusals.in_a_row:
            return False
        self.lose(who)
        return True

    def lose(self, who: str) -> None:
        """A seat is lost: the first who waits for one has it, and who lost it stands."""
        seat = self.seats.index(who)
        self.standing.append(who)
        self.refused.pop(who, None)
        self.bound = [other for other in self.bound if other != who]
        self.seats[seat] = ""
        self.leaves(who, seat)
        if self.waiting:
            self.sit(self.waiting[0], seat)

    def leaves(self, who: str, seat: int) -> None:
        """Somebody sits here no longer: the bank that was had here goes on from here all the same."""
        self.were[who] = seat

    def sit(self, who: str, seat: int) -> None:
        """Somebody takes a free seat; who does so while the shoe is dealt must let the hand pass."""
        super().sit(who, seat)
        self.were.pop(who, None)
        if not self.new_shoe and who not in self.bound:
            self.bound.append(who)

    @property
    def held(self) -> Held:
        """What to hand on."""
        return Held(self.seats, self.standing, self.waiting, self.bound, self.refused, self.were)

    def _arrives(self, who: str) -> None:
        if "" in self.seats and not self.waiting:
            self.sit(who, self.seats.index(""))
        else:
            self.standing.append(who)

    def _department(self, who: str) -> int:
        """Where somebody sits, or the department behind which they stand: the first to stand stands behind number 1."""
        if who and who in self.seats:
            return self.seats.index(who)
        return self.standing.index(who) % len(self.seats) if who in self.standing else self.were.get(who, -1)
