"""Hands against the bank's: whose they are, whether they go on, and what is taken from who told their cards."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, TypeVar

from tapete.engine.places import Stake
from tapete.engine.requests import Announce
from tapete.engine.table import Table
from tapete.engine.window import Choose
from tapete.games.shared.mano.asking import heard
from tapete.games.shared.mano.cards import lying_at, put_away
from tapete.games.shared.mano.lying import give_back, lose
from tapete.games.shared.mano.settle import IDLE
from tapete.law.rulebook import Section
from tapete.law.sections import Settlement


class Hand:
    """A player's cards, and all who have stakes on them: the one who commands first."""

    def __init__(self, owners: Sequence[str], slots: Sequence[str]) -> None:
        self.owners, self.slots = tuple(owners), list(slots)
        self.end = IDLE

    @property
    def who(self) -> str:
        """Who commands it."""
        return self.owners[0]

    @property
    def place(self) -> str:
        """Where its cards lie."""
        return lying_at(self.who)

    async def put_away(self) -> None:
        """It is out of the game: its cards are taken, unseen."""
        await put_away(self.place, self.slots)


H = TypeVar("H", bound=Hand)


async def goes_on(
    able: Callable[[], bool], turn: Callable[[], Choose], going: str, punish: Callable[[str], Awaitable[None]]
) -> bool:
    """Whether somebody goes on, as long as they can; whoever is punished meanwhile may be themselves."""
    while able():
        _, act = await heard(turn)
        if act.do == "choose":
            return act.on == going
        await punish(act.on)
    return False


async def punish(
    table: Table[Any],
    settlement: Settlement,
    rule: Section,
    who: str,
    hands: Iterable[H],
    on: Callable[[H], list[Stake]],
) -> None:
    """All that somebody has on the felt is lost; the stakes of those behind go back, the fault is not theirs."""
    own = [stake for hand in hands for stake in on(hand) if stake.who == who]
    await Announce("punished", (who,))
    await lose(table, settlement, own, rule.article)
    for hand in hands:
        if hand.who == who:
            await give_back(table, settlement, on(hand), rule.article)
            await hand.put_away()
