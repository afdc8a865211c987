"""The boxes of the table: stakes before the cards, and standing players' stakes behind a seated one's."""

from tapete.engine.stakes import LastRounds, Spot, Staking, take_stakes
from tapete.engine.table import Table
from tapete.engine.window import Closing, Refusal
from tapete.games.shared.mano.behind import Carry, Consent, Guests
from tapete.games.shared.mano.lying import lying
from tapete.games.shared.mano.seats import too_many
from tapete.games.tripoker.rules import ALONE, ANTE, Rules, layout
from tapete.money import Range


class Boxes:
    """Who stakes where: a box for each seated player, and others behind one who, with the chief's leave, lets them."""

    def __init__(self, rules: Rules, table: Table[Carry]) -> None:
        self.rules, self.table = rules, table
        self.guests = Guests(table, table.carry.behind, self.staked)

    async def take_stakes(self, last: LastRounds) -> None:
        """The bets are open until the croupier closes them."""
        rules, spots = self.rules, layout(self.rules, self.table.settings)
        staking = Staking(
            rules, self.table, spots, limits=self.limits, kept=self.kept, back=lambda spot: spots[spot].article
        )
        consent = [] if rules.players.behind is None else [Consent(self.guests, rules.players.behind)]
        closing = Closing(rules.calls["close"].article, self.hindered)
        await take_stakes(rules, staking, last, *consent, closing=closing)

    def limits(self, who: str, spot: Spot) -> Range | Refusal:
        """What a box takes of somebody's chips."""
        host = self.guests.hosts.get(who)
        if host is None:
            return self._alone(who, spot.bet) or too_many(self.rules, len({*self.playing(), who})) or spot.limits
        if lying(self.table, host, spot.bet):
            return spot.limits
        return Refusal(
            "{host} has no stake on {bet} behind which {who} could play",
            self._behind,
            host=host,
            bet=spot.bet,
            who=who,
        )

    def kept(self, who: str, spot: str) -> Refusal | None:
        """A stake is taken back after those that lie behind it or beside it."""
        for guest in self.guests.behind(who):
            if lying(self.table, guest, spot):
                return Refusal("the stake of {who} behind it is taken back first", self._behind, who=guest)
        if spot == ANTE and not self._may_play_alone and lying(self.table, who, self.rules.pair):
            return Refusal("the stake on {bet} is taken back first", self.rules.pair_bet.article, bet=self.rules.pair)
        return None

    def hindered(self) -> Refusal | None:
        """Why the bets cannot be closed yet: an act that was undone may have taken away what another's stake needs."""
        for who in self.table.players:
            for spot in layout(self.rules, self.table.settings).values():
                if lying(self.table, who, spot.bet):
                    found = self.limits(who, spot)
                    if isinstance(found, Refusal):
                        return found
        return None

    def playing(self) -> list[str]:
        """Who is dealt cards, from the croupier's left."""
        return [who for who in self.table.players if who not in self.guests.hosts and self.staked(who)]

    @property
    def _behind(self) -> str:
        return (self.rules.players.behind or self.rules.players).article

    @property
    def _may_play_alone(self) -> bool:
        return self.rules.option(self.table.settings, ALONE) != "no"

    def staked(self, who: str) -> bool:
        """Whether somebody has anything on the felt."""
        return bool(lying(self.table, who, ANTE) or lying(self.table, who, self.rules.pair))

    def _alone(self, who: str, bet: str) -> Refusal | None:
        if bet == ANTE or self._may_play_alone or lying(self.table, who, ANTE):
            return None
        article = self.rules.options[ALONE].article
        return Refusal("{who} has no ante beside which to play {bet}", article, who=who, bet=bet)
