"""The stakes on squares: several players on a square, those behind with consent, side bets beside a stake."""

from collections.abc import Iterable

from tapete.engine.places import Stake, bet_of, felt, stakes
from tapete.engine.requests import Act, Announce
from tapete.engine.stakes import LastRounds, Spot, Staking, take_stakes
from tapete.engine.table import Table
from tapete.engine.window import Effect, Refusal
from tapete.games.blackjack.rules import INSURANCE, MAIN, Rules, layout, place_of, spot_of, terms
from tapete.games.blackjack.sabot import Carry
from tapete.games.shared.consent import Consent, parted
from tapete.money import Range


class Squares:
    """Who may stake where: players on their own square, on vacant ones, and behind others who consent.

    Players sit in their order, the first at the croupier's left; those for whom no square is left stand.
    """

    def __init__(self, rules: Rules, table: Table[Carry]) -> None:
        self.rules, self.table = rules, table
        self.guests = {
            who: [guest for guest in guests if guest in table.players]
            for who, guests in table.carry.guests.items()
            if who in table.players
        }
        self.last = LastHands(rules, table)

    async def take_stakes(self) -> None:
        """The bets are open until the croupier closes them; players let others stake on their squares meanwhile."""
        rules, table = self.rules, self.table
        spots, article = layout(rules, table.settings), rules.calls["close"].article
        staking = Laying(rules, table, spots, limits=self.limits, kept=self.kept, back=lambda spot: article)
        await take_stakes(rules, staking, self.last.offer, Leave(self))

    def limits(self, who: str, spot: Spot) -> Range | Refusal:
        """What a spot takes of somebody's chips, beside what others have there."""
        if spot.bet == INSURANCE:
            return Refusal("the insurance is offered once the bank has an ace", self.rules.insurance.article)
        refusal = self._seated(who, spot) or self._crowded(who, spot) or self._beside(who, spot)
        return refusal or self._shared(who, spot)

    def kept(self, who: str, spot: str) -> Refusal | None:
        """A square's stake is taken back after those beside it."""
        name, number = bet_of(spot), place_of(spot)
        if name != MAIN or len(self.main(who, number)) > 1:
            return None
        for other in self.rules.bets:
            if other != MAIN and self.table.places.get(felt(who, f"{other}:{number}")):
                return Refusal(
                    "the stake on {bet} is taken back first", self.rules.bets[other].article, bet=f"{other}:{number}"
                )
        return None

    def main(self, who: str, number: int) -> list[str]:
        """Somebody's stakes on the squares of a place."""
        spots = (felt(who, spot_of(self.rules, MAIN, number, row)) for row in range(1, self.rules.rows + 1))
        return [spot for spot in spots if self.table.places.get(spot)]

    def _seated(self, who: str, spot: Spot) -> Refusal | None:
        number, rule = place_of(spot.id), self.rules.players.behind
        host = self.table.players[number - 1] if number <= len(self.table.players) else ""
        if not host or host == who or who in self.guests.get(host, ()):
            return None
        return Refusal("{host} sits there and has not consented to stakes of {who}'s", rule.article, host=host, who=who)

    def _crowded(self, who: str, spot: Spot) -> Refusal | None:
        rule = self.rules.players.behind
        if rule.most is None:
            return None
        others = self._others(who, spot.bet, place_of(spot.id))
        if len({stake.who for stake in others}) < rule.most:
            return None
        return Refusal("{bet} has the {most} stakes that a square takes", rule.article, bet=spot.id, most=rule.most)

    def _beside(self, who: str, spot: Spot) -> Refusal | None:
        if spot.bet == MAIN or self.main(who, place_of(spot.id)):
            return None
        return Refusal("{who} has no stake on the square beside which {bet} lies", spot.article, who=who, bet=spot.id)

    def _shared(self, who: str, spot: Spot) -> Range | Refusal:
        """What is left of the maximum, where all who stake on a square share it."""
        rule = self.rules.limits[self.rules.bets[spot.bet].limit]
        if not rule.shared:
            return spot.limits
        lo, hi, step = spot.limits
        others = sum(stake.cents for stake in self._others(who, spot.bet, place_of(spot.id)) if stake.bet == spot.id)
        if others and hi - others < lo:
            return Refusal("the stakes of others leave no room on {bet}", rule.article, bet=spot.id)
        return Range(lo, hi - others, step)

    def _others(self, who: str, bet: str, number: int) -> list[Stake]:
        return [
            stake
            for stake in stakes(self.table.places)
            if stake.who != who and stake.bet.startswith(f"{bet}:") and place_of(stake.bet) == number
        ]


class Laying(Staking):
    """Staking where others may take the room: a stake taken back is put down anew, not undone."""

    __slots__ = ()

    def perform(self, who: str, act: Act) -> Iterable[Effect]:
        moves = super().perform(who, act)
        if act.do == "withdraw":
            self.forget(who)
        return moves


class Leave(Consent):
    """A player, or the inspector, lets somebody stake on the player's square, or no longer."""

    __slots__ = ("squares",)

    def __init__(self, squares: Squares) -> None:
        super().__init__(squares.table, squares.rules.players.behind)
        self.squares = squares

    def admits(self, who: str, guest: str, host: str) -> Refusal | None:  # noqa: ARG002
        return self.stakes_already(guest, host) if guest in self.squares.guests.get(host, ()) else None

    def dismisses(self, guest: str, host: str) -> Refusal | None:
        if guest not in self.squares.guests.get(host, ()):
            return self.no_guest(guest, host)
        number = self.table.players.index(host) + 1
        return self.has_stake(guest, host) if self.squares.main(guest, number) else None

    def perform(self, who: str, act: Act) -> Iterable[Effect]:  # noqa: ARG002
        guest, host = parted(act.on)
        guests = self.squares.guests.setdefault(host, [])
        (guests.append if act.do == "admit" else guests.remove)(guest)
        return ()


class LastHands:
    """How the end of play is announced: so many hands or, where the text has it, the last shoe."""

    def __init__(self, rules: Rules, table: Table[Carry]) -> None:
        self.carry = table.carry
        automatic, rule = terms(rules, table.settings).fresh, rules.closing.get("ultimo-sabot")
        if rule is None:
            self.announced = rules.minimum.announced_rounds
            self.offer = LastRounds.of_minimum(rules, table.carry)
            return
        self.announced = rules.closing["distribuidor-automatico"].announced_rounds if automatic else 0
        call = "last-hands" if automatic and "last-hands" in rules.calls else "last"
        already = Refusal("the last shoe is announced already", rule.article)
        self.offer = LastRounds(table.carry, lambda: Announce(call, (str(self.announced),)), already)

    def remaining(self, shoe_ended: bool) -> int:
        """How many announced rounds are left after this one; a last shoe counts as one until it ends."""
        if self.announced:
            return self.carry.after(self.offer.rounds(self.announced))
        left = self.carry.left(int(self.offer.announced))
        return 0 if left > 0 and shoe_ended else left
