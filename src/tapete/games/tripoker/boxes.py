"""Tripóker's boxes: the ante, and the bet on one's own cards beside it or alone."""

from tapete.engine.stakes import Spot
from tapete.engine.table import Table
from tapete.engine.window import Refusal
from tapete.games.shared.mano import boxes
from tapete.games.shared.mano.behind import Carry
from tapete.games.shared.mano.lying import lying
from tapete.games.shared.mano.seats import too_many
from tapete.games.tripoker.rules import ALONE, ANTE, Rules, layout
from tapete.money import Range


class Boxes(boxes.Boxes[Rules]):
    """Who stakes where."""

    def __init__(self, rules: Rules, table: Table[Carry]) -> None:
        super().__init__(rules, table, layout(rules, table.settings), rules.players)

    def limits(self, who: str, spot: Spot) -> Range | Refusal:
        host = self.guests.hosts.get(who)
        if host is None:
            return self._alone(who, spot.bet) or too_many(self.rules, len({*self.playing(), who})) or spot.limits
        return spot.limits if lying(self.table, host, spot.bet) else self.without_host(who, spot.bet)

    def staked(self, who: str) -> bool:
        return bool(lying(self.table, who, ANTE) or lying(self.table, who, self.rules.pair))

    def beside(self, who: str, spot: str) -> Refusal | None:
        if spot == ANTE and not self._may_play_alone and lying(self.table, who, self.rules.pair):
            return Refusal("the stake on {bet} is taken back first", self.rules.pair_bet.article, bet=self.rules.pair)
        return None

    @property
    def _may_play_alone(self) -> bool:
        return self.rules.option(self.table.settings, ALONE) != "no"

    def _alone(self, who: str, bet: str) -> Refusal | None:
        if bet == ANTE or self._may_play_alone or lying(self.table, who, ANTE):
            return None
        article = self.rules.options[ALONE].article
        return Refusal("{who} has no ante beside which to play {bet}", article, who=who, bet=bet)
