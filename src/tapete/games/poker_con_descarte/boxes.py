"""The boxes of the table: first stakes and the jackpot's before the cards, standing players' behind a seated one's."""

from tapete.engine.stakes import Spot, Staking, take_stakes
from tapete.engine.table import Table
from tapete.engine.window import Closing, Offer, Refusal
from tapete.games.poker_con_descarte.carry import Carry
from tapete.games.poker_con_descarte.rules import FIRST, JACKPOT, Rules, layout
from tapete.games.shared.mano.behind import Consent, Guests
from tapete.games.shared.mano.lying import lying
from tapete.money import Range


class Boxes:
    """Who stakes where: a box for each seated player and, where the text has it, others behind one who lets them."""

    def __init__(self, rules: Rules, table: Table[Carry]) -> None:
        self.rules, self.table = rules, table
        self.spots = layout(rules, table.settings)
        self.guests = Guests(table, table.carry.behind, self.staked)

    async def take_stakes(self, last: Offer) -> None:
        """The bets are open until the croupier closes them."""
        rules, spots = self.rules, self.spots
        staking = Staking(
            rules, self.table, spots, limits=self.limits, kept=self.kept, back=lambda spot: spots[spot].article
        )
        consent = [] if rules.players.behind is None else [Consent(self.guests, rules.players.behind)]
        closing = Closing(rules.calls["close"].article, self.hindered)
        await take_stakes(rules, staking, last, *consent, closing=closing)

    def limits(self, who: str, spot: Spot) -> Range | Refusal:
        """What a box takes of somebody's chips: of all who stake on it, together, as much as of one."""
        refused = self._jackpot(who) if spot.bet == JACKPOT else self._first(who)
        if refused or spot.bet == JACKPOT:
            return refused or spot.limits
        host = self.guests.hosts.get(who, who)
        others = sum(lying(self.table, name, FIRST) for name in (host, *self.guests.behind(host)) if name != who)
        lo, hi, step = spot.limits
        return Range(lo, hi - others, step)

    def kept(self, who: str, spot: str) -> Refusal | None:
        """A first stake is taken back after those that lie behind it or beside it."""
        for guest in self.guests.behind(who) if spot == FIRST else []:
            if lying(self.table, guest, FIRST):
                return Refusal("the stake of {who} behind it is taken back first", self._behind, who=guest)
        if spot == FIRST and lying(self.table, who, JACKPOT):
            return Refusal("the stake on {bet} is taken back first", self.spots[JACKPOT].article, bet=JACKPOT)
        return None

    def hindered(self) -> Refusal | None:
        """Why the bets cannot be closed yet: an act that was undone may have taken away what another's stake needs."""
        for who in self.table.players:
            for spot in self.spots.values():
                if lying(self.table, who, spot.bet):
                    found = self.limits(who, spot)
                    if isinstance(found, Refusal):
                        return found
        return None

    def playing(self) -> list[str]:
        """Who is dealt cards, from the croupier's left."""
        return [who for who in self.table.players if who not in self.guests.hosts and self.staked(who)]

    def staked(self, who: str) -> bool:
        """Whether somebody has a first stake on the felt."""
        return bool(lying(self.table, who, FIRST))

    @property
    def _behind(self) -> str:
        return (self.rules.players.behind or self.rules.players).article

    def _first(self, who: str) -> Refusal | None:
        rule, host = self.rules.players, self.guests.hosts.get(who)
        if host is None:
            too_many = len({*self.playing(), who}) > (rule.seats or 0)
            return Refusal("{most} may play at most", rule.article, most=rule.seats) if too_many else None
        if self.staked(host):
            return None
        what = "{host} has no stake on {bet} behind which {who} could play"
        return Refusal(what, self._behind, host=host, bet=FIRST, who=who)

    def _jackpot(self, who: str) -> Refusal | None:
        if who in self.guests.hosts:
            return Refusal("{host} stands behind another and has no box", self._behind, host=who)
        if self.staked(who):
            return None
        assert self.rules.jackpot is not None
        article = self.rules.jackpot.needs_first.article
        return Refusal("{who} has no first stake beside which to play {bet}", article, who=who, bet=JACKPOT)
