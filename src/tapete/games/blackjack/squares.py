"""The window of stakes: several players on a square, those behind with consent, side bets beside a stake."""

from collections.abc import Iterable

from tapete.engine.places import Stake, called, felt, stakes
from tapete.engine.requests import Act, Announce, Move, Opening, Refusal
from tapete.engine.round import Table
from tapete.engine.stakes import Spot, Stakes
from tapete.games.blackjack.rules import INSURANCE, MAIN, Rules, layout, place_of, spot_of, terms
from tapete.games.blackjack.sabot import Carry
from tapete.money import Range


class Squares(Stakes):
    """Players stake on their own square, on vacant ones, and behind others who consent.

    Players sit in their order, the first at the croupier's left; those for whom no square is left stand.
    """

    __slots__ = ("automatic", "guests")
    rules: Rules
    table: Table[Carry]

    def __init__(self, rules: Rules, table: Table[Carry]) -> None:
        super().__init__(rules, table, layout(rules, table.settings))
        self.automatic = terms(rules, table.settings).fresh
        self.guests = {
            who: [guest for guest in guests if guest in table.players]
            for who, guests in table.carry.guests.items()
            if who in table.players
        }

    def candidates(self, who: str) -> Iterable[tuple[str, str]]:
        yield from super().candidates(who)
        players = self.table.players
        for host in players if who == "inspector" else (who,) if who in players else ():
            for guest in players:
                yield "admit", f"{guest}@{host}"
                yield "dismiss", f"{guest}@{host}"

    def opening(self, who: str, do: str, on: str) -> Opening | Refusal:
        if do in ("admit", "dismiss"):
            return self._consent(who, do, on)
        if do == "last" and who == "director" and "ultimo-sabot" in self.rules.closing:
            return self._last_shoe()
        return super().opening(who, do, on)

    def perform(self, who: str, act: Act) -> list[Move]:
        if act.do in ("admit", "dismiss"):
            guest, _, host = act.on.partition("@")
            guests = self.guests.setdefault(host, [])
            (guests.append if act.do == "admit" else guests.remove)(guest)
            return []
        moves = super().perform(who, act)
        if act.do == "withdraw":
            # Others may have taken the room since, so a stake taken back is put down anew, not undone.
            self._done = [done for done in self._done if done[0] != who]
        return moves

    def limits(self, who: str, spot: Spot) -> Range | Refusal:
        if spot.bet == INSURANCE:
            return Refusal("the insurance is offered once the bank has an ace", self.rules.insurance.article)
        refusal = self._seated(who, spot) or self._crowded(who, spot) or self._beside(who, spot)
        return refusal or self._shared(who, spot)

    def kept(self, who: str, spot: str) -> Refusal | None:
        name, number = spot.partition(":")[0], place_of(spot)
        if name != MAIN or len(self._main(who, number)) > 1:
            return None
        for other in self.rules.bets:
            if other != MAIN and self.table.places.get(felt(who, f"{other}:{number}")):
                return Refusal(
                    "the stake on {bet} is taken back first", self.rules.bets[other].article, bet=f"{other}:{number}"
                )
        return None

    def withdrawal_article(self, spot: str) -> str:  # noqa: ARG002
        return self.article

    # Who may stake where

    def host(self, number: int) -> str:
        """The player who sits at a square, if anybody does."""
        return self.table.players[number - 1] if number <= len(self.table.players) else ""

    def _seated(self, who: str, spot: Spot) -> Refusal | None:
        host, rule = self.host(place_of(spot.id)), self.rules.players.behind
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
        if spot.bet == MAIN or self._main(who, place_of(spot.id)):
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

    def _main(self, who: str, number: int) -> list[str]:
        """Somebody's stakes on the squares of a place."""
        spots = (felt(who, spot_of(self.rules, MAIN, number, row)) for row in range(1, self.rules.rows + 1))
        return [spot for spot in spots if self.table.places.get(spot)]

    def _others(self, who: str, bet: str, number: int) -> list[Stake]:
        return [
            stake
            for stake in stakes(self.table.places)
            if stake.who != who and stake.bet.startswith(f"{bet}:") and place_of(stake.bet) == number
        ]

    # What else is open

    def _consent(self, who: str, do: str, on: str) -> Opening | Refusal:
        rule = self.rules.players.behind
        guest, _, host = on.partition("@")
        if not {guest, host} <= set(self.table.players) or guest == host:
            return Refusal("'{text}' is no player behind another: write luis@ana", rule.article, text=on)
        allowed = {"titular": host, "inspector": "inspector"}
        if who not in [allowed[role] for role in rule.consent]:
            return Refusal(
                "{who} does not decide who stakes on {host}'s square", rule.article, who=called(who), host=host
            )
        admitted = guest in self.guests.get(host, ())
        if admitted and do == "admit":
            return Refusal("{who} may stake on {host}'s square as it is", rule.article, who=guest, host=host)
        if not admitted and do != "admit":
            return Refusal("{who} may not stake on {host}'s square as it is", rule.article, who=guest, host=host)
        if do == "dismiss" and self._main(guest, self.table.players.index(host) + 1):
            return Refusal("{who} has a stake on {host}'s square", rule.article, who=guest, host=host)
        return Opening(do, on, rule.article)

    def _last_shoe(self) -> Opening | Refusal:
        rule = self.rules.closing["ultimo-sabot"]
        if self.announced_last or self.table.carry.remaining >= 0:
            return Refusal("the last shoe is announced already", rule.article)
        return Opening("last", "", rule.article)

    # What goes on to the next round

    @property
    def announced(self) -> int:
        """How many last rounds are announced; none where a last shoe is."""
        if "ultimo-sabot" in self.rules.closing:
            return self.rules.closing["distribuidor-automatico"].announced_rounds if self.automatic else 0
        return self.rules.minimum.announced_rounds

    def remaining(self, shoe_ended: bool) -> int:
        """How many announced rounds are left after this one; a last shoe counts as one until it ends."""
        carry = self.table.carry
        if self.announced:
            return carry.after(self.announced if self.announced_last else 0)
        left = carry.left(int(self.announced_last))
        return 0 if left > 0 and shoe_ended else left

    def last_call(self) -> Announce:
        hands = "last-hands" in self.rules.calls and self.automatic
        return Announce("last-hands" if hands else "last", (str(self.announced),))
