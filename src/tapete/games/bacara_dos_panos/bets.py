"""The stakes at both cloths: put down, called as banco, put where they play, admitted as far as the bank answers."""

from collections.abc import Iterable, Sequence
from typing import Any

from tapete.engine.last import LastHands
from tapete.engine.places import called, chips, felt, stakes
from tapete.engine.requests import Act, Announce, Move
from tapete.engine.stakes import Spot, Staking
from tapete.engine.table import Table
from tapete.engine.window import Effect, Offer, Option, Refusal
from tapete.games.bacara_dos_panos.bank import Bank
from tapete.games.bacara_dos_panos.offers import Adding
from tapete.games.bacara_dos_panos.rules import BANCA, BOTH, CLOTHS, LINES, Rules, layout
from tapete.games.bacara_dos_panos.seats import Seats
from tapete.games.bacara_dos_panos.settle import admitted, split
from tapete.games.shared.bacara.betting import take_bets
from tapete.games.shared.bacara.seats import Sitting
from tapete.money import Range, format_cents


class Bets:
    """All that is staked and called in a coup.

    `free` says whether anybody may call the bank, `again` who else may, because it was null; `banco` is who plays it.
    """

    def __init__(
        self, rules: Rules, table: Table[Any], bank: Bank, seats: Seats, *, free: bool, again: str = ""
    ) -> None:
        self.rules, self.table, self.bank, self.seats = rules, table, bank, seats
        self.free, self.again = free, again
        self.calls: list[str] = []
        self.banco = ""
        self.discarded = 0

    async def take(self, last: LastHands, spare: int) -> None:
        """The bets are open until the croupier closes them; cards drawn before their time may have to be discarded."""
        staking = Staking(self.rules, self.table, layout(self.rules, self.table.settings), limits=self.limits)
        sitting = Sitting(self.rules.players, self.table.players, self.seats, lambda: [self.bank.who])
        offers = (staking, Calls(self), sitting, Adding(self.bank), last)
        self.discarded = await take_bets(self.rules, self.table, spare, *offers)

    def limits(self, who: str, spot: Spot) -> Range | Refusal:
        """What somebody may have on a spot: within the table's limits, or as far as an open bank answers for it."""
        rules = self.rules
        if spot.bet == BANCA:
            return Refusal("the bank is not staked on: it is adjudicated", rules.bank.article)
        if who == self.bank.who:
            return Refusal("{who} is the bank and does not stake against it", rules.facing.article, who=who)
        if not self.bank.open:
            return spot.limits
        least, _, step = spot.limits
        times = 2 if spot.id in LINES else 1
        room = times * (self.bank.amount - self.playing) // step * step
        lying = self.table.places.get(felt(who, spot.id), 0)
        if room < (step if lying else least):
            amount = format_cents(self.bank.amount)
            return Refusal("the bank answers for {amount} in all", rules.bank.open.article, amount=amount)
        return Range(least, lying + room, step).floor()

    @property
    def playing(self) -> int:
        """What plays of all that lies on the felt: of a stake on a line, half."""
        return sum(stake.cents // (2 if stake.bet in LINES else 1) for stake in stakes(self.table.places))

    def lying(self, cloth: int) -> dict[str, int]:
        """The stakes at a cloth, by player."""
        stakes = {who: self.table.places.get(felt(who, CLOTHS[cloth]), 0) for who in self.seats.everybody}
        return {who: cents for who, cents in stakes.items() if cents}

    async def admit(self) -> None:
        """Puts the stakes where they play; a call leaves no other, and a limited bank admits what it answers for."""
        await self.spread()
        caller = await self.caller()
        if caller:
            self.banco = caller
            halves = split(self.bank.amount, self.table.settings.chip)
            await self.lay([{caller: half} for half in halves], self.rules.banco.article)
        elif not self.bank.open:
            orders = [self.seats.order(cloth) for cloth in range(len(CLOTHS))]
            covered = admitted(self.bank.amount, orders, [self.lying(0), self.lying(1)])
            await self.lay(covered, self.rules.bank.limited.article)

    async def spread(self) -> None:
        """Of a stake on a line half plays; one across both cloths plays at both, an odd chip at the first."""
        for stake in list(stakes(self.table.places)):
            who, src, rule = stake.who, stake.place, self.rules.staking
            if stake.bet in LINES:
                half = stake.cents // 2
                await Move(src, chips(who), stake.cents - half, rule.half.article)
                await Move(src, felt(who, LINES[stake.bet]), half, rule.half.article)
            elif stake.bet == BOTH:
                for cloth, cents in zip(CLOTHS, split(stake.cents, self.table.settings.chip), strict=True):
                    await Move(src, felt(who, cloth), cents, rule.across.article)

    async def caller(self) -> str:
        """Who plays the bank: where it was called at both cloths, lots are drawn between them; then by priority."""
        article = self.rules.players.lots.article
        cloths = sorted({self.seats.cloth_of(who) for who in self.calls})
        if not cloths:
            return ""
        cloth = cloths[0]
        if len(cloths) > 1:
            drawn = await self.bank.lots(CLOTHS, article)
            await Announce("lots", (drawn,))
            cloth = CLOTHS.index(drawn)
        return next(who for who in self.seats.order(cloth) if who in self.calls)

    async def lay(self, admitted: Sequence[dict[str, int]], article: str) -> None:
        """Moves the stakes of both cloths to where they are admitted."""
        moves = []
        for cloth, name in enumerate(CLOTHS):
            lying = self.lying(cloth)
            for who in self.seats.everybody:
                more = admitted[cloth].get(who, 0) - lying.get(who, 0)
                if more:
                    ends = (felt(who, name), chips(who)) if more < 0 else (chips(who), felt(who, name))
                    by = article if more > 0 else self.rules.players.priority.article
                    moves.append((more > 0, Move(*ends, abs(more), by)))
        # What comes back comes first: a caller may need it.
        for _, move in sorted(moves, key=lambda item: item[0]):
            await move

    def able(self, who: str) -> int:
        """What somebody could play in all."""
        lying = sum(stake.cents for stake in stakes(self.table.places) if stake.who == who)
        return lying + self.table.places.get(chips(who), 0)


class Calls(Offer):
    """The whole bank is played at both cloths: by anybody at the first coup of a shoe, or again where that was null."""

    __slots__ = ("bets",)
    verbs = ("banco",)

    def __init__(self, bets: Bets) -> None:
        self.bets = bets

    def actors(self) -> Iterable[str]:
        return [who for who in self.bets.seats.everybody if self.bets.free or who == self.bets.again]

    def acts(self, who: str) -> Iterable[tuple[str, str]]:
        return [("banco", "")] if who in self.bets.seats.everybody else []

    def option(self, who: str, do: str, on: str) -> Option | Refusal:
        bets, rule = self.bets, self.bets.rules.banco
        if who not in bets.seats.everybody or on:
            return Refusal("{who} cannot '{do}' now", rule.article, who=called(who), do=Act(do, on).said)
        if bets.bank.open:
            return Refusal("an open bank has no amount to be called", rule.article)
        if not bets.free and who != bets.again:
            return Refusal("the bank is called at the first coup of a shoe only", rule.article)
        if who in bets.calls:
            return Refusal("{who} has called the bank", rule.article, who=who)
        if bets.able(who) < bets.bank.amount:
            return Refusal("{who} has too few chips for that", rule.article, who=who)
        return Option(who, do, on, rule.article)

    def perform(self, who: str, act: Act) -> Iterable[Effect]:  # noqa: ARG002
        self.bets.calls.append(who)
        return (Announce("called", (who,)),)
