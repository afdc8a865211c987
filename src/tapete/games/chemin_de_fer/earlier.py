"""What earlier versions of the procedure did otherwise, so that what was played under them is played again alike."""

from collections.abc import Sequence

from tapete.engine.last import LastHands
from tapete.games.chemin_de_fer.bank import Bank
from tapete.games.chemin_de_fer.bets import Bets
from tapete.games.chemin_de_fer.offers import Offered
from tapete.games.chemin_de_fer.seats import Seats
from tapete.games.chemin_de_fer.settle import Against
from tapete.games.shared.bacara.taking import Taking
from tapete.money import Range


class Seats5(Seats):
    """The fifth version's: where somebody had sat was forgotten."""

    def leaves(self, who: str, seat: int) -> None:
        pass


class Bank5(Bank):
    """The fifth version's: who left the table abandoned nothing, and who had lost the bank never bid for it."""

    @property
    def taken_along(self) -> int:
        return 0

    @property
    def holds(self) -> int:
        return 0

    def stands(self, who: str) -> bool:  # noqa: ARG002
        return True

    def bidders(self, out: Sequence[str]) -> list[str]:
        origin, gone = self.before.origin, {*out, self.before.left, ""}
        return [who for who in (*self.seats.order(origin), origin) if who not in gone]


class Bank3(Bank5):
    """The third version's: who left the bank could be absent, to no effect; one kept in a new shoe could be lowered."""

    @property
    def lowest(self) -> int:
        return self.least

    def again(self, who: str, room: Range, article: str) -> Taking:
        return Offered(self, who, room, article)


class Bank1(Bank3):
    """The first version's, in which who had lost a bought hand was passed over."""

    @property
    def ceding(self) -> str:
        return self.before.left


class Bets4(Bets):
    """The fourth version's, in which no more than one card was discarded."""

    async def take(self, last: LastHands, spare: int) -> None:
        await super().take(last, min(spare, 1))


class Bets3(Bets4):
    """The third version's: who had to let the hand pass came last with stakes too, not with calls only.

    When a shoe began anybody took a free seat; a bank that was called again could be called again by another.
    """

    def arrange(self) -> None:
        super().arrange()
        self.order = self.callers

    def changes_freely(self, who: str) -> bool:  # noqa: ARG002
        return self.seats.new_shoe

    def called_again(self, against: Against) -> bool:  # noqa: ARG002
        return False
