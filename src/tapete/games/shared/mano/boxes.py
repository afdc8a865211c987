"""The boxes of a table: stakes before the cards, and standing players' stakes behind a seated one's."""

from abc import ABC, abstractmethod
from typing import Any, Generic, TypeVar

from tapete.engine.stakes import Layout, Spot, Staking, take_stakes
from tapete.engine.table import Table
from tapete.engine.window import Closing, Offer, Refusal
from tapete.games.shared.mano.behind import Guests, Leave
from tapete.games.shared.mano.lying import lying
from tapete.games.shared.mano.rules import Seats
from tapete.law.sections import BankRulebook
from tapete.money import Range

R = TypeVar("R", bound=BankRulebook)


class Boxes(ABC, Generic[R]):
    """Who stakes where: a box for each seated player and, where the text has it, others behind one who lets them."""

    def __init__(self, rules: R, table: Table[Any], spots: Layout, seats: Seats) -> None:
        self.rules, self.table, self.spots, self.seats = rules, table, spots, seats
        self.guests = Guests(table, table.carry.behind, self.staked)

    async def take_stakes(self, last: Offer) -> None:
        """The bets are open until the croupier closes them."""
        rules, spots = self.rules, self.spots
        staking = Staking(
            rules, self.table, spots, limits=self.limits, kept=self.kept, back=lambda spot: spots[spot].article
        )
        consent = [] if self.seats.behind is None else [Leave(self.guests, self.seats.behind)]
        closing = Closing(rules.calls["close"].article, self.hindered)
        await take_stakes(rules, staking, last, *consent, closing=closing)

    @abstractmethod
    def limits(self, who: str, spot: Spot) -> Range | Refusal:
        """What a box takes of somebody's chips."""

    @abstractmethod
    def staked(self, who: str) -> bool:
        """Whether somebody has anything on the felt for which cards are dealt."""

    @abstractmethod
    def beside(self, who: str, spot: str) -> Refusal | None:
        """Why a stake cannot be taken back while another lies beside it."""

    def kept(self, who: str, spot: str) -> Refusal | None:
        """A stake is taken back after those that lie behind it or beside it."""
        for guest in self.guests.behind(who):
            if lying(self.table, guest, spot):
                return Refusal("the stake of {who} behind it is taken back first", self.behind, who=guest)
        return self.beside(who, spot)

    def hindered(self) -> Refusal | None:
        """Why the bets cannot be closed yet: an act that was undone may have taken away what another's stake needs."""
        for who in self.table.players:
            for spot in self.spots.values():
                hindered = self.limits(who, spot) if lying(self.table, who, spot.bet) else None
                if isinstance(hindered, Refusal):
                    return hindered
        return None

    def playing(self) -> list[str]:
        """Who is dealt cards, from the croupier's left."""
        return [who for who in self.table.players if who not in self.guests.hosts and self.staked(who)]

    @property
    def behind(self) -> str:
        """The article on stakes behind another's."""
        return (self.seats.behind or self.seats).article

    def without_host(self, who: str, bet: str) -> Refusal:
        """Nobody plays behind a stake that is not there."""
        host = self.guests.hosts[who]
        said = "{host} has no stake on {bet} behind which {who} could play"
        return Refusal(said, self.behind, host=host, bet=bet, who=who)
