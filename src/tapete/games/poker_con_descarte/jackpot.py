"""The jackpot of a hand: fixed, or an account that grows by its stakes; who wins which part of it, in what order."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from tapete.engine.meter import standing
from tapete.engine.places import BANK, chips, meter
from tapete.engine.requests import Announce, Move
from tapete.engine.settlement import cover
from tapete.engine.table import Table
from tapete.games.poker_con_descarte.carry import Carry
from tapete.games.poker_con_descarte.rules import (
    ADDED,
    BY_HAND,
    BY_SLOT,
    CAROUSEL,
    FIXED,
    JACKPOT,
    WHOLE,
    YES,
    JackpotBet,
    Rules,
    Share,
    jackpot_prizes,
    jackpot_stake,
    jackpot_times,
    order,
)
from tapete.games.shared.mano.jackpot import Claim, shares
from tapete.games.shared.mano.lying import lose, stakes
from tapete.games.shared.mano.rules import named
from tapete.law.rulebook import Section


class Played(NamedTuple):
    """A hand in the end: whose it is, whether any of its cards was changed, its score."""

    who: str
    changed: bool
    score: int


class Prize(NamedTuple):
    """A part of the jackpot that somebody wins with a hand of this score."""

    who: str
    score: int
    share: Share


class Jackpot:
    """The jackpot of a table, for one hand."""

    def __init__(self, rules: Rules, table: Table[Carry], bet: JackpotBet) -> None:
        self.rules, self.table, self.bet = rules, table, bet
        self.form = rules.option(table.settings, JACKPOT)
        self.growth = {BY_HAND: bet.growing.by_hand, BY_SLOT: bet.growing.by_slot}.get(self.form)
        self.royals, self.without_first = bet.sharing.royals, bet.sharing.without_first
        self.joined = table.carry.joined
        self.staked = sum(stake.cents for stake in stakes(table, table.players, (JACKPOT,)))

    async def begin(self) -> None:
        """Before the cards the house completes what has grown too little; a slot adds the hand's stakes at once."""
        if not self.staked or self.growth is None:
            return
        least = self._times(fixed=False)
        if self.rules.option(self.table.settings, CAROUSEL) == YES and not self.joined:
            await self._feed(least, self.bet.carousel)
            self.joined = True
        lacks = least - await standing(JACKPOT, self.bet.growing.article)
        await self._feed(lacks, self.bet.growing)
        if self.form == BY_SLOT:
            await self._grow()

    async def settle(self, hands: Sequence[Played]) -> None:
        """The stakes are taken and prizes paid: those without a change of cards before all others."""
        playing = [hand for hand in hands if stakes(self.table, (hand.who,), (JACKPOT,))]
        lying = stakes(self.table, [hand.who for hand in playing], (JACKPOT,))
        await lose(self.table, self.rules.settlement, lying, self.bet.article)
        first, after = self._prizes(playing, changed=False), self._prizes(playing, changed=True)
        if first or after:
            sharing, left = self.bet.sharing, await self._amount()
            left -= await self._pay(first, left, sharing)
            await self._pay(after, left, self.without_first if first else sharing)
        if self.form == BY_HAND:
            await self._grow()

    async def _amount(self) -> int:
        """What the jackpot stands at."""
        if self.form == FIXED:
            return self._times(fixed=True)
        return await standing(JACKPOT, self.bet.growing.article)

    def _times(self, fixed: bool) -> int:
        """The amount of a fixed jackpot, or that with which one begins that grows."""
        settings = self.table.settings
        return jackpot_times(self.rules, settings, fixed) * jackpot_stake(self.rules, settings)

    async def _grow(self) -> None:
        """The authorised part of the stakes is added; the rest is the house's."""
        assert self.growth is not None
        percent = Fraction(self.rules.option(self.table.settings, ADDED))
        await self._feed(int(self.staked * percent / WHOLE), self.growth)

    async def _feed(self, cents: int, by: Section) -> None:
        if cents > 0:
            for move in cover(self.table, cents, by.article):
                await move
            await Move(BANK, meter(JACKPOT), cents, by.article)

    def _prizes(self, hands: Sequence[Played], changed: bool) -> list[Prize]:
        """The prizes of those who did or did not change cards, the highest first."""
        shown, kinds = jackpot_prizes(self.rules, self.table.settings, changed), order(self.rules)
        made = [(hand, kinds.kind(hand.score)) for hand in hands if hand.changed == changed]
        prizes = [Prize(hand.who, hand.score, shown[kind]) for hand, kind in made if kind in shown]
        return sorted(prizes, key=lambda prize: -prize.score)

    async def _pay(self, won: Sequence[Prize], left: int, among: Section) -> int:
        """Pays prizes of what is left, and says how much; several by the article that says who is paid what."""
        paid = shares(left, [Claim(prize.score, prize.share.part) for prize in won])
        alone = len(won) == 1 and among is self.bet.sharing
        for prize, cents in zip(won, paid, strict=True):
            several = self.royals if prize.share.part == 1 else among
            await Announce("prize", (prize.who, named(order(self.rules).kind(prize.score))))
            await self._hand_out(prize.who, cents, (prize.share if alone else several).article)
        return sum(paid)

    async def _hand_out(self, who: str, cents: int, article: str) -> None:
        """A prize is paid: of what has grown, or by the house."""
        if not cents:
            return
        if self.growth is None:
            for move in cover(self.table, cents, article):
                await move
        await Move(BANK if self.growth is None else meter(JACKPOT), chips(who), cents, article)
