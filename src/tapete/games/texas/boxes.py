"""The boxes of the table: stakes before the cards, and standing players' stakes behind a seated one's."""

from tapete.engine.stakes import LastRounds, Spot, Staking, take_stakes
from tapete.engine.table import Table
from tapete.engine.window import Closing, Refusal
from tapete.games.shared.mano.behind import Carry, Consent, Guests
from tapete.games.shared.mano.lying import lying
from tapete.games.texas.rules import ANTE, Rules, layout
from tapete.money import Range


class Boxes:
    """Who stakes where: a box for each seated player, and others behind one who, with the chief's leave, lets them."""

    def __init__(self, rules: Rules, table: Table[Carry]) -> None:
        self.rules, self.table = rules, table
        self.guests = Guests(table, table.carry.behind, lambda who: bool(lying(table, who, ANTE)))

    async def take_stakes(self, last: LastRounds) -> None:
        """The bets are open until the croupier closes them."""
        rules, spots = self.rules, layout(self.rules, self.table.settings)
        staking = Staking(
            rules, self.table, spots, limits=self.limits, kept=self.kept, back=lambda spot: spots[spot].article
        )
        consent = [] if rules.players.behind is None else [Consent(self.guests, rules.players.behind)]
        await take_stakes(rules, staking, last, *consent, closing=Closing(rules.calls["close"].article, self.hindered))

    def limits(self, who: str, spot: Spot) -> Range | Refusal:
        """What a box takes of somebody's chips: beside an ante of one's own, behind another's stake on the same bet."""
        host = self.guests.hosts.get(who)
        if host is not None and not lying(self.table, host, spot.bet):
            article = (self.rules.players.behind or self.rules.players).article
            said = "{host} has no stake on {bet} behind which {who} could play"
            return Refusal(said, article, host=host, bet=spot.bet, who=who)
        if spot.bet != ANTE and not lying(self.table, who, ANTE):
            return Refusal("{who} has no ante beside which to play {bet}", spot.article, who=who, bet=spot.bet)
        return (None if host else self._too_many(who)) or spot.limits

    def kept(self, who: str, spot: str) -> Refusal | None:
        """A stake is taken back after those that lie behind it or beside it."""
        for guest in self.guests.behind(who):
            if lying(self.table, guest, spot):
                article = (self.rules.players.behind or self.rules.players).article
                return Refusal("the stake of {who} behind it is taken back first", article, who=guest)
        if spot == ANTE and lying(self.table, who, self.rules.beside):
            bet = self.rules.beside
            return Refusal("the stake on {bet} is taken back first", self.rules.beside_bet.article, bet=bet)
        return None

    def hindered(self) -> Refusal | None:
        """Why the bets cannot be closed yet: an act that was undone may have taken away what another's stake needs."""
        for who in self.table.players:
            for spot in layout(self.rules, self.table.settings).values():
                found = self.limits(who, spot) if lying(self.table, who, spot.bet) else None
                if isinstance(found, Refusal):
                    return found
        return None

    def playing(self) -> list[str]:
        """Who is dealt cards, from the croupier's left."""
        return [who for who in self.table.players if who not in self.guests.hosts and lying(self.table, who, ANTE)]

    def _too_many(self, who: str) -> Refusal | None:
        rule, playing = self.rules.players, {*self.playing(), who}
        if rule.seats is None or len(playing) <= rule.seats:
            return None
        return Refusal("{most} may play at most", rule.article, most=rule.seats)
