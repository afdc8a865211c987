"""Trijoker: one hand, from the three stakes to the last payment."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from tapete.cards.card import SUITS
from tapete.engine.carry import Carry
from tapete.engine.last import LastHands
from tapete.engine.places import chips, felt
from tapete.engine.requests import Announce, Move
from tapete.engine.round import Play, Reported
from tapete.engine.sealed import Stock
from tapete.engine.settings import Settings
from tapete.engine.settlement import due, settle
from tapete.engine.stakes import take_stakes
from tapete.engine.table import Table
from tapete.engine.window import Choose, Closing
from tapete.games.shared.mano.asking import asked
from tapete.games.shared.mano.lying import stakes
from tapete.games.shared.mano.rules import named
from tapete.games.shared.mano.seats import too_many
from tapete.games.trijoker.boxes import Boxes, in_play
from tapete.games.trijoker.rules import (
    BET,
    BOXES,
    BY_RANK,
    BY_THREES,
    LEAVES,
    LEFT_EXPOSED,
    OWN,
    RIGHT_EXPOSED,
    VOID,
    WITHDRAWS,
    Rules,
    gains,
    rank_of,
    ranking,
)
from tapete.games.trijoker.settle import comes_back
from tapete.law.rulebook import Section

A = TypeVar("A")
LEFT, RIGHT, BURNT = "comun/izquierda", "comun/derecha", "quemada"


async def play(rules: Rules, table: Table[Carry]) -> Carry:
    """One hand."""
    last = LastHands(rules, table.carry)
    await Announce("open")
    closing = Closing(rules.calls["close"].article, lambda: too_many(rules, len(in_play(table))))
    await take_stakes(rules, Boxes(rules, table), last, closing=closing)
    await Announce("close")
    players = in_play(table)
    if players:
        hand = Hand(rules, table, players)
        await hand.deal()
        await hand.decide(BOXES[0], rules.decisions.first)
        await hand.turn(LEFT, "left")
        await hand.decide(BOXES[1], rules.decisions.second)
        await hand.turn(RIGHT, "right")
        for who in reversed(players):
            await hand.pay(who)
    return Carry(table.carry.after(last.announced))


class Hand:
    """A hand under way: whose cards lie where, and what is done about what goes wrong."""

    __slots__ = ("common", "own", "players", "rules", "table")

    def __init__(self, rules: Rules, table: Table[Carry], players: Sequence[str]) -> None:
        self.rules, self.table, self.players = rules, table, players
        self.own: dict[str, list[str]] = {who: [] for who in players}
        self.common: dict[str, str] = {}

    async def deal(self) -> None:
        """Three cards to everybody and two common ones between them, all face down; from the croupier's left."""
        if self.rules.option(self.table.settings, "reparto") == BY_THREES:
            await self._deal_by_threes()
            return
        by = self.rules.deal.article
        for place in (LEFT, RIGHT, ""):
            for who in self.players:
                await self._deal_to(who, by)
            if place:
                self.common[place] = await self.table.deck.down(place, article=by)

    async def _deal_by_threes(self) -> None:
        """Three cards at once to everybody; of the three left for the middle the first is burnt."""
        by = (self.rules.deal.by_threes or self.rules.deal).article
        for who in self.players:
            for _ in range(OWN):
                await self._deal_to(who, by)
        await self.table.deck.down(BURNT, article=by)
        await Announce("burn")
        self.common = {place: await self.table.deck.down(place, article=by) for place in (LEFT, RIGHT)}

    async def _deal_to(self, who: str, article: str) -> None:
        self.own[who].append(await self.table.deck.down(f"mano/{who}", who, article))

    async def decide(self, box: str, rule: Section) -> None:
        """Everybody in turn leaves a stake in play or takes it back."""
        for who in self.players:
            if await self._takes_back(who, box, rule.article):
                place = felt(who, box)
                await Move(place, chips(who), self.table.places[place], rule.article)

    async def _takes_back(self, who: str, box: str, article: str) -> bool:
        choice = Choose(who, box, (LEAVES, WITHDRAWS), LEAVES, article)
        _, act = await self.heed(lambda: choice)
        return act.on == WITHDRAWS

    async def turn(self, place: str, call: str) -> None:
        """A common card is turned over."""
        card = await self._show(self.common[place], self.rules.calls[call].article)
        await Announce(call, (self.table.deck.text(card),))

    async def pay(self, who: str) -> None:
        """A player's cards are turned over, and what is left of the stakes is paid or taken."""
        by = self.rules.settlement.article
        cards = [await self._show(slot, by) for slot in (*self.own[who], *self.common.values())]
        hands = ranking(self.rules).compile()
        score = hands.score(cards)
        made, gain = hands.category(score), gains(self.rules)[score]
        article = by
        if gain:
            article = self.rules.bets[BET].prizes[made].article
            await Announce("result", (who, named(made), str(gain)))
        else:
            await Announce("lost", (who,))
        stays = self.rules.settlement.winners_stay
        dues = [due(stake, BET, article, comes_back(gain), stays) for stake in stakes(self.table, [who], BOXES)]
        await settle(self.table, self.rules.settlement, dues)

    async def _show(self, slot: str, article: str) -> int:
        return await self.heed(lambda: self.table.deck.show(slot, article))

    # What goes wrong

    async def heed(self, wanted: Callable[[], Awaitable[A]]) -> A:
        """Asks until there is an answer; what is reported meanwhile is seen to, or voids the hand."""
        return await asked(wanted, self.remedy)

    async def remedy(self, report: Reported) -> None:
        """A common card that lies open voids the hand from a rank on; other things always do, or never."""
        if report.rule.remedy == VOID or (report.rule.remedy == BY_RANK and await self._voids(report)):
            raise report

    async def _voids(self, report: Reported) -> bool:
        """Whether the common card that lies open too early is one that voids the hand."""
        slot = self.common[{LEFT_EXPOSED: LEFT, RIGHT_EXPOSED: RIGHT}[report.name]]
        if slot in self.table.deck.faces:
            return False
        card = await self._show(slot, report.rule.article)
        await Announce("exposed", (self.table.deck.text(card),))
        return card // SUITS >= rank_of(self.rules, self.rules.exposed.void_from)


def stock(rules: Rules, settings: Settings, carry: Carry) -> Stock:  # noqa: ARG001
    """One pack; a full table takes three cards a player and three more, one of them burnt."""
    assert rules.players.seats is not None
    return Stock(rules.equipment.cards.pack, rules.equipment.cards.packs, most=OWN * (rules.players.seats + 1))


PLAY = Play(1, play, Carry, stock)
