"""Who sits and stands at which of the two cloths, who comes before whom there, and whose turn the cards are."""

from collections.abc import Iterator, Sequence

import msgspec

from tapete.errors import Said
from tapete.games.bacara_dos_panos.rules import CLOTHS, Rules
from tapete.games.shared.bacara.seats import Placed, Places


class Held(Placed, frozen=True, omit_defaults=True):
    """What outlives a coup, of seats: who of those who stand does so behind the second cloth, and whose turn it is."""

    second: list[str] = msgspec.field(default_factory=list)
    turns: list[str] = msgspec.field(default_factory=list)

    def people(self) -> Iterator[str]:
        yield from super().people()
        yield from filter(None, (*self.second, *self.turns))

    def impossible(self, seats: int) -> str | None:
        if self.turns and len(self.turns) != len(CLOTHS):
            return Said("each cloth has one whose turn it is")
        each = seats // len(CLOTHS)
        for cloth, who in enumerate(self.turns):
            if who and who not in self.seats[cloth * each : (cloth + 1) * each]:
                return Said("each cloth has one whose turn it is")
        if not {*self.second} <= {*self.standing}:
            return Said("somebody sits where no seat is, or in two places")
        return super().impossible(seats)


class Seats(Places):
    """The seats of both cloths during a coup, the first cloth's before the second's; the banker has none of them."""

    def __init__(self, rules: Rules, each: int, players: Sequence[str], held: Held, banker: str) -> None:
        self.rules, self.each = rules, each
        self.turns = ["", ""]
        puntos = [who for who in players if who != banker]
        super().__init__(2 * each, puntos, held)
        self.second = [who for who in held.second if who in self.standing]
        turns = held.turns or ["", ""]
        starts = [held.seats.index(who) if who in held.seats else -1 for who in turns]
        for who in puntos:
            if who not in self.seats and who not in self.standing:
                self.arrives(who)
        self.turns = [
            who if who in self.at(cloth) else self.after(cloth, start - 1 if start >= 0 else -1)
            for cloth, (who, start) in enumerate(zip(turns, starts, strict=True))
        ]

    def at(self, cloth: int) -> list[str]:
        """Who sits at a cloth, by number."""
        return [who for who in self.seats[cloth * self.each : (cloth + 1) * self.each] if who]

    def behind(self, cloth: int) -> list[str]:
        """Who stands behind it."""
        return [who for who in self.standing if (who in self.second) == bool(cloth)]

    def cloth_of(self, who: str) -> int:
        """The cloth at which somebody sits or stands."""
        return self.seats.index(who) // self.each if who in self.seats else int(who in self.second)

    def order(self, cloth: int) -> list[str]:
        """All as they come before one another at a cloth: who sits there, who stands there, those of the other."""
        other = 1 - cloth
        return [*self.at(cloth), *self.behind(cloth), *self.at(other), *self.behind(other)]

    @property
    def everybody(self) -> list[str]:
        """Who sits, by number, and who stands."""
        return [*self.seated, *self.standing]

    def count(self, cloth: int) -> int:
        """How many play at a cloth."""
        return len(self.at(cloth)) + len(self.behind(cloth))

    def arrives(self, who: str) -> None:
        """Somebody comes to the cloth that has fewer players, and sits there if a seat is free and nobody waits."""
        cloth = int(self.count(0) > self.count(1))
        if self._free(cloth) is not None and not self.waiting:
            self.sit(who, self._seat(cloth))
            return
        self.standing.append(who)
        if cloth:
            self.second.append(who)

    def leaves(self, who: str) -> None:
        """Somebody becomes the banker, who sits at neither cloth; the cards he had are the next one's."""
        if who in self.seats:
            seat = self.seats.index(who)
            cloth = seat // self.each
            self.seats[seat] = ""
            if self.turns[cloth] == who:
                self.turns[cloth] = self.after(cloth, seat)
            if self.waiting:
                self.sit(self.waiting[0], seat)
        for group in (self.standing, self.waiting, self.second):
            if who in group:
                group.remove(who)

    def even_out(self) -> list[str]:
        """Where a cloth lacks players that the other can spare, the last of them moves over; who has cards, sits."""
        least, moved = self.rules.players.needed.number, []
        for cloth in range(len(CLOTHS)):
            other = 1 - cloth
            while self.count(cloth) < least < self.count(other):
                who = [*self.at(other), *self.behind(other)][-1]
                self.sit(who, self._seat(cloth))
                moved.append(who)
            if self.rules.players.turn.seated_only and not self.at(cloth) and self.behind(cloth):
                self.sit(self.behind(cloth)[0], self._seat(cloth))
        self.turns = [who if who in self.at(cloth) else self.after(cloth, -1) for cloth, who in enumerate(self.turns)]
        return moved

    def sit(self, who: str, seat: int) -> None:
        """Somebody takes a free seat, or changes to it; the cards he had at the other cloth are the next one's."""
        before = self.cloth_of(who) if who in self.seats else -1
        old = self.seats.index(who) if who in self.seats else -1
        super().sit(who, seat)
        self.second = [other for other in self.second if other != who]
        if before >= 0 and before != seat // self.each and self.turns[before] == who:
            self.turns[before] = self.after(before, old)

    def after(self, cloth: int, seat: int) -> str:
        """Who sits at a cloth next after a department, in turn."""
        first = cloth * self.each
        numbers = [first + (seat - first + 1 + step) % self.each for step in range(self.each)]
        return next((self.seats[number] for number in numbers if self.seats[number]), "")

    def passes(self, cloth: int) -> None:
        """The cards of a cloth pass to the next in turn."""
        who = self.turns[cloth]
        if who in self.seats:
            self.turns[cloth] = self.after(cloth, self.seats.index(who))

    @property
    def enough(self) -> bool:
        """Whether each cloth has the players that it needs."""
        return all(self.count(cloth) >= self.rules.players.needed.number for cloth in range(len(CLOTHS)))

    @property
    def held(self) -> Held:
        """What to hand on."""
        return Held(self.seats, self.standing, self.waiting, self.second, self.turns)

    def _free(self, cloth: int) -> int | None:
        seats = range(cloth * self.each, (cloth + 1) * self.each)
        return next((seat for seat in seats if not self.seats[seat]), None)

    def _seat(self, cloth: int) -> int:
        """The first free department of a cloth; there is one where it lacks players."""
        seat = self._free(cloth)
        assert seat is not None
        return seat
