"""The boxes of poker with a change of cards: first stakes, which all on one share, and the jackpot's."""

from tapete.engine.stakes import Spot
from tapete.engine.table import Table
from tapete.engine.window import Refusal
from tapete.games.poker_con_descarte.carry import Carry
from tapete.games.poker_con_descarte.rules import FIRST, JACKPOT, Rules, layout
from tapete.games.shared.mano import boxes
from tapete.games.shared.mano.lying import lying
from tapete.games.shared.mano.seats import too_many
from tapete.money import Range


class Boxes(boxes.Boxes[Rules]):
    """Who stakes where."""

    def __init__(self, rules: Rules, table: Table[Carry]) -> None:
        super().__init__(rules, table, layout(rules, table.settings), rules.players)

    def limits(self, who: str, spot: Spot) -> Range | Refusal:
        """What a box takes of somebody's chips: of all who stake on it, together, as much as of one."""
        refused = self._jackpot(who) if spot.bet == JACKPOT else self._first(who)
        if refused or spot.bet == JACKPOT:
            return refused or spot.limits
        host = self.guests.hosts.get(who, who)
        others = sum(lying(self.table, name, FIRST) for name in (host, *self.guests.behind(host)) if name != who)
        lo, hi, step = spot.limits
        return Range(lo, hi - others, step)

    def staked(self, who: str) -> bool:
        return bool(lying(self.table, who, FIRST))

    def beside(self, who: str, spot: str) -> Refusal | None:
        if spot == FIRST and lying(self.table, who, JACKPOT):
            return Refusal("the stake on {bet} is taken back first", self.spots[JACKPOT].article, bet=JACKPOT)
        return None

    def _first(self, who: str) -> Refusal | None:
        host = self.guests.hosts.get(who)
        if host is None:
            return too_many(self.rules, len({*self.playing(), who}))
        return None if self.staked(host) else self.without_host(who, FIRST)

    def _jackpot(self, who: str) -> Refusal | None:
        if who in self.guests.hosts:
            return Refusal("{host} stands behind another and has no box", self.behind, host=who)
        if self.staked(who):
            return None
        assert self.rules.jackpot is not None
        article = self.rules.jackpot.needs_first.article
        return Refusal("{who} has no first stake beside which to play {bet}", article, who=who, bet=JACKPOT)
