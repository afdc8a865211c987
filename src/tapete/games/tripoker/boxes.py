"""The boxes of the table: stakes before the cards, and standing players' stakes behind a seated one's."""

from collections.abc import Iterable

import msgspec

from tapete.engine.carry import Carry as EveryCarry
from tapete.engine.places import called, felt
from tapete.engine.requests import Act
from tapete.engine.stakes import LastRounds, Spot, Staking, take_stakes
from tapete.engine.table import Table
from tapete.engine.window import Closing, Effect, Offer, Option, Refusal
from tapete.games.tripoker.rules import ALONE, ANTE, Behind, Rules, layout
from tapete.money import Range


class Carry(EveryCarry, frozen=True, omit_defaults=True):
    """What outlives a hand: who stands behind whom."""

    behind: dict[str, str] = msgspec.field(default_factory=dict)


class Boxes:
    """Who stakes where: a box for each seated player, and others behind one who, with the chief's leave, lets them.

    Whoever stands behind another plays the other's cards and has no box.
    """

    def __init__(self, rules: Rules, table: Table[Carry]) -> None:
        self.rules, self.table = rules, table
        here = set(table.players)
        self.hosts = {guest: host for guest, host in table.carry.behind.items() if {guest, host} <= here}
        self.leave: dict[str, set[str]] = {}

    async def take_stakes(self, last: LastRounds) -> None:
        """The bets are open until the croupier closes them."""
        rules, spots = self.rules, layout(self.rules, self.table.settings)
        staking = Staking(
            rules, self.table, spots, limits=self.limits, kept=self.kept, back=lambda spot: spots[spot].article
        )
        consent = [] if rules.players.behind is None else [Consent(self, rules.players.behind)]
        closing = Closing(rules.calls["close"].article, self.hindered)
        await take_stakes(rules, staking, last, *consent, closing=closing)

    def limits(self, who: str, spot: Spot) -> Range | Refusal:
        """What a box takes of somebody's chips."""
        host = self.hosts.get(who)
        if host is None:
            return self._alone(who, spot.bet) or self._too_many(who) or spot.limits
        if self.stake(host, spot.bet):
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
        for guest in self.behind(who):
            if self.stake(guest, spot):
                return Refusal("the stake of {who} behind it is taken back first", self._behind, who=guest)
        if spot == ANTE and not self._may_play_alone and self.stake(who, self.rules.pair):
            return Refusal("the stake on {bet} is taken back first", self.rules.pair_bet.article, bet=self.rules.pair)
        return None

    def hindered(self) -> Refusal | None:
        """Why the bets cannot be closed yet: an act that was undone may have taken away what another's stake needs."""
        for who in self.table.players:
            for spot in layout(self.rules, self.table.settings).values():
                if self.stake(who, spot.bet):
                    found = self.limits(who, spot)
                    if isinstance(found, Refusal):
                        return found
        return None

    def playing(self) -> list[str]:
        """Who is dealt cards, from the croupier's left."""
        return [who for who in self.table.players if who not in self.hosts and self.staked(who)]

    def behind(self, who: str) -> list[str]:
        """Those who stand behind somebody."""
        return [guest for guest, host in self.hosts.items() if host == who]

    def stake(self, who: str, bet: str) -> int:
        """What somebody has on a bet."""
        return self.table.places.get(felt(who, bet), 0)

    @property
    def _behind(self) -> str:
        return (self.rules.players.behind or self.rules.players).article

    @property
    def _may_play_alone(self) -> bool:
        return self.rules.option(self.table.settings, ALONE) != "no"

    def staked(self, who: str) -> bool:
        """Whether somebody has anything on the felt."""
        return bool(self.stake(who, ANTE) or self.stake(who, self.rules.pair))

    def _alone(self, who: str, bet: str) -> Refusal | None:
        if bet == ANTE or self._may_play_alone or self.stake(who, ANTE):
            return None
        article = self.rules.options[ALONE].article
        return Refusal("{who} has no ante beside which to play {bet}", article, who=who, bet=bet)

    def _too_many(self, who: str) -> Refusal | None:
        rule, playing = self.rules.players, {*self.playing(), who}
        if rule.seats is None or len(playing) <= rule.seats:
            return None
        return Refusal("{most} may play at most", rule.article, most=rule.seats)


class Consent(Offer):
    """A seated player and the chief of table let somebody stake behind that player's hand, or no longer."""

    __slots__ = ("boxes", "rule")
    verbs = ("admit", "dismiss")

    def __init__(self, boxes: Boxes, rule: Behind) -> None:
        self.boxes, self.rule = boxes, rule

    def actors(self) -> Iterable[str]:
        return (*self.boxes.table.players, "inspector")

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        players = self.boxes.table.players
        for host in players if who == "inspector" else (who,) if who in players else ():
            for guest in players:
                yield "admit", f"{guest}@{host}"
                yield "dismiss", f"{guest}@{host}"

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        guest, _, host = on.partition("@")
        if not {guest, host} <= set(self.boxes.table.players) or guest == host:
            return Refusal("'{text}' is no player behind another: write luis@ana", self.rule.article, text=on)
        if self._role(who, host) not in self.rule.consent:
            return Refusal(
                "{who} does not decide who stakes on {host}'s square", self.rule.article, who=called(who), host=host
            )
        refusal = self._admit(who, guest, host) if do == "admit" else self._dismiss(guest, host)
        return refusal or Option(who, do, on, self.rule.article)

    def perform(self, who: str, act: Act) -> Iterable[Effect]:
        guest, _, host = act.on.partition("@")
        if act.do == "dismiss":
            del self.boxes.hosts[guest]
            return ()
        leave = self.boxes.leave.setdefault(act.on, set())
        leave.add(self._role(who, host))
        if leave.issuperset(self.rule.consent):
            self.boxes.hosts[guest] = host
            del self.boxes.leave[act.on]
        return ()

    @staticmethod
    def _role(who: str, host: str) -> str:
        return "titular" if who == host else who

    def _admit(self, who: str, guest: str, host: str) -> Refusal | None:
        boxes, article = self.boxes, self.rule.article
        if guest in boxes.hosts or self._role(who, host) in boxes.leave.get(f"{guest}@{host}", ()):
            return Refusal("{who} may stake on {host}'s square as it is", article, who=guest, host=host)
        if host in boxes.hosts:
            return Refusal("{host} stands behind another and has no box", article, host=host)
        if boxes.behind(guest) or boxes.staked(guest):
            return Refusal("{who} has a box", article, who=guest)
        if len(boxes.behind(host)) + 1 >= self.rule.most:
            return Refusal("{bet} has the {most} stakes that a square takes", article, bet=host, most=self.rule.most)
        return None

    def _dismiss(self, guest: str, host: str) -> Refusal | None:
        article = self.rule.article
        if self.boxes.hosts.get(guest) != host:
            return Refusal("{who} may not stake on {host}'s square as it is", article, who=guest, host=host)
        if self.boxes.staked(guest):
            return Refusal("{who} has a stake on {host}'s square", article, who=guest, host=host)
        return None
