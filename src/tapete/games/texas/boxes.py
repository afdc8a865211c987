"""Hold'em's boxes: the ante, and the bet beside it."""

from tapete.engine.stakes import Spot
from tapete.engine.table import Table
from tapete.engine.window import Refusal
from tapete.games.shared.mano import boxes
from tapete.games.shared.mano.behind import Carry
from tapete.games.shared.mano.lying import lying
from tapete.games.shared.mano.seats import too_many
from tapete.games.texas.rules import ANTE, Rules, layout
from tapete.money import Range


class Boxes(boxes.Boxes[Rules]):
    """Who stakes where."""

    def __init__(self, rules: Rules, table: Table[Carry]) -> None:
        super().__init__(rules, table, layout(rules, table.settings), rules.players)

    def limits(self, who: str, spot: Spot) -> Range | Refusal:
        host = self.guests.hosts.get(who)
        if host is not None and not lying(self.table, host, spot.bet):
            return self.without_host(who, spot.bet)
        if spot.bet != ANTE and not lying(self.table, who, ANTE):
            return Refusal("{who} has no ante beside which to play {bet}", spot.article, who=who, bet=spot.bet)
        return (None if host else too_many(self.rules, len({*self.playing(), who}))) or spot.limits

    def staked(self, who: str) -> bool:
        return bool(lying(self.table, who, ANTE))

    def beside(self, who: str, spot: str) -> Refusal | None:
        bet = self.rules.beside
        if spot == ANTE and lying(self.table, who, bet):
            return Refusal("the stake on {bet} is taken back first", self.rules.beside_bet.article, bet=bet)
        return None
