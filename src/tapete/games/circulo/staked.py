"""A hand that others played, before the cards: antes and blinds as the file has them."""

from typing import TYPE_CHECKING

from tapete.engine.requests import Move
from tapete.engine.table import Table
from tapete.games.circulo.hand import Hand, pot_place
from tapete.games.circulo.seats import Carry, Ring
from tapete.games.circulo.settle import layers

if TYPE_CHECKING:
    from tapete.games.circulo.replaying import Script


class Staked(Hand):
    """A hand whose stakes before the cards are those of the file."""

    def __init__(self, script: "Script", table: Table[Carry], ring: Ring) -> None:
        super().__init__(script.rules, table, ring)
        self.script = script

    async def stakes(self) -> None:
        """Antes into the pots and blinds before the seats, as they were."""
        script, article = self.script, self.script.stakes_article()
        seats = {seat.who: seat for seat in self.seats}
        asked = dict(zip(script.names, script.written.antes, strict=True))
        paid = {who: min(cents, self.stack(seats[who])) for who, cents in asked.items()}
        self.bounds = sorted({cents for who, cents in paid.items() if 0 < cents < asked[who]})
        most = max(paid.values())
        for who, cents in paid.items():
            seat = seats[who]
            for pot, part in enumerate(layers(0, cents, self.bounds)):
                if part:
                    await Move(seat.home, pot_place(pot), part, article)
                    self._add(pot, part)
            # Who has staked all that is asked of him, were it nothing, has a part in all: what one stakes for the table
            # is everybody's. Who has too few chips for it has a part in as much of each as his own.
            seat.put, seat.out = most if cents == asked[who] else cents, not self.stack(seat)
        for who, cents in zip(script.names, script.written.blinds, strict=True):
            if cents:
                number = self.seats.index(seats[who])
                await self.post(number, cents, min(cents, self.stack(seats[who])), article)
